//! Sorted sets: maps without values.

use core::borrow::Borrow;
use core::fmt::{Debug, Formatter, Result as Written};

use super::map::{Iter, Map};

/// A sorted set, used like [`std::collections::BTreeSet`].
#[derive(Clone)]
pub struct Set<K>(Map<K, ()>);

/// Iterates over the members of a [`Set`] in order.
pub struct Members<'a, K>(Iter<'a, K, ()>);

impl<'a, K> Iterator for Members<'a, K> {
    type Item = &'a K;

    fn next(&mut self) -> Option<&'a K> {
        self.0.next().map(|(key, ())| key)
    }
}

impl<K> DoubleEndedIterator for Members<'_, K> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, ())| key)
    }
}

impl<K> Set<K> {
    pub const fn new() -> Self {
        Self(Map::new())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn iter(&self) -> Members<'_, K> {
        Members(self.0.iter())
    }

    pub fn first(&self) -> Option<&K> {
        self.iter().next()
    }

    pub fn last(&self) -> Option<&K> {
        self.iter().next_back()
    }
}

impl<K: Ord> Set<K> {
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Adds a member; false if it already was one.
    pub fn insert(&mut self, key: K) -> bool {
        match self.0.find(&key) {
            Ok(_) => false,
            Err(at) => {
                self.0.add(at, key, ());
                true
            }
        }
    }

    /// Removes a member; false if it wasn't one.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.remove(key).is_some()
    }

    pub fn pop_first(&mut self) -> Option<K> {
        self.0.pop_first().map(|(key, ())| key)
    }

    /// Keeps the members for which `keep` returns true; it is called in no order.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.0.retain(|key, ()| keep(key));
    }
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: PartialEq> PartialEq for Set<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K: Eq> Eq for Set<K> {}

impl<K: Debug> Debug for Set<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        f.debug_set().entries(self).finish()
    }
}

impl<K: Ord> Extend<K> for Set<K> {
    fn extend<A: IntoIterator<Item = K>>(&mut self, keys: A) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<A: IntoIterator<Item = K>>(keys: A) -> Self {
        let mut all = Self::new();
        all.extend(keys);
        all
    }
}

impl<'a, K> IntoIterator for &'a Set<K> {
    type Item = &'a K;
    type IntoIter = Members<'a, K>;

    fn into_iter(self) -> Members<'a, K> {
        self.iter()
    }
}

impl<K> IntoIterator for Set<K> {
    type Item = K;
    type IntoIter = core::iter::Map<std::vec::IntoIter<(K, ())>, fn((K, ())) -> K>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(key, ())| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn both_ends_meet() {
        let mut all: Set<u32> = (0..1000).rev().collect();
        let standard: BTreeSet<u32> = (0..1000).collect();
        let mut own = all.iter();
        let mut theirs = standard.iter();
        for n in 0..1100 {
            if n % 3 == 0 {
                assert_eq!(own.next(), theirs.next());
            } else {
                assert_eq!(own.next_back(), theirs.next_back());
            }
        }
        assert_eq!((all.first(), all.last()), (Some(&0), Some(&999)));
        assert!(!all.insert(7) && all.remove(&7) && !all.contains(&7) && all.insert(7));
        assert_eq!(all, (0..1000).collect());
    }
}
