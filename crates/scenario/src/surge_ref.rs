//! The benchmark scenario, which is compared with a plain loop over the same events.
//!
//! 30 Pods per node and room for no more, workloads of 100 Pods in blocks, so that their budgets of 10 really delay
//! drains, and 20 surge nodes at a time in one zone. Every duration is fixed and nodes are upgraded as listed. The owner is of
//! a kind that no Service selects, and nodes are packed, so that a Pod is placed on the first new node with room.

use std::fmt::Write as _;

const PODS: u32 = 30;
const REPLICAS: u32 = 100;

/// The document for this number of nodes.
pub(super) fn text(nodes: u32) -> String {
    let mut text = String::from(
        r#"{"version":1,"name":"surge-ref","description":"The reference work of the benches.","cluster":{"location":"us-central1-a","autoscaling":{"autoscalingProfile":"OPTIMIZE_UTILIZATION"},"currentMasterVersion":"1.34.1-gke.3000000"},"pools":[{"name":"p","version":"1.33.5-gke.1162000","config":{"machineType":"e2-standard-4"},"maxPodsConstraint":{"maxPodsPerNode":30},"upgradeSettings":{"maxSurge":20,"maxUnavailable":0},"initialNodeCount":"#,
    );
    _ = write!(text, r#"{nodes}}}],"workloads":["#);
    let pods = nodes * PODS;
    for (at, first) in (0..pods).step_by(REPLICAS as usize).enumerate() {
        let end = (first + REPLICAS).min(pods);
        let comma = if at > 0 { "," } else { "" };
        _ = write!(
            text,
            r#"{comma}{{"kind":"Batch","name":"w-{at}","recreating":true,"scale":true,"replicas":{},"pods":["#,
            end - first
        );
        for node in first / PODS..=(end - 1) / PODS {
            let here = end.min((node + 1) * PODS) - first.max(node * PODS);
            let comma = if node > first / PODS { "," } else { "" };
            _ = write!(text, r#"{comma}{{"node":"p-a-{}","count":{here}}}"#, node + 1);
        }
        text.push_str("]}");
    }
    _ = write!(
        text,
        r#"],"budgets":[{{"name":"w","copies":{},"selector":{{"matchLabels":{{"app":"w-{{n}}"}}}},"maxUnavailable":10}}],"script":[{{"at":"0s","do":"upgrade","pool":"p"}}],"assumptions":{{"nodeOrder":"listed","nodeCreate":"180s","nodeDelete":"30s","podStart":"20s"}}}}"#,
        pods.div_ceil(REPLICAS)
    );
    text
}
