//! A release channel as the fix of a maintenance policy.

use base::say;
use scenario::calendar::fix::Fix;
use scenario::calendar::{Edition, PolicyContext, Report, Zone, report};
use scenario::document::MaintenancePolicy;

/// The policy as it is in a cluster in a release channel, if GKE accepts it there and not without one (MX-25).
pub(super) fn fix(policy: &MaintenancePolicy, before: &Report, zone: &dyn Zone) -> Option<Fix> {
    if before.accepted() || before.context.in_channel {
        return None;
    }
    let context = PolicyContext { in_channel: true, ..before.context };
    let after = report(policy, context, zone);
    let open = Edition::ALL.map(|edition| {
        after.worst_of(edition).map_or(0, |available| available.with_exclusions.open)
    });
    let message = say!("cli-fix-channel");
    after.accepted().then(|| Fix { message, policy: policy.clone(), open, window: None })
}
