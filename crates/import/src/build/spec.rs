//! Converts a Pod's spec to the fields of a workload.

use super::values::{amounts, map};
use crate::found::FileNotes;
use crate::kubectl::object::{
    Affinity as FoundAffinity, Container as FoundContainer, Expression as FoundExpression, Meta,
    NodeTerm, Probe as FoundProbe, Selector, Spec, Spread, Toleration as FoundToleration,
};
use crate::kubectl::requests::{asked, containers, with_limits};
use crate::loose::{Count, Int, Table, Text, Tree};
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::Symbols;
use scenario::compile::of_pod;
use scenario::diagnostic::Diagnostic;
use scenario::document::budget::Expression;
use scenario::document::pod_spec::{
    Affinity, Container, ContainerPort, NodeAffinity, NodeSelector, NodeSelectorTerm, PodAffinity,
    PreferredTerm, Toleration, TopologySpreadConstraint,
};
use scenario::document::workload::{Probe, ReadinessProbe};
use scenario::document::{self, LabelSelector, Workload};
use scenario::field::Map;
use scenario::units::Amount;

/// Labels that differ between Pods or revisions.
const OWN_LABELS: [&str; 7] = [
    "pod-template-hash",
    "rollouts-pod-template-hash",
    "controller-revision-hash",
    "pod-template-generation",
    "statefulset.kubernetes.io/pod-name",
    "apps.kubernetes.io/pod-index",
    "batch.kubernetes.io/job-completion-index",
];

/// The labels that all Pods of a workload share.
pub(super) fn labels(meta: &Meta) -> Map {
    let mut labels = map(&meta.labels);
    for own in OWN_LABELS {
        labels.remove(own);
    }
    labels
}

/// Do two Pods have the same labels, except those that differ between Pods?
pub(super) fn same_labels(one: &Meta, other: &Meta) -> bool {
    if one.labels == other.labels {
        return true;
    }
    fn shared(meta: &Meta) -> impl Iterator<Item = &(String, Text)> {
        meta.labels.0.iter().filter(|(key, _)| !OWN_LABELS.contains(&key.as_str()))
    }
    // Usually in the same order.
    shared(one).eq(shared(other)) || labels(one) == labels(other)
}

/// Do the containers of two Pods have the same requests?
pub(super) fn same_requests(one: &Spec, other: &Spec) -> bool {
    fn all(spec: &Spec) -> impl Iterator<Item = &Table<Text>> {
        containers(spec).map(|container| &container.resources.requests)
    }
    all(one).eq(all(other))
}

/// The host ports of the Pods: no two Pods with one fit on a node (KS-10). With the host network every
/// port is one.
fn ports(container: &FoundContainer, spec: &Spec) -> Vec<ContainerPort> {
    let given = |port: &Int| port.0.filter(|port| *port > 0);
    let found = container.ports.iter().filter_map(|port| {
        let own = || given(&port.container).filter(|_| spec.host_network.0);
        Some(ContainerPort {
            host_port: Some(given(&port.host).or_else(own)?),
            protocol: port.protocol.0.clone(),
            host_ip: port.ip.0.clone(),
        })
    });
    found.collect()
}

/// Fills a Pod's spec into the workload.
pub(super) fn fill(
    workload: &mut Workload,
    meta: &Meta,
    spec: &Spec,
    file: usize,
    notes: &mut FileNotes,
) {
    workload.labels = Some(labels(meta));
    workload.annotations = map(&meta.annotations.0);
    workload.annotations.retain(|key, _| !key.starts_with("kubernetes.io/config."));
    // Admission has given them to Pods that exist.
    let defaults = notes.default_requests.get(&workload.namespace);
    let defaults = defaults.filter(|_| meta.created.is_empty()).cloned().unwrap_or_default();
    resources(workload, spec, &defaults, file, notes);
    // The API's default needn't be written.
    workload.termination_grace_period_seconds =
        (spec.grace.int).filter(|grace| *grace != 30 && *grace >= 0);
    let grace = "terminationGracePeriodSeconds";
    unread(grace, &spec.grace, workload, file, notes);
    workload.node_selector = map(&spec.node_selector);
    if let Some(found) = spec.affinity.as_deref() {
        workload.affinity = affinity(found, workload, file, notes);
    }
    if workload.kind == "DaemonSet" {
        unpin(workload);
    }
    workload.tolerations = spec.tolerations.iter().filter_map(toleration).collect();
    workload.topology_spread_constraints =
        spec.spread.iter().filter(|spread| !spread.topology_key.is_empty()).map(spread).collect();
    workload.priority = priority(workload, spec, file, notes);
    let never = match &*spec.preemption {
        "" => notes.classes.never.contains(&spec.priority_class.0),
        policy => policy == "Never",
    };
    if never {
        workload.preemption_policy = "Never".to_owned();
    }
    workload.empty_dir = spec.volumes.iter().any(|volume| volume.empty_dir.0);
    if let Some(slowest) = last_ready(spec) {
        workload.startup_probe = slowest.startup.as_deref().map(startup_probe);
        workload.readiness_probe = slowest.readiness.as_deref().map(readiness_probe);
        if ready_delay(slowest) > 0 {
            notes.workload(file, notes::PROBES, workload);
        }
    }
}

