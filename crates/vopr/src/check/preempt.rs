//! Preemption, computed from scratch on a copy of the cluster.

use super::{BoundRow, PodRow, RowCx, Said, budgets, ensure, feasible, node_name, pod_name, ties};
use crate::run::FinishedRun;
use crate::shadow::{Life, PendingPreemption, Shadow};
use base::{NodeId, PodId, SimTime};
use model::Plan;
use trace::{Change, Record, Subject};

/// A node on which preemption makes room, with its victims.
#[derive(Debug)]
struct Candidate {
    node: NodeId,
    victims: Vec<PodId>,
    violations: usize,
}

/// KS-32.
fn may_preempt(plan: &Plan, shadow: &Shadow<'_>, pod: PodId) -> bool {
    plan.workloads[shadow.pod(pod).workload].preempts
}

/// When a Pod was bound to its node, if that is known.
fn started(shadow: &Shadow<'_>, pod: PodId) -> SimTime {
    let state = shadow.pod(pod);
    state.bound.unwrap_or(state.created)
}

/// KS-33: the Pods that preemption would remove, the most important first.
fn lower(shadow: &Shadow<'_>, pod: PodId, node: NodeId) -> Vec<PodId> {
    let mut lower = shadow.node(node).pods.clone();
    lower.retain(|other| shadow.makes_room(*other, pod));
    lower.sort_by_key(|other| (-i64::from(shadow.priority(*other)), started(shadow, *other)));
    lower
}

/// KS-34: which Pods would exceed what a budget allows, if all were deleted in this order?
fn violating(shadow: &Shadow<'_>, lower: &[PodId], allowed: &[i64]) -> Vec<bool> {
    let plan = shadow.plan;
    let mut left = allowed.to_vec();
    let mut violates = |pod: &PodId| {
        let of = &plan.workloads[shadow.pod(*pod).workload];
        let mut violated = false;
        for id in &of.budgets {
            let selector = plan.budgets[*id].selector.as_ref();
            if of.labels.is_empty() || selector.is_some_and(|selector| selector.0.is_empty()) {
                continue;
            }
            left[id.0 as usize] -= 1;
            violated |= left[id.0 as usize] < 0;
        }
        violated
    };
    lower.iter().map(&mut violates).collect()
}

/// KS-06: is the node rejected for a reason that preemption can't change? The dry run finds the other such reasons
/// as well, but the last Pod of a required affinity may be a victim.
fn hopeless(shadow: &Shadow<'_>, pod: PodId, node: NodeId) -> bool {
    let workload = shadow.pod(pod).workload;
    let wants = &shadow.plan.workloads[workload];
    let short = feasible::short_of(shadow.plan, wants, shadow.node(node)).is_some();
    !short && !ties::port_taken(shadow, workload, node) && ties::is_lonely(shadow, workload, node)
}

/// KS-33, KS-34 for one node.
fn dry_run(shadow: &Shadow<'_>, pod: PodId, node: NodeId, allowed: &[i64]) -> Option<Candidate> {
    let lower = lower(shadow, pod, node);
    if lower.is_empty() || hopeless(shadow, pod, node) {
        return None;
    }
    let mut copy = shadow.clone();
    for other in &lower {
        copy.occupy(*other, node, false);
    }
    if !feasible::fits_beside(&copy, pod, node) {
        return None;
    }
    let violating = violating(shadow, &lower, allowed);
    let (mut victims, mut violations) = (Vec::new(), 0);
    for group in [true, false] {
        for (other, _) in lower.iter().zip(&violating).filter(|(_, is)| **is == group) {
            copy.occupy(*other, node, true);
            if !feasible::fits_beside(&copy, pod, node) {
                copy.occupy(*other, node, false);
                victims.push(*other);
                violations += usize::from(group);
            }
        }
    }
    Some(Candidate { node, victims, violations }).filter(|candidate| !candidate.victims.is_empty())
}

/// KS-35: less is better.
fn cost(shadow: &Shadow<'_>, candidate: &Candidate) -> (usize, i64, i64, usize, i64) {
    let priority = |pod: &PodId| i64::from(shadow.priority(*pod));
    let victims = &candidate.victims;
    let highest = victims.iter().map(priority).max().unwrap_or(0);
    let sum = victims.iter().map(|pod| priority(pod) + (1 << 31)).sum();
    let first = victims.iter().filter(|pod| priority(pod) == highest);
    let earliest = first.map(|pod| started(shadow, *pod).ms()).min();
    let earliest = earliest.unwrap_or(0);
    (candidate.violations, highest, sum, victims.len(), -earliest)
}

