//! Changes of the scenario: opening, editing, undo, and the page's address. Pure.

use super::draft::{Draft, DraftSide, Origin};
use super::history::{StepKind, Version};
use crate::shell::jobs::job::{Job, JobId, JobPurpose};
use crate::shell::state::selection::select;
use crate::shell::state::{AppState, Center, Effect, InfoBanner, PageError, Shared, Tab};
use runner::{Request, RunNo};
use scenario::Diagnostic;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use std::rc::Rc;

/// Opens a new text. A text that isn't a scenario replaces nothing; the result is `None`.
pub(crate) fn open(state: &mut AppState, text: &str, origin: Origin) -> Option<Vec<Effect>> {
    let Ok(json) = Json::parse(text) else {
        state.trouble = Some(PageError::Unusable(scenario::open(text).diagnostics));
        return None;
    };
    let (draft, readable) = draft(text, json, origin);
    if !readable {
        state.trouble = Some(PageError::Unusable(draft.diagnostics.to_vec()));
        return None;
    }
    state.trouble = None;
    state.note = None;
    state.view = None;
    state.moment = None;
    state.wanted = None;
    state.opened += 1;
    state.views.close(Center::Calendar);
    if state.tab == Tab::Maintenance {
        state.tab = Tab::default();
    }
    select(state, None);
    let mut effects = start(state, draft);
    if !effects.is_empty() {
        state.looping = false;
        effects.push(Effect::Loop(false));
        effects.push(Effect::Land);
    }
    Some(effects)
}

/// Opens another scenario as an undoable step.
pub(crate) fn choose(
    state: &mut AppState,
    text: &str,
    origin: Origin,
    what: StepKind,
) -> Vec<Effect> {
    let before = state.draft.clone();
    let Some(mut effects) = open(state, text, origin) else {
        return Vec::new();
    };
    record(state, before.as_ref().map(Draft::side), what, None);
    effects.push(Effect::Changed);
    effects
}

pub(crate) fn choose_preset(state: &mut AppState, name: &str) -> Vec<Effect> {
    let Some(preset) = scenario::preset(name) else {
        return Vec::new();
    };
    state.dialog = None;
    let origin = Origin::preset(preset.name);
    choose(state, preset.text(), origin, StepKind::Preset(preset.name))
}

/// Applies edits and runs the scenario; with errors the last good run stays, and the form shows them.
pub(crate) fn change(state: &mut AppState, edits: &[Edit]) -> Vec<Effect> {
    let Some(before) = state.draft.clone() else {
        return Vec::new();
    };
    let json = edit::apply_all(&before.json, edits);
    if json == *before.json {
        return Vec::new();
    }
    let (what, field) = match edits {
        [one @ Edit::Set(pointer, _)] => (StepKind::of(&before.json, one), Some(pointer.as_str())),
        [edit] => (StepKind::of(&before.json, edit), None),
        _ => (StepKind::Several(edits.len()), None),
    };
    take(state, &before, json, what, field)
}

/// The same as a step with its own name.
pub(crate) fn change_as(state: &mut AppState, edits: &[Edit], what: StepKind) -> Vec<Effect> {
    let Some(before) = state.draft.clone() else {
        return Vec::new();
    };
    let json = edit::apply_all(&before.json, edits);
    take(state, &before, json, what, None)
}

/// Goes back to a former document as a step of its own.
pub(crate) fn take_former(state: &mut AppState, json: &Json) -> Vec<Effect> {
    let Some(before) = state.draft.clone() else {
        return Vec::new();
    };
    take(state, &before, json.clone(), StepKind::Former, None)
}

/// Replaces the document.
pub(crate) fn take(
    state: &mut AppState,
    before: &Draft,
    json: Json,
    what: StepKind,
    field: Option<&str>,
) -> Vec<Effect> {
    let text = json.pretty();
    let origin = Origin { preset: None, named: None, ..before.origin.clone() };
    let (draft, _) = draft(&text, json, origin);
    let effects = replace(state, draft);
    record(state, Some(before.side()), what, field);
    effects
}

/// Replaces the document by a typed one, as one step with what was typed just before. One that isn't a scenario replaces
/// nothing.
pub(crate) fn take_typed(
    state: &mut AppState,
    before: &Draft,
    json: Json,
) -> Result<Vec<Effect>, Shared<Vec<Diagnostic>>> {
    let text = json.pretty();
    let origin = Origin { preset: None, ..before.origin.clone() };
    let (draft, readable) = draft(&text, json, origin);
    if !readable {
        return Err(draft.diagnostics);
    }
    let effects = replace(state, draft);
    record(state, Some(before.side()), StepKind::Text, Some("text"));
    Ok(effects)
}

