//! The few numbers of a finished run that rank an alternative.

use super::workloads::{WorkloadFigures, disks_lost, workloads};
use crate::index::Index;
use crate::kubectl_drains::drains;
use crate::open_holds::control_plane_row;
use crate::outcome::Outcome;
use crate::shortfall::Readiness;
use crate::summary::{Findings, summary};
use crate::windows;
use base::{NodeId, PoolId, SimSpan, SimTime};
use std::cmp::Ordering;
use trace::{Change, Ended, Record, Subject, Trace};

/// Encodes a missing instant, in a number that JavaScript has.
const NEVER: i64 = 1 - (1 << 53);

/// What a run does to a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolFigures {
    pub outcome: Outcome,
    pub upgraded: u32,
    pub duration: SimSpan,
    /// When its last upgrade ended, if it did.
    pub over: Option<SimTime>,
}

/// Figures of a run, small enough to be sent from the worker to the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    pub outcome: Outcome,
    pub upgraded: u32,
    pub evictions: u32,
    pub forced: u32,
    pub violations: u32,
    pub lost: u32,
    /// Pods that were still running at the end of their grace period.
    pub killed: u32,
    pub jobs_failed: u32,
    /// Moves of Pods that the run had moved already.
    pub moved_again: u32,
    /// Pods without a node at the end.
    pub unplaced: u32,
    /// Pods forced out without violating a budget.
    pub cut_short: u32,
    /// Disks that were part of a node that was deleted or recreated.
    pub disks_lost: u32,
    pub preempted: u32,
    pub pending_max: u32,
    pub creating_max: u32,
    pub in_progress_max: u32,
    pub nodes_min: u32,
    pub nodes_max: u32,
    /// Registered at the end of the run.
    pub nodes_left: u32,
    /// Drains by kubectl that didn't end, or gave up.
    pub undrained: u32,
    pub duration: SimSpan,
    pub blocked: SimSpan,
    pub waited: SimSpan,
    /// How long drains by kubectl took that ended.
    pub drains: SimSpan,
    /// How long workloads had no ready Pod, summed over workloads.
    pub out: SimSpan,
    /// How long budgets were below their floor, summed over workloads.
    pub below: SimSpan,
    /// What Pods worked in vain, summed over Pods.
    pub work_lost: SimSpan,
    /// What Pods of Jobs of unknown length had run when they ended.
    pub work_unknown: SimSpan,
    /// How long nodes were registered, summed over nodes.
    pub node_time: SimSpan,
    /// How long the run is.
    pub length: SimSpan,
    /// The fewest ready Pods, all workloads together.
    pub ready: u32,
    /// The most wanted but not ready Pods at one instant.
    pub missing: u32,
    /// In the plan's order.
    pub pools: Vec<PoolFigures>,
    /// Maintenance windows in which an upgrade started or continued.
    pub windows: u32,
    /// How long after the close of the last of them the upgrades ended.
    pub late: SimSpan,
    /// When the last upgrade ended, if all of them did.
    pub over: Option<SimTime>,
    /// When the last work on the control plane was complete, if none is due.
    pub control_plane: Option<SimTime>,
    /// Nodes that the autoscaler has removed.
    pub removed: Vec<(NodeId, SimTime)>,
    /// In the plan's order.
    pub workloads: Vec<WorkloadFigures>,
}

impl Figures {
    /// Reads the rows of a finished run.
    pub fn of(trace: &Trace, index: &Index, ended: Ended) -> Self {
        Self::with(trace, index, ended, &index.readiness(trace, trace.end()))
    }

