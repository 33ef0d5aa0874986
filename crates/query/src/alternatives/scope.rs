//! The parts of a run that relate to a subject: pools that were upgraded, workloads, and refusals.

use super::focus::Focus;
use super::waits;
use crate::index::{Hold, Index};
use base::{
    BudgetId, NodeId, PodId, PoolId, ServiceId, Set, SimSpan, SimTime, WorkloadId, ZoneId, order,
};
use model::workload::is_managed_by_gke;
use model::{Cluster, Group, NodePhase, Plan, Pod, PodPhase, RunState};
use trace::{Blocker, Subject, Trace, Waits};

pub(super) struct RunScope<'a> {
    pub(super) trace: &'a Trace,
    pub(super) plan: &'a Plan,
    /// The cluster at the end of the run.
    pub(super) last: &'a Cluster,
    /// Pools with an upgrade, in the plan's order.
    pub(super) pools: Vec<PoolId>,
    /// Those that may be changed: GKE manages others.
    pub(super) workloads: Set<WorkloadId>,
    /// Refused evictions, in order.
    pub(super) refusals: Vec<&'a Hold>,
    /// VMs beyond those of the start when another one was refused; this and the next two at any time, because what is refused
    /// is asked for again.
    pub(super) quota: Option<u32>,
    /// Quotas of the plan that refused VMs, and by how much each was short at most.
    pub(super) short: Vec<(u32, u32)>,
    /// The pool whose reservation refused a VM, and how many VMs that holds.
    pub(super) reservation: Option<(PoolId, u32)>,
    /// Was some VM refused?
    pub(super) starved: bool,
    /// What waits for windows and exclusions.
    pub(super) policy: Vec<Waits>,
    /// Does an upgrade of the control plane wait for the end of its notice at the asked time (BS-29)?
    pub(super) announced: bool,
    /// Nothing but windows and exclusions delays the subject's work at the asked time.
    pub(super) waits_only: bool,
    /// Is the subject a Pod without a node at the asked time, or a workload with one?
    pub(super) pending: bool,
    pub(super) focus: Focus,
}

impl<'a> RunScope<'a> {
    /// `at`: what is over by then doesn't count; `None`: the whole run does. `fine`: the run ends well and hurts no workload.
    pub(super) fn of(
        trace: &'a Trace,
        index: &'a Index,
        subject: Subject,
        at: Option<SimTime>,
        fine: bool,
    ) -> Self {
        let plan: &Plan = trace.plan();
        let last = trace.last();
        let later = |hold: &&Hold| {
            let ends = hold.end.map(|(_, end)| end);
            at.is_none_or(|at| ends.is_none_or(|end| end > at))
        };
        let mut scope = Self {
            trace,
            plan,
            last,
            pools: Vec::new(),
            workloads: Set::new(),
            refusals: Vec::new(),
            quota: index.holds.iter().rev().find_map(|hold| match hold.by {
                Blocker::Quota { spare } => Some(spare),
                _ => None,
            }),
            short: short_quotas(index),
            reservation: None,
            policy: Vec::new(),
            announced: false,
            waits_only: false,
            pending: false,
            focus: Focus::Run,
            starved: index.holds.iter().filter(later).any(|hold| {
                hold.by.is_quota()
                    || matches!(hold.by, Blocker::Stockout { .. } | Blocker::Reservation { .. })
            }),
        };
        let refused = index.holds.iter().filter(|hold| hold.refuses()).filter(later);
        scope.refusals = refused.filter(|hold| scope.is_about(hold, subject)).collect();
        let pools = scope.workloads_and_pools(subject);
        let upgraded = |pool: &PoolId| {
            let state = scope.last.pools.get(*pool);
            state.is_some_and(|state| {
                let over = !state.run.unfinished() && at.is_some_and(|at| state.since <= at);
                state.run != RunState::Idle && !over
            })
        };
        scope.pools = pools.into_iter().filter(upgraded).collect();
        // What asks for a VM again and again isn't held at every instant.
        let waits = |pool: &PoolId| {
            let state = last.pools.get(*pool);
            state.is_some_and(|state| state.run == RunState::WaitingForResources)
        };
        scope.starved |= scope.pools.iter().any(waits);
        let frame = at.map(|at| trace.frame_at(at));
        // What has not begun and will end well needs nothing.
        let idle = |pool: &PoolId| {
            let now = frame.as_ref().and_then(|frame| frame.cluster.pools.get(*pool));
            now.is_some_and(|state| !state.run.unfinished())
        };
        if fine {
            scope.pools.retain(|pool| !idle(pool));
        }
        if let Some(frame) = &frame
            && is_over(&frame.cluster, plan, subject)
        {
            scope.pools.clear();
            scope.refusals.clear();
            scope.workloads = Set::new();
        }
        scope.pending =
            frame.as_ref().is_some_and(|frame| is_pending(&frame.cluster, plan, subject));
        scope.focus = scope.focus_of(subject);
        scope.workloads.retain(|id| {
            plan.workloads.get(*id).is_some_and(|one| !is_managed_by_gke(&one.namespace))
        });
        waits::add(&mut scope, subject, frame.as_ref());
        scope.reservation = scope.reservation_that_refused(index);
        scope
    }

