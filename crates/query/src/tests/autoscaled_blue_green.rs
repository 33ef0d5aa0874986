//! Autoscaled blue-green upgrades: sides, captions, what is left on blue, and answers.

use super::made;
use expect_test::expect;

/// GF-25: p is protected, q isn't; a budget holds r after the wait.
const WAITS: &str = "pool a nodes=4 blue-green wait=3600 autoscaled=1-3 | pool b nodes=1 | app full replicas=2 on=b-0 \
    | app p replicas=1 on=a-0 cpu=800 not-safe | app q replicas=1 on=a-1 cpu=800 | app r replicas=1 on=a-3 cpu=800 max-unavailable=0 | at=0 upgrade a";

/// AB-05 to AB-15: green from nothing, the wait with its rest, the drain of what is left.
#[test]
fn sides_and_captions_follow_the_wait() {
    expect![[r#"
        0 All 4 blue nodes are cordoned at once: Pods there keep running, new Pods go to green nodes.
          cordoning the blue pool
          blue: 4 on 1.32, cordoned +00:00:00
          green: 0
          Left Blue [a-0 a-1 a-2 a-3] 4 nodes, 3 Pods left
        5 4 of 4 blue nodes of a are left. They are drained from +01:00:01 on, unless the autoscaler removes them first.
          4 blue nodes left, drained from +01:00:01 on
          blue: 4 on 1.32, cordoned +00:00:00 (drained in 59:56)
          green: 0
          Soaking Waits [a-0 a-1 a-2 a-3] 59:56, left of 1 h, then it is drained 1/1000
        700 2 of 4 blue nodes of a are left. They are drained from +01:00:01 on, unless the autoscaler removes them first.
          2 blue nodes left, drained from +01:00:01 on
          blue: 2 on 1.32, cordoned +00:00:00 (drained in 48:21)
          green: 1 on 1.33
          Soaking Waits [a-0 a-3] 48:21, left of 1 h, then it is drained 194/1000
        3601 The wait of a is over: r-pdb blocks the eviction of r-0 from a-3.
          draining the blue pool, 2 blue nodes left
          blue: 2 on 1.32, cordoned +00:00:00
          green: 1 on 1.33
          Draining Drains [a-0 a-3] 2 nodes, 2 Pods left
        3700 The wait of a is over: r-pdb blocks the eviction of r-0 from a-3.
          draining the blue pool, 2 blue nodes left
          blue: 2 on 1.32, cordoned +00:00:00
          green: 1 on 1.33
          Done Drained [a-0] 1 node, no Pods left
          Draining Drains [a-3] 1 node, 1 Pod left
        7300 The upgrade of a succeeded at +02:01:01.
          1 of 2 upgraded to 1.33
          blue: deleted +02:01:01
          green: 2 on 1.33
    "#]]
    .assert_eq(&made(WAITS).sides(&[0, 5, 700, 3601, 3700, 7300]));
}

/// AB-08, AB-09, AB-12, AM-51: what holds each node, when it goes, and what is on it when the wait ends.
#[test]
fn what_is_left_on_blue_has_a_reason_and_an_end() {
    let run = made(WAITS);
    expect![[r#"
        What: Pool a has been in WAITING_TO_DRAIN_BLUE_POOL for 4 min 59 s (since +00:00:01): 4 of 4 blue nodes left, no green node yet.
        Why: GKE waits before it drains blue nodes: for three days, or as long as is set, up to seven. Meanwhile the autoscaler removes little-used ones, below their minimum, too. (autoscaled/wait AB-07 AM-67 AM-93)
             waitForDrainDuration: 1 h
             Pods left on blue: 3
             cluster autoscaler on blue: only removes nodes, down to 0
             cluster autoscaler on green: adds and removes nodes
        Why: 4 blue nodes are left; 2 are drained in this run, whatever protects their Pods. (autoscaled/wait AB-08 AB-09 AB-12 AM-51)
             left on blue: a-1: unneeded since +00:00:10, removed +00:10:20, a-2: unneeded since +00:00:10, removed +00:10:20, a-0: p-0: a Pod has the annotation safe-to-evict: "false", drained from +01:00:01, a-3: r-0: a budget allows no eviction, drained from +01:00:01
             on it when the wait ends: a-0: p-0, a-3: r-0
        Why: The cluster autoscaler manages the pool, which has 4 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
             minimum: 1 per zone
             maximum: 3 per zone
             locationPolicy: BALANCED
        Until: +01:00:01, when the wait is over and the blue nodes are drained.
        Say: WAITING_TO_DRAIN_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a WAITING_TO_DRAIN_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]]
    .assert_eq(&run.why("pool/a", 300));
    expect![[r#"
        What: Pool a has been in DRAINING_BLUE_POOL for 1 min 39 s (since +01:00:01): 2 blue nodes are left and drained, up to 20 at once.
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             draining: a-3
             eviction refused: r-0
             PDB: r-pdb
             limit: maxUnavailable 0
             healthy Pods: 1 of 1
             required healthy Pods: 1
             disruptionsAllowed: 1 − 1 = 0
             refused ones deleted at: +02:00:01
        Why: After the wait the blue nodes that are left are drained, up to 20 at a time. (autoscaled/drain AB-12 AM-49 AM-76)
             waitForDrainDuration: 1 h
             Pods left on blue: 1
             cluster autoscaler on blue: disabled
             cluster autoscaler on green: adds and removes nodes
        Why: 2 blue nodes are left. (autoscaled/wait AB-08 AB-09 AB-12 AM-51)
             left on blue: a-3: drains: r-0, empty +02:00:31, a-0: drained, and deleted with the others, gone +02:01:01
        Why: The cluster autoscaler manages the pool, which has 3 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
             minimum: 1 per zone
             maximum: 3 per zone
             locationPolicy: BALANCED
        Why: It last grew at +00:10:30, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
             nodes: 0 → 1 in zone-a
        Until: +02:00:31, when the last Pods of blue are gone.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a DRAINING_BLUE_POOL <- pool/a WAITING_TO_DRAIN_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]]
    .assert_eq(&run.why("pool/a", 3700));
    expect![[r#"
        What: The eviction of Pod r-0 has been refused for 1 min 39 s (since +01:00:01).
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             PDB: r-pdb
             limit: maxUnavailable 0
             healthy Pods: 1 of 1
             required healthy Pods: 1
             disruptionsAllowed: 1 − 1 = 0
        Until: +02:00:01, when budgets hold no longer after the wait and their Pods are deleted.
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/r-0 POD_NOT_ENOUGH_PDB, r-pdb allows 0 <- node/a-3 drain starts, 1 Pod <- pool/a DRAINING_BLUE_POOL <- pool/a WAITING_TO_DRAIN_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]]
    .assert_eq(&run.why("pod/r-0", 3700));
}

/// AM-79: a wait that was found under way has its rest; a paused one goes on with it.
#[test]
fn a_paused_wait_says_its_rest() {
    let run = made(
        &WAITS.replace("at=0 upgrade a", "at=0 upgrade a | at=1000 cancel a | at=2000 resume a"),
    );
    expect![[r#"
        What: The upgrade of a has been paused in WAITING_TO_DRAIN_BLUE_POOL for 8 min 20 s (since +00:16:40).
        Why: Canceling pauses the upgrade: the wait and its evictions stop, and blue nodes stay cordoned. The autoscaler goes on. It can be resumed, not rolled back. (autoscaled/cancel UP-12 AB-19 AM-79)
             waitForDrainDuration: 1 h
             Pods left on blue: 2
             wait left: 43 min 21 s
             cluster autoscaler on blue: only removes nodes, down to 0
             cluster autoscaler on green: adds and removes nodes
        Why: 2 blue nodes are left; 2 are drained in this run, whatever protects their Pods. (autoscaled/wait AB-08 AB-09 AB-12 AM-51)
             left on blue: a-0: p-0: a Pod has the annotation safe-to-evict: "false", drained from +01:16:41, a-3: r-0: a budget allows no eviction, drained from +01:16:41
             on it when the wait ends: a-0: p-0, a-3: r-0
        Why: The cluster autoscaler manages the pool, which has 3 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
             minimum: 1 per zone
             maximum: 3 per zone
             locationPolicy: BALANCED
        Why: It last grew at +00:10:30, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
             nodes: 0 → 1 in zone-a
        Until: +00:33:20, when it resumes.
        Say: WAITING_TO_DRAIN_BLUE_POOL [blueGreenInfo.phase]
        Say: CANCELED [UpgradeInfoEvent, state]
        Say: gcloud container clusters upgrade CLUSTER --node-pool=a [command to resume]
        Chain: pool/a stopped <- pool/a Cancellation of a upgrade requested
    "#]]
    .assert_eq(&run.why("pool/a", 1500));
}

/// AM-84: a paused run stays what it is when the pool gets another strategy.
#[test]
fn a_run_keeps_its_kind_in_the_views() {
    let script =
        "at=0 upgrade a | at=1000 cancel a | at=1100 settings a surge=1+0 | at=2000 resume a";
    let run = made(&WAITS.replace("at=0 upgrade a", script));
    expect![[r#"
        2500 2 of 4 blue nodes of a are left. They are drained from +01:16:41 on, unless the autoscaler removes them first.
          2 blue nodes left, drained from +01:16:41 on
          blue: 2 on 1.32, cordoned +00:00:00 (drained in 35:01)
          green: 1 on 1.33
          Soaking Waits [a-0 a-3] 35:01, left of 1 h, then it is drained 416/1000
        4700 The wait of a is over: r-pdb blocks the eviction of r-0 from a-3.
          draining the blue pool, 2 blue nodes left
          blue: 2 on 1.32, cordoned +00:00:00
          green: 1 on 1.33
          Done Drained [a-0] 1 node, no Pods left
          Draining Drains [a-3] 1 node, 1 Pod left
    "#]].assert_eq(&run.sides(&[2500, 4700]));
}

/// AB-09, AM-51: what is on a node when the wait ends is what is on it then, not now; a node that the autoscaler deletes is no longer
/// to be drained.
#[test]
fn the_end_of_the_wait_is_told_as_it_will_be() {
    let line = "pool a nodes=2 blue-green wait=650 autoscaled=0-3 | pool b nodes=1 | app full replicas=2 on=b-0 \
        | app p replicas=2 on=a-1 cpu=400 not-safe | at=0 upgrade a | at=400 replicas p 1";
    let run = made(line);
    let told = run.why("pool/a", 300);
    let ends = told.lines().find(|line| line.contains("on it when the wait ends"));
    expect!["on it when the wait ends: a-1: p-1"].assert_eq(ends.unwrap_or("nothing").trim());
    expect![[r#"
        652 The wait of a is over, its 2 blue nodes are drained, up to 20 at once: 1 Pod left. A budget delays an eviction by an hour at most, and no Pod has more than 24 h to end.
          draining the blue pool, 2 blue nodes left
          blue: 2 on 1.32, cordoned +00:00:00
          green: 0
          Done Drained [a-0] 1 node, no Pods left
          Draining Drains [a-1] 1 node, 1 Pod left
    "#]].assert_eq(&run.sides(&[652]));
}
