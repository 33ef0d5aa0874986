//! Computes the next state and its effects from a state and an action. Pure, so tests need no browser.

use super::action::{Action, Effect};
use super::app_state::{AppState, PageError};
use super::center::Center;
use super::choices::{Dialog, Section, Tab};
use super::selection::{self, forget_the_gone, look, show};
use super::shared::Shared;
use crate::compare::state::CompareStep;
use crate::import::state::{ImportStep, ImporterReport};
use crate::import::update::{import, read_policy, use_import};
use crate::scenario_text;
use crate::setup;
use crate::shell::address::route::Route;
use crate::shell::address::visit::{begin, check_moment, go_back, go_to};
use crate::shell::jobs::job::{JobEvent, JobId, JobPurpose};
use crate::shell::run::loaded::Run;
use crate::shell::scenario::changes::{self, change, choose, refused, text, turn};
use crate::shell::scenario::draft::Origin;
use crate::shell::scenario::history::StepKind;
use crate::shell::words::t;
use crate::{alternatives, change_list, compare, forecast, log_reader, maintenance, operations};
use query::Reading;
use runner::{Fault, RunNo};
use std::rc::Rc;

#[inline(never)] // Inlined into the store, it would be part of the first load, which doesn't need it.
pub fn update(state: &AppState, action: Action) -> (AppState, Vec<Effect>) {
    let mut next = state.clone();
    let mut effects = apply(&mut next, action);
    effects.extend(alternatives::update::follow(&mut next));
    effects.extend(forecast::update::follow(&mut next));
    effects.extend(compare::update::follow(&mut next));
    if next.fits.is_some() {
        effects.extend(maintenance::update::follow(&mut next));
    }
    if next.text.is_some() {
        scenario_text::update::follow(&mut next);
    }
    (next, effects)
}

fn apply(state: &mut AppState, action: Action) -> Vec<Effect> {
    match action {
        Action::Preset(name) => return changes::choose_preset(state, name),
        Action::Open(text) => return choose(state, &text, Origin::default(), StepKind::Opened),
        Action::Edit(edit) => return change(state, &[edit]),
        Action::Apply(edits) => return alternatives::update::apply(state, &edits),
        Action::Part(step) => return setup::update::part(state, &step),
        Action::Build { start, beside } => return setup::update::build(state, start, beside),
        Action::Undo => return undo(state),
        Action::Redo => return redo(state),
        Action::TakeBack(no) => return change_list::update::take_back(state, no),
        Action::Settled => state.history.settle(),
        Action::Begin(kept, address) => return begin(state, kept, &address),
        Action::Address(address) => return go_to(state, &address),
        Action::GoBack(text, origin, view) => return go_back(state, &text, origin, &view),
        Action::Leave => return changes::leave(state),
        Action::Anew => return changes::close(state),
        Action::Branch(asked, at) => return operations::update::branch(state, &asked, at),
        Action::BranchRead => state.branched = None,
        Action::Job(id, event) => return take_event(state, id, event),
        Action::AskAt(at) => state.asked_at = Some(at),
        Action::Consider(no) => return consider(state, no),
        Action::StopTrying => return alternatives::update::stop(state),
        Action::TryAgain => return alternatives::update::again(state),
        Action::Compare(step) => return compare::update::step(state, step),
        Action::Fits(step) => return maintenance::update::step(state, step),
        Action::Log(step) => return log_reader::update::step(state, step),
        Action::ReadAsLog => return read_as_log(state),
        Action::ReadPolicy(text) => return read_policy(state, text),
        Action::Text(step) => return scenario_text::update::step(state, step),
        Action::Import(step) => return import(state, step),
        Action::UseImport(subject) => return use_import(state, subject),
        Action::Placed(place) => (state.place, state.place_known) = (Some(place), false),
        Action::Select(subject) => selection::choose(state, subject),
        Action::SelectWithin(subject, pool) => selection::choose_within(state, subject, pool),
        Action::SelectBatch(pool, batch) => selection::choose_batch(state, pool, batch),
        Action::Show(subject) => {
            state.dialog = None;
            show(state, &subject);
        }
        Action::Tab(tab) => state.tab = tab,
        Action::Filter(text) => state.filter = text,
        Action::Section(section) => state.sections = state.sections.toggled(section),
        Action::ShowSetup(shown) => state.setup_shown = shown,
        Action::Dialog(dialog) => return show_dialog(state, dialog),
        Action::Enter(route, left) => enter(state, route, left),
        Action::Note(note) => state.note = Some(note),
        Action::Share(share) => state.share = share,
        Action::Theme(theme) => return keep(&mut state.theme, theme, "theme", theme.name()),
        Action::SingleKeys(on) => {
            return keep(&mut state.single_keys, on, "keys", if on { "on" } else { "off" });
        }
        Action::Playing(playing) => state.playing = playing,
        Action::Speed(speed) => {
            state.speed = speed;
            return vec![Effect::Speed(speed)];
        }
        Action::Looping(on) => {
            state.looping = on;
            return vec![Effect::Loop(on)];
        }
        Action::Follow(on) => state.follows = on,
        Action::TrueScale(on) => state.true_scale = on,
        Action::View(view, open) => return show_view(state, view, open),
        Action::Calendar(look) => state.calendar = look,
        Action::Point(on) => state.pointing = on,
        Action::Dismiss => dismiss(state),
    }
    Vec::new()
}

