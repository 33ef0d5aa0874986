//! Applies changes and upgrades of commands to what the files describe.

use super::cluster::DescribedPools;
use super::commands::{CommandChain, ScriptWriter};
use super::each_pool;
use super::nodes::ExistingNodes;
use super::pool::kept;
use super::steps::StepNodes;
use super::under_way::UnderWay;
use crate::configured;
use crate::found::{FileNotes, Found, Sourced};
use crate::gcloud::order::Order;
use crate::notes;
use crate::report::{FEW, few};
use crate::subject::Subject;
use base::{Message, muted, say};
use scenario::document::maintenance::{MaintenancePolicy, MaintenanceWindow};
use scenario::document::pool::PoolAutoscaling;
use scenario::document::{Document, Pool, UpgradeSettings, read};
use scenario::field::{Field, Map};
use scenario::json::Json;
use scenario::primitive::Number;

/// Commands that are entries of the script.
const SCRIPTED: [&str; 11] = [
    "upgrade", "recreate", "cancel", "rollback", "complete", "wait", "nodes", "workload", "budget",
    "sleep", "left out",
];
/// Commands about what exists, which say nothing of a cluster.
const STEPS: usize = 6;

/// Nodes of a pool that only a command names.
const NODES: i64 = 3;

/// The commands for the script.
pub(super) struct Steps {
    pub(super) orders: Vec<(usize, Order)>,
    /// Commands change nodes, pools or workloads of a cluster that exists, also those that a run can't make.
    pub(super) any: bool,
}

