//! Disruption budgets, computed from scratch at each check.

use super::{PodRow, RowCx, Said, ensure, pod_name};
use crate::shadow::{BudgetCounts, Life, Shadow};
use base::quantity::IntOrPercent;
use base::{BudgetId, Map, PodId, SimTime, WorkloadId};
use model::UnhealthyPodEvictionPolicy;
use model::budget::Limit;
use trace::{Blocker, Change, Ending, Subject};

/// The expected status of a budget.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ShadowStatus {
    healthy: i64,
    pub desired: i64,
    expected: i64,
    pub allowed: i64,
}

/// Rounded up, as budgets do (KP-01).
const fn part(value: IntOrPercent, of: i64) -> i64 {
    match value {
        IntOrPercent::Int(n) => n,
        IntOrPercent::Percent(percent) => (of * percent + 99) / 100,
    }
}

/// The basis of a status: everything, or the state before an instant's later classes.
#[derive(Clone, Copy)]
pub(super) struct BudgetView {
    stale: Option<SimTime>,
    /// With owners whose last Pod was deleted at the instant, such as finished Pods when a drain begins.
    with_gone: bool,
    left: Left,
}

/// Which of the Pods that became unready at the instant still count.
#[derive(Clone, Copy)]
enum Left {
    /// That many of the preempted ones, because the scheduler acts after the controllers; both may act several times at an instant.
    Preempted(i64),
    All,
}

impl BudgetView {
    pub(super) const NOW: Self = Self { stale: None, with_gone: false, left: Left::Preempted(0) };

    fn all(at: SimTime) -> [Self; 3] {
        let stale = |with_gone| Self { stale: Some(at), with_gone, left: Left::All };
        [Self::NOW, stale(false), stale(true)]
    }

    /// After limits forced Pods out at the instant, before they were replaced and the scheduler preempted that many others.
    const fn between(at: SimTime, preempted: i64) -> Self {
        Self { stale: Some(at), with_gone: false, left: Left::Preempted(preempted) }
    }
}

/// The workloads of a budget, each with its later revisions.
fn members<'a>(shadow: &'a Shadow<'_>, id: BudgetId) -> impl Iterator<Item = WorkloadId> + 'a {
    let first = shadow.plan.budgets[id].workloads.iter();
    first.flat_map(|first| shadow.revisions(*first))
}

/// `None` if it can't be computed and nothing is allowed (KP-03, KP-08).
///
/// A stale status is the one before what controllers, limits and evictions did at the instant: they act after the
/// status was computed (AM-56, classes 3 to 6).
pub(super) fn status(shadow: &Shadow<'_>, id: BudgetId, view: BudgetView) -> Option<ShadowStatus> {
    let stale = view.stale;
    let budget = &shadow.plan.budgets[id];
    if budget.unreadable {
        return None;
    }
    let (mut pods, mut healthy, mut scale) = (0, 0, Some(0));
    let mut counted = None;
    for workload in members(shadow, id) {
        let own = &shadow.owned[workload];
        let known = |pod: PodId| pod.0 < shadow.start.pods.len();
        let seen =
            |pod: &&PodId| stale.is_none_or(|now| known(**pod) || shadow.pod(**pod).created < now);
        let gone = view.with_gone && shadow.gone[workload] == stale;
        let seen = own.iter().filter(seen).count() + usize::from(gone);
        pods += seen as i64;
        healthy += shadow.pods_of(workload).filter(|(_, pod)| pod.ready()).count() as i64;
        let (at, left) = match view.left {
            Left::All => shadow.left[workload],
            Left::Preempted(most) => {
                let (at, left) = shadow.left_for_room[workload];
                (at, left.min(most))
            }
        };
        healthy += if stale == Some(at) { left } else { 0 };
        let kind = shadow.plan.workloads[workload].kind;
        // A Deployment counts once, with Pods of any revisions.
        let first = workload.0 - shadow.plan.workloads[workload].revision;
        if seen > 0 && kind.is_owner() && counted.replace(first) != Some(first) {
            let replicas = i64::from(shadow.replicas[WorkloadId(first)]);
            scale = scale.filter(|_| kind.has_scale()).map(|all| all + replicas);
        }
    }
    let (expected, desired) = match shadow.limits[id] {
        Limit::MaxUnavailable(value) => (scale?, (scale? - part(value, scale?)).max(0)),
        Limit::MinAvailable(IntOrPercent::Int(n)) => (pods, n),
        Limit::MinAvailable(value) => (scale?, part(value, scale?)),
    };
    let allowed = if expected > 0 { (healthy - desired).max(0) } else { 0 };
    Some(ShadowStatus { healthy, desired, expected, allowed })
}

