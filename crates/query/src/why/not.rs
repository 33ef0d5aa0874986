//! Why nothing happens to a node, a pool or a Pod: every applicable reason, not only the first.

use super::{Reason, WhyContext};
use crate::index::{Hold, Index};
use base::{NodeId, PoolId, RecordNo, SimTime};
use model::{Node, NodePhase, RunState};
use trace::{Blocker, Change, Frame, Phrase, Subject, Trace, Value, WhyNot};

/// All reasons why nothing happens to the subject now; empty if something does or nothing should.
pub fn why_not(trace: &Trace, index: &Index, frame: &Frame, subject: Subject) -> Vec<Reason> {
    let cx = WhyContext::new(trace, index, (frame, None));
    match subject {
        Subject::Node(id) => {
            frame.cluster.nodes.get(id).map_or_else(Vec::new, |state| node(&cx, id, state))
        }
        Subject::Pool(id) => pool(&cx, id),
        Subject::Pod(_) => index
            .holds_on(subject, frame.next)
            .filter_map(|hold| super::budget::refusal(&cx, hold))
            .collect(),
        Subject::Cluster
        | Subject::Zone(_)
        | Subject::Workload(_)
        | Subject::Budget(_)
        | Subject::Service(_) => Vec::new(),
    }
}

/// Why an old node of a pool with an unfinished run is not being upgraded.
pub(super) fn node(cx: &WhyContext<'_>, id: NodeId, state: &Node) -> Vec<Reason> {
    let plan = cx.trace.plan();
    let Some(group) = plan.groups.get(state.group) else {
        return Vec::new();
    };
    let Some(pool_state) = cx.frame.cluster.pools.get(group.pool) else {
        return Vec::new();
    };
    if state.phase != NodePhase::Ready
        || !pool_state.run.unfinished()
        || pool_state.target == Some(state.template)
    {
        return Vec::new();
    }
    if state.taken {
        return taken(cx, id);
    }
    let mut reasons = pool(cx, group.pool);
    if pool_state.zone.is_some_and(|zone| zone != group.zone) {
        let rule = cx.rule("surge/zone-start", &["UP-10", "AM-03", "AM-59"]);
        let mut reason = Reason::of_rule(rule, Phrase::new("why-other-zone"))
            .input("input-zone", Subject::Zone(group.zone));
        if let Some(zone) = pool_state.zone {
            reason = reason.input("input-zone-now", Subject::Zone(zone));
        }
        reason.no = zone_started(cx, group.pool);
        reasons.push(reason);
    } else if pool_state.zone == Some(group.zone) {
        reasons.extend(slots(cx, group.pool));
    }
    reasons
}

/// A slot has taken it: its surge node is being created.
fn taken(cx: &WhyContext<'_>, id: NodeId) -> Vec<Reason> {
    let task = cx.index.active_tasks(cx.frame.next).find(|task| task.node == id);
    let new = task.and_then(|task| task.stand_in);
    let Some((task, new)) = task.zip(new) else {
        return Vec::new();
    };
    let rule = cx.rule("surge/request-node", &["SU-05", "SU-06", "UP-22"]);
    let mut reason = Reason::of_rule(rule, Phrase::new("why-waits-for-surge").with("node", new))
        .input("input-slot", task.slot + 1);
    if let Some(NodePhase::Booting { ready_at }) =
        cx.frame.cluster.nodes.get(new).map(|node| node.phase)
    {
        reason = reason.input("input-ready-at", ready_at);
    }
    reason.no = task.stand_in.and_then(|new| {
        cx.last_that(Subject::Node(new), |record| {
            matches!(record.change, Change::NodeRequested { .. })
        })
        .map(|(no, _)| no)
    });
    vec![reason]
}

/// Every slot has a node (SU-14), unless slots wait for capacity.
fn slots(cx: &WhyContext<'_>, pool: PoolId) -> Option<Reason> {
    let plan = cx.trace.plan();
    let rule = cx.rule("surge/take", &["SU-01", "SU-13", "SU-14", "AM-58"]);
    let used = in_progress(cx, pool);
    let state = cx.frame.cluster.pools[pool];
    let surge = state.strategy(&plan.pools[pool]).surge();
    if (used.len() as u32) < state.surge_slots + state.unavailable_slots {
        return None;
    }
    let mut reason = Reason::of_rule(rule, Phrase::new("why-slots-full").with("used", used.len()))
        .input("input-slots", state.surge_slots + state.unavailable_slots)
        .input("input-max-surge", surge.max_surge)
        .input("input-max-unavailable", surge.max_unavailable)
        .input("input-in-progress", Value::Names(used));
    reason.no = zone_started(cx, pool);
    Some(reason)
}

