//! Where and when a policy is to hold.

use super::edition::Edition;

/// Where a policy is to hold.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub edition: Edition,
    /// Seconds since 1970.
    pub now: i64,
    /// Is the cluster in a release channel?
    pub in_channel: bool,
    /// No exclusion may end later (MX-27).
    pub end_of_support: Option<i64>,
}

impl Setting {
    /// What of it a policy is read for.
    pub fn surroundings(self) -> Surroundings {
        Surroundings {
            now: self.now,
            end_of_support: self.end_of_support,
        }
    }
}

/// What the policy is read for.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Seconds since 1970.
    pub now: i64,
    /// The end of support of the minor version, if it is known.
    pub end_of_support: Option<i64>,
}
