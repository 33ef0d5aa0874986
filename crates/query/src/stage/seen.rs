//! What was counted for each node.

use super::state::{self, TileState};
use base::GroupId;
use model::{Node, NodePhase};

/// What was counted for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SeenNode {
    pub(super) group: GroupId,
    pub(super) state: Option<TileState>,
    pub(super) registered: bool,
    pub(super) booting: bool,
    pub(super) vm: bool,
    pub(super) done: bool,
    pub(super) of: bool,
}

impl SeenNode {
    pub(super) fn of(node: &Node, refused: u32) -> Self {
        let there = node.phase != NodePhase::Gone;
        Self {
            group: node.group,
            state: there.then(|| state::state(node, refused)),
            registered: node.registered(),
            booting: matches!(node.phase, NodePhase::Booting { .. }),
            vm: node.occupies_capacity(),
            of: there && !node.surge,
            done: there && !node.surge && node.upgraded && node.registered(),
        }
    }
}
