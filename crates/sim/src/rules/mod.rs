//! Every rule by which the engine may change anything: a slug, and the rulebook ids that it implements.

mod eviction_api;
pub mod gates;

use base::{RuleNo, muted};
use trace::Blocker;
use trace::log::RuleName;

/// Something that blocks an eviction, and the rule that reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    pub rule: Rule,
    pub blocker: Blocker,
    /// Can a retry help?
    pub retry: bool,
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $slug:literal [$($id:literal)*];)*) => {
        /// A rule of the engine.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u16)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        /// The slug table that each trace carries, by number.
        pub const RULES: &[RuleName] = &[$(RuleName { slug: $slug, ids: &[$($id),*] },)*];
    };
}

rules! {
    // Roots.
    ScenarioStart = "start/scenario" [];
    UserCommand = "user/command" [];
    /// A command that the state of the run does not allow.
    CommandRefused = "user/refused" ["UP-14" "AM-84" "BS-04"];
    /// A command of kubectl that has nothing to act on.
    NodeCommandRefused = "user/node-refused" [];
    WindowOpens = "window/opens" ["AM-56"];
    WindowCloses = "window/closes" ["AM-56"];
    QuotaSet = "capacity/quota-set" ["AM-60"];
    StockoutSet = "capacity/stockout-set" ["AM-60"];
    /// Labels and taints change without recreating a node.
    SetInPlace = "set/in-place" ["UP-08" "AM-11"];
    SetReplicas = "set/replicas" ["KP-16"];
    SetBudget = "set/budget" ["AM-57"];
    UserCordon = "user/cordon" ["KT-18"];
    UserUncordon = "user/uncordon" ["KT-18"];

    // The run of a pool.
    UpgradeStart = "upgrade/start" ["SU-04" "AM-84"];
    QueueForControlPlane = "upgrade/queue" ["BS-02" "AM-84"];
    QueueForWindow = "upgrade/queue-window" ["BS-16" "AM-84"];
    QueueForTurn = "upgrade/queue-turn" ["BS-01" "AM-70"];
    UpgradePause = "upgrade/pause" ["UP-16" "AM-08"];
    UpgradeGoOn = "upgrade/go-on" ["AM-08" "AM-61"];
    UpgradeCancel = "upgrade/cancel" ["UP-12" "SU-24"];
    UpgradeCancelled = "upgrade/cancelled" ["SU-25" "AM-07"];
    UpgradeResume = "upgrade/resume" ["UP-13" "SU-26"];
    RollBack = "upgrade/roll-back" ["UP-13" "SU-27" "AM-61"];
    RolledBack = "upgrade/rolled-back" ["SU-27" "AM-61"];
    /// The rest of a canceled pool is upgraded by a new automatic run.
    UpgradeAgain = "upgrade/again" ["UP-15" "AM-61"];
    UpgradeSucceed = "upgrade/succeed" ["AM-59" "BS-15"];

    // Surge.
    ZoneStart = "surge/zone-start" ["UP-10" "SU-15" "AM-03" "AM-59"];
    ZoneDone = "surge/zone-done" ["UP-10" "AM-59"];
    TakeForSurge = "surge/take" ["SU-01" "SU-13" "AM-58"];
    TakeAsUnavailable = "surge/take-unavailable" ["SU-01" "SU-09" "SU-13" "AM-58"];
    RequestNode = "surge/request-node" ["SU-05" "SU-06" "UP-22"];
    NoCapacity = "surge/no-capacity" ["SU-08" "AM-04" "AM-60"];
    /// The old VM is gone and there is no capacity for its successor.
    RecreateWaits = "surge/recreate-waits" ["SU-12" "AM-60"];
    CapacityFound = "surge/capacity-found" ["SU-08" "AM-60"];
    SurgeNodeReady = "surge/node-ready" ["SU-06" "AM-39"];
    CordonForSurge = "surge/cordon" ["SU-06" "KD-01"];
    CordonUnavailable = "surge/cordon-unavailable" ["SU-10" "KD-01"];
    CordonSpot = "surge/cordon-spot" ["SU-17" "AM-10"];
    DeleteOld = "surge/delete" ["SU-06" "AM-58"];
    DeleteToRecreate = "surge/delete-to-recreate" ["SU-10" "AM-58"];
    Recreate = "surge/recreate" ["SU-10" "AM-58"];
    NodeRecreated = "surge/node-recreated" ["SU-10" "AM-39"];
    UncordonRecreated = "surge/uncordon" ["SU-10" "AM-58"];
    NodeDone = "surge/node-done" ["AM-58"];

    // Drains.
    DrainStart = "drain/start" ["KD-01" "AM-06"];
    DrainAbort = "drain/abort" ["KD-07"];
    Evict = "drain/evict" ["UP-18" "KD-08" "KE-11"];
    /// Budgets are not read.
    DeletePod = "drain/delete" ["UP-18" "KE-12" "AM-12"];
    RemoveFinished = "drain/remove-finished" ["KE-02" "AM-73"];
    DeleteAtPdbTimeout = "drain/pdb-timeout" ["BS-11" "AM-62"];
    ViolateBudget = "drain/pdb-violation" ["BS-11" "AM-62" "BS-15"];
    ForceOut = "drain/force" ["SU-07" "UP-17" "AM-06" "AM-62" "BS-15"];
    DrainEnd = "drain/end" ["KD-09" "KD-11"];
    /// An eviction failed, and the Pod stays.
    DrainFail = "drain/fail" ["KD-08" "KD-11"];
    DrainTimeout = "drain/timeout" ["KD-10"];

    // Gates: what may hold back an eviction.
    GateBudget = "gate/budget" ["SU-23" "KE-07" "KD-08" "BS-73"];
    GateTwoBudgets = "gate/two-budgets" ["KE-03" "BS-73"];
    GateForbidden = "gate/forbidden" ["KE-07"];
    GateDrainFilter = "gate/drain-filter" ["KD-07"];

    // Consequences.
    VmGone = "node/vm-gone" ["AM-39"];
    /// Daemon, mirror and late Pods vanish with the node.
    PodsVanish = "node/takes-pods" ["KD-11" "KT-16" "AM-73"];
    PodGone = "pod/gone" ["KT-05"];
    PodStarted = "pod/started" ["KT-01"];
    PodReady = "pod/ready" ["KT-03"];
    PodDeletionShortened = "pod/deletion-shortened" ["KE-13"];

    // Controllers and scheduler.
    Replace = "workload/replace" ["KC-01" "KC-02"];
    ReplaceOrdinal = "workload/replace-ordinal" ["KC-09" "KC-10" "KC-11"];
    DaemonPod = "workload/daemon" ["KC-13" "KC-14" "KC-15"];
    JobPod = "workload/job" ["KC-16"];
    JobBackoff = "workload/job-backoff" ["KC-17"];
    JobFailed = "workload/job-failed" ["KC-17"];
    JobCleans = "workload/job-cleans" ["KC-17"];
    DaemonFinished = "workload/daemon-finished" ["KC-15"];
    ScaleDown = "workload/scale-down" ["KC-04" "KC-12"];
    TaintExpels = "node/taint-expels" ["KT-12" "KE-12"];
    Bind = "place/bind" ["KS-30" "KS-31"];
    Unschedulable = "place/unschedulable" ["SU-11" "KS-03" "KS-05"];
    Nominate = "place/nominate" ["KS-35" "KS-37"];
    /// Budgets are a preference only.
    Preempt = "place/preempt" ["KS-33" "KS-34" "KS-37" "KE-12"];
    ClearNomination = "place/clear-nomination" ["KS-37"];

    // Newer rules come last: rule numbers are part of a run's digest.
    JobPolicy = "workload/job-policy" ["KC-17"];
    JobDeadline = "workload/job-deadline" ["KC-17"];
    DaemonLeaves = "workload/daemon-leaves" ["KC-13"];
    TolerationEnds = "node/toleration-ends" ["KT-12" "KE-12"];
    JobSurplus = "workload/job-surplus" ["KC-16"];

    // Outside of upgrades.
    ReservationSet = "capacity/reservation-set" ["SU-16" "AM-60"];
    /// Changes the behavior of a workload's Pods.
    SetBehaviour = "set/behaviour" [];
    NeverReady = "pod/never-ready" ["KT-03"];
    Resize = "pool/resize" ["AM-63"];
    ResizeRequest = "pool/request-node" ["AM-63"];
    ResizeWaits = "pool/no-capacity" ["AM-60"];
    NewNodeReady = "pool/node-ready" ["AM-39"];
    Preempted = "node/preempted" ["AM-80" "CA-57" "KT-15"];
    ShutDownPod = "node/shuts-down-pod" ["KT-15" "AM-33" "AM-80"];
    BringBack = "node/bring-back" ["AM-80"];
    BringBackWaits = "node/bring-back-waits" ["AM-60" "AM-80"];
    BroughtBack = "node/brought-back" ["AM-80" "AM-39"];

    KubeletStops = "node/kubelet-stops" ["KT-10" "KT-11"];
    DiskFull = "node/disk-full" ["BS-58"];
    NodeLost = "node/lost" ["KT-11"];
    PodOfLostNode = "node/lost-pod" ["KT-11"];
    Repair = "repair/cordon" ["BS-58" "AM-53"];
    RepairDelete = "repair/delete" ["BS-58" "AM-53"];
    DeadPod = "repair/ends-pod" ["AM-53"];
    LiveMigration = "host/live-migration" ["MR-06" "AM-43"];
    HostEvent = "host/down" ["MR-08" "AM-43"];
    EndedByHost = "host/ends-pod" ["MR-08" "AM-43"];
    HostBack = "host/back" ["AM-43"];

    // Short-lived.
    LifeOver = "short-lived/life-over" ["SL-03" "AM-42"];
    ShortLivedCancel = "short-lived/cancel" ["UP-12" "AM-84"];
    ShortLivedRollBack = "short-lived/roll-back" ["BS-12" "AM-84"];
    ShortLivedSucceed = "short-lived/succeed" ["SL-03" "BS-15"];

    // Blue-green.
    QuotaCheckFails = "blue-green/quota-check" ["BG-09" "AM-46"];
    CreateGreen = "blue-green/create" ["BG-01" "BG-08" "AM-64"];
    RequestGreen = "blue-green/request-node" ["BG-02" "BG-08" "UP-22" "AM-45"];
    GreenWaits = "blue-green/no-capacity" ["AM-60" "AM-64"];
    CordonBlue = "blue-green/cordon" ["BG-13" "AM-64"];
    CordonBlueNode = "blue-green/cordon-node" ["BG-13" "AM-21"];
    DrainBlue = "blue-green/drain" ["BG-15" "AM-64"];
    BatchStart = "blue-green/batch" ["BG-15" "AM-14"];
    DrainBlueNode = "blue-green/drain-node" ["BG-15" "KD-01" "AM-16"];
    EmptyBlueNode = "blue-green/empty-node" ["BG-32" "AM-64"];
    GreenReady = "blue-green/node-ready" ["BG-08" "AM-39"];
    BatchSoak = "blue-green/batch-soak" ["BG-21" "AM-14"];
    /// Evictions stop; blocked Pods stay until the blue pool is deleted.
    BatchLimit = "drain/batch-limit" ["BG-16" "UP-17" "AM-16"];
    SoakPool = "blue-green/soak" ["BG-25" "AM-64"];
    DeleteBlue = "blue-green/delete" ["BG-31" "AM-64"];
    /// The soak took seven days.
    SevenDays = "blue-green/seven-days" ["BG-26" "AM-18"];
    Complete = "blue-green/complete" ["BG-28" "BG-43"];
    DeleteBluePod = "blue-green/delete-pod" ["BG-32" "BG-33" "UP-18" "KE-12"];
    DeleteBlueNode = "blue-green/delete-node" ["BG-34" "AM-64"];
    BlueGreenSucceed = "blue-green/succeed" ["BG-35" "BS-15"];
    BlueGreenCancel = "blue-green/cancel" ["UP-12" "BG-38" "AM-65"];
    BlueGreenResume = "blue-green/resume" ["UP-13" "BG-40" "AM-65"];
    /// The phase does not allow the command.
    PhaseForbids = "blue-green/refused" ["BG-39" "BG-43" "AM-22"];
    DrainPause = "drain/pause" ["AM-65" "AM-79"];
    DrainGoesOn = "drain/go-on" ["AM-65" "AM-79"];
    BlueGreenRollBack = "blue-green/roll-back" ["BG-41" "BS-12" "AM-65"];
    DrainGivenUp = "drain/given-up" ["BG-23" "AM-65"];
    UncordonBlue = "blue-green/uncordon" ["BG-14" "BG-23" "BG-41"];
    CordonGreen = "blue-green/cordon-green" ["BG-41" "AM-65"];
    AbandonGreen = "blue-green/abandon-green" ["BG-12" "AM-92"];
    DeleteGreenNode = "blue-green/delete-green" ["BG-12" "BG-23" "BG-41"];
    BlueGreenRolledBack = "blue-green/rolled-back" ["BG-41" "AM-65"];
    MissingTarget = "user/missing" [];

    SetStrategy = "set/upgrade-settings" ["BS-04"];

    // Multi-host TPU slices.
    TakeSlice = "multi-host/take" ["BS-05" "AM-77"];
    CordonSlice = "multi-host/cordon" ["BS-05" "KD-01"];
    DeleteSlice = "multi-host/delete" ["BS-05" "AM-77"];
    SliceWaits = "multi-host/waits" ["AM-60" "AM-77"];
    RecreateSlice = "multi-host/recreate" ["BS-05" "AM-77"];
    SliceDone = "multi-host/done" ["AM-77"];

    // The control plane.
    ControlPlaneStart = "control-plane/start" ["AM-69" "AM-70"];
    ReplicaStart = "control-plane/replica" ["AM-69" "MR-10"];
    ControlPlaneDone = "control-plane/done" ["AM-69"];
    ControlPlaneWaits = "control-plane/waits" ["AM-70"];
    ControlPlaneRefused = "control-plane/refused" ["AM-70"];
    /// A zonal cluster's API server, while its one replica is upgraded.
    ApiIsDown = "control-plane/does-not-answer" ["MR-10" "AM-69"];

    // The maintenance policy.
    ExclusionBegins = "exclusion/begins" ["AM-56"];
    ExclusionEnds = "exclusion/ends" ["AM-56"];
    QueueForExclusion = "upgrade/queue-exclusion" ["BS-16" "AM-84"];
    PauseForExclusion = "upgrade/pause-exclusion" ["MW-06" "AM-08"];
    /// A paused run that may continue waits for its turn.
    PauseForTurn = "upgrade/pause-turn" ["AM-70"];
    /// Windows and exclusions are ignored.
    Overridden = "upgrade/override" ["AM-72"];
    ControlPlaneExcluded = "control-plane/waits-exclusion" ["BS-16"];
    /// On the way to the channel's default version.
    OneMinorAMonth = "control-plane/one-a-month" ["MX-21" "AM-27"];
    DisruptionBudget = "control-plane/disruption-budget" ["BS-27"];
    Announced = "control-plane/scheduled" ["BS-29"];
    ControlPlaneRepair = "control-plane/repair" ["AM-69"];
    ControlPlaneDisrupted = "control-plane/disruption" ["AM-69"];
    ControlPlaneBack = "control-plane/back" ["AM-69"];
    /// Nodes must be upgraded first.
    ControlPlaneAhead = "control-plane/waits-nodes" ["BS-06"];
    /// A manual upgrade to a version that the control plane doesn't have.
    AboveControlPlane = "user/above-control-plane" ["BS-02" "AM-70"];

    // Containers that fail.
    ContainerExits = "pod/container-exits" ["KT-24" "KT-26"];
    ContainerRestarts = "pod/container-restarts" ["KT-07" "KT-24"];
    PullFails = "pod/pull-fails" ["KT-02" "KT-25" "KT-26"];
    PullSucceeds = "pod/pull-succeeds" ["KT-25"];
    ProbeKills = "pod/probe-kills" ["KT-04" "KT-27"];
    PodFinishes = "pod/finishes" ["KT-07" "KT-26"];

    // Volumes.
    Provision = "volume/provision" ["KS-40"];
    VolumeInUse = "volume/in-use" ["KS-41"];
    Attach = "volume/attach" ["KS-41"];
    /// Another node that is lost has the volume no more.
    DetachByForce = "volume/detach-by-force" ["KS-41"];
    /// A Pod that has a length of work has done it.
    WorkDone = "pod/work-done" ["AM-101"];
    WorkLost = "pod/work-lost" ["AM-101" "KC-18"];
    // Rollouts of Deployments.
    RolloutStart = "rollout/start" ["KC-24"];
    RolloutGrows = "rollout/grow" ["KC-07" "KC-21"];
    RolloutShrinks = "rollout/shrink" ["KC-21" "KE-12"];
    RolloutRecreates = "rollout/recreate" ["KC-23" "KE-12"];
    ProgressDeadline = "rollout/progress-deadline" ["KC-22"];
    RolloutProgresses = "rollout/progress" ["KC-22"];
    RolloutDone = "rollout/done" ["KC-22"];

    /// A node that was in progress before time 0.
    UncordonInProgress = "surge/uncordon-in-progress" ["SU-27"];
    CordonSurgeNode = "surge/cordon-surge-node" ["SU-27" "KD-01"];

    // The cluster autoscaler.
    ScaleUp = "autoscaler/scale-up" ["CA-05" "CA-06" "KA-32"];
    RequestForPods = "autoscaler/request-node" ["CA-04" "CA-07" "KA-39"];
    TriggersScaleUp = "autoscaler/triggered" ["KA-32" "KA-94"];
    ScaleUpFails = "autoscaler/scale-up-failed" ["KA-46" "BS-47" "BS-103"];
    GiveUpRequest = "autoscaler/give-up-node" ["KA-47"];
    NoScaleUp = "autoscaler/no-scale-up" ["KA-93" "BS-104"];
    Unneeded = "autoscaler/unneeded" ["CA-09" "BS-41"];
    NeededAgain = "autoscaler/needed-again" ["KA-73"];
    SoftTaint = "autoscaler/soft-taint" ["KA-84"];
    MarkForDeletion = "autoscaler/to-be-deleted" ["KA-82" "BS-42"];
    DrainUnneeded = "autoscaler/drain" ["KA-83"];
    DrainRefused = "autoscaler/drain-refused" ["BS-44" "AM-75"];
    ForceUnneeded = "autoscaler/force" ["CA-11" "CA-65"];
    KeepNode = "autoscaler/keep-node" ["KA-82" "KA-83"];
    DeleteUnneeded = "autoscaler/delete" ["KA-86"];
    NodeStays = "autoscaler/stays" ["KA-91" "BS-105"];
    SecondOpinion = "autoscaler/second-opinion" ["AM-106"];

    // Load balancers.
    BackendAtStart = "backend/start" ["BS-63" "BS-64"];
    BackendJoins = "backend/join" ["AM-37"];
    LeavesForDrain = "backend/leave-drain" ["BS-63" "AM-37"];
    LeavesForDeletion = "backend/leave-taint" ["BS-63" "AM-37"];
    LeavesWithPods = "backend/leave-pods" ["BS-121" "AM-37"];
    LeavesNotReady = "backend/leave-not-ready" ["BS-122" "AM-37"];
    LeavesWithNode = "backend/leave-node" ["AM-37"];
    LeavesForOthers = "backend/leave-others" ["BS-64" "AM-36"];
    PassesCheck = "backend/healthy" ["BS-62" "AM-37"];
    FailsCheck = "backend/unhealthy" ["LB-34" "BS-62" "AM-37"];

    /// Of the control plane: what a command has done in the meantime is no command without effect.
    ControlPlaneOvertaken = "control-plane/overtaken" ["AM-70"];
    LeavesByLabel = "backend/leave-label" ["BS-63" "AM-37"];
    LocalAtStart = "backend/start-local" ["LB-27" "BS-121"];
    AllAtStart = "backend/start-all" ["BS-122"];
    LeavesByFilter = "backend/leave-filter" ["BS-122" "AM-37"];
    LeavesForFirst = "backend/leave-full" ["BS-130"];
    FailsWithVm = "backend/unhealthy-vm" ["AM-95" "BS-62" "AM-37"];
    FailsWithTaint = "backend/unhealthy-taint" ["BS-126" "BS-62" "AM-37"];
    SpareBackend = "backend/spare" ["BS-64" "AM-97"];

    // Autoscaled blue-green.
    CreateEmptyGreen = "autoscaled/create" ["AB-05" "AM-67"];
    CordonForWait = "autoscaled/cordon" ["AB-06" "AM-67"];
    WaitForBlue = "autoscaled/wait" ["AB-07" "AM-67" "AM-93"];
    BlueIsEmpty = "autoscaled/empty" ["AB-11" "AM-67"];
    DrainAfterWait = "autoscaled/drain" ["AB-12" "AM-49" "AM-76"];
    DrainNodeAfterWait = "autoscaled/drain-node" ["AB-12" "AB-13" "AM-51"];
    DeleteAfterWait = "autoscaled/delete" ["AB-14" "AB-15" "AM-67"];
    NoRollback = "autoscaled/no-rollback" ["AB-19" "AM-48"];
    CancelWait = "autoscaled/cancel" ["UP-12" "AB-19" "AM-79"];
    ResumeWait = "autoscaled/resume" ["UP-13" "AB-19" "AM-79"];
    ViolateBudgetAfterWait = "autoscaled/violation" ["AB-13" "AM-49" "BS-15"];
    SetRest = "set/rest" ["BS-04" "AM-84"];
}

impl Rule {
    pub fn no(self) -> RuleNo {
        RuleNo(self as u32)
    }

    pub fn name(self) -> RuleName {
        RULES[self as usize]
    }

    /// Is one of its rulebook ids switched off? Then its verb does nothing.
    pub fn muted(self) -> bool {
        self.name().ids.iter().any(|id| muted(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_unique() {
        let mut slugs: Vec<&str> = RULES.iter().map(|rule| rule.slug).collect();
        slugs.sort_unstable();
        let all = slugs.len();
        slugs.dedup();
        assert_eq!(slugs.len(), all);
    }
}
