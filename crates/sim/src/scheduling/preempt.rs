//! Preemption: chooses the node where deleting Pods of lower priority makes room for a Pod that fits nowhere.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Occupancy;
use super::cycle::Cycle;
use super::name_order::name_key;
use super::nominated::beside;
use super::scheduler_cache::independent_shape;
use super::spread::hard::counts_others;
use super::trial_node::TrialNode;
use base::id::Id as _;
use base::{BudgetId, IdVec, Map, NodeId, PodId, SimTime, WorkloadId, muted, order};
use model::{Cluster, Plan, Resources, Workload, WorkloadKind};

/// The inputs for choosing victims, besides the load.
pub struct PreemptionContext<'a> {
    /// `status.startTime` of a Pod on a node.
    pub started: &'a dyn Fn(PodId) -> SimTime,
    /// `disruptionsAllowed` of every budget.
    pub allowed: &'a IdVec<BudgetId, i64>,
    /// Is the Pod in `disruptedPods` of the budget?
    pub disrupted: &'a dyn Fn(BudgetId, PodId) -> bool,
}

/// A node and the Pods to delete from it, the most important first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preemption {
    pub node: NodeId,
    pub victims: Vec<PodId>,
}

/// The cost of a candidate node, less is better (KS-35): budget violations, the highest priority of a victim, the sum of
/// priorities, the number of victims, and the age of the oldest victim of the highest priority.
type Cost = (usize, i64, i64, usize, i64);

#[derive(Debug)]
struct Candidate {
    victims: Vec<PodId>,
    cost: Cost,
    /// Did hard spreading or affinity take part in the dry run? Then the result only holds at this moment.
    counted: bool,
}

/// Pods with the same candidates: shape, priority, and with hard spreading the workload.
type Kind = (u64, i32, Option<WorkloadId>);

/// The candidates of one kind of Pod; a node's entry is valid until its load changes.
#[derive(Clone, Debug, Default)]
struct Column {
    /// Version of the node's load, and its candidate.
    nodes: Vec<Option<(u32, Option<Rc<Candidate>>)>>,
    /// Count of the occupancy's changes at which no node was a candidate.
    hopeless: Option<u64>,
    /// Nodes whose candidate only holds for this Pod at this moment.
    momentary: Vec<usize>,
}

/// The number of cached kinds of Pods. Few with debug assertions, so that random scenarios evict some.
const COLUMNS: usize = if cfg!(debug_assertions) { 2 } else { 64 };

/// Searches for victims. Belongs to one [`Occupancy`].
#[derive(Clone, Debug)]
pub struct Preemptor {
    /// The lowest priority of the Pods that may be deleted.
    lowest: i32,
    /// May a Pod of any workload preempt?
    anybody: bool,
    columns: Map<Kind, Column>,
    /// The allowed disruptions for which the columns are valid.
    allowed: IdVec<BudgetId, i64>,
    /// By node, to order equal candidates.
    names: Vec<Vec<u8>>,
}

fn kind(plan: &Plan, cluster: &Cluster, occupancy: &Occupancy, pod: PodId) -> Option<Kind> {
    let workload = cluster.pods[pod].workload;
    let spreads = plan.workloads[workload].spreads_hard();
    let (shape, priority) = independent_shape(plan, cluster, occupancy, pod)?;
    Some((shape, priority, spreads.then_some(workload)))
}

impl Preemptor {
    pub fn new(plan: &Plan) -> Self {
        let victims = plan.workloads.values();
        let victims = victims.filter(|one| may_be_preempted(one, i32::MAX));
        let lowest = victims.map(|one| one.priority).min().unwrap_or(i32::MAX);
        let mut workloads = plan.workloads.values();
        Self {
            lowest,
            anybody: workloads.any(|one| may_preempt(one, lowest)),
            columns: Map::new(),
            allowed: IdVec::new(),
            names: Vec::new(),
        }
    }

    /// Does the Pod's policy allow preemption, and are there Pods of lower priority (KS-32)?
    pub fn may_preempt(&self, plan: &Plan, cluster: &Cluster, pod: PodId) -> bool {
        may_preempt(&plan.workloads[cluster.pods[pod].workload], self.lowest)
    }

