//! What a run comes to: each count has its one definition here, and everybody shows views of it.
//!
//! Counts are of whole instants: states without duration don't count.

mod codec;
mod finish;
mod scan;
mod workloads;

pub use self::finish::limit;
pub(crate) use self::scan::OutcomeScan;
pub use self::workloads::{TO_THE_END, WorkloadOutcome, to_the_end};

use crate::conclusion::Conclusion;
use crate::index::Index;
use crate::index::stays::each_row;
use crate::kubectl_drains::{DrainsOver, EndlessDrain};
use crate::open_holds::OpenHold;
use crate::repeated::Repeated;
use crate::scaling_counts::{Oscillation, ScalingCounts};
use crate::shortfall::AtHalf;
use base::{NodeId, PodId, PoolId, RecordNo, SimSpan, SimTime, WorkloadId};
use model::{Plan, RunKind};
use trace::{Ended, Trace};

/// Registered nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeCounts {
    pub start: u32,
    pub min: u32,
    pub max: u32,
    pub end: u32,
}

/// A finished run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// How the upgrades and drains ended, all together.
    pub conclusion: Conclusion,
    /// How the upgrades ended, without drains by kubectl.
    pub upgrades: Conclusion,
    pub nodes: NodeCounts,
    /// The most nodes whose VMs were being created at once.
    pub creating_max: u32,
    /// The most nodes that upgrades worked on at once.
    pub in_progress_max: u32,
    /// Nodes that the run upgraded, also those that the autoscaler removed since.
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
    /// Pods that ended and that no controller creates again.
    pub lost: Vec<PodId>,
    /// Those whose owners are of kinds of which it isn't known whether they create others.
    pub lost_of_owners: u32,
    /// Pods without a node at the end: those that the run created, or all if only the autoscaler acts.
    pub unplaced: Vec<PodId>,
    /// The most Pods without a node at once.
    pub pending_max: u32,
    /// The fewest ready Pods of all workloads with replicas together.
    pub ready: u32,
    /// The most wanted but not ready Pods at one instant.
    pub missing: u32,
    /// How long nodes had a Pod whose eviction was refused, summed over nodes.
    pub blocked: SimSpan,
    /// How long pools waited for resources, summed over pools.
    pub waited: SimSpan,
    /// From the first start of an upgrade to the last end of one.
    pub duration: SimSpan,
    /// The drains by kubectl, if all of them are over.
    pub drained: Option<DrainsOver>,
    /// How long the drains by kubectl took that ended, summed over them.
    pub drains: SimSpan,
    /// The drains by kubectl that ended with an error.
    pub gave_up: u32,
    /// The drains by kubectl that didn't end, or ended with an error.
    pub undrained: u32,
    /// Drains by kubectl that nothing ends.
    pub endless: Vec<EndlessDrain>,
    /// What holds subjects up after the last row.
    pub open_holds: Vec<OpenHold>,
    /// When the last upgrade ended, if all of them did.
    pub over: Option<SimTime>,
    /// When the last work on the control plane was complete, if none is due.
    pub control_plane: Option<SimTime>,
    /// The last row.
    pub end: SimTime,
    /// Commands of the script that had no effect.
    pub refused: Vec<RecordNo>,
    /// Maintenance windows in which an upgrade started or continued; 0 without windows.
    pub windows: u32,
    /// How long after the close of the last of them the upgrades ended.
    pub late: SimSpan,
    /// How long nodes were registered until the last row, summed over nodes.
    pub node_time: SimSpan,
    /// The nodes of the start without those that an upgrade under way has created beside them.
    pub size: u32,
    /// The most VMs, including those that are being created or deleted.
    pub vms_max: u32,
    pub vms_end: u32,
    /// How long VMs existed until the last row, summed over VMs.
    pub vm_time: SimSpan,
    /// The part of it beyond the size; fewer at another time doesn't compensate.
    pub extra_vms: SimSpan,
    /// Disks that were part of a node that was deleted or recreated.
    pub disks_lost: u32,
    /// Nodes that the autoscaler has removed, and when.
    pub removed: Vec<(NodeId, SimTime)>,
    pub oscillations: Vec<Oscillation>,
    /// Workloads that had half of their Pods or fewer.
    pub at_half: Vec<AtHalf>,
    /// `None` without autoscaled pools.
    pub scaling: Option<ScalingCounts>,
    /// In the order of the plan.
    pub pools: Vec<PoolOutcome>,
    /// In the order of the plan, without the later revisions of Deployments.
    pub workloads: Vec<WorkloadOutcome>,
}

