//! The results of an import as the report shows them: its lines and their importance, with or without pseudonyms.

use super::source::ImportSource;
use crate::shell::state::Shared;
use base::Map;
use scenario::json::Json;
use scenario::pseudonym::{Name, Names};
use scenario::{self, Diagnostic};

/// The result of an import.
#[derive(PartialEq, Debug)]
pub struct ImportResult {
    pub files: Vec<FoundFile>,
    /// The scenario, if anything was usable.
    pub scenario: Option<Shared<CheckedScenario>>,
}

/// A scenario as a tree and a text, with the diagnostics of the checks.
#[derive(PartialEq, Debug)]
pub struct CheckedScenario {
    pub json: Shared<Json>,
    pub text: String,
    /// Is it a scenario? It may have errors that can be fixed in the setup.
    pub usable: bool,
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckedScenario {
    /// Checks any text.
    pub fn new(text: String) -> Self {
        match Json::parse(&text) {
            Ok(json) => Self::of(json, text),
            Err(error) => Self {
                json: Shared::new(Json::default()),
                text,
                usable: false,
                diagnostics: scenario::open_json(Err(&error)).diagnostics,
            },
        }
    }

    /// Checks a tree; `text` is its text.
    pub fn of(json: Json, text: String) -> Self {
        let opened = scenario::open_json(Ok(&json));
        Self {
            json: Shared::new(json),
            text,
            usable: opened.document.is_some(),
            diagnostics: opened.diagnostics,
        }
    }
}

/// One file of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundFile {
    /// The number of its [`Source`].
    pub no: u32,
    pub kind: String,
    pub recognised: Vec<ReportLine>,
    /// What was used: message keys of kinds, with counts.
    pub used: Vec<(&'static str, u32)>,
    pub ignored: Vec<ReportLine>,
    pub assumed: Vec<ReportLine>,
    /// Why nothing in it could be used.
    pub reason: Option<String>,
    /// It has log entries.
    pub is_log: bool,
}

/// A line of a report: a count, a sentence about it, and the names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportLine {
    pub key: String,
    pub count: u32,
    pub says: String,
    pub links: Vec<ReportLink>,
    /// How many names are omitted.
    pub more: usize,
}

impl ReportLine {
    /// Can the assumption change the result of a run?
    pub fn is_weighty(&self) -> bool {
        WEIGHTY.contains(&self.key.as_str())
    }
}

/// The kinds that a report counts as used, in display order: the field, which is also the scenario's list if there
/// is one, and the words.
pub const USED: [(&str, &str); 6] = [
    ("pools", "ui-used-pools"),
    ("nodes", "ui-used-nodes"),
    ("workloads", "ui-used-workloads"),
    ("pods", "ui-used-pods"),
    ("budgets", "ui-used-budgets"),
    ("services", "ui-used-services"),
];

/// A name, and the object of the scenario that it links to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportLink {
    pub name: String,
    pub subject: Option<String>,
}

/// Lines that name no object of the cluster: kinds, and assumptions about everything.
const NOBODYS: [&str; 4] = ["other-kinds", "timings", "start", "not-simulated-yet"];

/// Important assumptions.
const WEIGHTY: [&str; 16] = [
    "pool-made",
    "pools-grouped",
    "zone",
    "pool-zone",
    "node-count",
    "node-not-given",
    "nodes-missing",
    "namespaces-of-the-cluster",
    "default-namespaces",
    "custom-owners",
    "scaled-owners",
    "run-once-owners",
    "priority-class",
    "gone-pods",
    "zero-values",
    "budgets-without-number",
];

/// The report with pseudonyms. A name without one is omitted.
pub fn renamed(
    found: &ImportResult,
    scenario: Shared<CheckedScenario>,
    names: &[Name],
) -> ImportResult {
    let coins: Map<&str, &str> =
        names.iter().map(|name| (name.old.as_str(), name.new.as_str())).collect();
    let line = |line: &ReportLine| {
        let keep = NOBODYS.contains(&line.key.as_str());
        let link = |link: &ReportLink| {
            let own = own_name(&link.name);
            let subject = link.subject.as_deref();
            // Some names are generic: the scenario keeps them.
            let stays = subject.is_some_and(|subject| own_name(subject) == own);
            (keep || stays || coins.contains_key(own)).then(|| ReportLink {
                name: retold(&link.name, &coins),
                subject: subject.map(|subject| retold(subject, &coins)),
            })
        };
        let links: Vec<ReportLink> = line.links.iter().filter_map(link).collect();
        ReportLine { more: line.more + line.links.len() - links.len(), links, ..line.clone() }
    };
    let lines = |lines: &[ReportLine]| lines.iter().map(line).collect();
    let file = |file: &FoundFile| FoundFile {
        recognised: lines(&file.recognised),
        ignored: lines(&file.ignored),
        assumed: lines(&file.assumed),
        ..file.clone()
    };
    ImportResult { files: found.files.iter().map(file).collect(), scenario: Some(scenario) }
}

/// `web` of `shop/web to 1.34`.
fn own_name(text: &str) -> &str {
    let word = text.split([' ', ',']).next().unwrap_or_default();
    word.rsplit('/').next().unwrap_or_default()
}

/// A text with its names replaced.
fn retold(text: &str, coins: &Map<&str, &str>) -> String {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is = is_name(first);
        let end = rest.find(|c| is_name(c) != is).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        out.push_str(coins.get(word).copied().unwrap_or(word));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_told_apart_are_lines_of_the_importer() {
        let notes = include_str!("../../crates/import/src/notes.rs");
        for key in NOBODYS.iter().chain(&WEIGHTY) {
            assert!(notes.contains(&format!(", \"{key}\";")), "{key}");
        }
    }
}

/// An import in use: the original of the edited scenario, and the report.
#[derive(PartialEq, Debug)]
pub struct UsedImport {
    pub imported: Shared<Json>,
    pub files: Vec<ImportSource>,
    pub found: Shared<ImportResult>,
    pub names: Names,
}

impl UsedImport {
    /// What is kept of it from the previous visit; the report and the names aren't.
    pub fn left(imported: Json) -> Self {
        Self {
            imported: Shared::new(imported),
            files: Vec::new(),
            found: Shared::new(ImportResult { files: Vec::new(), scenario: None }),
            names: Vec::new(),
        }
    }
}
