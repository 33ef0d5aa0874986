//! Why a Pod is in its state.

use super::ends::until_forced;
use super::{
    Reason, Until, Why, WhyContext, autoscaler, budget, containers, earlier, ends, fails, gone,
    node, ordinal, rollout, say, taints, unhealthy, volumes,
};
use crate::removal::{Removal, removal};
use base::{NodeId, PodId, RecordNo, SimTime, order};
use model::containers::Trouble;
use model::{Node, Pod, PodPhase, WorkloadKind};
use trace::log::RuleName;
use trace::{Blocker, Change, Ending, Phrase, Record, Subject};

pub(super) fn why(cx: &WhyContext<'_>, id: PodId) -> Option<Why> {
    let subject = Subject::Pod(id);
    let Some(pod) = cx.frame.cluster.pod(id) else {
        return node::not_yet(cx, subject);
    };
    let row = cx.last_that(subject, |record| {
        !matches!(
            record.change,
            Change::Blocked { .. }
                | Change::Unblocked
                | Change::Nominated { .. }
                | Change::NominationCleared
                | Change::WorkLost { .. }
                | Change::VolumeProvisioned { .. }
        )
    });
    let plan = cx.trace.plan();
    let held = plan.held.get(&id);
    let unready = match pod.phase() {
        PodPhase::Running { ready: false, on } => unhealthy::of_pod(cx, on),
        _ => None,
    };
    let since = match (plan.troubles.get(&id), &unready) {
        (Some(Trouble::CrashLoop { last, .. }), _) => *last,
        (_, Some((_, since))) => pod.created().max(*since),
        _ => match pod.phase() {
            // Its deletion was a whole grace period before it must have ended.
            PodPhase::Terminating { until, .. } => {
                let until = held.map_or(until, |held| held.until);
                let grace = plan.workloads[pod.workload].grace;
                SimTime::from_ms(until.ms() - grace.ms()).max(pod.created())
            }
            _ => pod.created(),
        },
    };
    let (no, since) = row.map_or((None, since), |(no, record)| (Some(no), record.at));
    let plain = |key: &'static str| {
        let mut what =
            Phrase::new(key).with("pod", id).with("since", since).with("for", cx.frame.at - since);
        if let Some(node) = pod.node() {
            what = what.with("node", node);
        }
        Why::new(cx, what, since).because(no.and_then(|no| Reason::of_row(cx, no))).chained(cx, no)
    };
    let ready = || {
        cx.next_that(subject, |record| matches!(record.change, Change::PodReady))
            .map(|(_, record)| Until::at(record.at, Phrase::new("until-this-pod-ready")))
    };
    let why = match pod.phase() {
        PodPhase::Pending => pending(cx, id, plain("why-pod-pending")),
        PodPhase::Starting { .. } | PodPhase::Running { ready: false, .. } => {
            match (containers::trouble(cx, id, row), volumes::hold(cx, id)) {
                (_, Some(hold)) => volumes::waits(cx, id, hold, plain("why-pod-volume")),
                (Some((key, until)), None) => plain(key).until(until.or_else(ready)),
                (None, None) if matches!(pod.phase(), PodPhase::Starting { .. }) => {
                    plain("why-pod-starting").until(ready())
                }
                (None, None) => {
                    let mut why = plain("why-pod-not-ready");
                    if let Some((reason, _)) = unready {
                        // That the run starts so says nothing.
                        why.reasons.retain(|reason| reason.no.is_some());
                        why = why.because(Some(reason));
                    }
                    why.until(Some(ready_or_deleted(cx, subject)))
                }
            }
        }
        PodPhase::Running { ready: true, .. } => running(cx, id, plain),
        PodPhase::Terminating { on, until } => {
            terminating(cx, (id, &pod), no, (on, until), plain("why-pod-terminating"))
        }
        PodPhase::Succeeded { .. } | PodPhase::Failed { .. } => plain("why-pod-finished"),
        PodPhase::Gone => has_gone(cx, (id, &pod), plain("why-pod-gone")),
    };
    let runs = matches!(pod.phase(), PodPhase::Starting { .. } | PodPhase::Running { .. });
    let why = why.because(fails::assumed(cx, id).filter(|_| runs));
    let why = why.because(is_lost(cx, id, &pod));
    let violates = Removal::Forced { violates_budget: true };
    let violation = row.filter(|(_, record)| removal(cx.trace, record) == Some(violates));
    Some(why.say(violation.map(|_| say::forced())))
}

