//! What everything on the stage reads, and how much of each node is wanted.

use super::state_counts::StateCounts;
use crate::index::Index;
use base::SimTime;
use trace::{Frame, Trace};

/// How much of each node is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Names, Pods and words on every tile.
    Tiles,
    /// State and Pod count alone: one cell is one node.
    Cells,
}

impl Detail {
    pub fn for_nodes(nodes: u32) -> Self {
        if nodes > TILES_AT_MOST {
            Self::Cells
        } else {
            Self::Tiles
        }
    }
}

/// Above so many nodes a tile is a cell.
pub const TILES_AT_MOST: u32 = 200;

/// What everything on the stage reads.
pub(crate) struct StageContext<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) index: &'a Index,
    pub(crate) frame: &'a Frame,
    pub(crate) detail: Detail,
    pub(crate) counts: &'a StateCounts,
}

/// Thousandths of the way from one instant to another.
pub(crate) fn permille(from: SimTime, at: SimTime, to: SimTime) -> u16 {
    let whole = (to - from).ms();
    if whole <= 0 {
        return 1000;
    }
    let part = (at - from).ms().clamp(0, whole);
    u16::try_from(part.saturating_mul(1000) / whole).unwrap_or(1000)
}
