//! The removal of a node: marked, drained if it has Pods, and its VM deleted.

use super::drainability::Options;
use super::facts::{Counted, Facts, is_stopped, part_of};
use super::removal::movable;
use super::state::{Autoscaler, Deletion};
use crate::cx::Cx;
use crate::drain::purpose::Purpose;
use crate::drain::registry::DrainRequest;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{GroupId, NodeId, PodId, SimSpan, SimTime, broken, muted};
use model::Version;
use model::node::{Mark, NodePhase};
use model::script::DrainOptions;
use trace::Change;

/// From the taint to the drain (KA-82).
const AFTER_TAINT: SimSpan = SimSpan::from_secs(5);
/// How often the autoscaler looks whether all Pods are gone (KA-83).
const POLL: i64 = 5000;
/// After a drain that failed, its group loses no node, and the node isn't looked at (AM-75).
const GROUP_PAUSE: SimSpan = SimSpan::from_secs(180);
const NODE_PAUSE: SimSpan = SimSpan::from_secs(300);
/// How long Pods have (AM-104), and from which version on they have an hour.
const SHORT: SimSpan = SimSpan::from_secs(600);
const LONG: SimSpan = SimSpan::from_secs(3600);
const LONG_FROM: Version = Version { major: 1, minor: 32, patch: Some(7), gke: Some(1_079_000) };

impl Autoscaler {
    /// KA-82: the nodes of a look are tainted together.
    pub(super) fn mark(&mut self, cx: &mut Cx<'_>, node: NodeId, drain: bool) {
        let cause = cx.world.node_row(node);
        let change = Change::DeletionMarked { drain };
        let row = cx.record_because(Rule::MarkForDeletion, node, change, cause);
        if row.is_some() {
            self.deletions.insert(node, Deletion { drain, began: None, is_drained: false });
            self.stays.remove(&node);
            let at = cx.now + AFTER_TAINT;
            cx.wake_because(at, Wake::ScaleDownBegins(node), row);
        }
    }

    /// Forgets removals that are done, and gives up those of nodes that something else works on.
    pub(super) fn end_deletions(&mut self, cx: &mut Cx<'_>) {
        for node in self.deletions.keys().copied().collect::<Vec<NodeId>>() {
            let state = &cx.world.cluster.nodes[node];
            match state.phase {
                NodePhase::Gone => {
                    self.deletions.remove(&node);
                }
                // Its VM was taken away, and comes back with no Pods.
                NodePhase::Deleting { recreate: true, .. } | NodePhase::Recreating { .. } => {
                    self.keep(cx, node);
                }
                _ if is_stopped(&cx.world, node) && state.up() => self.keep(cx, node),
                _ => {}
            }
        }
    }

    /// Five seconds after the mark: the node is checked again (KA-82), then drained or deleted.
    pub(super) fn begin_removal(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let Some(deletion) = self.deletions.get_mut(&node) else {
            return;
        };
        let drain = deletion.drain;
        deletion.began = Some(cx.now);
        let moved = moving(cx, node);
        let world = &cx.world;
        let is_free =
            !world.drains.any(node) && !is_stopped(world, node) && world.cluster.nodes[node].up();
        match moved {
            Some(0) if is_free => self.delete(cx, node),
            Some(_) if is_free && (drain || muted("KA-82")) => {
                let options = DrainOptions { timeout: grace(cx, node), ..DrainOptions::UPGRADE };
                let request = DrainRequest { purpose: &Purpose::SCALE_DOWN, options, slot: 0 };
                let now = cx.now;
                cx.world.drains.requests.insert(node, (now, request));
                cx.wake_now(Wake::BeginDrain(node));
            }
            _ => self.keep(cx, node),
        }
    }

    /// When the removal of the node began. A drain that ends before is somebody else's.
    fn began(&self, node: NodeId) -> Option<SimTime> {
        self.deletions.get(&node)?.began
    }

