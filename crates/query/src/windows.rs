//! The maintenance windows that upgrades used.

use base::{RecordNo, order};
use trace::{Change, Subject, Trace};

/// For each window in which an upgrade started or continued, the first row that shows it.
pub fn used(trace: &Trace) -> Vec<RecordNo> {
    let plan = trace.plan();
    let openings = &plan.maintenance.openings;
    let pools = plan.pools.iter();
    let rows = pools.flat_map(|(pool, _)| trace.rows_back(Subject::Pool(pool), trace.len()));
    let window = |no: RecordNo| {
        let record = trace.record(no)?;
        let goes_on =
            matches!(record.change, Change::UpgradeStarted { .. } | Change::UpgradeResumed { .. });
        let window = openings.partition_point(|(from, _)| *from <= record.at);
        goes_on.then_some((window, no))
    };
    let mut rows: Vec<(usize, RecordNo)> = rows.filter_map(window).collect();
    order::sort(&mut rows);
    rows.dedup_by_key(|(window, _)| *window);
    rows.into_iter().map(|(_, no)| no).collect()
}