/// The best nodes, any of which may be chosen.
fn best(shadow: &Shadow<'_>, pod: PodId, allowed: &[i64]) -> Vec<Candidate> {
    let nodes = shadow.nodes.ids();
    let mut found: Vec<Candidate> =
        nodes.filter_map(|node| dry_run(shadow, pod, node, allowed)).collect();
    let least = found.iter().map(|one| cost(shadow, one)).min();
    found.retain(|one| Some(cost(shadow, one)) == least);
    found
}

/// The Pod for which a row makes room.
fn preemptor(shadow: &Shadow<'_>, record: &Record, slug: &str) -> Option<PodId> {
    let subject = match slug {
        "place/nominate" => record.subject,
        "place/preempt" => *shadow.subjects.get(record.cause?.0 as usize)?,
        _ => return None,
    };
    match subject {
        Subject::Pod(pod) => Some(pod),
        _ => None,
    }
}

/// Before the first row that makes room for a Pod: which node, and which victims? What budgets allowed at their last
/// computation is one of a few numbers.
pub(super) fn note_who_makes_room(shadow: &mut Shadow<'_>, record: &Record, slug: &str) {
    let by = preemptor(shadow, record, slug);
    let same = |one: &PendingPreemption| Some(one.by) == by && slug == "place/preempt";
    shadow.made = None;
    if shadow.pending_preemption.as_ref().is_some_and(same) || slug == "place/clear-nomination" {
        return;
    }
    shadow.made = shadow.pending_preemption.take();
    let Some(by) = by else {
        return;
    };
    let mut choices = Vec::new();
    for allowed in budgets::allowances(shadow, record.at) {
        let best = best(shadow, by, &allowed);
        choices.extend(best.into_iter().map(|one| (one.node, one.victims)));
    }
    shadow.pending_preemption = Some(PendingPreemption { by, at: record.at, choices });
}

fn pending_preemption<'a>(row: &'a RowCx<'_>) -> Option<&'a PendingPreemption> {
    let by = preemptor(row.shadow, &row.record, row.slug);
    row.shadow.pending_preemption.as_ref().filter(|one| Some(one.by) == by)
}

/// KS-35: the node is one of the best, and isn't the Pod's nominated node already.
pub(super) fn the_cheapest_node_is_nominated(row: &RowCx<'_>) -> Said {
    let (Some(pending), Change::Nominated { node }) = (pending_preemption(row), row.record.change)
    else {
        return Ok(());
    };
    let news = row.shadow.nominated.get(&pending.by) != Some(&node);
    ensure(news, || "it is nominated already".to_owned())?;
    ensure(pending.choices.iter().any(|(chosen, _)| *chosen == node), || {
        let (node, by) = (node_name(row.plan, node), pod_name(row.shadow, pending.by));
        format!("{node} for {by}, and the best are {:?}", pending.choices)
    })
}

/// KS-32, KS-33: Pods of lower priority make room for one that may preempt, on its nominated node.
pub(super) fn only_lower_priorities_make_room(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    if row.slug == "place/nominate" {
        let Subject::Pod(pod) = row.record.subject else {
            return Ok(());
        };
        return ensure(may_preempt(row.plan, shadow, pod), || "it never preempts".to_owned());
    }
    let (Subject::Pod(victim), "place/preempt") = (row.record.subject, row.slug) else {
        return Ok(());
    };
    let Some(by) = preemptor(shadow, &row.record, row.slug) else {
        return Err("for nobody".to_owned());
    };
    let lower = shadow.makes_room(victim, by);
    let there = shadow.pod(victim).on == shadow.nominated.get(&by).copied();
    let waits = shadow.pod(by).life == Life::Pending && may_preempt(row.plan, shadow, by);
    ensure(lower && there && waits, || format!("for {}", pod_name(shadow, by)))
}

/// KS-34: the victims are the right ones.
pub(super) fn victims_are_those_that_must_leave(row: &RowCx<'_>) -> Said {
    let (Some(pending), Subject::Pod(victim), "place/preempt") =
        (pending_preemption(row), row.record.subject, row.slug)
    else {
        return Ok(());
    };
    let on = row.shadow.pod(victim).on;
    let must =
        |(node, victims): &(NodeId, Vec<PodId>)| Some(*node) == on && victims.contains(&victim);
    ensure(pending.choices.iter().any(must), || {
        let (name, by) = (pod_name(row.shadow, victim), pod_name(row.shadow, pending.by));
        let (id, choices) = (pending.by, &pending.choices);
        format!("{name} ({victim:?}) may stay beside {by} ({id:?}): {choices:?}")
    })
}

