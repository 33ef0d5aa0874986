//! From one scenario to the next: opened, edited, undone, or named by the address of the page. Pure.

use super::action::Effect;
use super::address::{Address, Source, View};
use super::history::{Side, Version, What};
use super::state::{AppState, Draft, Kept, Note, Origin, Run, Shared, Trouble};
use super::update::{look, select};
use crate::compare;
use crate::import::state::Taken;
use runner::RunNo;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use std::rc::Rc;

/// A whole new text. What is no scenario at all replaces nothing, and is none.
fn open(state: &mut AppState, text: &str, origin: Origin) -> Option<Vec<Effect>> {
    let Ok(json) = Json::parse(text) else {
        state.trouble = Some(Trouble::Unusable(scenario::open(text).diagnostics));
        return None;
    };
    let (draft, readable) = draft(text, json, origin);
    if !readable {
        state.trouble = Some(Trouble::Unusable(draft.diagnostics.to_vec()));
        return None;
    }
    state.trouble = None;
    state.note = None;
    state.view = None;
    state.wanted = None;
    state.opened += 1;
    select(state, None);
    let mut effects = start(state, draft);
    if !effects.is_empty() {
        state.looping = false;
        effects.push(Effect::Loop(false));
        effects.push(Effect::Land);
    }
    Some(effects)
}

/// The person opens another scenario: a step that can be taken back.
pub(crate) fn choose(state: &mut AppState, text: &str, origin: Origin, what: What) -> Vec<Effect> {
    let before = state.draft.clone();
    let Some(mut effects) = open(state, text, origin) else {
        return Vec::new();
    };
    record(state, before.as_ref().map(Draft::side), what, None);
    effects.push(Effect::Changed);
    effects
}

/// An edit runs at once; with errors the last good run stays, and the form says what is wrong.
pub(crate) fn change(state: &mut AppState, edits: &[Edit]) -> Vec<Effect> {
    let Some(before) = state.draft.clone() else {
        return Vec::new();
    };
    let json = edit::apply_all(&before.json, edits);
    if json == *before.json {
        return Vec::new();
    }
    let (what, field) = match edits {
        [one @ Edit::Set(pointer, _)] => (What::of(&before.json, one), Some(pointer.as_str())),
        [edit] => (What::of(&before.json, edit), None),
        _ => (What::Several(edits.len()), None),
    };
    take(state, &before, json, what, field)
}

/// The same as a step that has a name of its own.
pub(crate) fn change_as(state: &mut AppState, edit: &Edit, what: What) -> Vec<Effect> {
    let Some(before) = state.draft.clone() else {
        return Vec::new();
    };
    let json = edit::apply(&before.json, edit);
    take(state, &before, json, what, None)
}

/// Another document in place of the one before.
fn take(
    state: &mut AppState,
    before: &Draft,
    json: Json,
    what: What,
    field: Option<&str>,
) -> Vec<Effect> {
    let text = json.pretty();
    let origin = Origin {
        preset: None,
        ..before.origin.clone()
    };
    let (draft, _) = draft(&text, json, origin);
    let effects = replace(state, draft);
    record(state, Some(before.side()), what, field);
    effects
}

/// Another version of what is open, which is looked at where the one before it was.
fn replace(state: &mut AppState, draft: Draft) -> Vec<Effect> {
    if state.note == Some(Note::Restored) {
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
        // No text is no scenario.
        put_away(state);
        return vec![Effect::Loop(false), Effect::Changed];
    };
    if state.draft.is_none() {
        state.opened += 1;
    }
    let (draft, _) = draft(&version.text, json, version.origin);
    let mut effects = replace(state, draft);
    effects.extend(version.same_until_ms.map(Effect::LandBack));
    effects
}

/// Nothing is open any more; what is still computed is for nobody.
pub(crate) fn put_away(state: &mut AppState) {
    state.draft = None;
    state.run = None;
    state.run_no += 1;
    state.trouble = None;
    state.note = None;
    state.view = None;
    state.wanted = None;
    state.looping = false;
    select(state, None);
}

pub(crate) fn text(draft: Option<&Draft>) -> &str {
    draft.map_or("", |draft| &draft.text)
}

/// Writes down the step that led to what is open now.
pub(crate) fn record(
    state: &mut AppState,
    before: Option<Side<'_>>,
    what: What,
    field: Option<&str>,
) {
    let after = state.draft.clone();
    let after = after.as_ref().map(Draft::side);
    state.history.record(
        before.unwrap_or_default(),
        after.unwrap_or_default(),
        what,
        field,
    );
}

