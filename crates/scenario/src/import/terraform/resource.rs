//! Resources of the Google provider as clusters and pools of the container API.

use super::fields::{CLUSTER, CONFIG, POOL, Told, first};
use super::value::{Value, get};
use crate::import::configured::{self, put};
use crate::import::notes;
use crate::json::Json;

type Entries = [(String, Value)];

/// A cluster while its pools are gathered.
#[derive(Debug)]
pub(super) struct Cluster {
    name: String,
    /// What pools that are described elsewhere call it.
    reference: String,
    /// The block that makes it: `google_container_cluster.main`.
    block: String,
    json: Json,
    pools: Vec<Json>,
    /// The pool that GKE makes with a cluster, unless it is told to delete it.
    default_pool: Option<Json>,
}

/// A pool and the cluster that it names, as far as it names one.
#[derive(Debug)]
pub(super) struct Pool {
    cluster: Option<String>,
    /// The block that makes its cluster, as far as an expression names it.
    owner: Option<String>,
    /// What no text tells of where it is.
    unknown: Vec<Value>,
    json: Json,
}

impl Pool {
    /// May it be a pool of the cluster, by name and location?
    fn is_of(&self, cluster: &Cluster) -> bool {
        let is_named = |name: &String| [&cluster.name, &cluster.reference].contains(&name);
        self.cluster.as_ref().is_some_and(is_named) && self.is_beside(cluster)
    }

    /// May it be where the cluster is?
    fn is_beside(&self, cluster: &Cluster) -> bool {
        let place = |json| configured::at(json, "location").and_then(Json::text);
        let (there, own) = (place(&cluster.json), place(&self.json));
        there.is_none() || own.is_none() || there == own
    }
}

/// Clusters and pools of one text.
#[derive(Debug, Default)]
pub(in crate::import) struct Resources {
    clusters: Vec<Cluster>,
    pools: Vec<Pool>,
    /// The block that is read: `google_container_cluster.main`.
    pub(super) block: String,
    /// The block that makes the cluster of the pools that are read.
    pub(super) owner: Option<String>,
}

impl Resources {
    pub(super) fn is_empty(&self) -> bool {
        self.clusters.is_empty() && self.pools.is_empty()
    }

    pub(in crate::import) fn cluster(
        &mut self,
        from: &Entries,
        label: &str,
        told: &mut Told<'_, '_>,
    ) {
        let name = name(from, label, told);
        let json = told.read(CLUSTER, from);
        let autopilot = configured::at(&json, "autopilot.enabled") == Some(&Json::Bool(true));
        let mut inline = Vec::new();
        for (at, block) in get(from, "node_pool")
            .map_or(&[][..], Value::items)
            .iter()
            .enumerate()
        {
            match block {
                Value::Object(entries) => {
                    inline.push(pool(entries, &format!("pool-{}", at + 1), told).json);
                }
                other => told.unknown(other),
            }
        }
        let removed = get(from, "remove_default_node_pool");
        let count = get(from, "initial_node_count");
        let has_default = !autopilot
            && inline.is_empty()
            && matches!(removed, None | Some(Value::Null | Value::Bool(false)))
            && count.is_some_and(|count| *count != Value::Null);
        let default_pool = has_default.then(|| {
            let mut pool = Json::Object(vec![("name".to_owned(), Json::from("default-pool"))]);
            if let Some(count) = count {
                told.unknown(count);
                if !matches!(count, Value::Unknown(_)) {
                    put(&mut pool, "initialNodeCount", count.json());
                }
            }
            if let Some(config) = get(from, "node_config").and_then(first) {
                put(&mut pool, "config", told.read(CONFIG, config.entries()));
            }
            pool
        });
        self.clusters.push(Cluster {
            reference: name.clone(),
            name,
            block: self.block.clone(),
            json,
            pools: inline,
            default_pool,
        });
    }

    /// Gives the last cluster another name by which pools know it.
    pub(in crate::import) fn refer(&mut self, reference: &str) {
        if let Some(cluster) = self.clusters.last_mut().filter(|_| !reference.is_empty()) {
            reference.clone_into(&mut cluster.reference);
        }
    }

    pub(in crate::import) fn pool(&mut self, from: &Entries, label: &str, told: &mut Told<'_, '_>) {
        let mut made = pool(from, label, told);
        made.owner.clone_from(&self.owner);
        let told = ["cluster", "location"].map(|name| get(from, name));
        made.unknown = told
            .into_iter()
            .flatten()
            .filter(|value| matches!(value, Value::Unknown(_)))
            .cloned()
            .collect();
        let [cluster, location] = told.map(|value| value.and_then(Value::text));
        // Ids and links end in the name.
        made.cluster = cluster.and_then(|link| link.rsplit('/').next().map(str::to_owned));
        let location = location.filter(|location| !location.is_empty());
        if let Some(place) = location.or(cluster.filter(|link| link.contains('/'))) {
            put(&mut made.json, "location", Json::from(place_in(place)));
        }
        self.pools.push(made);
    }

    /// The cluster of a pool, if it is made here; what its expressions leave open is said where it may be another.
    fn owner(&self, pool: &Pool, told: &mut Told<'_, '_>) -> Option<usize> {
        let those = |wanted: &dyn Fn(&Cluster) -> bool| {
            let mut found = (0..).zip(&self.clusters).filter(|(_, one)| wanted(one));
            (found.next().map(|(at, _)| at), found.next().is_some())
        };
        let by_block = those(&|cluster| {
            let block = Some(&cluster.block).filter(|block| !block.is_empty());
            block.is_some() && block == pool.owner.as_ref()
        });
        let (found, is_sure) = match by_block {
            (Some(at), false) => (Some(at), true),
            _ if pool.cluster.is_some() => {
                let found = those(&|cluster| pool.is_of(cluster)).0;
                (found, found.is_some())
            }
            _ => match self.clusters.as_slice() {
                [only] if pool.is_beside(only) => (Some(0), false),
                _ => (None, false),
            },
        };
        if !is_sure {
            pool.unknown.iter().for_each(|value| told.unknown(value));
        }
        found
    }

