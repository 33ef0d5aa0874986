//! Load balancers of Services: their kind, their backends, and which of these pass the health check.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use base::{NodeId, SimSpan};
use model::Version;
use model::load_balancer::{
    Backend, BackendNode, BalancerKind, Behavior, Declared, Endpoints, Excluded, LoadBalancer,
    Lost, NodeInZone, PodsHere, ProbePort, SYNC_DELAY, Sizes, Subsets, Trigger, Warning, WhichKind,
    at_creation, of_live,
};
use serde_json::Value;

use super::{Oracle, flag, list, same, text};

/// The forms of the file, and how many cases of each there are.
const GROUPS: [(&str, usize); 9] = [
    ("health", 15),
    ("kind", 21),
    ("leaving", 75),
    ("live", 12),
    ("packet", 110),
    ("pods", 49),
    ("random", 42),
    ("size", 33),
    ("transition", 29),
];

/// All groups.
#[test]
fn conformance_gke_lb_membership() {
    let asked: RefCell<BTreeMap<String, usize>> = RefCell::default();
    Oracle::load("gke_lb_membership").ask(|case| {
        let group = text(&case["group"]);
        *asked.borrow_mut().entry(group.to_owned()).or_default() += 1;
        match group {
            "packet" => packet(case),
            "live" => live(case),
            "leaving" => leaving(case),
            "transition" => transition(case),
            _ => services(case),
        }
    });
    // Another folder has other cases.
    if std::env::var("NODETIDE_ORACLES").is_err() {
        let groups = GROUPS.map(|(group, count)| (group.to_owned(), count));
        assert_eq!(asked.into_inner(), BTreeMap::from(groups));
    }
}

fn behavior(case: &Value) -> Behavior {
    Behavior {
        // A missing edition is the default.
        edition_2026: case["edition"] != "seed",
        dataplane_v2: flag(case, "dataplaneV2") || flag(&case["check"], "dataplaneV2"),
        local_drain_stays: case["localDrain"] == "stays",
        ..Behavior::CURRENT
    }
}

/// A Ready node.
fn node(version: &Value) -> BackendNode {
    BackendNode { version: Version::parse(text(version)), ..BackendNode::WELL }
}

fn excluded(node: &Value) -> Excluded {
    let value = node["excludeLabelValue"].as_str().unwrap_or("true");
    Excluded::of(flag(node, "excludedFromLoadBalancers").then_some(value))
}

fn is_ready(node: &Value) -> bool {
    node["ready"].as_bool().unwrap_or(true)
}

fn annotations(value: &Value) -> Vec<(&str, &str)> {
    value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.as_str(), text(value)))
        .collect()
}

fn backend(kind: BalancerKind) -> &'static str {
    match kind.backend() {
        Backend::Neg => "GCE_VM_IP_NEG",
        Backend::InstanceGroup => "UNMANAGED_INSTANCE_GROUP",
        Backend::TargetPool => "TARGET_POOL",
    }
}

fn load_balancer(kind: BalancerKind) -> &'static str {
    match kind {
        BalancerKind::InternalNeg | BalancerKind::InternalGroup => "INTERNAL_PASSTHROUGH",
        BalancerKind::ExternalNeg | BalancerKind::ExternalGroup => {
            "EXTERNAL_PASSTHROUGH_BACKEND_SERVICE"
        }
        BalancerKind::TargetPool => "EXTERNAL_PASSTHROUGH_TARGET_POOL",
    }
}

/// From the names of backends and policy; a NEG with `Local` if they are missing.
fn described(value: &Value) -> LoadBalancer {
    let internal = value["internal"].as_bool().unwrap_or(true);
    let kind = match (value["backend"].as_str().unwrap_or("GCE_VM_IP_NEG"), internal) {
        ("GCE_VM_IP_NEG", true) => BalancerKind::InternalNeg,
        ("GCE_VM_IP_NEG", false) => BalancerKind::ExternalNeg,
        ("UNMANAGED_INSTANCE_GROUP", true) => BalancerKind::InternalGroup,
        ("UNMANAGED_INSTANCE_GROUP", false) => BalancerKind::ExternalGroup,
        ("TARGET_POOL", false) => BalancerKind::TargetPool,
        other => panic!("{other:?}"),
    };
    LoadBalancer { kind, local: value["externalTrafficPolicy"] != "Cluster" }
}

