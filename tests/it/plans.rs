//! `fit`, `compare` and the brief: the least change, dates, sums, and what is left out.

use crate::cli::{Folder, answer, code, err, has, nodetide, out, with_input};
use serde_json::Value;

const MASTER: &str = "1.33.5-gke.1000000";
const OLD: &str = "1.32.9-gke.1000000";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).unwrap()
}

/// A cluster with windows on Saturdays; pools as name, nodes, maxSurge.
fn cluster(master: &str, hours: u32, pools: &[(&str, u32, u32)], script: &str) -> String {
    let pool = |(name, nodes, surge): &(&str, u32, u32)| {
        format!(
            r#"{{"name":"{name}","initialNodeCount":{nodes},"version":"{OLD}","locations":["europe-west1-b"],
            "upgradeSettings":{{"maxSurge":{surge},"maxUnavailable":0}}}}"#
        )
    };
    let pools = pools.iter().map(pool).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"{master}",
        "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-03-07T01:00:00Z","endTime":"2026-03-07T0{}:00:00Z"}},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}}}}}}}},
        "pools":[{pools}],"script":[{script}]}}"#,
        hours + 1
    )
}

fn automatic(pool: &str) -> String {
    format!(r#"{{"at":"0s","do":"upgrade","pool":"{pool}","version":"{MASTER}","automatic":true}}"#)
}

fn plane_first() -> String {
    format!(
        r#"{{"at":"0s","do":"upgrade","controlPlane":true,"version":"{MASTER}","automatic":true}},
        {{"at":"0s","after":"controlPlane","do":"upgrade","pool":"a","version":"{MASTER}","automatic":true}}"#
    )
}

/// For several pools with surge upgrades only longer windows are looked for: a maxSurge is one pool's.
#[test]
fn several_pools_are_offered_longer_windows_and_no_surge() {
    let folder = Folder::new("several-pools");
    let script = [automatic("a"), automatic("b")].join(",");
    let file =
        folder.write("two.json", &cluster(MASTER, 4, &[("a", 60, 1), ("b", 40, 4)], &script));
    let text = answer(&["fit", &file]);
    let (_, all) = text.split_once("all in their order").unwrap();
    assert!(all.contains("fits with windows of ") && !all.contains("maxSurge"), "{text}");
    let answer = json(&["fit", &file, "--format", "json"]);
    assert_eq!(answer["upgrades"][2]["changes"][0]["setting"], "window");
    // Each by itself may fit; all in their order don't.
    assert_eq!(answer["fits"], false);
    assert_eq!(code(&nodetide(&["fit", &file])), 1);
}

/// A window that is long enough holds the last node too.
#[test]
fn a_suggested_window_ends_after_the_last_node() {
    let folder = Folder::new("long-enough");
    let file = folder.write("one.json", &cluster(MASTER, 2, &[("a", 68, 1)], &automatic("a")));
    let text = answer(&["fit", &file]);
    let hours = text.split_once("windows of ").and_then(|(_, rest)| rest.split_once(" h"));
    let hours: u32 = hours.unwrap().0.parse().unwrap();
    let file =
        folder.write("longer.json", &cluster(MASTER, hours, &[("a", 68, 1)], &automatic("a")));
    let run = json(&["run", &file, "--format", "summary"]);
    assert_eq!((&run["outcome"], &run["windows"]), (&"succeeded".into(), &1.into()), "{text}");
}

/// The control plane comes first, and takes its time of the window.
#[test]
fn fit_counts_the_control_plane_that_is_due() {
    let folder = Folder::new("plane-first");
    let script = plane_first();
    let file = folder.write("due.json", &cluster(OLD, 4, &[("a", 3, 1)], &script));
    let run = json(&["run", &file, "--format", "summary"]);
    let answer = json(&["fit", &file, "--format", "json"]);
    let ends = answer["upgrades"][0]["end"]["median"].as_str().unwrap();
    let over = 1_772_409_600_000 + run["end_ms"].as_i64().unwrap();
    assert_eq!(::scenario::instant::parse(ends), Some(over), "{answer}");
}

/// What is under way is due.
#[test]
fn fit_knows_an_upgrade_that_is_resumed() {
    let folder = Folder::new("resumed");
    let file = folder.write(
        "half.json",
        &format!(
            r#"{{"version":1,"start":"2026-03-07T02:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
            "pools":[{{"name":"a","version":"{MASTER}","upgradingFrom":"{OLD}","locations":["europe-west1-b"],"upgradeSettings":{{"maxSurge":1,"maxUnavailable":0}},
                "nodes":[{{"name":"a-0","version":"{MASTER}"}},{{"name":"a-1","version":"{OLD}"}},{{"name":"a-2","version":"{OLD}"}}]}}],
            "script":[{{"at":"0s","do":"resume","pool":"a"}}]}}"#
        ),
    );
    let output = nodetide(&["fit", &file]);
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    assert!(
        out(&output).contains(&format!("pool/a to {MASTER}: there are no maintenance windows: ")),
        "{}",
        out(&output)
    );
}

