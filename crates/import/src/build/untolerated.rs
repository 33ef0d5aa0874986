//! Taints that a configuration adds to nodes in place, and the Pods there that don't tolerate them.

use crate::found::FileNotes;
use crate::notes;
use crate::subject::Subject;
use base::say;
use scenario::document::pod_spec::Toleration;
use scenario::document::pool::{Taint, effect_of_kubernetes};
use scenario::document::{Document, Pool, Workload, read};
use scenario::json::Json;

/// New taints of a pool, with the file that adds them.
#[derive(Debug)]
pub(super) struct NewTaints {
    pub(super) file: usize,
    pub(super) pool: String,
    pub(super) taints: Vec<Taint>,
}

impl NewTaints {
    /// The taints of a pool as it is wanted that its nodes don't have.
    pub(super) fn of(file: usize, pool: &Pool, now: Option<&Json>) -> Self {
        let now = now.and_then(|now| read::<Vec<Taint>>(now).0);
        let has = |taint: &Taint| now.iter().flatten().any(|own| is_same(own, taint));
        let mut taints = pool.config.taints.clone();
        taints.retain(|taint| !has(taint));
        Self { file, pool: pool.name.clone(), taints }
    }
}

fn is_same(one: &Taint, other: &Taint) -> bool {
    let effect = |taint: &Taint| effect_of_kubernetes(&taint.effect).to_owned();
    (&one.key, &one.value) == (&other.key, &other.value) && effect(one) == effect(other)
}

/// Names the owners of these Pods.
pub(super) fn tell(document: &Document, all: &[NewTaints], notes: &mut FileNotes) {
    for NewTaints { file, pool, taints } in all {
        let Some(nodes) = document.pools.iter().find(|one| one.name == *pool) else { continue };
        let nodes: base::Set<&str> = nodes.nodes.iter().map(|node| node.name.as_str()).collect();
        let runs_there = |workload: &&Workload| {
            let mut pods = workload.pods.iter().filter(|pod| !pod.is_finished());
            workload.kind != "Mirror" && pods.any(|pod| nodes.contains(pod.node.as_str()))
        };
        for taint in taints {
            let effect = effect_of_kubernetes(&taint.effect);
            if effect == "PreferNoSchedule" {
                continue;
            }
            let tolerates = |one: &Toleration| {
                (one.effect.is_empty() || one.effect == effect)
                    && (one.key.is_empty() || one.key == taint.key)
                    && (one.operator == "Exists" || one.value == taint.value)
            };
            let owners = document.workloads.iter().filter(runs_there);
            let owners = owners.filter(|one| !one.tolerations.iter().any(tolerates));
            let owners: Vec<String> = owners
                .map(|one| match one.namespace.as_str() {
                    "" => one.name.clone(),
                    space => format!("{space}/{}", one.name),
                })
                .collect();
            if !owners.is_empty() {
                let value = if taint.value.is_empty() { "" } else { "=" };
                let taint = format!("{}{value}{}:{effect}", taint.key, taint.value);
                let evicts = if effect == "NoExecute" { "yes" } else { "no" };
                let said = say!(
                    "import-untolerated",
                    taint = taint,
                    pool = pool,
                    evicts = evicts,
                    owners = owners
                );
                notes.tell(*file, notes::UNTOLERATED, said, Some(Subject::pool(pool)));
            }
        }
    }
}
