//! What dumps say of single Pods and nodes: labels, claims, conditions.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

pub(crate) fn node(name: &str, zone: &str, version: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"db","topology.kubernetes.io/zone":"us-east1-{zone}"}}}},
        "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v{version}"}},
        "conditions":[{{"type":"Ready","status":"{status}","lastTransitionTime":"2026-11-23T07:30:00Z"}}]}}}}"#
    )
}

const OLD: &str = "1.31.9-gke.100";

pub(crate) fn nodes() -> Vec<String> {
    [("n-0", "b"), ("n-1", "c"), ("n-2", "d")]
        .map(|(name, zone)| node(name, zone, OLD, "True"))
        .into()
}

/// A Pod of a database with its role and, if given, its claim.
pub(crate) fn pod(owner: &str, name: &str, node: &str, role: &str, claim: &str) -> String {
    let claim = match claim {
        "" => String::new(),
        claim => format!(
            r#","volumes":[{{"name":"data","persistentVolumeClaim":{{"claimName":"{claim}"}}}}]"#
        ),
    };
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"data","creationTimestamp":"2026-11-23T07:00:00Z","labels":{{"app":"pg","role":"{role}"}},
        "ownerReferences":[{{{owner},"controller":true}}]}},
        "spec":{{"nodeName":"{node}","containers":[{{"name":"c","resources":{{"requests":{{"cpu":"100m"}}}}}}]{claim}}},
        "status":{{"phase":"Running","conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
    )
}

pub(crate) fn budget(name: &str, role: &str) -> String {
    format!(
        r#"{{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{{"name":"{name}","namespace":"data"}},
        "spec":{{"minAvailable":1,"selector":{{"matchLabels":{{"app":"pg","role":"{role}"}}}}}}}}"#
    )
}

/// A claim and its disk in a zone.
pub(crate) fn disk(claim: &str, zone: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{{"name":"{claim}","namespace":"data"}},"spec":{{"volumeName":"pv-{claim}","accessModes":["ReadWriteOnce"]}}}},
        {{"apiVersion":"v1","kind":"PersistentVolume","metadata":{{"name":"pv-{claim}"}},"spec":{{"claimRef":{{"namespace":"data","name":"{claim}"}},
        "nodeAffinity":{{"required":{{"nodeSelectorTerms":[{{"matchExpressions":[{{"key":"topology.gke.io/zone","operator":"In","values":["us-east1-{zone}"]}}]}}]}}}}}}}}"#
    )
}

pub(crate) fn dump(folder: &Folder, items: &[String]) -> String {
    let items = items.join(",");
    folder.write("dump.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#))
}

pub(crate) fn cluster(folder: &Folder, more: &str) -> String {
    folder.write(
        "cluster.json",
        &format!(
            r#"{{"name":"pg","location":"us-east1","locations":["us-east1-b","us-east1-c","us-east1-d"],"currentMasterVersion":"1.32.9-gke.100","status":"RUNNING"{more},
            "nodePools":[{{"name":"db","version":"1.31.9-gke.100","status":"RUNNING","initialNodeCount":1,"locations":["us-east1-b","us-east1-c","us-east1-d"],
            "management":{{"autoUpgrade":true,"autoRepair":true}},
            "config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":1,"strategy":"SURGE"}}}}]}}"#
        ),
    )
}

const OPERATOR: &str = r#""apiVersion":"postgresql.cnpg.io/v1","kind":"Cluster","name":"orders""#;

/// “How many brokers are down at the worst moment?” Pods that an operator recreates with their names and disks are those of one
/// workload, with any first number; a Pod waits for the old one to be gone (KC-09).
#[test]
fn pods_that_keep_their_names_and_claims_are_one_workload() {
    let folder = Folder::new("brokers");
    let mut items = nodes();
    let owner =
        r#""apiVersion":"core.strimzi.io/v1beta2","kind":"StrimziPodSet","name":"main-broker""#;
    for (n, zone) in [(3, "b"), (4, "c"), (5, "d")] {
        let (name, claim) = (format!("main-broker-{n}"), format!("data-0-main-broker-{n}"));
        items.push(pod(owner, &name, &format!("n-{}", n - 3), "broker", &claim));
        items.push(disk(&claim, zone));
    }
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let told = nodetide(&["import", &dump, &cluster]);
    has(err(&told), &["a Pod is recreated with its name and claims when the old one is gone"]);
    let story = answer(&["run", &dump, &cluster, "--format", "story"]);
    has(&story, &["pod/data/main-broker-3: Recreated", "pod/data/main-broker-5: Recreated"]);
    assert!(!story.contains("main-broker-6"), "{story}");
    // Each disk stays in its zone, so that its broker waits for a node there.
    let why = answer(&["why", &dump, &cluster, "--at", "10m", "workload/data/main-broker"]);
    has(&why, &["of 3"]);
    let gate = ["run", &dump, &cluster, "--fail-on", "min-ready=data/main-broker:2"];
    assert_eq!(code(&nodetide(&gate)), 0);
}

