//! Backoff, similar groups, and the split of a scale-up.

use std::collections::BTreeMap;

use model::Symbols;
use serde_json::Value;
use sim::autoscaler::backoff::{Backoff, Limits};
use sim::autoscaler::balance::{GroupSize, balance};
use sim::testing::similar::{Amounts, Ratios, Template, ignored_labels, similar};

use super::super::{Oracle, list, same, text};
use super::{Names, count, instant, labels, number, numbers, requests, resources, span};

/// Rulebook: KA-44, KA-45.
#[test]
fn conformance_ca_backoff() {
    Oracle::load("ca_backoff").ask(|case| {
        let or = |name: &str, default| match &case[name] {
            Value::Null => default,
            value => span(value),
        };
        let default = Limits::default();
        let limits = Limits {
            initial: or("initial_s", default.initial),
            max: or("max_s", default.max),
            reset: or("reset_s", default.reset),
        };
        let mut entry: Option<Backoff> = None;
        for event in list(&case["events"]) {
            let now = instant(&event["at_s"]).unwrap_or_default();
            match text(&event["op"]) {
                "fail" => {
                    let failed = Backoff::after_failure(entry, now, &limits);
                    same("until", Some(failed.until), instant(&event["expect_until_s"]))?;
                    entry = Some(failed);
                }
                "query" => {
                    let holds = entry.is_some_and(|entry| entry.holds(now));
                    same("backed off", Some(holds), event["expect_backed_off"].as_bool())?;
                }
                "remove" => entry = None,
                "gc" => entry = entry.filter(|entry| !entry.is_stale(now, &limits)),
                other => return Err(format!("unknown event {other}")),
            }
        }
        Ok(())
    });
}

/// Rulebook: KA-37.
#[test]
fn conformance_ca_balance() {
    Oracle::load("ca_balance").ask(|case| {
        let mut names = Names::default();
        let groups: Vec<GroupSize> = list(&case["groups"])
            .iter()
            .map(|group| GroupSize {
                group: names.group(text(&group["id"])),
                size: count(&group["size"]),
                max: count(&group["max"]),
            })
            .collect();
        let grown = balance(&groups, count(&case["new_nodes"]));
        let ours: BTreeMap<String, i64> = grown
            .iter()
            .map(|group| (names.name(group.group.0).to_owned(), i64::from(group.size)))
            .collect();
        same("sizes", ours, numbers(&case["expect_new_sizes"]))
    });
}

/// Rulebook: KA-33 … KA-35.
#[test]
fn conformance_ca_similar_groups() {
    Oracle::load("ca_similar_groups").ask(|case| {
        let mut symbols = Symbols::default();
        let [a, b] = ["a", "b"].map(|name| {
            let node = &case[name]["node"];
            let amounts = ["capacity", "allocatable"].map(|kind| {
                let amounts = &node[kind];
                (resources(amounts, &mut symbols), number(&amounts["pods"]))
            });
            let mut requested = model::Resources::default();
            for pod in list(&case[name]["pods"]) {
                requested.add(&requests(pod, &mut symbols));
            }
            (amounts, requested, labels(&node["labels"], &mut symbols))
        });
        let [a, b] = [&a, &b].map(|(amounts, requests, labels)| {
            let [capacity, allocatable] =
                amounts.each_ref().map(|(resources, pods)| Amounts { resources, pods: *pods });
            Template { capacity, allocatable, requests, labels }
        });
        let ignored = ignored_labels(&symbols, &[]);
        let ours = similar(&a, &b, Ratios::default(), &ignored);
        same("similar", Some(ours), case["expect_similar"].as_bool())
    });
}
