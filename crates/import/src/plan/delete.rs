//! Node pools that a plan deletes or replaces, with the Pods concerned. A run keeps them.

use super::change::PlannedChange;
use crate::found::{FileNotes, Found, Sourced};
use crate::notes;
use crate::subject::Subject;
use base::say;
use scenario::document::{Document, Workload};

/// Names the pools, and the owners of Pods on their nodes.
pub(crate) fn tell(document: &Document, found: &Found, notes: &mut FileNotes) {
    for Sourced { file, thing } in &found.planned {
        let PlannedChange::Delete { pool, replaced } = thing else { continue };
        let owners: Vec<String> =
            document.workloads.iter().filter_map(|one| on_pool(document, one, pool)).collect();
        let has_pods = if owners.is_empty() { "no" } else { "yes" };
        let said = match replaced {
            true => {
                say!("import-replacement-of", pool = pool, pods = has_pods, owners = owners)
            }
            false => say!("import-deletion-of", pool = pool, pods = has_pods, owners = owners),
        };
        notes.tell(*file, notes::LEFT_OUT, said, Some(Subject::pool(pool)));
    }
}

/// The Pods of a workload on the nodes of a pool, if there are any: `bus/kafka (3)`. Without nodes in the files, those of the only
/// pool.
fn on_pool(document: &Document, workload: &Workload, pool: &str) -> Option<String> {
    let own = document.pools.iter().find(|one| one.name == pool)?;
    let nodes: base::Set<&str> = own.nodes.iter().map(|node| node.name.as_str()).collect();
    let there = workload.pods.iter().filter(|pod| !pod.is_finished());
    let there = there.filter(|pod| nodes.contains(pod.node.as_str())).count();
    let is_only = document.pools.len() == 1 && nodes.is_empty();
    let pods = match (there, is_only) {
        (0, true) => usize::try_from(workload.replicas.unwrap_or(1)).unwrap_or(0),
        (pods, _) => pods,
    };
    let space = if workload.namespace.is_empty() { "" } else { "/" };
    (pods > 0).then(|| format!("{}{space}{} ({pods})", workload.namespace, workload.name))
}
