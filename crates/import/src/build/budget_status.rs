//! Compares the status of budgets in the files with the status at the start of the run.

use crate::found::FileNotes;
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::budget::{Selected, scale, status};
use scenario::document::Document;
use scenario::document::workload::Pod;
use scenario::resolve::{Owner, Resolved, limit};

/// The status of a budget in a file.
#[derive(Debug)]
pub(super) struct DumpedStatus {
    pub(super) file: usize,
    /// Its position in the document.
    pub(super) at: usize,
    pub(super) allowed: i64,
    pub(super) healthy: i64,
    /// The disruption controller could not compute it.
    pub(super) failed: bool,
}

/// Reports each difference: then the files don't have all of its Pods, or are of different times.
pub(super) fn compare(document: &Document, dumped: &[DumpedStatus], notes: &mut FileNotes) {
    if dumped.is_empty() {
        return;
    }
    let resolved = Resolved::new(document);
    for known in dumped {
        let Some(budget) = resolved.budgets.iter().find(|budget| budget.at == known.at) else {
            continue;
        };
        let Some(limit) = limit(budget.source) else { continue };
        let owners = || resolved.owners(&budget.workloads);
        let selected = Selected {
            pods: owners().map(|owner| count(owner, |_| true)).sum(),
            healthy: owners().map(|owner| count(owner, is_healthy)).sum(),
            scale: scale(owners().map(|owner| owner.kind.has_scale().then_some(owner.replicas))),
        };
        let (healthy, allowed) = (
            selected.healthy,
            status(limit, selected).map_or(0, |status| status.disruptions_allowed),
        );
        if allowed != known.allowed || (healthy != known.healthy && !known.failed) {
            let said = say!(
                "import-budget-status",
                budget = &budget.name,
                healthy = known.healthy.to_string(),
                allowed = known.allowed.to_string(),
                own_healthy = healthy.to_string(),
                own_allowed = allowed.to_string(),
            );
            let about = Subject::namespaced("budget", &budget.source.namespace, &budget.name);
            notes.tell(known.file, notes::BUDGET_STATUS, said, Some(about));
        }
    }
}

/// Its Pods: those listed, and those that the run adds, which are ready at its start.
pub(super) fn count(owner: &Owner<'_>, counts: impl Fn(&Pod) -> bool) -> i64 {
    let pods = &owner.source.pods;
    let listed = pods.iter().filter(|pod| counts(pod)).count();
    let active = pods.iter().filter(|pod| !pod.is_finished()).count();
    let absent = usize::try_from(owner.source.missing.unwrap_or(0)).unwrap_or(0);
    let missing = (owner.replicas as usize).saturating_sub(absent.saturating_add(active));
    i64::try_from(listed + missing).unwrap_or(i64::MAX)
}

/// One that is being deleted isn't (KP-05).
fn is_healthy(pod: &Pod) -> bool {
    is_ready(pod) && pod.deletion_timestamp.is_none()
}

pub(super) fn is_ready(pod: &Pod) -> bool {
    matches!(pod.phase.as_str(), "" | "Running")
        && pod.ready != Some(false)
        && pod.waiting.is_empty()
}
