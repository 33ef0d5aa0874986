//! Texts of Kubernetes and GKE that stand behind numbers of the trace; the same in every language.

use super::change::Waits;
use model::maintenance::WINDOW_CLOSED;
use model::plan::Plan;

/// What the scheduler's event calls a rejection, by the filter's number (KS-05).
pub fn filter(number: u32) -> &'static str {
    match number {
        0 => "node(s) were unschedulable",
        1 => "node(s) didn't match the requested node name",
        2 => "node(s) had untolerated taint(s)",
        3 => "node(s) didn't match Pod's node affinity/selector",
        4 => "node(s) didn't have free ports for the requested pod ports",
        5 => "Too many pods",
        6 => "Insufficient cpu",
        7 => "Insufficient memory",
        8 => "Insufficient ephemeral-storage",
        9 => "Insufficient extended resources",
        14 => "node(s) didn't match pod topology spread constraints (missing required label)",
        15 => "node(s) didn't match pod topology spread constraints",
        16 => "node(s) didn't match pod affinity rules",
        17 => "node(s) didn't match pod anti-affinity rules",
        18 => "node(s) didn't satisfy existing pods anti-affinity rules",
        _ => "node(s) were rejected",
    }
}

/// The filter of `kubectl drain` that answered with an error, and the option that lets it pass (KD-02 … KD-06).
pub fn drain_filter(number: u32) -> &'static str {
    match number {
        0 => "deletion under way",
        1 => "DaemonSet-managed Pod (--ignore-daemonsets)",
        2 => "mirror Pod",
        3 => "local storage (--delete-emptydir-data)",
        4 => "no controller (--force)",
        _ => "drain filter",
    }
}

/// What the policy keeps waiting for, each with the code of GKE (BS-16) and an exclusion with its name. The scope "No minor
/// or node upgrades" has no code of its own.
pub fn waits(plan: &Plan, waits: &Waits) -> Vec<String> {
    let window = waits.by.window.then(|| WINDOW_CLOSED.to_owned());
    let exclusions = waits.by.exclusions().filter_map(|no| {
        let one = plan.maintenance.exclusions.get(no)?;
        Some(format!("{} {}", one.scope.paused_reason(), one.name))
    });
    let interval = waits
        .by
        .interval
        .map(|kind| kind.paused_reason().to_owned());
    window
        .into_iter()
        .chain(exclusions)
        .chain(interval)
        .collect()
}
