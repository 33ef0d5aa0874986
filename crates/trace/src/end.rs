//! How a run ends.

/// Why nothing more is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Nothing can happen anymore.
    Quiet,
    /// The scenario's `until` was reached.
    Until,
    /// An instant did not end: a bug in the engine, reported instead of hanging.
    Overrun,
}
