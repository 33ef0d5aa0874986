//! Data that is kept beside the rows of a chunk: earlier rows of the same subject, and their sums.
//!
//! Seeking reads half a chunk at most, forward or back. Rows are folded one by one inside a chunk; whole chunks are skipped
//! by what they add up to (`delta.rs`).

use std::ops::Range;
use std::rc::Rc;

use super::count_delta::CountDelta;
use super::packed::Packed;
use super::rows::Rows;

/// No row.
pub(super) const NONE: u32 = u32::MAX;

/// Beside the rows of a chunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) first: u32,
    pub(super) chunk: Rc<Rows>,
    /// How many rows ago there was one about the same subject; 0 is none.
    pub(super) earlier: Packed,
    /// Of rows about Pods: the stage before in the low half, and after.
    pub(super) stages: Packed,
    /// Pods that there were before it.
    pub(super) pods: u32,
    /// Of the Pods that it made: workload and number.
    pub(super) made: (Packed, Packed),
    pub(super) count_deltas: Vec<CountDelta>,
}

impl Page {
    /// The row before of the same subject.
    pub(super) fn earlier(&self, row: u32) -> u32 {
        match self.earlier.get((row - self.first) as usize) {
            0 => NONE,
            ago => row - ago,
        }
    }

    /// Its rows among those.
    pub(super) fn part(&self, rows: &Range<u32>) -> Range<usize> {
        let len = self.chunk.len() as u32;
        let from = rows.start.saturating_sub(self.first).min(len);
        let to = rows.end.saturating_sub(self.first).min(len);
        from as usize..to as usize
    }
}
