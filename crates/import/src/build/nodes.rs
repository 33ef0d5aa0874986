//! Nodes: their pools and zones.

use super::cluster::DescribedPools;
use super::foreign;
use super::identity::{identity, latest};
use super::pool::taints;
use super::shared::{NodeRow, differences, shared_labels, shared_taints, usual_allocatable};
use super::values::{GKE_POOL, amounts, instant, map, version};
use crate::found::{FileNotes, Sourced};
use crate::kubectl::object::{ConditionKind, Object, Status, Truth};
use crate::loose::{Table, Text};
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::Version;
use scenario::document::pool::{NodeConfig, NotReady, SCALE_DOWN_DISABLED, Taint};
use scenario::document::{Document, Node, Pool};
use scenario::natural;
use scenario::units::Instant;

/// Labels with which other clouds and tools name a node's pool.
const OTHER_POOLS: [&str; 14] = [
    "eks.amazonaws.com/nodegroup",
    "alpha.eksctl.io/nodegroup-name",
    "kubernetes.azure.com/agentpool",
    "agentpool",
    "karpenter.sh/nodepool",
    "karpenter.sh/provisioner-name",
    "kops.k8s.io/instancegroup",
    "doks.digitalocean.com/node-pool",
    "ibm-cloud.kubernetes.io/worker-pool-name",
    "k8s.scaleway.com/pool-name",
    "worker.gardener.cloud/pool",
    "lke.linode.com/pool-id",
    "oci.oraclecloud.com/node-pool",
    "nodepool",
];

const ZONES: [&str; 3] = [
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "topology.gke.io/zone",
];

const MACHINES: [&str; 2] =
    ["node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"];

/// The label with the topology of a TPU slice.
const TPU_TOPOLOGY: &str = "cloud.google.com/gke-tpu-topology";

/// Labels that differ between nodes and are set automatically.
fn is_own(key: &str) -> bool {
    key == "kubernetes.io/hostname" || ZONES.contains(&key)
}

/// The existing nodes, and the latest instant in the files.
#[derive(Debug, Default)]
pub(super) struct ExistingNodes {
    pub(super) nodes: base::Set<String>,
    pub(super) newest: Option<Instant>,
    /// By pool, the files with its nodes, and how many.
    pub(super) brought: base::Map<String, base::Map<usize, u32>>,
    /// Nodes that aren't Ready.
    pub(super) failing: base::Set<String>,
    /// The taints of nodes that are short of something: theirs, and not those of their pool.
    short: base::Map<String, Vec<Taint>>,
    /// Pools with nodes of another provider.
    pub(super) foreign: base::Set<String>,
    /// Are there pools, so that no nodes are generated for the Pods?
    pub(super) any_pool: bool,
}

impl ExistingNodes {
    /// Is there no node, but a pool?
    pub(super) fn lack_nodes(&self) -> bool {
        self.any_pool && self.nodes.is_empty()
    }
}

/// Adds every node to its pool.
pub(super) fn build(
    document: &mut Document,
    described: &DescribedPools,
    nodes: Vec<Sourced<Box<Object>>>,
    notes: &mut FileNotes,
) -> ExistingNodes {
    let mut places = ExistingNodes::default();
    for pool in &document.pools {
        places.nodes.extend(pool.nodes.iter().map(|node| node.name.clone()));
    }
    let given = !nodes.is_empty();
    let groups = in_groups(nodes, &mut places, notes);
    let mut index: base::Map<String, usize> = base::Map::new();
    for (at, pool) in document.pools.iter().enumerate() {
        index.insert(pool.name.clone(), at);
    }
    let known: base::Set<&str> = described.pools.iter().map(|(name, _)| name.as_str()).collect();
    for (name, rows) in groups {
        // Every file with nodes of the pool contributed it, unless the container API described it.
        let mut brought = base::Map::new();
        for row in &rows {
            *brought.entry(row.file).or_insert(0) += 1;
        }
        if !known.contains(name.as_str()) {
            for file in brought.keys() {
                notes.file(*file).used.pools += 1;
            }
        }
        places.brought.insert(name.clone(), brought);
        let at = *index.entry(name.clone()).or_insert_with(|| {
            document.pools.push(made(name, &rows));
            document.pools.len() - 1
        });
        let home = document.cluster.locations.first().cloned();
        if let Some(pool) = document.pools.get_mut(at) {
            fill(pool, home, rows, notes);
            if described.configured.contains(&pool.name) {
                as_its_nodes(pool);
            }
            for node in &mut pool.nodes {
                if let Some(own) = places.short.get(&node.name) {
                    let taints = node.taints.get_or_insert_with(|| pool.config.taints.clone());
                    taints.extend_from_slice(own);
                }
            }
        }
    }
    if given {
        for (name, file) in &described.pools {
            let pool = index.get(name).and_then(|at| document.pools.get_mut(*at));
            let is_created = described.created.get(name).is_some();
            if let Some(pool) = pool.filter(|pool| pool.nodes.is_empty() && !is_created) {
                pool.initial_node_count = Some(0);
                notes.pool(*file, notes::NO_NODES, name);
            }
        }
    }
    places
}

