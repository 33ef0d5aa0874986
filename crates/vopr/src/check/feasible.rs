//! Which nodes can take a Pod: the scheduler's filters implemented again, by text and one node at a time.

use super::ties;
use crate::shadow::{Life, Shadow, ShadowNode};
use base::{NodeId, PodId, Sym, WorkloadId};
use model::labels::Labels;
use model::selector::{
    Effect, NodeTerm, Operator, Requirement, SpreadConstraint, Taint, Toleration,
};
use model::{Plan, Workload, WorkloadKind};

const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";

/// A label of a node, including those that differ between nodes.
pub(super) fn label(shadow: &Shadow<'_>, id: NodeId, key: &str) -> Option<String> {
    let plan = shadow.plan;
    let node = shadow.node(id);
    match key {
        "kubernetes.io/hostname" => Some(host(shadow, id)),
        "topology.kubernetes.io/zone"
        | "failure-domain.beta.kubernetes.io/zone"
        | "topology.gke.io/zone" => Some(plan.zones[node.zone].name.clone()),
        _ => {
            let mut labels = plan.templates[node.template].labels.iter();
            let own = labels.find(|(own, _)| plan.symbols.text(*own) == key);
            own.map(|(_, value)| plan.symbols.text(value).to_owned())
        }
    }
}

pub(super) fn host(shadow: &Shadow<'_>, id: NodeId) -> String {
    let plan = shadow.plan;
    if let Some(name) = plan.names.nodes.get(id.0 as usize) {
        return name.clone();
    }
    let node = shadow.node(id);
    let zone = &plan.zones[node.zone].name;
    let zone = zone.rsplit('-').next().unwrap_or(zone);
    format!("{}-{zone}-{}", plan.pools[node.pool].name, node.ordinal)
}

fn holds(plan: &Plan, requirement: &Requirement, value: Option<&str>) -> bool {
    let listed =
        |list: &[Sym], value: &str| list.iter().any(|one| plan.symbols.text(*one) == value);
    let number = |value: &str| value.parse::<i64>().ok();
    match (&requirement.operator, value) {
        (Operator::In(list), Some(value)) => listed(list, value),
        (Operator::NotIn(list), value) => value.is_none_or(|value| !listed(list, value)),
        (Operator::Exists, value) => value.is_some(),
        (Operator::DoesNotExist, value) => value.is_none(),
        (Operator::Gt(bound), Some(value)) => {
            number(value).zip(*bound).is_some_and(|(value, bound)| value > bound)
        }
        (Operator::Lt(bound), Some(value)) => {
            number(value).zip(*bound).is_some_and(|(value, bound)| value < bound)
        }
        (Operator::In(_) | Operator::Gt(_) | Operator::Lt(_), None) => false,
    }
}

/// KS-09: the node selector, and one of the required terms.
pub(super) fn selects(shadow: &Shadow<'_>, wants: &Workload, node: NodeId) -> bool {
    let plan = shadow.plan;
    let text = |sym: Sym| plan.symbols.text(sym);
    let selected = wants
        .node_selector
        .iter()
        .all(|(key, value)| label(shadow, node, text(*key)).as_deref() == Some(text(*value)));
    let matches = |term: &NodeTerm| {
        let named = term.names.as_ref().is_none_or(|names| names.contains(&host(shadow, node)));
        let asks = term.names.is_some() || !term.expressions.is_empty();
        let all = term.expressions.iter().all(|one| {
            let value = label(shadow, node, text(one.key));
            holds(plan, one, value.as_deref())
        });
        asks && named && all
    };
    selected && (wants.node_affinity.is_empty() || wants.node_affinity.iter().any(matches))
}

fn tolerates_one(plan: &Plan, one: &Toleration, key: &str, value: &str, effect: Effect) -> bool {
    let text = |sym: Sym| plan.symbols.text(sym);
    one.key.is_none_or(|own| text(own) == key)
        && one.value.is_none_or(|own| text(own) == value)
        && one.effect.is_none_or(|own| own == effect)
}

pub(super) fn tolerates_taint(plan: &Plan, one: &Toleration, taint: &Taint) -> bool {
    let text = |sym: Sym| plan.symbols.text(sym);
    tolerates_one(plan, one, text(taint.key), text(taint.value), taint.effect)
}

/// KS-08, KC-14: with the DaemonSet controller's tolerations.
pub(super) fn tolerates(
    plan: &Plan,
    wants: &Workload,
    key: &str,
    value: &str,
    effect: Effect,
) -> bool {
    let own = wants.tolerations.iter().any(|one| tolerates_one(plan, one, key, value, effect));
    let added = wants.kind == WorkloadKind::DaemonSet
        && matches!(
            (key, effect),
            ("node.kubernetes.io/not-ready" | "node.kubernetes.io/unreachable", Effect::NoExecute)
                | (
                    "node.kubernetes.io/disk-pressure"
                        | "node.kubernetes.io/memory-pressure"
                        | "node.kubernetes.io/pid-pressure"
                        | UNSCHEDULABLE,
                    Effect::NoSchedule
                )
        );
    own || added
}

/// The node's taints that a Pod doesn't tolerate and that reject it.
pub(super) fn untolerated<'a>(
    plan: &'a Plan,
    wants: &'a Workload,
    node: &ShadowNode,
) -> impl Iterator<Item = &'a Taint> {
    let taints = plan.templates[node.template].taints.iter();
    taints.filter(|taint| {
        let (key, value) = (plan.symbols.text(taint.key), plan.symbols.text(taint.value));
        taint.effect != Effect::PreferNoSchedule
            && !tolerates(plan, wants, key, value, taint.effect)
    })
}

