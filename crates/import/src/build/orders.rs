//! Applies changes and upgrades of commands to what the files describe.

use super::apply_change::{apply_change, change_pool, replaced_window, say_kept};
use super::cluster::DescribedPools;
use super::commands::{CommandChain, ScriptWriter, deletion_at};
use super::labeled_nodes::LabeledNodes;
use super::nodes::ExistingNodes;
use super::pool::kept;
use super::under_way::UnderWay;
use crate::configured;
use crate::found::{FileNotes, Found, Sourced};
use crate::gcloud::order::Order;
use crate::notes;
use crate::report::{FEW, few};
use crate::subject::Subject;
use base::say;
use scenario::document::pool::PoolAutoscaling;
use scenario::document::{Document, Pool, UpgradeSettings, read};
use scenario::json::Json;
use scenario::primitive::Number;

/// Commands that are entries of the script.
const SCRIPTED: [&str; 8] =
    ["upgrade", "recreate", "cancel", "rollback", "complete", "wait", "kubectl", "not run"];
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

impl Steps {
    /// Does a command of the file upgrade the pool, or recreate its nodes?
    fn has_upgrade_of(&self, file: usize, name: &str) -> bool {
        self.orders.iter().any(|(by, upgrade)| {
            *by == file
                && matches!(&*upgrade.verb, "upgrade" | "recreate")
                && !upgrade.master.0
                && upgrade.pool.some().is_none_or(|of| of == name)
        })
    }

    /// Does a command of the file upgrade pools or the control plane?
    fn has_upgrade(&self, file: usize) -> bool {
        self.orders.iter().any(|(by, upgrade)| *by == file && &*upgrade.verb == "upgrade")
    }
}

/// Applies all commands, in order, and returns those for the script.
pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    described: &DescribedPools,
    under_way: &UnderWay,
    places: &mut ExistingNodes,
    notes: &mut FileNotes,
) -> Steps {
    let is_live = !places.brought.is_empty() || !described.live.is_empty();
    for (pool, file) in &described.created {
        notes.pool(*file, notes::CREATED, pool);
        let mut pools = document.pools.iter_mut().filter(|_| is_live);
        // GKE creates the nodes at the version of the control plane.
        if let Some(new) = pools.find(|one| one.name == *pool && one.version.is_empty()) {
            new.version.clone_from(&document.cluster.current_master_version);
        }
    }
    let orders = core::mem::take(&mut found.orders);
    let names_window = &mut found.names_window;
    let steps = Steps { orders: Vec::new(), any: false };
    let mut interpreter =
        Interpreter { document, names_window, described, under_way, places, notes, steps };
    for Sourced { file, thing } in orders {
        interpreter.apply(file, thing);
    }
    interpreter.steps
}

/// Applies one command after the other to the document, and collects those for the script.
struct Interpreter<'a> {
    document: &'a mut Document,
    /// Set if a command changes the maintenance window.
    names_window: &'a mut bool,
    described: &'a DescribedPools,
    under_way: &'a UnderWay,
    places: &'a mut ExistingNodes,
    notes: &'a mut FileNotes,
    steps: Steps,
}

