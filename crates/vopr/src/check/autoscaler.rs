//! The cluster autoscaler: when it grows groups, for whom, and how far.

use super::{RowCx, Said, ensure, pod_name};
use crate::run::FinishedRun;
use crate::shadow::{GRID, Life, Shadow};
use base::{GroupId, PodId, PoolId, SimSpan, SimTime};
use model::autoscale::{LocationPolicy, ScaleUpError};
use model::{Health, Plan};
use trace::{Change, Subject};

/// KA-13.
const NEW: SimSpan = SimSpan::from_secs(2);

/// A run has a twin that looks at every instant of the grid if these looks are at no more nodes than this, and its rows no more.
const LOOKS: i64 = 40_000;
const ROWS: u32 = 2_000;

pub(super) fn group_name(plan: &Plan, group: GroupId) -> String {
    let own = plan.groups[group];
    format!("{} in {}", plan.pools[own.pool].name, plan.zones[own.zone].name)
}

/// AM-105, MR-10: it acts on the grid only, and not while there is no API.
pub(super) fn it_acts_on_the_grid(row: &RowCx<'_>) -> Said {
    // What follows a mark of a node has its own times.
    let follows = ["delete", "drain", "drain-refused", "force", "keep-node"];
    let own = row.slug.strip_prefix("autoscaler/");
    if own.is_none_or(|own| follows.contains(&own)) {
        return Ok(());
    }
    ensure(row.record.at.ms() % GRID == 0, || "not on the grid".to_owned())?;
    ensure(!row.shadow.control_plane.is_down(), || "there is no API".to_owned())
}

/// AM-63, BS-49: it knows how many nodes a group has, and adds some.
pub(super) fn sizes_are_right(row: &RowCx<'_>) -> Said {
    let Change::ScaleUpDecided { group, from, to } = row.record.change else {
        return Ok(());
    };
    let size = row.shadow.size_of_group(group);
    ensure(size == from && to > from, || {
        format!("{} has {size} nodes, and grows from {from} to {to}", group_name(row.plan, group))
    })
}

/// CA-33, CA-36, AM-47, BS-93: no group grows above its maximum, and no pool above that of all its zones.
pub(super) fn no_group_exceeds_its_maximum(row: &RowCx<'_>) -> Said {
    let Change::ScaleUpDecided { group, to, .. } = row.record.change else {
        return Ok(());
    };
    let own = row.plan.groups[group].pool;
    let Some(settings) = row.plan.pools[own].autoscaling else {
        return Err("its pool isn't autoscaled".to_owned());
    };
    let others = row.plan.pools[own].groups.iter().filter(|other| **other != group);
    let other = |other: &GroupId| {
        let owed = row.shadow.autoscaler.owed.get(other).copied().unwrap_or(0);
        row.shadow.size_of_group(*other) + owed
    };
    let all = if settings.total { to + others.map(other).sum::<u32>() } else { to };
    ensure(all <= settings.max, || {
        format!("{} gets {all} nodes, of {}", group_name(row.plan, group), settings.max)
    })
}

/// KA-10, KA-11, KA-13: a group grows for a Pod that the scheduler found no node for, and that isn't quite new.
pub(super) fn groups_grow_for_pods(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let waits = |pod: &PodId| {
        let pending = shadow.pod(*pod).life == Life::Pending;
        pending && shadow.asks_for_nodes(*pod) || shadow.leaves_with_node(*pod)
    };
    let all = || shadow.pods.ids();
    let waiting = || all().filter(waits);
    match (row.record.subject, row.record.change) {
        (_, Change::ScaleUpDecided { .. }) => {
            let cause = row.record.cause.map(|no| shadow.subjects[no.0 as usize]);
            let Some(Subject::Pod(pod)) = cause else {
                return Err(format!("its cause is {cause:?}"));
            };
            ensure(waits(&pod), || format!("{} doesn't wait", pod_name(shadow, pod)))?;
            let oldest = waiting().map(|pod| shadow.pod(pod).created).min();
            ensure(oldest.is_some_and(|oldest| oldest + NEW <= row.record.at), || {
                format!("the oldest Pod is of {oldest:?}")
            })
        }
        (Subject::Workload(workload), Change::ScaleUpTriggered { pods, .. }) => {
            let own = waiting().filter(|pod| shadow.pod(*pod).workload == workload).count();
            ensure(0 < pods && pods as usize <= own, || format!("{pods} of {own} Pods"))
        }
        _ => Ok(()),
    }
}

