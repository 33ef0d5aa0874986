//! The offered operations at instants of small runs, in words.

use super::{FaultScope, faults, operations};
use crate::tests::made;
use base::{NodeId, PoolId, SimTime, WorkloadId};
use expect_test::{Expect, expect};
use std::fmt::Write as _;
use words::Words;

fn check(line: &str, at: i64, wanted: &Expect) {
    let trace = made(line).trace;
    let frame = trace.frame_at(SimTime::from_secs(at));
    let found = operations(&trace, &frame, PoolId(0)).expect("a pool");
    let words = Words::english(trace.plan(), trace.last());
    let head = &found.head;
    let mut text = words.say(&head.title);
    if let Some(sub) = &head.sub {
        let _ = write!(text, ", {}", words.say(sub));
    }
    if let Some(ring) = head.ring {
        let _ = write!(text, " ({} of {} s)", ring.left.secs(), ring.of.secs());
    }
    let acts = found.acts.ms() / 1000;
    let _ = writeln!(text, "\n{}, at {acts} s", words.say(&found.state));
    for offer in &found.offers {
        let _ = writeln!(
            text,
            "{} {} [{}] {}",
            if offer.allowed() { "yes" } else { " no" },
            offer.kind.name(),
            offer.rules.join(" "),
            words.say(&offer.sentence)
        );
    }
    wanted.assert_eq(&text);
}

const BLUE_GREEN: &str = "pool a nodes=6 blue-green part=0.4 batch-soak=600 pool-soak=3600 | app web replicas=6 on=a-0 | at=0 upgrade a";

