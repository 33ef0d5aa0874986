//! Texts of Kubernetes and GKE for numbers in the trace; the same in every language.

use super::reason::Waits;
use base::WorkloadId;
use model::maintenance::WINDOW_CLOSED;
use model::plan::Plan;

/// A filter of the scheduler or of `kubectl drain`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilterText {
    /// For the scheduler, the plugin's name.
    pub name: &'static str,
    pub message: &'static str,
}

const fn named(name: &'static str, message: &'static str) -> FilterText {
    FilterText { name, message }
}

/// The filter for extended resources.
const EXTENDED: u32 = 9;

/// The number of no filter: nothing was tried.
pub const NO_FILTER: u32 = u32::MAX;

/// The scheduler's plugin and its message for rejected nodes, by the filter's number (KS-05).
pub fn filter(number: u32) -> FilterText {
    match number {
        0 => named("NodeUnschedulable", "node(s) were unschedulable"),
        1 => named("NodeName", "node(s) didn't match the requested node name"),
        2 => named("TaintToleration", "node(s) had untolerated taint(s)"),
        3 => named("NodeAffinity", "node(s) didn't match Pod's node affinity/selector"),
        4 => named("NodePorts", "node(s) didn't have free ports for the requested pod ports"),
        5 => named("NodeResourcesFit", "Too many pods"),
        6 => named("NodeResourcesFit", "Insufficient cpu"),
        7 => named("NodeResourcesFit", "Insufficient memory"),
        8 => named("NodeResourcesFit", "Insufficient ephemeral-storage"),
        EXTENDED => named("NodeResourcesFit", "Insufficient extended resources"),
        12 => named("VolumeBinding", "node(s) had volume node affinity conflict"),
        13 => named("VolumeBinding", "node(s) didn't find available persistent volumes to bind"),
        14 => named(
            "PodTopologySpread",
            "node(s) didn't match pod topology spread constraints (missing required label)",
        ),
        15 => named("PodTopologySpread", "node(s) didn't match pod topology spread constraints"),
        16 => named("InterPodAffinity", "node(s) didn't match pod affinity rules"),
        17 => named("InterPodAffinity", "node(s) didn't match pod anti-affinity rules"),
        18 => named("InterPodAffinity", "node(s) didn't satisfy existing pods anti-affinity rules"),
        NO_FILTER => named("", ""),
        _ => named("filter", "node(s) were rejected"),
    }
}

/// The scheduler's message for a Pod of the workload. It names extended resources, which are one filter here: those that the
/// Pod requests.
pub fn rejection(plan: &Plan, owner: Option<WorkloadId>, number: u32) -> String {
    let FilterText { message, .. } = filter(number);
    let workload = owner.filter(|_| number == EXTENDED).and_then(|id| plan.workloads.get(id));
    let wanted = workload.into_iter().flat_map(|own| &own.requests.extended);
    let names: Vec<&str> = wanted
        .filter(|(_, amount)| *amount > 0)
        .map(|(name, _)| plan.symbols.text(*name))
        .collect();
    if names.is_empty() { message.to_owned() } else { format!("Insufficient {}", names.join(", ")) }
}

/// The `kubectl drain` filter that returned an error, and the option that disables it (KD-02 … KD-06).
pub fn drain_filter(number: u32) -> FilterText {
    match number {
        0 => named("skip deleted", "deletion under way"),
        1 => named("daemon set", "DaemonSet-managed Pod (--ignore-daemonsets)"),
        2 => named("mirror", "mirror Pod"),
        3 => named("local storage", "local storage (--delete-emptydir-data)"),
        4 => named("unreplicated", "no controller (--force)"),
        _ => named("filter", "drain filter"),
    }
}

/// What the policy waits for, each with GKE's code (BS-16), exclusions with their names. The scope "No minor
/// or node upgrades" has no code of its own.
pub fn waits(plan: &Plan, waits: &Waits) -> Vec<String> {
    let window = waits.by.window.then(|| WINDOW_CLOSED.to_owned());
    let exclusions = waits.by.exclusions().filter_map(|no| {
        let one = plan.maintenance.exclusions.get(no)?;
        Some(format!("{} {}", one.scope.paused_reason(), one.name))
    });
    let interval = waits.by.interval.map(|kind| kind.paused_reason().to_owned());
    window.into_iter().chain(exclusions).chain(interval).collect()
}
