//! A cluster in one line, for tests: `pool a nodes=2 surge=1+0 | app web replicas=2 on=a-0 max-unavailable=1`.
//!
//! Items are separated by `|`:
//! - `quota NAME left=N POOL=N …`, units that a node of each pool takes, after the pools,
//! - `pool NAME nodes=N [surge=S+U] [blue-green [batch=N | part=0.5] [batch-soak=S] [pool-soak=S]] [life=S] [reserved=N] [no-repair] [gpu] [multi-host] [zones=2]
//!   [slots=2] [gpus=1] [spot] [auto] [autoscaled=MIN-MAX [total] [any] [gives-up=900]] [pdb-timeout=300] [grace-limit=60]`: each
//!   node has room for `slots` Pods; nodes are called `NAME-0`, `NAME-1` …, zone after zone.
//! - `app NAME replicas=N [kind=StatefulSet|Job|DaemonSet|Pod|Mirror|Custom [scale] [recreating]] [on=a-0] [grace=30] [ready=0]
//!   [min-ready=0] [shutdown=5] [parallel] [backoff=6] [failed=0] [completions=N] [deadline=600] [disrupted=ignored|fails] [replace-when-failed]
//!   [cost=,-1] [restarts=0,3] [near=APP] [away=APP] [priority=0] [never-preempts] [cpu=1000] [gpus=1] [tolerates] [young=10]
//!   [crash=10,1 | image-pull | never-ready | hangs=10 [fails-on=POOL] [fails-version=1.33] [fails-until=S]] [on-failure] [startup=30]
//!   [work=100 [checkpoint=30] [age=600]]
//!   [disk | disk=ZONE,ZONE… [many] [shared] [immediate] [regional] [allowed=ZONE,…] | disk-of=APP]
//!   [loops=EXITS,… | no-image=1,…] [max-unavailable=1 | min-available=1]`: without `on` the Pods lie two by two on the nodes in order, with `pending` on none;
//!   `near` and `away` are required affinity by host name, to itself or an app before.
//!   `[recreate] [surge=25%] [unavailable=25%] [progress=600]` are the settings of its rollouts.
//! - `revision [cpu=1000] [ready=0] [never-ready | …]` after an app: the template of its next `at=S rollout APP`.
//! - `at=S upgrade POOL [automatic] [newest | to=1.33.5 | gvnic | …]`, `at=S cancel|resume|rollback|complete POOL`, `at=S drain|cordon|uncordon|preempt|host-event|fail NODE [disk] [timeout=S]
//!   [no-force]`, `at=S quota N`, `at=S stockout|in-stock ZONE`, `at=S reservation|resize POOL N`, `at=S behave APP [pull=S] [shutdown=S | ignores] [fails | works]`,
//!   `at=S replicas APP N`, `at=S limit APP N`, `at=S relabel|taint POOL`.
//! - `resources cpu=MIN-MAX`, limits of the cluster in CPUs; `short-drains`, scale-downs of ten minutes at most.
//! - `control-plane=1.32 [support-ends=S] [replicas-of-it=3] [autopilot]`, `at=S upgrade-master 1.33 [automatic]`, `concurrent=N`.
//! - `target 1.34 at=S` (pools with `auto` follow), `at=S disrupt POOL | control-plane`, `at=S repair`, `over=emergency` of an upgrade,
//!   `exclude=NAME:FROM-TO:no-upgrades|no-minor|no-minor-or-node`, `budget=MINOR-PATCH [created=S]`, `notice`.
//! - `window=0-14400,…` of a calendar; `open=0-14400,86400-100800` of the script, `seed=7`, `cordon-time=S`, `shuffled`, `packed`, `until=S`.

pub mod expanders;
pub mod similar;

use std::rc::Rc;

use super::Sim;
use super::rules::RULES;
use base::quantity::IntOrPercent;
use base::{
    Decimal, IdVec, Map, NodeId, Quantiles, SimSpan, SimTime, TemplateId, WorkloadId, ZoneId,
};
use expect_test::Expect;
use model::Names;
use model::affinity::{PodAffinity, PodTerm};
use model::autoscale::{Autoscaling, Capacity, LimitedResource, LocationPolicy, ResourceLimit};
use model::budget::{Budget, Limit, UnhealthyPodEvictionPolicy};
use model::cluster::{Cluster, WorkloadState};
use model::containers::{Fails, FailureMode, Probes, RestartPolicy, Trouble};
use model::control_plane::Pace;
use model::labels::Symbols;
use model::maintenance::{Exclusion, Maintenance, Override, Scope};
use model::node::Node;
use model::plan::{Plan, WellKnown};
use model::pod::{Pod, PodPhase};
use model::pool::{Group, NodeTemplate, Pool, PoolState, Quota, Zone};
use model::resources::Resources;
use model::rollout::RolloutSettings;
use model::scale_down::PodMarks;
use model::script::{
    Command, DrainOptions, Failure, NodeChange, NodeRef, ScriptEntry, Shutdown, with_steps,
};
use model::selector::{Effect, Taint, Toleration};
use model::settings::{DrainLimits, NodeOrder, PodTimings, Timings};
use model::strategy::{BatchSize, BlueGreen, Strategy, Surge};
use model::version::Version;
use model::volume::{Volume, ZoneSet};
use model::workload::{OnDisruption, Work, Workload, WorkloadKind};
use trace::text::table;
use trace::{Change, Ended, Record, Subject, Trace};

