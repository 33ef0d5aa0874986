//! Time 0 of imported files, dates in answers, and what a window of `compare` leaves in place.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};
use serde_json::Value;

/// A cluster as `clusters describe` prints it: nodes that trail, windows on Sundays, a freeze in November.
fn described(folder: &Folder) -> String {
    folder.write(
        "cluster.json",
        r#"{"name":"shop","location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000",
        "releaseChannel":{"channel":"REGULAR"},"createTime":"2025-02-01T00:00:00Z",
        "maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2025-03-02T01:00:00Z","endTime":"2025-03-02T07:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SU"},
            "maintenanceExclusions":{"freeze":{"startTime":"2026-11-20T00:00:00Z","endTime":"2026-12-02T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}}}}},
        "nodePools":[{"name":"web","version":"1.32.9-gke.1000000","initialNodeCount":3,"locations":["europe-west1-b"],
            "config":{"machineType":"e2-standard-4"},"management":{"autoUpgrade":true},"upgradeSettings":{"maxSurge":1,"maxUnavailable":0}}]}"#,
    )
}

/// MX-13: the freeze that holds now decides, and not a year that is over.
#[test]
fn a_description_with_a_calendar_begins_now_for_every_verb() {
    let folder = Folder::new("begins-now");
    let cluster = described(&folder);
    let now = ["--now", "2026-11-23T10:00:00Z"];
    let brief = answer(&[&["run", &cluster, "--format", "brief"], &now[..]].concat());
    assert!(brief.contains("Started Sunday 2026-12-06T01:00:00Z"), "{brief}");
    let fit = answer(&[&["fit", &cluster], &now[..]].concat());
    assert!(fit.contains("2026-12-06T"), "{fit}");
    let imported = answer(&[&["import", &cluster], &now[..]].concat());
    let imported: Value = serde_json::from_str(&imported).unwrap();
    assert_eq!(imported["start"], "2026-11-23T10:00:00Z");
    let notes = nodetide(&[&["check", &cluster], &now[..]].concat());
    assert!(err(&notes).contains("1 start time, now, as the files"), "{}", err(&notes));
    // Past upgrades don't say when the files were written.
    let info = folder.write(
        "info.json",
        r#"{"autoUpgradeStatus":["ACTIVE"],"upgradeDetails":[{"state":"SUCCEEDED","startTimestamp":"2026-05-20T01:00:00Z","endTimestamp":"2026-05-20T02:00:00Z","startType":"AUTOMATIC"}]}"#,
    );
    let imported = answer(&[&["import", &cluster, &info], &now[..]].concat());
    assert!(imported.contains("\"2026-11-23T10:00:00Z\""), "{imported}");
}

/// The page begins a dump today, or at its newest instant if that is later; an upgrade under way goes on where it was.
#[test]
fn a_page_begins_a_dump_today_unless_it_is_newer() {
    let start = |status: &str, old: &str, now: &str| {
        let pool = format!(
            r#"{{"name":"web","version":"1.33.5-gke.1","initialNodeCount":2,"locations":["europe-west1-b"],"status":"{status}"}}"#
        );
        let node = |name: &str, version: &str| {
            format!(
                r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","creationTimestamp":"2026-10-01T08:00:00Z","labels":{{"cloud.google.com/gke-nodepool":"web"}}}},
                "status":{{"nodeInfo":{{"kubeletVersion":"v{version}"}}}}}}"#
            )
        };
        let (one, other) = (node("gke-web-a", old), node("gke-web-b", "1.33.5-gke.1"));
        let nodes = format!(r#"{{"apiVersion":"v1","kind":"List","items":[{one},{other}]}}"#);
        let files = [("pool.json", &pool), ("nodes.json", &nodes)];
        let files = files.map(|(name, text)| import::File { name, bytes: text.as_bytes() });
        let import =
            import::read_today(&files, scenario::instant::parse(now).unwrap(), &mut |_| {});
        let lines = import.reports.iter().flat_map(|one| &one.assumed);
        let mut keys = lines.map(|line| line.key).filter(|key| key.starts_with("start"));
        let start = import.document.unwrap().start.unwrap();
        (scenario::instant::format(start.0), keys.next().unwrap_or_default())
    };
    let (dumped, today) = ("2026-10-01T08:00:00Z", "2026-11-20T09:00:00Z");
    let (old, new) = ("1.32.9-gke.1", "1.33.5-gke.1");
    assert_eq!(start("RUNNING", new, today), (today.to_owned(), "starts-today"));
    assert_eq!(start("RUNNING", new, "2026-09-01T00:00:00Z"), (dumped.to_owned(), "start"));
    assert_eq!(start("RECONCILING", old, today), (dumped.to_owned(), "start"));
}

