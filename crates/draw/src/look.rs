//! The displayed state of a node.

use query::TileState;

/// The state that is displayed if several apply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NodeLook {
    NotReady,
    Blocked,
    Draining,
    Cordoned,
    Starting,
    Recreating,
    Deleting,
    New,
    Old,
}

impl NodeLook {
    pub const ALL: [Self; 9] = [
        Self::NotReady,
        Self::Blocked,
        Self::Draining,
        Self::Cordoned,
        Self::Starting,
        Self::Recreating,
        Self::Deleting,
        Self::New,
        Self::Old,
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
            Self::New => "ui-look-ready-new",
            Self::Old => "ui-look-ready-old",
        }
    }

    pub fn of(state: TileState) -> Self {
        match state {
            TileState::NotReady => Self::NotReady,
            TileState::Blocked => Self::Blocked,
            TileState::Draining => Self::Draining,
            TileState::Cordoned => Self::Cordoned,
            TileState::Starting => Self::Starting,
            TileState::Recreating => Self::Recreating,
            TileState::Deleting => Self::Deleting,
            TileState::ReadyNew => Self::New,
            TileState::ReadyOld => Self::Old,
        }
    }
}
