//! Background jobs: what they compute and report.

use crate::import::source::ImportSource;
use crate::import::state::ImporterReport;
use crate::shell::state::Shared;
use query::Reading;
use runner::{Fault, Outcome, Request, RunEnd, RunNo};

/// The purpose of a job. At most one job per purpose runs or waits: a new one replaces it. Among jobs that share a worker,
/// an earlier purpose interrupts a later one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum JobPurpose {
    /// Shows the run of the draft as it grows.
    Draft,
    Import,
    WindowFit,
    Variant,
    Alternative,
    Forecast,
}

pub const PURPOSES: usize = 6;

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
    Simulate(Request),
    Read(ToRead),
}

/// What the importer is asked to read.
#[derive(Clone, PartialEq, Debug)]
pub enum ToRead {
    /// A scenario from all files together.
    Files(Vec<ImportSource>),
    /// The maintenance policy of a text.
    Policy(String),
    /// The scenario of each text.
    Texts(Vec<String>),
    /// What files say about autoscalers.
    Log(Vec<ImportSource>),
}

impl ToRead {
    pub fn files(&self) -> &[ImportSource] {
        match self {
            Self::Files(files) | Self::Log(files) => files,
            Self::Policy(_) | Self::Texts(_) => &[],
        }
    }
}

/// The progress or the result of a job.
#[derive(Clone, PartialEq, Debug)]
pub enum JobEvent {
    /// The draft's run has its first or more rows.
    Grew(Shared<Reading>),
    /// The draft's run ended; all its rows have been reported.
    Ended(RunEnd),
    /// Another run ended.
    Ran(Shared<Reading>, RunEnd),
    /// A run for its outcome ended.
    Tried(Box<Outcome>),
    /// A run failed or didn't end.
    Failed(Fault),
    Read(ImporterReport),
}

impl JobEvent {
    /// Is the job over?
    pub fn is_last(&self) -> bool {
        match self {
            Self::Grew(_)
            | Self::Read(ImporterReport::Progress(_) | ImporterReport::Unreadable(..)) => false,
            Self::Ended(_) | Self::Ran(..) | Self::Tried(_) | Self::Failed(_) | Self::Read(_) => {
                true
            }
        }
    }

    /// The outcome of a run, or why there are none.
    pub fn tried(self) -> Option<Result<Box<Outcome>, Fault>> {
        match self {
            Self::Tried(outcome) => Some(Ok(outcome)),
            Self::Failed(fault) => Some(Err(fault)),
            Self::Grew(_) | Self::Ended(_) | Self::Ran(..) | Self::Read(_) => None,
        }
    }
}
