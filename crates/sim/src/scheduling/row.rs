//! The scores of a zone's nodes for a kind of Pod, in blocks that know which of their nodes take the Pod and which
//! score highest, so that most nodes are counted and the best is found without reading each.

use std::ops::RangeInclusive;

/// The node rejects the Pod.
pub(super) const REJECTED: i16 = -1;

/// Nodes of a block, one bit each.
pub(super) const BLOCK: usize = 64;

/// Bits of the load's score; the bits above hold the number of counted Pods on the node.
pub(super) const POINTS: u32 = 8;

/// Splits a score into the number of counted Pods and the load's score.
#[inline]
pub(super) fn split(score: i16) -> (usize, i64) {
    ((score >> POINTS) as usize, (score & ((1 << POINTS) - 1)).into())
}

#[inline]
pub(super) fn join(pods: u32, points: i64) -> i16 {
    points as i16 | (pods << POINTS) as i16
}

/// The rows of all zones.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) zones: Vec<PointsRow>,
    /// By block, the nodes of all zones that don't reject the Pod.
    many: Vec<u32>,
}

impl Rows {
    pub(super) fn new(zones: Vec<PointsRow>) -> Self {
        let blocks = zones.iter().map(|row| row.blocks.len()).max();
        let mut many = vec![0; blocks.unwrap_or(0)];
        zones.iter().for_each(|row| row.add_many(&mut many));
        Self { many, zones }
    }

    pub(super) fn set(&mut self, zone: usize, at: usize, score: i16) {
        let row = &mut self.zones[zone];
        row.grow(at + 1);
        let before = row.many;
        row.set(at, score);
        let block = at / BLOCK;
        if self.many.len() <= block {
            self.many.resize(block + 1, 0);
        }
        self.many[block] = self.many[block] + row.many - before;
    }

    /// By block, the number of nodes in all zones that don't reject the Pod.
    #[inline]
    pub(super) fn many(&self) -> &[u32] {
        &self.many
    }
}

/// The scores of one zone, by place in the zone's list.
#[derive(Clone, Debug, Default)]
pub(super) struct PointsRow {
    scores: Vec<i16>,
    blocks: Vec<Block>,
    /// By block, the number of nodes that don't reject the Pod.
    counts: Vec<u8>,
    /// The number of nodes that don't reject the Pod.
    many: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The nodes that don't reject the Pod.
    pub(super) taking: u64,
    /// The highest score, and its nodes; with counted Pods, one [`Top`] for each number of them.
    top: Top,
    others: Vec<Top>,
}

/// The nodes of a block with the highest score; `nodes` is empty if none are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Top {
    pub(super) score: i16,
    pub(super) nodes: u64,
}

impl Default for Top {
    fn default() -> Self {
        Self { score: REJECTED, nodes: 0 }
    }
}

impl Block {
    #[inline]
    pub(super) fn each_top(&self, mut each: impl FnMut(&Top)) {
        each(&self.top);
        for top in &self.others {
            each(top);
        }
    }

    #[inline]
    fn top_of(&self, score: i16) -> Option<&Top> {
        let alike = |top: &&Top| top.score >> POINTS == score >> POINTS;
        Some(&self.top).filter(alike).or_else(|| self.others.iter().find(alike))
    }

    fn top_where(&mut self, is: impl Fn(&Top) -> bool) -> Option<&mut Top> {
        if is(&self.top) {
            return Some(&mut self.top);
        }
        self.others.iter_mut().find(|top| is(top))
    }

    fn lower(&mut self, score: i16, bit: u64, scores: &[i16]) {
        self.taking &= !bit;
        if let Some(top) = self.top_where(|top| top.nodes & bit != 0) {
            top.nodes &= !bit;
            if top.nodes == 0 {
                top.score = most_alike(scores, score);
                top.nodes = nodes_with(scores, top.score);
            }
        }
    }

    fn raise(&mut self, score: i16, bit: u64) {
        self.taking |= bit;
        let pods = score >> POINTS;
        if let Some(top) = self.top_where(|top| top.score >> POINTS == pods) {
            if top.score == score {
                top.nodes |= bit;
            } else if top.score < score {
                (top.score, top.nodes) = (score, bit);
            }
            return;
        }
        let new = Top { score, nodes: bit };
        match self.top_where(|top| top.nodes == 0) {
            Some(top) => *top = new,
            None => self.others.push(new),
        }
    }
}

impl PointsRow {
    pub(super) fn new(scores: impl ExactSizeIterator<Item = i16>) -> Self {
        let mut row = Self::default();
        row.grow(scores.len());
        for (at, score) in scores.enumerate() {
            row.set(at, score);
        }
        row
    }

    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// The number of nodes that don't reject the Pod.
    pub(super) fn many(&self) -> u32 {
        self.many
    }

    /// Makes room for new nodes at the end.
    pub(super) fn grow(&mut self, len: usize) {
        if self.scores.len() < len {
            self.scores.resize(len, REJECTED);
            self.blocks.resize(len.div_ceil(BLOCK), Block::default());
            self.counts.resize(len.div_ceil(BLOCK), 0);
        }
    }

    #[inline]
    pub(super) fn at(&self, at: usize) -> i16 {
        self.scores.get(at).copied().unwrap_or(REJECTED)
    }

