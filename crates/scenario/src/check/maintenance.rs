//! Maintenance policies of the cluster and of those displayed beside it.

use super::context::{Cx, POLICY, PoolSettings};
use crate::calendar::day::length_of;
use crate::calendar::window::Recurring;
use crate::calendar::{self, PolicyContext, Span, Window};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::estimate::Estimate;
use crate::field::push_key;
use crate::instant;
use base::civil::DAY;

/// Reports if the other edition of GKE's limits judges the policy differently (AM-24).
pub(super) fn other_edition(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let context = calendar::compile::context(cx.doc);
    let policy = &cx.doc.cluster.maintenance_policy;
    let other = PolicyContext { edition: context.edition.other(), ..context };
    let own = !cx.policy_findings.iter().any(Diagnostic::is_error);
    let accepted = calendar::accepts(policy, other);
    if cx.policy.is_some() && accepted != own {
        Diagnostic::info("maintenance/other-edition", POLICY)
            .with("edition", other.edition.name())
            .with("accepted", if accepted { "yes" } else { "no" })
            .rules(&["AM-24"])
            .add_to(out);
    }
}

pub(super) fn policies(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for one in &cx.policy_findings {
        out.push(one.clone());
    }
    let context = calendar::compile::context(cx.doc);
    for (at, other) in cx.doc.calendars.iter().enumerate() {
        // When support of another cluster's version ends isn't known.
        let in_channel = other.channel() != "UNSPECIFIED";
        let context = PolicyContext { in_channel, end_of_support: None, ..context };
        let path = format!("/calendars/{at}/maintenancePolicy");
        let mut found = Diagnostics::default();
        calendar::check(&other.maintenance_policy, context, &path, &mut found);
        // No run depends on it.
        for one in found.finish() {
            let one = if one.is_error() { one.can_exist() } else { one };
            out.push(one.with("calendar", &other.name));
        }
    }
}

/// An upgrade longer than one window continues in the next, and takes days (MW-18).
pub(super) fn several_windows(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let Some(policy) = &cx.policy else {
        return;
    };
    let pools = cx.doc.pools.iter().enumerate();
    for (at, pool) in pools.filter(|one| PoolSettings::of_pool(*one).is_surge(cx.doc)) {
        let Some(estimate) = Estimate::of(cx.doc, pool, policy) else {
            continue;
        };
        let [fast, middling, slow] = estimate.windows();
        if middling <= 1 {
            continue;
        }
        Diagnostic::warning("maintenance/several-windows", format!("/pools/{at}"))
            .with("nodes", estimate.nodes)
            .with("rest", if estimate.is_rest { "yes" } else { "no" })
            .with("pool", &pool.name)
            .with("fast", fast)
            .with("slow", slow)
            .with("windows", if fast == slow { "some" } else { "between" })
            .with("window", length_of(estimate.window))
            .with("parallel", estimate.parallel)
            .with("node", length_of(estimate.node[1]))
            .add_to(out);
    }
}

/// Exclusions of node pools need a release channel, and end with the support of the version (BS-10).
pub(super) fn of_pools(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let context = calendar::compile::context(cx.doc);
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        if !pool.is_excluded_until_end_of_support() {
            continue;
        }
        let path = format!("/pools/{at}/maintenancePolicy/exclusionUntilEndOfSupport");
        if !context.in_channel {
            Diagnostic::error("exclusion/pool-needs-channel", path)
                .with("pool", &pool.name)
                .can_exist()
                .add_to(out);
        } else if context.end_of_support.is_none()
            && pool.maintenance_policy.exclusion_until_end_of_support.end_time.is_none()
        {
            out.push(Diagnostic::warning("exclusion/unknown-end", path).with("name", &pool.name));
        }
    }
}

/// An exclusion until an end of support that the scenario doesn't have lasts forever (BS-22).
pub(super) fn unknown_end(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let known = calendar::compile::context(cx.doc).end_of_support.is_some();
    let policy = cx.policy.as_ref().filter(|_| !known);
    let exclusions = policy.into_iter().flat_map(|policy| &policy.exclusions);
    for one in exclusions.filter(|one| one.until_end_of_support) {
        let mut path = format!("{POLICY}/window/maintenanceExclusions");
        push_key(&mut path, &one.name);
        out.push(Diagnostic::warning("exclusion/unknown-end", path).with("name", &one.name));
    }
}

/// Occurrences that overlap the next one are open for longer than it seems, and on days that the rule doesn't
/// list.
pub(super) fn overlaps(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    const WEEKS: i64 = 9 * 7 * DAY;
    let window = cx.policy.as_ref().map(|policy| &policy.window);
    let Some(window @ Window::Recurring(Recurring { start, length, .. })) = window else {
        return;
    };
    let from = calendar::compile::context(cx.doc).now.max(*start);
    let open = window.openings(Span::new(from, from + WEEKS));
    let longer = |span: &Span| span.secs() > *length && span.to < from + WEEKS;
    let kind = cx.doc.cluster.maintenance_policy.window.kind().unwrap_or_default();
    let Some(span) = open.ok().and_then(|open| open.into_iter().find(longer)) else {
        return;
    };
    Diagnostic::warning("maintenance/overlap", format!("{POLICY}/window/{kind}/recurrence"))
        .with("length", length_of(*length))
        .with("from", instant::format(span.from * 1000))
        .with("to", instant::format(span.to * 1000))
        .with("whole", length_of(span.secs()))
        .rules(&["BS-24"])
        .add_to(out);
}
