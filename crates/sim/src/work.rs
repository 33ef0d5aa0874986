//! The work of Pods that have a length of it: it is done, goes on elsewhere, or is lost (AM-101).

pub(crate) mod task;

use self::task::Task;
use crate::cx::{Core, Cx, Stream};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{PodId, SimSpan, SimTime, muted};
use model::containers::Trouble;
use model::pod::PodPhase;
use model::workload::{Work, WorkloadKind};
use trace::Change;

impl Core {
    fn work_of(&self, pod: PodId) -> Option<Work> {
        let workload = self.world.cluster.pods[pod].workload;
        self.world.plan.workloads[workload].work.filter(|_| !muted("AM-101"))
    }

    /// When the Pod's work is done, if it goes on.
    pub(crate) fn work_due(&self, pod: PodId) -> Option<SimTime> {
        self.behaviour.tasks.get(&pod)?.due()
    }

    /// Does the Pod's work end now?
    fn is_work_done(&self, pod: PodId) -> bool {
        let state = self.world.cluster.pods[pod];
        let runs = state.running() || state.terminating();
        let acts = state.node().is_some_and(|on| self.kubelet_acts(on));
        runs && acts && self.work_due(pod) == Some(self.now)
    }

    /// Is the wake of then still that of the Pod's work?
    pub(crate) fn still_works(&self, pod: PodId) -> bool {
        let node = self.world.cluster.pods[pod].node();
        self.work_due(pod).is_some() && node.is_some_and(|on| self.kubelet_acts(on))
    }
}

