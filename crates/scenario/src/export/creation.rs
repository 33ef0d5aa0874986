//! Writes the commands that create the cluster and its node pools, with the settings of a scenario.

use super::chosen;
use super::gcloud::flags::{self, Flags, flag};
use super::shell::{clean, quote, speakable};
use crate::calendar;
use crate::document::pool::ASSUMED_POOL;
use crate::document::{Cluster, Document, MaintenancePolicy, Pool};

/// The pool that comes with a cluster.
const FIRST_POOL: &str = "default-pool";

/// The commands, and the names of pools that they leave out.
pub(crate) fn commands(doc: &Document) -> (String, Vec<String>) {
    let cluster = &doc.cluster;
    let mut writer = Writer::of(cluster);
    let pools = if cluster.autopilot.enabled { &[][..] } else { &doc.pools };
    let (first, others): (Vec<&Pool>, Vec<&Pool>) =
        pools.iter().partition(|pool| pool.name == FIRST_POOL);
    writer.cluster(first.first().copied());
    if first.is_empty() && !cluster.autopilot.enabled {
        writer.line("node-pools delete", FIRST_POOL, writer.of_cluster());
    }
    for pool in others {
        writer.pool(pool);
    }
    let policy = &cluster.maintenance_policy;
    if *policy != MaintenancePolicy::default() {
        let target = format!("{}{}", quote(writer.name), place(cluster));
        writer.text += &calendar::export::commands(policy, &target);
    }
    (writer.text, writer.left_out)
}

/// The command that creates a pool; empty if it is left out.
pub fn pool(cluster: &Cluster, pool: &Pool) -> String {
    let mut writer = Writer::of(cluster);
    writer.pool(pool);
    writer.text
}

/// A flag as gcloud spells it, which takes two constants of the API in lower case.
fn spelled(word: String) -> String {
    match word.split_once('=') {
        Some(("--release-channel", "UNSPECIFIED")) => "--release-channel=None".to_owned(),
        Some((name @ ("--release-channel" | "--autoscaling-profile"), value)) => {
            format!("{name}={}", value.to_ascii_lowercase().replace('_', "-"))
        }
        _ => word,
    }
}

/// The flag for the location, after a space.
fn place(cluster: &Cluster) -> String {
    match cluster.location.is_empty() {
        true => String::new(),
        false => format!(" {}", flag("--location", &cluster.location)),
    }
}

struct Writer<'a> {
    text: String,
    cluster: &'a Cluster,
    name: &'a str,
    left_out: Vec<String>,
}

impl<'a> Writer<'a> {
    fn of(cluster: &'a Cluster) -> Self {
        let name = Some(cluster.name.as_str()).filter(|name| speakable(name)).unwrap_or("cluster");
        Self { text: String::new(), cluster, name, left_out: Vec::new() }
    }

    fn line(&mut self, verb: &str, name: &str, words: Flags) {
        if !speakable(name) || words.iter().any(|word| !clean(word)) {
            return self.left_out.push(name.to_owned());
        }
        let words: Flags = words.iter().map(|word| format!(" \\\n  {word}")).collect();
        let place = place(self.cluster);
        self.text += &format!("gcloud container {verb} {}{place}{}\n", quote(name), words.concat());
    }

    fn of_cluster(&self) -> Flags {
        vec![flag("--cluster", self.name)]
    }

    fn cluster(&mut self, first: Option<&Pool>) {
        let policy = MaintenancePolicy::default();
        let own = Cluster { maintenance_policy: policy, ..self.cluster.clone() };
        let version = &self.cluster.current_master_version;
        let version = (!version.is_empty()).then(|| flag("--cluster-version", version));
        let words = version.into_iter().chain(flags::of(&own).into_iter().map(spelled));
        let words = words.chain(first.map(|pool| self.settings(pool)).unwrap_or_default());
        let verb = match self.cluster.autopilot.enabled {
            true => "clusters create-auto",
            false => "clusters create",
        };
        self.line(verb, self.name, words.collect());
    }

    fn pool(&mut self, pool: &Pool) {
        if pool.name == ASSUMED_POOL {
            return self.left_out.push(pool.name.clone());
        }
        let words = self.of_cluster().into_iter().chain(self.settings(pool));
        self.line("node-pools create", &pool.name, words.collect());
    }

    fn settings(&self, pool: &Pool) -> Flags {
        let zones =
            i64::try_from(pool.zone_count(self.cluster.locations.len()).max(1)).unwrap_or(1);
        let listed = i64::try_from(pool.own_nodes()).unwrap_or(i64::MAX);
        // Without a number, gcloud would make three.
        let count = pool.initial_node_count.or((listed == 0).then_some(0));
        flags::of(&Pool {
            upgrade_settings: pool.upgrade_settings.as_ref().map(chosen),
            initial_node_count: count.or(Some((listed / zones).max(1))),
            ..pool.clone()
        })
    }
}
