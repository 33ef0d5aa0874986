//! Reasons, holders and times are those of the asked time.

use super::check_why;
use expect_test::expect;

/// BS-01, MW-02: the reason of a queued pool is that of the asked time, not that of the first refusal.
#[test]
fn a_queued_pool_says_what_it_waits_for_now() {
    let line = "window=1000-5000 | pool a nodes=2 | pool b nodes=1 | at=0 upgrade a automatic | at=0 upgrade b automatic";
    check_why(
        line,
        "pool/b",
        500,
        expect![[r#"
        What: The upgrade of b has been due for 8 min 20 s (since +00:00:00) and can't start yet.
        Why: An automatic upgrade starts only while a maintenance window is open. (upgrade/queue-window BS-16 AM-84)
             next window: +00:16:40
        Until: +00:23:42, when it starts.
        Say: MAINTENANCE_WINDOW [pausedReason]
        Say: UPGRADE_PAUSED [autoUpgradeStatus]
        Say: SCHEDULED [UpgradeInfoEvent, state]
        Chain: pool/b queued: MAINTENANCE_WINDOW, no window is open <- pool/b Automatic upgrade of b to 1.33 is due
    "#]],
    );
    check_why(
        line,
        "pool/b",
        1100,
        expect![[r#"
        What: The upgrade of b has been due for 18 min 20 s (since +00:00:00) and can't start yet.
        Why: Only one automatic upgrade runs at a time in a cluster. GKE doesn't define their order: here, configuration changes come before new versions, then what has been due the longest, then pool order. (upgrade/queue-turn BS-01 AM-70)
             in progress: a
        Until: +00:23:42, when it starts.
        Say: SCHEDULED [UpgradeInfoEvent, state]
        Chain: pool/b queued: another pool is being upgraded <- cluster window opens
    "#]],
    );
}

/// UP-18, SU-07: a pool and the cluster name the node, the Pod and the budget that hold them now.
#[test]
fn an_upgrade_names_what_holds_it_now() {
    let line = "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 upgrade a";
    check_why(
        line,
        "pool/a",
        1000,
        expect![[r#"
            What: Pool a has been upgrading for 16 min 40 s (since +00:00:00): 0 of 2 nodes are done.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 draining: a-0
                 eviction refused: web-0 and web-1
                 PDB: web-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 2 of 2
                 required healthy Pods: 2
                 disruptionsAllowed: 2 − 2 = 0
                 forced out at: +01:03:01
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 zone in progress: zone-a
                 slots: 1
                 maxSurge: 1
                 maxUnavailable: 0
            Until: +02:07:02, when every node is upgraded.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        line,
        "cluster",
        1000,
        expect![[r#"
            What: The cluster has 3 nodes. Pool a has been upgrading for 16 min 40 s (since +00:00:00): 0 of 2 nodes are done.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 draining: a-0
                 eviction refused: web-0 and web-1
                 PDB: web-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 2 of 2
                 required healthy Pods: 2
                 disruptionsAllowed: 2 − 2 = 0
                 forced out at: +01:03:01
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 zone in progress: zone-a
                 slots: 1
                 maxSurge: 1
                 maxUnavailable: 0
            Until: +02:07:02, when every node is upgraded.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

/// A drain that waits for a Pod to end names it, and one that waits for a surge node names that.
#[test]
fn an_upgrade_names_the_pod_that_is_terminating() {
    let line =
        "pool a nodes=2 | app web replicas=1 on=a-0 grace=5400 shutdown=5000 | at=0 upgrade a";
    check_why(
        line,
        "pool/a",
        60,
        expect![[r#"
        What: Pool a has been upgrading for 1 min (since +00:00:00): 0 of 2 nodes are done.
        Why: A surge slot is assigned to it and waits until a-a-2 is Ready; then it is cordoned. (surge/request-node SU-05 SU-06 UP-22)
             slot: 1
             Ready at: +00:03:00
             in progress: a-0
        Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
             zone in progress: zone-a
             slots: 1
             maxSurge: 1
             maxUnavailable: 0
        Until: +02:07:02, when every node is upgraded.
        Say: STARTED [UpgradeInfoEvent, state]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
    check_why(
        line,
        "pool/a",
        1000,
        expect![[r#"
        What: Pool a has been upgrading for 16 min 40 s (since +00:00:00): 0 of 2 nodes are done.
        Why: A drain evicts all Pods of the node at once, except DaemonSet and mirror Pods. A refused eviction is retried every 5 s. (drain/start KD-01 AM-06)
             Pods to evict: 1
             draining: a-0
             terminating: web-0
             the last one is gone by: +01:03:01
        Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
             zone in progress: zone-a
             slots: 1
             maxSurge: 1
             maxUnavailable: 0
        Until: +02:07:02, when every node is upgraded.
        Say: STARTED [UpgradeInfoEvent, state]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
}

/// SU-07, AM-62: where the drain's limit cuts a grace period short, that is when the Pod ends.
#[test]
fn a_terminating_pod_ends_at_the_limit_of_its_drain() {
    let line = "pool a nodes=2 | app web replicas=2 grace=5400 shutdown=5400 | at=0 upgrade a";
    check_why(
        line,
        "pod/web-1",
        1000,
        expect![[r#"
        What: Pod web-1 on a-0 has been terminating for 13 min 39 s (since +00:03:01).
        Why: An eviction checks PodDisruptionBudgets. If it is granted, the Pod terminates within its grace period. (drain/evict UP-18 KD-08 KE-11)
             gone after: 1 h 30 min
        Until: +01:03:01, when it is forced out.
        Chain: pod/web-1 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-2 Ready <- node/a-a-2 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
}

/// BG-16, BG-32, AM-16: evictions stop at the limit; the Pod is deleted with the blue pool.
#[test]
fn a_refused_pod_of_a_blue_green_upgrade_waits_until_evictions_stop() {
    let line = "pool a nodes=1 blue-green batch=1 batch-soak=600 pool-soak=1000 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 upgrade a";
    check_why(
        line,
        "pod/web-0",
        3600,
        expect![[r#"
            What: The eviction of Pod web-0 has been refused for 56 min 59 s (since +00:03:01).
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: web-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 2 of 2
                 required healthy Pods: 2
                 disruptionsAllowed: 2 − 2 = 0
            Until: +01:03:01, when evictions stop; remaining Pods stay until the blue pool is deleted.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/web-0 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 1 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        line,
        "budget/web-pdb",
        3600,
        expect![[r#"
        What: web-pdb currently allows 0 disruptions and blocks web-0 and web-1.
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 0
             healthy Pods: 2 of 2
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
        Until: +01:03:01, when evictions stop; remaining Pods stay until the blue pool is deleted.
        Say: DisruptionAllowed=False, InsufficientPods [PodDisruptionBudget condition]
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/web-0 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 1 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]],
    );
    check_why(
        line,
        "pod/web-0",
        5000,
        expect![[r#"
        What: Pod web-0 has been ready on a-0 for 1 h 23 min 20 s (since +00:00:00).
        Why: The Pod was scheduled before the run started. (place/bind KS-30 KS-31)
             owner: web
             node: a-0
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 0
             healthy Pods: 2 of 2
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
        Until: +01:29:41, when it is deleted without regard to its PDB.
        Say: Ready=True [Pod condition]
        Chain: cluster run starts
    "#]],
    );
}

/// Who removed a Pod that is gone, when, and what took its place.
#[test]
fn a_pod_that_is_gone_says_who_drained_it_and_what_replaced_it() {
    let line = "pool a nodes=2 | app web replicas=1 on=a-0 | at=10 drain a-0 | at=300 upgrade a";
    check_why(
        line,
        "pod/web-0",
        200,
        expect![[r#"
            What: Pod web-0 has been gone since +00:00:41.
            Why: An eviction checks PodDisruptionBudgets. If it is granted, the Pod terminates within its grace period. (drain/evict UP-18 KD-08 KE-11)
                 gone after: 30 s
                 asked to leave at: +00:00:11
                 node: a-0
                 by: kubectl drain
                 replaced by: web-1
                 created: +00:00:11
            Chain: pod/web-0 evicted <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-0 Drain of a-0 requested
        "#]],
    );
}

/// A Pod that made room names the one that took it.
#[test]
fn a_preempted_pod_names_the_pod_that_took_its_room() {
    let line = "pool a nodes=1 slots=1 | app low replicas=1 on=a-0 | app high replicas=0 priority=10 | at=10 replicas high 1";
    check_why(
        line,
        "pod/low-0",
        200,
        expect![[r#"
            What: Pod low-0 has been gone since +00:00:40.
            Why: The scheduler deletes lower-priority Pods to make room for a Pod that fits nowhere. It respects PodDisruptionBudgets only as a preference. (place/preempt KS-33 KS-34 KS-37 KE-12)
                 gone after: 30 s
                 asked to leave at: +00:00:10
                 node: a-0
                 preempted for: high-0
                 replaced by: low-1
                 created: +00:00:10
            Chain: pod/low-0 preempted <- pod/high-0 nominated to a-0 <- pod/high-0 1 Insufficient cpu <- pod/high-0 Pending <- workload/high 1 replica desired <- workload/high high scaled to 1 replica
        "#]],
    );
}
