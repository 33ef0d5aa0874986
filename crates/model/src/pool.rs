//! Node pools, their groups per zone, and the shape of their nodes.

use super::autoscale::{Autoscaling, Capacity, Scaling};
use super::labels::Labels;
use super::node::Side;
use super::resources::Resources;
use super::selector::Taint;
use super::settings::DrainLimits;
pub use super::strategy::{Phase, Progress, Soak};
use super::strategy::{RunKind, Strategy, Surge};
use super::version::Version;
use base::{GroupId, IdVec, PoolId, SimSpan, SimTime, TemplateId, ZoneId, muted};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    pub name: String,
    /// One per zone, in the order of `locations` (AM-05).
    pub groups: Vec<GroupId>,
    /// The template of its nodes at the start.
    pub template: TemplateId,
    /// Is it partially upgraded at time 0, from that template to the target of its state?
    pub partial: bool,
    /// When that upgrade began, if known.
    pub upgrading_since: Option<SimTime>,
    pub strategy: Strategy,
    pub drain: DrainLimits,
    pub spot: bool,
    /// The cluster autoscaler's settings, if it is on.
    pub autoscaling: Option<Autoscaling>,
    /// Does it use a reservation that isn't its own beside other machines (`ANY_RESERVATION`)?
    pub any_reservation: bool,
    /// Is auto-repair of unhealthy nodes on (BS-58)?
    pub auto_repair: bool,
    /// Do its VMs migrate away from a host unnoticed? VMs with accelerators don't (MR-08).
    pub live_migrates: bool,
    /// A multi-host TPU slice: one unit, recreated in one step (BS-05).
    pub multi_host: bool,
    /// The maximum lifetime of each VM, for flex-start and queued provisioning (SL-03).
    pub life: Option<SimSpan>,
    /// `management.autoUpgrade`: GKE may upgrade a canceled pool again (UP-15).
    pub auto_upgrade: bool,
}

impl Pool {
    /// Its surge settings; zeros if it is upgraded in another way.
    pub fn surge(&self) -> Surge {
        self.strategy.surge()
    }
}

/// A quota of the region in its own unit, such as CPUs or GB (AM-60).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    pub name: String,
    /// What is left at the start.
    pub left: u32,
    /// What a node of each pool takes of it.
    pub per_node: IdVec<PoolId, u32>,
}

/// Addresses for Pods, of which a node takes a range; those of a range that isn't the cluster's follow a slash. And addresses for nodes.
const ADDRESSES: [&str; 2] = ["POD_ADDRESSES", "NODE_ADDRESSES"];

impl Quota {
    /// Is it IP space, which a reservation of machines doesn't hold (CA-69)?
    pub fn is_ip_space(&self) -> bool {
        let range = self.name.split('/').next().unwrap_or_default();
        ADDRESSES.contains(&range)
    }

    /// What is left, if each pool has so many more VMs than at the start; negative if it is exceeded.
    pub fn left_with(&self, more: impl Fn(PoolId) -> i64) -> i64 {
        let taken = self.per_node.iter().map(|(pool, each)| i64::from(*each) * more(pool));
        i64::from(self.left) - taken.sum::<i64>()
    }
}

/// One managed instance group: the nodes of a pool in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    pub pool: PoolId,
    pub zone: ZoneId,
}

/// The template of a group's nodes; an upgrade replaces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeTemplate {
    pub machine_type: String,
    pub version: Option<Version>,
    /// What the machine has in all.
    pub capacity: Capacity,
    pub allocatable: Resources,
    pub max_pods: u32,
    /// Without host name and zone, which differ between nodes.
    pub labels: Labels,
    pub taints: Vec<Taint>,
}

base::enum_table! {
    /// The states of a pool's upgrade and what they allow (AM-84).
    #[derive(Default)]
    pub enum RunState, key {
        #[default]
        Idle = "ui-run-idle",
        /// Due, but not permitted yet.
        Queued = "ui-run-queued",
        Running = "ui-run-running",
        /// Running, but no slot has a node and no capacity is free.
        WaitingForResources = "ui-run-waiting",
        /// By a window; resumes automatically.
        Paused = "ui-run-paused",
        /// Canceled, while started nodes aren't done yet.
        Cancelling = "ui-run-cancelling",
        Cancelled = "ui-run-cancelled",
        RollingBack = "ui-run-rolling-back",
        Succeeded = "ui-run-succeeded",
        RolledBack = "ui-run-rolled-back",
        /// The quota check of a blue-green upgrade failed: nothing was created (BG-09).
        Failed = "ui-run-failed",
    }
}

