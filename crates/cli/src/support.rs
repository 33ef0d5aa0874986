//! Exclusions: what each keeps away, and the end of support: those that can't be judged without it, and those that don't last beyond it.

use super::english;
use super::zone::{self, NamedZone};
use base::civil::DAY;
use base::say;
use model::Version;
use scenario::calendar::policy::Policy;
use scenario::calendar::{Exclusion, PolicyContext, compile};
use scenario::{Diagnostic, Document};

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

/// That GKE upgrades at the end of support what an exclusion still holds back then (BS-19).
pub(super) fn enforced(document: &Document, zone: Option<&NamedZone>) -> Option<String> {
    let (policy, end) = (compile::policy(document)?, compile::context(document).end_of_support?);
    let lasts =
        |one: &&Exclusion| !one.until_end_of_support && one.span.from <= end && end < one.span.to;
    let names: Vec<&str> =
        policy.exclusions.iter().filter(lasts).map(|one| one.name.as_str()).collect();
    let version = Version::parse(&document.cluster.current_master_version)?;
    let minor = format!("{}.{}", version.major, version.minor);
    let at = zone::format(end.saturating_mul(1000), zone);
    let said = say!(
        "cli-end-of-support",
        n = names.len(),
        names = names.join(", "),
        minor = minor,
        at = at
    );
    (!names.is_empty()).then(|| words::visible::visible(english::text(&said)))
}

/// Which automatic upgrades each exclusion keeps away, and what goes on.
pub(super) fn scopes(document: &Document, zone: Option<&NamedZone>) -> Vec<String> {
    let Some(policy) = compile::policy(document) else { return Vec::new() };
    let date = |secs: i64| zone::format(secs.saturating_mul(1000), zone);
    let line = |one: &Exclusion| {
        let to = if one.until_end_of_support { "support".to_owned() } else { date(one.span.to) };
        let said = say!(
            "cli-exclusion-scope",
            name = one.name.as_str(),
            scope = one.scope.name(),
            from = date(one.span.from),
            to = to
        );
        words::visible::visible(english::text(&said))
    };
    policy.exclusions.iter().map(line).collect()
}
