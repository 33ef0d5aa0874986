//! What a policy means: when its window is open, and the worst period.

use super::context::PolicyContext;
use super::edition::Edition;
use super::policy::Policy;
use super::sentence::{self, Sentence};
use super::span::{Span, cut, without};
use super::verdict::Available;
use super::zone::Zone;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::MaintenancePolicy;
use base::civil::DAY;

/// The length of the shown calendar: a year from now on, including leap days.
pub const SHOWN_DAYS: i64 = 366;
/// The number of openings listed one by one.
const NEXT: usize = 10;

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

/// Reads a policy and applies GKE's rules.
pub(super) fn judged(
    written: &MaintenancePolicy,
    context: PolicyContext,
) -> (Option<Policy>, Vec<Diagnostic>) {
    let mut out = Diagnostics::default();
    let policy = super::check(written, context, "", &mut out);
    (policy, out.finish())
}

pub(super) fn look(policy: Policy, context: PolicyContext, zone: &dyn Zone) -> Option<Understood> {
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
