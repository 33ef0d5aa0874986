//! Per pool: how many nodes the autoscaler would remove and doesn't, by its reasons, and how many wait after a scale-up.

use super::scaling::{Scaling, ScalingLane, ScalingSegment};
use crate::autoscaler::{holds, outlasts};
use crate::requests::NodeRequests;
use base::{IdVec, Map, NodeId, PoolId, RecordNo};
use model::autoscale::Stays;
use model::{Cluster, Plan};
use trace::{Change, Record};

/// The scan's state.
#[derive(Clone, Debug, Default)]
pub(super) struct HoldScan {
    /// The last reason of each node, and whether it holds the node.
    stays: Map<NodeId, (Stays, bool)>,
    /// How many nodes of a pool each reason holds.
    held: Map<PoolId, Map<Stays, u32>>,
}

impl HoldScan {
    /// `node`: whose row it is, or whose Pods it changes. `cluster`, `requests`: with the row.
    pub(super) fn row(
        &mut self,
        lanes: &mut IdVec<PoolId, ScalingLane>,
        (plan, cluster, requests): (&Plan, &Cluster, &NodeRequests),
        node: NodeId,
        (no, record): (RecordNo, &Record),
    ) {
        let before = self.stays.remove(&node);
        let why = match record.change {
            Change::Stays { why, .. } => Some(why),
            change => before.map(|(why, _)| why).filter(|why| outlasts(*why, change)),
        };
        let template = cluster.nodes.get(node).map(|node| node.template);
        let used = template.and_then(|own| requests.at(plan, node, own, record.at));
        let held = why.filter(|why| holds(*why, used));
        self.stays.extend(why.map(|why| (node, (why, held.is_some()))));
        let was_held = before.filter(|(_, held)| *held).map(|(why, _)| why);
        let Some(state) = cluster.nodes.get(node).filter(|_| held != was_held) else {
            return;
        };
        let pool = plan.groups[state.group].pool;
        let counts = self.held.entry(pool).or_default();
        if let Some(n) = was_held.and_then(|why| counts.get_mut(&why)) {
            *n -= 1;
        }
        if let Some(why) = held {
            *counts.entry(why).or_default() += 1;
        }
        let counts = counts.iter().filter(|(_, n)| **n > 0).map(|(why, n)| (*why, *n));
        let (cools, held): (Vec<_>, Vec<_>) = counts.partition(|(why, _)| *why == Stays::CoolDown);
        let cools = cools.first().map(|(_, nodes)| Scaling::CoolsDown { nodes: *nodes });
        let held = (!held.is_empty()).then_some(Scaling::Held(held));
        let segment =
            |what| ScalingSegment { from: record.at, to: None, group: state.group, what, no };
        if let Some(lane) = lanes.get_mut(pool) {
            lane.set(record.at, |what| matches!(what, Scaling::Held(_)), held.map(segment));
            let is_cool_down = |what: &Scaling| matches!(what, Scaling::CoolsDown { .. });
            lane.set(record.at, is_cool_down, cools.map(segment));
        }
    }
}
