//! The nodes of groups as the autoscaler counts them, and nodes that don't come.

use super::backoff::{Backoff, Limits};
use super::facts::side_of;
use super::state::{Autoscaler, Growing};
use crate::cx::Cx;
use crate::rules::Rule;
use crate::world::World;
use base::{GroupId, NodeId, PoolId, SimSpan, SimTime, muted};
use model::autoscale::{Autoscaling, ScaleUpError};
use model::node::{Health, Mark, Node, NodePhase, Side};
use trace::{Change, Subject};

/// Younger nodes that aren't ready count as not started (KA-09, KA-96).
const STARTS_WITHIN: SimSpan = SimSpan::from_secs(15 * 60);

pub(super) struct NodeCounts {
    /// Registered nodes of the cluster.
    pub all: u32,
    unready: u32,
    /// When the first of those that haven't started counts as unready.
    pub unready_at: Option<SimTime>,
}

/// Is the node not ready, and younger than 15 minutes, so that it counts as coming (KA-09, KA-96)? Until when?
pub(super) fn starts_until(world: &World, id: NodeId, now: SimTime) -> Option<SimTime> {
    let node = &world.cluster.nodes[id];
    let until = node.created + STARTS_WITHIN;
    // Of a node of the start without an age, it is long ago.
    let is_old = node.created == SimTime::ZERO && (id.0 as usize) < world.plan.names.nodes.len();
    let starts = node.up() && !is_ready(node) && until > now && !is_old;
    starts.then_some(until).filter(|_| !muted("KA-96"))
}

fn is_ready(node: &Node) -> bool {
    matches!(node.health, Health::Well | Health::Silent)
}

impl NodeCounts {
    pub(super) fn of(world: &World, now: SimTime) -> Self {
        let mut counts = Self { all: 0, unready: 0, unready_at: None };
        for group in world.plan.groups.ids() {
            for (id, node) in world.nodes_of_group(group).filter(|(_, node)| node.up()) {
                let until = starts_until(world, id, now);
                counts.all += 1;
                counts.unready += u32::from(!is_ready(node) && until.is_none());
                counts.unready_at = counts.unready_at.into_iter().chain(until).min();
            }
        }
        counts
    }

    /// Are so many nodes unready that nothing is scaled (KA-48)?
    pub(super) fn are_unhealthy(&self) -> bool {
        is_too_much(self.unready, self.all) && !muted("KA-48")
    }
}

/// More than 3, and more than 45 %.
fn is_too_much(unready: u32, of: u32) -> bool {
    unready > 3 && u64::from(unready) * 100 > u64::from(of) * 45
}

/// Does the node count for the size of its group? A surge node doesn't while its old node exists (BS-49), nor does one that is
/// deleted for good.
fn counts(node: &Node) -> bool {
    let stays = match node.phase {
        NodePhase::Gone | NodePhase::Abandoned { .. } => false,
        NodePhase::Deleting { recreate, .. } => recreate || node.taken,
        _ => true,
    };
    stays && (!node.surge || muted("BS-49"))
}

impl World {
    /// Do the limits hold for each side of the pool (AM-47)? After a run its nodes keep their sides, and are one pool again.
    pub(super) fn has_two_sides(&self, pool: PoolId) -> bool {
        let state = &self.cluster.pools[pool];
        state.run.begun() && state.kind.traits().sides
    }

    /// The size that a group is to have; `side`: of one side of a blue-green upgrade (AM-47).
    pub(super) fn target_of(&self, group: GroupId, side: Option<Side>) -> u32 {
        let nodes = self.nodes_of_group(group);
        let nodes = nodes.filter(|(_, node)| counts(node));
        nodes.filter(|(_, node)| side.is_none() || node.side == side).count() as u32
    }

    /// Nodes of the group, or of one side of it, that count for its size, and are being removed.
    pub(super) fn marked_in(&self, group: GroupId, side: Option<Side>) -> u32 {
        let nodes = self.nodes_of_group(group).filter(|(_, node)| counts(node));
        let nodes = nodes.filter(|(_, node)| side.is_none() || node.side == side);
        nodes.filter(|(_, node)| node.mark == Some(Mark::ToBeDeleted)).count() as u32
    }

    /// The minimum of a group: what the pool's other groups don't have of a minimum of the pool (BS-93).
    pub(super) fn min_of(&self, group: GroupId, side: Option<Side>, settings: &Autoscaling) -> u32 {
        let pool = self.plan.groups[group].pool;
        if self.cluster.pools[pool].is_emptied(side) && !muted("AB-10") {
            return 0;
        }
        if !settings.total || muted("BS-93") {
            return settings.min;
        }
        let others = self.plan.pools[pool].groups.iter().filter(|other| **other != group);
        let others: u32 = others.map(|other| self.target_of(*other, side)).sum();
        settings.min.saturating_sub(others)
    }
}

