//! What a node is to the scheduler, from its phase and its cordon.

use model::Node;

/// What a node is to the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum NodeStatus {
    /// Booting or gone: it does not exist for the scheduler.
    Absent,
    /// Its VM is being deleted: a topology domain still (KS-13), and no Pod's node any more.
    Leaving,
    Cordoned,
    Open,
}

impl NodeStatus {
    pub(super) fn of(node: &Node) -> Self {
        match (node.registered(), node.schedulable()) {
            (false, _) => Self::Absent,
            (true, true) => Self::Open,
            (true, false) if node.up() => Self::Cordoned,
            (true, false) => Self::Leaving,
        }
    }
}
