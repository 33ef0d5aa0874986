//! Words that reveal nothing about their users: Kubernetes and GKE define them.

/// Namespaces of every cluster, besides `default`.
pub(super) fn is_namespace_of_all(name: &str) -> bool {
    matches!(name, "kube-system" | "kube-public" | "kube-node-lease")
}

/// Domains whose keys are all predefined.
const DOMAINS: [&str; 17] = [
    "kubernetes.io/",
    "app.kubernetes.io/",
    "apps.kubernetes.io/",
    "batch.kubernetes.io/",
    "beta.kubernetes.io/",
    "cloud.google.com/",
    "cluster-autoscaler.kubernetes.io/",
    "controller.kubernetes.io/",
    "failure-domain.beta.kubernetes.io/",
    "gke.networking.io/",
    "networking.gke.io/",
    "node.kubernetes.io/",
    "nvidia.com/",
    "service.kubernetes.io/",
    "statefulset.kubernetes.io/",
    "topology.gke.io/",
    "topology.kubernetes.io/",
];

/// Domains in which users may choose keys.
pub(super) const OPEN_DOMAINS: [&str; 2] =
    ["node-role.kubernetes.io/", "node-restriction.kubernetes.io/"];

/// Common keys without a domain; the engine adds `app` itself.
const PLAIN: [&str; 6] = [
    "app",
    "k8s-app",
    "pod-template-hash",
    "job-name",
    "controller-uid",
    "ToBeDeletedByClusterAutoscaler",
];

/// Does Kubernetes or GKE define this key of a label, taint or annotation?
pub(super) fn is_defined(key: &str) -> bool {
    PLAIN.contains(&key) || DOMAINS.iter().any(|domain| key.starts_with(domain))
}

/// Predefined keys with predefined values: facts about machines and places.
const PUBLIC: [&str; 26] = [
    "beta.kubernetes.io/arch",
    "beta.kubernetes.io/instance-type",
    "beta.kubernetes.io/os",
    "cloud.google.com/gke-accelerator",
    "cloud.google.com/gke-accelerator-count",
    "cloud.google.com/gke-boot-disk",
    "cloud.google.com/gke-container-runtime",
    "cloud.google.com/gke-cpu-scaling-level",
    "cloud.google.com/gke-logging-variant",
    "cloud.google.com/gke-max-pods-per-node",
    "cloud.google.com/gke-memory-gb-scaling-level",
    "cloud.google.com/gke-os-distribution",
    "cloud.google.com/gke-preemptible",
    "cloud.google.com/gke-provisioning",
    "cloud.google.com/gke-spot",
    "cloud.google.com/gke-tpu-accelerator",
    "cloud.google.com/gke-tpu-topology",
    "cloud.google.com/machine-family",
    "failure-domain.beta.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "kubernetes.io/arch",
    "kubernetes.io/os",
    "node.kubernetes.io/instance-type",
    "topology.gke.io/zone",
    "topology.kubernetes.io/region",
    "topology.kubernetes.io/zone",
];

/// Do the values of a key reveal nothing about their owner? Includes GKE's taints.
pub(super) fn is_public(key: &str) -> bool {
    PUBLIC.contains(&key) || key == "nvidia.com/gpu"
}

/// Resources named by Kubernetes and Google.
pub(super) fn is_resource(name: &str) -> bool {
    const DOMAINS: [&str; 6] = [
        "attachable-volumes-",
        "hugepages-",
        "nvidia.com/",
        "amd.com/",
        "google.com/",
        "cloud.google.com/",
    ];
    matches!(name, "cpu" | "memory" | "ephemeral-storage" | "pods")
        || DOMAINS.iter().any(|domain| name.starts_with(domain))
}

/// `--flag` or `--flag=12`: no value chosen by a user.
pub(super) fn is_plain_flag(flag: &str) -> bool {
    let Some(rest) = flag.strip_prefix("--") else {
        return false;
    };
    let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
    name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
        && value.bytes().all(|b| b.is_ascii_digit())
}
