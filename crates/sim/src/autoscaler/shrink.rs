//! Scale-down in a run: which nodes are unneeded, which of them go now, and why the others stay.

use super::budgets::{CandidateGroup, Crop, Parallelism, crop};
use super::drainability::{Blocking, Options, ignored_after, long_terminating};
use super::facts::{
    Counted, Facts, UNREADY, is_at_work, is_taken, part_of, side_of, time_of_profile, unneeded_time,
};
use super::nodes::starts_until;
use super::planner::{Candidates, Deletable, Intervals, NodeFacts as _, Stays as Kept};
use super::removal::{Possible, Simulation, Unremovable};
use super::state::Autoscaler;
use crate::cx::Cx;
use crate::rules::Rule;
use crate::scheduling::snapshot::Snapshot;
use crate::world::World;
use base::{GroupId, Map, NodeId, PodId, Set, SimSpan, SimTime, broken, muted, order};
use model::autoscale::Stays;
use model::node::{Mark, Side};
use model::plan::Plan;
use trace::Change;

/// No node goes for so long after a scale-up (KA-74).
const AFTER_GROWTH: SimSpan = SimSpan::from_secs(600);
/// Soft taints that a look sets or removes at most (KA-84).
const TAINTS: usize = 10;

/// The nodes that may go, and those that may take Pods.
#[derive(Default)]
struct Looked {
    candidates: Vec<NodeId>,
    destinations: Vec<bool>,
    /// Managed nodes that aren't candidates.
    stays: Map<NodeId, (Stays, Option<PodId>)>,
}

impl Autoscaler {
    /// Rulebook: KA-54 … KA-81. Source: Kubernetes `core/scaledown/planner/planner.go`.
    pub(super) fn shrink(&mut self, cx: &mut Cx<'_>, may_delete: bool) {
        let (now, rotation, hints) = (cx.now, self.rotation, self.planner.hints.clone());
        self.failed_nodes.retain(|_, until| *until > now);
        self.failed_groups.retain(|_, until| *until > now);
        let before: Set<NodeId> = self.planner.unneeded.nodes().collect();
        let restarted = self.restart_clocks(cx);
        let looked = self.look_at_nodes(cx);
        let (found, deletable, crop) = self.plan_removal(cx, &looked);
        let held = !may_delete || self.is_cooling_down(cx);
        let waits = self.waits(cx, &deletable, &crop, held);
        let stays = looked.stays.into_iter().chain(waits).collect();
        let rows = self.report(cx, (&before, &restarted), &found, &deletable, stays);
        let tainted = self.taint_softly(cx, &found);
        let marked = !held && self.mark_all(cx, &crop);
        if (rows || tainted || marked) && !broken("shrink/asleep") {
            // The search has moved on: the next look may have other answers.
            self.look_again(cx, now);
        } else {
            (self.rotation, self.planner.hints) = (rotation, hints);
        }
        self.look_when_ignored(cx, &looked.candidates);
        self.look_when_unneeded(cx);
    }

    /// The cluster is unhealthy: each node's time begins anew (KA-02).
    pub(super) fn forget_unneeded(&mut self, cx: &mut Cx<'_>) {
        let before: Vec<NodeId> = self.planner.unneeded.nodes().collect();
        self.planner.unneeded.update([], cx.now);
        self.say_needed(cx, before);
    }

    /// AM-68: a side that is emptied was not looked at before, so that its clocks begin with the first look of that phase.
    fn restart_clocks(&mut self, cx: &Cx<'_>) -> Set<NodeId> {
        let cluster = &cx.world.cluster;
        let is_older = |node: &NodeId| {
            let pool = &cluster.pools[cluster.pool_of(cx.plan, *node)];
            let emptied = pool.is_emptied(cluster.nodes[*node].side) && !muted("AM-68");
            emptied && self.planner.unneeded.since(*node) < Some(pool.progress.since)
        };
        let older: Set<NodeId> = self.planner.unneeded.nodes().filter(is_older).collect();
        self.planner.unneeded.forget(&older);
        older
    }

