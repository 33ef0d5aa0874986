//! What a run, a percentile of runs, and a search of a fit result in.

use base::{SimSpan, SimTime};

/// Durations of VMs and Pods that the scenario leaves open: half, once, or twice the assumed ones. Where it gives all of them, the 10th,
/// 50th and 90th percentile of the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VmSpeed {
    Fast,
    Middling,
    Slow,
}

impl VmSpeed {
    pub const ALL: [Self; 3] = [Self::Fast, Self::Middling, Self::Slow];
}

/// A setting to change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitSetting {
    MaxSurge,
    /// With maxSurge 0; tried where no maxSurge is enough, as without capacity for surge nodes.
    MaxUnavailable,
    /// Length of a window in hours.
    Hours,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchResult {
    Searching,
    /// The least value with which it began and ended in one window, with slow durations and every seed.
    Enough(i64),
    /// Not enough even with this value.
    NotWith(i64),
}

/// The result of one run; `over` is `None` if the upgrade didn't end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunResult {
    pub(super) windows: u32,
    pub(super) forced: u32,
    /// From the first start to the last end.
    pub(super) took: SimSpan,
    /// How long after the close of its last window it ended.
    pub(super) late: SimSpan,
    pub(super) over: Option<SimTime>,
}

impl RunResult {
    /// Blue-green, and the nodes in progress when the window closes, go on after it.
    pub(super) fn fits(&self) -> bool {
        self.over.is_some() && self.windows <= 1 && self.late == SimSpan::ZERO
    }
}

/// The least, the median, or the most of some runs, or a percentile of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FitRange {
    pub windows: u32,
    /// Pods that an upgrade forced out.
    pub forced: u32,
    pub took: SimSpan,
    /// `None` if the upgrade didn't end.
    pub over: Option<SimTime>,
}

/// The results with one kind of durations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VmSpeedColumn {
    pub fewest: u32,
    pub most: u32,
    /// The latest end; `None` if the upgrade didn't end with some seed.
    pub over: Option<SimTime>,
}
