//! Workloads of a document, each copy for itself, as the engine knows them.

use super::document::budget::namespace;
use super::document::workload::{Pod, PodCondition, PodFailurePolicy};
use super::document::{ScriptItem, Workload};
use base::{SimSpan, muted};
use model::workload::OnDisruption;
use model::{Labels, WorkloadKind};

/// A workload, one copy of its entry.
pub struct Owner<'d> {
    pub source: &'d Workload,
    /// Index in `workloads[]`.
    pub at: usize,
    pub copy: Option<u32>,
    pub namespace: &'d str,
    pub name: String,
    pub kind: WorkloadKind,
    pub replicas: u32,
    pub labels: Labels,
    /// A later revision of the Deployment before it.
    pub revision: Option<Revision<'d>>,
}

/// The part of a revision that its script entry decides.
#[derive(Clone, Copy)]
pub struct Revision<'d> {
    /// 1 for the first rollout of the workload.
    pub number: u32,
    pub change: &'d ScriptItem,
}

impl<'d> Owner<'d> {
    pub(super) fn of(source: &'d Workload, at: usize, copy: Option<u32>, name: String) -> Self {
        let kind = kind(source);
        Self {
            source,
            at,
            copy,
            namespace: namespace(&source.namespace),
            name,
            kind,
            replicas: replicas(source, kind),
            labels: Labels::default(),
            revision: None,
        }
    }
}

/// The engine's knowledge of a kind; other kinds declare it themselves (KC-20).
pub(super) fn kind(source: &Workload) -> WorkloadKind {
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    match source.kind.as_str() {
        "Deployment" => WorkloadKind::Deployment,
        "ReplicaSet" => WorkloadKind::ReplicaSet,
        "ReplicationController" => WorkloadKind::ReplicationController,
        "StatefulSet" => {
            WorkloadKind::StatefulSet { parallel: source.pod_management_policy == "Parallel" }
        }
        "DaemonSet" => WorkloadKind::DaemonSet,
        "Job" => {
            let parallelism = source.parallelism.or(source.replicas);
            WorkloadKind::Job {
                parallelism: parallelism.map_or(1, count),
                // Neither number given: one Pod that succeeds once, the API's default.
                completions: match (source.completions, parallelism) {
                    (Some(completions), _) => Some(count(completions)),
                    (None, None) => Some(1),
                    (None, Some(_)) => None,
                },
                backoff_limit: source.backoff_limit.map_or(6, count),
                replace_when_failed: replaces_when_failed(source),
                deadline: source
                    .active_deadline_seconds
                    .map(|seconds| SimSpan::from_secs(seconds.max(0))),
                disrupted: source
                    .pod_failure_policy
                    .as_ref()
                    .map_or(OnDisruption::Counts, on_disruption),
            }
        }
        "Pod" => WorkloadKind::Pod,
        "Mirror" => WorkloadKind::Mirror,
        _ => WorkloadKind::Custom {
            scale: source.scale,
            recreating: source.recreating,
            ordinals: source.pod_management_policy == "Parallel",
        },
    }
}

/// The first rule about the condition decides; exit codes aren't known here (KC-17).
fn on_disruption(policy: &PodFailurePolicy) -> OnDisruption {
    let disrupts = |pattern: &PodCondition| {
        pattern.kind == "DisruptionTarget" && matches!(pattern.status.as_str(), "" | "True")
    };
    let mut rules = policy.rules.iter();
    let rule = rules.find(|rule| rule.on_pod_conditions.iter().any(disrupts));
    match rule.map_or("", |rule| rule.action.as_str()) {
        "Ignore" => OnDisruption::Ignored,
        "FailJob" => OnDisruption::FailsJob,
        _ => OnDisruption::Counts,
    }
}

/// `spec.replicas`, else the number of listed active Pods, else 1.
fn replicas(source: &Workload, kind: WorkloadKind) -> u32 {
    let active = source.pods.iter().filter(|pod| pod.is_active());
    let listed = active.map(Pod::many).fold(0, u32::saturating_add);
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    match kind {
        WorkloadKind::DaemonSet => 0,
        WorkloadKind::Job { parallelism, completions, .. } => {
            match (completions, succeeded(source)) {
                (Some(completions), done) => parallelism.min(completions.saturating_sub(done)),
                (None, 0) => parallelism,
                // After the first success no more are created; running ones continue (KC-16).
                (None, _) => listed,
            }
        }
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::StatefulSet { .. }
        | WorkloadKind::Pod
        | WorkloadKind::Mirror
        | WorkloadKind::Custom { .. } => match source.replicas {
            Some(replicas) => count(replicas),
            None if source.pods.is_empty() => 1,
            None => listed,
        },
    }
}

/// Completions of a Job before the start: as given, else as listed.
pub(crate) fn succeeded(source: &Workload) -> u32 {
    match source.succeeded {
        Some(number) => u32::try_from(number).unwrap_or(0),
        None => listed(source, "Succeeded"),
    }
}

/// Failures of a Job before the start: the larger of the given and the listed number (KC-17).
pub(crate) fn failed(source: &Workload) -> u32 {
    let said = u32::try_from(source.failed.unwrap_or(0)).unwrap_or(0);
    // One that is being deleted has failed.
    let deleted = source.pods.iter().filter(|pod| !pod.is_active() && !pod.is_finished());
    let deleted = deleted.map(Pod::many).fold(0, u32::saturating_add);
    let deleted = if replaces_when_failed(source) { 0 } else { deleted };
    said.max(listed(source, "Failed").saturating_add(deleted))
}

/// With a failure policy a Pod is replaced after it has failed (KC-16).
fn replaces_when_failed(source: &Workload) -> bool {
    match source.pod_replacement_policy.as_str() {
        "" => source.pod_failure_policy.is_some() && !muted("KC-16"),
        policy => policy == "Failed",
    }
}

fn listed(source: &Workload, phase: &str) -> u32 {
    let listed = source.pods.iter().filter(|pod| pod.phase == phase);
    listed.map(Pod::many).fold(0, u32::saturating_add)
}
