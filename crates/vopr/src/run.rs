//! Runs a scenario for the checkers.

use crate::check::{self, Violation};
use base::{RecordNo, SimTime};
use model::Cluster;
use runner::{RunEnd, Session, Step};
use scenario::{self, Compiled};
use sim::rules::RULES;
use std::rc::Rc;
use trace::Trace;

pub(crate) struct FinishedRun<'a> {
    pub text: &'a str,
    pub seed: u64,
    pub compiled: Compiled,
    pub trace: Trace,
    pub outcome: RunEnd,
    pub end: Cluster,
}

impl FinishedRun<'_> {
    /// Its facts, with its rows of each rule.
    pub(crate) fn held(&self, rules: Vec<u64>) -> Held {
        Held {
            nodes: self.trace.start().nodes.len(),
            records: self.outcome.records,
            digest: self.outcome.digest,
            end: self.trace.end(),
            rules,
        }
    }

    /// Runs a document and passes the run to `ask`; an error says why there is none.
    pub(crate) fn of<T>(
        text: &str,
        seed: u64,
        ask: impl FnOnce(&FinishedRun<'_>) -> T,
    ) -> Result<T, String> {
        let opened = scenario::open(text);
        let Some(mut compiled) = opened.compiled else {
            let errors = opened.diagnostics.iter().filter(|one| one.is_error());
            return Err(errors.map(|one| format!("{one:?}")).collect::<Vec<_>>().join("\n"));
        };
        let (trace, outcome) = match to_the_end(&compiled) {
            Ok(ran) => ran,
            Err(at) => {
                Rc::make_mut(&mut compiled.plan).until = at;
                to_the_end(&compiled).map_err(|at| format!("too many rows until {at}"))?
            }
        };
        let end = Cluster::clone(trace.last());
        let run = FinishedRun { text, seed, compiled, trace, outcome, end };
        Ok(ask(&run))
    }
}

const MANY: u32 = 65_536;

/// A very long run is cut off at this row. Pods may preempt each other forever: each counts on one node, but meanwhile
/// other Pods are bound in the zone, and its anti-affinity then excludes the zone.
const ENOUGH: RecordNo = RecordNo(20_000);

/// Runs it to the end; an error gives the instant until which it should run at most.
fn to_the_end(compiled: &Compiled) -> Result<(Trace, RunEnd), SimTime> {
    let mut session = Session::of(compiled.clone(), None, None);
    let mut trace = session.trace();
    loop {
        match session.pump(u32::MAX) {
            Step::Sealed(chunk) => trace.push(chunk),
            Step::Reached(_) => {}
            Step::Done(outcome) => return Ok((trace, outcome)),
        }
        let full = trace.len() >= MANY;
        if let Some(row) = trace.record(ENOUGH).filter(|_| full) {
            return Err(row.at);
        }
    }
}

/// Facts about a run without violations.
#[derive(Clone, Debug)]
pub struct Held {
    pub nodes: u32,
    pub records: u32,
    pub digest: u64,
    pub end: SimTime,
    /// Rows of each rule, in the order of the table.
    pub rules: Vec<u64>,
}

/// The digest of the run that [`hold`] checks.
pub fn digest(text: &str, seed: u64) -> Result<u64, String> {
    FinishedRun::of(text, seed, |run| run.outcome.digest)
}

/// Runs a document with all checkers.
pub fn hold(text: &str, seed: u64) -> Result<Held, Violation> {
    let held = FinishedRun::of(text, seed, |run| {
        check::check(run)?;
        let mut rules = vec![0; RULES.len()];
        for (_, record) in run.trace.records() {
            rules[record.rule.0 as usize] += 1;
        }
        Ok(run.held(rules))
    });
    held.unwrap_or_else(|said| Err(Violation { checker: "scenario", said }))
}
