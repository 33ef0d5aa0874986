//! Taints that delete what does not tolerate them.

use crate::base::{NodeId, muted};
use crate::model::selector::Effect;
use crate::sim::Sim;
use crate::sim::place::stays;
use crate::sim::rules::Rule;

impl Sim {
    /// KT-12: a Pod that does not tolerate a NoExecute taint of its node is deleted at once, budgets are not read.
    pub(super) fn expel(&mut self, node: NodeId) {
        if muted("KT-12") {
            return;
        }
        let world = &self.core.world;
        let template = world.cluster.nodes[node].template;
        let mut taints = self.plan.templates[template].taints.iter();
        if !taints.any(|taint| taint.effect == Effect::NoExecute) {
            return;
        }
        let pods = world.occupancy.pods_on(node).to_vec();
        for pod in pods {
            let state = self.core.world.cluster.pods[pod];
            let taints = &self.plan.templates[template].taints;
            if state.active() && !stays(&self.plan, state.workload, taints) {
                self.delete_pod(pod, Rule::TaintExpels);
            }
        }
    }
}
