//! Checkers against wrong rows, and against clusters in which they must abstain.

use super::{RowCx, budgets, check_rows, prompt};
use crate::hold;
use crate::run::FinishedRun;
use crate::shadow::Shadow;
use base::{Map, NodeId, PodId, RecordNo, RuleNo, SimTime};
use serde_json::{Value, json};
use sim::rules::RULES;
use std::fs;
use std::path::Path;
use trace::{Change, Ending, Record, Subject};

/// Shrunk earlier failures, by the rule that they were about.
#[test]
fn an_earlier_refusal_still_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let files = fs::read_dir(folder).expect("a folder");
    let mut seen = 0;
    for file in files {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a scenario");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let failure = hold(&text, document["seed"].as_u64().unwrap_or(1)).err();
        assert_eq!(failure, None, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 0, "no cases");
}

const NOW: SimTime = SimTime::from_secs(60);
const BEFORE: SimTime = SimTime::from_secs(50);

/// Calls `ask` with the start of a scenario.
fn at_start<T>(document: &Value, ask: impl FnOnce(&mut Shadow<'_>) -> T) -> T {
    let asked = FinishedRun::of(&document.to_string(), 1, |run| {
        ask(&mut Shadow::of(run.trace.plan(), run.trace.start()))
    });
    asked.expect("a scenario")
}

fn row(pod: PodId, change: Change) -> Record {
    Record { at: NOW, subject: Subject::Pod(pod), rule: RuleNo(0), cause: None, change }
}

/// Seed 5123326, shrunk: `app-1-1` has a claim on the node of `app-0-0`, which gets one there too, and waits for a Pod that
/// was evicted before it was chosen.
fn claimed_twice() -> Value {
    let node = "pool-0-x-0";
    json!({
        "version": 1,
        "pools": [{ "name": "pool-0", "nodes": [{ "name": node }] }],
        "script": [{ "at": "0s", "do": "upgrade", "pool": "pool-0" }],
        "workloads": [
            { "kind": "DaemonSet", "name": "app-0", "requests": { "cpu": "400m" } },
            {
                "kind": "Deployment", "name": "app-1", "priority": 1, "requests": { "cpu": "50m" },
                "pods": [{ "node": node }, {}],
                "tolerations": [{ "operator": "Exists" }],
                "topologySpreadConstraints": [{
                    "labelSelector": {}, "maxSkew": 1, "minDomains": 2,
                    "topologyKey": "topology.kubernetes.io/zone",
                }],
            },
            {
                "kind": "Deployment", "name": "app-2", "priority": -5, "requests": { "cpu": "1500m" },
                "pods": [{ "node": node }], "terminationGracePeriodSeconds": 31,
            },
            {
                "kind": "Deployment", "name": "app-4", "requests": { "cpu": "1500m" },
                "pods": [{ "node": node }],
            },
        ],
    })
}

/// KS-32, KS-37: a Pod that waits for its victims doesn't claim the node again, and takes no other Pod's claim.
#[test]
fn a_nomination_is_kept_while_its_victims_terminate() {
    let text = claimed_twice().to_string();
    assert_eq!(hold(&text, 1).err(), None);
    let clears = RULES.iter().position(|rule| rule.slug == "place/clear-nomination");
    let found = FinishedRun::of(&text, 1, |run| {
        let mut claims = Vec::new();
        let records = run.trace.records().flat_map(|(no, record)| {
            let mut rows = vec![(no, record)];
            if let Change::Nominated { .. } = record.change {
                claims.push(no);
                let lost = Record {
                    rule: RuleNo(clears.unwrap_or_default() as u32),
                    cause: claims.get(1).copied(),
                    change: Change::NominationCleared,
                    ..record
                };
                rows.extend((claims.len() == 3).then_some((no, lost)));
            }
            rows
        });
        check_rows(&run.trace, records).err()
    });
    let failure = found.expect("a scenario").expect("a failure");
    assert_eq!(failure.checker, "preempt/claims", "{}", failure.said);
}

/// KS-01, KS-02, AM-73: a Pod with an earlier turn wasn't tried after a later one had taken the room.
#[test]
fn only_a_pod_that_may_have_been_late_starts_over() {
    let app = |name: &str, priority: i32| json!({ "name": name, "kind": "Deployment", "priority": priority, "pods": [{}] });
    let document = json!({
        "version": 1,
        "pools": [{ "name": "pool-0", "nodes": [{ "name": "pool-0-x-0", "unschedulable": true }] }],
        "workloads": [app("a", 1), app("b", 2), app("c", 1)],
    });
    at_start(&document, |shadow| {
        let [low, high, other] = [0, 1, 2].map(PodId);
        let mut waits = |who: PodId, whose: PodId| {
            shadow.could = Map::from_iter([(who, BEFORE)]);
            let change = Change::PodBound { node: NodeId(0), start_s: 0 };
            prompt::note_who_was_too_late(shadow, &row(whose, change));
            shadow.could.get(&who).copied()
        };
        assert_eq!(waits(high, low), Some(BEFORE));
        assert_eq!(waits(low, high), None);
        assert_eq!(waits(low, other), None);
    });
}

/// KD-08, KD-14: other evictions at an instant excuse a missing retry only if they may have taken every unit.
#[test]
fn a_budget_with_enough_units_excuses_no_refusal() {
    let node = "pool-0-x-0";
    let document = json!({
        "version": 1,
        "pools": [{ "name": "pool-0", "nodes": [{ "name": node }] }],
        "workloads": [{
            "name": "web", "kind": "Deployment", "labels": { "app": "web" },
            "pods": vec![json!({ "node": node }); 4],
        }],
        "budgets": [{ "name": "web", "selector": { "matchLabels": { "app": "web" } }, "maxUnavailable": 2 }],
    });
    at_start(&document, |shadow| {
        let [first, second, late] = [0, 1, 2].map(PodId);
        let evict = |shadow: &mut Shadow<'_>, pod: PodId| {
            let change = Change::PodTerminating { ending: Ending::Evicted, gone_after_s: 30 };
            shadow.fold(RecordNo(1), &row(pod, change), "drain/evict");
        };
        shadow.refused.insert(late, None);
        budgets::note_who_is_free(shadow, BEFORE);
        assert_eq!(shadow.refused.get(&late), Some(&Some(BEFORE)));
        let mut both = shadow.clone();
        evict(shadow, first);
        budgets::note_who_is_free(shadow, NOW);
        assert_eq!(shadow.refused.get(&late), Some(&Some(BEFORE)));
        evict(&mut both, first);
        evict(&mut both, second);
        budgets::note_who_is_free(&mut both, NOW);
        assert_eq!(both.refused.get(&late), Some(&None));
    });
}

