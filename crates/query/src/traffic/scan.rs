//! Follows backends, their health, Pods and VMs, row by row.

use super::cuts::{Cut, uses_its_grace};
use super::nodes::{Drawables, NodeFate, NodeScan};
use super::service::{ServiceScan, Takes, place};
use super::{DrawRange, ServiceTraffic, Traffic, TrafficShare};
use crate::index::row::Row;
use crate::removal::shortens;
use base::{IdVec, Map, NodeId, PodId, RecordNo, ServiceId, SimSpan, SimTime, WorkloadId, muted};
use model::load_balancer::Behavior;
use model::{Cluster, Plan, PodPhase};
use trace::{Change, Subject, Trace};

/// The state between two rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TrafficScan {
    of_workload: Map<WorkloadId, Vec<ServiceId>>,
    pods: Map<PodId, (NodeId, Takes)>,
    nodes: Map<NodeId, NodeScan>,
    /// `None`: it has no load balancer.
    each: IdVec<ServiceId, Option<ServiceScan>>,
    drawable: Drawables,
    /// Draining times that are not over: their ends, in order, each with the row with which it began.
    drains: Vec<(SimTime, ServiceId, NodeId, RecordNo)>,
    /// Pods that have been told to stop, and whether they are killed at the end of their grace, instead of ending by themselves before.
    stopped: Map<PodId, bool>,
    /// What changes about endpoints while the API doesn't answer.
    held: Vec<HeldPod>,
    /// When the rows of the last instant have changed some Service.
    touched: Option<SimTime>,
}

/// A Pod of a workload, and what it will be known as.
type HeldPod = (PodId, WorkloadId, Option<(NodeId, Takes)>);

impl Traffic {
    pub(crate) fn begin(trace: &Trace) -> Self {
        let plan = trace.plan();
        if !plan.is_balanced() {
            return Self::default();
        }
        let mut scan = TrafficScan::default();
        for (id, service) in plan.services.iter() {
            let of = service.known_balancer();
            let draws = of.and_then(|of| scan.drawable.place(plan, id, of));
            scan.each.push(of.map(|of| ServiceScan::new(plan, service, of, draws)));
            for workload in service.workloads.iter().filter(|_| of.is_some()) {
                scan.of_workload.entry(*workload).or_default().push(id);
            }
        }
        let start = trace.start();
        for (id, node) in start.nodes.iter() {
            let dead = matches!(node.phase, model::NodePhase::Deleting { .. });
            scan.nodes.insert(id, NodeScan::new(plan, start, id, dead));
        }
        for (id, pod) in start.each_pod() {
            let takes = match pod.phase() {
                _ if pod.ready() => Some(Takes::Ready),
                PodPhase::Terminating { .. } => {
                    plan.serves_to_the_end(id, pod.workload).then_some(Takes::Serving)
                }
                _ => None,
            };
            let node = pod.node();
            if let Some(node) = node.filter(|_| pod.terminating() && !pod.held()) {
                scan.stopped.insert(id, false);
                scan.stops(plan, id, pod.workload, node);
            }
            scan.pod(plan, id, pod.workload, node.zip(takes), (SimTime::ZERO, RecordNo(0)));
        }
        let when = (SimTime::ZERO, RecordNo(0));
        plan.services.ids().for_each(|id| scan.touch(plan.balancing, id, when));
        Self { scan: Some(Box::new(scan)), ..Self::default() }
    }

