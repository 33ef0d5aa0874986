//! The public documentation pages behind the rules.

const GKE: &str = "https://docs.cloud.google.com/kubernetes-engine/";
const KUBERNETES: &str = "https://kubernetes.io/docs/";

/// A page of the public documentation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Page {
    pub title: &'static str,
    base: &'static str,
    path: &'static str,
}

impl Page {
    pub fn address(&self) -> String {
        format!("{}{}", self.base, self.path)
    }
}

/// Area, numbers from … to, site, path, title; the first match wins. One string: a table of strings would be part
/// of the first load.
const PAGES: &str = "\
UP 1 99 gke docs/concepts/node-pool-upgrade-strategies Node upgrade strategies
SU 1 99 gke docs/concepts/node-pool-upgrade-strategies Node upgrade strategies
BG 1 99 gke docs/concepts/node-pool-upgrade-strategies Node upgrade strategies
AB 1 99 gke docs/concepts/node-pool-upgrade-strategies Node upgrade strategies
SL 1 99 gke docs/concepts/node-pool-upgrade-strategies Node upgrade strategies
CA 57 57 gke docs/concepts/spot-vms Spot VMs
CA 1 72 gke docs/concepts/cluster-autoscaler About GKE cluster autoscaling
MW 1 99 gke docs/concepts/maintenance-windows-and-exclusions Maintenance windows and exclusions
MX 1 99 gke docs/concepts/maintenance-windows-and-exclusions Maintenance windows and exclusions
BS 40 52 gke docs/concepts/cluster-autoscaler About GKE cluster autoscaling
BS 86 98 gke docs/concepts/cluster-autoscaler About GKE cluster autoscaling
BS 99 106 gke docs/how-to/cluster-autoscaler-visibility View cluster autoscaler events
BS 27 27 gke docs/how-to/cluster-disruption-budget Control the frequency of disruption from automatic upgrades
BS 29 29 gke docs/concepts/cluster-upgrades Standard cluster upgrades
KP 1 99 k8s tasks/run-application/configure-pdb/ Specifying a Disruption Budget
KA 1 99 k8s concepts/cluster-administration/node-autoscaling/ Node Autoscaling
KE 1 99 k8s concepts/scheduling-eviction/api-eviction/ API-initiated Eviction
KD 1 99 k8s tasks/administer-cluster/safely-drain-node/ Safely Drain a Node
KS 7 8 k8s concepts/scheduling-eviction/taint-and-toleration/ Taints and Tolerations
KS 9 9 k8s concepts/scheduling-eviction/assign-pod-node/ Assigning Pods to Nodes
KS 13 14 k8s concepts/scheduling-eviction/topology-spread-constraints/ Pod Topology Spread Constraints
KS 15 16 k8s concepts/scheduling-eviction/assign-pod-node/ Assigning Pods to Nodes
KS 19 19 k8s concepts/scheduling-eviction/pod-priority-preemption/ Pod Priority and Preemption
KS 22 22 k8s concepts/scheduling-eviction/taint-and-toleration/ Taints and Tolerations
KS 23 23 k8s concepts/scheduling-eviction/assign-pod-node/ Assigning Pods to Nodes
KS 27 27 k8s concepts/scheduling-eviction/topology-spread-constraints/ Pod Topology Spread Constraints
KS 28 28 k8s concepts/scheduling-eviction/assign-pod-node/ Assigning Pods to Nodes
KS 32 38 k8s concepts/scheduling-eviction/pod-priority-preemption/ Pod Priority and Preemption
KS 1 99 k8s reference/scheduling/config/ Scheduler Configuration
KC 1 8 k8s concepts/workloads/controllers/replicaset/ ReplicaSet
KC 9 12 k8s concepts/workloads/controllers/statefulset/ StatefulSets
KC 13 15 k8s concepts/workloads/controllers/daemonset/ DaemonSet
KC 16 18 k8s concepts/workloads/controllers/job/ Jobs
KC 21 24 k8s concepts/workloads/controllers/deployment/ Deployments
KT 1 8 k8s concepts/workloads/pods/pod-lifecycle/ Pod Lifecycle
KT 21 27 k8s concepts/workloads/pods/pod-lifecycle/ Pod Lifecycle
KT 18 18 k8s tasks/administer-cluster/safely-drain-node/ Safely Drain a Node
KT 19 19 gke docs/concepts/plan-node-sizes Plan GKE Standard node sizes
KT 20 20 gke quotas Quotas and limits
KT 9 99 k8s concepts/architecture/nodes/ Nodes
BS 1 4 gke docs/concepts/cluster-upgrades Standard cluster upgrades
BS 11 12 gke docs/reference/rest/v1/projects.locations.clusters.nodePools container v1 API: NodePool
BS 15 16 gke docs/reference/rest/v1/projects.locations.clusters container v1 API: Cluster
BS 58 58 gke docs/how-to/node-auto-repair Auto-repair nodes
MW 1 14 gke docs/concepts/maintenance-windows-and-exclusions Maintenance windows and exclusions
MW 15 99 gke docs/how-to/maintenance-windows-and-exclusions Configure maintenance windows and exclusions
MX 1 99 gke docs/concepts/maintenance-windows-and-exclusions Maintenance windows and exclusions
BS 19 19 gke docs/concepts/maintenance-windows-and-exclusions Maintenance windows and exclusions
BS 20 20 gke docs/concepts/about-rollout-sequencing About rollout sequencing
BS 28 30 gke docs/concepts/cluster-upgrades Standard cluster upgrades
BS 21 27 gke docs/how-to/maintenance-windows-and-exclusions Configure maintenance windows and exclusions
MR 10 10 gke docs/concepts/cluster-upgrades Standard cluster upgrades
BS 5 7 gke docs/concepts/cluster-upgrades Standard cluster upgrades
MR 5 8 gke docs/concepts/handle-disruption-gpu-tpu Handle disruption in GPUs and TPUs
MR 1 99 gke docs/concepts/maintenance-windows-and-exclusions Maintenance windows and exclusions
LB 1 99 gke docs/concepts/service-load-balancer About LoadBalancer Services
BS 60 65 gke docs/concepts/service-load-balancer About LoadBalancer Services
BS 120 131 gke docs/concepts/service-load-balancer About LoadBalancer Services
BS 59 66 gke quotas Quotas and limits
BS 73 74 k8s concepts/scheduling-eviction/api-eviction/ API-initiated Eviction
BS 70 75 k8s tasks/run-application/configure-pdb/ Specifying a Disruption Budget
";

/// The page behind an id; our own interpretations have none.
pub fn page(id: &str) -> Option<Page> {
    let (area, no) = id.split_once('-')?;
    let no: u32 = no.parse().ok()?;
    PAGES.lines().find_map(|line| {
        let mut parts = line.splitn(6, ' ');
        let of = parts.next()?;
        let (from, to): (u32, u32) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let base = match parts.next()? {
            "gke" => GKE,
            _ => KUBERNETES,
        };
        let path = parts.next()?;
        let title = parts.next()?;
        (of == area && (from..=to).contains(&no)).then_some(Page { title, base, path })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_range_comes_first_and_a_reading_has_no_page() {
        let title = |id| page(id).map(|page| page.title);
        assert_eq!(title("SU-07"), Some("Node upgrade strategies"));
        assert_eq!(title("KS-08"), Some("Taints and Tolerations"));
        assert_eq!(title("KS-10"), Some("Scheduler Configuration"));
        assert_eq!(title("AM-06"), None);
        assert_eq!(
            page("KE-07").map(|page| page.address()).as_deref(),
            Some("https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/")
        );
    }
}
