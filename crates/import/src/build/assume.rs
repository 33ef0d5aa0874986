//! Assumes what the files lack and a run needs: nodes, the start time, an upgrade.

use super::nodes::ExistingNodes;
use crate::configured::zones_of;
use crate::found::FileNotes;
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::{Resources, RunKind, Symbols, Version};
use scenario::accelerators;
use scenario::compile::{ASSUMED_VERSION, of_pod};
use scenario::document::pool::{ASSUMED_POOL, NodeConfig, Reserved};
use scenario::document::{Document, Node, Pool};
use scenario::field::Map;
use scenario::units::{Amount, At, Instant};

/// GKE's limit of nodes in a cluster.
const MOST_NODES: i64 = 15_000;

/// Allocatable resources of an e2-standard-4, the smallest generated node.
const SMALLEST: Resources = Resources {
    cpu_m: 3920,
    memory_bytes: 13 << 30,
    ephemeral_bytes: 40 << 30,
    extended: Vec::new(),
};
const SMALLEST_PODS: i64 = 110;
/// The most labels of a generated node.
const SELECTORS: usize = 50;

/// The total requests of some Pods.
#[derive(Clone, Debug, Default)]
struct TotalRequests {
    resources: Resources,
    pods: i64,
    labels: Map,
}

impl TotalRequests {
    fn add(&mut self, pod: &Resources, pods: i64) {
        self.pods = self.pods.saturating_add(pods);
        let times = |amount: i64| amount.saturating_mul(pods);
        let mut all = pod.clone();
        all.cpu_m = times(all.cpu_m);
        all.memory_bytes = times(all.memory_bytes);
        all.ephemeral_bytes = times(all.ephemeral_bytes);
        for (_, amount) in &mut all.extended {
            *amount = times(*amount);
        }
        self.resources.add(&all);
        self.cap();
    }

    /// Limits amounts to far beyond anything realistic, but far from overflow.
    fn cap(&mut self) {
        let most = 1 << 56;
        let all = &mut self.resources;
        for amount in [&mut all.cpu_m, &mut all.memory_bytes, &mut all.ephemeral_bytes]
            .into_iter()
            .chain(all.extended.iter_mut().map(|(_, amount)| amount))
        {
            *amount = (*amount).min(most);
        }
    }
}

/// Generates one pool that is large enough for all workloads, with the nodes that the Pods name, if they do.
pub(super) fn nodes(document: &mut Document, file: usize, notes: &mut FileNotes) {
    let mut symbols = Symbols::default();
    let mut named: base::Map<String, TotalRequests> = base::Map::new();
    let mut floating = TotalRequests::default();
    let mut largest = SMALLEST;
    for workload in &document.workloads {
        let pod = of_pod(workload, &mut symbols);
        let mut one = TotalRequests::default();
        one.add(&pod, 1);
        let pod = one.resources;
        largest.max(&pod);
        let mut listed = 0;
        for entry in &workload.pods {
            let finished = entry.is_finished();
            listed += i64::from(entry.is_active());
            let need = match entry.node.as_str() {
                "" => &mut floating,
                node => named.entry(node.to_owned()).or_default(),
            };
            if !finished {
                need.add(&pod, 1);
                for (key, value) in workload.node_selector.iter().take(SELECTORS) {
                    need.labels.insert(key.clone(), value.clone());
                }
            }
        }
        let wanted = workload.replicas.unwrap_or(0).clamp(0, 1 << 20);
        floating.add(&pod, (wanted - listed).max(0));
    }
    let mut most_pods = SMALLEST_PODS;
    for need in named.values() {
        largest.max(&need.resources);
        most_pods = most_pods.max(need.pods);
    }
    let size = with_spare_room(&largest);
    let fewest = if named.is_empty() { 3 } else { 0 };
    let more = how_many(&floating, &size, most_pods).clamp(fewest, MOST_NODES);
    let cluster = &document.cluster;
    let place = Some(&*cluster.location).filter(|place| !place.is_empty());
    let zone = cluster.locations.first().cloned();
    let zone = zone.or(place.and_then(|place| zones_of(place).into_iter().next()));
    let mut pool = Pool {
        name: ASSUMED_POOL.to_owned(),
        locations: vec![zone.unwrap_or_else(|| "zone-a".to_owned())],
        config: NodeConfig { machine_type: "e2-standard-4".to_owned(), ..NodeConfig::default() },
        allocatable: written(&size, most_pods, &symbols),
        ..Pool::default()
    };
    let free = (1..).map(|number| format!("{ASSUMED_POOL}-{number}"));
    let free: Vec<String> = free
        .filter(|name| !named.contains_key(name))
        .take(usize::try_from(more).unwrap_or(0))
        .collect();
    for (name, need) in named {
        pool.nodes.push(Node { name, labels: need.labels, ..Node::default() });
    }
    let selectors = shared_selectors(document);
    for name in free {
        pool.nodes.push(Node { name, labels: selectors.clone(), ..Node::default() });
    }
    let nodes = pool.nodes.len();
    let said =
        say!("import-pool-with-nodes", pool = ASSUMED_POOL, nodes = nodes, autoscaled = "no");
    notes.tell(file, notes::MADE_POOL, said, Some(Subject::pool(ASSUMED_POOL)));
    document.pools.push(pool);
}

