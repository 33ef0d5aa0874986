//! The load of every node, and how many Pods of each workload it runs.
//!
//! Columns instead of rows: most nodes are rejected by two numbers.

use super::affinity::Affinities;
use super::bindings::{Binding, Bindings};
use super::classes::{Classes, NodeClass, NodeSpec};
use super::free_resources::{FreeResources, FreeResourcesIndex};
use super::loads::Loads;
use super::name_order::name_key;
use super::node_status::NodeStatus;
use super::node_tree::NodeTree;
use super::spread::audiences::Audiences;
use super::tally::{PodTally, count};
use base::id::Id as _;
use base::{Map, NodeId, PodId, WorkloadId, order};
use model::settings::NodeOrder;
use model::volume_zones::VolumeZones;
use model::{Cluster, Plan, Pod, Resources, Workload};

/// A node reserves memory for this many Pods with its first one.
const FEW: i64 = 32;

/// The load of all nodes. Needs every change reported; reporting one twice does no harm.
#[derive(Clone, Debug)]
pub struct Occupancy {
    pub(super) classes: Classes,
    pub(super) audiences: Audiences,
    pub(super) affinities: Affinities,
    // One entry per node.
    pub(super) status: Vec<NodeStatus>,
    pub(super) spec: Vec<NodeSpec>,
    pub(super) class: Vec<NodeClass>,
    pub(super) free_cpu_m: Vec<i64>,
    pub(super) free_memory_bytes: Vec<i64>,
    pub(super) free_slots: Vec<i64>,
    pub(super) has_cpu_m: Vec<i64>,
    pub(super) has_memory_bytes: Vec<i64>,
    pub(super) scored_cpu_m: Vec<i64>,
    pub(super) scored_memory_bytes: Vec<i64>,
    pub(super) used: Vec<Resources>,
    /// Counts the changes of the node's load, so that cached scores can be recognized as outdated.
    pub(super) version: Vec<u32>,
    /// In the order of their bindings.
    pub(super) pods: Vec<Vec<PodId>>,
    /// Sort keys of the names; only filled if ties are broken by name.
    pub(super) name_keys: Vec<Vec<u8>>,
    /// Numbers runs of nodes that are in name order.
    pub(super) name_run: Vec<u32>,
    pub(super) bindings_of_pods: Bindings,
    /// Per workload: its Pods that aren't terminating, by node.
    tallies: Vec<PodTally>,
    /// The same by class, of existing nodes.
    class_tallies: Vec<Vec<(NodeClass, u32)>>,
    /// Existing nodes, by class.
    pub(super) population: Vec<u32>,
    pub(super) rooms: FreeResourcesIndex,
    /// Existing nodes by zone: the search order of large clusters.
    pub(super) node_tree: NodeTree,
    /// Pods nominated to each node (KS-37).
    pub(super) nominated: Map<NodeId, Vec<PodId>>,
    /// Where the volumes are that Pods use (KS-39).
    pub volumes: VolumeZones,
    /// Counts the changes that can make room: all except bindings.
    pub(super) changes: u64,
    pub(super) bindings: u64,
    pub(super) loads: Loads,
}

impl Occupancy {
    /// Builds the load of a cluster.
    pub fn new(plan: &Plan, cluster: &Cluster) -> Self {
        let affinities = Affinities::new(plan);
        let mut occupancy = Self {
            classes: Classes::new(plan, affinities.keys(), |one| affinities.has_anti_affinity(one)),
            audiences: Audiences::new(plan),
            affinities,
            status: Vec::new(),
            spec: Vec::new(),
            class: Vec::new(),
            free_cpu_m: Vec::new(),
            free_memory_bytes: Vec::new(),
            free_slots: Vec::new(),
            has_cpu_m: Vec::new(),
            has_memory_bytes: Vec::new(),
            scored_cpu_m: Vec::new(),
            scored_memory_bytes: Vec::new(),
            used: Vec::new(),
            version: Vec::new(),
            pods: Vec::new(),
            name_keys: Vec::new(),
            name_run: Vec::new(),
            bindings_of_pods: Bindings::with_room(cluster.pods.len() / 16 * 33),
            tallies: vec![PodTally::default(); plan.workloads.len() as usize],
            class_tallies: vec![Vec::new(); plan.workloads.len() as usize],
            population: Vec::new(),
            rooms: FreeResourcesIndex::default(),
            node_tree: NodeTree::new(plan.zones.len()),
            nominated: Map::new(),
            volumes: VolumeZones::at_start(plan, cluster),
            changes: 0,
            bindings: 0,
            loads: Loads::default(),
        };
        for node in cluster.nodes.ids() {
            occupancy.node_changed(plan, cluster, node);
        }
        for (id, pod) in cluster.pods.iter() {
            let Some(node) = pod.node() else { continue };
            occupancy.add_to_node(plan, cluster, id, node);
            if pod.terminating() {
                occupancy.terminating(cluster, id);
            }
        }
        for node in 0..occupancy.status.len() {
            occupancy.note_room(node);
        }
        for (pod, node) in &cluster.nominated {
            occupancy.nominate(*pod, *node, true);
        }
        occupancy
    }

