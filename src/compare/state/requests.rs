//! The runs that a comparison requests one after the other, and how it uses the results.

use super::{Compare, RollbackTime, RunPurpose, Variant};
use crate::shell::run::loaded::Run;
use crate::shell::state::shared::Shared;
use base::{SimSpan, SimTime};
use query::Reading;
use query::compare::{SeedDurations, rolled_back};
use runner::{self, Fault, Outcome, RECORDS_AT_MOST, Request, RunNo};
use std::rc::Rc;

/// The number of seeds for each run, including the scenario's own; none if runs are too long for all.
const SEEDS: usize = 25;
const SEEDS_AT_LEAST: usize = 10;

/// The most records of one variant with all its seeds.
const LUCK_RECORDS: usize = 1_000_000;

impl Variant {
    pub(crate) fn needs(&self, leg: RunPurpose) -> bool {
        match leg {
            RunPurpose::Run => self.came.is_none(),
            RunPurpose::Back(_) => self.run().is_some() && self.back.is_none(),
            RunPurpose::Seeds(n) => self.run().is_some() && self.seed_durations.runs() == n,
        }
    }
}

impl Compare {
    /// The next run: first all variants, then all rollbacks, then other seeds.
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
        self.next_seed()
    }

    fn next_seed(&mut self) -> Option<(u32, RunPurpose, Request)> {
        let seeds = self.seeds();
        for variant in &mut self.variants {
            let own = variant.measures.as_ref().filter(|_| seeds > 0);
            if variant.seed_durations.runs() == 0
                && let Some(own) = own
            {
                variant.seed_durations.add(own.took());
            }
        }
        let left = |one: &&Variant| one.run().is_some() && one.seed_durations.runs() < seeds;
        let variants = self.variants.iter().filter(left);
        let variant = variants.min_by_key(|one| one.seed_durations.runs())?;
        let (run, n) = (variant.run()?, variant.seed_durations.runs());
        let request = Request::Try {
            text: variant.choice.apply(&self.of).compact(),
            seed: Some(run.plan.seed.wrapping_add(n as u64)),
            records: RECORDS_AT_MOST,
        };
        Some((variant.no, RunPurpose::Seeds(n), request))
    }

    /// The number of seeds for all variants; 0 if the longest run is too long.
    pub fn seeds(&self) -> usize {
        let records = self.variants.iter().filter_map(Variant::run);
        let most = records.map(|run| run.trace.len() as usize).max();
        let seeds = SEEDS.min(LUCK_RECORDS / most.unwrap_or(0).max(1));
        if seeds < SEEDS_AT_LEAST { 0 } else { seeds }
    }

    /// The durations of a variant, once known for every seed.
    pub fn seed_durations(&self, n: usize) -> Option<&SeedDurations> {
        let seed_durations = &self.variants.get(n)?.seed_durations;
        (seed_durations.runs() >= self.seeds().max(1)).then_some(seed_durations)
    }

    pub(crate) fn ran(&mut self, no: RunNo, came: Result<(Shared<Reading>, Outcome), Fault>) {
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
            // It became too long with this seed.
            RunPurpose::Seeds(_) => variant.seed_durations.add(None),
        }
    }

    pub(crate) fn tried(&mut self, took: Option<SimSpan>) {
        let Some((text, RunPurpose::Seeds(_))) = self.running.take() else {
            return;
        };
        if let Some(variant) = self.variants.iter_mut().find(|one| one.no == text) {
            variant.seed_durations.add(took);
        }
    }
}

/// A request of the complete run.
fn whole(text: String) -> Request {
    let (seed, held) = (None, None);
    Request::Run { text, seed, held }
}

fn run(no: RunNo, read: &Shared<Reading>, outcome: Outcome) -> Run {
    let trace = read.trace.clone();
    Run {
        no,
        plan: Rc::clone(trace.plan()).into(),
        start: Rc::clone(trace.start()).into(),
        index: Rc::clone(&read.index).into(),
        lanes: Rc::clone(read.lanes()).into(),
        trace,
        reading: read.clone(),
        outcome: Some(outcome),
        diagnostics: Shared::new(Vec::new()),
    }
}
