//! The order of a map's entries, as positions.

use core::cmp::Ordering;

/// The most positions of one run: few enough to move when one is inserted.
const LONGEST_RUN: usize = 256;

/// Positions in the order of their entries, in non-empty runs.
#[derive(Clone)]
pub(super) struct Order {
    runs: Vec<Vec<u32>>,
}

/// A run, and the index in it.
pub(super) type At = (usize, usize);

impl Order {
    pub(super) const fn new() -> Self {
        Self { runs: Vec::new() }
    }

    /// Where the entry is, or would be inserted. `compare` compares an entry with the searched one.
    #[inline(never)]
    pub(super) fn find(&self, compare: &dyn Fn(u32) -> Ordering) -> Result<At, At> {
        let last = self.runs.len().saturating_sub(1);
        let before = |run: &Vec<u32>| {
            let end = run.last();
            end.is_some_and(|end| compare(*end) == Ordering::Less)
        };
        let run = self.runs.get(..last).map_or(0, |runs| runs.partition_point(before));
        let list = self.runs.get(run).map_or(&[][..], Vec::as_slice);
        match list.binary_search_by(|position| compare(*position)) {
            Ok(at) => Ok((run, at)),
            Err(at) => Err((run, at)),
        }
    }

    #[inline(never)]
    pub(super) fn insert(&mut self, (run, at): At, position: usize) {
        let position = position as u32;
        let Some(list) = self.runs.get_mut(run) else {
            self.runs.push(vec![position]);
            return;
        };
        list.insert(at, position);
        if list.len() > LONGEST_RUN {
            // A list that grows at its end keeps full runs.
            let half = if at + 1 == list.len() { at } else { LONGEST_RUN / 2 };
            let rest = list.split_off(half);
            self.runs.insert(run + 1, rest);
        }
    }

    #[inline(never)]
    pub(super) fn remove(&mut self, (run, at): At) {
        self.runs[run].remove(at);
        if self.runs[run].is_empty() {
            self.runs.remove(run);
        }
    }

    /// The position at the place.
    pub(super) fn get(&self, (run, at): At) -> usize {
        self.runs[run][at] as usize
    }

    pub(super) fn set(&mut self, (run, at): At, position: usize) {
        self.runs[run][at] = position as u32;
    }

    /// All positions.
    pub(super) fn positions(&self) -> Vec<u32> {
        self.runs.concat()
    }

    pub(super) fn iter(&self) -> Positions<'_> {
        Positions { rest: self.runs.iter(), front: [].iter(), back: [].iter() }
    }
}

/// Iterates over an [`Order`] from both ends.
pub(super) struct Positions<'a> {
    rest: core::slice::Iter<'a, Vec<u32>>,
    front: core::slice::Iter<'a, u32>,
    back: core::slice::Iter<'a, u32>,
}

impl Positions<'_> {
    #[inline(never)]
    pub(super) fn first(&mut self) -> Option<usize> {
        loop {
            if let Some(position) = self.front.next() {
                return Some(*position as usize);
            }
            let Some(run) = self.rest.next() else {
                return self.back.next().map(|position| *position as usize);
            };
            self.front = run.iter();
        }
    }

    #[inline(never)]
    pub(super) fn last(&mut self) -> Option<usize> {
        loop {
            if let Some(position) = self.back.next_back() {
                return Some(*position as usize);
            }
            let Some(run) = self.rest.next_back() else {
                return self.front.next_back().map(|position| *position as usize);
            };
            self.back = run.iter();
        }
    }
}
