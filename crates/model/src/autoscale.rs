//! Limits of the cluster autoscaler for a pool during its upgrade.

use super::node::Side;
use super::pool::PoolState;
use base::muted;

/// May the number of nodes change, and in which direction?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaling {
    pub up: bool,
    pub down: bool,
}

impl Scaling {
    pub(super) const FREE: Self = Self {
        up: true,
        down: true,
    };
    pub(super) const NONE: Self = Self {
        up: false,
        down: false,
    };
    pub(super) const UP: Self = Self {
        up: true,
        down: false,
    };
}

/// What it may do to one side of a pool; outside of a run both sides are just the pool.
///
/// Rulebook: BG-36, AM-20. Source: Node upgrade strategies.
pub fn scaling(pool: &PoolState, side: Side) -> Scaling {
    if !pool.run.begun() || muted("BG-36") || muted("AM-20") {
        return Scaling::FREE;
    }
    (pool.kind.traits().scaling)(pool, side)
}
