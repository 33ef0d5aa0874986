//! A scenario as people edit it, and where it came from.

use super::shared::Shared;
use crate::import::results::Taken;
use scenario::json::Json;
use scenario::{Diagnostic, Severity};
use std::rc::Rc;

/// A scenario as people edit it.
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
    /// The preset that it is, as long as it is unchanged.
    pub preset: Option<&'static str>,
    /// The import that it is, edited or not.
    pub taken: Option<Shared<Taken>>,
}

impl Origin {
    pub fn preset(name: &'static str) -> Self {
        Self {
            preset: Some(name),
            taken: None,
        }
    }
}

impl Draft {
    pub fn name(&self) -> &str {
        self.json.get("name").and_then(Json::text).unwrap_or("")
    }

    /// As a step of the history begins or ends at it.
    pub fn side(&self) -> DraftSide<'_> {
        DraftSide {
            text: &self.text,
            origin: self.origin.clone(),
        }
    }

    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// What is known of a scenario when a step begins or ends at it.
#[derive(Clone, Default)]
pub struct DraftSide<'a> {
    pub text: &'a str,
    pub origin: Origin,
}
