//! Shortfalls of ready Pods in a run, and how long they lasted: workloads without any, and budgets below their floor.

mod at_half;
mod found;

pub use self::at_half::AtHalf;
pub(super) use self::at_half::{WORKING_DAYS, is_working_hour, weekday_of, worst};
pub use self::found::Shortfall;
pub(super) use self::found::{lasting, of_readiness};

use self::at_half::HalfWatch;

use std::rc::Rc;

use crate::forced::DELETIONS;
use crate::index::row::{Row, each_row};
use crate::pod_counts::PodCounts;
use crate::removal::{Removal, removal};
use crate::series;
use base::{BudgetId, IdVec, PodId, Set, SimSpan, SimTime, WorkloadId};
use model::budget::{BudgetStatus, Limit, Selected, UnhealthyPodEvictionPolicy, scale, status};
use model::rollout::RolloutPhase;
use model::{Command, Plan, PodPhase};
use trace::{Change, Subject, Trace};

/// A watched workload or budget during the scan.
#[derive(Clone, Debug)]
struct WatchedWorkload {
    found: Shortfall,
    members: Vec<WorkloadId>,
    /// It has had ready Pods: one that never has any in the run has nothing to lose.
    was_up: bool,
    /// Were Pods wanted at the start? If none is ready then, time without ready Pods counts from there.
    from_start: bool,
    /// The fewest ready.
    fewest: i64,
    /// For a workload.
    half: HalfWatch,
    touched: bool,
}

impl WatchedWorkload {
    fn of(subject: Subject, from_start: bool, members: Vec<WorkloadId>) -> Self {
        Self {
            found: Shortfall {
                subject,
                lowest: i64::MAX,
                of: 0,
                stretches: Vec::new(),
                total: SimSpan::ZERO,
                by_rollout: true,
            },
            was_up: false,
            from_start,
            members,
            fewest: i64::MAX,
            half: HalfWatch::default(),
            touched: false,
        }
    }
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct ShortfallScan {
    plan: Rc<Plan>,
    instant: SimTime,
    counts: IdVec<WorkloadId, PodCounts>,
    limits: IdVec<BudgetId, Limit>,
    /// Pods that their Job no longer needed, or that failed by their deletion: what they complete doesn't count.
    let_go: Set<PodId>,
    /// Deployments in a rollout.
    rolling: Set<WorkloadId>,
    /// Workloads of which a ready Pod was forced out at this instant.
    forced: Set<WorkloadId>,
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
    /// Workloads with half of their Pods or fewer.
    pub at_half: Vec<AtHalf>,
    /// The fewest ready Pods of all workloads with replicas together.
    pub ready: u32,
    /// The most wanted but not ready Pods at one instant.
    pub missing: u32,
    /// The fewest ready Pods of each workload; 0 for one without replicas.
    pub fewest: Vec<u32>,
}

impl Readiness {
    /// How long there were too few ready Pods of a budget, or none of a workload.
    pub(crate) fn short_of(&self, subject: Subject) -> SimSpan {
        let found = self.short.iter().find(|one| one.subject == subject);
        found.map_or(SimSpan::ZERO, |one| one.total)
    }

    /// How long a budget of the workload was below its floor from the start: a lower floor makes no Pod ready.
    pub(crate) fn below_at_start(&self, budgets: &[BudgetId]) -> SimSpan {
        let is_own =
            |one: &&Shortfall| matches!(one.subject, Subject::Budget(id) if budgets.contains(&id));
        let first = self.short.iter().filter(is_own).filter_map(|one| one.stretches.first());
        let spans = first.filter_map(|(from, to)| match from {
            &SimTime::ZERO => Some((*to)? - SimTime::ZERO),
            _ => None,
        });
        spans.max().unwrap_or(SimSpan::ZERO)
    }

    /// From when on there are too few to the end of the run, if there were enough before.
    pub(crate) fn open_since(&self, subject: Subject) -> Option<SimTime> {
        self.short.iter().find(|one| one.subject == subject)?.open_since()
    }

    /// Workloads that had no ready Pod for a while, and for how long.
    pub fn without_any(&self) -> impl Iterator<Item = (WorkloadId, SimSpan)> + '_ {
        self.short.iter().filter_map(|one| match one.subject {
            Subject::Workload(id) => Some((id, one.total)),
            _ => None,
        })
    }
}

