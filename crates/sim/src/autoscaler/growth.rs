//! Scale-up in a run: from Pods that wait to nodes that are requested.

use super::balance::GroupSize;
use super::estimate::NewNode;
use super::expanders::{Cluster, PRICE};
use super::limits::affordable;
use super::locations::Locations;
use super::nodes::NodeCounts;
use super::pending::{are_new, equivalence_groups, young_until};
use super::reasons;
use super::scale_up::{Decision, GrowingGroup, Settings, Skipped, decide};
use super::second_opinion::{RankedOption, ranked};
use super::state::{Autoscaler, Growing};
use super::templates::of_template;
use crate::cx::Cx;
use crate::rules::Rule;
use crate::scheduling::snapshot::Snapshot;
use base::{GroupId, Map, NodeId, PodId, PoolId, RecordNo, TemplateId, WorkloadId, broken, muted};
use model::autoscale::{LocationPolicy, NoScaleUp, ScaleUpError};
use model::node::Side;
use model::plan::Plan;
use model::pod::Pod;
use trace::{Blocker, Change, Subject, gke};

/// What came of a look's scale-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growth {
    Decided,
    /// All Pods that wait are so new that the look decides nothing (KA-13).
    TooYoung,
    Nothing,
}

/// What is found before anything is recorded.
struct Plans {
    decision: Decision,
    /// Empty, where only one pool could grow.
    options: Vec<RankedOption>,
    groups: Vec<GrowingGroup>,
    pods: Vec<Vec<PodId>>,
    /// Pods that wait behind expendable ones.
    behind_expendable: Vec<PodId>,
}

impl Autoscaler {
    /// Rulebook: KA-14, KA-32, KA-38, KA-39. Source: Kubernetes `core/scaleup/orchestrator/orchestrator.go`.
    pub(super) fn grow(&mut self, cx: &mut Cx<'_>, counts: &NodeCounts) -> Growth {
        let drains = self.deletions.values().any(|one| one.drain);
        if cx.world.unschedulable.is_empty() && !drains {
            self.reasons.report(cx, Map::new(), &[]);
            return Growth::Nothing;
        }
        let groups = self.candidates(cx);
        let Some(plans) = self.plan_growth(cx, groups, counts) else {
            return Growth::TooYoung;
        };
        let owner = |pods: &Vec<PodId>| cx.world.cluster.pods[pods[0]].workload;
        let mut pods: Vec<(WorkloadId, &[PodId])> =
            plans.pods.iter().map(|pods| (owner(pods), pods.as_slice())).collect();
        let waits = |pod: &PodId| cx.world.unschedulable.contains(pod);
        let mut found = reasons::found(&plans.decision, &plans.groups, &pods, waits);
        for pod in &plans.behind_expendable {
            let workload = cx.world.cluster.pods[*pod].workload;
            pods.push((workload, std::slice::from_ref(pod)));
            let why = (NoScaleUp::Expendable, gke::NO_FILTER);
            for one in &plans.groups {
                found.entry((workload, one.group)).or_insert(why);
            }
        }
        self.reasons.report(cx, found, &pods);
        if plans.decision.sizes.is_empty() {
            return Growth::Nothing;
        }
        self.request(cx, &plans);
        Growth::Decided
    }

    /// The groups that the autoscaler manages, in the order of the configuration.
    fn candidates(&mut self, cx: &Cx<'_>) -> Vec<GrowingGroup> {
        let managed = |pool| cx.plan.pools[pool].autoscaling.is_some();
        let groups = cx.plan.groups.iter().filter(|(_, group)| managed(group.pool));
        let groups: Vec<GroupId> = groups.map(|(id, _)| id).collect();
        groups.into_iter().filter_map(|group| self.candidate(cx, group)).collect()
    }

    fn candidate(&mut self, cx: &Cx<'_>, group: GroupId) -> Option<GrowingGroup> {
        let pool = cx.plan.groups[group].pool;
        let settings = cx.plan.pools[pool].autoscaling?;
        let state = &cx.world.cluster.pools[pool];
        let sides = [Side::Blue, Side::Green];
        let two = cx.world.has_two_sides(pool);
        let side = sides.into_iter().find(|side| state.scaling(*side).up);
        let (may_grow, side) = (side.is_some(), side.filter(|_| two));
        let target = cx.world.target_of(group, side);
        let of_pool = cx.plan.pools[pool].groups.iter();
        let total: u32 = of_pool.map(|group| cx.world.target_of(*group, side)).sum();
        // BS-93.
        let left = settings.total.then(|| settings.max.saturating_sub(total));
        let left = left.filter(|_| !muted("BS-93"));
        let max = left.map_or(settings.grows_to(), |left| target + left);
        let (new, node) = self.templates.of(cx.core, group);
        let backoff = self.backoffs.get(&group).is_some_and(|one| one.holds(cx.now));
        let held = if settings.compute_engine {
            Some(Skipped::ComputeEngine)
        } else if !may_grow {
            Some(Skipped::Upgrade)
        } else if backoff {
            Some(Skipped::Backoff)
        } else if self.misses_nodes(&cx.world, (group, side), target, cx.now) {
            Some(Skipped::NotReady)
        } else {
            None
        };
        let unused = cx.world.unused_reservation(pool) > 0;
        Some(GrowingGroup {
            group,
            target,
            max,
            left,
            atomic: cx.plan.pools[pool].multi_host,
            exists: true,
            reserved: unused && !muted("CA-28"),
            new,
            node,
            held,
        })
    }

