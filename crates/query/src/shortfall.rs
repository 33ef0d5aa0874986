//! Shortfalls of ready Pods in a run, and how long they lasted: workloads without any, and budgets below their floor.

use std::rc::Rc;

use crate::series;
use base::{BudgetId, IdVec, SimSpan, SimTime, WorkloadId, push_slowly};
use model::budget::{Limit, Selected, scale, status};
use model::{Command, Plan, PodPhase, WorkloadKind};
use trace::{Change, Phrase, Record, Subject, Trace};

/// Stretches of whole instants with too few ready Pods of a workload or a budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortfall {
    /// A budget with fewer healthy Pods than it requires, or a workload without a ready Pod.
    pub subject: Subject,
    /// The fewest ready Pods, and how many were required then: `desiredHealthy`, or `spec.replicas`.
    pub lowest: i64,
    pub of: i64,
    pub stretches: Vec<(SimTime, Option<SimTime>)>,
    /// The total duration of all stretches.
    pub total: SimSpan,
}

impl Shortfall {
    /// The shortfall without its subject: `0 of 40 Pods ready for 2 min`, and GKE's name for a missing budget.
    pub fn phrase(&self, plan: &Plan) -> Phrase {
        let key = match self.subject {
            Subject::Budget(_) => "shortfall-budget",
            _ => "shortfall-workload",
        };
        let phrase = Phrase::new(key)
            .with("lowest", self.lowest)
            .with("of", self.of)
            .with("for", self.total)
            .with("times", self.stretches.len());
        match self.unprotected(plan) {
            Some(insight) => Phrase::new("shortfall-unprotected")
                .with("shortfall", phrase)
                .with("insight", insight),
            None => phrase,
        }
    }

    /// GKE's insight about a workload that no budget selects.
    fn unprotected(&self, plan: &Plan) -> Option<&'static str> {
        let Subject::Workload(id) = self.subject else {
            return None;
        };
        let workload = plan.workloads.get(id)?;
        match workload.kind {
            _ if !workload.budgets.is_empty() => None,
            WorkloadKind::Deployment => Some("DEPLOYMENT_MISSING_PDB"),
            WorkloadKind::StatefulSet { .. } => Some("PDB_UNPROTECTED_STATEFULSET"),
            WorkloadKind::ReplicaSet
            | WorkloadKind::ReplicationController
            | WorkloadKind::DaemonSet
            | WorkloadKind::Job { .. }
            | WorkloadKind::Pod
            | WorkloadKind::Mirror
            | WorkloadKind::Custom { .. } => None,
        }
    }

    /// When it began.
    pub fn first(&self) -> SimTime {
        self.stretches.first().map_or(SimTime::ZERO, |(from, _)| *from)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct PodCounts {
    ready: i64,
    pods: i64,
    replicas: i64,
    owner: bool,
    scaled: bool,
}

/// A watched workload or budget during the scan.
#[derive(Clone, Debug)]
struct WatchedWorkload {
    found: Shortfall,
    members: Vec<WorkloadId>,
    /// It had ready Pods before: only a loss is reported.
    was_up: bool,
    /// The fewest ready.
    fewest: i64,
    touched: bool,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct ShortfallScan {
    plan: Rc<Plan>,
    instant: SimTime,
    ready: Vec<bool>,
    counts: IdVec<WorkloadId, PodCounts>,
    limits: IdVec<BudgetId, Limit>,
    watches: Vec<WatchedWorkload>,
    /// The watches of each workload, by index.
    watched_by: IdVec<WorkloadId, Vec<usize>>,
    touched: Vec<usize>,
    /// Ready Pods of all workloads with replicas.
    ready_now: i64,
    wanted_now: i64,
    fewest: i64,
    missing: i64,
}

/// The readiness of Pods in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Readiness {
    /// Budgets before workloads, in the order of the plan.
    short: Vec<Shortfall>,
    /// The fewest ready Pods of all workloads with replicas together.
    pub ready: u32,
    /// The most wanted but not ready Pods at one instant.
    pub missing: u32,
    /// The fewest ready Pods of each workload; 0 for one without replicas.
    pub fewest: Vec<u32>,
}

impl Readiness {
    /// Workloads that had no ready Pod for a while, and for how long.
    pub fn without_any(&self) -> impl Iterator<Item = (WorkloadId, SimSpan)> + '_ {
        self.short.iter().filter_map(|one| match one.subject {
            Subject::Workload(id) => Some((id, one.total)),
            _ => None,
        })
    }
}

