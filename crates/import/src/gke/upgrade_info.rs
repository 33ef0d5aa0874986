//! What `get-upgrade-info` of clusters and node pools prints: targets of automatic upgrades, why they are paused, and the end of support.
//! It doesn't name its cluster or pool.

use super::super::found::{Found, Sourced};
use super::super::importer::Importer;
use super::super::loose::{Batch, document};
use super::super::outline::Outline;
use super::super::progress::Watch;
use super::shape::UpgradeInfo;
use base::say;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["autoUpgradeStatus", "minorTargetVersion", "patchTargetVersion"])
        || (outline.has_any(&["upgradeDetails", "pausedReason", "endOfStandardSupportTimestamp"])
            && !outline.has("name"))
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let (batch, length) = document::<Batch<UpgradeInfo>>(text)?;
    for info in batch.all {
        watch.object();
        found.notes.say(watch.file, say!("import-kind-upgrade-info"));
        found.upgrade_infos.push(Sourced::of(watch.file, *info));
    }
    Ok(length)
}
