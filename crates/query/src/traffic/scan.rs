//! Follows backends, their health, Pods and VMs, row by row.

use super::{Share, Traffic};
use crate::index::row::Row;
use base::{IdVec, Map, NodeId, PodId, RecordNo, ServiceId, SimTime, WorkloadId};
use model::load_balancer::{Behavior, Endpoints, LoadBalancer, Lost};
use model::{Cluster, Plan, PodPhase, Version};
use trace::{Change, Subject, Trace};

/// Before the last resort.
const OLD: Version = Version { major: 1, minor: 25, patch: None, gke: None };

/// How a Pod takes connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Ready,
    /// Terminating, and still passing readiness.
    Serving,
}

/// What becomes of connections on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeFate {
    /// Its VM doesn't answer.
    Dead,
    /// No Pod may be chosen; by the version of the node.
    EmptyOld,
    EmptyNew,
    Open,
}

/// The state between two rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TrafficScan {
    of_workload: Map<WorkloadId, Vec<ServiceId>>,
    pods: Map<PodId, (NodeId, Takes)>,
    nodes: Map<NodeId, NodeScan>,
    /// `None`: it has no load balancer.
    each: IdVec<ServiceId, Option<ServiceScan>>,
    /// When the rows of the last instant have changed some Service.
    touched: Option<SimTime>,
}

/// A node, as it is for all Services.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct NodeScan {
    /// Its VM doesn't answer.
    dead: bool,
    version: Option<Version>,
}

/// A node, as it is for one Service.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct NodeOfService {
    pods: Endpoints,
    /// Whether it is healthy, if it is a backend.
    backend: Option<bool>,
}

#[derive(Clone, PartialEq, Debug)]
struct ServiceScan {
    of: LoadBalancer,
    nodes: Map<NodeId, NodeOfService>,
    all: Endpoints,
    /// Ready Pods on nodes that are dead.
    dead_ready: u32,
    /// Backends by their fate: all but the healthy ones, and those.
    counts: [[u32; 4]; 2],
    /// The first row of the last instant that has changed something.
    touched: Option<(SimTime, RecordNo)>,
}

impl Traffic {
    pub(crate) fn begin(trace: &Trace) -> Self {
        let plan = trace.plan();
        if !plan.is_balanced() {
            return Self::default();
        }
        let mut scan = TrafficScan::default();
        for (id, service) in plan.services.iter() {
            scan.each.push(service.balancer.map(ServiceScan::new));
            for workload in service.workloads.iter().filter(|_| service.balancer.is_some()) {
                scan.of_workload.entry(*workload).or_default().push(id);
            }
        }
        let start = trace.start();
        for (id, node) in start.nodes.iter() {
            let dead = matches!(node.phase, model::NodePhase::Deleting { .. });
            scan.nodes.insert(id, NodeScan { dead, version: version(plan, start, id) });
        }
        for (id, pod) in start.each_pod() {
            let takes = match pod.phase() {
                _ if pod.ready() => Some(Takes::Ready),
                PodPhase::Terminating { .. } => Some(Takes::Serving),
                _ => None,
            };
            let node = pod.node();
            scan.pod(plan, id, pod.workload, node.zip(takes), (SimTime::ZERO, RecordNo(0)));
        }
        Self { each: Map::new(), scan: Some(Box::new(scan)) }
    }

    pub(crate) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let Some(scan) = self.scan.as_deref_mut() else { return };
        let (at, no) = (row.record.at, row.no);
        if scan.touched.is_some_and(|since| since < at) {
            scan.flush(trace.plan(), &mut self.each);
        }
        let when = (at, no);
        match (row.record.subject, row.record.change) {
            (Subject::Service(id), Change::BackendAdded { node, healthy }) => {
                scan.backend(trace.plan(), id, node, Some(healthy), when);
            }
            (Subject::Service(id), Change::BackendRemoved { node, .. }) => {
                scan.backend(trace.plan(), id, node, None, when);
            }
            (Subject::Service(id), Change::BackendHealthy { node }) => {
                scan.backend(trace.plan(), id, node, Some(true), when);
            }
            (Subject::Service(id), Change::BackendUnhealthy { node }) => {
                scan.backend(trace.plan(), id, node, Some(false), when);
            }
            (Subject::Node(node), change) => {
                let dead = match change {
                    Change::NodeDeleting { .. }
                    | Change::NodeShutDown { .. }
                    | Change::NodeGone => true,
                    Change::HostEvent { down_s } if down_s > 0 => true,
                    Change::NodeReady | Change::NodeRecovered => false,
                    _ => return,
                };
                let version = version(trace.plan(), row.cluster, node);
                scan.node(trace.plan(), node, dead, version, when);
            }
            (Subject::Pod(pod), change) => {
                let Some(workload) = trace.owner(pod) else { return };
                if !scan.of_workload.contains_key(&trace.plan().first_revision(workload)) {
                    return;
                }
                let before = scan.pods.get(&pod).copied();
                let now = match change {
                    Change::PodReady => row.stay.node.map(|node| (node, Takes::Ready)),
                    Change::PodTerminating { .. } => before.map(|(node, _)| (node, Takes::Serving)),
                    Change::PodUnready
                    | Change::ContainerExited { .. }
                    | Change::ContainerKilled { .. }
                    | Change::PodFinished { .. }
                    | Change::PodForced { .. }
                    | Change::PodGone => None,
                    _ => return,
                };
                scan.pod(trace.plan(), pod, workload, now, when);
            }
            _ => {}
        }
    }

    /// After the last row that is known.
    pub(crate) fn flush(&mut self, trace: &Trace) {
        if let Some(scan) = self.scan.as_deref_mut() {
            scan.flush(trace.plan(), &mut self.each);
        }
    }
}

