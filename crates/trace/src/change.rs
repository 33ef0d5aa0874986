//! What a row says: facts about nodes, Pods, pools and the cluster, each with at most two numbers.

pub use super::blocker::Blocker;
use base::{GroupId, NodeId, TemplateId, WorkloadId, ZoneId};
use model::maintenance::{Blockers, Kind, Override, Part};
use model::node::AtLimit;
use model::operations::Refusal;
use model::pool::Phase;
use model::script::{Failure, NodeChange};

/// Seconds after which nothing happens.
pub const NEVER: u32 = u32::MAX;

/// A fact. Durations are whole seconds from the row's instant (AM-83).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    // Roots, on the cluster or on what a command names.
    Started,
    /// A user command or an injected event: entry of the script.
    Commanded {
        entry: u32,
    },
    /// The command has no effect.
    Refused {
        why: Refusal,
    },
    WindowOpened,
    WindowClosed,
    /// By its number in the calendar.
    ExclusionBegan {
        exclusion: u32,
    },
    ExclusionEnded {
        exclusion: u32,
    },
    /// VMs that may exist beyond those of the start; `None` = enough.
    QuotaSet {
        spare: Option<u32>,
    },
    StockoutBegan,
    StockoutEnded,
    ReplicasSet {
        replicas: u32,
    },
    /// Its Pods behave from now on as that entry of the script says.
    BehaviourSet {
        entry: u32,
    },
    /// The budget's limit is the one of that entry of the script.
    LimitSet {
        entry: u32,
    },

    /// The control plane is brought to the version of that entry of the script.
    ControlPlaneStarted {
        entry: u32,
    },
    /// One replica of it, counted from 0.
    ReplicaStarted {
        replica: u32,
        lasts_s: u32,
    },
    ControlPlaneDone,
    /// Its VMs are made anew, at the version that it had.
    ControlPlaneBack,
    /// GKE announces the upgrade of that entry of the script, and begins it so much later at the earliest (BS-29).
    ControlPlaneScheduled {
        entry: u32,
        after_s: u32,
    },
    /// Of what begins or goes on now, neither windows nor exclusions are asked; of a pool or of the control plane (AM-72).
    PolicyOverridden {
        why: Override,
    },

    // Pools.
    UpgradeQueued {
        why: WhyNot,
    },
    UpgradeStarted {
        target: TemplateId,
        change: NodeChange,
        automatic: bool,
    },
    ZoneStarted {
        zone: ZoneId,
        surge: u32,
        unavailable: u32,
    },
    ZoneDone {
        zone: ZoneId,
    },
    /// No slot has a node because no capacity is free (SU-08).
    ResourcesMissing,
    ResourcesFound,
    UpgradePaused {
        why: WhyNot,
    },
    UpgradeResumed {
        automatic: bool,
    },
    UpgradeCancelling,
    UpgradeCancelled,
    RollbackStarted,
    RolledBack,
    UpgradeSucceeded,
    /// The quota check was not passed; nothing was created (BG-09).
    UpgradeFailed,
    /// VMs that are reserved for the pool; `None` = none are.
    ReservationSet {
        machines: Option<u32>,
    },
    /// It is upgraded from now on as that entry of the script says.
    SettingsSet {
        entry: u32,
    },
    /// So many nodes are wanted in each of its zones.
    Resized {
        nodes: u32,
    },
    /// Of a blue-green upgrade; `lasts_s`: so long it soaks, 0 = until its work is done.
    PhaseStarted {
        phase: Phase,
        lasts_s: u32,
    },
    /// The nodes of a batch begin to be drained; `batch` counts from 0.
    BatchStarted {
        batch: u32,
        of: u32,
    },
    /// They are drained, and so long is waited.
    BatchDrained {
        soak_s: u32,
    },
    /// Labels and taints of its nodes changed in place, as that entry of the script says.
    Reshaped {
        entry: u32,
    },

    // Nodes.
    /// A slot of the upgrade works on it from now on; `slot` counts from 0, surge slots first.
    NodeTaken {
        slot: u32,
        surge: bool,
    },
    NodeRequested {
        group: GroupId,
        template: TemplateId,
        ready_after_s: u32,
    },
    NodeReady,
    NodeCordoned,
    NodeUncordoned,
    /// `limit_s`: after so long the drain ends, 0 = never, or, of a batch, at once; `at_limit` says what becomes of what is left.
    DrainStarted {
        pods: u32,
        limit_s: u32,
        at_limit: AtLimit,
    },
    /// The drain ends with an error, and Pods that it would evict stay (KD-07, KD-08, KD-10).
    DrainAborted,
    DrainEnded {
        limit_reached: bool,
    },
    /// Nobody is evicted any more, and its limit stands still (AM-79).
    DrainPaused,
    /// `limit_s`: after so long the drain ends.
    DrainResumed {
        limit_s: u32,
    },
    NodeDeleting {
        gone_after_s: u32,
        recreate: bool,
    },
    NodeGone,
    /// The VM of a node that is being recreated is requested again.
    NodeRecreating {
        template: TemplateId,
        ready_after_s: u32,
    },
    /// The slot is done with it.
    NodeDone,
    NodeFailed {
        why: Failure,
    },
    /// The control plane has noticed that it is not there.
    NodeLost,
    /// Of its host: the VM is down for so long, 0 = it has moved unnoticed.
    HostEvent {
        down_s: u32,
    },
    NodeRecovered,
    /// Its VM is taken away: preempted, or at the end of its life. With `recreate` another one takes its place.
    NodeShutDown {
        gone_after_s: u32,
        recreate: bool,
    },

    // Pods.
    /// `place`: the ordinal of a StatefulSet's Pod, the node of a daemon Pod plus 1, else 0.
    PodCreated {
        workload: WorkloadId,
        place: u32,
    },
    PodBound {
        node: NodeId,
        start_s: u32,
    },
    /// Room is made for it on the node: it is to go there when the Pods that it preempts are gone (KS-37).
    Nominated {
        node: NodeId,
    },
    /// It has no claim on the room of a node any more.
    NominationCleared,
    /// Its containers run; it is not ready yet. [`NEVER`]: it will not be.
    PodStarted {
        ready_after_s: u32,
    },
    PodReady,
    /// It was ready, and is no longer: its node goes.
    PodUnready,
    PodTerminating {
        ending: Ending,
        gone_after_s: u32,
    },
    /// Ended at once, without its budget or before its grace, because a limit was reached.
    PodForced {
        violates_budget: bool,
    },
    PodGone,
    /// Something holds it back: one row for each blocker.
    Blocked {
        by: Blocker,
    },
    /// Nothing holds it back any more, and no other row says so.
    Unblocked,
}

