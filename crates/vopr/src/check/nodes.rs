//! Nodes: their phases, templates and numbers.

use super::{NodeRow, RowCx, Said, ensure};
use crate::shadow::Vm;
use base::ZoneId;
use model::RunState;
use model::{Health, Side};
use trace::{Blocker, Change, Subject};

/// A VM is requested, ready, deleted, gone or requested again, in this order.
pub(super) fn nodes_go_through_their_phases(row: &NodeRow<'_>) -> Said {
    let node = row.state;
    // A node that is away when its side is deleted doesn't return (BG-34, AM-92).
    let for_good = matches!(
        row.slug,
        "blue-green/delete-node"
            | "blue-green/abandon-green"
            | "autoscaler/give-up-node"
            | "autoscaler/delete"
    );
    let legal = match row.record.change {
        Change::NodeReady => matches!(node.vm, Vm::Booting | Vm::Rebooting),
        Change::NodeCordoned => node.registered() && !node.cordoned,
        Change::NodeUncordoned => {
            node.registered() && (node.cordoned || row.slug == "surge/uncordon")
        }
        Change::NodeTaken { .. } => node.up() && node.taken.is_none(),
        Change::DrainStarted { .. }
        | Change::NodeShutDown { .. }
        | Change::HostEvent { .. }
        | Change::NodeFailed { .. } => node.up(),
        Change::NodeLost => node.up() && node.health == Health::Silent,
        Change::NodeRecovered => node.up() && node.health == Health::Down,
        Change::NodeDeleting { .. } => {
            let away =
                matches!(node.vm, Vm::Booting | Vm::Rebooting | Vm::Deleting { recreate: true });
            node.up() || away && for_good
        }
        Change::NodeGone => {
            let deleted = matches!(node.vm, Vm::Deleting { .. } | Vm::Abandoned);
            deleted || node.vm == Vm::Off && for_good
        }
        Change::NodeRecreating { .. } if row.slug == "node/bring-back" => {
            node.vm == Vm::Off && node.away && node.taken.is_none()
        }
        Change::NodeRecreating { .. } => node.vm == Vm::Off && node.taken == Some(false),
        // AM-58, AM-80: a replacement has been Ready, and may be taken away before the old node is gone.
        Change::NodeDone => {
            let stands_in = node.taken.is_none() && node.comes_back();
            node.up() || node.vm == Vm::Booting || stands_in
        }
        Change::DrainEnded { .. } => node.drain.is_some(),
        Change::NodeRequested { .. } => false,
        _ => true,
    };
    ensure(legal, || {
        format!("{:?} of a node that is {:?}, taken {:?}", row.record.change, node.vm, node.taken)
    })
}

/// AM-60, SU-16, AM-69: each VM has a unit of capacity: of its pool's reservation if there is one, else no VM in a zone
/// that is stocked out.
pub(super) fn capacity_is_there(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let (pool, zone) = match (row.record.subject, row.record.change) {
        (Subject::Node(_), Change::NodeRequested { group, .. }) => {
            let group = row.plan.groups[group];
            (group.pool, group.zone)
        }
        (Subject::Node(id), Change::NodeRecreating { .. }) => {
            let node = shadow.node(id);
            (node.pool, node.zone)
        }
        _ => return Ok(()),
    };
    shadow.has_capacity(pool, zone)
}

/// AM-60: a refusal by a reservation is a row once, until something happens to the pool or, where it refuses nodes too, to the
/// control plane of an Autopilot cluster (AM-69).
pub(super) fn a_refusal_is_reported_once(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let reported = shadow.refusals.get(&(row.record.subject, row.slug));
    let (Some(reported), Change::Blocked { by: Blocker::Reservation { .. } }) =
        (reported, row.record.change)
    else {
        return Ok(());
    };
    let pool_of = |subject: Subject| match subject {
        Subject::Pool(pool) => Some(pool),
        Subject::Node(node) => shadow.nodes.get(node).map(|node| node.pool),
        _ => None,
    };
    let since = &shadow.subjects[reported.0 as usize + 1..];
    let pool = pool_of(row.record.subject);
    let news = |subject: &Subject| match subject {
        Subject::Cluster => shadow.control_plane.autopilot,
        _ => pool_of(*subject) == pool,
    };
    let news = since.iter().any(news);
    ensure(news, || format!("row {} said so", reported.0))
}

