//! Preemption: the node whose Pods of lower priority make room for a Pod that fits nowhere, and which of them.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Occupancy;
use super::cycle::Cx;
use super::name_order::name_key;
use super::nominated::{beside, closed};
use super::pass::shared_shape;
use super::scratch::Scratch;
use crate::base::id::Id as _;
use crate::base::{BudgetId, IdVec, Map, NodeId, PodId, SimTime, muted, order};
use crate::model::{Cluster, Plan, Resources};

/// What the choice of victims must know besides the load.
pub struct Stakes<'a> {
    /// `status.startTime` of a Pod on a node.
    pub started: &'a dyn Fn(PodId) -> SimTime,
    /// `disruptionsAllowed` of every budget.
    pub allowed: &'a IdVec<BudgetId, i64>,
    /// Is the Pod in `disruptedPods` of the budget?
    pub disrupted: &'a dyn Fn(BudgetId, PodId) -> bool,
}

/// A node and the Pods that must leave it, the most important first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preemption {
    pub node: NodeId,
    pub victims: Vec<PodId>,
}

/// What counts of a candidate in the choice of the node, less is better (KS-35): violations, the priority of its most
/// important victim, the sum of all, their number, and how long the first of the most important has run.
type Cost = (usize, i64, i64, usize, i64);

#[derive(Debug)]
struct Candidate {
    victims: Vec<PodId>,
    cost: Cost,
}

/// What is known of the nodes for one kind of Pod, until their load changes.
#[derive(Clone, Debug, Default)]
struct Column {
    /// Version of the node's load, and the candidate that it makes.
    nodes: Vec<Option<(u32, Option<Rc<Candidate>>)>>,
    /// The changes of the occupancy after which no node was a candidate.
    hopeless: Option<u64>,
}

/// Kinds of Pods that are remembered at a time.
const COLUMNS: usize = 16;

/// Finds out who would have to leave; belongs to one [`Occupancy`] and may live as long.
#[derive(Clone, Debug)]
pub struct Preemptor {
    /// Nobody has a lower priority than this.
    lowest: i32,
    columns: Map<(u32, i32), Column>,
    /// The budgets as they were for the columns.
    allowed: IdVec<BudgetId, i64>,
    /// By node, to tell equal candidates apart.
    names: Vec<Vec<u8>>,
}

impl Preemptor {
    pub fn new(plan: &Plan) -> Self {
        let priorities = plan.workloads.values().map(|one| one.priority);
        Self {
            lowest: priorities.min().unwrap_or(0),
            columns: Map::new(),
            allowed: IdVec::new(),
            names: Vec::new(),
        }
    }

    /// Does the Pod's policy allow it, and is there anybody below it (KS-32)?
    pub fn may_preempt(&self, plan: &Plan, cluster: &Cluster, pod: PodId) -> bool {
        let workload = &plan.workloads[cluster.pods[pod].workload];
        (workload.preempts || muted("KS-32")) && workload.priority > self.lowest
    }

    /// Which node, and whose room on it, a Pod that fits nowhere should get; `None`: preemption does not help.
    ///
    /// Rulebook: KS-06, KS-33, KS-34, KS-35, KS-36. Source: Kubernetes `preemption.go`, `default_preemption.go`.
    /// Simplified: every node is tried, not only so many that one is found.
    pub fn choose(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &mut Occupancy,
        stakes: &Stakes<'_>,
        pod: PodId,
    ) -> Option<Preemption> {
        if !self.may_preempt(plan, cluster, pod) {
            return None;
        }
        if self.allowed != *stakes.allowed || self.columns.len() > COLUMNS {
            self.columns.clear();
            self.allowed.clone_from(stakes.allowed);
        }
        let shape = shared_shape(plan, cluster, occupancy, pod);
        let mut column = shape
            .and_then(|shape| self.columns.remove(&shape))
            .unwrap_or_default();
        let mut best = None;
        if column.hopeless != Some(occupancy.changes) {
            column.look(plan, cluster, occupancy, stakes, pod);
            best = self.best(plan, cluster, occupancy, &column);
        }
        column.hopeless = best.is_none().then_some(occupancy.changes);
        if let Some(shape) = shape {
            self.columns.insert(shape, column);
        }
        best
    }

    /// KS-35, and among equals the first by name.
    fn best(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &Occupancy,
        column: &Column,
    ) -> Option<Preemption> {
        let mut best: Option<(usize, &Rc<Candidate>)> = None;
        for (at, known) in column.nodes.iter().enumerate() {
            let Some((_, Some(candidate))) = known else {
                continue;
            };
            if !occupancy.exists(NodeId::new(at as u32)) {
                continue;
            }
            let better = match best {
                None => true,
                Some((other, best)) => match candidate.cost.cmp(&best.cost) {
                    Ordering::Equal => {
                        for node in self.names.len()..column.nodes.len() {
                            let name = plan.node_name(cluster, NodeId::new(node as u32));
                            self.names.push(name_key(&name));
                        }
                        self.names[at] < self.names[other]
                    }
                    costs => costs.is_lt(),
                },
            };
            if better {
                best = Some((at, candidate));
            }
        }
        best.map(|(at, candidate)| Preemption {
            node: NodeId::new(at as u32),
            victims: candidate.victims.clone(),
        })
    }
}

