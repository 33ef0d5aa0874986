//! What a run, a percentile of runs, and a search of a fit result in.

use base::{PoolId, SimSpan, SimTime};
use model::maintenance::Override;
use query::{Conclusion, Outcome, UpgradeOutcome};
use trace::Subject;

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

/// What is judged of the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitSubject {
    /// The run as a whole.
    Run,
    /// The upgrades of all pools, in their order.
    All,
    /// Those of a pool of the scenario, each by itself.
    Pool(u32),
    /// One of them.
    Upgrade(u32, u32),
}

/// How an upgrade fits, even with slow durations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitVerdict {
    NeverEnds,
    NoWindows,
    /// It begins at the end of support, outside of all windows (BS-19).
    EndOfSupport,
    /// No window holds it: a command begins it, or an override.
    Unbound,
    /// A command canceled it or rolled it back.
    Stopped,
    /// It begins in a window, and goes on after it (UP-16).
    GoesOn,
    Fits,
    TooLong,
}

impl FitVerdict {
    /// Does it fit, or need no window?
    pub fn is_fine(self) -> bool {
        !matches!(self, Self::NeverEnds | Self::EndOfSupport | Self::TooLong)
    }
}

/// A run, as far as it is judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FitRun {
    /// The run as a whole.
    pub(super) whole: RunResult,
    /// Those of pools and of the control plane, in the order in which they begin.
    pub(super) upgrades: Vec<UpgradeOutcome>,
}

/// The result of one run; `over` is `None` if the upgrade didn't end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RunResult {
    pub(super) windows: u32,
    pub(super) forced: u32,
    /// From the first start to the last end.
    pub(super) took: SimSpan,
    /// How long after the close of its last window it ended, if it doesn't pause there.
    pub(super) late: SimSpan,
    pub(super) over: Option<SimTime>,
    pub(super) goes_on: bool,
    pub(super) unbound: bool,
    pub(super) stopped: bool,
    pub(super) end_of_support: bool,
}

impl RunResult {
    /// The nodes in progress when the window closes go on after it.
    pub(super) fn fits(&self) -> bool {
        self.over.is_some() && self.windows <= 1 && self.late == SimSpan::ZERO
    }
}

impl FitRun {
    pub(super) fn of(outcome: &Outcome) -> Self {
        let whole = RunResult {
            windows: outcome.windows,
            forced: outcome.forced,
            took: outcome.worked.min(outcome.duration),
            over: outcome.over,
            ..RunResult::default()
        };
        Self { whole, upgrades: outcome.each.clone() }
    }

    /// The upgrades of a pool, in their order.
    pub(super) fn of_pool(&self, pool: u32) -> impl Iterator<Item = &UpgradeOutcome> {
        self.upgrades.iter().filter(move |one| one.pool() == Some(PoolId(pool)))
    }

    /// When the first automatic upgrade begins.
    pub(super) fn begins(&self) -> Option<SimTime> {
        self.upgrades.iter().find(|one| one.automatic).map(|one| one.from)
    }

    /// Does an upgrade of the control plane come first?
    pub(super) fn follows_control_plane(&self) -> bool {
        self.upgrades.first().is_some_and(|one| one.subject == Subject::Cluster)
    }

    /// `due`: the pools that are to be upgraded.
    pub(super) fn judge(&self, subject: FitSubject, due: &[u32]) -> RunResult {
        let own: Vec<&UpgradeOutcome> = match subject {
            FitSubject::Run => return self.whole,
            FitSubject::All => {
                let all_begin = due.iter().all(|pool| self.of_pool(*pool).next().is_some());
                due.iter().filter(|_| all_begin).flat_map(|pool| self.of_pool(*pool)).collect()
            }
            FitSubject::Pool(pool) => self.of_pool(pool).collect(),
            FitSubject::Upgrade(pool, no) => self.of_pool(pool).skip(no as usize).take(1).collect(),
        };
        let has_ended = |end: Conclusion| end.completed() || end.is_commanded();
        let ended = |one: &&UpgradeOutcome| one.to.filter(|_| has_ended(one.conclusion));
        let ends = own.iter().map(ended).collect::<Option<Vec<SimTime>>>();
        let from = own.iter().map(|one| one.from).min();
        let over = ends.and_then(|ends| ends.into_iter().max());
        let each = own.iter().map(|one| one.windows).max().unwrap_or(0);
        let spans = own.iter().map(|one| one.to.map_or(SimSpan::ZERO, |to| to - one.from));
        RunResult {
            windows: if subject == FitSubject::All { self.whole.windows } else { each },
            forced: 0,
            took: match (subject, from.zip(over)) {
                (FitSubject::All, Some((from, over))) => over - from,
                (FitSubject::All, None) => SimSpan::ZERO,
                _ => spans.fold(SimSpan::ZERO, |sum, one| sum + one),
            },
            late: own.iter().filter(|one| one.pauses).map(|one| one.late).max().unwrap_or_default(),
            over,
            goes_on: own.iter().any(|one| !one.pauses && one.late > SimSpan::ZERO),
            stopped: own.iter().enumerate().any(|(at, one)| {
                // One that goes on is stopped no longer.
                let goes_on = own[at + 1..].iter().any(|later| later.subject == one.subject);
                one.conclusion.is_commanded() && !goes_on
            }),
            unbound: own.iter().any(|one| !one.automatic || one.over.is_some()),
            end_of_support: own.iter().all(|one| one.over == Some(Override::EndOfSupport)),
        }
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

/// The value below which that percentage of the runs is, by nearest rank.
pub(super) fn range(all: &[RunResult], percent: usize) -> Option<FitRange> {
    let ranked = |number: &dyn Fn(&RunResult) -> i64| {
        let mut numbers: Vec<i64> = all.iter().map(number).collect();
        base::order::sort(&mut numbers);
        numbers.get((percent * numbers.len()).div_ceil(100).max(1) - 1).copied()
    };
    let over = ranked(&|one| one.over.map_or(i64::MAX, SimTime::ms))?;
    Some(FitRange {
        windows: ranked(&|one| one.windows.into())? as u32,
        forced: ranked(&|one| one.forced.into())? as u32,
        took: SimSpan::from_ms(ranked(&|one| one.took.ms())?),
        over: (over < i64::MAX).then(|| SimTime::from_ms(over)),
    })
}
