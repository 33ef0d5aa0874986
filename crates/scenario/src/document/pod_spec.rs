//! Parts of a Pod's spec, with the names of Kubernetes.

use super::budget::{Expression, LabelSelector};
use super::setting::Hides;
use crate::field::{Map, document};
use crate::units::Amount;

document! {
    /// A container.
    pub struct Container {
        /// Name.
        "name" name: String,
        /// Requested resources.
        "requests" requests: Map<Amount> { hides(Hides::Resources) },
        /// Init container: `Always` makes it a sidecar.
        "restartPolicy" restart_policy: String,
        /// Its ports, as far as they are ports of the node.
        "ports" ports: Vec<ContainerPort>,
    }

    /// A port of a container.
    pub struct ContainerPort {
        /// The node's port that it uses; none if missing.
        "hostPort" host_port: Option<i64>,
        /// `TCP` (if missing), `UDP` or `SCTP`.
        "protocol" protocol: String,
        /// The node's address; all of them if missing.
        "hostIP" host_ip: String { hides(Hides::Address) },
    }

    /// Affinity of a Pod.
    pub struct Affinity {
        /// To nodes.
        "nodeAffinity" node_affinity: Option<NodeAffinity>,
        /// To Pods.
        "podAffinity" pod_affinity: Option<PodAffinity>,
        /// Against Pods.
        "podAntiAffinity" pod_anti_affinity: Option<PodAffinity>,
    }

    /// Affinity to Pods, or against them.
    pub struct PodAffinity {
        /// Terms that must all hold.
        "requiredDuringSchedulingIgnoredDuringExecution" required: Vec<PodAffinityTerm>,
        /// Terms that count in the score.
        "preferredDuringSchedulingIgnoredDuringExecution" preferred: Vec<WeightedPodAffinityTerm>,
    }

    /// A term about Pods with a weight.
    pub struct WeightedPodAffinityTerm {
        /// 1 to 100.
        "weight" weight: i64 { between(1, 100) },
        /// The term.
        "podAffinityTerm" term: PodAffinityTerm,
    }

    /// Pods, and the label that assigns nodes to their domains.
    pub struct PodAffinityTerm {
        /// Which Pods; none if missing.
        "labelSelector" label_selector: Option<LabelSelector>,
        /// Label whose values are the domains.
        "topologyKey" topology_key: String: required { hides(Hides::Key) },
        /// Namespaces of the Pods; if this and the selector are missing, that of the workload.
        "namespaces" namespaces: Vec<String> { hides(Hides::Namespace) },
        /// Further namespaces: all if empty, else by `kubernetes.io/metadata.name`, the only known label.
        "namespaceSelector" namespace_selector: Option<LabelSelector>,
        /// Keys whose values of the Pod are added to the selector.
        "matchLabelKeys" match_label_keys: Vec<String> { hides(Hides::Key) },
        /// Keys whose values of the Pod must differ.
        "mismatchLabelKeys" mismatch_label_keys: Vec<String> { hides(Hides::Key) },
    }

    /// Affinity to nodes.
    pub struct NodeAffinity {
        /// Terms; one of them must match.
        "requiredDuringSchedulingIgnoredDuringExecution" required: Option<NodeSelector>,
        /// Terms that count in the score.
        "preferredDuringSchedulingIgnoredDuringExecution" preferred: Vec<PreferredTerm>,
    }

    /// Terms; one of them must match.
    pub struct NodeSelector {
        /// The terms.
        "nodeSelectorTerms" node_selector_terms: Vec<NodeSelectorTerm>,
    }

    /// A term with a weight.
    pub struct PreferredTerm {
        /// 1 to 100.
        "weight" weight: i64,
        /// The term.
        "preference" preference: NodeSelectorTerm,
    }

    /// Expressions that must all hold.
    pub struct NodeSelectorTerm {
        /// Over labels.
        "matchExpressions" match_expressions: Vec<Expression>,
        /// Over `metadata.name`.
        "matchFields" match_fields: Vec<Expression> { hides(Hides::NodeFields) },
    }

    /// A toleration.
    pub struct Toleration {
        /// Key; every key if missing.
        "key" key: String { hides(Hides::Key) },
        /// `Equal` (if missing) or `Exists`.
        "operator" operator: String { words(&["Equal", "Exists"]) },
        /// Value.
        "value" value: String { hides(Hides::Value) },
        /// Effect; every effect if missing.
        "effect" effect: String,
        /// How long a taint `NoExecute` is tolerated; forever if missing.
        "tolerationSeconds" toleration_seconds: Option<i64>,
    }

    /// Where Pods should spread.
    pub struct TopologySpreadConstraint {
        /// The largest difference between domains.
        "maxSkew" max_skew: i64 { between(1, i32::MAX as i64) },
        /// Label whose values are the domains.
        "topologyKey" topology_key: String: required { hides(Hides::Key) },
        /// `DoNotSchedule` (if missing) or `ScheduleAnyway`.
        "whenUnsatisfiable" when_unsatisfiable: String { words(&["DoNotSchedule", "ScheduleAnyway"]) },
        /// Which Pods count.
        "labelSelector" label_selector: Option<LabelSelector>,
        /// The fewest domains.
        "minDomains" min_domains: Option<i64> { between(1, i32::MAX as i64) },
        /// Keys whose values of the Pod are added to the selector.
        "matchLabelKeys" match_label_keys: Vec<String> { hides(Hides::Key) },
        /// `Honor` (if missing) or `Ignore`.
        "nodeAffinityPolicy" node_affinity_policy: String { words(&["Honor", "Ignore"]) },
        /// `Ignore` (if missing) or `Honor`.
        "nodeTaintsPolicy" node_taints_policy: String { words(&["Honor", "Ignore"]) },
    }
}
