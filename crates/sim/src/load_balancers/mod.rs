//! The load balancers of Services: which nodes are backends, and which of them pass health checks. They stand outside the cluster and
//! change nothing in it.

mod balancer;
mod facts;

use self::balancer::Balancer;
use self::facts::{Known, known};
use crate::cx::{Cx, Process};
use crate::wake::Wake;
use base::{IdVec, Map, NodeId, PodId, ServiceId, SimTime, WorkloadId};
use model::load_balancer::{BalancerKind, Trigger};
use trace::{Change, Record, Subject};

/// Tells the load balancers of rows that may concern them.
pub(super) fn on_record(cx: &mut Cx<'_>, record: &Record) {
    match record.subject {
        Subject::Pod(pod) => cx.wake_now(Wake::BackendPod(pod)),
        Subject::Node(node) => match record.change {
            Change::NodeReady
            | Change::NodeCordoned
            | Change::NodeUncordoned
            | Change::NodeDeleting { .. }
            | Change::NodeGone
            | Change::NodeLost
            | Change::HostEvent { .. }
            | Change::NodeRecovered
            | Change::NodeShutDown { .. }
            | Change::DeletionMarked { .. }
            | Change::DeletionGivenUp => cx.wake_now(Wake::BackendNode(node)),
            _ => {}
        },
        _ => {}
    }
}

/// All load balancers, and what they know of nodes and Pods.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadBalancers {
    each: IdVec<ServiceId, Option<Balancer>>,
    /// The Services that select a workload.
    of_workload: Map<WorkloadId, Vec<ServiceId>>,
    /// Some load balancer is internal and has instance groups.
    internal_groups: bool,
    nodes: Map<NodeId, Known>,
    /// Bound Pods of Services that aren't terminating, and whether they are ready.
    pods: Map<PodId, (NodeId, bool)>,
}

impl Process for LoadBalancers {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::FirstBackends => self.begin(cx),
            Wake::LabelForDrain(node) => self.node_changes(cx, node, true),
            Wake::BackendNode(node) => {
                let labeled = self.nodes.get(&node).is_some_and(|one| one.facts.gke_drain);
                self.node_changes(cx, node, labeled);
            }
            Wake::BackendPod(pod) => self.pod_changes(cx, pod),
            Wake::SyncBackends(service, node) => {
                if let Some(one) = self.each.get_mut(service).and_then(Option::as_mut) {
                    one.sync(cx, service, node, &self.nodes);
                }
            }
            Wake::CheckHealth(service, node) => {
                if let Some(one) = self.each.get_mut(service).and_then(Option::as_mut) {
                    one.check(cx, service, node);
                }
            }
            _ => {}
        }
    }
}

impl LoadBalancers {
    fn begin(&mut self, cx: &mut Cx<'_>) {
        let plan = cx.plan;
        for (id, service) in plan.services.iter() {
            for workload in &service.workloads {
                self.of_workload.entry(*workload).or_default().push(id);
            }
        }
        let mut kinds = plan.services.values().filter_map(|one| Some(one.balancer?.kind));
        self.internal_groups = kinds.any(|kind| kind == BalancerKind::InternalGroup);
        let of = |service: &model::Service| Some(Balancer::new(plan, service, service.balancer?));
        self.each = plan.services.values().map(of).collect();
        let nodes: Vec<NodeId> = cx.world.cluster.nodes.ids().collect();
        for node in nodes {
            let labeled = cx.world.drains.by_upgrade(node);
            if let Some(known) = known(cx, labeled, node) {
                self.nodes.insert(node, known);
            }
        }
        let pods: Vec<PodId> = cx.world.cluster.pods.ids().collect();
        for pod in pods {
            let Some((node, ready)) = self.staying(cx, pod) else { continue };
            self.pods.insert(pod, (node, ready));
            self.each_of(cx, pod, |one| one.count(node, (1, i32::from(ready))));
        }
        let stopped = self.stopped(cx);
        let count = |all: &mut Self, by: i32| {
            for (id, node, _) in &stopped {
                if let Some(one) = all.each.get_mut(*id).and_then(Option::as_mut) {
                    one.count(*node, (by, by));
                }
            }
        };
        count(self, 1);
        for (id, one) in self.each.iter_mut() {
            if let Some(one) = one {
                one.begin(cx, id, &self.nodes);
            }
        }
        count(self, -1);
        for (id, node, since) in stopped {
            let Some(one) = self.each.get_mut(id).and_then(Option::as_mut) else { continue };
            if one.looks(Trigger::Pods, self.internal_groups) {
                one.request(cx, id, node, since);
            }
            one.probe(cx, id, node, self.nodes.get(&node).copied(), since);
        }
    }

