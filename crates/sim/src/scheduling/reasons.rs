//! Which filter rejects a shape of Pod on each node, kept up to date by the nodes whose load changed.

use super::cycle::Cycle;
use super::filters::FILTERS;
use super::node_status::NodeStatus;
use super::recent::{Recent, most};
use base::mutes_rules;

/// Counts of rejections by shape of Pod.
#[derive(Clone, Debug, Default)]
pub(super) struct Reasons(Recent<u32, Column>);

#[derive(Clone, Debug, Default)]
struct Column {
    /// Length of the list of changed loads, and its epoch, when the column was last updated.
    seen: usize,
    epoch: Option<u64>,
    /// By node, the index in [`FILTERS`] of the first filter that rejects the Pod, or the table's length.
    first: Vec<u8>,
    counts: [u32; FILTERS.len() + 1],
}

impl Reasons {
    pub(super) fn of(&mut self, cx: &Cycle<'_>) -> Vec<(u32, u32)> {
        if mutes_rules() || !cx.asks_each_node_alone() {
            return cx.rejections();
        }
        let shape = cx.occupancy.classes.shape(cx.workload);
        let column = self.0.of(shape, most(cx.occupancy.status.len(), size_of::<u8>()));
        column.follow(cx);
        let rows = FILTERS.iter().zip(&column.counts);
        let reported = rows
            .filter(|(_, nodes)| **nodes > 0)
            .map(|(filter, nodes)| (filter.no, *nodes))
            .collect();
        debug_assert_eq!(reported, cx.rejections());
        reported
    }
}

impl Column {
    fn follow(&mut self, cx: &Cycle<'_>) {
        let all = cx.occupancy;
        let nodes = all.status.len();
        if self.epoch == Some(all.loads.epoch) {
            self.counts[FILTERS.len()] += (nodes - self.first.len()) as u32;
            self.first.resize(nodes, FILTERS.len() as u8);
            for node in &all.loads.changed[self.seen..] {
                let before = std::mem::replace(&mut self.first[*node as usize], first(cx, *node));
                self.counts[before as usize] -= 1;
                self.counts[self.first[*node as usize] as usize] += 1;
            }
        } else {
            self.epoch = Some(all.loads.epoch);
            self.counts = Default::default();
            self.first = (0..nodes as u32).map(|node| first(cx, node)).collect();
            for first in &self.first {
                self.counts[*first as usize] += 1;
            }
        }
        self.seen = all.loads.changed.len();
    }
}

fn first(cx: &Cycle<'_>, node: u32) -> u8 {
    let exists = cx.occupancy.status[node as usize] != NodeStatus::Absent;
    let rejects = exists.then(|| cx.rejection(node)).flatten();
    let at = rejects.and_then(|first| FILTERS.iter().position(|filter| filter == first));
    at.unwrap_or(FILTERS.len()) as u8
}
