//! Targets on the stage that can be pointed at.

use base::{NodeId, PodId, PoolId, ZoneId};

/// A target on the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageTarget {
    Pool(PoolId),
    Zone(ZoneId),
    Node(NodeId),
    Pod(PodId),
}
