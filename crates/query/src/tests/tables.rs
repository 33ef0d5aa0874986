//! Tables of nodes and Pods, and how much of a node is requested.

use super::made;
use crate::requests::NodeUse;
use crate::stage::StateCounts;
use crate::tables::{LineReason, NodeColumn, PodColumn, PodState, PodWants, nodes, pods};
use base::{NodeId, SimTime};
use expect_test::{Expect, expect};
use std::fmt::Write;

/// Four nodes: one kept by an annotated Pod, one by a budget, one used by half, one empty.
const HELD: &str = "pool a nodes=4 slots=4 autoscaled=0-9 | app kept replicas=1 on=a-1 not-safe \
    | app pdb replicas=1 on=a-2 max-unavailable=0 | app full replicas=2 on=a-3 cpu=2000";

fn check_nodes(line: &str, at: i64, by: NodeColumn, expected: Expect) {
    let run = made(line);
    let frame = run.trace.frame_at(SimTime::from_secs(at));
    let counts = StateCounts::at(&run.trace, &run.index, &frame);
    let mut text = String::new();
    for line in nodes(&run.trace, &run.index, &frame, &counts, by) {
        let share = |used: NodeUse| {
            let percent = used.utilization.share.percent();
            format!("{percent} % ({} {})", used.cpu.requested, used.memory.requested)
        };
        let used = line.used.map_or_else(String::new, share);
        let name = run.trace.plan().node_name(&frame.cluster, line.node);
        let reason = run.line_reason(line.reason.as_ref());
        let (standing, since) = (line.standing.key(), line.since.ms() / 1000);
        let _ = writeln!(text, "{name} {standing} {used} since {since}: {reason}");
    }
    expected.assert_eq(&text);
}

fn check_pods(line: &str, at: i64, wants: PodWants<'_>, expected: Expect) {
    let run = made(line);
    let frame = run.trace.frame_at(SimTime::from_secs(at));
    let counts = StateCounts::at(&run.trace, &run.index, &frame);
    let lines = pods(&run.trace, &run.index, &frame, &counts, (wants, PodColumn::State));
    let mut text = String::new();
    for line in lines {
        let name = run.trace.plan().pod_name(&frame.cluster, line.pod);
        let reason = run.line_reason(line.reason.as_ref());
        let _ =
            writeln!(text, "{name} {:?} since {}: {reason}", line.state, line.since.ms() / 1000);
    }
    expected.assert_eq(&text);
}

impl super::Run {
    fn line_reason(&self, reason: Option<&LineReason>) -> String {
        let said = |reason: &LineReason| {
            self.with_words(|words| format!("{} [{}]", words.say(&reason.says), reason.code))
        };
        reason.map_or_else(String::new, said)
    }
}

#[test]
fn nodes_say_since_when_and_why_they_stay() {
    check_nodes(
        HELD,
        60,
        NodeColumn::State,
        expect![[r#"
            a-1 ui-look-held 25 % (1000 0) since 0: kept-0: a Pod has the annotation safe-to-evict: "false" [no.scale.down.node.pod.not.safe.to.evict.annotation]
            a-2 ui-look-held 25 % (1000 0) since 0: pdb-0: a budget allows no eviction [no.scale.down.node.pod.not.enough.pdb]
            a-0 tile-unneeded 0 % (0 0) since 0: goes in 9:10 []
            a-3 tile-ready-old 100 % (4000 0) since 0: its Pods request half of it or more []
        "#]],
    );
    check_nodes(
        HELD,
        60,
        NodeColumn::Used,
        expect![[r#"
            a-0 tile-unneeded 0 % (0 0) since 0: goes in 9:10 []
            a-1 ui-look-held 25 % (1000 0) since 0: kept-0: a Pod has the annotation safe-to-evict: "false" [no.scale.down.node.pod.not.safe.to.evict.annotation]
            a-2 ui-look-held 25 % (1000 0) since 0: pdb-0: a budget allows no eviction [no.scale.down.node.pod.not.enough.pdb]
            a-3 tile-ready-old 100 % (4000 0) since 0: its Pods request half of it or more []
        "#]],
    );
}

/// KA-50: what is requested follows the Pods, also where a node comes.
#[test]
fn shares_follow_the_pods() {
    let run = made("pool a nodes=1 autoscaled=0-2 | app web replicas=1 | at=3 replicas web 3");
    let share = |node: u32, at: i64| {
        let frame = run.trace.frame_at(SimTime::from_secs(at));
        let used = run.index.node_use(&run.trace, &frame, NodeId(node))?;
        Some((used.cpu.requested, used.cpu.available))
    };
    let shares = [(0, 0), (0, 60), (1, 60), (1, 300)].map(|(node, at)| share(node, at));
    expect!["[Some((1000, 2000)), Some((2000, 2000)), None, Some((1000, 2000))]"]
        .assert_eq(&format!("{shares:?}"));
    // Without an autoscaler nobody asks.
    let run = made("pool a nodes=1 | app web replicas=1");
    let frame = run.trace.frame_at(SimTime::ZERO);
    assert_eq!(run.index.node_use(&run.trace, &frame, NodeId(0)), None);
}

#[test]
fn pods_that_wait_come_first_and_say_why() {
    let line = "pool a nodes=1 autoscaled=0-2 | app web replicas=2 | at=3 replicas web 6";
    check_pods(
        line,
        60,
        PodWants::default(),
        expect![[r#"
        web-2 Pending since 3: a grows in zone-a, Ready in 2:10 []
        web-3 Pending since 3: a grows in zone-a, Ready in 2:10 []
        web-4 Pending since 3: no pool grows: 1 max node group size reached [no.scale.up.mig.skipped]
        web-5 Pending since 3: no pool grows: 1 max node group size reached [no.scale.up.mig.skipped]
        web-0 Ready since 0: 
        web-1 Ready since 0: 
    "#]],
    );
    let pending = PodWants { state: Some(PodState::Ready), ..PodWants::default() };
    check_pods(
        line,
        60,
        pending,
        expect![[r#"
        web-0 Ready since 0: 
        web-1 Ready since 0: 
    "#]],
    );
    let elsewhere = PodWants { namespace: Some("shop"), ..PodWants::default() };
    check_pods(line, 60, elsewhere, expect![""]);
}

/// Also where there is no autoscaler.
#[test]
fn a_refused_pod_names_its_budget() {
    let line =
        "pool a nodes=2 surge=1+0 | app cart replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a";
    check_pods(
        line,
        1000,
        PodWants::default(),
        expect![[r#"
            cart-0 Refused since 181: PDB cart-pdb []
        "#]],
    );
    check_nodes(
        line,
        1000,
        NodeColumn::State,
        expect![[r#"
        a-0 ui-look-blocked  since 181: PDB cart-pdb []
        a-a-2 ui-look-ready-new  since 180: 
        a-1 tile-ready-old  since 0: 
    "#]],
    );
}
