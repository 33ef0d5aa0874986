//! Containers that fail: exits with restarts and backoff, pulls that fail, probes that end a container.

pub(crate) mod container;
mod life;
#[cfg(test)]
mod tests;

use self::container::{Container, Next};
use crate::cx::{Core, Cx};
use crate::wake::Wake;
use base::{NodeId, PodId, RecordNo, SimSpan, SimTime, WorkloadId, muted, order};
use model::containers::{FailureMode, Trouble, crash_backoff, pull_backoff};
use model::pod::PodPhase;

/// So often a container fails before the run may end if nothing else happens.
const LAPS: u32 = 4;

impl Core {
    /// Rows that aren't about containers that fail again and again.
    pub(crate) fn rows_beside_loops(&self) -> u32 {
        self.trace.len() - self.behaviour.loop_rows
    }

    /// Does the container fail again and again while nothing else happens?
    pub(crate) fn only_loops(&self, pod: PodId) -> bool {
        let state = self.behaviour.containers.get(&pod);
        let rows = self.rows_beside_loops();
        state.is_none_or(|state| state.laps >= LAPS && state.rows == rows)
    }

    /// Restarts of the Pod's container in this run (KC-04).
    pub(crate) fn restarts(&self, pod: PodId) -> u32 {
        self.behaviour.containers.get(&pod).map_or(0, |state| state.restarts)
    }

    /// Does no container fail that exists, and none by the plan? Those that replace failed ones are added as their Pods are
    /// bound (`inherit`). In most scenarios none fails, and their Pods pay nothing for it.
    #[inline]
    pub(crate) fn none_fails(&self) -> bool {
        !self.any_fails && self.behaviour.containers.is_empty()
    }

    /// How the Pod's container fails on the node now (AM-102).
    pub(crate) fn fault(&self, pod: PodId, on: NodeId) -> Option<FailureMode> {
        if self.none_fails() { None } else { self.fault_at(pod, on, self.now) }
    }

    fn fault_at(&self, pod: PodId, on: NodeId, at: SimTime) -> Option<FailureMode> {
        let (plan, cluster) = (&self.world.plan, &self.world.cluster);
        let id = cluster.pods[pod].workload;
        if muted("AM-102") || self.behaviour.works.contains(&id) {
            return None;
        }
        let own = self.behaviour.containers.get(&pod).and_then(|state| state.own);
        let pool = cluster.pool_of(plan, on);
        let version = plan.templates[cluster.nodes[on].template].version;
        let mut fails = plan.workloads[id].fails.iter();
        own.or_else(|| Some(fails.find(|one| one.applies(pool, version, at))?.how))
    }

    /// Does its image fail to be pulled?
    pub(crate) fn pull_fails(&self, pod: PodId, on: NodeId) -> bool {
        self.fault(pod, on) == Some(FailureMode::ImagePull)
    }

    /// Does it run without ever becoming ready, because it fails so?
    pub(crate) fn stays_unready(&self, pod: PodId, on: NodeId) -> bool {
        self.fault(pod, on).is_some_and(FailureMode::stays_unready)
    }

    /// Does its container run, and isn't being ended?
    fn runs(&self, pod: PodId) -> bool {
        let state = self.behaviour.containers.get(&pod);
        state.is_none_or(|state| {
            matches!(state.next, Next::Kill | Next::Exit { .. } | Next::Nothing)
        })
    }

    /// When a container that fails ends by itself, counted from now: at once if it waits.
    pub(crate) fn ends_by_itself(&self, pod: PodId) -> Option<SimSpan> {
        let state = self.behaviour.containers.get(&pod)?;
        let on = self.world.cluster.pods[pod].node()?;
        match state.next {
            Next::Pull | Next::Start => Some(SimSpan::ZERO),
            // Without a kubelet nothing ends it.
            Next::Exit { .. } | Next::Killed if state.due < self.now || !self.kubelet_acts(on) => {
                None
            }
            Next::Exit { .. } => {
                // Not if it fails only until then.
                let still = self.fault_at(pod, on, state.due) == state.fault;
                still.then(|| state.due - self.now)
            }
            Next::Killed => Some(state.due - self.now),
            Next::Kill | Next::Nothing => None,
        }
    }
}

