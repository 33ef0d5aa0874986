//! Volumes: when a new one gets its zone, and when a Pod's are attached to its node.

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{Map, NodeId, PodId, RecordNo, SimSpan, SimTime, muted};
use model::cluster::Cluster;
use model::node::Health;
use model::plan::Plan;
use model::pod::{Pod, PodPhase};
use model::volume::Claim;
use trace::{Blocker, Change};

/// After this long in deletion, the volumes of a Pod are detached from a lost node.
const FORCED_AFTER: SimSpan = SimSpan::from_secs(360);

/// Who waits for volumes, and what keeps them.
#[derive(Clone, Debug, Default)]
pub struct Volumes {
    /// Pods on nodes that wait for theirs, in the order of their binding.
    pub waiting: Vec<WaitingPod>,
    /// When the deletion of Pods was requested that use volumes and still exist.
    deleted: Map<PodId, SimTime>,
    /// Volumes of Pods that are gone from nodes whose kubelet didn't act, with the instants of the Pods' deletion.
    left: Vec<(Claim, NodeId, SimTime)>,
    /// The row that last released a volume.
    released_by: Option<RecordNo>,
    /// When a volume is next detached by force.
    due: Option<SimTime>,
}

/// A Pod that waits for its volumes.
#[derive(Clone, Copy, Debug)]
pub struct WaitingPod {
    pod: PodId,
    /// From the attachment to the start of its containers.
    start_s: u32,
    /// Has a row said so?
    told: bool,
}

impl Volumes {
    /// Does the Pod wait for its volumes?
    pub fn waits(&self, pod: PodId) -> bool {
        self.waiting.iter().any(|one| one.pod == pod)
    }
}

/// What has a volume that a Pod needs.
#[derive(Clone, Copy, Debug)]
enum Holder {
    Node(NodeId),
    /// A lost node had it until it was detached by force.
    Lost(NodeId),
}

impl Core {
    /// The Pod's volumes that are attached to one node at a time.
    fn claims_of(&self, pod: PodId) -> Vec<Claim> {
        let plan = &self.world.plan;
        if plan.volumes.is_empty() || muted("KS-41") {
            return Vec::new();
        }
        let pod = self.world.cluster.pods[pod];
        let once = |claim: &Claim| plan.volume(*claim).is_some_and(|volume| volume.once);
        plan.claims(&pod).filter(once).collect()
    }

    /// Which other nodes have a claim, with the instant from which a lost one no longer keeps it.
    fn attached_elsewhere(
        &self,
        claim: Claim,
        pod: PodId,
        on: NodeId,
    ) -> Vec<(NodeId, Option<SimTime>)> {
        let (plan, cluster) = (&self.world.plan, &self.world.cluster);
        let users = plan.volume(claim).map_or(&[][..], |volume| &volume.users);
        let users = users.iter().flat_map(|user| self.world.pods_of.of(*user));
        let mut all = Vec::new();
        for user in users {
            let state = &cluster.pods[user];
            if let Some(node) = state.node()
                && node != on
                && user != pod
                && plan.claim(claim.volume, state) == claim
                && !self.volumes.waits(user)
            {
                let since = self.volumes.deleted.get(&user).copied();
                all.push((node, since));
            }
        }
        let left =
            self.volumes.left.iter().filter(|(other, node, _)| *other == claim && *node != on);
        all.extend(left.map(|(_, node, since)| (*node, Some(*since))));
        for (node, since) in &mut all {
            let lost = cluster.nodes[*node].health == Health::Lost;
            *since = since.filter(|_| lost).map(|since| since + FORCED_AFTER);
        }
        all
    }

    /// What keeps the Pod's volumes from its node.
    fn holder(&self, pod: PodId, on: NodeId) -> Option<Holder> {
        let mut holder = None;
        for claim in self.claims_of(pod) {
            for (node, until) in self.attached_elsewhere(claim, pod, on) {
                if until.is_none_or(|until| until > self.now) {
                    return Some(Holder::Node(node));
                }
                holder = Some(Holder::Lost(node));
            }
        }
        holder
    }
}

