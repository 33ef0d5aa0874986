//! The cluster autoscaler's removals: which nodes go, when, and how many at a time.

use super::{MarkedRow, Said, budgets, ensure, feasible, pod_name};
use crate::run::FinishedRun;
use crate::shadow::{Life, Shadow, ShadowNode, Vm};
use base::{BudgetId, NodeId, PodId, SimSpan, SimTime};
use model::autoscale::Stays;
use model::{Plan, Resources, Workload, WorkloadKind};

/// BS-43, AM-75: no removal for so long after a scale-up, after a failure in the group, after one of the node.
pub(super) const AFTER_GROWTH: SimSpan = SimSpan::from_secs(600);
pub(super) const AFTER_FAILURE: SimSpan = SimSpan::from_secs(180);
const SAME_NODE: SimSpan = SimSpan::from_secs(300);
/// BS-41, AM-31, KA-75: how long a node is unneeded.
const BALANCED: SimSpan = SimSpan::from_secs(600);
const OPTIMIZED: SimSpan = SimSpan::from_secs(60);
const UNREADY: SimSpan = SimSpan::from_secs(1200);
/// BS-42, KA-78.
pub(super) const AT_ONCE: usize = 10;

/// KA-75, BS-41, BS-52.
pub(super) fn unneeded_time(plan: &Plan, node: &ShadowNode) -> SimSpan {
    let of_profile = if plan.pack_nodes { OPTIMIZED } else { BALANCED };
    let own = plan.pools[node.pool].autoscaling.and_then(|settings| settings.delay);
    if node.seems_well() { own.unwrap_or(of_profile) } else { UNREADY }
}

/// KA-75, BS-41, BS-52: a node goes when it has been unneeded for longer than its time.
pub(super) fn nodes_go_after_their_time(row: &MarkedRow<'_>) -> Said {
    let (id, node) = (row.id, row.state.node);
    let time = unneeded_time(row.plan, node);
    let since = row.shadow.autoscaler.unneeded.get(&id).copied();
    ensure(since.is_some_and(|since| since + time < row.record.at), || {
        format!("it is unneeded since {since:?}, and goes after {time:?}")
    })
}

/// BS-43, AM-75.
pub(super) fn removals_wait_after_others(row: &MarkedRow<'_>) -> Said {
    let (id, node) = (row.id, row.state.node);
    let (scaler, at) = (&row.shadow.autoscaler, row.record.at);
    let (grew, groups) = &scaler.decided;
    ensure(groups.is_empty() || *grew + AFTER_GROWTH <= at, || {
        format!("a group has grown at {grew:?}")
    })?;
    let held = scaler.drain_failed.iter().find(|(other, failed)| {
        let beside = row.shadow.node(**other);
        let same_group = beside.pool == node.pool && beside.zone == node.zone;
        (same_group && **failed + AFTER_FAILURE > at)
            || (**other == id && **failed + SAME_NODE > at)
    });
    ensure(held.is_none(), || format!("the drain of {held:?} has failed"))
}

/// CA-33, BS-93, KA-76, AM-32: no group shrinks below its minimum, no pool below that of all its zones, and no cluster to nothing.
pub(super) fn pools_keep_their_minimum(row: &MarkedRow<'_>) -> Said {
    let (id, node) = (row.id, row.state.node);
    let Some(settings) = row.plan.pools[node.pool].autoscaling else {
        return Err("its pool isn't autoscaled".to_owned());
    };
    let (size, min) = row.shadow.beside(id);
    let goes = |other: &&ShadowNode| {
        let own = other.pool == node.pool && (settings.total || other.zone == node.zone);
        own && other.marked && other.up() && other.side == node.side
    };
    let going = row.shadow.nodes.values().filter(goes).count() as u32;
    ensure(size > min + going, || format!("{size} nodes, {going} go, and at least {min} stay"))?;
    let stays = |other: &&ShadowNode| other.up() && !other.marked;
    ensure(row.shadow.nodes.values().filter(stays).count() > 1, || "it is the last node".to_owned())
}

/// BS-42, KA-78: ten nodes at a time, one of them with a drain. Slices go as a whole.
pub(super) fn few_nodes_go_at_a_time(row: &MarkedRow<'_>) -> Said {
    let (node, drain) = (row.state.node, row.state.drain);
    let is_slice = |node: &ShadowNode| row.plan.pools[node.pool].multi_host;
    let going = row.shadow.autoscaler.removing.iter();
    let going: Vec<bool> = going
        .filter(|(id, _)| !is_slice(row.shadow.node(**id)))
        .map(|(_, one)| one.drain)
        .collect();
    let drains = going.iter().filter(|drain| **drain).count();
    let enough = drain && drains > 0 || going.len() >= AT_ONCE;
    ensure(is_slice(node) || !enough, || format!("{} go already, {drains} drained", going.len()))
}

