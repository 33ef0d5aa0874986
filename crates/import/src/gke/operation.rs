//! Operations of the container API: a running upgrade is what is going on in the cluster; of a finished one
//! its start counts, beside a dump from before it, whether it was cancelled, and its error.

use super::super::found::{Found, Sourced};
use super::super::importer::Importer;
use super::super::loose::{Batch, document};
use super::super::notes;
use super::super::outline::Outline;
use super::super::progress::Watch;
use super::super::refuse;
use super::shape::{Operation, Operations, exceeds_quota};
use base::say;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["operationType", "operations"])
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let (batch, length) = document::<Batch<Operations>>(text)?;
    for mut top in batch.all {
        let listed = top.operations.take().map(|list| list.0);
        for operation in listed.unwrap_or_else(|| vec![*top]) {
            watch.object();
            take(operation, watch.file, found);
        }
    }
    Ok(length)
}

fn take(operation: Operation, file: usize, found: &mut Found) {
    // What failed is part of the state in the files; what has succeeded may be later than it.
    if operation.upgrades().is_some() || !operation.error.message.is_empty() {
        found.notes.newest_of(&operation.started);
        found.notes.newest_of(&operation.ended);
    }
    if operation.upgrades().is_some() {
        let name = format!("{} {}", &*operation.kind, &*operation.name);
        found.notes.say(file, say!("import-kind-operation"));
        found.notes.note(file, notes::RUNNING_OPERATIONS, name);
        found.operations.push(Sourced::of(file, operation));
    } else if exceeds_quota(operation.message()) {
        // What is left of the quota limits the run that tries again.
        found.notes.say(file, say!("import-kind-operation"));
        let name = operation.pool().unwrap_or(&operation.name).to_owned();
        let error = (name, operation.message().to_owned());
        found.quota_errors.push(Sourced::of(file, error));
    } else if operation.has_ended().is_some() {
        found.notes.say(file, say!("import-kind-operation"));
        found.operations.push(Sourced::of(file, operation));
    } else {
        found.notes.refuse(file, "operation", refuse::operation(&*operation.status == "DONE"));
    }
}
