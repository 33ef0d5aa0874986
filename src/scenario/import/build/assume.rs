//! What the files do not say and a run needs: nodes, the time of the start, an upgrade to look at.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Built;
use super::nodes::Places;
use crate::scenario::document::pool::NodeConfig;
use crate::scenario::document::{Document, Node, Pool, ScriptItem};
use crate::scenario::field::Map;
use crate::scenario::import::found::Desk;
use crate::scenario::import::notes;
use crate::scenario::import::report::many;
use crate::scenario::units::{Amount, At, Instant};

const MADE_POOL: &str = "assumed-pool";
const HOUR_MS: i64 = 3_600_000;
/// Never more nodes than GKE allows in a cluster.
const MOST_NODES: i64 = 15_000;

/// Allocatable of an e2-standard-4, the smallest node that is made: thousandths of a core, bytes, bytes.
const SMALLEST: [i64; 3] = [3920, 13 << 30, 40 << 30];

/// Makes one pool that is large enough for all workloads, with the nodes that the Pods name, if they do.
pub(super) fn nodes(document: &mut Document, built: &mut [Built], file: usize, desk: &mut Desk) {
    let mut named: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
    let mut labels: BTreeMap<String, Map> = BTreeMap::new();
    let mut floating: BTreeMap<String, i64> = BTreeMap::new();
    let mut largest: BTreeMap<String, i64> = BTreeMap::new();
    for one in built.iter() {
        let workload = &one.workload;
        raise(&mut largest, &one.demand, 1);
        let running = |phase: &str| !matches!(phase, "Succeeded" | "Failed");
        let pods = workload.pods.iter().filter(|pod| running(&pod.phase));
        let mut listed = 0_i64;
        for pod in pods {
            listed += 1;
            if pod.node.is_empty() {
                add(&mut floating, &one.demand, 1);
                continue;
            }
            add(named.entry(pod.node.clone()).or_default(), &one.demand, 1);
            labels
                .entry(pod.node.clone())
                .or_default()
                .extend(workload.node_selector.clone());
        }
        let wanted = workload.replicas.unwrap_or(0).clamp(0, 1 << 20);
        add(&mut floating, &one.demand, (wanted - listed).max(0));
    }
    // Where a Pod has finished there was a node too.
    for pod in built.iter().flat_map(|one| &one.workload.pods) {
        if !pod.node.is_empty() {
            named.entry(pod.node.clone()).or_default();
        }
    }
    for demand in named.values() {
        raise(&mut largest, demand, 1);
    }
    let size = size(&largest);
    let spare = |name: &str| {
        let (total, one) = (
            amount(&floating, name),
            size.get(name).copied().unwrap_or(0),
        );
        // A quarter stays free: no packing is perfect.
        if one > 0 {
            total.saturating_mul(5) / 4 / one + i64::from(total > 0)
        } else {
            0
        }
    };
    let more = size.keys().map(|name| spare(name)).max().unwrap_or(0);
    let fewest = if named.is_empty() { 3 } else { 0 };
    let more = more.clamp(fewest, MOST_NODES);
    let allocatable: Map<Amount> = size
        .iter()
        .map(|(name, amount)| (name.clone(), written(name, *amount)))
        .collect();
    let mut pool = Pool {
        name: MADE_POOL.to_owned(),
        config: NodeConfig {
            machine_type: "e2-standard-4".to_owned(),
            ..NodeConfig::default()
        },
        ..Pool::default()
    };
    let taken: BTreeSet<String> = named.keys().cloned().collect();
    for name in named.into_keys() {
        let labels = labels.remove(&name).unwrap_or_default();
        pool.nodes.push(Node {
            name,
            labels,
            ..Node::default()
        });
    }
    let selectors = shared_selectors(built);
    for number in 1..=more {
        let name = format!("{MADE_POOL}-{number}");
        if !taken.contains(&name) {
            pool.nodes.push(Node {
                name,
                labels: selectors.clone(),
                ..Node::default()
            });
        }
    }
    let zone = document.cluster.locations.first().cloned();
    pool.locations = vec![zone.unwrap_or_else(|| "zone-a".to_owned())];
    for node in &mut pool.nodes {
        node.allocatable.clone_from(&allocatable);
    }
    desk.note(
        file,
        notes::MADE_POOL,
        format!("{MADE_POOL} ({})", many(pool.nodes.len(), "node")),
    );
    document.pools.push(pool);
}