/// “Will the upgrade take down my primary?” Pods of an operator that a budget selects by their role are a workload, with their own
/// claims (KS-39); those of other owners can't be judged.
#[test]
fn pods_of_a_role_are_a_workload_with_their_own_claims() {
    let folder = Folder::new("roles");
    let cluster = cluster(&folder, "");
    let told = |claim: fn(&str) -> String| {
        let mut items = nodes();
        for (n, zone, role) in [(1, "b", "primary"), (2, "c", "replica"), (3, "d", "replica")] {
            let name = format!("orders-{n}");
            items.push(pod(OPERATOR, &name, &format!("n-{}", n - 1), role, &claim(&name)));
            items.push(disk(&claim(&name), zone));
        }
        items.push(budget("primary", "primary"));
        let told = nodetide(&["import", &dump(&folder, &items), &cluster]);
        (out(&told).to_owned(), err(&told).to_owned())
    };
    let split = "1 owner whose Pods differ in claims or in the budgets that select them";
    let (scenario, said) = told(str::to_owned);
    has(&scenario, &[r#""name": "orders-1""#, r#""partOf": "orders""#, r#""us-east1-d""#]);
    has(&said, &[split]);
    // So it is with claims that no operator names after their Pods.
    let (scenario, said) = told(|name| format!("disk-of-{name}"));
    has(&scenario, &[r#""name": "orders-1""#, r#""partOf": "orders""#, r#""us-east1-d""#]);
    has(&said, &[split]);
    assert!(!said.contains("hold no Pod in a zone"), "{said}");
    // New Pods of one that has its role from no template wouldn't have it.
    let single = r#"{"kind":"StatefulSet","apiVersion":"apps/v1","metadata":{"name":"orders","namespace":"data"},
        "spec":{"replicas":1,"template":{"metadata":{"labels":{"app":"orders"}}}}}"#;
    let owner = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"orders""#;
    let pod = pod(owner, "orders-0", "n-0", "primary", "d");
    let items = nodes().into_iter().chain([single.to_owned(), pod, budget("primary", "primary")]);
    let items: Vec<String> = items.collect();
    has(
        &answer(&["run", &dump(&folder, &items), &cluster]),
        &["Not simulated: 1 budget that can't be judged"],
    );
}

/// “A node has been NotReady for ten minutes: what will the upgrade do?” (KT-11, KT-12, BS-58, AM-53)
#[test]
fn a_node_that_is_not_ready_gets_no_pods_and_is_repaired() {
    let folder = Folder::new("not-ready");
    let owner = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;
    let mut items = nodes();
    items[1] = node("n-1", "c", OLD, "Unknown");
    for n in 0..3 {
        items.push(pod(owner, &format!("pg-{n}"), &format!("n-{n}"), "any", ""));
    }
    items.push(budget("pg", "any").replace("\"minAvailable\":1", "\"minAvailable\":2"));
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    // The budget has no unit: one of its three Pods is on the broken node.
    let why = answer(&["why", &dump, &cluster, "--at", "1s", "budget/data/pg"]);
    has(&why, &["healthy Pods: 2 of 3"]);
    // No Pod is placed there before it is repaired, after 10 min.
    let story = answer(&["run", &dump, &cluster]);
    let placed = story.lines().filter(|line| line.contains("cheduled on n-1"));
    assert_eq!(placed.filter(|line| line.contains("+00:0")).count(), 0, "{story}");
}

/// “The node pool of my Autopilot cluster is upgraded: who is hurt?” (AM-74, AM-78)
#[test]
fn an_autopilot_cluster_is_named_as_not_simulated() {
    let folder = Folder::new("autopilot");
    let dump = dump(&folder, &nodes());
    let cluster = cluster(&folder, r#","autopilot":{"enabled":true}"#);
    let told = nodetide(&["check", &dump, &cluster]);
    has(
        out(&told),
        &["warning[document/not-simulated] /cluster/autopilot: Autopilot is not simulated yet"],
    );
    assert!(!out(&told).contains("strategy/fixed"), "{}", out(&told));
    let told = nodetide(&["run", &dump, &cluster, "--format", "brief"]);
    has(err(&told), &["warning[document/not-simulated] /cluster/autopilot"]);
}

/// A Job that started `hours` before the dump, or ran that long; its Pod, if it runs.
pub(crate) fn job(name: &str, started: &str, completed: &str) -> Vec<String> {
    let status = match completed {
        "" => String::new(),
        at => format!(
            r#","completionTime":"{at}","succeeded":1,"conditions":[{{"type":"Complete","status":"True"}}]"#
        ),
    };
    let mut all = vec![format!(
        r#"{{"apiVersion":"batch/v1","kind":"Job","metadata":{{"name":"{name}","namespace":"data"}},
        "spec":{{"completions":1,"parallelism":1,"activeDeadlineSeconds":43200,"template":{{"spec":{{"containers":[{{"name":"c"}}]}}}}}},
        "status":{{"startTime":"{started}"{status}}}}}"#
    )];
    if completed.is_empty() {
        all.push(format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}-abcde","namespace":"data","creationTimestamp":"{started}",
            "ownerReferences":[{{"apiVersion":"batch/v1","kind":"Job","name":"{name}","controller":true}}]}},
            "spec":{{"nodeName":"n-0","containers":[{{"name":"c"}}]}},"status":{{"phase":"Running","conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
        ));
    }
    all
}

