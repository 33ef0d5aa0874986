//! Work that waits for windows, exclusions or an interval: every reason with its end and GKE's code (BS-16).

use super::{Reason, Say, Until, WhyContext};
use base::SimTime;
use model::maintenance::{ClusterPart, Scope, UpgradeKind, WorkKind};
use trace::{Phrase, Value, Waits};

/// An exclusion that lasts until an unknown end of support ends after this.
pub(super) const UNKNOWN: SimTime = SimTime::from_secs(1_000 * 365 * 86_400);

/// What blocks at the asked time: a row is repeated only if it adds something.
fn now(cx: &WhyContext<'_>, waits: &Waits) -> Waits {
    let (part, kind) = waits.column.unwrap_or((ClusterPart::Nodes, UpgradeKind::Patch));
    let policy = &cx.trace.plan().maintenance;
    let mut by = policy.blockers(cx.frame.at, WorkKind::Automatic(part, kind), None);
    by.exclusions |= waits.by.exclusions & policy.active_at(cx.frame.at);
    // Those of a pool alone are in its rows.
    by.exclusions |= waits.by.exclusions & policy.active_at(cx.frame.at);
    by.interval = waits.by.interval.filter(|_| interval_ends(cx, waits) > Some(cx.frame.at));
    if by.none() { *waits } else { Waits { by, ..*waits } }
}

/// A row's reason with each exclusion's name, scope and end, and the next window.
pub(super) fn explained(cx: &WhyContext<'_>, mut reason: Reason, waits: &Waits) -> Reason {
    let policy = &cx.trace.plan().maintenance;
    for no in now(cx, waits).by.exclusions() {
        if let Some(one) = policy.exclusions.get(no) {
            let ends = match one.to {
                at if at < UNKNOWN => Value::from(at),
                _ => Phrase::new("value-no-known-end").into(),
            };
            reason = reason
                .input("input-exclusion", one.name.as_str())
                .input("input-exclusion-scope", one.scope.name())
                .input("input-exclusion-ends", ends);
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
    let column = waits.column.unwrap_or((ClusterPart::Nodes, UpgradeKind::Patch));
    let from = interval_ends(cx, waits).map_or(cx.frame.at, |at| at.max(cx.frame.at));
    let policy = &cx.trace.plan().maintenance;
    let of_pool = waits.by.exclusions().filter_map(|no| policy.exclusions.get(no));
    let of_pool = of_pool.filter(|one| !one.pools.is_empty()).map(|one| one.to);
    first_start(cx, of_pool.fold(from, SimTime::max), column)
}

/// The first instant from then on at which the policy permits the work.
pub(super) fn first_start(
    cx: &WhyContext<'_>,
    from: SimTime,
    (part, kind): (ClusterPart, UpgradeKind),
) -> Option<SimTime> {
    let policy = &cx.trace.plan().maintenance;
    let work = WorkKind::Automatic(part, kind);
    let next = if from < UNKNOWN { policy.next_start(from, work) } else { Some(from) };
    let version = cx.frame.cluster.control_plane.version;
    let enforced = policy.end_of_support.map(|(end, _)| end.max(cx.frame.at));
    let enforced = enforced.filter(|end| policy.enforced(work, version, *end) != work);
    next.into_iter().chain(enforced).min()
}

/// The end of the wait; `None` as its instant if the run ends earlier.
pub(super) fn until(cx: &WhyContext<'_>, waits: &Waits) -> Until {
    Until::never(match next_start(cx, waits) {
        Some(at) if at >= UNKNOWN => Phrase::new("until-exclusion"),
        Some(at) => Phrase::new("until-next-start").with("at", at),
        None => Phrase::new("until-window"),
    })
}

/// The codes of `pausedReason`, each once, and the resulting state.
pub(super) fn says(cx: &WhyContext<'_>, waits: &Waits) -> Vec<Say> {
    let exclusions = &cx.trace.plan().maintenance.exclusions;
    let waits = &now(cx, waits);
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
