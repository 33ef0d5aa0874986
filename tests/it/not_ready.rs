//! Dumps with nodes that aren't Ready.

use crate::cli::{Folder, answer, err, has, nodetide};
use crate::dumps::{budget, cluster, dump, node, pod};

const OLD: &str = "1.31.9-gke.100";
const NEW: &str = "1.32.9-gke.100";
const OWNER: &str = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;

/// Not Ready since then, for want of a network.
fn broken(name: &str, zone: &str, version: &str, since: &str) -> String {
    let condition = r#""status":"False","reason":"KubeletNotReady","message":"cni plugin not initialized","lastHeartbeatTime":"2026-11-23T08:00:00Z""#;
    let taint = r#""spec":{"taints":[{"key":"node.kubernetes.io/not-ready","effect":"NoExecute"}]},"status":{"alloc"#;
    node(name, zone, version, "False")
        .replacen("\"status\":\"False\"", condition, 1)
        .replacen("07:30:00", since, 1)
        .replacen("\"status\":{\"alloc", taint, 1)
}

fn operation(folder: &Folder, done: u32) -> String {
    folder.write(
        "operations.json",
        &format!(
            r#"[{{"name":"operation-1","operationType":"UPGRADE_NODES","status":"RUNNING","startTime":"2026-11-23T07:00:00Z",
            "targetLink":"https://container.googleapis.com/v1/projects/p/locations/us-east1/clusters/pg/nodePools/db",
            "progress":{{"metrics":[{{"name":"NODES_TOTAL","intValue":"3"}},{{"name":"NODES_DONE","intValue":"{done}"}}]}}}}]"#
        ),
    )
}

/// The cluster of `dumps`, with another setting.
fn changed(folder: &Folder, from: &str, to: &str) -> String {
    let described = std::fs::read_to_string(cluster(folder, "")).unwrap();
    assert!(described.contains(from));
    folder.write("cluster.json", &described.replace(from, to))
}

fn with_pods(nodes: &[String]) -> Vec<String> {
    let mut items = nodes.to_vec();
    for n in 0..3 {
        items.push(pod(OWNER, &format!("pg-{n}"), &format!("n-{n}"), "any", ""));
    }
    items.push(budget("pg", "any"));
    items
}

/// “A node has been NotReady for half an hour: when is it repaired?” (KT-11, KT-12, BS-58)
#[test]
fn it_has_been_not_ready_since_its_condition_changed() {
    let folder = Folder::new("not-ready-since");
    let nodes = |since: &str| {
        with_pods(&[
            node("n-0", "b", OLD, "True"),
            node("n-1", "c", OLD, "True"),
            broken("n-2", "d", OLD, since),
        ])
    };
    let files = [dump(&folder, &nodes("07:30:00")), cluster(&folder, "")];
    let why = answer(&["why", &files[0], &files[1], "--at", "0s", "node/n-2"]);
    has(
        &why,
        &[
            "n-2 has not been Ready for 30 min (since 2026-11-23T07:30:00Z): KubeletNotReady: cni plugin not initialized.",
            "Until: 2026-11-23T08:00:01Z, when its repair starts.",
        ],
    );
    let told = "KubeletNotReady: cni plugin not initialized; auto-repair from 10 min after that on";
    has(err(&nodetide(&["import", &files[0], &files[1]])), &[told]);
    // Its Pod isn't ready, and the taint has been there for longer than 300 s.
    let pod = answer(&["why", &files[0], &files[1], "--at", "0s", "budget/data/pg"]);
    has(&pod, &["healthy Pods: 2 of 3"]);
    // After 5 minutes, 5 are left.
    let files = [dump(&folder, &nodes("07:55:00")), cluster(&folder, "")];
    let why = answer(&["why", &files[0], &files[1], "--at", "0s", "node/n-2"]);
    has(&why, &["Until: 2026-11-23T08:05:00Z, when its repair starts."]);
    // Nothing repairs it.
    let off = changed(&folder, "\"autoRepair\":true", "\"autoRepair\":false");
    let story = answer(&["run", &files[0], &off, "--format", "story"]);
    assert!(!story.contains("Cordoned for repair"), "{story}");
}

