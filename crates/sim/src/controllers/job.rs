//! Jobs: as many active Pods as parallelism and completions require, with backoff after failures.

use super::Controllers;
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{PodId, SimSpan, SimTime, WorkloadId, muted};
use model::pod::PodPhase;
use model::workload::{OnDisruption, WorkloadKind};
use trace::{Blocker, Change};

/// The inputs of one Job sync.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobView {
    pub parallelism: u32,
    pub completions: Option<u32>,
    pub succeeded: u32,
    pub active: u32,
    pub terminating: u32,
    /// `podReplacementPolicy: Failed`: a terminating Pod is replaced only after it is deleted.
    pub replace_when_failed: bool,
    pub in_backoff: bool,
}

/// The wanted number of active Pods (KC-16); without completions, active Pods continue after the first success.
fn wanted(view: JobView) -> u32 {
    match view.completions {
        Some(completions) => view.parallelism.min(completions.saturating_sub(view.succeeded)),
        None if view.succeeded > 0 => view.active,
        None => view.parallelism,
    }
}

/// Pods to create (KC-16).
pub fn job_creates(view: JobView) -> u32 {
    let waiting = if view.replace_when_failed { view.terminating } else { 0 };
    if view.in_backoff { 0 } else { wanted(view).saturating_sub(view.active + waiting) }
}

/// KC-17: 10 s × 2^(failures − 1), at most 10 min.
fn backoff(failures: u32) -> SimSpan {
    let doubled = 10_i64 << failures.saturating_sub(1).min(6);
    SimSpan::from_secs(doubled.min(600))
}

impl Controllers {
    pub(super) fn sync_job(&mut self, cx: &mut Cx<'_>, id: WorkloadId) {
        let WorkloadKind::Job {
            parallelism,
            completions,
            replace_when_failed,
            backoff_limit,
            disrupted,
            ..
        } = cx.plan.workloads[id].kind
        else {
            return;
        };
        let cause = cx.cause;
        let deleted = self.deleted(cx, id);
        if !deleted.is_empty()
            && !self.jobs[id].failed
            && !muted("KC-17")
            && self.unfinished(cx, id)
        {
            cx.cause = deleted.last().and_then(|pod| cx.world.pod_row(*pod)).or(cause);
            self.count_failures(cx, id, deleted.len() as u32, disrupted);
            cx.cause = cause;
        }
        let state = &self.jobs[id];
        if state.failed {
            return;
        }
        let (failures, told_until) = (state.failures, state.told_until);
        let backoff_until = state.backoff_until;
        if failures > backoff_limit && self.unfinished(cx, id) {
            // Only at the start: during a run the Job fails when the Pod is deleted.
            return self.fail_job(cx, id, Rule::JobFailed, Blocker::BackoffLimit { failures });
        }
        let in_backoff = cx.now < backoff_until;
        let view = JobView {
            parallelism,
            completions,
            succeeded: self.succeeded(cx, id),
            active: cx.world.active[id],
            terminating: if replace_when_failed { cx.terminating(id) } else { 0 },
            replace_when_failed,
            in_backoff,
        };
        // Deletes the whole surplus at once (KC-16), even during backoff.
        let surplus = view.active.saturating_sub(wanted(view)) as usize;
        for pod in cx.surplus(id, surplus) {
            self.jobs[id].let_go.insert(pod);
            cx.drop_task(pod);
            cx.delete_pod(pod, Rule::JobSurplus);
        }
        let missing = job_creates(JobView { in_backoff: false, ..view });
        if in_backoff && missing > 0 && told_until != Some(backoff_until) {
            self.end_wait(cx, id);
            self.jobs[id].told_until = Some(backoff_until);
            let seconds = (backoff_until - cx.now).secs();
            cx.hold_job(id, Rule::JobBackoff, Blocker::Backoff { wait_s: seconds });
        } else if !in_backoff {
            self.end_wait(cx, id);
        }
        for _ in 0..job_creates(view) {
            cx.create_pod(Rule::JobPod, id, 0);
        }
    }

    fn end_wait(&mut self, cx: &mut Cx<'_>, id: WorkloadId) {
        if self.jobs[id].told_until.take().is_some() {
            cx.record(Rule::JobBackoff, id, Change::Unblocked);
        }
    }

