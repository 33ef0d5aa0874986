//! Computes a run's outcome after its last row.

use super::scan::{OutcomeScan, PoolCounts};
use super::value::{NodeCounts, Outcome, PoolOutcome, limit};
use crate::forced::{ForcedBy, ForcedPod};
use crate::index::Index;
use crate::index::row::each_row;
use crate::index::steps::RunSteps;
use crate::kubectl_drains::{DrainsOver, endless};
use crate::open_holds::{control_plane_row, open_holds};
use crate::over::over_with;
use crate::scaling_counts::ScalingCounter;
use crate::traffic::ServiceOutcome;
use crate::upgrades::{UpgradeOutcome, Upgrades, covered, upgrades as all_upgrades};
use base::{IdVec, PodId, PoolId, SimSpan, SimTime};
use model::node::{Mark, Side};
use model::{Cluster, Node, NodePhase, RunState, WorkloadKind};
use trace::{Change, Conclusion, Ended, Subject, Trace};

impl Outcome {
    /// Reads the rows once. `ended` comes from the engine.
    pub fn of(trace: &Trace, index: &Index, ended: Ended) -> Self {
        let mut scan = OutcomeScan::new(trace);
        each_row(trace, &mut |row| scan.row(trace, row));
        scan.finish(trace, index, ended)
    }

    /// Reads the rows once, for the index as well.
    pub fn read(trace: &Trace, ended: Ended) -> (Index, Self) {
        let (mut index, mut scan) = (Index::default(), OutcomeScan::new(trace));
        index.extend_with(trace, &mut |_, row| scan.row(trace, row));
        let outcome = scan.finish(trace, &index, ended);
        (index, outcome)
    }
}

impl OutcomeScan {
    /// Finishes after the last row.
    pub(crate) fn finish(mut self, trace: &Trace, index: &Index, ended: Ended) -> Outcome {
        let plan = trace.plan();
        let (end, steps) = (trace.end(), &index.steps);
        let Upgrades { each, mut works, waits, windows } = all_upgrades(trace);
        let pools = pools(trace, (&self, steps, &each), ended);
        let size = plan.pools.ids().map(|pool| vms_at_start(trace, pool)).sum();
        let upgrades = upgrades(trace, &pools, ended);
        let drains = std::mem::take(&mut self.drains);
        let scaling = self.scaling.take();
        let endless = match ended {
            Ended::Quiet => endless(trace, index, &drains),
            Ended::Until | Ended::Overrun => Vec::new(),
        };
        let conclusion =
            if endless.is_empty() { upgrades } else { upgrades.min(Conclusion::Stuck) };
        let forced =
            |is: fn(&ForcedPod) -> bool| index.forced.iter().filter(|one| is(one)).count() as u32;
        let violating = index.forced.iter().filter(|one| one.violates);
        violating
            .filter_map(|one| trace.owner(one.pod))
            .for_each(|owner| self.harm.violates(owner));
        let readiness = index.readiness(trace, limit(trace));
        let waiting = index.waiting(trace);
        let workloads = self.workloads(trace, index, &readiness, &waiting);
        let has_owner = |pod: PodId| {
            let owner = trace.owner(pod).and_then(|owner| plan.workloads.get(owner));
            owner.is_some_and(|owner| matches!(owner.kind, WorkloadKind::Custom { .. }))
        };
        let gave_up = drains.over.map_or(0, |over| over.gave_up);
        let over = over_with(trace, &each);
        let began = each.first().map(|one| one.from);
        // A node in progress is worked on, also after a window (AM-66).
        let busy = steps.all.in_progress.steps.stretches(end).filter(|(.., n)| *n > 0);
        works.extend(busy.map(|(from, to, _)| (from, to)));
        Outcome {
            conclusion,
            upgrades,
            nodes: NodeCounts::of(&steps.all.registered),
            creating_max: steps.creating.max(),
            in_progress_max: steps.all.in_progress.max(),
            upgraded: pools.iter().map(|pool| pool.upgraded).sum(),
            evictions: self.evictions,
            evicted_in_hours: self.evicted_in_hours,
            preempted: self.preempted,
            repeated: self.preemptions.repeated(),
            forced: forced(|_| true),
            violations: forced(|one| one.violates),
            cut_short: forced(|one| !one.violates && !is_unevicted(one)),
            unevicted: forced(is_unevicted),
            lost_of_owners: self.lost.iter().filter(|pod| has_owner(**pod)).count() as u32,
            lost: self.lost,
            unplaced: waiting.keys().copied().collect(),
            pending_max: steps.pending.max(),
            ready: readiness.ready,
            missing: readiness.missing,
            blocked: blocked(index, limit(trace)),
            waited: waited(&self.pools, end),
            duration: began.map_or(SimSpan::ZERO, |from| over.unwrap_or(end) - from),
            drained: DrainsOver::of(&drains),
            drains: drains.took,
            gave_up,
            undrained: gave_up + drains.open.len() as u32,
            endless,
            open_holds: open_holds(trace, index),
            over,
            end,
            refused: std::mem::take(&mut self.harm.refused),
            failed_commands: self.harm.failed_commands,
            windows: windows.len() as u32,
            node_time: steps.all.registered.time_beyond(0, end),
            size,
            vms_max: steps.all.vms.max(),
            vms_end: steps.all.vms.end(),
            vm_time: steps.all.vms.time_beyond(0, end),
            extra_vms: steps.all.vms.time_beyond(size, end),
            disks_lost: disks_lost(trace),
            removed: scaling.iter().flat_map(|one| one.removed.clone()).collect(),
            oscillations: scaling.iter().flat_map(ScalingCounter::oscillations).collect(),
            at_half: readiness.at_half,
            scaling: scaling.map(|scaling| scaling.finish(end)),
            each,
            waits: covered([waits, works.clone()].concat()) - covered(works.clone()),
            worked: covered(works),
            services: services(trace, index),
            pools,
            workloads,
        }
    }
}