impl Interpreter<'_> {
    fn apply(&mut self, file: usize, mut order: Order) {
        let simulated = self.document.cluster.name.as_str();
        if !order.cluster.is_empty() && !simulated.is_empty() && *order.cluster != *simulated {
            self.notes.note(file, notes::OTHER_CLUSTER, &*order.cluster);
            return;
        }
        if SCRIPTED[STEPS..].contains(&&*order.verb) {
            self.steps.any = true;
            if !self.document.pools.is_empty() {
                self.notes.file(file).cluster_used = true;
            }
            self.steps.orders.push((file, order));
            return;
        }
        self.notes.file(file).cluster_used = true;
        let cluster = &mut self.document.cluster;
        if cluster.name.is_empty() {
            cluster.name.clone_from(&order.cluster.0);
        }
        if cluster.location.is_empty() {
            cluster.location.clone_from(&order.location.0);
        }
        if !self.choose_pool(file, &mut order) {
            return;
        }
        if &*order.verb == "delete" {
            self.delete(file, &order);
            return;
        }
        let is_later = self.acts_after_upgrade(file, &order);
        if !is_later {
            self.change_pool(file, &order);
        }
        self.change_cluster(file, &mut order);
        if is_later || SCRIPTED.contains(&&*order.verb) {
            self.steps.orders.push((file, order));
        }
    }

    /// Replaces a placeholder for a pool by the only pool; `false` if it could be one of several.
    fn choose_pool(&mut self, file: usize, order: &mut Order) -> bool {
        match self.document.pools.as_slice() {
            [pool] if order.any_pool.0 && &*order.verb != "delete" => {
                order.pool.0.clone_from(&pool.name);
                self.notes.pool(file, notes::BLANK, &pool.name);
                true
            }
            [_, ..] if order.any_pool.0 => {
                self.steps.any = true;
                let names = self.document.pools.iter().map(|one| one.name.clone());
                let names: Vec<String> = names.collect();
                let (line, verb) = (order.line.0.unwrap_or(0), &*order.verb);
                let pools = few(&names, names.len(), FEW);
                let said = say!("import-which-pool", line = line, verb = verb, pools = pools);
                self.notes.tell(file, notes::LEFT_OUT, said, None);
                false
            }
            _ => true,
        }
    }

    /// Deletes a pool, unless it exists or an earlier command upgrades it: a run deletes none.
    fn delete(&mut self, file: usize, order: &Order) {
        let Some(name) = order.pool.some() else {
            self.notes.note(file, notes::DELETED_CLUSTERS, &*order.cluster);
            return;
        };
        let exists = self.described.live.contains(name) || self.places.brought.contains_key(name);
        if self.steps.has_upgrade_of(file, name) {
            let said = deletion_at(order);
            self.notes.tell(file, notes::AFTER_UPGRADE, said, Some(Subject::pool(name)));
        } else if exists {
            // Only the script knows what comes before it.
            self.steps.any = true;
            self.steps.orders.push((file, order.clone()));
        } else {
            delete(self.document, name, file, self.described, self.places, self.notes);
        }
    }

    /// Does the command change a pool that has been upgraded before or is being upgraded, or the number of nodes that exist?
    fn acts_after_upgrade(&self, file: usize, order: &Order) -> bool {
        let has_nodes = |name: &str| {
            let mut pools = self.document.pools.iter();
            pools.any(|pool| pool.name == name && !pool.nodes.is_empty())
        };
        let resizes = order.of_pool.0.as_ref();
        let resizes = resizes.is_some_and(|change| change.get("initialNodeCount").is_some());
        let acts_after = |name: &str| {
            self.steps.has_upgrade_of(file, name)
                || self.under_way.locks(name)
                || resizes && has_nodes(name)
        };
        &*order.verb == "update" && order.pool.some().is_some_and(acts_after)
    }

    /// Changes the pool that the command names.
    fn change_pool(&mut self, file: usize, order: &Order) {
        let Some(name) = order.pool.some() else {
            return;
        };
        let pool = pool_named(self.document, name, order, file, self.notes);
        if let Some(change) = &order.of_pool.0 {
            change_pool(pool, change, file, self.notes);
        }
    }

    /// Changes settings of the cluster. After an upgrade the maintenance policy stays as it is, and other settings are in
    /// effect from the start.
    fn change_cluster(&mut self, file: usize, order: &mut Order) {
        let line = order.line.0.unwrap_or(0);
        let Some(change) = &mut order.of_cluster.0 else {
            return;
        };
        if self.steps.has_upgrade(file) {
            for (setting, name) in take_policy(change) {
                let of = if name.is_empty() { self.document.cluster.name.clone() } else { name };
                let said = say!("import-line-setting", line = line, setting = setting, of = of);
                self.notes.tell(file, notes::AFTER_UPGRADE, said, None);
            }
            from_start(self.document, change, line, file, self.notes);
        }
        let cluster = &mut self.document.cluster;
        *self.names_window |= replaced_window(&mut cluster.maintenance_policy, change);
        apply_change(cluster, change);
    }
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
    let mut nodes = LabeledNodes::of(document, orders);
    for (file, order) in orders {
        let chain = chains.entry(*file).or_default();
        let (document, nodes, notes) = (&mut *document, &mut nodes, &mut *notes);
        let mut writer = ScriptWriter { document, under_way, nodes, file: *file, notes };
        writer.add(order, chain);
    }
}

/// Says that settings of the cluster that a script changes after an upgrade are in effect from the start.
fn from_start(document: &Document, change: &Json, line: i64, file: usize, notes: &mut FileNotes) {
    let Json::Object(changes) = change else {
        return;
    };
    for (setting, _) in changes {
        let of = document.cluster.name.as_str();
        let said = say!("import-line-setting", line = line, setting = setting, of = of);
        notes.tell(file, notes::FROM_START, said, None);
    }
}

/// Takes out of a change of the cluster what it does to the maintenance policy, and names it.
///
/// Rulebook: MX-27, BS-03. Source: Maintenance windows and exclusions.
fn take_policy(change: &mut Json) -> Vec<(&'static str, String)> {
    let path = "maintenancePolicy.window.maintenanceExclusions";
    let exclusions = match configured::at(change, path) {
        Some(Json::Object(all)) => all.clone(),
        _ => Vec::new(),
    };
    let Json::Object(fields) = change else {
        return Vec::new();
    };
    let Some(at) = fields.iter().position(|(name, _)| name == "maintenancePolicy") else {
        return Vec::new();
    };
    let (_, policy) = fields.remove(at);
    let named = exclusions.into_iter().map(|(name, value)| match value {
        Json::Null => ("--remove-maintenance-exclusion", name),
        _ => ("--add-maintenance-exclusion-name", name),
    });
    let window = policy.get("window").is_none_or(
        |window| matches!(window, Json::Object(fields) if fields.iter().any(|(name, _)| name != "maintenanceExclusions")),
    );
    let window = window.then(|| ("maintenancePolicy", String::new()));
    named.chain(window).collect()
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
    notes.forget(notes::CREATED, &name.into());
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
