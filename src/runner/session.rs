//! One run, as far as it got.

use super::{Fault, Outcome};
use crate::sim::Sim;
use crate::trace::Chunk;
use std::rc::Rc;

/// A run that is driven from outside, some wakes at a time.
#[derive(Clone, Debug)]
pub struct Session {
    sim: Sim,
    ended: bool,
}

/// What a stretch of a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Rows are complete; more may follow.
    Sealed(Rc<Chunk>),
    /// The wakes are used up at this time, in milliseconds since the scenario's start.
    Reached(i64),
    /// Everything is told.
    Done(Outcome),
}

impl Session {
    /// Reads a scenario document. A seed here takes the place of the document's own.
    pub fn new(text: &str, seed: Option<u64>) -> Result<Self, Fault> {
        if text.trim().is_empty() {
            return Err(Fault::Scenario("The scenario is empty.".to_owned()));
        }
        Ok(Self {
            sim: Sim::new(seed.unwrap_or(1)),
            ended: false,
        })
    }

    /// Goes on by at most so many wakes; earlier if rows are complete or nothing is left.
    pub fn pump(&mut self, wakes: u32) -> Step {
        for _ in 0..wakes {
            if self.ended {
                return Step::Done(self.outcome());
            }
            if !self.sim.wake() {
                self.ended = true;
                return Step::Sealed(Rc::new(self.sim.seal()));
            }
        }
        Step::Reached(self.sim.now_ms())
    }

    /// Goes on to the end without a pause.
    pub fn finish(mut self, mut sealed: impl FnMut(Rc<Chunk>)) -> Outcome {
        loop {
            match self.pump(u32::MAX) {
                Step::Sealed(chunk) => sealed(chunk),
                Step::Reached(_) => {}
                Step::Done(outcome) => return outcome,
            }
        }
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            digest: self.sim.digest(),
            records: self.sim.records(),
            end_ms: self.sim.now_ms(),
        }
    }
}
