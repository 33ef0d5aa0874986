//! Builds workloads from controllers, and from the Pods that name them.

use super::draft::{Built, Draft};
use super::identity::{FullName, identity, latest};
use super::nodes::ExistingNodes;
use super::owners::{Key, OwnerFrom, ReplicaSets, controller, replaces_by_sets};
use crate::found::{FileNotes, Found, Sourced};
use crate::kubectl::kind::ObjectKind;
use crate::notes::{self, Note};
use crate::subject::Subject;

/// All workloads, by namespace, kind and name.
pub(super) fn build(
    found: &mut Found,
    places: &ExistingNodes,
    notes: &mut FileNotes,
) -> Vec<Built> {
    let mut drafts: base::Map<Key, Draft> = base::Map::new();
    let sets = controllers(found, &mut drafts, notes);
    pods(found, &sets, &mut drafts, notes);
    let mut workloads = Vec::with_capacity(drafts.len());
    for (key, draft) in drafts {
        workloads.extend(draft.finish(key, places, notes));
    }
    workloads
}

/// Assigns controllers to the workloads that they are, or belong to.
fn controllers(
    found: &mut Found,
    drafts: &mut base::Map<Key, Draft>,
    notes: &mut FileNotes,
) -> ReplicaSets {
    let all = core::mem::take(&mut found.controllers);
    let all = latest(all, notes, |(kind, object)| identity(kind.name(), object));
    let mut sets = ReplicaSets::default();
    for Sourced { thing: (kind, object), .. } in &all {
        if *kind == ObjectKind::ReplicaSet {
            sets.add(object);
        }
    }
    for Sourced { file, thing: (kind, object) } in all {
        let about = Subject::object(kind, &object.metadata);
        notes.about(file, recognised(kind), FullName(&object), about);
        if object.metadata.name.is_empty() {
            notes.note(file, notes::NAMELESS, kind.name());
            continue;
        }
        let owner = controller(&object.metadata)
            .filter(|owner| kind == ObjectKind::ReplicaSet && replaces_by_sets(owner));
        let key = |kind: &str, name: &str| Key {
            namespace: object.metadata.namespace.0.clone(),
            kind: kind.to_owned(),
            name: name.to_owned(),
        };
        match owner {
            Some(owner) => {
                let draft = drafts.entry(key(&owner.kind, &owner.name)).or_default();
                draft.files.insert(file);
                if object.spec.replicas.int == Some(0) {
                    notes.note(file, notes::HISTORY, FullName(&object));
                }
                draft.replica_sets.push(object);
            }
            None => {
                let draft = drafts.entry(key(kind.name(), &object.metadata.name)).or_default();
                draft.files.insert(file);
                draft.controller = Some((kind, object));
            }
        }
    }
    sets
}

fn recognised(kind: ObjectKind) -> Note {
    match kind {
        ObjectKind::Node => notes::NODES,
        ObjectKind::Pod => notes::PODS,
        ObjectKind::Deployment => notes::DEPLOYMENTS,
        ObjectKind::ReplicaSet => notes::REPLICA_SETS,
        ObjectKind::ReplicationController => notes::REPLICATION_CONTROLLERS,
        ObjectKind::StatefulSet => notes::STATEFUL_SETS,
        ObjectKind::DaemonSet => notes::DAEMON_SETS,
        ObjectKind::Job => notes::JOBS,
        ObjectKind::Rollout => notes::ROLLOUTS,
        ObjectKind::Budget => notes::BUDGETS,
        ObjectKind::Service => notes::SERVICES,
        ObjectKind::PriorityClass => notes::CLASSES,
        ObjectKind::Autoscaler => notes::AUTOSCALERS,
    }
}

/// Assigns Pods to their owners' workloads.
fn pods(
    found: &mut Found,
    sets: &ReplicaSets,
    drafts: &mut base::Map<Key, Draft>,
    notes: &mut FileNotes,
) {
    let all = core::mem::take(&mut found.pods);
    let all = latest(all, notes, |pod| identity("Pod", pod));
    for pod in all {
        let about = Subject::object(ObjectKind::Pod, &pod.thing.metadata);
        notes.about(pod.file, notes::PODS, FullName(&pod.thing), about);
        if !pod.thing.metadata.deletion.is_empty() {
            notes.note(pod.file, notes::TERMINATING, FullName(&pod.thing));
            notes.note(pod.file, notes::GONE, FullName(&pod.thing));
            continue;
        }
        let (mut key, by) = sets.owner_of(&pod.thing);
        if key.name.is_empty() {
            key.name = pod.thing.metadata.generate_name.trim_end_matches('-').to_owned();
        }
        if key.name.is_empty() {
            notes.note(pod.file, notes::NAMELESS, "Pod");
            continue;
        }
        let draft = drafts.entry(key).or_default();
        draft.by_name |= by == OwnerFrom::Name;
        draft.pods.push(pod);
    }
}
