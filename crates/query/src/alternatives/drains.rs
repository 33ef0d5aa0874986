//! Changes of drains and strategies, so that Pods get the time that they need.

use super::SettingChange;
use super::context::ChangeContext;
use super::focus::Focus;
use super::setting_change::{PoolChange, WorkloadChange};
use base::{NodeId, PoolId, RecordNo, SimSpan, WorkloadId};
use model::node::Side;
use model::strategy::{BatchSize, BlueGreen, SOAK_LIMIT, Strategy};
use model::{Command, Phase, WorkloadKind};
use trace::{Change, Subject};

/// How long GKE waits for Pods to end (SU-07).
const HOUR: SimSpan = SimSpan::from_secs(3600);

/// How long the Pods of the pool need at most to end.
fn longest_grace(cx: &ChangeContext<'_>, pool: PoolId) -> Option<(SimSpan, WorkloadId)> {
    let pods = cx.scope.trace.start().each_pod();
    let here = pods.filter(|(_, pod)| pod.node().and_then(|id| cx.scope.pool(id)) == Some(pool));
    let workloads = here.map(|(_, pod)| pod.workload);
    workloads
        .filter_map(|id| Some((cx.scope.plan.workloads.get(id)?.grace, id)))
        .max_by_key(|(grace, id)| (*grace, std::cmp::Reverse(*id)))
}

/// Pods are forced out although their grace period isn't over: the drain waits for it.
pub(super) fn grace_limit(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    if cx.before.outcome.forced == 0 {
        return Vec::new();
    }
    let pools = cx.scope.pools.iter().filter_map(|pool| {
        let limits = cx.scope.plan.pools.get(*pool)?.drain;
        let (from, to) = (limits.grace.unwrap_or(HOUR), longest_grace(cx, *pool)?.0);
        let edit = PoolChange::GraceLimit(from, to).of(*pool);
        (to > from && to <= SOAK_LIMIT).then_some(edit)
    });
    pools.take(2).collect()
}

/// A Pod that is killed at the end of its grace period, or loses its work then, gets the time that it needs. The Pods of a
/// Job and bare ones keep the grace period that they were created with.
pub(super) fn longer_grace(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let run = &cx.before.outcome;
    if run.killed() == 0 && run.work_lost() == SimSpan::ZERO {
        return Vec::new();
    }
    let workloads = cx.scope.workloads.iter().filter_map(|id| {
        let one = cx.scope.plan.workloads.get(*id)?;
        if matches!(one.kind, WorkloadKind::Job { .. } | WorkloadKind::Pod) {
            return None;
        }
        let needs = one.timings.shutdown.or(one.work.map(|work| work.length));
        let (from, to) = (one.grace, needs?.p90);
        (to > from).then(|| WorkloadChange::Grace(from, to).of(*id))
    });
    workloads.take(2).collect()
}

/// A Job that doesn't say how long it runs may lose all that it has done: it says an hour, for which a drain waits.
pub(super) fn work_length(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let at_risk = |id: &&WorkloadId| {
        cx.before.outcome.workload(**id).is_some_and(|one| one.at_risk.is_some())
    };
    let jobs = cx.scope.workloads.iter().filter(at_risk).take(2);
    jobs.map(|id| WorkloadChange::Work(HOUR).of(*id)).collect()
}

