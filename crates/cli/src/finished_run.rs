//! A run to its end, and the clocks that tell its instants.

use super::zone::{self, NamedZone};
use base::SimTime;
use query::{Index, Outcome};
use runner::Session;
use scenario::{Compiled, instant};
use trace::{Ended, Trace};
use words::offset;

/// A finished run.
pub(super) struct FinishedRun {
    pub(super) trace: Trace,
    pub(super) ended: Ended,
    pub(super) digest: u64,
}

pub(super) fn to_the_end(
    compiled: Compiled,
    seed: Option<u64>,
    until: Option<SimTime>,
) -> FinishedRun {
    let session = Session::of(compiled, seed, until);
    let mut trace = session.trace();
    let end = session.finish(|chunk| trace.push(chunk));
    FinishedRun { trace, ended: end.ended, digest: end.digest }
}

/// The instant of time 0.
pub(super) fn start(trace: &Trace) -> String {
    instant::format(trace.plan().start_unix_ms)
}

/// A clock that tells dates.
pub(super) fn dates<'a>(
    trace: &Trace,
    zone: Option<&'a NamedZone>,
) -> impl Fn(SimTime) -> String + use<'a> {
    let start = trace.plan().start_unix_ms;
    move |at| zone::format(start.saturating_add(at.ms()), zone)
}

/// A clock that tells offsets from the start, or dates, as it always does of instants before the start.
pub(super) fn clock<'a>(
    trace: &Trace,
    dated: bool,
    zone: Option<&'a NamedZone>,
) -> impl Fn(SimTime) -> String + use<'a> {
    let dates = dates(trace, zone);
    move |at| if dated || at < SimTime::ZERO { dates(at) } else { offset(at) }
}

impl FinishedRun {
    pub(super) fn outcome(&self, index: &Index) -> Outcome {
        Outcome::of(&self.trace, index, self.ended)
    }
}
