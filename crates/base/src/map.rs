//! Sorted maps whose search and order are compiled once for all types.
//!
//! The standard B-tree is compiled again for each pair of key and value types, several kilobytes at a time. Here entries are
//! in a list in insertion order, and one [`Order`] of positions, the same code for every map, keeps them sorted.

use core::borrow::Borrow;
use core::fmt::{Debug, Formatter, Result as Written};
use core::ops::Index;

use super::order::arrange;
use super::runs::{At, Order, Positions};

/// A map sorted by its keys, used like [`std::collections::BTreeMap`].
#[derive(Clone)]
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
    order: Order,
}

/// Iterates over a [`Map`] by key.
pub struct Iter<'a, K, V> {
    entries: &'a [(K, V)],
    positions: Positions<'a>,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.entries.get(self.positions.first()?)?;
        Some((key, value))
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (key, value) = self.entries.get(self.positions.last()?)?;
        Some((key, value))
    }
}

impl<K, V> Map<K, V> {
    pub const fn new() -> Self {
        Self { entries: Vec::new(), order: Order::new() }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.order = Order::new();
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: &self.entries, positions: self.order.iter() }
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Calls `each` for the entries by key.
    pub fn each_mut(&mut self, mut each: impl FnMut(&K, &mut V)) {
        let mut positions = self.order.iter();
        while let Some(position) = positions.first() {
            let (key, value) = &mut self.entries[position];
            each(key, value);
        }
    }
}

impl<K: Ord, V> Map<K, V> {
    #[inline(never)]
    pub(super) fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<At, At>
    where
        K: Borrow<Q>,
    {
        let entries = self.entries.as_slice();
        if entries.is_empty() {
            return Err((0, 0));
        }
        let compare = |position: u32| entries[position as usize].0.borrow().cmp(key);
        self.order.find(&compare)
    }

    fn position<Q: Ord + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        Some(self.order.get(at))
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        Some(&self.entries[self.position(key)?].1)
    }

    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let position = self.position(key)?;
        Some(&mut self.entries[position].1)
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key; returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => {
                let position = self.order.get(at);
                Some(core::mem::replace(&mut self.entries[position].1, value))
            }
            Err(at) => {
                self.add(at, key, value);
                None
            }
        }
    }

    pub(super) fn add(&mut self, at: At, key: K, value: V) -> usize {
        let position = self.entries.len();
        self.order.insert(at, position);
        self.entries.push((key, value));
        position
    }

    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { place: self.find(&key), map: self, key }
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        Some(self.take(at).1)
    }

    pub fn pop_first(&mut self) -> Option<(K, V)> {
        if self.is_empty() {
            return None;
        }
        Some(self.take((0, 0)))
    }

    /// Removes an entry; the list's last one fills its place.
    #[inline(never)]
    fn take(&mut self, at: At) -> (K, V) {
        let last = self.entries.len() - 1;
        let position = self.order.get(at);
        if position != last
            && let Ok(at) = self.find(&self.entries[last].0)
        {
            self.order.set(at, position);
        }
        self.order.remove(at);
        self.entries.swap_remove(position)
    }

    /// Keeps the entries for which `keep` returns true; it is called in no order.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        let mut position = 0;
        while let Some((key, value)) = self.entries.get_mut(position) {
            if keep(key, value) {
                position += 1;
            } else if let Ok(at) = self.find(&self.entries[position].0) {
                self.take(at);
            }
        }
    }
}

/// A place of a [`Map`], taken or free.
pub struct Entry<'a, K, V> {
    map: &'a mut Map<K, V>,
    key: K,
    place: Result<At, At>,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        let position = match self.place {
            Ok(at) => self.map.order.get(at),
            Err(at) => self.map.add(at, self.key, value()),
        };
        &mut self.map.entries[position].1
    }

    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for Map<K, V> {}

impl<K: Debug, V: Debug> Debug for Map<K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        f.debug_map().entries(self).finish()
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<A: IntoIterator<Item = (K, V)>>(&mut self, entries: A) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<A: IntoIterator<Item = (K, V)>>(entries: A) -> Self {
        let mut all = Self::new();
        all.extend(entries);
        all
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(mut self) -> Self::IntoIter {
        let order = self.order.positions();
        arrange(order, &mut |a, b| self.entries.swap(a, b));
        self.entries.into_iter()
    }
}

impl<K: Ord + Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("a key of the map")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;
    use std::collections::BTreeMap;

    #[test]
    fn it_holds_what_the_standard_map_holds() {
        for (seed, kinds) in [(1, 40), (2, 700), (3, 3000)] {
            let mut own: Map<u64, u64> = Map::new();
            let mut standard = BTreeMap::new();
            for n in 0..6000 {
                let luck = |n| u64::from(Draw::of(seed, n, 0, 0).permille());
                let key = (luck(n) * 1000 + luck(n + 10_000)) % kinds;
                match luck(n + 20_000) % 5 {
                    0 => assert_eq!(own.remove(&key), standard.remove(&key)),
                    1 => {
                        assert_eq!(*own.entry(key).or_insert(n), *standard.entry(key).or_insert(n));
                    }
                    2 if n % 7 == 0 => assert_eq!(own.pop_first(), standard.pop_first()),
                    _ => assert_eq!(own.insert(key, n), standard.insert(key, n)),
                }
                assert_eq!(own.get(&key), standard.get(&key));
                assert_eq!(own.len(), standard.len());
            }
            assert!(own.iter().eq(&standard) && own.iter().rev().eq(standard.iter().rev()));
            own.retain(|key, value| (key + *value) % 3 == 0);
            standard.retain(|key, value| (key + *value) % 3 == 0);
            assert_eq!(own.iter().next(), standard.first_key_value());
            assert!(own.keys().eq(standard.keys()) && own.values().eq(standard.values()));
            let mut seen = Vec::new();
            own.each_mut(|key, value| {
                *value += 1;
                seen.push(*key);
            });
            assert!(seen.iter().eq(standard.keys()));
            assert!(
                own.clone()
                    .into_iter()
                    .eq(standard.into_iter().map(|(key, value)| (key, value + 1)))
            );
        }
    }
}
