//! The caption: one sentence about the upgrade's progress, what is blocked and why, and what is in progress.

use super::context::{Detail, SHOWN, StageContext};
use super::tile::cordoned_line;
use crate::autoscaler::Autoscaler;
use crate::strategy;
use base::{NodeId, PoolId, RecordNo};
use model::node::Mark;
use model::{NodePhase, RunState};
use trace::{Blocker, Phrase, Subject, Value};

/// The most parts of a caption.
const PARTS: usize = 3;
/// More nodes than this with one reason are summarized.
const ONE_BY_ONE: usize = 2;

/// How many nodes the autoscaler would remove but for a reason, and how many are unneeded.
fn scaled(cx: &StageContext<'_>) -> Option<Phrase> {
    let scaler = Autoscaler::of(cx.trace, cx.frame).filter(|_| cx.detail == Detail::Tiles)?;
    let (mut held, mut unneeded) = (0_u32, 0_u32);
    for (id, node) in cx.frame.cluster.nodes.iter().filter(|(_, node)| node.up()) {
        let marked = node.mark == Some(Mark::ToBeDeleted);
        let is_held = !marked && scaler.held(cx.index, id).is_some();
        held += u32::from(is_held);
        unneeded += u32::from(marked || !is_held && scaler.removal(id).unneeded.is_some());
    }
    let said = Phrase::new("caption-held").with("held", held).with("unneeded", unneeded);
    (held + unneeded > 0).then_some(said)
}

pub(super) fn caption(cx: &StageContext<'_>) -> Phrase {
    let cluster = &cx.frame.cluster;
    // Work in progress comes before waiting work; of finished work only the last is named.
    let rank = |run: RunState| match run {
        RunState::Running
        | RunState::Cancelling
        | RunState::RollingBack
        | RunState::WaitingForResources => 0,
        RunState::Queued | RunState::Paused => 1,
        RunState::Cancelled | RunState::Succeeded | RunState::RolledBack | RunState::Failed => 2,
        RunState::Idle => 3,
    };
    let pools = cluster.pools.iter();
    let busy = pools.filter(|(_, state)| state.run != RunState::Idle).min_by_key(|(_, state)| {
        let over = rank(state.run) == 2;
        let last = over.then_some(std::cmp::Reverse(state.since));
        (rank(state.run), last)
    });
    if let Some(said) = control_plane(cx) {
        return said;
    }
    let Some((pool, state)) = busy else {
        let mut parts = activities(cx, None);
        parts.truncate(PARTS);
        if !parts.is_empty() {
            return Phrase::new("caption-nodes").with("parts", parts);
        }
        let registered: u32 = cx.counts.tallies.iter().map(|one| one.registered).sum();
        let said = scaled(cx).unwrap_or(Phrase::new("caption-idle"));
        return said.with("nodes", registered).with("waiting", cx.counts.pending.len());
    };
    let name = Subject::Pool(pool);
    if let Some(said) = strategy::of(state.kind).caption(cx, pool, &|| held(cx, pool)) {
        return said;
    }
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
        RunState::Failed => "caption-failed",
    };
    Phrase::new(key).with("pool", name).with("at", state.since)
}

/// During its upgrade no nodes are upgraded.
fn control_plane(cx: &StageContext<'_>) -> Option<Phrase> {
    let plane = &cx.frame.cluster.control_plane;
    let key = if plane.is_down() { "caption-control-plane-down" } else { "caption-control-plane" };
    let version = plane.target.map_or_else(String::new, |to| to.to_string());
    Some(
        Phrase::new(key)
            .with("replica", plane.replica? + 1)
            .with("of", plane.replicas)
            .with("version", version)
            .with("at", plane.until?),
    )
}

