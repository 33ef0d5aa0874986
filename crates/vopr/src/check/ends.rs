//! Lives of Pods: their phases, why they end, and how long that may take.

use super::{PodRow, RowCx, Said, ensure};
use crate::shadow::{Deadline, Drain, Life, ShadowNode, ShadowPod, Vm};
use base::{PodId, SimSpan, SimTime};
use model::{AtLimit, Health, Workload, WorkloadKind};
use trace::{Change, Ending};

/// Pending, starting, running, terminating, gone; nothing comes back.
pub(super) fn pods_go_through_their_phases(row: &PodRow<'_>) -> Said {
    let (id, pod) = (row.id, row.state);
    let life = pod.life;
    let legal = match row.record.change {
        Change::PodBound { .. } => life == Life::Pending,
        Change::PodStarted { .. } => {
            matches!(life, Life::Starting | Life::Running { ready: false })
        }
        Change::ContainerExited { .. }
        | Change::ContainerKilled { .. }
        | Change::PodFinished { .. } => {
            let done = row.slug == "pod/work-done" && matches!(life, Life::Terminating { .. });
            done || matches!(life, Life::Running { .. })
        }
        Change::WorkLost { .. } => matches!(life, Life::Finished | Life::Gone),
        Change::PullFailed { .. } | Change::ImagePulled { .. } => life == Life::Starting,
        Change::VolumeProvisioned { .. } => life == Life::Pending,
        Change::VolumesAttached { .. } => life == Life::Starting,
        Change::PodReady => matches!(life, Life::Starting | Life::Running { ready: false }),
        Change::PodUnready => life == (Life::Running { ready: true }),
        Change::PodTerminating { .. } => {
            matches!(life, Life::Starting | Life::Running { .. } | Life::Terminating { .. })
        }
        Change::PodForced { .. } => !matches!(life, Life::Gone | Life::Finished | Life::Pending),
        Change::PodGone => life != Life::Gone,
        Change::Blocked { .. } => matches!(
            life,
            Life::Pending | Life::Starting | Life::Running { .. } | Life::Terminating { .. }
        ),
        Change::Unblocked => life != Life::Gone,
        Change::Nominated { .. } => life == Life::Pending,
        Change::NominationCleared => row.shadow.nominated.get(&id).is_some(),
        _ => false,
    };
    ensure(legal, || format!("{:?} of a Pod that is {life:?}", row.record.change))
}

/// Every Pod terminates or is deleted for a valid reason.
pub(super) fn every_end_has_its_reason(row: &PodRow<'_>) -> Said {
    let (id, pod) = (row.id, row.state);
    let ending = match row.record.change {
        Change::PodTerminating { ending, .. } => Some(ending),
        Change::PodForced { .. } | Change::PodGone => None,
        _ => return Ok(()),
    };
    let holds = match row.slug {
        "pod/gone" => its_time_is_over(row, id, pod),
        "pod/deletion-shortened" => match (pod.life, row.record.change) {
            (Life::Terminating { until }, Change::PodTerminating { gone_after_s, .. }) => {
                row.record.at + SimSpan::from_secs(i64::from(gone_after_s)) < until
            }
            _ => false,
        },
        "place/preempt" => ending == Some(Ending::Preempted),
        slug if slug.starts_with("drain/")
            || matches!(
                slug,
                "blue-green/delete-pod" | "autoscaler/force" | "autoscaled/violation"
            ) =>
        {
            a_drain_ends_it(row, id, pod, ending)
        }
        slug if slug.starts_with("workload/") => a_controller_ends_it(row, pod),
        _ => its_node_ends_it(row, pod),
    };
    ensure(holds, || format!("no reason to end while {:?}", pod.life))
}

/// Is the grace period of a terminating Pod over, or the work of a finished one?
fn its_time_is_over(row: &RowCx<'_>, id: PodId, pod: &ShadowPod) -> bool {
    let (shadow, at) = (row.shadow, row.record.at);
    match pod.life {
        // AM-43: if its grace period was already over, only the return of its host is a reason.
        Life::Terminating { until } => {
            until == at || until < at && shadow.due_of(Deadline::PodEnds(id)) == Some(at)
        }
        // AM-101: it had a deletion timestamp when its work was done.
        Life::Finished => {
            let done = shadow.work.get(&id).and_then(|one| one.ended);
            pod.ended.is_some() && done == Some(at)
        }
        _ => false,
    }
}

