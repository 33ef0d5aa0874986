//! Resources of the Google provider as clusters and pools of the container API.

use super::fields::{CLUSTER, CONFIG, POOL, Told, first};
use super::value::{Value, get};
use crate::scenario::import::configured::{self, put};
use crate::scenario::import::notes;
use crate::scenario::json::Json;

type Entries = [(String, Value)];

/// A cluster while its pools are gathered.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) name: String,
    json: Json,
    pools: Vec<Json>,
    /// The pool that GKE makes with a cluster, unless it is told to delete it.
    default_pool: Option<Json>,
}

/// A pool and the cluster that it names, as far as it names one.
#[derive(Debug)]
pub(super) struct Pool {
    cluster: Option<String>,
    json: Json,
}

/// Clusters and pools of one text.
#[derive(Debug, Default)]
pub(super) struct Resources {
    clusters: Vec<Cluster>,
    pools: Vec<Pool>,
}

impl Resources {
    pub(super) fn is_empty(&self) -> bool {
        self.clusters.is_empty() && self.pools.is_empty()
    }

    pub(super) fn cluster(&mut self, from: &Entries, label: &str, told: &mut Told<'_, '_>) {
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
            name,
            json,
            pools: inline,
            default_pool,
        });
    }

    pub(super) fn pool(&mut self, from: &Entries, label: &str, told: &mut Told<'_, '_>) {
        let mut made = pool(from, label, told);
        if let Some(cluster) = get(from, "cluster") {
            // Ids and links end in the name.
            let last = |text: &str| text.rsplit('/').next().map(str::to_owned);
            made.cluster = cluster.text().and_then(last);
        }
        if let Some(location) = get(from, "location").and_then(Value::text) {
            put(&mut made.json, "location", Json::from(location));
        }
        self.pools.push(made);
    }

    /// The documents of all of them, one a line; pools stand within their cluster where the text has it.
    pub(super) fn documents(mut self, told: &mut Told<'_, '_>) -> String {
        let only = self.clusters.len() == 1;
        let mut loose = Vec::new();
        for pool in self.pools {
            let owner = self
                .clusters
                .iter_mut()
                .find(|cluster| match &pool.cluster {
                    Some(name) => cluster.name == *name,
                    None => only,
                });
            match owner {
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
            let json = configured::cluster(cluster.json, &cluster.name, cluster.pools, told.said);
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
    // The API leaves out a zero; what is not known is GKE's default.
    let settings = get(from, "upgrade_settings").and_then(first);
    if let Some(Value::Unknown(_)) = settings.and_then(|settings| settings.get("max_surge")) {
        put(&mut json, "upgradeSettings.maxSurge", Json::Int(1));
    }
    Pool {
        cluster: None,
        json,
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
