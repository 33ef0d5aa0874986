//! Labels, selectors, taints and node terms as symbols.

use std::borrow::Cow;

use crate::document::budget::{Expression, LabelSelector};
use crate::document::pod_spec::{NodeSelectorTerm, Toleration as TolerationText};
use crate::document::pool::{Taint as TaintText, effect_of_kubernetes};
use crate::document::workload::Workload;
use crate::field::Map;
use crate::resolve::Owner;
use base::{SimSpan, Sym};
use model::selector::{Effect, NodeTerm, Operator, Requirement, Selector, Taint, Toleration};
use model::{Labels, Symbols, WorkloadKind};

/// `{n}` in a copied entry stands for the number of the copy.
pub(crate) fn fill(text: &str, copy: Option<u32>) -> Cow<'_, str> {
    match copy {
        Some(n) if text.contains("{n}") => Cow::Owned(text.replace("{n}", &n.to_string())),
        _ => Cow::Borrowed(text),
    }
}

pub(crate) fn labels(map: &Map, copy: Option<u32>, symbols: &mut Symbols) -> Labels {
    map.iter()
        .map(|(key, value)| (symbols.intern(key), symbols.intern(&fill(value, copy))))
        .collect()
}

/// Without labels a workload's Pods have `app: name`, as `kubectl create deployment` gives them.
pub(crate) fn of_workload(owner: &Owner<'_>, symbols: &mut Symbols) -> Labels {
    let mut labels: Labels = match &owner.source.labels {
        Some(map) => labels(map, owner.copy, symbols),
        None => [(symbols.intern("app"), symbols.intern(&owner.name))]
            .into_iter()
            .collect(),
    };
    if let Some(key) = revision_key(owner.kind).filter(|key| has_own_key(owner.source, key)) {
        let key = symbols.intern(key);
        if labels.get(key).is_none() {
            let own = format!("{}/{}", owner.namespace, owner.name);
            labels.insert(key, symbols.intern(&own));
        }
    }
    labels
}

/// What a controller labels the Pods of one revision with; nobody writes it, and constraints name it (KS-14).
fn revision_key(kind: WorkloadKind) -> Option<&'static str> {
    match kind {
        WorkloadKind::Deployment => Some("pod-template-hash"),
        WorkloadKind::StatefulSet { .. } | WorkloadKind::DaemonSet => {
            Some("controller-revision-hash")
        }
        WorkloadKind::Custom { .. } => Some("rollouts-pod-template-hash"),
        WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::Job { .. }
        | WorkloadKind::Pod
        | WorkloadKind::Mirror => None,
    }
}

/// Is the key among the `matchLabelKeys` or `mismatchLabelKeys` of the workload?
fn has_own_key(source: &Workload, key: &str) -> bool {
    let spread = source.topology_spread_constraints.iter();
    let affinity = source.affinity.iter();
    let terms = affinity
        .flat_map(|all| [&all.pod_affinity, &all.pod_anti_affinity])
        .flatten()
        .flat_map(|one| {
            let preferred = one.preferred.iter().map(|weighted| &weighted.term);
            one.required.iter().chain(preferred)
        });
    let mut keys = spread
        .flat_map(|one| &one.match_label_keys)
        .chain(terms.flat_map(|term| {
            term.match_label_keys
                .iter()
                .chain(&term.mismatch_label_keys)
        }));
    keys.any(|one| one == key)
}

pub(crate) fn match_labels(map: &Map, copy: Option<u32>, symbols: &mut Symbols) -> Selector {
    Selector(
        labels(map, copy, symbols)
            .iter()
            .map(|(key, value)| Requirement {
                key,
                operator: Operator::In(vec![value]),
            })
            .collect(),
    )
}

/// `None` for a selector that does not parse: it selects nothing (KP-03).
pub(crate) fn selector(
    text: &LabelSelector,
    copy: Option<u32>,
    symbols: &mut Symbols,
) -> Option<Selector> {
    let mut selector = match_labels(&text.match_labels, copy, symbols);
    for expression in &text.match_expressions {
        let requirement = requirement(expression, copy, symbols)?;
        if matches!(requirement.operator, Operator::Gt(_) | Operator::Lt(_)) {
            return None;
        }
        selector.0.push(requirement);
    }
    Some(selector)
}