/// “Which Jobs fail because of the upgrade?” Jobs of unknown length aren't reported. (AM-101)
#[test]
fn a_job_is_as_long_as_finished_ones_and_without_a_length_has_no_deadline() {
    let folder = Folder::new("jobs");
    let cluster = cluster(&folder, "");
    let mut items = nodes();
    items.extend(job("render-7", "2026-11-23T04:00:00Z", ""));
    let unknown = dump(&folder, &items);
    let told = nodetide(&["run", &unknown, &cluster, "--format", "brief"]);
    has(err(&told), &["of unknown length, so not failed by activeDeadlineSeconds"]);
    assert!(!out(&told).contains("Job fails"), "{}", out(&told));
    // Without a deadline it never ends: that is said, with what it has done so far.
    items[3] = items[3].replace(r#""activeDeadlineSeconds":43200,"#, "");
    items[4] = items[4].replace("\"phase\"", "\"startTime\":\"2026-11-23T04:00:00Z\",\"phase\"");
    let owner = r#""namespace":"data","ownerReferences":[{"apiVersion":"jobset.x-k8s.io/v1alpha2","kind":"JobSet","name":"train","controller":true}]"#;
    let endless = items[3].replacen(r#""namespace":"data""#, owner, 1);
    let set = r#"{"apiVersion":"jobset.x-k8s.io/v1alpha2","kind":"JobSet","metadata":{"name":"train","namespace":"data"}}"#;
    let endless = dump(&folder, &[items[0].clone(), endless, items[4].clone(), set.to_owned()]);
    let told = nodetide(&["import", &endless, &cluster]);
    has(err(&told), &["1 Job of unknown length, assumed never to end", "render-7"]);
    has(err(&told), &["1 JobSet of which only the Job with the lost Pod is affected"]);
    assert!(!err(&told).contains("of kinds without effect"), "{}", err(&told));
    // What is assumed to have ended before the start loses nothing.
    let brief = answer(&["run", &endless, &cluster, "--format", "brief", "--work", "1h"]);
    assert!(!brief.contains("of work"), "{brief}");
    let brief = answer(&["run", &endless, &cluster, "--format", "brief", "--work", "9h"]);
    has(&brief, &["of work is lost"]);
}

/// “The drain has been waiting for forty minutes: when is the Pod forced out?” (SU-07, AM-06)
#[test]
fn a_drain_under_way_has_what_is_left_of_its_hour() {
    let folder = Folder::new("draining");
    let owner = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;
    let mut items = nodes();
    items[0] = node("n-0", "b", "1.32.9-gke.100", "True");
    let cordon = r#""spec":{"unschedulable":true,"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule","timeAdded":"2026-11-23T06:50:00Z"}]},"status""#;
    items[1] = items[1].replacen("\"status\"", cordon, 1);
    for n in 0..3 {
        items.push(pod(owner, &format!("pg-{n}"), &format!("n-{n}"), "any", ""));
    }
    items.push(budget("pg", "any").replace("\"minAvailable\":1", "\"minAvailable\":3"));
    let dump = dump(&folder, &items);
    let cluster = cluster(&folder, "");
    let operations = folder.write(
        "operations.json",
        r#"[{"name":"operation-1","operationType":"UPGRADE_NODES","status":"RUNNING","startTime":"2026-11-23T06:30:00Z",
        "targetLink":"https://container.googleapis.com/v1/projects/p/locations/us-east1/clusters/pg/nodePools/db"}]"#,
    );
    let files = [dump.as_str(), &cluster, &operations];
    let told = nodetide(&[&["import"], &files[..]].concat());
    has(err(&told), &["n-1 (2026-11-23T06:50:00Z)"]);
}