/// Changes a setting, which the browser saves by a name.
fn keep<T>(setting: &mut T, value: T, key: &'static str, name: &str) -> Vec<Effect> {
    *setting = value;
    vec![Effect::Keep(key, name.to_owned())]
}

fn consider(state: &mut AppState, no: RunNo) -> Vec<Effect> {
    let mut effects = alternatives::update::consider(state, no);
    effects.extend(forecast::update::begin(state, no));
    effects
}

fn enter(state: &mut AppState, route: Route, left: String) {
    state.dialog = None;
    state.route = route;
    state.left.keep(left);
}

fn undo(state: &mut AppState) -> Vec<Effect> {
    if compare::undo::undo(state) {
        return Vec::new();
    }
    let version = state.history.undo(text(state.draft.as_ref()));
    turn(state, version)
}

fn redo(state: &mut AppState) -> Vec<Effect> {
    if compare::undo::redo(state) {
        return Vec::new();
    }
    let version = state.history.redo(text(state.draft.as_ref()));
    turn(state, version)
}

fn show_dialog(state: &mut AppState, dialog: Option<Dialog>) -> Vec<Effect> {
    let left = import(state, ImportStep::Leave);
    state.dialog = dialog;
    let back = import(state, ImportStep::Return);
    left.into_iter().chain(back).collect()
}

fn read_as_log(state: &mut AppState) -> Vec<Effect> {
    let files = state.import.as_ref().map(|import| import.files.clone()).unwrap_or_default();
    let mut effects = show_dialog(state, None);
    effects.extend(log_reader::update::step(state, log_reader::state::LogStep::Add(files)));
    effects
}

fn show_view(state: &mut AppState, view: Center, open: bool) -> Vec<Effect> {
    if view == Center::Compare {
        let step = if open { CompareStep::Show(Vec::new()) } else { CompareStep::Hide };
        return compare::update::step(state, step);
    }
    if view == Center::Calendar && open && !state.views.has(view) {
        state.tab = Tab::Maintenance;
        if !state.sections.open(Section::Maintenance) {
            state.sections = state.sections.toggled(Section::Maintenance);
        }
    }
    state.pointing = false;
    state.views.set(view, open);
    Vec::new()
}

/// Dismisses one notice: errors are shown above the note on where runs execute.
fn dismiss(state: &mut AppState) {
    if state.trouble.take().is_none() && state.note.take().is_none() {
        state.place_known = true;
    }
}

/// Passes an event of a current job to the feature that started it.
fn take_event(state: &mut AppState, id: JobId, event: JobEvent) -> Vec<Effect> {
    if !state.jobs.accept(id, &event) {
        return Vec::new();
    }
    match id.purpose {
        JobPurpose::Draft => {
            take_draft_event(state, id.no, event);
            Vec::new()
        }
        JobPurpose::Import => take_read(state, event),
        JobPurpose::WindowFit => maintenance::update::take_event(state, event),
        JobPurpose::Variant => {
            compare::update::take_event(state, id.no, event);
            Vec::new()
        }
        JobPurpose::Alternative => alternatives::update::take_event(state, event),
        JobPurpose::Forecast => forecast::update::take_event(state, event),
    }
}

/// Passes the importer's reports to the dialog or the page that has asked.
fn take_read(state: &mut AppState, event: JobEvent) -> Vec<Effect> {
    match event {
        JobEvent::Read(ImporterReport::Policy(policy)) => {
            state.policy = Some(Shared::new(policy));
            Vec::new()
        }
        JobEvent::Read(ImporterReport::Texts(read)) => {
            scenario_text::update::take_event(state, read)
        }
        JobEvent::Read(heard) if state.log.as_ref().is_some_and(|log| log.reading.is_some()) => {
            log_reader::update::take_event(state, heard)
        }
        JobEvent::Read(heard) => import(state, ImportStep::Heard(heard)),
        _ => Vec::new(),
    }
}

