//! What is counted of nodes, workloads and groups.

/// Counts of the Pods of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodePods {
    pub(crate) all: u32,
    /// What a drain still has to remove.
    pub(crate) left: u32,
    pub(crate) starting: u32,
    pub(crate) not_ready: u32,
    pub(crate) refused: u32,
}

/// Pods of a workload that exist and have not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WorkloadPods {
    pub(crate) all: u32,
    pub(crate) ready: u32,
}

/// Nodes of a group, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// By state, in the order of [`TileState::ALL`].
    pub states: [u32; 8],
    pub registered: u32,
    pub booting: u32,
    /// VMs that exist or are being made.
    pub vms: u32,
    /// Nodes with the target configuration, and nodes that there are when nothing is in progress.
    pub done: u32,
    pub of: u32,
}