/// The nodes of each pool, in an order that doesn't depend on the dump's.
fn in_groups(
    nodes: Vec<Sourced<Box<Object>>>,
    places: &mut ExistingNodes,
    notes: &mut FileNotes,
) -> Vec<(String, Vec<NodeRow>)> {
    let nodes = latest(nodes, notes, |node| identity("Node", node));
    let mut groups: Vec<(String, Vec<NodeRow>)> = Vec::new();
    let mut by_name: base::Map<String, usize> = base::Map::new();
    let mut guessed = base::Set::new();
    for Sourced { file, thing } in nodes {
        notes.node(file, notes::NODES, &thing.metadata.name);
        let labels = &thing.metadata.labels;
        let labelled = core::iter::once(GKE_POOL)
            .chain(OTHER_POOLS)
            .find_map(|key| labels.get(key).and_then(Text::some));
        let pool = match labelled {
            Some(pool) => pool.to_owned(),
            None => {
                let pool = alike(&thing);
                guessed.insert((file, pool.clone()));
                pool
            }
        };
        if let Some(provider) = foreign::provider(&thing)
            && places.foreign.insert(pool.clone())
        {
            let said = format_args!("{pool} ({provider})");
            notes.about(file, notes::FOREIGN, said, Subject::pool(&pool));
        }
        let mut short = taints(&thing.spec.taints);
        short.retain(|taint| SHORT.contains(&taint.key.as_str()));
        for taint in &short {
            let said = format_args!("{} ({})", thing.metadata.name.0, taint.key);
            notes.about(file, notes::SHORT, said, Subject::node(&thing.metadata.name));
        }
        if !short.is_empty() {
            places.short.insert(thing.metadata.name.0.clone(), short);
        }
        let row = row(thing, file, notes);
        if row.node.not_ready.is_some() {
            places.failing.insert(row.node.name.clone());
        }
        if !places.nodes.insert(row.node.name.clone()) && !row.node.name.is_empty() {
            notes.node(file, notes::IN_SCENARIO, &row.node.name);
            continue;
        }
        places.newest = places.newest.max(row.node.created_at);
        notes.file(file).used.nodes += 1;
        let at = *by_name.entry(pool.clone()).or_insert_with(|| {
            groups.push((pool, Vec::new()));
            groups.len() - 1
        });
        if let Some((_, rows)) = groups.get_mut(at) {
            rows.push(row);
        }
    }
    base::order::sort_by(&mut groups, |(a, _), (b, _)| natural::compare(a, b));
    for (_, rows) in &mut groups {
        base::order::sort_by(rows, |a, b| natural::compare(&a.node.name, &b.node.name));
    }
    for (file, pool) in guessed {
        notes.pool(file, notes::GROUPED, &pool);
    }
    groups
}

/// A pool name for nodes without a pool label: their role and machine.
fn alike(node: &Object) -> String {
    let labels = &node.metadata.labels;
    let role = |name: &str| labels.get(&format!("node-role.kubernetes.io/{name}")).is_some();
    if role("control-plane") || role("master") || role("controlplane") {
        return "control-plane".to_owned();
    }
    match machine(labels) {
        "" => {
            let capacity = |key: &str| node.status.capacity.get(key).and_then(Text::some);
            capacity("cpu").map_or_else(|| "nodes".to_owned(), |cpu| format!("nodes-{cpu}-cpu"))
        }
        machine => format!("nodes-{machine}"),
    }
}

fn machine(labels: &Table<Text>) -> &str {
    MACHINES.iter().find_map(|key| labels.get(key)?.some()).unwrap_or_default()
}

