//! Topology spread: how many matching Pods stand in each zone, on each node.

pub(super) mod audiences;
pub(super) mod count;
pub(super) mod hard;
mod policies;
pub(super) mod soft;
