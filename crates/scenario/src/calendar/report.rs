//! Everything there is to know of a policy: what it opens, what GKE says of it, what would mend it, and what misleads.

use super::edition::Edition;
use super::fix::{self, Fix};
use super::policy::{self, Policy};
use super::sentence::{self, Sentence};
use super::setting::{Setting, Surroundings};
use super::span::{Span, cut, without};
use super::traps::{self, Trap};
use super::verdict::Available;
use super::window::Window;
use super::zone::Zone;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::MaintenancePolicy;
use base::civil::DAY;

/// What is shown of the calendar: a year from now on, leap days included.
pub const SHOWN_DAYS: i64 = 366;
/// Openings that are listed one by one.
pub const NEXT: usize = 10;

#[derive(Clone, Debug)]
pub struct Report {
    pub setting: Setting,
    /// `None` where it could not be understood; the findings say why.
    pub understood: Option<Understood>,
    /// What breaks a rule; empty = accepted.
    pub findings: Vec<Diagnostic>,
    /// What is allowed, and yet not what people expect.
    pub traps: Vec<Trap>,
    /// Each passes the same checks. First those that change least.
    pub fixes: Vec<Fix>,
}

#[derive(Clone, Debug)]
pub struct Understood {
    pub policy: Policy,
    pub sentence: Sentence,
    /// Of the window, in order; they may overlap.
    pub occurrences: Vec<Span>,
    /// When the window is open, merged.
    pub window: Vec<Span>,
    /// When it is open and no exclusion keeps everything out.
    pub open: Vec<Span>,
    /// The worst stretch of each edition's period.
    pub worst: [Available; 2],
}

impl Understood {
    /// The first openings after the instant, one that is open then included.
    pub fn next(&self, now: i64) -> impl Iterator<Item = Span> {
        let left = self.open.iter().copied();
        left.filter(move |span| span.to > now).take(NEXT)
    }
}

impl Report {
    pub fn accepted(&self) -> bool {
        !self.findings.iter().any(Diagnostic::is_error)
    }

    /// The stretch by which the edition judges.
    pub fn worst(&self) -> Option<Available> {
        let days = self.setting.edition.period_days();
        let understood = self.understood.as_ref()?;
        let mut both = understood.worst.into_iter();
        both.find(|one| one.with_exclusions.days == days)
    }
}

/// Looks at a policy from all sides.
pub fn report(written: &MaintenancePolicy, setting: Setting, zone: &dyn Zone) -> Report {
    let (understood, findings) = judged(written, setting);
    let understood = understood.and_then(|policy| look(policy, setting, zone));
    let traps = match &understood {
        Some(understood) => traps::find(written, understood, setting, zone),
        None => Vec::new(),
    };
    let fixes = fix::find(written, understood.as_ref(), &findings, &traps, setting);
    Report {
        setting,
        understood,
        findings,
        traps,
        fixes,
    }
}

/// What the policy says, and what GKE says of it.
pub(super) fn judged(
    written: &MaintenancePolicy,
    setting: Setting,
) -> (Option<Policy>, Vec<Diagnostic>) {
    let mut out = Diagnostics::default();
    let policy = super::check(written, setting, "", &mut out);
    (policy, out.finish())
}

fn look(policy: Policy, setting: Setting, zone: &dyn Zone) -> Option<Understood> {
    let now = setting.now;
    let shown = Span::new(now, now + SHOWN_DAYS * DAY);
    let occurrences = policy.window.occurrences(shown).ok()?;
    let window = policy.window.open(shown).ok()?;
    let open = without(&window, &policy.frozen());
    let worst = Edition::PERIODS_DAYS.map(|days| Available::of(&policy, now, days));
    let [Ok(seed), Ok(current)] = worst else {
        return None;
    };
    let sentence = sentence::of(&policy.window, &window, shown, zone);
    Some(Understood {
        sentence,
        occurrences,
        window,
        open: cut(&open, shown),
        worst: [seed, current],
        policy,
    })
}

/// The default point in time from which a window is shown: its first start, and for a daily window a Monday.
///
/// 2026-01-05T00:00:00Z.
pub fn default_now(written: &MaintenancePolicy) -> i64 {
    const MONDAY: i64 = 1_767_571_200;
    let around = Surroundings {
        now: MONDAY,
        end_of_support: None,
    };
    let read = policy::read(written, around, "", &mut Diagnostics::default());
    match read.map(|policy| policy.window) {
        Some(Window::Recurring(window)) => window.start,
        _ => MONDAY,
    }
}
