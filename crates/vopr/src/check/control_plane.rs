//! The control plane, and script entries that wait for a phase.

use super::{RowCx, Said, ensure};
use crate::run::FinishedRun;
use crate::shadow::policy::brings;
use crate::shadow::{Shadow, Vm};
use model::{Command, RunState, Version};
use trace::{Change, Refusal, Subject};

fn at_work(run: RunState) -> bool {
    matches!(
        run,
        RunState::Running
            | RunState::WaitingForResources
            | RunState::Cancelling
            | RunState::RollingBack
    )
}

/// BS-06: is the version more than one minor ahead of the control plane?
fn skips(shadow: &Shadow<'_>, to: Version) -> bool {
    let now = shadow.control_plane.version;
    now.is_some_and(|now| now.major == to.major && now.minor + 1 < to.minor)
}

/// BS-02, BS-06, AM-70: the control plane goes first, by one minor version, and an automatic upgrade of it not too far. It waits for those of nodes that are
/// at work, none of those starts or resumes meanwhile, and an automatic one brings no version that the control plane has not reached.
pub(super) fn the_control_plane_goes_first(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    match (row.record.subject, row.record.change) {
        (Subject::Cluster, Change::ControlPlaneStarted { entry }) => {
            if let Some(to) = brings(row.plan, entry) {
                ensure(!skips(shadow, to), || format!("to {to:?} at once"))?;
                let command = &row.plan.script[entry as usize].command;
                let manual = Command::UpgradeControlPlane { version: to, automatic: false };
                let mut nodes = shadow.nodes.values().filter(|node| node.vm != Vm::Gone);
                let behind = nodes.any(|node| {
                    let version = row.plan.templates[node.template].version;
                    version.is_some_and(|is| is.major == to.major && is.minor + 2 < to.minor)
                });
                ensure(!behind || *command == manual, || {
                    format!("to {to:?}, and nodes are older")
                })?;
            }
            let busy = row.plan.pools.ids().find(|id| at_work(shadow.pool(*id).run));
            ensure(busy.is_none() && shadow.control_plane.replica.is_none(), || {
                format!("{:?} is being upgraded", busy.map(|id| &row.plan.pools[id].name))
            })
        }
        (Subject::Cluster, Change::Refused { why: Refusal::MinorsAhead }) => {
            let to = shadow.commanded.and_then(|entry| brings(row.plan, entry));
            ensure(to.is_some_and(|to| skips(shadow, to)), || format!("to {to:?}"))
        }
        (Subject::Pool(_), Change::UpgradeStarted { target, automatic, .. }) => {
            ensure(shadow.control_plane.replica.is_none(), || {
                "the control plane is being upgraded".to_owned()
            })?;
            let (target, now) = (row.plan.templates[target].version, shadow.control_plane.version);
            let ahead = target.zip(now).is_some_and(|(target, now)| target > now);
            ensure(!(automatic && ahead), || format!("to {target:?}, and it is at {now:?}"))
        }
        (Subject::Pool(_), Change::UpgradeResumed { .. }) => {
            ensure(shadow.control_plane.replica.is_none(), || {
                "the control plane is being upgraded".to_owned()
            })
        }
        _ => Ok(()),
    }
}

/// AM-69: replicas are upgraded one after the other; after the last one the control plane has the new version.
pub(super) fn replicas_come_in_their_turn(row: &RowCx<'_>) -> Said {
    let control_plane = row.shadow.control_plane;
    match row.record.change {
        Change::ReplicaStarted { replica, .. } => {
            let before = replica.checked_sub(1);
            ensure(control_plane.replica == before && replica < control_plane.replicas, || {
                format!(
                    "replica {replica} after {:?}, of {}",
                    control_plane.replica, control_plane.replicas
                )
            })
        }
        Change::ControlPlaneDone | Change::ControlPlaneBack => {
            ensure(control_plane.replica == Some(control_plane.replicas - 1), || {
                format!("after {:?} of {}", control_plane.replica, control_plane.replicas)
            })
        }
        _ => Ok(()),
    }
}

/// AM-69, MR-10: during its upgrade a zonal control plane is down: nothing is placed, created, evicted or deleted by a
/// controller, and no command of a user acts.
pub(super) fn the_api_is_down_meanwhile(row: &RowCx<'_>) -> Said {
    if !row.shadow.control_plane.is_down() {
        return Ok(());
    }
    let acts = match row.record.change {
        Change::PodCreated { .. }
        | Change::PodBound { .. }
        | Change::VolumeProvisioned { .. }
        | Change::VolumesAttached { .. }
        | Change::Nominated { .. }
        | Change::NodeLost
        | Change::UpgradeStarted { .. }
        | Change::Reshaped { .. }
        | Change::Resized { .. }
        | Change::SettingsSet { .. }
        | Change::ReplicasSet { .. }
        | Change::RolloutStarted { .. }
        | Change::ReplicaSetScaled { .. }
        | Change::ProgressDeadlineExceeded
        | Change::LimitSet { .. } => true,
        Change::DrainStarted { .. } => true,
        _ => matches!(
            row.slug,
            "drain/evict"
                | "drain/force"
                | "drain/pdb-timeout"
                | "drain/pdb-violation"
                | "autoscaled/violation"
                | "user/cordon"
                | "user/uncordon"
                | "workload/scale-down"
                | "gate/budget"
        ),
    };
    ensure(!acts, || "the control plane does not answer".to_owned())
}

/// An entry that waits for a phase or for other work acts once, at its delay after that began or ended.
pub(super) fn entries_act_in_their_phase(row: &RowCx<'_>) -> Said {
    let Change::Commanded { entry } = row.record.change else {
        return Ok(());
    };
    let item = &row.plan.script[entry as usize];
    let (since, delay) = match (item.phase, item.after) {
        (Some((pool, phase, delay)), _) => (row.shadow.entered.get(&(pool, phase)).copied(), delay),
        (None, Some((awaited, delay))) => (row.shadow.finished_work.since(awaited), delay),
        (None, None) => {
            return ensure(item.at == row.record.at, || format!("it was due at {}", item.at));
        }
    };
    ensure(since.map(|since| since + delay) == Some(row.record.at), || {
        format!("it waited for {since:?}")
    })?;
    ensure(!row.shadow.acted.contains(&entry), || "once more".to_owned())
}

/// Every entry whose phase began, or whose awaited work ended, has acted.
pub(super) fn no_entry_is_forgotten(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let mut entries = shadow.plan.script.iter().enumerate();
    let left = entries.find(|(entry, item)| {
        let due = match (item.phase, item.after) {
            (Some((pool, phase, _)), _) => shadow.entered.get(&(pool, phase)).is_some(),
            (None, Some((awaited, _))) => shadow.finished_work.since(awaited).is_some(),
            // A step is GKE's own.
            (None, None) => item.is_timed(),
        };
        due && !shadow.acted.contains(&(*entry as u32))
    });
    ensure(left.is_none(), || format!("{:?} has not acted", left.map(|(entry, _)| entry)))
}
