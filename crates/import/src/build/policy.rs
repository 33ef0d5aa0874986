//! Disruption budgets and Services.

use core::cmp::Ordering;

use super::budget_status::DumpedStatus;
use super::identity::{identity, latest};
use super::spec;
use super::values::{map, part, texts};
use crate::found::{FileNotes, Found, Sourced};
use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::{Object, Selector};
use crate::loose::IntOrText as FoundNumber;
use crate::notes;
use crate::subject::Subject;
use base::order::sort_by;
use scenario::document::{Budget, Document, Service};
use scenario::json::Json;
use scenario::natural;
use scenario::primitive::IntOrText;

/// Adds budgets and Services; returns the status that each budget had in the files.
pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    notes: &mut FileNotes,
) -> Vec<DumpedStatus> {
    let mut statuses = Vec::new();
    let mut budgets = core::mem::take(&mut found.budgets);
    // What is to be applied replaces what a dump has, in any order of files.
    let is_new = |one: &Sourced<Box<Object>>| one.thing.metadata.created.is_empty();
    sort_by(&mut budgets, |one, other| is_new(one).cmp(&is_new(other)));
    let mut budgets = latest(budgets, notes, |object| identity("PodDisruptionBudget", object));
    // In an order that doesn't depend on the dump's.
    sort_by(&mut budgets, by_name);
    let before = document.budgets.len();
    for Sourced { file, thing } in budgets {
        let about = Subject::object(ObjectKind::Budget, &thing.metadata);
        notes.about(file, notes::BUDGETS, &*thing.metadata.name, about);
        let status = &thing.status;
        // A failed sync keeps the old number of healthy Pods (KP-09).
        let failed = status.failed_sync();
        let status = (status.disruptions_allowed.0, status.current_healthy.0);
        let Some(budget) = budget(*thing, file, notes) else {
            continue;
        };
        let there =
            |other: &Budget| (&other.namespace, &other.name) == (&budget.namespace, &budget.name);
        if document.budgets.iter().take(before).any(there) {
            let about = Subject::namespaced("budget", &budget.namespace, &budget.name);
            notes.about(file, notes::IN_SCENARIO, &budget.name, about);
            continue;
        }
        notes.file(file).used.budgets += 1;
        if let (Some(allowed), Some(healthy)) = status {
            let at = document.budgets.len();
            statuses.push(DumpedStatus { file, at, allowed, healthy, failed });
        }
        document.budgets.push(budget);
    }
    let services = core::mem::take(&mut found.services);
    let mut services = latest(services, notes, |object| identity("Service", object));
    sort_by(&mut services, by_name);
    let before = document.services.len();
    for Sourced { file, thing } in services {
        let about = Subject::object(ObjectKind::Service, &thing.metadata);
        notes.about(file, notes::SERVICES, &*thing.metadata.name, about);
        let Some(service) = service(*thing, file, notes) else {
            continue;
        };
        let there = |other: &Service| {
            (&other.namespace, &other.name) == (&service.namespace, &service.name)
        };
        if document.services.iter().take(before).any(there) {
            let about = Subject::namespaced("service", &service.namespace, &service.name);
            notes.about(file, notes::IN_SCENARIO, &service.name, about);
            continue;
        }
        notes.file(file).used.services += 1;
        document.services.push(service);
    }
    statuses
}

fn by_name(a: &Sourced<Box<Object>>, b: &Sourced<Box<Object>>) -> Ordering {
    let (a, b) = (&a.thing.metadata, &b.thing.metadata);
    a.namespace.cmp(&b.namespace).then_with(|| natural::compare(&a.name, &b.name))
}

/// The status isn't part of it: it follows from the Pods.
fn budget(object: Object, file: usize, notes: &mut FileNotes) -> Option<Budget> {
    if object.metadata.name.is_empty() {
        notes.note(file, notes::NAMELESS, "PodDisruptionBudget");
        return None;
    }
    let namespace = object.metadata.namespace.0;
    let name = object.metadata.name.0;
    let spec = object.spec;
    let number = |found: FoundNumber| match found {
        FoundNumber::Absent => None,
        FoundNumber::Int(value) => Some(IntOrText::Int(value)),
        FoundNumber::Text(text) => Some(IntOrText::Text(text)),
    };
    let (min_available, mut max_unavailable) =
        (number(spec.min_available), number(spec.max_unavailable));
    // The disruption controller then expects no Pods, and so allows no disruption.
    if min_available.is_none() && max_unavailable.is_none() {
        let about = Subject::namespaced("budget", &namespace, &name);
        notes.about(file, notes::EMPTY_BUDGETS, &name, about);
        max_unavailable = Some(IntOrText::Int(0));
    }
    let is_empty = |selector: &Selector| {
        selector.labels.0.is_empty()
            && selector.expressions.is_empty()
            && selector.flat.0.is_empty()
    };
    // In `policy/v1beta1` the empty selector selects no Pod, since v1 all of the namespace (KP-02).
    let old = &*object.api_version == "policy/v1beta1";
    let selector = spec.selector.as_ref().filter(|selector| !(old && is_empty(selector)));
    Some(Budget {
        namespace,
        selector: selector.map(spec::selector),
        min_available,
        max_unavailable,
        unhealthy_pod_eviction_policy: spec.unhealthy_policy.0,
        name,
        copies: None,
    })
}

fn service(object: Object, file: usize, notes: &mut FileNotes) -> Option<Service> {
    if object.metadata.name.is_empty() {
        notes.note(file, notes::NAMELESS, "Service");
        return None;
    }
    let namespace = object.metadata.namespace.0;
    let spec = object.spec;
    let selector = spec.selector.map(|selector| map(&selector.flat));
    let default = |text: String, value: &str| if text == value { String::new() } else { text };
    let kept = Json::object_of_set([
        ("internalTrafficPolicy", spec.internal_policy.0),
        ("healthCheckNodePort", spec.health_check_port.0),
        ("ports", spec.ports.0),
        ("sessionAffinity", spec.session_affinity.0),
        ("loadBalancerClass", spec.load_balancer_class.0),
        ("loadBalancerIP", spec.load_balancer_ip.0),
        ("allocateLoadBalancerNodePorts", spec.allocate_node_ports.0),
        ("publishNotReadyAddresses", spec.publish_not_ready.0),
    ]);
    Some(Service {
        name: object.metadata.name.0,
        namespace,
        selector: selector.filter(|labels| !labels.is_empty()),
        kind: default(spec.service_type.0, "ClusterIP"),
        external_traffic_policy: default(spec.external_policy.0, "Cluster"),
        annotations: map(&object.metadata.annotations.0),
        finalizers: texts(&object.metadata.finalizers),
        ..part(Some(&kept))
    })
}
