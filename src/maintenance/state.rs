//! *Fits the window?*: the runs of the pools' upgrades, and their results.

use crate::shell::state::Shared;
use runner::window_fit::Fit;
use scenario::json::Json;

#[derive(Clone, PartialEq, Debug)]
pub struct WindowFits {
    pub(crate) of: Shared<Json>,
    /// All upgrades in their order, then those of each pool, which are read from the same runs.
    pub fits: Vec<Fit>,
    /// The one for which a run is made.
    pub running: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitStep {
    Run,
    Stop,
    /// The tab was closed.
    Close,
}

impl WindowFits {
    pub fn all(&self) -> Option<&Fit> {
        self.fits.first()
    }

    /// In display order.
    pub fn pools(&self) -> &[Fit] {
        self.fits.get(1..).unwrap_or_default()
    }
}