/// Applies all commands, in order, and returns those for the script.
pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    described: &DescribedPools,
    places: &mut ExistingNodes,
    notes: &mut FileNotes,
) -> Steps {
    let is_live = !places.brought.is_empty() || !described.live.is_empty();
    let mut any = false;
    for (pool, file) in &described.created {
        any |= is_live;
        notes.pool(*file, notes::CREATED, pool);
    }
    let orders = each_pool::repeat(core::mem::take(&mut found.orders), document, notes);
    let mut upgrades: Vec<(usize, Order)> = Vec::new();
    for Sourced { file, mut thing } in orders {
        let simulated = document.cluster.name.as_str();
        if !thing.cluster.is_empty() && !simulated.is_empty() && *thing.cluster != *simulated {
            notes.note(file, notes::OTHER_CLUSTER, &*thing.cluster);
            continue;
        }
        let is_step = SCRIPTED[STEPS..].contains(&&*thing.verb);
        if is_step {
            any = true;
            if !document.pools.is_empty() {
                notes.file(file).cluster_used = true;
            }
            upgrades.push((file, thing));
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
        match document.pools.as_slice() {
            [pool] if thing.any_pool.0 && !deletes => {
                thing.pool.0.clone_from(&pool.name);
                notes.pool(file, notes::BLANK, &pool.name);
            }
            [_, ..] if thing.any_pool.0 => {
                any = true;
                let names: Vec<String> =
                    document.pools.iter().map(|one| one.name.clone()).collect();
                let (line, verb) = (thing.line.0.unwrap_or(0), &*thing.verb);
                let pools = few(&names, names.len(), FEW);
                let said = say!("import-which-pool", line = line, verb = verb, pools = pools);
                notes.tell(file, notes::LEFT_OUT, said, None);
                continue;
            }
            _ => {}
        }
        let upgraded = |name: &str| {
            upgrades.iter().any(|(by, upgrade)| {
                *by == file
                    && matches!(&*upgrade.verb, "upgrade" | "recreate")
                    && !upgrade.master.0
                    && upgrade.pool.some().is_none_or(|of| of == name)
            })
        };
        if deletes {
            let line = thing.line.0.unwrap_or(0);
            match thing.pool.some() {
                Some(name) if upgraded(name) => {
                    let said = say!("import-deletion-at", line = line, pool = name);
                    notes.tell(file, notes::AFTER_UPGRADE, said, Some(Subject::pool(name)));
                }
                Some(name)
                    if described.live.contains(name) || places.brought.contains_key(name) =>
                {
                    any = true;
                    let said = say!("import-deletion-at", line = line, pool = name);
                    notes.tell(file, notes::LEFT_OUT, said, Some(Subject::pool(name)));
                }
                Some(name) => delete(document, name, file, described, places, notes),
                None => notes.note(file, notes::DELETED_CLUSTERS, &*thing.cluster),
            }
            continue;
        }
        let has_nodes = |name: &str| {
            let mut pools = document.pools.iter();
            pools.any(|pool| pool.name == name && !pool.nodes.is_empty())
        };
        let resizes = thing.of_pool.0.as_ref();
        let resizes = resizes.is_some_and(|change| change.get("initialNodeCount").is_some());
        let is_later = &*thing.verb == "update"
            && thing.pool.some().is_some_and(|name| upgraded(name) || resizes && has_nodes(name));
        if let Some(name) = thing.pool.some().filter(|_| !is_later) {
            let pool = pool_named(document, name, &thing, file, notes);
            if let Some(change) = &thing.of_pool.0 {
                change_pool(pool, change, file, notes);
            }
        }
        if let Some(change) = &mut thing.of_cluster.0 {
            let is_after =
                |(by, upgrade): &(usize, Order)| *by == file && &*upgrade.verb == "upgrade";
            let removed = match upgrades.iter().any(is_after) {
                true => kept_exclusions(change),
                false => Vec::new(),
            };
            for name in removed {
                let line = thing.line.0.unwrap_or(0);
                let setting = "--remove-maintenance-exclusion";
                let said = say!("import-line-setting", line = line, setting = setting, of = name);
                notes.tell(file, notes::AFTER_UPGRADE, said, None);
            }
        }
        if let Some(change) = &thing.of_cluster.0 {
            if upgrades.iter().any(|(by, upgrade)| *by == file && &*upgrade.verb == "upgrade") {
                from_start(document, change, &thing, file, notes);
            }
            found.names_window |= replaced_window(&mut document.cluster.maintenance_policy, change);
            apply_change(&mut document.cluster, change);
        }
        if is_later || SCRIPTED.contains(&&*thing.verb) {
            upgrades.push((file, thing));
        }
    }
    Steps { orders: upgrades, any }
}

/// Writes the script: only now do all pools exist that an upgrade of all is about, and all workloads.
pub(super) fn write(
    document: &mut Document,
    orders: &[(usize, Order)],
    under_way: &UnderWay,
    notes: &mut FileNotes,
) {
    if orders.is_empty() {
        return;
    }
    let mut chains: base::Map<usize, CommandChain> = base::Map::new();
    let mut nodes = StepNodes::of(document, orders);
    let mut rest = orders;
    while let Some((file, order)) = rest.first() {
        let chain = chains.entry(*file).or_default();
        let mut writer = ScriptWriter {
            document: &mut *document,
            under_way,
            nodes: &mut nodes,
            file: *file,
            notes: &mut *notes,
        };
        let in_loop = order.in_loop.0;
        let is_same = |other: &&(usize, Order)| (other.0, other.1.in_loop.0) == (*file, in_loop);
        let length = match in_loop {
            Some(_) => rest.iter().take_while(is_same).count(),
            None => 1,
        };
        let (group, behind) = rest.split_at(length);
        rest = behind;
        let each = group.iter().find_map(|(_, order)| order.each.first());
        match each.map(|each| writer.nodes.selected(each)) {
            Some(nodes) if !nodes.is_empty() => {
                for node in &nodes {
                    group.iter().for_each(|(_, order)| writer.add(order, Some(node), chain));
                }
            }
            _ => group.iter().for_each(|(_, order)| writer.add(order, None, chain)),
        }
    }
}

/// Says that settings of the cluster that a script changes after an upgrade are in effect from the start.
fn from_start(
    document: &Document,
    change: &Json,
    order: &Order,
    file: usize,
    notes: &mut FileNotes,
) {
    let Json::Object(changes) = change else {
        return;
    };
    for (setting, _) in changes {
        let (line, of) = (order.line.0.unwrap_or(0), document.cluster.name.as_str());
        let said = say!("import-line-setting", line = line, setting = setting, of = of);
        notes.tell(file, notes::FROM_START, said, None);
    }
}

/// Removes from a change what it removes from the exclusions, which are in effect until then; returns their names.
fn kept_exclusions(change: &mut Json) -> Vec<String> {
    let path = "maintenancePolicy.window.maintenanceExclusions";
    let Some(Json::Object(all)) = configured::at(change, path).cloned() else {
        return Vec::new();
    };
    let (removed, kept): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, value)| *value == Json::Null);
    let is_only = |path| {
        let part = configured::at(change, path);
        part.is_none_or(|part| matches!(part, Json::Object(fields) if fields.len() == 1))
    };
    let is_all = ["maintenancePolicy", "maintenancePolicy.window"].into_iter().all(is_only);
    match change {
        Json::Object(fields) if !removed.is_empty() && kept.is_empty() && is_all => {
            fields.retain(|(name, _)| name != "maintenancePolicy");
        }
        _ => configured::put(change, path, Json::Object(kept)),
    }
    removed.into_iter().map(|(name, _)| name).collect()
}

pub(super) fn change_pool(pool: &mut Pool, change: &Json, file: usize, notes: &mut FileNotes) {
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
pub(super) fn apply_change<T: Field>(thing: &mut T, change: &Json) {
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

/// A cluster has one window of any kind, so a new one replaces it; exclusions stay. Does the change name a window?
///
/// Rulebook: MW-03, MW-14. Source: Configure maintenance windows and exclusions.
pub(super) fn replaced_window(policy: &mut MaintenancePolicy, change: &Json) -> bool {
    let change = configured::at(change, "maintenancePolicy.window");
    let new = |name: &&str| change.is_some_and(|change| change.get(name).is_some());
    let is_new = MaintenanceWindow::KINDS.iter().any(new);
    if is_new && !muted("MW-03") && !muted("MW-14") {
        policy.window = MaintenanceWindow {
            exclusions: core::mem::take(&mut policy.window.exclusions),
            ..MaintenanceWindow::default()
        };
    }
    is_new
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
