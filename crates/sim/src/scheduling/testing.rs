//! Clusters from text, and the scheduler's verdicts as text.

use super::explain::{NodeVerdict, explain, place};
use super::{Occupancy, Placement};
use base::{GroupId, IdVec, NodeId, PodId, PoolId, RecordNo, SimSpan, SimTime, Sym};
use model::autoscale::Capacity;
use model::node::Mark;
use model::plan::WellKnown;
use model::rollout::RolloutSettings;
use model::selector::{
    Effect, NodeTerm, Operator, Requirement, Selector, SpreadConstraint, Taint, Toleration,
};
use model::settings::{NodeOrder, PodTimings};
use model::{
    Cluster, DrainLimits, Group, HostPort, Maintenance, Names, Node, NodePhase, NodeTemplate, Pace,
    Plan, Pod, PodPhase, PodTerm, Pool, Resources, Strategy, Surge, Symbols, Timings, Workload,
    WorkloadKind, Zone,
};

/// One line each: `node NAME …` or `pod NAME …`. Options of a node: `cpu=` (m), `memory=` (GiB), `pods=`, `zone=`,
/// `label=K:V`, `taint=K:V:EFFECT`, `cordoned`, `booting`. Options of a Pod: `on=NODE`, `app=`, `cpu=`, `memory=`,
/// `selects=K:V`, `prefers=WEIGHT:K:V`, `prefers-named=WEIGHT:NODE`, `named=NODE`, `tolerates=KEY:EFFECT[:SECONDS]`, `pinned=NODE`, `daemon`, `mirror`, `terminating`,
/// `succeeded`, `priority=`, `never-preempts`, `created=` (s), `spread=KEY:SKEW:hard|soft`, `taints-honoured`, `min-domains=`, `default-spread`, `gpu=`.
/// Affinity to the Pods of an app: `near=APP:KEY`, `away=APP:KEY`, `prefers-near=WEIGHT:APP:KEY`, `prefers-away=…`.
/// Host ports: `port=PORT` or `port=PORT:IP`. `packed` and `listed` set the plan.
pub(super) fn read(text: &str) -> (Plan, Cluster) {
    let mut reader = PodReader::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (None, _) => {}
            (Some("node"), Some(name)) => reader.node(name, words),
            (Some("pod"), Some(name)) => reader.pod(name, words),
            (Some("packed"), _) => reader.plan.pack_nodes = true,
            (Some("listed"), _) => reader.plan.timings.node_order = NodeOrder::Listed,
            other => panic!("{other:?}"),
        }
    }
    let workloads = reader.plan.workloads.clone();
    let app = reader.sym("app");
    for value in std::mem::take(&mut reader.apps) {
        let selected = workloads.iter();
        let selected = selected.filter(|(_, one)| one.labels.get(app) == Some(value));
        let selected = selected.map(|(id, _)| id).collect();
        reader.plan.audiences.push(selected);
    }
    for (_, workload) in reader.plan.workloads.iter_mut() {
        let matching = workloads.iter().filter(|(_, other)| {
            let selectors = &workload.owner_selectors;
            selectors.iter().all(|one| one.matches(&other.labels))
        });
        workload.spreads_with = matching.map(|(id, _)| id).collect();
    }
    (reader.plan, reader.cluster)
}

/// The verdict on each node for the last Pod, and its placement.
pub(super) fn verdicts(text: &str) -> String {
    let (plan, cluster) = read(text);
    let occupancy = Occupancy::new(&plan, &cluster);
    let Some(pod) = cluster.pods.ids().next_back() else {
        return String::new();
    };
    let mut lines = String::new();
    for (node, verdict) in explain(&plan, &cluster, &occupancy, pod) {
        lines += &plan.node_name(&cluster, node);
        lines += &match verdict {
            NodeVerdict::Rejected(filter) => {
                let hopeless = if filter.unresolvable { " (for good)" } else { "" };
                format!(": {}{hopeless}\n", filter.message)
            }
            NodeVerdict::Fits { scores, total } => {
                let scores: Vec<String> =
                    scores.iter().map(|(name, points)| format!("{name} {points}")).collect();
                format!(": {} = {total}\n", scores.join(", "))
            }
        };
    }
    lines + &decision(&plan, &cluster, &occupancy, pod)
}

