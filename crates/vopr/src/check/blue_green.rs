//! Blue-green upgrades: phases, batches, soaks, pauses and rollbacks.

use super::{CourseRow, NodeRow, RowCx, Said, drains, ensure, node_name};
use crate::shadow::{CommandResult, Life, Shadow, ShadowNode, Soak, Vm, cordon};
use base::{NodeId, PoolId, SimSpan};
use model::node::Side;
use model::pool::Phase;
use model::settings::NodeOrder;
use model::{AtLimit, RunState};
use trace::{Change, Ending, Subject};

/// AM-65.
const PARALLEL: usize = 20;

/// BG-33.
const HOUR: SimSpan = SimSpan::from_secs(3600);

/// BG-40, AM-64: the phases follow the order of the API. No phase occurs twice, and none is skipped except the drain with
/// batches of zero nodes (BG-20), and those that the seven days cut off (BG-26).
pub(super) fn phases_come_in_order(row: &RowCx<'_>) -> Said {
    let Change::PhaseStarted { phase, .. } = row.record.change else {
        return Ok(());
    };
    let Some(CourseRow { id, state: course, .. }) = row.course() else {
        return Err("the run is of another kind".to_owned());
    };
    if course.wait.is_some() {
        return Ok(());
    }
    let zero = {
        let blue = row.shadow.of_side(id, Side::Blue).count() as u32;
        course.size_of(blue) == 0
    };
    let at_limit = course.soaked_at(row.record.at) >= crate::shadow::SEVEN_DAYS;
    let late = row.slug == "blue-green/seven-days";
    let good = match (course.phase, phase) {
        (None, Phase::CreatingGreenPool)
        | (Some(Phase::CreatingGreenPool), Phase::CordoningBluePool) => true,
        (Some(Phase::CordoningBluePool), Phase::DrainingBluePool) => !zero,
        (Some(Phase::CordoningBluePool), Phase::NodePoolSoaking) => zero,
        (Some(Phase::DrainingBluePool), Phase::NodePoolSoaking) => {
            course.begun == course.batches && row.shadow.batch_is_drained(id)
        }
        (Some(Phase::DrainingBluePool), Phase::DeletingBluePool) => late && at_limit,
        (Some(Phase::NodePoolSoaking), Phase::DeletingBluePool) => {
            late == at_limit || row.slug == "blue-green/complete"
        }
        _ => false,
    };
    ensure(good, || {
        format!(
            "{phase:?} after {:?}, {} of {} batches",
            course.phase, course.begun, course.batches
        )
    })
}

/// BG-01, BG-08, AM-45, AM-64: the first phase creates as many green nodes as blue ones in each zone, and ends when all
/// are Ready. Later phases don't wait for one that is taken away and comes back (AM-80).
pub(super) fn green_is_as_large_as_blue(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    if let (Subject::Node(_), Change::NodeRequested { group, .. }) =
        (row.record.subject, row.record.change)
    {
        let group = row.plan.groups[group];
        let beside = row.slug == "blue-green/request-node";
        let Some(course) = shadow.course(group.pool).filter(|_| beside) else {
            return Ok(());
        };
        let here = |side| {
            let nodes = shadow.of_side(group.pool, side);
            let nodes = nodes.filter(|node| !shadow.node(*node).scaled || side == Side::Blue);
            nodes.filter(|node| shadow.node(*node).zone == group.zone).count()
        };
        // AB-05: an autoscaled run makes none.
        let creates = course.phase == Some(Phase::CreatingGreenPool) && course.wait.is_none();
        return ensure(creates && here(Side::Green) < here(Side::Blue), || {
            format!("{} green nodes in {:?}", here(Side::Green), course.phase)
        });
    }
    let standard = row.course().filter(|row| row.state.wait.is_none());
    let (Some(CourseRow { id, .. }), Change::PhaseStarted { phase, .. }) =
        (standard, row.record.change)
    else {
        return Ok(());
    };
    let good = match phase {
        Phase::CreatingGreenPool => true,
        Phase::CordoningBluePool => shadow.all_green_are_up(id),
        _ => shadow.all_green_are_there(id),
    };
    ensure(good, || "not every green node is Ready".to_owned())
}

