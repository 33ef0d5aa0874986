//! Workloads from controllers and from the Pods that name them.

use std::collections::{BTreeMap, BTreeSet};

use super::nodes::{Places, instant};
use super::owners::{By, Key, ReplicaSets, controller};
use super::{latest, spec};
use crate::scenario::document::{Pod, Workload};
use crate::scenario::import::found::{Desk, Found, Sourced};
use crate::scenario::import::kubectl::kind::Kind;
use crate::scenario::import::kubectl::object::Object;
use crate::scenario::import::kubectl::requests::effective;
use crate::scenario::import::loose::Text;
use crate::scenario::import::notes;

/// Owners outside Kubernetes whose Pods come back by themselves and that have a scale subresource.
const SCALED: [&str; 5] = [
    "CloneSet",
    "Rollout",
    "Cluster",
    "SandboxSet",
    "LeaderWorkerSet",
];
/// Owners whose Pods run once.
const RUN_ONCE: [&str; 6] = [
    "TaskRun",
    "Workflow",
    "SparkApplication",
    "GameServer",
    "PipelineRun",
    "EphemeralRunner",
];

/// A workload while its parts are gathered.
#[derive(Debug, Default)]
struct Draft {
    controller: Option<(usize, Kind, Object)>,
    /// Files that hold a controller of it.
    files: BTreeSet<usize>,
    /// ReplicaSets of a Deployment that is not given.
    replica_sets: Vec<Object>,
    pods: Vec<Sourced<Object>>,
    by_name: bool,
}

/// A workload, the first file that tells of it, and the effective request of one of its Pods in thousandths (KS-11).
#[derive(Debug)]
pub(super) struct Built {
    pub(super) workload: Workload,
    pub(super) file: usize,
    pub(super) demand: BTreeMap<String, i64>,
}

/// All workloads, in the order of namespaces, kinds and names.
pub(super) fn build(found: &mut Found, places: &Places, desk: &mut Desk) -> Vec<Built> {
    let mut drafts: BTreeMap<Key, Draft> = BTreeMap::new();
    let sets = controllers(found, &mut drafts, desk);
    pods(found, &sets, &mut drafts, desk);
    let mut workloads = Vec::with_capacity(drafts.len());
    for (key, draft) in drafts {
        workloads.extend(finish(key, draft, places, desk));
    }
    workloads
}

fn full_name(object: &Object) -> String {
    match object.metadata.namespace.some() {
        Some(namespace) => format!("{namespace}/{}", &*object.metadata.name),
        None => object.metadata.name.0.clone(),
    }
}

fn identity(object: &Object) -> Option<(String, String)> {
    let name = object.metadata.name.some()?;
    Some((object.metadata.namespace.0.clone(), name.to_owned()))
}

/// Files the controllers under the workloads that they are, or are part of.
fn controllers(
    found: &mut Found,
    drafts: &mut BTreeMap<Key, Draft>,
    desk: &mut Desk,
) -> ReplicaSets {
    let all = core::mem::take(&mut found.controllers);
    let name = |(_, object): &(Kind, Object)| full_name(object);
    let all = latest(all, desk, name, |(kind, object)| {
        Some((*kind, identity(object)?))
    });
    let mut sets = ReplicaSets::default();
    for Sourced {
        thing: (kind, object),
        ..
    } in &all
    {
        if *kind == Kind::ReplicaSet {
            sets.add(object);
        }
    }
    for Sourced {
        file,
        thing: (kind, object),
    } in all
    {
        desk.note(
            file,
            notes::CONTROLLERS,
            format!("{} {}", kind.name(), full_name(&object)),
        );
        if object.metadata.name.is_empty() {
            desk.note(file, notes::NAMELESS, kind.name());
            continue;
        }
        let deployment = controller(&object.metadata)
            .filter(|owner| kind == Kind::ReplicaSet && &*owner.kind == "Deployment");
        let key = |kind: &str, name: &str| Key {
            namespace: object.metadata.namespace.0.clone(),
            kind: kind.to_owned(),
            name: name.to_owned(),
        };
        match deployment {
            Some(deployment) => {
                let draft = drafts
                    .entry(key("Deployment", &deployment.name))
                    .or_default();
                draft.files.insert(file);
                if object.spec.replicas.0 == Some(0) {
                    desk.note(file, notes::HISTORY, full_name(&object));
                }
                draft.replica_sets.push(object);
            }
            None => {
                let draft = drafts
                    .entry(key(kind.name(), &object.metadata.name))
                    .or_default();
                draft.files.insert(file);
                draft.controller = Some((file, kind, object));
            }
        }
    }
    sets
}

