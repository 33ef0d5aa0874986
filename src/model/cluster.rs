//! The cluster at one instant: everything observable, nothing derived.

use super::budget::Limit;
use super::node::Node;
use super::plan::Plan;
use super::pod::Pod;
use super::pool::PoolState;
use crate::base::{BudgetId, IdVec, Map, NodeId, PodId, PoolId, WorkloadId, ZoneId};

/// Ground state. The engine's world keeps this plus indexes; a frame of the trace is this alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cluster {
    pub nodes: IdVec<NodeId, Node>,
    pub pods: IdVec<PodId, Pod>,
    pub pools: IdVec<PoolId, PoolState>,
    pub workloads: IdVec<WorkloadId, WorkloadState>,
    pub budgets: IdVec<BudgetId, Limit>,
    /// VMs that may exist beyond those of the start; `None` = enough (AM-60).
    pub spare: Option<u32>,
    /// `status.nominatedNodeName` of pending Pods: where room is being made for them (KS-37).
    pub nominated: Map<PodId, NodeId>,
    pub stockout: IdVec<ZoneId, bool>,
    /// May automatic work start?
    pub open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkloadState {
    /// `spec.replicas` now.
    pub replicas: u32,
    /// Number of the next Pod (AM-83).
    pub next_number: u32,
}

impl Cluster {
    /// For those who follow nodes and pools only.
    pub fn without_pods(&self) -> Self {
        Self {
            nodes: self.nodes.clone(),
            pods: IdVec::new(),
            pools: self.pools.clone(),
            workloads: self.workloads.clone(),
            budgets: self.budgets.clone(),
            spare: self.spare,
            nominated: self.nominated.clone(),
            stockout: self.stockout.clone(),
            open: self.open,
        }
    }

    pub fn pool_of(&self, plan: &Plan, node: NodeId) -> PoolId {
        plan.groups[self.nodes[node].group].pool
    }

    pub fn zone_of(&self, plan: &Plan, node: NodeId) -> ZoneId {
        plan.groups[self.nodes[node].group].zone
    }

    /// Nodes that exist as node objects.
    pub fn registered(&self) -> u32 {
        self.nodes.values().filter(|node| node.registered()).count() as u32
    }

    /// Pods on the node, in id order. Walks all Pods: for pictures and questions, not for the engine.
    pub fn pods_on(&self, node: NodeId) -> impl Iterator<Item = PodId> + '_ {
        self.pods
            .iter()
            .filter(move |(_, pod)| pod.node() == Some(node))
            .map(|(id, _)| id)
    }
}
