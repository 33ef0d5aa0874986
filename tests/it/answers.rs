//! Questions that people ask, each answered by at most three commands.

use crate::cli::{Folder, code, err, nodetide, out};

/// The answer of a command to a question, in words.
#[track_caller]
fn says(args: &[&str], words: &[&str]) -> String {
    let output = nodetide(args);
    let text = format!("{}{}", out(&output), err(&output));
    assert!(code(&output) < 2, "{args:?}: {text}");
    crate::cli::has(&text, words);
    text
}

/// When each of the lines comes first.
#[track_caller]
fn in_order(text: &str, lines: &[&str]) {
    let places: Vec<usize> = lines
        .iter()
        .map(|line| text.find(line).unwrap_or_else(|| panic!("no {line:?} in {text}")))
        .collect();
    assert!(places.is_sorted(), "{lines:?}: {text}");
}

/// “Plan 1.32 to 1.33: what happens when, with these commands?”
#[test]
fn a_pasted_plan_is_carried_out_one_command_after_the_other() {
    let folder = Folder::new("plan");
    let plan = folder.write(
        "plan.sh",
        "gcloud container clusters create prod --zone us-central1-a --release-channel regular --cluster-version 1.32.9-gke.1000000 --num-nodes 2 --machine-type e2-standard-8\n\
         gcloud container node-pools create highmem --cluster prod --zone us-central1-a --machine-type n2-highmem-8 --num-nodes 2\n\
         gcloud container clusters upgrade prod --zone us-central1-a --master --cluster-version 1.33\n\
         gcloud container clusters upgrade prod --zone us-central1-a --node-pool default-pool --cluster-version 1.33\n\
         gcloud container clusters upgrade prod --zone us-central1-a --node-pool highmem\n",
    );
    let story = says(&["run", &plan, "--only", "cluster,pool"], &[]);
    in_order(
        &story,
        &[
            "The control plane runs the new version",
            "pool/default-pool: The upgrade to 1.33",
            "pool/default-pool: Every node has the target",
            "pool/highmem: The upgrade to 1.33",
            "pool/highmem: Every node has the target",
        ],
    );
    says(
        &["run", &plan, "--format", "brief"],
        &[
            "The upgrade succeeds: 4 nodes of default-pool and highmem.",
            "pool/highmem: succeeded, 2 of 2 nodes",
        ],
    );
}

/// A cluster in the middle of an upgrade: two of three nodes are old, and a budget never lets its Pod go.
fn stuck_cluster(folder: &Folder) -> [String; 2] {
    let node = |name: &str, version: &str, more: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"main-pool","topology.kubernetes.io/zone":"us-east1-b"}}}},
            "spec":{{{more}}},"status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v{version}"}},"conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
        )
    };
    let nodes = [
        node("new-0", "1.32.9-gke.100", ""),
        node("old-0", "1.31.9-gke.100", r#""unschedulable":true"#),
        node("old-1", "1.31.9-gke.100", ""),
    ];
    let pod = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"redis-0","namespace":"data","labels":{"app":"redis"},
        "ownerReferences":[{"apiVersion":"apps/v1","kind":"StatefulSet","name":"redis","controller":true}]},
        "spec":{"nodeName":"old-0","containers":[{"name":"c","resources":{"requests":{"cpu":"100m"}}}]},
        "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}"#;
    let set = r#"{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"redis","namespace":"data"},
        "spec":{"replicas":1,"selector":{"matchLabels":{"app":"redis"}},"template":{"metadata":{"labels":{"app":"redis"}},
        "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"100m"}}}]}}},"status":{"replicas":1,"readyReplicas":1}}"#;
    let budget = r#"{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"redis-pdb","namespace":"data"},
        "spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"redis"}}}}"#;
    let items = [nodes.join(","), pod.to_owned(), set.to_owned(), budget.to_owned()].join(",");
    let dump = folder
        .write("dump.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#));
    let cluster = folder.write(
        "cluster.json",
        r#"{"name":"prod","location":"us-east1","currentMasterVersion":"1.32.9-gke.100","status":"RECONCILING",
        "nodePools":[{"name":"main-pool","version":"1.32.9-gke.100","status":"RECONCILING","initialNodeCount":3,
        "locations":["us-east1-b"],"config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":1,"strategy":"SURGE"}}]}"#,
    );
    [dump, cluster]
}

