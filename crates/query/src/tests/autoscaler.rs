//! What the cluster autoscaler does, and why it does nothing.

use super::made;
use crate::Outcome;
use crate::lanes::{Scaling, ScalingSegment, lanes};
use crate::subject::Topic;
use crate::why::why;
use base::SimTime;
use expect_test::{Expect, expect};
use trace::{Change, Record};

pub(super) fn check_why(line: &str, subject: &str, at: i64, expected: Expect) {
    expected.assert_eq(&made(line).why(subject, at));
}

#[test]
fn a_pending_pod_says_which_pool_grows_for_it() {
    let line = "pool a nodes=1 autoscaled=0-4 | app web replicas=2 | at=3 replicas web 8";
    check_why(
        line,
        "pod/web-5",
        60,
        expect![[r#"
            What: Pod web-5 has been Pending for 57 s (since +00:00:03).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 1 Insufficient cpu
            Why: The cluster autoscaler grows a in zone-a for 6 Pods of its workload. The Pods are not tied to the new nodes. GKE may decide up to 10 s earlier. (autoscaler/triggered KA-32 KA-94)
                 nodes: 1 → 4 in zone-a
                 all Ready at: +00:03:10
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: +00:03:10, when it is scheduled on a-a-1.
            Say: 0/1 nodes are available: 1 Insufficient cpu. [event FailedScheduling]
            Say: pod triggered scale-up: [{a/zone-a 1->4 (max: 4)}] [event TriggeredScaleUp]
            Chain: pod/web-5 1 Insufficient cpu <- pod/web-5 Pending <- workload/web 8 replicas desired <- workload/web web scaled to 8 replicas
        "#]],
    );
}

/// AM-106.
#[test]
fn a_second_opinion_names_the_pool_that_gke_would_grow() {
    let pools = "pool a nodes=1 autoscaled=0-4 | pool b nodes=0 slots=8 autoscaled=0-4";
    let line = format!("{pools} | app web replicas=2 | at=3 replicas web 8");
    check_why(
        &line,
        "pod/web-5",
        60,
        expect![[r#"
        What: Pod web-5 has been Pending for 57 s (since +00:00:03).
        Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
             rejected: 1 Insufficient cpu
        Why: The cluster autoscaler grows a in zone-a for 6 Pods of its workload. The Pods are not tied to the new nodes. GKE may decide up to 10 s earlier. (autoscaler/triggered KA-32 KA-94)
             nodes: 1 → 4 in zone-a
             all Ready at: +00:03:10
        Why: By GKE's own weights b would have grown. (autoscaler/second-opinion AM-106)
             options, the best first: a in zone-a: 3 nodes for 6 Pods, b in zone-a: 1 node for 6 Pods
             options by GKE's own weights: b in zone-a: 1 node for 6 Pods, a in zone-a: 3 nodes for 6 Pods
        Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
             owner: web
        Until: +00:03:10, when it is scheduled on a-a-1.
        Say: 0/1 nodes are available: 1 Insufficient cpu. [event FailedScheduling]
        Say: pod triggered scale-up: [{a/zone-a 1->4 (max: 4)}] [event TriggeredScaleUp]
        Chain: pod/web-5 1 Insufficient cpu <- pod/web-5 Pending <- workload/web 8 replicas desired <- workload/web web scaled to 8 replicas
    "#]],
    );
    check_why(
        &line,
        "pool/a",
        60,
        expect![[r#"
        What: Pool a isn't being upgraded. It has 4 nodes.
        Why: The cluster autoscaler manages the pool, which has 4 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
             minimum: 0 per zone
             maximum: 4 per zone
             locationPolicy: BALANCED
        Why: It last grew at +00:00:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
             nodes: 1 → 4 in zone-a
        Why: By GKE's own weights b would have grown. (autoscaler/second-opinion AM-106)
             options, the best first: a in zone-a: 3 nodes for 6 Pods, b in zone-a: 1 node for 6 Pods
             options by GKE's own weights: b in zone-a: 1 node for 6 Pods, a in zone-a: 3 nodes for 6 Pods
        Chain: pool/a grows from 1 to 4 nodes in zone-a <- pod/web-2 1 Insufficient cpu <- pod/web-2 Pending <- workload/web 8 replicas desired <- workload/web web scaled to 8 replicas
    "#]],
    );
    let run = made(&line);
    let decided = |(_, row): &(_, Record)| matches!(row.change, Change::ScaleUpDecided { .. });
    let (no, row) = run.trace.records().find(decided).unwrap();
    let answer = why(&run.trace, &run.index, Topic::Record(no), row.at);
    expect![[r#"
        What: Record 16, at +00:00:10: a, grows from 1 to 4 nodes in zone-a.
        Why: When Pods fit on no node, the cluster autoscaler takes the group of nodes that suits them best, and asks for as many nodes as they need, up to the limits. GKE may decide up to 10 s earlier: its looks follow no fixed grid. (autoscaler/scale-up CA-05 CA-06 KA-32)
        Why: By GKE's own weights b would have grown. (autoscaler/second-opinion AM-106)
             options, the best first: a in zone-a: 3 nodes for 6 Pods, b in zone-a: 1 node for 6 Pods
             options by GKE's own weights: b in zone-a: 1 node for 6 Pods, a in zone-a: 3 nodes for 6 Pods
        Chain: pool/a grows from 1 to 4 nodes in zone-a <- pod/web-2 1 Insufficient cpu <- pod/web-2 Pending <- workload/web 8 replicas desired <- workload/web web scaled to 8 replicas
    "#]].assert_eq(&run.told(answer));
    let agreed = format!("{pools} | app web replicas=2 | at=3 replicas web 4");
    let told = made(&agreed).why("pod/web-3", 60);
    assert!(told.contains("By GKE's own weights the same pool would have grown."), "{told}");
}

#[test]
fn a_pod_that_no_pool_helps_has_a_reason_for_each() {
    let line = "pool a nodes=1 autoscaled=0-1 zones=2 | pool b nodes=1 autoscaled=0-1 total \
                | app web replicas=6 | at=3 replicas web 7";
    check_why(
        line,
        "pod/web-6",
        900,
        expect![[r#"
            What: Pod web-6 has been Pending for 14 min 57 s (since +00:00:03).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 3 Insufficient cpu
            Why: a doesn't grow in zone-a: it has its maximum. (autoscaler/no-scale-up KA-93 BS-104)
                 maximum: 1 per zone
                 what helps: a larger --max-nodes
                 reason in the autoscaler's log: no.scale.up.mig.skipped
            Why: a doesn't grow in zone-b: it has its maximum. (autoscaler/no-scale-up KA-93 BS-104)
                 maximum: 1 per zone
                 what helps: a larger --max-nodes
                 reason in the autoscaler's log: no.scale.up.mig.skipped
            Why: b doesn't grow in zone-a: it has its maximum. (autoscaler/no-scale-up KA-93 BS-104)
                 maximum: 1 in all zones
                 what helps: a larger --total-max-nodes
                 reason in the autoscaler's log: no.scale.up.mig.skipped
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: No node fits in this run.
            Say: 0/3 nodes are available: 3 Insufficient cpu. [event FailedScheduling]
            Say: pod didn't trigger scale-up: 3 max node group size reached [event NotTriggerScaleUp]
            Chain: pod/web-6 3 Insufficient cpu <- pod/web-6 Pending <- workload/web 7 replicas desired <- workload/web web scaled to 7 replicas
        "#]],
    );
}

#[test]
fn a_pod_that_no_new_node_would_take_says_so() {
    let line = "pool a nodes=1 autoscaled=0-4 | app web replicas=0 cpu=4000 | at=3 replicas web 1";
    let told = made(line).why("pod/web-0", 60);
    assert!(told.contains("a doesn't grow in zone-a: a new node would be refused."), "{told}");
    assert!(told.contains("what helps: a pool whose new nodes fit the Pod"), "{told}");
}

#[test]
fn a_pod_waits_for_the_end_of_a_backoff() {
    let line = "pool a nodes=1 autoscaled=0-4 | app web replicas=2 \
                | at=2 stockout zone-a | at=3 replicas web 4";
    check_why(
        line,
        "pod/web-3",
        60,
        expect![[r#"
            What: Pod web-3 has been Pending for 57 s (since +00:00:03).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 1 Insufficient cpu
            Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 backs off until: +00:05:10
                 reason in the autoscaler's log: no.scale.up.mig.skipped
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: No node fits in this run.
            Say: 0/1 nodes are available: 1 Insufficient cpu. [event FailedScheduling]
            Say: pod didn't trigger scale-up: 1 in backoff after failed scale-up [event NotTriggerScaleUp]
            Chain: pod/web-3 1 Insufficient cpu <- pod/web-3 Pending <- workload/web 4 replicas desired <- workload/web web scaled to 4 replicas
        "#]],
    );
    check_why(
        line,
        "pool/a",
        60,
        expect![[r#"
            What: Pool a isn't being upgraded. It has 1 node.
            Why: The cluster autoscaler manages the pool, which has 1 node, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:00:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 1 → 2 in zone-a
            Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 backs off until: +00:05:10
                 reason in the autoscaler's log: no.scale.up.mig.skipped
                 waits for a node: web
            Why: 1 node doesn't come in zone-a: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:05:10
            Chain: pool/a grows from 1 to 2 nodes in zone-a <- pod/web-2 1 Insufficient cpu <- pod/web-2 Pending <- workload/web 4 replicas desired <- workload/web web scaled to 4 replicas
        "#]],
    );
}

#[test]
fn an_expendable_pod_asks_for_no_node() {
    let line =
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 priority=-11 | at=3 replicas web 4";
    check_why(
        line,
        "pod/web-3",
        60,
        expect![[r#"
            What: Pod web-3 has been Pending for 57 s (since +00:00:03).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 1 Insufficient cpu
            Why: The cluster autoscaler adds no node for it: its priority is below −10. (autoscaler/no-scale-up KA-11)
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: No node fits in this run.
            Say: 0/1 nodes are available: 1 Insufficient cpu. [event FailedScheduling]
            Chain: pod/web-3 1 Insufficient cpu <- pod/web-3 Pending <- workload/web 4 replicas desired <- workload/web web scaled to 4 replicas
        "#]],
    );
}

#[test]
fn a_pool_names_its_limits_and_its_last_decision() {
    let line = "pool a nodes=1 autoscaled=1-5 total any zones=2 | app web replicas=4 | at=3 replicas web 8";
    check_why(
        line,
        "pool/a",
        60,
        expect![[r#"
            What: Pool a isn't being upgraded. It has 4 nodes.
            Why: The cluster autoscaler manages the pool, which has 4 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 1 in all zones
                 maximum: 5 in all zones
                 locationPolicy: ANY
            Why: It last grew at +00:00:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 1 → 3 in zone-a
            Chain: pool/a grows from 1 to 3 nodes in zone-a <- pod/web-4 2 Insufficient cpu <- pod/web-4 Pending <- workload/web 8 replicas desired <- workload/web web scaled to 8 replicas
        "#]],
    );
    check_why(
        line,
        "node/a-a-2",
        60,
        expect![[r#"
        What: Node a-a-2 has been booting for 50 s (since +00:00:10).
        Why: All nodes of a decision are requested at once. Pods are not tied to them: when they are Ready, the scheduler places what waits. (autoscaler/request-node CA-04 CA-07 KA-39)
             Ready after: 3 min
        Why: The cluster autoscaler asked for it at +00:00:10, for Pods that wait. They are not tied to it. (autoscaler/scale-up CA-05 CA-06 KA-32)
             nodes: 1 → 3 in zone-a
             Ready at: +00:03:10
        Until: +00:03:10, when it is Ready.
        Chain: node/a-a-2 requested, Ready in 3 min <- pool/a grows from 1 to 3 nodes in zone-a <- pod/web-4 2 Insufficient cpu <- pod/web-4 Pending <- workload/web 8 replicas desired <- workload/web web scaled to 8 replicas
    "#]],
    );
}

#[test]
fn the_stage_shows_limits_and_for_whom_nodes_come() {
    let run = made("pool a nodes=1 autoscaled=0-2 | app web replicas=2 | at=3 replicas web 6");
    expect![[r#"
        a-a-1 is booting.
        a SURGE 1 + 0 
          zone-a 1 node (0–2) + 1 creating
            ReadyOld a-0 1.32 [weFull weFull] ready:
            Starting a-a-1 1.32 [] for web-2 +1: 2:10 left 277/1000
        pending web-2 for 57 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:10
        pending web-3 for 57 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:10
        pending web-4 for 57 s 0/1 nodes: 1 Insufficient cpu; no pool grows: 1 max node group size reached
        pending web-5 for 57 s 0/1 nodes: 1 Insufficient cpu; no pool grows: 1 max node group size reached
    "#]]
    .assert_eq(&run.stage_text(60));
    expect![[r#"
        2 nodes, no upgrade under way; 2 Pods wait for a node.
        a SURGE 1 + 0 
          zone-a 2 nodes (0–2)
            ReadyOld a-0 1.32 [weFull weFull] ready:
            ReadyOld a-a-1 1.32 [weFull weFull] ready:
        pending web-4 for 9 min 57 s 0/1 nodes: 1 Insufficient cpu; no pool grows: 1 max node group size reached
        pending web-5 for 9 min 57 s 0/1 nodes: 1 Insufficient cpu; no pool grows: 1 max node group size reached
    "#]].assert_eq(&run.stage_text(600));
    let run = made("pool a nodes=1 autoscaled=1-9 total zones=2 | app web replicas=4");
    expect![[r#"
        2 nodes, no upgrade under way.
        a SURGE 1 + 0 per zone 
          2 nodes (1–9)
          zone-a 1 node
            ReadyOld a-0 1.32 [weFull weFull] ready:
          zone-b 1 node
            ReadyOld a-1 1.32 [weFull weFull] ready:
    "#]]
    .assert_eq(&run.stage_text(60));
}

/// The decisions about each pool, with their seconds.
pub(super) fn check_lanes(line: &str, expected: Expect) {
    let run = made(line);
    let text = |one: &ScalingSegment| {
        let what = match &one.what {
            Scaling::CoolsDown { nodes } => format!("{nodes} cool down"),
            Scaling::Held(nodes) => {
                let nodes = nodes.iter().map(|(why, n)| format!("{n} {}", why.text()));
                format!("held {}", nodes.collect::<Vec<_>>().join(", "))
            }
            Scaling::Grows { from, to } => format!("{from} → {to}"),
            Scaling::Removes { nodes } => format!("−{nodes}"),
            Scaling::BacksOff { missing, why } => format!("misses {missing}, {}", why.text()),
        };
        let to = one.to.map_or("the end".to_owned(), |to| (to.ms() / 1000).to_string());
        format!("{} {} to {to}: {what}\n", one.group.0, one.from.ms() / 1000)
    };
    let lanes = lanes(&run.trace, &run.index).scaling;
    expected.assert_eq(&lanes.iter().flat_map(|lane| &lane.segments).map(text).collect::<String>());
}

#[test]
fn the_lane_shows_growth_until_its_nodes_are_ready_and_backoffs_until_they_end() {
    check_lanes(
        "pool a nodes=1 zones=2 autoscaled=0-4 | app web replicas=4 | at=3 replicas web 8",
        expect![[r#"
            0 10 to 190: 1 → 2
            1 10 to 190: 1 → 2
        "#]],
    );
    check_lanes(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 \
         | at=2 stockout zone-a | at=3 replicas web 4 | at=200 in-stock zone-a",
        expect![[r#"
            0 10 to 310: misses 1, GCE out of resources
            0 320 to 500: 1 → 2
        "#]],
    );
    check_lanes("pool a nodes=1 | app web replicas=2 | at=3 replicas web 4", expect![[""]]);
}

/// KA-44: nodes that come end the backoff of those that don't, and the answer doesn't promise its whole length.
#[test]
fn a_backoff_ends_where_the_nodes_that_came_are_ready() {
    let line = "pool a nodes=0 autoscaled=0-5 | app more replicas=0 | at=0 quota 1 \
                | at=3 replicas more 6 | at=250 quota 9";
    check_lanes(
        line,
        expect![[r#"
        0 10 to 190: 0 → 3
        0 10 to 190: misses 2, GCE quota exceeded
        0 190 to 490: misses 2, GCE quota exceeded
        0 500 to 680: 1 → 3
    "#]],
    );
    check_why(
        line,
        "pool/a",
        100,
        expect![[r#"
        What: Pool a isn't being upgraded. It has 1 node.
        Why: The cluster autoscaler manages the pool, which has 1 node, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
             minimum: 0 per zone
             maximum: 5 per zone
             locationPolicy: BALANCED
        Why: It last grew at +00:00:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
             nodes: 0 → 3 in zone-a
        Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
             backs off until: +00:05:10
             grows again before, as the nodes that came are Ready: +00:03:10
             reason in the autoscaler's log: no.scale.up.mig.skipped
             waits for a node: more
        Why: 2 nodes don't come in zone-a: a Compute Engine quota is used up. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
             backs off until: +00:05:10
             grows again before, as the nodes that came are Ready: +00:03:10
        Chain: pool/a grows from 0 to 3 nodes in zone-a <- pod/more-0 there are no nodes <- pod/more-0 Pending <- workload/more 6 replicas desired <- workload/more more scaled to 6 replicas
    "#]],
    );
}

#[test]
fn a_removal_that_outlasts_the_run_stays_in_the_lane() {
    let line = "pool a nodes=3 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 | until=630";
    check_lanes(
        line,
        expect![[r#"
        0 610 to the end: −2
    "#]],
    );
}

#[test]
fn the_lane_shows_removals_until_their_nodes_are_gone() {
    check_lanes(
        "pool a nodes=13 autoscaled=0-20 | app web replicas=1 on=a-0 cpu=1500 | until=700",
        expect![[r#"
            0 610 to 650: held 2 others go first
            0 610 to 645: −10
            0 650 to 685: −2
        "#]],
    );
    check_lanes(
        "pool a nodes=2 slots=2 autoscaled=0-2 | app web replicas=2 on=a-0 cpu=1000 \
         | app late replicas=0 cpu=1000 tolerates | at=612 replicas late 1",
        expect![[r#"
            0 610 to 615: −1
        "#]],
    );
}

#[test]
fn the_story_says_what_grows_and_what_fails() {
    let run = made(
        "pool a nodes=1 autoscaled=0-4 | app web replicas=2 \
         | at=2 stockout zone-a | at=3 replicas web 4 | at=200 in-stock zone-a",
    );
    let story = run.story();
    let lines = story.lines().filter(|line| line.contains("zone-a") || line.contains("equest"));
    expect![[r#"
        2. +00:00:02 zone/zone-a: Stockout in zone-a begins
        3. +00:00:02 zone/zone-a: zone-a is out of stock (AM-60)
        10. +00:00:10 pool/a: The autoscaler grows a in zone-a from 1 to 2 nodes for Pods that wait (CA-05 CA-06 KA-32)
        11. +00:00:10 workload/web: a grows in zone-a for its Pods (KA-32 KA-94)
        12. +00:00:10 pool/a: New nodes don't come in zone-a: Compute Engine has no such machines there now. The autoscaler tries there again after 5 min (KA-46 BS-47 BS-103)
        14. +00:03:20 zone/zone-a: Stockout in zone-a ends
        15. +00:03:20 zone/zone-a: zone-a has capacity again (AM-60)
        17. +00:05:20 pool/a: The autoscaler grows a in zone-a from 1 to 2 nodes for Pods that wait (CA-05 CA-06 KA-32)
        18. +00:05:20 workload/web: a grows in zone-a for its Pods (KA-32 KA-94)
        19. +00:05:20 node/a-a-1: Requested for Pods that wait; Ready in 3 min (CA-04 CA-07 KA-39)
    "#]].assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

const IDLE: &str = "pool a nodes=2 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500";

#[test]
fn an_unneeded_node_says_since_when_and_until_when() {
    check_why(
        IDLE,
        "node/a-1",
        60,
        expect![[r#"
            What: Node a-1 has been unneeded for 1 min (since +00:00:00).
            Why: It has been unneeded since +00:00:00: its Pods request little, and fit on other nodes. (autoscaler/unneeded CA-09 BS-41)
                 its removal begins at: +00:10:10
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 0
            Until: +00:10:10, when the autoscaler begins to remove it.
            Say: Ready=True [node condition]
            Chain: node/a-1 unneeded: its Pods that count fit on other nodes <- cluster run starts
        "#]],
    );
}

#[test]
fn a_node_that_stays_says_why_and_what_helps() {
    check_why(
        IDLE,
        "node/a-0",
        60,
        expect![[r#"
            What: Node a-0 has been ready for 1 min (since +00:00:00); no action pending.
            Why: The cluster autoscaler doesn't remove it: its Pods request half of it or more. (autoscaler/stays KA-91 BS-105)
                 what helps: smaller requests, or fewer Pods
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 1
            Until: Stays like this until the end of the run.
            Say: Ready=True [node condition]
            Chain: node/a-0 stays: its Pods request half of it or more <- cluster run starts
        "#]],
    );
    let line = "pool a nodes=4 slots=4 autoscaled=0-9 | app safe replicas=1 on=a-1 not-safe \
                | app pdb replicas=1 on=a-2 max-unavailable=0 | app full replicas=2 on=a-3 cpu=2000";
    check_why(
        line,
        "node/a-2",
        60,
        expect![[r#"
            What: Node a-2 is little used, and has stayed for 1 min (since +00:00:00) because of pdb-0: a budget allows no eviction.
            Why: The cluster autoscaler doesn't remove it: a budget allows no eviction. (autoscaler/stays KA-91 BS-105)
                 kept by: pdb-0
                 what helps: a budget with maxUnavailable 1 or more, and Ready Pods
                 reason in the autoscaler's log: no.scale.down.node.pod.not.enough.pdb
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 1
            Until: Stays like this until the end of the run.
            Say: Ready=True [node condition]
            Chain: node/a-2 stays: a budget allows no eviction <- cluster run starts
        "#]],
    );
    let line = "pool a nodes=3 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=1500";
    check_why(
        line,
        "node/a-2",
        611,
        expect![[r#"
            What: Node a-2 is little used, and has stayed for 1 s (since +00:10:10): its group has its minimum.
            Why: The cluster autoscaler doesn't remove it: its group has its minimum. (autoscaler/stays KA-91 BS-105)
                 what helps: a smaller --min-nodes
                 reason in the autoscaler's log: no.scale.down.node.node.group.min.size.reached
            Why: It has been unneeded since +00:00:00: its Pods request little, and fit on other nodes. (autoscaler/unneeded CA-09 BS-41)
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 0
            Until: Stays like this until the end of the run.
            Say: Ready=True [node condition]
            Chain: node/a-2 stays: its group has its minimum <- cluster run starts
        "#]],
    );
    check_why(
        line,
        "node/a-2",
        660,
        expect![[r#"
            What: Node a-2 is little used, and has stayed for 50 s (since +00:10:10): its group has its minimum.
            Why: The cluster autoscaler doesn't remove it: its group has its minimum. (autoscaler/stays KA-91 BS-105)
                 what helps: a smaller --min-nodes
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 0
            Until: Stays like this until the end of the run.
            Say: Ready=True [node condition]
            Chain: node/a-2 stays: its group has its minimum <- cluster run starts
        "#]],
    );
}

#[test]
fn a_marked_node_says_why_until_it_is_gone() {
    check_why(
        IDLE,
        "node/a-1",
        612,
        expect![[r#"
        What: The cluster autoscaler has been removing node a-1 for 2 s (since +00:10:10).
        Why: Up to ten empty nodes go at once, and one that must be drained. They are tainted first, so that no Pod comes; 5 seconds later the removal goes on. (autoscaler/to-be-deleted KA-82 BS-42)
        Why: It has been unneeded since +00:00:00: its Pods request little, and fit on other nodes. (autoscaler/unneeded CA-09 BS-41)
        Until: +00:10:45, when its VM is gone.
        Chain: node/a-1 the autoscaler removes it <- node/a-1 new Pods avoid it <- cluster run starts
    "#]],
    );
    check_why(
        IDLE,
        "node/a-1",
        620,
        expect![[r#"
        What: Node a-1 is being deleted. Started 5 s ago (at +00:10:15).
        Why: When a node that is removed is empty, its VM is deleted, and its group is smaller at once. (autoscaler/delete KA-86)
             gone after: 30 s
        Until: +00:10:45, when its VM is gone.
        Chain: node/a-1 VM deletion starts <- node/a-1 the autoscaler removes it <- node/a-1 new Pods avoid it <- cluster run starts
    "#]],
    );
    let line = "pool a nodes=2 slots=2 autoscaled=0-2 | app web replicas=2 on=a-0 cpu=1000 \
                | app late replicas=0 cpu=1000 tolerates | at=612 replicas late 1";
    check_why(
        line,
        "node/a-1",
        613,
        expect![[r#"
        What: The cluster autoscaler has been removing node a-1 for 3 s (since +00:10:10).
        Why: Up to ten empty nodes go at once, and one that must be drained. They are tainted first, so that no Pod comes; 5 seconds later the removal goes on. (autoscaler/to-be-deleted KA-82 BS-42)
        Why: It has been unneeded since +00:00:00: its Pods request little, and fit on other nodes. (autoscaler/unneeded CA-09 BS-41)
        Until: +00:10:15, when it is kept after all.
        Chain: node/a-1 the autoscaler removes it <- node/a-1 new Pods avoid it <- cluster run starts
    "#]],
    );
}

#[test]
fn the_stage_counts_down_to_the_removal_of_unneeded_nodes() {
    let run = made(IDLE);
    expect![[r#"
        2 nodes, 1 unneeded.
        a SURGE 1 + 0 
          zone-a 2 nodes (0–4)
            ReadyOld a-0 1.32 [weFull] ready:
            ReadyOld a-1 1.32 [] unneeded: goes in 9:10 98/1000
    "#]]
    .assert_eq(&run.stage_text(60));
    expect![[r#"
        2 nodes, 1 unneeded.
        a SURGE 1 + 0 
          zone-a 2 nodes (0–4)
            ReadyOld a-0 1.32 [weFull] ready:
            ReadyOld a-1 1.32 [] to be deleted:
    "#]]
    .assert_eq(&run.stage_text(612));
    let run = made("pool a nodes=3 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=1500");
    expect![[r#"
        3 nodes, 1 little used but kept, 1 unneeded.
        a SURGE 1 + 0 
          zone-a 3 nodes (2–4)
            ReadyOld a-0 1.32 [weFull] ready:
            ReadyOld a-1 1.32 [] to be deleted:
            ReadyOld a-2 1.32 [] node group min size reached: since +00:10:10
    "#]]
    .assert_eq(&run.stage_text(611));
}

/// Pods that come for a quarter of an hour need the node again each time.
#[test]
fn a_pool_that_oscillates_is_found() {
    let times = (0..4).flat_map(|n| [(n * 2400 + 60, 1), (n * 2400 + 600, 0)]);
    let script: Vec<String> = times.map(|(at, n)| format!("at={at} replicas web {n}")).collect();
    let run = made(&format!(
        "pool a nodes=1 slots=4 autoscaled=1-4 | app base replicas=1 cpu=3000 | app web replicas=0 cpu=3000 | {}",
        script.join(" | ")
    ));
    let outcome = Outcome::of(&run.trace, &run.index, run.ended);
    let [one] = &outcome.oscillations[..] else {
        panic!("{:?}", outcome.oscillations);
    };
    assert_eq!((one.times, one.first), (3, SimTime::from_secs(2470)));
    let counts = outcome.scaling.unwrap();
    assert_eq!((counts.decisions, counts.added, counts.removed), (4, 4, 4));
    assert_eq!((counts.waited, counts.waited_longest.secs()), (4, 190));
}

#[test]
fn pending_pods_are_counted_and_the_longest_wait_is_known() {
    let check = |line: &str, expected: Expect| {
        let run = made(line);
        let lanes = lanes(&run.trace, &run.index);
        let points = lanes.pending.points().iter();
        let points: Vec<String> =
            points.map(|(at, pods)| format!("{pods} from {}", at.ms() / 1000)).collect();
        let longest = lanes.longest_wait.ms() / 1000;
        expected.assert_eq(&format!("{}; longest {longest} s", points.join(", ")));
    };
    // Two of four Pods fit on a node that is Ready 187 s later; the others wait until the last row, at 210 s.
    check(
        "pool a nodes=1 autoscaled=0-2 | app web replicas=2 | at=3 replicas web 6 | until=600",
        expect!["0 from 0, 4 from 3, 2 from 190; longest 207 s"],
    );
    check(
        "pool a nodes=2 | app web replicas=2 on=a-0 | drain a-0",
        expect!["0 from 0; longest 0 s"],
    );
}

/// What Pods request of Ready nodes, in thousandths of a CPU and in MiB.
fn check_usage(line: &str, expected: Expect) {
    let run = made(line);
    let mut text = String::new();
    for (usage, unit) in lanes(&run.trace, &run.index).usage.iter().flatten().zip([1, 1 << 20]) {
        for steps in [&usage.requested, &usage.allocatable] {
            let points = steps.points().iter();
            let points: Vec<String> =
                points.map(|(at, n)| format!("{} from {}", n / unit, at.ms() / 1000)).collect();
            text += &format!("{}\n", points.join(", "));
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn requests_are_counted_on_ready_nodes_only() {
    check_usage("pool a nodes=1 | app web replicas=2", expect![[""]]);
    check_usage(
        "pool a nodes=1 autoscaled=0-2 | app web replicas=1 cpu=500 | at=3 replicas web 6 | at=400 replicas web 2",
        expect![[r#"
            500 from 0, 2000 from 3, 3000 from 190, 1000 from 430
            2000 from 0, 4000 from 190, 2000 from 1045
            0 from 0
            1048576 from 0, 2097152 from 190, 1048576 from 1045
        "#]],
    );
    check_usage(
        "pool a nodes=2 autoscaled=0-2 | app web replicas=1 on=a-0 cpu=500 | at=5 fail a-0",
        expect![[r#"
            500 from 0, 0 from 55, 500 from 355
            4000 from 0, 2000 from 55, 4000 from 816, 2000 from 1435
            0 from 0
            2097152 from 0, 1048576 from 55, 2097152 from 816, 1048576 from 1435
        "#]],
    );
}

#[test]
fn the_lane_shows_which_nodes_stay_and_why() {
    // The last Pod on a-2 is gone at 335 s; the autoscaler examines the node again at 600 s (KA-60).
    check_lanes(
        "pool a nodes=3 slots=3 autoscaled=0-9 | app full replicas=1 on=a-0 cpu=1500 \
         | app bare kind=Pod replicas=1 on=a-1 cpu=100 | app pdb replicas=1 on=a-2 max-unavailable=0 cpu=100 \
         | at=305 replicas pdb 0",
        expect![[r#"
            0 0 to 600: held 1 a Pod without a controller, 1 not enough budget
            0 600 to the end: held 1 a Pod without a controller
            0 1210 to 1245: −1
        "#]],
    );
    // At its minimum a pool isn't asked how much its nodes are used: a-1 is held until the second Pod makes it half full.
    check_lanes(
        "pool a nodes=2 slots=2 autoscaled=2-4 | app full replicas=1 on=a-0 cpu=1500 \
         | app web replicas=1 on=a-1 cpu=600 | at=100 replicas web 2 | at=200 replicas web 1",
        expect![[r#"
            0 0 to 100: held 1 node group min size reached
            0 230 to the end: held 1 node group min size reached
        "#]],
    );
}

#[test]
fn the_lane_shows_a_cool_down_where_it_delays() {
    // Both idle nodes could go at 610 s, but for the growth at 300 s.
    let idle = "pool a nodes=1 autoscaled=0-4 | pool idle nodes=2 slots=1 autoscaled=0-4 \
                | app web replicas=1 on=a-0 cpu=1500 | app big replicas=0 cpu=2000";
    check_lanes(
        &format!("{idle} | at=295 replicas big 1 | until=1000"),
        expect![[r#"
        0 300 to 480: 1 → 2
        1 610 to 900: 2 cool down
        1 900 to 935: −2
    "#]],
    );
    // After growth at 10 s nothing has to wait for its end.
    check_lanes(
        &format!("{idle} | at=5 replicas big 1 | until=1000"),
        expect![[r#"
        0 10 to 190: 1 → 2
        1 610 to 645: −2
    "#]],
    );
}

/// BS-44, AM-75, KA-83: what an upgrade's drain would do by force is over after two minutes.
#[test]
fn a_scale_down_gives_up_a_node_whose_evictions_are_refused() {
    let line = "pool a nodes=2 slots=4 autoscaled=0-2 | app web replicas=1 on=a-0 cpu=2400 \
                | app pdb replicas=2 on=a-1 cpu=800 max-unavailable=1 | at=616 limit pdb 0";
    check_why(
        line,
        "node/a-1",
        700,
        expect![[r#"
        What: The drain of node a-1 has been blocked for 1 min 25 s (since +00:10:15). 1 of 2 Pods gone, 1 to go; refused: pdb-1.
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             PDB: pdb-pdb
             limit: maxUnavailable 0
             healthy Pods: 2 of 2
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
        Why: If an eviction is refused for two minutes, the node is kept. Its group loses no node for 3 minutes, and it isn't looked at for 5. (autoscaler/drain-refused BS-44 AM-75)
             retried every: 10 s
             drain started: +00:10:15
             kept if still refused at: +00:12:15
        Until: +00:12:15, when it is kept after all.
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/pdb-1 POD_NOT_ENOUGH_PDB, pdb-pdb allows 0 <- node/a-1 drain starts, 2 Pods <- node/a-1 the autoscaler removes it <- node/a-1 new Pods avoid it <- cluster run starts
    "#]],
    );
    let freed = format!("{line} | at=720 limit pdb 2");
    check_why(
        &freed,
        "node/a-1",
        700,
        expect![[r#"
        What: The drain of node a-1 has been blocked for 1 min 25 s (since +00:10:15). 1 of 2 Pods gone, 1 to go; refused: pdb-1.
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             PDB: pdb-pdb
             limit: maxUnavailable 0
             healthy Pods: 2 of 2
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
        Why: If an eviction is refused for two minutes, the node is kept. Its group loses no node for 3 minutes, and it isn't looked at for 5. (autoscaler/drain-refused BS-44 AM-75)
             retried every: 10 s
             drain started: +00:10:15
             kept if still refused at: +00:12:15
        Until: +00:12:05, when the last refused eviction is granted. At the latest +00:12:15, when the node is kept.
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/pdb-1 POD_NOT_ENOUGH_PDB, pdb-pdb allows 0 <- node/a-1 drain starts, 2 Pods <- node/a-1 the autoscaler removes it <- node/a-1 new Pods avoid it <- cluster run starts
    "#]],
    );
    check_why(
        line,
        "pod/pdb-1",
        700,
        expect![[r#"
        What: The eviction of Pod pdb-1 has been refused for 1 min 25 s (since +00:10:15).
        Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
             PDB: pdb-pdb
             limit: maxUnavailable 0
             healthy Pods: 2 of 2
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
        Until: +00:12:15, when the drain gives up.
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/pdb-1 POD_NOT_ENOUGH_PDB, pdb-pdb allows 0 <- node/a-1 drain starts, 2 Pods <- node/a-1 the autoscaler removes it <- node/a-1 new Pods avoid it <- cluster run starts
    "#]],
    );
}

/// An upgrade of a pool that the autoscaler makes smaller meanwhile has upgraded all nodes that there are.
#[test]
fn an_upgrade_of_a_pool_that_shrinks_is_whole() {
    let line = "pool a nodes=6 slots=4 autoscaled=0-9 | app web replicas=2 on=a-0 | at=0 upgrade a";
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    let counts = all.pools.iter().map(|one| (one.upgraded, one.done, one.size, one.nodes.end));
    expect!["[(3, 1, 1, 1)]"].assert_eq(&format!("{:?}", counts.collect::<Vec<_>>()));
}
