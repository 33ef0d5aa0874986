//! Exports are read back by other readers: no name escapes its place.

use expect_test::expect;
use std::collections::BTreeMap;
use std::time::Instant;

use base::SimTime;
use draw::picture::{self, Picture};
use draw::{svg, theme};
use proptest::prelude::*;
use query::{self, Index};
use runner::{RunEnd, Session};
use scenario::export::{EXPORTS, export};
use scenario::json::Json;
use scenario::pseudonym::{self, pseudonymize};
use scenario::{self, Document, link};
use serde_json::{Value, json};
use trace::Trace;
use words::{Words, log};

use crate::corpus::corpus;

/// Names that have ended strings, commands, markup or cells somewhere.
const NASTY: [&str; 52] = [
    "web-pool",
    "",
    " ",
    "-",
    "--quiet",
    "-rf",
    "~",
    "*",
    "#",
    "!",
    "a b",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "a\\",
    "a\\nb",
    "\"",
    "'",
    "`id`",
    "$(id)",
    "${id}",
    "$${id}",
    "%{if x}",
    "%%{",
    "$",
    "a'; rm -rf / #",
    "\"; rm -rf / #",
    "a && b | c > d",
    "null",
    "true",
    "no",
    "y",
    "~null",
    "0",
    "1e3",
    "0x1f",
    "1_000",
    "2026-01-05",
    "12:30:45",
    "- a",
    "a: b",
    "? a",
    "&a",
    "*a",
    "!!str a",
    "{a: b}",
    "=1+1",
    "@a",
    "</text><script>alert(1)</script>",
    "]]>&amp;",
    "\u{202e}gpj\u{200b}",
    "\u{1b}[31m\u{7}\u{85}\u{0}",
];

/// Those, and the strings of the corpus where there is one.
fn nasty() -> Vec<String> {
    let mut all: Vec<String> = NASTY.iter().map(|text| (*text).to_owned()).collect();
    let Some(corpus) = corpus() else { return all };
    let folder = corpus.join("malformed/strings");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap();
        let list: Vec<String> = serde_json::from_slice(&text).unwrap();
        all.extend(list);
    }
    all
}

fn document(value: &Value) -> Document {
    scenario::open(&value.to_string()).document.unwrap()
}

fn made(name: &str, document: &Document) -> String {
    (export(name).unwrap().make)(document.into(), &cli::english::text)
}

fn run(text: &str) -> (Trace, RunEnd) {
    let session = Session::new(text, None).unwrap();
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    (trace, outcome)
}

/// A small run in which everything with a free name has a hostile one.
fn called(name: &str) -> Value {
    json!({
        "version": 1, "name": name, "description": name,
        "pools": [{ "name": name, "initialNodeCount": 2, "version": "1.32.1-gke.1", "config": { "labels": { "k": name } } }],
        "workloads": [{ "kind": "Deployment", "name": name, "namespace": name,
            "replicas": 2, "requests": { "cpu": "100m" }, "labels": { "app": name } }],
        "budgets": [{ "name": name, "namespace": name, "selector": { "matchLabels": { "app": name } }, "maxUnavailable": 1 }],
        "script": [{ "at": "0s", "do": "upgrade", "pool": name, "version": "1.33.1-gke.1", "note": name }],
        "markers": [{ "at": "10s", "text": name, "name": name }],
    })
}

mod links {
    use super::*;

