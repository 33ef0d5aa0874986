//! What the nodes of a zone are worth to a shape of Pod, and how many of them take it: by blocks, so that most are counted
//! without a look at each.

use std::ops::Range;

/// The node rejects the Pod.
pub(super) const REJECTED: i16 = -1;

/// Places whose nodes are counted together.
pub(super) const BLOCK: usize = 64;

/// By place in the zone's lane.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    points: Vec<i16>,
    /// Of each block, the nodes that do not reject the Pod.
    blocks: Vec<u8>,
    /// All of them.
    many: u32,
}

impl Row {
    pub(super) fn new(points: Vec<i16>) -> Self {
        let blocks: Vec<u8> = points
            .chunks(BLOCK)
            .map(|block| feasible(block) as u8)
            .collect();
        Self {
            many: blocks.iter().map(|block| u32::from(*block)).sum(),
            blocks,
            points,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// How many nodes do not reject the Pod.
    pub(super) fn many(&self) -> u32 {
        self.many
    }

    /// Nodes came, behind the others.
    pub(super) fn grow(&mut self, len: usize) {
        if self.points.len() < len {
            self.points.resize(len, REJECTED);
            self.blocks.resize(len.div_ceil(BLOCK), 0);
        }
    }

    #[inline]
    pub(super) fn at(&self, at: usize) -> i16 {
        self.points.get(at).copied().unwrap_or(REJECTED)
    }

    pub(super) fn part(&self, range: Range<usize>) -> &[i16] {
        &self.points[range]
    }

    /// Gives back what was there.
    #[inline]
    pub(super) fn set(&mut self, at: usize, points: i16) -> i16 {
        let before = std::mem::replace(&mut self.points[at], points);
        let (took, takes) = (u8::from(before >= 0), u8::from(points >= 0));
        let block = &mut self.blocks[at / BLOCK];
        *block = *block + takes - took;
        self.many = self.many + u32::from(takes) - u32::from(took);
        before
    }

    /// How many nodes of at most one block do not reject the Pod.
    pub(super) fn count(&self, from: usize, to: usize) -> u32 {
        let to = to.min(self.points.len());
        let from = from.min(to);
        if from.is_multiple_of(BLOCK) && (to - from == BLOCK || to == self.points.len()) {
            return self
                .blocks
                .get(from / BLOCK)
                .map_or(0, |block| u32::from(*block));
        }
        feasible(&self.points[from..to])
    }
}

/// A short loop without a branch, which a compiler makes several steps of at once.
fn feasible(points: &[i16]) -> u32 {
    let some = points.iter().map(|points| u16::from(*points >= 0));
    u32::from(some.sum::<u16>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Draw;

    #[test]
    fn blocks_count_what_the_places_say() {
        let mut row = Row::new((0..100).map(|at| at % 3 - 1).collect());
        row.grow(150);
        for step in 0..4000 {
            let luck = |n| (Draw::of(5, n, step, 0).0 >> 40) as usize;
            row.set(luck(0) % 150, (luck(1) % 4) as i16 - 1);
            let from = luck(2) % 150;
            let to = (from / BLOCK + 1) * BLOCK;
            let plain = |from: usize, to: usize| {
                let part = row.part(from..to.min(150)).iter();
                part.filter(|points| **points >= 0).count() as u32
            };
            assert_eq!(row.count(from, to), plain(from, to));
            let block = from / BLOCK * BLOCK;
            assert_eq!(row.count(block, to), plain(block, to));
            assert_eq!(row.many(), plain(0, 150));
        }
    }
}
