//! One sentence about now: where the upgrade is, who is held back by what, what is on its way.

use super::Cx;
use crate::base::{NodeId, PoolId};
use crate::model::{NodePhase, RunState};
use crate::trace::{Blocker, Phrase, Subject, Value};

/// So many things are said at once; the rest can be seen.
const PARTS: usize = 3;

pub(super) fn caption(cx: &Cx<'_>) -> Phrase {
    let cluster = &cx.frame.cluster;
    let busy = cluster
        .pools
        .iter()
        .find(|(_, state)| state.run.unfinished() && state.run != RunState::Cancelled)
        .or_else(|| {
            cluster
                .pools
                .iter()
                .find(|(_, state)| state.run != RunState::Idle)
        });
    let Some((pool, state)) = busy else {
        return {
            let registered: u32 = cx.survey.tallies.iter().map(|one| one.registered).sum();
            Phrase::new("caption-idle").with("nodes", registered)
        };
    };
    let name = Subject::Pool(pool);
    let key = match state.run {
        RunState::Idle | RunState::Running | RunState::Cancelling | RunState::RollingBack => {
            return working(cx, pool);
        }
        RunState::Queued => "caption-queued",
        RunState::WaitingForResources => "caption-waiting",
        RunState::Paused => "caption-paused",
        RunState::Cancelled => "caption-cancelled",
        RunState::Succeeded => "caption-succeeded",
        RunState::RolledBack => "caption-rolled-back",
    };
    Phrase::new(key).with("pool", name).with("at", state.since)
}

fn working(cx: &Cx<'_>, pool: PoolId) -> Phrase {
    let state = cx.frame.cluster.pools[pool];
    let mut parts = held(cx, pool);
    for (key, wanted) in [
        ("caption-draining", Kind::Draining),
        ("caption-deleting", Kind::Deleting),
        ("caption-recreating", Kind::Recreating),
        ("caption-booting", Kind::Booting),
    ] {
        let nodes = nodes(cx, pool, wanted);
        if !nodes.is_empty() {
            parts.push(
                Phrase::new(key).with("nodes", nodes.len()).with(
                    "names",
                    Value::Names(
                        nodes
                            .iter()
                            .take(4)
                            .map(|node| Subject::Node(*node))
                            .collect(),
                    ),
                ),
            );
        }
    }
    parts.truncate(PARTS);
    if parts.is_empty() {
        parts.push(Phrase::new("caption-between"));
    }
    let key = match state.run {
        RunState::Cancelling => "caption-cancelling",
        RunState::RollingBack => "caption-rolling-back",
        _ => "caption-zone",
    };
    let place = match state.zone {
        Some(zone) => Value::Name(Subject::Zone(zone)),
        None => Value::Name(Subject::Pool(pool)),
    };
    Phrase::new(key).with("zone", place).with("parts", parts)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Draining,
    Deleting,
    Recreating,
    Booting,
}

fn nodes(cx: &Cx<'_>, pool: PoolId, wanted: Kind) -> Vec<NodeId> {
    let plan = cx.trace.plan();
    let nodes = &cx.frame.cluster.nodes;
    cx.survey
        .busy
        .iter()
        .filter_map(|id| Some((*id, nodes.get(*id)?)))
        .filter(|(id, node)| {
            let refused = cx.survey.refusals_on(*id) > 0;
            let kind = match node.phase {
                NodePhase::Draining { .. } | NodePhase::Drained if !refused => Some(Kind::Draining),
                NodePhase::Deleting { .. } => Some(Kind::Deleting),
                NodePhase::Recreating { .. } => Some(Kind::Recreating),
                NodePhase::Booting { .. } => Some(Kind::Booting),
                _ => None,
            };
            plan.groups[node.group].pool == pool && kind == Some(wanted)
        })
        .map(|(id, _)| id)
        .collect()
}

/// `b1 keeps its last web Pod, because web-pdb allows no disruption`.
fn held(cx: &Cx<'_>, pool: PoolId) -> Vec<Phrase> {
    let plan = cx.trace.plan();
    let mut said: Vec<NodeId> = Vec::new();
    let mut parts = Vec::new();
    for hold in cx.index.active_holds(cx.frame.next) {
        let Some(node) = hold
            .node
            .filter(|node| hold.refuses() && !said.contains(node))
        else {
            continue;
        };
        if cx.frame.cluster.pool_of(plan, node) != pool {
            continue;
        }
        said.push(node);
        let left = cx.survey.refusals_on(node);
        let phrase = match hold.by {
            Blocker::Budget { budget, .. } => {
                Phrase::new("caption-held-budget").with("budget", Subject::Budget(budget))
            }
            Blocker::TwoBudgets { first, second } => Phrase::new("caption-held-two")
                .with("first", Subject::Budget(first))
                .with("second", Subject::Budget(second)),
            Blocker::Forbidden { budget } => {
                Phrase::new("caption-held-forbidden").with("budget", Subject::Budget(budget))
            }
            _ => continue,
        };
        parts.push(
            phrase
                .with("node", node)
                .with("pod", hold.subject)
                .with("pods", left),
        );
        if parts.len() >= PARTS {
            break;
        }
    }
    parts
}
