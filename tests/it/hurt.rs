//! Harm to workloads, Pods that move again, and the effect of more nodes.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

/// Two Pods of a Job that had run for hours at the start.
fn training(folder: &Folder, work: &str) -> String {
    let node = |n: u32| format!(r#"{{"name":"n{n}","zone":"us-east1-b"}}"#);
    let pod = |n: u32| {
        format!(r#"{{"name":"train-{n}","node":"n{n}","created":"2026-11-16T18:00:00Z"}}"#)
    };
    let all = |of: &dyn Fn(u32) -> String| [0, 1].map(of).join(",");
    folder.write(
        "training.json",
        &format!(
            r#"{{"version":1,"start":"2026-11-17T00:50:00Z","cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"}},
            "pools":[{{"name":"tpu","version":"1.32.9-gke.100","locations":["us-east1-b"],"config":{{"machineType":"e2-standard-4"}},"nodes":[{}]}}],
            "workloads":[{{"kind":"Job","name":"train","parallelism":2,"completions":2,"backoffLimit":6{work},"pods":[{}]}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"tpu"}}]}}"#,
            all(&node),
            all(&pod),
        ),
    )
}

/// “Our training runs on a TPU slice since yesterday evening; what does the upgrade take from us?”
#[test]
fn the_work_of_a_job_that_goes_on_is_lost_with_its_pods() {
    let folder = Folder::new("training");
    let file = training(&folder, "");
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "Finishes, but Jobs lose up to ",
            "  2 Pods of Jobs that don't say how long they run lose up to ",
            " of work each\n",
        ],
    );
    let summary = answer(&["run", &file, "--format", "summary"]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert!(summary["work_lost_ms"].is_null(), "{summary}");
    let most = summary["work_lost_at_most_ms"].as_i64().unwrap();
    // From 18:00 on, 6 h 50 min before the start and some minutes after it.
    assert!((2 * 24_600_000..2 * 25_600_000).contains(&most), "{most}");
    assert_eq!(summary["workloads"][0]["work_lost_at_most_ms"].as_i64(), Some(most));
    let compared = answer(&["compare", &file, "--with", "surge=2+0"]);
    has(&compared, &["work lost at most  "]);
    // With a length of work, what is lost is known.
    let file = training(&folder, r#","assumptions":{"work":"12h"}"#);
    has(&answer(&["run", &file, "--format", "brief"]), &["but 13 h ", " of work is lost"]);
    let compared = answer(&["compare", &file, "--with", "surge=2+0"]);
    assert!(compared.contains("work lost  ") && !compared.contains("at most"), "{compared}");
}

/// The eviction of one Pod fails the Job, which deletes the other (KC-17).
#[test]
fn the_work_of_the_pods_of_a_job_that_fails_is_lost() {
    let folder = Folder::new("training-fails");
    let file = training(&folder, "");
    let text = std::fs::read_to_string(&file).unwrap();
    let file =
        folder.write("fails.json", &text.replace(r#""backoffLimit":6"#, r#""backoffLimit":0"#));
    let brief = answer(&["run", &file, "--format", "brief"]);
    // Nothing replaces the first.
    has(&brief, &["workload/train: the Job failed"]);
}

/// “Whose Pods move more than once, which setting stops it, and what does that cost?”
#[test]
fn pods_that_move_again_and_extra_nodes_are_told() {
    let folder = Folder::new("moves");
    let file = folder.write(
        "moves.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
        "assumptions":{"nodeOrder":"listed"},
        "pools":[{"name":"web","version":"1.32.9-gke.100","initialNodeCount":10,"locations":["us-east1-b"],
            "config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":0,"maxUnavailable":1}}],
        "workloads":[{"kind":"Deployment","name":"cart","replicas":20,"requests":{"cpu":"1"}}],
        "script":[{"at":"0s","do":"upgrade","pool":"web"}]}"#,
    );
    let summary = answer(&["run", &file, "--format", "summary"]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let again = summary["moved_again"].as_u64().unwrap();
    assert!(again > 0 && summary["moves"].as_u64().unwrap() > again, "{summary}");
    assert_eq!(summary["workloads"][0]["moved_again"].as_u64(), Some(again));
    assert_eq!(summary["extra_node_ms"].as_i64(), Some(0));
    let brief = answer(&["run", &file, "--format", "brief"]);
    assert!(!brief.contains("node-hours") && !brief.contains("VMs"), "{brief}");
    // A quota counts VMs that aren't nodes yet.
    let until = ["run", "preset:docs-5-nodes", "--until", "1m", "--format"];
    has(&answer(&[&until[..], &["summary"]].concat()), &["\"vms_max\": 7"]);
    let compared = answer(&[
        "compare",
        &file,
        "--with",
        "surge=1+0",
        "surge=40+0",
        "blue-green=batch:2,soak:1h",
    ]);
    let row = |title: &str| -> Vec<String> {
        let row = compared.lines().find_map(|line| line.strip_prefix(title));
        let row = row.unwrap_or_else(|| panic!("{title}: {compared}"));
        row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
    };
    assert_eq!(row("moves, of them again")[0], again.to_string());
    assert_eq!(row("moves, of them again")[3], "0");
    // Blue-green: ten more nodes for as long as the upgrade takes.
    let hours = &row("extra VM-hours")[3];
    let json = answer(&[
        "compare",
        &file,
        "--format",
        "json",
        "--with",
        "blue-green=batch:2,soak:1h",
        "surge=40+0",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let own = &json[1]["summary"];
    let took = own["duration_ms"].as_i64().unwrap();
    let extra = own["extra_node_ms"].as_i64().unwrap();
    assert!((10 * (took - 2000)..=10 * took).contains(&extra), "{extra} {took}");
    let hundredths = (extra + 18_000) / 36_000;
    assert_eq!(*hours, format!("{}.{:02}", hundredths / 100, hundredths % 100));
    let brief = answer(&["run", &file, "--format", "brief"]);
    assert!(!brief.contains("node-hours"), "{brief}");
    let capped =
        "maxSurge 40 and maxUnavailable 0 ask for 40 nodes at once; GKE upgrades at most 20.";
    has(&compared, &[&format!("\nsurge=40+0: {capped}\n")]);
    assert_eq!(json[2]["warnings"][0].as_str(), Some(capped));
    assert_eq!(json[1]["warnings"].as_array().map(Vec::len), Some(0));
}

/// “Which variant leaves the most Pods ready?”
#[test]
fn fewest_ready_pods_stand_in_the_table() {
    let folder = Folder::new("fewest");
    let file = folder.write(
        "fewest.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
        "pools":[{"name":"web","version":"1.32.9-gke.100","initialNodeCount":4,"locations":["us-east1-b"],
            "config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":0,"maxUnavailable":1}}],
        "workloads":[{"kind":"Deployment","name":"cart","replicas":8,"requests":{"cpu":"1"}}],
        "script":[{"at":"0s","do":"upgrade","pool":"web"}]}"#,
    );
    let compared = answer(&["compare", &file, "--with", "surge=0+4"]);
    let row = compared.lines().find(|line| line.starts_with("fewest ready Pods"));
    let row = row.unwrap_or_else(|| panic!("{compared}"));
    has(row, &["  workload/cart 5 of 8  ", "  workload/cart 0 of 8"]);
    assert!(!answer(&["run", &file, "--format", "brief"]).contains("There are no Pods"));
}

/// “How fast is the rollback, and what makes it faster?”
#[test]
fn a_faster_rollback_is_offered() {
    let folder = Folder::new("rollback");
    let node = |n: u32, more: &str| format!(r#"{{"name":"n{n}","zone":"us-east1-b"{more}}}"#);
    let old = r#","version":"1.32.9-gke.100""#;
    let nodes: Vec<String> = (0..8).map(|n| node(n, if n < 4 { "" } else { old })).collect();
    let file = folder.write(
        "rollback.json",
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"}},
            "pools":[{{"name":"web","version":"1.33.5-gke.100","upgradingFrom":"1.32.9-gke.100","locations":["us-east1-b"],
                "config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":1}},"nodes":[{}]}}],
            "script":[{{"at":"0s","do":"rollback","pool":"web"}}]}}"#,
            nodes.join(",")
        ),
    );
    let why = answer(&["why", &file, "--at", "1m", "pool/web"]);
    has(&why, &["(cancel the upgrade, update the pool, roll back): takes 14 min 4 s → 3 min 31 s"]);
    // Nothing has to be drained.
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["\nThere are no Pods: drains take no time here, "]);
}

