//! Converts resources of the Google provider to clusters and pools of the container API.

use super::fields::{Fields, first};
use crate::configured::{self, WANTED, put};
use crate::gke::compute::RESERVATION;
use crate::notes;
use base::say;
use model::Version;
use scenario::document;
use scenario::document::pool::NodeConfig;
use scenario::json::Json;

/// A cluster while its pools are collected.
#[derive(Debug)]
struct ClusterBlock {
    name: String,
    /// The name by which pools elsewhere refer to it.
    reference: String,
    /// The address of its block.
    block: String,
    json: Json,
    pools: Vec<Json>,
    /// The pool that GKE creates with a cluster, unless it is removed at once.
    default_pool: Option<Json>,
}

/// A pool and the cluster that it names, if any.
#[derive(Debug)]
struct PoolBlock {
    cluster: Option<String>,
    /// The address of its cluster's block.
    owner: String,
    json: Json,
}

impl PoolBlock {
    /// Can it be in the cluster's location?
    fn is_beside(&self, cluster: &ClusterBlock) -> bool {
        let place = |json| configured::at(json, "location").and_then(Json::text);
        let (there, own) = (place(&cluster.json), place(&self.json));
        there.is_none() || own.is_none() || there == own
    }
}

/// Clusters and pools of one file.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    clusters: Vec<ClusterBlock>,
    pools: Vec<PoolBlock>,
    reservations: Vec<Json>,
    /// Objects of Kubernetes.
    pub(super) manifests: Vec<Json>,
    /// The address of the current block.
    pub(super) block: String,
    /// The address of the cluster's block, for the pools being read.
    pub(super) owner: String,
    /// What is added is to be applied: other files may describe what is there before.
    pub(crate) wanted: bool,
}