/// Why a Pod terminates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Through the eviction API, which asked the budgets.
    Evicted,
    /// Deleted; budgets are not read (KE-12).
    Deleted,
    /// Deleted because the budget refused until a limit.
    DeletedAtLimit,
    /// Deleted by the scheduler for a Pod of higher priority (KS-37).
    Preempted,
}

/// Why automatic work does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// Windows, exclusions, or the least time between two upgrades (BS-16).
    Policy(Waits),
    /// The control plane is older than the target (BS-02).
    ControlPlane,
    /// Another pool is being upgraded; one automatic operation at a time (AM-70).
    AnotherRun,
    /// Nodes would trail the control plane by more than two minor versions (BS-06).
    OldNodes,
    /// Work on the control plane is in progress (AM-70).
    Busy,
}

/// What the maintenance policy keeps waiting, and by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    pub by: Blockers,
    /// The column of the scope table; `None`: there are no exclusions, so none counts.
    pub asks: Option<(Part, Kind)>,
}

impl Waits {
    /// Is it for a window alone?
    pub fn is_for_window(&self) -> bool {
        let window = Blockers {
            window: true,
            ..Blockers::default()
        };
        self.by == window
    }
}

impl WhyNot {
    /// Is the other reason no news to somebody who knows this one? That windows open and close is none where something
    /// else lasts.
    pub fn covers(self, other: Self) -> bool {
        let lasting = |why: Self| match why {
            Self::Policy(waits) => {
                let by = Blockers {
                    window: false,
                    ..waits.by
                };
                (by != Blockers::default()).then_some((by, waits.asks))
            }
            Self::ControlPlane | Self::AnotherRun | Self::OldNodes | Self::Busy => None,
        };
        self == other || lasting(self).is_some() && lasting(self) == lasting(other)
    }
}

