//! Nodes by state, and the other counts behind tiles, tray, legend and caption: one pass over the cluster, and after that
//! only over the new rows.

use super::pod_counts::WorkloadPods;
use super::state::TileState;
use super::waiting::WaitingPods;
use crate::index::counted_node::CountedNode;
use crate::index::{Index, SlotTask};
use base::{GroupId, NodeId, PodId, Set};
use model::{Cluster, Node, NodePhase};
use trace::{CountDelta, Frame, Subject, Trace};

/// With more changed nodes than this, all are counted again.
const MANY: usize = 4096;

/// Counts of a group's nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// By state, in the order of [`TileState::ALL`].
    pub states: [u32; 9],
    pub registered: u32,
    pub booting: u32,
    /// VMs that exist or are being made.
    pub vms: u32,
    /// Nodes with the target configuration, and the number of nodes while nothing is in progress.
    pub done: u32,
    pub of: u32,
}

#[derive(Clone, Debug, Default)]
pub struct StateCounts {
    /// Rows counted; `None` before the first pass.
    next: Option<u32>,
    /// By node id: how many of its Pods' evictions are refused.
    refusals: Vec<u32>,
    /// By workload id.
    pub(crate) workloads: Vec<WorkloadPods>,
    pub(crate) pending: WaitingPods,
    /// Pods whose eviction is refused, and their nodes.
    pub(crate) refused: Set<PodId>,
    refused_on: Vec<NodeId>,
    /// Existing nodes of each group, by group id.
    pub(crate) groups: Vec<Vec<NodeId>>,
    pub(crate) tallies: Vec<Tally>,
    /// Nodes that are neither Ready nor deleted.
    pub(crate) busy: Set<NodeId>,
    /// Slots of upgrades in progress.
    pub(crate) tasks: Vec<SlotTask>,
    /// By node id: the node that it replaces.
    replaces: Vec<Option<NodeId>>,
    /// By group id: deleted nodes whose slot still waits for their replacements.
    awaiting_replacement: Vec<u32>,
    /// VMs at the start.
    vms_before: u32,
    seen_nodes: Vec<CountedNode>,
    changed: Vec<NodeId>,
    all_changed: bool,
}

impl StateCounts {
    pub fn at(trace: &Trace, index: &Index, frame: &Frame) -> Self {
        let mut counts = Self::default();
        counts.follow(trace, index, frame);
        counts
    }

    /// Counts the cluster of the frame, by its differences since the last call.
    pub fn follow(&mut self, trace: &Trace, index: &Index, frame: &Frame) {
        match self.next {
            Some(next) if next == frame.next => return,
            Some(next) => self.catch_up(trace, frame, next),
            None => self.walk(trace, index, frame),
        }
        self.next = Some(frame.next);
        self.tasks.clear();
        self.tasks.extend(index.active_tasks(frame.next));
        self.awaiting_replacement.clear();
        self.awaiting_replacement.resize(trace.plan().groups.len() as usize, 0);
        for task in self.tasks.iter().filter(|task| task.surge) {
            let old = frame.cluster.nodes.get(task.node);
            let gone = old.filter(|node| node.phase == NodePhase::Gone);
            if let Some(count) =
                gone.and_then(|node| self.awaiting_replacement.get_mut(node.group.0 as usize))
            {
                *count += 1;
            }
        }
        self.find_refusals(index, frame);
    }

    fn walk(&mut self, trace: &Trace, index: &Index, frame: &Frame) {
        let (plan, cluster) = (trace.plan(), &frame.cluster);
        let mut replaces = std::mem::take(&mut self.replaces);
        if replaces.is_empty() {
            for task in &index.tasks {
                let Some(new) = task.stand_in.map(|new| new.0 as usize) else {
                    continue;
                };
                replaces.resize(replaces.len().max(new + 1), None);
                replaces[new] = Some(task.node);
            }
        }
        let vms = |cluster: &Cluster| {
            let nodes = cluster.nodes.values();
            nodes.filter(|node| node.occupies_capacity()).count() as u32
        };
        *self = Self {
            workloads: vec![WorkloadPods::default(); plan.workloads.len() as usize],
            vms_before: vms(trace.start()),
            replaces,
            ..Self::default()
        };
        trace.begun(|turn| self.turn(turn));
        self.count_nodes(trace, cluster);
        trace.count_deltas(0, frame.next, |turn| self.turn(turn));
    }