impl Resources {
    /// Resources that are to be applied.
    pub(crate) fn wanted() -> Self {
        Self { wanted: true, ..Self::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.clusters.is_empty()
            && self.pools.is_empty()
            && self.reservations.is_empty()
            && self.manifests.is_empty()
    }

    /// Takes an object of Kubernetes that is to be applied; what a state has, a dump shows better.
    pub(super) fn manifest(&mut self, manifest: Json) {
        if self.wanted {
            self.manifests.push(manifest);
        }
    }

    /// Takes a reservation: its name, its zone, and its numbers of machines, as far as they are known.
    pub(super) fn reservation(&mut self, [name, zone, count, used]: [Json; 4]) {
        let machines = Json::object([("count", count), ("inUseCount", used)]);
        let wanted = Json::Bool(self.wanted);
        self.reservations.push(Json::object([
            (RESERVATION, machines),
            ("name", name),
            ("zone", zone),
            (WANTED, wanted),
        ]));
    }

    pub(crate) fn cluster(&mut self, arguments: &Json, label: &str, fields: &mut Fields<'_, '_>) {
        let name = name(arguments, label, fields);
        let mut json = fields.read(document::Cluster::SPEC, arguments);
        // A plan has the present version beside the least one.
        let least =
            arguments.get("min_master_version").and_then(Json::text).filter(|_| self.wanted);
        let version = |text: &str| Version::parse(text);
        let now = configured::at(&json, "currentMasterVersion").and_then(Json::text);
        if let Some(least) = least.filter(|least| now.and_then(version) < version(least)) {
            put(&mut json, "currentMasterVersion", Json::from(least));
        }
        let is_autopilot = configured::at(&json, "autopilot.enabled") == Some(&Json::Bool(true));
        let inline = arguments.get("node_pool").map_or(&[][..], Json::items);
        let inline = (1..).zip(inline);
        let mut pools: Vec<Json> =
            inline.map(|(at, pool)| self::pool(pool, &format!("pool-{at}"), fields)).collect();
        let get = |name| arguments.get(name).filter(|value| **value != Json::Null);
        let is_removed = !matches!(get("remove_default_node_pool"), None | Some(Json::Bool(false)));
        let has_count = arguments.get("initial_node_count").is_some();
        let has_default = !is_autopilot && pools.is_empty() && !is_removed && has_count;
        let mut default_pool = has_default.then(|| {
            let mut pool = named("default-pool");
            if let Some(count) = get("initial_node_count") {
                put(&mut pool, "initialNodeCount", count.clone());
            }
            if let Some(config) = get("node_config").and_then(first) {
                put(&mut pool, "config", fields.read(NodeConfig::SPEC, config));
            }
            pool
        });
        if self.wanted {
            let all = pools.iter_mut().chain([&mut json]).chain(&mut default_pool);
            all.for_each(|one| put(one, WANTED, Json::Bool(true)));
        }
        self.clusters.push(ClusterBlock {
            reference: name.clone(),
            name,
            block: self.block.clone(),
            json,
            pools,
            default_pool,
        });
    }

    /// Gives the last cluster another name by which pools refer to it.
    pub(crate) fn refer(&mut self, reference: &str) {
        if let Some(cluster) = self.clusters.last_mut().filter(|_| !reference.is_empty()) {
            reference.clone_into(&mut cluster.reference);
        }
    }

    pub(crate) fn pool(&mut self, arguments: &Json, label: &str, fields: &mut Fields<'_, '_>) {
        let mut json = pool(arguments, label, fields);
        if self.wanted {
            put(&mut json, WANTED, Json::Bool(true));
        }
        let text = |name| arguments.get(name).and_then(Json::text);
        let cluster = text("cluster");
        let location = text("location").filter(|location| !location.is_empty());
        if let Some(place) = location.or(cluster.filter(|link| link.contains('/'))) {
            put(&mut json, "location", Json::from(place_in(place)));
        }
        self.pools.push(PoolBlock {
            // Ids and links end in the name.
            cluster: cluster.and_then(|link| link.rsplit('/').next().map(str::to_owned)),
            owner: self.owner.clone(),
            json,
        });
    }

    /// The cluster of a pool: by its block, by name and location, or the only one.
    fn owner(&mut self, pool: &PoolBlock) -> Option<&mut ClusterBlock> {
        let is_owner =
            |cluster: &ClusterBlock| !pool.owner.is_empty() && cluster.block == pool.owner;
        let is_named = |cluster: &ClusterBlock| {
            let names = [&cluster.name, &cluster.reference];
            let is_name = pool.cluster.as_ref().is_some_and(|name| names.contains(&name));
            is_name && pool.is_beside(cluster)
        };
        let all = &self.clusters;
        let by_block = all.iter().position(is_owner);
        let is_only = all.iter().filter(|cluster| is_owner(cluster)).count() == 1;
        let at = match by_block.filter(|_| is_only) {
            Some(at) => Some(at),
            None if pool.cluster.is_some() => all.iter().position(is_named),
            None => Some(0).filter(|_| all.len() == 1 && all.iter().all(|one| pool.is_beside(one))),
        };
        self.clusters.get_mut(at?)
    }

    /// The documents, one per line; pools are nested in their cluster if it is in the same file.
    pub(crate) fn documents(mut self, fields: &mut Fields<'_, '_>) -> String {
        let mut alone = Vec::new();
        for pool in core::mem::take(&mut self.pools) {
            match self.owner(&pool) {
                // A cluster's state lists all of its pools; those that are resources too count once.
                Some(cluster) => {
                    let is_same = |other: &&mut Json| other.get("name") == pool.json.get("name");
                    match cluster.pools.iter_mut().find(is_same) {
                        Some(same) => *same = pool.json,
                        None => cluster.pools.push(pool.json),
                    }
                }
                None => alone.push(pool),
            }
        }
        let findings = &mut *fields.findings;
        let mut documents = Vec::new();
        for mut one in core::mem::take(&mut self.clusters) {
            one.pools.splice(0..0, one.default_pool);
            let json =
                configured::cluster(one.json, &one.name, &one.reference, one.pools, findings);
            documents.push(json);
        }
        for pool in alone {
            let json = configured::pool_alone(pool.json, pool.cluster.as_deref(), findings);
            documents.push(json);
        }
        documents.append(&mut self.reservations);
        documents.append(&mut self.manifests);
        documents.iter().map(|json| json.compact() + "\n").collect()
    }
}

fn named(name: &str) -> Json {
    Json::object([("name", name.into())])
}

fn pool(arguments: &Json, label: &str, fields: &mut Fields<'_, '_>) -> Json {
    let name = name(arguments, label, fields);
    let mut json = named(&name);
    if let Json::Object(entries) = fields.read(document::Pool::SPEC, arguments) {
        for (name, value) in entries {
            put(&mut json, &name, value);
        }
    }
    if let Some(settings) = arguments.get("upgrade_settings").and_then(first) {
        surge(settings, &mut json, &name, fields);
    }
    json
}

/// Names settings of another strategy than the pool's: the provider refuses to change them.
pub(super) fn tell_refused(pool: &Json, label: &str, fields: &mut Fields<'_, '_>) {
    let settings = pool.get("upgrade_settings").and_then(first).unwrap_or(&Json::Null);
    let is_set = |key: &&str| match settings.get(key) {
        None | Some(Json::Null | Json::Int(0)) => false,
        Some(value) => !value.items().is_empty() || matches!(value, Json::Int(_)),
    };
    let strategy = settings.get("strategy").and_then(Json::text).unwrap_or("SURGE");
    let others: &[&str] = match strategy {
        "SURGE" => &["blue_green_settings"],
        "BLUE_GREEN" => &["max_surge", "max_unavailable"],
        _ => return,
    };
    for key in others.iter().filter(|key| is_set(key)) {
        let name = pool.get("name").and_then(Json::text).unwrap_or(label);
        let said = say!("import-refused-setting", setting = *key, pool = name, strategy = strategy);
        fields.findings.note(notes::REFUSED_SETTINGS, said);
    }
}

/// The API omits zeros; values that can't be evaluated get GKE's default, 1 + 0, as far as the rest allows.
fn surge(settings: &Json, json: &mut Json, pool: &str, fields: &mut Fields<'_, '_>) {
    let strategy = settings.get("strategy").and_then(Json::text);
    let is_open = |key| settings.get(key) == Some(&Json::Null);
    let open = ["max_surge", "max_unavailable"].map(is_open);
    if open == [false; 2] || !matches!(strategy, None | Some("SURGE")) {
        return;
    }
    let known = |path| configured::int(json, path).unwrap_or(0);
    let [surge, unavailable] = match open {
        [true, true] => [1, 0],
        [true, false] => [1, known("upgradeSettings.maxUnavailable")],
        // Both must not be zero.
        [false, _] => match known("upgradeSettings.maxSurge") {
            0 => [0, 1],
            surge => [surge, 0],
        },
    };
    put(json, "upgradeSettings.maxSurge", Json::Int(surge));
    put(json, "upgradeSettings.maxUnavailable", Json::Int(unavailable));
    let name = format!("{pool} ({surge} + {unavailable})");
    fields.findings.note(notes::SURGE_UNKNOWN, name);
}

/// The location in `projects/shop/locations/europe-west4/clusters/web`; any other text is the location itself.
fn place_in(path: &str) -> &str {
    let mut parts = path.split('/');
    match parts.find(|part| matches!(*part, "locations" | "zones" | "regions")) {
        Some(_) => parts.next().unwrap_or_default(),
        None => path.rsplit('/').next().unwrap_or_default(),
    }
}

/// The name, else the label of the block.
fn name(arguments: &Json, label: &str, fields: &mut Fields<'_, '_>) -> String {
    let name = arguments.get("name").and_then(Json::text);
    match name.filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => {
            fields.findings.note(notes::NAMED_BY_LABEL, label);
            label.to_owned()
        }
    }
}
