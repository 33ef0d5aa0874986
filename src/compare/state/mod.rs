//! The comparison of the scenario with its variants: the variants, their results, and the run
//! in progress.
//!
//! The first variant is the run of the draft. The others run one after the other in the background; then each one
//! runs again to measure a rollback halfway, and then with the same list of other seeds to see how much
//! its duration varies. Results of outdated texts are dropped.

pub mod choice;
mod requests;

#[cfg(test)]
mod tests;

use self::choice::VariantChoice;
use crate::player::PlayheadMeaning;
use crate::shell::run::loaded::Run;
use crate::shell::state::Shared;
use base::{SimSpan, SimTime};
use model::Strategy;
use query::compare::What;
use query::{self, Measures};
use runner::window_fit::Fit;
use runner::{self, Fault, RECORDS_AT_MOST, StrategyChoice};
use scenario::Diagnostic;
use scenario::json::Json;
use std::rc::Rc;

/// More variants don't fit on the screen.
const AT_MOST: usize = 3;

/// A step of the comparison.
#[derive(Clone, PartialEq, Debug)]
pub enum CompareStep {
    /// Begins with these variants beside the scenario, or with the suggested one if there are none.
    Show(Vec<VariantChoice>),
    Hide,
    Add,
    Drop(usize),
    Change(usize, VariantChoice),
    /// Compares with the scenario before a change of it, by its number.
    Former(usize, u32),
    /// Makes a variant the scenario.
    Take(usize),
    By(PlayheadMeaning),
    /// Shows or hides the rows behind a number of a variant.
    Pick(usize, What),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Compare {
    pub variants: Vec<Variant>,
    pub by: PlayheadMeaning,
    pub picked: Option<(usize, What)>,
    /// The document from which the variants are made.
    pub(crate) of: Shared<Json>,
    /// The text and purpose of the requested run.
    pub(crate) running: Option<(u32, RunPurpose)>,
    /// Numbers the texts, to recognize results of outdated ones.
    pub(crate) texts: u32,
    /// The variants before each change and before each undo.
    pub(crate) past: Vec<Vec<VariantChoice>>,
    pub(crate) future: Vec<Vec<VariantChoice>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub choice: VariantChoice,
    pub came: Option<Result<Run, Fault>>,
    /// Why GKE would refuse the settings, and the strategy that runs instead (AM-103).
    pub refused: Option<Rc<(Diagnostic, Strategy)>>,
    /// Once all compared runs are known.
    pub measures: Option<Rc<Measures>>,
    pub back: Option<RollbackTime>,
    /// Its runs with other seeds and durations.
    pub sample: Option<Shared<Fit>>,
    pub(crate) text: Rc<str>,
    pub(crate) no: u32,
}

/// The rollback halfway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RollbackTime {
    /// No pool is upgraded.
    Nothing,
    /// The strategy has no rollback.
    NoWay,
    Never(SimTime),
    /// Its duration, and the instant of the request.
    Took(SimSpan, SimTime),
    /// The run failed.
    Unknown,
}

impl Variant {
    pub(crate) fn new(choice: VariantChoice) -> Self {
        Self {
            choice,
            came: None,
            refused: None,
            measures: None,
            back: None,
            sample: None,
            text: "".into(),
            no: 0,
        }
    }

    pub fn outcome(&self) -> Option<query::Conclusion> {
        Some(self.measures.as_ref()?.conclusion)
    }

    pub fn run(&self) -> Option<&Run> {
        self.came.as_ref()?.as_ref().ok()
    }

    fn forget(&mut self, no: u32) {
        self.no = no;
        self.came = None;
        self.measures = None;
        self.back = None;
        self.sample = None;
    }
}

impl Compare {
    pub(crate) fn new(
        of: Shared<Json>,
        choices: Vec<VariantChoice>,
        suggested: Option<VariantChoice>,
    ) -> Self {
        let mut compare = Self {
            variants: vec![Variant::new(VariantChoice::AS_IS)],
            by: PlayheadMeaning::default(),
            picked: None,
            of,
            running: None,
            texts: 0,
            past: Vec::new(),
            future: Vec::new(),
        };
        for choice in choices.into_iter().take(AT_MOST - 1) {
            compare.push(choice);
        }
        compare.offer(suggested);
        compare
    }

    /// Can the strategy of some pool be chosen?
    pub fn any_choice(&self) -> bool {
        runner::chosen(&self.of).next().is_some()
    }

    /// The variants beside the scenario.
    pub fn choices(&self) -> Vec<VariantChoice> {
        self.variants.iter().skip(1).map(|one| one.choice.clone()).collect()
    }