    /// Counts all nodes again.
    fn count_nodes(&mut self, trace: &Trace, cluster: &Cluster) {
        let groups = trace.plan().groups.len() as usize;
        self.groups.resize(groups, Vec::new());
        self.groups.iter_mut().for_each(Vec::clear);
        self.tallies = vec![Tally::default(); groups];
        self.busy.clear();
        self.seen_nodes.clear();
        self.all_changed = true;
        self.changed.clear();
        self.make_room(cluster.nodes.len() as usize);
        for (id, node) in cluster.nodes.iter() {
            let now = CountedNode::of(node, self.refusals_on(id));
            self.seen_nodes[id.0 as usize] = now;
            self.tally(now, true);
            if let (Some(_), Some(list)) = (now.state, self.groups.get_mut(now.group.0 as usize)) {
                list.push(id);
                if node.phase != NodePhase::Ready {
                    self.busy.insert(id);
                }
            }
        }
    }

    /// Counts the nodes that may differ; time may also have gone back.
    fn catch_up(&mut self, trace: &Trace, frame: &Frame, from: u32) {
        let nodes = &frame.cluster.nodes;
        self.make_room(nodes.len() as usize);
        let most = nodes.len() as usize / 4 + 64;
        let few = trace.differing(from, frame.next, most, |id| match nodes.get(id) {
            Some(node) => self.count_node(id, node),
            None => self.forget_node(id),
        });
        if !few {
            self.count_nodes(trace, &frame.cluster);
        }
        trace.count_deltas(from, frame.next, |turn| self.turn(turn));
    }

    fn turn(&mut self, turn: CountDelta) {
        match turn {
            CountDelta::Workload { id, pods, ready } => {
                if let Some(count) = self.workloads.get_mut(id.0 as usize) {
                    count.all = count.all.saturating_add_signed(pods);
                    count.ready = count.ready.saturating_add_signed(ready);
                }
            }
            CountDelta::Pending { pod, waits } => self.pending.set(pod, waits),
        }
    }

    fn make_room(&mut self, nodes: usize) {
        if self.seen_nodes.len() < nodes {
            self.seen_nodes.resize(nodes, CountedNode::default());
            self.refusals.resize(nodes.max(self.refusals.len()), 0);
        }
    }

    fn count_node(&mut self, id: NodeId, node: &Node) {
        let at = id.0 as usize;
        self.make_room(at + 1);
        let there = node.phase != NodePhase::Gone;
        let refused = self.refusals[at];
        let now = CountedNode::of(node, refused);
        self.recount_node(id, now);
        if there && node.phase != NodePhase::Ready {
            self.busy.insert(id);
        } else {
            self.busy.remove(&id);
        }
    }

    /// Time went back to before its creation.
    fn forget_node(&mut self, id: NodeId) {
        if let Some(seen) = self.seen_nodes.get(id.0 as usize) {
            let group = seen.group;
            self.recount_node(id, CountedNode { group, ..CountedNode::default() });
            self.busy.remove(&id);
        }
    }

    fn recount_node(&mut self, id: NodeId, now: CountedNode) {
        let before = std::mem::replace(&mut self.seen_nodes[id.0 as usize], now);
        if before == now {
            return;
        }
        self.tally(before, false);
        self.tally(now, true);
        if before.state != now.state {
            self.change(id);
        }
        if before.state.is_some() != now.state.is_some()
            && let Some(list) = self.groups.get_mut(now.group.0 as usize)
        {
            let place = list.partition_point(|other| *other < id);
            if now.state.is_some() {
                list.insert(place, id);
            } else {
                list.remove(place);
            }
        }
    }

