//! The kinds of suggested change. Each is offered only where it relates to what happened.

use super::context::{ChangeContext, OF_A_KIND};
use super::setting_change::{BudgetChange, ClusterChange, PoolChange, WorkloadChange};
use super::{SettingChange, connections, drains, policy, unprotected};
use crate::index::Hold;
use base::quantity::IntOrPercent;
use base::{BudgetId, PoolId, SimSpan, WorkloadId, order};
use model::budget::{Limit, Selected, UnhealthyPodEvictionPolicy, scale, status};
use model::strategy::surge::{PARALLEL_LIMIT, Slots, slots};
use model::strategy::{Strategy, Surge};
use model::{Cluster, Plan};
use std::cmp::Reverse;
use std::iter::successors;
use trace::{Blocker, Subject};

type Kind = fn(&ChangeContext<'_>) -> Vec<SettingChange>;

/// Ordered from the most to the least direct: if there are more than can be tried, the last ones are dropped.
pub(super) const KINDS: [Kind; 24] = [
    connections::policies,
    connections::longer_stops,
    connections::longer_draining,
    connections::negs,
    connections::spread,
    drains::respect_budgets,
    drains::work_length,
    green_maximum,
    drains::longer_wait,
    drains::kept_in_wait,
    two_budgets,
    wider,
    always_allow,
    quota,
    green_set,
    reservation,
    drains::grace_limit,
    drains::longer_grace,
    more_replicas,
    drains::in_batches,
    drains::rollout,
    unprotected::new_budget,
    pdb_timeout,
    surge,
];

/// For work that waits for nothing but windows and exclusions, or is done by day; tried before all others.
pub(super) const POLICY: [Kind; 6] = [
    policy::another_night,
    policy::fewer_days,
    policy::no_notice,
    policy::exclusions,
    policy::longer_window,
    policy::more_days,
];

/// How many refusals of a budget are looked at.
const REFUSALS: usize = 20;
/// How long GKE respects budgets (SU-07).
const HOUR: SimSpan = SimSpan::from_secs(3600);

/// Removes the second of two budgets that select one Pod.
fn two_budgets(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let second = cx.scope.refusals.iter().find_map(|hold| match hold.by {
        Blocker::TwoBudgets { second, .. } if cx.scope.may_change(second) => Some(second),
        _ => None,
    });
    second.map(|budget| BudgetChange::Removed.of(budget)).into_iter().collect()
}

/// Allows one more Pod to be down; where Pods are unhealthy, so many that one may leave, at first or to the last.
fn wider(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let keeps = |budget: &BudgetId| !fails_on_a_version(cx, *budget);
    let budgets = cx.scope.budgets().into_iter().filter(keeps).take(OF_A_KIND);
    let mut edits = Vec::new();
    for budget in budgets {
        let from = cx.scope.plan.budgets.get(budget).map(|one| one.limit);
        let (Some(from), Some(pods)) = (from, replicas(cx.scope.plan, budget)) else {
            // A number of ready Pods needs no scale (KP-05).
            let fewer =
                from.filter(|from| matches!(from, Limit::MinAvailable(IntOrPercent::Int(_))));
            let to = fewer.and_then(|from| Some((from, one_more(from, 0)?)));
            edits.extend(to.map(|(from, to)| BudgetChange::Limit { from, to }.of(budget)));
            continue;
        };
        let Some(to) = widened(from, pods) else {
            continue;
        };
        let (fewest, most) = healthy(cx, budget).unwrap_or((pods, pods));
        for healthy in [most, fewest] {
            let mut wider = successors(Some(to), |to| one_more(*to, pods)).take(pods as usize);
            let to = wider.find(|to| allowed_of(*to, pods, healthy) > 0).unwrap_or(to);
            let edit = BudgetChange::Limit { from, to }.of(budget);
            if to != from && !edits.contains(&edit) {
                edits.push(edit);
            }
        }
    }
    edits
}

/// The limit with which one more may be down. As many as there are: a number that follows the replicas says what is meant.
pub(super) fn widened(from: Limit, pods: i64) -> Option<Limit> {
    match from {
        Limit::MinAvailable(value) if pods > 1 && value.scaled_up(pods) >= pods => {
            Some(Limit::MaxUnavailable(IntOrPercent::Int(1)))
        }
        _ => one_more(from, pods),
    }
}

/// Do Pods of the budget fail on nodes of a version? It keeps the working ones where they are.
fn fails_on_a_version(cx: &ChangeContext<'_>, budget: BudgetId) -> bool {
    let plan = cx.scope.plan;
    let selected = plan.budgets.get(budget).into_iter().flat_map(|budget| &budget.workloads);
    let mut fails = selected.flat_map(|id| &plan.workloads[*id].fails);
    fails.any(|fails| fails.version.is_some())
}

/// Σ `spec.replicas` of what the budget selects at the start; `None` if a kind without scale is among it.
pub(super) fn replicas(plan: &Plan, budget: BudgetId) -> Option<i64> {
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

/// Refusals by the budget, the longest first; a few are enough.
fn refusals<'a>(
    cx: &ChangeContext<'a>,
    budget: BudgetId,
) -> impl Iterator<Item = &'a Hold> + use<'a> {
    let by =
        |hold: &&&Hold| matches!(hold.by, Blocker::Budget { budget: other, .. } if other == budget);
    let mut holds: Vec<&Hold> = cx.scope.refusals.iter().filter(by).copied().collect();
    order::sort_by_key(&mut holds, |hold| (Reverse(cx.scope.lasted(hold)), hold.no));
    holds.truncate(REFUSALS);
    holds.into_iter()
}

/// The fewest and the most ready Pods of the budget at a refusal by it.
fn healthy(cx: &ChangeContext<'_>, budget: BudgetId) -> Option<(i64, i64)> {
    let workloads = &cx.scope.plan.budgets.get(budget)?.workloads;
    let ready = refusals(cx, budget).map(|hold| {
        let cluster = cx.scope.trace.frame(hold.no.0, hold.at).cluster;
        let pods = cluster.pods_of(|owner| workloads.contains(&owner));
        pods.filter(|(_, pod)| pod.ready()).count() as i64
    });
    ready.fold(None, |found: Option<(i64, i64)>, ready| {
        let (fewest, most) = found.unwrap_or((ready, ready));
        Some((fewest.min(ready), most.max(ready)))
    })
}

/// If the eviction of an unready Pod was refused, this alone may allow it (BS-75).
fn always_allow(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
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
                && refusals(cx, *id).any(unhealthy)
        })
        .map(|budget| BudgetChange::AlwaysAllow.of(budget))
        .collect()
}

