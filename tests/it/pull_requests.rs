//! What a change does before it is merged: manifests, plans and scripts beside the dump of a cluster.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

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

/// “The pull request changes a manifest.” What the cluster has is used beside it, in any order of files.
#[test]
fn a_manifest_beside_the_dump_changes_no_pod() {
    let folder = Folder::new("pull-template");
    let dump = dump(&folder);
    let long = folder.write("long.json", &set(7200, "2"));
    let alone = answer(&["export", &dump, "--format", "scenario"]);
    for files in [[&*dump, &*long], [&*long, &*dump]] {
        let both = ["export", files[0], files[1], "--format", "scenario"];
        assert_eq!(answer(&both), alone);
        has(err(&nodetide(&["import", files[0], files[1]])), &["given more than once"]);
    }
}

/// A plan that changes the node configuration of `web`.
fn plan(folder: &Folder, name: &str, before: &str, after: &str) -> String {
    let cluster = format!(
        r#"{{"name":"shop","location":"europe-west1-b","min_master_version":"{OLD}","master_version":"{OLD}"}}"#
    );
    let pool = |config: &str| {
        format!(
            r#"{{"name":"web","cluster":"shop","location":"europe-west1-b","node_count":3,"version":"{OLD}",
            "upgrade_settings":[{{"max_surge":1,"max_unavailable":0}}],
            "node_config":[{{"machine_type":"e2-standard-4"{config}}}]}}"#
        )
    };
    let resource = |kind: &str, name: &str, values: &str| {
        format!(
            r#"{{"address":"{kind}.{name}","mode":"managed","type":"{kind}","name":"{name}","values":{values}}}"#
        )
    };
    let change = |kind: &str, name: &str, action: &str, before: &str, after: &str| {
        format!(
            r#"{{"address":"{kind}.{name}","type":"{kind}","name":"{name}","change":{{"actions":[{action}],"before":{before},"after":{after}}}}}"#
        )
    };
    let (clusters, pools) = ("google_container_cluster", "google_container_node_pool");
    folder.write(
        &format!("{name}.json"),
        &format!(
            r#"{{"format_version":"1.2","planned_values":{{"root_module":{{"resources":[{},{}]}}}},"resource_changes":[{},{}]}}"#,
            resource(clusters, "shop", &cluster),
            resource(pools, "web", &pool(after)),
            change(clusters, "shop", r#""no-op""#, &cluster, &cluster),
            change(pools, "web", r#""update""#, &pool(before), &pool(after)),
        ),
    )
}

/// “Which of these changes recreates my nodes?”
#[test]
fn changes_that_recreate_nodes_are_upgrades_of_the_run() {
    let folder = Folder::new("pull-recreates");
    let dump = dump(&folder);
    for (name, before, after) in [
        ("imageStreaming", "", r#","gcfs_config":[{"enabled":true}]"#),
        ("gvnic", r#","gvnic":[{"enabled":true}]"#, r#","gvnic":[{"enabled":false}]"#),
        (
            "nodeSystemConfig",
            "",
            r#","linux_node_config":[{"sysctls":{"net.core.somaxconn":"4096"}}]"#,
        ),
        ("nodeSystemConfig", "", r#","kubelet_config":[{"cpu_manager_policy":"static"}]"#),
        ("confidentialNodes", "", r#","confidential_nodes":[{"enabled":true}]"#),
    ] {
        let plan = plan(&folder, name, before, after);
        let output = nodetide(&["run", &dump, &plan, "--format", "brief"]);
        has(out(&output), &["The upgrade succeeds: 3 nodes of web.", "3 nodes upgraded"]);
        let said = format!("at the start: web ({name})");
        has(err(&nodetide(&["import", &dump, &plan])), &[&said]);
    }
    let off = r#","gvnic":[{"enabled":false}]"#;
    let same = plan(&folder, "same", "", off);
    let told = nodetide(&["import", &dump, &same]);
    assert!(!err(&told).contains("difference of the configuration"), "{}", err(&told));
    for (flags, change) in [
        ("--enable-gvnic", "gvnic"),
        ("--no-enable-image-streaming", "imageStreaming"),
        ("--system-config-from-file sys.yaml", "nodeSystemConfig"),
        ("--machine-type=e2-standard-8", "e2-standard-8"),
    ] {
        let script = folder.write(
            "update.sh",
            &format!("gcloud container node-pools update web --cluster shop {flags}\n"),
        );
        let scenario = answer(&["export", &dump, &script, "--format", "scenario"]);
        let scenario: serde_json::Value = serde_json::from_str(&scenario).unwrap();
        let upgrades = scenario["script"].as_array().unwrap();
        assert_eq!(upgrades.len(), 1, "{flags}");
        has(&upgrades[0].to_string(), &[r#""do":"upgrade""#, change]);
    }
}

/// “It only changes labels: does anything happen to my Pods?”
#[test]
fn labels_of_a_plan_recreate_no_node() {
    let folder = Folder::new("pull-labels");
    let dump = dump(&folder);
    let plan = plan(&folder, "labels", "", r#","labels":{"team":"shop"}"#);
    let output = nodetide(&["import", &dump, &plan]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    has(
        err(&output),
        &[
            "1 setting that the configuration changes in place, which recreates no node (UP-08); the run keeps what the nodes have: labels of web",
        ],
    );
}

/// “The pull request removes the maintenance window.”
#[test]
fn a_plan_that_removes_the_policy_leaves_no_window() {
    let folder = Folder::new("pull-window");
    let cluster = |policy: &str| {
        format!(
            r#"{{"name":"shop","location":"europe-west1-b","master_version":"{OLD}","maintenance_policy":[{policy}]}}"#
        )
    };
    let daily = r#"{"daily_maintenance_window":[{"start_time":"03:00"}]}"#;
    let plan = |after: &str| {
        let (kind, before, after) = ("google_container_cluster", cluster(daily), cluster(after));
        folder.write(
            "plan.json",
            &format!(
                r#"{{"format_version":"1.2","planned_values":{{"root_module":{{"resources":[
                {{"address":"{kind}.shop","mode":"managed","type":"{kind}","name":"shop","values":{after}}}]}}}},
                "resource_changes":[{{"address":"{kind}.shop","type":"{kind}","name":"shop","change":{{"actions":["update"],"before":{before},"after":{after}}}}}]}}"#
            ),
        )
    };
    let window =
        |plan: &str| out(&nodetide(&["window", plan, "--now", "2026-11-24T09:00:00Z"])).to_owned();
    has(&window(&plan(daily)), &["every day"]);
    has(&window(&plan("")), &["Open at any time: no maintenance window is configured."]);
}

/// “The plan deletes the pool.”
#[test]
fn a_deleted_pool_is_named_with_its_pods() {
    let folder = Folder::new("pull-deleted");
    let dump = dump(&folder);
    let plan = plan(&folder, "deleted", "", "");
    let text = std::fs::read_to_string(&plan).unwrap();
    let at = text.rfind(r#"["update"]"#).unwrap();
    let text = format!("{}{}{}", &text[..at], r#"["delete"]"#, &text[at + r#"["update"]"#.len()..]);
    let plan = folder.write("deleted.json", &text);
    let brief = answer(&["run", &dump, &plan, "--format", "brief"]);
    has(
        &brief,
        &["Not simulated: ", "deletion of web with Pods of shop/ledger (3) (here it stays"],
    );
}

/// “Which command recreates nodes of all pools?”
#[test]
fn a_change_of_the_cluster_recreates_the_nodes_of_all_pools_with_one_command() {
    let folder = Folder::new("pull-cluster");
    let script = folder.write(
        "update.sh",
        "gcloud container node-pools create a --cluster shop --zone europe-west1-b --num-nodes 1\n\
         gcloud container node-pools create b --cluster shop --zone europe-west1-b --num-nodes 1\n\
         gcloud container clusters update shop --zone europe-west1-b --enable-network-policy\n",
    );
    has(
        &answer(&["run", &script, "--format", "brief"]),
        &["pool/a: succeeded, 1 of 1 node", "pool/b: succeeded, 1 of 1 node"],
    );
    let commands = answer(&["export", &script, "--format", "gcloud"]);
    has(&commands, &["The same command recreates the nodes of “b”."]);
    assert_eq!(commands.matches("--enable-network-policy").count(), 1);
}

/// A plan that updates or replaces the pool `web`.
fn planned(folder: &Folder, actions: &str, unknown: &str) -> String {
    let values = |version: &str| {
        format!(
            r#"{{"name":"web","cluster":"shop","location":"europe-west1-b"{version},"node_config":[{{"machine_type":"e2-standard-4"}}]}}"#
        )
    };
    let (before, after) = (values(&format!(r#","version":"{OLD}""#)), values(""));
    folder.write(
        "plan.json",
        &format!(
            r#"{{"format_version":"1.2","planned_values":{{"root_module":{{"resources":[{{"address":"google_container_node_pool.web","mode":"managed",
            "type":"google_container_node_pool","name":"web","values":{after}}}]}}}},
            "resource_changes":[{{"address":"google_container_node_pool.web","type":"google_container_node_pool","name":"web",
            "change":{{"actions":{actions},"before":{before},"after":{after},"after_unknown":{unknown}}}}}]}}"#
        ),
    )
}

