//! The effect of a chunk on everything except Pods, so that a frame can skip the chunk in either direction.

use std::rc::Rc;

use super::apply::changed_workload;
use super::ends::{NodeState, WorkloadEnds};
use super::reach::is_of_all_nodes;
use super::record::Subject;
use super::rows::Rows;
use base::id::Id;
use base::{BudgetId, IdVec, NodeId, WorkloadId, broken};
use model::budget::Limit;
use model::cluster::{Cluster, WorkloadState};
use model::node::Node;

/// The differences of the cluster between the two ends of a chunk. Pods are looked up (`ledger.rs`).
#[derive(Clone, Debug)]
pub(super) struct Delta {
    /// Nodes that existed before, with their states before and after.
    nodes: Box<[(NodeId, NodeState, NodeState)]>,
    /// The number of nodes before, and the new nodes.
    old_nodes: u32,
    new_nodes: Vec<Node>,
    workloads: WorkloadEnds,
    budgets: Vec<(BudgetId, Limit, Limit)>,
    /// Everything else except Pods.
    before: Rc<Cluster>,
    pub(super) after: Rc<Cluster>,
}

/// What is kept of the cluster before a chunk is applied.
pub(super) struct Before {
    /// Nodes with rows in the chunk: they may return to their earlier state.
    nodes: Vec<(NodeId, NodeState)>,
    old_nodes: u32,
    workloads: (IdVec<WorkloadId, WorkloadState>, Vec<WorkloadId>),
    budgets: (IdVec<BudgetId, Limit>, Vec<BudgetId>),
    rest: Rc<Cluster>,
}

/// Takes the large tables out of the cluster while `act` copies the rest.
fn apart<T>(cluster: &mut Cluster, act: impl FnOnce(&mut Cluster) -> T) -> T {
    let many = Cluster {
        nodes: std::mem::take(&mut cluster.nodes),
        pods: std::mem::take(&mut cluster.pods),
        past: cluster.past.take(),
        workloads: std::mem::take(&mut cluster.workloads),
        budgets: std::mem::take(&mut cluster.budgets),
        ..Cluster::default()
    };
    let done = act(cluster);
    cluster.nodes = many.nodes;
    cluster.pods = many.pods;
    cluster.past = many.past;
    cluster.workloads = many.workloads;
    cluster.budgets = many.budgets;
    done
}

/// A copy of the rest: pools, zones, nominations.
pub(super) fn rest(cluster: &mut Cluster) -> Rc<Cluster> {
    apart(cluster, |rest| Rc::new(rest.clone()))
}

/// Compares two lists of equal length, in addition to the given ids.
fn differs<I: Id, T: Clone + PartialEq>(
    before: &IdVec<I, T>,
    after: &IdVec<I, T>,
    touched: &[I],
) -> Vec<(I, T, T)> {
    let both = before.iter().zip(after.values());
    let mut found: Vec<_> = both
        .filter(|((id, before), after)| before != after || touched.contains(id))
        .map(|((id, before), after)| (id, before.clone(), after.clone()))
        .collect();
    found.shrink_to_fit();
    found
}

impl Before {
    pub(super) fn of(cluster: &Cluster, rest: Rc<Cluster>, chunk: &Rows) -> Self {
        let all = chunk.change.iter().copied().any(is_of_all_nodes);
        let mut touched = vec![all; cluster.nodes.len() as usize];
        let (mut workloads, mut budgets) = (Vec::new(), Vec::new());
        for row in 0..chunk.len() {
            match chunk.subject(row) {
                Some(Subject::Node(id)) => {
                    if let Some(touched) = touched.get_mut(id.0 as usize) {
                        *touched = true;
                    }
                }
                Some(Subject::Workload(id)) => {
                    let change = chunk.record(row).map(|record| record.change);
                    let id = change.map_or(id, |change| changed_workload(id, change));
                    if !workloads.contains(&id) {
                        workloads.push(id);
                    }
                }
                Some(Subject::Budget(id)) if !budgets.contains(&id) => budgets.push(id),
                _ => {}
            }
        }
        let nodes = cluster.nodes.iter().zip(touched);
        let nodes = nodes.filter(|(_, touched)| *touched);
        Self {
            nodes: nodes.map(|((id, node), _)| (id, NodeState::of(node))).collect(),
            old_nodes: cluster.nodes.len(),
            workloads: (cluster.workloads.clone(), workloads),
            budgets: (cluster.budgets.clone(), budgets),
            rest,
        }
    }

    /// `cluster`: after the chunk's rows.
    pub(super) fn delta(self, cluster: &mut Cluster) -> Delta {
        let nodes = self.nodes.into_iter();
        let nodes =
            nodes.map(|(id, before)| (id, before, NodeState::of(&cluster.nodes[id]))).collect();
        let news = cluster.nodes.values().skip(self.old_nodes as usize);
        Delta {
            nodes,
            old_nodes: self.old_nodes,
            new_nodes: news.cloned().collect(),
            workloads: WorkloadEnds::of(&differs(
                &self.workloads.0,
                &cluster.workloads,
                &self.workloads.1,
            )),
            budgets: differs(&self.budgets.0, &cluster.budgets, &self.budgets.1),
            before: self.rest,
            after: rest(cluster),
        }
    }
}

impl Delta {
    /// Moves the large tables from anywhere within the chunk to its end.
    pub(super) fn to_end(&self, cluster: &mut Cluster) {
        for (id, _, after) in &self.nodes {
            after.put(&mut cluster.nodes, *id);
        }
        self.workloads.put(&mut cluster.workloads, true);
        for (id, _, after) in &self.budgets {
            put(&mut cluster.budgets, *id, after);
        }
        cluster.nodes.truncate(self.old_nodes);
        for node in &self.new_nodes {
            cluster.nodes.push(node.clone());
        }
    }

    /// Moves the large tables from anywhere within the chunk to before its first row.
    pub(super) fn to_start(&self, cluster: &mut Cluster) {
        cluster.nodes.truncate(self.old_nodes);
        for (id, before, _) in &self.nodes {
            if !broken("delta/nodes") {
                before.put(&mut cluster.nodes, *id);
            }
        }
        self.workloads.put(&mut cluster.workloads, false);
        for (id, before, _) in &self.budgets {
            put(&mut cluster.budgets, *id, before);
        }
    }

    /// Sets everything else to the end of the chunk or to its start.
    pub(super) fn put_rest(&self, cluster: &mut Cluster, end: bool) {
        let rest = if end { &self.after } else { &self.before };
        apart(cluster, |cluster| cluster.clone_from(rest));
    }

    /// Nodes that differ within the chunk.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let news = (self.old_nodes..).map(NodeId).take(self.new_nodes.len());
        self.nodes.iter().map(|(id, ..)| *id).chain(news)
    }
}

fn put<I: Id, T: Clone>(list: &mut IdVec<I, T>, id: I, item: &T) {
    if let Some(slot) = list.get_mut(id) {
        slot.clone_from(item);
    }
}
