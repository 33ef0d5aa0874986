//! Values of the right type that the API doesn't accept.

use super::context::Cx;
use super::limits::LONGEST_MS;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::budget::{Expression, LabelSelector};
use crate::document::pool::Taint;
use crate::document::setting::Allowed;
use crate::document::{Document, Workload, read};
use crate::field::{FieldSpec, Struct};
use crate::json::Json;
use crate::labels;
use crate::units::Duration;
use base::{Message, say};

pub(super) fn wrong(path: String, message: Message, out: &mut Diagnostics) {
    out.push(Diagnostic::error("document/value", path).says(message));
}

/// Checks that a value is one of the words, or missing.
pub(super) fn one_of(path: String, value: &str, words: &[&str], out: &mut Diagnostics) {
    if !value.is_empty() && !words.contains(&value) {
        let message = say!("check-not-one-of", value = value, words = words.join(", "));
        wrong(path, message, out);
    }
}

pub(super) fn between(path: String, value: i64, (least, most): (i64, i64), out: &mut Diagnostics) {
    if !(least..=most).contains(&value) {
        let [value, least, most] = [value, least, most].map(|number| number.to_string());
        let message = say!("check-not-between", value = value, least = least, most = most);
        wrong(path, message, out);
    }
}

/// Checks each value against its field's declaration, except in the script.
pub(super) fn values(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, part) in Document::SPEC.fields.iter().enumerate() {
        if part.key != "script" {
            inner_values(cx.doc, at, part, &String::new, out);
        }
    }
}

/// `path`: that of the struct, which only a finding needs.
fn inner_values(
    of: &dyn Struct,
    at: usize,
    field: &FieldSpec,
    path: &dyn Fn() -> String,
    out: &mut Diagnostics,
) {
    let inner = field.kind.spec().filter(|inner| inner.is_limited);
    let (Some(_), Some(slot)) = (inner, of.slot(at)) else {
        return;
    };
    slot.each(&mut |nth, of| {
        let path = &|| match &nth {
            Some(nth) => format!("{}/{}/{nth}", path(), field.key),
            None => format!("{}/{}", path(), field.key),
        };
        own_values(of, path, out);
        for (at, field) in of.spec().fields.iter().enumerate() {
            inner_values(of, at, field, path, out);
        }
    });
}

/// Checks the fields of a struct, without nested structs.
pub(super) fn own_values(of: &dyn Struct, path: &dyn Fn() -> String, out: &mut Diagnostics) {
    for (at, field) in of.spec().fields.iter().enumerate() {
        let allowed = field.setting.allowed;
        if matches!(allowed, Allowed::Any) {
            continue;
        }
        let path = || format!("{}/{}", path(), field.key);
        match (allowed, of.slot(at).and_then(|slot| slot.get(true))) {
            (Allowed::Between(least, most), Some(Json::Int(value)))
                if !(least..=most).contains(&value) =>
            {
                between(path(), value, (least, most), out);
            }
            (Allowed::Between(least, most), Some(json @ Json::Text(_))) => {
                let ms = read::<Duration>(&json).0.map_or(0, |duration| duration.0);
                if !(least * 1000..=most * 1000).contains(&ms) {
                    let seconds = (ms / 1000).to_string();
                    let message = say!("check-duration-out-of-bounds", seconds = seconds);
                    wrong(path(), message, out);
                }
            }
            (Allowed::Words(words), Some(Json::Text(text)))
                if !text.is_empty() && !words.contains(&text.as_str()) =>
            {
                one_of(path(), &text, words, out);
            }
            (Allowed::Filled(key), Some(Json::Text(text))) if text.is_empty() => {
                wrong(path(), say!(key), out);
            }
            _ => {}
        }
    }
}

/// Checks that involve several fields of a workload.
pub(super) fn workloads(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        workload_form(&format!("/workloads/{at}"), workload, out);
    }
}

fn workload_form(path: &str, workload: &Workload, out: &mut Diagnostics) {
    for (n, pod) in workload.pods.iter().enumerate() {
        if pod.count.is_some() && !pod.name.is_empty() {
            let message = say!("check-named-pods", pod = &pod.name);
            wrong(format!("{path}/pods/{n}/count"), message, out);
        }
    }
    if workload.kind == "DaemonSet" && workload.pods.iter().any(|pod| pod.node.is_empty()) {
        Diagnostic::warning("workload/daemon-pod-without-node", format!("{path}/pods"))
            .with("workload", &workload.name)
            .add_to(out);
    }
    for (n, toleration) in workload.tolerations.iter().enumerate() {
        let field = |name: &str| format!("{path}/tolerations/{n}/{name}");
        effect(field("effect"), &toleration.effect, true, out);
        if toleration.key.is_empty() && toleration.operator != "Exists" {
            wrong(field("operator"), say!("check-toleration-without-key"), out);
        }
    }
    for (n, container) in workload.init_containers.iter().enumerate() {
        let words = ["Always", "OnFailure", "Never"];
        let path = format!("{path}/initContainers/{n}/restartPolicy");
        one_of(path, &container.restart_policy, &words, out);
    }
}

