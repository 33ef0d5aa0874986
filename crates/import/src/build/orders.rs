//! Applies changes and upgrades of commands to what the files describe.

use super::assume;
use super::cluster::DescribedPools;
use super::nodes::ExistingNodes;
use super::pool::kept;
use super::values::version;
use crate::configured;
use crate::found::{FileNotes, Found, Sourced};
use crate::gcloud::order::Order;
use crate::notes;
use crate::subject::Subject;
use base::{Arg, Message, muted, say};
use model::Version;
use scenario::document::maintenance::{MaintenancePolicy, MaintenanceWindow};
use scenario::document::pool::PoolAutoscaling;
use scenario::document::{Document, Pool, ScriptItem, UpgradeSettings, read};
use scenario::field::{Field, Map};
use scenario::json::Json;
use scenario::primitive::Number;
use scenario::units::At;

/// Nodes of a pool that only a command names.
const NODES: i64 = 3;

/// Applies all commands, in order.
pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    described: &DescribedPools,
    places: &mut ExistingNodes,
    notes: &mut FileNotes,
) {
    let orders = core::mem::take(&mut found.orders);
    let mut upgrades: Vec<(usize, Order)> = Vec::new();
    for Sourced { file, mut thing } in orders {
        let simulated = document.cluster.name.as_str();
        if !thing.cluster.is_empty() && !simulated.is_empty() && *thing.cluster != *simulated {
            notes.note(file, notes::OTHER_CLUSTER, &*thing.cluster);
            continue;
        }
        notes.file(file).cluster_used = true;
        if document.cluster.name.is_empty() {
            document.cluster.name.clone_from(&thing.cluster.0);
        }
        if document.cluster.location.is_empty() {
            document.cluster.location.clone_from(&thing.location.0);
        }
        let deletes = &*thing.verb == "delete";
        let any_pool = thing.any_pool.0 && !deletes;
        if let Some(pool) = document.pools.first().filter(|_| any_pool) {
            thing.pool.0.clone_from(&pool.name);
            notes.pool(file, notes::BLANK, &pool.name);
        }
        let upgraded = |name: &str| {
            upgrades.iter().any(|(by, upgrade)| {
                *by == file && !upgrade.master.0 && upgrade.pool.some().is_none_or(|of| of == name)
            })
        };
        if deletes {
            match thing.pool.some() {
                Some(name) if upgraded(name) => {
                    let said = say!("import-deletion-of", pool = name);
                    notes.tell(file, notes::AFTER_UPGRADE, said, Some(Subject::pool(name)));
                }
                Some(name) => delete(document, name, file, described, places, notes),
                None => notes.note(file, notes::DELETED_CLUSTERS, &*thing.cluster),
            }
            continue;
        }
        if &*thing.verb == "update"
            && thing.pool.some().is_some_and(upgraded)
            && let Some(Json::Object(changes)) = thing.of_pool.0.take()
        {
            for (setting, _) in changes.iter().filter(|(name, _)| name != "gcloudFlags") {
                let said = say!("import-setting-of", setting = setting, pool = &*thing.pool);
                let pool = Subject::pool(&thing.pool);
                notes.tell(file, notes::AFTER_UPGRADE, said, Some(pool));
            }
        }
        if let Some(name) = thing.pool.some() {
            let pool = pool_named(document, name, &thing, file, notes);
            if let Some(change) = &thing.of_pool.0 {
                change_pool(pool, change, file, notes);
            }
        }
        if let Some(change) = &thing.of_cluster.0 {
            replaced_window(&mut document.cluster.maintenance_policy, change);
            apply_change(&mut document.cluster, change);
        }
        if &*thing.verb == "upgrade" {
            upgrades.push((file, thing));
        }
    }
    // Only now do all pools exist that an upgrade of all is about.
    let mut started = Vec::new();
    for (file, order) in upgrades {
        upgrade(document, &order, file, &mut started, notes);
    }
}

fn change_pool(pool: &mut Pool, change: &Json, file: usize, notes: &mut FileNotes) {
    let before = kept(pool);
    replaced(pool, change);
    apply_change(pool, change);
    say_kept(&before, &kept(pool), file, notes);
    if !pool.nodes.is_empty() && change.get("initialNodeCount").is_some() {
        notes.note(file, notes::FLAGS, "--num-nodes");
    }
}

