//! The Pods at the start: those listed in the document, and as many more as their workloads want.

use crate::document::Document;
use crate::document::workload::Pod as PodText;
use crate::natural;
use crate::resolve::{Owner, Resolved};
use base::{IdVec, Map, NodeId, PodId, SimTime, WorkloadId, order};
use model::cluster::WorkloadState;
use model::scale_down::{DELETION_COST, PodMarks, ScaleDown, deletion_cost};
use model::{Pod, PodPhase, WorkloadKind};

#[derive(Default)]
pub(crate) struct Pods {
    pub pods: IdVec<PodId, Pod>,
    pub names: Vec<String>,
    pub states: IdVec<WorkloadId, WorkloadState>,
    pub scale_down: ScaleDown,
}

/// `nodes`: ids by name.
pub(crate) fn compile(resolved: &Resolved<'_>, nodes: &Map<&str, u32>) -> Pods {
    let mut all = Pods::default();
    // Reserves the exact number: doubling would waste as much as it uses.
    let wanted = |owner: &Owner<'_>| u64::from(owner.replicas);
    let wanted: u64 = resolved.workloads.iter().map(wanted).sum();
    all.pods.reserve(u32::try_from(wanted).unwrap_or(0));
    for owner in &resolved.workloads {
        all.add(resolved.doc, owner, nodes);
    }
    all
}

impl Pods {
    fn add(&mut self, doc: &Document, owner: &Owner<'_>, nodes: &Map<&str, u32>) {
        let workload = self.states.next_id();
        let mut numbered = numbers(owner);
        order::sort_by(&mut numbered, |(a, _), (b, _)| a.cmp(b));
        let mut next = 0;
        // Consecutive Pods of one entry often have the same node.
        let mut entry: Option<(&PodText, Option<NodeId>)> = None;
        for (number, listed) in numbered {
            next = number.saturating_add(1);
            let node = listed.and_then(|pod| match entry {
                Some((last, node)) if core::ptr::eq(last, pod) => node,
                _ => {
                    let node = nodes.get(pod.node.as_str()).map(|id| NodeId(*id));
                    entry = Some((pod, node));
                    node
                }
            });
            let daemon = owner.kind == WorkloadKind::DaemonSet;
            if daemon && node.is_none() {
                // Its controller creates one per node; the checks report that this one is ignored.
                continue;
            }
            let created = listed
                .and_then(|pod| pod.created)
                .map_or(0, |instant| instant.0.saturating_sub(doc.start_unix_ms()));
            self.name(owner, number, listed);
            let marks = listed.map(marks).unwrap_or_default();
            if marks != PodMarks::default() {
                self.scale_down.of_pod.insert(self.pods.next_id(), marks);
            }
            self.pods.push(Pod::new(
                workload,
                number,
                node.filter(|_| daemon),
                SimTime::from_ms(created),
                phase(listed, node),
            ));
        }
        let cost = owner.source.annotations.get(DELETION_COST);
        let cost = cost.map_or(0, |text| deletion_cost(text));
        if cost != 0 {
            self.scale_down.of_workload.insert(workload, cost);
        }
        self.states.push(WorkloadState { replicas: owner.replicas, next_number: next });
    }

    /// Stores the next Pod's name, unless it follows from its number.
    fn name(&mut self, owner: &Owner<'_>, number: u32, listed: Option<&PodText>) {
        let bare = matches!(owner.kind, WorkloadKind::Pod | WorkloadKind::Mirror);
        let name = match listed {
            Some(pod) if !pod.name.is_empty() => pod.name.clone(),
            _ if !bare => return,
            _ if owner.replicas <= 1 => owner.name.clone(),
            _ => format!("{}-{number}", owner.name),
        };
        self.names.resize(self.pods.len() as usize, String::new());
        self.names.push(name);
    }
}

/// What the controller reads of it for a scale-down (KC-04).
fn marks(pod: &PodText) -> PodMarks {
    let cost = pod.annotations.get(DELETION_COST);
    let restarts = pod.restarts.unwrap_or(0);
    PodMarks {
        deletion_cost: cost.map(|text| deletion_cost(text)),
        restarts: u32::try_from(restarts).unwrap_or(0),
    }
}

/// Listed Pods keep the number of their name; others take the lowest free ones.
fn numbers<'d>(owner: &Owner<'d>) -> Vec<(u32, Option<&'d PodText>)> {
    let mut listed: Vec<&PodText> = owner.source.pods.iter().collect();
    // Only the first copy of an entry has the Pods that it lists.
    if owner.copy.is_some_and(|n| n > 0) {
        listed.clear();
    }
    order::sort_by(&mut listed, |a, b| natural::compare(&a.name, &b.name));
    // Ascending, like names that differ only in their numbers.
    let mut used: Vec<u32> = Vec::new();
    let mut all = Vec::new();
    let mut unnumbered: Vec<Option<&PodText>> = Vec::new();
    for pod in &listed {
        match natural::suffix(&pod.name, &owner.name) {
            Some(number) if used.last().is_none_or(|last| *last < number) => {
                used.push(number);
                all.push((number, Some(*pod)));
            }
            _ => unnumbered.extend(core::iter::repeat_n(Some(*pod), pod.many() as usize)),
        }
    }
    // A finished Pod of a StatefulSet still has its ordinal.
    let ordinals = matches!(owner.kind, WorkloadKind::StatefulSet { .. });
    let counts = |pod: &&&PodText| ordinals || !pod.is_finished();
    let there = listed.iter().filter(counts).map(|pod| pod.many() as usize);
    let missing = (owner.replicas as usize).saturating_sub(there.sum());
    unnumbered.extend(core::iter::repeat_n(None, missing));
    let mut free = (0..).filter(|number| used.binary_search(number).is_err());
    for pod in unnumbered {
        if let Some(number) = free.next() {
            all.push((number, pod));
        }
    }
    all
}

fn phase(listed: Option<&PodText>, node: Option<NodeId>) -> PodPhase {
    let Some(pod) = listed else {
        return PodPhase::Pending;
    };
    match (pod.phase.as_str(), node) {
        ("Succeeded", on) => PodPhase::Succeeded { on },
        ("Failed", on) => PodPhase::Failed { on },
        (_, None) => PodPhase::Pending,
        // Bound, but its containers haven't started.
        ("Pending", Some(on)) => PodPhase::Starting { on },
        (phase, Some(on)) => {
            PodPhase::Running { on, ready: pod.ready.unwrap_or(phase != "Unknown") }
        }
    }
}