impl Change {
    /// Was a Pod ended because a limit was reached?
    pub fn is_forced(self) -> bool {
        matches!(
            self,
            Self::PodForced { .. }
                | Self::PodTerminating {
                    ending: Ending::DeletedAtLimit,
                    ..
                }
        )
    }

    /// The name that scripts see in `change`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Started => "Started",
            Self::Commanded { .. } => "Commanded",
            Self::Refused { .. } => "Refused",
            Self::WindowOpened => "WindowOpened",
            Self::WindowClosed => "WindowClosed",
            Self::ExclusionBegan { .. } => "ExclusionBegan",
            Self::ExclusionEnded { .. } => "ExclusionEnded",
            Self::QuotaSet { .. } => "QuotaSet",
            Self::StockoutBegan => "StockoutBegan",
            Self::StockoutEnded => "StockoutEnded",
            Self::ReplicasSet { .. } => "ReplicasSet",
            Self::LimitSet { .. } => "LimitSet",
            Self::BehaviourSet { .. } => "BehaviourSet",
            Self::ControlPlaneStarted { .. } => "ControlPlaneStarted",
            Self::ReplicaStarted { .. } => "ReplicaStarted",
            Self::ControlPlaneDone => "ControlPlaneDone",
            Self::ControlPlaneBack => "ControlPlaneBack",
            Self::ControlPlaneScheduled { .. } => "ControlPlaneScheduled",
            Self::PolicyOverridden { .. } => "PolicyOverridden",
            Self::UpgradeQueued { .. } => "UpgradeQueued",
            Self::UpgradeStarted { .. } => "UpgradeStarted",
            Self::ZoneStarted { .. } => "ZoneStarted",
            Self::ZoneDone { .. } => "ZoneDone",
            Self::ResourcesMissing => "ResourcesMissing",
            Self::ResourcesFound => "ResourcesFound",
            Self::UpgradePaused { .. } => "UpgradePaused",
            Self::UpgradeResumed { .. } => "UpgradeResumed",
            Self::UpgradeCancelling => "UpgradeCancelling",
            Self::UpgradeCancelled => "UpgradeCancelled",
            Self::RollbackStarted => "RollbackStarted",
            Self::RolledBack => "RolledBack",
            Self::UpgradeSucceeded => "UpgradeSucceeded",
            Self::UpgradeFailed => "UpgradeFailed",
            Self::ReservationSet { .. } => "ReservationSet",
            Self::SettingsSet { .. } => "SettingsSet",
            Self::Resized { .. } => "Resized",
            Self::NodeFailed { .. } => "NodeFailed",
            Self::NodeLost => "NodeLost",
            Self::HostEvent { .. } => "HostEvent",
            Self::NodeRecovered => "NodeRecovered",
            Self::NodeShutDown { .. } => "NodeShutDown",
            Self::PodUnready => "PodUnready",
            Self::PhaseStarted { .. } => "PhaseStarted",
            Self::BatchStarted { .. } => "BatchStarted",
            Self::BatchDrained { .. } => "BatchDrained",
            Self::Reshaped { .. } => "Reshaped",
            Self::NodeTaken { .. } => "NodeTaken",
            Self::NodeRequested { .. } => "NodeRequested",
            Self::NodeReady => "NodeReady",
            Self::NodeCordoned => "NodeCordoned",
            Self::NodeUncordoned => "NodeUncordoned",
            Self::DrainStarted { .. } => "DrainStarted",
            Self::DrainAborted => "DrainAborted",
            Self::DrainEnded { .. } => "DrainEnded",
            Self::DrainPaused => "DrainPaused",
            Self::DrainResumed { .. } => "DrainResumed",
            Self::NodeDeleting { .. } => "NodeDeleting",
            Self::NodeGone => "NodeGone",
            Self::NodeRecreating { .. } => "NodeRecreating",
            Self::NodeDone => "NodeDone",
            Self::PodCreated { .. } => "PodCreated",
            Self::PodBound { .. } => "PodBound",
            Self::Nominated { .. } => "Nominated",
            Self::NominationCleared => "NominationCleared",
            Self::PodStarted { .. } => "PodStarted",
            Self::PodReady => "PodReady",
            Self::PodTerminating { .. } => "PodTerminating",
            Self::PodForced { .. } => "PodForced",
            Self::PodGone => "PodGone",
            Self::Blocked { .. } => "Blocked",
            Self::Unblocked => "Unblocked",
        }
    }
}
