//! Builds a workload from its collected parts: controller, ReplicaSets, Pods.

use super::endpoints;
use super::finalizers::finalizers;
use super::identity::FullName;
use super::nodes::ExistingNodes;
use super::owners::Key;
use super::roles;
use super::rollout::{self, FoundRollout};
use super::spec::{self, unread};
use super::values::instant;
use super::volumes::{self, PodSource};
use crate::found::{FileNotes, Sourced};
use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::{ConditionKind, Object, Phase, Spec, Template};
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::scale_down::DELETION_COST;
use scenario::document::{Pod, Workload};
use scenario::field::Map;
use scenario::natural;

/// Owners outside of Kubernetes with a scale subresource (KP-08).
const SCALED: [&str; 5] = ["CloneSet", "Rollout", "Cluster", "SandboxSet", "LeaderWorkerSet"];
/// Owners whose Pods run once.
const RUN_ONCE: [&str; 6] =
    ["TaskRun", "Workflow", "SparkApplication", "GameServer", "PipelineRun", "EphemeralRunner"];

/// Reasons for which containers wait, and as which one each is simulated.
const WAITS: [(&str, &str); 7] = [
    ("CrashLoopBackOff", "CrashLoopBackOff"),
    ("ImagePullBackOff", "ImagePullBackOff"),
    ("ErrImagePull", "ErrImagePull"),
    ("InvalidImageName", "ImagePullBackOff"),
    ("ErrImageNeverPull", "ImagePullBackOff"),
    // Their containers don't start either until the Pod or what it names is changed.
    ("CreateContainerConfigError", "ImagePullBackOff"),
    ("CreateContainerError", "ImagePullBackOff"),
];

/// A workload while its parts are collected.
#[expect(clippy::vec_box, reason = "objects are large and change hands several times")]
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) controller: Option<(ObjectKind, Box<Object>)>,
    /// Files that contain its controller.
    pub(super) files: base::Set<usize>,
    /// ReplicaSets of a Deployment.
    pub(super) replica_sets: Vec<Box<Object>>,
    pub(super) pods: Vec<Sourced<Box<Object>>>,
    /// The Deployment is only known by the name of a ReplicaSet.
    pub(super) by_name: bool,
}

/// A workload, and its contribution to the counts of each file.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) workload: Workload,
    /// The files about it, the first one first.
    pub(super) files: base::Set<usize>,
    /// Its Pods by file.
    pub(super) pods: base::Map<usize, u32>,
    /// The objects of its Pods, in their order, if their claims differ, or the budgets that select them.
    pub(super) varied: Vec<Object>,
    /// Its rollout, if the run continues it.
    pub(super) rollout: Option<FoundRollout>,
}

/// The fewest replicas that an autoscaler allows.
fn fewest(workload: &Workload, file: usize, notes: &mut FileNotes) -> Option<i64> {
    let scaled = (workload.namespace.clone(), workload.kind.clone(), workload.name.clone());
    let fewest = *notes.fewest.get(&scaled)?;
    notes.workload(file, notes::FEWEST_REPLICAS, workload);
    Some(fewest)
}

