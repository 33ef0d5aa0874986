//! Chooses start and edition for which GKE would have accepted the existing cluster's policy.

use crate::found::FileNotes;
use crate::notes;
use scenario::calendar::{self, Edition, Window};
use scenario::diagnostic::{Diagnostic, Diagnostics};
use scenario::document::Document;
use scenario::instant;
use scenario::units::Instant;

const DAY_MS: i64 = 86_400_000;

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
    if refused(document) && document.edition.is_empty() {
        document.edition = Edition::Y2026.name().to_owned();
        match refused(document) {
            true => document.edition.clear(),
            false => notes.note(file, notes::NEWER_LIMITS, Edition::Y2026.name()),
        }
    }
}

fn refused(document: &Document) -> bool {
    let mut out = Diagnostics::default();
    let setting = calendar::compile::context(document);
    calendar::check(&document.cluster.maintenance_policy, setting, "", &mut out);
    out.finish().iter().any(Diagnostic::is_error)
}
