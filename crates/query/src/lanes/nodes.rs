//! Per zone: each node's states as bars, and the number of nodes.

use std::rc::Rc;

use crate::index::Index;
use crate::index::counted_node::CountedNode;
use crate::index::row::Row;
use crate::stage::TileState;
use base::{GroupId, Map, NodeId, PodId, PoolId, SimSpan, SimTime, ZoneId};
use model::Plan;
use trace::{Change, Subject, Trace};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneLane {
    pub pool: PoolId,
    pub zone: ZoneId,
    pub group: GroupId,
    pub nodes: Vec<Rc<NodeLane>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeLane {
    pub node: NodeId,
    pub segments: Vec<NodeSegment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeSegment {
    pub from: SimTime,
    /// `None`: until the end of the trace.
    pub to: Option<SimTime>,
    /// `None`: the node is deleted.
    pub state: Option<TileState>,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct NodeScan {
    /// Shared with what is displayed, so that only later changes copy a lane.
    lanes: Vec<Rc<NodeLane>>,
    /// The longest wait that is over.
    longest_wait: SimSpan,
}

impl NodeScan {
    pub(super) fn new(trace: &Trace) -> Self {
        let begin = trace.plan().until.min(SimTime::ZERO);
        let lane = |(node, own): (NodeId, &model::Node)| {
            let state = CountedNode::of(own, 0).state;
            let segments = vec![NodeSegment { from: begin, to: None, state }];
            Rc::new(NodeLane { node, segments })
        };
        Self { lanes: trace.start().nodes.iter().map(lane).collect(), longest_wait: SimSpan::ZERO }
    }

    pub(super) fn row(&mut self, row: Row<'_>) {
        let at = row.record.at;
        match (row.record.subject, row.record.change) {
            (Subject::Node(node), _) => {
                if self.lanes.len() <= node.0 as usize {
                    self.lanes.push(Rc::new(NodeLane { node, segments: Vec::new() }));
                }
                if let Some(lane) = self.lanes.get_mut(node.0 as usize) {
                    put(lane, at, row.after.state);
                }
            }
            (
                Subject::Pod(_),
                Change::PodBound { .. } | Change::PodGone | Change::PodForced { .. },
            ) => {
                let waited = row.stay.waits_since.map_or(SimSpan::ZERO, |since| at - since);
                self.longest_wait = self.longest_wait.max(waited);
            }
            _ => {}
        }
    }

    /// How long the Pod is Pending that is so the longest, at most until the end. `waiting`: those that are so after the last row.
    pub(super) fn longest_wait(&self, waiting: &Map<PodId, SimTime>, end: SimTime) -> SimSpan {
        let waits = waiting.values().map(|since| end - *since);
        waits.fold(self.longest_wait, SimSpan::max)
    }

    pub(super) fn zones(&self, trace: &Trace, index: &Index) -> Vec<ZoneLane> {
        let mut lanes = self.lanes.clone();
        for blocked in &index.blocked_nodes {
            if let Some(lane) = lanes.get_mut(blocked.node.0 as usize) {
                Rc::make_mut(lane).block(blocked.from, blocked.to.map(|(_, at)| at));
            }
        }
        by_zone(trace, lanes)
    }
}

/// Appends a state. Most rows leave the state as it is, and copy no lane.
fn put(lane: &mut Rc<NodeLane>, at: SimTime, state: Option<TileState>) {
    if lane.segments.last().is_none_or(|last| last.state != state) {
        Rc::make_mut(lane).put(at, state);
    }
}

impl NodeLane {
    fn put(&mut self, at: SimTime, state: Option<TileState>) {
        if let Some(last) = self.segments.last_mut() {
            last.to = Some(at);
            if last.from == at {
                self.segments.pop();
            }
        }
        // There are very many lanes with few segments each.
        self.segments.reserve_exact(1);
        self.segments.push(NodeSegment { from: at, to: None, state });
    }

    /// Cuts the blocked stretch out of the draining one that contains it.
    fn block(&mut self, from: SimTime, to: Option<SimTime>) {
        let within =
            |segment: &NodeSegment| segment.from <= from && segment.to.is_none_or(|end| end > from);
        let Some(at) = self.segments.iter().position(within) else {
            return;
        };
        let Some(whole) = self.segments.get(at).copied() else {
            return;
        };
        let end = match (to, whole.to) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let mut parts = Vec::new();
        if whole.from < from {
            parts.push(NodeSegment { to: Some(from), ..whole });
        }
        parts.push(NodeSegment { from, to: end, state: Some(TileState::Blocked) });
        if let Some(end) = end.filter(|end| whole.to.is_none_or(|last| *end < last)) {
            parts.push(NodeSegment { from: end, ..whole });
        }
        self.segments.splice(at..=at, parts);
    }
}

fn by_zone(trace: &Trace, lanes: Vec<Rc<NodeLane>>) -> Vec<ZoneLane> {
    let plan: &Plan = trace.plan();
    let mut zones: Vec<ZoneLane> = Vec::new();
    let mut place = Map::new();
    for pool in plan.pools.values() {
        for group in &pool.groups {
            let Some(home) = plan.groups.get(*group) else {
                continue;
            };
            place.insert(*group, zones.len());
            zones.push(ZoneLane {
                pool: home.pool,
                zone: home.zone,
                group: *group,
                nodes: Vec::new(),
            });
        }
    }
    for lane in lanes {
        let zone = trace
            .last()
            .nodes
            .get(lane.node)
            .and_then(|node| place.get(&node.group))
            .and_then(|at| zones.get_mut(*at));
        if let Some(zone) = zone {
            zone.nodes.push(lane);
        }
    }
    zones
}

/// The segment at an instant, and its number.
impl NodeLane {
    pub fn at(&self, at: SimTime) -> Option<&NodeSegment> {
        let begun = self.segments.partition_point(|segment| segment.from <= at);
        self.segments.get(begun.checked_sub(1)?)
    }
}
