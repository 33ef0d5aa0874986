//! The edited scenario and its origin.

use crate::import::results::UsedImport;
use crate::shell::address::fragment::AddressSource;
use crate::shell::state::Shared;
use scenario::Diagnostic;
use scenario::json::Json;
use std::rc::Rc;

/// The edited scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    pub origin: Origin,
    pub text: Rc<str>,
    pub json: Shared<Json>,
    pub diagnostics: Shared<Vec<Diagnostic>>,
}

/// Where a scenario came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The preset, while unchanged.
    pub preset: Option<&'static str>,
    /// What the address named, a link or a benchmark, while unchanged.
    pub named: Option<Shared<AddressSource>>,
    /// The import, edited or not.
    pub taken: Option<Shared<UsedImport>>,
}

impl Origin {
    pub fn preset(name: &'static str) -> Self {
        Self { preset: Some(name), ..Self::default() }
    }

    /// Was it edited, imported or built here?
    pub fn is_own(&self) -> bool {
        self.preset.is_none() && self.named.is_none()
    }
}

impl Draft {
    pub fn name(&self) -> &str {
        self.json.get("name").and_then(Json::text).unwrap_or("")
    }

    /// The draft as the start or end of a step.
    pub fn side(&self) -> DraftSide<'_> {
        DraftSide { text: &self.text, origin: self.origin.clone() }
    }

    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.stops_a_run())
    }
}

/// What a step records of a scenario at its start or end.
#[derive(Clone, Default)]
pub struct DraftSide<'a> {
    pub text: &'a str,
    pub origin: Origin,
}

/// Why a text isn't used, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextProblem {
    pub says: String,
    pub line: Option<usize>,
}
