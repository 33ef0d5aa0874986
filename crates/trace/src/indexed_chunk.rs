//! Data kept beside the rows of a chunk: each row's previous row of the same subject, and sums.
//!
//! Seeking reads at most half a chunk, forward or back. Within a chunk rows are applied one by one; whole chunks are skipped
//! by their effect (`delta.rs`).

use std::ops::Range;
use std::rc::Rc;

use super::count_delta::CountDelta;
use super::packed::Packed;
use super::rows::Rows;

/// No row.
pub(super) const NONE: u32 = u32::MAX;

/// A chunk and the data beside its rows.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexedChunk {
    pub(super) first: u32,
    pub(super) rows: Rc<Rows>,
    /// Distance to the previous row about the same subject; 0 is none.
    pub(super) earlier: Packed,
    /// For rows about Pods: the stage before in the low half, the stage after in the high half.
    pub(super) stages: Packed,
    /// The number of Pods before the chunk.
    pub(super) pods: u32,
    /// Workload and number of the Pods that it creates.
    pub(super) made: (Packed, Packed),
    pub(super) count_deltas: Vec<CountDelta>,
}

impl IndexedChunk {
    /// The previous row of the same subject.
    pub(super) fn earlier(&self, row: u32) -> u32 {
        match self.earlier.get((row - self.first) as usize) {
            0 => NONE,
            ago => row - ago,
        }
    }

    /// The chunk's part of a range of rows.
    pub(super) fn part(&self, rows: &Range<u32>) -> Range<usize> {
        let len = self.rows.len() as u32;
        let from = rows.start.saturating_sub(self.first).min(len);
        let to = rows.end.saturating_sub(self.first).min(len);
        from as usize..to as usize
    }
}
