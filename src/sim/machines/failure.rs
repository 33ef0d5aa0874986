//! A node that fails: who notices when, what becomes of its Pods, and how it is repaired.

use crate::base::{NodeId, PodId, SimSpan, SimTime, ZoneId, broken, muted};
use crate::model::node::{Health, NodePhase};
use crate::model::pod::PodPhase;
use crate::model::script::DrainOptions;
use crate::model::script::Failure;
use crate::model::selector::{Effect, Taint};
use crate::model::version::Version;
use crate::model::workload::WorkloadKind;
use crate::sim::Sim;
use crate::sim::drain;
use crate::sim::place::{Stay, stay};
use crate::sim::rules::Rule;
use crate::sim::wake::Wake;
use crate::trace::{Change, Refusal, Subject};

/// KT-12: what admission gives to Pods that say nothing of `unreachable` themselves.
const TOLERATED: SimSpan = SimSpan::from_secs(300);

/// From this version on the grace period of the node monitor is longer (KT-11).
const PATIENT_SINCE: Version = Version {
    major: 1,
    minor: 32,
    patch: None,
    gke: None,
};

/// Nodes to be repaired, in the order in which their time came (AM-53).
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct Repairs {
    waiting: Vec<NodeId>,
    /// One at a time in a zone.
    running: Vec<NodeId>,
}

impl Sim {
    pub(in crate::sim) fn fail_node(&mut self, node: NodeId, why: Failure) {
        let state = &self.core.world.cluster.nodes[node];
        if !state.up() {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        if state.health != Health::Well {
            return self.refuse_node(node, Refusal::AlreadySo);
        }
        let (rule, repaired_after) = match why {
            Failure::Kubelet => (Rule::KubeletStops, SimSpan::from_secs(600)),
            Failure::Disk => (Rule::DiskFull, SimSpan::from_secs(1800)),
        };
        let change = Change::NodeFailed { why };
        let Some(row) = self.tx().record(rule, Subject::Node(node), change) else {
            return;
        };
        let pool = self.core.world.cluster.pool_of(&self.plan, node);
        let repairs = self.plan.pools[pool].auto_repair || broken("repair/asked");
        let repaired_after = match broken("repair/patience") {
            true => SimSpan::from_secs(300),
            false => repaired_after,
        };
        let noticed = self.noticed(node);
        let mut tx = self.tx();
        let (now, rank) = (tx.now(), tx.node_rank(node));
        if why == Failure::Kubelet {
            tx.wake(noticed, Wake::NodeLost(node, now), rank, Some(row));
        }
        if repairs {
            let at = now + repaired_after;
            tx.wake(at, Wake::RepairDue(node, now), rank, Some(row));
        }
    }

    /// KT-11: no renewal for 40 s, or 50 from 1.32 on, looked at every 5 s.
    fn noticed(&self, node: NodeId) -> SimTime {
        let template = self.core.world.cluster.nodes[node].template;
        let version = self.plan.templates[template].version;
        let patient = version.is_some_and(|version| version >= PATIENT_SINCE);
        let patient = patient && !broken("node/missed");
        let grace = SimSpan::from_secs(if patient { 50 } else { 40 });
        let step = SimSpan::from_secs(5).ms();
        let at = (self.core.now + grace).ms();
        SimTime::from_ms((at + step - 1) / step * step)
    }

    /// Is it still the same failure?
    fn fails_since(&self, node: NodeId, since: SimTime) -> bool {
        let state = &self.core.world.cluster.nodes[node];
        state.up() && state.failed_at == Some(since)
    }

    /// KT-11: `Ready` is Unknown, and so is every Pod of the node.
    pub(in crate::sim) fn node_lost(&mut self, node: NodeId, since: SimTime) {
        if !self.fails_since(node, since) {
            return;
        }
        let row = self
            .tx()
            .record(Rule::NodeLost, Subject::Node(node), Change::NodeLost);
        if row.is_none() {
            return;
        }
        if self.drained_by_upgrade(node) && self.draining_now(node) {
            // AM-53: nobody waits for Pods that cannot end.
            self.cause = row;
            self.end_pods_of_dead_kubelet(node);
        }
        let taint = Taint {
            key: self.plan.keys.unreachable,
            value: self.plan.keys.empty,
            effect: Effect::NoExecute,
        };
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            self.cause = row;
            if self.core.world.cluster.pods[pod].ready() {
                self.tx()
                    .record(Rule::PodOfLostNode, Subject::Pod(pod), Change::PodUnready);
            }
            self.tolerate_for_a_time(pod, &taint);
        }
    }

