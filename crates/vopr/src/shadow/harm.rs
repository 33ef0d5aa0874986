//! What a run does to workloads, counted instant by instant from the shadow cluster.

use super::state::{Life, Shadow, for_each};
use base::{BudgetId, IdVec, PodId, Set, SimSpan, SimTime, WorkloadId};
use model::{Budget, Cluster, Plan, WorkloadKind};
use trace::{Change, Ending, Record, Subject};

/// A workload or a budget that may have too few ready Pods.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Watched {
    /// It has had ready Pods.
    was_up: bool,
    /// Pods of it were wanted when the run began, so that what is missing counts from there.
    from_start: bool,
    pub fewest: Option<i64>,
    is_short: bool,
    short: SimSpan,
}

impl Watched {
    fn new(wanted: bool) -> Self {
        Self { from_start: wanted, ..Self::default() }
    }

    /// How long it was short; one that never had a ready Pod had nothing to lose.
    pub(crate) fn lost(&self) -> SimSpan {
        if self.was_up { self.short } else { SimSpan::ZERO }
    }

    /// Until the end of an instant it had so many, of which it needs some.
    fn see(&mut self, ready: i64, needed: i64, wanted: i64) {
        self.was_up |= ready > 0;
        self.fewest = Some(self.fewest.map_or(ready, |fewest| fewest.min(ready)));
        self.is_short = (self.was_up || self.from_start) && ready < needed && wanted > 0;
    }
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Harm {
    pub workloads: IdVec<WorkloadId, Watched>,
    pub budgets: IdVec<BudgetId, Watched>,
    /// Pods that had to leave a node, and those of them that the run had created.
    pub moves: IdVec<WorkloadId, (u32, u32)>,
    /// Of its moves the last ones to which no new Pod has answered, and whether the run had created each.
    unanswered: IdVec<WorkloadId, Vec<bool>>,
    /// Pods that were ended against their budget or before their grace period was over.
    forced_pods: Set<PodId>,
    pub violations: u32,
}

impl Harm {
    pub(crate) fn forced(&self) -> u32 {
        self.forced_pods.len() as u32
    }

    pub(super) fn of(plan: &Plan, start: &Cluster) -> Self {
        let wanted = |id: &WorkloadId| start.workloads[*id].replicas > 0;
        let budget = |budget: &Budget| Watched::new(budget.workloads.iter().any(wanted));
        Self {
            workloads: plan.workloads.ids().map(|id| Watched::new(wanted(&id))).collect(),
            budgets: plan.budgets.values().map(budget).collect(),
            moves: for_each(&plan.workloads),
            unanswered: for_each(&plan.workloads),
            forced_pods: Set::new(),
            violations: 0,
        }
    }
}

/// Ends of Pods that aren't needed any more.
const UNWANTED: [&str; 6] = [
    "drain/remove-finished",
    "workload/daemon-finished",
    "workload/daemon-leaves",
    "workload/job-cleans",
    "workload/job-surplus",
    "workload/scale-down",
];

impl Shadow<'_> {
    /// An instant is over, and nothing changes until `next`. `desired`: what each budget requires.
    pub(crate) fn note_harm(
        &mut self,
        now: SimTime,
        next: SimTime,
        desired: &IdVec<BudgetId, i64>,
    ) {
        let mut harm = std::mem::take(&mut self.harm);
        let plan = self.plan;
        // A Deployment's Pods are those of all its templates.
        let first = |id: &WorkloadId| plan.first_revision(*id) == *id;
        let ready = |id| {
            let pods = plan.revisions(id).flat_map(|id| self.pods_of(id));
            pods.filter(|(_, pod)| pod.ready()).count() as i64
        };
        for id in plan.workloads.ids().filter(first) {
            let wanted = i64::from(self.replicas[id]);
            harm.workloads[id].see(ready(id), 1, wanted);
        }
        for (id, budget) in plan.budgets.iter() {
            let members = || budget.workloads.iter().filter(|id| first(id));
            let left = members().map(|id| self.completions_left(*id).unwrap_or(i64::MAX));
            let wanted = members().zip(left).map(|(id, left)| left.min(self.replicas[*id].into()));
            let wanted: i64 = wanted.sum();
            let healthy = members().map(|id| ready(*id)).sum();
            let desired = desired[id];
            // A Job that is nearly done has fewer Pods than its budget asks for.
            let is_job = members().any(|id| self.completions_left(*id).is_some());
            let needed = if is_job { desired.min(wanted) } else { desired };
            harm.budgets[id].see(healthy, needed, wanted);
        }
        let workloads = harm.workloads.iter_mut().map(|(_, one)| one);
        for one in workloads.chain(harm.budgets.iter_mut().map(|(_, one)| one)) {
            if one.is_short {
                one.short = one.short + (next - now);
            }
        }
        self.harm = harm;
    }

