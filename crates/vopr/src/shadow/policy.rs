//! Windows and exclusions, and what waits for them, from the plan and the rows alone.

use super::state::{Shadow, UpgradeKind, Vm};
use base::{PoolId, SimTime};
use model::maintenance::Scope;
use model::script::NodeChange;
use model::{Command, Plan, RunState, Version};
use trace::{Change, Record, Subject};

/// The new minor version, or the same.
pub(crate) fn kind(from: Option<Version>, to: Option<Version>) -> UpgradeKind {
    match (from, to) {
        (Some(from), Some(to)) if (from.major, from.minor) == (to.major, to.minor) => {
            UpgradeKind::Patch
        }
        (None, None) => UpgradeKind::Patch,
        _ => UpgradeKind::Minor,
    }
}

/// The changes of MR-03.
pub(crate) fn waits(change: NodeChange) -> bool {
    matches!(
        change,
        NodeChange::IpRotation
            | NodeChange::CredentialRotation
            | NodeChange::NetworkPolicy
            | NodeChange::ShieldedNodes
            | NodeChange::IntranodeVisibility
            | NodeChange::NodeLocalDns
    )
}

/// The version that an entry brings to the control plane.
pub(crate) fn brings(plan: &Plan, entry: u32) -> Option<Version> {
    match plan.script[entry as usize].command {
        Command::UpgradeControlPlane { version, .. } | Command::Step { version, .. } => {
            Some(version)
        }
        _ => None,
    }
}

pub(crate) fn active(plan: &Plan, at: SimTime) -> u32 {
    let all = plan.maintenance.exclusions.iter().enumerate();
    let active = all.filter(|(_, one)| one.from <= at && at < one.to);
    active.fold(0, |all, (no, _)| all | 1 << no)
}

/// MX-02 … MX-13: are all windows closed, or does an exclusion apply?
pub(crate) fn blocked(plan: &Plan, at: SimTime, pool: Option<PoolId>, kind: UpgradeKind) -> bool {
    let mut openings = plan.maintenance.openings.iter();
    let open = openings.any(|(from, to)| *from <= at && at < *to);
    let mut exclusions = plan.maintenance.exclusions.iter();
    !open
        || exclusions.any(|one| {
            let keeps_out = match one.scope {
                Scope::NoUpgrades => true,
                Scope::NoMinorUpgrades => kind == UpgradeKind::Minor,
                Scope::NoMinorOrNodeUpgrades => kind == UpgradeKind::Minor || pool.is_some(),
            };
            let about = one.pools.is_empty() || pool.is_some_and(|id| one.pools.contains(&id));
            about && one.from <= at && at < one.to && keeps_out
        })
}

/// BS-19: is the version one without support, which GKE upgrades to a newer minor version regardless of the policy?
pub(crate) fn unsupported(plan: &Plan, at: SimTime, from: Option<Version>) -> bool {
    plan.maintenance.end_of_support.zip(from).is_some_and(|((end, last), from)| {
        at >= end && (from.major, from.minor) <= (last.major, last.minor)
    })
}