/// KA-44, KA-46, AM-20: no group grows that backs off, or whose phase forbids it; nodes come to the colour that grows.
pub(super) fn held_groups_do_not_grow(row: &RowCx<'_>) -> Said {
    let Change::ScaleUpDecided { group, .. } = row.record.change else {
        return Ok(());
    };
    let held = row.shadow.autoscaler.held.get(&group);
    ensure(held.is_none_or(|held| held.until < row.record.at), || {
        format!("{} backs off until {:?}", group_name(row.plan, group), held.map(|one| one.until))
    })?;
    let stale = row.shadow.autoscaler.awaited.get(&group).copied();
    let waits = row.plan.pools[row.plan.groups[group].pool].autoscaling;
    let waits = waits.map_or(SimSpan::ZERO, |settings| settings.provisioning);
    ensure(stale.is_none_or(|since| since + waits >= row.record.at), || {
        format!("{} awaits nodes since {stale:?}", group_name(row.plan, group))
    })
}

/// KA-44 … KA-46: how long a group backs off, and for how many nodes.
pub(super) fn failures_are_true(row: &RowCx<'_>) -> Said {
    let Change::ScaleUpFailed { group, why, missing, backoff_s } = row.record.change else {
        return Ok(());
    };
    let (shadow, at) = (row.shadow, row.record.at);
    let length = shadow.held_after(group, at).length.secs();
    ensure(length == backoff_s, || format!("{backoff_s} s, and not {length} s"))?;
    let own = row.plan.groups[group];
    if why != ScaleUpError::Timeout {
        let owed = shadow.autoscaler.owed.get(&group).copied().unwrap_or(0);
        ensure(owed == missing, || format!("{owed} nodes are missing"))?;
        let capacity = shadow.has_capacity(own.pool, own.zone);
        // The nodes of a slice come together.
        let slice = row.plan.pools[own.pool].multi_host;
        return ensure(capacity.is_err() || slice, || "there is capacity".to_owned());
    }
    let since = shadow.autoscaler.awaited.get(&group).copied();
    let settings = row.plan.pools[own.pool].autoscaling;
    let late = since.zip(settings).is_some_and(|(since, own)| since + own.provisioning < at);
    let coming = shadow.coming(group);
    ensure(late && coming == missing, || format!("{coming} are awaited since {since:?}"))
}

/// KA-39: what is decided is requested at once, or refused.
pub(super) fn decisions_are_carried_out(row: &RowCx<'_>) -> Said {
    let Change::NodeRequested { group, for_pods, .. } = row.record.change else {
        return at_the_end_of_an_instant(row);
    };
    let scaled = row.slug == "autoscaler/request-node";
    ensure(for_pods == scaled, || "it says that it is for Pods".to_owned())?;
    let owed = row.shadow.autoscaler.owed.get(&group).copied().unwrap_or(0);
    ensure(!scaled || owed > 0, || "nobody decided so".to_owned())?;
    at_the_end_of_an_instant(row)
}

fn at_the_end_of_an_instant(row: &RowCx<'_>) -> Said {
    if row.record.at == row.last {
        return Ok(());
    }
    let owed = row.shadow.autoscaler.owed.iter().find(|(_, owed)| **owed > 0);
    ensure(owed.is_none(), || {
        owed.map_or_else(String::new, |(group, owed)| {
            format!("{owed} nodes of {} were forgotten", group_name(row.plan, *group))
        })
    })
}

/// CA-23, KA-37: with BALANCED, none of the groups that grow gets two nodes more than another one that has room.
pub(super) fn zones_grow_alike(row: &RowCx<'_>) -> Said {
    let (at, decided) = &row.shadow.autoscaler.decided;
    if *at != row.last {
        return Ok(());
    }
    let balanced = |pool: PoolId| {
        let settings = row.plan.pools[pool].autoscaling;
        let zonal = |one: &model::autoscale::Autoscaling| {
            !one.total && one.policy == LocationPolicy::Balanced
        };
        settings.filter(zonal).map(|settings| settings.max)
    };
    for (group, _, to) in decided {
        let pool = row.plan.groups[*group].pool;
        let Some(max) = balanced(pool) else {
            continue;
        };
        let smaller = decided.iter().find(|(other, _, size)| {
            row.plan.groups[*other].pool == pool && *size < max && size + 1 < *to
        });
        ensure(smaller.is_none(), || {
            format!("{} has {to} nodes, and {smaller:?}", group_name(row.plan, *group))
        })?;
    }
    Ok(())
}

/// KA-47, AM-47, BS-93: nodes that it asked for are given up when they are late, and not below the minimum.
pub(super) fn late_nodes_are_given_up(row: &RowCx<'_>) -> Said {
    let (Subject::Node(id), "autoscaler/give-up-node") = (row.record.subject, row.slug) else {
        return no_late_node_is_left(row);
    };
    let until = row.shadow.awaited_until(id);
    let (now, least) = row.shadow.beside(id);
    ensure(until.is_some_and(|until| until < row.record.at) && now > least, || {
        format!("it is awaited until {until:?}, and of {now} nodes, at least {least}")
    })
}

