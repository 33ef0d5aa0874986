//! What a change would come to: each alternative is run to its end, a slice in each frame.

use super::scene::RunScene;
use crate::query::{self, Edit, Ended, Finished, Index, Summary, effect};
use crate::runner::{Outcome, Session, Step};
use crate::scenario::Compiled;
use crate::trace::{Phrase, Trace};
use crate::ui::state::Run;
use std::rc::Rc;

/// Wakes of the engine in one frame.
const WAKES: u32 = 4096;
/// Runs of more records than this are not run again for each alternative.
const RECORDS_AT_MOST: u32 = 100_000;

/// What was tried for one run.
#[derive(Default)]
pub struct Trials {
    of: Option<(Rc<RunScene>, Summary)>,
    known: Vec<(Edit, Phrase)>,
    under_way: Option<Trial>,
}

struct Trial {
    edit: Edit,
    session: Session,
    trace: Trace,
}

/// The numbers of a finished run.
fn numbers(trace: &Trace, index: &Index, outcome: &Outcome) -> Summary {
    let findings = query::summary::Findings::default();
    query::summary(trace, index, ended(outcome), outcome.digest, findings)
}

/// How the engine's end reads to the questions.
pub fn ended(outcome: &Outcome) -> Ended {
    use crate::runner::Ended as Engine;
    match outcome.ended {
        Engine::Until => Ended::Until,
        Engine::Quiet => Ended::Quiet,
        Engine::Overrun => Ended::Overrun,
    }
}

/// Can alternatives of this run be tried?
pub fn worth_trying(run: &Run) -> bool {
    run.outcome.is_some() && run.trace.len() <= RECORDS_AT_MOST
}

impl Trials {
    /// How many were tried.
    pub fn tried(&self) -> usize {
        self.known.len()
    }

    pub fn effect(&self, edit: &Edit) -> Option<&Phrase> {
        let known = self.known.iter().find(|(other, _)| other == edit);
        known.map(|(_, effect)| effect)
    }

    /// Another run is looked at: what was tried for the last one is forgotten.
    pub fn look_at(&mut self, run: &Run, scene: &Rc<RunScene>) {
        let same = self
            .of
            .as_ref()
            .is_some_and(|(known, _)| Rc::ptr_eq(known, scene));
        if same {
            return;
        }
        *self = Self::default();
        if let Some(outcome) = run.outcome.as_ref().filter(|_| worth_trying(run)) {
            let before = numbers(&run.trace, &run.index, outcome);
            self.of = Some((Rc::clone(scene), before));
        }
    }

    /// Goes on with the first alternative that was not tried yet; says whether anything is left to do.
    pub fn work(&mut self, run: &Run, edits: &[Edit]) -> bool {
        let Some((_, before)) = &self.of else {
            return false;
        };
        let Some(edit) = edits.iter().find(|edit| self.effect(edit).is_none()) else {
            self.under_way = None;
            return false;
        };
        let mut trial = match self.under_way.take().filter(|trial| trial.edit == *edit) {
            Some(trial) => trial,
            None => Trial::of(run, *edit),
        };
        match trial.session.pump(WAKES) {
            Step::Sealed(chunk) => {
                trial.trace.push(chunk);
                self.under_way = Some(trial);
            }
            Step::Reached(_) => self.under_way = Some(trial),
            Step::Done(outcome) => {
                let after = numbers(&trial.trace, &Index::of(&trial.trace), &outcome);
                let before = Finished {
                    trace: &run.trace,
                    summary: before,
                };
                let after = Finished {
                    trace: &trial.trace,
                    summary: &after,
                };
                let came_to = effect(edit, before, after);
                self.known.push((*edit, came_to));
            }
        }
        true
    }
}

impl Trial {
    fn of(run: &Run, edit: Edit) -> Self {
        let mut changed = Compiled {
            plan: Rc::clone(run.plan.rc()),
            cluster: run.start.rc().as_ref().clone(),
        };
        edit.apply(Rc::make_mut(&mut changed.plan), &mut changed.cluster);
        let session = Session::of(changed, None, None);
        Self {
            edit,
            trace: session.trace(),
            session,
        }
    }
}
