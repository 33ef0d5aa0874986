//! The run to improve, and the number by which changes of it are judged.

use super::measure::Measure;
use crate::index::Index;
use crate::outcome::Outcome;
use crate::shortfall::of_readiness;
use crate::verdict::{Level, verdict};
use base::{SimSpan, WorkloadId, order};
use std::cmp::Reverse;
use trace::{Ended, Trace};

/// The run to improve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Before {
    pub outcome: Outcome,
    /// It ends well, and hurts no workload.
    pub(super) fine: bool,
    /// The number of the harm that its headline names.
    pub(super) measure: Option<Measure>,
    pub(super) start_unix_ms: i64,
    /// Workloads that had no ready Pod for a while, the longest first.
    pub(super) out: Vec<WorkloadId>,
}

impl Before {
    /// `dated`: the scenario says when it starts.
    pub fn of(trace: &Trace, index: &Index, ended: Ended, dated: bool) -> Self {
        let outcome = Outcome::of(trace, index, ended);
        let plan = trace.plan();
        let short = of_readiness(plan, index.readiness(trace, trace.end()));
        let verdict = verdict(plan, &outcome, &short, dated);
        let out = outcome.workloads.iter().filter(|one| one.without_ready > SimSpan::ZERO);
        let mut out: Vec<_> = out.map(|one| (Reverse(one.without_ready), one.workload)).collect();
        order::sort(&mut out);
        Self {
            outcome,
            fine: verdict.level == Level::Fine,
            measure: Measure::of_headline(&verdict.headline),
            start_unix_ms: plan.start_unix_ms,
            out: out.into_iter().map(|(_, id)| id).collect(),
        }
    }
}
