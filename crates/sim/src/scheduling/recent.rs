//! A bounded map for what is cached per kind of Pod.

use base::Map;

/// Memory for all of a map's lists that have an entry per node.
const BYTES: usize = 32 << 20;

/// How many lists of `bytes` per node are kept. Few with debug assertions, so that random scenarios evict some.
pub(super) fn most(nodes: usize, bytes: usize) -> usize {
    if cfg!(debug_assertions) { 3 } else { (BYTES / (nodes * bytes).max(1)).clamp(64, 4096) }
}

/// A map that evicts the least recently used key.
#[derive(Clone, Debug)]
pub(super) struct Recent<K, V> {
    /// Keys and values, with the number of the last request.
    entries: Vec<(K, u64, V)>,
    places: Map<K, usize>,
    /// The entry of the last request: the next one is often the same.
    latest: usize,
    asked: u64,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: Map::new(), latest: 0, asked: 0 }
    }
}

impl<K: Ord + Clone, V: Default> Recent<K, V> {
    /// The value of the key, or a new one; at most `most` keys are kept.
    pub(super) fn of(&mut self, key: K, most: usize) -> &mut V {
        self.asked += 1;
        if self.entries.get(self.latest).is_none_or(|(latest, ..)| *latest != key) {
            self.latest = self.place_of(key, most);
        }
        let (_, asked, value) = &mut self.entries[self.latest];
        *asked = self.asked;
        value
    }

    fn place_of(&mut self, key: K, most: usize) -> usize {
        if let Some(place) = self.places.get(&key) {
            return *place;
        }
        let oldest = (0..self.entries.len()).min_by_key(|place| self.entries[*place].1);
        let place = match oldest.filter(|_| self.entries.len() >= most) {
            Some(place) => {
                let (evicted, ..) =
                    std::mem::replace(&mut self.entries[place], (key.clone(), 0, V::default()));
                self.places.remove(&evicted);
                place
            }
            None => {
                self.entries.push((key.clone(), 0, V::default()));
                self.entries.len() - 1
            }
        };
        self.places.insert(key, place);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_entry_is_evicted() {
        let mut recent: Recent<u32, u32> = Recent::default();
        let mut ask = |key| {
            let value = recent.of(key, 2);
            *value += 1;
            *value
        };
        assert_eq!([1, 2, 1, 3, 1, 2].map(&mut ask), [1, 1, 2, 1, 3, 1]);
    }
}
