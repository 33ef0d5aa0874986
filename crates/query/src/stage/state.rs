//! The states of a node, of which a tile shows the first that applies, and of a zone in its pool's upgrade.

use base::SimTime;
use model::node::Side;
use model::{Health, Node, NodePhase};

/// In order of priority: the first that applies is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TileState {
    /// Its kubelet or its VM has stopped, or its disk is full.
    NotReady,
    /// Draining, and the eviction of a Pod is refused.
    Blocked,
    Draining,
    Cordoned,
    Starting,
    Recreating,
    Deleting,
    /// It has the upgrade's target configuration.
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

    /// The key of its words.
    pub fn key(self) -> &'static str {
        match self {
            Self::NotReady => "ui-look-not-ready",
            Self::Blocked => "ui-look-blocked",
            Self::Draining => "ui-look-draining",
            Self::Cordoned => "ui-look-cordoned",
            Self::Starting => "ui-look-starting",
            Self::Recreating => "ui-look-recreating",
            Self::Deleting => "ui-look-deleting",
            Self::ReadyNew => "ui-look-ready-new",
            Self::ReadyOld => "ui-look-ready-old",
        }
    }
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
    /// It is its turn, but there are no VMs for its surge nodes.
    Waiting {
        since: SimTime,
    },
    /// Its turn hasn't come; `at` is known once the run has got that far.
    Next {
        at: Option<SimTime>,
    },
}

/// Is its failure detected? Until then it looks like any other node.
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
        // A drained blue node is kept.
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
