//! The run in numbers (the contract's `summary`). Counts are of whole instants: what lasted no time does not count.

use crate::base::{IdVec, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime};
use crate::model::{Cluster, Node, NodePhase, PodPhase, RunState, Strategy};
use crate::query::index::Index;
use crate::query::outcome::{Ended, Outcome, over};
use crate::query::standing::{Standing, standing};
use crate::trace::{Change, Ending, Record, Subject, Trace, apply};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    pub error: u32,
    pub warning: u32,
    pub info: u32,
}

/// Registered nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeCounts {
    pub start: u32,
    pub min: u32,
    pub max: u32,
    pub end: u32,
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
    pub forced: u32,
    /// Those of the forced that a disruption budget still protected.
    pub violations: u32,
    pub lost: u32,
    pub pending_max: u32,
    pub blocked: SimSpan,
    /// For each pool the time in which it waited for resources; summed over pools.
    pub waited: SimSpan,
    pub duration: SimSpan,
    /// When the last upgrade ended, if all of them did.
    pub over: Option<SimTime>,
    pub end: SimTime,
    pub outcome: Outcome,
    pub completed: bool,
    pub standing: Vec<Standing>,
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

/// Numbers of a pool while the rows go by.
#[derive(Clone, Default)]
struct Count {
    registered: u32,
    nodes: NodeCounts,
    in_progress: u32,
    in_progress_max: u32,
    started: Option<SimTime>,
    ended: Option<SimTime>,
    waits_since: Option<SimTime>,
    waited: SimSpan,
}

struct Scan {
    cluster: Cluster,
    pools: IdVec<PoolId, Count>,
    all: Count,
    booting: u32,
    creating_max: u32,
    pending: u32,
    pending_max: u32,
    unbound: Vec<bool>,
    terminating: Vec<bool>,
    dead: Vec<bool>,
    at_limit: Set<PodId>,
    busy: Set<NodeId>,
    evictions: u32,
    forced: u32,
    violations: u32,
    lost: u32,
    owner: Vec<crate::base::WorkloadId>,
}