    /// Decides on a snapshot. `None`: all Pods are too new.
    fn plan_growth(
        &mut self,
        cx: &mut Cx<'_>,
        groups: Vec<GrowingGroup>,
        counts: &NodeCounts,
    ) -> Option<Plans> {
        let now = cx.now;
        let locations = locations(cx, &groups);
        let templates: Vec<(GroupId, TemplateId)> =
            groups.iter().map(|group| (group.group, group.new.template)).collect();
        let afford = |(group, template): &(GroupId, TemplateId)| {
            Some((*group, affordable(&cx.world, &templates, *template)?))
        };
        let affordable: Map<GroupId, u32> = templates.iter().filter_map(afford).collect();
        let upcoming = self.new_nodes(cx);
        let world = &mut cx.core.world;
        let autopilot = world.cluster.control_plane.autopilot;
        let plan: &Plan = &world.plan;
        let mut snapshot = Snapshot::new(plan, &world.cluster, &mut world.occupancy);
        let (pods, behind_expendable) =
            self.fill(&mut snapshot, &upcoming, &world.unschedulable, autopilot);
        let pods = pods.into_iter().map(|pod| (pod, world.cluster.pods[pod]));
        let mut young = Vec::new();
        let asks = |(_, pod): &(PodId, Pod)| {
            let until = young_until(plan, pod, now);
            young.extend(until);
            until.is_none()
        };
        let pods: Vec<(PodId, Pod)> = pods.filter(asks).collect();
        let all: Vec<Pod> = pods.iter().map(|(_, pod)| *pod).collect();
        if are_new(plan, &all, now) {
            return None;
        }
        let pods = equivalence_groups(plan, &pods);
        // KA-33: the groups of one pool are alike, whatever their templates.
        let pool = |group: GroupId| plan.groups[group].pool;
        let same_pool = |a, b| pool(a) == pool(b) || muted("KA-33");
        let alike = |a, b| same_pool(a, b) && !muted("CA-23");
        let policy = |sizes: &[GroupSize]| {
            let first = sizes.first().map(|size| plan.groups[size.group].pool);
            let settings = first.and_then(|pool| plan.pools[pool].autoscaling);
            settings.map_or(LocationPolicy::Balanced, |settings| settings.policy)
        };
        let chain = [PRICE];
        let cluster = Cluster { nodes: counts.all, ..Cluster::default() };
        let settings = Settings {
            chain: &chain,
            cluster,
            nodes: counts.all,
            most_nodes: None,
            bounded: true,
            affordable: &|group| affordable.get(&group).copied(),
            similar: Some(&alike),
            spread: &|sizes, nodes| locations.spread(policy(sizes), sizes, nodes),
        };
        // Without a decision the next look begins its search where this one did.
        let mut rotation = self.rotation;
        let decision = decide(&mut snapshot, &mut rotation, &groups, &pods, &settings);
        drop(snapshot);
        for until in young {
            self.look_again(cx, until);
        }
        if !decision.sizes.is_empty() {
            self.rotation = rotation;
        }
        let options = ranked(cx.core, &decision, &cluster);
        Some(Plans { decision, options, groups, pods, behind_expendable })
    }

    /// The nodes that will be there soon.
    pub(super) fn new_nodes(&self, cx: &Cx<'_>) -> Vec<NewNode> {
        let new = |node| {
            let (world, node) = (&cx.world, &cx.world.cluster.nodes[node]);
            of_template(world, node.template, cx.plan.groups[node.group].zone)
        };
        let open = |node: &NodeId| !cx.cordoned_with_blue(*node);
        self.upcoming(&cx.world, cx.now).filter(open).map(new).collect()
    }

    /// The nodes that green may still get, in each zone as many as its limits allow, while blue is emptied, and how many in all.
    ///
    /// Rulebook: AM-68.
    pub(super) fn possible_nodes(&mut self, cx: &Cx<'_>) -> Vec<(PoolId, Vec<NewNode>, u32)> {
        let mut found = Vec::new();
        for (pool, own) in cx.plan.pools.iter() {
            if !cx.world.cluster.pools[pool].is_emptied(Some(Side::Blue)) || muted("AM-68") {
                continue;
            }
            let nodes = cx.world.nodes_of(pool).filter(|(_, node)| node.side == Some(Side::Blue));
            // No Pod needs more than one.
            let pods = nodes.flat_map(|(id, _)| cx.world.occupancy.pods_on(id));
            let moves = |pod: &&PodId| {
                let workload = cx.world.cluster.pods[**pod].workload;
                !cx.plan.workloads[workload].kind.stays_with_node()
            };
            let pods = pods.filter(moves).count();
            let (mut possible, mut most) = (Vec::new(), u32::MAX);
            for group in &own.groups {
                let Some(one) = self.candidate(cx, *group) else { continue };
                let left = one.left.unwrap_or(one.max.saturating_sub(one.target));
                most = one.left.unwrap_or(most);
                possible.extend(std::iter::repeat_n(one.new, pods.min(left as usize)));
            }
            found.push((pool, possible, most));
        }
        found
    }

