//! Why a Pod is gone: what removed it, when, and what took its place.

use super::{Reason, WhyContext, budget, drain};
use crate::cause_chain::chains;
use crate::removal::{Removal, removal, shortens};
use base::{NodeId, PodId, RecordNo, SimSpan};
use model::Command;
use trace::{Change, Phrase, Record, Subject};

/// The row that removed the Pod, and one that forced it out later.
pub(super) fn reasons(cx: &WhyContext<'_>, id: PodId) -> Vec<Reason> {
    let subject = Subject::Pod(id);
    let rows = cx.trace.rows_back(subject, cx.frame.next);
    let rows = rows.filter_map(|no| Some((no, cx.trace.record(no)?)));
    let mut rows: Vec<(RecordNo, Record)> =
        rows.filter(|(_, record)| removes(record.change) && !shortens(cx.trace, record)).collect();
    rows.reverse();
    let first = rows.first().copied();
    let reason = |(no, record): (RecordNo, Record)| {
        let forced = matches!(removal(cx.trace, &record), Some(Removal::Forced { .. }));
        let key = if forced { "input-forced-at" } else { "input-removed-at" };
        let mut reason = Reason::of_row(cx, no)?.input(key, record.at);
        if let Some(node) = node_of(cx, id, no) {
            reason = reason.input("input-node", Subject::Node(node));
        }
        Some(by(cx, no, reason))
    };
    let mut reasons: Vec<Reason> = rows.into_iter().filter_map(reason).collect();
    let refusal = reasons.last_mut().and_then(|last| forced(cx, last));
    if let (Some(last), Some((first, _))) = (reasons.last_mut(), first)
        && let Some((new, at)) = replacement(cx, id, first)
    {
        let told = last.clone().input("input-replaced-by", Subject::Pod(new));
        *last = told.input("input-replaced-at", at);
    }
    if let Some(last) = reasons.last_mut()
        && let Some(lost) = lost(cx, id)
    {
        *last = last.clone().input("input-work-lost", lost);
    }
    reasons.extend(refusal);
    reasons
}

/// Adds the limit to the row that forced a Pod out. The refusal that lasted until then, with the numbers just before it.
pub(super) fn forced(cx: &WhyContext<'_>, reason: &mut Reason) -> Option<Reason> {
    let no = reason.no?;
    let record = cx.trace.record(no)?;
    let Some(Removal::Forced { .. }) = removal(cx.trace, &record) else {
        return None;
    };
    let frame = cx.trace.frame(no.0, record.at);
    let then = WhyContext::new(cx.trace, cx.index, (&frame, None));
    let Subject::Pod(pod) = record.subject else {
        return None;
    };
    let node = frame.cluster.pod(pod).and_then(|pod| pod.node());
    if let Some((limit, since)) = node.and_then(|node| drain::longest(&then, node)) {
        let told = reason.clone().input("input-limit", limit);
        *reason = told.input("input-drain-since", since);
    }
    let Some(hold) = cx.index.holds_on(record.subject, no.0).find(|hold| hold.refuses()) else {
        let workload = cx.trace.owner(pod).and_then(|owner| cx.trace.plan().workloads.get(owner));
        if let Some(workload) = workload {
            *reason = reason.clone().input("input-grace", workload.grace);
        }
        return None;
    };
    Some(budget::refusal(&then, hold)?.input("input-refused-since", hold.began))
}

/// KC-18: what of its work was lost when it ended.
fn lost(cx: &WhyContext<'_>, id: PodId) -> Option<SimSpan> {
    let mut rows = cx.trace.rows_back(Subject::Pod(id), cx.frame.next);
    rows.find_map(|no| match cx.trace.record(no)?.change {
        Change::WorkLost { lost_s } => Some(SimSpan::from_secs(i64::from(lost_s))),
        _ => None,
    })
}

fn removes(change: Change) -> bool {
    matches!(change, Change::PodTerminating { .. } | Change::PodForced { .. })
}

/// The node on which it was then.
fn node_of(cx: &WhyContext<'_>, id: PodId, no: RecordNo) -> Option<NodeId> {
    let bound = cx.trace.rows_back(Subject::Pod(id), no.0).find_map(|no| {
        match cx.trace.record(no)?.change {
            Change::PodBound { node, .. } => Some(node),
            _ => None,
        }
    });
    bound.or_else(|| cx.trace.start().pod(id)?.node())
}

/// The upgrade or the command behind the removal, and a Pod for which it made room.
fn by(cx: &WhyContext<'_>, no: RecordNo, reason: Reason) -> Reason {
    let plan = cx.trace.plan();
    for cause in chains(cx.trace, no).causes.into_iter().skip(1) {
        let Some(record) = cx.trace.record(cause) else {
            break;
        };
        match (record.subject, record.change) {
            (Subject::Pool(pool), Change::UpgradeStarted { .. }) => {
                return reason.input("input-upgrade-of", Subject::Pool(pool));
            }
            (_, Change::Commanded { entry }) => {
                let drains =
                    plan.command(entry).is_some_and(|it| matches!(it, Command::Drain { .. }));
                return if drains {
                    reason.input("input-command", Phrase::new("value-kubectl-drain"))
                } else {
                    reason
                };
            }
            (Subject::Pod(pod), Change::Nominated { .. }) => {
                return reason.input("input-preempted-for", Subject::Pod(pod));
            }
            _ => {}
        }
    }
    reason
}

/// The Pod that its controller created because this one left.
fn replacement(
    cx: &WhyContext<'_>,
    id: PodId,
    removed: RecordNo,
) -> Option<(PodId, base::SimTime)> {
    let owner = cx.trace.owner(id)?;
    let rows = cx.trace.rows_of_pods(owner).into_iter();
    rows.skip_while(|no| *no <= removed).find_map(|no| {
        let record = cx.trace.record(no)?;
        let (Subject::Pod(new), Change::PodCreated { .. }) = (record.subject, record.change) else {
            return None;
        };
        let cause = cx.trace.record(record.cause?)?;
        (cause.subject == Subject::Pod(id)).then_some((new, record.at))
    })
}
