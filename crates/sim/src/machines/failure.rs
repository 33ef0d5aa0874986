//! A node that fails: who notices when, what becomes of its Pods, and how it is repaired.

use crate::Sim;
use crate::drain;
use crate::place::{Stay, stay};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{Map, NodeId, PodId, RecordNo, SimSpan, SimTime, ZoneId, broken, muted};
use model::node::{Health, NodePhase};
use model::pod::PodPhase;
use model::script::DrainOptions;
use model::script::Failure;
use model::selector::{Effect, Taint};
use model::version::Version;
use trace::{Change, Refusal, Subject};

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
pub(crate) struct Repairs {
    waiting: Vec<NodeId>,
    /// One at a time in a zone.
    running: Vec<NodeId>,
    /// The rows by which repairs have cordoned their nodes last.
    cordons: Map<NodeId, RecordNo>,
}

impl Sim {
    pub(crate) fn fail_node(&mut self, node: NodeId, why: Failure) {
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
    pub(crate) fn node_lost(&mut self, node: NodeId, since: SimTime) {
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
        if kind.stays_with_node() || muted("KT-12") {
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
    pub(crate) fn kubelet_acts(&self, node: NodeId) -> bool {
        self.core.world.cluster.nodes[node].health.kubelet_acts()
    }

    /// BS-58, AM-53: unhealthy for long enough, and nobody upgrades it.
    pub(crate) fn repair_due(&mut self, node: NodeId, since: SimTime) {
        if self.fails_since(node, since) && !self.core.world.cluster.nodes[node].taken {
            self.repairs.waiting.push(node);
            self.repair();
        }
    }

    /// The steps of an unavailable slot (AM-53), one node of a zone at a time.
    pub(crate) fn repair(&mut self) {
        let mut running = std::mem::take(&mut self.repairs.running);
        running.retain(|node| {
            let state = &self.core.world.cluster.nodes[*node];
            // An upgrade that has taken it makes it anew, or deletes it for good.
            let left = state.taken || self.is_to_go(*node);
            state.phase != NodePhase::Gone && state.health != Health::Well && !left
        });
        self.repairs.running = running;
        for node in self.repairs.running.clone() {
            // Also where the user has opened it meanwhile.
            if self.core.world.cluster.nodes[node].up() && !self.draining(node) {
                self.cause = self.core.world.node_row(node);
                self.delete_node(node, Rule::RepairDelete, true);
            }
        }
        let cause = self.cause;
        for node in std::mem::take(&mut self.repairs.waiting) {
            let state = &self.core.world.cluster.nodes[node];
            let left = state.taken || self.is_to_go(node);
            if !state.up() || state.health == Health::Well || left {
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
            self.drain_to_repair(node);
        }
    }

    fn drain_to_repair(&mut self, node: NodeId) {
        let was_open = self.core.world.cluster.nodes[node].cordoned_by.is_none();
        let asked = drain::Asked {
            purpose: drain::Purpose::Upgrade,
            options: DrainOptions::UPGRADE,
            slot: 0,
        };
        self.ask_drain(node, Rule::Repair, asked);
        let row = self.core.world.cluster.nodes[node].cordoned_by;
        if let (true, Some(row)) = (was_open, row) {
            self.repairs.cordons.insert(node, row);
        }
    }

    /// Is the repair of the node under way?
    pub(crate) fn is_repaired(&self, node: NodeId) -> bool {
        self.repairs.running.contains(&node)
    }

    /// Is the node cordoned because it was repaired?
    pub(crate) fn cordoned_by_repair(&self, node: NodeId) -> bool {
        let by = self.core.world.cluster.nodes[node].cordoned_by;
        by.is_some() && by == self.repairs.cordons.get(&node).copied()
    }

    /// AM-53: an upgrade that stops its own drain of the node does not stop its repair.
    pub(crate) fn go_on_with_repair(&mut self, node: NodeId) {
        let up = self.core.world.cluster.nodes[node].up();
        if up && self.is_repaired(node) && !self.drained_to_go_on(node) {
            self.drain_to_repair(node);
        }
    }

    fn repairs_in(&self, zone: ZoneId) -> bool {
        let cluster = &self.core.world.cluster;
        let mut running = self.repairs.running.iter();
        running.any(|node| cluster.zone_of(&self.plan, *node) == zone)
    }

    /// AM-53: Pods of a dead kubelet do not hold a drain up; they end at its start, and budgets are not asked.
    pub(crate) fn end_pods_of_dead_kubelet(&mut self, node: NodeId) {
        if self.kubelet_acts(node) {
            return;
        }
        let cause = self.cause;
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            let state = self.core.world.cluster.pods[pod];
            let kind = self.plan.workloads[state.workload].kind;
            let stays = kind.stays_with_node();
            if !stays && state.exists() && state.phase() != PodPhase::Pending {
                self.cause = cause;
                self.pod_gone(pod, Rule::DeadPod);
            }
        }
        self.cause = cause;
    }

    /// AM-43: a VM that can move does so unnoticed; one that cannot is down for a while.
    pub(crate) fn host_event(&mut self, node: NodeId) {
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
            if !kind.stays_with_node() {
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
    pub(crate) fn node_back(&mut self, node: NodeId, since: SimTime) {
        if !self.fails_since(node, since) {
            return;
        }
        let row = self
            .tx()
            .record(Rule::HostBack, Subject::Node(node), Change::NodeRecovered);
        let now = self.core.now;
        // Each in its class, and there by their names (AM-56).
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            let wake = match self.core.world.cluster.pods[pod].phase() {
                PodPhase::Running { ready: false, .. } if !self.core.behaviour.is_bad(pod) => {
                    Wake::ProbesPassed(pod)
                }
                // Nobody has started its containers meanwhile.
                PodPhase::Starting { .. } if !broken("host/starts") => Wake::ContainersStarted(pod),
                // Nor ended it when its grace was over.
                PodPhase::Terminating { until, .. } if until <= now => Wake::GraceOver(pod),
                _ => continue,
            };
            let mut tx = self.tx();
            let rank = (0, tx.pod_rank(pod));
            tx.wake(now, wake, rank, row);
        }
    }
}
