//! Containers that fail, as the rows alone tell: how they fail, and when they end and start.

use super::notes::ShadowContainer;
use super::state::{Deadline, Life, Shadow, after};
use base::{NodeId, PodId, SimSpan, SimTime, WorkloadId};
use model::containers::{FailureMode, RestartPolicy, Trouble};
use trace::{Change, NEVER};

/// 10 s, doubled each time, at most five minutes.
fn doubled(times: u32) -> SimSpan {
    let mut seconds = 10;
    for _ in 0..times.min(9) {
        seconds = (seconds * 2).min(300);
    }
    SimSpan::from_secs(seconds)
}

/// KT-24: the wait after that many exits; the first one costs nothing.
pub(crate) fn wait_after_exit(exits: u32) -> SimSpan {
    if exits < 2 { SimSpan::ZERO } else { doubled(exits - 2) }
}

/// KT-25: the wait after that many pulls that failed.
pub(crate) fn wait_after_pull(pulls: u32) -> SimSpan {
    doubled(pulls.max(1) - 1)
}

impl Shadow<'_> {
    /// AM-102: how the Pod's container fails on its node at that instant.
    pub(crate) fn fault_at(&self, id: PodId, at: SimTime) -> Option<FailureMode> {
        let pod = self.pod(id);
        if self.works.contains(&pod.workload) {
            return None;
        }
        if let Some(own) = self.containers.get(&id).and_then(|one| one.own) {
            return Some(own);
        }
        let node = self.node(pod.on?);
        let version = self.plan.templates[node.template].version;
        for one in &self.plan.workloads[pod.workload].fails {
            let elsewhere = one.pool.is_some_and(|pool| pool != node.pool);
            let other = one.version.is_some_and(|wanted| {
                let parts = |is: model::Version| [Some(is.major), Some(is.minor), is.patch, is.gke];
                let has = version.map_or([None; 4], parts);
                let wanted = parts(wanted).into_iter().zip(has);
                wanted.into_iter().any(|(wanted, has)| wanted.is_some() && wanted != has)
            });
            if !elsewhere && !other && one.until.is_none_or(|until| at < until) {
                return Some(one.how);
            }
        }
        None
    }

    /// The containers of the start.
    pub(super) fn containers_of_start(&mut self) {
        for id in self.pods.ids() {
            let trouble = self.plan.troubles.get(&id).copied();
            // A kubelet that is silent starts no containers.
            let acts = self.kubelet_acts_for(id);
            let restarts = |shadow: &mut Self, due: SimTime| {
                if acts {
                    shadow.expect(Deadline::Restarts(id), due);
                }
            };
            match (self.pods[id].life, trouble) {
                (Life::Starting, Some(_)) => {
                    // A failure that the workload names goes on only where and until it says.
                    let named = self.pull_fails(id, SimTime::ZERO);
                    let own = (!named).then_some(FailureMode::ImagePull);
                    let one =
                        ShadowContainer { own, failures: 6, waits: true, ..Default::default() };
                    self.containers.insert(id, one);
                    self.settle(Deadline::PodStarts(id));
                    restarts(self, after(SimTime::ZERO, 300));
                }
                (Life::Starting, None) if self.pull_fails(id, SimTime::ZERO) => {
                    self.containers.entry(id).or_default().waits = true;
                    self.settle(Deadline::PodStarts(id));
                    restarts(self, SimTime::ZERO);
                }
                (
                    Life::Running { .. },
                    Some(Trouble::CrashLoop { exits, last, after: ran, code, unready }),
                ) => {
                    let fails = &self.plan.workloads[self.pods[id].workload].fails;
                    let crash = FailureMode::Crash { after: ran, code, unready };
                    let mut crashes = fails.iter().map(|one| one.how);
                    let known = crashes.find(|how| matches!(how, FailureMode::Crash { .. }));
                    let named = self.fault_at(id, SimTime::ZERO);
                    let named = matches!(named, Some(FailureMode::Crash { .. }));
                    let own = (!named).then_some(known.unwrap_or(crash));
                    let one =
                        ShadowContainer { own, failures: exits, waits: true, ..Default::default() };
                    self.containers.insert(id, one);
                    let due = (last + wait_after_exit(exits)).max(SimTime::ZERO);
                    restarts(self, due);
                }
                (Life::Running { ready: false }, _) => _ = self.never.insert(id),
                (Life::Running { ready: true }, _) => self.expect_end(SimTime::ZERO, id),
                _ => {}
            }
        }
    }

    /// Does its container run without becoming ready?
    pub(crate) fn stays_unready(&self, id: PodId, at: SimTime) -> bool {
        let fault = self.fault_at(id, at);
        matches!(fault, Some(FailureMode::NeverReady | FailureMode::Crash { unready: true, .. }))
    }

    pub(crate) fn pull_fails(&self, id: PodId, at: SimTime) -> bool {
        self.fault_at(id, at) == Some(FailureMode::ImagePull)
    }

    /// Failures that were to last until now are over.
    pub(crate) fn recover_until(&mut self, now: SimTime) {
        let all = std::mem::take(&mut self.recoveries);
        for (until, workload) in all {
            if until <= now {
                self.expect_recovered(until, workload);
            } else {
                self.recoveries.push((until, workload));
            }
        }
    }

    /// A container has started: when it ends by itself, or by its probe.
    pub(super) fn expect_end(&mut self, at: SimTime, id: PodId) {
        let Some(fault) = self.fault_at(id, at) else {
            if let Some(one) = self.containers.get_mut(&id) {
                (one.killed, one.waits, one.ends) = (false, false, None);
            }
            return self.settle(Deadline::ContainerEnds(id));
        };
        let probes = self.plan.workloads[self.pod(id).workload].probes;
        let end = match fault {
            FailureMode::Crash { after, .. } => Some(at + after),
            FailureMode::Hangs { after } => Some(at + after + probes.liveness),
            FailureMode::NeverReady => probes.startup.map(|limit| at + limit),
            FailureMode::ImagePull => None,
        };
        let one = self.containers.entry(id).or_default();
        (one.since, one.killed, one.waits, one.ends) = (at, false, false, end);
        match end.filter(|end| self.fault_at(id, *end) == Some(fault)) {
            Some(end) => self.expect(Deadline::ContainerEnds(id), end),
            None => self.settle(Deadline::ContainerEnds(id)),
        }
    }

    /// Applies a row about a container; the Pod's life has changed already.
    pub(super) fn fold_container(&mut self, at: SimTime, id: PodId, change: Change) {
        match change {
            Change::ContainerExited { wait_s, .. } => {
                let one = self.containers.entry(id).or_default();
                let long = at > one.since + SimSpan::from_secs(600);
                one.failures = if long { 1 } else { one.failures + 1 };
                (one.waits, one.killed) = (true, false);
                self.settle(Deadline::ContainerEnds(id));
                self.settle(Deadline::PodReady(id));
                self.expect(Deadline::Restarts(id), after(at, wait_s));
            }
            Change::ContainerKilled { grace_s } => {
                self.containers.entry(id).or_default().killed = true;
                self.settle(Deadline::PodReady(id));
                self.expect(Deadline::ContainerEnds(id), after(at, grace_s));
            }
            Change::PullFailed { wait_s } => {
                let one = self.containers.entry(id).or_default();
                (one.failures, one.waits) = (one.failures + 1, true);
                self.expect(Deadline::Restarts(id), after(at, wait_s));
            }
            Change::ImagePulled { start_s } => {
                let one = self.containers.entry(id).or_default();
                (one.failures, one.waits) = (0, false);
                self.settle(Deadline::Restarts(id));
                self.expect(Deadline::PodStarts(id), after(at, start_s));
            }
            Change::PodStarted { .. } | Change::PodReady => {
                let waited = self.containers.get(&id).is_some_and(|one| one.waits);
                let again = waited && self.due_of(Deadline::Restarts(id)) == Some(at);
                let first = self.due_of(Deadline::PodStarts(id)) == Some(at);
                self.settle_all([Deadline::Restarts(id), Deadline::PodStarts(id)]);
                if again || first {
                    if let Some(one) = self.containers.get_mut(&id) {
                        one.waits = false;
                    }
                    self.expect_end(at, id);
                }
                match change {
                    Change::PodStarted { ready_after_s: NEVER } => _ = self.never.insert(id),
                    _ => _ = self.never.remove(&id),
                }
            }
            Change::PodTerminating { .. }
            | Change::PodForced { .. }
            | Change::PodGone
            | Change::PodFinished { .. } => {
                self.settle_all([Deadline::Restarts(id), Deadline::ContainerEnds(id)]);
                if let Some(own) = self.containers.remove(&id).and_then(|one| one.own) {
                    let pod = self.pod(id);
                    let heir = (pod.workload, pod.number, own);
                    self.heirs.push(heir);
                }
            }
            Change::PodBound { node, .. } => {
                self.inherit_failure(id);
                self.pulled_to_fail(at, id, node);
            }
            Change::VolumesAttached { .. } => {
                if let Some(node) = self.pod(id).on {
                    self.pulled_to_fail(at, id, node);
                }
            }
            _ => {}
        }
    }

    fn inherit_failure(&mut self, id: PodId) {
        let pod = self.pod(id);
        let (workload, number) = (pod.workload, pod.number);
        let ordinals = self.plan.workloads[workload].kind.has_ordinals();
        let place = self
            .heirs
            .iter()
            .position(|(owner, other, _)| *owner == workload && (!ordinals || *other == number));
        if let Some((_, _, own)) = place.map(|place| self.heirs.remove(place)) {
            self.containers.entry(id).or_default().own = Some(own);
        }
    }

    fn pulled_to_fail(&mut self, at: SimTime, id: PodId, node: NodeId) {
        if self.pull_fails(id, at) && !self.waits_for_disk.contains(&id) {
            self.containers.entry(id).or_default().waits = true;
            self.settle(Deadline::PodStarts(id));
            if self.node(node).kubelet_acts() {
                self.expect(Deadline::Restarts(id), at);
            }
        }
    }

    /// The script lets the workload's containers work: only those that are being ended still end.
    pub(super) fn let_work(&mut self, workload: WorkloadId) {
        self.works.insert(workload);
        let pods: Vec<PodId> = self.pods_of(workload).map(|(id, _)| id).collect();
        for id in pods {
            if self.containers.get(&id).is_some_and(|one| !one.killed) {
                self.settle(Deadline::ContainerEnds(id));
            }
        }
    }

    /// AM-102: Pods that no longer fail to become ready are ready now.
    pub(super) fn expect_recovered(&mut self, at: SimTime, workload: WorkloadId) {
        let pods: Vec<PodId> = self.pods_of(workload).map(|(id, _)| id).collect();
        for id in pods {
            let of = self.pod(id);
            let Some(on) = of.on.map(|on| self.node(on)) else {
                continue;
            };
            let unready = of.life == (Life::Running { ready: false });
            let upgraded = self.fails.contains(&workload) && on.upgraded;
            let fails = upgraded || self.stays_unready(id, at);
            // KT-15: containers that are ended with their VM don't become ready.
            let shut = on.shut.is_some() && !self.kind_of(id).stays_with_node();
            let acts = on.kubelet_acts() && !shut;
            let being_ended = self.containers.get(&id).is_some_and(|one| one.killed || one.waits);
            if !unready || fails || being_ended || !self.never.remove(&id) {
                continue;
            }
            if let Some(one) = self.containers.get_mut(&id) {
                one.ends = None;
            }
            if acts {
                self.settle(Deadline::ContainerEnds(id));
                self.expect(Deadline::PodReady(id), at);
            }
        }
    }

    /// AM-102: Pods that recover in the same instant stay unready on upgraded nodes.
    pub(super) fn let_fail(&mut self, at: SimTime, workload: WorkloadId) {
        let pods: Vec<PodId> = self.pods_of(workload).map(|(id, _)| id).collect();
        let before = at + SimSpan::from_secs(-1);
        for id in pods {
            let of = self.pod(id);
            let upgraded = of.on.is_some_and(|on| self.node(on).upgraded);
            let unready = of.life == (Life::Running { ready: false });
            let due = self.due_of(Deadline::PodReady(id)) == Some(at);
            let recovers = due && self.stays_unready(id, before);
            if upgraded && unready && recovers {
                self.settle(Deadline::PodReady(id));
                self.never.insert(id);
            }
        }
    }

    /// Its host runs again: a container that fails is started again.
    pub(super) fn comes_back_to_fail(&mut self, down: SimTime, at: SimTime, id: PodId) -> bool {
        let Some(one) = self.containers.get(&id).copied() else {
            return false;
        };
        let runs = matches!(self.pod(id).life, Life::Running { .. });
        let ends = one.ends.is_some_and(|end| end >= down);
        let planned = one.waits || one.killed || (runs && ends);
        if !planned || !(runs || self.pod(id).life == Life::Starting) {
            return false;
        }
        self.containers.entry(id).or_default().waits = true;
        self.expect(Deadline::Restarts(id), at);
        true
    }

    /// KT-05: a container that waits has nothing to end; one that fails soon ends then.
    pub(crate) fn ends_by_itself(&self, id: PodId, at: SimTime) -> Option<SimSpan> {
        if self.waits_for_disk.contains(&id) {
            return Some(SimSpan::ZERO);
        }
        let one = self.containers.get(&id)?;
        if one.waits {
            return Some(SimSpan::ZERO);
        }
        let crashes = matches!(self.fault_at(id, one.since), Some(FailureMode::Crash { .. }));
        // While its VM shuts down, the Pod ends with its container.
        let shut = self.pod(id).on.is_some_and(|node| self.node(node).shut.is_some());
        let due = self.due_of(Deadline::ContainerEnds(id)).or(one.ends.filter(|_| shut))?;
        (crashes || one.killed).then(|| due - at)
    }

    pub(crate) fn restarts_after(&self, workload: WorkloadId, code: u32) -> bool {
        match self.plan.workloads[workload].restarts {
            RestartPolicy::Always => true,
            RestartPolicy::OnFailure => code > 0,
            RestartPolicy::Never => false,
        }
    }
}
