//! Which nodes are or will be drained, and why; every process may read it.

use super::purpose::Purpose;
use base::{Map, NodeId, SimTime};
use model::script::DrainOptions;

/// A drain that begins one second after its cordon.
#[derive(Clone, Copy, Debug)]
pub struct DrainRequest {
    pub purpose: &'static Purpose,
    pub options: DrainOptions,
    pub slot: u64,
}

impl DrainRequest {
    /// The options of an upgrade's drain.
    pub fn new(purpose: &'static Purpose, slot: u64) -> Self {
        let options = DrainOptions::UPGRADE;
        Self { purpose, options, slot }
    }
}

#[derive(Clone, Debug, Default)]
pub struct DrainRegistry {
    /// Requested drains and the instant at which each begins; a later request replaces an earlier one.
    pub requests: Map<NodeId, (SimTime, DrainRequest)>,
    /// Drains in progress: purpose, and whether paused.
    pub running: Map<NodeId, (&'static Purpose, bool)>,
}

impl DrainRegistry {
    /// Is an upgrade's drain in progress or about to begin?
    pub fn by_upgrade(&self, node: NodeId) -> bool {
        let requested = self.requests.get(&node).map(|(_, request)| request.purpose);
        let running = self.running.get(&node).map(|(purpose, _)| *purpose);
        let mut purposes = [requested, running].into_iter().flatten();
        purposes.any(|purpose| purpose.by_upgrade)
    }

    /// Is a batch of a blue-green upgrade draining it?
    pub fn by_batch(&self, node: NodeId) -> bool {
        let running = self.running.get(&node);
        running.is_some_and(|(purpose, paused)| purpose.by_batch && !paused)
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
