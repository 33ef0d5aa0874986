//! Events happen at the instants that earlier rows predicted.

use super::{RowCx, Said, ensure, node_name, pod_name};
use crate::shadow::{Deadline, Vm};
use trace::{Change, Subject};

/// Nothing of a kind is overdue.
pub(super) fn in_time(row: &RowCx<'_>, is_of_kind: fn(Deadline) -> bool) -> Said {
    match row.overdue.filter(|due| is_of_kind(*due)) {
        Some(due) => Err(said_of(row, due)),
        None => Ok(()),
    }
}

/// What is overdue, in words.
fn said_of(row: &RowCx<'_>, due: Deadline) -> String {
    let node = |id| node_name(row.plan, id);
    let pod = |id| pod_name(row.shadow, id);
    match due {
        // KT-05: a Pod ends at the latest at the end of its grace period.
        Deadline::PodEnds(id) => format!("{} is still there", pod(id)),
        Deadline::PodStarts(id) | Deadline::PodReady(id) => format!("{} has not started", pod(id)),
        // KT-24, KT-25, KT-27: nothing of a container that fails is late.
        Deadline::ContainerEnds(id) | Deadline::Restarts(id) => {
            format!("{} was to go on: {:?}", pod(id), row.overdue)
        }
        Deadline::WorkDone(id) => format!("{} has done its work", pod(id)),
        Deadline::VmReady(id) | Deadline::VmGone(id) => format!("{} is late", node(id)),
        // AM-39: a slot drains its node when the cordon's time is over.
        Deadline::DrainStarts(id) => format!("{} is not drained yet", node(id)),
        // SU-07, KD-10: no drain continues after its limit.
        Deadline::DrainLimit(id) => format!("{} still drains", node(id)),
        // KD-09, KD-11, AM-64: a drain ends when its last Pod is gone.
        Deadline::DrainOver(id) => format!("{} still drains, and its Pods are gone", node(id)),
        // AM-64: a phase ends when its condition is met, and a soak when it is over.
        Deadline::PhaseEnds(id) | Deadline::SoakEnds(id) => {
            format!("{} still waits: {:?}", row.plan.pools[id].name, row.overdue)
        }
        // AM-64, AM-65: a blue or green VM to be deleted is deleted when its last Pod is gone.
        Deadline::Deletes(id) => format!("{} is still there", node(id)),
        // KC-17: a Job fails at its deadline.
        Deadline::JobFails(id) => format!("{} goes on", row.plan.workloads[id].name),
        Deadline::Lost(id) | Deadline::Back(id) | Deadline::LifeOver(id) => {
            format!("{} waits: {:?}", node(id), row.overdue)
        }
        Deadline::Replica => "the control plane is late".to_owned(),
    }
}

/// KT-01, KT-03: containers start and become ready as predicted.
pub(super) fn pods_start_when_said(row: &RowCx<'_>) -> Said {
    in_time(row, |due| matches!(due, Deadline::PodStarts(_) | Deadline::PodReady(_)))?;
    let Subject::Pod(pod) = row.record.subject else {
        return Ok(());
    };
    let due = |due: Deadline| row.shadow.due_of(due);
    let wanted = match row.record.change {
        Change::PodStarted { .. } | Change::PodReady if row.slug == "pod/container-restarts" => {
            due(Deadline::Restarts(pod))
        }
        Change::PodStarted { .. } => due(Deadline::PodStarts(pod)),
        Change::PodReady => due(Deadline::PodStarts(pod)).or_else(|| due(Deadline::PodReady(pod))),
        _ => return Ok(()),
    };
    ensure(wanted == Some(row.record.at), || format!("it was due at {wanted:?}"))
}

/// AM-39: VMs boot and are deleted as predicted.
pub(super) fn vms_come_and_go_when_said(row: &RowCx<'_>) -> Said {
    in_time(row, |due| matches!(due, Deadline::VmReady(_) | Deadline::VmGone(_)))?;
    let due = match (row.record.subject, row.record.change) {
        (Subject::Node(node), Change::NodeReady) => Deadline::VmReady(node),
        // Only a waiting request existed (BG-34).
        (Subject::Node(node), Change::NodeGone) if row.shadow.node(node).vm == Vm::Off => {
            return Ok(());
        }
        (Subject::Node(node), Change::NodeGone) => Deadline::VmGone(node),
        _ => return Ok(()),
    };
    let wanted = row.shadow.due_of(due);
    ensure(wanted == Some(row.record.at), || format!("it was due at {wanted:?}"))
}

/// KT-11, AM-43, AM-42, AM-69: failures are detected, hosts return, lives end and replicas finish when due.
pub(super) fn machines_keep_their_times(row: &RowCx<'_>) -> Said {
    in_time(row, |due| {
        let of_node = matches!(due, Deadline::Lost(_) | Deadline::Back(_) | Deadline::LifeOver(_));
        of_node || due == Deadline::Replica
    })?;
    let due = match (row.record.subject, row.record.change) {
        (Subject::Node(node), Change::NodeLost) => Deadline::Lost(node),
        (Subject::Node(node), Change::NodeRecovered) => Deadline::Back(node),
        (Subject::Node(node), Change::NodeShutDown { .. })
            if row.slug == "short-lived/life-over" =>
        {
            Deadline::LifeOver(node)
        }
        (_, Change::ControlPlaneDone | Change::ControlPlaneBack) => Deadline::Replica,
        (_, Change::ReplicaStarted { replica, .. }) if replica > 0 => Deadline::Replica,
        _ => return Ok(()),
    };
    let wanted = row.shadow.due_of(due);
    // Nothing is detected while the control plane is down.
    let then = row.shadow.control_plane.answers_since == Some(row.record.at);
    let late = then && wanted.is_some_and(|wanted| wanted <= row.record.at);
    ensure(wanted == Some(row.record.at) || late, || format!("it was due at {wanted:?}"))
}