/// Does a drain of its node have a reason to evict, delete or force out the Pod?
fn a_drain_ends_it(row: &RowCx<'_>, id: PodId, pod: &ShadowPod, ending: Option<Ending>) -> bool {
    let (shadow, at) = (row.shadow, row.record.at);
    let node = pod.on.map(|node| shadow.node(node));
    let drain = node.and_then(|node| node.drain.as_ref());
    let of_drain = drain.is_some_and(|drain| drain.selected.contains(&id));
    match row.slug {
        "drain/evict" => of_drain && ending.is_none_or(|ending| ending == Ending::Evicted),
        "drain/delete" => of_drain && drain.is_some_and(|drain| drain.forces && drain.since == at),
        "blue-green/delete-pod" => {
            let deletes = drain.is_some_and(|drain| drain.deletes && drain.since == at);
            of_drain && deletes && ending == Some(Ending::Deleted)
        }
        "drain/remove-finished" => {
            pod.life == Life::Finished && (of_drain || drain.is_some_and(|drain| drain.since == at))
        }
        "drain/pdb-timeout" | "drain/pdb-violation" | "autoscaled/violation" => {
            let budgets = !row.plan.workloads[pod.workload].budgets.is_empty();
            let due = node.and_then(|node| pdb_timeout(row, node));
            // AM-69: it waits for the control plane.
            let answers = shadow.control_plane.answers_since == Some(at);
            let late = due.is_some_and(|due| due == at || answers && due < at);
            let deletes = drain.is_some_and(|drain| drain.at_limit == AtLimit::Deletes);
            let own = match row.slug {
                "drain/pdb-violation" => !deletes,
                "autoscaled/violation" => deletes,
                _ => true,
            };
            of_drain && late && budgets && own && ending == Some(Ending::DeletedAtLimit)
        }
        "drain/force" | "autoscaler/force" => {
            let forces = drain
                .is_some_and(|drain| (drain.forces || drain.shrinks) && drain.limit == Some(at));
            of_drain && forces && matches!(row.record.change, Change::PodForced { .. })
        }
        _ => false,
    }
}

/// Does the controller of the Pod have one too many, or is the Pod's place no longer wanted?
fn a_controller_ends_it(row: &RowCx<'_>, pod: &ShadowPod) -> bool {
    let shadow = row.shadow;
    let kind = row.plan.workloads[pod.workload].kind;
    match row.slug {
        "workload/scale-down" => {
            let replicas = shadow.wanted(pod.workload);
            match kind.has_ordinals() {
                true => pod.number >= replicas || pod.life == Life::Finished,
                false => shadow.active(pod.workload) > replicas,
            }
        }
        "workload/job-surplus" => {
            let wants = shadow.job_wants(pod.workload);
            wants.is_some_and(|wants| shadow.active(pod.workload) > wants)
        }
        "workload/job-cleans" => shadow.jobs[pod.workload].failed,
        "workload/daemon-finished" => kind == WorkloadKind::DaemonSet && pod.life == Life::Finished,
        "workload/daemon-leaves" => {
            let meant = pod.pinned.or(pod.on);
            kind == WorkloadKind::DaemonSet
                && meant.is_some_and(|node| super::places::is_not_for(shadow, node, pod.workload))
        }
        _ => false,
    }
}

/// Does the node of the Pod shut down or no longer exist, or have a taint that the Pod doesn't tolerate?
fn its_node_ends_it(row: &RowCx<'_>, pod: &ShadowPod) -> bool {
    let (plan, shadow, at) = (row.plan, row.shadow, row.record.at);
    let node = pod.on.map(|node| shadow.node(node));
    let workload = &plan.workloads[pod.workload];
    let daemon = matches!(workload.kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror);
    match row.slug {
        "node/takes-pods" => {
            let pinned = pod.pinned.map(|node| shadow.node(node));
            node.or(pinned).is_some_and(|node| matches!(node.vm, Vm::Off | Vm::Gone))
        }
        "node/shuts-down-pod" => {
            let grace = workload.grace.min(plan.spot_grace);
            let shut = node.and_then(|node| node.shut);
            !daemon && shut.is_some_and(|since| at <= since + grace)
        }
        "host/ends-pod" => {
            let down =
                |node: &ShadowNode| node.health == Health::Down && node.failed_at == Some(at);
            !daemon && node.is_some_and(down)
        }
        "repair/ends-pod" => !daemon && node.is_some_and(|node| !node.kubelet_acts()),
        "node/taint-expels" => {
            node.is_some_and(|node| super::places::expels(plan, node, pod.workload))
        }
        "node/toleration-ends" => node.is_some_and(|node| {
            let lasts = super::places::tolerated_for(plan, node, pod.workload);
            let since = pod.bound.unwrap_or(SimTime::ZERO);
            let lost = node.lost_at.is_some_and(|since| {
                let lasts = super::places::missed_for(plan, pod.workload);
                lasts.is_some_and(|lasts| at >= since + lasts)
            });
            lost || lasts.is_some_and(|lasts| at >= since + lasts)
        }),
        _ => false,
    }
}

