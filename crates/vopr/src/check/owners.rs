//! Controllers: never more Pods than wanted.

use super::{PodRow, RowCx, Said, ensure, feasible, pod_name};
use crate::shadow::{Deadline, Life, ShadowPod};
use base::{PodId, SimSpan, SimTime, WorkloadId};
use model::WorkloadKind;
use model::workload::OnDisruption;
use trace::{Blocker, Change, Subject};

fn created(row: &RowCx<'_>) -> Option<(WorkloadId, u32, WorkloadKind)> {
    match (row.record.subject, row.record.change) {
        (Subject::Pod(_), Change::PodCreated { workload, place }) => {
            Some((workload, place, row.plan.workloads[workload].kind))
        }
        _ => None,
    }
}

/// KC-01: at most the wanted number of active Pods.
pub(super) fn never_more_pods_than_replicas(row: &RowCx<'_>) -> Said {
    let Some((id, _, kind)) = created(row) else {
        return Ok(());
    };
    if kind.has_ordinals() || matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Job { .. }) {
        return Ok(());
    }
    let (active, wanted) = (row.shadow.active(id), row.shadow.wanted(id));
    ensure(active < wanted, || format!("{active} of {wanted} Pods, and one more"))
}

/// KC-09, KC-10: a name is free when its Pod is gone; `OrderedReady` waits for all lower ordinals.
pub(super) fn ordinals_are_unique_and_in_order(row: &RowCx<'_>) -> Said {
    let Some((id, ordinal, kind)) = created(row).filter(|(_, _, kind)| kind.has_ordinals()) else {
        return Ok(());
    };
    let parallel = kind != WorkloadKind::StatefulSet { parallel: false };
    let replicas = row.shadow.replicas[id];
    ensure(ordinal < replicas, || format!("ordinal {ordinal} of {replicas}"))?;
    let of = |number: u32| row.shadow.pods_of(id).find(|(_, pod)| pod.number == number);
    ensure(of(ordinal).is_none(), || format!("ordinal {ordinal} exists"))?;
    let min_ready = row.plan.workloads[id].min_ready;
    let available = |number: &u32| {
        let pod = of(*number).map(|(_, pod)| pod).filter(|pod| pod.ready());
        pod.is_some_and(|pod| {
            pod.ready_since.is_none_or(|since| since + min_ready <= row.record.at)
        })
    };
    let first = (0..ordinal).find(|number| !available(number));
    ensure(parallel || first.is_none(), || {
        format!("ordinal {ordinal} before {first:?} is available")
    })
}

/// KC-13, KC-15: one Pod of a DaemonSet per eligible node.
pub(super) fn one_daemon_pod_a_node(row: &RowCx<'_>) -> Said {
    let Some((id, place, WorkloadKind::DaemonSet)) = created(row) else {
        return Ok(());
    };
    let Some(node) = place.checked_sub(1).map(base::NodeId) else {
        return Err("it is for no node".to_owned());
    };
    let there = row.shadow.pods_of(id).any(|(_, pod)| pod.pinned.or(pod.on) == Some(node));
    ensure(!there, || "the node has one".to_owned())?;
    let (wants, state) = (&row.plan.workloads[id], row.shadow.node(node));
    ensure(state.up(), || "the node is not up".to_owned())?;
    let wanted = feasible::selects(row.shadow, wants, node)
        && feasible::untolerated(row.plan, wants, state).next().is_none();
    ensure(wanted, || "it is not for this node".to_owned())
}

/// KC-16, KC-17: parallelism, completions, backoff and the limit of failures.
pub(super) fn jobs_keep_their_bounds(row: &RowCx<'_>) -> Said {
    let Some((id, _, WorkloadKind::Job { replace_when_failed, .. })) = created(row) else {
        return Ok(());
    };
    let most = row.shadow.job_wants(id).unwrap_or(0);
    let leaving =
        row.shadow.pods_of(id).filter(|(_, pod)| matches!(pod.life, Life::Terminating { .. }));
    let leaving = if replace_when_failed { leaving.count() as u32 } else { 0 };
    let there = row.shadow.active(id) + leaving;
    ensure(there < most, || format!("{there} of {most} Pods, and one more"))?;
    let job = row.shadow.jobs[id];
    ensure(!job.failed, || "the Job has failed".to_owned())?;
    let wait = match job.in_a_row {
        0 => SimSpan::ZERO,
        failures => SimSpan::from_secs((10_i64 << (failures - 1).min(6)).min(600)),
    };
    let over = job.last.is_none_or(|last| row.record.at >= last + wait);
    ensure(over, || format!("{} s of back-off after failure {}", wait.secs(), job.failures))
}

/// KC-17: of too many failures, by its policy, or at its deadline.
pub(super) fn jobs_fail_for_a_reason(row: &RowCx<'_>) -> Said {
    let (Subject::Workload(id), Change::Blocked { by }) = (row.record.subject, row.record.change)
    else {
        return Ok(());
    };
    let WorkloadKind::Job { backoff_limit, disrupted, .. } = row.plan.workloads[id].kind else {
        return Ok(());
    };
    let job = row.shadow.jobs[id];
    let (at, last) = (row.record.at, job.last);
    let just = last == Some(at) || (last.is_none() && at == SimTime::ZERO);
    let holds = match by {
        Blocker::BackoffLimit { failures } => {
            just && failures == job.failures && failures > backoff_limit
        }
        Blocker::FailurePolicy => job.disrupted == Some(at) && disrupted == OnDisruption::FailsJob,
        Blocker::Deadline { .. } => {
            row.shadow.due_of(Deadline::JobFails(id)) == Some(row.record.at)
        }
        _ => true,
    };
    ensure(holds && !job.failed, || format!("{by:?} after {} failures", job.failures))
}

/// KC-04: a Pod that has no node, does not run, is not ready or is cheaper goes first.
pub(super) fn the_cheapest_pods_go(row: &PodRow<'_>) -> Said {
    let (shadow, id, workload) = (row.shadow, row.id, row.state.workload);
    // If all are deleted there is no choice.
    let all = shadow.wanted(workload) == 0;
    if row.slug != "workload/scale-down" || all || shadow.kind_of(id).has_ordinals() {
        return Ok(());
    }
    let key = |id: PodId, pod: &ShadowPod| {
        let runs = matches!(pod.life, Life::Running { .. });
        let (cost, _) = row.plan.scale_down.of(id, workload);
        (pod.life != Life::Pending, runs, pod.ready(), cost)
    };
    let own = key(id, row.state);
    let mut others = shadow.pods_of(workload).filter(|(_, pod)| pod.active());
    let first = others.find(|(id, pod)| key(*id, pod) < own);
    ensure(first.is_none(), || {
        format!("{:?} comes first", first.map(|(id, _)| pod_name(shadow, id)))
    })
}

/// KD-13, KC-19: a Pod without a controller is not recreated.
pub(super) fn bare_pods_do_not_come_back(row: &RowCx<'_>) -> Said {
    created(row).map_or(Ok(()), |(_, _, kind)| {
        ensure(kind.replaces(), || format!("{kind:?} brings nothing back"))
    })
}