/// The disk of db-0 is gone with its node; web comes back after the last upgrade is over.
const STAYS_AWAY: &str = r#"{"version":1,"start":"2026-11-17T10:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
    "pools":[{"name":"p","version":"1.32.9-gke.100","locations":["us-east1-b"],"config":{"machineType":"e2-standard-4"},
        "nodes":[{"name":"n0"},{"name":"n1"}]}],
    "workloads":[
        {"kind":"StatefulSet","name":"db","replicas":1,"volumeClaims":[{"name":"data","node":"n0"}],"pods":[{"name":"db-0","node":"n0"}]},
        {"kind":"Deployment","name":"web","replicas":1,"labels":{"app":"web"},"assumptions":{"ready":"30s"},"pods":[{"name":"web-0","node":"n1"}]}],
    "budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"minAvailable":1}],
    "assumptions":{"nodeOrder":"listed"},
    "script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#;

/// “Which of the two is the shorter outage?”
#[test]
fn the_table_counts_outages_like_the_run() {
    let folder = Folder::new("stays-away");
    let file = folder.write("cluster.json", STAYS_AWAY);
    let row = |text: &str, title: &str| {
        let row = text.lines().find(|line| line.starts_with(title));
        let cells = row.unwrap_or_else(|| panic!("no {title} in:\n{text}")).split("  ");
        cells.skip(1).map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" | ")
    };
    has(
        &answer(&["run", &file, "--format", "brief"]),
        &["no ready Pod from 2026-11-17T10:03:01Z to the end of the run", "below its PDB for 50 s"],
    );
    let table = answer(&["compare", &file, "--with", "surge=0+1"]);
    assert_eq!(
        row(&table, "time without a ready Pod"),
        "workload/db from 2026-11-17T10:03:01Z to the end of the run | workload/db 4 min 20 s"
    );
    assert_eq!(row(&table, "time below a PDB"), "workload/web 50 s | workload/web 50 s");
    assert_eq!(row(&table, "Pods pending at the end"), "1 | 0");
    let several = answer(&["compare", &file, "--with", "surge=0+1", "--seeds", "2"]);
    has(
        &row(&several, "time without a ready Pod"),
        &["in some runs to their end | workload/db 4 min 20 s"],
    );
}

