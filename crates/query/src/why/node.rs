//! Why a node is in its state.

use super::{
    Reason, Until, Why, WhyContext, autoscaler, budget, earlier, not, say, slice, unhealthy,
};
use crate::index::Hold;
use crate::stage::pods_on;
use base::{NodeId, RecordNo, SimSpan, SimTime};
use model::{AtLimit, Node, NodePhase};
use trace::log::RuleName;
use trace::{Change, Ending, Phrase, Record, Subject, Value};

/// Applies to every node in an upgrade and explains nothing visible: it comes last.
pub const LEFT_ALONE: RuleName = RuleName { slug: "autoscaler/leaves-alone", ids: &["UP-19"] };

pub(super) fn why(cx: &WhyContext<'_>, id: NodeId) -> Option<Why> {
    let subject = Subject::Node(id);
    let Some(node) = cx.frame.cluster.nodes.get(id) else {
        return not_yet(cx, subject);
    };
    // A command's own record changes nothing, its effects are records that follow; nor does a look of the autoscaler.
    let is_idle = |change: Change| {
        let is_aside = matches!(
            change,
            Change::Commanded { .. }
                | Change::Refused { .. }
                | Change::DeletionMarked { .. }
                | Change::DeletionGivenUp
        );
        is_aside || change.is_opinion_of_node()
    };
    let last = cx.last_that(subject, |record| !is_idle(record.change));
    let (no, since) = last.map_or((None, node.created), |(no, record)| (Some(no), record.at));
    let plain = |key: &'static str| {
        let what =
            Phrase::new(key).with("node", id).with("since", since).with("for", cx.frame.at - since);
        Why::new(cx, what, since).because(no.and_then(|no| Reason::of_row(cx, no))).chained(cx, no)
    };
    let why = match node.phase {
        NodePhase::Booting { ready_at } | NodePhase::Recreating { ready_at: Some(ready_at) } => {
            let key = if matches!(node.phase, NodePhase::Booting { .. }) {
                "why-node-booting"
            } else {
                "why-node-recreating"
            };
            let mut why = plain(key);
            if let Some(spot) = not_waited_for(cx, id, &why) {
                why.reasons = vec![spot];
            }
            why.because(autoscaler::of_node(cx, id, ready_at)).until(Some(boots(cx, id, ready_at)))
        }
        NodePhase::Recreating { ready_at: None } => waits_for_vm(cx, id, plain("why-node-missing")),
        NodePhase::Deleting { gone_at, .. } => plain("why-node-deleting")
            .until(Some(Until::at(gone_at, Phrase::new("until-node-gone")))),
        NodePhase::Abandoned { gone_at } => plain("why-node-abandoned")
            .until(Some(Until::at(gone_at, Phrase::new("until-node-gone")))),
        NodePhase::Gone => plain("why-node-gone"),
        NodePhase::Draining { since, deadline, at_limit } => {
            draining(cx, id, since, deadline.map(|at| Limit { at, at_limit }))
        }
        NodePhase::Drained => plain("why-node-drained"),
        NodePhase::Ready => {
            let why = unhealthy::why(cx, id, node).or_else(|| autoscaler::marked(cx, id, node));
            why.unwrap_or_else(|| ready(cx, id, node, plain))
        }
    };
    let alone = node
        .left_alone_by_autoscaler()
        .then(|| Reason::of_rule(LEFT_ALONE, Phrase::new("why-rule")));
    let pool = cx.trace.plan().groups[node.group].pool;
    let known = |one: &Reason| one.rule.ids.contains(&"BS-05");
    let slice = slice::reason(cx, pool).filter(|_| !why.reasons.iter().any(known));
    Some(why.because(slice).because(alone))
}

/// When a VM that is being created is Ready, unless it is deleted before.
fn boots(cx: &WhyContext<'_>, id: NodeId, ready_at: SimTime) -> Until {
    let next = cx.next_that(Subject::Node(id), |record| {
        matches!(
            record.change,
            Change::NodeReady
                | Change::NodeDeleting { .. }
                | Change::NodeShutDown { .. }
                | Change::NodeGone
        )
    });
    match next {
        Some((_, record)) if record.change != Change::NodeReady => {
            Until::at(record.at, Phrase::new("until-deleted"))
        }
        Some((_, record)) => Until::at(record.at, Phrase::new("until-node-ready")),
        None => Until::at(ready_at, Phrase::new("until-node-ready")),
    }
}

