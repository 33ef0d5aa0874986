//! One setting, with its current and its suggested value: of the cluster, a pool, a workload, or a budget.
//!
//! A lever is a variant and its phrase here, and its edit in the runner's file of the same kind.

use base::{BudgetId, NodeId, PoolId, ServiceId, SimSpan, SimTime, WorkloadId};
use model::Plan;
use model::budget::Limit;
use model::maintenance::Scope;
use model::strategy::{BatchSize, BlueGreen, Surge};
use trace::{Phrase, Subject, Value};

/// A possible change of the scenario. The runner turns it into edits of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingChange {
    Cluster(ClusterChange),
    Pool(PoolId, PoolChange),
    Workload(WorkloadId, WorkloadChange),
    Budget(BudgetId, BudgetChange),
}

/// A setting of the cluster, of its project, or of a node of the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClusterChange {
    /// VMs that may exist beyond those of the start, wherever the script says `from`.
    Quota(u32, u32),
    /// What is left of a quota of the plan.
    QuotaOf {
        quota: String,
        from: u32,
        to: u32,
    },
    /// The length of the maintenance window.
    WindowLength(SimSpan, SimSpan),
    /// The maintenance window opens every day.
    WindowDaily,
    /// It opens at this hour (UTC).
    WindowAt(i64),
    /// It doesn't open on this day, from 0 (Monday).
    WindowWithout(u8),
    ExclusionScope {
        name: String,
        from: Scope,
        to: Scope,
    },
    ExclusionEnds {
        name: String,
        at: SimTime,
    },
    /// No notice of 72 hours: without scheduled upgrades (BS-29).
    NoNotice,
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
    NotKept(NodeId),
    /// `externalTrafficPolicy` of a Service.
    TrafficPolicy {
        service: ServiceId,
        local: bool,
        /// GKE makes its forwarding rule anew, which is an outage of its own (BS-129).
        anew: bool,
    },
    /// The Service is created anew with NEGs, as kinds are never migrated.
    Negs(ServiceId),
    /// Connection draining of its backend service.
    Draining {
        service: ServiceId,
        from: SimSpan,
        to: SimSpan,
    },
}

/// A setting of a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PoolChange {
    Surge {
        from: Surge,
        to: Surge,
    },
    /// Blue-green instead of surge.
    BlueGreen(BlueGreen),
    /// Batches and soaks of a blue-green upgrade.
    Rollout {
        from: BlueGreen,
        to: BlueGreen,
    },
    /// `waitForDrainDuration` of an autoscaled blue-green upgrade.
    Wait(SimSpan, SimSpan),
    /// Surge instead of blue-green.
    SurgeInstead(Surge),
    /// `nodeDrainConfig.graceTerminationDuration`; GKE's default is an hour.
    GraceLimit(SimSpan, SimSpan),
    /// `nodeDrainConfig.pdbTimeoutDuration`; GKE's default is an hour.
    PdbTimeout(SimSpan, SimSpan),
    /// VMs that its reservation holds.
    Reservation(u32, u32),
    /// Its own exclusion, until the end of support, is removed (BS-10).
    NoExclusion,
    /// `--respect-pdb` of the rollback.
    RespectBudgets,
    /// The autoscaler's maximum or minimum, in each zone or in total.
    NodeLimit {
        maximum: bool,
        total: bool,
        from: u32,
        to: u32,
    },
    /// `locationPolicy: ANY`.
    AnyLocation,
    /// The script's command that upgrades it comes then.
    UpgradeAt(SimTime),
}