fn effect(path: String, value: &str, may_miss: bool, out: &mut Diagnostics) {
    if labels::effect(value).is_none() && !(may_miss && value.is_empty()) {
        wrong(path, say!("check-no-effect", effect = value), out);
    }
}

/// Checks zones and taints of pools, and times in the script.
pub(super) fn numbers(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let doc = cx.doc;
    for (at, pool) in doc.pools.iter().enumerate() {
        let field = |name: &str| format!("/pools/{at}/{name}");
        if pool.locations.iter().any(String::is_empty) {
            wrong(field("locations"), say!("check-no-zone-name"), out);
        }
        taints(&field("config/taints"), &pool.config.taints, out);
        for (n, node) in pool.nodes.iter().enumerate() {
            taints(
                &field(&format!("nodes/{n}/taints")),
                node.taints.as_deref().unwrap_or_default(),
                out,
            );
        }
    }
    let start = doc.start_unix_ms();
    for (path, at) in doc.until.iter().map(|at| ("/until".to_owned(), *at)).chain(
        doc.script
            .iter()
            .enumerate()
            .filter_map(|(n, item)| item.at.map(|at| (format!("/script/{n}/at"), at))),
    ) {
        let ms = at.since(start);
        if !(0..=LONGEST_MS).contains(&ms) {
            let seconds = (ms / 1000).to_string();
            wrong(path, say!("check-time-out-of-bounds", seconds = seconds), out);
        }
    }
}

fn taints(path: &str, taints: &[Taint], out: &mut Diagnostics) {
    for (n, taint) in taints.iter().enumerate() {
        effect(format!("{path}/{n}/effect"), &taint.effect, false, out);
    }
}

/// Checks selectors and node terms.
pub(super) fn selectors(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut select = |path: String, selector| selector_form(&path, selector, out);
    for (at, budget) in cx.doc.budgets.iter().enumerate() {
        select(format!("/budgets/{at}/selector"), budget.selector.as_ref());
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        for (n, constraint) in workload.topology_spread_constraints.iter().enumerate() {
            let path = format!("/workloads/{at}/topologySpreadConstraints/{n}/labelSelector");
            select(path, constraint.label_selector.as_ref());
        }
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let affinity = workload.affinity.as_ref();
        let Some(affinity) = affinity.and_then(|affinity| affinity.node_affinity.as_ref()) else {
            continue;
        };
        let required = affinity.required.iter().flat_map(|all| &all.node_selector_terms);
        let preferred = affinity.preferred.iter().map(|term| &term.preference);
        let path = format!("/workloads/{at}/affinity/nodeAffinity");
        for term in required.chain(preferred) {
            for expression in &term.match_expressions {
                expression_form(&path, expression, true, out);
            }
            for field in &term.match_fields {
                if field.key != "metadata.name" || field.operator != "In" {
                    let (key, operator) = (&field.key, &field.operator);
                    let message = say!("check-match-fields", key = key, operator = operator);
                    wrong(path.clone(), message, out);
                }
            }
        }
        for term in &affinity.preferred {
            between(path.clone(), term.weight, (1, 100), out);
        }
    }
}

pub(super) fn selector_form(path: &str, selector: Option<&LabelSelector>, out: &mut Diagnostics) {
    let all = selector.map_or(&[][..], |selector| &selector.match_expressions);
    for (n, expression) in all.iter().enumerate() {
        let path = format!("{path}/matchExpressions/{n}");
        expression_form(&path, expression, false, out);
    }
}

fn expression_form(path: &str, expression: &Expression, node: bool, out: &mut Diagnostics) {
    let good = match expression.operator.as_str() {
        "In" | "NotIn" => !expression.values.is_empty(),
        "Exists" | "DoesNotExist" => expression.values.is_empty(),
        "Gt" | "Lt" => {
            node && matches!(expression.values.as_slice(), [only] if only.parse::<i64>().is_ok())
        }
        _ => false,
    };
    if !good {
        let message = say!(
            "check-no-expression",
            key = &expression.key,
            operator = &expression.operator,
            values = expression.values.len(),
        );
        wrong(path.to_owned(), message, out);
    }
}
