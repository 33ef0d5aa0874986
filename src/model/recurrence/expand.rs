//! From a rule to its instants.

use super::Recurrence;

/// The rule takes more steps than it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// What of a rule lies in a stretch of time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expansion {
    /// Ascending, in seconds since 1970.
    pub starts: Vec<i64>,
    /// Does the rule end (COUNT, UNTIL, or the end of what a calendar knows) before the stretch does?
    pub ends: bool,
}

/// The instants of the rule in `[from, to)`, the first of them not before `start` (AM-88).
///
/// `steps` is how many periods and instants may be looked at.
pub fn expand(
    _rule: &Recurrence,
    _start: i64,
    _from: i64,
    _to: i64,
    _steps: u32,
) -> Result<Expansion, TooMany> {
    Err(TooMany)
}