    /// The Pod's shape: that of its workload, and the zones that its volumes rule out. A Pod whose disk is local has its own.
    pub(super) fn shape_of(&self, plan: &Plan, pod: &Pod) -> u64 {
        let shape = u64::from(self.classes.shape(pod.workload));
        if plan.workloads[pod.workload].volumes.is_empty() {
            return shape;
        }
        if plan.disk_node(pod).is_some() {
            return shape | 1 << 31 | u64::from(pod.number) << 32;
        }
        let (bound, allowed) = self.volumes.of_pod(plan, pod);
        shape | u64::from(!bound.0) << 32 | u64::from(!allowed.0) << 48
    }

    /// Is the node open for Pods?
    pub fn takes_pods(&self, node: NodeId) -> bool {
        self.status.get(node.index() as usize) == Some(&NodeStatus::Open)
    }

    /// Does the scheduler know the node?
    pub(super) fn exists(&self, node: NodeId) -> bool {
        let status = self.status.get(node.index() as usize);
        status.is_some_and(|status| *status != NodeStatus::Absent)
    }

    /// Updates a node that was created, deleted, cordoned or uncordoned, or got another template or mark. Call it after any row about
    /// a node; `cluster` must already hold the change. Costs nothing if the scheduler reads none of it.
    pub fn node_changed(&mut self, plan: &Plan, cluster: &Cluster, node: NodeId) {
        while self.status.len() <= node.index() as usize {
            self.push_node(plan, cluster);
        }
        let at = node.index() as usize;
        let status = NodeStatus::of(&cluster.nodes[node]);
        let spec = NodeSpec::of(plan, cluster, node);
        if (status, spec) == (self.status[at], self.spec[at]) {
            return;
        }
        let same = spec == self.spec[at];
        let class = if same { self.class[at] } else { self.classes.of(plan, spec) };
        self.spec[at] = spec;
        self.population.resize(self.classes.len(), 0);
        let exists = status != NodeStatus::Absent;
        let existed = self.status[at] != NodeStatus::Absent;
        if (existed, self.class[at]) != (exists, class) {
            self.regroup(cluster, node, false);
            self.class[at] = class;
            self.status[at] = status;
            self.regroup(cluster, node, true);
            self.node_tree.set(spec.zone, node, exists);
        }
        self.status[at] = status;
        self.changes += 1;
        self.refresh(plan, at);
    }

    /// Adds an existing node to the counts per class, or removes it.
    fn regroup(&mut self, cluster: &Cluster, node: NodeId, put: bool) {
        let at = node.index() as usize;
        if self.status[at] == NodeStatus::Absent {
            return;
        }
        let class = self.class[at];
        let population = &mut self.population[class.0 as usize];
        *population = if put { *population + 1 } else { *population - 1 };
        for pod in &self.pods[at] {
            let workload = cluster.pods[*pod].workload;
            if self.bindings_of_pods.of(*pod) == Binding::Bound(node) {
                let tallies = &mut self.class_tallies[workload.index() as usize];
                count(tallies, class, put);
            }
            (self.affinities).count(&self.classes, workload, (node, class), put);
        }
    }

    fn push_node(&mut self, plan: &Plan, cluster: &Cluster) {
        let id = NodeId::new(self.status.len() as u32);
        if plan.timings.node_order == NodeOrder::Listed {
            let key = name_key(&plan.node_name(cluster, id));
            let run = self.name_run.last().copied().unwrap_or(0);
            let follows = self.name_keys.last().is_none_or(|last| *last < key);
            self.name_run.push(if follows { run } else { run + 1 });
            self.name_keys.push(key);
        }
        self.push_row(plan, NodeSpec::of(plan, cluster, id));
    }