/// BG-09, AM-46, AM-84: nothing is created unless the whole green set fits into the quota.
pub(super) fn the_quota_is_checked_for_all(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let fits = |pool: PoolId| {
        let blue = shadow.of_side(pool, Side::Blue);
        let blue = blue.filter(|node| shadow.node(*node).stays()).count() as u32;
        shadow.free_for(pool).is_none_or(|free| blue <= free)
    };
    match (row.record.subject, row.record.change) {
        (Subject::Node(_), Change::NodeRequested { group, .. }) => {
            let pool = row.plan.groups[group].pool;
            let beside = row.slug == "blue-green/request-node";
            let first = shadow.course(pool).is_some_and(|course| course.unchecked) && beside;
            ensure(!first || fits(pool), || "green does not fit".to_owned())
        }
        (Subject::Pool(pool), Change::UpgradeFailed) => {
            let none = shadow.made_for_blue(pool) == 0;
            ensure(none && !fits(pool), || "green fits".to_owned())
        }
        _ => Ok(()),
    }
}

/// BG-13, AM-21, AM-64: at the end of the second phase every blue node is cordoned, except those that the user has uncordoned.
pub(super) fn blue_is_cordoned(row: &CourseRow<'_>) -> Said {
    let shadow = row.shadow;
    let Change::PhaseStarted { phase, .. } = row.record.change else {
        return Ok(());
    };
    let (id, course) = (row.id, row.state);
    if course.phase != Some(Phase::CordoningBluePool) {
        return Ok(());
    }
    let open = shadow.of_side(id, Side::Blue).find(|node| {
        let node = shadow.node(*node);
        node.up() && !node.cordoned && !node.touched
    });
    ensure(open.is_none(), || format!("{:?} is open", open.map(|node| node_name(row.plan, node))))?;
    let (least, most) = cordon(row.plan);
    let lasts = row.record.at - course.since;
    let resumed = course.resumed_at == Some(row.record.at);
    ensure(lasts >= least && (lasts <= most || resumed), || {
        format!("{phase:?} comes {} s after the cordon", lasts.secs())
    })
}

/// BG-15, BG-19, AM-13, AM-14, AM-64: batches have the size and number of the formula; the last one has the rest.
pub(super) fn batches_have_their_size(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    for (id, course) in shadow.courses() {
        if course.begun == 0 || course.back_at.is_some() || course.batch_at == row.record.at {
            continue;
        }
        let wanted = course.wanted;
        // Nodes that are away needn't be drained.
        let (batch, disturbed) = (course.batch.len() as u32, shadow.pool(id).disturbed);
        ensure(batch == wanted || disturbed && batch < wanted, || {
            format!("a batch of {}, and not of {wanted}", course.batch.len())
        })?;
    }
    let (Some(CourseRow { state: course, .. }), Change::BatchStarted { batch, of }) =
        (row.course(), row.record.change)
    else {
        return Ok(());
    };
    let good = (batch, of) == (course.begun, course.batches) && batch < of;
    ensure(good && course.phase == Some(Phase::DrainingBluePool), || {
        format!("batch {batch} of {of}, after {} of {}", course.begun, course.batches)
    })
}

/// AM-05, AM-21, AM-64: zone by zone in the order of `locations`, within a zone in node order; each blue node once.
pub(super) fn batches_are_cut_from_one_list(row: &CourseRow<'_>) -> Said {
    let (Some(NodeRow { id: node, state, .. }), "blue-green/drain-node") = (row.node(), row.slug)
    else {
        return Ok(());
    };
    let (id, course) = (row.id, row.state);
    let blue = state.side == Some(Side::Blue) && !course.taken.contains(&node);
    ensure(blue && course.batch_at == row.record.at, || "it is none of the batch".to_owned())?;
    let rest = row.shadow.of_side(id, Side::Blue);
    in_order(row, id, node, rest.filter(|other| !course.taken.contains(other)))
}