/// What a run does to a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolOutcome {
    pub pool: PoolId,
    /// That of its last upgrade, as it began; without one the pool's. `None`: it isn't simulated.
    pub strategy: Option<RunKind>,
    pub nodes: NodeCounts,
    pub in_progress_max: u32,
    pub upgraded: u32,
    /// How many of its nodes are upgraded at the end, also those of before the run, of how many without surge and green ones.
    pub done: u32,
    pub size: u32,
    pub duration: SimSpan,
    /// How long VMs beyond the size existed, as of all pools.
    pub extra_vms: SimSpan,
    pub conclusion: Conclusion,
    /// When its last upgrade ended, if it succeeded or was rolled back.
    pub over: Option<SimTime>,
}

impl PoolOutcome {
    /// The strategy's name in the API.
    pub fn strategy_name(&self, plan: &Plan) -> &'static str {
        let own = || plan.pools.get(self.pool).map_or("", |own| own.strategy.name());
        self.strategy.map_or_else(own, |kind| kind.traits().name)
    }
}

impl Outcome {
    /// Reads the rows once. `ended` comes from the engine.
    pub fn of(trace: &Trace, index: &Index, ended: Ended) -> Self {
        let mut scan = OutcomeScan::new(trace);
        each_row(trace, &mut |row| scan.row(trace, row));
        scan.finish(trace, index, ended)
    }

    pub fn workload(&self, id: WorkloadId) -> Option<&WorkloadOutcome> {
        let at = self.workloads.binary_search_by_key(&id, |one| one.workload).ok()?;
        self.workloads.get(at)
    }

    pub fn pool(&self, id: PoolId) -> Option<&PoolOutcome> {
        self.pools.get(id.0 as usize)
    }

    fn sum(&self, of: impl Fn(&WorkloadOutcome) -> SimSpan) -> SimSpan {
        self.workloads.iter().fold(SimSpan::ZERO, |sum, one| sum + of(one))
    }

    /// Pods that were still running at the end of their grace period.
    pub fn killed(&self) -> u32 {
        self.workloads.iter().map(|one| one.killed).sum()
    }

    /// Jobs that failed in the run.
    pub fn jobs_failed(&self) -> u32 {
        self.workloads.iter().filter(|one| one.failed.is_some()).count() as u32
    }

    /// Pods that had to leave their node for another.
    pub fn moves(&self) -> u32 {
        self.workloads.iter().map(|one| one.moves).sum()
    }

    /// Moves of Pods that the run had moved already.
    pub fn moved_again(&self) -> u32 {
        self.workloads.iter().map(|one| one.moved_again).sum()
    }

    /// What Pods had worked in vain when they ended, summed over Pods.
    pub fn work_lost(&self) -> SimSpan {
        self.sum(|one| one.work_lost)
    }

    /// What Pods of Jobs of unknown length had run when they ended, summed over Pods.
    pub fn work_unknown(&self) -> SimSpan {
        self.sum(|one| one.at_risk.map_or(SimSpan::ZERO, |at_risk| at_risk.total))
    }

    /// How long workloads had no ready Pod, summed over workloads.
    pub fn out(&self) -> SimSpan {
        self.sum(|one| one.out)
    }

    /// How long budgets were below their floor, summed over workloads.
    pub fn below(&self) -> SimSpan {
        self.sum(|one| one.below)
    }
    /// How long nodes are registered up to an instant, summed over nodes: after the run nothing changes.
    pub(crate) fn node_time_until(&self, end: SimTime) -> SimSpan {
        let after = end - self.end.min(end);
        self.node_time + SimSpan::from_ms(after.ms() * i64::from(self.nodes.end))
    }

    /// How long VMs exist up to an instant, in the same way.
    pub(crate) fn vm_time_until(&self, end: SimTime) -> SimSpan {
        let after = end - self.end.min(end);
        self.vm_time + SimSpan::from_ms(after.ms() * i64::from(self.vms_end))
    }

    /// How long those beyond the size do.
    pub(crate) fn extra_vms_until(&self, end: SimTime) -> SimSpan {
        let after = end - self.end.min(end);
        let extra = self.vms_end.saturating_sub(self.size);
        self.extra_vms + SimSpan::from_ms(after.ms() * i64::from(extra))
    }
}
