//! Which nodes are unneeded, and which of them may be deleted now.

use super::removal::{Hints, Moves, PodFacts, Simulation, Unremovable};
use super::unneeded::{UnneededNodes, UnneededTimes, enough, limit};
use base::{GroupId, Map, NodeId, Set, SimSpan, SimTime, muted, order};
use model::node::Side;

/// Why a node stays, for one loop (KA-91).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stays {
    RecentlyUnremovable,
    CurrentlyBeingDeleted,
    ScaleDownDisabledAnnotation,
    NotAutoscaled,
    ScaleDownUnreadyDisabled,
    NotUnderutilized,
    /// It wasn't examined, because enough others are unneeded.
    NotUnneededOtherReason,
    Unremovable(Unremovable),
    NotUnneededLongEnough,
    NotUnreadyLongEnough,
    NodeGroupMinSizeReached,
    MinimalResourceLimitExceeded,
    /// The last node of the cluster.
    LastNode,
    /// Another node of its atomic group stays.
    AtomicGroup,
}

/// A group of nodes as the planner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupState {
    pub target: u32,
    pub min: u32,
    /// Deletions that the cloud hasn't finished.
    pub deleting: u32,
    /// It has either no nodes or all of them.
    pub atomic: bool,
}

/// What is known of nodes beside the load.
pub trait NodeFacts: PodFacts {
    /// A reason that needs no simulation (KA-56).
    fn stays(&self, node: NodeId) -> Option<Stays>;

    fn is_ready(&self, node: NodeId) -> bool;

    fn group(&self, node: NodeId) -> GroupId;

    /// The size of the node's group, or of one side of it during an upgrade that has two.
    fn size(&self, node: NodeId) -> GroupState;

    fn side(&self, _: NodeId) -> Option<Side> {
        None
    }

    fn times(&self, group: GroupId) -> UnneededTimes;

    /// Would the cluster's minimum, or its last node, be lost with these nodes and the ones accepted before?
    fn needs(&self, node: NodeId, accepted: &[NodeId]) -> Option<Stays>;
}

/// The intervals of the planner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intervals {
    pub parallelism: u32,
    /// How long a node that can't be removed isn't simulated again (KA-60).
    pub recheck: SimSpan,
    /// The time after which most nodes are deleted, and the shortest interval of the loop (KA-58).
    pub unneeded: SimSpan,
    pub interval: SimSpan,
}

impl Default for Intervals {
    fn default() -> Self {
        Self {
            parallelism: 10,
            recheck: SimSpan::from_secs(300),
            unneeded: SimSpan::from_secs(600),
            interval: SimSpan::from_secs(10),
        }
    }
}

/// What a loop found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidates {
    /// Unneeded nodes, with the Pods that would move, in the order in which they were found.
    pub unneeded: Vec<(NodeId, Moves)>,
    pub stays: Vec<(NodeId, Stays)>,
}

/// Nodes that may be deleted now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deletable {
    pub empty: Vec<NodeId>,
    pub drain: Vec<NodeId>,
    pub stays: Vec<(NodeId, Stays)>,
}

/// The planner's memory from loop to loop.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    pub unneeded: UnneededNodes,
    /// Until when a node that couldn't be removed isn't simulated.
    unremovable: Map<NodeId, SimTime>,
    /// The last search found as many unneeded nodes as it looks for (KA-58), so that a node may not be examined the next time.
    pub found_enough: bool,
    pub hints: Hints,
}

impl Planner {
    /// Between two looks nothing has changed: what was due to be examined again had the same answer (KA-60).
    pub fn catch_up(&mut self, now: SimTime, recheck: SimSpan) {
        let again = |until: SimTime| {
            let mut until = until;
            while until < now {
                until += recheck;
            }
            until
        };
        let nodes = self.unremovable.iter().map(|(node, until)| (*node, again(*until)));
        self.unremovable = nodes.collect();
    }

    /// Until when nodes aren't examined again.
    pub fn rechecks(&self) -> impl Iterator<Item = (NodeId, SimTime)> {
        self.unremovable.iter().map(|(node, until)| (*node, *until))
    }