/// “It has been stuck for two hours: what holds it up, until when, and what can I do?”
#[test]
fn an_upgrade_that_is_stuck_now_is_resumed_and_names_what_holds_it_up() {
    let folder = Folder::new("stuck");
    let [dump, cluster] = stuck_cluster(&folder);
    says(
        &["run", &dump, &cluster, "--format", "brief"],
        &["1 upgrade under way", "workload/data/redis: fewest ready 0 of 1"],
    );
    says(
        &["why", &dump, &cluster, "--at", "30m", "pod/data/redis-0"],
        &["redis-pdb", "Until: ", "disruptionsAllowed"],
    );
    let failed = nodetide(&["run", &dump, &cluster, "--fail-on", "forced,stuck"]);
    assert_eq!(code(&failed), 1, "{}", err(&failed));
    let said = err(&failed);
    assert!(
        said.contains("fail-on forced: ") && said.contains("first pod/data/redis-0: "),
        "{said}"
    );
}

const CASSANDRA: &str = r#"{"version":1,"name":"cassandra","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
    "pools":[{"name":"cass","version":"1.32.9-gke.100","initialNodeCount":3,"config":{"machineType":"e2-standard-4"}}],
    "workloads":[{"kind":"StatefulSet","name":"cassandra","replicas":3,"requests":{"cpu":"3"},"labels":{"app":"c"},
        "terminationGracePeriodSeconds":1800,"assumptions":{"shutdown":"10m","ready":"5m"}}],
    "budgets":[{"name":"cassandra","selector":{"matchLabels":{"app":"c"}},"maxUnavailable":1}],
    "script":[{"at":"0s","do":"upgrade","pool":"cass"}]}"#;

/// “Cassandra: surge or blue-green?”
#[test]
fn surge_and_blue_green_stand_beside_each_other() {
    let folder = Folder::new("cassandra");
    let file = folder.write("s.json", CASSANDRA);
    let table = says(
        &["compare", &file, "--with", "blue-green=batch:1,soak:10m"],
        &["as is", "duration", "most nodes"],
    );
    let nodes = table.lines().find(|line| line.starts_with("most nodes")).unwrap();
    assert_eq!(nodes.split_whitespace().collect::<Vec<_>>(), ["most", "nodes", "4", "6"]);
    // “And with a grace that is too short?” A SIGKILL is counted.
    let killed = says(
        &["compare", &file, "--with", "/workloads/0/terminationGracePeriodSeconds=60"],
        &["killed after grace"],
    );
    let killed = killed.lines().find(|line| line.starts_with("killed")).unwrap();
    assert!(killed.ends_with('3'), "{killed}");
}

/// “We have jobs of many hours: what does the upgrade do to them?”
#[test]
fn a_job_that_fails_is_told_first_and_soaks_are_compared() {
    let folder = Folder::new("jobs");
    let file = folder.write(
        "jobs.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
        "pools":[{"name":"batch","version":"1.32.9-gke.100","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],
        "workloads":[{"kind":"Job","name":"render","replicas":2,"parallelism":2,"completions":2,"backoffLimit":0,"requests":{"cpu":"3"},
            "terminationGracePeriodSeconds":57600}],
        "script":[{"at":"0s","do":"upgrade","pool":"batch"}]}"#,
    );
    says(
        &["run", &file, "--format", "brief"],
        &["Finishes, but 1 Job fails", "workload/render: the Job failed at +"],
    );
    let failed = nodetide(&["run", &file, "--fail-on", "forced", "--format", "summary"]);
    assert_eq!(code(&failed), 1);
}

/// “How much of the work of our jobs is lost?”
#[test]
fn hours_of_work_that_an_upgrade_loses_are_told() {
    let folder = Folder::new("work");
    let file = folder.write(
        "work.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
        "pools":[{"name":"batch","version":"1.32.9-gke.100","initialNodeCount":1,"config":{"machineType":"e2-standard-4"}}],
        "workloads":[{"kind":"Job","name":"render","parallelism":1,"completions":1,"requests":{"cpu":"3"},
            "terminationGracePeriodSeconds":600,"assumptions":{"work":"12h"}}],
        "script":[{"at":"8h","do":"upgrade","pool":"batch"}]}"#,
    );
    says(
        &["run", &file, "--format", "brief"],
        &["Finishes, but 8 h 13 min of work is lost", "workload/render: 8 h 13 min of work lost"],
    );
    says(&["why", &file, "pod/render-0", "--at", "10h"], &["work lost: 8 h 13 min 1 s"]);
    says(
        &["compare", &file, "--with", "/workloads/0/assumptions/checkpoint=1h"],
        &["work lost", "8 h 13 min 1 s  13 min 1 s"],
    );
}

