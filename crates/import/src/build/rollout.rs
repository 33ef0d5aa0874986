//! How a Deployment replaces its Pods, and rollouts that are under way.

use super::assumed_script::put_first;
use super::budget_status::is_ready;
use super::owners::controller;
use super::spec;
use super::values::instant;
use crate::found::{FileNotes, Sourced};
use crate::kubectl::object::{ConditionKind, Object, REVISION};
use crate::notes;
use crate::subject::Subject;
use base::quantity::IntOrPercent;
use base::{Message, say};
use scenario::document::workload::Fails;
use scenario::document::{Document, Pod, ScriptItem, Workload};
use scenario::json::Json;
use scenario::primitive::IntOrText;
use scenario::units::Duration;

/// The settings of its rollouts; the API's defaults needn't be written (KC-07, KC-22, KC-23).
pub(super) fn settings(
    workload: &mut Workload,
    object: &Object,
    file: usize,
    notes: &mut FileNotes,
) {
    let mut refuse = |key: &str, value: &Json, workload: &Workload| {
        let value = format!("{key} {}", value.compact());
        let said = say!("import-setting-of", setting = value, pool = &workload.name);
        notes.tell(file, notes::VALUES, said, Some(Subject::workload(workload)));
    };
    // A deadline beyond ten years ends no run: that of very old Deployments.
    let deadline = object.spec.progress_deadline.0.filter(|seconds| *seconds > 0);
    workload.progress_deadline_seconds =
        deadline.filter(|seconds| *seconds != 600).map(|seconds| seconds.min(315_360_000));
    let Some(strategy) = &object.spec.strategy.0 else { return };
    match strategy.get("type") {
        Some(Json::Text(kind)) if kind == "Recreate" => workload.strategy.clone_from(kind),
        Some(Json::Text(kind)) if kind == "RollingUpdate" || kind.is_empty() => {}
        None | Some(Json::Null) => {}
        Some(other) => refuse("strategy", other, workload),
    }
    let given = |key: &str| strategy.get("rollingUpdate")?.get(key);
    for (key, most) in [("maxSurge", i64::MAX), ("maxUnavailable", 100)] {
        let Some(found) = given(key).filter(|found| **found != Json::Null) else { continue };
        let pods = match found {
            Json::Int(number) if (0..=i64::from(i32::MAX)).contains(number) => {
                Some(IntOrText::Int(*number))
            }
            Json::Text(text) => match IntOrPercent::parse_percent(text) {
                Some(IntOrPercent::Percent(25)) => continue,
                Some(IntOrPercent::Percent(percent)) if (0..=most).contains(&percent) => {
                    Some(IntOrText::Text(text.clone()))
                }
                _ => None,
            },
            _ => None,
        };
        if pods.is_none() {
            refuse(key, found, workload);
        }
        match most {
            100 => workload.max_unavailable = pods,
            _ => workload.max_surge = pods,
        }
    }
}

/// A rollout that the run continues: the entry of the script, and what the report says of it.
#[derive(Debug)]
pub(super) struct FoundRollout {
    pub(super) item: ScriptItem,
    pub(super) said: Message,
}

/// The name of the ReplicaSet that a Pod belongs to.
pub(super) fn set_of(pod: &Object) -> Option<&str> {
    controller(&pod.metadata).map(|owner| &*owner.name)
}

/// The ReplicaSet of the new template if Pods of it and of old ones are there: that of the highest revision, or the only one with
/// as many Pods as are updated.
pub(super) fn new_set(
    deployment: &Object,
    sets: &[Box<Object>],
    pods: &[Sourced<Box<Object>>],
) -> Option<String> {
    let status = &deployment.status;
    let is_observed = deployment.metadata.generation.0 <= status.observed_generation.0;
    let mut there: base::Map<&str, i64> = base::Map::new();
    for pod in pods.iter().filter(|pod| pod.thing.is_active()) {
        *there.entry(set_of(&pod.thing)?).or_default() += 1;
    }
    if there.len() < 2 || !is_observed || deployment.spec.paused.0 {
        return None;
    }
    let newest = sets.iter().filter_map(|set| Some((revision(set)?, &*set.metadata.name))).max();
    if let Some((_, name)) = newest {
        return there.contains_key(name).then(|| name.to_owned());
    }
    let mut alike = there.iter().filter(|(_, n)| Some(**n) == status.updated_replicas.0);
    let (name, _) = alike.next()?;
    alike.next().is_none().then(|| (*name).to_owned())
}

fn revision(set: &Object) -> Option<u64> {
    set.metadata.annotations.0.get(REVISION)?.parse().ok()
}

/// Marks the Pods of the new template, and says what differs in it.
pub(super) fn change(
    workload: &Workload,
    is_new: &[bool],
    pods: &[Sourced<Box<Object>>],
    notes: &mut FileNotes,
) -> ScriptItem {
    let mut item = ScriptItem {
        workload: format!("{}/{}", workload.namespace, workload.name),
        ..ScriptItem::at_once("rollout", "")
    };
    let of = |new| (pods.iter().zip(is_new)).find(|(pod, is)| pod.thing.is_active() && **is == new);
    if let (Some((old, _)), Some((new, _))) = (of(false), of(true))
        && !spec::same_requests(&old.thing.spec, &new.thing.spec)
    {
        let mut changed = Workload::default();
        let (meta, own) = (&new.thing.metadata, &new.thing.spec);
        spec::fill(&mut changed, meta, own, new.file, notes);
        (item.requests, item.containers) = (changed.requests, changed.containers);
    }
    item
}

