//! What the cluster autoscaler has decided, and what holds it back, from the rows alone.

use super::state::{Life, Shadow, Vm};
use base::{GroupId, Map, NodeId, PodId, PoolId, Set, SimSpan, SimTime, WorkloadId};
use model::RunState;
use model::autoscale::{NoScaleUp, ScaleUpError, Stays};
use model::node::Side;
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct RemovedNode {
    pub drain: bool,
    /// Its drain was given up.
    pub failed: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowAutoscaler {
    pub held: Map<GroupId, HeldGroup>,
    /// Groups whose nodes are awaited, and since when.
    pub awaited: Map<GroupId, SimTime>,
    /// Nodes that were decided and neither requested nor refused.
    pub owed: Map<GroupId, u32>,
    /// Why groups don't grow for workloads, with the number of the filter.
    pub reasons: Map<(WorkloadId, GroupId), (NoScaleUp, u32)>,
    /// Pods that the scheduler has found no node for.
    pub unschedulable: Set<PodId>,
    /// The group, its old and its new size, of each decision of an instant.
    pub decided: (SimTime, Vec<(GroupId, u32, u32)>),
    /// For how many Pods of which workloads.
    pub triggered: Vec<(WorkloadId, u32)>,
    /// The nodes marked at an instant, and which of them are drained.
    pub marked: (SimTime, Vec<(NodeId, bool)>),
    /// Nodes that it has asked for and that haven't registered, and the look that saw them first.
    pub unregistered: Map<NodeId, Option<SimTime>>,
    /// Since when nodes are unneeded.
    pub unneeded: Map<NodeId, SimTime>,
    /// Nodes that were kept after all or recreated, whose time may have started over.
    pub kept: Set<NodeId>,
    /// Why nodes stay, and because of which Pod.
    pub stays: Map<NodeId, (Stays, Option<PodId>)>,
    /// Nodes that are on their way out.
    pub removing: Map<NodeId, RemovedNode>,
    /// When the drain of a node failed last.
    pub drain_failed: Map<NodeId, SimTime>,
    last: SimTime,
}

/// The first look at an instant or after it.
fn on_grid(at: SimTime) -> SimTime {
    SimTime::from_ms((at.ms() + GRID - 1).div_euclid(GRID) * GRID)
}

impl Shadow<'_> {
    /// KA-46: between rows nothing changes, so one look of the grid is like the others.
    pub(crate) fn note_looks(&mut self, at: SimTime, slug: &str) {
        let next = on_grid(self.autoscaler.last);
        // AM-56: a replica of the control plane goes down after the look of its instant.
        let now = slug.starts_with("autoscaler/") || slug == "control-plane/replica";
        if next < at || now {
            self.look(next, at, now);
        }
        self.autoscaler.last = at;
    }

    fn look(&mut self, next: SimTime, at: SimTime, now: bool) {
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
        // A node is first seen by a look after the one that asked for it.
        for (node, seen) in self.autoscaler.unregistered.clone() {
            let created = self.node(node).created;
            let first = next.max(on_grid(created + SimSpan::from_ms(1)));
            let looked = first < at || first == at && now;
            if self.node(node).vm != Vm::Booting {
                self.autoscaler.unregistered.remove(&node);
            } else if seen.is_none() && looked {
                self.autoscaler.unregistered.insert(node, Some(first));
            }
        }
    }

    /// KA-47: until when a node is awaited that the autoscaler has asked for, if a look has seen it.
    pub(crate) fn awaited_until(&self, node: NodeId) -> Option<SimTime> {
        let settings = self.plan.pools[self.node(node).pool].autoscaling?;
        Some((*self.autoscaler.unregistered.get(&node)?)? + settings.provisioning)
    }

    /// KA-47, AM-47, BS-93: how many nodes there are of those that a node's minimum is of, and that minimum.
    pub(crate) fn beside(&self, id: NodeId) -> (u32, u32) {
        let node = self.node(id);
        let Some(settings) = self.plan.pools[node.pool].autoscaling else {
            return (0, 0);
        };
        let side = self.growing_side(node.pool).and(node.side);
        let groups = self.plan.pools[node.pool].groups.iter().copied();
        let own =
            groups.filter(|group| settings.total || self.plan.groups[*group].zone == node.zone);
        let min = if self.is_emptied(node) { 0 } else { settings.min };
        (own.map(|group| self.size_of_side(group, side)).sum(), min)
    }

    /// VMs of a group that boot.
    pub(crate) fn coming(&self, group: GroupId) -> u32 {
        let group = self.plan.groups[group];
        let own = self.in_zone(group.pool, group.zone);
        let side = self.growing_side(group.pool);
        let own = own.filter(|node| !node.stands_in && !node.surge);
        let own = own.filter(|node| side.is_none() || node.side == side);
        own.filter(|node| matches!(node.vm, Vm::Booting | Vm::Rebooting | Vm::Off)).count() as u32
    }

    /// AM-47: the size of a group, or of its side that grows.
    pub(crate) fn size_of_group(&self, group: GroupId) -> u32 {
        self.size_of_side(group, self.growing_side(self.plan.groups[group].pool))
    }

    /// AM-63, BS-49: the VMs of a group, without surge VMs whose old node exists.
    fn size_of_side(&self, group: GroupId, side: Option<Side>) -> u32 {
        let own = self.plan.groups[group];
        let nodes = self.in_zone(own.pool, own.zone);
        let nodes = nodes.filter(|node| side.is_none() || node.side == side);
        let nodes = nodes.filter(|node| !node.stands_in && !node.surge);
        // The node of a surge slot is gone before the VM that stands in for it takes its place.
        let counts = nodes.filter(|node| match node.vm {
            Vm::Gone | Vm::Abandoned => false,
            Vm::Deleting { recreate: false } => node.taken.is_some(),
            _ => true,
        });
        counts.count() as u32
    }

    /// AM-20, AM-47: the colour that grows, if there are two.
    pub(crate) fn growing_side(&self, pool: PoolId) -> Option<Side> {
        let state = self.pool(pool);
        let two = state.course.is_some();
        match state.run {
            run if !two || !run.begun() => None,
            RunState::RollingBack => Some(Side::Blue),
            _ => Some(Side::Green),
        }
    }

    /// KA-10, KA-11: may the autoscaler grow a group for the Pod?
    pub(crate) fn asks_for_nodes(&self, id: PodId) -> bool {
        self.counts(id) && self.autoscaler.unschedulable.contains(&id)
    }

    /// KA-87: does it count as if it waited, since its node goes?
    pub(crate) fn leaves_with_node(&self, id: PodId) -> bool {
        let pod = self.pod(id);
        let goes = pod.on.is_some_and(|node| self.node(node).marked);
        let comes_again = self.plan.workloads[pod.workload].kind != WorkloadKind::Mirror;
        goes && comes_again
            && self.counts(id)
            && matches!(pod.life, Life::Starting | Life::Running { .. })
    }

    fn counts(&self, id: PodId) -> bool {
        let workload = &self.plan.workloads[self.pod(id).workload];
        let counts = workload.priority >= -10 || self.control_plane.autopilot;
        counts && workload.kind != WorkloadKind::DaemonSet
    }

    fn fold_removal(&mut self, at: SimTime, id: NodeId, change: Change) {
        let taken = self.nodes.get(id).is_some_and(|node| node.taken.is_some());
        let scaler = &mut self.autoscaler;
        match change {
            Change::Unneeded => {
                scaler.unneeded.insert(id, at);
                scaler.kept.remove(&id);
                scaler.stays.remove(&id);
            }
            Change::NeededAgain => {
                scaler.unneeded.remove(&id);
            }
            Change::Stays { why, pod } => {
                scaler.stays.insert(id, (why, pod.checked_sub(1).map(PodId)));
            }
            // If it is kept before the next look, its time goes on.
            Change::DeletionMarked { drain } => {
                scaler.stays.remove(&id);
                scaler.removing.insert(id, RemovedNode { drain, failed: false });
                if scaler.marked.0 != at {
                    scaler.marked = (at, Vec::new());
                }
                scaler.marked.1.push((id, drain));
            }
            Change::DrainAborted => {
                if let Some(own) = scaler.removing.get_mut(&id) {
                    own.failed = true;
                }
            }
            Change::DeletionGivenUp => {
                let own = scaler.removing.remove(&id);
                scaler.kept.insert(id);
                if own.is_some_and(|own| own.failed) && !taken {
                    scaler.drain_failed.insert(id, at);
                }
            }
            Change::NodeGone => {
                scaler.kept.insert(id);
                scaler.removing.remove(&id);
            }
            _ => {}
        }
    }

    pub(super) fn fold_autoscaler(&mut self, record: &Record, slug: &str) {
        let at = record.at;
        if let Subject::Node(id) = record.subject {
            self.fold_removal(at, id, record.change);
        }
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
                    self.autoscaler.triggered.clear();
                }
                self.autoscaler.decided.1.push((group, from, to));
            }
            (Subject::Workload(workload), Change::ScaleUpTriggered { pods, .. }) => {
                self.autoscaler.triggered.push((workload, pods));
            }
            (Subject::Node(node), Change::NodeRequested { group, .. })
                if slug == "autoscaler/request-node" =>
            {
                self.autoscaler.unregistered.insert(node, None);
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
            (Subject::Workload(workload), Change::NoScaleUp { group, why, filter }) => {
                self.autoscaler.reasons.insert((workload, group), (why, filter));
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
