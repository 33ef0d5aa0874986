//! What a chunk makes of the cluster beside its Pods, so that a frame can jump over it forth and back.

use std::rc::Rc;

use super::change::Change;
use super::chunk::Chunk;
use super::record::Subject;
use crate::base::{IdVec, NodeId};
use crate::model::cluster::Cluster;
use crate::model::node::Node;

/// The cluster at the two ends of a chunk, as far as it differs. Pods are looked up (`ledger.rs`).
#[derive(Clone, Debug)]
pub(super) struct Delta {
    /// Nodes that were there before, and what they were and became.
    nodes: Vec<(NodeId, Node, Node)>,
    /// How many nodes there were, and those that came.
    old_nodes: u32,
    new_nodes: Vec<Node>,
    /// Everything but nodes and Pods.
    before: Rc<Cluster>,
    pub(super) after: Rc<Cluster>,
}

/// What must be known of the cluster before a chunk is applied to it.
pub(super) struct Before {
    nodes: IdVec<NodeId, Node>,
    /// Nodes that rows are about: one may come back to what it was.
    touched: IdVec<NodeId, bool>,
    rest: Rc<Cluster>,
}

/// Pools, workloads, budgets: few beside nodes and Pods.
pub(super) fn rest(cluster: &mut Cluster) -> Rc<Cluster> {
    let nodes = std::mem::take(&mut cluster.nodes);
    let pods = std::mem::take(&mut cluster.pods);
    let past = cluster.past.take();
    let rest = cluster.clone();
    (cluster.nodes, cluster.pods, cluster.past) = (nodes, pods, past);
    Rc::new(rest)
}

impl Before {
    pub(super) fn of(cluster: &Cluster, rest: Rc<Cluster>, chunk: &Chunk) -> Self {
        let mut touched: IdVec<NodeId, bool> = cluster.nodes.ids().map(|_| false).collect();
        for (row, word) in chunk.subject.iter().enumerate() {
            match Subject::unpack(*word) {
                Some(Subject::Node(id)) => {
                    if let Some(touched) = touched.get_mut(id) {
                        *touched = true;
                    }
                }
                Some(Subject::Pool(_)) => {
                    let change = chunk.record(row).map(|record| record.change);
                    if let Some(Change::Reshaped { .. }) = change {
                        touched = cluster.nodes.ids().map(|_| true).collect();
                    }
                }
                _ => {}
            }
        }
        Self {
            nodes: cluster.nodes.clone(),
            touched,
            rest,
        }
    }

    /// `cluster`: after the rows of the chunk.
    pub(super) fn delta(self, cluster: &mut Cluster) -> Delta {
        let differs =
            |id: &NodeId| self.touched[*id] || self.nodes.get(*id) != cluster.nodes.get(*id);
        let of = |id| (id, self.nodes[id].clone(), cluster.nodes[id].clone());
        let mut nodes: Vec<_> = self.nodes.ids().filter(differs).map(of).collect();
        nodes.shrink_to_fit();
        let old_nodes = self.nodes.len();
        let news = cluster.nodes.values().skip(old_nodes as usize);
        Delta {
            nodes,
            old_nodes,
            new_nodes: news.cloned().collect(),
            before: self.rest,
            after: rest(cluster),
        }
    }
}

impl Delta {
    /// Brings the nodes of a cluster from anywhere within the chunk to its end.
    pub(super) fn to_end(&self, cluster: &mut Cluster) {
        for (id, _, after) in &self.nodes {
            put(cluster, *id, after);
        }
        cluster.nodes.truncate(self.old_nodes);
        for node in &self.new_nodes {
            cluster.nodes.push(node.clone());
        }
    }

    /// Brings the nodes of a cluster from anywhere within the chunk to before its first row.
    pub(super) fn to_start(&self, cluster: &mut Cluster) {
        cluster.nodes.truncate(self.old_nodes);
        for (id, before, _) in &self.nodes {
            put(cluster, *id, before);
        }
    }

    /// Brings everything else to the end of the chunk or to its start.
    pub(super) fn put_rest(&self, cluster: &mut Cluster, end: bool) {
        let nodes = std::mem::take(&mut cluster.nodes);
        let rest = if end { &self.after } else { &self.before };
        cluster.clone_from(rest);
        cluster.nodes = nodes;
    }

    /// Nodes that are not the same all the way.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let news = (self.old_nodes..).map(NodeId).take(self.new_nodes.len());
        self.nodes.iter().map(|(id, ..)| *id).chain(news)
    }
}

fn put(cluster: &mut Cluster, id: NodeId, node: &Node) {
    if let Some(slot) = cluster.nodes.get_mut(id) {
        slot.clone_from(node);
    }
}
