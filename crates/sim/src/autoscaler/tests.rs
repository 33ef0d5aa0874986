//! Scale-up in runs.

use crate::rules::Rule;
use crate::testing::check;
use expect_test::expect;
use trace::{Change, Record};

/// What the autoscaler does, and the nodes that come and go.
fn scaling(record: &Record) -> bool {
    let comes = matches!(record.change, Change::NodeReady | Change::NodeGone);
    (Rule::ScaleUp.no().0..=Rule::NoScaleUp.no().0).contains(&record.rule.0) || comes
}

/// KA-01, KA-10, CA-05 … CA-07: one decision, all nodes at once, at the next look.
#[test]
fn nodes_come_for_pods_that_wait() {
    check(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 | app more replicas=0 | at=3 replicas more 5 | until=400",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 1 to 4  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/more  a/zone-a grows for 5 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 4
             10s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 4
             10s  node/a-a-2     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 4
             10s  node/a-a-3     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 4
            190s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            190s  node/a-a-2     ready                       pool/node-ready [AM-39]                      <- node/a-a-2 requested, ready in 180s
            190s  node/a-a-3     ready                       pool/node-ready [AM-39]                      <- node/a-a-3 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-13: a Pod that is younger than two seconds waits for the next look.
#[test]
fn new_pods_wait_for_the_next_look() {
    check(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 | app more replicas=0 | at=9 replicas more 1",
        scaling,
        expect![[r#"
             20s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             20s  workload/more  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
             20s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            200s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-09, KA-11: Pods that fit on nodes that are coming ask for no others.
#[test]
fn nodes_that_come_count() {
    check(
        "pool a nodes=1 autoscaled=0-9 | app web replicas=2 | app more replicas=0 | app late replicas=0 | at=3 replicas more 1 | at=43 replicas late 2",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/more  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
             10s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
             50s  pool/a         a/zone-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/late-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             50s  workload/late  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 2 to 3
             50s  node/a-a-2     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 2 to 3
            190s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            230s  node/a-a-2     ready                       pool/node-ready [AM-39]                      <- node/a-a-2 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-23, KA-37: zones stay balanced.
#[test]
fn zones_are_balanced() {
    check(
        "pool a nodes=2 zones=3 autoscaled=0-4 | app web replicas=12 | app more replicas=0 | at=3 replicas more 6",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 6 Insufficient cpu
             10s  pool/a         a/zone-b grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 6 Insufficient cpu
             10s  pool/a         a/zone-c grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 6 Insufficient cpu
             10s  workload/more  a/zone-a grows for 6 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 2 to 3
             10s  node/a-a-6     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 2 to 3
             10s  node/a-b-7     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-b grows from 2 to 3
             10s  node/a-c-8     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-c grows from 2 to 3
            190s  node/a-a-6     ready                       pool/node-ready [AM-39]                      <- node/a-a-6 requested, ready in 180s
            190s  node/a-b-7     ready                       pool/node-ready [AM-39]                      <- node/a-b-7 requested, ready in 180s
            190s  node/a-c-8     ready                       pool/node-ready [AM-39]                      <- node/a-c-8 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-33: zones of one pool are alike, though the upgrade has come to one of them only.
#[test]
fn zones_with_different_templates_are_balanced() {
    check(
        "pool a nodes=1 zones=2 autoscaled=0-4 | app web replicas=4 | app more replicas=0 | at=0 upgrade a machineType | at=300 replicas more 6 | until=311",
        scaling,
        expect![[r#"
            180s  node/a-a-2     ready                       surge/node-ready [SU-06 AM-39]               <- node/a-a-2 requested, ready in 180s
            241s  node/a-0       gone                        node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
            310s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-2 blocked: NodeResourcesFit, 2 Insufficient cpu
            310s  pool/a         a/zone-b grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-2 blocked: NodeResourcesFit, 2 Insufficient cpu
            310s  workload/more  a/zone-a grows for 4 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
            310s  node/a-a-4     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            310s  node/a-b-5     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-b grows from 1 to 2
            Until
        "#]],
    );
}

/// CA-25, AM-81: a zone that is stocked out gets no nodes.
#[test]
fn balanced_growth_leaves_out_a_zone_without_machines() {
    check(
        "pool a nodes=0 zones=3 autoscaled=0-4 | app more replicas=0 | at=1 stockout zone-c | at=3 replicas more 8",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             10s  pool/a         a/zone-b grows from 0 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 8 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-a-0     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-b-2     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-b grows from 0 to 2
             10s  node/a-b-3     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-b grows from 0 to 2
            190s  node/a-a-0     ready                       pool/node-ready [AM-39]                      <- node/a-a-0 requested, ready in 180s
            190s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            190s  node/a-b-2     ready                       pool/node-ready [AM-39]                      <- node/a-b-2 requested, ready in 180s
            190s  node/a-b-3     ready                       pool/node-ready [AM-39]                      <- node/a-b-3 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-26, AM-81: ANY fills the zones one after the other.
#[test]
fn any_fills_a_zone() {
    check(
        "pool a nodes=0 zones=2 autoscaled=0-4 any | app more replicas=0 | at=3 replicas more 4",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 4 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-a-0     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 2
            190s  node/a-a-0     ready                       pool/node-ready [AM-39]                      <- node/a-a-0 requested, ready in 180s
            190s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-36, CA-38, BS-93: total limits hold for all zones together.
#[test]
fn total_limits_hold_for_the_pool() {
    check(
        "pool a nodes=1 zones=3 autoscaled=3-5 total | app web replicas=6 | app more replicas=0 | at=3 replicas more 8",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 1 to 2                          autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 3 Insufficient cpu
             10s  pool/a         a/zone-b grows from 1 to 2                          autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 3 Insufficient cpu
             10s  workload/more  a/zone-a grows for 4 pods                           autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
             10s  node/a-a-3     requested, ready in 180s                            autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
             10s  node/a-b-4     requested, ready in 180s                            autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-b grows from 1 to 2
             20s  workload/more  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/more-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/more  a/zone-b doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/more-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/more  a/zone-c doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/more-4 blocked: NodeResourcesFit, 3 Insufficient cpu
            190s  node/a-a-3     ready                                               pool/node-ready [AM-39]                      <- node/a-a-3 requested, ready in 180s
            190s  node/a-b-4     ready                                               pool/node-ready [AM-39]                      <- node/a-b-4 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-23, KA-93: a group at its maximum doesn't grow, and says so once.
#[test]
fn a_full_group_says_so() {
    check(
        "pool a nodes=1 autoscaled=0-1 | app web replicas=2 | app more replicas=0 | at=3 replicas more 1 | at=55 replicas more 2 | at=100 replicas more 0",
        scaling,
        expect![[r#"
             10s  workload/more  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            100s  workload/more  a/zone-a is held back no more                       autoscaler/no-scale-up [KA-93 BS-104]  <- workload/more command 2
            Quiet
        "#]],
    );
}

/// CA-33: nor does one above its maximum.
#[test]
fn a_group_above_its_maximum_does_not_grow() {
    check(
        "pool a nodes=3 autoscaled=0-2 | app web replicas=6 | app more replicas=0 | at=3 replicas more 1",
        scaling,
        expect![[r#"
            10s  workload/more  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-0 blocked: NodeResourcesFit, 3 Insufficient cpu
            Quiet
        "#]],
    );
}

/// CA-31, BS-48: a group below its minimum grows for Pods only.
#[test]
fn a_group_below_its_minimum_grows_for_pods_only() {
    check(
        "pool a nodes=1 autoscaled=3-5 | app web replicas=2 | app more replicas=0 | at=500 replicas more 1",
        scaling,
        expect![[r#"
            510s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            510s  workload/more  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
            510s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            690s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-34, KA-03: a pool without nodes grows, too.
#[test]
fn a_pool_grows_from_zero() {
    check(
        "pool a nodes=0 autoscaled=0-2 | app more replicas=1 pending",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 0 to 1
             10s  node/a-a-0     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 1
            190s  node/a-a-0     ready                       pool/node-ready [AM-39]                      <- node/a-a-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-08, KA-44, BS-103: what the quota refuses is asked for again after the backoff.
#[test]
fn refused_nodes_are_asked_for_again() {
    check(
        "pool a nodes=0 autoscaled=0-5 | app more replicas=0 | at=0 quota 1 | at=3 replicas more 6 | at=250 quota 9",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 3                                       autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 6 pods                                        autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 3
             10s  node/a-a-0     requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 0 to 3
             10s  pool/a         a/zone-a misses 2 nodes, GCE quota exceeded; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 3
             20s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up          autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-2 blocked: no node
            190s  node/a-a-0     ready                                                            pool/node-ready [AM-39]                          <- node/a-a-0 requested, ready in 180s
            190s  workload/more  a/zone-a is held back no more                                    autoscaler/no-scale-up [KA-93 BS-104]            <- node/a-a-0 ready
            190s  pool/a         a/zone-a grows from 1 to 3                                       autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            190s  workload/more  a/zone-a grows for 4 pods                                        autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 1 to 3
            190s  pool/a         a/zone-a misses 2 nodes, GCE quota exceeded; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 1 to 3
            200s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up          autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            500s  workload/more  a/zone-a is held back no more                                    autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 1 to 3
            500s  pool/a         a/zone-a grows from 1 to 3                                       autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            500s  workload/more  a/zone-a grows for 4 pods                                        autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 1 to 3
            500s  node/a-a-1     requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 1 to 3
            500s  node/a-a-2     requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 1 to 3
            680s  node/a-a-1     ready                                                            pool/node-ready [AM-39]                          <- node/a-a-1 requested, ready in 180s
            680s  node/a-a-2     ready                                                            pool/node-ready [AM-39]                          <- node/a-a-2 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-69: addresses for one node of two, of which a reservation holds none.
#[test]
fn ip_space_holds_nodes_back() {
    check(
        "pool a nodes=1 reserved=9 autoscaled=0-5 | quota POD_ADDRESSES left=300 a=256 | app web replicas=2 | app more replicas=0 | at=3 replicas more 4 | until=100",
        scaling,
        expect![[r#"
            10s  pool/a         a/zone-a grows from 1 to 3                                       autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            10s  workload/more  a/zone-a grows for 4 pods                                        autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 1 to 3
            10s  node/a-a-1     requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 1 to 3
            10s  pool/a         a/zone-a misses 1 nodes, IP space exhausted; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 1 to 3
            20s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up          autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            Until
        "#]],
    );
}

/// CA-14: Compute Engine's own autoscaler works on the group.
#[test]
fn another_autoscaler_stops_this_one() {
    check(
        "pool a nodes=1 autoscaled=0-5 compute-engine | pool b nodes=1 | app more replicas=0 | at=3 replicas more 6 | until=900",
        |record| {
            matches!(record.change, Change::NoScaleUp { .. } | Change::Stays { .. })
                || scaling(record)
        },
        expect![[r#"
             0s  node/a-0       stays: Compute Engine autoscaling                  autoscaler/stays [KA-91 BS-105]        <- cluster started
            10s  workload/more  a/zone-a doesn't grow: Compute Engine autoscaling  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-4 blocked: NodeResourcesFit, 2 Insufficient cpu
            Quiet
        "#]],
    );
}

/// KA-11: expendable Pods count as gone, so a Pod that preempts none waits for good, and for a reason.
#[test]
fn a_place_that_expendable_pods_hold_counts_as_free() {
    check(
        "pool a nodes=1 autoscaled=0-5 | app low replicas=2 priority=-50 | app web replicas=0 never-preempts | at=3 replicas web 1 | at=60 replicas low 1 | until=100",
        scaling,
        expect![[r#"
            10s  workload/web  a/zone-a doesn't grow: behind expendable Pods  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            90s  workload/web  a/zone-a is held back no more                  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/low-0 gone
            Until
        "#]],
    );
}

/// BS-47, KA-44: another pool grows while one backs off.
#[test]
fn another_pool_grows_instead() {
    check(
        "pool a nodes=0 autoscaled=0-5 | pool b nodes=0 zones=2 autoscaled=0-5 | app more replicas=0 | at=0 stockout zone-a | at=3 replicas more 2",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 2 pods                                          autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             10s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
             20s  pool/b         b/zone-b grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             20s  workload/more  b/zone-b grows for 2 pods                                          autoscaler/triggered [KA-32 KA-94]               <- pool/b b/zone-b grows from 0 to 1
             20s  node/b-b-0     requested, ready in 180s                                           autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/b b/zone-b grows from 0 to 1
            200s  node/b-b-0     ready                                                              pool/node-ready [AM-39]                          <- node/b-b-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-44: failures after the backoff double it.
#[test]
fn failures_after_the_backoff_double_it() {
    check(
        "pool a nodes=0 autoscaled=0-5 | pool other nodes=1 | app web replicas=1 | app more replicas=0 | at=0 stockout zone-a | at=3 replicas more 2 | at=700 replicas web 2 | at=1300 in-stock zone-a",
        scaling,
        expect![[r#"
              10s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
              10s  workload/more  a/zone-a grows for 1 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
              10s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s   autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
              20s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             320s  workload/more  a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
             320s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             320s  workload/more  a/zone-a grows for 1 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             320s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 600s   autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
             330s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             700s  workload/web   a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/web-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             930s  workload/web   a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
             930s  workload/more  a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
             930s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             930s  workload/web   a/zone-a grows for 1 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             930s  workload/more  a/zone-a grows for 1 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             930s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 1200s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
             940s  workload/web   a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/web-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             940s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            2140s  workload/web   a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
            2140s  workload/more  a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
            2140s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            2140s  workload/web   a/zone-a grows for 1 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
            2140s  workload/more  a/zone-a grows for 1 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
            2140s  node/a-a-0     requested, ready in 180s                                            autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 0 to 1
            2320s  node/a-a-0     ready                                                               pool/node-ready [AM-39]                          <- node/a-a-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-46, KA-47: nodes that don't come in time have failed, and are deleted.
#[test]
fn late_nodes_have_failed() {
    check(
        "pool a nodes=0 autoscaled=0-5 gives-up=60 | app more replicas=0 | at=3 replicas more 1 | until=500",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 1                                                        autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 1 pods                                                         autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             10s  node/a-a-0     requested, ready in 180s                                                          autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 0 to 1
             80s  pool/a         a/zone-a misses 1 nodes, Some nodes failed to appear in time; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
             90s  node/a-a-0     deleting for 30s                                                                  autoscaler/give-up-node [KA-47]                  <- pool/a a/zone-a grows from 0 to 1
             90s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up                           autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            120s  node/a-a-0     gone                                                                              node/vm-gone [AM-39]                             <- node/a-a-0 deleting for 30s
            390s  workload/more  a/zone-a is held back no more                                                     autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
            390s  pool/a         a/zone-a grows from 0 to 1                                                        autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            390s  workload/more  a/zone-a grows for 1 pods                                                         autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
            390s  node/a-a-1     requested, ready in 180s                                                          autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 0 to 1
            460s  pool/a         a/zone-a misses 1 nodes, Some nodes failed to appear in time; backs off for 600s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            470s  node/a-a-1     deleting for 30s                                                                  autoscaler/give-up-node [KA-47]                  <- pool/a a/zone-a grows from 0 to 1
            470s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up                           autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            500s  node/a-a-1     gone                                                                              node/vm-gone [AM-39]                             <- node/a-a-1 deleting for 30s
            Until
        "#]],
    );
}

/// KA-11, CA-68: Pods below −10 ask for no nodes; on Autopilot they do (BS-88).
#[test]
fn expendable_pods_ask_for_nothing() {
    check(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 | app low priority=-11 replicas=0 | at=3 replicas low 1",
        scaling,
        expect![[r#"
            Quiet
        "#]],
    );
}

/// KA-32: one winner at a time.
#[test]
fn demands_are_met_one_after_the_other() {
    check(
        "pool big nodes=0 slots=8 autoscaled=0-4 | pool gpu nodes=0 slots=2 autoscaled=0-4 | app more cpu=6000 replicas=0 | app less replicas=0 | at=3 replicas more 1 | at=3 replicas less 20",
        scaling,
        expect![[r#"
             10s  pool/gpu       gpu/zone-a grows from 0 to 4  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/less-0 blocked: no node
             10s  workload/less  gpu/zone-a grows for 8 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/gpu gpu/zone-a grows from 0 to 4
             10s  node/gpu-a-0   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/gpu gpu/zone-a grows from 0 to 4
             10s  node/gpu-a-1   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/gpu gpu/zone-a grows from 0 to 4
             10s  node/gpu-a-2   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/gpu gpu/zone-a grows from 0 to 4
             10s  node/gpu-a-3   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/gpu gpu/zone-a grows from 0 to 4
             20s  pool/big       big/zone-a grows from 0 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             20s  workload/more  big/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/big big/zone-a grows from 0 to 3
             20s  workload/less  big/zone-a grows for 12 pods  autoscaler/triggered [KA-32 KA-94]           <- pool/big big/zone-a grows from 0 to 3
             20s  node/big-a-0   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/big big/zone-a grows from 0 to 3
             20s  node/big-a-1   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/big big/zone-a grows from 0 to 3
             20s  node/big-a-2   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/big big/zone-a grows from 0 to 3
            190s  node/gpu-a-0   ready                         pool/node-ready [AM-39]                      <- node/gpu-a-0 requested, ready in 180s
            190s  node/gpu-a-1   ready                         pool/node-ready [AM-39]                      <- node/gpu-a-1 requested, ready in 180s
            190s  node/gpu-a-2   ready                         pool/node-ready [AM-39]                      <- node/gpu-a-2 requested, ready in 180s
            190s  node/gpu-a-3   ready                         pool/node-ready [AM-39]                      <- node/gpu-a-3 requested, ready in 180s
            200s  node/big-a-0   ready                         pool/node-ready [AM-39]                      <- node/big-a-0 requested, ready in 180s
            200s  node/big-a-1   ready                         pool/node-ready [AM-39]                      <- node/big-a-1 requested, ready in 180s
            200s  node/big-a-2   ready                         pool/node-ready [AM-39]                      <- node/big-a-2 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-20, KA-26: the cheaper pool that suits.
#[test]
fn the_pool_that_suits_grows() {
    check(
        "pool big nodes=0 slots=32 autoscaled=0-4 | pool small nodes=0 slots=2 autoscaled=0-4 | app less replicas=0 | at=3 replicas less 2",
        scaling,
        expect![[r#"
             10s  pool/small      small/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/less-0 blocked: no node
             10s  workload/less   small/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/small small/zone-a grows from 0 to 1
             10s  node/small-a-0  requested, ready in 180s        autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/small small/zone-a grows from 0 to 1
            190s  node/small-a-0  ready                           pool/node-ready [AM-39]                      <- node/small-a-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// CA-28, AM-81: an unused reservation comes first.
#[test]
fn an_unused_reservation_comes_first() {
    check(
        "pool small nodes=0 slots=2 autoscaled=0-4 | pool big nodes=0 slots=32 autoscaled=0-4 reserved=2 | app less replicas=0 | at=3 replicas less 2",
        scaling,
        expect![[r#"
             10s  pool/big       big/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/less-0 blocked: no node
             10s  workload/less  big/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/big big/zone-a grows from 0 to 1
             10s  node/big-a-0   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/big big/zone-a grows from 0 to 1
            190s  node/big-a-0   ready                         pool/node-ready [AM-39]                      <- node/big-a-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-24, CA-54: a slice comes whole, or not at all.
#[test]
fn a_slice_comes_whole() {
    check(
        "pool tpu nodes=0 multi-host autoscaled=0-4 | app less replicas=0 | at=3 replicas less 1",
        scaling,
        expect![[r#"
             10s  pool/tpu       tpu/zone-a grows from 0 to 4  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/less-0 blocked: no node
             10s  workload/less  tpu/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/tpu tpu/zone-a grows from 0 to 4
             10s  node/tpu-a-0   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/tpu tpu/zone-a grows from 0 to 4
             10s  node/tpu-a-1   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/tpu tpu/zone-a grows from 0 to 4
             10s  node/tpu-a-2   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/tpu tpu/zone-a grows from 0 to 4
             10s  node/tpu-a-3   requested, ready in 180s      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/tpu tpu/zone-a grows from 0 to 4
            190s  node/tpu-a-0   ready                         pool/node-ready [AM-39]                      <- node/tpu-a-0 requested, ready in 180s
            190s  node/tpu-a-1   ready                         pool/node-ready [AM-39]                      <- node/tpu-a-1 requested, ready in 180s
            190s  node/tpu-a-2   ready                         pool/node-ready [AM-39]                      <- node/tpu-a-2 requested, ready in 180s
            190s  node/tpu-a-3   ready                         pool/node-ready [AM-39]                      <- node/tpu-a-3 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-48: nothing is scaled while too many nodes are unready.
#[test]
fn an_unhealthy_cluster_is_left_alone() {
    check(
        "pool a nodes=6 no-repair autoscaled=0-9 | app web replicas=12 | app more replicas=0 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2 | at=0 fail a-3 | at=1200 replicas more 1 | until=1400",
        scaling,
        expect![[r#"
            Until
        "#]],
    );
}

/// UP-19, BS-49: a surge upgrade goes on while the pool grows; surge nodes don't count.
#[test]
fn a_pool_grows_in_the_middle_of_a_surge_upgrade() {
    check(
        "pool a nodes=2 autoscaled=0-3 | app web replicas=4 | app more replicas=0 | at=0 upgrade a | at=13 replicas more 2",
        scaling,
        expect![[r#"
            180s  node/a-a-2    ready                       surge/node-ready [SU-06 AM-39]               <- node/a-a-2 requested, ready in 180s
            190s  pool/a        a/zone-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/web-4 blocked: NodeResourcesFit, 2 Insufficient cpu
            190s  workload/web  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 2 to 3
            190s  node/a-a-3    requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 2 to 3
            241s  node/a-0      gone                        node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
            370s  node/a-a-3    ready                       pool/node-ready [AM-39]                      <- node/a-a-3 requested, ready in 180s
            421s  node/a-a-4    ready                       surge/node-ready [SU-06 AM-39]               <- node/a-a-4 requested, ready in 180s
            482s  node/a-1      gone                        node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// BG-36, AM-20: the green side grows, the blue one doesn't.
#[test]
fn the_green_side_grows() {
    check(
        "pool a nodes=1 blue-green pool-soak=600 autoscaled=0-3 | app web replicas=2 | app more replicas=0 | at=0 upgrade a | at=300 replicas more 2",
        scaling,
        expect![[r#"
            180s  node/a-a-1     ready                       blue-green/node-ready [BG-08 AM-39]          <- node/a-a-1 requested, ready in 180s
            310s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            310s  workload/more  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
            310s  node/a-a-2     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            490s  node/a-a-2     ready                       blue-green/node-ready [BG-08 AM-39]          <- node/a-a-2 requested, ready in 180s
            841s  node/a-0       gone                        node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-69: looks that the API doesn't answer fall out.
#[test]
fn no_look_without_the_api() {
    check(
        "pool a nodes=1 autoscaled=0-3 | control-plane=1.32 replicas-of-it=1 | app web replicas=2 | app more replicas=2 pending | at=1 upgrade-master 1.33",
        scaling,
        expect![[r#"
            610s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            610s  workload/more  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
            610s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            790s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-11: DaemonSet Pods ask for no nodes.
#[test]
fn daemon_pods_ask_for_nothing() {
    check(
        "pool a nodes=1 slots=1 autoscaled=0-3 | app web replicas=1 | app agent kind=DaemonSet cpu=500",
        scaling,
        expect![[r#"
            Quiet
        "#]],
    );
}

/// KA-17 … KA-19, KC-13: new nodes have daemon Pods.
#[test]
fn new_nodes_have_daemon_pods() {
    check(
        "pool a nodes=0 autoscaled=0-9 | app agent kind=DaemonSet cpu=500 | app more replicas=0 | at=3 replicas more 2",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-a-0     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 2
             10s  node/a-a-1     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 2
            190s  node/a-a-0     ready                       pool/node-ready [AM-39]                      <- node/a-a-0 requested, ready in 180s
            190s  node/a-a-1     ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-49: a group of which too many nodes are missing doesn't grow.
#[test]
fn a_group_that_misses_nodes_does_not_grow() {
    check(
        "pool a nodes=6 no-repair autoscaled=0-9 | pool b nodes=10 | app web replicas=32 | app more replicas=0 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2 | at=0 fail a-3 | at=1200 replicas more 1 | until=1400",
        scaling,
        expect![[r#"
             360s  workload/web   a/zone-a doesn't grow: not ready for scale-up  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-32 blocked: NodeResourcesFit, 12 Insufficient cpu
            1200s  workload/more  a/zone-a doesn't grow: not ready for scale-up  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-0 blocked: NodeResourcesFit, 12 Insufficient cpu
            Until
        "#]],
    );
}

/// BS-88: on Autopilot no priority is too low.
#[test]
fn autopilot_has_no_lowest_priority() {
    check(
        "pool a nodes=1 autoscaled=0-4 | control-plane=1.32 autopilot | app web replicas=2 | app low priority=-50 replicas=0 | at=3 replicas low 1",
        scaling,
        expect![[r#"
             10s  pool/a        a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/low-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/low  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
             10s  node/a-a-1    requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            190s  node/a-a-1    ready                       pool/node-ready [AM-39]                      <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-15: Pods of a StatefulSet are judged one by one: the first doesn't stand for the others.
#[test]
fn pods_of_a_stateful_set_are_judged_alone() {
    check(
        "pool a nodes=0 zones=2 autoscaled=0-2 | pool b nodes=0 zones=3 | app db kind=StatefulSet parallel replicas=2 pending disk=zone-c,zone-a",
        scaling,
        expect![[r#"
             10s  workload/db  a/zone-a doesn't grow: node(s) had volume node affinity conflict  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/db-0 blocked: no node
             10s  workload/db  a/zone-b doesn't grow: node(s) had volume node affinity conflict  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/db-0 blocked: no node
             10s  pool/a       a/zone-a grows from 0 to 1                                        autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/db-1 blocked: no node
             10s  workload/db  a/zone-a grows for 1 pods                                         autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 0 to 1
             10s  node/a-a-0   requested, ready in 180s                                          autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 1
            190s  node/a-a-0   ready                                                             pool/node-ready [AM-39]                      <- node/a-a-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-02: Pods below −10 don't keep others from their place.
#[test]
fn expendable_pods_take_no_room() {
    check(
        "pool a nodes=1 autoscaled=0-4 | app low priority=-50 replicas=2 never-preempts | app more priority=-5 never-preempts replicas=0 | at=3 replicas more 1",
        scaling,
        expect![[r#"
            10s  workload/more  a/zone-a doesn't grow: behind expendable Pods  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            Quiet
        "#]],
    );
}

/// BS-91: ANY falls back to BALANCED when all the room is wanted: then free capacity doesn't matter.
#[test]
fn any_is_balanced_when_all_room_is_wanted() {
    check(
        "pool a nodes=0 zones=2 autoscaled=0-2 any | app more replicas=0 | at=0 quota 1 | at=3 replicas more 8 | until=60",
        scaling,
        expect![[r#"
            10s  pool/a         a/zone-a grows from 0 to 2                                       autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            10s  pool/a         a/zone-b grows from 0 to 2                                       autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            10s  workload/more  a/zone-a grows for 8 pods                                        autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 2
            10s  node/a-a-0     requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 0 to 2
            10s  pool/a         a/zone-a misses 1 nodes, GCE quota exceeded; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 2
            10s  pool/a         a/zone-b misses 2 nodes, GCE quota exceeded; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-b grows from 0 to 2
            20s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up          autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-2 blocked: no node
            20s  workload/more  a/zone-b doesn't grow: in backoff after failed scale-up          autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-2 blocked: no node
            Until
        "#]],
    );
}

/// KA-09, BS-47: a VM that waits for capacity is awaited for 15 minutes; then another pool grows.
#[test]
fn a_vm_without_capacity_is_not_awaited_forever() {
    check(
        "pool a nodes=1 surge=0+1 | pool b nodes=0 zones=2 autoscaled=0-1 | app more replicas=0 | at=0 upgrade a | at=20 stockout zone-a | at=70 replicas more 1 | until=1500",
        scaling,
        expect![[r#"
              31s  node/a-0       gone                        node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s, to recreate
             950s  pool/b         b/zone-b grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: no node
             950s  workload/more  b/zone-b grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/b b/zone-b grows from 0 to 1
             950s  node/b-b-0     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/b b/zone-b grows from 0 to 1
            1130s  node/b-b-0     ready                       pool/node-ready [AM-39]                      <- node/b-b-0 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// KA-47: the green nodes of an upgrade are its own.
#[test]
fn green_nodes_are_not_given_up() {
    check(
        "pool a nodes=1 blue-green pool-soak=60 batch-soak=0 autoscaled=0-1 gives-up=60 | app web replicas=2 | app more replicas=0 | at=0 upgrade a | at=85 replicas more 3",
        scaling,
        expect![[r#"
             90s  workload/more  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            180s  node/a-a-1     ready                                               blue-green/node-ready [BG-08 AM-39]    <- node/a-a-1 requested, ready in 180s
            190s  workload/web   a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            301s  node/a-0       gone                                                node/vm-gone [AM-39]                   <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-63, BS-49: a surge node counts when its old node is gone, so that the group stays at its maximum.
#[test]
fn a_surge_upgrade_leaves_the_size_as_it_is() {
    check(
        "pool a nodes=1 surge=1+0 autoscaled=0-1 | app web replicas=4 | at=0 upgrade a",
        scaling,
        expect![[r#"
            180s  node/a-a-1    ready                                               surge/node-ready [SU-06 AM-39]         <- node/a-a-1 requested, ready in 180s
            190s  workload/web  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-6 blocked: NodeResourcesFit, 1 Insufficient cpu
            241s  node/a-0      gone                                                node/vm-gone [AM-39]                   <- node/a-0 deleting for 30s
            Quiet
        "#]],
    );
}

/// KA-44: a stockout that doesn't end is tried again only while something else goes on.
#[test]
fn a_stockout_without_end_keeps_no_run_alive() {
    check(
        "pool a nodes=0 autoscaled=0-5 | app more replicas=0 | at=0 stockout zone-a | at=3 replicas more 2",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 2 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             10s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s   autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
             20s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            320s  workload/more  a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
            320s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            320s  workload/more  a/zone-a grows for 2 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
            320s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 600s   autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            330s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            930s  workload/more  a/zone-a is held back no more                                       autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
            930s  pool/a         a/zone-a grows from 0 to 1                                          autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            930s  workload/more  a/zone-a grows for 2 pods                                           autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
            930s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 1200s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            940s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up             autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            Quiet
        "#]],
    );
}

/// KA-47: late nodes are given up although no Pod waits any more and a later request is awaited longer.
#[test]
fn late_nodes_are_given_up_when_no_pod_waits() {
    check(
        "pool a nodes=0 autoscaled=0-9 gives-up=60 | app more replicas=0 | at=3 replicas more 1 | at=45 replicas more 4 | at=60 replicas more 0 | until=500",
        scaling,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 1                                                        autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  workload/more  a/zone-a grows for 1 pods                                                         autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 0 to 1
             10s  node/a-a-0     requested, ready in 180s                                                          autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 0 to 1
             50s  pool/a         a/zone-a grows from 1 to 2                                                        autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-2 blocked: no node
             50s  workload/more  a/zone-a grows for 2 pods                                                         autoscaler/triggered [KA-32 KA-94]               <- pool/a a/zone-a grows from 1 to 2
             50s  node/a-a-1     requested, ready in 180s                                                          autoscaler/request-node [CA-04 CA-07 KA-39]      <- pool/a a/zone-a grows from 1 to 2
             90s  node/a-a-0     deleting for 30s                                                                  autoscaler/give-up-node [KA-47]                  <- pool/a a/zone-a grows from 0 to 1
            120s  node/a-a-0     gone                                                                              node/vm-gone [AM-39]                             <- node/a-a-0 deleting for 30s
            120s  pool/a         a/zone-a misses 1 nodes, Some nodes failed to appear in time; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 1 to 2
            130s  node/a-a-1     deleting for 30s                                                                  autoscaler/give-up-node [KA-47]                  <- pool/a a/zone-a grows from 1 to 2
            160s  node/a-a-1     gone                                                                              node/vm-gone [AM-39]                             <- node/a-a-1 deleting for 30s
            Quiet
        "#]],
    );
}

/// AM-47: after a blue-green upgrade the minimum is of all nodes, whatever their side was.
#[test]
fn the_minimum_after_an_upgrade_is_of_all_nodes() {
    check(
        "pool a nodes=1 blue-green pool-soak=60 batch-soak=0 autoscaled=2-9 gives-up=60 | app web replicas=2 | app more replicas=0 | at=0 upgrade a | at=285 replicas more 2 | at=305 replicas more 4 | until=375",
        scaling,
        expect![[r#"
            180s  node/a-a-1     ready                       blue-green/node-ready [BG-08 AM-39]          <- node/a-a-1 requested, ready in 180s
            290s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            290s  workload/more  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 1 to 2
            290s  node/a-a-2     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
            301s  node/a-0       gone                        node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
            310s  pool/a         a/zone-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            310s  workload/more  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 2 to 3
            310s  node/a-a-3     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 2 to 3
            370s  node/a-a-2     deleting for 30s            autoscaler/give-up-node [KA-47]              <- pool/a a/zone-a grows from 1 to 2
            370s  pool/a         a/zone-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/more-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            370s  workload/more  a/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/zone-a grows from 2 to 3
            370s  node/a-a-4     requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 2 to 3
            Until
        "#]],
    );
}

/// The options of decisions, and what is decided.
fn chooses(record: &Record) -> bool {
    [Rule::ScaleUp.no(), Rule::SecondOpinion.no()].contains(&record.rule)
}

/// AM-106: two pools could grow, and GKE's own weights agree.
#[test]
fn options_are_given_in_both_orders() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool b nodes=0 slots=8 autoscaled=0-4 | app web replicas=2 | app more replicas=0 | at=3 replicas more 2",
        chooses,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 1 to 2                        autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            10s  pool/a  option a/zone-a: +1 nodes, 2 pods, GKE's place 1  autoscaler/second-opinion [AM-106]       <- pool/a a/zone-a grows from 1 to 2
            10s  pool/b  option b/zone-a: +1 nodes, 2 pods, GKE's place 2  autoscaler/second-opinion [AM-106]       <- pool/a a/zone-a grows from 1 to 2
            Quiet
        "#]],
    );
}

/// AM-106: here GKE's own weights prefer one large node to three small ones.
#[test]
fn a_second_opinion_may_differ() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool b nodes=0 slots=8 autoscaled=0-4 | app web replicas=2 | app more replicas=0 | at=3 replicas more 6",
        chooses,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 1 to 4                        autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            10s  pool/a  option a/zone-a: +3 nodes, 6 pods, GKE's place 2  autoscaler/second-opinion [AM-106]       <- pool/a a/zone-a grows from 1 to 4
            10s  pool/b  option b/zone-a: +1 nodes, 6 pods, GKE's place 1  autoscaler/second-opinion [AM-106]       <- pool/a a/zone-a grows from 1 to 4
            Quiet
        "#]],
    );
}

/// AM-81, AM-106: what a reservation beats comes last.
#[test]
fn what_a_reservation_beats_comes_last() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool b nodes=0 slots=8 reserved=2 autoscaled=0-4 | app web replicas=2 | app more replicas=0 | at=3 replicas more 6",
        chooses,
        expect![[r#"
            10s  pool/b  b/zone-a grows from 0 to 1                        autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            10s  pool/b  option b/zone-a: +1 nodes, 6 pods, GKE's place 1  autoscaler/second-opinion [AM-106]       <- pool/b b/zone-a grows from 0 to 1
            10s  pool/a  option a/zone-a: +3 nodes, 6 pods, GKE's place 2  autoscaler/second-opinion [AM-106]       <- pool/b b/zone-a grows from 0 to 1
            Quiet
        "#]],
    );
}
