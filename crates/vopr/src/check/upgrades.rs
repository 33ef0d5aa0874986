//! Runs of pools: states, zones, slots, turns.

use super::{NodeRow, PoolRow, RowCx, Said, ensure};
use base::{NodeId, SimTime};
use model::strategy::RunKind;
use model::{Command, Phase, RunState, Surge, settings};
use trace::{Change, Refusal, Subject};

/// UP-11, AM-03: slots of both kinds; never more than 20, nor more than there are nodes.
pub(super) fn slots(settings: Surge, nodes: u32) -> (u32, u32) {
    let surge = settings.max_surge.min(20).min(nodes);
    let unavailable = settings.max_unavailable.min(20 - surge).min(nodes - surge);
    (surge, unavailable)
}

/// AM-84: the allowed transitions between states.
pub(super) fn runs_go_through_their_states(row: &PoolRow<'_>) -> Said {
    let pool = row.state;
    let from = pool.run;
    ensure(may_follow(row), || format!("{:?} while {from:?}", row.record.change))?;
    let over = matches!(
        row.record.change,
        Change::UpgradeCancelled | Change::UpgradeSucceeded | Change::RolledBack
    );
    ensure(!over || pool.busy == (0, 0), || format!("over with {:?} nodes in progress", pool.busy))
}

/// Is the change allowed in the state that the pool is in?
fn may_follow(row: &PoolRow<'_>) -> bool {
    let (id, pool) = (row.id, row.state);
    let (from, course) = (pool.run, pool.course.as_ref());
    let beside = pool.kind == RunKind::ShortLived;
    let phase = course.and_then(|course| course.phase);
    use RunState as S;
    match row.record.change {
        // Queued again for other reasons.
        Change::UpgradeQueued { .. } => {
            matches!(from, S::Idle | S::Queued | S::Succeeded | S::RolledBack)
        }
        Change::UpgradeStarted { automatic, .. } => {
            let fresh = matches!(from, S::Idle | S::Queued | S::Succeeded | S::RolledBack);
            let again = from == S::Cancelled && automatic && row.slug == "upgrade/again";
            // AM-72: it replaces a canceled run that needs no command to end (AM-66), or one that created nothing.
            let urgent = automatic && row.shadow.before == "upgrade/override";
            let waits_for_user =
                from == S::Failed || from == S::Cancelled && course.is_none() && !beside;
            fresh || again || urgent && waits_for_user
        }
        // SU-25: the zone of nodes in progress since before time 0.
        Change::ZoneStarted { .. } => {
            let begun = from == S::Cancelling && row.plan.pools[id].partial;
            begun || matches!(from, S::Running | S::WaitingForResources | S::RollingBack)
        }
        Change::ResourcesMissing => from == S::Running,
        Change::ResourcesFound => from == S::WaitingForResources,
        Change::UpgradePaused { .. } => {
            // UP-16, AM-66: blue-green continues.
            let at_work = matches!(from, S::Running | S::WaitingForResources | S::Paused);
            // AM-61: one that had begun before time 0 and goes on without a command.
            let begun = matches!(from, S::Cancelled | S::Paused) && row.plan.pools[id].partial;
            (at_work && pool.automatic || begun) && course.is_none() && !beside
        }
        Change::UpgradeResumed { automatic: true } => from == S::Paused,
        Change::UpgradeResumed { automatic: false } => {
            matches!(from, S::Cancelling | S::Cancelled | S::Failed)
        }
        Change::UpgradeCancelling => {
            let at_work = matches!(from, S::Running | S::WaitingForResources | S::Paused);
            at_work && course.is_none() && !beside
        }
        Change::UpgradeCancelled if course.is_some() || beside => {
            let at_work = matches!(from, S::Running | S::WaitingForResources);
            at_work && phase != Some(Phase::DeletingBluePool)
        }
        Change::UpgradeCancelled => from == S::Cancelling,
        Change::UpgradeFailed => {
            course.is_some_and(|one| one.wait.is_none())
                && from == S::Running
                && phase == Some(Phase::CreatingGreenPool)
        }
        Change::RollbackStarted => match course {
            // AB-19.
            Some(course) => course.wait.is_none() && matches!(from, S::Cancelled | S::Failed),
            None => from == S::Cancelled,
        },
        Change::RolledBack => from == S::RollingBack,
        Change::UpgradeSucceeded if course.is_some() => from == S::Running,
        // AM-57: a canceled run without old nodes.
        Change::UpgradeSucceeded if beside => matches!(from, S::Running | S::Cancelled),
        Change::UpgradeSucceeded => {
            matches!(
                from,
                S::Running | S::WaitingForResources | S::Paused | S::Cancelling | S::Cancelled
            )
        }
        Change::Reshaped { .. } => {
            matches!(
                from,
                S::Idle | S::Queued | S::Cancelled | S::Failed | S::Succeeded | S::RolledBack
            )
        }
        _ => true,
    }
}

