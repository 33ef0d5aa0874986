//! Evictions and Pods that are forced out: counted alike everywhere, and announced by what ends a wait.

use super::{check_why, made};
use crate::compare::{Number, What};
use crate::{Measures, Reading, summary};
use expect_test::expect;

/// Evictions, forced Pods and violations: in the summary, in the counters beside the playhead, and in a comparison.
fn counts(line: &str) -> [(i64, i64); 3] {
    let run = made(line);
    let all = summary(&run.trace, &run.index, run.ended, 0, Default::default());
    let events = Reading::of(&run.trace).events;
    assert_eq!(events.violated.is_some(), all.violations > 0, "{line}");
    let measures = Measures::of(&run.trace, &run.index, run.ended, run.trace.end());
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

/// BS-11, AM-62, BS-15.
#[test]
fn a_refused_pod_waits_until_the_pdb_timeout() {
    check_why(
        TIMEOUT,
        "pod/web-0",
        300,
        expect![[r#"
        What: The eviction of Pod web-0 has been refused for 1 min 59 s (since +00:03:01).
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             PDB: web-pdb
             limit: maxUnavailable 0
             healthy Pods: 1 of 1
             required healthy Pods: 1
             disruptionsAllowed: 1 − 1 = 0
        Until: +00:08:01, when pdbTimeoutDuration is over and Pods with PDBs are deleted.
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/web-0 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
    check_why(
        TIMEOUT,
        "node/a-0",
        300,
        expect![[r#"
        What: The drain of node a-0 has been blocked for 1 min 59 s (since +00:03:01). 0 of 1 Pod gone, 1 to go; refused: web-0.
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             PDB: web-pdb
             limit: maxUnavailable 0
             healthy Pods: 1 of 1
             required healthy Pods: 1
             disruptionsAllowed: 1 − 1 = 0
        Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
        Until: +00:08:01, when pdbTimeoutDuration is over and Pods with PDBs are deleted.
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/web-0 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
    check_why(
        TIMEOUT,
        "pod/web-0",
        490,
        expect![[r#"
        What: Pod web-0 on a-0 has been terminating for 9 s (since +00:08:01).
        Why: With nodeDrainConfig, PodDisruptionBudgets can refuse evictions until pdbTimeoutDuration after the drain started. Then the remaining Pods are deleted. (drain/pdb-violation BS-11 AM-62 BS-15)
             gone after: 30 s
        Until: +00:08:31, at the latest.
        Say: POD_PDB_VIOLATION [disruption event]
        Chain: pod/web-0 deleted at the limit <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
}

/// KT-14: without a kubelet nothing ends a Pod whose grace period is over.
#[test]
fn a_terminating_pod_of_a_lost_node_waits_for_what_ends_it() {
    let line = "pool a nodes=2 | app web replicas=1 on=a-0 | at=0 fail a-0";
    check_why(
        line,
        "pod/web-0",
        480,
        expect![[r#"
        What: Pod web-0 on a-0 has been terminating for 2 min 10 s (since +00:05:50).
        Why: A Pod that tolerates a NoExecute taint for a limited time is deleted when that time is over. PodDisruptionBudgets are not consulted. (node/toleration-ends KT-12 KE-12)
             gone after: 30 s
        Until: +00:10:01, at the latest.
        Chain: pod/web-0 deleted <- node/a-0 lost <- node/a-0 kubelet stops <- node/a-0 kubelet failure on a-0
    "#]],
    );
    let line = "pool a nodes=2 no-repair | app web replicas=1 on=a-0 | at=0 fail a-0";
    check_why(
        line,
        "pod/web-0",
        480,
        expect![[r#"
        What: Pod web-0 on a-0 has been terminating for 2 min 10 s (since +00:05:50).
        Why: A Pod that tolerates a NoExecute taint for a limited time is deleted when that time is over. PodDisruptionBudgets are not consulted. (node/toleration-ends KT-12 KE-12)
             gone after: 30 s
        Until: Nothing in this run ends it.
        Chain: pod/web-0 deleted <- node/a-0 lost <- node/a-0 kubelet stops <- node/a-0 kubelet failure on a-0
    "#]],
    );
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