    /// Records that nodes are no longer unneeded.
    fn say_needed(&self, cx: &mut Cx<'_>, before: impl IntoIterator<Item = NodeId>) -> bool {
        let mut rows = false;
        for node in before {
            let state = &cx.world.cluster.nodes[node];
            let is_there = state.up() && state.mark != Some(Mark::ToBeDeleted);
            if is_there && self.planner.unneeded.since(node).is_none() {
                rows |= cx.record(Rule::NeededAgain, node, Change::NeededAgain).is_some();
            }
        }
        rows
    }

    /// Requests the looks from which on Pods that don't end no longer count (KA-62).
    fn look_when_ignored(&mut self, cx: &mut Cx<'_>, candidates: &[NodeId]) {
        let world = &cx.world;
        let pods = candidates.iter().flat_map(|node| world.occupancy.pods_on(*node));
        let ends = pods.filter_map(|id| {
            let pod = &world.cluster.pods[*id];
            let deletion = cx.plan.deletion(*id, pod)?;
            Some(ignored_after(deletion, cx.plan.workloads[pod.workload].grace))
        });
        let (now, ends): (_, Set<SimTime>) = (cx.now, ends.collect());
        // No row says that such a time is over.
        let over = ends.iter().copied().filter(|at| *at < now).max();
        cx.look.changed_at = cx.look.changed_at.max(over);
        let to_come = ends.into_iter().filter(|at| *at >= now);
        to_come.for_each(|at| self.look_again(cx, at));
    }

    fn is_cooling_down(&self, cx: &Cx<'_>) -> bool {
        let until = self.grew_at.map(|at| at + AFTER_GROWTH);
        until.is_some_and(|until| until > cx.now) && !muted("KA-74")
    }

    /// KA-54, BS-49.
    fn look_at_nodes(&self, cx: &Cx<'_>) -> Looked {
        let world = &cx.world;
        let destinations = vec![false; world.cluster.nodes.len() as usize];
        let mut looked = Looked { destinations, ..Looked::default() };
        for (group, own) in cx.plan.groups.iter() {
            let managed = cx.plan.pools[own.pool].autoscaling;
            let mut known: Vec<(Option<Side>, (u32, u32))> = Vec::new();
            for (id, node) in world.nodes_of_group(group).filter(|(_, node)| node.up()) {
                if self.deletions.contains_key(&id) {
                    continue;
                }
                if starts_until(world, id, cx.now).is_some() {
                    looked.stays.extend(managed.map(|_| (id, (Stays::NotStarted, None))));
                    continue;
                }
                looked.destinations[id.0 as usize] = !is_taken(world, id);
                let Some(settings) = managed else {
                    continue;
                };
                let side = side_of(&world.cluster, cx.plan, node);
                let found = known.iter().find(|(other, _)| *other == side).map(|(_, sizes)| *sizes);
                let (target, min) = found.unwrap_or_else(|| {
                    let min = world.min_of(group, side, &settings);
                    let sizes = (world.target_of(group, side), min);
                    known.push((side, sizes));
                    sizes
                });
                let why = if settings.compute_engine {
                    Stays::ComputeEngine
                } else if is_at_work(world, id) || world.drains.any(id) {
                    Stays::AtWork
                } else if settings.pods_unknown {
                    Stays::PodsUnknown
                } else if self.failed_nodes.contains_key(&id) {
                    Stays::Failed
                } else if target <= min && !muted("KA-54") {
                    Stays::MinSize
                } else {
                    looked.candidates.push(id);
                    continue;
                };
                looked.stays.insert(id, (why, None));
            }
        }
        let is_known = |node: NodeId| self.planner.unneeded.since(node).is_some();
        let place = |node: NodeId| (!is_empty(world, node, cx.now), !is_known(node), node);
        let mut places: Vec<_> = looked.candidates.iter().map(|node| place(*node)).collect();
        order::sort(&mut places);
        looked.candidates = places.into_iter().map(|(.., node)| node).collect();
        looked
    }

