//! The cluster with its indexes. Only `apply` changes it; the indexes are derived.

use std::rc::Rc;

use super::drain::registry::DrainRegistry;
use super::groups::Groups;
use super::scheduling::Occupancy;
use super::workload_pods::WorkloadPods;
use base::{
    BudgetId, IdVec, Map, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime, TemplateId,
    WorkloadId, muted,
};
use model::budget::{self, BudgetStatus};
use model::cluster::Cluster;
use model::node::{Node, NodePhase};
use model::plan::Plan;
use model::pod::{PhaseKind, Pod, PodPhase};
use model::script::Command;
use model::selector::{Effect, Taint};
use model::workload::WorkloadKind;
use trace::{Change, Ending, Record, Subject, apply};

/// No row about the Pod: a sentinel takes half the memory of an option.
const NO_ROW: RecordNo = RecordNo(u32::MAX);

/// A budget as the disruption controller last saw it.
#[derive(Clone, Debug, Default)]
pub struct BudgetBook {
    /// Its Pods in any phase.
    pub pods: i64,
    pub healthy: i64,
    pub status: BudgetStatus,
    /// A Pod became unready after the last sync: its eviction may get another answer even with an unchanged status (KE-05, KE-06).
    pub lost_ready: bool,
    /// The scale of its owners; reset when one of them is scaled, or gets its first Pod or loses its last (KP-07).
    pub scale: Option<Option<i64>>,
    /// The row after which answers last changed: why an eviction may continue.
    pub changed_by: Option<RecordNo>,
}

#[derive(Clone, Debug)]
pub struct World {
    pub plan: Rc<Plan>,
    pub cluster: Cluster,
    pub occupancy: Occupancy,
    pub groups: Groups,
    pub budgets: IdVec<BudgetId, BudgetBook>,
    /// Pods that exist as objects, by workload.
    pub pods_of: WorkloadPods,
    /// Pods that are neither finished nor terminating, by workload (KC-01).
    pub active: IdVec<WorkloadId, u32>,
    pub daemon_sets: Vec<WorkloadId>,
    /// Pods that fit on no node when the scheduler last tried them (KA-10), if the autoscaler reads it.
    pub unschedulable: Set<PodId>,
    autoscaled: bool,
    /// Daemon Pods that exist for a node, bound or not.
    daemons: IdVec<NodeId, Vec<PodId>>,
    /// When a Pod became Ready in the run, where a controller reads it.
    pub ready_since: Map<PodId, SimTime>,
    /// Workloads for which `ready_since` is kept: they have `minReadySeconds`, or may get surplus Pods (KC-04, KC-08).
    keeps_ready_since: IdVec<WorkloadId, bool>,
    /// Finished Pods that still exist, by node.
    pub finished_on: Map<NodeId, Vec<PodId>>,
    /// VMs that exist or are being created (AM-60), by pool, and those at the start.
    pub vms_of: IdVec<PoolId, u32>,
    pub vms_of_at_start: IdVec<PoolId, u32>,
    /// The template of a pool's nodes while no run is about to change it.
    pub homes: IdVec<PoolId, TemplateId>,
    /// Old nodes that an upgrade replaces by others.
    pub replaced: Set<NodeId>,
    /// The script entry that names the target of GKE's automatic upgrades; its steps follow it. From its row on,
    /// `ControlPlane` and `Upgrades` read it.
    pub target: Option<u32>,
    /// Is anything due for the control plane that hasn't begun? Written by `ControlPlane`, read by `Upgrades`.
    pub control_plane_due: bool,
    pub drains: DrainRegistry,
    /// Nodes under repair, one per zone at a time (AM-53). Written by `Vms`, read by `Upgrades`, as the next field.
    pub repaired: Vec<NodeId>,
    /// The rows by which repairs last cordoned their nodes.
    pub repair_cordons: Map<NodeId, RecordNo>,
    /// The node that the Pod of the last row has just left.
    pub left_node: Option<NodeId>,
    /// The node from which the last row has removed a finished Pod.
    pub cleared_node: Option<NodeId>,
    /// Pods that the scheduler has preempted (KS-32).
    pub preempted: Set<PodId>,
    /// When a Pod was bound in the run, by number, if priorities differ; its `status.startTime` (KS-34).
    pub started: Vec<Option<SimTime>>,
    ranked: bool,
    /// The last row about each Pod, or [`NO_ROW`].
    pod_rows: IdVec<PodId, RecordNo>,
    node_rows: IdVec<NodeId, Option<RecordNo>>,
}

impl World {
    /// How many disruptions each budget allows now.
    pub fn disruptions_allowed(&self) -> IdVec<BudgetId, i64> {
        self.budgets.values().map(|book| book.status.disruptions_allowed).collect()
    }