fn is_unevicted(one: &ForcedPod) -> bool {
    one.by == (ForcedBy::Limit { refused: true }) && !one.violates
}

/// What the run does to each pool.
fn pools(
    trace: &Trace,
    (scan, steps, each): (&OutcomeScan, &RunSteps, &[UpgradeOutcome]),
    ended: Ended,
) -> Vec<PoolOutcome> {
    let (plan, cluster) = (trace.plan(), trace.last());
    let to_come = has_entries_to_come(trace);
    let mut pools = Vec::new();
    for (id, pool) in plan.pools.iter() {
        let own = scan.pools.get(id).zip(steps.pools.get(id));
        let Some(((count, steps), state)) = own.zip(cluster.pools.get(id)) else {
            continue;
        };
        let conclusion = Conclusion::of_pool(state, ended, to_come);
        let ends = matches!(conclusion, Conclusion::Succeeded | Conclusion::RolledBack);
        pools.push(PoolOutcome {
            pool: id,
            strategy: count.strategy.unwrap_or(state.strategy(pool)).kind(),
            nodes: NodeCounts::of(&steps.registered),
            in_progress_max: steps.in_progress.max(),
            upgraded: upgraded_in_run(trace, scan, id),
            done: upgraded_ever(trace, id),
            size: own_nodes(trace, id),
            duration: duration(each, id, trace.end()),
            extra_vms: steps.vms.time_beyond(vms_at_start(trace, id), trace.end()),
            conclusion,
            over: ends.then_some(state.since),
        });
    }
    pools
}

