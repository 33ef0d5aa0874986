//! Why a StatefulSet doesn't recreate a Pod: one of a lower ordinal isn't available (KC-10).

use super::{Reason, Until, WhyContext};
use base::{Map, PodId, WorkloadId};
use model::{Pod, PodPhase, WorkloadKind};
use trace::{Change, Phrase, Subject};

/// For the missing Pod of this ordinal, or for the lowest one that waits; until when it does.
pub(super) fn waits(
    cx: &WhyContext<'_>,
    id: WorkloadId,
    asked: Option<u32>,
) -> Option<(Reason, Until)> {
    let workload = cx.trace.plan().workloads.get(id)?;
    let WorkloadKind::StatefulSet { parallel: false } = workload.kind else {
        return None;
    };
    let pods = cx.frame.cluster.pods_of(|owner| owner == id);
    let pods = pods.filter(|(_, pod)| pod.phase() != PodPhase::Gone);
    let pods: Map<u32, PodId> = pods.map(|(pod, one)| (one.number, pod)).collect();
    let replicas = cx.frame.cluster.workloads.get(id)?.replicas;
    let mut ordinals = (0..replicas).map(|ordinal| (ordinal, pods.get(&ordinal).copied()));
    let (_, first) = ordinals.find(|(_, pod)| pod.is_none_or(|pod| !is_available(cx, pod)))?;
    // A missing one is created at once.
    let lower = first?;
    let mut missing = ordinals.filter(|(_, pod)| pod.is_none()).map(|(ordinal, _)| ordinal);
    let ordinal = missing.find(|ordinal| asked.is_none_or(|asked| asked == *ordinal))?;
    let named = |key| {
        let phrase = Phrase::new(key).with("workload", Subject::Workload(id));
        phrase.with("ordinal", ordinal.to_string())
    };
    let sentence = named("why-ordinal-waits").with("lower", lower);
    let rule = cx.rule("workload/replace-ordinal", &["KC-10"]);
    let rows = cx.trace.rows_of_pods(id).into_iter().filter(|no| no.0 >= cx.frame.next);
    let mut rows = rows.filter_map(|no| cx.trace.record(no));
    let created = Change::PodCreated { workload: id, place: ordinal };
    let until = match rows.find(|row| row.change == created) {
        Some(row) => Until::at(row.at, named("until-recreated")),
        None => Until::never(Phrase::new("until-never")),
    };
    Some((Reason::of_rule(rule, sentence), until))
}

/// Is it Ready, and for the workload's `minReadySeconds`?
fn is_available(cx: &WhyContext<'_>, id: PodId) -> bool {
    let Some(pod) = cx.frame.cluster.pod(id).filter(Pod::ready) else {
        return false;
    };
    let row = cx.last_that(Subject::Pod(id), |record| record.change == Change::PodReady);
    let workload = cx.trace.plan().workloads.get(pod.workload);
    workload.is_none_or(|own| own.available(row.map(|(_, record)| record.at), cx.frame.at))
}