impl Shadow<'_> {
    /// The kind of the run that starts.
    pub(crate) fn kind_of_run(&self, pool: PoolId, record: &Record) -> Option<UpgradeKind> {
        let Change::UpgradeStarted { target, change, .. } = record.change else {
            return None;
        };
        let version = |template| self.plan.templates[template].version;
        Some(match change {
            NodeChange::VmDisruption => UpgradeKind::Disruption,
            change if waits(change) => UpgradeKind::Disruption,
            _ => kind(version(self.pool(pool).home), version(target)),
        })
    }

    /// May GKE work on the pool automatically?
    pub(crate) fn held_back(&self, pool: PoolId, at: SimTime) -> bool {
        let kind = self.policy.kinds.get(&pool).copied().unwrap_or(UpgradeKind::Patch);
        let free = self.policy.free.get(&pool).is_some();
        !free && blocked(self.plan, at, Some(pool), kind)
    }

    pub(super) fn fold_policy(&mut self, record: &Record) {
        let announced = self.policy.announced.take();
        match (record.subject, record.change) {
            (subject, Change::PolicyOverridden { .. }) => {
                self.policy.announced = Some(subject);
                if let Subject::Pool(pool) = subject {
                    self.policy.free.insert(pool, ());
                }
            }
            (Subject::Pool(pool), Change::UpgradeStarted { .. }) => {
                // The rest of a canceled run is what that was (UP-15).
                let rest = self.pool(pool).run == RunState::Cancelled;
                let over = announced == Some(record.subject) || self.before == "upgrade/override";
                if !over && !rest {
                    self.policy.free.remove(&pool);
                }
                if let Some(kind) = self.kind_of_run(pool, record) {
                    self.policy.kinds.insert(pool, kind);
                }
                let waiting = self.policy.waiting.get(&pool).map_or(0, Vec::len);
                self.policy.brought.insert(pool, waiting);
            }
            // It had begun before time 0.
            (Subject::Pool(pool), Change::UpgradePaused { .. })
                if self.policy.kinds.get(&pool).is_none() =>
            {
                let version = |template| self.plan.templates[template].version;
                let from = version(self.plan.pools[pool].template);
                let kind = kind(from, version(self.pool(pool).target));
                self.policy.kinds.insert(pool, kind);
            }
            (Subject::Pool(pool), Change::Commanded { entry }) => {
                if let Command::Upgrade { change, .. } = self.plan.script[entry as usize].command
                    && waits(change)
                {
                    self.policy.waiting.entry(pool).or_default().push(entry);
                }
            }
            (Subject::Pool(pool), Change::Refused { .. }) => {
                let commanded = self.commanded;
                let waiting = self.policy.waiting.entry(pool).or_default();
                waiting.retain(|entry| Some(*entry) != commanded);
            }
            (Subject::Pool(pool), Change::UpgradeSucceeded) => {
                let target = self.pool(pool).target;
                let nodes = self.nodes.values().filter(|node| node.pool == pool);
                // A node that is away comes back with the target (AM-63).
                let away = |vm| matches!(vm, Vm::Gone | Vm::Off | Vm::Deleting { .. });
                let mut there = nodes.filter(|node| !away(node.vm));
                if there.all(|node| node.template == target) {
                    let brought = self.policy.brought.get(&pool).copied().unwrap_or(0);
                    let waiting = self.policy.waiting.entry(pool).or_default();
                    waiting.drain(..brought.min(waiting.len()));
                    // What has become due in the meantime waits, unless the pool has it.
                    match waiting.is_empty() {
                        true => self.policy.undone.remove(&pool),
                        false => self.policy.undone.insert(pool),
                    };
                }
            }
            // Its changes are undone, and the rows don't say which ones those were.
            (Subject::Pool(pool), Change::RolledBack) => {
                let waiting = self.policy.waiting.remove(&pool);
                if waiting.is_some_and(|waiting| !waiting.is_empty()) {
                    self.policy.undone.insert(pool);
                }
            }
            (_, Change::ExclusionBegan { exclusion }) => self.policy.reported |= 1 << exclusion,
            (_, Change::ExclusionEnded { exclusion }) => self.policy.reported &= !(1 << exclusion),
            (_, Change::ControlPlaneScheduled { entry, .. }) => {
                self.policy.scheduled.insert(entry, record.at);
            }
            (_, Change::ControlPlaneStarted { entry }) => {
                let to = brings(self.plan, entry);
                match to.map(|_| kind(self.control_plane.version, to)) {
                    Some(UpgradeKind::Minor) => self.policy.minor = Some(record.at),
                    Some(_) => self.policy.patch = Some(record.at),
                    None => {}
                }
            }
            _ => {}
        }
    }
}