/// The pool that a command names; generated if no file describes it.
fn pool_named<'d>(
    document: &'d mut Document,
    name: &str,
    order: &Order,
    file: usize,
    notes: &mut FileNotes,
) -> &'d mut Pool {
    let at = match document.pools.iter().position(|pool| pool.name == name) {
        Some(at) => at,
        None => {
            let place = order.location.some().unwrap_or("zone-a");
            let settings = order.of_pool.0.as_ref();
            let settings = settings.and_then(|change| change.get("upgradeSettings"));
            let settings = settings.and_then(|change| read::<UpgradeSettings>(change).0);
            let settings = settings.unwrap_or_default();
            // GKE only lets a command change it if the autoscaler is on (AB-23).
            let autoscaled = &*order.verb == "update" && settings.has_autoscaled_policy();
            let said = say!(
                "import-pool-with-nodes",
                pool = name,
                nodes = NODES,
                autoscaled = if autoscaled { "yes" } else { "no" },
            );
            notes.tell(file, notes::ONLY_NAMED, said, Some(Subject::pool(name)));
            notes.file(file).used.pools += 1;
            let mut locations = Vec::new();
            if document.cluster.locations.is_empty() {
                locations = configured::zones_of(place);
            }
            let zones = locations.len().max(document.cluster.locations.len());
            let zones = i64::try_from(zones.max(1)).unwrap_or(1);
            if locations.len() > 1 {
                notes.pool(file, notes::THREE_ZONES, name);
            }
            // Settings that the change omits have GKE's defaults.
            let surge = settings.max_surge.is_some() || settings.max_unavailable.is_some();
            document.pools.push(Pool {
                name: name.to_owned(),
                initial_node_count: Some((NODES / zones).max(1)),
                locations,
                autoscaling: autoscaled
                    .then(|| PoolAutoscaling { enabled: true, ..PoolAutoscaling::default() }),
                upgrade_settings: surge.then(|| UpgradeSettings {
                    max_surge: Some(Number::Int(1)),
                    max_unavailable: Some(Number::Int(0)),
                    ..UpgradeSettings::default()
                }),
                ..Pool::default()
            });
            document.pools.len() - 1
        }
    };
    &mut document.pools[at]
}

/// Removes a pool with its nodes.
fn delete(
    document: &mut Document,
    name: &str,
    file: usize,
    described: &DescribedPools,
    places: &mut ExistingNodes,
    notes: &mut FileNotes,
) {
    let Some(at) = document.pools.iter().position(|pool| pool.name == name) else {
        return;
    };
    let pool = document.pools.remove(at);
    document.script.retain(|item| item.pool != name);
    say_kept(&kept(&pool), &[], file, notes);
    for node in &pool.nodes {
        places.nodes.remove(&node.name);
    }
    notes.note(file, notes::DELETED_POOLS, name);
    let by = described.pools.iter().find(|(other, _)| other == name);
    let brought = places.brought.remove(name).unwrap_or_default();
    for (by, nodes) in &brought {
        let used = &mut notes.file(*by).used;
        used.nodes = used.nodes.saturating_sub(*nodes);
    }
    // Otherwise it was in a scenario, or generated for a command.
    let files = match by {
        Some((_, by)) => vec![*by],
        None if brought.is_empty() => vec![file],
        None => brought.keys().copied().collect(),
    };
    for by in files {
        let used = &mut notes.file(by).used;
        used.pools = used.pools.saturating_sub(1);
    }
}

/// Sets the fields of a change; null removes one.
fn apply_change<T: Field>(thing: &mut T, change: &Json) {
    let mut json = thing.write();
    merge(&mut json, change);
    if let Some(changed) = read::<T>(&json).0 {
        *thing = changed;
    }
}

/// Removes what a flag replaces: all labels, and the rollout policy.
fn replaced(pool: &mut Pool, change: &Json) {
    let changed = |path: &str| configured::at(change, path).is_some();
    if changed("config.labels") {
        pool.config.labels = Map::new();
    }
    if let (Some(settings), Some(change)) =
        (&mut pool.upgrade_settings, change.get("upgradeSettings"))
    {
        settings.replace(change);
    }
}

