//! Everything that tiles, tray, legend and caption count: one walk over the cluster, and from then on only over the
//! rows that came.

use super::TileState;
use super::counts::{NodePods, Tally, WorkloadPods};
use super::seen::{NONE, PodKind, SeenNode, SeenPod, seen};
use super::tile::Role;
use crate::base::{GroupId, NodeId, PodId, Set, WorkloadId, order};
use crate::model::workload::WorkloadKind;
use crate::model::{Cluster, Node, NodePhase, Pod};
use crate::query::index::{Index, SlotTask};
use crate::trace::{Frame, Subject, Trace};

/// So many nodes that changed are all of them.
const MANY: usize = 4096;

#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Rows that were counted; `None` before the first walk.
    next: Option<u32>,
    /// By node id.
    pub(crate) nodes: Vec<NodePods>,
    /// By workload id.
    pub(crate) workloads: Vec<WorkloadPods>,
    pub(crate) pending: Set<PodId>,
    /// Pods whose eviction is refused, and the nodes that they are on.
    pub(crate) refused: Set<PodId>,
    refused_on: Vec<NodeId>,
    /// Nodes of each group that are not gone, by group id.
    pub(crate) groups: Vec<Vec<NodeId>>,
    pub(crate) tallies: Vec<Tally>,
    /// Nodes that are neither ready nor gone.
    pub(crate) busy: Set<NodeId>,
    /// Slots of upgrades at work.
    pub(crate) tasks: Vec<SlotTask>,
    /// By node id: the node that it was made for.
    replaces: Vec<Option<NodeId>>,
    /// VMs at the start.
    vms_before: u32,
    stays: Vec<bool>,
    seen_pods: Vec<SeenPod>,
    first_pod: Vec<u32>,
    seen_nodes: Vec<SeenNode>,
    changed: Vec<NodeId>,
    all_changed: bool,
}

/// Does a drain leave Pods of the kind alone (KD-03, KD-04)?
fn stays(kind: WorkloadKind) -> bool {
    matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror)
}

impl Survey {
    pub fn at(trace: &Trace, index: &Index, frame: &Frame) -> Self {
        let mut survey = Self::default();
        survey.follow(trace, index, frame);
        survey
    }

