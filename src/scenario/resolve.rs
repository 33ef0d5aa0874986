//! A document with its copies written out, in the order of AM-56, and with who selects whom.

use std::collections::{BTreeMap, BTreeSet};

use super::compile::labels;
use super::document::{Budget, Document, Service, Workload, budget::namespace};
use super::natural;
use crate::base::quantity::IntOrPercent;
use crate::base::{Sym, WorkloadId};
use crate::model::budget::{Limit, selects};
use crate::model::selector::Selector;
use crate::model::{Labels, Symbols, WorkloadKind};

pub struct Resolved<'d> {
    pub doc: &'d Document,
    pub symbols: Symbols,
    /// Position = `WorkloadId`.
    pub workloads: Vec<Owner<'d>>,
    /// Position = `BudgetId`.
    pub budgets: Vec<Chooser<'d, Budget>>,
    /// Position = `ServiceId`.
    pub services: Vec<Chooser<'d, Service>>,
}

/// A workload, one copy of its entry.
pub struct Owner<'d> {
    pub source: &'d Workload,
    /// Place in `workloads[]`.
    pub at: usize,
    pub copy: Option<u32>,
    pub namespace: &'d str,
    pub name: String,
    pub kind: WorkloadKind,
    pub replicas: u32,
    pub labels: Labels,
}

/// A budget or a Service, and the workloads whose Pods it selects.
pub struct Chooser<'d, T> {
    pub source: &'d T,
    pub at: usize,
    pub namespace: &'d str,
    pub name: String,
    /// `None` selects nothing.
    pub selector: Option<Selector>,
    pub workloads: Vec<WorkloadId>,
}

impl<'d> Resolved<'d> {
    /// Takes a document whose numbers are within the limits: copies are written out here.
    pub fn new(doc: &'d Document) -> Self {
        let mut symbols = Symbols::default();
        let mut workloads = Vec::new();
        for (at, source) in doc.workloads.iter().enumerate() {
            for (copy, name) in copies(&source.name, source.copies) {
                workloads.push(owner(source, at, copy, name));
            }
        }
        workloads.sort_by(|a, b| {
            (a.namespace.cmp(b.namespace))
                .then_with(|| natural::compare(&a.name, &b.name))
                .then_with(|| a.kind.cmp(&b.kind))
        });
        for owner in &mut workloads {
            owner.labels = labels::of_workload(owner, &mut symbols);
        }
        let index = Index::new(&workloads);
        let mut budgets = choosers(
            doc.budgets
                .iter()
                .map(|b| (b, b.name.as_str(), b.namespace.as_str(), b.copies)),
        );
        for (chooser, copy) in &mut budgets {
            chooser.selector = chooser
                .source
                .selector
                .as_ref()
                .and_then(|selector| labels::selector(selector, *copy, &mut symbols));
            chooser.workloads = index.select(&workloads, chooser.namespace, &chooser.selector);
        }
        let mut services = choosers(
            doc.services
                .iter()
                .map(|s| (s, s.name.as_str(), s.namespace.as_str(), None)),
        );
        for (chooser, copy) in &mut services {
            chooser.selector = chooser
                .source
                .selector
                .as_ref()
                .filter(|selector| !selector.is_empty())
                .map(|selector| labels::match_labels(selector, *copy, &mut symbols));
            chooser.workloads = index.select(&workloads, chooser.namespace, &chooser.selector);
        }
        Self {
            doc,
            symbols,
            workloads,
            budgets: budgets.into_iter().map(|(chooser, _)| chooser).collect(),
            services: services.into_iter().map(|(chooser, _)| chooser).collect(),
        }
    }

    /// Workloads that match a selector, in id order.
    pub fn select(&self, namespace: &str, selector: &Option<Selector>) -> Vec<WorkloadId> {
        Index::new(&self.workloads).select(&self.workloads, namespace, selector)
    }

    pub fn owners<'a>(&'a self, ids: &'a [WorkloadId]) -> impl Iterator<Item = &'a Owner<'d>> {
        ids.iter()
            .filter_map(|id| self.workloads.get(id.0 as usize))
    }
}

/// Workloads by namespace and by label, so that many selectors meet many workloads quickly.
pub struct Index<'a> {
    namespaces: BTreeMap<&'a str, (usize, usize)>,
    labels: BTreeMap<(Sym, Sym), Vec<u32>>,
}

impl<'a> Index<'a> {
    pub fn new(workloads: &'a [Owner<'_>]) -> Self {
        let mut namespaces = BTreeMap::new();
        let mut labels: BTreeMap<(Sym, Sym), Vec<u32>> = BTreeMap::new();
        for (at, owner) in workloads.iter().enumerate() {
            namespaces.entry(owner.namespace).or_insert((at, at)).1 = at + 1;
            for pair in owner.labels.iter() {
                labels.entry(pair).or_default().push(at as u32);
            }
        }
        Self { namespaces, labels }
    }

    pub fn select(
        &self,
        workloads: &[Owner<'_>],
        namespace: &str,
        selector: &Option<Selector>,
    ) -> Vec<WorkloadId> {
        let Some((from, to)) = self.namespaces.get(namespace) else {
            return Vec::new();
        };
        let fits = |at: &usize| selects(selector.as_ref(), &workloads[*at].labels);
        let id = |at: usize| WorkloadId(at as u32);
        match selector.as_ref().and_then(labels::first_pair) {
            Some(pair) => self
                .labels
                .get(&pair)
                .into_iter()
                .flatten()
                .map(|at| *at as usize)
                .filter(|at| (*from..*to).contains(at))
                .filter(fits)
                .map(id)
                .collect(),
            None => (*from..*to).filter(fits).map(id).collect(),
        }
    }
}

