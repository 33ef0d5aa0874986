//! The few numbers of a finished run that rank an alternative.

use crate::index::Index;
use crate::outcome::Outcome;
use crate::shortfall::{Readiness, readiness};
use crate::summary::{Findings, summary};
use crate::windows;
use base::{SimSpan, SimTime};
use std::cmp::Ordering;
use trace::{Ended, Trace};

/// Encodes a missing instant.
const NEVER: i64 = i64::MIN;

/// Figures of a run, small enough to be sent from the worker to the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    pub outcome: Outcome,
    pub upgraded: u32,
    pub evictions: u32,
    pub forced: u32,
    pub lost: u32,
    pub pending_max: u32,
    pub nodes_min: u32,
    pub nodes_max: u32,
    pub duration: SimSpan,
    pub blocked: SimSpan,
    pub waited: SimSpan,
    /// How long workloads had no ready Pod, summed over workloads.
    pub out: SimSpan,
    /// The fewest ready Pods, all workloads together.
    pub ready: u32,
    /// The most wanted but not ready Pods at one instant.
    pub missing: u32,
    /// Outcome and duration of each pool's upgrade, in the plan's order.
    pub pools: Vec<(Outcome, SimSpan)>,
    /// Maintenance windows in which an upgrade started or continued.
    pub windows: u32,
    /// When the last upgrade ended, if all of them did.
    pub over: Option<SimTime>,
    /// The fewest ready Pods of each workload, in the plan's order.
    pub fewest: Vec<u32>,
}

impl Figures {
    /// Reads the rows of a finished run.
    pub fn of(trace: &Trace, index: &Index, ended: Ended) -> Self {
        Self::with(trace, index, ended, &readiness(trace))
    }

    pub(super) fn with(trace: &Trace, index: &Index, ended: Ended, readiness: &Readiness) -> Self {
        let summary = summary(trace, index, ended, 0, Findings::default());
        let out = readiness.without_any().map(|(_, span)| span);
        Self {
            outcome: summary.outcome,
            upgraded: summary.upgraded,
            evictions: summary.evictions,
            forced: summary.forced,
            lost: summary.lost.len() as u32,
            pending_max: summary.pending_max,
            nodes_min: summary.nodes.min,
            nodes_max: summary.nodes.max,
            duration: summary.duration,
            blocked: summary.blocked,
            waited: summary.waited,
            out: out.fold(SimSpan::ZERO, |sum, span| sum + span),
            ready: readiness.ready,
            missing: readiness.missing,
            pools: summary.pools.iter().map(|pool| (pool.outcome, pool.duration)).collect(),
            windows: windows::used(trace).len() as u32,
            over: summary.over,
            fewest: readiness.fewest.clone(),
        }
    }

    /// How long its upgrades took, if they ended.
    pub fn took(&self) -> Option<SimSpan> {
        self.outcome.completed().then_some(self.duration)
    }

    /// `Less`: this run is better. Completed work counts first, then harmed Pods, then how long workloads had no Pod,
    /// then the duration, then ready Pods. Nodes are a cost and decide nothing.
    pub fn better(&self, other: &Self) -> Ordering {
        let harmed = |run: &Self| run.forced + run.lost;
        other
            .outcome
            .cmp(&self.outcome)
            .then_with(|| other.upgraded.cmp(&self.upgraded))
            .then_with(|| harmed(self).cmp(&harmed(other)))
            .then_with(|| self.out.cmp(&other.out))
            .then_with(|| {
                // A run without end isn't better for getting stuck earlier.
                if self.outcome.completed() {
                    self.duration.cmp(&other.duration)
                } else {
                    Ordering::Equal
                }
            })
            .then_with(|| self.missing.cmp(&other.missing))
    }

    /// The same; of equal runs the cheaper one is better.
    pub fn cheaper(&self, other: &Self) -> Ordering {
        self.better(other)
            .then_with(|| self.nodes_max.cmp(&other.nodes_max))
            .then_with(|| self.evictions.cmp(&other.evictions))
    }

    /// Is a variant better than the run, and worth its cost? A run that ends before a user stops the
    /// upgrade has only avoided the command; no gain justifies another Pod that is forced out or lost; and time alone
    /// doesn't justify losing half of the ready Pods.
    pub fn is_gain_on(&self, run: &Self) -> bool {
        let outruns = run.outcome.is_commanded() && self.outcome != run.outcome;
        let harms = self.forced > run.forced || self.lost > run.lost;
        let what = |run: &Self| {
            let harmed = run.forced + run.lost;
            (run.outcome, run.upgraded, harmed, run.out)
        };
        let bares = what(self) == what(run) && self.ready * 2 < run.ready;
        !outruns && !harms && !bares && self.better(run) == Ordering::Less
    }

