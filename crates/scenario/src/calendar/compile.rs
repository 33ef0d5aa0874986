//! The calendar that decisions are made by.

use super::edition::Edition;
use super::policy::{Policy, read};
use super::setting::Setting;
use super::span::Span;
use super::window::Window;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use base::civil::DAY;
use base::{SimTime, muted};
use model::Maintenance;
use model::maintenance::Exclusion;
use model::recurrence::TooMany;

/// Windows are known for so long after the end of a run: when something that waits could start.
const AHEAD: i64 = 400 * DAY;

/// Windows as far as the stretch goes, and what of the exclusions is not over when it begins (AM-52). Instants count from
/// `origin_ms`, milliseconds since 1970.
pub fn maintenance(policy: &Policy, origin_ms: i64, within: Span) -> Result<Maintenance, TooMany> {
    let time = |secs: i64| SimTime::from_ms((secs.saturating_mul(1000)).saturating_sub(origin_ms));
    let openings = match policy.window {
        // MW-17, AM-54: also where there are exclusions.
        Window::Always if muted("MW-17") || muted("AM-54") && !policy.exclusions.is_empty() => {
            Vec::new()
        }
        Window::Always => vec![Maintenance::ALL],
        Window::Daily { .. } | Window::Recurring(_) => {
            let open = policy.window.open(within)?;
            open.iter()
                .map(|span| (time(span.from), time(span.to)))
                .collect()
        }
    };
    let left = policy
        .exclusions
        .iter()
        .filter(|one| one.span.to > within.from);
    let exclusions = left.map(|one| Exclusion {
        name: one.name.clone(),
        from: time(one.span.from),
        to: time(one.span.to),
        scope: one.scope,
    });
    Ok(Maintenance {
        openings,
        exclusions: exclusions.collect(),
    })
}

/// The limits by which GKE judges the policy of a scenario; an unknown name is told by a check.
pub fn edition(doc: &Document) -> Edition {
    Edition::named(&doc.edition).unwrap_or_default()
}

/// Where the policy of a scenario is to hold.
pub fn setting(doc: &Document) -> Setting {
    let cluster = &doc.cluster;
    let extended = cluster.release_channel.channel == "EXTENDED";
    let standard = cluster.end_of_standard_support;
    let end = match extended {
        true => cluster.end_of_extended_support.or(standard),
        false => standard,
    };
    Setting {
        edition: edition(doc),
        now: doc.start_unix_ms().div_euclid(1000),
        // New clusters are in a channel unless they say otherwise.
        in_channel: cluster.release_channel.channel != "UNSPECIFIED",
        end_of_support: end.map(|end| end.0.div_euclid(1000)),
    }
}

/// The policy of a scenario's cluster, if it can be understood.
pub fn policy(doc: &Document) -> Option<Policy> {
    let around = setting(doc).surroundings();
    let policy = &doc.cluster.maintenance_policy;
    read(policy, around, "", &mut Diagnostics::default())
}

/// The calendar of a run of the scenario until some instant after its start. Its policy has passed the checks.
pub fn of_document(doc: &Document, until: SimTime) -> Maintenance {
    let now = setting(doc).now;
    let within = Span::new(now, now + until.ms() / 1000 + AHEAD);
    policy(doc)
        .and_then(|policy| maintenance(&policy, doc.start_unix_ms(), within).ok())
        .unwrap_or_else(Maintenance::always)
}