const SLOT_M: i64 = 1000;
/// The key of the taint that `taint` gives to a pool; a line that names it has no `relabel`.
const TAINTED: &str = "tainted";

/// The words of an item of a line, with and without `=`.
struct ItemWords<'a> {
    plain: Vec<&'a str>,
    named: Map<&'a str, &'a str>,
}

impl<'a> ItemWords<'a> {
    fn of(item: &'a str) -> Self {
        let (named, plain): (Vec<&str>, Vec<&str>) =
            item.split_whitespace().partition(|word| word.contains('='));
        Self { plain, named: named.iter().filter_map(|word| word.split_once('=')).collect() }
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.named.get(key).and_then(|text| text.parse().ok())
    }

    fn secs(&self, key: &str) -> Option<SimSpan> {
        self.number(key).map(SimSpan::from_secs)
    }

    fn has(&self, word: &str) -> bool {
        self.plain.contains(&word)
    }
}

/// The plan and the cluster that a line describes.
pub fn cluster(line: &str) -> (Rc<Plan>, Cluster) {
    let mut symbols = Symbols::default();
    let keys = WellKnown::of(&mut symbols);
    let mut plan = Plan {
        name: "test".to_owned(),
        start_unix_ms: 0,
        seed: 1,
        until: SimTime::from_secs(60 * 86_400),
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
        maintenance: Maintenance::always(),
        switches: Vec::new(),
        pace: Pace::SEED,
        concurrent: 1,
        spot_grace: SimSpan::from_secs(15),
        timings: Timings { node_order: NodeOrder::Listed, ..Timings::ASSUMED },
        pack_nodes: false,
        kept_nodes: Default::default(),
        long_scale_downs: true,
        resource_limits: Vec::new(),
        outcomes: Map::new(),
        scale_down: Default::default(),
        troubles: Map::new(),
        held: Map::new(),
        not_serving: Default::default(),
        draining_since: Map::new(),
        cordoned_since: Map::new(),
        not_ready: Map::new(),
        volumes: Vec::new(),
        script: Vec::new(),
    };
    let mut start = Cluster { open: true, ..Cluster::default() };
    for item in line.split('|').map(str::trim).filter(|item| !item.is_empty()) {
        let words = ItemWords::of(item);
        match words.plain.first().copied() {
            Some("pool") => add_pool(&mut plan, &mut start, &words),
            Some("app") => add_app(&mut plan, &mut start, &words),
            Some("revision") => add_revision(&mut plan, &mut start, &words),
            _ => add_rest(&mut plan, &mut start, &words),
        }
    }
    plan.script.sort_by_key(|entry| entry.at);
    add_steps(&mut plan, &start);
    add_outcomes(&mut plan);
    start.open = plan.maintenance.open_at(SimTime::ZERO);
    start.excluded = plan.maintenance.active_at(SimTime::ZERO);
    (Rc::new(plan), start)
}

fn strategy(words: &ItemWords<'_>) -> Strategy {
    let (surge, unavailable) =
        words.named.get("surge").and_then(|text| text.split_once('+')).unwrap_or(("1", "0"));
    let number = |text: &str| text.parse().expect("surge=S+U");
    let surge = Surge { max_surge: number(surge), max_unavailable: number(unavailable) };
    if words.named.contains_key("life") {
        return Strategy::ShortLived;
    }
    if !words.has("blue-green") {
        return Strategy::Surge(surge);
    }
    if let Some(wait) = words.secs("wait") {
        return Strategy::AutoscaledBlueGreen { wait, surge };
    }
    let part = words.named.get("part").and_then(|text| Decimal::parse(text));
    let nodes = words.number("batch").map(|nodes| nodes as u32);
    let default = BlueGreen::DEFAULT;
    let settings = BlueGreen {
        batch: match (part, nodes) {
            (Some(part), _) => BatchSize::Part(part),
            (None, Some(nodes)) => BatchSize::Nodes(nodes),
            (None, None) => default.batch,
        },
        batch_soak: words.secs("batch-soak").unwrap_or(default.batch_soak),
        pool_soak: words.secs("pool-soak").unwrap_or(default.pool_soak),
    };
    Strategy::BlueGreen { settings, surge }
}

