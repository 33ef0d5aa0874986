//! Every preset, over many seeds and with twice the nodes: all checkers of random scenarios, which run it once more in
//! slices and with its lists in another order.

use serde_json::Value;
use vopr::hold;

fn each(change: impl Fn(&mut Value) + Sync, seeds: std::ops::Range<u64>) {
    crate::each_preset(|preset| {
        let mut document: Value =
            serde_json::from_str(scenario::preset(preset.name).unwrap().text()).unwrap();
        change(&mut document);
        for seed in seeds.clone() {
            document["seed"] = seed.into();
            if let Err(broken) = hold(&document.to_string(), seed) {
                let (checker, said) = (broken.checker, broken.said);
                panic!("{} with seed {seed}: {checker}: {said}", preset.name);
            }
        }
    });
}

#[test]
fn presets_hold_over_many_seeds() {
    each(|_| {}, 1..41);
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
        1..6,
    );
}

/// A build with checks compares each placement by score tables with the choice from a list of all nodes.
#[test]
fn a_small_fleet_is_placed_as_from_a_list() {
    let preset = scenario::preset("fleet-15000").unwrap();
    let mut document: Value = serde_json::from_str(preset.text()).unwrap();
    for (list, field, part) in [
        ("pools", "initialNodeCount", 50),
        ("workloads", "copies", 125),
        ("budgets", "copies", 125),
    ] {
        let entries = document[list].as_array_mut().unwrap();
        if list != "budgets" {
            entries.truncate(if list == "pools" { 2 } else { 6 });
        }
        for entry in entries {
            if let Some(many) = entry[field].as_u64() {
                entry[field] = (many / part).into();
            }
        }
    }
    document["script"].as_array_mut().unwrap().truncate(2);
    let session = runner::Session::new(&document.to_string(), None).unwrap();
    let outcome = session.finish(|_| {});
    assert!(outcome.records > 10_000, "{}", outcome.records);
}