impl Draft {
    /// The workload; `None` for a finished Job without Pods.
    pub(super) fn finish(
        mut self,
        key: Key,
        places: &ExistingNodes,
        notes: &mut FileNotes,
    ) -> Option<Built> {
        let file = self.files.first().copied().or(self.pods.first().map(|pod| pod.file))?;
        if let Some((ObjectKind::Job, job)) = &self.controller
            && self.pods.is_empty()
            && job.status.is_over()
        {
            notes.note(file, notes::FINISHED_JOBS, FullName(job));
            return None;
        }
        // In an order that doesn't depend on the dump's.
        base::order::sort_by(&mut self.pods, |a, b| {
            natural::compare(&a.thing.metadata.name, &b.thing.metadata.name)
        });
        let mut workload = Workload {
            kind: key.kind,
            name: key.name,
            namespace: key.namespace,
            ..Workload::default()
        };
        // How other projects' owners replace their Pods is always assumed.
        if self.controller.is_none() || workload.kind == "Rollout" {
            self.assume_owner(&mut workload, file, notes);
        }
        let is_new = self.updated(&workload);
        self.describe(&mut workload, &is_new, file, notes);
        self.count(&mut workload, file, notes);
        endpoints::fails_at_stop(&mut workload, &self.pods, file, notes);
        let rolling = self.rolling(&workload, &is_new, file, notes);
        let varies = self.volumes(&mut workload, file, notes);
        let mut files = self.files;
        let mut counts = base::Map::new();
        for pod in &self.pods {
            *counts.entry(pod.file).or_default() += 1;
        }
        if files.is_empty() {
            files.insert(file);
        }
        let mut varied = Vec::new();
        if (varies || roles::are_split(&workload, &self.pods, notes)) && workload.replicas.is_some()
        {
            varied.extend(self.pods.iter().map(|pod| (*pod.thing).clone()));
        }
        let ready: Vec<bool> = self.pods.iter().map(|pod| pod.thing.is_ready()).collect();
        workload.pods = self.pods.into_iter().map(|found| pod(found, places, notes)).collect();
        for (pod, updated) in workload.pods.iter_mut().zip(is_new) {
            pod.updated = updated;
        }
        let rollout = rolling.map(|(mut rollout, stalled)| {
            rollout.item.fails = rollout::fails(&workload.pods, stalled);
            rollout
        });
        // Not one node is in the files: the run places ready Pods anew before it starts.
        let is_made_anew =
            matches!(&*workload.kind, "Deployment" | "StatefulSet" | "ReplicaSet" | "DaemonSet");
        if places.lack_nodes() && is_made_anew && varied.is_empty() && rollout.is_none() {
            let mut ready = ready.into_iter();
            workload.pods.retain(|_| ready.next() != Some(true));
        }
        Some(Built { workload, files, pods: counts, varied, rollout })
    }

    /// Which Pods have the new template of a rollout that the run continues; none if it continues none.
    fn updated(&self, workload: &Workload) -> Vec<bool> {
        let is_deployment = workload.kind == "Deployment";
        let Some((_, deployment)) = self.controller.as_ref().filter(|_| is_deployment) else {
            return Vec::new();
        };
        let new = rollout::new_set(deployment, &self.replica_sets, &self.pods);
        let is_new = |new: String| {
            let own = |pod: &Sourced<Box<Object>>| rollout::set_of(&pod.thing) == Some(&*new);
            self.pods.iter().map(own).collect()
        };
        new.map_or_else(Vec::new, is_new)
    }

    /// The rollout that is under way, and whether it is stalled; names one that the run doesn't continue.
    fn rolling(
        &self,
        workload: &Workload,
        is_new: &[bool],
        file: usize,
        notes: &mut FileNotes,
    ) -> Option<(FoundRollout, bool)> {
        if !matches!(&*workload.kind, "Deployment" | "Rollout" | "StatefulSet") {
            return None;
        }
        let controller = self.controller.as_ref().map(|(_, object)| &**object);
        let said = rollout::under_way(workload, controller, &self.pods)?;
        if is_new.is_empty() {
            notes.tell(file, notes::ROLLING, said, Some(Subject::workload(workload)));
            return None;
        }
        let stalled = controller.and_then(|one| one.status.is(ConditionKind::Progressing));
        let mut item = rollout::change(workload, is_new, &self.pods, notes);
        if let Some(one) = controller {
            rollout::date(&mut item, one, &self.replica_sets, (is_new, &self.pods));
        }
        Some((FoundRollout { item, said }, stalled == Some(false)))
    }

