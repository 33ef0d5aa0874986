//! Real and hostile files, which are not part of the project: `NODETIDE_CORPUS` names their folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use import::{File, FileReport, read};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::import::{assert_runs, entries, import, name, outcome, read_text, yaml};

/// The folder of real data. Where none is given, each test that asks for it says that it is not run.
pub(crate) fn corpus() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("NODETIDE_CORPUS") else {
        let test = std::thread::current();
        let test = test.name().unwrap_or_default();
        println!("corpus: not given, 1 tests not run: {test}");
        return None;
    };
    let folder = crate::root().join(folder);
    assert!(folder.is_dir(), "NODETIDE_CORPUS: {} is no folder", folder.display());
    Some(folder)
}

/// A file of it, by its path in the folder.
pub(crate) fn text(file: &str) -> Option<String> {
    let path = corpus()?.join(file);
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The documents of a text by readers that are not the importer's.
fn documents(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|found| found == "json") {
        return vec![serde_json::from_str(&text).unwrap()];
    }
    serde_norway::Deserializer::from_str(&text)
        .map(|document| Value::deserialize(document).unwrap())
        .collect()
}

/// Nodes, Pods and so on of a file, counted without knowing how the importer reads it.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    nodes: u32,
    pods: u32,
    controllers: u32,
    budgets: u32,
    services: u32,
    pools: u32,
    /// Objects of other kinds.
    others: BTreeMap<String, u32>,
}

impl Counts {
    fn of(documents: &[Value]) -> Self {
        let mut counts = Self::default();
        for document in documents {
            counts.add(document, "");
        }
        counts
    }

    fn add(&mut self, json: &Value, list: &str) {
        if let Value::Array(items) = json {
            items.iter().for_each(|item| self.add(item, list));
            return;
        }
        if !json.is_object() {
            return;
        }
        let kind = json["kind"].as_str().unwrap_or(list.trim_end_matches("List"));
        if json["items"].is_array() {
            self.add(&json["items"], kind);
            return;
        }
        self.add(&json["clusters"], "");
        if let Value::Array(pools) = &json["nodePools"] {
            self.pools += u32::try_from(pools.len()).unwrap();
        } else if json["instanceGroupUrls"].is_array() && json["config"].is_object() {
            self.pools += 1;
        }
        let (spec, status) = (&json["spec"], &json["status"]);
        match kind {
            "Node" => self.nodes += 1,
            "Pod" => self.pods += 1,
            "PodDisruptionBudget" => self.budgets += 1,
            "Service" => self.services += 1,
            "Deployment"
            | "ReplicaSet"
            | "StatefulSet"
            | "DaemonSet"
            | "Job"
            | "ReplicationController" => self.controllers += 1,
            "" if status["nodeInfo"].is_object() => self.nodes += 1,
            "" if spec["containers"].is_array() => self.pods += 1,
            "" if spec["template"].is_object() => self.controllers += 1,
            "" => {}
            // Some of them have a line of their own.
            other if other.ends_with("WebhookConfiguration") => {}
            other => *self.others.entry(other.to_owned()).or_default() += 1,
        }
    }
}

/// What a report says of a file, in the terms of the counts.
fn said(report: &FileReport) -> Counts {
    let recognised = |keys: &[&str]| {
        let lines = report.recognised.iter();
        lines.filter(|line| keys.contains(&line.key)).map(|line| line.count).sum()
    };
    let others = report.ignored.iter().filter(|line| line.key == "other-kinds");
    let scalers = report.ignored.iter().filter(|line| line.key == "pod-autoscalers");
    // Kinds that have a line of their own: `Prometheus monitoring/k8s`.
    let mut named: BTreeMap<String, u32> = Default::default();
    for line in report.ignored.iter().chain(&report.recognised) {
        let kinds = [("cron-jobs", "CronJob"), ("limit-ranges", "LimitRange")];
        for (key, kind) in kinds {
            if line.key == key {
                *named.entry(kind.to_owned()).or_default() += line.count;
            }
        }
        let custom = ["storage", "custom-resources", "custom-resources-without-pods"];
        if custom.contains(&line.key) {
            for name in &line.names {
                let base::Arg::Text(name) = name else { panic!("{name:?}") };
                let (kind, _) = name.split_once(' ').unwrap();
                *named.entry(kind.to_owned()).or_default() += 1;
            }
        }
    }
    Counts {
        nodes: recognised(&["nodes"]),
        pods: recognised(&["pods"]),
        controllers: recognised(&[
            "deployments",
            "replica-sets",
            "stateful-sets",
            "daemon-sets",
            "jobs",
            "replication-controllers",
        ]),
        budgets: recognised(&["budgets"]),
        services: recognised(&["services"]),
        pools: recognised(&["pools"]),
        others: others
            .flat_map(|line| &line.names)
            .map(|name| {
                let base::Arg::Text(name) = name else {
                    panic!("{name:?}");
                };
                let (kind, count) = name.rsplit_once(' ').unwrap();
                (kind.to_owned(), count.parse().unwrap())
            })
            .filter(|(kind, _)| !kind.ends_with("WebhookConfiguration"))
            .chain(scalers.map(|line| ("HorizontalPodAutoscaler".to_owned(), line.count)))
            .chain(named)
            .collect(),
    }
}

