//! Containers that fail, in short runs.

use crate::testing::*;
use expect_test::expect;

/// KT-24: starts at 0, 5, 20, 45, 90, 175, 340, 645, 950 after the first one.
#[test]
fn a_container_that_crashes_waits_longer_each_time() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 crash=5 | at=0 drain a-0 | at=1200 cordon a-0",
        pods,
        expect![[r#"
               1s  pod/web-0  evicted, gone in 4s                   drain/evict [UP-18 KD-08 KE-11]       <- node/a-0 draining 1 pods
               1s  pod/web-1  pending                               workload/replace [KC-01 KC-02]        <- pod/web-0 evicted, gone in 4s
               1s  pod/web-1  bound to a-1                          place/bind [KS-30 KS-31]              <- pod/web-1 pending
               5s  pod/web-0  gone                                  pod/gone [KT-05]                      <- pod/web-0 evicted, gone in 4s
              21s  pod/web-1  ready                                 pod/ready [KT-03]                     <- pod/web-1 bound to a-1
              26s  pod/web-1  exited with code 1, restarts in 0s    pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
              26s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 0s
              31s  pod/web-1  exited with code 1, restarts in 10s   pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
              41s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 10s
              46s  pod/web-1  exited with code 1, restarts in 20s   pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
              66s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 20s
              71s  pod/web-1  exited with code 1, restarts in 40s   pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
             111s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 40s
             116s  pod/web-1  exited with code 1, restarts in 80s   pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
             196s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 80s
             201s  pod/web-1  exited with code 1, restarts in 160s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
             361s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 160s
             366s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
             666s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
             671s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
             971s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
             976s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            1276s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
            1281s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            1581s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
            1586s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            1886s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
            1891s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            2191s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
            2196s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            2496s  pod/web-1  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 300s
            2501s  pod/web-1  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            Quiet
        "#]],
    );
}

