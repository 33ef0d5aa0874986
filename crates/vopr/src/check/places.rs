//! Where Pods may be bound: checked again for each binding.

use super::{BoundRow, RowCx, Said, ensure, feasible, pod_name};
use crate::shadow::{Life, Shadow, ShadowNode};
use base::{NodeId, SimSpan, WorkloadId};
use model::selector::{Effect, Taint};
use model::{Plan, WorkloadKind};
use trace::Subject;

/// A Pod is on the list of its node and of no other.
pub(super) fn no_pod_is_on_two_nodes(row: &RowCx<'_>) -> Said {
    let Subject::Pod(id) = row.record.subject else {
        return Ok(());
    };
    let on = row.shadow.nodes.values().filter(|node| node.pods.contains(&id)).count();
    let pod = row.shadow.pod(id);
    let wanted =
        matches!(pod.life, Life::Starting | Life::Running { .. } | Life::Terminating { .. });
    ensure(on == usize::from(wanted), || format!("{} is on {on} nodes", pod_name(row.shadow, id)))
}

/// KS-07: no Pod is bound to a node that is down, or cordoned unless it tolerates that.
pub(super) fn nodes_take_pods_only_when_up_and_open(row: &BoundRow<'_>) -> Said {
    let bound = &row.state;
    ensure(feasible::open(row.plan, bound.wants, bound.node), || {
        let host = feasible::host(row.shadow, bound.on);
        format!("{host} is {:?}, cordoned {}", bound.node.vm, bound.node.cordoned)
    })
}

/// KS-12: requests never exceed what a node has.
pub(super) fn capacity_is_never_exceeded(row: &BoundRow<'_>) -> Said {
    let short = feasible::short_of(row.plan, row.state.wants, row.state.node);
    short.map_or(Ok(()), |what| {
        Err(format!("{} is short of {what}", feasible::host(row.shadow, row.state.on)))
    })
}

/// KS-08.
pub(super) fn taints_are_tolerated(row: &BoundRow<'_>) -> Said {
    let taint = feasible::untolerated(row.plan, row.state.wants, row.state.node).next();
    taint.map_or(Ok(()), |taint| {
        Err(format!("{} is not tolerated", row.plan.symbols.text(taint.key)))
    })
}

/// KS-09.
pub(super) fn selectors_and_affinity_match(row: &BoundRow<'_>) -> Said {
    let selected = feasible::selects(row.shadow, row.state.wants, row.state.on);
    ensure(selected, || format!("{} is not selected", feasible::host(row.shadow, row.state.on)))
}

/// KS-13.
pub(super) fn hard_spread_is_kept(row: &BoundRow<'_>) -> Said {
    let bound = &row.state;
    if !bound.wants.spread.iter().any(|one| one.hard) {
        return Ok(());
    }
    feasible::spread_violation(row.shadow, bound.pod.workload, bound.on).map_or(Ok(()), Err)
}

/// KC-15.
pub(super) fn daemon_pods_go_to_their_node(row: &BoundRow<'_>) -> Said {
    let pinned = row.state.pod.pinned;
    let there = pinned.is_none_or(|pinned| pinned == row.state.on);
    ensure(there, || format!("it was meant for {pinned:?}"))
}

/// KC-13: do selector, affinity or a `NoExecute` taint keep the workload's daemon Pods off the node?
pub(super) fn is_not_for(shadow: &Shadow<'_>, id: NodeId, workload: WorkloadId) -> bool {
    let wants = &shadow.plan.workloads[workload];
    !feasible::selects(shadow, wants, id) || expels(shadow.plan, shadow.node(id), workload)
}

/// KT-12: does the node have a `NoExecute` taint that the workload's Pods don't tolerate?
pub(super) fn expels(plan: &Plan, node: &ShadowNode, workload: WorkloadId) -> bool {
    let wants = &plan.workloads[workload];
    let mut left = feasible::untolerated(plan, wants, node);
    wants.kind != WorkloadKind::Mirror && left.any(|taint| taint.effect == Effect::NoExecute)
}

/// KT-12: how long a Pod of the workload stays on an unreachable node, unless forever.
pub(super) fn missed_for(plan: &Plan, workload: WorkloadId) -> Option<SimSpan> {
    let wants = &plan.workloads[workload];
    if matches!(wants.kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror) {
        return None;
    }
    let taint =
        Taint { key: plan.keys.unreachable, value: plan.keys.empty, effect: Effect::NoExecute };
    let mut own = wants.tolerations.iter();
    match own.find(|one| feasible::tolerates_taint(plan, one, &taint)) {
        Some(one) => one.lasts,
        None => Some(SimSpan::from_secs(300)),
    }
}

/// KT-12: how long a Pod of the workload tolerates a `NoExecute` taint of the node, unless forever.
pub(super) fn tolerated_for(
    plan: &Plan,
    node: &ShadowNode,
    workload: WorkloadId,
) -> Option<SimSpan> {
    let wants = &plan.workloads[workload];
    let taints = plan.templates[node.template].taints.iter();
    let executing = taints.filter(|taint| taint.effect == Effect::NoExecute);
    let first = executing.filter_map(|taint| {
        let mut own = wants.tolerations.iter();
        own.find(|one| feasible::tolerates_taint(plan, one, taint))
    });
    first.filter_map(|one| one.lasts).min()
}
