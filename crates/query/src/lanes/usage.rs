//! What Pods request of the cluster's Ready nodes, and what these nodes have for Pods, where a pool is autoscaled.

use crate::index::counted_node::CountedNode;
use crate::index::row::Row;
use crate::stage::TileState;
use base::{IdVec, NodeId, SimTime, Steps, TemplateId, WorkloadId};
use model::{Cluster, Node, Plan, Resources};
use trace::{Change, Subject, Trace};

/// One resource over time, CPU in thousandths or memory in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    pub requested: Steps,
    pub allocatable: Steps,
}

/// CPU in thousandths, memory in bytes.
type Amounts = [i64; 2];

/// Of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    requested: Amounts,
    /// `None`: it isn't Ready.
    has: Option<TemplateId>,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct UsageScan {
    requests: IdVec<WorkloadId, Amounts>,
    /// By node.
    loads: Vec<Load>,
    requested: Amounts,
    allocatable: Amounts,
    pub(super) cpu: Usage,
    pub(super) memory: Usage,
}

impl UsageScan {
    /// `None` without autoscaled pools.
    pub(super) fn of(trace: &Trace) -> Option<Self> {
        let (plan, start) = (trace.plan(), trace.start());
        if !plan.is_autoscaled() {
            return None;
        }
        let begin = plan.until.min(SimTime::ZERO);
        let steps = || Steps::starting(begin, 0);
        let usage = || Usage { requested: steps(), allocatable: steps() };
        let mut scan = Self {
            requests: plan.workloads.values().map(|own| amounts(&own.requests)).collect(),
            loads: Vec::new(),
            requested: [0; 2],
            allocatable: [0; 2],
            cpu: usage(),
            memory: usage(),
        };
        for (pod, node) in start.each_pod().filter_map(|(_, pod)| Some((pod, pod.node()?))) {
            scan.place(pod.workload, node, 1);
        }
        for node in start.nodes.ids() {
            scan.node(plan, start, node);
        }
        scan.note(begin);
        Some(scan)
    }

    /// Returns the node of the row, or whose Pods it changes.
    pub(super) fn row(&mut self, trace: &Trace, row: Row<'_>) -> Option<NodeId> {
        let node = match (row.record.subject, row.record.change) {
            (Subject::Node(node), _) => {
                self.node(trace.plan(), row.cluster, node);
                node
            }
            (Subject::Pod(pod), Change::PodBound { node, .. }) => {
                self.place(trace.revision(pod)?, node, 1);
                node
            }
            (
                Subject::Pod(pod),
                Change::PodFinished { .. } | Change::PodForced { .. } | Change::PodGone,
            ) => {
                let node = row.stay.runs_on()?;
                self.place(trace.revision(pod)?, node, -1);
                node
            }
            _ => return None,
        };
        self.note(row.record.at);
        Some(node)
    }

    /// Adds a Pod to a node, or takes it away.
    fn place(&mut self, workload: WorkloadId, node: NodeId, sign: i64) {
        let requests = self.requests.get(workload).copied().unwrap_or_default();
        let load = self.load(node);
        add(&mut load.requested, &requests, sign);
        if load.has.is_some() {
            add(&mut self.requested, &requests, sign);
        }
    }

    /// Counts the node as it is now.
    fn node(&mut self, plan: &Plan, cluster: &Cluster, id: NodeId) {
        let is_ready =
            |node: &&Node| node.up() && CountedNode::of(node, 0).state != Some(TileState::NotReady);
        let ready = cluster.nodes.get(id).filter(is_ready);
        let load = self.load(id);
        let (before, requested) = (load.has, load.requested);
        load.has = ready.map(|node| node.template);
        for (template, sign) in [(before, -1), (load.has, 1)] {
            if let Some(own) = template.and_then(|template| plan.templates.get(template)) {
                add(&mut self.allocatable, &amounts(&own.allocatable), sign);
                add(&mut self.requested, &requested, sign);
            }
        }
    }

    fn load(&mut self, NodeId(node): NodeId) -> &mut Load {
        let at = node as usize;
        if self.loads.len() <= at {
            self.loads.resize(at + 1, Load::default());
        }
        &mut self.loads[at]
    }

    fn note(&mut self, at: SimTime) {
        for (usage, n) in [(&mut self.cpu, 0), (&mut self.memory, 1)] {
            usage.requested.push(at, self.requested[n]);
            usage.allocatable.push(at, self.allocatable[n]);
        }
    }
}

fn amounts(of: &Resources) -> Amounts {
    [of.cpu_m, of.memory_bytes]
}

fn add(sum: &mut Amounts, more: &Amounts, sign: i64) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += sign * more);
}
