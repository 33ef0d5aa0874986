//! Pods as marks: the shape is the controller, the fill is the state, the letters are the workload.

use super::context::StageContext;
use crate::letters::Letters;
use base::{PodId, WorkloadId, order};
use model::workload::WorkloadKind;
use model::{Pod, PodPhase};
use trace::{Change, Frame, Subject, Trace};

/// ● Deployment, ■ StatefulSet, ◆ Job, ▲ DaemonSet, ○ bare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
    Ring,
}

impl Shape {
    pub fn key(self) -> &'static str {
        match self {
            Self::Circle => "ui-shape-circle",
            Self::Square => "ui-shape-square",
            Self::Diamond => "ui-shape-diamond",
            Self::Triangle => "ui-shape-triangle",
            Self::Ring => "ui-shape-ring",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Running and ready.
    Full,
    /// Bound or running, not ready.
    Half,
    /// Terminating.
    Hollow,
    /// Not bound to a node.
    Outline,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PodDot {
    pub pod: PodId,
    pub workload: WorkloadId,
    pub letters: Letters,
    /// 0 … 7; from the ninth workload on hues repeat, and only letters distinguish them.
    pub hue: u8,
    pub shape: Shape,
    pub fill: Fill,
    /// It was forced out just now.
    pub forced: bool,
    /// Its eviction is refused now: a shield.
    pub refused: bool,
    /// `safe-to-evict: "false"`: a pin.
    pub pinned: bool,
    /// Its containers are starting: an hourglass.
    pub starting: bool,
    /// The elapsed part of its grace period, in thousandths; only while it terminates.
    pub grace: Option<u16>,
}

/// A workload with its marks and its number of Pods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legend {
    pub workload: WorkloadId,
    pub name: String,
    pub letters: Letters,
    pub hue: u8,
    pub shape: Shape,
    pub pods: u32,
    pub ready: u32,
}

pub fn shape(kind: WorkloadKind) -> Shape {
    match kind {
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::Custom { ordinals: false, .. } => Shape::Circle,
        WorkloadKind::StatefulSet { .. } | WorkloadKind::Custom { ordinals: true, .. } => {
            Shape::Square
        }
        WorkloadKind::Job { .. } => Shape::Diamond,
        WorkloadKind::DaemonSet => Shape::Triangle,
        WorkloadKind::Pod | WorkloadKind::Mirror => Shape::Ring,
    }
}

pub fn hue(workload: WorkloadId) -> u8 {
    (workload.0 % 8) as u8
}

pub(super) fn dot(cx: &StageContext<'_>, id: PodId, pod: &Pod) -> Option<PodDot> {
    let plan = cx.trace.plan();
    let (workload, owner) = (plan.workloads.get(pod.workload)?, plan.first_revision(pod.workload));
    Some(PodDot {
        pod: id,
        workload: owner,
        letters: cx.index.letters(owner),
        hue: hue(owner),
        shape: shape(workload.kind),
        fill: fill(pod),
        forced: cx.forced_now().any(|one| one.pod == id),
        refused: cx.counts.refused.contains(&id),
        pinned: workload.safe_to_evict == Some(false),
        starting: matches!(pod.phase(), PodPhase::Starting { .. }),
        grace: grace(cx.trace, cx.frame, id, pod),
    })
}

fn fill(pod: &Pod) -> Fill {
    match pod.phase() {
        PodPhase::Running { ready: true, .. } => Fill::Full,
        PodPhase::Running { ready: false, .. } | PodPhase::Starting { .. } => Fill::Half,
        PodPhase::Terminating { .. } => Fill::Hollow,
        PodPhase::Pending
        | PodPhase::Succeeded { .. }
        | PodPhase::Failed { .. }
        | PodPhase::Gone => Fill::Outline,
    }
}

fn grace(trace: &Trace, frame: &Frame, id: PodId, pod: &Pod) -> Option<u16> {
    let PodPhase::Terminating { until, .. } = pod.phase() else {
        return None;
    };
    let since = trace
        .last_row(Subject::Pod(id), frame.next)
        .and_then(|no| trace.record(no))
        .filter(|record| matches!(record.change, Change::PodTerminating { .. }))
        .map_or(frame.at, |record| record.at);
    Some(super::context::permille(since, frame.at, until))
}

/// Workloads with Pods that aren't ending, or that want some, in id order; if there are many, only the largest.
pub(super) fn legend(cx: &StageContext<'_>) -> Vec<Legend> {
    const AT_MOST: usize = 12;
    let plan = cx.trace.plan();
    let wants = |id| cx.frame.cluster.workloads.get(id).is_some_and(|state| state.replicas > 0);
    let mut list: Vec<(WorkloadId, u32, u32)> = plan
        .known_workloads()
        .filter_map(|(id, _)| Some((id, cx.counts.workloads.get(id.0 as usize)?)))
        .filter(|(id, count)| count.all > 0 || wants(*id))
        .map(|(id, count)| (id, count.all, count.ready))
        .collect();
    if list.len() > AT_MOST {
        order::sort_by_key(&mut list, |(id, pods, _)| (std::cmp::Reverse(*pods), *id));
        list.truncate(AT_MOST);
        order::sort_by_key(&mut list, |(id, ..)| *id);
    }
    list.into_iter()
        .map(|(id, pods, ready)| Legend {
            workload: id,
            name: plan.workloads[id].name.clone(),
            letters: cx.index.letters(id),
            hue: hue(id),
            shape: shape(plan.workloads[id].kind),
            pods,
            ready,
        })
        .collect()
}