/// AM-84, UP-14, BS-04: a command is refused only in these states.
pub(super) fn refusals_are_true(row: &PoolRow<'_>) -> Said {
    let Change::Refused { why } = row.record.change else {
        return Ok(());
    };
    let (id, run) = (row.id, row.state.run);
    let phase = row.shadow.course(id).and_then(|course| course.phase);
    use RunState as S;
    let at_work = matches!(
        run,
        S::Running | S::WaitingForResources | S::Paused | S::Cancelling | S::RollingBack
    );
    let command = row.shadow.commanded.map(|entry| &row.plan.script[entry as usize].command);
    let resizes = matches!(command, Some(Command::Resize { .. }));
    let holds = match why {
        Refusal::RunUnfinished => at_work || matches!(run, S::Cancelled | S::Failed),
        // The size is locked even while a run is canceled or failed.
        Refusal::Locked => at_work || (resizes && matches!(run, S::Cancelled | S::Failed)),
        Refusal::NothingToCancel => !matches!(run, S::Running | S::WaitingForResources | S::Paused),
        Refusal::NothingToResume => !matches!(run, S::Cancelling | S::Cancelled | S::Failed),
        Refusal::NotRolledBack => {
            row.state.kind == RunKind::AutoscaledBlueGreen
                && (at_work || matches!(run, S::Cancelled))
        }
        Refusal::NothingToRollBack => {
            matches!(run, S::Idle | S::Queued | S::RollingBack | S::Succeeded | S::RolledBack)
        }
        Refusal::DeletingBluePool => run == S::Running && phase == Some(Phase::DeletingBluePool),
        Refusal::NotSoaking => run != S::Running || phase != Some(Phase::NodePoolSoaking),
        Refusal::NotSpot
        | Refusal::Missing
        | Refusal::ControlPlaneDown
        | Refusal::ControlPlaneBusy
        | Refusal::MinorsAhead
        | Refusal::WouldShrink => true,
        Refusal::AboveControlPlane => {
            row.shadow.commanded.is_some_and(|entry| row.shadow.is_above(id, entry))
        }
        Refusal::AlreadySo => {
            row.shadow.commanded.is_some_and(|entry| row.shadow.brings_nothing(id, entry))
        }
        Refusal::NoSuchNode | Refusal::UpgradeDrains => false,
    };
    ensure(holds, || format!("{why:?} while {run:?}"))
}

/// AM-61, AM-84, UP-10: a run in progress takes nodes in its zone, an automatic one in an open window.
pub(super) fn nodes_are_taken_by_a_run_that_may(row: &NodeRow<'_>) -> Said {
    let Change::NodeTaken { slot, surge } = row.record.change else {
        return Ok(());
    };
    let (id, node) = (row.id, row.state);
    let pool = row.shadow.pool(node.pool);
    // SU-25: it has been in progress since before time 0.
    let begun = pool.run == RunState::Cancelling
        && matches!(row.shadow.place_in_order(id), Some((false, _)));
    ensure(begun || pool.run.takes_nodes(), || format!("the run is {:?}", pool.run))?;
    let back = pool.run == RunState::RollingBack;
    ensure(back || !pool.automatic || !row.shadow.held_back(node.pool, row.record.at), || {
        "it is kept back".to_owned()
    })?;
    let goal = if back { pool.home } else { pool.target };
    if row.plan.pools[node.pool].multi_host {
        return ensure(slot == 0 && !surge, || format!("slot {slot} of one"));
    }
    ensure(pool.zone == Some(node.zone), || "it is in another zone".to_owned())?;
    let kind = (slot < pool.slots.0) == surge && slot < pool.slots.0 + pool.slots.1;
    ensure(kind, || format!("slot {slot} of {:?}", pool.slots))?;
    ensure(node.template != goal || node.surge, || "it is what it is to become".to_owned())
}

/// UP-11, AM-03: each kind of slot holds one node at a time.
pub(super) fn no_more_nodes_than_slots(row: &RowCx<'_>) -> Said {
    let (Subject::Node(id), Change::NodeTaken { .. }) = (row.record.subject, row.record.change)
    else {
        return Ok(());
    };
    let pool = row.shadow.pool(row.shadow.node(id).pool);
    let (busy, slots) = (pool.busy, pool.slots);
    if row.plan.pools[row.shadow.node(id).pool].multi_host {
        return Ok(());
    }
    ensure(busy.0 <= slots.0 && busy.1 <= slots.1, || {
        format!("{busy:?} nodes in progress, of {slots:?}")
    })
}

