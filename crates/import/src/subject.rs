//! Subjects of report lines, to which the page links.

use super::kubectl::kind::ObjectKind;
use super::kubectl::object::Meta;
use scenario::document::{Document, Workload};

/// An object that may be in the scenario, in scripts' form: `node/N`, `workload/NS/W`.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Subject(pub(super) String);

impl Subject {
    pub(super) fn pool(name: &str) -> Self {
        Self(format!("pool/{name}"))
    }

    pub(super) fn node(name: &str) -> Self {
        Self(format!("node/{name}"))
    }

    pub(super) fn workload(workload: &Workload) -> Self {
        Self::namespaced("workload", &workload.namespace, &workload.name)
    }

    /// A Kubernetes object.
    pub(super) fn object(kind: ObjectKind, meta: &Meta) -> Self {
        let kind = match kind {
            ObjectKind::Node => return Self::node(&meta.name),
            ObjectKind::PriorityClass => return Self(format!("priorityclass/{}", &*meta.name)),
            ObjectKind::Pod => "pod",
            ObjectKind::Budget => "budget",
            ObjectKind::Service => "service",
            ObjectKind::Autoscaler => "horizontalpodautoscaler",
            ObjectKind::Deployment
            | ObjectKind::ReplicaSet
            | ObjectKind::ReplicationController
            | ObjectKind::StatefulSet
            | ObjectKind::DaemonSet
            | ObjectKind::Job
            | ObjectKind::Rollout => "workload",
        };
        Self::namespaced(kind, &meta.namespace, &meta.name)
    }

    pub(super) fn namespaced(kind: &str, namespace: &str, name: &str) -> Self {
        let namespace = if namespace.is_empty() { "default" } else { namespace };
        Self(format!("{kind}/{namespace}/{name}"))
    }
}

/// The subjects that exist in a document.
pub(super) fn in_document(wanted: &base::Set<Subject>, document: &Document) -> base::Set<Subject> {
    let pools = document.pools.iter().flat_map(|pool| {
        let nodes = pool.nodes.iter().map(|node| Subject::node(&node.name));
        nodes.chain([Subject::pool(&pool.name)])
    });
    let workloads = document.workloads.iter().flat_map(|workload| {
        let namespace = &workload.namespace;
        let pods = workload.pods.iter();
        let pods = pods.map(|pod| Subject::namespaced("pod", namespace, &pod.name));
        pods.chain([Subject::workload(workload)])
    });
    let budgets = document.budgets.iter();
    let budgets = budgets.map(|one| Subject::namespaced("budget", &one.namespace, &one.name));
    let services = document.services.iter();
    let services = services.map(|one| Subject::namespaced("service", &one.namespace, &one.name));
    let all = pools.chain(workloads).chain(budgets).chain(services);
    all.filter(|subject| wanted.contains(subject)).collect()
}
