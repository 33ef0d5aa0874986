//! Admission webhooks that fail closed: while their Service has no endpoint, no Pod that they check can be created.

use super::budget_status::is_ready;
use super::split::matches;
use crate::found::{FileNotes, Webhook};
use crate::kubectl::webhooks::NAMESPACE;
use crate::notes;
use model::WorkloadKind;
use scenario::document::{Document, LabelSelector};
use scenario::resolve::{Owner, Resolved};

/// Names each one whose Service has no ready Pod, or may lose all of its Pods at once. One that has none and refuses those
/// too refuses Pods to the end of the run.
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
    let mut refuses: Vec<LabelSelector> = Vec::new();
    for Webhook { file, configuration, namespace, service, namespaces } in webhooks {
        let own = if namespace == "default" { "" } else { namespace.as_str() };
        let mut services = resolved.services.iter();
        let of = services.find(|one| one.source.namespace == own && one.name == service);
        let owners = || of.into_iter().flat_map(|of| resolved.owners(&of.workloads));
        let name = format_args!("{configuration} (Service {namespace}/{service})");
        if owners().next().is_some() && !owners().any(has_ready_pod) {
            notes.note(file, notes::WEBHOOKS_DOWN, name);
            refuses.extend(namespaces.filter(|all| covers(all, own)));
        } else if !owners().any(stays) {
            notes.note(file, notes::WEBHOOKS, name);
        }
    }
    for workload in &mut document.workloads {
        // Static Pods exist before they are admitted.
        let asked = workload.kind != "Mirror";
        workload.refused |= asked && refuses.iter().any(|all| covers(all, &workload.namespace));
    }
}

fn covers(namespaces: &LabelSelector, namespace: &str) -> bool {
    let name = if namespace.is_empty() { "default" } else { namespace };
    let labels = [(NAMESPACE.to_owned(), name.to_owned())].into_iter().collect();
    matches(namespaces, &labels)
}

fn has_ready_pod(owner: &Owner<'_>) -> bool {
    let source = owner.source;
    let ready = source.pods.iter().any(|pod| is_ready(pod) && pod.deletion_timestamp.is_none());
    // Those that nothing is said of run.
    let known = i64::try_from(source.pods.len()).unwrap_or(i64::MAX);
    let known = known.saturating_add(source.missing.unwrap_or(0));
    ready || i64::from(owner.replicas) > known
}
