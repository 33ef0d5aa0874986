//! The scheduler and the DaemonSet controller's choice of nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use base::quantity::IntOrPercent;
use base::{
    BudgetId, GroupId, IdVec, Map, NodeId, PodId, PoolId, SimSpan, SimTime, Sym, WorkloadId,
};
use model::budget::{self, Budget, Limit, UnhealthyPodEvictionPolicy};
use model::plan::WellKnown;
use model::selector::{
    Effect, NodeTerm, Operator, Requirement, Selector, SpreadConstraint, Taint, Toleration,
};
use model::settings::PodTimings;
use model::{
    Cluster, DrainLimits, Group, Names, Node, NodeTemplate, Plan, Pod, PodAffinity, PodPhase,
    PodTerm, Pool, Resources, Strategy, Surge, Symbols, Timings, Workload, WorkloadKind, Zone,
};
use serde_json::Value;
use sim::scheduling::explain::{NodeVerdict, explain, place};
use sim::scheduling::{Occupancy, Placement, PreemptionContext, Preemptor, node_should_run};

use super::{Oracle, same};

const ZONE: &str = "topology.kubernetes.io/zone";
const HOSTNAME: &str = "kubernetes.io/hostname";

#[test]
fn sched_filter_score() {
    Oracle::load("sched_filter_score").ask(one_cycle);
}

#[test]
fn sched_preemption() {
    Oracle::load("sched_preemption").ask(preemption);
}

#[test]
fn daemonset_node_should_run() {
    Oracle::load("daemonset_node_should_run").ask(daemon_pod);
}

/// One scheduling cycle: verdict of every node, scores, choice.
fn one_cycle(case: &Value) -> Result<(), String> {
    if let Some(why) = unsupported(case) {
        return Err(format!("left out: {why}"));
    }
    let mut world = World::new(case["scoring_strategy"] == "MostAllocated");
    for node in list(&case["nodes"]) {
        world.node(node);
    }
    for pod in list(&case["existing_pods"]) {
        world.pod(pod);
    }
    let new = world.pod(&case["pod"]);
    world.own_by(new, list(&case["selectors_owning_pod"]));
    let (plan, cluster) = world.done();
    let occupancy = Occupancy::new(&plan, &cluster);

    let found = describe(&plan, &explain(&plan, &cluster, &occupancy, new));
    let wanted = expected(case);
    if found != wanted {
        return Err(format!("expected\n{wanted}found\n{found}"));
    }
    let best: BTreeSet<&str> = list(&case["expect"]["best_nodes"]).iter().map(text_of).collect();
    match place(&plan, &cluster, &occupancy, new) {
        Placement::On(node) if best.contains(plan.names.nodes[node.0 as usize].as_str()) => Ok(()),
        Placement::Nowhere(_) if best.is_empty() => Ok(()),
        other => Err(format!("expected one of {best:?}, found {other:?}")),
    }
}

fn unsupported(case: &Value) -> Option<&'static str> {
    let placed = |node: &Value| node["labels"][ZONE].is_string();
    let all = list(&case["nodes"]).iter().all(placed);
    (!all).then_some("a node without a zone cannot be told to the model")
}

/// One line a node, from the engine's verdicts.
fn describe(plan: &Plan, verdicts: &[(NodeId, NodeVerdict)]) -> String {
    let lines: BTreeMap<&str, String> = verdicts
        .iter()
        .map(|(node, verdict)| {
            let line = match verdict {
                NodeVerdict::Rejected(filter) => rejected(filter.plugin, filter.unresolvable),
                NodeVerdict::Fits { scores, total } => {
                    fits(scores.iter().map(|(name, points)| (*name, *points)).collect(), *total)
                }
            };
            (plan.names.nodes[node.0 as usize].as_str(), line)
        })
        .collect();
    lines.into_iter().map(|(node, line)| format!("  {node}: {line}\n")).collect()
}

/// The same lines from the file.
fn expected(case: &Value) -> String {
    let expect = &case["expect"];
    let mut lines = String::new();
    let filter = expect["filter"].as_object().expect("verdicts by node");
    for (node, verdict) in filter.iter().collect::<BTreeMap<_, _>>() {
        let line = if verdict["ok"] == true {
            let scores = expect["weighted_scores"][node].as_object().expect("scores");
            let points = scores.iter().filter(|(name, _)| *name != "total");
            let points = points.map(|(name, points)| (name.as_str(), number(points)));
            fits(points.collect(), number(&scores["total"]))
        } else {
            rejected(text_of(&verdict["plugin"]), verdict["unresolvable"] == true)
        };
        _ = writeln!(lines, "  {node}: {line}");
    }
    lines
}

