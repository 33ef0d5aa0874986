//! What a run does to each workload.

use expect_test::expect;

use super::made;
use crate::{Outcome, WorkloadOutcome};
use base::SimSpan;
use trace::Subject;

/// The workloads of a run, a line each.
fn check(line: &str, expected: &str) {
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    let said = |one: &WorkloadOutcome| {
        let name = run.with_words(|words| words.subject(Subject::Workload(one.workload)));
        let (below, without) = (one.below_budget.secs(), one.without_ready.secs());
        let WorkloadOutcome { replicas, fewest, moves, moved_again, killed, .. } = one;
        let fewest = fewest.map_or("-".to_owned(), |n| n.to_string());
        let mut more = String::new();
        if one.work_lost > SimSpan::ZERO {
            more += &format!(" lost {}", one.work_lost.secs());
        }
        if let Some(risk) = one.at_risk {
            let (since, longest) = (risk.since.ms() / 1000, risk.longest.secs());
            let (pods, total) = (risk.pods, risk.total.secs());
            more += &format!(" unknown {pods} since {since} up to {longest} all {total}");
        }
        if one.failed.is_some() {
            more += " failed";
        }
        format!(
            "{name} {fewest}/{replicas} below {below} without {without} moves {moves} again {moved_again} killed {killed}{more}"
        )
    };
    let lines: Vec<String> = all.workloads.iter().map(said).collect();
    assert_eq!(lines.join("\n"), expected, "{line}");
    let lost = all.workloads.iter().map(|one| one.work_lost.secs()).sum::<u32>();
    assert_eq!(all.work_lost().secs(), lost);
}

#[test]
fn pods_that_leave_their_node_move() {
    check(
        "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=1 | app agent kind=DaemonSet | at=0 upgrade a",
        "workload/web 1/2 below 0 without 0 moves 3 again 1 killed 0\n\
         workload/agent -/1 below 0 without 0 moves 0 again 0 killed 0",
    );
}

/// KP-18: a Pod that is forced out leaves its budget with too few.
#[test]
fn a_workload_is_below_its_budget_or_without_any_ready_pod() {
    check(
        "pool a nodes=1 | app web replicas=1 on=a-0 max-unavailable=0 ready=40 | at=0 upgrade a",
        "workload/web 0/1 below 60 without 60 moves 1 again 0 killed 0",
    );
}

/// Pods that move to a node that is drained later move again; fewer replicas are no move.
#[test]
fn a_pod_that_the_run_created_moves_again() {
    check(
        "pool a nodes=2 surge=0+1 | app web replicas=1 on=a-0 | at=0 upgrade a | at=2000 replicas web 0",
        "workload/web 0/0 below 0 without 40 moves 2 again 1 killed 0",
    );
}

/// BG-33: the deletion of the blue pool leaves an hour of a longer grace period.
#[test]
fn a_pod_whose_grace_the_deletion_of_the_blue_pool_cuts_is_killed() {
    for batches in ["batch=0", "batch=1"] {
        let run = format!(
            "pool a nodes=1 blue-green {batches} pool-soak=600 | app long replicas=1 on=a-0 grace=10800 | app short replicas=1 on=a-0 grace=3600 | at=0 upgrade a"
        );
        check(
            &run,
            "workload/long 0/1 below 0 without 20 moves 1 again 0 killed 1\n\
             workload/short 0/1 below 0 without 20 moves 1 again 0 killed 0",
        );
    }
}

/// KT-05: a grace period that is shorter than what the containers need ends with SIGKILL.
#[test]
fn a_pod_that_needs_longer_than_its_grace_is_killed() {
    check(
        "pool a nodes=1 slots=3 | app slow replicas=1 on=a-0 grace=30 shutdown=60 | app fast replicas=1 on=a-0 grace=30 shutdown=20 | app unknown replicas=1 on=a-0 | at=0 upgrade a",
        "workload/slow 0/1 below 0 without 20 moves 1 again 0 killed 1\n\
         workload/fast 0/1 below 0 without 20 moves 1 again 0 killed 0\n\
         workload/unknown 0/1 below 0 without 20 moves 1 again 0 killed 0",
    );
    check(
        "pool a nodes=1 | app web replicas=1 on=a-0 grace=30 shutdown=5 | until=100 | at=0 behave web ignores | at=10 drain a-0",
        "workload/web 0/1 below 0 without 89 moves 1 again 0 killed 1",
    );
}

/// AM-101, KC-18: of two Pods that work for ten minutes one is done in its grace period.
#[test]
fn work_is_lost_by_pods_that_end_too_early() {
    check(
        "pool a nodes=2 | app etl kind=Job replicas=1 completions=1 on=a-0 grace=300 work=600 | app fits kind=Job replicas=1 completions=1 on=a-0 grace=600 work=600 replace-when-failed | at=100 drain a-0",
        "workload/etl -/1 below 0 without 0 moves 1 again 0 killed 0 lost 401\n\
         workload/fits -/1 below 0 without 0 moves 1 again 0 killed 0",
    );
}