/// A Pod that no controller creates again, and that leaves or has left its node (KC-19).
fn is_lost(cx: &WhyContext<'_>, id: PodId, pod: &Pod) -> Option<Reason> {
    let leaves = |row: &Record| {
        matches!(row.change, Change::PodTerminating { .. } | Change::PodForced { .. })
    };
    let goes = match pod.phase() {
        PodPhase::Running { .. } | PodPhase::Starting { .. } => {
            cx.next_that(Subject::Pod(id), leaves).is_some()
        }
        PodPhase::Terminating { .. } | PodPhase::Gone => true,
        PodPhase::Pending | PodPhase::Succeeded { .. } | PodPhase::Failed { .. } => false,
    };
    let bare = cx.trace.plan().workloads.get(pod.workload)?.kind == WorkloadKind::Pod;
    let rule = RuleName { slug: "pod/bare", ids: &["KC-19"] };
    (goes && bare).then(|| Reason::of_rule(rule, Phrase::new("why-pod-bare")))
}

/// `no`: the row with which it began. `until`: its kubelet ends it then.
fn terminating(
    cx: &WhyContext<'_>,
    (id, pod): (PodId, &Pod),
    no: Option<RecordNo>,
    (on, until): (NodeId, SimTime),
    plain: Why,
) -> Why {
    let acts = |node: &Node| node.health.kubelet_acts();
    let node = cx.frame.cluster.nodes.get(on);
    let until = Some(until).filter(|until| *until < Pod::HELD && node.is_none_or(acts));
    let mut why = preempted(cx, id, no, plain);
    if node.is_some_and(|node| !acts(node)) {
        why = unconfirmed(cx, (id, pod), on, why);
    }
    let held = cx.trace.plan().held.get(&id).map(|held| {
        let sentence = Phrase::new("why-pod-held").with("finalizers", &*held.finalizers);
        Reason::of_rule(cx.rule("pod/gone", &["KT-05"]), sentence)
    });
    rolled(cx, no, why).because(held).until(Some(ends::of_pod(cx, id, until)))
}

/// What removed it, and what the one with its name waits for.
fn has_gone(cx: &WhyContext<'_>, (id, pod): (PodId, &Pod), mut why: Why) -> Why {
    let removed = gone::reasons(cx, id);
    if let Some(no) = removed.iter().filter_map(|reason| reason.no).max() {
        why = why.chained(cx, Some(no));
        why.reasons = removed;
        why = rolled(cx, Some(no), why);
    }
    match ordinal::waits(cx, pod.workload, Some(pod.number)) {
        Some((reason, until)) => {
            why.reasons.insert(0, reason);
            why.until(Some(until))
        }
        None => why,
    }
}

/// When a Pod that isn't ready is ready or deleted.
fn ready_or_deleted(cx: &WhyContext<'_>, subject: Subject) -> Until {
    let next = cx.next_that(subject, |record| {
        matches!(record.change, Change::PodReady | Change::PodTerminating { .. })
    });
    match next {
        Some((_, Record { at, change: Change::PodReady, .. })) => {
            Until::at(at, Phrase::new("until-this-pod-ready"))
        }
        Some((_, record)) => Until::at(record.at, Phrase::new("until-terminating")),
        None => Until::never(Phrase::new("until-never")),
    }
}