    /// Pods that were told to stop so shortly before the start that a load balancer doesn't know it yet: its Service, their node,
    /// and when. They are taken to have been ready.
    fn stopped(&self, cx: &Cx<'_>) -> Vec<(ServiceId, NodeId, SimTime)> {
        let mut stopped = Vec::new();
        for (id, pod) in cx.world.cluster.pods.iter().filter(|(_, pod)| pod.terminating()) {
            let (Some(node), Some(ends)) = (pod.node(), cx.plan.deletion(id, pod)) else {
                continue;
            };
            let since = SimTime::from_ms(ends.ms() - cx.plan.workloads[pod.workload].grace.ms())
                .min(cx.now);
            for service in self.services_of(cx, pod.workload) {
                let of = self.each.get(service).and_then(Option::as_ref);
                if of.is_some_and(|one| {
                    since + one.notices(cx.plan.balancing.sync_delay, self.internal_groups) > cx.now
                }) {
                    stopped.push((service, node, since));
                }
            }
        }
        stopped
    }

    /// A label of a drain goes when the node is uncordoned: the drain was given up or rolled back.
    fn node_changes(&mut self, cx: &mut Cx<'_>, node: NodeId, labeled: bool) {
        let now = known(cx, labeled, node);
        let before = match now {
            Some(now) => self.nodes.insert(node, now),
            None => self.nodes.remove(&node),
        };
        let triggers = facts::triggers(before, now);
        if before == now {
            return;
        }
        for (id, one) in self.each.iter_mut() {
            let Some(one) = one else { continue };
            if triggers.iter().any(|trigger| one.looks(*trigger, self.internal_groups)) {
                one.request(cx, id, node, cx.now);
            }
            one.probe(cx, id, node, now, cx.now);
        }
    }

    fn pod_changes(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let now = self.staying(cx, pod);
        let before = match now {
            Some(now) => self.pods.insert(pod, now),
            None => self.pods.remove(&pod),
        };
        if before == now {
            return;
        }
        let workload = cx.world.cluster.pods[pod].workload;
        let services = self.services_of(cx, workload);
        for id in services {
            let Some(one) = self.each.get_mut(id).and_then(Option::as_mut) else { continue };
            for (side, sign) in [(before, -1), (now, 1)] {
                if let Some((node, ready)) = side {
                    one.count(node, (sign, sign * i32::from(ready)));
                }
            }
            let Some((node, _)) = now.or(before) else { continue };
            if before.is_some() != now.is_some() && one.looks(Trigger::Pods, self.internal_groups) {
                one.request(cx, id, node, cx.now);
            }
            one.probe(cx, id, node, self.nodes.get(&node).copied(), cx.now);
        }
    }

    /// The node of a Pod that isn't terminating, and whether it is ready; `None`: no Service counts it.
    fn staying(&self, cx: &Cx<'_>, pod: PodId) -> Option<(NodeId, bool)> {
        let state = cx.world.cluster.pods.get(pod)?;
        let workload = cx.plan.first_revision(state.workload);
        let counts = self.of_workload.contains_key(&workload) && !state.terminating();
        let phase = state.phase();
        let over = !state.exists()
            || matches!(phase, model::PodPhase::Succeeded { .. } | model::PodPhase::Failed { .. });
        Some((state.node().filter(|_| counts && !over)?, state.ready()))
    }

    fn services_of(&self, cx: &Cx<'_>, workload: WorkloadId) -> Vec<ServiceId> {
        let first = cx.plan.first_revision(workload);
        self.of_workload.get(&first).cloned().unwrap_or_default()
    }

    fn each_of(&mut self, cx: &Cx<'_>, pod: PodId, mut act: impl FnMut(&mut Balancer)) {
        for id in self.services_of(cx, cx.world.cluster.pods[pod].workload) {
            if let Some(one) = self.each.get_mut(id).and_then(Option::as_mut) {
                act(one);
            }
        }
    }
}