/// The names that an entry stands for.
fn copies(name: &str, count: Option<i64>) -> Vec<(Option<u32>, String)> {
    match count {
        None => vec![(None, name.to_owned())],
        Some(count) => (0..u32::try_from(count).unwrap_or(0))
            .map(|n| (Some(n), format!("{name}-{n}")))
            .collect(),
    }
}

fn owner<'d>(source: &'d Workload, at: usize, copy: Option<u32>, name: String) -> Owner<'d> {
    let kind = kind(source);
    Owner {
        source,
        at,
        copy,
        namespace: namespace(&source.namespace),
        name,
        kind,
        replicas: replicas(source, kind),
        labels: Labels::default(),
    }
}

type Named<'d, T> = (&'d T, &'d str, &'d str, Option<i64>);

fn choosers<'d, T>(
    entries: impl Iterator<Item = Named<'d, T>>,
) -> Vec<(Chooser<'d, T>, Option<u32>)> {
    let mut all = Vec::new();
    for (at, (source, name, space, count)) in entries.enumerate() {
        for (copy, name) in copies(name, count) {
            let chooser = Chooser {
                source,
                at,
                namespace: namespace(space),
                name,
                selector: None,
                workloads: Vec::new(),
            };
            all.push((chooser, copy));
        }
    }
    all.sort_by(|(a, _), (b, _)| {
        (a.namespace.cmp(b.namespace)).then_with(|| natural::compare(&a.name, &b.name))
    });
    all
}

/// What the engine knows of a kind; kinds of one's own say it themselves (KC-20).
fn kind(source: &Workload) -> WorkloadKind {
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    match source.kind.as_str() {
        "Deployment" => WorkloadKind::Deployment,
        "ReplicaSet" => WorkloadKind::ReplicaSet,
        "ReplicationController" => WorkloadKind::ReplicationController,
        "StatefulSet" => WorkloadKind::StatefulSet {
            parallel: source.pod_management_policy == "Parallel",
        },
        "DaemonSet" => WorkloadKind::DaemonSet,
        "Job" => {
            let parallelism = source.parallelism.or(source.replicas);
            WorkloadKind::Job {
                parallelism: parallelism.map_or(1, count),
                // Neither number given: one Pod that succeeds once, as the API defaults it.
                completions: match (source.completions, parallelism) {
                    (Some(completions), _) => Some(count(completions)),
                    (None, None) => Some(1),
                    (None, Some(_)) => None,
                },
                backoff_limit: source.backoff_limit.map_or(6, count),
                replace_when_failed: source.pod_replacement_policy == "Failed",
            }
        }
        "Pod" => WorkloadKind::Pod,
        "Mirror" => WorkloadKind::Mirror,
        _ => WorkloadKind::Custom {
            scale: source.scale,
            recreating: source.recreating,
        },
    }
}

/// `spec.replicas`, else as many Pods as are listed and not finished, else 1.
fn replicas(source: &Workload, kind: WorkloadKind) -> u32 {
    let listed = source
        .pods
        .iter()
        .filter(|pod| !matches!(pod.phase.as_str(), "Succeeded" | "Failed"))
        .count();
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    match kind {
        WorkloadKind::DaemonSet => 0,
        WorkloadKind::Job {
            parallelism,
            completions,
            ..
        } => completions.map_or(parallelism, |completions| {
            let succeeded = succeeded(source);
            parallelism.min(completions.saturating_sub(succeeded))
        }),
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::StatefulSet { .. }
        | WorkloadKind::Pod
        | WorkloadKind::Mirror
        | WorkloadKind::Custom { .. } => match source.replicas {
            Some(replicas) => count(replicas),
            None if source.pods.is_empty() => 1,
            None => listed as u32,
        },
    }
}

/// Completions that a Job has behind it: as said, else as many as are listed.
pub(crate) fn succeeded(source: &Workload) -> u32 {
    let listed = source.pods.iter().filter(|pod| pod.phase == "Succeeded");
    let number = source.succeeded.unwrap_or_else(|| listed.count() as i64);
    u32::try_from(number).unwrap_or(0)
}

/// The number of a budget, if it is one that the API takes (KP-01, KP-12).
pub fn limit(budget: &Budget) -> Option<Limit> {
    let value = |value: &super::primitive::IntOrText| match value {
        super::primitive::IntOrText::Int(n) => Some(IntOrPercent::Int(*n)),
        super::primitive::IntOrText::Text(text) => IntOrPercent::parse_percent(text),
    };
    match (&budget.min_available, &budget.max_unavailable) {
        (Some(min), _) => value(min).map(Limit::MinAvailable),
        (None, Some(max)) => value(max).map(Limit::MaxUnavailable),
        (None, None) => None,
    }
}

/// Names of zones in the order of their ids: those of the cluster, then those of pools and nodes (AM-05, AM-56).
pub fn zones(doc: &Document) -> Vec<String> {
    let mut zones: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |zone: String| {
        if seen.insert(zone.clone()) {
            zones.push(zone);
        }
    };
    doc.cluster.locations.iter().cloned().for_each(&mut add);
    for pool in &doc.pools {
        let own = super::compile::pools::zones_of(doc, pool);
        own.into_iter().for_each(&mut add);
    }
    zones
}
