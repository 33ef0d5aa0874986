//! Drains: which Pods the filters of `kubectl drain` choose.

use std::collections::BTreeSet;

use nodetide::base::SimSpan;
use nodetide::model::script::DrainOptions;
use nodetide::sim::drain_filters::{DrainPod, Status, aborts, verdict};
use serde_json::Value;

use super::{Oracle, same};

fn status(status: Status) -> &'static str {
    match status {
        Status::Okay => "Okay",
        Status::Warning => "Warning",
        Status::Skip => "Skip",
        Status::Error => "Error",
    }
}

fn view(pod: &Value, daemonsets: &[Value]) -> DrainPod {
    let none = Vec::new();
    let owner = &pod["controller"];
    let group = owner["api_version"]
        .as_str()
        .and_then(|version| version.split_once('/'))
        .map_or("", |(group, _)| group);
    let namespace = pod["namespace"].as_str().unwrap_or("default");
    let name = owner["name"].as_str().unwrap_or("");
    let volumes = pod["volumes"].as_array().unwrap_or(&none);
    DrainPod {
        deleted_ago_s: pod["deletion_timestamp_rel_s"]
            .as_i64()
            .map(|at| (-at).max(0) as u32),
        of_daemonset: owner["kind"] == "DaemonSet" && group == "apps",
        daemonset_exists: daemonsets
            .iter()
            .any(|other| *other == format!("{namespace}/{name}")),
        mirror: pod["annotations"]
            .get("kubernetes.io/config.mirror")
            .is_some(),
        empty_dir: volumes.iter().any(|volume| volume["kind"] == "emptyDir"),
        owned: owner.is_object(),
        finished: matches!(pod["phase"].as_str(), Some("Succeeded" | "Failed")),
    }
}

/// Rulebook: KD-01 … KD-07.
#[test]
fn conformance_kubectl_drain_filters() {
    Oracle::load("kubectl_drain_filters").ask(|case| {
        let none = Vec::new();
        let given = &case["options"];
        let flag = |name: &str| given[name].as_bool().unwrap_or(false);
        let options = DrainOptions {
            force: flag("force"),
            ignore_daemonsets: flag("ignore_daemonsets"),
            delete_emptydir_data: flag("delete_emptydir_data"),
            skip_wait_for_delete_s: given["skip_wait_for_delete_timeout_s"]
                .as_u64()
                .unwrap_or(0) as u32,
            timeout: SimSpan::ZERO,
            grace: None,
        };
        let daemonsets = case["existing_daemonsets"].as_array().unwrap_or(&none);
        let mut verdicts = Vec::new();
        for pod in case["pods"].as_array().unwrap() {
            let name = pod["name"].as_str().unwrap();
            let ours = verdict(&view(pod, daemonsets), &options);
            let theirs = &case["expect"]["per_pod"][name];
            same(
                name,
                (Some(ours.delete), Some(status(ours.status))),
                (theirs["delete"].as_bool(), theirs["status"].as_str()),
            )?;
            verdicts.push((name, ours));
        }
        let aborted = aborts(verdicts.iter().map(|(_, verdict)| verdict));
        same(
            "aborts",
            Some(aborted),
            case["expect"]["node_drain_aborts"].as_bool(),
        )?;
        let evicted = verdicts
            .iter()
            .filter(|(_, verdict)| verdict.delete && !aborted)
            .map(|(name, _)| *name);
        let theirs = case["expect"]["evicted"].as_array().unwrap_or(&none);
        same(
            "evicted",
            evicted.collect::<BTreeSet<_>>(),
            theirs.iter().filter_map(Value::as_str).collect(),
        )
    });
}