    /// Notes how a missing owner was recognized.
    fn assume_owner(&self, workload: &mut Workload, file: usize, notes: &mut FileNotes) {
        let name = match workload.namespace.as_str() {
            "" => workload.name.clone(),
            namespace => format!("{namespace}/{}", workload.name),
        };
        match workload.kind.as_str() {
            "Pod" | "Mirror" => {}
            "Deployment" if self.by_name && self.replica_sets.is_empty() => {
                notes.about(file, notes::OWNER_NAMES, name, Subject::workload(workload));
            }
            "Deployment"
            | "ReplicaSet"
            | "ReplicationController"
            | "StatefulSet"
            | "DaemonSet"
            | "Job" => notes.about(
                file,
                notes::OWNERS,
                format_args!("{} {name}", workload.kind),
                Subject::workload(workload),
            ),
            kind => {
                let mut labels = self.pods.iter().map(|pod| &pod.thing.metadata.labels);
                let scale = labels.find_map(|own| notes.scale_of(&workload.namespace, own));
                let scale = scale.unwrap_or_else(|| SCALED.contains(&kind));
                let recreating = !RUN_ONCE.contains(&kind);
                let named = recreating && volumes::are_named(&self.pods);
                let note = match (recreating, named, scale) {
                    (false, ..) => notes::RUN_ONCE,
                    (true, false, false) => notes::CUSTOM,
                    (true, false, true) => notes::SCALED,
                    (true, true, false) => notes::NAMED,
                    (true, true, true) => notes::NAMED_SCALED,
                };
                if named {
                    workload.pod_management_policy = "Parallel".to_owned();
                }
                let said = format_args!("{kind} {name}");
                notes.about(file, note, said, Subject::workload(workload));
                workload.scale = scale;
                workload.recreating = recreating;
            }
        }
    }

    /// Fills in a Pod's requirements, preferably from a Pod: admission and controllers have completed it.
    fn describe(
        &self,
        workload: &mut Workload,
        is_new: &[bool],
        file: usize,
        notes: &mut FileNotes,
    ) {
        // A rollout has the requests of the new template.
        let old = self.pods.iter().enumerate();
        let old = old.filter(|(at, pod)| pod.thing.is_active() && is_new.get(*at) != Some(&true));
        let old = old.map(|(_, pod)| pod);
        if let Some(mut sample) = old.clone().next().or(self.pods.first()) {
            let differs = |pod: &Sourced<Box<Object>>| {
                !spec::same_requests(&sample.thing.spec, &pod.thing.spec)
            };
            if old.clone().any(differs) {
                notes.workload(file, notes::REQUESTS_DIFFER, workload);
                let newest =
                    old.max_by(|a, b| (*a.thing.metadata.created).cmp(&*b.thing.metadata.created));
                sample = newest.unwrap_or(sample);
            }
            let meta = &sample.thing.metadata;
            spec::fill(workload, meta, &sample.thing.spec, sample.file, notes);
            // Each Pod keeps its own.
            workload.annotations.remove(DELETION_COST);
            let differs =
                |pod: &Sourced<Box<Object>>| !spec::same_labels(meta, &pod.thing.metadata);
            if self.pods.iter().any(differs) {
                notes.workload(file, notes::LABELS_DIFFER, workload);
            }
            roles::judge(workload, &self.pods, self.template(), file, notes);
        } else if let Some(template) = self.template() {
            spec::fill(workload, &template.metadata, &template.spec, file, notes);
        } else {
            workload.labels = Some(Map::new());
        }
    }

    /// Adds its claims; is some claim that of a single Pod, or not in the files?
    fn volumes(&self, workload: &mut Workload, file: usize, notes: &mut FileNotes) -> bool {
        let pods: Vec<&Object> = self.pods.iter().map(|pod| &*pod.thing).collect();
        let mut specs: Vec<&Spec> = pods.iter().map(|pod| &pod.spec).collect();
        if let (true, Some(template)) = (specs.is_empty(), self.template()) {
            specs.push(&template.spec);
        }
        let controller = self.controller.as_ref().map(|(_, object)| &**object);
        PodSource { controller, pods, specs }.add_claims(workload, file, notes)
    }