/// The kubelet of its node can't confirm that it has ended, and its controller may wait for its name.
fn unconfirmed(cx: &WhyContext<'_>, (id, pod): (PodId, &Pod), on: NodeId, mut why: Why) -> Why {
    // That the run starts so says nothing.
    why.reasons.retain(|reason| reason.no.is_some());
    let sentence = Phrase::new("why-kubelet-silent").with("node", on);
    let why = why.because(Some(Reason::of_rule(cx.rule("pod/gone", &["KT-05"]), sentence)));
    let named = cx.trace.plan().workloads.get(pod.workload);
    why.because(named.filter(|own| own.kind.has_ordinals()).map(|_| {
        let workload = Subject::Workload(pod.workload);
        let sentence = Phrase::new("why-name-taken").with("workload", workload).with("pod", id);
        Reason::of_rule(cx.rule("workload/replace-ordinal", &["KC-09"]), sentence)
    }))
}

fn pending(cx: &WhyContext<'_>, id: PodId, mut why: Why) -> Why {
    let subject = Subject::Pod(id);
    let mut blockers: Vec<Blocker> = Vec::new();
    let mut first = None;
    for hold in cx.index.holds_on(subject, cx.frame.next) {
        blockers.push(hold.by);
        first = first.or(Some(hold.no));
        why = why.because(budget::refusal(cx, hold));
    }
    if !blockers.is_empty() {
        // The reason for the wait comes before its origin.
        why.reasons.rotate_left(1);
        why.say.push(say::Say::new(event_text(cx, subject, &blockers), "event FailedScheduling"));
        why = why.chained(cx, first);
        let origin = why.reasons.pop();
        why = autoscaler::of_pod(cx, id, why).because(origin);
    }
    let elsewhere = |by: &Blocker| matches!(by, Blocker::NoNode { filter: volumes::ELSEWHERE, .. });
    if blockers.iter().any(elsewhere) {
        why = why.because(volumes::local(cx, id)).because(volumes::zones(cx, id));
    }
    why = why.because(nominated(cx, id));
    let bound = cx.next_that(subject, |record| matches!(record.change, Change::PodBound { .. }));
    why.until(Some(match bound {
        Some((_, record)) => {
            let mut phrase = Phrase::new("until-bound");
            if let Change::PodBound { node, .. } = record.change {
                phrase = phrase.with("node", node);
            }
            Until::at(record.at, phrase)
        }
        None => Until::never(Phrase::new("until-never-bound")),
    }))
}

/// Where room is being made for a pending Pod, and until when.
fn nominated(cx: &WhyContext<'_>, id: PodId) -> Option<Reason> {
    let cluster = &cx.frame.cluster;
    let node = *cluster.nominated.get(&id)?;
    let (no, _) =
        cx.last_that(Subject::Pod(id), |record| matches!(record.change, Change::Nominated { .. }))?;
    let reason = Reason::of_row(cx, no)?.input("input-node", Subject::Node(node));
    let others = cluster.pods_on(node).into_iter();
    let ends = others.filter_map(|other| cluster.pod(other)?.deletion());
    Some(match ends.max() {
        Some(at) => reason.input("input-room-at", at),
        None => reason,
    })
}

/// The Pod for which the scheduler deletes this one.
fn preempted(cx: &WhyContext<'_>, id: PodId, no: Option<RecordNo>, mut why: Why) -> Why {
    let row = no.and_then(|no| cx.trace.record(no));
    let Some(record) = row.filter(|record| {
        matches!(record.change, Change::PodTerminating { ending: Ending::Preempted, .. })
    }) else {
        return why;
    };
    let cause = record.cause.and_then(|no| cx.trace.record(no));
    if let (Some(cause), Some(reason)) = (cause, why.reasons.pop()) {
        why.reasons.push(reason.input("input-preempted-for", cause.subject));
    }
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let node = cluster.pod(id).and_then(|pod| pod.node());
    let node = node.map_or_else(String::new, |node| plan.node_name(cluster, node));
    let text = format!("Preempted by pod POD_UID on node {node}");
    why.say([say::Say::new(text, "event Preempted")])
}

/// The rollout that ended it comes before the rule by which its controller deletes Pods.
fn rolled(cx: &WhyContext<'_>, no: Option<RecordNo>, mut why: Why) -> Why {
    if let Some(reason) = no.and_then(|no| rollout::ended(cx, no)) {
        why.reasons.insert(0, reason);
    }
    why
}

