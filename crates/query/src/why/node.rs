//! Why a node is in its state.

use super::{
    Reason, Until, Why, WhyContext, autoscaler, budget, drain, not, say, slice, unhealthy,
};
use base::{NodeId, RecordNo, SimTime};
use model::{Node, NodePhase};
use trace::log::RuleName;
use trace::{Change, Phrase, Record, Subject};

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
        NodePhase::Draining { since, .. } => drain::why(cx, id, since),
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
            matches!(
                record.change,
                Change::NodeUncordoned
                    | Change::DrainStarted { .. }
                    | Change::DeletionMarked { .. }
            )
        });
        let mut why = Why::new(cx, what, since)
            .because(Reason::of_row(cx, no))
            .chained(cx, Some(no))
            .until(next.map(|(_, record)| {
                let key = match record.change {
                    Change::NodeUncordoned => "until-uncordoned",
                    Change::DeletionMarked { .. } => "until-marked",
                    _ => "until-drain-starts",
                };
                Until::at(record.at, Phrase::new(key))
            }));
        why.reasons.extend(autoscaler::removal(cx, id));
        return holds(cx, subject, why);
    }
    let reasons = not::node(cx, id, node);
    if reasons.is_empty() {
        let mut why = well(cx, id, node, plain);
        why.what = autoscaler::held(cx, id).unwrap_or(why.what);
        why.until = autoscaler::until_held(cx, id).or(why.until);
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
