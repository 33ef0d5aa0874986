//! Floor 2: scenario documents, their checks, and what they compile to.

pub mod diagnostic;
pub mod document;
pub mod field;
pub mod instant;
pub mod json;
pub mod primitive;
#[cfg(feature = "cli")]
pub mod schema;
pub mod units;

pub use diagnostic::{Diagnostic, Severity};
pub use document::Document;

use document::Document as Doc;
use field::{Field, Reader};
use json::{Json, SyntaxError};

/// A text that was opened: as much of it as could be understood, and what is to be said about it.
#[derive(Debug, Default)]
pub struct Opened {
    /// `None` when the text is no scenario.
    pub document: Option<Document>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Opens a scenario. Never panics and never takes long, whatever the text is.
pub fn open(text: &str) -> Opened {
    open_json(Json::parse(text))
}

/// The same for bytes that may not even be text.
pub fn open_bytes(bytes: &[u8]) -> Opened {
    open_json(Json::parse_bytes(bytes))
}

fn open_json(json: Result<Json, SyntaxError>) -> Opened {
    let json = match json {
        Ok(json) => json,
        Err(SyntaxError(reason)) => {
            return refused(
                Diagnostic::error("document/syntax", "")
                    .says(format!("This is not JSON: {reason}."))
                    .hint("Scenarios are JSON; other formats can be imported."),
            );
        }
    };
    if let Some(diagnostic) = not_a_scenario(&json) {
        return refused(diagnostic);
    }
    let mut cx = Reader::default();
    let document = Doc::read(&json, &mut cx);
    Opened {
        document,
        diagnostics: cx.diagnostics.finish(),
    }
}

fn refused(diagnostic: Diagnostic) -> Opened {
    Opened {
        diagnostics: vec![diagnostic],
        ..Opened::default()
    }
}

/// Said before anything is read: a dump of another kind would only give a list of unknown fields.
fn not_a_scenario(json: &Json) -> Option<Diagnostic> {
    if !matches!(json, Json::Object(_)) {
        return Some(
            Diagnostic::error("document/type", "")
                .says(format!("Expected an object, found {}.", json.kind()))
                .hint("The smallest scenario is {\"version\":1,\"pools\":[…]}."),
        );
    }
    match json.get("version") {
        Some(Json::Int(1)) => None,
        Some(other) => Some(
            Diagnostic::error("document/version", "/version")
                .says(format!("Version {} is not known.", other.kind()))
                .hint("This program reads version 1."),
        ),
        None => {
            let foreign = ["kind", "apiVersion", "nodePools", "clusters", "items"];
            let hint = if foreign.iter().any(|key| json.get(key).is_some()) {
                "This looks like the output of another tool: import it."
            } else {
                "Add \"version\": 1."
            };
            Some(
                Diagnostic::error("document/missing", "")
                    .says("The field “version” is required.")
                    .hint(hint),
            )
        }
    }
}
