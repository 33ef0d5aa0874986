//! What a question is about: the work by which a change is judged first, before the whole run.

use super::before::Before;
use crate::outcome::{Outcome, PoolOutcome};
use crate::removal::{Removal, removal};
use base::{NodeId, PoolId, SimSpan, SimTime, WorkloadId};
use std::cmp::{Ordering, Reverse};
use trace::{Conclusion, Subject, Trace};

/// The least that is sooner.
pub(super) const LEAST: SimSpan = SimSpan::from_secs(60);

/// The subject's own work.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Focus {
    /// Everything.
    #[default]
    Run,
    /// Upgrades of these pools.
    Pools(Vec<PoolId>),
    /// Pods of these workloads.
    Workloads(Vec<WorkloadId>),
    /// When the autoscaler removes these nodes, and how long Pods of these workloads wait for one.
    Scaling { nodes: Vec<NodeId>, workloads: Vec<WorkloadId> },
}

/// The subject's own figures: less is better, in the order of the fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Own {
    outcome: Reverse<Conclusion>,
    upgraded: Reverse<u32>,
    /// How much there is of the harm that the headline names; of the whole run.
    headline: i64,
    undrained: u32,
    harm: u32,
    work_lost: SimSpan,
    /// Pods without a node at the end; of the whole run.
    unplaced: u32,
    out: SimSpan,
    /// Pods that wait for a node at once; of the whole run.
    pending: u32,
    /// The fewest ready Pods; only of workloads.
    ready: Reverse<u32>,
    /// Moves of Pods that had moved already; only of workloads.
    moved_again: u32,
    /// When it is over; the largest number if it never is.
    over: i64,
}

/// The asked time; just before it was forced out for a Pod that has been: that is what a change may prevent.
pub(super) fn asked_for(trace: &Trace, subject: Subject, at: SimTime) -> SimTime {
    let Subject::Pod(_) = subject else {
        return at;
    };
    let rows = trace.rows_back(subject, trace.rows_until(at));
    let mut rows = rows.filter_map(|no| trace.record(no));
    let forced = rows.find(|row| matches!(removal(trace, row), Some(Removal::Forced { .. })));
    forced.map_or(at, |row| SimTime::from_ms((row.at.ms() - 1).max(0)))
}

impl Focus {
    fn own(&self, before: &Before, run: &Outcome) -> Own {
        let ms = |at: Option<SimTime>| at.map_or(i64::MAX, SimTime::ms);
        let mut own = Own {
            outcome: Reverse(run.upgrades),
            upgraded: Reverse(run.replaced()),
            headline: before.measure.map_or(0, |one| one.amount(run, before.start_unix_ms)),
            undrained: run.undrained,
            harm: run.harm(),
            work_lost: run.work_lost(),
            unplaced: run.unplaced.len() as u32,
            out: run.out(),
            pending: 0,
            ready: Reverse(0),
            moved_again: 0,
            over: match run.upgrades.completed() {
                true => run.over.map_or(0, SimTime::ms),
                false => i64::MAX,
            },
        };
        match self {
            Self::Run => {}
            Self::Pools(pools) => {
                let of = |pool: &PoolId| run.pool(*pool);
                let all = || pools.iter().filter_map(of);
                let outcome = all().map(|pool| pool.conclusion).min();
                own.outcome = Reverse(outcome.unwrap_or(Conclusion::Idle));
                own.upgraded = Reverse(all().map(PoolOutcome::replaced).sum());
                own.pending = run.pending_max;
                own.over = all().map(|pool| ms(pool.over)).max().unwrap_or(i64::MAX);
            }
            Self::Workloads(workloads) => {
                let of = |id: &WorkloadId| run.workload(*id);
                let all = || workloads.iter().filter_map(of);
                let span = |sum: SimSpan, span| sum + span;
                (own.upgraded, own.headline) = (Reverse(0), 0);
                own.pending = run.pending_max;
                own.harm = all().map(|one| one.harm).sum();
                own.work_lost = all().map(|one| one.work_lost).fold(SimSpan::ZERO, span);
                own.out = all().map(|one| one.out + one.below).fold(SimSpan::ZERO, span);
                own.ready = Reverse(all().filter_map(|one| one.fewest).sum());
                own.moved_again = all().map(|one| one.moved_again).sum();
                own.over = all().map(|one| one.refused).fold(SimSpan::ZERO, span).ms();
            }
            Self::Scaling { nodes, workloads } => {
                let gone = |node: &NodeId| run.removed.iter().find(|(id, _)| id == node);
                let stays = nodes.iter().filter(|node| gone(node).is_none());
                let ends = nodes.iter().filter_map(gone).map(|(_, at)| at.ms());
                let of = |id: &WorkloadId| run.workload(*id);
                let waits = workloads.iter().filter_map(of).map(|one| one.pending.ms());
                // What the change does to others is said.
                (own.harm, own.work_lost, own.out) = (0, SimSpan::ZERO, SimSpan::ZERO);
                own.headline = 0;
                own.pending = stays.count() as u32;
                own.over = ends.chain(waits).fold(0, i64::saturating_add);
            }
        }
        own
    }

