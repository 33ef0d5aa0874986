//! *Fits the window?*: the runs of the pools' upgrades, and their results.

use crate::shell::state::Shared;
use runner::window_fit::Fit;
use scenario::json::Json;

#[derive(Clone, PartialEq, Debug)]
pub struct WindowFits {
    pub(crate) of: Shared<Json>,
    /// By pool, in display order.
    pub pools: Vec<Fit>,
    /// The pool whose upgrade is being run.
    pub running: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitStep {
    Run,
    Stop,
    /// The tab was closed.
    Close,
}