/// Finds shortfalls; omits a workload with the same shortfall as its only budget.
pub fn shortfalls(trace: &Trace) -> Vec<Shortfall> {
    of_readiness(trace.plan(), readiness(trace))
}

pub(super) fn of_readiness(plan: &Plan, readiness: Readiness) -> Vec<Shortfall> {
    let mut found: Vec<Shortfall> = Vec::new();
    for one in readiness.short {
        let known = |other: &Shortfall| {
            other.stretches == one.stretches && Some(other.subject) == only_budget(plan, &one)
        };
        if !found.iter().any(known) {
            found.push(one);
        }
    }
    found
}

/// Reads the rows once.
pub fn readiness(trace: &Trace) -> Readiness {
    let mut scan = ShortfallScan::new(trace);
    for (_, record) in trace.records() {
        scan.row(trace, &record);
    }
    scan.finish(trace.end())
}

/// The budget that selects the workload and no other.
fn only_budget(plan: &Plan, one: &Shortfall) -> Option<Subject> {
    let Subject::Workload(id) = one.subject else {
        return None;
    };
    let [only] = plan.workloads.get(id)?.budgets.as_slice() else {
        return None;
    };
    (plan.budgets.get(*only)?.workloads.len() == 1).then_some(Subject::Budget(*only))
}

impl ShortfallScan {
    pub(super) fn new(trace: &Trace) -> Self {
        let (plan, start) = (trace.plan(), trace.start());
        let mut counts: IdVec<WorkloadId, PodCounts> = plan
            .workloads
            .iter()
            .map(|(id, workload)| PodCounts {
                replicas: start.workloads.get(id).map_or(0, |state| i64::from(state.replicas)),
                owner: workload.kind.is_owner(),
                scaled: workload.kind.has_scale(),
                ..PodCounts::default()
            })
            .collect();
        let mut ready = Vec::with_capacity(start.pod_count() as usize);
        for (_, pod) in start.each_pod() {
            ready.push(pod.ready());
            if let Some(count) = counts.get_mut(pod.workload) {
                count.pods += i64::from(pod.phase() != PodPhase::Gone);
                count.ready += i64::from(pod.ready());
            }
        }
        let watch = |subject: Subject, members: Vec<WorkloadId>| WatchedWorkload {
            found: Shortfall {
                subject,
                lowest: i64::MAX,
                of: 0,
                stretches: Vec::new(),
                total: SimSpan::ZERO,
            },
            members,
            was_up: false,
            fewest: i64::MAX,
            touched: false,
        };
        let budgets = plan
            .budgets
            .iter()
            .filter(|(_, budget)| !budget.workloads.is_empty())
            .map(|(id, budget)| watch(Subject::Budget(id), budget.workloads.clone()));
        let workloads = plan
            .workloads
            .iter()
            .filter(|(_, workload)| workload.kind.has_scale())
            .map(|(id, _)| watch(Subject::Workload(id), vec![id]));
        let watches: Vec<WatchedWorkload> = budgets.chain(workloads).collect();
        let mut watched_by: IdVec<WorkloadId, Vec<usize>> =
            plan.workloads.ids().map(|_| Vec::new()).collect();
        for (n, watch) in watches.iter().enumerate() {
            for member in &watch.members {
                if let Some(list) = watched_by.get_mut(*member) {
                    list.push(n);
                }
            }
        }
        let scaled = || counts.values().filter(|count| count.scaled);
        let mut scan = Self {
            plan: Rc::clone(plan),
            instant: SimTime::ZERO,
            ready_now: scaled().map(|count| count.ready).sum(),
            wanted_now: scaled().map(|count| count.replicas).sum(),
            fewest: i64::MAX,
            missing: 0,
            ready,
            counts,
            limits: start.budgets.clone(),
            watches,
            watched_by,
            touched: Vec::new(),
        };
        scan.weigh();
        for n in 0..scan.watches.len() {
            scan.look(n, SimTime::ZERO);
        }
        scan
    }

