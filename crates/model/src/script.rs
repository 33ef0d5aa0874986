//! The script: user commands and injected events, as data.

use super::budget::Limit;
use super::maintenance::Override;
pub use super::node_change::NodeChange;
use super::pool::Phase;
use super::strategy::Strategy;
use super::version::Version;
use base::{BudgetId, NodeId, PoolId, SimSpan, SimTime, WorkloadId, ZoneId, order};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptEntry {
    pub at: SimTime,
    /// It acts this long after its pool enters the phase; `at` is then the end of time.
    pub phase: Option<(PoolId, Phase, SimSpan)>,
    /// It acts this long after that work has ended; `at` is then the end of time.
    pub after: Option<(Awaited, SimSpan)>,
    pub command: Command,
    /// Why GKE ignores windows and exclusions for it (AM-72).
    pub over: Option<Override>,
    /// The position of its item in the document's script.
    pub item: u32,
}

impl ScriptEntry {
    pub fn timed(at: SimTime, command: Command) -> Self {
        Self { at, phase: None, after: None, command, over: None, item: 0 }
    }

    /// Does it act at its instant? An entry that waits for a phase or for other work doesn't, nor does a step that GKE takes
    /// when permitted.
    pub fn is_timed(&self) -> bool {
        self.phase.is_none()
            && self.after.is_none()
            && !matches!(self.command, Command::Step { .. })
    }
}

/// The work for whose end an entry of the script waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// What another entry has started, as gcloud waits for its operation.
    Entry(u32),
    /// The next upgrade of the pool.
    Pool(PoolId),
    /// The next upgrade or recreation of the control plane.
    ControlPlane,
}

/// Options of `kubectl drain` (KD-02 … KD-10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrainOptions {
    pub force: bool,
    pub ignore_daemonsets: bool,
    pub delete_emptydir_data: bool,
    /// Deletes the Pods instead of evicting them (UP-18).
    pub disable_eviction: bool,
    /// Skips Pods whose deletion began longer ago; zero = off.
    pub skip_wait_for_delete_s: u32,
    /// Zero = no timeout.
    pub timeout: SimSpan,
    /// `None` = the Pod's own grace period.
    pub grace: Option<SimSpan>,
}

impl DrainOptions {
    /// The options of an upgrade's drain (KD, head of the section).
    pub const UPGRADE: Self = Self {
        force: true,
        ignore_daemonsets: true,
        delete_emptydir_data: true,
        disable_eviction: false,
        skip_wait_for_delete_s: 0,
        timeout: SimSpan::ZERO,
        grace: None,
    };
}

/// How a node fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Its kubelet has stopped.
    Kubelet,
    /// Its boot disk is full.
    Disk,
}

/// How long containers take to end after the signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shutdown {
    After(SimSpan),
    /// They ignore SIGTERM and are killed at the end of the grace period.
    AtTheEndOfGrace,
}

/// A reference to a node in a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeRef {
    /// It exists when the scenario begins.
    Start(NodeId),
    /// The run may create it: its pool and zone, and the number at the end of its name (AM-83).
    Made { pool: PoolId, zone: ZoneId, ordinal: u32 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Its effect on the pool's configuration at that moment is in `Plan::outcomes`.
    Upgrade {
        pool: PoolId,
        /// The new version; `None` if it depends on earlier entries.
        version: Option<Version>,
        change: NodeChange,
        automatic: bool,
    },
    /// Upgrades the control plane (AM-69).
    UpgradeControlPlane {
        version: Version,
        automatic: bool,
    },
    /// Recreates the control plane's VMs at the same version, for maintenance or repair (AM-30, MR-09).
    RecreateControlPlane {
        repair: bool,
    },
    /// Sets the channel's default version: GKE upgrades the cluster to it, step by step (MX-21).
    Target {
        version: Version,
    },
    /// A step to the preceding target, for the control plane or a pool, which GKE takes when permitted.
    Step {
        pool: Option<PoolId>,
        version: Version,
    },
    Cancel {
        pool: PoolId,
    },
    Resume {
        pool: PoolId,
        /// GKE resumes it, once maintenance may start.
        automatic: bool,
    },
    Rollback {
        pool: PoolId,
        respect_pdb: bool,
    },
    /// Skips the rest of a blue-green upgrade's soak (BG-28).
    Complete {
        pool: PoolId,
    },
    /// Sets the pool's strategy.
    SetStrategy {
        pool: PoolId,
        strategy: Strategy,
    },
    /// Changes labels and taints in place (AM-11, `Plan::outcomes`).
    SetShape {
        pool: PoolId,
    },
    SetReplicas {
        workload: WorkloadId,
        replicas: u32,
    },
    /// Changes the template of a Deployment to that of a revision.
    Rollout {
        workload: WorkloadId,
        revision: u32,
    },
    /// Sets the behavior of its Pods; `None` keeps a property.
    SetBehaviour {
        workload: WorkloadId,
        image_pull: Option<SimSpan>,
        shutdown: Option<Shutdown>,
        /// Do its Pods never become ready on upgraded nodes?
        fails_upgraded: Option<bool>,
    },
    SetBudget {
        budget: BudgetId,
        limit: Limit,
    },
    Cordon {
        node: NodeRef,
    },
    Uncordon {
        node: NodeRef,
    },
    Drain {
        node: NodeRef,
        options: DrainOptions,
    },
    /// The subject doesn't exist.
    Missing,
    /// The number of VMs that may exist beyond those of the start; `None` = unlimited (AM-60).
    Quota {
        spare: Option<u32>,
    },
    Stockout {
        zone: ZoneId,
        on: bool,
    },
    /// The number of VMs reserved for the pool; `None` removes the reservation (SU-16).
    Reservation {
        pool: PoolId,
        machines: Option<u32>,
    },
    /// Sets the number of nodes in each zone of the pool.
    Resize {
        pool: PoolId,
        nodes: u32,
    },
    /// A node fails.
    Fail {
        node: NodeRef,
        why: Failure,
    },
    /// The host of a VM is maintained or fails (AM-43).
    HostEvent {
        node: NodeRef,
    },
    /// A Spot VM is preempted (AM-80).
    Preempt {
        node: NodeRef,
    },
}

