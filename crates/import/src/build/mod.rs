//! Combines everything found into one document.

mod assume;
mod calendar;
mod cluster;
mod draft;
mod identity;
mod nodes;
mod orders;
mod owners;
mod policy;
mod pool;
mod shared;
mod spec;
mod values;
mod workloads;

use self::draft::Built;
use super::found::{FileNotes, Found, Sourced};
use super::notes;
use base::{Message, say};
use scenario::document::{Document, Workload};

/// The document of all files; `None` if they contain nothing to simulate.
pub(super) fn document(found: &mut Found) -> Option<Document> {
    let mut notes = core::mem::take(&mut found.notes);
    let document = put_together(found, &mut notes);
    found.notes = notes;
    document
}

fn put_together(found: &mut Found, notes: &mut FileNotes) -> Option<Document> {
    let (mut document, had_scenario) = start(found, notes);
    let described = cluster::build(&mut document, found, notes);
    let nodes = core::mem::take(&mut found.nodes);
    let mut places = nodes::build(&mut document, &described, nodes, notes);
    orders::build(&mut document, found, &described, &mut places, notes);
    places.any_pool = !document.pools.is_empty();
    let built = workloads::build(found, &places, notes);
    policy::build(&mut document, found, notes);
    for Built { workload, files, pods } in built {
        // Only a scenario can have it already, and takes precedence.
        let there = |other: &Workload| {
            (&other.kind, &other.namespace, &other.name)
                == (&workload.kind, &workload.namespace, &workload.name)
        };
        if had_scenario && document.workloads.iter().any(there) {
            for file in files {
                notes.workload(file, notes::IN_SCENARIO, &workload);
            }
            continue;
        }
        for file in files {
            notes.file(file).used.workloads += 1;
        }
        for (file, count) in pods {
            notes.file(file).used.pods += count;
        }
        document.workloads.push(workload);
    }
    let file = notes.first_used()?;
    if document.pools.is_empty() && !had_scenario {
        assume::nodes(&mut document, file, notes);
    }
    if !had_scenario {
        assume::complete(&mut document, &places, file, notes);
        calendar::assume(&mut document, file, notes);
    }
    Some(document)
}

/// An empty document, or the scenario among the files, to which the others add.
fn start(found: &mut Found, notes: &mut FileNotes) -> (Document, bool) {
    let mut kept: Option<Document> = None;
    for Sourced { file, thing } in core::mem::take(&mut found.scenarios) {
        if kept.is_some() {
            notes.note(file, notes::REPEATED, "scenario");
            continue;
        }
        let opened = scenario::read(&thing);
        match opened.document {
            Some(document) => {
                count_scenario(file, &document, notes);
                let errors = opened.diagnostics.iter().filter(|one| one.is_error());
                for error in errors {
                    let (path, problem) = (error.path.as_str(), error.message.clone());
                    let value = say!("import-value", path = path, problem = problem);
                    notes.tell(file, notes::VALUES, value, None);
                }
                kept = Some(document);
            }
            None => {
                let first = opened.diagnostics.into_iter().next();
                let problem = first.map_or_else(Message::default, |first| first.message);
                notes.refuse(file, "scenario", say!("import-no-scenario", problem = problem));
            }
        }
    }
    let had_scenario = kept.is_some();
    (kept.unwrap_or_else(Document::empty), had_scenario)
}

/// Counts the content of a scenario.
fn count_scenario(file: usize, document: &Document, notes: &mut FileNotes) {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let number = |n: Option<i64>, otherwise: u32| {
        n.map_or(otherwise, |n| u32::try_from(n.max(0)).unwrap_or(u32::MAX))
    };
    let used = &mut notes.file(file).used;
    used.pools = count(document.pools.len());
    used.budgets = count(document.budgets.len());
    used.services = count(document.services.len());
    used.workloads = count(document.workloads.len());
    for pool in &document.pools {
        let zones = pool.zone_count(document.cluster.locations.len().max(1));
        let made = number(pool.initial_node_count, 0).saturating_mul(count(zones));
        let nodes = if pool.nodes.is_empty() { made } else { count(pool.nodes.len()) };
        used.nodes = used.nodes.saturating_add(nodes);
    }
    for workload in &document.workloads {
        let listed = count(workload.pods.len());
        let wanted = number(workload.replicas, 1).saturating_mul(number(workload.copies, 1));
        used.pods = used.pods.saturating_add(listed.max(wanted));
    }
}