/// KA-62: it has been terminating for longer than its grace and 30 s.
fn is_overdue(shadow: &Shadow<'_>, pod: PodId, at: SimTime) -> bool {
    let state = shadow.pod(pod);
    let grace = shadow.plan.workloads[state.workload].grace;
    match state.life {
        Life::Terminating { until } => until + grace + SimSpan::from_secs(30) < at,
        _ => false,
    }
}

/// KA-02, KA-11, CA-68, BS-88.
pub(super) fn is_expendable(shadow: &Shadow<'_>, wants: &Workload) -> bool {
    wants.priority < -10 && !shadow.control_plane.autopilot
}

/// A node as the autoscaler sees it: without the Pods that don't count.
pub(super) fn without_expendable(shadow: &Shadow<'_>, node: &ShadowNode) -> ShadowNode {
    let counts =
        |pod: &PodId| !is_expendable(shadow, &shadow.plan.workloads[shadow.pod(*pod).workload]);
    let mut seen = ShadowNode { used: Resources::default(), ..node.clone() };
    seen.pods.retain(counts);
    for pod in &seen.pods {
        seen.used.add(&shadow.plan.workloads[shadow.pod(*pod).workload].requests);
    }
    seen
}

/// KA-50 … KA-53: Pods request less than half of the node, of its accelerators if it has some.
fn is_little_used(shadow: &Shadow<'_>, node: &ShadowNode, at: SimTime) -> bool {
    let plan = shadow.plan;
    let mut seen = without_expendable(shadow, node);
    seen.pods.retain(|pod| !is_overdue(shadow, *pod, at));
    let requests =
        || seen.pods.iter().map(|pod| &plan.workloads[shadow.pod(*pod).workload].requests);
    let below = |amount: &dyn Fn(&Resources) -> i64| {
        let has = amount(&plan.templates[node.template].allocatable);
        has > 0 && requests().map(amount).sum::<i64>() * 2 < has
    };
    let accelerators = ["nvidia.com/gpu", "google.com/tpu"].iter();
    let mut accelerators = accelerators.filter_map(|name| plan.symbols.find(name));
    let has = &plan.templates[node.template].allocatable;
    match accelerators.find(|name| has.extended(*name) > 0) {
        Some(name) => below(&|of| of.extended(name)),
        None => below(&|of| of.cpu_m) && below(&|of| of.memory_bytes),
    }
}

/// KA-53, KA-56: only nodes go that are little used, and that nobody has annotated.
pub(super) fn nodes_that_go_are_little_used(row: &MarkedRow<'_>) -> Said {
    let (id, node) = (row.id, row.state.node);
    ensure(!row.plan.kept_nodes.contains(&id), || "it is annotated".to_owned())?;
    ensure(node.up() && node.taken.is_none(), || "something works on it".to_owned())?;
    ensure(is_little_used(row.shadow, node, row.record.at), || {
        format!("it is used: {:?}", node.used)
    })
}

/// The Pods that must leave with the node.
pub(super) fn movers<'a>(
    shadow: &'a Shadow<'_>,
    node: &'a ShadowNode,
    at: SimTime,
) -> impl Iterator<Item = (PodId, &'a Workload)> {
    let of = |pod: &PodId| &shadow.plan.workloads[shadow.pod(*pod).workload];
    let pods = node.pods.iter().map(move |pod| (*pod, of(pod)));
    pods.filter(move |(pod, wants)| {
        let moves = !matches!(wants.kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror);
        moves && !is_expendable(shadow, wants) && !is_overdue(shadow, *pod, at)
    })
}

/// KA-59: no node goes whose Pods have no other place.
pub(super) fn pods_have_another_place(row: &MarkedRow<'_>) -> Said {
    let (id, node, drain) = (row.id, row.state.node, row.state.drain);
    let shadow = row.shadow;
    let count = movers(shadow, node, row.record.at).count();
    ensure(drain || count == 0, || format!("it goes as an empty node, with {count} Pods"))?;
    for (pod, wants) in movers(shadow, node, row.record.at) {
        let mut others = shadow.nodes.ids().filter(|other| *other != id);
        let takes = |other: NodeId| {
            let seen = shadow.node(other);
            feasible::open(row.plan, wants, seen)
                && !seen.marked
                && feasible::selects(shadow, wants, other)
                && feasible::untolerated(row.plan, wants, seen).next().is_none()
                && feasible::short_of(row.plan, wants, &without_expendable(shadow, seen)).is_none()
        };
        let green = || super::autoscaled::may_get_green(shadow, id, wants);
        ensure(others.any(takes) || green(), || {
            format!("{} has no other place", pod_name(shadow, pod))
        })?;
    }
    Ok(())
}

