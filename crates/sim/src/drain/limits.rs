//! How long each kind of drain may take.

use base::{SimSpan, muted};
use model::autoscale::REFUSED_FOR;
use model::script::DrainOptions;
use model::settings::DrainLimits;

/// SU-07, AM-06: budgets and grace together, from the start of the node's drain.
const LIMIT: SimSpan = SimSpan::from_secs(3600);
/// AB-13: of each Pod's grace, after the wait of autoscaled blue-green.
const DAY: SimSpan = SimSpan::from_secs(86_400);

/// The time limits of a drain: in total, for budgets' refusals, and for the grace period of each Pod.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub whole: Option<SimSpan>,
    /// From the start of the drain, which tries every eviction at once.
    pub refusals: Option<SimSpan>,
    pub grace: Option<SimSpan>,
}

impl Limits {
    /// SU-07: what has passed of the limits before time 0 isn't left; a drain that is overdue reaches them at once.
    pub(super) fn shorten(&mut self, elapsed: SimSpan) {
        for limit in [&mut self.whole, &mut self.refusals].into_iter().flatten() {
            *limit = (*limit - elapsed).max(SimSpan::from_secs(1));
        }
    }

    pub(super) fn of_upgrade(pool: DrainLimits, _: &DrainOptions) -> Self {
        Self {
            whole: (!split(pool)).then_some(LIMIT),
            refusals: own(pool, pool.pdb_timeout),
            grace: own(pool, pool.grace),
        }
    }

    pub(super) fn of_rollback(pool: DrainLimits, options: &DrainOptions) -> Self {
        Self { refusals: None, ..Self::of_upgrade(pool, options) }
    }

    /// AM-62: the PDB timeout replaces the hour; without a grace limit the Pod's own grace period counts.
    pub(super) fn of_batch(pool: DrainLimits, _: &DrainOptions) -> Self {
        Self {
            whole: Some(own(pool, pool.pdb_timeout).unwrap_or(LIMIT)),
            refusals: None,
            grace: pool.grace.filter(|_| split(pool)),
        }
    }

    pub(super) fn of_blue(_: DrainLimits, _: &DrainOptions) -> Self {
        Self { whole: None, refusals: None, grace: Some(LIMIT).filter(|_| !muted("BG-33")) }
    }

    /// AB-13, AM-62: each limit of the pool's own replaces one of these.
    pub(super) fn after_wait(pool: DrainLimits, _: &DrainOptions) -> Self {
        let grace = pool.grace.filter(|_| split(pool)).map_or(DAY, |own| own.min(DAY));
        Self {
            whole: None,
            refusals: Some(own(pool, pool.pdb_timeout).unwrap_or(LIMIT)),
            grace: Some(grace).filter(|_| !muted("AB-13")),
        }
    }

    pub(super) fn of_scale_down(_: DrainLimits, options: &DrainOptions) -> Self {
        let whole = Some(options.timeout);
        Self { whole, refusals: Some(REFUSED_FOR), grace: whole }
    }

    pub(super) fn of_user(_: DrainLimits, options: &DrainOptions) -> Self {
        let timeout = Some(options.timeout);
        let whole = timeout.filter(|timeout| *timeout > SimSpan::ZERO);
        Self { whole, refusals: None, grace: None }
    }
}

/// AM-62: a pool with its own limits for budgets and grace has no limit for both together.
fn split(pool: DrainLimits) -> bool {
    (pool.pdb_timeout.is_some() || pool.grace.is_some()) && !muted("BS-11")
}

/// One of the pool's own limits, if it has any: the one that isn't set is an hour.
fn own(pool: DrainLimits, limit: Option<SimSpan>) -> Option<SimSpan> {
    split(pool).then(|| limit.unwrap_or(LIMIT))
}
