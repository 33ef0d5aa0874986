//! Maintenance windows and exclusions at an instant of a run.

use crate::events::of_upgrades;
use crate::shortfall::{WORKING_DAYS, weekday_of};
use base::civil::DAY;
use base::{PoolId, RecordNo, SimTime};
use model::Plan;
use model::maintenance::Scope;
use trace::{Change, Subject, Trace};

/// The weekday of the weekend on which a window of more than a day opened that lasts into the instant's working day.
pub(crate) fn weekend_left(plan: &Plan, at: SimTime) -> Option<u8> {
    let openings = &plan.maintenance.openings;
    let (opens, closes) =
        *openings.get(openings.partition_point(|(from, _)| *from <= at).checked_sub(1)?)?;
    let [opened, day] = [opens, at].map(|at| weekday_of(plan.start_unix_ms, at));
    let lasts = at < closes && (closes - opens).ms() > DAY * 1000;
    (lasts && opened >= WORKING_DAYS && day < WORKING_DAYS).then_some(opened)
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
