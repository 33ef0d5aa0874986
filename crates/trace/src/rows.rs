//! Rows in memory, packed to a fifth of a chunk's size.
//!
//! Chunks are written and sent as plain columns. Here each block of 64 numbers is as wide as its widest number, so any row
//! can be read directly.

use super::change::Change;
use super::chunk::{Chunk, NO_CAUSE};
use super::packed::Packed;
use super::reach::creates_pod;
use super::record::{Record, Subject};
use base::{RecordNo, RuleNo, SimTime, WorkloadId};

const AT: usize = 0;
const SUBJECT: usize = 1;
const A: usize = 4;

/// The rows of one chunk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// The number of the first row.
    pub(super) first: u32,
    pub(super) base_ms: i64,
    /// Not packed: searches go through them.
    pub(super) change: Box<[u8]>,
    /// Times, subjects, rules, distances to the causes (0 is none), and the two words.
    columns: [Packed; 6],
}

impl Rows {
    /// Packs a chunk whose first row has this number.
    pub fn of(chunk: &Chunk, first: u32) -> Self {
        let ago = |(no, cause): (u32, &u32)| match *cause {
            NO_CAUSE => 0,
            cause => no.wrapping_sub(cause),
        };
        let rules: Vec<u32> = chunk.rule.iter().map(|rule| u32::from(*rule)).collect();
        let causes: Vec<u32> = (first..).zip(&chunk.cause).map(ago).collect();
        let columns = [&chunk.at, &chunk.subject, &rules, &causes, &chunk.a, &chunk.b];
        Self {
            first,
            base_ms: chunk.base_ms,
            change: chunk.change.as_slice().into(),
            columns: columns.map(|column| Packed::of(column)),
        }
    }

    pub fn len(&self) -> usize {
        self.change.len()
    }

    pub fn is_empty(&self) -> bool {
        self.change.is_empty()
    }

    pub fn time(&self, row: usize) -> SimTime {
        SimTime::from_ms(self.base_ms + i64::from(self.columns[AT].get(row)))
    }

    /// How many of the first rows are at or before the instant.
    pub(super) fn until(&self, at: SimTime) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if self.time(middle) <= at {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    pub(super) fn subject(&self, row: usize) -> Option<Subject> {
        Subject::unpack(self.columns[SUBJECT].get(row))
    }

    /// The first row from `row` on about the subject.
    pub fn about(&self, subject: Subject, row: usize) -> Option<usize> {
        let word = subject.pack();
        (row..self.len()).find(|row| self.columns[SUBJECT].get(*row) == word)
    }

    /// The workload of the Pod that the row creates: read for most rows that a frame skips.
    pub(super) fn created_for(&self, row: usize) -> Option<WorkloadId> {
        creates_pod(self.change[row]).then(|| WorkloadId(self.columns[A].get(row)))
    }

    /// The row; `None` if a newer version wrote something unknown.
    #[inline(never)]
    pub fn record(&self, row: usize) -> Option<Record> {
        let no = self.first + row as u32;
        let [_, _, rule, cause, a, b] = &self.columns;
        let cause = cause.get(row);
        Some(Record {
            at: self.time(row),
            subject: self.subject(row)?,
            change: Change::unpack(self.change[row], a.get(row), b.get(row))?,
            rule: RuleNo(rule.get(row)),
            cause: (cause != 0).then(|| RecordNo(no.wrapping_sub(cause))),
        })
    }
}
