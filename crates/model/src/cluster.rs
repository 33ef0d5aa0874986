//! The cluster at one instant: observable state only, nothing derived.

use super::budget::Limit;
use super::control_plane::ControlPlane;
use super::node::{Node, NodePhase};
use super::plan::Plan;
use super::pod::Pod;
use super::pool::PoolState;
use super::rollout::Rollout;
use super::version::Version;
use base::{BudgetId, IdVec, Map, NodeId, PodId, PoolId, WorkloadId, ZoneId, order};
use core::fmt;
use std::rc::Rc;

/// The observable state. The engine's world adds indexes to it; a frame of the trace is just this.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    pub nodes: IdVec<NodeId, Node>,
    /// Empty in a frame, which looks Pods up on demand ([`Cluster::pod`]).
    pub pods: IdVec<PodId, Pod>,
    pub past: Option<Past>,
    pub pools: IdVec<PoolId, PoolState>,
    pub workloads: IdVec<WorkloadId, WorkloadState>,
    pub budgets: IdVec<BudgetId, Limit>,
    /// VMs that may exist beyond those of the start; `None` = unlimited (AM-60).
    pub spare: Option<u32>,
    /// `status.nominatedNodeName` of pending Pods: the node on which room is being made for them (KS-37).
    pub nominated: Map<PodId, NodeId>,
    pub stockout: IdVec<ZoneId, bool>,
    pub control_plane: ControlPlane,
    /// May automatic work start?
    pub open: bool,
    /// Active exclusions, as bits by number.
    pub excluded: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkloadState {
    /// The current `spec.replicas`; 0 for a later revision of a Deployment.
    pub replicas: u32,
    /// The number of the next Pod (AM-83).
    pub next_number: u32,
    /// `spec.replicas` of the ReplicaSet of this revision, once the Deployment's template has changed.
    pub scaled: Option<u32>,
    /// The last change of a Deployment's template.
    pub rollout: Option<Rollout>,
}

impl WorkloadState {
    /// The number of Pods that its ReplicaSet or other controller is to keep.
    pub fn wanted(&self) -> u32 {
        self.scaled.unwrap_or(self.replicas)
    }
}

/// Looks up Pods at any time, so that a cluster needn't hold a million of them.
pub trait Lives {
    /// The number of Pods after the first `next` rows.
    fn count(&self, next: u32) -> u32;
    fn pod(&self, id: PodId, next: u32) -> Option<Pod>;
    /// The first revision of its workload.
    fn owner(&self, id: PodId) -> Option<WorkloadId>;
    /// The Pods of a workload among them, by id.
    fn owned(&self, owner: WorkloadId, next: u32) -> Vec<PodId>;
    /// All Pods that were ever on the node.
    fn ever_on(&self, node: NodeId) -> Vec<PodId>;
}

/// The point in a trace at which Pods are looked up.
#[derive(Clone)]
pub struct Past {
    pub lives: Rc<dyn Lives>,
    pub next: u32,
}

impl fmt::Debug for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past").field("next", &self.next).finish_non_exhaustive()
    }
}

impl PartialEq for Cluster {
    /// Compares the Pods themselves, however they are stored.
    fn eq(&self, other: &Self) -> bool {
        let beside = |one: &Self, other: &Self| {
            (&one.nodes, &one.pools, &one.workloads, &one.budgets)
                == (&other.nodes, &other.pools, &other.workloads, &other.budgets)
                && (&one.nominated, &one.stockout) == (&other.nominated, &other.stockout)
                && (one.spare, one.open, one.excluded) == (other.spare, other.open, other.excluded)
                && one.control_plane == other.control_plane
        };
        beside(self, other)
            && self.pod_count() == other.pod_count()
            && self.each_pod().eq(other.each_pod())
    }
}

impl Eq for Cluster {}

impl Cluster {
    pub fn pod(&self, id: PodId) -> Option<Pod> {
        match &self.past {
            Some(past) => past.lives.pod(id, past.next),
            None => self.pods.get(id).copied(),
        }
    }

    pub fn pod_count(&self) -> u32 {
        match &self.past {
            Some(past) => past.lives.count(past.next),
            None => self.pods.len(),
        }
    }

    /// Every Pod that has existed, by id.
    pub fn each_pod(&self) -> impl Iterator<Item = (PodId, Pod)> + '_ {
        let ids = (0..self.pod_count()).map(PodId);
        ids.filter_map(|id| Some((id, self.pod(id)?)))
    }

    /// The Pods of some workloads; looks up only the owners of the others.
    pub fn pods_of<'a>(
        &'a self,
        wanted: impl Fn(WorkloadId) -> bool + 'a,
    ) -> impl Iterator<Item = (PodId, Pod)> + 'a {
        let ids = (0..self.pod_count()).map(PodId);
        ids.filter(move |id| self.owner(*id).is_some_and(&wanted))
            .filter_map(|id| Some((id, self.pod(id)?)))
    }

    /// The Pods of a workload, by id.
    pub fn owned(&self, owner: WorkloadId) -> Vec<PodId> {
        match &self.past {
            Some(past) => past.lives.owned(owner, past.next),
            None => {
                let mine = self.pods.iter().filter(|(_, pod)| pod.workload == owner);
                mine.map(|(id, _)| id).collect()
            }
        }
    }

    /// The workload that a Pod belongs to; in a frame its first revision.
    pub fn owner(&self, id: PodId) -> Option<WorkloadId> {
        match &self.past {
            Some(past) => past.lives.owner(id),
            None => self.pods.get(id).map(|pod| pod.workload),
        }
    }

    /// A copy without Pods, for readers of nodes and pools only.
    pub fn without_pods(&self) -> Self {
        Self {
            nodes: self.nodes.clone(),
            pods: IdVec::new(),
            past: None,
            pools: self.pools.clone(),
            workloads: self.workloads.clone(),
            budgets: self.budgets.clone(),
            spare: self.spare,
            nominated: self.nominated.clone(),
            stockout: self.stockout.clone(),
            control_plane: self.control_plane,
            open: self.open,
            excluded: self.excluded,
        }
    }

    /// The pool of each node that would trail a control plane of that version by more than two minor versions (BS-06).
    pub fn pools_behind(
        &self,
        plan: &Plan,
        control_plane: Version,
    ) -> impl Iterator<Item = PoolId> {
        let is_old = move |version: Version| {
            version.major == control_plane.major
                && version.minor.saturating_add(2) < control_plane.minor
        };
        let old = self.nodes.iter().filter(move |(_, node)| {
            let template = plan.templates.get(node.template);
            let version = template.and_then(|template| template.version);
            node.phase != NodePhase::Gone && version.is_some_and(is_old)
        });
        old.map(move |(node, _)| self.pool_of(plan, node))
    }

    pub fn pool_of(&self, plan: &Plan, node: NodeId) -> PoolId {
        plan.groups[self.nodes[node].group].pool
    }

    pub fn zone_of(&self, plan: &Plan, node: NodeId) -> ZoneId {
        plan.groups[self.nodes[node].group].zone
    }

    /// The number of node objects.
    pub fn registered(&self) -> u32 {
        self.nodes.values().filter(|node| node.registered()).count() as u32
    }

    /// Pods on the node, by id. For views and queries, not for the engine.
    pub fn pods_on(&self, node: NodeId) -> Vec<PodId> {
        let mut ids = match &self.past {
            Some(past) => past.lives.ever_on(node),
            None => self.pods.ids().collect(),
        };
        ids.retain(|id| self.pod(*id).and_then(|pod| pod.node()) == Some(node));
        order::sort(&mut ids);
        ids
    }
}
