//! Node templates: machine type, version, labels and taints, without duplicates.

use core::cmp::Ordering;

use super::resources;
use crate::accelerators::{self, GPU, TPU};
use crate::document::Document;
use crate::document::pool::{Node, NodeConfig, Pool, Taint as TaintText};
use crate::labels;
use crate::machines::{self, Machine};
use crate::units::Amount;
use base::{IdVec, Map, TemplateId, muted};
use model::autoscale::Capacity;
use model::selector::Taint;
use model::{Labels, NodeTemplate, Resources, Symbols, Version};

/// Labels that differ between nodes, and a taint that represents a cordon.
const OWN_KEYS: [&str; 6] = [
    "kubernetes.io/hostname",
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "topology.gke.io/zone",
    "node.kubernetes.io/unschedulable",
    "ToBeDeletedByClusterAutoscaler",
];

/// The default number of Pods on a node (KT-20).
const DEFAULT_MAX_PODS: i64 = 110;

/// The version of nodes without one.
pub const ASSUMED_VERSION: Version = Version { major: 1, minor: 33, patch: None, gke: None };

/// Templates by content, and by the script entry with a change that no field shows.
#[derive(Default)]
pub(crate) struct Templates {
    pub(crate) all: IdVec<TemplateId, NodeTemplate>,
    unseen: IdVec<TemplateId, Option<u32>>,
    /// All templates, sorted by both.
    known: Vec<TemplateId>,
}

fn compare(one: &NodeTemplate, other: &NodeTemplate) -> Ordering {
    let key = |template: &NodeTemplate| {
        let has = &template.allocatable;
        let amounts = [has.cpu_m, has.memory_bytes, has.ephemeral_bytes];
        (template.version, amounts, template.max_pods)
    };
    (one.machine_type.cmp(&other.machine_type))
        .then_with(|| key(one).cmp(&key(other)))
        .then_with(|| one.allocatable.extended.cmp(&other.allocatable.extended))
        .then_with(|| one.labels.cmp(&other.labels))
        .then_with(|| one.taints.cmp(&other.taints))
}

impl Templates {
    /// The template with this content and unseen change; reuses an existing one.
    pub(crate) fn intern(&mut self, template: NodeTemplate, unseen: Option<u32>) -> TemplateId {
        let found = self.known.binary_search_by(|id| {
            compare(&self.all[*id], &template).then_with(|| self.unseen[*id].cmp(&unseen))
        });
        match found {
            Ok(at) => self.known[at],
            Err(at) => {
                let id = self.all.push(template);
                self.unseen.push(unseen);
                self.known.insert(at, id);
                id
            }
        }
    }

    /// A template with other labels and taints, but the same unseen change.
    pub(crate) fn relabeled(
        &mut self,
        of: TemplateId,
        labels: Labels,
        taints: Vec<Taint>,
    ) -> TemplateId {
        let relabeled = NodeTemplate { labels, taints, ..self.all[of].clone() };
        self.intern(relabeled, self.unseen[of])
    }
}

/// The version of a pool, or of most of its nodes.
pub fn pool_version(doc: &Document, pool: &Pool) -> Option<Version> {
    NodeShape::of_pool(doc, pool).version
}

/// The shape of a pool's nodes, as text.
#[derive(Clone)]
pub(crate) struct NodeShape {
    pub config: NodeConfig,
    pub version: Option<Version>,
    /// Overrides of the machine type's amounts.
    pub allocatable: Map<String, Amount>,
    region: String,
}

impl NodeShape {
    /// If nodes are listed, missing settings of the pool come from most of them.
    pub(crate) fn of_pool(doc: &Document, pool: &Pool) -> Self {
        let mut config = pool.config.clone();
        let nodes = &pool.nodes;
        if config.machine_type.is_empty() {
            let types = nodes.iter().map(|node| machine_type(node).unwrap_or_default());
            config.machine_type = usual(types).unwrap_or(machines::DEFAULT).to_owned();
        }
        for (key, value) in common_labels(nodes) {
            config.labels.entry(key.to_owned()).or_insert(value.to_owned());
        }
        if config.taints.is_empty() {
            config.taints = common_taints(nodes);
        }
        let mut allocatable = pool.allocatable.clone();
        let mut passed = Vec::new();
        // Each resource is counted once.
        for key in nodes.iter().flat_map(|node| node.allocatable.keys()) {
            if allocatable.contains_key(key) || passed.contains(&key) {
                continue;
            }
            let amounts = nodes.iter().map(|node| node.allocatable.get(key));
            match usual(amounts.map(|amount| amount.map_or("", |text| &text.0))) {
                Some(amount) => {
                    allocatable.insert(key.clone(), Amount(amount.to_owned()));
                }
                None => passed.push(key),
            }
        }
        let listed = usual(nodes.iter().map(|node| node.version.as_str()));
        let version = [
            pool.version.as_str(),
            listed.unwrap_or_default(),
            &doc.cluster.current_node_version,
            &doc.cluster.current_master_version,
        ]
        .into_iter()
        .find_map(Version::parse);
        Self {
            config,
            version: Some(version.unwrap_or(ASSUMED_VERSION)),
            allocatable,
            region: region(doc, pool),
        }
    }

