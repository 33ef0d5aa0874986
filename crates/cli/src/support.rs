//! Exclusions that can't be judged without the end of support.

use base::civil::DAY;
use base::say;
use scenario::Diagnostic;
use scenario::calendar::policy::Policy;
use scenario::calendar::{Exclusion, PolicyContext};

/// From this time ahead on, an exclusion may end after the end of support.
const FAR: i64 = 90 * DAY;

/// Says that the end of support isn't known, if exclusions end so late that MX-27 may forbid it.
pub(super) fn unknown(policy: &Policy, context: PolicyContext) -> Option<Diagnostic> {
    let is_far = |one: &&Exclusion| !one.until_end_of_support && one.span.to > context.now + FAR;
    let far: Vec<&str> =
        policy.exclusions.iter().filter(is_far).map(|one| one.name.as_str()).collect();
    if context.end_of_support.is_some() || far.is_empty() {
        return None;
    }
    let path = "/cluster/maintenancePolicy/window/maintenanceExclusions";
    let said = say!("cli-support-unknown", n = far.len(), names = far.join(", "));
    Some(Diagnostic::info("exclusion/support-unknown", path).says(said).rules(&["MX-27"]))
}
