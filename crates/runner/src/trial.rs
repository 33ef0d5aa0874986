//! A run of which only the figures are wanted.

use super::{Fault, Session, Step};
use query::{Figures, Index};
use trace::Trace;

/// The most wakes of one trial: more take too long.
const WAKES_AT_MOST: u32 = 4_000_000;

/// Runs of more records than this are not run again for each alternative.
pub const RECORDS_AT_MOST: u32 = 400_000;

/// A trial under way.
pub struct Trial {
    session: Session,
    trace: Trace,
    /// What it may still use.
    wakes: u32,
    records: u32,
    reached_ms: i64,
}

impl Trial {
    /// Reads a scenario document; of a run with more than so many records nothing is told but that.
    pub fn new(text: &str, seed: Option<u64>, records: u32) -> Result<Self, Fault> {
        let session = Session::new(text, seed)?;
        Ok(Self {
            trace: session.trace(),
            session,
            wakes: WAKES_AT_MOST,
            records,
            reached_ms: 0,
        })
    }

    /// Goes on by at most so many wakes; answers when there is an answer.
    pub fn pump(&mut self, wakes: u32) -> Option<Result<Figures, Fault>> {
        loop {
            match self.session.pump(wakes) {
                Step::Sealed(chunk) => self.trace.push(chunk),
                Step::Reached(ms) => {
                    self.reached_ms = ms;
                    self.wakes = self.wakes.saturating_sub(wakes);
                    return (self.wakes == 0).then_some(Err(Fault::TooLarge));
                }
                Step::Done(outcome) => {
                    let index = Index::of(&self.trace);
                    return Some(Ok(Figures::of(&self.trace, &index, outcome.ended)));
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

    /// Goes on to the end without a pause.
    pub fn finish(mut self) -> Result<Figures, Fault> {
        loop {
            if let Some(answer) = self.pump(u32::from(u16::MAX)) {
                return answer;
            }
        }
    }
}
