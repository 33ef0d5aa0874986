//! The place and time for which a policy is judged.

use super::edition::Edition;

/// The place and time for which a policy is judged.
#[derive(Clone, Copy, Debug)]
pub struct PolicyContext {
    pub edition: Edition,
    /// Seconds since 1970.
    pub now: i64,
    /// Is the cluster in a release channel?
    pub in_channel: bool,
    /// Exclusions must not end later (MX-27).
    pub end_of_support: Option<i64>,
}

impl PolicyContext {
    /// The part of it that is needed to read a policy.
    pub fn for_reading(self) -> ReadingContext {
        ReadingContext { now: self.now, end_of_support: self.end_of_support }
    }
}

/// The context for reading a policy.
#[derive(Clone, Copy, Debug)]
pub struct ReadingContext {
    /// Seconds since 1970.
    pub now: i64,
    /// The end of support of the minor version, if it is known.
    pub end_of_support: Option<i64>,
}
