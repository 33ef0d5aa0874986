//! Drains: which Pods the filters of `kubectl drain` choose.

use std::collections::BTreeSet;

use base::SimSpan;
use model::script::DrainOptions;
use serde_json::Value;
use sim::drain_filters::{DrainPod, Status, aborts, verdict};

use super::{Oracle, finished, flag, list, same, text};

fn status(status: Status) -> &'static str {
    match status {
        Status::Okay => "Okay",
        Status::Warning => "Warning",
        Status::Skip => "Skip",
        Status::Error => "Error",
    }
}

fn view(pod: &Value, daemonsets: &[Value]) -> DrainPod {
    let owner = &pod["controller"];
    let group = text(&owner["api_version"]).split_once('/').map_or("", |(group, _)| group);
    let namespace = pod["namespace"].as_str().unwrap_or("default");
    let name = text(&owner["name"]);
    let mut volumes = list(&pod["volumes"]).iter();
    DrainPod {
        deleted_ago_s: pod["deletion_timestamp_rel_s"].as_f64().map(|at| (-at).max(0.0) as u32),
        of_daemonset: owner["kind"] == "DaemonSet" && group == "apps",
        daemonset_exists: daemonsets.iter().any(|other| *other == format!("{namespace}/{name}")),
        mirror: pod["annotations"].get("kubernetes.io/config.mirror").is_some(),
        empty_dir: volumes.any(|volume| volume["kind"] == "emptyDir"),
        owned: owner.is_object(),
        finished: finished(pod),
    }
}

/// Rulebook: KD-01 … KD-07.
#[test]
fn conformance_kubectl_drain_filters() {
    Oracle::load("kubectl_drain_filters").ask(|case| {
        let given = &case["options"];
        let options = DrainOptions {
            disable_eviction: false,
            force: flag(given, "force"),
            ignore_daemonsets: flag(given, "ignore_daemonsets"),
            delete_emptydir_data: flag(given, "delete_emptydir_data"),
            skip_wait_for_delete_s: given["skip_wait_for_delete_timeout_s"].as_u64().unwrap_or(0)
                as u32,
            timeout: SimSpan::ZERO,
            grace: None,
        };
        let daemonsets = list(&case["existing_daemonsets"]);
        let mut verdicts = Vec::new();
        for pod in list(&case["pods"]) {
            let name = text(&pod["name"]);
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
        same("aborts", Some(aborted), case["expect"]["node_drain_aborts"].as_bool())?;
        let evicted = verdicts
            .iter()
            .filter(|(_, verdict)| verdict.delete && !aborted)
            .map(|(name, _)| *name);
        let theirs = list(&case["expect"]["evicted"]);
        same(
            "evicted",
            evicted.collect::<BTreeSet<_>>(),
            theirs.iter().filter_map(Value::as_str).collect(),
        )
    });
}
