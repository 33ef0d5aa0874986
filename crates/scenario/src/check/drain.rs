//! `nodeDrainConfig`.

use super::context::Cx;
use super::limits::LONGEST_MS;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Drain limits are durations from 0 on (BS-11).
pub(super) fn limits(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let config = &pool.node_drain_config;
        for (name, limit) in [
            ("pdbTimeoutDuration", config.pdb_timeout_duration),
            ("graceTerminationDuration", config.grace_termination_duration),
        ] {
            if let Some(limit) = limit.filter(|limit| !(0..=LONGEST_MS).contains(&limit.0)) {
                Diagnostic::error("drain/limit", format!("/pools/{at}/nodeDrainConfig/{name}"))
                    .with("limit", (limit.0 / 1000).to_string())
                    .add_to(out);
            }
        }
    }
}
