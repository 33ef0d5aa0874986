//! Compares runs of the scenario as it is and of its variants: which variants there are, their results, and which run
//! is under way.
//!
//! The first variant is the run of the draft. The others run one after the other in the background, then each of them
//! once more to measure a rollback from its middle, and then under the same list of other seeds to see how much
//! its duration varies. Results of an older text are dropped.

mod orders;

#[cfg(test)]
mod tests;

use crate::shell::run::Run;
use crate::shell::shared::Shared;
use base::{SimSpan, SimTime};
use query::compare::{SeedDurations, What};
use query::{self, Measures};
use runner::{self, Fault, RECORDS_AT_MOST, Way};
use scenario::json::Json;
use std::rc::Rc;

/// More variants don't fit on a screen.
const AT_MOST: usize = 3;

/// What happens to the comparison.
#[derive(Clone, PartialEq, Debug)]
pub enum CompareStep {
    /// Begins, with these ways beside the scenario as it is; without any with the one that is proposed.
    Show(Vec<Way>),
    Hide,
    Add,
    Drop(usize),
    Change(usize, Way),
    /// Makes a variant the scenario.
    Take(usize),
    By(By),
    /// Shows the rows behind a number of a variant, or hides them again.
    Pick(usize, What),
}

/// What the one playhead means in each of the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// The same instant.
    #[default]
    Clock,
    /// The same part of each upgrade.
    Share,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Compare {
    pub variants: Vec<Variant>,
    pub by: By,
    pub picked: Option<(usize, What)>,
    /// The document that the variants are made of.
    pub(crate) of: Shared<Json>,
    /// The text and the purpose of the run that was ordered.
    pub(crate) running: Option<(u32, RunPurpose)>,
    /// Numbers texts, so that an answer about an older one is known.
    pub(crate) texts: u32,
    /// What stood beside the scenario before each change of that, and what stood there before it was taken back.
    pub(crate) past: Vec<Vec<Way>>,
    pub(crate) future: Vec<Vec<Way>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub way: Way,
    pub came: Option<Result<Run, Fault>>,
    /// As far as all that are compared are known.
    pub measures: Option<Rc<Measures>>,
    pub back: Option<Back>,
    pub(crate) seed_durations: SeedDurations,
    pub(crate) text: Rc<str>,
    pub(crate) no: u32,
}

/// The way back from the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// No pool is upgraded.
    Nothing,
    /// The strategy has none.
    NoWay,
    Never(SimTime),
    /// So long, asked for at that instant.
    Took(SimSpan, SimTime),
    /// That run could not be computed.
    Unknown,
}

impl Variant {
    pub(crate) fn new(way: Way) -> Self {
        Self {
            way,
            came: None,
            measures: None,
            back: None,
            seed_durations: SeedDurations::default(),
            text: "".into(),
            no: 0,
        }
    }

    pub fn outcome(&self) -> Option<query::Outcome> {
        Some(self.measures.as_ref()?.outcome)
    }

    pub fn run(&self) -> Option<&Run> {
        self.came.as_ref()?.as_ref().ok()
    }

    fn forget(&mut self, no: u32) {
        self.no = no;
        self.came = None;
        self.measures = None;
        self.back = None;
        self.seed_durations = SeedDurations::default();
    }
}

impl Compare {
    pub(crate) fn new(of: Shared<Json>, ways: &[Way]) -> Self {
        let mut compare = Self {
            variants: vec![Variant::new(Way::AsIs)],
            by: By::default(),
            picked: None,
            of,
            running: None,
            texts: 0,
            past: Vec::new(),
            future: Vec::new(),
        };
        for way in ways.iter().take(AT_MOST - 1) {
            compare.push(*way);
        }
        compare.offer();
        compare
    }

    /// How the scenario itself has it, if it has all pools alike.
    pub fn own(&self) -> Option<Way> {
        Way::of(&self.of)
    }

    /// Whether the strategy of any pool can be chosen.
    pub fn any_choice(&self) -> bool {
        runner::chosen(&self.of).next().is_some()
    }

    /// The ways beside the scenario as it is.
    pub fn ways(&self) -> Vec<Way> {
        self.variants.iter().skip(1).map(|one| one.way).collect()
    }

    /// A run that is too long is compared with nothing.
    pub fn is_too_large(&self) -> bool {
        matches!(self.variants[0].came, Some(Err(Fault::TooLarge)))
    }

    pub(crate) fn push(&mut self, way: Way) {
        let mut variant = Variant::new(way);
        variant.text = way.apply(&self.of).compact().into();
        self.texts += 1;
        variant.no = self.texts;
        self.variants.push(variant);
    }

    /// Makes sure that there is at least one variant, or none if no strategy can be chosen.
    pub(crate) fn offer(&mut self) {
        if !self.any_choice() {
            self.variants.truncate(1);
        } else if self.variants.len() == 1 {
            self.push(self.own().unwrap_or(Way::AsIs).other());
        }
    }

    /// Is there room for one more, and anything that it may be?
    pub fn may_add(&self) -> bool {
        self.variants.len() < AT_MOST && self.any_choice()
    }

    pub(crate) fn change(&mut self, n: usize, way: Way) {
        if n > 0
            && let Some(variant) = self.variants.get_mut(n)
        {
            variant.way = way;
            self.renew();
        }
    }

    /// Texts follow the document; of those that are others nothing is known any more.
    pub(crate) fn renew(&mut self) {
        for variant in self.variants.iter_mut().skip(1) {
            let text = variant.way.apply(&self.of).compact();
            if *text != *variant.text {
                variant.text = text.into();
                self.texts += 1;
                variant.forget(self.texts);
            }
        }
    }

    /// Takes the finished run of the draft as the first variant.
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
                let ended = run.outcome.as_ref()?.ended;
                Some(Rc::new(Measures::of(&run.trace, &run.index, ended, until)))
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunPurpose {
    Run,
    /// Asked for at an instant.
    Back(SimTime),
    /// Under another seed, numbered from the scenario's own on.
    Seeds(usize),
}
