//! What is remembered for the kinds of Pods that were placed last.

use base::Map;

/// Memory for lists with an entry for each node, of all kinds of Pods together.
const BYTES: usize = 32 << 20;

/// So many lists are kept that have `bytes` for each of the nodes. Few with assertions, so that random scenarios forget.
pub(super) fn most(nodes: usize, bytes: usize) -> usize {
    if cfg!(debug_assertions) {
        3
    } else {
        (BYTES / (nodes * bytes).max(1)).clamp(64, 4096)
    }
}

/// A map that forgets what was not asked for for longest.
#[derive(Clone, Debug)]
pub(super) struct Recent<K, V> {
    known: Map<K, (u64, V)>,
    asked: u64,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self {
            known: Map::new(),
            asked: 0,
        }
    }
}

impl<K: Ord + Clone, V: Default> Recent<K, V> {
    /// What is known of the key, of `most` keys at a time.
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
    fn what_was_asked_for_last_is_kept() {
        let mut recent: Recent<u32, u32> = Recent::default();
        let mut ask = |key| {
            let value = recent.of(key, 2);
            *value += 1;
            *value
        };
        assert_eq!([1, 2, 1, 3, 1, 2].map(&mut ask), [1, 1, 2, 1, 3, 1]);
    }
}
