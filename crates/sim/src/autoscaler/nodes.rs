//! The nodes of groups as the autoscaler counts them, and nodes that don't come.

use super::backoff::{Backoff, Limits};
use super::process::{Autoscaler, INTERVAL};
use crate::cx::Cx;
use crate::rules::Rule;
use crate::world::World;
use base::{GroupId, IdVec, NodeId, SimSpan, SimTime, muted};
use model::autoscale::ScaleUpError;
use model::node::{Health, Node, NodePhase, Side};
use trace::{Change, Subject};

/// Younger nodes that aren't ready count as not started (KA-09, KA-96).
const STARTS_WITHIN: SimSpan = SimSpan::from_secs(15 * 60);

/// Nodes of a group that are registered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Registered {
    ready: u32,
    unready: u32,
    not_started: u32,
}

pub(super) struct NodeCounts {
    groups: IdVec<GroupId, Registered>,
    /// Registered nodes of the cluster.
    pub all: u32,
    unready: u32,
}

impl NodeCounts {
    pub(super) fn of(world: &World, now: SimTime) -> Self {
        let groups = world.plan.groups.ids().map(|_| Registered::default()).collect();
        let mut counts = Self { groups, all: 0, unready: 0 };
        for group in world.plan.groups.ids() {
            let own = &mut counts.groups[group];
            for (_, node) in world.nodes_of_group(group).filter(|(_, node)| node.up()) {
                let young = now - node.created < STARTS_WITHIN;
                match node.health {
                    Health::Well | Health::Silent => own.ready += 1,
                    _ if young => own.not_started += 1,
                    _ => own.unready += 1,
                }
            }
            counts.all += own.ready + own.unready + own.not_started;
            counts.unready += own.unready;
        }
        counts
    }

    /// Are so many nodes unready that nothing is scaled (KA-48)?
    pub(super) fn are_unhealthy(&self) -> bool {
        is_too_much(self.unready, self.all) && !muted("KA-48")
    }

    /// Are so many nodes of a group missing that it isn't grown (KA-49)? `awaited`: of its running request.
    pub(super) fn misses_nodes(&self, group: GroupId, target: u32, awaited: u32) -> bool {
        let own = self.groups[group];
        let missing = target.saturating_sub(awaited).saturating_sub(own.ready);
        is_too_much(missing, own.ready + own.unready + own.not_started) && !muted("KA-49")
    }
}

/// More than 3, and more than 45 %.
fn is_too_much(unready: u32, of: u32) -> bool {
    unready > 3 && u64::from(unready) * 100 > u64::from(of) * 45
}

/// Does the node count for the size of its group? Surge nodes don't (BS-49), nor do those being deleted.
fn counts(node: &Node) -> bool {
    let stays = !matches!(
        node.phase,
        NodePhase::Gone | NodePhase::Abandoned { .. } | NodePhase::Deleting { recreate: false, .. }
    );
    stays && (!node.surge || muted("BS-49"))
}

/// Will the node be there soon (KA-09)?
pub(super) fn is_coming(node: &Node) -> bool {
    matches!(node.phase, NodePhase::Booting { .. } | NodePhase::Recreating { .. })
}

impl World {
    /// The size that a group is to have; `side`: of one side of a blue-green upgrade (AM-47).
    pub(super) fn target_of(&self, group: GroupId, side: Option<Side>) -> u32 {
        let nodes = self.nodes_of_group(group);
        let nodes = nodes.filter(|(_, node)| counts(node));
        nodes.filter(|(_, node)| side.is_none() || node.side == side).count() as u32
    }

    /// Nodes of the group that are awaited.
    pub(super) fn coming_to(&self, group: GroupId) -> u32 {
        self.nodes_of_group(group).filter(|(_, node)| is_coming(node)).count() as u32
    }
}

impl Autoscaler {
    /// Ends requests whose nodes are all there, and those that take too long (KA-46).
    pub(super) fn await_nodes(&mut self, cx: &mut Cx<'_>) {
        for (group, since) in self.growing.clone() {
            let missing = cx.world.coming_to(group);
            let settings = cx.plan.pools[cx.plan.groups[group].pool].autoscaling;
            let waits = settings.map_or(SimSpan::ZERO, |settings| settings.provisioning);
            if missing == 0 {
                self.growing.remove(&group);
                self.backoffs.remove(&group);
            } else if since + waits < cx.now {
                self.growing.remove(&group);
                self.fail(cx, group, ScaleUpError::Timeout, missing);
            }
        }
    }

    /// The group backs off (KA-44).
    pub(super) fn fail(
        &mut self,
        cx: &mut Cx<'_>,
        group: GroupId,
        why: ScaleUpError,
        missing: u32,
    ) {
        let earlier = self.backoffs.get(&group).copied();
        let backoff = Backoff::after_failure(earlier, cx.now, &Limits::default());
        self.backoffs.insert(group, backoff);
        let backoff_s = (backoff.until - cx.now).secs();
        let change = Change::ScaleUpFailed { group, why, missing, backoff_s };
        cx.record(Rule::ScaleUpFails, Subject::Pool(cx.plan.groups[group].pool), change);
    }

    /// KA-47: deletes nodes that have not registered for too long, but not below the minimum. An upgrade's nodes are its own.
    pub(super) fn give_up_nodes(&mut self, cx: &mut Cx<'_>) {
        for (id, group) in cx.plan.groups.iter() {
            let Some(settings) = cx.plan.pools[group.pool].autoscaling else {
                continue;
            };
            let late = |node: &Node| {
                // It is first seen at the look after its request.
                let seen = node.created + INTERVAL;
                let booting = matches!(node.phase, NodePhase::Booting { .. });
                booting && !node.left_alone_by_autoscaler() && seen + settings.provisioning < cx.now
            };
            let nodes = cx.world.nodes_of_group(id).filter(|(_, node)| late(node));
            let nodes: Vec<NodeId> = nodes.map(|(node, _)| node).collect();
            for node in nodes {
                let min = if settings.total { 0 } else { settings.min };
                if cx.world.target_of(id, None) > min {
                    cx.give_up_vm(node, Rule::GiveUpRequest);
                }
            }
        }
    }
}