    /// Counts the cluster of the frame: by what differs since the last call.
    pub fn follow(&mut self, trace: &Trace, index: &Index, frame: &Frame) {
        match self.next {
            Some(next) if next == frame.next => return,
            Some(next) => self.catch_up(trace, frame, next),
            None => self.walk(trace, index, frame),
        }
        self.next = Some(frame.next);
        self.tasks.clear();
        self.tasks.extend(index.active_tasks(frame.next));
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
            groups: vec![Vec::new(); plan.groups.len() as usize],
            tallies: vec![Tally::default(); plan.groups.len() as usize],
            stays: plan.workloads.values().map(|one| stays(one.kind)).collect(),
            seen_pods: Vec::with_capacity(cluster.pods.len() as usize),
            vms_before: vms(trace.start()),
            all_changed: true,
            replaces,
            ..Self::default()
        };
        for (id, node) in cluster.nodes.iter() {
            self.count_node(id, node);
        }
        for (id, pod) in cluster.pods.iter() {
            self.count_pod(id, pod);
        }
    }

    /// What became of whoever may be another now is in the cluster, to which time may also have gone back.
    fn catch_up(&mut self, trace: &Trace, frame: &Frame, from: u32) {
        self.make_room(frame.cluster.nodes.len() as usize);
        trace.differing(from, frame.next, |subject| match subject {
            Subject::Pod(id) => match frame.cluster.pods.get(id) {
                Some(pod) => self.count_pod(id, pod),
                None => self.forget_pod(id, trace),
            },
            Subject::Node(id) => match frame.cluster.nodes.get(id) {
                Some(node) => self.count_node(id, node),
                None => self.forget_node(id),
            },
            _ => {}
        });
    }

    fn make_room(&mut self, nodes: usize) {
        if self.seen_nodes.len() < nodes {
            self.seen_nodes.resize(nodes, SeenNode::default());
            self.nodes.resize(nodes, NodePods::default());
            self.first_pod.resize(nodes, NONE);
        }
    }

    fn count_node(&mut self, id: NodeId, node: &Node) {
        let at = id.0 as usize;
        self.make_room(at + 1);
        let there = node.phase != NodePhase::Gone;
        let refused = self.nodes[at].refused;
        let now = SeenNode::of(node, refused);
        self.recount_node(id, now);
        if there && node.phase != NodePhase::Ready {
            self.busy.insert(id);
        } else {
            self.busy.remove(&id);
        }
    }

    /// Time went back to before it was made.
    fn forget_node(&mut self, id: NodeId) {
        if let Some(seen) = self.seen_nodes.get(id.0 as usize) {
            let group = seen.group;
            self.recount_node(
                id,
                SeenNode {
                    group,
                    ..SeenNode::default()
                },
            );
            self.busy.remove(&id);
        }
    }

    fn recount_node(&mut self, id: NodeId, now: SeenNode) {
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

    fn tally(&mut self, seen: SeenNode, more: bool) {
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
        put(&mut tally.of, seen.of);
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

    fn count_pod(&mut self, id: PodId, pod: &Pod) {
        let at = id.0 as usize;
        if self.seen_pods.len() <= at {
            let none = SeenPod {
                kind: PodKind::None,
                node: NONE,
                before: NONE,
                after: NONE,
            };
            self.seen_pods.resize(at + 1, none);
        }
        let (kind, node) = seen(pod);
        self.recount_pod(id, pod.workload, kind, node);
    }

    /// Time went back to before it was made.
    fn forget_pod(&mut self, id: PodId, trace: &Trace) {
        if let (Some(pod), true) = (
            trace.last().pods.get(id),
            self.seen_pods.len() > id.0 as usize,
        ) {
            self.recount_pod(id, pod.workload, PodKind::None, NONE);
        }
    }

    fn recount_pod(&mut self, id: PodId, owner: WorkloadId, kind: PodKind, node: u32) {
        let (at, owner) = (id.0 as usize, owner.0 as usize);
        let before = self.seen_pods[at];
        if (before.kind, before.node) == (kind, node) {
            return;
        }
        self.count(id, owner, before.kind, before.node, false);
        self.count(id, owner, kind, node, true);
        if before.node != node {
            self.unlink(at);
            self.link(at, node);
        }
        self.seen_pods[at].kind = kind;
    }

    fn count(&mut self, id: PodId, owner: usize, kind: PodKind, node: u32, more: bool) {
        let put = |count: &mut u32, counts: bool| {
            if counts {
                *count = if more {
                    *count + 1
                } else {
                    count.saturating_sub(1)
                };
            }
        };
        if kind == PodKind::None {
            return;
        }
        let ready = matches!(kind, PodKind::Ready | PodKind::Terminating { ready: true });
        if let Some(count) = self.workloads.get_mut(owner) {
            put(&mut count.all, true);
            put(&mut count.ready, ready);
        }
        if kind == PodKind::Pending {
            if more {
                self.pending.insert(id);
            } else {
                self.pending.remove(&id);
            }
            return;
        }
        let stays = self.stays.get(owner) == Some(&true);
        if let Some(count) = self.nodes.get_mut(node as usize) {
            put(&mut count.all, true);
            put(&mut count.left, !stays);
            put(&mut count.starting, kind == PodKind::Starting);
            put(&mut count.not_ready, kind == PodKind::NotReady);
        }
    }

    fn unlink(&mut self, at: usize) {
        let SeenPod {
            node,
            before,
            after,
            ..
        } = self.seen_pods[at];
        if node == NONE {
            return;
        }
        match before {
            NONE => self.first_pod[node as usize] = after,
            _ => self.seen_pods[before as usize].after = after,
        }
        if after != NONE {
            self.seen_pods[after as usize].before = before;
        }
    }

    fn link(&mut self, at: usize, node: u32) {
        let after = match self.first_pod.get_mut(node as usize) {
            Some(first) => std::mem::replace(first, at as u32),
            None => NONE,
        };
        if after != NONE {
            self.seen_pods[after as usize].before = at as u32;
        }
        let seen = &mut self.seen_pods[at];
        (seen.node, seen.before, seen.after) = (node, NONE, after);
    }

    fn find_refusals(&mut self, index: &Index, frame: &Frame) {
        let before = std::mem::take(&mut self.refused_on);
        for node in &before {
            if let Some(count) = self.nodes.get_mut(node.0 as usize) {
                count.refused = 0;
            }
        }
        self.refused.clear();
        for hold in index.active_holds(frame.next).filter(|hold| hold.refuses()) {
            let Subject::Pod(pod) = hold.subject else {
                continue;
            };
            // A Pod may be refused for several reasons.
            let fresh = self.refused.insert(pod);
            let count = hold
                .node
                .and_then(|node| Some((node, self.nodes.get_mut(node.0 as usize)?)));
            if let (true, Some((node, count))) = (fresh, count) {
                count.refused += 1;
                if count.refused == 1 {
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

    /// What a node is to the upgrade.
    pub(crate) fn role(&self, id: NodeId) -> Role {
        Role {
            task: self.tasks.iter().find(|task| task.node == id).copied(),
            replaces: self.replaces.get(id.0 as usize).copied().flatten(),
        }
    }

    /// The Pods of a node, those of one workload together.
    pub(crate) fn pods_on(&self, cluster: &Cluster, node: NodeId) -> Vec<PodId> {
        let mut list = Vec::new();
        let mut at = self.first_pod.get(node.0 as usize).copied().unwrap_or(NONE);
        while let Some(seen) = self.seen_pods.get(at as usize) {
            list.push(PodId(at));
            at = seen.after;
        }
        order::sort_by_key(&mut list, |pod| (cluster.pods[*pod].workload, *pod));
        list
    }

    /// Every Pod that is on a node.
    pub(crate) fn each_pod(&self, mut each: impl FnMut(PodId, NodeId)) {
        let seen = self.seen_pods.iter().enumerate();
        for (at, seen) in seen.filter(|(_, seen)| seen.node != NONE) {
            each(PodId(at as u32), NodeId(seen.node));
        }
    }

    /// VMs beyond those of the start.
    pub(crate) fn extra(&self) -> u32 {
        let vms: u32 = self.tallies.iter().map(|tally| tally.vms).sum();
        vms.saturating_sub(self.vms_before)
    }

    /// Nodes of a group, counted.
    pub fn tally_of(&self, group: GroupId) -> Tally {
        self.tallies
            .get(group.0 as usize)
            .copied()
            .unwrap_or_default()
    }

    /// The state of a node that is there.
    pub fn state(&self, id: NodeId) -> Option<TileState> {
        self.seen_nodes.get(id.0 as usize)?.state
    }

    /// Nodes that there are, in the order of their ids.
    pub fn nodes_of(&self, group: GroupId) -> &[NodeId] {
        self.groups.get(group.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The nodes whose state is another since this was asked last; `None` = any may be.
    pub fn take_changed(&mut self, into: &mut Vec<NodeId>) -> bool {
        into.clear();
        into.append(&mut self.changed);
        !std::mem::take(&mut self.all_changed)
    }
}
