//! The maintenance policy of a described cluster, and a start at which its window opens.

use super::clusters::ASKED;
use super::values::part;
use crate::found::FileNotes;
use crate::gke::shape::Top;
use crate::notes;
use scenario::calendar::text::local_times_to_utc;
use scenario::calendar::{self, Utc, Window};
use scenario::document::maintenance::MaintenanceWindow;
use scenario::document::{Document, MaintenancePolicy};
use scenario::instant;
use scenario::units::Instant;

const DAY_MS: i64 = 86_400_000;

/// Takes times of commands without an offset as UTC (MW-10).
pub(super) fn local_times(document: &mut Document, notes: &mut FileNotes) {
    let Some(file) = notes.with(notes::COMMANDS) else {
        return;
    };
    let policy = &mut document.cluster.maintenance_policy;
    let written = times(policy);
    local_times_to_utc(policy, &Utc);
    for (before, after) in written.into_iter().zip(times(policy)) {
        if before != after {
            notes.note(file, notes::LOCAL_TIMES, before);
        }
    }
}

fn times(policy: &MaintenancePolicy) -> Vec<String> {
    let window = policy.window.recurring.iter().map(|one| &one.window);
    let mut all: Vec<String> =
        window.flat_map(|one| [one.start_time.clone(), one.end_time.clone()]).collect();
    for (_, one) in &policy.window.exclusions {
        all.extend([one.start_time.clone(), one.end_time.clone()]);
    }
    all
}

pub(super) fn assume(document: &mut Document, file: usize, notes: &mut FileNotes) {
    if document.cluster.maintenance_policy.window == Default::default() {
        return;
    }
    // A window that begins after the scenario would never open.
    let policy = calendar::compile::policy(document);
    if let Some(Window::Recurring(window)) = policy.map(|policy| policy.window) {
        let first = (window.start * 1000).div_euclid(DAY_MS) * DAY_MS;
        if document.start.is_none() && first > document.start_unix_ms() {
            document.start = Some(Instant(first));
            notes.note(file, notes::STARTS_WITH_WINDOW, instant::format(first));
        }
    }
    let begins = document.start_unix_ms();
    if document.start.is_none() {
        notes.note(file, notes::DEFAULT_START, instant::format(begins));
    }
    for (name, exclusion) in &document.cluster.maintenance_policy.window.exclusions {
        let end = instant::parse(&exclusion.end_time);
        if end.is_some_and(|end| end <= begins) {
            let until = exclusion.end_time.as_str();
            notes.note(file, notes::EXPIRED, format_args!("{name} ({until})"));
        }
    }
}

/// The policy, and the end of support if an exclusion lasts until then: a description has both the behavior and the end
/// that follows from it (BS-22). One that is over keeps its end: the version that it followed may be gone.
pub(super) fn policy(
    top: &Top,
    file: usize,
    notes: &mut FileNotes,
) -> (MaintenancePolicy, Option<Instant>) {
    let fields = MaintenanceWindow::KINDS.into_iter().chain(["maintenanceExclusions"]);
    let outside =
        |field: &&str| top.maintenance.0.as_ref().is_some_and(|one| one.get(field).is_some());
    for field in fields.filter(outside) {
        notes.note(file, notes::OUTSIDE_WINDOW, format_args!("maintenancePolicy.{field}"));
    }
    let mut policy = part::<MaintenancePolicy>(top.maintenance.0.as_ref());
    let (mut support, now) = (None, notes.newest.or(notes.now));
    policy.window.exclusions.each_mut(|_, one| {
        let follows = one.options.end_time_behavior == "UNTIL_END_OF_SUPPORT";
        let ends = instant::parse(&one.end_time).map(Instant);
        match ends.filter(|_| follows && !top.self_link.starts_with(ASKED)) {
            Some(_) if ends <= now => one.options.end_time_behavior.clear(),
            Some(_) => {
                one.end_time.clear();
                support = support.max(ends);
            }
            None => {}
        }
    });
    (policy, support)
}
