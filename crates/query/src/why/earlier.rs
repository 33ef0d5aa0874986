//! Drains that began before the start.

use super::{Reason, WhyContext};
use base::{NodeId, SimSpan, SimTime};
use model::AtLimit;
use trace::{Change, Phrase, Record, Subject};

/// Since when the node's drain runs if it began before the start, and what was left of its limit then.
fn began_earlier(cx: &WhyContext<'_>, id: NodeId) -> Option<(SimTime, SimSpan)> {
    let since = *cx.trace.plan().draining_since.get(&id)?;
    let is_drain = |record: &Record| matches!(record.change, Change::DrainStarted { .. });
    let (no, row) = cx.last_that(Subject::Node(id), is_drain)?;
    let mut earlier = cx.trace.rows_back(Subject::Node(id), no.0);
    let is_later = earlier.any(|no| cx.trace.record(no).as_ref().is_some_and(is_drain));
    let Change::DrainStarted { limit_s, at_limit: AtLimit::Forces, .. } = row.change else {
        return None;
    };
    (!is_later).then(|| (since, SimSpan::from_secs(i64::from(limit_s))))
}

/// How long a drain to that instant may take, and since when it runs: also before the start.
pub(super) fn whole_limit(
    cx: &WhyContext<'_>,
    id: NodeId,
    began: SimTime,
    at: SimTime,
) -> (SimSpan, SimTime) {
    match began_earlier(cx, id) {
        Some((since, left)) if left > SimSpan::ZERO => (left + (SimTime::ZERO - since), since),
        _ => (at - began, began),
    }
}

/// That the node's drain began before the start, so that it has only what is left of its hour (SU-07).
pub(super) fn reason(cx: &WhyContext<'_>, id: NodeId) -> Option<Reason> {
    let (since, left) = began_earlier(cx, id)?;
    let rule = cx.rule("drain/limit", &["SU-07", "UP-17", "AM-06"]);
    let sentence = Phrase::new("why-drain-earlier").with("since", since).with("left", left);
    Some(Reason::of_rule(rule, sentence))
}