    /// Does the run leave anything to improve for these workloads?
    pub(super) fn is_fine(&self, before: &Before) -> bool {
        let own = self.own(before, &before.outcome);
        let spared = own.harm == 0
            && own.undrained == 0
            && own.work_lost == SimSpan::ZERO
            && own.out == SimSpan::ZERO
            && own.moved_again == 0
            && own.over < LEAST.ms();
        matches!(self, Self::Workloads(_)) && spared
    }

    /// The order of two changed runs: the subject's own work, then the whole run, then the cost.
    pub(super) fn order(&self, before: &Before, one: &Outcome, other: &Outcome) -> Ordering {
        let rank = |run: &Outcome| {
            let whole = (self.own(before, run), Self::Run.own(before, run));
            (whole, run.nodes.max, run.evictions)
        };
        rank(one).cmp(&rank(other))
    }

    /// What comes first in that order: how it ends, and the harm that the headline names.
    pub(super) fn first(&self, before: &Before, run: &Outcome) -> impl Ord + use<> {
        let own = self.own(before, run);
        (own.outcome, own.upgraded, own.headline)
    }

    /// Does the change make an upgrade end that never would?
    fn frees(own: Own, was: Own) -> bool {
        was.outcome.0 == Conclusion::Stuck && own.outcome.0 == Conclusion::Succeeded
    }

    /// Is a changed run better than the run, and worth its cost? No gain but the end of an upgrade that never would end
    /// justifies another Pod that is forced out, killed or lost, and none a harm of the workload that the question is about; a run that ends before a user stops the upgrade has only avoided the command; time alone doesn't justify
    /// losing half of the ready Pods; nothing justifies an outage to the end of the run that is new or begins earlier, and
    /// nothing but another outcome a new one for a while; and less than a minute doesn't count.
    pub(super) fn gains(&self, before: &Before, after: &Outcome) -> bool {
        let run = &before.outcome;
        let outruns = run.upgrades.is_commanded() && after.upgrades != run.upgrades
            || after.failed_commands > run.failed_commands;
        let more = |of: fn(&Outcome) -> u32| of(after) > of(run);
        // A node that goes moves its Pods, or loses them: what that does to them is said.
        let moves = matches!(self, Self::Scaling { .. });
        let harms = more(|run| run.forced)
            || more(|run| run.violations)
            || !moves && more(|run| run.lost.len() as u32)
            || more(Outcome::killed)
            || !moves && after.work_lost() > run.work_lost()
            || more(Outcome::jobs_failed)
            || after.replaced() == run.replaced() && more(|run| run.disks_lost)
            || more(|run| run.undrained);
        let less = after.upgrades < run.upgrades || after.replaced() < run.replaced();
        let same = (after.upgrades, after.undrained) == (run.upgrades, run.undrained);
        let down = after.is_down_earlier(run) || same && !moves && after.takes_one_down(run);
        let (own, was) = (self.own(before, after), self.own(before, run));
        let may_harm = !matches!(self, Self::Workloads(_)) && Self::frees(own, was);
        if outruns || harms && !may_harm || less || down {
            return false;
        }
        let firsts = |own: Own| Own { moved_again: 0, pending: 0, over: 0, ..own };
        let whole =
            |run: &Outcome| (run.upgrades, run.replaced(), run.undrained, run.harm(), run.out());
        let bares = whole(after) == whole(run) && after.ready * 2 < run.ready;
        match firsts(own).cmp(&firsts(was)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal if bares && !moves => false,
            Ordering::Equal => {
                own.moved_again < was.moved_again && after.duration <= run.duration + LEAST
                    || own.pending == 0 && was.pending > 0
                    || self.is_sooner(own, was, after, run)
            }
        }
    }

    fn is_sooner(&self, own: Own, was: Own, after: &Outcome, run: &Outcome) -> bool {
        let saves = |after: i64, run: i64| {
            run.saturating_sub(after) >= LEAST.ms().max(if run == i64::MAX { 0 } else { run / 100 })
        };
        match self {
            Self::Run => saves(own.over, was.over) || saves(after.drains.ms(), run.drains.ms()),
            Self::Scaling { .. } => own.pending < was.pending || saves(own.over, was.over),
            Self::Pools(_) => saves(own.over, was.over),
            // Ignores refusals that delay nothing.
            Self::Workloads(_) => {
                let delays = saves(after.blocked.ms(), run.blocked.ms())
                    || saves(after.duration.ms(), run.duration.ms());
                delays && saves(own.over, was.over)
            }
        }
    }
}
