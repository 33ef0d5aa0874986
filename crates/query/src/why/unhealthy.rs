//! Why a node is unhealthy, and the consequences.

use super::{Reason, Until, Why, WhyContext};
use base::{NodeId, SimTime};
use model::{Cluster, Health, Node, NotReady, Plan, RunState};
use trace::{Change, Phrase, Record, Subject};

/// `None`: it is healthy.
pub(super) fn why(cx: &WhyContext<'_>, id: NodeId, node: &Node) -> Option<Why> {
    let (what, since) = what(cx, id, node)?;
    let from_start = known_at_start(cx, id, since);
    let subject = Subject::Node(id);
    let rows = cx.trace.rows_of(subject).into_iter();
    let failed = rows
        .take_while(|no| no.0 < cx.frame.next)
        .filter(|no| cx.trace.record(*no).is_some_and(|one| begins(one.change)))
        .last();
    let next = cx.next_that(subject, |record| until(cx, record).is_some());
    let end = next.and_then(|(_, record)| Some((record.at, until(cx, &record)?)));
    let never = || Until::never(Phrase::new("until-never"));
    let end = end.map_or_else(never, |(at, key)| Until::at(at, Phrase::new(key)));
    Some(
        Why::new(cx, what, since)
            .because(failed.and_then(|no| Reason::of_row(cx, no)))
            .because(awaited(cx, id).or(from_start.map(|_| repair(cx, node))))
            .chained(cx, failed)
            .until(Some(end)),
    )
}

/// What is wrong with it, and since when.
fn what(cx: &WhyContext<'_>, id: NodeId, node: &Node) -> Option<(Phrase, SimTime)> {
    let since = node.failed_at.unwrap_or(node.created);
    let from_start = known_at_start(cx, id, since);
    let key = match node.health {
        Health::Well => return None,
        _ if from_start.is_some() => "why-node-not-ready",
        Health::Silent => "why-node-silent",
        Health::Lost => "why-node-lost",
        Health::DiskFull => "why-node-disk-full",
        Health::Down => "why-node-down",
    };
    let what =
        Phrase::new(key).with("node", id).with("since", since).with("for", cx.frame.at - since);
    let what = match from_start {
        Some(one) => what.with("condition", condition(one)),
        None => what,
    };
    Some((what, since))
}

fn known_at_start<'t>(cx: &WhyContext<'t>, id: NodeId, since: SimTime) -> Option<&'t NotReady> {
    cx.trace.plan().not_ready.get(&id).filter(|_| since <= SimTime::ZERO)
}

/// Why a Pod isn't ready that runs on a node that isn't Ready, and since when (KT-11).
pub(super) fn of_pod(cx: &WhyContext<'_>, on: NodeId) -> Option<(Reason, SimTime)> {
    let node = cx.frame.cluster.nodes.get(on).filter(|node| !node.health.kubelet_acts())?;
    let (what, since) = what(cx, on, node)?;
    Some((Reason::of_rule(cx.rule("node/lost-pod", &["KT-11"]), what), since))
}

fn condition(one: &NotReady) -> &str {
    if one.condition.is_empty() { "none" } else { one.condition.trim_end_matches('.') }
}

/// Whether GKE repairs it (BS-58).
fn repair(cx: &WhyContext<'_>, node: &Node) -> Reason {
    let rule = cx.rule("repair/cordon", &["BS-58", "AM-53"]);
    let repair = repaired(cx.trace.plan(), node);
    Reason::of_rule(rule, Phrase::new("why-not-ready-repair").with("repair", repair))
}

fn repaired(plan: &Plan, node: &Node) -> &'static str {
    let pool = plan.groups.get(node.group).and_then(|group| plan.pools.get(group.pool));
    if pool.is_some_and(|pool| pool.auto_repair) { "yes" } else { "no" }
}

/// That an upgrade waits for the node, which has the new version and hasn't been Ready since before the start.
pub(super) fn awaited(cx: &WhyContext<'_>, id: NodeId) -> Option<Reason> {
    let sentence = awaits(cx.trace.plan(), &cx.frame.cluster, id)?;
    let rule = match cx.frame.cluster.nodes.get(id)?.surge {
        true => cx.rule("surge/node-ready", &["SU-06", "AM-39"]),
        false => cx.rule("surge/node-recreated", &["SU-10", "AM-39"]),
    };
    Some(Reason::of_rule(rule, sentence))
}

/// The same in one sentence.
pub fn awaits(plan: &Plan, cluster: &Cluster, id: NodeId) -> Option<Phrase> {
    let known = plan.not_ready.get(&id).filter(|one| one.awaited)?;
    let node = cluster.nodes.get(id)?;
    let since = node.failed_at.filter(|since| *since <= SimTime::ZERO)?;
    let run = cluster.pools.get(plan.groups.get(node.group)?.pool)?.run;
    let waits = run.unfinished() && run != RunState::Cancelled;
    waits.then(|| {
        Phrase::new("why-awaited-node")
            .with("node", id)
            .with("since", since)
            .with("condition", condition(known))
            .with("repair", repaired(plan, node))
    })
}

fn begins(change: Change) -> bool {
    matches!(change, Change::NodeFailed { .. } | Change::NodeLost | Change::HostEvent { .. })
}

/// What ends the failure, or is done about it.
fn until(cx: &WhyContext<'_>, record: &Record) -> Option<&'static str> {
    let repairs = ["repair/cordon", "repair/delete"].contains(&cx.trace.rule(record).slug);
    Some(match record.change {
        Change::NodeLost => "until-lost",
        Change::NodeRecovered => "until-back",
        Change::NodeCordoned | Change::NodeDeleting { .. } if repairs => "until-repair",
        Change::NodeCordoned => "until-cordoned",
        Change::NodeDeleting { .. } => "until-vm-deleted",
        _ => return None,
    })
}
