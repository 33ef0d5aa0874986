//! The command line, run as people run it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use expect_test::expect;
use serde_json::{Value, json};

/// The scenario that is built by hand in the browser (`tests/e2e/build.spec.mjs`) has the same run here.
#[test]
fn a_cluster_that_was_built_on_the_page_has_the_same_run() {
    let built = include_str!("../e2e/built.json");
    let built: Value = serde_json::from_str(built).unwrap();
    let scenario = built["scenario"].to_string();
    let told = with_input(&["run", "-", "--format", "summary"], scenario.as_bytes());
    let summary: Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(summary["digest"], built["digest"]);
    // When it happens and what it waits for is in the first line, with what it costs.
    let told = with_input(&["run", "-"], scenario.as_bytes());
    let first = "Done 2027-01-09T02:56:14Z after exclusion: Jobs lose up to 18 d 17 h of work.\n";
    assert!(out(&told).starts_with(first), "{}", out(&told));
}

pub(crate) fn nodetide(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nodetide"))
        .args(args)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub(crate) fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nodetide"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The child may refuse before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub(crate) fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// What a command says, on standard output only.
#[track_caller]
pub(crate) fn answer(args: &[&str]) -> String {
    let output = nodetide(args);
    assert!(code(&output) < 2, "{args:?}: {}", err(&output));
    out(&output).to_owned()
}

#[track_caller]
pub(crate) fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word:?} isn't in:\n{text}");
    }
}

pub(crate) fn lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "{part:?} is in:\n{text}");
    }
}

/// A folder of this test's own, gone when it ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("nodetide-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SMALL: &str = r#"{"version":1,"name":"small","pools":[{"name":"p","initialNodeCount":2,"version":"1.32.1-gke.1"}],
 "workloads":[{"kind":"Deployment","name":"=web","replicas":2,"requests":{"cpu":"100m"}}],
 "script":[{"at":"0s","do":"upgrade","pool":"p","version":"1.33.1-gke.1"}]}"#;

