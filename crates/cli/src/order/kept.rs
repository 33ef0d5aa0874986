//! What kept an upgrade from windows that opened while it waited.

use base::{SimTime, order};
use model::Maintenance;
use model::maintenance::{Exclusion, UpgradeKind};
use model::script::Command;
use trace::{Change, Subject, Trace, Waits, WhyNot};
use words::Words;
use words::visible::visible;

/// What kept the automatic work of a pool, or of the control plane, from the windows before that time, in words.
/// `kind`: that of the work, if it is known: what waits beside it is other work.
pub(super) fn kept(
    trace: &Trace,
    words: &Words<'_>,
    (subject, kind): (Subject, Option<UpgradeKind>),
    until: SimTime,
) -> String {
    let waits = waits(trace, subject, kind, until);
    let openings = &trace.plan().maintenance.openings;
    let (mut exclusions, mut paced, mut paced_until): (Vec<usize>, bool, SimTime) =
        (Vec::new(), false, SimTime::ZERO);
    for (why, from, to) in &waits {
        let WhyNot::Policy(waits) = why else { continue };
        if waits.by.interval.is_some() {
            paced_until = *to;
        }
        if openings.iter().any(|(opens, shuts)| opens < to && from < shuts) {
            exclusions.extend(waits.by.exclusions());
            paced |= waits.by.interval.is_some();
        }
    }
    order::sort(&mut exclusions);
    exclusions.dedup();
    let all = &trace.plan().maintenance.exclusions;
    let named = exclusions.into_iter().filter_map(|no| all.get(no)).map(|one| {
        // A pool's counts from its creation (BS-10).
        let from = match one.from > Maintenance::ALL.0 {
            true => format!("{} to ", words.instant(one.from)),
            false => "until ".to_owned(),
        };
        format!("{} ({from}{})", visible(one.name.clone()), ends(words, one))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let mut by = Vec::new();
    if paced {
        let what = match trace.plan().pace.budget {
            Some(_) => "the disruption budget",
            None => "the month between minor upgrades",
        };
        by.push(format!("{what} (until {})", words.instant(paced_until)));
    }
    if !named.is_empty() {
        by.push(format!("the exclusion {named}"));
    }
    match by.is_empty() {
        true => String::new(),
        false => format!("; kept from earlier windows by {}", by.join(" and ")),
    }
}

/// When the exclusion ends.
pub(super) fn ends(words: &Words<'_>, one: &Exclusion) -> String {
    match one.to < SimTime::MAX {
        true => words.instant(one.to),
        false => "the end of support, which isn't known".to_owned(),
    }
}

/// Why the work that began at that time, or hasn't begun by then, had waited, from when to when.
fn waits(
    trace: &Trace,
    subject: Subject,
    kind: Option<UpgradeKind>,
    until: SimTime,
) -> Vec<(WhyNot, SimTime, SimTime)> {
    let is_other = |why: WhyNot| match why {
        WhyNot::Policy(Waits { column: Some((_, own)), .. }) => {
            kind.is_some_and(|kind| kind != own)
        }
        _ => false,
    };
    let rows = trace.rows_of(subject).into_iter().filter_map(|no| trace.record(no));
    let mut found: Vec<(WhyNot, SimTime, SimTime)> = Vec::new();
    let mut version = trace.start().control_plane.version;
    for row in rows.filter(|row| row.at <= until) {
        match row.change {
            Change::UpgradeQueued { why } if is_other(why) => {}
            Change::UpgradeQueued { why } => {
                if let Some((_, _, to)) = found.last_mut() {
                    *to = row.at;
                }
                found.push((why, row.at, until));
            }
            // That was other work. A pool has one target at a time, and a newer one takes its place.
            Change::UpgradeStarted { .. } if row.at < until => found.clear(),
            Change::ControlPlaneStarted { entry } if row.at < until => {
                let target =
                    trace.plan().command(entry).and_then(Command::version_of_control_plane);
                let started = UpgradeKind::between(version, target);
                version = target.or(version);
                if kind.is_none_or(|kind| kind == started) {
                    found.clear();
                }
            }
            Change::Commanded { .. } if subject != Subject::Cluster => found.clear(),
            _ => {}
        }
    }
    found
}
