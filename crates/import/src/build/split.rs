//! Splits an owner whose Pods have different claims, or different budgets, into several workloads.

use super::draft::Built;
use super::rollout::FoundRollout;
use super::spec;
use super::volumes::{PodSource, keeps_names};
use crate::found::FileNotes;
use crate::kubectl::object::Object;
use crate::notes;
use scenario::document::Workload;

/// The claims that Pods have and others of their owner don't, the budgets that select them, and these Pods.
type Kind<'a> = (Vec<&'a str>, Vec<usize>, Vec<usize>);

/// The most workloads that an owner becomes.
const MOST: usize = 100;

/// The workloads of all owners.
pub(super) fn owners(all: Vec<Built>, notes: &mut FileNotes) -> Vec<Built> {
    if all.iter().all(|built| built.varied.is_empty()) {
        return all;
    }
    let names = all.iter().map(|built| full_name(&built.workload, &built.workload.name));
    let mut names: base::Set<String> = names.collect();
    let mut split = Vec::with_capacity(all.len());
    for mut built in all {
        let pods = core::mem::take(&mut built.varied);
        let mut kinds: Vec<Kind<'_>> = Vec::new();
        for (at, pod) in pods.iter().enumerate() {
            let own = own_claims(&built.workload, pod, &pods, notes);
            let budgets = notes.budgets_of(&built.workload.namespace, &pod.metadata.labels);
            match kinds.iter().position(|(claims, by, _)| *claims == own && *by == budgets) {
                Some(known) => kinds[known].2.push(at),
                None if kinds.len() > MOST => break,
                None => kinds.push((own, budgets, vec![at])),
            }
        }
        match (2..=MOST).contains(&kinds.len()) {
            true => split.extend(parts(built, &pods, &kinds, &mut names, notes)),
            false => split.push(built),
        }
    }
    split
}

fn full_name(workload: &Workload, name: &str) -> String {
    format!("{}/{name}", workload.namespace)
}

/// A workload for each kind of Pod; the last one has the replicas that the files have no Pod of.
fn parts(
    built: Built,
    pods: &[Object],
    kinds: &[Kind<'_>],
    names: &mut base::Set<String>,
    notes: &mut FileNotes,
) -> Vec<Built> {
    let Built { workload: whole, files, pods: counts, rollout, .. } = built;
    let file = files.first().copied().unwrap_or(0);
    if let Some(FoundRollout { said, .. }) = rollout {
        notes.tell(file, notes::ROLLING, said, None);
    }
    notes.forget(notes::VOLUMES, &whole.name.as_str().into());
    notes.forget(notes::LABELS_DIFFER, &whole.name.as_str().into());
    let mut left = whole.replicas.unwrap_or(0);
    let mut made: Vec<Built> = Vec::new();
    for (_, _, kind) in kinds {
        let own: Vec<&Object> = kind.iter().map(|at| &pods[*at]).collect();
        let mut part = whole.clone();
        part.name = name(&whole, &own, made.len(), names);
        part.part_of.clone_from(&whole.name);
        part.labels = own.first().map(|pod| spec::labels(&pod.metadata)).or(part.labels);
        part.pods = kind.iter().map(|at| whole.pods[*at].clone()).collect();
        let active = part.pods.iter().filter(|pod| pod.is_active()).count();
        let active = i64::try_from(active).unwrap_or(i64::MAX).min(left);
        left -= active;
        part.replicas = Some(active);
        let specs = own.iter().map(|object| &object.spec).collect();
        let _ = PodSource { controller: None, pods: own, specs }.add_claims(&mut part, file, notes);
        made.push(Built {
            workload: part,
            files: base::Set::new(),
            pods: base::Map::new(),
            varied: Vec::new(),
            rollout: None,
        });
    }
    let parts: Vec<&str> = made.iter().map(|part| &*part.workload.name).collect();
    notes.note(file, notes::SPLIT, format_args!("{} ({})", whole.name, parts.join(", ")));
    if let Some(first) = made.first_mut() {
        (first.files, first.pods) = (files, counts);
    }
    if let Some(last) = made.last_mut() {
        last.workload.replicas = last.workload.replicas.map(|replicas| replicas + left);
    }
    made
}

/// The name of a single Pod; of several Pods that of the owner with a number.
fn name(whole: &Workload, own: &[&Object], at: usize, names: &mut base::Set<String>) -> String {
    let mut name = match own {
        [pod] => pod.metadata.name.0.clone(),
        _ => format!("{}-{at}", whole.name),
    };
    while !names.insert(full_name(whole, &name)) {
        name.push_str("-x");
    }
    name
}

/// The claims that not all Pods of an owner use, as operators make them; a StatefulSet's have ordinals.
fn own_claims<'a>(
    workload: &Workload,
    pod: &'a Object,
    pods: &[Object],
    notes: &FileNotes,
) -> Vec<&'a str> {
    if keeps_names(workload) {
        return Vec::new();
    }
    let uses =
        |pod: &Object, name: &str| pod.spec.volumes.iter().any(|one| *one.claim.name == *name);
    let claims = pod.spec.volumes.iter().filter_map(|volume| volume.claim.name.some());
    let is_own = |name: &&str| {
        let key = (workload.namespace.clone(), (*name).to_owned());
        notes.storage.claims.contains_key(&key) && !pods.iter().all(|pod| uses(pod, name))
    };
    claims.filter(is_own).collect()
}
