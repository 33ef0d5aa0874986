//! The public pages that rules were read from.

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

/// Ids from … to, title, address below one of the two; the first that fits.
#[rustfmt::skip]
const PAGES: &[(&str, &str, &str, &str)] = &[
    ("UP-01 UP-99", "Node upgrade strategies", GKE, "docs/concepts/node-pool-upgrade-strategies"),
    ("SU-01 SU-99", "Node upgrade strategies", GKE, "docs/concepts/node-pool-upgrade-strategies"),
    ("KP-01 KP-99", "Specifying a Disruption Budget", KUBERNETES, "tasks/run-application/configure-pdb/"),
    ("KE-01 KE-99", "API-initiated Eviction", KUBERNETES, "concepts/scheduling-eviction/api-eviction/"),
    ("KD-01 KD-99", "Safely Drain a Node", KUBERNETES, "tasks/administer-cluster/safely-drain-node/"),
    ("KS-07 KS-08", "Taints and Tolerations", KUBERNETES, "concepts/scheduling-eviction/taint-and-toleration/"),
    ("KS-09 KS-09", "Assigning Pods to Nodes", KUBERNETES, "concepts/scheduling-eviction/assign-pod-node/"),
    ("KS-13 KS-14", "Pod Topology Spread Constraints", KUBERNETES, "concepts/scheduling-eviction/topology-spread-constraints/"),
    ("KS-22 KS-22", "Taints and Tolerations", KUBERNETES, "concepts/scheduling-eviction/taint-and-toleration/"),
    ("KS-23 KS-23", "Assigning Pods to Nodes", KUBERNETES, "concepts/scheduling-eviction/assign-pod-node/"),
    ("KS-27 KS-27", "Pod Topology Spread Constraints", KUBERNETES, "concepts/scheduling-eviction/topology-spread-constraints/"),
    ("KS-01 KS-99", "Scheduler Configuration", KUBERNETES, "reference/scheduling/config/"),
    ("KC-01 KC-08", "ReplicaSet", KUBERNETES, "concepts/workloads/controllers/replicaset/"),
    ("KC-09 KC-12", "StatefulSets", KUBERNETES, "concepts/workloads/controllers/statefulset/"),
    ("KC-13 KC-15", "DaemonSet", KUBERNETES, "concepts/workloads/controllers/daemonset/"),
    ("KC-16 KC-18", "Jobs", KUBERNETES, "concepts/workloads/controllers/job/"),
    ("KT-01 KT-08", "Pod Lifecycle", KUBERNETES, "concepts/workloads/pods/pod-lifecycle/"),
    ("KT-18 KT-18", "Safely Drain a Node", KUBERNETES, "tasks/administer-cluster/safely-drain-node/"),
    ("KT-19 KT-19", "Plan GKE Standard node sizes", GKE, "docs/concepts/plan-node-sizes"),
    ("KT-20 KT-20", "Quotas and limits", GKE, "quotas"),
    ("KT-09 KT-99", "Nodes", KUBERNETES, "concepts/architecture/nodes/"),
    ("BS-01 BS-04", "Standard cluster upgrades", GKE, "docs/concepts/cluster-upgrades"),
    ("BS-11 BS-12", "container v1 API: NodePool", GKE, "docs/reference/rest/v1/projects.locations.clusters.nodePools"),
    ("BS-15 BS-16", "container v1 API: Cluster", GKE, "docs/reference/rest/v1/projects.locations.clusters"),
    ("BS-59 BS-66", "Quotas and limits", GKE, "quotas"),
    ("BS-73 BS-74", "API-initiated Eviction", KUBERNETES, "concepts/scheduling-eviction/api-eviction/"),
    ("BS-70 BS-75", "Specifying a Disruption Budget", KUBERNETES, "tasks/run-application/configure-pdb/"),
];

/// The page that an id was read from; a reading of our own has none.
pub fn page(id: &str) -> Option<Page> {
    PAGES.iter().find_map(|(range, title, base, path)| {
        let (from, to) = range.split_once(' ')?;
        let fits = from.get(..2) == id.get(..2) && (from..=to).contains(&id);
        fits.then_some(Page { title, base, path })
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
