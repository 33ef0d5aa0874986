//! Counts for the summary, in one pass over the rows.

use super::Period;
use super::harm::HarmScan;
use super::removal::{Removal, removal, shortens};
use super::repeated::Preemptions;
use super::scaling_counts::ScalingCounter;
use super::shortfall::is_working_hour;
use super::windows;
use crate::index::stays::{Row, Stay};
use base::{IdVec, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime};
use model::{Cluster, Node, NodePhase, Pool, RunState, Strategy};
use trace::{Change, Ending, Record, Subject, Trace, apply};

/// Registered nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeCounts {
    pub start: u32,
    pub min: u32,
    pub max: u32,
    pub end: u32,
}

/// A pool's counts during the pass.
#[derive(Clone, Debug, Default)]
pub(super) struct PoolCounts {
    pub(super) registered: u32,
    pub(super) nodes: NodeCounts,
    pub(super) in_progress: u32,
    pub(super) in_progress_max: u32,
    /// Green nodes beside a blue one.
    pairs: u32,
    pub(super) period: Period,
    pub(super) waits_since: Option<SimTime>,
    pub(super) waited: SimSpan,
    /// That of the last upgrade, as it began.
    pub(super) strategy: Option<Strategy>,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct SummaryScan {
    instant: SimTime,
    pub(super) cluster: Cluster,
    pub(super) pools: IdVec<PoolId, PoolCounts>,
    pub(super) all: PoolCounts,
    pub(super) booting: u32,
    pub(super) creating_max: u32,
    pub(super) pending: u32,
    pub(super) pending_max: u32,
    pub(super) busy: Set<NodeId>,
    /// Nodes that came for Pods, and weren't recreated since.
    pub(super) grown: Set<NodeId>,
    pub(super) evictions: u32,
    /// When the first one was in working hours.
    pub(super) evicted_in_hours: Option<SimTime>,
    pub(super) preempted: u32,
    pub(super) preemptions: Preemptions,
    pub(super) lost: Vec<PodId>,
    pub(super) harm: HarmScan,
    /// Registered nodes times time, in milliseconds.
    pub(super) node_ms: i64,
    pub(super) scaling: Option<ScalingCounter>,
}

impl PoolCounts {
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

impl SummaryScan {
    pub(super) fn new(trace: &Trace) -> Self {
        let start = trace.start();
        let plan = trace.plan();
        let registered = |pool: PoolId| {
            start
                .nodes
                .values()
                .filter(|node| plan.groups[node.group].pool == pool && node.registered())
                .count() as u32
        };
        let counts = |id: PoolId, pool: &Pool| {
            let begun = start.pools.get(id).filter(|state| state.run.begun());
            let strategy = begun.map(|state| state.strategy(pool));
            PoolCounts { strategy, ..PoolCounts::of(registered(id)) }
        };
        let pending = start.each_pod().filter(|(_, pod)| pod.pending()).count() as u32;
        Self {
            instant: SimTime::from_ms(i64::MIN),
            pools: plan.pools.iter().map(|(id, pool)| counts(id, pool)).collect(),
            all: PoolCounts::of(start.registered()),
            booting: start.nodes.values().filter(|node| booting(node)).count() as u32,
            creating_max: 0,
            pending,
            pending_max: pending,
            busy: Set::new(),
            grown: Set::new(),
            evictions: 0,
            evicted_in_hours: None,
            preempted: 0,
            preemptions: Preemptions::default(),
            lost: Vec::new(),
            harm: HarmScan::new(trace),
            node_ms: 0,
            scaling: ScalingCounter::of(trace),
            // Pods are tracked only as far as the counts need.
            cluster: start.without_pods(),
        }
    }

    pub(super) fn close_instant(&mut self) {
        self.all.close_instant();
        for count in self.pools.iter_mut() {
            count.1.close_instant();
        }
        self.creating_max = self.creating_max.max(self.booting);
        self.pending_max = self.pending_max.max(self.pending);
    }

    pub(super) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let Row { no, record, .. } = row;
        if record.at != self.instant {
            self.close_instant();
            let since = self.instant.max(SimTime::ZERO);
            self.node_ms += i64::from(self.all.registered) * (record.at - since).ms();
            self.instant = record.at;
        }
        if let Some(scaling) = &mut self.scaling {
            scaling.row(trace.plan(), &self.cluster, record);
        }
        self.harm.row(trace, row);
        match record.subject {
            Subject::Pod(pod) => self.pod(trace, row, pod),
            Subject::Node(node) => self.node(trace, no, record, node),
            Subject::Pool(pool) => {
                apply(trace.plan(), &mut self.cluster, no, record);
                self.pool(trace, record, pool);
            }
            Subject::Cluster
            | Subject::Zone(_)
            | Subject::Workload(_)
            | Subject::Budget(_)
            | Subject::Service(_) => {}
        }
    }