    /// Encodes the figures as one list of numbers.
    pub fn numbers(&self) -> Vec<i64> {
        let counts = [
            self.upgraded,
            self.evictions,
            self.forced,
            self.lost,
            self.pending_max,
            self.nodes_min,
            self.nodes_max,
            self.ready,
            self.missing,
            self.windows,
        ];
        let spans = [self.duration, self.blocked, self.waited, self.out];
        let number = |outcome: Outcome| {
            let place = Outcome::ALL.iter().position(|one| *one == outcome);
            place.unwrap_or(0) as i64
        };
        let mut row = vec![number(self.outcome)];
        row.extend(counts.map(i64::from));
        row.extend(spans.map(SimSpan::ms));
        row.push(self.over.map_or(NEVER, SimTime::ms));
        row.push(self.pools.len() as i64);
        for (outcome, duration) in &self.pools {
            row.extend([number(*outcome), duration.ms()]);
        }
        row.extend(self.fewest.iter().map(|n| i64::from(*n)));
        row
    }

    /// Decodes [`Figures::numbers`].
    pub fn from_numbers(row: &[i64]) -> Option<Self> {
        let mut row = row.iter().copied();
        let came_to = |n: i64| Some(*Outcome::ALL.get(usize::try_from(n).ok()?)?);
        let outcome = came_to(row.next()?)?;
        let mut counts = [0; 10];
        for count in &mut counts {
            *count = u32::try_from(row.next()?).ok()?;
        }
        let mut spans = [SimSpan::ZERO; 4];
        for span in &mut spans {
            *span = SimSpan::from_ms(row.next()?);
        }
        let [
            upgraded,
            evictions,
            forced,
            lost,
            pending_max,
            nodes_min,
            nodes_max,
            ready,
            missing,
            windows,
        ] = counts;
        let [duration, blocked, waited, out] = spans;
        let at = row.next()?;
        let over = (at != NEVER).then_some(SimTime::from_ms(at));
        let mut pools = Vec::new();
        for _ in 0..row.next()? {
            pools.push((came_to(row.next()?)?, SimSpan::from_ms(row.next()?)));
        }
        Some(Self {
            outcome,
            upgraded,
            evictions,
            forced,
            lost,
            pending_max,
            nodes_min,
            nodes_max,
            duration,
            blocked,
            waited,
            out,
            ready,
            missing,
            pools,
            windows,
            over,
            fewest: row.map_while(|n| u32::try_from(n).ok()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Figures {
        Figures {
            outcome: Outcome::Succeeded,
            upgraded: 3,
            evictions: 9,
            forced: 1,
            lost: 1,
            pending_max: 2,
            nodes_min: 3,
            nodes_max: 4,
            duration: SimSpan::from_secs(900),
            blocked: SimSpan::from_secs(60),
            waited: SimSpan::from_secs(5),
            out: SimSpan::from_secs(20),
            ready: 7,
            missing: 2,
            pools: vec![
                (Outcome::Succeeded, SimSpan::from_secs(900)),
                (Outcome::Idle, SimSpan::ZERO),
            ],
            windows: 2,
            over: Some(SimTime::from_secs(1000)),
            fewest: vec![1, 0, 6],
        }
    }

    #[test]
    fn figures_arrive_as_they_were_sent() {
        let figures = run();
        assert_eq!(Figures::from_numbers(&figures.numbers()), Some(figures));
        assert_eq!(Figures::from_numbers(&[]), None);
        assert_eq!(Figures::from_numbers(&[99; 20]), None);
    }

    /// Each criterion outweighs all that follow it.
    #[test]
    fn outcome_counts_before_harm_before_time_and_nodes_are_a_cost() {
        let mut better = vec![run()];
        let mut next = |change: fn(&mut Figures)| {
            let mut figures = run();
            change(&mut figures);
            better.push(figures);
        };
        next(|one| one.missing = 1);
        next(|one| (one.duration, one.missing) = (SimSpan::from_secs(800), 9));
        next(|one| (one.out, one.duration) = (SimSpan::ZERO, SimSpan::from_secs(9000)));
        next(|one| (one.lost, one.out) = (0, SimSpan::from_secs(900)));
        next(|one| (one.upgraded, one.forced) = (4, 9));
        for pair in better.windows(2) {
            assert_eq!(pair[1].better(&pair[0]), Ordering::Less, "{pair:#?}");
        }
        let mut stuck = run();
        stuck.outcome = Outcome::Stuck;
        assert_eq!(run().better(&stuck), Ordering::Less);
        // A run without end isn't better for getting stuck earlier.
        let mut earlier = stuck.clone();
        earlier.duration = SimSpan::ZERO;
        assert_eq!(earlier.better(&stuck), Ordering::Equal);
        let mut stopped = run();
        stopped.outcome = Outcome::RolledBack;
        assert_eq!(run().better(&stopped), Ordering::Less);
        assert!(!run().is_gain_on(&stopped), "it outran the rollback");
        assert!(run().is_gain_on(&stuck));
        let harms = Figures { forced: 2, lost: 0, duration: SimSpan::ZERO, ..run() };
        assert!(!harms.is_gain_on(&run()) && !harms.is_gain_on(&stuck));
        let sooner = |ready| Figures { duration: SimSpan::from_secs(800), ready, ..run() };
        assert!(sooner(4).is_gain_on(&run()));
        assert!(!sooner(3).is_gain_on(&run()), "time for half of the Pods");
        let mut dear = run();
        dear.nodes_max = 9;
        assert_eq!(dear.better(&run()), Ordering::Equal);
        assert_eq!(dear.cheaper(&run()), Ordering::Greater);
    }
}
