//! A run for its outcome only.

use super::{Fault, Session, Step};
use query::Outcome;
use trace::Trace;

/// The most wakes of one trial; more would take too long.
const WAKES_AT_MOST: u32 = 4_000_000;

/// Runs with more records than this get no trials.
pub const RECORDS_AT_MOST: u32 = 400_000;

/// A trial in progress.
pub struct Trial {
    session: Session,
    trace: Trace,
    /// Wakes left.
    wakes: u32,
    records: u32,
    reached_ms: i64,
}

impl Trial {
    /// Reads a scenario document; `records`: the most records that the run may have.
    pub fn new(text: &str, seed: Option<u64>, records: u32) -> Result<Self, Fault> {
        let session = Session::new(text, seed)?;
        Ok(Self { trace: session.trace(), session, wakes: WAKES_AT_MOST, records, reached_ms: 0 })
    }

    /// Advances by at most this many wakes; returns the result when there is one.
    pub fn pump(&mut self, wakes: u32) -> Option<Result<Outcome, Fault>> {
        loop {
            match self.session.pump(wakes) {
                Step::Sealed(chunk) => self.trace.push(chunk),
                Step::Reached(ms) => {
                    self.reached_ms = ms;
                    self.wakes = self.wakes.saturating_sub(wakes);
                    return (self.wakes == 0).then_some(Err(Fault::TooLarge));
                }
                Step::Done(end) => {
                    return Some(Ok(Outcome::read(&self.trace, end.ended).1));
                }
            }
            if self.trace.len() > self.records {
                break;
            }
        }
        Some(Err(Fault::TooLarge))
    }

    /// Simulated time so far, in milliseconds since the scenario's start.
    pub fn reached(&self) -> i64 {
        self.reached_ms
    }

    /// Runs to the end.
    pub fn finish(mut self) -> Result<Outcome, Fault> {
        loop {
            if let Some(answer) = self.pump(u32::from(u16::MAX)) {
                return answer;
            }
        }
    }
}