    #[test]
    fn every_link_that_was_ever_given_out_opens() {
        let folder = crate::root().join("tests/fixtures/links");
        let mut n = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = link::decode(&std::fs::read_to_string(&path).unwrap());
            let text = text.unwrap_or_else(|fault| panic!("{}: {fault:?}", path.display()));
            assert!(scenario::open(&text).compiled.is_some(), "{}", path.display());
            n += 1;
        }
        assert!(n >= 2);
    }

    #[test]
    fn nothing_takes_long() {
        let bomb = link::encode(&" ".repeat(link::LIMIT_BYTES * 4));
        let noise: String = (0..2_000_u32).map(|n| char::from(b'A' + (n * n % 26) as u8)).collect();
        for link in [bomb, format!("1.{noise}")] {
            let start = Instant::now();
            assert!(link::decode(&link).is_err());
            // A thousandth of it in a release; debug builds on a busy machine are slow.
            assert!(start.elapsed().as_secs() < 60);
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..8)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_goes_into_a_link_comes_out(value in any_json()) {
            let text = value.to_string();
            let link = link::encode(&text);
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            prop_assert!(link.chars().all(plain));
            prop_assert_eq!(link::decode(&link), Ok(text));
        }

        #[test]
        fn no_text_breaks_the_reader(text in any::<String>(), packed in "1\\.[A-Za-z0-9_-]{0,300}") {
            let _ = link::decode(&text);
            let _ = link::decode(&packed);
        }

        #[test]
        fn a_link_with_a_changed_character_gives_a_text_or_a_reason(at in 2_usize..600, c in any::<char>()) {
            let link = link::encode(scenario::preset("docs-5-nodes").unwrap().text());
            let changed: String = link.chars().enumerate().map(|(n, old)| if n == at { c } else { old }).collect();
            if let Err(fault) = link::decode(&changed) {
                prop_assert!(cli::english::text(&(&fault).into()).ends_with('.'));
            }
        }
    }
}

#[test]
fn commands_have_the_words_that_went_in() {
    for name in nasty() {
        let text = made(
            "gcloud",
            &document(&json!({
                "version": 1, "name": name, "cluster": { "name": "c", "location": "l" },
                "pools": [{ "name": name, "upgradeSettings": { "maxSurge": 1, "maxUnavailable": 0 } }],
                "script": [{ "at": "0s", "do": "cordon", "node": name },
                    { "at": "0s", "do": "set", "pool": name, "labels": { "k": name, "l": "," } }],
            })),
        );
        let words = shlex::split(&text).unwrap_or_else(|| panic!("{name:?}: {text}"));
        let (first, rest) = words.split_at(2);
        assert_eq!(first, ["CLUSTER=c", "LOCATION=l"], "{name:?}");
        if rest.is_empty() {
            // Only omits what no pool or node can be called.
            let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(
                name.is_empty() || name.starts_with('-') || !name.chars().all(legal),
                "{name:?}"
            );
            continue;
        }
        let update = [
            "gcloud",
            "container",
            "node-pools",
            "update",
            &name,
            "--cluster=$CLUSTER",
            "--location=$LOCATION",
        ];
        let (first, rest) = rest.split_at(9);
        assert_eq!(first[..7], update);
        assert_eq!(first[7..], ["--max-surge-upgrade=1", "--max-unavailable-upgrade=0"]);
        let (cordon, rest) = rest.split_at(3);
        assert_eq!(cordon, ["kubectl", "cordon", &name]);
        assert_eq!(rest[..7], update);
        // As gcloud reads lists: `^mark^` names another mark than the comma.
        let list = rest[7].strip_prefix("--node-labels=").unwrap();
        let (mark, list) = list.strip_prefix('^').unwrap().split_once('^').unwrap();
        let pairs: Vec<&str> = list.split(mark).collect();
        assert_eq!(pairs, [format!("k={name}"), "l=,".to_owned()]);
        assert_eq!(rest.len(), 8);
    }
}