/// What the files say of the cluster's state is when they were written.
#[test]
fn a_dump_begins_when_it_was_taken() {
    let folder = Folder::new("begins-with-dump");
    let cluster = described(&folder);
    let dump = folder.write(
        "pods.json",
        r#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","namespace":"default","creationTimestamp":"2026-10-01T08:00:00Z"},
            "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"100m"}}}]},"status":{"phase":"Running","startTime":"2026-10-01T08:00:05Z"}}]}"#,
    );
    let start = |args: &[&str]| {
        let told = nodetide(&[&["import", &cluster, &dump], args].concat());
        let imported: Value = serde_json::from_slice(&told.stdout).unwrap();
        (imported["start"].as_str().unwrap().to_owned(), err(&told).contains("1 start time"))
    };
    assert_eq!(start(&[]), ("2026-10-01T08:00:05Z".to_owned(), true));
    // “And what if we begin in December?”
    let now = ["--now", "2026-12-08T09:00:00Z"];
    assert_eq!(start(&now), ("2026-12-08T09:00:00Z".to_owned(), false));
    let brief = |args: &[&str]| {
        let brief = answer(&[&["run", "--format", "brief"], args, &now[..]].concat());
        brief.lines().find(|line| line.starts_with("Started ")).unwrap().to_owned()
    };
    assert!(brief(&[&cluster, &dump]).starts_with("Started Sunday 2026-12-13T01:00:00Z"));
    let scenario = folder.write("scenario.json", &answer(&["import", &cluster, &dump]));
    assert!(brief(&[&scenario]).starts_with("Started Sunday 2026-12-13T01:00:00Z"));
    let both = brief(&[&scenario, "--start", "2026-10-02T00:00:00Z"]);
    assert!(both.starts_with("Started Sunday 2026-10-04T01:00:00Z"), "{both}");
}

/// Taints and events are newer than the conditions of a quiet node.
#[test]
fn taints_and_events_count_for_the_time_of_a_dump() {
    let folder = Folder::new("begins-with-events");
    let start = |taints: &str, more: &str| {
        let dump = folder.write(
            "dump.json",
            &format!(
                r#"{{"apiVersion":"v1","kind":"List","items":[{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"n-0","creationTimestamp":"2026-10-01T08:00:00Z",
                "labels":{{"cloud.google.com/gke-nodepool":"p","topology.kubernetes.io/zone":"us-east1-b"}}}},"spec":{{"taints":[{taints}]}},
                "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.32.9-gke.100"}}}}}}{more}]}}"#
            ),
        );
        let imported: Value = serde_json::from_str(&answer(&["import", &dump])).unwrap();
        imported["start"].as_str().unwrap().to_owned()
    };
    assert_eq!(start("", ""), "2026-10-01T08:00:00Z");
    let taint = r#"{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule","timeAdded":"2026-10-01T09:00:00Z"}"#;
    assert_eq!(start(taint, ""), "2026-10-01T09:00:00Z");
    let event = r#",{"apiVersion":"v1","kind":"Event","metadata":{"name":"e","creationTimestamp":"2026-10-01T09:30:00Z"},"reason":"Unhealthy","lastTimestamp":"2026-10-01T09:45:00Z"}"#;
    assert_eq!(start(taint, event), "2026-10-01T09:45:00Z");
    // Those of another file may be of a time long after the dump.
    let own = folder.write(
        "events.json",
        &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{}]}}"#, &event[1..]),
    );
    assert_eq!(start(taint, ""), "2026-10-01T09:00:00Z");
    let dump = own.replace("events.json", "dump.json");
    let imported: Value = serde_json::from_str(&answer(&["import", &dump, &own])).unwrap();
    assert_eq!(imported["start"], "2026-10-01T09:00:00Z");
}

