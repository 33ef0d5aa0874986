//! The files of the page, and what the importer has found in them.

use super::answer::LogAnswer;
use crate::import::source::ImportSource;
use crate::import::state::ImportProgress;
use crate::shell::state::Shared;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogState {
    pub files: Vec<ImportSource>,
    /// While they are read.
    pub reading: Option<ImportProgress>,
    /// What the last files said that could be read.
    pub answer: Option<Shared<LogAnswer>>,
    /// Why the files could not be read.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LogStep {
    /// More files or texts.
    Add(Vec<ImportSource>),
    /// The text of the box, in place of the one before.
    Type(Option<ImportSource>),
    /// Without the file of this number.
    Remove(u32),
    Clear,
}
