//! Pods that nothing would recreate.

use super::pod::{Blocking, Controller, DrainedPod, Lookup, Options, OwnerKind, Verdict};
use base::SimTime;

/// KA-63: the owner is missing or too small. Only with `--skip-nodes-with-custom-controller-pods`.
pub(super) fn replica_count(
    pod: &DrainedPod<'_>,
    options: &Options,
    _: SimTime,
) -> Option<Verdict> {
    let Controller { kind, lookup } = pod.controller.filter(|_| options.custom_controllers)?;
    // Of the Pods annotated as daemon Pods, only owners of these kinds are looked up.
    let looks = matches!(kind, OwnerKind::ReplicationController | OwnerKind::DaemonSet);
    if pod.annotated_as_daemon && !looks {
        return None;
    }
    let counts = matches!(kind, OwnerKind::ReplicationController | OwnerKind::ReplicaSet);
    match lookup {
        Lookup::None => None,
        Lookup::Missing => Some(Verdict::Blocks(Blocking::ControllerNotFound)),
        Lookup::Found { replicas } => (counts && replicas < options.min_replicas)
            .then_some(Verdict::Blocks(Blocking::MinReplicasReached)),
    }
}

/// KA-67: a bare Pod, or with `--skip-nodes-with-custom-controller-pods` one of an unknown kind of owner.
pub(super) fn not_replicated(
    pod: &DrainedPod<'_>,
    options: &Options,
    _: SimTime,
) -> Option<Verdict> {
    let replicated = pod.controller.is_some_and(|owner| match owner.kind {
        OwnerKind::ReplicationController
        | OwnerKind::ReplicaSet
        | OwnerKind::StatefulSet
        | OwnerKind::Job => true,
        OwnerKind::DaemonSet | OwnerKind::Other => !options.custom_controllers,
    });
    (!replicated).then_some(Verdict::Blocks(Blocking::NotReplicated))
}
