//! Builds workloads from controllers, and from the Pods that name them.

use super::draft::{Built, Draft};
use super::finalizers::{finalizers, foreign};
use super::identity::{FullName, identity, latest};
use super::jobs;
use super::nodes::ExistingNodes;
use super::owners::{Key, OwnerFrom, ReplicaSets, controller, replaces_by_sets};
use super::values::instant;
use crate::found::{FileNotes, Found, Sourced};
use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::Object;
use crate::notes::{self, Note};
use crate::subject::Subject;
use base::order::sort_by;
use base::say;

/// All workloads, by namespace, kind and name.
pub(super) fn build(
    found: &mut Found,
    places: &ExistingNodes,
    notes: &mut FileNotes,
) -> Vec<Built> {
    let mut drafts: base::Map<Key, Draft> = base::Map::new();
    let sets = controllers(found, &mut drafts, notes);
    pods(found, &sets, places, &mut drafts, notes);
    let mut job_sets = base::Set::new();
    let mut workloads = Vec::with_capacity(drafts.len());
    for (key, draft) in drafts {
        let job_set = jobs::job_set(&draft);
        let not_used = jobs::not_used(&draft);
        let Some(mut built) = draft.finish(key, places, notes) else { continue };
        let file = built.files.first().copied().unwrap_or(0);
        if let Some(name) = job_set.filter(|name| job_sets.insert(name.clone())) {
            notes.has_effect("JobSet");
            notes.note(file, notes::JOB_SETS, name);
        }
        for setting in not_used {
            let said = say!("import-setting-of", setting = setting, pool = &built.workload.name);
            notes.tell(file, notes::JOB_SETTINGS, said, Some(Subject::workload(&built.workload)));
        }
        jobs::tell_endless(&mut built.workload, file, notes);
        workloads.push(built);
    }
    workloads
}

/// Assigns controllers to the workloads that they are, or belong to.
fn controllers(
    found: &mut Found,
    drafts: &mut base::Map<Key, Draft>,
    notes: &mut FileNotes,
) -> ReplicaSets {
    let mut all = core::mem::take(&mut found.controllers);
    // What the cluster has is used beside a manifest for it, in any order of files.
    let is_of_cluster = |one: &Sourced<(ObjectKind, Box<Object>)>| {
        let object = &one.thing.1;
        !object.metadata.created.is_empty() || object.status.observed_generation.0.is_some()
    };
    sort_by(&mut all, |one, other| is_of_cluster(one).cmp(&is_of_cluster(other)));
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
    places: &ExistingNodes,
    drafts: &mut base::Map<Key, Draft>,
    notes: &mut FileNotes,
) {
    let all = core::mem::take(&mut found.pods);
    let all = latest(all, notes, |pod| identity("Pod", pod));
    for pod in all {
        let about = Subject::object(ObjectKind::Pod, &pod.thing.metadata);
        notes.about(pod.file, notes::PODS, FullName(&pod.thing), about);
        if !terminates(&pod, places, notes) {
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

/// Notes how a Pod that is being deleted ends; false if it is left out.
fn terminates(
    Sourced { file, thing }: &Sourced<Box<Object>>,
    places: &ExistingNodes,
    notes: &mut FileNotes,
) -> bool {
    let meta = &thing.metadata;
    let kept_by = finalizers(thing, notes);
    if meta.deletion.is_empty() || thing.status.phase.is_finished() && kept_by.is_empty() {
        return true;
    }
    let (file, about) = (*file, Subject::object(ObjectKind::Pod, meta));
    let node = thing.spec.node_name.some();
    let place = node.filter(|node| !places.any_pool || places.nodes.contains(*node));
    let (Some(ends), Some(_)) = (instant(&meta.deletion), place) else {
        notes.note(file, notes::TERMINATING, FullName(thing));
        notes.note(file, notes::GONE, FullName(thing));
        return false;
    };
    let held: Vec<&str> = foreign(meta).collect();
    let (name, at) = (FullName(thing), scenario::instant::format(ends.0));
    if !kept_by.is_empty() {
        let said = format_args!("{name} ({}; {at})", held.join(", "));
        notes.about(file, notes::KEPT, said, about);
        return true;
    }
    if notes.newest < Some(ends) {
        notes.about(file, notes::ENDING, format_args!("{name} ({at})"), about.clone());
    } else if place.is_none_or(|node| !places.failing.contains(node)) {
        // Where no kubelet acts it stays.
        notes.about(file, notes::OVERDUE, format_args!("{name} ({at})"), about.clone());
    }
    if !held.is_empty() {
        notes.about(file, notes::FINALIZERS, format_args!("{name} ({})", held.join(", ")), about);
    }
    true
}
