//! The load balancers of Services: which nodes are backends, and which of them pass health checks. They stand outside the cluster and
//! change nothing in it.

mod balancer;
mod facts;

use self::balancer::Balancer;
use self::facts::{Known, known};
use crate::cx::{Core, Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{IdVec, Map, NodeId, PodId, ServiceId, SimTime, WorkloadId};
use model::load_balancer::{BalancerKind, Trigger};
use trace::{Change, Record, Subject};

/// Tells the load balancers of rows that may concern them.
pub(super) fn on_record(cx: &mut Cx<'_>, record: &Record) {
    match record.subject {
        Subject::Pod(pod) => cx.wake_now(Wake::BackendPod(pod)),
        Subject::Node(node) => match record.change {
            // The drain was given up or rolled back.
            Change::NodeUncordoned if record.rule != Rule::UserUncordon.no() => {
                cx.wake_now(Wake::NoDrain(node));
            }
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
        // The labels of its nodes.
        Subject::Pool(pool) if matches!(record.change, Change::Reshaped { .. }) => {
            let nodes: Vec<NodeId> = cx.world.nodes_of(pool).map(|(id, _)| id).collect();
            nodes.into_iter().for_each(|node| cx.wake_now(Wake::BackendNode(node)));
        }
        _ => {}
    }
}

/// All load balancers, and what they know of nodes and Pods.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadBalancers {
    each: Vec<Balancer>,
    /// The load balancer of a Service, and its number there.
    of_service: IdVec<ServiceId, Option<(usize, usize)>>,
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
            Wake::LabelForDrain(node) => self.node_changes(cx, node, true, cx.now),
            Wake::NoDrain(node) => self.node_changes(cx, node, false, cx.now),
            Wake::BackendNode(node) => {
                let labeled = self.nodes.get(&node).is_some_and(|one| one.facts.gke_drain);
                self.node_changes(cx, node, labeled, cx.now);
            }
            // No controller and no kube-proxy hears of it (AM-69).
            Wake::BackendPod(_) if cx.world.cluster.control_plane.is_down() => {
                let cause = cx.cause;
                cx.held_back.push((wake, cause));
            }
            Wake::BackendPod(pod) => self.pod_changes(cx, pod),
            Wake::SyncBackends(service, node) => {
                if let Some(&Some((at, _))) = self.of_service.get(service) {
                    self.each[at].sync(cx, node, &self.nodes);
                }
            }
            Wake::CheckHealth(service, node) => {
                if let Some(&Some((at, no))) = self.of_service.get(service) {
                    self.each[at].notice(cx, no, node);
                }
            }
            _ => {}
        }
    }

    fn still_acts(&self, _: &Core, wake: Wake) -> bool {
        let Wake::BackendNode(node) = wake else { return true };
        self.nodes.get(&node).is_some_and(|one| one.noticed.is_some())
    }
}

impl LoadBalancers {
    fn begin(&mut self, cx: &mut Cx<'_>) {
        let plan = cx.plan;
        let mut kinds = plan.services.values().filter_map(|one| Some(one.balancer?.kind));
        self.internal_groups = kinds.any(|kind| kind == BalancerKind::InternalGroup);
        for (id, service) in plan.services.iter() {
            let Some(of) = service.known_balancer() else {
                self.of_service.push(None);
                continue;
            };
            for workload in &service.workloads {
                self.of_workload.entry(*workload).or_default().push(id);
            }
            let at = self.each.iter().position(|one| one.is_shared(of)).unwrap_or_else(|| {
                self.each.push(Balancer::new(plan, service, of, &self.each));
                self.each.len() - 1
            });
            self.of_service.push(Some((at, self.each[at].push(id, service))));
        }
        // A drain that began so shortly before the start that the controllers don't know it yet.
        let mut recent = Vec::new();
        for node in cx.world.cluster.nodes.ids() {
            let since = plan.draining_since.get(&node).copied();
            let since = since.or_else(|| cx.world.drains.by_upgrade(node).then_some(cx.now));
            let is_known = |since: SimTime| since + plan.balancing.sync_delay <= cx.now;
            let labeled = facts::says_drain(cx, node) || since.is_some_and(is_known);
            recent.extend(since.filter(|_| !labeled).map(|since| (node, since)));
            if let Some(known) = known(cx, labeled, node, None) {
                self.nodes.insert(node, known);
            }
        }
        for pod in cx.world.cluster.pods.ids() {
            let Some((node, ready)) = self.staying(cx, pod) else { continue };
            self.pods.insert(pod, (node, ready));
            for (at, no) in self.balancers_of(cx, cx.world.cluster.pods[pod].workload) {
                self.each[at].count(no, node, (1, i32::from(ready)));
            }
        }
        let stopped = self.stopped(cx);
        for ((at, no), node, _) in &stopped {
            self.each[*at].count(*no, *node, (1, 1));
        }
        for one in &mut self.each {
            one.begin(cx, &self.nodes);
        }
        for ((at, no), node, _) in &stopped {
            self.each[*at].count(*no, *node, (-1, -1));
        }
        for ((at, no), node, since) in stopped {
            let one = &mut self.each[at];
            if one.looks(Trigger::Pods, self.internal_groups) {
                one.request(cx, node, since);
            }
            one.probe(cx, Some(no), (node, self.nodes.get(&node).copied()), since);
        }
        for (node, since) in recent {
            self.node_changes(cx, node, true, since);
        }
    }

