//! Conditions on a whole run, each with the first row that shows that it holds.

use crate::scan::SummaryScan;
use crate::series::readiness;
use crate::shortfall::ShortfallScan;
use base::{IdVec, PoolId, RecordNo, SimTime, TemplateId, WorkloadId};
use model::Command;
use model::maintenance::{Blockers, ClusterPart, Override, UpgradeKind, WorkKind};
use model::pool::PoolState;
use model::script::NodeChange;
use trace::{Change, Subject, Trace};

/// The first row by which an upgrade ends a Pod while its budget allows no disruption.
pub fn first_violation(trace: &Trace) -> Option<RecordNo> {
    violations(trace).next()
}

/// All such rows.
pub fn violations(trace: &Trace) -> impl Iterator<Item = RecordNo> {
    let mut scan = ShortfallScan::new(trace);
    trace.records().filter_map(move |(no, record)| {
        let violates = scan.violated_by(trace, &record);
        scan.row(trace, &record);
        violates.then_some(no)
    })
}

/// The work that an upgrade of a pool would be if GKE did it automatically.
fn automatic_work(change: NodeChange, versions: UpgradeKind) -> WorkKind {
    if change.waits_for_maintenance() {
        return WorkKind::Configuration(change);
    }
    let kind = match change {
        NodeChange::Version => versions,
        _ => UpgradeKind::Disruption,
    };
    WorkKind::Automatic(ClusterPart::Nodes, kind)
}

/// The first row, and its pool, at whose instant a node is in upgrade although the maintenance policy keeps automatic
/// work of that kind out. Manual upgrades and overrides count.
pub fn outside_window(trace: &Trace) -> Option<(RecordNo, PoolId)> {
    let plan = trace.plan();
    let mut scan = SummaryScan::new(trace);
    let version = |id: TemplateId| plan.templates.get(id)?.version;
    // An upgrade that began before the start is resumed.
    let begun = |(pool, state): (PoolId, &PoolState)| {
        let kind = UpgradeKind::between(version(plan.pools[pool].template), version(state.target?));
        Some(automatic_work(NodeChange::Version, kind))
    };
    let mut works: IdVec<PoolId, Option<WorkKind>> =
        trace.start().pools.iter().map(begun).collect();
    let mut targets: IdVec<PoolId, Option<TemplateId>> = plan
        .pools
        .ids()
        .map(|pool| {
            let mut nodes = trace.start().nodes.values();
            let own = nodes.find(|node| plan.groups[node.group].pool == pool);
            own.map(|node| node.template)
        })
        .collect();
    let mut last: Option<(RecordNo, SimTime)> = None;
    let outside = |scan: &SummaryScan, works: &IdVec<PoolId, Option<WorkKind>>, at: SimTime| {
        let busy = scan.pools.iter().filter(|(_, count)| count.in_progress > 0);
        let mut busy = busy.filter_map(|(pool, _)| Some((pool, (*works.get(pool)?)?)));
        busy.find(|(pool, work)| !plan.maintenance.blockers(at, *work, Some(*pool)).none())
            .map(|(pool, _)| pool)
    };
    for (no, record) in trace.records() {
        // An instant is over: what holds at its end, and what a window or an exclusion changes until the next row.
        if let Some((last, from)) = last.filter(|(_, from)| *from < record.at) {
            let edges = std::iter::successors(Some(from), |at| plan.maintenance.next_edge(*at));
            for at in edges.take_while(|at| *at < record.at) {
                if let Some(pool) = outside(&scan, &works, at) {
                    return Some((last, pool));
                }
            }
        }
        if let (Subject::Pool(pool), Change::UpgradeStarted { target, change, .. }) =
            (record.subject, record.change)
        {
            let from = targets.get(pool).copied().flatten().and_then(version);
            let kind = UpgradeKind::between(from, version(target));
            works[pool] = Some(automatic_work(change, kind));
            targets[pool] = Some(target);
        }
        scan.row(trace, no, &record, false);
        last = Some((no, record.at));
    }
    None
}

/// An upgrade of the control plane while the maintenance policy keeps automatic ones out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlPlaneOutside {
    /// The row that starts it, and the row that completes it.
    pub no: RecordNo,
    pub done: Option<RecordNo>,
    /// The first instant, and what keeps automatic upgrades out then.
    pub at: SimTime,
    pub by: Blockers,
    pub origin: Origin,
}

/// Who started an upgrade of the control plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// GKE, while the policy permitted it.
    Automatic,
    Manual,
    Override(Override),
}

