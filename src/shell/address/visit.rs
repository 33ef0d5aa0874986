//! Begins a visit, and opens the scenario of the page's address.

use super::fragment::{Address, AddressSource, AddressView};
use crate::compare;
use crate::import::results::UsedImport;
use crate::player::moment_ms;
use crate::shell::run::loaded::Run;
use crate::shell::scenario::changes::{open, record};
use crate::shell::scenario::draft::{Draft, DraftSide, Origin};
use crate::shell::scenario::history::StepKind;
use crate::shell::state::selection::look;
use crate::shell::state::{AppState, Effect, InfoBanner, PageError, SavedScenario, Shared};
use scenario::json::Json;

/// Begins a visit with the scenario of the address; the one saved by the last visit becomes an undo step.
pub(crate) fn begin(state: &mut AppState, kept: SavedScenario, address: &Address) -> Vec<Effect> {
    state.coming = false;
    state.theme = address.theme.unwrap_or(state.theme);
    let (text, origin) = match kept {
        SavedScenario::Nothing => return visit(state, None, address),
        SavedScenario::Broke(text) => {
            let effects = visit(state, None, address);
            state.note = Some(InfoBanner::Broke(text));
            return effects;
        }
        SavedScenario::Preset(name) => match scenario::preset(&name) {
            Some(preset) => (preset.text().to_owned(), Origin::preset(preset.name)),
            None => return visit(state, None, address),
        },
        SavedScenario::Text(text, imported, steps) => {
            let imported = imported.and_then(|imported| Json::parse(&imported).ok());
            let origin = Origin {
                taken: imported.map(|imported| Shared::new(UsedImport::left(imported))),
                ..Origin::default()
            };
            state.history.read(&steps.unwrap_or_default(), &text, &origin);
            (text, origin)
        }
    };
    let is_own = matches!(address.source, Some(AddressSource::Own));
    if address.source.is_some() && !is_own {
        let before = DraftSide { text: &text, origin: origin.clone() };
        let effects = visit(state, Some(before), address);
        if state.draft.is_some() {
            return effects;
        }
    }
    // Reports later why the address couldn't be opened.
    let trouble = state.trouble.take();
    let effects = open(state, &text, origin);
    state.note = Some(match effects {
        Some(_) => InfoBanner::Restored,
        None => InfoBanner::Broke(text),
    });
    state.trouble = trouble;
    let mut effects = effects.unwrap_or_default();
    if is_own && state.draft.is_some() {
        show(state, &address.view, &mut effects);
    }
    effects
}

/// Opens the scenario of a changed address.
pub(crate) fn go_to(state: &mut AppState, address: &Address) -> Vec<Effect> {
    let before = state.draft.clone();
    visit(state, before.as_ref().map(Draft::side), address)
}

/// Opens a scenario again that was shown before, with its view.
pub(crate) fn go_back(
    state: &mut AppState,
    text: &str,
    origin: Origin,
    view: &AddressView,
) -> Vec<Effect> {
    if state.draft.as_ref().is_some_and(|draft| &*draft.text == text) {
        return look_again(state, view);
    }
    let is_own = origin.is_own();
    let before = state.draft.clone();
    let mut effects =
        reopen(state, before.as_ref().map(Draft::side), (text, origin), view).unwrap_or_default();
    // A link or a preset is opened by the address alone.
    if is_own && !effects.is_empty() {
        effects.push(Effect::Changed);
    }
    effects
}

/// Opens the scenario of the address with its view. If that fails, nothing is replaced.
fn visit(state: &mut AppState, before: Option<DraftSide<'_>>, address: &Address) -> Vec<Effect> {
    if let Some(theme) = address.theme {
        state.theme = theme;
    }
    let text = match &address.source {
        None | Some(AddressSource::Own) => return Vec::new(),
        Some(AddressSource::Preset(name)) => match scenario::preset_text(name) {
            Some(text) => text.into_owned(),
            None => {
                state.trouble = Some(PageError::Preset(name.clone()));
                return Vec::new();
            }
        },
        Some(AddressSource::Link(link)) => match scenario::link::decode(link) {
            Ok(text) => text,
            Err(fault) => {
                state.trouble = Some(PageError::Link(fault));
                return Vec::new();
            }
        },
    };
    let preset = match &address.source {
        Some(AddressSource::Preset(name)) => scenario::preset(name),
        _ => None,
    };
    let origin = match preset {
        Some(preset) => Origin::preset(preset.name),
        None => Origin { named: address.source.clone().map(Shared::new), ..Origin::default() },
    };
    reopen(state, before, (&text, origin), &address.view).unwrap_or_default()
}

/// Opens a text with a view as a step that can be undone. If it is on the screen, only the view changes.
fn reopen(
    state: &mut AppState,
    before: Option<DraftSide<'_>>,
    (text, origin): (&str, Origin),
    view: &AddressView,
) -> Option<Vec<Effect>> {
    if is_seen(state, text) {
        return Some(look_again(state, view));
    }
    let mut effects = open(state, text, origin)?;
    // There is no step back from the first scenario.
    if before.is_some() || !state.history.is_empty() {
        record(state, before, StepKind::Link, None);
    }
    state.dialog = None;
    show(state, view, &mut effects);
    Some(effects)
}

/// Notes that the address names a moment that the complete run hasn't.
pub(crate) fn check_moment(state: &mut AppState) {
    let moments = state.run.as_ref().map_or(0, |run| run.reading.moments().len());
    if state.moment.take_if(|n| *n > moments).is_some() {
        state.note = Some(InfoBanner::NoMoment(moments));
    }
}

fn set_view(state: &mut AppState, view: &AddressView) {
    state.view = Some(view.clone());
    state.moment = view.moment;
    state.views = view.center.into();
    state.pointing = false;
}

/// Shows an opened scenario as an address specifies.
fn show(state: &mut AppState, view: &AddressView, effects: &mut Vec<Effect>) {
    set_view(state, view);
    effects.extend(compare::update::visit(state, view));
    let AddressView { at_ms, moment, play, .. } = *view;
    if effects.contains(&Effect::Land) {
        match moment {
            Some(n) => effects.push(Effect::LandOnMoment(n, play)),
            None if play || at_ms.is_some() => {
                effects.push(Effect::LandAt(at_ms.unwrap_or(0), play));
            }
            None => {}
        }
    }
}

/// Is the complete run of this text on the screen?
pub(crate) fn is_seen(state: &AppState, text: &str) -> bool {
    let whole = |run: &Run| run.no.0 == state.run_no && run.outcome.is_some();
    state.run.as_ref().is_some_and(whole)
        && state.draft.as_ref().is_some_and(|draft| &*draft.text == text)
}

/// Changes only the view of the run.
pub(crate) fn look_again(state: &mut AppState, view: &AddressView) -> Vec<Effect> {
    state.dialog = None;
    set_view(state, view);
    check_moment(state);
    if let Some(trace) = state.run.as_ref().map(|run| run.trace.clone()) {
        look(state, &trace);
    }
    let beside = compare::update::visit(state, view);
    let run = state.run.as_ref();
    let moment = view.moment.zip(run).map(|(n, run)| moment_ms(run, n));
    let at = moment.or(view.at_ms).map(|at_ms| Effect::Seek(at_ms, view.play));
    beside.into_iter().chain(at).collect()
}
