//! What is compared with the scenario: another strategy, or the scenario before a change.

use crate::shell::scenario::changes;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::app_state::AppState;
use runner::StrategyChoice;
use scenario::json::Json;
use std::rc::Rc;

/// The most former states that are offered.
const FORMER: usize = 12;

#[derive(Clone, PartialEq, Debug)]
pub enum VariantChoice {
    Strategy(StrategyChoice),
    Former(Rc<Former>),
}

/// The scenario before a change of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Former {
    pub json: Json,
    pub before: StepKind,
}

impl From<StrategyChoice> for VariantChoice {
    fn from(choice: StrategyChoice) -> Self {
        Self::Strategy(choice)
    }
}

impl VariantChoice {
    pub const AS_IS: Self = Self::Strategy(StrategyChoice::AsIs);

    /// Of a former state none.
    pub fn strategy(&self) -> Option<StrategyChoice> {
        match self {
            Self::Strategy(choice) => Some(*choice),
            Self::Former(_) => None,
        }
    }

    /// The document that runs.
    pub(crate) fn apply(&self, of: &Json) -> Json {
        match self {
            Self::Strategy(choice) => choice.apply(of),
            Self::Former(former) => former.json.clone(),
        }
    }

    /// The scenario before the changes that can be undone, from the last one on.
    pub(crate) fn formers(state: &AppState) -> Vec<StepKind> {
        state.history.changes().take(FORMER).cloned().collect()
    }

    /// The scenario before the `back`th change, counted from the last one.
    pub(crate) fn former(state: &AppState, back: usize) -> Option<Self> {
        let (before, text) = state.history.before(changes::text(state.draft.as_ref()), back)?;
        let json = Json::parse(&text).ok()?;
        Some(Self::Former(Rc::new(Former { json, before })))
    }

    /// The scenario as it was opened, if it was changed.
    fn opened(state: &AppState) -> Option<Self> {
        Self::former(state, Self::formers(state).len().checked_sub(1)?)
    }

    /// What the scenario is compared with at first: another strategy, or where none can be chosen the scenario before its
    /// changes, or with a larger surge.
    pub(crate) fn suggested(state: &AppState) -> Option<Self> {
        let json = &state.draft.as_ref()?.json;
        let own = StrategyChoice::of(json).unwrap_or(StrategyChoice::AsIs).kind();
        let beside = || StrategyChoice::beside(json);
        let other = beside().find(|choice| choice.kind() != own);
        other
            .map(Self::Strategy)
            .or_else(|| Self::opened(state))
            .or_else(|| beside().next().map(Self::Strategy))
    }

    /// Another variant, unlike those: another strategy, or the scenario before its changes.
    pub(crate) fn unlike(state: &AppState, choices: &[Self]) -> Option<Self> {
        let json = &state.draft.as_ref()?.json;
        let mut all = StrategyChoice::beside(json).map(Self::Strategy).chain(Self::opened(state));
        all.find(|one| !choices.contains(one))
    }
}
