//! What the answer says of a strategy, of names, and of work that is over: what a person needs beside the numbers.

use crate::cli::{Folder, answer, err, has, nodetide, out};

fn scenario(folder: &Folder, pool: &str, more: &str) -> String {
    folder.write(
        "scenario.json",
        &format!(
            r#"{{"version":1,"start":"2026-11-23T00:00:00Z","cluster":{{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.33.5-gke.1000"{more}}},
            "pools":[{{"name":"main","version":"1.32.9-gke.1000","initialNodeCount":3,{pool}}}],"script":[{{"at":"0s","do":"upgrade","pool":"main"}}]}}"#
        ),
    )
}

/// “How much quota does the green set need, how long does it soak, and until when can we go back?”
#[test]
fn a_blue_green_upgrade_is_told_with_its_quota_soak_and_way_back() {
    let folder = Folder::new("blue-green");
    let pool = r#""config":{"spot":true},"upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"3600s","standardRolloutPolicy":{"batchNodeCount":1}}}"#;
    let file = scenario(&folder, pool, r#","spareCapacityNodes":1"#);
    has(
        &answer(&["why", &file, "pool/main", "--at", "1h"]),
        &[
            "Change it: main BLUE_GREEN → SURGE with maxSurge 1 and maxUnavailable 0: the upgrade succeeds instead of failing",
            "Change it: quota for 1 → 3 more nodes: the upgrade succeeds instead of failing, node-hours +3.0",
        ],
    );
}

/// “Does our autoscaled blue-green upgrade fit into the window?” It begins in one, and goes on after it (AB-04).
#[test]
fn an_autoscaled_upgrade_outlasts_its_window() {
    let folder = Folder::new("autoscaled");
    let pool = r#""autoscaling":{"enabled":true,"maxNodeCount":5},"management":{"autoUpgrade":true},"upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}"#;
    let window =
        r#","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"01:00"}}}"#;
    let asked = std::fs::read_to_string(scenario(&folder, pool, window)).unwrap();
    let file =
        folder.write("due.json", &asked.replace(r#"{"at":"0s","do":"upgrade","pool":"main"}"#, ""));
    let told = nodetide(&["fit", &file]);
    has(out(&told), &["begins in one window and ends after it (UP-16)", "takes    3 d 16 s"]);
}

/// “Two teams have a `redis`: whose budget is it?”
#[test]
fn names_that_several_namespaces_have_stand_with_their_namespace() {
    let folder = Folder::new("namespaces");
    let workload = |space: &str, replicas: u32| {
        format!(
            r#"{{"kind":"Deployment","name":"redis","namespace":"{space}","replicas":{replicas},"labels":{{"app":"redis"}}}}"#
        )
    };
    let budget = |space: &str, limit: &str| {
        format!(
            r#"{{"name":"redis","namespace":"{space}",{limit},"selector":{{"matchLabels":{{"app":"redis"}}}}}}"#
        )
    };
    let (a, b) = (workload("a", 1), workload("b", 2));
    let budgets = [budget("b", r#""maxUnavailable":0"#), budget("a", r#""minAvailable":1"#)];
    let file = folder.write(
        "scenario.json",
        &format!(
            r#"{{"version":1,"pools":[{{"name":"main","initialNodeCount":3}}],"workloads":[{a},{b}],"budgets":[{}]}}"#,
            budgets.join(",")
        ),
    );
    has(
        out(&nodetide(&["check", &file])),
        &[
            "The budget “b/redis” never lets a Pod go",
            "The budget “a/redis” wants 1 of 1 Pod to stay",
        ],
    );
}

fn described(folder: &Folder) -> String {
    folder.write(
        "cluster.json",
        r#"{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","status":"RUNNING","createTime":"2026-11-20T00:00:00Z",
        "maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-01-03T01:00:00Z","endTime":"2026-01-03T07:00:00Z"},"recurrence":"FREQ=DAILY"},
            "maintenanceExclusions":{"freeze":{"startTime":"2026-11-23T00:00:00Z","endTime":"2026-11-28T00:00:00Z"}}}},
        "nodePools":[{"name":"main","version":"1.31.9-gke.100","status":"RUNNING","initialNodeCount":3,"podIpv4CidrSize":24,
            "config":{"machineType":"e2-standard-4"},"management":{"autoUpgrade":true},"upgradeSettings":{"maxSurge":1,"strategy":"SURGE"}}]}"#,
    )
}

