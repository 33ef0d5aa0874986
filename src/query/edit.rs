//! What a person could change so that it would go otherwise, and what a run with the change came to.
//!
//! Nothing here guesses: an edit is applied to the plan, somebody runs it, and the two runs are compared.

use crate::base::quantity::IntOrPercent;
use crate::base::{BudgetId, PoolId, Set, SimSpan, WorkloadId};
use crate::model::budget::Limit;
use crate::model::settings::{Strategy, Surge};
use crate::model::surge::PARALLEL_LIMIT;
use crate::model::{Cluster, Plan};
use crate::query::index::Index;
use crate::query::series;
use crate::query::subject::Asked;
use crate::query::summary::Summary;
use crate::trace::{Blocker, Frame, Phrase, Subject, Trace, Value};

/// One setting, as it is and as it could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    Surge {
        pool: PoolId,
        from: Surge,
        to: Surge,
    },
    Budget {
        budget: BudgetId,
        from: Limit,
        to: Limit,
    },
    Grace {
        workload: WorkloadId,
        from: SimSpan,
        to: SimSpan,
    },
}

/// So many are worth the time of a run each.
const AT_MOST: usize = 3;
/// Shorter grace periods are not what an upgrade waits for.
const SHORT_GRACE: SimSpan = SimSpan::from_secs(60);

/// Settings that bear on the subject now, the most direct first.
pub fn alternatives(trace: &Trace, index: &Index, frame: &Frame, asked: Asked) -> Vec<Edit> {
    let plan = trace.plan();
    let Some((pool, budgets)) = bearing(trace, index, frame, asked) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for budget in budgets.iter().take(1) {
        edits.extend(wider(frame, *budget));
    }
    if frame
        .cluster
        .pools
        .get(pool)
        .is_some_and(|state| state.run.unfinished())
    {
        edits.extend(slowest_grace(plan, frame, pool));
        edits.extend(faster(plan, pool));
    }
    edits.truncate(AT_MOST);
    edits
}

/// The pool that the subject belongs to, and the budgets that hold it back.
fn bearing(
    trace: &Trace,
    index: &Index,
    frame: &Frame,
    asked: Asked,
) -> Option<(PoolId, Set<BudgetId>)> {
    let plan = trace.plan();
    let subject = match asked {
        Asked::Subject(subject) => subject,
        Asked::Record(no) => trace.record(no)?.subject,
    };
    let node_pool = |node| {
        let node = frame.cluster.nodes.get(node)?;
        plan.groups.get(node.group).map(|group| group.pool)
    };
    let busy = || {
        let pools = frame.cluster.pools.iter();
        pools
            .filter(|(_, state)| state.run.unfinished())
            .map(|(pool, _)| pool)
            .next()
    };
    let pool = match subject {
        Subject::Pool(pool) => pool,
        Subject::Node(node) => node_pool(node)?,
        Subject::Pod(pod) => {
            let on = frame
                .cluster
                .pods
                .get(pod)
                .and_then(crate::model::Pod::node);
            on.and_then(node_pool).or_else(busy)?
        }
        Subject::Cluster
        | Subject::Zone(_)
        | Subject::Workload(_)
        | Subject::Budget(_)
        | Subject::Service(_) => busy()?,
    };
    let mut budgets = Set::new();
    for hold in index.active_holds(frame.next) {
        let here = match subject {
            Subject::Node(node) => hold.node == Some(node),
            Subject::Pod(_) => hold.subject == subject,
            _ => hold.node.and_then(node_pool) == Some(pool),
        };
        if let (true, Blocker::Budget { budget, .. }) = (here, hold.by) {
            budgets.insert(budget);
        }
    }
    if let Subject::Budget(budget) = subject {
        budgets.insert(budget);
    }
    Some((pool, budgets))
}

/// One Pod more may be down.
fn wider(frame: &Frame, budget: BudgetId) -> Option<Edit> {
    let from = *frame.cluster.budgets.get(budget)?;
    let to = match from {
        Limit::MaxUnavailable(IntOrPercent::Int(n)) => {
            Limit::MaxUnavailable(IntOrPercent::Int(n + 1))
        }
        Limit::MinAvailable(IntOrPercent::Int(n)) if n > 0 => {
            Limit::MinAvailable(IntOrPercent::Int(n - 1))
        }
        // A percentage says nothing about one Pod; the number does.
        Limit::MaxUnavailable(IntOrPercent::Percent(_))
        | Limit::MinAvailable(IntOrPercent::Percent(_)) => {
            Limit::MaxUnavailable(IntOrPercent::Int(1))
        }
        Limit::MinAvailable(IntOrPercent::Int(_)) => return None,
    };
    (to != from).then_some(Edit::Budget { budget, from, to })
}

/// The longest grace period on the pool's nodes, if it is long.
fn slowest_grace(plan: &Plan, frame: &Frame, pool: PoolId) -> Option<Edit> {
    let here = frame.cluster.pods.values().filter(|pod| {
        pod.node()
            .and_then(|node| frame.cluster.nodes.get(node))
            .and_then(|node| plan.groups.get(node.group))
            .is_some_and(|group| group.pool == pool)
    });
    let workloads: Set<WorkloadId> = here.map(|pod| pod.workload).collect();
    let (grace, workload) = workloads
        .into_iter()
        .filter_map(|id| Some((plan.workloads.get(id)?.grace, id)))
        .max_by_key(|(grace, id)| (*grace, std::cmp::Reverse(*id)))?;
    (grace > SHORT_GRACE).then_some(Edit::Grace {
        workload,
        from: grace,
        to: SHORT_GRACE,
    })
}

