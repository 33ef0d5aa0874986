//! Expands the copies in a document, orders them by AM-56, and resolves selectors.

use std::cell::Cell;

use super::document::{Budget, Document, Service, Workload, budget::namespace};
use super::natural;
pub use super::owner::Owner;
use crate::labels;
use crate::primitive::IntOrText;
use crate::revisions;
use base::quantity::IntOrPercent;
use base::{Sym, WorkloadId, order};
use model::budget::{Limit, selects};
use model::selector::Selector;
use model::{Labels, Symbols, WorkloadKind};

pub struct Resolved<'d> {
    pub doc: &'d Document,
    pub symbols: Symbols,
    /// Index = `WorkloadId`.
    pub workloads: Vec<Owner<'d>>,
    /// Index = `BudgetId`.
    pub budgets: Vec<SelectedWorkloads<'d, Budget>>,
    /// Index = `ServiceId`.
    pub services: Vec<SelectedWorkloads<'d, Service>>,
    /// Some comparisons were skipped: too many selectors and workloads.
    pub exhausted: bool,
}

/// A budget or a Service, and the workloads whose Pods it selects.
pub struct SelectedWorkloads<'d, T> {
    pub source: &'d T,
    pub at: usize,
    pub namespace: &'d str,
    pub name: String,
    /// `None` selects nothing.
    pub selector: Option<Selector>,
    pub workloads: Vec<WorkloadId>,
}

impl<'d> Resolved<'d> {
    /// Expands a document whose numbers are within the limits; templates of rollouts are left out.
    pub fn new(doc: &'d Document) -> Self {
        Self::expand(doc, false)
    }

    /// Each Deployment is followed by its later revisions.
    pub fn with_revisions(doc: &'d Document) -> Self {
        Self::expand(doc, true)
    }

    fn expand(doc: &'d Document, with_revisions: bool) -> Self {
        let mut symbols = Symbols::default();
        let mut workloads = Vec::new();
        for (at, source) in doc.workloads.iter().enumerate() {
            for (copy, name) in copies(&source.name, source.copies) {
                workloads.push(Owner::of(source, at, copy, name));
            }
        }
        if with_revisions {
            revisions::add(doc, &mut workloads);
        }
        // Stable: revisions stay in their order.
        order::sort_by(&mut workloads, |a, b| {
            (a.namespace.cmp(b.namespace))
                .then_with(|| natural::compare(&a.name, &b.name))
                .then_with(|| a.kind.cmp(&b.kind))
        });
        for owner in &mut workloads {
            owner.labels = pod_labels(owner, &mut symbols);
        }
        let index = Index::new(&workloads);
        let mut budgets = selected_workloads(
            doc.budgets.iter().map(|b| (b, b.name.as_str(), b.namespace.as_str(), b.copies)),
        );
        for (chooser, copy) in &mut budgets {
            chooser.selector = chooser
                .source
                .selector
                .as_ref()
                .and_then(|selector| labels::selector(selector, *copy, &mut symbols));
            chooser.workloads = index.select(chooser.namespace, &chooser.selector);
        }
        let mut services = selected_workloads(
            doc.services.iter().map(|s| (s, s.name.as_str(), s.namespace.as_str(), None)),
        );
        for (chooser, copy) in &mut services {
            chooser.selector = chooser
                .source
                .selector
                .as_ref()
                .filter(|selector| !selector.is_empty())
                .map(|selector| labels::match_labels(selector, *copy, &mut symbols));
            chooser.workloads = index.select(chooser.namespace, &chooser.selector);
        }
        let exhausted = index.exhausted();
        Self {
            doc,
            symbols,
            workloads,
            budgets: budgets.into_iter().map(|(chooser, _)| chooser).collect(),
            services: services.into_iter().map(|(chooser, _)| chooser).collect(),
            exhausted,
        }
    }

    pub fn owners<'a>(&'a self, ids: &'a [WorkloadId]) -> impl Iterator<Item = &'a Owner<'d>> {
        ids.iter().filter_map(|id| self.workloads.get(id.0 as usize))
    }
}

/// Workloads by label, so that many selectors can be matched quickly.
pub struct Index<'a, 'd> {
    /// By id, and so by namespace.
    workloads: &'a [Owner<'d>],
    /// Labels with the positions of the workloads that have them, sorted.
    labels: Vec<(Sym, Sym, u32)>,
    /// The remaining comparisons.
    left: Cell<u64>,
}

/// The most comparisons of a selector with a workload in one document.
const COMPARISONS: u64 = 20_000_000;