/// In a Spot pool a surge node is created as usual, but its old node doesn't wait for it (SU-17).
fn not_waited_for(cx: &WhyContext<'_>, id: NodeId, why: &Why) -> Option<Reason> {
    let task = cx.counts().tasks.iter().find(|task| task.stand_in == Some(id))?;
    let pool = cx.frame.cluster.pool_of(cx.trace.plan(), id);
    if !cx.trace.plan().pools.get(pool)?.spot {
        return None;
    }
    let rule = cx.rule("surge/cordon-spot", &["SU-17", "AM-10"]);
    let mut reason = Reason::of_rule(rule, Phrase::new("why-rule"));
    let cordoned =
        cx.last_that(Subject::Node(task.node), |record| record.change == Change::NodeCordoned);
    reason.no = cordoned.map(|(no, _)| no);
    reason.inputs = why.reasons.first()?.inputs.clone();
    Some(
        reason.input("input-old-node", Subject::Node(task.node)).input("input-slot", task.slot + 1),
    )
}

pub(super) fn not_yet(cx: &WhyContext<'_>, subject: Subject) -> Option<Why> {
    let (no, record) = cx.next_that(subject, |_| true)?;
    let what = Phrase::new("why-not-yet").with("subject", subject);
    Some(
        Why::new(cx, what, SimTime::ZERO.min(cx.frame.at))
            .because(Reason::of_row(cx, no))
            .until(Some(Until::at(record.at, Phrase::new("until-exists"))))
            .chained(cx, Some(no)),
    )
}

/// Refused evictions on the node now, one hold per blocker.
fn refused<'a>(cx: &WhyContext<'a>, id: NodeId) -> Vec<&'a Hold> {
    cx.index
        .active_holds(cx.frame.next)
        .filter(|hold| hold.node == Some(id) && hold.refuses())
        .collect()
}

/// When a drain ends, and what happens to the remaining Pods.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    pub(super) at: SimTime,
    at_limit: AtLimit,
}

impl Limit {
    /// The message key of its instant.
    pub(super) fn at_limit_key(self) -> &'static str {
        match self.at_limit {
            AtLimit::Forces => "input-forced-at",
            AtLimit::GivesUp | AtLimit::Leaves => "input-gives-up-at",
        }
    }

    /// When a Pod ends whose grace period is over at that instant.
    pub(super) fn ends(self, grace: SimTime) -> SimTime {
        match self.at_limit {
            AtLimit::Forces => grace.min(self.at),
            AtLimit::GivesUp | AtLimit::Leaves => grace,
        }
    }
}

/// The limit of the node's drain, if it is draining and has one.
pub(super) fn limit_of(cx: &WhyContext<'_>, id: NodeId) -> Option<Limit> {
    match cx.frame.cluster.nodes.get(id)?.phase {
        NodePhase::Draining { deadline, at_limit, .. } => Some(Limit { at: deadline?, at_limit }),
        _ => None,
    }
}

/// How long the node's drain may take, and since when it runs.
pub(super) fn drain_limit(cx: &WhyContext<'_>, id: NodeId) -> Option<(SimSpan, SimTime)> {
    let began = cx.last_that(Subject::Node(id), |record| {
        matches!(record.change, Change::DrainStarted { .. })
    })?;
    Some(earlier::whole_limit(cx, id, began.1.at, limit_of(cx, id)?.at))
}