/// KA-63 … KA-71: nobody holds the node, by one of the views that the autoscaler may have of budgets.
pub(super) fn nobody_holds_a_node_that_goes(row: &MarkedRow<'_>) -> Said {
    let node = row.state.node;
    let shadow = row.shadow;
    let holder = |allowed: &Vec<i64>| {
        let holds = |wants: &Workload| match wants.safe_to_evict {
            Some(safe) => !safe,
            None => {
                let owned = !matches!(wants.kind, WorkloadKind::Pod | WorkloadKind::Custom { .. });
                let system = wants.namespace == "kube-system" && wants.budgets.is_empty();
                let spent = |budget: &BudgetId| allowed[budget.0 as usize] < 1;
                !owned || system || wants.budgets.iter().any(spent)
            }
        };
        let mut pods = movers(shadow, node, row.record.at);
        pods.find(|(_, wants)| holds(wants)).map(|(pod, _)| pod)
    };
    let views = budgets::allowances(shadow, row.record.at);
    let holders: Option<Vec<PodId>> = views.iter().map(holder).collect();
    match holders.as_deref() {
        Some([pod, ..]) => Err(format!("{} holds it", pod_name(shadow, *pod))),
        _ => Ok(()),
    }
}

/// KA-91: at the end of a run each node of an autoscaled pool has a reason to be there, and those that can be told are true.
pub(super) fn nodes_that_stay_have_a_reason(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    if super::autoscaler::may_be_unhealthy(shadow) || shadow.control_plane.is_down() {
        return Ok(());
    }
    let managed = |node: &ShadowNode| shadow.plan.pools[node.pool].autoscaling.is_some();
    for (id, node) in shadow.nodes.iter() {
        if !managed(node) || node.vm != Vm::Up || node.marked {
            continue;
        }
        let name = || feasible::host(shadow, id);
        let Some((why, pod)) = shadow.autoscaler.stays.get(&id).copied() else {
            return Err(format!("{} stays, and nothing says why", name()));
        };
        let (size, min) = shadow.beside(id);
        // A slice would go as a whole.
        let is_slice = shadow.plan.pools[node.pool].multi_host;
        let holds = match why {
            Stays::Used => !is_little_used(shadow, node, run.trace.end()),
            Stays::MinSize => size <= min || is_slice,
            Stays::Annotation => shadow.plan.kept_nodes.contains(&id),
            Stays::LastNode => {
                is_slice || shadow.nodes.values().filter(|node| node.up()).count() == 1
            }
            _ => true,
        };
        ensure(holds, || format!("{} stays: {why:?}, of {size} nodes at least {min}", name()))?;
        // A budget may hold a Pod of a node whose removal is simulated before.
        let there = why != Stays::NoPlace || pod.is_none_or(|pod| node.pods.contains(&pod));
        ensure(there, || format!("{} stays because of {pod:?}, which isn't there", name()))?;
    }
    Ok(())
}

/// The limits of a plan's cluster that a removal may not break (KA-76).
pub(super) fn resources_stay_above_their_minimum(row: &MarkedRow<'_>) -> Said {
    let has = |plan: &Plan, node: &ShadowNode| plan.templates[node.template].capacity;
    let (mut cpu, mut memory) = (0, 0);
    let stays = |(id, node): &(NodeId, &ShadowNode)| node.up() && !node.marked && row.id != *id;
    for (_, node) in row.shadow.nodes.iter().filter(stays) {
        cpu += has(row.plan, node).cpu_m;
        memory += has(row.plan, node).memory_bytes;
    }
    for limit in &row.plan.resource_limits {
        let left = match limit.resource {
            model::autoscale::LimitedResource::Cpu => cpu,
            model::autoscale::LimitedResource::Memory => memory,
            model::autoscale::LimitedResource::Accelerator(_) => continue,
        };
        ensure(left >= limit.min, || format!("{left} stay of {limit:?}"))?;
    }
    Ok(())
}