/// “The quota is used up: now what?”
#[test]
fn a_stuck_upgrade_says_what_it_waits_for_and_what_helps() {
    let folder = Folder::new("quota");
    let file = folder.write(
        "quota.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","spareCapacityNodes":0},
        "pools":[{"name":"main","version":"1.31.9-gke.100","initialNodeCount":3,"config":{"machineType":"e2-standard-4"}}],
        "workloads":[{"kind":"Deployment","name":"web","replicas":4,"requests":{"cpu":"500m"}}],
        "script":[{"at":"0s","do":"upgrade","pool":"main"}]}"#,
    );
    says(
        &["run", &file, "--format", "brief", "--fail-on", "stuck"],
        &[
            "The upgrade gets stuck with 0 of 3 nodes upgraded.",
            "fail-on stuck: ",
            "no capacity available",
        ],
    );
    says(&["compare", &file, "--with", "surge=0+1"], &["stuck", "succeeded"]);
}

/// “How often is each Pod moved?”
#[test]
fn moves_are_counted_and_those_to_nodes_that_are_drained_later() {
    let folder = Folder::new("moves");
    let file = folder.write(
        "moves.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100"},
        "pools":[{"name":"main","version":"1.31.9-gke.100","initialNodeCount":4,"config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":0,"maxUnavailable":1}}],
        "workloads":[{"kind":"Deployment","name":"web","replicas":8,"requests":{"cpu":"500m"}}],
        "script":[{"at":"0s","do":"upgrade","pool":"main"}]}"#,
    );
    let summary = says(&["run", &file, "--format", "summary"], &["\"moves\": "]);
    assert!(!summary.contains("\"moved_again\": 0,"), "{summary}");
}

/// “Which of our PDBs block an upgrade?”
#[test]
fn budgets_that_never_let_a_pod_go_are_found_in_manifests() {
    let folder = Folder::new("pdbs");
    let app = |name: &str, budget: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}}}\nspec:\n  replicas: 3\n  selector: {{matchLabels: {{app: {name}}}}}\n  template:\n    metadata: {{labels: {{app: {name}}}}}\n    spec: {{containers: [{{name: c}}]}}\n---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {{name: {name}}}\nspec:\n  selector: {{matchLabels: {{app: {name}}}}}\n  {budget}\n---\n"
        )
    };
    let file = folder.write(
        "pdbs.yaml",
        &(app("service-a", "minAvailable: 100%") + &app("service-c", "maxUnavailable: 1")),
    );
    let found = nodetide(&["check", &file]);
    assert_eq!(code(&found), 0, "{}", err(&found));
    assert!(out(&found).contains("The budget “service-a” never lets a Pod go"), "{}", out(&found));
    assert!(!out(&found).contains("service-c"), "{}", out(&found));
}

