//! VMs that fail, are repaired, or are taken away.

use super::{NodeRow, PodRow, RowCx, Said, ensure, node_name};
use crate::run::FinishedRun;
use crate::shadow::{Life, Shadow, ShadowNode, Vm};
use base::{NodeId, SimSpan, SimTime};
use model::{Health, Phase, RunState, Side};
use trace::{Change, NEVER, Subject};

/// BS-58, AM-53: how long a kubelet may be silent or a boot disk full.
fn patience(node: &ShadowNode) -> Option<SimSpan> {
    match node.health {
        Health::Silent | Health::Lost => Some(SimSpan::from_secs(600)),
        Health::DiskFull => Some(SimSpan::from_secs(1800)),
        Health::Well | Health::Down => None,
    }
}

/// When a node's repair is due, if its pool has auto-repair.
fn repaired_from(shadow: &Shadow<'_>, node: &ShadowNode) -> Option<SimTime> {
    let repairs = shadow.plan.pools[node.pool].auto_repair;
    let (since, patience) = (node.failed_at?, patience(node)?);
    repairs.then_some(since + patience)
}

/// Has its repair begun?
pub(super) fn is_repaired(shadow: &Shadow<'_>, node: &ShadowNode, at: SimTime) -> bool {
    repaired_from(shadow, node).is_some_and(|from| from <= at)
}

/// May a repair drain the node, whose cordon takes at least this long?
pub(super) fn repair_is_due(row: &RowCx<'_>, id: NodeId, cordon: SimSpan) -> bool {
    let from = repaired_from(row.shadow, row.shadow.node(id));
    from.is_some_and(|from| from + cordon <= row.record.at)
}

/// BS-58, AM-53: a node is repaired only if its pool has auto-repair, not before it has been unhealthy long enough, not
/// while an upgrade recreates it, and one per zone at a time.
pub(super) fn repairs_have_their_reason(row: &NodeRow<'_>) -> Said {
    let (id, node) = (row.id, row.state);
    let begins = row.slug == "repair/cordon";
    if !begins && row.slug != "repair/delete" {
        return Ok(());
    }
    let from = repaired_from(row.shadow, node);
    ensure(from.is_some_and(|from| from <= row.record.at), || {
        format!("it may be repaired from {from:?} on")
    })?;
    ensure(node.taken.is_none(), || "an upgrade makes it anew".to_owned())?;
    let mut others = row.shadow.nodes.iter().filter(|(of, other)| {
        let here = other.zone == node.zone && *of != id;
        let repaired = other.repair_at.is_some() && other.failed_at.is_some();
        // One that a run deletes for good is no longer repaired.
        let goes = other.vm == Vm::Deleting { recreate: false };
        here && repaired && !goes && other.taken.is_none() && other.has_name()
    });
    let other = others.next().filter(|_| begins);
    ensure(other.is_none(), || {
        let name = other.map(|(of, _)| node_name(row.plan, of));
        format!("{name:?} is being repaired")
    })
}

/// AM-53: at the end of a run no node waits for its repair.
pub(super) fn who_should_be_repaired_is(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    // Another one of its zone may wait for capacity.
    let waits = |zone| {
        let mut nodes = shadow.nodes.values();
        nodes.any(|node| node.zone == zone && node.away && !node.up())
    };
    let sick = |node: &&ShadowNode| {
        let due = node.taken.is_none() && repaired_from(shadow, node).is_some();
        node.up() && due && !waits(node.zone)
    };
    let left = shadow.nodes.iter().find(|(_, node)| sick(node));
    ensure(left.is_none(), || {
        let name = left.map(|(id, _)| node_name(shadow.plan, id));
        format!("nobody repairs {name:?}")
    })
}

