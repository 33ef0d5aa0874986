//! `run` in a pipeline: conditions, seeds, one page.

use crate::cli::{Folder, code, err, nodetide, out};
use expect_test::expect;
use serde_json::Value;

/// The lines about conditions.
fn held(args: &[&str]) -> (i32, String) {
    let output = nodetide(args);
    let lines = err(&output).lines().filter(|line| line.starts_with("fail-on "));
    (code(&output), lines.map(|line| format!("{line}\n")).collect())
}

fn json(args: &[&str]) -> Value {
    let output = nodetide(args);
    assert_eq!(code(&output), 0, "{}", err(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_condition_that_holds_fails_the_run_and_names_its_record() {
    let all =
        "forced,violations,lost,stuck,unfinished,min-ready=2,min-ready=ledger:2,min-ready=100%";
    let (exit, lines) = held(&["run", "preset:pdb-never-moves", "--fail-on", all]);
    assert_eq!(exit, 1);
    expect![[r#"
        fail-on forced: 3 Pods were forced out, first pod/ledger-1: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION) (record/21)
        fail-on violations: 3 Pods were forced out in violation of a PDB, first pod/ledger-1: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION) (record/21)
        fail-on min-ready=2: workload/ledger has 1 of 2 ready Pods at +01:03:01 (record/21)
        fail-on min-ready=ledger:2: workload/ledger has 1 of 2 ready Pods at +01:03:01 (record/21)
        fail-on min-ready=100%: workload/web has 5 of 6 ready Pods at +00:03:01 (record/10)
    "#]]
    .assert_eq(&lines);
    // So does a workload that has never had as many.
    let (exit, lines) = held(&["run", "preset:pdb-never-moves", "--fail-on", "min-ready=web:7"]);
    assert_eq!(exit, 1);
    expect![[r#"
        fail-on min-ready=web:7: workload/web has 6 of 6 ready Pods, fewer than 7, from the start
    "#]]
    .assert_eq(&lines);
    // The output is complete, and what doesn't hold is silent.
    let failed = nodetide(&["run", "preset:pdb-never-moves", "--fail-on", "forced"]);
    assert_eq!(failed.stdout, nodetide(&["run", "preset:pdb-never-moves"]).stdout);
    let (exit, lines) =
        held(&["run", "preset:docs-5-nodes", "--fail-on", "forced,stuck,lost,unfinished"]);
    assert_eq!((exit, lines.as_str()), (0, ""));
}

#[test]
fn a_stuck_or_unfinished_run_and_lost_pods_fail_with_what_holds_them_back() {
    let (exit, lines) =
        held(&["run", "preset:stockout", "--until", "20m", "--fail-on", "stuck,unfinished"]);
    assert_eq!(exit, 1);
    expect![[r#"
        fail-on unfinished: the outcome is limit: pool/web-pool: No surge node can be created: no capacity available (record/67)
    "#]]
    .assert_eq(&lines);
    let folder = Folder::new("lost");
    let lone = folder.write(
        "lone.json",
        r#"{"version":1,"pools":[{"name":"p","initialNodeCount":1,"version":"1.32.1-gke.1"}],
            "workloads":[{"kind":"Pod","name":"lone","requests":{"cpu":"100m"}}],
            "script":[{"at":"0s","do":"upgrade","pool":"p","version":"1.33.1-gke.1"}]}"#,
    );
    let (exit, lines) = held(&["run", &lone, "--fail-on", "lost"]);
    assert_eq!(exit, 1);
    assert!(
        lines.starts_with(
            "fail-on lost: 1 Pod was lost, which no controller recreates, first pod/lone: "
        ),
        "{lines}"
    );
}

#[test]
fn misspelled_conditions_are_refused_before_anything_runs() {
    for list in ["unready", "forced,stuk", "min-ready=", "min-ready=x", "min-ready=none:1", ""] {
        let output = nodetide(&["run", "preset:docs-5-nodes", "--fail-on", list]);
        assert_eq!((code(&output), out(&output)), (2, ""), "{list}");
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    }
    for name in ["left-out", "outside-window"] {
        let output = nodetide(&["run", "preset:docs-5-nodes", "--fail-on", name]);
        assert_eq!((code(&output), out(&output)), (2, ""), "{name}");
        assert!(err(&output).contains(&format!("{name} is no longer a condition: use forced, ")));
    }
}

#[test]
fn several_seeds_give_ranges() {
    let summary = json(&["run", "preset:three-zones", "--seeds", "7"]);
    assert_eq!(summary["seeds"], 7);
    let duration = &summary["duration_ms"];
    let [p10, p50, p90] = ["p10", "p50", "p90"].map(|name| duration[name].as_i64().unwrap());
    assert!(p10 < p50 && p50 < p90, "{duration}");
    let alone = |seed: &str| {
        let one = json(&["run", "preset:three-zones", "--seed", seed, "--format", "summary"]);
        one["duration_ms"].as_i64().unwrap()
    };
    let mut all: Vec<i64> = (1..=7).map(|seed| alone(&seed.to_string())).collect();
    all.sort_unstable();
    assert_eq!([p10, p50, p90], [all[0], all[3], all[6]]);
    assert_eq!(summary["outcome"], serde_json::json!({"succeeded": 7}));
    assert_eq!(summary["pools"][0]["outcome"], serde_json::json!({"succeeded": 7}));
    for field in ["standing", "records", "digest"] {
        assert!(summary.get(field).is_none(), "{field}");
    }
    let (exit, lines) = held(&[
        "run",
        "preset:pdb-never-moves",
        "--seeds",
        "3",
        "--seed",
        "5",
        "--fail-on",
        "forced",
    ]);
    assert_eq!(exit, 1);
    assert!(lines.starts_with("fail-on forced: seed 5: 3 Pods were forced out"), "{lines}");
    assert_eq!(lines.lines().count(), 1, "{lines}");
    for args in [
        &["--seeds", "1"][..],
        &["--seeds", "1001"],
        &["--seeds", "5", "--format", "story"],
        &["--seeds", "5", "--only", "pool"],
    ] {
        let output = nodetide(&[&["run", "preset:docs-5-nodes"], args].concat());
        assert_eq!((code(&output), out(&output)), (2, ""), "{args:?}");
    }
}

#[test]
fn records_of_other_kinds_are_left_out_and_times_come_last() {
    let run = |format: &str| {
        let start = "2026-12-20T06:00:00Z";
        let output = nodetide(&[
            "run",
            "preset:docs-5-nodes",
            "--only",
            "pool,workload",
            "--start",
            start,
            "--format",
            format,
        ]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).to_owned()
    };
    let story = run("story");
    assert!(story.lines().all(|line| line.contains("Z pool/")), "{story}");
    let csv = run("csv");
    assert!(
        csv.starts_with(
            "no,at_ms,subject,change,slug,rules,cause,data,time\r\n1,0,pool/default-pool,"
        ),
        "{csv}"
    );
    assert!(csv.lines().skip(1).all(|line| line.ends_with('Z')), "{csv}");
    let lines = run("json");
    let records: Vec<Value> =
        lines.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        lines.lines().skip(1).all(|line| line.contains("},\"time\":\"2026-12-20T0")),
        "{lines}"
    );
    assert_eq!(records.len(), story.lines().count());
    for format in ["summary", "brief"] {
        let output =
            nodetide(&["run", "preset:docs-5-nodes", "--only", "pool", "--format", format]);
        assert_eq!(code(&output), 2);
    }
}

#[test]
fn the_summary_says_what_happens_to_each_workload() {
    let summary = json(&["run", "preset:pdb-never-moves", "--format", "summary"]);
    assert_eq!(
        (&summary["violations"], &summary["killed"], &summary["jobs_failed"]),
        (&3.into(), &0.into(), &0.into())
    );
    let ledger = summary["workloads"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["subject"] == "workload/ledger");
    expect![[r#"{"below_budget_ms":60000,"failed":false,"fewest_ready":1,"killed":0,"moved_again":1,"moves":3,"replicas":2,"subject":"workload/ledger","without_ready_ms":0,"work_lost_at_most_ms":0,"work_lost_ms":0}"#]]
        .assert_eq(&ledger.unwrap().to_string());
    assert_eq!(summary["refused"], serde_json::json!([]));
    let folder = Folder::new("refused");
    let file = folder.write("twice.json", r#"{"version":1,"pools":[{"name":"p","initialNodeCount":1,"version":"1.32.1-gke.1"}],
        "script":[{"at":"0s","do":"upgrade","pool":"p","version":"1.33.1-gke.1"},{"at":"9s","do":"resume","pool":"p"}]}"#);
    let summary = json(&["run", &file, "--format", "summary"]);
    let refused = &summary["refused"][0];
    assert_eq!(
        (&refused["subject"], &refused["at_ms"]),
        (&"pool/p".into(), &9000.into()),
        "{refused}"
    );
}

#[test]
fn a_brief_is_one_page_with_what_matters_first() {
    let brief = |file: &str| {
        let output = nodetide(&["run", file, "--format", "brief"]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).to_owned()
    };
    expect![[r#"
        Finishes, but 3 Pods are forced out, violating a PDB.
        Also:
          Working hours aren't judged: the scenario has no start date
        Started +00:00:00, ended +03:10:33: 3 h 10 min 33 s. 3 nodes upgraded (record/2)
        Nodes: 3 at the start, fewest 3, most 4, 3 at the end. Pods: 6 evicted, 3 forced out, 0 lost, at most 0 pending
        Pools:
          pool/default-pool: succeeded, 3 of 3 nodes upgraded, 3 h 10 min 33 s (SURGE)
        Who is hurt:
          workload/ledger: fewest ready 1 of 2; below its PDB for 1 min; 3 Pods forced out, first (record/21)
        What held it up longest:
          budget/ledger-pdb for 3 h: +00:03:01 pod/ledger-1: Eviction refused: ledger-pdb allows 0 disruptions (HTTP 429, POD_NOT_ENOUGH_PDB) (record/9)
          budget/web-pdb for 1 min: +00:03:01 pod/web-4: Eviction refused: web-pdb allows 0 disruptions (HTTP 429, POD_NOT_ENOUGH_PDB) (record/11)
        Why: nodetide why FILES --at +00:03:01 pod/ledger-1
    "#]]
    .assert_eq(&brief("preset:pdb-never-moves"));
    // It is what a run prints by default.
    let plain = nodetide(&["run", "preset:pdb-never-moves"]);
    assert_eq!(out(&plain), brief("preset:pdb-never-moves"));
    for name in
        ["three-zones", "stockout", "holiday-freeze", "a-real-week", "blue-green-rollback-phase-3"]
    {
        if scenario::preset(name).is_some() {
            let page = brief(&format!("preset:{name}"));
            assert!(page.lines().count() <= 50, "{name}: {page}");
        }
    }
}

/// Every part of the page at its longest: many pools, workloads, budgets, windows, refused commands.
#[test]
fn a_brief_never_has_more_than_50_lines() {
    let list =
        |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<Vec<_>>().join(",");
    let pools = list(12, &|n| {
        format!(
            r#"{{"name":"p{n}","version":"1.32.9-gke.1000000","initialNodeCount":2,"config":{{"machineType":"e2-standard-4","labels":{{"pool":"p{n}"}}}}}}"#
        )
    });
    let apps = list(24, &|n| {
        format!(
            r#"{{"kind":"Deployment","name":"w{n}","replicas":{},"labels":{{"app":"w{n}"}},"nodeSelector":{{"pool":"p{}"}},"requests":{{"cpu":"{}m"}}}}"#,
            1 + n % 5,
            n % 12,
            300 + 10 * n
        )
    });
    let budgets = list(24, &|n| {
        format!(
            r#"{{"name":"b{n}","selector":{{"matchLabels":{{"app":"w{n}"}}}},"maxUnavailable":{}}}"#,
            n % 2
        )
    });
    let script = list(12, &|n| {
        format!(
            r#"{{"at":"{n}m","do":"upgrade","pool":"p{n}","version":"1.33.5-gke.1000000","automatic":true}},{{"at":"{n}m","do":"resume","pool":"p{n}"}}"#
        )
    });
    let text = format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
        "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}}}}}}}},
        "pools":[{pools}],"workloads":[{apps}],"budgets":[{budgets}],"script":[{script}]}}"#
    );
    let folder = Folder::new("long");
    let file = folder.write("long.json", &text);
    let output = nodetide(&["run", &file, "--format", "brief"]);
    let page = out(&output);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(page.lines().count() <= 50 && page.lines().count() > 20, "{page}");
    for part in ["Pools:", "Who is hurt:", "What held it up longest:", "Commands without effect:"] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

/// Names with a clipboard escape, a direction override, a NUL, a C1 control, a zero-width space and a line that looks
/// like the program's own.
const EVIL: &str = r#"{"version":1,"pools":[{"name":"p\n9. fail-on x\u202e\u0000","initialNodeCount":1,"version":"1.32.1-gke.1"}],
    "workloads":[{"kind":"Deployment","name":"w\u001b]52;c;aGk=\u0007","replicas":2,"labels":{"a":"b"},"requests":{"cpu":"100m"}},
        {"kind":"Pod","name":"huge\u009b31m\u200b","requests":{"cpu":"1000"}}],
    "budgets":[{"name":"b\u001b[31m","selector":{"matchLabels":{"a":"b"}},"maxUnavailable":0,"odd\u001b":1}],
    "script":[{"at":"0s","do":"upgrade","pool":"p\n9. fail-on x\u202e\u0000","version":"1.33.1-gke.1"}]}"#;

#[test]
fn control_and_direction_characters_of_names_are_shown_where_people_read() {
    let folder = Folder::new("escapes");
    let file = folder.write("evil.json", EVIL);
    let odd = folder.write("odd\u{1b}[2J.json", "{\"kind\":\"\u{1b}[31m\"");
    let is_shown = |text: &str, what: &str| {
        let hidden = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{200b}".contains(c);
        assert!(!text.contains(hidden), "{what}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("9. fail-on")), "{what}: {text}");
    };
    for args in [
        &["run", &file][..],
        &["run", &file, "--format", "brief", "--fail-on", "forced,min-ready=1"],
        &["check", &file],
        &["why", &file, "--at", "10m", "pod/w\u{1b}]52;c;aGk=\u{7}-0"],
        &["why", &file, "--at", "10m", "pool/none\u{1b}"],
        &["import", &odd],
        &["import", "/no/\u{1b}[31m"],
        &["run", "--\u{1b}[31m"],
        &["run", &file, "--fail-on", "\u{1b}[31m"],
        &["window", "\u{1b}[31m"],
        &["\u{202e}"],
    ] {
        let output = nodetide(args);
        is_shown(out(&output), &format!("{args:?}"));
        is_shown(err(&output), &format!("{args:?}"));
    }
    let story = nodetide(&["run", &file]);
    assert!(out(&story).contains("pool/p\\n9. fail-on x\\u202e\\u0000: "), "{}", out(&story));
    // Other programs get the exact names.
    for format in ["json", "summary"] {
        let lines = nodetide(&["run", &file, "--format", format]);
        assert!(out(&lines).contains("p\\n9. fail-on x\u{202e}\\u0000"), "{}", out(&lines));
    }
    let why = nodetide(&[
        "why",
        &file,
        "--at",
        "10m",
        "workload/w\u{1b}]52;c;aGk=\u{7}",
        "--format",
        "json",
    ]);
    let why: Value = serde_json::from_slice(&why.stdout).unwrap();
    assert_eq!(why["subject"], "workload/w\u{1b}]52;c;aGk=\u{7}");
}

#[test]
fn the_report_of_an_import_as_json_is_all_that_stands_on_standard_error() {
    let folder = Folder::new("json-report");
    let bad = folder.write("bad.json", "{\"kind\":");
    let errors = folder.write("errors.json", r#"{"version":1,"pools":[{"name":"p","initialNodeCount":3,"upgradeSettings":{"maxSurge":1.5}}]}"#);
    for (args, exit) in [
        (&[bad.as_str()][..], 2),
        (&[errors.as_str()], 1),
        (&[errors.as_str(), bad.as_str()], 1),
        (&["/no/such/file"], 2),
    ] {
        let output = nodetide(&[&["import", "--format", "json"], args].concat());
        assert_eq!(code(&output), exit, "{args:?}");
        let report: Value = serde_json::from_str(err(&output))
            .unwrap_or_else(|_| panic!("{args:?}: {}", err(&output)));
        assert!(report.as_array().is_some_and(|list| !list.is_empty()), "{report}");
    }
}

#[test]
fn variants_stand_beside_the_run() {
    let compare = |args: &[&str]| {
        let output = nodetide(&[&["compare", "preset:pdb-never-moves"], args].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).to_owned()
    };
    expect![[r#"
                                  as is                   surge=3+1               blue-green=batch:2,soak:1h  /budgets/0/maxUnavailable=1
        outcome                   succeeded               succeeded               succeeded                   succeeded
        duration                  3 h 10 min 33 s         1 h 3 min 31 s          3 h 4 min 1 s               13 min 3 s
        ends                      +03:10:33               +01:03:31               +03:04:01                   +00:13:03
        nodes upgraded            3                       3                       3                           3
        most nodes                4                       6                       6                           4
        fewest nodes              3                       3                       3                           3
        extra VM-hours            3.18                    2.20                    9.19                        0.22
        evictions                 6                       6                       6                           8
        moves                     9                       8                       8                           8
        moves, of them again      1                       0                       0                           0
        Pods forced out           3                       2                       2                           0
        in violation of a PDB     3                       2                       2                           0
        drains blocked, in sum    3 h                     2 h 1 min               2 h 40 s                    1 min
        fewest ready Pods         workload/ledger 1 of 2  workload/ledger 0 of 2  workload/ledger 0 of 2      workload/ledger 1 of 2
        fewest ready Pods         workload/web 5 of 6     workload/web 5 of 6     workload/web 5 of 6         workload/web 5 of 6
        time without a ready Pod                          workload/ledger 20 s    workload/ledger 20 s
        time below a PDB          workload/ledger 1 min   workload/ledger 20 s    workload/ledger 20 s
        time below replicas       workload/web 2 min      workload/web 2 min      workload/web 2 min          workload/web 2 min
    "#]]
    .assert_eq(&compare(&["--with", "surge=3+1", "blue-green=batch:2,soak:1h", "--with", "/budgets/0/maxUnavailable=1"]));
    let of_seeds = compare(&["--with", "surge=3", "--seeds", "3", "--format", "json"]);
    let columns: Value = serde_json::from_str(&of_seeds).unwrap();
    assert_eq!(columns[1]["variant"], "surge=3");
    assert_eq!(columns[1]["summary"]["seeds"], 3);
    assert_eq!(
        columns[0]["summary"],
        json(&["run", "preset:pdb-never-moves", "--seeds", "3"])
            .as_object()
            .map(|own| {
                let mut own = own.clone();
                // The checks' findings are the run's alone.
                own.insert("findings".to_owned(), columns[0]["summary"]["findings"].clone());
                Value::Object(own)
            })
            .unwrap()
    );
    for (with, exit) in [
        ("surge=0+0", 1),
        ("surge=x", 2),
        ("blue-green=batch:0%", 2),
        ("faster", 2),
        ("window=soon", 2),
    ] {
        let output = nodetide(&["compare", "preset:pdb-never-moves", "--with", with]);
        assert_eq!((code(&output), out(&output)), (exit, ""), "{with} {}", err(&output));
    }
}

#[test]
fn each_due_upgrade_is_tried_against_the_windows() {
    let folder = Folder::new("fit");
    let slow = r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
        "maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}},
        "pools":[{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":6},{"name":"b","version":"1.32.9-gke.1000000","initialNodeCount":1},
            {"name":"new","version":"1.33.5-gke.1000000","initialNodeCount":1}],
        "assumptions":{"nodeCreate":{"p10":"600s","p50":"1h","p90":"2h"}}}"#;
    let file = folder.write("slow.json", slow);
    let output = nodetide(&["fit", &file, "--seeds", "2"]);
    assert_eq!(code(&output), 1, "{}", err(&output));
    expect![[r#"
        pool/a to 1.33.5-gke.1000000: does not fit into one window
          windows  1 / 1 / 2 of 4 h
          takes    5 h 20 min 31 s / 5 h 22 min 1 s / 1 d 2 h 18 min 18 s
          ends     2026-03-02T08:20:31Z / 2026-03-02T08:22:01Z / 2026-03-03T05:18:18Z
          fits with maxSurge 2
          fits with windows of 7 h
        pool/b to 1.33.5-gke.1000000: fits into one window
          windows  1 of 4 h
          takes    9 min 22 s / 9 min 37 s / 37 min 24 s
          ends     2026-03-03T03:36:39Z / 2026-03-03T03:36:54Z / 2026-03-03T05:28:25Z
        all in their order: does not fit into one window
          windows  2 of 4 h
          takes    1 d 36 min 39 s / 1 d 36 min 54 s / 1 d 2 h 28 min 25 s
          ends     2026-03-03T03:36:39Z / 2026-03-03T03:36:54Z / 2026-03-03T05:28:25Z
          fits with windows of 7 h
        The script doesn't upgrade a, b: GKE's automatic upgrade is assumed.
        Fast – median – slow nodes and Pods, 2 seeds each: times that the scenario leaves open are half, once, and twice the assumed ones.
        Automatic upgrades: these times are the earliest. GKE chooses the day (BS-02) and the order of the pools (AM-70).
        There are no Pods: drains take no time here, so every duration is the least that it can be.
    "#]]
    .assert_eq(out(&output));
    let answer = nodetide(&["fit", &file, "--seeds", "2", "--format", "json"]);
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answer["fits"], false);
    let subjects: Vec<&str> = answer["upgrades"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["subject"].as_str().unwrap())
        .collect();
    assert_eq!(subjects, ["pool/a", "pool/b", "all in their order"]);
    assert_eq!(code(&nodetide(&["fit", "preset:weekday-45-minutes"])), 0);
    let none =
        folder.write("none.json", r#"{"version":1,"pools":[{"name":"p","initialNodeCount":1}]}"#);
    let output = nodetide(&["fit", &none]);
    assert_eq!((code(&output), out(&output)), (2, ""));
    assert!(err(&output).contains("no upgrade is due"), "{}", err(&output));
}

#[test]
fn instants_before_the_start_are_dates() {
    let folder = Folder::new("before-the-start");
    let file = folder.write("old.json", r#"{"version":1,"start":"2026-03-10T10:00:00Z","pools":[{"name":"p","version":"1.33","nodes":[{"name":"n"}]}],
        "workloads":[{"kind":"Deployment","name":"w","replicas":1,"pods":[{"name":"w-a","node":"n","created":"2025-11-20T08:00:00Z"}]}]}"#);
    let why = nodetide(&["why", &file, "pod/w-a", "--at", "1s"]);
    assert!(
        out(&why).starts_with(
            "What: Pod w-a has been ready on n for 110 d 2 h 1 s (since 2025-11-20T08:00:00Z)."
        ),
        "{}",
        out(&why)
    );
}
