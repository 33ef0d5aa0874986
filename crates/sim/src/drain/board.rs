//! Which nodes are drained or about to be, and what for: what every process may ask.

use base::{Map, NodeId, SimTime};
use model::node::AtLimit;
use model::script::DrainOptions;

/// What a drain is for, which decides how Pods leave and what happens at the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Evictions; after the limit the rest is forced out.
    Upgrade,
    /// Pods are deleted with their grace, budgets are not read (AM-12); the same limit.
    RollbackByDeletion,
    /// A batch of blue nodes: evictions; after the limit they stop, and the rest stays (BG-16, AM-16).
    Batch,
    /// Blue nodes that are to go: Pods are deleted with at most an hour of grace (BG-32, BG-33).
    DeleteBlue,
    /// `kubectl drain`: at the timeout it gives up.
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

/// A drain that begins when the second of its cordon is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrainRequest {
    pub purpose: Purpose,
    pub options: DrainOptions,
    pub slot: u64,
}

impl DrainRequest {
    /// As an upgrade drains.
    pub fn new(purpose: Purpose, slot: u64) -> Self {
        let options = DrainOptions::UPGRADE;
        Self {
            purpose,
            options,
            slot,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct DrainBoard {
    /// With the instant at which each begins; a later one replaces it.
    pub requests: Map<NodeId, (SimTime, DrainRequest)>,
    /// Drains in progress, and whether they are paused.
    pub running: Map<NodeId, (Purpose, bool)>,
}

impl DrainBoard {
    fn requested(&self, node: NodeId) -> Option<Purpose> {
        self.requests.get(&node).map(|(_, request)| request.purpose)
    }

    /// Is the drain of an upgrade running or about to begin?
    pub fn by_upgrade(&self, node: NodeId) -> bool {
        let running = self.running.get(&node).map(|(purpose, _)| *purpose);
        let mut purposes = [self.requested(node), running].into_iter().flatten();
        purposes.any(|purpose| purpose != Purpose::User)
    }

    /// Does a batch of a blue-green upgrade drain it now?
    pub fn by_batch(&self, node: NodeId) -> bool {
        self.running.get(&node) == Some(&(Purpose::Batch, false))
    }

    /// Is a drain running that is not paused, or is one about to begin?
    pub fn goes_on(&self, node: NodeId) -> bool {
        let running = self.running.get(&node);
        running.is_some_and(|(_, paused)| !paused) || self.requests.contains_key(&node)
    }

    pub fn is_running(&self, node: NodeId) -> bool {
        self.running.contains_key(&node)
    }

    /// Is a drain running or about to begin?
    pub fn any(&self, node: NodeId) -> bool {
        self.is_running(node) || self.requests.contains_key(&node)
    }
}
