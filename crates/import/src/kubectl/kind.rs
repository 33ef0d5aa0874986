//! The kind of an object: its own, its list's, or guessed from its fields.

use super::object::Object;

/// The kinds that are used in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ObjectKind {
    Node,
    Pod,
    Deployment,
    ReplicaSet,
    ReplicationController,
    StatefulSet,
    DaemonSet,
    Job,
    /// Argo's, which owns ReplicaSets like a Deployment.
    Rollout,
    Budget,
    Service,
    PriorityClass,
    Autoscaler,
}

/// Their names, and the API groups that have them. Other groups have their own `Service` and `Job`.
const KINDS: [(ObjectKind, &str, &[&str]); 13] = [
    (ObjectKind::Node, "Node", &[""]),
    (ObjectKind::Pod, "Pod", &[""]),
    (ObjectKind::Service, "Service", &[""]),
    (ObjectKind::ReplicationController, "ReplicationController", &[""]),
    (ObjectKind::Deployment, "Deployment", &["apps", "extensions"]),
    (ObjectKind::ReplicaSet, "ReplicaSet", &["apps", "extensions"]),
    (ObjectKind::DaemonSet, "DaemonSet", &["apps", "extensions"]),
    (ObjectKind::StatefulSet, "StatefulSet", &["apps"]),
    (ObjectKind::Job, "Job", &["batch"]),
    (ObjectKind::Rollout, "Rollout", &["argoproj.io"]),
    (ObjectKind::Budget, "PodDisruptionBudget", &["policy"]),
    (ObjectKind::PriorityClass, "PriorityClass", &["scheduling.k8s.io"]),
    (ObjectKind::Autoscaler, "HorizontalPodAutoscaler", &["autoscaling"]),
];

impl ObjectKind {
    pub(crate) fn name(self) -> &'static str {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, name, _)| *name)
    }

    /// The kind with this name in this API group.
    pub(crate) fn named(kind: &str, api_version: &str) -> Option<Self> {
        let group = api_version.split_once('/').map_or("", |(group, _)| group);
        let (found, _, groups) = KINDS.iter().find(|(_, name, _)| *name == kind)?;
        (api_version.is_empty() || groups.contains(&group)).then_some(*found)
    }
}

/// What is known about an object's kind.
pub(super) enum KindOf {
    /// From its own `kind`, or its list's.
    Known(ObjectKind),
    /// From its link or its fields.
    Guessed(ObjectKind),
    /// A kind that scenarios don't use.
    Other(String),
    /// Unknown.
    Unknown,
}

/// Finds the kind of an object. `list`: kind and API version of its list.
pub(super) fn of(object: &Object, list: Option<(&str, &str)>) -> KindOf {
    let own = (!object.kind.is_empty()).then_some((&*object.kind, &*object.api_version));
    let of_list = list.and_then(|(kind, api)| Some((kind.strip_suffix("List")?, api)));
    if let Some((kind, api)) = own.or(of_list).filter(|(kind, _)| !kind.is_empty()) {
        return match ObjectKind::named(kind, api) {
            Some(kind) => KindOf::Known(kind),
            None => KindOf::Other(kind.to_owned()),
        };
    }
    if let Some(told) = by_address(&object.metadata.self_link) {
        return told;
    }
    by_fields(object).map_or(KindOf::Unknown, KindOf::Guessed)
}

/// `/apis/apps/v1/namespaces/NS/replicasets/NAME`, which API servers wrote until 1.20.
fn by_address(link: &str) -> Option<KindOf> {
    let mut parts = link.rsplit('/');
    let (_name, plural) = (parts.next()?, parts.next().filter(|plural| !plural.is_empty())?);
    let mut kinds = KINDS.iter().filter(|(kind, ..)| *kind != ObjectKind::Autoscaler);
    let known = kinds.find(|(_, name, _)| format!("{name}s").to_ascii_lowercase() == plural);
    Some(known.map_or(KindOf::Other(plural.to_owned()), |(kind, ..)| KindOf::Guessed(*kind)))
}

fn by_fields(object: &Object) -> Option<ObjectKind> {
    use super::super::loose::IntOrText::Absent;
    let (spec, status) = (&object.spec, &object.status);
    if !status.node_info.kubelet_version.is_empty()
        || !status.allocatable.0.is_empty()
        || !spec.provider_id.is_empty()
        || spec.pod_cidr.0
    {
        return Some(ObjectKind::Node);
    }
    if !spec.containers.is_empty() {
        return Some(ObjectKind::Pod);
    }
    if spec.min_available != Absent
        || spec.max_unavailable != Absent
        || status.disruptions_allowed.0.is_some()
    {
        return Some(ObjectKind::Budget);
    }
    if spec.template.is_some() {
        let labels = &object.metadata.labels;
        return Some(
            if !spec.service_name.is_empty()
                || !spec.pod_management.is_empty()
                || status.current_revision.0
            {
                ObjectKind::StatefulSet
            } else if status.desired_scheduled.0 || spec.update_strategy.0 {
                ObjectKind::DaemonSet
            } else if spec.completions.0.is_some()
                || spec.parallelism.0.is_some()
                || spec.backoff_limit.0.is_some()
            {
                ObjectKind::Job
            } else if status.fully_labeled.0
                || labels.get("pod-template-hash").is_some()
                || object.metadata.owners.iter().any(|owner| &*owner.kind == "Deployment")
            {
                ObjectKind::ReplicaSet
            } else if spec.selector.as_ref().is_some_and(|selector| !selector.flat.0.is_empty()) {
                ObjectKind::ReplicationController
            } else {
                ObjectKind::Deployment
            },
        );
    }
    if !spec.cluster_ip.is_empty() || status.load_balancer.0 {
        return Some(ObjectKind::Service);
    }
    None
}