/// “Which of these commands did we ask for, and what is in no file?”
#[test]
fn exports_mark_assumed_upgrades_and_list_what_has_no_argument() {
    let folder = Folder::new("assumed");
    let cluster = described(&folder);
    let assumed =
        "# This upgrade is assumed, as no command of the files asks for it: main to 1.32.9-gke.100";
    has(&answer(&["export", &cluster, "--format", "gcloud"]), &[assumed]);
    let terraform = answer(&["export", &cluster, "--format", "terraform"]);
    has(&terraform, &[assumed]);
    assert!(!terraform.contains("createTime"), "{terraform}");
    let brief = answer(&["run", &cluster, "--now", "2026-11-24T00:00:00Z", "--format", "brief"]);
    has(&brief, &["MAINTENANCE_EXCLUSION_NO_UPGRADES freeze"]);
}

/// “Terraform sets the version and blue-green in one apply: does blue-green cut the Pods?” It is set too late. (UP-09)
#[test]
fn an_upgrade_is_told_with_the_strategy_that_it_had() {
    let folder = Folder::new("strategy-set-later");
    let run = |script: &str| {
        let text = format!(
            r#"{{"version":1,"start":"2026-11-23T00:00:00Z","cluster":{{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.33.5-gke.1000"}},
            "pools":[{{"name":"main","version":"1.32.9-gke.1000","initialNodeCount":3,"upgradeSettings":{{"strategy":"SURGE","maxSurge":1,"maxUnavailable":0}}}}],"script":[{script}]}}"#
        );
        let file = folder.write("scenario.json", &text);
        let summary = answer(&["run", &file, "--format", "summary"]);
        (answer(&["run", &file, "--format", "brief"]), summary)
    };
    let set = |when: &str| {
        format!(
            r#"{{{when},"do":"set","pool":"main","upgradeSettings":{{"strategy":"BLUE_GREEN","blueGreenSettings":{{"nodePoolSoakDuration":"3600s","standardRolloutPolicy":{{"batchNodeCount":1}}}}}}}}"#
        )
    };
    let upgrade = |more: &str| format!(r#"{{"at":"0s","do":"upgrade","pool":"main"{more}}}"#);
    let later = set(r#""after":"pool/main""#);
    let (brief, summary) = run(&format!("{},{later}", upgrade("")));
    has(&brief, &["pool/main: succeeded, 3 of 3 nodes upgraded, ", " (SURGE)\n"]);
    assert!(!brief.contains("green") && !brief.contains("soak"), "{brief}");
    has(&summary, &[r#""strategy": "SURGE""#]);
    let before = set(r#""at":"0s""#);
    // A change that blue-green upgrades don't make.
    let (brief, _) = run(&format!("{before},{}", upgrade(r#","change":"imageStreaming""#)));
    has(&brief, &["pool/main: succeeded", " (SURGE)"]);
}

/// “What do batches of half the pool change?” (BG-11)
#[test]
fn a_comparison_keeps_the_soaks_that_it_does_not_give() {
    let folder = Folder::new("own-soaks");
    let pool = r#""upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"7200s","standardRolloutPolicy":{"batchNodeCount":1,"batchSoakDuration":"600s"}}}"#;
    let file = scenario(&folder, pool, "");
    let export = |with: &str| answer(&["export", &file, "--format", "gcloud", "--with", with]);
    has(
        &export("blue-green=batch:50%"),
        &["batch-percent=0.5,batch-soak-duration=600s", "--node-pool-soak-duration=7200s"],
    );
    has(
        &export("blue-green=soak:1h"),
        &["batch-node-count=1,batch-soak-duration=600s", "--node-pool-soak-duration=3600s"],
    );
}

/// “The plan raises the version and sets autoscaled blue-green: how does the upgrade run?” Terraform sets the strategy afterwards.
#[test]
fn a_strategy_that_is_set_after_the_upgrade_is_that_of_the_next() {
    let folder = Folder::new("set-later");
    let later = r#"{"after":"pool/main","do":"set","pool":"main","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}}"#;
    let upgrade = r#"{"at":"0s","do":"upgrade","pool":"main"}"#;
    let text = std::fs::read_to_string(scenario(
        &folder,
        r#""autoscaling":{"enabled":true,"minNodeCount":3,"maxNodeCount":5}"#,
        "",
    ))
    .unwrap();
    let set = folder.write("set.json", &text.replace(upgrade, &format!("{upgrade},{later}")));
    let told = nodetide(&["run", &set, "--format", "brief"]);
    has(out(&told), &["The upgrade succeeds", "3 of 3 nodes upgraded", "(SURGE)"]);
    // AB-24: another image starts an upgrade of this kind, too.
    let again = r#"{"after":"pool/main","do":"upgrade","pool":"main","config":{"imageType":"UBUNTU_CONTAINERD"}}"#;
    let again =
        folder.write("again.json", &text.replace(upgrade, &format!("{upgrade},{later},{again}")));
    has(out(&nodetide(&["run", &again, "--format", "brief"])), &["(AUTOSCALED_BLUE_GREEN)"]);
}

/// “Our autoscaled blue-green pool is due: what happens?”
#[test]
fn an_autoscaled_pool_that_is_due_is_upgraded_like_others() {
    let folder = Folder::new("due-autoscaled");
    let text = r#"{"name":"c","location":"europe-west4-a","currentMasterVersion":"1.34.1-gke.100","status":"RUNNING","nodePools":[
        {"name":"training","version":"1.33.5-gke.100","initialNodeCount":2,"config":{"machineType":"e2-standard-4"},"autoscaling":{"enabled":true,"maxNodeCount":4},"management":{"autoUpgrade":true},
         "upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{"waitForDrainDuration":"259200s"}}}},
        {"name":"general","version":"1.34.1-gke.100","initialNodeCount":2,"config":{"machineType":"e2-standard-4"},"management":{"autoUpgrade":true}}]}"#;
    let file = folder.write("cluster.json", text);
    has(
        &answer(&["run", &file, "--format", "brief"]),
        &["The upgrade succeeds", "pool/training: succeeded", "(AUTOSCALED_BLUE_GREEN)"],
    );
}

/// A blue-green pool of game servers that a budget protects, and of an ingress that a DaemonSet runs.
fn games(folder: &Folder) -> [String; 2] {
    let node = |name: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"games","topology.kubernetes.io/zone":"us-east1-b"}}}},
            "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.31.9-gke.100"}},"conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
        )
    };
    let pod = |name: &str, node: &str, owner: &str, spec: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"games","creationTimestamp":"2026-11-23T07:00:00Z","labels":{{"app":"{owner}"}},
            "ownerReferences":[{{"kind":"{owner}","name":"{name}","controller":true}}]}},
            "spec":{{"nodeName":"{node}",{spec}"containers":[{{"name":"c","ports":[{{"containerPort":80,"hostPort":{port}}}]}}]}},
            "status":{{"phase":"Running","conditions":[{{"type":"Ready","status":"True"}}]}}}}"#,
            port = if owner == "DaemonSet" { 80 } else { 7000 },
        )
        .replace(r#""kind":"DaemonSet","name":"edge-0""#, r#""kind":"DaemonSet","name":"edge""#)
        .replace(r#""kind":"DaemonSet","name":"edge-1""#, r#""kind":"DaemonSet","name":"edge""#)
    };
    let game = r#""terminationGracePeriodSeconds":10800,"#;
    let edge = r#""terminationGracePeriodSeconds":300,"#;
    let daemons = r#"{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"edge","namespace":"games"},"spec":{"selector":{"matchLabels":{"app":"DaemonSet"}},
        "template":{"metadata":{"labels":{"app":"DaemonSet"}},"spec":{"terminationGracePeriodSeconds":300,"containers":[{"name":"c","ports":[{"containerPort":80,"hostPort":80}]}]}}}}"#;
    let budget = |app: &str, limit: &str| {
        format!(
            r#"{{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{{"name":"{app}","namespace":"games"}},"spec":{{{limit},"selector":{{"matchLabels":{{"app":"{app}"}}}}}}}}"#
        )
    };
    let items = [
        node("n-0"),
        node("n-1"),
        pod("fleet-a", "n-0", "GameServer", game),
        pod("fleet-b", "n-1", "GameServer", game),
        daemons.to_owned(),
        pod("edge-0", "n-0", "DaemonSet", edge),
        pod("edge-1", "n-1", "DaemonSet", edge),
        budget("GameServer", r#""maxUnavailable":"0%""#),
        budget("DaemonSet", r#""maxUnavailable":1"#),
    ];
    let items = items.join(",");
    let dump = format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#);
    let cluster = r#"{"name":"c","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","status":"RUNNING","nodePools":[{"name":"games","version":"1.31.9-gke.100",
        "initialNodeCount":2,"config":{"machineType":"e2-standard-4"},"upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"10800s","standardRolloutPolicy":{"batchNodeCount":1}}}}]}"#;
    [folder.write("dump.json", &dump), folder.write("cluster.json", cluster)]
}

/// “What happens to sessions?” Owners of other kinds may create others, and no offer shortens the soak in which they end.
#[test]
fn game_servers_may_be_made_again_and_keep_their_time_to_end() {
    let folder = Folder::new("game-servers");
    let [dump, cluster] = games(&folder);
    let brief = answer(&["run", &dump, &cluster, "--format", "brief"]);
    has(&brief, &["  2 Pods are lost unless their owners recreate them\n"]);
    assert!(!brief.contains("no controller recreates"), "{brief}");
    let why = answer(&["why", &dump, &cluster, "pool/games", "--at", "30m"]);
    has(&why, &["limit: maxUnavailable 0%", "Tried: "]);
    assert!(!why.contains("3 h → 1 h 30 min") && !why.contains("batch 1 → 2"), "{why}");
    let lost = nodetide(&["run", &dump, &cluster, "--fail-on", "lost"]);
    has(err(&lost), &["2 Pods were lost, unless their owners create others, which isn't known"]);
}

/// “Do the ingress Pods drain for their 300 s?” Those of a DaemonSet go with their nodes (KD-11, KT-16).
#[test]
fn pods_of_a_daemon_set_that_serves_go_with_their_nodes_and_each_answer_says_so() {
    let folder = Folder::new("ingress-daemons");
    let [dump, cluster] = games(&folder);
    has(
        &answer(&["check", &dump, &cluster]),
        &[
            "1 DaemonSet has host ports or a long grace period, and no drain evicts such Pods: ",
            "preStop: edge.",
        ],
    );
    let why = answer(&["why", &dump, &cluster, "workload/games/edge"]);
    has(
        &why,
        &[
            "it goes with the node, without its grace period of 5 min and without preStop. (KD-11 KT-16 AM-73)",
            "disruptionsAllowed: 0, which holds nothing back: a drain doesn't evict these Pods",
        ],
    );
    assert!(!why.contains("can't be computed"), "{why}");
}