    pub(crate) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let Some(scan) = self.scan.as_deref_mut() else { return };
        let (at, no) = (row.record.at, row.no);
        if scan.touched.is_some_and(|since| since < at) {
            scan.flush(trace.plan(), &mut self.each, true);
        }
        scan.end_drains(at);
        let when = (at, no);
        if !row.cluster.control_plane.is_down() {
            for (pod, workload, now) in std::mem::take(&mut scan.held) {
                scan.pod(trace.plan(), pod, workload, now, when);
            }
        }
        match (row.record.subject, row.record.change) {
            (Subject::Service(id), Change::BackendAdded { node, healthy }) => {
                scan.backend(trace.plan(), row.cluster, id, node, Some(healthy), when);
            }
            (Subject::Service(id), Change::BackendRemoved { node, drains_s }) => {
                scan.backend(trace.plan(), row.cluster, id, node, None, when);
                scan.begin_drain(id, node, SimSpan::from_secs(drains_s.into()), when);
            }
            (Subject::Service(id), Change::BackendHealthy { node }) => {
                scan.backend(trace.plan(), row.cluster, id, node, Some(true), when);
            }
            (Subject::Service(id), Change::BackendUnhealthy { node }) => {
                scan.backend(trace.plan(), row.cluster, id, node, Some(false), when);
            }
            (Subject::Service(id), Change::BackendSpare { node, healthy }) => {
                scan.can_be_drawn(trace.plan(), id, node, Some(healthy), when);
            }
            (Subject::Service(id), Change::BackendSpareGone { node }) => {
                scan.can_be_drawn(trace.plan(), id, node, None, when);
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
                let now = NodeScan::new(trace.plan(), row.cluster, node, dead);
                scan.node(trace.plan(), node, now, when);
            }
            (Subject::Pod(pod), change) => scan.pod_row(trace, &row, pod, change),
            _ => {}
        }
    }

    /// When open connections are cut, in order.
    pub fn cuts(&self, service: ServiceId) -> &[Cut] {
        let scan = self.scan.as_deref().and_then(|scan| scan.each.get(service)?.as_ref());
        scan.map_or(&[], |one| one.open.cuts.as_slice())
    }

    /// After the last row that is known: more of its instant may follow.
    pub(crate) fn flush(&mut self, trace: &Trace) {
        if let Some(scan) = self.scan.as_deref_mut() {
            scan.flush(trace.plan(), &mut self.each, false);
            scan.end_drains(trace.end());
        }
    }
}

impl TrafficScan {
    fn pod_row(&mut self, trace: &Trace, row: &Row<'_>, pod: PodId, change: Change) {
        let when = (row.record.at, row.no);
        let Some(workload) = trace.owner(pod) else { return };
        if !self.of_workload.contains_key(&trace.plan().first_revision(workload)) {
            return;
        }
        let before = self.pods.get(&pod).copied();
        let now = match change {
            Change::PodReady => row.stay.node.map(|node| (node, Takes::Ready)),
            Change::PodTerminating { .. } => {
                let serves = trace.plan().serves_to_the_end(pod, workload);
                before.filter(|_| serves).map(|(node, _)| (node, Takes::Serving))
            }
            Change::PodUnready
            | Change::ContainerExited { .. }
            | Change::ContainerKilled { .. }
            | Change::PodFinished { .. }
            | Change::PodForced { .. }
            | Change::PodGone => None,
            _ => return,
        };
        if let Change::PodTerminating { gone_after_s, .. } = change {
            let gone = SimSpan::from_secs(i64::from(gone_after_s));
            let shorter = shortens(trace, row.record);
            let killed = shorter || uses_its_grace(trace.plan(), workload, gone);
            *self.stopped.entry(pod).or_default() |= killed;
        }
        if row.cluster.control_plane.is_down() {
            // It is known at the end (AM-69).
            self.held.push((pod, workload, now));
        } else {
            self.pod(trace.plan(), pod, workload, now, when);
        }
        let waits = matches!(change, Change::PodUnready | Change::PodTerminating { .. });
        if now.is_none() && !waits {
            let forced = matches!(change, Change::PodForced { .. });
            // One that is gone without having been told to stop is lost with its node.
            let killed = self.stopped.remove(&pod).unwrap_or(true) && change == Change::PodGone;
            self.pod_ends(trace.plan(), pod, workload, forced || killed, when);
        }
    }

    fn of(&mut self, id: ServiceId) -> Option<&mut ServiceScan> {
        self.each.get_mut(id)?.as_mut()
    }

