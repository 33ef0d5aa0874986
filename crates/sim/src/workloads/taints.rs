//! Taints that delete what does not tolerate them, or not for ever.

use crate::Sim;
use crate::place::{Stay, stay};
use crate::rules::Rule;
use crate::tx::Tx;
use crate::wake::Wake;
use base::{Map, NodeId, PodId, RecordNo, SimSpan, SimTime, WorkloadId, muted};
use model::node::Health;
use model::selector::Effect;

/// How often the Pods of a workload are deleted, one with another, after they were placed where the taint was already.
/// Their controller and the scheduler bring them back there for ever, and a run should end.
const ROUNDS: u32 = 10;

/// Pods whose `tolerationSeconds` run (KT-12).
#[derive(Clone, Debug, Default)]
pub(crate) struct Tolerated {
    until: Map<PodId, SimTime>,
    /// Of each workload, how many began where they were placed.
    begun: Map<WorkloadId, u32>,
}

impl Sim {
    /// KT-12: a Pod that does not tolerate a NoExecute taint of its node is deleted at once, budgets are not read.
    pub(super) fn expel(&mut self, node: NodeId) {
        if muted("KT-12") {
            return;
        }
        let executes = executes(&self.tx(), node);
        if !executes && self.core.tolerated.until.is_empty() {
            return;
        }
        let template = self.core.world.cluster.nodes[node].template;
        let pods = self.core.world.occupancy.pods_on(node).to_vec();
        for pod in pods {
            let state = self.core.world.cluster.pods[pod];
            if !state.active() {
                continue;
            }
            let taints = &self.plan.templates[template].taints;
            match stay(&self.plan, state.workload, taints) {
                Stay::Not => self.delete_pod(pod, Rule::TaintExpels),
                Stay::For(lasts) => {
                    let cause = self.cause;
                    tolerate(&mut self.tx(), pod, lasts, cause);
                }
                Stay::Ever => {
                    self.core.tolerated.until.remove(&pod);
                }
            }
        }
    }

    /// The Pod stays so long, if nothing changes.
    pub(crate) fn tolerate(&mut self, pod: PodId, lasts: SimSpan, cause: Option<RecordNo>) {
        tolerate(&mut self.tx(), pod, lasts, cause);
    }

    /// The `tolerationSeconds` of a Pod are over, if the taint did not go before (KT-12).
    pub(crate) fn toleration_over(&mut self, pod: PodId) {
        let now = self.core.now;
        let until = &mut self.core.tolerated.until;
        if until.get(&pod).is_none_or(|until| *until > now) {
            return;
        }
        until.remove(&pod);
        if self.core.world.cluster.pods[pod].active() && self.still_tolerates(pod) {
            self.delete_pod(pod, Rule::TolerationEnds);
        }
    }

    /// Has its node a taint still that the Pod does not tolerate for ever? It may have gone at this instant (AM-56).
    fn still_tolerates(&self, pod: PodId) -> bool {
        let state = &self.core.world.cluster.pods[pod];
        let Some(node) = state.node() else {
            return false;
        };
        let node = &self.core.world.cluster.nodes[node];
        let taints = &self.plan.templates[node.template].taints;
        node.health == Health::Lost || stay(&self.plan, state.workload, taints) != Stay::Ever
    }
}

fn executes(tx: &Tx<'_>, node: NodeId) -> bool {
    let world = tx.world();
    let taints = &world.plan.templates[world.cluster.nodes[node].template].taints;
    taints.iter().any(|one| one.effect == Effect::NoExecute)
}

/// Time that runs goes on, also where other taints allow more or less.
fn tolerate(tx: &mut Tx<'_>, pod: PodId, lasts: SimSpan, cause: Option<RecordNo>) {
    let until = tx.now() + lasts;
    if tx.core.tolerated.until.contains_key(&pod) {
        return;
    }
    tx.core.tolerated.until.insert(pod, until);
    let rank = (0, tx.pod_rank(pod));
    tx.wake(until, Wake::TolerationOver(pod), rank, cause);
}

/// KT-12: the Pod was placed on a node, which may have a taint that it does not tolerate for ever.
pub(crate) fn placed(tx: &mut Tx<'_>, no: RecordNo, pod: PodId, node: NodeId) {
    let world = tx.world();
    let workload = world.cluster.pods[pod].workload;
    let mut tolerations = world.plan.workloads[workload].tolerations.iter();
    let for_ever = tolerations.all(|one| one.lasts.is_none());
    if for_ever || !executes(tx, node) || muted("KT-12") {
        return;
    }
    let template = world.cluster.nodes[node].template;
    let taints = &world.plan.templates[template].taints;
    let Stay::For(lasts) = stay(&world.plan, workload, taints) else {
        return;
    };
    let most = ROUNDS * world.active[workload];
    let begun = tx.core.tolerated.begun.entry(workload).or_insert(0);
    if *begun < most {
        *begun += 1;
        tolerate(tx, pod, lasts, Some(no));
    }
}
