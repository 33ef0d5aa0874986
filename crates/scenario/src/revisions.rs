//! Rollouts: each gives its Deployment another template, a revision of the workload.

use crate::awaited::Awaited;
use crate::by_name::references;
use crate::document::{Document, ScriptItem, Workload};
use crate::resolve::Owner;
use base::order;
use model::{Labels, WorkloadKind};

/// The action of a script entry that changes the template of a Deployment.
pub(crate) const ROLLOUT: &str = "rollout";

/// `progressDeadlineSeconds` if it is missing.
pub(crate) const DEADLINE_S: i64 = 600;

/// The part of a revision that its script entry decides.
#[derive(Clone, Copy)]
pub struct Revision<'d> {
    /// 1 for the first rollout of the workload.
    pub number: u32,
    pub change: &'d ScriptItem,
}

/// Adds a revision for each rollout, in the order in which the script has them.
pub(crate) fn add<'d>(doc: &'d Document, workloads: &mut Vec<Owner<'d>>) {
    let rollouts = doc.script.iter().zip(Awaited::of(doc).earliest);
    let mut rollouts: Vec<(i64, &ScriptItem)> = rollouts
        .filter(|(item, _)| item.action == ROLLOUT)
        .map(|(item, earliest)| (earliest, item))
        .collect();
    order::sort_by(&mut rollouts, |(a, _), (b, _)| a.cmp(b));
    let names = workloads.iter().map(|one| (one.namespace, one.name.as_str()));
    let names = references(names.enumerate());
    let mut numbers = vec![0; workloads.len()];
    for (_, change) in rollouts {
        let Some(at) = names.get(&change.workload).copied().flatten() else {
            continue;
        };
        let (at, old) = (at as usize, &workloads[at as usize]);
        if old.kind != WorkloadKind::Deployment {
            continue;
        }
        numbers[at] += 1;
        let revision = Some(Revision { number: numbers[at], change });
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
    new
}
