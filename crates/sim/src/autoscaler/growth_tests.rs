//! Scale-up at its edges: limits of one side and of both, zones with some room, first and last instants.

use crate::rules::Rule;
use crate::testing::check;
use expect_test::expect;
use trace::{Change, Record};

/// Decisions to grow, and what became of them.
fn grows(record: &Record) -> bool {
    matches!(record.change, Change::ScaleUpDecided { .. } | Change::ScaleUpFailed { .. })
}

/// The same, and why groups don't grow.
fn answers(record: &Record) -> bool {
    grows(record) || record.rule == Rule::NoScaleUp.no()
}

/// The same, and the marks of nodes that go.
fn grows_and_shrinks(record: &Record) -> bool {
    grows(record) || matches!(record.change, Change::DeletionMarked { .. })
}

/// AM-47, BS-93: the total maximum holds for each side of a blue-green upgrade: green grows while blue is there.
#[test]
fn each_side_has_the_total_for_itself() {
    check(
        "pool a nodes=2 blue-green pool-soak=3600 batch-soak=0 autoscaled=0-4 total | app web replicas=4 | at=0 upgrade a | at=2400 replicas web 8 | at=2700 replicas web 10 | until=3000",
        answers,
        expect![[r#"
            2410s  pool/a        a/zone-a grows from 2 to 4                          autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-8 blocked: NodeResourcesFit, 2 Insufficient cpu
            2710s  workload/web  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/web-12 blocked: NodeResourcesFit, 4 Insufficient cpu
            Until
        "#]],
    );
}

/// AM-47: after an upgrade the nodes keep their sides, and the maximum is of all of them.
#[test]
fn after_an_upgrade_the_maximum_is_of_all_nodes() {
    check(
        "pool a nodes=2 blue-green pool-soak=60 batch-soak=0 autoscaled=0-2 | app web replicas=4 | at=0 upgrade a | at=1000 replicas web 6",
        answers,
        expect![[r#"
            1010s  workload/web  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-8 blocked: NodeResourcesFit, 2 Insufficient cpu
            Quiet
        "#]],
    );
}

/// BG-36, AM-20, AM-47: in a rollback blue grows, up to its own maximum.
#[test]
fn blue_grows_in_a_rollback() {
    check(
        "pool a nodes=2 blue-green pool-soak=3600 batch-soak=0 autoscaled=0-3 | app web replicas=4 grace=900 | at=0 upgrade a | at=700 rollback a | at=715 replicas web 9 | until=900",
        answers,
        expect![[r#"
            710s  pool/a        a/zone-a grows from 2 to 3                          autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-6 blocked: NodeResourcesFit, 2 Insufficient cpu
            720s  workload/web  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/web-8 blocked: NodeResourcesFit, 2 Insufficient cpu
            Until
        "#]],
    );
}

/// BS-93: what the other zones leave of a total is the room of one zone.
#[test]
fn one_zone_may_take_all_that_the_total_leaves() {
    check(
        "pool a nodes=1 zones=3 autoscaled=0-5 total | app web replicas=6 | app more replicas=0 | at=0 stockout zone-b | at=0 stockout zone-c | at=3 replicas more 8",
        grows,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 1 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 3 Insufficient cpu
            Quiet
        "#]],
    );
}

/// BS-91, BS-93: as many nodes as the total leaves are wanted, so that ANY is balanced.
#[test]
fn any_is_balanced_when_all_that_the_total_leaves_is_wanted() {
    check(
        "pool a nodes=0 zones=2 autoscaled=0-3 total any | app more replicas=0 | at=3 replicas more 6",
        grows,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 0 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            10s  pool/a  a/zone-b grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            Quiet
        "#]],
    );
}

/// KA-38, BS-93: one decision is cut to what the total leaves, though its zones would have room.
#[test]
fn a_decision_is_cut_to_what_the_total_leaves() {
    check(
        "pool a nodes=0 zones=3 autoscaled=0-2 total | app more replicas=0 | at=3 replicas more 20",
        grows,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            10s  pool/a  a/zone-b grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            Quiet
        "#]],
    );
}

/// AM-81, CA-26: with ANY a zone gets no more nodes than it has room for; the next look requests the rest.
#[test]
fn any_gives_a_zone_no_more_than_its_room() {
    check(
        "pool a nodes=1 zones=2 autoscaled=0-3 any | app web replicas=4 | app more cpu=2000 replicas=0 | at=0 stockout zone-b | at=63 replicas more 3 | until=90",
        grows,
        expect![[r#"
            70s  pool/a  a/zone-a grows from 1 to 3                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: NodeResourcesFit, 2 Insufficient cpu
            80s  pool/a  a/zone-b grows from 1 to 2                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-2 blocked: NodeResourcesFit, 2 Insufficient cpu
            80s  pool/a  a/zone-b misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-b grows from 1 to 2
            Until
        "#]],
    );
}

/// KA-33: groups of two pools aren't similar, however alike their nodes are.
#[test]
fn two_equal_pools_are_not_balanced() {
    check(
        "pool a nodes=0 autoscaled=0-4 | pool b nodes=0 autoscaled=0-4 | app more replicas=0 | at=3 replicas more 4",
        grows,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 0 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            Quiet
        "#]],
    );
}

/// KA-49, KA-46: nodes that were decided are awaited together, those of an earlier look, too.
#[test]
fn nodes_that_are_awaited_are_not_missing() {
    check(
        "pool a nodes=6 autoscaled=0-40 | app web replicas=12 | app more cpu=2000 replicas=0 | at=3 replicas more 4 | at=23 replicas more 8 | at=43 replicas more 9 | until=60",
        answers,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 6 to 10   autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 6 Insufficient cpu
            30s  pool/a  a/zone-a grows from 10 to 14  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-4 blocked: NodeResourcesFit, 6 Insufficient cpu
            50s  pool/a  a/zone-a grows from 14 to 15  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-8 blocked: NodeResourcesFit, 6 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-74: the ten minutes begin with the last scale-up.
#[test]
fn each_growth_begins_the_cool_down() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool idle nodes=2 slots=1 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 | app big replicas=0 cpu=2000 | at=295 replicas big 1 | at=495 replicas big 2 | until=1200",
        grows_and_shrinks,
        expect![[r#"
             300s  pool/a       a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/big-0 blocked: NodeResourcesFit, 3 Insufficient cpu
             500s  pool/a       a/zone-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/big-1 blocked: NodeResourcesFit, 4 Insufficient cpu
            1100s  node/idle-0  to be deleted               autoscaler/to-be-deleted [KA-82 BS-42]   <- node/idle-0 stays: cool-down
            1100s  node/idle-1  to be deleted               autoscaler/to-be-deleted [KA-82 BS-42]   <- node/idle-1 stays: cool-down
            Quiet
        "#]],
    );
}

/// KA-87, KA-11: a Pod that has lost its place on the other node asks for one while its own is drained, though none waits.
#[test]
fn a_drain_alone_asks_for_a_node() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2000 | app pdb replicas=2 on=a-1 cpu=800 max-unavailable=1 ready=100 | app late replicas=0 cpu=500 | at=618 replicas late 1 | until=640",
        grows_and_shrinks,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]   <- node/a-1 avoided by new Pods
            620s  pool/a    a/zone-a grows from 2 to 3   autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/pdb-1 blocked: pdb-pdb allows 0
            Until
        "#]],
    );
}

/// CA-28, AM-81: one machine of a reservation that is left is enough.
#[test]
fn one_unused_machine_comes_first() {
    check(
        "pool small nodes=0 slots=2 autoscaled=0-4 | pool big nodes=0 slots=32 autoscaled=0-4 reserved=1 | app less replicas=0 | at=3 replicas less 2",
        grows,
        expect![[r#"
            10s  pool/big  big/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/less-0 blocked: no node
            Quiet
        "#]],
    );
}

/// CA-28: a reservation that is used up is like none.
#[test]
fn a_reservation_that_is_used_up_comes_last() {
    check(
        "pool small nodes=0 slots=2 autoscaled=0-4 | pool big nodes=1 slots=32 autoscaled=0-4 reserved=1 | app web replicas=1 cpu=32000 | app less replicas=0 | at=3 replicas less 2",
        grows,
        expect![[r#"
            10s  pool/small  small/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/less-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            Quiet
        "#]],
    );
}

/// KA-13: a Pod of exactly two seconds is old enough, and the oldest of them decides.
#[test]
fn the_oldest_pod_decides_from_two_seconds_on() {
    check(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 | app more replicas=0 | at=8 replicas more 1 | at=9 replicas more 3 | until=30",
        grows,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 1 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-13: a Pod that asks for GPUs waits for thirty seconds, by the oldest of those.
#[test]
fn pods_with_gpus_wait_for_thirty_seconds() {
    check(
        "pool a nodes=0 slots=8 gpus=4 autoscaled=0-4 | app ai replicas=0 gpus=1 | at=10 replicas ai 1 | at=35 replicas ai 3 | until=70",
        grows,
        expect![[r#"
            40s  pool/a  a/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/ai-0 blocked: no node
            Until
        "#]],
    );
}

/// KA-12: the delay of a Pod must be exceeded.
#[test]
fn the_delay_of_a_pod_is_exceeded_first() {
    check(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 | app more replicas=0 young=20 | at=10 replicas more 1 | at=28 replicas more 2 | until=70",
        |record| {
            matches!(record.change, Change::ScaleUpDecided { .. } | Change::ScaleUpTriggered { .. })
        },
        expect![[r#"
            40s  pool/a         a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            40s  workload/more  a/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]       <- pool/a a/zone-a grows from 1 to 2
            Until
        "#]],
    );
}

/// KA-11: the Pod of the higher priority gets the free place, so that the other one asks, and names its own workload.
#[test]
fn free_places_go_to_the_highest_priority() {
    check(
        "pool a nodes=0 autoscaled=0-1 | pool big nodes=0 slots=4 autoscaled=0-1 | app low cpu=1000 replicas=0 | app high cpu=1500 priority=5 replicas=0 | at=3 replicas low 2 | at=23 replicas high 2 | until=60",
        |record| {
            matches!(record.change, Change::ScaleUpDecided { .. } | Change::ScaleUpTriggered { .. })
        },
        expect![[r#"
            10s  pool/a         a/zone-a grows from 0 to 1    autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/low-0 blocked: no node
            10s  workload/low   a/zone-a grows for 2 pods     autoscaler/triggered [KA-32 KA-94]       <- pool/a a/zone-a grows from 0 to 1
            30s  pool/big       big/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/high-1 blocked: no node
            30s  workload/low   big/zone-a grows for 2 pods   autoscaler/triggered [KA-32 KA-94]       <- pool/big big/zone-a grows from 0 to 1
            30s  workload/high  big/zone-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]       <- pool/big big/zone-a grows from 0 to 1
            Until
        "#]],
    );
}

/// KA-11: the place of a nominated Pod is taken, so that another one asks for a node.
#[test]
fn the_place_of_a_nominated_pod_is_taken() {
    check(
        "pool a nodes=1 slots=4 autoscaled=0-1 | app low replicas=2 on=a-0 cpu=1500 grace=600 | app high replicas=0 cpu=2000 priority=9 | app more cpu=1000 replicas=0 | at=3 replicas high 1 | at=13 replicas more 1 | until=40",
        answers,
        expect![[r#"
            10s  workload/low   a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/low-2 blocked: NodeResourcesFit, 1 Insufficient cpu
            20s  workload/more  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-11: a place that expendable Pods hold is free for a Pod that preempts them: nothing holds it back.
#[test]
fn pods_that_preempt_are_not_behind_expendable_ones() {
    check(
        "pool a nodes=1 autoscaled=0-5 | app low replicas=2 priority=-50 grace=300 | app web replicas=0 | at=3 replicas web 1 | until=100",
        answers,
        expect![[r#"
            Until
        "#]],
    );
}

/// KA-09, KA-46: nodes are awaited until the end of their time, and count as coming at its last instant.
#[test]
fn nodes_count_as_coming_until_the_end_of_their_time() {
    check(
        "pool a nodes=0 autoscaled=0-5 gives-up=60 | app more replicas=0 | at=3 replicas more 1 | until=100",
        answers,
        expect![[r#"
            10s  pool/a         a/zone-a grows from 0 to 1                                                        autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            80s  pool/a         a/zone-a misses 1 nodes, Some nodes failed to appear in time; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            90s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up                           autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            Until
        "#]],
    );
}

/// KA-44, KA-46: a growth that succeeds ends the back-off: the next failure is the first again.
#[test]
fn success_forgets_failures() {
    check(
        "pool a nodes=0 autoscaled=0-5 | app more cpu=2000 replicas=0 | at=0 stockout zone-a | at=3 replicas more 1 | at=200 in-stock zone-a | at=700 stockout zone-a | at=710 replicas more 2 | until=1000",
        grows,
        expect![[r#"
             10s  pool/a  a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  pool/a  a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            320s  pool/a  a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            720s  pool/a  a/zone-a grows from 1 to 2                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            720s  pool/a  a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 1 to 2
            Until
        "#]],
    );
}

/// KA-44: a group is backed off at the last instant of its time, too.
#[test]
fn a_group_backs_off_until_the_end_of_its_time() {
    check(
        "pool a nodes=0 autoscaled=0-5 | app more replicas=0 | at=0 stockout zone-a | at=3 replicas more 1 | at=200 in-stock zone-a | at=305 replicas more 2",
        answers,
        expect![[r#"
             10s  pool/a         a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
             10s  pool/a         a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
             20s  workload/more  a/zone-a doesn't grow: in backoff after failed scale-up            autoscaler/no-scale-up [KA-93 BS-104]            <- pod/more-0 blocked: no node
            320s  workload/more  a/zone-a is held back no more                                      autoscaler/no-scale-up [KA-93 BS-104]            <- pool/a a/zone-a grows from 0 to 1
            320s  pool/a         a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
            Quiet
        "#]],
    );
}

/// KA-45: three hours after its last failure a group's back-off is the first again.
#[test]
fn failures_are_forgotten_after_three_hours() {
    check(
        "pool a nodes=0 autoscaled=0-5 | app more replicas=0 | at=0 stockout zone-a | at=3 replicas more 1 | at=100 replicas more 0 | at=10803 replicas more 1 | at=10900 replicas more 0 | at=21623 replicas more 1 | until=21700",
        grows,
        expect![[r#"
               10s  pool/a  a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-0 blocked: no node
               10s  pool/a  a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            10810s  pool/a  a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-1 blocked: no node
            10810s  pool/a  a/zone-a misses 1 nodes, GCE out of resources; backs off for 600s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            21630s  pool/a  a/zone-a grows from 0 to 1                                         autoscaler/scale-up [CA-05 CA-06 KA-32]          <- pod/more-2 blocked: no node
            21630s  pool/a  a/zone-a misses 1 nodes, GCE out of resources; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            Until
        "#]],
    );
}

/// KA-93, BS-104: another filter than before is another reason: first the Pod is too large, then the pool is tainted.
#[test]
fn another_filter_is_reported() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool b nodes=1 | app web replicas=4 | app large replicas=0 cpu=5000 | at=3 replicas large 1 | at=300 taint a | until=400",
        answers,
        expect![[r#"
             10s  workload/large  a/zone-a doesn't grow: Insufficient cpu                  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/large-0 blocked: NodeResourcesFit, 2 Insufficient cpu
            300s  workload/large  a/zone-a doesn't grow: node(s) had untolerated taint(s)  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/large-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-93: reasons are told of Pods that wait, and not of those that leave with their node.
#[test]
fn pods_that_leave_have_no_reasons() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-2 | app web replicas=1 on=a-0 cpu=2000 | app pdb replicas=2 on=a-1 cpu=800 max-unavailable=1 ready=100 | app late replicas=0 cpu=500 | at=618 replicas late 1 | until=640",
        |record| answers(record) || matches!(record.change, Change::DeletionMarked { .. }),
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            Until
        "#]],
    );
}

/// KA-32, KA-93: a Pod that some group helps has no reasons, though another group rejects it.
#[test]
fn helped_pods_have_no_reasons() {
    check(
        "pool a nodes=0 autoscaled=0-4 | pool big nodes=0 slots=8 autoscaled=0-4 | app more replicas=0 cpu=6000 | at=3 replicas more 1 | until=60",
        answers,
        expect![[r#"
            10s  pool/big  big/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            Until
        "#]],
    );
}

/// KA-41: what the limits leave, in whole nodes, cuts a decision; nodes of other pools and those that come count.
#[test]
fn limits_of_the_cluster_cut_decisions() {
    check(
        "pool a nodes=1 slots=4 autoscaled=0-9 | pool b nodes=1 slots=2 | resources cpu=0-17 | app web replicas=1 cpu=4000 | app more cpu=4000 replicas=0 | at=3 replicas more 1 | at=23 replicas more 6 | until=60",
        answers,
        expect![[r#"
            10s  pool/a         a/zone-a grows from 1 to 2                             autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 2 Insufficient cpu
            30s  pool/a         a/zone-a grows from 2 to 3                             autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-1 blocked: NodeResourcesFit, 2 Insufficient cpu
            40s  workload/more  a/zone-a doesn't grow: exceeded quota: "cluster-wide"  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/more-2 blocked: NodeResourcesFit, 2 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-41: a node may take all that is left.
#[test]
fn the_last_node_under_a_limit_comes() {
    check(
        "pool a nodes=1 slots=4 autoscaled=0-9 | resources cpu=0-8 | app web replicas=1 cpu=4000 | app more cpu=4000 replicas=0 | at=3 replicas more 2 | until=60",
        answers,
        expect![[r#"
            10s  pool/a         a/zone-a grows from 1 to 2                             autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            20s  workload/more  a/zone-a doesn't grow: exceeded quota: "cluster-wide"  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/more-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-41: the scarcest resource decides, and nodes that have gone take nothing.
#[test]
fn nodes_that_have_gone_take_nothing_of_the_limits() {
    check(
        "pool a nodes=1 slots=4 autoscaled=0-9 | pool b nodes=1 slots=2 | resources cpu=0-10 | resources cpu=0-100 | app web replicas=1 cpu=4000 | app more cpu=4000 replicas=0 | at=0 upgrade b | at=403 replicas more 3 | until=460",
        answers,
        expect![[r#"
            410s  pool/a         a/zone-a grows from 1 to 2                             autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 2 Insufficient cpu
            420s  workload/more  a/zone-a doesn't grow: exceeded quota: "cluster-wide"  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/more-1 blocked: NodeResourcesFit, 2 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-23, KA-41, KA-24: a slice comes whole, so that the limits must allow all of its nodes.
#[test]
fn the_limits_are_asked_for_a_whole_slice() {
    check(
        "pool tpu nodes=0 multi-host autoscaled=0-4 | resources cpu=0-7 | app less replicas=0 | at=3 replicas less 1 | until=60",
        answers,
        expect![[r#"
            10s  workload/less  tpu/zone-a doesn't grow: exceeded quota: "cluster-wide"  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/less-0 blocked: no node
            Until
        "#]],
    );
}

/// KA-33: slices are never balanced: one comes whole, in one zone.
#[test]
fn slices_are_not_balanced() {
    check(
        "pool tpu nodes=0 zones=2 multi-host autoscaled=0-4 | app less replicas=0 | at=3 replicas less 1 | until=60",
        answers,
        expect![[r#"
            10s  pool/tpu  tpu/zone-a grows from 0 to 4  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/less-0 blocked: no node
            Until
        "#]],
    );
}

/// KA-48: at 3 unready nodes, and at 45 % of all, the cluster is still healthy.
#[test]
fn three_nodes_or_45_percent_may_be_unready() {
    check(
        "pool a nodes=6 no-repair autoscaled=0-9 | app web replicas=12 | app more replicas=0 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2 | at=1200 replicas more 1 | until=1300",
        grows,
        expect![[r#"
            360s  pool/a  a/zone-a grows from 6 to 8  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-12 blocked: NodeResourcesFit, 3 Insufficient cpu
            380s  pool/a  a/zone-a grows from 8 to 9  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-16 blocked: NodeResourcesFit, 3 Insufficient cpu
            Until
        "#]],
    );
    check(
        "pool a nodes=20 no-repair autoscaled=0-40 | app web replicas=40 | app more replicas=0 | at=0 fail a-0 | at=0 fail a-1 | at=0 fail a-2 | at=0 fail a-3 | at=0 fail a-4 | at=0 fail a-5 | at=0 fail a-6 | at=0 fail a-7 | at=0 fail a-8 | at=1200 replicas more 1 | until=1300",
        answers,
        expect![[r#"
             360s  pool/a  a/zone-a grows from 20 to 22  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-40 blocked: NodeResourcesFit, 11 Insufficient cpu
             380s  pool/a  a/zone-a grows from 22 to 24  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-44 blocked: NodeResourcesFit, 11 Insufficient cpu
             400s  pool/a  a/zone-a grows from 24 to 26  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-48 blocked: NodeResourcesFit, 11 Insufficient cpu
             420s  pool/a  a/zone-a grows from 26 to 28  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-52 blocked: NodeResourcesFit, 11 Insufficient cpu
             440s  pool/a  a/zone-a grows from 28 to 29  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/web-56 blocked: NodeResourcesFit, 11 Insufficient cpu
            1210s  pool/a  a/zone-a grows from 29 to 30  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 20 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-95, KA-02: a growth ends the look: a node whose time is over goes ten minutes later, not in the same look.
#[test]
fn nothing_goes_in_a_look_that_grows() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool idle nodes=2 slots=1 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 | app big replicas=0 cpu=2000 | at=603 replicas big 1 | until=1300",
        |record| grows_and_shrinks(record) || matches!(record.change, Change::Stays { .. }),
        expect![[r#"
               0s  node/a-0     stays: used enough          autoscaler/stays [KA-91 BS-105]          <- cluster started
             610s  pool/a       a/zone-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/big-0 blocked: NodeResourcesFit, 3 Insufficient cpu
             620s  node/idle-0  stays: cool-down            autoscaler/stays [KA-91 BS-105]          <- pool/a a/zone-a grows from 1 to 2
             620s  node/idle-1  stays: cool-down            autoscaler/stays [KA-91 BS-105]          <- pool/a a/zone-a grows from 1 to 2
             790s  node/a-a-1   stays: used enough          autoscaler/stays [KA-91 BS-105]          <- node/a-a-1 ready
            1210s  node/idle-0  to be deleted               autoscaler/to-be-deleted [KA-82 BS-42]   <- node/idle-0 stays: cool-down
            1210s  node/idle-1  to be deleted               autoscaler/to-be-deleted [KA-82 BS-42]   <- node/idle-1 stays: cool-down
            Quiet
        "#]],
    );
}

/// KA-13: while all Pods are new nothing goes, either.
#[test]
fn nothing_goes_while_pods_are_new() {
    check(
        "pool a nodes=2 autoscaled=0-1 | app web replicas=1 on=a-0 cpu=1500 | app big replicas=0 cpu=5000 | at=609 replicas big 1 | until=700",
        grows_and_shrinks,
        expect![[r#"
            620s  node/a-1  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 stays: cool-down
            Until
        "#]],
    );
}

/// KA-02, KA-96: nodes that have just come and aren't ready don't make the cluster unhealthy: another pool grows.
#[test]
fn nodes_that_start_are_not_unready() {
    check(
        "pool a nodes=0 no-repair autoscaled=0-5 | pool b nodes=0 autoscaled=0-5 | app more cpu=2000 replicas=0 | at=3 replicas more 5 | at=200 fail a-a-0 | at=200 fail a-a-1 | at=200 fail a-a-2 | at=200 fail a-a-3 | at=200 fail a-a-4 | at=300 replicas more 11 | until=340",
        answers,
        expect![[r#"
             10s  pool/a  a/zone-a grows from 0 to 5  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: no node
            310s  pool/b  b/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-10 blocked: NodeUnschedulable, 5 node(s) were unschedulable
            Until
        "#]],
    );
}

/// KA-47: a late node isn't given up if its group has no more than its minimum.
#[test]
fn late_nodes_of_the_minimum_are_kept() {
    check(
        "pool a nodes=0 autoscaled=1-5 gives-up=60 | app more cpu=2000 replicas=0 | at=3 replicas more 1 | until=300",
        |record| {
            matches!(
                record.change,
                Change::ScaleUpFailed { .. } | Change::NodeDeleting { .. } | Change::NodeReady
            )
        },
        expect![[r#"
             80s  pool/a      a/zone-a misses 1 nodes, Some nodes failed to appear in time; backs off for 300s  autoscaler/scale-up-failed [KA-46 BS-47 BS-103]  <- pool/a a/zone-a grows from 0 to 1
            190s  node/a-a-0  ready                                                                             pool/node-ready [AM-39]                          <- node/a-a-0 requested, ready in 180s
            Until
        "#]],
    );
}

/// KA-46: a surge node that boots belongs to its upgrade: a growth whose nodes are there has succeeded.
#[test]
fn surge_nodes_are_not_awaited() {
    check(
        "pool a nodes=3 surge=1+0 autoscaled=0-9 gives-up=200 | app web replicas=6 | app more replicas=0 | at=3 replicas more 2 | at=150 upgrade a | until=340",
        answers,
        expect![[r#"
            10s  pool/a  a/zone-a grows from 3 to 4  autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 3 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-49, AM-47: half of the green nodes are missing, and blue ones don't count.
#[test]
fn each_side_misses_its_own_nodes() {
    check(
        "pool a nodes=8 no-repair blue-green pool-soak=3600 batch-soak=0 autoscaled=0-20 | app web replicas=16 | at=0 upgrade a | at=400 fail a-a-8 | at=400 fail a-a-9 | at=400 fail a-a-10 | at=400 fail a-a-11 | until=1000",
        answers,
        expect![[r#"
            900s  workload/web  a/zone-a doesn't grow: not ready for scale-up  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-32 blocked: NodeResourcesFit, 4 Insufficient cpu
            Until
        "#]],
    );
}

/// KA-08: a group without nodes has the template of its last one, also if its pool's has changed.
#[test]
fn the_template_of_the_last_node_is_remembered() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool b nodes=1 | app web replicas=2 on=b-0 | app large cpu=5000 replicas=0 | app more replicas=0 | at=3 replicas large 1 | at=50 replicas large 0 | at=700 taint a | at=803 replicas more 1 | until=815",
        answers,
        expect![[r#"
             10s  workload/large  a/zone-a doesn't grow: Insufficient cpu  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/large-0 blocked: NodeResourcesFit, 2 Insufficient cpu
             50s  workload/large  a/zone-a is held back no more            autoscaler/no-scale-up [KA-93 BS-104]    <- workload/large command 1
            810s  pool/a          a/zone-a grows from 0 to 1               autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/more-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            Until
        "#]],
    );
}
