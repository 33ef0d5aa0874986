//! What can happen to the page, and what the page then does to the world.

use super::address::Address;
use super::choices::{
    CalendarLook, Dialog, PageNote, SavedScenario, Section, Share, Tab, ThemeChoice,
};
use super::job::{Job, JobEvent, JobId, JobPurpose};
use super::route::Route;
use crate::compare;
use crate::import::state::ImportStep;
use crate::maintenance::state::FitStep;
use crate::operations::state::BranchRequest;
use crate::player::clock::Speed;
use base::{PoolId, SimTime};
use runner::{Place, RunNo, Way};
use scenario::edit::Edit;
use trace::Subject;

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Opens one of the presets.
    Preset(&'static str),
    /// Opens a scenario's text, whole.
    Open(String),
    Edit(Edit),
    /// Looks for changes that would improve that run.
    Consider(RunNo),
    StopTrying,
    TryAgain,
    /// Something about runs beside one another.
    Compare(compare::state::CompareStep),
    Fits(FitStep),
    /// Reads the maintenance policy of a text that the importer has to parse.
    ReadPolicy(String),
    /// Several edits that are one step.
    Apply(Vec<Edit>),
    /// Adds a command at an instant of the run.
    Branch(BranchRequest, SimTime),
    /// How the branch differs was read.
    BranchRead,
    Undo,
    Redo,
    /// Nothing was edited for a while.
    Settled,
    /// The visit begins with what the last one left, and with what the address says.
    Begin(SavedScenario, Address),
    /// The address of the open page changed.
    Address(Address),
    /// Puts everything away.
    Anew,
    Note(PageNote),
    /// The other page is shown now; the one before was left at an address.
    Enter(Route, String),
    Share(Share),
    /// Progress or the result of a background job.
    Job(JobId, JobEvent),
    Placed(Place),
    Select(Option<Subject>),
    /// Selects the part of a zone that belongs to a pool.
    SelectWithin(Subject, PoolId),
    /// A batch of the pool's blue-green upgrade, by its number from 1 on.
    SelectBatch(PoolId, u32),
    Tab(Tab),
    Filter(String),
    Section(Section),
    ShowSetup(bool),
    Dialog(Option<Dialog>),
    Theme(ThemeChoice),
    SingleKeys(bool),
    /// The playhead began or stopped to move.
    Playing(bool),
    Speed(Speed),
    Looping(bool),
    TrueScale(bool),
    /// The calendar is looked at in another way.
    Calendar(CalendarLook),
    Dismiss,
    /// Something was done in the import dialog, which opens for files.
    Import(ImportStep),
    /// Opens what was imported, and selects a thing of it by its name.
    UseImport(Option<String>),
    /// Selects a thing of the run by its name.
    Show(String),
}

impl Action {
    /// Whether it needs code that is loaded after the first run is on the screen.
    pub fn needs_later(&self) -> bool {
        match self {
            Self::Tab(tab) => !matches!(tab, Tab::Findings | Tab::Story),
            Self::Section(section) => *section != Section::Pools,
            Self::Dialog(Some(_))
            | Self::Select(Some(_))
            | Self::Enter(Route::Checker, _)
            | Self::SelectWithin(..)
            | Self::SelectBatch(..)
            | Self::Show(_)
            | Self::Consider(_)
            | Self::Address(_)
            | Self::Branch(..)
            | Self::Calendar(_)
            | Self::Compare(_)
            | Self::Fits(_)
            | Self::Import(_)
            | Self::ReadPolicy(_)
            | Self::UseImport(_) => true,
            _ => false,
        }
    }
}

/// Done by `effect.rs`, after the state changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Starts a job in the background, in place of the one for the same purpose.
    Start(JobId, Job),
    Cancel(JobPurpose),
    /// Asks what could be changed about a run, when the page has shown it.
    Consider(RunNo),
    /// Remembers where the playhead stands, by event.
    Mark,
    /// Puts the playhead at the start of the next run.
    Land,
    /// Puts the playhead at so many milliseconds of the next run; does it play from there?
    LandAt(i64, bool),
    /// The next run is looked at from where this one is, but from no later than an instant.
    LandBack(i64),
    /// The run that is there is looked at from an instant, and may play from there.
    Seek(i64, bool),
    /// The scenario is another one: this browser keeps it, and the address names it no more.
    Changed,
    /// Other ways stand beside the scenario, or none do: an address that names it says so.
    Beside(Option<Vec<Way>>),
    /// Keeps a setting of this browser.
    Keep(&'static str, String),
    Speed(Speed),
    Loop(bool),
}