    fn template(&self) -> Option<&Template> {
        let largest = || self.replica_sets.iter().max_by_key(|set| set.spec.replicas.int);
        let object = self.controller.as_ref().map(|(_, object)| object).or_else(largest)?;
        object.spec.template.as_deref()
    }

    /// Replicas, and other numbers of the controller.
    fn count(&self, workload: &mut Workload, file: usize, notes: &mut FileNotes) {
        // A Pod that keeps its name comes back when it is gone.
        let counts = |pod: &&Sourced<Box<Object>>| {
            pod.thing.is_active() || workload.pod_management_policy == "Parallel"
        };
        let active = i64::try_from(self.pods.iter().filter(counts).count()).unwrap_or(i64::MAX);
        let controller = self.controller.as_ref().map(|(_, object)| &**object);
        match workload.kind.as_str() {
            // One per node, or the existing ones.
            "DaemonSet" | "Pod" | "Mirror" => {}
            "Job" => self.count_job(workload, controller, active),
            _ => {
                let asked = match controller {
                    // The API's default.
                    Some(object) => {
                        let replicas = &object.spec.replicas;
                        unread("replicas", replicas, workload, file, notes);
                        let fewest = || fewest(workload, file, notes);
                        Some(replicas.int.or_else(fewest).unwrap_or(1))
                    }
                    None => self
                        .replica_sets
                        .iter()
                        .filter_map(|set| set.spec.replicas.int)
                        .reduce(i64::saturating_add),
                };
                let replicas = asked.unwrap_or(active).max(0);
                workload.replicas = Some(replicas);
                // A StatefulSet's Pod has its name until it is gone.
                let named = self.pods.iter().filter(|pod| !pod.thing.status.phase.is_finished());
                let there = match workload.kind.as_str() {
                    "StatefulSet" => i64::try_from(named.count()).unwrap_or(i64::MAX),
                    _ => active,
                };
                workload.missing = controller.and_then(|one| missing(one, replicas, there));
                if let (Some(missing), Some(one)) = (workload.missing, controller) {
                    let said = say!(
                        "import-missing-pods",
                        workload = FullName(one).to_string(),
                        missing = missing,
                        replicas = replicas
                    );
                    notes.tell(file, notes::MISSING, said, Some(Subject::workload(workload)));
                }
            }
        }
        if let Some(object) = controller {
            workload.min_ready_seconds = object.spec.min_ready.0.filter(|seconds| *seconds > 0);
            match workload.kind.as_str() {
                "StatefulSet" => {
                    workload.pod_management_policy = object.spec.pod_management.0.clone();
                }
                "Deployment" => rollout::settings(workload, object, file, notes),
                _ => {}
            }
        }
    }
}

/// How many Pods the controller lacks: neither in the files nor, by its status, ready.
fn missing(controller: &Object, replicas: i64, there: i64) -> Option<i64> {
    let status = &controller.status;
    status.replicas.0.or(status.observed_generation.0)?;
    let unready = replicas.saturating_sub(status.ready_replicas.0.unwrap_or(0));
    Some(replicas.saturating_sub(there).min(unready)).filter(|missing| *missing > 0)
}