pub(super) fn decision(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
) -> String {
    match place(plan, cluster, occupancy, pod) {
        Placement::On(node) => format!("-> {}\n", plan.node_name(cluster, node)),
        Placement::Nowhere(reasons) => format!("-> nowhere {reasons:?}\n"),
    }
}

struct PodReader {
    plan: Plan,
    cluster: Cluster,
    /// The apps that terms of affinity select, in the order of the audiences.
    apps: Vec<Sym>,
}

impl PodReader {
    fn new() -> Self {
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
            maintenance: Maintenance::default(),
            switches: Vec::new(),
            pace: Pace::SEED,
            outcomes: base::Map::new(),
            scale_down: Default::default(),
            troubles: Default::default(),
            held: Default::default(),
            draining_since: Default::default(),
            cordoned_since: Default::default(),
            not_ready: Default::default(),
            volumes: Vec::new(),
            concurrent: 1,
            spot_grace: SimSpan::ZERO,
            timings: Timings::ASSUMED,
            pack_nodes: false,
            kept_nodes: Default::default(),
            not_serving: Default::default(),
            long_scale_downs: true,
            resource_limits: Vec::new(),
            script: Vec::new(),
        };
        let cluster = Cluster::default();
        Self { plan, cluster, apps: Vec::new() }
    }

    fn sym(&mut self, text: &str) -> Sym {
        self.plan.symbols.intern(text)
    }

    fn group(&mut self, zone: &str) -> GroupId {
        let known = self.plan.zones.iter().find(|(_, other)| other.name == zone);
        if let Some((id, _)) = known {
            return GroupId(id.0);
        }
        let name = zone.to_owned();
        let zone = self.plan.zones.push(Zone { name });
        let pool = PoolId(0);
        self.plan.groups.push(Group { pool, zone })
    }

    fn node<'t>(&mut self, name: &str, words: impl Iterator<Item = &'t str>) {
        let mut template = NodeTemplate {
            machine_type: String::new(),
            version: None,
            capacity: Capacity { cpu_m: 1000, memory_bytes: 4 << 30 },
            allocatable: Resources { cpu_m: 1000, memory_bytes: 4 << 30, ..Resources::default() },
            max_pods: 110,
            labels: [].into_iter().collect(),
            taints: Vec::new(),
        };
        let (mut zone, mut cordoned_by, mut mark) = ("a", None, None);
        let mut phase = NodePhase::Ready;
        for word in words {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            let parts: Vec<&str> = value.split(':').collect();
            match (option, &parts[..]) {
                ("cpu", _) => template.allocatable.cpu_m = number(value),
                ("memory", _) => template.allocatable.memory_bytes = number(value) << 30,
                ("gpu", _) => *template.allocatable.slot(self.sym("gpu")) = number(value),
                ("disk", _) => template.allocatable.ephemeral_bytes = number(value) << 30,
                ("pods", _) => template.max_pods = number(value) as u32,
                ("zone", _) => zone = value,
                ("label", [key, value]) => template.labels.insert(self.sym(key), self.sym(value)),
                ("taint", [key, value, what]) => template.taints.push(Taint {
                    key: self.sym(key),
                    value: self.sym(value),
                    effect: effect(what).expect("an effect"),
                }),
                ("cordoned", _) => cordoned_by = Some(RecordNo(0)),
                ("candidate", _) => mark = Some(Mark::Candidate),
                ("to-be-deleted", _) => mark = Some(Mark::ToBeDeleted),
                ("booting", _) => phase = NodePhase::Booting { ready_at: SimTime::from_secs(180) },
                other => panic!("{other:?}"),
            }
        }
        let template = self.plan.templates.push(template);
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
        self.plan.names.nodes.push(name.to_owned());
        let group = self.group(zone);
        let node = Node::new(group, template, 0, SimTime::ZERO);
        self.cluster.nodes.push(Node { phase, cordoned_by, mark, ..node });
    }

    fn pod<'t>(&mut self, name: &str, words: impl Iterator<Item = &'t str>) {
        let mut wants = workload(name);
        let (mut on, mut pinned, mut ending, mut created) = (None, None, "", 0);
        for word in words {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            let parts: Vec<&str> = value.split(':').collect();
            match (option, &parts[..]) {
                ("on", _) => on = Some(self.find(value)),
                ("pinned", _) => pinned = Some(self.find(value)),
                ("terminating" | "succeeded", _) => ending = option,
                ("priority", _) => wants.priority = number(value) as i32,
                ("never-preempts", _) => wants.preempts = false,
                ("created", _) => created = number(value),
                ("app", _) => wants.labels.insert(self.sym("app"), self.sym(value)),
                ("cpu", _) => wants.requests.cpu_m = number(value),
                ("memory", _) => wants.requests.memory_bytes = number(value) << 30,
                ("gpu", _) => *wants.requests.slot(self.sym("gpu")) = number(value),
                ("disk", _) => wants.requests.ephemeral_bytes = number(value) << 30,
                ("selects", [key, value]) => {
                    wants.node_selector.push((self.sym(key), self.sym(value)));
                }
                ("prefers", [weight, key, value]) => {
                    let term = self.term(key, value);
                    wants.preferred_nodes.push((number(weight), term));
                }
                ("prefers-named", [weight, name]) => {
                    let term =
                        NodeTerm { expressions: Vec::new(), names: Some(vec![(*name).to_owned()]) };
                    wants.preferred_nodes.push((number(weight), term));
                }
                ("named", names) => wants.node_affinity.push(NodeTerm {
                    expressions: Vec::new(),
                    names: Some(names.iter().map(|name| (*name).to_owned()).collect()),
                }),
                ("tolerates", [key, what, lasts @ ..]) => wants.tolerations.push(Toleration {
                    key: Some(self.sym(key)),
                    value: None,
                    effect: effect(what),
                    lasts: lasts.first().map(|lasts| SimSpan::from_secs(number(lasts))),
                }),
                ("mirror", _) => wants.kind = WorkloadKind::Mirror,
                ("daemon", _) => wants.kind = WorkloadKind::DaemonSet,
                ("spread", [key, skew, how]) => {
                    let constraint = self.constraint(key, number(skew), *how == "hard", &wants);
                    wants.spread.push(constraint);
                }
                ("min-domains", _) => {
                    for one in &mut wants.spread {
                        one.min_domains = number(value);
                    }
                }
                ("taints-honoured", _) => {
                    for one in &mut wants.spread {
                        one.honor_taints = true;
                    }
                }
                ("affinity-ignored", _) => {
                    for one in &mut wants.spread {
                        one.honor_affinity = false;
                    }
                }
                ("near", [app, key]) => {
                    let term = self.pod_term(app, key);
                    wants.affinity.near.push(term);
                }
                ("away", [app, key]) => {
                    let term = self.pod_term(app, key);
                    wants.affinity.away.push(term);
                }
                ("prefers-near" | "prefers-away", [weight, app, key]) => {
                    let sign = if option == "prefers-near" { 1 } else { -1 };
                    let term = (sign * number(weight), self.pod_term(app, key));
                    wants.affinity.preferred.push(term);
                }
                ("port", [port, ip @ ..]) => wants.host_ports.push(HostPort {
                    port: number(port) as u16,
                    protocol: self.sym("TCP"),
                    ip: ip.first().map(|ip| self.sym(ip)),
                }),
                ("default-spread", _) => wants.owner_selectors = vec![self.same_app(&wants)],
                other => panic!("{other:?}"),
            }
        }
        let counted = |asked: i64, else_: i64| if asked > 0 { asked } else { else_ };
        wants.scored_cpu_m = counted(wants.requests.cpu_m, 100);
        wants.scored_memory_bytes = counted(wants.requests.memory_bytes, 200 << 20);
        let workload = self.plan.workloads.push(wants);
        let until = SimTime::from_secs(30);
        let phase = match (on, ending) {
            (on, "succeeded") => PodPhase::Succeeded { on },
            (Some(on), "terminating") => PodPhase::Terminating { on, until },
            (Some(on), _) => PodPhase::Running { on, ready: true },
            (None, _) => PodPhase::Pending,
        };
        self.cluster.pods.push(Pod::new(workload, 0, pinned, SimTime::from_secs(created), phase));
    }

    fn find(&self, name: &str) -> NodeId {
        let names = &self.plan.names.nodes;
        let at = names.iter().position(|other| other == name);
        NodeId(at.expect("a node of that name") as u32)
    }

    fn term(&mut self, key: &str, value: &str) -> NodeTerm {
        NodeTerm {
            expressions: vec![Requirement {
                key: self.sym(key),
                operator: Operator::In(vec![self.sym(value)]),
            }],
            names: None,
        }
    }

    fn same_app(&mut self, wants: &Workload) -> Selector {
        let key = self.sym("app");
        let value = wants.labels.get(key).expect("app= before it");
        Selector(vec![Requirement { key, operator: Operator::In(vec![value]) }])
    }

    fn topology_key(&mut self, key: &str) -> Sym {
        match key {
            "zone" => self.plan.keys.zone,
            "host" => self.plan.keys.hostname,
            key => self.sym(key),
        }
    }

    fn pod_term(&mut self, app: &str, key: &str) -> PodTerm {
        let app = self.sym(app);
        let known = self.apps.iter().position(|other| *other == app);
        let audience = known.unwrap_or_else(|| {
            self.apps.push(app);
            self.apps.len() - 1
        });
        PodTerm { topology_key: self.topology_key(key), audience: audience as u32 }
    }

    fn constraint(
        &mut self,
        key: &str,
        max_skew: i64,
        hard: bool,
        wants: &Workload,
    ) -> SpreadConstraint {
        SpreadConstraint {
            topology_key: self.topology_key(key),
            max_skew,
            min_domains: 1,
            hard,
            selector: self.same_app(wants),
            honor_affinity: true,
            honor_taints: false,
        }
    }
}

