//! A line for each node.

use super::{LineReason, by_name};
use crate::autoscaler::{Autoscaler, Removal};
use crate::index::Index;
use crate::requests::NodeUse;
use crate::stage::{StageContext, StateCounts, TileState, node_line};
use base::{NodeId, PoolId, SimTime, ZoneId, order};
use core::cmp::Ordering;
use model::Node;
use model::node::Mark;
use trace::{Change, Frame, Phrase, Subject, Trace};

#[derive(Clone, PartialEq, Debug)]
pub struct NodeLine {
    pub node: NodeId,
    pub pool: PoolId,
    pub zone: ZoneId,
    pub standing: NodeStanding,
    /// When it came into this state, or got its reason.
    pub since: SimTime,
    pub created: SimTime,
    pub used: Option<NodeUse>,
    pub reason: Option<LineReason>,
}

/// The state of a node, and of a Ready one what the autoscaler thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NodeStanding {
    /// Little used, and stays for a reason.
    Held,
    Unneeded,
    ToBeDeleted,
    Tile(TileState),
}

impl NodeStanding {
    pub fn key(self) -> &'static str {
        match self {
            Self::Held => "ui-look-held",
            Self::Unneeded => "tile-unneeded",
            Self::ToBeDeleted => "tile-to-be-deleted",
            Self::Tile(TileState::ReadyOld) => "tile-ready-old",
            Self::Tile(state) => state.key(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeColumn {
    Name,
    Pool,
    #[default]
    State,
    Used,
    Reason,
    Since,
    Age,
}

/// The existing nodes, sorted; those that are equal by their ids.
pub fn nodes(
    trace: &Trace,
    index: &Index,
    frame: &Frame,
    counts: &StateCounts,
    by: NodeColumn,
) -> Vec<NodeLine> {
    let cx = StageContext { trace, index, frame, detail: crate::stage::Detail::Tiles, counts };
    let nodes = frame.cluster.nodes.iter();
    let mut lines: Vec<NodeLine> =
        nodes.filter_map(|(id, node)| line(&cx, id, node, counts.state(id)?)).collect();
    if by == NodeColumn::Name {
        return by_name(lines, |line| trace.plan().node_name(trace.last(), line.node));
    }
    order::sort_by(&mut lines, |a, b| compare(a, b, by).then(a.node.cmp(&b.node)));
    lines
}

/// By all columns but the name.
fn compare(a: &NodeLine, b: &NodeLine, by: NodeColumn) -> Ordering {
    let pool = |line: &NodeLine| (line.pool, line.zone);
    // Without a share: last.
    let used =
        |line: &NodeLine| line.used.map_or(i64::MAX, |used| used.utilization.share.percent());
    let reason = |line: &NodeLine| line.reason.as_ref().map_or("~", |reason| reason.key);
    match by {
        NodeColumn::Name => Ordering::Equal,
        NodeColumn::Pool => pool(a).cmp(&pool(b)),
        NodeColumn::State => a.standing.cmp(&b.standing),
        NodeColumn::Used => used(a).cmp(&used(b)),
        NodeColumn::Reason => reason(a).cmp(reason(b)),
        NodeColumn::Since => a.since.cmp(&b.since),
        NodeColumn::Age => a.created.cmp(&b.created),
    }
}

fn line(cx: &StageContext<'_>, id: NodeId, node: &Node, state: TileState) -> Option<NodeLine> {
    let group = cx.trace.plan().groups.get(node.group)?;
    let rests = matches!(state, TileState::ReadyNew | TileState::ReadyOld);
    let scaler = Autoscaler::of(cx.trace, cx.frame).filter(|_| rests);
    let removal = scaler.map_or_else(Removal::default, |scaler| scaler.removal(id));
    let is_held = scaler.is_some_and(|scaler| scaler.held(cx.index, id).is_some());
    let stays = removal.stays.filter(|_| node.mark != Some(Mark::ToBeDeleted));
    let code = |why| scaler.map_or("", |scaler| scaler.code(id, why));
    let (standing, since, reason) = match (node.mark, removal.unneeded, stays) {
        (Some(Mark::Candidate), Some((_, since)), _) if removal.goes_at.is_some() => {
            let left = removal.goes_at.map_or(cx.frame.at, |at| at) - cx.frame.at;
            let says = Phrase::new("tile-goes-in").with("left", trace::Value::Timer(left));
            (NodeStanding::Unneeded, since, Some(LineReason::of(says)))
        }
        (_, _, Some((no, why, pod))) if is_held => {
            let since = cx.trace.record(no)?.at;
            let says = match pod {
                Some(pod) => Phrase::new("line-held-by")
                    .with("pod", Subject::Pod(pod))
                    .with("why", Phrase::new(why.key())),
                None => Phrase::new(why.key()),
            };
            (NodeStanding::Held, since, Some(LineReason { key: why.key(), says, code: code(why) }))
        }
        (Some(Mark::ToBeDeleted), ..) => {
            (NodeStanding::ToBeDeleted, state_since(cx, id, node), None)
        }
        (Some(Mark::Candidate), Some((_, since)), _) => (NodeStanding::Unneeded, since, None),
        (.., Some((no, why, _))) => {
            let since = cx.trace.record(no)?.at;
            (NodeStanding::Tile(state), since, Some(LineReason::of(Phrase::new(why.key()))))
        }
        _ => {
            let reason = node_line(cx, id, node, state).map(LineReason::of);
            (NodeStanding::Tile(state), state_since(cx, id, node), reason)
        }
    };
    Some(NodeLine {
        node: id,
        pool: group.pool,
        zone: group.zone,
        standing,
        since,
        created: node.created,
        used: cx.index.node_use(cx.trace, cx.frame, id),
        reason,
    })
}

/// When its phase or its health changed last.
fn state_since(cx: &StageContext<'_>, id: NodeId, node: &Node) -> SimTime {
    let rows = cx.trace.rows_back(Subject::Node(id), cx.frame.next);
    let mut records = rows.filter_map(|no| cx.trace.record(no));
    let is_idle = |change: Change| {
        matches!(change, Change::Commanded { .. } | Change::Refused { .. })
            || change.is_opinion_of_node()
    };
    let last = records.find(|record| !is_idle(record.change));
    last.map_or(node.created, |record| record.at)
}