/// Is the node the first of the remaining ones?
pub(super) fn in_order(
    row: &RowCx<'_>,
    pool: PoolId,
    node: NodeId,
    left: impl Iterator<Item = NodeId>,
) -> Said {
    let groups = &row.plan.pools[pool].groups;
    let place = |node: NodeId| {
        let zone = row.shadow.node(node).zone;
        groups.iter().position(|group| row.plan.groups[*group].zone == zone)
    };
    let listed = row.plan.timings.node_order == NodeOrder::Listed;
    let left = left.filter(|other| *other != node && row.shadow.node(*other).up());
    // A node that was away at its turn is skipped.
    let since = row.shadow.course(pool).map(|course| course.since);
    let left = left.filter(|other| row.shadow.node(*other).up_at <= since);
    let mut left = left;
    let earlier = left.find(|other| {
        let (own, theirs) = (place(node), place(*other));
        theirs < own || (listed && theirs == own && *other < node)
    });
    ensure(earlier.is_none(), || {
        format!("before {:?}", earlier.map(|other| node_name(row.plan, other)))
    })
}

/// BG-21, BG-25, AM-14, AM-16, AM-18: soaks last as long as the settings require, less what the seven days cut off; a
/// batch soaks when the drains of all its nodes have ended.
pub(super) fn soaks_have_their_configured_length(row: &CourseRow<'_>) -> Said {
    let (id, course) = (row.id, row.state);
    let (said, wanted) = match row.record.change {
        Change::BatchDrained { soak_s } => {
            let drained = row.shadow.batch_is_drained(id) && !course.drained;
            ensure(drained, || "its nodes are drained still".to_owned())?;
            (soak_s, course.settings.batch_soak)
        }
        Change::PhaseStarted { phase: Phase::NodePoolSoaking, lasts_s } => {
            (lasts_s, course.settings.pool_soak)
        }
        _ => return Ok(()),
    };
    let left = crate::shadow::SEVEN_DAYS - course.soaked_at(row.record.at);
    let wanted = wanted.min(left);
    ensure(wanted.secs() == said, || format!("{said} s, and not {} s", wanted.secs()))
}

/// BG-21, BG-22, BG-28, AM-19: every soak is complete; only a pause drops a batch's soak, and only a command the rest
/// of the pool's.
pub(super) fn soaks_are_waited_in_full(row: &CourseRow<'_>) -> Said {
    let Subject::Pool(id) = row.record.subject else {
        return Ok(());
    };
    let course = row.state;
    let ends = match row.record.change {
        Change::BatchStarted { .. } => true,
        Change::PhaseStarted { phase, .. } => phase >= Phase::NodePoolSoaking,
        _ => false,
    };
    let first = course.phase == Some(Phase::DrainingBluePool) && course.begun == 0;
    let zero = course.phase == Some(Phase::CordoningBluePool);
    if !ends || first || zero || course.wait.is_some() {
        return Ok(());
    }
    let over = match course.soak {
        Some(Soak::Runs { until, .. }) => {
            until == row.record.at || row.slug == "blue-green/complete"
        }
        Some(Soak::Left(_)) => false,
        None => course.dropped && row.shadow.batch_is_drained(id),
    };
    ensure(over, || format!("{:?} is not over", course.soak))
}

/// BG-26, AM-18: soaks last at most seven days in total.
pub(super) fn no_more_than_seven_days_are_soaked(row: &RowCx<'_>) -> Said {
    for (_, course) in row.shadow.courses() {
        let soaked = course.soaked_at(row.record.at);
        ensure(soaked <= crate::shadow::SEVEN_DAYS, || format!("{} s are soaked", soaked.secs()))?;
    }
    Ok(())
}

