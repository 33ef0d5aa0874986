//! Where the disks of persistent volumes are: which claims a Pod has, which of them are bound, and the zones of new ones.

use super::cluster::Cluster;
use super::plan::Plan;
use super::pod::Pod;
use super::volume::{Claim, NOWHERE, Volume, ZoneSet};
use base::{Draw, Map, NodeId, ZoneId};

/// The stream of draws of zones.
const ZONES: u64 = 0x7a6f_6e65;

impl Plan {
    pub fn volume(&self, claim: Claim) -> Option<&Volume> {
        self.volumes.get(claim.volume as usize)
    }

    /// The claims that a Pod uses.
    pub fn claims<'a>(&'a self, pod: &'a Pod) -> impl Iterator<Item = Claim> + 'a {
        self.workloads[pod.workload].volumes.iter().map(|volume| self.claim(*volume, pod))
    }

    /// The Pod's claim of a volume.
    pub fn claim(&self, volume: u32, pod: &Pod) -> Claim {
        let shared = self.volumes.get(volume as usize).is_none_or(|volume| !volume.per_pod);
        Claim { volume, ordinal: if shared { 0 } else { pod.number } }
    }

    /// The only node that the Pod's disks let it run on; [`NOWHERE`] if there is none (KS-39).
    pub fn disk_node(&self, pod: &Pod) -> Option<NodeId> {
        let node = |claim: Claim| {
            let mut local = self.volume(claim)?.local.iter();
            local.find(|(ordinal, _)| *ordinal == claim.ordinal).map(|(_, node)| *node)
        };
        let mut nodes = self.claims(pod).filter_map(node);
        let first = nodes.next()?;
        Some(if nodes.all(|other| other == first) { first } else { NOWHERE })
    }

    /// The zones of a new disk, twice the same unless it is regional: that of the chosen node, or one drawn among those that
    /// its class allows.
    ///
    /// Rulebook: KS-40. Simplified: the second zone of a regional disk is drawn.
    pub fn provisioned(&self, claim: Claim, near: Option<ZoneId>) -> [ZoneId; 2] {
        let allowed = self.volume(claim).map_or(ZoneSet::ALL, |volume| volume.allowed);
        let mut zones: Vec<ZoneId> =
            self.zones.ids().filter(|zone| allowed.contains(*zone)).collect();
        let mut draw = |n| {
            let subject = u64::from(claim.volume) << 32 | u64::from(claim.ordinal);
            let drawn = Draw::of(self.seed, ZONES, subject, n).0 % zones.len().max(1) as u64;
            let zone = near.filter(|_| n == 0).or(zones.get(drawn as usize).copied());
            zones.retain(|other| Some(*other) != zone);
            zone
        };
        let first = draw(0).unwrap_or(ZoneId(0));
        let regional = self.volume(claim).is_some_and(|volume| volume.regional);
        [first, regional.then(|| draw(1)).flatten().unwrap_or(first)]
    }
}

/// The zones of the claims that are bound.
#[derive(Clone, Debug, Default)]
pub struct VolumeZones(Map<Claim, ZoneSet>);

impl VolumeZones {
    /// What is bound at the start: what the scenario says, and what Pods use that have a node.
    pub fn at_start(plan: &Plan, cluster: &Cluster) -> Self {
        let mut zones = Self::default();
        for (volume, number) in plan.volumes.iter().zip(0..) {
            for (ordinal, bound) in &volume.bound {
                zones.0.insert(Claim { volume: number, ordinal: *ordinal }, *bound);
            }
        }
        if plan.volumes.is_empty() {
            return zones;
        }
        for (_, pod) in cluster.each_pod().filter(|(_, pod)| pod.node().is_some()) {
            zones.placed(plan, cluster, &pod);
        }
        for (_, pod) in cluster.each_pod().filter(|(_, pod)| pod.pending()) {
            zones.placed(plan, cluster, &pod);
        }
        zones
    }

    pub fn get(&self, plan: &Plan, claim: Claim) -> Option<ZoneSet> {
        let own = self.0.get(&claim).copied();
        own.or_else(|| plan.volume(claim)?.of_all)
    }

    pub fn bind(&mut self, claim: Claim, zones: [ZoneId; 2]) {
        self.0.insert(claim, ZoneSet::NONE.with(zones[0]).with(zones[1]));
    }

    /// Binds the claims of a Pod of the start: near its node, and without one those that don't wait for it.
    pub fn placed(&mut self, plan: &Plan, cluster: &Cluster, pod: &Pod) {
        let near = pod.node().map(|node| cluster.zone_of(plan, node));
        for claim in plan.claims(pod) {
            let immediate = plan.volume(claim).is_some_and(|volume| volume.immediate);
            if self.get(plan, claim).is_some() || (near.is_none() && !immediate) {
                continue;
            }
            let drawn = plan.provisioned(claim, None);
            let fits = immediate && near.is_none_or(|near| drawn.contains(&near));
            self.bind(claim, if fits { drawn } else { plan.provisioned(claim, near) });
        }
    }

    /// Where the Pod's bound claims are, and where the classes of the others allow them (KS-39, KS-40).
    pub fn of_pod(&self, plan: &Plan, pod: &Pod) -> (ZoneSet, ZoneSet) {
        let (mut bound, mut allowed) = (ZoneSet::ALL, ZoneSet::ALL);
        for claim in plan.claims(pod) {
            match (self.get(plan, claim), plan.volume(claim)) {
                (Some(zones), _) => bound.0 &= zones.0,
                (None, Some(volume)) => allowed.0 &= volume.allowed.0,
                (None, None) => {}
            }
        }
        (bound, allowed)
    }
}
