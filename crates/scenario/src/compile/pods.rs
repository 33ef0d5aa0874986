//! The Pods at the start: those listed in the document, and as many more as their workloads want.

use super::script::Lazily;
use crate::document::Document;
use crate::document::workload::Pod as PodText;
use crate::natural;
use crate::resolve::{Owner, Resolved};
use crate::units::Instant;
use base::{IdVec, Map, NodeId, PodId, Set, SimSpan, SimTime, WorkloadId, order};
use model::cluster::WorkloadState;
use model::containers::Trouble;
use model::pod::Held;
use model::scale_down::{DELETION_COST, PodMarks, ScaleDown, deletion_cost};
use model::{Pod, PodPhase, WorkloadKind};

#[derive(Default)]
pub(crate) struct Pods {
    pub pods: IdVec<PodId, Pod>,
    pub names: Vec<String>,
    pub ordinals: Map<(WorkloadId, u32), String>,
    pub states: IdVec<WorkloadId, WorkloadState>,
    pub scale_down: ScaleDown,
    pub troubles: Map<PodId, Trouble>,
    pub held: Map<PodId, Held>,
    pub not_serving: Set<PodId>,
}

/// `nodes`: ids by name.
pub(crate) fn compile(resolved: &Resolved<'_>, nodes: &Lazily<'_, Map<&str, u32>>) -> Pods {
    let mut all = Pods::default();
    // Reserves the exact number: doubling would waste as much as it uses.
    let wanted = |owner: &Owner<'_>| u64::from(owner.replicas);
    let wanted: u64 = resolved.workloads.iter().map(wanted).sum();
    all.pods.reserve(u32::try_from(wanted).unwrap_or(0));
    for (at, owner) in resolved.workloads.iter().enumerate() {
        let next = resolved.workloads.get(at + 1);
        let rolls = next.is_some_and(|next| next.revision.is_some());
        all.add(resolved.doc, owner, rolls, nodes);
    }
    all
}

impl Pods {
    /// `rolls`: another revision of the Deployment follows.
    fn add(
        &mut self,
        doc: &Document,
        owner: &Owner<'_>,
        rolls: bool,
        nodes: &Lazily<'_, Map<&str, u32>>,
    ) {
        let workload = self.states.next_id();
        let (listed, scaled) = listed(owner, rolls);
        let missing = u32::try_from(owner.source.missing.unwrap_or(0)).unwrap_or(0);
        let there = scaled.unwrap_or(owner.replicas.saturating_sub(missing));
        let mut numbered = numbers(owner, listed, there);
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
            let ended = listed.filter(|pod| !pod.is_active() && !pod.is_finished());
            if ended.is_some() && node.is_none() {
                // Without a node nothing has to end.
                continue;
            }
            self.add_one(doc, owner, number, listed, node);
        }
        let cost = owner.source.annotations.get(DELETION_COST);
        let cost = cost.map_or(0, |text| deletion_cost(text));
        if cost != 0 {
            self.scale_down.of_workload.insert(workload, cost);
        }
        self.states.push(WorkloadState {
            replicas: owner.replicas,
            next_number: next,
            scaled,
            rollout: None,
        });
    }

    fn add_one(
        &mut self,
        doc: &Document,
        owner: &Owner<'_>,
        number: u32,
        listed: Option<&PodText>,
        node: Option<NodeId>,
    ) {
        let workload = self.states.next_id();
        let created = listed
            .and_then(|pod| pod.created)
            .map_or(0, |instant| instant.0.saturating_sub(doc.start_unix_ms()));
        self.name(owner, number, listed);
        if let Some(pod) = listed.filter(|pod| !pod.name.is_empty())
            && owner.kind.has_ordinals()
            && natural::suffix(&pod.name, &owner.name) != Some(number)
        {
            self.ordinals.insert((workload, number), pod.name.clone());
        }
        if let Some(trouble) = listed.and_then(|pod| trouble(doc, pod))
            && node.is_some()
        {
            self.troubles.insert(self.pods.next_id(), trouble);
        }
        let phase = phase(doc, listed, node);
        if let (PodPhase::Terminating { until: Pod::HELD, .. }, Some(pod)) = (phase, listed) {
            self.held.insert(
                self.pods.next_id(),
                Held {
                    finalizers: pod.finalizers.join(", "),
                    until: ends(doc, pod.deletion_timestamp),
                },
            );
        }
        let unready = listed.is_some_and(|pod| pod.ready == Some(false));
        if unready && matches!(phase, PodPhase::Terminating { .. }) {
            self.not_serving.insert(self.pods.next_id());
        }
        let marks = listed.map(marks).unwrap_or_default();
        if marks != PodMarks::default() {
            self.scale_down.of_pod.insert(self.pods.next_id(), marks);
        }
        self.pods.push(Pod::new(
            workload,
            number,
            node.filter(|_| owner.kind == WorkloadKind::DaemonSet),
            SimTime::from_ms(created),
            phase,
        ));
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

/// What keeps a listed Pod from being ready (AM-102).
fn trouble(doc: &Document, pod: &PodText) -> Option<Trouble> {
    let start = doc.start_unix_ms();
    match pod.waiting.as_str() {
        _ if !pod.is_active() => None,
        "CrashLoopBackOff" => {
            let restarts = u32::try_from(pod.restarts.unwrap_or(0)).unwrap_or(0);
            let last = pod.finished_at.map_or(0, |at| at.0.saturating_sub(start).min(0));
            let last = SimTime::from_ms(last);
            let (started, finished) = (pod.started_at, pod.finished_at);
            let ran = finished.zip(started).map(|(end, start)| end.0.saturating_sub(start.0));
            // The API has whole seconds.
            let after = ran.map_or(SimSpan::from_secs(10), |ms| SimSpan::from_ms(ms.max(1000)));
            let unready = started.zip(pod.unready_since).is_some_and(|(at, since)| since < at);
            let exits = restarts.saturating_add(1);
            Some(Trouble::CrashLoop { exits, last, after, code: exit_code(pod.exit_code), unready })
        }
        "ImagePullBackOff" | "ErrImagePull" => Some(Trouble::ImagePull),
        _ => None,
    }
}

/// AM-102: 1, if nothing else is said.
pub(super) fn exit_code(written: Option<i64>) -> u32 {
    written.and_then(|code| u32::try_from(code).ok()).unwrap_or(1)
}

/// The listed Pods of the owner's revision, and the replicas of its ReplicaSet at the start if they aren't those of the Deployment.
fn listed<'d>(owner: &Owner<'d>, rolls: bool) -> (Vec<&'d PodText>, Option<u32>) {
    let all = &owner.source.pods;
    let revision = owner.revision.map_or(0, |revision| revision.number);
    let under_way = revision > 0 || rolls && all.iter().any(|pod| pod.updated);
    // Only the first copy of an entry has the Pods that it lists, and no rollout but its first has begun.
    let is_first = owner.copy.is_none_or(|n| n == 0) && revision < 2;
    let own = |pod: &&PodText| is_first && (!under_way || pod.updated == (revision == 1));
    let listed: Vec<&PodText> = all.iter().filter(own).collect();
    let active = listed.iter().filter(|pod| pod.is_active());
    let active = active.map(|pod| pod.many()).fold(0, u32::saturating_add);
    (listed, under_way.then_some(active))
}

