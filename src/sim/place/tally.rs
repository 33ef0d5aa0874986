//! How many Pods of one workload stand on each node.

use crate::base::NodeId;
use crate::base::id::Id as _;

/// Above so many nodes a workload has a number for every node of the cluster.
const FEW: usize = 128;

/// Counts by node, none of them 0 in a short list.
#[derive(Clone, Debug)]
pub(super) enum Tally {
    /// By node.
    Few(Vec<(NodeId, u32)>),
    /// One entry a node.
    Many(Vec<u32>),
}

impl Default for Tally {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

impl Tally {
    pub(super) fn count(&mut self, node: NodeId, more: bool) {
        match self {
            Self::Few(list) => {
                count(list, node, more);
                if list.len() > FEW {
                    let last = list.last().map_or(0, |(node, _)| node.index() as usize);
                    let mut pods = vec![0; last + 1];
                    for (node, count) in list.iter() {
                        pods[node.index() as usize] = *count;
                    }
                    *self = Self::Many(pods);
                }
            }
            Self::Many(pods) => {
                let at = node.index() as usize;
                if pods.len() <= at {
                    pods.resize(at + 1, 0);
                }
                let before = pods[at];
                pods[at] = if more {
                    before + 1
                } else {
                    before.saturating_sub(1)
                };
            }
        }
    }

    #[inline]
    pub(super) fn on(&self, node: NodeId) -> u32 {
        match self {
            Self::Few(list) => {
                let at = list.binary_search_by_key(&node, |(other, _)| *other);
                at.map_or(0, |at| list[at].1)
            }
            Self::Many(pods) => pods.get(node.index() as usize).copied().unwrap_or(0),
        }
    }

    /// Adds the count of each node of a list to its number; lists by node are quickest.
    pub(super) fn add_to(&self, nodes: &[u32], numbers: &mut [u32]) {
        match self {
            Self::Few(list) => {
                let mut at = 0;
                for (node, number) in nodes.iter().zip(numbers) {
                    let node = NodeId::new(*node);
                    if at > 0 && list[at - 1].0 >= node {
                        at = list.partition_point(|(other, _)| *other < node);
                    }
                    while list.get(at).is_some_and(|(other, _)| *other < node) {
                        at += 1;
                    }
                    if let Some((other, pods)) = list.get(at)
                        && *other == node
                    {
                        *number += pods;
                    }
                }
            }
            Self::Many(pods) => {
                for (node, number) in nodes.iter().zip(numbers) {
                    *number += pods.get(*node as usize).copied().unwrap_or(0);
                }
            }
        }
    }

    /// Nodes with their counts, by node.
    pub(super) fn each(&self, mut each: impl FnMut(NodeId, u32)) {
        match self {
            Self::Few(list) => list.iter().for_each(|(node, pods)| each(*node, *pods)),
            Self::Many(pods) => {
                let nodes = pods.iter().enumerate().filter(|(_, pods)| **pods > 0);
                nodes.for_each(|(node, pods)| each(NodeId::new(node as u32), *pods));
            }
        }
    }
}

/// One more, or one less, in a sorted list of counts without zeros.
pub(super) fn count<K: Copy + Ord>(list: &mut Vec<(K, u32)>, key: K, more: bool) {
    match list.binary_search_by_key(&key, |(other, _)| *other) {
        Ok(at) if more => list[at].1 += 1,
        Ok(at) if list[at].1 > 1 => list[at].1 -= 1,
        Ok(at) => {
            list.remove(at);
        }
        Err(at) if more => list.insert(at, (key, 1)),
        Err(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Draw;

    #[test]
    fn short_and_long_tallies_count_alike() {
        let mut tally = Tally::default();
        let mut plain = vec![0_u32; 600];
        for step in 0..20_000 {
            let luck = |n| Draw::of(3, n, step, 0).0 >> 40;
            let node = (luck(0) % 600) as usize;
            let more = luck(1) % 3 < 2;
            if more || plain[node] > 0 {
                tally.count(NodeId(node as u32), more);
                plain[node] = plain[node] + u32::from(more) * 2 - 1;
            }
            if step % 500 == 20 {
                let nodes: Vec<u32> = (0..50).map(|n| (luck(2 + n) % 600) as u32).collect();
                let mut numbers = vec![0; 50];
                tally.add_to(&nodes, &mut numbers);
                let on = |node: &u32| (plain[*node as usize], tally.on(NodeId(*node)));
                for (node, number) in nodes.iter().zip(numbers) {
                    assert_eq!(on(node), (number, number));
                }
                let mut each = vec![0; 600];
                tally.each(|node, pods| each[node.0 as usize] = pods);
                assert_eq!(each, plain);
            }
        }
    }
}
