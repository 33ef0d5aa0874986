//! A job that runs in the background: what it computes and what it reports.

use super::shared::Shared;
use crate::import::source::ImportSource;
use crate::import::state::Heard;
use query::Reading;
use runner::{Fault, Figures, Order, Outcome, RunNo};

/// What a job is for. At most one job for each purpose runs or waits: a new one replaces it. Where jobs share a worker,
/// a job for an earlier purpose interrupts one for a later purpose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum JobPurpose {
    /// Shows the run of the draft as it grows.
    Draft,
    Import,
    WindowFit,
    Variant,
    Alternative,
}

pub const PURPOSES: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobId {
    pub purpose: JobPurpose,
    pub no: RunNo,
}

impl JobId {
    pub fn draft(no: RunNo) -> Self {
        let purpose = JobPurpose::Draft;
        Self { purpose, no }
    }
}

/// The input of a job.
#[derive(Clone, PartialEq, Debug)]
pub enum Job {
    Simulate(Order),
    ReadFiles(Vec<ImportSource>),
    /// Reads the maintenance policy of a text.
    ReadPolicy(String),
}

/// The progress or the result of a job.
#[derive(Clone, PartialEq, Debug)]
pub enum JobEvent {
    /// The run of the draft has more rows, or its first ones.
    Grew(Shared<Reading>),
    /// The run of the draft ended; all its rows have been reported.
    Ended(Outcome),
    /// Another run ended.
    Ran(Shared<Reading>, Outcome),
    /// A run of which only the figures are computed ended.
    Tried(Box<Figures>),
    /// A run wasn't computed, or not to its end.
    Failed(Fault),
    Read(Heard),
}

impl JobEvent {
    /// Whether the job is over.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Grew(_) | Self::Read(Heard::Progress(_) | Heard::Unreadable(..)) => false,
            Self::Ended(_) | Self::Ran(..) | Self::Tried(_) | Self::Failed(_) | Self::Read(_) => {
                true
            }
        }
    }

    /// The figures of a run, or why there are none.
    pub fn figures(self) -> Option<Result<Box<Figures>, Fault>> {
        match self {
            Self::Tried(figures) => Some(Ok(figures)),
            Self::Failed(fault) => Some(Err(fault)),
            Self::Grew(_) | Self::Ended(_) | Self::Ran(..) | Self::Read(_) => None,
        }
    }
}