/// What each budget allows, by all possible views of the scheduler.
pub(super) fn allowances(shadow: &Shadow<'_>, at: SimTime) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = Vec::new();
    let preempted = shadow.left_for_room.values().filter(|(then, _)| *then == at);
    let preempted = preempted.map(|(_, left)| *left).max().unwrap_or(0);
    let between = (0..=preempted).rev().map(|count| BudgetView::between(at, count));
    for view in BudgetView::all(at).into_iter().chain(between) {
        let ids = shadow.plan.budgets.ids();
        let status = ids.map(|id| status(shadow, id, view));
        let allowed = status.map(|one| one.unwrap_or_default().allowed).collect();
        if !all.contains(&allowed) {
            all.push(allowed);
        }
    }
    all
}

/// The eviction API's expected answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EvictionAnswer {
    Granted,
    Refused {
        budget: BudgetId,
    },
    TwoBudgets,
    /// KE-06, KP-09: it depends on numbers that an earlier sync wrote before a failed one.
    Unknown,
}

pub(super) fn answer(shadow: &Shadow<'_>, pod: PodId) -> EvictionAnswer {
    answer_of(shadow, pod, BudgetView::NOW)
}

fn answer_of(shadow: &Shadow<'_>, pod: PodId, view: BudgetView) -> EvictionAnswer {
    let state = shadow.pod(pod);
    let Life::Running { ready } = state.life else {
        return EvictionAnswer::Granted;
    };
    let budgets = &shadow.plan.workloads[state.workload].budgets;
    let budget = match budgets[..] {
        [] => return EvictionAnswer::Granted,
        [only] => only,
        [..] => return EvictionAnswer::TwoBudgets,
    };
    let always = shadow.plan.budgets[budget].policy == UnhealthyPodEvictionPolicy::AlwaysAllow;
    match status(shadow, budget, view) {
        _ if !ready && always => EvictionAnswer::Granted,
        None if !ready => EvictionAnswer::Unknown,
        Some(status) if !ready && status.healthy >= status.desired && status.desired > 0 => {
            EvictionAnswer::Granted
        }
        Some(status) if status.allowed > 0 => EvictionAnswer::Granted,
        Some(_) | None => EvictionAnswer::Refused { budget },
    }
}

/// SU-23, KE-03, KE-08: evictions never reduce a budget's Pods below the required number.
pub(super) fn no_eviction_overdraws_a_budget(row: &RowCx<'_>) -> Said {
    let evicted =
        matches!(row.record.change, Change::PodTerminating { ending: Ending::Evicted, .. });
    let (Subject::Pod(pod), true) = (row.record.subject, evicted) else {
        return Ok(());
    };
    let views = BudgetView::all(row.record.at);
    let may_be_granted = |view: BudgetView| {
        let answer = answer_of(row.shadow, pod, view);
        matches!(answer, EvictionAnswer::Granted | EvictionAnswer::Unknown)
    };
    if views.into_iter().any(may_be_granted) {
        return Ok(());
    }
    let name = pod_name(row.shadow, pod);
    Err(match answer(row.shadow, pod) {
        EvictionAnswer::Refused { budget } => {
            format!("{name} is evicted against {}", row.plan.budgets[budget].name)
        }
        other => format!("{name} is evicted, and the answer would be {other:?}"),
    })
}

