//! From a state and an action to the next state and what is to be done. Pure, and so tested without a browser.

use super::action::{Action, Effect};
use super::edit;
use super::import::{Import, Step, Taken, Then};
use super::state::{AppState, Dialog, Draft, Run, Shared, Tab, Trouble};
use super::trials;
use crate::query::{Asked, Index, lanes, parse_subject};
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
            let ended = state.import.take().is_some();
            state.dialog = dialog;
            let stop = ended.then_some(Effect::StopReading);
            stop.into_iter().collect()
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
        Action::Import(step) => import(state, step),
        Action::UseImport(subject) => use_import(state, subject),
        Action::Show(subject) => {
            state.dialog = None;
            show(state, &subject);
            Vec::new()
        }
    }
}

/// With nothing selected there is nothing to ask why about, until somebody does.
fn select(state: &mut AppState, subject: Option<Subject>) {
    if subject.is_none() && state.tab == Tab::Why {
        state.tab = Tab::Findings;
    }
    state.selected = subject;
}

/// Selects a thing by its name, and asks why it is as it is.
fn show(state: &mut AppState, subject: &str) {
    let found = state
        .run
        .as_ref()
        .map(|run| parse_subject(&run.trace, subject));
    if let Some(Ok(Asked::Subject(subject))) = found {
        select(state, Some(subject));
        state.tab = Tab::Why;
    }
}

fn import(state: &mut AppState, step: Step) -> Vec<Effect> {
    if matches!(step, Step::Files(_)) {
        state.dialog = Some(Dialog::Import);
    } else if state.dialog != Some(Dialog::Import) {
        return Vec::new();
    }
    let mut import = match &state.import {
        Some(import) => Import::clone(import),
        None => Import::after(state.draft.as_ref()),
    };
    let then = import.step(step, state.draft.as_ref());
    state.import = Some(Shared::new(import));
    match then {
        Then::Nothing => Vec::new(),
        Then::Read(files) => vec![Effect::Read(files)],
        Then::Stop => vec![Effect::StopReading],
    }
}

