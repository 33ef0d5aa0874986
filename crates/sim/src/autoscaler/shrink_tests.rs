//! Scale-down in runs.

use crate::rules::Rule;
use crate::testing::check;
use expect_test::expect;
use trace::{Change, Record};

/// What the autoscaler does, but for soft taints, and the nodes that come and go.
fn scaling(record: &Record) -> bool {
    let comes =
        matches!(record.change, Change::NodeReady | Change::NodeGone | Change::DrainEnded { .. });
    let soft = matches!(record.change, Change::CandidateTainted { .. });
    (record.rule.0 >= Rule::ScaleUp.no().0 && !soft) || comes
}

/// KA-75, KA-82, example 8.9: an idle node is unneeded since 0, marked at 610, and its deletion requested at 615 s.
#[test]
fn an_idle_node_goes() {
    check(
        "pool a nodes=2 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500",
        scaling,
        expect![[r#"
              0s  node/a-1  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-1  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  deleting for 30s    autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            645s  node/a-1  gone                node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// BS-42, KA-78: ten empty nodes at once.
#[test]
fn ten_empty_nodes_go_at_once() {
    check(
        "pool a nodes=13 autoscaled=0-20 | app web replicas=1 on=a-0 cpu=1500 | until=700",
        scaling,
        expect![[r#"
              0s  node/a-1   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-2   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-3   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-4   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-5   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-6   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-7   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-8   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-9   unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-10  unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-11  unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-12  unneeded                autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0   stays: used enough      autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-11  stays: others go first  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-12  stays: others go first  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-1   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            610s  node/a-2   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            610s  node/a-3   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-3 avoided by new Pods
            610s  node/a-4   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-4 avoided by new Pods
            610s  node/a-5   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-5 avoided by new Pods
            610s  node/a-6   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-6 avoided by new Pods
            610s  node/a-7   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-7 avoided by new Pods
            610s  node/a-8   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-8 avoided by new Pods
            610s  node/a-9   to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-9 avoided by new Pods
            610s  node/a-10  to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-10 avoided by new Pods
            615s  node/a-1   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            615s  node/a-2   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-2 to be deleted
            615s  node/a-3   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-3 to be deleted
            615s  node/a-4   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-4 to be deleted
            615s  node/a-5   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-5 to be deleted
            615s  node/a-6   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-6 to be deleted
            615s  node/a-7   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-7 to be deleted
            615s  node/a-8   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-8 to be deleted
            615s  node/a-9   deleting for 30s        autoscaler/delete [KA-86]               <- node/a-9 to be deleted
            615s  node/a-10  deleting for 30s        autoscaler/delete [KA-86]               <- node/a-10 to be deleted
            645s  node/a-1   gone                    node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            645s  node/a-2   gone                    node/vm-gone [AM-39]                    <- node/a-2 deleting for 30s
            645s  node/a-3   gone                    node/vm-gone [AM-39]                    <- node/a-3 deleting for 30s
            645s  node/a-4   gone                    node/vm-gone [AM-39]                    <- node/a-4 deleting for 30s
            645s  node/a-5   gone                    node/vm-gone [AM-39]                    <- node/a-5 deleting for 30s
            645s  node/a-6   gone                    node/vm-gone [AM-39]                    <- node/a-6 deleting for 30s
            645s  node/a-7   gone                    node/vm-gone [AM-39]                    <- node/a-7 deleting for 30s
            645s  node/a-8   gone                    node/vm-gone [AM-39]                    <- node/a-8 deleting for 30s
            645s  node/a-9   gone                    node/vm-gone [AM-39]                    <- node/a-9 deleting for 30s
            645s  node/a-10  gone                    node/vm-gone [AM-39]                    <- node/a-10 deleting for 30s
            650s  node/a-11  to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-11 stays: others go first
            650s  node/a-12  to be deleted           autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-12 stays: others go first
            655s  node/a-11  deleting for 30s        autoscaler/delete [KA-86]               <- node/a-11 to be deleted
            655s  node/a-12  deleting for 30s        autoscaler/delete [KA-86]               <- node/a-12 to be deleted
            685s  node/a-11  gone                    node/vm-gone [AM-39]                    <- node/a-11 deleting for 30s
            685s  node/a-12  gone                    node/vm-gone [AM-39]                    <- node/a-12 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-83: a node with Pods is drained, one at a time.
#[test]
fn nodes_with_pods_go_one_by_one() {
    check(
        "pool a nodes=4 slots=4 autoscaled=0-4 | app web replicas=4 cpu=1000 grace=30 | until=1500",
        scaling,
        expect![[r#"
              0s  node/a-2  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-3  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-2  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            610s  node/a-3  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-3 avoided by new Pods
            615s  node/a-2  deleting for 30s    autoscaler/delete [KA-86]               <- node/a-2 to be deleted
            615s  node/a-3  deleting for 30s    autoscaler/delete [KA-86]               <- node/a-3 to be deleted
            645s  node/a-2  gone                node/vm-gone [AM-39]                    <- node/a-2 deleting for 30s
            645s  node/a-3  gone                node/vm-gone [AM-39]                    <- node/a-3 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-76, KA-54: not below the minimum.
#[test]
fn the_minimum_stays() {
    check(
        "pool a nodes=3 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=1500",
        scaling,
        expect![[r#"
              0s  node/a-1  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-2  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-2  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-1  to be deleted                       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  deleting for 30s                    autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            620s  node/a-2  needed again                        autoscaler/needed-again [KA-73]         <- node/a-1 to be deleted
            620s  node/a-0  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- node/a-1 to be deleted
            645s  node/a-1  gone                                node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-32: the last node of the cluster stays.
#[test]
fn the_last_node_stays() {
    check(
        "pool a nodes=2 autoscaled=0-4",
        scaling,
        expect![[r#"
              0s  node/a-0  unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-1  unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- cluster started
            610s  node/a-1  stays: the cluster's last node  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-0  to be deleted                   autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
            615s  node/a-0  deleting for 30s                autoscaler/delete [KA-86]               <- node/a-0 to be deleted
            645s  node/a-0  gone                            node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-74: nothing goes for ten minutes after a scale-up.
#[test]
fn nothing_goes_soon_after_growth() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool idle nodes=2 slots=1 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 | app big replicas=0 cpu=2000 | at=295 replicas big 1 | until=1000",
        scaling,
        expect![[r#"
              0s  node/idle-0   unneeded                    autoscaler/unneeded [CA-09 BS-41]            <- cluster started
              0s  node/idle-1   unneeded                    autoscaler/unneeded [CA-09 BS-41]            <- cluster started
              0s  node/a-0      stays: used enough          autoscaler/stays [KA-91 BS-105]              <- cluster started
            300s  pool/a        a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/big-0 blocked: NodeResourcesFit, 3 Insufficient cpu
            300s  workload/big  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
            300s  node/a-a-1    requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            480s  node/a-a-1    ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            480s  node/a-a-1    stays: used enough          autoscaler/stays [KA-91 BS-105]              <- node/a-a-1 ready
            610s  node/idle-0   stays: cool-down            autoscaler/stays [KA-91 BS-105]              <- cluster started
            610s  node/idle-1   stays: cool-down            autoscaler/stays [KA-91 BS-105]              <- cluster started
            900s  node/idle-0   to be deleted               autoscaler/to-be-deleted [KA-82 BS-42]       <- node/idle-0 stays: cool-down
            900s  node/idle-1   to be deleted               autoscaler/to-be-deleted [KA-82 BS-42]       <- node/idle-1 stays: cool-down
            905s  node/idle-0   deleting for 30s            autoscaler/delete [KA-86]                    <- node/idle-0 to be deleted
            905s  node/idle-1   deleting for 30s            autoscaler/delete [KA-86]                    <- node/idle-1 to be deleted
            935s  node/idle-0   gone                        node/vm-gone [AM-39]                         <- node/idle-0 deleting for 30s
            935s  node/idle-1   gone                        node/vm-gone [AM-39]                         <- node/idle-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-67, KA-69, KA-71, KA-59: a Pod that may not move, or fits nowhere, keeps its node.
#[test]
fn pods_keep_their_nodes() {
    check(
        "pool a nodes=5 slots=4 autoscaled=0-9 | app bare kind=Pod replicas=1 on=a-0 | app safe replicas=1 on=a-1 not-safe | app pdb replicas=1 on=a-2 max-unavailable=0 | app apart replicas=2 on=a-3 away=apart | app full replicas=2 on=a-4 cpu=2000 | until=400",
        scaling,
        expect![[r#"
            0s  node/a-1  unneeded                                     autoscaler/unneeded [CA-09 BS-41]  <- cluster started
            0s  node/a-0  stays: a Pod without a controller, pod/bare  autoscaler/stays [KA-91 BS-105]    <- cluster started
            0s  node/a-2  stays: not enough budget, pod/pdb-0          autoscaler/stays [KA-91 BS-105]    <- cluster started
            0s  node/a-3  stays: used enough                           autoscaler/stays [KA-91 BS-105]    <- cluster started
            0s  node/a-4  stays: used enough                           autoscaler/stays [KA-91 BS-105]    <- cluster started
            Until
        "#]],
    );
}

/// BS-44, AM-75: a refused eviction keeps the node after two minutes.
#[test]
fn a_refused_drain_keeps_the_node() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-2 | app web replicas=1 on=a-0 cpu=2400 | app pdb replicas=2 on=a-1 cpu=800 max-unavailable=1 | at=616 limit pdb 0 | at=1100 limit pdb 1 | until=1800",
        scaling,
        expect![[r#"
               0s  node/a-1  unneeded                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0  stays: used enough                   autoscaler/stays [KA-91 BS-105]         <- cluster started
             610s  node/a-1  to be deleted after a drain          autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             615s  node/a-1  draining 2 pods, at most 3600s       autoscaler/drain [KA-83]                <- node/a-1 to be deleted after a drain
             735s  node/a-1  drain aborted                        autoscaler/drain-refused [BS-44 AM-75]  <- node/a-1 draining 2 pods, at most 3600s
             735s  node/a-1  kept after all                       autoscaler/keep-node [KA-82 KA-83]      <- node/a-1 drain aborted
             740s  node/a-1  stays: evictions failed              autoscaler/stays [KA-91 BS-105]         <- node/a-1 drain aborted
            1040s  node/a-1  stays: not enough budget, pod/pdb-1  autoscaler/stays [KA-91 BS-105]         <- node/a-1 drain aborted
            1340s  node/a-1  unneeded                             autoscaler/unneeded [CA-09 BS-41]       <- node/a-1 drain aborted
            Until
        "#]],
    );
}

/// CA-11, AM-104: the drain's limit ends the Pod with its node.
#[test]
fn the_limit_ends_slow_pods() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-2 | app web replicas=1 on=a-0 cpu=3000 | app slow replicas=1 on=a-1 grace=7200 | until=5000",
        scaling,
        expect![[r#"
               0s  node/a-1  unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0  stays: used enough              autoscaler/stays [KA-91 BS-105]         <- cluster started
             610s  node/a-1  to be deleted after a drain     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             615s  node/a-1  draining 1 pods, at most 3600s  autoscaler/drain [KA-83]                <- node/a-1 to be deleted after a drain
            4215s  node/a-1  drained                         drain/end [KD-09 KD-11]                 <- node/a-1 draining 1 pods, at most 3600s
            4215s  node/a-1  deleting for 30s                autoscaler/delete [KA-86]               <- node/a-1 drained
            4245s  node/a-1  gone                            node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// UP-19, BS-49: nodes of an upgrade are left alone.
#[test]
fn nodes_of_an_upgrade_stay() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1000 | at=500 upgrade a | until=2500",
        scaling,
        expect![[r#"
              0s  node/a-1    unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0    stays: no place to move Pods, pod/web-0  autoscaler/stays [KA-91 BS-105]         <- cluster started
            500s  node/a-0    stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- pool/a command 0
            610s  node/a-1    to be deleted                            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1    deleting for 30s                         autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            645s  node/a-1    gone                                     node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            680s  node/a-a-2  ready                                    surge/node-ready [SU-06 AM-39]          <- node/a-a-2 requested, ready in 180s
            680s  node/a-a-2  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- node/a-a-2 ready
            711s  node/a-0    drained                                  drain/end [KD-09 KD-11]                 <- pod/web-0 gone
            741s  node/a-0    gone                                     node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            750s  node/a-a-2  stays: no place to move Pods, pod/web-1  autoscaler/stays [KA-91 BS-105]         <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AM-20: green shrinks while the pool soaks, blue doesn't.
#[test]
fn green_shrinks_while_it_soaks() {
    check(
        "pool a nodes=3 slots=4 blue-green pool-soak=3600 autoscaled=0-4 | app web replicas=2 on=a-0 cpu=1000 | at=0 upgrade a",
        scaling,
        expect![[r#"
               0s  node/a-0    stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-1    stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-2    stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- cluster started
             180s  node/a-a-3  ready                                    blue-green/node-ready [BG-08 AM-39]     <- node/a-a-3 requested, ready in 180s
             180s  node/a-a-4  ready                                    blue-green/node-ready [BG-08 AM-39]     <- node/a-a-4 requested, ready in 180s
             180s  node/a-a-5  ready                                    blue-green/node-ready [BG-08 AM-39]     <- node/a-a-5 requested, ready in 180s
             180s  node/a-a-3  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
             180s  node/a-a-4  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
             180s  node/a-a-5  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
             211s  node/a-0    drained                                  drain/end [KD-09 KD-11]                 <- pod/web-1 gone
             211s  node/a-1    drained                                  drain/end [KD-09 KD-11]                 <- node/a-1 draining 0 pods, at most 3600s
             211s  node/a-2    drained                                  drain/end [KD-09 KD-11]                 <- node/a-2 draining 0 pods, at most 3600s
             220s  node/a-a-5  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- pod/web-0 gone
             220s  node/a-a-3  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- pod/web-0 gone
             220s  node/a-a-4  stays: no place to move Pods, pod/web-3  autoscaler/stays [KA-91 BS-105]         <- pod/web-0 gone
             830s  node/a-a-5  to be deleted                            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-a-5 avoided by new Pods
             830s  node/a-a-3  to be deleted after a drain              autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-a-3 avoided by new Pods
             835s  node/a-a-3  draining 1 pods, at most 3600s           autoscaler/drain [KA-83]                <- node/a-a-3 to be deleted after a drain
             835s  node/a-a-5  deleting for 30s                         autoscaler/delete [KA-86]               <- node/a-a-5 to be deleted
             865s  node/a-a-5  gone                                     node/vm-gone [AM-39]                    <- node/a-a-5 deleting for 30s
             865s  node/a-a-3  drained                                  drain/end [KD-09 KD-11]                 <- pod/web-2 gone
             865s  node/a-a-3  deleting for 30s                         autoscaler/delete [KA-86]               <- node/a-a-3 drained
             895s  node/a-a-3  gone                                     node/vm-gone [AM-39]                    <- node/a-a-3 deleting for 30s
            1120s  node/a-a-4  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- pod/web-0 gone
            3811s  node/a-0    drained                                  drain/end [KD-09 KD-11]                 <- node/a-0 draining 0 pods
            3811s  node/a-1    drained                                  drain/end [KD-09 KD-11]                 <- node/a-1 draining 0 pods
            3811s  node/a-2    drained                                  drain/end [KD-09 KD-11]                 <- node/a-2 draining 0 pods
            3841s  node/a-0    gone                                     node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            3841s  node/a-1    gone                                     node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            3841s  node/a-2    gone                                     node/vm-gone [AM-39]                    <- node/a-2 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-82: a Pod that comes in the five seconds keeps an empty node.
#[test]
fn a_pod_in_the_last_five_seconds_keeps_the_node() {
    check(
        "pool a nodes=2 slots=2 autoscaled=0-2 | app web replicas=2 on=a-0 cpu=1000 | app late replicas=0 cpu=1000 tolerates | at=612 replicas late 1 | until=700",
        scaling,
        expect![[r#"
              0s  node/a-1  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-1  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  kept after all      autoscaler/keep-node [KA-82 KA-83]      <- node/a-1 to be deleted
            620s  node/a-1  needed again        autoscaler/needed-again [KA-73]         <- node/a-1 to be deleted
            620s  node/a-1  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- node/a-1 to be deleted
            Quiet
        "#]],
    );
}

/// KA-77, CA-54: a slice goes whole.
#[test]
fn a_slice_goes_whole() {
    check(
        "pool a nodes=1 | pool tpu nodes=4 multi-host autoscaled=0-4 | app web replicas=1 on=a-0 | until=700",
        scaling,
        expect![[r#"
              0s  node/tpu-0  unneeded          autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/tpu-1  unneeded          autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/tpu-2  unneeded          autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/tpu-3  unneeded          autoscaler/unneeded [CA-09 BS-41]       <- cluster started
            610s  node/tpu-0  to be deleted     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/tpu-0 avoided by new Pods
            610s  node/tpu-1  to be deleted     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/tpu-1 avoided by new Pods
            610s  node/tpu-2  to be deleted     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/tpu-2 avoided by new Pods
            610s  node/tpu-3  to be deleted     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/tpu-3 avoided by new Pods
            615s  node/tpu-0  deleting for 30s  autoscaler/delete [KA-86]               <- node/tpu-3 to be deleted
            615s  node/tpu-1  deleting for 30s  autoscaler/delete [KA-86]               <- node/tpu-3 to be deleted
            615s  node/tpu-2  deleting for 30s  autoscaler/delete [KA-86]               <- node/tpu-3 to be deleted
            615s  node/tpu-3  deleting for 30s  autoscaler/delete [KA-86]               <- node/tpu-3 to be deleted
            645s  node/tpu-0  gone              node/vm-gone [AM-39]                    <- node/tpu-0 deleting for 30s
            645s  node/tpu-1  gone              node/vm-gone [AM-39]                    <- node/tpu-1 deleting for 30s
            645s  node/tpu-2  gone              node/vm-gone [AM-39]                    <- node/tpu-2 deleting for 30s
            645s  node/tpu-3  gone              node/vm-gone [AM-39]                    <- node/tpu-3 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-84: ten soft taints a look.
#[test]
fn ten_soft_taints_a_look() {
    check(
        "pool a nodes=14 autoscaled=13-20 | app web replicas=1 on=a-0 cpu=1500 | until=40",
        |record| record.rule.0 >= Rule::ScaleUp.no().0,
        expect![[r#"
             0s  node/a-1   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-2   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-3   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-4   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-5   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-6   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-7   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-8   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-9   unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-10  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-11  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-12  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-13  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-0   stays: used enough   autoscaler/stays [KA-91 BS-105]    <- cluster started
             0s  node/a-1   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-2   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-3   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-4   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-5   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-6   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-7   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-8   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-9   avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
             0s  node/a-10  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
            10s  node/a-11  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
            10s  node/a-12  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
            10s  node/a-13  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
            Until
        "#]],
    );
}

/// BS-52, AM-31: a delay of the pool replaces the ten minutes.
#[test]
fn a_pool_may_have_its_own_delay() {
    check(
        "pool a nodes=2 autoscaled=0-4 delay=120 | app web replicas=1 on=a-0 cpu=1500 | until=200",
        scaling,
        expect![[r#"
              0s  node/a-1  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
            130s  node/a-1  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            135s  node/a-1  deleting for 30s    autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            165s  node/a-1  gone                node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-60: a node that couldn't go is examined again after five minutes.
#[test]
fn a_node_is_examined_again() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=3000 | app pdb replicas=1 on=a-1 max-unavailable=0 | at=33 limit pdb 1 | until=400",
        scaling,
        expect![[r#"
              0s  node/a-0  stays: used enough                   autoscaler/stays [KA-91 BS-105]    <- cluster started
              0s  node/a-1  stays: not enough budget, pod/pdb-0  autoscaler/stays [KA-91 BS-105]    <- cluster started
            300s  node/a-1  unneeded                             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
            Until
        "#]],
    );
}

/// CA-41, AM-31: with `optimize-utilization` a minute is enough.
#[test]
fn the_other_profile_waits_a_minute() {
    check(
        "pool a nodes=2 autoscaled=0-4 | packed | app web replicas=1 on=a-0 cpu=1500 | until=120",
        scaling,
        expect![[r#"
              0s  node/a-1  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
             70s  node/a-1  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             75s  node/a-1  deleting for 30s    autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            105s  node/a-1  gone                node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-73: a node that is needed for a moment begins its time anew.
#[test]
fn a_node_needed_for_a_moment_begins_anew() {
    check(
        "pool a nodes=2 slots=2 autoscaled=0-2 | app web replicas=2 on=a-0 cpu=1000 | app late kind=Job replicas=0 cpu=1000 | app soon kind=Pod replicas=1 work=500 cpu=1500 on=a-1 | until=1300",
        scaling,
        expect![[r#"
               0s  node/a-0  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-1  stays: used enough  autoscaler/stays [KA-91 BS-105]         <- cluster started
             500s  node/a-1  unneeded            autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
            1110s  node/a-1  to be deleted       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            1115s  node/a-1  deleting for 30s    autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            1145s  node/a-1  gone                node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-63: an upgrade skips a node that is to be deleted.
#[test]
fn an_upgrade_skips_a_node_that_goes() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-1 cpu=1500 | app api replicas=1 on=a-0 cpu=500 grace=600 | at=650 upgrade a | until=3000",
        scaling,
        expect![[r#"
               0s  node/a-2    unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0    unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-1    stays: no place to move Pods, pod/web-0  autoscaler/stays [KA-91 BS-105]         <- cluster started
             610s  node/a-2    to be deleted                            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
             610s  node/a-0    to be deleted after a drain              autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
             615s  node/a-0    draining 1 pods, at most 3600s           autoscaler/drain [KA-83]                <- node/a-0 to be deleted after a drain
             615s  node/a-2    deleting for 30s                         autoscaler/delete [KA-86]               <- node/a-2 to be deleted
             645s  node/a-2    gone                                     node/vm-gone [AM-39]                    <- node/a-2 deleting for 30s
             650s  node/a-1    stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- node/a-2 gone
             830s  node/a-a-3  ready                                    surge/node-ready [SU-06 AM-39]          <- node/a-a-3 requested, ready in 180s
             830s  node/a-a-3  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            1215s  node/a-0    drained                                  drain/end [KD-09 KD-11]                 <- pod/api-0 gone
            1215s  node/a-0    deleting for 30s                         autoscaler/delete [KA-86]               <- node/a-0 drained
            1245s  node/a-0    gone                                     node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            1431s  node/a-1    drained                                  drain/end [KD-09 KD-11]                 <- pod/api-1 gone
            1461s  node/a-1    gone                                     node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            1470s  node/a-a-3  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- node/a-1 gone
            Quiet
        "#]],
    );
}

/// AM-20: blue doesn't shrink from the beginning of its upgrade; a drain of the autoscaler ends.
#[test]
fn blue_is_kept_when_its_upgrade_begins() {
    check(
        "pool a nodes=2 slots=4 blue-green autoscaled=0-4 | app web replicas=1 on=a-0 cpu=500 grace=600 | app api replicas=1 on=a-1 cpu=1500 | at=650 upgrade a | until=800",
        scaling,
        expect![[r#"
              0s  node/a-0  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-1  stays: no place to move Pods, pod/api-0  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-0  to be deleted after a drain              autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
            615s  node/a-0  draining 1 pods, at most 3600s           autoscaler/drain [KA-83]                <- node/a-0 to be deleted after a drain
            650s  node/a-0  kept after all                           autoscaler/keep-node [KA-82 KA-83]      <- pool/a command 0
            650s  node/a-0  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- pool/a command 0
            650s  node/a-1  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]         <- pool/a command 0
            Until
        "#]],
    );
}

/// CA-65: a Pod that nothing can end, as the node's kubelet has stopped, ends at the limit of the drain.
#[test]
fn the_limit_ends_pods_of_a_dead_kubelet() {
    check(
        "pool a nodes=2 slots=4 no-repair autoscaled=0-2 | app web replicas=1 on=a-0 cpu=3000 | app api replicas=1 on=a-1 grace=300 | at=620 fail a-1 | until=5000",
        |record| scaling(record) || matches!(record.change, Change::PodForced { .. }),
        expect![[r#"
               0s  node/a-1   unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0   stays: used enough              autoscaler/stays [KA-91 BS-105]         <- cluster started
             610s  node/a-1   to be deleted after a drain     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             615s  node/a-1   draining 1 pods, at most 3600s  autoscaler/drain [KA-83]                <- node/a-1 to be deleted after a drain
            4215s  pod/api-0  forced out before its grace     autoscaler/force [CA-11 CA-65]          <- node/a-1 draining 1 pods, at most 3600s
            4215s  node/a-1   drained by limit                drain/end [KD-09 KD-11]                 <- node/a-1 draining 1 pods, at most 3600s
            4215s  node/a-1   deleting for 30s                autoscaler/delete [KA-86]               <- node/a-1 drained by limit
            4245s  node/a-1   gone                            node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-80, KA-90: a node whose VM is taken away in the middle of its removal comes back, and is unneeded anew.
#[test]
fn a_preempted_node_ends_its_removal() {
    check(
        "pool a nodes=2 slots=4 spot autoscaled=0-4 | app web replicas=1 on=a-0 cpu=3000 | app api replicas=1 on=a-1 grace=300 cpu=500 | at=620 preempt a-1 | until=1600",
        scaling,
        expect![[r#"
               0s  node/a-1  unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0  stays: used enough              autoscaler/stays [KA-91 BS-105]         <- cluster started
             610s  node/a-1  to be deleted after a drain     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             615s  node/a-1  draining 1 pods, at most 3600s  autoscaler/drain [KA-83]                <- node/a-1 to be deleted after a drain
             620s  node/a-1  kept after all                  autoscaler/keep-node [KA-82 KA-83]      <- node/a-1 to be deleted after a drain
             650s  node/a-1  gone                            node/vm-gone [AM-39]                    <- node/a-1 taken away in 30s, comes back
             830s  node/a-1  ready                           node/brought-back [AM-80 AM-39]         <- node/a-1 recreating, ready in 180s
             830s  node/a-1  unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- node/a-1 ready
            1440s  node/a-1  to be deleted                   autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            1445s  node/a-1  deleting for 30s                autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            1475s  node/a-1  gone                            node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-02: while the cluster is unhealthy, nodes lose the time for which they were unneeded.
#[test]
fn an_unhealthy_cluster_forgets_unneeded_nodes() {
    check(
        "pool a nodes=6 no-repair autoscaled=0-9 | pool b nodes=1 autoscaled=0-2 delay=1000 | app web replicas=12 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2 | at=0 fail a-3 | until=1500",
        |record| record.subject == trace::Subject::Node(base::NodeId(6)) && scaling(record),
        expect![[r#"
             0s  node/b-0  unneeded      autoscaler/unneeded [CA-09 BS-41]  <- cluster started
            50s  node/b-0  needed again  autoscaler/needed-again [KA-73]    <- node/a-0 lost
            Quiet
        "#]],
    );
}

/// KA-74, KA-78, BS-105: what may go and waits says for what.
#[test]
fn nodes_that_wait_say_for_what() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | pool b nodes=0 slots=2 autoscaled=0-1 | app web replicas=1 on=a-0 cpu=3000 | app api replicas=1 on=a-1 grace=300 cpu=300 | app db replicas=1 on=a-2 cpu=300 | app more replicas=0 cpu=1900 | at=100 replicas more 3 | at=150 replicas more 0 | until=1300",
        scaling,
        expect![[r#"
               0s  node/a-1       unneeded                                          autoscaler/unneeded [CA-09 BS-41]            <- cluster started
               0s  node/a-2       unneeded                                          autoscaler/unneeded [CA-09 BS-41]            <- cluster started
               0s  node/a-0       stays: used enough                                autoscaler/stays [KA-91 BS-105]              <- cluster started
             100s  node/a-1       needed again                                      autoscaler/needed-again [KA-73]              <- workload/more command 0
             100s  node/a-2       needed again                                      autoscaler/needed-again [KA-73]              <- workload/more command 0
             100s  node/a-1       stays: used enough                                autoscaler/stays [KA-91 BS-105]              <- workload/more command 0
             100s  node/a-2       stays: used enough                                autoscaler/stays [KA-91 BS-105]              <- workload/more command 0
             110s  pool/b         b/zone-a grows from 0 to 1                        autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-2 blocked: NodeResourcesFit, 3 Insufficient cpu
             110s  pool/b         option b/zone-a: +1 nodes, 1 pods, GKE's place 2  autoscaler/second-opinion [AM-106]           <- pool/b b/zone-a grows from 0 to 1
             110s  pool/a         option a/zone-a: +1 nodes, 1 pods, GKE's place 1  autoscaler/second-opinion [AM-106]           <- pool/b b/zone-a grows from 0 to 1
             110s  workload/more  b/zone-a grows for 1 pods                         autoscaler/triggered [KA-32 KA-94]           <- pool/b b/zone-a grows from 0 to 1
             110s  node/b-a-0     requested, ready in 180s                          autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/b b/zone-a grows from 0 to 1
             180s  node/a-1       unneeded                                          autoscaler/unneeded [CA-09 BS-41]            <- pod/more-0 gone
             180s  node/a-2       unneeded                                          autoscaler/unneeded [CA-09 BS-41]            <- pod/more-0 gone
             290s  node/b-a-0     ready                                             pool/node-ready [AM-39]                      <- node/b-a-0 requested, ready in 180s
             290s  node/b-a-0     unneeded                                          autoscaler/unneeded [CA-09 BS-41]            <- node/b-a-0 ready
             790s  node/a-2       stays: others go first                            autoscaler/stays [KA-91 BS-105]              <- pod/more-0 gone
             790s  node/a-1       to be deleted after a drain                       autoscaler/to-be-deleted [KA-82 BS-42]       <- node/a-1 avoided by new Pods
             795s  node/a-1       draining 1 pods, at most 3600s                    autoscaler/drain [KA-83]                     <- node/a-1 to be deleted after a drain
             900s  node/b-a-0     to be deleted                                     autoscaler/to-be-deleted [KA-82 BS-42]       <- node/b-a-0 avoided by new Pods
             905s  node/b-a-0     deleting for 30s                                  autoscaler/delete [KA-86]                    <- node/b-a-0 to be deleted
             935s  node/b-a-0     gone                                              node/vm-gone [AM-39]                         <- node/b-a-0 deleting for 30s
            1095s  node/a-1       drained                                           drain/end [KD-09 KD-11]                      <- pod/api-0 gone
            1095s  node/a-1       deleting for 30s                                  autoscaler/delete [KA-86]                    <- node/a-1 drained
            1125s  node/a-1       gone                                              node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s
            1130s  node/a-2       to be deleted after a drain                       autoscaler/to-be-deleted [KA-82 BS-42]       <- node/a-2 stays: others go first
            1135s  node/a-2       draining 1 pods, at most 3600s                    autoscaler/drain [KA-83]                     <- node/a-2 to be deleted after a drain
            1165s  node/a-2       drained                                           drain/end [KD-09 KD-11]                      <- pod/db-0 gone
            1165s  node/a-2       deleting for 30s                                  autoscaler/delete [KA-86]                    <- node/a-2 drained
            1195s  node/a-2       gone                                              node/vm-gone [AM-39]                         <- node/a-2 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-57, KA-58: where as many unneeded nodes are found as are looked for, others come before one that a Pod holds.
#[test]
fn a_held_node_is_left_out_once_others_are_enough() {
    let own = |record: &Record| {
        matches!(record.change, Change::Stays { .. })
            && record.subject == trace::Subject::Node(base::NodeId(80))
    };
    let idle = "app work kind=Job replicas=160 cpu=800 work=100";
    let held = "app kept replicas=1 on=a-80 cpu=100 not-safe";
    check(
        &format!(
            "pool a nodes=81 autoscaled=0-100 | {idle} | {held} | resources cpu=180-1000 | packed | until=900"
        ),
        own,
        expect![[r#"
              0s  node/a-80  stays: not safe to evict, pod/kept-0  autoscaler/stays [KA-91 BS-105]  <- cluster started
            300s  node/a-80  stays: others first                   autoscaler/stays [KA-91 BS-105]  <- pod/work-0 succeeded
            Until
        "#]],
    );
}