    /// Records the decision and requests its nodes.
    fn request(&mut self, cx: &mut Cx<'_>, plans: &Plans) {
        let Some(option) = plans.decision.chosen.map(|at| &plans.decision.options[at]) else {
            return;
        };
        let helped = &option.estimate.pods;
        let cause = helped.first().and_then(|pod| cx.world.pod_row(*pod));
        let sizes = &plans.decision.sizes;
        let mut decided: Vec<(GroupSize, u32, Option<RecordNo>)> = Vec::new();
        for size in sizes {
            let group = plans.groups.iter().find(|group| group.group == size.group);
            let from = group.map_or(0, |group| group.target);
            let pool = Subject::Pool(cx.plan.groups[size.group].pool);
            let change = Change::ScaleUpDecided { group: size.group, from, to: size.size };
            let row = cx.record_because(Rule::ScaleUp, pool, change, cause);
            if row.is_some() {
                decided.push((*size, size.size - from, row));
            }
        }
        if let Some((first, _, row)) = decided.first() {
            self.grew_at = Some(cx.now);
            cx.cause = *row;
            // Between which groups it chose, in two orders (AM-106).
            for &RankedOption { group, nodes, pods, second } in &plans.options {
                let pool = Subject::Pool(cx.plan.groups[group].pool);
                let change = Change::ScaleUpOption { group, second, nodes, pods };
                cx.record(Rule::SecondOpinion, pool, change);
            }
            self.say_triggered(cx, first.group, helped);
        }
        for (size, more, row) in decided {
            cx.cause = row;
            self.request_nodes(cx, size.group, more);
        }
    }

    /// For which Pods the group grows, by workload.
    fn say_triggered(&self, cx: &mut Cx<'_>, group: GroupId, pods: &[PodId]) {
        let mut counts: Map<WorkloadId, u32> = Map::new();
        for pod in pods {
            *counts.entry(cx.world.cluster.pods[*pod].workload).or_insert(0) += 1;
        }
        for (workload, pods) in counts {
            let change = Change::ScaleUpTriggered { group, pods };
            cx.record(Rule::TriggersScaleUp, Subject::Workload(workload), change);
        }
    }

    /// Nodes that are refused make the group back off; the others come (CA-08).
    fn request_nodes(&mut self, cx: &mut Cx<'_>, group: GroupId, nodes: u32) {
        let own = cx.plan.groups[group];
        let template = cx.template_of_new_nodes(own.pool);
        let at_once = if cx.plan.pools[own.pool].multi_host { nodes } else { 1 };
        let mut refused = None;
        let mut made = 0;
        while made + u32::from(broken("grow/forgotten")) < nodes {
            refused = cx.world.refusal(own.pool, own.zone, at_once);
            let rule = Rule::RequestForPods;
            if refused.is_some() {
                break;
            }
            let new = (0..at_once).filter_map(|_| cx.request_node(group, template, rule));
            let new: Vec<NodeId> = new.collect();
            if new.is_empty() {
                return;
            }
            // It fills the size that a resize waits for.
            for _ in &new {
                cx.requests.drop_one(group);
            }
            self.own.extend(new);
            made += at_once;
        }
        if made > 0 {
            let earlier = self.growing.get(&group).map_or(0, |growing| growing.nodes);
            self.growing.insert(group, Growing { since: cx.now, nodes: earlier + made });
        }
        if let Some(by) = refused {
            self.fail(cx, group, error(cx.plan, by), nodes - made);
        }
    }
}

/// What is known of places for new nodes.
fn locations(cx: &Cx<'_>, groups: &[GrowingGroup]) -> Locations {
    let mut locations = Locations::default();
    for group in groups {
        let own = cx.plan.groups[group.group];
        locations.free.insert(group.group, cx.world.free_in(own.pool, own.zone));
        locations.reserved.insert(group.group, cx.world.unused_reservation(own.pool));
        locations.left.extend(group.left.map(|left| (group.group, left)));
        if let Some(Blocker::Stockout { .. }) = cx.world.refusal(own.pool, own.zone, 1) {
            locations.stocked_out.push(group.group);
        }
    }
    locations
}

/// GKE's code for a refusal (BS-103).
fn error(plan: &Plan, by: Blocker) -> ScaleUpError {
    match by {
        Blocker::QuotaOf { quota, .. } if plan.quotas[quota as usize].is_ip_space() => {
            ScaleUpError::IpSpace
        }
        Blocker::Stockout { .. } => ScaleUpError::OutOfResources,
        Blocker::Quota { .. } | Blocker::QuotaOf { .. } => ScaleUpError::QuotaExceeded,
        Blocker::Reservation { .. } => ScaleUpError::ReservationUsedUp,
        _ => ScaleUpError::Other,
    }
}
