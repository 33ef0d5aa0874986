//! Facts about nodes, Pods, pools and the cluster. One table holds everything that is particular to one.

pub use super::blocker::Blocker;
use super::class::{ALL_NODES, CREATES_POD, ENDS_NOMINATION, PHASE, POD_ONLY, POD_STATE, UNLISTED};
use super::code::{A, AB, B, Packing, merge};
use super::gke;
use super::marker::MarkerKind;
use super::meaning::Meaning;
use super::names::Namer;
pub use super::reason::{Ending, Waits, WhyNot};
use super::subject::Subject;
use super::table::changes;
use base::{GroupId, NodeId, PodId, TemplateId, WorkloadId, ZoneId};
use model::autoscale::{NoScaleUp, ScaleUpError, Stays};
use model::maintenance::Override;
use model::node::AtLimit;
use model::operations::Refusal;
use model::pool::Phase;
use model::script::{Failure, NodeChange};

/// The number of seconds that stands for never.
pub const NEVER: u32 = u32::MAX;

changes! {
    names;

    // Roots: about the cluster, or about the subject of a command.
    Started = 0 => "fact-started", "started";
    /// A user command or an injected event: an entry of the script.
    Commanded = 1 { entry: u32 as Entry = A }
        => "fact-commanded", format!("command {entry}"), marker Some(MarkerKind::Operation);
    /// The command has no effect.
    Refused = 2 { why: Refusal = A }
        => "fact-refused", format!("refused: {}", why.text()), marker Some(MarkerKind::Operation);
    WindowOpened = 3 => "fact-window-opened", "window open";
    WindowClosed = 4 => "fact-window-closed", "window closed";
    /// By its number in the calendar.
    ExclusionBegan = 14 { exclusion: u32 as Exclusion = A }
        => "fact-exclusion-began", format!("exclusion {} begins", names.exclusion(exclusion));
    ExclusionEnded = 15 { exclusion: u32 as Exclusion = A }
        => "fact-exclusion-ended", format!("exclusion {} over", names.exclusion(exclusion));
    /// VMs that may exist beyond those of the start; `None`: unlimited.
    QuotaSet = 5 { spare: Option<u32> = A }
        => "fact-quota", spare.map_or("quota enough".to_owned(), |n| format!("quota +{n}")),
        marker Some(MarkerKind::Operation);
    StockoutBegan = 6
        => "fact-stockout-began", "stocked out", with { out: true }, marker Some(MarkerKind::Operation);
    StockoutEnded = 7
        => "fact-stockout-ended", "in stock", with { out: false }, marker Some(MarkerKind::Operation);
    /// A group of nodes grows for so many of its Pods.
    ScaleUpTriggered = 112 { group: GroupId = A, pods: u32 = B }
        => "fact-scale-up-triggered", format!("{} grows for {pods} pods", names.group(group));
    /// The autoscaler doesn't grow the group for its Pods; `filter`: of the scheduler, for a new node.
    NoScaleUp = 113 { group: GroupId = A.at(16, 16), why: NoScaleUp = A.at(0, 16), filter: u32 as Filter = B } [UNLISTED]
        => match why {
            NoScaleUp::Predicate => "fact-no-scale-up-filter",
            _ => "fact-no-scale-up",
        },
        format!("{} doesn't grow: {}", names.group(group), match why {
            NoScaleUp::Predicate => gke::filter(filter).message,
            other => other.text(),
        });
    /// That no longer holds.
    ScaleUpPossible = 114 { group: GroupId = A } [UNLISTED]
        => "fact-scale-up-possible", format!("{} is held back no more", names.group(group));
    ReplicasSet = 8 { replicas: u32 = A } => "fact-replicas", format!("replicas {replicas}");
    /// A Deployment's template changes to that of a revision, counted from 0.
    RolloutStarted = 96 { revision: u32 as Ordinal = A }
        => "fact-rollout-started", format!("rollout of revision {} started", revision + 1);
    /// The ReplicaSet of a Deployment's revision is to keep that many Pods.
    ReplicaSetScaled = 97 { replicas: u32 = A, revision: u32 as Ordinal = B }
        => "fact-replica-set-scaled", format!("revision {} scaled to {replicas}", revision + 1);
    /// Nothing has progressed for `progressDeadlineSeconds` (KC-22).
    ProgressDeadlineExceeded = 98
        => "fact-progress-deadline", "ProgressDeadlineExceeded";
    RolloutProgresses = 99 => "fact-rollout-progresses", "rollout progresses again";
    RolloutDone = 100 => "fact-rollout-done", "rollout done";
    /// From now on its Pods behave as the script entry says.
    BehaviourSet = 10 { entry: u32 as Entry = A } => "fact-behaviour", "behaves differently";
    /// The budget's limit is now that of the script entry.
    LimitSet = 9 { entry: u32 as Entry = A } => "fact-limit", "limit edited";

    /// The control plane is being upgraded to the script entry's version.
    ControlPlaneStarted = 11 { entry: u32 as Work = A }
        => "fact-control-plane-started", format!("control plane {} started", names.work(entry));
    /// A replica of the control plane, counted from 0.
    ReplicaStarted = 12 { replica: u32 as Ordinal = A, lasts_s: u32 as Seconds = B }
        => "fact-replica-started", format!("replica {} of the control plane, {lasts_s}s", replica + 1);
    ControlPlaneDone = 13 => "fact-control-plane-done", "control plane upgraded";
    /// Its VMs are being recreated at the same version.
    ControlPlaneBack = 39 => "fact-control-plane-back", "control plane is back";
    /// GKE announces the script entry's upgrade, which begins after that time at the earliest (BS-29).
    ControlPlaneScheduled = 38 { entry: u32 as Work = A, after_s: u32 as Seconds = B }
        => "fact-control-plane-scheduled",
        format!("SCHEDULED: control plane to {}, not before {after_s}s from now", names.version(entry));
    /// Work that begins or continues now ignores windows and exclusions; on a pool or the control plane (AM-72).
    PolicyOverridden = 37 { why: Override = A }
        => "fact-overridden", format!("override: {}; windows and exclusions are not asked", why.name());

    // Pools.
    UpgradeQueued = 16 { why: WhyNot = AB } [PHASE]
        => "fact-queued", format!("queued: {}", names.why_not(why));
    UpgradeStarted = 17 { target: TemplateId = A, change: NodeChange = B.at(1, 31), automatic: bool = B.at(0, 1) }
        [PHASE ALL_NODES]
        => "fact-upgrade-started",
        format!("{} started{}", names.change(change), if automatic { ", automatic" } else { "" }),
        with { change: Meaning::Upgrade(change, target) };
    ZoneStarted = 18 { zone: ZoneId = A, surge: u32 = B.at(16, 16), unavailable: u32 = B.at(0, 16) } [PHASE]
        => "fact-zone-started",
        format!("zone {} started, {surge} surge + {unavailable} unavailable", names.zone(zone)),
        with { slots: surge + unavailable };
    ZoneDone = 19 { zone: ZoneId = A } [PHASE]
        => "fact-zone-done", format!("zone {} done", names.zone(zone));
    /// No slot has a node because no capacity is free (SU-08).
    ResourcesMissing = 20 [PHASE]
        => "fact-resources-missing", "waits for resources", with { kind: "pool" };
    ResourcesFound = 21 [PHASE] => "fact-resources-found", "has resources";
    UpgradePaused = 22 { why: WhyNot = AB } [PHASE]
        => "fact-paused", format!("paused: {}", names.why_not(why));
    UpgradeResumed = 23 { automatic: bool = A } [PHASE] => "fact-resumed", "resumed";
    UpgradeCancelling = 24 [PHASE] => "fact-cancelling", "cancelling";
    UpgradeCancelled = 25 [PHASE] => "fact-cancelled", "cancelled";
    RollbackStarted = 26 [PHASE] => "fact-rolling-back", "rolling back";
    RolledBack = 27 [PHASE] => "fact-rolled-back", "rolled back";
    UpgradeSucceeded = 28 [PHASE] => "fact-succeeded", "succeeded";
    /// The quota check failed; nothing was created (BG-09).
    UpgradeFailed = 33 [PHASE] => "fact-failed", "failed";
    /// VMs reserved for the pool; `None`: no reservation.
    ReservationSet = 34 { machines: Option<u32> = A }
        => "fact-reservation",
        machines.map_or("no reservation".to_owned(), |n| format!("reservation of {n}"));
    /// From now on it is upgraded with the script entry's settings.
    SettingsSet = 36 { entry: u32 as Entry = A } => "fact-settings", "upgrade settings set";
    /// The soak or the wait of its paused upgrade goes on for so long.
    RestSet = 59 { left_s: u32 as Seconds = A } => "fact-rest", format!("{left_s}s left");
    /// The wanted number of nodes in each of its zones.
    Resized = 35 { nodes: u32 = A } => "fact-resized", format!("resized to {nodes} in each zone");
    /// A phase of a blue-green upgrade; `lasts_s`: seconds of soak, 0 = until its work is done.
    PhaseStarted = 30 { phase: Phase = A, lasts_s: u32 as Limit = B } [PHASE]
        => "fact-phase", phase.name().to_owned() + &lasting(", ", lasts_s);
    /// The drains of a batch's nodes begin; `batch` counts from 0.
    BatchStarted = 31 { batch: u32 as Ordinal = A, of: u32 = B } [PHASE]
        => "fact-batch", format!("batch {} of {of}", batch + 1);
    /// Its nodes are drained, and soak for that many seconds.
    BatchDrained = 32 { soak_s: u32 as Seconds = A } [PHASE]
        => "fact-batch-drained", format!("batch drained, soaks {soak_s}s"), with { waits: soak_s > 0 };
    /// Labels and taints of its nodes changed in place, as the script entry says.
    Reshaped = 29 { entry: u32 as Entry = A } [ALL_NODES] => "fact-reshaped", "labels and taints set";

    /// The autoscaler wants a group to have so many nodes.
    ScaleUpDecided = 110 { group: GroupId = A, from: u32 = B.at(16, 16), to: u32 = B.at(0, 16) }
        => "fact-scale-up", format!("{} grows from {from} to {to}", names.group(group)), marker Some(MarkerKind::Scaled);
    /// A group that could have grown, in the order of the run; `second`: its place by GKE's own weights.
    ScaleUpOption = 121 {
        group: GroupId = A.at(16, 16), second: u32 as Ordinal = A.at(0, 16), nodes: u32 = B.at(16, 16),
        pods: u32 = B.at(0, 16),
    } [UNLISTED]
        => "fact-scale-up-option",
        format!("option {}: +{nodes} nodes, {pods} pods, GKE's place {}", names.group(group), second + 1);
    /// Nodes that it asked for don't come; the group isn't tried for that many seconds.
    ScaleUpFailed = 111 {
        group: GroupId = A.at(16, 16), why: ScaleUpError = A.at(0, 16), missing: u32 = B.at(16, 16),
        backoff_s: u32 as Seconds = B.at(0, 16),
    }
        => "fact-scale-up-failed",
        format!("{} misses {missing} nodes, {}; backs off for {backoff_s}s", names.group(group), why.text()),
        marker Some(MarkerKind::Blocked);

    // Nodes.
    /// A slot of the upgrade takes it; `slot` counts from 0, surge slots first.
    NodeTaken = 40 { slot: u32 as Ordinal = A, surge: bool = B } [UNLISTED]
        => "fact-taken",
        format!("taken by {} slot {}", if surge { "surge" } else { "unavailable" }, slot + 1);
    NodeRequested = 41 {
        group: GroupId = A.at(16, 16), template: TemplateId = A.at(0, 16), ready_after_s: u32 as Seconds = B.at(0, 31),
        for_pods: bool as Scaled = B.at(31, 1),
    }
        => "fact-requested", format!("requested, ready in {ready_after_s}s"),
        marker Some(MarkerKind::Created);
    NodeReady = 42 => "fact-node-ready", "ready";
    NodeCordoned = 43 => "fact-cordoned", "cordoned", marker Some(MarkerKind::Cordoned);
    NodeUncordoned = 44 => "fact-uncordoned", "uncordoned", with { state: "uncordoned" };
    /// `limit_s`: seconds until the drain ends; 0 = never, for a batch at once. `at_limit`: what happens to the Pods that
    /// are left.
    DrainStarted = 45 { pods: u32 = A.at(0, 31), limit_s: u32 as Limit = B.at(1, 31), at_limit: AtLimit = AB }
        => "fact-drain-started", format!("draining {pods} pods{}", lasting(", at most ", limit_s)),
        with { limited: limited(limit_s, at_limit) };
    /// The drain ends with an error; Pods that it would have evicted stay (KD-07, KD-08, KD-10).
    DrainAborted = 46 => "fact-drain-aborted", "drain aborted";
    DrainEnded = 47 { limit_reached: bool = A }
        => if limit_reached { "fact-drained-by-limit" } else { "fact-drained" },
        if limit_reached { "drained by limit" } else { "drained" };
    /// Evictions stop, and so does the drain's limit (AM-79).
    DrainPaused = 52 => "fact-drain-paused", "drain paused";
    /// `limit_s`: seconds until its limit; 0 = it has none any more.
    DrainResumed = 53 { limit_s: u32 as Seconds = A }
        => "fact-drain-resumed", format!("drain goes on{}", lasting(", at most ", limit_s)),
        with { waits: limit_s > 0 };
    NodeDeleting = 48 { gone_after_s: u32 as Seconds = A, recreate: bool = B }
        => if recreate { "fact-deleting-to-recreate" } else { "fact-deleting" },
        format!("deleting for {gone_after_s}s{}", if recreate { ", to recreate" } else { "" }),
        marker Some(MarkerKind::Deleted);
    NodeGone = 49 => "fact-node-gone", "gone";
    /// The VM of a node that is being recreated is requested again.
    NodeRecreating = 50 { template: TemplateId = A, ready_after_s: u32 as Seconds = B }
        => "fact-recreating", format!("recreating, ready in {ready_after_s}s"),
        marker Some(MarkerKind::Created);
    /// The slot is done with it.
    NodeDone = 51 [UNLISTED] => "fact-node-done", "done";
    /// Its Pods fit elsewhere, and they request less than half of it: the autoscaler may remove it after a while.
    Unneeded = 115 => "fact-unneeded", "unneeded";
    NeededAgain = 116 => "fact-needed-again", "needed again";
    /// The scheduler avoids it (KA-84), or no longer.
    CandidateTainted = 117 { on: bool = A } [UNLISTED]
        => if on { "fact-candidate" } else { "fact-no-candidate" },
        if on { "avoided by new Pods" } else { "avoided no more" };
    /// The autoscaler removes it, and no Pod comes to it any more.
    DeletionMarked = 118 { drain: bool = A }
        => "fact-to-be-deleted", format!("to be deleted{}", if drain { " after a drain" } else { "" }),
        marker Some(MarkerKind::Scaled);
    /// It is kept after all.
    DeletionGivenUp = 119 => "fact-kept", "kept after all", marker Some(MarkerKind::Blocked);
    /// The autoscaler doesn't remove it; `pod`: because of that Pod, counted from 1.
    Stays = 120 { why: Stays = A, pod: u32 as Blocking = B } [UNLISTED]
        => "fact-stays", match pod.checked_sub(1) {
            None => format!("stays: {}", why.text()),
            Some(pod) => format!("stays: {}, {}", why.text(), names.subject(Subject::Pod(PodId(pod)))),
        };
    NodeFailed = 55 { why: Failure = A }
        => match why {
            Failure::Kubelet => "fact-kubelet-stops",
            Failure::Disk => "fact-disk-full",
        },
        match why {
            Failure::Kubelet => "kubelet stops",
            Failure::Disk => "disk full",
        };
    /// The control plane has noticed that it is missing.
    NodeLost = 56 => "fact-node-lost", "lost";
    /// Of its host: the VM is down for that many seconds, 0 = it migrated unnoticed.
    HostEvent = 57 { down_s: u32 as Seconds = A }
        => if down_s == 0 { "fact-host-moved" } else { "fact-host-down" },
        format!("host event{}", lasting(", down for ", down_s));
    NodeRecovered = 58 => "fact-node-back", "back";
    /// Its VM is taken away: preempted, or at the end of its life. With `recreate` another one replaces it.
    NodeShutDown = 54 { gone_s: u32 as Seconds = A, recreate: bool = B }
        => "fact-shut-down", format!("taken away in {gone_s}s{}", if recreate { ", comes back" } else { "" }),
        with { back: recreate };

    // Services.
    /// The node is a backend of its load balancer.
    BackendAdded = 122 { node: NodeId = A, healthy: bool = B }
        => if healthy { "fact-backend-added" } else { "fact-backend-added-unhealthy" },
        format!("{} is a backend{}", names.node(node), if healthy { "" } else { ", unhealthy" });
    /// It gets no new connection any more; established ones go on for that many seconds.
    BackendRemoved = 123 { node: NodeId = A, drains_s: u32 as Seconds = B }
        => if drains_s == 0 { "fact-backend-removed" } else { "fact-backend-drains" },
        format!("{} is no backend any more{}", names.node(node), lasting(", drains for ", drains_s));
    /// It passes the health check.
    BackendHealthy = 124 { node: NodeId = A }
        => "fact-backend-healthy", format!("{} is healthy", names.node(node));
    BackendUnhealthy = 125 { node: NodeId = A }
        => "fact-backend-unhealthy", format!("{} is unhealthy", names.node(node));
    /// The node may be a backend, but others were drawn; of Services that draw among the same nodes, only of the first one.
    BackendSpare = 126 { node: NodeId = A, healthy: bool = B } [UNLISTED]
        => if healthy { "fact-backend-spare" } else { "fact-backend-spare-unhealthy" },
        format!("{} isn't drawn{}", names.node(node), if healthy { "" } else { ", unhealthy" });
    /// One that wasn't drawn may be none any more.
    BackendSpareGone = 127 { node: NodeId = A } [UNLISTED]
        => "fact-backend-spare-gone", format!("{} undrawable", names.node(node));

    // Pods.
    /// `place`: the ordinal of a StatefulSet's Pod, the node of a daemon Pod plus 1, else 0.
    PodCreated = 64 { workload: WorkloadId = A, place: u32 as Hidden = B } [POD_STATE CREATES_POD]
        => "fact-pod-created", "pending";
    PodBound = 65 { node: NodeId = A, start_s: u32 as Seconds = B } [POD_STATE ENDS_NOMINATION]
        => "fact-bound", format!("bound to {}", names.node(node));
    /// Reserves room on the node: the Pod goes there when its victims are gone (KS-37).
    Nominated = 73 { node: NodeId = A } => "fact-nominated", format!("nominated to {}", names.node(node));
    /// It no longer has a nominated node.
    NominationCleared = 74 => "fact-nomination-cleared", "nomination cleared";
    /// Its containers run; it becomes ready after that many seconds, or [`NEVER`].
    PodStarted = 66 { ready_after_s: u32 as Seconds = A } [POD_STATE POD_ONLY UNLISTED]
        => if ready_after_s == NEVER { "fact-pod-never-ready" } else { "fact-pod-started" },
        match ready_after_s {
            NEVER => "running, never ready".to_owned(),
            after_s => format!("running, ready in {after_s}s"),
        };
    PodReady = 67 [POD_STATE POD_ONLY] => "fact-pod-ready", "ready";
    /// It was ready and no longer is: its node fails.
    PodUnready = 75 [POD_STATE POD_ONLY] => "fact-pod-unready", "not ready", with { state: "unready" };
    /// Its container has ended; it is started again after that many seconds.
    ContainerExited = 76 { code: u32 = A, wait_s: u32 as Seconds = B } [POD_STATE POD_ONLY]
        => if wait_s == 0 { "fact-container-exited" } else { "fact-crash-loop" },
        format!("exited with code {code}, restarts in {wait_s}s");
    /// Its image could not be pulled; the next try is after that many seconds.
    PullFailed = 77 { wait_s: u32 as Seconds = A } [POD_STATE POD_ONLY]
        => "fact-pull-failed", format!("image not pulled, next try in {wait_s}s");
    /// Its image could be pulled; its containers run after that many seconds.
    ImagePulled = 78 { start_s: u32 as Seconds = A } [POD_STATE POD_ONLY]
        => "fact-image-pulled", format!("image pulled, runs in {start_s}s");
    /// A probe has failed too often: its container is ended, which takes that many seconds.
    ContainerKilled = 79 { grace_s: u32 as Seconds = A } [POD_STATE POD_ONLY]
        => "fact-probe-killed", format!("killed by a probe, ends in {grace_s}s");
    /// Its container has ended and isn't started again.
    PodFinished = 80 { code: u32 = A } [POD_STATE ENDS_NOMINATION]
        => if code == 0 { "fact-pod-succeeded" } else { "fact-pod-failed" },
        if code == 0 { "succeeded".to_owned() } else { format!("failed with code {code}") };
    /// The disk of one of its claims is created in that zone; a regional one also in the other.
    VolumeProvisioned = 88 { volume: u32 as Volume = A, zone: ZoneId = B.at(0, 16), other: ZoneId = B.at(16, 16) } [POD_ONLY]
        => "fact-volume-provisioned",
        format!("volume {} is in {}", names.volume(volume), names.zones(zone, other)),
        with { disk: if zone == other { "zonal" } else { "regional" } };
    /// Its volumes are attached to its node; its containers run after that many seconds.
    VolumesAttached = 89 { start_s: u32 as Seconds = A } [POD_STATE POD_ONLY]
        => "fact-volumes-attached", format!("volumes attached, runs in {start_s}s");
    /// It has ended; so much of its work is done in vain (AM-101).
    WorkLost = 81 { lost_s: u32 as Seconds = A } [POD_ONLY]
        => "fact-work-lost", format!("{lost_s}s of work lost");
    PodTerminating = 68 { ending: Ending = A, gone_after_s: u32 as Seconds = B } [POD_STATE POD_ONLY]
        => ending.key(),
        format!("{}, gone in {gone_after_s}s", ending.text()),
        marker Some(MarkerKind::Evicted);
    /// Ended at once, despite its budget or before the end of its grace period, because a limit was reached.
    PodForced = 69 { violates_budget: bool = A } [POD_STATE ENDS_NOMINATION]
        => if violates_budget { "fact-forced-against-budget" } else { "fact-forced" },
        if violates_budget { "forced out against its budget" } else { "forced out before its grace" },
        with { violates: violates_budget }, marker Some(MarkerKind::Forced);
    PodGone = 70 [POD_STATE ENDS_NOMINATION] => "fact-pod-gone", "gone", with { state: "gone" };
    /// Something blocks it: one row per blocker.
    Blocked = 71 { by: Blocker = AB } [POD_ONLY]
        => "fact-blocked", format!("blocked: {}", by.text(names)),
        marker by.refuses_eviction().then_some(MarkerKind::Blocked);
    /// Nothing blocks it any more, and no other row says so.
    Unblocked = 72 [POD_ONLY UNLISTED] => "fact-unblocked", "unblocked";
}

