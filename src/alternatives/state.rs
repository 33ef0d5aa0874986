//! Suggested changes for the current run: the question, known results, and the one in progress.
//!
//! The answer is that of the instant at which the playhead last rested: it stays while the run plays. Alternatives are
//! run one after the other, wherever the page runs scenarios.

use base::{SimTime, order};
use model::Plan;
use query::alternatives::{self, Before, Focus, Offer, SettingChange};
use runner::{Alternative, Fault, Outcome, RunNo};
use std::rc::Rc;
use trace::Subject;

/// The result of an alternative's run.
pub type TrialResult = Result<Box<Outcome>, Fault>;

/// The subject of a question, and its instant; `None`: the whole run.
pub(crate) type Asked = (Subject, Option<SimTime>);

/// A change that was tried.
#[derive(Clone, Debug)]
pub struct KnownTrial {
    pub(crate) edit: SettingChange,
    pub(crate) came: Rc<TrialResult>,
    pub(crate) commands: Rc<[String]>,
}

#[derive(Clone, Debug)]
pub struct Trials {
    pub(crate) run: RunNo,
    pub(crate) subject: Subject,
    /// The asked instant; `None`: the whole run.
    pub(crate) at: Option<SimTime>,
    /// `None`: the run is too large.
    pub(crate) before: Option<Rc<Before>>,
    pub(crate) focus: Focus,
    pub(crate) list: Rc<[Alternative]>,
    /// Results for this run, across subjects.
    pub(crate) known: Vec<KnownTrial>,
    /// The index of the one being run.
    pub(crate) running: Option<usize>,
    pub(crate) stopped: bool,
}

/// The alternative that led to the current run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    pub run: RunNo,
    pub edit: String,
    pub gain: String,
}

/// The progress of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrialProgress {
    TooLarge,
    /// No change applies.
    Nothing,
    Trying {
        now: usize,
        of: usize,
    },
    Stopped {
        tried: usize,
        of: usize,
    },
    Done {
        tried: usize,
    },
}

impl Trials {
    pub(crate) fn is_of(&self, run: RunNo, (subject, at): Asked) -> bool {
        self.is_of_run(run) && (self.subject, self.at) == (subject, at)
    }

    pub fn is_of_run(&self, run: RunNo) -> bool {
        self.run == run
    }

    pub fn stand(&self) -> TrialProgress {
        let of = self.list.len();
        let tried = (0..of).filter(|n| self.came(*n).is_some()).count();
        match (&self.before, self.running) {
            (None, _) => TrialProgress::TooLarge,
            (Some(_), _) if of == 0 => TrialProgress::Nothing,
            (Some(_), Some(n)) => TrialProgress::Trying { now: n + 1, of },
            (Some(_), None) if self.stopped && tried < of => TrialProgress::Stopped { tried, of },
            (Some(_), None) => TrialProgress::Done { tried },
        }
    }

    pub fn alternative(&self, n: usize) -> Option<&Alternative> {
        self.list.get(n)
    }

    pub fn came(&self, n: usize) -> Option<&TrialResult> {
        self.known(n).map(|known| &*known.came)
    }

    /// The commands that make the change in the real cluster.
    pub fn commands(&self, n: usize) -> &[String] {
        self.known(n).map_or(&[], |known| &known.commands)
    }

    fn known(&self, n: usize) -> Option<&KnownTrial> {
        let edit = &self.list.get(n)?.edit;
        self.known.iter().find(|known| known.edit == *edit)
    }

    pub fn outcome(&self, n: usize) -> Option<&Outcome> {
        self.came(n)?.as_deref().ok()
    }

    /// The tried changes as they are offered; in the order of trials while these are in progress, so that none moves.
    pub fn offers(&self, plan: &Plan) -> Vec<Offer> {
        self.before.as_ref().map_or_else(Vec::new, |before| offered(self, before, plan))
    }
}

#[inline(never)] // Its code is loaded later.
fn offered(trials: &Trials, before: &Before, plan: &Plan) -> Vec<Offer> {
    let tried = trials.list.iter().enumerate().map(|(n, one)| (&one.edit, trials.outcome(n)));
    let mut offers = alternatives::offers(&trials.focus, plan, before, tried);
    if trials.running.is_some() {
        order::sort_by_key(&mut offers, |one| (one.kind, one.at));
    }
    offers
}