    pub(super) fn row(&mut self, trace: &Trace, record: &Record) {
        if record.at != self.instant {
            self.close(self.instant);
            self.instant = record.at;
        }
        match (record.subject, record.change) {
            (Subject::Pod(_), Change::PodCreated { workload, .. }) => {
                push_slowly(&mut self.ready, false);
                self.count(workload, |count| count.pods += 1);
            }
            (Subject::Pod(pod), change) => {
                let Some(now) = series::readiness(change) else {
                    return;
                };
                let index = pod.0 as usize;
                let (Some(owner), Some(ready)) = (trace.owner(pod), self.ready.get_mut(index))
                else {
                    return;
                };
                let by = i64::from(now) - i64::from(std::mem::replace(ready, now));
                let gone = matches!(change, Change::PodForced { .. } | Change::PodGone);
                self.count(owner, |count| {
                    count.ready += by;
                    count.pods -= i64::from(gone);
                });
            }
            (Subject::Workload(id), Change::ReplicasSet { replicas }) => {
                self.count(id, |count| count.replicas = i64::from(replicas));
            }
            (Subject::Budget(id), Change::LimitSet { entry }) => {
                let plan = Rc::clone(&self.plan);
                let command = plan.script.get(entry as usize).map(|entry| &entry.command);
                if let (Some(Command::SetBudget { limit, .. }), Some(slot)) =
                    (command, self.limits.get_mut(id))
                {
                    *slot = *limit;
                }
                let workloads = plan.budgets.get(id).map(|budget| budget.workloads.clone());
                for workload in workloads.into_iter().flatten() {
                    self.count(workload, |_| {});
                }
            }
            _ => {}
        }
    }

    /// Changes a workload's numbers; its watches are updated at the end of the instant.
    fn count(&mut self, id: WorkloadId, change: impl FnOnce(&mut PodCounts)) {
        if let Some(count) = self.counts.get_mut(id) {
            let (ready, wanted) = (count.ready, count.replicas);
            change(count);
            if count.scaled {
                self.ready_now += count.ready - ready;
                self.wanted_now += count.replicas - wanted;
            }
        }
        for n in self.watched_by.get(id).into_iter().flatten() {
            if let Some(watch) = self.watches.get_mut(*n).filter(|watch| !watch.touched) {
                watch.touched = true;
                self.touched.push(*n);
            }
        }
    }

    /// Finishes after the last row.
    pub(super) fn finish(mut self, end: SimTime) -> Readiness {
        self.close(self.instant);
        let natural = |n: i64| u32::try_from(n).unwrap_or(0);
        let mut found = Readiness {
            short: Vec::new(),
            ready: natural(self.fewest),
            missing: natural(self.missing),
            fewest: vec![0; self.counts.len() as usize],
        };
        for watch in self.watches {
            let mut one = watch.found;
            if let Subject::Workload(id) = one.subject
                && let Some(fewest) = found.fewest.get_mut(id.0 as usize)
            {
                *fewest = natural(watch.fewest);
            }
            let spans = one.stretches.iter().map(|(from, to)| to.unwrap_or(end) - *from);
            one.total = spans.fold(SimSpan::ZERO, |sum, span| sum + span);
            if one.total > SimSpan::ZERO {
                found.short.push(one);
            }
        }
        found
    }

    fn weigh(&mut self) {
        self.fewest = self.fewest.min(self.ready_now);
        self.missing = self.missing.max(self.wanted_now - self.ready_now);
    }

    fn close(&mut self, at: SimTime) {
        self.weigh();
        for n in std::mem::take(&mut self.touched) {
            self.look(n, at);
        }
    }

    fn look(&mut self, n: usize, at: SimTime) {
        let Some(watch) = self.watches.get_mut(n) else {
            return;
        };
        watch.touched = false;
        let mut all = PodCounts::default();
        for member in &watch.members {
            if let Some(count) = self.counts.get(*member) {
                all.ready += count.ready;
                all.pods += count.pods;
                all.replicas += count.replicas;
            }
        }
        watch.was_up |= all.ready > 0;
        watch.fewest = watch.fewest.min(all.ready);
        let (least, of) = match watch.found.subject {
            Subject::Budget(id) => {
                let selected = Selected {
                    pods: all.pods,
                    healthy: all.ready,
                    scale: scale(watch.members.iter().filter_map(|member| {
                        let count = self.counts.get(*member)?;
                        let counts = count.owner && count.pods > 0;
                        counts.then(|| count.scaled.then_some(count.replicas as u32))
                    })),
                };
                let status = self.limits.get(id).and_then(|limit| status(*limit, selected));
                let desired = status.map_or(0, |status| status.desired_healthy);
                (desired, desired)
            }
            _ => (1, all.replicas),
        };
        let below = watch.was_up && all.ready < least && all.replicas > 0;
        let found = &mut watch.found;
        if below && all.ready < found.lowest {
            (found.lowest, found.of) = (all.ready, of);
        }
        series::extend(&mut found.stretches, at, below);
    }
}