fn rejected(plugin: &str, unresolvable: bool) -> String {
    format!("{plugin}{}", if unresolvable { ", unresolvable" } else { "" })
}

fn fits(scores: BTreeMap<&str, i64>, total: i64) -> String {
    format!("{scores:?} total {total}")
}

/// A Pod that fits nowhere: the node that preemption finds for it, and who must leave.
fn preemption(case: &Value) -> Result<(), String> {
    if let Some(why) = unsupported(case) {
        return Err(format!("left out: {why}"));
    }
    let mut world = World::new(false);
    for node in list(&case["nodes"]) {
        world.node(node);
    }
    for pod in list(&case["existing_pods"]) {
        world.pod(pod);
    }
    let new = world.pod(&case["pod"]);
    let workload = world.cluster.pods[new].workload;
    world.plan.workloads[workload].preempts = case["preemption_policy"] != "Never";
    let allowed: IdVec<BudgetId, i64> = list(&case["pdbs"])
        .iter()
        .map(|pdb| {
            world.budget(pdb);
            number(&pdb["disruptions_allowed"])
        })
        .collect();
    let (plan, cluster) = world.done();
    let mut occupancy = Occupancy::new(&plan, &cluster);
    if let Placement::On(node) = place(&plan, &cluster, &occupancy, new) {
        return Err(format!("it fits on {node:?}"));
    }
    let name = |pod: PodId| plan.workloads[cluster.pods[pod].workload].name.as_str();
    let stakes = PreemptionContext {
        started: &|pod| cluster.pods[pod].created(),
        allowed: &allowed,
        disrupted: &|budget, pod| {
            let pdb = &case["pdbs"][budget.0 as usize];
            let listed = list(&pdb["disrupted_pods"]).iter();
            let mut listed = listed.map(text_of);
            listed.any(|other| other == name(pod))
                || !pdb["disrupted_pods_age_s"][name(pod)].is_null()
        },
    };
    let mut preemptor = Preemptor::new(&plan);
    let found = preemptor.choose(&plan, &cluster, &mut occupancy, &stakes, new);
    let again = preemptor.choose(&plan, &cluster, &mut occupancy, &stakes, new);
    same("the same again", &again, &found)?;
    let (node, victims) = found.map_or(("", BTreeSet::new()), |found| {
        let victims = found.victims.iter().map(|pod| name(*pod));
        let node = plan.names.nodes[found.node.0 as usize].as_str();
        (node, victims.collect())
    });
    let expect = &case["expect"];
    same("node", node, text_of(&expect["nominated_node"]))?;
    let wanted: BTreeSet<&str> = list(&expect["victims"]).iter().map(text_of).collect();
    same("victims", victims, wanted)
}

fn daemon_pod(case: &Value) -> Result<(), String> {
    let mut world = World::new(false);
    world.node(&case["node"]);
    let pod = world.pod(&case["template"]);
    let workload = world.cluster.pods[pod].workload;
    world.plan.workloads[workload].kind = WorkloadKind::DaemonSet;
    let (plan, cluster) = world.done();
    let host_network = case["template"]["host_network"] == true;
    let found = node_should_run(&plan, &cluster, workload, NodeId(0), host_network);
    let expect = &case["expect"];
    if expect["should_run"] == found.run && expect["should_continue_running"] == found.keep {
        Ok(())
    } else {
        Err(format!("expected {expect}, found {found:?}"))
    }
}

/// A plan and a cluster in the making: one template a node, one workload a Pod.
pub(super) struct World {
    pub(super) plan: Plan,
    pub(super) cluster: Cluster,
    /// Namespace and selector of each audience; nothing = a missing selector.
    audiences: Vec<(String, Option<Selector>)>,
}

impl World {
    pub(super) fn new(pack_nodes: bool) -> Self {
        let mut symbols = Symbols::default();
        let keys = WellKnown::of(&mut symbols);
        let plan = Plan {
            name: String::new(),
            start_unix_ms: 0,
            seed: 1,
            until: SimTime::MAX,
            zones: IdVec::new(),
            pools: IdVec::new(),
            quotas: Vec::new(),
            groups: IdVec::new(),
            templates: IdVec::new(),
            workloads: IdVec::new(),
            budgets: IdVec::new(),
            services: IdVec::new(),
            balancing: model::load_balancer::Behavior::CURRENT,
            audiences: Vec::new(),
            symbols,
            keys,
            names: Names::default(),
            maintenance: model::Maintenance::default(),
            switches: Vec::new(),
            pace: model::Pace::SEED,
            concurrent: 1,
            spot_grace: SimSpan::ZERO,
            timings: Timings::ASSUMED,
            pack_nodes,
            kept_nodes: Default::default(),
            long_scale_downs: true,
            resource_limits: Vec::new(),
            outcomes: Map::new(),
            scale_down: Default::default(),
            troubles: Default::default(),
            held: Default::default(),
            not_serving: Default::default(),
            draining_since: Default::default(),
            cordoned_since: Default::default(),
            not_ready: Default::default(),
            volumes: Vec::new(),
            script: Vec::new(),
        };
        let cluster = Cluster::default();
        Self { plan, cluster, audiences: Vec::new() }
    }