/// Reads the rows once. `digest` and `ended` come from the engine, `findings` from the checks.
pub fn summary(
    trace: &Trace,
    index: &Index,
    ended: Ended,
    digest: u64,
    findings: Findings,
) -> Summary {
    let plan = trace.plan();
    let mut scan = Scan::new(trace);
    let mut instant = SimTime::from_ms(i64::MIN);
    for (no, record) in trace.records() {
        if record.at != instant {
            scan.close_instant();
            instant = record.at;
        }
        scan.row(trace, no, &record);
    }
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
            strategy: pool.strategy,
            nodes: NodeCounts {
                end: count.registered,
                ..count.nodes
            },
            in_progress_max: count.in_progress_max,
            upgraded: upgraded(trace, &scan.cluster, id),
            duration: duration(count, end),
            outcome: Outcome::of_pool(state, ended, to_come),
        });
    }
    let outcome = Outcome::of_run(pools.iter().map(|pool| pool.outcome));
    Summary {
        scenario: plan.name.clone(),
        seed: plan.seed,
        nodes: NodeCounts {
            end: scan.all.registered,
            ..scan.all.nodes
        },
        creating_max: scan.creating_max,
        in_progress_max: scan.all.in_progress_max,
        upgraded: pools.iter().map(|pool| pool.upgraded).sum(),
        evictions: scan.evictions,
        forced: scan.forced,
        violations: scan.violations,
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
        standing: standing(trace, index),
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

fn duration(count: &Count, end: SimTime) -> SimSpan {
    count.started.map_or(SimSpan::ZERO, |started| {
        count.ended.unwrap_or(end) - started
    })
}

/// From the first started upgrade to the end of the last.
fn whole_duration(pools: &IdVec<PoolId, Count>, end: SimTime) -> SimSpan {
    let started = pools.values().filter_map(|count| count.started).min();
    let ended = pools
        .values()
        .filter(|count| count.started.is_some())
        .map(|count| count.ended.unwrap_or(end))
        .max();
    match (started, ended) {
        (Some(started), Some(ended)) => ended - started,
        _ => SimSpan::ZERO,
    }
}

/// Nodes of the target that took the place of an original one by the end.
fn upgraded(trace: &Trace, cluster: &Cluster, pool: PoolId) -> u32 {
    let plan = trace.plan();
    cluster
        .nodes
        .values()
        .filter(|node| {
            plan.groups[node.group].pool == pool
                && node.upgraded
                && !node.surge
                && !node.taken
                && node.up()
        })
        .count() as u32
}

impl Count {
    fn of(registered: u32) -> Self {
        Self {
            registered,
            nodes: NodeCounts {
                start: registered,
                min: registered,
                max: registered,
                end: registered,
            },
            ..Self::default()
        }
    }

    fn close_instant(&mut self) {
        self.nodes.min = self.nodes.min.min(self.registered);
        self.nodes.max = self.nodes.max.max(self.registered);
        self.in_progress_max = self.in_progress_max.max(self.in_progress);
    }
}

impl Scan {
    fn new(trace: &Trace) -> Self {
        let start = trace.start();
        let plan = trace.plan();
        let registered = |pool: PoolId| {
            start
                .nodes
                .values()
                .filter(|node| plan.groups[node.group].pool == pool && node.registered())
                .count() as u32
        };
        let unbound: Vec<bool> = start
            .pods
            .values()
            .map(|pod| pod.phase == PodPhase::Pending)
            .collect();
        let pending = unbound.iter().filter(|waits| **waits).count() as u32;
        Self {
            pools: plan
                .pools
                .ids()
                .map(|pool| Count::of(registered(pool)))
                .collect(),
            all: Count::of(start.registered()),
            booting: start.nodes.values().filter(|node| booting(node)).count() as u32,
            creating_max: 0,
            pending,
            pending_max: pending,
            unbound,
            terminating: start
                .pods
                .values()
                .map(crate::model::Pod::terminating)
                .collect(),
            dead: vec![false; start.pods.len() as usize],
            at_limit: Set::new(),
            busy: Set::new(),
            evictions: 0,
            forced: 0,
            violations: 0,
            lost: 0,
            owner: start.pods.values().map(|pod| pod.workload).collect(),
            // Pods are followed by what the counts need, not by their whole life.
            cluster: Cluster {
                pods: IdVec::new(),
                ..Cluster::clone(start)
            },
        }
    }

    fn close_instant(&mut self) {
        self.all.close_instant();
        for count in self.pools.iter_mut() {
            count.1.close_instant();
        }
        self.creating_max = self.creating_max.max(self.booting);
        self.pending_max = self.pending_max.max(self.pending);
    }

    fn row(&mut self, trace: &Trace, no: RecordNo, record: &Record) {
        match record.subject {
            Subject::Pod(pod) => self.pod(trace, record, pod),
            Subject::Node(node) => self.node(trace, no, record, node),
            Subject::Pool(pool) => {
                apply(trace.plan(), &mut self.cluster, no, record);
                self.pool(record, pool);
            }
            Subject::Cluster
            | Subject::Zone(_)
            | Subject::Workload(_)
            | Subject::Budget(_)
            | Subject::Service(_) => {}
        }
    }

    fn pool(&mut self, record: &Record, pool: PoolId) {
        let Some(count) = self.pools.get_mut(pool) else {
            return;
        };
        let waits = self
            .cluster
            .pools
            .get(pool)
            .is_some_and(|state| state.run == RunState::WaitingForResources);
        match count.waits_since {
            Some(since) if !waits => {
                count.waited = count.waited + (record.at - since);
                count.waits_since = None;
            }
            None if waits => count.waits_since = Some(record.at),
            _ => {}
        }
        match record.change {
            Change::UpgradeStarted { .. } => {
                count.started = count.started.or(Some(record.at));
                count.ended = None;
            }
            Change::UpgradeResumed { .. } | Change::RollbackStarted => count.ended = None,
            Change::UpgradeSucceeded | Change::UpgradeCancelled | Change::RolledBack => {
                count.ended = Some(record.at);
            }
            _ => {}
        }
    }

    fn node(&mut self, trace: &Trace, no: RecordNo, record: &Record, id: NodeId) {
        let plan = trace.plan();
        let (was_registered, was_booting) = self
            .cluster
            .nodes
            .get(id)
            .map_or((false, false), |node| (node.registered(), booting(node)));
        apply(plan, &mut self.cluster, no, record);
        let Some(node) = self.cluster.nodes.get(id) else {
            return;
        };
        let pool = plan.groups[node.group].pool;
        let (registered, booting, gone) = (
            node.registered(),
            booting(node),
            node.phase == NodePhase::Gone,
        );
        self.booting = self.booting + u32::from(booting) - u32::from(was_booting);
        let delta = |n: u32| n + u32::from(registered) - u32::from(was_registered);
        let begins = matches!(record.change, Change::NodeTaken { .. }) && self.busy.insert(id);
        let ends = (matches!(record.change, Change::NodeDone) || gone) && self.busy.remove(&id);
        let progress = |n: u32| n + u32::from(begins) - u32::from(ends);
        self.all.registered = delta(self.all.registered);
        self.all.in_progress = progress(self.all.in_progress);
        if let Some(count) = self.pools.get_mut(pool) {
            count.registered = delta(count.registered);
            count.in_progress = progress(count.in_progress);
        }
    }

    fn pod(&mut self, trace: &Trace, record: &Record, id: PodId) {
        let index = id.0 as usize;
        match record.change {
            Change::PodCreated { workload, .. } => {
                self.unbound.push(true);
                self.terminating.push(false);
                self.dead.push(false);
                self.owner.push(workload);
                self.pending += 1;
            }
            Change::PodBound { .. } => self.bound(index),
            Change::PodTerminating { ending, .. } => {
                let again = self
                    .terminating
                    .get_mut(index)
                    .is_some_and(|slot| std::mem::replace(slot, true));
                match ending {
                    Ending::Evicted if !again => self.evictions += 1,
                    Ending::DeletedAtLimit => {
                        // Only what a budget refused is deleted so.
                        self.violations += u32::from(self.force(id));
                    }
                    Ending::Evicted | Ending::Deleted => {}
                }
            }
            Change::PodForced { violates_budget } => {
                let first = self.force(id);
                self.violations += u32::from(first && violates_budget);
                self.ended(trace, index);
            }
            Change::PodGone => self.ended(trace, index),
            _ => {}
        }
    }

    fn bound(&mut self, index: usize) {
        if let Some(waits) = self.unbound.get_mut(index).filter(|waits| **waits) {
            *waits = false;
            self.pending -= 1;
        }
    }

    /// Counts the Pod; not again if it was counted before.
    fn force(&mut self, pod: PodId) -> bool {
        let first = self.at_limit.insert(pod);
        self.forced += u32::from(first);
        first
    }

    /// A mirror Pod is its node's own: the next node brings its own with it.
    fn ended(&mut self, trace: &Trace, index: usize) {
        self.bound(index);
        let before = self
            .dead
            .get_mut(index)
            .is_none_or(|slot| std::mem::replace(slot, true));
        if before {
            return;
        }
        let kind = self
            .owner
            .get(index)
            .and_then(|owner| trace.plan().workloads.get(*owner))
            .map(|workload| workload.kind);
        let lost =
            kind.is_some_and(|kind| !kind.replaces() && kind != crate::model::WorkloadKind::Mirror);
        self.lost += u32::from(lost);
    }
}

/// Is a VM of its being made?
fn booting(node: &Node) -> bool {
    matches!(
        node.phase,
        NodePhase::Booting { .. } | NodePhase::Recreating { ready_at: Some(_) }
    )
}
