//! Why a node's drain isn't over, and what its limit does.

use super::ends::until_forced;
use super::{Reason, Until, Why, WhyContext, budget, earlier, say};
use crate::index::Hold;
use crate::stage::pods_on;
use base::{NodeId, RecordNo, SimSpan, SimTime};
use model::autoscale::{REFUSED_FOR, RETRIED_AFTER};
use model::{AtLimit, NodePhase};
use trace::{Change, Ending, Phrase, Record, Subject, Value};

/// When a drain ends, and what happens to the remaining Pods.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    pub(super) at: SimTime,
    effect: Effect,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Of(AtLimit),
    /// The cluster autoscaler keeps the node, as evictions are refused (AM-75).
    KeepsNode,
}

impl Limit {
    /// The limit of the node's drain, if it is draining and has one.
    pub(super) fn of(cx: &WhyContext<'_>, id: NodeId) -> Option<Self> {
        let node = cx.frame.cluster.nodes.get(id)?;
        let NodePhase::Draining { since, deadline, at_limit } = node.phase else {
            return None;
        };
        if node.mark.is_some() && !refused(cx, id).is_empty() {
            return Some(Self { at: since + REFUSED_FOR, effect: Effect::KeepsNode });
        }
        // After the limit of refusals nothing is refused, and Pods have their grace.
        let is_over = |at: &SimTime| at_limit == AtLimit::Deletes && *at <= cx.frame.at;
        Some(Self { at: deadline.filter(|at| !is_over(at))?, effect: Effect::Of(at_limit) })
    }

    /// The keys of its instant, of its end, and of the latest end.
    fn keys(self) -> [&'static str; 3] {
        match self.effect {
            Effect::Of(AtLimit::Forces) => ["input-forced-at", "until-drain-limit", "until-latest"],
            Effect::Of(AtLimit::GivesUp) => {
                ["input-gives-up-at", "until-drain-gives-up", "until-latest-gives-up"]
            }
            Effect::Of(AtLimit::Leaves) => {
                ["input-gives-up-at", "until-drain-leaves", "until-latest-leaves"]
            }
            Effect::Of(AtLimit::Deletes) => {
                ["input-deleted-at", "until-drain-deletes", "until-latest-deletes"]
            }
            Effect::KeepsNode => ["input-kept-at", "until-kept", "until-latest-kept"],
        }
    }

    /// The message key of its instant.
    pub(super) fn at_limit_key(self) -> &'static str {
        self.keys()[0]
    }

    /// When a Pod ends whose grace period is over at that instant.
    pub(super) fn ends(self, grace: SimTime) -> SimTime {
        match self.effect {
            Effect::Of(AtLimit::Forces) => grace.min(self.at),
            Effect::Of(_) | Effect::KeepsNode => grace,
        }
    }

    fn until(self) -> Until {
        Until::at(self.at, Phrase::new(self.keys()[1]))
    }

    /// What ends the wait first, and that it is the latest instant at which something must.
    fn at_the_latest(self, first: Phrase) -> Phrase {
        Phrase::new(self.keys()[2]).with("first", first).with("limit", self.at)
    }
}

/// How long the node's drain may take, and since when it runs.
pub(super) fn longest(cx: &WhyContext<'_>, id: NodeId) -> Option<(SimSpan, SimTime)> {
    let began = cx.last_that(Subject::Node(id), |record| {
        matches!(record.change, Change::DrainStarted { .. })
    })?;
    Some(earlier::whole_limit(cx, id, began.1.at, Limit::of(cx, id)?.at))
}

/// Refused evictions on the node now, one hold per blocker.
fn refused<'a>(cx: &WhyContext<'a>, id: NodeId) -> Vec<&'a Hold> {
    cx.index
        .active_holds(cx.frame.next)
        .filter(|hold| hold.node == Some(id) && hold.refuses())
        .collect()
}

