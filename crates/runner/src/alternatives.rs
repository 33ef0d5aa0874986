//! Edits of the scenario document for suggested changes.
//!
//! A trial runs the whole changed document in a separate worker. The button makes the same edits, so its result is the
//! promised one.

mod budget;
mod cluster;
mod entry;
mod pool;
mod workload;

use base::SimTime;
use model::{Plan, RunState};
use query::alternatives::{Before, Focus, SettingChange, candidates};
use query::index::Index;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use trace::{Phrase, Subject, Trace};

/// A change that can be tried and applied.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    pub edit: SettingChange,
    /// The edits of the document, applied as one step.
    pub document: Vec<Edit>,
    /// How many workloads or budgets the edited entry stands for.
    pub copies: u32,
    /// The pool's upgrade is under way at the start: its settings can't be changed before it is cancelled (BS-04).
    pub under_way: Option<FollowUp>,
}

/// What follows the change of a pool whose upgrade was under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FollowUp {
    Resume,
    RollBack,
    /// It is cancelled already: nothing is to be cancelled.
    ResumeCancelled,
}

impl Alternative {
    pub fn phrase(&self) -> Phrase {
        let mut edit = self.edit.phrase();
        if let Some(then) = self.under_way {
            let then = match then {
                FollowUp::Resume => "resume",
                FollowUp::RollBack => "roll-back",
                FollowUp::ResumeCancelled => "resume-cancelled",
            };
            edit = Phrase::new("edit-under-way").with("edit", edit).with("then", then);
        }
        if self.copies < 2 {
            return edit;
        }
        Phrase::new("edit-copies").with("edit", edit).with("n", self.copies)
    }

    /// The document with the change.
    pub fn apply(&self, document: &Json) -> Json {
        edit::apply_all(document, &self.document)
    }
}

/// The changes that can be tried for a question, and what it is about.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Alternatives {
    pub focus: Focus,
    pub list: Vec<Alternative>,
}

/// The possible changes for a subject of a run of this document: from the asked time on, or in the whole run.
pub fn alternatives(
    document: &Json,
    trace: &Trace,
    index: &Index,
    before: &Before,
    (subject, at): (Subject, Option<SimTime>),
) -> Alternatives {
    let found = candidates(trace, index, before, subject, at);
    let mut list: Vec<Alternative> = Vec::new();
    for edit in found.changes {
        let mut made = alternative(document, trace.plan(), edit);
        if let Some(made) = &mut made
            && let Some(pool) = made.edit.strategy_of()
        {
            let state = trace.start().pools.get(pool);
            let last = trace.last().pools.get(pool).map(|state| state.run);
            // One that is under way goes on at the start.
            let mut rows = trace.rows_of(Subject::Pool(pool)).into_iter();
            let first = rows.find_map(|no| trace.record(no)).map(|row| row.at);
            let is_cancelled = state.is_some_and(|state| state.run == RunState::Cancelled)
                && first != Some(SimTime::ZERO);
            let then = match last {
                Some(RunState::RollingBack | RunState::RolledBack) => FollowUp::RollBack,
                _ if is_cancelled => FollowUp::ResumeCancelled,
                _ => FollowUp::Resume,
            };
            made.under_way = state.filter(|state| state.run != RunState::Idle).map(|_| then);
        }
        // Two copies of one entry are changed together.
        let new = |made: &Alternative| list.iter().all(|one| one.document != made.document);
        list.extend(made.filter(new));
    }
    Alternatives { focus: found.focus, list }
}

fn alternative(document: &Json, plan: &Plan, edit: SettingChange) -> Option<Alternative> {
    let (document, copies) = match edit {
        SettingChange::Cluster(ref change) => (cluster::edits(document, plan, change)?, 1),
        SettingChange::Pool(id, ref change) => {
            let pool = entry::pool(document, plan, id)?;
            (pool::edits(document, plan, &pool, change), 1)
        }
        SettingChange::Workload(id, ref change) => {
            let workload = entry::workload(document, plan, id)?;
            (workload::edits(plan, id, &workload, change)?, workload.copies)
        }
        SettingChange::Budget(id, ref change) => {
            let budget = entry::budget(document, plan, id)?;
            (budget::edits(&budget, change), budget.copies)
        }
    };
    (!document.is_empty()).then_some(Alternative { edit, document, copies, under_way: None })
}

fn set(parent: &str, field: &str, value: impl Into<Json>) -> Edit {
    Edit::Set(format!("{parent}/{field}"), value.into())
}

/// Changes a number in the entries of the script that do this and have it.
fn in_script(
    document: &Json,
    action: &str,
    key: &str,
    (from, to): (u32, u32),
    of_subject: impl Fn(&Json) -> bool,
) -> Vec<Edit> {
    let script = document.get("script").map_or(&[][..], Json::items);
    let is_meant = |item: &Json| {
        item.get("do").and_then(Json::text) == Some(action)
            && item.get(key) == Some(&Json::Int(from.into()))
            && of_subject(item)
    };
    let places = script.iter().enumerate().filter(|(_, item)| is_meant(item));
    places.map(|(n, _)| set(&format!("/script/{n}"), key, to)).collect()
}