/// Three nodes of 4 CPUs with three Pods.
fn shop(folder: &Folder, cpu: &str, script: &str) -> String {
    let node = |n: u32| format!(r#"{{"name":"n{n}","zone":"us-east1-b"}}"#);
    let nodes = [0, 1, 2].map(node).join(",");
    folder.write(
        "shop.json",
        &format!(
            r#"{{"version":1,"start":"2026-11-17T00:00:00Z","cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"}},
            "pools":[{{"name":"p","version":"1.32.9-gke.100","locations":["us-east1-b"],"config":{{"machineType":"e2-standard-4"}},"nodes":[{nodes}]}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":3,"labels":{{"app":"web"}},"requests":{{"cpu":"{cpu}"}},"terminationGracePeriodSeconds":60}}],
            "budgets":[{{"name":"web","selector":{{"matchLabels":{{"app":"web"}}}},"maxUnavailable":1}}],
            "script":[{script}]}}"#
        ),
    )
}

/// “How long do the drains take, and does every Pod find a node?”
#[test]
fn drains_by_kubectl_have_a_headline_and_a_condition() {
    let folder = Folder::new("drains-headline");
    let drain = |n: u32, at: &str| format!(r#"{{{at},"do":"drain","node":"n{n}"}}"#);
    let fails = |cpu: &str, script: &str| {
        let file = shop(&folder, cpu, script);
        let ran = nodetide(&["run", &file, "--format", "brief", "--fail-on", "pending"]);
        (code(&ran), out(&ran).to_owned(), err(&ran).to_owned())
    };
    let two = [drain(0, r#""at":"60s""#), drain(1, r#""after":0"#)].join(",");
    let (status, brief, _) = fails("1", &two);
    assert_eq!(status, 0, "{brief}");
    has(&brief, &["The drains of 2 nodes end after ", "Drains from 2026-11-17T00:01:0"]);
    // A node has room for one of these Pods.
    let (status, brief, said) = fails("2", &drain(0, r#""at":"60s""#));
    assert_eq!(status, 1, "{brief}");
    has(&brief, &["1 drain ends, but 1 Pod is unscheduled at the end."]);
    has(&said, &["fail-on pending: 1 Pod is unscheduled at the end, first pod/web-"]);
}

/// “Two budgets select our Pods, and each would let one go: which of them do the drains break?” (KE-03, UP-18)
#[test]
fn pods_with_two_satisfied_budgets_are_forced_out_without_violations() {
    let folder = Folder::new("two-budgets");
    let file = shop(&folder, "1", r#"{"at":"0s","do":"upgrade","pool":"p"}"#);
    let text = std::fs::read_to_string(file).unwrap();
    let second = r#""budgets":[{"name":"all","selector":{},"maxUnavailable":1},"#;
    let file = folder.write("two.json", &text.replace(r#""budgets":["#, second));
    let ran = nodetide(&["run", &file, "--format", "summary", "--fail-on", "forced,violations"]);
    let summary: serde_json::Value = serde_json::from_str(out(&ran)).unwrap();
    let forced = summary["forced"].as_u64().unwrap();
    assert!(forced >= 3 && summary["violations"] == 0, "{summary}");
    has(err(&ran), &["fail-on forced: "]);
    assert!(!err(&ran).contains("fail-on violations"), "{}", err(&ran));
}

/// “The quota leaves one VM.” (SU-29)
#[test]
fn the_quota_that_holds_a_run_up_is_named() {
    let folder = Folder::new("quota-named");
    let script = r#"{"at":"0s","do":"quota","spareNodes":1},{"at":"0s","do":"upgrade","pool":"p"}"#;
    let text = std::fs::read_to_string(shop(&folder, "1", script)).unwrap();
    let surge = r#""upgradeSettings":{"maxSurge":3,"maxUnavailable":0},"nodes":"#;
    let file = folder.write("surge.json", &text.replace(r#""nodes":"#, surge));
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["No VM for its surge node: the quota for 1 more VM is used up"]);
}

/// “jq lists every DaemonSet as short of replicas.”
#[test]
fn daemon_sets_have_no_replicas_in_the_summary() {
    let folder = Folder::new("summary-daemons");
    let file = folder.write(
        "daemons.json",
        r#"{"version":1,"pools":[{"name":"a","version":"1.32.9-gke.1","initialNodeCount":2}],
        "workloads":[{"kind":"DaemonSet","name":"log"},{"kind":"Deployment","name":"web","replicas":2}],
        "script":[{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1"}]}"#,
    );
    let summary = answer(&["run", &file, "--format", "summary"]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let of = |name: &str| {
        let all = summary["workloads"].as_array().unwrap();
        let own = all.iter().find(|one| one["subject"].as_str().unwrap().ends_with(name)).unwrap();
        (own.get("replicas").is_some(), own.get("fewest_ready").is_some())
    };
    assert_eq!(of("log"), (false, false));
    assert_eq!(of("web"), (true, true));
}

/// A Deployment without replicas has none that could be missing.
#[test]
fn a_workload_without_replicas_is_not_among_the_fewest() {
    let folder = Folder::new("no-replicas");
    let file = folder.write(
        "off.json",
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1"},
        "pools":[{"name":"web","version":"1.32.4-gke.1","initialNodeCount":3}],
        "workloads":[{"kind":"Deployment","name":"off","replicas":0},{"kind":"Deployment","name":"on","replicas":2}],
        "script":[{"at":"0s","do":"upgrade","pool":"web"}]}"#,
    );
    let table = answer(&["compare", &file, "--with", "surge=3+1"]);
    has(&table, &["fewest ready Pods         workload/on 1 of 2"]);
    assert!(!table.contains("of 0"), "{table}");
}

#[test]
fn a_verdict_names_the_day_and_counts_workloads() {
    let brief = |preset: &str| answer(&["run", &format!("preset:{preset}"), "--format", "brief"]);
    has(
        &brief("weekend-ran-on-monday"),
        &[
            "Finishes, but Pods are evicted on Monday, after the weekend.\n",
            "Pods are evicted on Monday from 2025-04-07T06:5",
            " on, though the window opens on the weekend\n",
        ],
    );
    has(
        &brief("weekday-45-minutes"),
        &[
            "Finishes, but 20 workloads had half the Pods or fewer on Wednesday.\n",
            "  20 of 20 workloads had half of the Pods or fewer in working hours, on Wednesday from 2026-01-07T10:03:41Z on\n",
        ],
    );
}