#[test]
fn a_local_start_is_read_and_told_in_its_zone() {
    let folder = Folder::new("local-start");
    let cluster = described(&folder);
    let zone = ["--start", "2026-12-05 22:00", "--time-zone", "Europe/Berlin"];
    let brief = answer(&[&["run", &cluster, "--format", "brief"], &zone[..]].concat());
    assert!(brief.contains("Started Sunday 2026-12-06T02:00:00+01:00"), "{brief}");
    let why = answer(
        &[&["why", &cluster, "--at", "2026-12-06 02:01:00", "pool/web"], &zone[..]].concat(),
    );
    assert!(why.contains("2026-12-06T02:"), "{why}");
    let refused = nodetide(&["run", &cluster, "--start", "2026-12-05 22:00"]);
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("--time-zone"), "{}", err(&refused));
}

/// Imported files have dates in *why*, as in the brief.
#[test]
fn why_of_imported_files_tells_dates() {
    let folder = Folder::new("why-dates");
    let cluster = described(&folder);
    let ask = ["why", &cluster, "--start", "2026-12-06T01:00:00Z", "--at", "5m", "pool/web"];
    let dated = answer(&ask);
    let plain =
        answer(&["why", &cluster, "--now", "2026-12-06T01:00:00Z", "--at", "5m", "pool/web"]);
    assert_eq!(plain, dated);
    assert!(dated.contains("2026-12-06T01:"), "{dated}");
}

/// MW-14, MX-03, MX-13: a window replaces the window only.
#[test]
fn a_compared_window_keeps_the_exclusions() {
    let folder = Folder::new("window-keeps");
    let cluster = described(&folder);
    let daily = "window=FREQ=DAILY from 2026-01-03T22:00:00Z to 2026-01-04T04:00:00Z";
    let answer = answer(&[
        "compare",
        &cluster,
        "--now",
        "2026-11-23T10:00:00Z",
        "--with",
        daily,
        "--with",
        "window=none",
        "--format",
        "json",
    ]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let start = 1_795_428_000_000_i64;
    let freeze_ends = 1_796_169_600_000_i64;
    for variant in answer.as_array().unwrap() {
        let end = variant["summary"]["end_ms"].as_i64().unwrap();
        assert!(start + end >= freeze_ends, "{variant}");
        assert_eq!(variant["summary"]["outcome"], "succeeded", "{variant}");
    }
}

/// BS-72, AM-103: what the API accepts is simulated; no Pod is ever evicted.
#[test]
fn a_budget_over_bare_pods_warns_and_runs() {
    let folder = Folder::new("bare-pods");
    let file = folder.write(
        "bare.json",
        r#"{"version":1,"cluster":{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000"},
        "pools":[{"name":"p","initialNodeCount":1,"version":"1.32.9-gke.1000000","locations":["europe-west1-b"]}],
        "workloads":[{"kind":"Pod","name":"lone","labels":{"app":"lone"},"requests":{"cpu":"100m"}}],
        "budgets":[{"name":"pdb","selector":{"matchLabels":{"app":"lone"}},"maxUnavailable":0}],
        "script":[{"at":"0s","do":"upgrade","pool":"p","version":"1.33.5-gke.1000000"}]}"#,
    );
    let run = nodetide(&["run", &file, "--format", "summary"]);
    let said = err(&run);
    assert_eq!(code(&run), 0, "{said}");
    assert!(said.contains("warning[budget/bare-pods]"), "{said}");
    assert!(!said.contains("Set maxUnavailable to 1"), "{said}");
    let summary: Value = serde_json::from_str(out(&run)).unwrap();
    assert_eq!((&summary["evictions"], &summary["forced"]), (&0.into(), &1.into()), "{summary}");
}

