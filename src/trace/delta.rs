//! What a chunk makes of the cluster, so that a frame can jump over it forth and back.

use super::change::Change;
use super::chunk::Chunk;
use super::record::Subject;
use crate::base::{IdVec, NodeId, PodId, broken};
use crate::model::cluster::Cluster;
use crate::model::node::Node;
use crate::model::pod::{Pod, PodState};

/// The cluster at the two ends of a chunk, as far as it differs. Only the state of a Pod changes, so what it is
/// besides is taken from the cluster after the last row.
#[derive(Clone, Debug)]
pub(super) struct Delta {
    /// Pods that were there before and that rows are about.
    pods: Vec<PodId>,
    pods_before: Vec<PodState>,
    pods_after: Vec<PodState>,
    /// How many Pods there were, and those that came.
    old_pods: u32,
    new_pods: Vec<PodState>,
    nodes: Vec<NodeId>,
    nodes_before: Vec<Node>,
    nodes_after: Vec<Node>,
    old_nodes: u32,
    new_nodes: Vec<Node>,
    /// Everything but nodes and Pods.
    before: Cluster,
    after: Cluster,
}

/// What must be known of the cluster before a chunk is applied to it.
pub(super) struct Before {
    pods: Vec<PodId>,
    states: Vec<PodState>,
    old_pods: u32,
    nodes: IdVec<NodeId, Node>,
    /// Nodes that rows are about: one may come back to what it was.
    touched: IdVec<NodeId, bool>,
    rest: Cluster,
}

/// Pools, workloads, budgets: few beside nodes and Pods.
fn rest(cluster: &mut Cluster) -> Cluster {
    let nodes = std::mem::take(&mut cluster.nodes);
    let pods = std::mem::take(&mut cluster.pods);
    let rest = cluster.clone();
    cluster.nodes = nodes;
    cluster.pods = pods;
    rest
}

impl Before {
    pub(super) fn of(cluster: &mut Cluster, chunk: &Chunk) -> Self {
        let old_pods = cluster.pods.len();
        let mut seen = vec![0_u64; old_pods.div_ceil(64) as usize];
        let (mut pods, mut states) = (Vec::new(), Vec::new());
        let mut touched: IdVec<NodeId, bool> = cluster.nodes.ids().map(|_| false).collect();
        for (row, word) in chunk.subject.iter().enumerate() {
            let id = match Subject::unpack(*word) {
                Some(Subject::Pod(id)) => id,
                Some(Subject::Node(id)) => {
                    if let Some(touched) = touched.get_mut(id) {
                        *touched = true;
                    }
                    continue;
                }
                Some(Subject::Pool(_)) => {
                    let change = chunk.record(row).map(|record| record.change);
                    if let Some(Change::Reshaped { .. }) = change {
                        touched = cluster.nodes.ids().map(|_| true).collect();
                    }
                    continue;
                }
                _ => continue,
            };
            let Some(pod) = cluster.pods.get(id) else {
                continue;
            };
            let (slot, bit) = (&mut seen[id.0 as usize / 64], 1 << (id.0 % 64));
            if *slot & bit == 0 {
                *slot |= bit;
                pods.push(id);
                states.push(pod.state());
            }
        }
        pods.shrink_to_fit();
        states.shrink_to_fit();
        Self {
            pods,
            states,
            old_pods,
            nodes: cluster.nodes.clone(),
            touched,
            rest: rest(cluster),
        }
    }

    /// `cluster`: after the rows of the chunk.
    pub(super) fn delta(self, cluster: &mut Cluster) -> Delta {
        let differs =
            |id: &NodeId| self.touched[*id] || self.nodes.get(*id) != cluster.nodes.get(*id);
        let nodes: Vec<NodeId> = self.nodes.ids().filter(differs).collect();
        let of = |all: &IdVec<NodeId, Node>| nodes.iter().map(|id| all[*id].clone()).collect();
        Delta {
            pods_after: self
                .pods
                .iter()
                .map(|id| cluster.pods[*id].state())
                .collect(),
            new_pods: cluster
                .pods
                .values()
                .skip(self.old_pods as usize)
                .map(Pod::state)
                .collect(),
            nodes_before: of(&self.nodes),
            nodes_after: of(&cluster.nodes),
            old_nodes: self.nodes.len(),
            new_nodes: cluster
                .nodes
                .values()
                .skip(self.nodes.len() as usize)
                .cloned()
                .collect(),
            nodes,
            pods: self.pods,
            pods_before: self.states,
            old_pods: self.old_pods,
            before: self.rest,
            after: rest(cluster),
        }
    }
}

impl Delta {
    /// Brings a cluster from anywhere within the chunk to its end.
    pub(super) fn to_end(&self, cluster: &mut Cluster, last: &Cluster) {
        if !broken("delta/pods") {
            put_pods(cluster, &self.pods, &self.pods_after);
        }
        put_nodes(cluster, &self.nodes, &self.nodes_after);
        cluster.pods.truncate(self.old_pods);
        for (id, state) in (self.old_pods..).map(PodId).zip(&self.new_pods) {
            if let Some(pod) = last.pods.get(id) {
                cluster.pods.push(pod.with_state(*state));
            }
        }
        cluster.nodes.truncate(self.old_nodes);
        for node in &self.new_nodes {
            cluster.nodes.push(node.clone());
        }
        put_rest(cluster, &self.after);
    }

    /// Brings a cluster from anywhere within the chunk to before its first row.
    pub(super) fn to_start(&self, cluster: &mut Cluster) {
        cluster.pods.truncate(self.old_pods);
        cluster.nodes.truncate(self.old_nodes);
        put_pods(cluster, &self.pods, &self.pods_before);
        if !broken("delta/nodes") {
            put_nodes(cluster, &self.nodes, &self.nodes_before);
        }
        put_rest(cluster, &self.before);
    }

    /// Nodes and Pods that are not the same all the way.
    pub(super) fn subjects(&self) -> impl Iterator<Item = Subject> + '_ {
        let news = (self.old_nodes..).map(NodeId).take(self.new_nodes.len());
        let nodes = self.nodes.iter().copied().chain(news);
        let newp = (self.old_pods..).map(PodId).take(self.new_pods.len());
        let pods = self.pods.iter().copied().chain(newp);
        nodes.map(Subject::Node).chain(pods.map(Subject::Pod))
    }
}

fn put_pods(cluster: &mut Cluster, ids: &[PodId], states: &[PodState]) {
    for (id, state) in ids.iter().zip(states) {
        if let Some(pod) = cluster.pods.get_mut(*id) {
            *pod = pod.with_state(*state);
        }
    }
}

fn put_nodes(cluster: &mut Cluster, ids: &[NodeId], nodes: &[Node]) {
    for (id, node) in ids.iter().zip(nodes) {
        if let Some(slot) = cluster.nodes.get_mut(*id) {
            slot.clone_from(node);
        }
    }
}

fn put_rest(cluster: &mut Cluster, rest: &Cluster) {
    let nodes = std::mem::take(&mut cluster.nodes);
    let pods = std::mem::take(&mut cluster.pods);
    cluster.clone_from(rest);
    cluster.nodes = nodes;
    cluster.pods = pods;
}