    /// Pods that were told to stop so shortly before the start that a load balancer doesn't know it yet: that load balancer, their
    /// node, and when. They are taken to have been ready.
    fn stopped(&self, cx: &Cx<'_>) -> Vec<((usize, usize), NodeId, SimTime)> {
        let mut stopped = Vec::new();
        for (id, pod) in cx.world.cluster.pods.iter().filter(|(_, pod)| pod.terminating()) {
            let (Some(node), Some(ends)) = (pod.node(), cx.plan.deletion(id, pod)) else {
                continue;
            };
            let since = SimTime::from_ms(ends.ms() - cx.plan.workloads[pod.workload].grace.ms())
                .min(cx.now);
            for of in self.balancers_of(cx, pod.workload) {
                let one = &self.each[of.0];
                let notices = one.notices(cx.plan.balancing.sync_delay, self.internal_groups);
                if since + notices > cx.now {
                    stopped.push((of, node, since));
                }
            }
        }
        stopped
    }

    /// `labeled`: GKE drains it. `since`: it may have changed before the start.
    fn node_changes(&mut self, cx: &mut Cx<'_>, node: NodeId, labeled: bool, since: SimTime) {
        let now = known(cx, labeled, node, self.nodes.get(&node));
        let before = match now {
            Some(now) => self.nodes.insert(node, now),
            None => self.nodes.remove(&node),
        };
        let triggers = facts::triggers(before, now);
        if before == now {
            return;
        }
        if let Some(noticed) = now.and_then(|now| now.noticed).filter(|at| *at > cx.now) {
            cx.wake(noticed, Wake::BackendNode(node));
        }
        for one in &mut self.each {
            if triggers.iter().any(|trigger| one.looks(*trigger, self.internal_groups)) {
                one.request(cx, node, since);
            }
            one.probe(cx, None, (node, now), since);
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
        for (at, no) in self.balancers_of(cx, cx.world.cluster.pods[pod].workload) {
            let one = &mut self.each[at];
            for (side, sign) in [(before, -1), (now, 1)] {
                if let Some((node, ready)) = side {
                    one.count(no, node, (sign, sign * i32::from(ready)));
                }
            }
            let Some((node, _)) = now.or(before) else { continue };
            if before.is_some() != now.is_some() && one.looks(Trigger::Pods, self.internal_groups) {
                one.request(cx, node, cx.now);
            }
            one.probe(cx, Some(no), (node, self.nodes.get(&node).copied()), cx.now);
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

    /// Those of the Services that select the workload.
    fn balancers_of(&self, cx: &Cx<'_>, workload: WorkloadId) -> Vec<(usize, usize)> {
        let services = self.of_workload.get(&cx.plan.first_revision(workload));
        let services = services.map_or(&[][..], Vec::as_slice);
        services.iter().filter_map(|id| self.of_service.get(*id).copied().flatten()).collect()
    }
}