    /// KC-17: counts the end of a Pod once, as a success or a failure. Every end of a Job's Pod during a run is a disruption.
    pub(super) fn job_pod_ended(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let id = cx.world.cluster.pods[pod].workload;
        let WorkloadKind::Job { disrupted, .. } = cx.plan.workloads[id].kind else {
            return;
        };
        let known = self.jobs[id].let_go.remove(&pod);
        if muted("KC-17") || !self.unfinished(cx, id) || self.jobs[id].failed || known {
            return;
        }
        match cx.world.cluster.pods[pod].phase() {
            PodPhase::Succeeded { .. } => {
                let state = &mut self.jobs[id];
                state.succeeded += 1;
                // A success resets the backoff.
                state.in_a_row = 0;
            }
            ended => {
                let failures = 1 + self.deleted(cx, id).len() as u32;
                // A container that failed by itself isn't a disruption.
                let failed = matches!(ended, PodPhase::Failed { .. });
                let disrupted = if failed { OnDisruption::Counts } else { disrupted };
                self.count_failures(cx, id, failures, disrupted);
            }
        }
    }

    /// The Pods that are being deleted since the last time: as upstream has it (`isPodFailed`), they have failed unless the Job replaces failed Pods
    /// only, and whether they succeed then or not.
    fn deleted(&mut self, cx: &Cx<'_>, id: WorkloadId) -> Vec<PodId> {
        if !cx.plan.workloads[id].kind.fails_by_deletion() {
            return Vec::new();
        }
        let (pods, known) = (&cx.world.cluster.pods, &mut self.jobs[id].let_go);
        let deleted = cx.world.pods_of.of(id).filter(|pod| pods[*pod].terminating());
        deleted.filter(|pod| known.insert(*pod)).collect()
    }

    fn count_failures(
        &mut self,
        cx: &mut Cx<'_>,
        id: WorkloadId,
        failures: u32,
        disrupted: OnDisruption,
    ) {
        // What a policy ignores counts for the backoff alone.
        let counted = match disrupted {
            OnDisruption::Counts => failures,
            OnDisruption::Ignored => 0,
            OnDisruption::FailsJob => {
                return self.fail_job(cx, id, Rule::JobPolicy, Blocker::FailurePolicy);
            }
        };
        let WorkloadKind::Job { backoff_limit, .. } = cx.plan.workloads[id].kind else {
            return;
        };
        let now = cx.now;
        let state = &mut self.jobs[id];
        state.failures += counted;
        state.in_a_row += failures;
        let (failures, in_a_row) = (state.failures, state.in_a_row);
        if failures > backoff_limit {
            return self.fail_job(cx, id, Rule::JobFailed, Blocker::BackoffLimit { failures });
        }
        let until = now + backoff(in_a_row);
        state.backoff_until = until;
        cx.wake(until, Wake::SyncWorkload(id));
    }

    /// Completions so far.
    fn succeeded(&self, cx: &Cx<'_>, id: WorkloadId) -> u32 {
        cx.plan.workloads[id].succeeded + self.jobs[id].succeeded
    }

    /// Are completions missing?
    fn unfinished(&self, cx: &Cx<'_>, id: WorkloadId) -> bool {
        match cx.plan.workloads[id].kind {
            WorkloadKind::Job { completions, .. } => {
                completions.is_none_or(|all| self.succeeded(cx, id) < all)
            }
            _ => false,
        }
    }

    /// Fails the Job: it creates no more Pods and deletes its active ones.
    fn fail_job(&mut self, cx: &mut Cx<'_>, id: WorkloadId, rule: Rule, by: Blocker) {
        self.jobs[id].failed = true;
        self.end_wait(cx, id);
        cx.hold_job(id, rule, by);
        let pods = cx.world.pods_of.of(id).collect::<Vec<_>>();
        for pod in pods {
            if cx.world.cluster.pods[pod].active() {
                cx.delete_pod(pod, Rule::JobCleans);
            }
        }
    }

    pub(super) fn job_deadline(&mut self, cx: &mut Cx<'_>, id: WorkloadId) {
        if let WorkloadKind::Job { deadline: Some(deadline), .. } = cx.plan.workloads[id].kind
            && !self.jobs[id].failed
            && self.unfinished(cx, id)
        {
            let seconds = deadline.secs();
            self.fail_job(cx, id, Rule::JobDeadline, Blocker::Deadline { after_s: seconds });
        }
    }
}

impl Core {
    fn terminating(&self, id: WorkloadId) -> u32 {
        let world = &self.world;
        let terminating = |pod: &PodId| world.cluster.pods[*pod].terminating();
        world.pods_of.of(id).filter(terminating).count() as u32
    }

