//! Everything of the page that is not the playhead. Small, comparable, cheap to clone.

use super::address::View;
use super::history::{History, Side};
use super::route::Door;
use crate::alternatives::state::{Applied, Trials};
use crate::compare::state::Compare;
use crate::import::state::{Import, Taken};
use crate::operations::state::Branched;
use crate::player::clock::Speed;
use base::PoolId;
use model::Cluster;
use model::plan::Plan;
use query::{Index, Lanes, Reading};
use runner::{Outcome, Place, RunNo};
use scenario::json::Json;
use scenario::link::Fault;
use scenario::{Diagnostic, Severity};
use std::ops::Deref;
use std::rc::Rc;
use trace::{Subject, Trace};

/// Something large that is compared by where it is, never by what is in it.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }

    pub fn rc(&self) -> &Rc<T> {
        &self.0
    }
}

impl<T> From<Rc<T>> for Shared<T> {
    fn from(value: Rc<T>) -> Self {
        Self(value)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Eq for Shared<T> {}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct AppState {
    /// What the forms show. It may have errors; then the run is still the last good one.
    pub draft: Option<Draft>,
    /// What was computed from the last draft without errors.
    pub run: Option<Run>,
    pub run_no: u32,
    /// What the run that was ordered is compiled of, until its first rows are there.
    pub ordered: Option<Shared<Json>>,
    /// How many scenarios were opened, as a preset, by an import or as a text.
    pub opened: u32,
    /// What could be changed, as far as it was tried.
    pub trials: Option<Shared<Trials>>,
    /// How many alternatives were ordered.
    pub tries: u32,
    /// The run of which it is settled that its alternatives are tried.
    pub considered: u32,
    pub applied: Option<Applied>,
    /// Runs beside one another, while they are looked at.
    pub compare: Option<Shared<Compare>>,
    /// The present run is another one from some instant on.
    pub branched: Option<Branched>,
    /// Why the last thing that was asked for did not work.
    pub trouble: Option<Trouble>,
    pub place: Option<Place>,
    /// The person has read where runs execute.
    pub place_known: bool,
    pub selected: Option<Subject>,
    /// Of a selected zone, the pool whose part of it is meant.
    pub within: Option<PoolId>,
    /// Of a pool that is selected the batch that is meant, by its number from 1 on.
    pub batch: Option<u32>,
    pub tab: Tab,
    pub filter: String,
    pub sections: Sections,
    /// The setup panel is there: beside the stage, or as a sheet on a narrow screen.
    pub setup_shown: bool,
    pub dialog: Option<Dialog>,
    pub import: Option<Shared<Import>>,
    /// What shall be selected as soon as the run that was ordered has it.
    pub wanted: Option<String>,
    pub theme: ThemeChoice,
    /// May keys that are one character do something?
    pub single_keys: bool,
    pub playing: bool,
    pub speed: Speed,
    pub looping: bool,
    /// Quiet stretches keep their length.
    pub true_scale: bool,
    pub history: History,
    /// What the last visit left, or the address names, is about to be opened.
    pub coming: bool,
    /// Said above everything until it is dismissed.
    pub note: Option<Note>,
    /// How the run is to be seen when it is there.
    pub view: Option<View>,
    pub share: Share,
    /// The page that is shown.
    pub door: Door,
    /// The address at which the other page was left.
    pub left: String,
    pub calendar: Look,
}

impl AppState {
    /// With errors there is no run of the scenario as it is: what is shown is the last good one.
    pub fn has_errors(&self) -> bool {
        let draft = self.draft.as_ref();
        draft.is_some_and(|draft| draft.errors().next().is_some())
    }

    /// The run, if it is that of the scenario as it is now.
    pub fn run_of_draft(&self) -> Option<&Run> {
        let is_clean = self.draft.as_ref()?.errors().next().is_none();
        let is_last = |run: &&Run| run.no.0 == self.run_no;
        self.run.as_ref().filter(is_last).filter(|_| is_clean)
    }
}

/// A scenario as people edit it.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    pub origin: Origin,
    pub text: Rc<str>,
    pub json: Shared<Json>,
    pub diagnostics: Shared<Vec<Diagnostic>>,
}

/// Where a scenario came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The preset that it is, as long as it is unchanged.
    pub preset: Option<&'static str>,
    /// The import that it is, edited or not.
    pub taken: Option<Shared<Taken>>,
}

