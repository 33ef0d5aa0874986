//! Autoscaled blue-green upgrades: the wait, what the autoscaler does meanwhile, and the drains after it.

use super::blue_green::in_order;
use super::{CourseRow, MarkedRow, NodeRow, RowCx, Said, ensure, feasible, fresh, pod_name};
use super::{autoscaler::may_be_unhealthy, machines::is_repaired, scale_down::movers};
use crate::shadow::{Life, Shadow, ShadowNode, Soak, Vm};
use base::{NodeId, PodId, SimSpan};
use model::autoscale::Stays;
use model::{AtLimit, Phase, RunState, Side, Workload, WorkloadKind};
use trace::Change;

/// AB-12.
const DRAINS: usize = 20;

/// AB-05 … AB-07, AB-11, AB-14, AM-67: the phases follow each other; the wait is waited in full unless blue is gone before.
pub(super) fn phases_follow_the_wait(row: &CourseRow<'_>) -> Said {
    let (id, course, at) = (row.id, row.state, row.record.at);
    let (Some(wait), Change::PhaseStarted { phase, lasts_s }) = (course.wait, row.record.change)
    else {
        return Ok(());
    };
    let blue = row.shadow.of_side(id, Side::Blue).count();
    let over = matches!(course.soak, Some(Soak::Runs { until, .. }) if until == at);
    let good = match (course.phase, phase) {
        (None, Phase::CreatingGreenPool) => true,
        (Some(Phase::CreatingGreenPool), Phase::CordoningBluePool) => course.since == at,
        (Some(Phase::CordoningBluePool), Phase::WaitingToDrainBluePool) => lasts_s == wait.secs(),
        (Some(Phase::WaitingToDrainBluePool), Phase::DrainingBluePool) => blue > 0 && over,
        (Some(Phase::WaitingToDrainBluePool), Phase::DeletingBluePool) => blue == 0,
        (Some(Phase::DrainingBluePool), Phase::DeletingBluePool) => {
            row.shadow.is_drained_after_wait(id)
        }
        // It had begun before time 0.
        (Some(Phase::DeletingBluePool), Phase::DeletingBluePool) => course.taken.is_empty(),
        _ => false,
    };
    ensure(good, || {
        format!("{phase:?} for {lasts_s} s after {:?}, {blue} blue nodes", course.phase)
    })
}

/// AB-12, AB-13, AM-62, AM-76: blue nodes are drained in their order, twenty at once, with the limit for budgets.
pub(super) fn drains_come_after_the_wait(row: &CourseRow<'_>) -> Said {
    let Change::DrainStarted { at_limit, limit_s, .. } = row.record.change else {
        return Ok(());
    };
    let (shadow, pool, course) = (row.shadow, row.id, row.state);
    let Some(NodeRow { id, state: node, .. }) =
        row.node().filter(|_| row.slug == "autoscaled/drain-node")
    else {
        return ensure(at_limit != AtLimit::Deletes, || "it is of another kind".to_owned());
    };
    let phase = course.phase == Some(Phase::DrainingBluePool);
    let running = shadow.pool(pool).run == RunState::Running;
    let blue = node.side == Some(Side::Blue) && !course.taken.contains(&id);
    ensure(course.wait.is_some() && phase && running && blue, || {
        format!("{:?} is drained in {:?}", node.side, course.phase)
    })?;
    let limits = row.plan.pools[pool].drain;
    let hour = SimSpan::from_secs(3600);
    let split = limits.pdb_timeout.is_some() || limits.grace.is_some();
    let limit = limits.pdb_timeout.filter(|_| split).unwrap_or(hour);
    ensure(at_limit == AtLimit::Deletes && limit_s == limit.secs(), || {
        format!("{at_limit:?} after {limit_s} s, and not after {} s", limit.secs())
    })?;
    let slots = drained_at_once(shadow, course.taken.iter());
    ensure(slots < DRAINS, || format!("{slots} nodes are drained already"))?;
    ensure(!node.marked, || "the autoscaler removes it".to_owned())?;
    // AM-57, AM-63: one that the autoscaler has given up comes last.
    let is_last = |id: NodeId| shadow.node(id).marked || shadow.node(id).passed_over;
    let left = shadow.waits_for_drain(pool).into_iter();
    in_order(row, pool, id, left.filter(|other| !is_last(*other) && !is_last(id)))
}

fn drained_at_once<'a>(shadow: &Shadow<'_>, taken: impl Iterator<Item = &'a NodeId>) -> usize {
    let drains = |node: &&NodeId| {
        let drain = shadow.node(**node).drain.as_ref();
        drain.is_some_and(|drain| drain.at_limit == AtLimit::Deletes)
    };
    taken.filter(drains).count()
}

