//! Why a budget allows what it allows, and why an eviction is refused.

use super::{Reason, Why, WhyContext, ends, rollout, say, taints};
use crate::budgets::{BudgetAt, budget_at};
use crate::index::Hold;
use base::BudgetId;
use base::quantity::IntOrPercent;
use model::budget::Limit;
use trace::log::RuleName;
use trace::{Blocker, Phrase, Subject, Value, gke};

/// A hold as a reason, with the current numbers.
pub(super) fn refusal(cx: &WhyContext<'_>, hold: &Hold) -> Option<Reason> {
    let reason = Reason::of_row(cx, hold.no)?;
    Some(match hold.by {
        Blocker::Budget { budget, .. } | Blocker::Forbidden { budget } => {
            match budget_at(cx.trace.plan(), &cx.frame.cluster, budget) {
                Some(now) => numbers(cx, reason, &now),
                None => reason,
            }
        }
        Blocker::TwoBudgets { first, second } => reason.input(
            "input-budgets",
            Value::Names(vec![Subject::Budget(first), Subject::Budget(second)]),
        ),
        Blocker::NoNode { filter, nodes } => reason.input(
            "input-filter",
            taints::phrase(cx.trace, &cx.frame.cluster, hold.subject, filter, nodes),
        ),
        Blocker::NoNodes => reason.input("input-nodes", cx.frame.cluster.registered()),
        Blocker::Quota { spare } => reason.input("input-spare", spare),
        Blocker::QuotaOf { quota, short } => {
            let own = cx.trace.plan().quotas.get(quota as usize);
            let reason = reason.input("input-quota", own.map_or("?", |own| own.name.as_str()));
            let reason = reason.input("input-quota-left", own.map_or(0, |own| own.left));
            reason.input("input-quota-short", short)
        }
        Blocker::Stockout { zone } => reason.input("input-zone", Subject::Zone(zone)),
        Blocker::Reservation { machines } => reason.input("input-reservation", machines),
        Blocker::DrainFilter { filter } => {
            reason.input("input-drain-filter", gke::drain_filter(filter).message)
        }
        Blocker::BackoffLimit { failures } => reason.input("input-failures", failures),
        Blocker::Volume { node } => reason.input("input-node", Subject::Node(node)),
        Blocker::FailurePolicy | Blocker::ControlPlane => reason,
        Blocker::Deadline { after_s: seconds } => {
            reason.input("input-deadline", base::SimSpan::from_secs(i64::from(seconds)))
        }
        Blocker::Backoff { wait_s: seconds } => {
            reason.input("input-backoff", base::SimSpan::from_secs(i64::from(seconds)))
        }
    })
}

/// Healthy, desired and allowed Pods, and the limit behind them (KP-04 … KP-11).
fn numbers(cx: &WhyContext<'_>, reason: Reason, now: &BudgetAt) -> Reason {
    let reason = reason
        .input("input-budget", Subject::Budget(now.budget))
        .input("input-limit-of-budget", Phrase::limit(now.limit));
    let reason = match now.status {
        Some(status) => reason
            .input(
                "input-healthy",
                Phrase::new("value-of")
                    .with("part", status.current_healthy)
                    .with("whole", status.expected_pods),
            )
            .input("input-desired", status.desired_healthy)
            .input(
                "input-allowed",
                Phrase::new("value-allowed")
                    .with("healthy", status.current_healthy)
                    .with("desired", status.desired_healthy)
                    .with("allowed", status.disruptions_allowed),
            ),
        None => {
            let plan = cx.trace.plan();
            let owners = plan.budgets.get(now.budget).map_or(&[][..], |own| &own.workloads);
            let stays = |id| plan.workloads.get(id).is_some_and(|own| own.kind.stays_with_node());
            // KD-03: nothing waits for it.
            let key = match owners.iter().all(|id| stays(*id)) {
                true => "value-of-daemons",
                false => "value-sync-failed",
            };
            reason.input("input-allowed", Phrase::new(key))
        }
    };
    rollout::unready(cx, reason, now.budget)
}

/// What the budget allows now, with its rule.
pub(super) fn numbers_of(cx: &WhyContext<'_>, id: BudgetId) -> Option<Reason> {
    let now = budget_at(cx.trace.plan(), &cx.frame.cluster, id)?;
    let reason = Reason::of_rule(rule(cx, now.limit), Phrase::new("why-rule"));
    Some(numbers(cx, reason, &now))
}

fn rule(cx: &WhyContext<'_>, limit: Limit) -> RuleName {
    match limit {
        Limit::MaxUnavailable(_) => cx.rule("budget/max-unavailable", &["KP-04", "KP-07", "KP-11"]),
        Limit::MinAvailable(IntOrPercent::Int(_)) => {
            cx.rule("budget/min-available", &["KP-05", "KP-11"])
        }
        Limit::MinAvailable(IntOrPercent::Percent(_)) => {
            cx.rule("budget/min-available-percent", &["KP-06", "KP-07", "KP-11"])
        }
    }
}

pub(super) fn why(cx: &WhyContext<'_>, id: BudgetId) -> Option<Why> {
    let now = budget_at(cx.trace.plan(), &cx.frame.cluster, id)?;
    let held: Vec<&Hold> = cx
        .index
        .active_holds(cx.frame.next)
        .filter(|hold| match hold.by {
            Blocker::Budget { budget, .. } | Blocker::Forbidden { budget } => budget == id,
            Blocker::TwoBudgets { first, second } => first == id || second == id,
            _ => false,
        })
        .collect();
    let since = held.iter().map(|hold| hold.began).min();
    let pods: Vec<Subject> = held.iter().map(|hold| hold.subject).collect();
    let key = match (now.status, pods.is_empty()) {
        (None, _) => "why-budget-failed",
        (Some(_), true) => "why-budget",
        (Some(_), false) => "why-budget-refuses",
    };
    let what = Phrase::new(key)
        .with("budget", Subject::Budget(id))
        .with("allowed", now.allowed())
        .with("pods", Value::Names(pods));
    let reason = numbers_of(cx, id)?;
    let first = held.first().map(|hold| hold.no);
    let mut why = Why::new(cx, what, since.unwrap_or(cx.frame.at))
        .because(Some(reason))
        .say(now.status.map(say::condition))
        .say(held.first().and_then(|hold| say::refusal(hold.by)))
        .chained(cx, first);
    if !held.is_empty() {
        why.until = Some(ends::refusals(cx, &held));
    }
    Some(why)
}
