//! The shadow cluster: computed from the rows alone and independently of the engine, for the checkers.

mod after;
mod autoscaled;
mod autoscaler;
mod blue_green;
mod containers;
mod control_plane;
mod fold;
mod harm;
mod job_limits;
mod jobs;
mod machines;
mod notes;
pub(crate) mod policy;
mod state;
mod take_notes;
mod volumes;
mod work;

pub(crate) use autoscaler::GRID;
pub(crate) use blue_green::SEVEN_DAYS;
pub(crate) use containers::{wait_after_exit, wait_after_pull};
pub(crate) use notes::{BudgetCounts, PendingPreemption, WakeCauses};
pub(crate) use state::{
    BlueGreenRun, CommandResult, ControlPlaneState, Deadline, Drain, Life, Policy, RETRY, Shadow,
    ShadowNode, ShadowPod, ShadowPool, Soak, UpgradeKind, Vm, cordon,
};
pub(crate) use work::bounds;

use after::FinishedWork;
use autoscaler::ShadowAutoscaler;
use base::{IdVec, Map, NodeId, PodId, PoolId, Set, SimSpan, SimTime, WorkloadId};
use harm::Harm;
use model::{Cluster, NodePhase, Plan, PodPhase, WorkloadKind};
use state::for_each;

/// The life of a Pod in that phase, and its node.
pub(crate) fn life_of(phase: PodPhase) -> (Life, Option<NodeId>) {
    match phase {
        PodPhase::Pending => (Life::Pending, None),
        PodPhase::Starting { on } => (Life::Starting, Some(on)),
        PodPhase::Running { on, ready } => (Life::Running { ready }, Some(on)),
        PodPhase::Terminating { on, until } => (Life::Terminating { until }, Some(on)),
        PodPhase::Succeeded { on } | PodPhase::Failed { on } => (Life::Finished, on),
        PodPhase::Gone => (Life::Gone, None),
    }
}

impl<'a> Shadow<'a> {
    /// The shadow of the cluster at the start.
    pub(crate) fn of(plan: &'a Plan, start: &'a Cluster) -> Self {
        let mut shadow = Self::empty(plan, start);
        shadow.pools_of_start();
        for node in start.nodes.values() {
            shadow.add_node_of_start(node);
        }
        for id in plan.pools.ids() {
            shadow.course_of_start(id);
        }
        for node in shadow.nodes.values() {
            shadow.pools[node.pool].vms_at_start += u32::from(node.has_vm());
        }
        for pod in start.pods.values() {
            shadow.add_pod_of_start(pod);
        }
        shadow.containers_of_start();
        shadow.work_of_start();
        shadow.volumes_of_start();
        for id in plan.workloads.ids() {
            for until in plan.workloads[id].fails.iter().filter_map(|one| one.until) {
                shadow.recoveries.push((until.max(SimTime::ZERO), id));
            }
            if let Some(at) = shadow.deadline_of(id) {
                shadow.expect(Deadline::JobFails(id), at);
            }
        }
        shadow
    }

