//! What the cluster autoscaler has written, read: logs of every shape, statuses of both forms.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use import::File;
use import::autoscaler_log::{self, AutoscalerLog, DecisionKind, HoldState, Outcome, Subject};
use serde_json::{Value, json};

use crate::cli::{code, nodetide, out};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/autoscaler-log")
}

/// The answer to each folder of logs, with its exit code.
#[test]
fn logs_and_statuses_are_answered() {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() >= 6);
    for folder in folders {
        let mut files: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().display().to_string())
            .filter(|path| !path.ends_with("answer.txt"))
            .collect();
        files.sort();
        let mut args = vec!["autoscaler"];
        args.extend(files.iter().map(String::as_str));
        let answer = nodetide(&args);
        let text = format!("{}exit {}\n", out(&answer), code(&answer));
        expect_file![folder.join("answer.txt")].assert_eq(&text);
    }
}

fn read(texts: &[&str]) -> AutoscalerLog {
    let files = texts.iter().map(|text| File { name: "log", bytes: text.as_bytes() });
    autoscaler_log::read(&files.collect::<Vec<_>>(), &mut |_, _| {})
}

/// All that is known, without the numbers of lines.
fn told(log: &AutoscalerLog) -> String {
    format!("{:?}", log.clusters)
}

fn entries(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(fixtures().join(name)).unwrap();
    match serde_json::from_str(&text) {
        Ok(Value::Array(all)) => all,
        _ => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    }
}

/// A list, lines, YAML, one after another, in any order, and twice: the same table.
#[test]
fn the_shape_of_a_log_changes_nothing() {
    for name in ["lines-since/events.jsonl", "stockout-join/events.json", "ten-reasons/events.json"]
    {
        let mut all = entries(name);
        let list = told(&read(&[&Value::Array(all.clone()).to_string()]));
        assert!(list.len() > 500, "{list}");
        let lines =
            |all: &[Value]| all.iter().map(|one| one.to_string() + "\n").collect::<String>();
        let pretty: String = all.iter().map(|one| format!("{one:#}\n")).collect();
        let yaml = crate::import::yaml(&all);
        assert_eq!(told(&read(&[&lines(&all)])), list);
        assert_eq!(told(&read(&[&pretty])), list);
        assert_eq!(told(&read(&[&yaml])), list);
        let twice = read(&[&lines(&all), &yaml]);
        assert_eq!((told(&twice), twice.repeated as usize), (list.clone(), all.len()));
        all.reverse();
        assert_eq!(told(&read(&[&lines(&all)])), list, "the newest first");
        let all_but_first = lines(&all[1..]);
        assert_eq!(
            told(&read(&[&all_but_first, &all[0].to_string()])),
            list,
            "shuffled over files"
        );
    }
}

fn held(log: &AutoscalerLog) -> Vec<String> {
    log.held().map(|(_, hold)| format!("{:?}", hold.subject)).collect()
}

fn no_scale_down(at: i64, nodes: &[(&str, &str)], cluster: &str) -> Value {
    let nodes = nodes.iter().map(|(node, code)| {
        json!({"node": {"name": node}, "reason": {"messageId": format!("no.scale.down.node.{code}")}})
    });
    json!({
        "logName": "projects/p/logs/container.googleapis.com/cluster-autoscaler-visibility",
        "resource": {"labels": {"cluster_name": cluster, "location": "z"}},
        "jsonPayload": {"noDecisionStatus": {
            "measureTime": at.to_string(),
            "noScaleDown": {"nodes": nodes.collect::<Vec<_>>()},
        }},
    })
}

/// A log that ends anywhere gives what is there, also of its last event; the place where it ends is named.
#[test]
fn what_can_be_read_of_a_log_that_is_cut_off_is_read() {
    let all: Vec<Value> =
        (0..20).map(|at| no_scale_down(1000 + at, &[(&format!("n{at}"), "min")], "a")).collect();
    let text = format!("{:#}", Value::Array(all));
    for end in (0..text.len()).step_by(97) {
        let log = read(&[&text[..end]]);
        let whole = text[..end].matches("\n            }").count();
        assert_eq!(held(&log).len(), whole, "cut at {end}");
        assert!(log.unread.count <= 1);
    }
    let log = read(&[&text[..text.len() - 30]]);
    let (place, why) = &log.unread.first[0];
    let says = words::plain().text(why);
    expect!["20 496 the file is cut off: it ends within the JSON"]
        .assert_eq(&format!("{} {} {says}", place.entry, place.line));
}