fn row(object: Box<Object>, file: usize, notes: &mut FileNotes) -> NodeRow {
    let Object { metadata, spec, status, .. } = *object;
    let labels = &metadata.labels;
    let flag = |key: &str| labels.get(key).is_some_and(|value| &**value == "true");
    let mut kept = Vec::new();
    let mut unschedulable = spec.unschedulable.0;
    let cordon = spec.taints.0.iter().find(|taint| *taint.key == *UNSCHEDULABLE);
    for taint in taints(&spec.taints) {
        match taint.key.as_str() {
            UNSCHEDULABLE => unschedulable = true,
            key if SHORT.contains(&key) => {}
            "ToBeDeletedByClusterAutoscaler" => {
                notes.node(file, notes::TO_BE_DELETED, &metadata.name);
            }
            key if is_condition(key) => {
                notes.about(file, notes::TAINTS, key, Subject::node(&metadata.name));
            }
            _ => kept.push(taint),
        }
    }
    if unschedulable {
        notes.node(file, notes::CORDONED, &metadata.name);
    }
    let source =
        if status.allocatable.0.is_empty() { &status.capacity } else { &status.allocatable };
    NodeRow {
        file,
        machine: machine(labels).to_owned(),
        spot: flag("cloud.google.com/gke-spot"),
        preemptible: flag("cloud.google.com/gke-preemptible"),
        node: Node {
            allocatable: amounts(source, file, notes),
            zone: ZONES.iter().find_map(|key| labels.get(key)?.some()).unwrap_or_default().into(),
            annotations: only(&metadata.annotations.0, |key| key == SCALE_DOWN_DISABLED),
            labels: only(labels, |key| !is_own(key)),
            taints: Some(kept),
            version: version(&status.node_info.kubelet_version, file, notes),
            created_at: instant(&metadata.created),
            not_ready: not_ready(&status),
            // Unless an upgrade drains it, it was cordoned by a user.
            draining_since: cordon.and_then(|taint| instant(&taint.time_added)),
            name: metadata.name.0,
            unschedulable,
            ..Node::default()
        },
    }
}

fn only(table: &Table<Text>, keep: fn(&str) -> bool) -> scenario::field::Map {
    map(table).into_iter().filter(|(key, _)| keep(key)).collect()
}

/// Its Ready condition, if it isn't Ready.
fn not_ready(status: &Status) -> Option<NotReady> {
    let ready = status.conditions.iter().find(|one| one.kind == ConditionKind::Ready);
    ready.filter(|one| one.status != Truth::True).map(|one| NotReady {
        since: instant(&one.changed),
        reason: one.reason.0.clone(),
        message: one.message.0.clone(),
        awaited: false,
    })
}

/// Says since when a node hasn't been Ready, why, and whether GKE repairs it (BS-58).
fn tell_not_ready(node: &Node, repaired: bool, file: usize, notes: &mut FileNotes) {
    let Some(one) = &node.not_ready else {
        return;
    };
    let said = say!(
        "import-node-not-ready",
        node = &node.name,
        since = one.since.map_or_else(|| "none".to_owned(), |at| scenario::instant::format(at.0)),
        reason = if one.reason.is_empty() { "none" } else { &one.reason },
        message = if one.message.is_empty() { "none" } else { &one.message },
        repair = if repaired { "yes" } else { "no" },
    );
    notes.tell(file, notes::NOT_READY, said, Some(Subject::node(&node.name)));
}

const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";

/// Taints of a node that is short of something, or without its network. A run doesn't remove them: only another node is without.
const SHORT: [&str; 4] = [
    "node.kubernetes.io/disk-pressure",
    "node.kubernetes.io/memory-pressure",
    "node.kubernetes.io/pid-pressure",
    "node.kubernetes.io/network-unavailable",
];

/// Taints that represent a node's condition, which are set and removed automatically.
fn is_condition(key: &str) -> bool {
    key.starts_with("node.kubernetes.io/")
        || key.starts_with("node.cloudprovider.kubernetes.io/")
        || matches!(key, "DeletionCandidateOfClusterAutoscaler" | "ToBeDeletedTaint")
}