    pub(crate) fn with_version(&self, version: Version) -> Self {
        Self { version: Some(version), ..self.clone() }
    }

    pub(crate) fn template(
        &self,
        doc: &Document,
        pool: &Pool,
        symbols: &mut Symbols,
    ) -> NodeTemplate {
        let machine = machines::machine(&self.config.machine_type);
        let known = machine.unwrap_or(ASSUMED_MACHINE);
        let mut allocatable = Resources {
            cpu_m: machines::allocatable_cpu_m(known),
            memory_bytes: machines::allocatable_memory_bytes(known),
            ephemeral_bytes: machines::allocatable_disk_bytes(
                self.config.disk_size_gb.unwrap_or(100),
            ),
            extended: Vec::new(),
        };
        if let Some(accelerators) = accelerators::of_nodes(&self.config) {
            *allocatable.slot(symbols.intern(accelerators.resource())) += accelerators.count;
        }
        resources::overlay(&mut allocatable, &self.allocatable, symbols);
        let max_pods = [
            self.allocatable.get("pods").map(Amount::units),
            pool.max_pods_constraint.max_pods_per_node,
            doc.cluster.default_max_pods_constraint.max_pods_per_node,
        ]
        .into_iter()
        .find_map(|number| number);
        NodeTemplate {
            machine_type: self.config.machine_type.clone(),
            version: self.version,
            capacity: Capacity { cpu_m: known.cpu_m, memory_bytes: known.memory_bytes },
            allocatable,
            max_pods: max_pods_number(max_pods.unwrap_or(DEFAULT_MAX_PODS)),
            labels: self.labels(pool, known, symbols),
            taints: self.taints(doc, pool, known, symbols),
        }
    }

    /// The template of a listed node: the pool's, with the node's overrides.
    pub(crate) fn template_of_node(
        &self,
        mut base: NodeTemplate,
        node: &Node,
        symbols: &mut Symbols,
    ) -> NodeTemplate {
        for (key, value) in &node.labels {
            if !OWN_KEYS.contains(&key.as_str()) {
                base.labels.insert(symbols.intern(key), symbols.intern(value));
            }
        }
        if let Some(taints) = &node.taints {
            base.taints = taints
                .iter()
                .filter(|taint| !OWN_KEYS.contains(&taint.key.as_str()))
                .filter_map(|taint| labels::taint(taint, symbols))
                .collect();
        }
        resources::overlay(&mut base.allocatable, &node.allocatable, symbols);
        if let Some(pods) = node.allocatable.get("pods") {
            base.max_pods = max_pods_number(pods.units());
        }
        if let Some(kind) = machine_type(node) {
            kind.clone_into(&mut base.machine_type);
        }
        base.version = Version::parse(&node.version).or(base.version);
        base
    }

    /// The labels that GKE gives every node, and the pool's own.
    fn labels(&self, pool: &Pool, machine: Machine, symbols: &mut Symbols) -> Labels {
        let config = &self.config;
        let family = config.machine_type.split('-').next().unwrap_or_default();
        let os = if config.image_type.to_ascii_uppercase().starts_with("UBUNTU") {
            "ubuntu"
        } else {
            "cos"
        };
        let arch = if machine.arm { "arm64" } else { "amd64" };
        let mut pairs = vec![
            ("cloud.google.com/gke-os-distribution", os),
            ("cloud.google.com/machine-family", family),
            ("node.kubernetes.io/instance-type", &config.machine_type),
            ("beta.kubernetes.io/instance-type", &config.machine_type),
            ("kubernetes.io/arch", arch),
            ("kubernetes.io/os", "linux"),
        ];
        if !muted("BG-44") {
            pairs.push(("cloud.google.com/gke-nodepool", pool.name.as_str()));
        }
        if config.spot {
            pairs.push(("cloud.google.com/gke-spot", "true"));
            pairs.push(("cloud.google.com/gke-provisioning", "spot"));
        } else if config.preemptible {
            pairs.push(("cloud.google.com/gke-preemptible", "true"));
            pairs.push(("cloud.google.com/gke-provisioning", "preemptible"));
        } else {
            pairs.push(("cloud.google.com/gke-provisioning", "standard"));
        }
        if let Some(accelerators) = accelerators::of_nodes(config) {
            let key = match accelerators.tpu {
                true => "cloud.google.com/gke-tpu-accelerator",
                false => "cloud.google.com/gke-accelerator",
            };
            if !accelerators.kind.is_empty() || !accelerators.tpu {
                pairs.push((key, accelerators.kind));
            }
            let topology = pool.placement_policy.tpu_topology.as_str();
            if accelerators.tpu && !topology.is_empty() {
                pairs.push(("cloud.google.com/gke-tpu-topology", topology));
            }
        }
        if !self.region.is_empty() {
            pairs.push(("topology.kubernetes.io/region", &self.region));
            pairs.push(("failure-domain.beta.kubernetes.io/region", &self.region));
        }
        let own = config.labels.iter();
        pairs.extend(own.map(|(key, value)| (key.as_str(), value.as_str())));
        pairs
            .into_iter()
            .filter(|(key, _)| !OWN_KEYS.contains(key))
            .map(|(key, value)| (symbols.intern(key), symbols.intern(value)))
            .collect()
    }

