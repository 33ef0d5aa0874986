//! Appends rows, seals chunks and keeps the digest.

use std::rc::Rc;

use super::chunk::{CHUNK_ROWS, Chunk, PackedRow};
use super::record::Record;
use base::{Digest, RecordNo};

#[derive(Clone, Debug, Default)]
pub struct TraceWriter {
    sealed: Vec<Rc<Chunk>>,
    /// Rows of the open chunk, one after the other; they become columns when it is sealed.
    open: Vec<PackedRow>,
    base_ms: i64,
    len: u32,
    digest: Digest,
}

impl TraceWriter {
    pub fn push(&mut self, record: &Record) -> RecordNo {
        if self.open.len() >= CHUNK_ROWS {
            self.seal();
        }
        if self.open.is_empty() {
            self.base_ms = record.at.ms();
        }
        let row = PackedRow::of(record, self.base_ms).or_else(|| {
            self.seal();
            self.base_ms = record.at.ms();
            PackedRow::of(record, self.base_ms)
        });
        debug_assert!(row.is_some(), "an empty chunk takes any row");
        if let Some(row) = row {
            self.digest.word(record.at.ms() as u64);
            self.digest.word(
                (u64::from(row.subject) << 32)
                    | (u64::from(record.rule.0) << 8)
                    | u64::from(row.change),
            );
            self.digest.word((u64::from(row.a) << 32) | u64::from(row.b));
            self.digest.word(record.cause.map_or(u64::MAX, |no| u64::from(no.0)));
            self.open.push(row);
        }
        let no = RecordNo(self.len);
        self.len += 1;
        no
    }

    fn seal(&mut self) {
        if !self.open.is_empty() {
            let chunk = Chunk::of(self.base_ms, &self.open);
            self.sealed.push(Rc::new(chunk));
            self.open.clear();
        }
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn digest(&self) -> u64 {
        self.digest.value()
    }

    pub fn any_sealed(&self) -> bool {
        !self.sealed.is_empty()
    }

    /// Takes the chunks sealed since the last call; the writer no longer has their rows.
    pub fn take_sealed(&mut self) -> Vec<Rc<Chunk>> {
        std::mem::take(&mut self.sealed)
    }

    /// Seals the open chunk too, at the end of a run or of a slice.
    pub fn finish(&mut self) -> Vec<Rc<Chunk>> {
        self.seal();
        self.take_sealed()
    }
}