/// AB-13, AM-76: no slot is free while a node waits for one, and no budget refuses after its limit.
pub(super) fn slots_are_used(row: &RowCx<'_>) -> Said {
    let (shadow, at) = (row.shadow, row.last);
    if shadow.control_plane.is_down() || shadow.control_plane.answers_since == Some(at) {
        return Ok(());
    }
    for (id, course) in shadow.courses().filter(|(_, course)| course.wait.is_some()) {
        let drains = course.phase == Some(Phase::DrainingBluePool);
        if !drains || shadow.pool(id).run != RunState::Running {
            continue;
        }
        let waiting = shadow.waits_for_drain(id).into_iter();
        let waiting = waiting.filter(|node| !shadow.node(*node).marked).count();
        let slots = shadow.slots_in_use(id);
        ensure(waiting == 0 || slots >= DRAINS, || {
            format!("{slots} nodes are drained, and {waiting} wait")
        })?;
        for drain in course.taken.iter().filter_map(|node| shadow.node(*node).drain.as_ref()) {
            let over =
                drain.at_limit == AtLimit::Deletes && drain.limit.is_some_and(|end| end <= at);
            let refused = drain.refused.iter().find(|pod| over && shadow.pod(**pod).active());
            ensure(refused.is_none(), || {
                format!("{:?} is refused still", refused.map(|pod| pod_name(shadow, *pod)))
            })?;
        }
    }
    Ok(())
}

/// AB-25, AM-68: the autoscaler takes blue nodes in the wait alone, in which their clocks begin.
pub(super) fn blue_goes_in_the_wait(row: &MarkedRow<'_>) -> Said {
    let (shadow, node) = (row.shadow, row.state.node);
    ensure(!shadow.is_kept_by_phase(node), || "its phase keeps it".to_owned())?;
    let since = shadow.autoscaler.unneeded.get(&row.id).copied();
    let begun = shadow.course(node.pool).map(|course| course.since);
    ensure(!shadow.is_emptied(node) || since >= begun, || {
        format!("it is unneeded since {since:?}, and the wait began at {begun:?}")
    })
}

/// AM-68: a node that green may still get, for a Pod of a blue node that goes in the wait; with what every DaemonSet asks for.
fn possible_node(shadow: &Shadow<'_>, blue: &ShadowNode, daemons: bool) -> ShadowNode {
    let template = shadow.pool(blue.pool).target;
    let mut node = ShadowNode { template, vm: Vm::Up, ..ShadowNode::default() };
    (node.pool, node.zone) = (blue.pool, blue.zone);
    for (id, one) in shadow.plan.workloads.iter().filter(|_| daemons) {
        if one.kind == WorkloadKind::DaemonSet {
            node.used.add(&one.requests);
            node.pods.push(PodId(id.0));
        }
    }
    node
}

/// AM-68: may a Pod of a node that goes get a node that green doesn't have yet?
pub(super) fn may_get_green(shadow: &Shadow<'_>, id: NodeId, wants: &Workload) -> bool {
    let (plan, blue) = (shadow.plan, shadow.node(id));
    let groups = plan.pools[blue.pool].groups.iter();
    let mut zones = groups.filter(|group| fresh::room(shadow, **group) > 0);
    shadow.is_emptied(blue)
        && zones.any(|group| {
            let mut with = shadow.clone();
            let zone = plan.groups[*group].zone;
            with.nodes[id] = ShadowNode { zone, ..possible_node(shadow, blue, false) };
            feasible::selects(&with, wants, id)
                && feasible::untolerated(plan, wants, with.node(id)).next().is_none()
                && feasible::short_of(plan, wants, with.node(id)).is_none()
        })
}

/// AB-08, AB-10, AM-68: in the wait no minimum and no phase keeps a blue node, nor lack of a place where green may get a node for
/// each Pod. AB-26: no phase keeps a green one.
pub(super) fn nodes_stay_for_a_reason(row: &NodeRow<'_>) -> Said {
    let (shadow, node) = (row.shadow, row.state);
    let Change::Stays { why, pod } = row.record.change else {
        return Ok(());
    };
    let blue = shadow.is_emptied(node);
    let green = node.side == Some(Side::Green) && shadow.waiting_course(node.pool).is_some();
    if !(blue || green) || may_be_unhealthy(shadow) {
        return Ok(());
    }
    let repaired = node.repair_at.is_some() || is_repaired(shadow, node, row.record.at);
    let holds = match (why, pod.checked_sub(1).map(PodId)) {
        (Stays::MinSize, _) => green,
        (Stays::AtWork, _) => node.drain.is_some() || node.drain_asked || repaired,
        (Stays::NoPlace, Some(pod)) => green || !green_may_come(row, pod),
        _ => true,
    };
    ensure(holds, || format!("it stays: {why:?}"))
}

/// Has green room for a node for each Pod of blue nodes and each that waits, and does an empty one surely take this one?
fn green_may_come(row: &NodeRow<'_>, pod: PodId) -> bool {
    let (shadow, node) = (row.shadow, row.state);
    let wants = &row.plan.workloads[shadow.pod(pod).workload];
    let asks = shadow.pods.values().filter(|pod| pod.life == Life::Pending).count();
    let pods = shadow.nodes.values().filter(|node| node.side == Some(Side::Blue) || node.marked);
    let pods = asks + pods.map(|node| movers(shadow, node, row.record.at).count()).sum::<usize>();
    let mut groups = row.plan.pools[node.pool].groups.iter();
    let comes = groups.any(|group| {
        let held = shadow.autoscaler.held.get(group).is_some();
        !held && fresh::is_whole(shadow, *group) && fresh::room(shadow, *group) as usize >= pods
    });
    let green = possible_node(shadow, node, true);
    comes
        && fresh::is_everywhere_alike(row.plan, wants)
        && feasible::untolerated(row.plan, wants, &green).next().is_none()
        && feasible::short_of(row.plan, wants, &green).is_none()
}