    /// `occupancy` must be that of the cluster.
    pub fn new(plan: Rc<Plan>, cluster: Cluster, occupancy: Occupancy) -> Self {
        let mut world = Self {
            occupancy,
            groups: Groups::new(&plan, &cluster),
            budgets: plan.budgets.ids().map(|_| BudgetBook::default()).collect(),
            pods_of: WorkloadPods::new(plan.workloads.len()),
            active: plan.workloads.ids().map(|_| 0).collect(),
            daemon_sets: daemon_sets(&plan),
            unschedulable: Set::new(),
            autoscaled: plan.is_autoscaled(),
            daemons: IdVec::new(),
            ready_since: Map::new(),
            keeps_ready_since: keeps_ready_since(&plan),
            finished_on: Map::new(),
            vms_of: plan.pools.ids().map(|_| 0).collect(),
            vms_of_at_start: IdVec::new(),
            homes: plan.pools.values().map(|pool| pool.template).collect(),
            replaced: Set::new(),
            target: None,
            control_plane_due: false,
            drains: DrainRegistry::default(),
            repaired: Vec::new(),
            repair_cordons: Map::new(),
            left_node: None,
            cleared_node: None,
            preempted: Set::new(),
            started: Vec::new(),
            ranked: ranked(&plan),
            pod_rows: cluster.pods.ids().map(|_| NO_ROW).collect(),
            node_rows: cluster.nodes.ids().map(|_| None).collect(),
            plan,
            cluster,
        };
        for node in world.cluster.nodes.values() {
            if node.occupies_capacity() {
                world.vms_of[world.plan.groups[node.group].pool] += 1;
            }
        }
        world.vms_of_at_start = world.vms_of.clone();
        // The same capacity as the list of Pods.
        let pods = world.cluster.pods.len();
        world.pod_rows.reserve(pods / 16 * 17);
        world.pods_of.reserve(pods / 16 * 33);
        for id in world.cluster.pods.ids() {
            let pod = world.cluster.pods[id];
            world.count(id, &pod, None);
            if let PodPhase::Succeeded { on: Some(node) } | PodPhase::Failed { on: Some(node) } =
                pod.phase()
            {
                world.finished_on.entry(node).or_default().push(id);
            }
        }
        for id in world.plan.budgets.ids() {
            world.sync_budget(id, None);
        }
        world
    }

    /// Applies a row and updates the indexes.
    pub fn apply(&mut self, no: RecordNo, record: &Record) {
        match record.subject {
            Subject::Pod(id) => return self.apply_pod(id, no, record),
            Subject::Node(id) => return self.apply_node(id, no, record),
            _ => apply(&self.plan, &mut self.cluster, no, record),
        }
        match (record.subject, record.change) {
            (Subject::Pool(pool), Change::UpgradeSucceeded) => {
                let target = self.cluster.pools[pool].target;
                self.homes[pool] = target.unwrap_or(self.homes[pool]);
            }
            (Subject::Pool(pool), Change::Reshaped { entry }) => {
                self.homes[pool] = self.plan.after(entry, self.homes[pool]);
                for (id, _) in self.groups.of_pool(&self.cluster, pool) {
                    self.occupancy.node_changed(&self.plan, &self.cluster, id);
                }
            }
            (Subject::Workload(id), _) => self.forget_scale(id),
            (Subject::Cluster, Change::Commanded { entry }) => {
                if let Some(Command::Target { .. }) = self.plan.command(entry) {
                    self.target = Some(entry);
                }
            }
            _ => {}
        }
    }

    fn apply_pod(&mut self, id: PodId, no: RecordNo, record: &Record) {
        // A row about a Pod that doesn't change it.
        if matches!(record.change, Change::Blocked { .. } | Change::Unblocked) {
            self.pod_rows[id] = no;
            if self.autoscaled && record.change.is_unschedulable() {
                self.unschedulable.insert(id);
            }
            return;
        }
        if let Change::WorkLost { .. } = record.change {
            return;
        }
        if let Change::VolumeProvisioned { volume, zone, other } = record.change {
            let claim = self.plan.claim(volume, &self.cluster.pods[id]);
            self.occupancy.volumes.bind(claim, [zone, other]);
        }
        let before = self.cluster.pods.get(id).copied();
        let nominated = self.nomination(id);
        apply(&self.plan, &mut self.cluster, no, record);
        if before.is_none() {
            self.pod_rows.push(no);
        } else {
            self.pod_rows[id] = no;
        }
        let after = self.cluster.pods[id];
        if let Change::PodReady = record.change
            && self.keeps_ready_since[after.workload]
        {
            self.ready_since.insert(id, record.at);
        }
        self.rank(id, record, nominated);
        (self.left_node, self.cleared_node) = (None, None);
        if before.is_none_or(|before| before.kind() != after.kind()) {
            _ = self.autoscaled && self.unschedulable.remove(&id);
            self.count(id, &after, before.as_ref());
            self.move_pod(id, &after, before.as_ref());
        }
    }