/// BG-01, BG-16, BG-20, BG-32: Pods leave blue nodes by an eviction in a batch, or by a deletion in the last phase.
pub(super) fn blue_pods_leave_in_their_phase(row: &CourseRow<'_>) -> Said {
    let (id, course) = (row.id, row.state);
    let running = row.shadow.pool(id).run == RunState::Running;
    if let (Some(NodeRow { id: node_id, state: node, .. }), Change::DrainStarted { at_limit, .. }) =
        (row.node(), row.record.change)
    {
        let good = match row.slug {
            "blue-green/drain-node" => {
                let green = row.shadow.all_green_are_there(id);
                let phase = course.phase == Some(Phase::DrainingBluePool);
                phase && running && green && at_limit == AtLimit::Leaves
            }
            "blue-green/empty-node" => {
                let starts = course.since == row.record.at;
                let phase = course.phase == Some(Phase::DeletingBluePool) && starts;
                phase && running && node.side == Some(Side::Blue)
            }
            "autoscaler/drain" | "autoscaled/drain-node" => true,
            _ if super::machines::repair_is_due(row, node_id, SimSpan::ZERO) => true,
            _ => {
                at_limit != AtLimit::Leaves && node.side != Some(Side::Blue)
                    || at_limit == AtLimit::GivesUp
            }
        };
        return ensure(good, || format!("a drain of {:?} in {:?}", node.side, course.phase));
    }
    if let Subject::Pod(pod) = row.record.subject {
        let on = row.shadow.pod(pod).on.map(|on| row.shadow.node(on));
        let blue = on.is_some_and(|node| node.side == Some(Side::Blue));
        let forced = matches!(
            row.record.change,
            Change::PodForced { .. }
                | Change::PodTerminating { ending: Ending::DeletedAtLimit, .. }
        );
        let repaired =
            on.is_some_and(|node| super::machines::is_repaired(row.shadow, node, row.record.at));
        let after_wait = course.wait.is_some();
        ensure(!(blue && forced) || repaired || after_wait, || {
            "a blue node's Pod is forced out".to_owned()
        })?;
    }
    Ok(())
}

/// BG-31 … BG-34, BG-41, AM-64, AM-92: only blue VMs in the last phase, and green ones in a rollback, are deleted.
pub(super) fn only_drained_nodes_are_deleted(row: &CourseRow<'_>) -> Said {
    let (Some(NodeRow { id: id_of_node, state: node, .. }), Change::NodeDeleting { .. }) =
        (row.node(), row.record.change)
    else {
        return Ok(());
    };
    if is_deleted_by_others(row) {
        return Ok(());
    }
    let (id, course) = (row.id, row.state);
    let run = row.shadow.pool(id).run;
    let good = match node.side {
        Some(Side::Blue) => {
            // Its VM may have to wait for capacity first.
            let back = node.up_at == Some(row.record.at);
            let hour = back || row.record.at <= course.since + HOUR;
            course.phase == Some(Phase::DeletingBluePool) && run == RunState::Running && hour
        }
        Some(Side::Green) => run == RunState::RollingBack,
        None => false,
    };
    ensure(good, || format!("{:?} in {:?}, {run:?}", node.side, course.phase))?;
    // A booting node shares the fate of its side: green in a rollback, blue in phase 5.
    let over = match node.side {
        Some(Side::Blue) => Some(course.since),
        _ => course.back_at,
    };
    let abandoned = node.vm == Vm::Booting && over == Some(row.record.at);
    let drained = node.up() && node.drained && node.drain.is_none();
    // Nodes that are away stay away.
    let away = matches!(node.vm, Vm::Rebooting | Vm::Deleting { recreate: true });
    // It boots again to be deleted; a Pod bound there at this instant was not there when the phase began (AM-64).
    let mut left = row.shadow.of_users(id_of_node).into_iter();
    let new = |pod| row.shadow.pod(pod).bound == Some(row.record.at);
    let empty = node.up_at == Some(row.record.at) && left.all(new);
    ensure(abandoned || drained || empty || away, || format!("it is {:?}", node.vm))
}