/// “Scylla has its data on local SSDs: is the upgrade safe?” (KS-39)
#[test]
fn local_disks_are_lost_with_their_nodes() {
    let folder = Folder::new("local");
    let owner = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;
    let mut items = nodes();
    for n in 0..3 {
        let claim = format!("data-pg-{n}");
        items.push(pod(owner, &format!("pg-{n}"), &format!("n-{n}"), "any", &claim));
        let local = disk(&claim, "b").replace("topology.gke.io/zone", "kubernetes.io/hostname");
        items.push(local.replace("us-east1-b", &format!("n-{n}")));
    }
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let run = nodetide(&["run", &dump, &cluster, "--format", "brief"]);
    has(
        out(&run),
        &[
            "1 Pod is unscheduled at the end",
            "Not simulated: 3 disks that are local to one node are lost with the node",
            "has replaced its own (KS-39): data-pg-0, data-pg-1, data-pg-2",
        ],
    );
    let why = answer(&["why", &dump, &cluster, "--at", "30m", "pod/data/pg-0"]);
    has(&why, &["a node that isn't there any more", "node of its disk: n-0", "(KS-39)"]);
    // A node that is recreated under its name has the disk again.
    let why = answer(&["why", &dump, &cluster, "--at", "4m", "pod/data/pg-0"]);
    has(&why, &["db maxSurge/maxUnavailable 1/0 → 0/1"]);
    // The table without harm names what the run doesn't count.
    let compared = nodetide(&["compare", &dump, &cluster, "--with", "surge=0+1"]);
    has(err(&compared), &["3 disks that are local to one node are lost with the node"]);
}

/// “The pool is behind the control plane: what do I type, what do I watch, how do I stop?”
#[test]
fn a_dump_without_a_script_has_a_runbook() {
    let folder = Folder::new("runbook-of-dump");
    let (dump, cluster) = (dump(&folder, &nodes()), cluster(&folder, ""));
    let upgrade = "\n# gcloud container clusters upgrade \"$CLUSTER\" --location=\"$LOCATION\" --node-pool=db";
    has(
        &answer(&["export", &dump, &cluster, "--format", "gcloud"]),
        &["# GKE upgrades “db” automatically", "# By hand it begins at once", upgrade],
    );
    let text = std::fs::read_to_string(&cluster).unwrap();
    let settings = r#""strategy":"BLUE_GREEN""#;
    let text = text.replace(r#""maxSurge":1,"strategy":"SURGE""#, settings);
    let cluster = folder.write("blue-green.json", &text);
    has(
        &answer(&["export", &dump, &cluster, "--format", "runbook"]),
        &[
            "kubectl get poddisruptionbudgets -A",
            upgrade,
            "\nOPERATION=$(gcloud container operations list ",
            "/clusters/$CLUSTER/nodePools/db$\"",
            "\n[ -n \"$OPERATION\" ] && gcloud container operations cancel \"$OPERATION\"",
            "\ngcloud container node-pools rollback db ",
            "\ngcloud container node-pools complete-upgrade db ",
        ],
    );
}

/// “Why did the Pod die at 02:13?” The run takes the nodes in one of many orders (SU-01).
#[test]
fn why_of_a_dump_says_that_the_order_of_nodes_is_not_defined() {
    let folder = Folder::new("node-order");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let in_one_zone = |name| node(name, "b", OLD, "True");
    let mut items: Vec<String> = ["n-0", "n-1", "n-2"].map(in_one_zone).into();
    for n in 0..3 {
        let name = format!("web-5d4f8c7b9d-x{n}");
        items.push(pod(owner, &name, &format!("n-{n}"), "any", ""));
    }
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let until = |seed: &str| {
        let why = ["why", &dump, &cluster, "--at", "1s", "--seed", seed];
        let told = answer(&[&why[..], &["pod/data/web-5d4f8c7b9d-x0"]].concat());
        has(&told, &[&format!("the order of seed {seed}, --seed shows another")]);
        told.lines().find(|line| line.starts_with("Until: ")).unwrap().to_owned()
    };
    let first = until("1");
    assert!(["2", "3", "4", "5", "6"].into_iter().any(|seed| until(seed) != first), "{first}");
}
