//! Rows worth telling, and the way from one to the next.

use base::{RecordNo, SimTime};
use trace::{Record, Trace};

/// A row that the event log and the story show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    pub no: RecordNo,
    pub record: Record,
}

/// What the arrow keys step by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    Event,
    Phase,
    Marker,
}

fn fits(record: &Record, wanted: EventKind) -> bool {
    match wanted {
        EventKind::Event => record.change.is_listed(),
        EventKind::Phase => record.change.is_phase(),
        EventKind::Marker => record.change.marker().is_some(),
    }
}

fn told((no, record): (RecordNo, Record)) -> Told {
    Told { no, record }
}

/// The last `n` told rows among the first `next`, the latest first: the event log.
pub fn log(trace: &Trace, next: u32, n: usize, keep: impl Fn(&Record) -> bool) -> Vec<Told> {
    trace
        .records_in(0..next)
        .rev()
        .filter(|(_, record)| record.change.is_listed() && keep(record))
        .take(n)
        .map(told)
        .collect()
}

/// All told rows in order.
pub fn story(trace: &Trace) -> impl Iterator<Item = Told> + '_ {
    trace
        .records()
        .filter(|(_, record)| record.change.is_listed())
        .map(told)
}

/// The first such row of a later instant.
pub fn next(trace: &Trace, after: SimTime, wanted: EventKind) -> Option<Told> {
    trace
        .records_in(trace.rows_until(after)..u32::MAX)
        .find(|(_, record)| fits(record, wanted))
        .map(told)
}

/// The last such row of an earlier instant.
pub fn previous(trace: &Trace, before: SimTime, wanted: EventKind) -> Option<Told> {
    trace
        .records_in(0..trace.rows_until(SimTime::from_ms(before.ms() - 1)))
        .rev()
        .find(|(_, record)| fits(record, wanted))
        .map(told)
}
