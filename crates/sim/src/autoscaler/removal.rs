//! The simulated removal of a node: where its Pods would go.

use super::drainability::{Blocking, DrainedPod, Options, pods_to_move};
use crate::scheduling::snapshot::{Rotation, Snapshot};
use base::{BudgetId, IdVec, Map, NodeId, PodId, Set, SimTime, WorkloadId, broken, muted};

/// The node that a Pod got in the last simulations, which is tried first (KA-06).
#[derive(Clone, Debug, Default)]
pub struct Hints {
    now: Map<PodId, NodeId>,
    /// Of the loop before; those that aren't used again are dropped.
    before: Map<PodId, NodeId>,
}

impl Hints {
    /// Begins a loop.
    pub fn begin(&mut self) {
        self.before = std::mem::take(&mut self.now);
    }

    /// Finds a node for the Pod, first its node of the last time.
    ///
    /// Rulebook: KA-06. Source: Kubernetes `hinting_simulator.go`.
    pub fn place(
        &mut self,
        snapshot: &Snapshot<'_>,
        rotation: &mut Rotation,
        pod: PodId,
        accepts: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        let hint = self.get(pod).filter(|node| {
            let there = snapshot.occupancy().takes_pods(*node);
            there && accepts(*node) && snapshot.rejection(pod, *node).is_none()
        });
        let place = hint.or_else(|| snapshot.find(pod, rotation, accepts))?;
        self.now.insert(pod, place);
        Some(place)
    }

    fn get(&self, pod: PodId) -> Option<NodeId> {
        let known = self.now.get(&pod).or_else(|| self.before.get(&pod));
        known.copied().filter(|_| !muted("KA-06"))
    }
}

/// What is known of Pods beside the load.
pub trait PodFacts {
    /// `budgets`: the remaining disruptions of the budgets that select the Pod.
    fn drained<'a>(&'a self, pod: PodId, budgets: &'a [i64]) -> DrainedPod<'a>;

    /// The budgets that select the Pod.
    fn budgets(&self, pod: PodId) -> &[BudgetId];

    /// Nodes of the snapshot that don't exist yet, which Pods of the node get if no other takes them.
    fn may_come(&self, _: NodeId) -> Option<&Possible> {
        None
    }

    /// Its workload, if where a Pod of it fits depends on nothing but the room and the labels of nodes.
    fn alike(&self, _: PodId) -> Option<WorkloadId> {
        None
    }
}

/// Nodes that may come, and how many of them at most.
#[derive(Debug)]
pub struct Possible {
    pub nodes: Vec<NodeId>,
    pub most: u32,
}

impl Possible {
    /// Those that take Pods: no further one where so many have some.
    fn accepts(&self, snapshot: &Snapshot<'_>) -> impl Fn(NodeId) -> bool {
        let has_pods = |node: NodeId| !snapshot.occupancy().pods_on(node).is_empty();
        let is_full = self.nodes.len() > self.most as usize
            && self.nodes.iter().filter(|node| has_pods(**node)).count() >= self.most as usize;
        move |node| self.nodes.binary_search(&node).is_ok() && (!is_full || has_pods(node))
    }
}

/// Why a node can't be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unremovable {
    BlockedBy(PodId, Blocking),
    /// The first Pod that fits nowhere else.
    NoPlaceFor(PodId),
}

/// The state of a loop's simulations.
pub struct Simulation<'a, 's> {
    pub snapshot: &'a mut Snapshot<'s>,
    pub rotation: &'a mut Rotation,
    pub hints: &'a mut Hints,
    pub options: Options,
    /// Remaining `disruptionsAllowed`, less what the removals before would use.
    pub allowed: &'a mut IdVec<BudgetId, i64>,
    /// Workloads of which no node took a Pod: until a removal is undone, nodes only get fuller.
    pub full: Set<WorkloadId>,
    /// Is nothing remembered in `full`?
    pub forgets: bool,
    pub now: SimTime,
}

/// Pods of a node that move with its removal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    pub pods: Vec<PodId>,
    /// They don't fit one of their budgets at once: the drain takes several rounds (KA-77).
    pub risky: bool,
}

impl Simulation<'_, '_> {
    /// Moves the Pods of a node to other nodes. On success they stay there for the rest of the loop, and use up their budgets.
    ///
    /// Rulebook: KA-59, KA-06. Source: Kubernetes `simulator/cluster.go`, `hinting_simulator.go`.
    pub fn remove(
        &mut self,
        facts: &impl PodFacts,
        node: NodeId,
        accepts: impl Fn(NodeId) -> bool,
    ) -> Result<Moves, Unremovable> {
        let pods = self.snapshot.occupancy().pods_on(node);
        let pods = movable(facts, pods, &self.options, self.allowed, self.now)?;
        let fork = self.snapshot.fork();
        for pod in &pods {
            self.snapshot.remove(*pod);
        }
        for pod in &pods {
            let own = broken("shrink/place");
            let elsewhere = |other: NodeId| (other != node || own) && accepts(other);
            let alike = facts.alike(*pod);
            let mut place = match alike.is_some_and(|workload| self.full.contains(&workload)) {
                true => None,
                false => self.hints.place(self.snapshot, self.rotation, *pod, &elsewhere),
            };
            if let (None, Some(possible)) = (place, facts.may_come(node)) {
                self.full.extend(alike.filter(|_| !self.forgets));
                let accepts = possible.accepts(self.snapshot);
                place = self.snapshot.find(*pod, self.rotation, &accepts);
            }
            let Some(place) = place else {
                self.snapshot.revert(fork);
                self.full = Set::new();
                return Err(Unremovable::NoPlaceFor(*pod));
            };
            self.snapshot.place(*pod, place);
        }
        let risky = !self.fit_budgets(facts, &pods);
        for budget in pods.iter().flat_map(|pod| facts.budgets(*pod)) {
            self.allowed[*budget] -= i64::from(!muted("KA-59"));
        }
        Ok(Moves { pods, risky })
    }

    /// May the Pods be evicted at once?
    fn fit_budgets(&self, facts: &impl PodFacts, pods: &[PodId]) -> bool {
        let mut wanted: Map<BudgetId, i64> = Map::new();
        for budget in pods.iter().flat_map(|pod| facts.budgets(*pod)) {
            *wanted.entry(*budget).or_insert(0) += 1;
        }
        wanted.iter().all(|(budget, wanted)| self.allowed[*budget] >= *wanted)
    }
}

/// Those of a node's Pods that would be evicted, in their order.
pub(super) fn movable(
    facts: &impl PodFacts,
    pods: &[PodId],
    options: &Options,
    allowed: &IdVec<BudgetId, i64>,
    now: SimTime,
) -> Result<Vec<PodId>, Unremovable> {
    let left = |pod: &PodId| facts.budgets(*pod).iter().map(|budget| allowed[*budget]).collect();
    let left: Vec<Vec<i64>> = pods.iter().map(left).collect();
    let drained = pods.iter().zip(&left);
    let drained = drained.map(|(pod, budgets)| facts.drained(*pod, budgets));
    match pods_to_move(drained, options, now) {
        Ok(moved) => Ok(moved.evicted.into_iter().map(|at| pods[at]).collect()),
        Err((at, why)) => Err(Unremovable::BlockedBy(pods[at], why)),
    }
}
