//! Evictions and Pods that are forced out: counted alike everywhere, and announced by what ends a wait.

use super::made;
use crate::compare::{Number, What};
use crate::{ForcedBy, Measures, Outcome, Reading};
use base::SimSpan;

/// Evictions, forced Pods and violations: in the summary, in the counters beside the playhead, and in a comparison.
fn counts(line: &str) -> [(i64, i64); 3] {
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    let events = Reading::of(&run.trace).events;
    assert_eq!(events.violated.is_some(), all.violations > 0, "{line}");
    let measures = Measures::of(&run.trace, &run.index, &all, run.trace.end());
    let count = |what: What| {
        let measure = measures.list.iter().find(|one| one.what == what);
        match measure.map(|one| one.number) {
            Some(Number::Count(n)) => i64::from(n),
            other => panic!("{line}: {what:?} is {other:?}"),
        }
    };
    let end = run.trace.end();
    [
        (i64::from(all.evictions), i64::from(all.forced)),
        (events.evictions.at(end), events.forced.at(end)),
        (count(What::Evictions), count(What::Forced)),
    ]
}

/// KE-13: an eviction that only shortens the grace period of a Pod is not another one. AM-62, BS-15: a budget that was
/// never checked is not violated.
#[test]
fn evictions_and_forced_pods_are_counted_alike() {
    for (line, expected) in [
        (
            "pool a nodes=2 | app web replicas=1 on=a-0 grace=600 | at=0 drain a-0 | at=100 drain a-0 grace=5",
            (1, 0),
        ),
        (
            "pool a nodes=1 pdb-timeout=0 | app web replicas=1 on=a-0 max-unavailable=1 | app other replicas=1 on=a-0 | at=0 upgrade a",
            (1, 1),
        ),
        (
            "pool a nodes=1 pdb-timeout=300 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a",
            (0, 1),
        ),
        ("pool a nodes=1 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 upgrade a", (0, 2)),
    ] {
        assert_eq!(counts(line), [expected; 3], "{line}");
    }
}

const TIMEOUT: &str =
    "pool a nodes=1 pdb-timeout=300 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a";

/// AM-62: a zone counts the Pods that were deleted at the limit for budgets as well.
#[test]
fn a_zone_counts_pods_that_were_deleted_at_the_pdb_timeout() {
    let zones = made(TIMEOUT).index.zones;
    let counts: Vec<_> = zones.iter().map(|one| (one.evictions, one.forced)).collect();
    assert_eq!(counts, [(0, 1)]);
}

/// The line of the answer that says what ends it.
fn until(line: &str, subject: &str, at: i64) -> String {
    let why = made(line).why(subject, at);
    let until = why.lines().find_map(|line| line.strip_prefix("Until: "));
    until.unwrap_or_default().to_owned()
}

/// BS-11, AM-62, BS-15.
#[test]
fn a_refused_pod_waits_until_the_pdb_timeout() {
    let limit = "+00:08:01, when pdbTimeoutDuration is over and Pods with PDBs are deleted.";
    assert_eq!(until(TIMEOUT, "pod/web-0", 300), limit);
    assert_eq!(until(TIMEOUT, "node/a-0", 300), limit);
    let violated = made(TIMEOUT).why("pod/web-0", 490);
    assert!(violated.contains("Say: POD_PDB_VIOLATION"), "{violated}");
}

/// KT-14: without a kubelet nothing ends a Pod whose grace period is over.
#[test]
fn a_terminating_pod_of_a_lost_node_waits_for_what_ends_it() {
    let line = "pool a nodes=2 | app web replicas=1 on=a-0 | at=0 fail a-0";
    assert_eq!(until(line, "pod/web-0", 480), "+00:10:01, at the latest.");
    let line = "pool a nodes=2 no-repair | app web replicas=1 on=a-0 | at=0 fail a-0";
    assert_eq!(until(line, "pod/web-0", 480), "Nothing in this run ends it.");
}

/// KD-07: a drain that a filter aborts ends no refusal of the drain that runs.
#[test]
fn an_aborted_drain_ends_no_refusal() {
    let run = made(
        "pool a nodes=2 | app web replicas=1 on=a-0 empty-dir max-unavailable=0 | at=0 drain a-0 | at=60 drain a-0 keep-empty-dir | at=120 limit web 1",
    );
    let blocked = run.index.blocked_nodes.iter();
    let ends: Vec<_> = blocked.map(|one| one.to.map(|(_, at)| at.to_string())).collect();
    assert_eq!(ends, [Some("+00:02:01".to_owned())]);
}