    pub(super) fn done(mut self) -> (Plan, Cluster) {
        for (namespace, selector) in &self.audiences {
            let selects = |one: &Workload| {
                one.namespace == *namespace
                    && selector.as_ref().is_some_and(|all| all.matches(&one.labels))
            };
            let all = self.plan.workloads.iter();
            let selected = all.filter(|(_, one)| selects(one)).map(|(id, _)| id);
            self.plan.audiences.push(selected.collect());
        }
        (self.plan, self.cluster)
    }

    fn sym(&mut self, text: &str) -> Sym {
        self.plan.symbols.intern(text)
    }

    fn group(&mut self, zone: &str) -> GroupId {
        let known = self.plan.zones.iter().find(|(_, other)| other.name == zone);
        if let Some((id, _)) = known {
            return GroupId(id.0);
        }
        self.sym(zone);
        let name = zone.to_owned();
        let zone = self.plan.zones.push(Zone { name });
        let pool = PoolId(0);
        self.plan.groups.push(Group { pool, zone })
    }

    pub(super) fn node(&mut self, node: &Value) {
        let name = text_of(&node["name"]);
        self.sym(name);
        self.plan.names.nodes.push(name.to_owned());
        let group = self.group(text_of(&node["labels"][ZONE]));
        let (mut labels, mut taints) = (Vec::new(), Vec::new());
        for (key, value) in node["labels"].as_object().into_iter().flatten() {
            if key != ZONE && key != HOSTNAME {
                labels.push((self.sym(key), self.sym(text_of(value))));
            }
        }
        for taint in list(&node["taints"]) {
            taints.push(Taint {
                key: self.sym(text_of(&taint["key"])),
                value: self.sym(text_of(&taint["value"])),
                effect: effect(&taint["effect"]).expect("a taint has an effect"),
            });
        }
        let allocatable = self.resources(&node["allocatable"]);
        let template = self.plan.templates.push(NodeTemplate {
            machine_type: String::new(),
            version: None,
            capacity: Default::default(),
            allocatable,
            max_pods: u32::try_from(number(&node["allocatable"]["pods"])).expect("a count"),
            labels: labels.into_iter().collect(),
            taints,
        });
        if self.plan.pools.is_empty() {
            self.plan.pools.push(Pool {
                name: "pool".to_owned(),
                groups: Vec::new(),
                template,
                strategy: Strategy::Surge(Surge { max_surge: 1, max_unavailable: 0 }),
                drain: DrainLimits::default(),
                spot: false,
                auto_repair: true,
                live_migrates: true,
                partial: false,
                autoscaling: None,
                any_reservation: false,
                upgrading_since: None,
                multi_host: false,
                life: None,
                auto_upgrade: false,
            });
        }
        self.cluster.nodes.push(Node {
            cordoned_by: (node["unschedulable"] == true).then(Default::default),
            ..Node::new(group, template, 0, SimTime::ZERO)
        });
    }

    fn resources(&mut self, amounts: &Value) -> Resources {
        let mut resources = Resources::default();
        for (name, amount) in amounts.as_object().into_iter().flatten() {
            match name.as_str() {
                "cpu_m" => resources.cpu_m = number(amount),
                "mem_bytes" => resources.memory_bytes = number(amount),
                "pods" => {}
                name => *resources.slot(self.plan.symbols.intern(name)) = number(amount),
            }
        }
        resources
    }

