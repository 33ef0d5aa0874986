//! One setting, with its current and its suggested value.

use base::{BudgetId, PoolId, SimSpan, WorkloadId};
use model::Plan;
use model::budget::Limit;
use model::strategy::Surge;
use trace::{Phrase, Subject, Value};

/// A possible change of the scenario. The runner turns it into edits of the document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingChange {
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
    Grace {
        workload: WorkloadId,
        from: SimSpan,
        to: SimSpan,
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
}

impl SettingChange {
    pub fn phrase(&self) -> Phrase {
        match *self {
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
                .with("to", number(to)),
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
        }
    }

    /// The workloads whose ready Pods the edit affects.
    pub fn workloads(&self, plan: &Plan) -> Vec<WorkloadId> {
        match *self {
            Self::Budget { budget, .. }
            | Self::AlwaysAllow { budget }
            | Self::NoBudget { budget } => {
                plan.budgets.get(budget).map_or_else(Vec::new, |budget| budget.workloads.clone())
            }
            Self::NewBudget { workload } | Self::Replicas { workload, .. } => vec![workload],
            Self::Surge { .. }
            | Self::Grace { .. }
            | Self::PdbTimeout { .. }
            | Self::Quota { .. } => Vec::new(),
        }
    }
}

/// The number of a limit: an edit never changes its kind.
fn number(limit: Limit) -> Value {
    let phrase = Phrase::limit(limit);
    phrase.arg("value").cloned().unwrap_or(Value::Phrase(Box::new(phrase)))
}