/// Labels that workloads ask of their nodes, as far as they do not contradict each other.
fn shared_selectors(built: &[Built]) -> Map {
    let mut all: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (key, value) in built.iter().flat_map(|one| &one.workload.node_selector) {
        all.entry(key).or_default().insert(value);
    }
    all.into_iter()
        .filter(|(_, values)| values.len() == 1)
        .filter_map(|(key, values)| Some((key.clone(), (*values.first()?).clone())))
        .collect()
}

/// The size of a node, in thousandths of each resource, and the Pods it takes.
fn size(largest: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let mut size = BTreeMap::new();
    for (name, fewest) in ["cpu", "memory", "ephemeral-storage"]
        .into_iter()
        .zip(SMALLEST)
    {
        let unit = if name == "cpu" { 1 } else { 1000 };
        size.insert(name.to_owned(), fewest.saturating_mul(unit));
    }
    size.insert("pods".to_owned(), 110_000);
    for (name, amount) in largest {
        // A quarter more than the fullest node needs, in whole units.
        let roomy = amount.saturating_mul(5) / 4;
        let roomy = roomy.saturating_add(999) / 1000 * 1000;
        let least = size.entry(name.clone()).or_default();
        *least = (*least).max(roomy);
    }
    size
}

fn written(name: &str, millis: i64) -> Amount {
    if name == "cpu" {
        Amount(format!("{millis}m"))
    } else {
        Amount((millis / 1000).to_string())
    }
}

fn amount(all: &BTreeMap<String, i64>, name: &str) -> i64 {
    all.get(name).copied().unwrap_or(0)
}

/// Adds the demand of some Pods, each of which takes a place as well.
fn add(all: &mut BTreeMap<String, i64>, demand: &BTreeMap<String, i64>, pods: i64) {
    let place = [("pods".to_owned(), 1000)].into_iter();
    for (name, amount) in demand
        .iter()
        .map(|(name, amount)| (name.clone(), *amount))
        .chain(place)
    {
        let sum = all.entry(name).or_default();
        *sum = sum.saturating_add(amount.saturating_mul(pods));
    }
}

fn raise(all: &mut BTreeMap<String, i64>, other: &BTreeMap<String, i64>, pods: i64) {
    for (name, amount) in other {
        let most = all.entry(name.clone()).or_default();
        *most = (*most).max(amount.saturating_mul(pods));
    }
}

/// Completes what is no object of a cluster. A scenario among the files has said all this itself.
pub(super) fn complete(document: &mut Document, places: &Places, file: usize, desk: &mut Desk) {
    if document.name.is_empty() {
        document.name = match document.cluster.name.as_str() {
            "" => "Imported cluster".to_owned(),
            name => name.to_owned(),
        };
    }
    let pods = document
        .workloads
        .iter()
        .flat_map(|workload| &workload.pods);
    let newest = pods.filter_map(|pod| pod.created).max().max(places.newest);
    if let Some(Instant(ms)) = newest {
        let start = ms
            .div_euclid(HOUR_MS)
            .saturating_add(1)
            .saturating_mul(HOUR_MS);
        document.start = Some(Instant(start));
        desk.note(file, notes::START, crate::scenario::instant::format(start));
    }
    let nodes = |pool: &Pool| {
        let made = pool.initial_node_count.unwrap_or(0);
        i64::try_from(pool.nodes.len())
            .unwrap_or(i64::MAX)
            .max(made)
    };
    // The first of the largest, and a control plane only when there is nothing else.
    let rank = |pool: &Pool| (pool.name != "control-plane", nodes(pool));
    let largest = document.pools.iter().map(&rank).max();
    let pool = document
        .pools
        .iter()
        .find(|pool| Some(rank(pool)) == largest);
    if let Some(pool) = pool.filter(|pool| nodes(pool) > 0) {
        desk.note(file, notes::UPGRADE, &pool.name);
        document.script.push(ScriptItem {
            at: Some(At::Offset(0)),
            action: "upgrade".to_owned(),
            pool: pool.name.clone(),
            ..ScriptItem::default()
        });
    }
    for assumption in [
        "a node boots in 180 s",
        "a VM is deleted in 30 s",
        "a container starts in 20 s",
        "a Pod uses all of its grace",
    ] {
        desk.note(file, notes::TIMINGS, assumption);
    }
}