fn pod(found: Sourced<Box<Object>>, places: &ExistingNodes, notes: &mut FileNotes) -> Pod {
    let Sourced { file, thing } = found;
    let finalizers = finalizers(&thing, notes);
    // Its containers may have ended, but the object stays.
    let phase = if finalizers.is_empty() { thing.status.phase } else { Phase::Running };
    let mut node = thing.spec.node_name.0.clone();
    // Without any pool, nodes are generated for the Pods later.
    if !node.is_empty() && places.any_pool && !places.nodes.contains(&node) {
        if !phase.is_finished() {
            let about = Subject::object(ObjectKind::Pod, &thing.metadata);
            match places.lack_nodes() {
                true => notes.note(file, notes::NODES_MISSING, ""),
                false => notes.about(file, notes::UNKNOWN_NODE, FullName(&thing), about),
            }
        }
        node = String::new();
    }
    let ready = notes.serving_of(&thing.metadata).unwrap_or_else(|| thing.is_ready());
    // The node's monitor makes its Pods unready (KT-11).
    let failing = places.failing.contains(&node);
    let ready = ready && !failing;
    let runs = matches!(phase, Phase::Running | Phase::Unknown) && !node.is_empty();
    let restarts = thing.status.containers.iter();
    let restarts = restarts.filter_map(|container| container.restarts.0).max();
    let cost = thing.metadata.annotations.0.get(DELETION_COST);
    let cost = cost.map(|cost| (DELETION_COST.to_owned(), cost.0.clone()));
    let statuses = || thing.status.containers.iter().chain(thing.status.init_containers.iter());
    let waiting = statuses().find_map(|container| {
        let reason = &*container.state.waiting.reason;
        WAITS.iter().find(|(found, _)| *found == reason)
    });
    let waiting = waiting.filter(|_| thing.is_active() && !node.is_empty());
    let (reason, waiting) = waiting.copied().unwrap_or_default();
    let is_unready = runs && !ready && !failing;
    note_state(&thing, phase, (reason, waiting), is_unready, file, notes);
    // Of the container that waits.
    let last = statuses().find(|one| &*one.state.waiting.reason == "CrashLoopBackOff");
    let last = last.filter(|_| waiting == "CrashLoopBackOff").map(|one| &one.last_state.terminated);
    let ready_condition =
        thing.status.conditions.iter().find(|one| one.kind == ConditionKind::Ready);
    Pod {
        waiting: waiting.to_owned(),
        finished_at: last.and_then(|last| instant(&last.finished)),
        started_at: last.and_then(|last| instant(&last.started)),
        exit_code: last.and_then(|last| last.exit_code.0),
        unready_since: last.and(ready_condition).and_then(|one| instant(&one.changed)),
        count: None,
        updated: false,
        finalizers,
        restarts: restarts.filter(|restarts| (1..=i64::from(i32::MAX)).contains(restarts)),
        annotations: cost.into_iter().collect(),
        ready: (runs && !ready).then_some(false),
        phase: match phase {
            Phase::Succeeded => "Succeeded".to_owned(),
            Phase::Failed => "Failed".to_owned(),
            Phase::Running | Phase::Unknown if runs => String::new(),
            Phase::Pending | Phase::Running | Phase::Unknown => "Pending".to_owned(),
        },
        created: instant(&thing.metadata.created),
        deletion_timestamp: instant(&thing.metadata.deletion).filter(|_| !phase.is_finished()),
        name: thing.metadata.name.0,
        node,
    }
}

/// Notes why a Pod doesn't run. `reason`: of its containers, and as which one it is simulated.
fn note_state(
    thing: &Object,
    phase: Phase,
    (reason, waiting): (&str, &str),
    is_unready: bool,
    file: usize,
    notes: &mut FileNotes,
) {
    if !waiting.is_empty() {
        let about = Subject::object(ObjectKind::Pod, &thing.metadata);
        let taken = if reason == waiting { "" } else { ", as ImagePullBackOff" };
        let said = format!("{} ({reason}{taken})", FullName(thing));
        notes.about(file, notes::WAITING, said, about);
    } else if is_unready && thing.is_active() {
        let about = Subject::object(ObjectKind::Pod, &thing.metadata);
        notes.about(file, notes::UNREADY, FullName(thing), about);
    }
    if phase == Phase::Pending && thing.spec.node_name.is_empty() && thing.is_active() {
        let about = Subject::object(ObjectKind::Pod, &thing.metadata);
        notes.about(file, notes::PENDING, FullName(thing), about);
    }
}
