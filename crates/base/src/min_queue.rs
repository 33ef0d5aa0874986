//! A priority queue for items that mostly arrive in order: those are in a list, the others in a heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::broken;

/// Pops the least item first.
#[derive(Clone, Debug)]
pub struct MinQueue<T> {
    row: Vec<T>,
    /// How many items of the list have been popped.
    gone: usize,
    others: BinaryHeap<Reverse<T>>,
}

impl<T: Ord> Default for MinQueue<T> {
    fn default() -> Self {
        Self { row: Vec::new(), gone: 0, others: BinaryHeap::new() }
    }
}

impl<T: Copy + Ord> MinQueue<T> {
    pub fn len(&self) -> usize {
        self.row.len() - self.gone + self.others.len()
    }

    pub fn is_empty(&self) -> bool {
        self.row.is_empty() && self.others.is_empty()
    }

    #[inline]
    pub fn push(&mut self, item: T) {
        match self.row.last() {
            Some(last) if item < *last => self.others.push(Reverse(item)),
            _ => self.row.push(item),
        }
    }

    /// All items, unordered.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let others = self.others.iter().map(|Reverse(item)| item);
        self.row.iter().skip(self.gone).chain(others)
    }

    pub fn peek(&self) -> Option<&T> {
        self.other_first().or(self.row.get(self.gone))
    }

    /// The least item of the heap, if it comes before the list's.
    fn other_first(&self) -> Option<&T> {
        let first = self.row.get(self.gone);
        let Reverse(other) = self.others.peek()?;
        first.is_none_or(|first| other < first && !broken("line/order")).then_some(other)
    }

    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        if self.other_first().is_some() {
            return self.others.pop().map(|Reverse(item)| item);
        }
        let first = self.row.get(self.gone).copied();
        self.gone += 1;
        if self.gone >= self.row.len() {
            self.row.clear();
            self.gone = 0;
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn the_least_comes_first_however_they_were_put_in() {
        let mut line = MinQueue::default();
        let mut sorted: Vec<(u64, u64)> = Vec::new();
        for n in 0..2000 {
            let luck = |what| Draw::of(7, what, n, 0).0 >> 40;
            if luck(0) % 5 < 3 {
                // Mostly in order.
                let key = if luck(1) % 4 == 0 { luck(2) % n.max(1) } else { n };
                line.push((key, n));
                let at = sorted.partition_point(|other| *other < (key, n));
                sorted.insert(at, (key, n));
            } else {
                assert_eq!(line.peek(), sorted.first());
                let first = (!sorted.is_empty()).then(|| sorted.remove(0));
                assert_eq!(line.pop(), first);
            }
            assert_eq!((line.len(), line.is_empty()), (sorted.len(), sorted.is_empty()));
        }
    }
}
