//! How many nodes count as unneeded, and how many of them are deleted.

use base::{GroupId, NodeId};
use serde_json::Value;
use sim::autoscaler::budgets::{CandidateGroup, Nodes, Parallelism, crop};
use sim::autoscaler::unneeded::{enough, limit};

use super::super::{Oracle, flag, list, same, text};
use super::{Names, count, number, span};

/// Rulebook: KA-58.
#[test]
fn conformance_ca_unneeded_limit() {
    Oracle::load("ca_unneeded_limit").ask(|case| {
        let limit = limit(
            number(&case["previously_unneeded"]) as usize,
            count(&case["max_scale_down_parallelism"]),
            span(&case["unneeded_time_s"]),
            span(&case["shortest_update_interval_s"]),
        );
        let atomic = |found| if flag(case, "zero_or_max") { found } else { 0 };
        let eligible = number(&case["eligible_empty_nodes"]) as usize;
        let found = (0..eligible).find(|found| enough(*found, atomic(*found), limit));
        same("unneeded", found.unwrap_or(eligible) as i64, number(&case["expect_unneeded"]))
    });
}

/// Rulebook: KA-78 … KA-81.
#[test]
fn conformance_ca_scaledown_budgets() {
    Oracle::load("ca_scaledown_budgets").ask(|case| {
        let (mut nodes, mut groups) = (Names::default(), Names::default());
        let mut candidates = |name: &str| -> Vec<(NodeId, GroupId)> {
            let listed = list(&case[name]).iter().map(text);
            let read = |node: &str| {
                let group = node.rsplit_once('-').map_or(node, |(group, _)| group);
                (NodeId(nodes.id(node)), groups.group(group))
            };
            listed.map(read).collect()
        };
        let empty = candidates("candidates_empty");
        let drain = candidates("candidates_drain");
        let default = Parallelism::default();
        let or =
            |name: &str, default| if case[name].is_null() { default } else { count(&case[name]) };
        let limits = Parallelism {
            all: or("max_scale_down_parallelism", default.all),
            drains: or("max_drain_parallelism", default.drains),
            empty_in_progress: count(&case["empty_deletions_in_progress"]),
            drains_in_progress: count(&case["drain_deletions_in_progress"]),
        };
        let group = |id: GroupId| {
            let name = groups.name(id.0);
            let group = list(&case["groups"]).iter().find(|group| group["id"] == name);
            CandidateGroup {
                target_size: group.map_or(0, |group| count(&group["target_size"])),
                atomic: group.is_some_and(|group| flag(group, "zero_or_max")),
            }
        };
        let crop = crop(&empty, &drain, limits, group);
        let ours = |taken: &[Nodes]| {
            let name = |node: &NodeId| nodes.name(node.0).to_owned();
            let one = |taken: &Nodes| {
                let group = groups.name(taken.group.0).to_owned();
                (group, taken.nodes.iter().map(name).collect())
            };
            let mut all: Vec<(String, Vec<String>)> = taken.iter().map(one).collect();
            all.sort();
            all
        };
        same("empty", ours(&crop.empty), theirs(&case["expect"]["empty"]))?;
        same("drain", ours(&crop.drain), theirs(&case["expect"]["drain"]))
    });
}

fn theirs(value: &Value) -> Vec<(String, Vec<String>)> {
    let names = |nodes| list(nodes).iter().map(|node| text(node).to_owned()).collect();
    let groups = list(value).iter();
    let mut all: Vec<(String, Vec<String>)> =
        groups.map(|group| (text(&group["group"]).to_owned(), names(&group["nodes"]))).collect();
    all.sort();
    all
}