/// “Grafana's node is NotReady: when is Grafana back?” (KT-11, KT-12)
#[test]
fn a_pod_is_not_ready_since_its_node_is_not_and_until_it_is_deleted_there() {
    let folder = Folder::new("not-ready-pod");
    let owner = OWNER.replace("StatefulSet", "ReplicaSet");
    let nodes = [node("n-0", "b", OLD, "True"), broken("n-1", "c", OLD, "07:57:00")];
    let mut items = nodes.to_vec();
    items.push(pod(&owner, "pg-x", "n-1", "any", ""));
    let files = [dump(&folder, &items), cluster(&folder, "")];
    let why = answer(&["why", &files[0], &files[1], "--at", "0s", "pod/data/pg-x"]);
    has(
        &why,
        &[
            "(since 2026-11-23T07:57:00Z)",
            "Node n-1 has not been Ready for 3 min (since 2026-11-23T07:57:00Z): KubeletNotReady: cni plugin not initialized.",
            "Until: 2026-11-23T08:02:00Z, when it is deleted.",
        ],
    );
    assert!(!why.contains("how the scenario starts"), "{why}");
    let why = answer(&["why", &files[0], &files[1], "--at", "0s", "workload/data/pg"]);
    has(&why, &["not ready, on a node that isn't Ready: 1", "Until: 2026-11-23T08:02:2"]);
}

/// “The first upgraded node is NotReady: what is the upgrade waiting for?” (SU-10, SU-14)
#[test]
fn a_recreated_node_that_is_not_ready_holds_its_slot() {
    let folder = Folder::new("holds-its-slot");
    let nodes = with_pods(&[
        broken("n-0", "b", NEW, "07:30:00"),
        node("n-1", "b", OLD, "True"),
        node("n-2", "c", OLD, "True"),
    ]);
    let dump = dump(&folder, &nodes);
    let slot = "\"maxSurge\":0,\"maxUnavailable\":1";
    let own = changed(&folder, "\"maxSurge\":1", slot);
    let files = [dump.as_str(), &own, &operation(&folder, 0)];
    // A repair makes it Ready, and then the next one is drained.
    let story = answer(&[&["run"], &files[..], &["--format", "story"]].concat());
    let at = |sentence: &str| story.find(sentence).unwrap_or_else(|| panic!("{story}"));
    assert!(at("node/n-0: Ready again") < at("node/n-1: Cordoned"), "{story}");
    // Without it, none is.
    let text = std::fs::read_to_string(&own).unwrap();
    let off = text.replace("\"autoRepair\":true", "\"autoRepair\":false");
    let off = folder.write("cluster.json", &off);
    let files = [dump.as_str(), &off, &operation(&folder, 0)];
    let brief = answer(&[&["run"], &files[..], &["--format", "brief"]].concat());
    has(&brief, &["The upgrade gets stuck with 1 of 3 nodes upgraded."]);
    let why = answer(&[&["why"], &files[..], &["--at", "1h", "pool/db"]].concat());
    has(
        &why,
        &[
            "The upgrade waits for node n-0 to be Ready, which it has not been since 2026-11-23T07:30:00Z (KubeletNotReady: cni plugin not initialized); its slot takes no other node. Nothing repairs it: management.autoRepair of its pool is false.",
        ],
    );
    // It was done before.
    let files = [dump.as_str(), &off, &operation(&folder, 1)];
    let story = answer(&[&["run"], &files[..], &["--format", "story"]].concat());
    has(&story, &["node/n-1: Cordoned"]);
}

