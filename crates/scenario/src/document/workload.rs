//! Workloads, their Pods' requirements, and individually listed Pods.

use super::assumptions::PodAssumptions;
use super::pod_spec::{Affinity, Container, Toleration, TopologySpreadConstraint};
use super::setting::{Hides, LONGEST_SECS, NameKind};
use super::volume::VolumeClaim;
use crate::field::{Map, document};
use crate::json::Json;
use crate::primitive::IntOrText;
use crate::units::{Amount, At, Duration, Instant};

document! {
    /// An owner of Pods, or a Pod without an owner.
    pub struct Workload {
        /// `Deployment`, `StatefulSet`, `DaemonSet`, `ReplicaSet`, `ReplicationController`, `Job`, `Pod`, `Mirror`, or a kind of your own.
        "kind" kind: String: required { hides(Hides::Kind).filled("check-no-kind") },
        /// Name.
        "name" name: String: required { name_of(NameKind::Workload).named() },
        /// Namespace; default if missing.
        "namespace" namespace: String { hides(Hides::Namespace).label("ui-namespace", "default") },
        /// Number of Pods; 1 if missing.
        "replicas" replicas: Option<i64> { count().label("ui-replicas", "1").steps_to(5000) },
        /// Repeats the entry as name-0, name-1 …; `{n}` in labels stands for the number.
        "copies" copies: Option<i64> { count() },
        /// Labels of its Pods; `app: name` if missing.
        "labels" labels: Option<Map> { hides(Hides::Labels).label("ui-labels", "") },
        /// Annotations of its Pods.
        "annotations" annotations: Map { hides(Hides::Annotations) },
        /// Request of a Pod with one container.
        "requests" requests: Map<Amount> { hides(Hides::Resources) },
        /// Containers, if there are several.
        "containers" containers: Vec<Container>,
        /// Init containers.
        "initContainers" init_containers: Vec<Container>,
        /// What a Pod needs in addition to its containers.
        "overhead" overhead: Map<Amount> { hides(Hides::Resources) },
        /// Seconds that a Pod has to end; 30 if missing.
        "terminationGracePeriodSeconds" termination_grace_period_seconds: Option<i64> { seconds().label("ui-grace", "30") },
        /// Labels that its node must have.
        "nodeSelector" node_selector: Map { hides(Hides::Labels) },
        /// Affinity.
        "affinity" affinity: Option<Affinity>,
        /// Tolerations.
        "tolerations" tolerations: Vec<Toleration> { label("ui-tolerations", "") },
        /// Where its Pods should spread.
        "topologySpreadConstraints" topology_spread_constraints: Vec<TopologySpreadConstraint>,
        /// Priority; 0 if missing.
        "priority" priority: Option<i64> { between(i32::MIN as i64, i32::MAX as i64) },
        /// `PreemptLowerPriority` (if missing) or `Never`.
        "preemptionPolicy" preemption_policy: String { words(&["PreemptLowerPriority", "Never"]) },
        /// Readiness probe.
        "readinessProbe" readiness_probe: Option<ReadinessProbe>,
        /// Liveness probe, which ends a container that hangs.
        "livenessProbe" liveness_probe: Option<Probe>,
        /// Startup probe, which ends a container that does not start.
        "startupProbe" startup_probe: Option<Probe>,
        /// Job, Pod, own kinds: `Always` (if missing), `OnFailure` or `Never` (if missing for a Job).
        "restartPolicy" restart_policy: String { words(&["Always", "OnFailure", "Never"]) },
        /// How its containers fail; the first entry that applies counts.
        "fails" fails: Vec<Fails>,
        /// Seconds of being Ready after which a Pod is available.
        "minReadySeconds" min_ready_seconds: Option<i64> { seconds() },
        /// Deployment: how a rollout replaces its Pods, `RollingUpdate` (if missing) or `Recreate`.
        "strategy" strategy: String { words(&["RollingUpdate", "Recreate"]) },
        /// Deployment: Pods that may exist beyond the replicas during a rollout, or a percentage; 25% if missing.
        "maxSurge" max_surge: Option<IntOrText>,
        /// Deployment: replicas that may be unavailable during a rollout, or a percentage; 25% if missing.
        "maxUnavailable" max_unavailable: Option<IntOrText>,
        /// Deployment: seconds without progress after which a rollout is reported as stalled; 600 if missing.
        "progressDeadlineSeconds" progress_deadline_seconds: Option<i64> { seconds() },
        /// Does it have an emptyDir volume?
        "emptyDir" empty_dir: bool,
        /// StatefulSet: `OrderedReady` (if missing) or `Parallel`. An owner of another kind: `Parallel` if its Pods keep their names
        /// and claims, as a StatefulSet's do.
        "podManagementPolicy" pod_management_policy: String { words(&["OrderedReady", "Parallel"]) },
        /// Job: Pods at a time.
        "parallelism" parallelism: Option<i64> { count().label("ui-replicas", "1").steps_to(5000) },
        /// Job: Pods that must succeed.
        "completions" completions: Option<i64> { count() },
        /// Job: failures allowed; 6 if missing.
        "backoffLimit" backoff_limit: Option<i64> { count() },
        /// Job: `TerminatingOrFailed` (if missing) or `Failed`.
        "podReplacementPolicy" pod_replacement_policy: String { words(&["TerminatingOrFailed", "Failed"]) },
        /// Job: what happens after a Pod failed; if set, `podReplacementPolicy` is `Failed`.
        "podFailurePolicy" pod_failure_policy: Option<PodFailurePolicy>,
        /// Job: seconds after which it fails, from the creation of its first Pod, or from the start of the run.
        "activeDeadlineSeconds" active_deadline_seconds: Option<i64> { seconds() },
        /// Job: completions at the start.
        "succeeded" succeeded: Option<i64> { count() },
        /// Job: failures at the start, if they are more than the failed Pods listed.
        "failed" failed: Option<i64> { count() },
        /// Custom kind: are its Pods replaced at once?
        "recreating" recreating: bool,
        /// Custom kind: does it have a scale subresource?
        "scale" scale: bool,
        /// A list of its Pods.
        "pods" pods: Vec<Pod>,
        /// Replicas whose Pods don't exist at the start: its controller creates them then.
        "missing" missing: Option<i64> { count() },
        /// Durations of its Pods, instead of those of the scenario.
        "assumptions" assumptions: PodAssumptions,
        /// The persistent volume claims of its Pods, which hold them in a zone or make them wait for a disk.
        "volumeClaims" volume_claims: Vec<VolumeClaim>,
        /// Volumes; kept, not used: claims stand in `volumeClaims`.
        "volumes" volumes: Json { hides(Hides::All) },
        /// The owner of which this is a part, if its Pods differ; no advice is to give it more replicas.
        "partOf" part_of: String { hides(Hides::Reference(NameKind::Workload)) },
    }

    /// Readiness probe: only its delays.
    pub struct ReadinessProbe {
        /// Seconds before the first probe; 0 if missing.
        "initialDelaySeconds" initial_delay_seconds: Option<i64> { seconds() },
        /// Seconds between probes; 10 if missing.
        "periodSeconds" period_seconds: Option<i64> { between(1, LONGEST_SECS) },
        /// Successes in a row; 1 if missing.
        "successThreshold" success_threshold: Option<i64> { between(1, 1000) },
        /// Failures in a row; kept, not used.
        "failureThreshold" failure_threshold: Option<i64>,
        /// Seconds of a probe; kept, not used.
        "timeoutSeconds" timeout_seconds: Option<i64>,
    }

    /// A liveness or startup probe: only its times.
    pub struct Probe {
        /// Seconds before the first probe; 0 if missing.
        "initialDelaySeconds" initial_delay_seconds: Option<i64> { seconds() },
        /// Seconds between probes; 10 if missing.
        "periodSeconds" period_seconds: Option<i64> { between(1, LONGEST_SECS) },
        /// Failures in a row that end the container; 3 if missing.
        "failureThreshold" failure_threshold: Option<i64> { between(1, 100_000) },
        /// Seconds that the container then has to end; those of its Pod if missing.
        "terminationGracePeriodSeconds" grace: Option<i64> { seconds() },
        /// Seconds of a probe; kept, not used.
        "timeoutSeconds" timeout_seconds: Option<i64>,
        /// Successes in a row; kept, not used.
        "successThreshold" success_threshold: Option<i64>,
    }

    /// Containers of the workload that fail.
    pub struct Fails {
        /// `crash`: they exit. `imagePull`: their image can't be pulled. `neverReady`: they run and don't become ready.
        /// `hangs`: their liveness probe fails.
        "how" how: String: required { words(FAULTS) },
        /// Crash, hangs: after running that long; 10s if missing.
        "after" after: Option<Duration> { between(1, LONGEST_SECS) },
        /// Crash: the exit code; 1 if missing.
        "exitCode" exit_code: Option<i64> { between(0, 255) },
        /// Crash: are they ready before they exit? True if missing.
        "ready" ready: Option<bool>,
        /// Only on nodes of this pool.
        "pool" pool: String { name_of(NameKind::Pool) },
        /// Only on nodes of this version, `1.34` or `1.34.1-gke.100`.
        "version" version: String,
        /// Until then; forever if missing.
        "until" until: Option<At>,
    }

    /// What a Job does about failed Pods.
    pub struct PodFailurePolicy {
        /// Rules; the first match applies.
        "rules" rules: Vec<PodFailureRule>,
    }
}