/// BS-11, AM-62: when Pods are deleted although their budget refuses.
fn pdb_timeout(row: &RowCx<'_>, node: &ShadowNode) -> Option<SimTime> {
    let limits = row.plan.pools[node.pool].drain;
    let drain = node.drain.as_ref()?;
    // AM-76: an hour, or the pool's own limit; it stops in a pause (AM-79).
    if drain.at_limit == AtLimit::Deletes {
        return drain.limit;
    }
    let drain = Some(drain).filter(|drain| drain.forces)?;
    let split = limits.pdb_timeout.is_some() || limits.grace.is_some();
    let timeout = limits.pdb_timeout.unwrap_or(SimSpan::from_secs(3600));
    split.then(|| drain.since + timeout)
}

/// KT-05, KE-11, BS-11: no Pod gets more time than its grace period, and less only if its containers need less.
pub(super) fn graces_are_respected(row: &PodRow<'_>) -> Said {
    let Change::PodTerminating { gone_after_s, ending } = row.record.change else {
        return Ok(());
    };
    let (id, pod) = (row.id, row.state);
    let workload = &row.plan.workloads[pod.workload];
    let node = pod.on.map(|node| row.shadow.node(node));
    let drain = node.and_then(|node| Some((node, node.drain.as_ref()?)));
    let deletes = matches!(row.slug, "blue-green/delete-pod" | "autoscaled/violation");
    let by_drain = row.slug.starts_with("drain/") || deletes;
    let of_drain = drain.filter(|(_, drain)| by_drain && drain.selected.contains(&id));
    let grace = of_drain
        .map_or(workload.grace, |(node, drain)| grace_in(row, workload, node, drain, ending));
    let (shadow, at) = (row.shadow, row.record.at);
    let own = shadow.ends_by_itself(id, at);
    let grace = own.map_or(grace, |own| own.min(grace));
    let works_on = shadow.ignores[pod.workload];
    let work = shadow.work.get(&id).filter(|_| works_on);
    let left = work.and_then(|one| Some(one.length? - one.reached(at)));
    let grace = left.map_or(grace, |left| grace.min(left));
    let drawn = work.is_some_and(|one| one.length.is_none());
    let said = SimSpan::from_secs(i64::from(gone_after_s));
    if row.slug == "pod/deletion-shortened" {
        return Ok(());
    }
    ensure(said <= grace, || format!("{} s of grace, which is {} s", gone_after_s, grace.secs()))?;
    let whole = row.shadow.ignores[pod.workload];
    ensure(!whole || drawn || said == grace, || {
        format!("only {gone_after_s} s of {} s of grace", grace.secs())
    })
}

/// The time that a drain gives a Pod: its own grace period, up to the pool's limit; an eviction may set its own.
fn grace_in(
    row: &RowCx<'_>,
    workload: &Workload,
    node: &ShadowNode,
    drain: &Drain,
    ending: Ending,
) -> SimSpan {
    let limits = row.plan.pools[node.pool].drain;
    let split = limits.pdb_timeout.is_some() || limits.grace.is_some();
    let mut grace = workload.grace;
    if drain.shrinks {
        // AM-104: what the whole drain may take.
        return drain.limit.map_or(grace, |limit| grace.min(limit - drain.since));
    }
    if drain.deletes {
        // BG-33; AM-62: the pool's own limits don't apply.
        return grace.min(SimSpan::from_secs(3600));
    }
    if drain.at_limit == AtLimit::Deletes {
        // AB-13, AM-62.
        let day = SimSpan::from_secs(86_400);
        return grace.min(limits.grace.map_or(day, |own| own.min(day)));
    }
    if drain.at_limit == AtLimit::Leaves {
        grace = grace.min(limits.grace.unwrap_or(grace));
    }
    if split && drain.forces {
        grace = grace.min(limits.grace.unwrap_or(SimSpan::from_secs(3600)));
    }
    match ending {
        Ending::Evicted => drain.options.grace.unwrap_or(grace),
        Ending::Deleted | Ending::DeletedAtLimit | Ending::Preempted => grace,
    }
}

/// KE-13: a Pod that was terminating when a drain began ends by the end of the drain's grace period.
pub(super) fn a_second_deletion_shortens_the_grace(row: &PodRow<'_>) -> Said {
    let Change::PodGone = row.record.change else {
        return Ok(());
    };
    let (id, pod) = (row.id, row.state);
    let node = pod.on.map(|node| row.shadow.node(node));
    let Some((node, drain)) = node.and_then(|node| Some((node, node.drain.as_ref()?))) else {
        return Ok(());
    };
    let before = pod.ended.is_some_and(|ended| ended < drain.since) && node.kubelet_acts();
    if !before || !drain.selected.contains(&id) {
        return Ok(());
    }
    let workload = &row.plan.workloads[pod.workload];
    let grace = match drain.deletes {
        // AM-64: its own end, within the hour of phase 5.
        true => SimSpan::from_secs(3600),
        false => grace_in(row, workload, node, drain, Ending::Evicted),
    };
    // Its kubelet may have been down when the grace period ended.
    let until = (drain.since + grace).max(node.back_at.unwrap_or(SimTime::ZERO));
    ensure(row.record.at <= until, || format!("the drain has let it until {until}"))
}
