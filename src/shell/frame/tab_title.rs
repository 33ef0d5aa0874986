//! The title of the browser's tab: the scenario, and how its run ends.

use crate::player::report::{RunReport, title};
use crate::shell::address::route::Route;
use crate::shell::run::loaded::Run;
use crate::shell::state::{AppState, Store};
use crate::shell::web::browser::document;
use crate::shell::words::{t, tn};
use gloo_timers::callback::Timeout;
use runner::RunNo;
use std::cell::RefCell;
use std::rc::Rc;

/// A run is shown before its outcome is in the title.
const LATER_MS: u32 = 300;

/// What the title depends on: the page's or the scenario's name, and the complete run.
type Shown = (Option<String>, Option<RunNo>);

/// Keeps the title up to date.
pub fn follow(store: &Store) {
    let shown: RefCell<Option<Shown>> = RefCell::default();
    let timer: Rc<RefCell<Option<Timeout>>> = Rc::default();
    let follow = move |state: &AppState| {
        let run = complete(state).cloned();
        let now = (name(state), run.as_ref().map(|run| run.no));
        if shown.borrow().as_ref() == Some(&now) {
            return;
        }
        set(&tab_title(now.0.as_deref(), None));
        let name = now.0.clone();
        let dated = state.is_dated();
        let later = run.map(|run| {
            Timeout::new(LATER_MS, move || {
                let verdict = RunReport::of(&run, dated).map(|report| title(&run, &report));
                set(&tab_title(name.as_deref(), verdict.as_deref()));
            })
        });
        timer.replace(later);
        shown.replace(Some(now));
    };
    follow(&store.state());
    store.listen(follow);
}

fn name(state: &AppState) -> Option<String> {
    match (state.route, &state.draft) {
        (Route::Simulator, Some(draft)) if draft.name().is_empty() => Some(t("ui-unnamed")),
        (Route::Simulator, draft) => draft.as_ref().map(|draft| draft.name().to_owned()),
        (Route::Log, _) => Some(t("ui-log-title")),
        _ => Some(t("ui-page-checker")),
    }
}

/// The complete run of the current scenario, where the title is about it.
fn complete(state: &AppState) -> Option<&Run> {
    let run = state.run_of_draft().filter(|run| run.outcome.is_some());
    run.filter(|_| state.route == Route::Simulator)
}

fn tab_title(name: Option<&str>, verdict: Option<&str>) -> String {
    let page = t("ui-nodetide");
    match (name, verdict) {
        (None, _) => page,
        (Some(name), None) => tn("ui-tab-name", &[("name", name.into()), ("page", page.into())]),
        (Some(name), Some(verdict)) => tn(
            "ui-tab-title",
            &[("name", name.into()), ("verdict", verdict.into()), ("page", page.into())],
        ),
    }
}

fn set(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::dates::dates_for;
    use crate::shell::jobs::job::{Job, JobEvent};
    use crate::shell::state::update::update;
    use crate::shell::state::{Action, Effect, Shared};
    use crate::shell::words::tm;
    use query::outcome::limit;
    use query::{Index, Outcome, Reading, over, shortfalls_until};
    use runner::{Request, Session};

    #[test]
    fn the_title_names_the_scenario_and_its_outcome() {
        for (name, verdict, title) in [
            (None, None, "Nodetide"),
            (Some("a"), None, "a · Nodetide"),
            (Some("a"), Some("The upgrade succeeds"), "a: The upgrade succeeds · Nodetide"),
        ] {
            assert_eq!(tab_title(name, verdict), title);
        }
    }

    /// The preset's run as the page has it.
    fn run(name: &'static str) -> (AppState, Run) {
        let (mut state, effects) = update(&AppState::default(), Action::Preset(name));
        for effect in effects {
            if let Effect::Start(id, Job::Simulate(Request::Run { text, .. })) = effect {
                let session = Session::new(&text, None).expect("it runs");
                let mut trace = session.trace();
                let ended = session.finish(|chunk| trace.push(chunk));
                let reading = Shared::new(Reading::of(&trace));
                for event in [JobEvent::Grew(reading), JobEvent::Ended(ended)] {
                    state = update(&state, Action::Job(id, event)).0;
                }
            }
        }
        let run = state.run.clone().expect("a run");
        (state, run)
    }

    /// Title of the tab, card of the preset, picture, findings, clock and counters have the numbers of the command line.
    #[test]
    fn a_run_has_one_end_on_the_page() {
        for preset in scenario::presets().iter().filter(|preset| preset.is_small()) {
            let (state, run) = run(preset.name);
            let (trace, name) = (&run.trace, preset.name);
            dates_for(Some(trace.end()));
            let report = RunReport::of(&run, state.is_dated()).expect("it has ended");
            assert_eq!(title(&run, &report), tm(&preset.headline()), "{name}");
            assert_eq!(report.is_harmful(), !preset.is_fine, "{name}");
            let ended = run.outcome.as_ref().expect("it has ended").ended;
            let outcome = Outcome::of(trace, &Index::of(trace), ended);
            assert_eq!(report.outcome, outcome, "{name}");
            assert_eq!(report.shortfalls, shortfalls_until(trace, limit(trace)), "{name}");
            assert_eq!(over(trace), outcome.over, "{name}: the clock");
            let events = &run.reading.events;
            let counted = [events.forced.at(trace.end()), events.evictions.at(trace.end())];
            let of_run = [outcome.forced, outcome.evictions].map(i64::from);
            assert_eq!(counted, of_run, "{name}: the counters");
            assert_eq!(run.lanes.nodes.max(), i64::from(outcome.nodes.max), "{name}: most nodes");
        }
    }
}