fn known(kind: WhichKind) -> Result<BalancerKind, String> {
    match kind {
        WhichKind::Known(Some(kind)) => Ok(kind),
        other => Err(format!("{other:?}")),
    }
}

fn live(case: &Value) -> Result<(), String> {
    let service = &case["service"];
    let annotations = annotations(&service["annotations"]);
    let now = Declared {
        annotations: &annotations,
        class: service["loadBalancerClass"].as_str(),
        version: Version::parse(text(&case["clusterVersion"])),
        subsetting: case["subsetting"].as_bool(),
    };
    let finalizers: Vec<_> = list(&service["finalizers"]).iter().map(text).collect();
    let kind = known(of_live(&finalizers, &now).kind)?;
    let expect = &case["expect"];
    same("backend", backend(kind), text(&expect["backend"]))?;
    same("internal", kind.is_internal(), flag(expect, "internal"))
}

/// What a node is like after a change of it, or of its Pods.
fn change(case: &Value, pods: &mut PodsHere, node: &mut BackendNode) -> Vec<Trigger> {
    match text(&case["change"]) {
        "last_ready_pod_lost" => *pods = PodsHere::default(),
        "first_ready_pod" => pods.ready = 1,
        "vm_deletion_begins" => node.vm_runs = false,
        "not_ready_vm_runs" => node.ready = false,
        "gke_drain_begins" => {
            node.gke_drain = true;
            return vec![Trigger::GkeDrain];
        }
        "kubectl_drain_begins" | "cordon" => return vec![Trigger::Cordon],
        "autoscaler_taint" => {
            node.to_be_deleted = true;
            return vec![Trigger::Taint];
        }
        "exclusion_label" | "exclusion_label_false" | "cordon_after_label" => {
            let says_false = case["change"] == "exclusion_label_false";
            node.excluded = Excluded::of(Some(if says_false { "false" } else { "true" }));
            let later = (case["change"] == "cordon_after_label").then_some(Trigger::Cordon);
            return [Trigger::Label { from: Excluded::No, to: node.excluded }]
                .into_iter()
                .chain(later)
                .collect();
        }
        "not_ready" => {
            node.ready = false;
            return vec![Trigger::Readiness];
        }
        "last_pod_begins_to_terminate" | "last_terminating_pod_gone" => {
            *pods = PodsHere::default();
            return vec![Trigger::Pods];
        }
        "first_pod_bound" => {
            *pods = PodsHere { staying: 1, ready: 0 };
            return vec![Trigger::Pods];
        }
        "node_registered" => return vec![Trigger::Comes],
        "node_object_gone" => return vec![Trigger::Goes],
        other => panic!("{other}"),
    }
    Vec::new()
}

/// A new connection on the node `here`: to which Pods it may go, or how it is lost, and whether the client's address stays. A
/// client in a Pod passes no load balancer, and the policy doesn't count (BS-127).
fn packet(case: &Value) -> Result<(), String> {
    let (behavior, version) = (behavior(case), Version::parse(text(&case["nodeVersion"])));
    let (by_policy, inside) = (case["externalTrafficPolicy"] == "Local", case["client"] == "pod");
    let local = by_policy && !inside;
    let all: Vec<&Value> = list(&case["endpoints"]).iter().collect();
    let is_ready = |one: &&&Value| flag(one, "ready") && !flag(one, "terminating");
    let is_last = |one: &&&Value| flag(one, "serving") && flag(one, "terminating");
    let count = |of: &[&Value]| Endpoints {
        ready: of.iter().filter(is_ready).count() as u32,
        serving: of.iter().filter(is_last).count() as u32,
    };
    let here: Vec<&Value> = all.iter().filter(|one| one["node"] == case["node"]).copied().collect();
    let own = if local { &here } else { &all };
    let lost = behavior.loses(version, local, count(&here), count(&all));
    let said = match lost {
        None => "delivered",
        Some(Lost::TimedOut) => "timed_out",
        Some(Lost::Refused) => "refused",
        Some(Lost::Reset) => "reset",
    };
    let expect = &case["expect"];
    same("outcome", said, text(&expect["outcome"]))?;
    let names =
        |of: &[&&Value]| of.iter().map(|one| text(&one["pod"]).to_owned()).collect::<Vec<_>>();
    let ready: Vec<&&Value> = own.iter().filter(is_ready).collect();
    let to = match ready.is_empty() {
        _ if lost.is_some() => Vec::new(),
        true => names(&own.iter().filter(is_last).collect::<Vec<_>>()),
        false => names(&ready),
    };
    same("to", to, list(&expect["to_one_of"]).iter().map(|one| text(one).to_owned()).collect())?;
    let kept = lost.is_none().then_some(by_policy);
    same("client address", kept, expect["client_address_kept"].as_bool())
}

