//! What capacity allows: one unit per VM from its request to the end of its deletion (AM-60). The user sets the total;
//! the engine only counts.
//!
//! These are questions that change nothing. Refusals are reported in `refusals.rs`; a refused request waits where it is
//! made.

use crate::world::World;
use base::{PoolId, ZoneId, muted};
use model::pool::Quota;
use trace::Blocker;

impl World {
    /// Why `vms` more VMs of the pool can't be created in the zone now; nothing if they can.
    ///
    /// Rulebook: AM-60, SU-16.
    pub fn refusals(
        &self,
        pool: PoolId,
        zone: ZoneId,
        vms: u32,
    ) -> impl Iterator<Item = Blocker> + '_ {
        let cluster = &self.cluster;
        let vms = self.beyond_reservation(pool, vms);
        let stockout = cluster.stockout[zone] && !self.reserved(pool) && vms > 0;
        let stockout = stockout.then_some(Blocker::Stockout { zone });
        let used_up = match self.reservation(pool) {
            Some(machines) => {
                (Blocker::Reservation { machines }, Some(self.rest_of(pool, machines)))
            }
            None => (Blocker::Quota { spare: cluster.spare.unwrap_or(0) }, self.free_capacity()),
        };
        let used_up = is_short(used_up.1, vms).then_some(used_up.0);
        let held = cluster.control_plane.holds_nodes_back().then_some(Blocker::ControlPlane);
        let quotas = self.short_quotas(pool, vms);
        stockout.into_iter().chain(used_up).chain(quotas).chain(held)
    }

    /// The first of the refusals.
    pub fn refusal(&self, pool: PoolId, zone: ZoneId, vms: u32) -> Option<Blocker> {
        self.refusals(pool, zone, vms).next()
    }

    /// How many more VMs of the pool can be created in the zone now; `None`: unlimited.
    pub fn free_in(&self, pool: PoolId, zone: ZoneId) -> Option<u32> {
        if self.cluster.control_plane.holds_nodes_back() {
            return Some(0);
        }
        let out = self.cluster.stockout[zone] && !self.reserved(pool);
        let beside = if out { Some(0) } else { self.free_for(pool) };
        let shared = self.plan.pools[pool].any_reservation;
        beside.map(|free| if shared { free + self.unused_reservation(pool) } else { free })
    }

    /// How many more VMs the pool may have, by its reservation, else by the quotas; `None`: unlimited (AM-60).
    pub fn free_for(&self, pool: PoolId) -> Option<u32> {
        let of_reservation = self.reservation(pool).map(|all| self.rest_of(pool, all));
        let quotas = self.quotas_of(pool).map(|(_, quota)| quota);
        let of_quotas = quotas.filter_map(|quota| self.free_of(quota, pool));
        let free = of_reservation.or_else(|| self.free_capacity());
        free.into_iter().chain(of_quotas).min()
    }

    /// The quotas that limit the pool, with their numbers: of a pool with its own reservation only IP space (CA-69).
    fn quotas_of(&self, pool: PoolId) -> impl Iterator<Item = (u32, &Quota)> + '_ {
        let reserved = self.reserved(pool);
        let quotas = (0..).zip(&self.plan.quotas);
        quotas.filter(move |(_, quota)| !reserved || quota.is_ip_space() && !muted("CA-69"))
    }

    /// Machines of a reservation that the pool may use, and doesn't.
    pub fn unused_reservation(&self, pool: PoolId) -> u32 {
        let machines = self.cluster.pools[pool].reservation.filter(|_| !muted("SU-16"));
        machines.map_or(0, |machines| machines.saturating_sub(self.vms_of[pool]))
    }

    /// Of so many VMs, those that a reservation doesn't hold which the pool uses beside other machines (CA-28).
    fn beyond_reservation(&self, pool: PoolId, vms: u32) -> u32 {
        let shared = self.plan.pools[pool].any_reservation;
        if shared { vms.saturating_sub(self.unused_reservation(pool)) } else { vms }
    }

    /// The quotas that don't allow so many more VMs of the pool, and by how much they are short.
    pub fn short_quotas(&self, pool: PoolId, vms: u32) -> impl Iterator<Item = Blocker> + '_ {
        self.quotas_of(pool).filter_map(move |(number, quota)| {
            let wanted = i64::from(quota.per_node[pool]) * i64::from(vms);
            let short = wanted - self.left_of(quota);
            (wanted > 0 && short > 0).then_some(Blocker::QuotaOf {
                quota: number,
                short: u32::try_from(short).unwrap_or(u32::MAX),
            })
        })
    }

    /// Does the reason why so many VMs of the pool were refused still hold?
    pub fn still_refuses(&self, pool: PoolId, reason: Blocker, vms: u32) -> bool {
        match reason {
            Blocker::Stockout { zone } => self.cluster.stockout[zone],
            Blocker::ControlPlane => self.cluster.control_plane.holds_nodes_back(),
            Blocker::Reservation { .. } => {
                let now = self.reservation(pool).map(|all| self.rest_of(pool, all));
                is_short(now.or_else(|| self.free_for(pool)), vms)
            }
            Blocker::QuotaOf { quota, .. } => {
                is_short(self.free_of(&self.plan.quotas[quota as usize], pool), vms)
            }
            _ => is_short(self.free_capacity(), vms),
        }
    }

    /// What the pool leaves of so many machines.
    fn rest_of(&self, pool: PoolId, machines: u32) -> u32 {
        machines.saturating_sub(self.vms_of[pool])
    }

    /// Does the pool take all its VMs from a reservation? Then quotas and stockouts don't apply to it.
    pub fn reserved(&self, pool: PoolId) -> bool {
        self.reservation(pool).is_some()
    }

    /// The VMs of the reservation that holds all of the pool, used or not.
    fn reservation(&self, pool: PoolId) -> Option<u32> {
        let only = !self.plan.pools[pool].any_reservation;
        self.cluster.pools[pool].reservation.filter(|_| only && !muted("SU-16"))
    }

    /// How many VMs may still be requested in the cluster; `None`: unlimited (AM-60).
    fn free_capacity(&self) -> Option<u32> {
        let spare = self.cluster.spare?;
        let more: i64 = self.plan.pools.ids().map(|pool| self.more(pool, true)).sum();
        Some(u32::try_from(i64::from(spare) - more).unwrap_or(0))
    }

    /// How many more VMs the pool has than at the start; those on a reservation take nothing of what others share (AM-60).
    fn more(&self, pool: PoolId, shared: bool) -> i64 {
        let machines = self.cluster.pools[pool].reservation.filter(|_| shared && !muted("SU-16"));
        let beside = |vms: u32| match machines {
            Some(_) if self.reserved(pool) => 0,
            machines => i64::from(vms.saturating_sub(machines.unwrap_or(0))),
        };
        beside(self.vms_of[pool]) - beside(self.vms_of_at_start[pool])
    }

    /// What is left of a quota, in its own unit.
    fn left_of(&self, quota: &Quota) -> i64 {
        let shared = !quota.is_ip_space() || muted("CA-69");
        quota.left_with(|pool| self.more(pool, shared)).max(0)
    }

    /// How many VMs of the pool a quota still allows; `None`: they take nothing of it.
    fn free_of(&self, quota: &Quota, pool: PoolId) -> Option<u32> {
        let vms = self.left_of(quota).checked_div(quota.per_node[pool].into())?;
        Some(u32::try_from(vms).unwrap_or(u32::MAX))
    }
}