    /// An eviction was refused for too long (AM-75).
    pub(super) fn drain_failed(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        if self.began(node).is_none() {
            return;
        }
        if !broken("shrink/pause") {
            let part = part_of(&cx.world.cluster, cx.plan, node);
            self.failed_nodes.insert(node, cx.now + NODE_PAUSE);
            self.failed_groups.insert(part, cx.now + GROUP_PAUSE);
        }
        self.keep(cx, node);
    }

    /// The drain has ended, which is seen at the next poll. What came to the node meanwhile ends with it (AM-73).
    pub(super) fn drained(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let Some(began) = self.began(node) else {
            return;
        };
        if is_stopped(&cx.world, node) || cx.world.drains.any(node) {
            return self.keep(cx, node);
        }
        let passed = (cx.now - began).ms();
        let wait = (passed + POLL - 1) / POLL * POLL - passed;
        if wait > 0 {
            return cx.wake(cx.now + SimSpan::from_ms(wait), Wake::ScaleDownDrained(node));
        }
        self.delete(cx, node);
    }

    /// Deletes the VM; those of an atomic group when all are empty.
    fn delete(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let group = cx.world.cluster.nodes[node].group;
        if let Some(deletion) = self.deletions.get_mut(&node) {
            deletion.is_drained = true;
        }
        let nodes = self.together_with(cx, node, group);
        let waits = |node: &NodeId| self.deletions.get(node).is_some_and(|one| !one.is_drained);
        if nodes.iter().any(waits) {
            return;
        }
        for node in nodes {
            cx.delete_node(node, Rule::DeleteUnneeded, false);
        }
    }

    fn keep(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let group = cx.world.cluster.nodes[node].group;
        for node in self.together_with(cx, node, group) {
            self.deletions.remove(&node);
            if cx.world.cluster.nodes[node].mark == Some(Mark::ToBeDeleted) {
                let cause = cx.cause;
                cx.cause = cx.record(Rule::KeepNode, node, Change::DeletionGivenUp);
                cx.wake_now(Wake::AbortScaleDown(node));
                cx.cause = cause;
            }
        }
    }

    /// The nodes that are removed with it: those of an atomic group (KA-86).
    fn together_with(&self, cx: &Cx<'_>, node: NodeId, group: GroupId) -> Vec<NodeId> {
        let atomic = cx.plan.pools[cx.plan.groups[group].pool].multi_host;
        let nodes = &cx.world.cluster.nodes;
        // Those of an earlier slice are being deleted already.
        let stays = |other: &NodeId| nodes[*other].phase.will_exist();
        let same = |other: &NodeId| nodes[*other].group == group && stays(other);
        let all = self.deletions.keys().copied().filter(|other| same(other));
        if atomic { all.collect() } else { vec![node] }
    }
}

/// How many Pods would move; `None`: one of them may not.
fn moving(cx: &Cx<'_>, node: NodeId) -> Option<usize> {
    let (plan, cluster) = (cx.plan, &cx.world.cluster);
    let plane = &cluster.control_plane;
    let counts =
        |pod: &PodId| !plan.workloads[cluster.pods[*pod].workload].is_expendable(plane.autopilot);
    let pods = cx.world.occupancy.pods_on(node).iter().copied().filter(counts);
    let pods: Vec<PodId> = pods.collect();
    let facts = Facts { plan, cluster, counted: Counted::default() };
    let options = Options::gke(plane.version);
    movable(&facts, &pods, &options, &cx.world.disruptions_allowed(), cx.now)
        .ok()
        .map(|pods| pods.len())
}

/// How long a scale-down gives Pods (AM-104).
fn grace(cx: &Cx<'_>, node: NodeId) -> SimSpan {
    let version = cx.world.cluster.control_plane.version;
    let is_new = version.is_none_or(|version| version >= LONG_FROM);
    let pool = &cx.plan.pools[cx.world.cluster.pool_of(cx.plan, node)];
    let managed = pool.autoscaling.is_some_and(|settings| settings.managed);
    let long = cx.plan.long_scale_downs && !managed && is_new && !muted("BS-86");
    if long { LONG } else { SHORT }
}
