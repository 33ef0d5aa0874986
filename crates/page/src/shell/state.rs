//! Everything of the page that is not the playhead. Small, comparable, cheap to clone.

use super::address::AddressView;
use super::choices::{CalendarLook, Dialog, PageNote, Sections, Share, Tab, ThemeChoice};
use super::draft::Draft;
use super::history::History;
use super::jobs::Jobs;
use super::route::Route;
use super::run::Run;
use super::shared::Shared;
use crate::alternatives::state::{Applied, Trials};
use crate::compare::state::Compare;
use crate::import::state::ImportState;
use crate::maintenance::state::WindowFits;
use crate::operations::state::Branched;
use crate::player::clock::Speed;
use base::PoolId;
use runner::Place;
use scenario::Diagnostic;
use scenario::json::Json;
use scenario::link::Fault;
use trace::Subject;

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
    /// What runs in the background.
    pub jobs: Jobs,
    /// The run of which it is settled that its alternatives are tried.
    pub considered: u32,
    pub applied: Option<Applied>,
    /// Runs beside one another, while they are looked at.
    pub compare: Option<Shared<Compare>>,
    /// Whether upgrades fit their windows, once requested.
    pub fits: Option<Shared<WindowFits>>,
    /// The policy of a text that the checker asked for, or why it has none.
    pub policy: Option<Shared<Result<String, String>>>,
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
    pub import: Option<Shared<ImportState>>,
    /// The name to select when the new run has it.
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
    pub note: Option<PageNote>,
    /// How the run is to be seen when it is there.
    pub view: Option<AddressView>,
    pub share: Share,
    /// The page that is shown.
    pub route: Route,
    /// The address at which the other page was left.
    pub left: String,
    pub calendar: CalendarLook,
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The text isn't a scenario; nothing was replaced.
    Unusable(Vec<Diagnostic>),
    /// The engine broke off.
    Engine(String),
    /// The address holds a scenario that cannot be read.
    Link(Fault),
    /// The address names a preset that there is not.
    Preset(String),
}
