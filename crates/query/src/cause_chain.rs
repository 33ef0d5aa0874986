//! Two chains of readable rows: what caused a row, and what its subject did before.

use base::RecordNo;
use trace::{Record, Subject, Trace};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chains {
    /// The row itself, its cause, the cause of that … to a root.
    pub causes: Vec<RecordNo>,
    /// Rows of the same subject before it, the latest first.
    pub before: Vec<RecordNo>,
}

/// The most rows of history.
const BEFORE: usize = 20;

/// Both chains of a row; empty if the row doesn't exist.
pub fn chains(trace: &Trace, no: RecordNo) -> Chains {
    let Some(record) = trace.record(no) else {
        return Chains::default();
    };
    let mut causes = vec![no];
    let mut cause = record.cause;
    while let Some(at) = cause {
        // A cause is always an earlier row; an invalid trace could be endless.
        if causes.last().is_some_and(|last| at >= *last) {
            break;
        }
        causes.push(at);
        cause = trace.record(at).and_then(|record| record.cause);
    }
    let before = trace.rows_back(record.subject, no.0).take(BEFORE).collect();
    Chains { causes, before }
}

/// The first row about a subject from row `next` on.
pub fn next_row(trace: &Trace, subject: Subject, next: u32) -> Option<RecordNo> {
    for (first, chunk) in trace.chunks() {
        if first + chunk.len() as u32 <= next {
            continue;
        }
        let skip = next.saturating_sub(first) as usize;
        if let Some(row) = chunk.about(subject, skip) {
            return Some(RecordNo(first + row as u32));
        }
    }
    None
}

/// The first row about the subject from `next` on that fits.
pub(crate) fn next_that(
    trace: &Trace,
    subject: Subject,
    mut next: u32,
    fits: impl Fn(&Record) -> bool,
) -> Option<(RecordNo, Record)> {
    loop {
        let no = next_row(trace, subject, next)?;
        let record = trace.record(no)?;
        if fits(&record) {
            return Some((no, record));
        }
        next = no.0 + 1;
    }
}