    /// Those of them that are strategies: former states aren't part of a link.
    pub fn strategies(&self) -> Vec<StrategyChoice> {
        self.variants.iter().skip(1).filter_map(|one| one.choice.strategy()).collect()
    }

    /// Is the scenario compared with a former state of it?
    pub fn has_former(&self) -> bool {
        self.variants.iter().any(|one| one.choice.strategy().is_none())
    }

    /// Too long a run isn't compared.
    pub fn is_too_large(&self) -> bool {
        matches!(self.variants[0].came, Some(Err(Fault::TooLarge)))
    }

    pub(crate) fn push(&mut self, choice: VariantChoice) {
        self.variants.push(Variant::new(choice));
        self.renew();
    }

    /// Ensures at least one variant if there is any, and no strategies if none can be chosen.
    pub(crate) fn offer(&mut self, suggested: Option<VariantChoice>) {
        if !self.any_choice() {
            let is_own = |one: &Variant| one.choice == VariantChoice::AS_IS;
            self.variants.retain(|one| is_own(one) || one.choice.strategy().is_none());
        }
        if let (1, Some(suggested)) = (self.variants.len(), suggested) {
            self.push(suggested);
        }
    }

    /// Is there room for another variant?
    pub fn has_room(&self) -> bool {
        self.variants.len() < AT_MOST
    }

    pub(crate) fn change(&mut self, n: usize, choice: VariantChoice) {
        if n > 0
            && let Some(variant) = self.variants.get_mut(n)
        {
            variant.choice = choice;
            self.renew();
        }
    }

    /// Updates the texts from the document; drops the results of changed ones.
    pub(crate) fn renew(&mut self) {
        self.variants[0].refused = refused(&VariantChoice::AS_IS, &self.of).map(Rc::new);
        for variant in self.variants.iter_mut().skip(1) {
            let document = variant.choice.apply(&self.of);
            let text = document.compact();
            if *text != *variant.text {
                variant.text = text.into();
                variant.refused = refused(&variant.choice, &document).map(Rc::new);
                self.texts += 1;
                variant.forget(self.texts);
            }
        }
    }

    /// Uses the finished run of the draft as the first variant.
    pub(crate) fn follow_own(&mut self, run: Option<&Run>) {
        let first = &mut self.variants[0];
        let known = first.came.as_ref().and_then(|came| came.as_ref().ok());
        if known == run && (run.is_some() || first.came.is_none()) {
            return;
        }
        let came = run.map(|run| match run.trace.len() > RECORDS_AT_MOST {
            true => Err(Fault::TooLarge),
            false => Ok(run.clone()),
        });
        if first.came != came {
            self.texts += 1;
            first.forget(self.texts);
            first.came = came;
        }
    }

    /// Measures all variants together, because nodes are counted up to the end of the longest run.
    pub(crate) fn measure(&mut self) {
        let ends = self.variants.iter().filter_map(Variant::run);
        let until = ends.map(|run| run.trace.end()).max();
        let until = until.unwrap_or(SimTime::ZERO);
        for variant in &mut self.variants {
            variant.measures = variant.run().and_then(|run| {
                let outcome = run.reading.outcome(run.outcome.as_ref()?.ended);
                Some(Rc::new(Measures::of(&run.trace, &run.index, &outcome, until)))
            });
        }
        let there = |(n, what): &(usize, What)| {
            let measures = self.variants.get(*n)?.measures.as_ref()?;
            measures.get(*what)
        };
        if self.picked.as_ref().is_some_and(|one| there(one).is_none()) {
            self.picked = None;
        }
    }

    pub(crate) fn is_measured(&self) -> bool {
        let mut variants = self.variants.iter();
        variants.all(|one| one.run().is_some() == one.measures.is_some())
    }
}

/// Why GKE would refuse the settings of a choice in its document, and the strategy that runs instead (AM-103).
fn refused(choice: &VariantChoice, document: &Json) -> Option<(Diagnostic, Strategy)> {
    let (_, findings) = scenario::look(document);
    let mut findings = findings.into_iter();
    let refused = findings.find(|one| {
        one.is_error() && !one.stops_a_run() && one.path.contains("/upgradeSettings")
    })?;
    let plan = scenario::compiled(document)?.plan;
    let mut alike = plan.pools.values().map(|pool| pool.strategy.own_settings());
    let kind = choice.strategy()?.kind();
    let runs = alike.find(|one| one.kind() == kind)?;
    Some((refused, runs))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunPurpose {
    Run,
    /// A rollback requested at the instant.
    Back(SimTime),
    /// Another seed, numbered from the scenario's own on.
    Sample,
}
