//! Numbers of one run that are told in several places are the same, or add up.

use crate::cli::{code, err, nodetide, out};
use serde_json::Value;
use std::sync::Mutex;
use std::thread;

/// The number before the words in the line.
fn number(line: &str, words: &str) -> Option<u64> {
    let (before, _) = line.split_once(words)?;
    before.split(|c: char| !c.is_ascii_digit()).next_back()?.parse().ok()
}

fn of(value: &Value, field: &str) -> u64 {
    value[field].as_u64().unwrap_or_else(|| panic!("no {field}"))
}

fn sum(list: &Value, field: &str) -> u64 {
    list.as_array().unwrap().iter().map(|one| of(one, field)).sum()
}

/// What is told of a run in several places, and differs.
fn contradictions(source: &str) -> Vec<String> {
    let run = |format: &str| nodetide(&["run", source, "--format", format]);
    let (summary, brief) = (run("summary"), run("brief"));
    if code(&summary) != 0 {
        return Vec::new();
    }
    assert_eq!(code(&brief), 0, "{source}: {}", err(&brief));
    let summary: Value = serde_json::from_slice(&summary.stdout).unwrap();
    let brief = out(&brief);
    let mut found = Vec::new();
    let mut same = |what: &str, one: u64, other: u64| {
        if one != other {
            found.push(format!("{source}: {what}: {one} and {other}"));
        }
    };
    let (pools, workloads) = (&summary["pools"], &summary["workloads"]);
    same("nodes upgraded in pools", sum(pools, "upgraded"), of(&summary, "upgraded"));
    same("killed Pods", sum(workloads, "killed"), of(&summary, "killed"));
    let lost = "work_lost_at_most_ms";
    same("lost work", sum(workloads, lost), of(&summary, lost));
    let line = |start: &str| brief.lines().find(|line| line.trim_start().starts_with(start));
    let pods = line("Nodes: ").unwrap();
    same("evictions", number(pods, " evicted").unwrap(), of(&summary, "evictions"));
    let forced = number(pods, " forced out").unwrap();
    same("forced Pods", forced, of(&summary, "forced"));
    same("lost Pods", number(pods, " lost").unwrap(), of(&summary, "lost"));
    let moves = of(&summary, "moves");
    same("moves in all", moves, sum(workloads, "moves"));
    same("moves again", sum(workloads, "moved_again"), of(&summary, "moved_again"));
    if let Some(started) = line("Started ") {
        let told = number(started, " nodes upgraded").or_else(|| number(started, " node upgraded"));
        same("nodes upgraded", told.unwrap(), of(&summary, "upgraded"));
    }
    let headline = brief.lines().next().unwrap();
    let said = |words: &str| {
        number(headline, &format!(" are {words}"))
            .or_else(|| number(headline, &format!(" is {words}")))
    };
    let pods_said = |words: &str| {
        said(words)
            .or_else(|| number(headline, &format!(" Pods are {words}")))
            .or_else(|| number(headline, &format!(" Pod is {words}")))
    };
    if let Some(n) = pods_said("forced out, violating") {
        same("violations in the headline", n, of(&summary, "violations"));
        same("violations beyond forced Pods", n.saturating_sub(forced), 0);
    }
    if let Some(n) = pods_said("ended in violation") {
        same("ended Pods in the headline", n, of(&summary, "violations"));
    }
    found
}

#[test]
fn counts_of_one_run_agree_wherever_they_are_told() {
    let folder = crate::root().join("tests/golden");
    let golden = std::fs::read_dir(folder).unwrap();
    let golden = golden.map(|one| one.unwrap().path().join("scenario.json"));
    let golden = golden.filter(|path| path.exists()).map(|path| path.display().to_string());
    let presets = ::scenario::presets().iter().filter(|preset| preset.is_small());
    let presets = presets.map(|preset| format!("preset:{}", preset.name));
    let all: Vec<String> = presets.chain(golden).collect();
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for half in all.chunks(all.len().div_ceil(2)) {
            let found = &found;
            scope.spawn(move || {
                for source in half {
                    found.lock().unwrap().extend(contradictions(source));
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(all.len() > 100 && found.is_empty(), "{}", found.join("\n"));
}

/// A Pod that waits for its disk has a node (KS-41).
#[test]
fn a_pod_that_waits_for_its_disk_is_not_called_pending() {
    let file = crate::root().join("tests/golden/a-disk-waits-for-the-old-pod/scenario.json");
    let output = nodetide(&["run", file.to_str().unwrap(), "--format", "brief"]);
    let brief = out(&output);
    assert!(brief.contains("workload/files for 1 min: "), "{brief}");
    assert!(brief.contains("Its volume is still attached to main-b-1"), "{brief}");
}
