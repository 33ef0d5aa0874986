//! Which nodes of a large cluster are scored: the first feasible ones after the cursor, as ranges of the zones' lists.

use super::node_tree::{Cursor, NodeTree};
use super::row::{BLOCK, PointsRow, Rows};
use std::ops::RangeInclusive;

/// Two ranges of a zone's list; one or both may be empty.
pub(super) type Ranges = [(usize, usize); 2];

/// Places that a search skips.
#[derive(Clone, Debug, Default)]
pub(super) struct ExcludedNodes {
    /// By zone and block, a bit per place.
    words: Vec<u64>,
    blocks: usize,
    used: Vec<usize>,
}

impl ExcludedNodes {
    /// Removes all places and follows the node tree's size.
    pub(super) fn clear(&mut self, node_tree: &NodeTree) {
        for word in self.used.drain(..) {
            self.words[word] = 0;
        }
        self.blocks = node_tree.rows().div_ceil(BLOCK);
        self.words.resize(node_tree.zones() * self.blocks, 0);
    }

    /// Excludes a place; false if it already was.
    #[inline]
    pub(super) fn add(&mut self, zone: usize, at: usize) -> bool {
        let (word, bit) = (zone * self.blocks + at / BLOCK, 1 << (at % BLOCK));
        let before = self.words[word];
        if before == 0 {
            self.used.push(word);
        }
        self.words[word] = before | bit;
        before & bit == 0
    }

    #[inline]
    pub(super) fn of(&self, zone: usize, block: usize) -> u64 {
        self.words[zone * self.blocks + block]
    }

    pub(super) fn of_some(&self, zone: usize, blocks: RangeInclusive<usize>) -> &[u64] {
        &self.words[zone * self.blocks..][blocks]
    }
}

/// The nodes of a search.
#[derive(Clone, Copy)]
pub(super) struct SearchedNodes<'a> {
    pub(super) node_tree: &'a NodeTree,
    pub(super) rows: &'a Rows,
    /// By zone: may it take the Pod?
    pub(super) open: &'a [bool],
    pub(super) excluded: &'a ExcludedNodes,
}

impl<'a> SearchedNodes<'a> {
    /// The zones that may take the Pod.
    fn zones(&self) -> impl Iterator<Item = (usize, &'a PointsRow)> + use<'a> {
        let zones = self.rows.zones.iter().enumerate().zip(self.open);
        zones.filter(|(_, open)| **open).map(|(zone, _)| zone)
    }

    /// Counts the nodes of each block that take the Pod and aren't excluded.
    fn count(&self, counts: &mut Vec<u32>) {
        counts.clear();
        counts.resize(self.node_tree.rows().div_ceil(BLOCK), 0);
        for (_, row) in self.zones() {
            row.add_many(counts);
        }
        for word in &self.excluded.used {
            let (zone, block) = (word / self.excluded.blocks, word % self.excluded.blocks);
            if self.open[zone] {
                let out = self.rows.zones[zone].taking(block) & self.excluded.of(zone, block);
                counts[block] -= out.count_ones();
            }
        }
    }
}

/// The nodes that are scored.
#[derive(Clone, Debug, Default)]
pub(super) struct SampledNodes {
    ranges: Vec<Ranges>,
    words: Vec<u64>,
    /// By block, the nodes that take the Pod; empty if no zone and no place is excluded.
    counts: Vec<u32>,
}

impl SampledNodes {
    /// KS-18: finds the ranges of each zone that hold the first `enough` of `all` feasible nodes after the cursor.
    /// Returns the number of nodes found, and where the next search begins.
    pub(super) fn find(
        &mut self,
        field: &SearchedNodes<'_>,
        all: u32,
        cursor: Cursor,
        enough: u32,
    ) -> (u32, Cursor) {
        let SearchedNodes { node_tree, rows, open, .. } = *field;
        let from =
            if (cursor.row as usize) < node_tree.rows() { cursor } else { Cursor::default() };
        let end = if all < enough { None } else { self.end(field, from, enough) };
        self.ranges.clear();
        let lengths = open.iter().zip(&rows.zones);
        let lengths = lengths.map(|(open, row)| if *open { row.len() } else { 0 });
        let Some((again, row, zone)) = end else {
            self.ranges.extend(lengths.map(|length| [(0, length), (0, 0)]));
            return (all, from);
        };
        self.ranges.extend(lengths.enumerate().map(|(z, length)| {
            let first = first(from, z).min(length);
            let stop = (row + usize::from(z <= zone)).min(length);
            if again { [(first, length), (0, stop.min(first))] } else { [(first, stop), (0, 0)] }
        }));
        (enough, node_tree.behind(row, zone))
    }