#[test]
fn help_and_version_go_to_stdout_and_wrong_usage_to_stderr() {
    for args in [&[][..], &["--help"], &["help", "run"], &["run", "--help"], &["--version"]] {
        let output = nodetide(args);
        assert_eq!((code(&output), err(&output)), (0, ""), "{args:?}");
        assert!(!out(&output).is_empty());
    }
    for args in [
        &["fly"][..],
        &["run"],
        &["run", "preset:docs-5-nodes", "more"],
        &["run", "preset:docs-5-nodes", "preset:stockout"],
        &["run", "preset:docs-5-nodes", "--sed", "1"],
        &["run", "preset:docs-5-nodes", "--start", "noon"],
        &["schema", "pools"],
        &["completions"],
        &["why", "pool/default-pool", "--at", "1s"],
        &["run", "preset:docs-5-nodes", "--format", "xml"],
        &["run", "preset:docs-5-nodes", "--seed", "x"],
        &["run", "preset:docs-5-nodes", "--until", "tomorrow"],
        &["run", "preset:no-such"],
        &["run", "/no/such/file"],
        &["run", "/"],
        &["check", "--seed", "1", "x"],
        &["presets", "x"],
        &["import"],
        &["export", "preset:docs-5-nodes"],
        &["export", "preset:docs-5-nodes", "--format", "xml"],
        &["export", "preset:docs-5-nodes", "--format", "csv", "--at", "1s"],
        &["export", "preset:docs-5-nodes", "--format", "svg", "--at", "soon"],
        &["link"],
        &["link", "preset:docs-5-nodes", "--format", "json"],
        &["run", "link:"],
        &["run", "link:2.AAAA"],
        &["check", "https://nodetide.example/#t=1s&s=1.AAAA"],
        &["why", "preset:docs-5-nodes", "--at", "1s", "pool/none"],
        &["why", "preset:docs-5-nodes", "--at", "later", "pool/default-pool"],
        &["why", "preset:docs-5-nodes", "--at", "2020-01-01T00:00:00Z", "pool/default-pool"],
        &["why", "preset:docs-5-nodes", "--at", "9999999h", "pool/default-pool"],
    ] {
        let output = nodetide(args);
        assert_eq!((code(&output), out(&output)), (2, ""), "{args:?}");
        let said = err(&output);
        assert!(said.starts_with("nodetide: ") && said.ends_with(".\n"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn wrong_usage_is_one_sentence_that_points_to_the_help() {
    let said = |args: &[&str]| err(&nodetide(args)).to_owned();
    expect![[r#"
        nodetide: there is no verb chek: did you mean schema, check? See nodetide --help.
        nodetide: run needs FILES. See nodetide run --help.
        nodetide: run has no option --sed: did you mean --seed? See nodetide run --help.
        nodetide: --seed x isn't a number from 0 to 18446744073709551615. See nodetide run --help.
        nodetide: --seed needs a value. See nodetide run --help.
        nodetide: run has no --format xml: use brief, story, summary, json, or csv. See nodetide run --help.
        nodetide: presets doesn't expect x. See nodetide presets --help.
        nodetide: why needs FILES and a SUBJECT. See nodetide why --help.
        nodetide: export needs --format NAME. See nodetide export --help.
        nodetide: preset:stockout and preset:three-zones are both scenarios: use one of them.
    "#]]
    .assert_eq(&[
        said(&["chek"]),
        said(&["run"]),
        said(&["run", "x", "--sed", "1"]),
        said(&["run", "x", "--seed", "x"]),
        said(&["run", "x", "--seed"]),
        said(&["run", "x", "--format", "xml"]),
        said(&["presets", "x"]),
        said(&["why", "x", "--at", "1s"]),
        said(&["export", "x"]),
        said(&["run", "preset:stockout", "preset:three-zones"]),
    ]
    .concat());
}

#[test]
fn the_help_has_examples_and_says_what_a_scenario_is() {
    let all = nodetide(&[]);
    assert_eq!(all.stdout, nodetide(&["--help"]).stdout);
    for word in
        ["Examples:\n  kubectl get ", "A scenario is JSON", "nodetide schema script", "FILES "]
    {
        assert!(out(&all).contains(word), "{word}\n{}", out(&all));
    }
    assert_eq!(nodetide(&["help", "why"]).stdout, nodetide(&["why", "--help"]).stdout);
}

#[test]
fn the_schema_is_printed_and_the_script_is_a_table_of_verbs() {
    let schema = nodetide(&["schema"]);
    assert_eq!(code(&schema), 0);
    assert_eq!(out(&schema), include_str!("../../static/schema/scenario.schema.json"));
    let script = nodetide(&["schema", "script"]);
    let verbs: Vec<&str> = out(&script).split("\n\n").collect();
    let of = |verb: &str| {
        let found = verbs.iter().find(|text| text.lines().next() == Some(verb));
        found.unwrap_or_else(|| panic!("no {verb} in {verbs:#?}")).to_owned()
    };
    expect![[r#"
        drain
          node                       the node
          timeout                    give up after this time
          gracePeriodSeconds         grace of every Pod; −1 = its own
          force                      also Pods without a controller
          ignoreDaemonsets           ignore DaemonSet Pods
          deleteEmptydirData         also Pods with emptyDir volumes
          disableEviction            delete Pods instead of evicting them, without asking their budgets
          skipWaitForDeleteTimeout   don't wait for Pods that have been terminating for more than this many seconds
        reservation
          pool                       The pool
          nodes                      machines held for the pool; none if missing"#]]
    .assert_eq(&format!("{}\n{}", of("drain"), of("reservation")));
    assert!(of("upgrade").contains("\n  automatic "), "{script:?}");
}

#[test]
fn completions_are_a_script_of_the_shell() {
    let bash = nodetide(&["completions", "bash"]);
    assert_eq!((code(&bash), err(&bash)), (0, ""));
    assert!(out(&bash).contains("--until") && out(&bash).contains("complete -F _nodetide"));
}

#[test]
fn presets_are_listed_as_text_and_json() {
    let text = nodetide(&["presets"]);
    let json = nodetide(&["presets", "--format", "json"]);
    assert_eq!((code(&text), code(&json)), (0, 0));
    let list: Vec<Value> = serde_json::from_slice(&json.stdout).unwrap();
    let lines: Vec<String> = list
        .iter()
        .map(|one| format!("{}\t{}", one["name"].as_str().unwrap(), one["title"].as_str().unwrap()))
        .collect();
    assert_eq!(lines, out(&text).lines().collect::<Vec<_>>());
    assert_eq!(list[0]["nodes"], 5);
}

#[test]
fn the_summary_of_the_documented_example_is_what_the_documentation_says() {
    let output = nodetide(&["run", "preset:docs-5-nodes", "--format", "summary"]);
    assert_eq!(code(&output), 0);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let nodes = &summary["nodes"];
    assert_eq!((&nodes["min"], &nodes["max"], &nodes["end"]), (&4.into(), &7.into(), &5.into()));
    assert_eq!(summary["outcome"], "succeeded");
    assert_eq!(summary["digest"].as_str().unwrap().len(), 16);
    let fields: Vec<&str> = [
        "scenario",
        "seed",
        "version",
        "edition",
        "nodes",
        "creating_max",
        "in_progress_max",
        "upgraded",
        "evictions",
        "forced",
        "lost",
        "pending_max",
        "blocked_ms",
        "duration_ms",
        "end_ms",
        "outcome",
        "completed",
        "standing",
        "findings",
        "records",
        "digest",
        "pools",
    ]
    .to_vec();
    for field in &fields {
        assert!(summary.get(field).is_some(), "{field}");
    }
    for field in
        ["name", "strategy", "nodes", "in_progress_max", "upgraded", "duration_ms", "outcome"]
    {
        assert!(summary["pools"][0].get(field).is_some(), "{field}");
    }
}

/// Who keeps a whole zone away moves on to the other node each time that it is preempted.
const AGAIN_AND_AGAIN: &str = r#"{"version":1,"name":"again",
    "pools":[{"name":"p","version":"1.32","locations":["z-a"],"config":{"machineType":"e2-standard-4"},
        "nodes":[{"name":"a"},{"name":"b"}]}],
    "workloads":[
        {"kind":"Deployment","name":"low","replicas":2,"requests":{"cpu":"100m"},"pods":[{"node":"a"},{"node":"a"}],
         "affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
            {"labelSelector":{"matchLabels":{"app":"h"}},"topologyKey":"topology.kubernetes.io/zone"}]}}},
        {"kind":"Deployment","name":"high","replicas":0,"priority":100,"labels":{"app":"h"},"requests":{"cpu":"100m"}}],
    "assumptions":{"nodeOrder":"listed"},
    "script":[{"at":"10s","do":"set","workload":"high","replicas":1}]}"#;

/// KS-37.
#[test]
fn a_run_that_goes_on_until_its_end_says_so_and_who_is_preempted_again_and_again() {
    let folder = Folder::new("again");
    let file = folder.write("again.json", AGAIN_AND_AGAIN);
    let of = |until: &str| -> Value {
        let output = nodetide(&["run", &file, "--until", until, "--format", "summary"]);
        assert_eq!(code(&output), 0);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let said = |summary: &Value| {
        let repeated = summary.get("repeated").cloned().unwrap_or_default();
        format!("{} {} {repeated}\n", summary["outcome"], summary["completed"])
    };
    let both = said(&of("4m")) + &said(&of("1h"));
    expect_test::expect![[r#"
        "limit" false null
        "limit" false [{"for":"pod/high-0","subject":"workload/low","times":120}]
    "#]]
    .assert_eq(&both);
}

#[test]
fn records_are_the_same_as_lines_and_as_a_table() {
    let folder = Folder::new("records");
    let file = folder.write("small.json", SMALL);
    let json = nodetide(&["run", &file, "--format", "json"]);
    let csv = nodetide(&["run", &file, "--format", "csv"]);
    assert_eq!((code(&json), code(&csv)), (0, 0), "{}", err(&json));
    let lines: Vec<Value> =
        out(&json).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    expect![[r#"{"nodetide":1,"scenario":"small","seed":1,"start":"2026-01-05T00:00:00Z"}"#]]
        .assert_eq(&lines[0].to_string());
    let mut rows = out(&csv).split("\r\n");
    assert_eq!(rows.next(), Some("no,at_ms,subject,change,slug,rules,cause,data"));
    for (no, line) in lines[1..].iter().enumerate() {
        assert_eq!(line["no"], no);
        let row = rows.next().unwrap();
        assert!(row.starts_with(&format!("{no},{},", line["at_ms"])), "{row}");
        match line["cause"].as_u64() {
            Some(cause) => assert!(cause < no as u64),
            None => assert!(line["cause"].is_null()),
        }
    }
    assert_eq!(rows.next(), Some(""));
}

#[test]
fn a_run_ends_at_until_and_the_seed_is_taken() {
    let limit = nodetide(&["run", "preset:three-zones", "--until", "10m", "--format", "summary"]);
    let summary: Value = serde_json::from_slice(&limit.stdout).unwrap();
    assert_eq!(summary["outcome"], "limit");
    assert!(summary["end_ms"].as_i64().unwrap() <= 600_000);
    let seed =
        |n: &str| nodetide(&["run", "preset:three-zones", "--seed", n, "--format", "json"]).stdout;
    assert_eq!(seed("7"), seed("7"));
    assert_ne!(seed("7"), seed("8"));
}

#[test]
fn a_scenario_comes_from_standard_input_too() {
    let output = with_input(&["run", "-", "--format", "story"], SMALL.as_bytes());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let story = out(&output);
    assert!(story.starts_with("0. +00:00:00 cluster: The run starts\n"), "{story}");
    assert!(story.lines().all(|line| !line.contains('$')));
}

#[test]
fn errors_are_found_before_anything_runs() {
    let bad = br#"{"version":1,"pools":[{"name":"p","initialNodeCount":3,"upgradeSettings":{"maxSurge":1.5}}]}"#;
    let run = with_input(&["run", "-"], bad);
    assert_eq!((code(&run), out(&run)), (1, ""));
    assert!(err(&run).contains("SU-28"), "{}", err(&run));
    let check = with_input(&["check", "-"], bad);
    assert_eq!(code(&check), 1);
    assert!(out(&check).starts_with("error[") && out(&check).contains(" Hint: "));
    let json = with_input(&["check", "-", "--format", "json"], bad);
    let list: Vec<Value> = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(list[0]["severity"], "error");
    for text in [&b""[..], b"{", b"[]", b"\xff\xfe", b"hello", b"{\"version\":2}"] {
        for verb in ["run", "check"] {
            let output = with_input(&[verb, "-"], text);
            assert_eq!((code(&output), out(&output)), (2, ""), "{verb} {text:?}");
        }
    }
}

#[test]
fn why_answers_in_five_parts() {
    let output = nodetide(&["why", "preset:pdb-never-moves", "--at", "10m", "budget/ledger-pdb"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    for title in ["What: ", "Why: ", "Until: ", "Say it in GKE: "] {
        assert!(out(&output).contains(title), "{title}\n{}", out(&output));
    }
    let json = nodetide(&[
        "why",
        "preset:pdb-never-moves",
        "--at",
        "10m",
        "budget/ledger-pdb",
        "--format",
        "json",
    ]);
    let answer: Value = serde_json::from_slice(&json.stdout).unwrap();
    for field in ["subject", "at_ms", "what", "why", "until", "change", "say", "chain"] {
        assert!(answer.get(field).is_some(), "{field}");
    }
    assert_eq!(answer["at_ms"], 600_000);
    assert!(answer["say"].as_str().unwrap().contains("POD_NOT_ENOUGH_PDB"));
}

#[test]
fn why_names_what_would_change_it_with_what_a_run_with_it_came_to() {
    let ask_at = |at: &str, preset: &str, subject: &str, format: &str| {
        let output = nodetide(&["why", preset, "--at", at, subject, "--format", format]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).to_owned()
    };
    let ask = |preset: &str, subject: &str, format: &str| ask_at("5m", preset, subject, format);
    let json = ask("preset:pdb-never-moves", "budget/ledger-pdb", "json");
    let answer: Value = serde_json::from_str(&json).unwrap();
    let changes = answer["change"].as_array().unwrap();
    let own = changes.iter().find(|one| one["undoes"] == "budget").unwrap();
    assert_eq!(own["edit"], "ledger-pdb maxUnavailable 0 → 1");
    let effect = own["effect"].as_str().unwrap();
    assert!(effect.starts_with("PDB violations 3 → 0, takes 3 h 10 min → 13 min 3 s"), "{effect}");
    let json = ask("preset:cancel-resume", "pool/web-pool", "json");
    let answer: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(answer["change"], serde_json::json!([]));
    let text = ask("preset:cancel-resume", "pool/web-pool", "text");
    assert!(text.contains("Change it: no improvement found. Tried: "), "{text}");
    // It is over.
    let text = ask_at("10m", "preset:docs-5-nodes", "pool/default-pool", "text");
    assert!(!text.contains("Change it"), "{text}");
}

const NODES: &str = r#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1",
 "labels":{"cloud.google.com/gke-nodepool":"p","topology.kubernetes.io/zone":"europe-west4-a"}},
 "status":{"allocatable":{"cpu":"4","memory":"16Gi","pods":"110"},"nodeInfo":{"kubeletVersion":"v1.32.1-gke.1"}}}]}"#;

#[test]
fn an_import_writes_a_scenario_and_a_failed_one_leaves_the_old_file() {
    let folder = Folder::new("import");
    let nodes = folder.write("nodes.json", NODES);
    let broken = folder.write("broken.json", "{\"kind\":");
    let target = folder.0.join("out.json").to_str().unwrap().to_owned();
    let good = nodetide(&["import", &nodes, "-o", &target]);
    assert_eq!((code(&good), out(&good)), (0, ""), "{}", err(&good));
    let written = std::fs::read_to_string(&target).unwrap();
    assert_eq!(code(&nodetide(&["check", &target])), 0);
    let bad = nodetide(&["import", &broken, "-o", &target]);
    assert_eq!(code(&bad), 2);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), written);
    let printed = nodetide(&["import", &nodes, "--format", "json"]);
    assert_eq!(out(&printed), written);
    let report: Value = serde_json::from_slice(&printed.stderr).unwrap();
    assert_eq!(report[0]["used"]["nodes"], 1);
    let refused = nodetide(&["import", &broken, "--format", "json"]);
    assert_eq!((code(&refused), out(&refused)), (2, ""));
    let report: Value = serde_json::from_slice(&refused.stderr).unwrap();
    assert_eq!(report[0]["code"], "cut-off");
    let names: Vec<_> = std::fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(names.len(), 3, "no part of a file is left behind");
}

#[test]
fn exports_are_printed_or_written_whole() {
    let folder = Folder::new("export");
    for (format, first) in [
        ("scenario", "{\n"),
        ("gcloud", "# Commands for the scenario"),
        ("terraform", "# Node pools of the scenario"),
        ("budgets", "apiVersion: policy/v1\n"),
        ("csv", "no,at_ms,subject,change,slug,rules,cause,data\r\n0,"),
        ("json", "{\"nodetide\":1,"),
        ("svg", "<svg xmlns="),
    ] {
        let printed = nodetide(&["export", "preset:pdb-never-moves", "--format", format]);
        assert_eq!(code(&printed), 0, "{}", err(&printed));
        assert!(out(&printed).starts_with(first), "{format}: {}", out(&printed));
        let target = folder.0.join(format).to_str().unwrap().to_owned();
        let written =
            nodetide(&["export", "preset:pdb-never-moves", "--format", format, "-o", &target]);
        assert_eq!((code(&written), out(&written)), (0, ""));
        assert_eq!(std::fs::read_to_string(&target).unwrap(), out(&printed));
    }
    let at =
        |time: &str| nodetide(&["export", "preset:docs-5-nodes", "--format", "svg", "--at", time]);
    assert_ne!(at("10s").stdout, at("200s").stdout);
    let same = nodetide(&["run", "preset:docs-5-nodes", "--format", "csv"]);
    assert_eq!(nodetide(&["export", "preset:docs-5-nodes", "--format", "csv"]).stdout, same.stdout);
}

#[test]
fn imports_with_errors_are_written_but_not_run() {
    let bad = br#"{"version":1,"pools":[{"name":"p","initialNodeCount":3,"upgradeSettings":{"maxSurge":1.5}}]}"#;
    let document = with_input(&["export", "-", "--format", "terraform"], bad);
    assert_eq!(code(&document), 1);
    assert!(
        out(&document).contains("google_container_node_pool") && err(&document).contains("SU-28")
    );
    let run = with_input(&["export", "-", "--format", "csv"], bad);
    assert_eq!((code(&run), out(&run)), (1, ""));
}

#[test]
fn a_link_is_a_scenario() {
    let link = nodetide(&["link", "preset:three-zones"]);
    assert_eq!(code(&link), 0, "{}", err(&link));
    let link = out(&link).trim();
    let records = |scenario: &str| nodetide(&["run", scenario, "--format", "json"]).stdout;
    let wanted = records("preset:three-zones");
    let packed = link.strip_prefix("#s=").unwrap();
    for scenario in [
        link.to_owned(),
        format!("link:{packed}"),
        format!("https://nodetide.example/x#theme=dark&s={packed}&t=90s"),
    ] {
        assert_eq!(records(&scenario), wanted, "{scenario}");
    }
    let other = nodetide(&["link", "preset:three-zones", "--pseudonyms"]);
    let story = nodetide(&["run", out(&other).trim(), "--format", "story"]);
    assert_eq!(code(&story), 0, "{}", err(&story));
    assert!(
        !out(&story).contains("web") && out(&story).contains("europe-west4-a"),
        "{}",
        out(&story)
    );
    let cut = nodetide(&["run", &link[..link.len() - 9]]);
    expect![[r#"
        nodetide: can't use the link: The end of the link is missing. Copy the whole link.
    "#]]
    .assert_eq(err(&cut));
}

#[test]
fn a_window_is_judged_for_a_pull_request() {
    let weekend = [
        "window",
        "--start",
        "2025-04-05T05:00:00Z",
        "--end",
        "2025-04-06T19:00:00Z",
        "--recurrence",
        "FREQ=WEEKLY;BYDAY=SA,SU",
        "--now",
        "2025-04-05T05:00:00Z",
        "--edition",
        "2025",
    ];
    let told = nodetide(&[&weekend[..], &["--all"]].concat());
    assert_eq!((code(&told), err(&told)), (0, ""));
    assert!(out(&told).starts_with("Open every week from Saturday 05:00 to Monday 19:00 UTC"));
    let lines: Vec<&str> = out(&told).lines().collect();
    let first = "2025-04-05T05:00:00Z .. 2025-04-07T19:00:00Z  Sat 05:00 to Mon 19:00 UTC, 62 h";
    assert!(lines.contains(&first), "{}", out(&told));
    let answer: Value = {
        let told = nodetide(&[&weekend[..], &["--format", "json"]].concat());
        serde_json::from_str(out(&told)).unwrap()
    };
    assert_eq!(answer["accepted"], true);
    assert_eq!(
        answer["intervals"][0],
        json!({"start": "2025-04-05T05:00:00Z", "end": "2025-04-07T19:00:00Z"})
    );
    assert_eq!(answer["next"].as_array().unwrap().len(), 10);
    assert_eq!(
        answer["worst"],
        json!({"from": "2025-04-07T19:00:00Z", "days": 32, "open_ms": 248 * 3_600_000_i64})
    );
    assert_eq!(answer["fixes"][0]["recurrence"], "FREQ=WEEKLY;BYDAY=SA");
    assert_eq!(answer["findings"][0]["code"], "trap/overlap");

    let broken = |text: &str| {
        let told = nodetide(&["window", text]);
        (code(&told), out(&told).to_owned(), err(&told).to_owned())
    };
    let (exit, said, _) = broken("2026-01-05T02:00:00Z/2026-01-05T04:00:00Z FREQ=DAILY");
    assert_eq!(exit, 1);
    assert!(
        said.contains("(BS-23, AM-90)") && said.contains("fix: Let each window last 4 h."),
        "{said}"
    );
    let (exit, said, why) = broken("no window at all");
    assert_eq!((exit, said.as_str()), (2, ""));
    assert!(why.starts_with("nodetide: Couldn't read a maintenance window from this."), "{why}");
    assert_eq!(broken("FREQ=DAILY").0, 2);
    assert_eq!(code(&nodetide(&["window", "16:00", "--time-zone", "Mars/Base"])), 2);
    assert_eq!(code(&nodetide(&["window", "16:00", "--edition", "next"])), 2);
    assert_eq!(code(&nodetide(&["window", "--start", "2026-01-05T02:00:00Z"])), 2);
    let told = with_input(&["window", "-", "--edition", "2026"], b"16:00");
    assert_eq!(code(&told), 0);
    assert!(out(&told).contains("the limits of edition 2026"));

    // Local times, as clocks in Lisbon show them in summer.
    let told = nodetide(&[
        "window",
        "--start",
        "2026-07-06T02:00",
        "--end",
        "2026-07-06T08:00",
        "--recurrence",
        "FREQ=DAILY",
        "--time-zone",
        "Europe/Lisbon",
        "--now",
        "2026-07-06T00:00:00Z",
    ]);
    assert!(out(&told).contains("2026-07-06T01:00:00Z .. 2026-07-06T07:00:00Z"), "{}", out(&told));
    assert!(
        out(&told).starts_with("Open every day from 02:00 to 08:00 Europe/Lisbon"),
        "{}",
        out(&told)
    );
}

/// BS-25: a window that began years ago is judged from today on.
#[test]
fn a_window_is_judged_from_now_on_with_its_exclusions() {
    let folder = Folder::new("window");
    let cluster = |name: &str, start: &str, scope: &str, end: &str| {
        format!(
            r#"resource "google_container_cluster" "{name}" {{
  name = "{name}"
  maintenance_policy {{
    recurring_window {{
      start_time = "{start}T02:00:00Z"
      end_time   = "{start}T06:00:00Z"
      recurrence = "FREQ=DAILY"
    }}
    maintenance_exclusion {{
      exclusion_name = "freeze"
      start_time = "2026-12-01T00:00:00Z"
      end_time   = "{end}T00:00:00Z"
      exclusion_options {{ scope = "{scope}" }}
    }}
  }}
}}
"#
        )
    };
    let frozen =
        folder.write("frozen.tf", &cluster("shop", "2019-08-01", "NO_UPGRADES", "2026-12-31"));
    let narrow = folder.write(
        "narrow.tf",
        &cluster("bank", "2019-08-01", "NO_MINOR_OR_NODE_UPGRADES", "2027-02-01"),
    );
    let window = |args: &[&str]| {
        let told = nodetide(&[&["window", "--now", "2026-11-30T00:00:00Z"], args].concat());
        let text = out(&told).replace(folder.0.to_str().unwrap(), "FOLDER");
        (code(&told), text)
    };
    let (exit, text) = window(&[&frozen, "--edition", "2025"]);
    assert_eq!(exit, 1);
    expect![[r#"
        FOLDER/frozen.tf, shop:
        Open every day from 02:00 to 06:00 UTC, 4 h each.
        Not accepted by the limits of edition 2025.
        Accepted by the limits of edition 2026.
        The worst 32 days, from 2026-11-30T00:00:00Z, have 8 h open; GKE requires 48 h.
        Exclusion freeze, NO_UPGRADES: from 2026-12-01T00:00:00Z to 2026-12-31T00:00:00Z.
        error[exclusion/availability] /window/maintenanceExclusions: The exclusions leave too little of the window. In the 32 days from 2026-11-30T00:00:00Z on it leaves 8 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Shorten an exclusion, narrow its scope, or let the window open more often. (MX-22, AM-86)
        fix: End freeze at 2026-12-21T02:00:00Z, 9 days 22 h sooner. (open for 48 h in the worst 32 days and 12 days in the worst 92)
        fix: Set the scope of freeze to NO_MINOR_OR_NODE_UPGRADES. (open for 5 days 8 h in the worst 32 days and 15 days 8 h in the worst 92)
        fix: Let each window last 24 h. FREQ=DAILY from 2019-08-01T02:00:00Z to 2019-08-02T02:00:00Z (open for 48 h in the worst 32 days and 62 days in the worst 92)
        Next openings:
        2026-11-30T02:00:00Z .. 2026-11-30T06:00:00Z  Mon 02:00 to 06:00 UTC, 4 h
        2026-12-31T02:00:00Z .. 2026-12-31T06:00:00Z  Thu 02:00 to 06:00 UTC, 4 h
        2027-01-01T02:00:00Z .. 2027-01-01T06:00:00Z  Fri 02:00 to 06:00 UTC, 4 h
        … and 333 more openings in the year: --all lists them.
    "#]].assert_eq(&text);
    let (exit, text) = window(&[&frozen, &narrow]);
    assert_eq!(exit, 0);
    expect![[r#"
        FOLDER/frozen.tf, shop:
        Open every day from 02:00 to 06:00 UTC, 4 h each.
        Accepted by the limits of edition 2026.
        Not accepted by the limits of edition 2025.
        The worst 92 days, from 2026-11-30T00:00:00Z, have 10 days 8 h open; GKE requires 48 h.
        Exclusion freeze, NO_UPGRADES: from 2026-12-01T00:00:00Z to 2026-12-31T00:00:00Z.
        Next openings:
        2026-11-30T02:00:00Z .. 2026-11-30T06:00:00Z  Mon 02:00 to 06:00 UTC, 4 h
        2026-12-31T02:00:00Z .. 2026-12-31T06:00:00Z  Thu 02:00 to 06:00 UTC, 4 h
        2027-01-01T02:00:00Z .. 2027-01-01T06:00:00Z  Fri 02:00 to 06:00 UTC, 4 h
        … and 333 more openings in the year: --all lists them.

        FOLDER/narrow.tf, bank:
        Open every day from 02:00 to 06:00 UTC, 4 h each.
        Accepted by the limits of edition 2026.
        The worst 92 days, from 2026-11-30T00:00:00Z, have 15 days 8 h open; GKE requires 48 h.
        Exclusion freeze, NO_MINOR_OR_NODE_UPGRADES: from 2026-12-01T00:00:00Z to 2027-02-01T00:00:00Z.
        Next openings:
        2026-11-30T02:00:00Z .. 2026-11-30T06:00:00Z  Mon 02:00 to 06:00 UTC, 4 h
        2026-12-01T02:00:00Z .. 2026-12-01T06:00:00Z  Tue 02:00 to 06:00 UTC, 4 h, without minor and node upgrades (freeze)
        2026-12-02T02:00:00Z .. 2026-12-02T06:00:00Z  Wed 02:00 to 06:00 UTC, 4 h, without minor and node upgrades (freeze)
        … and 363 more openings in the year: --all lists them.

        Maintenance windows guarantee no order between clusters: GKE chooses when in its windows each is upgraded. Rollout sequencing upgrades one group of clusters after the other (BS-20).
    "#]].assert_eq(&text);
    let (_, json) = window(&[&frozen, &narrow, "--format", "json"]);
    let answers: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(answers[1]["cluster"], "bank");
    assert_eq!(answers[0]["verdicts"][0]["accepted"], false);
    assert_eq!(answers[0]["verdicts"][1]["accepted"], true);
    assert_eq!(answers[1]["exclusions"][0]["scope"], "NO_MINOR_OR_NODE_UPGRADES");
}

/// AM-103: who judges settings says error, who computes says warning and goes on with the nearest state.
#[test]
fn states_that_exist_run_although_gke_would_refuse_to_set_them() {
    let folder = Folder::new("exists");
    let scenario = |cluster: &str, pool: &str, more: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.33.1-gke.100"{cluster}}},
              "pools":[{{"name":"p","version":"1.32.1-gke.100","initialNodeCount":1{pool}}}],
              "script":[{{"at":"0s","do":"upgrade","pool":"p"}}]{more}}}"#
        )
    };
    let selector = r#""selector":{"matchLabels":{"app":"web"}}"#;
    let cases = [
        ("surge/both-zero", "", r#","upgradeSettings":{"maxSurge":0,"maxUnavailable":0}"#, ""),
        ("surge/one-flag", "", r#","gcloudFlags":["--max-surge-upgrade=2"]"#, ""),
        (
            "strategy/two-batch-sizes",
            "",
            r#","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"0s",
              "standardRolloutPolicy":{"batchNodeCount":1,"batchPercentage":0.5}}}"#,
            "",
        ),
        (
            "budget/exactly-one",
            "",
            "",
            &format!(
                r#","budgets":[{{"name":"b",{selector},"minAvailable":1,"maxUnavailable":1}}]"#
            ),
        ),
        (
            "budget/interval",
            r#","maintenancePolicy":{"disruptionBudget":{"minorVersionDisruptionInterval":"100d"}}"#,
            "",
            "",
        ),
        (
            "exclusion/too-long",
            r#","maintenancePolicy":{"window":{"maintenanceExclusions":{"a":{"startTime":"2027-01-01T00:00:00Z","endTime":"2027-06-01T00:00:00Z"}}}}"#,
            "",
            "",
        ),
        (
            "window/too-short",
            r#","maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-01-05T00:00:00Z","endTime":"2026-01-05T02:00:00Z"},"recurrence":"FREQ=DAILY"}}}"#,
            "",
            "",
        ),
    ];
    for (code_of, cluster, pool, more) in cases {
        let file = folder.write("s.json", &scenario(cluster, pool, more));
        let judged = nodetide(&["check", &file]);
        assert_eq!(code(&judged), 1, "{code_of}: {}", out(&judged));
        assert!(out(&judged).contains(&format!("error[{code_of}]")), "{}", out(&judged));
        let run = nodetide(&["run", &file, "--format", "summary"]);
        assert_eq!(code(&run), 0, "{code_of}: {}", err(&run));
        assert!(err(&run).contains(&format!("warning[{code_of}]")), "{}", err(&run));
        let summary: Value = serde_json::from_str(out(&run)).unwrap();
        assert_eq!(summary["outcome"], "succeeded", "{code_of}");
    }
    // What can't be computed stops a run.
    let file = folder.write("s.json", &scenario("", r#","upgradeSettings":{"maxSurge":1.5}"#, ""));
    assert_eq!(code(&nodetide(&["run", &file])), 1);
}

/// AM-69, AM-70: what is done to the control plane is told as what it is.
#[test]
fn a_rule_is_printed_with_its_source_and_its_test() {
    let output = nodetide(&["rule", "ks-30"]);
    assert_eq!((code(&output), err(&output)), (0, ""));
    let text = out(&output);
    let field = |name: &str| {
        let start = format!("{name}: ");
        text.lines()
            .find_map(|line| line.strip_prefix(start.as_str()))
            .unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    assert!(text.starts_with("KS-30 (docs/rulebook/kubernetes.md)\n"), "{text}");
    assert!(field("rule").starts_with("Choice: a single feasible node"));
    assert!(field("source").contains("pkg/scheduler/schedule_one.go (selectHost)"));
    assert!(field("source").contains("<https://github.com/kubernetes/kubernetes/"));
    assert!(field("rules of the engine").contains("place/bind"));
    assert!(field("code").contains("sim/"));
    assert!(field("test").contains("::"));
}

#[test]
fn several_rules_are_printed_with_their_tables_and_why_none_is_built() {
    let output = nodetide(&["rule", "AM-58", "GF-1", "ca-2"]);
    assert_eq!((code(&output), err(&output)), (0, ""));
    let text = out(&output);
    assert!(text.contains("\n| instant | surge slot |"), "{text}");
    assert!(!text.contains("](#"), "{text}");
    assert!(text.contains("\n\nGF-1 (docs/rulebook/examples.md)\nexample: Surge, 1 zone"));
    assert!(text.contains("\n\nCA-02 "));
    let why = "A statement about the autoscaler that follows from its rules, or advice; the page shows it.";
    assert!(text.ends_with(&format!("not in code: {why}\n")), "{text}");
}

#[test]
fn an_unknown_rule_is_refused_with_those_that_there_are() {
    for (args, hint) in [
        (&["rule", "KS-30", "ks-99"][..], "KS has KS-01 to KS-41."),
        (&["rule", "XX-1"], "areas: AB AM BG "),
        (&["rule", "surge"], "areas: AB AM BG "),
        (&["rule"], "rule needs ID. See nodetide rule --help."),
        (&["rule", "KS-30", "--format", "json"], "rule has no option --format."),
    ] {
        let output = nodetide(args);
        assert_eq!((code(&output), out(&output)), (2, ""), "{args:?}");
        assert!(err(&output).contains(hint), "{}", err(&output));
    }
}

#[test]
fn a_story_tells_a_repair_from_an_upgrade() {
    let scenario = r#"{"version":1,"cluster":{"location":"europe-west4-a","currentMasterVersion":"1.33.1-gke.100"},
        "pools":[{"name":"a","version":"1.32.1-gke.100","initialNodeCount":1}],
        "script":[{"at":"0s","do":"upgrade","pool":"a","version":"1.33.1-gke.100"},
            {"at":"1s","do":"repair","controlPlane":true},
            {"at":"2s","do":"upgrade","controlPlane":true,"automatic":true,"version":"1.33.2-gke.100"}]}"#;
    let output = with_input(&["run", "-", "--format", "story"], scenario.as_bytes());
    let told = out(&output).lines().filter(|line| line.contains(" cluster:"));
    expect![[r#"
        0. +00:00:00 cluster: The run starts
        6. +00:00:01 cluster: Control plane repair is due
        7. +00:00:01 cluster: The control plane operation is due but can't start yet: another pool is being upgraded (AM-70)
        8. +00:00:02 cluster: Automatic control plane upgrade to 1.33.2-gke.100 is due
        9. +00:00:02 cluster: The control plane operation is due but can't start yet: another pool is being upgraded (AM-70)
        19. +00:03:31 cluster: Control plane repair starts (AM-69)
        20. +00:03:31 cluster: Control plane replica 1 is being recreated: unavailable for 10 min (AM-69 MR-10)
        21. +00:13:31 cluster: The control plane is available again, at its previous version (AM-69)
        22. +00:13:31 cluster: Control plane upgrade to 1.33.2-gke.100 starts (AM-69 AM-70)
        23. +00:13:31 cluster: Control plane replica 1 is being recreated: unavailable for 10 min (AM-69 MR-10)
        24. +00:23:31 cluster: The control plane runs the new version (AM-69)
    "#]].assert_eq(&told.map(|line| format!("{line}\n")).collect::<String>());
}

/// A pool as Terraform, the same pool's node as kubectl, and its workloads.
const POOL_TF: &str = r#"resource "google_container_node_pool" "p" {
  name       = "p"
  cluster    = "c"
  version    = "1.32.1-gke.1"
  node_count = 1
  upgrade_settings {
    max_surge       = 2
    max_unavailable = 0
  }
}
"#;

#[test]
fn every_verb_reads_files_of_any_form_together() {
    let folder = Folder::new("files");
    let nodes = folder.write("nodes.json", NODES);
    let pool = folder.write("pool.tf", POOL_TF);
    let run = nodetide(&["run", &nodes, &pool]);
    assert_eq!(code(&run), 0, "{}", err(&run));
    assert!(out(&run).contains(" pool/p: "), "{}", out(&run));
    // The report of the import goes to standard error, in three lines; import prints a part for each file.
    assert!(err(&run).starts_with("used: 1 node pool, 1 node\n"), "{}", err(&run));
    assert!(err(&run).contains("\nassumed: "), "{}", err(&run));
    let imported = nodetide(&["import", &nodes, &pool]);
    for name in [&nodes, &pool] {
        assert!(err(&imported).contains(&format!("{name}: ")), "{}", err(&imported));
    }
    let alone = folder.write("mine.json", out(&imported));
    let story =
        |files: &[&str]| nodetide(&[&["run"], files, &["--format", "story"]].concat()).stdout;
    assert_eq!(story(&[&alone]), story(&[&nodes, &pool]));
    for args in [
        &["check", &nodes, &pool][..],
        &["why", &nodes, &pool, "--at", "1m", "pool/p"],
        &["export", &nodes, &pool, "--format", "scenario"],
        &["export", &nodes, &pool, "--format", "csv"],
        &["link", &nodes, &pool],
    ] {
        let output = nodetide(args);
        assert_eq!(code(&output), 0, "{args:?} {}", err(&output));
        assert!(err(&output).starts_with("used: "), "{args:?} {}", err(&output));
    }
    // Others are added to a scenario.
    let scenario = folder.write("small.json", SMALL);
    let budget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: late}\nspec: {maxUnavailable: 0}\n";
    let both = with_input(&["export", &scenario, "-", "--format", "budgets"], budget.as_bytes());
    assert_eq!(code(&both), 0, "{}", err(&both));
    assert!(out(&both).contains("late"), "{}", out(&both));
    let two = nodetide(&["run", &scenario, &alone]);
    assert_eq!((code(&two), out(&two)), (2, ""));
}

#[test]
fn time_0_and_the_edition_can_be_given() {
    let folder = Folder::new("start");
    let file = folder.write("small.json", SMALL);
    let start = ["--start", "2026-12-20T06:00:00Z", "--format", "story"];
    let run = nodetide(&[&["run", &file], &start[..]].concat());
    assert_eq!(code(&run), 0, "{}", err(&run));
    assert!(out(&run).starts_with("0. 2026-12-20T06:00:00Z cluster: "), "{}", out(&run));
    assert!(!out(&run).contains(" +0"), "{}", out(&run));
    let why = nodetide(&[
        "why",
        &file,
        "--start",
        "2026-12-20T06:00:00Z",
        "--at",
        "2026-12-20T06:01:00Z",
        "pool/p",
    ]);
    assert!(out(&why).contains("2026-12-20T06:"), "{}{}", out(&why), err(&why));
}

#[test]
fn findings_are_printed_by_check_and_run_and_elsewhere_only_errors() {
    let warned = r#"{"version":1,"more":1,"pools":[{"name":"p","initialNodeCount":1,"version":"1.32.1-gke.1"}],
        "script":[{"at":"0s","do":"upgrade","pool":"p","version":"1.33.1-gke.1"}]}"#;
    let folder = Folder::new("findings");
    let file = folder.write("warned.json", warned);
    assert!(err(&nodetide(&["run", &file])).contains("warning["));
    assert!(out(&nodetide(&["check", &file])).contains("warning["));
    for args in [
        &["why", &file, "--at", "1m", "pool/p"][..],
        &["export", &file, "--format", "gcloud"],
        &["export", &file, "--format", "csv"],
        &["link", &file],
    ] {
        let output = nodetide(args);
        assert_eq!((code(&output), err(&output)), (0, ""), "{args:?}");
    }
}

#[test]
fn a_story_number_is_the_number_of_the_record_that_why_explains() {
    let story = nodetide(&["run", "preset:pdb-never-moves", "--format", "story"]);
    let line = out(&story).lines().find(|line| line.contains("Eviction refused")).unwrap();
    let no = line.split('.').next().unwrap();
    let why = nodetide(&["why", "preset:pdb-never-moves", &format!("record/{no}")]);
    assert_eq!(code(&why), 0, "{}", err(&why));
    assert!(
        out(&why).contains("ledger-1") && out(&why).contains("ledger-pdb"),
        "{line}\n{}",
        out(&why)
    );
}
