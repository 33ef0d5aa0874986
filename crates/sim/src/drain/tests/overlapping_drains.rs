//! Tests of drains that meet other drains, deletions, uncordons and limits.

use expect_test::expect;

use crate::testing::*;
use base::SimTime;

/// KT-18, KD-01: the client continues even if the uncordon comes in the second after the cordon.
#[test]
fn an_uncordon_does_not_stop_a_drain_that_has_not_begun() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 | at=5 drain a-0 | at=5 uncordon a-0",
        pods_and_nodes,
        expect![[r#"
             5s  node/a-0   command 0             user/command []
             5s  node/a-0   cordoned              user/cordon [KT-18]              <- node/a-0 command 0
             5s  node/a-0   command 1             user/command []
             5s  node/a-0   uncordoned            user/uncordon [KT-18]            <- node/a-0 command 1
             6s  node/a-0   draining 1 pods       drain/start [KD-01 AM-06]        <- node/a-0 cordoned
             6s  pod/web-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
             6s  pod/web-1  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
             6s  pod/web-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/web-1 pending
            26s  pod/web-1  ready                 pod/ready [KT-03]                <- pod/web-1 bound to a-1
            36s  pod/web-0  gone                  pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
            36s  node/a-0   drained               drain/end [KD-09 KD-11]          <- pod/web-0 gone
            Quiet
        "#]],
    );
}

/// KD-10: without a timeout the client waits forever, even if the node is uncordoned.
#[test]
fn an_uncordon_stops_no_drain() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-1 max-unavailable=0 | app other replicas=1 on=a-0 | at=0 drain a-1 | at=100 uncordon a-1 | at=150 limit web 1 | at=300 cordon a-0 | at=300 drain a-0",
        pods_and_nodes,
        expect![[r#"
              0s  node/a-1     command 0                  user/command []
              0s  node/a-1     cordoned                   user/cordon [KT-18]                    <- node/a-1 command 0
              1s  node/a-1     draining 1 pods            drain/start [KD-01 AM-06]              <- node/a-1 cordoned
              1s  pod/web-0    blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-1 draining 1 pods
            100s  node/a-1     command 1                  user/command []
            100s  node/a-1     uncordoned                 user/uncordon [KT-18]                  <- node/a-1 command 1
            151s  pod/web-0    evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- budget/web-pdb command 2
            151s  pod/web-1    pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
            151s  pod/web-1    bound to a-0               place/bind [KS-30 KS-31]               <- pod/web-1 pending
            171s  pod/web-1    ready                      pod/ready [KT-03]                      <- pod/web-1 bound to a-0
            181s  pod/web-0    gone                       pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
            181s  node/a-1     drained                    drain/end [KD-09 KD-11]                <- pod/web-0 gone
            300s  node/a-0     command 3                  user/command []
            300s  node/a-0     cordoned                   user/cordon [KT-18]                    <- node/a-0 command 3
            300s  node/a-0     command 4                  user/command []
            301s  node/a-0     draining 2 pods            drain/start [KD-01 AM-06]              <- node/a-0 command 4
            301s  pod/web-1    evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods
            301s  pod/other-0  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods
            301s  pod/web-2    pending                    workload/replace [KC-01 KC-02]         <- pod/web-1 evicted, gone in 30s
            301s  pod/other-1  pending                    workload/replace [KC-01 KC-02]         <- pod/other-0 evicted, gone in 30s
            301s  pod/web-2    bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-2 pending
            301s  pod/other-1  bound to a-1               place/bind [KS-30 KS-31]               <- pod/other-1 pending
            321s  pod/web-2    ready                      pod/ready [KT-03]                      <- pod/web-2 bound to a-1
            321s  pod/other-1  ready                      pod/ready [KT-03]                      <- pod/other-1 bound to a-1
            331s  pod/web-1    gone                       pod/gone [KT-05]                       <- pod/web-1 evicted, gone in 30s
            331s  pod/other-0  gone                       pod/gone [KT-05]                       <- pod/other-0 evicted, gone in 30s
            331s  node/a-0     drained                    drain/end [KD-09 KD-11]                <- pod/other-0 gone
            Quiet
        "#]],
    );
}

