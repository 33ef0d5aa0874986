//! Floor 2: scenario documents, their checks, and their compilation.

pub mod accelerators;
pub mod awaited;
pub mod by_name;
pub mod calendar;
mod check;
pub mod compile;
pub mod diagnostic;
pub mod document;
pub mod edit;
pub mod estimate;
pub mod export;
pub mod field;
pub mod fixed;
pub mod initial_nodes;
pub mod instant;
pub mod json;
mod labels;
pub mod link;
pub mod machines;
pub mod merge;
pub mod named;
pub mod natural;
mod owner;
pub mod presets;
pub mod primitive;
pub mod pseudonym;
pub mod resolve;
pub mod revisions;
#[cfg(feature = "schema")]
pub mod schema;
mod strategy;
mod surge_ref;
pub mod text;
pub mod units;

pub use check::autoscaling::largest_size;
pub use compile::Compiled;
pub use compile::budgets::balancer;
pub use diagnostic::{Diagnostic, Severity};
pub use document::Document;
pub use presets::{PRESET_GROUPS, Preset, preset, preset_text, presets};
pub use resolve::int_or_percent;

use base::say;
use diagnostic::Diagnostics;
use document::Document as Doc;
use field::{Field, Reader};
use json::{Json, SyntaxError};
use resolve::Resolved;

/// The result of opening a text: what could be read, and the diagnostics.
#[derive(Debug, Default)]
pub struct Opened {
    /// `None` if the text isn't a scenario.
    pub document: Option<Document>,
    pub diagnostics: Vec<Diagnostic>,
    /// `None` exactly if one of the diagnostics stops a run.
    pub compiled: Option<Compiled>,
}

/// Opens a scenario. Never panics and never takes long, on any text.
pub fn open(text: &str) -> Opened {
    open_json(Json::parse(text).as_ref())
}

/// Reads a scenario without checking or compiling it; both are missing in the importer.
pub fn read(text: &str) -> Opened {
    let (document, diagnostics) = read_json(Json::parse(text).as_ref());
    Opened { document, diagnostics: diagnostics.finish(), compiled: None }
}

/// Opens a parsed scenario.
pub fn open_json(json: Result<&Json, &SyntaxError>) -> Opened {
    let (document, mut diagnostics) = read_json(json);
    let mut compiled = None;
    if let Some(document) = document.as_ref().filter(|_| !diagnostics.stop_a_run()) {
        compiled = check(document, &mut diagnostics);
    }
    Opened { document, diagnostics: diagnostics.finish(), compiled }
}

fn read_json(json: Result<&Json, &SyntaxError>) -> (Option<Document>, Diagnostics) {
    let refused = |diagnostic| {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        (None, diagnostics)
    };
    let json = match json {
        Ok(json) => json,
        Err(SyntaxError(reason)) => {
            return refused(
                Diagnostic::error("document/syntax", "").with("reason", reason.clone()),
            );
        }
    };
    if let Some(diagnostic) = not_a_scenario(json) {
        return refused(diagnostic);
    }
    let mut cx = Reader::default();
    (Doc::read(json, &mut cx), cx.diagnostics)
}

/// Checks an edited document, and compiles it if there is no error.
pub fn check_and_compile(document: &Document) -> (Vec<Diagnostic>, Option<Compiled>) {
    let mut diagnostics = Diagnostics::default();
    let compiled = check(document, &mut diagnostics);
    (diagnostics.finish(), compiled)
}

/// Reads and checks a parsed document; compile it later with [`compiled`], because with very many nodes each takes
/// a while.
///
/// Also returns whether it can at least be read.
pub fn look(json: &Json) -> (bool, Vec<Diagnostic>) {
    let (document, mut diagnostics) = read_json(Ok(json));
    if let Some(document) = document.as_ref().filter(|_| !diagnostics.stop_a_run()) {
        resolved(document, &mut diagnostics);
    }
    (document.is_some(), diagnostics.finish())
}

/// Compiles a document that passed the checks.
pub fn compiled(json: &Json) -> Option<Compiled> {
    let (document, _) = read_json(Ok(json));
    compile::compile(&Resolved::with_revisions(&document?)).ok()
}

/// `None` if the checks find an error.
fn resolved<'d>(document: &'d Document, diagnostics: &mut Diagnostics) -> Option<Resolved<'d>> {
    if !check::within_limits(document, diagnostics) {
        return None;
    }
    let resolved = Resolved::new(document);
    check::run(&check::Cx::new(document, &resolved), diagnostics);
    (!diagnostics.stop_a_run()).then_some(resolved)
}

fn check(document: &Document, diagnostics: &mut Diagnostics) -> Option<Compiled> {
    let mut resolved = resolved(document, diagnostics)?;
    if document.script.iter().any(|item| item.action == revisions::ROLLOUT) {
        resolved = Resolved::with_revisions(document);
    }
    match compile::compile(&resolved) {
        Ok(compiled) => Some(compiled),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            None
        }
    }
}

/// Recognizes a dump of another kind, which would only give a list of unknown fields.
fn not_a_scenario(json: &Json) -> Option<Diagnostic> {
    if !matches!(json, Json::Object(_)) {
        return Some(
            Diagnostic::error("document/type", "")
                .says(say!("check-not-a-scenario", found = json.kind())),
        );
    }
    match json.get("version") {
        Some(Json::Int(1)) => None,
        Some(Json::Text(text)) if text == "1" => None,
        Some(other) => {
            Some(Diagnostic::error("document/version", "/version").with("version", other.kind()))
        }
        None => {
            let foreign = ["kind", "apiVersion", "nodePools", "clusters", "items"];
            let message = match foreign.iter().any(|key| json.get(key).is_some()) {
                true => "check-another-tool",
                false => "check-no-version",
            };
            Some(Diagnostic::error("document/missing", "").says(say!(message)))
        }
    }
}