    fn touch(&mut self, behavior: Behavior, id: ServiceId, when: (SimTime, RecordNo)) {
        self.touched = Some(when.0);
        if let Some(one) = self.of(id) {
            one.touch(behavior, when);
        }
    }

    /// A backend is healthy, unhealthy, or none any more.
    fn backend(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        id: ServiceId,
        node: NodeId,
        healthy: Option<bool>,
        when: (SimTime, RecordNo),
    ) {
        let fate = self.fate(plan.balancing, id, node);
        let zone = self.node_of(node).zone;
        self.can_be_drawn(plan, id, node, healthy, when);
        let Some(one) = self.of(id) else { return };
        one.begin(when.0);
        one.set_backend(node, healthy, (zone, fate), || place(plan, cluster, node));
        one.open.leaves(node, healthy.is_none().then_some(when.1));
        // Established connections stay on a backend that fails the check.
        if healthy == Some(false) && muted("BS-84") {
            let alive = one.alive(node);
            one.open.cut_backend(node, None, alive, when);
        }
        self.touch(plan.balancing, id, when);
    }

    /// The node can be drawn from now on, healthy or not, or no longer, as the rows of that Service say.
    fn can_be_drawn(
        &mut self,
        plan: &Plan,
        id: ServiceId,
        node: NodeId,
        healthy: Option<bool>,
        when: (SimTime, RecordNo),
    ) {
        let (fate, zone) = (self.fate(plan.balancing, id, node), self.node_of(node).zone);
        let draws = self.of(id).and_then(|one| one.draws);
        let Some(all) = self.drawable.told_by(id, draws) else { return };
        let differed = all.differ();
        all.set(node, healthy.map(|healthy| (zone, healthy, fate)));
        if !differed && !all.differ() {
            return;
        }
        self.touched = Some(when.0);
        let each = self.each.iter_mut().filter_map(|(_, one)| one.as_mut());
        each.filter(|one| one.draws == draws).for_each(|one| one.touch(plan.balancing, when));
    }

    fn node_of(&self, node: NodeId) -> NodeScan {
        self.nodes.get(&node).copied().unwrap_or_default()
    }

    /// From now on its connections have so much time.
    fn begin_drain(
        &mut self,
        id: ServiceId,
        node: NodeId,
        lasts: SimSpan,
        (at, no): (SimTime, RecordNo),
    ) {
        let until = at + lasts;
        let place = self.drains.partition_point(|(other, ..)| *other <= until);
        self.drains.insert(place, (until, id, node, no));
    }

    /// Cuts what has been drained by then.
    fn end_drains(&mut self, now: SimTime) {
        let over = self.drains.partition_point(|(until, ..)| *until <= now);
        let over: Vec<_> = self.drains.drain(..over).collect();
        for (until, id, node, no) in over {
            let over = |one: &&mut ServiceScan| one.open.is_drained(node, no) && !muted("BS-83");
            if let Some(one) = self.of(id).filter(over) {
                one.begin(until);
                let alive = one.alive(node);
                one.open.cut_backend(node, None, alive, (until, no));
            }
        }
    }

    /// The Pod has been terminating since before the start, and has connections.
    fn stops(&mut self, plan: &Plan, pod: PodId, workload: WorkloadId, node: NodeId) {
        let ids = self.of_workload.get(&plan.first_revision(workload)).cloned().unwrap_or_default();
        for id in ids {
            if let Some(one) = self.of(id) {
                one.open.old_pod(pod, node, 1);
            }
        }
    }

    /// The Pod has no connections any more. `killed`: they are cut.
    fn pod_ends(
        &mut self,
        plan: &Plan,
        pod: PodId,
        workload: WorkloadId,
        killed: bool,
        when: (SimTime, RecordNo),
    ) {
        let ids = self.of_workload.get(&plan.first_revision(workload)).cloned().unwrap_or_default();
        for id in ids {
            let Some(one) = self.each.get_mut(id).and_then(Option::as_mut) else { continue };
            one.begin(when.0);
            let node = one.open.node_of(pod);
            // Those on a VM that doesn't answer have been cut with it.
            let dead = node.and_then(|node| self.nodes.get(&node)).is_some_and(|one| one.dead);
            let of = node.and_then(|node| one.one_of(node));
            one.open.pod_ends(pod, one.of.local, of, killed && !dead, when);
        }
    }