/// KS-07.
pub(super) fn open(plan: &Plan, wants: &Workload, node: &ShadowNode) -> bool {
    let key = "ToBeDeletedByClusterAutoscaler";
    let marked = node.marked && !tolerates(plan, wants, key, "", Effect::NoSchedule);
    node.up()
        && !marked
        && (!node.cordoned && node.seems_well()
            || tolerates(plan, wants, UNSCHEDULABLE, "", Effect::NoSchedule))
}

/// KS-12: the resource that the node lacks.
pub(super) fn short_of(plan: &Plan, wants: &Workload, node: &ShadowNode) -> Option<&'static str> {
    let template = &plan.templates[node.template];
    let (has, used, asked) = (&template.allocatable, &node.used, &wants.requests);
    let short = |asked: i64, has: i64, used: i64| asked > 0 && used + asked > has;
    let extended = asked
        .extended
        .iter()
        .any(|(name, amount)| short(*amount, has.extended(*name), used.extended(*name)));
    if node.pods.len() as u32 >= template.max_pods {
        Some("slots")
    } else if short(asked.cpu_m, has.cpu_m, used.cpu_m) {
        Some("CPU")
    } else if short(asked.memory_bytes, has.memory_bytes, used.memory_bytes) {
        Some("memory")
    } else if short(asked.ephemeral_bytes, has.ephemeral_bytes, used.ephemeral_bytes) {
        Some("storage")
    } else {
        extended.then_some("extended resources")
    }
}

fn selected(plan: &Plan, constraint: &SpreadConstraint, labels: &Labels) -> bool {
    constraint.selector.0.iter().all(|one| {
        let value = labels.get(one.key).map(|value| plan.symbols.text(value));
        holds(plan, one, value)
    })
}

/// KS-13, KS-14: by how much another Pod on the node would exceed the constraint's skew.
pub(super) fn spread_violation(
    shadow: &Shadow<'_>,
    workload: WorkloadId,
    node: NodeId,
) -> Option<String> {
    let plan = shadow.plan;
    let wants = &plan.workloads[workload];
    let hard = || wants.spread.iter().filter(|one| one.hard);
    let domain = |constraint: &SpreadConstraint, node: NodeId| {
        label(shadow, node, plan.symbols.text(constraint.topology_key))
    };
    for constraint in hard() {
        let Some(own) = domain(constraint, node) else {
            return Some("the node lacks a topology key".to_owned());
        };
        let counts = |id: NodeId| {
            let state = shadow.node(id);
            let all_keys = hard().all(|one| domain(one, id).is_some());
            let affinity = !constraint.honor_affinity || selects(shadow, wants, id);
            let tolerated =
                open(plan, wants, state) && untolerated(plan, wants, state).next().is_none();
            let taints = !constraint.honor_taints || tolerated;
            // A node being deleted exists until its VM is gone.
            state.registered() && all_keys && affinity && taints
        };
        let mut domains: Vec<(String, i64)> = Vec::new();
        for id in shadow.nodes.ids().filter(|id| counts(*id)) {
            let Some(name) = domain(constraint, id) else {
                continue;
            };
            let matching = |pod: &&PodId| {
                let pod = shadow.pod(**pod);
                let of = &plan.workloads[pod.workload];
                pod.stays()
                    && of.namespace == wants.namespace
                    && selected(plan, constraint, &of.labels)
            };
            let pods = shadow.node(id).pods.iter().filter(matching).count() as i64;
            match domains.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += pods,
                None => domains.push((name, pods)),
            }
        }
        let least = domains.iter().map(|(_, count)| *count).min().unwrap_or(0);
        let least = if (domains.len() as i64) < constraint.min_domains { 0 } else { least };
        let here = domains.iter().find(|(name, _)| *name == own).map_or(0, |(_, count)| *count);
        let itself = i64::from(selected(plan, constraint, &wants.labels));
        let skew = here + itself - least;
        if skew > constraint.max_skew {
            return Some(format!("skew {skew} in {own}, of {}", constraint.max_skew));
        }
    }
    None
}

/// Would the scheduler bind a Pod of the workload to the node now?
pub(super) fn fits(shadow: &Shadow<'_>, workload: WorkloadId, id: NodeId) -> bool {
    let plan = shadow.plan;
    let (wants, node) = (&plan.workloads[workload], shadow.node(id));
    open(plan, wants, node)
        && short_of(plan, wants, node).is_none()
        && untolerated(plan, wants, node).next().is_none()
        && selects(shadow, wants, id)
        && spread_violation(shadow, workload, id).is_none()
        && ties::tied(shadow, workload, id).is_none()
}

/// KS-19: with the Pods of at least its priority nominated to the node, and without them.
pub(super) fn fits_beside(shadow: &Shadow<'_>, pod: PodId, node: NodeId) -> bool {
    let state = shadow.pod(pod);
    let meant = state.pinned.is_none_or(|pinned| pinned == node);
    if !meant || !shadow.reaches_disks(pod, node) || !fits(shadow, state.workload, node) {
        return false;
    }
    let others = beside(shadow, pod, node);
    if others.is_empty() {
        return true;
    }
    let mut with = shadow.clone();
    for other in others {
        with.pods[other].life = Life::Starting;
        with.occupy(other, node, true);
    }
    fits(&with, state.workload, node)
}

/// The other Pods of at least its priority that are nominated to the node.
fn beside(shadow: &Shadow<'_>, pod: PodId, node: NodeId) -> Vec<PodId> {
    let own = shadow.priority(pod);
    let others = shadow.nominated.iter().filter(|(_, on)| **on == node);
    let others = others.map(|(other, _)| *other);
    others.filter(|other| *other != pod && shadow.priority(*other) >= own).collect()
}
