//! The scenario as the commands and manifests that create it, and what a change of them says.

use crate::edit;
use crate::export::{Say, comment, creation, manifests};
use crate::json::Json;
use crate::merge::{self, UserEdit};
use base::say;

/// The parts of a document that commands and manifests say.
const SAID: [&str; 5] = ["cluster", "pools", "workloads", "budgets", "services"];
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
        text += &manifests.join("---\n");
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
    find(text, path, json).unwrap_or(1)
}

fn find(text: &str, path: &[String], json: &Json) -> Option<usize> {
    let items = json.get(path.first()?)?.items();
    let at: usize = path.get(1)?.parse().ok()?;
    let item = items.get(at)?;
    let of =
        |item: &Json, key: &str| item.get(key).and_then(Json::text).unwrap_or_default().to_owned();
    let name = of(item, "name");
    let word = |text: &str| text.trim().trim_matches(['"', '\'']) == name;
    let lines = || text.lines().enumerate();
    match path[0].as_str() {
        "pools" => {
            let named = |line: &str| {
                let rest = line.split_once("node-pools create ").map(|(_, rest)| rest);
                rest.and_then(|rest| rest.split_whitespace().next()).is_some_and(word)
            };
            lines().find(|(_, line)| named(line)).map(|(at, _)| at + 1)
        }
        list @ ("workloads" | "budgets" | "services") => {
            let kind = match list {
                "workloads" => of(item, "kind"),
                "services" => "Service".to_owned(),
                _ => "PodDisruptionBudget".to_owned(),
            };
            // Namespaces may have parts of the same kind and name.
            let alike =
                |other: &&Json| of(other, "name") == name && of(other, "kind") == of(item, "kind");
            let before = items[..at].iter().filter(alike).count();
            let mut is_of_kind = false;
            let mut found = lines().filter(|(_, line)| {
                match line.strip_prefix("kind:") {
                    Some(written) => is_of_kind = written.trim() == kind,
                    None => is_of_kind &= line.trim_end() != "---",
                }
                is_of_kind && line.strip_prefix("  name: ").is_some_and(word)
            });
            found.nth(before).map(|(at, _)| at + 1)
        }
        _ => None,
    }
}