/// `autoscaled=0-5 [total] [any] [compute-engine] [pods-unknown] [managed] [gives-up=900]`: minimum and maximum.
fn autoscaling(words: &ItemWords<'_>) -> Option<Autoscaling> {
    let (min, max) = words.named.get("autoscaled")?.split_once('-')?;
    let number = |text: &str| text.parse().expect("autoscaled=MIN-MAX");
    Some(Autoscaling {
        min: number(min),
        max: number(max),
        total: words.has("total"),
        slice: words.has("multi-host").then(|| number(max)),
        policy: if words.has("any") { LocationPolicy::Any } else { LocationPolicy::Balanced },
        compute_engine: words.has("compute-engine"),
        pods_unknown: words.has("pods-unknown"),
        managed: words.has("managed"),
        delay: words.secs("delay"),
        provisioning: words.secs("gives-up").unwrap_or(SimSpan::from_secs(900)),
    })
}

fn add_pool(plan: &mut Plan, start: &mut Cluster, words: &ItemWords<'_>) {
    let name = words.plain[1];
    let slots = words.number("slots").unwrap_or(2);
    let template = |version: &str| NodeTemplate {
        machine_type: "test".to_owned(),
        version: Version::parse(version),
        capacity: Capacity { cpu_m: slots * SLOT_M, memory_bytes: 1 << 40 },
        allocatable: Resources {
            cpu_m: slots * SLOT_M,
            memory_bytes: 1 << 40,
            ..Resources::default()
        },
        max_pods: 110,
        labels: Default::default(),
        taints: Vec::new(),
    };
    let mut first = template("1.32");
    if let Some(gpus) = words.number("gpus") {
        *first.allocatable.slot(plan.symbols.intern("nvidia.com/gpu")) = gpus;
    }
    let old = plan.templates.push(first);
    let pool = plan.pools.next_id();
    let mut groups = Vec::new();
    let nodes = words.number("nodes").unwrap_or(1) as u32;
    let zones = words.number("zones").unwrap_or(1) as u32;
    for number in 0..zones {
        if plan.zones.len() <= number {
            plan.zones.push(Zone { name: format!("zone-{}", char::from(b'a' + number as u8)) });
            start.stockout.push(false);
        }
        let group = plan.groups.push(Group { pool, zone: ZoneId(number) });
        groups.push(group);
        for _ in 0..nodes {
            let ordinal =
                start.nodes.values().filter(|node| plan.groups[node.group].pool == pool).count()
                    as u32;
            plan.names.nodes.push(format!("{name}-{ordinal}"));
            start.nodes.push(Node::new(group, old, ordinal, SimTime::ZERO));
        }
    }
    plan.pools.push(Pool {
        name: name.to_owned(),
        groups,
        template: old,
        strategy: strategy(words),
        drain: DrainLimits {
            pdb_timeout: words.secs("pdb-timeout"),
            grace: words.secs("grace-limit"),
        },
        spot: words.has("spot"),
        auto_repair: !words.has("no-repair"),
        live_migrates: !words.has("gpu"),
        partial: false,
        autoscaling: autoscaling(words),
        any_reservation: words.has("any-reservation"),
        upgrading_since: None,
        multi_host: words.has("multi-host"),
        life: words.secs("life"),
        auto_upgrade: words.has("auto"),
    });
    start.pools.push(PoolState {
        reservation: words.number("reserved").map(|nodes| nodes as u32),
        ..PoolState::at_start(nodes * zones)
    });
}