    pub(super) fn set(&mut self, at: usize, score: i16) {
        let before = std::mem::replace(&mut self.scores[at], score);
        if before == score {
            return;
        }
        let (block, bit) = (at / BLOCK, 1 << (at % BLOCK));
        if before >= 0 {
            self.many -= 1;
            self.counts[block] -= 1;
            let scores = part(&self.scores, block);
            self.blocks[block].lower(before, bit, scores);
        }
        if score >= 0 {
            self.many += 1;
            self.counts[block] += 1;
            self.blocks[block].raise(score, bit);
        }
    }

    /// Adds the number of each block's nodes that don't reject the Pod. A short loop over bytes.
    pub(super) fn add_many(&self, sums: &mut [u32]) {
        for (sum, many) in sums.iter_mut().zip(&self.counts) {
            *sum += u32::from(*many);
        }
    }

    /// The nodes of the block that don't reject the Pod.
    #[inline]
    pub(super) fn taking(&self, block: usize) -> u64 {
        self.blocks.get(block).map_or(0, |block| block.taking)
    }

    pub(super) fn blocks(&self, which: RangeInclusive<usize>) -> &[Block] {
        &self.blocks[which]
    }

    /// The highest score of the given nodes of the block, among those with as many counted Pods as `like`.
    pub(super) fn most_among(&self, block: usize, nodes: u64, like: i16) -> i16 {
        let mut scores = [REJECTED; BLOCK];
        let part = part(&self.scores, block);
        scores[..part.len()].copy_from_slice(part);
        let mut out = !nodes;
        while out != 0 {
            scores[out.trailing_zeros() as usize] = REJECTED;
            out &= out - 1;
        }
        most_alike(&scores, like)
    }

    /// The nodes of the block with this score.
    #[inline]
    pub(super) fn nodes_at(&self, block: usize, score: i16) -> u64 {
        match self.blocks[block].top_of(score) {
            Some(top) if top.score == score => top.nodes,
            Some(top) if top.score > score => nodes_with(part(&self.scores, block), score),
            _ => 0,
        }
    }
}

fn part(scores: &[i16], block: usize) -> &[i16] {
    let from = block * BLOCK;
    &scores[from..(from + BLOCK).min(scores.len())]
}

/// The highest score of the nodes with as many counted Pods as `like`. Branch-free, so that the compiler can vectorize it.
fn most_alike(scores: &[i16], like: i16) -> i16 {
    let pods = like >> POINTS;
    let alike = |score: i16| {
        if score >> POINTS == pods { score } else { REJECTED }
    };
    scores.iter().fold(REJECTED, |most, score| most.max(alike(*score)))
}

/// The nodes with this score, as bits.
fn nodes_with(scores: &[i16], wanted: i16) -> u64 {
    if wanted == REJECTED {
        return 0;
    }
    let mut nodes = 0;
    for (n, some) in scores.chunks(16).enumerate() {
        let mut bits = 0_u16;
        for (at, score) in some.iter().enumerate() {
            bits |= u16::from(*score == wanted) << at;
        }
        nodes |= u64::from(bits) << (16 * n);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Draw;

    #[test]
    fn blocks_agree_with_their_scores() {
        let of = |luck: usize| {
            [REJECTED, 3, 4, 5 | 1 << POINTS, 7 | 1 << POINTS, 5 | 4 << POINTS][luck % 6]
        };
        let mut row = PointsRow::new((0..100).map(of));
        row.grow(150);
        for step in 0..4000 {
            let luck = |n| (Draw::of(5, n, step, 0).0 >> 40) as usize;
            row.set(luck(0) % 150, of(luck(1)));
            let block = luck(2) % 3;
            let places =
                || (block * BLOCK..150.min((block + 1) * BLOCK)).map(|at| (at % BLOCK, row.at(at)));
            let bits = |wanted: &dyn Fn(i16) -> bool| {
                let those = places().filter(|(_, score)| wanted(*score));
                those.fold(0_u64, |bits, (at, _)| bits | 1 << at)
            };
            assert_eq!(row.taking(block), bits(&|score| score >= 0));
            let all = (0..150).filter(|at| row.at(*at) >= 0).count();
            assert_eq!(row.many() as usize, all);
            assert_eq!(u32::from(row.counts[block]), row.taking(block).count_ones());
            for luck in 1..6 {
                assert_eq!(row.nodes_at(block, of(luck)), bits(&|score| score == of(luck)));
            }
            for pods in [0, 1, 4] {
                let alike = |score: i16| score >= 0 && split(score).0 == pods;
                let most = places().map(|(_, score)| score).filter(|score| alike(*score)).max();
                let mut met = None;
                row.blocks[block].each_top(|top| {
                    if top.nodes != 0 && split(top.score).0 == pods {
                        met = Some(top.score);
                    }
                });
                assert_eq!(met, most);
                let some = luck(3) as u64 * 0x1_0000_0001;
                let among = places().filter(|(at, score)| alike(*score) && some >> at & 1 == 1);
                let most = among.map(|(_, score)| score).max().unwrap_or(REJECTED);
                assert_eq!(row.most_among(block, some, (pods << POINTS) as i16), most);
            }
        }
    }
}