/// KD-08, KD-11: one Pod leaves, the other's eviction is an error, and the node never counts as drained.
#[test]
fn a_drain_with_an_eviction_that_fails_ends_with_an_error() {
    check(
        "pool a nodes=2 | app p replicas=1 on=a-0 max-unavailable=1 min-available=0 | app q replicas=1 on=a-0 | at=0 drain a-0",
        pods_and_nodes,
        expect![[r#"
             0s  node/a-0  command 0                                user/command []
             0s  node/a-0  cordoned                                 user/cordon [KT-18]              <- node/a-0 command 0
             1s  node/a-0  draining 2 pods                          drain/start [KD-01 AM-06]        <- node/a-0 cordoned
             1s  pod/p-0   blocked: two budgets, p-pdb and p-pdb-1  gate/two-budgets [KE-03 BS-73]   <- node/a-0 draining 2 pods
             1s  pod/q-0   evicted, gone in 30s                     drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods
             1s  pod/q-1   pending                                  workload/replace [KC-01 KC-02]   <- pod/q-0 evicted, gone in 30s
             1s  pod/q-1   bound to a-1                             place/bind [KS-30 KS-31]         <- pod/q-1 pending
            21s  pod/q-1   ready                                    pod/ready [KT-03]                <- pod/q-1 bound to a-1
            31s  pod/q-0   gone                                     pod/gone [KT-05]                 <- pod/q-0 evicted, gone in 30s
            31s  node/a-0  drain aborted                            drain/fail [KD-08 KD-11]         <- pod/q-0 gone
            Quiet
        "#]],
    );
}

/// AM-57, KD-10: its last Pod ends by itself at the timeout.
#[test]
fn a_drain_whose_last_pod_ends_at_its_limit_is_drained() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 | at=0 drain a-0 timeout=30",
        pods_and_nodes,
        expect![[r#"
             0s  node/a-0   command 0                     user/command []
             0s  node/a-0   cordoned                      user/cordon [KT-18]              <- node/a-0 command 0
             1s  node/a-0   draining 1 pods, at most 30s  drain/start [KD-01 AM-06]        <- node/a-0 cordoned
             1s  pod/web-0  evicted, gone in 30s          drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods, at most 30s
             1s  pod/web-1  pending                       workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
             1s  pod/web-1  bound to a-1                  place/bind [KS-30 KS-31]         <- pod/web-1 pending
            21s  pod/web-1  ready                         pod/ready [KT-03]                <- pod/web-1 bound to a-1
            31s  pod/web-0  gone                          pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
            31s  node/a-0   drained                       drain/end [KD-09 KD-11]          <- node/a-0 draining 1 pods, at most 30s
            Quiet
        "#]],
    );
    check(
        "pool a nodes=1 | app web replicas=1 on=a-0 grace=3600 | at=0 upgrade a",
        |record| matches!(record.change, trace::Change::DrainEnded { .. }),
        expect![[r#"
            3781s  node/a-0  drained  drain/end [KD-09 KD-11]  <- node/a-0 draining 1 pods, at most 3600s
            Quiet
        "#]],
    );
}

/// KT-18, BS-04: kubectl commands on a node aren't pool settings; the upgrade continues with its own drain.
#[test]
fn kubectl_may_touch_a_node_that_is_being_upgraded() {
    check(
        "pool a nodes=1 | app web replicas=1 on=a-0 grace=300 | at=0 upgrade a | at=10 cordon a-0 | at=20 uncordon a-0 | at=190 uncordon a-0 | at=200 drain a-0 | at=490 drain a-0 | at=600 drain a-0",
        nodes,
        expect![[r#"
              0s  node/a-0    taken by surge slot 1            surge/take [SU-01 SU-13 AM-58]          <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  node/a-a-1  requested, ready in 180s         surge/request-node [SU-05 SU-06 UP-22]  <- node/a-0 taken by surge slot 1
             10s  node/a-0    command 1                        user/command []
             10s  node/a-0    cordoned                         user/cordon [KT-18]                     <- node/a-0 command 1
             20s  node/a-0    command 2                        user/command []
             20s  node/a-0    uncordoned                       user/uncordon [KT-18]                   <- node/a-0 command 2
            180s  node/a-a-1  ready                            surge/node-ready [SU-06 AM-39]          <- node/a-a-1 requested, ready in 180s
            180s  node/a-0    cordoned                         surge/cordon [SU-06 KD-01]              <- node/a-a-1 ready
            181s  node/a-0    draining 1 pods, at most 3600s   drain/start [KD-01 AM-06]               <- node/a-0 cordoned
            190s  node/a-0    command 3                        user/command []
            190s  node/a-0    uncordoned                       user/uncordon [KT-18]                   <- node/a-0 command 3
            200s  node/a-0    command 4                        user/command []
            200s  node/a-0    refused: drained by the upgrade  user/node-refused []                    <- node/a-0 command 4
            481s  node/a-0    drained                          drain/end [KD-09 KD-11]                 <- pod/web-0 gone
            481s  node/a-0    deleting for 30s                 surge/delete [SU-06 AM-58]              <- node/a-0 drained
            490s  node/a-0    command 5                        user/command []
            490s  node/a-0    refused: drained by the upgrade  user/node-refused []                    <- node/a-0 command 5
            511s  node/a-0    gone                             node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            511s  node/a-a-1  done                             surge/node-done [AM-58]                 <- node/a-0 gone
            600s  node/a-0    command 6                        user/command []
            600s  node/a-0    refused: no such node            user/node-refused []                    <- node/a-0 command 6
            Quiet
        "#]],
    );
}

/// KC-17: a Pod of a Job that a limit ends has failed like one that ended in its grace.
#[test]
fn a_forced_pod_of_a_job_counts_as_a_failure() {
    check(
        "pool a nodes=1 slots=4 | app etl kind=Job replicas=2 on=a-0 grace=7200 backoff=1 max-unavailable=0 | at=0 upgrade a | at=5000 drain a-0",
        |record| !nodes(record) && !pool(record),
        expect![[r#"
               0s  cluster       started                           start/scenario []
             181s  pod/etl-0     blocked: etl-pdb allows 0         gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods, at most 3600s
             181s  pod/etl-1     blocked: etl-pdb allows 0         gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods, at most 3600s
            3781s  pod/etl-0     forced out against its budget     drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 2 pods, at most 3600s
            3781s  pod/etl-1     forced out against its budget     drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 2 pods, at most 3600s
            3781s  workload/etl  blocked: failed after 2 failures  workload/job-failed [KC-17]                  <- pod/etl-1 forced out against its budget
            Quiet
        "#]],
    );
}

/// KE-02, KD-09: the refused Pod is deleted by its controller, its next attempt is granted, the drain waits for its end.
#[test]
fn a_refused_pod_that_its_controller_deletes_is_waited_for() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 unready min-available=1 | at=0 drain a-0 | at=3 replicas web 0",
        pods_and_nodes,
        expect![[r#"
             0s  node/a-0   command 0                  user/command []
             0s  node/a-0   cordoned                   user/cordon [KT-18]                    <- node/a-0 command 0
             1s  node/a-0   draining 1 pods            drain/start [KD-01 AM-06]              <- node/a-0 cordoned
             1s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods
             3s  pod/web-0  deleted, gone in 30s       workload/scale-down [KC-04 KC-12]      <- workload/web replicas 0
            33s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 deleted, gone in 30s
            33s  node/a-0   drained                    drain/end [KD-09 KD-11]                <- pod/web-0 gone
            Quiet
        "#]],
    );
}

/// AM-12, AM-62: the pool's own limits also apply to a rollback's deletions.
#[test]
fn a_rollback_keeps_to_the_grace_limit_of_the_pool() {
    check(
        "pool a nodes=2 surge=0+1 grace-limit=60 | app web replicas=2 on=a-1 grace=7200 | at=0 upgrade a | at=10 cancel a | at=250 drain a-1 | at=500 rollback a",
        pods_and_nodes,
        expect![[r#"
               0s  node/a-0   taken by unavailable slot 1                               surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
               0s  node/a-0   cordoned                                                  surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
               1s  node/a-0   draining 0 pods                                           drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
               1s  node/a-0   drained                                                   drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods
               1s  node/a-0   deleting for 30s, to recreate                             surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
              31s  node/a-0   gone                                                      node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
              31s  node/a-0   recreating, ready in 180s                                 surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
             211s  node/a-0   ready                                                     surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
             211s  node/a-0   uncordoned                                                surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
             211s  node/a-0   done                                                      surge/node-done [AM-58]                           <- node/a-0 uncordoned
             250s  node/a-1   command 2                                                 user/command []
             250s  node/a-1   cordoned                                                  user/cordon [KT-18]                               <- node/a-1 command 2
             251s  node/a-1   draining 2 pods                                           drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
             251s  pod/web-0  evicted, gone in 7200s                                    drain/evict [UP-18 KD-08 KE-11]                   <- node/a-1 draining 2 pods
             251s  pod/web-1  evicted, gone in 7200s                                    drain/evict [UP-18 KD-08 KE-11]                   <- node/a-1 draining 2 pods
             251s  pod/web-2  pending                                                   workload/replace [KC-01 KC-02]                    <- pod/web-0 evicted, gone in 7200s
             251s  pod/web-3  pending                                                   workload/replace [KC-01 KC-02]                    <- pod/web-0 evicted, gone in 7200s
             251s  pod/web-2  bound to a-0                                              place/bind [KS-30 KS-31]                          <- pod/web-2 pending
             251s  pod/web-3  bound to a-0                                              place/bind [KS-30 KS-31]                          <- pod/web-3 pending
             271s  pod/web-2  ready                                                     pod/ready [KT-03]                                 <- pod/web-2 bound to a-0
             271s  pod/web-3  ready                                                     pod/ready [KT-03]                                 <- pod/web-3 bound to a-0
             500s  node/a-0   taken by unavailable slot 1                               surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
             500s  node/a-0   cordoned                                                  surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
             501s  node/a-0   draining 2 pods                                           drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
             501s  pod/web-2  deleted, gone in 60s                                      drain/delete [UP-18 KE-12 AM-12]                  <- node/a-0 draining 2 pods
             501s  pod/web-3  deleted, gone in 60s                                      drain/delete [UP-18 KE-12 AM-12]                  <- node/a-0 draining 2 pods
             501s  pod/web-4  pending                                                   workload/replace [KC-01 KC-02]                    <- pod/web-2 deleted, gone in 60s
             501s  pod/web-5  pending                                                   workload/replace [KC-01 KC-02]                    <- pod/web-2 deleted, gone in 60s
             501s  pod/web-4  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]           <- pod/web-4 pending
             501s  pod/web-5  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]           <- pod/web-5 pending
             561s  pod/web-2  gone                                                      pod/gone [KT-05]                                  <- pod/web-2 deleted, gone in 60s
             561s  pod/web-3  gone                                                      pod/gone [KT-05]                                  <- pod/web-3 deleted, gone in 60s
             561s  node/a-0   drained                                                   drain/end [KD-09 KD-11]                           <- pod/web-3 gone
             561s  node/a-0   deleting for 30s, to recreate                             surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
             591s  node/a-0   gone                                                      node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
             591s  node/a-0   recreating, ready in 180s                                 surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
             771s  node/a-0   ready                                                     surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
             771s  node/a-0   uncordoned                                                surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
             771s  pod/web-4  bound to a-0                                              place/bind [KS-30 KS-31]                          <- node/a-0 ready
             771s  pod/web-5  bound to a-0                                              place/bind [KS-30 KS-31]                          <- node/a-0 ready
             771s  node/a-0   done                                                      surge/node-done [AM-58]                           <- node/a-0 uncordoned
             791s  pod/web-4  ready                                                     pod/ready [KT-03]                                 <- pod/web-4 bound to a-0
             791s  pod/web-5  ready                                                     pod/ready [KT-03]                                 <- pod/web-5 bound to a-0
            7451s  pod/web-0  gone                                                      pod/gone [KT-05]                                  <- pod/web-0 evicted, gone in 7200s
            7451s  pod/web-1  gone                                                      pod/gone [KT-05]                                  <- pod/web-1 evicted, gone in 7200s
            7451s  node/a-1   drained                                                   drain/end [KD-09 KD-11]                           <- pod/web-1 gone
            Quiet
        "#]],
    );
}

/// AM-39, AM-58: the slot's drain begins one second after its own cordon, although another drain was
/// requested before.
#[test]
fn a_drain_takes_over_one_that_has_not_begun() {
    check(
        "pool a nodes=1 surge=0+1 | app web replicas=1 on=a-0 | cordon-time=60 | at=0 drain a-0 | at=30 upgrade a",
        |record| pods_and_nodes(record) && record.at < SimTime::from_secs(100),
        expect![[r#"
             0s  node/a-0   command 0                                                 user/command []
             0s  node/a-0   cordoned                                                  user/cordon [KT-18]                               <- node/a-0 command 0
            30s  node/a-0   taken by unavailable slot 1                               surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
            90s  node/a-0   draining 1 pods, at most 3600s                            drain/start [KD-01 AM-06]                         <- node/a-0 taken by unavailable slot 1
            90s  pod/web-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]                   <- node/a-0 draining 1 pods, at most 3600s
            90s  pod/web-1  pending                                                   workload/replace [KC-01 KC-02]                    <- pod/web-0 evicted, gone in 30s
            90s  pod/web-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]           <- pod/web-1 pending
            Quiet
        "#]],
    );
}

/// KD-07: a second `kubectl drain` that a filter aborts leaves the first one running.
#[test]
fn an_aborted_drain_stops_no_other() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 empty-dir max-unavailable=0 | at=0 drain a-0 | at=60 drain a-0 keep-empty-dir | at=120 limit web 1",
        pods_and_nodes,
        expect![[r#"
              0s  node/a-0   command 0                            user/command []
              0s  node/a-0   cordoned                             user/cordon [KT-18]                    <- node/a-0 command 0
              1s  node/a-0   draining 1 pods                      drain/start [KD-01 AM-06]              <- node/a-0 cordoned
              1s  pod/web-0  blocked: web-pdb allows 0            gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods
             60s  node/a-0   command 1                            user/command []
             61s  pod/web-0  blocked: drain filter local storage  gate/drain-filter [KD-07]              <- node/a-0 command 1
            121s  pod/web-0  evicted, gone in 30s                 drain/evict [UP-18 KD-08 KE-11]        <- budget/web-pdb command 2
            121s  pod/web-1  pending                              workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
            121s  pod/web-1  bound to a-1                         place/bind [KS-30 KS-31]               <- pod/web-1 pending
            141s  pod/web-1  ready                                pod/ready [KT-03]                      <- pod/web-1 bound to a-1
            151s  pod/web-0  gone                                 pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
            151s  node/a-0   drained                              drain/end [KD-09 KD-11]                <- pod/web-0 gone
            Quiet
        "#]],
    );
}