fn add_app(plan: &mut Plan, start: &mut Cluster, words: &ItemWords<'_>) {
    let name = words.plain[1];
    let replicas = words.number("replicas").unwrap_or(1) as u32;
    let kind = match words.named.get("kind").copied().unwrap_or("Deployment") {
        "StatefulSet" => WorkloadKind::StatefulSet { parallel: words.has("parallel") },
        "DaemonSet" => WorkloadKind::DaemonSet,
        "Pod" => WorkloadKind::Pod,
        "Mirror" => WorkloadKind::Mirror,
        "Custom" => WorkloadKind::Custom {
            scale: words.has("scale"),
            recreating: words.has("recreating"),
            ordinals: words.has("ordinals"),
        },
        "Job" => WorkloadKind::Job {
            parallelism: replicas,
            completions: words.number("completions").map(|n| n as u32),
            backoff_limit: words.number("backoff").unwrap_or(6) as u32,
            replace_when_failed: words.has("replace-when-failed"),
            deadline: words.secs("deadline"),
            disrupted: match words.named.get("disrupted").copied() {
                Some("ignored") => OnDisruption::Ignored,
                Some("fails") => OnDisruption::FailsJob,
                _ => OnDisruption::Counts,
            },
        },
        _ => WorkloadKind::Deployment,
    };
    let daemon = kind == WorkloadKind::DaemonSet;
    let workload = plan.workloads.next_id();
    let limit = |key: &str| {
        let text = words.named.get(key)?;
        text.parse().ok().map(IntOrPercent::Int).or_else(|| IntOrPercent::parse_percent(text))
    };
    let limits = [
        limit("max-unavailable").map(Limit::MaxUnavailable),
        limit("min-available").map(Limit::MinAvailable),
    ];
    let mut budgets = Vec::new();
    for (n, limit) in limits.into_iter().flatten().enumerate() {
        budgets.push(plan.budgets.push(Budget {
            namespace: "default".to_owned(),
            name: if n == 0 { format!("{name}-pdb") } else { format!("{name}-pdb-{n}") },
            selector: None,
            unreadable: false,
            limit,
            policy: if words.has("always-allow") {
                UnhealthyPodEvictionPolicy::AlwaysAllow
            } else {
                UnhealthyPodEvictionPolicy::IfHealthyBudget
            },
            workloads: vec![workload],
        }));
        start.budgets.push(limit);
    }
    let mut audience = |key: &str| {
        let other = *words.named.get(key)?;
        let known = plan.workloads.iter();
        let known = known.filter(|(_, one)| one.name == other);
        let known: Vec<WorkloadId> = known.map(|(id, _)| id).collect();
        let known = if other == name { vec![workload] } else { known };
        plan.audiences.push(known);
        Some(PodTerm {
            topology_key: plan.keys.hostname,
            audience: plan.audiences.len() as u32 - 1,
        })
    };
    let affinity = PodAffinity {
        near: audience("near").into_iter().collect(),
        away: audience("away").into_iter().collect(),
        preferred: Vec::new(),
    };
    let volumes = volumes(plan, words, kind, workload);
    let cpu_m = words.number("cpu").unwrap_or(if daemon { 0 } else { SLOT_M });
    let app =
        [("app", name)].map(|(key, value)| (plan.symbols.intern(key), plan.symbols.intern(value)));
    let mut requests = Resources { cpu_m, ..Resources::default() };
    if let Some(gpus) = words.number("gpus") {
        *requests.slot(plan.symbols.intern("nvidia.com/gpu")) = gpus;
    }
    plan.workloads.push(Workload {
        namespace: "default".to_owned(),
        name: name.to_owned(),
        kind,
        replicas,
        labels: app.into_iter().collect(),
        requests,
        scored_cpu_m: cpu_m.max(100),
        scored_memory_bytes: 200 << 20,
        grace: words.secs("grace").unwrap_or(SimSpan::from_secs(30)),
        priority: words.number("priority").unwrap_or(0) as i32,
        preempts: !words.has("never-preempts"),
        node_selector: Vec::new(),
        node_affinity: Vec::new(),
        affinity,
        host_ports: Vec::new(),
        volumes,
        preferred_nodes: Vec::new(),
        tolerations: match words.has("tolerates") {
            true => vec![Toleration { key: None, value: None, effect: None, lasts: None }],
            false => Vec::new(),
        },
        spread: Vec::new(),
        owner_selectors: Vec::new(),
        timings: PodTimings {
            ready: Quantiles::fixed(words.secs("ready").unwrap_or_default()),
            shutdown: words.secs("shutdown").map(Quantiles::fixed),
            ..PodTimings::ASSUMED
        },
        work: words.secs("work").map(|length| Work {
            length: Quantiles::fixed(length),
            checkpoint: words.secs("checkpoint"),
        }),
        fails: fails(plan, words),
        restarts: if let WorkloadKind::Job { .. } = kind {
            RestartPolicy::Never
        } else if words.has("on-failure") {
            RestartPolicy::OnFailure
        } else {
            RestartPolicy::Always
        },
        probes: Probes { startup: words.secs("startup"), ..Probes::ASSUMED },
        local_storage: words.has("empty-dir"),
        safe_to_evict: (words.has("safe") || words.has("not-safe")).then(|| words.has("safe")),
        scale_up_delay: words.secs("young").unwrap_or_default(),
        min_ready: words.secs("min-ready").unwrap_or_default(),
        budgets,
        spreads_with: Vec::new(),
        succeeded: 0,
        failed: words.number("failed").unwrap_or(0) as u32,
        rollout: RolloutSettings {
            recreate: words.has("recreate"),
            max_surge: limit("surge").unwrap_or(IntOrPercent::Percent(25)),
            max_unavailable: limit("unavailable").unwrap_or(IntOrPercent::Percent(25)),
            deadline: words.secs("progress").unwrap_or(RolloutSettings::DEFAULT.deadline),
            ..RolloutSettings::DEFAULT
        },
        revision: 0,
        image_of: 0,
    });
    let room = start.nodes.len();
    let fixed = words.named.get("on").map(|name| node_named(plan, name));
    let pods = if daemon { 0 } else { replicas };
    for number in 0..pods {
        let slots = 2;
        let node = fixed.unwrap_or(NodeId((number / slots).min(room.saturating_sub(1))));
        plan.names.pods.push(if kind == WorkloadKind::Pod && replicas == 1 {
            name.to_owned()
        } else {
            format!("{name}-{number}")
        });
        let on = node;
        let phase = if words.has("finished") {
            PodPhase::Succeeded { on: Some(on) }
        } else if words.has("pending") {
            PodPhase::Pending
        } else if words.has("starting") {
            PodPhase::Starting { on }
        } else {
            PodPhase::Running { on, ready: !words.has("unready") }
        };
        let mark = |key: &str| {
            let all = words.named.get(key)?;
            all.split(',').nth(number as usize)?.parse::<i32>().ok()
        };
        let marks = PodMarks {
            deletion_cost: mark("cost"),
            restarts: mark("restarts").unwrap_or(0) as u32,
        };
        plan.scale_down.of_pod.insert(start.pods.next_id(), marks);
        let trouble = mark("loops").map(|exits| Trouble::CrashLoop {
            exits: exits as u32,
            last: SimTime::ZERO,
            after: SimSpan::from_secs(10),
            code: mark("code").map_or(1, |code| code as u32),
            unready: words.has("unready-crash"),
        });
        let trouble = trouble.or(mark("no-image").map(|_| Trouble::ImagePull));
        let phase = match trouble {
            Some(Trouble::CrashLoop { .. }) => PodPhase::Running { on, ready: false },
            Some(Trouble::ImagePull) => PodPhase::Starting { on },
            None => phase,
        };
        if let Some(trouble) = trouble {
            plan.troubles.insert(start.pods.next_id(), trouble);
        }
        let created = SimTime::from_secs(-words.number("age").unwrap_or(0));
        start.pods.push(Pod::new(workload, number, None, created, phase));
    }
    start.workloads.push(WorkloadState { replicas, next_number: pods, ..WorkloadState::default() });
}

