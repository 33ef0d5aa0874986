//! Labels, selectors, taints and node terms as symbols.

use std::borrow::Cow;

use crate::document::budget::{Expression, LabelSelector};
use crate::document::pod_spec::{NodeSelectorTerm, Toleration as TolerationText};
use crate::document::pool::{Taint as TaintText, effect_of_kubernetes};
use crate::field::Map;
use base::{SimSpan, Sym};
use model::selector::{Effect, NodeTerm, Operator, Requirement, Selector, Taint, Toleration};
use model::{Labels, Symbols};

/// Replaces `{n}` by the number of the copy.
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

pub(crate) fn match_labels(map: &Map, copy: Option<u32>, symbols: &mut Symbols) -> Selector {
    Selector(
        labels(map, copy, symbols)
            .iter()
            .map(|(key, value)| Requirement { key, operator: Operator::In(vec![value]) })
            .collect(),
    )
}

/// `None` for an invalid selector, which selects nothing (KP-03).
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

/// `matchLabelKeys`, `mismatchLabelKeys`: adds the Pods' own values of the keys that they have.
pub(crate) fn add_own(
    selector: &mut Selector,
    keys: &[String],
    labels: &Labels,
    operator: fn(Vec<Sym>) -> Operator,
    symbols: &mut Symbols,
) {
    for key in keys {
        let key = symbols.intern(key);
        if let Some(value) = labels.get(key) {
            let operator = operator(vec![value]);
            selector.0.push(Requirement { key, operator });
        }
    }
}

/// `None` for an unknown operator or the wrong number of values.
pub(crate) fn requirement(
    text: &Expression,
    copy: Option<u32>,
    symbols: &mut Symbols,
) -> Option<Requirement> {
    let mut values = || -> Vec<Sym> {
        text.values.iter().map(|value| symbols.intern(&fill(value, copy))).collect()
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
    Some(Requirement { key: symbols.intern(&text.key), operator })
}

/// A label that every match must have.
pub(crate) fn first_pair(selector: &Selector) -> Option<(Sym, Sym)> {
    selector.0.iter().find_map(|requirement| match &requirement.operator {
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
        // `metadata.name` only supports `In`; the checks report others.
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

/// A negative duration counts as zero; one longer than any run never ends.
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