/// What a file of the container API is refused for, by what it holds.
fn true_reason(documents: &[Value]) -> Option<&'static str> {
    [("operationType", "operation"), ("error", "error"), ("validNodeVersions", "server-config")]
        .into_iter()
        .find(|(key, _)| documents[0].get(key).is_some())
        .map(|(_, code)| code)
}

/// A file on a line: what it is, what is used, what is not; or why nothing is.
fn line(report: &FileReport) -> String {
    if let Some(reason) = &report.reason {
        return format!("refused {}: {}", reason.code, cli::english::text(&reason.message));
    }
    let used = report.used;
    let counts = [
        ("nodes", used.nodes),
        ("pods", used.pods),
        ("workloads", used.workloads),
        ("budgets", used.budgets),
        ("pools", used.pools),
        ("services", used.services),
    ];
    let mut line = cli::english::text(&report.kind);
    for (what, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        line.push_str(&format!(", {what} {count}"));
    }
    for ignored in &report.ignored {
        line.push_str(&format!("; {} {}", ignored.key, ignored.count));
    }
    line
}

#[test]
fn every_file_of_the_corpus_gives_what_it_holds() {
    let Some(corpus) = corpus() else { return };
    let mut table = String::new();
    for folder in ["kubectl", "gke-clusters", "manifests"] {
        for path in entries(&corpus.join(folder)) {
            let import = import(std::slice::from_ref(&path));
            let report = &import.reports[0];
            table.push_str(&format!("{folder}/{}: {}\n", name(&path), line(report)));
            let code = report.reason.as_ref().map(|reason| reason.code);
            let documents = documents(&path);
            if let Some(reason) = true_reason(&documents) {
                assert_eq!(code, Some(reason), "{}", cli::english::report(report));
                continue;
            }
            assert_eq!(code, None, "{}", cli::english::report(report));
            assert_eq!(said(report), Counts::of(&documents), "{}", cli::english::report(report));
            assert!(import.document.is_some(), "{}", cli::english::report(report));
            assert_runs(&import);
        }
    }
    expect_file!["corpus.txt"].assert_eq(&table);
}

#[test]
fn yaml_of_the_same_objects_gives_the_same_scenario() {
    let Some(corpus) = corpus() else { return };
    for folder in ["kubectl", "gke-clusters"] {
        for path in entries(&corpus.join(folder)) {
            let documents = documents(&path);
            let json: Vec<String> = documents.iter().map(Value::to_string).collect();
            let json = outcome(&read_text(&json.join("\n")));
            let yaml = outcome(&read_text(&yaml(&documents)));
            assert!(yaml == json, "{}", path.display());
        }
    }
}

#[test]
fn malformed_json_is_refused_for_its_syntax_and_the_rest_for_its_content() {
    let Some(corpus) = corpus() else { return };
    for path in entries(&corpus.join("malformed/json")) {
        let bytes = fs::read(&path).unwrap();
        let name = name(&path);
        let start = std::time::Instant::now();
        let import = read(&[File { name: &name, bytes: &bytes }]);
        let took = start.elapsed();
        let reason = import.reports[0].reason.as_ref().expect(&name);
        let text = String::from_utf8_lossy(&bytes);
        let is_json = text.trim_start().starts_with(['{', '[']);
        match name.as_bytes().first() {
            // What isn't JSON may be YAML in flow style, as kubectl reads it.
            Some(b'n') if is_json => {
                let is_yaml = || serde_norway::from_str::<serde_norway::Value>(&text).is_ok();
                assert!(
                    reason.is_unreadable() || is_yaml(),
                    "{name}: {}",
                    cli::english::text(&reason.message)
                );
            }
            // A single word is YAML, but nothing that is read.
            Some(b'n') if text.trim().trim_start_matches('\u{feff}').is_empty() => {}
            Some(b'n') => {
                assert!(reason.at.is_some(), "{name}: {}", cli::english::text(&reason.message));
            }
            Some(b'y') => {
                assert!(!reason.is_unreadable(), "{name}: {}", cli::english::text(&reason.message));
            }
            _ => {}
        }
        // A tenth of a second is what is promised of a release; here it is only not to be quadratic.
        assert!(took.as_secs() < 2, "{name}: {took:?}");
    }
}

