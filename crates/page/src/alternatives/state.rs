//! Alternatives of the run that is looked at: what was asked, what is known, what is under way.
//!
//! The answer belongs to the run and the subject, not to the instant: it stays while the run plays. Each alternative is
//! run by itself, one after the other, wherever the page runs scenarios.

use base::order;
use query::alternatives::{self, Before, SettingChange};
use runner::{Alternative, Fault, Figures, RunNo};
use std::rc::Rc;
use trace::Subject;

/// The result of an alternative's run.
pub type Came = Result<Box<Figures>, Fault>;

#[derive(Clone, Debug)]
pub struct Trials {
    pub(crate) run: RunNo,
    pub(crate) subject: Subject,
    /// `None`: the run is too large.
    pub(crate) before: Option<Rc<Before>>,
    pub(crate) list: Rc<[Alternative]>,
    /// Results for this run, for all subjects.
    pub(crate) known: Vec<(SettingChange, Rc<Came>)>,
    /// The place in the list of the one that is being run.
    pub(crate) running: Option<usize>,
    pub(crate) stopped: bool,
}

/// The alternative that made the present run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    pub run: RunNo,
    pub edit: String,
    pub gain: String,
}

/// How far the answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    TooLarge,
    /// Nothing bears on it.
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
    pub fn is_of(&self, run: RunNo, subject: Subject) -> bool {
        self.is_of_run(run) && self.subject == subject
    }

    pub fn is_of_run(&self, run: RunNo) -> bool {
        self.run == run
    }

    pub fn stand(&self) -> Stand {
        let of = self.list.len();
        let tried = (0..of).filter(|n| self.came(*n).is_some()).count();
        match (&self.before, self.running) {
            (None, _) => Stand::TooLarge,
            (Some(_), _) if of == 0 => Stand::Nothing,
            (Some(_), Some(n)) => Stand::Trying { now: n + 1, of },
            (Some(_), None) if self.stopped && tried < of => Stand::Stopped { tried, of },
            (Some(_), None) => Stand::Done { tried },
        }
    }

    pub fn alternative(&self, n: usize) -> Option<&Alternative> {
        self.list.get(n)
    }

    /// The figures of the run that is looked at.
    pub fn before(&self) -> Option<&Figures> {
        self.before.as_ref().map(|before| &before.figures)
    }

    pub fn came(&self, n: usize) -> Option<&Came> {
        let edit = self.list.get(n)?.edit;
        let known = self.known.iter().find(|(other, _)| *other == edit);
        known.map(|(_, came)| &**came)
    }

    pub fn figures(&self, n: usize) -> Option<&Figures> {
        self.came(n)?.as_deref().ok()
    }

    /// Places of the best; while some are under way in the order in which they were tried, so that none jumps.
    pub fn best(&self) -> Vec<usize> {
        let Some(before) = self.before() else {
            return Vec::new();
        };
        let mut best = alternatives::best(before, (0..self.list.len()).map(|n| self.figures(n)));
        if self.running.is_some() {
            order::sort(&mut best);
        }
        best
    }

    /// Places of those that were tried and are not among the best.
    pub fn others(&self) -> Vec<usize> {
        let best = self.best();
        let tried = (0..self.list.len()).filter(|n| self.came(*n).is_some());
        tried.filter(|n| !best.contains(n)).collect()
    }
}
