//! Maintenance windows and exclusions at an instant of a run.

use crate::events::of_upgrades;
use crate::shortfall::{WORKING_DAYS, weekday_of};
use base::civil::DAY;
use base::{PoolId, RecordNo, SimTime};
use model::maintenance::Scope;
use trace::{Change, Subject, Trace};

/// Is the instant on a working day, in a window of more than a day that opened on the weekend?
pub(crate) fn is_weekend_left(trace: &Trace, at: SimTime) -> bool {
    let plan = trace.plan();
    let works = |at| weekday_of(plan.start_unix_ms, at) < WORKING_DAYS;
    last_opened(trace, at).is_some_and(|(window, close)| {
        let opens = plan.maintenance.openings[window].0;
        at < close && (close - opens).ms() > DAY * 1000 && !works(opens) && works(at)
    })
}

/// The exclusion of all upgrades that is active for a pool, by number.
fn freeze(trace: &Trace, at: SimTime, pool: PoolId) -> Option<usize> {
    let mut all = trace.plan().maintenance.exclusions.iter();
    all.position(|one| {
        one.scope == Scope::NoUpgrades && one.is_about(Some(pool)) && one.is_active(at)
    })
}

/// The rows that start manual upgrades of pools within an exclusion of all upgrades, which holds only automatic ones, each
/// with the exclusion's number.
pub fn manual_in_exclusions(trace: &Trace) -> Vec<(RecordNo, PoolId, usize)> {
    let start = |(no, row): (RecordNo, trace::Record)| match (row.subject, row.change) {
        (Subject::Pool(pool), Change::UpgradeStarted { automatic: false, .. }) => {
            Some((no, pool, freeze(trace, row.at, pool)?))
        }
        _ => None,
    };
    of_upgrades(trace).filter_map(start).collect()
}

/// The last window that had opened by then: its number and its close.
fn last_opened(trace: &Trace, at: SimTime) -> Option<(usize, SimTime)> {
    let openings = &trace.plan().maintenance.openings;
    let window = openings.partition_point(|(from, _)| *from <= at).checked_sub(1)?;
    openings.get(window).map(|(_, close)| (window, *close))
}