    /// May some Pod preempt others?
    pub fn anybody_preempts(&self) -> bool {
        self.anybody
    }

    /// Is the Pod unable to preempt, and without a nominated node?
    pub fn is_left_alone(&self, plan: &Plan, cluster: &Cluster, pod: PodId) -> bool {
        !self.may_preempt(plan, cluster, pod) && !cluster.nominated.contains_key(&pod)
    }

    /// The node on which the Pod should preempt, and the victims; `None` if preemption doesn't help.
    ///
    /// Rulebook: KS-06, KS-33, KS-34, KS-35. Source: Kubernetes `preemption.go`, `default_preemption.go`.
    /// Simplified: every node is tried, not only a sample.
    pub fn choose(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &mut Occupancy,
        context: &PreemptionContext<'_>,
        pod: PodId,
    ) -> Option<Preemption> {
        if !self.may_preempt(plan, cluster, pod) {
            return None;
        }
        let kind = kind(plan, cluster, occupancy, pod);
        let full = self.columns.len() >= COLUMNS
            && kind.is_some_and(|kind| !self.columns.contains_key(&kind));
        if full || self.allowed != *context.allowed {
            self.columns.clear();
            self.allowed.clone_from(context.allowed);
        }
        let mut column = kind.and_then(|kind| self.columns.remove(&kind)).unwrap_or_default();
        // A Pod doesn't count against itself on its nominated node.
        let own = cluster.nominated.get(&pod).map(|node| node.index() as usize);
        let spreads = plan.workloads[cluster.pods[pod].workload].spreads_hard();
        let shared = kind.is_some() && own.is_none() && !spreads;
        let mut best = None;
        if !shared || column.hopeless != Some(occupancy.changes) {
            column.try_changed_nodes(plan, cluster, occupancy, context, pod, own);
            best = self.best(plan, cluster, occupancy, &column, pod);
        }
        if shared {
            column.hopeless = best.is_none().then_some(occupancy.changes);
        }
        for node in column.momentary.drain(..) {
            column.nodes[node] = None;
        }
        if let Some(kind) = kind {
            self.columns.insert(kind, column);
        }
        best
    }