/// KT-24: a run of more than 600 s makes the next exit the first again, which costs nothing.
#[test]
fn a_long_run_forgets_the_exits_before() {
    check(
        "pool a nodes=1 | app web replicas=1 crash=601 | app api replicas=1 crash=600 | until=2500",
        pods,
        expect![[r#"
             600s  pod/api-0  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- cluster started
             600s  pod/api-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/api-0 exited with code 1, restarts in 0s
             601s  pod/web-0  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- cluster started
             601s  pod/web-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 0s
            1200s  pod/api-0  exited with code 1, restarts in 10s  pod/container-exits [KT-24 KT-26]     <- pod/api-0 ready
            1202s  pod/web-0  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
            1202s  pod/web-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 0s
            1210s  pod/api-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/api-0 exited with code 1, restarts in 10s
            1803s  pod/web-0  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
            1803s  pod/web-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 0s
            1810s  pod/api-0  exited with code 1, restarts in 20s  pod/container-exits [KT-24 KT-26]     <- pod/api-0 ready
            1830s  pod/api-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/api-0 exited with code 1, restarts in 20s
            2404s  pod/web-0  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
            2404s  pod/web-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 0s
            2430s  pod/api-0  exited with code 1, restarts in 40s  pod/container-exits [KT-24 KT-26]     <- pod/api-0 ready
            2470s  pod/api-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/api-0 exited with code 1, restarts in 40s
            Until
        "#]],
    );
}

/// KT-24, KT-07: OnFailure restarts no container that ended well, Never none at all.
#[test]
fn a_restart_policy_decides_what_an_exit_means() {
    check(
        "pool a nodes=2 | app good kind=Pod replicas=1 crash=5,0 on-failure | app bad kind=Pod replicas=1 crash=5,3 on-failure
         | app loops replicas=1 crash=5,0 | until=30",
        pods,
        expect![[r#"
             5s  pod/good     succeeded                            pod/finishes [KT-07 KT-26]            <- cluster started
             5s  pod/bad      exited with code 3, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- cluster started
             5s  pod/loops-0  exited with code 0, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- cluster started
             5s  pod/bad      ready                                pod/container-restarts [KT-07 KT-24]  <- pod/bad exited with code 3, restarts in 0s
             5s  pod/loops-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/loops-0 exited with code 0, restarts in 0s
            10s  pod/bad      exited with code 3, restarts in 10s  pod/container-exits [KT-24 KT-26]     <- pod/bad ready
            10s  pod/loops-0  exited with code 0, restarts in 10s  pod/container-exits [KT-24 KT-26]     <- pod/loops-0 ready
            20s  pod/bad      ready                                pod/container-restarts [KT-07 KT-24]  <- pod/bad exited with code 3, restarts in 10s
            20s  pod/loops-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/loops-0 exited with code 0, restarts in 10s
            25s  pod/bad      exited with code 3, restarts in 20s  pod/container-exits [KT-24 KT-26]     <- pod/bad ready
            25s  pod/loops-0  exited with code 0, restarts in 20s  pod/container-exits [KT-24 KT-26]     <- pod/loops-0 ready
            Until
        "#]],
    );
}

/// KT-25: tries at 0, 10, 30, 70, 150, 310, 610, 910 after the binding; KT-26: the Pod is Pending and leaves without budget.
#[test]
fn an_image_that_cannot_be_pulled_is_tried_again() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 image-pull | at=0 drain a-0 | at=1000 cordon a-0",
        pods,
        expect![[r#"
               1s  pod/web-0  evicted, gone in 30s                drain/evict [UP-18 KD-08 KE-11]     <- node/a-0 draining 1 pods
               1s  pod/web-1  pending                             workload/replace [KC-01 KC-02]      <- pod/web-0 evicted, gone in 30s
               1s  pod/web-1  bound to a-1                        place/bind [KS-30 KS-31]            <- pod/web-1 pending
               1s  pod/web-1  image not pulled, next try in 10s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 bound to a-1
              11s  pod/web-1  image not pulled, next try in 20s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 10s
              31s  pod/web-0  gone                                pod/gone [KT-05]                    <- pod/web-0 evicted, gone in 30s
              31s  pod/web-1  image not pulled, next try in 40s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 20s
              71s  pod/web-1  image not pulled, next try in 80s   pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 40s
             151s  pod/web-1  image not pulled, next try in 160s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 80s
             311s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 160s
             611s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
             911s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
            1211s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
            1511s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
            1811s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
            2111s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
            2411s  pod/web-1  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]  <- pod/web-1 image not pulled, next try in 300s
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 | app web replicas=2 on=a-0 image-pull max-unavailable=1 fails-until=100 | at=0 drain a-0 timeout=200",
        pods,
        expect![[r#"
              1s  pod/web-0  evicted, gone in 30s               drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods, at most 200s
              1s  pod/web-1  blocked: web-pdb allows 0          gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods, at most 200s
              1s  pod/web-2  pending                            workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
              1s  pod/web-2  bound to a-1                       place/bind [KS-30 KS-31]               <- pod/web-2 pending
              1s  pod/web-2  image not pulled, next try in 10s  pod/pull-fails [KT-02 KT-25 KT-26]     <- pod/web-2 bound to a-1
             11s  pod/web-2  image not pulled, next try in 20s  pod/pull-fails [KT-02 KT-25 KT-26]     <- pod/web-2 image not pulled, next try in 10s
             31s  pod/web-0  gone                               pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
             31s  pod/web-2  image not pulled, next try in 40s  pod/pull-fails [KT-02 KT-25 KT-26]     <- pod/web-2 image not pulled, next try in 20s
             71s  pod/web-2  image not pulled, next try in 80s  pod/pull-fails [KT-02 KT-25 KT-26]     <- pod/web-2 image not pulled, next try in 40s
            151s  pod/web-2  image pulled, runs in 20s          pod/pull-succeeds [KT-25]              <- pod/web-2 image not pulled, next try in 80s
            171s  pod/web-2  ready                              pod/ready [KT-03]                      <- pod/web-2 image pulled, runs in 20s
            171s  pod/web-1  evicted, gone in 30s               drain/evict [UP-18 KD-08 KE-11]        <- pod/web-2 ready
            171s  pod/web-3  pending                            workload/replace [KC-01 KC-02]         <- pod/web-1 evicted, gone in 30s
            171s  pod/web-3  bound to a-1                       place/bind [KS-30 KS-31]               <- pod/web-3 pending
            191s  pod/web-3  ready                              pod/ready [KT-03]                      <- pod/web-3 bound to a-1
            201s  pod/web-1  gone                               pod/gone [KT-05]                       <- pod/web-1 evicted, gone in 30s
            Quiet
        "#]],
    );
}

/// KT-27, KT-04: it hangs at 100, is killed from 130 on and restarts at 160; a startup probe ends what never starts.
#[test]
fn probes_end_containers() {
    check(
        "pool a nodes=1 | app web replicas=1 hangs=100 | until=400",
        pods,
        expect![[r#"
            130s  pod/web-0  killed by a probe, ends in 30s         pod/probe-kills [KT-04 KT-27]         <- cluster started
            160s  pod/web-0  exited with code 137, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- pod/web-0 killed by a probe, ends in 30s
            160s  pod/web-0  ready                                  pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 137, restarts in 0s
            290s  pod/web-0  killed by a probe, ends in 30s         pod/probe-kills [KT-04 KT-27]         <- pod/web-0 ready
            320s  pod/web-0  exited with code 137, restarts in 10s  pod/container-exits [KT-24 KT-26]     <- pod/web-0 killed by a probe, ends in 30s
            330s  pod/web-0  ready                                  pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 137, restarts in 10s
            Until
        "#]],
    );
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 never-ready startup=50 grace=10 | at=0 drain a-0 | until=300",
        pods,
        expect![[r#"
              1s  pod/web-0  evicted, gone in 10s                   drain/evict [UP-18 KD-08 KE-11]       <- node/a-0 draining 1 pods
              1s  pod/web-1  pending                                workload/replace [KC-01 KC-02]        <- pod/web-0 evicted, gone in 10s
              1s  pod/web-1  bound to a-1                           place/bind [KS-30 KS-31]              <- pod/web-1 pending
             11s  pod/web-0  gone                                   pod/gone [KT-05]                      <- pod/web-0 evicted, gone in 10s
             21s  pod/web-1  running, never ready                   pod/never-ready [KT-03]               <- pod/web-1 bound to a-1
             71s  pod/web-1  killed by a probe, ends in 10s         pod/probe-kills [KT-04 KT-27]         <- pod/web-1 running, never ready
             81s  pod/web-1  exited with code 137, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- pod/web-1 killed by a probe, ends in 10s
             81s  pod/web-1  running, never ready                   pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 137, restarts in 0s
            131s  pod/web-1  killed by a probe, ends in 10s         pod/probe-kills [KT-04 KT-27]         <- pod/web-1 running, never ready
            141s  pod/web-1  exited with code 137, restarts in 10s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 killed by a probe, ends in 10s
            151s  pod/web-1  running, never ready                   pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 137, restarts in 10s
            201s  pod/web-1  killed by a probe, ends in 10s         pod/probe-kills [KT-04 KT-27]         <- pod/web-1 running, never ready
            211s  pod/web-1  exited with code 137, restarts in 20s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 killed by a probe, ends in 10s
            231s  pod/web-1  running, never ready                   pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 137, restarts in 20s
            281s  pod/web-1  killed by a probe, ends in 10s         pod/probe-kills [KT-04 KT-27]         <- pod/web-1 running, never ready
            291s  pod/web-1  exited with code 137, restarts in 40s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 killed by a probe, ends in 10s
            Until
        "#]],
    );
}

/// AM-102: what failed at the start goes on, and its replacement fails too; the other Pod is refused and forced.
#[test]
fn a_pod_that_failed_at_the_start_goes_on_to_fail() {
    check(
        "pool a nodes=2 | app web replicas=2 no-image=1, max-unavailable=1 | at=0 upgrade a | until=8000",
        pods,
        expect![[r#"
             181s  pod/web-0  evicted, gone in 0s                 drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods, at most 3600s
             181s  pod/web-1  blocked: web-pdb allows 0           gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods, at most 3600s
             181s  pod/web-0  gone                                pod/gone [KT-05]                             <- pod/web-0 evicted, gone in 0s
             181s  pod/web-2  pending                             workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 0s
             181s  pod/web-2  bound to a-1                        place/bind [KS-30 KS-31]                     <- pod/web-2 pending
             181s  pod/web-2  image not pulled, next try in 10s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 bound to a-1
             191s  pod/web-2  image not pulled, next try in 20s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 10s
             211s  pod/web-2  image not pulled, next try in 40s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 20s
             251s  pod/web-2  image not pulled, next try in 80s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 40s
             331s  pod/web-2  image not pulled, next try in 160s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 80s
             491s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 160s
             791s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            1091s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            1391s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            1691s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            1991s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            2291s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            2591s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            2891s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            3191s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            3491s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            3781s  pod/web-1  forced out against its budget       drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 2 pods, at most 3600s
            3781s  pod/web-3  pending                             workload/replace [KC-01 KC-02]               <- pod/web-1 forced out against its budget
            3781s  pod/web-3  bound to a-a-2                      place/bind [KS-30 KS-31]                     <- pod/web-3 pending
            3791s  pod/web-2  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-2 image not pulled, next try in 300s
            3801s  pod/web-3  ready                               pod/ready [KT-03]                            <- pod/web-3 bound to a-a-2
            3992s  pod/web-2  evicted, gone in 0s                 drain/evict [UP-18 KD-08 KE-11]              <- node/a-1 draining 1 pods, at most 3600s
            3992s  pod/web-2  gone                                pod/gone [KT-05]                             <- pod/web-2 evicted, gone in 0s
            3992s  pod/web-4  pending                             workload/replace [KC-01 KC-02]               <- pod/web-2 evicted, gone in 0s
            3992s  pod/web-4  bound to a-a-3                      place/bind [KS-30 KS-31]                     <- pod/web-4 pending
            3992s  pod/web-4  image not pulled, next try in 10s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 bound to a-a-3
            4002s  pod/web-4  image not pulled, next try in 20s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 10s
            4022s  pod/web-4  image not pulled, next try in 40s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 20s
            4062s  pod/web-4  image not pulled, next try in 80s   pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 40s
            4142s  pod/web-4  image not pulled, next try in 160s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 80s
            4302s  pod/web-4  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 160s
            4602s  pod/web-4  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 300s
            4902s  pod/web-4  image not pulled, next try in 300s  pod/pull-fails [KT-02 KT-25 KT-26]           <- pod/web-4 image not pulled, next try in 300s
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 loops=3 | at=100 drain a-0 | until=600",
        pods,
        expect![[r#"
             20s  pod/web-0  ready                                pod/container-restarts [KT-07 KT-24]  <- cluster started
             30s  pod/web-0  exited with code 1, restarts in 40s  pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
             70s  pod/web-0  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 40s
             80s  pod/web-0  exited with code 1, restarts in 80s  pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
            101s  pod/web-0  evicted, gone in 0s                  drain/evict [UP-18 KD-08 KE-11]       <- node/a-0 draining 1 pods
            101s  pod/web-0  gone                                 pod/gone [KT-05]                      <- pod/web-0 evicted, gone in 0s
            101s  pod/web-1  pending                              workload/replace [KC-01 KC-02]        <- pod/web-0 evicted, gone in 0s
            101s  pod/web-1  bound to a-1                         place/bind [KS-30 KS-31]              <- pod/web-1 pending
            121s  pod/web-1  ready                                pod/ready [KT-03]                     <- pod/web-1 bound to a-1
            131s  pod/web-1  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            131s  pod/web-1  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 0s
            141s  pod/web-1  exited with code 1, restarts in 10s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            151s  pod/web-1  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 10s
            161s  pod/web-1  exited with code 1, restarts in 20s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            181s  pod/web-1  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 20s
            191s  pod/web-1  exited with code 1, restarts in 40s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            231s  pod/web-1  ready                                pod/container-restarts [KT-07 KT-24]  <- pod/web-1 exited with code 1, restarts in 40s
            241s  pod/web-1  exited with code 1, restarts in 80s  pod/container-exits [KT-24 KT-26]     <- pod/web-1 ready
            Quiet
        "#]],
    );
}

/// AM-102: an exit that its failure doesn't last for shortens no grace period.
#[test]
fn a_container_that_works_again_gets_its_whole_grace_period() {
    check(
        "pool a nodes=1 | app web replicas=1 crash=40 fails-until=10 grace=30 | at=20 drain a-0 | until=60",
        pods,
        expect![[r#"
            21s  pod/web-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
            21s  pod/web-1  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
            21s  pod/web-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-1 pending
            51s  pod/web-0  gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 30s
            Until
        "#]],
    );
}

/// AM-43, AM-102: a container that failed and works again is ready when its VM is back.
#[test]
fn a_container_that_works_again_is_ready_after_a_host_event() {
    check(
        "pool a nodes=1 gpu | app web kind=DaemonSet crash=5 fails-until=10 ready=3 | at=100 host-event a-0 | until=900",
        pods,
        expect![[r#"
              5s  pod/web-0  exited with code 1, restarts in 0s  pod/container-exits [KT-24 KT-26]     <- cluster started
              5s  pod/web-0  running, ready in 3s                pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 0s
              8s  pod/web-0  ready                               pod/ready [KT-03]                     <- pod/web-0 running, ready in 3s
            100s  pod/web-0  not ready                           host/ends-pod [MR-08 AM-43]           <- node/a-0 host event, down for 300s
            400s  pod/web-0  ready                               pod/ready [KT-03]                     <- node/a-0 back
            Quiet
        "#]],
    );
}

/// AM-102: only on nodes of a pool or of a version, and until the script says otherwise.
#[test]
fn containers_fail_where_and_until_said() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 crash=10 fails-version=1.33 | at=0 upgrade a | at=1000 behave web works",
        pods,
        expect![[r#"
             181s  pod/web-0  evicted, gone in 30s                  drain/evict [UP-18 KD-08 KE-11]       <- node/a-0 draining 1 pods, at most 3600s
             181s  pod/web-1  pending                               workload/replace [KC-01 KC-02]        <- pod/web-0 evicted, gone in 30s
             181s  pod/web-1  bound to a-1                          place/bind [KS-30 KS-31]              <- pod/web-1 pending
             201s  pod/web-1  ready                                 pod/ready [KT-03]                     <- pod/web-1 bound to a-1
             211s  pod/web-0  gone                                  pod/gone [KT-05]                      <- pod/web-0 evicted, gone in 30s
             422s  pod/web-1  evicted, gone in 30s                  drain/evict [UP-18 KD-08 KE-11]       <- node/a-1 draining 1 pods, at most 3600s
             422s  pod/web-2  pending                               workload/replace [KC-01 KC-02]        <- pod/web-1 evicted, gone in 30s
             422s  pod/web-2  bound to a-a-2                        place/bind [KS-30 KS-31]              <- pod/web-2 pending
             442s  pod/web-2  ready                                 pod/ready [KT-03]                     <- pod/web-2 bound to a-a-2
             452s  pod/web-1  gone                                  pod/gone [KT-05]                      <- pod/web-1 evicted, gone in 30s
             452s  pod/web-2  exited with code 1, restarts in 0s    pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
             452s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 0s
             462s  pod/web-2  exited with code 1, restarts in 10s   pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
             472s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 10s
             482s  pod/web-2  exited with code 1, restarts in 20s   pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
             502s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 20s
             512s  pod/web-2  exited with code 1, restarts in 40s   pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
             552s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 40s
             562s  pod/web-2  exited with code 1, restarts in 80s   pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
             642s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 80s
             652s  pod/web-2  exited with code 1, restarts in 160s  pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
             812s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 160s
             822s  pod/web-2  exited with code 1, restarts in 300s  pod/container-exits [KT-24 KT-26]     <- pod/web-2 ready
            1122s  pod/web-2  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-2 exited with code 1, restarts in 300s
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 | app web replicas=1 unready | at=0 drain a-1 | at=50 behave web works",
        pods,
        expect![[r#"
            50s  pod/web-0  ready  pod/ready [KT-03]  <- workload/web behaves differently
            Quiet
        "#]],
    );
}

/// A run in which containers fail forever ends when nothing else happens.
#[test]
fn a_crash_loop_keeps_no_run_alive() {
    check(
        "pool a nodes=2 | app web replicas=1 crash=10 | app api replicas=1 image-pull",
        |record| !pods(record),
        expect![[r#"
            0s  cluster  started  start/scenario []
            Quiet
        "#]],
    );
}

/// AM-102: a Pod that failed at the start because of its node's version is replaced by one that works on other nodes.
#[test]
fn a_failure_of_one_version_does_not_follow_the_pod_to_another() {
    check(
        "pool a nodes=1 | app web replicas=1 loops=3 crash=10 fails-version=1.32 | at=0 upgrade a | until=600",
        pods,
        expect![[r#"
             20s  pod/web-0  ready                                 pod/container-restarts [KT-07 KT-24]  <- cluster started
             30s  pod/web-0  exited with code 1, restarts in 40s   pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
             70s  pod/web-0  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 40s
             80s  pod/web-0  exited with code 1, restarts in 80s   pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
            160s  pod/web-0  ready                                 pod/container-restarts [KT-07 KT-24]  <- pod/web-0 exited with code 1, restarts in 80s
            170s  pod/web-0  exited with code 1, restarts in 160s  pod/container-exits [KT-24 KT-26]     <- pod/web-0 ready
            181s  pod/web-0  evicted, gone in 0s                   drain/evict [UP-18 KD-08 KE-11]       <- node/a-0 draining 1 pods, at most 3600s
            181s  pod/web-0  gone                                  pod/gone [KT-05]                      <- pod/web-0 evicted, gone in 0s
            181s  pod/web-1  pending                               workload/replace [KC-01 KC-02]        <- pod/web-0 evicted, gone in 0s
            181s  pod/web-1  bound to a-a-1                        place/bind [KS-30 KS-31]              <- pod/web-1 pending
            201s  pod/web-1  ready                                 pod/ready [KT-03]                     <- pod/web-1 bound to a-a-1
            Quiet
        "#]],
    );
}

/// AM-102: a container that wasn't ready before its exits opens no budget when it is started again.
#[test]
fn a_crash_loop_that_is_never_ready_opens_no_budget() {
    check(
        "pool a nodes=3 | app web replicas=2 on=a-0 loops=3 unready-crash max-unavailable=1 | at=0 drain a-0 | at=60 behave web works | until=120",
        pods,
        expect![[r#"
             1s  pod/web-0  evicted, gone in 0s                  drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods
             1s  pod/web-1  blocked: web-pdb allows 0            gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods
             1s  pod/web-0  gone                                 pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 0s
             1s  pod/web-2  pending                              workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 0s
             1s  pod/web-2  bound to a-1                         place/bind [KS-30 KS-31]               <- pod/web-2 pending
            21s  pod/web-2  running, never ready                 pod/never-ready [KT-03]                <- pod/web-2 bound to a-1
            31s  pod/web-2  exited with code 1, restarts in 0s   pod/container-exits [KT-24 KT-26]      <- pod/web-2 running, never ready
            31s  pod/web-2  running, never ready                 pod/container-restarts [KT-07 KT-24]   <- pod/web-2 exited with code 1, restarts in 0s
            41s  pod/web-2  exited with code 1, restarts in 10s  pod/container-exits [KT-24 KT-26]      <- pod/web-2 running, never ready
            51s  pod/web-2  running, never ready                 pod/container-restarts [KT-07 KT-24]   <- pod/web-2 exited with code 1, restarts in 10s
            60s  pod/web-2  ready                                pod/ready [KT-03]                      <- workload/web behaves differently
            61s  pod/web-1  evicted, gone in 30s                 drain/evict [UP-18 KD-08 KE-11]        <- pod/web-2 ready
            61s  pod/web-3  pending                              workload/replace [KC-01 KC-02]         <- pod/web-1 evicted, gone in 30s
            61s  pod/web-3  bound to a-2                         place/bind [KS-30 KS-31]               <- pod/web-3 pending
            81s  pod/web-3  ready                                pod/ready [KT-03]                      <- pod/web-3 bound to a-2
            91s  pod/web-1  gone                                 pod/gone [KT-05]                       <- pod/web-1 evicted, gone in 30s
            Quiet
        "#]],
    );
}
