//! One walk over the Pods and one over the nodes: everything that tiles, tray and legend count.

use super::Detail;
use crate::base::{NodeId, PodId, Set, order};
use crate::model::workload::WorkloadKind;
use crate::model::{NodePhase, Plan, PodPhase};
use crate::query::index::Index;
use crate::trace::{Frame, Subject};

/// Counts of the Pods of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodePods {
    pub(crate) all: u32,
    /// What a drain still has to remove.
    pub(crate) left: u32,
    pub(crate) starting: u32,
    pub(crate) not_ready: u32,
    pub(crate) refused: u32,
}

/// Pods of a workload that exist and have not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WorkloadPods {
    pub(crate) all: u32,
    pub(crate) ready: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// By node id.
    pub(crate) nodes: Vec<NodePods>,
    /// By workload id.
    pub(crate) workloads: Vec<WorkloadPods>,
    pub(crate) pending: Vec<PodId>,
    /// Pods of each node by node id, those of one workload together; empty for cells.
    pub(crate) pods_on: Vec<Vec<PodId>>,
    /// Pods whose eviction is refused.
    pub(crate) refused: Set<PodId>,
    /// Nodes of each group that are not gone, by group id.
    pub(crate) groups: Vec<Vec<NodeId>>,
}

/// Does a drain leave Pods of the kind alone (KD-03, KD-04)?
fn stays(kind: WorkloadKind) -> bool {
    matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror)
}

pub(crate) fn survey(plan: &Plan, frame: &Frame, index: &Index, detail: Detail) -> Survey {
    let cluster = &frame.cluster;
    let mut found = Survey {
        nodes: vec![NodePods::default(); cluster.nodes.len() as usize],
        workloads: vec![WorkloadPods::default(); plan.workloads.len() as usize],
        groups: vec![Vec::new(); plan.groups.len() as usize],
        ..Survey::default()
    };
    if detail == Detail::Tiles {
        found.pods_on = vec![Vec::new(); cluster.nodes.len() as usize];
    }
    let stay: Vec<bool> = plan
        .workloads
        .values()
        .map(|workload| stays(workload.kind))
        .collect();
    for (id, pod) in cluster.pods.iter() {
        if matches!(pod.phase, PodPhase::Gone) || pod.finished() {
            continue;
        }
        let owner = pod.workload.0 as usize;
        if let Some(count) = found.workloads.get_mut(owner) {
            count.all += 1;
            count.ready += u32::from(pod.ready());
        }
        let Some(node) = pod.node() else {
            found.pending.push(id);
            continue;
        };
        let Some(count) = found.nodes.get_mut(node.0 as usize) else {
            continue;
        };
        count.all += 1;
        count.left += u32::from(stay.get(owner) != Some(&true));
        match pod.phase {
            PodPhase::Starting { .. } => count.starting += 1,
            PodPhase::Running { ready: false, .. } => count.not_ready += 1,
            _ => {}
        }
        if let Some(list) = found.pods_on.get_mut(node.0 as usize) {
            list.push(id);
        }
    }
    for list in &mut found.pods_on {
        order::sort_by_key(list, |pod| (cluster.pods[*pod].workload, *pod));
    }
    for (id, node) in cluster.nodes.iter() {
        if node.phase != NodePhase::Gone
            && let Some(list) = found.groups.get_mut(node.group.0 as usize)
        {
            list.push(id);
        }
    }
    refusals(&mut found, frame, index);
    found
}

fn refusals(found: &mut Survey, frame: &Frame, index: &Index) {
    for hold in index.active_holds(frame.next).filter(|hold| hold.refuses()) {
        let Subject::Pod(pod) = hold.subject else {
            continue;
        };
        // A Pod may be refused for several reasons.
        let fresh = found.refused.insert(pod);
        let count = hold
            .node
            .and_then(|node| found.nodes.get_mut(node.0 as usize));
        if let (true, Some(count)) = (fresh, count) {
            count.refused += 1;
        }
    }
}