    /// KS-35; ties go to the first by name.
    fn best(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &Occupancy,
        column: &Column,
        pod: PodId,
    ) -> Option<Preemption> {
        let cx = Cycle::new(plan, cluster, occupancy, pod);
        let spread = |at: usize| cx.spread_violation(at as u32).is_none() || muted("KS-13");
        let mut best: Option<(usize, &Rc<Candidate>)> = None;
        for (at, known) in column.nodes.iter().enumerate() {
            let Some((_, Some(candidate))) = known else {
                continue;
            };
            let exists = occupancy.exists(NodeId::new(at as u32));
            if !exists || !(candidate.counted || spread(at)) {
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
    /// Tries the nodes whose load has changed since their last try.
    fn try_changed_nodes(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &mut Occupancy,
        context: &PreemptionContext<'_>,
        pod: PodId,
        own: Option<usize>,
    ) {
        self.nodes.resize(occupancy.version.len(), None);
        let cx = Cycle::uncounted(plan, cluster, occupancy, pod);
        let mut news = Vec::new();
        let mut try_changed_nodes = |node: u32| {
            let at = node as usize;
            let version = occupancy.version[at];
            let then = self.nodes[at].as_ref().map(|(then, _)| *then);
            if then != Some(version) || own == Some(at) {
                self.nodes[at] = Some((version, None));
                if preemption_may_help(&cx, node) {
                    news.push(NodeId::new(node));
                }
            }
        };
        match cx.pinned {
            Some(pinned) => try_changed_nodes(pinned),
            None => cx.nodes().for_each(try_changed_nodes),
        }
        for node in news {
            let counted = counted(plan, cluster, occupancy, pod, node);
            let candidate = dry_run(plan, cluster, occupancy, context, pod, node, counted);
            let at = node.index() as usize;
            if counted || own == Some(at) {
                self.momentary.push(at);
            }
            self.nodes[at] = Some((occupancy.version[at], candidate.map(Rc::new)));
        }
    }
}

fn may_preempt(workload: &Workload, lowest: i32) -> bool {
    (workload.preempts || muted("KS-32")) && workload.priority > lowest
}

/// May the workload's Pods be deleted for a Pod of the priority? Static Pods are critical: the kubelet runs them even if
/// their mirror Pods are deleted, so they make no room (KS-33).
fn may_be_preempted(workload: &Workload, priority: i32) -> bool {
    workload.priority < priority && workload.kind != WorkloadKind::Mirror
}

/// Can deleting Pods from the node help the Pod (KS-06)? The dry run checks hard spreading.
fn preemption_may_help(cx: &Cycle<'_>, node: u32) -> bool {
    let rejection = cx.rejection(node);
    rejection.is_none_or(|filter| !filter.unresolvable)
}

fn priority(plan: &Plan, cluster: &Cluster, pod: PodId) -> i32 {
    plan.workloads[cluster.pods[pod].workload].priority
}

/// Removes every Pod of lower priority and reprieves as many as possible: those of violated budgets first, then the most
/// important (KS-33, KS-34).
fn dry_run(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &mut Occupancy,
    context: &PreemptionContext<'_>,
    pod: PodId,
    node: NodeId,
    counted: bool,
) -> Option<Candidate> {
    let own = priority(plan, cluster, pod);
    let on_node = occupancy.pods_on(node).iter().copied();
    let mut lower: Vec<PodId> = on_node
        .filter(|other| may_be_preempted(&plan.workloads[cluster.pods[*other].workload], own))
        .collect();
    if lower.is_empty() || !may_fit(plan, cluster, occupancy, pod, node, &lower) {
        return None;
    }
    order::sort_by_key(&mut lower, |other| {
        let started = (context.started)(*other);
        (-i64::from(priority(plan, cluster, *other)), started)
    });
    let nominated = beside(plan, cluster, occupancy, pod, node);
    let mut trial = TrialNode::new(plan, cluster, occupancy, node, nominated, counted);
    for other in &lower {
        trial.remove(*other);
    }
    if trial.rejection(pod).is_some() {
        return None;
    }
    let violating = violating(plan, cluster, context, &lower);
    let mut victims = vec![false; lower.len()];
    let mut violations = 0;
    for group in [true, false] {
        for (at, other) in lower.iter().enumerate() {
            if violating[at] != group {
                continue;
            }
            trial.add(*other);
            if trial.rejection(pod).is_some() {
                trial.remove(*other);
                victims[at] = true;
                violations += usize::from(group);
            }
        }
    }
    drop(trial);
    let chosen = lower.iter().zip(victims).filter(|(_, leaves)| *leaves);
    let victims: Vec<PodId> = chosen.map(|(other, _)| *other).collect();
    let cost = cost(plan, cluster, context, &victims, violations)?;
    Some(Candidate { victims, cost, counted })
}

/// Can Pods elsewhere change the result of the dry run, or Pods that it moves and that the Pod's hard spreading
/// counts?
fn counted(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
    node: NodeId,
) -> bool {
    let own = cluster.pods[pod].workload;
    let workloads = &plan.workloads;
    if occupancy.affinities.asks_others(own) {
        return true;
    }
    if !workloads[own].spreads_hard() {
        return false;
    }
    let counts = |other: &PodId| counts_others(plan, occupancy, own, cluster.pods[*other].workload);
    let lower = |other: &PodId| {
        let other = cluster.pods[*other].workload;
        may_be_preempted(&workloads[other], workloads[own].priority)
    };
    let there = occupancy.pods_on(node).iter();
    there.filter(|other| lower(other)).any(counts)
        || occupancy.nominated_to(node).iter().any(counts)
}

/// Are CPU and memory enough without the Pods of lower priority? Rules out most nodes quickly.
fn may_fit(
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
            && enough(wants.memory_bytes, occupancy.free_memory_bytes[at] + freed.memory_bytes))
}

/// Which Pods would exceed what a budget allows, if all were deleted in this order?
///
/// Source: Kubernetes `filterPodsWithPDBViolation`.
fn violating(
    plan: &Plan,
    cluster: &Cluster,
    context: &PreemptionContext<'_>,
    lower: &[PodId],
) -> Vec<bool> {
    let mut left: Map<BudgetId, i64> = Map::new();
    let mut violates = |pod: PodId| {
        let workload = &plan.workloads[cluster.pods[pod].workload];
        let mut violated = false;
        for id in &workload.budgets {
            let selector = plan.budgets[*id].selector.as_ref();
            let everything = selector.is_some_and(|selector| selector.0.is_empty());
            if workload.labels.is_empty() || everything || (context.disrupted)(*id, pod) {
                continue;
            }
            let units = left.entry(*id).or_insert(context.allowed[*id]);
            *units -= 1;
            violated |= *units < 0;
        }
        violated && !muted("KS-34")
    };
    lower.iter().map(|pod| violates(*pod)).collect()
}

/// Returns `None` if there is no victim.
fn cost(
    plan: &Plan,
    cluster: &Cluster,
    context: &PreemptionContext<'_>,
    victims: &[PodId],
    violations: usize,
) -> Option<Cost> {
    let priority = |pod: &PodId| i64::from(priority(plan, cluster, *pod));
    let highest = priority(victims.first()?);
    // The shift makes each term positive, so that more victims never cost less.
    let sum = victims.iter().map(|pod| priority(pod) + (1 << 31)).sum();
    let important = victims.iter().filter(|pod| priority(pod) == highest);
    let earliest = important.map(|pod| (context.started)(*pod).ms()).min()?;
    if muted("KS-35") {
        return Some((0, 0, 0, 0, 0));
    }
    Some((violations, highest, sum, victims.len(), -earliest))
}

#[cfg(test)]
mod tests {
    use super::super::loads::Loads;
    use super::*;
    use crate::scheduling::testing::read;
    use crate::scheduling::{Placement, SchedulerCache};
    use base::quantity::IntOrPercent;
    use base::{Draw, RecordNo};
    use model::budget::{self, Budget, Limit, UnhealthyPodEvictionPolicy};
    use model::selector::{Operator, Requirement, Selector};
    use model::{NodePhase, PodPhase};
    use std::fmt::Write as _;

    /// Names of apps with the disruptions that their budgets allow; `*` selects all.
    type Budgets<'a> = &'a [(&'a str, i64)];

    /// The cluster with budgets, and the disruptions that each allows.
    fn guarded(text: &str, budgets: Budgets<'_>) -> (Plan, Cluster, IdVec<BudgetId, i64>) {
        let (mut plan, cluster) = read(text);
        let mut allowed = IdVec::new();
        for (app, units) in budgets {
            let requirement = Requirement {
                key: plan.symbols.intern("app"),
                operator: Operator::In(vec![plan.symbols.intern(app)]),
            };
            let all = *app == "*";
            let selector = Some(Selector(if all { Vec::new() } else { vec![requirement] }));
            let id = allowed.push(*units);
            for (_, workload) in plan.workloads.iter_mut() {
                if budget::selects(selector.as_ref(), &workload.labels) {
                    workload.budgets.push(id);
                }
            }
            plan.budgets.push(Budget {
                namespace: "default".to_owned(),
                name: (*app).to_owned(),
                selector,
                unreadable: false,
                limit: Limit::MinAvailable(IntOrPercent::Int(0)),
                policy: UnhealthyPodEvictionPolicy::IfHealthyBudget,
                workloads: Vec::new(),
            });
        }
        (plan, cluster, allowed)
    }

    fn choose(
        preemptor: &mut Preemptor,
        (plan, cluster, allowed): (&Plan, &Cluster, &IdVec<BudgetId, i64>),
        occupancy: &mut Occupancy,
        pod: PodId,
    ) -> Option<Preemption> {
        let context = PreemptionContext {
            started: &|pod| cluster.pods[pod].created(),
            allowed,
            disrupted: &|_, pod| plan.workloads[cluster.pods[pod].workload].name == "disrupted",
        };
        preemptor.choose(plan, cluster, occupancy, &context, pod)
    }

    /// Where the last Pod preempts, and its victims.
    fn answer(text: &str, budgets: Budgets<'_>) -> String {
        let (plan, cluster, allowed) = guarded(text, budgets);
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let pod = cluster.pods.ids().next_back().expect("a Pod");
        let facts = (&plan, &cluster, &allowed);
        let found = choose(&mut Preemptor::new(&plan), facts, &mut occupancy, pod);
        found.map_or("nowhere".to_owned(), |found| {
            let mut text = plan.node_name(&cluster, found.node);
            for victim in found.victims {
                let workload = cluster.pods[victim].workload;
                text = text + " " + &plan.workloads[workload].name;
            }
            text
        })
    }

    /// KS-32, KS-33: a Pod of equal priority isn't a victim, and a policy of Never has no victims.
    #[test]
    fn only_lower_priorities_are_victims() {
        let node = "node a\n pod x on=a cpu=900 priority=4\n";
        let of = |pod: &str| answer(&format!("{node} pod new cpu=500 {pod}"), &[]);
        assert_eq!(of("priority=4"), "nowhere");
        assert_eq!(of("priority=5"), "a x");
        assert_eq!(of("priority=5 never-preempts"), "nowhere");
    }

    /// KS-33: static Pods are critical, at any written priority.
    #[test]
    fn static_pods_are_not_preempted() {
        let of = |more: &str| {
            let text =
                format!("node a\n pod x mirror on=a cpu=450\n {more}\n pod new cpu=500 priority=5");
            answer(&text, &[])
        };
        assert_eq!(of("pod y on=a cpu=100"), "a y");
        assert_eq!(of("pod y on=a cpu=100 priority=5"), "nowhere");
    }

    /// KS-06, KS-33: nodes that are too small, or that reject the Pod even when empty, are no candidates.
    #[test]
    fn only_nodes_that_could_take_the_pod_are_candidates() {
        let full = |node: &str| {
            answer(&format!("node a {node}\n pod x on=a cpu=900\n pod new cpu=500 priority=1"), &[])
        };
        assert_eq!(full(""), "a x");
        assert_eq!(full("cordoned"), "nowhere");
        assert_eq!(full("taint=k:v:NoSchedule"), "nowhere");
        let free = "node a cordoned\n pod x on=a cpu=100\n pod new cpu=500 priority=1";
        assert_eq!(answer(free, &[]), "nowhere");
        let small = "node a\n pod x on=a cpu=900\n pod new cpu=1001 priority=1";
        assert_eq!(answer(small, &[]), "nowhere");
    }

    /// KS-13, KS-33: deleting Pods fixes a skew, by the real counts.
    #[test]
    fn preemption_can_fix_a_skew() {
        let nodes = "node a zone=x\n node b zone=y cordoned\n";
        let web = "pod x app=w on=a\n pod y on=a\n pod new app=w spread=zone:1:hard priority=1";
        assert_eq!(answer(&format!("{nodes} {web}"), &[]), "a x");
    }

    /// KS-34: the less important Pod is deleted: lower priority, then later start, then later binding.
    #[test]
    fn pods_of_high_priority_are_reprieved_first() {
        let go = |pods: &str| answer(&format!("node a\n {pods}\n pod new cpu=400 priority=9"), &[]);
        assert_eq!(go("pod x on=a cpu=500 priority=1\n pod y on=a cpu=500"), "a y");
        assert_eq!(go("pod x on=a cpu=500 created=-5\n pod y on=a cpu=500 created=-9"), "a x");
        assert_eq!(go("pod x on=a cpu=500\n pod y on=a cpu=500"), "a y");
        // A terminating Pod counts like any other.
        assert_eq!(go("pod x on=a cpu=500 terminating\n pod y on=a cpu=500 priority=1"), "a x");
    }

    /// KS-34: of two Pods that share a unit, the less important one violates the budget, and is reprieved before the other.
    #[test]
    fn pods_with_budgets_are_reprieved_first() {
        let go = |pods: &str, budgets: Budgets<'_>| {
            answer(&format!("node a\n {pods}\n pod new cpu=400 priority=9"), budgets)
        };
        let two = "pod x app=w on=a cpu=500 created=-9\n pod y app=w on=a cpu=500";
        assert_eq!(go(two, &[("w", 2)]), "a y");
        assert_eq!(go(two, &[("w", 1)]), "a x");
        assert_eq!(go(two, &[("w", 0)]), "a y");
        // An empty selector matches nothing here, and nothing matches a Pod without labels.
        assert_eq!(go(two, &[("*", 1)]), "a y");
        let plain = "pod x on=a cpu=500 created=-9\n pod y app=w on=a cpu=500";
        assert_eq!(go(plain, &[("w", 0)]), "a x");
        assert_eq!(go(plain, &[("*", 0)]), "a y");
        // A Pod in disruptedPods takes no unit.
        let disrupted = "pod disrupted app=w on=a cpu=500 created=-9\n pod y app=w on=a cpu=500";
        assert_eq!(go(disrupted, &[("w", 1)]), "a y");
    }

    /// KS-35, criterion by criterion.
    #[test]
    fn the_cheapest_node_is_chosen() {
        let go = |a: &str, b: &str, budgets: Budgets<'_>| {
            let pods = |node: &str, pods: &str| {
                let mut text = String::new();
                for (at, pod) in pods.split(';').enumerate() {
                    _ = writeln!(text, "pod {node}{at} on={node} {pod}");
                }
                text
            };
            let pods = pods("b", b) + &pods("a", a);
            let text = format!("node b\n node a\n{pods} pod new cpu=1000 priority=9");
            answer(&text, budgets)
        };
        assert_eq!(go("app=w cpu=900", "cpu=900 priority=8", &[("w", 0)]), "b b0");
        assert_eq!(go("cpu=900 priority=1", "cpu=900", &[]), "b b0");
        // The sum also counts Pods.
        let two = "cpu=500 priority=-5;cpu=500 priority=-5";
        assert_eq!(go(two, "cpu=900 priority=-5", &[]), "b b0");
        // The lowest priority adds nothing to the sum, so that the number of victims decides.
        let bottom = "cpu=500 priority=-5;cpu=500 priority=-2147483648";
        assert_eq!(go(bottom, "cpu=900 priority=-5", &[]), "b b0");
        assert_eq!(go("cpu=900 created=-9", "cpu=900 created=-5", &[]), "b b0");
        assert_eq!(go("cpu=900", "cpu=900", &[]), "a a0");
    }

    /// Nodes in two zones; Pods of four priorities, some with spreading.
    fn busy() -> String {
        let mut text = String::new();
        for node in 0..8 {
            _ = writeln!(text, "node n-{node} zone={}", ["x", "y"][node % 2]);
        }
        for pod in 0..60 {
            let more = ["", "spread=zone:1:hard", "memory=1", "spread=host:1:hard", "memory=2"];
            let (cpu, more) = ([150, 300, 450][pod % 3], more[pod % 5]);
            let (app, priority) = (pod % 7, pod % 4);
            _ = writeln!(text, "pod w-{pod} app=w{app} cpu={cpu} priority={priority} {more}");
        }
        text
    }

    /// Without caches or shortcuts: every filter judges every node.
    fn without_caches(
        (plan, cluster, allowed): (&Plan, &Cluster, &IdVec<BudgetId, i64>),
        occupancy: &mut Occupancy,
        pod: PodId,
    ) -> Option<Preemption> {
        let context = PreemptionContext {
            started: &|pod| cluster.pods[pod].created(),
            allowed,
            disrupted: &|_, _| false,
        };
        let closed = SchedulerCache::default().closed(plan, cluster, occupancy, pod);
        let mut cx = Cycle::new(plan, cluster, occupancy, pod);
        cx.closed = closed;
        let nodes: Vec<u32> = cx
            .nodes()
            .filter(|node| cx.rejection(*node).is_some_and(|filter| !filter.unresolvable))
            .collect();
        let mut found = Vec::new();
        for node in nodes.into_iter().map(NodeId::new) {
            if let Some(candidate) = dry_run(plan, cluster, occupancy, &context, pod, node, true) {
                let name = name_key(&plan.node_name(cluster, node));
                found.push((candidate.cost, name, node, candidate.victims));
            }
        }
        let (_, _, node, victims) = found.into_iter().min()?;
        Some(Preemption { node, victims })
    }

    /// Without the list of changed loads, which may have restarted.
    fn unlisted(occupancy: &Occupancy) -> String {
        let mut occupancy = occupancy.clone();
        occupancy.loads = Loads::default();
        format!("{occupancy:?}")
    }
    /// Cached results always lead to the choice of a fresh search, and the load stays unchanged.
    #[test]
    fn a_preemption_is_repeatable_and_changes_nothing() {
        let (plan, mut cluster, mut allowed) = guarded(&busy(), &[("w1", 1), ("w2", 0), ("w3", 2)]);
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let (mut pass, mut preemptor) = (SchedulerCache::default(), Preemptor::new(&plan));
        let mut choices = 0;
        for step in 0..1500 {
            let draw = |n: u64, of: u32| (Draw::of(7, 0, step, n).0 >> 32) as u32 % of;
            let node = NodeId(draw(1, cluster.nodes.len()));
            let pod = PodId(draw(2, cluster.pods.len()));
            match (draw(0, 12), cluster.pods[pod].phase()) {
                (0, _) => {
                    let now = &mut cluster.nodes[node];
                    now.cordoned_by = now.cordoned_by.xor(Some(RecordNo(0)));
                    occupancy.node_changed(&plan, &cluster, node);
                }
                (1, _) => {
                    let gone = cluster.nodes[node].phase == NodePhase::Gone;
                    let phases = [NodePhase::Gone, NodePhase::Ready];
                    cluster.nodes[node].phase = phases[usize::from(gone)];
                    occupancy.node_changed(&plan, &cluster, node);
                }
                (2, _) => allowed[BudgetId(draw(3, 3))] = i64::from(draw(4, 3)),
                (3, PodPhase::Running { on, .. }) => {
                    let until = SimTime::ZERO;
                    cluster.pods[pod].set_phase(PodPhase::Terminating { on, until });
                    occupancy.terminating(&cluster, pod);
                }
                (3 | 4, PodPhase::Terminating { .. }) => {
                    cluster.pods[pod].set_phase(PodPhase::Pending);
                    occupancy.left(&plan, &cluster, pod);
                }
                (_, PodPhase::Pending) => {
                    let before = unlisted(&occupancy);
                    let place = pass.place_pending(&plan, &cluster, &mut occupancy, pod);
                    assert_eq!(unlisted(&occupancy), before, "step {step}");
                    let anew = SchedulerCache::default().place_pending(
                        &plan,
                        &cluster,
                        &mut occupancy,
                        pod,
                    );
                    assert_eq!(place, anew, "step {step}");
                    let old = cluster.nominated.get(&pod).copied();
                    if let Placement::On(on) = place {
                        cluster.pods[pod].set_phase(PodPhase::Running { on, ready: true });
                        cluster.nominated.remove(&pod);
                        if let Some(old) = old {
                            occupancy.nominate(pod, old, false);
                        }
                        occupancy.bound(&plan, &cluster, pod, on);
                        continue;
                    }
                    let facts = (&plan, &cluster, &allowed);
                    let found = choose(&mut preemptor, facts, &mut occupancy, pod);
                    assert_eq!(unlisted(&occupancy), before, "step {step}");
                    let anew = choose(&mut Preemptor::new(&plan), facts, &mut occupancy, pod);
                    assert_eq!(found, anew, "step {step}");
                    let plain = without_caches(facts, &mut occupancy, pod);
                    assert_eq!(found, plain, "step {step}");
                    if let Some(found) = found {
                        choices += 1;
                        if let Some(old) = old {
                            occupancy.nominate(pod, old, false);
                        }
                        cluster.nominated.insert(pod, found.node);
                        occupancy.nominate(pod, found.node, true);
                        for victim in found.victims {
                            let (on, until) = (found.node, SimTime::ZERO);
                            cluster.pods[victim].set_phase(PodPhase::Terminating { on, until });
                            occupancy.terminating(&cluster, victim);
                        }
                    }
                }
                _ => {}
            }
        }
        assert!(choices > 50, "{choices}");
    }
}