/// The scheduler's event, which is English in every language.
fn event_text(cx: &WhyContext<'_>, subject: Subject, blockers: &[Blocker]) -> String {
    let total = taints::tried(&cx.frame.cluster, blockers);
    let mut parts = Vec::new();
    for by in blockers {
        if let Blocker::NoNode { filter, nodes } = by {
            parts.push(format!(
                "{nodes} {}",
                taints::message(cx.trace, &cx.frame.cluster, subject, *filter)
            ));
        }
    }
    if parts.is_empty() {
        return "no nodes available to schedule pods".to_owned();
    }
    order::sort(&mut parts);
    format!("0/{total} nodes are available: {}.", parts.join(", "))
}

fn running(cx: &WhyContext<'_>, id: PodId, plain: impl Fn(&'static str) -> Why) -> Why {
    let subject = Subject::Pod(id);
    let holds: Vec<_> = cx.index.holds_on(subject, cx.frame.next).collect();
    let Some(first) = holds.first() else {
        return ready(cx, id, plain("why-pod-ready"));
    };
    let mut why = plain("why-pod-refused");
    why.reasons.clear();
    why.since = first.began;
    why.what = Phrase::new("why-pod-refused")
        .with("pod", id)
        .with("since", first.began)
        .with("for", cx.frame.at - first.began);
    for hold in &holds {
        why = why.because(budget::refusal(cx, hold)).say(say::refusal(hold.by));
    }
    why = why.because(first.node.and_then(|node| earlier::reason(cx, node)));
    why.until(Some(ends::refusal(cx, first))).chained(cx, Some(first.no))
}

/// A Pod without a pending change: its state, why it is there, and what would end it.
fn ready(cx: &WhyContext<'_>, id: PodId, mut why: Why) -> Why {
    let subject = Subject::Pod(id);
    let plan = cx.trace.plan();
    let Some(pod) = cx.frame.cluster.pod(id) else {
        return why;
    };
    let bound = cx.last_that(subject, |record| matches!(record.change, Change::PodBound { .. }));
    let mut placed = match bound.and_then(|(no, _)| Reason::of_row(cx, no)) {
        Some(reason) => reason,
        None => {
            let rule = cx.rule("place/bind", &["KS-30", "KS-31"]);
            let mut reason = Reason::of_rule(rule, Phrase::new("why-placed-before"));
            reason.no = cx.root();
            reason
        }
    };
    let owner = plan.first_revision(pod.workload);
    // A Pod without an owner is a workload of its own.
    if plan.workloads.get(owner).is_some_and(|one| one.kind != WorkloadKind::Pod) {
        placed = placed.input("input-workload", Subject::Workload(owner));
    }
    if let Some(node) = pod.node() {
        placed = placed.input("input-node", Subject::Node(node));
    }
    if let Some((_, record)) = bound {
        placed = placed.input("input-placed-at", record.at);
    }
    why = why.because(Some(placed));
    let budgets = plan.workloads.get(pod.workload).map(|one| &one.budgets);
    for budget in budgets.into_iter().flatten() {
        why = why.because(budget::numbers_of(cx, *budget));
    }
    let next = cx.next_that(subject, |record| {
        matches!(
            record.change,
            Change::PodTerminating { .. } | Change::PodForced { .. } | Change::PodGone
        )
    });
    why.until(Some(match next {
        Some((_, record)) => {
            let key = match record.change {
                Change::PodForced { .. } => "until-forced",
                change if change.is_forced() => until_forced(cx.trace, &record),
                Change::PodTerminating { ending: Ending::Deleted, .. } => "until-pod-deleted",
                Change::PodTerminating { ending: Ending::Preempted, .. } => "until-preempted",
                Change::PodGone => "until-ends",
                _ => "until-leaves",
            };
            Until::at(record.at, Phrase::new(key))
        }
        None => Until::never(Phrase::new("until-stays")),
    }))
    .say([say::ready("Pod condition")])
}
