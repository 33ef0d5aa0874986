//! Every preset, over many seeds and with twice the nodes: all checkers of random scenarios, which run it once more in
//! slices and with its lists in another order.

use query::Conclusion;
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

/// The outcomes in the list of presets are those of their runs.
#[test]
fn every_preset_ends_as_its_line_says() {
    use ::scenario::PresetHarm::{Ended, Unharmed, Unready, Violated, WorkLost};
    let mut wrong = String::new();
    for (preset, line) in ::scenario::outcomes().filter(|(preset, _)| preset.is_small()) {
        let session = runner::Session::new(preset.text(), None).unwrap();
        let mut trace = session.trace();
        let ended = session.finish(|chunk| trace.push(chunk)).ended;
        let reading = query::Reading::of(&trace);
        let outcome = reading.outcome(ended);
        let short = reading.shortfalls();
        let count = |budgets: bool| {
            let of = short.iter().filter(|one| {
                budgets == matches!(one.subject, trace::Subject::Budget(_)) && !one.by_rollout
            });
            of.count() as u32
        };
        let lost = (outcome.work_lost() + outcome.work_unknown()).ms() / 1000;
        let harm = match (outcome.violations, count(false), count(true), lost) {
            (1.., ..) => Ended(outcome.violations),
            (_, 1.., ..) => Unready(count(false)),
            (_, _, 1.., _) => Violated(count(true)),
            (.., 1..) => WorkLost(lost as u32),
            _ => Unharmed,
        };
        let is_rolled_back = outcome.conclusion == Conclusion::RolledBack;
        let took_secs = (outcome.duration.ms() / 1000) as u32;
        let found = ::scenario::PresetOutcome { is_rolled_back, took_secs, harm };
        if found != line {
            wrong += &format!("{}: {found:?}\n", preset.name);
        }
        let expected = if took_secs == 0 { Conclusion::Idle } else { Conclusion::Succeeded };
        assert!(is_rolled_back || outcome.conclusion == expected, "{}", preset.name);
    }
    assert_eq!(wrong, "");
}