/// The looks since the last row, at which the same holds, have left none.
fn no_late_node_is_left(row: &RowCx<'_>) -> Said {
    let (shadow, last) = (row.shadow, row.last);
    let look = SimTime::from_ms((row.record.at.ms() - 1).div_euclid(GRID) * GRID);
    if look <= last || shadow.control_plane.is_down() {
        return Ok(());
    }
    let mut nodes = shadow.autoscaler.unregistered.keys().copied();
    let late = nodes.find(|node| {
        let (now, least) = shadow.beside(*node);
        shadow.awaited_until(*node).is_some_and(|until| until < look) && now > least
    });
    ensure(late.is_none() || may_be_unhealthy(shadow), || {
        format!("{late:?} is late, and there was a look at {look}")
    })
}

/// KA-48: so many nodes are unready that nothing is decided, perhaps.
pub(super) fn may_be_unhealthy(shadow: &Shadow<'_>) -> bool {
    let sick = |health: Health| !matches!(health, Health::Well | Health::Silent);
    shadow.nodes.values().filter(|node| node.up() && sick(node.health)).count() > 3
}

/// KA-93, BS-104: at the end of a run, whoever waits knows of each group why it doesn't grow.
pub(super) fn who_waits_knows_why(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    if may_be_unhealthy(shadow) || shadow.control_plane.is_down() {
        return Ok(());
    }
    let groups = || {
        let all = shadow.plan.groups.iter();
        all.filter(|(_, group)| shadow.plan.pools[group.pool].autoscaling.is_some())
    };
    for pod in shadow.autoscaler.unschedulable.iter().copied() {
        let state = shadow.pod(pod);
        let waits = state.life == Life::Pending && shadow.asks_for_nodes(pod);
        if !waits || shadow.nominated.contains_key(&pod) {
            continue;
        }
        for (group, _) in groups() {
            let reason = shadow.autoscaler.reasons.get(&(state.workload, group));
            ensure(reason.is_some(), || {
                let group = group_name(shadow.plan, group);
                format!(
                    "{} waits, and nothing says why {group} doesn't grow",
                    pod_name(shadow, pod)
                )
            })?;
        }
    }
    Ok(())
}

/// KA-93: a reason is about Pods that wait; after the end of a run none is left of Pods that are gone.
pub(super) fn reasons_are_about_pods_that_wait(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    if may_be_unhealthy(shadow) || shadow.control_plane.is_down() {
        return Ok(());
    }
    for ((workload, group), why) in &shadow.autoscaler.reasons {
        let mut pods = shadow.pods_of(*workload);
        let waits = pods.any(|(id, pod)| pod.life == Life::Pending && shadow.asks_for_nodes(id));
        ensure(waits, || {
            let name = &shadow.plan.workloads[*workload].name;
            format!("{name}: {why:?} of {}, and no Pod waits", group_name(shadow.plan, *group))
        })?;
    }
    Ok(())
}

/// AM-105: a run whose autoscaler looks at every instant of the grid is the same. Only for some seeds: that takes long.
pub(super) fn looks_that_find_nothing_do_not_show(run: &FinishedRun<'_>) -> Said {
    let scaled = run.compiled.plan.pools.values().any(|pool| pool.autoscaling.is_some());
    let looks = (run.trace.end() - SimTime::ZERO).ms() / GRID;
    let nodes = run.end.nodes.len() as i64;
    let short = looks * nodes <= LOOKS && run.trace.len() <= ROWS;
    if !scaled || !short || !run.seed.is_multiple_of(4) {
        return Ok(());
    }
    let compiled = run.compiled.clone();
    let mut sim = sim::Sim::new(compiled.plan, compiled.cluster);
    sim.look_at_every_tick();
    sim.run();
    let twin = super::whole::trace_of(&sim);
    let (mut rows, mut others) = (run.trace.records(), twin.records());
    loop {
        let (row, other) = (rows.next(), others.next());
        let (Some((no, row)), Some((_, other))) = (row, other) else {
            return ensure(row.is_none() && other.is_none(), || {
                format!("rows end with {row:?}, at every tick with {other:?}")
            });
        };
        // A look's cause is the row that asked for it.
        let own = run.trace.rule(&row).slug.starts_with("autoscaler/");
        let same = (row.at, row.rule, row.subject, row.change)
            == (other.at, other.rule, other.subject, other.change)
            && (own || row.cause == other.cause);
        ensure(same, || format!("row {}: {row:?}, at every tick {other:?}", no.0))?;
    }
}
