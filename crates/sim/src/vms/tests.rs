//! VMs that are taken away and come back, outside of upgrades.

use expect_test::expect;

use crate::testing::*;
use base::SimTime;
use trace::{Change, Record, Subject};

/// AM-80, KT-15, AM-33: 15 s for Pods, 30 s for the VM; budgets are ignored, and another VM comes.
#[test]
fn a_preempted_vm_comes_back() {
    check(
        "pool a nodes=2 spot | app web replicas=2 on=a-0 max-unavailable=0 grace=60 shutdown=10 | app slow replicas=1 on=a-1 grace=60 | app agent kind=DaemonSet | at=100 preempt a-0 | at=200 preempt a-1",
        pods_and_nodes,
        expect![[r#"
            100s  node/a-0     command 0                                                 user/command []
            100s  node/a-0     taken away in 30s, comes back                             node/preempted [AM-80 CA-57 KT-15]       <- node/a-0 command 0
            100s  pod/web-0    not ready                                                 node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
            100s  pod/web-1    not ready                                                 node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
            110s  pod/web-0    gone                                                      node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
            110s  pod/web-1    gone                                                      node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
            110s  pod/web-2    pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 gone
            110s  pod/web-3    pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 gone
            110s  pod/web-2    bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/web-2 pending
            110s  pod/web-3    blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-3 pending
            110s  pod/web-3    blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-3 pending
            130s  node/a-0     gone                                                      node/vm-gone [AM-39]                     <- node/a-0 taken away in 30s, comes back
            130s  pod/agent-0  gone                                                      node/takes-pods [KD-11 KT-16 AM-73]      <- node/a-0 gone
            130s  pod/web-2    ready                                                     pod/ready [KT-03]                        <- pod/web-2 bound to a-1
            130s  pod/web-3    blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-3 blocked: NodeResourcesFit, 1 Insufficient cpu
            130s  node/a-0     recreating, ready in 180s                                 node/bring-back [AM-80]                  <- node/a-0 gone
            200s  node/a-1     command 1                                                 user/command []
            200s  node/a-1     taken away in 30s, comes back                             node/preempted [AM-80 CA-57 KT-15]       <- node/a-1 command 1
            200s  pod/slow-0   not ready                                                 node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-1 taken away in 30s, comes back
            200s  pod/web-2    not ready                                                 node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-1 taken away in 30s, comes back
            210s  pod/web-2    gone                                                      node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-1 taken away in 30s, comes back
            210s  pod/web-4    pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-2 gone
            210s  pod/web-3    blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-3 blocked: NodeResourcesFit, 1 Insufficient cpu
            210s  pod/web-4    blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-4 pending
            215s  pod/slow-0   gone                                                      node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-1 taken away in 30s, comes back
            215s  pod/slow-1   pending                                                   workload/replace [KC-01 KC-02]           <- pod/slow-0 gone
            215s  pod/slow-1   blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/slow-1 pending
            230s  node/a-1     gone                                                      node/vm-gone [AM-39]                     <- node/a-1 taken away in 30s, comes back
            230s  pod/agent-1  gone                                                      node/takes-pods [KD-11 KT-16 AM-73]      <- node/a-1 gone
            230s  pod/web-3    blocked: no node                                          place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-3 blocked: NodeUnschedulable, 1 node(s) were unschedulable
            230s  pod/web-4    blocked: no node                                          place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-4 blocked: NodeUnschedulable, 1 node(s) were unschedulable
            230s  pod/slow-1   blocked: no node                                          place/unschedulable [SU-11 KS-03 KS-05]  <- pod/slow-1 blocked: NodeUnschedulable, 1 node(s) were unschedulable
            230s  node/a-1     recreating, ready in 180s                                 node/bring-back [AM-80]                  <- node/a-1 gone
            310s  node/a-0     ready                                                     node/brought-back [AM-80 AM-39]          <- node/a-0 recreating, ready in 180s
            310s  pod/agent-2  pending                                                   workload/daemon [KC-13 KC-14 KC-15]      <- node/a-0 ready
            310s  pod/agent-2  bound to a-0                                              place/bind [KS-30 KS-31]                 <- pod/agent-2 pending
            310s  pod/web-3    bound to a-0                                              place/bind [KS-30 KS-31]                 <- node/a-0 ready
            310s  pod/web-4    bound to a-0                                              place/bind [KS-30 KS-31]                 <- node/a-0 ready
            310s  pod/slow-1   blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/slow-1 blocked: no node
            330s  pod/web-3    ready                                                     pod/ready [KT-03]                        <- pod/web-3 bound to a-0
            330s  pod/web-4    ready                                                     pod/ready [KT-03]                        <- pod/web-4 bound to a-0
            330s  pod/agent-2  ready                                                     pod/ready [KT-03]                        <- pod/agent-2 bound to a-0
            410s  node/a-1     ready                                                     node/brought-back [AM-80 AM-39]          <- node/a-1 recreating, ready in 180s
            410s  pod/agent-3  pending                                                   workload/daemon [KC-13 KC-14 KC-15]      <- node/a-1 ready
            410s  pod/agent-3  bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/agent-3 pending
            410s  pod/slow-1   bound to a-1                                              place/bind [KS-30 KS-31]                 <- node/a-1 ready
            430s  pod/slow-1   ready                                                     pod/ready [KT-03]                        <- pod/slow-1 bound to a-1
            430s  pod/agent-3  ready                                                     pod/ready [KT-03]                        <- pod/agent-3 bound to a-1
            Quiet
        "#]],
    );
}

/// AM-60: a refused request waits, and is repeated when there is capacity.
#[test]
fn without_stock_it_is_missed() {
    check(
        "pool a nodes=2 spot | at=0 stockout zone-a | at=100 preempt a-0 | at=100 preempt a-1 | at=1000 in-stock zone-a",
        nodes,
        expect![[r#"
             100s  node/a-0  command 1                       user/command []
             100s  node/a-0  taken away in 30s, comes back   node/preempted [AM-80 CA-57 KT-15]   <- node/a-0 command 1
             100s  node/a-1  command 2                       user/command []
             100s  node/a-1  taken away in 30s, comes back   node/preempted [AM-80 CA-57 KT-15]   <- node/a-1 command 2
             130s  node/a-0  gone                            node/vm-gone [AM-39]                 <- node/a-0 taken away in 30s, comes back
             130s  node/a-1  gone                            node/vm-gone [AM-39]                 <- node/a-1 taken away in 30s, comes back
             130s  node/a-0  blocked: zone-a is stocked out  node/bring-back-waits [AM-60 AM-80]  <- node/a-0 gone
             130s  node/a-1  blocked: zone-a is stocked out  node/bring-back-waits [AM-60 AM-80]  <- node/a-1 gone
            1000s  node/a-0  recreating, ready in 180s       node/bring-back [AM-80]              <- node/a-0 blocked: zone-a is stocked out
            1000s  node/a-1  recreating, ready in 180s       node/bring-back [AM-80]              <- node/a-1 blocked: zone-a is stocked out
            1180s  node/a-0  ready                           node/brought-back [AM-80 AM-39]      <- node/a-0 recreating, ready in 180s
            1180s  node/a-1  ready                           node/brought-back [AM-80 AM-39]      <- node/a-1 recreating, ready in 180s
            Quiet
        "#]],
    );
}

/// AM-80: during an upgrade it comes back with the target and counts as done; the node of a surge slot isn't brought
/// back.
#[test]
fn during_an_upgrade_it_comes_back_upgraded() {
    check(
        "pool a nodes=3 spot | at=0 upgrade a | at=50 preempt a-2 | at=100 preempt a-0",
        pool_and_nodes,
        expect![[r#"
              0s  pool/a      command 0                                     user/command []
              0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
              0s  node/a-0    cordoned                                      surge/cordon-spot [SU-17 AM-10]             <- node/a-a-3 requested, ready in 180s
              1s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
              1s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
              1s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
             31s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
             50s  node/a-2    command 1                                     user/command []
             50s  node/a-2    taken away in 30s, comes back                 node/preempted [AM-80 CA-57 KT-15]          <- node/a-2 command 1
             80s  node/a-2    gone                                          node/vm-gone [AM-39]                        <- node/a-2 taken away in 30s, comes back
             80s  node/a-2    recreating, ready in 180s                     node/bring-back [AM-80]                     <- node/a-2 gone
            100s  node/a-0    command 2                                     user/command []
            100s  node/a-0    refused: no such node                         user/node-refused []                        <- node/a-0 command 2
            180s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
            180s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-a-3 ready
            180s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-3 done
            180s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
            180s  node/a-1    cordoned                                      surge/cordon-spot [SU-17 AM-10]             <- node/a-a-4 requested, ready in 180s
            181s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
            181s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
            181s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
            211s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
            260s  node/a-2    ready                                         node/brought-back [AM-80 AM-39]             <- node/a-2 recreating, ready in 180s
            360s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-4 requested, ready in 180s
            360s  node/a-a-4  done                                          surge/node-done [AM-58]                     <- node/a-a-4 ready
            360s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-4 done
            360s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-4 done
            Quiet
        "#]],
    );
}

/// AM-63: a blue node comes back blue.
#[test]
fn a_blue_node_comes_back_as_it_was() {
    check(
        "pool a nodes=2 spot blue-green pool-soak=600 | at=0 upgrade a | at=300 preempt a-0",
        pool_and_nodes,
        expect![[r#"
              0s  pool/a      command 0                       user/command []
              0s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 0
              0s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
              0s  node/a-a-2  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
              0s  node/a-a-3  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            180s  node/a-a-2  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-2 requested, ready in 180s
            180s  node/a-a-3  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-3 requested, ready in 180s
            180s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-2 ready
            180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
            180s  node/a-1    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
            181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
            181s  pool/a      batch 1 of 2                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
            181s  node/a-0    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 2
            181s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
            181s  pool/a      batch drained, soaks 0s         blue-green/batch-soak [BG-21 AM-14]                <- node/a-0 drained
            181s  pool/a      batch 2 of 2                    blue-green/batch [BG-15 AM-14]                     <- pool/a batch drained, soaks 0s
            181s  node/a-1    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 2 of 2
            181s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- node/a-1 draining 0 pods, at most 3600s
            181s  pool/a      batch drained, soaks 0s         blue-green/batch-soak [BG-21 AM-14]                <- node/a-1 drained
            181s  pool/a      NODE_POOL_SOAKING, 600s         blue-green/soak [BG-25 AM-64]                      <- pool/a batch drained, soaks 0s
            300s  node/a-0    command 1                       user/command []
            300s  node/a-0    taken away in 30s, comes back   node/preempted [AM-80 CA-57 KT-15]                 <- node/a-0 command 1
            330s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 taken away in 30s, comes back
            330s  node/a-0    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-0 gone
            510s  node/a-0    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
            781s  pool/a      DELETING_BLUE_POOL              blue-green/delete [BG-31 AM-64]                    <- pool/a NODE_POOL_SOAKING, 600s
            781s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            781s  node/a-1    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            781s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            781s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            781s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- node/a-1 draining 0 pods
            781s  node/a-1    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-1 drained
            811s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            811s  node/a-1    gone                            node/vm-gone [AM-39]                               <- node/a-1 deleting for 30s
            811s  pool/a      succeeded                       blue-green/succeed [BG-35 BS-15]                   <- node/a-0 gone
            Quiet
        "#]],
    );
}

#[test]
fn only_spot_vms_are_preempted() {
    check(
        "pool a nodes=1 | at=0 preempt a-0",
        nodes,
        expect![[r#"
        0s  node/a-0  command 0               user/command []
        0s  node/a-0  refused: not a Spot VM  user/node-refused []  <- node/a-0 command 0
        Quiet
    "#]],
    );
}

/// SL-03, SL-06, AM-42: no node is cordoned; new ones have the target.
#[test]
fn short_lived_nodes_live_on() {
    check(
        "pool a nodes=2 life=86400 | app web replicas=2 max-unavailable=0 | at=0 upgrade a gvnic | at=5000 resize a 3 | at=6000 cancel a | at=7000 resume a",
        |record| !pods(record),
        expect![[r#"
                0s  cluster     started                    start/scenario []
                0s  pool/a      command 0                  user/command []
                0s  pool/a      gvnic started              upgrade/start [SU-04 AM-84]          <- pool/a command 0
             5000s  pool/a      command 1                  user/command []
             5000s  pool/a      resized to 3 in each zone  pool/resize [AM-63]                  <- pool/a command 1
             5000s  node/a-a-2  requested, ready in 180s   pool/request-node [AM-63]            <- pool/a resized to 3 in each zone
             5180s  node/a-a-2  ready                      pool/node-ready [AM-39]              <- node/a-a-2 requested, ready in 180s
             6000s  pool/a      command 2                  user/command []
             6000s  pool/a      cancelled                  short-lived/cancel [UP-12 AM-84]     <- pool/a command 2
             7000s  pool/a      command 3                  user/command []
             7000s  pool/a      resumed                    upgrade/resume [UP-13 SU-26]         <- pool/a command 3
            86400s  node/a-0    taken away in 30s          short-lived/life-over [SL-03 AM-42]  <- cluster started
            86400s  node/a-1    taken away in 30s          short-lived/life-over [SL-03 AM-42]  <- cluster started
            86430s  node/a-0    gone                       node/vm-gone [AM-39]                 <- node/a-0 taken away in 30s
            86430s  node/a-1    gone                       node/vm-gone [AM-39]                 <- node/a-1 taken away in 30s
            86430s  pool/a      succeeded                  short-lived/succeed [SL-03 BS-15]    <- node/a-0 gone
            91400s  node/a-a-2  taken away in 30s          short-lived/life-over [SL-03 AM-42]  <- node/a-a-2 requested, ready in 180s
            91430s  node/a-a-2  gone                       node/vm-gone [AM-39]                 <- node/a-a-2 taken away in 30s
            Quiet
        "#]],
    );
}

/// SU-16: a surge node needs one VM more than the reservation has; the zone's stock doesn't matter.
#[test]
fn a_reservation_is_all_there_is() {
    check(
        "pool a nodes=1 reserved=1 | at=0 stockout zone-a | at=0 upgrade a | at=1000 reservation a 2",
        |_| true,
        expect![[r#"
               0s  cluster      started                                       start/scenario []
               0s  zone/zone-a  command 0                                     user/command []
               0s  zone/zone-a  stocked out                                   capacity/stockout-set [AM-60]               <- zone/zone-a command 0
               0s  pool/a       command 1                                     user/command []
               0s  pool/a       upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
               0s  pool/a       zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
               0s  pool/a       blocked: reservation of 1 is used up          surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
               0s  pool/a       waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1000s  pool/a       command 2                                     user/command []
            1000s  pool/a       reservation of 2                              capacity/reservation-set [SU-16 AM-60]      <- pool/a command 2
            1000s  node/a-0     taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a reservation of 2
            1000s  node/a-a-1   requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            1000s  pool/a       has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/a-0 taken by surge slot 1
            1180s  node/a-a-1   ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-1 requested, ready in 180s
            1180s  node/a-0     cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-1 ready
            1181s  node/a-0     draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            1181s  node/a-0     drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
            1181s  node/a-0     deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            1211s  node/a-0     gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            1211s  node/a-a-1   done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            1211s  pool/a       zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            1211s  pool/a       succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// SU-12: with a reservation a recreated node finds its own VM again.
#[test]
fn a_reservation_holds_what_is_recreated() {
    check(
        "pool a nodes=2 surge=0+1 reserved=2 | at=0 stockout zone-a | at=0 upgrade a",
        pool_and_nodes,
        expect![[r#"
              0s  pool/a    command 1                                     user/command []
              0s  pool/a    upgrade started                               upgrade/start [SU-04 AM-84]                       <- pool/a command 1
              0s  pool/a    zone zone-a started, 0 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
              0s  node/a-0  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
              0s  node/a-0  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
              1s  node/a-0  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
              1s  node/a-0  drained                                       drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
              1s  node/a-0  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
             31s  node/a-0  gone                                          node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
             31s  node/a-0  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
            211s  node/a-0  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
            211s  node/a-0  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
            211s  node/a-0  done                                          surge/node-done [AM-58]                           <- node/a-0 uncordoned
            211s  node/a-1  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-0 done
            211s  node/a-1  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-1 taken by unavailable slot 1
            212s  node/a-1  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
            212s  node/a-1  drained                                       drain/end [KD-09 KD-11]                           <- node/a-1 draining 0 pods, at most 3600s
            212s  node/a-1  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-1 drained
            242s  node/a-1  gone                                          node/vm-gone [AM-39]                              <- node/a-1 deleting for 30s, to recreate
            242s  node/a-1  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-1 gone
            422s  node/a-1  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-1 recreating, ready in 180s
            422s  node/a-1  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-1 ready
            422s  node/a-1  done                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
            422s  pool/a    zone zone-a done                              surge/zone-done [UP-10 AM-59]                     <- node/a-1 done
            422s  pool/a    succeeded                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-1 done
            Quiet
        "#]],
    );
}

#[test]
fn a_pool_does_not_shrink_and_is_locked_while_it_is_upgraded() {
    check(
        "pool a nodes=2 | at=0 resize a 1 | at=10 resize a 3 | at=300 upgrade a | at=310 resize a 5",
        pool_and_nodes,
        expect![[r#"
              0s  pool/a      command 0                                     user/command []
              0s  pool/a      refused: the pool would shrink                user/refused [UP-14 AM-84 BS-04]            <- pool/a command 0
             10s  pool/a      command 1                                     user/command []
             10s  pool/a      resized to 3 in each zone                     pool/resize [AM-63]                         <- pool/a command 1
             10s  node/a-a-2  requested, ready in 180s                      pool/request-node [AM-63]                   <- pool/a resized to 3 in each zone
            190s  node/a-a-2  ready                                         pool/node-ready [AM-39]                     <- node/a-a-2 requested, ready in 180s
            300s  pool/a      command 2                                     user/command []
            300s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 2
            300s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
            300s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
            300s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            310s  pool/a      command 3                                     user/command []
            310s  pool/a      refused: locked while an upgrade runs         user/refused [UP-14 AM-84 BS-04]            <- pool/a command 3
            480s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
            480s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
            481s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            481s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
            481s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            511s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            511s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            511s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-3 done
            511s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
            691s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-4 requested, ready in 180s
            691s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-4 ready
            692s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
            692s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
            692s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
            722s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
            722s  node/a-a-4  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
            722s  node/a-a-2  taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-4 done
            722s  node/a-a-5  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-a-2 taken by surge slot 1
            902s  node/a-a-5  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-5 requested, ready in 180s
            902s  node/a-a-2  cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-5 ready
            903s  node/a-a-2  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-a-2 cordoned
            903s  node/a-a-2  drained                                       drain/end [KD-09 KD-11]                     <- node/a-a-2 draining 0 pods, at most 3600s
            903s  node/a-a-2  deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-a-2 drained
            933s  node/a-a-2  gone                                          node/vm-gone [AM-39]                        <- node/a-a-2 deleting for 30s
            933s  node/a-a-5  done                                          surge/node-done [AM-58]                     <- node/a-a-2 gone
            933s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-5 done
            933s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-5 done
            Quiet
        "#]],
    );
}

/// KT-03: a bad version, which the rollback undoes; its Pods are never ready, so its budget refuses.
#[test]
fn a_bad_version_holds_the_upgrade_up() {
    check(
        "pool a nodes=2 slots=1 surge=1+0 | app web replicas=2 max-unavailable=1 | at=0 behave web fails | at=0 upgrade a | at=1000 rollback a | at=9000 behave web works",
        pods,
        expect![[r#"
             181s  pod/web-0  evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods, at most 3600s
             181s  pod/web-1  blocked: web-pdb allows 0      gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods, at most 3600s
             181s  pod/web-2  pending                        workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
             181s  pod/web-2  bound to a-1                   place/bind [KS-30 KS-31]                     <- pod/web-2 pending
             201s  pod/web-2  ready                          pod/ready [KT-03]                            <- pod/web-2 bound to a-1
             201s  pod/web-1  evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]              <- pod/web-2 ready
             201s  pod/web-3  pending                        workload/replace [KC-01 KC-02]               <- pod/web-1 evicted, gone in 30s
             201s  pod/web-3  bound to a-a-2                 place/bind [KS-30 KS-31]                     <- pod/web-3 pending
             211s  pod/web-0  gone                           pod/gone [KT-05]                             <- pod/web-0 evicted, gone in 30s
             221s  pod/web-3  running, never ready           pod/never-ready [KT-03]                      <- pod/web-3 bound to a-a-2
             231s  pod/web-1  gone                           pod/gone [KT-05]                             <- pod/web-1 evicted, gone in 30s
             442s  pod/web-2  blocked: web-pdb allows 0      gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-1 draining 1 pods, at most 3600s
            4042s  pod/web-2  forced out against its budget  drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-1 draining 1 pods, at most 3600s
            4042s  pod/web-4  pending                        workload/replace [KC-01 KC-02]               <- pod/web-2 forced out against its budget
            4042s  pod/web-4  bound to a-a-3                 place/bind [KS-30 KS-31]                     <- pod/web-4 pending
            4062s  pod/web-4  running, never ready           pod/never-ready [KT-03]                      <- pod/web-4 bound to a-a-3
            9000s  pod/web-3  ready                          pod/ready [KT-03]                            <- workload/web behaves differently
            9000s  pod/web-4  ready                          pod/ready [KT-03]                            <- workload/web behaves differently
            Quiet
        "#]],
    );
}

/// KT-02, KT-05: slow pulls and ignored signals, from some time on.
#[test]
fn behavior_changes_apply_to_later_pods() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 shutdown=5 | at=0 behave web pull=100 ignores | at=10 drain a-0",
        pods,
        expect![[r#"
             11s  pod/web-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
             11s  pod/web-1  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
             11s  pod/web-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/web-1 pending
             41s  pod/web-0  gone                  pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
            131s  pod/web-1  ready                 pod/ready [KT-03]                <- pod/web-1 bound to a-1
            Quiet
        "#]],
    );
}

/// KT-11, KT-12, KT-14, BS-58, AM-53: noticed after 40 s, Pods deleted after 300 more, recreated after 600.
#[test]
fn a_dead_node_is_noticed_and_repaired() {
    check(
        "pool a nodes=2 slots=4 | app web replicas=2 on=a-0 max-unavailable=0 | app db kind=StatefulSet replicas=1 on=a-0 | app agent kind=DaemonSet | at=3 fail a-0",
        pods_and_nodes,
        expect![[r#"
              3s  node/a-0     command 0                       user/command []
              3s  node/a-0     kubelet stops                   node/kubelet-stops [KT-10 KT-11]              <- node/a-0 command 0
             55s  node/a-0     lost                            node/lost [KT-11]                             <- node/a-0 kubelet stops
             55s  pod/web-0    not ready                       node/lost-pod [KT-11]                         <- node/a-0 lost
             55s  pod/web-1    not ready                       node/lost-pod [KT-11]                         <- node/a-0 lost
             55s  pod/db-0     not ready                       node/lost-pod [KT-11]                         <- node/a-0 lost
             55s  pod/agent-0  not ready                       node/lost-pod [KT-11]                         <- node/a-0 lost
            355s  pod/web-0    deleted, gone in 30s            node/toleration-ends [KT-12 KE-12]            <- node/a-0 lost
            355s  pod/web-2    pending                         workload/replace [KC-01 KC-02]                <- pod/web-0 deleted, gone in 30s
            355s  pod/web-1    deleted, gone in 30s            node/toleration-ends [KT-12 KE-12]            <- node/a-0 lost
            355s  pod/web-3    pending                         workload/replace [KC-01 KC-02]                <- pod/web-1 deleted, gone in 30s
            355s  pod/db-0     deleted, gone in 30s            node/toleration-ends [KT-12 KE-12]            <- node/a-0 lost
            355s  pod/web-2    bound to a-1                    place/bind [KS-30 KS-31]                      <- pod/web-2 pending
            355s  pod/web-3    bound to a-1                    place/bind [KS-30 KS-31]                      <- pod/web-3 pending
            375s  pod/web-2    ready                           pod/ready [KT-03]                             <- pod/web-2 bound to a-1
            375s  pod/web-3    ready                           pod/ready [KT-03]                             <- pod/web-3 bound to a-1
            603s  node/a-0     cordoned                        repair/cordon [BS-58 AM-53]                   <- node/a-0 lost
            604s  pod/web-0    gone                            repair/ends-pod [AM-53]                       <- node/a-0 cordoned
            604s  pod/web-1    gone                            repair/ends-pod [AM-53]                       <- node/a-0 cordoned
            604s  pod/db-0     gone                            repair/ends-pod [AM-53]                       <- node/a-0 cordoned
            604s  node/a-0     draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                     <- node/a-0 cordoned
            604s  node/a-0     drained                         drain/end [KD-09 KD-11]                       <- node/a-0 draining 0 pods, at most 3600s
            604s  node/a-0     deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                   <- node/a-0 drained
            604s  pod/db-0     pending                         workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            604s  pod/db-0     bound to a-1                    place/bind [KS-30 KS-31]                      <- pod/db-0 pending
            624s  pod/db-0     ready                           pod/ready [KT-03]                             <- pod/db-0 bound to a-1
            634s  node/a-0     gone                            node/vm-gone [AM-39]                          <- node/a-0 deleting for 30s, to recreate
            634s  pod/agent-0  gone                            node/takes-pods [KD-11 KT-16 AM-73]           <- node/a-0 gone
            634s  node/a-0     recreating, ready in 180s       node/bring-back [AM-80]                       <- node/a-0 gone
            814s  node/a-0     ready                           node/brought-back [AM-80 AM-39]               <- node/a-0 recreating, ready in 180s
            814s  node/a-0     uncordoned                      node/brought-back [AM-80 AM-39]               <- node/a-0 ready
            814s  pod/agent-2  pending                         workload/daemon [KC-13 KC-14 KC-15]           <- node/a-0 ready
            814s  pod/agent-2  bound to a-0                    place/bind [KS-30 KS-31]                      <- pod/agent-2 pending
            834s  pod/agent-2  ready                           pod/ready [KT-03]                             <- pod/agent-2 bound to a-0
            Quiet
        "#]],
    );
}

/// KT-13: of a zone, one lost node every 10 s; their Pods are deleted 300 s later.
#[test]
fn lost_nodes_are_tainted_one_after_the_other() {
    check(
        "pool a nodes=10 no-repair | app lone kind=Custom replicas=6 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2",
        deletions,
        expect![[r#"
            350s  pod/lone-0  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-0 lost
            350s  pod/lone-1  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-0 lost
            360s  pod/lone-2  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-1 lost
            360s  pod/lone-3  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-1 lost
            370s  pod/lone-4  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-2 lost
            370s  pod/lone-5  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-2 lost
            Quiet
        "#]],
    );
}

/// KT-13: in a small zone of which most nodes are lost none is tainted, but all are if another zone works.
#[test]
fn most_lost_nodes_of_a_zone_are_not_tainted() {
    let fails = "app lone kind=Custom replicas=6 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2";
    check(
        &format!("pool a nodes=5 no-repair | {fails}"),
        deletions,
        expect![[r#"
        Quiet
    "#]],
    );
    check(
        &format!("pool a nodes=3 no-repair | {fails}"),
        deletions,
        expect![[r#"
        Quiet
    "#]],
    );
    check(
        &format!("pool a nodes=3 zones=2 no-repair | {fails}"),
        deletions,
        expect![[r#"
        350s  pod/lone-0  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-0 lost
        350s  pod/lone-1  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-0 lost
        360s  pod/lone-2  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-1 lost
        360s  pod/lone-3  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-1 lost
        370s  pod/lone-4  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-2 lost
        370s  pod/lone-5  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-2 lost
        Quiet
    "#]],
    );
}

fn deletions(record: &Record) -> bool {
    matches!(record.change, Change::PodTerminating { .. })
}

/// MR-11: without auto-repair it stays as it is.
#[test]
fn without_auto_repair_it_stays() {
    check(
        "pool a nodes=2 no-repair | app web replicas=1 on=a-0 | at=0 fail a-0",
        pods_and_nodes,
        expect![[r#"
              0s  node/a-0   command 0             user/command []
              0s  node/a-0   kubelet stops         node/kubelet-stops [KT-10 KT-11]    <- node/a-0 command 0
             50s  node/a-0   lost                  node/lost [KT-11]                   <- node/a-0 kubelet stops
             50s  pod/web-0  not ready             node/lost-pod [KT-11]               <- node/a-0 lost
            350s  pod/web-0  deleted, gone in 30s  node/toleration-ends [KT-12 KE-12]  <- node/a-0 lost
            350s  pod/web-1  pending               workload/replace [KC-01 KC-02]      <- pod/web-0 deleted, gone in 30s
            350s  pod/web-1  bound to a-1          place/bind [KS-30 KS-31]            <- pod/web-1 pending
            370s  pod/web-1  ready                 pod/ready [KT-03]                   <- pod/web-1 bound to a-1
            Quiet
        "#]],
    );
}

/// BS-58: the node still answers, so its drain respects budgets for an hour; one repair at a time in a zone.
#[test]
fn a_full_disk_is_repaired_after_a_drain() {
    check(
        "pool a nodes=3 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-0 disk | at=10 fail a-1 disk",
        pods_and_nodes,
        expect![[r#"
               0s  node/a-0   command 0                       user/command []
               0s  node/a-0   disk full                       node/disk-full [BS-58]                       <- node/a-0 command 0
              10s  node/a-1   command 1                       user/command []
              10s  node/a-1   disk full                       node/disk-full [BS-58]                       <- node/a-1 command 1
            1800s  node/a-0   cordoned                        repair/cordon [BS-58 AM-53]                  <- node/a-0 disk full
            1801s  node/a-0   draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- node/a-0 cordoned
            1801s  pod/web-0  blocked: web-pdb allows 0       gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 1 pods, at most 3600s
            5401s  pod/web-0  forced out against its budget   drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 1 pods, at most 3600s
            5401s  node/a-0   drained by limit                drain/end [KD-09 KD-11]                      <- node/a-0 draining 1 pods, at most 3600s
            5401s  node/a-0   deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                  <- node/a-0 drained by limit
            5401s  pod/web-1  pending                         workload/replace [KC-01 KC-02]               <- pod/web-0 forced out against its budget
            5401s  pod/web-1  bound to a-2                    place/bind [KS-30 KS-31]                     <- pod/web-1 pending
            5421s  pod/web-1  ready                           pod/ready [KT-03]                            <- pod/web-1 bound to a-2
            5431s  node/a-0   gone                            node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s, to recreate
            5431s  node/a-0   recreating, ready in 180s       node/bring-back [AM-80]                      <- node/a-0 gone
            5611s  node/a-0   ready                           node/brought-back [AM-80 AM-39]              <- node/a-0 recreating, ready in 180s
            5611s  node/a-0   uncordoned                      node/brought-back [AM-80 AM-39]              <- node/a-0 ready
            5611s  node/a-1   cordoned                        repair/cordon [BS-58 AM-53]                  <- node/a-1 disk full
            5612s  node/a-1   draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- node/a-1 cordoned
            5612s  node/a-1   drained                         drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods, at most 3600s
            5612s  node/a-1   deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                  <- node/a-1 drained
            5642s  node/a-1   gone                            node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s, to recreate
            5642s  node/a-1   recreating, ready in 180s       node/bring-back [AM-80]                      <- node/a-1 gone
            5822s  node/a-1   ready                           node/brought-back [AM-80 AM-39]              <- node/a-1 recreating, ready in 180s
            5822s  node/a-1   uncordoned                      node/brought-back [AM-80 AM-39]              <- node/a-1 ready
            Quiet
        "#]],
    );
}

/// AM-63: repaired during an upgrade it has the target and counts as done; a blue node comes back cordoned as before.
#[test]
fn repaired_during_an_upgrade() {
    check(
        "pool a nodes=2 surge=1+0 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-1 | at=500 upgrade a",
        pool_and_nodes,
        expect![[r#"
               0s  node/a-1    command 0                                     user/command []
               0s  node/a-1    kubelet stops                                 node/kubelet-stops [KT-10 KT-11]            <- node/a-1 command 0
              50s  node/a-1    lost                                          node/lost [KT-11]                           <- node/a-1 kubelet stops
             500s  pool/a      command 1                                     user/command []
             500s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
             500s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
             500s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
             500s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
             600s  node/a-1    cordoned                                      repair/cordon [BS-58 AM-53]                 <- node/a-1 lost
             601s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
             601s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
             601s  node/a-1    deleting for 30s, to recreate                 repair/delete [BS-58 AM-53]                 <- node/a-1 drained
             631s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s, to recreate
             631s  node/a-1    recreating, ready in 180s                     node/bring-back [AM-80]                     <- node/a-1 gone
             680s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
             680s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-2 ready
             681s  node/a-0    draining 1 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
             811s  node/a-1    ready                                         node/brought-back [AM-80 AM-39]             <- node/a-1 recreating, ready in 180s
             811s  node/a-1    uncordoned                                    node/brought-back [AM-80 AM-39]             <- node/a-1 ready
            4281s  node/a-0    drained by limit                              drain/end [KD-09 KD-11]                     <- node/a-0 draining 1 pods, at most 3600s
            4281s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained by limit
            4311s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            4311s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            4311s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-2 done
            4311s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-2 done
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 blue-green pool-soak=3600 | at=0 upgrade a | at=300 fail a-1",
        nodes,
        expect![[r#"
               0s  node/a-a-2  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
               0s  node/a-a-3  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-2  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-2 requested, ready in 180s
             180s  node/a-a-3  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-3 requested, ready in 180s
             180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             180s  node/a-1    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  node/a-0    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 2
             181s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
             181s  node/a-1    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 2 of 2
             181s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- node/a-1 draining 0 pods, at most 3600s
             300s  node/a-1    command 1                       user/command []
             300s  node/a-1    kubelet stops                   node/kubelet-stops [KT-10 KT-11]                   <- node/a-1 command 1
             350s  node/a-1    lost                            node/lost [KT-11]                                  <- node/a-1 kubelet stops
             901s  node/a-1    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-1 lost
             901s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- node/a-1 draining 0 pods, at most 3600s
             901s  node/a-1    deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                        <- node/a-1 drained
             931s  node/a-1    gone                            node/vm-gone [AM-39]                               <- node/a-1 deleting for 30s, to recreate
             931s  node/a-1    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-1 gone
            1111s  node/a-1    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-1 recreating, ready in 180s
            3781s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  node/a-1    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            3781s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            3781s  node/a-1    drained                         drain/end [KD-09 KD-11]                            <- node/a-1 draining 0 pods
            3781s  node/a-1    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-1 drained
            3811s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            3811s  node/a-1    gone                            node/vm-gone [AM-39]                               <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// MR-06, MR-08, AM-43.
#[test]
fn a_host_event_is_unnoticed_or_ends_pods() {
    check(
        "pool a nodes=1 | pool g nodes=2 gpu | app web replicas=2 on=a-0 | app train replicas=1 on=g-0 grace=600 max-unavailable=0 | app agent kind=DaemonSet | at=0 host-event a-0 | at=10 host-event g-0 | at=20 host-event g-0",
        pods_and_nodes,
        expect![[r#"
              0s  node/a-0     command 0                  user/command []
              0s  node/a-0     host event                 host/live-migration [MR-06 AM-43]  <- node/a-0 command 0
             10s  node/g-0     command 1                  user/command []
             10s  node/g-0     host event, down for 300s  host/down [MR-08 AM-43]            <- node/g-0 command 1
             10s  pod/train-0  gone                       host/ends-pod [MR-08 AM-43]        <- node/g-0 host event, down for 300s
             10s  pod/agent-1  not ready                  host/ends-pod [MR-08 AM-43]        <- node/g-0 host event, down for 300s
             10s  pod/train-1  pending                    workload/replace [KC-01 KC-02]     <- pod/train-0 gone
             10s  pod/train-1  bound to g-1               place/bind [KS-30 KS-31]           <- pod/train-1 pending
             20s  node/g-0     command 2                  user/command []
             20s  node/g-0     refused: no such node      user/node-refused []               <- node/g-0 command 2
             30s  pod/train-1  ready                      pod/ready [KT-03]                  <- pod/train-1 bound to g-1
            310s  node/g-0     back                       host/back [AM-43]                  <- node/g-0 host event, down for 300s
            310s  pod/agent-1  ready                      pod/ready [KT-03]                  <- node/g-0 back
            Quiet
        "#]],
    );
}

/// AM-43: no containers start while the host is down, and they start when it is back.
#[test]
fn what_was_starting_starts_when_its_host_is_back() {
    check(
        "pool a nodes=1 gpu | app agent kind=Mirror starting | at=10 host-event a-0",
        |_| true,
        expect![[r#"
              0s  cluster      started                    start/scenario []
             10s  node/a-0     command 0                  user/command []
             10s  node/a-0     host event, down for 300s  host/down [MR-08 AM-43]  <- node/a-0 command 0
            310s  node/a-0     back                       host/back [AM-43]        <- node/a-0 host event, down for 300s
            310s  pod/agent-0  ready                      pod/ready [KT-03]        <- node/a-0 back
            Quiet
        "#]],
    );
}

/// KT-15: the kubelet that shuts down makes no Pod ready.
#[test]
fn nobody_becomes_ready_in_a_shutdown() {
    check(
        "pool a nodes=1 spot | app web ready=30 starting | at=40 preempt a-0",
        pods,
        expect![[r#"
             20s  pod/web-0  running, ready in 30s                                     pod/started [KT-01]                      <- cluster started
             55s  pod/web-0  gone                                                      node/shuts-down-pod [KT-15 AM-33 AM-80]  <- node/a-0 taken away in 30s, comes back
             55s  pod/web-1  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 gone
             55s  pod/web-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-1 pending
            250s  pod/web-1  bound to a-0                                              place/bind [KS-30 KS-31]                 <- node/a-0 ready
            270s  pod/web-1  running, ready in 30s                                     pod/started [KT-01]                      <- pod/web-1 bound to a-0
            300s  pod/web-1  ready                                                     pod/ready [KT-03]                        <- pod/web-1 running, ready in 30s
            Quiet
        "#]],
    );
}

/// AM-42: a VM that is brought back starts a new life.
#[test]
fn a_life_begins_with_its_vm() {
    check(
        "pool a nodes=1 spot life=1000 | at=500 preempt a-0",
        |record| !pods(record),
        expect![[r#"
               0s  cluster   started                        start/scenario []
             500s  node/a-0  command 0                      user/command []
             500s  node/a-0  taken away in 30s, comes back  node/preempted [AM-80 CA-57 KT-15]   <- node/a-0 command 0
             530s  node/a-0  gone                           node/vm-gone [AM-39]                 <- node/a-0 taken away in 30s, comes back
             530s  node/a-0  recreating, ready in 180s      node/bring-back [AM-80]              <- node/a-0 gone
             710s  node/a-0  ready                          node/brought-back [AM-80 AM-39]      <- node/a-0 recreating, ready in 180s
            1530s  node/a-0  taken away in 30s              short-lived/life-over [SL-03 AM-42]  <- node/a-0 recreating, ready in 180s
            1560s  node/a-0  gone                           node/vm-gone [AM-39]                 <- node/a-0 taken away in 30s
            Quiet
        "#]],
    );
}

/// AM-53: a drain isn't delayed by a kubelet that dies in the middle of it.
#[test]
fn a_drain_does_not_wait_for_a_kubelet_that_dies() {
    check(
        "pool a nodes=2 grace-limit=600 | app web replicas=1 max-unavailable=0 | at=0 upgrade a | at=300 fail a-0",
        |record| record.at < SimTime::from_secs(500),
        expect![[r#"
              0s  cluster     started                                       start/scenario []
              0s  pool/a      command 0                                     user/command []
              0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            180s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
            180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-2 ready
            181s  node/a-0    draining 1 pods                               drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            181s  pod/web-0   blocked: web-pdb allows 0                     gate/budget [SU-23 KE-07 KD-08 BS-73]       <- node/a-0 draining 1 pods
            300s  node/a-0    command 1                                     user/command []
            300s  node/a-0    kubelet stops                                 node/kubelet-stops [KT-10 KT-11]            <- node/a-0 command 1
            350s  node/a-0    lost                                          node/lost [KT-11]                           <- node/a-0 kubelet stops
            350s  pod/web-0   gone                                          repair/ends-pod [AM-53]                     <- node/a-0 lost
            350s  pod/web-1   pending                                       workload/replace [KC-01 KC-02]              <- pod/web-0 gone
            350s  pod/web-1   bound to a-1                                  place/bind [KS-30 KS-31]                    <- pod/web-1 pending
            351s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- pod/web-0 gone
            351s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            370s  pod/web-1   ready                                         pod/ready [KT-03]                           <- pod/web-1 bound to a-1
            381s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            381s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            381s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-2 done
            381s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
            Quiet
        "#]],
    );
}

/// AM-53, AM-63: an upgrade takes a node in the middle of its repair, and recreates it once.
#[test]
fn an_upgrade_takes_over_from_a_repair() {
    check(
        "pool a nodes=1 surge=1+0 cordon-time=0 | app web replicas=1 grace=100 | at=0 fail a-0 disk | at=1810 upgrade a",
        |record| !pods(record),
        expect![[r#"
               0s  cluster     started                                       start/scenario []
               0s  node/a-0    command 0                                     user/command []
               0s  node/a-0    disk full                                     node/disk-full [BS-58]                      <- node/a-0 command 0
            1800s  node/a-0    cordoned                                      repair/cordon [BS-58 AM-53]                 <- node/a-0 disk full
            1801s  node/a-0    draining 1 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            1810s  pool/a      command 1                                     user/command []
            1810s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
            1810s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
            1810s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1810s  node/a-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            1901s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- pod/web-0 gone
            1990s  node/a-a-1  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-1 requested, ready in 180s
            1991s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-a-1 ready
            1991s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
            1991s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            2021s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            2021s  node/a-a-1  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            2021s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            2021s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// BS-04, AM-63: nodes by which a pool waits to grow are created when its upgrade is over.
#[test]
fn a_pool_grows_before_or_after_its_upgrade() {
    check(
        "pool a nodes=1 | at=0 quota 0 | at=10 resize a 2 | at=20 upgrade a | at=30 quota 1",
        |record| !pods(record),
        expect![[r#"
              0s  cluster     started                                       start/scenario []
              0s  cluster     command 0                                     user/command []
              0s  cluster     quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 0
             10s  pool/a      command 1                                     user/command []
             10s  pool/a      resized to 2 in each zone                     pool/resize [AM-63]                         <- pool/a command 1
             10s  pool/a      blocked: quota +0 is used up                  pool/no-capacity [AM-60]                    <- pool/a resized to 2 in each zone
             20s  pool/a      command 2                                     user/command []
             20s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 2
             20s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
             20s  pool/a      blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
             20s  pool/a      waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
             30s  cluster     command 3                                     user/command []
             30s  cluster     quota +1                                      capacity/quota-set [AM-60]                  <- cluster command 3
             30s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- cluster quota +1
             30s  node/a-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
             30s  pool/a      has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/a-0 taken by surge slot 1
            210s  node/a-a-1  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-1 requested, ready in 180s
            210s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-1 ready
            211s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            211s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
            211s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            241s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            241s  node/a-a-1  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            241s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            241s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            241s  node/a-a-2  requested, ready in 180s                      pool/request-node [AM-63]                   <- node/a-0 gone
            421s  node/a-a-2  ready                                         pool/node-ready [AM-39]                     <- node/a-a-2 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// AM-80, BG-13: a blue node that was away while blue was cordoned is cordoned when it is back.
#[test]
fn a_blue_node_comes_back_to_a_cordoned_pool() {
    check(
        "pool a nodes=1 blue-green spot | at=0 upgrade a | at=100 preempt a-0",
        |record| !pods(record),
        expect![[r#"
               0s  cluster     started                        start/scenario []
               0s  pool/a      command 0                      user/command []
               0s  pool/a      upgrade started                upgrade/start [SU-04 AM-84]                        <- pool/a command 0
               0s  pool/a      CREATING_GREEN_POOL            blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
               0s  node/a-a-1  requested, ready in 180s       blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             100s  node/a-0    command 1                      user/command []
             100s  node/a-0    taken away in 30s, comes back  node/preempted [AM-80 CA-57 KT-15]                 <- node/a-0 command 1
             130s  node/a-0    gone                           node/vm-gone [AM-39]                               <- node/a-0 taken away in 30s, comes back
             130s  node/a-0    recreating, ready in 180s      node/bring-back [AM-80]                            <- node/a-0 gone
             180s  node/a-a-1  ready                          blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             180s  pool/a      CORDONING_BLUE_POOL            blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
             181s  pool/a      DRAINING_BLUE_POOL             blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      batch 1 of 1                   blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
             181s  pool/a      batch drained, soaks 0s        blue-green/batch-soak [BG-21 AM-14]                <- pool/a batch 1 of 1
             181s  pool/a      NODE_POOL_SOAKING, 3600s       blue-green/soak [BG-25 AM-64]                      <- pool/a batch drained, soaks 0s
             310s  node/a-0    ready                          node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
             310s  node/a-0    cordoned                       blue-green/cordon-node [BG-13 AM-21]               <- node/a-0 ready
            3781s  pool/a      DELETING_BLUE_POOL             blue-green/delete [BG-31 AM-64]                    <- pool/a NODE_POOL_SOAKING, 3600s
            3781s  node/a-0    draining 0 pods                blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            3781s  node/a-0    drained                        drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            3781s  node/a-0    deleting for 30s               blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            3811s  node/a-0    gone                           node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            3811s  pool/a      succeeded                      blue-green/succeed [BG-35 BS-15]                   <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// KT-05, AM-43: no kubelet ended it while its host was down.
#[test]
fn a_pod_whose_grace_ends_while_its_host_is_down_ends_with_its_return() {
    check(
        "pool a nodes=1 gpu | app web replicas=1 tolerates | at=45 host-event a-0 | at=150 drain a-0",
        pods_and_nodes,
        expect![[r#"
             45s  node/a-0   command 0                  user/command []
             45s  node/a-0   host event, down for 300s  host/down [MR-08 AM-43]          <- node/a-0 command 0
             45s  pod/web-0  gone                       host/ends-pod [MR-08 AM-43]      <- node/a-0 host event, down for 300s
             45s  pod/web-1  pending                    workload/replace [KC-01 KC-02]   <- pod/web-0 gone
             45s  pod/web-1  bound to a-0               place/bind [KS-30 KS-31]         <- pod/web-1 pending
            150s  node/a-0   command 1                  user/command []
            150s  node/a-0   cordoned                   user/cordon [KT-18]              <- node/a-0 command 1
            151s  node/a-0   draining 1 pods            drain/start [KD-01 AM-06]        <- node/a-0 cordoned
            151s  pod/web-1  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
            151s  pod/web-2  pending                    workload/replace [KC-01 KC-02]   <- pod/web-1 evicted, gone in 30s
            151s  pod/web-2  bound to a-0               place/bind [KS-30 KS-31]         <- pod/web-2 pending
            345s  node/a-0   back                       host/back [AM-43]                <- node/a-0 host event, down for 300s
            345s  pod/web-2  ready                      pod/ready [KT-03]                <- node/a-0 back
            345s  pod/web-1  gone                       pod/gone [KT-05]                 <- node/a-0 back
            345s  node/a-0   drained                    drain/end [KD-09 KD-11]          <- pod/web-1 gone
            Quiet
        "#]],
    );
}

/// AM-56: Pods that start again at the same instant do so by name.
#[test]
fn pods_of_a_host_that_is_back_start_by_their_names() {
    check(
        "pool a nodes=1 gpu | app p replicas=1 tolerates | app q replicas=1 priority=1 tolerates | at=0 host-event a-0",
        pods,
        expect![[r#"
              0s  pod/p-0  gone          host/ends-pod [MR-08 AM-43]     <- node/a-0 host event, down for 300s
              0s  pod/q-0  gone          host/ends-pod [MR-08 AM-43]     <- node/a-0 host event, down for 300s
              0s  pod/p-1  pending       workload/replace [KC-01 KC-02]  <- pod/p-0 gone
              0s  pod/q-1  pending       workload/replace [KC-01 KC-02]  <- pod/q-0 gone
              0s  pod/q-1  bound to a-0  place/bind [KS-30 KS-31]        <- pod/q-1 pending
              0s  pod/p-1  bound to a-0  place/bind [KS-30 KS-31]        <- pod/p-1 pending
            300s  pod/p-1  ready         pod/ready [KT-03]               <- node/a-0 back
            300s  pod/q-1  ready         pod/ready [KT-03]               <- node/a-0 back
            Quiet
        "#]],
    );
}

/// BS-58, AM-53: an uncordon by the user does not end a repair, before its drain or in it.
#[test]
fn an_uncordon_does_not_stop_a_repair() {
    check(
        "pool a nodes=1 | at=0 fail a-0 | at=601 uncordon a-0",
        nodes,
        expect![[r#"
              0s  node/a-0  command 0                       user/command []
              0s  node/a-0  kubelet stops                   node/kubelet-stops [KT-10 KT-11]  <- node/a-0 command 0
             50s  node/a-0  lost                            node/lost [KT-11]                 <- node/a-0 kubelet stops
            600s  node/a-0  cordoned                        repair/cordon [BS-58 AM-53]       <- node/a-0 lost
            601s  node/a-0  command 1                       user/command []
            601s  node/a-0  uncordoned                      user/uncordon [KT-18]             <- node/a-0 command 1
            601s  node/a-0  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]         <- node/a-0 cordoned
            601s  node/a-0  drained                         drain/end [KD-09 KD-11]           <- node/a-0 draining 0 pods, at most 3600s
            601s  node/a-0  deleting for 30s, to recreate   repair/delete [BS-58 AM-53]       <- node/a-0 drained
            631s  node/a-0  gone                            node/vm-gone [AM-39]              <- node/a-0 deleting for 30s, to recreate
            631s  node/a-0  recreating, ready in 180s       node/bring-back [AM-80]           <- node/a-0 gone
            811s  node/a-0  ready                           node/brought-back [AM-80 AM-39]   <- node/a-0 recreating, ready in 180s
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-0 disk | at=2000 uncordon a-0",
        nodes,
        expect![[r#"
               0s  node/a-0  command 0                       user/command []
               0s  node/a-0  disk full                       node/disk-full [BS-58]           <- node/a-0 command 0
            1800s  node/a-0  cordoned                        repair/cordon [BS-58 AM-53]      <- node/a-0 disk full
            1801s  node/a-0  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]        <- node/a-0 cordoned
            2000s  node/a-0  command 1                       user/command []
            2000s  node/a-0  uncordoned                      user/uncordon [KT-18]            <- node/a-0 command 1
            5401s  node/a-0  drained by limit                drain/end [KD-09 KD-11]          <- node/a-0 draining 1 pods, at most 3600s
            5401s  node/a-0  deleting for 30s, to recreate   repair/delete [BS-58 AM-53]      <- node/a-0 drained by limit
            5431s  node/a-0  gone                            node/vm-gone [AM-39]             <- node/a-0 deleting for 30s, to recreate
            5431s  node/a-0  recreating, ready in 180s       node/bring-back [AM-80]          <- node/a-0 gone
            5611s  node/a-0  ready                           node/brought-back [AM-80 AM-39]  <- node/a-0 recreating, ready in 180s
            Quiet
        "#]],
    );
}

/// AM-53, AM-79: the drain of a repair doesn't belong to the run, which is paused or rolled back.
#[test]
fn a_repair_continues_while_its_upgrade_is_canceled_or_rolled_back() {
    let line = "pool a nodes=1 blue-green | app web replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a | at=0 fail a-0 disk | at=3000";
    check(
        &format!("{line} cancel a"),
        pool_and_nodes,
        expect![[r#"
               0s  pool/a      command 0                       user/command []
               0s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 0
               0s  node/a-0    command 1                       user/command []
               0s  node/a-0    disk full                       node/disk-full [BS-58]                             <- node/a-0 command 1
               0s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
               0s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             180s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
             180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      batch 1 of 1                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
             181s  node/a-0    draining 1 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            3000s  pool/a      command 2                       user/command []
            3000s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]              <- pool/a command 2
            3000s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
            3001s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-0 drain paused
            6601s  node/a-0    drained by limit                drain/end [KD-09 KD-11]                            <- node/a-0 draining 1 pods, at most 3600s
            6601s  node/a-0    deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                        <- node/a-0 drained by limit
            6631s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s, to recreate
            6631s  node/a-0    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-0 gone
            6811s  node/a-0    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
            Quiet
        "#]],
    );
    check(
        &format!("{line} rollback a"),
        pool_and_nodes,
        expect![[r#"
               0s  pool/a      command 0                       user/command []
               0s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 0
               0s  node/a-0    command 1                       user/command []
               0s  node/a-0    disk full                       node/disk-full [BS-58]                             <- node/a-0 command 1
               0s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
               0s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
             180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             180s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
             180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
             181s  pool/a      batch 1 of 1                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
             181s  node/a-0    draining 1 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            3000s  pool/a      command 2                       user/command []
            3000s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]              <- pool/a command 2
            3000s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
            3000s  pool/a      rolling back                    blue-green/roll-back [BG-41 BS-12 AM-65]           <- pool/a cancelled
            3000s  node/a-0    drain aborted                   drain/given-up [BG-23 AM-65]                       <- pool/a rolling back
            3000s  node/a-0    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]            <- pool/a rolling back
            3000s  node/a-a-1  cordoned                        blue-green/cordon-green [BG-41 AM-65]              <- pool/a rolling back
            3000s  node/a-0    cordoned                        repair/cordon [BS-58 AM-53]                        <- node/a-0 uncordoned
            3001s  node/a-a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a rolling back
            3001s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-0 cordoned
            3001s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                            <- node/a-a-1 draining 0 pods, at most 3600s
            3001s  node/a-a-1  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]        <- node/a-a-1 drained
            3031s  node/a-a-1  gone                            node/vm-gone [AM-39]                               <- node/a-a-1 deleting for 30s
            3031s  pool/a      rolled back                     blue-green/rolled-back [BG-41 AM-65]               <- node/a-a-1 gone
            6601s  node/a-0    drained by limit                drain/end [KD-09 KD-11]                            <- node/a-0 draining 1 pods, at most 3600s
            6601s  node/a-0    deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                        <- node/a-0 drained by limit
            6631s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s, to recreate
            6631s  node/a-0    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-0 gone
            6811s  node/a-0    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
            6811s  node/a-0    uncordoned                      node/brought-back [AM-80 AM-39]                    <- node/a-0 ready
            Quiet
        "#]],
    );
}

/// AM-53: a batch that takes a node over from its repair returns it.
#[test]
fn a_paused_batch_returns_a_node_to_its_repair() {
    let line = "pool a nodes=1 blue-green cordon-time=1 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-0 disk | at=1700 upgrade a | at=2000";
    check(
        &format!("{line} cancel a"),
        pool_and_nodes,
        expect![[r#"
               0s  node/a-0    command 0                       user/command []
               0s  node/a-0    disk full                       node/disk-full [BS-58]                             <- node/a-0 command 0
            1700s  pool/a      command 1                       user/command []
            1700s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 1
            1700s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
            1700s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            1800s  node/a-0    cordoned                        repair/cordon [BS-58 AM-53]                        <- node/a-0 disk full
            1801s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-0 cordoned
            1880s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
            1880s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
            1881s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
            1881s  pool/a      batch 1 of 1                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
            1881s  node/a-0    draining 1 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            2000s  pool/a      command 2                       user/command []
            2000s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]              <- pool/a command 2
            2000s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
            2001s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a cancelled
            5601s  node/a-0    drained by limit                drain/end [KD-09 KD-11]                            <- node/a-0 draining 1 pods, at most 3600s
            5601s  node/a-0    deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                        <- node/a-0 drained by limit
            5631s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s, to recreate
            5631s  node/a-0    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-0 gone
            5811s  node/a-0    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
            Quiet
        "#]],
    );
    check(
        &format!("{line} rollback a"),
        pool_and_nodes,
        expect![[r#"
               0s  node/a-0    command 0                       user/command []
               0s  node/a-0    disk full                       node/disk-full [BS-58]                             <- node/a-0 command 0
            1700s  pool/a      command 1                       user/command []
            1700s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 1
            1700s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
            1700s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            1800s  node/a-0    cordoned                        repair/cordon [BS-58 AM-53]                        <- node/a-0 disk full
            1801s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-0 cordoned
            1880s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
            1880s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
            1881s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
            1881s  pool/a      batch 1 of 1                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
            1881s  node/a-0    draining 1 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            2000s  pool/a      command 2                       user/command []
            2000s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]              <- pool/a command 2
            2000s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
            2000s  pool/a      rolling back                    blue-green/roll-back [BG-41 BS-12 AM-65]           <- pool/a cancelled
            2000s  node/a-0    drain aborted                   drain/given-up [BG-23 AM-65]                       <- pool/a rolling back
            2000s  node/a-a-1  cordoned                        blue-green/cordon-green [BG-41 AM-65]              <- pool/a rolling back
            2001s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a cancelled
            2001s  node/a-a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a rolling back
            2001s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                            <- node/a-a-1 draining 0 pods, at most 3600s
            2001s  node/a-a-1  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]        <- node/a-a-1 drained
            2031s  node/a-a-1  gone                            node/vm-gone [AM-39]                               <- node/a-a-1 deleting for 30s
            2031s  pool/a      rolled back                     blue-green/rolled-back [BG-41 AM-65]               <- node/a-a-1 gone
            5601s  node/a-0    drained by limit                drain/end [KD-09 KD-11]                            <- node/a-0 draining 1 pods, at most 3600s
            5601s  node/a-0    deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                        <- node/a-0 drained by limit
            5631s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s, to recreate
            5631s  node/a-0    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-0 gone
            5811s  node/a-0    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
            5811s  node/a-0    uncordoned                      node/brought-back [AM-80 AM-39]                    <- node/a-0 ready
            Quiet
        "#]],
    );
}

/// BG-41, AM-63: a cordon left by a repair is removed with those of the blue pool.
#[test]
fn a_blue_node_that_was_repaired_is_open_again_after_a_rollback() {
    check(
        "pool a nodes=1 blue-green | at=0 upgrade a | at=31 fail a-0 | at=31 cancel a | at=700 resume a | at=3000 rollback a",
        nodes,
        expect![[r#"
               0s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
              31s  node/a-0    command 1                       user/command []
              31s  node/a-0    kubelet stops                   node/kubelet-stops [KT-10 KT-11]                   <- node/a-0 command 1
              85s  node/a-0    lost                            node/lost [KT-11]                                  <- node/a-0 kubelet stops
             180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
             631s  node/a-0    cordoned                        repair/cordon [BS-58 AM-53]                        <- node/a-0 lost
             632s  node/a-0    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-0 cordoned
             632s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
             632s  node/a-0    deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                        <- node/a-0 drained
             662s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s, to recreate
             662s  node/a-0    recreating, ready in 180s       node/bring-back [AM-80]                            <- node/a-0 gone
             842s  node/a-0    ready                           node/brought-back [AM-80 AM-39]                    <- node/a-0 recreating, ready in 180s
            3000s  node/a-0    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]            <- pool/a rolling back
            3000s  node/a-a-1  cordoned                        blue-green/cordon-green [BG-41 AM-65]              <- pool/a rolling back
            3001s  node/a-a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a rolling back
            3001s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                            <- node/a-a-1 draining 0 pods, at most 3600s
            3001s  node/a-a-1  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]        <- node/a-a-1 drained
            3031s  node/a-a-1  gone                            node/vm-gone [AM-39]                               <- node/a-a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-56: Pods that are fixed together become ready by name, at any age.
#[test]
fn recovered_pods_become_ready_in_name_order() {
    check(
        "seed=3 | shuffled | pool a nodes=2 | app web kind=StatefulSet parallel replicas=3 | at=0 behave web fails | at=0 upgrade a | at=2000 behave web works",
        |record| matches!(record.subject, Subject::Pod(_)) && record.change != Change::PodGone,
        expect![[r#"
             181s  pod/web-2  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]               <- node/a-1 draining 1 pods, at most 3600s
             211s  pod/web-2  pending               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/web-2 gone
             211s  pod/web-2  bound to a-a-2        place/bind [KS-30 KS-31]                      <- pod/web-2 pending
             231s  pod/web-2  running, never ready  pod/never-ready [KT-03]                       <- pod/web-2 bound to a-a-2
             422s  pod/web-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods, at most 3600s
             422s  pod/web-1  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods, at most 3600s
             452s  pod/web-0  pending               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/web-0 gone
             452s  pod/web-1  pending               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/web-0 gone
             452s  pod/web-0  bound to a-a-3        place/bind [KS-30 KS-31]                      <- pod/web-0 pending
             452s  pod/web-1  bound to a-a-2        place/bind [KS-30 KS-31]                      <- pod/web-1 pending
             472s  pod/web-0  running, never ready  pod/never-ready [KT-03]                       <- pod/web-0 bound to a-a-3
             472s  pod/web-1  running, never ready  pod/never-ready [KT-03]                       <- pod/web-1 bound to a-a-2
            2000s  pod/web-0  ready                 pod/ready [KT-03]                             <- workload/web behaves differently
            2000s  pod/web-1  ready                 pod/ready [KT-03]                             <- workload/web behaves differently
            2000s  pod/web-2  ready                 pod/ready [KT-03]                             <- workload/web behaves differently
            Quiet
        "#]],
    );
}

/// BG-34, AM-53: a node that is deleted for good at that instant is not repaired first.
#[test]
fn a_node_about_to_be_removed_is_not_repaired() {
    check(
        "pool a nodes=1 blue-green pool-soak=600 | at=0 upgrade a | at=181 fail a-0",
        nodes,
        expect![[r#"
              0s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
            180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
            181s  node/a-0    command 1                       user/command []
            181s  node/a-0    kubelet stops                   node/kubelet-stops [KT-10 KT-11]                   <- node/a-0 command 1
            181s  node/a-0    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            181s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
            235s  node/a-0    lost                            node/lost [KT-11]                                  <- node/a-0 kubelet stops
            781s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            781s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            781s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            811s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-80, AM-83: a script may name nodes that the run creates; a command on a node that is never created is refused.
#[test]
fn a_node_of_the_run_is_named_like_one_of_the_start() {
    check(
        "pool a nodes=1 surge=1+0 spot | at=0 upgrade a | at=300 preempt a-a-1 | at=301 preempt a-a-9",
        |_| true,
        expect![[r#"
              0s  cluster     started                                       start/scenario []
              0s  pool/a      command 0                                     user/command []
              0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  node/a-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
              0s  node/a-0    cordoned                                      surge/cordon-spot [SU-17 AM-10]             <- node/a-a-1 requested, ready in 180s
              1s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
              1s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
              1s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
             31s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            180s  node/a-a-1  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-1 requested, ready in 180s
            180s  node/a-a-1  done                                          surge/node-done [AM-58]                     <- node/a-a-1 ready
            180s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            180s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            300s  node/a-a-1  command 1                                     user/command []
            300s  node/a-a-1  taken away in 30s, comes back                 node/preempted [AM-80 CA-57 KT-15]          <- node/a-a-1 command 1
            301s  pool/a      command 2                                     user/command []
            301s  pool/a      refused: not there                            user/missing []                             <- pool/a command 2
            330s  node/a-a-1  gone                                          node/vm-gone [AM-39]                        <- node/a-a-1 taken away in 30s, comes back
            330s  node/a-a-1  recreating, ready in 180s                     node/bring-back [AM-80]                     <- node/a-a-1 gone
            510s  node/a-a-1  ready                                         node/brought-back [AM-80 AM-39]             <- node/a-a-1 recreating, ready in 180s
            Quiet
        "#]],
    );
}

/// KT-05, AM-43, AM-56: grace ends before hosts come back, so at that instant no kubelet has ended the Pod either.
#[test]
fn a_pod_whose_grace_ends_as_its_host_returns_ends_at_that_instant() {
    check(
        "pool a nodes=1 gpu | app web replicas=1 grace=194 tolerates | at=45 host-event a-0 | at=150 drain a-0",
        pods_and_nodes,
        expect![[r#"
             45s  node/a-0   command 0                  user/command []
             45s  node/a-0   host event, down for 300s  host/down [MR-08 AM-43]          <- node/a-0 command 0
             45s  pod/web-0  gone                       host/ends-pod [MR-08 AM-43]      <- node/a-0 host event, down for 300s
             45s  pod/web-1  pending                    workload/replace [KC-01 KC-02]   <- pod/web-0 gone
             45s  pod/web-1  bound to a-0               place/bind [KS-30 KS-31]         <- pod/web-1 pending
            150s  node/a-0   command 1                  user/command []
            150s  node/a-0   cordoned                   user/cordon [KT-18]              <- node/a-0 command 1
            151s  node/a-0   draining 1 pods            drain/start [KD-01 AM-06]        <- node/a-0 cordoned
            151s  pod/web-1  evicted, gone in 194s      drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
            151s  pod/web-2  pending                    workload/replace [KC-01 KC-02]   <- pod/web-1 evicted, gone in 194s
            151s  pod/web-2  bound to a-0               place/bind [KS-30 KS-31]         <- pod/web-2 pending
            345s  node/a-0   back                       host/back [AM-43]                <- node/a-0 host event, down for 300s
            345s  pod/web-2  ready                      pod/ready [KT-03]                <- node/a-0 back
            345s  pod/web-1  gone                       pod/gone [KT-05]                 <- node/a-0 back
            345s  node/a-0   drained                    drain/end [KD-09 KD-11]          <- pod/web-1 gone
            Quiet
        "#]],
    );
}

/// SU-10, AM-58, AM-53: the upgrade opens the node that it recreates, even if the node was unhealthy before.
#[test]
fn a_failed_node_that_an_upgrade_recreates_is_uncordoned() {
    check(
        "pool a nodes=1 surge=0+1 no-repair | at=0 fail a-0 | at=60 upgrade a",
        nodes,
        expect![[r#"
              0s  node/a-0  command 0                       user/command []
              0s  node/a-0  kubelet stops                   node/kubelet-stops [KT-10 KT-11]                  <- node/a-0 command 0
             50s  node/a-0  lost                            node/lost [KT-11]                                 <- node/a-0 kubelet stops
             60s  node/a-0  taken by unavailable slot 1     surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
             60s  node/a-0  cordoned                        surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
             61s  node/a-0  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
             61s  node/a-0  drained                         drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
             61s  node/a-0  deleting for 30s, to recreate   surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
             91s  node/a-0  gone                            node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
             91s  node/a-0  recreating, ready in 180s       surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
            271s  node/a-0  ready                           surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
            271s  node/a-0  uncordoned                      surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
            271s  node/a-0  done                            surge/node-done [AM-58]                           <- node/a-0 uncordoned
            Quiet
        "#]],
    );
}

/// AM-60: refused again at 300 s, a-0 keeps its turn before the slot of b.
#[test]
fn a_vm_that_is_refused_again_keeps_its_turn() {
    check(
        "pool a nodes=1 spot | pool b nodes=1 | at=0 stockout zone-a | at=100 preempt a-0 | at=200 upgrade b | at=300 quota 0 | at=400 in-stock zone-a | until=500",
        pool_and_nodes,
        expect![[r#"
            100s  node/a-0  command 1                                     user/command []
            100s  node/a-0  taken away in 30s, comes back                 node/preempted [AM-80 CA-57 KT-15]          <- node/a-0 command 1
            130s  node/a-0  gone                                          node/vm-gone [AM-39]                        <- node/a-0 taken away in 30s, comes back
            130s  node/a-0  blocked: zone-a is stocked out                node/bring-back-waits [AM-60 AM-80]         <- node/a-0 gone
            200s  pool/b    command 2                                     user/command []
            200s  pool/b    upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/b command 2
            200s  pool/b    zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started
            200s  pool/b    blocked: zone-a is stocked out                surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/b zone zone-a started, 1 surge + 0 unavailable
            200s  pool/b    waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/b zone zone-a started, 1 surge + 0 unavailable
            300s  cluster   command 3                                     user/command []
            300s  cluster   quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 3
            400s  node/a-0  recreating, ready in 180s                     node/bring-back [AM-80]                     <- node/a-0 blocked: zone-a is stocked out
            400s  pool/b    blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- zone/zone-a command 4
            Until
        "#]],
    );
}

/// KS-03, AM-43: a host that is back is room for waiting Pods.
#[test]
fn pending_pods_are_placed_when_the_host_is_back() {
    check(
        "pool a nodes=1 gpu | app web replicas=1 | at=5 host-event a-0",
        pods_and_nodes,
        expect![[r#"
              5s  node/a-0   command 0                                                 user/command []
              5s  node/a-0   host event, down for 300s                                 host/down [MR-08 AM-43]                  <- node/a-0 command 0
              5s  pod/web-0  gone                                                      host/ends-pod [MR-08 AM-43]              <- node/a-0 host event, down for 300s
              5s  pod/web-1  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 gone
              5s  pod/web-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-1 pending
            305s  node/a-0   back                                                      host/back [AM-43]                        <- node/a-0 host event, down for 300s
            305s  pod/web-1  bound to a-0                                              place/bind [KS-30 KS-31]                 <- node/a-0 back
            325s  pod/web-1  ready                                                     pod/ready [KT-03]                        <- pod/web-1 bound to a-0
            Quiet
        "#]],
    );
}

/// KT-03, AM-43: after the fix a Pod behaves like any other.
#[test]
fn a_recovered_pod_is_ready_again_after_its_host_was_down() {
    check(
        "pool a nodes=1 gpu | app agent kind=DaemonSet | at=0 behave agent fails | at=0 upgrade a | at=500 behave agent works | at=600 host-event a-a-1",
        pods_and_nodes,
        expect![[r#"
              0s  node/a-0     taken by surge slot 1           surge/take [SU-01 SU-13 AM-58]          <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  node/a-a-1   requested, ready in 180s        surge/request-node [SU-05 SU-06 UP-22]  <- node/a-0 taken by surge slot 1
            180s  node/a-a-1   ready                           surge/node-ready [SU-06 AM-39]          <- node/a-a-1 requested, ready in 180s
            180s  pod/agent-1  pending                         workload/daemon [KC-13 KC-14 KC-15]     <- node/a-a-1 ready
            180s  pod/agent-1  bound to a-a-1                  place/bind [KS-30 KS-31]                <- pod/agent-1 pending
            180s  node/a-0     cordoned                        surge/cordon [SU-06 KD-01]              <- node/a-a-1 ready
            181s  node/a-0     draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]               <- node/a-0 cordoned
            181s  node/a-0     drained                         drain/end [KD-09 KD-11]                 <- node/a-0 draining 0 pods, at most 3600s
            181s  node/a-0     deleting for 30s                surge/delete [SU-06 AM-58]              <- node/a-0 drained
            200s  pod/agent-1  running, never ready            pod/never-ready [KT-03]                 <- pod/agent-1 bound to a-a-1
            211s  node/a-0     gone                            node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            211s  pod/agent-0  gone                            node/takes-pods [KD-11 KT-16 AM-73]     <- node/a-0 gone
            211s  node/a-a-1   done                            surge/node-done [AM-58]                 <- node/a-0 gone
            500s  pod/agent-1  ready                           pod/ready [KT-03]                       <- workload/agent behaves differently
            600s  node/a-a-1   command 3                       user/command []
            600s  node/a-a-1   host event, down for 300s       host/down [MR-08 AM-43]                 <- node/a-a-1 command 3
            600s  pod/agent-1  not ready                       host/ends-pod [MR-08 AM-43]             <- node/a-a-1 host event, down for 300s
            900s  node/a-a-1   back                            host/back [AM-43]                       <- node/a-a-1 host event, down for 300s
            900s  pod/agent-1  ready                           pod/ready [KT-03]                       <- node/a-a-1 back
            Quiet
        "#]],
    );
}

/// AM-42: the life of a green node that a rollback has deleted has no wake: nothing happens at 5,500 s.
#[test]
fn the_life_of_a_node_that_is_gone_keeps_nothing_alive() {
    check(
        "pool a nodes=1 life=5000 | window=0-4000,5500-5600 | at=0 settings a blue-green | at=1000 upgrade a | at=1500 rollback a",
        pool_and_nodes,
        expect![[r#"
               0s  pool/a      command 0                       user/command []
               0s  pool/a      upgrade settings set            set/upgrade-settings [BS-04]                       <- pool/a command 0
            1000s  pool/a      command 1                       user/command []
            1000s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 1
            1000s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
            1000s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            1180s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
            1180s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-1 ready
            1180s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
            1181s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
            1181s  pool/a      batch 1 of 1                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
            1181s  node/a-0    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            1181s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
            1181s  pool/a      batch drained, soaks 0s         blue-green/batch-soak [BG-21 AM-14]                <- node/a-0 drained
            1181s  pool/a      NODE_POOL_SOAKING, 3600s        blue-green/soak [BG-25 AM-64]                      <- pool/a batch drained, soaks 0s
            1500s  pool/a      command 2                       user/command []
            1500s  pool/a      cancelled                       blue-green/cancel [UP-12 BG-38 AM-65]              <- pool/a command 2
            1500s  pool/a      rolling back                    blue-green/roll-back [BG-41 BS-12 AM-65]           <- pool/a cancelled
            1500s  node/a-0    uncordoned                      blue-green/uncordon [BG-14 BG-23 BG-41]            <- pool/a rolling back
            1500s  node/a-a-1  cordoned                        blue-green/cordon-green [BG-41 AM-65]              <- pool/a rolling back
            1501s  node/a-a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a rolling back
            1501s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                            <- node/a-a-1 draining 0 pods, at most 3600s
            1501s  node/a-a-1  deleting for 30s                blue-green/delete-green [BG-12 BG-23 BG-41]        <- node/a-a-1 drained
            1531s  node/a-a-1  gone                            node/vm-gone [AM-39]                               <- node/a-a-1 deleting for 30s
            1531s  pool/a      rolled back                     blue-green/rolled-back [BG-41 AM-65]               <- node/a-a-1 gone
            4000s  cluster     window closed                   window/closes [AM-56]
            5000s  node/a-0    taken away in 30s               short-lived/life-over [SL-03 AM-42]                <- cluster started
            5030s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 taken away in 30s
            Quiet
        "#]],
    );
}

/// AM-53, AM-65: a second cancel doesn't delay the drain that a repair requested after the first.
#[test]
fn a_repair_that_is_about_to_drain_is_not_put_off() {
    check(
        "pool a nodes=1 blue-green | cordon-time=10 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-0 disk | at=1700 upgrade a \
         | at=2000 cancel a | at=2003 resume a | at=2006 cancel a | until=2100",
        pods_and_nodes,
        expect![[r#"
               0s  node/a-0    command 0                       user/command []
               0s  node/a-0    disk full                       node/disk-full [BS-58]                             <- node/a-0 command 0
            1700s  node/a-a-1  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            1800s  node/a-0    cordoned                        repair/cordon [BS-58 AM-53]                        <- node/a-0 disk full
            1810s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- node/a-0 cordoned
            1810s  pod/web-0   blocked: web-pdb allows 0       gate/budget [SU-23 KE-07 KD-08 BS-73]              <- node/a-0 draining 1 pods, at most 3600s
            1880s  node/a-a-1  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-1 requested, ready in 180s
            1890s  node/a-0    draining 1 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 1
            1890s  pod/web-0   blocked: web-pdb allows 0       gate/budget [SU-23 KE-07 KD-08 BS-73]              <- node/a-0 draining 1 pods, at most 3600s
            2000s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
            2003s  node/a-0    drain goes on, at most 3490s    drain/go-on [AM-65 AM-79]                          <- pool/a resumed
            2006s  node/a-0    drain paused                    drain/pause [AM-65 AM-79]                          <- pool/a cancelled
            2010s  node/a-0    draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                          <- pool/a cancelled
            2010s  pod/web-0   blocked: web-pdb allows 0       gate/budget [SU-23 KE-07 KD-08 BS-73]              <- node/a-0 draining 1 pods, at most 3600s
            Until
        "#]],
    );
}

/// AM-60, AM-63, AM-80: a VM that was lost and one more of another pool were refused at one instant; each is requested
/// again when there is capacity for it.
#[test]
fn requests_refused_at_one_instant_are_all_tried_again() {
    check(
        "pool a nodes=1 zones=1 spot | pool b nodes=1 reserved=1 | at=0 stockout zone-a | at=70 preempt a-0 | at=100 resize b 2 | at=200 reservation b 2",
        pool_and_nodes,
        expect![[r#"
             70s  node/a-0    command 1                             user/command []
             70s  node/a-0    taken away in 30s, comes back         node/preempted [AM-80 CA-57 KT-15]      <- node/a-0 command 1
            100s  pool/b      command 2                             user/command []
            100s  pool/b      resized to 2 in each zone             pool/resize [AM-63]                     <- pool/b command 2
            100s  pool/b      blocked: reservation of 1 is used up  pool/no-capacity [AM-60]                <- pool/b resized to 2 in each zone
            100s  node/a-0    gone                                  node/vm-gone [AM-39]                    <- node/a-0 taken away in 30s, comes back
            100s  node/a-0    blocked: zone-a is stocked out        node/bring-back-waits [AM-60 AM-80]     <- node/a-0 gone
            200s  pool/b      command 3                             user/command []
            200s  pool/b      reservation of 2                      capacity/reservation-set [SU-16 AM-60]  <- pool/b command 3
            200s  node/b-a-1  requested, ready in 180s              pool/request-node [AM-63]               <- pool/b reservation of 2
            380s  node/b-a-1  ready                                 pool/node-ready [AM-39]                 <- node/b-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// AM-60: a refusal by a reservation is reported once, also when the capacity of others changes.
#[test]
fn a_refusal_by_a_reservation_is_reported_once() {
    check(
        "pool a nodes=1 reserved=1 | at=0 upgrade a | at=100 quota 3 | at=200 quota 4 | until=300",
        pool_and_nodes,
        expect![[r#"
              0s  pool/a   command 0                                     user/command []
              0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              0s  pool/a   blocked: reservation of 1 is used up          surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  pool/a   waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
            100s  cluster  command 1                                     user/command []
            100s  cluster  quota +3                                      capacity/quota-set [AM-60]                  <- cluster command 1
            200s  cluster  command 2                                     user/command []
            200s  cluster  quota +4                                      capacity/quota-set [AM-60]                  <- cluster command 2
            Quiet
        "#]],
    );
}

/// AM-60, SU-16: once a reservation counts, the end of a quota that was reported before repeats no refusal.
#[test]
fn quota_is_not_reported_to_a_pool_with_a_reservation() {
    check(
        "pool a nodes=1 zones=1 | at=0 quota 0 | at=10 resize a 2 | at=20 reservation a 1 | at=30 quota 5",
        pool_and_nodes,
        expect![[r#"
             0s  cluster  command 0                             user/command []
             0s  cluster  quota +0                              capacity/quota-set [AM-60]              <- cluster command 0
            10s  pool/a   command 1                             user/command []
            10s  pool/a   resized to 2 in each zone             pool/resize [AM-63]                     <- pool/a command 1
            10s  pool/a   blocked: quota +0 is used up          pool/no-capacity [AM-60]                <- pool/a resized to 2 in each zone
            20s  pool/a   command 2                             user/command []
            20s  pool/a   reservation of 1                      capacity/reservation-set [SU-16 AM-60]  <- pool/a command 2
            20s  pool/a   blocked: reservation of 1 is used up  pool/no-capacity [AM-60]                <- pool/a reservation of 1
            30s  cluster  command 3                             user/command []
            30s  cluster  quota +5                              capacity/quota-set [AM-60]              <- cluster command 3
            Quiet
        "#]],
    );
}

/// AM-60: a reservation that is set again is reported as used up again.
#[test]
fn a_reservation_set_again_is_reported_again() {
    check(
        "pool a nodes=1 reserved=1 | at=0 upgrade a | at=100 reservation a 1 | until=300",
        pool_and_nodes,
        expect![[r#"
              0s  pool/a  command 0                                     user/command []
              0s  pool/a  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              0s  pool/a  blocked: reservation of 1 is used up          surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  pool/a  waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
            100s  pool/a  command 1                                     user/command []
            100s  pool/a  reservation of 1                              capacity/reservation-set [SU-16 AM-60]      <- pool/a command 1
            100s  pool/a  blocked: reservation of 1 is used up          surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a reservation of 1
            Quiet
        "#]],
    );
}
