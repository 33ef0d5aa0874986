//! The runs of a forecast, and what they come to.

use runner::RunNo;
use runner::window_fit::{Fit, FitRange};

#[derive(Clone, Debug)]
pub struct Forecast {
    pub(crate) run: RunNo,
    /// `None` until they begin, or if the run is too large.
    pub(crate) runs: Option<Fit>,
    /// With fast, median and slow durations, or percentiles of drawn ones, once all runs are done.
    pub ranges: Option<[FitRange; 3]>,
}
