//! The maintenance policies: of the cluster, and of those shown beside it.

use super::Cx;
use crate::scenario::calendar::{self, Edition, Setting};
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};

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
        calendar::check(&other.maintenance_policy, setting, &path, out);
    }
}
