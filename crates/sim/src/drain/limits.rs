//! How long a drain may take, by its purpose.

use super::registry::{DrainRequest, Purpose};
use base::{SimSpan, muted};
use model::settings::DrainLimits;

/// SU-07, AM-06: budgets and grace together, from the start of the node's drain.
const LIMIT: SimSpan = SimSpan::from_secs(3600);

/// The time limits of a drain: in total, for budgets' refusals, and for the grace period of each Pod.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) whole: Option<SimSpan>,
    pub(super) budgets: Option<SimSpan>,
    pub(super) grace: Option<SimSpan>,
}

impl Limits {
    /// SU-07: what has passed of the limits before time 0 isn't left; a drain that is overdue reaches them at once.
    pub(super) fn shorten(&mut self, elapsed: SimSpan) {
        for limit in [&mut self.whole, &mut self.budgets].into_iter().flatten() {
            *limit = (*limit - elapsed).max(SimSpan::from_secs(1));
        }
    }

    /// AM-62: a pool with its own limits for budgets and grace has no limit for both together.
    pub(super) fn of(pool: DrainLimits, asked: DrainRequest) -> Self {
        let split = (pool.pdb_timeout.is_some() || pool.grace.is_some()) && !muted("BS-11");
        let own = |limit: Option<SimSpan>| split.then(|| limit.unwrap_or(LIMIT));
        match asked.purpose {
            Purpose::Upgrade => Self {
                whole: (!split).then_some(LIMIT),
                budgets: own(pool.pdb_timeout),
                grace: own(pool.grace),
            },
            Purpose::RollbackByDeletion => {
                Self { whole: (!split).then_some(LIMIT), budgets: None, grace: own(pool.grace) }
            }
            // AM-62: the PDB timeout replaces the hour; without a grace limit the Pod's own grace period counts.
            Purpose::Batch => Self {
                whole: Some(own(pool.pdb_timeout).unwrap_or(LIMIT)),
                budgets: None,
                grace: pool.grace.filter(|_| split),
            },
            Purpose::DeleteBlue => {
                Self { whole: None, budgets: None, grace: Some(LIMIT).filter(|_| !muted("BG-33")) }
            }
            Purpose::User => Self {
                whole: Some(asked.options.timeout).filter(|timeout| *timeout > SimSpan::ZERO),
                budgets: None,
                grace: None,
            },
        }
    }
}