    fn pool(&mut self, trace: &Trace, record: &Record, pool: PoolId) {
        let own = self.pools.get_mut(pool).zip(self.cluster.pools.get(pool));
        let Some(((count, state), own)) = own.zip(trace.plan().pools.get(pool)) else {
            return;
        };
        if let Change::UpgradeStarted { change, .. } = record.change {
            count.strategy = Some(state.strategy(own).for_change(change));
        }
        let waits = state.run == RunState::WaitingForResources;
        match count.waits_since {
            Some(since) if !waits => {
                count.waited = count.waited + (record.at - since);
                count.waits_since = None;
            }
            None if waits => count.waits_since = Some(record.at),
            _ => {}
        }
        count.period.row(record);
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
        let (registered, booting, gone) =
            (node.registered(), booting(node), node.phase == NodePhase::Gone);
        match record.change {
            Change::NodeRequested { for_pods: true, .. } => {
                self.grown.insert(id);
            }
            Change::NodeRecreating { .. } => {
                self.grown.remove(&id);
            }
            _ => {}
        }
        self.booting = self.booting + u32::from(booting) - u32::from(was_booting);
        let delta = |n: u32| n + u32::from(registered) - u32::from(was_registered);
        let mut begins = matches!(record.change, Change::NodeTaken { .. }) && self.busy.insert(id);
        let mut ends = (matches!(record.change, Change::NodeDone) || gone) && self.busy.remove(&id);
        // Blue-green: counts a blue node from the request of its green one until one of the two is deleted.
        if let Some(count) = self.pools.get_mut(pool).filter(|_| node.side.is_some()) {
            if matches!(record.change, Change::NodeRequested { .. }) {
                count.pairs += 1;
                begins = true;
            } else if gone && count.pairs > 0 {
                count.pairs -= 1;
                ends = true;
            }
        }
        let progress = |n: u32| n + u32::from(begins) - u32::from(ends);
        self.all.registered = delta(self.all.registered);
        self.all.in_progress = progress(self.all.in_progress);
        if let Some(count) = self.pools.get_mut(pool) {
            count.registered = delta(count.registered);
            count.in_progress = progress(count.in_progress);
        }
    }

    fn pod(&mut self, trace: &Trace, row: Row<'_>, id: PodId) {
        let Row { record, stay, .. } = row;
        match record.change {
            Change::PodCreated { .. } => self.pending += 1,
            Change::PodBound { .. } => self.pending -= u32::from(stay.waits()),
            Change::PodTerminating { ending: Ending::Preempted, .. } => {
                self.preempted += u32::from(!shortens(trace, record));
                self.preemptions.row(trace, record, id);
            }
            Change::PodForced { .. } | Change::PodGone => {
                self.pending -= u32::from(stay.waits());
                self.ended(trace, id, stay);
            }
            _ => {}
        }
        if removal(trace, record) == Some(Removal::Evicted) {
            self.evictions += 1;
            if self.evicted_in_hours.is_none() {
                let is_hurt = is_working_hour(trace.plan().start_unix_ms, record.at)
                    || windows::is_weekend_left(trace, record.at);
                self.evicted_in_hours = is_hurt.then_some(record.at);
            }
        }
    }

    /// A Pod ended. One that has finished has done what it was to do, or failed by itself: its removal loses nothing. A mirror
    /// Pod belongs to its node: the next node brings its own.
    fn ended(&mut self, trace: &Trace, id: PodId, stay: Stay) {
        if stay.is_over() {
            return;
        }
        let kind = trace
            .owner(id)
            .and_then(|owner| trace.plan().workloads.get(owner))
            .map(|workload| workload.kind);
        let replaced =
            kind.is_none_or(|kind| kind.replaces() || kind == model::WorkloadKind::Mirror);
        // One that was being deleted before the start isn't lost in the run.
        if !replaced && !stay.was_terminating() {
            self.lost.push(id);
        }
    }
}

/// Is its VM being created?
fn booting(node: &Node) -> bool {
    matches!(node.phase, NodePhase::Booting { .. } | NodePhase::Recreating { ready_at: Some(_) })
}