    fn apply_node(&mut self, id: NodeId, no: RecordNo, record: &Record) {
        let held = |node: Option<&Node>| node.is_some_and(Node::occupies_capacity);
        let node = self.cluster.nodes.get(id);
        let (before, known) = (held(node), node.is_some());
        let was = node.is_some_and(|node| node.phase != NodePhase::Gone);
        apply(&self.plan, &mut self.cluster, no, record);
        if !known && self.cluster.nodes.get(id).is_some() {
            self.node_rows.push(None);
        }
        self.node_rows[id] = Some(no);
        self.groups.node_changed(&self.plan, &self.cluster, id, was);
        let after = held(self.cluster.nodes.get(id));
        if before != after {
            let of_pool = &mut self.vms_of[self.cluster.pool_of(&self.plan, id)];
            if after {
                *of_pool += 1;
            } else {
                *of_pool -= 1;
            }
        }
        if let Change::NodeTaken { surge: true, .. } = record.change {
            self.replaced.insert(id);
        }
        self.occupancy.node_changed(&self.plan, &self.cluster, id);
    }

    /// The node that is nominated for the Pod, where priorities differ.
    #[inline]
    fn nomination(&self, id: PodId) -> Option<NodeId> {
        self.ranked.then(|| self.cluster.nominated.get(&id).copied()).flatten()
    }

    /// Updates what preemption reads; does nothing if all Pods have the same priority.
    fn rank(&mut self, id: PodId, record: &Record, nominated: Option<NodeId>) {
        if !self.ranked {
            return;
        }
        let now = self.nomination(id);
        if now != nominated {
            for (node, claims) in [(nominated, false), (now, true)] {
                if let Some(node) = node {
                    self.occupancy.nominate(id, node, claims);
                }
            }
        }
        if let Change::PodBound { .. } = record.change {
            let at = id.0 as usize;
            if self.started.len() <= at {
                self.started.resize(at + 1, None);
            }
            self.started[at] = Some(record.at);
        }
        if let Change::PodTerminating { ending: Ending::Preempted, .. } = record.change {
            self.preempted.insert(id);
        }
    }

    /// Updates the counts after the Pod changed; `before`: its earlier state, if it existed.
    fn count(&mut self, id: PodId, pod: &Pod, before: Option<&Pod>) {
        let workload = pod.workload;
        let (was, is) = (before.map_or(PhaseKind::Gone, Pod::kind), pod.kind());
        // A Pod on its way to be Ready exists, is active and isn't healthy, all along.
        if on_its_way(was) && on_its_way(is) {
            return;
        }
        match (before.filter(|pod| pod.exists()), is.exists()) {
            (None, true) => {
                if self.pods_of.is_empty(workload) {
                    self.forget_scale(workload);
                }
                self.pods_of.push(workload, id);
                self.count_daemon(id, pod, true);
            }
            (Some(before), false) => {
                self.pods_of.remove(workload, id);
                if self.pods_of.is_empty(workload) {
                    self.forget_scale(workload);
                }
                self.count_daemon(id, before, false);
            }
            (Some(_), true) | (None, false) => {}
        }
        self.active[workload] += u32::from(is.active());
        self.active[workload] -= u32::from(was.active());
        let pods = i64::from(is.exists()) - i64::from(was.exists());
        let ready = i64::from(healthy(is)) - i64::from(healthy(was));
        if (pods, ready) != (0, 0) {
            for id in &self.plan.workloads[workload].budgets {
                let book = &mut self.budgets[*id];
                book.pods += pods;
                book.healthy += ready;
            }
        }
    }

    /// Counts a daemon Pod that is created or deleted.
    fn count_daemon(&mut self, id: PodId, pod: &Pod, more: bool) {
        let kind = self.plan.workloads[pod.workload].kind;
        if self.daemon_sets.is_empty() || kind != WorkloadKind::DaemonSet {
            return;
        }
        let Some(node) = pod.pinned().or(pod.node()) else {
            return;
        };
        if more {
            let nodes = self.daemons.len().max(node.0 + 1);
            self.daemons.resize(nodes, Vec::new());
            self.daemons[node].push(id);
        } else {
            self.daemons[node].retain(|other| *other != id);
        }
    }

