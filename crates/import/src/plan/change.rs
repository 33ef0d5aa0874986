//! What a plan changes, before it is applied.

use model::script::NodeChange;
use scenario::json::Json;

/// What a plan does to something that exists, as settings of the container API.
#[derive(Debug)]
pub(crate) enum PlannedChange {
    Cluster {
        name: String,
        /// `min_master_version`.
        version: String,
        before: Json,
        after: Json,
    },
    Pool {
        name: String,
        before: Json,
        after: Json,
        /// Settings of nodes that a scenario doesn't have.
        recreates: Vec<NodeChange>,
        /// It is in the block of its cluster.
        inline: bool,
    },
    Delete {
        pool: String,
        replaced: bool,
    },
}
