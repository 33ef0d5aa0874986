//! The run in numbers (the contract's `summary`). Counts whole instants: states without duration don't count.

pub use super::scan::NodeCounts;
use super::scan::{PoolCounts, SummaryScan};
use crate::forced::{ForcedBy, ForcedPod};
use crate::harm::WorkloadSummary;
use crate::index::Index;
use crate::index::stays::each_row;
use crate::kubectl_drains::{DrainsOver, EndlessDrain, drains, endless};
use crate::open_holds::{OpenHold, control_plane_row, open_holds};
use crate::outcome::{Outcome, over};
use crate::repeated::Repeated;
use crate::scaling_counts::{Oscillation, ScalingCounter, ScalingCounts};
use crate::shortfall::AtHalf;
use crate::windows;
use base::{IdVec, NodeId, PodId, PoolId, RecordNo, SimSpan, SimTime};
use model::node::{Mark, Side};
use model::{Cluster, Node, NodePhase, RunState, Strategy, WorkloadKind};
use trace::{Change, Ended, Subject, Trace};

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
    /// When the first one was in working hours (UTC), or on a working day in a window of the weekend.
    pub evicted_in_hours: Option<SimTime>,
    /// Pods that the scheduler deleted for others of higher priority.
    pub preempted: u32,
    /// Workloads whose Pods were preempted for one Pod again and again.
    pub repeated: Vec<Repeated>,
    /// Pods that were ended against their budget, or before their grace period was over.
    pub forced: u32,
    /// Those of them whose budget allowed no disruption.
    pub violations: u32,
    /// Those that ended before their grace period was over, without violating a budget.
    pub cut_short: u32,
    /// Those forced out because their evictions failed, though each of their budgets allowed a disruption: two select them (KE-03).
    pub unevicted: u32,
    pub lost: Vec<PodId>,
    /// Those whose owners are of kinds of which it isn't known whether they create others.
    pub lost_of_owners: u32,
    /// Pods without a node at the end: those that the run created, or all if only the autoscaler acts.
    pub unplaced: Vec<PodId>,
    pub pending_max: u32,
    pub blocked: SimSpan,
    /// How long pools waited for resources, summed over pools.
    pub waited: SimSpan,
    pub duration: SimSpan,
    /// The drains by kubectl, if all of them are over.
    pub drained: Option<DrainsOver>,
    /// The drains by kubectl that ended with an error.
    pub gave_up: u32,
    /// When the last upgrade ended, if all of them did.
    pub over: Option<SimTime>,
    pub end: SimTime,
    pub outcome: Outcome,
    /// The outcome of the upgrades, without drains by kubectl.
    pub upgrades: Outcome,
    pub completed: bool,
    /// Drains by kubectl that nothing ends.
    pub endless: Vec<EndlessDrain>,
    pub open_holds: Vec<OpenHold>,
    pub findings: Findings,
    pub records: u32,
    pub digest: u64,
    pub pools: Vec<PoolSummary>,
    pub workloads: Vec<WorkloadSummary>,
    /// Pods that were still running at the end of their grace period.
    pub killed: u32,
    /// Jobs that failed in the run.
    pub jobs_failed: u32,
    /// What Pods had worked in vain when they ended, summed over Pods.
    pub work_lost: SimSpan,
    /// The same, with all that Pods of Jobs of unknown length had run.
    pub work_lost_at_most: SimSpan,
    /// Commands of the script that had no effect.
    pub refused: Vec<RecordNo>,
    /// Maintenance windows in which an upgrade started or continued; 0 without windows.
    pub windows: u32,
    /// How long nodes were registered until the last row, summed over nodes.
    pub node_time: SimSpan,
    pub oscillations: Vec<Oscillation>,
    /// Workloads that had half of their Pods or fewer.
    pub at_half: Vec<AtHalf>,
    /// `None` without autoscaled pools.
    pub scaling: Option<ScalingCounts>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolSummary {
    pub pool: PoolId,
    pub name: String,
    /// That of its last upgrade, as it began; without one the pool's.
    pub strategy: Strategy,
    pub nodes: NodeCounts,
    pub in_progress_max: u32,
    pub upgraded: u32,
    /// How many of its nodes are upgraded at the end, also those of before the run, of how many without surge and green ones.
    pub done: u32,
    pub size: u32,
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
    each_row(trace, &mut |row| scan.row(trace, row));
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
    let pools = pools(trace, &scan, ended);
    let upgrades = upgrades(trace, &pools, ended);
    let drains = drains(trace);
    let endless = match ended {
        Ended::Quiet => endless(trace, index, &drains),
        Ended::Until | Ended::Overrun => Vec::new(),
    };
    let outcome = if endless.is_empty() { upgrades } else { upgrades.min(Outcome::Stuck) };
    let forced =
        |is: fn(&ForcedPod) -> bool| index.forced.iter().filter(|one| is(one)).count() as u32;
    let violating = index.forced.iter().filter(|one| one.violates);
    violating.filter_map(|one| trace.owner(one.pod)).for_each(|owner| scan.harm.violates(owner));
    let readiness = index.readiness(trace, limit(trace));
    let workloads = scan.harm.workloads(trace, &readiness);
    let has_owner = |pod: PodId| {
        let owner = trace.owner(pod).and_then(|owner| plan.workloads.get(owner));
        owner.is_some_and(|owner| matches!(owner.kind, WorkloadKind::Custom { .. }))
    };
    // Those of the start wait by themselves, unless only the autoscaler acts.
    let all = outcome == Outcome::Idle && plan.is_autoscaled();
    let counted = if all { 0 } else { trace.start().pod_count() };
    Summary {
        scenario: plan.name.clone(),
        seed: plan.seed,
        nodes: NodeCounts { end: scan.all.registered, ..scan.all.nodes },
        creating_max: scan.creating_max,
        in_progress_max: scan.all.in_progress_max,
        upgraded: pools.iter().map(|pool| pool.upgraded).sum(),
        evictions: scan.evictions,
        evicted_in_hours: scan.evicted_in_hours,
        preempted: scan.preempted,
        repeated: scan.preemptions.repeated(),
        forced: forced(|_| true),
        violations: forced(|one| one.violates),
        cut_short: forced(|one| !one.violates && !is_unevicted(one)),
        unevicted: forced(is_unevicted),
        unplaced: index.waiting(trace).keys().filter(|pod| pod.0 >= counted).copied().collect(),
        lost_of_owners: scan.lost.iter().filter(|pod| has_owner(**pod)).count() as u32,
        lost: scan.lost,
        pending_max: scan.pending_max,
        blocked: blocked(index, limit(trace)),
        waited: waited(&scan.pools, end),
        duration: whole_duration(&scan.pools, end),
        drained: DrainsOver::of(&drains),
        gave_up: drains.over.map_or(0, |over| over.gave_up),
        over: over(&scan.cluster),
        end,
        outcome,
        upgrades,
        endless,
        completed: outcome.completed(),
        open_holds: open_holds(trace, index),
        findings,
        records: trace.len(),
        digest,
        pools,
        killed: workloads.iter().map(|one| one.killed).sum(),
        jobs_failed: workloads.iter().filter(|one| one.failed.is_some()).count() as u32,
        work_lost: workloads.iter().fold(SimSpan::ZERO, |sum, one| sum + one.work_lost),
        work_lost_at_most: workloads
            .iter()
            .fold(SimSpan::ZERO, |sum, one| sum + one.work_lost_at_most()),
        refused: std::mem::take(&mut scan.harm.refused),
        windows: windows::used(trace).len() as u32,
        at_half: readiness.at_half,
        node_time: SimSpan::from_ms(scan.node_ms),
        oscillations: scan.scaling.iter().flat_map(ScalingCounter::oscillations).collect(),
        scaling: scan.scaling.take().map(|scaling| scaling.finish(end)),
        workloads,
    }
}