/// A quarter more than the fullest node needs, because no packing is perfect. Whole cores and MiB.
fn with_spare_room(largest: &Resources) -> Resources {
    let more = |amount: i64, least: i64, unit: i64| {
        if amount <= least { least } else { (amount + amount / 4).div_euclid(unit) * unit + unit }
    };
    Resources {
        cpu_m: more(largest.cpu_m, SMALLEST.cpu_m, 1000),
        memory_bytes: more(largest.memory_bytes, SMALLEST.memory_bytes, 1 << 20),
        ephemeral_bytes: more(largest.ephemeral_bytes, SMALLEST.ephemeral_bytes, 1 << 20),
        extended: largest.extended.clone(),
    }
}

/// How many nodes of that size hold the Pods with a quarter to spare.
fn how_many(need: &TotalRequests, size: &Resources, pods: i64) -> i64 {
    let parts = |need: i64, size: i64| {
        if size > 0 && need > 0 { (need + need / 4) / size + 1 } else { 0 }
    };
    let extended = need.resources.extended.iter();
    extended
        .map(|(name, amount)| parts(*amount, size.extended(*name)))
        .chain([
            parts(need.resources.cpu_m, size.cpu_m),
            parts(need.resources.memory_bytes, size.memory_bytes),
            parts(need.resources.ephemeral_bytes, size.ephemeral_bytes),
            parts(need.pods, pods),
        ])
        .max()
        .unwrap_or(0)
}

fn written(size: &Resources, pods: i64, symbols: &Symbols) -> Map<Amount> {
    let mut all = Map::new();
    let mut put = |name: &str, amount: String| all.insert(name.to_owned(), Amount(amount));
    put("cpu", format!("{}m", size.cpu_m));
    put("memory", size.memory_bytes.to_string());
    put("ephemeral-storage", size.ephemeral_bytes.to_string());
    put("pods", pods.to_string());
    for (name, amount) in &size.extended {
        put(symbols.text(*name), amount.to_string());
    }
    all
}

/// Node labels that workloads require, as far as they don't contradict each other.
fn shared_selectors(document: &Document) -> Map {
    let mut all: base::Map<&String, base::Set<&String>> = base::Map::new();
    for (key, value) in document.workloads.iter().flat_map(|workload| &workload.node_selector) {
        all.entry(key).or_default().insert(value);
    }
    all.into_iter()
        .filter(|(_, values)| values.len() == 1)
        .take(SELECTORS)
        .filter_map(|(key, values)| Some((key.clone(), (*values.first()?).clone())))
        .collect()
}

