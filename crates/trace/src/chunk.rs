//! Rows as columns, sealed every 24,576 rows, so that memory grows in steps, moves cheaply, and no chunk blocks a page for long.

use super::record::Record;
use base::SimTime;

/// Rows of one chunk; a chunk also ends when `at` would no longer fit.
pub const CHUNK_ROWS: usize = 24_576;

/// The `cause` of a root.
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

/// A row in the form of the columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedRow {
    pub(super) at: u32,
    pub(super) subject: u32,
    pub(super) cause: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) rule: u16,
    pub(super) change: u8,
}

impl PackedRow {
    /// Returns `None` if the row is too late for a chunk with this base time.
    pub(super) fn of(record: &Record, base_ms: i64) -> Option<Self> {
        let (change, a, b) = record.change.pack();
        Some(Self {
            at: u32::try_from(record.at.ms() - base_ms).ok()?,
            subject: record.subject.pack(),
            cause: record.cause.map_or(NO_CAUSE, |no| no.0),
            a,
            b,
            rule: record.rule.0 as u16,
            change,
        })
    }
}

impl Chunk {
    pub fn starting_at(at: SimTime) -> Self {
        Self { base_ms: at.ms(), ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.at.len()
    }

    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Appends a row; false if the chunk is full or its base time is too early.
    #[must_use]
    pub fn push(&mut self, record: &Record) -> bool {
        let fits = self.len() < CHUNK_ROWS;
        let Some(row) = PackedRow::of(record, self.base_ms).filter(|_| fits) else {
            return false;
        };
        self.at.push(row.at);
        self.subject.push(row.subject);
        self.change.push(row.change);
        self.rule.push(row.rule);
        self.cause.push(row.cause);
        self.a.push(row.a);
        self.b.push(row.b);
        true
    }

    /// Builds a chunk with this base time.
    pub(super) fn of(base_ms: i64, rows: &[PackedRow]) -> Self {
        Self {
            base_ms,
            at: rows.iter().map(|row| row.at).collect(),
            subject: rows.iter().map(|row| row.subject).collect(),
            change: rows.iter().map(|row| row.change).collect(),
            rule: rows.iter().map(|row| row.rule).collect(),
            cause: rows.iter().map(|row| row.cause).collect(),
            a: rows.iter().map(|row| row.a).collect(),
            b: rows.iter().map(|row| row.b).collect(),
        }
    }
}
