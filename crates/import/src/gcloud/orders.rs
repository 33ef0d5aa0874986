//! Turns commands that change or upgrade into documents.

use crate::found::{Found, Sourced};
use crate::importer::Importer;
use crate::loose::document;
use crate::outline::Outline;
use crate::progress::Watch;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.object
        && outline.has("gcloud")
        && outline.has_any(&["ofPool", "ofCluster", "entry", "words"])
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let (thing, length) = document(text)?;
    found.orders.push(Sourced::of(watch.file, thing));
    Ok(length)
}