/// Another template of the last app.
fn add_revision(plan: &mut Plan, start: &mut Cluster, words: &ItemWords<'_>) {
    let (last, old) = plan.workloads.iter().last().expect("a revision follows its app");
    let cpu_m = words.number("cpu").unwrap_or(old.requests.cpu_m);
    let ready = words.secs("ready").map_or(old.timings.ready, Quantiles::fixed);
    let new = Workload {
        replicas: 0,
        requests: Resources { cpu_m, ..old.requests.clone() },
        scored_cpu_m: cpu_m.max(100),
        timings: PodTimings { ready, ..old.timings },
        fails: fails(plan, words),
        revision: old.revision + 1,
        ..old.clone()
    };
    let id = plan.workloads.push(new);
    for list in plan.audiences.iter_mut().filter(|list| list.contains(&last)) {
        list.push(id);
    }
    start.workloads.push(WorkloadState { scaled: Some(0), ..WorkloadState::default() });
}

/// `crash[=AFTER[,CODE]]`, `image-pull`, `never-ready` or `hangs=AFTER`, with `fails-on=POOL`, `fails-version=V`, `fails-until=S`.
fn fails(plan: &Plan, words: &ItemWords<'_>) -> Vec<Fails> {
    let crash = words.named.get("crash").copied().or(words.has("crash").then_some("10"));
    let how = if let Some(text) = crash {
        let (after, code) = text.split_once(',').unwrap_or((text, "1"));
        let number = |text: &str| text.parse().expect("crash=AFTER,CODE");
        let after = SimSpan::from_secs(number(after));
        FailureMode::Crash { after, code: number(code) as u32, unready: words.has("unready-crash") }
    } else if let Some(after) = words.secs("hangs") {
        FailureMode::Hangs { after }
    } else if words.has("image-pull") {
        FailureMode::ImagePull
    } else if words.has("never-ready") {
        FailureMode::NeverReady
    } else {
        return Vec::new();
    };
    let pool = words.named.get("fails-on").map(|name| {
        let mut pools = plan.pools.iter();
        pools.find(|(_, pool)| pool.name == *name).expect("a pool of the line").0
    });
    let version = words.named.get("fails-version").and_then(|text| Version::parse(text));
    let until = words.number("fails-until").map(SimTime::from_secs);
    vec![Fails { how, pool, version, until }]
}

