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
}