/// BG-35, BG-41, UP-13: a finished run leaves exactly one side, complete.
pub(super) fn one_colour_is_left(row: &CourseRow<'_>) -> Said {
    let Subject::Pool(id) = row.record.subject else {
        return Ok(());
    };
    let (shadow, course) = (row.shadow, row.state);
    let left = |side| shadow.of_side(id, side).collect::<Vec<_>>();
    let (blue, green) = (left(Side::Blue), left(Side::Green));
    match row.record.change {
        // AM-59: no node was old.
        Change::UpgradeSucceeded if course.phase.is_none() => {
            let version = |template| row.plan.templates[template].version;
            let target = shadow.pool(id).target;
            let old = blue.iter().find(|node| {
                let own = shadow.node(**node).template;
                own != target && (version(own).is_none() || version(own) != version(target))
            });
            let made = green.iter().find(|node| !shadow.node(**node).scaled);
            ensure(old.or(made).is_none(), || {
                let name = |node: Option<&NodeId>| node.map(|node| node_name(row.plan, *node));
                format!("{:?} is old, {:?} green", name(old), name(made))
            })
        }
        Change::UpgradeSucceeded => {
            // AM-64: the run ends with the last blue VM, even if a green one is taken away at that instant.
            let new = green.iter().all(|node| {
                let node = shadow.node(*node);
                (node.up() || node.comes_back() || node.scaled || node.shrunk)
                    && (node.template == shadow.pool(id).target || node.upgraded)
            });
            let made = shadow.made_for_blue(id);
            // KA-47: one that the autoscaler gave up before it was there needs no green one.
            let given_up = course.blue.iter().filter(|(node, _)| shadow.node(*node).given_up);
            let all = made <= course.blue.len() && made + given_up.count() >= course.blue.len();
            let all = all || course.wait.is_some();
            ensure(blue.is_empty() && new && all, || {
                format!("{} blue and {made} green nodes", blue.len())
            })
        }
        Change::RolledBack => {
            let old = blue.iter().filter(|node| {
                let known = course.blue.iter().any(|(other, _)| other == *node);
                known || !shadow.node(**node).scaled
            });
            // KA-47: one that the autoscaler asked for may not have come.
            let begun = course.blue.iter().map(|(node, _)| node);
            let begun = begun.filter(|node| !shadow.node(**node).scaled || blue.contains(node));
            let same = old.eq(begun);
            ensure(same && green.is_empty(), || {
                format!("{} blue and {} green nodes", blue.len(), green.len())
            })?;
            let closed = blue.iter().find(|node| {
                let before = course.blue.iter().any(|one| one == &(**node, true));
                let node = shadow.node(**node);
                let repaired = node.repair_at.is_some()
                    || super::machines::is_repaired(shadow, node, row.record.at);
                let closed = node.cordoned && node.registered() && !repaired;
                closed && !node.touched && !before
            });
            ensure(closed.is_none(), || {
                format!("{:?} is cordoned", closed.map(|node| node_name(row.plan, *node)))
            })
        }
        _ => Ok(()),
    }
}

/// Does a repair or the autoscaler delete the VM?
fn is_deleted_by_others(row: &RowCx<'_>) -> bool {
    matches!(row.slug, "repair/delete" | "autoscaler/give-up-node" | "autoscaler/delete")
}

