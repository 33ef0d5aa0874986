//! Kubelets: start the Pods of a node, report them ready, and end them after their grace period.

use crate::cx::{Core, Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, PodId, Quantiles, SimSpan, WorkloadId, broken};
use model::pod::PodPhase;
use model::script::{Command, Shutdown};
use model::settings::PodTimings;
use trace::Change;

#[derive(Clone, Debug)]
pub(super) struct Kubelets;

impl Process for Kubelets {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::GraceOver(pod) => cx.grace_over(pod),
            Wake::ContainersStarted(pod) => cx.containers_started(pod),
            Wake::ProbesPassed(pod) => cx.probes_passed(pod),
            Wake::KubeletCommand(entry) => cx.set_behaviour(entry),
            Wake::ContainerStarts(pod) => cx.container_starts(pod),
            Wake::ContainerEnds(pod) => cx.container_ends(pod),
            Wake::Attach => cx.attach_volumes(),
            Wake::WorkDone(pod) => cx.work_done(pod),
            Wake::FailureOver(workload) => cx.failure_over(workload),
            _ => {}
        }
    }

    fn still_acts(&self, core: &Core, wake: Wake) -> bool {
        match wake {
            Wake::ContainerStarts(pod) | Wake::ContainerEnds(pod) => !core.only_loops(pod),
            Wake::Attach => !core.volumes.waiting.is_empty(),
            Wake::WorkDone(pod) => core.still_works(pod),
            _ => true,
        }
    }
}

impl Core {
    /// Does the node's kubelet act? Otherwise no Pod starts or ends there.
    pub(crate) fn kubelet_acts(&self, node: NodeId) -> bool {
        self.world.cluster.nodes[node].health.kubelet_acts()
    }
}

impl Cx<'_> {
    fn grace_over(&mut self, pod: PodId) {
        let PodPhase::Terminating { on, until } = self.world.cluster.pods[pod].phase() else {
            return;
        };
        // Without a kubelet the Pod stays until its node is deleted (KT-14).
        if until <= self.now && self.kubelet_acts(on) {
            self.pod_gone(pod, Rule::PodGone);
        }
    }

    /// Its node goes, or its containers have ended: a Pod that finalizers keep stays.
    pub(super) fn pod_gone(&mut self, pod: PodId, rule: Rule) {
        if !self.world.cluster.pods[pod].held() {
            self.record(rule, pod, Change::PodGone);
        }
    }

    /// AM-53: ends the Pods of a dead kubelet at the start of a drain, without checking budgets, so that they don't block it.
    pub(crate) fn end_pods_of_dead_kubelet(&mut self, node: NodeId) {
        if self.kubelet_acts(node) {
            return;
        }
        for pod in self.world.occupancy.pods_on(node).to_vec() {
            let state = self.world.cluster.pods[pod];
            let kind = self.plan.workloads[state.workload].kind;
            let stays = kind.stays_with_node();
            if !stays && state.exists() && state.phase() != PodPhase::Pending {
                self.pod_gone(pod, Rule::DeadPod);
            }
        }
    }

    fn containers_started(&mut self, pod: PodId) {
        let state = self.world.cluster.pods[pod];
        let PodPhase::Starting { on } = state.phase() else {
            return;
        };
        if !self.kubelet_acts(on) || self.shutting_down.contains(&pod) || self.volumes.waits(pod) {
            return;
        }
        self.start_containers(pod, on, false);
    }

    fn probes_passed(&mut self, pod: PodId) {
        if let PodPhase::Running { ready: false, on } = self.world.cluster.pods[pod].phase()
            && self.kubelet_acts(on)
            && !self.shutting_down.contains(&pod)
            && self.passes_probes(pod)
        {
            self.record(Rule::PodReady, pod, Change::PodReady);
        }
    }
}

impl Core {
    #[inline]
    pub(super) fn timings(&self, workload: WorkloadId) -> &PodTimings {
        let own = &self.behaviour.timings;
        let own = if own.is_empty() { None } else { own.get(&workload) };
        own.unwrap_or(&self.world.plan.workloads[workload].timings)
    }

    /// Do Pods of the workload never become ready on the node?
    pub(super) fn never_ready(&self, workload: WorkloadId, node: NodeId) -> bool {
        let fails = &self.behaviour.fails_upgraded;
        !fails.is_empty()
            && fails.contains(&workload)
            && self.world.cluster.nodes[node].upgraded
            && !broken("behaviour/ready")
    }
}

impl Cx<'_> {
    fn set_behaviour(&mut self, entry: u32) {
        let Some(&Command::SetBehaviour { workload, image_pull, shutdown, fails_upgraded }) =
            self.plan.command(entry)
        else {
            return;
        };
        let change = Change::BehaviourSet { entry };
        let row = self.record(Rule::SetBehaviour, workload, change);
        self.cause = row;
        // Of all its revisions.
        for id in self.plan.revisions(self.plan.first_revision(workload)) {
            self.set_behaviour_of(id, image_pull, shutdown, fails_upgraded);
        }
    }

    fn set_behaviour_of(
        &mut self,
        workload: WorkloadId,
        image_pull: Option<SimSpan>,
        shutdown: Option<Shutdown>,
        fails_upgraded: Option<bool>,
    ) {
        let mut timings = *self.timings(workload);
        if let Some(pull) = image_pull {
            timings.image_pull = Quantiles::fixed(pull);
        }
        match shutdown {
            Some(Shutdown::After(span)) => timings.shutdown = Some(Quantiles::fixed(span)),
            Some(Shutdown::AtTheEndOfGrace) => timings.shutdown = None,
            None => {}
        }
        let behaviour = &mut self.core.behaviour;
        behaviour.timings.insert(workload, timings);
        match fails_upgraded {
            Some(true) => {
                behaviour.fails_upgraded.insert(workload);
            }
            Some(false) => {
                behaviour.fails_upgraded.remove(&workload);
                behaviour.works.insert(workload);
                self.recovered(workload);
            }
            None => {}
        }
    }
}