/// A single container: its requests. Otherwise all containers, from which the effective request follows
/// (KS-11), and the scheduler's assumption for those without requests (KS-24).
fn resources(
    workload: &mut Workload,
    spec: &Spec,
    defaults: &Table<Text>,
    file: usize,
    notes: &mut FileNotes,
) {
    let whole = |container: &FoundContainer| with_limits(&asked(&container.resources), defaults);
    if containers(spec).any(|container| whole(container) != asked(&container.resources)) {
        notes.workload(file, notes::DEFAULT_REQUESTS, workload);
    }
    let read = |container: &FoundContainer, notes: &mut FileNotes| Container {
        name: container.name.0.clone(),
        requests: amounts(&whole(container), file, notes),
        restart_policy: String::new(),
        ports: ports(container, spec),
    };
    match (&*spec.containers, &*spec.init_containers) {
        ([only], []) if ports(only, spec).is_empty() => {
            workload.requests = amounts(&whole(only), file, notes);
        }
        (several, init) => {
            workload.containers = several.iter().map(|container| read(container, notes)).collect();
            for container in init {
                workload.init_containers.push(Container {
                    restart_policy: container.restart_policy.0.clone(),
                    ..read(container, notes)
                });
            }
        }
    }
    let whole = amounts(&asked(&spec.resources), file, notes);
    if !whole.is_empty() {
        // Requests of the whole Pod replace those of its containers.
        let mut requests = all_containers(workload);
        requests.extend(whole);
        workload.init_containers.clear();
        let mut only = Container::default();
        for container in core::mem::take(&mut workload.containers) {
            only.ports.extend(container.ports);
        }
        if only.ports.is_empty() {
            workload.requests = requests;
        } else {
            only.requests = requests;
            workload.requests.clear();
            workload.containers.push(only);
        }
    }
    workload.overhead = amounts(&spec.overhead, file, notes);
}

/// The total requests of a Pod's containers.
fn all_containers(workload: &Workload) -> Map<Amount> {
    let mut symbols = Symbols::default();
    let sum = of_pod(workload, &mut symbols);
    let mut all = Map::new();
    let mut put = |name: &str, amount: String| all.insert(name.to_owned(), Amount(amount));
    if sum.cpu_m > 0 {
        put("cpu", format!("{}m", sum.cpu_m));
    }
    for (name, bytes) in [("memory", sum.memory_bytes), ("ephemeral-storage", sum.ephemeral_bytes)]
    {
        if bytes > 0 {
            put(name, bytes.to_string());
        }
    }
    for (name, units) in &sum.extended {
        put(symbols.text(*name), units.to_string());
    }
    all
}

fn affinity(
    found: &FoundAffinity,
    workload: &Workload,
    file: usize,
    notes: &mut FileNotes,
) -> Option<Affinity> {
    // Read like a document: errors are reported.
    let mut of_pods = |tree: &Tree| {
        let (read, said) = document::read::<PodAffinity>(tree.0.as_ref()?);
        let mut read = read?;
        (read.required).retain(|term| !term.topology_key.is_empty());
        (read.preferred).retain(|one| !one.term.topology_key.is_empty());
        if said.iter().any(Diagnostic::is_error) {
            notes.workload(file, notes::VALUES, workload);
        }
        (read != PodAffinity::default()).then_some(read)
    };
    let required = required_terms(found);
    let preferred: Vec<_> = found
        .node
        .preferred
        .iter()
        .map(|preferred| PreferredTerm {
            weight: preferred.weight.0.unwrap_or(1),
            preference: term(&preferred.term),
        })
        .collect();
    let some = !required.is_empty() || !preferred.is_empty();
    let affinity = Affinity {
        node_affinity: some.then(|| NodeAffinity {
            required: (!required.is_empty())
                .then_some(NodeSelector { node_selector_terms: required }),
            preferred,
        }),
        pod_affinity: of_pods(&found.pod),
        pod_anti_affinity: of_pods(&found.anti),
    };
    (affinity != Affinity::default()).then_some(affinity)
}

fn required_terms(found: &FoundAffinity) -> Vec<NodeSelectorTerm> {
    found.node.required.terms.iter().map(term).collect()
}

/// The DaemonSet controller pins each Pod to its node by a field; the workload itself isn't pinned.
fn unpin(workload: &mut Workload) {
    let Some(affinity) = &mut workload.affinity else {
        return;
    };
    if let Some(node) = &mut affinity.node_affinity {
        if let Some(required) = &mut node.required {
            for term in &mut required.node_selector_terms {
                term.match_fields.clear();
            }
            required.node_selector_terms.retain(|term| !term.match_expressions.is_empty());
        }
        node.required = node.required.take().filter(|all| !all.node_selector_terms.is_empty());
    }
    affinity.node_affinity = affinity
        .node_affinity
        .take()
        .filter(|node| node.required.is_some() || !node.preferred.is_empty());
    workload.affinity = workload.affinity.take().filter(|all| *all != Affinity::default());
}

