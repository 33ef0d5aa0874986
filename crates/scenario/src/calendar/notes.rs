//! Facts from the public pages about maintenance that no run shows.

use base::muted;

/// Rulebook: MW-01, MW-06, MW-07, MW-11, MX-11, MR-06, MR-07, BS-20, BS-21, BS-28, BS-30.
/// Source: Maintenance windows and exclusions; Configure maintenance windows and exclusions.
const NOTES: [&str; 11] = [
    "MW-01", "MW-06", "MW-07", "MW-11", "MX-11", "MR-06", "MR-07", "BS-20", "BS-21", "BS-28",
    "BS-30",
];

/// The rules with a message `maintenance-note-RULE`.
pub fn notes() -> impl Iterator<Item = &'static str> {
    NOTES.into_iter().filter(|rule| !muted(rule))
}
