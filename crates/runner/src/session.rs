//! One run and its progress.

use super::{Fault, RunEnd, Start};
use base::{SimTime, ahead};
use model::{Cluster, Plan};
use scenario::{self, Compiled};
use sim::Sim;
use sim::rules::RULES;
use std::collections::VecDeque;
use std::rc::Rc;
use trace::Ended;
use trace::{Chunk, Trace};

/// Memory that each chunk of rows reserves.
const PIECE: usize = 1 << 20;

/// A run that its caller drives, some wakes at a time.
#[derive(Clone, Debug)]
pub struct Session {
    sim: Sim,
    sealed: VecDeque<Rc<Chunk>>,
    ended: Option<Ended>,
    /// Chunks handed out.
    given: u32,
}

/// Compiles a document, or returns why it is invalid.
pub(super) fn compiled(text: &str) -> Result<Compiled, Fault> {
    let opened = scenario::open(text);
    opened.compiled.ok_or_else(|| {
        let errors = opened.diagnostics.iter().filter(|one| one.stops_a_run());
        Fault::Scenario(errors.map(|one| one.message.clone()).collect())
    })
}

/// The result of a stretch of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A complete chunk; more may follow.
    Sealed(Rc<Chunk>),
    /// The wakes are used up; simulated time in milliseconds since the scenario's start.
    Reached(i64),
    /// The run has ended.
    Done(RunEnd),
}

impl Session {
    /// Reads a scenario document. `seed` replaces the document's own.
    pub fn new(text: &str, seed: Option<u64>) -> Result<Self, Fault> {
        Ok(Self::of(compiled(text)?, seed, None))
    }

    /// Also returns the start, for a caller that needs it once and then takes only chunks.
    pub fn with_start_of(compiled: Compiled, seed: Option<u64>) -> (Start, Self) {
        let session = Self::begun(compiled, seed, None, Sim::without_start);
        (Start::of(session.sim.cluster()), session)
    }

    /// The run of a compiled scenario.
    pub fn of(compiled: Compiled, seed: Option<u64>, until: Option<SimTime>) -> Self {
        Self::begun(compiled, seed, until, Sim::new)
    }

    fn begun(
        mut compiled: Compiled,
        seed: Option<u64>,
        until: Option<SimTime>,
        sim: fn(Rc<Plan>, Cluster) -> Sim,
    ) -> Self {
        if seed.is_some() || until.is_some() {
            let plan = Rc::make_mut(&mut compiled.plan);
            plan.seed = seed.unwrap_or(plan.seed);
            plan.until = until.unwrap_or(plan.until);
        }
        Self {
            sim: sim(compiled.plan, compiled.cluster),
            sealed: VecDeque::new(),
            ended: None,
            given: 0,
        }
    }

    /// Branches into another scenario's run. `None` if the runs differ before now.
    pub fn branch(&self, compiled: &Compiled) -> Option<Self> {
        self.ended.is_none().then_some(())?;
        Some(Self {
            sim: self.sim.branch(&compiled.plan)?,
            sealed: self.sealed.clone(),
            ended: None,
            given: self.given,
        })
    }

    /// The start of the run.
    pub fn start(&self) -> Start {
        Start::of(self.sim.start())
    }

    /// Chunks handed out.
    pub(super) fn given(&self) -> u32 {
        self.given
    }

    /// Has the run ended?
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    pub(super) fn now(&self) -> SimTime {
        self.sim.now()
    }

    /// Is a wake due before the instant?
    pub(super) fn is_before(&self, at: SimTime) -> bool {
        self.ended.is_none() && self.sim.is_before(at)
    }

    /// The approximate size of a copy, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.sim.bytes()
    }

    /// Advances by one wake, for a caller that has the rows already.
    #[cfg(feature = "browser")]
    pub(super) fn pass(&mut self) {
        self.go_on(1);
        self.given += self.sealed.len() as u32;
        self.sealed.clear();
    }

    /// An empty trace with the header of this run; the sealed chunks go into it.
    pub fn trace(&self) -> Trace {
        Trace::new(Rc::clone(self.sim.plan()), Rc::clone(self.sim.start()), RULES)
    }

    /// Advances by at most this many wakes; returns earlier if a chunk is complete or the run ends.
    pub fn pump(&mut self, wakes: u32) -> Step {
        let mut left = wakes;
        while left > 0 {
            if let Some(chunk) = self.sealed.pop_front() {
                self.given += 1;
                return Step::Sealed(chunk);
            }
            if let Some(ended) = self.ended {
                return Step::Done(self.outcome(ended));
            }
            left = self.go_on(left);
        }
        Step::Reached(self.sim.now().ms())
    }

    /// Advances until a chunk is complete, the run ends or the wakes are used up; returns the wakes left.
    fn go_on(&mut self, wakes: u32) -> u32 {
        for taken in 1..=wakes {
            self.ended = self.sim.step();
            if self.ended.is_some() {
                self.sealed = self.sim.trace().finish().into();
                return wakes - taken;
            }
            if self.sim.trace().any_sealed() {
                ahead(PIECE);
                self.sealed = self.sim.trace().take_sealed().into();
                return wakes - taken;
            }
        }
        0
    }

    /// Runs to the end.
    pub fn finish(mut self, mut sealed: impl FnMut(Rc<Chunk>)) -> RunEnd {
        loop {
            match self.pump(u32::MAX) {
                Step::Sealed(chunk) => sealed(chunk),
                Step::Reached(_) => {}
                Step::Done(outcome) => return outcome,
            }
        }
    }

    fn outcome(&mut self, ended: Ended) -> RunEnd {
        let end_ms = self.sim.now().ms();
        let trace = self.sim.trace();
        RunEnd { digest: trace.digest(), records: trace.len(), end_ms, ended }
    }
}