impl Column {
    /// Tries the nodes whose load is another than when they were tried before.
    fn look(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &mut Occupancy,
        stakes: &Stakes<'_>,
        pod: PodId,
    ) {
        let closed = closed(plan, cluster, occupancy, pod);
        self.nodes.resize(occupancy.version.len(), None);
        let mut news = Vec::new();
        {
            let mut cx = Cx::new(plan, cluster, occupancy, pod);
            cx.closed = closed;
            for node in cx.nodes() {
                let version = occupancy.version[node as usize];
                let known = &mut self.nodes[node as usize];
                if known.as_ref().is_none_or(|(then, _)| *then != version) {
                    *known = Some((version, None));
                    if helps(&cx, node) {
                        news.push(NodeId::new(node));
                    }
                }
            }
        }
        for node in news {
            let candidate = dry_run(plan, cluster, occupancy, stakes, pod, node).map(Rc::new);
            let at = node.index() as usize;
            self.nodes[at] = Some((occupancy.version[at], candidate));
        }
    }
}

/// Can it help the Pod that others leave the node (KS-06)?
fn helps(cx: &Cx<'_>, node: u32) -> bool {
    let rejection = cx.rejection(node);
    rejection.is_some_and(|filter| !filter.unresolvable || muted("KS-06"))
}

fn priority(plan: &Plan, cluster: &Cluster, pod: PodId) -> i32 {
    plan.workloads[cluster.pods[pod].workload].priority
}

/// Takes every Pod of lower priority off the node and puts back as many as may stay, the violated budgets' and the
/// important ones first (KS-33, KS-34).
fn dry_run(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &mut Occupancy,
    stakes: &Stakes<'_>,
    pod: PodId,
    node: NodeId,
) -> Option<Candidate> {
    let own = priority(plan, cluster, pod);
    let on_node = occupancy.pods_on(node).iter().copied();
    let mut lower: Vec<PodId> = on_node
        .filter(|other| priority(plan, cluster, *other) < own)
        .collect();
    if lower.is_empty() || !could_hold(plan, cluster, occupancy, pod, node, &lower) {
        return None;
    }
    order::sort_by_key(&mut lower, |other| {
        let started = (stakes.started)(*other);
        (-i64::from(priority(plan, cluster, *other)), started)
    });
    let nominated = beside(plan, cluster, occupancy, pod, node);
    let mut scratch = Scratch::new(plan, cluster, occupancy, node, nominated);
    for other in &lower {
        scratch.remove(*other);
    }
    if scratch.rejection(pod).is_some() {
        scratch.restore();
        return None;
    }
    let violating = violating(plan, cluster, stakes, &lower);
    let mut victims = vec![false; lower.len()];
    let mut violations = 0;
    for group in [true, false] {
        for (at, other) in lower.iter().enumerate() {
            if violating[at] != group {
                continue;
            }
            scratch.add(*other);
            if scratch.rejection(pod).is_some() {
                scratch.remove(*other);
                victims[at] = true;
                violations += usize::from(group);
            }
        }
    }
    scratch.restore();
    let chosen = lower.iter().zip(victims).filter(|(_, leaves)| *leaves);
    let victims: Vec<PodId> = chosen.map(|(other, _)| *other).collect();
    let cost = cost(plan, cluster, stakes, &victims, violations)?;
    Some(Candidate { victims, cost })
}

/// Is there enough of everything without them? Most nodes that cannot help are told by this.
fn could_hold(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
    node: NodeId,
    lower: &[PodId],
) -> bool {
    let at = node.index() as usize;
    let mut freed = Resources::default();
    for other in lower {
        let wants = &plan.workloads[cluster.pods[*other].workload];
        freed.cpu_m += wants.requests.cpu_m;
        freed.memory_bytes += wants.requests.memory_bytes;
    }
    let wants = &plan.workloads[cluster.pods[pod].workload].requests;
    let enough = |wanted: i64, free: i64| wanted <= 0 || wanted <= free;
    muted("KS-12")
        || (enough(wants.cpu_m, occupancy.free_cpu_m[at] + freed.cpu_m)
            && enough(
                wants.memory_bytes,
                occupancy.free_memory_bytes[at] + freed.memory_bytes,
            ))
}

/// Whose leaving would take more of a budget than it allows, if all left in this order.
///
/// Source: Kubernetes `filterPodsWithPDBViolation`.
fn violating(
    plan: &Plan,
    cluster: &Cluster,
    stakes: &Stakes<'_>,
    lower: &[PodId],
) -> Vec<bool> {
    let mut left: Map<BudgetId, i64> = Map::new();
    let mut violates = |pod: PodId| {
        let workload = &plan.workloads[cluster.pods[pod].workload];
        let mut violated = false;
        for id in &workload.budgets {
            let selector = plan.budgets[*id].selector.as_ref();
            let everything = selector.is_some_and(|selector| selector.0.is_empty());
            if workload.labels.is_empty() || everything || (stakes.disrupted)(*id, pod) {
                continue;
            }
            let units = left.entry(*id).or_insert(stakes.allowed[*id]);
            *units -= 1;
            violated |= *units < 0;
        }
        violated && !muted("KS-34")
    };
    lower.iter().map(|pod| violates(*pod)).collect()
}

/// `None` where nobody has to leave.
fn cost(
    plan: &Plan,
    cluster: &Cluster,
    stakes: &Stakes<'_>,
    victims: &[PodId],
    violations: usize,
) -> Option<Cost> {
    let priority = |pod: &PodId| i64::from(priority(plan, cluster, *pod));
    let highest = priority(victims.first()?);
    // Each counts at least nothing, so that more of them never cost less.
    let sum = victims.iter().map(|pod| priority(pod) + (1 << 31)).sum();
    let important = victims.iter().filter(|pod| priority(pod) == highest);
    let earliest = important.map(|pod| (stakes.started)(*pod).ms()).min()?;
    if muted("KS-35") {
        return Some((0, 0, 0, 0, 0));
    }
    Some((violations, highest, sum, victims.len(), -earliest))
}
