//! What a container that fails does: it is pulled, started, killed, and exits.

use super::{Container, Next};
use crate::cx::{Cx, Stream};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, PodId, RecordNo, SimSpan, SimTime, muted};
use model::containers::{LONG_RUN, RestartPolicy, crash_backoff, pull_backoff};
use model::pod::PodPhase;
use trace::{Change, NEVER};

/// The exit code of a container that was killed.
const KILLED: u32 = 137;

impl Cx<'_> {
    /// The container is to be started, or its image pulled.
    pub(crate) fn container_starts(&mut self, pod: PodId) {
        let Some(state) = self.due_container(pod) else {
            return;
        };
        match (state.next, self.world.cluster.pods[pod].phase()) {
            (Next::Pull, PodPhase::Starting { on }) => self.pull(pod, on, state),
            (Next::Start, PodPhase::Running { on, .. }) => self.restart(pod, on, state),
            _ => {}
        }
    }

    fn pull(&mut self, pod: PodId, on: NodeId, state: Container) {
        if !self.pull_fails(pod, on) {
            let workload = self.world.cluster.pods[pod].workload;
            let start = self.timings(workload).start;
            let start = self.draw(start, Stream::PodStart, self.pod_rank(pod), 0);
            let row =
                self.record(Rule::PullSucceeds, pod, Change::ImagePulled { start_s: start.secs() });
            self.cause = row.or(self.cause);
            let state = Container { failures: 0, ..state };
            self.plan_next(pod, state, Next::Nothing, SimSpan::ZERO);
            let at = self.now + start;
            return self.wake(at, Wake::ContainersStarted(pod));
        }
        let failures = state.failures.saturating_add(1);
        let wait = pull_backoff(failures);
        let change = Change::PullFailed { wait_s: wait.secs() };
        let row = self.record_loop(Rule::PullFails, pod, change);
        self.fails_again(pod, Container { failures, ..state }, Next::Pull, wait, row);
    }

    /// Restarts the container in place: no placement, no pull (KT-07).
    fn restart(&mut self, pod: PodId, on: NodeId, state: Container) {
        let restarts = state.restarts.saturating_add(1);
        self.behaviour.containers.insert(pod, Container { restarts, ..state });
        self.start_containers(pod, on, true);
    }

    /// The container runs: it is ready at once, later, or never.
    pub(crate) fn start_containers(&mut self, pod: PodId, on: NodeId, again: bool) {
        let workload = self.world.cluster.pods[pod].workload;
        let unready = self.never_ready(workload, on) || self.stays_unready(pod, on);
        let drawn = self.timings(workload).ready;
        let ready_after_s = match unready {
            true => NEVER,
            false => self.draw(drawn, Stream::PodReady, self.pod_rank(pod), 0).secs(),
        };
        let rule = match (again, ready_after_s) {
            (true, _) => Rule::ContainerRestarts,
            (false, NEVER) => Rule::NeverReady,
            (false, 0) => Rule::PodReady,
            (false, _) => Rule::PodStarted,
        };
        let at = self.now + SimSpan::from_secs(i64::from(ready_after_s));
        let ready_at = Some(if unready { SimTime::MAX } else { at });
        if !self.none_fails() {
            let known = self.behaviour.containers.get(&pod).copied();
            if known.is_some() || self.fault(pod, on).is_some() {
                let state = known.unwrap_or_else(|| Container::new(None));
                self.behaviour.containers.insert(pod, Container { ready_at, ..state });
            }
        }
        let change = match ready_after_s {
            0 => Change::PodReady,
            _ => Change::PodStarted { ready_after_s },
        };
        let row = match again {
            true => self.record_loop(rule, pod, change),
            false => self.record(rule, pod, change),
        };
        match unready {
            true => _ = self.behaviour.bad.insert(pod),
            false if self.behaviour.bad.is_empty() => {}
            false => _ = self.behaviour.bad.remove(&pod),
        }
        if row.is_some() {
            self.cause = row;
            self.start_task(pod);
            if !self.none_fails() {
                self.plan_failure(pod, on);
            }
        }
    }

    /// The container exits, or a probe has failed too often.
    pub(crate) fn container_ends(&mut self, pod: PodId) {
        let Some(state) = self.due_container(pod) else {
            return;
        };
        let PodPhase::Running { on, .. } = self.world.cluster.pods[pod].phase() else {
            return;
        };
        if self.fault(pod, on) != state.fault && state.next != Next::Killed {
            // It was to fail until now only.
            return self.plan_next(pod, state, Next::Nothing, SimSpan::ZERO);
        }
        match state.next {
            Next::Kill => self.kill(pod, state),
            Next::Exit { code } => self.exit(pod, state, code),
            Next::Killed => self.exit(pod, state, KILLED),
            Next::Pull | Next::Start | Next::Nothing => {}
        }
    }

    /// KT-27: ends a container whose probe has failed; its grace period applies.
    fn kill(&mut self, pod: PodId, state: Container) {
        let workload = self.world.cluster.pods[pod].workload;
        let probes = self.plan.workloads[workload].probes;
        let grace = probes.grace.unwrap_or(self.plan.workloads[workload].grace);
        let ends = match self.timings(workload).shutdown {
            Some(shutdown) => {
                grace.min(self.draw(shutdown, Stream::Shutdown, self.pod_rank(pod), 0))
            }
            None => grace,
        };
        let change = Change::ContainerKilled { grace_s: ends.secs() };
        let row = self.record_loop(Rule::ProbeKills, pod, change);
        if row.is_some() {
            self.cause = row;
            self.stop_task(pod);
            let state = Container { ready_at: None, ..state };
            self.plan_next(pod, state, Next::Killed, ends);
        }
    }

    fn exit(&mut self, pod: PodId, state: Container, code: u32) {
        let workload = self.world.cluster.pods[pod].workload;
        let restarts = match self.plan.workloads[workload].restarts {
            RestartPolicy::Always => true,
            RestartPolicy::OnFailure => code != 0,
            RestartPolicy::Never => false,
        };
        if !restarts && !muted("KT-07") {
            self.record(Rule::PodFinishes, pod, Change::PodFinished { code });
            return;
        }
        // KT-24: a long run makes this exit the first again.
        let long = self.now - state.since > LONG_RUN;
        let failures = if long { 1 } else { state.failures.saturating_add(1) };
        let wait = crash_backoff(failures);
        let change = Change::ContainerExited { code, wait_s: wait.secs() };
        let row = self.record_loop(Rule::ContainerExits, pod, change);
        self.restart_task(pod);
        let state = Container { failures, ready_at: None, ..state };
        self.fails_again(pod, state, Next::Start, wait, row);
    }

    fn fails_again(
        &mut self,
        pod: PodId,
        mut state: Container,
        next: Next,
        wait: SimSpan,
        row: Option<RecordNo>,
    ) {
        if row.is_none() {
            return;
        }
        self.cause = row;
        let rows = self.rows_beside_loops();
        state.laps = if rows == state.rows { state.laps + 1 } else { 0 };
        state.rows = rows;
        self.plan_next(pod, state, next, wait);
    }

    fn record_loop(&mut self, rule: Rule, pod: PodId, change: Change) -> Option<RecordNo> {
        // Before the row is written: what listens to it reads the count.
        let counts = u32::from(!rule.muted());
        self.behaviour.loop_rows += counts;
        self.record(rule, pod, change)
    }

    /// The container, if it is due now and its node's kubelet acts.
    fn due_container(&self, pod: PodId) -> Option<Container> {
        let state = self.behaviour.containers.get(&pod).copied()?;
        let on = self.world.cluster.pods[pod].node()?;
        let acts =
            self.kubelet_acts(on) && !self.shutting_down.contains(&pod) && !self.volumes.waits(pod);
        (acts && state.due == self.now).then_some(state)
    }
}