fn use_import(state: &mut AppState, subject: Option<String>) -> Vec<Effect> {
    let import = state.import.as_deref().cloned().unwrap_or_default();
    let Import {
        offer: Some(offer),
        files,
        ..
    } = import
    else {
        return Vec::new();
    };
    state.dialog = None;
    state.import = None;
    select(state, None);
    let before = state.opened;
    let effects = open(state, &offer.text, None);
    if let Some(draft) = state.draft.as_mut().filter(|_| state.opened != before) {
        draft.taken = Some(Shared::new(Taken {
            imported: offer.imported.clone(),
            files,
            found: offer.found.clone(),
            names: offer.names.clone(),
        }));
        state.wanted = subject;
    }
    effects
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
    state.wanted = None;
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
    let taken = before.taken.clone();
    let text = json.pretty();
    let (mut draft, compiled, _) = draft(&text, json, None);
    draft.taken = taken;
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
        taken: None,
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
    if let Some(subject) = state.wanted.take() {
        show(state, &subject);
    }
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
    use crate::ui::import::{Found, Source};
    use crate::ui::importer::Heard;

    fn after(state: &AppState, action: Action) -> (AppState, Vec<Effect>) {
        update(state, action)
    }

    /// A state in which the preset's run is whole.
    fn opened() -> AppState {
        let (state, effects) = after(&AppState::default(), Action::Preset("docs-5-nodes"));
        grown(&state, &effects)
    }

    /// The state after the run that was ordered.
    fn grown(state: &AppState, effects: &[Effect]) -> AppState {
        let Some(Effect::Run(no, text)) = effects.first() else {
            panic!("{effects:?}");
        };
        let session = Session::new(text, None).expect("a preset runs");
        let mut trace = session.trace();
        let outcome = session.finish(|chunk| trace.push(chunk));
        let (state, _) = after(state, Action::Grew(*no, trace));
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

    /// The import dialog after a file that came to this.
    fn imported(before: &AppState, json: Option<&str>) -> AppState {
        let file = Source::refused("cluster.json".to_owned(), "ui-import-unreadable");
        let file = Source {
            problem: None,
            ..file
        };
        let (state, effects) = after(before, Action::Import(Step::Files(vec![file])));
        assert!(matches!(effects.as_slice(), [Effect::Read(files)] if files.len() == 1));
        assert_eq!(state.dialog, Some(Dialog::Import));
        let found = Shared::new(Found {
            files: Vec::new(),
            json: json
                .and_then(|text| Json::parse(text).ok())
                .map(Shared::new),
        });
        after(&state, Action::Import(Step::Heard(Heard::Found(found)))).0
    }

    #[test]
    fn an_import_replaces_nothing_until_it_is_used() {
        let before = opened();
        let state = imported(&before, None);
        let (same, effects) = after(&state, Action::UseImport(None));
        assert_eq!((same, effects), (state.clone(), Vec::new()));
        let (state, effects) = after(&state, Action::Dialog(None));
        assert_eq!((&state, effects), (&before, vec![Effect::StopReading]));
        // Whoever closed the dialog does not ask any more.
        let found = Shared::new(Found {
            files: Vec::new(),
            json: None,
        });
        let late = Action::Import(Step::Heard(Heard::Found(found)));
        assert_eq!(after(&state, late).0, before);
        let state = imported(&before, Some(r#"{"version":1,"pools":[{"name":"a"}]}"#));
        let (state, effects) = after(&state, Action::UseImport(None));
        assert!(matches!(effects.first(), Some(Effect::Run(RunNo(2), _))));
        assert_eq!(state.dialog, None);
    }

    #[test]
    fn another_import_keeps_what_was_edited() {
        let one = r#"{"version":1,"pools":[{"name":"a","initialNodeCount":2},{"name":"b"}]}"#;
        let other = r#"{"version":1,"pools":[{"name":"b"},{"name":"a","initialNodeCount":4}]}"#;
        let state = imported(&AppState::default(), Some(one));
        let (state, _) = after(&state, Action::UseImport(None));
        let (state, _) = after(&state, set("/pools/0/upgradeSettings/maxSurge", 3));
        let again = imported(&state, Some(other));
        let offer = again
            .import
            .as_ref()
            .and_then(|import| import.offer.clone());
        assert_eq!(offer.map(|offer| offer.edits.len()), Some(1));
        let pools = |state: &AppState| {
            let draft = state.draft.as_ref().expect("it was opened");
            draft.json.get("pools").map(Json::compact)
        };
        let (kept, _) = after(&again, Action::UseImport(None));
        assert_eq!(
            pools(&kept).as_deref(),
            Some(
                r#"[{"name":"b"},{"name":"a","initialNodeCount":4,"upgradeSettings":{"maxSurge":3}}]"#
            )
        );
        let (replaced, _) = after(&again, Action::Import(Step::Replace(true)));
        let (replaced, _) = after(&replaced, Action::UseImport(None));
        assert_eq!(
            pools(&replaced).as_deref(),
            Some(r#"[{"name":"b"},{"name":"a","initialNodeCount":4}]"#)
        );
        // What was kept is still an edit of the new import.
        let third = imported(&kept, Some(one));
        let offer = third
            .import
            .as_ref()
            .and_then(|import| import.offer.clone());
        assert_eq!(offer.map(|offer| offer.edits.len()), Some(1));
    }

    #[test]
    fn a_name_of_the_report_is_selected_when_its_run_is_there() {
        let state = imported(&opened(), scenario::preset("three-zones"));
        let (state, effects) = after(&state, Action::UseImport(Some("pool/web-pool".to_owned())));
        let state = grown(&state, &effects);
        let pool = Subject::Pool(crate::base::PoolId(0));
        assert_eq!((state.selected, state.tab), (Some(pool), Tab::Why));
        let (state, _) = after(&state, Action::Select(None));
        let (state, _) = after(&state, Action::Show("pool/web-pool".to_owned()));
        assert_eq!((state.selected, state.tab), (Some(pool), Tab::Why));
        let (same, _) = after(&state, Action::Show("pool/nothing".to_owned()));
        assert_eq!(same, state);
    }
}
