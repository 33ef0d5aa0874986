//! Parts of a Pod's spec, with the names of Kubernetes.

use super::budget::{Expression, LabelSelector};
use crate::scenario::field::{Map, document};
use crate::scenario::json::Json;
use crate::scenario::units::Amount;

document! {
    /// A container.
    pub struct Container {
        /// Name.
        "name" name: String,
        /// What it asks for.
        "requests" requests: Map<Amount>,
        /// Init container: `Always` makes it a sidecar.
        "restartPolicy" restart_policy: String,
    }
}

document! {
    /// Affinity of a Pod.
    pub struct Affinity {
        /// To nodes.
        "nodeAffinity" node_affinity: Option<NodeAffinity>,
        /// To Pods; carried along.
        "podAffinity" pod_affinity: Json,
        /// Against Pods; carried along.
        "podAntiAffinity" pod_anti_affinity: Json,
    }
}

document! {
    /// Affinity to nodes.
    pub struct NodeAffinity {
        /// Terms of which one must match.
        "requiredDuringSchedulingIgnoredDuringExecution" required: Option<NodeSelector>,
        /// Terms that count in the score.
        "preferredDuringSchedulingIgnoredDuringExecution" preferred: Vec<PreferredTerm>,
    }
}

document! {
    /// Terms of which one must match.
    pub struct NodeSelector {
        /// The terms.
        "nodeSelectorTerms" node_selector_terms: Vec<NodeSelectorTerm>,
    }
}

document! {
    /// A term with a weight.
    pub struct PreferredTerm {
        /// 1 to 100.
        "weight" weight: i64,
        /// The term.
        "preference" preference: NodeSelectorTerm,
    }
}

document! {
    /// Expressions that must all hold.
    pub struct NodeSelectorTerm {
        /// Over labels.
        "matchExpressions" match_expressions: Vec<Expression>,
        /// Over `metadata.name`.
        "matchFields" match_fields: Vec<Expression>,
    }
}

document! {
    /// A toleration.
    pub struct Toleration {
        /// Key; every key if missing.
        "key" key: String,
        /// `Equal` (if missing) or `Exists`.
        "operator" operator: String,
        /// Value.
        "value" value: String,
        /// Effect; every effect if missing.
        "effect" effect: String,
        /// Carried along.
        "tolerationSeconds" toleration_seconds: Option<i64>,
    }
}

document! {
    /// Where Pods should spread.
    pub struct TopologySpreadConstraint {
        /// How uneven it may be.
        "maxSkew" max_skew: i64,
        /// Label that makes a domain.
        "topologyKey" topology_key: String: required,
        /// `DoNotSchedule` (if missing) or `ScheduleAnyway`.
        "whenUnsatisfiable" when_unsatisfiable: String,
        /// Which Pods count.
        "labelSelector" label_selector: Option<LabelSelector>,
        /// Fewest domains.
        "minDomains" min_domains: Option<i64>,
        /// Keys whose values of the Pod are added to the selector.
        "matchLabelKeys" match_label_keys: Vec<String>,
        /// `Honor` (if missing) or `Ignore`.
        "nodeAffinityPolicy" node_affinity_policy: String,
        /// `Ignore` (if missing) or `Honor`.
        "nodeTaintsPolicy" node_taints_policy: String,
    }
}
