//! Finds an event of one run in another, so that an edit keeps the playhead in place.

use crate::subject::{Topic, parse_subject};
use base::{RecordNo, SimTime};
use trace::text::Namer;
use trace::{Change, Record, Subject, Trace};

/// An event as people would describe it: the second eviction of `pod/web-1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NthEvent {
    pub subject: String,
    pub change: &'static str,
    /// Counts from 0.
    pub nth: u32,
    /// Its instant, if the other run doesn't have the event.
    pub at: SimTime,
    /// How far the playhead was after it.
    pub behind: base::SimSpan,
}

/// Was the subject created during the run? In another run its name belongs to another Pod.
fn is_made(trace: &Trace, subject: Subject) -> bool {
    let Subject::Pod(_) = subject else {
        return false;
    };
    let first = trace.rows_of(subject).into_iter().next();
    let first = first.and_then(|no| trace.record(no));
    first.is_some_and(|record| matches!(record.change, Change::PodCreated { .. }))
}

/// The last listed row at or before the instant, by name.
pub fn nth_event(trace: &Trace, at: SimTime) -> Option<NthEvent> {
    let keep = |record: &Record| !is_made(trace, record.subject);
    let told = crate::events::log(trace, trace.rows_until(at), 1, keep).first().copied()?;
    let last = trace.last();
    let namer = Namer { plan: trace.plan(), cluster: last };
    let name = told.record.change.name();
    let nth = trace
        .rows_of(told.record.subject)
        .into_iter()
        .take_while(|no| *no < told.no)
        .filter_map(|no| trace.record(no))
        .filter(|record| record.change.name() == name)
        .count() as u32;
    Some(NthEvent {
        subject: namer.subject(told.record.subject),
        change: name,
        nth,
        at: told.record.at,
        behind: at - told.record.at,
    })
}

/// The nth_event's instant in a run: the same event, else the nearest of its kind, else the same instant.
pub fn find(trace: &Trace, mark: &NthEvent) -> SimTime {
    let row = match parse_subject(trace, &mark.subject, mark.at) {
        Ok(Topic::Subject(subject)) => nth(trace, subject, mark),
        Ok(Topic::Record(_)) | Err(_) => None,
    };
    let row = row.or_else(|| nearest(trace, mark));
    match row.and_then(|no| trace.record(no)) {
        Some(record) => {
            let next = crate::events::next(trace, record.at, crate::events::EventKind::Event);
            // Never after the next event: the user was looking at this one.
            let limit = next.map_or(SimTime::MAX, |told| told.record.at);
            (record.at + mark.behind).min(limit).max(record.at)
        }
        None => mark.at.min(trace.end()),
    }
}

fn nth(trace: &Trace, subject: Subject, mark: &NthEvent) -> Option<RecordNo> {
    let rows: Vec<RecordNo> = trace
        .rows_of(subject)
        .into_iter()
        .filter(|no| trace.record(*no).is_some_and(|record| record.change.name() == mark.change))
        .collect();
    rows.get(mark.nth as usize).or(rows.last()).copied()
}

fn nearest(trace: &Trace, mark: &NthEvent) -> Option<RecordNo> {
    trace
        .records()
        .filter(|(_, record)| record.change.name() == mark.change)
        .min_by_key(|(_, record)| (record.at - mark.at).ms().abs())
        .map(|(no, _)| no)
}
