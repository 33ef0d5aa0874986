//! The run in numbers (the contract's `summary`). Counts whole instants: states without duration don't count.

pub use super::scan::NodeCounts;
use super::scan::{PoolCounts, SummaryScan};
use crate::index::Index;
use crate::open_holds::{OpenHold, control_plane_row, open_holds};
use crate::outcome::{Outcome, over};
use crate::repeated::Repeated;
use base::{IdVec, PodId, PoolId, SimSpan, SimTime};
use model::{Cluster, RunState, Strategy};
use trace::{Ended, Trace};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    pub error: u32,
    pub warning: u32,
    pub info: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub scenario: String,
    pub seed: u64,
    pub nodes: NodeCounts,
    pub creating_max: u32,
    pub in_progress_max: u32,
    pub upgraded: u32,
    pub evictions: u32,
    /// Pods that the scheduler deleted for others of higher priority.
    pub preempted: u32,
    /// Workloads whose Pods were preempted for one Pod again and again.
    pub repeated: Vec<Repeated>,
    pub forced: u32,
    /// Forced Pods that a disruption budget still protected.
    pub violations: u32,
    pub lost: Vec<PodId>,
    /// Pods created in the run without a node at its end.
    pub unplaced: Vec<PodId>,
    pub pending_max: u32,
    pub blocked: SimSpan,
    /// How long pools waited for resources, summed over pools.
    pub waited: SimSpan,
    pub duration: SimSpan,
    /// When the last upgrade ended, if all of them did.
    pub over: Option<SimTime>,
    pub end: SimTime,
    pub outcome: Outcome,
    pub completed: bool,
    pub open_holds: Vec<OpenHold>,
    pub findings: Findings,
    pub records: u32,
    pub digest: u64,
    pub pools: Vec<PoolSummary>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolSummary {
    pub pool: PoolId,
    pub name: String,
    pub strategy: Strategy,
    pub nodes: NodeCounts,
    pub in_progress_max: u32,
    pub upgraded: u32,
    pub duration: SimSpan,
    pub outcome: Outcome,
}

/// Reads the rows once. `digest` and `ended` come from the engine, `findings` from the checks.
pub fn summary(
    trace: &Trace,
    index: &Index,
    ended: Ended,
    digest: u64,
    findings: Findings,
) -> Summary {
    let mut scan = SummaryScan::new(trace);
    for (no, record) in trace.records() {
        scan.row(trace, no, &record);
    }
    finish(scan, trace, index, ended, digest, findings)
}

/// Finishes after the last row.
pub(super) fn finish(
    mut scan: SummaryScan,
    trace: &Trace,
    index: &Index,
    ended: Ended,
    digest: u64,
    findings: Findings,
) -> Summary {
    let plan = trace.plan();
    scan.close_instant();
    let end = trace.end();
    let to_come = plan.script.iter().any(|entry| entry.at > plan.until);
    let mut pools = Vec::new();
    for (id, pool) in plan.pools.iter() {
        let (Some(count), Some(state)) = (scan.pools.get(id), scan.cluster.pools.get(id)) else {
            continue;
        };
        pools.push(PoolSummary {
            pool: id,
            name: pool.name.clone(),
            strategy: state.strategy(pool),
            nodes: NodeCounts { end: count.registered, ..count.nodes },
            in_progress_max: count.in_progress_max,
            upgraded: upgraded(trace, &scan.cluster, id),
            duration: duration(count, end),
            outcome: Outcome::of_pool(state, ended, to_come),
        });
    }
    let plane = &trace.last().control_plane;
    let waits = control_plane_row(trace, trace.len(), plane.version);
    let waits = waits.and_then(|no| trace.record(no));
    let plane = Outcome::of_control_plane(plane, waits.map(|row| row.change), ended);
    let outcomes = pools.iter().map(|pool| pool.outcome);
    let outcome = Outcome::of_run(outcomes.chain(plane), ended);
    Summary {
        scenario: plan.name.clone(),
        seed: plan.seed,
        nodes: NodeCounts { end: scan.all.registered, ..scan.all.nodes },
        creating_max: scan.creating_max,
        in_progress_max: scan.all.in_progress_max,
        upgraded: pools.iter().map(|pool| pool.upgraded).sum(),
        evictions: scan.evictions,
        preempted: scan.preempted,
        repeated: scan.preemptions.repeated(),
        forced: scan.forced,
        violations: scan.violations,
        unplaced: scan.unplaced(trace),
        lost: scan.lost,
        pending_max: scan.pending_max,
        blocked: blocked(index, end),
        waited: scan
            .pools
            .values()
            .map(|count| count.waited + count.waits_since.map_or(SimSpan::ZERO, |at| end - at))
            .fold(SimSpan::ZERO, |sum, span| sum + span),
        duration: whole_duration(&scan.pools, end),
        over: over(&scan.cluster),
        end,
        outcome,
        completed: outcome.completed(),
        open_holds: open_holds(trace, index),
        findings,
        records: trace.len(),
        digest,
        pools,
    }
}

fn blocked(index: &Index, end: SimTime) -> SimSpan {
    let spans = index
        .blocked_nodes
        .iter()
        .map(|blocked| blocked.to.map_or(end, |(_, at)| at) - blocked.from);
    spans.fold(SimSpan::ZERO, |sum, span| sum + span)
}

fn duration(count: &PoolCounts, end: SimTime) -> SimSpan {
    count.period.began.map_or(SimSpan::ZERO, |started| count.period.ended.unwrap_or(end) - started)
}

/// From the first started upgrade to the end of the last.
fn whole_duration(pools: &IdVec<PoolId, PoolCounts>, end: SimTime) -> SimSpan {
    let started = pools.values().filter_map(|count| count.period.began).min();
    let ended = pools
        .values()
        .filter(|count| count.period.began.is_some())
        .map(|count| count.period.ended.unwrap_or(end))
        .max();
    match (started, ended) {
        (Some(started), Some(ended)) => ended - started,
        _ => SimSpan::ZERO,
    }
}

/// Nodes with the target that have replaced an original one by the end.
fn upgraded(trace: &Trace, cluster: &Cluster, pool: PoolId) -> u32 {
    let plan = trace.plan();
    // Green nodes replace none while blue ones exist beside them.
    let over = cluster.pools.get(pool).is_some_and(|pool| pool.run == RunState::Succeeded);
    cluster
        .nodes
        .values()
        .filter(|node| {
            plan.groups[node.group].pool == pool
                && (over || node.side.is_none())
                && node.upgraded
                && !node.surge
                && !node.taken
                && node.up()
        })
        .count() as u32
}
