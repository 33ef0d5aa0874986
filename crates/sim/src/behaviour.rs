//! How Pods of a workload behave, where the script has changed it.

use super::Sim;
use super::rules::Rule;
use super::tx::Tx;
use super::wake::Wake;
use base::{Map, NodeId, PodId, Quantiles, Set, WorkloadId, broken, order};
use model::pod::PodPhase;
use model::script::{Command, Shutdown};
use model::settings::PodTimings;
use trace::{Change, Subject};

/// What differs from the plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Behaviour {
    timings: Map<WorkloadId, PodTimings>,
    /// Workloads that are never ready on upgraded nodes.
    fails_upgraded: Set<WorkloadId>,
    /// Pods of which it was said that they will not be ready.
    bad: Set<PodId>,
}

impl Behaviour {
    pub(super) fn is_bad(&self, pod: PodId) -> bool {
        self.bad.contains(&pod)
    }

    pub(super) fn note_bad(&mut self, pod: PodId) {
        self.bad.insert(pod);
    }
}

impl Tx<'_> {
    pub(super) fn timings(&self, workload: WorkloadId) -> PodTimings {
        let own = self.core.behaviour.timings.get(&workload).copied();
        own.unwrap_or(self.world().plan.workloads[workload].timings)
    }

    /// Does a Pod of the workload never become ready there?
    pub(super) fn never_ready(&self, workload: WorkloadId, node: NodeId) -> bool {
        let fails = self.core.behaviour.fails_upgraded.contains(&workload);
        fails && self.world().cluster.nodes[node].upgraded && !broken("behaviour/ready")
    }
}

impl Sim {
    pub(super) fn set_behaviour(&mut self, entry: u32) {
        let command = self.plan.script.get(entry as usize);
        let Some(Command::SetBehaviour {
            workload,
            image_pull,
            shutdown,
            fails_upgraded,
        }) = command.map(|entry| entry.command.clone())
        else {
            return;
        };
        let change = Change::BehaviourSet { entry };
        let row = self
            .tx()
            .record(Rule::SetBehaviour, Subject::Workload(workload), change);
        let mut timings = self.tx().timings(workload);
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
        self.cause = row;
        match fails_upgraded {
            Some(true) => {
                behaviour.fails_upgraded.insert(workload);
            }
            Some(false) if behaviour.fails_upgraded.remove(&workload) => self.mended(workload),
            Some(false) | None => {}
        }
    }

    /// Whoever was never ready is so now.
    fn mended(&mut self, workload: WorkloadId) {
        let (world, bad) = (&self.core.world, &self.core.behaviour.bad);
        // Without a kubelet nobody looks at them.
        let waits = |pod: &PodId| {
            matches!(
                world.cluster.pods[*pod].phase(),
                PodPhase::Running { ready: false, on } if self.kubelet_acts(on) && bad.contains(pod)
            )
        };
        let mut pods: Vec<PodId> = world.pods_of.of(workload).filter(waits).collect();
        // An ordinal that was replaced has a later id.
        order::sort_by_key(&mut pods, |pod| world.cluster.pods[*pod].number);
        let bad = &mut self.core.behaviour.bad;
        bad.retain(|pod| self.core.world.cluster.pods[*pod].workload != workload);
        // In their class, and there by their names (AM-56).
        for pod in pods {
            let mut tx = self.tx();
            let (now, rank, cause) = (tx.now(), (0, tx.pod_rank(pod)), tx.cause);
            tx.wake(now, Wake::ProbesPassed(pod), rank, cause);
        }
    }
}