    fn tally(&mut self, seen: CountedNode, more: bool) {
        let Some(tally) = self.tallies.get_mut(seen.group.0 as usize) else {
            return;
        };
        let put = |count: &mut u32, counts: bool| {
            *count = match (counts, more) {
                (true, true) => *count + 1,
                (true, false) => count.saturating_sub(1),
                (false, _) => *count,
            };
        };
        if let Some(state) = seen.state {
            put(&mut tally.states[state as usize], true);
        }
        put(&mut tally.registered, seen.registered);
        put(&mut tally.booting, seen.booting);
        put(&mut tally.vms, seen.vm);
        put(&mut tally.done, seen.done);
        put(&mut tally.of, seen.own);
    }

    fn change(&mut self, id: NodeId) {
        if self.changed.len() >= MANY {
            self.changed.clear();
            self.all_changed = true;
        }
        if !self.all_changed {
            self.changed.push(id);
        }
    }

    fn find_refusals(&mut self, index: &Index, frame: &Frame) {
        let before = std::mem::take(&mut self.refused_on);
        for node in &before {
            if let Some(count) = self.refusals.get_mut(node.0 as usize) {
                *count = 0;
            }
        }
        self.refused.clear();
        for hold in index.active_holds(frame.next).filter(|hold| hold.refuses()) {
            let Subject::Pod(pod) = hold.subject else {
                continue;
            };
            // A Pod may be refused for several reasons.
            let fresh = self.refused.insert(pod);
            let count =
                hold.node.and_then(|node| Some((node, self.refusals.get_mut(node.0 as usize)?)));
            if let (true, Some((node, count))) = (fresh, count) {
                *count += 1;
                if *count == 1 {
                    self.refused_on.push(node);
                }
            }
        }
        let now = std::mem::take(&mut self.refused_on);
        for id in before.iter().chain(&now) {
            if let Some(node) = frame.cluster.nodes.get(*id) {
                self.count_node(*id, node);
            }
        }
        self.refused_on = now;
    }

    /// The role of a node in the upgrade.
    pub(crate) fn role(&self, id: NodeId) -> Role {
        Role {
            task: self.tasks.iter().find(|task| task.node == id).copied(),
            replaces: self.replaces.get(id.0 as usize).copied().flatten(),
        }
    }

    /// How many Pods of a node have refused evictions.
    pub(crate) fn refusals_on(&self, node: NodeId) -> u32 {
        self.refusals.get(node.0 as usize).copied().unwrap_or(0)
    }

    /// VMs beyond those of the start.
    pub(crate) fn extra(&self) -> u32 {
        let vms: u32 = self.tallies.iter().map(|tally| tally.vms).sum();
        vms.saturating_sub(self.vms_before)
    }

    /// Counts of a group's nodes. A surge node doesn't count beside its old one, and replaces it once that is deleted.
    pub fn tally_of(&self, group: GroupId) -> Tally {
        let at = group.0 as usize;
        let mut tally = self.tallies.get(at).copied().unwrap_or_default();
        tally.of += self.awaiting_replacement.get(at).copied().unwrap_or(0);
        tally
    }

    /// The state of an existing node.
    pub fn state(&self, id: NodeId) -> Option<TileState> {
        self.seen_nodes.get(id.0 as usize)?.state
    }

    /// Existing nodes by id.
    pub fn nodes_of(&self, group: GroupId) -> &[NodeId] {
        self.groups.get(group.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Lists nodes whose state has changed since the last call; false if any may have changed.
    pub fn take_changed(&mut self, into: &mut Vec<NodeId>) -> bool {
        into.clear();
        into.append(&mut self.changed);
        !std::mem::take(&mut self.all_changed)
    }
}

/// The role of a node in the upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Role {
    pub(crate) task: Option<SlotTask>,
    pub(crate) replaces: Option<NodeId>,
}