/// `matchLabelKeys`, `mismatchLabelKeys`: adds what Pods have under the keys, as far as they have them.
pub(crate) fn add_own(
    selector: &mut Selector,
    keys: &[String],
    owner: &Owner<'_>,
    operator: fn(Vec<Sym>) -> Operator,
    symbols: &mut Symbols,
) {
    for key in keys {
        let key = symbols.intern(key);
        if let Some(value) = owner.labels.get(key) {
            let operator = operator(vec![value]);
            selector.0.push(Requirement { key, operator });
        }
    }
}

/// `None` for an operator that there is not, or one with the wrong number of values.
pub(crate) fn requirement(
    text: &Expression,
    copy: Option<u32>,
    symbols: &mut Symbols,
) -> Option<Requirement> {
    let mut values = || -> Vec<Sym> {
        text.values
            .iter()
            .map(|value| symbols.intern(&fill(value, copy)))
            .collect()
    };
    let number = || text.values.first().and_then(|value| value.parse().ok());
    let operator = match (text.operator.as_str(), text.values.len()) {
        ("In", 1..) => Operator::In(values()),
        ("NotIn", 1..) => Operator::NotIn(values()),
        ("Exists", 0) => Operator::Exists,
        ("DoesNotExist", 0) => Operator::DoesNotExist,
        ("Gt", 1) => Operator::Gt(number()),
        ("Lt", 1) => Operator::Lt(number()),
        _ => return None,
    };
    Some(Requirement {
        key: symbols.intern(&text.key),
        operator,
    })
}

/// A label that every match must have.
pub(crate) fn first_pair(selector: &Selector) -> Option<(Sym, Sym)> {
    selector
        .0
        .iter()
        .find_map(|requirement| match &requirement.operator {
            Operator::In(values) => match values.as_slice() {
                [only] => Some((requirement.key, *only)),
                _ => None,
            },
            Operator::NotIn(_)
            | Operator::Exists
            | Operator::DoesNotExist
            | Operator::Gt(_)
            | Operator::Lt(_) => None,
        })
}

pub(crate) fn node_term(text: &NodeSelectorTerm, symbols: &mut Symbols) -> NodeTerm {
    let mut names: Option<Vec<String>> = None;
    for field in &text.match_fields {
        // Of `metadata.name` only `In` is taken; what else stands there is reported by the checks.
        let list = names.get_or_insert_with(|| field.values.clone());
        list.retain(|name| field.values.contains(name));
    }
    NodeTerm {
        expressions: text
            .match_expressions
            .iter()
            .filter_map(|expression| requirement(expression, None, symbols))
            .collect(),
        names,
    }
}

pub(crate) fn effect(text: &str) -> Option<Effect> {
    match effect_of_kubernetes(text) {
        "NoSchedule" => Some(Effect::NoSchedule),
        "PreferNoSchedule" => Some(Effect::PreferNoSchedule),
        "NoExecute" => Some(Effect::NoExecute),
        _ => None,
    }
}

pub(crate) fn taint(text: &TaintText, symbols: &mut Symbols) -> Option<Taint> {
    Some(Taint {
        key: symbols.intern(&text.key),
        value: symbols.intern(&text.value),
        effect: effect(&text.effect)?,
    })
}

/// What is negative is no time at all; what is longer than any run is for ever.
fn lasts(seconds: i64) -> SimSpan {
    SimSpan::from_secs(seconds.clamp(0, i64::from(u32::MAX)))
}

pub(crate) fn toleration(text: &TolerationText, symbols: &mut Symbols) -> Toleration {
    let exists = text.operator == "Exists";
    Toleration {
        key: (!text.key.is_empty()).then(|| symbols.intern(&text.key)),
        value: (!exists).then(|| symbols.intern(&text.value)),
        effect: effect(&text.effect),
        lasts: text.toleration_seconds.map(lasts),
    }
}
