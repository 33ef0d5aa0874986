//! What a run does to each workload.

use crate::forced::{DELETION_GRACE, SHUT_DOWN};
use crate::index::row::Row;
use crate::index::stays::Stay;
use crate::removal::{removal, shortens};
use base::{IdVec, Map, PodId, RecordNo, Set, SimSpan, SimTime, WorkloadId};
use model::script::Shutdown;
use model::{Command, Plan, Pod, WorkloadKind};
use std::collections::VecDeque;
use trace::{Change, Ending, Record, Subject, Trace};

/// Pods of a Job that ended before their work was done, whose length is unknown (AM-101).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkAtRisk {
    pub pods: u32,
    /// When the first of them began.
    pub since: SimTime,
    /// How long one of them had run at most.
    pub longest: SimSpan,
    /// How long they had run, summed over them: lost unless it was saved.
    pub total: SimSpan,
}

/// A workload's counts during the pass.
#[derive(Clone, Debug, Default)]
pub(super) struct WorkloadCounts {
    pub(super) moves: u32,
    pub(super) ended_otherwise: u32,
    pub(super) moved_again: u32,
    /// Of a Job: moved Pods that aren't replaced yet, and whether each had moved before.
    unreplaced: VecDeque<bool>,
    pub(super) violations: u32,
    pub(super) killed: u32,
    pub(super) work_lost: SimSpan,
    pub(super) at_risk: Option<WorkAtRisk>,
    pub(super) failed: Option<RecordNo>,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct HarmScan {
    pub(super) counts: IdVec<WorkloadId, WorkloadCounts>,
    /// What the script sets for the Pods of a workload, by entry.
    shutdowns: IdVec<WorkloadId, Option<Shutdown>>,
    /// Those whose grace period ends before their containers do.
    killed: Set<PodId>,
    /// Those whose Job had failed when it deleted them.
    cleaned: Set<PodId>,
    created: u32,
    /// Pods of Jobs without a length of work: since when they run.
    runs_since: Map<PodId, SimTime>,
    pub(super) refused: Vec<RecordNo>,
    pub(super) failed_commands: u32,
}

/// Rules by which a Pod ends because it isn't wanted any more.
const UNWANTED: [&str; 6] = [
    "workload/scale-down",
    JOB_CLEANS,
    "workload/job-surplus",
    "workload/daemon-finished",
    "workload/daemon-leaves",
    "drain/remove-finished",
];

/// The rule by which a failed Job deletes its Pods: they aren't wanted, but what they had done is lost.
const JOB_CLEANS: &str = "workload/job-cleans";

impl HarmScan {
    pub(super) fn new(trace: &Trace) -> Self {
        let (plan, start) = (trace.plan(), trace.start());
        let is_unsure = |(_, pod): &(PodId, Pod)| {
            has_unknown_work(plan, pod.workload) && (pod.running() || pod.terminating())
        };
        let unsure = start.each_pod().filter(is_unsure);
        Self {
            runs_since: unsure.map(|(id, pod)| (id, pod.created().min(SimTime::ZERO))).collect(),
            counts: plan.workloads.ids().map(|_| WorkloadCounts::default()).collect(),
            shutdowns: plan.workloads.ids().map(|_| None).collect(),
            killed: Set::new(),
            cleaned: Set::new(),
            created: start.pod_count(),
            refused: Vec::new(),
            failed_commands: 0,
        }
    }

    pub(super) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let Row { no, record, stay, .. } = row;
        match (record.subject, record.change) {
            (_, Change::Refused { why }) => {
                // GKE's own upgrade, which a command has overtaken, is none.
                let is_command = trace.rule(record).slug != "control-plane/overtaken";
                self.refused.extend(is_command.then_some(no));
                self.failed_commands += u32::from(why.is_failure());
            }
            (Subject::Pod(pod), _) => self.pod(trace, record, (pod, stay)),
            (Subject::Workload(id), Change::Blocked { by }) => {
                if let Some(count) = self.counts.get_mut(id).filter(|_| by.fails_job()) {
                    count.failed = count.failed.or(Some(no));
                    // What had to leave its node moves nowhere.
                    let again = count.unreplaced.iter().filter(|again| **again).count() as u32;
                    count.moves -= core::mem::take(&mut count.unreplaced).len() as u32;
                    count.moved_again -= again;
                }
            }
            (Subject::Workload(id), Change::BehaviourSet { entry }) => {
                let command = trace.plan().script.get(entry as usize).map(|entry| &entry.command);
                if let (Some(Command::SetBehaviour { shutdown: Some(shutdown), .. }), Some(slot)) =
                    (command, self.shutdowns.get_mut(id))
                {
                    *slot = Some(*shutdown);
                }
            }
            _ => {}
        }
    }

