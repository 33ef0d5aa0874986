//! Appends rows, seals chunks and keeps the digest.

use std::rc::Rc;

use super::chunk::Chunk;
use super::record::Record;
use crate::base::{Digest, RecordNo};

#[derive(Clone, Debug, Default)]
pub struct TraceWriter {
    sealed: Vec<Rc<Chunk>>,
    open: Chunk,
    len: u32,
    digest: Digest,
}

impl TraceWriter {
    pub fn push(&mut self, record: &Record) -> RecordNo {
        let subject = record.subject.pack();
        let packed = record.change.pack();
        let (code, a, b) = packed;
        self.digest.word(record.at.ms() as u64);
        self.digest
            .word((u64::from(subject) << 32) | (u64::from(record.rule.0) << 8) | u64::from(code));
        self.digest.word((u64::from(a) << 32) | u64::from(b));
        self.digest
            .word(record.cause.map_or(u64::MAX, |no| u64::from(no.0)));
        if self.open.is_empty() {
            self.open = Chunk::starting_at(record.at);
        }
        if !self.open.push_packed(record, subject, packed) {
            self.seal();
            self.open = Chunk::starting_at(record.at);
            let fits = self.open.push_packed(record, subject, packed);
            debug_assert!(fits, "an empty chunk takes any row");
        }
        let no = RecordNo(self.len);
        self.len += 1;
        no
    }

    fn seal(&mut self) {
        if !self.open.is_empty() {
            self.sealed.push(Rc::new(std::mem::take(&mut self.open)));
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

    /// Chunks sealed since the last call. The writer keeps no row that it gave away.
    pub fn take_sealed(&mut self) -> Vec<Rc<Chunk>> {
        std::mem::take(&mut self.sealed)
    }

    /// Seals what is open too; for the end of a run or of a slice that somebody waits for.
    pub fn finish(&mut self) -> Vec<Rc<Chunk>> {
        self.seal();
        self.take_sealed()
    }
}