/// Entries without a command get a comment; others are that command, at its time or when its phase begins.
#[test]
fn every_entry_of_the_script_is_a_command_or_a_word() {
    let text = made(
        "gcloud",
        &document(&json!({
            "version": 1, "name": "all", "start": "2026-01-05T00:00:00Z",
            "cluster": { "name": "c", "location": "europe-west4-a", "currentMasterVersion": "1.32.1-gke.1" },
            "pools": [{ "name": "p", "version": "1.32.1-gke.1", "initialNodeCount": 2 }],
            "workloads": [{ "kind": "Deployment", "name": "web", "replicas": 1 }],
            "script": [
                { "at": "0s", "do": "upgrade", "controlPlane": true, "version": "1.33.1-gke.1" },
                { "at": "20m", "do": "set", "pool": "p", "upgradeSettings": { "strategy": "BLUE_GREEN",
                    "blueGreenSettings": { "standardRolloutPolicy": { "batchPercentage": 0.25, "batchSoakDuration": "60s" } } } },
                { "at": "21m", "do": "upgrade", "pool": "p" },
                { "phase": "DRAINING_BLUE_POOL", "at": "5m", "do": "rollback", "pool": "p", "respectPdb": true },
                { "at": "22m", "do": "reservation", "pool": "p", "nodes": 3 },
                { "at": "23m", "do": "resize", "pool": "p", "nodes": 4 },
                { "at": "24m", "do": "preempt", "node": "p-a-1" },
                { "at": "25m", "do": "fail", "node": "p-a-1" },
                { "at": "26m", "do": "fail", "workload": "web" },
                { "at": "27m", "do": "hostEvent", "node": "p-a-1" },
                { "at": "28m", "do": "set", "workload": "web", "ignoresSigterm": true },
            ],
        })),
    );
    expect![[r##"
        # Commands for the scenario “all”.
        # Each command changes a live cluster immediately. Review it before you run it.
        CLUSTER=c
        LOCATION=europe-west4-a

        # +00:00:00, 2026-01-05T00:00:00Z
        gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --master --cluster-version=1.33.1-gke.1

        # +00:20:00, 2026-01-05T00:20:00Z
        gcloud container node-pools update p --cluster="$CLUSTER" --location="$LOCATION" --enable-blue-green-upgrade --standard-rollout-policy=batch-percent=0.25,batch-soak-duration=60s

        # +00:21:00, 2026-01-05T00:21:00Z
        gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=p

        # +00:22:00, 2026-01-05T00:22:00Z
        # From now on, the reservation holds 3 VMs for “p”.

        # +00:23:00, 2026-01-05T00:23:00Z
        gcloud container clusters resize "$CLUSTER" --location="$LOCATION" --node-pool=p --num-nodes=4

        # +00:24:00, 2026-01-05T00:24:00Z
        # “p-a-1” is preempted (no command).

        # +00:25:00, 2026-01-05T00:25:00Z
        # “p-a-1” fails (no command).

        # +00:26:00, 2026-01-05T00:26:00Z
        # “web” never becomes ready on upgraded nodes (no command).

        # +00:27:00, 2026-01-05T00:27:00Z
        # The host of “p-a-1” has a maintenance event (no command).

        # +00:28:00, 2026-01-05T00:28:00Z
        # The behavior of “web” changes (no command).

        # When “p” begins DRAINING_BLUE_POOL, 00:05:00 later
        gcloud container node-pools rollback p --cluster="$CLUSTER" --location="$LOCATION" --respect-pdb=true
    "##]].assert_eq(&text);
}

#[test]
fn terraform_has_the_values_that_went_in() {
    for name in nasty() {
        let text = made(
            "terraform",
            &document(&json!({
                "version": 1, "name": name, "cluster": { "name": format!("c{name}") },
                "pools": [
                    { "name": name, "version": name, "config": { "labels": { name.clone(): name, "k": name },
                        "taints": [{ "key": name, "value": name, "effect": "NoSchedule" }] } },
                    { "name": name },
                ],
            })),
        );
        let read: Result<hcl::Value, _> = hcl::eval::from_str(&text, &hcl::eval::Context::new());
        let read = read.unwrap_or_else(|error| panic!("{name:?}: {error}"));
        let read = serde_json::to_value(read).unwrap();
        let pools = read["resource"]["google_container_node_pool"].as_object().unwrap();
        assert_eq!((read.as_object().unwrap().len(), pools.len()), (1, 2), "{text}");
        let full = pools.values().find(|pool| pool.get("node_config").is_some()).unwrap();
        assert_eq!(full["name"], name.as_str(), "{text}");
        assert_eq!(full["cluster"], format!("c{name}"));
        assert_eq!(full.get("version").and_then(Value::as_str).unwrap_or_default(), name);
        let config = &full["node_config"];
        assert_eq!(config["labels"][&name], name.as_str());
        assert_eq!(config["labels"]["k"], name.as_str());
        assert_eq!(config["taint"]["key"], name.as_str());
        assert_eq!(config["taint"]["effect"], "NO_SCHEDULE");
    }
}

#[test]
fn budgets_have_the_texts_that_went_in() {
    for name in nasty() {
        let budget = json!({ "name": name, "namespace": name, "minAvailable": name, "selector": {
            "matchLabels": { name.clone(): name, "k": name },
            "matchExpressions": [{ "key": name, "operator": "In", "values": [name, "b"] }] } });
        let text =
            made("budgets", &document(&json!({ "version": 1, "budgets": [budget, budget] })));
        let read: Result<Vec<Value>, _> = serde_saphyr::from_multiple(&text);
        let read = read.unwrap_or_else(|error| panic!("{name:?}: {error}"));
        assert_eq!(read.len(), 2, "{text}");
        let space = if name.is_empty() { "default" } else { &name };
        let mut labels = BTreeMap::from([("k".to_owned(), name.clone())]);
        labels.insert(name.clone(), name.clone());
        let wanted = json!({
            "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
            "metadata": { "name": name, "namespace": space },
            "spec": { "minAvailable": name, "selector": { "matchLabels": labels,
                "matchExpressions": [{ "key": name, "operator": "In", "values": [name, "b"] }] } },
        });
        assert_eq!(read[1], wanted, "{text}");
    }
}

#[test]
fn every_export_takes_every_document() {
    let random = (1..60).map(|seed| vopr::generate::document(seed).to_string());
    let presets = scenario::presets().iter().map(|preset| preset.text().to_owned());
    let odd = [
        r#"{"version":1,"budgets":[{"name":"b","copies":9223372036854775807},{"name":"c","copies":-1}]}"#.to_owned(),
        r#"{"version":1,"script":[{"do":"x"},{"at":"-9999999h","do":"cancel"},{"at":"2400-01-01T00:00:00Z","do":"set"}]}"#.to_owned(),
    ];
    for text in random.chain(presets).chain(odd) {
        let document = scenario::open(&text).document.unwrap();
        for export in EXPORTS {
            let text = (export.make)((&document).into(), &cli::english::text);
            assert!(text.ends_with('\n') || text.is_empty(), "{}", export.name);
        }
        let again = scenario::open(&made("scenario", &document)).document;
        assert_eq!(again.as_ref(), Some(&document));
    }
}

#[test]
fn tables_and_lines_of_records_say_the_same() {
    for name in nasty().into_iter().filter(|name| !name.is_empty()) {
        let (trace, _) = run(&called(&name).to_string());
        let (mut csv, mut lines) = (Vec::new(), Vec::new());
        log::csv(&mut csv, &trace, log::Shown::ALL).unwrap();
        log::json(&mut lines, &trace, "2026-01-05T00:00:00Z", log::Shown::ALL).unwrap();
        let lines: Vec<Value> = std::str::from_utf8(&lines)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines[0]["scenario"], name.as_str());
        let mut reader = csv::ReaderBuilder::new().from_reader(csv.as_slice());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), lines.len() - 1, "{name:?}");
        for (row, line) in rows.iter().zip(&lines[1..]) {
            assert_eq!(row.len(), 8, "{name:?}: {row:?}");
            let formula = |cell: &str| cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
            assert!(!row.iter().any(formula), "{row:?}");
            let cell = |text: &str| {
                text.strip_prefix('\'').filter(|rest| formula(rest)).unwrap_or(text).to_owned()
            };
            assert_eq!(cell(&row[2]), line["subject"].as_str().unwrap());
            assert_eq!(row[0], line["no"].to_string());
            assert_eq!(row[7], line["data"].to_string());
        }
    }
}

