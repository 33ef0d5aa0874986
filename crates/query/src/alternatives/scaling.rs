//! What lets a node go that the cluster autoscaler keeps, and what gives Pods a node for which no pool grows.

use super::SettingChange;
use super::focus::Focus;
use super::kinds::{replicas, widened};
use super::setting_change::{BudgetChange, ClusterChange, PoolChange, WorkloadChange};
use crate::autoscaler::Autoscaler;
use crate::index::Index;
use base::{BudgetId, GroupId, NodeId, PodId, PoolId, SimTime, Sym, WorkloadId, order};
use model::autoscale::{Autoscaling, Capacity, LimitedResource, LocationPolicy, NoScaleUp, Stays};
use model::node::Mark;
use model::selector::{Effect, Taint};
use model::utilization::{Deciding, THRESHOLD};
use model::workload::{LOWEST_PRIORITY, Workload, is_managed_by_gke};
use model::{Node, NodePhase, Plan, PodPhase, WorkloadKind};
use trace::{Frame, Subject, Trace};

/// The run at the asked time.
struct Asked<'a> {
    trace: &'a Trace,
    index: &'a Index,
    frame: &'a Frame,
    scaler: Autoscaler<'a>,
}

/// The changes for a subject that the autoscaler keeps or leaves without a node, and what they are judged by.
#[inline(never)] // Loaded after the first run is on the screen.
pub(super) fn changes(
    trace: &Trace,
    index: &Index,
    (subject, at): (Subject, SimTime),
) -> Option<(Focus, Vec<SettingChange>)> {
    let frame = &trace.frame_at(at);
    let asked = Asked { trace, index, frame, scaler: Autoscaler::of(trace, frame)? };
    let (nodes, workloads) = asked.subjects(subject);
    let mut changes: Vec<SettingChange> = Vec::new();
    let held = nodes.iter().flat_map(|node| asked.release(*node));
    for change in held.chain(workloads.iter().flat_map(|id| asked.growth(*id))) {
        if !changes.contains(&change) {
            changes.push(change);
        }
    }
    (!changes.is_empty()).then_some((Focus::Scaling { nodes, workloads }, changes))
}

/// How many nodes of a pool, and workloads, are asked about at once.
const SUBJECTS: usize = 3;

