//! The scheduler's message about rejected nodes, with the taints that a Pod doesn't tolerate, and the extended resources.

use super::Reason;
use model::Cluster;
use model::selector::Effect;
use trace::{Blocker, Phrase, Subject, Trace, gke};

/// The number of the filter for taints (KS-05).
const TAINTS: u32 = 2;

/// `node(s) had untolerated taint {nvidia.com/gpu: present}`.
pub fn message(trace: &Trace, cluster: &Cluster, subject: Subject, filter: u32) -> String {
    let (names, owner) = match subject {
        Subject::Pod(_) if filter == TAINTS => (untolerated(trace, cluster, subject), None),
        Subject::Pod(pod) => (Vec::new(), trace.owner(pod)),
        _ => (Vec::new(), None),
    };
    match names.as_slice() {
        [] => gke::rejection(trace.plan(), owner, filter),
        names => format!("node(s) had untolerated taint {}", names.join(", ")),
    }
}

/// `3 Insufficient cpu`
pub(crate) fn phrase(
    trace: &Trace,
    cluster: &Cluster,
    subject: Subject,
    filter: u32,
    nodes: u32,
) -> Phrase {
    Phrase::new("filter")
        .with("reason", message(trace, cluster, subject, filter))
        .with("nodes", nodes)
}

/// How many nodes the scheduler tried: each is rejected by one plugin, which may give several reasons if it is that of resources.
pub(crate) fn tried(cluster: &Cluster, blockers: &[Blocker]) -> u32 {
    let (mut sum, mut of_resources) = (0_u32, 0);
    for by in blockers {
        if let Blocker::NoNode { filter, nodes } = by {
            sum += nodes;
            of_resources += u32::from(gke::filter(*filter).name == "NodeResourcesFit");
        }
    }
    if of_resources > 1 { sum.min(cluster.registered()) } else { sum }
}

/// The first taint of each node that keeps the Pod away, each once.
fn untolerated(trace: &Trace, cluster: &Cluster, subject: Subject) -> Vec<String> {
    let plan = trace.plan();
    let Subject::Pod(pod) = subject else {
        return Vec::new();
    };
    let owner = trace.owner(pod).and_then(|owner| plan.workloads.get(owner));
    let Some(workload) = owner else {
        return Vec::new();
    };
    let mut names: Vec<String> = Vec::new();
    for node in cluster.nodes.values().filter(|node| node.registered()) {
        let taints = plan.templates.get(node.template).map(|template| &template.taints);
        let mut hard = taints.into_iter().flatten().filter(|taint| {
            let tolerated = || workload.tolerations.iter().any(|one| one.tolerates(taint));
            taint.effect != Effect::PreferNoSchedule && !tolerated()
        });
        if let Some(taint) = hard.next() {
            let text = |sym| plan.symbols.text(sym);
            let name = format!("{{{}: {}}}", text(taint.key), text(taint.value));
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Joins filters of one Pod, which share their sentence.
pub(super) fn joined(reasons: Vec<Reason>) -> Vec<Reason> {
    let filters = |reason: &Reason| {
        let mut inputs = reason.inputs.iter();
        !reason.inputs.is_empty() && inputs.all(|input| input.name.key == "input-filter")
    };
    let mut all: Vec<Reason> = Vec::new();
    for reason in reasons {
        match all.last_mut() {
            Some(last) if last.rule == reason.rule && filters(last) && filters(&reason) => {
                last.inputs.extend(reason.inputs);
            }
            _ => all.push(reason),
        }
    }
    all
}
