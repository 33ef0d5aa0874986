//! The steps to the channel's default version: pools follow the control plane.
//!
//! The compiler adds the steps to the script after the entry that names the target, so that their effect on nodes is
//! known in advance; GKE takes them when maintenance allows.

use super::{DueUpgrade, Upgrades};
use crate::cx::{Core, Cx};
use base::PoolId;
use model::Version;
use model::script::NodeChange;

impl Upgrades {
    /// Makes the next step of each pool due when the control plane has arrived there (AM-70).
    pub(super) fn take_steps(&mut self, cx: &mut Cx<'_>) {
        for pool in cx.plan.pools.ids() {
            if let Some((entry, version)) = self.step_of_pool(cx.core, pool) {
                self.followed[pool] = Some(version);
                let due =
                    DueUpgrade { entry, change: NodeChange::Version, at: cx.now, row: cx.cause };
                self.queue(cx, pool, due);
            }
        }
    }

    /// The last step that the control plane has reached, if it is new for the pool.
    fn step_of_pool(&self, core: &Core, pool: PoolId) -> Option<(u32, Version)> {
        let state = core.world.cluster.pools[pool].run;
        if !core.world.plan.pools[pool].auto_upgrade || state.waits_for_user() {
            return None;
        }
        let plane = core.world.cluster.control_plane.version;
        let reached = |version: &Version| plane.is_none_or(|plane| *version <= plane);
        let steps = core.steps_of(Some(pool));
        let last = steps.filter(|(_, version)| reached(version)).last()?;
        let new = core.version_of_pool(pool)? < last.1;
        let followed = self.followed[pool];
        (new && followed.is_none_or(|before| before < last.1)).then_some(last)
    }
}