/// Blue-green instead of surge, where surge hurts Pods: a batch soaks for as long as they need.
pub(super) fn in_batches(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    // A budget that refuses is not respected in the end either.
    let run = &cx.before.outcome;
    let hurts = match &cx.scope.focus {
        Focus::Workloads(ids) => ids
            .iter()
            .filter_map(|id| run.workload(*id))
            .any(|one| one.harm > 0 || one.work_lost > SimSpan::ZERO),
        Focus::Run | Focus::Pools(_) | Focus::Scaling { .. } => {
            run.harm() > 0 || run.work_lost() > SimSpan::ZERO
        }
    };
    let hurts = hurts && cx.scope.refusals.is_empty();
    // All green nodes are there before a Pod leaves, so that each moves once.
    let again = match &cx.scope.focus {
        Focus::Workloads(ids) => {
            let mut own = ids.iter().filter_map(|id| run.workload(*id));
            own.any(|one| one.moved_again > 0)
        }
        Focus::Run | Focus::Pools(_) | Focus::Scaling { .. } => false,
    };
    let pending = cx.spot_pods_wait();
    if !hurts && !again && !pending || cx.scope.starved {
        return Vec::new();
    }
    let pools = cx.scope.pools.iter().filter_map(|pool| {
        let own = cx.scope.plan.pools.get(*pool)?;
        let fits = matches!(own.strategy, Strategy::Surge(_)) && !own.multi_host;
        let fits = fits && own.spot == pending;
        let (grace, of) = longest_grace(cx, *pool)?;
        let soak = if grace > HOUR { grace } else { SimSpan::ZERO };
        // One batch soaks once; a service would lose all of its Pods.
        let kind = cx.scope.plan.workloads.get(of)?.kind;
        let at_once = soak > SimSpan::ZERO && matches!(kind, WorkloadKind::Job { .. });
        let batch = if at_once { cx.zones(*pool).iter().sum() } else { 1 };
        let batch = BatchSize::Nodes(batch);
        let to = BlueGreen { batch, batch_soak: soak, ..BlueGreen::DEFAULT };
        (fits && soak <= SOAK_LIMIT).then(|| PoolChange::BlueGreen(to).of(*pool))
    });
    let mut found: Vec<SettingChange> = pools.take(1).collect();
    found.extend(soak(cx));
    found
}

impl ChangeContext<'_> {
    /// Do Pods have to wait for room because a Spot pool doesn't wait for its surge nodes (SU-17)?
    pub(super) fn spot_pods_wait(&self) -> bool {
        let surges = |pool: &PoolId| {
            let own = self.scope.plan.pools.get(*pool);
            own.is_some_and(|own| own.spot && own.surge().max_surge > 0)
        };
        self.before.outcome.pending_max > 0 && self.scope.pools.iter().any(surges)
    }
}

/// Without batches no Pod is drained, and Jobs end while the pool soaks (BG-20).
fn soak(cx: &ChangeContext<'_>) -> Option<SettingChange> {
    let works = cx.scope.workloads.iter().filter_map(|id| {
        let one = cx.scope.plan.workloads.get(*id)?;
        let is_job = matches!(one.kind, WorkloadKind::Job { .. });
        one.work.filter(|_| is_job).map(|work| work.length.p90)
    });
    let pool_soak = works.max().filter(|work| *work <= SOAK_LIMIT)?;
    let to = BlueGreen { batch: BatchSize::Nodes(0), pool_soak, ..BlueGreen::DEFAULT };
    let pool = cx.scope.pools.iter().copied().find(|pool| {
        let own = cx.scope.plan.pools.get(*pool);
        own.is_some_and(|own| matches!(own.strategy, Strategy::Surge(_)) && !own.multi_host)
    })?;
    Some(PoolChange::BlueGreen(to).of(pool))
}

/// Autoscaled blue-green waits until the work of Jobs is done that it would cut, or as long as it may (AB-07).
pub(super) fn longer_wait(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let lengths = cx.scope.workloads.iter().filter_map(|id| {
        let lost = cx.before.outcome.workload(*id)?.work_lost > SimSpan::ZERO;
        cx.scope.plan.workloads.get(*id)?.work.filter(|_| lost).map(|work| work.length.p90)
    });
    let Some(work) = lengths.max() else {
        return Vec::new();
    };
    let hours = SimSpan::from_ms(work.ms().div_euclid(HOUR.ms()).saturating_add(1) * HOUR.ms());
    let waits = cx.scope.pools.iter().filter_map(|pool| {
        let from = cx.scope.plan.pools.get(*pool)?.strategy.wait()?;
        let to = hours.min(SOAK_LIMIT);
        (to > from).then(|| PoolChange::Wait(from, to).of(*pool))
    });
    waits.take(2).collect()
}

