//! Why for a row.

use super::{Reason, Why, WhyContext, autoscaler, budget, gone, policy, pool, taints};
use crate::index::Hold;
use base::RecordNo;
use model::RunState;
use trace::{Blocker, Change, Phrase, Subject, Value, WhyNot};

pub(super) fn why(cx: &WhyContext<'_>, no: RecordNo) -> Option<Why> {
    let record = cx.trace.record(no)?;
    let fact: Value = match record.change {
        Change::Blocked { by: Blocker::NoNode { filter, nodes } } => {
            taints::phrase(cx.trace, &cx.frame.cluster, record.subject, filter, nodes).into()
        }
        change => change.into(),
    };
    let what = Phrase::new("why-record")
        .with("no", no.0)
        .with("subject", record.subject)
        .with("fact", fact)
        .with("since", record.at);
    let mut why =
        Why::new(cx, what, record.at).because(Reason::of_row(cx, no)).chained(cx, Some(no));
    let refusal = why.reasons.last_mut().and_then(|reason| gone::forced(cx, reason));
    why = why.because(refusal);
    if let Change::Blocked { by } = record.change {
        let hold = Hold {
            subject: record.subject,
            by,
            no,
            began: record.at,
            at: record.at,
            end: None,
            node: None,
        };
        why.reasons = budget::refusal(cx, &hold).into_iter().collect();
        why.say.extend(super::say::refusal(by));
    }
    if let Change::ScaleUpDecided { .. } = record.change {
        why = why.because(autoscaler::second_opinion(cx, no));
    }
    if let Change::UpgradeQueued { why: WhyNot::Policy(waits) }
    | Change::UpgradePaused { why: WhyNot::Policy(waits) } = record.change
    {
        let reasons = std::mem::take(&mut why.reasons).into_iter();
        let reasons = reasons.map(|reason| policy::explained(cx, reason, &waits));
        why.reasons = reasons.collect();
        why.say = policy::says(cx, &waits);
    }
    // With its state at that instant.
    if let Subject::Pool(id) = record.subject
        && record.at == cx.frame.at
        && let Some(state) = cx.frame.cluster.pools.get(id)
        && state.since == record.at
        && matches!(state.run, RunState::Queued | RunState::Paused | RunState::WaitingForResources)
    {
        why.until = pool::until(cx, id, state.run);
    }
    Some(why)
}
