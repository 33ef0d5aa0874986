//! Admission webhooks that fail closed: while their Service has no endpoint, no Pod that they check can be created.

use super::budget_status::is_ready;
use super::split::matches;
use crate::found::{FileNotes, Webhook};
use crate::kubectl::webhooks::NAMESPACE;
use crate::notes;
use model::WorkloadKind;
use scenario::document::{Document, LabelSelector, Workload};
use scenario::field::Map;
use scenario::resolve::{Owner, Resolved};

/// Has new Pods wait for the webhooks that check them, and names each webhook whose Service has no ready Pod, or may lose all
/// of its Pods at once.
pub(super) fn tell(document: &mut Document, notes: &mut FileNotes) {
    let webhooks = core::mem::take(&mut notes.webhooks);
    if webhooks.is_empty() {
        return;
    }
    let resolved = Resolved::new(document);
    // Its Pods leave one after the other: there are several, and a budget or a DaemonSet keeps some.
    let stays = |owner: &Owner<'_>| {
        let at = resolved.workloads.iter().position(|other| core::ptr::eq(other, owner));
        let kept = resolved.budgets.iter();
        let mut kept = kept.filter(|one| one.workloads.iter().any(|id| Some(id.0 as usize) == at));
        owner.kind == WorkloadKind::DaemonSet || owner.replicas > 1 && kept.next().is_some()
    };
    let mut served: Vec<&Webhook> = Vec::new();
    let mut risky: Vec<&Webhook> = Vec::new();
    for webhook in &webhooks {
        let Webhook { file, configuration, namespace, service, .. } = webhook;
        let own = if namespace == "default" { "" } else { namespace.as_str() };
        let mut services = resolved.services.iter();
        let of = services.find(|one| one.source.namespace == own && one.name == *service);
        let owners = || of.into_iter().flat_map(|of| resolved.owners(&of.workloads));
        let name = format!("{configuration} (Service {namespace}/{service})");
        let is_served = owners().next().is_some();
        let is_down = is_served && !owners().any(has_ready_pod);
        if is_served {
            served.push(webhook);
        }
        if !is_down && owners().any(stays) {
            continue;
        }
        risky.push(webhook);
        if checks_nodes(webhook, &notes.namespaces) {
            notes.note(*file, notes::WEBHOOKS_OF_NODES, &name);
        }
        let checks = |owner: &Owner<'_>| covers(webhook, owner.source, &notes.namespaces);
        let note = match (is_served, is_down) {
            _ if !webhook.pods => continue,
            (false, _) => notes::WEBHOOKS,
            (true, true) => notes::WEBHOOKS_DOWN,
            (true, false) if owners().all(checks) => notes::OWN_WEBHOOKS,
            (true, false) => notes::SINGLE_WEBHOOKS,
        };
        notes.note(*file, note, name);
    }
    let mut unknown: base::Set<String> = base::Set::new();
    for workload in &mut document.workloads {
        let all = served.iter().filter(|one| covers(one, workload, &notes.namespaces));
        let all = all.map(|one| format!("{}/{}", one.namespace, one.service));
        let all: base::Set<String> = all.collect();
        workload.webhooks = all.iter().cloned().collect();
        let name = name_of(workload);
        let lacks = !notes.namespaces.contains_key(name);
        if lacks && risky.iter().any(|one| asks_for_labels(&one.namespaces, name)) {
            unknown.insert(name.to_owned());
        }
    }
    let Some(first) = risky.first() else { return };
    notes.has_effect("Namespace");
    for name in unknown {
        notes.note(first.file, notes::NAMESPACE_LABELS, name);
    }
}

/// Does the webhook check nodes, or the leases by which they stay Ready?
fn checks_nodes(webhook: &Webhook, labels: &base::Map<String, Map>) -> bool {
    const LEASES: &str = "kube-node-lease";
    let namespace = labels.get(LEASES).cloned().unwrap_or_else(|| only_name(LEASES));
    let leases = webhook.leases && matches(&webhook.namespaces, &namespace);
    // A namespaceSelector doesn't apply to nodes; their labels, and the leases', are taken to say nothing.
    (webhook.nodes || leases) && matches(&webhook.objects, &Map::new())
}

/// Do other labels than its name decide whether the namespace is selected?
fn asks_for_labels(selector: &LabelSelector, name: &str) -> bool {
    let mut by_name = selector.clone();
    by_name.match_labels.retain(|key, _| key == NAMESPACE);
    by_name.match_expressions.retain(|one| one.key == NAMESPACE);
    by_name != *selector && matches(&by_name, &only_name(name))
}

/// The labels of a namespace of which nothing else is known.
fn only_name(name: &str) -> Map {
    [(NAMESPACE.to_owned(), name.to_owned())].into_iter().collect()
}

/// Must the webhook admit the workload's Pods?
fn covers(webhook: &Webhook, workload: &Workload, labels: &base::Map<String, Map>) -> bool {
    let name = name_of(workload);
    let namespace = labels.get(name).cloned().unwrap_or_else(|| only_name(name));
    let own = workload.labels.clone().unwrap_or_default();
    // Static Pods exist before they are admitted.
    webhook.pods
        && workload.kind != "Mirror"
        && matches(&webhook.namespaces, &namespace)
        && matches(&webhook.objects, &own)
}

fn name_of(workload: &Workload) -> &str {
    if workload.namespace.is_empty() { "default" } else { &workload.namespace }
}

fn has_ready_pod(owner: &Owner<'_>) -> bool {
    let source = owner.source;
    let ready = source.pods.iter().any(|pod| is_ready(pod) && pod.deletion_timestamp.is_none());
    // Those that nothing is said of run.
    let known = i64::try_from(source.pods.len()).unwrap_or(i64::MAX);
    let known = known.saturating_add(source.missing.unwrap_or(0));
    ready || i64::from(owner.replicas) > known
}
