//! The report of an import for each file: recognized, used, ignored, assumed, or why it is refused.

use std::borrow::Cow;

use base::{Arg, Message, say};
use scenario::document::Document;
use scenario::json::Json;

/// The result of reading one file.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    pub file: String,
    /// The kind of the file: "kubectl list", "GKE cluster", "operation".
    pub kind: Message,
    /// The keys of its kinds: a file may have several.
    pub kinds: Vec<Cow<'static, str>>,
    /// What the scenario uses.
    pub used: Used,
    /// The content of the file.
    pub recognised: Vec<Line>,
    pub ignored: Vec<Line>,
    pub assumed: Vec<Line>,
    /// Why nothing in the file is used.
    pub reason: Option<Refusal>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub nodes: u32,
    pub pods: u32,
    pub budgets: u32,
    pub workloads: u32,
    pub pools: u32,
    pub services: u32,
}

impl Used {
    pub fn counts(self) -> [(&'static str, u32); 6] {
        [
            ("nodes", self.nodes),
            ("pods", self.pods),
            ("budgets", self.budgets),
            ("workloads", self.workloads),
            ("pools", self.pools),
            ("services", self.services),
        ]
    }

    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// One line of a list: a stable key, a count, names, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub key: &'static str,
    pub count: u32,
    pub names: Vec<Arg>,
    /// The subjects of the names that are in the scenario: `node/N`, `workload/NS/W`. As many as there are names,
    /// empty for other objects; no list if all would be empty.
    pub subjects: Vec<String>,
    pub message: Message,
}

/// Why a file isn't used: a code for programs, a message for people, and a position if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub message: Message,
    /// Line and column, both from 1; columns count bytes.
    pub at: Option<(usize, usize)>,
}

impl Refusal {
    pub(super) fn new(code: &'static str, message: Message) -> Self {
        Self { code, message, at: None }
    }

    /// A refusal whose message names the position.
    pub(super) fn at(code: &'static str, (line, column): (usize, usize), message: Message) -> Self {
        let message = message.with("line", line.to_string());
        Self { code, message: message.with("column", column.to_string()), at: Some((line, column)) }
    }

    /// A refusal with its position after the error.
    pub(super) fn placed(code: &'static str, at: (usize, usize), what: Message) -> Self {
        Self::at(code, at, say!("import-at", what = what))
    }

    /// Removes the position, which would be one in generated JSON.
    pub(super) fn without_position(mut self) -> Self {
        self.at = None;
        if let Some(Arg::Message(what)) = self.message.arg("what") {
            self.message = what.clone();
        }
        self
    }

    /// The refusal of a part with this many lines before it: its position is that in the whole.
    pub(super) fn below(mut self, lines: usize) -> Self {
        if let Some((line, _)) = &mut self.at {
            *line += lines;
            move_down(&mut self.message, lines);
        }
        self
    }

    /// Is the error a trailing comma in JSON?
    pub(super) fn is_trailing_comma(&self) -> bool {
        let Some(Arg::Message(what)) = self.message.arg("what") else {
            return false;
        };
        matches!(what.arg("error"), Some(Arg::Text(error)) if error.contains("trailing comma"))
    }

    /// Does nobody know what should be in the file: a syntax error, the error of a failed command?
    pub fn is_unreadable(&self) -> bool {
        matches!(self.code, "syntax" | "cut-off" | "not-utf8" | "too-deep" | "empty" | "error")
    }
}

/// Adds to the line that a message names, wherever in it.
fn move_down(message: &mut Message, lines: usize) {
    for (name, value) in &mut message.args {
        match value {
            Arg::Message(inner) => move_down(inner, lines),
            Arg::Text(line) if name == "line" => {
                if let Ok(number) = line.parse::<usize>() {
                    *line = (number + lines).to_string();
                }
            }
            _ => {}
        }
    }
}

impl FileReport {
    /// The JSON format is a contract with scripts: `reason` is a sentence, `code` and the position are separate fields.
    /// `put` formats a message, or keeps it as data.
    pub fn json(&self, put: &dyn Fn(&Message) -> Json) -> Json {
        let number = |n: usize| Json::Int(i64::try_from(n).unwrap_or(i64::MAX));
        let lines = |lines: &[Line]| Json::List(lines.iter().map(|line| line.json(put)).collect());
        let used = self.used.counts();
        let used = used.map(|(name, count)| (name.to_owned(), Json::Int(count.into())));
        let reason = self.reason.as_ref();
        let mut fields = vec![
            ("file", self.file.as_str().into()),
            ("kind", put(&self.kind)),
            ("used", Json::Object(used.into())),
            ("recognised", lines(&self.recognised)),
            ("ignored", lines(&self.ignored)),
            ("assumed", lines(&self.assumed)),
            ("reason", reason.map_or(Json::Null, |reason| put(&reason.message))),
        ];
        fields.extend(reason.map(|reason| ("code", reason.code.into())));
        if let Some((line, column)) = reason.and_then(|reason| reason.at) {
            fields.extend([("line", number(line)), ("column", number(column))]);
        }
        Json::object(fields)
    }
}

impl Line {
    fn json(&self, put: &dyn Fn(&Message) -> Json) -> Json {
        let name = |name: &Arg| match name {
            Arg::Message(message) => put(message),
            other => Json::of_arg(other),
        };
        let mut fields = vec![("key", self.key.into()), ("count", Json::Int(self.count.into()))];
        if !self.names.is_empty() {
            fields.push(("names", Json::List(self.names.iter().map(name).collect())));
        }
        if !self.subjects.is_empty() {
            let subjects = self.subjects.iter().map(|subject| subject.as_str().into());
            fields.push(("subjects", Json::List(subjects.collect())));
        }
        fields.push(("text", put(&self.message)));
        Json::object(fields)
    }
}

/// The most names listed.
pub(super) const FEW: usize = 3;

/// The first of some names: `a, b, c and 4 more`.
pub(super) fn few<T: Clone + Into<Arg>>(names: &[T], count: usize, shown: usize) -> Message {
    let shown = names[..shown.min(names.len())].to_vec();
    let more = count.saturating_sub(shown.len());
    say!("import-names", names = shown, more = more)
}

/// The result of an import: a scenario, if the files contain one, and a report per file.
#[derive(Debug, Default)]
pub struct Import {
    pub document: Option<Document>,
    /// A file says which maintenance window the cluster has, or that it has none; commands that change other settings don't.
    pub names_window: bool,
    /// Commands or a scenario say what is upgraded; what is under way doesn't.
    pub asks_for_upgrade: bool,
    pub reports: Vec<FileReport>,
}