    /// The completions of a Job that are to come.
    fn completions_left(&self, id: WorkloadId) -> Option<i64> {
        let WorkloadKind::Job { parallelism, completions, .. } = self.plan.workloads[id].kind
        else {
            return None;
        };
        let job = &self.jobs[id];
        let done = self.plan.workloads[id].succeeded + job.succeeded;
        let left = completions.unwrap_or(parallelism).saturating_sub(done);
        Some(if job.failed { 0 } else { left.into() })
    }

    /// Before the row: does a Pod leave its node because it must, and against its budget? `refuses`: does a budget refuse it?
    pub(crate) fn note_leaver(&mut self, record: &Record, slug: &str, refuses: bool) {
        match (record.subject, record.change) {
            (_, Change::PodCreated { workload, .. }) => {
                let list = &mut self.harm.unanswered[self.plan.first_revision(workload)];
                list.drain(..list.len().min(1));
            }
            // A Job that fails takes back the moves that lead nowhere.
            (Subject::Workload(id), Change::Blocked { by }) if by.fails_job() => {
                let nowhere = std::mem::take(&mut self.harm.unanswered[id]);
                let moves = &mut self.harm.moves[id];
                moves.0 -= nowhere.len() as u32;
                moves.1 -= nowhere.into_iter().filter(|created| *created).count() as u32;
            }
            _ => {}
        }
        let Subject::Pod(id) = record.subject else {
            return;
        };
        let Some(pod) = self.pods.get(id) else {
            return;
        };
        let (workload, stays) = (self.plan.first_revision(pod.workload), pod.stays());
        let deleted = ["blue-green/delete-pod", "drain/delete"].contains(&slug);
        let (leaves, violates) = match record.change {
            Change::PodTerminating { ending: Ending::DeletedAtLimit, .. } => {
                (true, matches!(slug, "drain/pdb-violation" | "autoscaled/violation") && refuses)
            }
            Change::PodTerminating { .. } => (true, deleted && refuses),
            Change::PodForced { violates_budget } => (true, violates_budget && refuses),
            Change::PodGone => (true, false),
            _ => (false, false),
        };
        let grace = self.plan.workloads[workload].grace;
        let hour = SimSpan::from_secs(3600);
        let forced = match record.change {
            Change::PodForced { .. }
            | Change::PodTerminating { ending: Ending::DeletedAtLimit, .. } => true,
            Change::PodTerminating { gone_after_s: 3600, .. } => deleted && grace > hour,
            Change::PodGone if slug == "node/shuts-down-pod" => {
                let notice = pod.on.and_then(|node| self.nodes[node].shut);
                let limit = self.plan.spot_grace;
                notice.is_some_and(|at| record.at - at >= limit && grace > limit)
            }
            _ => false,
        };
        if (forced || violates) && self.harm.forced_pods.insert(id) {
            self.harm.violations += u32::from(violates);
        }
        let kind = self.plan.workloads[workload].kind;
        let moves = match kind {
            WorkloadKind::DaemonSet | WorkloadKind::Mirror | WorkloadKind::Pod => false,
            WorkloadKind::Custom { recreating, .. } => recreating,
            _ => true,
        };
        if leaves && stays && moves && !UNWANTED.contains(&slug) {
            let moves = &mut self.harm.moves[workload];
            moves.0 += 1;
            let created = id.0 >= self.start.pods.len();
            moves.1 += u32::from(created);
            if matches!(kind, WorkloadKind::Job { .. }) {
                self.harm.unanswered[workload].push(created);
            }
        }
    }

    /// Is the Pod ready?
    pub(crate) fn is_ready(&self, id: PodId) -> bool {
        self.pod(id).life == Life::Running { ready: true }
    }
}
