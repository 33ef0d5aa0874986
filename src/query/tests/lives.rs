//! Nodes that nobody drains, and Spot nodes that nobody waits for: what is said of them.

use super::{check_stage, check_why};
use expect_test::expect;

const LIVES: &str =
    "pool a nodes=2 life=86400 | app web replicas=2 | at=0 upgrade a | at=1000 resize a 3";
/// Without Pods an old Spot node is gone long before the new one is ready.
const SPOT: &str = "pool a nodes=4 spot surge=2+0 | app web replicas=4 | at=0 upgrade a";

/// SL-03: no zone has a turn.
#[test]
fn a_zone_of_short_lived_nodes_says_whose_life_is_over_next() {
    check_why(
        LIVES,
        "zone/zone-a",
        2000,
        expect![[r#"
        What: The upgrade of a goes on in zone-a since +00:00:00, for 33 min 20 s: 1 of 3 nodes are upgraded. Nobody is drained: a node goes when its life is over, and new nodes have the new configuration.
        Why: Flex-start and queued VMs live for at most seven days. Nobody drains them; others come only when somebody asks for them. (short-lived/life-over SL-03 AM-42)
             pool: a
             nodes done: 1
             nodes left: 2
             life of a node: 1 d
        Until: +24:00:00, then the life of a-0 is over.
        Say: STARTED [UpgradeInfoEvent, state]
        Say: gcloud container operations cancel OPERATION_ID [command]
        Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
        Chain: pool/a upgrade starts <- pool/a Upgrade of a to 1.33 is asked for
    "#]],
    );
    check_why(
        LIVES,
        "node/a-0",
        2000,
        expect![[r#"
        What: Node a-0 is ready since +00:00:00, for 33 min 20 s; nothing is to be done with it.
        Why: So the scenario has it at time 0. (start/scenario )
             pool: a
             its zone: zone-a
             version: 1.32
             Pods on it: 2
        Until: +24:00:00, then its life is over.
        Say: Ready=True [condition of the node]
        Chain: cluster run starts
    "#]],
    );
    check_why(
        "pool a nodes=2 life=86400 | at=0 upgrade a | at=10 cancel a",
        "zone/zone-a",
        20,
        expect![[r#"
            What: The upgrade of a is cancelled in zone-a since +00:00:10, for 10 s: 0 of 2 nodes are upgraded. Nodes live on until their life is over.
            Why: Flex-start and queued VMs live for at most seven days. Nobody drains them; others come only when somebody asks for them. (short-lived/life-over SL-03 AM-42)
                 pool: a
                 nodes done: 0
                 nodes left: 2
                 life of a node: 1 d
            Until: +24:00:00, then the life of a-0 is over.
            Say: CANCELED [UpgradeInfoEvent, state]
            Say: gcloud container clusters upgrade CLUSTER --node-pool=a [command that resumes]
            Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: pool/a stopped <- pool/a Cancel of a is asked for
        "#]],
    );
    check_stage(
        LIVES,
        2000,
        expect![[r#"
        a: nobody is drained, nodes go when their life is over.
        a SHORT_LIVED 1 of 3 on 1.33
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
        What: Node a-a-4 is starting since +00:00:00, for 1 min 40 s.
        Why: In a Spot pool GKE does not wait for surge nodes to be Ready. (surge/cordon-spot SU-17 AM-10)
             ready after: 3 min
             old node: a-0
             slot: 1
        Why: The autoscaler leaves a node alone while it is upgraded. (autoscaler/leaves-alone UP-19)
        Until: +00:03:00, then it is Ready.
        Chain: node/a-a-4 requested, Ready in 3 min <- node/a-0 chosen for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 is asked for
    "#]],
    );
}
