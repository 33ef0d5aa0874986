//! What `get-upgrade-info` of clusters and node pools prints: targets of automatic upgrades, why they are paused, and the end of support.
//! It doesn't name its cluster or pool.

use super::super::found::{Found, Sourced};
use super::super::importer::Importer;
use super::super::loose::{Batch, List, Text, shape};
use super::super::outline::Outline;
use super::super::progress::Watch;
use base::say;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

shape! {
    /// `ClusterUpgradeInfo` and `NodePoolUpgradeInfo` of the container API.
    UpgradeInfo {
        "autoUpgradeStatus" => status: List<Text>,
        "pausedReason" => paused: List<Text>,
        "minorTargetVersion" => minor: Text,
        "patchTargetVersion" => patch: Text,
        "endOfStandardSupportTimestamp" => standard_support: Text,
        "endOfExtendedSupportTimestamp" => extended_support: Text,
    }
}

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["autoUpgradeStatus", "minorTargetVersion", "patchTargetVersion"])
        || (outline.has_any(&["upgradeDetails", "pausedReason", "endOfStandardSupportTimestamp"])
            && !outline.has("name"))
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Batch<UpgradeInfo>>();
    let batch = documents.next().transpose()?.unwrap_or_default();
    for info in batch.all {
        watch.object();
        found.notes.say(watch.file, say!("import-kind-upgrade-info"));
        found.upgrade_infos.push(Sourced::of(watch.file, *info));
    }
    Ok(documents.byte_offset())
}
