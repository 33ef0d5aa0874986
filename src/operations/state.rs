//! Branches: a command added at an instant, and how its run differs from the previous one.

use crate::shell::scenario::history::StepKind;
use crate::shell::state::Shared;
use base::{PoolId, SimTime};
use model::Command;
use runner::{Outcome, RunNo};

/// A requested operation and its name.
#[derive(Clone, PartialEq, Debug)]
pub struct BranchRequest {
    /// The message key of its step.
    pub key: &'static str,
    /// The name of its subject.
    pub name: String,
    pub pool: Option<PoolId>,
    pub command: Command,
}

/// The run after a user's command.
#[derive(Clone, PartialEq, Debug)]
pub struct Branched {
    pub run: RunNo,
    pub what: StepKind,
    pub(crate) at: SimTime,
    pub(crate) pool: Option<PoolId>,
    /// The outcome of the previous run, if it was finished.
    pub(crate) left: Option<Shared<Outcome>>,
    pub differs: RunDifference,
}

/// The difference, as far as known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunDifference {
    Computing,
    /// The previous run wasn't finished.
    Unknown,
    TooLarge,
    /// In words, and how many later commands are refused, with the first of them.
    Told(String, Option<(u32, String)>),
}
