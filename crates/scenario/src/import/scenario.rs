//! A scenario of Nodetide itself.

use serde::de::IgnoredAny;

use super::Importer;
use super::found::{Found, Sourced};
use super::outline::Outline;
use super::progress::Watch;

pub(super) const IMPORTER: Importer = Importer { claims, read };

/// Lock files and states of other tools have a number for their version too.
const OTHERS: [&str; 5] = [
    "nodePools",
    "apiVersion",
    "terraform_version",
    "dependencies",
    "packages",
];

fn claims(outline: &Outline) -> bool {
    outline.elements.is_none()
        && (outline.version.is_some() || outline.has("pools"))
        && !outline.has_any(&OTHERS)
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let file = watch.file;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    documents.next().transpose()?;
    let end = documents.byte_offset();
    found.desk.say(file, "Nodetide scenario");
    let thing = text.get(..end).unwrap_or(text).to_owned();
    found.scenarios.push(Sourced { file, thing });
    Ok(end)
}
