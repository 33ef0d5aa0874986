//! Volumes: Pods are in the zones of their disks, and wait for those that another node has.

use super::{BoundRow, PodRow, RowCx, Said, ensure, feasible, pod_name};
use crate::run::FinishedRun;
use crate::shadow::{Life, Shadow};
use base::SimSpan;
use trace::{Blocker, Change};

/// KS-39, KS-40: a Pod is bound in the zones of its disks, all of which exist by then.
pub(super) fn pods_are_where_their_disks_are(row: &BoundRow<'_>) -> Said {
    let (shadow, id, node) = (row.shadow, row.id, row.state.on);
    ensure(shadow.reaches_disks(id, node), || {
        format!("{} has its disks elsewhere", feasible::host(shadow, node))
    })?;
    let missing = shadow.claims(id).into_iter().find(|claim| shadow.disk(*claim).is_none());
    ensure(missing.is_none(), || format!("{missing:?} has no disk"))
}

/// KS-40: a disk is made once, where its class allows it: before a Pod has a node, in one zone or two.
pub(super) fn disks_are_made_once(row: &PodRow<'_>) -> Said {
    let Change::VolumeProvisioned { volume, zone, other } = row.record.change else {
        return Ok(());
    };
    let id = row.id;
    let (shadow, of) = (row.shadow, &row.plan.volumes[volume as usize]);
    let claim = shadow.claims(id).into_iter().find(|claim| claim.volume == volume);
    let new = claim.is_some_and(|claim| shadow.disk(claim).is_none());
    ensure(new, || format!("{claim:?} has a disk"))?;
    let both = of.allowed.contains(zone) && of.allowed.contains(other);
    ensure(both, || "its class doesn't allow the zone".to_owned())?;
    let choice = row.plan.zones.ids().filter(|zone| of.allowed.contains(*zone)).count();
    ensure((zone != other) == (of.regional && choice > 1), || format!("{zone:?} and {other:?}"))
}

/// KS-41: who waits for a disk is told which node has it, and starts no container before it is free.
pub(super) fn pods_wait_for_their_disks(row: &PodRow<'_>) -> Said {
    let id = row.id;
    let waits = row.shadow.waits_for_disk.contains(&id);
    let holders = || row.shadow.disk_holders(id, row.record.at);
    match row.record.change {
        Change::Blocked { by: Blocker::Volume { node } } => {
            ensure(waits && holders().contains(&node), || format!("it isn't on {node:?}"))
        }
        Change::VolumesAttached { .. } => {
            ensure(waits && holders().is_empty(), || format!("{:?} has its disk", holders()))
        }
        Change::PodStarted { .. }
        | Change::PodReady
        | Change::PullFailed { .. }
        | Change::ImagePulled { .. } => ensure(!waits, || "it waits for its disk".to_owned()),
        _ => Ok(()),
    }
}

/// KS-41: a disk that is free is attached at once, unless the API server doesn't answer.
pub(super) fn free_disks_are_attached(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    if shadow.control_plane.is_down() {
        return Ok(());
    }
    let before = row.record.at + SimSpan::from_ms(-1);
    let waiting = shadow.waits_for_disk.iter().copied();
    let mut waiting = waiting.filter(|id| shadow.pod(*id).life == Life::Starting);
    let late = waiting.find(|id| shadow.disk_holders(*id, before).is_empty());
    late.map_or(Ok(()), |id| Err(format!("{} was to get its disk", pod_name(shadow, id))))
}

/// KS-41: who waits at the end does so for another node.
pub(super) fn who_waits_has_a_reason(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    if shadow.control_plane.is_down() {
        return Ok(());
    }
    let end = run.trace.end();
    let waiting = shadow.waits_for_disk.iter().copied();
    let mut waiting = waiting.filter(|id| shadow.pod(*id).life == Life::Starting);
    let free = waiting.find(|id| shadow.disk_holders(*id, end).is_empty());
    free.map_or(Ok(()), |id| Err(format!("{} waits for a free disk", pod_name(shadow, id))))
}