/// KE-03, KE-06, KP-09: numbers of a failed sync excuse an eviction only where a sync fails. A Job has no scale.
#[test]
fn an_unready_pod_is_evicted_against_a_budget_unless_its_numbers_are_unknown() {
    let node = "pool-0-x-0";
    let evicted_with = |other: &str| {
        let document = json!({
            "version": 1,
            "pools": [{ "name": "pool-0", "nodes": [{ "name": node }] }],
            "workloads": [
                { "name": "a", "kind": "Deployment", "pods": [{ "node": node, "ready": false }, { "node": node }] },
                { "name": "b", "kind": other, "pods": [{ "node": node }] },
            ],
            "budgets": [{ "name": "all", "selector": {}, "maxUnavailable": 0 }],
        });
        at_start(&document, |shadow| {
            let change = Change::PodTerminating { ending: Ending::Evicted, gone_after_s: 30 };
            let shadow = &*shadow;
            budgets::no_eviction_overdraws_a_budget(&RowCx {
                shadow,
                plan: shadow.plan,
                no: RecordNo(1),
                record: row(PodId(0), change),
                slug: "drain/evict",
                last: BEFORE,
                overdue: None,
            })
        })
    };
    assert!(evicted_with("Deployment").is_err());
    assert!(evicted_with("Job").is_ok());
}
