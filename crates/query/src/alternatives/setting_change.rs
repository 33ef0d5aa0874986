//! One setting, with its current and its suggested value.

use base::{BudgetId, NodeId, PoolId, SimSpan, SimTime, WorkloadId};
use model::Plan;
use model::budget::Limit;
use model::maintenance::Scope;
use model::strategy::{BatchSize, BlueGreen, Surge};
use trace::{Phrase, Subject, Value};

/// A possible change of the scenario. The runner turns it into edits of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// What is left of a quota of the plan.
    QuotaOf {
        quota: String,
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
    /// The exclusion of the pool alone, until the end of support, is removed (BS-10).
    PoolExclusion {
        pool: PoolId,
    },
    /// `--respect-pdb` of the rollback.
    RespectBudgets {
        pool: PoolId,
    },
    /// The autoscaler's maximum or minimum of a pool, in each zone or in total.
    NodeLimit {
        pool: PoolId,
        maximum: bool,
        total: bool,
        from: u32,
        to: u32,
    },
    /// `locationPolicy: ANY`.
    AnyLocation {
        pool: PoolId,
    },
    /// The profile `OPTIMIZE_UTILIZATION`.
    PackNodes,
    /// A limit of the cluster's CPUs, or of its GB of memory.
    Resource {
        memory: bool,
        maximum: bool,
        from: i64,
        to: i64,
    },
    /// A node of the start loses its annotation `scale-down-disabled`.
    NotKept {
        node: NodeId,
    },
    /// The annotation `safe-to-evict: "true"`.
    SafeToEvict {
        workload: WorkloadId,
    },
    /// The request of each Pod, in millicores or in bytes of memory.
    Request {
        workload: WorkloadId,
        memory: bool,
        from: i64,
        to: i64,
    },
    Priority {
        workload: WorkloadId,
        from: i32,
        to: i32,
    },
    /// A toleration of a taint of the pool, by its place in the list.
    Tolerate {
        workload: WorkloadId,
        pool: PoolId,
        taint: usize,
    },
    /// Its Pods need not be apart from others.
    NoAntiAffinity {
        workload: WorkloadId,
    },
    /// Its Pods select no nodes.
    NoSelector {
        workload: WorkloadId,
    },
}

