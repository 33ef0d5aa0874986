//! Node pools as the script leaves them, which is what Terraform describes.

use super::chosen;
use super::gcloud::steps;
use crate::compile::{pool_version, target_version};
use crate::document::{Document, Pool, ScriptItem};
use base::{Message, say};
use model::Version;

/// The pools after the script, each with comments about what it changes. `described`: the cluster as it is.
pub(super) fn pools(doc: &Document, described: Option<&Document>) -> Vec<(Pool, Vec<Message>)> {
    let steps = steps(doc);
    let one = |before: &Pool| {
        let (mut pool, mut automatic) = (before.clone(), false);
        for step in steps.iter().filter(|step| step.item.pool == before.name) {
            automatic |= step.item.automatic || !step.item.over.is_empty();
            change(doc, before, &mut pool, step.item);
        }
        let mut notes = Vec::new();
        if pool != *before {
            let now = Some(&*before.version).filter(|now| *now != pool.version).unwrap_or("none");
            let now = if now.is_empty() { "unknown" } else { now };
            notes.push(say!("export-after-script", pool = &pool.name, now = now));
        }
        notes.extend(settings_first(before, &pool, described));
        if automatic {
            notes.push(say!("export-upgraded-by-gke", pool = &pool.name));
        }
        (pool, notes)
    };
    doc.pools.iter().map(one).collect()
}

/// The provider updates `upgrade_settings` after the version, so that an upgrade in the same apply still uses the old ones.
fn settings_first(before: &Pool, pool: &Pool, described: Option<&Document>) -> Option<Message> {
    let now = described.and_then(|doc| doc.pools.iter().find(|one| one.name == pool.name));
    let settings = |pool: &Pool| pool.upgrade_settings.as_ref().map(chosen).unwrap_or_default();
    let is_upgraded = pool.version != before.version
        || pool.config.machine_type != before.config.machine_type
        || pool.config.image_type != before.config.image_type
        || pool.config.disk_type != before.config.disk_type
        || pool.config.disk_size_gb != before.config.disk_size_gb;
    let differ = settings(now.unwrap_or(before)) != settings(pool);
    (is_upgraded && differ).then(|| say!("export-settings-first", pool = &pool.name))
}

/// The version to which the script upgrades the control plane manually, if it does: nodes can't be newer (BS-02).
pub(super) fn control_plane(doc: &Document) -> Option<String> {
    let manual = |item: &ScriptItem| !item.automatic && item.over.is_empty();
    let upgrades = |item: &ScriptItem| item.action == "upgrade" && item.control_plane;
    let steps = steps(doc);
    let mut own = steps.iter().map(|step| step.item).filter(|item| upgrades(item) && manual(item));
    own.next_back().map(|item| item.version.clone()).filter(|version| !version.is_empty())
}

/// Changes the pool as an entry about it does. Automatic upgrades don't change the configuration.
fn change(doc: &Document, before: &Pool, pool: &mut Pool, item: &ScriptItem) {
    match item.action.as_str() {
        "upgrade" if item.automatic || !item.over.is_empty() => {}
        "upgrade" => {
            if let Some(config) = &item.config {
                let own = &mut pool.config;
                for (text, new) in [
                    (&mut own.machine_type, &config.machine_type),
                    (&mut own.image_type, &config.image_type),
                    (&mut own.disk_type, &config.disk_type),
                ] {
                    if !new.is_empty() {
                        text.clone_from(new);
                    }
                }
                own.disk_size_gb = config.disk_size_gb.or(own.disk_size_gb);
            }
            if item.node_change() == model::script::NodeChange::Version {
                let now = Version::parse(&pool.version).or_else(|| pool_version(doc, before));
                let target = target_version(doc, item, now).map(|target| target.to_string());
                pool.version = target.unwrap_or_default();
            }
        }
        "rollback" => {
            let from = [&before.upgrading_from, &before.version];
            let from = from.into_iter().find(|version| !version.is_empty());
            pool.version = from.cloned().unwrap_or_default();
        }
        "set" => {
            if let Some(settings) = &item.upgrade_settings {
                pool.upgrade_settings = Some(settings.clone());
            }
            if let Some(labels) = &item.labels {
                pool.config.labels.clone_from(labels);
            }
            if let Some(taints) = &item.taints {
                pool.config.taints.clone_from(taints);
            }
        }
        "resize" => {
            pool.nodes.clear();
            pool.initial_node_count = item.nodes;
        }
        _ => {}
    }
}
