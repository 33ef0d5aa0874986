//! Budgets of Pods that aren't in the files: they decide, and a run doesn't know it.

use crate::found::{FileNotes, Found};
use crate::notes;
use crate::subject::Subject;
use base::say;
use scenario::document::Document;
use scenario::resolve::Resolved;

/// Names the budgets that select no workload where their namespace has none, or custom resources whose operators make Pods.
pub(super) fn tell(document: &Document, found: &Found, notes: &mut FileNotes) {
    if notes.budgets.is_empty() {
        return;
    }
    let resolved = Resolved::new(document);
    for budget in resolved.budgets.iter().filter(|one| one.workloads.is_empty()) {
        let own = budget.source;
        let named = |at: &usize| {
            (notes.budgets.get(*at))
                .is_some_and(|one| (&one.namespace, &one.name) == (&own.namespace, &own.name))
        };
        let Some(known) = (0..notes.budgets.len()).find(named) else { continue };
        let of_role = notes.has_subject(notes::BUDGETS_OF_A_ROLE, &own.namespace, &own.name);
        let custom = found.operated.iter().find(|[_, namespace, _]| *namespace == own.namespace);
        let has_workloads = document.workloads.iter().any(|one| one.namespace == own.namespace);
        if own.selector.is_none() || of_role || has_workloads && custom.is_none() {
            continue;
        }
        let (kind, name) = custom.map_or(("none", ""), |[kind, _, name]| (kind, name));
        let said = say!("import-budget-without-pods", budget = &own.name, kind = kind, name = name);
        let about = Subject::namespaced("budget", &own.namespace, &own.name);
        let file = notes.budgets[known].file;
        notes.tell(file, notes::BUDGETS_WITHOUT_PODS, said, Some(about));
    }
}
