//! What a run does to workloads, beside another run.

use crate::outcome::Outcome;
use base::SimSpan;

impl Outcome {
    /// Pods and Jobs that the run hurts.
    pub fn harm(&self) -> u32 {
        self.forced + self.lost.len() as u32 + self.killed() + self.jobs_failed()
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
            one.out > SimSpan::ZERO && other.out == SimSpan::ZERO && other.fewest.unwrap_or(0) > 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Before, Focus};
    use super::*;
    use crate::outcome::{PoolOutcome, WorkloadOutcome};
    use base::{PodId, PoolId, SimTime, WorkloadId};
    use std::cmp::Ordering;
    use trace::Conclusion;

    fn run() -> Outcome {
        let workload = |(n, fewest)| WorkloadOutcome {
            workload: WorkloadId(n),
            fewest: Some(fewest),
            ..WorkloadOutcome::default()
        };
        let mut workloads: Vec<_> =
            [1, 0, 6].into_iter().zip(0..).map(|(fewest, n)| workload((n, fewest))).collect();
        workloads[0].work_lost = SimSpan::from_secs(50);
        workloads[0].out = SimSpan::from_secs(20);
        Outcome {
            conclusion: Conclusion::Succeeded,
            upgrades: Conclusion::Succeeded,
            upgraded: 3,
            evictions: 9,
            forced: 1,
            lost: vec![PodId(5)],
            duration: SimSpan::from_secs(900),
            end: SimTime::from_secs(1000),
            over: Some(SimTime::from_secs(1000)),
            ready: 7,
            missing: 2,
            workloads,
            ..Outcome::default()
        }
    }

    fn before(outcome: Outcome) -> Before {
        Before { outcome, fine: false, measure: None, start_unix_ms: 0, out: Vec::new() }
    }

    /// Fewer Pods are forced out, and another workload has no ready Pod for a while.
    #[test]
    fn no_harm_is_traded_for_an_outage_of_another_workload() {
        let focus = Focus::Run;
        let mut after = Outcome { forced: 0, lost: Vec::new(), ..run() };
        assert!(focus.gains(&before(run()), &after));
        after.workloads[2].out = SimSpan::from_secs(20);
        assert!(!focus.gains(&before(run()), &after));
        // One that never was up in the run isn't taken down.
        after.workloads[2].out = SimSpan::ZERO;
        after.workloads[1].out = SimSpan::from_secs(20);
        assert!(focus.gains(&before(run()), &after));
        after.workloads[2].out = SimSpan::from_secs(20);
        // Where it is out in both, nothing is traded; and what is stuck may cost one.
        let mut held = run();
        held.workloads[2].out = SimSpan::from_secs(90);
        assert!(focus.gains(&before(held), &after));
        assert!(focus.gains(&before(Outcome { upgrades: Conclusion::Stuck, ..run() }), &after));
    }

    /// Several pools are over when the last one is: that an earlier one ends sooner gains nothing.
    #[test]
    fn pools_are_over_with_the_last_of_them() {
        let with = |first: i64, second: i64| {
            let pools = [first, second].map(|over| PoolOutcome {
                conclusion: Conclusion::Succeeded,
                over: Some(SimTime::from_secs(over)),
                ..PoolOutcome::default()
            });
            Outcome { pools: pools.to_vec(), ..run() }
        };
        let both = Focus::Pools(vec![PoolId(0), PoolId(1)]);
        assert!(!both.gains(&before(with(1000, 2000)), &with(700, 2000)));
        assert!(both.gains(&before(with(1000, 2000)), &with(1000, 1700)));
        assert!(!both.gains(&before(with(1000, 1700)), &with(1700, 1000)));
        // The question about one of them is about that one.
        assert!(Focus::Pools(vec![PoolId(0)]).gains(&before(with(1000, 2000)), &with(700, 2000)));
    }

    /// Each criterion outweighs all that follow it.
    #[test]
    fn outcome_counts_before_harm_before_time_and_nodes_are_a_cost() {
        let mut better = vec![run()];
        let mut next = |change: fn(&mut Outcome)| {
            let mut figures = run();
            change(&mut figures);
            better.push(figures);
        };
        next(|one| one.over = Some(SimTime::from_secs(800)));
        next(|one| {
            (one.workloads[0].out, one.over) = (SimSpan::ZERO, Some(SimTime::from_secs(9000)));
        });
        next(|one| {
            (one.workloads[0].work_lost, one.workloads[0].out) =
                (SimSpan::ZERO, SimSpan::from_secs(99));
        });
        next(|one| (one.lost, one.workloads[0].work_lost) = (Vec::new(), SimSpan::from_secs(900)));
        next(|one| (one.upgraded, one.forced) = (4, 9));
        let order = |one: &Outcome, other: &Outcome| Focus::Run.order(&before(run()), one, other);
        for pair in better.windows(2) {
            assert_eq!(order(&pair[1], &pair[0]), Ordering::Less, "{pair:#?}");
        }
        let mut stuck = run();
        stuck.upgrades = Conclusion::Stuck;
        assert_eq!(order(&run(), &stuck), Ordering::Less);
        // A run without end isn't better for getting stuck earlier.
        let mut earlier = stuck.clone();
        earlier.over = Some(SimTime::ZERO);
        assert_eq!(order(&earlier, &stuck), Ordering::Equal);
        let mut dear = run();
        dear.nodes.max = 9;
        assert_eq!(order(&dear, &run()), Ordering::Greater);
    }
}
