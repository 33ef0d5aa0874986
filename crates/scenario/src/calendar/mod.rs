//! Maintenance policies: when a window is really open, whether GKE accepts the policy, and how to fix it.

pub mod available;
pub mod compile;
mod context;
pub mod day;
pub mod edition;
mod exclusion;
pub mod export;
pub mod fix;
pub mod notes;
mod parts;
pub mod policy;
pub mod report;
pub mod rrule;
pub mod sentence;
pub mod span;
pub mod templates;
pub mod text;
pub mod toggles;
pub mod traps;
mod understood;
pub mod verdict;
pub mod window;
pub mod zone;

pub use context::{PolicyContext, ReadingContext};
pub use edition::Edition;
pub use exclusion::Exclusion;
pub use policy::Policy;
pub use report::{Report, report};
pub use span::Span;
pub use window::Window;
pub use zone::{Utc, Zone};

use super::diagnostic::{Diagnostic, Diagnostics};
use super::document::maintenance::MaintenancePolicy;

/// Reads and judges a policy. If it is invalid, its open time isn't judged.
pub fn check(
    policy: &MaintenancePolicy,
    context: PolicyContext,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Policy> {
    let read = policy::read(policy, context.for_reading(), path, out);
    verdict::rest(policy, path, out);
    if let Some(read) = &read {
        verdict::judge(policy, read, context, path, out);
        verdict::intervals(policy, path, out);
    }
    read
}

/// Does GKE accept the policy by the context's edition?
pub fn accepts(policy: &MaintenancePolicy, context: PolicyContext) -> bool {
    let mut out = Diagnostics::default();
    check(policy, context, "", &mut out);
    !out.finish().iter().any(Diagnostic::is_error)
}