/// Words followed by the seconds of a limit, if there is one.
fn lasting(words: &str, seconds: u32) -> String {
    match seconds {
        0 => String::new(),
        _ => format!("{words}{seconds}s"),
    }
}

/// What a drain's limit does, as a word by which messages choose.
fn limited(limit_s: u32, at_limit: AtLimit) -> &'static str {
    match (limit_s, at_limit) {
        (0, _) => "no",
        (_, AtLimit::Forces) => "yes",
        (_, AtLimit::GivesUp) => "gives-up",
        (_, AtLimit::Leaves) => "leaves",
        (_, AtLimit::Deletes) => "deletes",
    }
}

impl Change {
    /// Did no node take the Pod?
    pub fn is_unschedulable(self) -> bool {
        matches!(self, Self::Blocked { by: Blocker::NoNode { .. } | Blocker::NoNodes })
    }

    /// Does it only say what the autoscaler thinks of a node?
    pub fn is_opinion_of_node(self) -> bool {
        matches!(
            self,
            Self::Unneeded | Self::NeededAgain | Self::CandidateTainted { .. } | Self::Stays { .. }
        )
    }

    /// Was a Pod ended because a limit was reached?
    pub fn is_forced(self) -> bool {
        let at_limit = Ending::DeletedAtLimit;
        matches!(self, Self::PodForced { .. })
            || matches!(self, Self::PodTerminating { ending, .. } if ending == at_limit)
    }
}
