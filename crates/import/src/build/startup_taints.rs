//! Taints that keep Pods off a new node until something there is ready, such as Cilium's `node.cilium.io/agent-not-ready`.

use crate::found::FileNotes;
use crate::notes;
use crate::subject::Subject;
use scenario::document::{Document, Node, Pool};

/// Leaves out of each pool the taints that none of its Ready nodes has: what removes them there does so on new nodes.
pub(super) fn remove(document: &mut Document, file: usize, notes: &mut FileNotes) {
    for pool in &mut document.pools {
        let Pool { name, config, nodes, .. } = pool;
        // A node that doesn't list its taints has those of its pool.
        let ready = || nodes.iter().filter(|node| node.not_ready.is_none());
        let has = |node: &Node, key: &str| {
            node.taints.as_ref().is_none_or(|own| own.iter().any(|taint| taint.key == key))
        };
        if ready().next().is_none() {
            continue;
        }
        config.taints.retain(|taint| {
            let stays = ready().any(|node| has(node, &taint.key));
            if !stays {
                let said = format!("{} ({})", name, taint.key);
                notes.about(file, notes::STARTUP_TAINTS, said, Subject::pool(name));
            }
            stays
        });
    }
}