#[test]
fn malformed_yaml_is_refused_for_its_syntax_and_the_rest_for_its_content() {
    let Some(corpus) = corpus() else { return };
    let (mut bad, mut good) = (0, 0);
    let mut lenient = Vec::new();
    for path in entries(&corpus.join("malformed/yaml")) {
        let name = name(&path);
        let cases: Vec<Value> = serde_json::from_value(documents(&path).remove(0)).unwrap();
        // The suite itself leaves these out: no parser should be encouraged to take them.
        if cases[0]["skip"] == true {
            continue;
        }
        // A case without a text of its own has that of the case before it.
        let (mut yaml, mut fails) = (String::new(), false);
        for case in cases {
            if let Some(text) = case["yaml"].as_str() {
                yaml = visible(text);
            }
            fails = case["fail"].as_bool().unwrap_or(fails && case["yaml"].is_null());
            let import = read_text(&yaml);
            let reason = import.reports[0].reason.as_ref().expect(&name);
            let text = &cli::english::text(&reason.message);
            if fails && reason.at.is_none() {
                lenient.push(name.clone());
            } else if fails {
                bad += 1;
            } else if !yaml.trim_start().starts_with(['{', '[']) {
                assert!(!reason.is_unreadable(), "{name}: {text}\n{yaml}");
                good += 1;
            }
        }
    }
    println!("corpus: {bad} bad and {good} good YAML texts");
    // Lists in brackets that aren't indented are read, as kubectl reads them, and what stands beside a bad document.
    expect!["9C9N.yaml"].assert_eq(&lenient.join(" "));
    assert!(bad >= 39 && good > 100, "{bad} {good}");
}

/// The cases show characters that cannot be seen.
fn visible(text: &str) -> String {
    let text = text.replace('␣', " ").replace('—', "").replace('»', "\t");
    let text = text.replace('↵', "").replace("∎\n", "");
    text.replace('←', "\r").replace('⇔', "\u{feff}")
}

/// A Node, a Pod, a Deployment, a budget and a node pool, all with the same name.
fn named(name: &str) -> Vec<Value> {
    let labels = json!({ "app": name });
    let pod =
        json!({ "containers": [{ "name": name, "resources": { "requests": { "cpu": "1" } } }] });
    vec![
        json!({ "kind": "Node", "metadata": { "name": name, "labels": labels } }),
        json!({ "kind": "Pod", "metadata": { "name": name, "labels": labels }, "spec": pod }),
        json!({ "kind": "Deployment", "metadata": { "name": name }, "spec": {
            "replicas": 1, "selector": { "matchLabels": labels },
            "template": { "metadata": { "labels": labels }, "spec": pod } } }),
        json!({ "kind": "PodDisruptionBudget", "metadata": { "name": name }, "spec": {
            "minAvailable": 1, "selector": { "matchLabels": labels } } }),
        json!({ "nodePools": [{ "name": name, "initialNodeCount": 1, "config": { "labels": labels } }] }),
    ]
}

#[test]
fn naughty_names_come_out_as_they_went_in_or_are_refused_in_a_sentence() {
    let Some(corpus) = corpus() else { return };
    let mut kept = 0;
    for path in entries(&corpus.join("malformed/strings")) {
        let names: Vec<String> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for name in &names {
            let objects = named(name);
            let json: Vec<String> = objects.iter().map(Value::to_string).collect();
            let of_json = read_text(&json.join("\n"));
            let of_yaml = read_text(&yaml(&objects));
            assert!(outcome(&of_yaml) == outcome(&of_json), "{name:?}");
            let Some(document) = &of_json.document else {
                assert!(of_json.reports[0].reason.is_some(), "{name:?}");
                continue;
            };
            let opened = scenario::open(&document.to_text());
            let read = opened.document.expect(name);
            assert_eq!(&read, document, "{name:?}");
            if name.is_empty() {
                continue;
            }
            assert!(read.pools.iter().any(|pool| pool.name == *name), "{name:?}");
            assert!(read.workloads.iter().any(|workload| workload.name == *name), "{name:?}");
            assert!(read.budgets.iter().any(|budget| budget.name == *name), "{name:?}");
            kept += 1;
        }
    }
    assert!(kept > 150, "{kept} names");
}
