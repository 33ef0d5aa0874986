//! The part of a node's fit that never changes: a class of nodes against a demand of Pods.
//!
//! Nodes of one template and zone differ only in name and load, and most Pods of a cluster request
//! the same few things, so taints and affinity are judged once for each pair of class and demand.

use super::node_labels::{NodeLabels, names_nodes, tolerates};
use base::id::Id as _;
use base::{Map, NodeId, Sym, TemplateId, WorkloadId, ZoneId};
use model::node::Mark;
use model::selector::{Effect, NodeTerm, Taint, Toleration};
use model::{Cluster, Labels, Plan, Workload, WorkloadKind};

/// What the scheduler reads of a node beside its name and its load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeSpec {
    pub(super) template: TemplateId,
    pub(super) zone: ZoneId,
    pub(super) mark: Option<Mark>,
}

impl NodeSpec {
    pub(super) fn of(plan: &Plan, cluster: &Cluster, node: NodeId) -> Self {
        let state = &cluster.nodes[node];
        Self { template: state.template, zone: cluster.zone_of(plan, node), mark: state.mark }
    }
}

/// Nodes with the same labels, taints and zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeClass(pub(super) u32);

/// How a node class fits a demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassFit {
    /// Every NoSchedule and NoExecute taint is tolerated (KS-08).
    pub(super) tolerated: bool,
    pub(super) affinity: Affinity,
    /// PreferNoSchedule taints that are not tolerated (KS-22).
    pub(super) avoided: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Affinity {
    Mismatch,
    Match,
    /// A term names nodes, so each node has its own answer.
    ByName,
}

/// What restricts the nodes: selector, required affinity, tolerations, and whether a DaemonSet adds its own.
type Demand<'p> = (&'p [(Sym, Sym)], &'p [NodeTerm], &'p [Toleration], bool);
/// A demand with its requests: if one Pod of a shape finds no room, no other does. Workloads with anti-affinity, host
/// ports or volumes have a shape of their own.
type Shape<'p> = (u32, i64, i64, i64, &'p [(Sym, i64)], Option<WorkloadId>);

#[derive(Clone, Debug)]
pub(super) struct Classes {
    rows: Vec<NodeSpec>,
    by_spec: Map<NodeSpec, NodeClass>,
    by_content: Map<(Labels, Vec<Taint>, ZoneId), NodeClass>,
    /// Per workload: its demand and its shape.
    demand: Vec<u32>,
    shape: Vec<u32>,
    /// Per workload, a number for its demand and its requests, real and scored: all that a node's load is scored by.
    load: Vec<u32>,
    /// Per demand, a workload that has it.
    samples: Vec<WorkloadId>,
    /// `class × demands + demand`.
    fits: Vec<ClassFit>,
    /// Per demand: does some class have a PreferNoSchedule taint that it doesn't tolerate?
    avoids: Vec<bool>,
    /// The topology keys of the plan.
    keys: Map<Sym, Domains>,
}

/// The values of a topology key, numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct Domains {
    /// Every node is a domain of its own.
    host: bool,
    by_class: Vec<Option<u32>>,
    numbers: Map<u32, u32>,
}

impl Domains {
    #[inline]
    pub(super) fn is_host(&self) -> bool {
        self.host
    }

    /// The number of the value that all nodes of the class have.
    #[inline]
    pub(super) fn get(&self, class: NodeClass) -> Option<usize> {
        self.by_class[class.0 as usize].map(|number| number as usize)
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    fn push(&mut self, key: Sym, labels_of: &NodeLabels<'_>) {
        let value = if labels_of.zonal(key) {
            Some(labels_of.zone.0)
        } else {
            labels_of.label(key).map(|value| value.0)
        };
        let next = self.numbers.len() as u32;
        let number = value.filter(|_| !self.host);
        let number = number.map(|value| *self.numbers.entry(value).or_insert(next));
        self.by_class.push(number);
    }
}

impl Classes {
    /// `keys`: topology keys of affinity terms. `has_anti_affinity`: workloads that need a shape of their own.
    pub(super) fn new(
        plan: &Plan,
        keys: impl Iterator<Item = Sym>,
        has_anti_affinity: impl Fn(WorkloadId) -> bool,
    ) -> Self {
        let mut demands: Map<Demand<'_>, u32> = Map::new();
        let mut shapes: Map<Shape<'_>, u32> = Map::new();
        let mut loads: Map<(u32, [i64; 4]), u32> = Map::new();
        let mut classes = Self {
            rows: Vec::new(),
            by_spec: Map::new(),
            by_content: Map::new(),
            demand: Vec::with_capacity(plan.workloads.len() as usize),
            shape: Vec::with_capacity(plan.workloads.len() as usize),
            load: Vec::with_capacity(plan.workloads.len() as usize),
            samples: Vec::new(),
            fits: Vec::new(),
            avoids: Vec::new(),
            keys: topology_keys(plan, keys),
        };
        for (id, workload) in plan.workloads.iter() {
            let wants: Demand<'_> = (
                &workload.node_selector,
                &workload.node_affinity,
                &workload.tolerations,
                workload.kind == WorkloadKind::DaemonSet,
            );
            let next = demands.len() as u32;
            let demand = *demands.entry(wants).or_insert(next);
            if demand == next {
                classes.samples.push(id);
            }
            let needs = &workload.requests;
            let shape: Shape<'_> = (
                demand,
                needs.cpu_m,
                needs.memory_bytes,
                needs.ephemeral_bytes,
                &needs.extended,
                (has_anti_affinity(id) || !workload.volumes.is_empty()).then_some(id),
            );
            let next = shapes.len() as u32;
            classes.demand.push(demand);
            classes.shape.push(*shapes.entry(shape).or_insert(next));
            let (scored_cpu_m, scored_bytes) =
                (workload.scored_cpu_m, workload.scored_memory_bytes);
            let amounts = [needs.cpu_m, needs.memory_bytes, scored_cpu_m, scored_bytes];
            let next = loads.len() as u32;
            let load = *loads.entry((demand, amounts)).or_insert(next);
            classes.load.push(load);
        }
        classes.avoids.resize(classes.samples.len(), false);
        classes
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn demand(&self, workload: WorkloadId) -> u32 {
        self.demand[workload.index() as usize]
    }