fn zone_name<'a>(row: &'a RowCx<'_>, zone: ZoneId) -> &'a str {
    &row.plan.zones[zone].name
}

/// SU-06, SU-10, SU-27: a new VM has the template that the run brings, or restores.
pub(super) fn new_nodes_have_the_template_of_the_run(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let (pool, zone, template) = match (row.record.subject, row.record.change) {
        (Subject::Node(_), Change::NodeRequested { group, template, .. }) => {
            let group = row.plan.groups[group];
            (group.pool, group.zone, template)
        }
        (Subject::Node(id), Change::NodeRecreating { template, .. }) => {
            let node = shadow.node(id);
            (node.pool, node.zone, template)
        }
        _ => return Ok(()),
    };
    let beside = shadow.course(pool).is_some() || row.plan.pools[pool].multi_host;
    let pool = shadow.pool(pool);
    let asked_for =
        matches!(row.slug, "pool/request-node" | "node/bring-back" | "autoscaler/request-node");
    let blue = match row.record.subject {
        Subject::Node(id) if row.slug == "node/bring-back" => {
            let node = shadow.node(id);
            (node.side == Some(Side::Blue)).then_some(node.template)
        }
        _ => None,
    };
    // AM-63: during a run, even a canceled one, the run's template; a blue node returns as it was.
    let wanted = match pool.run {
        _ if pool.run.unfinished() && blue.is_some() => blue.unwrap_or(pool.home),
        RunState::RollingBack => pool.home,
        RunState::Idle | RunState::Queued | RunState::RolledBack if asked_for => pool.home,
        _ => pool.target,
    };
    ensure(template == wanted, || format!("{template:?} and not {wanted:?}"))?;
    ensure(beside || asked_for || pool.zone == Some(zone), || {
        "it is not in the zone in progress".to_owned()
    })
}

/// AM-02, SU-05, SU-09, SU-17: registered nodes of a zone stay between what the slots may take and add.
pub(super) fn registered_nodes_stay_in_bounds(row: &RowCx<'_>) -> Said {
    let Subject::Node(id) = row.record.subject else {
        return Ok(());
    };
    if !matches!(row.record.change, Change::NodeReady | Change::NodeGone) {
        return Ok(());
    }
    let node = row.shadow.node(id);
    let pool = row.shadow.pool(node.pool);
    if row.plan.pools[node.pool].multi_host {
        return Ok(());
    }
    let start = pool.start.get(&node.zone).copied().unwrap_or(0);
    let now = pool.registered.get(&node.zone).copied().unwrap_or(0);
    let away = row.shadow.away(node.pool, node.zone);
    // Slots are counted by what the zone had when they began.
    if row.shadow.has_shrunk(node.pool) {
        return Ok(());
    }
    if row.shadow.course(node.pool).is_some() {
        // BG-02: between the blue nodes alone and both sides. A blue node requested earlier has its green one too (AM-45).
        let nodes = row.shadow.of_side(node.pool, Side::Blue);
        let boots = nodes
            .map(|id| row.shadow.node(id))
            .filter(|other| other.zone == node.zone && other.vm == Vm::Booting);
        let most = 2 * (start + boots.count() as u32);
        return ensure(start <= now + away && now <= most, || {
            format!("{now} nodes in {}, of {start}", zone_name(row, node.zone))
        });
    }
    let (surge, unavailable) =
        super::upgrades::slots(row.shadow.strategy(node.pool).surge(), start);
    let missing = unavailable + if row.plan.pools[node.pool].spot { surge } else { 0 };
    let surge = surge + row.shadow.surge_of_start(node.pool, node.zone);
    let good = now + missing + away >= start && now <= start + surge;
    ensure(good, || {
        format!("{now} nodes in {}, of {start} − {missing} + {surge}", zone_name(row, node.zone))
    })
}