fn draining(cx: &WhyContext<'_>, id: NodeId, began: SimTime, limited: Option<Limit>) -> Why {
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
    let Limit { at, at_limit } = limited?;
    let (limit, began) = earlier::whole_limit(cx, id, began, at);
    let is_marked = cx.frame.cluster.nodes.get(id).is_some_and(|node| node.mark.is_some());
    let rule = match at_limit {
        AtLimit::Forces if is_marked => cx.rule("autoscaler/force", &["CA-11", "CA-65"]),
        AtLimit::Forces => cx.rule("drain/limit", &["SU-07", "UP-17", "AM-06"]),
        AtLimit::GivesUp => cx.rule("drain/timeout", &["KD-10"]),
        AtLimit::Leaves => cx.rule("drain/batch-limit", &["BG-16", "UP-17", "AM-16"]),
    };
    Some(
        Reason::of_rule(rule, Phrase::new("why-rule"))
            .input("input-limit", limit)
            .input("input-drain-since", began)
            .input(limited?.at_limit_key(), at),
    )
}

/// What ends the wait in this run, and the latest instant at which something must.
fn until(
    cx: &WhyContext<'_>,
    ends: Option<(RecordNo, SimTime)>,
    limited: Option<Limit>,
    blocked: bool,
) -> Until {
    let at_limit = |limit: Limit| {
        let key = match limit.at_limit {
            AtLimit::Forces => "until-drain-limit",
            AtLimit::GivesUp => "until-drain-gives-up",
            AtLimit::Leaves => "until-drain-leaves",
        };
        Until::at(limit.at, Phrase::new(key))
    };
    let Some((no, at)) = ends else {
        return match limited {
            Some(limit) => at_limit(limit),
            None => Until::never(Phrase::new("until-never")),
        };
    };
    let row = cx.trace.record(no);
    let forced = row.is_some_and(|record| record.change.is_forced());
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
            Some(limit) if limit.at == at => return at_limit(limit),
            Some(_) | None if forced => Phrase::new("until-pdb-timeout"),
            Some(_) | None if row.is_some_and(deletes) => Phrase::new("until-last-deleted"),
            Some(_) | None => Phrase::new("until-unblocked"),
        },
        (false, _) => Phrase::new("until-drained"),
    };
    if let Some(limit) = limited {
        let key = match limit.at_limit {
            AtLimit::Forces => "until-latest",
            AtLimit::GivesUp => "until-latest-gives-up",
            AtLimit::Leaves => "until-latest-leaves",
        };
        sentence = Phrase::new(key).with("first", sentence.with("at", at)).with("limit", limit.at);
    }
    Until::at(at, sentence)
}

fn waits_for_vm(cx: &WhyContext<'_>, id: NodeId, why: Why) -> Why {
    let subject = Subject::Node(id);
    let next =
        cx.next_that(subject, |record| matches!(record.change, Change::NodeRecreating { .. }));
    let why = holds(cx, subject, why);
    why.until(Some(match next {
        Some((_, record)) => Until::at(record.at, Phrase::new("until-capacity")),
        None => Until::never(Phrase::new("until-no-capacity")),
    }))
}

/// A Ready node without a pending change: its state, its origin, and what would delete it.
fn well(cx: &WhyContext<'_>, id: NodeId, node: &Node, plain: impl Fn(&'static str) -> Why) -> Why {
    let subject = Subject::Node(id);
    let key = if node.upgraded { "why-node-new" } else { "why-node-idle" };
    let mut why = plain(key);
    // A slot finishing with it doesn't explain why it exists.
    let came = cx.last_that(subject, |record| {
        matches!(record.change, Change::NodeReady | Change::NodeUncordoned)
    });
    if let Some((no, record)) = came {
        why = Why::new(cx, Phrase::new(key).with("node", id), record.at)
            .because(Reason::of_row(cx, no))
            .chained(cx, Some(no));
    } else if why.reasons.is_empty() {
        why = why.because(cx.root().and_then(|no| Reason::of_row(cx, no)));
    }
    let plan = cx.trace.plan();
    let version = plan.templates.get(node.template).and_then(|template| template.version);
    why.what = Phrase::new(key)
        .with("node", id)
        .with("since", why.since)
        .with("for", cx.frame.at - why.since);
    let group = plan.groups.get(node.group).copied();
    let pods = cx.frame.cluster.pods_on(id).len();
    if let Some(first) = why.reasons.first_mut() {
        let mut told = first.clone();
        if let Some(group) = group {
            told = told
                .input("input-pool", Subject::Pool(group.pool))
                .input("input-zone", Subject::Zone(group.zone));
        }
        if let Some(version) = version {
            told = told.input("input-version", version.to_string());
        }
        *first = told.input("input-pods-here", pods);
    }
    let next = cx.next_that(subject, |record| {
        matches!(
            record.change,
            Change::NodeTaken { .. }
                | Change::NodeCordoned
                | Change::DeletionMarked { .. }
                | Change::NodeDeleting { .. }
                | Change::NodeShutDown { .. }
        )
    });
    why.until(Some(match next {
        Some((_, record)) => {
            let key = match record.change {
                Change::NodeCordoned => "until-cordoned",
                Change::NodeTaken { .. } => "until-its-turn",
                Change::DeletionMarked { .. } => "until-marked",
                Change::NodeShutDown { .. } if ends_its_life(cx, &record) => {
                    "until-max-run-duration"
                }
                Change::NodeShutDown { .. } => "until-taken-away",
                _ => "until-deleted",
            };
            Until::at(record.at, Phrase::new(key))
        }
        None => Until::never(Phrase::new("until-stays")),
    }))
    .say([say::ready("node condition")])
}