    /// Moves Pods on a snapshot.
    fn plan_removal(&mut self, cx: &mut Cx<'_>, looked: &Looked) -> (Candidates, Deletable, Crop) {
        let now = cx.now;
        let upcoming = self.new_nodes(cx);
        let possible = self.possible_nodes(cx);
        let counted = Counted::of(&cx.world, &looked.candidates, now);
        let mut planner = std::mem::take(&mut self.planner);
        let mut hints = std::mem::take(&mut planner.hints);
        hints.begin();
        planner.catch_up(now, Intervals::default().recheck);
        let mut allowed = cx.world.disruptions_allowed();
        let World { plan, cluster, occupancy, unschedulable, .. } = &mut cx.core.world;
        let (plan, cluster): (&Plan, _) = (plan, &*cluster);
        let mut facts = Facts { plan, cluster, counted };
        let mut snapshot = Snapshot::new(plan, cluster, occupancy);
        self.fill(&mut snapshot, &upcoming, unschedulable, cluster.control_plane.autopilot);
        for (pool, nodes, most) in possible {
            let nodes = nodes.iter().map(|node| node.push(&mut snapshot)).collect();
            facts.counted.may_come.insert(pool, Possible { nodes, most });
        }
        let simulation = Simulation {
            snapshot: &mut snapshot,
            rotation: &mut self.rotation,
            hints: &mut hints,
            options: Options::gke(cluster.control_plane.version),
            allowed: &mut allowed,
            full: Set::new(),
            forgets: cx.core.look.every_tick,
            now,
        };
        let open = |node: NodeId| looked.destinations.get(node.0 as usize) == Some(&true);
        let intervals = Intervals { unneeded: time_of_profile(plan), ..Intervals::default() };
        let found = planner.update(simulation, &facts, &looked.candidates, open, intervals);
        let paused = |node: NodeId| self.failed_groups.contains_key(&part_of(cluster, plan, node));
        let deletable = planner.deletable(&facts, &found, &paused, now);
        drop(snapshot);
        planner.hints = hints;
        let goes = |node: &NodeId| !paused(*node);
        let free = |nodes: &[NodeId]| nodes.iter().copied().filter(goes).collect();
        let (empty, drain): (Vec<_>, Vec<_>) = (free(&deletable.empty), free(&deletable.drain));
        let in_progress =
            |drain| self.deletions.values().filter(|one| one.drain == drain).count() as u32;
        let limits = Parallelism {
            empty_in_progress: in_progress(false),
            drains_in_progress: in_progress(true),
            ..Parallelism::default()
        };
        let grouped = |nodes: &[NodeId]| -> Vec<(NodeId, GroupId)> {
            nodes.iter().map(|node| (*node, facts.group(*node))).collect()
        };
        let crop = crop(&grouped(&empty), &grouped(&drain), limits, |group| {
            let node = empty.iter().chain(&drain).find(|node| facts.group(**node) == group);
            let size = node.map(|node| facts.size(*node));
            CandidateGroup {
                target_size: size.map_or(0, |size| size.target),
                atomic: size.is_some_and(|size| size.atomic),
            }
        });
        self.planner = planner;
        (found, deletable, crop)
    }

    /// Why nodes that may go stay for now. `held`: none goes in this look.
    fn waits(
        &self,
        cx: &Cx<'_>,
        deletable: &Deletable,
        crop: &Crop,
        held: bool,
    ) -> Vec<(NodeId, (Stays, Option<PodId>))> {
        let goes = |node: &NodeId| {
            crop.empty.iter().chain(&crop.drain).any(|group| group.nodes.contains(node))
        };
        let part = |node| part_of(&cx.world.cluster, cx.plan, node);
        let is_paused = |node: NodeId| self.failed_groups.contains_key(&part(node));
        let why = |node: &NodeId| match held || is_paused(*node) {
            true => Some((*node, (Stays::CoolDown, None))),
            false => (!goes(node)).then_some((*node, (Stays::OneByOne, None))),
        };
        deletable.empty.iter().chain(&deletable.drain).filter_map(why).collect()
    }

