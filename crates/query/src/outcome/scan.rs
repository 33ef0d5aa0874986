//! The counts of an outcome, in one pass over the rows.

use super::value::NodeCounts;
use crate::harm::HarmScan;
use crate::index::stays::{Row, Stay};
use crate::kubectl_drains::Drains;
use crate::period::Period;
use crate::removal::{Removal, removal, shortens};
use crate::repeated::Preemptions;
use crate::scaling_counts::ScalingCounter;
use crate::shortfall::is_working_hour;
use crate::windows;
use base::{IdVec, Map, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime, WorkloadId};
use model::node::Side;
use model::{Cluster, Command, Node, NodePhase, Plan, Pool, RunState, Strategy};
use trace::{Change, Ending, Record, Subject, Trace, apply};

/// A pool's counts during the pass.
#[derive(Clone, Debug, Default)]
pub(super) struct PoolCounts {
    pub(super) registered: u32,
    pub(super) nodes: NodeCounts,
    pub(super) in_progress: u32,
    pub(super) in_progress_max: u32,
    /// Green nodes beside a blue one.
    pairs: u32,
    pub(super) vms: Vms,
    pub(super) period: Period,
    pub(super) waits_since: Option<SimTime>,
    pub(super) waited: SimSpan,
    /// That of the last upgrade, as it began.
    pub(super) strategy: Option<Strategy>,
}

/// VMs, including those that are being created or deleted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vms {
    /// The nodes of the start without those that an upgrade under way has created beside them.
    pub(super) size: u32,
    pub(super) now: u32,
    pub(super) most: u32,
    /// Summed over VMs, in milliseconds.
    pub(super) ms: i64,
    /// The part beyond the size; fewer at another time doesn't compensate.
    pub(super) extra_ms: i64,
}

impl Vms {
    /// Surge nodes replace others that exist, and so do green ones while blue ones exist.
    fn of(plan: &Plan, cluster: &Cluster, pool: PoolId) -> Self {
        let own = cluster.nodes.values().filter(|node| plan.groups[node.group].pool == pool);
        let (mut surge, mut green, mut others) = (0, 0, 0);
        for node in own.filter(|node| node.occupies_capacity()) {
            match node.side {
                _ if node.surge => surge += 1,
                Some(Side::Green) => green += 1,
                _ => others += 1,
            }
        }
        let now = others + green + surge;
        Self { size: others.max(green), now, most: now, ms: 0, extra_ms: 0 }
    }

    fn add(self, other: &Self) -> Self {
        let (size, now) = (self.size + other.size, self.now + other.now);
        Self { size, now, most: now, ms: 0, extra_ms: 0 }
    }

    fn pass(&mut self, ms: i64) {
        self.ms += i64::from(self.now) * ms;
        self.extra_ms += i64::from(self.now.saturating_sub(self.size)) * ms;
    }
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(crate) struct OutcomeScan {
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
    /// `None`: the script drains no node.
    pub(super) drains: Option<Drains>,
    /// How long the Pods of each workload waited for a node, where the cluster has an autoscaler.
    pub(super) pending_of: Map<WorkloadId, SimSpan>,
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
        self.vms.most = self.vms.most.max(self.vms.now);
    }
}

impl OutcomeScan {
    pub(crate) fn new(trace: &Trace) -> Self {
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
            let vms = Vms::of(plan, start, id);
            PoolCounts { strategy, vms, ..PoolCounts::of(registered(id)) }
        };
        let pools: IdVec<PoolId, _> =
            plan.pools.iter().map(|(id, pool)| counts(id, pool)).collect();
        let vms = pools.values().fold(Vms::default(), |sum, pool| sum.add(&pool.vms));
        let pending = start.each_pod().filter(|(_, pod)| pod.pending()).count() as u32;
        Self {
            instant: SimTime::from_ms(i64::MIN),
            pools,
            all: PoolCounts { vms, ..PoolCounts::of(start.registered()) },
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
            drains: drains_any(plan).then(Drains::default),
            pending_of: Map::new(),
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

    pub(crate) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let Row { no, record, .. } = row;
        if record.at != self.instant {
            self.close_instant();
            let since = self.instant.max(SimTime::ZERO);
            let ms = (record.at - since).ms();
            self.node_ms += i64::from(self.all.registered) * ms;
            self.all.vms.pass(ms);
            self.pools.iter_mut().for_each(|(_, pool)| pool.vms.pass(ms));
            self.instant = record.at;
        }
        if let Some(scaling) = &mut self.scaling {
            scaling.row(trace.plan(), &self.cluster, record);
        }
        self.harm.row(trace, row);
        match record.subject {
            Subject::Pod(pod) => self.pod(trace, row, pod),
            Subject::Node(node) => {
                if let Some(drains) = &mut self.drains {
                    drains.row(trace, record, node);
                }
                self.node(trace, no, record, node);
            }
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
        let before = self.cluster.nodes.get(id);
        let (was_registered, was_booting, was_there) = before
            .map_or((false, false, false), |node| {
                (node.registered(), booting(node), node.occupies_capacity())
            });
        apply(plan, &mut self.cluster, no, record);
        let Some(node) = self.cluster.nodes.get(id) else {
            return;
        };
        let pool = plan.groups[node.group].pool;
        let (registered, booting, gone) =
            (node.registered(), booting(node), node.phase == NodePhase::Gone);
        let there = node.occupies_capacity();
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
        let vms = |n: u32| n + u32::from(there) - u32::from(was_there);
        self.all.vms.now = vms(self.all.vms.now);
        if let Some(count) = self.pools.get_mut(pool) {
            count.vms.now = vms(count.vms.now);
            count.registered = delta(count.registered);
            count.in_progress = progress(count.in_progress);
        }
    }

    fn pod(&mut self, trace: &Trace, row: Row<'_>, id: PodId) {
        let Row { record, stay, .. } = row;
        match record.change {
            Change::PodCreated { .. } => self.pending += 1,
            Change::PodBound { .. } => {
                self.pending -= u32::from(stay.waits());
                self.waited(trace, row, id);
            }
            Change::PodTerminating { ending: Ending::Preempted, .. } => {
                self.preempted += u32::from(!shortens(trace, record));
                self.preemptions.row(trace, record, id);
            }
            Change::PodForced { .. } | Change::PodGone => {
                self.pending -= u32::from(stay.waits());
                self.waited(trace, row, id);
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

    /// A Pod no longer waits for a node.
    fn waited(&mut self, trace: &Trace, row: Row<'_>, id: PodId) {
        if let (Some(since), true) = (row.stay.waits_since, trace.plan().is_autoscaled()) {
            self.waits(trace, id, row.record.at - since.max(SimTime::ZERO));
        }
    }

    pub(super) fn waits(&mut self, trace: &Trace, id: PodId, lasted: SimSpan) {
        if let Some(owner) = trace.owner(id) {
            let sum = self.pending_of.entry(trace.plan().first_revision(owner)).or_default();
            *sum = (*sum + lasted).min(MOST);
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

fn drains_any(plan: &Plan) -> bool {
    plan.script.iter().any(|entry| matches!(entry.command, Command::Drain { .. }))
}

/// Is its VM being created?
fn booting(node: &Node) -> bool {
    matches!(node.phase, NodePhase::Booting { .. } | NodePhase::Recreating { ready_at: Some(_) })
}

/// The longest sum: a number that JavaScript has.
const MOST: SimSpan = SimSpan::from_secs(1_000_000_000_000);