fn transition(case: &Value) -> Result<(), String> {
    let (of, behavior) = (described(&case["check"]), behavior(case));
    let mut node = node(&case["check"]["nodeVersion"]);
    let starts_ready = case["change"] != "first_ready_pod";
    let mut pods = PodsHere { staying: 1, ready: u32::from(starts_ready) };
    let before = of.answers(behavior, &node, pods);
    change(case, &mut pods, &mut node);
    let after = of.answers(behavior, &node, pods);
    let noticed = of.health_check().notices_after(after);
    for query in list(&case["queries"]) {
        let at = SimSpan::from_secs(query["at_s"].as_i64().unwrap());
        let passes = if at < noticed { before } else { after };
        same(&format!("at {}", query["at_s"]), passes, flag(query, "expect_pass"))?;
    }
    Ok(())
}

fn leaving(case: &Value) -> Result<(), String> {
    let (of, behavior) = (described(&case["backend"]), behavior(case));
    let mut node = node(&Value::Null);
    let empty = ["node_registered", "first_pod_bound", "last_terminating_pod_gone"];
    let pod = u32::from(!empty.contains(&text(&case["change"])));
    let mut pods = PodsHere { staying: pod, ready: pod };
    let comes = case["change"] == "node_registered";
    let mut is_in = !comes && of.is_candidate(behavior, &node, pods);
    let mut changed = false;
    for change in change(case, &mut pods, &mut node) {
        let may = change != Trigger::Goes && of.is_candidate(behavior, &node, pods);
        let next = if of.looks(change, false) { may } else { is_in };
        changed = next != is_in;
        is_in = next;
    }
    let at = changed.then_some(SYNC_DELAY.ms() / 1000);
    same("at_s", at, case["expect"]["at_s"].as_i64())
}

fn services(case: &Value) -> Result<(), String> {
    for service in list(&case["services"]) {
        let name = text(&service["name"]);
        one_service(case, service, &case["expect"][name])
            .map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

/// The nodes with the Pods of a Service on them.
fn places<'a>(case: &'a Value, service: &Value) -> Vec<NodeInZone<'a>> {
    let mut pods: BTreeMap<&str, PodsHere> = BTreeMap::new();
    for pod in list(&service["pods"]).iter().filter(|pod| !flag(pod, "terminating")) {
        let here = pods.entry(text(&pod["node"])).or_default();
        here.staying += 1;
        here.ready += u32::from(flag(pod, "ready"));
    }
    let place = |(value, number): (&'a Value, u32)| NodeInZone {
        id: NodeId(number),
        name: text(&value["name"]),
        zone: text(&value["zone"]),
        facts: BackendNode {
            ready: is_ready(value),
            vm_runs: value["vm"] != "stopped",
            to_be_deleted: flag(value, "toBeDeletedByAutoscaler"),
            gke_drain: flag(value, "draining"),
            excluded: excluded(value),
            ..node(&value["version"])
        },
        pods: pods.get(text(&value["name"])).copied().unwrap_or_default(),
        present: false,
    };
    list(&case["nodes"]).iter().zip(0..).map(place).collect()
}

