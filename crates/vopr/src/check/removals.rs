//! In which order nodes are removed, and that none is forgotten, by a model of its own.

use super::fresh::{look_at_rest, may_be_new};
use super::scale_down::{
    AFTER_FAILURE, AFTER_GROWTH, AT_ONCE, is_expendable, movers, unneeded_time,
};
use super::{RowCx, Said, budgets, ensure, feasible};
use crate::run::FinishedRun;
use crate::shadow::{Life, Shadow, ShadowNode, Vm};
use base::{BudgetId, Map, NodeId, SimTime};
use query::Outcome;
use trace::{Change, Subject};

/// An unneeded node that may go now, with any others.
struct Goer {
    id: NodeId,
    is_empty: bool,
    /// KA-77: does its drain take several rounds? `None`: it isn't known.
    risky: Option<bool>,
}

/// KA-75, KA-76, AM-32: nodes whose time is over and that no minimum keeps, in the order in which they go.
/// KA-11, KA-87: Pods that wait, and those of nodes that are drained, take places first: then it isn't known which nodes are empty,
/// as where a Pod ended in the same instant, before the look or after it.
fn goers(shadow: &Shadow<'_>, at: SimTime) -> Vec<Goer> {
    if shadow.gone.values().any(|gone| *gone == Some(at)) {
        return Vec::new();
    }
    let all = shadow.pods.ids();
    let mut all =
        all.filter(|pod| shadow.pod(*pod).life == Life::Pending || shadow.leaves_with_node(*pod));
    if all.any(|pod| !is_expendable(shadow, &shadow.plan.workloads[shadow.pod(pod).workload])) {
        return Vec::new();
    }
    let unneeded = shadow.autoscaler.unneeded.iter();
    let over = unneeded.filter(|(id, since)| {
        let node = shadow.node(**id);
        **since + unneeded_time(shadow.plan, node) < at && may_go(shadow, **id, node, at)
    });
    let over = over.map(|(id, _)| {
        let is_empty = movers(shadow, shadow.node(*id), at).next().is_none();
        Goer { id: *id, is_empty, risky: is_risky(shadow, *id, at) }
    });
    over.collect()
}

fn may_go(shadow: &Shadow<'_>, id: NodeId, node: &ShadowNode, at: SimTime) -> bool {
    let plan = shadow.plan;
    let Some(settings) = plan.pools[node.pool].autoscaling else {
        return false;
    };
    let (size, min) = shadow.beside(id);
    let going = shadow.nodes.values().filter(|other| {
        let own = other.pool == node.pool && (settings.total || other.zone == node.zone);
        own && other.marked && other.up()
    });
    let paused = shadow.autoscaler.drain_failed.iter().any(|(other, failed)| {
        let beside = shadow.node(*other);
        beside.pool == node.pool && beside.zone == node.zone && *failed + AFTER_FAILURE > at
    });
    let registered = shadow.nodes.values().filter(|other| other.up() && !other.marked).count();
    let free = !shadow.autoscaler.kept.contains(&id)
        && node.up()
        && !node.marked
        && node.taken.is_none()
        && node.drain.is_none()
        && !shadow.is_kept_by_phase(node);
    let least = plan.resource_limits.iter().all(|limit| limit.min == 0);
    let whole = !plan.pools[node.pool].multi_host && !settings.compute_engine;
    free && whole && least && !paused && registered > 1 && size > min + going.count() as u32
}

/// KA-59, KA-77: do the node's Pods exceed a budget, or do all unneeded nodes together leave enough of each?
fn is_risky(shadow: &Shadow<'_>, id: NodeId, at: SimTime) -> Option<bool> {
    let wanted = |ids: &[NodeId]| {
        let mut wanted: Map<BudgetId, i64> = Map::new();
        for id in ids {
            for (_, own) in movers(shadow, shadow.node(*id), at) {
                own.budgets.iter().for_each(|budget| *wanted.entry(*budget).or_insert(0) += 1);
            }
        }
        wanted
    };
    let views = budgets::allowances(shadow, at);
    let exceeds = |wanted: &Map<BudgetId, i64>, allowed: &Vec<i64>| {
        wanted.iter().any(|(budget, pods)| allowed[budget.0 as usize] < *pods)
    };
    let all: Vec<NodeId> = shadow.autoscaler.unneeded.keys().copied().collect();
    let (own, all) = (wanted(&[id]), wanted(&all));
    if views.iter().all(|allowed| exceeds(&own, allowed)) {
        return Some(true);
    }
    let fits = |allowed| !own.keys().any(|budget| exceeds(&one(*budget, &all), allowed));
    views.iter().all(fits).then_some(false)
}

