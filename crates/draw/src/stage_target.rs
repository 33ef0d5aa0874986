//! What of the stage is meant.

use base::{NodeId, PodId, PoolId, ZoneId};

/// What can be pointed at on the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageTarget {
    Pool(PoolId),
    Zone(ZoneId),
    Node(NodeId),
    Pod(PodId),
}
