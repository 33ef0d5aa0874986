//! Questions about runs with two of something: growths, zones that back off, removals, workloads, Pods that leave at once.

use super::{Run, made};
use crate::compare::{Number, What};
use crate::{Outcome, shortfalls_until, verdict};
use base::{PodId, SimSpan};
use expect_test::{Expect, expect};
use trace::Subject;

fn check_answers(line: &str, asked: &[(&str, i64)], expected: Expect) {
    let run = made(line);
    let answer =
        |(subject, at): &(&str, i64)| format!("{subject} at {at}\n{}\n", run.why(subject, *at));
    expected.assert_eq(&asked.iter().map(answer).collect::<String>());
}

fn all(run: &Run) -> Outcome {
    Outcome::of(&run.trace, &run.index, run.ended)
}

/// The lines of an answer that begin so.
fn lines(run: &Run, subject: &str, at: i64, begin: &str) -> Vec<String> {
    let why = run.why(subject, at);
    let lines = why.lines().filter_map(|line| line.trim().strip_prefix(begin));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Growths of a group at 70 s and 130 s, 180 s long each.
const TWO_GROWTHS: &str = "pool a nodes=1 autoscaled=0-9 | app web replicas=2 \
    | at=60 replicas web 6 | at=120 replicas web 12";

/// KA-94: a Pod's growth is the one whose node it gets, with that one's Pods, sizes and end.
#[test]
fn a_pod_names_its_own_growth_of_two() {
    let run = made(TWO_GROWTHS);
    for (pod, pods, sizes, ready) in [
        ("pod/web-3", "for 4 Pods", "1 → 3 in zone-a", "+00:04:10"),
        ("pod/web-10", "for 6 Pods", "3 → 6 in zone-a", "+00:05:10"),
    ] {
        let why = run.why(pod, 150);
        assert!(why.contains(pods), "{why}");
        assert_eq!(lines(&run, pod, 150, "nodes: "), [sizes], "{pod}");
        assert_eq!(lines(&run, pod, 150, "all Ready at: "), [ready], "{pod}");
    }
    // The first one's nodes are there.
    let told = run.why("pool/a", 260);
    assert!(
        told.contains("It last grew at +00:02:10") && told.contains("nodes: 3 → 6 in zone-a"),
        "{told}"
    );
    assert!(!told.contains("1 → 3"), "{told}");
    for (node, at, sizes) in [
        ("node/a-a-2", "+00:01:10", "1 → 3 in zone-a"),
        ("node/a-a-4", "+00:02:10", "3 → 6 in zone-a"),
    ] {
        let why = run.why(node, 150);
        assert!(why.contains(&format!("asked for it at {at}")), "{why}");
        assert_eq!(lines(&run, node, 150, "nodes: "), [sizes], "{node}");
    }
    let counts = all(&run).scaling.unwrap();
    assert_eq!((counts.decisions, counts.failed, counts.added, counts.removed), (2, 0, 5, 0));
    // Four waited from 60 s to 250 s, six from 120 s to 310 s.
    assert_eq!((counts.waited, counts.waited_longest), (10, SimSpan::from_secs(190)));
}

/// A growth before a Pod was created isn't for it, and one whose Pod leaves before is.
#[test]
fn a_pod_names_no_growth_from_before_it_was_created() {
    let run = made(&format!("{TWO_GROWTHS} | at=141 replicas web 14"));
    let why = run.why("pod/web-13", 145);
    assert!(!why.contains("grows"), "{why}");
    // It leaves at 150 s, before its node is there.
    let run = made(
        "pool a nodes=1 autoscaled=0-9 | app web replicas=2 | at=60 replicas web 6 | at=150 replicas web 2",
    );
    let why = run.why("pod/web-5", 100);
    assert!(why.contains("grows a in zone-a for 4 Pods"), "{why}");
    assert_eq!(lines(&run, "pod/web-5", 100, "all Ready at: "), ["+00:04:10"]);
    // It waited until it left, as did all four.
    let counts = all(&run).scaling.unwrap();
    assert_eq!((counts.waited, counts.waited_longest), (4, SimSpan::from_secs(90)));
}

#[test]
fn the_stage_counts_down_to_each_growth() {
    let run = made(TWO_GROWTHS);
    expect![[r#"
        5 nodes are booting.
        a SURGE 1 + 0 
          zone-a 1 node (0–9) + 5 creating
            ReadyOld a-0 1.32 [weFull weFull] ready:
            Starting a-a-1 1.32 [] for web-2 +1: 1:40 left 444/1000
            Starting a-a-2 1.32 [] for web-3 +1: 1:40 left 444/1000
            Starting a-a-3 1.32 [] for web-6 +1: 2:40 left 111/1000
            Starting a-a-4 1.32 [] for web-7 +1: 2:40 left 111/1000
            Starting a-a-5 1.32 [] for web-8 +1: 2:40 left 111/1000
        pending web-2 for 1 min 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 1:40
        pending web-3 for 1 min 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 1:40
        pending web-4 for 1 min 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 1:40
        pending web-5 for 1 min 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 1:40
        pending web-6 for 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:40
        pending web-7 for 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:40
        pending web-8 for 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:40
        pending web-9 for 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:40
        pending web-10 for 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:40
        pending web-11 for 30 s 0/1 nodes: 1 Insufficient cpu; a grows in zone-a, Ready in 2:40
    "#]]
    .assert_eq(&run.stage_text(150));
}

/// Two zones of a pool grow by one decision, and one of them again for another workload.
const TWO_ZONES: &str = "pool a nodes=1 zones=2 autoscaled=0-4 | pool b nodes=0 autoscaled=0-4 \
    | app web replicas=4 | app db replicas=0 cpu=2000 | at=3 replicas web 9 | at=25 replicas db 1";

#[test]
fn a_decision_about_two_zones_names_both() {
    check_answers(
        TWO_ZONES,
        &[
            ("pod/web-7", 20),
            ("pool/a", 20),
            ("pool/a", 100),
            ("node/a-b-4", 100),
            ("node/a-b-5", 100),
        ],
        expect![[r#"
            pod/web-7 at 20
            What: Pod web-7 has been Pending for 17 s (since +00:00:03).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 2 Insufficient cpu
            Why: The cluster autoscaler grows a in zone-a and zone-b for 5 Pods of its workload. The Pods are not tied to the new nodes. GKE may decide up to 10 s earlier. (autoscaler/triggered KA-32 KA-94)
                 nodes: 1 → 3 in zone-a, 1 → 2 in zone-b
                 all Ready at: +00:03:10
            Why: By GKE's own weights the same pool would have grown. (autoscaler/second-opinion AM-106)
                 options, the best first: a in zone-a: 3 nodes for 5 Pods, a in zone-b: 3 nodes for 5 Pods, b in zone-a: 3 nodes for 5 Pods
                 options by GKE's own weights: a in zone-a: 3 nodes for 5 Pods, a in zone-b: 3 nodes for 5 Pods, b in zone-a: 3 nodes for 5 Pods
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: +00:03:10, when it is scheduled on a-a-2.
            Say: 0/2 nodes are available: 2 Insufficient cpu. [event FailedScheduling]
            Say: pod triggered scale-up: [{a/zone-a 1->3 (max: 4)} {a/zone-b 1->2 (max: 4)}] [event TriggeredScaleUp]
            Chain: pod/web-7 2 Insufficient cpu <- pod/web-7 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pool/a at 20
            What: Pool a isn't being upgraded. It has 5 nodes.
            Why: The cluster autoscaler manages the pool, which has 5 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:00:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 1 → 3 in zone-a, 1 → 2 in zone-b
            Why: By GKE's own weights the same pool would have grown. (autoscaler/second-opinion AM-106)
                 options, the best first: a in zone-a: 3 nodes for 5 Pods, a in zone-b: 3 nodes for 5 Pods, b in zone-a: 3 nodes for 5 Pods
                 options by GKE's own weights: a in zone-a: 3 nodes for 5 Pods, a in zone-b: 3 nodes for 5 Pods, b in zone-a: 3 nodes for 5 Pods
            Chain: pool/a grows from 1 to 3 nodes in zone-a <- pod/web-4 2 Insufficient cpu <- pod/web-4 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pool/a at 100
            What: Pool a isn't being upgraded. It has 6 nodes.
            Why: The cluster autoscaler manages the pool, which has 6 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:00:30, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 2 → 3 in zone-b
            Why: By GKE's own weights the same pool would have grown. (autoscaler/second-opinion AM-106)
                 options, the best first: a in zone-a: 1 node for 1 Pod, a in zone-b: 1 node for 1 Pod, b in zone-a: 1 node for 1 Pod
                 options by GKE's own weights: a in zone-a: 1 node for 1 Pod, a in zone-b: 1 node for 1 Pod, b in zone-a: 1 node for 1 Pod
            Chain: pool/a grows from 2 to 3 nodes in zone-b <- pod/db-0 2 Insufficient cpu <- pod/db-0 Pending <- workload/db 1 replica desired <- workload/db db scaled to 1 replica

            node/a-b-4 at 100
            What: Node a-b-4 has been booting for 1 min 30 s (since +00:00:10).
            Why: All nodes of a decision are requested at once. Pods are not tied to them: when they are Ready, the scheduler places what waits. (autoscaler/request-node CA-04 CA-07 KA-39)
                 Ready after: 3 min
            Why: The cluster autoscaler asked for it at +00:00:10, for Pods that wait. They are not tied to it. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 1 → 2 in zone-b
                 Ready at: +00:03:10
            Until: +00:03:10, when it is Ready.
            Chain: node/a-b-4 requested, Ready in 3 min <- pool/a grows from 1 to 2 nodes in zone-b <- pod/web-4 2 Insufficient cpu <- pod/web-4 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            node/a-b-5 at 100
            What: Node a-b-5 has been booting for 1 min 10 s (since +00:00:30).
            Why: All nodes of a decision are requested at once. Pods are not tied to them: when they are Ready, the scheduler places what waits. (autoscaler/request-node CA-04 CA-07 KA-39)
                 Ready after: 3 min
            Why: The cluster autoscaler asked for it at +00:00:30, for Pods that wait. They are not tied to it. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 2 → 3 in zone-b
                 Ready at: +00:03:30
            Until: +00:03:30, when it is Ready.
            Chain: node/a-b-5 requested, Ready in 3 min <- pool/a grows from 2 to 3 nodes in zone-b <- pod/db-0 2 Insufficient cpu <- pod/db-0 Pending <- workload/db 1 replica desired <- workload/db db scaled to 1 replica

        "#]],
    );
}

/// Zone a is out of stock, then zone b: 60 s and 70 s later the autoscaler requests two nodes of each.
const TWO_BACK_OFFS: &str = "pool a nodes=1 zones=2 autoscaled=0-4 | app web replicas=4 \
    | at=2 stockout zone-a | at=3 replicas web 5 | at=50 stockout zone-b | at=61 replicas web 9";

/// KA-44: each zone backs off for itself, 300 s from its own failure, 600 s from its next one.
#[test]
fn each_zone_backs_off_for_itself() {
    let run = made(TWO_BACK_OFFS);
    assert_eq!(lines(&run, "pod/web-8", 100, "backs off until: "), ["+00:06:10", "+00:06:20"]);
    assert_eq!(lines(&run, "pod/web-8", 395, "backs off until: "), ["+00:16:20", "+00:08:10"]);
    // The one that gets the node that comes waits for it.
    assert_eq!(lines(&run, "pod/web-4", 100, "nodes: "), ["1 → 2 in zone-b"]);
    // Zone b is tried again as its node is Ready; zone a isn't.
    assert_eq!(
        lines(&run, "pod/web-8", 100, "grows again before, as the nodes that came are Ready: "),
        ["+00:03:10"]
    );
    check_answers(
        TWO_BACK_OFFS,
        &[
            ("pool/a", 75),
            ("pool/a", 100),
            ("pool/a", 200),
            ("pool/a", 369),
            ("pod/web-8", 75),
            ("pod/web-8", 371),
        ],
        expect![[r#"
            pool/a at 75
            What: Pool a isn't being upgraded. It has 3 nodes.
            Why: The cluster autoscaler manages the pool, which has 3 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:01:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 1 → 3 in zone-a
            Why: 2 nodes don't come in zone-a: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:06:10
            Chain: pool/a grows from 1 to 3 nodes in zone-a <- pod/web-6 2 Insufficient cpu <- pod/web-6 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pool/a at 100
            What: Pool a isn't being upgraded. It has 3 nodes.
            Why: The cluster autoscaler manages the pool, which has 3 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:01:20, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 2 → 4 in zone-b
            Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 backs off until: +00:06:10
                 reason in the autoscaler's log: no.scale.up.mig.skipped
                 waits for a node: web
            Why: 2 nodes don't come in zone-b: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:06:20
                 grows again before, as the nodes that came are Ready: +00:03:10
            Why: 2 nodes don't come in zone-a: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:06:10
            Chain: pool/a grows from 2 to 4 nodes in zone-b <- pod/web-6 2 Insufficient cpu <- pod/web-6 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pool/a at 200
            What: Pool a isn't being upgraded. It has 3 nodes.
            Why: The cluster autoscaler manages the pool, which has 3 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:03:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 2 → 4 in zone-b
            Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 backs off until: +00:06:10
                 reason in the autoscaler's log: no.scale.up.mig.skipped
                 waits for a node: web
            Why: 2 nodes don't come in zone-b: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:08:10
            Why: 2 nodes don't come in zone-a: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:06:10
            Chain: pool/a grows from 2 to 4 nodes in zone-b <- pod/web-6 2 Insufficient cpu <- pod/web-6 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pool/a at 369
            What: Pool a isn't being upgraded. It has 3 nodes.
            Why: The cluster autoscaler manages the pool, which has 3 nodes, those that are coming included. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 minimum: 0 per zone
                 maximum: 4 per zone
                 locationPolicy: BALANCED
            Why: It last grew at +00:03:10, for Pods that waited. GKE may decide up to 10 s earlier. (autoscaler/scale-up CA-05 CA-06 KA-32)
                 nodes: 2 → 4 in zone-b
            Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 backs off until: +00:06:10
                 reason in the autoscaler's log: no.scale.up.mig.skipped
                 waits for a node: web
            Why: 2 nodes don't come in zone-b: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:08:10
            Why: 2 nodes don't come in zone-a: Compute Engine has no such machines there now. The autoscaler leaves the pool alone there for a while. (autoscaler/scale-up-failed KA-46 BS-47 BS-103)
                 backs off until: +00:06:10
            Chain: pool/a grows from 2 to 4 nodes in zone-b <- pod/web-6 2 Insufficient cpu <- pod/web-6 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pod/web-8 at 75
            What: Pod web-8 has been Pending for 14 s (since +00:01:01).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 2 Insufficient cpu
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: No node fits in this run.
            Say: 0/2 nodes are available: 2 Insufficient cpu. [event FailedScheduling]
            Chain: pod/web-8 2 Insufficient cpu <- pod/web-8 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

            pod/web-8 at 371
            What: Pod web-8 has been Pending for 5 min 10 s (since +00:01:01).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 2 Insufficient cpu
            Why: a doesn't grow in zone-a: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 reason in the autoscaler's log: no.scale.up.mig.skipped
            Why: a doesn't grow in zone-b: it backs off after a failed scale-up. (autoscaler/no-scale-up KA-93 BS-104)
                 backs off until: +00:08:10
                 reason in the autoscaler's log: no.scale.up.mig.skipped
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: No node fits in this run.
            Say: 0/2 nodes are available: 2 Insufficient cpu. [event FailedScheduling]
            Say: pod didn't trigger scale-up: 2 in backoff after failed scale-up [event NotTriggerScaleUp]
            Chain: pod/web-8 2 Insufficient cpu <- pod/web-8 Pending <- workload/web 9 replicas desired <- workload/web web scaled to 9 replicas

        "#]],
    );
    let counts = all(&run).scaling.unwrap();
    assert_eq!((counts.decisions, counts.failed, counts.added), (8, 7, 1));
}

/// Its nodes came, and it has grown again: it backs off no more.
#[test]
fn a_group_that_has_grown_since_backs_off_no_more() {
    let run = made(
        "pool a nodes=0 autoscaled=0-5 | app more replicas=0 | at=0 quota 1 | at=3 replicas more 6 | at=150 quota 9",
    );
    assert_eq!(lines(&run, "pool/a", 100, "backs off until: ").len(), 2);
    let why = run.why("pool/a", 200);
    assert!(!why.contains("back") && why.contains("nodes: 1 → 3 in zone-a"), "{why}");
}

/// KA-93: the counts of reasons, the most first, then by text; pools that might have nodes first.
#[test]
fn reasons_are_counted_over_all_groups() {
    let line = "pool a nodes=1 autoscaled=0-1 | pool small nodes=1 slots=1 autoscaled=0-9 | pool c nodes=1 autoscaled=0-1 \
        | pool d nodes=1 autoscaled=0-1 | pool tiny nodes=1 slots=1 autoscaled=0-9 | app x replicas=1 cpu=1500 on=a-0 \
        | app y replicas=1 cpu=1500 on=c-0 | app z replicas=1 cpu=1500 on=d-0 | app big replicas=0 cpu=2000 | at=3 replicas big 1";
    let run = made(line);
    let reasons = "3 max node group size reached, 2 Insufficient cpu";
    let events = lines(&run, "pod/big-0", 100, "Say: pod didn't trigger scale-up: ");
    assert_eq!(events, [format!("{reasons} [event NotTriggerScaleUp]")]);
    let groups: Vec<String> = lines(&run, "pod/big-0", 100, "Why: ")
        .iter()
        .filter_map(|line| Some(line.split_once(" doesn't grow in ")?.0.to_owned()))
        .collect();
    assert_eq!(groups, ["a", "c", "d", "small", "tiny"]);
    let pending = |at| run.stage_text(at).lines().last().unwrap_or_default().trim().to_owned();
    assert_eq!(
        pending(100),
        format!(
            "pending big-0 for 1 min 37 s 0/5 nodes: 5 Insufficient cpu; no pool grows: {reasons}"
        )
    );
    // Before the first look there is no answer of the autoscaler.
    assert_eq!(pending(5), "pending big-0 for 2 s 0/5 nodes: 5 Insufficient cpu");
    assert!(!run.why("pod/big-0", 5).contains("trigger"), "{}", run.why("pod/big-0", 5));
}

/// A pool says for three workloads at most why it isn't grown, each once, in the order of the configuration.
#[test]
fn a_pool_names_each_workload_that_waits_once() {
    let apps: String = (1..=5).map(|n| format!("| app w{n} replicas=0 ")).collect();
    let script: String =
        [5, 3, 1, 4, 2].iter().map(|n| format!("| at=3 replicas w{n} 2 ")).collect();
    let run =
        made(&format!("pool a nodes=1 zones=2 autoscaled=0-1 | app web replicas=4 {apps}{script}"));
    assert_eq!(lines(&run, "pool/a", 60, "waits for a node: "), ["w1", "w2", "w3"]);
    let two = "pool a nodes=1 autoscaled=0-1 | app web replicas=2 | app x replicas=0 | app y replicas=0 \
        | at=3 replicas y 1 | at=4 replicas x 1 | at=5 replicas y 2 | at=6 replicas x 2";
    assert_eq!(lines(&made(two), "pool/a", 60, "waits for a node: "), ["x", "y"]);
}

/// One workload is ignored, the other waits.
#[test]
fn an_expendable_workload_beside_another() {
    let run = made(
        "pool a nodes=1 autoscaled=0-1 | app web replicas=2 | app low replicas=0 priority=-11 | app own replicas=0 \
         | at=3 replicas low 1 | at=4 replicas own 1",
    );
    let stage = run.stage_text(60);
    let pending: Vec<&str> = stage.lines().filter(|line| line.contains("pending")).collect();
    assert_eq!(
        pending,
        [
            "pending low-0 for 57 s 0/1 nodes: 1 Insufficient cpu; no pool grows: its priority is below −10",
            "pending own-0 for 56 s 0/1 nodes: 1 Insufficient cpu; no pool grows: 1 max node group size reached"
        ]
    );
}

/// KT-15, AM-33: Pods whose grace is exactly what a Spot VM leaves aren't cut short; a second more is.
#[test]
fn a_grace_of_exactly_a_spot_vm_is_not_cut_short() {
    for (grace, forced) in [(14, 0), (15, 0), (16, 2), (25, 2)] {
        let run = made(&format!(
            "pool a nodes=2 spot | app web replicas=2 grace={grace} on=a-0 | at=9 preempt a-0"
        ));
        assert_eq!(
            (all(&run).forced, run.index.forced.len()),
            (forced, forced as usize),
            "{grace}"
        );
    }
    // Of two workloads of the VM one is cut short.
    let run = made(
        "pool a nodes=2 spot slots=4 | app web replicas=2 grace=15 on=a-0 | app api replicas=1 grace=16 on=a-0 | at=9 preempt a-0",
    );
    assert_eq!(run.index.forced.iter().map(|one| one.pod).collect::<Vec<_>>(), [PodId(2)]);
}

/// BG-33: of a longer grace the deletion of the blue pool leaves an hour; exactly an hour is whole.
#[test]
fn a_grace_of_exactly_an_hour_is_not_cut_short_with_the_blue_pool() {
    for (grace, forced) in [(3599, 0), (3600, 0), (3601, 1)] {
        let run = made(&format!(
            "pool a nodes=1 blue-green batch=0 pool-soak=600 | app web replicas=1 on=a-0 grace={grace} | at=0 upgrade a"
        ));
        assert_eq!(all(&run).forced, forced, "{grace}");
    }
}

/// The Pod that left first is replaced first; those of a StatefulSet by ordinal; where fewer are wanted, none is replaced.
#[test]
fn pods_that_leave_at_once_are_replaced_in_their_order() {
    let read = |line: &str| {
        let run = made(line);
        (run.trace, run.index)
    };
    let (_, lines) = read(
        "pool a nodes=4 spot | app a replicas=4 grace=30 | app s kind=StatefulSet replicas=2 on=a-0 parallel | at=60 preempt a-0",
    );
    let pairs = (0..10).filter_map(|pod| Some((pod, lines.pod_after(PodId(pod))?.0)));
    assert_eq!(pairs.collect::<Vec<_>>(), [(0, 6), (1, 7), (4, 8), (5, 9)]);
    for (old, new) in [(0, 6), (1, 7), (4, 8), (5, 9)] {
        assert_eq!(lines.pods_before(PodId(new)).collect::<Vec<_>>(), [PodId(old)]);
        assert_eq!(lines.bound_to(PodId(old)).map(|node| node.0), Some(0));
    }
    assert_eq!([6, 7].map(|pod| lines.bound_to(PodId(pod)).map(|node| node.0)), [Some(2), Some(3)]);
    // Three StatefulSet Pods leave one after another, the last ordinal first.
    let (_, lines) = read(
        "pool a nodes=3 | app s kind=StatefulSet replicas=4 parallel grace=30 | at=60 drain a-1 | at=70 drain a-0",
    );
    let pairs = (0..4).filter_map(|pod| Some((pod, lines.pod_after(PodId(pod))?.0)));
    assert_eq!(pairs.collect::<Vec<_>>(), [(0, 6), (1, 7), (2, 4), (3, 5)]);
    // Pod 2 is scaled down at 60 s; the one at 200 s is new.
    let (_, lines) =
        read("pool a nodes=2 | app web replicas=3 | at=60 replicas web 2 | at=200 replicas web 3");
    assert!((0..4).all(|pod| lines.pod_after(PodId(pod)).is_none()));
    // A daemon Pod goes with its node, and the node's next one replaces none.
    let (trace, lines) = read(
        "pool a nodes=2 surge=0+1 | app agent kind=DaemonSet | app web replicas=1 on=a-1 | at=60 upgrade a",
    );
    let pods = trace.last().each_pod();
    let pairs =
        pods.filter_map(|(pod, one)| Some((one.workload.0, pod.0, lines.pod_after(pod)?.0)));
    assert_eq!(pairs.collect::<Vec<_>>(), [(1, 0, 4)]);
}

/// Each Pod takes over the moves of the one that it replaces.
#[test]
fn moves_are_those_of_a_pod_and_of_all_before_it() {
    // a-0 is drained: web-2 on a-1, web-3 on a-2. a-1 is drained: web-4, of two moves, on a-2. Both lose a-2 at once.
    let run = made(
        "pool a nodes=4 spot slots=2 | app web replicas=2 on=a-0 grace=10 | at=60 drain a-0 | at=200 cordon a-3 | at=210 drain a-1 \
         | at=300 uncordon a-3 | at=310 preempt a-2",
    );
    let before = |pod| run.index.pods_before(PodId(pod)).map(|pod| pod.0).collect::<Vec<_>>();
    assert_eq!((before(4), before(5), before(6)), (vec![2, 0], vec![3, 1], vec![4, 2, 0]));
    let measures = run.measures(run.trace.end());
    let of = |what: What| {
        let one = measures.list.iter().find(|one| one.what == what).unwrap();
        let pods = one.rows.iter().map(|no| run.trace.record(*no).unwrap().subject);
        (one.number, pods.collect::<Vec<_>>())
    };
    let pods = |all: &[u32]| all.iter().map(|pod| Subject::Pod(PodId(*pod))).collect::<Vec<_>>();
    assert_eq!(of(What::Moves), (Number::Mean(5, 2), pods(&[2, 3, 4, 5, 6])));
    assert_eq!(of(What::MovesMax), (Number::Count(3), pods(&[6])));
    assert_eq!(of(What::MovedAgain), (Number::Of(2, 2), pods(&[4, 5])));
}

/// Three nodes' Pods leave: web has 2 of 4, api 2 of 8, which is the smaller part.
const TWO_HURT: &str = "pool a nodes=6 slots=8 | app web replicas=4 | app api replicas=8 | app calm replicas=2 on=a-5 \
    | at=60 drain a-1 | at=60 drain a-2 | at=60 drain a-3";

/// The worst hit workload is the one with the smallest part of its Pods, in the moments and in the verdict.
#[test]
fn the_worst_is_the_smallest_part_and_not_the_smallest_number() {
    let moments = super::harm::moments(TWO_HURT);
    assert!(
        moments.contains("workload/api: 2 of 8 Pods ready, the fewest of the run"),
        "{moments}"
    );
    assert!(!moments.contains("workload/web"), "{moments}");
    expect![[r#"
        But: 3 drains end, but api had 2 of 8 Pods ready at worst
          and api had 2 of 8 Pods ready, half or fewer for 20 s
    "#]]
    .assert_eq(&verdicts(TWO_HURT, true));
    // Both are below half: the other one is counted.
    expect![[r#"
        But: 4 drains end, but 2 workloads had no ready Pod for up to 15 s
          and web and api had no ready Pods for up to 15 s
    "#]]
    .assert_eq(&verdicts(&format!("{TWO_HURT} | at=65 drain a-0"), false));
    // Of two equal parts the first one is named.
    let equal = "pool a nodes=4 slots=8 | app web replicas=6 | app api replicas=6 | at=60 drain a-1 | at=60 drain a-2";
    expect![[r#"
        But: 2 drains end, but web had 2 of 6 Pods ready at worst
          and web had 2 of 6 Pods ready, half or fewer for 20 s, and 1 other workload had fewer than half
          and Working hours aren't judged: the scenario has no start date
    "#]].assert_eq(&verdicts(equal, false));
    assert!(
        super::harm::moments(equal).contains("workload/web: 2 of 6"),
        "{}",
        super::harm::moments(equal)
    );
}

/// The level, the headline and what it leaves out.
fn verdicts(line: &str, dated: bool) -> String {
    let run = made(line);
    let found = shortfalls_until(&run.trace, run.trace.end());
    let verdict = verdict(run.trace.plan(), &all(&run), &found, dated);
    run.with_words(|words| {
        let rest = verdict
            .rest
            .iter()
            .chain(&verdict.open)
            .map(|one| format!("\n  and {}", words.say(one)));
        format!(
            "{:?}: {}{}\n",
            verdict.level,
            words.say(&verdict.headline),
            rest.collect::<String>()
        )
    })
}

/// What each end of a run is called, with the harm, the worst first.
#[test]
fn verdicts_name_the_end_and_the_harm() {
    let all: String = [
        "pool a nodes=3 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500",
        "pool a nodes=1 autoscaled=0-9 | app web replicas=2 | at=60 replicas web 6",
        "pool a nodes=1 autoscaled=1-9 | app web replicas=2",
        "pool a nodes=2 | app web replicas=1",
        "pool a nodes=2 | app web replicas=1 | at=0 cancel a",
        "pool a nodes=3 | app web replicas=2 on=a-0 | at=0 drain a-0 | at=0 drain a-1",
        "pool a nodes=3 | app web replicas=4 ready=40 max-unavailable=1 | app solo replicas=1 on=a-2 | at=0 upgrade a",
        "pool a nodes=2 | pool b nodes=3 | app web replicas=2 max-unavailable=1 | at=0 upgrade a | at=9000 upgrade b",
        "pool a nodes=2 | pool b nodes=3 | app web replicas=2 on=b-0 max-unavailable=1 | at=0 upgrade a | at=900 upgrade b | until=1200",
        "pool a nodes=1 | app web replicas=1 on=a-0 max-unavailable=0 | app api replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a",
        "pool a nodes=3 | app web replicas=2 on=a-0 | at=0 upgrade a | at=200 cancel a",
        "pool a nodes=3 | app web replicas=2 on=a-0 | at=0 upgrade a | at=200 cancel a | at=500 rollback a",
        "pool a nodes=2 slots=3 | app one kind=Pod replicas=1 on=a-0 | app bare kind=Pod replicas=2 on=a-1 | at=0 upgrade a",
    ]
    .iter()
    .map(|line| verdicts(line, false))
    .collect();
    expect![[r#"
        Fine: The autoscaler adds no node and removes 2
        Fine: The autoscaler adds 2 nodes and removes none
        Fine: The autoscaler neither adds nor removes a node
        Fine: No upgrade was requested
        Fine: No upgrade started, and a command had no effect
        But: 2 drains end, but web had no ready Pods for 20 s
        But: Finishes, but solo, a single replica, was away for 20 s
        Fine: The upgrade succeeds: 5 nodes of a and b
          and Working hours aren't judged: the scenario has no start date
        Waits: The simulated time ends with 3 of 5 nodes upgraded
          and Working hours aren't judged: the scenario has no start date
        But: Finishes, but 2 Pods are forced out, violating a PDB
          and web and api had no ready Pods for up to 20 s
        But: Canceled, but web had no ready Pods for 20 s
        But: Rolled back, but web had no ready Pods for 20 s
        But: Finishes, but 3 Pods are lost: no controller recreates them
    "#]]
    .assert_eq(&all);
}