    /// Adds a node that the scheduler doesn't know.
    fn push_row(&mut self, plan: &Plan, spec: NodeSpec) {
        let at = self.status.len();
        self.status.push(NodeStatus::Absent);
        self.spec.push(spec);
        self.class.push(self.classes.of(plan, spec));
        self.population.resize(self.classes.len(), 0);
        self.free_cpu_m.push(0);
        self.free_memory_bytes.push(0);
        self.free_slots.push(0);
        self.has_cpu_m.push(0);
        self.has_memory_bytes.push(0);
        self.scored_cpu_m.push(0);
        self.scored_memory_bytes.push(0);
        self.used.push(Resources::default());
        self.version.push(0);
        self.rooms.push();
        self.pods.push(Vec::new());
        self.refresh(plan, at);
    }

    /// Adds an empty node that takes Pods and isn't in the cluster, for a dry run. Searches that score don't see it.
    pub(super) fn push_open(&mut self, plan: &Plan, spec: NodeSpec) -> NodeId {
        let node = NodeId::new(self.status.len() as u32);
        self.push_row(plan, spec);
        let at = node.index() as usize;
        self.status[at] = NodeStatus::Open;
        self.population[self.class[at].0 as usize] += 1;
        self.note_room(at);
        node
    }

    /// Removes the last node, which has no Pods.
    pub(super) fn pop_open(&mut self) {
        if let Some(class) = self.class.pop() {
            self.population[class.0 as usize] -= 1;
        }
        self.status.pop();
        self.spec.pop();
        self.free_cpu_m.pop();
        self.free_memory_bytes.pop();
        self.free_slots.pop();
        self.has_cpu_m.pop();
        self.has_memory_bytes.pop();
        self.scored_cpu_m.pop();
        self.scored_memory_bytes.pop();
        self.used.pop();
        self.version.pop();
        self.rooms.pop();
        self.pods.pop();
    }

    /// Adds a Pod of the workload that doesn't exist to the node, or removes it.
    pub(super) fn add_nameless(
        &mut self,
        plan: &Plan,
        workload: WorkloadId,
        node: NodeId,
        more: bool,
    ) {
        let at = node.index() as usize;
        self.tally(workload, node, more);
        self.tie(workload, node, more);
        let wants = &plan.workloads[workload];
        if more {
            self.used[at].add(&wants.requests);
        } else {
            self.used[at].subtract(&wants.requests);
        }
        self.load(at, wants, if more { 1 } else { -1 });
        self.note_room(at);
    }

    /// Binds the Pod: its requests occupy the node from this instant (KS-31).
    pub fn bound(&mut self, plan: &Plan, cluster: &Cluster, pod: PodId, node: NodeId) {
        if self.add_to_node(plan, cluster, pod, node) {
            self.note_room(node.index() as usize);
        }
    }

    /// Forgets the order in which Pods were bound: those of the start weren't bound in the run.
    pub fn forget_binding_order(&mut self) {
        for pods in &mut self.pods {
            order::sort(pods);
        }
    }

    /// Puts the Pod on the node unless it is already there; the caller updates the free room.
    fn add_to_node(&mut self, plan: &Plan, cluster: &Cluster, pod: PodId, node: NodeId) -> bool {
        if self.bindings_of_pods.of(pod) != Binding::None
            || self.status.len() <= node.index() as usize
        {
            return false;
        }
        self.bindings_of_pods.set(pod, Binding::Bound(node));
        self.bindings += 1;
        let workload = cluster.pods[pod].workload;
        let at = node.index() as usize;
        if self.pods[at].is_empty() {
            let slots = self.free_slots[at].clamp(0, FEW) as usize;
            self.pods[at].reserve_exact(slots);
        }
        self.pods[at].push(pod);
        self.tally(workload, node, true);
        self.tie(workload, node, true);
        let wants = &plan.workloads[workload];
        self.used[at].add(&wants.requests);
        self.load(at, wants, 1);
        true
    }

    /// Adds a Pod's requests to a node, or with -1 subtracts them.
    fn load(&mut self, at: usize, wants: &Workload, sign: i64) {
        self.scored_cpu_m[at] += sign * wants.scored_cpu_m;
        self.scored_memory_bytes[at] += sign * wants.scored_memory_bytes;
        self.free_cpu_m[at] -= sign * wants.requests.cpu_m;
        self.free_memory_bytes[at] -= sign * wants.requests.memory_bytes;
        self.free_slots[at] -= sign;
        self.version[at] = self.version[at].wrapping_add(1);
    }

