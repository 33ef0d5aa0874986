//! What an import says about each file: recognized, used, ignored, assumed, or why it is refused.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::document::Document;

/// What was read from one file.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    pub file: String,
    /// What the file is, in words: "kubectl list", "GKE cluster", "operation".
    pub kind: String,
    /// What goes into the scenario.
    pub used: Used,
    /// What the file holds.
    pub recognised: Vec<Line>,
    pub ignored: Vec<Line>,
    pub assumed: Vec<Line>,
    /// Why nothing of the file is used.
    pub reason: Option<Refusal>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Used {
    pub nodes: u32,
    pub pods: u32,
    pub budgets: u32,
    pub workloads: u32,
    pub pools: u32,
    pub services: u32,
}

impl Used {
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// One line of a list: a stable key, a count, the names it is about, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Line {
    pub key: &'static str,
    pub count: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What the names stand for, where that is in the scenario: `node/N`, `workload/NS/W`. As many as there are names,
    /// those of other things empty; none when all would be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
    pub text: String,
}

/// Why a file is not used: a code for programs, a sentence for people, and a position where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub text: String,
    /// Line and column, both from 1; columns count bytes.
    pub at: Option<(usize, usize)>,
}

impl Refusal {
    pub(super) fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
            at: None,
        }
    }

    pub(super) fn at(
        code: &'static str,
        line: usize,
        column: usize,
        text: impl Into<String>,
    ) -> Self {
        Self {
            code,
            text: text.into(),
            at: Some((line, column)),
        }
    }

    /// The same where the position would be one of the JSON that was made of the file.
    pub(super) fn without_position(mut self) -> Self {
        if let Some((line, column)) = self.at.take() {
            let place = format!(" at line {line}, column {column}");
            self.text = self.text.replace(&place, "");
        }
        self
    }

    /// Does the file have a syntax error, so that it isn't JSON at all?
    pub fn is_syntax(&self) -> bool {
        matches!(
            self.code,
            "syntax" | "cut-off" | "not-utf8" | "too-deep" | "empty"
        )
    }
}

/// The JSON form is a contract with scripts: `reason` is a sentence, `code` and the position stand beside it.
impl Serialize for FileReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reason = self.reason.as_ref();
        let at = reason.and_then(|reason| reason.at);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", &self.file)?;
        map.serialize_entry("kind", &self.kind)?;
        map.serialize_entry("used", &self.used)?;
        map.serialize_entry("recognised", &self.recognised)?;
        map.serialize_entry("ignored", &self.ignored)?;
        map.serialize_entry("assumed", &self.assumed)?;
        map.serialize_entry("reason", &reason.map(|reason| &reason.text))?;
        if let Some(reason) = reason {
            map.serialize_entry("code", reason.code)?;
        }
        if let Some((line, column)) = at {
            map.serialize_entry("line", &line)?;
            map.serialize_entry("column", &column)?;
        }
        map.end()
    }
}

impl FileReport {
    /// The report as lines of text.
    pub fn text(&self) -> String {
        let mut out = format!("{}: ", self.file);
        if let Some(reason) = &self.reason {
            out.push_str("not used: ");
            out.push_str(&reason.text);
            out.push('\n');
        } else {
            out.push_str(&self.kind);
            out.push('\n');
            let used = self.used;
            let parts: Vec<String> = [
                (used.pools, "node pool"),
                (used.nodes, "node"),
                (used.workloads, "workload"),
                (used.pods, "Pod"),
                (used.budgets, "budget"),
                (used.services, "Service"),
            ]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| many(count as usize, noun))
            .collect();
            let parts = if parts.is_empty() {
                "settings of the cluster".to_owned()
            } else {
                parts.join(", ")
            };
            out.push_str(&format!("  used        {parts}\n"));
        }
        for (name, lines) in [
            ("recognized", &self.recognised),
            ("ignored", &self.ignored),
            ("assumed", &self.assumed),
        ] {
            for line in lines {
                out.push_str(&format!("  {name:<11} {}\n", line.text));
            }
        }
        out
    }
}

/// `1 Pod`, `3 Pods`.
pub(super) fn many(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        // "policy" but not "key".
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ if noun.ends_with('s') => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// Names that tell which things are meant.
pub(super) const FEW: usize = 3;

/// The first of some names: `a, b, c and 4 more`.
pub(super) fn few(names: &[String], count: usize, shown: usize) -> String {
    let shown: Vec<&str> = names.iter().take(shown).map(String::as_str).collect();
    match count.saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// What an import gives: a scenario, if the files hold one, and a report for each file.
#[derive(Debug, Default)]
pub struct Import {
    pub document: Option<Document>,
    pub reports: Vec<FileReport>,
}