fn take_draft_event(state: &mut AppState, no: RunNo, event: JobEvent) {
    match event {
        JobEvent::Grew(reading) => grow(state, no, reading),
        JobEvent::Ended(outcome) => {
            if let Some(run) = state.run.as_mut().filter(|run| run.no == no) {
                run.outcome = Some(outcome);
                run.over = query::over(&run.trace);
                state.view = None;
                check_moment(state);
            }
            operations::update::compare(state, no);
        }
        JobEvent::Failed(Fault::Scenario(_)) => refused(state),
        JobEvent::Failed(Fault::Crashed | Fault::TooLarge) => {
            state.trouble = Some(PageError::Engine(t("ui-engine-crashed")));
        }
        JobEvent::Ran(..) | JobEvent::Tried(_) | JobEvent::Read(_) => {}
    }
}

/// A run of more rows isn't kept beside the next one.
const FORMER_ROWS: u32 = 200_000;

/// Takes a reading. The previous run is shown until the new one has rows.
fn grow(state: &mut AppState, no: RunNo, reading: Shared<Reading>) {
    let Some(draft) = &state.draft else { return };
    state.requested = None;
    let diagnostics = draft.diagnostics.clone();
    let trace = reading.trace.clone();
    look(state, &trace);
    let outcome = None;
    let opened = state.opened;
    let is_kept = |run: &Run| run.outcome.is_some() && run.trace.len() <= FORMER_ROWS;
    let last = state.run.take().filter(|run| run.no != no && is_kept(run));
    state.former = last.or(state.former.take()).filter(|run| run.opened == opened);
    state.run = Some(Run {
        no,
        opened,
        plan: Rc::clone(trace.plan()).into(),
        start: Rc::clone(trace.start()).into(),
        index: Rc::clone(&reading.index).into(),
        lanes: Rc::clone(reading.lanes()).into(),
        trace,
        reading,
        outcome,
        over: None,
        diagnostics,
    });
    forget_the_gone(state);
    if let Some(subject) = state.wanted.take() {
        show(state, &subject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::results::{CheckedScenario, ImportResult};
    use crate::import::source::ImportSource;
    use crate::shell::address::fragment::{Address, AddressSource};
    use crate::shell::jobs::job::{Job, ToRead};
    use crate::shell::scenario::draft::Draft;
    use crate::shell::state::choices::{InfoBanner, SavedScenario};
    use runner::{Request, Session};
    use scenario::edit::Edit;
    use scenario::json::Json;
    use trace::{Subject, Trace};

    fn after(state: &AppState, action: Action) -> (AppState, Vec<Effect>) {
        update(state, action)
    }

    /// A state with the preset's complete run.
    fn opened() -> AppState {
        let (state, effects) = after(&AppState::default(), Action::Preset("docs-5-nodes"));
        grown(&state, &effects)
    }

    fn read(trace: &Trace) -> Shared<Reading> {
        Shared::new(Reading::of(trace))
    }

    /// The state after the requested run.
    fn grown(state: &AppState, effects: &[Effect]) -> AppState {
        let Some(Effect::Start(id, Job::Simulate(Request::Run { text, .. }))) = effects.first()
        else {
            panic!("{effects:?}");
        };
        let session = Session::new(text, None).expect("a preset runs");
        let mut trace = session.trace();
        let outcome = session.finish(|chunk| trace.push(chunk));
        let (state, _) = after(state, Action::Job(*id, JobEvent::Grew(read(&trace))));
        after(&state, Action::Job(*id, JobEvent::Ended(outcome))).0
    }

    fn set(pointer: &str, value: i64) -> Action {
        Action::Edit(Edit::Set(pointer.to_owned(), Json::Int(value)))
    }

    #[test]
    fn a_preset_runs_and_is_seen_from_its_start() {
        let (state, effects) = after(&AppState::default(), Action::Preset("docs-5-nodes"));
        assert!(matches!(
            effects.as_slice(),
            [
                Effect::Start(JobId { purpose: JobPurpose::Draft, no: RunNo(1) }, _),
                Effect::Loop(false),
                Effect::Land,
                Effect::Changed
            ]
        ));
        assert_eq!(
            state.draft.as_ref().and_then(|draft| draft.origin.preset),
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
            [
                Effect::Mark,
                Effect::Start(JobId { purpose: JobPurpose::Draft, no: RunNo(2) }, _),
                Effect::Changed
            ]
        ));
        assert_eq!(state.draft.as_ref().and_then(|draft| draft.origin.preset), None);
        // The previous run is shown until the new one has rows.
        assert_eq!(state.run, before.run);
    }

    #[test]
    fn a_run_is_presented_once_it_is_there_also_by_a_link() {
        let (state, effects) = after(
            &AppState::default(),
            Action::Address(address("#preset=docs-5-nodes&view=present")),
        );
        assert_eq!(state.center(), Center::Stage);
        let state = grown(&state, &effects);
        assert_eq!(state.center(), Center::Presentation);
        let (state, _) = after(&state, Action::View(Center::Presentation, false));
        assert_eq!(state.center(), Center::Stage);
    }

    #[test]
    fn only_a_zone_is_meant_as_one_pool_has_it() {
        use base::{NodeId, PoolId, ZoneId};
        let select = |subject| Action::SelectWithin(subject, PoolId(0));
        let (state, _) = after(&opened(), select(Subject::Zone(ZoneId(0))));
        assert_eq!(state.within, Some(PoolId(0)));
        // An address that selects something else selects no pool.
        let node = "#preset=docs-5-nodes&select=node/default-pool-a-1";
        let (other, _) = after(&state, Action::Address(address(node)));
        assert!(matches!(other.selected, Some(Subject::Node(_))));
        assert_eq!(other.within, None);
        let (state, _) = after(&state, select(Subject::Node(NodeId(0))));
        assert_eq!(state.within, None);
    }

    #[test]
    fn with_nothing_selected_findings_are_shown_until_somebody_asks() {
        let state = opened();
        assert_eq!(state.tab, Tab::Findings);
        let pool = Subject::Pool(base::PoolId(0));
        let (state, _) = after(&state, Action::Select(Some(pool)));
        let (state, _) = after(&state, Action::Tab(Tab::Why));
        assert_eq!((state.selected, state.tab), (Some(pool), Tab::Why));
        let (state, _) = after(&state, Action::Select(None));
        assert_eq!((state.selected, state.tab), (None, Tab::Findings));
        // Without a selection, the pool answers.
        let (state, _) = after(&state, Action::Tab(Tab::Why));
        assert_eq!((state.selected, state.tab), (None, Tab::Why));
    }

    #[test]
    fn an_edit_with_an_error_leaves_the_last_good_run() {
        let before = opened();
        let (state, effects) = after(&before, set("/pools/0/upgradeSettings/maxSurge", -1));
        assert_eq!(effects, [Effect::Changed]);
        let draft = state.draft.as_ref().expect("still there");
        let codes: Vec<&str> = draft.errors().map(|error| error.code).collect();
        assert_eq!(codes, ["surge/not-a-count"]);
        assert_eq!(state.run, before.run);
    }

    /// No run of another scenario stands under its name.
    #[test]
    fn a_scenario_that_cannot_run_leaves_no_run_of_another_one() {
        let before = opened();
        let text = r#"{"version":1,"pools":[{"name":"p","initialNodeCount":1,"upgradeSettings":{"maxSurge":-1}}]}"#;
        let (state, _) = after(&before, Action::Open(text.to_owned()));
        let draft = state.draft.as_ref().expect("it is opened");
        assert!(draft.errors().next().is_some());
        assert_eq!((&state.run, state.opened), (&None, before.opened + 1));
        let (used, _) = after(&imported(&before, Some(text)), Action::UseImport(None));
        assert_eq!((used.run, used.opened), (None, before.opened + 1));
    }

    #[test]
    fn a_text_that_is_no_scenario_replaces_nothing() {
        let before = opened();
        for text in ["", "{", "[1]", "{}", r#"{"version":2}"#, "\u{0}"] {
            let (state, effects) = after(&before, Action::Open(text.to_owned()));
            assert_eq!(effects, [], "{text:?}");
            assert!(matches!(state.trouble, Some(PageError::Unusable(_))), "{text:?}");
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
        assert_eq!(
            after(&state, Action::Job(JobId::draft(RunNo(1)), JobEvent::Grew(read(&trace)))).0,
            state
        );
        let failed = JobEvent::Failed(Fault::Crashed);
        let late = Action::Job(JobId::draft(RunNo(1)), failed);
        assert_eq!(after(&state, late).0, state);
    }

    /// The import dialog after a file with this scenario.
    fn imported(before: &AppState, json: Option<&str>) -> AppState {
        let file = ImportSource::refused("cluster.json".to_owned(), "ui-import-unreadable");
        let file = ImportSource { problem: None, ..file };
        let (state, effects) = after(before, Action::Import(ImportStep::Files(vec![file])));
        assert!(
            matches!(effects.as_slice(), [Effect::Start(_, Job::Read(ToRead::Files(files)))] if files.len() == 1)
        );
        assert_eq!(state.dialog, Some(Dialog::Import));
        let found = Shared::new(ImportResult {
            files: Vec::new(),
            scenario: json.map(|text| Shared::new(CheckedScenario::new(text.to_owned()))),
        });
        let Some(Effect::Start(id, _)) = effects.first() else {
            panic!("{effects:?}");
        };
        let found = JobEvent::Read(ImporterReport::Found(found));
        after(&state, Action::Job(*id, found)).0
    }

    #[test]
    fn an_import_replaces_nothing_until_it_is_used() {
        let before = opened();
        let state = imported(&before, None);
        let (same, effects) = after(&state, Action::UseImport(None));
        assert_eq!((same, effects), (state.clone(), Vec::new()));
        let (closed, effects) = after(&state, Action::Dialog(None));
        assert_eq!((&closed.draft, effects), (&before.draft, Vec::new()));
        let state = imported(&before, Some(r#"{"version":1,"pools":[{"name":"a"}]}"#));
        let (state, effects) = after(&state, Action::UseImport(None));
        assert!(matches!(
            effects.first(),
            Some(Effect::Start(JobId { purpose: JobPurpose::Draft, no: RunNo(2) }, _))
        ));
        assert_eq!((state.dialog, state.import), (None, None));
    }

    #[test]
    fn what_was_given_stays_when_the_dialog_is_closed() {
        let files = |state: &AppState| {
            let files = state.import.as_ref().map(|import| import.files.clone());
            let files = files.unwrap_or_default().into_iter();
            files.map(|file| (file.no, file.name, file.pasted)).collect::<Vec<_>>()
        };
        let text = || ImportSource {
            problem: None,
            ..ImportSource::refused(String::new(), "ui-import-unreadable")
        };
        let (state, _) =
            after(&imported(&opened(), None), Action::Import(ImportStep::Typed(Some(text()))));
        let (state, effects) = after(&state, Action::Dialog(None));
        assert_eq!(effects, [Effect::Cancel(JobPurpose::Import)]);
        let given = [(1, "cluster.json".to_owned(), 0), (2, String::new(), 1)];
        assert_eq!(files(&state), given);
        // The closed dialog takes no events.
        let found = Shared::new(ImportResult { files: Vec::new(), scenario: None });
        let id = JobId { purpose: JobPurpose::Import, no: RunNo(2) };
        let late = Action::Job(id, JobEvent::Read(ImporterReport::Found(found)));
        assert_eq!(after(&state, late).0, state);
        let (state, effects) = after(&state, Action::Dialog(Some(Dialog::Import)));
        assert!(
            matches!(effects.as_slice(), [Effect::Start(_, Job::Read(ToRead::Files(files)))] if files.len() == 2)
        );
        // Another text is a separate one.
        let (state, _) = after(&state, Action::Import(ImportStep::Files(vec![text()])));
        assert_eq!(files(&state).last(), Some(&(3, String::new(), 2)));
        let (state, effects) = after(&state, Action::Import(ImportStep::Clear));
        assert_eq!((files(&state), effects), (vec![], vec![Effect::Cancel(JobPurpose::Import)]));
    }

    #[test]
    fn an_edited_text_is_used_after_it_was_put_out_of_sight() {
        let state = imported(&AppState::default(), Some(r#"{"version":1,"pools":[]}"#));
        let step = |state: &AppState, step| after(state, Action::Import(step)).0;
        let (given, edited) =
            (r#"{"version":1,"pools":[]}"#, r#"{"version":1,"pools":[],"seed":7}"#);
        let shown = step(&state, ImportStep::Text(given.to_owned()));
        let text = |state: &AppState| {
            let import = state.import.as_ref();
            import.map(|import| (import.text.clone(), import.shows_text))
        };
        assert_eq!(text(&shown), Some((Some(given.to_owned()), true)));
        let hidden = step(&shown, ImportStep::HideText(given.to_owned()));
        assert_eq!(text(&hidden), Some((None, false)));
        let hidden = step(&shown, ImportStep::HideText(edited.to_owned()));
        assert_eq!(text(&hidden), Some((Some(edited.to_owned()), false)));
        let used = after(&hidden, Action::UseImport(None)).0;
        assert!(now(&used).0.contains("seed"));
    }

    fn now(state: &AppState) -> (String, Option<&'static str>) {
        let draft = state.draft.as_ref();
        let side = draft.map(Draft::side).unwrap_or_default();
        (side.text.to_owned(), side.origin.preset)
    }

    /// Undoes everything, and redoes it.
    fn there_and_back(end: &AppState, steps: &[(String, Option<&'static str>)]) {
        let mut state = end.clone();
        for step in steps.iter().rev() {
            state = after(&state, Action::Undo).0;
            assert_eq!(now(&state), *step);
        }
        assert_eq!(after(&state, Action::Undo), (state.clone(), Vec::new()));
        for step in steps.iter().skip(1) {
            state = after(&state, Action::Redo).0;
            assert_eq!(now(&state), *step);
        }
        state = after(&state, Action::Redo).0;
        assert_eq!(now(&state), now(end));
        assert_eq!(after(&state, Action::Redo).1, []);
    }

    #[test]
    fn every_way_to_change_the_scenario_can_be_undone() {
        let other = r#"{"version":1,"pools":[{"name":"a","initialNodeCount":2}]}"#;
        let link = Address {
            source: Some(AddressSource::Link(scenario::link::encode(other))),
            ..Address::default()
        };
        let edits =
            vec![Edit::Set("/seed".to_owned(), Json::Int(3)), Edit::Remove("/until".to_owned())];
        let mut state = AppState::default();
        let mut steps = Vec::new();
        for action in [
            Action::Preset("docs-5-nodes"),
            set("/pools/0/upgradeSettings/maxSurge", 3),
            set("/pools/0/upgradeSettings/maxUnavailable", 0),
            Action::Open(other.to_owned()),
            Action::Apply(edits),
            Action::Preset("three-zones"),
            Action::Address(link),
            Action::Anew,
            Action::Preset("stockout"),
        ] {
            steps.push(now(&state));
            state = after(&state, action).0;
        }
        there_and_back(&state, &steps);
    }

    #[test]
    fn an_undo_runs_again_and_keeps_the_event() {
        let edited = after(&opened(), set("/pools/0/upgradeSettings/maxSurge", 3)).0;
        let (state, effects) = after(&edited, Action::Undo);
        assert!(matches!(
            effects.as_slice(),
            [
                Effect::Mark,
                Effect::Start(JobId { purpose: JobPurpose::Draft, no: RunNo(3) }, _),
                Effect::Changed
            ]
        ));
        assert_eq!(now(&state), now(&opened()));
        // Back at a preset it counts as one again.
        assert_eq!(now(&state).1, Some("docs-5-nodes"));
    }

    #[test]
    fn what_is_set_as_it_was_is_no_step() {
        let before = opened();
        let (state, _) = after(&before, set("/pools/0/upgradeSettings/maxSurge", 2));
        assert_eq!(state, before);
    }

    #[test]
    fn what_is_asked_for_at_an_instant_is_a_step_with_a_name_and_a_run_from_there() {
        use crate::operations::state::{BranchRequest, RunDifference};
        use crate::operations::update::present;
        use crate::shell::scenario::history::StepKind;
        use base::SimTime;
        use model::Command;
        let pool = base::PoolId(0);
        let done = |state: &AppState, effects: &[Effect]| {
            let run = |effect: &Effect| matches!(effect, Effect::Start(..));
            let at = effects.iter().position(run).expect("a run");
            grown(state, &effects[at..])
        };
        let start = AppState::default();
        let (state, effects) = after(&start, Action::Preset("docs-5-nodes"));
        let before = done(&state, &effects);
        let asked = BranchRequest {
            key: "did-rollback",
            name: "web-pool".to_owned(),
            pool: Some(pool),
            command: Command::Rollback { pool, respect_pdb: true },
        };
        let at = SimTime::from_secs(3_725);
        let (state, effects) = after(&before, Action::Branch(asked.clone(), at));
        assert!(matches!(
            effects.as_slice(),
            [
                Effect::Mark,
                Effect::Start(..),
                Effect::Changed,
                Effect::LandAt(3_725_000, false),
                ..
            ]
        ));
        let last = |state: &AppState| {
            let draft = state.draft.as_ref().expect("it was opened");
            let script = draft.json.get("script").expect("a script").items();
            script.last().map(Json::compact).unwrap_or_default()
        };
        let name = before.run.as_ref().expect("it ran").plan.pools[pool].name.clone();
        assert_eq!(
            last(&state),
            format!(r#"{{"at":"1h2m5s","do":"rollback","pool":"{name}","respectPdb":true}}"#)
        );
        let named =
            matches!(state.history.last(), Some(StepKind::Asked { key: "did-rollback", .. }));
        assert!(named);
        assert_eq!(present(&state).expect("a branch").differs, RunDifference::Computing);
        let state = done(&state, &effects);
        let told = matches!(present(&state).expect("a branch").differs, RunDifference::Told(..));
        assert!(told);
        // After the undo, the run is the previous one, and no branch is described.
        let (undone, _) = after(&state, Action::Undo);
        assert_eq!((now(&undone), present(&undone)), (now(&before), None));
        // The displayed run isn't the draft's: it takes no commands.
        assert_eq!(after(&undone, Action::Branch(asked, at)).1, Vec::new());
    }

    #[test]
    fn edits_that_follow_quickly_are_undone_together() {
        let steps = [3, 4, 5].map(|n| set("/pools/0/upgradeSettings/maxSurge", n));
        let state = steps.into_iter().fold(opened(), |state, step| after(&state, step).0);
        assert_eq!(now(&after(&state, Action::Undo).0), now(&opened()));
        let (state, _) = after(&state, Action::Settled);
        let (last, _) = after(&state, set("/pools/0/upgradeSettings/maxSurge", 6));
        assert_eq!(now(&after(&last, Action::Undo).0), now(&state));
    }

    fn address(fragment: &str) -> Address {
        Address::read(fragment)
    }

    fn kept_text() -> SavedScenario {
        SavedScenario::Text(
            r#"{"version":1,"pools":[{"name":"kept","initialNodeCount":2}]}"#.to_owned(),
            None,
            None,
        )
    }

    fn begun(kept: SavedScenario, fragment: &str) -> (AppState, Vec<Effect>) {
        let state = AppState { coming: true, ..AppState::default() };
        let (state, effects) = after(&state, Action::Begin(kept, address(fragment)));
        assert!(!state.coming);
        (state, effects)
    }

    #[test]
    fn a_visit_begins_with_what_the_last_one_left() {
        let (state, effects) = begun(kept_text(), "");
        assert_eq!(state.note, Some(InfoBanner::Restored));
        assert!(matches!(
            effects.first(),
            Some(Effect::Start(JobId { purpose: JobPurpose::Draft, no: RunNo(1) }, _))
        ));
        // It is already saved.
        assert!(!effects.contains(&Effect::Changed));
        let (preset, _) = begun(SavedScenario::Preset("docs-5-nodes".to_owned()), "");
        assert_eq!(now(&preset), now(&opened()));
        for nothing in [SavedScenario::Nothing, SavedScenario::Preset("none".to_owned())] {
            let (state, effects) = begun(nothing, "#main");
            assert_eq!((state.draft, state.note, effects), (None, None, Vec::new()));
        }
        // After closing it can still be restored.
        let (anew, _) = after(&state, Action::Anew);
        assert_eq!(anew.draft, None);
        assert_eq!(now(&after(&anew, Action::Undo).0), now(&state));
    }

    #[test]
    fn what_cannot_be_opened_again_is_offered_as_text() {
        for text in ["{", "[]", "preset", "\u{0}", r#"{"version":9}"#] {
            let (state, effects) = begun(SavedScenario::Text(text.to_owned(), None, None), "");
            assert_eq!((state.draft, state.trouble, effects), (None, None, Vec::new()));
            assert_eq!(state.note, Some(InfoBanner::Broke(text.to_owned())));
        }
        let (state, _) = begun(SavedScenario::Broke("text".to_owned()), "");
        assert_eq!((state.draft, state.note), (None, Some(InfoBanner::Broke("text".to_owned()))));
    }

    #[test]
    fn an_address_stands_above_what_the_last_visit_left() {
        let (state, effects) = begun(kept_text(), "#preset=docs-5-nodes&t=90s&play=1&theme=dark");
        assert_eq!(now(&state).1, Some("docs-5-nodes"));
        assert_eq!(state.theme, crate::shell::state::choices::ThemeChoice::Dark);
        assert_eq!(effects.last(), Some(&Effect::LandAt(90_000, true)));
        assert!(!effects.contains(&Effect::Changed));
        let (state, _) = after(&state, Action::Undo);
        assert!(now(&state).0.contains("kept"));
    }

    #[test]
    fn a_bad_address_says_why_and_replaces_nothing() {
        let bomb = scenario::link::encode(&" ".repeat(5 << 20));
        for (fragment, trouble) in [
            ("#preset=none".to_owned(), "Preset"),
            ("#s=1.".to_owned(), "Link(CutOff)"),
            ("#s=2.AAAA".to_owned(), "Link(Newer"),
            (format!("#s={bomb}"), "Link(TooLarge)"),
            (format!("#s={}", scenario::link::encode("[1]")), "Unusable"),
        ] {
            let (state, _) = begun(kept_text(), &fragment);
            assert!(now(&state).0.contains("kept"), "{fragment}");
            let said = format!("{:?}", state.trouble);
            assert!(said.contains(trouble), "{fragment}: {said}");
            let before = opened();
            let (state, effects) = after(&before, Action::Address(address(&fragment)));
            assert_eq!((state.draft, state.run, effects), (before.draft, before.run, Vec::new()));
            let said = format!("{:?}", state.trouble);
            assert!(said.contains(trouble), "{fragment}: {said}");
        }
    }

    #[test]
    fn an_address_of_what_is_there_only_looks_elsewhere() {
        let state = opened();
        let other = address("#preset=docs-5-nodes&t=90s&play=1&tab=story");
        let (seen, effects) = after(&state, Action::Address(other));
        assert_eq!(effects, [Effect::Seek(90_000, true)]);
        assert_eq!((seen.run_no, seen.tab), (state.run_no, Tab::Story));
        // An edited scenario is another one.
        let (edited, _) = after(&state, set("/pools/0/upgradeSettings/maxSurge", 3));
        let other = address("#preset=docs-5-nodes&t=90s");
        let (_, effects) = after(&edited, Action::Address(other));
        assert!(matches!(effects.as_slice(), [Effect::Start(..), ..]), "{effects:?}");
    }

    #[test]
    fn an_address_can_name_what_is_selected() {
        let fragment = address("#preset=docs-5-nodes&select=pool/default-pool&tab=why");
        let state = after(&AppState::default(), Action::Address(fragment)).0;
        let trace = opened().run.expect("it ran").trace;
        let pool = trace.plan().pools.get(base::PoolId(0)).expect("a pool");
        let fragment = format!("#preset=docs-5-nodes&select=pool/{}&tab=why", pool.name);
        let state = after(&state, Action::Address(address(&fragment))).0;
        let (state, _) =
            after(&state, Action::Job(JobId::draft(RunNo(2)), JobEvent::Grew(read(&trace))));
        assert_eq!(state.selected, Some(Subject::Pool(base::PoolId(0))));
        assert_eq!((state.tab, state.view), (Tab::Why, None));
    }

    #[test]
    fn another_import_keeps_what_was_edited() {
        let one = r#"{"version":1,"pools":[{"name":"a","initialNodeCount":2},{"name":"b"}]}"#;
        let other = r#"{"version":1,"pools":[{"name":"b"},{"name":"a","initialNodeCount":4}]}"#;
        let state = imported(&AppState::default(), Some(one));
        let (state, _) = after(&state, Action::UseImport(None));
        let (state, _) = after(&state, set("/pools/0/upgradeSettings/maxSurge", 3));
        let edited = state.draft.as_ref().expect("it was opened").text.to_string();
        let again = imported(&state, Some(other));
        let offer = again.import.as_ref().and_then(|import| import.offer.clone());
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
        let (replaced, _) = after(&again, Action::Import(ImportStep::Replace(true)));
        let (replaced, _) = after(&replaced, Action::UseImport(None));
        assert_eq!(
            pools(&replaced).as_deref(),
            Some(r#"[{"name":"b"},{"name":"a","initialNodeCount":4}]"#)
        );
        // What the new files lack is reported.
        let budgets =
            r#"{"version":1,"pools":[{"name":"a"}],"budgets":[{"name":"x"},{"name":"y"}]}"#;
        let (state, _) = after(&imported(&state, Some(budgets)), Action::UseImport(None));
        let gone = |state: &AppState, text| {
            let state = imported(state, Some(text));
            let offer = state.import.and_then(|import| import.offer.clone());
            offer.expect("it is a scenario").gone.clone()
        };
        assert_eq!(gone(&state, one), [("ui-used-budgets", 2)]);
        assert_eq!(gone(&state, budgets), []);
        // The next visit recognizes it by its original.
        let json = |text| Json::parse(text).expect("it is JSON").compact();
        let left = SavedScenario::Text(edited.clone(), Some(json(one)), None);
        let third = imported(&begun(left, "").0, Some(other));
        let offer = third.import.and_then(|import| import.offer.clone());
        assert_eq!(offer.map(|offer| offer.edits.len()), Some(1));
        let left = SavedScenario::Text(edited, None, None);
        let third = imported(&begun(left, "").0, Some(other));
        let offer = third.import.and_then(|import| import.offer.clone());
        assert_eq!(offer.map(|offer| offer.edits.len()), Some(0));
        // A kept edit is still an edit of the new import.
        let third = imported(&kept, Some(one));
        let offer = third.import.as_ref().and_then(|import| import.offer.clone());
        assert_eq!(offer.map(|offer| offer.edits.len()), Some(1));
    }

    #[test]
    fn a_name_of_the_report_is_selected_when_its_run_is_there() {
        let state =
            imported(&opened(), scenario::preset("three-zones").map(scenario::Preset::text));
        let (state, effects) = after(&state, Action::UseImport(Some("pool/web-pool".to_owned())));
        let state = grown(&state, &effects);
        let pool = Subject::Pool(base::PoolId(0));
        assert_eq!((state.selected, state.tab), (Some(pool), Tab::Why));
        let (state, _) = after(&state, Action::Select(None));
        let (state, _) = after(&state, Action::Show("pool/web-pool".to_owned()));
        assert_eq!((state.selected, state.tab), (Some(pool), Tab::Why));
        let (same, _) = after(&state, Action::Show("pool/nothing".to_owned()));
        assert_eq!(same, state);
    }

    #[test]
    fn an_undo_and_a_redo_know_the_import_that_a_scenario_came_from() {
        let taken = |state: &AppState| {
            let draft = state.draft.as_ref().expect("it was opened");
            draft.origin.taken.clone()
        };
        let import = |before: &AppState, text| {
            after(&imported(before, Some(text)), Action::UseImport(None)).0
        };
        let one = import(&opened(), r#"{"version":1,"pools":[{"name":"a"}]}"#);
        let edited = after(&one, set("/seed", 3)).0;
        let other = import(&edited, r#"{"version":1,"pools":[{"name":"b"}]}"#);
        let known = [None, taken(&one), taken(&edited), taken(&other)];
        assert!(known[1] == known[2] && known[2] != known[3]);
        let mut state = other;
        for known in known[..3].iter().rev() {
            state = after(&state, Action::Undo).0;
            assert_eq!(taken(&state), *known);
        }
        for known in &known[1..] {
            state = after(&state, Action::Redo).0;
            assert_eq!(taken(&state), *known);
        }
    }
}