/// Files the Pods under the workloads that own them.
fn pods(found: &mut Found, sets: &ReplicaSets, drafts: &mut BTreeMap<Key, Draft>, desk: &mut Desk) {
    let all = core::mem::take(&mut found.pods);
    let all = latest(all, desk, full_name, identity);
    for pod in all {
        desk.note(pod.file, notes::PODS, full_name(&pod.thing));
        if !pod.thing.metadata.deletion.is_empty() {
            desk.note(pod.file, notes::TERMINATING, full_name(&pod.thing));
            continue;
        }
        let (mut key, by) = sets.owner_of(&pod.thing);
        if key.name.is_empty() {
            key.name = pod
                .thing
                .metadata
                .generate_name
                .trim_end_matches('-')
                .to_owned();
        }
        if key.name.is_empty() {
            desk.note(pod.file, notes::NAMELESS, "Pod");
            continue;
        }
        desk.file(pod.file).used.pods += 1;
        let draft = drafts.entry(key).or_default();
        draft.by_name |= by == By::Name;
        draft.pods.push(pod);
    }
}

fn finish(key: Key, draft: Draft, places: &Places, desk: &mut Desk) -> Option<Built> {
    let Draft {
        controller,
        mut files,
        replica_sets,
        pods,
        by_name,
    } = draft;
    let given = controller.is_some();
    if let (Some((file, Kind::Job, object)), []) = (&controller, pods.as_slice())
        && finished_job(object)
    {
        desk.note(*file, notes::FINISHED_JOBS, full_name(object));
        // It is nothing to simulate, yet the file is used as far as it goes.
        return None;
    }
    let first_file = files
        .first()
        .copied()
        .or(pods.first().map(|pod| pod.file))?;
    files.insert(first_file);
    for file in &files {
        desk.file(*file).used.workloads += 1;
    }
    let mut workload = Workload {
        kind: key.kind,
        name: key.name,
        namespace: if key.namespace == "default" {
            String::new()
        } else {
            key.namespace
        },
        ..Workload::default()
    };
    if !given {
        assumed_owner(
            &mut workload,
            by_name,
            replica_sets.is_empty(),
            first_file,
            desk,
        );
    }
    let active =
        |pod: &&Sourced<Object>| !matches!(&*pod.thing.status.phase, "Succeeded" | "Failed");
    let sample = pods.iter().find(active).or(pods.first());
    let template = controller
        .as_ref()
        .map(|(_, _, object)| object)
        .or(replica_sets
            .iter()
            .rev()
            .max_by_key(|set| set.spec.replicas.0))
        .and_then(|object| object.spec.template.get());
    let spec = sample
        .map(|pod| &pod.thing.spec)
        .or(template.map(|template| &template.spec));
    let demand = spec.map(effective).unwrap_or_default();
    // A Pod has what admission and controllers added; the template of a DaemonSet is not tied to a node.
    match (sample, template) {
        (Some(pod), _) => {
            spec::fill(
                &mut workload,
                &pod.thing.metadata,
                &pod.thing.spec,
                pod.file,
                desk,
            );
            let labels = workload.labels.clone().unwrap_or_default();
            if pods
                .iter()
                .any(|pod| spec::labels(&pod.thing.metadata) != labels)
            {
                desk.note(first_file, notes::LABELS_DIFFER, workload.name.clone());
            }
        }
        (None, Some(template)) => {
            spec::fill(
                &mut workload,
                &template.metadata,
                &template.spec,
                first_file,
                desk,
            );
        }
        (None, None) => workload.labels = Some(crate::scenario::field::Map::new()),
    }
    let active = pods.iter().filter(active).count();
    let asked = match &controller {
        Some((_, _, object)) => object
            .spec
            .replicas
            .0
            .or((!has_pods_one_by_one(&workload.kind)).then_some(1)),
        None => replica_sets
            .iter()
            .filter_map(|set| set.spec.replicas.0)
            .reduce(i64::saturating_add)
            .map(|sum| sum.max(0)),
    };
    let active = i64::try_from(active).unwrap_or(i64::MAX);
    if !has_pods_one_by_one(&workload.kind) {
        workload.replicas = Some(asked.unwrap_or(active).max(0));
    }
    if let Some((_, kind, object)) = &controller {
        workload.min_ready_seconds = object.spec.min_ready.0.filter(|seconds| *seconds > 0);
        if *kind == Kind::StatefulSet {
            workload.pod_management_policy = object.spec.pod_management.0.clone();
        }
    }
    if workload.kind == "Job" {
        job(
            &mut workload,
            controller.as_ref().map(|(_, _, object)| object),
            &pods,
        );
    }
    workload.pods = pods
        .into_iter()
        .map(|found| pod(found, places, desk))
        .collect();
    Some(Built {
        workload,
        file: first_file,
        demand,
    })
}

