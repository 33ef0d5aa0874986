//! Expands a rule into its instants.
//!
//! A rule is a list of offsets that is laid on each of its periods. Where only weekdays count, weeks are such periods, and so
//! are days, hours and minutes; else a period's days are bits, and the times of a day are laid on each. Without COUNT nothing
//! depends on what was before, so the first period that is looked at is the one where the stretch begins.

use super::rule::Recurrence;
use super::sink::{Sink, Stop};
use super::walk::Walk;
use super::{CALENDAR_END, CALENDAR_START};

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
    /// How many periods, days and instants were looked at.
    pub steps: u32,
}

/// The instants of the rule in `[from, to)`, the first of them not before `start` (AM-88).
///
/// `steps` is how many periods, days and instants may be looked at.
pub fn expand(
    rule: &Recurrence,
    start: i64,
    from: i64,
    to: i64,
    steps: u32,
) -> Result<Expansion, TooMany> {
    instants(rule, start, from, to, usize::MAX, steps)
}

/// The first instants of the rule that are not before `from`, at most so `many`. The rule ends if there are fewer.
pub fn first(
    rule: &Recurrence,
    start: i64,
    from: i64,
    many: usize,
    steps: u32,
) -> Result<Expansion, TooMany> {
    instants(rule, start, from, CALENDAR_END, many, steps)
}

fn instants(
    rule: &Recurrence,
    start: i64,
    from: i64,
    to: i64,
    room: usize,
    steps: u32,
) -> Result<Expansion, TooMany> {
    let known = |at: i64| at.clamp(CALENDAR_START, CALENDAR_END);
    let (from, to) = (known(from), known(to));
    let over = known(rule.until.unwrap_or(CALENDAR_END).saturating_add(1));
    if !(CALENDAR_START..CALENDAR_END).contains(&start) || rule.count == Some(0) || room == 0 {
        return Ok(Expansion {
            ends: room > 0 || over <= to,
            ..Expansion::default()
        });
    }
    let mut sink = Sink::new(start, from, to.min(over), rule.count, room, steps);
    let Err(stop) = Walk::of(rule, start).into(&mut sink);
    let ends = match stop {
        Stop::TooMany => return Err(TooMany),
        Stop::Never => true,
        // What was asked for may be had before the rule or the stretch ends.
        Stop::Passed => sink.is_counted() || over <= to && !sink.is_full(),
    };
    Ok(Expansion {
        ends,
        steps: sink.steps(),
        starts: sink.starts,
    })
}