/// `disk` makes a claim of its own for each ordinal of a StatefulSet, else one that all Pods share; `disk=ZONE,…` says where the
/// disk of each ordinal is, `disk=ZONE+ZONE` a regional one.
fn volumes(
    plan: &mut Plan,
    words: &ItemWords<'_>,
    kind: WorkloadKind,
    workload: WorkloadId,
) -> Vec<u32> {
    if let Some(app) = words.named.get("disk-of") {
        let of = plan.volumes.iter().position(|volume| volume.name == format!("{app}-disk"));
        let of = of.expect("an app of the line with a disk");
        plan.volumes[of].users.push(workload);
        return vec![of as u32];
    }
    let zones = words.named.get("disk").copied();
    if zones.is_none() && !words.has("disk") {
        return Vec::new();
    }
    let set = |names: &str, sign: char| {
        names.split(sign).fold(ZoneSet::NONE, |set, name| {
            let zone = plan.zones.iter().find(|(_, zone)| zone.name == name);
            set.with(zone.expect("a zone of a pool before").0)
        })
    };
    let bound = zones.into_iter().flat_map(|zones| (0..).zip(zones.split(',')));
    let volume = Volume {
        name: format!("{}-disk", words.plain[1]),
        per_pod: kind.has_ordinals() && !words.has("shared"),
        once: !words.has("many"),
        immediate: words.has("immediate"),
        regional: words.has("regional"),
        allowed: words.named.get("allowed").map_or(ZoneSet::ALL, |zones| set(zones, ',')),
        of_all: None,
        bound: bound.map(|(ordinal, zones)| (ordinal, set(zones, '+'))).collect(),
        local: Vec::new(),
        users: vec![workload],
    };
    plan.volumes.push(volume);
    vec![plan.volumes.len() as u32 - 1]
}

fn node_named(plan: &Plan, name: &str) -> NodeId {
    let nodes = &plan.names.nodes;
    let place = nodes.iter().position(|other| other == name);
    NodeId(place.expect("a node of the line") as u32)
}

/// A node of the line, or `pool-zone-number` for one that the run may create.
fn node_ref(plan: &Plan, name: &str) -> NodeRef {
    if plan.names.nodes.iter().any(|other| other == name) {
        return NodeRef::Start(node_named(plan, name));
    }
    let (group, ordinal) = name.rsplit_once('-').expect("pool-zone-number");
    let mut groups = plan.groups.values();
    let named = groups.find(|one| {
        let zone = plan.zones[one.zone].name.rsplit('-').next();
        group == format!("{}-{}", plan.pools[one.pool].name, zone.unwrap_or_default())
    });
    let Group { pool, zone } = *named.expect("a pool and a zone of the line");
    NodeRef::Made { pool, zone, ordinal: ordinal.parse().expect("a number") }
}