/// “The version comes from a data source: what does the plan do?”
#[test]
fn a_version_that_is_known_only_after_apply_is_left_out_by_name() {
    let folder = Folder::new("pull-unknown");
    let dump = dump(&folder);
    let plan = planned(&folder, r#"["update"]"#, r#"{"version":true}"#);
    let output = nodetide(&["run", &dump, &plan]);
    let said = "version of google_container_node_pool.web, known only after apply: plan with a fixed version";
    has(out(&output), &[said]);
}

/// “The plan says: must be replaced.”
#[test]
fn a_replaced_pool_is_named_with_its_pods() {
    let folder = Folder::new("pull-replaced");
    let dump = dump(&folder);
    let plan = planned(&folder, r#"["delete","create"]"#, "{}");
    let said =
        "replacement of web, which deletes it with Pods of shop/ledger (3) and creates it again";
    has(&answer(&["run", &dump, &plan, "--format", "brief"]), &["Not simulated: ", said]);
    has(&answer(&["check", &dump, &plan]), &["Not simulated: ", said]);
}

/// “The script looks at the cluster, and installs a chart.”
#[test]
fn commands_that_only_read_are_not_left_out_and_charts_are() {
    let folder = Folder::new("pull-helm");
    let (dump, upgrade) = (dump(&folder), upgrade(&folder));
    let run = |first: &str| {
        let text = format!("{first}\n{}", std::fs::read_to_string(&upgrade).unwrap());
        let script = folder.write("script.sh", &text);
        let args = ["run", &dump, &script, "--format", "brief"];
        let output = nodetide(&args);
        (code(&output), err(&output).to_owned() + out(&output))
    };
    let read = run("kubectl -n pay get pdb ledger\nkubectl --context prod get nodes");
    assert_eq!(read.0, 0, "{}", read.1);
    assert!(!read.1.contains("Not simulated"), "{}", read.1);
    let chart = run("helm upgrade shop charts/shop --set pdb.minAvailable=1");
    has(&chart.1, &["line 1: helm upgrade shop charts/shop"]);
}
