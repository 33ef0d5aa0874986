//! Beside the zones: Pods without a node, and what is outside the cluster.

use super::context::StageContext;
use super::pods::{Shape, hue, shape};
use crate::autoscaler::Autoscaler;
use crate::letters::Letters;
use crate::why::taints;
use base::{PodId, SimTime, WorkloadId, ZoneId};
use model::Cluster;
use trace::{Blocker, Frame, Phrase, Subject, Trace, Value};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pending {
    pub total: u32,
    /// The first of them by id.
    pub pods: Vec<PendingPod>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingPod {
    pub pod: PodId,
    pub workload: WorkloadId,
    pub name: String,
    pub letters: Letters,
    pub hue: u8,
    pub shape: Shape,
    pub since: SimTime,
    /// `for 18 s`.
    pub waits: Phrase,
    /// `0:18`.
    pub age: Phrase,
    /// `0/14 nodes are available: …`; `None` before the scheduler has tried.
    pub line: Option<Phrase>,
    /// `web grows in us-central1-a, Ready in 2:10`; `None` without an autoscaler, and before its answer.
    pub growth: Option<Phrase>,
}

/// The project's capacity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProjectCapacity {
    /// VMs beyond those of the start, and how many are allowed.
    pub extra: u32,
    pub spare: Option<u32>,
    pub stocked_out: Vec<ZoneId>,
    pub words: Option<Phrase>,
}

const SHOWN: usize = 40;

pub(super) fn pending(cx: &StageContext<'_>) -> Pending {
    let plan = cx.trace.plan();
    let mut tray = Pending { total: cx.counts.pending.len(), pods: Vec::new() };
    for id in cx.counts.pending.iter().take(SHOWN) {
        let cluster = &cx.frame.cluster;
        let Some((pod, workload)) =
            cluster.pod(id).and_then(|pod| Some((pod, plan.workloads.get(pod.workload)?)))
        else {
            continue;
        };
        let owner = plan.first_revision(pod.workload);
        tray.pods.push(PendingPod {
            pod: id,
            workload: owner,
            name: plan.pod_name(&cx.frame.cluster, id),
            letters: cx.index.letters(owner),
            hue: hue(owner),
            shape: shape(workload.kind),
            since: pod.created(),
            waits: Phrase::new("pending-for").with("for", cx.frame.at - pod.created()),
            age: Phrase::new("pending-age").with("for", Value::Timer(cx.frame.at - pod.created())),
            line: failed_scheduling(cx, id),
            growth: growth(cx.trace, cx.frame, id),
        });
    }
    tray
}

/// What the cluster autoscaler does for a Pending Pod.
pub fn growth(trace: &Trace, frame: &Frame, pod: PodId) -> Option<Phrase> {
    Autoscaler::of(trace, frame)?.brief(pod)
}

fn failed_scheduling(cx: &StageContext<'_>, pod: PodId) -> Option<Phrase> {
    let blockers: Vec<Blocker> =
        cx.index.holds_on(Subject::Pod(pod), cx.frame.next).map(|hold| hold.by).collect();
    scheduling_phrase(cx.trace, &cx.frame.cluster, Subject::Pod(pod), &blockers)
}

/// The `FailedScheduling` event's message, from the blockers of one attempt.
pub fn scheduling_phrase(
    trace: &Trace,
    cluster: &Cluster,
    pod: Subject,
    blockers: &[Blocker],
) -> Option<Phrase> {
    if blockers.is_empty() {
        return None;
    }
    let total = taints::tried(cluster, blockers);
    let mut parts = Vec::new();
    for by in blockers {
        if let Blocker::NoNode { filter, nodes } = by {
            parts.push(taints::phrase(trace, cluster, pod, *filter, *nodes));
        }
    }
    Some(if parts.is_empty() {
        Phrase::new("scheduling-no-nodes")
    } else {
        Phrase::new("scheduling-failed").with("nodes", total).with("reasons", Value::List(parts))
    })
}

pub(super) fn project_capacity(cx: &StageContext<'_>) -> ProjectCapacity {
    let cluster = &cx.frame.cluster;
    let extra = cx.counts.extra();
    let stocked_out: Vec<ZoneId> =
        cluster.stockout.iter().filter(|(_, out)| **out).map(|(zone, _)| zone).collect();
    let words = cluster
        .spare
        .map(|spare| Phrase::new("outside-vms").with("extra", extra).with("spare", spare));
    ProjectCapacity { extra, spare: cluster.spare, stocked_out, words }
}
