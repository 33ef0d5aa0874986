//! A run, as far as it is loaded.

use crate::shell::state::Shared;
use base::SimTime;
use model::Cluster;
use model::plan::Plan;
use query::{Index, Lanes, Reading};
use runner::{RunEnd, RunNo};
use scenario::Diagnostic;
use trace::Trace;

/// A run, as far as it is loaded.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub no: RunNo,
    /// The number of scenarios opened before.
    pub opened: u32,
    pub plan: Shared<Plan>,
    pub start: Shared<Cluster>,
    pub trace: Trace,
    /// What was read of its rows.
    pub reading: Shared<Reading>,
    pub index: Shared<Index>,
    pub lanes: Shared<Lanes>,
    pub outcome: Option<RunEnd>,
    /// When the last upgrade was over; `None` also while the run is loaded.
    pub over: Option<SimTime>,
    /// The diagnostics of its scenario.
    pub diagnostics: Shared<Vec<Diagnostic>>,
}