impl RunState {
    /// Does an unfinished run exist?
    pub fn unfinished(self) -> bool {
        match self {
            Self::Idle | Self::Succeeded | Self::RolledBack => false,
            Self::Queued
            | Self::Running
            | Self::WaitingForResources
            | Self::Paused
            | Self::Cancelling
            | Self::Cancelled
            | Self::Failed
            | Self::RollingBack => true,
        }
    }

    /// Has it begun and not ended? A queued run hasn't begun.
    pub fn begun(self) -> bool {
        self.unfinished() && self != Self::Queued
    }

    /// Does it continue without a command, now or when a window opens or a VM is available?
    pub fn in_progress(self) -> bool {
        match self {
            Self::Running | Self::WaitingForResources | Self::Paused => true,
            Self::Idle
            | Self::Queued
            | Self::Cancelling
            | Self::Cancelled
            | Self::Failed
            | Self::RollingBack
            | Self::Succeeded
            | Self::RolledBack => false,
        }
    }

    /// Does it wait for a user: canceled, being canceled, or failed for lack of quota?
    pub fn waits_for_user(self) -> bool {
        match self {
            Self::Cancelling | Self::Cancelled | Self::Failed => true,
            Self::Idle
            | Self::Queued
            | Self::Running
            | Self::WaitingForResources
            | Self::Paused
            | Self::RollingBack
            | Self::Succeeded
            | Self::RolledBack => false,
        }
    }

    /// May the run take nodes?
    pub fn takes_nodes(self) -> bool {
        matches!(self, Self::Running | Self::WaitingForResources | Self::RollingBack)
    }
}

/// The public part of a pool that changes during a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolState {
    pub run: RunState,
    /// The strategy that the script has set, if any.
    pub chosen: Option<Strategy>,
    /// The strategy of the run, and its phase if that is blue-green.
    pub kind: RunKind,
    pub progress: Progress,
    /// The template of the upgrade; `None` before the first one.
    pub target: Option<TemplateId>,
    /// The zone in progress (UP-10) with its slots (AM-03).
    pub zone: Option<ZoneId>,
    pub surge_slots: u32,
    pub unavailable_slots: u32,
    /// The number of the next node to be requested (AM-83).
    pub next_ordinal: u32,
    pub automatic: bool,
    pub since: SimTime,
    /// VMs that its own reservation holds (SU-16, AM-60); `None` = no reservation.
    pub reservation: Option<u32>,
}

impl PoolState {
    /// The pool's current strategy.
    pub fn strategy(&self, pool: &Pool) -> Strategy {
        self.chosen.unwrap_or(pool.strategy)
    }

    /// What the cluster autoscaler may do to one side of the pool; outside of a run both sides are the pool.
    ///
    /// Rulebook: BG-36, AM-20. Source: Node upgrade strategies.
    pub fn scaling(&self, side: Side) -> Scaling {
        if !self.run.begun() || muted("BG-36") || muted("AM-20") {
            return Scaling::FREE;
        }
        (self.kind.traits().scaling)(self.progress.phase, side)
    }

    /// Is this the side of an upgrade that the autoscaler empties (AB-10, AM-68)?
    pub fn is_emptied(&self, side: Option<Side>) -> bool {
        side.is_some_and(|side| self.scaling(side).empties)
    }

    /// The state before any request; `next_ordinal`: the number of its next node.
    pub fn at_start(next_ordinal: u32) -> Self {
        Self {
            run: RunState::Idle,
            chosen: None,
            kind: RunKind::Surge,
            progress: Progress::default(),
            target: None,
            zone: None,
            surge_slots: 0,
            unavailable_slots: 0,
            next_ordinal,
            automatic: false,
            since: SimTime::ZERO,
            reservation: None,
        }
    }
}