impl Cx<'_> {
    /// The containers of the start: those that fail go on to do so (AM-102).
    pub(crate) fn begin_containers(&mut self) {
        for id in self.plan.workloads.ids() {
            let fails = &self.plan.workloads[id].fails;
            for until in fails.iter().filter_map(|one| one.until) {
                self.wake(until.max(SimTime::ZERO), Wake::FailureOver(id));
            }
        }
        for pod in self.world.cluster.pods.ids() {
            let trouble = self.plan.troubles.get(&pod).copied();
            match self.world.cluster.pods[pod].phase() {
                PodPhase::Starting { on } => self.begin_starting(pod, on, trouble),
                PodPhase::Running { on, ready } => self.begin_running(pod, on, ready, trouble),
                _ => {}
            }
        }
    }

    fn begin_starting(&mut self, pod: PodId, on: NodeId, trouble: Option<Trouble>) {
        let fails = self.pull_fails(pod, on);
        let mut state = Container::new(trouble.filter(|_| !fails).map(|_| FailureMode::ImagePull));
        if trouble.is_some() && !muted("AM-102") {
            // The longest wait, and the longest ones after it.
            state.failures = 6;
            self.plan_next(pod, state, Next::Pull, pull_backoff(6));
        } else if fails {
            self.plan_next(pod, state, Next::Pull, SimSpan::ZERO);
        }
    }

    fn begin_running(&mut self, pod: PodId, on: NodeId, ready: bool, trouble: Option<Trouble>) {
        let workload = self.world.cluster.pods[pod].workload;
        if let Some(Trouble::CrashLoop { exits, last, after, code, unready }) = trouble
            && !muted("AM-102")
        {
            let own = match self.fault(pod, on) {
                // That of its workload: its replacement fails where the workload's Pods do.
                Some(FailureMode::Crash { .. }) => None,
                _ => {
                    let mut fails = self.plan.workloads[workload].fails.iter();
                    let known = fails.find(|one| matches!(one.how, FailureMode::Crash { .. }));
                    let seen = FailureMode::Crash { after, code, unready };
                    Some(known.map_or(seen, |one| one.how))
                }
            };
            let due = (last + crash_backoff(exits)).max(self.now);
            let state = Container { failures: exits, ..Container::new(own) };
            return self.plan_next(pod, state, Next::Start, due - self.now);
        }
        if !ready {
            self.behaviour.bad.insert(pod);
            return;
        }
        self.plan_failure(pod, on);
    }

    /// Notes what the container does next, and wakes it then.
    fn plan_next(&mut self, pod: PodId, state: Container, next: Next, after: SimSpan) {
        let due = self.now + after;
        self.behaviour.containers.insert(pod, Container { next, due, ..state });
        match next {
            Next::Pull | Next::Start => self.wake(due, Wake::ContainerStarts(pod)),
            Next::Kill | Next::Exit { .. } | Next::Killed => {
                self.wake(due, Wake::ContainerEnds(pod));
            }
            Next::Nothing => {}
        }
    }

    /// A container has started: plans its exit, or what a probe does to it.
    fn plan_failure(&mut self, pod: PodId, on: NodeId) {
        let fault = self.fault(pod, on);
        let known = self.behaviour.containers.get(&pod).copied();
        if known.is_none() && fault.is_none() {
            return;
        }
        let state = known.unwrap_or_else(|| Container::new(None));
        let state = Container { since: self.now, fault, ..state };
        let probes = self.plan.workloads[self.world.cluster.pods[pod].workload].probes;
        let (next, after) = match fault {
            Some(FailureMode::Crash { after, code, .. }) => (Next::Exit { code }, after),
            Some(FailureMode::Hangs { after }) => (Next::Kill, after + probes.liveness),
            Some(FailureMode::NeverReady) => match probes.startup.filter(|_| !muted("KT-04")) {
                Some(limit) => (Next::Kill, limit),
                None => (Next::Nothing, SimSpan::ZERO),
            },
            Some(FailureMode::ImagePull) | None => (Next::Nothing, SimSpan::ZERO),
        };
        self.plan_next(pod, state, next, after);
    }

    /// A Pod was bound: is its image pulled at once, in vain?
    pub(crate) fn first_pull(&mut self, pod: PodId, on: NodeId) -> bool {
        let fails = self.pull_fails(pod, on);
        if fails {
            let known = self.behaviour.containers.get(&pod).copied();
            let state = known.unwrap_or_else(|| Container::new(None));
            self.plan_next(pod, state, Next::Pull, SimSpan::ZERO);
        }
        fails
    }

    /// AM-102: the replacement of a Pod that failed at the start fails like it; a StatefulSet's by its ordinal.
    pub(crate) fn inherit(&mut self, pod: PodId) {
        if self.behaviour.heirs.is_empty() {
            return;
        }
        let state = self.world.cluster.pods[pod];
        let ordinals = self.plan.workloads[state.workload].kind.has_ordinals();
        let Some(heirs) = self.behaviour.heirs.get_mut(&state.workload) else {
            return;
        };
        let mut all = heirs.iter();
        let place = all.position(|(number, _)| !ordinals || *number == state.number);
        if let Some((_, own)) = place.map(|place| heirs.remove(place)) {
            self.behaviour.containers.insert(pod, Container::new(Some(own)));
        }
    }

    /// The Pod terminates or is gone: its containers are no longer restarted.
    pub(crate) fn forget_containers(&mut self, pod: PodId) {
        let Some(state) = self.behaviour.containers.remove(&pod) else {
            return;
        };
        if let Some(own) = state.own {
            let pod = self.world.cluster.pods[pod];
            let heirs = self.behaviour.heirs.entry(pod.workload).or_default();
            heirs.push((pod.number, own));
        }
    }

    /// Do the Pod's probes pass now? Not if its container has ended since it started.
    pub(crate) fn passes_probes(&self, pod: PodId) -> bool {
        self.behaviour.containers.get(&pod).is_none_or(|state| match state.ready_at {
            Some(at) => at == self.now,
            None => state.next == Next::Nothing,
        })
    }

    /// A failure was to last until now: its Pods become ready.
    pub(crate) fn failure_over(&mut self, workload: WorkloadId) {
        self.recovered(workload);
    }

    /// Pods that weren't becoming ready become ready now, unless they still fail.
    pub(crate) fn recovered(&mut self, workload: WorkloadId) {
        let core = &*self.core;
        let (world, bad) = (&core.world, &core.behaviour.bad);
        let well = |pod: &PodId| match world.cluster.pods[*pod].phase() {
            PodPhase::Running { ready: false, on } => {
                let fails = core.never_ready(workload, on) || core.stays_unready(*pod, on);
                bad.contains(pod) && !fails && core.runs(*pod)
            }
            _ => false,
        };
        let mut pods: Vec<PodId> = world.pods_of.of(workload).filter(well).collect();
        // An ordinal's replacement has a higher id.
        order::sort_by_key(&mut pods, |pod| world.cluster.pods[*pod].number);
        // In their class, in name order (AM-56).
        for pod in pods {
            self.behaviour.bad.remove(&pod);
            if let Some(state) = self.behaviour.containers.get_mut(&pod) {
                (state.ready_at, state.next) = (None, Next::Nothing);
            }
            let on = self.world.cluster.pods[pod].node();
            // Without a kubelet they don't change.
            if on.is_some_and(|on| self.kubelet_acts(on)) {
                let now = self.now;
                self.wake(now, Wake::ProbesPassed(pod));
            }
        }
    }

    /// The node's kubelet is back: containers that fail are started again.
    pub(crate) fn container_back(&mut self, pod: PodId, row: Option<RecordNo>) -> bool {
        let now = self.now;
        let Some(state) = self.behaviour.containers.get_mut(&pod) else {
            return false;
        };
        if state.ready_at.is_some_and(|at| at < now) {
            // It worked before: its probes pass again.
            state.ready_at = None;
        }
        let state = *state;
        let next = match (state.next, self.world.cluster.pods[pod].phase()) {
            (Next::Pull, PodPhase::Starting { .. }) => Next::Pull,
            (Next::Pull | Next::Nothing, _) => return false,
            (_, PodPhase::Running { .. }) => Next::Start,
            _ => return false,
        };
        self.cause = row;
        self.plan_next(pod, state, next, SimSpan::ZERO);
        true
    }
}
