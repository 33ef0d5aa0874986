//! Effects of the import dialog on the page.

use super::results::UsedImport;
use super::state::{ImportEffect, ImportState, ImportStep};
use crate::shell::jobs::job::{Job, JobPurpose, ToRead};
use crate::shell::scenario::changes::choose;
use crate::shell::scenario::draft::Origin;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::{AppState, Dialog, Effect, Shared};

pub(crate) fn import(state: &mut AppState, step: ImportStep) -> Vec<Effect> {
    if matches!(step, ImportStep::Files(_)) {
        state.dialog = Some(Dialog::Import);
    } else if state.dialog != Some(Dialog::Import) {
        return Vec::new();
    }
    let mut import = match &state.import {
        Some(import) => ImportState::clone(import),
        None if matches!(step, ImportStep::Leave | ImportStep::Return) => return Vec::new(),
        None => ImportState::after(state.draft.as_ref()),
    };
    let then = import.step(step, state.draft.as_ref());
    state.import = Some(Shared::new(import));
    match then {
        ImportEffect::Nothing => Vec::new(),
        ImportEffect::Read(files) => {
            vec![state.jobs.start(JobPurpose::Import, Job::Read(ToRead::Files(files)))]
        }
        ImportEffect::Stop => state.jobs.cancel(JobPurpose::Import),
    }
}

/// Reads the maintenance policy of a text, for the policy checker.
#[inline(never)] // Loaded later.
pub(crate) fn read_policy(state: &mut AppState, text: String) -> Vec<Effect> {
    state.policy = None;
    vec![state.jobs.start(JobPurpose::Import, Job::Read(ToRead::Policy(text)))]
}

#[inline(never)] // Loaded later.
pub(crate) fn use_import(state: &mut AppState, subject: Option<String>) -> Vec<Effect> {
    let import = state.import.as_deref().cloned().unwrap_or_default();
    let ImportState { offer: Some(offer), files, .. } = import else {
        return Vec::new();
    };
    state.dialog = None;
    state.import = None;
    let before = state.opened;
    let taken = UsedImport {
        imported: offer.imported.clone(),
        files,
        found: offer.found.clone(),
        names: offer.names.clone(),
    };
    let origin = Origin { taken: Some(Shared::new(taken)), ..Origin::default() };
    let effects = choose(state, &offer.scenario.text, origin, StepKind::Opened);
    if state.opened != before {
        state.wanted = subject;
    }
    effects
}
