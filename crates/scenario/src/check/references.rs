//! Names are unique, and every referenced name exists.

use super::context::Cx;
use super::script;
use crate::by_name::References;
use crate::compile::script::ScriptNames;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::document::ScriptItem;
use crate::initial_nodes::made_node;
use crate::resolve::Resolved;
use crate::revisions::ROLLOUT;
use base::{Map, order, say};
use model::WorkloadKind;

/// No two objects of a kind have the same name.
pub(super) fn duplicates(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let doc = cx.doc;
    let Resolved { workloads, budgets, services, .. } = cx.resolved;
    let pools = &doc.pools;
    for at in order::repeated(pools.len(), &|a, b| pools[a].name.cmp(&pools[b].name)) {
        twice(&pools[at].name, "noun-pool", format!("/pools/{at}/name"), out);
    }
    let names = &cx.node_names;
    for at in order::repeated(names.len(), &|a, b| names[a].cmp(&names[b])) {
        twice(&names[at], "noun-node", "/pools".to_owned(), out);
    }
    let kind =
        |at: usize| (workloads[at].namespace, &workloads[at].name, &workloads[at].source.kind);
    for at in order::repeated(workloads.len(), &|a, b| kind(a).cmp(&kind(b))) {
        let (namespace, name, kind) = kind(at);
        let path = format!("/workloads/{}/name", workloads[at].at);
        twice(&format!("{kind} {namespace}/{name}"), "noun-workload", path, out);
    }
    let name = |at: usize| (budgets[at].namespace, &budgets[at].name);
    for at in order::repeated(budgets.len(), &|a, b| name(a).cmp(&name(b))) {
        let path = format!("/budgets/{}/name", budgets[at].at);
        twice(&format!("{}/{}", name(at).0, name(at).1), "noun-budget", path, out);
    }
    let name = |at: usize| (services[at].namespace, &services[at].name);
    for at in order::repeated(services.len(), &|a, b| name(a).cmp(&name(b))) {
        let path = format!("/services/{}/name", services[at].at);
        twice(&format!("{}/{}", name(at).0, name(at).1), "noun-service", path, out);
    }
    pod_names(cx, out);
}

fn pod_names(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut all: Vec<(&str, &str, usize, usize)> = Vec::new();
    for owner in &cx.resolved.workloads {
        let first_copy = owner.copy.is_none_or(|copy| copy == 0);
        let pods = owner.source.pods.iter().enumerate();
        for (n, pod) in pods.filter(|(_, pod)| first_copy && !pod.name.is_empty()) {
            all.push((owner.namespace, &pod.name, owner.at, n));
        }
    }
    let name = |at: usize| (all[at].0, all[at].1);
    for at in order::repeated(all.len(), &|a, b| name(a).cmp(&name(b))) {
        let (_, name, workload, n) = all[at];
        twice(name, "noun-pod", format!("/workloads/{workload}/pods/{n}/name"), out);
    }
}

fn twice(name: &str, noun: &'static str, path: String, out: &mut Diagnostics) {
    out.push(Diagnostic::error("name/duplicate", path).with("noun", say!(noun)).with("name", name));
}

/// Every referenced name exists.
pub(super) fn names(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let zones = crate::initial_nodes::zones(cx.doc);
    let known = ScriptNames::new(cx.resolved, &cx.node_names, &zones);
    for owner in &cx.resolved.workloads {
        let pods = owner.source.pods.iter().enumerate();
        for (n, pod) in pods.filter(|(_, pod)| !pod.node.is_empty()) {
            let path = || format!("/workloads/{}/pods/{n}/node", owner.at);
            exists("noun-node", &pod.node, &known.nodes, &path, out);
        }
        for (n, fails) in owner.source.fails.iter().enumerate() {
            let path = || format!("/workloads/{}/fails/{n}/pool", owner.at);
            exists("noun-pool", &fails.pool, &known.pools, &path, out);
        }
    }
    for (at, item) in cx.doc.script.iter().enumerate() {
        of_entry(cx, item, &known, &|field| format!("/script/{at}/{field}"), out);
    }
}

