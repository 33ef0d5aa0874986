//! Failing nodes: their detection, their Pods, and their repair.

use super::Vms;
use crate::cx::{Core, Cx};
use crate::drain::purpose::Purpose;
use crate::drain::registry::DrainRequest;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, SimSpan, SimTime, ZoneId, broken, muted};
use model::node::{Health, NodePhase};
use model::pod::PodPhase;
use model::script::Failure;
use model::version::Version;
use trace::{Change, Refusal};

/// From this version on the node monitor's grace period is longer (KT-11).
const PATIENT_SINCE: Version = Version { major: 1, minor: 32, patch: None, gke: None };

/// For how long a node isn't Ready before its repair (BS-58).
const UNHEALTHY: SimSpan = SimSpan::from_secs(600);

impl Cx<'_> {
    pub(crate) fn fail_node(&mut self, node: NodeId, why: Failure) {
        let state = &self.world.cluster.nodes[node];
        if !state.up() {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        if state.health != Health::Well {
            return self.refuse_node(node, Refusal::AlreadySo);
        }
        let (rule, repaired_after) = match why {
            Failure::Kubelet => (Rule::KubeletStops, UNHEALTHY),
            Failure::Disk => (Rule::DiskFull, SimSpan::from_secs(1800)),
        };
        let change = Change::NodeFailed { why };
        let Some(row) = self.record(rule, node, change) else {
            return;
        };
        let pool = self.world.cluster.pool_of(self.plan, node);
        let repairs = self.plan.pools[pool].auto_repair || broken("repair/asked");
        let repaired_after = match broken("repair/patience") {
            true => SimSpan::from_secs(300),
            false => repaired_after,
        };
        let noticed = self.noticed(node);
        let now = self.now;
        if why == Failure::Kubelet {
            self.wake_because(noticed, Wake::NodeLost(node, now), Some(row));
        }
        if repairs {
            let at = now + repaired_after;
            self.wake_because(at, Wake::RepairDue(node, now), Some(row));
        }
    }

    /// Nodes that aren't Ready at the start are tainted, and repaired when they have been unhealthy for long enough.
    pub(crate) fn begin_not_ready(&mut self) {
        for node in self.plan.not_ready.keys().copied() {
            let Some(since) = self.world.cluster.nodes[node].failed_at else {
                continue;
            };
            self.wake(SimTime::ZERO, Wake::NodeUnreachable(node));
            let pool = self.world.cluster.pool_of(self.plan, node);
            if self.plan.pools[pool].auto_repair && !broken("start/not-ready") {
                let due = (since + UNHEALTHY).max(SimTime::ZERO);
                self.wake(due, Wake::RepairDue(node, since));
            }
        }
    }

    /// KT-11: the node's `Ready` condition becomes Unknown, and its Pods are unready.
    pub(crate) fn node_lost(&mut self, node: NodeId, since: SimTime) {
        if !self.fails_since(node, since) {
            return;
        }
        let row = self.record(Rule::NodeLost, node, Change::NodeLost);
        if row.is_none() {
            return;
        }
        let drains = &self.world.drains;
        if drains.by_upgrade(node) && drains.is_running(node) {
            // AM-53: Pods that can't end don't block a drain.
            self.cause = row;
            self.end_pods_of_dead_kubelet(node);
        }
        self.cause = row;
        for pod in self.world.occupancy.pods_on(node).to_vec() {
            if self.world.cluster.pods[pod].ready() {
                self.record(Rule::PodOfLostNode, pod, Change::PodUnready);
            }
        }
        // After all others that are lost at this instant.
        self.untainted.push(node);
        self.taint_lost_nodes();
    }

    /// KT-13: the controllers look again which lost nodes may be tainted.
    pub(crate) fn taint_lost_nodes(&mut self) {
        let now = self.now;
        for node in std::mem::take(&mut self.untainted) {
            self.wake(now, Wake::NodeUnreachable(node));
        }
    }

    /// AM-43: a VM that can migrate does so unnoticed; others are down for a while.
    pub(crate) fn host_event(&mut self, node: NodeId) {
        let pool = self.world.cluster.pool_of(self.plan, node);
        let state = &self.world.cluster.nodes[node];
        if !state.up() || state.health != Health::Well {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        let moves = self.plan.pools[pool].live_migrates || broken("host/moves");
        if moves && !muted("MR-08") {
            let change = Change::HostEvent { down_s: 0 };
            self.record(Rule::LiveMigration, node, change);
            return;
        }
        let down = SimSpan::from_secs(300);
        let change = Change::HostEvent { down_s: down.secs() };
        let row = self.record(Rule::HostEvent, node, change);
        if row.is_none() {
            return;
        }
        for pod in self.world.occupancy.pods_on(node).to_vec() {
            self.cause = row;
            let state = self.world.cluster.pods[pod];
            let kind = self.plan.workloads[state.workload].kind;
            if !kind.stays_with_node() {
                self.pod_gone(pod, Rule::EndedByHost);
            } else if state.ready() {
                self.record(Rule::EndedByHost, pod, Change::PodUnready);
            }
        }
        let now = self.now;
        self.wake_because(now + down, Wake::NodeBack(node, now), row);
    }

    /// The VM runs again, and so do the node's Pods.
    pub(crate) fn node_back(&mut self, node: NodeId, since: SimTime) {
        if !self.fails_since(node, since) {
            return;
        }
        let row = self.record(Rule::HostBack, node, Change::NodeRecovered);
        let now = self.now;
        // Each in its class, in name order (AM-56).
        for pod in self.world.occupancy.pods_on(node).to_vec() {
            if self.container_back(pod, row) {
                continue;
            }
            let wake = match self.world.cluster.pods[pod].phase() {
                PodPhase::Running { ready: false, .. } if !self.behaviour.bad.contains(&pod) => {
                    Wake::ProbesPassed(pod)
                }
                // No kubelet has started its containers in the meantime.
                PodPhase::Starting { .. } if !broken("host/starts") => Wake::ContainersStarted(pod),
                // Nor ended it after its grace period.
                PodPhase::Terminating { until, .. } if until <= now => Wake::GraceOver(pod),
                _ => continue,
            };
            self.wake_because(now, wake, row);
        }
    }
}

impl Core {
    /// KT-11: the instant of detection: no lease renewal for 40 s, or 50 from 1.32 on, checked every 5 s.
    pub(crate) fn noticed(&self, node: NodeId) -> SimTime {
        let template = self.world.cluster.nodes[node].template;
        let version = self.world.plan.templates[template].version;
        let patient = version.is_some_and(|version| version >= PATIENT_SINCE);
        let patient = patient && !broken("node/missed");
        let grace = SimSpan::from_secs(if patient { 50 } else { 40 });
        let step = SimSpan::from_secs(5).ms();
        let at = (self.now + grace).ms();
        SimTime::from_ms((at + step - 1) / step * step)
    }

    /// Is it still the same failure?
    fn fails_since(&self, node: NodeId, since: SimTime) -> bool {
        let state = &self.world.cluster.nodes[node];
        state.up() && state.failed_at == Some(since)
    }

    /// Is the node's repair in progress?
    pub(crate) fn is_repaired(&self, node: NodeId) -> bool {
        self.world.repaired.contains(&node)
    }

    /// Has a repair cordoned the node?
    pub(crate) fn cordoned_by_repair(&self, node: NodeId) -> bool {
        let by = self.world.cluster.nodes[node].cordoned_by;
        by.is_some() && by == self.world.repair_cordons.get(&node).copied()
    }

    fn repairs_in(&self, zone: ZoneId) -> bool {
        let cluster = &self.world.cluster;
        let mut running = self.world.repaired.iter();
        running.any(|node| cluster.zone_of(&self.world.plan, *node) == zone)
    }
}

impl Vms {
    /// BS-58, AM-53: unhealthy for long enough, and not being upgraded.
    pub(crate) fn repair_due(&mut self, cx: &mut Cx<'_>, node: NodeId, since: SimTime) {
        if cx.fails_since(node, since) && !cx.world.cluster.nodes[node].taken {
            self.to_repair.push(node);
            self.repair(cx);
        }
    }

    /// Repairs nodes like an unavailable slot (AM-53), one node per zone at a time.
    pub(crate) fn repair(&mut self, cx: &mut Cx<'_>) {
        let mut running = std::mem::take(&mut cx.world.repaired);
        running.retain(|node| {
            let state = &cx.world.cluster.nodes[*node];
            // An upgrade that has taken the node recreates it, or deletes it for good.
            let left = state.taken || cx.is_to_go(*node);
            state.phase != NodePhase::Gone && state.health != Health::Well && !left
        });
        cx.world.repaired = running;
        for node in cx.world.repaired.clone() {
            // Even if a user has uncordoned the node.
            if cx.world.cluster.nodes[node].up() && !cx.world.drains.any(node) {
                cx.cause = cx.world.node_row(node);
                cx.delete_node(node, Rule::RepairDelete, true);
            }
        }
        let cause = cx.cause;
        for node in std::mem::take(&mut self.to_repair) {
            let state = &cx.world.cluster.nodes[node];
            let left = state.taken || cx.is_to_go(node);
            if !state.up() || state.health == Health::Well || left {
                continue;
            }
            let zone = cx.world.cluster.zone_of(cx.plan, node);
            let next = cx.repairs_in(zone) && !muted("AM-53") && !broken("repair/one");
            // A batch's drain forces no Pod out: it continues to its limit, and the repair follows (BG-16).
            if next || cx.world.drains.by_batch(node) {
                self.to_repair.push(node);
                continue;
            }
            cx.world.repaired.push(node);
            cx.cause = cx.world.node_row(node).or(cause);
            self.drain_to_repair(cx, node);
        }
    }

    fn drain_to_repair(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let was_open = cx.world.cluster.nodes[node].cordoned_by.is_none();
        cx.request_drain(node, Rule::Repair, DrainRequest::new(&Purpose::UPGRADE, 0));
        let row = cx.world.cluster.nodes[node].cordoned_by;
        if let (true, Some(row)) = (was_open, row) {
            cx.world.repair_cordons.insert(node, row);
        }
    }

    /// AM-53: an upgrade that stops its own drain of the node doesn't stop the repair.
    pub(crate) fn resume_repair(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let up = cx.world.cluster.nodes[node].up();
        if up && cx.is_repaired(node) && !cx.world.drains.goes_on(node) {
            self.drain_to_repair(cx, node);
        }
    }
}