/// “GKE announces 1.34 on 10 March: on which day are the nodes done?” The notice of 72 h counts once (BS-29).
#[test]
fn check_run_and_fit_date_an_announced_upgrade_alike() {
    let folder = Folder::new("announced");
    let file = folder.write(
        "announced.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.4-gke.1","releaseChannel":{"channel":"REGULAR"},"scheduleUpgradeConfig":{"enabled":true},
        "maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-03-07T06:00:00Z","endTime":"2026-03-07T18:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}}}},
        "pools":[{"name":"web","version":"1.32.4-gke.1","initialNodeCount":3,"config":{"machineType":"e2-standard-4"},"management":{"autoUpgrade":true}}],
        "script":[{"at":"2026-03-10T00:00:00Z","do":"target","version":"1.34.1-gke.1"}]}"#,
    );
    let end = "2026-03-14T06:20:33Z";
    has(&answer(&["check", &file]), &["No findings.\n", &format!("All are done on {end}: ")]);
    has(&answer(&["run", &file]), &[&format!("ended {end}: ")]);
    let ends = format!("  ends     2026-03-14T06:10:18Z / {end} / 2026-03-14T06:41:03Z\n");
    has(&answer(&["fit", &file]), &[&ends]);
}

/// “We know how long our nodes take to boot.” What is given is drawn, by `fit` as by `run`.
#[test]
fn given_distributions_are_drawn_and_only_assumed_times_are_fast_or_slow() {
    let folder = Folder::new("drawn");
    let file = |assumptions: &str| {
        folder.write(
            "drawn.json",
            &format!(
                r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1"}},
                "pools":[{{"name":"web","version":"1.32.4-gke.1","initialNodeCount":6}}],
                "assumptions":{{"nodeCreate":{{"p10":"2m","p50":"3m","p90":"6m"}}{assumptions}}},
                "script":[{{"at":"0s","do":"upgrade","pool":"web","automatic":true}}]}}"#
            ),
        )
    };
    let json = |args: &[&str]| serde_json::from_str::<Value>(&answer(args)).unwrap();
    let all = file(r#","nodeDelete":"30s","podStart":"20s","controlPlane":"10m""#);
    let fit = json(&["fit", &all, "--format", "json"]);
    let run = json(&["run", &all, "--seeds", "15"]);
    assert_eq!(fit["upgrades"][0]["duration_ms"], run["duration_ms"], "{fit}");
    has(&answer(&["fit", &all]), &["p10 – p50 – p90 of 15 seeds.\n"]);
    let some = file("");
    let fit = json(&["fit", &some, "--format", "json"]);
    assert!(fit["upgrades"][0]["duration_ms"]["slow"].is_i64(), "{fit}");
    let text = answer(&["fit", &some]);
    assert!(
        text.contains("Fast – median – slow nodes and Pods") && !text.contains("p10"),
        "{text}"
    );
}

/// “Since when does it stand still?” Since its last step, and not since an event elsewhere.
#[test]
fn a_stuck_upgrade_is_stuck_since_it_got_on_for_the_last_time() {
    let folder = Folder::new("stands");
    let file = folder.write(
        "stands.json",
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1"},
        "pools":[{"name":"web","version":"1.32.4-gke.1","initialNodeCount":3}],
        "workloads":[{"kind":"Deployment","name":"late","replicas":1}],
        "script":[{"at":"0s","do":"quota","spareNodes":1},{"at":"0s","do":"upgrade","pool":"web"},
            {"at":"4m","do":"quota","spareNodes":0},{"at":"11m","do":"set","workload":"late","replicas":2}]}"#,
    );
    let brief = answer(&["run", &file]);
    let line = brief.lines().find(|line| line.starts_with("Started ")).unwrap();
    let (_, since) = line.split_once("stuck from ").unwrap();
    let since = since.split(' ').next().unwrap();
    assert!(since < "+00:10:00" && since > "+00:04:00", "{brief}");
    has(&brief, &[&format!("pool/web: stuck from {since} on")]);
    let why = brief.lines().find_map(|line| line.strip_prefix("Why: nodetide why FILES ")).unwrap();
    let words: Vec<&str> = why.split(' ').collect();
    has(&answer(&[&["why", &file], &words[..]].concat()), &["What: ", "quota"]);
}

