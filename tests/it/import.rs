//! Real dumps in, scenarios and reports out.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use import::{File, Import, Progress, read, read_with};
use scenario::Document;
use scenario::json::Json;
use serde_json::Value;

fn fixtures() -> PathBuf {
    crate::root().join("tests/fixtures/import")
}

/// Entries of a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    all
}

pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Imports files together.
pub(crate) fn import(paths: &[PathBuf]) -> Import {
    let files: Vec<(String, Vec<u8>)> =
        paths.iter().map(|path| (name(path), fs::read(path).unwrap())).collect();
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    read(&files)
}

/// Every document that is made can be opened, compiled and run.
pub(crate) fn assert_runs(import: &Import) {
    let Some(document) = &import.document else {
        return;
    };
    let opened = scenario::open(&document.to_pretty_text());
    let errors: Vec<String> = opened
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.stops_a_run())
        .map(cli::english::finding)
        .collect();
    assert_eq!(errors, [""; 0]);
    assert_eq!(opened.document.as_ref(), Some(document));
    let compiled = opened.compiled.expect("a document without errors compiles");
    let _ = sim::Sim::new(compiled.plan, compiled.cluster).run();
}

#[test]
fn every_fixture_gives_its_report_and_its_scenario() {
    for format in entries(&fixtures()) {
        for case in entries(&format) {
            let made = |path: &PathBuf| matches!(&*name(path), "report.txt" | "scenario.json");
            let files: Vec<PathBuf> =
                entries(&case).into_iter().filter(|path| !made(path)).collect();
            let import = import(&files);
            let text: String = import.reports.iter().map(cli::english::report).collect();
            expect_file![case.join("report.txt")].assert_eq(&text);
            match &import.document {
                Some(document) => {
                    expect_file![case.join("scenario.json")].assert_eq(&document.to_pretty_text());
                }
                None => assert!(!case.join("scenario.json").exists(), "{}", case.display()),
            }
            assert_runs(&import);
        }
    }
}

/// What became of files: the reports and the scenario, without the names of the files.
pub(crate) fn outcome(import: &Import) -> String {
    let reports = import.reports.iter();
    let text: Vec<String> =
        reports.map(|report| cli::english::report(report).replacen(&report.file, "", 1)).collect();
    let document = import.document.as_ref().map(Document::to_pretty_text);
    format!("{}\n{}", text.join("\n"), document.unwrap_or_default())
}

pub(crate) fn read_text(text: &str) -> Import {
    read(&[File { name: "file", bytes: text.as_bytes() }])
}

/// Documents as YAML, by a writer that is not part of the importer.
pub(crate) fn yaml(documents: &[Value]) -> String {
    let texts: Vec<String> =
        documents.iter().map(|document| serde_norway::to_string(document).unwrap()).collect();
    texts.join("---\n")
}

