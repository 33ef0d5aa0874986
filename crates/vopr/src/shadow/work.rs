//! The work of Pods, as the rows alone tell: since when each works, where its replacement began, and what is lost.

use super::state::{Deadline, Life, Shadow};
use base::{PodId, SimSpan, SimTime};
use model::WorkloadKind;
use model::containers::Trouble;
use model::workload::Work;
use trace::Change;

/// A stretch of work: from where, since when, and until when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowWork {
    /// Known if the length has no quantiles.
    pub length: Option<SimSpan>,
    /// What it can be at most.
    most: SimSpan,
    /// What its predecessor kept; if the length is drawn, at most.
    pub from: SimSpan,
    began: SimTime,
    /// When its container stopped, or got SIGTERM and stops at once.
    stopped: Option<SimTime>,
    /// When its replacement started.
    handed: Option<SimTime>,
    wasted: SimSpan,
    pub ended: Option<SimTime>,
}

impl ShadowWork {
    /// Of its work, what is done.
    pub(crate) fn reached(&self, at: SimTime) -> SimSpan {
        self.lasted(at).min(self.most)
    }

    /// How long its container has worked, with what its predecessor kept.
    pub(crate) fn lasted(&self, at: SimTime) -> SimSpan {
        let until = self.stopped.unwrap_or(at).min(at);
        self.from + (until - self.began)
    }
}

/// A drawn length is at most a quarter beyond the outer points.
pub(crate) fn bounds(work: Work) -> (SimSpan, SimSpan) {
    let (low, middle, high) = (work.length.p10.ms(), work.length.p50.ms(), work.length.p90.ms());
    let low = low - (middle - low) / 4 - 1000;
    let high = high + (high - middle) / 4 + 1000;
    (SimSpan::from_ms(low), SimSpan::from_ms(high))
}

/// The highest multiple of the checkpoint interval.
fn kept(work: Work, worked: SimSpan) -> SimSpan {
    let Some(every) = work.checkpoint else {
        return SimSpan::ZERO;
    };
    SimSpan::from_ms(worked.ms() - worked.ms().rem_euclid(every.ms()))
}

