//! A sealed stretch of the trace.

/// Rows as columns of one length; they cross from the worker to the page as typed arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// Milliseconds since the scenario's start that `at` counts from.
    pub base_ms: i64,
    /// Milliseconds since `base_ms`.
    pub at: Vec<u32>,
    pub subject: Vec<u32>,
    pub change: Vec<u8>,
    pub rule: Vec<u16>,
    pub cause: Vec<u32>,
    pub a: Vec<u32>,
    pub b: Vec<u32>,
}

impl Chunk {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }
}