impl Cx<'_> {
    /// The Pods of the start have worked since they were created, except those in a crash loop, which begin again.
    pub(crate) fn begin_tasks(&mut self) {
        if self.plan.workloads.values().all(|workload| workload.work.is_none()) {
            return;
        }
        for pod in self.world.cluster.pods.ids() {
            let state = self.world.cluster.pods[pod];
            if let Some(Trouble::CrashLoop { .. }) = self.plan.troubles.get(&pod) {
                continue;
            }
            if let Some(work) = self.work_of(pod)
                && (state.running() || state.terminating())
            {
                let age = (SimTime::ZERO - state.created()).max(SimSpan::ZERO);
                let needed = self.needed(pod, work);
                self.go_on(pod, Task::new(needed, age.min(needed)));
                if state.terminating() {
                    self.stop_task(pod);
                }
            }
        }
    }

    fn needed(&self, pod: PodId, work: Work) -> SimSpan {
        self.draw(work.length, Stream::Work, self.pod_rank(pod), 0)
    }

    fn go_on(&mut self, pod: PodId, task: Task) {
        let task = Task { since: Some(self.now), ..task };
        self.behaviour.tasks.insert(pod, task);
        if let Some(due) = task.due() {
            self.wake(due, Wake::WorkDone(pod));
        }
    }

    /// The Pod's container starts: it works on where it, or the Pod that it replaces, had last saved.
    pub(crate) fn start_task(&mut self, pod: PodId) {
        let Some(work) = self.work_of(pod) else {
            return;
        };
        let known = self.behaviour.tasks.get(&pod).copied();
        let task = match known.or_else(|| self.take_over(pod, work)) {
            Some(task) => task,
            None => Task::new(self.needed(pod, work), SimSpan::ZERO),
        };
        self.go_on(pod, task);
    }

    /// The work that has waited longest for another Pod.
    fn take_over(&mut self, pod: PodId, work: Work) -> Option<Task> {
        let workload = self.world.cluster.pods[pod].workload;
        let waiting = self.behaviour.unfinished.get_mut(&workload)?;
        let from = (!waiting.is_empty()).then(|| waiting.remove(0))?;
        let now = self.now;
        let task = self.behaviour.tasks.get_mut(&from)?;
        let saved = work.saved(task.done_at(now));
        task.taken = Some(saved);
        let needed = task.needed;
        if !self.world.cluster.pods[from].terminating() {
            self.behaviour.tasks.remove(&from);
        }
        Some(Task::new(needed, saved))
    }

    /// The Pod's container exits and may be started again: what it hasn't saved is lost.
    pub(crate) fn restart_task(&mut self, pod: PodId) {
        let (now, work) = (self.now, self.work_of(pod));
        if let (Some(work), Some(task)) = (work, self.behaviour.tasks.get_mut(&pod)) {
            let done = task.done_at(now);
            let saved = work.saved(done);
            *task = Task { done: saved, since: None, lost: task.lost + (done - saved), ..*task };
        }
    }

    /// The Pod gets SIGTERM: it works on to its end, unless it is known how long it takes to shut down.
    pub(crate) fn stop_task(&mut self, pod: PodId) {
        if !self.behaviour.tasks.contains_key(&pod) {
            return;
        }
        let state = self.world.cluster.pods[pod];
        let stops = self.timings(state.workload).shutdown.is_some();
        let (now, kind) = (self.now, self.plan.workloads[state.workload].kind);
        let Some(task) = self.behaviour.tasks.get_mut(&pod) else {
            return;
        };
        if stops {
            (task.done, task.since) = (task.done_at(now), None);
        }
        let taken = task.taken.is_some();
        if state.terminating() && !taken && matches!(kind, WorkloadKind::Job { .. }) {
            task.failed |= kind.fails_by_deletion();
            let waiting = self.behaviour.unfinished.entry(state.workload).or_default();
            if !waiting.contains(&pod) {
                waiting.push(pod);
            }
        }
    }

    /// The Pod isn't wanted: what it did was done elsewhere.
    pub(crate) fn drop_task(&mut self, pod: PodId) {
        if let Some(task) = self.behaviour.tasks.get_mut(&pod) {
            task.taken = Some(task.needed);
        }
    }

    pub(crate) fn work_done(&mut self, pod: PodId) {
        if !self.is_work_done(pod) {
            return;
        }
        let terminates = self.world.cluster.pods[pod].terminating();
        let row = self.record(Rule::WorkDone, pod, Change::PodFinished { code: 0 });
        if terminates && row.is_some() {
            self.cause = row;
            self.pod_gone(pod, Rule::PodGone);
        }
    }

    /// KC-18: the Pod has ended; reports what of its work is lost.
    pub(crate) fn end_task(&mut self, pod: PodId) {
        let Some(work) = self.work_of(pod) else {
            return;
        };
        let now = self.now;
        let state = self.world.cluster.pods[pod];
        let Some(task) = self.behaviour.tasks.get_mut(&pod) else {
            return;
        };
        let done = task.done_at(now);
        let succeeded = matches!(state.phase(), PodPhase::Succeeded { .. }) && !task.failed;
        let kept = match task.taken {
            _ if succeeded => done,
            Some(taken) => taken.min(done),
            None => work.saved(done),
        };
        let lost = task.lost + (done - kept);
        let waits = task.taken.is_none() && !succeeded;
        *task = Task { done: kept, since: None, lost: SimSpan::ZERO, ..*task };
        let replaced = matches!(self.plan.workloads[state.workload].kind, WorkloadKind::Job { .. });
        let waiting = self.behaviour.unfinished.entry(state.workload).or_default();
        if !waits || !replaced {
            waiting.retain(|other| *other != pod);
            self.behaviour.tasks.remove(&pod);
        } else if !waiting.contains(&pod) {
            waiting.push(pod);
        }
        if lost > SimSpan::ZERO {
            self.record(Rule::WorkLost, pod, Change::WorkLost { lost_s: lost.secs() });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;
    use expect_test::expect;

    /// AM-101, KC-16: work goes on after SIGTERM; done in the grace period, the Pod succeeds, and nothing replaces it.
    #[test]
    fn work_that_ends_in_the_grace_period_is_done() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=600 work=300 replace-when-failed | at=100 drain a-0",
            pods,
            expect![[r#"
                101s  pod/etl-0  evicted, gone in 199s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                300s  pod/etl-0  succeeded              pod/work-done [AM-101]           <- cluster started
                300s  pod/etl-0  gone                   pod/gone [KT-05]                 <- pod/etl-0 succeeded
                Quiet
            "#]],
        );
    }

    /// KC-17: a Job that replaces deleted Pods has counted the Pod as failed: what it does then isn't a completion.
    #[test]
    fn work_that_ends_after_its_pod_has_failed_is_done_again() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=600 work=300 | at=100 drain a-0",
            pods,
            expect![[r#"
                101s  pod/etl-0  evicted, gone in 199s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                111s  pod/etl-1  pending                workload/job [KC-16]             <- pod/etl-0 evicted, gone in 199s
                111s  pod/etl-1  bound to a-1           place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                131s  pod/etl-1  ready                  pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                300s  pod/etl-0  succeeded              pod/work-done [AM-101]           <- cluster started
                300s  pod/etl-0  300s of work lost      pod/work-lost [AM-101 KC-18]     <- pod/etl-0 succeeded
                300s  pod/etl-0  gone                   pod/gone [KT-05]                 <- pod/etl-0 succeeded
                431s  pod/etl-1  succeeded              pod/work-done [AM-101]           <- pod/etl-1 ready
                Quiet
            "#]],
        );
    }

    /// AM-101, KC-18: what was worked without a checkpoint is lost, and the replacement begins at zero.
    #[test]
    fn work_that_its_grace_period_cuts_off_is_lost() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=60 work=300 | at=100 drain a-0",
            pods,
            expect![[r#"
                101s  pod/etl-0  evicted, gone in 60s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                111s  pod/etl-1  pending               workload/job [KC-16]             <- pod/etl-0 evicted, gone in 60s
                111s  pod/etl-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                131s  pod/etl-1  ready                 pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                161s  pod/etl-0  gone                  pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 60s
                161s  pod/etl-0  161s of work lost     pod/work-lost [AM-101 KC-18]     <- pod/etl-0 gone
                431s  pod/etl-1  succeeded             pod/work-done [AM-101]           <- pod/etl-1 ready
                Quiet
            "#]],
        );
    }

    /// AM-101: with an own shutdown time, work stops at SIGTERM.
    #[test]
    fn a_pod_that_shuts_down_by_itself_stops_working_at_once() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=600 shutdown=5 work=300 | at=100 drain a-0",
            pods,
            expect![[r#"
                101s  pod/etl-0  evicted, gone in 5s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                106s  pod/etl-0  gone                 pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 5s
                106s  pod/etl-0  101s of work lost    pod/work-lost [AM-101 KC-18]     <- pod/etl-0 gone
                111s  pod/etl-1  pending              workload/job [KC-16]             <- pod/etl-0 evicted, gone in 5s
                111s  pod/etl-1  bound to a-1         place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                131s  pod/etl-1  ready                pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                431s  pod/etl-1  succeeded            pod/work-done [AM-101]           <- pod/etl-1 ready
                Quiet
            "#]],
        );
    }

    /// AM-101: the replacement begins at the last checkpoint that was reached when it starts; what the old Pod works from
    /// there on is lost.
    #[test]
    fn a_replacement_goes_on_from_the_last_checkpoint() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=60 work=300 checkpoint=40 | at=100 drain a-0",
            pods,
            expect![[r#"
                101s  pod/etl-0  evicted, gone in 60s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                111s  pod/etl-1  pending               workload/job [KC-16]             <- pod/etl-0 evicted, gone in 60s
                111s  pod/etl-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                131s  pod/etl-1  ready                 pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                161s  pod/etl-0  gone                  pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 60s
                161s  pod/etl-0  41s of work lost      pod/work-lost [AM-101 KC-18]     <- pod/etl-0 gone
                311s  pod/etl-1  succeeded             pod/work-done [AM-101]           <- pod/etl-1 ready
                Quiet
            "#]],
        );
        // Not started before the old Pod is gone.
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=60 work=300 checkpoint=40 replace-when-failed | at=100 drain a-0",
            pods,
            expect![[r#"
                101s  pod/etl-0  evicted, gone in 60s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                161s  pod/etl-0  gone                  pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 60s
                161s  pod/etl-0  1s of work lost       pod/work-lost [AM-101 KC-18]     <- pod/etl-0 gone
                171s  pod/etl-1  pending               workload/job [KC-16]             <- pod/etl-0 gone
                171s  pod/etl-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                191s  pod/etl-1  ready                 pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                331s  pod/etl-1  succeeded             pod/work-done [AM-101]           <- pod/etl-1 ready
                Quiet
            "#]],
        );
    }

    /// AM-101: a container that is restarted in place begins at its last checkpoint; what it lost counts when the Pod ends.
    #[test]
    fn a_restarted_container_begins_at_its_checkpoint() {
        check(
            "pool a nodes=1 | app lone kind=Pod replicas=1 work=100 checkpoint=30 crash=50 on-failure fails-until=60 | at=0 cordon a-0",
            pods,
            expect![[r#"
                 50s  pod/lone  exited with code 1, restarts in 0s  pod/container-exits [KT-24 KT-26]     <- cluster started
                 50s  pod/lone  ready                               pod/container-restarts [KT-07 KT-24]  <- pod/lone exited with code 1, restarts in 0s
                120s  pod/lone  succeeded                           pod/work-done [AM-101]                <- pod/lone ready
                120s  pod/lone  20s of work lost                    pod/work-lost [AM-101 KC-18]          <- pod/lone succeeded
                Quiet
            "#]],
        );
    }

    /// AM-101: a Pod of the start has worked since it was created; a bare Pod is not replaced.
    #[test]
    fn a_bare_pod_loses_what_it_did_before_the_start() {
        check(
            "pool a nodes=2 | app lone kind=Pod replicas=1 on=a-0 work=900 age=500 | app done kind=Pod replicas=1 on=a-0 work=900 age=850 grace=50 | at=0 drain a-0",
            pods,
            expect![[r#"
                 1s  pod/lone  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods
                 1s  pod/done  evicted, gone in 49s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods
                31s  pod/lone  gone                  pod/gone [KT-05]                 <- pod/lone evicted, gone in 30s
                31s  pod/lone  531s of work lost     pod/work-lost [AM-101 KC-18]     <- pod/lone gone
                50s  pod/done  succeeded             pod/work-done [AM-101]           <- cluster started
                50s  pod/done  gone                  pod/gone [KT-05]                 <- pod/done succeeded
                Quiet
            "#]],
        );
    }

    /// AM-101: what a Pod in a crash loop had done before the start is lost already.
    #[test]
    fn a_crash_loop_of_the_start_works_from_zero() {
        check(
            "pool a nodes=1 | app lone kind=Pod replicas=1 work=100 age=500 loops=3 crash=40 on-failure fails-until=20 | at=0 cordon a-0",
            pods,
            expect![[r#"
                 20s  pod/lone  ready      pod/container-restarts [KT-07 KT-24]  <- cluster started
                120s  pod/lone  succeeded  pod/work-done [AM-101]                <- pod/lone ready
                Quiet
            "#]],
        );
    }

    /// AM-101, KC-16: a Job without a script ends when all completions are there.
    #[test]
    fn a_run_ends_when_its_jobs_are_done() {
        check(
            "pool a nodes=1 | app etl kind=Job replicas=2 completions=3 work=100 | at=0 cordon a-0 | at=10 uncordon a-0",
            pods,
            expect![[r#"
                100s  pod/etl-0  succeeded     pod/work-done [AM-101]    <- cluster started
                100s  pod/etl-1  succeeded     pod/work-done [AM-101]    <- cluster started
                100s  pod/etl-2  pending       workload/job [KC-16]      <- pod/etl-0 succeeded
                100s  pod/etl-2  bound to a-0  place/bind [KS-30 KS-31]  <- pod/etl-2 pending
                120s  pod/etl-2  ready         pod/ready [KT-03]         <- pod/etl-2 bound to a-0
                220s  pod/etl-2  succeeded     pod/work-done [AM-101]    <- pod/etl-2 ready
                Quiet
            "#]],
        );
    }

    /// AM-101, AM-80: a VM that is taken away leaves its Pods 15 s.
    #[test]
    fn work_on_a_vm_that_is_taken_away_is_lost_or_done_in_fifteen_seconds() {
        check(
            "pool a nodes=1 spot | app etl kind=Job replicas=2 completions=2 work=100 age=0 slots=2 grace=60 | app soon kind=Pod replicas=1 work=60 | at=50 preempt a-0 | until=400",
            pods,
            expect![[r#"
                 50s  pod/etl-0  not ready         node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
                 50s  pod/etl-1  not ready         node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
                 50s  pod/soon   not ready         node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
                 60s  pod/soon   succeeded         pod/work-done [AM-101]                   <- cluster started
                 65s  pod/etl-0  gone              node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
                 65s  pod/etl-0  65s of work lost  pod/work-lost [AM-101 KC-18]             <- pod/etl-0 gone
                 65s  pod/etl-1  gone              node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
                 65s  pod/etl-1  65s of work lost  pod/work-lost [AM-101 KC-18]             <- pod/etl-1 gone
                 80s  pod/soon   gone              node/takes-pods [KD-11 KT-16 AM-73]      <- node/a-0 gone
                 85s  pod/etl-2  pending           workload/job [KC-16]                     <- pod/etl-1 gone
                 85s  pod/etl-3  pending           workload/job [KC-16]                     <- pod/etl-1 gone
                 85s  pod/etl-2  blocked: no node  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/etl-2 pending
                 85s  pod/etl-3  blocked: no node  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/etl-3 pending
                260s  pod/etl-2  bound to a-0      place/bind [KS-30 KS-31]                 <- node/a-0 ready
                260s  pod/etl-3  bound to a-0      place/bind [KS-30 KS-31]                 <- node/a-0 ready
                280s  pod/etl-2  ready             pod/ready [KT-03]                        <- pod/etl-2 bound to a-0
                280s  pod/etl-3  ready             pod/ready [KT-03]                        <- pod/etl-3 bound to a-0
                380s  pod/etl-2  succeeded         pod/work-done [AM-101]                   <- pod/etl-2 ready
                380s  pod/etl-3  succeeded         pod/work-done [AM-101]                   <- pod/etl-3 ready
                Quiet
            "#]],
        );
    }
}