/// An upgrade stands still only once all pools do, and one that waits for others does so as long as they.
#[test]
fn an_upgrade_of_several_pools_is_stuck_since_the_last_one_got_on() {
    let folder = Folder::new("stands-all");
    let run = |second: &str| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1","spareCapacityNodes":0}},
            "pools":[{{"name":"main","version":"1.32.4-gke.1","initialNodeCount":2,"upgradeSettings":{{"maxSurge":0,"maxUnavailable":1}}}},
                {{"name":"full","version":"1.32.4-gke.1","initialNodeCount":2}},{{"name":"last","version":"1.32.4-gke.1","initialNodeCount":2}}],
            "script":[{second}]}}"#
        );
        answer(&["run", &folder.write("stands.json", &text)])
    };
    let at_once =
        r#"{"at":"0s","do":"upgrade","pool":"full"},{"at":"0s","do":"upgrade","pool":"main"}"#;
    let told = run(at_once);
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix("  pool/main: succeeded, 2 of 2 nodes upgraded, "));
    assert!(line.is_some() && told.contains("pool/full: stuck from +00:00:00 on"), "{told}");
    assert!(!told.contains("Started +00:00:00, stuck from +00:00:00"), "{told}");
    let in_turn = r#"{"at":"5m","do":"upgrade","pool":"full","automatic":true},{"at":"5m","do":"upgrade","pool":"last","automatic":true}"#;
    let told = run(in_turn);
    let since: Vec<&str> = told.split("stuck from ").skip(1).map(|rest| &rest[..9]).collect();
    assert!(since.len() == 3 && since.iter().all(|one| *one == since[0]), "{told}");
}

/// What a check says of windows is what a run meets: each node draws its own time from a given range.
#[test]
fn a_given_range_is_not_all_fast_or_all_slow() {
    let folder = Folder::new("mean");
    let text = r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.4-gke.1",
        "maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-03-07T06:00:00Z","endTime":"2026-03-07T10:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}}}},
        "pools":[{"name":"web","version":"1.32.4-gke.1","initialNodeCount":300}],
        "assumptions":{"nodeCreate":{"p10":"2m","p50":"3m","p90":"6m"}},
        "script":[{"at":"0s","do":"upgrade","pool":"web","automatic":true}]}"#;
    let told = out(&nodetide(&["check", &folder.write("mean.json", text)])).to_owned();
    has(&told, &["the 300 nodes of web in about 6 windows of 4 h", ", 6 windows\n"]);
}

/// `fit` ends when the run does: the control plane is upgraded once, and long before.
#[test]
fn fit_doesnt_wait_again_for_a_control_plane_that_is_done() {
    let folder = Folder::new("fit-plane");
    let text = r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.4-gke.1"},
        "pools":[{"name":"web","version":"1.33.4-gke.1","initialNodeCount":3}],
        "script":[{"at":"1h","do":"target","version":"1.33.6-gke.1"},{"at":"5d","do":"upgrade","pool":"web","version":"1.33.6-gke.1"}]}"#;
    let file = folder.write("s.json", text);
    has(&answer(&["run", &file]), &["ended 2026-03-07T00:10:33Z"]);
    has(out(&nodetide(&["fit", &file])), &[" / 2026-03-07T00:10:33Z / "]);
}
