//! Nodes of other providers: a run treats them as GKE's.

use crate::kubectl::object::Object;
use crate::loose::Text;

/// The provider of GKE's nodes.
const OWN: &str = "gce";
const GKE: &str = "cloud.google.com/gke-nodepool";

/// Beginnings of labels that other providers and tools put on their nodes, and who does it.
const LABELS: [(&str, &str); 11] = [
    ("eks.amazonaws.com/", "EKS"),
    ("alpha.eksctl.io/", "EKS"),
    ("kubernetes.azure.com/", "AKS"),
    ("doks.digitalocean.com/", "DigitalOcean"),
    ("ibm-cloud.kubernetes.io/", "IBM Cloud"),
    ("k8s.scaleway.com/", "Scaleway"),
    ("lke.linode.com/", "Linode"),
    ("oci.oraclecloud.com/", "Oracle Cloud"),
    ("worker.gardener.cloud/", "Gardener"),
    ("kops.k8s.io/", "kOps"),
    ("minikube.k8s.io/", "minikube"),
];

/// Whose node it is; `None` for GKE's, and for one that doesn't say it.
pub(super) fn provider(node: &Object) -> Option<String> {
    let labels = &node.metadata.labels;
    let provider = node.spec.provider_id.split_once("://").map(|(provider, _)| provider);
    let other = provider.filter(|one| !one.is_empty() && *one != OWN);
    if other.is_none() && labels.get(GKE).and_then(Text::some).is_some() {
        return None;
    }
    let has = |start: &str| labels.0.iter().any(|(key, _)| key.starts_with(start));
    let by_label = LABELS.iter().find(|(start, _)| has(start)).map(|(_, provider)| *provider);
    by_label.or(other).map(str::to_owned)
}
