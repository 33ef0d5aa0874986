//! The way to the default version of the channel: the control plane one minor version at a time, and the pools after it.
//!
//! The steps are in the script when it is compiled, behind the entry that names the target, so that what they make of nodes
//! is worked out like everything else; this process takes them when maintenance allows.

use super::Sim;
use super::upgrade::Due;
use base::{IdVec, PoolId};
use model::Version;
use model::plan::Plan;
use model::script::{Command, NodeChange};

/// Where GKE brings the cluster by itself.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// The entry of the script that names the target; its steps come behind it.
    target: Option<u32>,
    /// What each pool was to follow last. It follows once, also where somebody takes that back.
    followed: IdVec<PoolId, Option<Version>>,
}

impl Steps {
    pub(super) fn of(plan: &Plan) -> Self {
        Self {
            target: None,
            followed: plan.pools.ids().map(|_| None).collect(),
        }
    }
}

impl Sim {
    /// MX-21: from now on GKE moves the cluster there.
    pub(super) fn set_target(&mut self, entry: u32) {
        self.steps.target = Some(entry);
        self.look_at_policy();
    }

    pub(super) fn is_step(&self, entry: u32) -> bool {
        let entry = self.plan.script.get(entry as usize);
        entry.is_some_and(|entry| matches!(entry.command, Command::Step { .. }))
    }

    /// The steps of the target for the control plane, or for a pool: entries with their versions.
    fn steps_of(&self, of: Option<PoolId>) -> impl Iterator<Item = (u32, Version)> + '_ {
        let first = self.steps.target.map_or(u32::MAX, |target| target + 1);
        let entries = self.plan.script.iter().enumerate().skip(first as usize);
        let steps = entries.map_while(|(no, entry)| match entry.command {
            Command::Step { pool, version } => Some((no as u32, pool, version)),
            _ => None,
        });
        steps.filter_map(move |(no, pool, version)| (pool == of).then_some((no, version)))
    }

    /// Makes due what comes next on the way: of the control plane when it is at its last step, and of a pool when the control
    /// plane has arrived there (AM-70).
    pub(super) fn take_steps(&mut self) {
        if self.steps.target.is_none() {
            return;
        }
        let plane = self.core.world.cluster.control_plane;
        let under_way = self.masters_due_steps() || plane.replica.is_some();
        let next = self
            .steps_of(None)
            .find(|(_, version)| Some(*version) > plane.version);
        if let Some((entry, _)) = next.filter(|_| !under_way) {
            self.queue_master(entry);
        }
        for pool in self.plan.pools.ids() {
            if let Some((entry, version)) = self.step_of_pool(pool) {
                self.steps.followed[pool] = Some(version);
                let due = Due {
                    entry,
                    change: NodeChange::Version,
                    at: self.core.now,
                    row: self.cause,
                };
                self.queue(pool, due);
            }
        }
    }

    fn masters_due_steps(&self) -> bool {
        let mut due = self.masters_due.iter();
        due.any(|one| self.is_step(one.entry()))
    }

    /// The last step that the control plane has reached, if it brings the pool anything new.
    fn step_of_pool(&self, pool: PoolId) -> Option<(u32, Version)> {
        let state = self.core.world.cluster.pools[pool].run;
        if !self.plan.pools[pool].auto_upgrade || state.stands() {
            return None;
        }
        let plane = self.core.world.cluster.control_plane.version;
        let reached = |version: &Version| plane.is_none_or(|plane| *version <= plane);
        let steps = self.steps_of(Some(pool));
        let last = steps.filter(|(_, version)| reached(version)).last()?;
        let new = self.version_of_pool(pool)? < last.1;
        let followed = self.steps.followed[pool];
        (new && followed.is_none_or(|before| before < last.1)).then_some(last)
    }
}
