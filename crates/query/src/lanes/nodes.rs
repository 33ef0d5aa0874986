//! Per zone: each node's states as bars, and the number of nodes.

use std::rc::Rc;

use crate::index::Index;
use crate::index::stays::Row;
use crate::stage::TileState;
use base::{GroupId, IdVec, Map, NodeId, PodId, PoolId, SimSpan, SimTime, Steps, ZoneId};
use model::{Cluster, NodePhase, Plan};
use trace::{Change, Subject, Trace, apply};

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
    /// Only nodes and pools: Pods would require replaying everything.
    pub(super) cluster: Cluster,
    /// Shared with what is displayed, so that only later changes copy a lane.
    lanes: Vec<Rc<NodeLane>>,
    pub(super) nodes: Steps,
    /// The same of each pool.
    pub(super) pools: IdVec<PoolId, Steps>,
    pub(super) pending: Steps,
    /// The longest wait that is over.
    longest_wait: SimSpan,
}

impl NodeScan {
    pub(super) fn new(trace: &Trace) -> Self {
        let (plan, start) = (trace.plan(), trace.start());
        let begin = plan.until.min(SimTime::ZERO);
        let lane = |(node, state): (NodeId, &model::Node)| {
            Rc::new(NodeLane {
                node,
                segments: vec![NodeSegment {
                    from: begin,
                    to: None,
                    state: state_of(&state.phase, state),
                }],
            })
        };
        let pending = start.each_pod().filter(|(_, pod)| pod.pending()).count();
        let registered = |pool: PoolId| {
            let own = start.nodes.values().filter(|node| plan.groups[node.group].pool == pool);
            Steps::starting(begin, own.filter(|node| node.registered()).count() as i64)
        };
        Self {
            lanes: start.nodes.iter().map(lane).collect(),
            nodes: Steps::starting(begin, start.registered().into()),
            pools: plan.pools.ids().map(registered).collect(),
            pending: Steps::starting(begin, pending as i64),
            longest_wait: SimSpan::ZERO,
            cluster: start.without_pods(),
        }
    }

    pub(super) fn row(&mut self, plan: &Plan, row: Row<'_>) {
        let Row { no, record, .. } = row;
        match record.subject {
            Subject::Pod(_) => self.pod(row),
            Subject::Node(node) => {
                let before = self.cluster.nodes.get(node);
                let before = before.is_some_and(model::Node::registered);
                apply(plan, &mut self.cluster, no, record);
                let Some(state) = self.cluster.nodes.get(node) else {
                    return;
                };
                let by = i64::from(state.registered()) - i64::from(before);
                self.nodes.add(record.at, by);
                if let Some(pool) = self.pools.get_mut(plan.groups[state.group].pool) {
                    pool.add(record.at, by);
                }
                if self.lanes.len() <= node.0 as usize {
                    self.lanes.push(Rc::new(NodeLane { node, segments: Vec::new() }));
                }
                if let Some(lane) = self.lanes.get_mut(node.0 as usize) {
                    put(lane, record.at, state_of(&state.phase, state));
                }
            }
            Subject::Pool(_) | Subject::Cluster | Subject::Zone(_) => {
                apply(plan, &mut self.cluster, no, record);
            }
            Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => {}
        }
    }

    fn pod(&mut self, row: Row<'_>) {
        let at = row.record.at;
        match row.record.change {
            Change::PodCreated { .. } => self.pending.add(at, 1),
            Change::PodBound { .. } | Change::PodGone | Change::PodForced { .. } => {
                if let Some(since) = row.stay.waits_since {
                    self.longest_wait = self.longest_wait.max(at - since);
                    self.pending.add(at, -1);
                }
            }
            _ => {}
        }
    }

    /// How long the Pod is Pending that is so the longest, at most until the end. `waiting`: those that are so after the last row.
    pub(super) fn longest_wait(&self, waiting: &Map<PodId, SimTime>, end: SimTime) -> SimSpan {
        let waits = waiting.values().map(|since| end - *since);
        waits.fold(self.longest_wait, SimSpan::max)
    }

    pub(super) fn zones(&self, plan: &Plan, index: &Index) -> Vec<ZoneLane> {
        let mut lanes = self.lanes.clone();
        for blocked in &index.blocked_nodes {
            if let Some(lane) = lanes.get_mut(blocked.node.0 as usize) {
                Rc::make_mut(lane).block(blocked.from, blocked.to.map(|(_, at)| at));
            }
        }
        by_zone(plan, &self.cluster, lanes)
    }
}

fn state_of(phase: &NodePhase, node: &model::Node) -> Option<TileState> {
    match phase {
        NodePhase::Gone => None,
        _ => Some(crate::stage::tile_state(node)),
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

fn by_zone(plan: &Plan, cluster: &Cluster, lanes: Vec<Rc<NodeLane>>) -> Vec<ZoneLane> {
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
        let zone = cluster
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
