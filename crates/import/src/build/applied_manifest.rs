//! Manifests beside the cluster that they are to be applied to: the Pods are as after their rollout.

use super::identity::identity;
use super::spec;
use crate::found::{FileNotes, Sourced};
use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::{Container, Object, Template};
use crate::notes;
use crate::subject::Subject;
use base::quantity::Quantity;
use base::say;
use scenario::document::Workload;
use scenario::field::Field;
use scenario::json::Json;
use scenario::units::Amount;

/// A controller as it is to be, of a workload whose Pods exist.
#[derive(Debug)]
pub(super) struct AppliedManifest {
    pub(super) file: usize,
    /// The template that the cluster has, if the files say it.
    pub(super) before: Option<Box<Template>>,
}

/// Is it of a kind that replaces its Pods by new ones, and has no API server written it?
pub(super) fn is_manifest(kind: ObjectKind, object: &Object) -> bool {
    use ObjectKind::{DaemonSet, Deployment, Rollout, StatefulSet};
    let status = &object.status;
    matches!(kind, DaemonSet | Deployment | Rollout | StatefulSet)
        && object.metadata.created.is_empty()
        && status.observed_generation.0.is_none()
        && status.replicas.0.is_none()
        && !object.spec.paused.0
}

/// The templates of the controllers of a cluster, by kind, namespace and name.
pub(super) fn running(
    all: &[Sourced<(ObjectKind, Box<Object>)>],
) -> base::Map<[String; 3], Box<Template>> {
    let mut running = base::Map::new();
    if all.iter().all(|one| !is_manifest(one.thing.0, &one.thing.1)) {
        return running;
    }
    for (kind, object) in all.iter().map(|one| &one.thing) {
        if let (Some(name), Some(template), false) =
            (identity(kind.name(), object), &object.spec.template, is_manifest(*kind, object))
        {
            running.insert(name.map(str::to_owned), template.clone());
        }
    }
    running
}

impl AppliedManifest {
    /// Changes what the manifest changes; what admission and operators added to the Pods stays.
    pub(super) fn roll_out(
        &self,
        workload: &mut Workload,
        pod: &Sourced<Box<Object>>,
        template: &Template,
        notes: &mut FileNotes,
    ) {
        let before = self.before.as_deref();
        // Without a cluster's template only another file than that of the Pods asks for other ones.
        if before.is_none() && pod.file == self.file {
            return;
        }
        let pod = &pod.thing.spec;
        let own = &before.unwrap_or(template).spec;
        let added = |ours: &[Container], all: &[Container]| {
            let is_new = |one: &&Container| ours.iter().all(|own| own.name.0 != one.name.0);
            all.iter().filter(is_new).cloned().collect::<Vec<_>>()
        };
        let containers = added(&own.containers, &pod.containers);
        let init_containers = added(&own.init_containers, &pod.init_containers);
        let filled = |template: &Template, notes: &mut FileNotes| {
            let mut filled = Workload {
                kind: workload.kind.clone(),
                namespace: workload.namespace.clone(),
                name: workload.name.clone(),
                ..Workload::default()
            };
            let mut spec = template.spec.clone();
            spec.containers.0.extend(containers.clone());
            spec.init_containers.0.extend(init_containers.clone());
            spec::fill(&mut filled, &template.metadata, &spec, self.file, notes);
            filled.write()
        };
        // Whatever there is to note of a template was noted of the Pods.
        let noted = core::mem::take(&mut notes.files);
        let mut changed = workload.write();
        // Without the template of before, the Pods have what the manifest doesn't ask for by other ways.
        let old = before.map_or_else(|| chosen(&changed, OF_CONTAINERS), |one| filled(one, notes));
        let new = filled(template, notes);
        notes.files = noted;
        let mut names = Vec::new();
        change(&mut changed, &old, &new, Some(&mut names));
        if let (false, Some(read)) =
            (names.is_empty(), scenario::document::read::<Workload>(&changed).0)
        {
            *workload = read;
            let name = workload.name.as_str();
            let said = say!("import-setting-of", setting = names.join(", "), pool = name);
            let about = Some(Subject::workload(workload));
            notes.tell(self.file, notes::ROLLED_OUT, said, about);
        }
    }
}

/// The fields that replace each other, depending on how many containers there are.
const OF_CONTAINERS: [&str; 3] = ["requests", "containers", "initContainers"];

fn chosen(json: &Json, keys: [&str; 3]) -> Json {
    Json::object(keys.iter().filter_map(|key| Some((*key, json.get(key)?.clone()))))
}

/// Are the values the same? An API server writes `0.5` cores as `500m`.
fn is_same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(some), Json::Object(others)) => {
            some.len() == others.len()
                && some
                    .iter()
                    .all(|(key, one)| other.get(key).is_some_and(|other| is_same(one, other)))
        }
        (Json::List(some), Json::List(others)) => {
            some.len() == others.len() && some.iter().zip(others).all(|(a, b)| is_same(a, b))
        }
        (Json::Text(one), Json::Text(other)) => {
            let amount = |text: &str| Amount(text.to_owned()).quantity().and_then(Quantity::millis);
            one == other || amount(one).is_some_and(|one| Some(one) == amount(other))
        }
        _ => one == other,
    }
}

/// Carries what differs between two values over to a third one, and names the fields that it changes.
fn change(own: &mut Json, old: &Json, new: &Json, mut names: Option<&mut Vec<String>>) {
    let (Json::Object(own), Json::Object(new)) = (own, new) else {
        return;
    };
    if let Json::Object(old) = old {
        let is_gone = |key: &str| {
            old.iter().any(|(one, _)| one == key) && new.iter().all(|(one, _)| one != key)
        };
        own.retain(|(key, _)| {
            let gone = is_gone(key);
            names.iter_mut().filter(|_| gone).for_each(|names| names.push(key.clone()));
            !gone
        });
    }
    for (key, value) in new {
        let before = old.get(key);
        let at = own.iter().position(|(other, _)| other == key);
        let now = at.map(|at| own[at].1.clone());
        if [before, now.as_ref()].into_iter().flatten().any(|one| is_same(one, value)) {
            continue;
        }
        let mut next = now.clone().unwrap_or_else(|| Json::Object(Vec::new()));
        match value {
            Json::Object(_) => change(&mut next, before.unwrap_or(&Json::Null), value, None),
            _ => next = value.clone(),
        }
        if now.as_ref() == Some(&next) {
            continue;
        }
        names.iter_mut().for_each(|names| names.push(key.clone()));
        match at {
            Some(at) => own[at].1 = next,
            None => own.push((key.clone(), next)),
        }
    }
}
