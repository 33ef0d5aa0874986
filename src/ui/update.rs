//! From a state and an action to the next state and what is to be done. Pure, and so tested without a browser.

use super::action::{Action, Effect};
use super::edit;
use super::state::{AppState, Dialog, Draft, Import, Run, Shared, Tab, Trouble};
use super::trials;
use crate::query::{Index, lanes};
use crate::runner::RunNo;
use crate::scenario;
use crate::scenario::json::Json;
use crate::trace::{Subject, Trace};
use std::rc::Rc;

#[inline(never)] // Within the store it would be a part of the first screen, which does nothing yet.
pub fn update(state: &AppState, action: Action) -> (AppState, Vec<Effect>) {
    let mut next = state.clone();
    let mut effects = apply(&mut next, action);
    effects.extend(trials::follow(&mut next));
    (next, effects)
}

fn apply(state: &mut AppState, action: Action) -> Vec<Effect> {
    match action {
        Action::Preset(name) => {
            let Some(text) = scenario::preset(name) else {
                return Vec::new();
            };
            state.dialog = None;
            select(state, None);
            open(state, text, Some(name))
        }
        Action::Open(text) => {
            select(state, None);
            open(state, &text, None)
        }
        Action::Edit(edit) => change(state, std::slice::from_ref(&edit)),
        Action::Apply(edits) => {
            let applied = trials::applied(state, &edits);
            let effects = change(state, &edits);
            state.applied = applied.filter(|_| !effects.is_empty());
            effects
        }
        Action::Consider(no) => trials::consider(state, no),
        Action::Tried(no, came) => trials::came(state, no, came),
        Action::StopTrying => trials::stop(state),
        Action::TryAgain => trials::again(state),
        Action::Grew(no, trace) => {
            grow(state, no, trace);
            Vec::new()
        }
        Action::Done(no, outcome) => {
            if let Some(run) = state.run.as_mut().filter(|run| run.no == no) {
                run.outcome = Some(outcome);
            }
            Vec::new()
        }
        Action::Failed(no, text) => {
            if no.0 == state.run_no {
                state.trouble = Some(Trouble::Engine(text));
            }
            Vec::new()
        }
        Action::Placed(place) => {
            state.place = Some(place);
            state.place_known = false;
            Vec::new()
        }
        Action::Select(subject) => {
            select(state, subject);
            Vec::new()
        }
        Action::Tab(tab) => {
            state.tab = tab;
            Vec::new()
        }
        Action::Filter(text) => {
            state.filter = text;
            Vec::new()
        }
        Action::Section(section) => {
            state.sections = state.sections.toggled(section);
            Vec::new()
        }
        Action::ShowSetup(shown) => {
            state.setup_shown = shown;
            Vec::new()
        }
        Action::Dialog(dialog) => {
            // Cancelled or begun anew, an import holds nothing.
            if dialog == Some(Dialog::Import) || state.dialog == Some(Dialog::Import) {
                state.import = Import::default();
            }
            state.dialog = dialog;
            Vec::new()
        }
        Action::Theme(theme) => {
            state.theme = theme;
            vec![Effect::Keep("theme", theme.name().to_owned())]
        }
        Action::SingleKeys(on) => {
            state.single_keys = on;
            vec![Effect::Keep(
                "keys",
                if on { "on" } else { "off" }.to_owned(),
            )]
        }
        Action::Playing(playing) => {
            state.playing = playing;
            Vec::new()
        }
        Action::Speed(speed) => {
            state.speed = speed;
            vec![Effect::Speed(speed)]
        }
        Action::Looping(on) => {
            state.looping = on;
            vec![Effect::Loop(on)]
        }
        Action::TrueScale(on) => {
            state.true_scale = on;
            Vec::new()
        }
        Action::Dismiss => {
            // One thing at a time: what went wrong stands above where runs execute.
            if state.trouble.take().is_none() {
                state.place_known = true;
            }
            Vec::new()
        }
        Action::Paste(text) => {
            state.import.pasted = text;
            read(state)
        }
        Action::Files(mut files) => {
            state.import.files.append(&mut files);
            state.dialog = Some(Dialog::Import);
            read(state)
        }
        Action::Found(found) => {
            // The importer may answer when nobody asks any more.
            if state.import.busy {
                state.import.busy = false;
                state.import.found = Some(found);
            }
            Vec::new()
        }
        Action::UseImport => use_import(state),
    }
}

