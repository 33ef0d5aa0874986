//! kubectl JSON: `List`, typed lists, single objects, bare arrays, objects without a kind.

mod batch;
pub(super) mod kind;
pub(super) mod object;
pub(super) mod requests;
mod selector;
mod states;
pub(super) mod storage;

use base::say;
use serde::de::IgnoredAny;

use self::batch::Top;
use self::kind::{KindOf, ObjectKind};
use self::object::{HOOK, Object};
use self::requests::with_limits;
use super::build::FullName;
use super::found::{FileNotes, Found, KnownBudget, KnownScale, Sourced};
use super::gke::connector;
use super::importer::Importer;
use super::loose::{IntOrText, List, Text};
use super::notes;
use super::outline::Outline;
use super::progress::Watch;
use super::subject::Subject;
use super::text::excerpt;

pub(super) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["apiVersion", "items", "metadata", "spec"]) || outline.has("kind")
}

pub(super) fn read(
    text: &str,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<usize, serde_json::Error> {
    let mut from = serde_json::Deserializer::from_str(text);
    let top = Top::read(&mut from, watch)?;
    let array = top.array;
    let all = top.all();
    let file = watch.file;
    if array {
        found.notes.say(file, say!("import-kind-array"));
    }
    let end = from.into_iter::<IgnoredAny>().byte_offset();
    if all.iter().any(|object| has_connector(object)) {
        let document = text.get(..end).unwrap_or_default();
        connector::read(document, watch, found)?;
    }
    for object in all {
        if !array && !is_connector(&object) {
            let kind = object.kind.some().map_or_else(
                || say!("import-kind-none"),
                |kind| say!("import-kind-kubernetes", kind = kind),
            );
            found.notes.say(file, kind);
        }
        take(object, None, file, found);
    }
    Ok(end)
}

/// Is it a cluster or a node pool of Config Connector, or a list with one?
fn has_connector(object: &Object) -> bool {
    let items = object.items.iter().flat_map(|items| items.iter());
    is_connector(object) || items.into_iter().any(|item| has_connector(item))
}

fn is_connector(object: &Object) -> bool {
    connector::claims(&object.api_version, &object.kind)
}

/// Sorts one object, or the objects of a list, by kind.
fn take(mut object: Box<Object>, list: Option<(&str, &str)>, file: usize, found: &mut Found) {
    if let Some(List(items)) = object.items.take() {
        if items.is_empty() {
            found.notes.note(file, notes::EMPTY_LISTS, "");
        }
        let of = (&*object.kind, &*object.api_version);
        for item in items {
            take(item, Some(of), file, found);
        }
        return;
    }
    if is_connector(&object) {
        return;
    }
    // The default namespace.
    if &*object.metadata.namespace == "default" {
        object.metadata.namespace = Text::default();
        if object.metadata.created.is_empty() {
            let name = object.metadata.name.0.clone();
            found.in_default.insert((file, object.kind.0.clone(), name));
        }
    }
    if &*object.kind == "Status" && list.is_none() {
        let reason = object.message.some().map_or_else(
            || say!("import-server-error-without-message"),
            |error| say!("import-server-error", error = error),
        );
        found.notes.refuse(file, "error", reason);
        return;
    }
    let Some(kind) = known_kind(&object, list, file, found) else { return };
    if object.metadata.annotations.0.get(HOOK).is_some() {
        let name = object.metadata.name.0.clone();
        found.notes.note(file, notes::HOOKS, name);
        return;
    }
    instants(&object, &mut found.notes);
    match kind {
        ObjectKind::PriorityClass => priority_class(&object, file, &mut found.notes),
        ObjectKind::Autoscaler => autoscaler(&object, file, &mut found.notes),
        ObjectKind::Node => found.nodes.push(Sourced::of(file, object)),
        ObjectKind::Pod => found.pods.push(Sourced::of(file, object)),
        ObjectKind::Budget => {
            scaled(&object, file, &mut found.notes);
            found.budgets.push(Sourced::of(file, object));
        }
        ObjectKind::Service => found.services.push(Sourced::of(file, object)),
        ObjectKind::Deployment
        | ObjectKind::ReplicaSet
        | ObjectKind::ReplicationController
        | ObjectKind::StatefulSet
        | ObjectKind::DaemonSet
        | ObjectKind::Job
        | ObjectKind::Rollout => {
            // An object to be created gets a name from its prefix.
            let meta = &mut object.metadata;
            if meta.name.is_empty() {
                meta.name.0 = meta.generate_name.trim_end_matches('-').to_owned();
            }
            found.controllers.push(Sourced::of(file, (kind, object)));
        }
    }
}

/// The kind of an object, if the importer builds something of it; others are noted.
fn known_kind(
    object: &Object,
    list: Option<(&str, &str)>,
    file: usize,
    found: &mut Found,
) -> Option<ObjectKind> {
    match kind::of(object, list) {
        KindOf::Known(kind) => return Some(kind),
        KindOf::Guessed(kind) => {
            let meta = &object.metadata;
            let about = Subject::object(kind, meta);
            found.notes.about(file, notes::SHAPES, &*meta.name, about);
            return Some(kind);
        }
        KindOf::Other(kind) if found.notes.storage.take(&kind, object) => {
            let name = format!("{kind} {}", FullName(object));
            found.notes.note(file, notes::STORAGE, name);
            if storage::local_node(&object.spec).is_some() {
                let name = object.spec.claim_ref.name.some().unwrap_or(&object.metadata.name);
                found.notes.note(file, notes::LOCAL_DISKS, name);
            }
        }
        KindOf::Other(kind) => {
            if !takes_named(&kind, object, file, found) {
                *found.notes.file(file).others.entry(kind).or_default() += 1;
            }
        }
        KindOf::Unknown => {
            let name = object.metadata.name.0.clone();
            found.notes.note(file, notes::UNKNOWN, name);
        }
    }
    None
}

/// The most resources of a LimitRange that are used.
const RESOURCES: usize = 20;

/// Takes what bears on a run without being an object of it: schedules, default requests, endpoints, custom resources.
fn takes_named(kind: &str, object: &Object, file: usize, found: &mut Found) -> bool {
    let (meta, spec) = (&object.metadata, &object.spec);
    let group = object.api_version.split_once('/').map_or("", |(group, _)| group);
    let is_custom = group.contains('.') && !group.ends_with(".k8s.io");
    if is_custom {
        let names = [kind, &*meta.namespace, &*meta.name].map(str::to_owned);
        found.operated.insert(names);
    }
    match (kind, group) {
        ("ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration", _) => {
            let webhooks = (kind.to_owned(), meta.name.0.clone(), object.webhooks.clone());
            found.webhooks.push(Sourced::of(file, webhooks));
            return false;
        }
        ("CronJob", "batch" | "") => {
            let name = format!("{} ({})", FullName(object), excerpt(&spec.schedule));
            found.notes.note(file, notes::CRON_JOBS, name);
        }
        ("LimitRange", "") => {
            found.notes.note(file, notes::LIMIT_RANGES, FullName(object));
            for item in spec.limits.iter().filter(|item| &*item.kind == "Container") {
                let mut requests = with_limits(&item.requests, &item.limits);
                requests.0.truncate(RESOURCES);
                found.notes.default_requests.insert(meta.namespace.0.clone(), requests);
            }
        }
        ("EndpointSlice", "discovery.k8s.io" | "") => {
            found.notes.note(file, notes::ENDPOINT_SLICES, FullName(object));
            for endpoint in
                object.endpoints.iter().filter(|one| &*one.conditions.terminating == "true")
            {
                let pod = (meta.namespace.0.clone(), endpoint.target.name.0.clone());
                if let "true" | "false" = &*endpoint.conditions.serving {
                    found.notes.serving.insert(pod, &*endpoint.conditions.serving == "true");
                }
            }
        }
        // Its operator makes Pods, which have it as their owner, or a controller in between.
        _ if is_custom && spec.replicas.int.is_some() => {
            let names = [kind, &*meta.namespace, &*meta.name].map(str::to_owned);
            found.custom.push(Sourced::of(file, names));
        }
        ("Event", "") => {
            found.notes.newest_event_of(&meta.created);
            found.notes.newest_event_of(&object.last);
            return false;
        }
        _ => return false,
    }
    true
}

/// Takes the instants of an object's state into account: the newest one of all is that of the dump.
fn instants(object: &Object, notes: &mut FileNotes) {
    let status = &object.status;
    notes.newest_of(&object.metadata.created);
    notes.newest = notes.newest.max(object.metadata.deletion_requested());
    notes.newest_of(&status.started);
    for taint in object.spec.taints.iter() {
        notes.newest_of(&taint.time_added);
    }
    for condition in status.conditions.iter() {
        notes.newest_of(&condition.changed);
        notes.newest_of(&condition.heartbeat);
    }
    for container in status.containers.iter() {
        for state in [&container.state, &container.last_state] {
            for details in [&state.running, &state.terminated] {
                notes.newest_of(&details.started);
                notes.newest_of(&details.finished);
            }
        }
    }
}

fn priority_class(object: &Object, file: usize, notes: &mut FileNotes) {
    let name = object.metadata.name.0.clone();
    let value = object.value.0.unwrap_or(0);
    notes.note(file, notes::CLASSES, name.clone());
    let is_default = object.global_default.0;
    if &*object.preemption == "Never" {
        notes.classes.never.push(name.clone());
        if is_default {
            notes.classes.never.push(String::new());
        }
    }
    if is_default {
        notes.classes.default = Some(value).filter(|value| *value != 0);
    }
    notes.classes.named.insert(name, value);
}

/// Notes which Pods a budget selects, and whether the owners have a scale, if its status says so: a budget that needs it and allows
/// disruptions has read it (KP-08, KP-09).
fn scaled(object: &Object, file: usize, notes: &mut FileNotes) {
    let (meta, spec, status) = (&object.metadata, &object.spec, &object.status);
    notes.budgets.extend(spec.selector.iter().map(|selector| KnownBudget {
        file,
        namespace: meta.namespace.0.clone(),
        name: meta.name.0.clone(),
        selector: selector.clone(),
        allowed: status.disruptions_allowed.0,
    }));
    let needs_scale = matches!(spec.min_available, IntOrText::Absent | IntOrText::Text(_));
    let has_scale = match status.disruptions_allowed.0 {
        _ if !needs_scale => return,
        _ if status.failed_sync() => false,
        Some(1..) => true,
        _ => return,
    };
    if let Some(selector) = spec.selector.as_ref().filter(|one| one.expressions.is_empty()) {
        let labels = selector.labels.0.iter().map(|(key, value)| (key.clone(), value.0.clone()));
        let (namespace, labels) = (meta.namespace.0.clone(), labels.collect());
        notes.scales.push(KnownScale { namespace, labels, has_scale });
    }
}

fn autoscaler(object: &Object, file: usize, notes: &mut FileNotes) {
    let (meta, spec) = (&object.metadata, &object.spec);
    notes.note(file, notes::AUTOSCALERS, meta.name.0.clone());
    let target = &spec.scales;
    let scaled = [&meta.namespace, &target.kind, &target.name].map(|text| text.0.clone());
    let fewest = spec.min_replicas.0.unwrap_or(1).max(1);
    notes.fewest.insert(scaled.into(), fewest);
}