fn of_entry(
    cx: &Cx<'_, '_>,
    item: &ScriptItem,
    known: &ScriptNames<'_>,
    path: &dyn Fn(&str) -> String,
    out: &mut Diagnostics,
) {
    // It fails when it is due, and the run continues.
    let mut unknown = Diagnostics::default();
    let pool = || path("pool");
    exists("noun-pool", &item.pool, &known.pools, &pool, &mut unknown);
    for mut finding in unknown.finish() {
        finding.severity = Severity::Warning;
        out.push(finding);
    }
    let node = &item.node;
    if node.is_empty() {
        // It refers to nothing.
    } else if !known.nodes.contains_key(node.as_str()) && made_node(cx.doc, node).is_some() {
        out.push(Diagnostic::info("reference/later-node", path("node")).with("node", node));
    } else {
        exists("noun-node", node, &known.nodes, &|| path("node"), out);
    }
    exists("noun-zone", &item.zone, &known.zones, &|| path("zone"), out);
    let workload = &item.workload;
    if !workload.is_empty() {
        let names = &known.workloads;
        reference("noun-workload", workload, names, path("workload"), out);
        let id = names.get(workload).copied().flatten();
        let owner = id.and_then(|id| cx.resolved.workloads.get(id as usize));
        if let Some(owner) =
            owner.filter(|owner| item.replicas.is_some() && !has_replicas(owner.kind))
        {
            let kind = &owner.source.kind;
            let message = say!("check-no-replicas", workload = workload, kind = kind);
            script::wrong(path("workload"), message, out);
        }
        if let Some(owner) =
            owner.filter(|owner| item.action == ROLLOUT && owner.kind != WorkloadKind::Deployment)
        {
            let kind = &owner.source.kind;
            let message = say!("check-no-rollout", workload = workload, kind = kind);
            script::wrong(path("workload"), message, out);
        } else if item.undo && owner.is_some() && item.action == ROLLOUT {
            let found = known.rollouts.iter().any(|(one, ..)| core::ptr::eq(*one, item));
            if !found {
                let message = say!("check-nothing-to-undo", workload = workload);
                script::wrong(path("undo"), message, out);
            }
        }
    }
    if !item.budget.is_empty() {
        let names = &known.budgets;
        reference("noun-budget", &item.budget, names, path("budget"), out);
    }
}

/// Reports a name that nothing has. An empty one refers to nothing.
fn exists(
    noun: &'static str,
    name: &str,
    known: &Map<&str, u32>,
    path: &dyn Fn() -> String,
    out: &mut Diagnostics,
) {
    if !name.is_empty() && !known.contains_key(name) {
        missing(noun, name, path(), &mut known.keys().copied(), out);
    }
}

/// Does the kind have replicas, which the script can set and budgets can use?
fn has_replicas(kind: WorkloadKind) -> bool {
    let follows = matches!(kind, WorkloadKind::Custom { recreating: true, .. });
    kind.has_scale() || follows
}

fn reference(
    noun: &'static str,
    name: &str,
    known: &References,
    path: String,
    out: &mut Diagnostics,
) {
    match known.get(name) {
        Some(Some(_)) => {}
        Some(None) => Diagnostic::error("name/ambiguous", path)
            .with("noun", say!(noun))
            .with("name", name)
            .add_to(out),
        None => missing(noun, name, path, &mut known.keys().map(String::as_str), out),
    }
}

fn missing(
    noun: &'static str,
    name: &str,
    path: String,
    known: &mut dyn Iterator<Item = &str>,
    out: &mut Diagnostics,
) {
    let some: Vec<&str> = known.take(4).collect();
    let others = if some.len() < 4 { some.len() } else { 3 };
    Diagnostic::error("name/unknown", path)
        .with("noun", say!(noun))
        .with("name", name)
        .with("others", some[..others].join(", "))
        .with("number", some.len())
        .add_to(out);
}
