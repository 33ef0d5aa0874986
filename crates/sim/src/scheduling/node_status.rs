//! How the scheduler sees a node, from its phase and its cordon.

use model::Node;

/// How the scheduler sees a node, from the least usable to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum NodeStatus {
    /// Booting or deleted: the scheduler doesn't know it.
    Absent,
    /// Its VM is being deleted: still a topology domain (KS-13), but takes no Pods.
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
