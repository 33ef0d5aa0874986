//! What the outcome of a run holds.

use crate::harm::WorkAtRisk;
use crate::index::steps::CountSteps;
use crate::kubectl_drains::{DrainsOver, EndlessDrain};
use crate::open_holds::OpenHold;
use crate::repeated::Repeated;
use crate::scaling_counts::{Oscillation, ScalingCounts};
use crate::shortfall::AtHalf;
use crate::traffic::ServiceOutcome;
use crate::upgrades::UpgradeOutcome;
use base::{NodeId, PodId, PoolId, RecordNo, SimSpan, SimTime, WorkloadId, order};
use model::RunKind;
use std::cmp::Reverse;
use trace::{Conclusion, Trace};

/// Registered nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeCounts {
    pub start: u32,
    pub min: u32,
    pub max: u32,
    pub end: u32,
}

impl NodeCounts {
    pub(super) fn of(nodes: &CountSteps) -> Self {
        Self { start: nodes.start, min: nodes.min(), max: nodes.max(), end: nodes.end() }
    }
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
    /// Pods without a node at the end, also those that waited at the start.
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
    /// From the start of the first upgrade to the end of the last, or to the end of the run.
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
    /// The last row.
    pub end: SimTime,
    /// Commands of the script that had no effect.
    pub refused: Vec<RecordNo>,
    /// Those of them that end with an error: not what finds all as it wants it.
    pub failed_commands: u32,
    /// Maintenance windows that upgrades used; 0 without windows.
    pub windows: u32,
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
    /// Each upgrade, in the order in which they begin.
    pub each: Vec<UpgradeOutcome>,
    /// How long at least one of them was at work: neither due nor paused.
    pub worked: SimSpan,
    /// How long at least one that GKE begins was due or paused, and none was at work.
    pub waits: SimSpan,
    /// Services that lose new connections, in the order of the plan.
    pub services: Vec<ServiceOutcome>,
    /// In the order of the plan.
    pub pools: Vec<PoolOutcome>,
    /// In the order of the plan, without the later revisions of Deployments.
    pub workloads: Vec<WorkloadOutcome>,
}

/// What a run does to a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PoolOutcome {
    pub pool: PoolId,
    /// That of its last upgrade, as it began; without one the pool's.
    pub strategy: RunKind,
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
    /// Nodes that it has replaced one for one: how many green ones an autoscaler makes is no progress.
    pub(crate) fn replaced(&self) -> u32 {
        if self.strategy == RunKind::AutoscaledBlueGreen { 0 } else { self.upgraded }
    }

    pub fn strategy_name(&self) -> &'static str {
        self.strategy.traits().label
    }
}

impl Outcome {
    /// The same of all pools.
    pub(crate) fn replaced(&self) -> u32 {
        let made = self.pools.iter().map(|pool| pool.upgraded - pool.replaced());
        self.upgraded.saturating_sub(made.sum())
    }

