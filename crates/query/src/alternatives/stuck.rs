//! What an upgrade that never ends for want of VMs needs besides them.

use super::SettingChange;
use super::context::{ChangeContext, OF_A_KIND};
use super::kinds::{allowed, quota, replicas, reservation, widened};
use crate::conclusion::Conclusion;
use base::{BudgetId, PoolId};
use model::strategy::{Strategy, Surge};

/// Pools that never get a VM.
fn stuck_pools(cx: &ChangeContext<'_>) -> Vec<PoolId> {
    let run = &cx.before.outcome;
    let is_stuck =
        |pool: &&PoolId| run.pool(**pool).is_some_and(|pool| pool.conclusion == Conclusion::Stuck);
    let pools = cx.scope.pools.iter().filter(|_| cx.scope.starved);
    pools.filter(is_stuck).copied().collect()
}

/// Budgets that allow no disruption of Pods whose drain never begins: they would hold it up next.
pub(super) fn next_budgets(cx: &ChangeContext<'_>) -> Vec<BudgetId> {
    if stuck_pools(cx).is_empty() {
        return Vec::new();
    }
    let refused = cx.scope.budgets();
    let budgets = cx.scope.plan.budgets.iter().filter(|(id, budget)| {
        let bears = budget.workloads.iter().any(|one| cx.scope.workloads.contains(one));
        let holds = || replicas(cx, *id).is_some_and(|pods| allowed(budget.limit, pods) == 0);
        bears && !refused.contains(id) && cx.scope.may_change(*id) && holds()
    });
    budgets.map(|(id, _)| id).take(OF_A_KIND).collect()
}

/// A VM, or none that is needed, together with a disruption of each such budget.
pub(super) fn room_and_budgets(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let budgets = next_budgets(cx).into_iter().filter_map(|budget| {
        let from = cx.scope.plan.budgets.get(budget)?.limit;
        let to = widened(from, replicas(cx, budget)?)?;
        Some(SettingChange::Budget { budget, from, to })
    });
    let both = |one, other| SettingChange::Both(Box::new(one), Box::new(other));
    let Some(budgets) = budgets.reduce(both) else {
        return Vec::new();
    };
    let in_place = stuck_pools(cx).into_iter().find_map(|pool| {
        let own = cx.scope.plan.pools.get(pool).filter(|own| !own.multi_host)?;
        let Strategy::Surge(from) = own.strategy else {
            return None;
        };
        let to = Surge { max_surge: 0, max_unavailable: from.max_unavailable.max(1) };
        (to != from).then_some(SettingChange::Surge { pool, from, to })
    });
    let room = [quota(cx), reservation(cx)].into_iter().filter_map(|more| more.into_iter().next());
    room.chain(in_place).map(|room| both(room, budgets.clone())).collect()
}
