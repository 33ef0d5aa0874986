//! What EndpointSlices say of Pods that are being deleted.

use crate::found::{FileNotes, Sourced};
use crate::kubectl::object::Object;
use crate::notes;
use scenario::document::Workload;

/// Its Pods are taken to fail their readiness on purpose when they are told to stop, if one does that still runs, and none passes it.
pub(super) fn fails_at_stop(
    workload: &mut Workload,
    pods: &[Sourced<Box<Object>>],
    file: usize,
    notes: &mut FileNotes,
) {
    let fails = |pod: &Sourced<Box<Object>>| {
        let mut states = pod.thing.status.containers.iter().map(|one| &one.state);
        let runs =
            states.all(|one| one.waiting.reason.is_empty() && one.terminated.finished.is_empty());
        notes.serving_of(&pod.thing.metadata).map(|serving| runs && !serving)
    };
    let known: Vec<bool> = pods.iter().filter_map(fails).collect();
    if !known.is_empty() && known.into_iter().all(|fails| fails) {
        workload.assumptions.fails_readiness_at_stop = Some(true);
        notes.workload(file, notes::FAILS_AT_STOP, workload);
    }
}