/// Kinds without `spec.replicas`: as many Pods as there are, or as there are nodes.
fn has_pods_one_by_one(kind: &str) -> bool {
    matches!(kind, "DaemonSet" | "Job" | "Pod" | "Mirror")
}

fn finished_job(job: &Object) -> bool {
    let done = |name: &str| {
        job.status
            .conditions
            .iter()
            .any(|condition| &*condition.kind == name && &*condition.status == "True")
    };
    done("Complete") || done("Failed")
}

/// Says how an owner is known that no file gives.
fn assumed_owner(
    workload: &mut Workload,
    by_name: bool,
    no_sets: bool,
    file: usize,
    desk: &mut Desk,
) {
    let name = match workload.namespace.as_str() {
        "" => workload.name.clone(),
        namespace => format!("{namespace}/{}", workload.name),
    };
    match workload.kind.as_str() {
        "Pod" | "Mirror" => {}
        "Deployment" if by_name && no_sets => desk.note(file, notes::OWNER_NAMES, name),
        "Deployment"
        | "ReplicaSet"
        | "ReplicationController"
        | "StatefulSet"
        | "DaemonSet"
        | "Job" => {
            desk.note(file, notes::OWNERS, format!("{} {name}", workload.kind));
        }
        kind => {
            desk.note(file, notes::CUSTOM, format!("{kind} {name}"));
            workload.scale = SCALED.contains(&kind);
            workload.recreating = !RUN_ONCE.contains(&kind);
        }
    }
}

fn job(workload: &mut Workload, job: Option<&Object>, pods: &[Sourced<Object>]) {
    let count = |phase: &[&str]| {
        let n = pods
            .iter()
            .filter(|pod| phase.contains(&&*pod.thing.status.phase))
            .count();
        i64::try_from(n).unwrap_or(i64::MAX)
    };
    let succeeded = count(&["Succeeded"]);
    let active = count(&["Running", "Pending", "Unknown", ""]);
    match job {
        Some(job) => {
            let parallelism = if job.spec.suspend.0 {
                Some(0)
            } else {
                job.spec.parallelism.0
            };
            workload.parallelism = parallelism.filter(|number| *number >= 0);
            workload.completions = job.spec.completions.0.filter(|number| *number >= 0);
            workload.backoff_limit = job
                .spec
                .backoff_limit
                .0
                .filter(|limit| (0..=100_000).contains(limit));
            workload.pod_replacement_policy = job.spec.pod_replacement.0.clone();
            workload.succeeded = job
                .status
                .succeeded
                .0
                .or(Some(succeeded))
                .filter(|number| *number > 0);
        }
        None => {
            workload.parallelism = Some(active.max(1));
            workload.completions = Some(active.saturating_add(succeeded).max(1));
            workload.succeeded = (succeeded > 0).then_some(succeeded);
        }
    }
}

fn pod(found: Sourced<Object>, places: &Places, desk: &mut Desk) -> Pod {
    let Sourced { file, thing } = found;
    let full = full_name(&thing);
    let Object {
        metadata,
        spec,
        status,
        ..
    } = thing;
    let finished = matches!(&*status.phase, "Succeeded" | "Failed");
    let mut node = spec.node_name.0;
    // Without any node, the nodes are made for the Pods later on.
    if !node.is_empty() && places.any_pool && !places.nodes.contains(&node) {
        if !finished {
            desk.note(file, notes::UNKNOWN_NODE, full);
        }
        node = String::new();
    }
    let pending = &*status.phase == "Pending";
    let ready = status
        .conditions
        .iter()
        .find(|condition| &*condition.kind == "Ready");
    // A placed Pod is Ready unless it says otherwise; `Unknown` is a Running Pod of a silent node.
    let ready = match ready {
        Some(condition) => &*condition.status == "True",
        None => &*status.phase != "Unknown" && !pending,
    };
    Pod {
        name: metadata.name.0,
        ready: (!finished && !ready && !node.is_empty() && !pending).then_some(false),
        phase: match &*status.phase {
            phase @ ("Succeeded" | "Failed" | "Pending") => phase.to_owned(),
            _ if node.is_empty() => "Pending".to_owned(),
            _ => String::new(),
        },
        created: instant(&Text(metadata.created.0)),
        node,
    }
}