fn workload(name: &str) -> Workload {
    Workload {
        namespace: "default".to_owned(),
        name: name.to_owned(),
        kind: WorkloadKind::Deployment,
        replicas: 1,
        labels: [].into_iter().collect(),
        requests: Resources::default(),
        scored_cpu_m: 0,
        scored_memory_bytes: 0,
        grace: SimSpan::from_secs(30),
        priority: 0,
        preempts: true,
        node_selector: Vec::new(),
        node_affinity: Vec::new(),
        affinity: Default::default(),
        host_ports: Vec::new(),
        volumes: Vec::new(),
        preferred_nodes: Vec::new(),
        tolerations: Vec::new(),
        spread: Vec::new(),
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
        rollout: RolloutSettings::DEFAULT,
        revision: 0,
        image_of: 0,
        budgets: Vec::new(),
        spreads_with: Vec::new(),
        succeeded: 0,
        failed: 0,
    }
}

fn effect(text: &str) -> Option<Effect> {
    match text {
        "NoSchedule" => Some(Effect::NoSchedule),
        "PreferNoSchedule" => Some(Effect::PreferNoSchedule),
        "NoExecute" => Some(Effect::NoExecute),
        _ => None,
    }
}

fn number(text: &str) -> i64 {
    text.parse().expect("a number")
}
