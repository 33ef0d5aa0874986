//! Expands a rule into its instants.
//!
//! A rule is a list of offsets that is applied to each of its periods. If only weekdays count, the periods are weeks, days,
//! hours or minutes; otherwise a period's days are bits, and the times of a day are applied to each. Without COUNT nothing
//! depends on earlier periods, so expansion begins at the start of the requested range.

use super::rule::Recurrence;
use super::sink::{Sink, Stop};
use super::walk::Walk;
use super::{CALENDAR_END, CALENDAR_START};

/// The rule takes more steps than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// The part of a rule in a range of time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expansion {
    /// Ascending, in seconds since 1970.
    pub starts: Vec<i64>,
    /// Does the rule end (COUNT, UNTIL, or the end of the calendar) before the range does?
    pub ends: bool,
    /// The number of periods, days and instants visited.
    pub steps: u32,
}

/// The instants of the rule in `[from, to)`; none before `start` (AM-88).
///
/// `steps`: the most periods, days and instants that may be visited.
pub fn expand(
    rule: &Recurrence,
    start: i64,
    from: i64,
    to: i64,
    steps: u32,
) -> Result<Expansion, TooMany> {
    instants(rule, start, from, to, usize::MAX, steps)
}

/// The first `many` instants of the rule from `from` on; fewer if the rule ends.
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
        return Ok(Expansion { ends: room > 0 || over <= to, ..Expansion::default() });
    }
    let mut sink = Sink::new(start, from, to.min(over), rule.count, room, steps);
    let Err(stop) = Walk::of(rule, start).into(&mut sink);
    let ends = match stop {
        Stop::TooMany => return Err(TooMany),
        Stop::Never => true,
        // The wanted instants may be found before the rule or the range ends.
        Stop::Passed => sink.is_counted() || over <= to && !sink.is_full(),
    };
    Ok(Expansion { ends, steps: sink.steps(), starts: sink.starts })
}