impl Autoscaler {
    /// Notes the nodes that are yet to register, and since which look.
    pub(super) fn note_unregistered(&mut self, world: &World, now: SimTime) {
        let before = std::mem::take(&mut self.unregistered);
        let nodes = world.plan.groups.ids().flat_map(|group| world.nodes_of_group(group));
        let unregistered = |node: &Node| {
            matches!(node.phase, NodePhase::Booting { .. } | NodePhase::Recreating { .. })
        };
        let nodes = nodes.filter(|(_, node)| unregistered(node)).map(|(id, _)| id);
        self.unregistered = nodes.map(|id| (id, before.get(&id).copied().unwrap_or(now))).collect();
        // One that is made again belongs to the upgrade or the repair.
        let is_new = |node| matches!(world.cluster.nodes[node].phase, NodePhase::Booting { .. });
        self.own.retain(|node| is_new(*node));
    }

    /// When a node that hasn't registered is no longer awaited (KA-46, BS-87).
    pub(super) fn awaited_until(&self, world: &World, node: NodeId) -> Option<SimTime> {
        let settings = world.plan.pools[world.cluster.pool_of(&world.plan, node)].autoscaling;
        let waits = settings.map_or(STARTS_WITHIN, |settings| settings.provisioning);
        Some(*self.unregistered.get(&node)? + waits)
    }

    /// The nodes that will be there soon (KA-09).
    pub(super) fn upcoming(&self, world: &World, now: SimTime) -> impl Iterator<Item = NodeId> {
        let nodes = self.unregistered.keys().copied();
        let late = move |node: &NodeId| self.awaited_until(world, *node).is_none_or(|at| at < now);
        let groups = world.plan.groups.ids().flat_map(|group| world.nodes_of_group(group));
        let start =
            groups.map(|(id, _)| id).filter(move |id| starts_until(world, *id, now).is_some());
        nodes.filter(move |node| !late(node)).chain(start)
    }

    /// Nodes of the group that count for its size, and haven't registered.
    fn coming_to(&self, world: &World, group: GroupId) -> u32 {
        let nodes = self.unregistered.keys().map(|node| &world.cluster.nodes[*node]);
        let grows = |node: &Node| {
            let pool = &world.cluster.pools[world.plan.groups[group].pool];
            side_of(&world.cluster, &world.plan, node).is_none_or(|side| pool.scaling(side).up)
        };
        nodes.filter(|node| node.group == group && counts(node) && grows(node)).count() as u32
    }

    /// Is a group without so many of its nodes that it isn't grown (KA-49)?
    pub(super) fn misses_nodes(
        &self,
        world: &World,
        (group, side): (GroupId, Option<Side>),
        target: u32,
        now: SimTime,
    ) -> bool {
        let nodes = world.nodes_of_group(group).map(|(_, node)| node).filter(|node| counts(node));
        let nodes = nodes.filter(|node| side.is_none() || node.side == side);
        let (mut ready, mut registered) = (0, 0);
        for node in nodes.filter(|node| node.up()) {
            registered += 1;
            ready += u32::from(is_ready(node));
        }
        let late = self.unregistered.keys().filter(|node| {
            let late = self.awaited_until(world, **node).is_some_and(|until| until < now);
            let node = &world.cluster.nodes[**node];
            node.group == group && late && (side.is_none() || node.side == side)
        });
        let increase = self.growing.get(&group).map_or(0, |growing| growing.nodes);
        let awaited = increase.saturating_add(late.count() as u32);
        let missing = target.saturating_sub(awaited).saturating_sub(ready);
        is_too_much(missing, registered) && !muted("KA-49")
    }

    /// Ends requests whose nodes are all there, and those that take too long (KA-46).
    pub(super) fn await_nodes(&mut self, cx: &mut Cx<'_>) {
        for (group, Growing { since, .. }) in self.growing.clone() {
            let missing = self.coming_to(&cx.world, group);
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

    /// KA-47: deletes nodes that have not registered for too long, but not below the minimum.
    /// Simplified: only those that it asked for itself; an upgrade's nodes are its own.
    pub(super) fn give_up_nodes(&mut self, cx: &mut Cx<'_>) {
        for node in self.own.clone() {
            let state = &cx.world.cluster.nodes[node];
            let (group, pool) = (state.group, cx.plan.groups[state.group].pool);
            let side = state.side.filter(|_| cx.world.has_two_sides(pool));
            let settings = cx.plan.pools[pool].autoscaling;
            let late = self.awaited_until(&cx.world, node).is_some_and(|until| until < cx.now);
            let least = settings.map_or(0, |own| cx.world.min_of(group, side, &own));
            if late && cx.world.target_of(group, side) > least {
                cx.give_up_vm(node, Rule::GiveUpRequest);
            }
        }
    }
}