    pub(super) fn with(trace: &Trace, index: &Index, ended: Ended, readiness: &Readiness) -> Self {
        let summary = summary(trace, index, ended, 0, Findings::default());
        let drains = drains(trace);
        let gave_up = drains.over.map_or(0, |over| over.gave_up);
        let undrained = gave_up + drains.open.len() as u32;
        let workloads = workloads(trace, index, &summary, readiness);
        let total = |of: fn(&WorkloadFigures) -> SimSpan| {
            workloads.iter().map(of).fold(SimSpan::ZERO, |sum, span| sum + span)
        };
        let last = trace.last();
        let over = |id: PoolId, outcome: Outcome| {
            let state = last.pools.get(id)?;
            let ends = matches!(outcome, Outcome::Succeeded | Outcome::RolledBack);
            ends.then_some(state.since)
        };
        Self {
            outcome: summary.upgrades,
            upgraded: summary.upgraded,
            evictions: summary.evictions,
            forced: summary.forced,
            violations: summary.violations,
            lost: summary.lost.len() as u32,
            killed: summary.killed,
            jobs_failed: summary.jobs_failed,
            moved_again: summary.workloads.iter().map(|one| one.moved_again).sum(),
            unplaced: summary.unplaced.len() as u32,
            cut_short: summary.cut_short,
            disks_lost: disks_lost(trace),
            preempted: summary.preempted,
            pending_max: summary.pending_max,
            creating_max: summary.creating_max,
            in_progress_max: summary.in_progress_max,
            nodes_min: summary.nodes.min,
            nodes_max: summary.nodes.max,
            nodes_left: last.registered(),
            undrained,
            duration: summary.duration,
            blocked: summary.blocked,
            waited: summary.waited,
            drains: drains.took,
            out: total(|one| one.out),
            below: total(|one| one.below),
            work_lost: summary.work_lost,
            work_unknown: summary.work_lost_at_most - summary.work_lost,
            node_time: summary.node_time,
            length: trace.end() - SimTime::ZERO,
            ready: readiness.ready,
            missing: readiness.missing,
            pools: summary
                .pools
                .iter()
                .map(|pool| PoolFigures {
                    outcome: pool.outcome,
                    upgraded: pool.upgraded,
                    duration: pool.duration,
                    over: over(pool.pool, pool.outcome),
                })
                .collect(),
            windows: windows::used(trace).len() as u32,
            late: summary.over.map_or(SimSpan::ZERO, |over| windows::late(trace, over)),
            over: summary.over,
            control_plane: control_plane(trace),
            removed: removed(trace),
            workloads,
        }
    }

    /// Pods and Jobs that the run hurts.
    pub fn harm(&self) -> u32 {
        self.forced + self.lost + self.killed + self.jobs_failed
    }

    /// Is a workload left without a ready Pod to the end that isn't in the other run, or from an earlier instant on?
    pub(super) fn is_down_earlier(&self, other: &Self) -> bool {
        let mut pairs = self.workloads.iter().zip(&other.workloads);
        pairs.any(|(one, other)| {
            one.down.is_some_and(|at| other.down.is_none_or(|later| at < later))
        })
    }

    /// Has a workload no ready Pod for a while that always has one in the other run?
    pub(super) fn takes_one_down(&self, other: &Self) -> bool {
        let mut pairs = self.workloads.iter().zip(&other.workloads);
        pairs.any(|(one, other)| {
            one.out > SimSpan::ZERO && other.out == SimSpan::ZERO && other.fewest > 0
        })
    }

    /// How long nodes are registered up to an instant, summed over nodes: after the run nothing changes.
    pub(super) fn node_time_until(&self, end: SimSpan) -> SimSpan {
        let after = (end - self.length.min(end)).ms() * i64::from(self.nodes_left);
        self.node_time + SimSpan::from_ms(after)
    }

