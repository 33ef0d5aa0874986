//! The maintenance policies: of the cluster, and of those shown beside it.

use super::{Cx, Set};
use crate::scenario::calendar::estimate::Estimate;
use crate::scenario::calendar::verdict::hours;
use crate::scenario::calendar::{self, Edition, Setting};
use crate::scenario::diagnostic::{Diagnostic, Diagnostics, Severity};

pub(super) fn edition(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let name = &cx.doc.edition;
    if Edition::named(name).is_none() {
        out.push(
            Diagnostic::error("maintenance/edition", "/edition")
                .says(format!("“{name}” is no edition of the limits."))
                .hint("Write seed (48 h in 32 days) or current (48 h in 92 days).")
                .rules(&["AM-24"]),
        );
    }
}

pub(super) fn policies(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let setting = calendar::compile::setting(cx.doc);
    let own = &cx.doc.cluster.maintenance_policy;
    calendar::check(own, setting, "/cluster/maintenancePolicy", out);
    for (at, other) in cx.doc.calendars.iter().enumerate() {
        // Of another cluster neither channel nor end of support is known.
        let setting = Setting {
            in_channel: true,
            end_of_support: None,
            ..setting
        };
        let path = format!("/calendars/{at}/maintenancePolicy");
        let mut found = Diagnostics::default();
        calendar::check(&other.maintenance_policy, setting, &path, &mut found);
        // It is only shown: no run depends on it.
        for mut one in found.finish() {
            one.severity = Severity::Warning;
            out.push(one);
        }
    }
}

/// An upgrade that does not fit into one window goes on in the next, and takes days (MW-18).
pub(super) fn several_windows(
    cx: &Cx<'_, '_>,
    rules: &'static [&'static str],
    out: &mut Diagnostics,
) {
    let Some(policy) = calendar::compile::policy(cx.doc) else {
        return;
    };
    let pools = cx.doc.pools.iter().enumerate();
    for (at, pool) in pools.filter(|one| Set::of_pool(*one).is_surge(cx.doc)) {
        let Some(estimate) = Estimate::of(cx.doc, pool, &policy) else {
            continue;
        };
        let [fast, middling, slow] = estimate.windows();
        if middling <= 1 {
            continue;
        }
        let windows = match fast == slow {
            true => format!("{middling} windows"),
            false => format!("{fast} to {slow} windows"),
        };
        out.push(
            Diagnostic::warning("maintenance/several-windows", format!("/pools/{at}"))
                .says(format!(
                    "By itself GKE upgrades the {} nodes of {} in about {windows} of {}: {} at a time, about {} each.",
                    estimate.nodes,
                    pool.name,
                    hours(estimate.window),
                    estimate.parallel,
                    hours(estimate.node[1]),
                ))
                .hint("Longer windows, more surge nodes, or blue-green, which goes on when a window closes.")
                .rules(rules),
        );
    }
}