/// Why the node still drains, and until when.
pub(super) fn why(cx: &WhyContext<'_>, id: NodeId, began: SimTime) -> Why {
    let limited = Limit::of(cx, id);
    let subject = Subject::Node(id);
    let row = cx.last_that(subject, |record| matches!(record.change, Change::DrainStarted { .. }));
    let pods = match row.map(|(_, record)| record.change) {
        Some(Change::DrainStarted { pods, .. }) => pods,
        _ => 0,
    };
    let left = left(cx, id);
    let holds = refused(cx, id);
    let blocked = cx
        .index
        .blocked_nodes
        .iter()
        .find(|blocked| {
            blocked.node == id
                && blocked.no.0 < cx.frame.next
                && blocked.to.is_none_or(|(no, _)| no.0 >= cx.frame.next)
        })
        .copied();
    let since = blocked.map_or(began, |blocked| blocked.from);
    let key = if holds.is_empty() { "why-node-draining" } else { "why-node-blocked" };
    let mut what = Phrase::new(key)
        .with("node", id)
        .with("since", since)
        .with("for", cx.frame.at - since)
        .with("gone", pods.saturating_sub(left))
        .with("pods", pods)
        .with("left", left);
    let mut refused_pods: Vec<Subject> = holds.iter().map(|hold| hold.subject).collect();
    refused_pods.dedup();
    what = what.with("refused", Value::Names(refused_pods));
    let mut why = Why::new(cx, what, since);
    let mut seen = Vec::new();
    for hold in &holds {
        // Two Pods with one budget are one reason.
        if !seen.contains(&hold.by) {
            seen.push(hold.by);
            why = why.because(budget::refusal(cx, hold));
        }
    }
    why = why.because(limit(cx, id, began, limited)).because(earlier::reason(cx, id));
    if holds.is_empty() {
        why = why.because(row.and_then(|(no, _)| Reason::of_row(cx, no)));
    }
    let no = holds.first().map(|hold| hold.no).or(row.map(|(no, _)| no));
    let ends = blocked.and_then(|blocked| blocked.to).or_else(|| {
        cx.next_that(subject, |record| {
            matches!(record.change, Change::DrainEnded { .. } | Change::DrainAborted)
        })
        .map(|(no, record)| (no, record.at))
    });
    why.until(Some(until(cx, ends, limited, !holds.is_empty())))
        .say(holds.first().and_then(|hold| say::refusal(hold.by)))
        .chained(cx, no)
}

/// Pods that the drain still has to remove.
fn left(cx: &WhyContext<'_>, id: NodeId) -> u32 {
    pods_on(cx.trace.plan(), &cx.frame.cluster, id).1.left
}

/// The drain's limit (SU-07, AM-62, KD-10, BG-16).
fn limit(
    cx: &WhyContext<'_>,
    id: NodeId,
    began: SimTime,
    limited: Option<Limit>,
) -> Option<Reason> {
    let limited = limited?;
    let rule = |slug, ids| Reason::of_rule(cx.rule(slug, ids), Phrase::new("why-rule"));
    let is_marked = cx.frame.cluster.nodes.get(id).is_some_and(|node| node.mark.is_some());
    let reason = match limited.effect {
        Effect::KeepsNode => {
            let kept = rule("autoscaler/drain-refused", &["BS-44", "AM-75"]);
            return Some(
                kept.input("input-retried-every", RETRIED_AFTER)
                    .input("input-drain-since", began)
                    .input(limited.at_limit_key(), limited.at),
            );
        }
        Effect::Of(AtLimit::Forces) if is_marked => rule("autoscaler/force", &["CA-11", "CA-65"]),
        Effect::Of(AtLimit::Forces) => rule("drain/limit", &["SU-07", "UP-17", "AM-06"]),
        Effect::Of(AtLimit::GivesUp) => rule("drain/timeout", &["KD-10"]),
        Effect::Of(AtLimit::Deletes) => rule("autoscaled/drain-node", &["AB-13", "AM-49"]),
        Effect::Of(AtLimit::Leaves) => rule("drain/batch-limit", &["BG-16", "UP-17", "AM-16"]),
    };
    let (limit, began) = earlier::whole_limit(cx, id, began, limited.at);
    Some(
        reason
            .input("input-limit", limit)
            .input("input-drain-since", began)
            .input(limited.at_limit_key(), limited.at),
    )
}

/// What ends the wait in this run, and the latest instant at which something must.
fn until(
    cx: &WhyContext<'_>,
    ends: Option<(RecordNo, SimTime)>,
    limited: Option<Limit>,
    blocked: bool,
) -> Until {
    let Some((no, at)) = ends else {
        return match limited {
            Some(limit) => limit.until(),
            None => Until::never(Phrase::new("until-never")),
        };
    };
    let row = cx.trace.record(no);
    let forced = row.filter(|record| record.change.is_forced());
    let deletes = |record: Record| {
        matches!(record.change, Change::PodTerminating { ending: Ending::Deleted, .. })
    };
    let cause = row
        .and_then(|record| record.cause)
        .and_then(|cause| Some((cause, cx.trace.record(cause)?)));
    let freed = cause.filter(|(_, record)| matches!(record.change, Change::PodReady));
    let mut sentence = match (blocked, freed) {
        (true, Some((_, record))) => Phrase::new("until-pod-ready").with("pod", record.subject),
        (true, None) => match limited {
            Some(limit) if limit.at == at => return limit.until(),
            Some(_) | None if let Some(row) = &forced => Phrase::new(until_forced(cx.trace, row)),
            Some(_) | None if row.is_some_and(deletes) => Phrase::new("until-last-deleted"),
            Some(_) | None => Phrase::new("until-unblocked"),
        },
        (false, _) => Phrase::new("until-drained"),
    };
    if let Some(limit) = limited {
        sentence = limit.at_the_latest(sentence.with("at", at));
    }
    Until::at(at, sentence)
}