impl Origin {
    pub fn preset(name: &'static str) -> Self {
        Self {
            preset: Some(name),
            taken: None,
        }
    }
}

impl Draft {
    pub fn name(&self) -> &str {
        self.json.get("name").and_then(Json::text).unwrap_or("")
    }

    /// As a step of the history begins or ends at it.
    pub fn side(&self) -> Side<'_> {
        Side {
            text: &self.text,
            origin: self.origin.clone(),
        }
    }

    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// A run, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub no: RunNo,
    pub plan: Shared<Plan>,
    pub start: Shared<Cluster>,
    pub trace: Trace,
    /// What was read of its rows.
    pub reading: Shared<Reading>,
    pub index: Shared<Index>,
    pub lanes: Shared<Lanes>,
    pub outcome: Option<Outcome>,
    /// What the checks had to say about its scenario.
    pub diagnostics: Shared<Vec<Diagnostic>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A text that is no scenario; nothing was replaced.
    Unusable(Vec<Diagnostic>),
    /// The engine broke off.
    Engine(String),
    /// The address holds a scenario that cannot be read.
    Link(Fault),
    /// The address names a preset that there is not.
    Preset(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    Operations,
    Why,
    #[default]
    Findings,
    Story,
    Maintenance,
}

impl Tab {
    pub const ALL: [Self; 5] = [
        Self::Maintenance,
        Self::Operations,
        Self::Why,
        Self::Findings,
        Self::Story,
    ];

    /// In an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Operations => "operations",
            Self::Why => "why",
            Self::Findings => "findings",
            Self::Story => "story",
            Self::Maintenance => "maintenance",
        }
    }

    /// Its head in the page.
    pub fn head(self) -> String {
        format!("inspector-tab-{}", self.name())
    }
}

/// Sections of the setup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    Pools,
    Workloads,
    Actions,
    Assumptions,
    Maintenance,
}

impl Section {
    pub const ALL: [Self; 5] = [
        Self::Pools,
        Self::Workloads,
        Self::Maintenance,
        Self::Actions,
        Self::Assumptions,
    ];
}

/// Which sections are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sections(u8);

impl Default for Sections {
    fn default() -> Self {
        Self(1)
    }
}

impl Sections {
    pub fn open(self, section: Section) -> bool {
        self.0 & (1 << section as u8) != 0
    }

    #[must_use]
    pub fn toggled(self, section: Section) -> Self {
        Self(self.0 ^ (1 << section as u8))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialog {
    Import,
    /// What the import said that the scenario came from.
    Report,
    Help,
    Presets,
    Palette,
    Share,
}

/// How the calendar is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The calendar stands on the stage.
    pub open: bool,
    /// Days and times are those of the browser's zone.
    pub local: bool,
    pub reach: Reach,
    /// The first month that is shown, counted from the year 0.
    pub first: Option<i64>,
    /// An instant that no run reaches, in seconds since 1970, as long as the playhead stays where it is.
    pub at: Option<(i64, i64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    Month,
    #[default]
    Quarter,
    Year,
}

impl Reach {
    pub const ALL: [Self; 3] = [Self::Month, Self::Quarter, Self::Year];

    pub fn months(self) -> i64 {
        match self {
            Self::Month => 1,
            Self::Quarter => 3,
            Self::Year => 12,
        }
    }
}

/// What the dialog for sharing shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub tab: ShareTab,
    /// The link opens where the playhead stands.
    pub playhead: bool,
    /// The link opens with what is selected, and the panel that is open.
    pub selection: bool,
    pub pseudonyms: bool,
    /// Which of the forms of data is shown, by its place in the list.
    pub form: usize,
}

impl Default for Share {
    fn default() -> Self {
        Self {
            tab: ShareTab::Link,
            playhead: true,
            selection: true,
            pseudonyms: false,
            form: 0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareTab {
    Link,
    Image,
    Data,
}

impl ShareTab {
    pub const ALL: [Self; 3] = [Self::Link, Self::Image, Self::Data];
}

/// Something to know that is no trouble.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The scenario is that of the last visit.
    Restored,
    /// Opening what the last visit left broke the program; this is it.
    Broke(String),
    /// The scenario does not fit into this browser's storage.
    NotKept,
}

/// What the last visit left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    Nothing,
    Preset(String),
    /// A text, and the scenario as it was imported.
    Text(String, Option<String>),
    /// It broke the program more than once.
    Broke(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    Auto,
    Light,
    Dark,
}

impl ThemeChoice {
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub fn read(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }
}
