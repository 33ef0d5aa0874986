//! The engine: for now three rows that depend on the seed.

use crate::base::Digest;
use crate::trace::Chunk;

/// What is left to simulate, and what was recorded.
#[derive(Clone, Debug)]
pub struct Sim {
    seed: u64,
    done: u32,
    chunk: Chunk,
    digest: Digest,
}

impl Sim {
    const ROWS: u32 = 3;

    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            done: 0,
            chunk: Chunk::default(),
            digest: Digest::default(),
        }
    }

    /// Takes one wake; false when nothing is left.
    pub fn wake(&mut self) -> bool {
        if self.done == Self::ROWS {
            return false;
        }
        let at = self.done * 60_000;
        self.digest.add(self.seed);
        self.digest.add(u64::from(at));
        self.chunk.at.push(at);
        self.chunk.subject.push(self.done);
        self.chunk.change.push(1);
        self.chunk.rule.push(0);
        self.chunk.cause.push(self.done.saturating_sub(1));
        self.chunk.a.push((self.digest.value() >> 32) as u32);
        self.chunk.b.push(0);
        self.done += 1;
        true
    }

    pub fn now_ms(&self) -> i64 {
        i64::from(self.done) * 60_000
    }

    pub fn digest(&self) -> u64 {
        self.digest.value()
    }

    pub fn records(&self) -> u32 {
        self.done
    }

    /// The rows since the last call.
    pub fn seal(&mut self) -> Chunk {
        std::mem::take(&mut self.chunk)
    }
}