/// Replaces the document by another version of it; the view stays.
pub(crate) fn replace(state: &mut AppState, draft: Draft) -> Vec<Effect> {
    if matches!(state.note, Some(InfoBanner::Restored | InfoBanner::Removed { .. })) {
        state.note = None;
    }
    let mut effects = vec![Effect::Mark];
    effects.extend(start(state, draft));
    if effects.len() == 1 {
        effects.clear();
    }
    effects.push(Effect::Changed);
    effects
}

/// Goes to another step of the history.
pub(crate) fn turn(state: &mut AppState, version: Option<Version>) -> Vec<Effect> {
    let Some(version) = version else {
        return Vec::new();
    };
    if version.whole {
        select(state, None);
    }
    let Ok(json) = Json::parse(&version.text) else {
        // The empty text stands for no scenario.
        return put_away(state);
    };
    if state.draft.is_none() {
        state.opened += 1;
    }
    let (draft, _) = draft(&version.text, json, version.origin);
    let mut effects = replace(state, draft);
    effects.extend(version.same_until_ms.map(Effect::LandBack));
    effects
}

/// Closes the scenario, as a step that can be undone.
pub(crate) fn close(state: &mut AppState) -> Vec<Effect> {
    let before = state.draft.clone();
    let effects = put_away(state);
    state.import = None;
    record(state, before.as_ref().map(Draft::side), StepKind::Anew, None);
    effects
}

/// Goes back to the page without a scenario; the browser keeps the saved one.
pub(crate) fn leave(state: &mut AppState) -> Vec<Effect> {
    if state.draft.is_none() {
        return Vec::new();
    }
    state.dialog = None;
    let mut effects = close(state);
    effects.retain(|effect| *effect != Effect::Changed);
    effects
}

/// Closes the scenario and cancels its run.
fn put_away(state: &mut AppState) -> Vec<Effect> {
    state.draft = None;
    state.run = None;
    state.run_no += 1;
    state.trouble = None;
    state.note = None;
    state.view = None;
    state.wanted = None;
    state.looping = false;
    state.views.close(Center::Calendar);
    select(state, None);
    let mut effects = state.jobs.cancel(JobPurpose::Draft);
    effects.extend([Effect::Loop(false), Effect::Changed]);
    effects
}

pub(crate) fn text(draft: Option<&Draft>) -> &str {
    draft.map_or("", |draft| &draft.text)
}

/// Records the step that led to the current scenario.
pub(crate) fn record(
    state: &mut AppState,
    before: Option<DraftSide<'_>>,
    what: StepKind,
    field: Option<&str>,
) {
    let after = state.draft.clone();
    let after = after.as_ref().map(Draft::side);
    state.history.record(before.unwrap_or_default(), after.unwrap_or_default(), what, field);
}

/// A draft, and whether it is at least a valid document.
pub(crate) fn draft(text: &str, json: Json, origin: Origin) -> (Draft, bool) {
    let (readable, diagnostics) = scenario::look(&json);
    let draft = Draft {
        origin,
        text: Rc::from(text),
        json: Shared::new(json),
        diagnostics: Shared::new(diagnostics),
    };
    (draft, readable)
}

/// Requests the run of a draft without errors.
fn start(state: &mut AppState, draft: Draft) -> Vec<Effect> {
    let text = draft.text.to_string();
    let clean = draft.errors().next().is_none();
    let json = draft.json.clone();
    state.draft = Some(draft);
    if !clean {
        // A run of another scenario would stand under the name of this one.
        let opened = state.opened;
        state.run = state.run.take().filter(|run| run.opened == opened);
        return Vec::new();
    }
    state.requested = Some(json);
    state.run_no += 1;
    if matches!(state.trouble, Some(PageError::Engine(_))) {
        state.trouble = None;
    }
    let (seed, held) = (None, None);
    let request = Request::Run { text, seed, held };
    let id = JobId::draft(RunNo(state.run_no));
    vec![state.jobs.start_as(id, Job::Simulate(request))]
}

/// The checks found no error, but the draft doesn't compile: the forms show why.
pub(crate) fn refused(state: &mut AppState) {
    if let Some(draft) = &mut state.draft {
        draft.diagnostics = Shared::new(scenario::open(&draft.text).diagnostics);
    }
}
