//! The scenario as the commands and manifests that create it, and what a change of them says.

use crate::edit;
use crate::export::{Say, comment, creation, manifests};
use crate::json::Json;
use crate::merge::{self, UserEdit};
use base::say;

/// The parts of a document that commands and manifests say.
const SAID: [&str; 4] = ["cluster", "pools", "workloads", "budgets"];
/// Parts that are no settings.
const NAMES: [&str; 3] = ["version", "name", "description"];

pub(super) fn write(json: &Json, say: Say<'_>) -> String {
    let (document, _) = super::super::read_json(Ok(json));
    let document = document.unwrap_or_default();
    let (mut text, mut left_out) = creation::commands(&document);
    let (manifests, more) = manifests::make(&document);
    left_out.extend(more);
    if let Json::Object(fields) = json {
        let others = fields.iter().map(|(key, _)| key.as_str());
        let others = others.filter(|key| !SAID.contains(key) && !NAMES.contains(key));
        left_out.extend(others.map(str::to_owned));
    }
    if !left_out.is_empty() {
        text += &comment(say, &say!("export-not-said", names = left_out.join(", ")));
        text.push('\n');
    }
    if !manifests.is_empty() {
        text += "---\n";
        text += &manifests;
    }
    text
}

/// The document with what was changed between two texts; `before` and `after` are what each says.
pub fn changed(document: &Json, before: &Json, after: &Json) -> Json {
    let edits: Vec<UserEdit> = merge::changes(&said(before), &said(after));
    merge::apply(&edits, document).json
}

/// Do two documents say the same as commands and manifests?
pub fn agree(one: &Json, other: &Json) -> bool {
    merge::changes(&said(one), &said(other)).is_empty()
}

/// What commands and manifests say, without what the importer adds.
fn said(json: &Json) -> Json {
    let part = |key: &&str| Some(((*key).to_owned(), json.get(key)?.clone()));
    let mut said = Json::Object(SAID.iter().filter_map(part).collect());
    let pools = said.get("pools").map_or(0, |pools| pools.items().len());
    for no in 0..pools {
        said = edit::apply(&said, &edit::Edit::Remove(format!("/pools/{no}/gcloudFlags")));
    }
    said
}

/// The line of the command or the manifest that a value belongs to.
pub(super) fn line(text: &str, path: &[String], json: &Json) -> usize {
    let name = || -> Option<&str> {
        let item = json.get(path.first()?)?.items().get(path.get(1)?.parse::<usize>().ok()?)?;
        item.get("name").and_then(Json::text)
    };
    let named = |before: &str| {
        let name = name()?;
        let found = text.lines().position(|line| {
            let rest = line.split_once(before).map(|(_, rest)| rest);
            let word = rest.and_then(|rest| rest.split_whitespace().next());
            word.is_some_and(|word| word.trim_matches(['"', '\'']) == name)
        });
        found.map(|at| at + 1)
    };
    let found = match path.first().map(String::as_str) {
        Some("pools") => named("node-pools create "),
        Some("workloads" | "budgets") => named("  name: "),
        _ => None,
    };
    found.unwrap_or(1)
}
