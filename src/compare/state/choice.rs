//! What is compared with the scenario: another strategy, or the scenario before a change.

use crate::shell::scenario::history::StepKind;
use runner::StrategyChoice;
use scenario::json::Json;
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug)]
pub enum VariantChoice {
    Strategy(StrategyChoice),
    Former(Rc<Former>),
}

/// The scenario before a change of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Former {
    /// The number of the step.
    pub no: u32,
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

    /// A former state has none.
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
}
