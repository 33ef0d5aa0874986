//! Work that waits for windows, exclusions or an interval: every reason with its end and GKE's code (BS-16).

use super::{Reason, Say, Until, WhyContext};
use base::SimTime;
use model::maintenance::{ClusterPart, Scope, UpgradeKind, WorkKind};
use trace::{Phrase, Waits};

/// A row's reason with each exclusion's name, scope and end, and the next window.
pub(super) fn explained(cx: &WhyContext<'_>, mut reason: Reason, waits: &Waits) -> Reason {
    let policy = &cx.trace.plan().maintenance;
    for no in waits.by.exclusions() {
        if let Some(one) = policy.exclusions.get(no) {
            reason = reason
                .input("input-exclusion", one.name.as_str())
                .input("input-exclusion-scope", one.scope.name())
                .input("input-exclusion-ends", one.to);
        }
    }
    if let Some(at) = interval_ends(cx, waits) {
        reason = reason.input("input-interval-ends", at);
    }
    match policy.next_opening(cx.frame.at) {
        Some(at) => reason.input("input-next-window", at),
        None => reason,
    }
}

/// When the minimum interval between two upgrades of the control plane ends.
fn interval_ends(cx: &WhyContext<'_>, waits: &Waits) -> Option<SimTime> {
    let kind = waits.by.interval?;
    let plan = cx.trace.plan();
    let steps = plan.pace.budget.is_none();
    plan.pace.earliest(&cx.frame.cluster.control_plane, kind, steps)
}

/// The first instant at which the policy permits the start.
pub(super) fn next_start(cx: &WhyContext<'_>, waits: &Waits) -> Option<SimTime> {
    let (part, kind) = waits.column.unwrap_or((ClusterPart::Nodes, UpgradeKind::Patch));
    let from = interval_ends(cx, waits).map_or(cx.frame.at, |at| at.max(cx.frame.at));
    let policy = &cx.trace.plan().maintenance;
    policy.next_start(from, WorkKind::Automatic(part, kind))
}

/// The end of the wait; `None` as its instant if the run ends earlier.
pub(super) fn until(cx: &WhyContext<'_>, waits: &Waits) -> Until {
    Until::never(match next_start(cx, waits) {
        Some(at) => Phrase::new("until-next-start").with("at", at),
        None => Phrase::new("until-window"),
    })
}

/// The codes of `pausedReason`, each once, and the resulting state.
pub(super) fn says(cx: &WhyContext<'_>, waits: &Waits) -> Vec<Say> {
    let exclusions = &cx.trace.plan().maintenance.exclusions;
    let scopes = waits.by.exclusions();
    let scopes: Vec<Scope> =
        scopes.filter_map(|no| exclusions.get(no)).map(|one| one.scope).collect();
    let mut codes: Vec<&'static str> = Vec::new();
    for code in cx.trace.plan().maintenance.paused_reasons(waits.by) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    // A patch would be permitted.
    let all = waits.by.window
        || waits.by.interval == Some(UpgradeKind::Patch)
        || scopes.iter().any(|scope| match (scope, waits.column) {
            (Scope::NoUpgrades, _) => true,
            (Scope::NoMinorOrNodeUpgrades, Some((ClusterPart::Nodes, _)) | None) => true,
            (Scope::NoMinorOrNodeUpgrades | Scope::NoMinorUpgrades, _) => false,
        });
    let status = if all { "UPGRADE_PAUSED" } else { "MINOR_UPGRADE_PAUSED" };
    let codes = codes.into_iter().map(|code| Say::new(code, "pausedReason"));
    codes.chain([Say::new(status, "autoUpgradeStatus")]).collect()
}
