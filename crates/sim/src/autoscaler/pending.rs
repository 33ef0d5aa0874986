//! Which Pods ask for nodes (KA-10 to KA-15).

use super::estimate::NewNode;
use super::state::Autoscaler;
use crate::scheduling::snapshot::Snapshot;
use base::{Map, NodeId, PodId, Set, SimSpan, SimTime, Sym, WorkloadId, muted, order};
use model::plan::Plan;
use model::pod::Pod;
use model::workload::WorkloadKind;
use std::cmp::Reverse;

/// So old must the oldest Pod be (KA-13).
const NEW: SimSpan = SimSpan::from_secs(2);
const NEW_WITH_GPU: SimSpan = SimSpan::from_secs(30);

/// Takes Pods that don't count off their nodes. Returns these nodes.
fn remove_expendable(snapshot: &mut Snapshot<'_>, autopilot: bool) -> Set<NodeId> {
    let plan = snapshot.plan;
    let workloads = plan.workloads.iter().filter(|(_, one)| one.is_expendable(autopilot));
    let ignored: Set<WorkloadId> = workloads.map(|(id, _)| id).collect();
    if ignored.is_empty() {
        return Set::new();
    }
    let pods = snapshot.cluster.pods.iter().filter(|(_, pod)| ignored.contains(&pod.workload));
    let nodes = pods.filter_map(|(id, pod)| {
        snapshot.remove(id);
        pod.node()
    });
    nodes.collect()
}

impl Autoscaler {
    /// Prepares a look: takes Pods off that don't count, adds the nodes that are coming, and gives Pods that wait their place.
    /// Returns those for which there is none, by priority; and those whose place expendable Pods hold, which they don't preempt.
    pub(super) fn fill(
        &mut self,
        snapshot: &mut Snapshot<'_>,
        upcoming: &[NewNode],
        waiting: &Set<PodId>,
        autopilot: bool,
    ) -> (Vec<PodId>, Vec<PodId>) {
        let emptied = remove_expendable(snapshot, autopilot);
        for node in upcoming.iter().filter(|_| !muted("KA-09")) {
            node.push(snapshot);
        }
        let (plan, cluster) = (snapshot.plan, snapshot.cluster);
        let of = |pod: PodId| &plan.workloads[cluster.pods[pod].workload];
        let mut pods = Vec::new();
        for pod in waiting.iter().copied() {
            match cluster.nominated.get(&pod) {
                _ if of(pod).is_expendable(autopilot) => {}
                Some(node) => snapshot.place(pod, *node),
                None => pods.push(pod),
            }
        }
        for pod in self.leaving(snapshot) {
            snapshot.remove(pod);
            pods.push(pod);
        }
        order::sort_by_key(&mut pods, |pod| Reverse(of(*pod).priority));
        let (mut left, mut behind_expendable, mut failed) = (Vec::new(), Vec::new(), Set::new());
        for pod in pods {
            let workload = cluster.pods[pod].workload;
            // KA-07: where one has found no place, others like it find none.
            let is_vain = failed.contains(&workload) && !are_each_other_than(plan, workload);
            let mut place = || self.hints.place(snapshot, &mut self.rotation, pod, &|_| true);
            let found = if is_vain { None } else { place() };
            if found.is_none() {
                failed.insert(workload);
            }
            match found {
                Some(node) if !muted("KA-11") => {
                    if !of(pod).preempts && emptied.contains(&node) {
                        behind_expendable.push(pod);
                    }
                    snapshot.place(pod, node);
                }
                _ if of(pod).kind == WorkloadKind::DaemonSet => {}
                _ => left.push(pod),
            }
        }
        (left, behind_expendable)
    }

    /// The Pods of nodes that are being drained count as if they waited (KA-87).
    fn leaving(&self, snapshot: &Snapshot<'_>) -> Vec<PodId> {
        let (plan, cluster) = (snapshot.plan, snapshot.cluster);
        let drained = self.deletions.iter().filter(|(_, one)| one.drain && !muted("KA-87"));
        let pods = drained.flat_map(|(node, _)| snapshot.occupancy().pods_on(*node));
        let comes_again = |pod: &PodId| {
            let kind = &plan.workloads[cluster.pods[*pod].workload].kind;
            let stays = matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror);
            !stays && !cluster.pods[*pod].terminating()
        };
        pods.copied().filter(comes_again).collect()
    }
}

/// Until when the Pod asks for no node, if that isn't over (KA-12).
pub(super) fn young_until(plan: &Plan, pod: &Pod, now: SimTime) -> Option<SimTime> {
    let delay = plan.workloads[pod.workload].scale_up_delay;
    let until = pod.created() + delay;
    (delay > SimSpan::ZERO && until >= now && !muted("KA-12")).then_some(until)
}

/// Are all Pods so new that the scheduler may still place some (KA-13)?
pub(super) fn are_new(plan: &Plan, pods: &[Pod], now: SimTime) -> bool {
    let gpu = plan.symbols.find("nvidia.com/gpu");
    let wants = |pod: &&Pod, gpu: Sym| plan.workloads[pod.workload].requests.extended(gpu) > 0;
    let oldest = pods.iter().map(Pod::created).min();
    let with_gpu = pods.iter().filter(|pod| gpu.is_some_and(|gpu| wants(pod, gpu)));
    let oldest_with_gpu = with_gpu.map(Pod::created).min();
    let is_new = |oldest: Option<SimTime>, span| oldest.is_some_and(|oldest| oldest + span > now);
    (is_new(oldest, NEW) || is_new(oldest_with_gpu, NEW_WITH_GPU)) && !muted("KA-13")
}

/// Pods that are alike for the scheduler, in the order in which they wait (KA-15). Pods of a StatefulSet have a label of their own.
pub(super) fn equivalence_groups(plan: &Plan, pods: &[(PodId, Pod)]) -> Vec<Vec<PodId>> {
    let mut groups: Vec<Vec<PodId>> = Vec::new();
    let mut known: Map<WorkloadId, u32> = Map::new();
    for (id, pod) in pods {
        let alone = are_each_other_than(plan, pod.workload) && !muted("KA-15");
        match known.get(&pod.workload).filter(|_| !alone) {
            Some(group) => groups[*group as usize].push(*id),
            None => {
                known.insert(pod.workload, groups.len() as u32);
                groups.push(vec![*id]);
            }
        }
    }
    groups
}

/// Are the Pods of a workload not alike?
fn are_each_other_than(plan: &Plan, workload: WorkloadId) -> bool {
    let kind = plan.workloads[workload].kind;
    kind.has_ordinals() || !kind.is_owner()
}