/// A container that is started again in place ends no refusal of its Pod's eviction.
#[test]
fn a_restart_in_place_ends_no_refusal() {
    let run = made(
        "pool a nodes=2 | app web replicas=1 on=a-0 crash=50 max-unavailable=0 | at=0 drain a-0 | at=200 limit web 1",
    );
    let blocked = run.index.blocked_nodes.iter();
    let stretches: Vec<_> = blocked.map(|one| one.to.map(|(_, at)| at - one.from)).collect();
    assert_eq!(stretches, [Some(SimSpan::from_secs(200))]);
    assert!(run.why("node/a-0", 120).contains("refused: web-0"), "{}", run.why("node/a-0", 120));
}

/// Violations and forced Pods.
fn against(line: &str) -> (u32, u32) {
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    let events = Reading::of(&run.trace).events;
    assert_eq!(events.violated.is_some(), all.violations > 0, "{line}");
    (all.violations, all.forced)
}

/// UP-18, BG-32, AM-12: a deletion that a budget would have refused violates it, although no limit was reached.
#[test]
fn a_deletion_for_an_upgrade_violates_a_budget_that_allows_no_disruption() {
    let blue = "pool a nodes=2 blue-green batch=2 batch-soak=600 pool-soak=600 |";
    for (rest, expected) in [
        ("app web replicas=2 on=a-0 max-unavailable=0 | at=0 upgrade a", (2, 2)),
        // The first one spends what the budget allows.
        (
            "app web replicas=2 on=a-0 max-unavailable=0 | at=0 upgrade a | at=4000 limit web 1",
            (1, 1),
        ),
        ("app web replicas=2 on=a-0 | at=0 upgrade a", (0, 0)),
    ] {
        assert_eq!(against(&format!("{blue} {rest}")), expected, "{rest}");
    }
}

/// Whatever ends a Pod before its grace period is over forces it out, and only once.
#[test]
fn a_pod_is_forced_out_by_a_limit_a_deletion_or_the_end_of_its_vm() {
    let check = |line: &str, expected: &[ForcedBy]| {
        let forced: Vec<ForcedBy> = made(line).index.forced.iter().map(|one| one.by).collect();
        assert_eq!(forced, expected, "{line}");
    };
    let surge = "pool a nodes=1 grace-limit=60";
    check(&format!("{surge} | app web replicas=1 grace=30 shutdown=5 | at=0 upgrade a"), &[]);
    check(
        &format!("{surge} | app web replicas=1 max-unavailable=0 | at=0 upgrade a"),
        &[ForcedBy::Limit { refused: true }],
    );
    let spot = "pool a nodes=2 spot";
    check(
        &format!("{spot} | app web replicas=1 grace=60 on=a-0 | at=9 preempt a-0"),
        &[ForcedBy::Vm],
    );
    check(
        &format!("{spot} | app web replicas=1 grace=60 shutdown=5 on=a-0 | at=9 preempt a-0"),
        &[],
    );
    check(&format!("{spot} | app web replicas=1 grace=10 on=a-0 | at=9 preempt a-0"), &[]);
    let blue = "pool a nodes=1 blue-green batch=1 batch-soak=0 pool-soak=0";
    check(
        &format!(
            "{blue} | app web replicas=1 grace=7200 shutdown=7200 max-unavailable=0 | at=0 upgrade a"
        ),
        &[ForcedBy::Deletion],
    );
}

/// The time in which a drain is blocked goes on after the last row.
#[test]
fn what_is_blocked_at_the_end_counts_until_the_limit_of_the_run() {
    for (line, blocked_s) in [
        (
            "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | until=3600 | at=0 drain a-0",
            3_599,
        ),
        (
            "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | until=600 | at=0 upgrade a",
            419,
        ),
    ] {
        let run = made(line);
        let all = Outcome::of(&run.trace, &run.index, run.ended);
        assert_eq!(all.blocked.secs(), blocked_s, "{line}");
    }
}
