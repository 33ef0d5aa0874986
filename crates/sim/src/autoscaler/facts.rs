//! What the planner of scale-down asks of nodes and Pods.

use super::drainability::{Controller, DrainedPod, Lookup, OwnerKind};
use super::limits::amount;
use super::planner::{GroupState, NodeFacts, Stays};
use super::removal::{PodFacts, Possible};
use super::unneeded::UnneededTimes;
use crate::world::World;
use base::{
    BudgetId, GroupId, Map, NodeId, PodId, PoolId, Set, SimSpan, SimTime, WorkloadId, muted,
};
use model::RunKind;
use model::affinity::PodAffinity;
use model::autoscale::LimitedResource;
use model::cluster::Cluster;
use model::node::{Health, Mark, Node, Side};
use model::plan::Plan;
use model::pool::RunState;
use model::utilization::{Ignored, PodUse, THRESHOLD, accelerator, utilization};
use model::workload::{Workload, WorkloadKind};

/// How long a node is unneeded before it goes: with the profile `balanced`, with `optimize-utilization`, and if it isn't ready
/// (BS-41, AM-31, KA-75).
const BALANCED: SimSpan = SimSpan::from_secs(600);
const OPTIMIZE: SimSpan = SimSpan::from_secs(60);
pub(super) const UNREADY: SimSpan = SimSpan::from_secs(1200);

/// How long a node of the pool is unneeded before it is removed (BS-52).
pub(super) fn unneeded_time(plan: &Plan, pool: PoolId) -> SimSpan {
    let own = plan.pools[pool].autoscaling.and_then(|settings| settings.delay);
    own.filter(|_| !muted("BS-52")).unwrap_or(time_of_profile(plan))
}

/// The same by the cluster's profile (AB-17).
pub(super) fn time_of_profile(plan: &Plan) -> SimSpan {
    let soon = plan.pack_nodes && !muted("CA-41") && !muted("AB-17");
    if soon { OPTIMIZE } else { BALANCED }
}

/// What is counted before Pods are moved; by default nothing, for questions about Pods alone.
#[derive(Default)]
pub(super) struct Counted {
    groups: Map<(GroupId, Option<Side>), GroupState>,
    /// Candidates whose Pods request little.
    little_used: Set<NodeId>,
    /// The targets of a pool's groups together, without nodes that are being removed.
    sizes: Map<(PoolId, Option<Side>), u32>,
    /// Nodes that don't exist yet, and for which Pods of nodes of the side that is emptied may wait (AM-68).
    pub(super) may_come: Map<PoolId, Possible>,
    /// Do Pods of some workload want to be with or apart from others?
    apart: bool,
    /// Registered nodes of the cluster that aren't being removed.
    registered: u32,
    /// What there is of limited resources above their minimum.
    spare: Vec<(LimitedResource, i64)>,
}

impl Counted {
    pub(super) fn of(world: &World, candidates: &[NodeId], now: SimTime) -> Self {
        let (plan, cluster): (&Plan, &Cluster) = (&world.plan, &world.cluster);
        let (mut groups, mut little_used, mut sizes) = (Map::new(), Set::new(), Map::new());
        for node in candidates {
            let state = &cluster.nodes[*node];
            if is_little_used(world, *node, now) {
                little_used.insert(*node);
            }
            let side = side_of(cluster, plan, state);
            let id = plan.groups[state.group].pool;
            let pool = &plan.pools[id];
            let stays = |group: &GroupId| {
                world.target_of(*group, side).saturating_sub(world.marked_in(*group, side))
            };
            sizes.entry((id, side)).or_insert_with(|| pool.groups.iter().map(stays).sum());
            groups.entry((state.group, side)).or_insert_with(|| {
                let min = |settings| world.min_of(state.group, side, &settings);
                GroupState {
                    target: world.target_of(state.group, side),
                    min: pool.autoscaling.map_or(0, min),
                    deleting: world.marked_in(state.group, side),
                    atomic: pool.multi_host,
                }
            });
        }
        let stays = |node: &&Node| node.up() && node.mark != Some(Mark::ToBeDeleted);
        let registered = cluster.nodes.values().filter(stays).count() as u32;
        let limits = plan.resource_limits.iter().filter(|limit| limit.min > 0);
        let spare = limits.map(|limit| {
            let nodes = cluster.nodes.values().filter(stays);
            let has = nodes.map(|node| amount(plan, node.template, limit.resource));
            (limit.resource, has.sum::<i64>() - limit.min)
        });
        let spare = spare.collect();
        let wishes = |one: &Workload| {
            let PodAffinity { near, away, .. } = &one.affinity;
            !near.is_empty() || !away.is_empty()
        };
        let apart = plan.workloads.values().any(wishes);
        Self { groups, little_used, sizes, registered, spare, apart, may_come: Map::new() }
    }
}

