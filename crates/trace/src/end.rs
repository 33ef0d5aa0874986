//! How a run ends.

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Nothing more can happen.
    Quiet,
    /// The scenario's `until` was reached.
    Until,
    /// An instant didn't end: a bug of the engine, reported instead of hanging.
    Overrun,
}
