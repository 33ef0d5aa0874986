//! Begins a visit, and opens the scenario of the page's address.

use super::fragment::{Address, AddressSource, AddressView};
use crate::compare;
use crate::import::results::UsedImport;
use crate::shell::run::loaded::Run;
use crate::shell::scenario::changes::{open, record};
use crate::shell::scenario::draft::{Draft, DraftSide, Origin};
use crate::shell::scenario::history::StepKind;
use crate::shell::state::action::Effect;
use crate::shell::state::app_state::{AppState, PageError};
use crate::shell::state::choices::{InfoBanner, SavedScenario};
use crate::shell::state::selection::look;
use crate::shell::state::shared::Shared;
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
        SavedScenario::Text(text, imported) => {
            let imported = imported.and_then(|imported| Json::parse(&imported).ok());
            let origin = Origin {
                preset: None,
                taken: imported.map(|imported| Shared::new(UsedImport::left(imported))),
            };
            (text, origin)
        }
    };
    if address.source.is_some() {
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
    effects.unwrap_or_default()
}

/// Opens the scenario of a changed address.
pub(crate) fn go_to(state: &mut AppState, address: &Address) -> Vec<Effect> {
    let before = state.draft.clone();
    match address.source {
        Some(_) => visit(state, before.as_ref().map(Draft::side), address),
        None => Vec::new(),
    }
}

/// Opens the scenario of the address with its view. If that fails, nothing is replaced.
fn visit(state: &mut AppState, before: Option<DraftSide<'_>>, address: &Address) -> Vec<Effect> {
    if let Some(theme) = address.theme {
        state.theme = theme;
    }
    let (text, origin) = match &address.source {
        None => return Vec::new(),
        Some(AddressSource::Preset(name)) => match scenario::preset_text(name) {
            // The reference scenario of the benches has a name but isn't a preset.
            Some(text) => {
                let origin = scenario::preset(name).map(|preset| Origin::preset(preset.name));
                (text.into_owned(), origin.unwrap_or_default())
            }
            None => {
                state.trouble = Some(PageError::Preset(name.clone()));
                return Vec::new();
            }
        },
        Some(AddressSource::Link(link)) => match scenario::link::decode(link) {
            Ok(text) => (text, Origin::default()),
            Err(fault) => {
                state.trouble = Some(PageError::Link(fault));
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
    // There is no step back from the first scenario.
    if before.is_some() || !state.history.is_empty() {
        record(state, before, StepKind::Link, None);
    }
    state.dialog = None;
    state.view = Some(address.view.clone());
    effects.extend(compare::update::visit(state, &address.view));
    let AddressView { at_ms, play, .. } = address.view;
    if (play || at_ms.is_some()) && effects.contains(&Effect::Land) {
        effects.push(Effect::LandAt(at_ms.unwrap_or(0), play));
    }
    effects
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
    state.view = Some(view.clone());
    if let Some(trace) = state.run.as_ref().map(|run| run.trace.clone()) {
        look(state, &trace);
    }
    let beside = compare::update::visit(state, view);
    let at = view.at_ms.map(|at_ms| Effect::Seek(at_ms, view.play));
    beside.into_iter().chain(at).collect()
}