fn term(found: &NodeTerm) -> NodeSelectorTerm {
    NodeSelectorTerm {
        match_expressions: found.expressions.iter().map(expression).collect(),
        match_fields: found.fields.iter().map(expression).collect(),
    }
}

/// As written: the checks refuse one without key or operator, like the API server.
fn expression(found: &FoundExpression) -> Expression {
    Expression {
        key: found.key.0.clone(),
        operator: found.operator.0.clone(),
        values: found.values.iter().map(|value| value.0.clone()).collect(),
    }
}

pub(super) fn selector(found: &Selector) -> LabelSelector {
    let mut labels = map(&found.labels);
    // A plain map, as in ReplicationControllers.
    labels.extend(map(&found.flat));
    LabelSelector {
        match_labels: labels,
        match_expressions: found.expressions.iter().map(expression).collect(),
    }
}

/// Omits the two tolerations that admission adds to every Pod.
fn toleration(found: &FoundToleration) -> Option<Toleration> {
    let by_admission = found.seconds.0.is_some()
        && matches!(&*found.key, "node.kubernetes.io/not-ready" | "node.kubernetes.io/unreachable");
    (!by_admission).then(|| Toleration {
        key: found.key.0.clone(),
        operator: found.operator.0.clone(),
        value: found.value.0.clone(),
        effect: found.effect.0.clone(),
        toleration_seconds: found.seconds.0,
    })
}

fn spread(found: &Spread) -> TopologySpreadConstraint {
    TopologySpreadConstraint {
        max_skew: found.max_skew.0.unwrap_or(1),
        topology_key: found.topology_key.0.clone(),
        when_unsatisfiable: found.when_unsatisfiable.0.clone(),
        label_selector: found.selector.as_ref().map(selector),
        min_domains: found.min_domains.0,
        match_label_keys: found.match_label_keys.iter().map(|Text(key)| key.clone()).collect(),
        node_affinity_policy: found.affinity_policy.0.clone(),
        node_taints_policy: found.taints_policy.0.clone(),
    }
}

/// Notes that a value isn't a number.
pub(super) fn unread(
    key: &str,
    count: &Count,
    workload: &Workload,
    file: usize,
    notes: &mut FileNotes,
) {
    if let Some(text) = count.unread.some() {
        let value = format!("{key} {text}");
        let said = say!("import-setting-of", setting = value, pool = &workload.name);
        notes.tell(file, notes::VALUES, said, Some(Subject::workload(workload)));
    }
}

/// The priority that admission set in the Pod; a template only names the class.
fn priority(workload: &Workload, spec: &Spec, file: usize, notes: &mut FileNotes) -> Option<i64> {
    if let Some(priority) = spec.priority.0 {
        return (priority != 0).then_some(priority);
    }
    match &*spec.priority_class {
        "system-cluster-critical" => Some(2_000_000_000),
        "system-node-critical" => Some(2_000_001_000),
        "" => notes.classes.default,
        class => match notes.classes.named.get(class) {
            Some(value) => Some(*value).filter(|value| *value != 0),
            None => {
                notes.workload(file, notes::PRIORITY_CLASSES, workload);
                None
            }
        },
    }
}

/// The container with a probe that becomes ready last.
fn last_ready(spec: &Spec) -> Option<&FoundContainer> {
    containers(spec)
        .filter(|container| container.startup.is_some() || container.readiness.is_some())
        .max_by_key(|container| ready_delay(container))
}

/// The readiness probe waits for the startup probe, and both delays begin with the container (KT-04).
fn ready_delay(container: &FoundContainer) -> i64 {
    let delay = |probe: &Option<Box<FoundProbe>>| {
        probe.as_ref().and_then(|probe| probe.initial_delay.0).unwrap_or(0)
    };
    delay(&container.startup).max(delay(&container.readiness))
}

/// The API writes the defaults into every probe.
fn unless_default(found: Int, default: i64) -> Option<i64> {
    found.0.filter(|value| *value > 0 && *value != default)
}

fn readiness_probe(found: &FoundProbe) -> ReadinessProbe {
    ReadinessProbe {
        initial_delay_seconds: unless_default(found.initial_delay, 0),
        period_seconds: unless_default(found.period, 10),
        success_threshold: unless_default(found.successes, 1),
        ..ReadinessProbe::default()
    }
}

fn startup_probe(found: &FoundProbe) -> Probe {
    Probe {
        initial_delay_seconds: unless_default(found.initial_delay, 0),
        period_seconds: unless_default(found.period, 10),
        failure_threshold: unless_default(found.failures, 3),
        ..Probe::default()
    }
}