    /// The pool's own taints, and those that GKE gives to nodes with Arm processors and accelerators.
    ///
    /// Rulebook: BS-76, BS-78. Source: Run GPUs in GKE Standard node pools; About TPUs in GKE.
    fn taints(
        &self,
        doc: &Document,
        pool: &Pool,
        machine: Machine,
        symbols: &mut Symbols,
    ) -> Vec<Taint> {
        let given = |key: &str, value: &str| TaintText {
            key: key.to_owned(),
            value: value.to_owned(),
            effect: "NoSchedule".to_owned(),
        };
        let mut texts = self.config.taints.clone();
        if machine.arm {
            texts.push(given("kubernetes.io/arch", "arm64"));
        }
        // Taints of listed nodes hold as they are.
        let shown = pool.nodes.iter().any(|node| node.taints.is_some());
        match accelerators::of_nodes(&self.config).filter(|_| !shown) {
            Some(tpus) if tpus.tpu && !muted("BS-78") => texts.push(given(TPU, "present")),
            Some(gpus) if !gpus.tpu && !muted("BS-76") && has_other_pools(doc) => {
                texts.push(given(GPU, "present"));
            }
            _ => {}
        }
        let mut taints: Vec<Taint> = Vec::new();
        for text in &texts {
            if let Some(taint) = labels::taint(text, symbols)
                && !taints.contains(&taint)
            {
                taints.push(taint);
            }
        }
        taints
    }
}

/// Does the cluster have a pool without GPUs? Otherwise GKE doesn't taint GPU nodes (BS-76).
fn has_other_pools(doc: &Document) -> bool {
    let gpus = |pool: &Pool| accelerators::of_nodes(&pool.config).is_some_and(|own| !own.tpu);
    doc.pools.iter().any(|pool| !gpus(pool))
}

/// Used for unknown machine types; the checks report them.
pub(crate) const ASSUMED_MACHINE: Machine =
    Machine { cpu_m: 4000, memory_bytes: 16 << 30, shared: false, arm: false };

fn max_pods_number(pods: i64) -> u32 {
    u32::try_from(pods.clamp(0, 65_535)).unwrap_or(0)
}

fn machine_type(node: &Node) -> Option<&str> {
    ["node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"]
        .iter()
        .find_map(|key| node.labels.get(*key))
        .map(String::as_str)
}

/// `europe-west4` of `europe-west4-b`; empty if it isn't one of Google's zones.
fn region(doc: &Document, pool: &Pool) -> String {
    let zone = crate::initial_nodes::zones_of(doc, pool).into_iter().next();
    match zone.as_deref().and_then(|zone| zone.rsplit_once('-')) {
        Some((region, letter)) if letter.len() == 1 && region.contains('-') => region.to_owned(),
        _ => String::new(),
    }
}

/// The most frequent value, of equals the smallest; `None` if that is the empty one.
fn usual<'a>(values: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: Map<&str, u32> = Map::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    counts
        .into_iter()
        .find(|(_, count)| *count == most)
        .map(|(value, _)| value)
        .filter(|value| !value.is_empty())
}

/// Labels with the same value on every listed node.
fn common_labels(nodes: &[Node]) -> Vec<(&str, &str)> {
    let Some((first, others)) = nodes.split_first() else {
        return Vec::new();
    };
    first
        .labels
        .iter()
        .filter(|(key, value)| {
            !OWN_KEYS.contains(&key.as_str())
                && others.iter().all(|node| node.labels.get(*key) == Some(value))
        })
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect()
}

/// Taints of every listed node.
fn common_taints(nodes: &[Node]) -> Vec<TaintText> {
    let Some((first, others)) = nodes.split_first() else {
        return Vec::new();
    };
    let everywhere = |taint: &&TaintText| {
        !OWN_KEYS.contains(&taint.key.as_str())
            && others
                .iter()
                .all(|node| node.taints.as_ref().is_some_and(|taints| taints.contains(taint)))
    };
    let taints = first.taints.iter().flatten();
    taints.filter(everywhere).cloned().collect()
}
