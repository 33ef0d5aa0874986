//! What holds an upgrade at the asked time: its nodes in progress, their Pods and the budgets.

use super::{Reason, WhyContext, budget, drain::Limit, not, unhealthy};
use base::{NodeId, PoolId};
use model::{Health, Node, NodePhase, PodPhase};
use trace::{Change, Phrase, Subject, Value};

/// How many blockers are listed, and how many nodes in progress without one.
const REASONS: usize = 3;
/// How many names a list has.
const NAMES: usize = 6;

/// Refused evictions on the pool's nodes, one reason per blocker; else the nodes in progress.
pub(super) fn of_pool(cx: &WhyContext<'_>, pool: PoolId) -> Vec<Reason> {
    let refused = refused(cx, pool);
    if !refused.is_empty() {
        return refused;
    }
    let whole = cx.trace.plan().pools.get(pool).is_some_and(|pool| pool.multi_host);
    let nodes = cx.frame.cluster.nodes.iter();
    let mine = nodes.filter(|(id, _)| is_in(cx, *id, pool));
    let reasons = mine.filter_map(|(id, one)| match one.phase {
        NodePhase::Draining { .. } => draining(cx, id),
        // A slice is taken as a whole and ignores slots.
        NodePhase::Ready if one.health != Health::Well && unhealthy::awaited(cx, id).is_some() => {
            unhealthy::awaited(cx, id)
        }
        NodePhase::Ready if one.taken && !whole => Some(waits(cx, id, one)),
        // SU-12: its slot waits for capacity.
        NodePhase::Recreating { ready_at: None } => {
            let mut holds = cx.index.holds_on(Subject::Node(id), cx.frame.next);
            let reason = holds.find_map(|hold| budget::refusal(cx, hold))?;
            Some(reason.input("input-in-progress", names(&[id])))
        }
        _ => None,
    });
    reasons.take(REASONS).collect()
}

fn is_in(cx: &WhyContext<'_>, node: NodeId, pool: PoolId) -> bool {
    cx.frame.cluster.pool_of(cx.trace.plan(), node) == pool
}

/// Every budget that refuses an eviction, with its node and Pods, and when the drain's limit is reached.
fn refused(cx: &WhyContext<'_>, pool: PoolId) -> Vec<Reason> {
    let holds = cx.index.active_holds(cx.frame.next);
    let here = |node: Option<NodeId>| node.filter(|node| is_in(cx, *node, pool));
    let holds: Vec<_> = holds.filter(|hold| hold.refuses() && here(hold.node).is_some()).collect();
    let mut reasons = Vec::new();
    let mut seen = Vec::new();
    for hold in &holds {
        if seen.contains(&hold.by) || reasons.len() == REASONS {
            continue;
        }
        seen.push(hold.by);
        let alike = || holds.iter().filter(|other| other.by == hold.by);
        let mut nodes: Vec<NodeId> = alike().filter_map(|other| other.node).collect();
        nodes.dedup();
        let pods = alike().map(|other| other.subject).take(NAMES).collect();
        reasons.extend(budget::refusal(cx, hold).map(|reason| {
            let of_budget = reason.inputs;
            let mut reason = Reason { inputs: Vec::new(), ..reason }
                .input("input-draining", names(&nodes))
                .input("input-refused-pods", Value::Names(pods));
            reason.inputs.extend(of_budget);
            let first = nodes.iter().filter_map(|id| Limit::of(cx, *id)).min_by_key(|it| it.at);
            match first {
                Some(limit) => reason.input(limit.at_limit_key(), limit.at),
                None => reason,
            }
        }));
    }
    reasons
}

fn names(nodes: &[NodeId]) -> Value {
    Value::Names(nodes.iter().take(NAMES).map(|id| Subject::Node(*id)).collect())
}

/// A drain without refusals: its Pods that are still terminating.
fn draining(cx: &WhyContext<'_>, id: NodeId) -> Option<Reason> {
    let drain = |change| matches!(change, Change::DrainStarted { .. });
    let (no, _) = cx.last_that(Subject::Node(id), |record| drain(record.change))?;
    let cluster = &cx.frame.cluster;
    let pods = cluster.pods_on(id).into_iter();
    let ends = pods.filter_map(|pod| match cluster.pod(pod)?.phase() {
        PodPhase::Terminating { until, .. } => Some((pod, until)),
        _ => None,
    });
    let ends: Vec<_> = ends.collect();
    let reason = Reason::of_row(cx, no)?.input("input-draining", names(&[id]));
    let pods: Vec<Subject> = ends.iter().map(|(pod, _)| Subject::Pod(*pod)).take(NAMES).collect();
    let reason = match ends.iter().map(|(_, at)| *at).max() {
        Some(at) => reason
            .input("input-terminating-pods", Value::Names(pods))
            .input("input-terminated-at", Limit::of(cx, id).map_or(at, |it| it.ends(at))),
        None => reason,
    };
    Some(reason)
}

/// A slot has taken the node and waits for its surge node.
fn waits(cx: &WhyContext<'_>, id: NodeId, node: &Node) -> Reason {
    let mut reasons = not::node(cx, id, node);
    let reason = if reasons.is_empty() { None } else { Some(reasons.remove(0)) };
    let rule = || cx.rule("surge/take", &["SU-01", "SU-13", "SU-14", "AM-58"]);
    let reason = reason.unwrap_or_else(|| Reason::of_rule(rule(), Phrase::new("why-rule")));
    reason.input("input-in-progress", names(&[id]))
}