fn one_service(case: &Value, service: &Value, expect: &Value) -> Result<(), String> {
    let behavior = behavior(case);
    let annotations = annotations(&service["annotationsAtCreation"]);
    let kind = known(at_creation(&Declared {
        annotations: &annotations,
        class: None,
        version: Version::parse(text(&service["createdOnVersion"])),
        subsetting: service["subsettingAtCreation"].as_bool(),
    }))?;
    let of = LoadBalancer { kind, local: service["externalTrafficPolicy"] == "Local" };
    let places = places(case, service);
    let zones: BTreeSet<_> = places.iter().map(|place| place.zone).collect();
    let groups = kind.backend().groups(zones.len());

    same("load balancer", load_balancer(kind), text(&expect["load_balancer"]))?;
    same("backend", backend(kind), text(&expect["backend"]))?;
    same("groups", Some(groups as u64), expect["backend_groups"].as_u64())?;
    let shared = flag(expect, "groups_shared_with_other_services");
    same("shared", kind.backend().is_shared(), shared)?;

    let given = service["healthCheckNodePort"].as_u64().and_then(|port| u16::try_from(port).ok());
    let port = match of.health_check_port(behavior, given) {
        ProbePort::Number(port) => Some(u64::from(port)),
        ProbePort::Assigned => None,
    };
    same("port", port, expect["health_check_port"].as_u64())?;
    let fails = of.health_check().notices_after(false).ms() / 1000;
    same("fails after", Some(fails), expect["health_check_fails_after_s"].as_i64())?;

    let exact = members(of, behavior, &places, text(&service["name"]), &expect["members"])?;
    let judged = |place: &&NodeInZone<'_>| {
        let node = &list(&case["nodes"])[place.id.0 as usize];
        is_ready(node) || !node["vm"].is_null()
    };
    let answers = |place: &&NodeInZone<'_>| of.answers(behavior, &place.facts, place.pods);
    let pass: BTreeSet<&str> =
        places.iter().filter(judged).filter(answers).map(|place| place.name).collect();
    same("pass", &pass, &names(&expect["health_check_pass"]))?;
    let traffic = exact.map(|members| &members & &pass);
    let theirs = expect["traffic_nodes"].as_array().map(|_| names(&expect["traffic_nodes"]));
    same("traffic", traffic, theirs)?;
    warnings(of, behavior, &places, expect)
}

fn names(value: &Value) -> BTreeSet<&str> {
    list(value).iter().map(text).collect()
}

/// The backends; their names, if the case says which. What is chosen stays chosen.
fn members<'a>(
    of: LoadBalancer,
    behavior: Behavior,
    places: &[NodeInZone<'a>],
    service: &str,
    expect: &Value,
) -> Result<Option<BTreeSet<&'a str>>, String> {
    let subsets = Subsets::new(1, service);
    let chosen = subsets.backends(of, behavior, places, 0);
    let at = |node: &NodeId| &places[node.0 as usize];
    let ours: BTreeSet<&str> = chosen.iter().map(|node| at(node).name).collect();
    let mut again = places.to_vec();
    for node in &chosen {
        again[node.0 as usize].present = true;
    }
    same("again", &subsets.backends(of, behavior, &again, chosen.len()), &chosen)?;
    if !expect["nodes"].is_null() {
        same("backends", &ours, &names(&expect["nodes"]))?;
        return Ok(Some(ours));
    }
    same("size", Some(ours.len() as u64), expect["size"].as_u64())?;
    let candidates = names(&expect["candidates"]);
    let others: Vec<_> = ours.difference(&candidates).collect();
    same("no candidates", others, Vec::new())?;
    let may = |place: &&NodeInZone<'_>| of.is_candidate(behavior, &place.facts, place.pods);
    let all: BTreeSet<&str> = places.iter().filter(may).map(|place| place.name).collect();
    same("candidates", &all, &candidates)?;
    if let Some(theirs) = expect["nodes_per_zone_sorted"].as_array() {
        let mut zones: BTreeMap<&str, u64> = BTreeMap::new();
        for node in &chosen {
            *zones.entry(at(node).zone).or_default() += 1;
        }
        let mut ours: Vec<_> = zones.into_values().map(Some).collect();
        ours.sort_unstable();
        same("per zone", ours, theirs.iter().map(Value::as_u64).collect())?;
    }
    Ok(None)
}

fn warnings(
    of: LoadBalancer,
    behavior: Behavior,
    places: &[NodeInZone<'_>],
    expect: &Value,
) -> Result<(), String> {
    let mut zones: BTreeMap<&str, usize> = BTreeMap::new();
    for place in places.iter().filter(|at| of.is_candidate(behavior, &at.facts, at.pods)) {
        *zones.entry(place.zone).or_default() += 1;
    }
    let counts = Sizes {
        nodes: places.len(),
        serving_nodes: places.iter().filter(|place| place.pods.staying > 0).count(),
        largest_zone: zones.into_values().max().unwrap_or(0),
    };
    let ours: BTreeSet<&str> = of.warnings(counts).map(Warning::id).collect();
    same("warnings", &ours, &names(&expect["warnings"]))
}