impl Shadow<'_> {
    pub(crate) fn work_of(&self, id: PodId) -> Option<Work> {
        self.plan.workloads[self.pod(id).workload].work
    }

    fn is_of_job(&self, id: PodId) -> bool {
        matches!(self.kind_of(id), WorkloadKind::Job { .. })
    }

    /// Pods of the start have worked since they were created.
    pub(super) fn work_of_start(&mut self) {
        for id in self.pods.ids() {
            let pod = &self.pods[id];
            let (created, life) = (pod.created, pod.life);
            let runs = matches!(life, Life::Running { .. } | Life::Terminating { .. });
            // What a container in a crash loop had done is lost already.
            let crashes = matches!(self.plan.troubles.get(&id), Some(Trouble::CrashLoop { .. }));
            let Some(work) = self.work_of(id).filter(|_| runs && !crashes) else {
                continue;
            };
            let began = created.min(SimTime::ZERO);
            self.set_to_work(SimTime::ZERO, id, work, SimSpan::ZERO, began);
            if let Life::Terminating { .. } = life {
                self.sigterm(SimTime::ZERO, id);
                self.await_successor(id);
            }
        }
    }

    fn set_to_work(&mut self, now: SimTime, id: PodId, work: Work, from: SimSpan, began: SimTime) {
        let length = (work.length.p10 == work.length.p90).then_some(work.length.p50);
        let wasted = self.work.get(&id).map_or(SimSpan::ZERO, |one| one.wasted);
        let most = length.unwrap_or_else(|| bounds(work).1);
        let one = ShadowWork {
            length,
            most,
            from,
            began,
            stopped: None,
            handed: None,
            wasted,
            ended: None,
        };
        self.work.insert(id, one);
        // A kubelet that is silent doesn't report the end.
        if let Some(length) = length.filter(|_| self.kubelet_acts_for(id)) {
            self.expect(Deadline::WorkDone(id), (began + (length - from)).max(now));
        }
    }

    /// A container has started, for the first time or again.
    pub(super) fn starts_to_work(&mut self, at: SimTime, id: PodId) {
        let Some(work) = self.work_of(id) else {
            return;
        };
        let from = match self.work.get(&id) {
            Some(own) => own.from,
            None => self.predecessor(at, id).map_or(SimSpan::ZERO, |before| {
                let one = self.work[&before];
                kept(work, one.reached(at))
            }),
        };
        self.set_to_work(at, id, work, from, at);
    }

    /// The Pod of the Job whose work has waited longest for another.
    fn predecessor(&mut self, at: SimTime, id: PodId) -> Option<PodId> {
        let workload = self.pod(id).workload;
        let mut waiting = self.unfinished.iter();
        let place = waiting.position(|other| self.pod(*other).workload == workload)?;
        let before = self.unfinished.remove(place);
        self.work.get_mut(&before)?.handed = Some(at);
        Some(before)
    }

    pub(super) fn await_successor(&mut self, id: PodId) {
        let open = self.work.get(&id).is_some_and(|one| one.handed.is_none());
        let wanted = !self.pod(id).let_go && self.is_of_job(id);
        if open && wanted && !self.unfinished.contains(&id) {
            self.unfinished.push(id);
        }
    }

    /// Its container gets SIGTERM, and works on only if it isn't known how long it takes to shut down.
    pub(super) fn sigterm(&mut self, at: SimTime, id: PodId) {
        let stops = !self.ignores[self.pod(id).workload];
        if let Some(one) = self.work.get_mut(&id).filter(|_| stops) {
            one.stopped = one.stopped.or(Some(at));
            self.settle(Deadline::WorkDone(id));
        }
    }

    /// Applies a row about a Pod; its life has changed already, from `was`.
    pub(super) fn fold_work(
        &mut self,
        at: SimTime,
        id: PodId,
        change: Change,
        was: Life,
        slug: &str,
    ) {
        let succeeded = slug == "pod/work-done" || change == (Change::PodFinished { code: 0 });
        match change {
            Change::PodStarted { .. } | Change::PodReady
                if was == Life::Starting || slug == "pod/container-restarts" =>
            {
                self.starts_to_work(at, id);
            }
            Change::ContainerKilled { .. } => self.sigterm(at, id),
            Change::ContainerExited { .. } => {
                let Some(work) = self.work_of(id) else {
                    return;
                };
                if let Some(one) = self.work.get_mut(&id) {
                    let worked = one.reached(at);
                    one.from = kept(work, worked);
                    one.wasted = one.wasted + (worked - one.from);
                    (one.began, one.stopped) = (at, Some(at));
                }
                self.settle(Deadline::WorkDone(id));
            }
            Change::PodTerminating { .. } => {
                self.sigterm(at, id);
                self.await_successor(id);
            }
            Change::PodFinished { .. } | Change::PodForced { .. } | Change::PodGone => {
                self.settle(Deadline::WorkDone(id));
                self.owe(at, id, succeeded);
            }
            Change::WorkLost { lost_s } => {
                self.owed = None;
                self.lost = self.lost + SimSpan::from_secs(i64::from(lost_s));
            }
            _ => {}
        }
    }

    /// The Pod has ended: what of its work is lost.
    fn owe(&mut self, at: SimTime, id: PodId, succeeded: bool) {
        let Some(work) = self.work_of(id) else {
            return;
        };
        let (let_go, counted) = (self.pod(id).let_go, self.pod(id).counted);
        let succeeded = succeeded && !counted;
        let Some(one) = self.work.get_mut(&id).filter(|one| one.ended.is_none()) else {
            return;
        };
        let worked = one.reached(at);
        (one.stopped, one.ended) = (one.stopped.or(Some(at)), Some(at));
        let kept = match one.handed {
            _ if succeeded || let_go => worked,
            Some(handed) => kept(work, one.reached(handed)),
            None => kept(work, worked),
        };
        let lost = one.wasted + (worked - kept);
        // Work of a drawn length may be done, up to its last checkpoint: then nothing is lost.
        let may_be_done = one.length.is_none()
            && bounds(work).0 <= worked
            && work.checkpoint.is_some_and(|every| lost <= every);
        if lost > SimSpan::ZERO && !may_be_done {
            self.owed = Some((id, lost));
        }
        match succeeded {
            true => self.unfinished.retain(|other| *other != id),
            false => self.await_successor(id),
        }
    }
}