/// A line that is no JSON, an object that its successor ends, another log, an unknown kind, and names that are markup.
#[test]
fn what_cannot_be_read_is_counted_and_named() {
    let good = no_scale_down(1000, &[("<img src=x onerror=alert(1)>", "min")], "a");
    let other = json!({"logName": "projects/p/logs/events", "jsonPayload": {"message": "x"}});
    let mut unknown = no_scale_down(1010, &[], "a");
    unknown["jsonPayload"] = json!({"capacityBufferStatus": {"buffers": 3}, "measureTime": "1010"});
    let text = format!("{good}\nnot json\n{{\"torn\": \n{other}\n{unknown}\n{{\"a\": 1}}\n");
    let log = read(&[&text]);
    assert_eq!(held(&log), [r#"Node("<img src=x onerror=alert(1)>")"#]);
    assert_eq!(log.others, 1);
    assert!(log.kinds.contains(&("capacityBufferStatus".to_owned(), 1)), "{:?}", log.kinds);
    let lines: Vec<usize> = log.unread.first.iter().map(|(place, _)| place.line).collect();
    assert_eq!((log.unread.count, lines), (3, vec![2, 5, 6]));
}

/// Nodes of the same name in two clusters aren't one, even if the clusters have the same name in two places.
#[test]
fn each_cluster_of_a_log_has_its_own_table() {
    let mut there = no_scale_down(1000, &[("n", "min")], "a");
    there["resource"]["labels"]["location"] = json!("elsewhere");
    let here = no_scale_down(2000, &[("n", "min")], "a");
    let other = no_scale_down(2000, &[("n", "min")], "b");
    let log = read(&[&format!("{here}\n{there}\n{other}")]);
    let names: Vec<&str> = log.clusters.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["a (elsewhere)", "a (z)", "b"]);
    assert_eq!(held(&log).len(), 3);
}

/// A reason holds from the first of a chain of repeats; one that takes its place is another.
#[test]
fn a_chain_of_repeats_is_one_hold() {
    let text = |all: &[(i64, &str)]| -> String {
        all.iter().map(|(at, code)| no_scale_down(*at, &[("n", code)], "a").to_string()).collect()
    };
    let of = |all: &[(i64, &str)]| -> Vec<(i64, i64, u32, HoldState)> {
        let log = read(&[&text(all)]);
        log.clusters[0]
            .holds
            .iter()
            .map(|one| (one.since, one.last, one.logged, one.state))
            .collect()
    };
    assert_eq!(
        of(&[(1000, "min"), (1310, "min"), (1670, "min")]),
        [(1000, 1670, 3, HoldState::Held)]
    );
    assert_eq!(
        of(&[(1000, "min"), (1361, "min")]),
        [(1361, 1361, 1, HoldState::Held), (1000, 1000, 1, HoldState::NoLongerReported)]
    );
    assert_eq!(
        of(&[(1000, "min"), (1060, "pdb")]),
        [(1060, 1060, 1, HoldState::Held), (1000, 1000, 1, HoldState::Replaced(1060))]
    );
}

/// One Pod after another waits alone: each has its own row, as one is over when the next of the same owner is told.
#[test]
fn a_pod_that_waits_in_place_of_another_has_its_own_since() {
    let (text, _) = exported(&scenario::preset_text("upgrade-at-max").unwrap());
    let log = read(&[&text]);
    let cluster = &log.clusters[0];
    let holds = cluster.holds.iter().map(|one| {
        let Subject::Pods { name, .. } = &one.subject else {
            panic!("{one:?}");
        };
        let state = match one.state {
            HoldState::Over(at) => format!("over {}", cluster.clock(at)),
            other => format!("{other:?}"),
        };
        format!("{name} since {}: {state}", cluster.clock(one.since))
    });
    expect![[r#"
        web-6 since 00:11:10: Held
        web-4 since 00:03:10: over 00:07:10
        web-5 since 00:07:10: over 00:11:10"#]]
    .assert_eq(&holds.collect::<Vec<_>>().join("\n"));
}

/// That a removal is under way holds until the last one that the log tells has its result.
#[test]
fn a_removal_is_under_way_until_its_result() {
    let (text, _) = exported(&scenario::preset_text("balanced-zones").unwrap());
    let lines: Vec<&str> = text.lines().collect();
    let says = |text: &str| {
        let says = read(&[text]).clusters[0].verdict();
        says.iter().skip(1).map(|one| words::plain().text(one)).collect::<String>()
    };
    assert_eq!(says(&text), "");
    let result = lines.iter().rposition(|line| line.contains("resultInfo")).unwrap();
    assert_eq!(says(&lines[..result].join("\n")), "A removal is under way since 01:10:40.");
}

/// By clocks that go back, a result may be told before its decision.
#[test]
fn a_result_before_its_decision_is_joined_to_it() {
    let decision = json!({"decision": {"decideTime": "2000", "eventId": "e",
        "scaleUp": {"increasedMigs": [{"mig": {"name": "g", "nodepool": "p", "zone": "z"}, "requestedNodes": 1}]}}});
    let result = json!({"resultInfo": {"measureTime": "1990", "results": [{"eventId": "e",
        "errorMsg": {"messageId": "scale.up.error.out.of.resources",
            "parameters": ["https://www.googleapis.com/compute/v1/projects/x/zones/z/instanceGroups/g"]}}]}});
    let log = read(&[&format!("{result}{decision}")]);
    let one = &log.clusters[0].decisions[0];
    let Outcome::Failed { at, errors } = &one.result else {
        panic!("{one:?}");
    };
    let group = errors[0].group.as_ref().unwrap();
    assert_eq!((*at, group.pool.as_str(), group.zone.as_str()), (2000, "p", "z"));
    assert!(matches!(&log.clusters[0].holds[0].subject, Subject::Group(own) if own.pool == "p"));
}

/// The inner object alone, a node as a plain name, and the tree that the console displays.
#[test]
fn parts_that_people_copy_are_read_or_refused_with_what_to_copy() {
    let inner = r#"{"noScaleDown": {"nodes": [{"node": "n", "reason": {"messageId": "x"}}]}}"#;
    assert_eq!(held(&read(&[inner])), [r#"Node("n")"#]);
    let display =
        "jsonPayload: {\nnoDecisionStatus: {\nnoScaleDown: {\nnodes: [\n0: {\nnode: {…}\n";
    let log = read(&[display]);
    assert!(log.is_empty());
    assert!(words::plain().text(&log.unread.first[0].1).contains("--format json"));
}

/// `kubectl describe` and the ConfigMap as YAML and JSON say the same as the bare text.
#[test]
fn a_status_is_the_same_in_all_its_wrappings() {
    let yaml = fs::read_to_string(fixtures().join("status-text-backoff/cm.yaml")).unwrap();
    let map: Value = serde_norway::from_str(&yaml).unwrap();
    let status = map["data"]["status"].as_str().unwrap();
    let of = |text: &str| told(&read(&[text]));
    let expected = of(status);
    assert_eq!(of(&yaml), expected);
    assert_eq!(of(&map.to_string()), expected);
    let described = format!(
        "Name:         cluster-autoscaler-status\nNamespace:    kube-system\n\nData\n====\nstatus:\n----\n{status}\n\nBinaryData\n====\n\nEvents:  <none>\n"
    );
    assert_eq!(of(&described), expected);
    let new = fs::read_to_string(fixtures().join("status-quiet-raw/status.yaml")).unwrap();
    let map = json!({"kind": "ConfigMap", "data": {"status": new}}).to_string();
    assert_eq!(of(&map), of(&new));
}

#[test]
fn an_autoscaler_that_has_just_begun_says_nothing_yet() {
    let file = fixtures().join("status-quiet-raw/starting.yaml").display().to_string();
    let answer = nodetide(&["autoscaler", &file]);
    assert_eq!(code(&answer), 0);
    assert!(out(&answer).contains("had just begun"), "{}", out(&answer));
    let nothing = crate::cli::with_input(&["autoscaler", "-"], b"{\"a\": 1}");
    assert_eq!(code(&nothing), 2);
}

/// A hundred thousand nodes in one log, told twice.
#[test]
fn very_many_nodes_are_read() {
    let names: Vec<String> = (0..100_000).map(|no| format!("node-{no:06}")).collect();
    let mut text = String::new();
    for at in [1000, 1300] {
        for fifty in names.chunks(50) {
            let nodes: Vec<(&str, &str)> =
                fifty.iter().map(|name| (name.as_str(), "min")).collect();
            text += &no_scale_down(at, &nodes, "a").to_string();
            text.push('\n');
        }
    }
    let log = read(&[&text]);
    assert_eq!(log.held().count(), 100_000);
    assert!(log.held().all(|(_, hold)| (hold.since, hold.logged) == (1000, 2)));
}

/// The log of a run, and the run.
fn exported(document: &str) -> (String, trace::Trace) {
    let session = runner::Session::new(document, None).unwrap();
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    let mut out = Vec::new();
    let date = |ms| scenario::instant::format(ms);
    words::autoscaler_log::autoscaler_log(&mut out, &trace, "shop", &date).unwrap();
    (String::from_utf8(out).unwrap(), trace)
}

/// Why nodes stay at the end of a run, by the rows of the run: the latest reason that GKE logs, unless the node is gone, is to
/// go, or was found unneeded since.
fn standing(trace: &trace::Trace) -> Vec<(String, String, Vec<String>)> {
    use model::autoscale::Stays;
    use trace::{Change, Subject};
    let (plan, last) = (trace.plan(), trace.last());
    let mut all = std::collections::BTreeMap::new();
    let mut unneeded = std::collections::BTreeSet::new();
    for (_, record) in trace.records() {
        let Subject::Node(node) = record.subject else {
            continue;
        };
        match record.change {
            Change::Stays { why, pod } => {
                let pauses = matches!(why, Stays::CoolDown | Stays::OneByOne);
                let is_seen = why != Stays::MinSize || unneeded.contains(&node);
                match why.code() {
                    code if !code.is_empty() && is_seen && !pauses => {
                        all.insert(node, (code, pod));
                    }
                    _ => drop(all.remove(&node)),
                }
            }
            Change::Unneeded => {
                unneeded.insert(node);
                all.remove(&node);
            }
            Change::NeededAgain => drop(unneeded.remove(&node)),
            Change::DeletionMarked { .. } | Change::NodeGone => drop(all.remove(&node)),
            _ => {}
        }
    }
    let named = |(node, (code, pod)): (base::NodeId, (&str, u32))| {
        let pod = pod.checked_sub(1).map(|pod| plan.pod_name(last, base::PodId(pod)));
        (plan.node_name(last, node), code.to_owned(), pod.into_iter().collect())
    };
    let mut all: Vec<_> = all.into_iter().map(named).collect();
    all.sort();
    all
}

/// The log of a run, read again, is the table of the run (BS-99).
#[test]
fn the_exported_log_of_a_run_gives_the_table_of_the_run() {
    let held = std::sync::atomic::AtomicUsize::new(0);
    crate::each_preset(|preset| {
        if !preset.text().contains("\"autoscaling\"") {
            return;
        }
        let (text, trace) = exported(preset.text());
        let log = read(&[&text]);
        assert_eq!((log.unread.count, log.clusters.len()), (0, 1), "{}", preset.name);
        let nodes = log.held().filter_map(|(_, hold)| match &hold.subject {
            Subject::Node(name) => {
                let reason = &hold.reasons[0];
                Some((name.clone(), reason.code.clone(), reason.parameters.clone()))
            }
            _ => None,
        });
        let mut nodes: Vec<_> = nodes.collect();
        nodes.sort();
        assert_eq!(nodes, standing(&trace), "{}", preset.name);
        held.fetch_add(nodes.len(), std::sync::atomic::Ordering::Relaxed);
        // Decisions have the numbers of the run.
        let (mut grown, mut removed) = (0, 0);
        for one in &log.clusters[0].decisions {
            match &one.kind {
                DecisionKind::ScaleUp { groups, .. } => {
                    grown += groups.iter().map(|(_, n)| n).sum::<i64>();
                }
                DecisionKind::ScaleDown { nodes } => removed += nodes.len(),
                _ => {}
            }
        }
        let (mut decided, mut marked) = (0, 0);
        for (_, row) in trace.records() {
            match row.change {
                trace::Change::ScaleUpDecided { from, to, .. } => decided += i64::from(to - from),
                trace::Change::DeletionMarked { .. } => marked += 1,
                _ => {}
            }
        }
        assert_eq!((grown, removed), (decided, marked), "{}", preset.name);
    });
    assert!(held.into_inner() >= 7);
}

/// BS-100: an event lists fifty nodes; the others come with the next loops, and each is repeated after five minutes.
#[test]
fn long_lists_are_cut_and_go_on_in_the_next_loop() {
    let document = json!({
        "version": 1,
        "cluster": {"location": "us-central1-a", "currentMasterVersion": "1.33.5-gke.1162000"},
        "pools": [{"name": "a", "version": "1.33.5-gke.1162000", "initialNodeCount": 137,
            "config": {"machineType": "e2-standard-4"}, "allocatable": {"cpu": "3920m", "memory": "12Gi", "pods": "110"},
            "autoscaling": {"enabled": true, "minNodeCount": 1, "maxNodeCount": 137}}],
        "workloads": [{"kind": "Deployment", "name": "b", "replicas": 137, "requests": {"cpu": "100m"},
            "annotations": {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"},
            "containers": [{"ports": [{"hostPort": 80}]}]}],
        "script": [{"at": "6m", "do": "quota", "spare": 9}],
    });
    let (text, _) = exported(&document.to_string());
    let mut lists = Vec::new();
    let mut first = None;
    for line in text.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let no = &entry["jsonPayload"]["noDecisionStatus"];
        if let Some(total) = no["noScaleDown"]["nodesTotalCount"].as_u64() {
            let at: i64 = no["measureTime"].as_str().unwrap().parse().unwrap();
            let start = *first.get_or_insert(at);
            lists.push((at - start, total, no["noScaleDown"]["nodes"].as_array().unwrap().len()));
        }
    }
    assert_eq!(
        lists.get(..6),
        Some(
            &[
                (0, 137, 50),
                (10, 87, 50),
                (20, 37, 37),
                (300, 50, 50),
                (310, 50, 50),
                (320, 37, 37)
            ][..]
        )
    );
    assert_eq!(read(&[&text]).held().count(), 137);
}

/// Each group that fails has a result under the decision's own id, and no success follows (BS-100).
#[test]
fn a_decision_that_fails_in_two_zones_has_two_results() {
    let results = |script: &str| {
        let (text, _) = exported(&format!(
            r#"{{"version":1,"start":"2026-03-01T00:00:00Z","cluster":{{"location":"us-central1","currentMasterVersion":"1.33.5-gke.100"}},
            "pools":[{{"name":"web","locations":["us-central1-a","us-central1-b"],"initialNodeCount":0,"allocatable":{{"cpu":"2","memory":"8Gi","pods":"8"}},
              "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":3}}}}],
            "workloads":[{{"kind":"Deployment","name":"shop","replicas":2,"requests":{{"cpu":"1500m"}}}}],
            "script":[{script}],"until":"10m"}}"#
        ));
        let entries = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let told = entries.filter_map(|entry| {
            let payload = &entry["jsonPayload"];
            let result = &payload["resultInfo"]["results"][0];
            let error = result["errorMsg"]["messageId"].as_str().unwrap_or("done");
            let own = payload["decision"]["eventId"].as_str().map(|id| format!("{id} decided"));
            own.or(result["eventId"].as_str().map(|id| format!("{id} {error}")))
        });
        told.collect::<Vec<_>>().join("\n")
    };
    let out = |zone: &str| format!(r#"{{"at":"0s","do":"stockout","zone":"us-central1-{zone}"}}"#);
    expect![[r#"
        00000000-0000-4000-8000-000000000007 decided
        00000000-0000-4000-8000-000000000007 scale.up.error.out.of.resources
        00000000-0000-4000-8000-000000000007 scale.up.error.out.of.resources
        00000000-0000-4000-8000-000000000010 decided
        00000000-0000-4000-8000-000000000010 scale.up.error.out.of.resources
        00000000-0000-4000-8000-000000000010 scale.up.error.out.of.resources"#]]
    .assert_eq(&results(&format!("{},{}", out("a"), out("b"))));
    expect![[r#"
        00000000-0000-4000-8000-000000000005 decided
        00000000-0000-4000-8000-000000000005 done"#]]
    .assert_eq(&results(r#"{"at":"0s","do":"quota","spare":1}"#));
}
