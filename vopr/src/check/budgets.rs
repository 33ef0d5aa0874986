//! Disruption budgets, counted anew at each question.

use super::{Row, Said, ensure, pod_name};
use crate::shadow::{Life, Shadow};
use nodetide::base::quantity::IntOrPercent;
use nodetide::base::{BudgetId, PodId};
use nodetide::model::UnhealthyPodEvictionPolicy;
use nodetide::model::budget::Limit;
use nodetide::trace::{Blocker, Change, Ending, Subject};

/// What the status of a budget should be now.
#[derive(Clone, Copy, Default, Debug)]
struct Status {
    healthy: i64,
    desired: i64,
    allowed: i64,
}

/// Rounded up, as budgets do (KP-01).
const fn part(value: IntOrPercent, of: i64) -> i64 {
    match value {
        IntOrPercent::Int(n) => n,
        IntOrPercent::Percent(percent) => (of * percent + 99) / 100,
    }
}

/// `None` where it cannot be computed, and nothing is allowed (KP-03, KP-08).
fn status(shadow: &Shadow<'_>, id: BudgetId) -> Option<Status> {
    let budget = &shadow.plan.budgets[id];
    if budget.unreadable {
        return None;
    }
    let (mut pods, mut healthy, mut scale) = (0, 0, Some(0));
    for workload in &budget.workloads {
        let own = &shadow.owned[workload.0 as usize];
        pods += own.len() as i64;
        healthy += shadow
            .pods_of(*workload)
            .filter(|(_, pod)| pod.ready())
            .count() as i64;
        let kind = shadow.plan.workloads[*workload].kind;
        if !own.is_empty() && kind.is_owner() {
            let replicas = i64::from(shadow.replicas[workload.0 as usize]);
            scale = scale.filter(|_| kind.has_scale()).map(|all| all + replicas);
        }
    }
    let (expected, desired) = match shadow.limits[id.0 as usize] {
        Limit::MaxUnavailable(value) => (scale?, (scale? - part(value, scale?)).max(0)),
        Limit::MinAvailable(IntOrPercent::Int(n)) => (pods, n),
        Limit::MinAvailable(value) => (scale?, part(value, scale?)),
    };
    let allowed = if expected > 0 {
        (healthy - desired).max(0)
    } else {
        0
    };
    Some(Status {
        healthy,
        desired,
        allowed,
    })
}

/// Would the eviction API grant it? With the budget that refuses, and what it allows.
pub(super) fn refused(shadow: &Shadow<'_>, pod: PodId) -> Option<(BudgetId, i64)> {
    let state = shadow.pod(pod);
    let Life::Running { ready } = state.life else {
        return None;
    };
    let budgets = &shadow.plan.workloads[state.workload].budgets;
    let first = *budgets.first()?;
    if budgets.len() > 1 {
        return Some((first, 0));
    }
    let status = status(shadow, first);
    let always = shadow.plan.budgets[first].policy == UnhealthyPodEvictionPolicy::AlwaysAllow;
    // KE-06: an unready Pod may go while the others are enough; a failed sync leaves the old numbers, which are unknown here.
    let enough = status.is_none_or(|status| status.healthy >= status.desired && status.desired > 0);
    if !ready && (always || enough) {
        return None;
    }
    let allowed = status.unwrap_or_default().allowed;
    (allowed < 1).then_some((first, allowed))
}

/// SU-23, KE-03, KE-08: the eviction API never takes a budget below what must stay.
pub(super) fn no_eviction_overdraws_a_budget(row: &Row<'_>) -> Said {
    let evicted = matches!(
        row.record.change,
        Change::PodTerminating {
            ending: Ending::Evicted,
            ..
        }
    );
    let (Subject::Pod(pod), true) = (row.record.subject, evicted) else {
        return Ok(());
    };
    match refused(row.shadow, pod) {
        Some((budget, allowed)) => {
            let name = &row.plan.budgets[budget].name;
            Err(format!(
                "{} is evicted against {name}, which allows {allowed}",
                pod_name(row.shadow, pod)
            ))
        }
        None => Ok(()),
    }
}

/// KE-07: who is told that a budget refuses is refused by it.
pub(super) fn a_refusal_is_true(row: &Row<'_>) -> Said {
    let (Subject::Pod(pod), Change::Blocked { by }) = (row.record.subject, row.record.change)
    else {
        return Ok(());
    };
    let count = row.plan.workloads[row.shadow.pod(pod).workload]
        .budgets
        .len();
    let holds = match by {
        Blocker::Budget { budget, allowed } => {
            refused(row.shadow, pod) == Some((budget, 0)) && count == 1 && allowed == 0
        }
        Blocker::TwoBudgets { .. } => refused(row.shadow, pod).is_some() && count > 1,
        _ => true,
    };
    ensure(holds, || {
        format!("{} would be granted", pod_name(row.shadow, pod))
    })
}