    /// Records which nodes are unneeded, and why the others stay, where that has changed.
    fn report(
        &mut self,
        cx: &mut Cx<'_>,
        (before, restarted): (&Set<NodeId>, &Set<NodeId>),
        found: &Candidates,
        deletable: &Deletable,
        mut stays: Map<NodeId, (Stays, Option<PodId>)>,
    ) -> bool {
        let mut rows = self.say_needed(cx, before.iter().copied());
        let is_new = |node: &NodeId| !before.contains(node) || restarted.contains(node);
        for (node, _) in found.unneeded.iter().filter(|(node, _)| is_new(node)) {
            rows |= cx.record(Rule::Unneeded, *node, Change::Unneeded).is_some();
        }
        let all = found.stays.iter().chain(&deletable.stays);
        for (node, why) in all {
            let why = match why {
                // The last answer holds.
                Kept::RecentlyUnremovable => self.stays.get(node).copied(),
                why => reason(*why),
            };
            // A Pod without a place may come from a node whose removal was simulated before: it isn't named.
            let is_own = |pod: &PodId| cx.world.cluster.pods[*pod].node() == Some(*node);
            if let Some((why, pod)) = why {
                let pod = pod.filter(|pod| why != Stays::NoPlace || is_own(pod));
                stays.insert(*node, (why, pod));
            }
        }
        for (node, (why, pod)) in &stays {
            if self.stays.get(node) != Some(&(*why, *pod)) {
                let change = Change::Stays { why: *why, pod: pod.map_or(0, |pod| pod.0 + 1) };
                rows |= cx.record(Rule::NodeStays, *node, change).is_some();
            }
        }
        self.stays = stays;
        for (node, why) in &found.stays {
            match why {
                Kept::RecentlyUnremovable => {}
                Kept::Unremovable(Unremovable::BlockedBy(pod, why))
                    if holds(&cx.world, *pod, *why) =>
                {
                    self.held.insert(*node, cx.world.occupancy.version(*node));
                }
                _ => _ = self.held.remove(node),
            }
        }
        rows
    }

    /// Does a Pod keep the node as it did when the node was examined, whatever has changed elsewhere?
    fn is_held(&self, world: &World, node: NodeId) -> bool {
        let mut pods = world.occupancy.pods_on(node).iter();
        self.held.get(&node) == Some(&world.occupancy.version(node))
            && pods.all(|pod| !world.cluster.pods[*pod].terminating())
    }

    /// KA-84: removals first, ten changes a look.
    fn taint_softly(&mut self, cx: &mut Cx<'_>, found: &Candidates) -> bool {
        let unneeded = |node: NodeId| self.planner.unneeded.since(node).is_some();
        let nodes = cx.world.cluster.nodes.iter().filter(|(_, node)| node.up());
        let off = nodes.filter(|(id, node)| node.mark == Some(Mark::Candidate) && !unneeded(*id));
        let mut changes: Vec<(NodeId, bool)> = off.map(|(id, _)| (id, false)).collect();
        let unmarked = |node: &NodeId| cx.world.cluster.nodes[*node].mark.is_none();
        let on = found.unneeded.iter().map(|(node, _)| *node).filter(unmarked);
        changes.extend(on.map(|node| (node, true)));
        if changes.len() > TAINTS && !muted("KA-84") {
            changes.truncate(TAINTS);
            let now = cx.now;
            self.look_again(cx, now);
        }
        for (node, on) in &changes {
            cx.record(Rule::SoftTaint, *node, Change::CandidateTainted { on: *on });
        }
        !changes.is_empty()
    }

    fn mark_all(&mut self, cx: &mut Cx<'_>, crop: &Crop) -> bool {
        let before = self.deletions.len();
        for (groups, drain) in [(&crop.empty, false), (&crop.drain, true)] {
            for node in groups.iter().flat_map(|group| &group.nodes) {
                self.mark(cx, *node, drain);
            }
        }
        self.deletions.len() > before
    }

