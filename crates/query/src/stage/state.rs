//! The states of a node, of which a tile shows the first that holds, and of a zone in its pool's upgrade.

use base::SimTime;
use model::node::Side;
use model::{Health, Node, NodePhase};

/// In the order of priority: the first that holds is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TileState {
    /// Its kubelet or its VM does nothing any more, or its disk is full.
    NotReady,
    /// Draining, and the eviction of a Pod is refused.
    Blocked,
    Draining,
    Cordoned,
    Starting,
    Recreating,
    Deleting,
    /// With the target configuration of the upgrade.
    ReadyNew,
    ReadyOld,
}

impl TileState {
    pub const ALL: [Self; 9] = [
        Self::NotReady,
        Self::Blocked,
        Self::Draining,
        Self::Cordoned,
        Self::Starting,
        Self::Recreating,
        Self::Deleting,
        Self::ReadyNew,
        Self::ReadyOld,
    ];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneStatus {
    /// No upgrade of the pool reaches it.
    Idle,
    Done {
        at: SimTime,
    },
    Working {
        since: SimTime,
    },
    /// It is its turn, and there are no VMs for its surge nodes.
    Waiting {
        since: SimTime,
    },
    /// Its turn has not come; `at` is known once the run has gone so far.
    Next {
        at: Option<SimTime>,
    },
}

/// Does anybody know that it is not well? Until then it is a node like any other.
fn is_ill(node: &Node) -> bool {
    match node.health {
        Health::Well | Health::Silent => false,
        Health::Lost | Health::DiskFull | Health::Down => true,
    }
}

pub(crate) fn state(node: &Node, refused: u32) -> TileState {
    match node.phase {
        NodePhase::Ready | NodePhase::Draining { .. } | NodePhase::Drained if is_ill(node) => {
            TileState::NotReady
        }
        NodePhase::Draining { .. } if refused > 0 => TileState::Blocked,
        // A blue node is kept when it is drained.
        NodePhase::Drained if node.side == Some(Side::Blue) => TileState::Cordoned,
        NodePhase::Draining { .. } | NodePhase::Drained => TileState::Draining,
        NodePhase::Booting { .. } => TileState::Starting,
        NodePhase::Recreating { .. } => TileState::Recreating,
        NodePhase::Deleting { .. } | NodePhase::Abandoned { .. } | NodePhase::Gone => {
            TileState::Deleting
        }
        NodePhase::Ready if node.cordoned_by.is_some() => TileState::Cordoned,
        NodePhase::Ready if node.upgraded => TileState::ReadyNew,
        NodePhase::Ready => TileState::ReadyOld,
    }
}
