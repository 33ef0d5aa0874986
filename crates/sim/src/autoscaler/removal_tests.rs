//! Scale-down at its edges: what counts for a minimum, which node is first, and when a time begins and ends.

use crate::testing::{check, run};
use expect_test::expect;
use trace::{Change, Record};

/// Nodes that are marked, kept after all, or said to stay.
fn opinions(record: &Record) -> bool {
    marks(record) || record.change.is_opinion_of_node()
}

fn marks(record: &Record) -> bool {
    matches!(record.change, Change::DeletionMarked { .. } | Change::DeletionGivenUp)
}

/// The same, with the deletions of VMs.
fn removals(record: &Record) -> bool {
    marks(record) || matches!(record.change, Change::NodeDeleting { .. })
}

/// KA-76: a node that is being drained counts no more for the minimum of its group, however long that takes.
#[test]
fn nodes_that_leave_do_not_count_for_the_minimum() {
    check(
        "pool a nodes=3 slots=4 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=2500 | app slow replicas=1 on=a-1 cpu=1000 grace=1800 | app soon kind=Pod replicas=1 work=330 cpu=2500 on=a-2 | until=3000",
        opinions,
        expect![[r#"
               0s  node/a-1  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-2  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-1  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- cluster started
             330s  node/a-2  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
             330s  node/a-2  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
             610s  node/a-1  to be deleted after a drain         autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             940s  node/a-2  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            2420s  node/a-2  needed again                        autoscaler/needed-again [KA-73]         <- pod/slow-0 gone
            2420s  node/a-0  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- pod/slow-0 gone
            2420s  node/a-2  avoided no more                     autoscaler/soft-taint [KA-84]           <- pod/slow-0 gone
            Quiet
        "#]],
    );
}

/// BS-93, KA-76: nor for the minimum of a pool.
#[test]
fn nodes_that_leave_do_not_count_for_a_total_minimum() {
    check(
        "pool a nodes=1 zones=3 slots=4 autoscaled=2-4 total | app web replicas=1 on=a-0 cpu=2500 | app slow replicas=1 on=a-1 cpu=1000 grace=1800 | app soon kind=Pod replicas=1 work=330 cpu=2500 on=a-2 | until=3000",
        opinions,
        expect![[r#"
               0s  node/a-1  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-2  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-1  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- cluster started
             330s  node/a-2  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
             330s  node/a-2  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
             610s  node/a-1  to be deleted after a drain         autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             940s  node/a-2  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            2420s  node/a-2  needed again                        autoscaler/needed-again [KA-73]         <- pod/slow-0 gone
            2420s  node/a-0  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- pod/slow-0 gone
            2420s  node/a-2  avoided no more                     autoscaler/soft-taint [KA-84]           <- pod/slow-0 gone
            Quiet
        "#]],
    );
}

/// AM-32: nor for the last node of the cluster.
#[test]
fn a_node_that_leaves_is_not_the_last_one() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app soon kind=Pod replicas=1 work=700 cpu=2500 on=a-0 | app slow replicas=1 on=a-1 cpu=1000 grace=1800 | at=616 behave slow shutdown=1 | at=705 replicas slow 0 | until=2500",
        opinions,
        expect![[r#"
               0s  node/a-1  unneeded                                  autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-0  stays: used enough                        autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-1  avoided by new Pods                       autoscaler/soft-taint [KA-84]           <- cluster started
             610s  node/a-1  to be deleted after a drain               autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
             700s  node/a-0  stays: no place to move Pods, pod/slow-1  autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
             710s  node/a-0  stays: no place to move Pods              autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            1000s  node/a-0  unneeded                                  autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
            1000s  node/a-0  avoided by new Pods                       autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
            1610s  node/a-0  stays: the cluster's last node            autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            Quiet
        "#]],
    );
}

/// AM-32: of empty nodes of two pools the last one in their order stays.
#[test]
fn the_last_node_of_all_pools_stays() {
    check(
        "pool a nodes=1 autoscaled=0-4 | pool b nodes=2 autoscaled=0-4 | until=700",
        marks,
        expect![[r#"
            610s  node/a-0  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
            610s  node/b-0  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-0 avoided by new Pods
            Until
        "#]],
    );
}

/// BS-93: at 1/1/1 of at least 2 each node is a candidate, one goes, and the next is told of the minimum.
#[test]
fn one_look_removes_no_more_than_a_total_minimum_leaves() {
    check(
        "pool a nodes=1 zones=3 autoscaled=2-4 total | app web replicas=1 on=a-0 cpu=1500 | until=700",
        opinions,
        expect![[r#"
              0s  node/a-1  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-2  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- cluster started
              0s  node/a-2  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- cluster started
            610s  node/a-2  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-1  to be deleted                       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            620s  node/a-2  needed again                        autoscaler/needed-again [KA-73]         <- node/a-1 to be deleted
            620s  node/a-0  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- node/a-1 to be deleted
            620s  node/a-2  avoided no more                     autoscaler/soft-taint [KA-84]           <- node/a-1 to be deleted
            Quiet
        "#]],
    );
}

/// BS-93, KA-54: at 1/1/1 of at least 3 no node is a candidate.
#[test]
fn no_node_is_a_candidate_at_a_total_minimum() {
    check(
        "pool a nodes=1 zones=3 autoscaled=3-4 total | app web replicas=1 on=a-0 cpu=1500 | until=700",
        opinions,
        expect![[r#"
            0s  node/a-0  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]  <- cluster started
            0s  node/a-1  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]  <- cluster started
            0s  node/a-2  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]  <- cluster started
            Quiet
        "#]],
    );
}

/// BS-93: nodes of another pool take nothing of what a total minimum leaves.
#[test]
fn each_pool_has_its_own_total_minimum() {
    check(
        "pool a nodes=1 zones=3 autoscaled=1-9 total | pool b nodes=1 zones=3 autoscaled=1-9 total | app web replicas=1 on=a-0 cpu=1500 | until=700",
        marks,
        expect![[r#"
            610s  node/a-1  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            610s  node/a-2  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            610s  node/b-0  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-0 avoided by new Pods
            610s  node/b-1  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-1 avoided by new Pods
            Quiet
        "#]],
    );
}

/// AM-47, KA-76: green's minimum is of green nodes, though blue ones are there.
#[test]
fn each_side_has_its_own_minimum() {
    check(
        "pool a nodes=3 slots=4 blue-green pool-soak=3600 batch-soak=0 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=2500 | at=0 upgrade a | until=1500",
        opinions,
        expect![[r#"
              0s  node/a-0    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-2    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- cluster started
            180s  node/a-a-3  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            180s  node/a-a-4  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            180s  node/a-a-5  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            220s  node/a-a-4  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- pod/web-0 gone
            220s  node/a-a-5  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- pod/web-0 gone
            220s  node/a-a-3  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- pod/web-0 gone
            220s  node/a-a-4  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- pod/web-0 gone
            220s  node/a-a-5  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- pod/web-0 gone
            830s  node/a-a-5  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- pod/web-0 gone
            830s  node/a-a-4  to be deleted                       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-a-4 avoided by new Pods
            840s  node/a-a-5  needed again                        autoscaler/needed-again [KA-73]         <- node/a-a-4 to be deleted
            840s  node/a-a-3  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- node/a-a-4 to be deleted
            840s  node/a-a-5  avoided no more                     autoscaler/soft-taint [KA-84]           <- node/a-a-4 to be deleted
            Until
        "#]],
    );
}

/// AM-47, KA-54: green at its minimum has no candidate.
#[test]
fn green_at_its_minimum_stays() {
    check(
        "pool a nodes=2 slots=4 blue-green pool-soak=3600 batch-soak=0 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=2500 | at=0 upgrade a | until=1500",
        opinions,
        expect![[r#"
              0s  node/a-0    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]  <- cluster started
              0s  node/a-1    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]  <- cluster started
            180s  node/a-a-2  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]  <- node/a-a-2 ready
            180s  node/a-a-3  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]  <- node/a-a-2 ready
            220s  node/a-a-2  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]  <- pod/web-0 gone
            220s  node/a-a-3  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]  <- pod/web-0 gone
            Until
        "#]],
    );
}

/// AM-47, BS-93: a total minimum is of each side for itself, too.
#[test]
fn each_side_has_its_own_total_minimum() {
    check(
        "pool a nodes=1 zones=3 slots=4 blue-green pool-soak=3600 batch-soak=0 autoscaled=2-4 total | app web replicas=1 on=a-0 cpu=2500 | at=0 upgrade a | until=1500",
        opinions,
        expect![[r#"
              0s  node/a-0    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-2    stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- cluster started
            180s  node/a-a-3  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            180s  node/a-b-4  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            180s  node/a-c-5  stays: upgrade or repair            autoscaler/stays [KA-91 BS-105]         <- node/a-a-3 ready
            220s  node/a-b-4  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- pod/web-0 gone
            220s  node/a-c-5  unneeded                            autoscaler/unneeded [CA-09 BS-41]       <- pod/web-0 gone
            220s  node/a-a-3  stays: used enough                  autoscaler/stays [KA-91 BS-105]         <- pod/web-0 gone
            220s  node/a-b-4  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- pod/web-0 gone
            220s  node/a-c-5  avoided by new Pods                 autoscaler/soft-taint [KA-84]           <- pod/web-0 gone
            830s  node/a-c-5  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- pod/web-0 gone
            830s  node/a-b-4  to be deleted                       autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-b-4 avoided by new Pods
            840s  node/a-c-5  needed again                        autoscaler/needed-again [KA-73]         <- node/a-b-4 to be deleted
            840s  node/a-a-3  stays: node group min size reached  autoscaler/stays [KA-91 BS-105]         <- node/a-b-4 to be deleted
            840s  node/a-c-5  avoided no more                     autoscaler/soft-taint [KA-84]           <- node/a-b-4 to be deleted
            Until
        "#]],
    );
}

/// KA-76: as much as the minimum of a resource stays, and not more.
#[test]
fn the_minimum_of_a_resource_may_be_reached() {
    check(
        "pool a nodes=5 slots=4 autoscaled=0-9 | resources cpu=12-100 | app web replicas=1 on=a-0 cpu=2500 | until=700",
        opinions,
        expect![[r#"
              0s  node/a-1  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-2  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-3  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-4  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- cluster started
              0s  node/a-2  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- cluster started
              0s  node/a-3  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- cluster started
              0s  node/a-4  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- cluster started
            610s  node/a-3  stays: minimal resource limits exceeded  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-4  stays: minimal resource limits exceeded  autoscaler/stays [KA-91 BS-105]         <- cluster started
            610s  node/a-1  to be deleted                            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            610s  node/a-2  to be deleted                            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            Until
        "#]],
    );
}

/// KA-75, KT-11: a node whose kubelet has stopped is ready until that is known: it goes after ten minutes.
#[test]
fn a_silent_node_goes_like_a_ready_one() {
    check(
        "pool a nodes=2 no-repair autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 | at=600 fail a-1 | until=700",
        marks,
        expect![[r#"
            610s  node/a-1  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 kubelet stops
            Quiet
        "#]],
    );
}

/// KA-75: one that isn't ready after twenty, and later than at their exact end.
#[test]
fn an_unready_node_goes_after_twenty_minutes() {
    check(
        "pool a nodes=2 no-repair autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 | at=0 fail a-1 | until=1300",
        marks,
        expect![[r#"
            1210s  node/a-1  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 lost
            Quiet
        "#]],
    );
}

/// KA-02, CA-68: Pods below −10 are no use and no Pods: their node is unneeded, goes as an empty one, before others.
#[test]
fn a_node_with_expendable_pods_is_empty() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app api replicas=1 on=a-1 cpu=500 | app low replicas=3 priority=-50 on=a-2 | until=700",
        |record| removals(record) || record.change == Change::Unneeded,
        expect![[r#"
              0s  node/a-2  unneeded                     autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-1  unneeded                     autoscaler/unneeded [CA-09 BS-41]       <- cluster started
            610s  node/a-2  to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-2  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-2 to be deleted
            645s  node/a-1  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-1 drained
            Until
        "#]],
    );
}

/// BS-49, AM-53: a node under repair is not a candidate.
#[test]
fn a_node_under_repair_stays() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app slow replicas=1 on=a-2 cpu=2500 grace=600 | at=0 fail a-2 | until=1000",
        opinions,
        expect![[r#"
              0s  node/a-1  unneeded                  autoscaler/unneeded [CA-09 BS-41]  <- cluster started
              0s  node/a-0  stays: used enough        autoscaler/stays [KA-91 BS-105]    <- cluster started
              0s  node/a-2  stays: used enough        autoscaler/stays [KA-91 BS-105]    <- cluster started
              0s  node/a-1  avoided by new Pods       autoscaler/soft-taint [KA-84]      <- cluster started
            350s  node/a-1  needed again              autoscaler/needed-again [KA-73]    <- pod/slow-0 deleted, gone in 600s
            350s  node/a-1  stays: used enough        autoscaler/stays [KA-91 BS-105]    <- pod/slow-0 deleted, gone in 600s
            350s  node/a-1  avoided no more           autoscaler/soft-taint [KA-84]      <- pod/slow-0 deleted, gone in 600s
            600s  node/a-2  stays: upgrade or repair  autoscaler/stays [KA-91 BS-105]    <- node/a-2 cordoned
            820s  node/a-2  unneeded                  autoscaler/unneeded [CA-09 BS-41]  <- node/a-2 ready
            820s  node/a-2  avoided by new Pods       autoscaler/soft-taint [KA-84]      <- node/a-2 ready
            Until
        "#]],
    );
}

/// KA-09, KA-96: a node that isn't ready counts as starting until it is fifteen minutes old, and no longer at that instant.
#[test]
fn a_young_node_that_is_not_ready_counts_as_starting() {
    check(
        "pool a nodes=0 no-repair autoscaled=0-4 | pool b nodes=1 | app more replicas=0 | at=3 replicas more 3 | at=200 fail a-a-0 | at=903 replicas more 2 | until=1000",
        opinions,
        expect![[r#"
            190s  node/a-a-0  stays: used enough   autoscaler/stays [KA-91 BS-105]    <- node/a-a-0 ready
            250s  node/a-a-0  stays: not started   autoscaler/stays [KA-91 BS-105]    <- node/a-a-0 lost
            910s  node/a-a-0  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- node/a-a-0 lost
            910s  node/a-a-0  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- node/a-a-0 lost
            Until
        "#]],
    );
}

/// KA-77: nodes whose Pods fit their budget at once go before those whose drain takes several rounds.
#[test]
fn risky_nodes_go_last() {
    // Two Pods under a budget of one are risky, one Pod isn't.
    check(
        "pool a nodes=3 slots=8 autoscaled=0-9 | app web replicas=1 on=a-0 cpu=5000 | app two replicas=2 on=a-1 cpu=300 max-unavailable=1 near=web | app one replicas=1 on=a-2 cpu=300 max-unavailable=1 near=web | until=620",
        marks,
        expect![[r#"
            610s  node/a-2  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            Until
        "#]],
    );
    // One Pod under a budget of one comes in the order of the nodes.
    check(
        "pool a nodes=3 slots=8 autoscaled=0-9 | app web replicas=1 on=a-0 cpu=5000 | app one replicas=1 on=a-1 cpu=300 max-unavailable=1 near=web | app free replicas=1 on=a-2 cpu=300 near=web | until=620",
        marks,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            Until
        "#]],
    );
    // Two Pods under a budget of two, too.
    check(
        "pool a nodes=3 slots=8 autoscaled=0-9 | app web replicas=1 on=a-0 cpu=5000 | app two replicas=2 on=a-1 cpu=300 max-unavailable=2 near=web | app free replicas=1 on=a-2 cpu=300 near=web | until=620",
        marks,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            Until
        "#]],
    );
}

/// KA-59, KA-71: what a node before has used up of a budget is gone for the next one.
#[test]
fn a_budget_is_used_up_by_the_node_before() {
    check(
        "pool a nodes=2 slots=8 autoscaled=0-9 | pool b nodes=1 slots=8 | app one replicas=4 cpu=300 max-unavailable=2 | until=20",
        opinions,
        expect![[r#"
            0s  node/a-0  unneeded                             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
            0s  node/a-1  stays: not enough budget, pod/one-2  autoscaler/stays [KA-91 BS-105]    <- cluster started
            0s  node/a-0  avoided by new Pods                  autoscaler/soft-taint [KA-84]      <- cluster started
            Until
        "#]],
    );
}

/// KA-77, CA-54: three of four nodes of a slice are no slice.
#[test]
fn a_slice_of_which_a_node_is_used_stays() {
    check(
        "pool a nodes=1 | pool tpu nodes=4 multi-host autoscaled=0-4 | app web replicas=2 on=tpu-0 | until=700",
        opinions,
        expect![[r#"
              0s  node/tpu-1  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
              0s  node/tpu-2  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
              0s  node/tpu-3  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- cluster started
              0s  node/tpu-0  stays: used enough   autoscaler/stays [KA-91 BS-105]    <- cluster started
              0s  node/tpu-1  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
              0s  node/tpu-2  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
              0s  node/tpu-3  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- cluster started
            610s  node/tpu-1  stays: atomic group  autoscaler/stays [KA-91 BS-105]    <- cluster started
            610s  node/tpu-2  stays: atomic group  autoscaler/stays [KA-91 BS-105]    <- cluster started
            610s  node/tpu-3  stays: atomic group  autoscaler/stays [KA-91 BS-105]    <- cluster started
            Until
        "#]],
    );
}

/// How many nodes become unneeded, by look.
fn unneeded_by_look(line: &str) -> Vec<(i64, usize)> {
    let (trace, _) = run(line);
    let mut looks: Vec<(i64, usize)> = Vec::new();
    for (_, record) in trace.records().filter(|(_, record)| record.change == Change::Unneeded) {
        match looks.last_mut().filter(|(at, _)| *at == record.at.ms() / 1000) {
            Some((_, nodes)) => *nodes += 1,
            None => looks.push((record.at.ms() / 1000, 1)),
        }
    }
    looks
}

/// KA-58: of many unneeded nodes 20 more than before are found in each look.
#[test]
fn each_look_finds_twenty_more_unneeded_nodes() {
    let line = "pool a nodes=51 autoscaled=0-99 | app web replicas=1 on=a-0 cpu=1500 | until=60";
    assert_eq!(unneeded_by_look(line), [(0, 20), (10, 20), (20, 10)]);
}

/// KA-54, KA-06: empty nodes come first; a Pod that would have gone to one of them has no other place then.
#[test]
fn empty_nodes_are_looked_at_first() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=4000 | app api replicas=1 on=a-1 cpu=500 | app soon kind=Pod replicas=1 work=100 cpu=2500 on=a-2 | until=1000",
        opinions,
        expect![[r#"
              0s  node/a-1  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-2  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- cluster started
            100s  node/a-1  needed again                             autoscaler/needed-again [KA-73]         <- pod/soon succeeded
            100s  node/a-2  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
            100s  node/a-1  stays: no place to move Pods, pod/api-0  autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            100s  node/a-1  avoided no more                          autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
            100s  node/a-2  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
            710s  node/a-2  to be deleted                            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            Quiet
        "#]],
    );
}

/// KA-54: of nodes with Pods those come first that were unneeded before.
#[test]
fn unneeded_nodes_are_looked_at_first() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=4000 | app api replicas=1 on=a-1 cpu=500 | app soon kind=Pod replicas=1 work=100 cpu=2000 on=a-1 | app db replicas=1 on=a-2 cpu=600 | until=700",
        opinions,
        expect![[r#"
              0s  node/a-2  unneeded                                 autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  stays: used enough                       autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-2  avoided by new Pods                      autoscaler/soft-taint [KA-84]           <- cluster started
            100s  node/a-1  stays: no place to move Pods, pod/api-0  autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            610s  node/a-2  to be deleted after a drain              autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            Quiet
        "#]],
    );
}

/// KA-59: a Pod that was moved before isn't named as the one that holds the node to which it would go.
#[test]
fn a_pod_of_another_node_is_not_named() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=3700 | app api replicas=1 on=a-1 cpu=800 | app db replicas=1 on=a-2 cpu=300 | until=100",
        opinions,
        expect![[r#"
            0s  node/a-1  unneeded                      autoscaler/unneeded [CA-09 BS-41]  <- cluster started
            0s  node/a-0  stays: used enough            autoscaler/stays [KA-91 BS-105]    <- cluster started
            0s  node/a-2  stays: no place to move Pods  autoscaler/stays [KA-91 BS-105]    <- cluster started
            0s  node/a-1  avoided by new Pods           autoscaler/soft-taint [KA-84]      <- cluster started
            Until
        "#]],
    );
}

/// AM-75, BS-43: a drain that failed pauses its group for 180 s, and no other group.
#[test]
fn a_failed_drain_pauses_its_group() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-3 | pool b nodes=1 slots=4 autoscaled=0-3 | app web replicas=1 on=a-0 cpu=2400 | app pdb replicas=2 on=a-1 cpu=800 max-unavailable=1 near=web | app soon kind=Pod replicas=1 work=145 cpu=2500 on=a-2 | app other kind=Pod replicas=1 work=145 cpu=2500 on=b-0 | at=616 limit pdb 0 | until=1000",
        opinions,
        expect![[r#"
              0s  node/a-1  unneeded                     autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  stays: used enough           autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-2  stays: used enough           autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/b-0  stays: used enough           autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  avoided by new Pods          autoscaler/soft-taint [KA-84]           <- cluster started
            150s  node/a-2  unneeded                     autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
            150s  node/b-0  unneeded                     autoscaler/unneeded [CA-09 BS-41]       <- pod/soon succeeded
            150s  node/a-2  avoided by new Pods          autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
            150s  node/b-0  avoided by new Pods          autoscaler/soft-taint [KA-84]           <- pod/soon succeeded
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            735s  node/a-1  kept after all               autoscaler/keep-node [KA-82 KA-83]      <- node/a-1 drain aborted
            740s  node/a-1  stays: evictions failed      autoscaler/stays [KA-91 BS-105]         <- node/a-1 drain aborted
            760s  node/a-2  stays: cool-down             autoscaler/stays [KA-91 BS-105]         <- pod/soon succeeded
            760s  node/b-0  to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-0 avoided by new Pods
            920s  node/a-2  to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 stays: cool-down
            Until
        "#]],
    );
}

/// AM-75, BS-93: the nodes of the paused group leave what the minimum of the pool allows to the other one.
#[test]
fn a_paused_group_leaves_the_minimum_to_others() {
    check(
        "pool a nodes=2 zones=2 slots=4 autoscaled=3-8 total | app web replicas=1 on=a-3 cpu=2400 | app pdb replicas=2 on=a-1 cpu=800 max-unavailable=1 near=web | app soon kind=Pod replicas=1 work=145 cpu=2500 on=a-0 | app other kind=Pod replicas=1 work=145 cpu=2500 on=a-2 | at=616 limit pdb 0 | until=1000",
        marks,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            735s  node/a-1  kept after all               autoscaler/keep-node [KA-82 KA-83]      <- node/a-1 drain aborted
            760s  node/a-2  to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            Until
        "#]],
    );
}

/// BS-49: a node that an upgrade works on takes no Pods of nodes that go, nor does its surge node.
#[test]
fn nodes_of_an_upgrade_take_no_pods() {
    check(
        "pool a nodes=1 slots=4 autoscaled=0-4 | pool b nodes=1 slots=4 autoscaled=0-1 | app web replicas=1 on=a-0 cpu=3000 grace=600 | app api replicas=1 on=b-0 cpu=800 | at=105 upgrade a | until=1200",
        opinions,
        expect![[r#"
               0s  node/b-0    unneeded                                 autoscaler/unneeded [CA-09 BS-41]  <- cluster started
               0s  node/a-0    stays: used enough                       autoscaler/stays [KA-91 BS-105]    <- cluster started
               0s  node/b-0    avoided by new Pods                      autoscaler/soft-taint [KA-84]      <- cluster started
             110s  node/b-0    needed again                             autoscaler/needed-again [KA-73]    <- pool/a command 0
             110s  node/a-0    stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]    <- pool/a command 0
             110s  node/b-0    stays: no place to move Pods, pod/api-0  autoscaler/stays [KA-91 BS-105]    <- pool/a command 0
             110s  node/b-0    avoided no more                          autoscaler/soft-taint [KA-84]      <- pool/a command 0
             290s  node/a-a-1  stays: upgrade or repair                 autoscaler/stays [KA-91 BS-105]    <- node/a-a-1 ready
             920s  node/a-a-1  stays: used enough                       autoscaler/stays [KA-91 BS-105]    <- node/a-0 gone
            1010s  node/b-0    unneeded                                 autoscaler/unneeded [CA-09 BS-41]  <- pod/web-0 gone
            1010s  node/b-0    avoided by new Pods                      autoscaler/soft-taint [KA-84]      <- pod/web-0 gone
            Until
        "#]],
    );
}

/// KA-54: nodes of pools without autoscaling take Pods.
#[test]
fn nodes_of_all_pools_take_pods() {
    check(
        "pool a nodes=1 slots=4 autoscaled=0-1 | pool b nodes=1 slots=4 | app api replicas=1 on=a-0 cpu=500 | until=700",
        opinions,
        expect![[r#"
              0s  node/a-0  unneeded                     autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/a-0  avoided by new Pods          autoscaler/soft-taint [KA-84]           <- cluster started
            610s  node/a-0  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
            Quiet
        "#]],
    );
}

/// A node that a user drains is left alone.
#[test]
fn a_node_that_a_user_drains_stays() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app slow replicas=1 on=a-1 cpu=500 grace=900 | at=5 drain a-1 | until=700",
        opinions,
        expect![[r#"
             0s  node/a-1  unneeded                  autoscaler/unneeded [CA-09 BS-41]  <- cluster started
             0s  node/a-0  stays: used enough        autoscaler/stays [KA-91 BS-105]    <- cluster started
             0s  node/a-1  avoided by new Pods       autoscaler/soft-taint [KA-84]      <- cluster started
            10s  node/a-1  needed again              autoscaler/needed-again [KA-73]    <- cluster started
            10s  node/a-1  stays: upgrade or repair  autoscaler/stays [KA-91 BS-105]    <- cluster started
            10s  node/a-1  avoided no more           autoscaler/soft-taint [KA-84]      <- cluster started
            Until
        "#]],
    );
}

/// KA-82: nor is it removed if the user's drain begins in the five seconds.
#[test]
fn a_user_drains_in_the_last_five_seconds() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app slow replicas=1 on=a-1 cpu=500 grace=900 | at=612 drain a-1 | until=700",
        removals,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  kept after all               autoscaler/keep-node [KA-82 KA-83]      <- node/a-1 to be deleted after a drain
            Until
        "#]],
    );
}

/// KA-82: a user's drain that ends in the five seconds neither deletes the node sooner nor keeps it.
#[test]
fn a_drain_of_a_user_that_ends_in_the_last_five_seconds_changes_nothing() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | at=611 drain a-1 | until=700",
        removals,
        expect![[r#"
            610s  node/a-1  to be deleted     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  deleting for 30s  autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            Quiet
        "#]],
    );
}

/// AM-75: nor does one that a filter ends pause the group: another of its nodes goes when its time has come.
#[test]
fn a_drain_of_a_user_that_fails_pauses_nothing() {
    check(
        "pool a nodes=3 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app lone kind=Pod replicas=1 on=a-1 cpu=500 safe | app soon kind=Job replicas=1 work=20 on=a-2 cpu=2500 | at=611 drain a-1 no-force | until=700",
        removals,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            630s  node/a-2  to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
            635s  node/a-2  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-2 to be deleted
            645s  node/a-1  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-1 drained
            Quiet
        "#]],
    );
}

/// KA-82: a node that was to be drained, and whose Pods are gone five seconds later, is deleted at once.
#[test]
fn a_node_that_is_empty_by_then_needs_no_drain() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app api replicas=1 on=a-1 cpu=500 grace=0 | at=612 replicas api 0 | until=700",
        removals,
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-1 to be deleted after a drain
            Quiet
        "#]],
    );
}

/// AM-20, KA-86: a VM whose deletion is requested goes, although a blue-green upgrade begins.
#[test]
fn a_deletion_goes_on_when_an_upgrade_begins() {
    check(
        "pool a nodes=2 slots=4 blue-green autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | at=620 upgrade a | until=660",
        removals,
        expect![[r#"
            610s  node/a-1  to be deleted     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            615s  node/a-1  deleting for 30s  autoscaler/delete [KA-86]               <- node/a-1 to be deleted
            Until
        "#]],
    );
}

/// KA-83: every five seconds from the begin of the drain it is seen whether all Pods are gone.
#[test]
fn the_end_of_a_drain_is_seen_every_five_seconds() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app api replicas=1 on=a-1 cpu=500 shutdown=7 | until=700",
        |record| removals(record) || matches!(record.change, Change::DrainEnded { .. }),
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            622s  node/a-1  drained                      drain/end [KD-09 KD-11]                 <- pod/api-0 gone
            625s  node/a-1  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-1 drained
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2500 | app api replicas=1 on=a-1 cpu=500 shutdown=10 | until=700",
        |record| removals(record) || matches!(record.change, Change::DrainEnded { .. }),
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            625s  node/a-1  drained                      drain/end [KD-09 KD-11]                 <- pod/api-0 gone
            625s  node/a-1  deleting for 30s             autoscaler/delete [KA-86]               <- node/a-1 drained
            Quiet
        "#]],
    );
}

/// AM-104: Pods have an hour from this version of the control plane on, in Standard pools of the edition 2026.
#[test]
fn the_limit_of_a_drain_is_by_version_and_edition() {
    let limits = |more: &str| {
        let line = format!(
            "pool a nodes=2 slots=4 autoscaled=0-2 {more} | app web replicas=1 on=a-0 cpu=2500 | app slow replicas=1 on=a-1 grace=7200 | until=700"
        );
        let (trace, _) = run(&line);
        let limit = |record: &Record| match record.change {
            Change::DrainStarted { limit_s, .. } => Some(limit_s),
            _ => None,
        };
        trace.records().filter_map(|(_, record)| limit(&record)).collect::<Vec<_>>()
    };
    assert_eq!(limits(""), [3600]);
    assert_eq!(limits("| control-plane=1.32.7-gke.1079000"), [3600]);
    assert_eq!(limits("| control-plane=1.32.7-gke.1078999"), [600]);
    assert_eq!(limits("| control-plane=1.33.1-gke.1"), [3600]);
    assert_eq!(limits("managed"), [600]);
    assert_eq!(limits("| short-drains"), [600]);
}

/// KA-91: a reason that came back is said again.
#[test]
fn a_reason_that_comes_back_is_said_again() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=4000 | app api replicas=1 on=a-1 cpu=2500 grace=0 | at=105 replicas api 0 | at=205 replicas api 1 | until=300",
        opinions,
        expect![[r#"
              0s  node/a-0  stays: used enough   autoscaler/stays [KA-91 BS-105]    <- cluster started
              0s  node/a-1  stays: used enough   autoscaler/stays [KA-91 BS-105]    <- cluster started
            110s  node/a-1  unneeded             autoscaler/unneeded [CA-09 BS-41]  <- workload/api command 0
            110s  node/a-1  avoided by new Pods  autoscaler/soft-taint [KA-84]      <- workload/api command 0
            210s  node/a-1  needed again         autoscaler/needed-again [KA-73]    <- workload/api command 1
            210s  node/a-1  stays: used enough   autoscaler/stays [KA-91 BS-105]    <- workload/api command 1
            210s  node/a-1  avoided no more      autoscaler/soft-taint [KA-84]      <- workload/api command 1
            Quiet
        "#]],
    );
}

/// KA-87: a Pod that ends with its node has a successor that asks; itself it asks for nothing.
#[test]
fn pods_that_end_ask_for_nothing() {
    check(
        "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2700 | app slow replicas=1 on=a-1 cpu=1000 grace=600 | until=800",
        |record| marks(record) || matches!(record.change, Change::ScaleUpDecided { .. }),
        expect![[r#"
            610s  node/a-1  to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
            Until
        "#]],
    );
}

/// KA-78: deletions that the cloud works on count: another node goes when ten are gone.
#[test]
fn deletions_in_progress_count() {
    check(
        "pool a nodes=1 | pool b nodes=10 autoscaled=0-20 delay=60 | pool c nodes=1 autoscaled=0-4 delay=65 | app web replicas=1 on=a-0 cpu=1500 | until=140",
        marks,
        expect![[r#"
             70s  node/b-0  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-0 avoided by new Pods
             70s  node/b-1  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-1 avoided by new Pods
             70s  node/b-2  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-2 avoided by new Pods
             70s  node/b-3  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-3 avoided by new Pods
             70s  node/b-4  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-4 avoided by new Pods
             70s  node/b-5  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-5 avoided by new Pods
             70s  node/b-6  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-6 avoided by new Pods
             70s  node/b-7  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-7 avoided by new Pods
             70s  node/b-8  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-8 avoided by new Pods
             70s  node/b-9  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-9 avoided by new Pods
            110s  node/c-0  to be deleted  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-0 stays: others go first
            Until
        "#]],
    );
}

/// KA-78, KA-80: a drain in progress takes a place of the ten, and of the one.
#[test]
fn a_drain_in_progress_counts() {
    check(
        "pool a nodes=1 slots=8 | pool b nodes=2 slots=4 autoscaled=0-4 delay=60 | pool c nodes=11 autoscaled=0-20 delay=120 | app web replicas=1 on=a-0 cpu=4000 | app slow replicas=1 on=b-0 cpu=300 grace=300 | app next replicas=1 on=b-1 cpu=300 | until=170",
        |record| matches!(record.change, Change::DeletionMarked { .. }),
        expect![[r#"
             70s  node/b-0   to be deleted after a drain  autoscaler/to-be-deleted [KA-82 BS-42]  <- node/b-0 avoided by new Pods
            130s  node/c-0   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-0 avoided by new Pods
            130s  node/c-1   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-1 avoided by new Pods
            130s  node/c-2   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-2 avoided by new Pods
            130s  node/c-3   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-3 avoided by new Pods
            130s  node/c-4   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-4 avoided by new Pods
            130s  node/c-5   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-5 avoided by new Pods
            130s  node/c-6   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-6 avoided by new Pods
            130s  node/c-7   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-7 avoided by new Pods
            130s  node/c-8   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-8 avoided by new Pods
            170s  node/c-9   to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-9 stays: others go first
            170s  node/c-10  to be deleted                autoscaler/to-be-deleted [KA-82 BS-42]  <- node/c-10 stays: others go first
            Until
        "#]],
    );
}
