//! The full report on a policy: openings, GKE's verdict, fixes, and traps.

pub use super::understood::{SHOWN_DAYS, Understood};

use super::context::PolicyContext;
use super::edition::Edition;
use super::fix::{self, Fix};
use super::traps::{self, Trap};
use super::understood::{judged, look};
use super::verdict::Available;
use super::zone::Zone;
use crate::diagnostic::Diagnostic;
use crate::document::MaintenancePolicy;

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