/// “On which date will our nodes be upgraded?”
#[test]
fn the_date_of_an_automatic_upgrade_counts_the_last_disruption() {
    let folder = Folder::new("date");
    let file = folder.write(
        "when.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","until":"300d","cluster":{"location":"us-east1","locations":["us-east1-b","us-east1-c"],
        "currentMasterVersion":"1.32.4-gke.1000000","releaseChannel":{"channel":"REGULAR"},
        "maintenancePolicy":{"disruptionBudget":{"minorVersionDisruptionInterval":"2592000s","lastMinorVersionDisruptionTime":"2026-02-14T07:00:00Z"},
            "window":{"recurringWindow":{"window":{"startTime":"2026-03-07T06:00:00Z","endTime":"2026-03-07T18:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}}}},
        "pools":[{"name":"web","version":"1.32.4-gke.1000000","initialNodeCount":4,"management":{"autoUpgrade":true}}],
        "script":[{"at":"2026-03-10T00:00:00Z","do":"target","version":"1.33.5-gke.1000000"}]}"#,
    );
    // 30 days after the 14th of February is Monday, the 16th of March: the window after that is on Saturday.
    says(&["run", &file, "--format", "brief"], &["Started Saturday 2026-03-21T0"]);
    says(&["fit", &file], &["pool/web to 1.33.5-gke.1000000: fits into one window"]);
}

/// “Four pools, two of GPU nodes with reserved machines: does it fit into the weekend?”
#[test]
fn pools_that_go_one_after_another_are_fitted_into_windows() {
    let folder = Folder::new("weekend");
    let pool = |name: &str, machine: &str, more: &str| {
        format!(
            "resource \"google_container_node_pool\" \"{name}\" {{\n  name = \"{name}\"\n  cluster = google_container_cluster.big.name\n  node_count = 12\n  version = \"1.31.9-gke.1000000\"\n  management {{\n    auto_upgrade = true\n  }}\n  node_config {{\n    machine_type = \"{machine}\"\n{more}  }}\n}}\n"
        )
    };
    let reserved = "    reservation_affinity {\n      consume_reservation_type = \"SPECIFIC_RESERVATION\"\n      key = \"compute.googleapis.com/reservation-name\"\n      values = [\"gpus\"]\n    }\n";
    let cluster = "resource \"google_container_cluster\" \"big\" {\n  name = \"big\"\n  location = \"us-central1-a\"\n  min_master_version = \"1.32.9-gke.1000000\"\n  maintenance_policy {\n    recurring_window {\n      start_time = \"2026-03-07T01:00:00Z\"\n      end_time = \"2026-03-07T09:00:00Z\"\n      recurrence = \"FREQ=WEEKLY;BYDAY=SA,SU\"\n    }\n  }\n}\n";
    let text = [
        cluster.to_owned(),
        pool("cpu", "n2-standard-8", ""),
        pool("gpu", "a2-highgpu-1g", reserved),
    ];
    let file = folder.write("big.tf", &text.concat());
    // Without it a run starts now, which may be inside a window.
    let start = ["--start", "2026-03-02T00:00:00Z"];
    let fits = nodetide(&["fit", &file, start[0], start[1]]);
    assert_eq!(code(&fits), 1, "{}", err(&fits));
    let fits = out(&fits);
    in_order(
        fits,
        &[
            "pool/cpu to 1.32.9-gke.1000000: fits into one window",
            "pool/gpu to 1.32.9-gke.1000000: does not end",
            "fits with maxSurge 0, maxUnavailable 1",
            "all in their order: does not end",
        ],
    );
    let held = "pool/gpu to the end of the run: ";
    says(
        &["run", &file, "--format", "brief", start[0], start[1]],
        &["The upgrade gets stuck with 12 of 24 nodes upgraded.", held, "No VM for its surge node"],
    );
    let table = says(&["compare", &file, "--with", "surge=0+1", start[0], start[1]], &["windows"]);
    let outcome = table.lines().find(|line| line.starts_with("outcome")).unwrap();
    assert!(outcome.ends_with("succeeded"), "{table}");
}

/// “Do Spot nodes get surge nodes, and does the upgrade wait for them?”
#[test]
fn spot_nodes_are_replaced_without_waiting() {
    let folder = Folder::new("spot");
    let plan = folder.write(
        "spot.sh",
        "gcloud container clusters create prod --zone us-central1-a --cluster-version 1.32.9-gke.1000000 --num-nodes 1\n\
         gcloud container node-pools create spot --cluster prod --zone us-central1-a --spot --num-nodes 3 --machine-type e2-standard-4 --node-version 1.31.9-gke.1000000\n\
         gcloud container clusters upgrade prod --zone us-central1-a --node-pool spot\n",
    );
    let story = says(&["run", &plan, "--only", "node"], &["which is a Spot VM"]);
    let row = story.lines().find(|line| line.contains("which is a Spot VM")).unwrap();
    let no = row.split_whitespace().next().unwrap().trim_end_matches('.');
    says(&["why", &plan, &format!("record/{no}")], &["SU-17"]);
}

/// “8 of 20 nodes were upgraded, then it failed: can we go back, and what does the retry need?”
#[test]
fn an_upgrade_that_failed_halfway_is_resumed_or_rolled_back() {
    let folder = Folder::new("halfway");
    let node = |name: &str, version: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"main","topology.kubernetes.io/zone":"us-east1-b"}}}},
            "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v{version}"}},"conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
        )
    };
    let nodes: Vec<String> = (0..5)
        .map(|n| node(&format!("n-{n}"), if n < 2 { "1.32.9-gke.100" } else { "1.31.9-gke.100" }))
        .collect();
    let dump = folder.write(
        "dump.json",
        &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{}]}}"#, nodes.join(",")),
    );
    let cluster = folder.write(
        "cluster.json",
        r#"{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","status":"RUNNING",
        "nodePools":[{"name":"main","version":"1.31.9-gke.100","status":"RUNNING_WITH_ERROR","initialNodeCount":5,
        "conditions":[{"code":"GCE_QUOTA_EXCEEDED","message":"Insufficient regional quota to satisfy request: CPUS"}],
        "config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":1,"strategy":"SURGE"}}]}"#,
    );
    says(
        &["run", &dump, &cluster, "--format", "brief"],
        &["quota exceeded", "2 of 5 nodes are done", "No VM for its surge node"],
    );
    let retry = says(&["compare", &dump, &cluster, "--with", "surge=0+1"], &["outcome"]);
    assert!(
        retry.lines().any(|line| line.starts_with("outcome") && line.ends_with("succeeded")),
        "{retry}"
    );
    let book = says(&["export", &dump, &cluster, "--format", "runbook"], &["rollback"]);
    assert!(book.contains("gcloud container node-pools rollback main"), "{book}");
}

