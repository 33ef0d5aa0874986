use crate::testing::*;
use expect_test::expect;

/// KS-39: although another zone has room, the Pod waits for a node of its disk's zone.
#[test]
fn a_pod_returns_only_to_the_zone_of_its_disk() {
    check(
        "pool a nodes=1 zones=2 | app db kind=StatefulSet replicas=1 on=a-1 disk=zone-b | at=0 drain a-1 | at=100 uncordon a-1",
        pods,
        expect![[r#"
              1s  pod/db-0  evicted, gone in 30s                                                 drain/evict [UP-18 KD-08 KE-11]               <- node/a-1 draining 1 pods
             31s  pod/db-0  gone                                                                 pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
             31s  pod/db-0  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
             31s  pod/db-0  blocked: NodeUnschedulable, 1 node(s) were unschedulable             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
             31s  pod/db-0  blocked: VolumeBinding, 1 node(s) had volume node affinity conflict  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            100s  pod/db-0  bound to a-1                                                         place/bind [KS-30 KS-31]                      <- node/a-1 uncordoned
            120s  pod/db-0  ready                                                                pod/ready [KT-03]                             <- pod/db-0 bound to a-1
            Quiet
        "#]],
    );
}

/// KS-06, KS-39: no Pod is preempted where the disk isn't.
#[test]
fn nothing_is_preempted_in_another_zone() {
    check(
        "pool a nodes=1 zones=2 | app low replicas=2 on=a-0 priority=-1 | app db kind=StatefulSet replicas=1 on=a-1 disk=zone-b
         | at=0 drain a-1",
        pods,
        expect![[r#"
             1s  pod/db-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]               <- node/a-1 draining 1 pods
            31s  pod/db-0  gone                                                      pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
            31s  pod/db-0  pending                                                   workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            31s  pod/db-0  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            31s  pod/db-0  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            Quiet
        "#]],
    );
}

/// KS-40: the zone of the first node is that of the volume for good.
#[test]
fn the_first_node_of_a_pod_decides_where_its_disk_is() {
    check(
        "pool a nodes=1 zones=2 | app db kind=StatefulSet replicas=0 disk | at=0 replicas db 1 | at=100 drain a-0",
        pods,
        expect![[r#"
              0s  pod/db-0  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 1
              0s  pod/db-0  volume db-disk is in zone-a                                          volume/provision [KS-40]                      <- pod/db-0 pending
              0s  pod/db-0  bound to a-0                                                         place/bind [KS-30 KS-31]                      <- pod/db-0 pending
             20s  pod/db-0  ready                                                                pod/ready [KT-03]                             <- pod/db-0 bound to a-0
            101s  pod/db-0  evicted, gone in 30s                                                 drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 1 pods
            131s  pod/db-0  gone                                                                 pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
            131s  pod/db-0  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            131s  pod/db-0  blocked: NodeUnschedulable, 1 node(s) were unschedulable             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            131s  pod/db-0  blocked: VolumeBinding, 1 node(s) had volume node affinity conflict  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            Quiet
        "#]],
    );
}

/// KS-40: a class may rule out zones.
#[test]
fn a_new_disk_is_made_where_its_class_allows() {
    check(
        "pool a nodes=1 zones=3 | app db kind=StatefulSet replicas=0 disk allowed=zone-b | at=0 replicas db 1
         | at=100 drain a-1",
        pods,
        expect![[r#"
              0s  pod/db-0  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 1
              0s  pod/db-0  volume db-disk is in zone-b                                          volume/provision [KS-40]                      <- pod/db-0 pending
              0s  pod/db-0  bound to a-1                                                         place/bind [KS-30 KS-31]                      <- pod/db-0 pending
             20s  pod/db-0  ready                                                                pod/ready [KT-03]                             <- pod/db-0 bound to a-1
            101s  pod/db-0  evicted, gone in 30s                                                 drain/evict [UP-18 KD-08 KE-11]               <- node/a-1 draining 1 pods
            131s  pod/db-0  gone                                                                 pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
            131s  pod/db-0  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            131s  pod/db-0  blocked: NodeUnschedulable, 1 node(s) were unschedulable             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            131s  pod/db-0  blocked: VolumeBinding, 2 node(s) had volume node affinity conflict  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            Quiet
        "#]],
    );
}

/// KS-40: `Immediate` doesn't wait for a node; a regional disk has two zones.
#[test]
fn an_immediate_disk_is_made_before_there_is_a_node() {
    check(
        "pool a nodes=1 zones=3 | app db kind=StatefulSet parallel replicas=0 disk immediate | app two kind=StatefulSet replicas=0 disk regional
         | at=0 replicas db 3 | at=100 replicas two 1",
        pods,
        expect![[r#"
              0s  pod/db-0   pending                                  workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 3
              0s  pod/db-1   pending                                  workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 3
              0s  pod/db-2   pending                                  workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 3
              0s  pod/db-0   volume db-disk is in zone-c              volume/provision [KS-40]                      <- pod/db-0 pending
              0s  pod/db-0   bound to a-2                             place/bind [KS-30 KS-31]                      <- pod/db-0 volume db-disk is in zone-c
              0s  pod/db-1   volume db-disk is in zone-c              volume/provision [KS-40]                      <- pod/db-1 pending
              0s  pod/db-1   bound to a-2                             place/bind [KS-30 KS-31]                      <- pod/db-1 volume db-disk is in zone-c
              0s  pod/db-2   volume db-disk is in zone-b              volume/provision [KS-40]                      <- pod/db-2 pending
              0s  pod/db-2   bound to a-1                             place/bind [KS-30 KS-31]                      <- pod/db-2 volume db-disk is in zone-b
             20s  pod/db-0   ready                                    pod/ready [KT-03]                             <- pod/db-0 bound to a-2
             20s  pod/db-1   ready                                    pod/ready [KT-03]                             <- pod/db-1 bound to a-2
             20s  pod/db-2   ready                                    pod/ready [KT-03]                             <- pod/db-2 bound to a-1
            100s  pod/two-0  pending                                  workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/two replicas 1
            100s  pod/two-0  volume two-disk is in zone-a and zone-c  volume/provision [KS-40]                      <- pod/two-0 pending
            100s  pod/two-0  bound to a-0                             place/bind [KS-30 KS-31]                      <- pod/two-0 pending
            120s  pod/two-0  ready                                    pod/ready [KT-03]                             <- pod/two-0 bound to a-0
            Quiet
        "#]],
    );
}

/// KS-40: Pods of the start give their claims the zones of their nodes; claims outlive Pods.
#[test]
fn claims_of_the_start_are_where_their_pods_are() {
    check(
        "pool a nodes=1 zones=2 | app db kind=StatefulSet parallel replicas=2 pending disk
         | at=0 replicas db 0 | at=100 cordon a-0 | at=200 replicas db 2",
        pods,
        expect![[r#"
              0s  pod/db-1  deleted, gone in 30s                                                 workload/scale-down [KC-04 KC-12]             <- workload/db replicas 0
              0s  pod/db-0  deleted, gone in 30s                                                 workload/scale-down [KC-04 KC-12]             <- workload/db replicas 0
             30s  pod/db-0  gone                                                                 pod/gone [KT-05]                              <- pod/db-0 deleted, gone in 30s
             30s  pod/db-1  gone                                                                 pod/gone [KT-05]                              <- pod/db-1 deleted, gone in 30s
            200s  pod/db-0  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 2
            200s  pod/db-1  pending                                                              workload/replace-ordinal [KC-09 KC-10 KC-11]  <- workload/db replicas 2
            200s  pod/db-0  blocked: NodeUnschedulable, 1 node(s) were unschedulable             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            200s  pod/db-0  blocked: VolumeBinding, 1 node(s) had volume node affinity conflict  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-0 pending
            200s  pod/db-1  bound to a-1                                                         place/bind [KS-30 KS-31]                      <- pod/db-1 pending
            220s  pod/db-1  ready                                                                pod/ready [KT-03]                             <- pod/db-1 bound to a-1
            Quiet
        "#]],
    );
}

/// KS-41: a replacement is bound at once and starts when the old Pod is gone.
#[test]
fn a_disk_of_one_node_waits_out_the_old_pod() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 disk grace=60 | at=0 drain a-0",
        pods,
        expect![[r#"
             1s  pod/web-0  evicted, gone in 60s             drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
             1s  pod/web-1  pending                          workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 60s
             1s  pod/web-1  bound to a-1                     place/bind [KS-30 KS-31]         <- pod/web-1 pending
             1s  pod/web-1  blocked: volume attached to a-0  volume/in-use [KS-41]            <- pod/web-1 bound to a-1
            61s  pod/web-0  gone                             pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 60s
            61s  pod/web-1  volumes attached, runs in 20s    volume/attach [KS-41]            <- pod/web-0 gone
            81s  pod/web-1  ready                            pod/ready [KT-03]                <- pod/web-1 volumes attached, runs in 20s
            Quiet
        "#]],
    );
}

/// KS-41: nothing waits for a disk that many nodes may use.
#[test]
fn a_disk_of_many_nodes_makes_nobody_wait() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 disk many grace=60 | at=0 drain a-0",
        pods,
        expect![[r#"
             1s  pod/web-0  evicted, gone in 60s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
             1s  pod/web-1  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 60s
             1s  pod/web-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/web-1 pending
            21s  pod/web-1  ready                 pod/ready [KT-03]                <- pod/web-1 bound to a-1
            61s  pod/web-0  gone                  pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 60s
            Quiet
        "#]],
    );
}

/// KS-41: Pods on the node of the disk don't wait; those on others do, even of other workloads.
#[test]
fn pods_on_one_node_share_a_disk() {
    check(
        "pool a nodes=2 slots=4 | app web replicas=1 on=a-0 disk | app more replicas=0 disk-of=web | app some replicas=2 on=a-1
         | at=0 replicas more 1 | at=50 cordon a-0 | at=60 replicas more 2 | at=100 drain a-0",
        pods,
        expect![[r#"
              0s  pod/more-0  pending                                                   workload/replace [KC-01 KC-02]           <- workload/more replicas 1
              0s  pod/more-0  bound to a-0                                              place/bind [KS-30 KS-31]                 <- pod/more-0 pending
             20s  pod/more-0  ready                                                     pod/ready [KT-03]                        <- pod/more-0 bound to a-0
             60s  pod/more-1  pending                                                   workload/replace [KC-01 KC-02]           <- workload/more replicas 2
             60s  pod/more-1  bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/more-1 pending
             60s  pod/more-1  blocked: volume attached to a-0                           volume/in-use [KS-41]                    <- pod/more-1 bound to a-1
            101s  pod/web-0   evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods
            101s  pod/more-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods
            101s  pod/web-1   pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
            101s  pod/more-2  pending                                                   workload/replace [KC-01 KC-02]           <- pod/more-0 evicted, gone in 30s
            101s  pod/web-1   bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/web-1 pending
            101s  pod/more-2  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/more-2 pending
            101s  pod/more-2  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/more-2 pending
            101s  pod/web-1   blocked: volume attached to a-0                           volume/in-use [KS-41]                    <- pod/web-1 bound to a-1
            131s  pod/web-0   gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 30s
            131s  pod/more-0  gone                                                      pod/gone [KT-05]                         <- pod/more-0 evicted, gone in 30s
            131s  pod/more-1  volumes attached, runs in 20s                             volume/attach [KS-41]                    <- pod/more-0 gone
            131s  pod/web-1   volumes attached, runs in 20s                             volume/attach [KS-41]                    <- pod/more-0 gone
            151s  pod/web-1   ready                                                     pod/ready [KT-03]                        <- pod/web-1 volumes attached, runs in 20s
            151s  pod/more-1  ready                                                     pod/ready [KT-03]                        <- pod/more-1 volumes attached, runs in 20s
            Quiet
        "#]],
    );
}

/// KS-41, KT-14: a lost node loses the disk six minutes after the deletion of its Pod.
#[test]
fn a_lost_node_loses_its_disk_after_six_minutes() {
    check(
        "pool a nodes=2 no-repair | app web replicas=1 on=a-0 disk grace=60 | at=0 fail a-0",
        |_| true,
        expect![[r#"
              0s  cluster    started                          start/scenario []
              0s  node/a-0   command 0                        user/command []
              0s  node/a-0   kubelet stops                    node/kubelet-stops [KT-10 KT-11]    <- node/a-0 command 0
             50s  node/a-0   lost                             node/lost [KT-11]                   <- node/a-0 kubelet stops
             50s  pod/web-0  not ready                        node/lost-pod [KT-11]               <- node/a-0 lost
            350s  pod/web-0  deleted, gone in 60s             node/toleration-ends [KT-12 KE-12]  <- node/a-0 lost
            350s  pod/web-1  pending                          workload/replace [KC-01 KC-02]      <- pod/web-0 deleted, gone in 60s
            350s  pod/web-1  bound to a-1                     place/bind [KS-30 KS-31]            <- pod/web-1 pending
            350s  pod/web-1  blocked: volume attached to a-0  volume/in-use [KS-41]               <- pod/web-1 bound to a-1
            710s  pod/web-1  volumes attached, runs in 20s    volume/detach-by-force [KS-41]      <- node/a-0 lost
            730s  pod/web-1  ready                            pod/ready [KT-03]                   <- pod/web-1 volumes attached, runs in 20s
            Quiet
        "#]],
    );
}

/// KS-41: the disk of a Pod that a repair removes from a dead node is still attached there.
#[test]
fn a_disk_stays_attached_to_a_dead_node_without_pods() {
    check(
        "pool a nodes=2 | app db kind=StatefulSet replicas=1 on=a-0 disk grace=60 | at=0 fail a-0",
        |_| true,
        expect![[r#"
              0s  cluster   started                          start/scenario []
              0s  node/a-0  command 0                        user/command []
              0s  node/a-0  kubelet stops                    node/kubelet-stops [KT-10 KT-11]              <- node/a-0 command 0
             50s  node/a-0  lost                             node/lost [KT-11]                             <- node/a-0 kubelet stops
             50s  pod/db-0  not ready                        node/lost-pod [KT-11]                         <- node/a-0 lost
            350s  pod/db-0  deleted, gone in 60s             node/toleration-ends [KT-12 KE-12]            <- node/a-0 lost
            600s  node/a-0  cordoned                         repair/cordon [BS-58 AM-53]                   <- node/a-0 lost
            601s  pod/db-0  gone                             repair/ends-pod [AM-53]                       <- node/a-0 cordoned
            601s  node/a-0  draining 0 pods, at most 3600s   drain/start [KD-01 AM-06]                     <- node/a-0 cordoned
            601s  node/a-0  drained                          drain/end [KD-09 KD-11]                       <- node/a-0 draining 0 pods, at most 3600s
            601s  node/a-0  deleting for 30s, to recreate    repair/delete [BS-58 AM-53]                   <- node/a-0 drained
            601s  pod/db-0  pending                          workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            601s  pod/db-0  bound to a-1                     place/bind [KS-30 KS-31]                      <- pod/db-0 pending
            601s  pod/db-0  blocked: volume attached to a-0  volume/in-use [KS-41]                         <- pod/db-0 bound to a-1
            631s  node/a-0  gone                             node/vm-gone [AM-39]                          <- node/a-0 deleting for 30s, to recreate
            631s  pod/db-0  volumes attached, runs in 20s    volume/attach [KS-41]                         <- node/a-0 gone
            631s  node/a-0  recreating, ready in 180s        node/bring-back [AM-80]                       <- node/a-0 gone
            651s  pod/db-0  ready                            pod/ready [KT-03]                             <- pod/db-0 volumes attached, runs in 20s
            811s  node/a-0  ready                            node/brought-back [AM-80 AM-39]               <- node/a-0 recreating, ready in 180s
            811s  node/a-0  uncordoned                       node/brought-back [AM-80 AM-39]               <- node/a-0 ready
            Quiet
        "#]],
    );
}

/// KT-05, KS-41: a Pod that waits for its disk has nothing to end.
#[test]
fn a_pod_that_waits_for_its_disk_ends_at_once() {
    check(
        "pool a nodes=3 | app web replicas=1 on=a-0 disk grace=600 | at=0 drain a-0 | at=10 drain a-1 | at=20 uncordon a-0",
        pods,
        expect![[r#"
              1s  pod/web-0  evicted, gone in 600s            drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
              1s  pod/web-1  pending                          workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 600s
              1s  pod/web-1  bound to a-1                     place/bind [KS-30 KS-31]         <- pod/web-1 pending
              1s  pod/web-1  blocked: volume attached to a-0  volume/in-use [KS-41]            <- pod/web-1 bound to a-1
             11s  pod/web-1  evicted, gone in 0s              drain/evict [UP-18 KD-08 KE-11]  <- node/a-1 draining 1 pods
             11s  pod/web-1  gone                             pod/gone [KT-05]                 <- pod/web-1 evicted, gone in 0s
             11s  pod/web-2  pending                          workload/replace [KC-01 KC-02]   <- pod/web-1 evicted, gone in 0s
             11s  pod/web-2  bound to a-2                     place/bind [KS-30 KS-31]         <- pod/web-2 pending
             11s  pod/web-2  blocked: volume attached to a-0  volume/in-use [KS-41]            <- pod/web-2 bound to a-2
            601s  pod/web-0  gone                             pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 600s
            601s  pod/web-2  volumes attached, runs in 20s    volume/attach [KS-41]            <- pod/web-0 gone
            621s  pod/web-2  ready                            pod/ready [KT-03]                <- pod/web-2 volumes attached, runs in 20s
            Quiet
        "#]],
    );
}

/// KS-41: Pods of the start on other nodes than that of the disk wait, however they came there.
#[test]
fn pods_of_the_start_wait_for_the_disk_of_the_first() {
    check(
        "pool a nodes=2 slots=1 | app web replicas=2 pending disk | at=100 drain a-0",
        pods,
        expect![[r#"
              0s  pod/web-1  blocked: volume attached to a-0                           volume/in-use [KS-41]                    <- cluster started
            101s  pod/web-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
            101s  pod/web-2  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
            101s  pod/web-2  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-2 pending
            101s  pod/web-2  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-2 pending
            131s  pod/web-0  gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 30s
            131s  pod/web-1  volumes attached, runs in 20s                             volume/attach [KS-41]                    <- pod/web-0 gone
            151s  pod/web-1  ready                                                     pod/ready [KT-03]                        <- pod/web-1 volumes attached, runs in 20s
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 | app db replicas=4 starting disk | at=100 drain a-0",
        pods,
        expect![[r#"
              0s  pod/db-2  blocked: volume attached to a-0                           volume/in-use [KS-41]                    <- cluster started
              0s  pod/db-3  blocked: volume attached to a-0                           volume/in-use [KS-41]                    <- cluster started
             20s  pod/db-0  ready                                                     pod/ready [KT-03]                        <- cluster started
             20s  pod/db-1  ready                                                     pod/ready [KT-03]                        <- cluster started
            101s  pod/db-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods
            101s  pod/db-1  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods
            101s  pod/db-4  pending                                                   workload/replace [KC-01 KC-02]           <- pod/db-0 evicted, gone in 30s
            101s  pod/db-5  pending                                                   workload/replace [KC-01 KC-02]           <- pod/db-0 evicted, gone in 30s
            101s  pod/db-4  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/db-4 pending
            101s  pod/db-4  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/db-4 pending
            101s  pod/db-5  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/db-5 pending
            101s  pod/db-5  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/db-5 pending
            131s  pod/db-0  gone                                                      pod/gone [KT-05]                         <- pod/db-0 evicted, gone in 30s
            131s  pod/db-1  gone                                                      pod/gone [KT-05]                         <- pod/db-1 evicted, gone in 30s
            131s  pod/db-2  volumes attached, runs in 20s                             volume/attach [KS-41]                    <- pod/db-1 gone
            131s  pod/db-3  volumes attached, runs in 20s                             volume/attach [KS-41]                    <- pod/db-1 gone
            151s  pod/db-2  ready                                                     pod/ready [KT-03]                        <- pod/db-2 volumes attached, runs in 20s
            151s  pod/db-3  ready                                                     pod/ready [KT-03]                        <- pod/db-3 volumes attached, runs in 20s
            Quiet
        "#]],
    );
}
