//! Nodes, Pods and groups of nodes, as the autoscaler names them.

use base::{GroupId, NodeId, PodId};
use model::WorkloadKind;
use serde_json::{Value, json};
use trace::Frame;

use super::Log;

impl Log<'_> {
    /// The Pods that a removal evicts.
    pub(super) fn movable(&self, frame: &Frame, node: NodeId) -> Vec<PodId> {
        let mut pods = frame.cluster.pods_on(node);
        pods.retain(|pod| {
            let owner =
                frame.cluster.owner(*pod).map(|owner| self.trace.plan().workloads[owner].kind);
            !matches!(owner, Some(WorkloadKind::DaemonSet))
        });
        pods
    }

    pub(super) fn pod(&self, frame: &Frame, pod: PodId) -> Value {
        let plan = self.trace.plan();
        let name = plan.pod_name(&frame.cluster, pod);
        let owner = frame.cluster.owner(pod).map(|owner| &plan.workloads[owner]);
        let Some(owner) = owner else {
            return json!({ "name": name });
        };
        let mut one = json!({"name": name, "namespace": owner.namespace});
        let kind = kind(owner.kind);
        if !kind.is_empty() {
            one["controller"] = json!({"kind": kind, "name": owner.name});
        }
        one
    }

    pub(super) fn node(&self, frame: &Frame, node: NodeId) -> Value {
        let plan = self.trace.plan();
        let own = &frame.cluster.nodes[node];
        let free = &plan.templates[own.template].allocatable;
        let (mut cpu, mut memory) = (0, 0);
        for pod in frame.cluster.pods_on(node) {
            if let Some(owner) = frame.cluster.owner(pod) {
                cpu += plan.workloads[owner].requests.cpu_m;
                memory += plan.workloads[owner].requests.memory_bytes;
            }
        }
        let mut one =
            json!({"name": plan.node_name(&frame.cluster, node), "mig": self.mig(own.group)});
        // Zeros are left out.
        for (name, used, of) in
            [("cpuRatio", cpu, free.cpu_m), ("memRatio", memory, free.memory_bytes)]
        {
            let share = (i128::from(used) * 100).checked_div(i128::from(of)).unwrap_or(0);
            if share > 0 {
                one[name] = Value::from(share as i64);
            }
        }
        one
    }

    pub(super) fn mig(&self, group: GroupId) -> Value {
        let plan = self.trace.plan();
        let own = plan.groups[group];
        json!({"name": self.mig_name(group), "nodepool": plan.pools[own.pool].name, "zone": plan.zones[own.zone].name})
    }

    pub(super) fn mig_name(&self, group: GroupId) -> String {
        let plan = self.trace.plan();
        let own = plan.groups[group];
        let cluster = self.cluster;
        format!("gke-{cluster}-{}-{:08x}-grp", plan.pools[own.pool].name, group.0)
    }
}

/// The kind of what made a Pod.
fn kind(kind: WorkloadKind) -> &'static str {
    match kind {
        WorkloadKind::Deployment | WorkloadKind::ReplicaSet => "ReplicaSet",
        WorkloadKind::ReplicationController => "ReplicationController",
        WorkloadKind::StatefulSet { .. } => "StatefulSet",
        WorkloadKind::DaemonSet => "DaemonSet",
        WorkloadKind::Job { .. } => "Job",
        _ => "",
    }
}
