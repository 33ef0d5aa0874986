//! Rollouts: each gives its Deployment another template, a revision of the workload.

use crate::awaited::Awaited;
use crate::by_name::references;
use crate::document::{Document, ScriptItem, Workload};
use crate::owner::{Owner, Revision};
use base::{Map, order};
use model::{Labels, WorkloadKind};

/// The action of a script entry that changes the template of a Deployment.
pub(crate) const ROLLOUT: &str = "rollout";

/// `progressDeadlineSeconds` if it is missing.
pub(crate) const DEADLINE_S: i64 = 600;

/// The rollouts of Deployments in the order in which the script has them: the entry, the position of the Deployment, and the
/// number of the template that it gives. An undo gives an earlier one again, and isn't there without any (KC-24). `deployment`: the
/// position of the one with that name.
pub(crate) fn rollouts(
    doc: &Document,
    deployment: impl Fn(&str) -> Option<usize>,
) -> Vec<(&ScriptItem, usize, u32)> {
    let all = doc.script.iter().zip(Awaited::of(doc).earliest);
    let mut all: Vec<(i64, &ScriptItem)> = all
        .filter(|(item, _)| item.action == ROLLOUT)
        .map(|(item, earliest)| (earliest, item))
        .collect();
    order::sort_by(&mut all, |(a, _), (b, _)| a.cmp(b));
    // The templates of each Deployment, the current one last.
    let mut templates: Map<usize, Vec<u32>> = Map::new();
    let mut found = Vec::new();
    for (_, change) in all {
        let Some(at) = deployment(&change.workload) else { continue };
        let own = templates.entry(at).or_insert_with(|| vec![0]);
        let number = match (change.undo, own.len()) {
            (true, 0 | 1) => continue,
            (true, n) => own.remove(n - 2),
            (false, n) => n as u32,
        };
        own.push(number);
        found.push((change, at, number));
    }
    found
}

/// Adds a revision for each rollout that makes one.
pub(crate) fn add<'d>(doc: &'d Document, workloads: &mut Vec<Owner<'d>>) {
    if !doc.script.iter().any(|item| item.action == ROLLOUT) {
        return;
    }
    let names = workloads.iter().map(|one| (one.namespace, one.name.as_str()));
    let names = references(names.enumerate());
    let deployment = |name: &str| {
        let at = names.get(name).copied().flatten()? as usize;
        (workloads[at].kind == WorkloadKind::Deployment).then_some(at)
    };
    for (change, at, number) in rollouts(doc, deployment) {
        if change.undo {
            continue;
        }
        let old = &workloads[at];
        let revision = Some(Revision { number, change });
        let (name, labels) = (old.name.clone(), Labels::default());
        workloads.push(Owner { revision, replicas: 0, name, labels, ..*old });
    }
}

/// The template after a rollout.
pub(crate) fn changed(old: &Workload, change: &ScriptItem) -> Workload {
    let mut new = old.clone();
    if !change.requests.is_empty() {
        new.requests = change.requests.clone();
    }
    if !change.containers.is_empty() {
        new.containers = change.containers.clone();
    }
    if let Some(fails) = &change.fails {
        new.fails = fails.clone();
    }
    let (own, given) = (&mut new.assumptions, &change.assumptions);
    own.pod_start = given.pod_start.or(own.pod_start);
    own.image_pull = given.image_pull.or(own.image_pull);
    own.ready = given.ready.or(own.ready);
    own.shutdown = given.shutdown.or(own.shutdown);
    own.fails_readiness_at_stop = given.fails_readiness_at_stop.or(own.fails_readiness_at_stop);
    new
}