/// A setting of a workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkloadChange {
    /// A budget with `maxUnavailable: 1` for one without.
    NewBudget,
    Replicas(u32, u32),
    /// `terminationGracePeriodSeconds`.
    Grace(SimSpan, SimSpan),
    /// How long the Pods of a Job work, which it doesn't say.
    Work(SimSpan),
    /// How long its Pods run after they are told to stop.
    Stops(SimSpan),
    /// How long they then pass their readiness, which they fail at once.
    Serves(SimSpan),
    /// At most one Pod more on a node than on others.
    Spread,
    /// The annotation `safe-to-evict: "true"`.
    SafeToEvict,
    /// The annotation `safe-to-evict: "false"`: it stays while blue waits (AB-20).
    NotSafeToEvict,
    /// The request of each Pod, in millicores or in bytes of memory.
    Request {
        memory: bool,
        from: i64,
        to: i64,
    },
    Priority(i32, i32),
    /// A toleration of a taint of the pool, by its place in the list.
    Tolerate {
        pool: PoolId,
        taint: usize,
    },
    /// Its Pods need not be apart from others.
    NoAntiAffinity,
    /// Its Pods select no nodes.
    NoSelector,
}

/// A setting of a disruption budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BudgetChange {
    Limit {
        from: Limit,
        to: Limit,
    },
    /// `unhealthyPodEvictionPolicy: AlwaysAllow`.
    AlwaysAllow,
    /// It is removed: another one selects the same Pods.
    Removed,
}

base::enum_table! {
    /// What somebody has set, and a change undoes.
    pub enum Undone,
    /// Its name for scripts.
    name {
        Exclusion = "exclusion",
        Window = "window",
        Notice = "notice",
        Budget = "budget",
    }
}

impl Undone {
    /// The heading of such changes.
    pub fn phrase(self) -> Phrase {
        Phrase::new("change-if").with("what", self.name())
    }
}

impl PoolChange {
    pub(super) fn of(self, pool: PoolId) -> SettingChange {
        SettingChange::Pool(pool, self)
    }
}

impl WorkloadChange {
    pub(super) fn of(self, workload: WorkloadId) -> SettingChange {
        SettingChange::Workload(workload, self)
    }
}

impl BudgetChange {
    pub(super) fn of(self, budget: BudgetId) -> SettingChange {
        SettingChange::Budget(budget, self)
    }
}

impl SettingChange {
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::Cluster(change) => cluster(change),
            Self::Pool(id, change) => {
                pool(&|key| Phrase::new(key).with("pool", Subject::Pool(*id)), change)
            }
            Self::Workload(id, change) => {
                workload(&|key| Phrase::new(key).with("workload", Subject::Workload(*id)), change)
            }
            Self::Budget(id, change) => {
                budget(&|key| Phrase::new(key).with("budget", Subject::Budget(*id)), change)
            }
        }
    }

    /// Does it take back or loosen what somebody has set to protect a workload or a time?
    pub fn undoes(&self) -> Option<Undone> {
        Some(match self {
            Self::Cluster(
                ClusterChange::ExclusionScope { .. } | ClusterChange::ExclusionEnds { .. },
            )
            | Self::Pool(_, PoolChange::NoExclusion) => Undone::Exclusion,
            Self::Cluster(
                ClusterChange::WindowLength(..)
                | ClusterChange::WindowDaily
                | ClusterChange::WindowWithout(_)
                | ClusterChange::WindowAt(_),
            ) => Undone::Window,
            Self::Cluster(ClusterChange::NoNotice) => Undone::Notice,
            Self::Budget(_, BudgetChange::Limit { .. } | BudgetChange::Removed) => Undone::Budget,
            _ => return None,
        })
    }

    /// The pool whose strategy it changes, or the settings of that.
    pub fn strategy_of(&self) -> Option<PoolId> {
        match *self {
            Self::Pool(
                pool,
                PoolChange::Surge { .. }
                | PoolChange::BlueGreen(..)
                | PoolChange::Rollout { .. }
                | PoolChange::Wait(..)
                | PoolChange::SurgeInstead(..),
            ) => Some(pool),
            _ => None,
        }
    }

    /// The workloads whose ready Pods the edit affects.
    pub fn workloads(&self, plan: &Plan) -> Vec<WorkloadId> {
        match *self {
            Self::Budget(budget, _) => {
                plan.budgets.get(budget).map_or_else(Vec::new, |budget| budget.workloads.clone())
            }
            Self::Workload(
                _,
                WorkloadChange::Grace(..)
                | WorkloadChange::Work(..)
                | WorkloadChange::Stops(..)
                | WorkloadChange::Serves(..),
            ) => Vec::new(),
            Self::Workload(workload, _) => vec![workload],
            Self::Cluster(_) | Self::Pool(..) => Vec::new(),
        }
    }
}