    /// The shadow to which pools, nodes and Pods of the start are yet to be added.
    fn empty(plan: &'a Plan, start: &'a Cluster) -> Self {
        Self {
            plan,
            start,
            nodes: IdVec::new(),
            pods: IdVec::new(),
            pools: IdVec::new(),
            replicas: start.workloads.values().map(|one| one.replicas).collect(),
            sets: start.workloads.values().map(|one| one.scaled).collect(),
            rollouts: Map::new(),
            limits: start.budgets.values().copied().collect(),
            jobs: jobs::at_start(plan),
            owned: for_each(&plan.workloads),
            vms: 0,
            spare: start.spare,
            stockout: start.stockout.values().copied().collect(),
            due: Set::new(),
            due_at: Map::new(),
            evictions: 0,
            left: for_each(&plan.workloads),
            left_for_room: for_each(&plan.workloads),
            gone: for_each(&plan.workloads),
            evicted: for_each(&plan.workloads),
            nominated: Map::new(),
            could: Map::new(),
            causes: WakeCauses::default(),
            subjects: Vec::new(),
            before: "",
            pending_preemption: None,
            made: None,
            refusals: Map::new(),
            refused: Map::new(),
            budget_counts: Map::new(),
            preempted: Set::new(),
            asked: None,
            rollback_next: None,
            commanded: None,
            control_plane: ControlPlaneState::of(start),
            ignores: plan.workloads.values().map(|one| one.timings.shutdown.is_none()).collect(),
            fails: Set::new(),
            never: Set::new(),
            works: Set::new(),
            containers: Map::new(),
            heirs: Vec::new(),
            work: Map::new(),
            unfinished: Vec::new(),
            owed: None,
            lost: SimSpan::ZERO,
            disks: Vec::new(),
            waits_for_disk: Set::new(),
            disks_left: Vec::new(),
            recoveries: Vec::new(),
            entered: Map::new(),
            acted: Set::new(),
            finished_work: FinishedWork::default(),
            harm: Harm::of(plan, start),
            autoscaler: ShadowAutoscaler::default(),
            policy: Policy {
                reported: start.excluded,
                minor: start.control_plane.last_minor,
                patch: start.control_plane.last_patch,
                ..Policy::default()
            },
        }
    }

    fn pools_of_start(&mut self) {
        for (id, pool) in self.plan.pools.iter() {
            // UP-15, SU-27: a run that had begun before is canceled.
            let state = self.start.pools[id];
            self.pools.push(ShadowPool {
                target: state.target.unwrap_or(pool.template),
                home: pool.template,
                run: state.run,
                ran: state.target.is_some(),
                reservation: state.reservation,
                ..ShadowPool::default()
            });
        }
    }

    fn add_node_of_start(&mut self, node: &model::Node) {
        let group = self.plan.groups[node.group];
        let vm = match node.phase {
            NodePhase::Ready => Vm::Up,
            _ => Vm::Gone,
        };
        let id = self.nodes.push(ShadowNode {
            cordoned: node.cordoned_by.is_some(),
            created: node.created,
            pool: group.pool,
            zone: group.zone,
            template: node.template,
            ordinal: node.ordinal,
            upgraded: node.upgraded,
            surge: node.surge,
            health: node.health,
            failed_at: node.failed_at,
            lost_at: node.failed_at,
            vm,
            ..ShadowNode::default()
        });
        self.expect_end_of_life(id);
        self.vms += 1;
        let pool = &mut self.pools[group.pool];
        pool.disturbed |= node.failed_at.is_some();
        *pool.registered.entry(group.zone).or_insert(0) += 1;
        if !node.surge {
            *pool.start.entry(group.zone).or_insert(0) += 1;
        }
    }

    fn add_pod_of_start(&mut self, pod: &model::Pod) {
        let id = PodId(self.pods.len());
        let (life, on) = life_of(pod.phase());
        self.pods.push(ShadowPod {
            workload: pod.workload,
            number: pod.number,
            pinned: pod.pinned(),
            life,
            on,
            created: pod.created(),
            ended: matches!(life, Life::Terminating { .. }).then_some(SimTime::ZERO),
            counted: matches!(life, Life::Terminating { .. })
                && jobs::fails_by_deletion(&self.plan.workloads[pod.workload].kind),
            ..ShadowPod::default()
        });
        self.owned[pod.workload].push(id);
        // A kubelet that is silent starts and ends no Pods.
        let acts = self.kubelet_acts_for(id);
        match life {
            Life::Starting if acts => {
                let start = self.plan.workloads[pod.workload].timings.start.p50;
                self.expect(Deadline::PodStarts(id), SimTime::ZERO + start);
            }
            Life::Terminating { until } if acts => {
                self.expect(Deadline::PodEnds(id), until.max(SimTime::ZERO));
            }
            _ => {}
        }
        if let (true, Some(node)) = (life != Life::Finished, on) {
            self.occupy(id, node, true);
        }
    }

