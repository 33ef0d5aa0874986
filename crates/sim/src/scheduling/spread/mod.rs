//! Topology spread constraints, by counts of matching Pods per domain.

pub(super) mod audiences;
pub(super) mod count;
pub(super) mod hard;
mod policies;
pub(super) mod soft;
