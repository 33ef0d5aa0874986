//! How many new nodes of a group the waiting Pods need (KA-16 to KA-22).

use crate::scheduling::snapshot::{Rotation, Snapshot};
use base::{NodeId, PodId, TemplateId, WorkloadId, ZoneId, muted, order};
use model::{Plan, Resources};
use std::cmp::Reverse;

/// A node that the group would get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNode {
    pub template: TemplateId,
    pub zone: ZoneId,
    /// DaemonSets with a Pod on it.
    pub daemons: Vec<WorkloadId>,
}

/// What new nodes would do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Estimate {
    /// New nodes that get a Pod.
    pub nodes: u32,
    /// The Pods that they get.
    pub pods: Vec<PodId>,
}

impl NewNode {
    pub fn push(&self, snapshot: &mut Snapshot<'_>) -> NodeId {
        let node = snapshot.push(self.template, self.zone);
        for workload in &self.daemons {
            snapshot.add(*workload, node);
        }
        node
    }
}

/// Packs equivalence groups of Pods on new nodes, at most `most` if there is a limit. The snapshot is the same afterwards.
///
/// Rulebook: KA-17 to KA-22. Source: Kubernetes `binpacking_estimator.go`, `decreasing_pod_orderer.go`.
pub fn estimate(
    snapshot: &mut Snapshot<'_>,
    rotation: &mut Rotation,
    new: &NewNode,
    groups: &[&[PodId]],
    most: Option<u32>,
) -> Estimate {
    let fork = snapshot.fork();
    let first = snapshot.next_node();
    let mut packing = Packing { new, most, first, used: Vec::new(), pods: Vec::new() };
    for group in by_size(snapshot, new, groups) {
        let left = packing.fill_nodes(snapshot, rotation, group);
        packing.open_nodes(snapshot, left);
    }
    snapshot.revert(fork);
    let nodes = packing.used.iter().filter(|used| **used).count() as u32;
    Estimate { nodes, pods: packing.pods }
}

/// KA-17: the largest share of a node first, the sum of CPU and memory. Groups of one share keep their order.
fn by_size<'a>(snapshot: &Snapshot<'_>, new: &NewNode, groups: &[&'a [PodId]]) -> Vec<&'a [PodId]> {
    let mut groups = groups.to_vec();
    if !muted("KA-17") {
        let size = |group: &&[PodId]| group.first().map(|pod| share(snapshot, new, *pod));
        order::sort_by_key(&mut groups, |group| Reverse(size(group)));
    }
    groups
}

/// The sum of both shares, times the product of both amounts, so that it is whole.
fn share(snapshot: &Snapshot<'_>, new: &NewNode, pod: PodId) -> i128 {
    let plan: &Plan = snapshot.plan;
    let has: &Resources = &plan.templates[new.template].allocatable;
    let asks = &plan.workloads[snapshot.cluster.pods[pod].workload].requests;
    let [cpu, memory] = [(asks.cpu_m, has.cpu_m), (asks.memory_bytes, has.memory_bytes)]
        .map(|(asks, has)| (i128::from(asks), i128::from(has)));
    match (cpu.1, memory.1) {
        (0, 0) => 0,
        (0, _) => memory.0,
        (_, 0) => cpu.0,
        _ => cpu.0 * memory.1 + memory.0 * cpu.1,
    }
}

struct Packing<'a> {
    new: &'a NewNode,
    most: Option<u32>,
    /// The first node made here; the others follow it.
    first: NodeId,
    /// By node made here: is one of the Pods on it?
    used: Vec<bool>,
    pods: Vec<PodId>,
}

impl Packing<'_> {
    /// KA-18: puts Pods on nodes made for earlier groups; returns the first that fits on none, and those after it.
    fn fill_nodes<'p>(
        &mut self,
        snapshot: &mut Snapshot<'_>,
        rotation: &mut Rotation,
        pods: &'p [PodId],
    ) -> &'p [PodId] {
        if self.used.is_empty() {
            return pods;
        }
        let first = self.first;
        for (at, pod) in pods.iter().enumerate() {
            let Some(node) = snapshot.find(*pod, rotation, &|node| node >= first) else {
                return &pods[at..];
            };
            self.put(snapshot, *pod, node);
        }
        &[]
    }

    /// KA-19: puts Pods on the last node, and makes another one when it takes no more.
    fn open_nodes(&mut self, snapshot: &mut Snapshot<'_>, pods: &[PodId]) {
        for pod in pods {
            let made = self.used.len() as u32;
            let last = made.checked_sub(1).map(|last| NodeId(self.first.0 + last));
            let fits = |snapshot: &Snapshot<'_>, node| snapshot.rejection(*pod, node).is_none();
            if let Some(node) = last.filter(|node| fits(snapshot, *node)) {
                self.put(snapshot, *pod, node);
                continue;
            }
            // A Pod that an empty node doesn't take would fit on no other.
            let empty = self.used.last() == Some(&false);
            if empty || self.most.is_some_and(|most| made >= most) {
                return;
            }
            let node = self.new.push(snapshot);
            self.used.push(false);
            if !fits(snapshot, node) {
                return;
            }
            self.put(snapshot, *pod, node);
        }
    }

    fn put(&mut self, snapshot: &mut Snapshot<'_>, pod: PodId, node: NodeId) {
        snapshot.place(pod, node);
        self.pods.push(pod);
        self.used[(node.0 - self.first.0) as usize] = true;
    }
}