pub(super) struct Facts<'a> {
    pub plan: &'a Plan,
    pub cluster: &'a Cluster,
    pub counted: Counted,
}

impl Facts<'_> {
    fn pool(&self, node: NodeId) -> PoolId {
        self.plan.groups[self.cluster.nodes[node].group].pool
    }
}

impl PodFacts for Facts<'_> {
    fn drained<'b>(&'b self, pod: PodId, budgets: &'b [i64]) -> DrainedPod<'b> {
        let state = &self.cluster.pods[pod];
        let workload = &self.plan.workloads[state.workload];
        DrainedPod {
            mirror: workload.kind == WorkloadKind::Mirror,
            deletion: self.plan.deletion(pod, state),
            grace: workload.grace,
            controller: controller(workload, self.cluster.workloads[state.workload].replicas),
            safe_to_evict: workload.safe_to_evict,
            system: workload.namespace == "kube-system",
            local_storage: workload.local_storage,
            budgets,
            ..DrainedPod::default()
        }
    }

    fn budgets(&self, pod: PodId) -> &[BudgetId] {
        &self.plan.workloads[self.cluster.pods[pod].workload].budgets
    }

    fn may_come(&self, node: NodeId) -> Option<&Possible> {
        let (pool, side) = (self.pool(node), self.side(node));
        let is_emptied = self.cluster.pools[pool].is_emptied(side);
        self.counted.may_come.get(&pool).filter(|_| is_emptied)
    }

    fn alike(&self, pod: PodId) -> Option<WorkloadId> {
        let pod = &self.cluster.pods[pod];
        let own = &self.plan.workloads[pod.workload];
        let tied = !own.spread.is_empty() || !own.volumes.is_empty() || pod.pinned().is_some();
        (!tied && !self.counted.apart).then_some(pod.workload)
    }
}

impl NodeFacts for Facts<'_> {
    fn stays(&self, node: NodeId) -> Option<Stays> {
        let kept = self.plan.kept_nodes.contains(&node) && !muted("BS-45");
        if kept {
            return Some(Stays::ScaleDownDisabledAnnotation);
        }
        (!self.counted.little_used.contains(&node)).then_some(Stays::NotUnderutilized)
    }

    fn is_ready(&self, node: NodeId) -> bool {
        matches!(self.cluster.nodes[node].health, Health::Well | Health::Silent)
    }

    fn group(&self, node: NodeId) -> GroupId {
        self.cluster.nodes[node].group
    }

    fn side(&self, node: NodeId) -> Option<Side> {
        side_of(self.cluster, self.plan, &self.cluster.nodes[node])
    }

    fn size(&self, node: NodeId) -> GroupState {
        let none = GroupState { target: 0, min: 0, deleting: 0, atomic: false };
        let part = (self.group(node), self.side(node));
        self.counted.groups.get(&part).copied().unwrap_or(none)
    }

    fn times(&self, group: GroupId) -> UnneededTimes {
        let pool = self.plan.groups[group].pool;
        UnneededTimes { ready: unneeded_time(self.plan, pool), unready: UNREADY }
    }

    fn needs(&self, node: NodeId, accepted: &[NodeId]) -> Option<Stays> {
        let gone = accepted.len() as u32;
        if self.counted.registered <= gone + 1 && !muted("AM-32") {
            return Some(Stays::LastNode);
        }
        let (pool, side) = (self.pool(node), self.side(node));
        let emptied = self.cluster.pools[pool].is_emptied(side);
        let settings = self.plan.pools[pool].autoscaling.filter(|settings| settings.total);
        let settings = settings.filter(|_| !emptied || muted("AB-10"));
        let is_part = |other: &&NodeId| self.pool(**other) == pool && self.side(**other) == side;
        let size = self.counted.sizes.get(&(pool, side)).copied().unwrap_or(0);
        let of_pool = || accepted.iter().filter(is_part).count() as u32;
        if settings.is_some_and(|settings| size <= settings.min + of_pool()) && !muted("BS-93") {
            return Some(Stays::NodeGroupMinSizeReached);
        }
        let all = accepted.iter().chain([&node]);
        let is_short = |(resource, left): &(LimitedResource, i64)| {
            let template = |node: &NodeId| self.cluster.nodes[*node].template;
            let taken = all.clone().map(|node| amount(self.plan, template(node), *resource));
            taken.sum::<i64>() > *left
        };
        let short = self.counted.spare.iter().any(is_short) && !muted("KA-76");
        short.then_some(Stays::MinimalResourceLimitExceeded)
    }
}