/// Is its VM taken away at the end of its life, not by a preemption?
fn ends_its_life(cx: &WhyContext<'_>, record: &Record) -> bool {
    cx.trace.rule(record).slug == "short-lived/life-over"
}

/// Adds every blocker of the subject itself.
pub(super) fn holds(cx: &WhyContext<'_>, subject: Subject, mut why: Why) -> Why {
    for hold in cx.index.holds_on(subject, cx.frame.next) {
        why = why.because(budget::refusal(cx, hold)).say(say::refusal(hold.by));
    }
    why
}

fn ready(cx: &WhyContext<'_>, id: NodeId, node: &Node, plain: impl Fn(&'static str) -> Why) -> Why {
    let subject = Subject::Node(id);
    if let Some(no) = node.cordoned_by {
        let plan = cx.trace.plan();
        let earlier = plan.cordoned_since.get(&id).or_else(|| plan.draining_since.get(&id));
        let recorded = || cx.trace.record(no).map_or(node.created, |record| record.at);
        // The first record begins the run.
        let (key, since) = match (no, earlier) {
            (RecordNo(0), Some(since)) => ("why-node-cordoned", *since),
            (RecordNo(0), None) => ("why-node-cordoned-before", recorded()),
            _ => ("why-node-cordoned", recorded()),
        };
        let what =
            Phrase::new(key).with("node", id).with("since", since).with("for", cx.frame.at - since);
        let next = cx.next_that(subject, |record| {
            matches!(record.change, Change::NodeUncordoned | Change::DrainStarted { .. })
        });
        let why = Why::new(cx, what, since)
            .because(Reason::of_row(cx, no))
            .chained(cx, Some(no))
            .until(next.map(|(_, record)| {
                let key = match record.change {
                    Change::NodeUncordoned => "until-uncordoned",
                    _ => "until-drain-starts",
                };
                Until::at(record.at, Phrase::new(key))
            }));
        return holds(cx, subject, why);
    }
    let reasons = not::node(cx, id, node);
    if reasons.is_empty() {
        let mut why = well(cx, id, node, plain);
        why.what = autoscaler::held(cx, id).unwrap_or(why.what);
        why.reasons.splice(0..0, autoscaler::removal(cx, id));
        return holds(cx, subject, why);
    }
    let mut why = plain("why-node-waits");
    why.reasons = reasons;
    let next = cx.next_that(subject, |record| {
        matches!(record.change, Change::NodeTaken { .. } | Change::NodeCordoned)
    });
    why.until(Some(match next {
        Some((_, record)) => {
            let key = match record.change {
                Change::NodeCordoned => "until-cordoned",
                _ => "until-its-turn",
            };
            Until::at(record.at, Phrase::new(key))
        }
        None => Until::never(Phrase::new("until-never-taken")),
    }))
}
