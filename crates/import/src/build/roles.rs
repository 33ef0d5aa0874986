//! Budgets that select some Pods of an owner and not all: by the label of a role, as of a database's leader.

use super::spec;
use crate::found::{FileNotes, Sourced};
use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::{Object, Template};
use crate::notes;
use crate::subject::Subject;
use base::say;
use scenario::document::Workload;

/// Pods of an owner, in their order.
type Pods<'a> = &'a [Sourced<Box<Object>>];

/// The budgets that select each Pod that runs.
fn budgets(workload: &Workload, pods: Pods<'_>, notes: &FileNotes) -> Vec<Vec<usize>> {
    let pods = pods.iter().filter(|pod| pod.thing.is_active());
    let labels = pods.map(|pod| &pod.thing.metadata.labels);
    labels.map(|own| notes.budgets_of(&workload.namespace, own)).collect()
}

/// Does the owner give a new Pod the role of the one that is gone? Those of Kubernetes itself only know their template.
fn gives_roles(workload: &Workload) -> bool {
    !matches!(&*workload.kind, "Pod" | "Mirror" | "Rollout")
        && ObjectKind::named(&workload.kind, "").is_none()
}

/// Is the owner simulated as several workloads, one for the Pods of each role?
pub(super) fn are_split(workload: &Workload, pods: Pods<'_>, notes: &FileNotes) -> bool {
    let all = budgets(workload, pods, notes);
    gives_roles(workload) && all.iter().any(|one| Some(one) != all.first())
}

/// Names the budgets of a role, unless each role becomes a workload. Such a budget then selects none of the Pods, whichever comes
/// first.
pub(super) fn judge(
    workload: &mut Workload,
    pods: Pods<'_>,
    template: Option<&Template>,
    file: usize,
    notes: &mut FileNotes,
) {
    if gives_roles(workload) {
        return;
    }
    let all = budgets(workload, pods, notes);
    let new = template.map(|one| notes.budgets_of(&workload.namespace, &one.metadata.labels));
    let selected: base::Set<usize> = all.iter().flatten().copied().collect();
    let lacks = |at: &usize, other: &Vec<usize>| !other.contains(at);
    for at in selected {
        let of_some = all.iter().any(|other| lacks(&at, other));
        if !of_some && !new.as_ref().is_some_and(|new| lacks(&at, new)) {
            continue;
        }
        let Some(budget) = notes.budgets.get(at) else { continue };
        let allowed = budget.allowed.map_or_else(|| "unknown".to_owned(), |n| n.to_string());
        let about = Subject::namespaced("budget", &budget.namespace, &budget.name);
        let said = say!(
            "import-budget-of-a-role",
            budget = &budget.name,
            owner = &workload.name,
            allowed = allowed
        );
        notes.tell(file, notes::BUDGETS_OF_A_ROLE, said, Some(about));
        if let Some(labels) = workload.labels.as_mut().filter(|_| of_some) {
            let pods: Vec<_> = pods.iter().map(|pod| spec::labels(&pod.thing.metadata)).collect();
            labels.retain(|key, value| pods.iter().all(|own| own.get(key) == Some(&*value)));
            notes.forget(notes::LABELS_DIFFER, &workload.name.as_str().into());
        }
    }
}