    /// Finds the unneeded nodes among the candidates, in their order. `destinations`: nodes that may take Pods.
    ///
    /// Rulebook: KA-56 to KA-60, KA-73. Source: Kubernetes `planner.go`, `eligibility.go`.
    pub fn update(
        &mut self,
        mut simulation: Simulation<'_, '_>,
        facts: &impl NodeFacts,
        candidates: &[NodeId],
        destinations: impl Fn(NodeId) -> bool,
        intervals: Intervals,
    ) -> Candidates {
        let now = simulation.now;
        self.unremovable.retain(|_, until| *until > now);
        let mut found = Candidates::default();
        let mut eligible = Vec::new();
        for node in candidates {
            let recent = self.unremovable.contains_key(node) && !muted("KA-60");
            match recent.then_some(Stays::RecentlyUnremovable).or_else(|| facts.stays(*node)) {
                Some(why) => found.stays.push((*node, why)),
                None => eligible.push(*node),
            }
        }
        let most = limit(
            self.unneeded.len(),
            intervals.parallelism,
            intervals.unneeded,
            intervals.interval,
        );
        let (mut removed, mut atomic) = (Set::new(), 0);
        for node in eligible {
            if enough(found.unneeded.len(), atomic, most) {
                found.stays.push((node, Stays::NotUnneededOtherReason));
                continue;
            }
            let open = |other: NodeId| destinations(other) && !removed.contains(&other);
            match simulation.remove(facts, node, open) {
                Ok(moves) => {
                    removed.insert(node);
                    atomic += usize::from(facts.size(node).atomic);
                    found.unneeded.push((node, moves));
                }
                Err(why) => {
                    self.unremovable.insert(node, now + intervals.recheck);
                    found.stays.push((node, Stays::Unremovable(why)));
                }
            }
        }
        self.found_enough = enough(found.unneeded.len(), atomic, most);
        self.unneeded.update(found.unneeded.iter().map(|(node, _)| *node), now);
        found
    }

    /// Chooses the unneeded nodes that may be deleted now: empty nodes first, risky ones last; of an atomic group all or none.
    ///
    /// `paused`: nodes of groups of which none is deleted now, so that they leave others to be deleted (AM-75).
    ///
    /// Rulebook: KA-75 to KA-77. Source: Kubernetes `unneeded/nodes.go`, `scale_down_set_processor.go`.
    pub fn deletable(
        &self,
        facts: &impl NodeFacts,
        candidates: &Candidates,
        paused: &dyn Fn(NodeId) -> bool,
        now: SimTime,
    ) -> Deletable {
        let is_empty = |moves: &Moves| moves.pods.is_empty();
        let (empty, mut drain): (Vec<_>, Vec<_>) =
            candidates.unneeded.iter().partition(|(_, moves)| is_empty(moves));
        order::sort_by_key(&mut drain, |(_, moves)| moves.risky && !muted("KA-77"));
        let mut taken: Map<(GroupId, Option<Side>), u32> = Map::new();
        let part = |node: NodeId| (facts.group(node), facts.side(node));
        let mut accepted = Vec::new();
        let mut found = Deletable::default();
        for (node, moves) in empty.iter().chain(&drain) {
            let (group, since) = (facts.group(*node), self.unneeded.since(*node).unwrap_or(now));
            let ready = facts.is_ready(*node);
            let size = facts.size(*node);
            let others = taken.entry(part(*node)).or_insert(0);
            let left = size.target.saturating_sub(size.deleting + *others);
            let stays = if !facts.times(group).over(since, ready, now) {
                Some(if ready { Stays::NotUnneededLongEnough } else { Stays::NotUnreadyLongEnough })
            } else if left <= size.min && !muted("KA-76") {
                Some(Stays::NodeGroupMinSizeReached)
            } else {
                facts.needs(*node, &accepted)
            };
            match stays {
                Some(why) => found.stays.push((*node, why)),
                None => {
                    if size.atomic || !paused(*node) {
                        *others += 1;
                        accepted.push(*node);
                    }
                    let list = if is_empty(moves) { &mut found.empty } else { &mut found.drain };
                    list.push(*node);
                }
            }
        }
        let whole = |node: &NodeId| {
            let size = facts.size(*node);
            let taken = taken.get(&part(*node)).copied().unwrap_or(0);
            !size.atomic || taken == size.target || muted("KA-77")
        };
        let (empty, drain) = (std::mem::take(&mut found.empty), std::mem::take(&mut found.drain));
        for (nodes, list) in [(empty, &mut found.empty), (drain, &mut found.drain)] {
            let (goes, stays): (Vec<NodeId>, Vec<NodeId>) = nodes.into_iter().partition(whole);
            *list = goes;
            found.stays.extend(stays.into_iter().map(|node| (node, Stays::AtomicGroup)));
        }
        found
    }
}