/// A visit begins with what the address names; what the last visit left is then a step before it.
pub(crate) fn begin(state: &mut AppState, kept: Kept, address: &Address) -> Vec<Effect> {
    state.coming = false;
    state.theme = address.theme.unwrap_or(state.theme);
    let (text, origin) = match kept {
        Kept::Nothing => return visit(state, None, address),
        Kept::Broke(text) => {
            let effects = visit(state, None, address);
            state.note = Some(Note::Broke(text));
            return effects;
        }
        Kept::Preset(name) => match scenario::preset(&name) {
            Some(preset) => (preset.text().to_owned(), Origin::preset(preset.name)),
            None => return visit(state, None, address),
        },
        Kept::Text(text, imported) => {
            let imported = imported.and_then(|imported| Json::parse(&imported).ok());
            let origin = Origin {
                preset: None,
                taken: imported.map(|imported| Shared::new(Taken::left(imported))),
            };
            (text, origin)
        }
    };
    if address.source.is_some() {
        let before = Side {
            text: &text,
            origin: origin.clone(),
        };
        let effects = visit(state, Some(before), address);
        if state.draft.is_some() {
            return effects;
        }
    }
    // Why the address could not be opened is still to be said.
    let trouble = state.trouble.take();
    let effects = open(state, &text, origin);
    state.note = Some(match effects {
        Some(_) => Note::Restored,
        None => Note::Broke(text),
    });
    state.trouble = trouble;
    effects.unwrap_or_default()
}

/// Opens what the address names, as it is to be seen. What cannot be had replaces nothing.
pub(crate) fn visit(
    state: &mut AppState,
    before: Option<Side<'_>>,
    address: &Address,
) -> Vec<Effect> {
    if let Some(theme) = address.theme {
        state.theme = theme;
    }
    let (text, origin) = match &address.source {
        None => return Vec::new(),
        Some(Source::Preset(name)) => match scenario::preset_text(name) {
            // The reference work of the benches has a name, and is no preset to choose.
            Some(text) => {
                let origin = scenario::preset(name).map(|preset| Origin::preset(preset.name));
                (text.into_owned(), origin.unwrap_or_default())
            }
            None => {
                state.trouble = Some(Trouble::Preset(name.clone()));
                return Vec::new();
            }
        },
        Some(Source::Link(link)) => match scenario::link::decode(link) {
            Ok(text) => (text, Origin::default()),
            Err(fault) => {
                state.trouble = Some(Trouble::Link(fault));
                return Vec::new();
            }
        },
    };
    if is_seen(state, &text) {
        return look_again(state, &address.view);
    }
    let Some(mut effects) = open(state, &text, origin) else {
        return Vec::new();
    };
    // Before the first thing that is opened there is nothing to go back to.
    if before.is_some() || !state.history.is_empty() {
        record(state, before, What::Link, None);
    }
    state.dialog = None;
    state.view = Some(address.view.clone());
    effects.extend(compare::state::visit(state, &address.view));
    let View { at_ms, play, .. } = address.view;
    if (play || at_ms.is_some()) && effects.contains(&Effect::Land) {
        effects.push(Effect::LandAt(at_ms.unwrap_or(0), play));
    }
    effects
}

/// Is the run of that very text whole, and on the screen?
fn is_seen(state: &AppState, text: &str) -> bool {
    let whole = |run: &Run| run.no.0 == state.run_no && run.outcome.is_some();
    state.run.as_ref().is_some_and(whole)
        && state
            .draft
            .as_ref()
            .is_some_and(|draft| &*draft.text == text)
}

/// Only how the run is looked at is another.
fn look_again(state: &mut AppState, view: &View) -> Vec<Effect> {
    state.dialog = None;
    state.view = Some(view.clone());
    if let Some(trace) = state.run.as_ref().map(|run| run.trace.clone()) {
        look(state, &trace);
    }
    let beside = compare::state::visit(state, view);
    let at = view.at_ms.map(|at_ms| Effect::Seek(at_ms, view.play));
    beside.into_iter().chain(at).collect()
}

/// A draft, and whether it could at least be read as a document.
fn draft(text: &str, json: Json, origin: Origin) -> (Draft, bool) {
    let (readable, diagnostics) = scenario::look(&json);
    let draft = Draft {
        origin,
        text: Rc::from(text),
        json: Shared::new(json),
        diagnostics: Shared::new(diagnostics),
    };
    (draft, readable)
}

/// Orders the run of a draft, if it has no errors.
fn start(state: &mut AppState, draft: Draft) -> Vec<Effect> {
    let text = draft.text.to_string();
    let clean = draft.errors().next().is_none();
    let json = draft.json.clone();
    state.draft = Some(draft);
    if !clean {
        return Vec::new();
    }
    state.ordered = Some(json);
    state.run_no += 1;
    if matches!(state.trouble, Some(Trouble::Engine(_))) {
        state.trouble = None;
    }
    vec![Effect::Run(RunNo(state.run_no), text)]
}

/// The checks found nothing, and still it cannot be compiled: the forms say why.
pub(crate) fn refused(state: &mut AppState) {
    if let Some(draft) = &mut state.draft {
        draft.diagnostics = Shared::new(scenario::open(&draft.text).diagnostics);
    }
}
