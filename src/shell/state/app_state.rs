//! The state of the page, except the playhead. Small, comparable, cheap to clone.

use super::center::{Center, OpenViews};
use super::choices::{CalendarLook, Dialog, InfoBanner, Sections, Share, Tab, ThemeChoice};
use super::shared::Shared;
use crate::alternatives::state::{Applied, Trials};
use crate::compare::state::Compare;
use crate::forecast::state::Forecast;
use crate::import::state::ImportState;
use crate::log_reader::state::LogState;
use crate::maintenance::state::WindowFits;
use crate::operations::state::Branched;
use crate::player::Speed;
use crate::scenario_text::state::TextView;
use crate::shell::address::fragment::AddressView;
use crate::shell::address::route::{LeftPages, Route};
use crate::shell::jobs::queue::Jobs;
use crate::shell::run::loaded::Run;
use crate::shell::scenario::draft::Draft;
use crate::shell::scenario::history::History;
use base::{PoolId, SimTime};
use runner::Place;
use scenario::Diagnostic;
use scenario::json::Json;
use scenario::link::Fault;
use trace::Subject;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct AppState {
    /// The edited scenario. With errors the run is still the last good one.
    pub draft: Option<Draft>,
    /// The run of the last draft without errors.
    pub run: Option<Run>,
    /// The finished run before the last edit, if it is small enough to be kept.
    pub former: Option<Run>,
    pub run_no: u32,
    /// The document of the requested run, until its first rows arrive.
    pub requested: Option<Shared<Json>>,
    /// The number of opened scenarios: presets, imports and texts.
    pub opened: u32,
    /// The instant of *Why?*: where the playhead last rested.
    pub asked_at: Option<SimTime>,
    /// The suggested changes, as far as tried.
    pub trials: Option<Shared<Trials>>,
    /// The background jobs.
    pub jobs: Jobs,
    /// The run whose alternatives are tried.
    pub considered: u32,
    pub applied: Option<Applied>,
    /// How far the end of the run varies, as far as known.
    pub forecast: Option<Shared<Forecast>>,
    /// The comparison, while open.
    pub compare: Option<Shared<Compare>>,
    /// Whether upgrades fit their windows, once requested.
    pub fits: Option<Shared<WindowFits>>,
    /// The policy of a text that the checker requested, or its error.
    pub policy: Option<Shared<Result<String, String>>>,
    /// The autoscaler's log, once one is read.
    pub log: Option<Shared<LogState>>,
    /// The current run branched off the previous one.
    pub branched: Option<Branched>,
    /// Why the last request failed.
    pub trouble: Option<PageError>,
    pub place: Option<Place>,
    /// The user has dismissed the note on where runs execute.
    pub place_known: bool,
    pub selected: Option<Subject>,
    /// The pool whose part of the selected zone is meant.
    pub within: Option<PoolId>,
    /// The selected batch of the selected pool, by its number from 1 on.
    pub batch: Option<u32>,
    pub tab: Tab,
    pub filter: String,
    pub sections: Sections,
    /// The setup panel is shown: beside the stage, or as a sheet on a narrow screen.
    pub setup_shown: bool,
    /// The scenario as text, in place of the forms.
    pub text: Option<TextView>,
    pub dialog: Option<Dialog>,
    pub import: Option<Shared<ImportState>>,
    /// The name to select when the new run has it.
    pub wanted: Option<String>,
    pub theme: ThemeChoice,
    /// Are single-character keys enabled?
    pub single_keys: bool,
    pub playing: bool,
    pub speed: Speed,
    pub looping: bool,
    /// Once the selected Pod goes, the one that replaces it is selected.
    pub follows: bool,
    /// Quiet stretches aren't compressed.
    pub true_scale: bool,
    pub history: History,
    /// The saved or linked scenario is about to be opened.
    pub coming: bool,
    /// Shown at the top until dismissed.
    pub note: Option<InfoBanner>,
    /// The view of the run once it is loaded.
    pub view: Option<AddressView>,
    /// The number of the moment that the address names.
    pub moment: Option<usize>,
    pub share: Share,
    /// The displayed page.
    pub route: Route,
    /// The last addresses of the other pages.
    pub left: LeftPages,
    pub views: OpenViews,
    pub calendar: CalendarLook,
    /// In a presentation a ring follows the pointer.
    pub pointing: bool,
}

impl AppState {
    /// Does the scenario say when it starts? Then its instants are dates.
    pub fn is_dated(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.json.get("start").is_some())
    }

    /// What fills the centre.
    #[inline(always)] // This and the next aren't part of the first load.
    pub fn center(&self) -> Center {
        if self.compare.is_some() { Center::Compare } else { self.below_comparison() }
    }

    /// Is the run being presented?
    pub fn presents(&self) -> bool {
        let has_run = self.compare.is_none() && self.run.is_some();
        has_run && self.views.has(Center::Presentation)
    }

    /// What fills the centre without the comparison.
    #[inline(always)]
    pub fn below_comparison(&self) -> Center {
        self.views.top(self.run.is_some())
    }

    /// With errors the current scenario has no run, nor has a typed text that can't be used: the displayed run is the last good one.
    pub fn has_errors(&self) -> bool {
        let draft = self.draft.as_ref();
        let text = self.text.as_ref();
        draft.is_some_and(|draft| draft.errors().next().is_some())
            || text.is_some_and(|text| text.problem.is_some())
    }

    /// The run, if it belongs to the current scenario.
    pub fn run_of_draft(&self) -> Option<&Run> {
        let is_clean = self.draft.as_ref()?.errors().next().is_none();
        let is_last = |run: &&Run| run.no.0 == self.run_no;
        self.run.as_ref().filter(is_last).filter(|_| is_clean)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageError {
    /// The text isn't a scenario; nothing was replaced.
    Unusable(Vec<Diagnostic>),
    /// The engine crashed.
    Engine(String),
    /// The address has an unreadable scenario.
    Link(Fault),
    /// The address names an unknown preset.
    Preset(String),
}
