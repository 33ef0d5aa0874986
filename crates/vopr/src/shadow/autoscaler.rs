//! What the cluster autoscaler has decided, and what holds it back, from the rows alone.

use super::state::{Shadow, Vm};
use base::{GroupId, Map, PodId, PoolId, Set, SimSpan, SimTime, WorkloadId};
use model::RunState;
use model::autoscale::{NoScaleUp, ScaleUpError};
use model::node::Side;
use model::strategy::RunKind;
use model::workload::WorkloadKind;
use trace::{Change, Record, Subject};

/// AM-105.
pub(crate) const GRID: i64 = 10_000;
/// KA-44, KA-45: the first backoff, the longest, and when a failure is forgotten.
const FIRST: SimSpan = SimSpan::from_secs(300);
const LONGEST: SimSpan = SimSpan::from_secs(1800);
const FORGOTTEN: SimSpan = SimSpan::from_secs(10_800);

/// A group that is not to be grown again so soon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldGroup {
    pub length: SimSpan,
    pub until: SimTime,
    pub failed: SimTime,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowAutoscaler {
    pub held: Map<GroupId, HeldGroup>,
    /// Groups whose nodes are awaited, and since when.
    pub awaited: Map<GroupId, SimTime>,
    /// Nodes that were decided and neither requested nor refused.
    pub owed: Map<GroupId, u32>,
    /// Why groups don't grow for workloads.
    pub reasons: Map<(WorkloadId, GroupId), NoScaleUp>,
    /// Pods that the scheduler has found no node for.
    pub unschedulable: Set<PodId>,
    /// The group, its old and its new size, of each decision of an instant.
    pub decided: (SimTime, Vec<(GroupId, u32, u32)>),
    last: SimTime,
}

impl Shadow<'_> {
    /// KA-46: between rows nothing changes, so one look of the grid is like the others.
    pub(crate) fn note_looks(&mut self, at: SimTime, slug: &str) {
        let last = self.autoscaler.last.ms();
        let next = (last + GRID - 1).div_euclid(GRID) * GRID;
        if next < at.ms() || slug.starts_with("autoscaler/") {
            self.look();
        }
        self.autoscaler.last = at;
    }

    fn look(&mut self) {
        if self.control_plane.is_down() {
            return;
        }
        let groups: Vec<GroupId> = self.autoscaler.awaited.keys().copied().collect();
        for group in groups {
            if self.coming(group) == 0 {
                self.autoscaler.awaited.remove(&group);
                self.autoscaler.held.remove(&group);
            }
        }
    }

    /// VMs of a group that boot.
    pub(crate) fn coming(&self, group: GroupId) -> u32 {
        let (group, nodes) = (self.plan.groups[group], self.nodes.iter());
        let own = nodes.filter(|node| node.pool == group.pool && node.zone == group.zone);
        own.filter(|node| matches!(node.vm, Vm::Booting | Vm::Rebooting | Vm::Off)).count() as u32
    }

    /// AM-63: the VMs of a group, without surge VMs whose old node exists; AM-47: of one side.
    pub(crate) fn size_of_group(&self, group: GroupId) -> u32 {
        let own = self.plan.groups[group];
        let side = self.growing_side(own.pool);
        let nodes = self.nodes.iter().filter(|node| node.pool == own.pool && node.zone == own.zone);
        let nodes = nodes.filter(|node| side.is_none() || node.side == side);
        let nodes = nodes.filter(|node| !node.stands_in && !node.surge);
        let goes = |vm| vm == Vm::Deleting { recreate: false };
        // The node of a surge slot goes when the VM that stands in for it takes its place.
        let counts = nodes.filter(|node| match node.vm {
            Vm::Gone | Vm::Abandoned => false,
            vm => !goes(vm) || node.taken == Some(true),
        });
        counts.count() as u32
    }

    /// AM-20, AM-47: the colour that grows, if there are two.
    pub(crate) fn growing_side(&self, pool: PoolId) -> Option<Side> {
        let state = self.pool(pool);
        let two = state.kind == RunKind::BlueGreen && state.course.is_some();
        match state.run {
            run if !two || !run.begun() => None,
            RunState::RollingBack => Some(Side::Blue),
            _ => Some(Side::Green),
        }
    }

    /// KA-10, KA-11: may the autoscaler grow a group for the Pod?
    pub(crate) fn asks_for_nodes(&self, id: PodId) -> bool {
        let workload = &self.plan.workloads[self.pod(id).workload];
        let counts = workload.priority >= -10 || self.control_plane.autopilot;
        let daemon = workload.kind == WorkloadKind::DaemonSet;
        counts && !daemon && self.autoscaler.unschedulable.contains(&id)
    }

    pub(super) fn fold_autoscaler(&mut self, record: &Record, slug: &str) {
        let at = record.at;
        match (record.subject, record.change) {
            (Subject::Pod(pod), change) if change.is_unschedulable() => {
                self.autoscaler.unschedulable.insert(pod);
            }
            (
                Subject::Pod(pod),
                Change::PodBound { .. }
                | Change::PodTerminating { .. }
                | Change::PodForced { .. }
                | Change::PodFinished { .. }
                | Change::PodGone,
            ) => {
                self.autoscaler.unschedulable.remove(&pod);
            }
            (_, Change::ScaleUpDecided { group, from, to }) => {
                self.autoscaler.owed.insert(group, to.saturating_sub(from));
                if self.autoscaler.decided.0 != at {
                    self.autoscaler.decided = (at, Vec::new());
                }
                self.autoscaler.decided.1.push((group, from, to));
            }
            (_, Change::NodeRequested { group, .. }) if slug == "autoscaler/request-node" => {
                let left = self.autoscaler.owed.entry(group).or_insert(0);
                *left = left.saturating_sub(1);
                self.autoscaler.awaited.insert(group, at);
            }
            (_, Change::ScaleUpFailed { group, why, missing, .. }) => {
                match why {
                    ScaleUpError::Timeout => {
                        self.autoscaler.awaited.remove(&group);
                    }
                    _ => {
                        let left = self.autoscaler.owed.entry(group).or_insert(0);
                        *left = left.saturating_sub(missing);
                    }
                }
                let held = self.held_after(group, at);
                self.autoscaler.held.insert(group, held);
            }
            (Subject::Workload(workload), Change::NoScaleUp { group, why, .. }) => {
                self.autoscaler.reasons.insert((workload, group), why);
            }
            (Subject::Workload(workload), Change::ScaleUpPossible { group }) => {
                self.autoscaler.reasons.remove(&(workload, group));
            }
            _ => {}
        }
    }

    /// KA-44, KA-45: how long a group is held that fails now.
    pub(crate) fn held_after(&self, group: GroupId, at: SimTime) -> HeldGroup {
        let earlier = self.autoscaler.held.get(&group).copied();
        let length = match earlier.filter(|one| one.failed + FORGOTTEN >= at) {
            None => FIRST,
            Some(earlier) if earlier.until >= at => earlier.length,
            Some(earlier) => (earlier.length + earlier.length).min(LONGEST),
        };
        HeldGroup { length, until: at + length, failed: at }
    }
}
