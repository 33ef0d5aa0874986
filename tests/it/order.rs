//! `check` tells the order of upgrades, their dates, and what each is judged by.

use crate::cli::{Folder, answer, code, has, nodetide, out};

fn cluster(rest: &str, script: &str) -> String {
    format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000",
            "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}}}}}}}},
        "pools":[{{"name":"web","version":"1.32.9-gke.1000000","initialNodeCount":70,"locations":["europe-west1-b"]}},
            {{"name":"db","version":"1.32.9-gke.1000000","initialNodeCount":3,"locations":["europe-west1-b"],"config":{{"labels":{{"disk":"ssd"}}}}}}]{rest},
        "script":[{script}]}}"#
    )
}

fn automatic(pool: &str) -> String {
    format!(
        r#"{{"at":"0s","do":"upgrade","pool":"{pool}","version":"1.33.5-gke.1000000","automatic":true}}"#
    )
}

/// “In which order, in which windows, and when is all of it done?”
#[test]
fn check_tells_the_order_of_upgrades_with_their_dates() {
    let folder = Folder::new("order");
    let script = [automatic("web"), automatic("db")].join(",");
    let file = folder.write("both.json", &cluster("", &script));
    let text = answer(&["check", &file]);
    let version = "1.33.5-gke.1000000, automatically: 2026-03-0";
    has(
        &text,
        &[
            "Order of upgrades, in one run:\n  1. pool/web to 1.33.5",
            &format!("1. pool/web to {version}2T03:00:00Z to 2026-03-0"),
            &format!("2. pool/db to {version}"),
            "  All are done on 2026-03-0",
            " windows\nThere are no Pods",
        ],
    );
    // The date is that of the run.
    let brief = answer(&["run", &file, "--format", "brief"]);
    let ended = brief.split_once(", ended ").and_then(|(_, rest)| rest.split_once(": ")).unwrap().0;
    has(&text, &[&format!("All are done on {ended}: ")]);
    // One by hand needs no order, and a reader of JSON gets the list of findings.
    let by_hand =
        folder.write("hand.json", &cluster("", &automatic("db").replace("true", "false")));
    assert!(!answer(&["check", &by_hand]).contains("Order of upgrades"));
    let both = [automatic("web"), automatic("db")].join(",").replace("true", "false");
    let by_hand = cluster("", &both).replace(r#""start":"2026-03-02T00:00:00Z","#, "");
    let by_hand = answer(&["check", &folder.write("hands.json", &by_hand)]);
    has(&by_hand, &[", manually, regardless of windows: +0", "  All are done at +0"]);
    let json = nodetide(&["check", &file, "--format", "json"]);
    assert!(out(&json).starts_with('['), "{}", out(&json));
}

/// “The minor upgrade comes after the exclusion, in eleven weeks: when is that done?”
#[test]
fn a_run_goes_on_until_after_the_last_entry_of_its_script() {
    let folder = Folder::new("late-entry");
    let late = automatic("db").replace("0s", "75d");
    let file = folder.write("late.json", &cluster("", &[automatic("web"), late].join(",")));
    let text = answer(&["check", &file]);
    has(&text, &["2. pool/db to 1.33.5-gke.1000000, automatically: 2026-05-16T03:00:00Z to 2026-"]);
    has(&text, &["  All are done on 2026-05-16T03:"]);
    has(&answer(&["run", &file, "--format", "brief"]), &["ended 2026-05-16T03:"]);
    // A limit before that cuts the script off, and the run isn't finished.
    let cut = ["run", &file, "--until", "30d", "--format", "brief", "--fail-on", "unfinished"];
    let cut = nodetide(&cut);
    assert_eq!(code(&cut), 1, "{}", out(&cut));
}

/// A grace period counts for the pools that can have the Pods.
#[test]
fn the_estimate_of_a_pool_leaves_out_pods_of_other_pools() {
    let folder = Folder::new("own-grace");
    let workloads = r#","workloads":[{"kind":"Deployment","name":"web","replicas":3,"requests":{"cpu":"10m"}},
        {"kind":"StatefulSet","name":"pg","replicas":3,"terminationGracePeriodSeconds":600,"nodeSelector":{"disk":"ssd"},"requests":{"cpu":"10m"}}]"#;
    let file = folder.write("grace.json", &cluster(workloads, &automatic("web")));
    let text = answer(&["check", &file]);
    has(
        &text,
        &[
            "upgrades the 70 nodes of web in about 2 windows of 4 h: 1 at a time, about 4 min 1 s each",
        ],
    );
}

/// “The control plane first, by our script: when are the pools done?” (BS-06)
#[test]
fn fit_upgrades_the_control_plane_of_the_script_first() {
    let folder = Folder::new("fit-plane");
    let plane = r#"{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.34.1-gke.1000000"}"#;
    let pool =
        r#"{"after":"controlPlane","do":"upgrade","pool":"db","version":"1.34.1-gke.1000000"}"#;
    let file = cluster("", &[plane, pool].join(","));
    let windows =
        r#""maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}"#;
    let file = file.replace(&format!(",{windows}"), "").replace(windows, r#""name":"shop""#);
    let file = file.replace(
        r#""version":"1.32.9-gke.1000000","initialNodeCount":70"#,
        r#""initialNodeCount":1"#,
    );
    let file = folder.write("plane.json", &file);
    let told = answer(&["fit", &file, "--seeds", "2"]);
    // 10 minutes for the control plane, and 3 nodes of 3 min 31 s each; half and twice as much.
    let db = told.split("pool/").find(|part| part.starts_with("db")).unwrap();
    has(db, &["ends     2026-03-02T00:1", " / 2026-03-02T00:20:33Z / 2026-03-02T00:4"]);
    let run = answer(&["run", &file, "--format", "brief"]);
    has(&run, &["ended 2026-03-02T00:20:33Z"]);
}

/// A check is quick: a cluster that a run takes long for is checked without one, and the check says so.
#[test]
fn a_check_of_a_large_cluster_says_that_it_makes_no_run() {
    let folder = Folder::new("large");
    let text = r#"{"version":1,"pools":[{"name":"a","initialNodeCount":3001}],
        "script":[{"at":"0s","do":"upgrade","pool":"a","version":"1.33"}]}"#;
    let told = answer(&["check", &folder.write("large.json", text)]);
    has(
        &told,
        &["With more than 3,000 nodes a check makes no run: nodetide run says how it ends."],
    );
}