/// Adds nodes to their pool; common properties are moved to the pool. `home`: first zone of the cluster.
fn fill(pool: &mut Pool, home: Option<String>, rows: Vec<NodeRow>, notes: &mut FileNotes) {
    let home = pool.locations.first().cloned().or(home);
    let home = home.unwrap_or_else(|| "zone-a".to_owned());
    let mut zones: base::Set<String> = pool.locations.iter().cloned().collect();
    let shared = shared_labels(&rows);
    for (key, value) in &shared {
        pool.config.labels.insert(key.clone(), value.clone());
    }
    let usual = usual_allocatable(&rows);
    if pool.allocatable.is_empty() {
        pool.allocatable.clone_from(&usual);
    }
    let taints = shared_taints(&rows);
    if pool.config.taints.is_empty() {
        pool.config.taints.clone_from(&taints);
    }
    if let Some(topology) = shared.get(TPU_TOPOLOGY)
        && pool.placement_policy.tpu_topology.is_empty()
    {
        pool.placement_policy.tpu_topology.clone_from(topology);
    }
    // GKE taints nodes with accelerators itself: these hold as they are (BS-76).
    let accelerated = usual.keys().any(|name| name.contains('/'));
    for NodeRow { file, mut node, .. } in rows {
        if node.zone.is_empty() {
            node.zone.clone_from(&home);
            notes.node(file, notes::ZONE, &node.name);
        }
        if zones.insert(node.zone.clone()) {
            pool.locations.push(node.zone.clone());
        }
        node.labels.retain(|key, value| shared.get(key) != Some(value));
        if node.taints.as_ref() == Some(&pool.config.taints) && !accelerated {
            node.taints = None;
        }
        tell_not_ready(&node, pool.management.auto_repair != Some(false), file, notes);
        differences(&mut node.allocatable, &pool.allocatable);
        if node.version == pool.version {
            node.version = String::new();
        }
        pool.nodes.push(node);
    }
    pool.initial_node_count = None;
}

/// A pool that is only known by its nodes.
fn made(name: String, rows: &[NodeRow]) -> Pool {
    let machine = rows.first().map(|row| row.machine.clone()).unwrap_or_default();
    let mut zones: Vec<String> = rows.iter().map(|row| row.node.zone.clone()).collect();
    base::order::sort(&mut zones);
    zones.dedup();
    zones.retain(|zone| !zone.is_empty());
    Pool {
        name,
        version: most_common(rows.iter().map(|row| row.node.version.as_str())),
        locations: zones,
        config: NodeConfig {
            machine_type: machine,
            spot: rows.iter().all(|row| row.spot),
            preemptible: rows.iter().all(|row| row.preemptible),
            ..NodeConfig::default()
        },
        ..Pool::default()
    }
}

/// A control plane that is only configured has at least the newest version of its nodes.
pub(super) fn raise_control_plane(
    document: &mut Document,
    configured: Option<usize>,
    notes: &mut FileNotes,
) {
    let Some(file) = configured else { return };
    let nodes = document.pools.iter().flat_map(|pool| &pool.nodes);
    let versions = nodes.filter_map(|node| Version::parse(&node.version));
    let versions =
        versions.chain(document.pools.iter().filter_map(|one| Version::parse(&one.version)));
    let newest = versions.reduce(|one, other| if one.is_older_than(other) { other } else { one });
    let now = Version::parse(&document.cluster.current_master_version);
    if let Some((newest, now)) = newest.zip(now)
        && now.is_older_than(newest)
        && !now.covers(newest)
    {
        document.cluster.current_master_version = newest.to_string();
        let said = format!("{} ({newest})", document.cluster.name);
        notes.note(file, notes::CONTROL_PLANE_BY_NODES, said);
    }
}

/// Gives a pool that is only configured the version and the machine of its nodes.
fn as_its_nodes(pool: &mut Pool) {
    let wanted = core::mem::take(&mut pool.version);
    let version = |own: &Node| if own.version.is_empty() { &wanted } else { &own.version }.clone();
    let versions: Vec<String> = pool.nodes.iter().map(version).collect();
    pool.version = most_common(versions.iter().map(String::as_str));
    for (node, version) in pool.nodes.iter_mut().zip(versions) {
        node.version = if version == pool.version { String::new() } else { version };
    }
    if let Some(machine) = pool.config.labels.get("node.kubernetes.io/instance-type") {
        pool.config.machine_type.clone_from(machine);
    }
}

fn most_common<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let mut counts: base::Map<&str, usize> = base::Map::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(_, count)| **count);
    most.map(|(one, _)| (*one).to_owned()).unwrap_or_default()
}
