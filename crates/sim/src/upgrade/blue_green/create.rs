//! Phase 1: creates as many green nodes as there are blue ones.

use super::{MissingVm, PhaseState};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::upgrade::run_spec::RunSpec;
use base::{GroupId, PoolId, muted};
use model::node::Side;
use model::strategy::BlueGreen;
use trace::{Blocker, Change, Subject};

impl Cx<'_> {
    /// BG-09, AM-46: creates nothing unless the whole green set fits into the quota.
    pub(super) fn create_green(&mut self, spec: &RunSpec, settings: BlueGreen) -> PhaseState {
        let sizes = self.blue_sizes(spec.pool);
        let wanted: u32 = sizes.iter().map(|(_, nodes)| nodes).sum();
        if wanted == 0 {
            // AM-59: no node is old.
            return PhaseState::Over;
        }
        let free = self.world.free_for(spec.pool);
        if free.is_some_and(|free| free < wanted) && !muted("BG-09") && !muted("AM-46") {
            let short: Vec<Blocker> = self.world.short_quotas(spec.pool, wanted).collect();
            for by in short {
                self.record(Rule::QuotaCheckFails, spec.pool, Change::Blocked { by });
            }
            self.record(Rule::QuotaCheckFails, spec.pool, Change::UpgradeFailed);
            return PhaseState::Checking(settings);
        }
        let since = self.now;
        let missing = sizes.iter().flat_map(|(group, nodes)| {
            let one = MissingVm { group: *group, since };
            std::iter::repeat_n(one, *nodes as usize)
        });
        let missing = missing.collect();
        let phase = PhaseState::Creating { settings, missing, booting: Vec::new() };
        self.request_green(spec, phase)
    }

    /// Requests every missing green VM, in order.
    pub(super) fn request_green(&mut self, spec: &RunSpec, phase: PhaseState) -> PhaseState {
        let PhaseState::Creating { settings, missing, mut booting } = phase else {
            return phase;
        };
        let mut refused = Vec::new();
        let cause = self.cause;
        for one in missing {
            self.cause = cause;
            let zone = self.plan.groups[one.group].zone;
            if self.world.refusal(spec.pool, zone, 1).is_some() {
                self.refuse(Rule::GreenWaits, Subject::Pool(spec.pool), zone);
                refused.push(one);
                continue;
            }
            match self.request_node(one.group, spec.target, Rule::RequestGreen) {
                Some(node) => booting.push(node),
                None => refused.push(one),
            }
        }
        PhaseState::Creating { settings, missing: refused, booting }
    }
}

impl Core {
    /// AM-45: green is as large as blue at the start, zone by zone. Groups keep their size while a VM is away.
    pub(super) fn blue_sizes(&self, pool: PoolId) -> Vec<(GroupId, u32)> {
        let of = |group: GroupId| {
            let blue = self
                .world
                .nodes_of_group(group)
                .filter(|(_, node)| node.side == Some(Side::Blue) && node.phase.will_exist());
            (group, blue.count() as u32)
        };
        self.world.plan.pools[pool].groups.iter().copied().map(of).collect()
    }
}