/// Begins a phrase with the subject of the change.
type Start<'a> = &'a dyn Fn(&'static str) -> Phrase;

fn changed(phrase: Phrase, from: impl Into<Value>, to: impl Into<Value>) -> Phrase {
    phrase.with("from", from).with("to", to)
}

fn cluster(change: &ClusterChange) -> Phrase {
    match *change {
        ClusterChange::Quota(from, to) => changed(Phrase::new("edit-quota"), from, to),
        ClusterChange::QuotaOf { ref quota, from, to } => {
            changed(Phrase::new("edit-quota-of").with("quota", quota.as_str()), from, to)
        }
        ClusterChange::WindowLength(from, to) => {
            changed(Phrase::new("edit-window-length"), from, to)
        }
        ClusterChange::WindowDaily => Phrase::new("edit-window-daily"),
        ClusterChange::WindowAt(hour) => Phrase::new("edit-window-at").with("hour", hour),
        ClusterChange::WindowWithout(day) => {
            let day = Phrase::new("on-day").with("day", u32::from(day));
            Phrase::new("edit-window-without").with("day", day)
        }
        ClusterChange::ExclusionScope { ref name, from, to } => {
            let phrase = Phrase::new("edit-exclusion-scope").with("name", name.as_str());
            changed(phrase, from.name(), to.name())
        }
        ClusterChange::ExclusionEnds { ref name, at } => {
            Phrase::new("edit-exclusion-ends").with("name", name.as_str()).with("at", at)
        }
        ClusterChange::NoNotice => Phrase::new("edit-no-notice"),
        ClusterChange::PackNodes => Phrase::new("edit-pack-nodes"),
        ClusterChange::Resource { memory, maximum, from, to } => {
            let key = if maximum { "edit-resource-maximum" } else { "edit-resource-minimum" };
            let resource = if memory { "memory" } else { "cpu" };
            changed(Phrase::new(key).with("resource", resource), from, to)
        }
        ClusterChange::NotKept(node) => {
            Phrase::new("edit-not-kept").with("node", Subject::Node(node))
        }
        ClusterChange::TrafficPolicy { service, local, anew } => {
            let [from, to] = if local { ["Cluster", "Local"] } else { ["Local", "Cluster"] };
            let phrase = Phrase::new("edit-traffic-policy").with("anew", u32::from(anew));
            changed(phrase.with("service", Subject::Service(service)), from, to)
        }
        ClusterChange::Negs(service) => {
            Phrase::new("edit-negs").with("service", Subject::Service(service))
        }
        ClusterChange::Draining { service, from, to } => changed(
            Phrase::new("edit-draining").with("service", Subject::Service(service)),
            from,
            to,
        ),
    }
}

fn pool(of: Start<'_>, change: &PoolChange) -> Phrase {
    match *change {
        PoolChange::Surge { from, to } => surge(of, from, to),
        PoolChange::BlueGreen(to) => blue_green(of, to),
        PoolChange::Rollout { from, to } => rollout(of, from, to),
        PoolChange::Wait(from, to) => changed(of("edit-wait"), from, to),
        PoolChange::SurgeInstead(to) => of("edit-surge-instead")
            .with("surge", to.max_surge)
            .with("unavailable", to.max_unavailable),
        PoolChange::GraceLimit(from, to) => changed(of("edit-grace-limit"), from, to),
        PoolChange::PdbTimeout(from, to) => changed(of("edit-pdb-timeout"), from, to),
        PoolChange::Reservation(from, to) => changed(of("edit-reservation"), from, to),
        PoolChange::NoExclusion => of("edit-pool-exclusion"),
        PoolChange::RespectBudgets => of("edit-respect-budgets"),
        PoolChange::NodeLimit { maximum, total, from, to } => {
            let key = match (maximum, total) {
                (false, false) => "edit-min-nodes",
                (false, true) => "edit-total-min-nodes",
                (true, false) => "edit-max-nodes",
                (true, true) => "edit-total-max-nodes",
            };
            changed(of(key), from, to)
        }
        PoolChange::AnyLocation => of("edit-any-location"),
        PoolChange::UpgradeAt(to) => of("edit-upgrade-at").with("at", to),
    }
}

fn workload(of: Start<'_>, change: &WorkloadChange) -> Phrase {
    match *change {
        WorkloadChange::NewBudget => of("edit-new-budget"),
        WorkloadChange::Replicas(from, to) => changed(of("edit-replicas"), from, to),
        WorkloadChange::Grace(from, to) => {
            let [from, to] = [from, to].map(|grace| i64::from(grace.secs()));
            changed(of("edit-grace"), from, to)
        }
        WorkloadChange::Work(to) => of("edit-work").with("to", to),
        WorkloadChange::Stops(to) => of("edit-stops").with("to", to),
        WorkloadChange::Serves(to) => of("edit-serves").with("to", to),
        WorkloadChange::NotSafeToEvict => of("edit-not-safe"),
        WorkloadChange::SafeToEvict => of("edit-safe-to-evict"),
        WorkloadChange::Request { memory: false, from, to } => changed(of("edit-cpu"), from, to),
        WorkloadChange::Request { memory: true, from, to } => {
            changed(of("edit-memory"), from >> 20, to >> 20)
        }
        WorkloadChange::Priority(from, to) => {
            changed(of("edit-priority"), i64::from(from), i64::from(to))
        }
        WorkloadChange::Tolerate { pool, .. } => {
            of("edit-tolerate").with("pool", Subject::Pool(pool))
        }
        WorkloadChange::Spread => of("edit-spread"),
        WorkloadChange::NoAntiAffinity => of("edit-no-anti-affinity"),
        WorkloadChange::NoSelector => of("edit-no-selector"),
    }
}

fn budget(of: Start<'_>, change: &BudgetChange) -> Phrase {
    match *change {
        BudgetChange::Limit { from, to } => {
            let limit = match (from, to) {
                (Limit::MinAvailable(_), Limit::MaxUnavailable(_)) => Phrase::limit(to).into(),
                _ => number(to),
            };
            changed(of("edit-budget"), Phrase::limit(from), limit)
        }
        BudgetChange::AlwaysAllow => of("edit-always-allow"),
        BudgetChange::Removed => of("edit-no-budget"),
    }
}

/// Surge settings change, one of them or both.
fn surge(of: Start<'_>, from: Surge, to: Surge) -> Phrase {
    if from.max_unavailable == to.max_unavailable {
        return changed(of("edit-max-surge"), from.max_surge, to.max_surge);
    }
    if from.max_surge == to.max_surge {
        return changed(of("edit-max-unavailable"), from.max_unavailable, to.max_unavailable);
    }
    of("edit-surge")
        .with("from_surge", from.max_surge)
        .with("from_unavailable", from.max_unavailable)
        .with("to_surge", to.max_surge)
        .with("to_unavailable", to.max_unavailable)
}

/// A pool becomes blue-green: in batches; or, with `batchNodeCount` 0, with the pool's soak alone.
fn blue_green(of: Start<'_>, to: BlueGreen) -> Phrase {
    if to.batch == BatchSize::Nodes(0) {
        return of("edit-soak").with("soak", to.pool_soak);
    }
    of("edit-blue-green").with("batch", batch(to)).with("soak", to.batch_soak)
}

/// The first setting of a blue-green upgrade that changes: its batches, their soak, or that of the pool.
fn rollout(of: Start<'_>, from: BlueGreen, to: BlueGreen) -> Phrase {
    if from.batch != to.batch {
        changed(of("edit-batch"), batch(from), batch(to))
    } else if from.batch_soak != to.batch_soak {
        changed(of("edit-batch-soak"), from.batch_soak, to.batch_soak)
    } else {
        changed(of("edit-pool-soak"), from.pool_soak, to.pool_soak)
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
