//! Workloads with Pods on many nodes: their nodes are grouped by the number of these Pods instead of scored one by one.

use super::row::{Block, PointsRow, REJECTED, split};

/// For each workload that counts, its Pods by node.
#[derive(Default)]
pub(super) struct PodsPerNode<'a>(pub(super) Vec<&'a [u32]>);

impl PodsPerNode<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of these Pods are on the node.
    pub(super) fn on(&self, node: u32) -> usize {
        let on = |pods: &&[u32]| pods.get(node as usize).copied().unwrap_or(0);
        self.0.iter().map(on).sum::<u32>() as usize
    }
}

/// Nodes of a zone with the same number of counted Pods, and the highest score of their loads.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeKind {
    pub(super) zone: usize,
    pub(super) pods: u32,
    pub(super) points: i64,
    /// A node of the kind, if it is scored individually.
    pub(super) apart: Option<u32>,
}

/// The highest score of a zone's nodes by their number of counted Pods.
#[derive(Clone, Debug)]
pub(super) struct PointsByPods {
    /// The nodes without counted Pods: all of them, if none are counted.
    none: i16,
    some: Vec<i16>,
}

impl Default for PointsByPods {
    fn default() -> Self {
        Self { none: REJECTED, some: Vec::new() }
    }
}

impl PointsByPods {
    #[inline]
    fn of(&self, pods: usize) -> i16 {
        match pods.checked_sub(1) {
            None => self.none,
            Some(at) => self.some.get(at).copied().unwrap_or(REJECTED),
        }
    }

    fn set(&mut self, pods: usize, score: i16) {
        match pods.checked_sub(1) {
            None => self.none = score,
            Some(at) => {
                if self.some.len() < pods {
                    self.some.resize(pods, REJECTED);
                }
                self.some[at] = score;
            }
        }
    }

    /// Adds some nodes of a block; false if the block's maximum isn't among them, so that each must be read.
    #[inline]
    pub(super) fn add(&mut self, block: &Block, nodes: u64) -> bool {
        let mut clear = true;
        block.each_top(|top| {
            let (pods, _) = split(top.score);
            if top.nodes != 0 && top.score > self.of(pods) {
                if top.nodes & nodes != 0 {
                    self.set(pods, top.score);
                } else {
                    clear = false;
                }
            }
        });
        clear
    }

    /// Adds some nodes of a block by reading each.
    pub(super) fn add_each(&mut self, row: &PointsRow, block: usize, nodes: u64) {
        row.blocks(block..=block)[0].each_top(|top| {
            let (pods, _) = split(top.score);
            if top.nodes != 0 && top.score > self.of(pods) {
                let score = row.most_among(block, nodes, top.score);
                self.set(pods, score.max(self.of(pods)));
            }
        });
    }

    /// Lists the collected scores as kinds of nodes and clears them.
    pub(super) fn list(&mut self, zone: usize, kinds: &mut Vec<NodeKind>) {
        let none = std::mem::replace(&mut self.none, REJECTED);
        let all = std::iter::once(none).chain(self.some.drain(..));
        for score in all.filter(|score| *score >= 0) {
            let (pods, points) = split(score);
            kinds.push(NodeKind { zone, pods: pods as u32, points, apart: None });
        }
    }
}
