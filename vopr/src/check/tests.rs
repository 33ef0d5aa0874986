//! Checkers against rows that are wrong, and against clusters in which they must hold back.

use super::{Failure, budgets, check_rows, prompt};
use crate::hold;
use crate::run::Run;
use crate::shadow::Shadow;
use nodetide::base::{Map, NodeId, PodId, RecordNo, RuleNo, SimTime};
use nodetide::trace::{Change, Ending, Record, Subject};
use serde_json::{Value, json};

const NOW: SimTime = SimTime::from_secs(60);
const BEFORE: SimTime = SimTime::from_secs(50);

/// Asks something of the start of a scenario.
fn at_start<T>(document: &Value, ask: impl FnOnce(&mut Shadow<'_>) -> T) -> T {
    let asked = Run::of(&document.to_string(), 1, |run| {
        ask(&mut Shadow::of(run.trace.plan(), run.trace.start()))
    });
    asked.expect("a scenario")
}

fn row(pod: PodId, change: Change) -> Record {
    Record {
        at: NOW,
        subject: Subject::Pod(pod),
        rule: RuleNo(0),
        cause: None,
        change,
    }
}

/// Seed 5123326, shrunk: `app-1-1` has a claim on the node of `app-0-0` and waits for a Pod that was evicted, so it claims
/// the node anew whenever it is tried, and takes the claim of the less important one each time.
fn claimed_anew() -> Value {
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

/// The run with a row changed: what finds it?
fn found(document: &Value, change: impl Fn(&mut Record)) -> Option<Failure> {
    let found = Run::of(&document.to_string(), 1, |run| {
        let changed = run.trace.records().map(|(no, mut record)| {
            change(&mut record);
            (no, record)
        });
        check_rows(&run.trace, changed).err()
    });
    found.expect("a scenario")
}

/// KS-32, KS-37: no row says that a claim is claimed anew, but the row that it costs another names it.
#[test]
fn a_claim_is_given_up_for_one_that_is_claimed_anew() {
    let document = claimed_anew();
    assert_eq!(hold(&document.to_string(), 1).err(), None);
    let failure = found(&document, |record| {
        if record.change == Change::NominationCleared {
            record.cause = Some(RecordNo(0));
        }
    });
    let checker = failure.map(|failure| failure.checker);
    assert_eq!(checker, Some("preempt/claims"));
}

/// KS-01, KS-02, AM-73: who has its turn before another was not tried when that one had taken the room.
#[test]
fn only_who_may_have_been_too_late_waits_anew() {
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
            let change = Change::PodBound {
                node: NodeId(0),
                start_s: 0,
            };
            prompt::note_who_was_too_late(shadow, &row(whose, change));
            shadow.could.get(&who).copied()
        };
        assert_eq!(waits(high, low), Some(BEFORE));
        assert_eq!(waits(low, high), None);
        assert_eq!(waits(low, other), None);
    });
}

/// KD-08, KD-14: what others take of a budget at an instant excuses a retry only where it may have been all.
#[test]
fn a_budget_with_enough_for_all_excuses_nobody() {
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
            let change = Change::PodTerminating {
                ending: Ending::Evicted,
                gone_after_s: 30,
            };
            shadow.fold(&row(pod, change), "drain/evict");
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
