//! Short-lived: no node is upgraded; each one is deleted at the end of its life.

use super::Answers;
use crate::cause_chain::next_row;
use crate::operations::OperationsContext;
use crate::stage::context::StageContext;
use crate::stage::state::ZoneStatus;
use crate::why::{Reason, Until, Why, WhyContext, say};
use base::{GroupId, NodeId, PoolId, SimTime};
use model::{PoolState, RunState};
use trace::{Change, Phrase, Subject};

pub(super) struct ShortLived;

impl Answers for ShortLived {
    fn between(&self) -> &'static str {
        "caption-short-lived"
    }

    fn zone_status(
        &self,
        _: &StageContext<'_>,
        _: PoolId,
        state: &PoolState,
    ) -> Option<ZoneStatus> {
        Some(match state.run {
            RunState::Running | RunState::RollingBack => ZoneStatus::Working { since: state.since },
            _ => ZoneStatus::Idle,
        })
    }

    /// It runs until its VM is taken away, at the time known from later rows.
    fn waits_for(&self, cx: &StageContext<'_>, id: NodeId) -> Option<Phrase> {
        let subject = Subject::Node(id);
        let rows = std::iter::successors(next_row(cx.trace, subject, cx.frame.next), |no| {
            next_row(cx.trace, subject, no.0 + 1)
        });
        let mut records = rows.filter_map(|no| cx.trace.record(no));
        let end = records.find(|record| matches!(record.change, Change::NodeShutDown { .. }));
        Some(match end {
            Some(record) => Phrase::new("tile-lives-until").with("at", record.at),
            None => Phrase::new("tile-keeps-running"),
        })
    }

    fn running(&self, cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>) {
        (Phrase::new("op-head-short-lived"), Some(cx.since()))
    }

    fn cancel(&self, _: &OperationsContext<'_>) -> Phrase {
        Phrase::new("op-cancel-short-lived")
    }

    fn rollback(&self, _: &OperationsContext<'_>, _: bool) -> &'static str {
        "op-rollback-short-lived"
    }

    /// Zones take no turns if each node ends on its own (SL-03).
    fn why_zone(&self, cx: &WhyContext<'_>, group: GroupId, (done, of): (u32, u32)) -> Option<Why> {
        let plan = cx.trace.plan();
        let place = plan.groups.get(group)?;
        let state = cx.frame.cluster.pools.get(place.pool)?;
        let since = state.since;
        let key = match state.run {
            RunState::Running => "why-zone-short-lived",
            RunState::RollingBack => "why-zone-short-lived-back",
            RunState::Cancelled => "why-zone-short-lived-cancelled",
            _ => return None,
        };
        let what = Phrase::new(key)
            .with("zone", Subject::Zone(place.zone))
            .with("since", since)
            .with("pool", Subject::Pool(place.pool))
            .with("for", cx.frame.at - since)
            .with("done", done)
            .with("of", of);
        let pool = plan.pools.get(place.pool)?;
        let rule = cx.rule("short-lived/life-over", &["SL-03", "AM-42"]);
        let mut reason = Reason::of_rule(rule, Phrase::new("why-rule"))
            .input("input-pool", Subject::Pool(place.pool))
            .input("input-done", done)
            .input("input-left", of.saturating_sub(done));
        if let Some(life) = pool.life {
            reason = reason.input("input-life", life);
        }
        let row = cx.last_that(Subject::Pool(place.pool), |record| record.change.is_phase());
        let until = match next_end(cx, group) {
            Some((at, node)) => {
                let sentence =
                    Phrase::new("until-max-run-duration-of").with("node", Subject::Node(node));
                Until::at(at, sentence)
            }
            None => Until::never(Phrase::new("until-no-max-run-duration")),
        };
        Some(
            Why::new(cx, what, since)
                .because(Some(reason))
                .chained(cx, row.map(|(no, _)| no))
                .until(Some(until))
                .say(say::run(state.run, state.kind, &pool.name)),
        )
    }
}

/// The group's node whose life ends next.
fn next_end(cx: &WhyContext<'_>, group: GroupId) -> Option<(SimTime, NodeId)> {
    let nodes = cx.counts().nodes_of(group).iter();
    let ends = nodes.filter_map(|node| {
        let (_, record) = cx.next_that(Subject::Node(*node), |record| {
            matches!(record.change, Change::NodeShutDown { .. })
        })?;
        Some((record.at, *node))
    });
    ends.min()
}