/// One surge node more; where nodes go down, as many surge nodes instead.
fn faster(plan: &Plan, pool: PoolId) -> Option<Edit> {
    let Strategy::Surge(from) = plan.pools.get(pool)?.strategy else {
        return None;
    };
    let sum = from.max_surge + from.max_unavailable;
    let to = if from.max_unavailable > 0 {
        Surge {
            max_surge: sum,
            max_unavailable: 0,
        }
    } else {
        Surge {
            max_surge: from.max_surge + 1,
            max_unavailable: 0,
        }
    };
    (to != from && to.max_surge <= PARALLEL_LIMIT).then_some(Edit::Surge { pool, from, to })
}

impl Edit {
    /// Makes the plan and the cluster of time 0 those of the scenario with the edit.
    pub fn apply(&self, plan: &mut Plan, start: &mut Cluster) {
        match *self {
            Self::Surge { pool, to, .. } => {
                if let Some(pool) = plan.pools.get_mut(pool) {
                    pool.strategy = Strategy::Surge(to);
                }
            }
            Self::Budget { budget, to, .. } => {
                if let Some(budget) = plan.budgets.get_mut(budget) {
                    budget.limit = to;
                }
                if let Some(limit) = start.budgets.get_mut(budget) {
                    *limit = to;
                }
            }
            Self::Grace { workload, to, .. } => {
                if let Some(workload) = plan.workloads.get_mut(workload) {
                    workload.grace = to;
                }
            }
        }
    }

    pub fn phrase(&self) -> Phrase {
        match *self {
            Self::Surge { pool, from, to } => Phrase::new("edit-surge")
                .with("pool", Subject::Pool(pool))
                .with("from_surge", from.max_surge)
                .with("from_unavailable", from.max_unavailable)
                .with("to_surge", to.max_surge)
                .with("to_unavailable", to.max_unavailable),
            Self::Budget { budget, from, to } => Phrase::new("edit-budget")
                .with("budget", Subject::Budget(budget))
                .with("from", Phrase::limit(from))
                .with("to", number(to)),
            Self::Grace { workload, from, to } => Phrase::new("edit-grace")
                .with("workload", Subject::Workload(workload))
                .with("from", i64::from(from.secs()))
                .with("to", i64::from(to.secs())),
        }
    }

    /// The workloads whose ready Pods the edit is about.
    fn workloads(&self, plan: &Plan) -> Vec<WorkloadId> {
        match self {
            Self::Budget { budget, .. } => plan
                .budgets
                .get(*budget)
                .map_or_else(Vec::new, |budget| budget.workloads.clone()),
            Self::Surge { .. } | Self::Grace { .. } => Vec::new(),
        }
    }
}

/// A finished run with its numbers.
#[derive(Clone, Copy)]
pub struct Finished<'a> {
    pub trace: &'a Trace,
    pub summary: &'a Summary,
}

/// What the edit changed, number by number; what stayed is not said, but for the duration.
pub fn effect(edit: &Edit, before: Finished<'_>, after: Finished<'_>) -> Phrase {
    let mut parts = vec![duration(before.summary, after.summary)];
    let (old, new) = (before.summary, after.summary);
    let counts = [
        ("effect-peak", old.nodes.max, new.nodes.max),
        ("effect-lowest", old.nodes.min, new.nodes.min),
        ("effect-forced", old.forced, new.forced),
        ("effect-pending", old.pending_max, new.pending_max),
    ];
    for (key, from, to) in counts {
        if from != to {
            parts.push(Phrase::new(key).with("from", from).with("to", to));
        }
    }
    if old.blocked != new.blocked {
        parts.push(
            Phrase::new("effect-blocked")
                .with("from", old.blocked)
                .with("to", new.blocked),
        );
    }
    for workload in edit.workloads(before.trace.plan()) {
        let lowest = |run: Finished<'_>| {
            series::workload(run.trace, workload).map(|series| series.ready.min())
        };
        if let (Some(from), Some(to)) = (lowest(before), lowest(after))
            && from != to
        {
            parts.push(
                Phrase::new("effect-ready")
                    .with("workload", Subject::Workload(workload))
                    .with("from", from)
                    .with("to", to),
            );
        }
    }
    Phrase::new("effect").with("parts", Value::List(parts))
}

/// The number of a limit alone: an edit leaves its kind as it is.
fn number(limit: Limit) -> Value {
    let phrase = Phrase::limit(limit);
    phrase
        .arg("value")
        .cloned()
        .unwrap_or(Value::Phrase(Box::new(phrase)))
}

fn duration(old: &Summary, new: &Summary) -> Phrase {
    if old.outcome != new.outcome {
        return Phrase::new("effect-outcome")
            .with("from", old.outcome.name())
            .with("to", new.outcome.name());
    }
    let saved = old.duration.ms() - new.duration.ms();
    match saved {
        0 => Phrase::new("effect-same"),
        _ if saved > 0 => Phrase::new("effect-sooner").with("by", SimSpan::from_ms(saved)),
        _ => Phrase::new("effect-later").with("by", SimSpan::from_ms(-saved)),
    }
}
