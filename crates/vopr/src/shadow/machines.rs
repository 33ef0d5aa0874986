//! Events of machines and Pods: VMs taken away, kubelets that stop, hosts that go down, and the behavior of Pods.

use super::state::{Deadline, Life, Shadow, ShadowNode, Vm, after};
use base::{NodeId, PodId, PoolId, SimSpan, SimTime, WorkloadId, ZoneId};
use model::script::{Failure, Shutdown};
use model::{Command, Health, Strategy, WorkloadKind};
use trace::Change;

/// KT-11, KT-13: how long a missing kubelet goes unnoticed, and how often it is checked.
const LOOKS: i64 = 5_000;

impl Shadow<'_> {
    /// The current strategy: the script may have changed it.
    pub(crate) fn strategy(&self, pool: PoolId) -> Strategy {
        let own = self.plan.pools[pool].strategy;
        self.pool(pool).chosen.unwrap_or(own)
    }

    /// AM-60, SU-16: may one more VM be created? Machines of a reservation are available even when the zone has none.
    pub(crate) fn has_capacity(&self, pool: PoolId, zone: ZoneId) -> Result<(), String> {
        if self.control_plane.holds_nodes_back() {
            return Err("the control plane is being upgraded".to_owned());
        }
        let machines = self.pool(pool).reservation;
        if self.plan.pools[pool].any_reservation && machines > Some(self.vms_of(pool)) {
            return Ok(());
        }
        if self.stockout[zone] && !self.is_reserved(pool) {
            return Err(format!("{} is stocked out", self.plan.zones[zone].name));
        }
        match self.free_for(pool) {
            Some(0) => Err(format!("{} VMs, and one more", self.vms)),
            _ => Ok(()),
        }
    }

    fn vms_of(&self, pool: PoolId) -> u32 {
        self.nodes.values().filter(|node| node.pool == pool && node.has_vm()).count() as u32
    }

    /// Does the pool take all its VMs from a reservation?
    fn is_reserved(&self, pool: PoolId) -> bool {
        self.pool(pool).reservation.is_some() && !self.plan.pools[pool].any_reservation
    }

    /// AM-60: so many VMs of the pool, without those on a reservation.
    fn shared(&self, pool: PoolId, vms: u32) -> u32 {
        match self.pool(pool).reservation {
            _ if self.is_reserved(pool) => 0,
            machines => vms.saturating_sub(machines.unwrap_or(0)),
        }
    }

    /// AM-60, SU-16: how many more VMs the pool may have, by its reservation or the quota. `None` = unlimited.
    pub(crate) fn free_for(&self, pool: PoolId) -> Option<u32> {
        if let Some(machines) = self.pool(pool).reservation.filter(|_| self.is_reserved(pool)) {
            return Some(machines.saturating_sub(self.vms_of(pool)));
        }
        let more = |pool| {
            let (now, then) = (self.vms_of(pool), self.pool(pool).vms_at_start);
            i64::from(self.shared(pool, now)) - i64::from(self.shared(pool, then))
        };
        let left = |left: u32, of: &dyn Fn(PoolId) -> u32| {
            let taken = self.plan.pools.ids().map(|pool| i64::from(of(pool)) * more(pool));
            (i64::from(left) - taken.sum::<i64>()).max(0)
        };
        let of_all = self.spare.map(|spare| left(spare, &|_| 1) as u32);
        let quotas = self.plan.quotas.iter().filter(|quota| quota.per_node[pool] > 0);
        let own = quotas.map(|quota| {
            let each = |pool| quota.per_node[pool];
            (left(quota.left, &each) / i64::from(each(pool))) as u32
        });
        of_all.into_iter().chain(own).min()
    }

    /// AM-05: its place in the order *listed*. Nodes that their upgrade had cordoned before time 0 come first; those of
    /// the new version weren't cordoned by it. `None` if a user has uncordoned or cordoned it since.
    pub(crate) fn place_in_order(&self, id: NodeId) -> Option<(bool, NodeId)> {
        let (node, plan) = (self.node(id), self.plan);
        if node.passed_over {
            return None;
        }
        let version = |template| plan.templates[template].version;
        let begun = plan.pools[node.pool].partial
            && self.start.nodes.get(id).is_some_and(|start| {
                let old = version(start.template) <= version(plan.pools[node.pool].template);
                start.cordoned_by.is_some() && !start.upgraded && old
            });
        let same = node.uncordoned_at.is_none() && node.cordoned_at.is_none();
        (same || !begun).then_some((!begun, id))
    }

    /// All nodes that a pool has had in a zone.
    pub(crate) fn in_zone(&self, pool: PoolId, zone: ZoneId) -> impl Iterator<Item = &ShadowNode> {
        self.nodes.values().filter(move |node| node.pool == pool && node.zone == zone)
    }

    /// SU-06: surge nodes of an upgrade that had begun before time 0, whose old nodes exist.
    pub(crate) fn surge_of_start(&self, pool: PoolId, zone: ZoneId) -> u32 {
        self.in_zone(pool, zone).filter(|node| node.surge && node.registered()).count() as u32
    }

    /// Nodes of a zone whose VM was taken away, or is recreated by a repair.
    pub(crate) fn away(&self, pool: PoolId, zone: ZoneId) -> u32 {
        self.in_zone(pool, zone).filter(|node| node.away && !node.registered()).count() as u32
    }

    /// Pods on a node that end only on request, not with the node alone.
    pub(crate) fn of_users(&self, node: NodeId) -> Vec<PodId> {
        let stays = |pod: &PodId| {
            let kind = self.kind_of(*pod);
            !matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror)
        };
        self.node(node).pods.iter().copied().filter(stays).collect()
    }

    /// Its containers are no longer started or ended.
    fn stop(&mut self, pod: PodId) {
        self.settle_all([
            Deadline::PodStarts(pod),
            Deadline::PodReady(pod),
            Deadline::PodEnds(pod),
            Deadline::Restarts(pod),
            Deadline::ContainerEnds(pod),
        ]);
    }

    /// KT-11: no renewal for 40 s, or 50 s from 1.32 on, checked every 5 s.
    pub(crate) fn missed_at(&self, node: NodeId, since: SimTime) -> SimTime {
        let version = self.plan.templates[self.node(node).template].version;
        let patient = version.is_some_and(|own| (own.major, own.minor) >= (1, 32));
        let at = (since + SimSpan::from_secs(if patient { 50 } else { 40 })).ms();
        let late = at.rem_euclid(LOOKS);
        SimTime::from_ms(if late == 0 { at } else { at + LOOKS - late })
    }

    /// Its VM is deleted: the node's faults are over.
    pub(super) fn forget_illness(&mut self, id: NodeId) {
        self.settle_all([
            Deadline::Lost(id),
            Deadline::Back(id),
            Deadline::LifeOver(id),
            Deadline::DrainStarts(id),
        ]);
    }

    pub(super) fn fold_machine(&mut self, at: SimTime, id: NodeId, change: Change) {
        let pool = self.nodes[id].pool;
        match change {
            Change::NodeShutDown { gone_s, recreate } => {
                self.pools[pool].disturbed = true;
                let node = &mut self.nodes[id];
                (node.vm, node.drain) = (Vm::Deleting { recreate }, None);
                (node.shut, node.away) = (Some(at), true);
                self.forget_illness(id);
                self.settle_all([Deadline::DrainLimit(id), Deadline::DrainOver(id)]);
                self.settle(Deadline::Deletes(id));
                self.expect(Deadline::VmGone(id), after(at, gone_s));
                for pod in self.of_users(id) {
                    let grace = self.plan.workloads[self.pod(pod).workload].grace;
                    if self.pod(pod).stays() {
                        self.stop(pod);
                        self.sigterm(at, pod);
                        self.expect(Deadline::PodEnds(pod), at + grace.min(self.plan.spot_grace));
                    }
                }
            }
            Change::NodeFailed { why } => {
                self.pools[pool].disturbed = true;
                let node = &mut self.nodes[id];
                node.failed_at = Some(at);
                node.health = match why {
                    Failure::Kubelet => Health::Silent,
                    Failure::Disk => Health::DiskFull,
                };
                if why == Failure::Kubelet {
                    self.silence(id);
                    let missed = self.missed_at(id, at);
                    self.expect(Deadline::Lost(id), missed);
                }
            }
            Change::NodeLost => {
                let node = &mut self.nodes[id];
                (node.health, node.lost_at) = (Health::Lost, Some(at));
                self.settle(Deadline::Lost(id));
            }
            Change::HostEvent { down_s } if down_s > 0 => {
                self.pools[pool].disturbed = true;
                let node = &mut self.nodes[id];
                (node.health, node.failed_at) = (Health::Down, Some(at));
                self.silence(id);
                self.expect(Deadline::Back(id), after(at, down_s));
            }
            Change::NodeRecovered => self.fold_recovery(at, id),
            _ => {}
        }
    }

    fn fold_recovery(&mut self, at: SimTime, id: NodeId) {
        let down = self.nodes[id].failed_at.unwrap_or(at);
        self.recover(id);
        self.nodes[id].back_at = Some(at);
        for pod in self.node(id).pods.clone() {
            if self.comes_back_to_fail(down, at, pod) {
                continue;
            }
            match self.pod(pod).life {
                Life::Starting if self.waits_for_disk.contains(&pod) => {}
                Life::Starting => self.expect(Deadline::PodStarts(pod), at),
                Life::Running { ready: false } if !self.never.contains(&pod) => {
                    self.expect(Deadline::PodReady(pod), at);
                }
                // KT-05: its grace period may have ended long ago.
                Life::Terminating { until } => {
                    self.expect(Deadline::PodEnds(pod), until.max(at));
                }
                _ => {}
            }
        }
    }

    fn silence(&mut self, id: NodeId) {
        for pod in self.node(id).pods.clone() {
            self.stop(pod);
            self.settle(Deadline::WorkDone(pod));
        }
    }

    pub(super) fn recover(&mut self, id: NodeId) {
        let node = &mut self.nodes[id];
        (node.health, node.failed_at, node.lost_at) = (Health::Well, None, None);
        node.repair_at = None;
        self.settle_all([Deadline::Lost(id), Deadline::Back(id)]);
    }

    /// AM-42: when the life of a VM ends; a recreated one keeps its first creation time.
    pub(super) fn expect_end_of_life(&mut self, id: NodeId) {
        let node = self.node(id);
        if let Some(life) = self.plan.pools[node.pool].life {
            let end = (node.created + life).max(SimTime::ZERO);
            self.expect(Deadline::LifeOver(id), end);
        }
    }

    /// Sets the behavior of a workload's Pods from now on.
    pub(super) fn fold_behaviour(&mut self, at: SimTime, workload: WorkloadId, entry: u32) {
        let Command::SetBehaviour { shutdown, fails_upgraded, .. } =
            self.plan.script[entry as usize].command
        else {
            return;
        };
        if let Some(shutdown) = shutdown {
            self.ignores[workload] = shutdown == Shutdown::AtTheEndOfGrace;
        }
        match fails_upgraded {
            Some(true) => {
                self.fails.insert(workload);
                self.let_fail(at, workload);
            }
            Some(false) => {
                self.fails.remove(&workload);
                self.let_work(workload);
                self.expect_recovered(at, workload);
            }
            None => {}
        }
    }
}

impl ShadowNode {
    /// AM-60: one unit of capacity.
    pub(crate) fn has_vm(&self) -> bool {
        !matches!(self.vm, Vm::Gone | Vm::Off)
    }

    /// Does a node with this name exist, or will it again?
    pub(crate) fn has_name(&self) -> bool {
        !matches!(self.vm, Vm::Gone | Vm::Abandoned)
    }

    /// Does it exist, or will it again?
    pub(crate) fn stays(&self) -> bool {
        !matches!(self.vm, Vm::Gone | Vm::Abandoned | Vm::Deleting { recreate: false })
    }

    /// AM-80, AM-53: did it exist, and is its VM away until it is recreated?
    pub(crate) fn comes_back(&self) -> bool {
        let away = matches!(self.vm, Vm::Deleting { recreate: true } | Vm::Off | Vm::Rebooting);
        self.away && away
    }

    /// Does its kubelet start and end Pods?
    pub(crate) fn kubelet_acts(&self) -> bool {
        matches!(self.health, Health::Well | Health::DiskFull)
    }

    /// Does the scheduler consider it healthy?
    pub(crate) fn seems_well(&self) -> bool {
        matches!(self.health, Health::Well | Health::Silent)
    }
}