fn add_rest(plan: &mut Plan, start: &mut Cluster, words: &ItemWords<'_>) {
    if words.has("shuffled") {
        plan.timings.node_order = NodeOrder::Shuffled;
    }
    plan.pack_nodes |= words.has("packed");
    plan.long_scale_downs &= !words.has("short-drains");
    if let Some((min, max)) = words.named.get("cpu").and_then(|text| text.split_once('-')) {
        let number = |text: &str| 1000 * text.parse::<i64>().expect("cpu=MIN-MAX");
        let (min, max) = (number(min), number(max));
        plan.resource_limits.push(ResourceLimit { resource: LimitedResource::Cpu, min, max });
    }
    if let Some(cordon) = words.secs("cordon-time") {
        plan.timings.cordon = Quantiles::fixed(cordon);
    }
    if let Some(seed) = words.number("seed") {
        plan.seed = seed as u64;
    }
    if let Some(until) = words.number("until") {
        plan.until = SimTime::from_secs(until);
    }
    if let Some(replicas) = words.number("replicas-of-it") {
        start.control_plane.replicas = replicas as u32;
    }
    start.control_plane.autopilot |= words.has("autopilot");
    if let Some(most) = words.number("concurrent") {
        plan.concurrent = most as u32;
    }
    if let Some(version) = words.named.get("control-plane") {
        start.control_plane.version = Version::parse(version);
        let ends = words.number("support-ends").map(SimTime::from_secs);
        plan.maintenance.end_of_support = ends.zip(start.control_plane.version);
    }
    if words.named.contains_key("left") {
        let units = |pool: &str| words.number(pool).map_or(0, |units| units as u32);
        plan.quotas.push(Quota {
            name: words.plain[1].to_owned(),
            left: units("left"),
            per_node: plan.pools.values().map(|pool| units(&pool.name)).collect(),
        });
    }
    add_policy(plan, words);
    if let Some(open) = words.named.get("open").or(words.named.get("window")) {
        plan.maintenance.openings = open
            .split(',')
            .filter_map(|part| part.split_once('-'))
            .map(|(from, to)| {
                let secs = |text: &str| SimTime::from_secs(text.parse().expect("seconds"));
                (secs(from), secs(to))
            })
            .collect();
        if words.named.contains_key("open") {
            plan.switches = plan.maintenance.edges().collect();
        }
    }
    let Some(at) = words.number("at").map(SimTime::from_secs) else {
        return;
    };
    let argument = words.plain.get(1).copied().unwrap_or("");
    let pool = || {
        plan.pools.iter().find(|(_, pool)| pool.name == argument).map(|(id, _)| id).expect("a pool")
    };
    let workload = || -> WorkloadId {
        plan.workloads
            .iter()
            .find(|(_, workload)| workload.name == argument)
            .map(|(id, _)| id)
            .expect("an app")
    };
    let zone = || {
        plan.zones.iter().find(|(_, zone)| zone.name == argument).map(|(id, _)| id).expect("a zone")
    };
    let second = || words.plain[2].parse().expect("a number");
    let over = words.named.get("over").and_then(|name| Override::named(name));
    let command = match words.plain[0] {
        "upgrade-master" => Command::UpgradeControlPlane {
            version: Version::parse(argument).expect("a version"),
            automatic: words.has("automatic") || over.is_some(),
        },
        "repair" => Command::RecreateControlPlane { repair: true },
        "disrupt" if argument == "control-plane" => Command::RecreateControlPlane { repair: false },
        "target" => Command::Target { version: Version::parse(argument).expect("a version") },
        "upgrade" | "disrupt" => {
            let pool = pool();
            let named = words.plain.iter().find_map(|word| NodeChange::named(word));
            let to = words.named.get("to").and_then(|text| Version::parse(text));
            let (version, change) = match (words.has("newest"), named) {
                _ if words.plain[0] == "disrupt" => (None, NodeChange::VmDisruption),
                (_, Some(change)) => (None, change),
                (true, None) => (Version::parse("1.34"), NodeChange::Version),
                (false, None) => (to.or(Version::parse("1.33")), NodeChange::Version),
            };
            let disrupts = change == NodeChange::VmDisruption;
            Command::Upgrade {
                pool,
                version,
                change,
                automatic: words.has("automatic") || over.is_some() || disrupts,
            }
        }
        "cancel" => Command::Cancel { pool: pool() },
        "resume" => Command::Resume { pool: pool(), automatic: words.has("automatic") },
        "rollback" => Command::Rollback { pool: pool(), respect_pdb: words.has("respect-pdb") },
        "complete" => Command::Complete { pool: pool() },
        "settings" => Command::SetStrategy { pool: pool(), strategy: strategy(words) },
        "reservation" => Command::Reservation {
            pool: pool(),
            machines: words.plain.get(2).map(|text| text.parse().expect("a number")),
        },
        "resize" => Command::Resize { pool: pool(), nodes: second() },
        "fail" => Command::Fail {
            node: node_ref(plan, argument),
            why: if words.has("disk") { Failure::Disk } else { Failure::Kubelet },
        },
        "host-event" => Command::HostEvent { node: node_ref(plan, argument) },
        "behave" => Command::SetBehaviour {
            workload: workload(),
            image_pull: words.secs("pull"),
            shutdown: match (words.has("ignores"), words.secs("shutdown")) {
                (true, _) => Some(Shutdown::AtTheEndOfGrace),
                (false, span) => span.map(Shutdown::After),
            },
            fails_upgraded: match (words.has("fails"), words.has("works")) {
                (true, _) => Some(true),
                (false, true) => Some(false),
                (false, false) => None,
            },
        },
        "preempt" => Command::Preempt { node: node_ref(plan, argument) },
        "relabel" | "taint" => {
            if words.plain[0] == "taint" {
                plan.symbols.intern(TAINTED);
            }
            Command::SetShape { pool: pool() }
        }
        "cordon" => Command::Cordon { node: node_ref(plan, argument) },
        "uncordon" => Command::Uncordon { node: node_ref(plan, argument) },
        "drain" => {
            let options = DrainOptions {
                timeout: words.secs("timeout").unwrap_or_default(),
                force: !words.has("no-force"),
                grace: words.secs("grace"),
                delete_emptydir_data: !words.has("keep-empty-dir"),
                ..DrainOptions::UPGRADE
            };
            Command::Drain { node: node_ref(plan, argument), options }
        }
        "quota" => Command::Quota { spare: argument.parse().ok() },
        "stockout" => Command::Stockout { zone: zone(), on: true },
        "in-stock" => Command::Stockout { zone: zone(), on: false },
        "rollout" => {
            let workload = workload();
            let earlier = plan.script.iter().filter(|entry| {
                matches!(entry.command, Command::Rollout { workload: of, .. } if of == workload)
            });
            Command::Rollout { workload, revision: earlier.count() as u32 + 1 }
        }
        "replicas" => Command::SetReplicas { workload: workload(), replicas: second() },
        "limit" => {
            let budget = plan.workloads[workload()].budgets[0];
            Command::SetBudget {
                budget,
                limit: Limit::MaxUnavailable(IntOrPercent::Int(second() as i64)),
            }
        }
        other => panic!("unknown item {other} for {} nodes", start.nodes.len()),
    };
    plan.script.push(ScriptEntry { over, ..ScriptEntry::timed(at, command) });
}

