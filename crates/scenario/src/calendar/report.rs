//! The full report on a policy: openings, GKE's verdict, fixes, and traps.

use super::context::PolicyContext;
use super::edition::Edition;
use super::fix::{self, Fix};
use super::policy::Policy;
use super::sentence::{self, Sentence};
use super::span::{Span, cut, without};
use super::traps::{self, Trap};
use super::verdict::Available;
use super::zone::Zone;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::MaintenancePolicy;
use base::civil::DAY;

/// The length of the shown calendar: a year from now on, including leap days.
pub const SHOWN_DAYS: i64 = 366;
/// The number of openings listed one by one.
pub const NEXT: usize = 10;

#[derive(Clone, Debug)]
pub struct Report {
    pub context: PolicyContext,
    /// `None` if the policy is invalid; the findings say why.
    pub understood: Option<Understood>,
    /// Violated rules; empty = accepted.
    pub findings: Vec<Diagnostic>,
    /// Would the other edition accept it?
    pub other_accepts: bool,
    /// Allowed, but unexpected behavior.
    pub traps: Vec<Trap>,
    /// Each passes the same checks; the smallest changes first.
    pub fixes: Vec<Fix>,
}

#[derive(Clone, Debug)]
pub struct Understood {
    pub policy: Policy,
    pub sentence: Sentence,
    /// Occurrences of the window in order; they may overlap.
    pub occurrences: Vec<Span>,
    /// Open times of the window, merged.
    pub window: Vec<Span>,
    /// Open times without exclusions that block everything.
    pub open: Vec<Span>,
    /// The worst period of each edition.
    pub worst: [Available; 2],
}

impl Understood {
    /// The first openings after the instant, including a current one.
    pub fn next(&self, now: i64) -> impl Iterator<Item = Span> {
        let left = self.open.iter().copied();
        left.filter(move |span| span.to > now).take(NEXT)
    }
}

impl Report {
    pub fn accepted(&self) -> bool {
        !self.findings.iter().any(Diagnostic::is_error)
    }

    pub fn accepted_by(&self, edition: Edition) -> bool {
        if edition == self.context.edition { self.accepted() } else { self.other_accepts }
    }

    /// The worst period of the edition that applies.
    pub fn worst(&self) -> Option<Available> {
        self.worst_of(self.context.edition)
    }

    pub fn worst_of(&self, edition: Edition) -> Option<Available> {
        let days = edition.period_days();
        let understood = self.understood.as_ref()?;
        let mut both = understood.worst.into_iter();
        both.find(|one| one.with_exclusions.days == days)
    }
}

/// Reports on a policy.
pub fn report(written: &MaintenancePolicy, context: PolicyContext, zone: &dyn Zone) -> Report {
    let (understood, findings) = judged(written, context);
    let understood = understood.and_then(|policy| look(policy, context, zone));
    let traps = match &understood {
        Some(understood) => traps::find(written, understood, context, zone),
        None => Vec::new(),
    };
    let fixes = fix::find(written, understood.as_ref(), &findings, &traps, context);
    let other = PolicyContext { edition: context.edition.other(), ..context };
    let other_accepts = super::accepts(written, other);
    Report { context, understood, findings, other_accepts, traps, fixes }
}

/// Reads a policy and applies GKE's rules.
pub(super) fn judged(
    written: &MaintenancePolicy,
    context: PolicyContext,
) -> (Option<Policy>, Vec<Diagnostic>) {
    let mut out = Diagnostics::default();
    let policy = super::check(written, context, "", &mut out);
    (policy, out.finish())
}

fn look(policy: Policy, context: PolicyContext, zone: &dyn Zone) -> Option<Understood> {
    let now = context.now;
    let shown = Span::new(now, now + SHOWN_DAYS * DAY);
    let occurrences = policy.window.occurrences(shown).ok()?;
    let window = policy.window.openings(shown).ok()?;
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
