//! Random calendars: `run`, `check` and `fit` have the same start and end of each upgrade, and the same answer whether it fits.

use super::Told;
use crate::cli::{code, err, nodetide, out};
use base::SimSpan;
use query::{Conclusion, UpgradeOutcome};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;
use trace::Subject;
use vopr::generate::Dice;

const OLD: &str = "1.32.9-gke.1072000";
const PATCH: &str = "1.33.6-gke.1";
const NEW: &str = "1.33.5-gke.1162000";
const SCOPES: [&str; 3] = ["NO_UPGRADES", "NO_MINOR_UPGRADES", "NO_MINOR_OR_NODE_UPGRADES"];

/// An instant so many hours after Monday, 2 February 2026.
fn hour(at: u64) -> String {
    scenario::instant::format(1_769_990_400_000 + 3_600_000 * at as i64)
}

fn half_past(at: u64) -> String {
    hour(at).replace(":00:00Z", ":30:00Z")
}

fn window(dice: &mut Dice) -> Value {
    let from = dice.below(24);
    let recurring = |rule: &str, lasts: u64| {
        json!({ "recurringWindow": {
            "window": { "startTime": hour(from), "endTime": hour(from + lasts) }, "recurrence": rule,
        } })
    };
    let lasts = 4 + dice.below(12);
    match dice.below(7) {
        0 => json!({}),
        1 | 2 => json!({ "dailyMaintenanceWindow": { "startTime": format!("{from:02}:00") } }),
        3 => recurring("FREQ=WEEKLY;BYDAY=SA,SU", lasts),
        4 => recurring("FREQ=DAILY;INTERVAL=2", lasts),
        5 => recurring("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH", lasts),
        _ => recurring("FREQ=MONTHLY;BYDAY=1SA,3SA,2WE,4WE", 20 + lasts),
    }
}

fn pool(name: &str, dice: &mut Dice) -> Value {
    let settings = match dice.below(4) {
        0 => json!({ "strategy": "BLUE_GREEN", "blueGreenSettings": {
            "standardRolloutPolicy": { "batchNodeCount": 2, "batchSoakDuration": "3600s" },
            "nodePoolSoakDuration": *dice.one(&["0s", "14400s", "259200s"]),
        } }),
        1 => json!({ "maxSurge": 0, "maxUnavailable": 1 }),
        _ => json!({ "maxSurge": 1 + dice.below(2) }),
    };
    json!({
        "name": name,
        "version": OLD,
        "initialNodeCount": *dice.one(&[2, 5, 40, 90, 150]),
        "management": { "autoUpgrade": dice.chance(90) },
        "upgradeSettings": settings,
    })
}

/// Windows, exclusions, one or two pools, and what is done to them.
fn calendar(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut window = window(&mut dice);
    let mut exclusions = Map::new();
    for n in 0..dice.below(4) {
        let (from, scope) = (dice.below(600), *dice.one(&SCOPES));
        let most = if scope == "NO_UPGRADES" { 200 } else { *dice.one(&[200, 900, 3000]) };
        let mut one =
            json!({ "startTime": hour(from), "endTime": hour(from + 1 + dice.below(most)) });
        if scope != "NO_UPGRADES" || dice.chance(50) {
            one["maintenanceExclusionOptions"] = json!({ "scope": scope });
        }
        exclusions.insert(format!("freeze-{n}"), one);
    }
    window["maintenanceExclusions"] = Value::Object(exclusions);
    let mut pools = vec![pool("orders", &mut dice)];
    if dice.chance(50) {
        pools.push(pool("web", &mut dice));
    }
    let mut script = Vec::new();
    if dice.chance(30) {
        let at = hour(dice.below(300));
        script.push(json!({ "at": at, "do": "upgrade", "controlPlane": true, "version": PATCH, "automatic": dice.chance(70) }));
    }
    // GKE brings all of the cluster there.
    let target = dice.chance(12);
    if target {
        script.push(json!({ "at": hour(dice.below(300)), "do": "target", "version": NEW }));
    } else if dice.chance(15) {
        let nodes = (0..6).map(
            |n| json!({ "name": format!("half-{n}"), "version": if n < 2 { NEW } else { OLD } }),
        );
        pools.push(json!({
            "name": "half", "version": NEW, "upgradingFrom": OLD, "nodes": nodes.collect::<Vec<_>>(),
            "management": { "autoUpgrade": true },
        }));
    }
    for pool in pools.iter().filter(|pool| !target && pool["name"] != "half") {
        let at = dice.below(400);
        let mut upgrade = json!({ "at": hour(at), "do": "upgrade", "pool": pool["name"] });
        let is_automatic = dice.chance(75);
        if is_automatic {
            upgrade["automatic"] = json!(true);
            if dice.chance(10) {
                upgrade["override"] = json!("emergency");
            }
        }
        script.push(upgrade);
        // A command begins at once.
        let later = at + if is_automatic { dice.below(120) } else { dice.below(6) };
        match dice.below(7) {
            0 => script.push(json!({ "at": half_past(later), "do": "cancel", "pool": pool["name"] })),
            1 => {
                script.push(json!({ "at": half_past(later), "do": "cancel", "pool": pool["name"] }));
                let verb = *dice.one(&["resume", "rollback"]);
                script.push(json!({ "at": hour(later + 30), "do": verb, "pool": pool["name"] }));
            }
            2 => script.push(json!({
                "at": hour(later), "do": "upgrade", "pool": pool["name"], "change": "vmDisruption", "automatic": true,
            })),
            _ => {}
        }
    }
    if dice.chance(8) {
        // No surge node comes.
        script.push(json!({ "at": hour(dice.below(300)), "do": "quota", "spareNodes": 0 }));
    }
    let start = dice.below(48);
    json!({
        "version": 1,
        "seed": seed,
        "start": hour(start),
        "cluster": {
            "location": "us-east4-a",
            "currentMasterVersion": if target { OLD } else { NEW },
            "releaseChannel": { "channel": "REGULAR" },
            "maintenancePolicy": { "window": window },
        },
        "pools": pools,
        "script": script,
        // Each run has the same ones.
        "assumptions": { "nodeCreate": "180s", "nodeDelete": "30s", "podStart": "20s", "controlPlane": "600s" },
    })
    .to_string()
}