fn version(plan: &Plan, cluster: &Cluster, node: NodeId) -> Option<Version> {
    plan.templates.get(cluster.nodes.get(node)?.template)?.version
}

impl TrafficScan {
    fn of(&mut self, id: ServiceId) -> Option<&mut ServiceScan> {
        self.each.get_mut(id)?.as_mut()
    }

    fn touch(&mut self, id: ServiceId, when: (SimTime, RecordNo)) {
        self.touched = Some(when.0);
        if let Some(one) = self.of(id) {
            one.touched = one.touched.or(Some(when));
        }
    }

    /// A backend is healthy, unhealthy, or none any more.
    fn backend(
        &mut self,
        plan: &Plan,
        id: ServiceId,
        node: NodeId,
        healthy: Option<bool>,
        when: (SimTime, RecordNo),
    ) {
        let fate = self.fate(plan.balancing, id, node);
        let Some(one) = self.of(id) else { return };
        let before = std::mem::replace(&mut one.nodes.entry(node).or_default().backend, healthy);
        for (side, sign) in [(before, -1), (healthy, 1)] {
            if let Some(healthy) = side {
                one.count(healthy, fate, sign);
            }
        }
        self.touch(id, when);
    }

    fn fate(&self, behavior: Behavior, id: ServiceId, node: NodeId) -> NodeFate {
        let NodeScan { dead, version } = self.nodes.get(&node).copied().unwrap_or_default();
        let has_last = behavior.has_last_resort(version);
        let empty = if has_last { NodeFate::EmptyNew } else { NodeFate::EmptyOld };
        let one = self.each.get(id).and_then(Option::as_ref);
        let Some(one) = one.filter(|_| !dead) else { return NodeFate::Dead };
        // With `Cluster` the Pods of all nodes count, which is left to the share.
        let here = one.here(node);
        match one.of.local {
            true if behavior.loses(version, true, here, one.all).is_none() => NodeFate::Open,
            _ => empty,
        }
    }

    /// Changes something about a node, and counts it anew.
    fn node_changes(
        &mut self,
        plan: &Plan,
        node: NodeId,
        ids: &[ServiceId],
        when: (SimTime, RecordNo),
        change: impl FnOnce(&mut Self),
    ) {
        let fates = |scan: &Self| -> Vec<NodeFate> {
            ids.iter().map(|id| scan.fate(plan.balancing, *id, node)).collect()
        };
        let before = fates(self);
        change(self);
        let after = fates(self);
        for (id, (was, is)) in ids.iter().zip(before.into_iter().zip(after)) {
            let Some(one) = self.of(*id) else { continue };
            let backend = one.nodes.get(&node).and_then(|one| one.backend);
            if let Some(healthy) = backend.filter(|_| was != is) {
                one.count(healthy, was, -1);
                one.count(healthy, is, 1);
            }
            self.touch(*id, when);
        }
    }

    fn node(
        &mut self,
        plan: &Plan,
        node: NodeId,
        dead: bool,
        version: Option<Version>,
        when: (SimTime, RecordNo),
    ) {
        let was = self.nodes.get(&node).is_some_and(|one| one.dead);
        let ids: Vec<ServiceId> = self.each.ids().collect();
        self.node_changes(plan, node, &ids, when, |scan| {
            scan.nodes.insert(node, NodeScan { dead, version });
            if was != dead {
                for one in scan.each.iter_mut().filter_map(|(_, one)| one.as_mut()) {
                    let ready = one.here(node).ready;
                    let sign = if dead { 1 } else { -1 };
                    one.dead_ready = one.dead_ready.saturating_add_signed(sign * ready as i32);
                }
            }
        });
    }

