//! Reads exclusions.

use super::context::ReadingContext;
use super::span::{FOREVER, Span};
use crate::diagnostic::{Diagnostic, Diagnostics, excerpt};
use crate::document::maintenance::{MaintenanceExclusion, TimeWindow};
use crate::instant;
use base::civil::DAY;
use base::muted;
use model::maintenance::Scope;

/// A period without maintenance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    pub name: String,
    pub span: Span,
    pub scope: Scope,
    /// It ends with the support of the minor version instead of at its own end (BS-22).
    pub until_end_of_support: bool,
}

impl Exclusion {
    /// Is its end unknown?
    pub fn is_endless(&self) -> bool {
        self.span.to == FOREVER
    }

    /// Does it block all upgrades?
    pub fn stops_everything(&self) -> bool {
        self.scope == Scope::NoUpgrades
    }
}

/// How the end of an exclusion is determined, by its API name (BS-22).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndTimeBehavior {
    /// By its end time.
    Unspecified,
    UntilEndOfSupport,
}

impl EndTimeBehavior {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "" | "END_TIME_BEHAVIOR_UNSPECIFIED" => Some(Self::Unspecified),
            "UNTIL_END_OF_SUPPORT" => Some(Self::UntilEndOfSupport),
            _ => None,
        }
    }
}

/// Reads an exclusion; reports errors and returns `None` if there are any.
pub(super) fn read(
    name: &str,
    one: &MaintenanceExclusion,
    around: ReadingContext,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Exclusion> {
    let mut say = Say { path, out, fine: true };
    if !one.recurrence.is_empty() && !muted("MX-02") {
        say.wrong(
            Diagnostic::error("exclusion/recurs", say.at("recurrence"))
                .with("name", name)
                .rules(&["MX-02"]),
        );
    }
    let scope = Scope::named(&one.options.scope);
    if scope.is_none() {
        say.wrong(
            Diagnostic::error("exclusion/scope", say.at("maintenanceExclusionOptions/scope"))
                .with("scope", excerpt(&one.options.scope))
                .rules(&["MX-05"]),
        );
    }
    let behavior = EndTimeBehavior::named(&one.options.end_time_behavior);
    if behavior.is_none() {
        let written = excerpt(&one.options.end_time_behavior);
        say.wrong(
            Diagnostic::error(
                "exclusion/end-time-behavior",
                say.at("maintenanceExclusionOptions/endTimeBehavior"),
            )
            .with("written", written)
            .rules(&["BS-22"]),
        );
    }
    // If both ends are given, the end time counts; the other is refused elsewhere (BS-22).
    let until_end_of_support =
        behavior == Some(EndTimeBehavior::UntilEndOfSupport) && one.end_time.is_empty();
    // Without a start it begins when it is created (MX-31).
    let from = match one.start_time.is_empty() {
        true => Some(around.now),
        false => say.bound("startTime", &one.start_time, 0),
    };
    let to = if until_end_of_support {
        Some(around.end_of_support.unwrap_or(FOREVER))
    } else if !one.end_time.is_empty() {
        say.bound("endTime", &one.end_time, DAY)
    } else {
        say.wrong(
            Diagnostic::error("exclusion/no-end", say.at("endTime"))
                .with("name", name)
                .rules(&["MX-31"]),
        );
        None
    };
    let (from, to) = (from?, to?);
    if to <= from && !until_end_of_support && !muted("MX-31") {
        say.wrong(
            Diagnostic::error("exclusion/ends-before-start", say.at("endTime"))
                .with("name", name)
                .rules(&["MX-31"]),
        );
    }
    say.fine.then_some(Exclusion {
        name: name.to_owned(),
        span: Span::new(from, to.max(from)),
        scope: scope?,
        until_end_of_support,
    })
}

/// Reports findings about one exclusion.
struct Say<'a> {
    path: &'a str,
    out: &'a mut Diagnostics,
    fine: bool,
}

impl Say<'_> {
    fn at(&self, field: &str) -> String {
        format!("{}/{field}", self.path)
    }

    fn wrong(&mut self, finding: Diagnostic) {
        self.fine = false;
        self.out.push(finding);
    }

    fn bound(&mut self, field: &str, text: &str, day_more: i64) -> Option<i64> {
        let read = bound(text, day_more);
        if read.is_none() {
            self.wrong(
                Diagnostic::error("exclusion/instant", self.at(field))
                    .with("text", excerpt(text))
                    .rules(&["AM-23"]),
            );
        }
        read
    }
}

/// Start and end of a window's first occurrence, in seconds.
pub(super) fn bounds(window: &TimeWindow) -> Option<(i64, i64)> {
    Some((bound(&window.start_time, 0)?, bound(&window.end_time, DAY)?))
}

/// A bound of an exclusion or a window. A date begins at its first instant; as an end it is included.
///
/// Rulebook: AM-23. Source: Maintenance windows and exclusions.
pub(super) fn bound(text: &str, day_more: i64) -> Option<i64> {
    if text.len() == 10 {
        let day = instant::parse(&format!("{text}T00:00:00Z"))?.div_euclid(1000);
        return Some(day + if muted("AM-23") { 0 } else { day_more });
    }
    instant::parse(text).map(|ms| ms.div_euclid(1000))
}