/// AM-33, AM-42, AM-80: a VM is taken away if it is a Spot VM or its life is over, 30 s after the notice. The group of a preempted one
/// keeps its size, unless an upgrade is about to delete that VM anyway.
pub(super) fn vms_are_preempted_as_announced(row: &NodeRow<'_>) -> Said {
    let Change::NodeShutDown { gone_s, recreate } = row.record.change else {
        return Ok(());
    };
    ensure(gone_s == 30, || format!("{gone_s} s of notice"))?;
    let node = row.state;
    let pool = &row.plan.pools[node.pool];
    if row.slug == "short-lived/life-over" {
        return ensure(pool.life.is_some() && !recreate, || "its life is not bounded".to_owned());
    }
    ensure(pool.spot, || "it is no Spot VM".to_owned())?;
    let run = row.shadow.pool(node.pool).run;
    let phase = row.shadow.course(node.pool).and_then(|course| course.phase);
    let goes = match node.side {
        Some(Side::Blue) => run.unfinished() && phase == Some(Phase::DeletingBluePool),
        Some(Side::Green) => run == RunState::RollingBack,
        None => node.taken == Some(true),
    };
    ensure(recreate != goes, || format!("it comes back: {recreate}, and is to go: {goes}"))
}

/// AM-43: a VM that can migrate does so unnoticed; others are down for five minutes.
pub(super) fn host_events_migrate_vms(row: &NodeRow<'_>) -> Said {
    let Change::HostEvent { down_s } = row.record.change else {
        return Ok(());
    };
    let moves = row.plan.pools[row.state.pool].live_migrates;
    ensure(down_s == if moves { 0 } else { 300 }, || format!("down for {down_s} s"))
}

/// AM-63: groups grow to the requested size, and no further.
pub(super) fn pools_grow_to_their_size(row: &RowCx<'_>) -> Said {
    let (Subject::Node(_), Change::NodeRequested { group, .. }) =
        (row.record.subject, row.record.change)
    else {
        return Ok(());
    };
    if row.slug != "pool/request-node" {
        return Ok(());
    }
    let group = row.plan.groups[group];
    let asked = row.shadow.pool(group.pool).asked_size;
    let here = row.shadow.in_zone(group.pool, group.zone);
    let size = here.filter(|node| node.has_name()).count() as u32;
    ensure(asked.is_some_and(|asked| size < asked), || {
        format!("{size} nodes of {asked:?}, and one more")
    })
}

/// AM-60, AM-63, AM-80: no VM is missing for which there is capacity: neither one that was taken away, nor one that a
/// resize asked for.
pub(super) fn available_vms_were_granted(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    for (id, node) in shadow.nodes.iter() {
        let waits = node.vm == Vm::Off && node.away && node.taken.is_none();
        ensure(!waits || shadow.has_capacity(node.pool, node.zone).is_err(), || {
            format!("{} has no VM", node_name(shadow.plan, id))
        })?;
    }
    for group in shadow.plan.groups.values() {
        let pool = shadow.pool(group.pool);
        let here = shadow.in_zone(group.pool, group.zone);
        // What the autoscaler has removed is no longer asked for.
        let size = here.filter(|node| node.has_name() || node.shrunk).count() as u32;
        // AM-42: a node whose life is over has no successor.
        let lives = shadow.plan.pools[group.pool].life.is_none();
        let waits = lives && !pool.ran && pool.asked_size.is_some_and(|asked| size < asked);
        ensure(!waits || shadow.has_capacity(group.pool, group.zone).is_err(), || {
            format!("{size} nodes of {:?}", pool.asked_size)
        })?;
    }
    Ok(())
}

/// KT-03: exactly the Pods of failing workloads on upgraded nodes are reported as never ready.
pub(super) fn pods_that_are_never_ready_are_on_the_new_version(row: &PodRow<'_>) -> Said {
    let started = matches!(row.record.change, Change::PodStarted { .. } | Change::PodReady);
    let (pod, state) = (row.id, row.state);
    let again = row.slug == "pod/container-restarts";
    if !started || (state.life != Life::Starting && !again) {
        return Ok(());
    }
    let upgraded = state.on.is_some_and(|on| row.shadow.node(on).upgraded);
    let own = row.shadow.stays_unready(pod, row.record.at);
    let fails = (row.shadow.fails.contains(&state.workload) && upgraded) || own;
    let said = row.record.change == Change::PodStarted { ready_after_s: NEVER };
    ensure(said == fails, || format!("it fails: {fails}"))
}