/// AM-101: of Pods whose length of work is unknown, at most what they had run is lost, from when they were created.
#[test]
fn pods_that_work_for_nobody_knows_how_long_lose_what_they_ran_at_most() {
    check(
        "pool a nodes=2 slots=2 | app etl kind=Job replicas=2 on=a-0 grace=60 age=500 | app none kind=Job replicas=1 on=a-1 age=500 | at=100 drain a-0",
        "workload/etl -/2 below 0 without 0 moves 2 again 0 killed 0 unknown 2 since -500 up to 661 all 1322\n\
         workload/none -/1 below 0 without 0 moves 0 again 0 killed 0",
    );
}

/// A Job that is done needs no Pods.
#[test]
fn a_job_that_is_done_is_not_below_its_budget() {
    check(
        "pool a nodes=1 slots=3 | app etl kind=Job replicas=2 completions=2 work=100 min-available=2 | at=0 cordon a-0 | at=10 uncordon a-0 | until=900",
        "workload/etl -/2 below 0 without 0 moves 0 again 0 killed 0",
    );
}

/// KC-17: it wants no Pods any more.
#[test]
fn a_job_that_has_failed_is_not_below_its_budget() {
    check(
        "pool a nodes=2 | app etl kind=Job replicas=2 on=a-0 backoff=0 grace=300 min-available=1 | at=0 upgrade a | until=9000",
        "workload/etl -/2 below 0 without 0 moves 0 again 0 killed 0 unknown 2 since 0 up to 481 all 962 failed",
    );
}

/// AM-101: a Pod that has done its work is neither lost nor moved when its node goes.
#[test]
fn a_pod_that_is_done_is_not_lost() {
    let line = "pool a nodes=1 | app once kind=Pod replicas=1 work=100 | at=200 upgrade a";
    check(line, "workload/once -/1 below 0 without 0 moves 0 again 0 killed 0");
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    assert_eq!(all.lost, []);
}

/// KC-17: nothing replaces the evicted Pod.
#[test]
fn a_job_that_fails_is_named() {
    check(
        "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 backoff=0 | at=0 upgrade a",
        "workload/etl -/1 below 0 without 0 moves 0 again 0 killed 0 unknown 1 since 0 up to 211 all 211 failed",
    );
}

#[test]
fn a_command_without_effect_is_listed() {
    let run = made("pool a nodes=1 | at=0 upgrade a | at=9 cancel a | at=9000 cancel a");
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    assert_eq!(all.refused.len(), 1);
}

/// The moments of a scenario, a line each.
pub(super) fn moments(scenario: &str) -> String {
    let run = made(scenario);
    let reading = crate::Reading::of(&run.trace);
    run.with_words(|words| {
        let lines = reading.moments().iter().map(|one| {
            let row = run.trace.record(one.no).unwrap();
            let says = match &one.says {
                Some(says) => words.say(says),
                None => words.sentence(&row, run.trace.rule(&row)),
            };
            format!("{} {}: {says}\n", one.at, words.subject(one.subject))
        });
        lines.collect::<String>()
    })
}

/// A PDB that holds a drain up to its limit, a workload at half, and the ends of both zones.
#[test]
fn moments_tell_what_happens() {
    expect![[r#"
        +00:01:40 pool/a: The upgrade to 1.33 starts (UpgradeInfoEvent STARTED)
        +00:04:41 pod/api-0: Eviction refused: api-pdb allows 0 disruptions (HTTP 429, POD_NOT_ENOUGH_PDB)
        +01:04:41 pod/api-0: and api-1 are forced out
        +01:09:12 pool/a: zone-b starts with 1 slot: 1 surge, 0 unavailable
        +02:12:13 pod/api-3: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION)
        +02:16:44 pool/a: Every node has the target configuration (UpgradeInfoEvent SUCCEEDED)
    "#]].assert_eq(&moments(
        "pool a nodes=2 zones=2 | app web replicas=4 | app api replicas=2 max-unavailable=0 | at=100 upgrade a",
    ));
    expect![[r#"
        +00:00:00 pool/a: The upgrade to 1.33 starts (UpgradeInfoEvent STARTED)
        +00:03:01 workload/web: 0 of 2 Pods ready, the fewest of the run
        +00:08:02 pool/a: Every node has the target configuration (UpgradeInfoEvent SUCCEEDED)
    "#]]
    .assert_eq(&moments("pool a nodes=2 | app web replicas=2 on=a-0 | at=0 upgrade a"));
    // Each of the Pods that are forced out, those of a minute together.
    expect![[r#"
        +00:00:00 pool/a: The upgrade to 1.33 starts (UpgradeInfoEvent STARTED)
        +00:03:01 pod/db-0: Eviction refused: db-pdb allows 0 disruptions (HTTP 429, POD_NOT_ENOUGH_PDB)
        +01:03:01 pod/db-0: and db-1 are forced out
        +02:06:32 pod/api-0: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION)
        +03:10:03 pod/db-2: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION)
        +03:10:33 pool/a: Every node has the target configuration (UpgradeInfoEvent SUCCEEDED)
    "#]].assert_eq(&moments(
        "pool a nodes=3 | app db replicas=2 on=a-0 max-unavailable=0 | app api replicas=1 on=a-1 max-unavailable=0 | at=0 upgrade a",
    ));
}