fn is_unevicted(one: &ForcedPod) -> bool {
    one.by == (ForcedBy::Limit { refused: true }) && !one.violates
}

/// What the run does to each pool.
fn pools(trace: &Trace, scan: &SummaryScan, ended: Ended) -> Vec<PoolSummary> {
    let (plan, cluster) = (trace.plan(), &scan.cluster);
    let to_come = has_entries_to_come(trace);
    let mut pools = Vec::new();
    for (id, pool) in plan.pools.iter() {
        let (Some(count), Some(state)) = (scan.pools.get(id), cluster.pools.get(id)) else {
            continue;
        };
        pools.push(PoolSummary {
            pool: id,
            name: pool.name.clone(),
            strategy: count.strategy.unwrap_or(state.strategy(pool)),
            nodes: NodeCounts { end: count.registered, ..count.nodes },
            in_progress_max: count.in_progress_max,
            upgraded: upgraded_in_run(trace, scan, id),
            done: upgraded_of(trace, trace.last(), id, Since::Ever),
            size: own_nodes(trace, id),
            duration: duration(count, trace.end()),
            outcome: Outcome::of_pool(state, ended, to_come),
        });
    }
    pools
}

/// How many nodes the pool has, without surge and green ones: at the start, unless it is resized or autoscaled.
fn own_nodes(trace: &Trace, pool: PoolId) -> u32 {
    let scaled = trace.plan().pools.get(pool).is_some_and(|own| own.autoscaling.is_some());
    let rows = trace.rows_of(Subject::Pool(pool)).into_iter();
    let mut rows = rows.filter_map(|no| trace.record(no));
    let resized = rows.any(|row| matches!(row.change, Change::Resized { .. }));
    let cluster = if resized || scaled { trace.last() } else { trace.start() };
    let over = cluster.pools.get(pool).is_some_and(|pool| pool.run == RunState::Succeeded);
    let own = cluster.nodes.values().filter(|node| {
        trace.plan().groups[node.group].pool == pool
            && !node.surge
            && (over || node.side != Some(Side::Green))
            && node.phase != NodePhase::Gone
    });
    own.count() as u32
}

