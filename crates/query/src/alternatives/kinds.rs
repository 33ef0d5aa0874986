//! The kinds of suggested change. Each is offered only where it relates to what happened.

use super::scope::RunScope;
use super::{Before, SettingChange};
use crate::index::Hold;
use base::quantity::IntOrPercent;
use base::{BudgetId, PoolId, SimSpan, WorkloadId};
use model::WorkloadKind;
use model::budget::{Limit, Selected, UnhealthyPodEvictionPolicy, scale, status};
use model::strategy::surge::{PARALLEL_LIMIT, Slots, slots};
use model::strategy::{Strategy, Surge};
use trace::{Blocker, Subject};

pub(super) struct ChangeContext<'a> {
    pub(super) scope: RunScope<'a>,
    pub(super) before: &'a Before,
}

type Kind = fn(&ChangeContext<'_>) -> Vec<SettingChange>;

/// Ordered from the most to the least direct: if there are more than can be tried, the last ones are dropped.
pub(super) const KINDS: [Kind; 9] = [
    two_budgets,
    wider,
    always_allow,
    quota,
    more_replicas,
    new_budget,
    pdb_timeout,
    shorter_grace,
    surge,
];

/// How many budgets, and workloads without one, are each offered a change.
const OF_A_KIND: usize = 2;
/// An upgrade doesn't wait for shorter grace periods than this.
const SHORT_GRACE: SimSpan = SimSpan::from_secs(60);
/// How long GKE respects budgets (SU-07).
const HOUR: SimSpan = SimSpan::from_secs(3600);
/// An upgrade doesn't wait long for a budget with a shorter timeout than this.
const SHORT_TIMEOUT: SimSpan = SimSpan::from_secs(600);

/// Removes the second of two budgets that select one Pod.
fn two_budgets(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let second = cx.scope.refusals.iter().find_map(|hold| match hold.by {
        Blocker::TwoBudgets { second, .. } => Some(second),
        _ => None,
    });
    second.map(|budget| SettingChange::NoBudget { budget }).into_iter().collect()
}

/// Allows one more Pod to be down.
fn wider(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let budgets = cx.scope.budgets().into_iter().take(OF_A_KIND);
    budgets
        .filter_map(|budget| {
            let from = cx.scope.plan.budgets.get(budget)?.limit;
            let to = one_more(from, replicas(cx, budget)?)?;
            (to != from).then_some(SettingChange::Budget { budget, from, to })
        })
        .collect()
}

/// Σ `spec.replicas` of what the budget selects at the start; `None` if a kind without scale is among it.
fn replicas(cx: &ChangeContext<'_>, budget: BudgetId) -> Option<i64> {
    let plan = cx.scope.plan;
    let workloads = &plan.budgets.get(budget)?.workloads;
    scale(workloads.iter().map(|id| {
        let workload = plan.workloads.get(*id)?;
        workload.kind.has_scale().then_some(workload.replicas)
    }))
}

/// The limit with which one more of `pods` Pods may be down; a percentage stays one.
fn one_more(limit: Limit, pods: i64) -> Option<Limit> {
    let fewer = |value: IntOrPercent| {
        let wanted = value.scaled_up(pods) - 1;
        (wanted >= 0).then(|| IntOrPercent::Percent(wanted * 100 / pods.max(1)))
    };
    let more = |value: IntOrPercent| {
        let now = value.scaled_up(pods);
        let round = IntOrPercent::Percent((now + 1) * 100 / pods.max(1));
        // With many Pods one percent may round down to the same number.
        let next = IntOrPercent::Percent(now * 100 / pods.max(1) + 1);
        if round.scaled_up(pods) > now { round } else { next }
    };
    Some(match limit {
        Limit::MaxUnavailable(IntOrPercent::Int(n)) => {
            Limit::MaxUnavailable(IntOrPercent::Int(n + 1))
        }
        Limit::MinAvailable(IntOrPercent::Int(n)) if n > 0 => {
            Limit::MinAvailable(IntOrPercent::Int(n - 1))
        }
        Limit::MinAvailable(IntOrPercent::Int(_)) => return None,
        Limit::MaxUnavailable(value) => Limit::MaxUnavailable(more(value)),
        Limit::MinAvailable(value) => Limit::MinAvailable(fewer(value)?),
    })
}

/// If the eviction of an unready Pod was refused, this alone may allow it (BS-75).
fn always_allow(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let refused = |budget: BudgetId| {
        let by = move |hold: &&&Hold| matches!(hold.by, Blocker::Budget { budget: other, .. } if other == budget);
        let holds = cx.scope.refusals.iter().filter(by);
        holds.max_by_key(|hold| cx.scope.lasted(hold))
    };
    let unhealthy = |hold: &Hold| {
        let frame = cx.scope.trace.frame(hold.no.0, hold.at);
        match hold.subject {
            Subject::Pod(pod) => frame.cluster.pod(pod).is_some_and(|pod| !pod.ready()),
            _ => false,
        }
    };
    let budgets = cx.scope.budgets().into_iter().take(OF_A_KIND);
    budgets
        .filter(|id| {
            let budget = cx.scope.plan.budgets.get(*id);
            budget.is_some_and(|one| one.policy == UnhealthyPodEvictionPolicy::IfHealthyBudget)
                && refused(*id).is_some_and(|hold| unhealthy(hold))
        })
        .map(|budget| SettingChange::AlwaysAllow { budget })
        .collect()
}

/// Adds as many VMs as the largest surge of a pool, if capacity ran out.
fn quota(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let plan = cx.scope.plan;
    let pools = cx.scope.pools.iter();
    let surge = pools.filter_map(|pool| Some(plan.pools.get(*pool)?.surge().max_surge));
    let to = surge.max().unwrap_or(0);
    cx.scope
        .quota
        .filter(|from| *from < to)
        .map(|from| SettingChange::Quota { from, to })
        .into_iter()
        .collect()
}

/// Adds a replica if the budget allows no disruption, or if there is only one.
fn more_replicas(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let plan = cx.scope.plan;
    let more = |workload: WorkloadId| {
        let one = plan.workloads.get(workload)?;
        one.kind.has_scale().then_some(SettingChange::Replicas {
            workload,
            from: one.replicas,
            to: one.replicas + 1,
        })
    };
    let held = cx.scope.budgets().into_iter().filter_map(|budget| {
        let pods = replicas(cx, budget)?;
        let one = plan.budgets.get(budget)?;
        let allowed = |pods: i64| {
            let selected = Selected { pods, healthy: pods, scale: Some(pods) };
            status(one.limit, selected).map_or(0, |status| status.disruptions_allowed)
        };
        (allowed(pods) == 0 && allowed(pods + 1) > 0)
            .then(|| one.workloads.first().copied())
            .flatten()
    });
    let single =
        cx.without_any().filter(|id| plan.workloads.get(*id).is_some_and(|one| one.replicas == 1));
    held.take(OF_A_KIND).chain(single.take(1)).filter_map(more).collect()
}

/// Adds a budget for a workload of several Pods that all went at once.
fn new_budget(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let unprotected = cx.without_any().filter(|id| {
        cx.scope.plan.workloads.get(*id).is_some_and(|workload| {
            let kind = matches!(
                workload.kind,
                WorkloadKind::Deployment | WorkloadKind::StatefulSet { .. }
            );
            kind && workload.budgets.is_empty() && workload.replicas > 1
        })
    });
    unprotected.take(OF_A_KIND).map(|workload| SettingChange::NewBudget { workload }).collect()
}

/// A shorter PDB timeout if a drain waited long; twice as long if Pods were forced out.
fn pdb_timeout(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let mut edits = Vec::new();
    for pool in &cx.scope.pools {
        let here = |hold: &&&Hold| hold.node.and_then(|node| cx.scope.pool(node)) == Some(*pool);
        let holds = cx.scope.refusals.iter().filter(here);
        let longest = holds.map(|hold| cx.scope.lasted(hold)).max();
        let limits = cx.scope.plan.pools.get(*pool).map(|pool| pool.drain);
        let (Some(longest), Some(limits)) = (longest, limits) else {
            continue;
        };
        let from = limits.pdb_timeout.unwrap_or(HOUR);
        if longest > SHORT_TIMEOUT && from > SHORT_TIMEOUT {
            let to = SHORT_TIMEOUT;
            edits.push(SettingChange::PdbTimeout { pool: *pool, from, to });
        }
        if longest >= from && cx.before.figures.forced > 0 {
            let to = from + from;
            edits.push(SettingChange::PdbTimeout { pool: *pool, from, to });
        }
    }
    edits.truncate(OF_A_KIND);
    edits
}

/// Shortens the longest grace period in scope, if it is long.
fn shorter_grace(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    if cx.scope.pools.is_empty() {
        return Vec::new();
    }
    let graces = cx.scope.workloads.iter().filter_map(|workload| {
        let grace = cx.scope.plan.workloads.get(*workload)?.grace;
        Some((grace, std::cmp::Reverse(*workload)))
    });
    graces
        .max()
        .filter(|(grace, _)| *grace > SHORT_GRACE)
        .map(|(from, workload)| SettingChange::Grace {
            workload: workload.0,
            from,
            to: SHORT_GRACE,
        })
        .into_iter()
        .collect()
}

/// Other numbers of surge and unavailable slots that change the slots of some zone.
fn surge(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let mut edits = Vec::new();
    for pool in &cx.scope.pools {
        let plan = cx.scope.plan;
        let Some(Strategy::Surge(from)) = plan.pools.get(*pool).map(|pool| pool.strategy) else {
            continue;
        };
        let zones = zones(cx, *pool);
        let largest = zones.iter().copied().max().unwrap_or(0);
        let of = |settings| -> Vec<Slots> {
            zones.iter().map(|nodes| slots(settings, *nodes)).collect()
        };
        let mut seen = vec![of(from)];
        // Several pools get one suggestion each.
        let enough = if cx.scope.pools.len() > 1 { 3 } else { usize::MAX };
        for to in shapes(from, largest, cx.scope.starved) {
            let sum = to.max_surge + to.max_unavailable;
            let slots = of(to);
            if seen.len() <= enough && (1..=PARALLEL_LIMIT).contains(&sum) && !seen.contains(&slots)
            {
                seen.push(slots);
                edits.push(SettingChange::Surge { pool: *pool, from, to });
            }
        }
    }
    edits
}

/// The pool's nodes in each zone at the start.
fn zones(cx: &ChangeContext<'_>, pool: PoolId) -> Vec<u32> {
    let groups = cx.scope.plan.pools.get(pool).map(|pool| &pool.groups);
    let nodes = &cx.scope.trace.start().nodes;
    let count = |group| nodes.values().filter(|node| node.group == group).count() as u32;
    groups.into_iter().flatten().map(|group| count(*group)).collect()
}

/// Larger, smaller, and documented settings; without surge nodes first if these found no capacity.
fn shapes(from: Surge, largest: u32, starved: bool) -> Vec<Surge> {
    let shape = |max_surge, max_unavailable| Surge { max_surge, max_unavailable };
    let (surge, unavailable) = (from.max_surge, from.max_unavailable);
    let mut shapes = Vec::new();
    if starved {
        shapes.push(shape(0, unavailable.max(1)));
        shapes.push(shape(surge, unavailable + 1));
    }
    if unavailable > 0 {
        shapes.push(shape(surge + unavailable, 0));
    }
    shapes.extend([
        shape(surge + 1, unavailable),
        shape(largest.min(PARALLEL_LIMIT), 0),
        shape(surge, unavailable + 1),
        shape(1, 0),
        shape(0, 1),
    ]);
    if surge > 0 {
        shapes.push(shape(surge - 1, unavailable));
    }
    if unavailable > 0 {
        shapes.push(shape(surge, unavailable - 1));
    }
    shapes
}

impl ChangeContext<'_> {
    /// Workloads in scope that had no ready Pod for a while, the longest first.
    fn without_any(&self) -> impl Iterator<Item = WorkloadId> + '_ {
        let out = self.before.out.iter();
        out.filter(|id| self.scope.workloads.contains(id)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(limit: Limit, pods: i64, wanted: Option<Limit>) {
        assert_eq!(one_more(limit, pods), wanted, "{limit:?} of {pods}");
    }

    #[test]
    fn a_wider_limit_lets_one_more_go_and_keeps_its_kind() {
        use IntOrPercent::{Int, Percent};
        use Limit::{MaxUnavailable, MinAvailable};
        check(MaxUnavailable(Int(0)), 2, Some(MaxUnavailable(Int(1))));
        check(MinAvailable(Int(3)), 3, Some(MinAvailable(Int(2))));
        check(MinAvailable(Int(0)), 3, None);
        check(MaxUnavailable(Percent(25)), 4, Some(MaxUnavailable(Percent(50))));
        check(MaxUnavailable(Percent(0)), 3, Some(MaxUnavailable(Percent(33))));
        check(MinAvailable(Percent(100)), 3, Some(MinAvailable(Percent(66))));
        check(MaxUnavailable(Percent(1)), 300, Some(MaxUnavailable(Percent(2))));
        check(MinAvailable(Percent(0)), 3, None);
    }
}
