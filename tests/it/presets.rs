//! Every preset, over many seeds, with twice the nodes and with its workloads in another order.

use nodetide::runner::Session;
use nodetide::scenario;
use nodetide::trace::Trace;
use serde_json::Value;

use crate::invariants;

fn run(text: &str, seed: u64) -> (Trace, nodetide::runner::Outcome) {
    let session = Session::new(text, Some(seed)).unwrap();
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    (trace, outcome)
}

fn each(change: impl Fn(&mut Value), seeds: std::ops::Range<u64>) {
    for preset in scenario::presets() {
        let mut document: Value =
            serde_json::from_str(scenario::preset(preset.name).unwrap().text).unwrap();
        change(&mut document);
        let text = document.to_string();
        for seed in seeds.clone() {
            let (trace, _) = run(&text, seed);
            if let Err(broken) = invariants::check(&trace) {
                panic!("{} with seed {seed}: {broken}", preset.name);
            }
        }
    }
}

#[test]
fn presets_hold_over_200_seeds() {
    each(|_| {}, 1..201);
}

#[test]
fn presets_hold_with_twice_the_nodes() {
    each(
        |document| {
            for pool in document["pools"].as_array_mut().unwrap() {
                if let Some(count) = pool["initialNodeCount"].as_u64() {
                    pool["initialNodeCount"] = (2 * count).into();
                }
            }
        },
        1..11,
    );
}

/// The order in which a document lists its workloads and budgets is no fact about the cluster.
#[test]
fn the_order_of_workloads_changes_nothing() {
    for preset in scenario::presets() {
        let text = scenario::preset(preset.name).unwrap().text;
        let mut document: Value = serde_json::from_str(text).unwrap();
        for list in ["workloads", "budgets", "services"] {
            if let Some(list) = document[list].as_array_mut() {
                list.reverse();
            }
        }
        let (_, straight) = run(text, 1);
        let (_, reversed) = run(&document.to_string(), 1);
        assert_eq!(straight, reversed, "{}", preset.name);
    }
}

/// A run is the same in whatever slices it is computed.
#[test]
fn slices_do_not_show() {
    for preset in scenario::presets() {
        let text = scenario::preset(preset.name).unwrap().text;
        let (_, whole) = run(text, 1);
        for wakes in [1, 7, 1000] {
            let mut session = Session::new(text, Some(1)).unwrap();
            let sliced = loop {
                if let nodetide::runner::Step::Done(outcome) = session.pump(wakes) {
                    break outcome;
                }
            };
            assert_eq!(whole, sliced, "{} in slices of {wakes}", preset.name);
        }
    }
}
