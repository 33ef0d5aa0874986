//! Names: each once, and everything that is referred to exists.

use std::collections::{BTreeMap, BTreeSet};

use super::Cx;
use crate::base::{BudgetId, WorkloadId};
use crate::scenario::compile::references;
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::ScriptItem;
use crate::scenario::resolve;

/// No two of a kind have the same name.
pub(super) fn duplicates(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        once(
            &mut seen,
            pool.name.clone(),
            "pool",
            format!("/pools/{at}/name"),
            out,
        );
    }
    let mut seen = BTreeSet::new();
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        for (n, node) in pool.nodes.iter().enumerate() {
            if !node.name.is_empty() {
                let path = format!("/pools/{at}/nodes/{n}/name");
                once(&mut seen, node.name.clone(), "node", path, out);
            }
        }
    }
    let mut seen = BTreeSet::new();
    for owner in &cx.resolved.workloads {
        let key = (
            owner.source.kind.as_str(),
            owner.namespace,
            owner.name.as_str(),
        );
        if !seen.insert(key) {
            let name = format!("{} {}/{}", key.0, key.1, key.2);
            twice(
                &name,
                "workload",
                format!("/workloads/{}/name", owner.at),
                out,
            );
        }
    }
    let mut seen = BTreeSet::new();
    for budget in &cx.resolved.budgets {
        let name = format!("{}/{}", budget.namespace, budget.name);
        let path = format!("/budgets/{}/name", budget.at);
        once(&mut seen, name, "budget", path, out);
    }
    let mut seen = BTreeSet::new();
    for service in &cx.resolved.services {
        let name = format!("{}/{}", service.namespace, service.name);
        let path = format!("/services/{}/name", service.at);
        once(&mut seen, name, "Service", path, out);
    }
    pod_names(cx, out);
}

fn pod_names(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    for owner in &cx.resolved.workloads {
        for (n, pod) in owner.source.pods.iter().enumerate() {
            let first_copy = owner.copy.is_none_or(|copy| copy == 0);
            if first_copy && !pod.name.is_empty() && !seen.insert((owner.namespace, &pod.name)) {
                let path = format!("/workloads/{}/pods/{n}/name", owner.at);
                twice(&pod.name, "Pod", path, out);
            }
        }
    }
}

fn once(
    seen: &mut BTreeSet<String>,
    name: String,
    noun: &str,
    path: String,
    out: &mut Diagnostics,
) {
    if !seen.insert(name.clone()) {
        twice(&name, noun, path, out);
    }
}

fn twice(name: &str, noun: &str, path: String, out: &mut Diagnostics) {
    out.push(
        Diagnostic::error("name/duplicate", path)
            .says(format!("There are two of the {noun} “{name}”."))
            .hint("Rename one of them."),
    );
}

/// What the document refers to exists.
pub(super) fn names(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let doc = cx.doc;
    let nodes: BTreeSet<&str> = cx.node_names.iter().map(String::as_str).collect();
    for owner in &cx.resolved.workloads {
        for (n, pod) in owner.source.pods.iter().enumerate() {
            if !pod.node.is_empty() && !nodes.contains(pod.node.as_str()) {
                let path = format!("/workloads/{}/pods/{n}/node", owner.at);
                missing("node", &pod.node, path, nodes.iter().copied(), out);
            }
        }
    }
    let zones = resolve::zones(doc);
    let pools: BTreeSet<&str> = doc.pools.iter().map(|pool| pool.name.as_str()).collect();
    let workloads = references::<WorkloadId>(
        cx.resolved
            .workloads
            .iter()
            .map(|w| (w.namespace, w.name.as_str())),
    );
    let budgets = references::<BudgetId>(
        cx.resolved
            .budgets
            .iter()
            .map(|b| (b.namespace, b.name.as_str())),
    );
    for (at, item) in doc.script.iter().enumerate() {
        let path = |field: &str| format!("/script/{at}/{field}");
        let ScriptItem {
            pool,
            node,
            zone,
            workload,
            budget,
            ..
        } = item;
        if !pool.is_empty() && !pools.contains(pool.as_str()) {
            missing("pool", pool, path("pool"), pools.iter().copied(), out);
        }
        if !node.is_empty() && !nodes.contains(node.as_str()) {
            missing("node", node, path("node"), nodes.iter().copied(), out);
        }
        if !zone.is_empty() && !zones.contains(zone) {
            missing(
                "zone",
                zone,
                path("zone"),
                zones.iter().map(String::as_str),
                out,
            );
        }
        if !workload.is_empty() {
            reference("workload", workload, &workloads, path("workload"), out);
        }
        if !budget.is_empty() {
            reference("budget", budget, &budgets, path("budget"), out);
        }
    }
}

fn reference<T: Copy>(
    noun: &str,
    name: &str,
    known: &BTreeMap<String, Option<T>>,
    path: String,
    out: &mut Diagnostics,
) {
    match known.get(name) {
        Some(Some(_)) => {}
        Some(None) => out.push(
            Diagnostic::error("name/ambiguous", path)
                .says(format!("More than one {noun} is named “{name}”."))
                .hint("Write namespace/name, and give each its own name."),
        ),
        None => missing(noun, name, path, known.keys().map(String::as_str), out),
    }
}

fn missing<'a>(
    noun: &str,
    name: &str,
    path: String,
    known: impl Iterator<Item = &'a str>,
    out: &mut Diagnostics,
) {
    let some: Vec<&str> = known.take(4).collect();
    let hint = match some.as_slice() {
        [] => format!("There is no {noun} at all."),
        [first @ .., last] if some.len() < 4 => {
            let others = first
                .iter()
                .map(|name| format!("{name}, "))
                .collect::<String>();
            format!("There is {others}{last}.")
        }
        [first @ .., _] => format!("There is {} and more.", first.join(", ")),
    };
    out.push(
        Diagnostic::error("name/unknown", path)
            .says(format!("There is no {noun} “{name}”."))
            .hint(hint),
    );
}