/// The time between two upgrades of a pool belongs to neither.
#[test]
fn two_upgrades_of_a_pool_take_the_time_of_both() {
    let folder = Folder::new("two-upgrades");
    let script = format!(
        r#"{{"at":"0s","do":"upgrade","pool":"a","version":"1.32.9-gke.2000000","automatic":true}},
        {{"at":"8d","do":"upgrade","pool":"a","version":"{MASTER}","automatic":true}}"#
    );
    let file = folder.write("twice.json", &cluster(MASTER, 2, &[("a", 3, 1)], &script));
    let brief = answer(&["run", &file, "--format", "brief"]);
    assert!(brief.contains("3 of 3 nodes upgraded in 2 upgrades (SURGE)"), "{brief}");
}

/// One run has one duration and one end, in the brief and beside its variants.
#[test]
fn compare_has_the_duration_of_the_brief_and_its_end() {
    let folder = Folder::new("one-duration");
    let script = plane_first();
    let file = folder.write("due.json", &cluster(OLD, 4, &[("a", 3, 1)], &script));
    let brief = answer(&["run", &file, "--format", "brief"]);
    let (_, rest) = brief.split_once(", ended ").unwrap();
    let (ended, rest) = rest.split_once(": ").unwrap();
    let (took, _) = rest.split_once(". ").unwrap();
    let table = answer(&["compare", &file, "--with", "surge=2+0"]);
    let row = |title: &str| table.lines().find(|line| line.starts_with(title)).unwrap();
    assert!(row("duration").contains(took), "{brief}{table}");
    assert!(row("ends").contains(ended), "{brief}{table}");
}

/// A crash loop goes on for ever; the comparison is about the upgrade.
#[test]
fn time_below_a_budget_ends_with_the_upgrade_that_is_compared() {
    let folder = Folder::new("below-until-over");
    let file = folder.write(
        "broken.json",
        &format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
            "pools":[{{"name":"a","initialNodeCount":3,"version":"{OLD}","locations":["europe-west1-b"]}}],
            "workloads":[{{"kind":"Deployment","name":"shop","replicas":3,"labels":{{"app":"shop"}},"requests":{{"cpu":"100m"}},
                "pods":[{{"ready":true}},{{"ready":false}},{{"ready":false}}]}}],
            "budgets":[{{"name":"shop","selector":{{"matchLabels":{{"app":"shop"}}}},"minAvailable":3}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"{MASTER}"}}]}}"#
        ),
    );
    let table = answer(&["compare", &file, "--with", "surge=2+0"]);
    assert!(!table.contains("60 d"), "{table}");
}

/// All that there are, and the limit.
#[test]
fn too_few_ready_pods_are_counted_of_all() {
    let lines = nodetide(&[
        "run",
        "preset:pdb-never-moves",
        "--fail-on",
        "min-ready=web:6,min-ready=ledger:2,min-ready=web:50%",
    ]);
    assert!(err(&lines).contains("workload/web has 5 of 6 ready Pods at"), "{}", err(&lines));
    let folder = Folder::new("of-all");
    let file = folder.write(
        "four.json",
        &format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
            "pools":[{{"name":"a","initialNodeCount":2,"version":"{OLD}","locations":["europe-west1-b"]}}],
            "workloads":[{{"kind":"Deployment","name":"shop","replicas":4,"requests":{{"cpu":"100m"}},
                "pods":[{{"node":"a-b-1"}},{{"node":"a-b-1"}},{{"node":"a-b-1"}},{{"node":"a-b-1"}}]}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"{MASTER}"}}]}}"#
        ),
    );
    let lines = nodetide(&["run", &file, "--fail-on", "min-ready=shop:2"]);
    assert!(err(&lines).contains(" of 4 ready Pods, fewer than 2, at"), "{}", err(&lines));
}

/// Several clusters on standard input are answered one by one, with their names.
#[test]
fn windows_of_several_clusters_come_as_a_list() {
    let one = |name: &str, from: &str, to: &str| {
        format!(
            r#"{{"name":"{name}","location":"europe-west1","currentMasterVersion":"{MASTER}",
            "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-03-07T0{from}:00:00Z","endTime":"2026-03-07T0{to}:00:00Z"}},"recurrence":"FREQ=DAILY"}}}}}}}}"#
        )
    };
    let both = format!("[{},{}]", one("east", "1", "7"), one("west", "2", "3"));
    let args = ["window", "-", "--now", "2026-03-01T00:00:00Z"];
    let output = with_input(&[&args[..], &["--format", "json"]].concat(), both.as_bytes());
    let list: Value = serde_json::from_str(out(&output)).unwrap();
    let names: Vec<&Value> = list.as_array().unwrap().iter().map(|one| &one["cluster"]).collect();
    assert_eq!(names, ["east in europe-west1", "west in europe-west1"], "{list}");
    let text = with_input(&args, both.as_bytes());
    assert!(
        out(&text).contains("east in europe-west1:\n") && out(&text).contains("west"),
        "{}",
        out(&text)
    );
}