/// Work that the autoscaler ends while blue waits stays with an annotation (AB-20).
pub(super) fn kept_in_wait(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let plan = cx.scope.plan;
    let waits =
        |pool: &PoolId| plan.pools.get(*pool).is_some_and(|pool| pool.strategy.wait().is_some());
    if !cx.scope.pools.iter().any(waits) {
        return Vec::new();
    }
    let loses = cx.scope.workloads.iter().filter(|id| {
        let lost =
            cx.before.outcome.workload(**id).is_some_and(|one| one.work_lost > SimSpan::ZERO);
        lost && plan.workloads.get(**id).is_some_and(|one| one.safe_to_evict != Some(false))
    });
    loses.take(2).map(|id| WorkloadChange::NotSafeToEvict.of(*id)).collect()
}

/// A rollback that deletes Pods in violation of a budget can respect it (BS-12).
pub(super) fn respect_budgets(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let pools = cx.scope.pools.iter().filter(|_| cx.before.outcome.violations > 0);
    let begins = |no: RecordNo| {
        cx.scope.trace.record(no).is_some_and(|row| row.change == Change::RollbackStarted)
    };
    let deletes = pools.filter(|pool| {
        let rows = cx.scope.trace.rows_of(Subject::Pool(**pool));
        rolls_back(cx, **pool) == Some(false) && rows.into_iter().any(begins)
    });
    deletes.map(|pool| PoolChange::RespectBudgets.of(*pool)).collect()
}

/// Does the script's rollback of the pool respect budgets? `None` without one.
fn rolls_back(cx: &ChangeContext<'_>, of: PoolId) -> Option<bool> {
    cx.scope.plan.script.iter().find_map(|entry| match entry.command {
        Command::Rollback { pool, respect_pdb } if pool == of => Some(respect_pdb),
        _ => None,
    })
}

/// Are Pods on blue nodes left when the pool begins to soak? It is their time to end.
fn uses_soak(cx: &ChangeContext<'_>, pool: PoolId) -> bool {
    let (trace, plan) = (cx.scope.trace, cx.scope.plan);
    let rows = trace.rows_of(Subject::Pool(pool)).into_iter();
    let mut rows = rows.filter_map(|no| Some((no, trace.record(no)?)));
    let soaks =
        |change| matches!(change, Change::PhaseStarted { phase: Phase::NodePoolSoaking, .. });
    let Some((no, row)) = rows.find(|(_, row)| soaks(row.change)) else {
        return false;
    };
    let cluster = trace.frame(no.0, row.at).cluster;
    let is_blue = |id: NodeId| {
        let node = cluster.nodes.get(id);
        node.is_some_and(|node| {
            node.side == Some(Side::Blue) && plan.groups[node.group].pool == pool
        })
    };
    cluster.each_pod().any(|(_, pod)| {
        let owner = plan.workloads.get(pod.workload);
        owner.is_some_and(|owner| !owner.kind.stays_with_node())
            && !pod.finished()
            && pod.node().is_some_and(is_blue)
    })
}

/// Larger batches of a blue-green upgrade, and soaks that let Pods end or take less time.
pub(super) fn rollout(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let mut edits = Vec::new();
    for pool in &cx.scope.pools {
        let settings = cx.scope.plan.pools.get(*pool).and_then(|one| one.strategy.blue_green());
        // Batches and soaks have no part in a rollback.
        let Some(from) = settings.filter(|_| rolls_back(cx, *pool).is_none()) else {
            continue;
        };
        let mut add = |to: BlueGreen| {
            if to != from {
                edits.push(PoolChange::Rollout { from, to }.of(*pool));
            }
        };
        let grace = longest_grace(cx, *pool).map_or(SimSpan::ZERO, |(grace, _)| grace);
        if cx.before.outcome.harm() > 0 && grace > from.batch_soak && grace <= SOAK_LIMIT {
            add(BlueGreen { batch_soak: grace, ..from });
        }
        // What takes less time leaves less of it to Pods that end by themselves.
        if uses_soak(cx, *pool) {
            continue;
        }
        if let BatchSize::Nodes(nodes) = from.batch {
            add(BlueGreen { batch: BatchSize::Nodes(2 * nodes), ..from });
        }
        if from.batch_soak > HOUR {
            add(BlueGreen { batch_soak: SimSpan::from_ms(from.batch_soak.ms() / 2), ..from });
        }
        if from.pool_soak > HOUR {
            add(BlueGreen { pool_soak: SimSpan::from_ms(from.pool_soak.ms() / 2), ..from });
        }
    }
    edits.truncate(3);
    edits
}