#[test]
fn a_picture_is_xml_that_only_draws() {
    for name in nasty().into_iter().filter(|name| !name.is_empty()) {
        let (trace, _) = run(&called(&name).to_string());
        let index = Index::of(&trace);
        let lanes = query::lanes(&trace, &index);
        let last = trace.frame_at(trace.end());
        let text = picture::svg(&Picture {
            trace: &trace,
            index: &index,
            lanes: &lanes,
            at: SimTime::from_secs(190),
            headline: "",
            words: &Words::english(trace.plan(), &last.cluster),
            date: &|_| name.clone(),
            theme: &theme::DARK,
            width: picture::WIDTH,
            measure: &svg::estimate,
        });
        let xml =
            roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        for node in xml.descendants().filter(roxmltree::Node::is_element) {
            let tag = node.tag_name().name();
            let known = ["svg", "title", "desc", "defs", "clipPath", "path", "g", "use", "text"];
            assert!(known.contains(&tag), "{tag}");
            for attribute in node.attributes() {
                assert!(!attribute.name().starts_with("on") && !attribute.value().contains("://"));
                assert!(attribute.name() != "href" || attribute.value().starts_with("#s"));
            }
        }
    }
}

mod pseudonyms {
    use super::*;

    /// The run under other names is the same run, and no old name is left.
    fn check(text: &str) {
        let json = Json::parse(text).unwrap();
        let (changed, names) = pseudonymize(&json, "A");
        let changed = changed.compact();
        let mut known = BTreeMap::new();
        for name in &names {
            let new = known.entry(&name.old).or_insert(&name.new);
            assert_eq!(*new, &name.new, "{}", name.old);
            // Shorter ones may be a part of any word.
            let telling = name.old.chars().filter(|c| c.is_alphabetic()).count() >= 4;
            assert!(!telling || !changed.contains(&name.old), "{} is left in {changed}", name.old);
        }
        let before = scenario::open(text);
        let after = scenario::open(&changed);
        assert_eq!(before.compiled.is_some(), after.compiled.is_some(), "{changed}");
        if before.compiled.is_some() {
            assert_eq!(run(text).1, run(&changed).1, "{changed}");
        }
    }