    /// `Less`: this run is better. Completed upgrades count first, then harmed Pods, then the work that is lost, then how
    /// long workloads had no Pod, then the duration, then ready Pods. Nodes are a cost and decide nothing.
    pub fn better(&self, other: &Self) -> Ordering {
        other
            .outcome
            .cmp(&self.outcome)
            .then_with(|| other.upgraded.cmp(&self.upgraded))
            .then_with(|| self.undrained.cmp(&other.undrained))
            .then_with(|| self.harm().cmp(&other.harm()))
            .then_with(|| self.work_lost.cmp(&other.work_lost))
            .then_with(|| self.out.cmp(&other.out))
            .then_with(|| {
                // A run without end isn't better for getting stuck earlier.
                if self.outcome.completed() {
                    self.duration.cmp(&other.duration)
                } else {
                    Ordering::Equal
                }
            })
            .then_with(|| self.drains.cmp(&other.drains))
            .then_with(|| self.missing.cmp(&other.missing))
    }

    /// The same; of equal runs the cheaper one is better.
    pub fn cheaper(&self, other: &Self) -> Ordering {
        self.better(other)
            .then_with(|| self.nodes_max.cmp(&other.nodes_max))
            .then_with(|| self.evictions.cmp(&other.evictions))
    }

    /// Pods and Jobs that are harmed.
    pub(super) fn harms(&self, after: &Self) -> [(&'static str, u32, u32); 4] {
        [
            ("effect-forced", self.forced, after.forced),
            ("effect-lost", self.lost, after.lost),
            ("effect-killed", self.killed, after.killed),
            ("effect-jobs", self.jobs_failed, after.jobs_failed),
        ]
    }

    /// Counts that are said where they are worse.
    pub(super) fn worse(&self, after: &Self) -> [(&'static str, u32, u32); 7] {
        [
            ("effect-violations", self.violations, after.violations),
            ("effect-disks", self.disks_lost, after.disks_lost),
            ("effect-cut-short", self.cut_short, after.cut_short),
            ("effect-preempted", self.preempted, after.preempted),
            ("effect-moved-again", self.moved_again, after.moved_again),
            ("effect-unplaced", self.unplaced, after.unplaced),
            ("effect-windows", self.windows, after.windows),
        ]
    }

    /// Encodes the figures as one list of numbers.
    pub fn numbers(&self) -> Vec<i64> {
        let number = |outcome: Outcome| {
            let place = Outcome::ALL.iter().position(|one| *one == outcome);
            place.unwrap_or(0) as i64
        };
        let instant = |at: Option<SimTime>| at.map_or(NEVER, SimTime::ms);
        let mut row = vec![number(self.outcome)];
        row.extend(self.plain());
        row.extend([instant(self.over), instant(self.control_plane), self.pools.len() as i64]);
        for pool in &self.pools {
            let count = i64::from(pool.upgraded);
            row.extend([number(pool.outcome), count, pool.duration.ms(), instant(pool.over)]);
        }
        row.push(self.removed.len() as i64);
        row.extend(self.removed.iter().flat_map(|(node, at)| [i64::from(node.0), at.ms()]));
        for one in &self.workloads {
            row.extend([one.fewest, one.harm, one.moves, one.moved_again].map(i64::from));
            row.extend(
                [one.out, one.below, one.refused, one.work_lost, one.pending].map(SimSpan::ms),
            );
            row.push(instant(one.down));
        }
        row
    }
}

/// The plain numbers, in the order in which they are encoded.
macro_rules! numbers {
    (counts: $($count:ident)*, spans: $($span:ident)*) => {
        impl Figures {
            fn plain(&self) -> impl Iterator<Item = i64> {
                [$(i64::from(self.$count),)* $(self.$span.ms(),)*].into_iter()
            }

            /// Decodes [`Figures::numbers`].
            pub fn from_numbers(row: &[i64]) -> Option<Self> {
                let mut row = Numbers(row.iter().copied());
                Some(Self {
                    outcome: row.outcome()?,
                    $($count: row.count()?,)*
                    $($span: row.span()?,)*
                    over: row.instant()?,
                    control_plane: row.instant()?,
                    pools: row.pools()?,
                    removed: row.removed()?,
                    workloads: row.workloads()?,
                })
            }
        }
    };
}

numbers!(
    counts: upgraded evictions forced violations lost killed jobs_failed preempted pending_max creating_max
        in_progress_max nodes_min nodes_max nodes_left undrained ready missing windows moved_again unplaced cut_short disks_lost,
    spans: duration blocked waited drains out below work_lost work_unknown late node_time length
);

/// Reads an encoded list of numbers; each function returns `None` if there is no number left, or not a valid one.
struct Numbers<I>(I);

impl<I: Iterator<Item = i64>> Numbers<I> {
    fn outcome(&mut self) -> Option<Outcome> {
        Outcome::ALL.get(usize::try_from(self.0.next()?).ok()?).copied()
    }

    fn count(&mut self) -> Option<u32> {
        u32::try_from(self.0.next()?).ok()
    }

    fn span(&mut self) -> Option<SimSpan> {
        Some(SimSpan::from_ms(self.0.next()?))
    }

    fn instant(&mut self) -> Option<Option<SimTime>> {
        let ms = self.0.next()?;
        Some((ms != NEVER).then_some(SimTime::from_ms(ms)))
    }

    /// As many pools as the next number says.
    fn pools(&mut self) -> Option<Vec<PoolFigures>> {
        let mut pools = Vec::new();
        for _ in 0..self.0.next()? {
            pools.push(PoolFigures {
                outcome: self.outcome()?,
                upgraded: self.count()?,
                duration: self.span()?,
                over: self.instant()?,
            });
        }
        Some(pools)
    }

    /// As many nodes as the next number says.
    fn removed(&mut self) -> Option<Vec<(NodeId, SimTime)>> {
        let mut removed = Vec::new();
        for _ in 0..self.0.next()? {
            removed.push((NodeId(self.count()?), self.instant()??));
        }
        Some(removed)
    }

    /// All workloads that are left.
    fn workloads(&mut self) -> Option<Vec<WorkloadFigures>> {
        let mut workloads = Vec::new();
        while let Some(fewest) = self.0.next() {
            workloads.push(WorkloadFigures {
                fewest: u32::try_from(fewest).ok()?,
                harm: self.count()?,
                moves: self.count()?,
                moved_again: self.count()?,
                out: self.span()?,
                below: self.span()?,
                refused: self.span()?,
                work_lost: self.span()?,
                pending: self.span()?,
                down: self.instant()?,
            });
        }
        Some(workloads)
    }
}

fn removed(trace: &Trace) -> Vec<(NodeId, SimTime)> {
    let nodes = trace.last().nodes.ids().filter(|_| trace.plan().is_autoscaled());
    let gone = nodes.filter_map(|id| {
        let rows = trace.rows_back(Subject::Node(id), trace.len());
        let mut rows = rows.filter_map(|no| trace.record(no));
        let gone = rows.find(|row| row.change == Change::NodeGone)?;
        // A node that is recreated is gone as well, for a while.
        let marked = |row: &Record| matches!(row.change, Change::DeletionMarked { .. });
        let before = rows.find(|row| marked(row) || row.change == Change::NodeReady)?;
        marked(&before).then_some((id, gone.at))
    });
    gone.collect()
}

fn control_plane(trace: &Trace) -> Option<SimTime> {
    let plane = &trace.last().control_plane;
    if plane.replica.is_some() || control_plane_row(trace, trace.len(), plane.version).is_some() {
        return None;
    }
    let mut rows = trace.rows_back(Subject::Cluster, trace.len());
    rows.find_map(|no| {
        let record = trace.record(no)?;
        let done = matches!(record.change, Change::ControlPlaneDone | Change::ControlPlaneBack);
        done.then_some(record.at)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Focus;
    use super::*;

    fn run() -> Figures {
        Figures {
            outcome: Outcome::Succeeded,
            upgraded: 3,
            evictions: 9,
            forced: 1,
            violations: 0,
            lost: 1,
            killed: 0,
            jobs_failed: 0,
            moved_again: 3,
            unplaced: 1,
            cut_short: 2,
            disks_lost: 4,
            preempted: 0,
            pending_max: 2,
            creating_max: 1,
            in_progress_max: 1,
            undrained: 0,
            drains: SimSpan::ZERO,
            below: SimSpan::ZERO,
            work_lost: SimSpan::from_secs(50),
            work_unknown: SimSpan::from_secs(40),
            late: SimSpan::from_secs(70),
            node_time: SimSpan::from_secs(80),
            length: SimSpan::from_secs(1000),
            nodes_min: 3,
            nodes_max: 4,
            nodes_left: 3,
            duration: SimSpan::from_secs(900),
            blocked: SimSpan::from_secs(60),
            waited: SimSpan::from_secs(5),
            out: SimSpan::from_secs(20),
            ready: 7,
            missing: 2,
            pools: vec![
                PoolFigures {
                    outcome: Outcome::Succeeded,
                    upgraded: 3,
                    duration: SimSpan::from_secs(900),
                    over: Some(SimTime::from_secs(1000)),
                },
                PoolFigures {
                    outcome: Outcome::Idle,
                    upgraded: 0,
                    duration: SimSpan::ZERO,
                    over: None,
                },
            ],
            windows: 2,
            over: Some(SimTime::from_secs(1000)),
            removed: vec![(NodeId(4), SimTime::from_secs(30))],
            control_plane: None,
            workloads: [1, 0, 6]
                .map(|fewest| WorkloadFigures { fewest, ..WorkloadFigures::default() })
                .to_vec(),
        }
    }

    /// Fewer Pods are forced out, and another workload has no ready Pod for a while.
    #[test]
    fn no_harm_is_traded_for_an_outage_of_another_workload() {
        let focus = Focus::Run;
        let mut after = Figures { forced: 0, lost: 0, ..run() };
        assert!(focus.gains(&after, &run()));
        after.workloads[2].out = SimSpan::from_secs(20);
        assert!(!focus.gains(&after, &run()));
        // One that never was up in the run isn't taken down.
        after.workloads[2].out = SimSpan::ZERO;
        after.workloads[1].out = SimSpan::from_secs(20);
        assert!(focus.gains(&after, &run()));
        after.workloads[2].out = SimSpan::from_secs(20);
        // Where it is out in both, nothing is traded; and what is stuck may cost one.
        let mut before = run();
        before.workloads[2].out = SimSpan::from_secs(90);
        assert!(focus.gains(&after, &before));
        assert!(focus.gains(&after, &Figures { outcome: Outcome::Stuck, ..run() }));
    }

    /// Several pools are over when the last one is: that an earlier one ends sooner gains nothing.
    #[test]
    fn pools_are_over_with_the_last_of_them() {
        let with = |first: i64, second: i64| {
            let mut run = run();
            for (pool, over) in run.pools.iter_mut().zip([first, second]) {
                (pool.outcome, pool.over) = (Outcome::Succeeded, Some(SimTime::from_secs(over)));
            }
            run
        };
        let both = Focus::Pools(vec![PoolId(0), PoolId(1)]);
        assert!(!both.gains(&with(700, 2000), &with(1000, 2000)));
        assert!(both.gains(&with(1000, 1700), &with(1000, 2000)));
        assert!(!both.gains(&with(1700, 1000), &with(1000, 1700)));
        // The question about one of them is about that one.
        assert!(Focus::Pools(vec![PoolId(0)]).gains(&with(700, 2000), &with(1000, 2000)));
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
        next(|one| (one.work_lost, one.out) = (SimSpan::ZERO, SimSpan::from_secs(99)));
        next(|one| (one.lost, one.work_lost) = (0, SimSpan::from_secs(900)));
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
        let mut dear = run();
        dear.nodes_max = 9;
        assert_eq!(dear.better(&run()), Ordering::Equal);
        assert_eq!(dear.cheaper(&run()), Ordering::Greater);
    }
}