/// Finds shortfalls as a summary counts them: one that is open at the last row lasts until the limit of the run. Omits a
/// workload with the same shortfall as its only budget.
pub fn shortfalls_until(trace: &Trace, limit: SimTime) -> Vec<Shortfall> {
    of_readiness(trace.plan(), scanned(trace).finish(limit))
}

pub(super) fn scanned(trace: &Trace) -> ShortfallScan {
    let mut scan = ShortfallScan::new(trace);
    each_row(trace, &mut |row| scan.row(trace, row));
    scan
}

impl ShortfallScan {
    pub(super) fn new(trace: &Trace) -> Self {
        let (plan, start) = (trace.plan(), trace.start());
        let mut counts: IdVec<WorkloadId, PodCounts> = plan
            .workloads
            .iter()
            .map(|(id, workload)| {
                let replicas = start.workloads.get(id).map_or(0, |state| state.replicas);
                PodCounts::without_pods(workload, replicas)
            })
            .collect();
        for (_, pod) in start.each_pod() {
            if let Some(count) = counts.get_mut(plan.first_revision(pod.workload)) {
                count.pods += i64::from(pod.phase() != PodPhase::Gone);
                count.ready += i64::from(pod.ready());
            }
        }
        let watch = |subject: Subject, members: Vec<WorkloadId>| {
            let wants = |id: &WorkloadId| counts.get(*id).is_some_and(|own| own.replicas > 0);
            WatchedWorkload::of(subject, members.iter().any(wants), members)
        };
        let budgets = plan
            .budgets
            .iter()
            .filter(|(_, budget)| !budget.workloads.is_empty())
            .map(|(id, budget)| watch(Subject::Budget(id), budget.workloads.clone()));
        let workloads = plan
            .known_workloads()
            .filter(|(_, workload)| workload.kind.keeps_replicas())
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
        let rolling = start.workloads.iter().filter(|(_, state)| {
            state.rollout.is_some_and(|rollout| rollout.phase != RolloutPhase::Complete)
        });
        let rolling = rolling.map(|(id, _)| id);
        let scaled = || counts.values().filter(|count| count.scaled);
        let mut scan = Self {
            plan: Rc::clone(plan),
            instant: SimTime::ZERO,
            ready_now: scaled().map(|count| count.ready).sum(),
            wanted_now: scaled().map(|count| count.replicas).sum(),
            fewest: i64::MAX,
            missing: 0,
            counts,
            let_go: start
                .each_pod()
                .filter(|(_, pod)| {
                    pod.terminating() && plan.workloads[pod.workload].kind.fails_by_deletion()
                })
                .map(|(id, _)| id)
                .collect(),
            rolling: rolling.collect(),
            forced: Set::default(),
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

    /// Does the row end a Pod for an upgrade or its rollback, by deletion or at a drain's limit, while a budget of the Pod allows
    /// no disruption (UP-18, BG-32, AM-12)? Asked before the row is read.
    pub(super) fn violated_by(&self, trace: &Trace, row: Row<'_>) -> bool {
        let record = row.record;
        let Subject::Pod(pod) = record.subject else {
            return false;
        };
        let deleted = matches!(record.change, Change::PodTerminating { .. })
            && DELETIONS.contains(&trace.rule(record).slug);
        // Two budgets of one Pod refuse its eviction even if each allows a disruption (KE-03).
        let forced = removal(trace, record) == Some(Removal::Forced { violates_budget: true });
        if !deleted && !forced {
            return false;
        }
        let watches = trace.owner(pod).and_then(|owner| self.watched_by.get(owner));
        let watches = watches.into_iter().flatten().filter_map(|n| self.watches.get(*n));
        let mut budgets = watches.filter_map(|watch| match watch.found.subject {
            Subject::Budget(id) => Some((watch, id)),
            _ => None,
        });
        budgets.any(|(watch, id)| {
            let always = UnhealthyPodEvictionPolicy::AlwaysAllow;
            let lets_go = self.plan.budgets.get(id).is_some_and(|budget| budget.policy == always);
            let allowed = self.status(watch, id).map_or(0, |status| status.disruptions_allowed);
            allowed == 0 && (row.stay.is_ready() || !lets_go)
        })
    }

    fn status(&self, watch: &WatchedWorkload, budget: BudgetId) -> Option<BudgetStatus> {
        let counts = || watch.members.iter().filter_map(|member| self.counts.get(*member));
        let selected = Selected {
            pods: counts().map(|count| count.pods).sum(),
            healthy: counts().map(|count| count.ready).sum(),
            scale: scale(counts().filter_map(|count| {
                let counts = count.owner && count.pods > 0;
                counts.then(|| count.scaled.then_some(count.replicas as u32))
            })),
        };
        self.limits.get(budget).and_then(|limit| status(*limit, selected))
    }

    pub(super) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let record = row.record;
        if record.at != self.instant {
            self.close(self.instant);
            self.instant = record.at;
        }
        match (record.subject, record.change) {
            (Subject::Pod(_), Change::PodCreated { workload, .. }) => {
                let owner = self.plan.first_revision(workload);
                self.count(owner, |count| count.pods += 1);
            }
            (Subject::Pod(pod), change) => {
                let Some(now) = series::readiness(change) else {
                    return;
                };
                let Some(owner) = trace.owner(pod) else {
                    return;
                };
                let by = i64::from(now) - i64::from(row.stay.is_ready());
                if let Change::PodTerminating { .. } = change
                    && (trace.rule(record).slug == "workload/job-surplus"
                        || self.plan.workloads[owner].kind.fails_by_deletion())
                {
                    self.let_go.insert(pod);
                }
                if by < 0 && matches!(change, Change::PodForced { .. }) {
                    self.forced.insert(owner);
                }
                let completed =
                    change == (Change::PodFinished { code: 0 }) && !self.let_go.contains(&pod);
                let gone = matches!(change, Change::PodForced { .. } | Change::PodGone);
                self.count(owner, |count| {
                    count.ready += by;
                    count.pods -= i64::from(gone);
                    count.completes(completed.into());
                });
            }
            (Subject::Workload(id), Change::ReplicasSet { replicas }) => {
                self.count(id, |count| count.wants(i64::from(replicas)));
            }
            (Subject::Workload(id), Change::RolloutStarted { .. }) => {
                self.rolling.insert(id);
            }
            (Subject::Workload(id), Change::RolloutDone) => {
                self.rolling.remove(&id);
            }
            (Subject::Workload(id), Change::Blocked { by }) if by.fails_job() => {
                self.count(id, |count| count.completes(i64::MAX));
            }
            (Subject::Budget(id), Change::LimitSet { entry }) => {
                let plan = trace.plan();
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
            at_half: Vec::new(),
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
                found.at_half.extend(watch.half.finish(id, end));
            }
            one.total = series::total(&one.stretches, end);
            if watch.was_up && one.total > SimSpan::ZERO {
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
        self.forced = Set::default();
    }

    fn look(&mut self, n: usize, at: SimTime) {
        let desired = self.watches.get(n).and_then(|watch| match watch.found.subject {
            Subject::Budget(id) => self.status(watch, id).map(|status| status.desired_healthy),
            _ => None,
        });
        let Some(watch) = self.watches.get_mut(n) else {
            return;
        };
        watch.touched = false;
        let mut all = PodCounts::default();
        let mut is_job = false;
        for member in &watch.members {
            if let Some(count) = self.counts.get(*member) {
                all.ready += count.ready;
                all.pods += count.pods;
                all.replicas += count.replicas;
                is_job |= count.left.is_some();
            }
        }
        watch.was_up |= all.ready > 0;
        watch.fewest = watch.fewest.min(all.ready);
        let (least, of) = match watch.found.subject {
            Subject::Budget(_) => {
                let desired = desired.unwrap_or(0);
                // A Job that is nearly done has fewer Pods than its budget asks for.
                let least = if is_job { desired.min(all.replicas) } else { desired };
                (least, desired)
            }
            _ => (1, all.replicas),
        };
        let below = (watch.was_up || watch.from_start) && all.ready < least && all.replicas > 0;
        let is_rolling = watch.members.iter().any(|id| self.rolling.contains(id));
        let is_forced = watch.members.iter().any(|id| self.forced.contains(id));
        // What a rollout takes away is its own.
        if let (Subject::Workload(_), false) = (watch.found.subject, is_rolling) {
            watch.half.look(at, all.ready, all.replicas);
        }
        let found = &mut watch.found;
        let lasts = found.stretches.last().is_some_and(|(_, to)| to.is_none());
        found.by_rollout &= !below || (is_rolling && (lasts || !is_forced));
        if below && all.ready < found.lowest {
            (found.lowest, found.of) = (all.ready, of);
        }
        series::extend(&mut found.stretches, at, below);
    }
}
