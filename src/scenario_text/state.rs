//! The state of the text and its steps.

use crate::shell::scenario::draft::TextProblem;
use crate::shell::state::Shared;
use scenario::json::Json;
use scenario::text::TextFormat;
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug)]
pub enum TextStep {
    /// Opens the text in the format with this name, if there is one.
    Open(Option<String>),
    Close,
    Format(TextFormat),
    /// The text was edited, and typing has paused.
    Typed(String),
}

/// The open text.
#[derive(Clone, PartialEq, Debug)]
pub struct TextView {
    pub format: TextFormat,
    /// As written by the page, or as typed.
    pub text: Rc<str>,
    /// How often the page has written it: each time what was typed is replaced.
    pub written: u32,
    /// The importer is reading what was typed.
    pub reading: bool,
    /// Why what was typed isn't used.
    pub problem: Option<TextProblem>,
    /// The size of a text that is too large to show, in bytes.
    pub too_large: Option<usize>,
    /// The document that the text stands for.
    pub document: Shared<Json>,
    /// The text that the page wrote, and its document: what typed commands change.
    pub base: (Rc<str>, Shared<Json>),
    /// The changed document, while the importer reads its commands, and what they have to say.
    pub checked: Option<(Shared<Json>, Shared<Json>)>,
}

impl TextView {
    /// Does the text say what the scenario is?
    pub fn agrees(&self) -> bool {
        !self.reading && self.problem.is_none()
    }
}
