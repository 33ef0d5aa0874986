//! Nodes without a drain, and Spot nodes: their answers.

use super::{check_stage, check_why, made};
use crate::stage::StateCounts;
use base::SimTime;
use expect_test::expect;

const LIVES: &str =
    "pool a nodes=2 life=86400 | app web replicas=2 | at=0 upgrade a | at=1000 resize a 3";
/// Without Pods an old Spot node is deleted long before the new one is Ready.
const SPOT: &str = "pool a nodes=4 spot surge=2+0 | app web replicas=4 | at=0 upgrade a";

/// SL-03: zones take no turns.
#[test]
fn a_zone_of_short_lived_nodes_names_the_next_node_to_expire() {
    check_why(
        LIVES,
        "zone/zone-a",
        2000,
        expect![[r#"
            What: The upgrade of a has been running in zone-a for 33 min 20 s (since +00:00:00): 1 of 3 nodes upgraded. No node is drained: nodes leave when they reach maxRunDuration, and new nodes get the new configuration.
            Why: Flex-start and queued VMs run for at most seven days. They are not drained, and new ones are created only on request. (short-lived/life-over SL-03 AM-42)
                 pool: a
                 nodes done: 1
                 nodes left: 2
                 maxRunDuration: 1 d
            Until: +24:00:00, when a-0 reaches maxRunDuration.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        LIVES,
        "node/a-0",
        2000,
        expect![[r#"
            What: Node a-0 has been ready for 33 min 20 s (since +00:00:00); no action pending.
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 2
            Until: +24:00:00, when it reaches maxRunDuration.
            Say: Ready=True [node condition]
            Chain: cluster run starts
        "#]],
    );
    check_why(
        "pool a nodes=2 life=86400 | at=0 upgrade a | at=10 cancel a",
        "zone/zone-a",
        20,
        expect![[r#"
            What: The upgrade of a in zone-a was canceled 10 s ago (at +00:00:10): 0 of 2 nodes upgraded. Nodes keep running until they reach maxRunDuration.
            Why: Flex-start and queued VMs run for at most seven days. They are not drained, and new ones are created only on request. (short-lived/life-over SL-03 AM-42)
                 pool: a
                 nodes done: 0
                 nodes left: 2
                 maxRunDuration: 1 d
            Until: +24:00:00, when a-0 reaches maxRunDuration.
            Say: CANCELED [UpgradeInfoEvent, state]
            Say: gcloud container clusters upgrade CLUSTER --node-pool=a [command to resume]
            Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: pool/a stopped <- pool/a Cancellation of a upgrade requested
        "#]],
    );
    check_stage(
        LIVES,
        2000,
        expect![[r#"
            a: no node is drained; nodes leave when they reach maxRunDuration.
            a SHORT_LIVED 1 of 3 upgraded to 1.33
              zone-a 3 nodes
                ReadyOld a-0 1.32 [weFull weFull] ready: until +24:00:00
                ReadyOld a-1 1.32 [] ready: until +24:00:00
                ReadyNew a-a-2 1.33 [] ready: until +24:16:40
                since +00:00:00
        "#]],
    );
}

/// SU-17
#[test]
fn why_a_spot_surge_node_is_on_its_way() {
    check_why(
        SPOT,
        "node/a-a-4",
        100,
        expect![[r#"
            What: Node a-a-4 has been booting for 1 min 40 s (since +00:00:00).
            Why: In a Spot pool, GKE doesn't wait for surge nodes to be Ready. (surge/cordon-spot SU-17 AM-10)
                 Ready after: 3 min
                 old node: a-0
                 slot: 1
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:03:00, when it is Ready.
            Chain: node/a-a-4 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

/// A slot is in use until it reports its node as done, and the pool keeps its size.
#[test]
fn a_slot_whose_old_spot_node_is_gone_is_in_use() {
    check_why(
        SPOT,
        "zone/zone-a",
        100,
        expect![[r#"
            What: The upgrade of a has been active in zone-a for 1 min 40 s (since +00:00:00): 0 of 4 nodes done, 4 to go; 2 of 2 upgrade slots in use.
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 pool: a
                 turn: 1 of 1
                 slots: min(2 + 0, 20, 4 nodes) = 2
                 in progress: a-0 and a-1
                 nodes done: 0
                 nodes left: 4
            Until: +00:06:00, when the zone is done.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        SPOT,
        "pool/a",
        100,
        expect![[r#"
            What: Pool a has been upgrading for 1 min 40 s (since +00:00:00): 0 of 4 nodes are done.
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 zone in progress: zone-a
                 slots: 2
                 maxSurge: 2
                 maxUnavailable: 0
            Why: In a Spot pool, GKE doesn't wait for surge nodes to be Ready. (surge/cordon-spot SU-17 AM-10)
            Until: +00:06:00, when every node is upgraded.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

/// All answers about the upgrade's progress count the same nodes.
#[test]
fn the_pool_is_of_one_size_while_it_is_upgraded() {
    for line in [
        SPOT,
        "pool a nodes=4 spot surge=1+0 | app web replicas=8 | at=0 upgrade a | at=90 preempt a-3",
        "pool a nodes=4 surge=2+0 | app web replicas=8 max-unavailable=1 | at=0 upgrade a | at=400 cancel a | at=900 rollback a",
        "pool a nodes=4 surge=0+2 | app web replicas=8 | at=0 upgrade a",
    ] {
        let run = made(line);
        for at in 0..run.trace.end().ms() / 1000 {
            let frame = run.trace.frame_at(SimTime::from_secs(at));
            let counts = StateCounts::at(&run.trace, &run.index, &frame);
            let tally = counts.tally_of(base::GroupId(0));
            assert_eq!(tally.of, 4, "{line} at {at} s");
        }
    }
}