    pub(super) fn shape(&self, workload: WorkloadId) -> u32 {
        self.shape[workload.index() as usize]
    }

    /// The same number for all Pods that score a node's load alike, if they request only CPU and memory.
    pub(super) fn load(&self, workload: WorkloadId) -> u32 {
        self.load[workload.index() as usize]
    }

    /// The class of such a node; a new class is judged against every demand.
    pub(super) fn of(&mut self, plan: &Plan, spec: NodeSpec) -> NodeClass {
        if let Some(class) = self.by_spec.get(&spec) {
            return *class;
        }
        let template = &plan.templates[spec.template];
        let mark = spec.mark.map(|mark| plan.keys.taint(mark));
        let taints = template.taints.iter().cloned().chain(mark).collect();
        let content = (template.labels.clone(), taints, spec.zone);
        let next = NodeClass(self.rows.len() as u32);
        let class = *self.by_content.entry(content).or_insert(next);
        if class == next {
            self.rows.push(spec);
            let labels_of = self.labels_of(plan, class, "");
            for (sample, avoids) in self.samples.iter().zip(&mut self.avoids) {
                let fit = fit_of_class(&labels_of, spec.mark, &plan.workloads[*sample]);
                *avoids |= fit.avoided > 0;
                self.fits.push(fit);
            }
            self.keys.each_mut(|key, domains| domains.push(*key, &labels_of));
        }
        self.by_spec.insert(spec, class);
        class
    }

    /// The labels of a node of the class; `name` is empty for those that all of its nodes share.
    pub(super) fn labels_of<'a>(
        &self,
        plan: &'a Plan,
        class: NodeClass,
        name: &'a str,
    ) -> NodeLabels<'a> {
        let NodeSpec { template, zone, .. } = self.rows[class.0 as usize];
        NodeLabels { plan, template, zone, name }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeClass> + use<> {
        (0..self.rows.len() as u32).map(NodeClass)
    }

    /// The values of a topology key that the plan uses; host name and zone are always included.
    pub(super) fn domains(&self, key: Sym) -> &Domains {
        &self.keys[&key]
    }

    /// Does some class have a PreferNoSchedule taint that the demand doesn't tolerate?
    pub(super) fn avoids(&self, demand: u32) -> bool {
        self.avoids[demand as usize]
    }

    #[inline]
    pub(super) fn fit(&self, class: NodeClass, demand: u32) -> ClassFit {
        self.fits[class.0 as usize * self.samples.len() + demand as usize]
    }
}

fn topology_keys(plan: &Plan, terms: impl Iterator<Item = Sym>) -> Map<Sym, Domains> {
    let constraints = plan.workloads.values().flat_map(|one| &one.spread);
    let system = [plan.keys.hostname, plan.keys.zone];
    let keys = constraints.map(|one| one.topology_key).chain(system);
    let keys = keys.chain(terms);
    let empty = |key| Domains {
        host: key == plan.keys.hostname,
        by_class: Vec::new(),
        numbers: Map::new(),
    };
    keys.map(|key| (key, empty(key))).collect()
}

fn fit_of_class(labels_of: &NodeLabels<'_>, mark: Option<Mark>, workload: &Workload) -> ClassFit {
    let mark = mark.map(|mark| labels_of.plan.keys.taint(mark));
    let taints = &labels_of.plan.templates[labels_of.template].taints;
    let untolerated = |soft: bool| {
        taints
            .iter()
            .chain(&mark)
            .filter(move |taint| (taint.effect == Effect::PreferNoSchedule) == soft)
            .filter(|taint| !tolerates(labels_of.plan, workload, taint))
            .count()
    };
    let affinity = if names_nodes(labels_of.plan, workload) {
        Affinity::ByName
    } else if labels_of.matches(workload) {
        Affinity::Match
    } else {
        Affinity::Mismatch
    };
    ClassFit { tolerated: untolerated(false) == 0, affinity, avoided: untolerated(true) as u32 }
}
