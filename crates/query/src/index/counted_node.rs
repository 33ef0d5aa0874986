//! What is counted of a node: one definition for tiles, lanes, usage, the outcome and the comparison.

use crate::stage::TileState;
use crate::stage::state::state;
use base::GroupId;
use model::{Node, NodePhase};

/// What is counted of a node at an instant. The default is a node that isn't requested yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CountedNode {
    pub(crate) group: GroupId,
    /// `None`: it is deleted, or isn't requested yet.
    pub(crate) state: Option<TileState>,
    pub(crate) registered: bool,
    /// Its first VM is being created.
    pub(crate) booting: bool,
    /// Its VM is being created, the first one or another.
    pub(crate) creating: bool,
    /// Its VM exists, or is being created or deleted.
    pub(crate) vm: bool,
    /// It has the target configuration.
    pub(crate) done: bool,
    /// It is one of the pool's own, and not a surge node.
    pub(crate) own: bool,
}

impl CountedNode {
    /// `refused`: how many of its Pods' evictions are refused.
    pub(crate) fn of(node: &Node, refused: u32) -> Self {
        let there = node.phase != NodePhase::Gone;
        let booting = matches!(node.phase, NodePhase::Booting { .. });
        let again = matches!(node.phase, NodePhase::Recreating { ready_at: Some(_) });
        Self {
            group: node.group,
            state: there.then(|| state(node, refused)),
            registered: node.registered(),
            booting,
            creating: booting || again,
            vm: node.occupies_capacity(),
            own: there && !node.surge,
            done: there && !node.surge && node.upgraded && node.registered(),
        }
    }
}