fn one(budget: BudgetId, wanted: &Map<BudgetId, i64>) -> Map<BudgetId, i64> {
    wanted.get(&budget).map(|pods| (budget, *pods)).into_iter().collect()
}

/// KA-77, KA-80: empty nodes go first, then those whose Pods fit their budgets at once, each in the order of nodes.
pub(super) fn nodes_go_in_order(row: &RowCx<'_>) -> Said {
    let (at, marked) = &row.shadow.autoscaler.marked;
    if *at != row.last {
        return Ok(());
    }
    let shadow = row.shadow;
    let slice = |id: NodeId| row.plan.pools[shadow.node(id).pool].multi_host;
    let name = |id: NodeId| feasible::host(shadow, id);
    let left = goers(shadow, *at);
    for (id, drain) in marked.iter().copied().filter(|(id, _)| !slice(*id)) {
        let own = shadow.node(id);
        let group = |other: &Goer| {
            let node = shadow.node(other.id);
            node.pool == own.pool && node.zone == own.zone
        };
        let risky = if drain { is_risky(shadow, id, *at) } else { None };
        let before = left.iter().find(|other| match (drain, other.is_empty) {
            (true, true) => true,
            (false, true) => group(other) && other.id < id,
            (false, false) => false,
            (true, false) => match (other.risky, risky) {
                (Some(false), Some(true)) => true,
                (Some(false), _) | (_, Some(true)) => other.id < id,
                _ => false,
            },
        });
        ensure(before.is_none(), || {
            let other = before.map(|other| (name(other.id), other.is_empty, other.risky));
            format!("{} goes before {other:?}", name(id))
        })?;
    }
    Ok(())
}

/// KA-74, KA-75, KA-78: no look leaves a node that may go, while there is a place for its removal.
pub(super) fn no_removal_is_forgotten(row: &RowCx<'_>) -> Said {
    let (Some(look), shadow) = (look_at_rest(row), row.shadow) else {
        return Ok(());
    };
    let (grew, groups) = &shadow.autoscaler.decided;
    let cools = !groups.is_empty() && *grew + AFTER_GROWTH > look;
    if shadow.autoscaler.unneeded.is_empty() || cools || may_be_new(shadow, look) {
        return Ok(());
    }
    let removing = &shadow.autoscaler.removing;
    let drains = removing.values().any(|one| one.drain);
    let left = goers(shadow, look);
    let one = left.iter().find(|one| removing.len() < AT_ONCE && (one.is_empty || !drains));
    ensure(one.is_none(), || {
        let name = one.map(|one| feasible::host(shadow, one.id));
        format!("{name:?} may go at {look}, {} go", removing.len())
    })
}

/// Removed nodes of the outcome are those that the autoscaler deleted and that are gone.
pub(super) fn removed_nodes_are_counted(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    if run.compiled.plan.pools.values().all(|pool| pool.autoscaling.is_none()) {
        return Ok(());
    }
    let outcome = Outcome::read(&run.trace, run.outcome.ended).1;
    let deleted = run.trace.records().filter(|(_, record)| {
        let gone = |id: NodeId| matches!(shadow.node(id).vm, Vm::Gone | Vm::Abandoned);
        let is_gone = matches!(record.subject, Subject::Node(id) if gone(id));
        let deletes = matches!(record.change, Change::NodeDeleting { .. });
        deletes && is_gone && run.trace.rule(record).slug == "autoscaler/delete"
    });
    let own = deleted.count() as u32;
    let said = outcome.scaling.map(|counts| counts.removed);
    ensure(said == Some(own), || format!("{said:?} nodes are removed, and not {own}"))
}
