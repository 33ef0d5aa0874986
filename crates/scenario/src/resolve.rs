//! Expands the copies in a document, orders them by AM-56, and resolves selectors.

use std::cell::Cell;

use super::document::workload::{Pod, PodCondition, PodFailurePolicy};
use super::document::{Budget, Document, Service, Workload, budget::namespace};
use super::natural;
use crate::labels;
use crate::primitive::IntOrText;
use crate::revisions::{self, Revision};
use base::quantity::IntOrPercent;
use base::{SimSpan, Sym, WorkloadId, muted, order};
use model::budget::{Limit, selects};
use model::selector::Selector;
use model::workload::OnDisruption;
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

/// A workload, one copy of its entry.
pub struct Owner<'d> {
    pub source: &'d Workload,
    /// Index in `workloads[]`.
    pub at: usize,
    pub copy: Option<u32>,
    pub namespace: &'d str,
    pub name: String,
    pub kind: WorkloadKind,
    pub replicas: u32,
    pub labels: Labels,
    /// A later revision of the Deployment before it.
    pub revision: Option<Revision<'d>>,
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
                workloads.push(owner(source, at, copy, name));
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
        revision: None,
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

/// The engine's knowledge of a kind; other kinds declare it themselves (KC-20).
pub(super) fn kind(source: &Workload) -> WorkloadKind {
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    match source.kind.as_str() {
        "Deployment" => WorkloadKind::Deployment,
        "ReplicaSet" => WorkloadKind::ReplicaSet,
        "ReplicationController" => WorkloadKind::ReplicationController,
        "StatefulSet" => {
            WorkloadKind::StatefulSet { parallel: source.pod_management_policy == "Parallel" }
        }
        "DaemonSet" => WorkloadKind::DaemonSet,
        "Job" => {
            let parallelism = source.parallelism.or(source.replicas);
            WorkloadKind::Job {
                parallelism: parallelism.map_or(1, count),
                // Neither number given: one Pod that succeeds once, the API's default.
                completions: match (source.completions, parallelism) {
                    (Some(completions), _) => Some(count(completions)),
                    (None, None) => Some(1),
                    (None, Some(_)) => None,
                },
                backoff_limit: source.backoff_limit.map_or(6, count),
                replace_when_failed: replaces_when_failed(source),
                deadline: source
                    .active_deadline_seconds
                    .map(|seconds| SimSpan::from_secs(seconds.max(0))),
                disrupted: source
                    .pod_failure_policy
                    .as_ref()
                    .map_or(OnDisruption::Counts, on_disruption),
            }
        }
        "Pod" => WorkloadKind::Pod,
        "Mirror" => WorkloadKind::Mirror,
        _ => WorkloadKind::Custom {
            scale: source.scale,
            recreating: source.recreating,
            ordinals: source.pod_management_policy == "Parallel",
        },
    }
}

/// The first rule about the condition decides; exit codes aren't known here (KC-17).
pub fn on_disruption(policy: &PodFailurePolicy) -> OnDisruption {
    let disrupts = |pattern: &PodCondition| {
        pattern.kind == "DisruptionTarget" && matches!(pattern.status.as_str(), "" | "True")
    };
    let mut rules = policy.rules.iter();
    let rule = rules.find(|rule| rule.on_pod_conditions.iter().any(disrupts));
    match rule.map_or("", |rule| rule.action.as_str()) {
        "Ignore" => OnDisruption::Ignored,
        "FailJob" => OnDisruption::FailsJob,
        _ => OnDisruption::Counts,
    }
}

/// `spec.replicas`, else the number of listed active Pods, else 1.
fn replicas(source: &Workload, kind: WorkloadKind) -> u32 {
    let active = source.pods.iter().filter(|pod| pod.is_active());
    let listed = active.map(Pod::many).fold(0, u32::saturating_add);
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    match kind {
        WorkloadKind::DaemonSet => 0,
        WorkloadKind::Job { parallelism, completions, .. } => {
            match (completions, succeeded(source)) {
                (Some(completions), done) => parallelism.min(completions.saturating_sub(done)),
                (None, 0) => parallelism,
                // After the first success no more are created; running ones continue (KC-16).
                (None, _) => listed,
            }
        }
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::StatefulSet { .. }
        | WorkloadKind::Pod
        | WorkloadKind::Mirror
        | WorkloadKind::Custom { .. } => match source.replicas {
            Some(replicas) => count(replicas),
            None if source.pods.is_empty() => 1,
            None => listed,
        },
    }
}

/// Completions of a Job before the start: as given, else as listed.
pub(crate) fn succeeded(source: &Workload) -> u32 {
    match source.succeeded {
        Some(number) => u32::try_from(number).unwrap_or(0),
        None => listed(source, "Succeeded"),
    }
}

/// Failures of a Job before the start: the larger of the given and the listed number (KC-17).
pub(crate) fn failed(source: &Workload) -> u32 {
    let said = u32::try_from(source.failed.unwrap_or(0)).unwrap_or(0);
    // One that is being deleted has failed.
    let deleted = source.pods.iter().filter(|pod| !pod.is_active() && !pod.is_finished());
    let deleted = deleted.map(Pod::many).fold(0, u32::saturating_add);
    let deleted = if replaces_when_failed(source) { 0 } else { deleted };
    said.max(listed(source, "Failed").saturating_add(deleted))
}

/// With a failure policy a Pod is replaced after it has failed (KC-16).
fn replaces_when_failed(source: &Workload) -> bool {
    match source.pod_replacement_policy.as_str() {
        "" => source.pod_failure_policy.is_some() && !muted("KC-16"),
        policy => policy == "Failed",
    }
}

fn listed(source: &Workload, phase: &str) -> u32 {
    let listed = source.pods.iter().filter(|pod| pod.phase == phase);
    listed.map(Pod::many).fold(0, u32::saturating_add)
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