    /// The place and zone of the last of `enough` feasible nodes, and whether it is before the cursor.
    fn end(
        &mut self,
        field: &SearchedNodes<'_>,
        from: Cursor,
        enough: u32,
    ) -> Option<(bool, usize, usize)> {
        let mut left = enough;
        self.counts.clear();
        if !field.excluded.used.is_empty() || field.open.contains(&false) {
            field.count(&mut self.counts);
        }
        let counts = match self.counts.as_slice() {
            [] => field.rows.many(),
            counts => counts,
        };
        let words = &mut self.words;
        let here = from.row as usize / BLOCK;
        // Once from the cursor to the end, then from the beginning; the cursor's block is split between the two.
        for (block, nodes) in counts.iter().enumerate().skip(here) {
            if block != here && *nodes < left {
                left -= nodes;
            } else if let Some((at, zone)) = end_in(words, field, from, (false, block), &mut left) {
                return Some((false, at, zone));
            }
        }
        for (block, nodes) in counts.iter().enumerate().take(here + 1) {
            if block != here && *nodes < left {
                left -= nodes;
            } else if let Some((at, zone)) = end_in(words, field, from, (true, block), &mut left) {
                return Some((true, at, zone));
            }
        }
        None
    }

    pub(super) fn hold(&self, zone: usize, at: usize) -> bool {
        self.of(zone).iter().any(|(from, to)| (*from..*to).contains(&at))
    }

    #[inline]
    pub(super) fn of(&self, zone: usize) -> Ranges {
        self.ranges[zone]
    }

    /// All ranges with their zones.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let zones = self.ranges.iter().enumerate();
        zones.flat_map(|(zone, both)| both.map(|one| (zone, one)))
    }
}

/// The place and zone of the last of `left` feasible nodes, if it is in the block.
fn end_in(
    words: &mut Vec<u64>,
    field: &SearchedNodes<'_>,
    from: Cursor,
    (again, block): (bool, usize),
    left: &mut u32,
) -> Option<(usize, usize)> {
    words.clear();
    words.resize(field.open.len(), 0);
    let whole = block != from.row as usize / BLOCK;
    for (zone, row) in field.zones() {
        let behind = bits_from(first(from, zone).saturating_sub(block * BLOCK));
        let those = if again { !behind } else { behind };
        words[zone] = row.taking(block) & !field.excluded.of(zone, block) & those;
    }
    if !whole {
        let nodes: u32 = words.iter().map(|word| word.count_ones()).sum();
        if nodes < *left {
            *left -= nodes;
            return None;
        }
    }
    let (at, zone) = nth(words, *left);
    Some((block * BLOCK + at, zone))
}

/// The place in the zone's list where a search begins.
fn first(from: Cursor, zone: usize) -> usize {
    from.row as usize + usize::from(zone < from.zone as usize)
}

fn bits_from(at: usize) -> u64 {
    u64::MAX.checked_shl(at as u32).unwrap_or(0)
}

/// Place and zone of bit number `many`, counted place by place and zone by zone.
fn nth(words: &[u64], many: u32) -> (usize, usize) {
    let before = |at: u32| -> u32 {
        let words = words.iter().map(|word| word & !bits_from(at as usize));
        words.map(u64::count_ones).sum()
    };
    let mut at = 0;
    for step in [32, 16, 8, 4, 2, 1] {
        if before(at + step) < many {
            at += step;
        }
    }
    let mut left = many - before(at);
    for (zone, word) in words.iter().enumerate() {
        left -= (word >> at & 1) as u32;
        if left == 0 {
            return (at as usize, zone);
        }
    }
    (at as usize, words.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sampled_node_is_found_in_order() {
        let words = [0b1011, 1 << 63 | 0b0010, 0];
        let found: Vec<_> = (1..=5).map(|many| nth(&words, many)).collect();
        assert_eq!(found, [(0, 0), (1, 0), (1, 1), (3, 0), (63, 1)]);
    }
}