/// The nodes that slots of the pool work on.
fn in_progress(cx: &WhyContext<'_>, pool: PoolId) -> Vec<Subject> {
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let tasks = cx.index.active_tasks(cx.frame.next);
    let nodes = tasks.map(|task| task.node).filter(|node| {
        cluster.nodes.get(*node).is_some_and(|node| plan.groups[node.group].pool == pool)
    });
    nodes.map(Subject::Node).collect()
}

/// What refuses VMs to slots of a running upgrade, and how many wait for one (SU-08).
pub(super) fn starved(cx: &WhyContext<'_>, pool: PoolId) -> Vec<Reason> {
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let state = cluster.pools[pool];
    let of = state.surge_slots + state.unavailable_slots;
    let left = cluster.nodes.values().filter(|node| {
        let group = plan.groups[node.group];
        let here = group.pool == pool && Some(group.zone) == state.zone;
        here && !node.taken && node.phase == NodePhase::Ready && state.target != Some(node.template)
    });
    let idle = of.saturating_sub(in_progress(cx, pool).len() as u32).min(left.count() as u32);
    let holds = cx.index.holds_on(Subject::Pool(pool), cx.frame.next).filter(|_| idle > 0);
    let part = || Phrase::new("value-of").with("part", idle).with("whole", of);
    holds
        .filter_map(|hold| super::budget::refusal(cx, hold))
        .map(|reason| reason.input("input-starved-slots", part()))
        .collect()
}

/// The quotas that are short for the pool's upgrade, which waits or has failed since then (UP-07).
pub(super) fn short_quotas(cx: &WhyContext<'_>, pool: PoolId, since: SimTime) -> Vec<Reason> {
    let is_meant = |hold: &&Hold| hold.at == since || hold.active(cx.frame.next);
    let holds = cx.index.holds.iter().filter(|hold| hold.subject == Subject::Pool(pool));
    let short = holds.filter(is_meant).filter_map(|hold| {
        let Blocker::QuotaOf { quota, short } = hold.by else { return None };
        let own = cx.trace.plan().quotas.get(quota as usize)?;
        let sentence = Phrase::new("why-quota-short").with("quota", own.name.as_str());
        let sentence = sentence.with("short", short).with("left", own.left);
        Some(Reason { sentence, ..Reason::of_row(cx, hold.no)? })
    });
    short.collect()
}

/// The row that started the zone in progress.
fn zone_started(cx: &WhyContext<'_>, pool: PoolId) -> Option<RecordNo> {
    cx.last_that(Subject::Pool(pool), |record| matches!(record.change, Change::ZoneStarted { .. }))
        .map(|(no, _)| no)
}

/// Other pools with an automatic upgrade in progress.
fn at_work(cx: &WhyContext<'_>, id: PoolId) -> Value {
    let pools = cx.frame.cluster.pools.iter();
    let others = pools.filter(|(other, state)| {
        *other != id
            && state.automatic
            && matches!(
                state.run,
                RunState::Running | RunState::WaitingForResources | RunState::Cancelling
            )
    });
    Value::Names(others.map(|(other, _)| Subject::Pool(other)).collect())
}

/// Why the pool's run doesn't continue.
pub(super) fn pool(cx: &WhyContext<'_>, id: PoolId) -> Vec<Reason> {
    let Some(state) = cx.frame.cluster.pools.get(id) else {
        return Vec::new();
    };
    let waits = match state.run {
        RunState::Queued
        | RunState::Paused
        | RunState::WaitingForResources
        | RunState::Cancelling
        | RunState::Failed
        | RunState::Cancelled => true,
        RunState::Idle
        | RunState::Running
        | RunState::RollingBack
        | RunState::Succeeded
        | RunState::RolledBack => false,
    };
    if !waits {
        return Vec::new();
    }
    let subject = Subject::Pool(id);
    let mut reasons = Vec::new();
    for no in cx.trace.rows_back(subject, cx.frame.next) {
        let Some(record) = cx.trace.record(no) else {
            break;
        };
        let why = match record.change {
            Change::UpgradeQueued { why } | Change::UpgradePaused { why } => Some(why),
            Change::ResourcesMissing
            | Change::UpgradeCancelling
            | Change::UpgradeCancelled
            | Change::UpgradeFailed => None,
            _ => continue,
        };
        let reason = Reason::of_row(cx, no);
        reasons.extend(reason.map(|reason| match why {
            Some(WhyNot::Policy(waits)) => super::policy::explained(cx, reason, &waits),
            Some(WhyNot::AnotherRun) => reason.input("input-in-progress", at_work(cx, id)),
            Some(_) | None => reason,
        }));
        break;
    }
    for hold in cx.index.holds_on(subject, cx.frame.next) {
        reasons.extend(super::budget::refusal(cx, hold));
    }
    reasons
}
