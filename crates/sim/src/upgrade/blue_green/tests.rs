//! Blue-green upgrades second by second.

use expect_test::expect;

use crate::testing::*;
use trace::{Change, Subject};

/// GF-21, BG-08, BG-13, BG-15, BG-21, BG-25, BG-34, BG-35.
#[test]
fn a_blue_green_upgrade_goes_through_its_phases() {
    check(
        "pool a nodes=4 blue-green part=0.5 batch-soak=600 | app web replicas=8 | at=0 upgrade a",
        pool_and_nodes,
        expect![[r#"
               0s  pool/a      command 0                       user/command []
               0s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 0
               0s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
               0s  node/a-a-4  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               0s  node/a-a-5  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               0s  node/a-a-6  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               0s  node/a-a-7  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-4  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-4 requested, ready in 180s
             180s  node/a-a-5  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-5 requested, ready in 180s
             180s  node/a-a-6  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-6 requested, ready in 180s
             180s  node/a-a-7  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-7 requested, ready in 180s
             180s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-4 ready
             180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             180s  node/a-1    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             180s  node/a-2    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             180s  node/a-3    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      batch 1 of 2                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
             181s  node/a-0    draining 2 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 2
             181s  node/a-1    draining 2 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 2
             211s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- pod/web-1 gone
             211s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- pod/web-3 gone
             211s  pool/a      batch drained, soaks 600s       blue-green/batch-soak [BG-21 AM-14]                <- node/a-1 drained
             811s  pool/a      batch 2 of 2                    blue-green/batch [BG-15 AM-14]                     <- pool/a batch drained, soaks 600s
             811s  node/a-2    draining 2 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 2 of 2
             811s  node/a-3    draining 2 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 2 of 2
             841s  node/a-2    drained                         drain/end [KD-09 KD-11]                            <- pod/web-5 gone
             841s  node/a-3    drained                         drain/end [KD-09 KD-11]                            <- pod/web-7 gone
             841s  pool/a      batch drained, soaks 600s       blue-green/batch-soak [BG-21 AM-14]                <- node/a-3 drained
            1441s  pool/a      NODE_POOL_SOAKING, 3600s        blue-green/soak [BG-25 AM-64]                      <- pool/a batch drained, soaks 600s
            5041s  pool/a      DELETING_BLUE_POOL              blue-green/delete [BG-31 AM-64]                    <- pool/a NODE_POOL_SOAKING, 3600s
            5041s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            5041s  node/a-1    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            5041s  node/a-2    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            5041s  node/a-3    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            5041s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            5041s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            5041s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- node/a-1 draining 0 pods
            5041s  node/a-1    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-1 drained
            5041s  node/a-2    drained                         drain/end [KD-09 KD-11]                            <- node/a-2 draining 0 pods
            5041s  node/a-2    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-2 drained
            5041s  node/a-3    drained                         drain/end [KD-09 KD-11]                            <- node/a-3 draining 0 pods
            5041s  node/a-3    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-3 drained
            5071s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            5071s  node/a-1    gone                            node/vm-gone [AM-39]                               <- node/a-1 deleting for 30s
            5071s  node/a-2    gone                            node/vm-gone [AM-39]                               <- node/a-2 deleting for 30s
            5071s  node/a-3    gone                            node/vm-gone [AM-39]                               <- node/a-3 deleting for 30s
            5071s  pool/a      succeeded                       blue-green/succeed [BG-35 BS-15]                   <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// GF-21 (b), BG-28.
#[test]
fn complete_skips_the_rest_of_the_soak() {
    check(
        "pool a nodes=4 blue-green part=0.5 batch-soak=600 | app web replicas=8 | at=0 upgrade a | at=1000 complete a | at=2000 complete a",
        pool,
        expect![[r#"
               0s  pool/a  command 0                        user/command []
               0s  pool/a  upgrade started                  upgrade/start [SU-04 AM-84]             <- pool/a command 0
               0s  pool/a  CREATING_GREEN_POOL              blue-green/create [BG-01 BG-08 AM-64]   <- pool/a upgrade started
             180s  pool/a  CORDONING_BLUE_POOL              blue-green/cordon [BG-13 AM-64]         <- node/a-a-4 ready
             181s  pool/a  DRAINING_BLUE_POOL               blue-green/drain [BG-15 AM-64]          <- pool/a CORDONING_BLUE_POOL
             181s  pool/a  batch 1 of 2                     blue-green/batch [BG-15 AM-14]          <- pool/a DRAINING_BLUE_POOL
             211s  pool/a  batch drained, soaks 600s        blue-green/batch-soak [BG-21 AM-14]     <- node/a-1 drained
             811s  pool/a  batch 2 of 2                     blue-green/batch [BG-15 AM-14]          <- pool/a batch drained, soaks 600s
             841s  pool/a  batch drained, soaks 600s        blue-green/batch-soak [BG-21 AM-14]     <- node/a-3 drained
            1000s  pool/a  command 1                        user/command []
            1000s  pool/a  refused: the pool does not soak  blue-green/refused [BG-39 BG-43 AM-22]  <- pool/a command 1
            1441s  pool/a  NODE_POOL_SOAKING, 3600s         blue-green/soak [BG-25 AM-64]           <- pool/a batch drained, soaks 600s
            2000s  pool/a  command 2                        user/command []
            2000s  pool/a  DELETING_BLUE_POOL               blue-green/complete [BG-28 BG-43]       <- pool/a command 2
            2030s  pool/a  succeeded                        blue-green/succeed [BG-35 BS-15]        <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// GF-22, BG-22, BG-23.
#[test]
fn a_rollback_in_phase_three_frees_blue_and_deletes_green() {
    check(
        "pool a nodes=4 blue-green part=0.5 batch-soak=600 | app web replicas=8 | at=0 upgrade a | at=400 cancel a | at=500 rollback a",
        |record| record.at >= base::SimTime::from_secs(181),
        expect![[r#"
            181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]               <- pool/a CORDONING_BLUE_POOL
            181s  pool/a      batch 1 of 2                    blue-green/batch [BG-15 AM-14]               <- pool/a DRAINING_BLUE_POOL
            181s  node/a-0    draining 2 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]    <- pool/a batch 1 of 2
            181s  node/a-1    draining 2 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]    <- pool/a batch 1 of 2
            181s  pod/web-0   evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods, at most 3600s
            181s  pod/web-1   evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods, at most 3600s
            181s  pod/web-2   evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]              <- node/a-1 draining 2 pods, at most 3600s
            181s  pod/web-3   evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]              <- node/a-1 draining 2 pods, at most 3600s
            181s  pod/web-8   pending                         workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
            181s  pod/web-9   pending                         workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
            181s  pod/web-10  pending                         workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
            181s  pod/web-11  pending                         workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
            181s  pod/web-8   bound to a-a-4                  place/bind [KS-30 KS-31]                     <- pod/web-8 pending
            181s  pod/web-9   bound to a-a-5                  place/bind [KS-30 KS-31]                     <- pod/web-9 pending
            181s  pod/web-10  bound to a-a-6                  place/bind [KS-30 KS-31]                     <- pod/web-10 pending
            181s  pod/web-11  bound to a-a-7                  place/bind [KS-30 KS-31]                     <- pod/web-11 pending
            201s  pod/web-8   ready                           pod/ready [KT-03]                            <- pod/web-8 bound to a-a-4
            201s  pod/web-9   ready                           pod/ready [KT-03]                            <- pod/web-9 bound to a-a-5
            201s  pod/web-10  ready                           pod/ready [KT-03]                            <- pod/web-10 bound to a-a-6
            201s  pod/web-11  ready                           pod/ready [KT-03]                            <- pod/web-11 bound to a-a-7
            211s  pod/web-0   gone                            pod/gone [KT-05]                             <- pod/web-0 evicted, gone in 30s
            211s  pod/web-1   gone                            pod/gone [KT-05]                             <- pod/web-1 evicted, gone in 30s
            211s  pod/web-2   gone                            pod/gone [KT-05]                             <- pod/web-2 evicted, gone in 30s
            211s  pod/web-3   gone                            pod/gone [KT-05]                             <- pod/web-3 evicted, gone in 30s
            211s  node/a-0    drained                         drain/end [KD-09 KD-11]                      <- pod/web-1 gone
            211s  node/a-1    drained                         drain/end [KD-09 KD-11]                      <- pod/web-3 gone
            211s  pool/a      batch drained, soaks 600s       blue-green/batch-soak [BG-21 AM-14]          <- node/a-1 drained
            400s  pool/a      command 1                       user/command []
            400s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]        <- pool/a command 1
            500s  pool/a      command 2                       user/command []
            500s  pool/a      rolling back                    blue-green/roll-back [BG-41 BS-12 AM-65]     <- pool/a command 2
            500s  node/a-0    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]      <- pool/a rolling back
            500s  node/a-1    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]      <- pool/a rolling back
            500s  node/a-2    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]      <- pool/a rolling back
            500s  node/a-3    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]      <- pool/a rolling back
            500s  node/a-a-4  cordoned                        blue-green/cordon-green [BG-41 AM-65]        <- pool/a rolling back
            500s  node/a-a-5  cordoned                        blue-green/cordon-green [BG-41 AM-65]        <- pool/a rolling back
            500s  node/a-a-6  cordoned                        blue-green/cordon-green [BG-41 AM-65]        <- pool/a rolling back
            500s  node/a-a-7  cordoned                        blue-green/cordon-green [BG-41 AM-65]        <- pool/a rolling back
            501s  node/a-a-4  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- pool/a rolling back
            501s  node/a-a-5  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- pool/a rolling back
            501s  node/a-a-6  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- pool/a rolling back
            501s  node/a-a-7  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- pool/a rolling back
            501s  pod/web-8   deleted, gone in 30s            drain/delete [UP-18 KE-12 AM-12]             <- node/a-a-4 draining 1 pods, at most 3600s
            501s  pod/web-9   deleted, gone in 30s            drain/delete [UP-18 KE-12 AM-12]             <- node/a-a-5 draining 1 pods, at most 3600s
            501s  pod/web-10  deleted, gone in 30s            drain/delete [UP-18 KE-12 AM-12]             <- node/a-a-6 draining 1 pods, at most 3600s
            501s  pod/web-11  deleted, gone in 30s            drain/delete [UP-18 KE-12 AM-12]             <- node/a-a-7 draining 1 pods, at most 3600s
            501s  pod/web-12  pending                         workload/replace [KC-01 KC-02]               <- pod/web-8 deleted, gone in 30s
            501s  pod/web-13  pending                         workload/replace [KC-01 KC-02]               <- pod/web-8 deleted, gone in 30s
            501s  pod/web-14  pending                         workload/replace [KC-01 KC-02]               <- pod/web-8 deleted, gone in 30s
            501s  pod/web-15  pending                         workload/replace [KC-01 KC-02]               <- pod/web-8 deleted, gone in 30s
            501s  pod/web-12  bound to a-0                    place/bind [KS-30 KS-31]                     <- pod/web-12 pending
            501s  pod/web-13  bound to a-1                    place/bind [KS-30 KS-31]                     <- pod/web-13 pending
            501s  pod/web-14  bound to a-0                    place/bind [KS-30 KS-31]                     <- pod/web-14 pending
            501s  pod/web-15  bound to a-1                    place/bind [KS-30 KS-31]                     <- pod/web-15 pending
            521s  pod/web-12  ready                           pod/ready [KT-03]                            <- pod/web-12 bound to a-0
            521s  pod/web-13  ready                           pod/ready [KT-03]                            <- pod/web-13 bound to a-1
            521s  pod/web-14  ready                           pod/ready [KT-03]                            <- pod/web-14 bound to a-0
            521s  pod/web-15  ready                           pod/ready [KT-03]                            <- pod/web-15 bound to a-1
            531s  pod/web-8   gone                            pod/gone [KT-05]                             <- pod/web-8 deleted, gone in 30s
            531s  pod/web-9   gone                            pod/gone [KT-05]                             <- pod/web-9 deleted, gone in 30s
            531s  pod/web-10  gone                            pod/gone [KT-05]                             <- pod/web-10 deleted, gone in 30s
            531s  pod/web-11  gone                            pod/gone [KT-05]                             <- pod/web-11 deleted, gone in 30s
            531s  node/a-a-4  drained                         drain/end [KD-09 KD-11]                      <- pod/web-8 gone
            531s  node/a-a-4  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]  <- node/a-a-4 drained
            531s  node/a-a-5  drained                         drain/end [KD-09 KD-11]                      <- pod/web-9 gone
            531s  node/a-a-5  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]  <- node/a-a-5 drained
            531s  node/a-a-6  drained                         drain/end [KD-09 KD-11]                      <- pod/web-10 gone
            531s  node/a-a-6  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]  <- node/a-a-6 drained
            531s  node/a-a-7  drained                         drain/end [KD-09 KD-11]                      <- pod/web-11 gone
            531s  node/a-a-7  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]  <- node/a-a-7 drained
            561s  node/a-a-4  gone                            node/vm-gone [AM-39]                         <- node/a-a-4 deleting for 30s
            561s  node/a-a-5  gone                            node/vm-gone [AM-39]                         <- node/a-a-5 deleting for 30s
            561s  node/a-a-6  gone                            node/vm-gone [AM-39]                         <- node/a-a-6 deleting for 30s
            561s  node/a-a-7  gone                            node/vm-gone [AM-39]                         <- node/a-a-7 deleting for 30s
            561s  pool/a      rolled back                     blue-green/rolled-back [BG-41 AM-65]         <- node/a-a-4 gone
            Quiet
        "#]],
    );
}

