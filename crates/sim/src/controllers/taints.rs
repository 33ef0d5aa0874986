//! NoExecute taints: delete Pods that don't tolerate them, at once or after `tolerationSeconds`.

use super::{Controllers, Tolerated};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::scheduling::{ToleratedTime, tolerated_time};
use crate::wake::Wake;
use base::{NodeId, PodId, SimSpan, WorkloadId, muted};
use model::node::Health;
use model::selector::{Effect, Taint};

/// KT-12: the `tolerationSeconds` that admission adds for `unreachable` if a Pod has none.
const TOLERATED: SimSpan = SimSpan::from_secs(300);

/// The average number of deletions per Pod of a workload that are simulated when Pods are bound to nodes with the taint.
/// Controller and scheduler would bring them back there forever, and a run has to end.
const ROUNDS: u32 = 10;

impl Controllers {
    /// KT-12: deletes Pods that don't tolerate a NoExecute taint of their node at once, without checking budgets.
    pub(super) fn evict_no_execute(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        if muted("KT-12") {
            return;
        }
        let executes = cx.executes(node);
        if !executes && self.tolerated.until.is_empty() {
            return;
        }
        let template = cx.world.cluster.nodes[node].template;
        let pods = cx.world.occupancy.pods_on(node).to_vec();
        for pod in pods {
            let state = cx.world.cluster.pods[pod];
            if !state.active() {
                continue;
            }
            let taints = &cx.plan.templates[template].taints;
            match tolerated_time(cx.plan, state.workload, taints) {
                ToleratedTime::Not => cx.delete_pod(pod, Rule::TaintExpels),
                ToleratedTime::For(lasts) => self.tolerated.begin(cx, pod, lasts),
                ToleratedTime::Ever => {
                    self.tolerated.until.remove(&pod);
                }
            }
        }
    }

    /// Deletes a Pod when its `tolerationSeconds` are over, unless the taint was removed before (KT-12).
    pub(super) fn toleration_over(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let now = cx.now;
        let until = &mut self.tolerated.until;
        if until.get(&pod).is_none_or(|until| *until > now) {
            return;
        }
        until.remove(&pod);
        if cx.world.cluster.pods[pod].active() && cx.still_tolerates(pod) {
            cx.delete_pod(pod, Rule::TolerationEnds);
        }
    }

    /// KT-12: starts the timer of a Pod bound to a node with a taint that it doesn't tolerate forever.
    pub(super) fn bound_to_taint(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let world = &cx.world;
        let state = &world.cluster.pods[pod];
        let Some(node) = state.node() else {
            return;
        };
        let taints = &cx.plan.templates[world.cluster.nodes[node].template].taints;
        let ToleratedTime::For(lasts) = tolerated_time(cx.plan, state.workload, taints) else {
            return;
        };
        let most = ROUNDS * world.active[state.workload];
        let begun = self.tolerated.begun.entry(state.workload).or_insert(0);
        if *begun < most {
            *begun += 1;
            self.tolerated.begin(cx, pod, lasts);
        }
    }

    /// KT-12: daemon Pods tolerate it forever, others for their `tolerationSeconds` or 300 s.
    pub(super) fn node_unreachable(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let taint = Taint {
            key: cx.plan.keys.unreachable,
            value: cx.plan.keys.empty,
            effect: Effect::NoExecute,
        };
        for pod in cx.world.occupancy.pods_on(node).to_vec() {
            let workload = cx.world.cluster.pods[pod].workload;
            let kind = cx.plan.workloads[workload].kind;
            if kind.stays_with_node() || muted("KT-12") {
                continue;
            }
            let lasts = match tolerated_time(cx.plan, workload, std::slice::from_ref(&taint)) {
                ToleratedTime::Ever => continue,
                ToleratedTime::For(lasts) => lasts,
                ToleratedTime::Not => TOLERATED,
            };
            self.tolerated.begin(cx, pod, lasts);
        }
    }
}

impl Tolerated {
    /// Starts the timer; a running one continues, regardless of other taints.
    fn begin(&mut self, cx: &mut Cx<'_>, pod: PodId, lasts: SimSpan) {
        let until = cx.now + lasts;
        if self.until.contains_key(&pod) {
            return;
        }
        self.until.insert(pod, until);
        cx.wake(until, Wake::TolerationOver(pod));
    }
}

impl Core {
    /// Does the node have a `NoExecute` taint?
    fn executes(&self, node: NodeId) -> bool {
        let template = self.world.cluster.nodes[node].template;
        let mut taints = self.world.plan.templates[template].taints.iter();
        taints.any(|one| one.effect == Effect::NoExecute)
    }

    /// May the Pod stay on its new node only for a while, or not at all (KT-12)?
    pub(crate) fn is_bound_to_taint(&self, workload: WorkloadId, node: NodeId) -> bool {
        let mut tolerations = self.world.plan.workloads[workload].tolerations.iter();
        let forever = tolerations.all(|one| one.lasts.is_none());
        !forever && self.executes(node) && !muted("KT-12")
    }

    /// Does the node still have a taint that the Pod doesn't tolerate forever? It may have been removed at this instant (AM-56).
    fn still_tolerates(&self, pod: PodId) -> bool {
        let state = &self.world.cluster.pods[pod];
        let Some(node) = state.node() else {
            return false;
        };
        let node = &self.world.cluster.nodes[node];
        let taints = &self.world.plan.templates[node.template].taints;
        node.health == Health::Lost
            || tolerated_time(&self.world.plan, state.workload, taints) != ToleratedTime::Ever
    }
}