/// BG-22, BG-39, BG-40, BG-43, AM-65.
#[test]
fn between_two_batches_everything_but_resume_and_complete_is_allowed() {
    check(
        BLUE_GREEN,
        500,
        &expect![[r#"
            5:11 of soak left, batch 1 of 3; batch 2 from +00:13:31 (311 of 600 s)
            DRAINING_BLUE_POOL, batch soaking, at 500 s
            yes cancel [BG-38 BG-39] Pauses here. The blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused. After a Cancel now, resuming would start batch 2 immediately and skip these 5:11.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
             no complete [BG-43] Only in NODE_POOL_SOAKING, from +00:33:31.
        "#]],
    );
}

/// SU-17: the old nodes are deleted before the new ones are ready, and the pool keeps its size.
#[test]
fn a_spot_pool_is_of_its_own_size() {
    const SPOT: &str = "pool a nodes=4 spot surge=2+0 | app web replicas=4 | at=0 upgrade a";
    check(
        SPOT,
        100,
        &expect![[r#"
            0 of 4 nodes upgraded, until +00:06:00 in the run shown
            RUNNING, at 100 s
            yes cancel [UP-12 SU-24] Pauses when the 2 nodes in progress are finished. Nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [UP-13 SU-27 AM-12] Cancels and rolls back in one step. 2 nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    check(
        &format!("{SPOT} | at=90 cancel a"),
        100,
        &expect![[r#"
            Pauses when 2 nodes are finished, until +00:03:00 in the run shown
            CANCELLING, at 100 s
             no cancel [AM-84] Already pausing: waiting for nodes in progress to finish.
            yes resume [UP-13 SU-26] Continues with the 2 nodes that aren't upgraded.
            yes rollback [UP-13 SU-27 AM-12] 2 nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
}

/// The run cuts the soak short: the whole soak isn't promised.
#[test]
fn a_shortened_soak_keeps_its_planned_end() {
    check(
        &format!("{BLUE_GREEN} | at=600 rollback a"),
        500,
        &expect![[r#"
            5:11 of soak left, batch 1 of 3; planned until +00:13:31 (311 of 600 s)
            DRAINING_BLUE_POOL, batch soaking, at 500 s
            yes cancel [BG-38 BG-39] Pauses here. The blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused. After a Cancel now, resuming would start batch 2 immediately and skip these 5:11.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
             no complete [BG-43] Only in NODE_POOL_SOAKING, which this run doesn't reach from here.
        "#]],
    );
    check(
        &format!("{BLUE_GREEN} | at=4000 complete a"),
        3000,
        &expect![[r#"
            43:31 of soak left, planned until +01:33:31 (2611 of 3600 s)
            NODE_POOL_SOAKING, at 3000 s
            yes cancel [BG-38 BG-39] Pauses here, with 43:31 of soak left. The blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
            yes complete [BG-28 BG-43] Skips the remaining 43:31 of soak: the blue pool is deleted immediately.
        "#]],
    );
}

/// BG-38 … BG-43.
#[test]
fn each_phase_says_what_a_command_would_do() {
    check(
        BLUE_GREEN,
        100,
        &expect![[r#"
            Creating the green pool, until +00:03:00 in the run shown
            CREATING_GREEN_POOL, at 100 s
            yes cancel [BG-38 BG-39] Pauses here. The blue pool stays in use, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The green pool is deleted. The blue pool was never cordoned.
            yes rollback-respecting [BG-41 AM-65 BS-12] Cancels and rolls back in one step. The green pool is deleted. The blue pool was never cordoned.
             no complete [BG-43] Only in NODE_POOL_SOAKING, from +00:33:31.
        "#]],
    );
    check(
        BLUE_GREEN,
        190,
        &expect![[r#"
            Draining batch 1 of 3, until +00:03:31 in the run shown
            DRAINING_BLUE_POOL, at 190 s
            yes cancel [BG-38 BG-39] Pauses here. Evictions stop, the blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
             no complete [BG-43] Only in NODE_POOL_SOAKING, from +00:33:31.
        "#]],
    );
    check(
        BLUE_GREEN,
        3000,
        &expect![[r#"
            43:31 of soak left, the blue pool is deleted from +01:33:31 (2611 of 3600 s)
            NODE_POOL_SOAKING, at 3000 s
            yes cancel [BG-38 BG-39] Pauses here, with 43:31 of soak left. The blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
            yes complete [BG-28 BG-43] Skips the remaining 43:31 of soak: the blue pool is deleted immediately.
        "#]],
    );
    check(
        BLUE_GREEN,
        5670,
        &expect![[r#"
            Upgraded to 1.33, since +01:34:01
            SUCCEEDED, at 5670 s
            yes upgrade [AM-84] Upgrades a to 1.34.
            yes downgrade [BG-42 AM-84] To go back after a successful upgrade, upgrade to the old version 1.32. This is a full upgrade.
             no cancel [AM-84] The pool has no upgrade in progress.
             no resume [AM-84] Nothing is paused.
             no rollback [UP-14 AM-84] A finished upgrade can't be rolled back. Use Downgrade instead.
             no complete [BG-43] Only in NODE_POOL_SOAKING, which this run doesn't reach from here.
        "#]],
    );
}

/// BG-40, BG-41.
#[test]
fn a_canceled_upgrade_can_be_resumed_or_rolled_back() {
    let cancelled = format!("{BLUE_GREEN} | at=500 cancel a | at=9000 resume a");
    check(
        &cancelled,
        600,
        &expect![[r#"
            Paused in DRAINING_BLUE_POOL, since +00:08:20
            DRAINING_BLUE_POOL, paused, at 600 s
             no cancel [AM-84] Already paused.
            yes resume [BG-40] Starts batch 2 immediately and skips the remaining 5:11 of soak.
            yes rollback [BG-41 AM-65 AM-12] The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
             no complete [BG-43] Only in NODE_POOL_SOAKING, from +02:50:00.
        "#]],
    );
    let soaks = format!("{BLUE_GREEN} | at=3000 cancel a");
    check(
        &soaks,
        3000,
        &expect![[r#"
            Paused in NODE_POOL_SOAKING, since +00:50:00
            NODE_POOL_SOAKING, paused, at 3000 s
             no cancel [AM-84] Already paused.
            yes resume [BG-40] Continues the soak for the remaining 43:31.
            yes rollback [BG-41 AM-65 AM-12] The blue pool is used again. Pods on 6 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
             no complete [BG-43] Paused: resume first, then complete.
        "#]],
    );
    let back = format!("{BLUE_GREEN} | at=500 rollback a");
    check(
        &back,
        510,
        &expect![[r#"
            Rolling back, until +00:09:21 in the run shown
            ROLLBACK_STARTED, at 510 s
             no cancel [AM-84] A rollback in progress can't be paused.
             no resume [AM-84] Nothing is paused.
             no rollback [UP-14 AM-84] Already rolling back.
             no complete [BG-43] Only in NODE_POOL_SOAKING, which this run doesn't reach from here.
        "#]],
    );
}

/// UP-12 … UP-14, SU-24 … SU-27, BG-42.
#[test]
fn of_a_surge_upgrade_started_nodes_finish_and_after_success_the_way_back_is_a_downgrade() {
    let line = "pool a nodes=3 surge=2+0 | at=10 upgrade a | at=1000 upgrade a newest";
    check(
        line,
        5,
        &expect![[r#"
            No upgrade in progress, the next one starts at +00:00:10
            IDLE, at 5 s
            yes upgrade [AM-84] Upgrades a to 1.33.
             no cancel [AM-84] Not before the upgrade starts at +00:00:10.
             no resume [AM-84] Nothing is paused.
             no rollback [UP-14 AM-84] Not before the upgrade starts at +00:00:10.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    check(
        line,
        100,
        &expect![[r#"
            0 of 3 nodes upgraded, until +00:07:12 in the run shown
            RUNNING, at 100 s
            yes cancel [UP-12 SU-24] Pauses when the 2 nodes in progress are finished. Nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [UP-13 SU-27 AM-12] Cancels and rolls back in one step. 2 nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    check(
        line,
        900,
        &expect![[r#"
            Upgraded to 1.33, since +00:07:12
            SUCCEEDED, at 900 s
            yes upgrade [AM-84] Upgrades a to 1.34.
            yes downgrade [UP-14 AM-84] To go back after a successful upgrade, upgrade to the old version 1.32. This is a full upgrade.
             no cancel [AM-84] Not before the upgrade starts at +00:16:40.
             no resume [AM-84] Nothing is paused.
             no rollback [UP-14 AM-84] A finished upgrade can't be rolled back. Use Downgrade instead.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    let cancelled = "pool a nodes=3 | at=0 upgrade a | at=300 cancel a";
    check(
        cancelled,
        301,
        &expect![[r#"
            Pauses when 1 node is finished, until +00:07:02 in the run shown
            CANCELLING, at 301 s
             no cancel [AM-84] Already pausing: waiting for nodes in progress to finish.
            yes resume [UP-13 SU-26] Continues with the 2 nodes that aren't upgraded.
            yes rollback [UP-13 SU-27 AM-12] 2 nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    check(
        cancelled,
        1000,
        &expect![[r#"
            Paused: 2 of 3 nodes upgraded, since +00:07:02
            CANCELLED, at 1000 s
             no cancel [AM-84] Already paused.
            yes resume [UP-13 SU-26] Continues with the 1 node that isn't upgraded.
            yes rollback [UP-13 SU-27 AM-12] 2 nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
}

/// MR-10, AM-70.
#[test]
fn no_upgrade_starts_during_a_control_plane_upgrade_and_a_zonal_one_answers_no_command() {
    let regional =
        "control-plane=1.33 replicas-of-it=3 | pool a nodes=1 | at=0 upgrade-master 1.34";
    check(
        regional,
        100,
        &expect![[r#"
            No upgrade in progress
            IDLE, at 100 s
             no upgrade [AM-70] The control plane is being upgraded: node upgrades can't start or resume.
             no cancel [AM-84] The pool has no upgrade in progress.
             no resume [AM-84] Nothing is paused.
             no rollback [UP-14 AM-84] The pool has no upgrade in progress.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    check(
        "control-plane=1.33 | pool a nodes=1 | at=0 upgrade-master 1.34",
        100,
        &expect![[r#"
            No upgrade in progress
            IDLE, at 100 s
             no upgrade [MR-10] The control plane is being upgraded and doesn't respond.
             no cancel [MR-10] The control plane is being upgraded and doesn't respond.
             no resume [MR-10] The control plane is being upgraded and doesn't respond.
             no rollback [MR-10] The control plane is being upgraded and doesn't respond.
             no complete [MR-10] The control plane is being upgraded and doesn't respond.
        "#]],
    );
}

/// The gcloud commands, with names quoted for a shell.
#[test]
fn gcloud_arguments_use_names() {
    let told = |at: i64| {
        let trace = made(BLUE_GREEN).trace;
        let frame = trace.frame_at(SimTime::from_secs(at));
        let found = operations(&trace, &frame, PoolId(0)).expect("a pool");
        let lines: Vec<String> = found.offers.into_iter().map(|offer| offer.gcloud).collect();
        lines.join("\n")
    };
    expect![[r#"
        gcloud container operations cancel OPERATION_ID
        gcloud container clusters upgrade CLUSTER --node-pool=a --cluster-version=1.33
        gcloud container node-pools rollback a --cluster=CLUSTER
        gcloud container node-pools rollback a --cluster=CLUSTER --respect-pdb=true
        gcloud container node-pools complete-upgrade a --cluster=CLUSTER"#]]
    .assert_eq(&told(500));
    expect![[r#"
        gcloud container clusters upgrade CLUSTER --node-pool=a --cluster-version=1.34
        gcloud container clusters upgrade CLUSTER --node-pool=a --cluster-version=1.32
        gcloud container operations cancel OPERATION_ID
        gcloud container clusters upgrade CLUSTER --node-pool=a --cluster-version=1.33
        gcloud container node-pools rollback a --cluster=CLUSTER
        gcloud container node-pools complete-upgrade a --cluster=CLUSTER"#]]
    .assert_eq(&told(5670));
}

/// AM-56: what is visible has happened before.
#[test]
fn commands_act_after_the_rows_of_their_instant() {
    let acts = |line: &str, at_ms: i64| {
        let trace = made(line).trace;
        let frame = trace.frame_at(SimTime::from_ms(at_ms));
        super::acts(&trace, &frame).ms()
    };
    let line = "pool a nodes=2 | at=0 upgrade a | at=100 cancel a";
    // At a command of the script, and where nothing happens.
    assert_eq!(acts(line, 0), 0);
    assert_eq!(acts(line, 100_000), 100_000);
    assert_eq!(acts(line, 120_400), 120_000);
    // The surge node is ready at 180 s.
    assert_eq!(acts(line, 180_000), 181_000);
}

#[test]
fn only_applicable_faults_are_offered() {
    let line = "pool a nodes=2 zones=2 spot | app web replicas=2 on=a-0 shutdown=5 | at=0 upgrade a | at=50 stockout zone-a | at=60 fail a-1 | at=70 behave web fails ignores";
    let told = |at: i64, node: u32| {
        let trace = made(line).trace;
        let frame = trace.frame_at(SimTime::from_secs(at));
        let within = FaultScope {
            pool: PoolId(0),
            zone: None,
            node: Some(NodeId(node)),
            workload: Some(WorkloadId(0)),
        };
        let found = faults(&trace, &frame, within);
        found.iter().fold(String::new(), |mut text, fault| {
            let _ = writeln!(text, "{fault:?}");
            text
        })
    };
    expect![[r#"
        Quota { now: None }
        Stockout { zone: ZoneId(0), on: true }
        Stockout { zone: ZoneId(1), on: true }
        Reservation { pool: PoolId(0), now: None, enough: 5 }
        Preempt { node: NodeId(0) }
        Fails { node: NodeId(0), why: Kubelet }
        Fails { node: NodeId(0), why: Disk }
        HostEvent { node: NodeId(0) }
        NeverReady { workload: WorkloadId(0), on: true }
        SlowPull { workload: WorkloadId(0) }
        IgnoresSigterm { workload: WorkloadId(0) }
    "#]]
    .assert_eq(&told(0, 0));
    expect![[r#"
        Quota { now: None }
        Stockout { zone: ZoneId(0), on: false }
        Stockout { zone: ZoneId(1), on: true }
        Reservation { pool: PoolId(0), now: None, enough: 4 }
        Preempt { node: NodeId(1) }
        NeverReady { workload: WorkloadId(0), on: false }
        SlowPull { workload: WorkloadId(0) }
    "#]]
    .assert_eq(&told(100, 1));
    // Not at the start.
    expect![[r#"
        Quota { now: None }
        Stockout { zone: ZoneId(0), on: false }
        Stockout { zone: ZoneId(1), on: true }
        Reservation { pool: PoolId(0), now: None, enough: 5 }
        Preempt { node: NodeId(4) }
        Fails { node: NodeId(4), why: Kubelet }
        Fails { node: NodeId(4), why: Disk }
        HostEvent { node: NodeId(4) }
        NeverReady { workload: WorkloadId(0), on: false }
        SlowPull { workload: WorkloadId(0) }
    "#]]
    .assert_eq(&told(300, 4));
}

/// AM-61, UP-14, SU-24: nodes that have begun are finished first.
#[test]
fn the_last_nodes_of_a_surge_upgrade_finish_despite_commands() {
    let line = "pool a nodes=2 surge=1+0 | at=0 upgrade a";
    check(
        line,
        100,
        &expect![[r#"
            0 of 2 nodes upgraded, until +00:07:02 in the run shown
            RUNNING, at 100 s
            yes cancel [UP-12 SU-24] Pauses when the 1 node in progress is finished. Nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [UP-13 SU-27 AM-12] Cancels and rolls back in one step. 1 node that was upgraded or started gets the old version again. Its Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
    check(
        line,
        300,
        &expect![[r#"
            1 of 2 nodes upgraded, until +00:07:02 in the run shown
            RUNNING, at 300 s
            yes cancel [UP-12 SU-24] The last nodes finish anyway, and then the upgrade has succeeded: there is nothing left to pause.
             no resume [AM-84] Nothing is paused.
             no rollback [UP-14 AM-61] Too late: the last nodes are being upgraded and finish first, and then the upgrade has succeeded. Downgrade instead.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
}

/// AM-84: a pause that ends in the same instant doesn't count.
#[test]
fn a_rollback_of_a_running_upgrade_has_no_pause() {
    let line = "pool a nodes=4 blue-green | at=0 upgrade a | at=400 rollback a";
    check(
        line,
        300,
        &expect![[r#"
            58:01 of soak left, planned until +01:03:01 (3481 of 3600 s)
            NODE_POOL_SOAKING, at 300 s
            yes cancel [BG-38 BG-39] Pauses here, with 58:01 of soak left. The blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [BG-41 AM-65 AM-12] Cancels and rolls back in one step. The blue pool is used again. Pods on 4 green nodes are deleted regardless of PDBs.
            yes rollback-respecting [BG-41 AM-65 BS-12] Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
            yes complete [BG-28 BG-43] Skips the remaining 58:01 of soak: the blue pool is deleted immediately.
        "#]],
    );
}

/// SU-17: the old node of a Spot pool may be deleted while its surge node boots.
#[test]
fn a_spot_node_that_is_gone_was_begun() {
    check(
        "pool a nodes=3 surge=1+0 spot | at=0 upgrade a",
        100,
        &expect![[r#"
            0 of 3 nodes upgraded, until +00:09:00 in the run shown
            RUNNING, at 100 s
            yes cancel [UP-12 SU-24] Pauses when the 1 node in progress is finished. Nothing is rolled back.
             no resume [AM-84] Nothing is paused.
            yes rollback [UP-13 SU-27 AM-12] Cancels and rolls back in one step. 1 node that was upgraded or started gets the old version again. Its Pods are deleted regardless of PDBs.
            yes rollback-respecting [UP-13 SU-27 BS-12] Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
             no complete [BG-43] Only blue-green upgrades have a soak to complete.
        "#]],
    );
}

/// AB-19, AM-50, AM-79: the wait is paused and resumed with its rest, never rolled back nor completed.
#[test]
fn an_autoscaled_upgrade_is_cancelled_and_resumed_only() {
    let line = "pool a nodes=2 blue-green wait=3600 autoscaled=1-3 | app p replicas=1 on=a-0 cpu=1500 not-safe | at=0 upgrade a";
    check(
        line,
        300,
        &expect![[r#"
            55:01 of wait left, or less: once blue is empty, it is deleted at once; drained from +01:00:01 (3301 of 3600 s)
            WAITING_TO_DRAIN_BLUE_POOL, at 300 s
            yes cancel [AB-19 AM-79] Pauses here, with 55:01 of wait left. The autoscaler goes on removing blue nodes, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
             no rollback [AB-19 AM-48] Autoscaled blue-green is never rolled back: resume it, or upgrade to the former version.
             no complete [BG-43 AM-50] Autoscaled blue-green has no soak to complete.
        "#]],
    );
    check(
        line,
        3610,
        &expect![[r#"
            Draining the blue pool, until +01:00:31 in the run shown
            DRAINING_BLUE_POOL, at 3611 s
            yes cancel [AB-19 AM-79] Pauses here. Evictions stop, the blue pool stays cordoned, nothing is rolled back.
             no resume [AM-84] Nothing is paused.
             no rollback [AB-19 AM-48] Autoscaled blue-green is never rolled back: resume it, or upgrade to the former version.
             no complete [BG-43 AM-50] Autoscaled blue-green has no soak to complete.
        "#]],
    );
    let paused = format!("{line} | at=1000 cancel a");
    check(
        &paused,
        1500,
        &expect![[r#"
            Paused in WAITING_TO_DRAIN_BLUE_POOL, since +00:16:40
            WAITING_TO_DRAIN_BLUE_POOL, paused, at 1500 s
             no cancel [AM-84] Already paused.
            yes resume [AB-19 AM-79] Continues the wait for the remaining 43:21.
             no rollback [AB-19 AM-48] Autoscaled blue-green is never rolled back: resume it, or upgrade to the former version.
             no complete [BG-43 AM-50] Autoscaled blue-green has no soak to complete.
        "#]],
    );
}
