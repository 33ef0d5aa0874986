//! One setting, with its current and its suggested value.

use base::{BudgetId, PoolId, SimSpan, SimTime, WorkloadId};
use model::Plan;
use model::budget::Limit;
use model::maintenance::Scope;
use model::strategy::{BatchSize, BlueGreen, Surge};
use trace::{Phrase, Subject, Value};

/// A possible change of the scenario. The runner turns it into edits of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingChange {
    /// Two changes, neither of which is enough.
    Both(Box<Self>, Box<Self>),
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
    /// `unhealthyPodEvictionPolicy: AlwaysAllow`.
    AlwaysAllow {
        budget: BudgetId,
    },
    /// Removes the budget: another one selects the same Pods.
    NoBudget {
        budget: BudgetId,
    },
    /// A budget with `maxUnavailable: 1` for a workload without one.
    NewBudget {
        workload: WorkloadId,
    },
    Replicas {
        workload: WorkloadId,
        from: u32,
        to: u32,
    },
    /// Another replica, and a budget that lets one Pod go.
    ReplicasAndBudget {
        workload: WorkloadId,
        from: u32,
        to: u32,
        budget: BudgetId,
        limit: Limit,
    },
    /// `terminationGracePeriodSeconds`.
    Grace {
        workload: WorkloadId,
        from: SimSpan,
        to: SimSpan,
    },
    /// `nodeDrainConfig.graceTerminationDuration`; GKE's default is an hour.
    GraceLimit {
        pool: PoolId,
        from: SimSpan,
        to: SimSpan,
    },
    /// Blue-green instead of surge.
    BlueGreen {
        pool: PoolId,
        to: BlueGreen,
    },
    /// Batches and soaks of a blue-green upgrade.
    Rollout {
        pool: PoolId,
        from: BlueGreen,
        to: BlueGreen,
    },
    /// Surge instead of blue-green.
    SurgeInstead {
        pool: PoolId,
        to: Surge,
    },
    /// `nodeDrainConfig.pdbTimeoutDuration`; GKE's default is an hour.
    PdbTimeout {
        pool: PoolId,
        from: SimSpan,
        to: SimSpan,
    },
    /// VMs that may exist beyond those of the start, wherever the script says `from`.
    Quota {
        from: u32,
        to: u32,
    },
    /// VMs that the pool's reservation holds.
    Reservation {
        pool: PoolId,
        from: u32,
        to: u32,
    },
    /// The length of the maintenance window, in hours.
    WindowHours {
        from: i64,
        to: i64,
    },
    /// The maintenance window opens every day.
    WindowDaily,
    ExclusionScope {
        name: String,
        from: Scope,
        to: Scope,
    },
    ExclusionEnds {
        name: String,
        at: SimTime,
    },
    /// GKE upgrades the pool before the other one, whose automatic upgrade is due at the same time.
    Order {
        pool: PoolId,
        before: PoolId,
    },
    /// `--respect-pdb` of the rollback.
    RespectBudgets {
        pool: PoolId,
    },
}

