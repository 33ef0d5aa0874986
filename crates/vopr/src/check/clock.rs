//! Events happen at the instants that earlier rows predicted.

use super::{RowCx, Said, ensure, node_name, pod_name};
use crate::shadow::{Deadline, Vm};
use trace::{Change, Subject};

/// KT-05: a Pod ends at the latest at the end of its grace period.
pub(super) fn no_pod_outlives_its_grace(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::PodEnds(pod)) => {
            Err(format!("{} is still there", pod_name(row.shadow, pod)))
        }
        _ => Ok(()),
    }
}

/// KT-01, KT-03: containers start and become ready as predicted.
pub(super) fn pods_start_when_said(row: &RowCx<'_>) -> Said {
    if let Some(Deadline::PodStarts(pod) | Deadline::PodReady(pod)) = row.overdue {
        return Err(format!("{} has not started", pod_name(row.shadow, pod)));
    }
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
    if let Some(Deadline::VmReady(node) | Deadline::VmGone(node)) = row.overdue {
        return Err(format!("{} is late", node_name(row.plan, node)));
    }
    let Subject::Node(node) = row.record.subject else {
        return Ok(());
    };
    let due = match row.record.change {
        Change::NodeReady => Deadline::VmReady(node),
        // Only a waiting request existed (BG-34).
        Change::NodeGone if row.shadow.node(node).vm == Vm::Off => return Ok(()),
        Change::NodeGone => Deadline::VmGone(node),
        _ => return Ok(()),
    };
    let wanted = row.shadow.due_of(due);
    ensure(wanted == Some(row.record.at), || format!("it was due at {wanted:?}"))
}

/// AM-39: a slot drains its node when the cordon's time is over.
pub(super) fn drains_follow_their_cordon(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::DrainStarts(node)) => {
            Err(format!("{} is not drained yet", node_name(row.plan, node)))
        }
        _ => Ok(()),
    }
}

/// KC-17: a Job fails at its deadline.
pub(super) fn jobs_end_at_their_deadline(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::JobFails(id)) => Err(format!("{} goes on", row.plan.workloads[id].name)),
        _ => Ok(()),
    }
}

/// SU-07, KD-10: no drain continues after its limit.
pub(super) fn drains_end_at_their_limit(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::DrainLimit(node)) => {
            Err(format!("{} still drains", node_name(row.plan, node)))
        }
        _ => Ok(()),
    }
}

/// KD-09, KD-11, AM-64: a drain ends when its last Pod is gone.
pub(super) fn drains_end_with_their_last_pod(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::DrainOver(node)) => {
            let name = node_name(row.plan, node);
            Err(format!("{name} still drains, and its Pods are gone"))
        }
        _ => Ok(()),
    }
}

/// AM-64: a phase ends when its condition is met, and a soak when it is over.
pub(super) fn phases_and_soaks_end_when_said(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::PhaseEnds(pool) | Deadline::SoakEnds(pool)) => {
            let name = &row.plan.pools[pool].name;
            Err(format!("{name} still waits: {:?}", row.overdue))
        }
        _ => Ok(()),
    }
}

/// KT-11, AM-43, AM-42, AM-69: failures are detected, hosts return, lives end and replicas finish when due.
pub(super) fn machines_keep_their_times(row: &RowCx<'_>) -> Said {
    if let Some(Deadline::Lost(node) | Deadline::Back(node) | Deadline::LifeOver(node)) =
        row.overdue
    {
        let name = node_name(row.plan, node);
        return Err(format!("{name} waits: {:?}", row.overdue));
    }
    if row.overdue == Some(Deadline::Replica) {
        return Err("the control plane is late".to_owned());
    }
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

/// AM-64, AM-65: a blue or green VM to be deleted is deleted when its last Pod is gone.
pub(super) fn drained_nodes_go_at_once(row: &RowCx<'_>) -> Said {
    match row.overdue {
        Some(Deadline::Deletes(node)) => {
            Err(format!("{} is still there", node_name(row.plan, node)))
        }
        _ => Ok(()),
    }
}
