//! Where Pods may be bound: checked again for each binding.

use super::{RowCx, Said, ensure, feasible, pod_name};
use crate::shadow::{Life, Shadow, ShadowNode, ShadowPod};
use base::{NodeId, SimSpan, WorkloadId};
use model::selector::{Effect, Taint};
use model::{Plan, Workload, WorkloadKind};
use trace::{Change, Subject};

struct Bound<'a> {
    pod: &'a ShadowPod,
    wants: &'a Workload,
    id: NodeId,
    node: &'a ShadowNode,
}

fn bound<'a>(row: &'a RowCx<'_>) -> Option<Bound<'a>> {
    let (Subject::Pod(pod), Change::PodBound { node: id, .. }) =
        (row.record.subject, row.record.change)
    else {
        return None;
    };
    let (pod, node) = (row.shadow.pod(pod), row.shadow.node(id));
    let wants = &row.plan.workloads[pod.workload];
    Some(Bound { pod, wants, id, node })
}

/// A Pod is on the list of its node and of no other.
pub(super) fn no_pod_is_on_two_nodes(row: &RowCx<'_>) -> Said {
    let Subject::Pod(id) = row.record.subject else {
        return Ok(());
    };
    let on = row.shadow.nodes.iter().filter(|node| node.pods.contains(&id)).count();
    let pod = row.shadow.pod(id);
    let wanted =
        matches!(pod.life, Life::Starting | Life::Running { .. } | Life::Terminating { .. });
    ensure(on == usize::from(wanted), || format!("{} is on {on} nodes", pod_name(row.shadow, id)))
}

/// KS-07: no Pod is bound to a node that is down, or cordoned unless it tolerates that.
pub(super) fn nodes_take_pods_only_when_up_and_open(row: &RowCx<'_>) -> Said {
    bound(row).map_or(Ok(()), |bound| {
        let open = feasible::open(row.plan, bound.wants, bound.node);
        ensure(open, || {
            format!(
                "{} is {:?}, cordoned {}",
                feasible::host(row.shadow, bound.id),
                bound.node.vm,
                bound.node.cordoned
            )
        })
    })
}

/// KS-12: requests never exceed what a node has.
pub(super) fn capacity_is_never_exceeded(row: &RowCx<'_>) -> Said {
    bound(row).map_or(Ok(()), |bound| {
        let short = feasible::short_of(row.plan, bound.wants, bound.node);
        short.map_or(Ok(()), |what| {
            Err(format!("{} is short of {what}", feasible::host(row.shadow, bound.id)))
        })
    })
}

/// KS-08.
pub(super) fn taints_are_tolerated(row: &RowCx<'_>) -> Said {
    bound(row).map_or(Ok(()), |bound| {
        let taint = feasible::untolerated(row.plan, bound.wants, bound.node).next();
        taint.map_or(Ok(()), |taint| {
            Err(format!("{} is not tolerated", row.plan.symbols.text(taint.key)))
        })
    })
}

/// KS-09.
pub(super) fn selectors_and_affinity_match(row: &RowCx<'_>) -> Said {
    bound(row).map_or(Ok(()), |bound| {
        let selected = feasible::selects(row.shadow, bound.wants, bound.id);
        ensure(selected, || format!("{} is not selected", feasible::host(row.shadow, bound.id)))
    })
}

/// KS-13.
pub(super) fn hard_spread_is_kept(row: &RowCx<'_>) -> Said {
    let hard = |bound: &Bound<'_>| bound.wants.spread.iter().any(|one| one.hard);
    bound(row).filter(hard).map_or(Ok(()), |bound| {
        feasible::spread_violation(row.shadow, bound.pod.workload, bound.id).map_or(Ok(()), Err)
    })
}

/// KC-15.
pub(super) fn daemon_pods_go_to_their_node(row: &RowCx<'_>) -> Said {
    bound(row).map_or(Ok(()), |bound| {
        let there = bound.pod.pinned.is_none_or(|pinned| pinned == bound.id);
        ensure(there, || format!("it was meant for {:?}", bound.pod.pinned))
    })
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
