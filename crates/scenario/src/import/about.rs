//! What a line of the report is about, so that the page can lead from the line to the thing.

use core::fmt::Write;

use super::kubectl::kind::Kind;
use super::kubectl::object::Meta;
use crate::document::{Document, Workload};

/// A thing that may be in the scenario, as scripts write it: `node/N`, `workload/NS/W`.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    sort: &'static str,
    /// None for what stands in no namespace.
    namespace: Option<&'a str>,
    name: &'a str,
}

impl core::fmt::Display for About<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.sort)?;
        match self.namespace {
            None => {}
            Some("") => f.write_str("/default")?,
            Some(namespace) => write!(f, "/{namespace}")?,
        }
        write!(f, "/{}", self.name)
    }
}

impl<'a> About<'a> {
    pub(super) fn pool(name: &'a str) -> Self {
        Self {
            sort: "pool",
            namespace: None,
            name,
        }
    }

    pub(super) fn node(name: &'a str) -> Self {
        Self {
            sort: "node",
            namespace: None,
            name,
        }
    }

    pub(super) fn workload(workload: &'a Workload) -> Self {
        Self::scoped("workload", &workload.namespace, &workload.name)
    }

    pub(super) fn budget(namespace: &'a str, name: &'a str) -> Self {
        Self::scoped("budget", namespace, name)
    }

    pub(super) fn service(namespace: &'a str, name: &'a str) -> Self {
        Self::scoped("service", namespace, name)
    }

    /// An object of Kubernetes.
    pub(super) fn object(kind: Kind, meta: &'a Meta) -> Self {
        let (namespace, name) = (&*meta.namespace, &*meta.name);
        match kind {
            Kind::Node => Self::node(name),
            Kind::Pod => Self::scoped("pod", namespace, name),
            Kind::Budget => Self::budget(namespace, name),
            Kind::Service => Self::service(namespace, name),
            Kind::Deployment
            | Kind::ReplicaSet
            | Kind::ReplicationController
            | Kind::StatefulSet
            | Kind::DaemonSet
            | Kind::Job
            | Kind::Rollout => Self::scoped("workload", namespace, name),
            Kind::Autoscaler => Self::scoped("horizontalpodautoscaler", namespace, name),
            Kind::PriorityClass => Self {
                sort: "priorityclass",
                namespace: None,
                name,
            },
        }
    }

    fn scoped(sort: &'static str, namespace: &'a str, name: &'a str) -> Self {
        Self {
            sort,
            namespace: Some(namespace),
            name,
        }
    }
}

/// Those of the references whose things a document holds.
pub(super) fn there(wanted: &base::Set<String>, document: &Document) -> base::Set<String> {
    let mut there = base::Set::new();
    let mut text = String::new();
    let mut look = |about: About<'_>| {
        text.clear();
        // A text takes whatever is written into it.
        let _ = write!(text, "{about}");
        if wanted.contains(&text) {
            there.insert(text.clone());
        }
    };
    for pool in &document.pools {
        look(About::pool(&pool.name));
        for node in &pool.nodes {
            look(About::node(&node.name));
        }
    }
    for workload in &document.workloads {
        look(About::workload(workload));
        for pod in &workload.pods {
            look(About::scoped("pod", &workload.namespace, &pod.name));
        }
    }
    for budget in &document.budgets {
        look(About::budget(&budget.namespace, &budget.name));
    }
    for service in &document.services {
        look(About::service(&service.namespace, &service.name));
    }
    there
}