    /// Marks the Pod as terminating: it keeps its room, but spreading no longer counts it.
    pub fn terminating(&mut self, cluster: &Cluster, pod: PodId) {
        if let Binding::Bound(node) = self.bindings_of_pods.of(pod) {
            self.bindings_of_pods.set(pod, Binding::Terminating(node));
            let workload = cluster.pods[pod].workload;
            self.tally(workload, node, false);
            // Score tables update counts of Pods per node along with the load.
            if self.tally_of(workload).many().is_some() {
                self.loads.note(node.index(), self.status.len());
            }
        }
    }

    /// Removes the Pod, which is deleted or finished: its room is free (KS-12).
    pub fn left(&mut self, plan: &Plan, cluster: &Cluster, pod: PodId) {
        let workload = cluster.pods[pod].workload;
        let node = match self.bindings_of_pods.of(pod) {
            Binding::None => return,
            Binding::Bound(node) => {
                self.tally(workload, node, false);
                node
            }
            Binding::Terminating(node) => node,
        };
        self.bindings_of_pods.set(pod, Binding::None);
        let at = node.index() as usize;
        if let Some(place) = self.pods[at].iter().position(|other| *other == pod) {
            self.pods[at].remove(place);
        }
        if self.pods[at].is_empty() && self.status[at] == NodeStatus::Absent {
            // The node is deleted: frees the memory of its list.
            self.pods[at] = Vec::new();
        }
        self.tie(workload, node, false);
        self.changes += 1;
        let wants = &plan.workloads[workload];
        self.used[at].subtract(&wants.requests);
        self.load(at, wants, -1);
        self.note_room(at);
    }

    /// Pods that occupy the node, in the order of their bindings.
    pub fn pods_on(&self, node: NodeId) -> &[PodId] {
        self.pods.get(node.index() as usize).map_or(&[], Vec::as_slice)
    }

    /// The sum of the requests of the node's Pods.
    pub fn used(&self, node: NodeId) -> Option<&Resources> {
        self.used.get(node.index() as usize)
    }

    /// The workload's Pods that aren't terminating, by node.
    pub(super) fn tally_of(&self, workload: WorkloadId) -> &PodTally {
        &self.tallies[workload.index() as usize]
    }

    /// The same by class, of existing nodes.
    pub(super) fn class_tally_of(&self, workload: WorkloadId) -> &[(NodeClass, u32)] {
        &self.class_tallies[workload.index() as usize]
    }

    /// Pods of these workloads on the node that aren't terminating.
    pub(super) fn pods_of(&self, workloads: &[WorkloadId], node: u32) -> u32 {
        let on_node = |workload: &WorkloadId| self.tally_of(*workload).at(node);
        workloads.iter().map(on_node).sum()
    }

    fn tally(&mut self, workload: WorkloadId, node: NodeId, more: bool) {
        let at = workload.index() as usize;
        // A list of this length takes nearly as much memory as the counts of all nodes.
        let few = (self.status.len() / 4).clamp(64, 512);
        self.tallies[at].count_among(few, node.index(), more);
        if self.status[node.index() as usize] != NodeStatus::Absent {
            let class = self.class[node.index() as usize];
            count(&mut self.class_tallies[at], class, more);
        }
    }

    /// Affinity counts terminating Pods too (KS-16).
    fn tie(&mut self, workload: WorkloadId, node: NodeId, more: bool) {
        if self.status[node.index() as usize] != NodeStatus::Absent {
            let class = self.class[node.index() as usize];
            (self.affinities).count(&self.classes, workload, (node, class), more);
        }
    }

    /// Does some Pod require affinity to Pods of the workload?
    pub fn is_required(&self, workload: WorkloadId) -> bool {
        self.affinities.is_required(workload)
    }

    /// Can binding a Pod of `other` let a Pod of the workload fit (KS-03)?
    pub fn waits_for(&self, workload: WorkloadId, other: WorkloadId) -> bool {
        self.affinities.waits_for(workload, other)
    }

    fn refresh(&mut self, plan: &Plan, at: usize) {
        let template = &plan.templates[self.spec[at].template];
        let used = &self.used[at];
        self.version[at] = self.version[at].wrapping_add(1);
        self.has_cpu_m[at] = template.allocatable.cpu_m;
        self.has_memory_bytes[at] = template.allocatable.memory_bytes;
        self.free_cpu_m[at] = template.allocatable.cpu_m - used.cpu_m;
        self.free_memory_bytes[at] = template.allocatable.memory_bytes - used.memory_bytes;
        self.free_slots[at] = i64::from(template.max_pods) - self.pods[at].len() as i64;
        self.note_room(at);
    }

