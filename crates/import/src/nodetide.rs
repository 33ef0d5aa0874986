//! Imports Nodetide's own scenarios.

use base::say;
use serde::de::IgnoredAny;

use super::found::{Found, Sourced};
use super::importer::Importer;
use super::outline::Outline;
use super::progress::Watch;

pub(super) const IMPORTER: Importer = Importer { claims, read };

/// Keys of a scenario besides `pools`.
const OWN: [&str; 6] = ["cluster", "workloads", "budgets", "services", "script", "calendars"];

/// Lock files and states of other tools have a version number too.
const OTHERS: [&str; 5] =
    ["nodePools", "apiVersion", "terraform_version", "dependencies", "packages"];

fn claims(outline: &Outline) -> bool {
    // A scenario of a newer program has pools; many tools have files with another version and `services`.
    let is_versioned = outline.version == Some(1) && outline.has_any(&OWN);
    outline.elements.is_none()
        && (is_versioned || outline.has("pools"))
        && !outline.has_any(&OTHERS)
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let file = watch.file;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    documents.next().transpose()?;
    let end = documents.byte_offset();
    found.notes.say(file, say!("import-kind-scenario"));
    let thing = text.get(..end).unwrap_or(text).to_owned();
    found.scenarios.push(Sourced { file, thing });
    Ok(end)
}
