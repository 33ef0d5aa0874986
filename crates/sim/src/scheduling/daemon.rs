//! Which nodes a DaemonSet runs a Pod on.

use super::node_labels::{NodeLabels, adds};
use base::{NodeId, TemplateId, WorkloadId, ZoneId, muted};
use model::node::Mark;
use model::selector::Effect;
use model::{Cluster, Plan};

/// The DaemonSet controller's answer for one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DaemonVerdict {
    /// Create a Pod here?
    pub run: bool,
    /// Leave an existing Pod alone?
    pub keep: bool,
}

/// Should a daemon Pod run on the node, and may an existing one stay?
///
/// Cordon and free resources don't matter here; the scheduler checks the resources later.
///
/// Rulebook: KC-13, KC-14. Source: Kubernetes `daemon_controller.go`, `NodeShouldRunDaemonPod`.
/// Simplified: the Pods of a DaemonSet don't use the host network unless `host_network` is set.
pub fn node_should_run(
    plan: &Plan,
    cluster: &Cluster,
    workload: WorkloadId,
    node: NodeId,
    host_network: bool,
) -> DaemonVerdict {
    let name = plan.node_name(cluster, node);
    let face = NodeLabels::of(plan, cluster, node, &name);
    verdict(face, workload, cluster.nodes[node].mark, host_network)
}

/// Would a daemon Pod run on a new node?
pub fn new_node_should_run(
    plan: &Plan,
    workload: WorkloadId,
    template: TemplateId,
    zone: ZoneId,
) -> bool {
    verdict(NodeLabels { plan, template, zone, name: "" }, workload, None, false).run
}

fn verdict(
    face: NodeLabels<'_>,
    workload: WorkloadId,
    mark: Option<Mark>,
    host_network: bool,
) -> DaemonVerdict {
    let mut answer = DaemonVerdict { run: true, keep: true };
    if muted("KC-13") {
        return answer;
    }
    let plan = face.plan;
    let wants = &plan.workloads[workload];
    if !face.matches(wants) {
        return DaemonVerdict { run: false, keep: false };
    }
    let mark = mark.map(|mark| plan.keys.taint(mark));
    for taint in plan.templates[face.template].taints.iter().chain(&mark) {
        let own = wants.tolerations.iter().any(|one| one.tolerates(taint));
        if own || adds(plan, taint, host_network) {
            continue;
        }
        match taint.effect {
            Effect::NoSchedule => answer.run = false,
            Effect::NoExecute => {
                answer.run = false;
                answer.keep = false;
            }
            Effect::PreferNoSchedule => {}
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::testing::read;

    /// Run here, stay here?
    fn answers(options: &str, wants: &str) -> (bool, bool) {
        let (plan, cluster) = read(&format!("node a-1 {options}\n pod agent daemon {wants}"));
        let answer = node_should_run(&plan, &cluster, WorkloadId(0), NodeId(0), false);
        (answer.run, answer.keep)
    }

    #[test]
    fn daemon_pods_obey_taints_and_no_execute_evicts_them() {
        assert_eq!(answers("", ""), (true, true));
        assert_eq!(answers("taint=k:v:NoSchedule", ""), (false, true));
        assert_eq!(answers("taint=k:v:NoExecute", ""), (false, false));
        assert_eq!(answers("taint=k:v:NoExecute", "tolerates=k:"), (true, true));
        assert_eq!(answers("taint=k:v:PreferNoSchedule", ""), (true, true));
        assert_eq!(answers("label=pool:a", "selects=pool:b"), (false, false));
        assert_eq!(answers("candidate", ""), (true, true));
        assert_eq!(answers("to-be-deleted", ""), (false, true));
    }

    #[test]
    fn daemon_pods_tolerate_node_conditions() {
        let of = |taint: &str| answers(&format!("taint=node.kubernetes.io/{taint}"), "");
        assert_eq!(of("unschedulable::NoSchedule"), (true, true));
        assert_eq!(of("not-ready::NoExecute"), (true, true));
        assert_eq!(of("not-ready::NoSchedule"), (false, true));
        assert_eq!(of("network-unavailable::NoSchedule"), (false, true));
    }
}
