//! Admission webhooks.

use super::object::Object;
use crate::build::selector;
use crate::found::{FileNotes, Webhook};
use crate::loose::Text;
use scenario::field::Map;

/// Takes the webhooks that refuse Pods, nodes or their leases while their Service has no endpoint. Is there one?
pub(super) fn take(object: &Object, file: usize, notes: &mut FileNotes) -> bool {
    // The default of v1; before, it was Ignore.
    let default = if object.api_version.ends_with("/v1") { "Fail" } else { "Ignore" };
    let all = notes.webhooks.len();
    for webhook in object.webhooks.iter() {
        let service = &webhook.client.service;
        let fails = webhook.failure_policy.some().unwrap_or(default) == "Fail";
        let has = |list: &[_], any: &[&str]| list.iter().any(|one: &Text| any.contains(&&**one));
        let checks = |scope: &str, group: &str, operations: &[&str], resource: &str| {
            webhook.rules.iter().any(|rule| {
                has(&rule.groups, &[group, "*"])
                    && has(&rule.operations, operations)
                    && has(&rule.resources, &[resource, "*", "*/*"])
                    && ["", "*", scope].contains(&&*rule.scope)
            })
        };
        let pods = checks("Namespaced", "", &["CREATE", "*"], "pods");
        let nodes = checks("Cluster", "", &["CREATE", "UPDATE", "*"], "nodes");
        let leases = checks("Namespaced", "coordination.k8s.io", &["UPDATE", "*"], "leases");
        // A webhook with a URL isn't served by the cluster.
        if !fails || !(pods || nodes || leases) || service.name.is_empty() {
            continue;
        }
        let one = Webhook {
            file,
            configuration: object.metadata.name.0.clone(),
            namespace: service.namespace.0.clone(),
            service: service.name.0.clone(),
            namespaces: selector(&webhook.namespaces),
            objects: selector(&webhook.objects),
            pods,
            nodes,
            leases,
        };
        if !notes.webhooks.contains(&one) {
            notes.webhooks.push(one);
        }
    }
    notes.webhooks.len() > all
}

/// The label with a namespace's name, which every namespace has.
pub(crate) const NAMESPACE: &str = "kubernetes.io/metadata.name";

/// Keeps the labels of a Namespace.
pub(super) fn take_namespace(object: &Object, notes: &mut FileNotes) {
    let name = object.metadata.name.0.clone();
    let labels = object.metadata.labels.0.iter();
    let mut labels: Map = labels.map(|(key, value)| (key.clone(), value.0.clone())).collect();
    labels.insert(NAMESPACE.to_owned(), name.clone());
    notes.namespaces.insert(name, labels);
}