    fn pod(&mut self, trace: &Trace, record: &Record, (pod, stay): (PodId, Stay)) {
        let (Some(owner), change) = (trace.owner(pod), record.change) else {
            return;
        };
        let counts = self.counts.get_mut(owner);
        match (change, counts) {
            (Change::PodCreated { .. }, Some(count)) => {
                count.unreplaced.pop_front();
                return;
            }
            (Change::WorkLost { lost_s }, Some(count)) => {
                count.work_lost = count.work_lost + SimSpan::from_secs(i64::from(lost_s));
                return;
            }
            _ => {}
        }
        self.work_at_risk(trace, record, (pod, owner));
        let slug = trace.rule(record).slug;
        let was_killed = slug == "pod/gone" && self.killed.remove(&pod);
        let was_cleaned = self.cleaned.contains(&pod);
        let leaves = match change {
            Change::PodTerminating { gone_after_s, ending } => {
                let shorter = shortens(trace, record);
                let kills = shorter || self.is_killed(trace.plan(), owner, gone_after_s, ending);
                if kills {
                    self.killed.insert(pod);
                } else {
                    self.killed.remove(&pod);
                }
                !shorter
            }
            Change::PodForced { .. } | Change::PodGone => true,
            _ => return,
        };
        if leaves && slug == JOB_CLEANS {
            self.cleaned.insert(pod);
        }
        let kind = trace.plan().workloads.get(owner).map(|workload| workload.kind);
        let stays = kind.is_none_or(WorkloadKind::stays_with_node);
        let unwanted = UNWANTED.contains(&slug);
        let replaces = kind.is_some_and(WorkloadKind::replaces);
        // What was being deleted and isn't created again doesn't move.
        let was_there =
            stay.node.is_some() && !stay.has_left() && (replaces || !stay.was_terminating());
        let ends = leaves && was_there && !stays && !unwanted;
        let moves = ends && replaces;
        let preempted = matches!(change, Change::PodTerminating { ending: Ending::Preempted, .. });
        let with_vm = change == Change::PodGone && slug == SHUT_DOWN && was_cleaned;
        let otherwise = with_vm || ends && !preempted && removal(trace, record).is_none();
        let again = moves && pod.0 >= self.created;
        if let Some(count) = self.counts.get_mut(owner) {
            count.moves += u32::from(moves);
            count.ended_otherwise += u32::from(otherwise);
            count.moved_again += u32::from(again);
            if moves && matches!(kind, Some(WorkloadKind::Job { .. })) {
                count.unreplaced.push_back(again);
            }
            count.killed += u32::from(was_killed);
        }
    }

    pub(super) fn violates(&mut self, owner: WorkloadId) {
        if let Some(count) = self.counts.get_mut(owner) {
            count.violations += 1;
        }
    }

    /// A Pod that isn't wanted any more loses nothing, unless its Job has failed.
    fn work_at_risk(&mut self, trace: &Trace, record: &Record, (pod, owner): (PodId, WorkloadId)) {
        let slug = trace.rule(record).slug;
        match record.change {
            Change::PodBound { .. } if has_unknown_work(trace.plan(), owner) => {
                self.runs_since.insert(pod, record.at);
            }
            Change::PodTerminating { .. } if UNWANTED.contains(&slug) && slug != JOB_CLEANS => {
                self.runs_since.remove(&pod);
            }
            Change::PodFinished { .. } => {
                self.runs_since.remove(&pod);
            }
            Change::PodForced { .. } | Change::PodGone => {
                let since = self.runs_since.remove(&pod);
                if let (Some(since), Some(count)) = (since, self.counts.get_mut(owner)) {
                    let ran = record.at - since;
                    let none = WorkAtRisk { pods: 0, since, longest: ran, total: SimSpan::ZERO };
                    let known = count.at_risk.unwrap_or(none);
                    count.at_risk = Some(WorkAtRisk {
                        pods: known.pods + 1,
                        since: known.since.min(since),
                        longest: known.longest.max(ran),
                        total: known.total + ran,
                    });
                }
            }
            _ => {}
        }
    }

    /// Do the containers need longer than that? Unknown needs are taken as met, unless a deletion gives less than the grace
    /// period (BG-33); of drawn ones, a Pod that takes its whole grace period is one that needs longer (KT-05).
    fn is_killed(&self, plan: &Plan, owner: WorkloadId, gone_after_s: u32, ending: Ending) -> bool {
        let Some(workload) = plan.workloads.get(owner) else {
            return false;
        };
        let gone = SimSpan::from_secs(i64::from(gone_after_s));
        match self.shutdowns.get(owner).copied().flatten() {
            Some(Shutdown::AtTheEndOfGrace) => true,
            Some(Shutdown::After(needed)) => gone < needed,
            None => match workload.timings.shutdown {
                Some(needed) => gone < needed.p10 || (gone == workload.grace && gone < needed.p90),
                None => {
                    ending == Ending::Deleted && gone == DELETION_GRACE && gone < workload.grace
                }
            },
        }
    }
}

/// Is it a Job whose length of work is unknown?
fn has_unknown_work(plan: &Plan, id: WorkloadId) -> bool {
    let workload = plan.workloads.get(id);
    workload.is_some_and(|own| matches!(own.kind, WorkloadKind::Job { .. }) && own.work.is_none())
}