/// So does a first surge node that is not Ready: no old node is drained before it is Ready. (SU-06)
#[test]
fn a_surge_node_that_is_not_ready_holds_its_slot() {
    let folder = Folder::new("surge-holds-its-slot");
    let mut nodes = with_pods(&[
        node("n-0", "b", OLD, "True"),
        node("n-1", "c", OLD, "True"),
        node("n-2", "d", OLD, "True"),
    ]);
    nodes.push(broken("n-surge", "c", NEW, "07:55:00"));
    let dump = dump(&folder, &nodes);
    let files = [dump.as_str(), &cluster(&folder, ""), &operation(&folder, 0)];
    let story = answer(&[&["run"], &files[..], &["--format", "story"]].concat());
    let at = |sentence: &str| story.find(sentence).unwrap_or_else(|| panic!("{story}"));
    assert!(at("node/n-surge: Ready again") < at("node/n-1: Cordoned"), "{story}");
    let brief = answer(&[&["run"], &files[..], &["--format", "brief"]].concat());
    has(&brief, &["pool/db: succeeded, 3 of 3 nodes upgraded"]);
    // That the repair cures it is an assumption.
    for subject in ["node/n-surge", "pool/db"] {
        let why = answer(&[&["why"], &files[..], &["--at", "1m", subject]].concat());
        has(&why, &["recreated under its name. The run assumes that it is Ready after that."]);
    }
    let off = changed(&folder, "\"autoRepair\":true", "\"autoRepair\":false");
    let files = [dump.as_str(), &off, &operation(&folder, 0)];
    let brief = answer(&[&["run"], &files[..], &["--format", "brief"]].concat());
    has(&brief, &["The upgrade gets stuck with 0 of 3 nodes upgraded."]);
    let why = answer(&[&["why"], &files[..], &["--at", "1h", "pool/db"]].concat());
    has(&why, &["The upgrade waits for node n-surge to be Ready"]);
}

/// “A new node has failed since, and an old one is being drained: when is its Pod forced out?” (SU-13, AM-06)
#[test]
fn a_new_node_that_fails_later_has_no_slot_beside_a_drain() {
    let folder = Folder::new("fails-later");
    let cordoned = r#""spec":{"unschedulable":true,"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule","timeAdded":"2026-11-23T07:20:00Z"}]},"status""#;
    let mut nodes = with_pods(&[
        broken("n-0", "b", NEW, "07:55:00"),
        node("n-1", "c", OLD, "True").replacen("\"status\"", cordoned, 1),
        node("n-2", "d", OLD, "True"),
    ]);
    if let Some(budget) = nodes.last_mut() {
        *budget = budget.replace("\"minAvailable\":1", "\"minAvailable\":3");
    }
    nodes.push(node("n-surge", "c", NEW, "True"));
    let dump = dump(&folder, &nodes);
    for done in [0, 1] {
        let files = [dump.as_str(), &cluster(&folder, ""), &operation(&folder, done)];
        let why = answer(&[&["why"], &files[..], &["--at", "1m", "pod/data/pg-1"]].concat());
        has(&why, &["Until: 2026-11-23T08:20:01Z, when it is forced out"]);
    }
}

/// “A node was deleted and can't be recreated: does the upgrade take another one?” Not before it is Ready. (SU-10, SU-12)
#[test]
fn a_node_that_cannot_be_recreated_keeps_its_slot() {
    let folder = Folder::new("not-recreated");
    let nodes = with_pods(&[node("n-0", "b", NEW, "True"), node("n-2", "d", OLD, "True")]);
    let dump = dump(&folder, &nodes);
    let slot = "\"maxSurge\":0,\"maxUnavailable\":1";
    let own = changed(&folder, "\"maxSurge\":1", slot);
    let operation = operation(&folder, 1);
    let files = [dump.as_str(), &own, &operation];
    let story = answer(&[&["run"], &files[..], &["--format", "story"]].concat());
    let at = |sentence: &str| story.find(sentence).unwrap_or_else(|| panic!("{story}"));
    assert!(at("node/db-c-2: Recreated") < at("node/n-2: Cordoned"), "{story}");
    let text = std::fs::read_to_string(&own).unwrap();
    let error = r#""conditions":[{"code":"GCE_STOCKOUT","message":"Instance 'n-1' creation failed: The zone 'projects/p/zones/us-east1-c' does not have enough resources available to fulfill the request."}],"autoscaling""#;
    let text =
        text.replacen("\"upgradeSettings\"", &error.replace("autoscaling", "upgradeSettings"), 1);
    let own = folder.write("cluster.json", &text);
    let files = [dump.as_str(), &own, &operation];
    let brief = answer(&[&["run"], &files[..], &["--format", "brief"]].concat());
    has(
        &brief,
        &[
            "The upgrade gets stuck with 1 of 3 nodes upgraded.",
            "1 of 3 nodes upgraded",
            "Pods: 0 evicted",
        ],
    );
    let why = answer(&[&["why"], &files[..], &["--at", "1h", "pool/db"]].concat());
    has(&why, &["the node stays missing until capacity is available", "in progress: n-1"]);
}