    fn pod(
        &mut self,
        plan: &Plan,
        pod: PodId,
        workload: WorkloadId,
        now: Option<(NodeId, Takes)>,
        when: (SimTime, RecordNo),
    ) {
        let ids = self.of_workload.get(&plan.first_revision(workload)).cloned().unwrap_or_default();
        let before = self.pods.get(&pod).copied();
        if ids.is_empty() || before == now {
            return;
        }
        match now {
            Some(now) => self.pods.insert(pod, now),
            None => self.pods.remove(&pod),
        };
        for (side, sign) in [(before, -1), (now, 1)] {
            let Some((node, takes)) = side else { continue };
            let dead = self.nodes.get(&node).is_some_and(|one| one.dead);
            self.node_changes(plan, node, &ids, when, |scan| {
                for id in &ids {
                    if let Some(one) = scan.of(*id) {
                        one.takes(node, takes, sign, dead);
                    }
                }
            });
        }
    }

    fn flush(&mut self, plan: &Plan, each: &mut Map<ServiceId, Vec<Share>>) {
        self.touched = None;
        for (id, one) in self.each.iter_mut() {
            let Some(one) = one else { continue };
            let Some((at, no)) = one.touched.take() else { continue };
            let share = one.share(plan.balancing, at, no);
            let all = each.entry(id).or_default();
            if all.last().is_some_and(|last| last.from == at) {
                all.pop();
            }
            let same = |last: &Share| Share { from: at, no, ..*last } == share;
            if !all.last().is_some_and(same) {
                all.push(share);
            }
        }
    }
}

impl ServiceScan {
    fn new(of: LoadBalancer) -> Self {
        Self {
            of,
            nodes: Map::new(),
            all: Endpoints::default(),
            dead_ready: 0,
            counts: [[0; 4]; 2],
            touched: None,
        }
    }

    fn here(&self, node: NodeId) -> Endpoints {
        self.nodes.get(&node).map_or(Endpoints::default(), |one| one.pods)
    }

    fn count(&mut self, healthy: bool, fate: NodeFate, sign: i32) {
        let count = &mut self.counts[usize::from(healthy)][fate as usize];
        *count = count.saturating_add_signed(sign);
    }

    fn takes(&mut self, node: NodeId, takes: Takes, sign: i32, dead: bool) {
        for own in [&mut self.all, &mut self.nodes.entry(node).or_default().pods] {
            let count = if takes == Takes::Ready { &mut own.ready } else { &mut own.serving };
            *count = count.saturating_add_signed(sign);
        }
        if dead && takes == Takes::Ready {
            self.dead_ready = self.dead_ready.saturating_add_signed(sign);
        }
    }

    /// Rulebook: AM-97, BS-85. Backends have equal weights; with none, nothing answers.
    fn share(&self, behavior: Behavior, from: SimTime, no: RecordNo) -> Share {
        let sum = |counts: [u32; 4]| counts.iter().sum::<u32>();
        let [unhealthy, healthy] = self.counts;
        let tried = if sum(healthy) > 0 { healthy } else { unhealthy };
        let [dead, old, new, open] = tried.map(u64::from);
        let mut kinds = [0; 3];
        let mut add = |how: Lost, n: u64| kinds[how as usize] += n;
        // The version before the last resort, and a recent one.
        let versions = [Some(OLD), None];
        let (mut of, mut losing) = (u64::from(sum(tried)), dead);
        let ready = u64::from(self.all.ready);
        if of == 0 {
            (of, losing) = (1, 0);
            add(Lost::TimedOut, 1);
        } else if self.of.local {
            add(Lost::TimedOut, dead);
            for (n, version) in [old, new].into_iter().zip(versions) {
                if let Some(how) = behavior.loses(version, true, Endpoints::default(), self.all) {
                    add(how, n);
                    losing += n;
                }
            }
        } else if ready > 0 {
            // Of the others' connections those that go to Pods on dead nodes.
            let part = (old + new + open) * u64::from(self.dead_ready);
            add(Lost::TimedOut, dead * ready + part);
            of *= ready;
        } else {
            add(Lost::TimedOut, dead);
            for (n, version) in [old, new + open].into_iter().zip(versions) {
                if let Some(how) = behavior.loses(version, false, Endpoints::default(), self.all) {
                    add(how, n);
                    losing += n;
                }
            }
        }
        let backends = sum(unhealthy) + sum(healthy);
        let losing = losing as u32;
        Share { from, no, backends, healthy: sum(healthy), losing, kinds, of }
    }
}