    /// Notes the workloads whose Pods the subject is, has or selects at the start. Returns the pools it is about.
    fn workloads_and_pools(&mut self, subject: Subject) -> Set<PoolId> {
        let (plan, start) = (self.plan, self.trace.start());
        let mut pools = Set::new();
        for (_, mut pod) in start.each_pod() {
            pod.workload = plan.first_revision(pod.workload);
            let node = pod.node();
            let here = match subject {
                Subject::Cluster => true,
                Subject::Pool(pool) => node.and_then(|node| self.pool(node)) == Some(pool),
                Subject::Zone(zone) => node.and_then(|node| self.zone(node)) == Some(zone),
                Subject::Node(asked) => node == Some(asked),
                Subject::Pod(asked) => self.workload(asked) == Some(pod.workload),
                Subject::Workload(asked) => pod.workload == asked,
                Subject::Budget(asked) => plan
                    .budgets
                    .get(asked)
                    .is_some_and(|budget| budget.workloads.contains(&pod.workload)),
                Subject::Service(asked) => plan
                    .services
                    .get(asked)
                    .is_some_and(|service| service.workloads.contains(&pod.workload)),
            };
            if here {
                self.workloads.insert(pod.workload);
                pools.extend(node.and_then(|node| self.pool(node)));
            }
        }
        match subject {
            Subject::Cluster => pools.extend(plan.pools.ids()),
            Subject::Pool(pool) => pools = [pool].into_iter().collect(),
            Subject::Node(node) => pools = self.pool(node).into_iter().collect(),
            Subject::Zone(zone) => pools.extend(
                plan.groups.values().filter(|group| group.zone == zone).map(|group| group.pool),
            ),
            // Nodes without its Pods are backends, too.
            Subject::Service(asked) if self.has_balancer(asked) => pools.extend(plan.pools.ids()),
            Subject::Pod(_) | Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => {}
        }
        pools
    }

    /// The machines of a pool's reservation that was used up when it or its node asked for another one.
    fn reservation_that_refused(&self, index: &Index) -> Option<(PoolId, u32)> {
        self.pools.iter().find_map(|pool| {
            let mut holds = index.holds.iter();
            let held = holds.find_map(|hold| match (hold.by, hold.subject) {
                (Blocker::Reservation { machines }, Subject::Pool(of)) if of == *pool => {
                    Some(machines)
                }
                (Blocker::Reservation { machines }, Subject::Node(node))
                    if self.pool(node) == Some(*pool) =>
                {
                    Some(machines)
                }
                _ => None,
            });
            Some((*pool, held?))
        })
    }

    fn has_balancer(&self, id: ServiceId) -> bool {
        self.plan.services.get(id).is_some_and(|one| one.known_balancer().is_some())
    }

    fn focus_of(&self, subject: Subject) -> Focus {
        match subject {
            // What its clients notice is a number of the run.
            Subject::Service(asked) if self.has_balancer(asked) => Focus::Run,
            Subject::Pod(_) | Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => {
                Focus::Workloads(self.workloads.iter().copied().collect())
            }
            Subject::Pool(_) | Subject::Node(_) | Subject::Zone(_) if !self.pools.is_empty() => {
                Focus::Pools(self.pools.clone())
            }
            Subject::Pool(_) | Subject::Node(_) | Subject::Zone(_) | Subject::Cluster => Focus::Run,
        }
    }

    /// Is there nothing that a change could bear on?
    pub(super) fn is_empty(&self) -> bool {
        let waits = self.announced || !self.policy.is_empty();
        self.pools.is_empty() && self.refusals.is_empty() && !waits
    }