impl<'a, 'd> Index<'a, 'd> {
    pub fn new(workloads: &'a [Owner<'d>]) -> Self {
        let mut labels = Vec::new();
        for (at, owner) in workloads.iter().enumerate() {
            let pairs = owner.labels.iter();
            labels.extend(pairs.map(|(key, value)| (key, value, at as u32)));
        }
        order::sort_by(&mut labels, Ord::cmp);
        Self { workloads, labels, left: Cell::new(COMPARISONS) }
    }

    /// Were comparisons skipped?
    pub fn exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// Matching workloads of the namespace, by id.
    pub fn select(&self, namespace: &str, selector: &Option<Selector>) -> Vec<WorkloadId> {
        self.select_in(Some(namespace), selector)
    }

    /// Every namespace with a workload, in order.
    pub fn namespaces(&self) -> impl Iterator<Item = &'d str> + '_ {
        let owners = self.workloads.chunk_by(|a, b| a.namespace == b.namespace);
        let names = owners.filter_map(|owners| owners.first().map(|owner| owner.namespace));
        names.take_while(|_| self.spend(1))
    }

    /// Spends comparisons; false if too few are left.
    pub fn spend(&self, comparisons: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(comparisons));
        !self.exhausted()
    }

    /// Matching workloads of the namespace, or of all, by id.
    pub fn select_in(
        &self,
        namespace: Option<&str>,
        selector: &Option<Selector>,
    ) -> Vec<WorkloadId> {
        let mut found = Vec::new();
        let mut ask = |at: usize, owner: &Owner<'_>| {
            if self.spend(1) && selects(selector.as_ref(), &owner.labels) {
                found.push(WorkloadId(at as u32));
            }
        };
        let all = self.workloads;
        let start = namespace.unwrap_or_default();
        let here = |owner: &Owner<'_>| namespace.is_none_or(|name| owner.namespace == name);
        match selector.as_ref().and_then(labels::first_pair) {
            Some(pair) => {
                // For a label, workloads are sorted by id, and so by namespace.
                let before = |(key, value, at): &(Sym, Sym, u32)| {
                    ((*key, *value), all[*at as usize].namespace) < (pair, start)
                };
                let with = &self.labels[self.labels.partition_point(before)..];
                let with = with.iter().take_while(|(key, value, at)| {
                    (*key, *value) == pair && here(&all[*at as usize])
                });
                with.for_each(|(_, _, at)| ask(*at as usize, &all[*at as usize]));
            }
            None => {
                let from = all.partition_point(|owner| owner.namespace < start);
                let there = all.iter().enumerate().skip(from);
                there
                    .take_while(|(_, owner)| here(owner) && !self.exhausted())
                    .for_each(|(at, owner)| ask(at, owner));
            }
        }
        found
    }
}

/// The names of an entry's copies.
fn copies(name: &str, count: Option<i64>) -> Vec<(Option<u32>, String)> {
    match count {
        None => vec![(None, name.to_owned())],
        Some(count) => (0..u32::try_from(count).unwrap_or(0))
            .map(|n| (Some(n), format!("{name}-{n}")))
            .collect(),
    }
}

type Named<'d, T> = (&'d T, &'d str, &'d str, Option<i64>);

fn selected_workloads<'d, T>(
    entries: impl Iterator<Item = Named<'d, T>>,
) -> Vec<(SelectedWorkloads<'d, T>, Option<u32>)> {
    let mut all = Vec::new();
    for (at, (source, name, space, count)) in entries.enumerate() {
        for (copy, name) in copies(name, count) {
            let chooser = SelectedWorkloads {
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
    order::sort_by(&mut all, |(a, _), (b, _)| {
        (a.namespace.cmp(b.namespace)).then_with(|| natural::compare(&a.name, &b.name))
    });
    all
}

/// The limit of a budget, if the API accepts it (KP-01, KP-12).
pub fn limit(budget: &Budget) -> Option<Limit> {
    let value = int_or_percent;
    match (&budget.min_available, &budget.max_unavailable) {
        // The controller reads it first (AM-103).
        (_, Some(max)) => value(max).map(Limit::MaxUnavailable),
        (Some(min), None) => value(min).map(Limit::MinAvailable),
        // Then no disruption is ever allowed (BS-70).
        (None, None) => Some(Limit::MaxUnavailable(IntOrPercent::Int(0))),
    }
}

pub fn int_or_percent(value: &IntOrText) -> Option<IntOrPercent> {
    match value {
        IntOrText::Int(n) => Some(IntOrPercent::Int(*n)),
        IntOrText::Text(text) => IntOrPercent::parse_percent(text),
    }
}

/// Without labels a workload's Pods have `app: name`, as with `kubectl create deployment`.
fn pod_labels(owner: &Owner<'_>, symbols: &mut Symbols) -> Labels {
    let mut all: Labels = match &owner.source.labels {
        Some(map) => labels::labels(map, owner.copy, symbols),
        None => [(symbols.intern("app"), symbols.intern(&owner.name))].into_iter().collect(),
    };
    if let Some(key) = revision_key(owner.kind).filter(|key| has_own_key(owner.source, key)) {
        let key = symbols.intern(key);
        if all.get(key).is_none() {
            let mut own = format!("{}/{}", owner.namespace, owner.name);
            if let Some(revision) = owner.revision {
                own = format!("{own}/{}", revision.number);
            }
            all.insert(key, symbols.intern(&own));
        }
    }
    all
}

/// The label with which a controller marks the Pods of a revision; documents omit it, but constraints name it
/// (KS-14).
fn revision_key(kind: WorkloadKind) -> Option<&'static str> {
    match kind {
        WorkloadKind::Deployment => Some("pod-template-hash"),
        WorkloadKind::StatefulSet { .. } | WorkloadKind::DaemonSet => {
            Some("controller-revision-hash")
        }
        WorkloadKind::Custom { .. } => Some("rollouts-pod-template-hash"),
        WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::Job { .. }
        | WorkloadKind::Pod
        | WorkloadKind::Mirror => None,
    }
}

/// Is the key among the `matchLabelKeys` or `mismatchLabelKeys` of the workload?
fn has_own_key(source: &Workload, key: &str) -> bool {
    let spread = source.topology_spread_constraints.iter();
    let affinity = source.affinity.iter();
    let terms = affinity
        .flat_map(|all| [&all.pod_affinity, &all.pod_anti_affinity])
        .flatten()
        .flat_map(|one| {
            let preferred = one.preferred.iter().map(|weighted| &weighted.term);
            one.required.iter().chain(preferred)
        });
    let mut keys = spread.flat_map(|one| &one.match_label_keys).chain(
        terms.flat_map(|term| term.match_label_keys.iter().chain(&term.mismatch_label_keys)),
    );
    keys.any(|one| one == key)
}
