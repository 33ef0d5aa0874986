//! What a row says of a later instant happens then.

use super::{Row, Said, ensure, node_name, pod_name};
use crate::shadow::Due;
use nodetide::trace::{Change, Subject};

/// KT-05: a Pod is gone at the latest when its grace is over.
pub(super) fn no_pod_outlives_its_grace(row: &Row<'_>) -> Said {
    match row.overdue {
        Some(Due::PodEnds(pod)) => Err(format!("{} is still there", pod_name(row.shadow, pod))),
        _ => Ok(()),
    }
}

/// KT-01, KT-03: containers start and are ready when their rows said.
pub(super) fn pods_start_when_said(row: &Row<'_>) -> Said {
    if let Some(Due::PodStarts(pod) | Due::PodReady(pod)) = row.overdue {
        return Err(format!("{} has not started", pod_name(row.shadow, pod)));
    }
    let Subject::Pod(pod) = row.record.subject else {
        return Ok(());
    };
    let due = |due: Due| row.shadow.due_of(due);
    let wanted = match row.record.change {
        Change::PodStarted { .. } => due(Due::PodStarts(pod)),
        Change::PodReady => due(Due::PodStarts(pod)).or_else(|| due(Due::PodReady(pod))),
        _ => return Ok(()),
    };
    ensure(wanted == Some(row.record.at), || {
        format!("it was due at {wanted:?}")
    })
}

/// AM-39: VMs boot and go when their rows said.
pub(super) fn vms_come_and_go_when_said(row: &Row<'_>) -> Said {
    if let Some(Due::VmReady(node) | Due::VmGone(node)) = row.overdue {
        return Err(format!("{} is late", node_name(row.plan, node)));
    }
    let Subject::Node(node) = row.record.subject else {
        return Ok(());
    };
    let due = match row.record.change {
        Change::NodeReady => Due::VmReady(node),
        Change::NodeGone => Due::VmGone(node),
        _ => return Ok(()),
    };
    let wanted = row.shadow.due_of(due);
    ensure(wanted == Some(row.record.at), || {
        format!("it was due at {wanted:?}")
    })
}

/// AM-39: a slot drains its node when the time of the cordon is over.
pub(super) fn drains_follow_their_cordon(row: &Row<'_>) -> Said {
    match row.overdue {
        Some(Due::DrainStarts(node)) => {
            Err(format!("{} is not drained yet", node_name(row.plan, node)))
        }
        _ => Ok(()),
    }
}

/// KC-17: a Job fails when it has taken as long as it may.
pub(super) fn jobs_end_at_their_deadline(row: &Row<'_>) -> Said {
    match row.overdue {
        Some(Due::JobFails(id)) => Err(format!("{} goes on", row.plan.workloads[id].name)),
        _ => Ok(()),
    }
}

/// SU-07, KD-10: no drain goes on after its limit.
pub(super) fn drains_end_at_their_limit(row: &Row<'_>) -> Said {
    match row.overdue {
        Some(Due::DrainLimit(node)) => Err(format!("{} still drains", node_name(row.plan, node))),
        _ => Ok(()),
    }
}

/// AM-64: a phase ends when what it waits for has come, and a soak when it is over.
pub(super) fn phases_and_soaks_end_when_said(row: &Row<'_>) -> Said {
    match row.overdue {
        Some(Due::PhaseEnds(pool) | Due::SoakEnds(pool)) => {
            let name = &row.plan.pools[pool].name;
            Err(format!("{name} still waits: {:?}", row.overdue))
        }
        _ => Ok(()),
    }
}

/// AM-64, AM-65: a blue or green VM that is to go does so when its last Pod is gone.
pub(super) fn drained_nodes_go_at_once(row: &Row<'_>) -> Said {
    match row.overdue {
        Some(Due::Deletes(node)) => Err(format!("{} is still there", node_name(row.plan, node))),
        _ => Ok(()),
    }
}
