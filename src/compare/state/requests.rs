//! The runs that a comparison requests one after the other, and how it uses the results.

use super::{Compare, RollbackTime, RunPurpose, Variant};
use crate::forecast::update as forecast;
use crate::shell::run::loaded::Run;
use crate::shell::state::Shared;
use base::SimTime;
use query::compare::rolled_back;
use query::{Outcome, Reading};
use runner::window_fit::Fit;
use runner::{self, Fault, RECORDS_AT_MOST, Request, RunEnd, RunNo};
use std::rc::Rc;

impl Variant {
    pub(crate) fn needs(&self, leg: RunPurpose) -> bool {
        match leg {
            RunPurpose::Run => self.came.is_none(),
            RunPurpose::Back(_) => self.run().is_some() && self.back.is_none(),
            RunPurpose::Sample => {
                self.run().is_some() && self.sample.as_ref().is_none_or(|one| !one.is_over())
            }
        }
    }
}

impl Variant {
    /// Takes the result of a run of its sample.
    fn take_result(&mut self, came: Result<&Outcome, Fault>) {
        if let Some(sample) = &self.sample {
            let mut sample = Fit::clone(sample);
            sample.take_result(came);
            self.sample = Some(Shared::new(sample));
        }
    }
}

impl Compare {
    /// The next run: first all variants, then all rollbacks, then the samples.
    pub(crate) fn next(&mut self) -> Option<(u32, RunPurpose, Request)> {
        self.variants[0].run()?;
        let waiting = self.variants.iter().find(|one| one.needs(RunPurpose::Run));
        if let Some(one) = waiting {
            return Some((one.no, RunPurpose::Run, whole(one.text.to_string())));
        }
        for variant in
            self.variants.iter_mut().filter(|one| one.needs(RunPurpose::Back(SimTime::ZERO)))
        {
            let document = variant.choice.apply(&self.of);
            let Some(run) = variant.run() else { continue };
            variant.back = Some(match runner::back(&document, &run.trace) {
                runner::HalfwayRollback::Nothing => RollbackTime::Nothing,
                runner::HalfwayRollback::NoWay => RollbackTime::NoWay,
                runner::HalfwayRollback::Asked(document, at) => {
                    return Some((variant.no, RunPurpose::Back(at), whole(document.compact())));
                }
            });
        }
        self.next_of_sample()
    }

    /// The next run of the samples, which are those of the forecast.
    fn next_of_sample(&mut self) -> Option<(u32, RunPurpose, Request)> {
        let (of, is_sampled) = (self.of.clone(), self.is_sampled());
        let open =
            self.variants.iter_mut().filter(|one| is_sampled && one.needs(RunPurpose::Sample));
        let runs = |one: &&mut Variant| one.sample.as_ref().map_or(0, |sample| sample.progress().0);
        let variant = open.min_by_key(runs)?;
        let sample = variant.sample.as_deref().cloned();
        let mut sample = sample.or_else(|| Fit::of_run(&variant.choice.apply(&of)))?;
        let (text, seed) = sample.ask()?;
        variant.sample = Some(Shared::new(sample));
        let request = Request::Try { text, seed: Some(seed), records: RECORDS_AT_MOST };
        Some((variant.no, RunPurpose::Sample, request))
    }

    /// Are the runs small enough to be repeated?
    pub fn is_sampled(&self) -> bool {
        let mut runs = self.variants.iter().filter_map(Variant::run);
        runs.all(|run| forecast::is_small(&run.trace))
    }

    pub(crate) fn ran(&mut self, no: RunNo, came: Result<(Shared<Reading>, RunEnd), Fault>) {
        let Some((text, leg)) = self.running.take() else {
            return;
        };
        let Some(variant) = self.variants.iter_mut().find(|one| one.no == text) else {
            return;
        };
        match leg {
            RunPurpose::Run => {
                variant.came = Some(came.map(|(read, outcome)| run(no, &read, outcome)));
            }
            RunPurpose::Back(at) => {
                variant.back = Some(match came {
                    Ok((read, _)) => {
                        let took = rolled_back(&read.trace, at);
                        took.map_or(RollbackTime::Never(at), |took| RollbackTime::Took(took, at))
                    }
                    Err(_) => RollbackTime::Unknown,
                });
            }
            RunPurpose::Sample => {
                if let Err(fault) = came {
                    variant.take_result(Err(fault));
                }
            }
        }
    }

    pub(crate) fn tried(&mut self, outcome: &Outcome) {
        let Some((text, RunPurpose::Sample)) = self.running.take() else {
            return;
        };
        if let Some(variant) = self.variants.iter_mut().find(|one| one.no == text) {
            variant.take_result(Ok(outcome));
        }
    }
}

/// A request of the complete run.
fn whole(text: String) -> Request {
    let (seed, held) = (None, None);
    Request::Run { text, seed, held }
}

fn run(no: RunNo, read: &Shared<Reading>, outcome: RunEnd) -> Run {
    let trace = read.trace.clone();
    Run {
        no,
        opened: 0,
        plan: Rc::clone(trace.plan()).into(),
        start: Rc::clone(trace.start()).into(),
        index: Rc::clone(&read.index).into(),
        lanes: Rc::clone(read.lanes()).into(),
        over: query::over(&trace),
        trace,
        reading: read.clone(),
        outcome: Some(outcome),
        diagnostics: Shared::new(Vec::new()),
    }
}