/// A cluster has one window of any kind, so a new one replaces it; exclusions stay.
///
/// Rulebook: MW-03, MW-14. Source: Configure maintenance windows and exclusions.
fn replaced_window(policy: &mut MaintenancePolicy, change: &Json) {
    let change = configured::at(change, "maintenancePolicy.window");
    let new = |name: &&str| change.is_some_and(|change| change.get(name).is_some());
    if MaintenanceWindow::KINDS.iter().any(new) && !muted("MW-03") && !muted("MW-14") {
        policy.window = MaintenanceWindow {
            exclusions: core::mem::take(&mut policy.window.exclusions),
            ..MaintenanceWindow::default()
        };
    }
}

/// Notes which settings aren't simulated after a change, and removes outdated notes.
fn say_kept(before: &[Message], after: &[Message], file: usize, notes: &mut FileNotes) {
    for one in before.iter().filter(|one| !after.contains(one)) {
        notes.forget(notes::NOT_SIMULATED, &one.clone().into());
    }
    for one in after.iter().filter(|one| !before.contains(one)) {
        notes.forget(notes::NOT_SIMULATED, &one.clone().into());
        notes.tell(file, notes::NOT_SIMULATED, one.clone(), None);
    }
}

fn merge(into: &mut Json, change: &Json) {
    let (Json::Object(entries), Json::Object(changes)) = (&mut *into, change) else {
        *into = change.clone();
        return;
    };
    for (name, change) in changes {
        match entries.iter_mut().find(|(other, _)| other == name) {
            Some((_, value)) => merge(value, change),
            None => entries.push((name.clone(), change.clone())),
        }
    }
    entries.retain(|(_, value)| *value != Json::Null);
}

/// Starts the upgrade of a command; `started`: the pools of earlier commands, with their files.
fn upgrade(
    document: &mut Document,
    order: &Order,
    file: usize,
    started: &mut Vec<(usize, String)>,
    notes: &mut FileNotes,
) {
    let target = version(&order.version, file, notes);
    if order.master.0 {
        notes.note(file, notes::CONTROL_PLANE, &target);
        if !target.is_empty() {
            let cluster = &mut document.cluster;
            let before = core::mem::replace(&mut cluster.current_master_version, target);
            // The nodes keep their version.
            if cluster.current_node_version.is_empty() {
                cluster.current_node_version = match before.is_empty() {
                    true => earlier(&cluster.current_master_version),
                    false => before,
                };
            }
        }
        return;
    }
    let pools: Vec<String> = match order.pool.some() {
        Some(pool) => vec![pool.to_owned()],
        None => document.pools.iter().map(|pool| pool.name.clone()).collect(),
    };
    let follows = started.iter().any(|(by, _)| *by == file);
    for pool in pools {
        let said = match target.as_str() {
            "" => Arg::from(&pool),
            target => say!("import-pool-to", pool = &pool, target = target).into(),
        };
        if started.iter().any(|(by, other)| *by == file && *other == pool) {
            notes.tell(file, notes::FURTHER_UPGRADE, said, Some(Subject::pool(&pool)));
            continue;
        }
        if follows {
            notes.tell(file, notes::TOGETHER, said, Some(Subject::pool(&pool)));
        }
        started.push((file, pool.clone()));
        start_before(document, &pool, &target, file, notes);
        if target.is_empty() {
            assume::upgrade(document, pool, file, notes);
        } else {
            document.script.push(ScriptItem {
                at: Some(At::Offset(0)),
                action: "upgrade".to_owned(),
                version: target.clone(),
                pool,
                ..ScriptItem::default()
            });
        }
    }
}

/// Without a given version a pool starts one minor version before the upgrade's.
fn start_before(
    document: &mut Document,
    name: &str,
    target: &str,
    file: usize,
    notes: &mut FileNotes,
) {
    let known = |pool: &Pool| assume::has_version(document, pool);
    let Some(at) = (document.pools.iter()).position(|pool| pool.name == name && !known(pool))
    else {
        return;
    };
    let before = earlier(target);
    if let Some(pool) = document.pools.get_mut(at).filter(|_| !before.is_empty()) {
        let said = format!("{name} ({before})");
        notes.about(file, notes::VERSION_BEFORE, said, Subject::pool(name));
        pool.version = before;
    }
}

/// Returns the minor version before; `None` for text that isn't a version.
fn earlier(version: &str) -> String {
    let version = Version::parse(version).filter(|version| version.minor > 0);
    version.map_or_else(String::new, |version| {
        let before = Version { minor: version.minor - 1, patch: None, gke: None, ..version };
        before.to_string()
    })
}
