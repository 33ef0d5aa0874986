//! The runs of a forecast, and their percentiles.

use runner::RunNo;
use runner::window_fit::{Fit, FitRange};

#[derive(Clone, Debug)]
pub struct Forecast {
    pub(crate) run: RunNo,
    /// `None` until they begin, or if the run is too large.
    pub(crate) runs: Option<Fit>,
    /// The 10th, 50th and 90th percentile, once all runs are done.
    pub ranges: Option<[FitRange; 3]>,
}