/// UP-10, SU-15: a zone starts when none is in progress, with all its nodes and slots.
pub(super) fn one_zone_at_a_time(row: &PoolRow<'_>) -> Said {
    let (id, pool) = (row.id, row.state);
    let (Change::ZoneStarted { zone, .. } | Change::ZoneDone { zone }) = row.record.change else {
        return Ok(());
    };
    let nodes = |map: &base::Map<_, u32>| map.get(&zone).copied().unwrap_or(0);
    let (start, now) = (nodes(&pool.start), nodes(&pool.registered));
    // SU-06: surge nodes of an upgrade that had begun before time 0.
    let begins = matches!(row.record.change, Change::ZoneStarted { .. });
    let more = if begins { row.shadow.surge_of_start(id, zone) } else { 0 };
    let all = now + row.shadow.away(id, zone);
    ensure(all == start + more, || format!("{now} nodes, and {start} at the start"))?;
    ensure(pool.busy == (0, 0), || format!("{:?} nodes in progress", pool.busy))?;
    match row.record.change {
        Change::ZoneStarted { surge, unavailable, .. } => {
            ensure(pool.zone.is_none(), || "another zone is in progress".to_owned())?;
            let wanted = slots(row.shadow.strategy(id).surge(), now - more);
            ensure((surge, unavailable) == wanted, || {
                format!("slots {surge}, {unavailable} and not {wanted:?}")
            })
        }
        _ => ensure(pool.zone == Some(zone), || "another zone is in progress".to_owned()),
    }
}

/// UP-10: an upgrade that had begun before time 0 first ends the zones in which it had nodes in progress; at time 0 it
/// next goes on in zones that are partly done.
pub(super) fn begun_zones_come_first(row: &PoolRow<'_>) -> Said {
    let Change::ZoneStarted { zone, .. } = row.record.change else {
        return Ok(());
    };
    let (shadow, id, pool) = (row.shadow, row.id, row.state);
    if !row.plan.pools[id].partial || pool.run == RunState::RollingBack {
        return Ok(());
    }
    let all = || shadow.nodes.ids();
    let here = |zone| {
        all().filter(move |node| {
            let node = shadow.node(*node);
            node.pool == id && node.zone == zone && node.up()
        })
    };
    let begun = |zone| {
        let mut nodes = here(zone).filter(|node| shadow.node(*node).template != pool.target);
        nodes.any(|node| matches!(shadow.place_in_order(node), Some((false, _))))
    };
    let partly = |zone| {
        let done = |node: &NodeId| shadow.node(*node).upgraded;
        let count = here(zone).filter(done).count();
        row.record.at == SimTime::ZERO && count > 0 && count < here(zone).count()
    };
    for other in all().map(|node| shadow.node(node)).filter(|node| node.pool == id) {
        let other = other.zone;
        ensure(begun(zone) || !begun(other), || format!("{other:?} has nodes in progress"))?;
        let earlier = partly(other) && !begun(zone) && !partly(zone);
        ensure(!earlier, || format!("{other:?} is partly done"))?;
    }
    Ok(())
}

/// AM-70, BS-07, UP-16: one automatic run at a time, or as many as the cluster allows, started in an open window.
pub(super) fn one_automatic_run_at_a_time(row: &PoolRow<'_>) -> Said {
    let starts = matches!(
        row.record.change,
        Change::UpgradeStarted { automatic: true, .. } | Change::UpgradeResumed { automatic: true }
    );
    if !starts {
        return Ok(());
    }
    let id = row.id;
    let others = super::policy::automatic_runs(row.shadow).filter(|other| *other != id);
    let others = others.count() as u32;
    // AM-72: an override starts on time, and so does the rest of one.
    let rest = row.slug == "upgrade/again" && row.shadow.policy.free.get(&id).is_some();
    let urgent = rest || row.shadow.before == "upgrade/override";
    ensure(urgent || others < row.plan.concurrent, || {
        format!("{others} other automatic runs are at work")
    })
}

/// AM-05: with the order *listed* a zone's nodes are taken in that order.
pub(super) fn listed_nodes_are_taken_in_order(row: &NodeRow<'_>) -> Said {
    if !matches!(row.record.change, Change::NodeTaken { .. }) {
        return Ok(());
    }
    let listed = row.plan.timings.node_order == settings::NodeOrder::Listed;
    let pool = row.shadow.pool(row.state.pool);
    let slice = row.plan.pools[row.state.pool].multi_host;
    let forward = pool.run != RunState::RollingBack && !slice;
    let place = row.shadow.place_in_order(row.id);
    let good = pool.last_taken.is_none_or(|last| place.is_none_or(|place| last < place));
    ensure(!listed || !forward || good, || format!("taken after {:?}", pool.last_taken))
}