    fn note_room(&mut self, at: usize) {
        self.loads.note(at as u32, self.status.len());
        let open = self.status[at] == NodeStatus::Open;
        let room = FreeResources {
            cpu_m: self.free_cpu_m[at],
            memory_bytes: self.free_memory_bytes[at],
            slots: self.free_slots[at],
        };
        self.rooms.set(at, open.then_some(room));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::testing::read;
    use crate::scheduling::{Placement, SchedulerCache, explain};
    use base::{Draw, RecordNo, SimTime};
    use model::{NodePhase, PodPhase};
    use std::fmt::Write as _;

    /// Nodes of two shapes in three zones; Pods with all kinds of spreading, affinity and ports.
    fn cluster() -> String {
        let mut text = String::new();
        for node in 0..12 {
            let zone = ["x", "y", "z"][node % 3];
            let label = ["label=pool:a", "label=pool:b taint=k:v:PreferNoSchedule"][node % 2];
            _ = writeln!(text, "node n-{node} zone={zone} {label}");
        }
        for pod in 0..60 {
            let spread = [
                "default-spread",
                "spread=zone:1:hard",
                "spread=host:1:hard spread=pool:2:soft",
                "selects=pool:a spread=zone:2:hard taints-honoured",
                "named=n-1:n-2:n-3 spread=zone:1:soft",
                "",
                "near=w1:zone prefers-away=7:w0:pool",
                "away=w2:host port=80",
                "near=w0:host near=w3:zone prefers-near=3:w2:rack",
                "away=w3:pool prefers-near=5:w1:zone port=80:10.0.0.1",
            ][pod % 10];
            _ = writeln!(text, "pod w-{pod} app=w{} cpu=150 {spread}", pod % 4);
        }
        text
    }

    /// The incrementally updated load always equals a fresh count.
    #[test]
    fn updated_occupancy_equals_recomputed_occupancy() {
        let (plan, mut cluster) = read(&cluster());
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let mut pass = SchedulerCache::default();
        let nodes = cluster.nodes.len();
        for step in 0..600 {
            let draw = |n: u64, of: u32| (Draw::of(7, 0, step, n).0 >> 32) as u32 % of;
            let node = NodeId(draw(1, nodes));
            let pod = PodId(draw(2, cluster.pods.len()));
            let phase = cluster.pods[pod].phase();
            match (draw(0, 8), phase) {
                (0, _) => {
                    let now = &mut cluster.nodes[node];
                    now.cordoned_by = now.cordoned_by.xor(Some(RecordNo(0)));
                    occupancy.node_changed(&plan, &cluster, node);
                }
                (1, _) => {
                    let gone = cluster.nodes[node].phase == NodePhase::Gone;
                    let phase = if gone { NodePhase::Ready } else { NodePhase::Gone };
                    cluster.nodes[node].phase = phase;
                    occupancy.node_changed(&plan, &cluster, node);
                }
                (2, _) => {
                    let template = cluster.nodes[NodeId(draw(3, nodes))].template;
                    cluster.nodes[node].template = template;
                    occupancy.node_changed(&plan, &cluster, node);
                }
                (_, PodPhase::Running { on, .. }) => {
                    let until = SimTime::ZERO;
                    cluster.pods[pod].set_phase(PodPhase::Terminating { on, until });
                    occupancy.terminating(&cluster, pod);
                }
                (3, PodPhase::Terminating { .. }) => {
                    cluster.pods[pod].set_phase(PodPhase::Pending);
                    occupancy.left(&plan, &cluster, pod);
                }
                (_, PodPhase::Pending) => {
                    if let Placement::On(on) = pass.place(&plan, &cluster, &occupancy, pod) {
                        cluster.pods[pod].set_phase(PodPhase::Running { on, ready: true });
                        occupancy.bound(&plan, &cluster, pod, on);
                    }
                }
                _ => {}
            }
            let anew = Occupancy::new(&plan, &cluster);
            for pod in cluster.pods.ids().take(10) {
                assert_eq!(
                    explain::explain(&plan, &cluster, &occupancy, pod),
                    explain::explain(&plan, &cluster, &anew, pod),
                    "step {step}"
                );
            }
        }
    }
}