/// “Weekends only, no upgrades in the quarter's freezes and in the audit: is it allowed, and what do we set?”
#[test]
fn freezes_are_judged_and_can_be_taken_away() {
    let folder = Folder::new("freezes");
    let update = "gcloud container clusters update prod-1 --region us-east1 ";
    let freeze = |name: &str, from: &str, to: &str| {
        format!(
            "{update}--add-maintenance-exclusion-name {name} --add-maintenance-exclusion-start {from}T00:00:00Z --add-maintenance-exclusion-end {to}T00:00:00Z --add-maintenance-exclusion-scope no_upgrades\n"
        )
    };
    let text = [
        format!(
            "{update}--maintenance-window-start 2026-01-03T06:00:00Z --maintenance-window-end 2026-01-03T18:00:00Z --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA,SU'\n"
        ),
        freeze("q1-freeze", "2026-03-16", "2026-04-06"),
        freeze("q2-freeze", "2026-06-15", "2026-07-06"),
        freeze("q3-freeze", "2026-09-14", "2026-10-05"),
        freeze("audit", "2026-11-01", "2026-12-01"),
    ];
    let file = folder.write("freezes.sh", &text.concat());
    let judged = nodetide(&["window", &file, "--now", "2026-01-01T00:00:00Z"]);
    assert_eq!(code(&judged), 1, "{}", out(&judged));
    let judged = out(&judged);
    for word in ["NO_UPGRADES", "q1-freeze", "audit", "at most 3"] {
        assert!(judged.contains(word), "{word}: {judged}");
    }
    assert!(judged.lines().count() < 40, "{judged}");
    for (format, word) in [
        ("gcloud", "--add-maintenance-exclusion-name audit"),
        ("terraform", "maintenance_exclusion {"),
    ] {
        says(&["export", &file, "--format", format], &[word, "FREQ=WEEKLY;BYDAY=SA,SU"]);
    }
}

/// “A TPU slice of 64 hosts: how is it upgraded?”
#[test]
fn a_tpu_slice_is_upgraded_as_one() {
    let folder = Folder::new("slice");
    let create = "gcloud container node-pools create slice-0 --cluster tpu --zone us-west4-a --machine-type ct5lp-hightpu-4t --tpu-topology 4x4 --num-nodes 4 --node-version 1.31.9-gke.1000000\n";
    let plan = folder.write(
        "slice.sh",
        &format!(
            "gcloud container clusters create tpu --zone us-west4-a --cluster-version 1.32.9-gke.1000000 --num-nodes 1\n{create}gcloud container clusters upgrade tpu --zone us-west4-a --node-pool slice-0\n"
        ),
    );
    let job = folder.write(
        "train.yaml",
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: train}\nspec:\n  parallelism: 4\n  completions: 4\n  backoffLimit: 0\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n      - name: c\n        resources: {requests: {google.com/tpu: 4}, limits: {google.com/tpu: 4}}\n",
    );
    says(
        &["run", &plan, &job, "--format", "brief"],
        &[
            "pool/slice-0: succeeded, 4 of 4 nodes upgraded, 4 min",
            "(the whole TPU slice at once)",
            "fewest 1,",
            "workload/train: the Job failed",
        ],
    );
    says(&["why", &plan, &job, "--at", "1m", "node/slice-0-a-1"], &["BS-05"]);
}
