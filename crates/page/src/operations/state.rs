//! A branch: a command added at an instant, and how its run differs from the one before.

use crate::shell::history::StepKind;
use base::{PoolId, SimTime};
use model::Command;
use runner::{Figures, RunNo};
use std::rc::Rc;

/// Something that a person asks for, and how it is called.
#[derive(Clone, PartialEq, Debug)]
pub struct BranchRequest {
    /// Key of the words of its step.
    pub key: &'static str,
    /// What it is about.
    pub name: String,
    pub pool: Option<PoolId>,
    pub command: Command,
}

/// The run that a command of a person made.
#[derive(Clone, PartialEq, Debug)]
pub struct Branched {
    pub run: RunNo,
    pub what: StepKind,
    pub(crate) at: SimTime,
    pub(crate) pool: Option<PoolId>,
    /// Of the run that it left, if that was over.
    pub(crate) left: Option<Rc<Figures>>,
    pub differs: Differs,
}

/// How it differs, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differs {
    Computing,
    /// The run before was not over.
    Unknown,
    TooLarge,
    /// In words, and how many commands after it are refused, with the first of them.
    Told(String, Option<(u32, String)>),
}