/// Listed Pods keep the number of their name; others, as many as are missing, take the lowest free ones.
fn numbers<'d>(
    owner: &Owner<'d>,
    mut listed: Vec<&'d PodText>,
    replicas: u32,
) -> Vec<(u32, Option<&'d PodText>)> {
    order::sort_by(&mut listed, |a, b| natural::compare(&a.name, &b.name));
    // Pods that an operator names begin at any number, which isn't a count of replicas then.
    let of_operator = matches!(owner.kind, WorkloadKind::Custom { ordinals: true, .. });
    let is_ordinal = |pod: &PodText| {
        natural::suffix(&pod.name, &owner.name).is_some_and(|number| number < owner.replicas)
    };
    let by_name = !of_operator || listed.iter().all(|pod| is_ordinal(pod));
    // Ascending, like names that differ only in their numbers.
    let mut used: Vec<u32> = Vec::new();
    let mut all = Vec::new();
    let mut unnumbered: Vec<Option<&PodText>> = Vec::new();
    for pod in &listed {
        match natural::suffix(&pod.name, &owner.name) {
            Some(number) if by_name && used.last().is_none_or(|last| *last < number) => {
                used.push(number);
                all.push((number, Some(*pod)));
            }
            _ => unnumbered.extend(core::iter::repeat_n(Some(*pod), pod.many() as usize)),
        }
    }
    // A finished Pod of a StatefulSet still has its ordinal. A terminating one is replaced by its controller.
    let ordinals = owner.kind.has_ordinals();
    let counts = |pod: &&&PodText| ordinals || !pod.is_finished();
    let there = listed.iter().filter(counts).map(|pod| pod.many() as usize);
    let missing = (replicas as usize).saturating_sub(there.sum());
    unnumbered.extend(core::iter::repeat_n(None, missing));
    let mut free = (0..).filter(|number| used.binary_search(number).is_err());
    for pod in unnumbered {
        if let Some(number) = free.next() {
            all.push((number, pod));
        }
    }
    all
}

fn ends(doc: &Document, at: Option<Instant>) -> SimTime {
    SimTime::from_ms(at.map_or(0, |at| at.0.saturating_sub(doc.start_unix_ms())))
}

fn phase(doc: &Document, listed: Option<&PodText>, node: Option<NodeId>) -> PodPhase {
    let Some(pod) = listed else {
        return PodPhase::Pending;
    };
    if let (Some(on), Some(at), false) = (node, pod.deletion_timestamp, pod.is_finished()) {
        let until = match pod.finalizers.as_slice() {
            [] => ends(doc, Some(at)),
            _ => Pod::HELD,
        };
        return PodPhase::Terminating { on, until };
    }
    match (pod.phase.as_str(), node) {
        ("Succeeded", on) => PodPhase::Succeeded { on },
        ("Failed", on) => PodPhase::Failed { on },
        (_, None) => PodPhase::Pending,
        (_, Some(on)) if pod.waiting == "CrashLoopBackOff" => {
            PodPhase::Running { on, ready: false }
        }
        (_, Some(on)) if !pod.waiting.is_empty() => PodPhase::Starting { on },
        // Bound, but its containers haven't started.
        ("Pending", Some(on)) => PodPhase::Starting { on },
        (phase, Some(on)) => {
            PodPhase::Running { on, ready: pod.ready.unwrap_or(phase != "Unknown") }
        }
    }
}