/// The pool's VMs of the start without those that an upgrade under way has created beside them. Surge nodes replace others that
/// exist, and so do green ones while blue ones exist.
fn vms_at_start(trace: &Trace, pool: PoolId) -> u32 {
    let own = trace.start().nodes.values().filter(|node| {
        trace.plan().groups[node.group].pool == pool && node.occupies_capacity() && !node.surge
    });
    let (green, others): (Vec<_>, Vec<_>) = own.partition(|node| node.side == Some(Side::Green));
    green.len().max(others.len()) as u32
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
fn upgrades(trace: &Trace, pools: &[PoolOutcome], ended: Ended) -> Conclusion {
    let plane = &trace.last().control_plane;
    let waits = control_plane_row(trace, trace.len(), plane.version);
    let waits = waits.and_then(|no| trace.record(no));
    let is_upgraded = trace.start().control_plane.version != plane.version;
    let plane = Conclusion::of_control_plane(plane, waits.map(|row| row.change), ended);
    let plane = plane.or(is_upgraded.then_some(Conclusion::Succeeded));
    let pools = pools.iter().map(|pool| pool.conclusion);
    let upgrades = Conclusion::of_run(pools.chain(plane), ended);
    if has_entries_to_come(trace) && ended == Ended::Until {
        upgrades.min(Conclusion::Limit)
    } else {
        upgrades
    }
}

/// Has the script entries for later than the limit of the run?
fn has_entries_to_come(trace: &Trace) -> bool {
    let plan = trace.plan();
    plan.script.iter().any(|entry| entry.at > plan.until)
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

/// From the start of the pool's first upgrade to the end of its last.
fn duration(each: &[UpgradeOutcome], pool: PoolId, end: SimTime) -> SimSpan {
    let mut own = each.iter().filter(|one| one.pool() == Some(pool)).peekable();
    let from = own.peek().map(|one| one.from);
    let to = own.map(|one| one.to.unwrap_or(end)).max();
    from.zip(to).map_or(SimSpan::ZERO, |(from, to)| to - from)
}

/// Has the node the target, and replaces an original one?
fn is_upgraded(trace: &Trace, cluster: &Cluster, node: &Node) -> bool {
    let pool = trace.plan().groups[node.group].pool;
    // Green nodes replace none while blue ones exist beside them.
    let over = cluster.pools.get(pool).is_some_and(|pool| pool.run == RunState::Succeeded);
    (over || node.side.is_none()) && node.upgraded && !node.surge && !node.taken
}

/// How many nodes of the pool are upgraded at the end, also those that were before the run.
fn upgraded_ever(trace: &Trace, pool: PoolId) -> u32 {
    let cluster = trace.last();
    let own = cluster.nodes.values().filter(|node| trace.plan().groups[node.group].pool == pool);
    own.filter(|node| node.up() && is_upgraded(trace, cluster, node)).count() as u32
}

/// How many nodes of the pool the run upgraded: also those that the autoscaler removed since, and none that it added.
fn upgraded_in_run(trace: &Trace, scan: &OutcomeScan, pool: PoolId) -> u32 {
    let nodes = trace.last().nodes.iter();
    let nodes = nodes.filter(|(id, node)| {
        let removed = node.phase == NodePhase::Gone && node.mark == Some(Mark::ToBeDeleted);
        // Before time 0, but for the surge nodes of nodes in progress.
        let earlier = trace.start().nodes.get(*id).is_some_and(|start| {
            (start.upgraded || start.template == node.template) && !start.surge
        });
        trace.plan().groups[node.group].pool == pool
            && (node.up() || removed)
            && !scan.grown.contains(id)
            && !earlier
            && is_upgraded(trace, trace.last(), node)
    });
    nodes.count() as u32
}

/// A recreated node has empty disks even if it keeps its name.
fn disks_lost(trace: &Trace) -> u32 {
    let volumes = trace.plan().volumes.iter();
    let disks = volumes.flat_map(|volume| &volume.local);
    let ends = |change| matches!(change, Change::NodeDeleting { .. } | Change::NodeGone);
    let lost = disks.filter(|(_, node)| {
        let mut rows = trace.rows_of(Subject::Node(*node)).into_iter();
        rows.any(|no| trace.record(no).is_some_and(|row| ends(row.change)))
    });
    lost.count() as u32
}

/// The Services that lose new connections.
fn services(trace: &Trace, index: &Index) -> Vec<ServiceOutcome> {
    let services = trace.plan().services.ids();
    services.filter_map(|service| index.traffic.losses(service, limit(trace))).collect()
}