    /// The documents of all of them, one a line; pools stand within their cluster where the text has it.
    pub(in crate::import) fn documents(mut self, told: &mut Told<'_, '_>) -> String {
        let mut loose = Vec::new();
        for pool in core::mem::take(&mut self.pools) {
            let owner = self.owner(&pool, told);
            match owner.and_then(|at| self.clusters.get_mut(at)) {
                // The state of a cluster lists all of its pools; those that are resources too are told once.
                Some(cluster) => {
                    let is_same = |other: &Json| other.get("name") == pool.json.get("name");
                    match cluster.pools.iter_mut().find(|other| is_same(other)) {
                        Some(same) => *same = pool.json,
                        None => cluster.pools.push(pool.json),
                    }
                }
                None => loose.push(pool),
            }
        }
        let mut documents = String::new();
        for mut cluster in self.clusters {
            cluster.pools.splice(0..0, cluster.default_pool);
            let Cluster {
                name,
                reference,
                json,
                pools,
                ..
            } = cluster;
            let json = configured::cluster(json, &name, &reference, pools, told.said);
            documents.push_str(&json.compact());
            documents.push('\n');
        }
        for pool in loose {
            let json = configured::loose_pool(pool.json, pool.cluster.as_deref(), told.said);
            documents.push_str(&json.compact());
            documents.push('\n');
        }
        documents
    }
}

fn pool(from: &Entries, label: &str, told: &mut Told<'_, '_>) -> Pool {
    let name = name(from, label, told);
    let mut json = Json::Object(vec![("name".to_owned(), Json::from(name.as_str()))]);
    if let Json::Object(entries) = told.read(POOL, from) {
        for (name, value) in entries {
            put(&mut json, &name, value);
        }
    }
    batches(&mut json);
    if let Some(settings) = get(from, "upgrade_settings").and_then(first) {
        surge(settings, &mut json, &name, told);
    }
    Pool {
        cluster: None,
        owner: None,
        unknown: Vec::new(),
        json,
    }
}

/// A batch is a number of nodes or a share: a state writes zero for the one that is not set.
fn batches(pool: &mut Json) {
    const ROLLOUT: &str = "upgradeSettings.blueGreenSettings.standardRolloutPolicy";
    let Some(Json::Object(sizes)) = configured::at(pool, ROLLOUT) else {
        return;
    };
    let is_size = |key: &str| matches!(key, "batchNodeCount" | "batchPercentage");
    let is_zero = |size: &Json| match size {
        Json::Int(size) => *size == 0,
        Json::Float(size) => *size == 0.0,
        Json::Text(size) => size.parse() == Ok(0.0),
        _ => false,
    };
    let is_set = |(key, size): &&(String, Json)| is_size(key) && !is_zero(size);
    if !sizes.iter().any(|size| is_set(&size)) {
        return;
    }
    let kept = sizes.iter();
    let kept = kept.filter(|(key, size)| !(is_size(key) && is_zero(size)));
    let kept = Json::Object(kept.cloned().collect());
    put(pool, ROLLOUT, kept);
}

/// The API leaves out a zero; what no text tells is GKE's default, 1 + 0, as far as what is told allows it.
fn surge(settings: &Value, json: &mut Json, pool: &str, told: &mut Told<'_, '_>) {
    let strategy = settings.get("strategy").and_then(Value::text);
    let is_unknown = |key| matches!(settings.get(key), Some(Value::Unknown(_)));
    let unknown = ["max_surge", "max_unavailable"].map(is_unknown);
    if unknown == [false; 2] || !matches!(strategy, None | Some("SURGE")) {
        return;
    }
    let known = |path| configured::int(json, path).unwrap_or(0);
    let [surge, unavailable] = match unknown {
        [true, true] => [1, 0],
        [true, false] => [1, known("upgradeSettings.maxUnavailable")],
        // Not both may be zero.
        [false, _] => match known("upgradeSettings.maxSurge") {
            0 => [0, 1],
            surge => [surge, 0],
        },
    };
    put(json, "upgradeSettings.maxSurge", Json::Int(surge));
    put(
        json,
        "upgradeSettings.maxUnavailable",
        Json::Int(unavailable),
    );
    let said = format!("{pool} ({surge} + {unavailable})");
    told.said.notes.push((notes::SURGE_UNKNOWN, said));
}

/// The location in `projects/shop/locations/europe-west4/clusters/web`; what is no such path is the location itself.
fn place_in(path: &str) -> &str {
    let mut parts = path.split('/');
    match parts.find(|part| matches!(*part, "locations" | "zones" | "regions")) {
        Some(_) => parts.next().unwrap_or_default(),
        None => path.rsplit('/').next().unwrap_or_default(),
    }
}

/// The name, else the label of the block.
fn name(from: &Entries, label: &str, told: &mut Told<'_, '_>) -> String {
    let given = get(from, "name");
    if let Some(name) = given.and_then(Value::text).filter(|name| !name.is_empty()) {
        return name.to_owned();
    }
    if let Some(unknown @ Value::Unknown(_)) = given {
        told.unknown(unknown);
    }
    told.said
        .notes
        .push((notes::NAMED_BY_LABEL, label.to_owned()));
    label.to_owned()
}
