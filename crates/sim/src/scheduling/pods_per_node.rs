//! Workloads with Pods on more than a few nodes: their nodes are not weighed one by one, but by how many stand there.

use super::row::{Block, PointsRow, REJECTED, split};

/// Pods per node, of each workload that counts.
#[derive(Default)]
pub(super) struct PodsPerNode<'a>(pub(super) Vec<&'a [u32]>);

impl PodsPerNode<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of their Pods stand on the node.
    pub(super) fn on(&self, node: u32) -> usize {
        let on = |pods: &&[u32]| pods.get(node as usize).copied().unwrap_or(0);
        self.0.iter().map(on).sum::<u32>() as usize
    }
}

/// Nodes of a zone with as many Pods that count, and the most that the load of one of them is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeKind {
    pub(super) zone: usize,
    pub(super) pods: u32,
    pub(super) points: i64,
    /// One of them, if they are weighed apart from the others.
    pub(super) apart: Option<u32>,
}

/// The most points of the nodes of a zone with as many Pods of a crowd.
#[derive(Clone, Debug)]
pub(super) struct PointsByPods {
    /// Of those with none, which are all where no crowd counts.
    none: i16,
    some: Vec<i16>,
}

impl Default for PointsByPods {
    fn default() -> Self {
        Self {
            none: REJECTED,
            some: Vec::new(),
        }
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

    fn set(&mut self, pods: usize, worth: i16) {
        match pods.checked_sub(1) {
            None => self.none = worth,
            Some(at) => {
                if self.some.len() < pods {
                    self.some.resize(pods, REJECTED);
                }
                self.some[at] = worth;
            }
        }
    }

    /// Takes in some nodes of a block; false where it takes a look at each of them.
    #[inline]
    pub(super) fn meet(&mut self, block: &Block, nodes: u64) -> bool {
        let mut clear = true;
        block.each_top(|top| {
            let (pods, _) = split(top.worth);
            if top.nodes != 0 && top.worth > self.of(pods) {
                if top.nodes & nodes != 0 {
                    self.set(pods, top.worth);
                } else {
                    clear = false;
                }
            }
        });
        clear
    }

    /// Takes a look at each of some nodes of a block.
    pub(super) fn meet_each(&mut self, row: &PointsRow, block: usize, nodes: u64) {
        row.blocks(block..=block)[0].each_top(|top| {
            let (pods, _) = split(top.worth);
            if top.nodes != 0 && top.worth > self.of(pods) {
                let worth = row.most_among(block, nodes, top.worth);
                self.set(pods, worth.max(self.of(pods)));
            }
        });
    }

    /// Forgets what was met and lists it as kinds of nodes.
    pub(super) fn list(&mut self, zone: usize, kinds: &mut Vec<NodeKind>) {
        let none = std::mem::replace(&mut self.none, REJECTED);
        let all = std::iter::once(none).chain(self.some.drain(..));
        for worth in all.filter(|worth| *worth >= 0) {
            let (pods, points) = split(worth);
            kinds.push(NodeKind {
                zone,
                pods: pods as u32,
                points,
                apart: None,
            });
        }
    }
}