/// Adds what isn't an object of a cluster. A scenario among the files has all of this already.
pub(super) fn complete(
    document: &mut Document,
    places: &ExistingNodes,
    file: usize,
    notes: &mut FileNotes,
) {
    if document.name.is_empty() {
        document.name.clone_from(&document.cluster.name);
    }
    begin(document, places, file, notes);
    for pool in &document.pools {
        if pool.reserved() == Reserved::Always && pool.reserved_nodes.is_none() {
            notes.pool(file, notes::RESERVED, &pool.name);
        }
        // Drivers and large machines take longer, and by how much isn't documented.
        let many = accelerators::of_nodes(&pool.config).is_some_and(|own| own.count >= 8);
        if many && document.assumptions.node_create.is_none() {
            notes.pool(file, notes::SLOW_BOOT, &pool.name);
        }
    }
    for pool in &document.pools {
        let settings = pool.upgrade_settings.as_ref();
        let unset = settings.is_none_or(|settings| {
            settings.max_surge.is_none()
                && settings.max_unavailable.is_none()
                && RunKind::named(&settings.strategy).unwrap_or_default() == RunKind::Surge
        });
        if unset && !document.cluster.autopilot.enabled {
            notes.pool(file, notes::DEFAULT_SURGE, &pool.name);
        }
    }
    for pool in document.pools.iter().filter(|pool| !has_version(document, pool)) {
        let said = format!("{} ({ASSUMED_VERSION})", pool.name);
        notes.about(file, notes::DEFAULT_VERSION, said, Subject::pool(&pool.name));
    }
    for assumption in [
        "import-boot",
        "import-deletion",
        "import-container-start",
        "import-grace",
        "import-node-order",
    ] {
        notes.tell(file, notes::TIMINGS, say!(assumption), None);
    }
    let mut script = document.script.iter();
    let upgrades_plane = script.any(|item| item.control_plane || item.action == "target");
    if upgrades_plane && document.assumptions.control_plane.is_none() {
        notes.tell(file, notes::TIMINGS, say!("import-control-plane-time"), None);
    }
}

/// When the run begins.
fn begin(document: &mut Document, places: &ExistingNodes, file: usize, notes: &mut FileNotes) {
    let pods = document.workloads.iter().flat_map(|workload| &workload.pods);
    let newest = pods.filter_map(|pod| pod.created).max().max(places.newest);
    // An old cluster doesn't determine when a run begins, but none begins before its cluster exists, or before what GKE
    // has done to it.
    let begins = document.start_unix_ms();
    let created = document.cluster.create_time;
    let disrupted = &document.cluster.maintenance_policy.disruption_budget;
    let since = created.max(disrupted.last).max(disrupted.last_minor);
    let dumped = newest.max(notes.newest);
    let newest = dumped.max(since.filter(|at| at.0 > begins));
    // Without a dump, an upgrade that is over begins the run. A target that GKE has for later is still to come.
    let instants = document.script.iter().filter_map(|item| match item.at {
        Some(At::Instant(ms)) if item.action != "target" => Some(Instant(ms)),
        _ => None,
    });
    let replayed = instants.min().filter(|_| dumped.is_none());
    let newest = newest.max(replayed);
    // A calendar is about what is still to come. The timers of an upgrade under way are those of its dump.
    let has_calendar = document.cluster.maintenance_policy.window != Default::default();
    let is_half_upgraded = |pool: &Pool| !pool.upgrading_from.is_empty();
    let (begins_now, note) = match notes.begins_now {
        true => (!document.pools.iter().any(is_half_upgraded), notes::STARTS_TODAY),
        false => (dumped.is_none() && has_calendar, notes::STARTS_NOW),
    };
    let now = notes.now.filter(|now| begins_now && replayed.is_none() && Some(*now) > newest);
    if let Some(Instant(ms)) = now {
        let start = ms.div_euclid(1000).saturating_mul(1000);
        document.start = Some(Instant(start));
        notes.note(file, note, scenario::instant::format(start));
    } else if let Some(Instant(ms)) = newest {
        let start = ms.saturating_add(999).div_euclid(1000).saturating_mul(1000);
        document.start = Some(Instant(start));
        notes.note(file, notes::START, scenario::instant::format(start));
    }
}

/// Do the files give the version of a pool's nodes?
pub(super) fn has_version(document: &Document, pool: &Pool) -> bool {
    let cluster = &document.cluster;
    let listed = pool.nodes.iter().map(|node| &node.version);
    listed
        .chain([&pool.version, &cluster.current_node_version, &cluster.current_master_version])
        .any(|version| Version::parse(version).is_some())
}