fn controller(workload: &Workload, replicas: u32) -> Option<Controller> {
    let found = Lookup::Found { replicas };
    let (kind, lookup) = match workload.kind {
        WorkloadKind::Deployment | WorkloadKind::ReplicaSet => (OwnerKind::ReplicaSet, found),
        WorkloadKind::ReplicationController => (OwnerKind::ReplicationController, found),
        WorkloadKind::StatefulSet { .. } => (OwnerKind::StatefulSet, found),
        WorkloadKind::Job { .. } => (OwnerKind::Job, found),
        WorkloadKind::DaemonSet => (OwnerKind::DaemonSet, found),
        WorkloadKind::Custom { .. } => (OwnerKind::Other, Lookup::None),
        WorkloadKind::Pod | WorkloadKind::Mirror => return None,
    };
    Some(Controller { kind, lookup })
}

/// KA-50 … KA-53, without the Pods that don't count.
fn is_little_used(world: &World, node: NodeId, now: SimTime) -> bool {
    let (plan, cluster) = (&world.plan, &world.cluster);
    let autopilot = cluster.control_plane.autopilot;
    let of = |pod: PodId| &plan.workloads[cluster.pods[pod].workload];
    let pods = world.occupancy.pods_on(node).iter().copied();
    let pods = pods.filter(|pod| !of(*pod).is_expendable(autopilot));
    let uses = pods.map(|pod| PodUse {
        requests: &of(pod).requests,
        of_daemonset: of(pod).kind == WorkloadKind::DaemonSet,
        mirror: of(pod).kind == WorkloadKind::Mirror,
        deletion: plan.deletion(pod, &cluster.pods[pod]),
        grace: of(pod).grace,
    });
    let uses: Vec<PodUse<'_>> = uses.collect();
    let has = &plan.templates[cluster.nodes[node].template].allocatable;
    let used = utilization(has, accelerator(&plan.symbols, has), &uses, Ignored::default(), now);
    used.is_some_and(|used| used.share.is_below(THRESHOLD))
}

/// The side of a blue-green run to which the node belongs, if one has begun.
pub(super) fn side_of(cluster: &Cluster, plan: &Plan, node: &Node) -> Option<Side> {
    let state = &cluster.pools[plan.groups[node.group].pool];
    let two = state.run.begun() && state.kind.traits().sides;
    node.side.filter(|_| two)
}

/// The group of the node, of whose sides each is a group of its own (AM-47).
pub(super) fn part_of(cluster: &Cluster, plan: &Plan, node: NodeId) -> (GroupId, Option<Side>) {
    let node = &cluster.nodes[node];
    (node.group, side_of(cluster, plan, node))
}

/// Does a removal that has begun end? The end of a wait leaves it alone (AM-57, AM-63).
pub(super) fn is_stopped(world: &World, id: NodeId) -> bool {
    let waited = world.cluster.pools[world.cluster.pool_of(&world.plan, id)].kind;
    match waited {
        RunKind::AutoscaledBlueGreen => is_taken(world, id),
        _ => is_at_work(world, id),
    }
}

/// Something else works on the node (BS-49, UP-19), or its side may not shrink now (AM-20).
pub(super) fn is_at_work(world: &World, id: NodeId) -> bool {
    let (plan, cluster): (&Plan, &Cluster) = (&world.plan, &world.cluster);
    let node = &cluster.nodes[id];
    let state = &cluster.pools[plan.groups[node.group].pool];
    let fixed = side_of(cluster, plan, node).is_some_and(|side| !state.scaling(side).down);
    is_taken(world, id) || fixed
}

/// BS-49, UP-19: nodes of upgrades and repairs; also those of which one is in progress since before time 0 with a surge node
/// that waits beside it, and that a rollback deletes instead (SU-27).
pub(super) fn is_taken(world: &World, id: NodeId) -> bool {
    let (plan, cluster): (&Plan, &Cluster) = (&world.plan, &world.cluster);
    let group = cluster.nodes[id].group;
    let pool = plan.groups[group].pool;
    let goes = |node: &Node| node.up() && node.upgraded;
    let stays = plan.pools[pool].partial
        && match cluster.pools[pool].run {
            RunState::RollingBack => true,
            run if run.in_progress() => world.in_progress_at_start(id),
            _ => cluster.nodes[id].cordoned_by.is_some(),
        }
        && !goes(&cluster.nodes[id])
        && world.nodes_of_group(group).any(|(_, other)| other.surge && goes(other));
    let taken = cluster.nodes[id].left_alone_by_autoscaler() || world.repaired.contains(&id);
    (taken || stays) && !muted("BS-49")
}