fn working(cx: &StageContext<'_>, pool: PoolId) -> Phrase {
    let state = cx.frame.cluster.pools[pool];
    let mut parts: Vec<Phrase> = forced(cx, pool).into_iter().chain(held(cx, pool)).collect();
    parts.extend(activities(cx, Some(pool)));
    parts.truncate(PARTS);
    if parts.is_empty() {
        parts.push(between(cx, pool));
    }
    let several = cx.trace.plan().pools.len() > 1;
    let key = match state.run {
        RunState::Cancelling => "caption-cancelling",
        RunState::RollingBack => "caption-rolling-back",
        _ if several && state.zone.is_some() => "caption-zone-of",
        _ => "caption-zone",
    };
    let place = match state.zone {
        Some(zone) => Value::Name(Subject::Zone(zone)),
        None => Value::Name(Subject::Pool(pool)),
    };
    let phrase = Phrase::new(key).with("zone", place);
    let phrase = match key {
        "caption-zone-of" => phrase.with("pool", Subject::Pool(pool)),
        _ => phrase,
    };
    phrase.with("parts", parts)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeActivity {
    Draining,
    Deleting,
    Recreating,
    Booting,
}

/// What nodes do, in one pool or in all.
fn activities(cx: &StageContext<'_>, pool: Option<PoolId>) -> Vec<Phrase> {
    let kinds = [
        ("caption-draining", NodeActivity::Draining),
        ("caption-deleting", NodeActivity::Deleting),
        ("caption-recreating", NodeActivity::Recreating),
        ("caption-booting", NodeActivity::Booting),
    ];
    let said = kinds.into_iter().filter_map(|(key, wanted)| {
        let nodes = nodes(cx, pool, wanted);
        let names = nodes.iter().take(4).map(|node| Subject::Node(*node)).collect();
        let said = Phrase::new(key).with("nodes", nodes.len()).with("names", Value::Names(names));
        (!nodes.is_empty()).then_some(said)
    });
    said.collect()
}

fn nodes(cx: &StageContext<'_>, pool: Option<PoolId>, wanted: NodeActivity) -> Vec<NodeId> {
    let plan = cx.trace.plan();
    let nodes = &cx.frame.cluster.nodes;
    cx.counts
        .busy
        .iter()
        .filter_map(|id| Some((*id, nodes.get(*id)?)))
        .filter(|(id, node)| {
            let refused = cx.counts.refusals_on(*id) > 0;
            let kind = match node.phase {
                NodePhase::Draining { .. } | NodePhase::Drained if !refused => {
                    Some(NodeActivity::Draining)
                }
                NodePhase::Deleting { .. } => Some(NodeActivity::Deleting),
                NodePhase::Recreating { .. } => Some(NodeActivity::Recreating),
                NodePhase::Booting { .. } => Some(NodeActivity::Booting),
                _ => None,
            };
            pool.is_none_or(|pool| plan.groups[node.group].pool == pool) && kind == Some(wanted)
        })
        .map(|(id, _)| id)
        .collect()
}

/// Refused evictions from a node for one reason.
struct HeldNode {
    reason: Phrase,
    node: NodeId,
    first: Subject,
    pods: u32,
}

/// `b1 keeps its last web Pod, because web-pdb allows no disruption`.
fn held(cx: &StageContext<'_>, pool: PoolId) -> Vec<Phrase> {
    let plan = cx.trace.plan();
    let mut found: Vec<HeldNode> = Vec::new();
    for hold in cx.index.active_holds(cx.frame.next) {
        let Some(node) = hold.node.filter(|_| hold.refuses()) else {
            continue;
        };
        if cx.frame.cluster.pool_of(plan, node) != pool {
            continue;
        }
        let reason = match hold.by {
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
        match found.iter_mut().find(|one| one.node == node && one.reason == reason) {
            Some(known) => known.pods += 1,
            None => found.push(HeldNode { reason, node, first: hold.subject, pods: 1 }),
        }
    }
    let mut parts = Vec::new();
    while parts.len() < PARTS && !found.is_empty() {
        let reason = found[0].reason.clone();
        let alike = found.iter().filter(|other| other.reason == reason).count();
        if alike <= ONE_BY_ONE || reason.key != "caption-held-budget" {
            let HeldNode { reason, node, first, pods } = found.remove(0);
            parts.push(reason.with("node", node).with("pod", first).with("pods", pods));
            continue;
        }
        parts.push(Phrase { key: "caption-held-many", ..reason.clone() }.with("nodes", alike));
        found.retain(|other| other.reason != reason);
    }
    parts
}

/// The Pods of the pool that were forced out just now.
fn forced(cx: &StageContext<'_>, pool: PoolId) -> Option<Phrase> {
    let is_own = |node: NodeId| cx.frame.cluster.pool_of(cx.trace.plan(), node) == pool;
    let new = cx.forced_now().filter(|one| one.node.is_some_and(is_own));
    let pods: Vec<Subject> = new.map(|one| Subject::Pod(one.pod)).collect();
    let first = *pods.last()?;
    Some(Phrase::new("caption-forced").with("pods", pods.len()).with("pod", first))
}

/// What a pool does between two nodes; of a long wait, until when.
fn between(cx: &StageContext<'_>, pool: PoolId) -> Phrase {
    let state = cx.frame.cluster.pools[pool];
    let key = strategy::of(state.kind).between();
    match cx.trace.record(RecordNo(cx.frame.next)) {
        Some(next) if next.at > cx.frame.at + SHOWN && key == "caption-between" => {
            Phrase::new("caption-until").with("at", next.at)
        }
        _ if key == "caption-between" => {
            let mut nodes = cx.frame.cluster.nodes.iter();
            let plan = cx.trace.plan();
            let next = nodes.find(|(_, node)| {
                let is_own = plan.groups[node.group].pool == pool && node.up();
                is_own
                    && node.cordoned_by.is_some()
                    && cordoned_line(cx, node).key == "tile-cordoned-by-upgrade"
            });
            next.map_or(Phrase::new(key), |(id, _)| {
                Phrase::new("caption-cordoned").with("node", Subject::Node(id))
            })
        }
        _ => Phrase::new(key),
    }
}
