//! Workloads of which a `ResourceQuota` admits no more Pods.

use super::budget_status::count;
use super::identity::FullName;
use crate::found::FileNotes;
use crate::kubectl::object::{ConditionKind, Object};
use crate::notes;
use scenario::document::{Document, Workload};
use scenario::resolve::Resolved;

/// Says why a controller can't create Pods, by its status.
pub(super) fn failure(
    workload: &Workload,
    controller: &Object,
    file: usize,
    notes: &mut FileNotes,
) {
    let mut conditions = controller.status.conditions.iter();
    let Some(failed) = conditions
        .find(|one| one.kind == ConditionKind::ReplicaFailure && &*one.reason == "FailedCreate")
    else {
        return;
    };
    let said = format!("{} ({})", FullName(controller), &*failed.message);
    notes.note(file, notes::FAILED_CREATE, said);
    if failed.message.contains("exceeded quota") {
        let name = (workload.namespace.clone(), workload.name.clone());
        notes.full_quotas.workloads.push(name);
    }
}

/// They get no more Pods than they have now.
pub(super) fn limit(document: &mut Document, notes: &FileNotes) {
    let full = &notes.full_quotas;
    if full.namespaces.is_empty() && full.workloads.is_empty() {
        return;
    }
    let resolved = Resolved::new(document);
    let now: Vec<i64> =
        resolved.workloads.iter().map(|owner| count(owner, |pod| !pod.is_finished())).collect();
    for (workload, now) in document.workloads.iter_mut().zip(now) {
        let of = if workload.part_of.is_empty() { &workload.name } else { &workload.part_of };
        let is_own = |(space, name): &(String, String)| *space == workload.namespace && name == of;
        if full.namespaces.contains(&workload.namespace) || full.workloads.iter().any(is_own) {
            workload.quota_pods = Some(now);
        }
    }
}
