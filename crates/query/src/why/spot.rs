//! That GKE drains the nodes of a Spot pool before their surge nodes are Ready (SU-17).

use super::{Reason, Why, WhyContext};
use crate::subject::Topic;
use base::RecordNo;
use model::{NodePhase, PodPhase, RunState, Strategy};
use trace::{Blocker, Change, Phrase, Record, Subject};

const SLUG: &str = "surge/cordon-spot";

/// Adds the rule to what it explains: a pool's upgrade, a drain, and Pods that have to wait for room.
pub(super) fn told(cx: &WhyContext<'_>, mut why: Why, asked: Topic) -> Why {
    let explains = match asked {
        Topic::Subject(subject) => is_under_way(cx, subject),
        Topic::Record(no) => cx.trace.record(no).is_some_and(|record| is_of_drain(&record)),
    };
    if !explains || why.reasons.iter().any(|reason| reason.rule.slug == SLUG) {
        return why;
    }
    let reason = match asked {
        Topic::Subject(Subject::Pool(_)) => {
            let rule = cx.rule(SLUG, &["SU-17", "AM-10"]);
            Some(Reason::of_rule(rule, Phrase::new("why-rule")))
        }
        _ => cordoned(cx, &why.chain),
    };
    why.reasons.extend(reason);
    why
}

/// Is the subject in a state that the rule may have caused?
fn is_under_way(cx: &WhyContext<'_>, subject: Subject) -> bool {
    let cluster = &cx.frame.cluster;
    match subject {
        Subject::Pool(id) => {
            let plan = cx.trace.plan().pools.get(id);
            let (Some(plan), Some(state)) = (plan, cluster.pools.get(id)) else {
                return false;
            };
            let surges =
                matches!(state.strategy(plan), Strategy::Surge(surge) if surge.max_surge > 0);
            plan.spot && surges && state.run == RunState::Running
        }
        Subject::Node(id) => {
            let phase = cluster.nodes.get(id).map(|node| node.phase);
            matches!(phase, Some(NodePhase::Draining { .. }))
        }
        Subject::Pod(id) => cluster.pod(id).is_some_and(|pod| pod.phase() == PodPhase::Pending),
        Subject::Workload(id) => {
            let mut pods = cluster.pods_of(|owner| owner == id);
            pods.any(|(_, pod)| pod.phase() == PodPhase::Pending)
        }
        _ => false,
    }
}

/// Is the row part of a drain, or about a Pod that it left without a node?
fn is_of_drain(record: &Record) -> bool {
    matches!(
        record.change,
        Change::DrainStarted { .. }
            | Change::DrainEnded { .. }
            | Change::PodTerminating { .. }
            | Change::PodCreated { .. }
            | Change::Blocked { by: Blocker::NoNode { .. } }
    )
}

/// The cordon that led to it, if it didn't wait for a surge node.
fn cordoned(cx: &WhyContext<'_>, chain: &[RecordNo]) -> Option<Reason> {
    let rows = chain.iter().filter_map(|no| Some((*no, cx.trace.record(*no)?)));
    let (no, record) = rows.into_iter().find(|(_, row)| row.change == Change::NodeCordoned)?;
    let reason = Reason::of_row(cx, no).filter(|reason| reason.rule.slug == SLUG)?;
    Some(reason.input("input-old-node", record.subject))
}