    /// KS-33: does it have a lower priority, and isn't it a static Pod?
    pub(crate) fn makes_room(&self, pod: PodId, by: PodId) -> bool {
        let kind = self.plan.workloads[self.pod(pod).workload].kind;
        self.priority(pod) < self.priority(by) && kind != WorkloadKind::Mirror
    }

    pub(crate) fn priority(&self, pod: PodId) -> i32 {
        self.plan.workloads[self.pod(pod).workload].priority
    }

    /// Does the kubelet of its node act, or has it no node yet?
    pub(crate) fn kubelet_acts_for(&self, pod: PodId) -> bool {
        self.pod(pod).on.is_none_or(|on| self.node(on).kubelet_acts())
    }

    pub(crate) fn node(&self, id: NodeId) -> &ShadowNode {
        &self.nodes[id]
    }

    pub(crate) fn pod(&self, id: PodId) -> &ShadowPod {
        &self.pods[id]
    }

    pub(crate) fn pool(&self, id: PoolId) -> &ShadowPool {
        &self.pools[id]
    }

    pub(crate) fn kind_of(&self, pod: PodId) -> WorkloadKind {
        self.plan.workloads[self.pod(pod).workload].kind
    }

    pub(crate) fn due_of(&self, due: Deadline) -> Option<SimTime> {
        self.due_at.get(&due).copied()
    }

    /// Pods of a workload that exist as objects.
    pub(crate) fn pods_of(
        &self,
        workload: WorkloadId,
    ) -> impl Iterator<Item = (PodId, &ShadowPod)> {
        let own = &self.owned[workload];
        own.iter().map(|id| (*id, self.pod(*id)))
    }

    /// The Pods that its ReplicaSet or other controller is to keep.
    pub(crate) fn wanted(&self, workload: WorkloadId) -> u32 {
        self.sets[workload].unwrap_or(self.replicas[workload])
    }

    /// A workload with the later revisions after it.
    pub(crate) fn revisions(&self, first: WorkloadId) -> Vec<WorkloadId> {
        let later = self.plan.workloads.iter().skip(first.0 as usize + 1);
        let later = later.take_while(|(_, workload)| workload.revision > 0).map(|(id, _)| id);
        [first].into_iter().chain(later).collect()
    }

    /// KC-08: its available Pods.
    pub(crate) fn available(&self, workload: WorkloadId, at: SimTime) -> u32 {
        let min_ready = self.plan.workloads[workload].min_ready;
        let available = |pod: &ShadowPod| {
            pod.ready() && pod.ready_since.is_none_or(|since| since + min_ready <= at)
        };
        self.pods_of(workload).filter(|(_, pod)| available(pod)).count() as u32
    }

    /// Neither finished nor terminating.
    pub(crate) fn active(&self, workload: WorkloadId) -> u32 {
        self.pods_of(workload).filter(|(_, pod)| pod.active()).count() as u32
    }

    fn expect(&mut self, due: Deadline, at: SimTime) {
        self.settle(due);
        self.due.insert((at, due));
        self.due_at.insert(due, at);
    }

    fn settle(&mut self, due: Deadline) {
        if let Some(at) = self.due_at.remove(&due) {
            self.due.remove(&(at, due));
        }
    }

    fn settle_all<const N: usize>(&mut self, all: [Deadline; N]) {
        all.into_iter().for_each(|due| self.settle(due));
    }

    pub(crate) fn occupy(&mut self, pod: PodId, node: NodeId, on: bool) {
        let requests = &self.plan.workloads[self.pods[pod].workload].requests;
        let node = &mut self.nodes[node];
        if on {
            node.pods.push(pod);
            node.used.add(requests);
        } else {
            node.pods.retain(|other| *other != pod);
            node.used.subtract(requests);
        }
    }
}
