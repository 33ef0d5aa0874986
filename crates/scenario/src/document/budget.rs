//! PodDisruptionBudgets, and selectors. (`DisruptionBudget`, the cluster's, limits how often GKE upgrades the control plane.)

use super::setting::{Hides, NameKind};
use crate::field::{Map, document};
use crate::primitive::IntOrText;

document! {
    /// A PodDisruptionBudget.
    pub struct Budget {
        /// Name.
        "name" name: String: required { name_of(NameKind::Budget).named() },
        /// Namespace; default if missing.
        "namespace" namespace: String { hides(Hides::Namespace) },
        /// Repeats the entry as name-0, name-1 …; `{n}` in the selector stands for the number.
        "copies" copies: Option<i64> { count() },
        /// Which Pods; a missing selector selects none, an empty one all of the namespace.
        "selector" selector: Option<LabelSelector>,
        /// Pods that must stay, or a percentage.
        "minAvailable" min_available: Option<IntOrText>,
        /// Pods that may be missing, or a percentage.
        "maxUnavailable" max_unavailable: Option<IntOrText>,
        /// `IfHealthyBudget` (if missing) or `AlwaysAllow`.
        "unhealthyPodEvictionPolicy" unhealthy_pod_eviction_policy: String,
    }

    /// A label selector.
    pub struct LabelSelector {
        /// Labels that the object must have.
        "matchLabels" match_labels: Map { hides(Hides::Labels) },
        /// Expressions that must hold.
        "matchExpressions" match_expressions: Vec<Expression>,
    }

    /// One expression of a selector.
    pub struct Expression {
        /// Label.
        "key" key: String: required { hides(Hides::Key) },
        /// `In`, `NotIn`, `Exists`, `DoesNotExist`; of nodes also `Gt`, `Lt`.
        "operator" operator: String: required,
        /// The values to compare with.
        "values" values: Vec<String> { hides(Hides::Value) },
    }
}

/// `default` for an empty namespace.
pub fn namespace(text: &str) -> &str {
    if text.is_empty() { "default" } else { text }
}