/// GF-23, BG-20, BG-32, BG-33.
#[test]
fn without_batches_pods_stay_until_blue_is_deleted() {
    check(
        "pool a nodes=3 blue-green batch=0 | app a1 replicas=1 on=a-0 max-unavailable=0 | app b1 replicas=1 on=a-1 max-unavailable=0 | app c1 replicas=1 on=a-2 max-unavailable=0 grace=7200 | at=0 upgrade a",
        |_| true,
        expect![[r#"
               0s  cluster     started                   start/scenario []
               0s  pool/a      command 0                 user/command []
               0s  pool/a      upgrade started           upgrade/start [SU-04 AM-84]                        <- pool/a command 0
               0s  pool/a      CREATING_GREEN_POOL       blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
               0s  node/a-a-3  requested, ready in 180s  blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               0s  node/a-a-4  requested, ready in 180s  blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               0s  node/a-a-5  requested, ready in 180s  blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-3  ready                     blue-green/node-ready [BG-08 AM-39]                <- node/a-a-3 requested, ready in 180s
             180s  node/a-a-4  ready                     blue-green/node-ready [BG-08 AM-39]                <- node/a-a-4 requested, ready in 180s
             180s  node/a-a-5  ready                     blue-green/node-ready [BG-08 AM-39]                <- node/a-a-5 requested, ready in 180s
             180s  pool/a      CORDONING_BLUE_POOL       blue-green/cordon [BG-13 AM-64]                    <- node/a-a-3 ready
             180s  node/a-0    cordoned                  blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             180s  node/a-1    cordoned                  blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             180s  node/a-2    cordoned                  blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      NODE_POOL_SOAKING, 3600s  blue-green/soak [BG-25 AM-64]                      <- pool/a CORDONING_BLUE_POOL
            3781s  pool/a      DELETING_BLUE_POOL        blue-green/delete [BG-31 AM-64]                    <- pool/a NODE_POOL_SOAKING, 3600s
            3781s  node/a-0    draining 1 pods           blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  node/a-1    draining 1 pods           blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  node/a-2    draining 1 pods           blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  pod/a1-0    deleted, gone in 30s      blue-green/delete-pod [BG-32 BG-33 UP-18 KE-12]    <- node/a-0 draining 1 pods
            3781s  pod/b1-0    deleted, gone in 30s      blue-green/delete-pod [BG-32 BG-33 UP-18 KE-12]    <- node/a-1 draining 1 pods
            3781s  pod/c1-0    deleted, gone in 3600s    blue-green/delete-pod [BG-32 BG-33 UP-18 KE-12]    <- node/a-2 draining 1 pods
            3781s  pod/a1-1    pending                   workload/replace [KC-01 KC-02]                     <- pod/a1-0 deleted, gone in 30s
            3781s  pod/b1-1    pending                   workload/replace [KC-01 KC-02]                     <- pod/b1-0 deleted, gone in 30s
            3781s  pod/c1-1    pending                   workload/replace [KC-01 KC-02]                     <- pod/c1-0 deleted, gone in 3600s
            3781s  pod/a1-1    bound to a-a-3            place/bind [KS-30 KS-31]                           <- pod/a1-1 pending
            3781s  pod/b1-1    bound to a-a-4            place/bind [KS-30 KS-31]                           <- pod/b1-1 pending
            3781s  pod/c1-1    bound to a-a-5            place/bind [KS-30 KS-31]                           <- pod/c1-1 pending
            3801s  pod/a1-1    ready                     pod/ready [KT-03]                                  <- pod/a1-1 bound to a-a-3
            3801s  pod/b1-1    ready                     pod/ready [KT-03]                                  <- pod/b1-1 bound to a-a-4
            3801s  pod/c1-1    ready                     pod/ready [KT-03]                                  <- pod/c1-1 bound to a-a-5
            3811s  pod/a1-0    gone                      pod/gone [KT-05]                                   <- pod/a1-0 deleted, gone in 30s
            3811s  pod/b1-0    gone                      pod/gone [KT-05]                                   <- pod/b1-0 deleted, gone in 30s
            3811s  node/a-0    drained                   drain/end [KD-09 KD-11]                            <- pod/a1-0 gone
            3811s  node/a-0    deleting for 30s          blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            3811s  node/a-1    drained                   drain/end [KD-09 KD-11]                            <- pod/b1-0 gone
            3811s  node/a-1    deleting for 30s          blue-green/delete-node [BG-34 AM-64]               <- node/a-1 drained
            3841s  node/a-0    gone                      node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            3841s  node/a-1    gone                      node/vm-gone [AM-39]                               <- node/a-1 deleting for 30s
            7381s  pod/c1-0    gone                      pod/gone [KT-05]                                   <- pod/c1-0 deleted, gone in 3600s
            7381s  node/a-2    drained                   drain/end [KD-09 KD-11]                            <- pod/c1-0 gone
            7381s  node/a-2    deleting for 30s          blue-green/delete-node [BG-34 AM-64]               <- node/a-2 drained
            7411s  node/a-2    gone                      node/vm-gone [AM-39]                               <- node/a-2 deleting for 30s
            7411s  pool/a      succeeded                 blue-green/succeed [BG-35 BS-15]                   <- node/a-2 gone
            Quiet
        "#]],
    );
}

/// BG-41: blue gets its previous state back, including a node that a user had cordoned.
#[test]
fn a_rollback_leaves_cordons_of_people() {
    check(
        "pool a nodes=3 blue-green | at=0 cordon a-1 | at=10 upgrade a | at=20 cordon a-2 | at=300 rollback a",
        |record| {
            matches!(
                record.change,
                Change::NodeCordoned | Change::NodeUncordoned | Change::RolledBack
            )
        },
        expect![[r#"
              0s  node/a-1    cordoned     user/cordon [KT-18]                      <- node/a-1 command 0
             20s  node/a-2    cordoned     user/cordon [KT-18]                      <- node/a-2 command 2
            190s  node/a-0    cordoned     blue-green/cordon-node [BG-13 AM-21]     <- pool/a CORDONING_BLUE_POOL
            300s  node/a-0    uncordoned   blue-green/uncordon [BG-14 BG-23 BG-41]  <- pool/a rolling back
            300s  node/a-a-3  cordoned     blue-green/cordon-green [BG-41 AM-65]    <- pool/a rolling back
            300s  node/a-a-4  cordoned     blue-green/cordon-green [BG-41 AM-65]    <- pool/a rolling back
            300s  node/a-a-5  cordoned     blue-green/cordon-green [BG-41 AM-65]    <- pool/a rolling back
            331s  pool/a      rolled back  blue-green/rolled-back [BG-41 AM-65]     <- node/a-a-3 gone
            Quiet
        "#]],
    );
}

/// AM-64: a Pod that is already terminating keeps its own end within the hour of phase 5.
#[test]
fn a_pod_terminating_before_phase_five_keeps_its_end() {
    check(
        "pool a nodes=2 blue-green batch=0 pool-soak=60 | app web replicas=1 on=a-0 grace=3000 shutdown=2500 | app slow replicas=1 on=a-1 grace=9000 | at=0 drain a-0 | at=0 drain a-1 | at=1 upgrade a",
        |record| matches!(record.subject, Subject::Pod(_)),
        expect![[r#"
               1s  pod/web-0   evicted, gone in 2500s                                    drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
               1s  pod/slow-0  evicted, gone in 9000s                                    drain/evict [UP-18 KD-08 KE-11]          <- node/a-1 draining 1 pods
               1s  pod/web-1   pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 2500s
               1s  pod/slow-1  pending                                                   workload/replace [KC-01 KC-02]           <- pod/slow-0 evicted, gone in 9000s
               1s  pod/web-1   blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-1 pending
               1s  pod/slow-1  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/slow-1 pending
             181s  pod/web-1   bound to a-a-2                                            place/bind [KS-30 KS-31]                 <- node/a-a-2 ready
             181s  pod/slow-1  bound to a-a-3                                            place/bind [KS-30 KS-31]                 <- node/a-a-2 ready
             201s  pod/web-1   ready                                                     pod/ready [KT-03]                        <- pod/web-1 bound to a-a-2
             201s  pod/slow-1  ready                                                     pod/ready [KT-03]                        <- pod/slow-1 bound to a-a-3
             242s  pod/slow-0  deleted, gone in 3600s                                    pod/deletion-shortened [KE-13]           <- node/a-1 draining 1 pods
            2501s  pod/web-0   gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 2500s
            3842s  pod/slow-0  gone                                                      pod/gone [KT-05]                         <- pod/slow-0 deleted, gone in 3600s
            Quiet
        "#]],
    );
}

/// BG-15, BS-11: with a timeout of zero for refusals, each Pod is tried once.
#[test]
fn with_a_pdb_timeout_of_zero_the_others_are_evicted() {
    check(
        "pool a nodes=1 blue-green pdb-timeout=0 pool-soak=600 | app web replicas=1 on=a-0 | app held replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a",
        |record| {
            matches!(record.subject, Subject::Pod(_))
                || matches!(record.change, Change::PhaseStarted { .. } | Change::DrainEnded { .. })
        },
        expect![[r#"
              0s  pool/a      CREATING_GREEN_POOL      blue-green/create [BG-01 BG-08 AM-64]            <- pool/a upgrade started
            180s  pool/a      CORDONING_BLUE_POOL      blue-green/cordon [BG-13 AM-64]                  <- node/a-a-1 ready
            181s  pool/a      DRAINING_BLUE_POOL       blue-green/drain [BG-15 AM-64]                   <- pool/a CORDONING_BLUE_POOL
            181s  pod/web-0   evicted, gone in 30s     drain/evict [UP-18 KD-08 KE-11]                  <- node/a-0 draining 2 pods
            181s  node/a-0    drained by limit         drain/batch-limit [BG-16 UP-17 AM-16]            <- node/a-0 draining 2 pods
            181s  pool/a      NODE_POOL_SOAKING, 600s  blue-green/soak [BG-25 AM-64]                    <- pool/a batch drained, soaks 0s
            181s  pod/web-1   pending                  workload/replace [KC-01 KC-02]                   <- pod/web-0 evicted, gone in 30s
            181s  pod/web-1   bound to a-a-1           place/bind [KS-30 KS-31]                         <- pod/web-1 pending
            201s  pod/web-1   ready                    pod/ready [KT-03]                                <- pod/web-1 bound to a-a-1
            211s  pod/web-0   gone                     pod/gone [KT-05]                                 <- pod/web-0 evicted, gone in 30s
            781s  pool/a      DELETING_BLUE_POOL       blue-green/delete [BG-31 AM-64]                  <- pool/a NODE_POOL_SOAKING, 600s
            781s  pod/held-0  deleted, gone in 30s     blue-green/delete-pod [BG-32 BG-33 UP-18 KE-12]  <- node/a-0 draining 1 pods
            781s  pod/held-1  pending                  workload/replace [KC-01 KC-02]                   <- pod/held-0 deleted, gone in 30s
            781s  pod/held-1  bound to a-a-1           place/bind [KS-30 KS-31]                         <- pod/held-1 pending
            801s  pod/held-1  ready                    pod/ready [KT-03]                                <- pod/held-1 bound to a-a-1
            811s  pod/held-0  gone                     pod/gone [KT-05]                                 <- pod/held-0 deleted, gone in 30s
            811s  node/a-0    drained                  drain/end [KD-09 KD-11]                          <- pod/held-0 gone
            Quiet
        "#]],
    );
}

/// AM-59: a run that finds no old node has succeeded.
#[test]
fn without_old_nodes_there_is_nothing_to_do() {
    check(
        "pool a nodes=1 blue-green pool-soak=60 | at=0 upgrade a | at=1000 upgrade a",
        pool,
        expect![[r#"
               0s  pool/a  command 0                user/command []
               0s  pool/a  upgrade started          upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  pool/a  CREATING_GREEN_POOL      blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started
             180s  pool/a  CORDONING_BLUE_POOL      blue-green/cordon [BG-13 AM-64]        <- node/a-a-1 ready
             181s  pool/a  DRAINING_BLUE_POOL       blue-green/drain [BG-15 AM-64]         <- pool/a CORDONING_BLUE_POOL
             181s  pool/a  batch 1 of 1             blue-green/batch [BG-15 AM-14]         <- pool/a DRAINING_BLUE_POOL
             181s  pool/a  batch drained, soaks 0s  blue-green/batch-soak [BG-21 AM-14]    <- node/a-0 drained
             181s  pool/a  NODE_POOL_SOAKING, 60s   blue-green/soak [BG-25 AM-64]          <- pool/a batch drained, soaks 0s
             241s  pool/a  DELETING_BLUE_POOL       blue-green/delete [BG-31 AM-64]        <- pool/a NODE_POOL_SOAKING, 60s
             271s  pool/a  succeeded                blue-green/succeed [BG-35 BS-15]       <- node/a-0 gone
            1000s  pool/a  command 1                user/command []
            1000s  pool/a  refused: already so      user/refused [UP-14 AM-84 BS-04]       <- pool/a command 1
            Quiet
        "#]],
    );
}

/// AM-64, AM-91: a user's later drain of a batch's node doesn't delay the batch.
#[test]
fn a_batch_waits_for_its_own_drains_alone() {
    check(
        "pool a nodes=1 blue-green | app web kind=StatefulSet replicas=1 tolerates | at=0 upgrade a | at=190 cancel a | at=260 drain a-0 | at=270 resume a",
        pool_and_nodes,
        expect![[r#"
               0s  pool/a      command 0                       user/command []
               0s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 0
               0s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
               0s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             180s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
             180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      batch 1 of 1                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
             181s  node/a-0    draining 1 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
             190s  pool/a      command 1                       user/command []
             190s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]              <- pool/a command 1
             190s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
             211s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- pod/web-0 gone
             260s  node/a-0    command 2                       user/command []
             261s  node/a-0    draining 1 pods                 drain/start [KD-01 AM-06]                          <- node/a-0 command 2
             270s  pool/a      command 3                       user/command []
             270s  pool/a      resumed                         blue-green/resume [UP-13 BG-40 AM-65]              <- pool/a command 3
             270s  pool/a      NODE_POOL_SOAKING, 3600s        blue-green/soak [BG-25 AM-64]                      <- pool/a resumed
             291s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- pod/web-0 gone
            3870s  pool/a      DELETING_BLUE_POOL              blue-green/delete [BG-31 AM-64]                    <- pool/a NODE_POOL_SOAKING, 3600s
            3870s  node/a-0    draining 1 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3900s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- pod/web-0 gone
            3900s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            3930s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            3930s  pool/a      succeeded                       blue-green/succeed [BG-35 BS-15]                   <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AM-64, AM-80: the first phase ends when all green nodes are Ready, including those taken away after they had been Ready.
#[test]
fn the_first_phase_waits_for_a_green_node_that_was_taken_away() {
    check(
        "pool a nodes=1 zones=2 spot blue-green | at=0 stockout zone-b | at=0 upgrade a | at=500 in-stock zone-b | at=600 preempt a-a-2 | until=810",
        pool_and_nodes,
        expect![[r#"
             0s  pool/a      command 1                       user/command []
             0s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 1
             0s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
             0s  node/a-a-2  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             0s  pool/a      blocked: zone-b is stocked out  blue-green/no-capacity [AM-60 AM-64]               <- pool/a CREATING_GREEN_POOL
           180s  node/a-a-2  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-2 requested, ready in 180s
           180s  pool/a      waits for resources             blue-green/no-capacity [AM-60 AM-64]               <- node/a-a-2 ready
           500s  node/a-b-3  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- zone/zone-b command 2
           500s  pool/a      has resources                   surge/capacity-found [SU-08 AM-60]                 <- zone/zone-b command 2
           600s  node/a-a-2  command 3                       user/command []
           600s  node/a-a-2  taken away in 30s, comes back   node/preempted [AM-80 CA-57 KT-15]                 <- node/a-a-2 command 3
           630s  node/a-a-2  gone                            node/vm-gone [AM-39]                               <- node/a-a-2 taken away in 30s, comes back
           630s  node/a-a-2  recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-a-2 gone
           680s  node/a-b-3  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-b-3 requested, ready in 180s
           810s  node/a-a-2  ready                           node/brought-back [AM-80 AM-39]                    <- node/a-a-2 recreating, ready in 180s
           810s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-2 ready
           810s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
           810s  node/a-1    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
           Until
        "#]],
    );
}

/// BG-23, AM-65: a node that is rolled back isn't repaired; its drain begins a second after the command.
#[test]
fn a_rollback_ends_the_repair_of_a_green_node() {
    check(
        "pool a nodes=1 blue-green | app web replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a | at=200 fail a-a-1 disk | at=2001 rollback a",
        |record| record.at >= base::SimTime::from_secs(2000),
        expect![[r#"
            2000s  node/a-a-1  cordoned                        repair/cordon [BS-58 AM-53]                  <- node/a-a-1 disk full
            2001s  pool/a      command 2                       user/command []
            2001s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]        <- pool/a command 2
            2001s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                    <- pool/a cancelled
            2001s  pool/a      rolling back                    blue-green/roll-back [BG-41 BS-12 AM-65]     <- pool/a cancelled
            2001s  node/a-0    drain aborted                   drain/given-up [BG-23 AM-65]                 <- pool/a rolling back
            2001s  node/a-0    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]      <- pool/a rolling back
            2002s  node/a-a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- pool/a rolling back
            2002s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                      <- node/a-a-1 draining 0 pods, at most 3600s
            2002s  node/a-a-1  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]  <- node/a-a-1 drained
            2032s  node/a-a-1  gone                            node/vm-gone [AM-39]                         <- node/a-a-1 deleting for 30s
            2032s  pool/a      rolled back                     blue-green/rolled-back [BG-41 AM-65]         <- node/a-a-1 gone
            Quiet
        "#]],
    );
}

/// KE-02, AM-73: finished Pods are deleted at the start of their batch's drain, not with the VM.
#[test]
fn a_batch_leaves_no_finished_pods_on_its_nodes() {
    check(
        "pool a nodes=1 blue-green | app once kind=Pod replicas=1 finished | at=0 upgrade a",
        pods_and_nodes,
        expect![[r#"
               0s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  node/a-0    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
             181s  pod/once    gone                            drain/remove-finished [KE-02 AM-73]                <- node/a-0 draining 0 pods, at most 3600s
             181s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
            3781s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            3781s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            3811s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-64, BG-33: a Pod that is leaving keeps its own end in the last phase, here one beyond its grace period.
#[test]
fn the_last_phase_does_not_shorten_running_terminations() {
    check(
        "pool a nodes=1 blue-green batch=0 pool-soak=100 | app web kind=Pod replicas=1 | at=0 drain a-0 grace=1000 | at=0 upgrade a",
        pods_and_nodes,
        expect![[r#"
               0s  node/a-0    command 0                 user/command []
               0s  node/a-0    cordoned                  user/cordon [KT-18]                                <- node/a-0 command 0
               0s  node/a-a-1  requested, ready in 180s  blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               1s  node/a-0    draining 1 pods           drain/start [KD-01 AM-06]                          <- node/a-0 cordoned
               1s  pod/web     evicted, gone in 1000s    drain/evict [UP-18 KD-08 KE-11]                    <- node/a-0 draining 1 pods
             180s  node/a-a-1  ready                     blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             281s  node/a-0    draining 1 pods           blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            1001s  pod/web     gone                      pod/gone [KT-05]                                   <- pod/web evicted, gone in 1000s
            1001s  node/a-0    drained                   drain/end [KD-09 KD-11]                            <- pod/web gone
            1001s  node/a-0    deleting for 30s          blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            1031s  node/a-0    gone                      node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-65, AM-79, KD-14: the five seconds between two attempts count from the resume.
#[test]
fn a_resumed_drain_has_a_grid_of_its_own() {
    check(
        "pool a nodes=1 blue-green | app web replicas=1 max-unavailable=0 | at=0 upgrade a | at=190 cancel a | at=203 resume a | at=300 limit web 1 | until=400",
        pods,
        expect![[r#"
            181s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods, at most 3600s
            303s  pod/web-0  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- budget/web-pdb command 3
            303s  pod/web-1  pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
            303s  pod/web-1  bound to a-a-1             place/bind [KS-30 KS-31]               <- pod/web-1 pending
            323s  pod/web-1  ready                      pod/ready [KT-03]                      <- pod/web-1 bound to a-a-1
            333s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
            Until
        "#]],
    );
}

/// AM-45: a node at the end of its life doesn't count as blue.
#[test]
fn no_green_node_replaces_a_node_that_is_removed() {
    check(
        "pool a nodes=1 life=1000 | at=500 resize a 2 | at=1005 settings a blue-green | at=1010 upgrade a | until=1100",
        pool_and_nodes,
        expect![[r#"
             500s  pool/a      command 0                  user/command []
             500s  pool/a      resized to 2 in each zone  pool/resize [AM-63]                                <- pool/a command 0
             500s  node/a-a-1  requested, ready in 180s   pool/request-node [AM-63]                          <- pool/a resized to 2 in each zone
             680s  node/a-a-1  ready                      pool/node-ready [AM-39]                            <- node/a-a-1 requested, ready in 180s
            1000s  node/a-0    taken away in 30s          short-lived/life-over [SL-03 AM-42]                <- cluster started
            1005s  pool/a      command 1                  user/command []
            1005s  pool/a      upgrade settings set       set/upgrade-settings [BS-04]                       <- pool/a command 1
            1010s  pool/a      command 2                  user/command []
            1010s  pool/a      upgrade started            upgrade/start [SU-04 AM-84]                        <- pool/a command 2
            1010s  pool/a      CREATING_GREEN_POOL        blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
            1010s  node/a-a-2  requested, ready in 180s   blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            1030s  node/a-0    gone                       node/vm-gone [AM-39]                               <- node/a-0 taken away in 30s
            Until
        "#]],
    );
}

/// BG-15: the last batch is smaller.
#[test]
fn three_nodes_are_two_batches_of_two() {
    check(
        "pool a nodes=3 blue-green batch=2 | at=0 upgrade a",
        |record| matches!(record.change, Change::BatchStarted { .. }),
        expect![[r#"
            181s  pool/a  batch 1 of 2  blue-green/batch [BG-15 AM-14]  <- pool/a DRAINING_BLUE_POOL
            181s  pool/a  batch 2 of 2  blue-green/batch [BG-15 AM-14]  <- pool/a batch drained, soaks 0s
            Quiet
        "#]],
    );
}

/// BG-26, BS-04: time soaked before the settings changed counts toward the seven days.
#[test]
fn a_longer_soak_ends_with_the_seven_days() {
    check(
        "pool a nodes=1 blue-green batch-soak=1000 pool-soak=1000 | at=0 upgrade a | at=1500 cancel a | at=1600 settings a blue-green pool-soak=604800 \
         | at=1700 resume a",
        pool,
        expect![[r#"
                 0s  pool/a  command 0                   user/command []
                 0s  pool/a  upgrade started             upgrade/start [SU-04 AM-84]            <- pool/a command 0
                 0s  pool/a  CREATING_GREEN_POOL         blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started
               180s  pool/a  CORDONING_BLUE_POOL         blue-green/cordon [BG-13 AM-64]        <- node/a-a-1 ready
               181s  pool/a  DRAINING_BLUE_POOL          blue-green/drain [BG-15 AM-64]         <- pool/a CORDONING_BLUE_POOL
               181s  pool/a  batch 1 of 1                blue-green/batch [BG-15 AM-14]         <- pool/a DRAINING_BLUE_POOL
               181s  pool/a  batch drained, soaks 1000s  blue-green/batch-soak [BG-21 AM-14]    <- node/a-0 drained
              1181s  pool/a  NODE_POOL_SOAKING, 1000s    blue-green/soak [BG-25 AM-64]          <- pool/a batch drained, soaks 1000s
              1500s  pool/a  command 1                   user/command []
              1500s  pool/a  cancelled                   blue-green/cancel [UP-12 BG-38 AM-65]  <- pool/a command 1
              1600s  pool/a  command 2                   user/command []
              1600s  pool/a  upgrade settings set        set/upgrade-settings [BS-04]           <- pool/a command 2
              1600s  pool/a  603481s left                set/rest [BS-04 AM-84]                 <- pool/a upgrade settings set
              1700s  pool/a  command 3                   user/command []
              1700s  pool/a  resumed                     blue-green/resume [UP-13 BG-40 AM-65]  <- pool/a command 3
            605181s  pool/a  DELETING_BLUE_POOL          blue-green/seven-days [BG-26 AM-18]    <- pool/a resumed
            605211s  pool/a  succeeded                   blue-green/succeed [BG-35 BS-15]       <- node/a-0 gone
            Quiet
        "#]],
    );
}
