//! Listed rows, and the steps between them.

use crate::{Record, Subject, Trace};
use base::{RecordNo, SimTime, order};

/// A row that the event log and the story show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedRow {
    pub no: RecordNo,
    pub record: Record,
}

/// What the arrow keys step by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    Event,
    Phase,
}

fn fits(record: &Record, wanted: EventKind) -> bool {
    match wanted {
        EventKind::Event => record.change.is_listed(),
        EventKind::Phase => record.change.is_phase(),
    }
}

fn listed((no, record): (RecordNo, Record)) -> ListedRow {
    ListedRow { no, record }
}

/// The last `n` listed rows among the first `next`, the latest first: the event log.
pub fn log(trace: &Trace, next: u32, n: usize, keep: impl Fn(&Record) -> bool) -> Vec<ListedRow> {
    trace
        .records_in(0..next)
        .rev()
        .filter(|(_, record)| record.change.is_listed() && keep(record))
        .take(n)
        .map(listed)
        .collect()
}

/// All listed rows in order.
pub fn story(trace: &Trace) -> impl Iterator<Item = ListedRow> + '_ {
    trace.records().filter(|(_, record)| record.change.is_listed()).map(listed)
}

/// The rows about the control plane and the pools, in order.
pub fn of_upgrades(trace: &Trace) -> impl DoubleEndedIterator<Item = (RecordNo, Record)> + '_ {
    let pools = trace.plan().pools.ids().map(Subject::Pool);
    let mut rows: Vec<RecordNo> =
        pools.chain([Subject::Cluster]).flat_map(|subject| trace.rows_of(subject)).collect();
    order::sort(&mut rows);
    rows.into_iter().filter_map(|no| Some((no, trace.record(no)?)))
}

/// The first row of the kind at a later instant.
pub fn next(trace: &Trace, after: SimTime, wanted: EventKind) -> Option<ListedRow> {
    trace
        .records_in(trace.rows_until(after)..u32::MAX)
        .find(|(_, record)| fits(record, wanted))
        .map(listed)
}

/// The last row of the kind at an earlier instant.
pub fn previous(trace: &Trace, before: SimTime, wanted: EventKind) -> Option<ListedRow> {
    trace
        .records_in(0..trace.rows_until(SimTime::from_ms(before.ms() - 1)))
        .rev()
        .find(|(_, record)| fits(record, wanted))
        .map(listed)
}