fn add_policy(plan: &mut Plan, words: &ItemWords<'_>) {
    let secs = |text: &str| SimTime::from_secs(text.parse().expect("seconds"));
    if let Some(text) = words.named.get("exclude") {
        let mut parts = text.split(':');
        let mut next = || parts.next().expect("NAME:FROM-TO:SCOPE");
        let name = next().to_owned();
        let (from, to) = next().split_once('-').expect("FROM-TO");
        let scope = match next() {
            "no-upgrades" => Scope::NoUpgrades,
            "no-minor" => Scope::NoMinorUpgrades,
            _ => Scope::NoMinorOrNodeUpgrades,
        };
        let (from, to) = (secs(from), secs(to));
        plan.maintenance.exclusions.push(Exclusion { name, from, to, scope, pools: Vec::new() });
    }
    if let Some((minor, patch)) = words.named.get("budget").and_then(|text| text.split_once('-')) {
        let span = |text: &str| secs(text) - SimTime::ZERO;
        plan.pace.budget = Some((span(minor), span(patch)));
    }
    if let Some(created) = words.number("created") {
        plan.pace.created = Some(SimTime::from_secs(created));
    }
    if words.has("notice") {
        plan.pace.notice = Some(Pace::NOTICE);
    }
}

/// Adds the steps after each target, as the compiler does.
fn add_steps(plan: &mut Plan, start: &Cluster) {
    let auto = plan.pools.iter().filter(|(_, pool)| pool.auto_upgrade);
    let pools: Vec<_> = auto.map(|(id, _)| id).collect();
    let script = std::mem::take(&mut plan.script).into_iter();
    let script = script.map(|entry| (entry, ())).collect();
    let script = with_steps(script, start.control_plane.version, &pools);
    plan.script = script.into_iter().map(|(entry, ())| entry).collect();
}

/// Adds the outcome of each entry for every shape, including the shapes that result. A label represents what the
/// engine's templates have no field for.
fn add_outcomes(plan: &mut Plan) {
    let mut from = TemplateId(0);
    while let Some(old) = plan.templates.get(from).cloned() {
        for entry in 0..plan.script.len() {
            let mut new = old.clone();
            let mark = match &plan.script[entry].command {
                Command::Upgrade { version, .. } if version.is_some() => {
                    new.version = *version;
                    None
                }
                Command::Step { version, .. } => {
                    new.version = Some(*version);
                    None
                }
                Command::Upgrade { .. } => Some(format!("changed-by-{entry}")),
                Command::SetShape { .. } => {
                    let taint = plan.symbols.find(TAINTED);
                    let effect = Effect::NoSchedule;
                    new.taints =
                        taint.map(|key| Taint { key, value: key, effect }).into_iter().collect();
                    Some("relabelled".to_owned())
                }
                _ => continue,
            };
            if let Some(mark) = mark {
                let label = plan.symbols.intern(&mark);
                new.labels.insert(label, label);
            }
            let known = plan.templates.iter().find(|(_, known)| **known == new);
            let to = known.map(|(id, _)| id);
            let to = to.unwrap_or_else(|| plan.templates.push(new));
            plan.outcomes.insert((entry as u32, from), to);
        }
        from = TemplateId(from.0 + 1);
    }
}

/// Runs a line; returns its whole trace and why it ended. Applies the trace on the way: rows that don't
/// lead to the run's world are a bug.
/// lead to its world is invalid.
pub fn run(line: &str) -> (Trace, Ended) {
    let (plan, start) = cluster(line);
    run_plan(plan, start)
}

/// Runs a plan, with the same check.
pub fn run_plan(plan: Rc<Plan>, start: Cluster) -> (Trace, Ended) {
    let mut sim = Sim::new(Rc::clone(&plan), start);
    let ended = sim.run();
    let mut trace = Trace::new(plan, Rc::clone(sim.start()), RULES);
    for chunk in sim.trace().finish() {
        trace.push(chunk);
    }
    let folded = trace.frame_at(trace.end());
    assert_eq!(&folded.cluster, sim.cluster(), "the fold of the trace is the world");
    (trace, ended)
}

/// Compares the rows of a run that `keep` selects.
pub fn check(line: &str, keep: fn(&Record) -> bool, expect: Expect) {
    let (trace, ended) = run(line);
    let rows = table(&trace, |_, record| keep(record));
    expect.assert_eq(&format!("{rows}{ended:?}\n"));
}

pub fn pods(record: &Record) -> bool {
    matches!(record.subject, Subject::Pod(_))
}

pub fn nodes(record: &Record) -> bool {
    matches!(record.subject, Subject::Node(_))
}

pub fn pods_and_nodes(record: &Record) -> bool {
    pods(record) || nodes(record)
}

pub fn pool(record: &Record) -> bool {
    matches!(record.subject, Subject::Pool(_) | Subject::Cluster)
        && record.change != Change::Started
}

pub fn pool_and_nodes(record: &Record) -> bool {
    pool(record) || nodes(record)
}