/// The nodes that have the volumes of the start.
#[derive(Debug, Default)]
pub(crate) struct FirstUsers(Map<Claim, NodeId>);

impl FirstUsers {
    /// Those of Pods with a node.
    pub(crate) fn at_start(plan: &Plan, cluster: &Cluster) -> Self {
        let mut users = Self::default();
        if !plan.volumes.is_empty() {
            for pod in cluster.pods.values() {
                if let Some(node) = pod.node() {
                    users.is_kept_from(plan, pod, node);
                }
            }
        }
        users
    }

    /// Has another node one of the Pod's volumes? Otherwise this node has them now (KS-41).
    pub(crate) fn is_kept_from(&mut self, plan: &Plan, pod: &Pod, on: NodeId) -> bool {
        let once = |claim: &Claim| plan.volume(*claim).is_some_and(|volume| volume.once);
        let claims: Vec<Claim> = plan.claims(pod).filter(once).collect();
        let elsewhere = |claim: &Claim| self.0.get(claim).is_some_and(|node| *node != on);
        let kept = claims.iter().any(elsewhere) && !muted("KS-41");
        if !kept {
            for claim in claims {
                self.0.entry(claim).or_insert(on);
            }
        }
        kept
    }
}

impl Cx<'_> {
    /// KS-40: creates the disks of the Pod's unbound claims: in the zone of the chosen node, or before there is one if their
    /// class says so.
    pub(crate) fn provision(&mut self, pod: PodId, node: Option<NodeId>) {
        let state = self.world.cluster.pods[pod];
        let near = node.map(|node| self.world.cluster.zone_of(self.plan, node));
        for volume in &self.plan.workloads[state.workload].volumes {
            let claim = self.plan.claim(*volume, &state);
            let immediate = self.plan.volume(claim).is_some_and(|volume| volume.immediate);
            if self.world.occupancy.volumes.get(self.plan, claim).is_some()
                || immediate != near.is_none()
            {
                continue;
            }
            let [zone, other] = self.plan.provisioned(claim, near);
            let cause = self.world.pod_row(pod).or(self.cause);
            let change = Change::VolumeProvisioned { volume: *volume, zone, other };
            self.record_because(Rule::Provision, pod, change, cause);
        }
    }

    /// KS-41: a Pod was bound. Must it wait until its volumes are detached from other nodes?
    pub(crate) fn waits_for_volumes(&mut self, pod: PodId, start_s: u32) -> bool {
        let node = self.world.cluster.pods[pod].node();
        let waits =
            node.is_some_and(|node| matches!(self.holder(pod, node), Some(Holder::Node(_))));
        if waits {
            self.volumes.waiting.push(WaitingPod { pod, start_s, told: false });
            self.wake_once(Wake::Attach);
        }
        waits
    }

    /// Pods that are starting at the start may wait too; of those that need the same volume, the first has it.
    pub(crate) fn begin_waits(&mut self) {
        if self.plan.volumes.is_empty() {
            return;
        }
        let pods: Vec<PodId> = self.world.cluster.pods.ids().collect();
        for pod in pods.into_iter().rev() {
            let state = self.world.cluster.pods[pod];
            match state.phase() {
                PodPhase::Starting { .. } => {
                    let start = self.plan.workloads[state.workload].timings.start.p50;
                    self.waits_for_volumes(pod, start.secs());
                }
                PodPhase::Terminating { .. } => self.volumes_released(pod),
                _ => {}
            }
        }
        self.volumes.waiting.reverse();
    }

    /// A bound Pod has its volumes: its image is pulled, and its containers start.
    pub(crate) fn begin_start(&mut self, pod: PodId, node: NodeId, start_s: u32) {
        if !self.first_pull(pod, node) {
            let at = self.now + SimSpan::from_secs(i64::from(start_s));
            self.wake(at, Wake::ContainersStarted(pod));
        }
    }

    /// A Pod is being deleted, has finished or is gone.
    pub(crate) fn volumes_released(&mut self, pod: PodId) {
        let claims = self.claims_of(pod);
        if claims.is_empty() {
            return;
        }
        let (now, state) = (self.now, self.world.cluster.pods[pod]);
        if state.terminating() {
            self.volumes.deleted.entry(pod).or_insert(now);
        } else {
            let waited = self.volumes.waits(pod);
            self.volumes.waiting.retain(|one| one.pod != pod);
            let since = self.volumes.deleted.remove(&pod).unwrap_or(now);
            if let Some(node) =
                self.world.left_node.filter(|node| !waited && !self.kubelet_acts(*node))
            {
                let left = claims.into_iter().map(|claim| (claim, node, since));
                self.volumes.left.extend(left);
            }
        }
        self.volumes.released_by = self.cause;
        self.volumes_may_be_free();
    }

    /// Something has changed that Pods may wait for.
    pub(crate) fn volumes_may_be_free(&mut self) {
        let (cluster, volumes) = (&self.core.world.cluster, &mut self.core.volumes);
        let left = volumes.left.len();
        // A kubelet that is back detaches them, and so does the end of the VM.
        volumes.left.retain(|(_, node, _)| {
            let node = &cluster.nodes[*node];
            node.registered() && !node.health.kubelet_acts()
        });
        if volumes.left.len() < left {
            volumes.released_by = self.cause;
        }
        if !self.volumes.waiting.is_empty() {
            self.wake_once(Wake::Attach);
        }
    }

    /// KS-41: attaches the volumes that are free, to the Pods that wait longest.
    ///
    /// Source: Kubernetes `attachdetach`; Node shutdowns, forced storage detach on timeout.
    /// Simplified: detaching and attaching take no time.
    pub(crate) fn attach_volumes(&mut self) {
        for one in self.volumes.waiting.clone() {
            let PodPhase::Starting { on } = self.world.cluster.pods[one.pod].phase() else {
                continue;
            };
            match self.holder(one.pod, on) {
                Some(Holder::Node(node)) => self.tell_wait(one, node),
                Some(Holder::Lost(node)) => self.attach(one, on, Some(node)),
                None => self.attach(one, on, None),
            }
        }
        self.plan_force();
    }

    fn tell_wait(&mut self, one: WaitingPod, node: NodeId) {
        if one.told {
            return;
        }
        let mut waiting = self.volumes.waiting.iter_mut();
        if let Some(known) = waiting.find(|known| known.pod == one.pod) {
            known.told = true;
        }
        let cause = self.world.pod_row(one.pod).or(self.cause);
        let change = Change::Blocked { by: Blocker::Volume { node } };
        self.record_because(Rule::VolumeInUse, one.pod, change, cause);
    }

    /// `lost`: the node from which a volume is detached by force.
    fn attach(&mut self, one: WaitingPod, on: NodeId, lost: Option<NodeId>) {
        self.volumes.waiting.retain(|other| other.pod != one.pod);
        let before = self.cause;
        let (rule, cause) = match lost {
            Some(node) => (Rule::DetachByForce, self.world.node_row(node)),
            None => (Rule::Attach, self.volumes.released_by),
        };
        let change = Change::VolumesAttached { start_s: one.start_s };
        self.cause = self.record_because(rule, one.pod, change, cause.or(before)).or(before);
        self.begin_start(one.pod, on, one.start_s);
        self.cause = before;
    }

    /// Wakes when the next volume is detached by force.
    fn plan_force(&mut self) {
        let mut due = None;
        for one in &self.volumes.waiting {
            let Some(on) = self.world.cluster.pods[one.pod].node() else {
                continue;
            };
            for claim in self.claims_of(one.pod) {
                let all = self.attached_elsewhere(claim, one.pod, on).into_iter();
                let later = all.filter_map(|(_, until)| until).filter(|until| *until > self.now);
                due = later.chain(due).min();
            }
        }
        if let Some(at) = due.filter(|_| due != self.volumes.due) {
            self.wake(at, Wake::Attach);
        }
        self.volumes.due = due;
    }
}

#[cfg(test)]
mod tests;
