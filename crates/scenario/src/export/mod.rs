//! Exports a scenario for other tools: one table, a file per format.
//!
//! Names come from users and imported files, so each format quotes them by its own rules, and none can end its text or begin
//! another one.

mod budgets;
pub mod creation;
pub mod gcloud;
pub(super) mod hcl;
pub mod manifests;
mod runbook;
mod shell;
pub mod terraform;
mod wanted;
pub(crate) mod yaml;

use super::document::{Document, ScriptItem, UpgradeSettings};
use super::field::{FieldSpec, StructType};
use super::strategy;
use base::message::Arg;
use base::text::is_hidden;
use base::{Message, order, say};
use model::RunKind;

/// An export format.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// Its name on the command line and in addresses.
    pub name: &'static str,
    /// The name of its file.
    pub file: &'static str,
    pub media: &'static str,
    /// Takes any document, even one that failed its checks.
    pub make: fn(Source<'_>, Say<'_>) -> String,
}

/// What is exported.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub document: &'a Document,
    /// The cluster as its own description has it: what is the same needs no command.
    pub described: Option<&'a Document>,
    /// The project of the cluster, if it is known.
    pub project: Option<&'a str>,
    /// What a run of it shows and has to be said before anything is done.
    pub first: &'a [Message],
    /// How long entries of the script take, by their position in it.
    pub expected: &'a [(usize, Message)],
    /// Pools whose upgrades are assumed, each with a message that says so.
    pub assumed: &'a [(String, Message)],
    /// What the imported files do besides, and no command of an export does.
    pub omitted: &'a [Message],
    /// Pools with settings that the files have and the document lacks, each with a message that names them.
    pub undescribed: &'a [(String, Message)],
    /// What is changed of budgets and workloads first, as entries of a script.
    pub changed: &'a [ScriptItem],
}

impl<'a> From<&'a Document> for Source<'a> {
    fn from(document: &'a Document) -> Self {
        Self {
            document,
            described: None,
            project: None,
            first: &[],
            expected: &[],
            assumed: &[],
            omitted: &[],
            undescribed: &[],
            changed: &[],
        }
    }
}

impl Source<'_> {
    /// That the entry is an upgrade for which no command asks.
    fn assumed_of(&self, item: &ScriptItem) -> Option<&Message> {
        let begins = matches!(item.action.as_str(), "upgrade" | "resume");
        let own = self.assumed.iter().find(|(pool, _)| begins && *pool == item.pool);
        own.map(|(_, said)| said)
    }
}

/// Formats the messages that become comments.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

/// All formats, in display order.
pub const EXPORTS: &[Export] = &[
    Export {
        name: "scenario",
        file: "scenario.json",
        media: "application/json",
        make: |source, _| source.document.to_pretty_text(),
    },
    Export { name: "gcloud", file: "upgrade.sh", media: "application/x-sh", make: gcloud::make },
    Export { name: "terraform", file: "node_pools.tf", media: "text/plain", make: terraform::make },
    Export {
        name: "budgets",
        file: "budgets.yaml",
        media: "application/yaml",
        make: |source, _| budgets::make(source.document),
    },
    Export { name: "runbook", file: "runbook.md", media: "text/markdown", make: runbook::make },
];

/// The format with this name.
pub fn export(name: &str) -> Option<&'static Export> {
    EXPORTS.iter().find(|export| export.name == name)
}

/// Placeholders for names that the document lacks.
const CLUSTER: &str = "CLUSTER_NAME";
const LOCATION: &str = "LOCATION";

/// The fields of a struct, with some of them first.
fn in_order(spec: &'static StructType, first: &[&str]) -> Vec<&'static FieldSpec> {
    let mut fields: Vec<&FieldSpec> = spec.fields.iter().collect();
    let place = |field: &&FieldSpec| first.iter().position(|key| *key == field.key);
    order::sort_by_key(&mut fields, |field| place(field).unwrap_or(first.len()));
    fields
}

/// Keeps only the settings of the chosen strategy.
fn chosen(settings: &UpgradeSettings) -> UpgradeSettings {
    let kind = match settings.strategy.as_str() {
        "" => Some(RunKind::Surge),
        name => RunKind::named(name),
    };
    kind.map_or_else(UpgradeSettings::default, |kind| (strategy::of(kind).export)(settings))
}

/// A character as a numeric escape in HCL and YAML strings.
fn code(c: char) -> String {
    match u32::from(c) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// A character in double quotes, for both HCL and YAML.
fn quoted(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if is_hidden(c) => out.push_str(&code(c)),
        c => out.push(c),
    }
}

/// A message as a comment: on one line, without hidden characters.
pub fn comment(say: Say<'_>, message: &Message) -> String {
    let text = format!("# {}", say(message));
    text.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect()
}

/// The scenario's name, or a message if it has none.
fn title(doc: &Document) -> Arg {
    if doc.name.is_empty() { say!("ui-unnamed").into() } else { (&doc.name).into() }
}