    fn fate(&self, behavior: Behavior, id: ServiceId, node: NodeId) -> NodeFate {
        let one = self.each.get(id).and_then(Option::as_ref);
        one.map_or(NodeFate::Dead, |one| one.fate(behavior, node, self.node_of(node)))
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
            let Some(one) = self.each.get_mut(*id).and_then(Option::as_mut) else { continue };
            one.set_fate(node, was, is);
            if let Some(all) = self.drawable.told_by(*id, one.draws) {
                all.set_fate(node, is);
            }
            self.touch(plan.balancing, *id, when);
        }
    }

    fn node(&mut self, plan: &Plan, node: NodeId, now: NodeScan, when: (SimTime, RecordNo)) {
        let dead = now.dead;
        let was = self.nodes.get(&node).is_some_and(|one| one.dead);
        let ids: Vec<ServiceId> = self.each.ids().collect();
        if dead && !was {
            self.each.iter_mut().filter_map(|(_, one)| one.as_mut()).for_each(|one| {
                one.cut_vm(node, when);
            });
        }
        self.node_changes(plan, node, &ids, when, |scan| {
            scan.nodes.insert(node, now);
            if was != dead {
                for one in scan.each.iter_mut().filter_map(|(_, one)| one.as_mut()) {
                    one.node_dies(node, if dead { 1 } else { -1 });
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
        let is_ready = |side: Option<(NodeId, Takes)>| {
            side.filter(|(_, takes)| *takes == Takes::Ready).map(|(node, _)| node)
        };
        for id in &ids {
            let Some(one) = self.of(*id) else { continue };
            one.begin(when.0);
            match (is_ready(before), is_ready(now)) {
                (Some(node), None) => one.old_pod(pod, node),
                (None, Some(_)) => one.open.fresh_pod(pod),
                _ => {}
            }
        }
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

    /// `over`: no more rows of the instant follow.
    fn flush(&mut self, plan: &Plan, each: &mut Map<ServiceId, ServiceTraffic>, over: bool) {
        let behavior = plan.balancing;
        let fate = |one: &ServiceScan, node| {
            let known = self.nodes.get(&node).copied().unwrap_or_default();
            (known.zone, one.fate(behavior, node, known))
        };
        for (id, one) in self.each.iter_mut() {
            let Some(one) = one else { continue };
            let Some((from, no)) = one.touched else { continue };
            let mut so_far;
            let one = if over {
                one.touched = None;
                one
            } else {
                so_far = one.clone();
                &mut so_far
            };
            one.settle(fate);
            let share = one.share(behavior, from, no);
            let ServiceTraffic { shares, ranges } = each.entry(id).or_default();
            let same = |last: &TrafficShare| TrafficShare { from, no, ..*last } == share;
            push(shares, share, |one| one.from, same);
            let drawable = one.draws.and_then(|draws| self.drawable.get(draws));
            let range = drawable.and_then(|all| one.range(behavior, all));
            let [low, high] = range.unwrap_or([share.lost(); 2]);
            if low != high || !ranges.is_empty() {
                let same = |last: &DrawRange| (last.low, last.high) == (low, high);
                push(ranges, DrawRange { from, no, low, high }, |one| one.from, same);
            }
        }
        if over {
            self.touched = None;
        }
    }
}

/// Adds what holds from an instant on, unless the same holds already.
fn push<T>(all: &mut Vec<T>, one: T, from: impl Fn(&T) -> SimTime, is_same: impl Fn(&T) -> bool) {
    if all.last().is_some_and(|last| from(last) == from(&one)) {
        all.pop();
    }
    if !all.last().is_some_and(is_same) {
        all.push(one);
    }
}
