//! VMs that are taken away: Pods get the short time that a shutdown leaves, and budgets aren't checked.

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, PodId, SimSpan, SimTime, broken, muted};
use model::node::{NodePhase, Side};
use model::pod::PodPhase;
use model::pool::{Phase, RunState};
use trace::{Change, Ending, Refusal, Subject};

/// From the notice to the end of the VM (AM-33).
const NOTICE: SimSpan = SimSpan::from_secs(30);

impl Cx<'_> {
    /// AM-80: preempts a Spot VM. Its group keeps its size, so another VM replaces it.
    pub(crate) fn preempt_vm(&mut self, node: NodeId) {
        let pool = self.world.cluster.pool_of(self.plan, node);
        if !self.world.cluster.nodes[node].up() {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        if !self.plan.pools[pool].spot {
            return self.refuse_node(node, Refusal::NotSpot);
        }
        // A node that an upgrade is about to delete for good isn't recreated.
        let recreate = !self.is_to_go(node) || broken("shutdown/back");
        self.shut_down(node, Rule::Preempted, recreate);
    }

    /// SL-03, AM-42: ends the life of a VM; another one comes only if it is requested.
    pub(crate) fn life_over(&mut self, node: NodeId) {
        // A VM recreated since then has its own life.
        let end = self.end_of_life(node);
        let over = end.is_some_and(|end| end <= self.now) || broken("life/again");
        if over && self.world.cluster.nodes[node].up() {
            self.shut_down(node, Rule::LifeOver, false);
        }
    }

    fn shut_down(&mut self, node: NodeId, rule: Rule, recreate: bool) {
        let gone_s = NOTICE.secs();
        let change = Change::NodeShutDown { gone_s, recreate };
        let Some(row) = self.record(rule, node, change) else {
            return;
        };
        for pod in self.world.occupancy.pods_on(node).to_vec() {
            self.cause = Some(row);
            self.end_with_vm(pod);
        }
    }

    /// KT-15: user Pods get min(grace, 15 s); daemon and mirror Pods end with the VM.
    fn end_with_vm(&mut self, pod: PodId) {
        let state = self.world.cluster.pods[pod];
        let workload = &self.plan.workloads[state.workload];
        if workload.kind.stays_with_node() {
            return;
        }
        let cap = Some(self.plan.spot_grace).filter(|_| !muted("KT-15") && !muted("AM-33"));
        let cap = cap.filter(|_| !broken("shutdown/grace"));
        let grace = self.pod_grace(pod, cap);
        let now = self.now;
        match state.phase() {
            PodPhase::Terminating { .. } => {
                self.remove(pod, Rule::PodDeletionShortened, Ending::Deleted, grace);
            }
            PodPhase::Starting { .. } | PodPhase::Running { .. } => {
                let ends = self.time_to_end(pod, grace);
                self.wake(now + ends, Wake::PodShutDown(pod));
                if !broken("shutdown/ready") {
                    self.shutting_down.insert(pod);
                }
                self.stop_task(pod);
                if state.ready() {
                    self.record(Rule::ShutDownPod, pod, Change::PodUnready);
                }
            }
            PodPhase::Pending
            | PodPhase::Succeeded { .. }
            | PodPhase::Failed { .. }
            | PodPhase::Gone => {}
        }
    }

    /// Ends the Pod: its containers have ended, or its time is over.
    pub(crate) fn pod_shut_down(&mut self, pod: PodId) {
        self.shutting_down.remove(&pod);
        let state = self.world.cluster.pods[pod];
        if state.exists() && !state.finished() {
            self.pod_gone(pod, Rule::ShutDownPod);
        }
    }

    /// Requests another VM of the same name for one that was taken away.
    pub(crate) fn bring_back(&mut self, node: NodeId) {
        let since = self.now;
        if self.world.cluster.nodes[node].phase != (NodePhase::Recreating { ready_at: None }) {
            return;
        }
        let (pool, zone) = {
            let cluster = &self.world.cluster;
            (cluster.pool_of(self.plan, node), cluster.zone_of(self.plan, node))
        };
        if self.world.refusal(pool, zone, 1).is_some() {
            self.refuse(Rule::BringBackWaits, Subject::Node(node), zone);
            let lost = &mut self.requests.lost;
            if lost.iter().all(|(_, other)| *other != node) {
                lost.push((since, node));
            }
            return;
        }
        let side = self.world.cluster.nodes[node].side;
        let stays_blue =
            side == Some(Side::Blue) && self.world.cluster.pools[pool].run.unfinished();
        let template = if stays_blue {
            self.world.cluster.nodes[node].template
        } else {
            self.template_of_new_nodes(pool)
        };
        self.recreate_node(node, template, Rule::BringBack);
    }
}

impl Core {
    /// Is its VM being taken away while Pods still use their remaining time?
    pub(crate) fn pods_end_with_vm(&self, node: NodeId) -> bool {
        let world = &self.world;
        let goes = matches!(world.cluster.nodes[node].phase, NodePhase::Deleting { .. });
        goes && world.occupancy.pods_on(node).iter().any(|pod| {
            let workload = world.cluster.pods[*pod].workload;
            let kind = self.world.plan.workloads[workload].kind;
            !kind.stays_with_node()
        })
    }

    /// Will the upgrade delete the node's VM for good?
    pub(super) fn is_to_go(&self, node: NodeId) -> bool {
        let world = &self.world;
        let (state, pool) = (&world.cluster.nodes[node], world.cluster.pool_of(&world.plan, node));
        let pool = &world.cluster.pools[pool];
        let (runs, phase) = (pool.run.unfinished(), pool.progress.phase);
        let blue_goes = runs && phase == Some(Phase::DeletingBluePool);
        let green_goes = pool.run == RunState::RollingBack && pool.kind.traits().sides;
        match state.side {
            Some(Side::Blue) => blue_goes,
            Some(Side::Green) => green_goes,
            None => state.taken && world.replaced.contains(&node),
        }
    }

    /// The end of a node's life, if it is limited.
    pub(crate) fn end_of_life(&self, node: NodeId) -> Option<SimTime> {
        if let Some(end) = self.life_ends.get(&node) {
            return Some(*end);
        }
        let pool = self.world.cluster.pool_of(&self.world.plan, node);
        let created = self.world.cluster.nodes[node].created;
        let life = self.world.plan.pools[pool].life?;
        Some((created + life).max(SimTime::ZERO))
    }
}
