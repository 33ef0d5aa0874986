//! A scenario in the forms that other tools read: one table, a file a form.
//!
//! Names come from users and imported files, so each form quotes them by its own rules, and none can end its text or begin
//! another.

mod budgets;
mod gcloud;
pub(super) mod hcl;
mod shell;
mod terraform;
mod yaml;

use super::document::{Document, UpgradeSettings};
use super::field::{FieldSpec, StructType};
use super::strategy;
use base::text::is_hidden;
use base::{Message, order};
use model::RunKind;

/// A form in which a document can be written.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// What it is called on the command line and in addresses.
    pub name: &'static str,
    /// What its file is called.
    pub file: &'static str,
    pub media: &'static str,
    /// Takes any document, also one that did not pass its checks.
    pub make: fn(&Document, Say<'_>) -> String,
}

/// Makes texts of the messages that are comments in a form.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

/// Every form, in the order in which they are offered.
pub const EXPORTS: &[Export] = &[
    Export {
        name: "scenario",
        file: "scenario.json",
        media: "application/json",
        make: |document, _| document.to_pretty_text(),
    },
    Export {
        name: "gcloud",
        file: "upgrade.sh",
        media: "application/x-sh",
        make: gcloud::make,
    },
    Export {
        name: "terraform",
        file: "node_pools.tf",
        media: "text/plain",
        make: terraform::make,
    },
    Export {
        name: "budgets",
        file: "budgets.yaml",
        media: "application/yaml",
        make: |document, _| budgets::make(document),
    },
];

/// The form of a name.
pub fn export(name: &str) -> Option<&'static Export> {
    EXPORTS.iter().find(|export| export.name == name)
}

/// What stands for names that the document leaves out.
const CLUSTER: &str = "CLUSTER_NAME";
const LOCATION: &str = "LOCATION";

/// The fields of a struct: some of them before the others.
fn in_order(spec: &'static StructType, first: &[&str]) -> Vec<&'static FieldSpec> {
    let mut fields: Vec<&FieldSpec> = spec.fields.iter().collect();
    let place = |field: &&FieldSpec| first.iter().position(|key| *key == field.key);
    order::sort_by_key(&mut fields, |field| place(field).unwrap_or(first.len()));
    fields
}

/// Keeps the settings of the chosen strategy.
fn chosen(settings: &UpgradeSettings) -> UpgradeSettings {
    let kind = match settings.strategy.as_str() {
        "" => Some(RunKind::Surge),
        name => RunKind::named(name),
    };
    kind.map_or_else(UpgradeSettings::default, |kind| {
        (strategy::of(kind).export)(settings)
    })
}

/// A character by its number, as HCL and YAML write it in quotes.
fn code(c: char) -> String {
    match u32::from(c) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// A character between double quotes, as HCL and YAML both read it.
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

/// A message as a comment: on one line, and nothing hidden in it.
fn comment(say: Say<'_>, message: &Message) -> String {
    let text = format!("# {}", say(message));
    text.chars()
        .map(|c| if is_hidden(c) { ' ' } else { c })
        .collect()
}

/// The text, or what stands for it where there is none.
fn or<'a>(text: &'a str, placeholder: &'a str) -> &'a str {
    if text.is_empty() { placeholder } else { text }
}