/// The work that a command starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandWork {
    Pool(PoolId),
    ControlPlane,
    Drain(NodeRef),
}

impl Command {
    /// The version that it brings to the control plane, if any.
    pub fn version_of_control_plane(&self) -> Option<Version> {
        match self {
            Self::UpgradeControlPlane { version, .. } | Self::Step { pool: None, version } => {
                Some(*version)
            }
            _ => None,
        }
    }

    pub fn is_repair(&self) -> bool {
        matches!(self, Self::RecreateControlPlane { repair: true })
    }

    /// The work that takes time after it acts; `None`: it is over at once.
    pub fn work(&self) -> Option<CommandWork> {
        match *self {
            Self::Upgrade { pool, .. }
            | Self::Resume { pool, .. }
            | Self::Rollback { pool, .. }
            | Self::Complete { pool } => Some(CommandWork::Pool(pool)),
            Self::UpgradeControlPlane { .. } | Self::RecreateControlPlane { .. } => {
                Some(CommandWork::ControlPlane)
            }
            Self::Drain { node, .. } => Some(CommandWork::Drain(node)),
            _ => None,
        }
    }

    /// The node that it names, if any.
    pub fn node(&self) -> Option<NodeRef> {
        match *self {
            Self::Fail { node, .. }
            | Self::HostEvent { node }
            | Self::Cordon { node }
            | Self::Uncordon { node }
            | Self::Drain { node, .. }
            | Self::Preempt { node } => Some(node),
            _ => None,
        }
    }
}

/// Adds the steps after each target: for the control plane, which moves one minor version at a time (intermediate
/// ones are written without a patch), and for the pools that follow it to each version it may have by then.
///
/// Rulebook: MX-21. Source: Maintenance windows and exclusions.
pub fn with_steps<T: Copy>(
    script: Vec<(ScriptEntry, T)>,
    now: Option<Version>,
    pools: &[PoolId],
) -> Vec<(ScriptEntry, T)> {
    let mut reached: Vec<Version> = now.into_iter().collect();
    for (entry, _) in &script {
        if let Command::UpgradeControlPlane { version, .. } = entry.command {
            reached.push(version);
        }
    }
    let mut all = Vec::new();
    for (entry, item) in script {
        let (at, no) = (entry.at, entry.item);
        let target = match entry.command {
            Command::Target { version } => Some(version),
            _ => None,
        };
        all.push((entry, item));
        let Some(target) = target else { continue };
        let between = steps(now, target);
        reached.extend(between.iter().copied());
        let mut stops: Vec<Version> = reached.clone();
        stops.retain(|version| *version <= target);
        order::sort(&mut stops);
        stops.dedup();
        let mut step = |pool, version| {
            let command = Command::Step { pool, version };
            all.push((ScriptEntry { item: no, ..ScriptEntry::timed(at, command) }, item));
        };
        between.iter().for_each(|version| step(None, *version));
        for pool in pools {
            stops.iter().for_each(|version| step(Some(*pool), *version));
        }
    }
    all
}

/// The versions to pass, the target last.
fn steps(now: Option<Version>, target: Version) -> Vec<Version> {
    let first = match now {
        Some(now) if now.major == target.major => now.minor.saturating_add(1),
        _ => target.minor,
    };
    // Clusters are at most a few minor versions behind.
    let between = (first..target.minor).take(20).map(|minor| Version {
        major: target.major,
        minor,
        patch: None,
        gke: None,
    });
    between.chain([target]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MX-21: a version that the control plane reaches in two ways is one step for a pool.
    #[test]
    fn a_version_that_is_reached_twice_is_one_step() {
        let version = |text| Version::parse(text).expect("a version");
        let to = version("1.33");
        let upgrade = Command::UpgradeControlPlane { version: to, automatic: false };
        let target = Command::Target { version: to };
        let script = [upgrade, target].map(|one| (ScriptEntry::timed(SimTime::ZERO, one), ()));
        let script = with_steps(script.into(), Some(version("1.32")), &[PoolId(0)]);
        let steps = script.into_iter().filter_map(|(entry, ())| match entry.command {
            Command::Step { pool, version } => Some((pool, version)),
            _ => None,
        });
        let steps: Vec<_> = steps.collect();
        let pool = Some(PoolId(0));
        assert_eq!(steps, [(None, to), (pool, version("1.32")), (pool, to)]);
    }
}
