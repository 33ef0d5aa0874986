use crate::testing::*;
use expect_test::expect;
use trace::{Record, Subject};

fn workloads(record: &Record) -> bool {
    matches!(record.subject, Subject::Workload(_))
}

fn pods_and_workloads(record: &Record) -> bool {
    pods(record) || workloads(record)
}

/// KC-07, KC-21, KC-22, KC-24: at once 3 new, 8 old, 5 new; then one by one.
#[test]
fn ten_replicas_are_replaced_in_steps() {
    check(
        "pool a nodes=4 slots=5 | app web replicas=10 | revision ready=10 | at=5 rollout web",
        workloads,
        expect![[r#"
             5s  workload/web  command 0                      user/command []
             5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]         <- workload/web command 0
             5s  workload/web  revision 2 scaled to 3         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
             5s  workload/web  revision 1 scaled to 8         rollout/shrink [KC-21 KE-12]  <- workload/web rollout of revision 2 started
             5s  workload/web  revision 2 scaled to 5         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
            35s  workload/web  revision 1 scaled to 3         rollout/shrink [KC-21 KE-12]  <- pod/web-r2-0 ready
            35s  workload/web  revision 2 scaled to 10        rollout/grow [KC-07 KC-21]    <- pod/web-r2-0 ready
            65s  workload/web  revision 1 scaled to 0         rollout/shrink [KC-21 KE-12]  <- pod/web-r2-5 ready
            65s  workload/web  rollout done                   rollout/done [KC-22]          <- pod/web-r2-5 ready
            Quiet
        "#]],
    );
}

/// KC-21: a rollout of three; each new Pod that is ready ends an old one, without its budget.
#[test]
fn each_available_pod_ends_an_old_one() {
    check(
        "pool a nodes=3 | app web replicas=3 max-unavailable=0 | revision | at=5 rollout web",
        pods_and_workloads,
        expect![[r#"
             5s  workload/web  command 0                      user/command []
             5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]              <- workload/web command 0
             5s  workload/web  revision 2 scaled to 1         rollout/grow [KC-07 KC-21]         <- workload/web rollout of revision 2 started
             5s  pod/web-r2-0  pending                        workload/replace [KC-01 KC-02]     <- workload/web revision 2 scaled to 1
             5s  pod/web-r2-0  bound to a-2                   place/bind [KS-30 KS-31]           <- pod/web-r2-0 pending
            25s  pod/web-r2-0  ready                          pod/ready [KT-03]                  <- pod/web-r2-0 bound to a-2
            25s  workload/web  revision 1 scaled to 2         rollout/shrink [KC-21 KE-12]       <- pod/web-r2-0 ready
            25s  pod/web-0     deleted, gone in 30s           workload/scale-down [KC-04 KC-12]  <- workload/web revision 1 scaled to 2
            25s  workload/web  revision 2 scaled to 2         rollout/grow [KC-07 KC-21]         <- pod/web-r2-0 ready
            25s  pod/web-r2-1  pending                        workload/replace [KC-01 KC-02]     <- workload/web revision 2 scaled to 2
            25s  pod/web-r2-1  bound to a-1                   place/bind [KS-30 KS-31]           <- pod/web-r2-1 pending
            45s  pod/web-r2-1  ready                          pod/ready [KT-03]                  <- pod/web-r2-1 bound to a-1
            45s  workload/web  revision 1 scaled to 1         rollout/shrink [KC-21 KE-12]       <- pod/web-r2-1 ready
            45s  pod/web-2     deleted, gone in 30s           workload/scale-down [KC-04 KC-12]  <- workload/web revision 1 scaled to 1
            45s  workload/web  revision 2 scaled to 3         rollout/grow [KC-07 KC-21]         <- pod/web-r2-1 ready
            45s  pod/web-r2-2  pending                        workload/replace [KC-01 KC-02]     <- workload/web revision 2 scaled to 3
            45s  pod/web-r2-2  bound to a-2                   place/bind [KS-30 KS-31]           <- pod/web-r2-2 pending
            55s  pod/web-0     gone                           pod/gone [KT-05]                   <- pod/web-0 deleted, gone in 30s
            65s  pod/web-r2-2  ready                          pod/ready [KT-03]                  <- pod/web-r2-2 bound to a-2
            65s  workload/web  revision 1 scaled to 0         rollout/shrink [KC-21 KE-12]       <- pod/web-r2-2 ready
            65s  pod/web-1     deleted, gone in 30s           workload/scale-down [KC-04 KC-12]  <- workload/web revision 1 scaled to 0
            65s  workload/web  rollout done                   rollout/done [KC-22]               <- pod/web-r2-2 ready
            75s  pod/web-2     gone                           pod/gone [KT-05]                   <- pod/web-2 deleted, gone in 30s
            95s  pod/web-1     gone                           pod/gone [KT-05]                   <- pod/web-1 deleted, gone in 30s
            Quiet
        "#]],
    );
}

/// KC-22, AM-102: new Pods that never get ready hold the rollout; nothing rolls back.
#[test]
fn new_pods_that_fail_hold_the_rollout() {
    check(
        "pool a nodes=4 slots=4 | app web replicas=4 | revision never-ready fails-until=1200 | at=5 rollout web",
        workloads,
        expect![[r#"
               5s  workload/web  command 0                      user/command []
               5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]              <- workload/web command 0
               5s  workload/web  revision 2 scaled to 1         rollout/grow [KC-07 KC-21]         <- workload/web rollout of revision 2 started
               5s  workload/web  revision 1 scaled to 3         rollout/shrink [KC-21 KE-12]       <- workload/web rollout of revision 2 started
               5s  workload/web  revision 2 scaled to 2         rollout/grow [KC-07 KC-21]         <- workload/web rollout of revision 2 started
             605s  workload/web  ProgressDeadlineExceeded       rollout/progress-deadline [KC-22]  <- workload/web rollout of revision 2 started
            1200s  workload/web  revision 1 scaled to 1         rollout/shrink [KC-21 KE-12]       <- pod/web-r2-0 ready
            1200s  workload/web  revision 2 scaled to 4         rollout/grow [KC-07 KC-21]         <- pod/web-r2-0 ready
            1200s  workload/web  rollout progresses again       rollout/progress [KC-22]           <- pod/web-r2-0 ready
            1220s  workload/web  revision 1 scaled to 0         rollout/shrink [KC-21 KE-12]       <- pod/web-r2-2 ready
            1220s  workload/web  rollout done                   rollout/done [KC-22]               <- pod/web-r2-2 ready
            Quiet
        "#]],
    );
}

/// KC-23: the new Pods are created when the last old one is gone.
#[test]
fn recreate_waits_until_no_old_pod_is_left() {
    check(
        "pool a nodes=2 | app web replicas=2 recreate grace=60 | revision | at=5 rollout web",
        pods_and_workloads,
        expect![[r#"
             5s  workload/web  command 0                      user/command []
             5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]              <- workload/web command 0
             5s  workload/web  revision 1 scaled to 0         rollout/recreate [KC-23 KE-12]     <- workload/web rollout of revision 2 started
             5s  pod/web-0     deleted, gone in 60s           workload/scale-down [KC-04 KC-12]  <- workload/web revision 1 scaled to 0
             5s  pod/web-1     deleted, gone in 60s           workload/scale-down [KC-04 KC-12]  <- workload/web revision 1 scaled to 0
            65s  pod/web-0     gone                           pod/gone [KT-05]                   <- pod/web-0 deleted, gone in 60s
            65s  pod/web-1     gone                           pod/gone [KT-05]                   <- pod/web-1 deleted, gone in 60s
            65s  workload/web  revision 2 scaled to 2         rollout/recreate [KC-23 KE-12]     <- pod/web-0 gone
            65s  pod/web-r2-0  pending                        workload/replace [KC-01 KC-02]     <- workload/web revision 2 scaled to 2
            65s  pod/web-r2-1  pending                        workload/replace [KC-01 KC-02]     <- workload/web revision 2 scaled to 2
            65s  pod/web-r2-0  bound to a-0                   place/bind [KS-30 KS-31]           <- pod/web-r2-0 pending
            65s  pod/web-r2-1  bound to a-1                   place/bind [KS-30 KS-31]           <- pod/web-r2-1 pending
            85s  pod/web-r2-0  ready                          pod/ready [KT-03]                  <- pod/web-r2-0 bound to a-0
            85s  pod/web-r2-1  ready                          pod/ready [KT-03]                  <- pod/web-r2-1 bound to a-1
            85s  workload/web  rollout done                   rollout/done [KC-22]               <- pod/web-r2-0 ready
            Quiet
        "#]],
    );
}

/// KC-24: an evicted old Pod is replaced by an old one.
#[test]
fn an_evicted_old_pod_comes_back_with_its_template() {
    check(
        "pool a nodes=3 slots=3 | app web replicas=3 | revision image-pull | at=5 rollout web | at=30 drain a-0 | until=500",
        pods_and_workloads,
        expect![[r#"
              5s  workload/web  command 0                           user/command []
              5s  workload/web  rollout of revision 2 started       rollout/start [KC-24]               <- workload/web command 0
              5s  workload/web  revision 2 scaled to 1              rollout/grow [KC-07 KC-21]          <- workload/web rollout of revision 2 started
              5s  pod/web-r2-0  pending                             workload/replace [KC-01 KC-02]      <- workload/web revision 2 scaled to 1
              5s  pod/web-r2-0  bound to a-2                        place/bind [KS-30 KS-31]            <- pod/web-r2-0 pending
              5s  pod/web-r2-0  image not pulled, next try in 10s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-r2-0 bound to a-2
             15s  pod/web-r2-0  image not pulled, next try in 20s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-r2-0 image not pulled, next try in 10s
             31s  pod/web-0     evicted, gone in 30s                drain/evict [UP-18 KD-08 KE-11]     <- node/a-0 draining 2 pods
             31s  pod/web-1     evicted, gone in 30s                drain/evict [UP-18 KD-08 KE-11]     <- node/a-0 draining 2 pods
             31s  pod/web-3     pending                             workload/replace [KC-01 KC-02]      <- pod/web-0 evicted, gone in 30s
             31s  pod/web-4     pending                             workload/replace [KC-01 KC-02]      <- pod/web-0 evicted, gone in 30s
             31s  pod/web-3     bound to a-1                        place/bind [KS-30 KS-31]            <- pod/web-3 pending
             31s  pod/web-4     bound to a-2                        place/bind [KS-30 KS-31]            <- pod/web-4 pending
             35s  pod/web-r2-0  image not pulled, next try in 40s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-r2-0 image not pulled, next try in 20s
             51s  pod/web-3     ready                               pod/ready [KT-03]                   <- pod/web-3 bound to a-1
             51s  pod/web-4     ready                               pod/ready [KT-03]                   <- pod/web-4 bound to a-2
             61s  pod/web-0     gone                                pod/gone [KT-05]                    <- pod/web-0 evicted, gone in 30s
             61s  pod/web-1     gone                                pod/gone [KT-05]                    <- pod/web-1 evicted, gone in 30s
             75s  pod/web-r2-0  image not pulled, next try in 80s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-r2-0 image not pulled, next try in 40s
            155s  pod/web-r2-0  image not pulled, next try in 160s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-r2-0 image not pulled, next try in 80s
            315s  pod/web-r2-0  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-r2-0 image not pulled, next try in 160s
            Until
        "#]],
    );
}

/// KC-08, KC-21: the next old Pod ends when a new one has been ready for `minReadySeconds`.
#[test]
fn a_rollout_waits_for_min_ready_seconds() {
    check(
        "pool a nodes=2 | app web replicas=2 min-ready=15 surge=1 unavailable=0 | revision | at=5 rollout web",
        workloads,
        expect![[r#"
             5s  workload/web  command 0                      user/command []
             5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]         <- workload/web command 0
             5s  workload/web  revision 2 scaled to 1         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
            40s  workload/web  revision 1 scaled to 1         rollout/shrink [KC-21 KE-12]  <- pod/web-r2-0 ready
            40s  workload/web  revision 2 scaled to 2         rollout/grow [KC-07 KC-21]    <- pod/web-r2-0 ready
            75s  workload/web  revision 1 scaled to 0         rollout/shrink [KC-21 KE-12]  <- pod/web-r2-1 ready
            75s  workload/web  rollout done                   rollout/done [KC-22]          <- pod/web-r2-1 ready
            Quiet
        "#]],
    );
}

/// KC-21, KC-24: a second rollout takes over: what was new is old.
#[test]
fn the_newest_template_wins() {
    check(
        "pool a nodes=4 slots=4 | app web replicas=4 | revision never-ready | revision | at=5 rollout web | at=60 rollout web",
        workloads,
        expect![[r#"
              5s  workload/web  command 0                      user/command []
              5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]         <- workload/web command 0
              5s  workload/web  revision 2 scaled to 1         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
              5s  workload/web  revision 1 scaled to 3         rollout/shrink [KC-21 KE-12]  <- workload/web rollout of revision 2 started
              5s  workload/web  revision 2 scaled to 2         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
             60s  workload/web  command 1                      user/command []
             60s  workload/web  rollout of revision 3 started  rollout/start [KC-24]         <- workload/web command 1
             60s  workload/web  revision 2 scaled to 0         rollout/shrink [KC-21 KE-12]  <- workload/web rollout of revision 3 started
             60s  workload/web  revision 3 scaled to 2         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 3 started
             80s  workload/web  revision 1 scaled to 1         rollout/shrink [KC-21 KE-12]  <- pod/web-r3-0 ready
             80s  workload/web  revision 3 scaled to 4         rollout/grow [KC-07 KC-21]    <- pod/web-r3-0 ready
            100s  workload/web  revision 1 scaled to 0         rollout/shrink [KC-21 KE-12]  <- pod/web-r3-2 ready
            100s  workload/web  rollout done                   rollout/done [KC-22]          <- pod/web-r3-2 ready
            Quiet
        "#]],
    );
}

/// KC-24, KP-16: other replicas during a rollout are those of the new ReplicaSet.
#[test]
fn replicas_change_during_a_rollout() {
    check(
        "pool a nodes=4 slots=4 | app web replicas=4 max-unavailable=1 | revision ready=30 | at=5 rollout web \
         | at=10 replicas web 6 | at=70 replicas web 2",
        workloads,
        expect![[r#"
             5s  workload/web  command 0                      user/command []
             5s  workload/web  rollout of revision 2 started  rollout/start [KC-24]         <- workload/web command 0
             5s  workload/web  revision 2 scaled to 1         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
             5s  workload/web  revision 1 scaled to 3         rollout/shrink [KC-21 KE-12]  <- workload/web rollout of revision 2 started
             5s  workload/web  revision 2 scaled to 2         rollout/grow [KC-07 KC-21]    <- workload/web rollout of revision 2 started
            10s  workload/web  command 1                      user/command []
            10s  workload/web  replicas 6                     set/replicas [KP-16]          <- workload/web command 1
            10s  workload/web  revision 2 scaled to 5         rollout/grow [KC-07 KC-21]    <- workload/web replicas 6
            60s  workload/web  revision 1 scaled to 0         rollout/shrink [KC-21 KE-12]  <- pod/web-r2-2 ready
            60s  workload/web  revision 2 scaled to 6         rollout/grow [KC-07 KC-21]    <- pod/web-r2-2 ready
            70s  workload/web  command 2                      user/command []
            70s  workload/web  replicas 2                     set/replicas [KP-16]          <- workload/web command 2
            70s  workload/web  revision 2 scaled to 2         rollout/grow [KC-07 KC-21]    <- workload/web replicas 2
            70s  workload/web  rollout done                   rollout/done [KC-22]          <- workload/web replicas 2
            Quiet
        "#]],
    );
}