/// With nothing selected there is nothing to ask why about, until somebody does.
fn select(state: &mut AppState, subject: Option<Subject>) {
    if subject.is_none() && state.tab == Tab::Why {
        state.tab = Tab::Findings;
    }
    state.selected = subject;
}

/// Everything that was dropped or pasted so far is read together: one file may explain another.
fn read(state: &mut AppState) -> Vec<Effect> {
    let mut files = state.import.files.clone();
    if !state.import.pasted.trim().is_empty() {
        files.push(super::state::NamedText {
            name: String::new(),
            bytes: Rc::from(state.import.pasted.as_bytes()),
        });
    }
    state.import.busy = !files.is_empty();
    state.import.found = None;
    if files.is_empty() {
        return Vec::new();
    }
    vec![Effect::Read(files)]
}

fn use_import(state: &mut AppState) -> Vec<Effect> {
    let text = state
        .import
        .found
        .as_ref()
        .and_then(|found| found.text.clone());
    let Some(text) = text else {
        return Vec::new();
    };
    state.dialog = None;
    state.import = Import::default();
    select(state, None);
    open(state, &text, None)
}

/// A whole new text. What is no scenario at all replaces nothing.
fn open(state: &mut AppState, text: &str, preset: Option<&'static str>) -> Vec<Effect> {
    let Ok(json) = Json::parse(text) else {
        state.trouble = Some(Trouble::Unusable(scenario::open(text).diagnostics));
        return Vec::new();
    };
    let (draft, compiled, readable) = draft(text, json, preset);
    if !readable {
        state.trouble = Some(Trouble::Unusable(draft.diagnostics.to_vec()));
        return Vec::new();
    }
    state.trouble = None;
    state.opened += 1;
    let mut effects = start(state, draft, compiled);
    if !effects.is_empty() {
        state.looping = false;
        effects.push(Effect::Loop(false));
        effects.push(Effect::Land);
    }
    effects
}

/// An edit runs at once; with errors the last good run stays, and the form says what is wrong.
fn change(state: &mut AppState, edits: &[edit::Edit]) -> Vec<Effect> {
    let Some(before) = &state.draft else {
        return Vec::new();
    };
    let json = edit::apply_all(&before.json, edits);
    let text = json.pretty();
    let (draft, compiled, _) = draft(&text, json, None);
    let mut effects = vec![Effect::Mark];
    effects.extend(start(state, draft, compiled));
    if effects.len() == 1 {
        effects.clear();
    }
    effects
}

/// A draft, what it compiles to, and whether it could at least be read as a document.
fn draft(
    text: &str,
    json: Json,
    preset: Option<&'static str>,
) -> (Draft, Option<scenario::Compiled>, bool) {
    let opened = scenario::open(text);
    let readable = opened.document.is_some();
    let compiled = opened.compiled;
    let draft = Draft {
        preset,
        text: Rc::from(text),
        json: Shared::new(json),
        diagnostics: Shared::new(opened.diagnostics),
    };
    (draft, compiled, readable)
}

/// Orders the run of a draft, if it has no errors.
fn start(state: &mut AppState, draft: Draft, compiled: Option<scenario::Compiled>) -> Vec<Effect> {
    let text = draft.text.to_string();
    state.draft = Some(draft);
    if compiled.is_none() {
        return Vec::new();
    }
    state.run_no += 1;
    if matches!(state.trouble, Some(Trouble::Engine(_))) {
        state.trouble = None;
    }
    vec![Effect::Run(RunNo(state.run_no), text)]
}