/// Is less free than so many VMs?
fn is_short(free: Option<u32>, vms: u32) -> bool {
    free.is_some_and(|free| free < vms)
}

#[cfg(test)]
mod tests {
    use crate::Sim;
    use crate::testing::cluster;
    use base::ZoneId;
    use expect_test::{Expect, expect};

    /// What may be created in the first zone at the end of a run, pool by pool, for one VM and for three.
    fn check(line: &str, expect: Expect) {
        let (plan, start) = cluster(line);
        let mut sim = Sim::new(plan, start);
        sim.run();
        let world = &sim.core.world;
        let mut text = String::new();
        for pool in world.plan.pools.ids() {
            let free = world.free_in(pool, ZoneId(0));
            text += &format!("{pool:?} free: {free:?}\n");
            for vms in [1, 3] {
                let refusals: Vec<_> = world.refusals(pool, ZoneId(0), vms).collect();
                assert_eq!(world.refusal(pool, ZoneId(0), vms), refusals.first().copied());
                assert_eq!(refusals.is_empty(), free.is_none_or(|free| vms <= free), "{line}");
                let holds = |reason| world.still_refuses(pool, reason, vms);
                assert!(refusals.iter().all(|reason| holds(*reason)), "{line}");
                text += &format!("  {vms}: {refusals:?}\n");
            }
        }
        expect.assert_eq(&text);
    }

