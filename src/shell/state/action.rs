//! Actions on the page, and their effects outside of the state.

use super::center::Center;
use super::choices::{
    CalendarLook, Dialog, InfoBanner, SavedScenario, Section, Share, Tab, ThemeChoice,
};
use crate::compare;
use crate::import::state::ImportStep;
use crate::log_reader::state::LogStep;
use crate::maintenance::state::FitStep;
use crate::operations::state::BranchRequest;
use crate::player::Speed;
use crate::scenario_text::state::TextStep;
use crate::setup::parts::PartStep;
use crate::shell::address::fragment::{Address, AddressView};
use crate::shell::address::route::Route;
use crate::shell::jobs::job::{Job, JobEvent, JobId, JobPurpose};
use crate::shell::scenario::draft::Origin;
use base::{PoolId, SimTime};
use runner::{Place, RunNo, StrategyChoice};
use scenario::edit::Edit;
use std::rc::Rc;
use trace::Subject;

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Opens one of the presets.
    Preset(&'static str),
    /// Opens a scenario from its whole text.
    Open(String),
    Edit(Edit),
    /// The playhead rests at an instant of *Why?*.
    AskAt(SimTime),
    /// Searches for changes that would improve the run, and for how far its end varies.
    Consider(RunNo),
    StopTrying,
    TryAgain,
    /// A step of the comparison.
    Compare(compare::state::CompareStep),
    Fits(FitStep),
    /// Reads the maintenance policy of a text that the importer has to parse.
    ReadPolicy(String),
    /// A step of the page that reads the autoscaler's log.
    Log(LogStep),
    /// Reads the files of the import dialog as the autoscaler's log.
    ReadAsLog,
    /// Several edits as one step.
    Apply(Vec<Edit>),
    /// Adds, changes or removes a part of the scenario.
    Part(PartStep),
    /// Opens a small cluster to begin with, which starts at an instant, in ms since 1970. `beside`: is there room for the setup
    /// beside the stage?
    Build {
        start: i64,
        beside: bool,
    },
    /// Adds a command at an instant of the run.
    Branch(BranchRequest, SimTime),
    /// The description of the branch was read.
    BranchRead,
    Undo,
    Redo,
    /// Undoes a change by its number and keeps the later ones, or undoes all since the scenario was opened.
    TakeBack(Option<u32>),
    /// Edits have paused.
    Settled,
    /// The visit begins with the saved scenario and the address.
    Begin(SavedScenario, Address),
    /// The address of the open page changed.
    Address(Address),
    /// Opens a scenario that was shown before: its text, origin and view.
    GoBack(Rc<str>, Origin, AddressView),
    /// Shows the page without a scenario; the saved one stays.
    Leave,
    /// Closes the scenario.
    Anew,
    Note(InfoBanner),
    /// Shows the other page; the current one was left at an address.
    Enter(Route, String),
    Share(Share),
    /// Progress or the result of a background job.
    Job(JobId, JobEvent),
    Placed(Place),
    Select(Option<Subject>),
    /// Selects a pool's part of a zone.
    SelectWithin(Subject, PoolId),
    /// Selects a batch of the pool's blue-green upgrade, by its number from 1 on.
    SelectBatch(PoolId, u32),
    Tab(Tab),
    Filter(String),
    Section(Section),
    ShowSetup(bool),
    Dialog(Option<Dialog>),
    Theme(ThemeChoice),
    SingleKeys(bool),
    /// Playing began or stopped.
    Playing(bool),
    Speed(Speed),
    Looping(bool),
    Follow(bool),
    TrueScale(bool),
    /// Opens or closes a view in the centre.
    View(Center, bool),
    /// The display settings of the calendar changed.
    Calendar(CalendarLook),
    /// The pointer is highlighted in the presentation, or no longer.
    Point(bool),
    Dismiss,
    /// A step of the scenario as text.
    Text(TextStep),
    /// A step in the import dialog, which opens for files.
    Import(ImportStep),
    /// Opens the imported scenario, and selects an object by name.
    UseImport(Option<String>),
    /// Selects an object of the run by name.
    Show(String),
}

impl Action {
    /// Compares the scenario with one choice.
    pub fn beside(choice: StrategyChoice) -> Self {
        Self::Compare(compare::state::CompareStep::Show(vec![choice.into()]))
    }

    /// Does it need code that is loaded after the first run is on the screen?
    pub fn needs_later(&self) -> bool {
        match self {
            Self::Tab(tab) => !matches!(tab, Tab::Findings | Tab::Story),
            Self::Section(section) => *section != Section::Pools,
            Self::Dialog(Some(_))
            | Self::Select(Some(_))
            | Self::Enter(Route::Checker | Route::Log, _)
            | Self::Log(_)
            | Self::SelectWithin(..)
            | Self::SelectBatch(..)
            | Self::Show(_)
            | Self::Consider(_)
            | Self::Address(_)
            | Self::GoBack(..)
            | Self::Branch(..)
            | Self::View(..)
            | Self::Calendar(_)
            | Self::Looping(true)
            | Self::Point(_)
            | Self::Compare(_)
            | Self::Fits(_)
            | Self::Import(_)
            | Self::Text(_)
            | Self::ReadPolicy(_)
            | Self::UseImport(_)
            | Self::Part(_)
            | Self::TakeBack(_)
            | Self::Build { .. } => true,
            _ => false,
        }
    }
}

/// An effect of an action, performed by `effects.rs` after the state changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Starts a job in the background; it replaces one with the same purpose.
    Start(JobId, Job),
    Cancel(JobPurpose),
    /// Searches for changes that would improve a run, once the page has shown it.
    Consider(RunNo),
    /// Remembers the event under the playhead.
    Mark,
    /// Moves the playhead to the start of the next run.
    Land,
    /// Moves the playhead to an instant of the next run, in milliseconds; plays from there if true.
    LandAt(i64, bool),
    /// The same from a moment, by its number from 1.
    LandOnMoment(usize, bool),
    /// Keeps the playhead in the next run, but not later than an instant.
    LandBack(i64),
    /// Moves the playhead in the current run; plays from there if true.
    Seek(i64, bool),
    /// The scenario changed: the browser saves it.
    Changed,
    /// Saves a setting in the browser.
    Keep(&'static str, String),
    Speed(Speed),
    Loop(bool),
}