/// How containers may fail.
pub const FAULTS: &[&str] = &["crash", "imagePull", "neverReady", "hangs"];

/// What a rule may do.
pub const FAILURE_ACTIONS: [&str; 4] = ["Ignore", "FailJob", "FailIndex", "Count"];

document! {
    /// One rule.
    pub struct PodFailureRule {
        /// `Ignore`, `FailJob`, `FailIndex` or `Count`.
        "action" action: String { words(&FAILURE_ACTIONS) },
        /// Matches a Pod with one of these.
        "onPodConditions" on_pod_conditions: Vec<PodCondition>,
        /// Kept, not used: exit codes aren't simulated.
        "onExitCodes" on_exit_codes: Json,
    }

    /// A condition of a Pod; `DisruptionTarget` is that of an evicted one.
    pub struct PodCondition {
        /// Type of the condition.
        "type" kind: String,
        /// `True` if missing.
        "status" status: String,
    }

    /// One Pod.
    pub struct Pod {
        /// Name; made from the workload and a number if missing.
        "name" name: String { name_of(NameKind::Pod) },
        /// Its node; placed by the scheduler if missing.
        "node" node: String { name_of(NameKind::Node) },
        /// Number of Pods like it, without names; 1 if missing.
        "count" count: Option<i64> { count() },
        /// `Running` (if missing), `Pending`, `Succeeded` or `Failed`.
        "phase" phase: String { words(&["Running", "Pending", "Succeeded", "Failed", "Unknown"]) },
        /// Ready? True if missing. Of one that is being deleted: does it still pass its readiness?
        "ready" ready: Option<bool>,
        /// Why its container waits: `CrashLoopBackOff`, `ImagePullBackOff` or `ErrImagePull`; it goes on to fail.
        "waiting" waiting: String { words(&["CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull"]) },
        /// When it was created.
        "created" created: Option<Instant>,
        /// It is being deleted: the end of its grace period. It holds its room until then.
        "deletionTimestamp" deletion_timestamp: Option<Instant>,
        /// What keeps it though its grace period is over: it stays to the end of the run, as nothing removes them.
        "finalizers" finalizers: Vec<String> { hides(Hides::Key) },
        /// Highest restart count of its containers; 0 if missing.
        "restarts" restarts: Option<i64> { count() },
        /// When its container last ended; the start of the run if missing.
        "finishedAt" finished_at: Option<Instant>,
        /// When its container that last ended had started: it runs as long again before it exits, or 10s if missing.
        "startedAt" started_at: Option<Instant>,
        /// With what code its container last exited, and will again; 1 if missing.
        "exitCode" exit_code: Option<i64> { between(0, 255) },
        /// Since when its Ready condition is false: if that is before `startedAt`, it isn't ready before it exits again.
        "unreadySince" unready_since: Option<Instant>,
        /// Its own annotations; only `controller.kubernetes.io/pod-deletion-cost` is used.
        "annotations" annotations: Map { hides(Hides::Annotations) },
        /// Deployment: does it have the template of the first rollout in the script? Then that rollout is under way at the start.
        "updated" updated: bool,
    }
}

impl Pod {
    /// The number of Pods that it stands for.
    pub fn many(&self) -> u32 {
        u32::try_from(self.count.unwrap_or(1).max(0)).unwrap_or(u32::MAX)
    }

    /// Has it finished?
    pub fn is_finished(&self) -> bool {
        matches!(self.phase.as_str(), "Succeeded" | "Failed")
    }

    /// Neither finished nor terminating (KC-01).
    pub fn is_active(&self) -> bool {
        !self.is_finished() && self.deletion_timestamp.is_none()
    }
}
