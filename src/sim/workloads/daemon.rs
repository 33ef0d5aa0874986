//! DaemonSets: a Pod for each node that should run one.

use crate::base::{NodeId, PodId, WorkloadId};
use crate::model::pod::PodPhase;
use crate::model::workload::WorkloadKind;
use crate::sim::Sim;
use crate::sim::place::node_should_run;
use crate::sim::rules::Rule;

impl Sim {
    /// All DaemonSets look at one node.
    pub(in crate::sim) fn sync_daemons(&mut self, node: NodeId) {
        for id in self.plan.workloads.ids() {
            if self.plan.workloads[id].kind == WorkloadKind::DaemonSet {
                self.sync_daemon_on(id, node);
            }
        }
    }

    /// A daemon Pod is gone while its node is up: it comes back (KC-15).
    pub(super) fn sync_daemon_set(&mut self, id: WorkloadId) {
        for node in self.core.world.cluster.nodes.ids() {
            self.sync_daemon_on(id, node);
        }
    }

    fn sync_daemon_on(&mut self, id: WorkloadId, node: NodeId) {
        if !self.core.world.cluster.nodes[node].up()
            || !node_should_run(&self.plan, &self.core.world.cluster, id, node, false).run
        {
            return;
        }
        if self.daemon_pod_on(id, node).is_none() {
            self.create_pod(Rule::DaemonPod, id, node.0 + 1);
        }
    }

    /// A terminating daemon Pod blocks its successor until it is gone (KC-15).
    fn daemon_pod_on(&self, id: WorkloadId, node: NodeId) -> Option<PodId> {
        let pods = &self.core.world.cluster.pods;
        let there = |pod: &PodId| {
            let pod = &pods[*pod];
            pod.pinned == Some(node) && pod.phase != PodPhase::Gone || pod.node() == Some(node)
        };
        self.core.world.pods_of[id].iter().copied().find(there)
    }
}
