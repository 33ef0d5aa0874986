//! The parts of a run that relate to a subject: pools that were upgraded, workloads, and refusals.

use crate::index::{Hold, Index};
use base::{BudgetId, NodeId, PodId, PoolId, Set, SimSpan, WorkloadId, ZoneId, order};
use model::{Cluster, Group, Plan, RunState};
use trace::{Blocker, Subject, Trace};

pub(super) struct RunScope<'a> {
    pub(super) trace: &'a Trace,
    pub(super) plan: &'a Plan,
    /// The cluster at the end of the run.
    pub(super) last: &'a Cluster,
    /// Pools with an upgrade, in the plan's order.
    pub(super) pools: Vec<PoolId>,
    pub(super) workloads: Set<WorkloadId>,
    /// Refused evictions, in order.
    pub(super) refusals: Vec<&'a Hold>,
    /// VMs beyond those of the start when another one was refused.
    pub(super) quota: Option<u32>,
    /// Was some VM refused?
    pub(super) starved: bool,
}

impl<'a> RunScope<'a> {
    pub(super) fn of(trace: &'a Trace, index: &'a Index, subject: Subject) -> Self {
        let plan: &Plan = trace.plan();
        let last = trace.last();
        let mut scope = Self {
            trace,
            plan,
            last,
            pools: Vec::new(),
            workloads: Set::new(),
            refusals: Vec::new(),
            quota: index.holds.iter().find_map(|hold| match hold.by {
                Blocker::Quota { spare } => Some(spare),
                _ => None,
            }),
            starved: index
                .holds
                .iter()
                .any(|hold| matches!(hold.by, Blocker::Quota { .. } | Blocker::Stockout { .. })),
        };
        let refused = index.holds.iter().filter(|hold| hold.refuses());
        scope.refusals = refused.filter(|hold| scope.is_about(hold, subject)).collect();
        let mut pools = Set::new();
        let start = trace.start();
        for (_, pod) in start.each_pod() {
            let node = pod.node();
            let here = match subject {
                Subject::Cluster => true,
                Subject::Pool(pool) => node.and_then(|node| scope.pool(node)) == Some(pool),
                Subject::Zone(zone) => node.and_then(|node| scope.zone(node)) == Some(zone),
                Subject::Node(asked) => node == Some(asked),
                Subject::Pod(asked) => scope.workload(asked) == Some(pod.workload),
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
                scope.workloads.insert(pod.workload);
                pools.extend(node.and_then(|node| scope.pool(node)));
            }
        }
        match subject {
            Subject::Cluster => pools.extend(plan.pools.ids()),
            Subject::Pool(pool) => pools = [pool].into_iter().collect(),
            Subject::Node(node) => pools = scope.pool(node).into_iter().collect(),
            Subject::Zone(zone) => pools.extend(
                plan.groups.values().filter(|group| group.zone == zone).map(|group| group.pool),
            ),
            Subject::Pod(_) | Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => {}
        }
        let upgraded = |pool: &PoolId| {
            let state = scope.last.pools.get(*pool);
            state.is_some_and(|state| state.run != RunState::Idle)
        };
        scope.pools = pools.into_iter().filter(upgraded).collect();
        scope
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

    /// Budgets that refused evictions, the longest refusal first.
    pub(super) fn budgets(&self) -> Vec<BudgetId> {
        let mut longest: Vec<(SimSpan, BudgetId)> = Vec::new();
        for hold in &self.refusals {
            let Blocker::Budget { budget, .. } = hold.by else {
                continue;
            };
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