    #[test]
    fn runs_of_presets_are_the_same() {
        scenario::presets()
            .iter()
            .filter(|preset| preset.is_small())
            .for_each(|preset| check(preset.text()));
    }

    #[test]
    fn runs_of_random_scenarios_are_the_same() {
        for seed in 1..120 {
            // With `Cluster` the backends of a large cluster are drawn by names (BS-64).
            let text = vopr::generate::document(seed).to_string();
            let policy = |name: &str| format!(r#""externalTrafficPolicy":"{name}""#);
            check(&text.replace(&policy("Cluster"), &policy("Local")));
        }
    }

    #[test]
    fn runs_with_listed_nodes_and_pods_are_the_same() {
        for seed in 0..40_u64 {
            let names = ["gke-acme-web-1a2b3c4d-", "web-a-", "node-", "zz-", "Web_"];
            let nodes: Vec<Value> = (0..9_u64)
                .map(|n| {
                    let stem = names[((seed + n * n) % 5) as usize];
                    json!({ "name": format!("{stem}{}", (n * 7 + seed * 31) % 1300), "zone": format!("europe-west4-{}", ["a", "b"][(n % 2) as usize]) })
                })
                .collect();
            let on = |n: usize| nodes[n]["name"].clone();
            let text = json!({
                "version": 1, "seed": seed, "name": "Acme",
                "pools": [{ "name": "web", "version": "1.32.1-gke.1", "nodes": nodes, "upgradeSettings": { "maxSurge": 2, "maxUnavailable": 1 } },
                    { "name": "web-a", "version": "1.32.1-gke.1", "initialNodeCount": 2, "locations": ["europe-west4-a", "europe-west4-b"] }],
                "workloads": [
                    { "kind": "Deployment", "name": "shop", "namespace": "acme-9", "copies": 3, "replicas": 4, "labels": { "app": "shop-{n}", "team": "shop" }, "requests": { "cpu": "100m" } },
                    { "kind": "Deployment", "name": "shop-1x", "namespace": "acme-10", "replicas": 3, "requests": { "cpu": "200m" },
                      "pods": [{ "name": "shop-1x-7d9f8-abcde", "node": on(0) }, { "name": "shop-1x-2", "node": on(1) }] },
                    { "kind": "StatefulSet", "name": "ledger", "namespace": "default", "replicas": 3, "requests": { "cpu": "300m" } },
                    { "kind": "DaemonSet", "name": "agent", "namespace": "kube-system" }],
                "budgets": [{ "name": "shop", "namespace": "acme-9", "copies": 3, "selector": { "matchLabels": { "app": "shop-{n}" } }, "minAvailable": "75%" },
                    { "name": "ledger-pdb", "selector": { "matchExpressions": [{ "key": "app", "operator": "In", "values": ["ledger"] }] }, "maxUnavailable": 1 }],
                "services": [{ "name": "front", "namespace": "acme-9", "selector": { "team": "shop" } }],
                "script": [{ "at": "0s", "do": "upgrade", "pool": "web" }, { "at": "10m", "do": "set", "workload": "acme-10/shop-1x", "replicas": 5 },
                    { "at": "10m", "do": "set", "budget": "shop-1", "maxUnavailable": 2 },
                    { "at": "20m", "do": "drain", "node": on(2), "force": true, "ignoreDaemonsets": true }],
            });
            check(&text.to_string());
        }
    }

    #[test]
    fn names_of_any_kind_are_taken() {
        for name in nasty() {
            let value = called(&name);
            let (changed, _) = pseudonym::of_document(&document(&value), "A");
            let before = scenario::open(&value.to_string()).compiled.is_some();
            assert_eq!(scenario::open(&changed.to_text()).compiled.is_some(), before, "{name:?}");
            assert!(!changed.to_text().contains("Jane"));
        }
    }
}

/// The policy and the steps can be taken away: as commands, as a Terraform resource, and as a runbook.
#[test]
fn policy_and_runbook_are_exported() {
    let text = r##"{"version":1,"name":"Plan `A` <b>","start":"2026-12-01T06:00:00Z",
      "cluster":{"name":"prod","location":"europe-west4","currentMasterVersion":"1.33.1-gke.100","releaseChannel":{"channel":"REGULAR"},
        "maintenancePolicy":{"disruptionBudget":{"minorVersionDisruptionInterval":"30d"},
          "window":{"recurringWindow":{"window":{"startTime":"2026-12-05T06:00:00Z","endTime":"2026-12-05T18:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"},
            "maintenanceExclusions":{"audit":{"startTime":"2026-11-01","endTime":"2026-11-30","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}}}},
      "pools":[{"name":"web","version":"1.32.1-gke.100","initialNodeCount":3,"maintenancePolicy":{"exclusionUntilEndOfSupport":{"enabled":true}}}],
      "script":[{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.33.2-gke.100"},
        {"after":"controlPlane","do":"upgrade","pool":"web"},{"after":1,"at":"10m","do":"rollback","pool":"web"}]}"##;
    let document = scenario::open(text).document.unwrap();
    expect![[r##"
        # Commands for the scenario “Plan `A` <b>”.
        # Each command changes a live cluster immediately. Review it before you run it.
        CLUSTER=prod
        LOCATION=europe-west4

        # Maintenance policy of the cluster
        gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
          --maintenance-window-start 2026-12-05T06:00:00Z \
          --maintenance-window-end 2026-12-05T18:00:00Z \
          --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA'
        gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
          --add-maintenance-exclusion-name audit \
          --add-maintenance-exclusion-start 2026-11-01 \
          --add-maintenance-exclusion-end 2026-11-30 \
          --add-maintenance-exclusion-scope no_minor_or_node_upgrades
        gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
          --maintenance-minor-version-disruption-interval 2592000s

        # Node pool web
        gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --add-maintenance-exclusion-until-end-of-support

        # +00:00:00, 2026-12-01T06:00:00Z
        gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --master --cluster-version=1.33.2-gke.100

        # When the upgrade of the control plane has ended
        gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web

        # When the work on “web” has ended, 00:10:00 later
        # The operation that upgrades “web”, if it runs.
        OPERATION=$(gcloud container operations list --location="$LOCATION" --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/$CLUSTER/nodePools/web$" --limit=1 --format='value(name)')
        [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location="$LOCATION"
        [ -n "$OPERATION" ] && gcloud container operations wait "$OPERATION" --location="$LOCATION"
        gcloud container node-pools rollback web --cluster="$CLUSTER" --location="$LOCATION"
    "##]].assert_eq(&made("gcloud", &document));
    expect![[r##"
        # Node pools of the scenario “Plan `A` <b>”.

        # The cluster's own settings. If its google_container_cluster is elsewhere, move the blocks there.
        # The control plane after the script; its version is 1.33.1-gke.100 now.
        resource "google_container_cluster" "prod" {
          name               = "prod"
          location           = "europe-west4"
          min_master_version = "1.33.2-gke.100"

          release_channel {
            channel = "REGULAR"
          }

          maintenance_policy {
            recurring_window {
              start_time = "2026-12-05T06:00:00Z"
              end_time   = "2026-12-05T18:00:00Z"
              recurrence = "FREQ=WEEKLY;BYDAY=SA"
            }

            maintenance_exclusion {
              exclusion_name = "audit"
              start_time     = "2026-11-01T00:00:00Z"
              end_time       = "2026-12-01T00:00:00Z"

              exclusion_options {
                scope = "NO_MINOR_OR_NODE_UPGRADES"
              }
            }

            disruption_budget {
              minor_version_disruption_interval = "2592000s"
            }
          }
        }

        resource "google_container_node_pool" "web" {
          name       = "web"
          cluster    = "prod"
          location   = "europe-west4"
          version    = "1.32.1-gke.100"
          node_count = 3

          maintenance_policy {
            exclusion_until_end_of_support {
              enabled = true
            }
          }
        }
    "##]].assert_eq(&made("terraform", &document));
    expect![[r##"
        # Runbook: Plan \`A\` \<b\>

        Each command changes a live cluster. Times count from 2026-12-01T06:00:00Z; a step begins when the checks of the step before it hold.

        ```sh
        CLUSTER=prod
        LOCATION=europe-west4
        ```

        ## Before you begin

        - [ ] Every node is Ready, and none is cordoned unless you know why.

          ```sh
          kubectl get nodes -L cloud.google.com/gke-nodepool
          ```

        - [ ] ALLOWED DISRUPTIONS is 0 only where you expect it: a budget at 0 holds up the drain of its Pods until a limit is reached.

          ```sh
          kubectl get poddisruptionbudgets -A
          ```

        - [ ] No Pod is Pending.

          ```sh
          kubectl get pods -A --field-selector=status.phase=Pending
          ```

        - [ ] No other operation is running on the cluster.

          ```sh
          gcloud container operations list --location="$LOCATION" --filter='status=RUNNING'
          ```

        ## Settings

        ```sh
        # Maintenance policy of the cluster
        gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
          --maintenance-window-start 2026-12-05T06:00:00Z \
          --maintenance-window-end 2026-12-05T18:00:00Z \
          --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA'
        gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
          --add-maintenance-exclusion-name audit \
          --add-maintenance-exclusion-start 2026-11-01 \
          --add-maintenance-exclusion-end 2026-11-30 \
          --add-maintenance-exclusion-scope no_minor_or_node_upgrades
        gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
          --maintenance-minor-version-disruption-interval 2592000s

        # Node pool web
        gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --add-maintenance-exclusion-until-end-of-support
        ```

        ## Steps

        ### +00:00:00, 2026-12-01T06:00:00Z

        ```sh
        gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --master --cluster-version=1.33.2-gke.100
        ```

        - [ ] The control plane is at 1.33.2-gke.100, and the cluster's status is RUNNING.

          ```sh
          gcloud container clusters describe "$CLUSTER" --location="$LOCATION" --format='value(currentMasterVersion,status)'
          ```

        ### When the upgrade of the control plane has ended

        ```sh
        gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web
        ```

        - [ ] While it runs: no budget stays at 0 for long.

          ```sh
          kubectl get poddisruptionbudgets -A
          ```

        - [ ] While it runs: no Pod stays Pending.

          ```sh
          kubectl get pods -A --field-selector=status.phase=Pending
          ```

        ### When the work on “web” has ended, 00:10:00 later

        ```sh
        # The operation that upgrades “web”, if it runs.
        OPERATION=$(gcloud container operations list --location="$LOCATION" --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/$CLUSTER/nodePools/web$" --limit=1 --format='value(name)')
        [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location="$LOCATION"
        [ -n "$OPERATION" ] && gcloud container operations wait "$OPERATION" --location="$LOCATION"
        gcloud container node-pools rollback web --cluster="$CLUSTER" --location="$LOCATION"
        ```

        - [ ] While it runs: no budget stays at 0 for long.

          ```sh
          kubectl get poddisruptionbudgets -A
          ```

        - [ ] While it runs: no Pod stays Pending.

          ```sh
          kubectl get pods -A --field-selector=status.phase=Pending
          ```

        - [ ] Every node of web is at its former version and Ready; then go on.

          ```sh
          kubectl get nodes -l cloud.google.com/gke-nodepool=web
          ```

        ## How to stop, and how to go back

        Cancel the running upgrade by the name of its operation. Nodes in progress are finished first in a surge upgrade; the same upgrade command resumes it.

        ```sh
        # The operation that upgrades “web”, if it runs.
        OPERATION=$(gcloud container operations list --location="$LOCATION" --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/$CLUSTER/nodePools/web$" --limit=1 --format='value(name)')
        [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location="$LOCATION"
        [ -n "$OPERATION" ] && gcloud container operations wait "$OPERATION" --location="$LOCATION"
        ```

        This returns the nodes of web that were upgraded to their former version. A finished upgrade can't be rolled back: upgrade to the former version instead.

        ```sh
        gcloud container node-pools rollback web --cluster="$CLUSTER" --location="$LOCATION"
        ```

    "##]].assert_eq(&made("runbook", &document));
}