impl<'a> Asked<'a> {
    fn plan(&self) -> &'a Plan {
        self.trace.plan()
    }

    /// The nodes that stay and the workloads whose Pods wait.
    fn subjects(&self, subject: Subject) -> (Vec<NodeId>, Vec<WorkloadId>) {
        let cluster = &self.frame.cluster;
        let waits = |id: WorkloadId| {
            let mut pods = cluster.pods_of(|owner| self.plan().first_revision(owner) == id);
            pods.any(|(_, pod)| pod.phase() == PodPhase::Pending)
        };
        match subject {
            Subject::Node(node) => (vec![node], Vec::new()),
            Subject::Workload(id) if waits(id) => (Vec::new(), vec![id]),
            Subject::Pod(pod) => {
                let pod = cluster.pod(pod).filter(|pod| pod.phase() == PodPhase::Pending);
                let owner = pod.map(|pod| self.plan().first_revision(pod.workload));
                (Vec::new(), owner.into_iter().collect())
            }
            Subject::Pool(pool) => {
                let held = |id: &NodeId| {
                    cluster.pool_of(self.plan(), *id) == pool
                        && self.scaler.held(self.index, *id).is_some()
                };
                let workloads = self.plan().workloads.ids().filter(|id| waits(*id));
                let nodes = cluster.nodes.ids().filter(held);
                (nodes.take(SUBJECTS).collect(), workloads.take(SUBJECTS).collect())
            }
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// What would let a Ready node go.
    fn release(&self, id: NodeId) -> Vec<SettingChange> {
        let Some(node) = self.frame.cluster.nodes.get(id) else {
            return Vec::new();
        };
        let pool = self.frame.cluster.pool_of(self.plan(), id);
        let settings = self.scaler.settings(pool).filter(|_| node.phase == NodePhase::Ready);
        let Some(settings) = settings.filter(|_| node.mark != Some(Mark::ToBeDeleted)) else {
            return Vec::new();
        };
        let removal = self.scaler.removal(id);
        let packs = SettingChange::Cluster(ClusterChange::PackNodes);
        let packs = (!self.plan().pack_nodes).then_some(packs);
        let held = removal.stays.or(removal.held_later).filter(|_| removal.goes_at.is_none());
        let Some((_, why, pod)) = held else {
            let sooner = removal.unneeded.and(packs);
            return sooner.into_iter().collect();
        };
        match why {
            Stays::MinSize => self.smaller_minimums(id, pool, settings),
            Stays::ResourceLimit => self.smaller_resource_minimums(id),
            Stays::Annotation => vec![SettingChange::Cluster(ClusterChange::NotKept(id))],
            Stays::Used => self.smaller_requests(id).into_iter().collect(),
            Stays::NoPlace
            | Stays::ControllerNotFound
            | Stays::NotReplicated
            | Stays::LocalStorage
            | Stays::NotSafeToEvict
            | Stays::SystemPod
            | Stays::Budget
            | Stays::Failed => pod.map(|pod| self.movable(why, pod, id)).unwrap_or_default(),
            Stays::CoolDown => packs.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Minimums below the group's size without this node, and without all that its minimum keeps.
    fn smaller_minimums(
        &self,
        id: NodeId,
        pool: PoolId,
        settings: Autoscaling,
    ) -> Vec<SettingChange> {
        let cluster = &self.frame.cluster;
        let group = |id: NodeId| cluster.nodes.get(id).map(|node| node.group);
        let same = |other: &NodeId| match settings.total {
            true => cluster.pool_of(self.plan(), *other) == pool,
            false => group(*other) == group(id),
        };
        let there = cluster.nodes.iter().filter(|(_, node)| node.up()).map(|(id, _)| id);
        let there: Vec<NodeId> = there.filter(same).collect();
        let kept = |id: &&NodeId| {
            self.scaler.held(self.index, **id).is_some_and(|one| one.1 == Stays::MinSize)
        };
        let size = there.len() as u32;
        let all = size.saturating_sub(there.iter().filter(kept).count() as u32);
        let mut sizes = vec![settings.min.min(size).saturating_sub(1), all];
        sizes.dedup();
        let (total, from) = (settings.total, settings.min);
        let lower = sizes.into_iter().filter(|to| *to < from);
        let change = |to| PoolChange::NodeLimit { maximum: false, total, from, to }.of(pool);
        lower.map(change).collect()
    }

    /// What lets the Pod move that keeps its node.
    fn movable(&self, why: Stays, pod: PodId, node: NodeId) -> Vec<SettingChange> {
        let owner = self.trace.owner(pod).map(|owner| self.plan().first_revision(owner));
        let own = owner.and_then(|id| Some((id, self.plan().workloads.get(id)?)));
        let Some((workload, own)) = own else {
            return Vec::new();
        };
        match why {
            Stays::SystemPod => vec![WorkloadChange::NewBudget.of(workload)],
            // GKE reverts changes of its own add-ons.
            _ if is_managed_by_gke(&own.namespace) => Vec::new(),
            Stays::Budget | Stays::Failed => {
                let wider = |budget: &BudgetId| {
                    let from = self.plan().budgets.get(*budget)?.limit;
                    let to = widened(from, replicas(self.plan(), *budget)?)?;
                    Some(BudgetChange::Limit { from, to }.of(*budget))
                };
                own.budgets.iter().filter_map(wider).collect()
            }
            // No setting weakens the node affinity of a disk.
            Stays::NoPlace if self.plan().is_tied(workload, node) => Vec::new(),
            Stays::NoPlace if !own.node_selector.is_empty() => {
                vec![WorkloadChange::NoSelector.of(workload)]
            }
            Stays::NoPlace => {
                let from = own.replicas;
                let fewer = WorkloadChange::Replicas(from, from.saturating_sub(1));
                let fewer = (own.kind.has_scale() && from > 1).then(|| fewer.of(workload));
                let half = self.half(workload, node);
                [WorkloadChange::NoAntiAffinity.of(workload)]
                    .into_iter()
                    .chain(fewer)
                    .chain(half)
                    .collect()
            }
            _ => vec![WorkloadChange::SafeToEvict.of(workload)],
        }
    }

    /// Half of what a Pod of the workload requests of the resource of which it requests more of its node.
    fn half(&self, workload: WorkloadId, node: NodeId) -> Option<SettingChange> {
        let own = &self.plan().workloads.get(workload)?.requests;
        let template = self.frame.cluster.nodes.get(node)?.template;
        let has = &self.plan().templates.get(template)?.allocatable;
        let share = |part: i64, whole: i64| i128::from(part) * i128::from(whole);
        let memory = share(own.memory_bytes, has.cpu_m) > share(own.cpu_m, has.memory_bytes);
        let from = if memory { own.memory_bytes } else { own.cpu_m };
        (from >= 2).then(|| WorkloadChange::Request { memory, from, to: from / 2 }.of(workload))
    }

    /// Less CPU or memory for the Pods that request the most of a node, so that it is underused.
    fn smaller_requests(&self, id: NodeId) -> Option<SettingChange> {
        let used = self.index.node_use(self.trace, self.frame, id)?;
        let cluster = &self.frame.cluster;
        let of_cpu = match used.utilization.deciding {
            Deciding::Cpu => true,
            Deciding::Memory => false,
            Deciding::Accelerator => return None,
        };
        let share = used.utilization.share;
        let amount = |id: WorkloadId| {
            let own = self.plan().workloads.get(id);
            own.map_or(0, |own| if of_cpu { own.requests.cpu_m } else { own.requests.memory_bytes })
        };
        let mut sums: Vec<(i64, i64, WorkloadId)> = Vec::new();
        for pod in cluster.pods_on(id) {
            let owner = self.plan().first_revision(self.trace.owner(pod)?);
            let own = self.plan().workloads.get(owner)?;
            let is_fixed = own.kind == WorkloadKind::DaemonSet || is_managed_by_gke(&own.namespace);
            if is_fixed || self.scaler.ignores(owner) {
                continue;
            }
            match sums.iter_mut().find(|(_, _, known)| *known == owner) {
                Some((sum, many, _)) => (*sum, *many) = (*sum + amount(owner), *many + 1),
                None => sums.push((amount(owner), 1, owner)),
            }
        }
        let (sum, many, workload) = sums.into_iter().max()?;
        let over = share.requested - (share.available * i64::from(THRESHOLD) / 100 - 1);
        let from = sum / many;
        let to = from - (over + many - 1).div_euclid(many);
        if to <= 0 || over <= 0 {
            return None;
        }
        Some(WorkloadChange::Request { memory: !of_cpu, from, to }.of(workload))
    }

    /// Minimums of the cluster's resources without this node, and without those as well that a limit holds, now or when their
    /// time is over: they would go first.
    fn smaller_resource_minimums(&self, id: NodeId) -> Vec<SettingChange> {
        let limited = |other: &NodeId| {
            let found = self.scaler.removal(*other);
            let held = found.stays.or(found.held_later).map(|one| one.1);
            *other != id && held == Some(Stays::ResourceLimit)
        };
        let first = self.frame.cluster.nodes.ids().filter(limited).count() as i64;
        let mut changes = self.lower_minimums(id, 1);
        if first > 0 {
            changes.extend(self.lower_minimums(id, first + 1));
        }
        changes
    }

    /// Minimums of the cluster's resources, lower by what so many nodes have.
    fn lower_minimums(&self, id: NodeId, nodes: i64) -> Vec<SettingChange> {
        let Some(node) = self.frame.cluster.nodes.get(id) else {
            return Vec::new();
        };
        let goes = |(id, node): &(NodeId, &Node)| {
            node.mark == Some(Mark::ToBeDeleted) || self.scaler.removal(*id).goes_at.is_some()
        };
        let there = self.frame.cluster.nodes.iter().filter(|(_, node)| node.up());
        let going = there.filter(goes).count() as i64;
        let has = self.plan().templates[node.template].capacity;
        let lower = self.plan().resource_limits.iter().filter_map(|one| {
            let (memory, amount, unit) = amount_of(one.resource, has)?;
            let left = self.total(one.resource) - amount * (nodes + going);
            let (from, to) = (one.min / unit, left.max(0) / unit);
            (to < from).then_some(ClusterChange::Resource { memory, maximum: false, from, to })
        });
        lower.map(SettingChange::Cluster).collect()
    }

    /// What all nodes have of a resource.
    fn total(&self, resource: LimitedResource) -> i64 {
        let nodes = self.frame.cluster.nodes.values().filter(|node| node.up());
        let amounts = nodes.filter_map(|node| {
            let has = self.plan().templates[node.template].capacity;
            amount_of(resource, has).map(|(_, amount, _)| amount)
        });
        amounts.sum()
    }

    /// What gives the waiting Pods of a workload a node.
    fn growth(&self, id: WorkloadId) -> Vec<SettingChange> {
        let plan = self.plan();
        let Some(own) = plan.workloads.get(id).filter(|own| !is_managed_by_gke(&own.namespace))
        else {
            return Vec::new();
        };
        if self.scaler.ignores(id) {
            let (from, to) = (own.priority, LOWEST_PRIORITY);
            return vec![WorkloadChange::Priority(from, to).of(id)];
        }
        let mut changes = Vec::new();
        // What is recorded is about the revision of the Pods.
        let waiting = self.frame.cluster.pods_of(|owner| plan.first_revision(owner) == id);
        let waiting = waiting.filter(|(_, pod)| pod.phase() == PodPhase::Pending);
        let waiting: Vec<WorkloadId> = waiting.map(|(_, pod)| pod.workload).collect();
        let mut revisions = waiting.clone();
        order::sort(&mut revisions);
        revisions.dedup();
        for one in revisions.into_iter().flat_map(|revision| self.scaler.standing(revision)) {
            let pool = self.scaler.pool_of(one.group);
            let Some(settings) = self.scaler.settings(pool) else {
                continue;
            };
            match one.why {
                NoScaleUp::MaxSize => {
                    let (total, from) = (settings.total, settings.max);
                    let more = [from + 1, from + waiting.len() as u32];
                    let slice = settings.slice.filter(|nodes| from < *nodes);
                    for to in slice.map_or(more.to_vec(), |nodes| vec![nodes]) {
                        let limit = PoolChange::NodeLimit { maximum: true, total, from, to };
                        changes.push(limit.of(pool));
                    }
                }
                NoScaleUp::Backoff => {
                    let several = plan.pools[pool].groups.len() > 1;
                    let balanced = settings.policy == LocationPolicy::Balanced;
                    changes.extend((several && balanced).then(|| PoolChange::AnyLocation.of(pool)));
                }
                NoScaleUp::ResourceLimit => changes.extend(self.raise_maximums(one.group)),
                NoScaleUp::Predicate => changes.extend(self.accept(id, pool)),
                _ => {}
            }
        }
        changes
    }

    /// Maximums of the cluster's resources for another node of the group.
    fn raise_maximums(&self, group: GroupId) -> Vec<SettingChange> {
        let plan = self.plan();
        let has = plan.templates[plan.pools[plan.groups[group].pool].template].capacity;
        let more = plan.resource_limits.iter().filter_map(|one| {
            let (memory, amount, unit) = amount_of(one.resource, has)?;
            let wanted = self.total(one.resource) + amount;
            let (from, to) = (one.max / unit, (wanted + unit - 1) / unit);
            (to > from).then_some(ClusterChange::Resource { memory, maximum: true, from, to })
        });
        more.map(SettingChange::Cluster).collect()
    }

    /// What makes the pool's nodes fit a Pod: a toleration, no selector, or less CPU.
    fn accept(&self, id: WorkloadId, pool: PoolId) -> Option<SettingChange> {
        let plan = self.plan();
        let own = plan.workloads.get(id)?;
        let template = plan.templates.get(plan.pools.get(pool)?.template)?;
        // A soft taint rejects nobody.
        let rejects = |own: &Workload, taint: &Taint| {
            taint.effect != Effect::PreferNoSchedule
                && !own.tolerations.iter().any(|one| one.tolerates(taint))
        };
        if let Some(place) = template.taints.iter().position(|taint| rejects(own, taint)) {
            return Some(WorkloadChange::Tolerate { pool, taint: place }.of(id));
        }
        let daemons = plan.workloads.values().filter(|one| {
            let selects = |(key, value): &(Sym, Sym)| template.labels.get(*key) == Some(*value);
            one.kind == WorkloadKind::DaemonSet
                && one.node_selector.iter().all(selects)
                && !template.taints.iter().any(|taint| rejects(one, taint))
        });
        let taken: i64 = daemons.map(|one| one.requests.cpu_m).sum();
        let (from, to) = (own.requests.cpu_m, template.allocatable.cpu_m - taken);
        if from > to && to > 0 {
            return Some(WorkloadChange::Request { memory: false, from, to }.of(id));
        }
        (!own.node_selector.is_empty()).then(|| WorkloadChange::NoSelector.of(id))
    }
}

/// Is it memory, what a machine has of it, and the unit in which limits of it are written.
fn amount_of(resource: LimitedResource, has: Capacity) -> Option<(bool, i64, i64)> {
    match resource {
        LimitedResource::Cpu => Some((false, has.cpu_m, 1000)),
        LimitedResource::Memory => Some((true, has.memory_bytes, 1 << 30)),
        LimitedResource::Accelerator(_) => None,
    }
}
