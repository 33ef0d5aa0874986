//! Which filters reject a shape of Pod on each node, kept up to date by the nodes whose load changed.

use super::cycle::Cycle;
use super::filters::FILTERS;
use super::node_status::NodeStatus;
use super::recent::{Recent, most};
use base::mutes_rules;

/// Counts of rejections by shape of Pod.
#[derive(Clone, Debug, Default)]
pub(super) struct Reasons(Recent<u64, Column>);

#[derive(Clone, Debug, Default)]
struct Column {
    /// Length of the list of changed loads, and its epoch, when the column was last updated.
    seen: usize,
    epoch: Option<u64>,
    /// By node, the filters that give reasons to reject the Pod, as bits of places in [`FILTERS`].
    given: Vec<u32>,
    counts: [u32; FILTERS.len()],
}

impl Reasons {
    pub(super) fn of(&mut self, cx: &Cycle<'_>) -> Vec<(u32, u32)> {
        if mutes_rules() || !cx.asks_each_node_alone() {
            return cx.rejections();
        }
        let shape = cx.occupancy.shape_of(cx.plan, &cx.cluster.pods[cx.pod]);
        let column = self.0.of(shape, most(cx.occupancy.status.len(), size_of::<u32>()));
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
        if self.epoch != Some(all.loads.epoch) {
            *self = Self { epoch: Some(all.loads.epoch), ..Self::default() };
            self.given.resize(all.status.len(), 0);
            for node in 0..self.given.len() as u32 {
                self.update(cx, node);
            }
        } else {
            self.given.resize(all.status.len(), 0);
            for node in &all.loads.changed[self.seen..] {
                self.update(cx, *node);
            }
        }
        self.seen = all.loads.changed.len();
    }

    fn update(&mut self, cx: &Cycle<'_>, node: u32) {
        let exists = cx.occupancy.status[node as usize] != NodeStatus::Absent;
        let now = if exists { cx.reasons(node) } else { 0 };
        let before = std::mem::replace(&mut self.given[node as usize], now);
        if before != now {
            for (at, count) in self.counts.iter_mut().enumerate() {
                *count = *count + (now >> at & 1) - (before >> at & 1);
            }
        }
    }
}
