//! The counts of an outcome, in one pass over the rows.

use crate::harm::HarmScan;
use crate::index::row::Row;
use crate::index::stays::Stay;
use crate::kubectl_drains::Drains;
use crate::removal::{Removal, removal, shortens};
use crate::repeated::Preemptions;
use crate::scaling_counts::ScalingCounter;
use crate::shortfall::is_working_hour;
use crate::windows;
use base::{GroupId, IdVec, Map, NodeId, PodId, PoolId, Set, SimSpan, SimTime, WorkloadId};
use model::{Pool, RunKind, RunState, Strategy};
use trace::{Change, Ending, Subject, Trace};

/// A pool's upgrades during the pass.
#[derive(Clone, Debug, Default)]
pub(super) struct PoolCounts {
    pub(super) waits_since: Option<SimTime>,
    pub(super) waited: SimSpan,
    /// That of the last upgrade, as it began.
    pub(super) strategy: Option<Strategy>,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(crate) struct OutcomeScan {
    pub(super) pools: IdVec<PoolId, PoolCounts>,
    /// Nodes that came for Pods, and weren't recreated since; without the green ones of an upgrade that the autoscaler makes.
    pub(super) grown: Set<NodeId>,
    pub(super) evictions: u32,
    /// When the first one was in working hours.
    pub(super) evicted_in_hours: Option<SimTime>,
    pub(super) preempted: u32,
    pub(super) preemptions: Preemptions,
    pub(super) lost: Vec<PodId>,
    pub(super) harm: HarmScan,
    pub(super) scaling: Option<ScalingCounter>,
    pub(super) drains: Drains,
    /// How long the Pods of each workload waited for a node, where the cluster has an autoscaler.
    pub(super) pending_of: Map<WorkloadId, SimSpan>,
}

impl OutcomeScan {
    pub(crate) fn new(trace: &Trace) -> Self {
        let (plan, start) = (trace.plan(), trace.start());
        let counts = |id: PoolId, pool: &Pool| {
            let begun = start.pools.get(id).filter(|state| state.run.begun());
            let strategy = begun.map(|state| state.strategy(pool));
            PoolCounts { strategy, ..PoolCounts::default() }
        };
        Self {
            pools: plan.pools.iter().map(|(id, pool)| counts(id, pool)).collect(),
            grown: Set::new(),
            evictions: 0,
            evicted_in_hours: None,
            preempted: 0,
            preemptions: Preemptions::default(),
            lost: Vec::new(),
            harm: HarmScan::new(trace),
            scaling: ScalingCounter::of(trace),
            drains: Drains::default(),
            pending_of: Map::new(),
        }
    }

    pub(crate) fn row(&mut self, trace: &Trace, row: Row<'_>) {
        let record = row.record;
        if let Some(scaling) = &mut self.scaling {
            scaling.row(trace, row.cluster, record);
        }
        self.harm.row(trace, row);
        match record.subject {
            Subject::Pod(pod) => self.pod(trace, row, pod),
            Subject::Node(node) => {
                self.drains.row(trace, record, node);
                match record.change {
                    Change::NodeRequested { for_pods: true, group, .. }
                        if !makes_green(trace, row, group) =>
                    {
                        self.grown.insert(node);
                    }
                    Change::NodeRecreating { .. } => _ = self.grown.remove(&node),
                    _ => {}
                }
            }
            Subject::Pool(pool) => self.pool(trace, row, pool),
            Subject::Cluster
            | Subject::Zone(_)
            | Subject::Workload(_)
            | Subject::Budget(_)
            | Subject::Service(_) => {}
        }
    }

    fn pool(&mut self, trace: &Trace, row: Row<'_>, pool: PoolId) {
        let record = row.record;
        let own = self.pools.get_mut(pool).zip(row.cluster.pools.get(pool));
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
    }

    fn pod(&mut self, trace: &Trace, row: Row<'_>, id: PodId) {
        let Row { record, stay, .. } = row;
        match record.change {
            Change::PodBound { .. } => self.waited(trace, row, id),
            Change::PodTerminating { ending: Ending::Preempted, .. } => {
                self.preempted += u32::from(!shortens(trace, record));
                self.preemptions.row(trace, record, id);
            }
            Change::PodForced { .. } | Change::PodGone => {
                self.waited(trace, row, id);
                self.ended(trace, id, stay);
            }
            _ => {}
        }
        if removal(trace, record) == Some(Removal::Evicted) {
            self.evictions += 1;
            if self.evicted_in_hours.is_none() {
                let is_hurt = is_working_hour(trace.plan().start_unix_ms, record.at)
                    || windows::weekend_left(trace.plan(), record.at).is_some();
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

/// Does the node come for Pods that an upgrade makes leave blue (AB-05)?
fn makes_green(trace: &Trace, row: Row<'_>, group: GroupId) -> bool {
    let pool = trace.plan().groups.get(group).and_then(|group| row.cluster.pools.get(group.pool));
    pool.is_some_and(|pool| pool.run.unfinished() && pool.kind == RunKind::AutoscaledBlueGreen)
}

/// The longest sum: a number that JavaScript has.
const MOST: SimSpan = SimSpan::from_secs(1_000_000_000_000);
