//! Which nodes are or will be drained, and why; every process may read it.

use base::{Map, NodeId, SimTime};
use model::node::AtLimit;
use model::script::DrainOptions;

/// The purpose of a drain decides how Pods leave and what happens at the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Evicts Pods; at the limit the rest is forced out.
    Upgrade,
    /// Deletes Pods with their grace period, without checking budgets (AM-12); same limit.
    RollbackByDeletion,
    /// A batch of blue nodes: evicts Pods; at the limit evictions stop and the rest stays (BG-16, AM-16).
    Batch,
    /// Blue nodes to be deleted: deletes Pods with at most an hour of grace (BG-32, BG-33).
    DeleteBlue,
    /// `kubectl drain`: gives up at its timeout.
    User,
}

impl Purpose {
    pub fn at_limit(self) -> AtLimit {
        match self {
            Self::Upgrade | Self::RollbackByDeletion => AtLimit::Forces,
            Self::Batch | Self::DeleteBlue => AtLimit::Leaves,
            Self::User => AtLimit::GivesUp,
        }
    }
}

/// A drain that begins one second after its cordon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrainRequest {
    pub purpose: Purpose,
    pub options: DrainOptions,
    pub slot: u64,
}

impl DrainRequest {
    /// The options of an upgrade's drain.
    pub fn new(purpose: Purpose, slot: u64) -> Self {
        let options = DrainOptions::UPGRADE;
        Self { purpose, options, slot }
    }
}

#[derive(Clone, Debug, Default)]
pub struct DrainRegistry {
    /// Requested drains and the instant at which each begins; a later request replaces an earlier one.
    pub requests: Map<NodeId, (SimTime, DrainRequest)>,
    /// Drains in progress: purpose, and whether paused.
    pub running: Map<NodeId, (Purpose, bool)>,
}

impl DrainRegistry {
    fn requested(&self, node: NodeId) -> Option<Purpose> {
        self.requests.get(&node).map(|(_, request)| request.purpose)
    }

    /// Is an upgrade's drain in progress or about to begin?
    pub fn by_upgrade(&self, node: NodeId) -> bool {
        let running = self.running.get(&node).map(|(purpose, _)| *purpose);
        let mut purposes = [self.requested(node), running].into_iter().flatten();
        purposes.any(|purpose| purpose != Purpose::User)
    }

    /// Is a batch of a blue-green upgrade draining it?
    pub fn by_batch(&self, node: NodeId) -> bool {
        self.running.get(&node) == Some(&(Purpose::Batch, false))
    }

    /// Is an unpaused drain in progress, or one about to begin?
    pub fn goes_on(&self, node: NodeId) -> bool {
        let running = self.running.get(&node);
        running.is_some_and(|(_, paused)| !paused) || self.requests.contains_key(&node)
    }

    pub fn is_running(&self, node: NodeId) -> bool {
        self.running.contains_key(&node)
    }

    /// Is a drain in progress or about to begin?
    pub fn any(&self, node: NodeId) -> bool {
        self.is_running(node) || self.requests.contains_key(&node)
    }
}
