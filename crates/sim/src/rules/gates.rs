//! What may hold an eviction back.

use super::{Gate, budget};
use crate::world::World;
use base::PodId;

/// What may block an eviction. The engine acts on the first hit, then asks the rest too, so that *why not*
/// shows every reason.
const GATES: &[fn(&World, PodId) -> Option<Gate>] = &[budget::check];

/// The gates that are closed for a Pod. What is said of one opens or closes no other.
pub struct ClosedGates([Option<Gate>; GATES.len()]);

impl ClosedGates {
    pub fn first(&self) -> Option<Gate> {
        self.iter().next()
    }

    pub fn iter(&self) -> impl Iterator<Item = Gate> + '_ {
        self.0.iter().flatten().copied()
    }
}

/// Every gate that is closed for the Pod; a muted one stays silent.
pub fn closed_gates(world: &World, pod: PodId) -> ClosedGates {
    let closed = |at: usize| GATES[at](world, pod).filter(|gate| !gate.rule.muted());
    ClosedGates(std::array::from_fn(closed))
}
