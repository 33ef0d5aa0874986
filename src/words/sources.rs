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

/// Area, numbers from … to, title, address below one of the two; the first that fits.
#[rustfmt::skip]
const PAGES: &[(&str, u32, u32, &str, &str, &str)] = &[
    ("UP", 1, 99, "Node upgrade strategies", GKE, "docs/concepts/node-pool-upgrade-strategies"),
    ("SU", 1, 99, "Node upgrade strategies", GKE, "docs/concepts/node-pool-upgrade-strategies"),
    ("KP", 1, 99, "Specifying a Disruption Budget", KUBERNETES, "tasks/run-application/configure-pdb/"),
    ("KE", 1, 99, "API-initiated Eviction", KUBERNETES, "concepts/scheduling-eviction/api-eviction/"),
    ("KD", 1, 99, "Safely Drain a Node", KUBERNETES, "tasks/administer-cluster/safely-drain-node/"),
    ("KS", 7, 8, "Taints and Tolerations", KUBERNETES, "concepts/scheduling-eviction/taint-and-toleration/"),
    ("KS", 9, 9, "Assigning Pods to Nodes", KUBERNETES, "concepts/scheduling-eviction/assign-pod-node/"),
    ("KS", 13, 14, "Pod Topology Spread Constraints", KUBERNETES, "concepts/scheduling-eviction/topology-spread-constraints/"),
    ("KS", 22, 22, "Taints and Tolerations", KUBERNETES, "concepts/scheduling-eviction/taint-and-toleration/"),
    ("KS", 23, 23, "Assigning Pods to Nodes", KUBERNETES, "concepts/scheduling-eviction/assign-pod-node/"),
    ("KS", 27, 27, "Pod Topology Spread Constraints", KUBERNETES, "concepts/scheduling-eviction/topology-spread-constraints/"),
    ("KS", 1, 99, "Scheduler Configuration", KUBERNETES, "reference/scheduling/config/"),
    ("KC", 1, 8, "ReplicaSet", KUBERNETES, "concepts/workloads/controllers/replicaset/"),
    ("KC", 9, 12, "StatefulSets", KUBERNETES, "concepts/workloads/controllers/statefulset/"),
    ("KC", 13, 15, "DaemonSet", KUBERNETES, "concepts/workloads/controllers/daemonset/"),
    ("KC", 16, 18, "Jobs", KUBERNETES, "concepts/workloads/controllers/job/"),
    ("KT", 1, 8, "Pod Lifecycle", KUBERNETES, "concepts/workloads/pods/pod-lifecycle/"),
    ("KT", 18, 18, "Safely Drain a Node", KUBERNETES, "tasks/administer-cluster/safely-drain-node/"),
    ("KT", 19, 19, "Plan GKE Standard node sizes", GKE, "docs/concepts/plan-node-sizes"),
    ("KT", 20, 20, "Quotas and limits", GKE, "quotas"),
    ("KT", 9, 99, "Nodes", KUBERNETES, "concepts/architecture/nodes/"),
    ("BS", 1, 4, "Standard cluster upgrades", GKE, "docs/concepts/cluster-upgrades"),
    ("BS", 11, 12, "container v1 API: NodePool", GKE, "docs/reference/rest/v1/projects.locations.clusters.nodePools"),
    ("BS", 15, 16, "container v1 API: Cluster", GKE, "docs/reference/rest/v1/projects.locations.clusters"),
    ("BS", 59, 66, "Quotas and limits", GKE, "quotas"),
    ("BS", 73, 74, "API-initiated Eviction", KUBERNETES, "concepts/scheduling-eviction/api-eviction/"),
    ("BS", 70, 75, "Specifying a Disruption Budget", KUBERNETES, "tasks/run-application/configure-pdb/"),
];

/// The page that an id was read from; a reading of our own has none.
pub fn page(id: &str) -> Option<Page> {
    let (area, no) = id.split_once('-')?;
    let no: u32 = no.parse().ok()?;
    PAGES
        .iter()
        .find(|(of, from, to, ..)| *of == area && (*from..=*to).contains(&no))
        .map(|&(_, _, _, title, base, path)| Page { title, base, path })
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