/// Adds what the Deployment and its new ReplicaSet say of the rollout: its number, its start, and its exceeded deadline.
pub(super) fn date(
    item: &mut ScriptItem,
    deployment: &Object,
    sets: &[Box<Object>],
    pods: (&[bool], &[Sourced<Box<Object>>]),
) {
    let new = pods.0.iter().zip(pods.1).find(|(is_new, _)| **is_new);
    let name = new.and_then(|(_, pod)| set_of(&pod.thing));
    let set = sets.iter().find(|set| Some(&*set.metadata.name) == name);
    let number = set.and_then(|set| revision(set)).or(revision(deployment));
    item.revision = number.and_then(|number| i64::try_from(number).ok());
    item.since = set.and_then(|set| instant(&set.metadata.created));
    let exceeded = deployment.status.conditions.iter().find(|one| {
        one.kind == ConditionKind::Progressing && &*one.reason == "ProgressDeadlineExceeded"
    });
    item.deadline_exceeded = exceeded.and_then(|one| instant(&one.changed));
}

/// How the new Pods go on to fail, if none of them is ready. `stalled`: the rollout's deadline is over (KC-22).
pub(super) fn fails(pods: &[Pod], stalled: bool) -> Option<Vec<Fails>> {
    let mut new = pods.iter().filter(|pod| pod.updated && pod.is_active());
    if new.clone().any(is_ready) {
        return None;
    }
    let how = if new.clone().any(|pod| pod.waiting == "CrashLoopBackOff") {
        return Some(vec![crash(new)]);
    } else if new.clone().any(|pod| !pod.waiting.is_empty()) {
        "imagePull"
    } else if stalled && new.all(|pod| pod.phase != "Pending") {
        "neverReady"
    } else {
        return None;
    };
    Some(vec![Fails { how: how.to_owned(), ..Fails::default() }])
}

/// What there is to say of a rollout that is under way.
pub(super) fn under_way(
    workload: &Workload,
    owner: Option<&Object>,
    pods: &[Sourced<Box<Object>>],
) -> Option<Message> {
    let name = &workload.name;
    // A StatefulSet has no set for each template, but its Pods are marked.
    let stateful = workload.kind == "StatefulSet";
    if let Some(object) = owner.filter(|_| !stateful)
        && let Some(observed) = object.status.observed_generation.0
    {
        let updated = object.status.updated_replicas.0.unwrap_or(0);
        // Pods that are missing are no rollout (KC-22).
        let there = object.status.replicas.0.unwrap_or(0);
        if updated < there {
            let wanted = workload.replicas.unwrap_or(0).max(there);
            let paused = if object.spec.paused.0 { "yes" } else { "no" };
            return Some(say!(
                "import-updated",
                name = name,
                paused = paused,
                updated = updated,
                wanted = wanted
            ));
        } else if object.metadata.generation.0 > Some(observed) {
            return Some(say!("import-not-observed", name = name));
        }
    }
    let sets = pods.iter().filter(|pod| pod.thing.is_active());
    let mut sets = sets.filter_map(|pod| match stateful {
        true => pod.thing.metadata.labels.get("controller-revision-hash").map(|hash| &**hash),
        false => set_of(&pod.thing),
    });
    let first = sets.next();
    let kind = if stateful { "import-two-revisions" } else { "import-two-templates" };
    sets.any(|set| Some(set) != first).then(|| say!(kind, name = name))
}

/// Lets the script continue the rollout, if its entry can name the workload.
pub(super) fn go_on(
    document: &mut Document,
    rollout: FoundRollout,
    file: usize,
    notes: &mut FileNotes,
) {
    let FoundRollout { item, said } = rollout;
    let is_meant = |one: &&Workload| format!("{}/{}", one.namespace, one.name) == item.workload;
    let mut meant = document.workloads.iter().filter(is_meant);
    let (Some(own), None) = (meant.next(), meant.next()) else {
        notes.tell(file, notes::ROLLING, said, None);
        return;
    };
    notes.tell(file, notes::ROLLS_ON, said, Some(Subject::workload(own)));
    put_first(document, vec![item]);
}

/// How Pods of a template crash, by those that are in CrashLoopBackOff.
fn crash<'p>(pods: impl Iterator<Item = &'p Pod> + Clone) -> Fails {
    let mut pods = pods.filter(|pod| pod.waiting == "CrashLoopBackOff");
    let after = pods.clone().find_map(|pod| {
        let ms = pod.finished_at?.0.saturating_sub(pod.started_at?.0);
        Some(Duration(ms.max(1000)))
    });
    let exit_code = pods.clone().find_map(|pod| pod.exit_code);
    let never = pods.all(|pod| pod.unready_since.is_some() && pod.unready_since < pod.started_at);
    let ready = never.then_some(false);
    Fails { how: "crash".to_owned(), after, exit_code, ready, ..Fails::default() }
}
