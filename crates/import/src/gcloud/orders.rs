//! Turns commands that change or upgrade into documents.

use super::order::Order;
use crate::found::{Found, Sourced};
use crate::importer::Importer;
use crate::outline::Outline;
use crate::progress::Watch;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.object
        && outline.has("gcloud")
        && outline.has_any(&["ofPool", "ofCluster", "entry", "words"])
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Order>();
    let thing = documents.next().transpose()?.unwrap_or_default();
    let file = watch.file;
    found.orders.push(Sourced { file, thing });
    Ok(documents.byte_offset())
}