/// The variant that wins, as commands.
#[test]
fn a_variant_is_exported() {
    let folder = Folder::new("exported-variant");
    let file = folder.write("one.json", &cluster(MASTER, 4, &[("a", 3, 1)], &automatic("a")));
    let commands = answer(&["export", &file, "--format", "gcloud", "--with", "surge=0+2"]);
    assert!(commands.contains("--max-surge-upgrade=0"), "{commands}");
    assert!(commands.contains("--max-unavailable-upgrade=2"), "{commands}");
    let same = answer(&["export", &file, "--format", "scenario", "--with", "window=none"]);
    assert!(!same.contains("recurringWindow"), "{same}");
}

/// A slip in a variant isn't the scenario as it is.
#[test]
fn a_variant_with_an_unknown_field_is_not_exported() {
    let folder = Folder::new("exported-slip");
    let file = folder.write("one.json", &cluster(MASTER, 4, &[("a", 3, 1)], &automatic("a")));
    let slip = "/pools/0/upgradeSettings/maxSurges=2";
    for format in ["runbook", "csv"] {
        let output = nodetide(&["export", &file, "--format", format, "--with", slip]);
        assert_eq!((code(&output), out(&output)), (1, ""), "{format}");
        has(err(&output), &["[document/unknown-field] ", "maxSurges", "maxSurge”"]);
    }
}

/// A scenario with one Pod on one of two nodes; `pool` and `workload` are further fields, `script` further entries.
fn single(pool: &str, workload: &str) -> String {
    format!(
        r#"{{"version":1,"cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
        "pools":[{{"name":"a","initialNodeCount":2,"version":"{OLD}","locations":["europe-west1-b"]{pool}}}],
        "workloads":[{{"name":"one","requests":{{"cpu":"100m"}},{workload}}}],
        "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"{MASTER}"}}]}}"#
    )
}

/// Pods from a dump are listed one by one; a second one can be had all the same.
#[test]
fn a_second_replica_is_offered_beside_listed_pods() {
    let folder = Folder::new("second-replica");
    let file = folder.write(
        "vault.json",
        &single(
            "",
            r#""kind":"StatefulSet","replicas":1,"pods":[{"name":"one-0","node":"a-b-1"}]"#,
        ),
    );
    let why = answer(&["why", &file, "--at", "3m10s", "workload/one"]);
    assert!(why.contains("replicas 1 → 2"), "{why}");
}

/// BG-20: without batches, a Job ends while the pool soaks.
#[test]
fn a_soak_that_is_longer_than_the_work_is_offered() {
    let folder = Folder::new("soak");
    let file = folder.write(
        "job.json",
        &single("", r#""kind":"Job","replicas":1,"backoffLimit":0,"restartPolicy":"Never","terminationGracePeriodSeconds":60,"assumptions":{"work":"5h"},"pods":[{"node":"a-b-1"}]"#),
    );
    let why = answer(&["why", &file, "--at", "3m10s", "workload/one"]);
    assert!(why.contains("batchNodeCount 0 and nodePoolSoakDuration 5 h"), "{why}");
}

/// “How sure is that?” Durations that the files don't give stay alike with all seeds.
#[test]
fn runs_with_several_seeds_say_what_does_not_vary() {
    let folder = Folder::new("forecast");
    let file = |assumptions: &str| {
        folder.write(
            "forecast.json",
            &format!(
                r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.33.5-gke.100"}},"assumptions":{{{assumptions}}},
                "pools":[{{"name":"p","version":"1.32.9-gke.100","initialNodeCount":4}}],
                "script":[{{"at":"0s","do":"upgrade","pool":"p"}}]}}"#
            ),
        )
    };
    let of = |file: &str| {
        let told = nodetide(&["run", file, "--seeds", "3"]);
        let summary: Value = serde_json::from_slice(&told.stdout).unwrap();
        (summary, err(&told).to_owned())
    };
    let (summary, said) = of(&file(""));
    has(&said, &["Not set, and equal for all seeds: nodeCreate, nodeDelete, podStart."]);
    let took = |range: &Value| ["p10", "p50", "p90"].map(|name| range[name].as_i64().unwrap());
    let [fast, median, slow] = took(&summary["duration_ms"]);
    assert!(fast == median && median == slow, "{summary}");
    let compared = nodetide(&["compare", &file(""), "--with", "surge=2", "--seeds", "2"]);
    has(out(&compared), &["Not set, and equal for all seeds: nodeCreate, nodeDelete, podStart"]);
    let known = r#""nodeCreate":"3m","nodeDelete":"30s","podStart":"20s""#;
    let (_, said) = of(&file(known));
    assert!(said.is_empty(), "{said}");
}