/// What `fit` says of an upgrade of the run.
fn verdict(one: Option<&UpgradeOutcome>, has_windows: bool) -> &'static str {
    let done = |one: &&UpgradeOutcome| {
        one.to.is_some() && (one.conclusion.completed() || one.conclusion.is_commanded())
    };
    let Some(begun) = one else { return "does not begin" };
    let Some(one) = Some(begun).filter(done) else {
        return if begun.conclusion == Conclusion::Failed { "fails" } else { "does not end" };
    };
    let late = one.late > SimSpan::ZERO;
    match () {
        () if one.conclusion.is_commanded() => "is canceled or rolled back by a command",
        () if !has_windows => "there are no maintenance windows: it begins when it is due",
        () if !one.automatic || one.over.is_some() => {
            "begins by a command or an override, whether a window is open or not (BS-03, MW-07)"
        }
        () if one.windows > 1 || one.pauses && late => "does not fit into one window",
        () if late => "begins in one window and ends after it (UP-16)",
        () => "fits into one window",
    }
}

impl Told {
    /// The answers of `fit`, one after the other: pool, verdict, duration and end.
    fn of_fit(&mut self) -> Vec<&'static str> {
        let fit = nodetide(&["fit", &self.file, "--seeds", "2"]);
        let text = out(&fit).to_owned();
        if code(&fit) == 2 {
            // Only commands upgrade the pools.
            self.has("fit", err(&fit), "Automatic upgrades are off for ");
            return Vec::new();
        }
        let has_windows = self.trace.plan().maintenance.openings != [model::Maintenance::ALL];
        let mut answers = Vec::new();
        let mut no = BTreeMap::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let Some((name, said)) =
                line.strip_prefix("pool/").and_then(|line| line.rsplit_once(": "))
            else {
                continue;
            };
            let (name, said) = match line.split_once(": there are") {
                Some((name, _)) => (
                    name.trim_start_matches("pool/"),
                    "there are no maintenance windows: it begins when it is due",
                ),
                None => (name, said),
            };
            let name = name.split([' ', ',']).next().unwrap();
            let plan = self.trace.plan();
            let Some((id, _)) = plan.pools.iter().find(|(_, own)| own.name == name) else {
                continue;
            };
            let n = no.entry(name.to_owned()).and_modify(|n| *n += 1).or_insert(0usize);
            let own = |one: &&UpgradeOutcome| one.subject == Subject::Pool(id);
            let one = self.outcome.each.iter().filter(own).nth(*n).copied();
            let own = verdict(one.as_ref(), has_windows);
            self.same(&format!("fit: {name}"), said, own);
            answers.push(own);
            let mut ends = None;
            let mut takes = None;
            while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
                ends = line.strip_prefix("  ends     ").or(ends);
                takes = line.strip_prefix("  takes    ").or(takes);
            }
            let done =
                one.filter(|one| !["does not end", "fails"].contains(&verdict(Some(one), true)));
            let to = done.and_then(|one| one.to).map(|to| self.at(to));
            self.same(&format!("fit: end of {name}"), ends.map(str::to_owned), to);
            let took = done.and_then(|one| Some(one.to? - one.from));
            let took = took.map(|span| self.words(|words| words.value(&trace::Value::Span(span))));
            let takes =
                takes.map(|one| one.trim_end_matches(", after the control plane").to_owned());
            self.same(&format!("fit: {name} takes"), takes, took);
        }
        // None is left out, but for those that only commands upgrade.
        for (id, own) in self.trace.plan().pools.clone().iter() {
            let all =
                self.outcome.each.iter().filter(|one| one.subject == Subject::Pool(id)).count();
            let told = no.get(&own.name).map_or(0, |n| n + 1);
            let by_hand = text.contains("only a command upgrades the nodes");
            if told > 0 || !by_hand {
                self.same("fit: upgrades", told, all.max(1));
            }
        }
        answers
    }
}

#[test]
fn random_calendars_have_one_answer() {
    let all = (1..201).map(|seed| (format!("calendar-{seed}"), calendar(seed)));
    let answers = Mutex::new(BTreeMap::new());
    super::each(all.collect(), |told| {
        told.one_value();
        told.brief();
        told.check();
        for own in told.of_fit() {
            *answers.lock().unwrap().entry(own).or_insert(0) += 1;
        }
    });
    let answers = answers.into_inner().unwrap();
    assert!(answers.len() == 9 && answers.values().sum::<i32>() > 200, "{answers:?}");
}
