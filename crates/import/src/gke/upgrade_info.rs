//! What `gcloud container clusters get-upgrade-info` and `node-pools get-upgrade-info` print: targets of automatic upgrades, why
//! they are paused, past upgrades, and the end of support. It doesn't name its cluster or pool.

use super::super::found::{Found, Sourced};
use super::super::importer::Importer;
use super::super::loose::{Batch, List, Text, shape};
use super::super::outline::Outline;
use super::super::progress::Watch;
use base::say;
use scenario::instant;
use scenario::units::Instant;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

shape! {
    /// `ClusterUpgradeInfo` and `NodePoolUpgradeInfo` of the container API.
    UpgradeInfo {
        "autoUpgradeStatus" => status: List<Text>,
        "pausedReason" => paused: List<Text>,
        "upgradeDetails" => details: List<UpgradeDetails>,
        "minorTargetVersion" => minor: Text,
        "patchTargetVersion" => patch: Text,
        "endOfStandardSupportTimestamp" => standard_support: Text,
        "endOfExtendedSupportTimestamp" => extended_support: Text,
    }

    /// An upgrade that runs, or is over.
    UpgradeDetails {
        "state" => state: Text,
        "startTime" => started: Text,
        "endTime" => ended: Text,
        "initialVersion" => from: Text,
        "targetVersion" => target: Text,
        "startType" => start: Text,
    }
}

impl UpgradeInfo {
    /// The upgrade that runs.
    pub(crate) fn running(&self) -> Option<&UpgradeDetails> {
        self.details.iter().find(|one| &*one.state == "RUNNING")
    }
}

impl UpgradeDetails {
    /// Did GKE start it? `None`: it doesn't say.
    pub(crate) fn is_automatic(&self) -> Option<bool> {
        match &*self.start {
            "AUTOMATIC" => Some(true),
            "MANUAL" => Some(false),
            _ => None,
        }
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
        for one in info.details.iter() {
            for text in [&one.started, &one.ended] {
                let at = text.some().and_then(instant::parse).map(Instant);
                found.notes.upgraded = found.notes.upgraded.max(at);
            }
        }
        found.notes.say(watch.file, say!("import-kind-upgrade-info"));
        found.upgrade_infos.push(Sourced::of(watch.file, *info));
    }
    Ok(documents.byte_offset())
}