    /// The user's own workloads that had at most half of their Pods in working hours, and since when.
    pub(crate) fn in_working_hours(
        &self,
        start_unix_ms: i64,
    ) -> impl Iterator<Item = (SimTime, &AtHalf)> {
        let own = |one: &&AtHalf| self.workload(one.workload).is_some_and(|own| !own.managed);
        let since = move |one: &AtHalf| one.in_working_hours(start_unix_ms);
        self.at_half.iter().filter(own).filter_map(move |one| Some((since(one)?, one)))
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

    /// How long it would take to lose as many new connections if all were lost, summed over Services.
    pub fn connections_lost(&self) -> SimSpan {
        self.services.iter().fold(SimSpan::ZERO, |sum, one| sum + one.whole)
    }

    /// The same with the nodes drawn of which most are lost.
    pub fn connections_may_be_lost(&self) -> SimSpan {
        self.services.iter().fold(SimSpan::ZERO, |sum, one| sum + one.worst_whole)
    }

    /// The most of a hundred open connections to a Service that are cut at once.
    pub fn connections_cut(&self) -> u32 {
        self.most_cut().map_or(0, |(one, _)| one.cut)
    }

    /// The Service that loses the most new connections, and how many others lose some.
    pub fn most_lost(&self) -> Option<(&ServiceOutcome, usize)> {
        let losing = self.services.iter().filter(|one| one.loses());
        Some((
            losing.clone().max_by_key(|one| (one.whole, one.most, one.worst))?,
            losing.count() - 1,
        ))
    }

    /// The Service of which the most open connections are cut at once, and of how many others some are.
    pub fn most_cut(&self) -> Option<(&ServiceOutcome, usize)> {
        let cut = self.services.iter().filter(|one| one.cuts > 0);
        Some((cut.clone().max_by_key(|one| (one.cut, one.cuts))?, cut.count() - 1))
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

    /// Those Pods, and the most that one of them had run.
    pub fn at_risk(&self) -> (u32, SimSpan) {
        let known = self.workloads.iter().filter_map(|one| one.at_risk);
        known.fold((0, SimSpan::ZERO), |(pods, longest), one| {
            (pods + one.pods, longest.max(one.longest))
        })
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

/// How long an outage takes that lasts to the end of the run, however early it began: longer than a run.
pub const TO_THE_END: SimSpan = SimSpan::from_secs(3650 * 86_400);

/// How many of what is summed last to the end of the run.
pub fn to_the_end(span: SimSpan) -> u32 {
    (span.ms() / TO_THE_END.ms()) as u32
}

/// What a run does to a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkloadOutcome {
    pub workload: WorkloadId,
    /// Is it in a namespace of GKE's add-ons?
    pub managed: bool,
    /// Wanted Pods at the end.
    pub replicas: u32,
    /// The fewest ready Pods at one instant; `None` for a kind without replicas.
    pub fewest: Option<u32>,
    /// How long one of its budgets required more ready Pods than there were.
    pub below_budget: SimSpan,
    /// How long no Pod was ready, if one was before or after.
    pub without_ready: SimSpan,
    /// Pods that had to leave their node for another; those that no controller replaces don't count, nor do those that end
    /// because fewer are wanted, nor those of a Job that fails before it replaces them.
    pub moves: u32,
    /// Pods that were neither evicted, preempted, nor forced out, but deleted, or gone with their nodes.
    pub ended_otherwise: u32,
    /// Those among the moved ones that the run itself had created: they moved to a node that they had to leave again.
    pub moved_again: u32,
    /// Pods that an upgrade or its rollback deleted while their budget allowed no disruption.
    pub violations: u32,
    /// Pods that were still running at the end of their grace period (SIGKILL).
    pub killed: u32,
    /// What its Pods had worked in vain when they ended (AM-101).
    pub work_lost: SimSpan,
    /// The same where it isn't known.
    pub at_risk: Option<WorkAtRisk>,
    /// The row with which its Job failed.
    pub failed: Option<RecordNo>,
    /// Pods forced out, lost, killed at the end of their grace period, or deleted against a budget; 1 for a failed Job.
    pub harm: u32,
    /// [`Self::without_ready`], or [`TO_THE_END`] if it lasts, also where no Pod was ever ready that an autoscaler could place.
    pub out: SimSpan,
    /// From when on it has no ready Pod to the end of the run.
    pub down: Option<SimTime>,
    /// [`Self::below_budget`] without the time from the start, which no other floor would shorten; [`TO_THE_END`] if it lasts.
    pub below: SimSpan,
    /// How long evictions were refused, summed over Pods.
    pub refused: SimSpan,
    /// How long its Pods waited for a node, summed over Pods, where the cluster has an autoscaler; each that gets none waits
    /// [`TO_THE_END`].
    pub pending: SimSpan,
}

impl WorkloadOutcome {
    /// Is anything worse than that Pods moved?
    pub fn is_hurt(&self) -> bool {
        self.below_budget > SimSpan::ZERO
            || self.without_ready > SimSpan::ZERO
            || self.killed > 0
            || self.work_lost > SimSpan::ZERO
            || self.at_risk.is_some()
            || self.failed.is_some()
    }

    /// What its Pods lose at most.
    pub fn work_lost_at_most(&self) -> SimSpan {
        self.work_lost + self.at_risk.map_or(SimSpan::ZERO, |at_risk| at_risk.total)
    }
}

/// The workloads that are hurt or had fewer ready Pods than wanted, the worst first, and those of GKE's namespaces last: a Job that
/// failed, lost work, times without a ready Pod, times below the budget, killed Pods, missing Pods.
#[inline(never)]
pub fn hurt(all: &[WorkloadOutcome]) -> Vec<WorkloadOutcome> {
    let missing =
        |one: &WorkloadOutcome| one.fewest.map_or(0, |fewest| one.replicas.saturating_sub(fewest));
    let mut hurt: Vec<WorkloadOutcome> =
        all.iter().filter(|one| one.is_hurt() || missing(one) > 0).copied().collect();
    order::sort_by_key(&mut hurt, |one| {
        let lost = (one.failed.is_some(), one.work_lost_at_most());
        Reverse((!one.managed, lost, one.without_ready, one.below_budget, one.killed, missing(one)))
    });
    hurt
}

/// The end of the run's time: what is blocked or missing at the last row stays so.
pub fn limit(trace: &Trace) -> SimTime {
    trace.plan().until.max(trace.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_hurt_workload_is_first() {
        let fine = WorkloadOutcome {
            replicas: 4,
            fewest: Some(4),
            moves: 9,
            ..WorkloadOutcome::default()
        };
        let second = SimSpan::from_secs(1);
        let all = [
            fine,
            WorkloadOutcome { fewest: Some(3), ..fine },
            WorkloadOutcome { fewest: Some(2), ..fine },
            WorkloadOutcome { killed: 9, ..fine },
            WorkloadOutcome { below_budget: second, ..fine },
            WorkloadOutcome { without_ready: second, ..fine },
            WorkloadOutcome { work_lost: second, ..fine },
            WorkloadOutcome { failed: Some(RecordNo(0)), ..fine },
            WorkloadOutcome { managed: true, failed: Some(RecordNo(0)), ..fine },
        ];
        let numbered = all.into_iter().zip(0..);
        let all: Vec<_> =
            numbered.map(|(one, no)| WorkloadOutcome { workload: WorkloadId(no), ..one }).collect();
        let order: Vec<u32> = hurt(&all).iter().map(|one| one.workload.0).collect();
        assert_eq!(order, [7, 6, 5, 4, 3, 2, 1, 8]);
    }
}