#[test]
fn yaml_of_the_same_objects_gives_the_same_scenario() {
    let mut compared = 0;
    for format in ["kubectl", "gke", "scenario"] {
        let cases = entries(&fixtures().join(format));
        for path in cases.iter().flat_map(|case| entries(case)) {
            let text = fs::read_to_string(&path).unwrap();
            let documents = serde_json::Deserializer::from_str(&text).into_iter();
            let Ok(documents) = documents.collect::<Result<Vec<Value>, _>>() else {
                continue;
            };
            let json: Vec<String> = documents.iter().map(Value::to_string).collect();
            let json = outcome(&read_text(&json.join("\n")));
            let yaml = outcome(&read_text(&yaml(&documents)));
            assert!(yaml == json, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} files");
}

#[test]
fn lines_refer_to_what_is_in_the_scenario() {
    let import = import(&[fixtures().join("kubectl/everything/all.json")]);
    let document = import.document.as_ref().unwrap().to_text();
    let session = runner::Session::new(&document, None).unwrap();
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    let report = &import.reports[0];
    let mut text = String::new();
    for line in [&report.recognised, &report.ignored, &report.assumed].into_iter().flatten() {
        assert!(line.subjects.is_empty() || line.subjects.len() == line.names.len());
        for subject in line.subjects.iter().filter(|subject| !subject.is_empty()) {
            query::parse_subject(&trace, subject, base::SimTime::ZERO).expect(subject);
        }
        text.push_str(&format!("{}: {}\n", line.key, line.subjects.join(" ")));
    }
    expect![[r#"
        nodes: node/gke-prod-web-pool-a-1 node/gke-prod-web-pool-a-2 node/gke-prod-web-pool-b-3
        cordoned: node/gke-prod-web-pool-a-2
        deployments: workload/shop/web
        replica-sets: 
        stateful-sets: workload/shop/db
        daemon-sets: workload/kube-system/log
        jobs: workload/batch/etl 
        pods: pod/shop/web-5d4f8c7b9d-aaaaa pod/shop/web-5d4f8c7b9d-bbbbb pod/shop/web-5d4f8c7b9d-ccccc pod/shop/db-0 pod/shop/db-1 pod/kube-system/log-0 pod/kube-system/log-1 pod/kube-system/log-2 pod/batch/etl-1 pod/batch/etl-2 pod/shop/debug pod/kube-system/kube-proxy-gke-prod-web-pool-a-1 pod/kube-system/kube-proxy-gke-prod-web-pool-a-2
        budgets: budget/shop/db-pdb budget/shop/web-pdb
        services: service/default/kubernetes service/shop/web
        old-replica-sets: 
        finished-jobs: 
        other-kinds: 
        pending-pods: pod/batch/etl-2
        endless-jobs: workload/batch/etl
        ready-by-probe: workload/shop/web
        unready-pods: pod/shop/web-5d4f8c7b9d-ccccc
        upgrade: pool/web-pool
        start: 
        default-surge: pool/web-pool
        timings: 
    "#]].assert_eq(&text);
}

/// Without it the budget would select every Pod of its namespace (KP-02).
#[test]
fn an_expression_with_a_typo_is_reported() {
    let text = r#"{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"web"},"spec":{"maxUnavailable":0,
      "selector":{"matchExpressions":[{"key":"app","operater":"In","values":["web"]}]}}}"#;
    let import = read(&[File { name: "budget.json", bytes: text.as_bytes() }]);
    let document = import.document.expect("a scenario");
    let opened = scenario::open(&document.to_pretty_text());
    let errors = opened.diagnostics.iter().filter(|one| one.is_error());
    let paths: Vec<&str> = errors.map(|error| error.path.as_str()).collect();
    assert_eq!(paths, ["/budgets/0/selector/matchExpressions/0"]);
}

#[test]
fn progress_is_reported_during_the_import() {
    let pod = r#"{"kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": []}}"#;
    let list = format!(r#"{{"kind":"List","items":[{}]}}"#, [pod; 600].join(","));
    let array = format!("[{}]", [pod; 300].join(","));
    let files = [&list, &array, pod].map(|text| File { name: "a.json", bytes: text.as_bytes() });
    let mut told = String::new();
    read_with(&files, &mut |progress| {
        let Progress { stage, file, objects } = progress;
        told.push_str(&format!("{file} {stage:?} {objects}\n"));
    });
    expect![[r#"
        0 Text 0
        0 Objects 0
        0 Objects 256
        0 Objects 512
        1 Text 600
        1 Objects 600
        1 Objects 768
        2 Text 900
        2 Objects 900
        2 Scenario 901
        2 Report 901
    "#]]
    .assert_eq(&told);
}

/// An old cluster says nothing of when a run begins; of a new one the run begins after it was created.
#[test]
fn a_run_begins_when_its_cluster_is_there() {
    for (created, start) in [
        ("2024-02-20T09:12:44+00:00", None),
        ("2026-03-01T09:30:00.250Z", Some("2026-03-01T09:30:01Z")),
        ("yesterday", None),
    ] {
        let text = serde_json::json!({
            "name": "prod", "location": "europe-west4-a", "createTime": created,
            "currentMasterVersion": "1.34.1-gke.2037000", "endpoint": "192.0.2.1",
            "nodePools": [{"name": "web", "version": "1.33.5-gke.1080000", "initialNodeCount": 1,
                "config": {"machineType": "e2-standard-2"}}],
        });
        let import = read_text(&text.to_string());
        assert_runs(&import);
        let document: Value =
            serde_json::from_str(&import.document.unwrap().to_pretty_text()).unwrap();
        assert_eq!(document["start"].as_str(), start, "{created}");
    }
}

#[test]
fn the_order_of_a_dump_does_not_matter() {
    let path = fixtures().join("kubectl/everything/all.json");
    let text = fs::read_to_string(path).unwrap();
    let mut json: Value = serde_json::from_str(&text).unwrap();
    let of = |json: &Value| {
        let text = json.to_string();
        let file = File { name: "all.json", bytes: text.as_bytes() };
        read(&[file]).document.unwrap().to_pretty_text()
    };
    let forward = of(&json);
    json["items"].as_array_mut().unwrap().reverse();
    assert_eq!(of(&json), forward);
}

#[test]
fn the_report_for_scripts_has_the_fields_of_the_contract() {
    let pod = r#"{"kind": "Pod", "metadata": {"name": "a"}, "spec": {"nodeName": "n"}}"#;
    let import = read(&[
        File { name: "pod.json", bytes: pod.as_bytes() },
        File { name: "half.json", bytes: b"{\n\"items\": [" },
    ]);
    let put = |message: &_| Json::from(cli::english::text(message).as_str());
    let reports = import.reports.iter().map(|one| one.json(&put));
    expect![[r#"
        [
          {
            "file": "pod.json",
            "kind": "Kubernetes Pod",
            "used": {
              "nodes": 0,
              "pods": 1,
              "budgets": 0,
              "workloads": 1,
              "pools": 0,
              "services": 0
            },
            "recognised": [
              {
                "key": "pods",
                "count": 1,
                "names": [
                  "a"
                ],
                "subjects": [
                  "pod/default/a"
                ],
                "text": "1 Pod: a"
              }
            ],
            "ignored": [],
            "assumed": [
              {
                "key": "pool-made",
                "count": 1,
                "names": [
                  "assumed-pool (1 node)"
                ],
                "subjects": [
                  "pool/assumed-pool"
                ],
                "text": "1 node pool added for the Pods, as the files have no nodes: assumed-pool (1 node)"
              },
              {
                "key": "upgrade",
                "count": 1,
                "names": [
                  "assumed-pool to 1.34, the next minor version"
                ],
                "subjects": [
                  "pool/assumed-pool"
                ],
                "text": "1 upgrade in the script: assumed-pool to 1.34, the next minor version"
              },
              {
                "key": "default-surge",
                "count": 1,
                "names": [
                  "assumed-pool"
                ],
                "subjects": [
                  "pool/assumed-pool"
                ],
                "text": "1 node pool without upgrade settings: the default, SURGE 1 + 0: assumed-pool"
              },
              {
                "key": "default-version",
                "count": 1,
                "names": [
                  "assumed-pool (1.33)"
                ],
                "subjects": [
                  "pool/assumed-pool"
                ],
                "text": "1 node pool without a version: assumed-pool (1.33)"
              },
              {
                "key": "timings",
                "count": 5,
                "names": [
                  "a node boots in 180 s",
                  "a VM is deleted in 30 s",
                  "a container starts in 20 s",
                  "a Pod uses all of its grace",
                  "nodes take their turns in the order of seed 1"
                ],
                "text": "5 assumptions about what the files don't say: a node boots in 180 s, a VM is deleted in 30 s, a container starts in 20 s, a Pod uses all of its grace, nodes take their turns in the order of seed 1"
              }
            ],
            "reason": null
          },
          {
            "file": "half.json",
            "kind": "cut off",
            "used": {
              "nodes": 0,
              "pods": 0,
              "budgets": 0,
              "workloads": 0,
              "pools": 0,
              "services": 0
            },
            "recognised": [],
            "ignored": [],
            "assumed": [],
            "reason": "the file is cut off: it ends within the JSON at line 2, column 10",
            "code": "cut-off",
            "line": 2,
            "column": 10
          }
        ]"#]].assert_eq(&Json::List(reports.collect()).pretty());
}

#[test]
fn a_hundred_thousand_levels_are_refused_in_time() {
    for text in ["[".repeat(100_000), "{\"items\":".repeat(100_000), "{\"a\":[".repeat(100_000)] {
        let start = std::time::Instant::now();
        let closed = text.clone()
            + "1"
            + &text
                .chars()
                .rev()
                .map(|c| {
                    if c == '[' {
                        ']'
                    } else if c == '{' {
                        '}'
                    } else {
                        ' '
                    }
                })
                .collect::<String>();
        for text in [text, closed] {
            let import = read(&[File { name: "deep.json", bytes: text.as_bytes() }]);
            let reason = import.reports[0].reason.as_ref().unwrap();
            assert_eq!(reason.code, "too-deep", "{}", cli::english::text(&reason.message));
        }
        assert!(start.elapsed().as_secs() < 60);
    }
}

#[test]
fn input_that_expands_without_end_is_refused() {
    let documents = "{}".repeat(110_000);
    let labels: Vec<String> = (0..1_200_000).map(|n| format!("\"{n}\":\"\"")).collect();
    let labels =
        format!("{{\"kind\":\"Node\",\"metadata\":{{\"labels\":{{{}}}}}}}", labels.join(","));
    let yaml_documents = "---\na: 1\n".repeat(110_000);
    let keys: String = (0..210_000).map(|n| format!("{n}:\n")).collect();
    for text in [documents, labels, yaml_documents, keys] {
        let import = read(&[File { name: "hostile.json", bytes: text.as_bytes() }]);
        let reason = import.reports[0].reason.as_ref().unwrap();
        assert_eq!(reason.code, "too-many", "{}", cli::english::text(&reason.message));
    }
}

/// Of shell and Terraform, where a text can say more than it is long.
#[test]
fn texts_that_are_more_work_than_they_look_are_answered() {
    let many = ["x"; 1000].join(",");
    let lists = (0..3)
        .fold("[\"a\"]".to_owned(), |list, _| format!("[for x in [{list}] : concat({many})][0]"));
    let pool = |value: &str| {
        format!(
            "resource \"google_container_node_pool\" \"a\" {{\n  cluster = \"c\"\n  node_locations = {value}\n}}\n"
        )
    };
    let long = format!("[{}]", ["\"a\""; 30_000].join(","));
    let squared = format!("[for x in [{long}] : [for y in x : x]]");
    let unknown = format!("[{}]", ["var.a"; 30_000].join(","));
    let texts = [
        ("a.txt", "(a) ".repeat(100_000)),
        ("a.tf", pool(&lists)),
        ("b.tf", pool(&squared)),
        ("c.tf", pool(&unknown)),
        (
            "a.sh",
            format!(
                "A=\"{}\"\nfor p in {}; do\ngcloud container clusters upgrade $p\ndone",
                "x ".repeat(2000),
                "$A ".repeat(20_000)
            ),
        ),
        (
            "b.sh",
            format!(
                "A={}\ngcloud container clusters upgrade {}",
                "x".repeat(4000),
                "$A ".repeat(20_000)
            ),
        ),
        (
            "c.sh",
            format!("for p in {}; do\n{}done\ngcloud a", "a ".repeat(256), "x\n".repeat(10_000)),
        ),
        (
            "d.sh",
            format!("{}gcloud container clusters upgrade a", "for a in b; do\n".repeat(10_000)),
        ),
        ("e.sh", format!("{}gcloud a\nEOF\n", "cat <<EOF | sh\n".repeat(10_000))),
        ("f.sh", format!("gcloud container clusters upgrade a{}", " ".repeat(200_000))),
        ("g.sh", format!("gcloud container clusters upgrade a \\\n{}", "--a\n".repeat(50_000))),
        (
            "i.sh",
            format!(
                "{}gcloud a\n{}",
                format!("for a in {}; do\n", "a ".repeat(256)).repeat(16),
                "done\n".repeat(16)
            ),
        ),
        ("j.sh", format!("{}gcloud a)", "A=(".repeat(100_000))),
        (
            "k.sh",
            format!(
                "{}for p in ${{A[@]}}; do\nkubectl cordon $p\ndone",
                "A=(\"${A[@]}\" ${A[@]} b)\n".repeat(1000)
            ),
        ),
        (
            "l.sh",
            "kubectl drain -l a=b\nkubectl drain c d >e\nsleep 9223372036854775807\n"
                .repeat(20_000),
        ),
        ("m.sh", "for n in $(kubectl get nodes -l a=$n); do\nkubectl cordon $n\n".repeat(10_000)),
        (
            "o.sh",
            format!(
                "gcloud container clusters upgrade a\n{}",
                "[ a ] && exit 1\nexit 0\nA=(\nfi\n".repeat(20_000)
            ),
        ),
        (
            "p.sh",
            format!(
                "A={}\n{}gcloud container clusters upgrade a",
                "x".repeat(4000),
                "A=${A}$A\nB=\"$A\"\n${A".repeat(20_000)
            ),
        ),
        ("h.sh", format!("gcloud container clusters upgrade {}", "${B:-".repeat(100_000))),
        (
            "n.sh",
            format!(
                "gcloud container clusters upgrade a\n{}{}",
                "foo || {\n".repeat(200_000),
                "}\n".repeat(200_000)
            ),
        ),
    ];
    for (name, text) in texts {
        let import = read(&[File { name, bytes: text.as_bytes() }]);
        assert!(import.document.is_none() || import.reports[0].reason.is_none());
    }
}

/// Operations, conditions, states of Pods and budgets, and chains of commands, with extreme values.
#[test]
fn hostile_states_are_answered() {
    let cluster = |pool: &str| {
        format!(
            r#"{{"name":"c","currentMasterVersion":"1.33.5-gke.1","currentNodeVersion":"1.32.9-gke.1","locations":[{}],
                "nodePools":[{{"name":"p","version":"1.33.5-gke.1","initialNodeCount":9000000000000000000,"config":{{}},{pool}}}]}}"#,
            vec!["\"z\""; 2000].join(",")
        )
    };
    let operation = |done: &str| {
        format!(
            r#"[{{"operationType":"UPGRADE_NODES","status":"RUNNING","targetLink":"x/nodePools/p/nodePools/q","startTime":"9999-99-99T99:99:99Z",
                "progress":{{"metrics":[{{"name":"NODES_COMPLETE","intValue":"{done}"}}]}}}},
               {{"operationType":"UPGRADE_NODES","status":"RUNNING","targetLink":7,"progress":[]}},
               {{"operationType":"UPGRADE_MASTER","status":"RUNNING"}},7,null,[]]"#
        )
    };
    let nested = format!("{}{}", "{\"operations\":[".repeat(60), "]}".repeat(60));
    let commands = "gcloud container clusters upgrade c --node-pool p --cluster-version 1.33\n\
        gcloud container operations cancel o\n"
        .repeat(2000);
    let pods = r#"{"kind":"List","items":[{"kind":"Pod","metadata":{"name":"a","deletionTimestamp":"x"},"status":{"containerStatuses":[
        {"restartCount":-5,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"lastState":{"terminated":{"finishedAt":"0000-00-00T00:00:00Z"}}}]}},
        {"kind":"PodDisruptionBudget","apiVersion":"policy/v1","metadata":{"name":"b"},"spec":{"maxUnavailable":"9999999999%","selector":{}},
         "status":{"disruptionsAllowed":-9223372036854775808,"currentHealthy":9223372036854775807}}]}"#;
    let deleted = |at: &str, grace: &str| {
        format!(
            r#"{{"kind":"List","items":[{{"kind":"Pod","metadata":{{"name":"a","deletionTimestamp":"{at}","deletionGracePeriodSeconds":{grace},
                "finalizers":{{"x":[]}}}},"spec":{{"nodeName":"n"}}}},{{"kind":"Pod","metadata":{{"name":"b","deletionTimestamp":"{at}",
                "finalizers":["\u202e",7,null]}},"spec":{{"nodeName":"n"}},"status":{{"phase":"Failed"}}}}]}}"#
        )
    };
    let info = |target: &str| {
        format!(
            r#"{{"autoUpgradeStatus":["ACTIVE",7,{{}}],"pausedReason":[null,"\u202e"],"minorTargetVersion":"{target}","patchTargetVersion":["1"],
                "endOfStandardSupportTimestamp":"9999-99-99","upgradeDetails":[{{"state":"RUNNING","targetVersion":"{target}","startType":"AUTOMATIC"}},
                {{"state":"SUCCEEDED","endTime":"-1"}},[],7]}}"#
        )
    };
    let infos = format!("[{}]", vec![info("1.34"); 5000].join(","));
    let stockouts = format!(
        r#""status":"RUNNING","updateInfo":{{"blueGreenInfo":{{"phase":["x"],"bluePoolDeletionStartTime":"9999-99-99"}}}},"conditions":[{}]"#,
        vec![r#"{"code":"GCE_STOCKOUT","message":"zone"}"#; 20_000].join(",")
    );
    let limits: String = (0..5000).map(|at| format!(r#""r{at}":"1","#)).collect();
    let others: String = (0..2000)
        .map(|at| {
            format!(
                r#"{{"kind":"CronJob","apiVersion":"batch/v1","metadata":{{"name":"c{at}"}},"spec":{{"schedule":"0-59/18446744073709551615 * 29 2 *","timeZone":7}}}},
                {{"kind":"Deployment","apiVersion":"apps/v1","metadata":{{"name":"d{at}"}},"spec":{{"template":{{"spec":{{"containers":[{{}}]}}}}}}}},
                {{"kind":"X","apiVersion":"x.y/v1","metadata":{{"name":"d"}},"spec":{{"replicas":1}}}},"#
            )
        })
        .collect();
    let others = format!(
        r#"{{"kind":"List","items":[{others}{{"kind":"LimitRange","apiVersion":"v1","metadata":{{}},"spec":{{"limits":[7,{{"type":"Container",
            "default":{{{limits}"cpu":"-1"}},"defaultRequest":[]}}]}}}}]}}"#
    );
    let condition = r#""status":"ERROR","statusMessage":{"a":1},"conditions":[{"code":["GCE_QUOTA_EXCEEDED"]},{"code":"GCE_QUOTA_EXCEEDED","message":"\u202e"},7]"#;
    for files in [
        vec![cluster(r#""status":"RECONCILING""#), operation("99999999999")],
        vec![cluster(condition), operation("-1"), nested],
        vec![cluster(r#""status":"RUNNING""#), commands],
        vec![
            cluster(r#""status":"RUNNING""#),
            info("99999999999.99999999999.1-gke.1"),
            info("1.2147483647"),
        ],
        vec![cluster(r#""status":"RUNNING""#), info("0.0"), info("")],
        vec![cluster(r#""status":"RUNNING""#), infos],
        vec![cluster(&stockouts)],
        vec![others],
        vec![pods.to_owned()],
        vec![deleted("9999-12-31T23:59:59Z", "-9223372036854775808")],
        vec![deleted("0001-01-01T00:00:00Z", "9223372036854775807")],
    ] {
        let start = std::time::Instant::now();
        let files: Vec<File<'_>> =
            files.iter().map(|text| File { name: "a.json", bytes: text.as_bytes() }).collect();
        let import = read(&files);
        let document = import.document.expect("the cluster or the Pod is used");
        assert!(document.pools.iter().all(|pool| pool.nodes.len() <= 15_000));
        let again = scenario::read(&document.to_pretty_text());
        assert_eq!(again.document.as_ref(), Some(&document));
        assert!(start.elapsed().as_secs() < 60);
    }
}

#[test]
fn hostile_yaml_is_answered() {
    let anchors: String = (0..10_000)
        .map(|n| format!("- &a{n} {{k{n}: 1}}\n- {{<<: *a{n}}}\n- {{<<: &b{n} {{a: *a{n}}}}}\n"))
        .collect();
    let widest: String = (0..20_000).rev().map(|n| format!("k{n}: 1\n")).collect();
    let mut told = String::new();
    for (what, text) in [
        ("anchors and merges", anchors),
        ("wide and unsorted", widest),
        ("many tags", "- !!str !a\n".repeat(20_000)),
        ("open quotes", "- \"\n".repeat(20_000)),
        ("open flow", "{a: [".repeat(20_000)),
        ("dashes", "- ".repeat(100_000)),
        ("questions", "? ".repeat(100_000)),
        ("colons", ": ".repeat(100_000)),
        (
            "prototype",
            "__proto__: {polluted: true}\nconstructor: 1\nversion: 1\npools: []\n".to_owned(),
        ),
        ("long key", format!("{}: 1\n", "k".repeat(5_000))),
        ("huge number", format!("version: {}\npools: []", "9".repeat(100_000))),
        ("directive", "%YAML 3.0\n---\na: 1\n".to_owned()),
        ("no such tag", "a: !no!such 1\n".to_owned()),
        ("nul", "a: \u{0}\n".to_owned()),
    ] {
        let import = read_text(&text);
        let reason = import.reports[0].reason.as_ref();
        let said = reason.map(|reason| cli::english::text(&reason.message));
        let said = said.unwrap_or_else(|| "used".to_owned());
        let said: String = said.chars().take(120).collect();
        told.push_str(&format!("{what}: {said}\n"));
    }
    expect![[r#"
        anchors and merges: neither Kubernetes objects nor a GKE cluster: it has “k0”, “a”, “k1”, “k2”
        wide and unsorted: neither Kubernetes objects nor a GKE cluster: it has “k19999”, “k19998”, “k19997”, “k19996”
        many tags: not YAML: while parsing a block collection, did not find expected '-' indicator at line 1, column 9
        open quotes: not YAML: invalid indentation in multiline quoted scalar at line 2, column 1
        open flow: nests deeper than 128 levels at line 1, column 321
        dashes: nests deeper than 127 levels at line 1, column 255
        questions: a list or a mapping is a key, which nothing that is read has, at line 1, column 3
        colons: nests deeper than 127 levels at line 1, column 255
        prototype: nothing in it identifies a cluster
        long key: not YAML: mapping values are not allowed in this context at line 1, column 5001
        huge number: a scenario that can't be read: Version a long text isn't supported.
        directive: neither Kubernetes objects nor a GKE cluster: it has “a”
        no such tag: not YAML: the handle wasn't declared at line 1, column 4
        nul: a byte of zero at line 1, column 4: this isn't text
    "#]].assert_eq(&told);
}

#[test]
fn files_above_the_limit_are_refused_unread() {
    let bytes = vec![b' '; import::LIMIT + 1];
    let import = read(&[File { name: "large.json", bytes: &bytes }]);
    let reason = import.reports[0].reason.as_ref().unwrap();
    expect!["the file has 128 MiB; up to 128 MiB are read"]
        .assert_eq(&cli::english::text(&reason.message));
}

/// A small generator of numbers, the same ones each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end.max(1)).unwrap()).unwrap()
    }
}

/// Damages a file: cut off, a byte changed, a piece taken out, doubled or moved.
fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len());
    let end = (at + 1 + dice.below(60)).min(bytes.len());
    match dice.below(9) {
        0 => bytes.truncate(at),
        1 => bytes[at] = u8::try_from(dice.below(256)).unwrap(),
        2 => bytes[at] = b"{}[]\",:0-9e.ntf\\ "[dice.below(17)],
        3 => drop(bytes.drain(at..end)),
        4 => {
            let piece = bytes[at..end].to_vec();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        // Another value in place of a whole one keeps the syntax and breaks the shape.
        _ => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let values = ["null", "[]", "{}", "-1", "1e300", "9223372036854775808", "\"\"", "true"];
            if let Some(colon) = text[..]
                .char_indices()
                .filter(|(_, c)| *c == ':')
                .map(|(at, _)| at)
                .nth(dice.below(200))
            {
                let rest = &text[colon + 1..];
                let length = rest.find([',', '\n', '}']).unwrap_or(0);
                let value = values[dice.below(values.len())];
                *bytes = format!("{} {value}{}", &text[..=colon], &rest[length..]).into_bytes();
            }
        }
    }
}

#[test]
fn damaged_files_are_survived() {
    const SEED: u64 = 0x2545_f491_4f6c_dd1d;
    println!("seed {SEED}");
    let mut dice = Dice(SEED);
    let mut sources = Vec::new();
    for format in entries(&fixtures()) {
        for case in entries(&format) {
            let made = |path: &PathBuf| name(path) == "report.txt";
            sources.extend(entries(&case).into_iter().filter(|path| !made(path)));
        }
    }
    let mut used = 0;
    for round in 0..2000 {
        let path = &sources[round % sources.len()];
        let mut bytes = fs::read(path).unwrap();
        for _ in 0..=dice.below(2) {
            if !bytes.is_empty() {
                damage(&mut bytes, &mut dice);
            }
        }
        let import = read(&[File { name: "damaged.json", bytes: &bytes }]);
        let report = &import.reports[0];
        assert_eq!(
            import.document.is_none(),
            report.reason.is_some(),
            "{}",
            cli::english::report(report)
        );
        if let Some(document) = &import.document {
            used += 1;
            // The values may be refused by the checks, but they are always a scenario.
            let opened = scenario::open(&document.to_text());
            assert!(opened.document.is_some(), "round {round}: {}", path.display());
        }
    }
    println!("{used} of 2000 damaged files are still of use");
    assert!(used > 300);
}