    #[test]
    fn without_limits_everything_may_be_created() {
        check(
            "pool a nodes=1",
            expect![[r#"
            PoolId(0) free: None
              1: []
              3: []
        "#]],
        );
    }

    /// AM-60.
    #[test]
    fn a_quota_is_shared_by_all_pools() {
        check(
            "pool a nodes=1 | pool b nodes=1 | at=0 quota 2",
            expect![[r#"
            PoolId(0) free: Some(2)
              1: []
              3: [Quota { spare: 2 }]
            PoolId(1) free: Some(2)
              1: []
              3: [Quota { spare: 2 }]
        "#]],
        );
    }

    /// AM-60: VMs on a reservation take none of what others share, but addresses.
    #[test]
    fn a_reservation_leaves_the_rest_to_others() {
        check(
            "pool a nodes=1 reserved=4 | pool b nodes=1 | pool c nodes=1 reserved=2 any-reservation | quota CPUS left=12 a=4 b=4 c=4 \
             | quota POD_ADDRESSES left=9 a=1 b=1 c=1 | at=0 quota 3 | at=0 resize a 3 | at=0 resize c 3",
            expect![[r#"
                PoolId(0) free: Some(1)
                  1: []
                  3: [Reservation { machines: 4 }]
                PoolId(1) free: Some(2)
                  1: []
                  3: [Quota { spare: 3 }, QuotaOf { quota: 0, short: 4 }]
                PoolId(2) free: Some(2)
                  1: []
                  3: [Quota { spare: 3 }, QuotaOf { quota: 0, short: 4 }]
            "#]],
        );
    }

    /// AM-60: in its own unit.
    #[test]
    fn a_named_quota_counts_what_a_node_takes() {
        check(
            "pool a nodes=1 | pool b nodes=1 | quota CPUS left=5 a=4 b=0",
            expect![[r#"
            PoolId(0) free: Some(1)
              1: []
              3: [QuotaOf { quota: 0, short: 7 }]
            PoolId(1) free: None
              1: []
              3: []
        "#]],
        );
    }

    /// Every reason is named, the stockout first.
    #[test]
    fn several_reasons_refuse_at_once() {
        check(
            "pool a nodes=1 | quota CPUS left=5 a=4 | at=0 quota 0 | at=0 stockout zone-a",
            expect![[r#"
                PoolId(0) free: Some(0)
                  1: [Stockout { zone: ZoneId(0) }, Quota { spare: 0 }]
                  3: [Stockout { zone: ZoneId(0) }, Quota { spare: 0 }, QuotaOf { quota: 0, short: 7 }]
            "#]],
        );
    }

    /// SU-16.
    #[test]
    fn a_reservation_knows_neither_quota_nor_stockout() {
        check(
            "pool a nodes=1 reserved=3 | quota CPUS left=1 a=4 | at=0 quota 0 | at=0 stockout zone-a",
            expect![[r#"
                PoolId(0) free: Some(2)
                  1: []
                  3: [Reservation { machines: 3 }]
            "#]],
        );
    }
}
