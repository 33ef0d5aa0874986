//! Nodes that go and stay: two at once, one after another, and those that are needed again.

use super::autoscaler::{check_lanes, check_why};
use super::made;
use crate::Outcome;
use base::SimTime;
use expect_test::expect;

fn scaling(line: &str) -> (crate::ScalingCounts, Vec<crate::Oscillation>) {
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    (all.scaling.expect("a pool is autoscaled"), all.oscillations)
}

/// BG-31: nodes that were marked and kept go with the blue pool, which isn't a removal by the autoscaler (KA-86).
#[test]
fn a_removal_that_was_given_up_counts_no_node() {
    let line = "pool a nodes=3 blue-green batch=1 batch-soak=0 pool-soak=0 autoscaled=0-4 \
        | app web replicas=1 on=a-0 cpu=1500 | at=612 upgrade a";
    // Two of the green nodes are idle, and go.
    let (counts, _) = scaling(line);
    assert_eq!((counts.removed, counts.added, counts.decisions), (2, 0, 0));
    check_lanes(
        line,
        expect![[r#"
            0 610 to 615: −2
            0 1440 to 1475: −2
        "#]],
    );
    // An upgrade by itself removes none.
    let (counts, _) =
        scaling("pool a nodes=2 surge=1+0 autoscaled=2-4 | app web replicas=3 | at=0 upgrade a");
    assert_eq!((counts.removed, counts.added), (0, 0));
}

/// KA-82: what is marked at once is one removal until its last node is gone, in each pool.
#[test]
fn nodes_that_are_marked_at_once_are_one_removal() {
    let line = "pool a nodes=3 slots=4 autoscaled=0-9 | pool b nodes=2 slots=4 autoscaled=0-9 | app web replicas=1 on=a-0 cpu=2400 \
        | app one replicas=1 on=a-1 cpu=100 grace=100 | app full replicas=1 on=b-0 cpu=2400";
    check_lanes(
        line,
        expect![[r#"
            0 610 to 745: −2
            1 610 to 645: −1
        "#]],
    );
    assert_eq!(scaling(line).0.removed, 3);
    // Cut off in between: the empty nodes are gone, and the one that is drained isn't.
    let (counts, _) = scaling(&format!("{line} | until=700"));
    assert_eq!(counts.removed, 2);
}

/// BS-42: nodes that must be drained go one after another, and the others wait for that.
const ONE_BY_ONE: &str = "pool a nodes=4 slots=4 autoscaled=0-9 | app web replicas=1 on=a-0 cpu=2400 \
    | app s1 replicas=1 on=a-1 cpu=100 grace=100 | app s2 replicas=1 on=a-2 cpu=100 \
    | app s3 replicas=1 on=a-3 cpu=100 | app late replicas=0 cpu=2400";

#[test]
fn nodes_that_are_drained_go_one_after_another() {
    check_lanes(
        ONE_BY_ONE,
        expect![[r#"
            0 610 to 750: held 2 others go first
            0 610 to 745: −1
            0 750 to 815: −1
            0 750 to 820: held 1 others go first
            0 820 to 885: −1
        "#]],
    );
    assert_eq!(scaling(ONE_BY_ONE).0.removed, 3);
    for (node, until) in [("node/a-2", "+00:12:30"), ("node/a-3", "+00:13:40")] {
        let why = made(ONE_BY_ONE).why(node, 640);
        assert!(
            why.contains(&format!("Until: {until}, when the autoscaler begins to remove it.")),
            "{why}"
        );
        assert!(why.contains("its removal begins at: "), "{why}");
    }
    // Two of them are needed meanwhile: they wait for nothing any more.
    check_lanes(
        &format!("{ONE_BY_ONE} | at=640 replicas late 2 | until=1200"),
        expect![[r#"
        0 610 to 640: held 2 others go first
        0 610 to 745: −1
    "#]],
    );
}

/// KA-73: the time of one that is needed again starts over.
#[test]
fn a_node_that_is_needed_again_is_unneeded_from_later_on() {
    let line = "pool a nodes=2 slots=4 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=2400 | app late replicas=0 cpu=2400 \
        | at=100 replicas late 1 | at=300 replicas late 0";
    let why = |at| made(line).why("node/a-1", at);
    let first = |at| why(at).lines().next().unwrap_or_default().to_owned();
    assert_eq!(first(60), "What: Node a-1 has been unneeded for 1 min (since +00:00:00).");
    assert!(!why(60).contains("removal begins"), "{}", why(60));
    assert_eq!(
        first(200),
        "What: Node a-1 has been ready for 3 min 20 s (since +00:00:00); no action pending."
    );
    assert!(
        why(200).contains("its Pods request half of it or more")
            && !why(200).contains("has been unneeded"),
        "{}",
        why(200)
    );
    check_why(
        line,
        "node/a-1",
        500,
        expect![[r#"
            What: Node a-1 has been unneeded for 2 min 50 s (since +00:05:30).
            Why: It has been unneeded since +00:05:30: its Pods request little, and fit on other nodes. (autoscaler/unneeded CA-09 BS-41)
                 its removal begins at: +00:15:40
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 0
            Until: +00:15:40, when the autoscaler begins to remove it.
            Say: Ready=True [node condition]
            Chain: node/a-1 unneeded: its Pods that count fit on other nodes <- pod/late-0 terminated <- pod/late-0 deleted <- workload/late 0 replicas desired <- workload/late late scaled to 0 replicas
        "#]],
    );
    check_lanes(
        line,
        expect![[r#"
        0 940 to 975: −1
    "#]],
    );
    expect![[r#"
        2 nodes, 1 unneeded.
        a SURGE 1 + 0 
          zone-a 2 nodes (0–4)
            ReadyOld a-0 1.32 [weFull] ready:
            ReadyOld a-1 1.32 [] unneeded:
        2 nodes, no upgrade under way.
        a SURGE 1 + 0 
          zone-a 2 nodes (0–4)
            ReadyOld a-0 1.32 [weFull] ready:
            ReadyOld a-1 1.32 [laFull] ready:
        2 nodes, 1 unneeded.
        a SURGE 1 + 0 
          zone-a 2 nodes (0–4)
            ReadyOld a-0 1.32 [weFull] ready:
            ReadyOld a-1 1.32 [] unneeded: goes in 7:20 278/1000
    "#]]
    .assert_eq(&[60, 200, 500].map(|at| made(line).stage_text(at)).concat());
}

/// A reason that holds a node is the latest.
#[test]
fn a_node_stays_for_its_latest_reason() {
    let line = "pool a nodes=3 slots=4 autoscaled=0-9 | app full replicas=1 on=a-0 cpu=2400 \
        | app safe replicas=1 on=a-1 not-safe cpu=100 | app pdb replicas=1 on=a-1 max-unavailable=0 cpu=100 \
        | app bare kind=Pod replicas=1 on=a-2 cpu=100 | at=305 limit pdb 1";
    let held =
        |node: &str, at| made(line).why(node, at).lines().next().unwrap_or_default().to_owned();
    expect![[r#"
        What: Node a-1 is little used, and has stayed for 1 min (since +00:00:00) because of pdb-0: a budget allows no eviction.
        What: Node a-1 has been unneeded for 20 s (since +00:10:00).
        What: Node a-2 is little used, and has stayed for 10 min 20 s (since +00:00:00) because of bare: no controller would replace a Pod.
        What: Node a-0 has been ready for 10 min 20 s (since +00:00:00); no action pending.
    "#]].assert_eq(
        &[("node/a-1", 60), ("node/a-1", 620), ("node/a-2", 620), ("node/a-0", 620)]
            .map(|(node, at)| held(node, at) + "\n")
            .concat(),
    );
    check_lanes(
        line,
        expect![[r#"
            0 0 to 600: held 1 a Pod without a controller, 1 not enough budget
            0 600 to the end: held 1 a Pod without a controller
            0 1210 to 1275: −1
        "#]],
    );
}

/// KA-74, KA-76: what comes between a node that is unneeded and its end.
#[test]
fn an_unneeded_node_knows_what_comes_next() {
    let until = |line: &str, node: &str, at| {
        let why = made(line).why(node, at);
        why.lines().find(|line| line.starts_with("Until")).unwrap_or_default().to_owned()
    };
    // The growth at 300 s delays both to 900 s.
    let cools = "pool a nodes=1 autoscaled=0-4 | pool idle nodes=2 slots=1 autoscaled=0-4 | app web replicas=1 on=a-0 cpu=1500 \
        | app big replicas=0 cpu=2000 | at=295 replicas big 1 | until=1000";
    for at in [60, 620] {
        assert_eq!(
            until(cools, "node/idle-1", at),
            "Until: +00:15:00, when the autoscaler begins to remove it."
        );
    }
    assert!(
        made(cools).why("node/idle-1", 620).contains("remove it: "),
        "{}",
        made(cools).why("node/idle-1", 620)
    );
    // One of two goes, and the other is the minimum.
    let least = "pool a nodes=3 autoscaled=2-4 | app web replicas=1 on=a-0 cpu=1500";
    assert_eq!(
        until(least, "node/a-1", 60),
        "Until: +00:10:10, when the autoscaler begins to remove it."
    );
    expect![
        "Until: +00:10:10, when the autoscaler finds that it stays: its group has its minimum."
    ]
    .assert_eq(&until(least, "node/a-2", 60));
    let total = "pool a nodes=1 zones=3 autoscaled=2-9 total | app web replicas=1 on=a-0 cpu=1500";
    let why = made(total).why("node/a-2", 660);
    assert!(why.contains("what helps: a smaller --total-min-nodes"), "{why}");
    assert!(made(least).why("node/a-2", 660).contains("what helps: a smaller --min-nodes"));
}

/// SU-22: a node that came for Pods and is recreated later comes for the upgrade.
#[test]
fn a_node_that_is_recreated_comes_for_no_pods() {
    let run = made(
        "pool a nodes=1 surge=0+1 autoscaled=0-4 | app web replicas=2 | at=3 replicas web 4 | at=300 upgrade a",
    );
    let why = run.why("node/a-a-1", 100);
    assert!(why.contains("asked for it at +00:00:10"), "{why}");
    // It is recreated from 602 s to 782 s.
    let why = run.why("node/a-a-1", 700);
    assert!(why.contains("surge/recreate") && !why.contains("asked for it"), "{why}");
}

/// A pool that loses nodes and gets others within the hour, three times, oscillates; twice is a coincidence.
#[test]
fn each_pool_oscillates_for_itself() {
    let cycles = |app: &str, cycles: i64, offset: i64| -> String {
        let steps =
            (0..cycles).flat_map(|n| [(n * 2400 + offset, 1), (n * 2400 + offset + 540, 0)]);
        steps.map(|(at, n)| format!(" | at={at} replicas {app} {n}")).collect()
    };
    let pools = "pool a nodes=1 slots=4 autoscaled=1-4 | pool b nodes=1 slots=8 autoscaled=1-4 \
        | app base replicas=1 on=a-0 cpu=3000 | app base-b replicas=1 on=b-0 cpu=8000 | app web replicas=0 cpu=3000 | app big replicas=0 cpu=6000";
    let (counts, found) =
        scaling(&format!("{pools}{}{}", cycles("web", 4, 60), cycles("big", 3, 1260)));
    let found: Vec<_> =
        found.iter().map(|one| (one.pool.0, one.times, one.workload.0, one.first)).collect();
    assert_eq!(found, [(0, 3, 2, SimTime::from_secs(2470))]);
    assert_eq!((counts.decisions, counts.added, counts.removed), (7, 7, 7));
    let (_, found) = scaling(&format!("{pools}{}{}", cycles("web", 4, 60), cycles("big", 4, 1260)));
    let found: Vec<_> = found.iter().map(|one| (one.pool.0, one.times, one.workload.0)).collect();
    assert_eq!(found, [(0, 3, 2), (1, 3, 3)]);
}

/// Pods that still wait at the end have waited until then; one that is bound at once hasn't.
#[test]
fn waits_are_counted_up_to_their_end() {
    let waited = |line: &str| {
        let (counts, _) = scaling(line);
        (counts.waited, counts.waited_longest.secs())
    };
    let line = "pool a nodes=1 autoscaled=0-2 | app web replicas=2 | app db replicas=0 | at=3 replicas web 4 | at=43 replicas db 1";
    // Two until 190 s; the third waits on, until the last row, in which two nodes are found to be used enough.
    assert_eq!(waited(&format!("{line} | until=600")), (3, 187));
    let line = "pool a nodes=1 autoscaled=0-1 | app web replicas=2 | app db replicas=0 | at=3 replicas web 4 | at=43 replicas db 1 | at=500 replicas web 2";
    // Two left at 500 s, and one waits until then at least.
    assert_eq!(waited(line), (3, 497));
    assert_eq!(
        waited("pool a nodes=1 autoscaled=0-1 | app web replicas=1 | at=3 replicas web 2"),
        (0, 0)
    );
}