/// UP-12, BG-38, AM-65, AM-79: a paused run starts nothing: it requests no eviction, requests or deletes no VM, cordons
/// no node, and starts no batch and no phase.
pub(super) fn a_pause_starts_nothing(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    if let (Subject::Node(_), Change::NodeRequested { group, .. }) =
        (row.record.subject, row.record.change)
    {
        let pool = row.plan.groups[group].pool;
        let ours = row.slug == "blue-green/request-node";
        let still = ours && shadow.course(pool).is_some() && paused(shadow, pool);
        return ensure(!still, || "a VM is requested".to_owned());
    }
    let Some(CourseRow { id, .. }) = row.course().filter(|row| paused(shadow, row.id)) else {
        return Ok(());
    };
    let of_drain = matches!(
        row.slug,
        "drain/evict"
            | "gate/budget"
            | "gate/two-budgets"
            | "blue-green/delete-pod"
            | "drain/delete"
            | "drain/pdb-timeout"
            | "autoscaled/violation"
    );
    let begins = match row.record.change {
        // Only a repair's or the autoscaler's.
        Change::NodeDeleting { .. } if is_deleted_by_others(row) => false,
        Change::PhaseStarted { .. }
        | Change::BatchStarted { .. }
        | Change::BatchDrained { .. }
        | Change::NodeDeleting { .. }
        | Change::DrainResumed { .. }
        | Change::ResourcesMissing
        | Change::ResourcesFound
        | Change::UpgradeFailed => true,
        Change::NodeCordoned | Change::NodeUncordoned | Change::DrainStarted { .. } => {
            // A node that returns to a cordoned pool is cordoned too.
            let back = row.node().is_some_and(|of| of.state.up_at == Some(row.record.at));
            let ours = ["blue-green/", "autoscaled/"].iter().any(|own| row.slug.starts_with(own));
            ours && !back
        }
        Change::DrainEnded { limit_reached } => {
            limit_reached && row.node().is_some_and(|of| by_batch(of.state))
        }
        Change::PodTerminating { .. } | Change::Blocked { .. } if of_drain => {
            let Subject::Pod(pod) = row.record.subject else {
                return Ok(());
            };
            let on = shadow.pod(pod).on.map(|on| shadow.node(on));
            on.is_some_and(by_batch)
        }
        _ => false,
    };
    ensure(!begins, || format!("while {:?}", shadow.pool(id).run))
}

fn paused(shadow: &Shadow<'_>, pool: PoolId) -> bool {
    matches!(shadow.pool(pool).run, RunState::Cancelled | RunState::Failed)
}

/// AM-65, AM-79: when a run is paused or resumed, so are its batch's drains, at the same instant.
pub(super) fn drains_pause_with_their_run(row: &RowCx<'_>) -> Said {
    if let (Some(of), Change::DrainResumed { limit_s }) = (row.node(), row.record.change) {
        let left = of.state.drain.as_ref().and_then(|drain| drain.limit_left);
        return ensure(left.map(SimSpan::secs) == Some(limit_s), || {
            format!("{limit_s} s, and {left:?} was left")
        });
    }
    if row.record.at == row.last {
        return Ok(());
    }
    let shadow = row.shadow;
    for (id, course) in shadow.courses() {
        let paused = paused(shadow, id);
        let odd = course.batch.iter().find(|node| {
            let node = shadow.node(**node);
            by_batch(node) && node.drain.as_ref().is_some_and(|drain| drain.paused != paused)
        });
        ensure(odd.is_none(), || {
            format!("{:?} drains, paused or not", odd.map(|node| node_name(row.plan, *node)))
        })?;
    }
    Ok(())
}

/// AM-65: a rollback drains green nodes zone by zone, at most twenty at once, and as many as there are.
/// Otherwise only a repair drains one (AM-53).
pub(super) fn green_is_drained_in_parallel(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let rolls_back = |pool: PoolId| shadow.pool(pool).run == RunState::RollingBack;
    let draining = |pool: PoolId| {
        let green = shadow.of_side(pool, Side::Green);
        green.filter(|node| drains::of_upgrade(shadow.node(*node))).count()
    };
    let waiting = |pool: PoolId| {
        shadow.of_side(pool, Side::Green).filter(|node| {
            let node = shadow.node(*node);
            node.up() && !drains::of_upgrade(node) && !node.rolls_back
        })
    };
    if let (Some(CourseRow { id, state: course, .. }), Some(NodeRow { id: node, state, .. })) =
        (row.course(), row.node())
        && let (Change::DrainStarted { at_limit, .. }, Some(Side::Green)) =
            (row.record.change, state.side)
        && at_limit != AtLimit::GivesUp
        && row.slug != "autoscaler/drain"
        && (rolls_back(id) || !super::machines::repair_is_due(row, node, SimSpan::ZERO))
    {
        let back = rolls_back(id) && at_limit == AtLimit::Forces;
        ensure(back && draining(id) < PARALLEL, || {
            format!("{} green nodes are drained", draining(id))
        })?;
        let (least, _) = cordon(row.plan);
        let begins = course.back_at.is_some_and(|at| at + least <= row.record.at);
        ensure(begins, || "its cordon takes longer".to_owned())?;
        return in_order(row, id, node, waiting(id));
    }
    if row.record.at == row.last {
        return Ok(());
    }
    let (_, most) = cordon(row.plan);
    for (id, course) in shadow.courses() {
        let Some(since) = course.back_at else { continue };
        let back = rolls_back(id);
        let idle = row.last >= since + most && draining(id) < PARALLEL;
        ensure(!(back && idle) || waiting(id).next().is_none(), || {
            format!("only {} green nodes are drained", draining(id))
        })?;
    }
    Ok(())
}

