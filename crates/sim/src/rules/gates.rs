//! What may block an eviction.

use super::{Gate, eviction_api};
use crate::world::World;
use base::PodId;

/// Checks that may block an eviction. The engine acts on the first hit, then runs the others too, so that *why not*
/// shows every reason.
const GATES: &[fn(&World, PodId) -> Option<Gate>] = &[eviction_api::check];

/// The gates that are closed for a Pod.
pub struct ClosedGates([Option<Gate>; GATES.len()]);

impl ClosedGates {
    pub fn first(&self) -> Option<Gate> {
        self.iter().next()
    }

    pub fn iter(&self) -> impl Iterator<Item = Gate> + '_ {
        self.0.iter().flatten().copied()
    }
}

/// Every gate that is closed for the Pod; a muted one is never closed.
pub fn closed_gates(world: &World, pod: PodId) -> ClosedGates {
    let closed = |at: usize| GATES[at](world, pod).filter(|gate| !gate.rule.muted());
    ClosedGates(std::array::from_fn(closed))
}