    fn move_pod(&mut self, id: PodId, pod: &Pod, before: Option<&Pod>) {
        let from = before.and_then(Pod::node);
        match (from, pod.node()) {
            (Some(node), None) => {
                self.left_node = Some(node);
                self.occupancy.left(&self.plan, &self.cluster, id);
            }
            (None, Some(node)) => self.occupancy.bound(&self.plan, &self.cluster, id, node),
            (Some(_), Some(_)) | (None, None) => {}
        }
        // It keeps its room and its ports until it is gone.
        if pod.terminating() && muted("KT-06") {
            self.occupancy.left(&self.plan, &self.cluster, id);
        } else if pod.terminating() {
            self.occupancy.terminating(&self.cluster, id);
        }
        if let PodPhase::Succeeded { on: Some(node) } | PodPhase::Failed { on: Some(node) } =
            pod.phase()
        {
            self.finished_on.entry(node).or_default().push(id);
        }
        if let Some(PodPhase::Succeeded { on } | PodPhase::Failed { on }) = before.map(Pod::phase)
            && !pod.finished()
            && let Some(list) = on.and_then(|node| self.finished_on.get_mut(&node))
        {
            list.retain(|other| *other != id);
            self.cleared_node = on;
        }
    }

    /// Nodes with several Pods of one DaemonSet.
    pub fn with_more_daemons(&self) -> impl Iterator<Item = NodeId> + '_ {
        let pods = &self.cluster.pods;
        let twice = |list: &[PodId]| {
            let of = |at: usize| pods[list[at]].workload;
            (1..list.len()).any(|at| (0..at).any(|before| of(before) == of(at)))
        };
        let nodes = self.daemons.iter().filter(move |(_, list)| twice(list));
        nodes.map(|(node, _)| node)
    }

    /// Nodes with a `NoExecute` taint at time 0: their Pods are checked then (KT-12).
    pub fn with_executing_taints(&self) -> impl Iterator<Item = NodeId> + '_ {
        let executes = |taints: &[Taint]| taints.iter().any(|one| one.effect == Effect::NoExecute);
        let templates = self.plan.templates.values();
        let any = templates.filter(|one| executes(&one.taints)).count() > 0;
        let nodes = self.cluster.nodes.iter().filter(move |_| any);
        let here = move |node: &Node| executes(&self.plan.templates[node.template].taints);
        let nodes = nodes.filter(move |(_, node)| here(node));
        nodes.map(|(id, _)| id)
    }

    /// Daemon Pods that exist for the node, bound or not.
    pub fn daemons_of(&self, node: NodeId) -> &[PodId] {
        self.daemons.get(node).map_or(&[], Vec::as_slice)
    }

    /// The last row about a Pod.
    pub fn pod_row(&self, id: PodId) -> Option<RecordNo> {
        self.pod_rows.get(id).copied().filter(|row| *row != NO_ROW)
    }

    /// The last row about a node.
    pub fn node_row(&self, id: NodeId) -> Option<RecordNo> {
        self.node_rows.get(id).copied().flatten()
    }
}

fn daemon_sets(plan: &Plan) -> Vec<WorkloadId> {
    let kinds = plan.workloads.iter();
    let daemons = kinds.filter(|(_, workload)| workload.kind == WorkloadKind::DaemonSet);
    daemons.map(|(id, _)| id).collect()
}

/// Do its Pods have different priorities?
fn ranked(plan: &Plan) -> bool {
    let mut priorities = plan.workloads.values().map(|one| one.priority);
    let first = priorities.next();
    priorities.any(|priority| Some(priority) != first)
}

fn keeps_ready_since(plan: &Plan) -> IdVec<WorkloadId, bool> {
    let workloads = plan.workloads.values();
    let mut keeps: IdVec<WorkloadId, bool> =
        workloads.map(|workload| workload.min_ready > SimSpan::ZERO).collect();
    for entry in &plan.script {
        match entry.command {
            Command::SetReplicas { workload, .. } => keeps[workload] = true,
            Command::Rollout { workload, .. } => {
                plan.revisions(workload).for_each(|id| keeps[id] = true);
            }
            _ => {}
        }
    }
    keeps
}

fn on_its_way(kind: PhaseKind) -> bool {
    matches!(kind, PhaseKind::Pending | PhaseKind::Starting | PhaseKind::Running)
}

/// Does a Pod count as healthy? A terminating one stays Ready until it is deleted.
fn healthy(kind: PhaseKind) -> bool {
    let terminating = kind == PhaseKind::Terminating;
    let ready = kind == PhaseKind::Ready || terminating;
    budget::counts_as_healthy(ready, terminating, None)
}