/// How the upgrades of the pools and of the control plane ended, all together.
fn upgrades(trace: &Trace, pools: &[PoolSummary], ended: Ended) -> Outcome {
    let plane = &trace.last().control_plane;
    let waits = control_plane_row(trace, trace.len(), plane.version);
    let waits = waits.and_then(|no| trace.record(no));
    let is_upgraded = trace.start().control_plane.version != plane.version;
    let plane = Outcome::of_control_plane(plane, waits.map(|row| row.change), ended);
    let plane = plane.or(is_upgraded.then_some(Outcome::Succeeded));
    let outcomes = pools.iter().map(|pool| pool.outcome);
    let upgrades = Outcome::of_run(outcomes.chain(plane), ended);
    if has_entries_to_come(trace) && ended == Ended::Until {
        upgrades.min(Outcome::Limit)
    } else {
        upgrades
    }
}

/// Has the script entries for later than the limit of the run?
fn has_entries_to_come(trace: &Trace) -> bool {
    let plan = trace.plan();
    plan.script.iter().any(|entry| entry.at > plan.until)
}

/// The end of the run's time: what is blocked or missing at the last row stays so.
pub fn limit(trace: &Trace) -> SimTime {
    trace.plan().until.max(trace.end())
}

fn blocked(index: &Index, end: SimTime) -> SimSpan {
    let spans = index
        .blocked_nodes
        .iter()
        .map(|blocked| blocked.to.map_or(end, |(_, at)| at) - blocked.from);
    spans.fold(SimSpan::ZERO, |sum, span| sum + span)
}

/// How long pools waited for resources, summed over pools.
fn waited(pools: &IdVec<PoolId, PoolCounts>, end: SimTime) -> SimSpan {
    let spans = pools
        .values()
        .map(|count| count.waited + count.waits_since.map_or(SimSpan::ZERO, |at| end - at));
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

/// Which upgraded nodes count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Since {
    /// Also those that were upgraded before the run.
    Ever,
    /// Those of the run.
    Start,
}

/// How many nodes of one pool are upgraded.
pub fn upgraded_of(trace: &Trace, cluster: &Cluster, pool: PoolId, since: Since) -> u32 {
    let nodes =
        cluster.nodes.iter().filter(|(_, node)| trace.plan().groups[node.group].pool == pool);
    nodes.filter(|(id, node)| node.up() && is_upgraded(trace, cluster, (*id, node), since)).count()
        as u32
}

/// Has the node the target, and replaces an original one?
fn is_upgraded(
    trace: &Trace,
    cluster: &Cluster,
    (id, node): (NodeId, &Node),
    since: Since,
) -> bool {
    let pool = trace.plan().groups[node.group].pool;
    // Green nodes replace none while blue ones exist beside them.
    let over = cluster.pools.get(pool).is_some_and(|pool| pool.run == RunState::Succeeded);
    // Before time 0, but for the surge nodes of nodes in progress.
    let earlier = trace.start().nodes.get(id).is_some_and(|node| node.upgraded && !node.surge);
    (since == Since::Ever || !earlier)
        && (over || node.side.is_none())
        && node.upgraded
        && !node.surge
        && !node.taken
}

/// How many nodes of the pool the run upgraded: also those that the autoscaler removed since, and none that it added.
fn upgraded_in_run(trace: &Trace, scan: &SummaryScan, pool: PoolId) -> u32 {
    let nodes = scan.cluster.nodes.iter();
    let nodes = nodes.filter(|(id, node)| {
        let removed = node.phase == NodePhase::Gone && node.mark == Some(Mark::ToBeDeleted);
        trace.plan().groups[node.group].pool == pool
            && (node.up() || removed)
            && !scan.grown.contains(id)
            && is_upgraded(trace, &scan.cluster, (*id, node), Since::Start)
    });
    nodes.count() as u32
}
