//! Splits an owner whose Pods differ in labels that a selector tells apart, or in claims, into several workloads.

use super::draft::Built;
use super::rollout::Rollout;
use super::spec;
use super::volumes::{Source, keeps_names};
use crate::found::FileNotes;
use crate::kubectl::object::Object;
use crate::notes;
use scenario::document::budget::Expression;
use scenario::document::pod_spec::PodAffinity;
use scenario::document::{Budget, Document, LabelSelector, Workload};
use scenario::field::Map;
use scenario::int_or_percent;
use scenario::primitive::IntOrText;
use std::ops::Range;

/// Which selectors match a Pod, and the claims that are its own.
type Kind<'a> = (Vec<bool>, Vec<&'a str>);

/// The most workloads that an owner becomes.
const MOST: usize = 100;

/// The workloads of all owners. Budgets must be in the document.
pub(super) fn owners(
    document: &mut Document,
    all: Vec<Built>,
    notes: &mut FileNotes,
) -> Vec<Built> {
    if all.iter().all(|built| built.varied.is_empty()) {
        return all;
    }
    let mut wholes: Vec<Whole> = Vec::new();
    let mut names: base::Set<String> = base::Set::new();
    let mut constraints = Vec::new();
    for Built { workload, .. } in &all {
        names.insert(format!("{}/{}", workload.namespace, workload.name));
        if all.len() < 10 * MOST {
            constraints.extend(selectors(workload));
        }
    }
    let mut split = Vec::with_capacity(all.len());
    for mut built in all {
        let pods = core::mem::take(&mut built.varied);
        let budgets = document.budgets.iter();
        let budgets = budgets.filter(|budget| budget.namespace == built.workload.namespace);
        let budgets = budgets.filter_map(|budget| budget.selector.as_ref());
        let all: Vec<&LabelSelector> = budgets.chain(&constraints).collect();
        let mut kinds: Vec<(Kind<'_>, Vec<usize>)> = Vec::new();
        for (at, pod) in pods.iter().enumerate() {
            let labels = spec::labels(&pod.metadata);
            let selected = all.iter().map(|one| matches(one, &labels)).collect();
            let kind = (selected, own_claims(&built.workload, pod, &pods, notes));
            match kinds.iter().position(|(other, _)| *other == kind) {
                Some(known) => kinds[known].1.push(at),
                None if kinds.len() > MOST => break,
                None => kinds.push((kind, vec![at])),
            }
        }
        if !(2..=MOST).contains(&kinds.len()) {
            split.push(built);
            continue;
        }
        let (first, replicas) = (split.len(), built.workload.replicas);
        split.extend(parts(built, &pods, &kinds, &mut names, notes));
        wholes.push((first..split.len(), replicas.unwrap_or(0)));
    }
    for budget in &mut document.budgets {
        if let Some(least) = least_of_wholes(budget, &split, &wholes) {
            let file = split.iter().find_map(|built| built.files.first()).copied().unwrap_or(0);
            notes.note(file, notes::SHARES, format_args!("{} ({least})", budget.name));
            budget.min_available = Some(IntOrText::Int(least));
            budget.max_unavailable = None;
        }
    }
    split
}

/// The parts of an owner, and its replicas.
type Whole = (Range<usize>, i64);

/// The Pods that must stay, of a budget that asks for a share of the replicas of owners and selects only some of the parts of one
/// (KP-04, KP-06, KP-07).
fn least_of_wholes(budget: &Budget, split: &[Built], wholes: &[Whole]) -> Option<i64> {
    let selector = budget.selector.as_ref()?;
    let selects = |built: &Built| {
        let labels = built.workload.labels.as_ref();
        built.workload.namespace == budget.namespace
            && labels.is_some_and(|labels| matches(selector, labels))
    };
    let is_partly = |(parts, _): &Whole| {
        let own = &split[parts.clone()];
        own.iter().any(selects) && !own.iter().all(selects)
    };
    if !wholes.iter().any(is_partly) {
        return None;
    }
    let mut expected = 0;
    let mut counted = 0;
    for (at, built) in split.iter().enumerate().filter(|(_, built)| selects(built)) {
        let kind = built.workload.kind.as_str();
        if !["Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"].contains(&kind) {
            return None;
        }
        let whole = wholes.iter().find(|(parts, _)| parts.contains(&at));
        if at >= counted {
            expected += whole.map_or(built.workload.replicas.unwrap_or(1), |(_, all)| *all);
        }
        counted = whole.map_or(counted, |(parts, _)| parts.end);
    }
    let least = match (&budget.min_available, &budget.max_unavailable) {
        (Some(share @ IntOrText::Text(_)), _) => int_or_percent(share)?.scaled_up(expected),
        (None, Some(most)) => expected.saturating_sub(int_or_percent(most)?.scaled_up(expected)),
        _ => return None,
    };
    Some(least.max(0))
}

/// A workload for each kind of Pod; the last one has the replicas that the files have no Pod of.
fn parts(
    built: Built,
    pods: &[Object],
    kinds: &[(Kind<'_>, Vec<usize>)],
    names: &mut base::Set<String>,
    notes: &mut FileNotes,
) -> Vec<Built> {
    let Built { workload: whole, files, pods: counts, rollout, .. } = built;
    let file = files.first().copied().unwrap_or(0);
    if let Some(Rollout { said, .. }) = rollout {
        notes.tell(file, notes::ROLLING, said, None);
    }
    for note in [notes::LABELS_DIFFER, notes::VOLUMES] {
        notes.forget(note, &whole.name.as_str().into());
    }
    let mut left = whole.replicas.unwrap_or(0);
    let mut made: Vec<Built> = Vec::new();
    for (_, kind) in kinds {
        let own: Vec<&Object> = kind.iter().map(|at| &pods[*at]).collect();
        let mut part = whole.clone();
        part.labels = Some(spec::labels(&own[0].metadata));
        part.name = name(&whole, &own, pods, names);
        part.part_of.clone_from(&whole.name);
        part.pods = kind.iter().map(|at| whole.pods[*at].clone()).collect();
        let active = part.pods.iter().filter(|pod| pod.is_active()).count();
        let active = i64::try_from(active).unwrap_or(i64::MAX).min(left);
        left -= active;
        part.replicas = Some(active);
        if whole.kind == "StatefulSet" {
            for claim in &mut part.volume_claims {
                // The Pods of the part are numbered in the order of their names.
                claim.claims.retain_mut(|one| {
                    let pod = format!("{}-{}", whole.name, one.ordinal);
                    let at = own.iter().position(|object| *object.metadata.name == *pod);
                    one.ordinal = at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1);
                    one.ordinal >= 0
                });
            }
        } else {
            let specs = own.iter().map(|object| &object.spec).collect();
            let _ =
                Source { controller: None, pods: own, specs }.add_claims(&mut part, file, notes);
        }
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

/// The name of a single Pod with claims, else that of the owner with the label that differs: `db-primary`.
fn name(
    whole: &Workload,
    own: &[&Object],
    pods: &[Object],
    names: &mut base::Set<String>,
) -> String {
    let labels = own.first().map(|pod| spec::labels(&pod.metadata)).unwrap_or_default();
    let differs = |(key, value): &(&String, &String)| {
        let is_same =
            |pod: &&Object| pod.metadata.labels.get(key).is_some_and(|one| **one == ***value);
        own.iter().all(is_same) && !pods.iter().all(|pod| is_same(&pod))
    };
    let role = labels.iter().find(differs).map_or("part", |(_, value)| value.as_str());
    let mut name = match own {
        [pod] if whole.kind != "StatefulSet" => pod.metadata.name.0.clone(),
        _ => format!("{}-{role}", whole.name),
    };
    while !names.insert(format!("{}/{name}", whole.namespace)) {
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

/// The selectors with which a workload's constraints count Pods.
fn selectors(workload: &Workload) -> Vec<LabelSelector> {
    let spread = workload.topology_spread_constraints.iter().map(|one| &one.label_selector);
    let affinity = workload.affinity.iter();
    let affinity = affinity.flat_map(|one| [&one.pod_affinity, &one.pod_anti_affinity]);
    let of = |one: &PodAffinity| {
        let preferred = one.preferred.iter().map(|one| &one.term);
        let terms = one.required.iter().chain(preferred);
        terms.filter_map(|term| term.label_selector.clone()).collect::<Vec<_>>()
    };
    let affinity = affinity.flatten().flat_map(of);
    spread.flatten().cloned().chain(affinity).collect()
}

pub(super) fn matches(selector: &LabelSelector, labels: &Map) -> bool {
    let holds = |one: &Expression| {
        let value = labels.get(&one.key);
        let is_in = value.is_some_and(|value| one.values.contains(value));
        match one.operator.as_str() {
            "In" => is_in,
            "NotIn" => !is_in,
            "Exists" => value.is_some(),
            "DoesNotExist" => value.is_none(),
            _ => false,
        }
    };
    selector.match_labels.iter().all(|(key, value)| labels.get(key) == Some(value))
        && selector.match_expressions.iter().all(holds)
}
