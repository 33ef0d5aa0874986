//! Per zone: every node's states as bars, and the number of nodes.

use crate::base::{GroupId, Map, NodeId, PoolId, RecordNo, SimTime, ZoneId};
use crate::model::{Cluster, NodePhase, PodPhase};
use crate::query::index::Index;
use crate::query::series::Steps;
use crate::query::stage::TileState;
use crate::trace::{Record, Subject, Trace, apply};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneLane {
    pub pool: PoolId,
    pub zone: ZoneId,
    pub group: GroupId,
    pub nodes: Vec<NodeLane>,
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
    /// `None`: the node is gone.
    pub state: Option<TileState>,
}

type Found = (Vec<ZoneLane>, Steps, Steps);

pub(super) fn zones(trace: &Trace, index: &Index) -> Found {
    let plan = trace.plan();
    let start = trace.start();
    // Only nodes and pools: Pods would cost a replay of everything.
    let mut cluster = Cluster {
        pods: crate::base::IdVec::new(),
        ..Cluster::clone(start)
    };
    let begin = plan.until.min(SimTime::ZERO);
    let mut lanes: Vec<NodeLane> = cluster
        .nodes
        .iter()
        .map(|(node, state)| NodeLane {
            node,
            segments: vec![NodeSegment {
                from: begin,
                to: None,
                state: state_of(&state.phase, state),
            }],
        })
        .collect();
    let pending_now = |cluster: &Cluster| {
        cluster
            .pods
            .values()
            .filter(|pod| pod.phase() == PodPhase::Pending)
            .count() as i64
    };
    let mut registered = i64::from(cluster.registered());
    let mut waiting = pending_now(start);
    let mut nodes = Steps::starting(begin, registered);
    let mut pending = Steps::starting(begin, waiting);
    let mut unbound: Vec<bool> = start
        .pods
        .values()
        .map(|pod| pod.phase() == PodPhase::Pending)
        .collect();
    for (no, record) in trace.records() {
        match record.subject {
            Subject::Pod(pod) => {
                waiting += wait_change(&mut unbound, pod.0 as usize, &record);
                pending.push(record.at, waiting);
            }
            Subject::Node(node) => {
                let before = cluster
                    .nodes
                    .get(node)
                    .is_some_and(crate::model::Node::registered);
                apply(plan, &mut cluster, no, &record);
                let Some(state) = cluster.nodes.get(node) else {
                    continue;
                };
                registered += i64::from(state.registered()) - i64::from(before);
                nodes.push(record.at, registered);
                if lanes.len() <= node.0 as usize {
                    lanes.push(NodeLane {
                        node,
                        segments: Vec::new(),
                    });
                }
                if let Some(lane) = lanes.get_mut(node.0 as usize) {
                    lane.put(record.at, state_of(&state.phase, state));
                }
            }
            Subject::Pool(_) | Subject::Cluster | Subject::Zone(_) => {
                apply(plan, &mut cluster, no, &record);
            }
            Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => {}
        }
    }
    for blocked in &index.blocked_nodes {
        if let Some(lane) = lanes.get_mut(blocked.node.0 as usize) {
            lane.block(blocked.from, blocked.to.map(|(_, at)| at));
        }
    }
    (by_zone(trace, &cluster, lanes), nodes, pending)
}

fn wait_change(unbound: &mut Vec<bool>, pod: usize, record: &Record) -> i64 {
    use crate::trace::Change;
    match record.change {
        Change::PodCreated { .. } => {
            unbound.push(true);
            1
        }
        Change::PodBound { .. } | Change::PodGone | Change::PodForced { .. } => {
            match unbound.get_mut(pod) {
                Some(waits) if *waits => {
                    *waits = false;
                    -1
                }
                _ => 0,
            }
        }
        _ => 0,
    }
}

fn state_of(phase: &NodePhase, node: &crate::model::Node) -> Option<TileState> {
    match phase {
        NodePhase::Gone => None,
        _ => Some(crate::query::stage::tile_state(node)),
    }
}

impl NodeLane {
    fn put(&mut self, at: SimTime, state: Option<TileState>) {
        if self.segments.last().is_some_and(|last| last.state == state) {
            return;
        }
        if let Some(last) = self.segments.last_mut() {
            last.to = Some(at);
            if last.from == at {
                self.segments.pop();
            }
        }
        self.segments.push(NodeSegment {
            from: at,
            to: None,
            state,
        });
    }

    /// Cuts the blocked stretch out of the draining one that it lies in.
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
            parts.push(NodeSegment {
                to: Some(from),
                ..whole
            });
        }
        parts.push(NodeSegment {
            from,
            to: end,
            state: Some(TileState::Blocked),
        });
        if let Some(end) = end.filter(|end| whole.to.is_none_or(|last| *end < last)) {
            parts.push(NodeSegment { from: end, ..whole });
        }
        self.segments.splice(at..=at, parts);
    }
}

fn by_zone(trace: &Trace, cluster: &Cluster, lanes: Vec<NodeLane>) -> Vec<ZoneLane> {
    let plan = trace.plan();
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

/// Where a node stood at an instant: the segment and its number.
impl NodeLane {
    pub fn at(&self, at: SimTime) -> Option<&NodeSegment> {
        let begun = self.segments.partition_point(|segment| segment.from <= at);
        self.segments.get(begun.checked_sub(1)?)
    }
}

/// The row that began the state in which the node is; for tooltips.
pub fn row_at(trace: &Trace, node: NodeId, at: SimTime) -> Option<RecordNo> {
    crate::query::stage::last_row(trace, Subject::Node(node), trace.rows_until(at))
}