    pub(super) fn pod(&mut self, pod: &Value) -> PodId {
        let mut requests = Resources::default();
        let (mut scored_cpu_m, mut scored_memory_bytes) = (0, 0);
        for container in list(&pod["containers"]) {
            let asked = &container["requests"];
            requests.add(&self.resources(asked));
            scored_cpu_m += asked["cpu_m"].as_i64().unwrap_or(100);
            scored_memory_bytes += asked["mem_bytes"].as_i64().unwrap_or(200 << 20);
        }
        let preferred = list(&pod["node_affinity_preferred"]);
        let workload = Workload {
            rollout: model::rollout::RolloutSettings::DEFAULT,
            revision: 0,
            image_of: 0,
            namespace: text_of(&pod["namespace"]).to_owned(),
            name: text_of(&pod["name"]).to_owned(),
            kind: WorkloadKind::Pod,
            replicas: 1,
            labels: self.pairs(&pod["labels"]).into_iter().collect(),
            requests,
            scored_cpu_m,
            scored_memory_bytes,
            grace: SimSpan::from_secs(30),
            priority: i32::try_from(pod["priority"].as_i64().unwrap_or(0)).expect("a priority"),
            preempts: true,
            node_selector: self.pairs(&pod["node_selector"]),
            node_affinity: list(&pod["node_affinity_required_any_of"])
                .iter()
                .map(|term| self.term(term))
                .collect(),
            affinity: self.affinity(pod),
            host_ports: Vec::new(),
            volumes: Vec::new(),
            preferred_nodes: preferred
                .iter()
                .map(|one| (number(&one["weight"]), self.term(&one["match_expressions"])))
                .collect(),
            tolerations: list(&pod["tolerations"])
                .iter()
                .map(|toleration| self.toleration(toleration))
                .collect(),
            spread: list(&pod["topology_spread"])
                .iter()
                .map(|constraint| self.constraint(constraint))
                .collect(),
            owner_selectors: Vec::new(),
            timings: PodTimings::ASSUMED,
            work: None,
            fails: Vec::new(),
            restarts: Default::default(),
            probes: Default::default(),
            local_storage: false,
            safe_to_evict: None,
            scale_up_delay: SimSpan::ZERO,
            min_ready: SimSpan::ZERO,
            budgets: Vec::new(),
            spreads_with: Vec::new(),
            succeeded: 0,
            failed: 0,
        };
        let workload = self.plan.workloads.push(workload);
        let phase = self.phase(pod);
        self.cluster.pods.push(Pod::new(
            workload,
            0,
            None,
            SimTime::from_secs(pod["start_time_rel_s"].as_i64().unwrap_or(0)),
            phase,
        ))
    }

    fn affinity(&mut self, pod: &Value) -> PodAffinity {
        let mut terms = |field: &str| -> Vec<PodTerm> {
            let terms = list(&pod[field]).iter();
            terms.map(|term| self.pod_term(pod, term)).collect()
        };
        let near = terms("pod_affinity_required");
        let away = terms("pod_anti_affinity_required");
        let mut preferred = Vec::new();
        for (field, sign) in [("pod_affinity_preferred", 1), ("pod_anti_affinity_preferred", -1)] {
            for term in list(&pod[field]) {
                let weight = sign * number(&term["weight"]);
                preferred.push((weight, self.pod_term(pod, term)));
            }
        }
        PodAffinity { near, away, preferred }
    }

    fn pod_term(&mut self, pod: &Value, term: &Value) -> PodTerm {
        let selector = match &term["selector"] {
            Value::Null => None,
            selector => Some(self.selector(&selector["match_labels"])),
        };
        let namespace = text_of(&pod["namespace"]).to_owned();
        self.audiences.push((namespace, selector));
        PodTerm {
            topology_key: self.sym(text_of(&term["topology_key"])),
            audience: self.audiences.len() as u32 - 1,
        }
    }

    fn phase(&self, pod: &Value) -> PodPhase {
        let name = text_of(&pod["node"]);
        let nodes = &self.plan.names.nodes;
        let on = nodes.iter().position(|other| other == name);
        let on = on.map(|at| NodeId(at as u32));
        match (text_of(&pod["phase"]), on) {
            ("Succeeded", on) => PodPhase::Succeeded { on },
            ("Failed", on) => PodPhase::Failed { on },
            (_, None) => PodPhase::Pending,
            (_, Some(on)) if pod["deletion_timestamp_rel_s"].is_number() => {
                PodPhase::Terminating { on, until: SimTime::from_secs(30) }
            }
            (_, Some(on)) => PodPhase::Running { on, ready: true },
        }
    }