/// Adds a VM, and as many as the largest surge of a pool needs, if capacity ran out.
fn quota(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let plan = cx.scope.plan;
    let pools = cx.scope.pools.iter();
    let surge = pools.filter_map(|pool| Some(plan.pools.get(*pool)?.surge().max_surge));
    let to = surge.max().unwrap_or(0);
    let quota = cx.scope.quota.into_iter();
    let more = quota.flat_map(|from| one_or_all(from, to.max(from + 1)));
    let more = more.map(|(from, to)| ClusterChange::Quota(from, to));
    more.chain(quotas_of_region(cx)).map(SettingChange::Cluster).collect()
}

/// Raises each quota that was short: by what was missing, and by as much as the surge of all pools takes.
fn quotas_of_region(cx: &ChangeContext<'_>) -> Vec<ClusterChange> {
    let (plan, scope) = (cx.scope.plan, &cx.scope);
    let raised = scope.short.iter().filter_map(|(quota, short)| {
        let own = plan.quotas.get(*quota as usize)?;
        let takes = |pool: &PoolId| {
            let surge = plan.pools.get(*pool)?.surge().max_surge;
            Some(own.per_node[*pool].saturating_mul(surge))
        };
        let all = scope.pools.iter().filter_map(takes).fold(0, u32::saturating_add);
        let least = own.left.saturating_add(*short);
        let sizes = [Some(least), Some(all).filter(|all| *all > least)].into_iter().flatten();
        let raised =
            move |to| ClusterChange::QuotaOf { quota: own.name.clone(), from: own.left, to };
        Some(sizes.map(raised))
    });
    raised.flatten().collect()
}

/// As much more quota as the whole green set needs, and surge instead, if the quota check of a blue-green upgrade failed (BG-09).
fn green_set(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let trace = cx.scope.trace;
    let found = cx.scope.pools.iter().find_map(|pool| {
        let failed = trace.rows_of(Subject::Pool(*pool)).into_iter().find(|no| {
            let row = trace.record(*no);
            row.is_some_and(|row| trace.rule(&row).slug == "blue-green/quota-check")
        });
        let no = failed?;
        let then = trace.frame(no.0, trace.record(no)?.at).cluster;
        let of_quotas = cx.scope.plan.quotas.iter();
        let of_quotas = of_quotas.filter_map(|one| one.left.checked_div(one.per_node[*pool])).min();
        let vms = |cluster: &Cluster| {
            cluster.nodes.values().filter(|node| node.occupies_capacity()).count() as u32
        };
        let used = vms(&then).saturating_sub(vms(trace.start()));
        let free = then.spare.map(|spare| spare.saturating_sub(used));
        let free = free.into_iter().chain(of_quotas).min()?;
        Some((*pool, then.spare, used, free, cx.zones(*pool)))
    });
    let Some((pool, spare, used, free, zones)) = found else {
        return Vec::new();
    };
    let needed: u32 = zones.iter().sum();
    let largest = zones.iter().copied().max().unwrap_or(0);
    let free = free.min(largest).min(PARALLEL_LIMIT);
    let unavailable = u32::from(free == 0);
    let to = Surge { max_surge: free, max_unavailable: unavailable };
    let quota = spare.filter(|spare| *spare < needed + used);
    let quota = quota.map(|from| ClusterChange::Quota(from, needed + used));
    let instead = PoolChange::SurgeInstead(to).of(pool);
    quota.map(SettingChange::Cluster).into_iter().chain([instead]).collect()
}

