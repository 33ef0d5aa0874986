//! One row of the trace.

use super::change::Change;
pub use super::subject::Subject;
use base::{RecordNo, RuleNo, SimTime};

/// Something that happened, with the rule that made it happen and the row that caused it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    pub at: SimTime,
    pub subject: Subject,
    pub change: Change,
    pub rule: RuleNo,
    /// `None` for roots: the start, commands, windows, faults.
    pub cause: Option<RecordNo>,
}