    /// The Services and the controller behind the scheduler's default spreading.
    fn own_by(&mut self, pod: PodId, owners: &[Value]) {
        let id = self.cluster.pods[pod].workload;
        let selectors: Vec<Selector> =
            owners.iter().map(|owner| self.selector(&owner["selector"])).collect();
        let namespace = self.plan.workloads[id].namespace.clone();
        let counted = self.plan.workloads.iter().filter(|(_, other)| {
            other.namespace == namespace && selectors.iter().all(|one| one.matches(&other.labels))
        });
        let spreads_with: Vec<WorkloadId> = counted.map(|(id, _)| id).collect();
        let workload = &mut self.plan.workloads[id];
        workload.owner_selectors = selectors;
        workload.spreads_with = spreads_with;
    }

    /// A budget, told to the workloads that it selects as the engine's compiler does.
    fn budget(&mut self, pdb: &Value) {
        let selector = match &pdb["selector"] {
            Value::Null => None,
            selector => {
                let mut all = self.selector(&selector["match_labels"]);
                for expression in list(&selector["match_expressions"]) {
                    all.0.push(self.requirement(expression));
                }
                Some(all)
            }
        };
        let namespace = text_of(&pdb["namespace"]).to_owned();
        let id = self.plan.budgets.next_id();
        let mut workloads = Vec::new();
        for (workload, one) in self.plan.workloads.iter_mut() {
            if one.namespace == namespace && budget::selects(selector.as_ref(), &one.labels) {
                one.budgets.push(id);
                workloads.push(workload);
            }
        }
        self.plan.budgets.push(Budget {
            namespace,
            name: text_of(&pdb["name"]).to_owned(),
            selector,
            unreadable: false,
            limit: Limit::MinAvailable(IntOrPercent::Int(0)),
            policy: UnhealthyPodEvictionPolicy::IfHealthyBudget,
            workloads,
        });
    }

    fn pairs(&mut self, pairs: &Value) -> Vec<(Sym, Sym)> {
        let pairs = pairs.as_object().into_iter().flatten();
        pairs.map(|(key, value)| (self.sym(key), self.sym(text_of(value)))).collect()
    }

    fn selector(&mut self, pairs: &Value) -> Selector {
        let pairs = self.pairs(pairs).into_iter();
        Selector(
            pairs
                .map(|(key, value)| Requirement { key, operator: Operator::In(vec![value]) })
                .collect(),
        )
    }

    fn constraint(&mut self, constraint: &Value) -> SpreadConstraint {
        let selector = match &constraint["selector"] {
            // A missing selector matches nothing.
            Value::Null => Selector(vec![Requirement {
                key: self.plan.keys.empty,
                operator: Operator::In(Vec::new()),
            }]),
            selector => self.selector(&selector["match_labels"]),
        };
        SpreadConstraint {
            topology_key: self.sym(text_of(&constraint["topology_key"])),
            max_skew: number(&constraint["max_skew"]),
            min_domains: constraint["min_domains"].as_i64().unwrap_or(1),
            hard: constraint["when_unsatisfiable"] == "DoNotSchedule",
            selector,
            honor_affinity: true,
            honor_taints: false,
        }
    }

    fn term(&mut self, expressions: &Value) -> NodeTerm {
        let expressions = list(expressions).iter();
        NodeTerm {
            expressions: expressions.map(|one| self.requirement(one)).collect(),
            names: None,
        }
    }

    fn requirement(&mut self, expression: &Value) -> Requirement {
        let values: Vec<&str> = list(&expression["values"]).iter().map(text_of).collect();
        let bound = values.first().and_then(|value| value.parse().ok());
        let symbols: Vec<Sym> = values.iter().map(|value| self.sym(value)).collect();
        Requirement {
            key: self.sym(text_of(&expression["key"])),
            operator: match text_of(&expression["op"]) {
                "In" => Operator::In(symbols),
                "NotIn" => Operator::NotIn(symbols),
                "Exists" => Operator::Exists,
                "DoesNotExist" => Operator::DoesNotExist,
                "Gt" => Operator::Gt(bound),
                "Lt" => Operator::Lt(bound),
                other => panic!("operator {other:?}"),
            },
        }
    }

    fn toleration(&mut self, toleration: &Value) -> Toleration {
        let key = text_of(&toleration["key"]);
        Toleration {
            key: (!key.is_empty()).then(|| self.sym(key)),
            value: (toleration["op"] != "Exists").then(|| self.sym(text_of(&toleration["value"]))),
            effect: effect(&toleration["effect"]),
            lasts: None,
        }
    }
}

fn effect(text: &Value) -> Option<Effect> {
    match text_of(text) {
        "NoSchedule" => Some(Effect::NoSchedule),
        "PreferNoSchedule" => Some(Effect::PreferNoSchedule),
        "NoExecute" => Some(Effect::NoExecute),
        _ => None,
    }
}

/// A missing list is an empty one.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a whole number")
}