impl SettingChange {
    pub fn phrase(&self) -> Phrase {
        match *self {
            Self::Both(ref one, ref other) => {
                let phrase = |edit: &Self| Value::Phrase(Box::new(edit.phrase()));
                Phrase::new("edit-both").with("one", phrase(one)).with("other", phrase(other))
            }
            Self::ReplicasAndBudget { workload, from, to, budget, limit } => {
                Phrase::new("edit-replicas-and-budget")
                    .with("workload", Subject::Workload(workload))
                    .with("from", from)
                    .with("to", to)
                    .with("budget", Subject::Budget(budget))
                    .with("limit", Phrase::limit(limit))
            }
            Self::GraceLimit { pool, from, to } => Phrase::new("edit-grace-limit")
                .with("pool", Subject::Pool(pool))
                .with("from", from)
                .with("to", to),
            Self::BlueGreen { pool, to } if to.batch == BatchSize::Nodes(0) => {
                Phrase::new("edit-soak")
                    .with("pool", Subject::Pool(pool))
                    .with("soak", to.pool_soak)
            }
            Self::BlueGreen { pool, to } => Phrase::new("edit-blue-green")
                .with("pool", Subject::Pool(pool))
                .with("batch", batch(to))
                .with("soak", to.batch_soak),
            Self::Rollout { pool, from, to } => {
                let (key, was, is): (_, Value, Value) = if from.batch != to.batch {
                    ("edit-batch", batch(from), batch(to))
                } else if from.batch_soak != to.batch_soak {
                    ("edit-batch-soak", from.batch_soak.into(), to.batch_soak.into())
                } else {
                    ("edit-pool-soak", from.pool_soak.into(), to.pool_soak.into())
                };
                let phrase = Phrase::new(key).with("pool", Subject::Pool(pool));
                phrase.with("from", was).with("to", is)
            }
            Self::SurgeInstead { pool, to } => Phrase::new("edit-surge-instead")
                .with("pool", Subject::Pool(pool))
                .with("surge", to.max_surge)
                .with("unavailable", to.max_unavailable),
            Self::Reservation { pool, from, to } => Phrase::new("edit-reservation")
                .with("pool", Subject::Pool(pool))
                .with("from", from)
                .with("to", to),
            Self::WindowHours { from, to } => {
                let hours = |hours: i64| SimSpan::from_secs(hours * 3_600);
                Phrase::new("edit-window-hours").with("from", hours(from)).with("to", hours(to))
            }
            Self::WindowDaily => Phrase::new("edit-window-daily"),
            Self::ExclusionScope { ref name, from, to } => Phrase::new("edit-exclusion-scope")
                .with("name", name.as_str())
                .with("from", from.name())
                .with("to", to.name()),
            Self::ExclusionEnds { ref name, at } => {
                Phrase::new("edit-exclusion-ends").with("name", name.as_str()).with("at", at)
            }
            Self::Order { pool, before } => Phrase::new("edit-order")
                .with("pool", Subject::Pool(pool))
                .with("before", Subject::Pool(before)),
            Self::Surge { pool, from, to } if from.max_unavailable == to.max_unavailable => {
                Phrase::new("edit-max-surge")
                    .with("pool", Subject::Pool(pool))
                    .with("from", from.max_surge)
                    .with("to", to.max_surge)
            }
            Self::Surge { pool, from, to } if from.max_surge == to.max_surge => {
                Phrase::new("edit-max-unavailable")
                    .with("pool", Subject::Pool(pool))
                    .with("from", from.max_unavailable)
                    .with("to", to.max_unavailable)
            }
            Self::Surge { pool, from, to } => Phrase::new("edit-surge")
                .with("pool", Subject::Pool(pool))
                .with("from_surge", from.max_surge)
                .with("from_unavailable", from.max_unavailable)
                .with("to_surge", to.max_surge)
                .with("to_unavailable", to.max_unavailable),
            Self::Budget { budget, from, to } => Phrase::new("edit-budget")
                .with("budget", Subject::Budget(budget))
                .with("from", Phrase::limit(from))
                .with(
                    "to",
                    match (from, to) {
                        (Limit::MinAvailable(_), Limit::MaxUnavailable(_)) => {
                            Phrase::limit(to).into()
                        }
                        _ => number(to),
                    },
                ),
            Self::AlwaysAllow { budget } => {
                Phrase::new("edit-always-allow").with("budget", Subject::Budget(budget))
            }
            Self::NoBudget { budget } => {
                Phrase::new("edit-no-budget").with("budget", Subject::Budget(budget))
            }
            Self::NewBudget { workload } => {
                Phrase::new("edit-new-budget").with("workload", Subject::Workload(workload))
            }
            Self::Replicas { workload, from, to } => Phrase::new("edit-replicas")
                .with("workload", Subject::Workload(workload))
                .with("from", from)
                .with("to", to),
            Self::Grace { workload, from, to } => Phrase::new("edit-grace")
                .with("workload", Subject::Workload(workload))
                .with("from", i64::from(from.secs()))
                .with("to", i64::from(to.secs())),
            Self::PdbTimeout { pool, from, to } => Phrase::new("edit-pdb-timeout")
                .with("pool", Subject::Pool(pool))
                .with("from", from)
                .with("to", to),
            Self::Quota { from, to } => Phrase::new("edit-quota").with("from", from).with("to", to),
            Self::RespectBudgets { pool } => {
                Phrase::new("edit-respect-budgets").with("pool", Subject::Pool(pool))
            }
        }
    }

    /// The pool whose strategy it changes, or the settings of that.
    pub fn strategy_of(&self) -> Option<PoolId> {
        match *self {
            Self::Surge { pool, .. }
            | Self::BlueGreen { pool, .. }
            | Self::Rollout { pool, .. }
            | Self::SurgeInstead { pool, .. } => Some(pool),
            Self::Both(ref one, ref other) => one.strategy_of().or(other.strategy_of()),
            _ => None,
        }
    }

    /// The workloads whose ready Pods the edit affects.
    pub fn workloads(&self, plan: &Plan) -> Vec<WorkloadId> {
        match *self {
            Self::Both(ref one, ref other) => {
                one.workloads(plan).into_iter().chain(other.workloads(plan)).collect()
            }
            Self::Budget { budget, .. }
            | Self::AlwaysAllow { budget }
            | Self::NoBudget { budget } => {
                plan.budgets.get(budget).map_or_else(Vec::new, |budget| budget.workloads.clone())
            }
            Self::NewBudget { workload }
            | Self::Replicas { workload, .. }
            | Self::ReplicasAndBudget { workload, .. } => vec![workload],
            Self::Surge { .. }
            | Self::Grace { .. }
            | Self::GraceLimit { .. }
            | Self::BlueGreen { .. }
            | Self::Rollout { .. }
            | Self::SurgeInstead { .. }
            | Self::PdbTimeout { .. }
            | Self::Quota { .. }
            | Self::Reservation { .. }
            | Self::WindowHours { .. }
            | Self::WindowDaily
            | Self::ExclusionScope { .. }
            | Self::ExclusionEnds { .. }
            | Self::Order { .. }
            | Self::RespectBudgets { .. } => Vec::new(),
        }
    }
}

/// The batches of a blue-green upgrade.
fn batch(settings: BlueGreen) -> Value {
    match settings.batch {
        BatchSize::Nodes(nodes) => nodes.into(),
        BatchSize::Part(part) => part.to_string().into(),
    }
}

/// The number of a limit whose kind stays.
fn number(limit: Limit) -> Value {
    let phrase = Phrase::limit(limit);
    phrase.arg("value").cloned().unwrap_or(Value::Phrase(Box::new(phrase)))
}
