//! The verdict about a policy in a few words, and the rows of a text's clusters with theirs.

use super::query::{Query, context};
use crate::checker::partial_report;
use crate::shell::words::{attribute, t, tm, tn};
use draw::icons;
use scenario::calendar::text::Pasted;
use scenario::calendar::{PolicyContext, Report, Zone};

/// More clusters aren't listed.
pub(super) const MOST: usize = 20;

/// Whether it is accepted, and important warnings.
pub(super) fn verdict_title(report: &Report, window_unknown: bool) -> String {
    if !report.accepted() {
        return t("win-refused");
    }
    if window_unknown {
        return t("win-unknown");
    }
    // The displayed zone has nothing to do with the window.
    let telling = |code: &str| report.traps.iter().find(|trap| trap.code == code);
    let other = report.traps.iter().find(|trap| trap.code != "trap/other-day");
    let trap = telling("trap/far-end").or(telling("trap/unlisted-day")).or(other);
    let Some(trap) = trap else {
        return t("win-accepted");
    };
    let mut title = attribute(&trap.message, "title");
    let second_is_small = title.chars().nth(1).is_some_and(char::is_lowercase);
    if let Some(first) = title.get(..1).map(str::to_lowercase).filter(|_| second_is_small) {
        title.replace_range(..1, &first);
    }
    tn("win-accepted-but", &[("trap", title.into())])
}

/// The verdict's class and glyph.
pub(super) fn seal(report: &Report, window_unknown: bool) -> (&'static str, &'static str) {
    let mut telling = report.traps.iter().map(|trap| trap.code);
    let trapped = telling.any(|code| code != "trap/other-day");
    match (report.accepted(), trapped || window_unknown) {
        (false, _) => ("bad", icons::CROSS),
        (true, true) => ("warn", icons::WARN),
        (true, false) => ("ok", icons::CHECK),
    }
}

pub(super) struct ClusterRow {
    pub(super) seal: (&'static str, &'static str),
    pub(super) title: String,
    pub(super) says: String,
}

impl ClusterRow {
    /// The rows of several clusters.
    pub(super) fn all(query: &Query, today: i64, zone: &dyn Zone) -> Vec<Self> {
        let shown = if query.clusters.len() > 1 { MOST } else { 0 };
        let of = |one| Self::of(one, context(query, one, today), zone);
        query.clusters.iter().take(shown).map(of).collect()
    }

    fn of(one: &Pasted, context: PolicyContext, zone: &dyn Zone) -> Self {
        let (report, _) = partial_report::report_of(&one.policy, context, zone);
        let unknown = one.window_unknown;
        let says = report.understood.as_ref().filter(|_| !unknown);
        Self {
            seal: seal(&report, unknown),
            title: verdict_title(&report, unknown),
            says: says.map_or_else(String::new, |one| tm(&one.sentence.says)),
        }
    }
}
