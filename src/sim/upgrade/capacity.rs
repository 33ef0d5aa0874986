//! Capacity: one unit per VM from its request to the end of its deletion (AM-60). The user sets how much
//! there is; the engine only keeps the books.

use std::collections::BTreeSet;

use super::surge::SlotAt;
use crate::base::{NodeId, ZoneId};
use crate::sim::Sim;
use crate::sim::rules::Rule;
use crate::trace::{Blocker, Change, Subject};

/// Who was told that there is no capacity; a refusal is a row once, not at each try.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refusals {
    told: BTreeSet<(Subject, Blocker)>,
}

impl Sim {
    /// Would a VM in the zone be refused?
    pub(super) fn no_capacity(&self, zone: ZoneId) -> bool {
        self.core.world.cluster.stockout[zone] || self.core.world.free_capacity() == Some(0)
    }

    pub(super) fn tell_refused(&mut self, at: SlotAt) {
        self.refuse(Subject::Pool(at.pool), at.zone);
    }

    pub(super) fn tell_node_refused(&mut self, at: SlotAt, node: NodeId) {
        self.refuse(Subject::Node(node), at.zone);
    }

    fn refuse(&mut self, subject: Subject, zone: ZoneId) {
        let blocker = if self.core.world.cluster.stockout[zone] {
            Blocker::Stockout { zone }
        } else {
            Blocker::Quota {
                spare: self.core.world.cluster.spare.unwrap_or(0),
            }
        };
        if self.refusals.told.insert((subject, blocker)) {
            self.tx()
                .record(Rule::NoCapacity, subject, Change::Blocked { by: blocker });
        }
    }

    /// Something was freed or the user changed the capacity: whoever waits asks again, pools in order.
    pub(in crate::sim) fn capacity_changed(&mut self) {
        for pool in self.plan.pools.ids() {
            let Some(run) = self.runs[pool].take() else {
                continue;
            };
            let run = self.surge_capacity(run);
            self.runs[pool] = Some(run);
            self.after_step(pool);
        }
        if self.core.world.free_capacity() != Some(0) {
            self.refusals
                .told
                .retain(|(_, blocker)| matches!(blocker, Blocker::Stockout { .. }));
        }
        let stockout = &self.core.world.cluster.stockout;
        self.refusals.told.retain(|(_, blocker)| match blocker {
            Blocker::Stockout { zone } => stockout[*zone],
            _ => true,
        });
    }
}