fn by_batch(node: &ShadowNode) -> bool {
    let drain = node.drain.as_ref();
    drain.is_some_and(|drain| matches!(drain.at_limit, AtLimit::Leaves | AtLimit::Deletes))
}

/// BG-14, BG-23, BG-41, AM-65: at the instant of the command blue is uncordoned, its drains end, and green is cordoned.
pub(super) fn a_rollback_begins_at_once(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    for (id, course) in shadow.courses().filter(|(_, one)| one.back_at == Some(row.last)) {
        let blue = shadow.of_side(id, Side::Blue).find(|node| {
            let known = course.blue.contains(&(*node, true));
            let node = shadow.node(*node);
            let closed = node.cordoned && node.registered() && !node.touched && !known;
            // AM-53: a repair in progress continues.
            let repaired =
                node.repair_at.is_some() || super::machines::is_repaired(shadow, node, row.last);
            closed && !repaired || by_batch(node)
        });
        let green = shadow
            .of_side(id, Side::Green)
            .find(|node| shadow.node(*node).up() && !shadow.node(*node).cordoned);
        let odd = blue.or(green);
        ensure(odd.is_none(), || {
            format!("{:?} is not", odd.map(|node| node_name(row.plan, node)))
        })?;
    }
    Ok(())
}

/// AM-61, AM-65, AM-84: a command has the effect that the run's state and phase allow, and is refused otherwise.
pub(super) fn commands_follow_the_tables(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let moved = row.record.at > row.last || matches!(row.record.change, Change::Commanded { .. });
    ensure(!(moved && shadow.rollback_next.is_some()), || {
        "what was to be rolled back is only cancelled".to_owned()
    })?;
    let Some((command, pool, answer)) = shadow.asked else {
        return Ok(());
    };
    let change = row.record.change;
    let good = match answer {
        CommandResult::Starts => matches!(change, Change::UpgradeStarted { automatic: false, .. }),
        CommandResult::Cancelled => change == Change::UpgradeCancelled,
        CommandResult::Cancelling => change == Change::UpgradeCancelling,
        CommandResult::Resumed => change == (Change::UpgradeResumed { automatic: false }),
        CommandResult::RollsBack => change == Change::RollbackStarted,
        CommandResult::Deletes => {
            matches!(change, Change::PhaseStarted { phase: Phase::DeletingBluePool, .. })
        }
        CommandResult::Reshaped => {
            matches!(change, Change::Reshaped { .. } | Change::SettingsSet { .. })
        }
        CommandResult::Refused => matches!(change, Change::Refused { .. }),
        CommandResult::StartsOrRefused => matches!(
            change,
            Change::UpgradeStarted { automatic: false, .. } | Change::Refused { .. }
        ),
        CommandResult::Silent => true,
    };
    let own = row.record.subject == Subject::Pool(pool) && row.record.cause == Some(command);
    ensure(good && own, || format!("{change:?}, and not {answer:?}"))
}

/// AM-16, BG-16: Pods that a batch leaves behind stay until the last phase; no eviction is requested after its limit.
pub(super) fn a_batch_ends_at_its_limit(row: &NodeRow<'_>) -> Said {
    let Change::DrainEnded { limit_reached: true } = row.record.change else {
        return Ok(());
    };
    let node = row.state;
    let Some(drain) = node.drain.as_ref().filter(|drain| drain.at_limit == AtLimit::Leaves) else {
        return Ok(());
    };
    let left = drain.selected.iter().any(|pod| row.shadow.pod(*pod).life != Life::Gone);
    ensure(left && !drain.deletes, || "nobody is left".to_owned())
}
