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
    known: Map<K, (u64, V)>,
    asked: u64,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { known: Map::new(), asked: 0 }
    }
}

impl<K: Ord + Clone, V: Default> Recent<K, V> {
    /// The value of the key, or a new one; at most `most` keys are kept.
    pub(super) fn of(&mut self, key: K, most: usize) -> &mut V {
        self.asked += 1;
        if self.known.len() >= most && !self.known.contains_key(&key) {
            let oldest = self.known.iter().min_by_key(|(_, (asked, _))| *asked);
            if let Some(key) = oldest.map(|(key, _)| key.clone()) {
                self.known.remove(&key);
            }
        }
        let (asked, value) = self.known.entry(key).or_default();
        *asked = self.asked;
        value
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