/// Takes what was computed. The run before it is shown until the first rows of the new one are there.
fn grow(state: &mut AppState, no: RunNo, trace: Trace) {
    if no.0 != state.run_no {
        return;
    }
    let Some(draft) = &state.draft else {
        return;
    };
    let index = match &state.run {
        // The same run a little longer: only the new rows are read.
        Some(run) if run.no == no => {
            let mut index = Index::clone(&run.index);
            index.extend(&trace);
            index
        }
        _ => Index::of(&trace),
    };
    let lanes = lanes(&trace, &index);
    let outcome = None;
    state.run = Some(Run {
        no,
        plan: Rc::clone(trace.plan()).into(),
        start: Rc::clone(trace.start()).into(),
        index: Shared::new(index),
        lanes: Shared::new(lanes),
        trace,
        outcome,
        diagnostics: draft.diagnostics.clone(),
    });
    forget_the_gone(state);
}

/// A selection that the new run does not have is none.
fn forget_the_gone(state: &mut AppState) {
    let (Some(run), Some(subject)) = (&state.run, state.selected) else {
        return;
    };
    let plan = &run.plan;
    let there = match subject {
        Subject::Cluster | Subject::Node(_) | Subject::Pod(_) => true,
        Subject::Pool(id) => plan.pools.get(id).is_some(),
        Subject::Zone(id) => plan.zones.get(id).is_some(),
        Subject::Workload(id) => plan.workloads.get(id).is_some(),
        Subject::Budget(id) => plan.budgets.get(id).is_some(),
        Subject::Service(id) => plan.services.get(id).is_some(),
    };
    if !there {
        select(state, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Session;
    use crate::ui::edit::Edit;
    use crate::ui::state::{Found, NamedText};

    fn after(state: &AppState, action: Action) -> (AppState, Vec<Effect>) {
        update(state, action)
    }

    /// A state in which the preset's run is whole.
    fn opened() -> AppState {
        let (state, effects) = after(&AppState::default(), Action::Preset("docs-5-nodes"));
        let Some(Effect::Run(no, text)) = effects.first() else {
            panic!("{effects:?}");
        };
        let session = Session::new(text, None).expect("a preset runs");
        let mut trace = session.trace();
        let outcome = session.finish(|chunk| trace.push(chunk));
        let (state, _) = after(&state, Action::Grew(*no, trace));
        after(&state, Action::Done(*no, outcome)).0
    }

    fn set(pointer: &str, value: i64) -> Action {
        Action::Edit(Edit::Set(pointer.to_owned(), Json::Int(value)))
    }

    #[test]
    fn a_preset_runs_and_is_seen_from_its_start() {
        let (state, effects) = after(&AppState::default(), Action::Preset("docs-5-nodes"));
        assert!(matches!(
            effects.as_slice(),
            [Effect::Run(RunNo(1), _), Effect::Loop(false), Effect::Land]
        ));
        assert_eq!(
            state.draft.as_ref().and_then(|draft| draft.preset),
            Some("docs-5-nodes")
        );
        assert_eq!(state.run, None);
        let state = opened();
        let run = state.run.expect("it ran");
        assert_eq!((run.lanes.nodes.min(), run.lanes.nodes.max()), (4, 7));
    }

    #[test]
    fn an_edit_runs_at_once_and_keeps_the_event() {
        let before = opened();
        let (state, effects) = after(&before, set("/pools/0/upgradeSettings/maxSurge", 3));
        assert!(matches!(
            effects.as_slice(),
            [Effect::Mark, Effect::Run(RunNo(2), _)]
        ));
        assert_eq!(state.draft.as_ref().and_then(|draft| draft.preset), None);
        // The run before it is shown until the new one has rows.
        assert_eq!(state.run, before.run);
    }

    #[test]
    fn with_nothing_selected_findings_are_shown_until_somebody_asks() {
        let state = opened();
        assert_eq!(state.tab, Tab::Findings);
        let pool = Subject::Pool(crate::base::PoolId(0));
        let (state, _) = after(&state, Action::Select(Some(pool)));
        let (state, _) = after(&state, Action::Tab(Tab::Why));
        assert_eq!((state.selected, state.tab), (Some(pool), Tab::Why));
        let (state, _) = after(&state, Action::Select(None));
        assert_eq!((state.selected, state.tab), (None, Tab::Findings));
        // Asked without a selection, the pool answers.
        let (state, _) = after(&state, Action::Tab(Tab::Why));
        assert_eq!((state.selected, state.tab), (None, Tab::Why));
    }

    #[test]
    fn an_edit_with_an_error_leaves_the_last_good_run() {
        let before = opened();
        let (state, _) = after(&before, set("/pools/0/upgradeSettings/maxSurge", 0));
        let (state, effects) = after(&state, set("/pools/0/upgradeSettings/maxUnavailable", 0));
        assert_eq!(effects, []);
        let draft = state.draft.as_ref().expect("still there");
        let codes: Vec<&str> = draft.errors().map(|error| error.code).collect();
        assert_eq!(codes, ["surge/both-zero"]);
        assert_eq!(state.run, before.run);
    }

    #[test]
    fn a_text_that_is_no_scenario_replaces_nothing() {
        let before = opened();
        for text in ["", "{", "[1]", "{}", r#"{"version":2}"#, "\u{0}"] {
            let (state, effects) = after(&before, Action::Open(text.to_owned()));
            assert_eq!(effects, [], "{text:?}");
            assert!(
                matches!(state.trouble, Some(Trouble::Unusable(_))),
                "{text:?}"
            );
            assert_eq!(state.draft, before.draft);
            assert_eq!(state.run, before.run);
            let (state, _) = after(&state, Action::Dismiss);
            assert_eq!(state.trouble, None);
        }
    }

    #[test]
    fn a_late_reply_of_an_earlier_run_changes_nothing() {
        let before = opened();
        let trace = before.run.as_ref().expect("it ran").trace.clone();
        let (state, _) = after(&before, set("/seed", 9));
        assert_eq!(after(&state, Action::Grew(RunNo(1), trace)).0, state);
        assert_eq!(
            after(&state, Action::Failed(RunNo(1), "late".to_owned())).0,
            state
        );
    }

    #[test]
    fn an_import_replaces_nothing_until_it_is_used() {
        let before = opened();
        let file = NamedText {
            name: "cluster.json".to_owned(),
            bytes: Rc::from(&b"{}"[..]),
        };
        let (state, effects) = after(&before, Action::Files(vec![file.clone()]));
        assert!(matches!(effects.as_slice(), [Effect::Read(files)] if files.len() == 1));
        assert_eq!(state.dialog, Some(Dialog::Import));
        let nothing = Shared::new(Found {
            files: Vec::new(),
            text: None,
            diagnostics: Vec::new(),
        });
        let (state, _) = after(&state, Action::Found(nothing));
        let (same, effects) = after(&state, Action::UseImport);
        assert_eq!((same, effects), (state.clone(), Vec::new()));
        let (state, _) = after(&state, Action::Dialog(None));
        assert_eq!(state, before);
        let something = Shared::new(Found {
            files: Vec::new(),
            text: Some(r#"{"version":1,"pools":[{"name":"a"}]}"#.to_owned()),
            diagnostics: Vec::new(),
        });
        // Whoever closed the dialog does not ask any more.
        let (late, _) = after(&state, Action::Found(something.clone()));
        assert_eq!(late, before);
        let (state, _) = after(&state, Action::Files(vec![file]));
        let (state, _) = after(&state, Action::Found(something));
        let (state, effects) = after(&state, Action::UseImport);
        assert!(matches!(effects.first(), Some(Effect::Run(RunNo(2), _))));
        assert_eq!(state.dialog, None);
    }
}