    fn is_about(&self, hold: &Hold, subject: Subject) -> bool {
        let pod = match hold.subject {
            Subject::Pod(pod) => Some(pod),
            _ => None,
        };
        let workload = || pod.and_then(|pod| self.workload(pod));
        match subject {
            Subject::Cluster => true,
            Subject::Pool(pool) => hold.node.and_then(|node| self.pool(node)) == Some(pool),
            Subject::Zone(zone) => hold.node.and_then(|node| self.zone(node)) == Some(zone),
            Subject::Node(node) => hold.node == Some(node),
            Subject::Pod(asked) => pod == Some(asked),
            Subject::Workload(asked) => workload() == Some(asked),
            Subject::Budget(asked) => match hold.by {
                Blocker::Budget { budget, .. } | Blocker::Forbidden { budget } => budget == asked,
                Blocker::TwoBudgets { first, second } => first == asked || second == asked,
                _ => false,
            },
            Subject::Service(asked) => {
                let service = self.plan.services.get(asked);
                workload().is_some_and(|workload| {
                    service.is_some_and(|service| service.workloads.contains(&workload))
                })
            }
        }
    }

    fn group(&self, node: NodeId) -> Option<&Group> {
        let node = self.last.nodes.get(node)?;
        self.plan.groups.get(node.group)
    }

    pub(super) fn pool(&self, node: NodeId) -> Option<PoolId> {
        self.group(node).map(|group| group.pool)
    }

    fn zone(&self, node: NodeId) -> Option<ZoneId> {
        self.group(node).map(|group| group.zone)
    }

    pub(super) fn workload(&self, pod: PodId) -> Option<WorkloadId> {
        self.last.owner(pod)
    }

    /// How long a refusal lasted.
    pub(super) fn lasted(&self, hold: &Hold) -> SimSpan {
        hold.end.map_or(self.trace.end(), |(_, at)| at) - hold.at
    }

    /// Isn't it a budget of GKE's own add-ons?
    pub(super) fn may_change(&self, budget: BudgetId) -> bool {
        self.plan.budgets.get(budget).is_some_and(|one| !is_managed_by_gke(&one.namespace))
    }

    /// Budgets that refused evictions and may be changed, the longest refusal first.
    pub(super) fn budgets(&self) -> Vec<BudgetId> {
        let mut longest: Vec<(SimSpan, BudgetId)> = Vec::new();
        for hold in &self.refusals {
            let Blocker::Budget { budget, .. } = hold.by else {
                continue;
            };
            if !self.may_change(budget) {
                continue;
            }
            let lasted = self.lasted(hold);
            match longest.iter_mut().find(|(_, other)| *other == budget) {
                Some((sum, _)) => *sum = *sum + lasted,
                None => longest.push((lasted, budget)),
            }
        }
        order::sort_by_key(&mut longest, |(lasted, budget)| (std::cmp::Reverse(*lasted), *budget));
        longest.into_iter().map(|(_, budget)| budget).collect()
    }
}

/// The quotas that refused VMs, and by how much each was short at most.
fn short_quotas(index: &Index) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for hold in &index.holds {
        let Blocker::QuotaOf { quota, short } = hold.by else { continue };
        match found.iter_mut().find(|(known, _)| *known == quota) {
            Some((_, most)) => *most = short.max(*most),
            None => found.push((quota, short)),
        }
    }
    found
}

fn is_pending(cluster: &Cluster, plan: &Plan, subject: Subject) -> bool {
    let is_pending = |pod: Pod| pod.phase() == PodPhase::Pending;
    match subject {
        Subject::Pod(pod) => cluster.pod(pod).is_some_and(is_pending),
        Subject::Workload(id) => {
            let mut pods = cluster.pods_of(|owner| plan.first_revision(owner) == id);
            pods.any(|(_, pod)| is_pending(pod))
        }
        _ => false,
    }
}

/// Is the subject's part in the work over?
fn is_over(cluster: &Cluster, plan: &Plan, subject: Subject) -> bool {
    match subject {
        Subject::Pod(pod) => cluster.pod(pod).is_some_and(|pod| {
            matches!(
                pod.phase(),
                PodPhase::Gone | PodPhase::Succeeded { .. } | PodPhase::Failed { .. }
            )
        }),
        Subject::Node(node) => cluster.nodes.get(node).is_some_and(|state| {
            let target = cluster.pools[cluster.pool_of(plan, node)].target;
            let done = target == Some(state.template) && state.phase == NodePhase::Ready;
            matches!(state.phase, NodePhase::Gone | NodePhase::Abandoned { .. }) || done
        }),
        _ => false,
    }
}
