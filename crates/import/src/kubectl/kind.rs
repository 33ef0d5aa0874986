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

impl ObjectKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Node => "Node",
            Self::Pod => "Pod",
            Self::Deployment => "Deployment",
            Self::ReplicaSet => "ReplicaSet",
            Self::ReplicationController => "ReplicationController",
            Self::StatefulSet => "StatefulSet",
            Self::DaemonSet => "DaemonSet",
            Self::Job => "Job",
            Self::Rollout => "Rollout",
            Self::Budget => "PodDisruptionBudget",
            Self::Service => "Service",
            Self::PriorityClass => "PriorityClass",
            Self::Autoscaler => "HorizontalPodAutoscaler",
        }
    }

    /// The kind with this name in this API group. Other groups have their own `Service` and `Job`.
    pub(crate) fn named(kind: &str, api_version: &str) -> Option<Self> {
        let group = api_version.split_once('/').map_or("", |(group, _)| group);
        let (found, groups): (Self, &[&str]) = match kind {
            "Node" => (Self::Node, &[""]),
            "Pod" => (Self::Pod, &[""]),
            "Service" => (Self::Service, &[""]),
            "ReplicationController" => (Self::ReplicationController, &[""]),
            "Deployment" => (Self::Deployment, &["apps", "extensions"]),
            "ReplicaSet" => (Self::ReplicaSet, &["apps", "extensions"]),
            "DaemonSet" => (Self::DaemonSet, &["apps", "extensions"]),
            "StatefulSet" => (Self::StatefulSet, &["apps"]),
            "Job" => (Self::Job, &["batch"]),
            "Rollout" => (Self::Rollout, &["argoproj.io"]),
            "PodDisruptionBudget" => (Self::Budget, &["policy"]),
            "PriorityClass" => (Self::PriorityClass, &["scheduling.k8s.io"]),
            "HorizontalPodAutoscaler" => (Self::Autoscaler, &["autoscaling"]),
            _ => return None,
        };
        (api_version.is_empty() || groups.contains(&group)).then_some(found)
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
    let (_name, plural) = (parts.next()?, parts.next()?);
    Some(KindOf::Guessed(match plural {
        "nodes" => ObjectKind::Node,
        "pods" => ObjectKind::Pod,
        "deployments" => ObjectKind::Deployment,
        "replicasets" => ObjectKind::ReplicaSet,
        "replicationcontrollers" => ObjectKind::ReplicationController,
        "statefulsets" => ObjectKind::StatefulSet,
        "daemonsets" => ObjectKind::DaemonSet,
        "jobs" => ObjectKind::Job,
        "rollouts" => ObjectKind::Rollout,
        "poddisruptionbudgets" => ObjectKind::Budget,
        "services" => ObjectKind::Service,
        "" => return None,
        other => return Some(KindOf::Other(other.to_owned())),
    }))
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