/// KS-34, KS-37: all victims are deleted at once, and no Pod of lower priority stays nominated to the node.
pub(super) fn victims_leave_at_once(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let Some(made) = &shadow.made else {
        return Ok(());
    };
    let Some(node) = shadow.nominated.get(&made.by).copied() else {
        return Ok(());
    };
    let leaves = |pod: &PodId| matches!(shadow.pod(*pod).life, Life::Terminating { .. });
    let complete =
        |(chosen, victims): &(NodeId, Vec<PodId>)| *chosen == node && victims.iter().all(leaves);
    ensure(made.choices.iter().any(complete), || {
        format!("somebody stays for {}", pod_name(shadow, made.by))
    })?;
    let own = shadow.priority(made.by);
    let mut below = shadow.nominated.iter();
    let below = below.find(|(other, on)| **on == node && shadow.priority(**other) < own);
    ensure(below.is_none(), || "a lower priority counts on the node".to_owned())
}

/// KS-32, KS-37: is the row due to a more important Pod that has nominated the same node, and nominated it again? It does
/// when others must leave by now which are leaving for another reason, and no row says so.
fn claims_anew(shadow: &Shadow<'_>, record: &Record, pod: PodId) -> bool {
    let cause = record.cause.map(|no| shadow.subjects[no.0 as usize]);
    let (Some(Subject::Pod(by)), Some(node)) = (cause, shadow.nominated.get(&pod)) else {
        return false;
    };
    let more = shadow.priority(by) > shadow.priority(pod);
    let claims = shadow.nominated.get(&by) == Some(node) && shadow.pod(by).life == Life::Pending;
    if !more || !claims || !may_preempt(shadow.plan, shadow, by) {
        return false;
    }
    let below = |other: &PodId| shadow.priority(*other) < shadow.priority(by);
    let mut there = shadow.node(*node).pods.iter();
    if there.any(|other| below(other) && shadow.preempted.contains(other)) {
        return false; // it waits for them
    }
    let leaves = |pod: &PodId| matches!(shadow.pod(*pod).life, Life::Terminating { .. });
    let anew = |one: &Candidate| one.node == *node && one.victims.iter().all(leaves);
    let mut views = budgets::allowances(shadow, record.at).into_iter();
    views.any(|allowed| best(shadow, by, &allowed).iter().any(anew))
}

/// KS-37: a nomination is cleared for a more important Pod, or because no room can be made.
pub(super) fn nominations_are_cleared_for_a_reason(row: &PodRow<'_>) -> Said {
    if row.record.change != Change::NominationCleared {
        return Ok(());
    }
    let (shadow, pod) = (row.shadow, row.id);
    let node = shadow.nominated.get(&pod);
    let above = |one: &PendingPreemption| {
        one.at == row.record.at
            && shadow.nominated.get(&one.by) == node
            && shadow.priority(one.by) > shadow.priority(pod)
    };
    if shadow.pending_preemption.as_ref().is_some_and(above)
        || claims_anew(shadow, &row.record, pod)
    {
        return Ok(());
    }
    // Whether there is room to be made does not depend on budgets.
    let allowed = vec![0; row.plan.budgets.len() as usize];
    let better = best(shadow, pod, &allowed);
    ensure(better.is_empty(), || format!("{} could get {better:?}", pod_name(shadow, pod)))
}

/// KS-19, KS-37: room that is made for a Pod is kept for it, and a nominated Pod goes there if it can.
pub(super) fn nominated_room_is_kept(row: &BoundRow<'_>) -> Said {
    let (shadow, pod, node) = (row.shadow, row.id, row.state.on);
    if shadow.nominated.is_empty() {
        return Ok(());
    }
    ensure(feasible::fits_beside(shadow, pod, node), || {
        format!("{} takes the room of {:?}", pod_name(shadow, pod), shadow.nominated)
    })?;
    let claim = shadow.nominated.get(&pod).filter(|claim| **claim != node);
    let free = claim.is_some_and(|claim| feasible::fits_beside(shadow, pod, *claim));
    ensure(!free, || "the node that it counts on is free".to_owned())
}

/// KS-32, KS-37: at the end no Pod waits for room that others could make, or have made.
pub(super) fn preemption_happens_when_possible(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    // KT-10: without a kubelet no Pod leaves.
    let mut claims = shadow.nominated.iter();
    let claim = claims.find(|(_, node)| shadow.node(**node).kubelet_acts());
    ensure(claim.is_none(), || format!("{claim:?} waits for Pods that have left"))?;
    let allowed = vec![0; shadow.plan.budgets.len() as usize];
    let waiting = shadow.pods.ids();
    // KS-37: a nominated Pod makes no other Pods leave.
    let waits =
        |pod: &PodId| shadow.pod(*pod).life == Life::Pending && !shadow.nominated.contains_key(pod);
    let waiting = waiting.filter(waits);
    for pod in waiting.filter(|pod| may_preempt(shadow.plan, shadow, *pod)) {
        let could = best(shadow, pod, &allowed);
        ensure(could.is_empty(), || format!("{} could get {could:?}", pod_name(shadow, pod)))?;
    }
    Ok(())
}
