//! Volumes, as the rows alone tell: where disks are, who waits for one, and which nodes have it.

use super::state::{Deadline, Life, Shadow, ShadowNode, after};
use base::{NodeId, PodId, SimSpan, SimTime, ZoneId};
use model::Health;
use model::volume::Claim;
use model::volume_zones::VolumeZones;
use trace::{Change, Record, Subject};

impl Shadow<'_> {
    pub(crate) fn claims(&self, id: PodId) -> Vec<Claim> {
        let pod = self.pod(id);
        let all = self.plan.workloads[pod.workload].volumes.iter();
        all.map(|number| {
            let per_pod = self.plan.volumes[*number as usize].per_pod;
            Claim { volume: *number, ordinal: if per_pod { pod.number } else { 0 } }
        })
        .collect()
    }

    /// The zones of a claim's disk, if it has one.
    pub(crate) fn disk(&self, claim: Claim) -> Option<Vec<ZoneId>> {
        if let Some((_, zones)) = self.disks.iter().find(|(other, _)| *other == claim) {
            return Some(zones.clone());
        }
        let known = VolumeZones::at_start(self.plan, self.start).get(self.plan, claim)?;
        Some(self.plan.zones.ids().filter(|zone| known.contains(*zone)).collect())
    }

    /// KS-39, KS-40: do the Pod's disks, or the classes of those to come, let it run on the node?
    pub(crate) fn reaches_disks(&self, id: PodId, node: NodeId) -> bool {
        let zone = self.node(node).zone;
        self.claims(id).into_iter().all(|claim| match self.disk(claim) {
            _ if self.is_part_of_another(claim, node) => false,
            Some(zones) => zones.contains(&zone),
            None => self.plan.volumes[claim.volume as usize].allowed.contains(zone),
        })
    }

    /// KS-39: is the claim's disk local to another node?
    fn is_part_of_another(&self, claim: Claim, node: NodeId) -> bool {
        let local = &self.plan.volumes[claim.volume as usize].local;
        local.iter().any(|(ordinal, own)| *ordinal == claim.ordinal && *own != node)
    }

    /// KS-41: other nodes that have a disk which the Pod needs on its own.
    pub(crate) fn disk_holders(&self, id: PodId, now: SimTime) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let Some(own) = self.pod(id).on else {
            return nodes;
        };
        for claim in self.claims(id) {
            let volume = &self.plan.volumes[claim.volume as usize];
            if !volume.once {
                continue;
            }
            let mut has = |node: NodeId, deleted: Option<SimTime>| {
                let lost = self.node(node).health == Health::Lost;
                let forced = deleted.is_some_and(|at| at + SimSpan::from_secs(360) <= now);
                if node != own && !(lost && forced) {
                    nodes.push(node);
                }
            };
            for user in &volume.users {
                for (other, pod) in self.pods_of(*user) {
                    let there = !matches!(pod.life, Life::Pending | Life::Finished | Life::Gone);
                    if other != id
                        && there
                        && self.claims(other).contains(&claim)
                        && !self.waits_for_disk.contains(&other)
                        && let Some(node) = pod.on
                    {
                        has(node, pod.ended);
                    }
                }
            }
            for (other, node, deleted) in &self.disks_left {
                if *other == claim {
                    has(*node, Some(*deleted));
                }
            }
        }
        nodes
    }

    /// Pods that are starting at the start may wait; of several for one disk, the first has it.
    pub(super) fn volumes_of_start(&mut self) {
        if self.plan.volumes.is_empty() {
            return;
        }
        for at in (0..self.pods.len()).rev() {
            let id = PodId(at);
            if self.pod(id).life == Life::Starting {
                self.begin_wait(id);
            }
        }
    }

    fn begin_wait(&mut self, id: PodId) {
        if !self.disk_holders(id, SimTime::ZERO).is_empty() {
            self.waits_for_disk.insert(id);
            self.settle(Deadline::PodStarts(id));
            self.settle(Deadline::Restarts(id));
        }
    }

    /// Applies a row about a Pod; its life has changed already.
    pub(super) fn fold_volumes(&mut self, at: SimTime, id: PodId, change: Change) {
        match change {
            Change::VolumeProvisioned { volume, zone, other } => {
                let per_pod = self.plan.volumes[volume as usize].per_pod;
                let ordinal = if per_pod { self.pod(id).number } else { 0 };
                self.disks.push((Claim { volume, ordinal }, vec![zone, other]));
            }
            Change::PodBound { .. } => self.wait_from(at, id),
            Change::VolumesAttached { start_s } => {
                self.waits_for_disk.remove(&id);
                if self.pod(id).on.is_some_and(|on| self.node(on).kubelet_acts()) {
                    self.expect(Deadline::PodStarts(id), after(at, start_s));
                }
            }
            _ => {}
        }
    }

    fn wait_from(&mut self, at: SimTime, id: PodId) {
        if !self.disk_holders(id, at).is_empty() {
            self.waits_for_disk.insert(id);
            self.settle(Deadline::PodStarts(id));
        }
    }

    /// A Pod is about to be removed from its node: a dead kubelet leaves its disks attached while the VM is there.
    pub(super) fn leave_disks(&mut self, at: SimTime, id: PodId) {
        let pod = self.pod(id);
        let (life, on, ended) = (pod.life, pod.on, pod.ended);
        let there = !matches!(life, Life::Pending | Life::Finished | Life::Gone);
        let waited = self.waits_for_disk.remove(&id);
        if let Some(node) = on.filter(|node| there && !waited && self.node(*node).keeps_disks()) {
            let left = self.claims(id).into_iter();
            self.disks_left.extend(left.map(|claim| (claim, node, ended.unwrap_or(at))));
        }
    }

    /// After each row: a kubelet that is back, or a VM that is gone, has no disks of Pods that are gone.
    pub(super) fn detach(&mut self, record: &Record) {
        if let Subject::Node(_) = record.subject {
            let nodes = &self.nodes;
            self.disks_left.retain(|(_, node, _)| nodes[*node].keeps_disks());
        }
    }
}

impl ShadowNode {
    /// Do the disks of Pods that end there stay attached?
    fn keeps_disks(&self) -> bool {
        self.registered() && !self.kubelet_acts()
    }
}
