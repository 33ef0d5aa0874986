//! Blue-green upgrades: sides, batches, captions, lanes and answers.

use super::made;
use expect_test::{Expect, expect};

/// GF-21 with a budget: three batches of two, as 6 × 0.4 is rounded down.
const THREE: &str = "pool a nodes=6 blue-green part=0.4 batch-soak=600 | app web replicas=12 max-unavailable=3 ready=20 | at=0 upgrade a";

fn check_halves(line: &str, instants: &[i64], expected: Expect) {
    expected.assert_eq(&made(line).sides(instants));
}

#[test]
fn batches_are_known_before_they_run() {
    check_halves(
        THREE,
        &[0, 100, 181, 211, 500, 3000, 6000, 9000],
        expect![[r#"
            0 The green pool of a is being created: 0 of 6 nodes Ready, 6 booting. No Pod is evicted before all are Ready.
              creating the green pool, 0 of 6 ready
              blue: 6 on 1.32
              green: 0 of 6 ready
              Planned Batch 1 [a-0 a-1] not drained yet, drain at +00:03:01
              Planned Batch 2 [a-2 a-3] not drained yet, drain at +00:14:11
              Planned Batch 3 [a-4 a-5] not drained yet, drain at +00:25:21
            100 The green pool of a is being created: 0 of 6 nodes Ready, 6 booting. No Pod is evicted before all are Ready.
              creating the green pool, 0 of 6 ready
              blue: 6 on 1.32
              green: 0 of 6 ready
              Planned Batch 1 [a-0 a-1] not drained yet, drain at +00:03:01
              Planned Batch 2 [a-2 a-3] not drained yet, drain at +00:14:11
              Planned Batch 3 [a-4 a-5] not drained yet, drain at +00:25:21
            181 Draining batch 1 of 3: web-pdb blocks the eviction of web-3 from a-1.
              draining batch 1 of 3
              blue: 6 on 1.32, cordoned +00:03:00 (batch 1 of 3)
              green: 6 on 1.33, ready +00:03:00
              Draining Batch 1 [a-0 a-1] draining, 4 Pods left
              Planned Batch 2 [a-2 a-3] not drained yet, drain at +00:14:11
              Planned Batch 3 [a-4 a-5] not drained yet, drain at +00:25:21
            211 Draining batch 1 of 3: web-pdb blocks the eviction of web-3 from a-1.
              draining batch 1 of 3
              blue: 6 on 1.32, cordoned +00:03:00 (batch 1 of 3)
              green: 6 on 1.33, ready +00:03:00
              Draining Batch 1 [a-0 a-1] draining, 1 Pod left
              Planned Batch 2 [a-2 a-3] not drained yet, drain at +00:14:11
              Planned Batch 3 [a-4 a-5] not drained yet, drain at +00:25:21
            500 Batch 1 of 3 is soaking until +00:14:11 (a-0 and a-1): cordoned and empty. The 2 remaining batches run 8 Pods. The blue pool is kept until +01:36:31; until then, a full rollback is possible.
              batch 1 of 3 soaking until +00:14:11
              blue: 6 on 1.32, cordoned +00:03:00 (batch 1 of 3)
              green: 6 on 1.33, ready +00:03:00
              Soaking Batch 1 [a-0 a-1] 5:51, left of 10:00 soak 415/1000
              Planned Batch 2 [a-2 a-3] not drained yet, drain at +00:14:11
              Planned Batch 3 [a-4 a-5] not drained yet, drain at +00:25:21
            3000 The pool is soaking until +01:36:31, then the blue pool is deleted. Until then it can be rolled back.
              soaking until +01:36:31
              blue: 6 on 1.32, cordoned +00:03:00 (soak 46:31)
              green: 6 on 1.33, ready +00:03:00
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Done Batch 2 [a-2 a-3] soaked, drained +00:15:21
              Done Batch 3 [a-4 a-5] soaked, drained +00:26:31
            6000 The upgrade of a succeeded at +01:37:01.
              6 of 6 upgraded to 1.33
              blue: deleted +01:37:01
              green: 6 on 1.33, ready +00:03:00
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Done Batch 2 [a-2 a-3] soaked, drained +00:15:21
              Done Batch 3 [a-4 a-5] soaked, drained +00:26:31
            9000 The upgrade of a succeeded at +01:37:01.
              6 of 6 upgraded to 1.33
              blue: deleted +01:37:01
              green: 6 on 1.33, ready +00:03:00
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Done Batch 2 [a-2 a-3] soaked, drained +00:15:21
              Done Batch 3 [a-4 a-5] soaked, drained +00:26:31
        "#]],
    );
}

#[test]
fn batches_without_rows_are_forecast() {
    // AM-64: zone by zone; the rows end before the drain.
    check_halves(
        "pool a nodes=3 zones=2 blue-green batch=2 | at=0 upgrade a | until=100",
        &[50],
        expect![[r#"
            50 The green pool of a is being created: 0 of 6 nodes Ready, 6 booting. No Pod is evicted before all are Ready.
              creating the green pool, 0 of 6 ready
              blue: 6 on 1.32
              green: 0 of 6 ready
              Planned Batch 1 [a-0 a-1] not drained yet, 
              Planned Batch 2 [a-2 a-3] not drained yet, after batch 1
              Planned Batch 3 [a-4 a-5] not drained yet, after batch 2
        "#]],
    );
}

#[test]
fn a_rollback_leaves_batches_undrained() {
    let line = format!("{THREE} | at=900 cancel a | at=1000 rollback a");
    check_halves(
        &line,
        &[950, 1000, 1020, 2000],
        expect![[r#"
            950 The upgrade of a has been paused since +00:15:00 (draining the blue pool): evictions and timers are stopped. Resume or roll back.
              paused since +00:15:00: draining the blue pool
              blue: 6 on 1.32, cordoned +00:03:00 (paused)
              green: 6 on 1.33, ready +00:03:00
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Paused Batch 2 [a-2 a-3] paused, no Pods left
              Planned Batch 3 [a-4 a-5] not drained yet, rolled back +00:16:40
            1000 Rolling back a: the blue pool is in use again, 6 green nodes left.
              rolling back, 6 green nodes left
              blue: 6 on 1.32, in use again
              green: 6 of 6 left
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Left Batch 2 [a-2 a-3] drain stopped, 
              Left Batch 3 [a-4 a-5] not drained, 
            1020 Rolling back a: the blue pool is in use again, 6 green nodes left.
              rolling back, 6 green nodes left
              blue: 6 on 1.32, in use again
              green: 6 of 6 left
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Left Batch 2 [a-2 a-3] drain stopped, 
              Left Batch 3 [a-4 a-5] not drained, 
            2000 a was rolled back by +00:17:41.
              0 of 6 upgraded to 1.33
              blue: 6 on 1.32, in use again
              green: deleted +00:17:41
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Left Batch 2 [a-2 a-3] drain stopped, 
              Left Batch 3 [a-4 a-5] not drained, 
        "#]],
    );
}

/// Later rows cut the soak: the planned soak isn't presented as fact.
#[test]
fn a_soak_that_a_rollback_cuts_is_planned() {
    let line = format!("{THREE} | at=700 rollback a");
    check_halves(
        &line,
        &[100, 500, 700],
        expect![[r#"
            100 The green pool of a is being created: 0 of 6 nodes Ready, 6 booting. No Pod is evicted before all are Ready.
              creating the green pool, 0 of 6 ready
              blue: 6 on 1.32
              green: 0 of 6 ready
              Planned Batch 1 [a-0 a-1] not drained yet, drain at +00:03:01
              Planned Batch 2 [a-2 a-3] not drained yet, rolled back +00:11:40
              Planned Batch 3 [a-4 a-5] not drained yet, rolled back +00:11:40
            500 Batch 1 of 3 is soaking, planned until +00:14:11 (a-0 and a-1): cordoned and empty. The 2 remaining batches run 8 Pods. The blue pool is kept, so a full rollback is still possible.
              batch 1 of 3 soaking, planned until +00:14:11
              blue: 6 on 1.32, cordoned +00:03:00 (batch 1 of 3)
              green: 6 on 1.33, ready +00:03:00
              Soaking Batch 1 [a-0 a-1] 5:51, left of 10:00 soak 415/1000
              Planned Batch 2 [a-2 a-3] not drained yet, rolled back +00:11:40
              Planned Batch 3 [a-4 a-5] not drained yet, rolled back +00:11:40
            700 Rolling back a: the blue pool is in use again, 6 green nodes left.
              rolling back, 6 green nodes left
              blue: 6 on 1.32, in use again
              green: 6 of 6 left
              Done Batch 1 [a-0 a-1] drained, drained +00:04:11
              Left Batch 2 [a-2 a-3] not drained, 
              Left Batch 3 [a-4 a-5] not drained, 
        "#]],
    );
    check_why(
        &line,
        &[500],
        expect![[r#"
            500
            What: Pool a has been in DRAINING_BLUE_POOL for 5 min 19 s (since +00:03:01): the drain of batch 1 of 3 is over, and it soaks.
            Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
                 batchPercentage: 0.4
                 nodes per batch: 2
                 batch: 1
                 batches: 3
                 batchSoakDuration: 10 min
                 nodePoolSoakDuration: 1 h
                 Pods left on blue: 8
            Until: +00:11:40, when its rollback starts.
            Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    let run = made(&line);
    let tiles = [700, 701, 900].map(|at| run.stage_text(at)).concat();
    expect![[r#"
        Rolling back a: the blue pool is in use again, 6 green nodes left.
        a BLUE_GREEN 0.4 / 10 min / 1 h rolling back, 6 green nodes left
          blue: 6 on 1.32, in use again
          green: 6 of 6 left
          Done Batch 1 [a-0 a-1] drained, drained +00:04:11
          Left Batch 2 [a-2 a-3] not drained, 
          Left Batch 3 [a-4 a-5] not drained, 
          zone-a 12 nodes
            ReadyOld a-0 1.32 [] ready: in use again
            ReadyOld a-1 1.32 [] ready: in use again
            ReadyOld a-2 1.32 [weFull weFull] ready: in use again
            ReadyOld a-3 1.32 [weFull weFull] ready: in use again
            ReadyOld a-4 1.32 [weFull weFull] ready: in use again
            ReadyOld a-5 1.32 [weFull weFull] ready: in use again
            Cordoned a-a-6 1.33 [weFull] no new Pods: rolled back
            Cordoned a-a-7 1.33 [weFull] no new Pods: rolled back
            Cordoned a-a-8 1.33 [weFull] no new Pods: rolled back
            Cordoned a-a-9 1.33 [weFull] no new Pods: rolled back
            Cordoned a-a-10 1.33 [] no new Pods: rolled back
            Cordoned a-a-11 1.33 [] no new Pods: rolled back
            since +00:00:00
        Rolling back a: the blue pool is in use again, 6 green nodes left.
        a BLUE_GREEN 0.4 / 10 min / 1 h rolling back, 6 green nodes left
          blue: 6 on 1.32, in use again
          green: 6 of 6 left
          Done Batch 1 [a-0 a-1] drained, drained +00:04:11
          Left Batch 2 [a-2 a-3] not drained, 
          Left Batch 3 [a-4 a-5] not drained, 
          zone-a 12 nodes
            ReadyOld a-0 1.32 [weHalf weHalf] ready: 2 Pods starting
            ReadyOld a-1 1.32 [weHalf weHalf] ready: 2 Pods starting
            ReadyOld a-2 1.32 [weFull weFull] ready: in use again
            ReadyOld a-3 1.32 [weFull weFull] ready: in use again
            ReadyOld a-4 1.32 [weFull weFull] ready: in use again
            ReadyOld a-5 1.32 [weFull weFull] ready: in use again
            Draining a-a-6 1.33 [weHollow] draining, 1 left: limit in 1:00:00 0/1000
            Draining a-a-7 1.33 [weHollow] draining, 1 left: limit in 1:00:00 0/1000
            Draining a-a-8 1.33 [weHollow] draining, 1 left: limit in 1:00:00 0/1000
            Draining a-a-9 1.33 [weHollow] draining, 1 left: limit in 1:00:00 0/1000
            Deleting a-a-10 1.33 [] deleting: 0:30 left 0/1000
            Deleting a-a-11 1.33 [] deleting: 0:30 left 0/1000
            since +00:00:00
        a was rolled back by +00:12:41.
        a BLUE_GREEN 0.4 / 10 min / 1 h 0 of 6 upgraded to 1.33
          blue: 6 on 1.32, in use again
          green: deleted +00:12:41
          Done Batch 1 [a-0 a-1] drained, drained +00:04:11
          Left Batch 2 [a-2 a-3] not drained, 
          Left Batch 3 [a-4 a-5] not drained, 
          zone-a 6 nodes
            ReadyOld a-0 1.32 [weFull weFull] ready:
            ReadyOld a-1 1.32 [weFull weFull] ready:
            ReadyOld a-2 1.32 [weFull weFull] ready:
            ReadyOld a-3 1.32 [weFull weFull] ready:
            ReadyOld a-4 1.32 [weFull weFull] ready:
            ReadyOld a-5 1.32 [weFull weFull] ready:
    "#]]
    .assert_eq(&tiles);
    check_halves(
        &format!("{THREE} | at=3000 complete a"),
        &[2500],
        expect![[r#"
            2500 The pool is soaking, planned until +01:36:31, then the blue pool is deleted. Until then it can be rolled back.
              soaking, planned until +01:36:31
              blue: 6 on 1.32, cordoned +00:03:00 (soak 54:51)
              green: 6 on 1.33, ready +00:03:00
              Done Batch 1 [a-0 a-1] soaked, drained +00:04:11
              Done Batch 2 [a-2 a-3] soaked, drained +00:15:21
              Done Batch 3 [a-4 a-5] soaked, drained +00:26:31
        "#]],
    );
}

/// A batch differs from other batches and from the pool.
#[test]
fn why_a_batch_is_as_it_is() {
    let of = |line: &str, asked: &[(u32, i64)]| {
        let run = made(line);
        let told = asked.iter().map(|(batch, at)| {
            let answer = run.why_batch(*batch, *at);
            format!("{at} batch {batch}\n{answer}")
        });
        told.collect::<String>()
    };
    let soaks = [(1, 100), (1, 190), (1, 500), (2, 500), (3, 3000), (1, 6000), (9, 500)];
    expect![[r#"
        100 batch 1
        What: Batch 1 of 3 in a: not drained yet. Nodes: a-0 and a-1.
        Why: The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node. (blue-green/batch BG-15 AM-14)
             batch: 1
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 4
        Until: +00:03:01, when its drain starts.
        Say: CREATING_GREEN_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: 
        190 batch 1
        What: Batch 1 of 3 in a: draining for 9 s (since +00:03:01). Nodes: a-0 and a-1.
        Why: The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node. (blue-green/batch BG-15 AM-14)
             batch: 1
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 4
        Until: +00:04:11, when the batch is drained.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        500 batch 1
        What: Batch 1 of 3 in a: drained, soaking for 4 min 9 s (since +00:04:11). Nodes: a-0 and a-1.
        Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
             batch: 1
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 0
        Until: +00:14:11, when the drain of batch 2 starts.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        500 batch 2
        What: Batch 2 of 3 in a: not drained yet. Nodes: a-2 and a-3.
        Why: The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node. (blue-green/batch BG-15 AM-14)
             batch: 2
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 4
        Until: +00:14:11, when its drain starts.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: 
        3000 batch 3
        What: Batch 3 of 3 in a: drained for 23 min 29 s (since +00:26:31). Nodes: a-4 and a-5.
        Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
             batch: 3
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 0
        Until: +01:36:31, when the blue pool is deleted.
        Say: NODE_POOL_SOAKING [blueGreenInfo.phase]
        Say: gcloud container node-pools complete-upgrade a --cluster=CLUSTER [command]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
        Chain: pool/a batch drained <- node/a-5 drained <- pod/web-11 terminated <- pod/web-11 evicted <- pod/web-20 ready <- pod/web-20 Running, not ready <- pod/web-20 scheduled on a-a-8 <- pod/web-20 Pending <- pod/web-8 evicted <- node/a-4 drain starts, 2 Pods <- pool/a batch 3 of 3 <- pool/a batch drained <- node/a-3 drained <- pod/web-7 terminated <- pod/web-7 evicted <- pod/web-16 ready <- pod/web-16 Running, not ready <- pod/web-16 scheduled on a-a-10 <- pod/web-16 Pending <- pod/web-4 evicted <- node/a-2 drain starts, 2 Pods <- pool/a batch 2 of 3 <- pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        6000 batch 1
        What: Batch 1 of 3 in a: drained for 1 h 35 min 49 s (since +00:04:11). Nodes: a-0 and a-1.
        Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
             batch: 1
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 0
        Chain: pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        500 batch 9
        What: Pool a has been in DRAINING_BLUE_POOL for 5 min 19 s (since +00:03:01): the drain of batch 1 of 3 is over, and it soaks.
        Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
             batchPercentage: 0.4
             nodes per batch: 2
             batch: 1
             batches: 3
             batchSoakDuration: 10 min
             nodePoolSoakDuration: 1 h
             Pods left on blue: 8
        Until: +00:14:11, when the drain of batch 2 starts.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
    "#]].assert_eq(&of(THREE, &soaks));
    let back = format!("{THREE} | at=700 rollback a");
    expect![[r#"
        500 batch 1
        What: Batch 1 of 3 in a: drained, soaking for 4 min 9 s (since +00:04:11). Nodes: a-0 and a-1.
        Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
             batch: 1
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 0
        Until: +00:11:40, when its rollback starts.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        500 batch 2
        What: Batch 2 of 3 in a: not drained yet. Nodes: a-2 and a-3.
        Why: The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node. (blue-green/batch BG-15 AM-14)
             batch: 2
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 4
        Until: +00:11:40, when its rollback starts.
        Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Chain: 
        701 batch 2
        What: Batch 2 of 3 in a: no longer drained (since +00:11:40). Nodes: a-2 and a-3.
        Why: A rollback uncordons the blue pool immediately, cordons the green pool, drains it (at most 20 nodes at a time), and deletes it. (blue-green/roll-back BG-41 BS-12 AM-65)
             batch: 2
             batches: 3
             batchSoakDuration: 10 min
             Pods left on it: 4
        Say: ROLLBACK_STARTED [blueGreenInfo.phase]
        Say: ROLLBACK_STARTED [phase]
        Chain: pool/a rolling back <- pool/a stopped <- pool/a Rollback of a requested
    "#]].assert_eq(&of(&back, &[(1, 500), (2, 500), (2, 701)]));
}

/// A Pod that outlasts its drain: the node is empty when the Pod has ended.
#[test]
fn a_blue_node_is_empty_when_its_last_pod_has_ended() {
    let run = made(
        "pool a nodes=2 blue-green batch=1 batch-soak=7200 | app job kind=Job replicas=1 on=a-0 grace=7000 | at=0 upgrade a",
    );
    let tiles = [3790, 7300].map(|at| run.stage_text(at)).concat();
    expect![[r#"
        Batch 1 of 2 is soaking until +03:03:01 (a-0): cordoned, 1 Pod stays. The blue pool is kept until +06:03:01; until then, a full rollback is possible.
        a BLUE_GREEN 1 / 2 h / 1 h batch 1 of 2 soaking until +03:03:01
          blue: 2 on 1.32, cordoned +00:03:00 (batch 1 of 2)
          green: 2 on 1.33, ready +00:03:00
          Soaking Batch 1 [a-0] 1:59:51, left of 2:00:00 soak 1/1000
          Planned Batch 2 [a-1] not drained yet, drain at +03:03:01
          zone-a 4 nodes
            Cordoned a-0 1.32 [joHollow] no new Pods: 1 Pod stays
            Cordoned a-1 1.32 [] no new Pods: empty
            ReadyNew a-a-2 1.33 [joFull] ready: 1 Pod
            ReadyNew a-a-3 1.33 [] ready: no Pods yet
            since +00:00:00
        Batch 1 of 2 is soaking until +03:03:01 (a-0): cordoned and empty. The blue pool is kept until +06:03:01; until then, a full rollback is possible.
        a BLUE_GREEN 1 / 2 h / 1 h batch 1 of 2 soaking until +03:03:01
          blue: 2 on 1.32, cordoned +00:03:00 (batch 1 of 2)
          green: 2 on 1.33, ready +00:03:00
          Soaking Batch 1 [a-0] 1:01:21, left of 2:00:00 soak 488/1000
          Planned Batch 2 [a-1] not drained yet, drain at +03:03:01
          zone-a 4 nodes
            Cordoned a-0 1.32 [] no new Pods: empty since +01:59:41
            Cordoned a-1 1.32 [] no new Pods: empty
            ReadyNew a-a-2 1.33 [joFull] ready: 1 Pod
            ReadyNew a-a-3 1.33 [] ready: no Pods yet
            since +00:00:00
    "#]].assert_eq(&tiles);
}

#[test]
fn without_a_drain_there_are_no_batches() {
    // BG-20
    check_halves(
        "pool a nodes=3 blue-green batch=0 | app web replicas=3 | at=0 upgrade a",
        &[100, 200, 3790],
        expect![[r#"
            100 The green pool of a is being created: 0 of 3 nodes Ready, 3 booting. No Pod is evicted before all are Ready.
              creating the green pool, 0 of 3 ready
              blue: 3 on 1.32
              green: 0 of 3 ready
              Planned No batches [a-0 a-1 a-2] size 0: no drain, 
            200 The pool is soaking until +01:03:01, then the blue pool is deleted, including the 3 Pods still there. Until then it can be rolled back.
              soaking until +01:03:01
              blue: 3 on 1.32, cordoned +00:03:00 (soak 59:41)
              green: 3 on 1.33, ready +00:03:00
              Left No batches [a-0 a-1 a-2] size 0: no drain, 
            3790 The blue pool is being deleted: 3 nodes left. 3 Pods are deleted without checking their PDBs. It can't be rolled back anymore.
              deleting the blue pool, 3 blue nodes left
              blue: 3 of 3 left
              green: 3 on 1.33, ready +00:03:00
              Left No batches [a-0 a-1 a-2] size 0: no drain, 
        "#]],
    );
}

#[test]
fn after_seven_days_the_rest_is_never_drained() {
    // BG-26
    check_halves(
        "pool a nodes=4 blue-green batch=1 batch-soak=259200 | app web replicas=4 | at=0 upgrade a",
        &[300, 604_900],
        expect![[r#"
            300 Batch 1 of 4 is soaking until +72:03:31 (a-0): cordoned and empty. The 3 remaining batches run 2 Pods. The blue pool is kept until +168:04:01; until then, a full rollback is possible.
              batch 1 of 4 soaking until +72:03:31
              blue: 4 on 1.32, cordoned +00:03:00 (batch 1 of 4)
              green: 4 on 1.33, ready +00:03:00
              Soaking Batch 1 [a-0] 71:58:31, left of 72:00:00 soak 0/1000
              Planned Batch 2 [a-1] not drained yet, drain at +72:03:31
              Planned Batch 3 [a-2] not drained yet, drain at +144:04:01
              Planned Batch 4 [a-3] not drained yet, deleted +168:04:01, undrained
            604900 Batch 3 of 4 is soaking until +168:04:01 (a-2): cordoned and empty. The blue pool is kept until +168:04:01; until then, a full rollback is possible.
              batch 3 of 4 soaking until +168:04:01
              blue: 4 on 1.32, cordoned +00:03:00 (batch 3 of 4)
              green: 4 on 1.33, ready +00:03:00
              Done Batch 1 [a-0] soaked, drained +00:03:31
              Done Batch 2 [a-1] soaked, drained +72:04:01
              Soaking Batch 3 [a-2] 2:21, left of 24:00:00 soak 998/1000
              Planned Batch 4 [a-3] not drained yet, deleted +168:04:01, undrained
        "#]],
    );
}

fn check_why(line: &str, instants: &[i64], expected: Expect) {
    let run = made(line);
    let answers: Vec<String> =
        instants.iter().map(|at| format!("{at}\n{}", run.why("pool/a", *at))).collect();
    expected.assert_eq(&answers.concat());
}

#[test]
fn why_a_pool_is_in_its_phase() {
    let three = THREE.replace("nodes=6", "nodes=6 autoscaled=0-9");
    let line = format!("{three} | at=3000 cancel a | at=4000 resume a");
    check_why(
        &line,
        &[190, 500, 3500, 4500],
        expect![[r#"
            190
            What: Pool a has been in DRAINING_BLUE_POOL for 9 s (since +00:03:01): draining batch 1 of 3.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 draining: a-1
                 eviction refused: web-3
                 PDB: web-pdb
                 limit: maxUnavailable 3
                 healthy Pods: 9 of 12
                 required healthy Pods: 9
                 disruptionsAllowed: 9 − 9 = 0
                 gives up at: +01:03:01
            Why: The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node. (blue-green/batch BG-15 AM-14)
                 batchPercentage: 0.4
                 nodes per batch: 2
                 batch: 1
                 batches: 3
                 batchSoakDuration: 10 min
                 nodePoolSoakDuration: 1 h
                 Pods left on blue: 12
                 cluster autoscaler on blue: disabled
                 cluster autoscaler on green: only adds nodes
            Why: The cluster autoscaler manages the pool, which has 12 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 9 per zone
                 locationPolicy: BALANCED
            Until: +00:04:11, when the batch is drained.
            Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
            500
            What: Pool a has been in DRAINING_BLUE_POOL for 5 min 19 s (since +00:03:01): the drain of batch 1 of 3 is over, and it soaks.
            Why: After each batch, including the last one, the upgrade waits for the batch soak duration. (blue-green/batch-soak BG-21 AM-14)
                 batchPercentage: 0.4
                 nodes per batch: 2
                 batch: 1
                 batches: 3
                 batchSoakDuration: 10 min
                 nodePoolSoakDuration: 1 h
                 Pods left on blue: 8
                 cluster autoscaler on blue: disabled
                 cluster autoscaler on green: only adds nodes
            Why: The cluster autoscaler manages the pool, which has 12 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 9 per zone
                 locationPolicy: BALANCED
            Until: +00:14:11, when the drain of batch 2 starts.
            Say: DRAINING_BLUE_POOL [blueGreenInfo.phase]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
            3500
            What: The upgrade of a has been paused in NODE_POOL_SOAKING for 8 min 20 s (since +00:50:00).
            Why: Canceling pauses the upgrade: evictions stop, blue nodes stay cordoned, and timers stop. You can resume or roll back. (blue-green/cancel UP-12 BG-38 AM-65)
                 batchPercentage: 0.4
                 nodes per batch: 2
                 batch: 3
                 batches: 3
                 batchSoakDuration: 10 min
                 nodePoolSoakDuration: 1 h
                 Pods left on blue: 0
                 soak left: 46 min 31 s
                 cluster autoscaler on blue: disabled
                 cluster autoscaler on green: adds and removes nodes
            Why: The cluster autoscaler manages the pool, which has 12 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 9 per zone
                 locationPolicy: BALANCED
            Until: +01:06:40, when it resumes.
            Say: NODE_POOL_SOAKING [blueGreenInfo.phase]
            Say: CANCELED [UpgradeInfoEvent, state]
            Say: gcloud container clusters upgrade CLUSTER --node-pool=a [command to resume]
            Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
            Chain: pool/a stopped <- pool/a Cancellation of a upgrade requested
            4500
            What: Pool a has been in NODE_POOL_SOAKING for 38 min 29 s (since +00:36:31): 6 blue nodes kept, 6 green nodes in use.
            Why: After the last batch, the upgrade waits for the node pool soak duration, so that you can check workloads while the blue pool still exists. (blue-green/soak BG-25 AM-64)
                 batchPercentage: 0.4
                 nodes per batch: 2
                 batch: 3
                 batches: 3
                 batchSoakDuration: 10 min
                 nodePoolSoakDuration: 1 h
                 Pods left on blue: 0
                 cluster autoscaler on blue: disabled
                 cluster autoscaler on green: adds and removes nodes
            Why: The cluster autoscaler manages the pool, which has 12 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 9 per zone
                 locationPolicy: BALANCED
            Until: +01:53:11, when the soak ends and the blue pool is deleted; until then it can be rolled back.
            Say: NODE_POOL_SOAKING [blueGreenInfo.phase]
            Say: gcloud container node-pools complete-upgrade a --cluster=CLUSTER [command]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
            Chain: pool/a NODE_POOL_SOAKING <- pool/a batch drained <- node/a-5 drained <- pod/web-11 terminated <- pod/web-11 evicted <- pod/web-20 ready <- pod/web-20 Running, not ready <- pod/web-20 scheduled on a-a-8 <- pod/web-20 Pending <- pod/web-8 evicted <- node/a-4 drain starts, 2 Pods <- pool/a batch 3 of 3 <- pool/a batch drained <- node/a-3 drained <- pod/web-7 terminated <- pod/web-7 evicted <- pod/web-16 ready <- pod/web-16 Running, not ready <- pod/web-16 scheduled on a-a-10 <- pod/web-16 Pending <- pod/web-4 evicted <- node/a-2 drain starts, 2 Pods <- pool/a batch 2 of 3 <- pool/a batch drained <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- pod/web-12 ready <- pod/web-12 Running, not ready <- pod/web-12 scheduled on a-a-6 <- pod/web-12 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- pool/a batch 1 of 3 <- pool/a DRAINING_BLUE_POOL <- pool/a CORDONING_BLUE_POOL <- node/a-a-6 Ready <- node/a-a-6 requested, Ready in 3 min <- pool/a CREATING_GREEN_POOL <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

#[test]
fn a_pool_that_becomes_blue_green_has_halves() {
    check_halves(
        "pool a nodes=2 | app web replicas=2 | at=0 settings a blue-green batch=2 | at=1 upgrade a",
        &[200],
        expect![[r#"
            200 Draining batch 1 of 1 (a-0 and a-1): 2 Pods left. The blue pool is kept until +01:03:32; until then, a full rollback is possible.
              draining batch 1 of 1
              blue: 2 on 1.32, cordoned +00:03:01 (batch 1 of 1)
              green: 2 on 1.33, ready +00:03:01
              Draining Batch 1 [a-0 a-1] draining, 2 Pods left
        "#]],
    );
}