/// KE-03, KE-07: a Pod whose eviction a budget refuses is blocked by that budget.
pub(super) fn a_refusal_is_true(row: &PodRow<'_>) -> Said {
    let Change::Blocked { by } = row.record.change else {
        return Ok(());
    };
    let pod = row.id;
    let answer = answer(row.shadow, pod);
    // KE-08: a unit spent at this instant stays spent.
    let spent = |budget: BudgetId| spent(row.shadow, budget, row.record.at);
    let views = BudgetView::all(row.record.at);
    let holds = match by {
        Blocker::Budget { budget, allowed } => {
            let refused = |view: BudgetView| {
                let answer = answer_of(row.shadow, pod, view);
                matches!(answer, EvictionAnswer::Refused { .. } | EvictionAnswer::Unknown)
            };
            allowed == 0 && (views.into_iter().any(refused) || spent(budget))
        }
        Blocker::TwoBudgets { .. } => answer == EvictionAnswer::TwoBudgets,
        _ => true,
    };
    ensure(holds, || format!("{}: the answer would be {answer:?}", pod_name(row.shadow, pod)))
}

/// At the end of an instant: notes refused Pods whose eviction would be granted from now on. An eviction or an end at the instant
/// may have taken the unit that is free again now, unless there were enough.
pub(super) fn note_who_is_free(shadow: &mut Shadow<'_>, over: SimTime) {
    let mut refused = std::mem::take(&mut shadow.refused);
    let mut budget_counts = Map::new();
    refused.each_mut(|pod, since| {
        let budgets = &shadow.plan.workloads[shadow.pod(*pod).workload].budgets;
        let ended = |id: &BudgetId| {
            let mut own = members(shadow, *id);
            own.any(|workload| shadow.gone[workload] == Some(over))
        };
        // Scaled or edited at the instant, it may have been at its limit earlier.
        let moved = |id: &BudgetId| {
            let before = shadow.budget_counts.get(id);
            let now = before.and(status(shadow, *id, BudgetView::NOW));
            before.map(|one| (one.desired, one.expected))
                != now.map(|one| (one.desired, one.expected))
        };
        let taken = |id: &BudgetId| {
            let enough = had_enough(shadow, *id, over);
            (spent(shadow, *id, over) || ended(id) || moved(id)) && !enough
        };
        let taken = budgets.iter().any(taken);
        let granted = answer(shadow, *pod) == EvictionAnswer::Granted;
        let free = since.filter(|_| !taken).unwrap_or(over);
        *since = granted.then_some(free);
        for id in budgets {
            if let Some(now) = status(shadow, *id, BudgetView::NOW) {
                let now = BudgetCounts {
                    healthy: now.healthy,
                    desired: now.desired,
                    expected: now.expected,
                };
                budget_counts.insert(*id, now);
            }
        }
    });
    shadow.refused = refused;
    shadow.budget_counts = budget_counts;
}

/// Did the budget have another unit throughout the instant? Changes may have come after the request, and
/// other evictions may have taken units before it.
fn had_enough(shadow: &Shadow<'_>, id: BudgetId, at: SimTime) -> bool {
    let (Some(before), Some(after)) =
        (shadow.budget_counts.get(&id), status(shadow, id, BudgetView::NOW))
    else {
        return false;
    };
    let at_instant = |(then, pods): (SimTime, i64)| if then == at { pods } else { 0 };
    let own = members(shadow, id);
    let taken = own
        .map(|workload| at_instant(shadow.evicted[workload]) + at_instant(shadow.left[workload]));
    let left = before.healthy - taken.sum::<i64>() - before.desired.max(after.desired);
    left > 0 && before.expected > 0 && after.expected > 0
}

/// Was a Pod of the budget evicted at the instant?
fn spent(shadow: &Shadow<'_>, budget: BudgetId, at: SimTime) -> bool {
    let mut own = members(shadow, budget);
    own.any(|workload| {
        let (then, pods) = shadow.evicted[workload];
        then == at && pods > 0
    })
}