/// Green of an autoscaled upgrade takes as many nodes as blue has, if Pods found no room on it (AB-16).
fn green_maximum(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    if cx.before.outcome.unplaced.is_empty() {
        return Vec::new();
    }
    let pools = cx.scope.pools.iter().filter_map(|pool| {
        let own = cx.scope.plan.pools.get(*pool).filter(|own| own.strategy.wait().is_some())?;
        let (limits, zones) = (own.autoscaling?, cx.zones(*pool));
        let all = zones.iter().sum();
        let to = if limits.total { all } else { zones.into_iter().max().unwrap_or(0) };
        let (total, from) = (limits.total, limits.max);
        let change = PoolChange::NodeLimit { maximum: true, total, from, to };
        (to > from).then(|| change.of(*pool))
    });
    pools.take(2).collect()
}

/// What a budget over so many healthy Pods allows.
fn allowed(limit: Limit, pods: i64) -> i64 {
    allowed_of(limit, pods, pods)
}

fn allowed_of(limit: Limit, pods: i64, healthy: i64) -> i64 {
    let selected = Selected { pods, healthy, scale: Some(pods) };
    status(limit, selected).map_or(0, |status| status.disruptions_allowed)
}

/// Adds a VM to a reservation that is used up, and as many as the pool's nodes and its surge need.
fn reservation(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let Some((pool, from)) = cx.scope.reservation else {
        return Vec::new();
    };
    let surge = cx.scope.plan.pools.get(pool).map_or(0, |pool| pool.surge().max_surge);
    let needed = cx.zones(pool).iter().sum::<u32>() + surge;
    let more = one_or_all(from, needed.max(from + 1));
    more.map(|(from, to)| PoolChange::Reservation(from, to).of(pool)).collect()
}

/// One more, and as many as are of use.
fn one_or_all(from: u32, all: u32) -> impl Iterator<Item = (u32, u32)> {
    let least = (from < all).then_some(from + 1);
    least.into_iter().chain((from + 1 < all).then_some(all)).map(move |to| (from, to))
}

/// Adds a replica if the budget allows no disruption, if there is only one, or where half of the Pods or fewer are left.
fn more_replicas(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let plan = cx.scope.plan;
    let more = |workload: WorkloadId| {
        let one = plan.workloads.get(workload)?;
        let more = WorkloadChange::Replicas(one.replicas, one.replicas + 1);
        one.kind.has_scale().then(|| more.of(workload))
    };
    let held = cx.scope.budgets().into_iter().filter_map(|budget| {
        let pods = replicas(plan, budget)?;
        let one = plan.budgets.get(budget)?;
        (allowed(one.limit, pods) == 0 && allowed(one.limit, pods + 1) > 0)
            .then(|| one.workloads.first().copied())
            .flatten()
    });
    let single =
        cx.without_any().filter(|id| plan.workloads.get(*id).is_some_and(|one| one.replicas == 1));
    let half = cx.at_half().take(OF_A_KIND);
    held.take(OF_A_KIND).chain(single.take(1)).chain(half).filter_map(more).collect()
}

/// Twice as long a PDB timeout if Pods were forced out. A shorter one only forces them out sooner.
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
        if longest >= from && cx.before.outcome.forced > 0 {
            let to = from + from;
            edits.push(PoolChange::PdbTimeout(from, to).of(*pool));
        }
    }
    edits.truncate(OF_A_KIND);
    edits
}

/// Other numbers of surge and unavailable slots that change the slots of some zone.
fn surge(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let mut edits = Vec::new();
    for pool in &cx.scope.pools {
        let plan = cx.scope.plan;
        // GKE recreates a multi-host TPU slice as a whole under any settings (BS-05).
        let own = plan.pools.get(*pool).filter(|pool| !pool.multi_host);
        let Some(Strategy::Surge(from)) = own.map(|pool| pool.strategy) else {
            continue;
        };
        let zones = cx.zones(*pool);
        let largest = zones.iter().copied().max().unwrap_or(0);
        let of = |settings| -> Vec<Slots> {
            zones.iter().map(|nodes| slots(settings, *nodes)).collect()
        };
        let mut seen = vec![of(from)];
        // Of several pools each gets at most three suggestions.
        let enough = if cx.scope.pools.len() > 1 { 3 } else { usize::MAX };
        for to in shapes(from, largest, cx.scope.starved) {
            let sum = to.max_surge + to.max_unavailable;
            let slots = of(to);
            if seen.len() <= enough && (1..=PARALLEL_LIMIT).contains(&sum) && !seen.contains(&slots)
            {
                seen.push(slots);
                edits.push(PoolChange::Surge { from, to }.of(*pool));
            }
        }
    }
    edits
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