    /// KT-12: daemon Pods tolerate it for ever, others as long as they say, or for 300 s.
    fn tolerate_for_a_time(&mut self, pod: PodId, taint: &Taint) {
        let workload = self.core.world.cluster.pods[pod].workload;
        let kind = self.plan.workloads[workload].kind;
        if matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror) || muted("KT-12") {
            return;
        }
        let lasts = match stay(&self.plan, workload, std::slice::from_ref(taint)) {
            Stay::Ever => return,
            Stay::For(lasts) => lasts,
            Stay::Not => TOLERATED,
        };
        let cause = self.cause;
        self.tolerate(pod, lasts, cause);
    }

    /// Does the kubelet of the node still act? Without it no Pod starts or ends.
    pub(in crate::sim) fn kubelet_acts(&self, node: NodeId) -> bool {
        self.core.world.cluster.nodes[node].health.kubelet_acts()
    }

    /// BS-58, AM-53: unhealthy for long enough, and nobody upgrades it.
    pub(in crate::sim) fn repair_due(&mut self, node: NodeId, since: SimTime) {
        if self.fails_since(node, since) && !self.core.world.cluster.nodes[node].taken {
            self.repairs.waiting.push(node);
            self.repair();
        }
    }

    /// The steps of an unavailable slot (AM-53), one node of a zone at a time.
    pub(in crate::sim) fn repair(&mut self) {
        let mut running = std::mem::take(&mut self.repairs.running);
        running.retain(|node| {
            let state = &self.core.world.cluster.nodes[*node];
            // An upgrade that has taken it makes it anew, or deletes it with the blue pool.
            let upgraded = state.taken || self.is_to_go(*node);
            state.phase != NodePhase::Gone && state.health != Health::Well && !upgraded
        });
        self.repairs.running = running;
        for node in self.repairs.running.clone() {
            let state = &self.core.world.cluster.nodes[node];
            if state.phase == NodePhase::Drained && !self.draining(node) {
                self.cause = self.core.world.node_row(node);
                self.delete_node(node, Rule::RepairDelete, true);
            }
        }
        let cause = self.cause;
        for node in std::mem::take(&mut self.repairs.waiting) {
            let state = &self.core.world.cluster.nodes[node];
            if !state.up() || state.health == Health::Well || state.taken || self.is_to_go(node) {
                continue;
            }
            let zone = self.core.world.cluster.zone_of(&self.plan, node);
            let next = self.repairs_in(zone) && !muted("AM-53") && !broken("repair/one");
            // Nobody is forced out of a batch that is drained: its clock goes on, and the repair follows (BG-16).
            if next || self.drained_by_batch(node) {
                self.repairs.waiting.push(node);
                continue;
            }
            self.repairs.running.push(node);
            self.cause = self.core.world.node_row(node).or(cause);
            let asked = drain::Asked {
                purpose: drain::Purpose::Upgrade,
                options: DrainOptions::UPGRADE,
                slot: 0,
            };
            self.ask_drain(node, Rule::Repair, asked);
        }
    }

    fn repairs_in(&self, zone: ZoneId) -> bool {
        let cluster = &self.core.world.cluster;
        let mut running = self.repairs.running.iter();
        running.any(|node| cluster.zone_of(&self.plan, *node) == zone)
    }

    /// AM-53: Pods of a dead kubelet do not hold a drain up; they end at its start, and budgets are not asked.
    pub(in crate::sim) fn end_pods_of_dead_kubelet(&mut self, node: NodeId) {
        if self.kubelet_acts(node) {
            return;
        }
        let cause = self.cause;
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            let state = self.core.world.cluster.pods[pod];
            let kind = self.plan.workloads[state.workload].kind;
            let stays = matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror);
            if !stays && state.exists() && state.phase() != PodPhase::Pending {
                self.cause = cause;
                self.pod_gone(pod, Rule::DeadPod);
            }
        }
        self.cause = cause;
    }

    /// AM-43: a VM that can move does so unnoticed; one that cannot is down for a while.
    pub(in crate::sim) fn host_event(&mut self, node: NodeId) {
        let pool = self.core.world.cluster.pool_of(&self.plan, node);
        let state = &self.core.world.cluster.nodes[node];
        if !state.up() || state.health != Health::Well {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        let moves = self.plan.pools[pool].live_migrates || broken("host/moves");
        if moves && !muted("MR-08") {
            let change = Change::HostEvent { down_s: 0 };
            self.tx()
                .record(Rule::LiveMigration, Subject::Node(node), change);
            return;
        }
        let down = SimSpan::from_secs(300);
        let change = Change::HostEvent {
            down_s: down.secs(),
        };
        let row = self
            .tx()
            .record(Rule::HostEvent, Subject::Node(node), change);
        if row.is_none() {
            return;
        }
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            self.cause = row;
            let state = self.core.world.cluster.pods[pod];
            let kind = self.plan.workloads[state.workload].kind;
            if !matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror) {
                self.pod_gone(pod, Rule::EndedByHost);
            } else if state.ready() {
                self.tx()
                    .record(Rule::EndedByHost, Subject::Pod(pod), Change::PodUnready);
            }
        }
        let mut tx = self.tx();
        let (now, rank) = (tx.now(), tx.node_rank(node));
        tx.wake(now + down, Wake::NodeBack(node, now), rank, row);
    }

    /// The VM runs again, and with it what belongs to the node.
    pub(in crate::sim) fn node_back(&mut self, node: NodeId, since: SimTime) {
        if !self.fails_since(node, since) {
            return;
        }
        let row = self
            .tx()
            .record(Rule::HostBack, Subject::Node(node), Change::NodeRecovered);
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            self.cause = row;
            match self.core.world.cluster.pods[pod].phase() {
                PodPhase::Running { ready: false, .. } if !self.core.behaviour.is_bad(pod) => {
                    self.tx()
                        .record(Rule::PodReady, Subject::Pod(pod), Change::PodReady);
                }
                // Nobody has started its containers meanwhile.
                PodPhase::Starting { .. } if !broken("host/starts") => {
                    self.containers_started(pod);
                }
                _ => {}
            }
        }
    }
}
