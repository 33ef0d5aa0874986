//! Nodes and Pods counted over time: registered, VMs, in progress, Pending.

use super::counted_node::CountedNode;
use super::row::Row;
use base::{IdVec, NodeId, PoolId, Set, SimSpan, SimTime, Steps};
use model::{Node, Plan};
use trace::{Change, Subject, Trace};

/// A count over time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct CountSteps {
    /// Before the first row, which may be at time 0.
    pub(crate) start: u32,
    pub(crate) steps: Steps,
}

/// Nodes of the cluster or of a pool over time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct NodeSteps {
    pub(crate) registered: CountSteps,
    /// VMs that exist, or are being created or deleted.
    pub(crate) vms: CountSteps,
    /// Nodes that upgrades work on: a surge upgrade from the node's slot on, a blue-green one from the request of the green
    /// node until one of the two is deleted.
    pub(crate) in_progress: CountSteps,
}

/// Numbers over time, from the start to the last row.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct RunSteps {
    pub(crate) all: NodeSteps,
    pub(crate) pools: IdVec<PoolId, NodeSteps>,
    /// Nodes whose VMs are being created.
    pub(crate) creating: CountSteps,
    /// Pods without a node.
    pub(crate) pending: CountSteps,
}

/// The scan's state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct StepScan {
    /// Nodes in slots.
    busy: Set<NodeId>,
    /// Green nodes beside a blue one, by pool.
    pairs: IdVec<PoolId, u32>,
}

/// Of whole instants: values without duration don't count.
impl CountSteps {
    fn starting(begin: SimTime, start: usize) -> Self {
        Self { start: start as u32, steps: Steps::starting(begin, start as i64) }
    }

    fn add(&mut self, at: SimTime, by: i64) {
        self.steps.add(at, by);
    }

    pub(crate) fn min(&self) -> u32 {
        self.start.min(count(self.steps.min()))
    }

    pub(crate) fn max(&self) -> u32 {
        self.start.max(count(self.steps.max()))
    }

    pub(crate) fn end(&self) -> u32 {
        count(self.steps.last())
    }

    /// The first instant with a number other than that of the start.
    pub(crate) fn first(&self, number: u32) -> Option<SimTime> {
        let is = |(_, n): &&(SimTime, i64)| number != self.start && count(*n) == number;
        self.steps.points().iter().find(is).map(|(at, _)| *at)
    }

    /// The part beyond a number times time, until an instant; less at another time doesn't compensate.
    pub(crate) fn time_beyond(&self, number: u32, end: SimTime) -> SimSpan {
        let beyond = |n: i64| (n - i64::from(number)).max(0);
        let parts = self.steps.stretches(end);
        SimSpan::from_ms(parts.map(|(from, to, n)| beyond(n) * (to - from).ms()).sum())
    }
}

fn count(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(0)
}

impl NodeSteps {
    fn of<'a>(begin: SimTime, nodes: impl Iterator<Item = &'a Node> + Clone) -> Self {
        let steps = |counts: fn(&Node) -> bool| {
            CountSteps::starting(begin, nodes.clone().filter(|node| counts(node)).count())
        };
        Self {
            registered: steps(Node::registered),
            vms: steps(Node::occupies_capacity),
            in_progress: CountSteps::starting(begin, 0),
        }
    }

    fn add(&mut self, at: SimTime, [registered, vms, in_progress]: [i64; 3]) {
        self.registered.add(at, registered);
        self.vms.add(at, vms);
        self.in_progress.add(at, in_progress);
    }
}

impl RunSteps {
    /// Before the first row.
    pub(super) fn of(trace: &Trace) -> (Self, StepScan) {
        let (plan, start) = (trace.plan(), trace.start());
        let begin = plan.until.min(SimTime::ZERO);
        let pool = |pool: PoolId| {
            let nodes = start.nodes.values();
            NodeSteps::of(begin, nodes.filter(move |node| plan.groups[node.group].pool == pool))
        };
        let creating = start.nodes.values().filter(|node| CountedNode::of(node, 0).creating);
        let pending = start.each_pod().filter(|(_, pod)| pod.pending()).count();
        let steps = Self {
            all: NodeSteps::of(begin, start.nodes.values()),
            pools: plan.pools.ids().map(pool).collect(),
            creating: CountSteps::starting(begin, creating.count()),
            pending: CountSteps::starting(begin, pending),
        };
        let pairs = plan.pools.ids().map(|_| 0).collect();
        (steps, StepScan { busy: Set::new(), pairs })
    }

    pub(super) fn row(&mut self, plan: &Plan, scan: &mut StepScan, row: Row<'_>) {
        let at = row.record.at;
        match (row.record.subject, row.record.change) {
            (Subject::Node(id), _) => self.node(plan, scan, row, id),
            (Subject::Pod(_), Change::PodCreated { .. }) => self.pending.add(at, 1),
            (
                Subject::Pod(_),
                Change::PodBound { .. } | Change::PodForced { .. } | Change::PodGone,
            ) if row.stay.waits() => self.pending.add(at, -1),
            _ => {}
        }
    }

    fn node(&mut self, plan: &Plan, scan: &mut StepScan, row: Row<'_>, id: NodeId) {
        let Some(node) = row.cluster.nodes.get(id) else {
            return;
        };
        let (at, change) = (row.record.at, row.record.change);
        let Row { before, after, .. } = row;
        let pool = plan.groups[node.group].pool;
        let gone = after.state.is_none();
        let mut begins = matches!(change, Change::NodeTaken { .. }) && scan.busy.insert(id);
        let mut ends = (change == Change::NodeDone || gone) && scan.busy.remove(&id);
        if let Some(pairs) = scan.pairs.get_mut(pool).filter(|_| node.side.is_some()) {
            if matches!(change, Change::NodeRequested { .. }) {
                *pairs += 1;
                begins = true;
            } else if gone && *pairs > 0 {
                *pairs -= 1;
                ends = true;
            }
        }
        let by = |after: bool, before: bool| i64::from(after) - i64::from(before);
        self.creating.add(at, by(after.creating, before.creating));
        let registered = by(after.registered, before.registered);
        let numbers = [registered, by(after.vm, before.vm), by(begins, ends)];
        self.all.add(at, numbers);
        if let Some(own) = self.pools.get_mut(pool) {
            own.add(at, numbers);
        }
    }
}
