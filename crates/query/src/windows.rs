//! The maintenance windows that upgrades used, and whether they wait for any.

use crate::events::of_upgrades;
use crate::shortfall::{WORKING_DAYS, weekday_of};
use base::civil::DAY;
use base::{PoolId, RecordNo, SimTime, order};
use model::Command;
use model::maintenance::{Maintenance, Scope};
use trace::{Change, Subject, Trace};

/// For each window in which an upgrade started or continued, the first row that shows it; without windows there are none.
pub fn used(trace: &Trace) -> Vec<RecordNo> {
    if trace.plan().maintenance.openings == [Maintenance::ALL] {
        return Vec::new();
    }
    let pools = trace.plan().pools.ids();
    let rows = pools.flat_map(|pool| trace.rows_back(Subject::Pool(pool), trace.len()));
    let window = |no: RecordNo| {
        let record = trace.record(no)?;
        let goes_on =
            matches!(record.change, Change::UpgradeStarted { .. } | Change::UpgradeResumed { .. });
        // A manual upgrade may start outside of all.
        let (window, close) = last_opened(trace, record.at)?;
        // An exclusion wins over the window (MX-03).
        let Subject::Pool(pool) = record.subject else { return None };
        if freeze(trace, record.at, pool).is_some() {
            return None;
        }
        (goes_on && record.at < close).then_some((window, no))
    };
    let mut rows: Vec<(usize, RecordNo)> = rows.filter_map(window).collect();
    order::sort(&mut rows);
    rows.dedup_by_key(|(window, _)| *window);
    rows.into_iter().map(|(_, no)| no).collect()
}

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

/// Does GKE choose the time at which an upgrade starts?
pub fn starts_automatically(trace: &Trace) -> bool {
    of_upgrades(trace).any(|(_, row)| match row.change {
        Change::UpgradeStarted { automatic, .. } => automatic,
        Change::ControlPlaneStarted { entry } => {
            let command = trace.plan().command(entry);
            !matches!(command, Some(Command::UpgradeControlPlane { automatic: false, .. }))
        }
        _ => false,
    })
}
