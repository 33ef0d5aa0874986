//! A line for each Pod.

use super::{LineReason, by_name};
use crate::autoscaler::Autoscaler;
use crate::index::{Hold, Index};
use crate::series::readiness;
use crate::stage::{StateCounts, scheduling_phrase};
use base::{Map, NodeId, PodId, PoolId, SimTime, WorkloadId, order};
use core::cmp::Ordering;
use model::{Pod, PodPhase};
use trace::{Blocker, Change, Frame, Phrase, Subject, Trace};

#[derive(Clone, PartialEq, Debug)]
pub struct PodLine {
    pub pod: PodId,
    pub workload: WorkloadId,
    pub state: PodState,
    pub node: Option<NodeId>,
    /// The pool of its node, or of that which it waits for.
    pub pool: Option<PoolId>,
    pub created: SimTime,
    /// When it came into this state.
    pub since: SimTime,
    pub reason: Option<LineReason>,
}

base::enum_table! {
    /// In the order of the table: what waits comes first.
    pub enum PodState, key {
        Pending = "ui-life-pending",
        /// Its eviction is refused.
        Refused = "ui-life-refused",
        Terminating = "ui-life-terminating",
        NotReady = "ui-life-not-ready",
        Starting = "ui-life-starting",
        Ready = "ui-life-ready",
        Failed = "line-pod-failed",
        Succeeded = "line-pod-succeeded",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PodColumn {
    Name,
    Namespace,
    #[default]
    State,
    Node,
    Reason,
    Since,
    Age,
}

/// Which Pods are listed; `None` lists all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PodWants<'a> {
    pub namespace: Option<&'a str>,
    pub state: Option<PodState>,
    pub pool: Option<PoolId>,
}

/// The existing Pods, sorted; those that are equal by their ids.
pub fn pods(
    trace: &Trace,
    index: &Index,
    frame: &Frame,
    counts: &StateCounts,
    (wants, by): (PodWants<'_>, PodColumn),
) -> Vec<PodLine> {
    let plan = trace.plan();
    let in_namespace: Vec<bool> = (plan.workloads.values())
        .map(|own| wants.namespace.is_none_or(|wanted| own.namespace == wanted))
        .collect();
    let owners = |id: WorkloadId| in_namespace.get(id.0 as usize) == Some(&true);
    let mut holds: Map<PodId, Vec<&Hold>> = Map::new();
    for hold in index.active_holds(frame.next) {
        if let Subject::Pod(pod) = hold.subject {
            holds.entry(pod).or_default().push(hold);
        }
    }
    let scaler = Autoscaler::of(trace, frame);
    let pods = frame.cluster.pods_of(owners);
    let lines = pods.filter_map(|(id, pod)| {
        let state = state(counts, id, &pod)?;
        let node = pod.node();
        let grows = || {
            let scaler = scaler.filter(|_| state == PodState::Pending)?;
            Some(scaler.pool_of(scaler.growth(id)?.0.group))
        };
        let pool = node.map(|node| frame.cluster.pool_of(plan, node)).or_else(grows);
        let is_wanted = wants.state.is_none_or(|wanted| wanted == state)
            && wants.pool.is_none_or(|wanted| Some(wanted) == pool);
        is_wanted.then(|| PodLine {
            pod: id,
            workload: pod.workload,
            state,
            node,
            pool,
            created: pod.created(),
            since: (holds.get(&id).filter(|_| state == PodState::Refused))
                .and_then(|all| all.iter().map(|hold| hold.began).min())
                .unwrap_or_else(|| since(trace, frame, id, &pod)),
            reason: reason(trace, frame, id, state, holds.get(&id).map_or(&[], Vec::as_slice)),
        })
    });
    let mut lines: Vec<PodLine> = lines.collect();
    if by == PodColumn::Name {
        return by_name(lines, |line| plan.pod_name(trace.last(), line.pod));
    }
    order::sort_by(&mut lines, |a, b| compare(trace, a, b, by).then(a.pod.cmp(&b.pod)));
    lines
}

/// By all columns but the name.
fn compare(trace: &Trace, a: &PodLine, b: &PodLine, by: PodColumn) -> Ordering {
    let plan = trace.plan();
    let namespace = |line: &PodLine| plan.workloads.get(line.workload).map(|own| &own.namespace);
    let reason = |line: &PodLine| line.reason.as_ref().map_or("~", |reason| reason.key);
    match by {
        PodColumn::Name => Ordering::Equal,
        PodColumn::Namespace => namespace(a).cmp(&namespace(b)),
        PodColumn::State => (a.state, a.created).cmp(&(b.state, b.created)),
        PodColumn::Node => (a.pool, a.node).cmp(&(b.pool, b.node)),
        PodColumn::Reason => reason(a).cmp(reason(b)),
        PodColumn::Since => a.since.cmp(&b.since),
        PodColumn::Age => a.created.cmp(&b.created),
    }
}

fn state(counts: &StateCounts, id: PodId, pod: &Pod) -> Option<PodState> {
    Some(match pod.phase() {
        PodPhase::Pending => PodState::Pending,
        _ if counts.refused.contains(&id) => PodState::Refused,
        PodPhase::Starting { .. } => PodState::Starting,
        PodPhase::Running { ready: true, .. } => PodState::Ready,
        PodPhase::Running { ready: false, .. } => PodState::NotReady,
        PodPhase::Terminating { .. } => PodState::Terminating,
        PodPhase::Succeeded { .. } => PodState::Succeeded,
        PodPhase::Failed { .. } => PodState::Failed,
        PodPhase::Gone => return None,
    })
}

/// When its phase changed last; of a Pending Pod, when it was created.
fn since(trace: &Trace, frame: &Frame, id: PodId, pod: &Pod) -> SimTime {
    if pod.phase() == PodPhase::Pending {
        return pod.created();
    }
    let rows = trace.rows_back(Subject::Pod(id), frame.next);
    let mut records = rows.filter_map(|no| trace.record(no));
    let is_phase = |change: Change| {
        matches!(change, Change::PodBound { .. } | Change::PodStarted { .. })
            || matches!(change, Change::PodTerminating { .. })
            || readiness(change).is_some()
    };
    let last = records.find(|record| is_phase(record.change));
    last.map_or(pod.created(), |record| record.at)
}

/// Why it waits, or by what its eviction is refused.
fn reason(
    trace: &Trace,
    frame: &Frame,
    id: PodId,
    state: PodState,
    holds: &[&Hold],
) -> Option<LineReason> {
    if !matches!(state, PodState::Pending | PodState::Refused) {
        return None;
    }
    let blockers: Vec<Blocker> = holds.iter().map(|hold| hold.by).collect();
    if state == PodState::Refused {
        let says = match blockers.first()? {
            Blocker::Budget { budget, .. } | Blocker::Forbidden { budget } => {
                Phrase::new("tile-blocked-budget").with("budget", Subject::Budget(*budget))
            }
            Blocker::TwoBudgets { .. } => Phrase::new("tile-blocked-two"),
            _ => return None,
        };
        return Some(LineReason::of(says));
    }
    let scaler = Autoscaler::of(trace, frame);
    if let Some(says) = scaler.and_then(|scaler| scaler.brief(id)) {
        let of_group = scaler.and_then(|scaler| {
            let owner = frame.cluster.pod(id)?.workload;
            Some(scaler.standing(owner).first()?.why.code())
        });
        let code = if says.key == "pending-no-growth" { of_group.unwrap_or("") } else { "" };
        return Some(LineReason { code, ..LineReason::of(says) });
    }
    scheduling_phrase(trace, &frame.cluster, Subject::Pod(id), &blockers).map(LineReason::of)
}