impl SettingChange {
    pub fn phrase(&self) -> Phrase {
        match *self {
            Self::Surge { pool, from, to } => surge(pool, from, to),
            Self::Budget { budget, from, to } => limit(budget, from, to),
            Self::AlwaysAllow { budget } => {
                Phrase::new("edit-always-allow").with("budget", Subject::Budget(budget))
            }
            Self::NoBudget { budget } => {
                Phrase::new("edit-no-budget").with("budget", Subject::Budget(budget))
            }
            Self::NewBudget { workload } => {
                Phrase::new("edit-new-budget").with("workload", Subject::Workload(workload))
            }
            Self::Replicas { workload, from, to } => {
                of_workload("edit-replicas", workload, from, to)
            }
            Self::Grace { workload, from, to } => {
                let [from, to] = [from, to].map(|grace| i64::from(grace.secs()));
                of_workload("edit-grace", workload, from, to)
            }
            Self::GraceLimit { pool, from, to } => of_pool("edit-grace-limit", pool, from, to),
            Self::BlueGreen { pool, to } => blue_green(pool, to),
            Self::Rollout { pool, from, to } => rollout(pool, from, to),
            Self::SurgeInstead { pool, to } => Phrase::new("edit-surge-instead")
                .with("pool", Subject::Pool(pool))
                .with("surge", to.max_surge)
                .with("unavailable", to.max_unavailable),
            Self::PdbTimeout { pool, from, to } => of_pool("edit-pdb-timeout", pool, from, to),
            Self::Quota { from, to } => Phrase::new("edit-quota").with("from", from).with("to", to),
            Self::QuotaOf { ref quota, from, to } => {
                let phrase = Phrase::new("edit-quota-of").with("quota", quota.as_str());
                phrase.with("from", from).with("to", to)
            }
            Self::Reservation { pool, from, to } => of_pool("edit-reservation", pool, from, to),
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
            Self::PoolExclusion { pool } => {
                Phrase::new("edit-pool-exclusion").with("pool", Subject::Pool(pool))
            }
            Self::RespectBudgets { pool } => {
                Phrase::new("edit-respect-budgets").with("pool", Subject::Pool(pool))
            }
            Self::NodeLimit { pool, maximum, total, from, to } => {
                let key = match (maximum, total) {
                    (false, false) => "edit-min-nodes",
                    (false, true) => "edit-total-min-nodes",
                    (true, false) => "edit-max-nodes",
                    (true, true) => "edit-total-max-nodes",
                };
                of_pool(key, pool, from, to)
            }
            Self::AnyLocation { pool } => {
                Phrase::new("edit-any-location").with("pool", Subject::Pool(pool))
            }
            Self::PackNodes => Phrase::new("edit-pack-nodes"),
            Self::Resource { memory, maximum, from, to } => {
                let key = if maximum { "edit-resource-maximum" } else { "edit-resource-minimum" };
                let resource = if memory { "memory" } else { "cpu" };
                Phrase::new(key).with("resource", resource).with("from", from).with("to", to)
            }
            Self::NotKept { node } => {
                Phrase::new("edit-not-kept").with("node", Subject::Node(node))
            }
            Self::SafeToEvict { workload } => {
                Phrase::new("edit-safe-to-evict").with("workload", Subject::Workload(workload))
            }
            Self::Request { workload, memory: false, from, to } => {
                of_workload("edit-cpu", workload, from, to)
            }
            Self::Request { workload, memory: true, from, to } => {
                of_workload("edit-memory", workload, from >> 20, to >> 20)
            }
            Self::Priority { workload, from, to } => {
                of_workload("edit-priority", workload, i64::from(from), i64::from(to))
            }
            Self::Tolerate { workload, pool, .. } => Phrase::new("edit-tolerate")
                .with("workload", Subject::Workload(workload))
                .with("pool", Subject::Pool(pool)),
            Self::NoAntiAffinity { workload } => {
                Phrase::new("edit-no-anti-affinity").with("workload", Subject::Workload(workload))
            }
            Self::NoSelector { workload } => {
                Phrase::new("edit-no-selector").with("workload", Subject::Workload(workload))
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
            _ => None,
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
            Self::NewBudget { workload }
            | Self::SafeToEvict { workload }
            | Self::Request { workload, .. }
            | Self::Priority { workload, .. }
            | Self::Tolerate { workload, .. }
            | Self::NoSelector { workload }
            | Self::NoAntiAffinity { workload }
            | Self::Replicas { workload, .. } => vec![workload],
            Self::Surge { .. }
            | Self::Grace { .. }
            | Self::GraceLimit { .. }
            | Self::BlueGreen { .. }
            | Self::Rollout { .. }
            | Self::SurgeInstead { .. }
            | Self::PdbTimeout { .. }
            | Self::Quota { .. }
            | Self::QuotaOf { .. }
            | Self::Reservation { .. }
            | Self::WindowHours { .. }
            | Self::WindowDaily
            | Self::ExclusionScope { .. }
            | Self::ExclusionEnds { .. }
            | Self::PoolExclusion { .. }
            | Self::NodeLimit { .. }
            | Self::AnyLocation { .. }
            | Self::PackNodes
            | Self::Resource { .. }
            | Self::NotKept { .. }
            | Self::RespectBudgets { .. } => Vec::new(),
        }
    }
}

/// One setting of a pool changes.
fn of_pool(
    key: &'static str,
    pool: PoolId,
    from: impl Into<Value>,
    to: impl Into<Value>,
) -> Phrase {
    Phrase::new(key).with("pool", Subject::Pool(pool)).with("from", from).with("to", to)
}

/// One setting of a workload changes.
fn of_workload(
    key: &'static str,
    workload: WorkloadId,
    from: impl Into<Value>,
    to: impl Into<Value>,
) -> Phrase {
    let phrase = Phrase::new(key).with("workload", Subject::Workload(workload));
    phrase.with("from", from).with("to", to)
}

/// Surge settings change, one of them or both.
fn surge(pool: PoolId, from: Surge, to: Surge) -> Phrase {
    if from.max_unavailable == to.max_unavailable {
        return of_pool("edit-max-surge", pool, from.max_surge, to.max_surge);
    }
    if from.max_surge == to.max_surge {
        let [from, to] = [from, to].map(|settings| settings.max_unavailable);
        return of_pool("edit-max-unavailable", pool, from, to);
    }
    Phrase::new("edit-surge")
        .with("pool", Subject::Pool(pool))
        .with("from_surge", from.max_surge)
        .with("from_unavailable", from.max_unavailable)
        .with("to_surge", to.max_surge)
        .with("to_unavailable", to.max_unavailable)
}

/// The limit of a budget changes.
fn limit(budget: BudgetId, from: Limit, to: Limit) -> Phrase {
    let limit = match (from, to) {
        (Limit::MinAvailable(_), Limit::MaxUnavailable(_)) => Phrase::limit(to).into(),
        _ => number(to),
    };
    Phrase::new("edit-budget")
        .with("budget", Subject::Budget(budget))
        .with("from", Phrase::limit(from))
        .with("to", limit)
}

/// A pool becomes blue-green: in batches; or, with `batchNodeCount` 0, with the pool's soak alone.
fn blue_green(pool: PoolId, to: BlueGreen) -> Phrase {
    if to.batch == BatchSize::Nodes(0) {
        return Phrase::new("edit-soak")
            .with("pool", Subject::Pool(pool))
            .with("soak", to.pool_soak);
    }
    Phrase::new("edit-blue-green")
        .with("pool", Subject::Pool(pool))
        .with("batch", batch(to))
        .with("soak", to.batch_soak)
}

/// The first setting of a blue-green upgrade that changes: its batches, their soak, or that of the pool.
fn rollout(pool: PoolId, from: BlueGreen, to: BlueGreen) -> Phrase {
    if from.batch != to.batch {
        of_pool("edit-batch", pool, batch(from), batch(to))
    } else if from.batch_soak != to.batch_soak {
        of_pool("edit-batch-soak", pool, from.batch_soak, to.batch_soak)
    } else {
        of_pool("edit-pool-soak", pool, from.pool_soak, to.pool_soak)
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
