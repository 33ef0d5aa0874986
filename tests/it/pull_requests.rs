//! What a change does before it is merged: manifests, plans and scripts beside the dump of a cluster.

use crate::cli::{Folder, answer, code, err, has, nodetide};

const OLD: &str = "1.33.5-gke.1162000";
const NEW: &str = "1.34.1-gke.3971000";

/// Three nodes of `web` with a Pod of the StatefulSet `ledger` each, whose budget allows no disruption.
fn dump(folder: &Folder) -> String {
    let node = |n: u32| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"n-{n}","labels":{{"cloud.google.com/gke-nodepool":"web",
            "topology.kubernetes.io/zone":"europe-west1-b","node.kubernetes.io/instance-type":"e2-standard-4"}}}},
            "status":{{"allocatable":{{"cpu":"3920m","memory":"13Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v{OLD}"}},
            "conditions":[{{"type":"Ready","status":"True","lastHeartbeatTime":"2026-11-24T09:00:00Z"}}]}}}}"#
        )
    };
    let proxy = r#"{"name":"proxy","resources":{"requests":{"cpu":"100m"}}}"#;
    let pod = |n: u32| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"ledger-{n}","namespace":"shop","labels":{{"app":"ledger","mesh":"on"}},
            "ownerReferences":[{{"apiVersion":"apps/v1","kind":"StatefulSet","name":"ledger","controller":true}}]}},
            "spec":{{"nodeName":"n-{n}","terminationGracePeriodSeconds":60,"nodeSelector":{{"kubernetes.io/os":"linux"}},
            "containers":[{},{proxy}]}},
            "status":{{"phase":"Running","conditions":[{{"type":"Ready","status":"True"}}]}}}}"#,
            container("500m")
        )
    };
    let set = set(60, "500m").replace(
        r#""spec":{"replicas""#,
        r#""status":{"replicas":3,"readyReplicas":3,"observedGeneration":4},"spec":{"replicas""#,
    );
    let budget = r#"{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"ledger","namespace":"shop"},
        "spec":{"maxUnavailable":1,"selector":{"matchLabels":{"app":"ledger"}}}}"#;
    let mut items: Vec<String> = (0..3).flat_map(|n| [node(n), pod(n)]).collect();
    items.extend([set, budget.to_owned()]);
    let items = items.join(",");
    folder.write("dump.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#))
}

fn container(cpu: &str) -> String {
    format!(r#"{{"name":"ledger","resources":{{"requests":{{"cpu":"{cpu}","memory":"2Gi"}}}}}}"#)
}

fn set(grace: u32, cpu: &str) -> String {
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{{"name":"ledger","namespace":"shop"}},
        "spec":{{"replicas":3,"serviceName":"ledger","selector":{{"matchLabels":{{"app":"ledger"}}}},
        "template":{{"metadata":{{"labels":{{"app":"ledger"}}}},
        "spec":{{"terminationGracePeriodSeconds":{grace},"containers":[{}]}}}}}}}}"#,
        container(cpu)
    )
}

fn upgrade(folder: &Folder) -> String {
    folder.write(
        "upgrade.sh",
        &format!(
            "gcloud container clusters upgrade shop --node-pool web --cluster-version {NEW}\n"
        ),
    )
}

/// “The pull request only changes a grace period: may the upgrade run after it is merged?”
#[test]
fn pods_have_the_template_of_a_manifest_that_comes_with_their_dump() {
    let folder = Folder::new("pull-template");
    let (dump, upgrade) = (dump(&folder), upgrade(&folder));
    let run = |manifest: &str, format: &str| {
        nodetide(&["run", &dump, &upgrade, manifest, "--format", format, "--fail-on", "forced"])
    };
    let same = folder.write("same.json", &set(60, "0.5"));
    let output = run(&same, "brief");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!err(&output).contains("Pod template"), "{}", err(&output));
    let long = folder.write("long.json", &set(7200, "2"));
    let output = run(&long, "brief");
    assert_eq!(code(&output), 1, "{}", err(&output));
    has(
        err(&output),
        &["containers, terminationGracePeriodSeconds of ledger", "fail-on forced: 3 Pods"],
    );
    // What admission added to the Pods stays.
    let scenario = answer(&["export", &dump, &long, "--format", "scenario"]);
    has(&scenario, &[r#""proxy""#, r#""mesh": "on""#, r#""kubernetes.io/os""#, r#""cpu": "2""#]);
    // Pods alone don't say which template they are of.
    let text = std::fs::read_to_string(&dump).unwrap();
    let pods = folder.write(
        "pods.json",
        &text.replace(r#""kind":"StatefulSet","metadata""#, r#""kind":"Other","metadata""#),
    );
    has(
        err(&nodetide(&["run", &pods, &upgrade, &long, "--fail-on", "forced"])),
        &["fail-on forced: 3 Pods"],
    );
}
