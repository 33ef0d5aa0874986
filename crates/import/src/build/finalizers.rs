//! Finalizers that keep Pods.

use super::owners::controller;
use super::values::instant;
use crate::found::FileNotes;
use crate::kubectl::object::{Meta, Object};
use crate::loose::Text;
use scenario::units::Instant;

/// The finalizers that the Job controller doesn't remove by itself.
pub(super) fn foreign(meta: &Meta) -> impl Iterator<Item = &str> {
    let all = meta.finalizers.iter().filter_map(Text::some);
    all.filter(|one| *one != "batch.kubernetes.io/job-tracking")
}

/// The finalizers that keep a Pod though its grace period was over for a minute when the files were written.
pub(super) fn finalizers(pod: &Object, notes: &FileNotes) -> Vec<String> {
    let meta = &pod.metadata;
    let of_job = controller(meta).is_some_and(|owner| &*owner.kind == "Job");
    let is_over = |ends: Instant| notes.newest.is_some_and(|now| ends.0 + 60_000 < now.0);
    if of_job || !instant(&meta.deletion).is_some_and(is_over) {
        return Vec::new();
    }
    foreign(meta).map(str::to_owned).collect()
}