    /// Were completions missing at the start?
    fn unfinished(&self, id: WorkloadId) -> bool {
        let workload = &self.world.plan.workloads[id];
        match workload.kind {
            WorkloadKind::Job { completions, .. } => {
                completions.is_none_or(|all| workload.succeeded < all)
            }
            _ => false,
        }
    }

    /// When a running Job reaches its deadline, counted from its first Pod (KC-17).
    pub(crate) fn deadline_of(&self, id: WorkloadId) -> Option<SimTime> {
        let workload = &self.world.plan.workloads[id];
        let WorkloadKind::Job { deadline, .. } = workload.kind else {
            return None;
        };
        let pods = &self.world.cluster.pods;
        let created = self.world.pods_of.of(id).map(|pod| pods[pod].created());
        let start = created.min().unwrap_or(SimTime::ZERO);
        deadline
            .filter(|_| self.unfinished(id) && !muted("KC-17"))
            .map(|deadline| (start + deadline).max(SimTime::ZERO))
    }
}

impl Cx<'_> {
    fn hold_job(&mut self, id: WorkloadId, rule: Rule, by: Blocker) {
        self.record(rule, id, Change::Blocked { by });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    use super::{JobView, backoff, job_creates};

    /// KC-17: the backoff doubles with each failure, up to ten minutes.
    #[test]
    fn the_wait_doubles_up_to_ten_minutes() {
        let waits: Vec<u32> = (1..=9).map(|failures| backoff(failures).secs()).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 320, 600, 600, 600]);
    }

    /// KC-16: parallelism 3, completions 9, succeeded 8.
    #[test]
    fn the_last_completion_needs_one_pod() {
        let view = JobView {
            parallelism: 3,
            completions: Some(9),
            succeeded: 8,
            active: 0,
            terminating: 0,
            replace_when_failed: false,
            in_backoff: false,
        };
        assert_eq!(job_creates(view), 1);
    }

    /// KC-16, KC-17, AM-73.
    #[test]
    fn a_job_pod_fails_at_its_eviction_and_is_replaced_after_the_backoff() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 | at=0 drain a-0",
            pods,
            expect![[r#"
                 1s  pod/etl-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                11s  pod/etl-1  pending               workload/job [KC-16]             <- pod/etl-0 evicted, gone in 30s
                11s  pod/etl-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                31s  pod/etl-0  gone                  pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 30s
                31s  pod/etl-1  ready                 pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                Quiet
            "#]],
        );
    }

    /// KC-17: the second failure counts at 35 s, so nothing is created before 55 s.
    #[test]
    fn after_a_failure_a_job_waits_before_it_tries_again() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 | at=0 drain a-0 | at=34 drain a-1",
            pods,
            expect![[r#"
                 1s  pod/etl-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
                11s  pod/etl-1  pending                                                   workload/job [KC-16]                     <- pod/etl-0 evicted, gone in 30s
                11s  pod/etl-1  bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/etl-1 pending
                31s  pod/etl-0  gone                                                      pod/gone [KT-05]                         <- pod/etl-0 evicted, gone in 30s
                31s  pod/etl-1  ready                                                     pod/ready [KT-03]                        <- pod/etl-1 bound to a-1
                35s  pod/etl-1  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-1 draining 1 pods
                55s  pod/etl-2  pending                                                   workload/job [KC-16]                     <- pod/etl-1 evicted, gone in 30s
                55s  pod/etl-2  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/etl-2 pending
                65s  pod/etl-1  gone                                                      pod/gone [KT-05]                         <- pod/etl-1 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-17: after one failure before the start, those at 1 s and 35 s are the second and the third.
    #[test]
    fn the_wait_goes_on_from_the_failures_before_the_start() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 failed=1 on=a-0 | at=0 drain a-0 | at=34 drain a-1",
            pods,
            expect![[r#"
                 1s  pod/etl-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
                21s  pod/etl-1  pending                                                   workload/job [KC-16]                     <- pod/etl-0 evicted, gone in 30s
                21s  pod/etl-1  bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/etl-1 pending
                31s  pod/etl-0  gone                                                      pod/gone [KT-05]                         <- pod/etl-0 evicted, gone in 30s
                35s  pod/etl-1  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-1 draining 1 pods
                65s  pod/etl-1  gone                                                      pod/gone [KT-05]                         <- pod/etl-1 evicted, gone in 30s
                75s  pod/etl-2  pending                                                   workload/job [KC-16]                     <- pod/etl-1 evicted, gone in 30s
                75s  pod/etl-2  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/etl-2 pending
                Quiet
            "#]],
        );
    }

    /// KC-16, KC-17: a policy that ignores disruptions replaces a Pod after it has failed, counts no failure, and waits for the backoff all the same.
    #[test]
    fn an_ignored_disruption_costs_time_and_no_failure() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 backoff=0 disrupted=ignored replace-when-failed | at=0 drain a-0",
            pods,
            expect![[r#"
                 1s  pod/etl-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                31s  pod/etl-0  gone                  pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 30s
                41s  pod/etl-1  pending               workload/job [KC-16]             <- pod/etl-0 gone
                41s  pod/etl-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                61s  pod/etl-1  ready                 pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                Quiet
            "#]],
        );
    }

    /// KC-17: Pods that are being deleted count against a limit of none, and nothing replaces them.
    #[test]
    fn a_job_that_may_not_fail_fails_at_the_eviction() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 backoff=0 grace=3600 | at=0 drain a-0",
            |record| pods(record) || matches!(record.subject, trace::Subject::Workload(_)),
            expect![[r#"
                   1s  pod/etl-0     evicted, gone in 3600s            drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                   1s  workload/etl  blocked: failed after 1 failures  workload/job-failed [KC-17]      <- pod/etl-0 evicted, gone in 3600s
                3601s  pod/etl-0     gone                              pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 3600s
                Quiet
            "#]],
        );
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 backoff=0 replace-when-failed | at=0 drain a-0",
            |record| pods(record) || matches!(record.subject, trace::Subject::Workload(_)),
            expect![[r#"
                 1s  pod/etl-0     evicted, gone in 30s              drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                31s  pod/etl-0     gone                              pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 30s
                31s  workload/etl  blocked: failed after 1 failures  workload/job-failed [KC-17]      <- pod/etl-0 gone
                Quiet
            "#]],
        );
    }

    /// KC-17.
    #[test]
    fn a_policy_may_fail_the_job() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=2 disrupted=fails slots=1 | app x replicas=1 on=a-1 | at=0 drain a-0",
            |record| pods(record) || matches!(record.subject, trace::Subject::Workload(_)),
            expect![[r#"
                 1s  pod/etl-0     evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods
                 1s  pod/etl-1     evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods
                 1s  workload/etl  blocked: failed by its policy  workload/job-policy [KC-17]      <- pod/etl-1 evicted, gone in 30s
                31s  pod/etl-0     gone                           pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 30s
                31s  pod/etl-1     gone                           pod/gone [KT-05]                 <- pod/etl-1 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-17.
    #[test]
    fn a_job_fails_at_its_deadline() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 deadline=60 | at=0 drain a-0",
            |record| pods(record) || matches!(record.subject, trace::Subject::Workload(_)),
            expect![[r#"
                 1s  pod/etl-0     evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                 1s  workload/etl  blocked: back-off 10s      workload/job-backoff [KC-17]     <- pod/etl-0 evicted, gone in 30s
                11s  workload/etl  unblocked                  workload/job-backoff [KC-17]     <- pod/etl-0 evicted, gone in 30s
                11s  pod/etl-1     pending                    workload/job [KC-16]             <- pod/etl-0 evicted, gone in 30s
                11s  pod/etl-1     bound to a-1               place/bind [KS-30 KS-31]         <- pod/etl-1 pending
                31s  pod/etl-0     gone                       pod/gone [KT-05]                 <- pod/etl-0 evicted, gone in 30s
                31s  pod/etl-1     ready                      pod/ready [KT-03]                <- pod/etl-1 bound to a-1
                60s  workload/etl  blocked: failed after 60s  workload/job-deadline [KC-17]    <- cluster started
                60s  pod/etl-1     deleted, gone in 30s       workload/job-cleans [KC-17]      <- cluster started
                90s  pod/etl-1     gone                       pod/gone [KT-05]                 <- pod/etl-1 deleted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-17: with seven failures before the start the Job has failed, although enough Pods are active.
    #[test]
    fn a_job_that_had_failed_before_the_start_fails_at_once() {
        check(
            "pool a nodes=1 | app etl kind=Job replicas=1 failed=7 backoff=6",
            |record| pods(record) || matches!(record.subject, trace::Subject::Workload(_)),
            expect![[r#"
                 0s  workload/etl  blocked: failed after 7 failures  workload/job-failed [KC-17]  <- cluster started
                 0s  pod/etl-0     deleted, gone in 30s              workload/job-cleans [KC-17]  <- cluster started
                30s  pod/etl-0     gone                              pod/gone [KT-05]             <- pod/etl-0 deleted, gone in 30s
                Quiet
            "#]],
        );
    }
}
