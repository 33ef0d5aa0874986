//! Rows as columns, sealed every 32,768 rows so that memory grows in steps and moves cheaply, and none is long work for a page.

use super::change::Change;
use super::record::{Record, Subject};
use crate::base::{RecordNo, RuleNo, SimTime};

/// Rows of one chunk; a chunk also ends when `at` would no longer fit.
pub const CHUNK_ROWS: usize = 32_768;

/// What `cause` holds for a root.
pub(super) const NO_CAUSE: u32 = u32::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chunk {
    pub base_ms: i64,
    /// Milliseconds after `base_ms`.
    pub at: Vec<u32>,
    pub subject: Vec<u32>,
    pub change: Vec<u8>,
    pub rule: Vec<u16>,
    pub cause: Vec<u32>,
    pub a: Vec<u32>,
    pub b: Vec<u32>,
}

impl Chunk {
    pub fn starting_at(at: SimTime) -> Self {
        Self {
            base_ms: at.ms(),
            ..Self::default()
        }
    }

    pub fn len(&self) -> usize {
        self.at.len()
    }

    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Appends a row; false when the chunk is full or begins too far in the past.
    #[must_use]
    pub fn push(&mut self, record: &Record) -> bool {
        self.push_packed(record, record.subject.pack(), record.change.pack())
    }

    /// The same, where subject and change are packed already.
    #[must_use]
    pub fn push_packed(
        &mut self,
        record: &Record,
        subject: u32,
        (code, a, b): (u8, u32, u32),
    ) -> bool {
        let Ok(offset) = u32::try_from(record.at.ms() - self.base_ms) else {
            return false;
        };
        if self.len() >= CHUNK_ROWS {
            return false;
        }
        self.at.push(offset);
        self.subject.push(subject);
        self.change.push(code);
        self.rule.push(record.rule.0 as u16);
        self.cause.push(record.cause.map_or(NO_CAUSE, |no| no.0));
        self.a.push(a);
        self.b.push(b);
        true
    }

    pub fn time(&self, row: usize) -> SimTime {
        SimTime::from_ms(self.base_ms + i64::from(self.at[row]))
    }

    /// The row, unless a newer version wrote something that this one does not know.
    pub fn record(&self, row: usize) -> Option<Record> {
        Some(Record {
            at: self.time(row),
            subject: Subject::unpack(self.subject[row])?,
            change: Change::unpack(self.change[row], self.a[row], self.b[row])?,
            rule: RuleNo(u32::from(self.rule[row])),
            cause: (self.cause[row] != NO_CAUSE).then_some(RecordNo(self.cause[row])),
        })
    }
}
