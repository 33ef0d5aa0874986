//! Workloads of an imported cluster that an upgrade interrupts with any settings. Scenarios that list no Pods
//! describe examples, so that nothing is said about theirs.

use super::budgets::Changed;
use super::context::Cx;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Workload;
use crate::document::workload::Pod;
use crate::resolve::{Owner, limit};
use base::Set;
use model::WorkloadKind;
use model::budget::Limit;

/// The names that a finding lists.
const FEW: usize = 5;
const HOSTNAME: &str = "kubernetes.io/hostname";

/// The owners of listed Pods, without those of the system.
fn owners<'a, 'd>(cx: &'a Cx<'_, 'd>) -> impl Iterator<Item = (usize, &'a Owner<'d>)> {
    let own = |owner: &Owner<'_>| {
        let mut systems = ["kube-", "gke-", "gmp-"].iter();
        !systems.any(|system| owner.namespace.starts_with(system))
    };
    let owners = cx.resolved.workloads.iter().enumerate();
    owners.filter(move |(_, owner)| own(owner) && owner.source.pods.iter().any(Pod::is_active))
}

/// Does a controller with a number of replicas keep it?
fn is_kept(owner: &Owner<'_>) -> bool {
    match owner.kind {
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::StatefulSet { .. } => true,
        WorkloadKind::Custom { scale, .. } => scale,
        WorkloadKind::Pod
        | WorkloadKind::DaemonSet
        | WorkloadKind::Mirror
        | WorkloadKind::Job { .. } => false,
    }
}

/// One finding for all owners, with the names of the first.
fn push<'a>(
    make: fn(&'static str, String) -> Diagnostic,
    code: &'static str,
    owners: impl Iterator<Item = (usize, &'a Owner<'a>)>,
    out: &mut Diagnostics,
) {
    let all: Vec<&Owner<'_>> = owners.map(|(_, owner)| owner).collect();
    let Some(first) = all.first() else { return };
    let names: Vec<&str> = all.iter().take(FEW).map(|owner| owner.name.as_str()).collect();
    out.push(
        make(code, format!("/workloads/{}", first.at))
            .with("n", all.len())
            .with("names", names.join(", "))
            .with("more", all.len() - names.len()),
    );
}

/// Pods of DaemonSets that serve end with their nodes, not with a drain.
pub(super) fn daemons(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let serves = |source: &Workload| {
        let ports = source.containers.iter().flat_map(|one| &one.ports);
        ports.filter_map(|port| port.host_port).any(|port| port > 0)
            || source.termination_grace_period_seconds.is_some_and(|grace| grace > 30)
    };
    let found = owners(cx)
        .filter(|(_, owner)| owner.kind == WorkloadKind::DaemonSet && serves(owner.source));
    push(Diagnostic::info, "workload/daemons", found, out);
}

/// No controller creates an evicted bare Pod again.
pub(super) fn bare_pods(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let bare = owners(cx).filter(|(_, owner)| owner.kind == WorkloadKind::Pod);
    push(Diagnostic::warning, "workload/bare-pod", bare, out);
}

/// A single replica is away while its Pod moves; the other parts of its owner may stand in for it.
pub(super) fn single(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let changed = Changed::of(cx.doc);
    let is_single =
        |owner: &Owner<'_>| changed.replicas(owner) == 1 && owner.source.part_of.is_empty();
    let single = owners(cx).filter(|(_, owner)| is_kept(owner) && is_single(owner));
    push(Diagnostic::info, "workload/single", single, out);
}

/// Without a budget, drains of several nodes may take all Pods at once.
pub(super) fn no_budget(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    if cx.resolved.exhausted {
        return;
    }
    let selected = cx.resolved.budgets.iter().flat_map(|budget| &budget.workloads);
    let selected: Set<usize> = selected.map(|id| id.0 as usize).collect();
    let free = owners(cx)
        .filter(|(id, owner)| is_kept(owner) && owner.replicas > 1 && !selected.contains(id));
    push(Diagnostic::info, "workload/no-budget", free, out);
}

/// Pods that only one node may have: an upgrade replaces the node by one of another name.
pub(super) fn pinned(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let pinned = owners(cx).filter(|(_, owner)| names_a_node(owner.source));
    push(Diagnostic::warning, "workload/pinned", pinned, out);
}

fn names_a_node(workload: &Workload) -> bool {
    let affinity = workload.affinity.as_ref().and_then(|one| one.node_affinity.as_ref());
    let required = affinity.and_then(|affinity| affinity.required.as_ref());
    let terms = required.map_or(&[][..], |required| &required.node_selector_terms);
    let names = |term: &crate::document::pod_spec::NodeSelectorTerm| {
        let mut all = term.match_expressions.iter();
        all.any(|one| one.key == HOSTNAME && one.operator == "In")
    };
    workload.node_selector.contains_key(HOSTNAME) || (!terms.is_empty() && terms.iter().all(names))
}

/// Pods that aren't ready take the evictions that a budget would allow.
pub(super) fn budget_used_up(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let changed = Changed::of(cx.doc);
    for budget in &cx.resolved.budgets {
        let owners = || cx.resolved.owners(&budget.workloads);
        if !owners().all(is_kept) {
            continue;
        }
        let scale: i64 = owners().map(|owner| i64::from(owner.replicas)).sum();
        let desired = match limit(&changed.budget(budget.source)) {
            Some(Limit::MinAvailable(value)) => value.scaled_up(scale),
            Some(Limit::MaxUnavailable(value)) => scale - value.scaled_up(scale),
            None => continue,
        };
        let ready: i64 = owners().map(ready_pods).sum();
        if desired < scale && ready <= desired {
            // With as many ready Pods as the budget wants, those that aren't ready can go (BS-75).
            let policy = match &*budget.source.unhealthy_pod_eviction_policy {
                policy if policy != "AlwaysAllow" && ready >= desired => "enough",
                policy => policy,
            };
            Diagnostic::warning("budget/used-up", format!("/budgets/{}", budget.at))
                .with("budget", &budget.name)
                .with("policy", policy)
                .with("ready", ready)
                .with("scale", scale)
                .with("desired", desired)
                .add_to(out);
        }
    }
}

/// The ready Pods of an owner: of those that are listed, and all that aren't and exist.
fn ready_pods(owner: &Owner<'_>) -> i64 {
    let pods = || owner.source.pods.iter();
    let count = |pods: &mut dyn Iterator<Item = &Pod>| -> i64 {
        pods.map(|pod| i64::from(pod.many())).sum()
    };
    let is_ready = |pod: &&Pod| {
        pod.is_active()
            && pod.ready != Some(false)
            && pod.phase != "Pending"
            && pod.waiting.is_empty()
    };
    let listed = count(&mut pods().filter(|pod| !pod.is_finished()));
    let missing = owner.source.missing.unwrap_or(0);
    let others = i64::from(owner.replicas) - missing - listed;
    count(&mut pods().filter(is_ready)) + others.max(0)
}