/// All upgrades of the control plane that are in progress while the maintenance policy keeps automatic ones of their kind
/// out. Manual ones and overrides count.
pub fn control_plane_outside(trace: &Trace) -> Vec<ControlPlaneOutside> {
    let plan = trace.plan();
    let mut found = Vec::new();
    let mut version = trace.start().control_plane.version;
    let mut rows = trace.records();
    while let Some((no, record)) = rows.next() {
        let Change::ControlPlaneStarted { entry } = record.change else {
            continue;
        };
        let entry = plan.script.get(entry as usize);
        let target = entry.and_then(|entry| entry.command.version_of_control_plane());
        let over = |change| matches!(change, Change::ControlPlaneDone | Change::ControlPlaneBack);
        let done = rows.find(|(_, row)| over(row.change));
        let (Some(entry), Some(target)) = (entry, target) else {
            continue;
        };
        let kind = UpgradeKind::between(version, Some(target));
        version = Some(target);
        let work = WorkKind::Automatic(ClusterPart::ControlPlane, kind);
        let until = done.map_or(trace.end(), |(_, row)| row.at);
        let edges = std::iter::successors(Some(record.at), |at| plan.maintenance.next_edge(*at));
        let mut edges = edges.take_while(|at| *at < until);
        let outside = edges.find_map(|at| {
            let by = plan.maintenance.blockers(at, work, None);
            (!by.none()).then_some((at, by))
        });
        // What GKE enforces at the end of support is an override that no entry names.
        let cause = record.cause.and_then(|no| trace.record(no)).map(|row| row.change);
        let over = match cause {
            Some(Change::PolicyOverridden { why }) => Some(why),
            _ => entry.over,
        };
        let origin = match (over, &entry.command) {
            (Some(over), _) => Origin::Override(over),
            (None, Command::UpgradeControlPlane { automatic: false, .. }) => Origin::Manual,
            (None, _) => Origin::Automatic,
        };
        found.extend(outside.map(|(at, by)| ControlPlaneOutside {
            no,
            done: done.map(|(no, _)| no),
            at,
            by,
            origin,
        }));
    }
    found
}

/// Fewer ready Pods of a workload than there should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFew {
    /// The first row after which there are too few; none if that is so from the start.
    pub no: Option<RecordNo>,
    pub workload: WorkloadId,
    pub ready: u32,
    pub least: u32,
}

/// The first workload with fewer ready Pods than that, be it from the start. `least`: the wanted number, for
/// the workload's replicas; `None`: any number will do. States without duration don't count.
pub fn first_below(
    trace: &Trace,
    least: impl Fn(WorkloadId, u32) -> Option<u32>,
) -> Option<TooFew> {
    #[derive(Clone, Copy, Default)]
    struct ReadyCount {
        ready: u32,
        replicas: u32,
        touched: Option<RecordNo>,
    }
    let start = trace.start();
    let mut is_ready = vec![false; trace.last().pod_count() as usize];
    let mut counts: IdVec<WorkloadId, ReadyCount> = (trace.plan().workloads.ids())
        .map(|id| ReadyCount {
            replicas: start.workloads.get(id).map_or(0, |state| state.replicas),
            ..ReadyCount::default()
        })
        .collect();
    for (pod, state) in start.each_pod() {
        let owner = trace.plan().first_revision(state.workload);
        if let (true, Some(count)) = (state.ready(), counts.get_mut(owner)) {
            count.ready += 1;
            is_ready[pod.0 as usize] = true;
        }
    }
    let look = |id: WorkloadId, count: &ReadyCount| {
        let least = least(id, count.replicas)?;
        let below = TooFew { no: count.touched, workload: id, ready: count.ready, least };
        (count.ready < least).then_some(below)
    };
    let mut touched: Vec<WorkloadId> = counts.ids().collect();
    let mut instant = SimTime::ZERO;
    for (no, record) in trace.records() {
        if record.at > instant {
            instant = record.at;
            for id in touched.drain(..) {
                if let Some(found) = counts.get(id).and_then(|count| look(id, count)) {
                    return Some(found);
                }
            }
        }
        let id = match (record.subject, record.change) {
            (Subject::Pod(pod), change) => {
                let (Some(now), Some(owner)) = (readiness(change), trace.owner(pod)) else {
                    continue;
                };
                let was = is_ready.get_mut(pod.0 as usize).map(|flag| std::mem::replace(flag, now));
                let Some(count) = counts.get_mut(owner).filter(|_| was != Some(now)) else {
                    continue;
                };
                count.ready = if now { count.ready + 1 } else { count.ready.saturating_sub(1) };
                owner
            }
            (Subject::Workload(id), Change::ReplicasSet { replicas }) => {
                counts[id].replicas = replicas;
                id
            }
            _ => continue,
        };
        if let Some(count) = counts.get_mut(id) {
            count.touched = Some(no);
            touched.push(id);
        }
    }
    touched.into_iter().find_map(|id| counts.get(id).and_then(|count| look(id, count)))
}
