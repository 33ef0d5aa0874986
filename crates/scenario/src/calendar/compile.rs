//! Compiles a policy into the calendar by which the engine decides.

use super::context::PolicyContext;
use super::edition::Edition;
use super::policy::{Policy, read};
use super::span::{FOREVER, Span};
use super::window::Window;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use base::civil::DAY;
use base::{PoolId, SimTime, muted};
use model::Maintenance;
use model::maintenance::{Exclusion, Scope};
use model::recurrence::TooMany;

/// How long after the end of a run windows are known, for work that waits.
const AHEAD: i64 = 400 * DAY;

/// Compiles the windows within the stretch, and the exclusions that don't end before it (AM-52). Instants count from
/// `origin_ms`, milliseconds since 1970.
pub fn maintenance(policy: &Policy, origin_ms: i64, within: Span) -> Result<Maintenance, TooMany> {
    let time = |secs: i64| match secs {
        FOREVER.. => SimTime::MAX,
        _ => SimTime::from_ms((secs.saturating_mul(1000)).saturating_sub(origin_ms)),
    };
    let openings = match policy.window {
        // MW-17, AM-54: even with exclusions.
        Window::Always if muted("MW-17") || muted("AM-54") && !policy.exclusions.is_empty() => {
            Vec::new()
        }
        Window::Always => vec![Maintenance::ALL],
        Window::Daily { .. } | Window::Recurring(_) => {
            let open = policy.window.openings(within)?;
            open.iter().map(|span| (time(span.from), time(span.to))).collect()
        }
    };
    let left = policy.exclusions.iter().filter(|one| one.span.to > within.from);
    let exclusions = left.map(|one| Exclusion {
        name: one.name.clone(),
        from: time(one.span.from),
        to: time(one.span.to),
        scope: one.scope,
        pools: Vec::new(),
    });
    Ok(Maintenance { openings, exclusions: exclusions.collect(), end_of_support: None })
}

/// The edition of GKE's limits in a scenario.
///
/// Rulebook: AM-24. Source: Configure maintenance windows and exclusions.
pub fn edition(doc: &Document) -> Edition {
    doc.edition.unwrap_or(if muted("AM-24") { Edition::Y2025 } else { Edition::default() })
}

/// The context in which a scenario's policy is judged.
pub fn context(doc: &Document) -> PolicyContext {
    let cluster = &doc.cluster;
    let extended = cluster.channel() == "EXTENDED";
    let standard = cluster.end_of_standard_support;
    let end = if extended { cluster.end_of_extended_support.or(standard) } else { standard };
    PolicyContext {
        edition: edition(doc),
        now: doc.start_unix_ms().div_euclid(1000),
        // New clusters are in a channel by default.
        in_channel: cluster.channel() != "UNSPECIFIED",
        end_of_support: end.map(|end| end.0.div_euclid(1000)),
    }
}

/// The policy of a scenario's cluster, if valid.
pub fn policy(doc: &Document) -> Option<Policy> {
    let around = context(doc).for_reading();
    let policy = &doc.cluster.maintenance_policy;
    read(policy, around, "", &mut Diagnostics::default())
}

/// The exclusions of node pools until the end of support, one for each end. They count from before the start: a pool has one
/// from its creation on, or since it was set.
///
/// Rulebook: BS-10. Source: Automatically upgrading nodes.
pub fn of_pools(doc: &Document) -> Vec<Exclusion> {
    let known = context(doc).end_of_support.map(|secs| secs.saturating_mul(1000));
    let at = |ms: i64| SimTime::from_ms(ms.saturating_sub(doc.start_unix_ms()));
    let mut all: Vec<Exclusion> = Vec::new();
    let excluded = doc.pools.iter().zip(0..);
    for (pool, no) in excluded.filter(|(pool, _)| pool.is_excluded_until_end_of_support()) {
        let own = pool.maintenance_policy.exclusion_until_end_of_support.end_time;
        let to = own.map(|end| end.0).or(known).map_or(SimTime::MAX, at);
        match all.iter_mut().find(|one| one.to == to) {
            Some(one) => one.pools.push(PoolId(no)),
            None => all.push(Exclusion {
                name: "exclusionUntilEndOfSupport".to_owned(),
                from: Maintenance::ALL.0,
                to,
                scope: Scope::NoUpgrades,
                pools: vec![PoolId(no)],
            }),
        }
    }
    all.retain(|_| !muted("BS-10"));
    all
}

/// The calendar of a run of the scenario until an instant after its start. Its policy has passed the checks.
pub fn of_document(doc: &Document, until: SimTime) -> Maintenance {
    let now = context(doc).now;
    let within = Span::new(now, now + until.ms() / 1000 + AHEAD);
    policy(doc)
        .and_then(|policy| maintenance(&policy, doc.start_unix_ms(), within).ok())
        .unwrap_or_else(Maintenance::always)
}