    /// Requests the looks at which nodes have been unneeded for long enough, and may be examined again.
    fn look_when_unneeded(&mut self, cx: &mut Cx<'_>) {
        let now = cx.now;
        let unneeded: Vec<NodeId> = self.planner.unneeded.nodes().collect();
        let cooled = self.grew_at.map(|at| at + AFTER_GROWTH).filter(|at| *at > now);
        for node in unneeded {
            let pool = cx.world.cluster.pool_of(cx.plan, node);
            let since = self.planner.unneeded.since(node).unwrap_or(now);
            for time in [unneeded_time(cx.plan, pool), UNREADY] {
                let until = since + time;
                if until >= now {
                    self.look_again(cx, until);
                }
            }
        }
        if let Some(at) = cooled.filter(|_| !self.planner.unneeded.is_empty()) {
            self.look_again_at(cx, at);
        }
        let failed = self.failed_nodes.values().chain(self.failed_groups.values()).copied();
        // What was examined before the last change may have another answer.
        let (recheck, changed) = (Intervals::default().recheck, cx.look.changed_at);
        let is_old = |until: SimTime| changed.is_some_and(|changed| until <= changed + recheck);
        let may_go = |node: NodeId| self.planner.found_enough || !self.is_held(&cx.world, node);
        let rechecks =
            self.planner.rechecks().filter(|(node, until)| is_old(*until) && may_go(*node));
        let again: Vec<_> = failed.chain(rechecks.map(|(_, until)| until)).collect();
        again.into_iter().for_each(|until| self.look_again_at(cx, until));
    }
}

/// Has the node no Pod that would have to move (KA-54)?
fn is_empty(world: &World, node: NodeId, now: SimTime) -> bool {
    let autopilot = world.cluster.control_plane.autopilot;
    let pods = world.occupancy.pods_on(node);
    pods.iter().all(|id| {
        let pod = &world.cluster.pods[*id];
        let own = &world.plan.workloads[pod.workload];
        let is_over = long_terminating(world.plan.deletion(*id, pod), own.grace, now);
        own.kind.stays_with_node() || own.is_expendable(autopilot) || is_over
    })
}

/// Does the Pod block the removal of its node for good? Those before it can't, as long as no budget selects them.
fn holds(world: &World, pod: PodId, why: Blocking) -> bool {
    let node = world.cluster.pods[pod].node();
    let pods = node.map_or(&[][..], |node| world.occupancy.pods_on(node));
    let mut before = pods.iter().take_while(|other| **other != pod);
    let of = |pod: &PodId| &world.plan.workloads[world.cluster.pods[*pod].workload];
    why == Blocking::NotSafeToEvictAnnotation && before.all(|other| of(other).budgets.is_empty())
}

/// The reason as it is reported; an unneeded node whose time isn't over has none.
fn reason(why: Kept) -> Option<(Stays, Option<PodId>)> {
    let why = match why {
        Kept::RecentlyUnremovable | Kept::CurrentlyBeingDeleted => return None,
        Kept::NotUnneededLongEnough | Kept::NotUnreadyLongEnough => return None,
        Kept::ScaleDownDisabledAnnotation => Stays::Annotation,
        Kept::NotAutoscaled | Kept::ScaleDownUnreadyDisabled => Stays::AtWork,
        Kept::NotUnderutilized if broken("shrink/silent") => return None,
        Kept::NotUnderutilized => Stays::Used,
        Kept::NotUnneededOtherReason => Stays::OthersFirst,
        Kept::NodeGroupMinSizeReached => Stays::MinSize,
        Kept::MinimalResourceLimitExceeded => Stays::ResourceLimit,
        Kept::LastNode => Stays::LastNode,
        Kept::AtomicGroup => Stays::AtomicGroup,
        Kept::Unremovable(Unremovable::NoPlaceFor(pod)) => {
            return Some((Stays::NoPlace, Some(pod)));
        }
        Kept::Unremovable(Unremovable::BlockedBy(pod, why)) => {
            let why = match why {
                Blocking::ControllerNotFound => Stays::ControllerNotFound,
                Blocking::MinReplicasReached => Stays::MinReplicas,
                Blocking::NotReplicated => Stays::NotReplicated,
                Blocking::LocalStorageRequested => Stays::LocalStorage,
                Blocking::NotSafeToEvictAnnotation => Stays::NotSafeToEvict,
                Blocking::UnmovableKubeSystemPod => Stays::SystemPod,
                Blocking::NotEnoughPdb => Stays::Budget,
            };
            return Some((why, Some(pod)));
        }
    };
    Some((why, None))
}
