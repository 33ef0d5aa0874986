//! Logs over time: what holds at their end, worked out by hand. Times are seconds.

use super::{
    AutoscalerLog, ClusterLog, DecisionKind, HoldState, Outcome, PodRef, Reason, Subject, read,
};
use crate::File;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The JSON of lines such as
/// `1000 stays n1 pod.not.enough.pdb web-1 | n2 scale.down.disabled.annotation`,
/// `1000 waits 3 web-1@ReplicaSet/web | a-z1 mig.skipped max | b-z1 mig.skipped backoff`, which lists pools and zones,
/// `1000 grows e1 a-z1+2 b-z1+1 for web-1@ReplicaSet/web`, `1000 removes e2 n1 n2`, `1000 no-removal in.progress`,
/// `1000 done e1 e2`, `1000 fails e1 scale.up.error.out.of.resources a-z1 | e2 …`, `1000 nodes 3 of 4`.
fn json(lines: &str) -> String {
    lines
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| entry(line).to_string())
        .collect()
}

fn group(name: &str) -> Value {
    let (pool, zone) = name.split_once('-').unwrap_or((name, ""));
    json!({"name": name, "nodepool": pool, "zone": zone})
}

/// `NAMESPACE/NAME@KIND/OWNER`
fn pod(text: &str) -> Value {
    let (name, owner) = text.split_once('@').unwrap_or((text, ""));
    let (namespace, name) = name.split_once('/').unwrap_or(("shop", name));
    match owner.split_once('/') {
        Some((kind, owner)) => {
            json!({"name": name, "namespace": namespace, "controller": {"kind": kind, "name": owner}})
        }
        None => json!({"name": name, "namespace": namespace}),
    }
}

fn coded(prefix: &str, words: &[&str]) -> Value {
    json!({"messageId": format!("{prefix}{}", words[0]), "parameters": &words[1..]})
}

fn entry(line: &str) -> Value {
    let parts: Vec<Vec<&str>> =
        line.split('|').map(|part| part.split_whitespace().collect()).collect();
    let (at, verb, first) = (parts[0][0], parts[0][1], &parts[0][2..]);
    // The verb stands before the first part only.
    let all = || std::iter::once(first).chain(parts[1..].iter().map(Vec::as_slice));
    let no =
        |what: &str, inner: Value| json!({"noDecisionStatus": {"measureTime": at, what: inner}});
    let decision = |id: &str, what: &str, inner: Value| json!({"decision": {"decideTime": at, "eventId": id, what: inner}});
    match verb {
        "stays" => {
            let node = |part: &[&str]| json!({"node": {"name": part[0]}, "reason": coded("no.scale.down.node.", &part[1..])});
            no("noScaleDown", json!({"nodes": all().map(node).collect::<Vec<_>>()}))
        }
        "no-removal" => no("noScaleDown", json!({"reason": coded("no.scale.down.", first)})),
        "no-growth" => no("noScaleUp", json!({"reason": coded("no.scale.up.", first)})),
        "waits" => {
            let held = |part: &[&str]| json!({"mig": group(part[0]), "reason": coded("no.scale.up.", &part[1..])});
            let pods = json!({"podGroup": {"samplePod": pod(first[1]), "totalPodCount": first[0]},
                "rejectedMigs": all().skip(1).map(held).collect::<Vec<_>>()});
            no("noScaleUp", json!({"unhandledPodGroups": [pods]}))
        }
        "grows" => {
            let until = first.iter().position(|word| *word == "for").unwrap_or(first.len());
            let grown = first[1..until].iter().map(|word| {
                let (name, n) = word.split_once('+').unwrap();
                json!({"mig": group(name), "requestedNodes": n})
            });
            let pods = first[until..].iter().skip(1).map(|text| pod(text));
            let inner = json!({"increasedMigs": grown.collect::<Vec<_>>(), "triggeringPods": pods.collect::<Vec<_>>()});
            decision(first[0], "scaleUp", inner)
        }
        "removes" => {
            let nodes = first[1..].iter().map(|name| json!({"node": {"name": name}}));
            decision(first[0], "scaleDown", json!({"nodesToBeRemoved": nodes.collect::<Vec<_>>()}))
        }
        "done" => {
            let results = first.iter().map(|id| json!({"eventId": id}));
            json!({"resultInfo": {"measureTime": at, "results": results.collect::<Vec<_>>()}})
        }
        "fails" => {
            let result =
                |part: &[&str]| json!({"eventId": part[0], "errorMsg": coded("", &part[1..])});
            json!({"resultInfo": {"measureTime": at, "results": all().map(result).collect::<Vec<_>>()}})
        }
        "nodes" => {
            json!({"status": {"measureTime": at, "autoscaledNodesCount": first[0], "autoscaledNodesTarget": first[2]}})
        }
        verb => panic!("{verb}"),
    }
}

fn log(lines: &str) -> AutoscalerLog {
    let text = json(lines);
    let log = read(&[File { name: "log", bytes: text.as_bytes() }], &mut |_, _| {});
    assert_eq!(log.unread.count, 0, "{:?}", log.unread.first);
    log
}

fn cluster(lines: &str) -> ClusterLog {
    log(lines).clusters.remove(0)
}

fn reason(one: &Reason) -> String {
    let code = [
        "no.scale.down.node.",
        "no.scale.down.",
        "no.scale.up.",
        "scale.up.error.",
        "scale.down.error.",
    ]
    .iter()
    .find_map(|start| one.code.strip_prefix(start));
    let mut text = code.unwrap_or(&one.code).to_owned();
    for parameter in &one.parameters {
        let _ = write!(text, " {parameter}");
    }
    if let Some(group) = &one.group {
        let _ = write!(text, " in {}/{}", group.pool, group.zone);
    }
    text
}

/// What is held, by what, since when, the last entry that says so, how often, and how it ended.
fn holds(lines: &str) -> String {
    let cluster = cluster(lines);
    let line = |one: &super::Hold| {
        let who = match &one.subject {
            Subject::Node(name) => name.clone(),
            Subject::Pods { namespace, name, count } => format!("{count} {namespace}/{name}"),
            Subject::Group(group) => format!("{}/{}", group.pool, group.zone),
            Subject::Cluster { growth: true } => "growth".to_owned(),
            Subject::Cluster { growth: false } => "removal".to_owned(),
        };
        let why: Vec<String> = one.reasons.iter().map(reason).collect();
        let state = match one.state {
            HoldState::Held => "held".to_owned(),
            HoldState::Waits(until) => format!("waits until {until:?}"),
            HoldState::NoLongerReported => "no longer reported".to_owned(),
            HoldState::Replaced(at) => format!("replaced {at}"),
            HoldState::Over(at) => format!("over {at}"),
        };
        let again = one.again.map_or(String::new(), |at| format!(", again {at}"));
        let (why, since, last, logged) = (why.join("; "), one.since, one.last, one.logged);
        format!("{who}: {why}, {since} to {last} ×{logged}, {state}{again}\n")
    };
    cluster.holds.iter().map(line).collect()
}

/// Decisions with their results.
fn decisions(lines: &str) -> String {
    let cluster = cluster(lines);
    let line = |one: &super::Decision| {
        let what = match &one.kind {
            DecisionKind::ScaleUp { groups, pods, pods_in_all } => {
                let groups: Vec<String> = groups
                    .iter()
                    .map(|(group, n)| format!("{}/{} +{n}", group.pool, group.zone))
                    .collect();
                let pods: Vec<&str> =
                    pods.iter().map(|PodRef { name, .. }| name.as_str()).collect();
                format!("{} for {pods_in_all}: {}", groups.join(", "), pods.join(" "))
            }
            DecisionKind::ScaleDown { nodes } => {
                let names: Vec<&str> = nodes.iter().map(|one| one.name.as_str()).collect();
                format!("−{}", names.join(" −"))
            }
            other => format!("{other:?}"),
        };
        let result = match &one.result {
            Outcome::Open => "open".to_owned(),
            Outcome::Done(at) => format!("done {at}"),
            Outcome::Failed { at, errors } => {
                let errors: Vec<String> = errors.iter().map(reason).collect();
                format!("failed {at} {}", errors.join("; "))
            }
            Outcome::GivenUp => "given up".to_owned(),
        };
        format!("{} {what}, {result}\n", one.at)
    };
    cluster.decisions.iter().map(line).collect()
}

fn says(lines: &str) -> String {
    let says = cluster(lines).verdict();
    says.iter().map(|one| words::plain().text(one) + "\n").collect()
}

fn check(lines: &str, expected: &str) {
    let expected: String = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(holds(lines), expected, "{lines}");
}

fn check_decisions(lines: &str, expected: &str) {
    let expected: String = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(decisions(lines), expected, "{lines}");
}

/// BS-100: each group's reason is repeated for itself; two missing repeats end it, also if another group's goes on.
#[test]
fn a_group_that_is_no_longer_repeated_is_no_reason_any_more() {
    let both =
        "1000 waits 3 web-1@ReplicaSet/web | a-z1 mig.skipped max | b-z1 mig.skipped backoff";
    let repeats = |last: &str| {
        format!(
            "{both}
        1300 waits 3 web-1@ReplicaSet/web | a-z1 mig.skipped max
        1600 waits 3 web-1@ReplicaSet/web | a-z1 mig.skipped max
        {last} waits 3 web-1@ReplicaSet/web | a-z1 mig.skipped max"
        )
    };
    check(&repeats("1900"), "3 shop/web-1: mig.skipped max in a/z1, 1000 to 1900 ×4, held");
    // Two repeats are due after six minutes each.
    check(&repeats("1721"), "3 shop/web-1: mig.skipped max in a/z1, 1000 to 1721 ×4, held");
    check(
        &repeats("1720"),
        "3 shop/web-1: mig.skipped max in a/z1; mig.skipped backoff in b/z1, 1000 to 1720 ×4, held",
    );
    // The other one, which isn't the first.
    check(
        &format!(
            "{both}
            1300 waits 3 web-1@ReplicaSet/web | b-z1 mig.skipped backoff
            1600 waits 3 web-1@ReplicaSet/web | b-z1 mig.skipped backoff
            1900 waits 3 web-1@ReplicaSet/web | b-z1 mig.skipped backoff"
        ),
        "3 shop/web-1: mig.skipped backoff in b/z1, 1000 to 1900 ×4, held",
    );
}

/// Each group has one reason at a time, the latest; a group that is new comes last.
#[test]
fn a_groups_reason_takes_the_place_of_its_former_one() {
    check(
        "1000 waits 2 web-1@ReplicaSet/web | a-z1 mig.skipped max | b-z1 mig.skipped backoff
         1060 waits 2 web-1@ReplicaSet/web | a-z1 mig.failing.predicate cpu
         1120 waits 4 web-3@ReplicaSet/web | c-z2 mig.skipped max",
        "4 shop/web-3: mig.failing.predicate cpu in a/z1; mig.skipped backoff in b/z1; mig.skipped max in c/z2, 1000 to 1120 ×3, held",
    );
    // Two groups of one pool are two.
    check(
        "1000 waits 2 web-1@ReplicaSet/web | a-z1 mig.skipped max | a-z2 mig.skipped max
         1060 waits 2 web-1@ReplicaSet/web | a-z2 mig.skipped backoff",
        "2 shop/web-1: mig.skipped max in a/z1; mig.skipped backoff in a/z2, 1000 to 1060 ×2, held",
    );
}

/// Groups share a reason if its parameters are the same, too.
#[test]
fn reasons_are_told_once_with_their_groups() {
    let cluster = cluster(
        "1000 waits 3 web-1@ReplicaSet/web | a-z1 mig.failing.predicate cpu | b-z1 mig.failing.predicate taint \
         | c-z1 mig.failing.predicate cpu | d-z1 mig.skipped cpu",
    );
    let told = cluster.holds[0].by_reason().into_iter().map(|(one, groups)| {
        let pools: Vec<&str> = groups.iter().map(|group| group.pool.as_str()).collect();
        format!("{} of {}", reason(&Reason { group: None, ..one.clone() }), pools.join(" "))
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "mig.failing.predicate cpu of a c",
            "mig.failing.predicate taint of b",
            "mig.skipped cpu of d"
        ]
    );
}

/// KA-44: the back-off doubles with each failure in a row, up to half an hour; a growth that succeeds ends the row.
#[test]
fn failures_in_a_row_double_the_back_off_and_a_growth_ends_the_row() {
    let run = |steps: &[(i64, bool)]| -> String {
        let step = |(no, (at, good)): (usize, &(i64, bool))| {
            let result = match good {
                true => format!("{} done e{no}", at + 40),
                false => format!("{} fails e{no} scale.up.error.out.of.resources a-z1", at + 40),
            };
            format!("{at} grows e{no} a-z1+1 for web-{no}@ReplicaSet/web\n{result}\n")
        };
        let text: String = steps.iter().enumerate().map(step).collect();
        holds(&text)
            .lines()
            .filter(|line| line.contains("again"))
            .map(|line| line.split("held, ").nth(1).unwrap())
            .collect()
    };
    assert_eq!(run(&[(1000, false)]), "again 1340");
    assert_eq!(run(&[(1000, false), (1400, false)]), "again 2040");
    assert_eq!(run(&[(1000, false), (1400, false), (2100, false)]), "again 3340");
    let four = [(1000, false), (1400, false), (2100, false), (3400, false)];
    assert_eq!(run(&four), "again 5240");
    assert_eq!(run(&[&four[..], &[(5300, false)]].concat()), "again 7140");
    // The growth between them is a new beginning.
    assert_eq!(run(&[(1000, false), (1400, true), (1800, false)]), "again 2140");
    assert_eq!(run(&[(1000, false), (1400, false), (2100, true), (2600, false)]), "again 2940");
    // Growth first changes nothing.
    assert_eq!(run(&[(1000, true), (1400, false), (1800, false)]), "again 2440");
}

/// A growth is its own groups' success, and no other's.
#[test]
fn a_growth_ends_the_failures_of_its_own_groups_alone() {
    let fails = "1000 grows e1 a-z1+1 b-z1+1 for web-1@ReplicaSet/web
        1040 fails e1 scale.up.error.out.of.resources a-z1 | e1 scale.up.error.quota.exceeded b-z1
        1400 grows e2 a-z1+1 for web-1@ReplicaSet/web
        1440 done e2
        1500 grows e3 a-z1+1 b-z1+1 for other-1@ReplicaSet/other
        1540 fails e3 scale.up.error.out.of.resources a-z1 | e3 scale.up.error.quota.exceeded b-z1";
    check(
        fails,
        "a/z1: out.of.resources a-z1 in a/z1, 1540 to 1540 ×1, held, again 1840
         b/z1: quota.exceeded b-z1 in b/z1, 1540 to 1540 ×1, held, again 2140
         a/z1: out.of.resources a-z1 in a/z1, 1040 to 1040 ×1, over 1400
         b/z1: quota.exceeded b-z1 in b/z1, 1040 to 1040 ×1, over 1500",
    );
    // A removal that is done isn't a growth.
    check(
        "1000 grows e1 a-z1+1 for web-1
         1040 fails e1 scale.up.error.out.of.resources a-z1
         1350 removes e2 n1
         1360 done e2
         1400 grows e3 a-z1+1 for other-1
         1440 fails e3 scale.up.error.out.of.resources a-z1",
        "a/z1: out.of.resources a-z1 in a/z1, 1440 to 1440 ×1, held, again 2040
         a/z1: out.of.resources a-z1 in a/z1, 1040 to 1040 ×1, over 1400",
    );
}

/// BS-100: a result names a group once for each of its errors, which are one failure.
#[test]
fn two_errors_of_one_result_are_one_failure() {
    let lines = "1000 grows e1 a-z1+2 for web-1
        1040 fails e1 scale.up.error.out.of.resources a-z1 | e1 scale.up.error.quota.exceeded a-z1";
    assert!(holds(lines).contains("held, again 1340"), "{}", holds(lines));
    check_decisions(
        lines,
        "1000 a/z1 +2 for 1: web-1, failed 1040 out.of.resources a-z1 in a/z1; quota.exceeded a-z1 in a/z1",
    );
}

/// A back-off is over at its end, that instant included, and is a wait if a later decision serves the same Pods.
#[test]
fn a_back_off_ends_or_waits_or_holds() {
    let fails = "1000 grows e1 a-z1+1 for web-1@ReplicaSet/web\n1040 fails e1 scale.up.error.out.of.resources a-z1";
    let then = |line: &str| format!("{fails}\n{line}");
    let of_group = |lines: &str| {
        holds(lines).lines().find(|line| line.starts_with("a/z1")).unwrap().to_owned()
    };
    let until =
        |state: &str| format!("a/z1: out.of.resources a-z1 in a/z1, 1040 to 1040 ×1, {state}");
    assert_eq!(of_group(&then("1339 nodes 1 of 1")), until("held, again 1340"));
    assert_eq!(of_group(&then("1340 nodes 1 of 1")), until("over 1340"));
    // Another group grows for the same owner's Pods, or for the same Pod.
    assert_eq!(
        of_group(&then("1100 grows e2 b-z1+1 for web-2@ReplicaSet/web")),
        until("waits until Some(1340)")
    );
    assert_eq!(
        of_group(&then("1040 grows e2 b-z1+1 for web-1@ReplicaSet/web")),
        until("waits until Some(1340)")
    );
    // Those of another owner or namespace aren't served by it.
    assert_eq!(
        of_group(&then("1100 grows e2 b-z1+1 for api-1@ReplicaSet/api")),
        until("held, again 1340")
    );
    assert_eq!(
        of_group(&then("1100 grows e2 b-z1+1 for other/web-1@ReplicaSet/web")),
        until("held, again 1340")
    );
    assert_eq!(
        of_group(&format!("900 grows e0 b-z1+1 for web-1@ReplicaSet/web\n{fails}")),
        until("held, again 1340")
    );
    // It grows itself.
    assert_eq!(
        of_group(&then("1100 grows e2 a-z1+1 for api-1@ReplicaSet/api")),
        until("over 1100")
    );
}

/// Pods without an owner have nothing in common but a name.
#[test]
fn a_bare_pod_is_served_by_its_own_growth() {
    let of_group = |pod: &str| {
        let lines = format!(
            "1000 grows e1 a-z1+1 for one
             1040 fails e1 scale.up.error.out.of.resources a-z1
             1100 grows e2 b-z1+1 for {pod}"
        );
        holds(&lines).lines().next().unwrap().rsplit_once("×1, ").unwrap().1.to_owned()
    };
    assert_eq!(of_group("two"), "held, again 1340");
    assert_eq!(of_group("other/one"), "held, again 1340");
    assert_eq!(of_group("one"), "waits until Some(1340)");
}

/// Two groups fail for different Pods: growth for those of one leaves the other held.
#[test]
fn each_group_waits_for_its_own_pods() {
    let lines = "1000 grows e1 a-z1+1 for web-1@ReplicaSet/web
        1040 fails e1 scale.up.error.out.of.resources a-z1
        1050 grows e2 b-z1+1 for api-1@ReplicaSet/api
        1090 fails e2 scale.up.error.quota.exceeded b-z1
        1100 grows e3 c-z1+1 for api-2@ReplicaSet/api";
    check(
        lines,
        "a/z1: out.of.resources a-z1 in a/z1, 1040 to 1040 ×1, held, again 1340
         b/z1: quota.exceeded b-z1 in b/z1, 1090 to 1090 ×1, waits until Some(1390)",
    );
    assert_eq!(says(lines), "A group of nodes can’t grow: a in z1, since 00:17:20.\n");
}

const ONE_REMOVAL: &str = "1000 removes e1 n1\n1060 no-removal in.progress";

/// A removal is under way from its decision to its result.
#[test]
fn a_removal_is_over_at_its_result() {
    let of = |more: &str| holds(&format!("{ONE_REMOVAL}\n{more}"));
    let state = |text: &str| format!("removal: in.progress, 1060 to 1060 ×1, {text}\n");
    assert_eq!(of("1120 done e1"), state("over 1120"));
    assert_eq!(of("1061 nodes 3 of 3"), state("waits until None"));
    assert_eq!(
        of("1120 fails e1 scale.down.error.failed.to.evict.pods n1 web-1")
            .lines()
            .last()
            .unwrap()
            .to_owned()
            + "\n",
        state("over 1120")
    );
    // Over before it was said to go on: another one, that the log doesn't have.
    assert_eq!(of("1059 done e1"), state("waits until None"));
    assert_eq!(of("1060 done e1"), state("over 1060"));
    let says = |more: &str| says(&format!("{ONE_REMOVAL}\n{more}"));
    assert_eq!(says("1120 done e1").lines().count(), 1);
    assert!(says("1061 nodes 3 of 3").ends_with("\nA removal is under way since 00:17:40.\n"));
}

/// Of two removals both must be over; what was decided first may end last.
#[test]
fn two_removals_are_over_when_both_are() {
    let two = |ends: &str| {
        holds(&format!(
            "1000 removes e1 n1 n2\n1010 removes e2 n3\n1060 no-removal in.progress\n{ends}"
        ))
    };
    let state = |text: &str| format!("removal: in.progress, 1060 to 1060 ×1, {text}\n");
    assert_eq!(two("1120 done e1"), state("waits until None"));
    assert_eq!(two("1120 done e2"), state("waits until None"));
    assert_eq!(two("1120 done e1\n1180 done e2"), state("over 1180"));
    assert_eq!(two("1120 done e2\n1180 done e1"), state("over 1180"));
    // Growth without a result is not a removal.
    assert_eq!(two("1120 done e1 e2\n1130 grows e3 a-z1+1 for web-1"), state("over 1120"));
    check_decisions(
        "1000 removes e1 n1 n2\n1010 removes e2 n3\n1120 done e2\n1180 done e1",
        "1000 −n1 −n2, done 1180\n1010 −n3, done 1120",
    );
}

/// A pause after growth is ten minutes from when it was first said (KA-74).
#[test]
fn removals_pause_for_ten_minutes() {
    let lines = "1000 no-removal in.backoff\n1310 no-removal in.backoff";
    check(lines, "removal: in.backoff, 1000 to 1310 ×2, waits until Some(1600)");
    assert!(says(lines).ends_with(
        "\nRemovals pause from 00:16:40 to about 00:26:40: the 10 minutes after a scale-up.\n"
    ));
    // Both may be: each has its own row and sentence.
    let both = "1000 no-removal in.backoff\n1010 removes e1 n1\n1020 no-removal in.progress";
    check(
        both,
        "removal: in.backoff, 1000 to 1000 ×1, waits until Some(1600)
         removal: in.progress, 1020 to 1020 ×1, waits until None",
    );
    assert_eq!(says(both).lines().count(), 3);
    // Any other reason holds.
    check("1000 no-removal unexpected.error", "removal: unexpected.error, 1000 to 1000 ×1, held");
    check("1000 no-growth in.backoff", "growth: in.backoff, 1000 to 1000 ×1, held");
}

/// BS-100: five minutes and a loop later a repeat is due; after two that are missing nothing is known any more.
#[test]
fn a_chain_ends_when_two_repeats_are_missing() {
    let alone = |until: i64| {
        holds(&format!("1000 stays n1 scale.down.disabled.annotation\n{until} nodes 3 of 3"))
    };
    assert_eq!(alone(1720), "n1: scale.down.disabled.annotation, 1000 to 1000 ×1, held\n");
    assert_eq!(
        alone(1721),
        "n1: scale.down.disabled.annotation, 1000 to 1000 ×1, no longer reported\n"
    );
    // Another reason after a silence didn't take its place.
    let then = |at: i64| {
        holds(&format!(
            "1000 stays n1 scale.down.disabled.annotation\n{at} stays n1 no.place.to.move.pods"
        ))
    };
    assert!(then(1720).ends_with("annotation, 1000 to 1000 ×1, replaced 1720\n"), "{}", then(1720));
    assert!(
        then(1721).ends_with("annotation, 1000 to 1000 ×1, no longer reported\n"),
        "{}",
        then(1721)
    );
    // The same code with another Pod is another reason.
    check(
        "1000 stays n1 pod.not.enough.pdb web-1\n1300 stays n1 pod.not.enough.pdb web-2",
        "n1: pod.not.enough.pdb web-2, 1300 to 1300 ×1, held
         n1: pod.not.enough.pdb web-1, 1000 to 1000 ×1, replaced 1300",
    );
    // It comes back.
    check(
        "1000 stays n1 pod.not.enough.pdb web-1
         1300 stays n1 no.place.to.move.pods
         1600 stays n1 pod.not.enough.pdb web-1
         1900 stays n1 pod.not.enough.pdb web-1",
        "n1: pod.not.enough.pdb web-1, 1600 to 1900 ×2, held
         n1: pod.not.enough.pdb web-1, 1000 to 1000 ×1, replaced 1300
         n1: no.place.to.move.pods, 1300 to 1300 ×1, replaced 1600",
    );
    // What is said twice at one instant is said once.
    check(
        "1000 stays n1 no.place.to.move.pods\n1000 stays n1 no.place.to.move.pods",
        "n1: no.place.to.move.pods, 1000 to 1000 ×1, held",
    );
}

/// A decision ends what held its own nodes and Pods, at its instant.
#[test]
fn a_decision_ends_what_held_its_own() {
    check(
        "1000 stays n1 no.place.to.move.pods | n2 no.place.to.move.pods | n3 no.place.to.move.pods
         1060 removes e1 n2 n3",
        "n1: no.place.to.move.pods, 1000 to 1000 ×1, held
         n2: no.place.to.move.pods, 1000 to 1000 ×1, over 1060
         n3: no.place.to.move.pods, 1000 to 1000 ×1, over 1060",
    );
    check(
        "1000 waits 2 web-1@ReplicaSet/web | a-z1 mig.skipped max
         1010 waits 3 other/web-1@ReplicaSet/web | a-z1 mig.skipped max
         1020 waits 1 api-1 | a-z1 mig.skipped max
         1030 waits 1 api-2 | a-z1 mig.skipped max
         1060 grows e1 b-z1+1 for web-7@ReplicaSet/web api-2",
        "3 other/web-1: mig.skipped max in a/z1, 1010 to 1010 ×1, held
         1 shop/api-1: mig.skipped max in a/z1, 1020 to 1020 ×1, held
         2 shop/web-1: mig.skipped max in a/z1, 1000 to 1000 ×1, over 1060
         1 shop/api-2: mig.skipped max in a/z1, 1030 to 1030 ×1, over 1060",
    );
    // It is held again: by a removal that fails, or in the next loop.
    check(
        "1000 stays n1 no.place.to.move.pods
         1060 removes e1 n1
         1200 fails e1 scale.down.error.failed.to.evict.pods n1 web-1
         1210 stays n2 no.place.to.move.pods",
        "n1: failed.to.evict.pods n1 web-1, 1200 to 1200 ×1, held
         n2: no.place.to.move.pods, 1210 to 1210 ×1, held
         n1: no.place.to.move.pods, 1000 to 1000 ×1, over 1060",
    );
}

/// Pods of a `ReplicaSet` are told together, so that one that waits alone in place of another is the next.
#[test]
fn the_next_pod_that_waits_alone_is_another() {
    check(
        "1000 waits 1 web-1@ReplicaSet/web | a-z1 mig.skipped max
         1300 waits 1 web-2@ReplicaSet/web | a-z1 mig.skipped max",
        "1 shop/web-2: mig.skipped max in a/z1, 1300 to 1300 ×1, held
         1 shop/web-1: mig.skipped max in a/z1, 1000 to 1000 ×1, over 1300",
    );
    let one_hold = |second: &str| {
        let lines = format!(
            "1000 waits 1 web-1@ReplicaSet/web | a-z1 mig.skipped max\n{second} | a-z1 mig.skipped max"
        );
        holds(&lines).lines().count() == 1
    };
    assert!(one_hold("1300 waits 1 web-1@ReplicaSet/web"));
    assert!(one_hold("1300 waits 2 web-2@ReplicaSet/web"), "some more of the same");
    let of_set = "1000 waits 1 db-1@StatefulSet/db | a-z1 mig.skipped max\n1300 waits 1 db-2@StatefulSet/db | a-z1 mig.skipped max";
    check(of_set, "1 shop/db-2: mig.skipped max in a/z1, 1000 to 1300 ×2, held");
}

/// Results find their decisions by ids, in any order; an error isn't undone by what comes after it.
#[test]
fn results_find_their_decisions() {
    check_decisions(
        "1000 grows e1 a-z1+1 for web-1
         1000 grows e2 b-z1+2 for api-1 api-2
         1060 done e2
         1090 fails e1 scale.up.error.out.of.resources a-z1
         1100 done e1 e2",
        "1000 a/z1 +1 for 1: web-1, failed 1090 out.of.resources a-z1 in a/z1
         1000 b/z1 +2 for 2: api-1 api-2, done 1060",
    );
    // An error after all that replaces the success.
    check_decisions(
        "1000 removes e1 n1 n2
         1060 done e1
         1070 fails e1 scale.down.error.failed.to.delete.node.other n2
         1080 fails e1 scale.down.error.failed.to.evict.pods n1 web-1",
        "1000 −n1 −n2, failed 1070 failed.to.delete.node.other n2; failed.to.evict.pods n1 web-1",
    );
    // Two results without a decision are two.
    check_decisions(
        "1060 done e8\n1070 done e9",
        "1060 Unknown, done 1060\n1070 Unknown, done 1070",
    );
}

/// BS-100: a decision without a result is given up after three hours.
#[test]
fn a_decision_without_a_result_is_given_up() {
    let until = |at: i64| {
        let lines =
            format!("1000 removes e1 n1\n1200 grows e2 a-z1+1 for web-1\n{at} nodes 3 of 3");
        let told = decisions(&lines);
        told.lines().map(|line| line.rsplit_once(", ").unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(until(1000 + 10_800), ["open", "open"]);
    assert_eq!(until(1000 + 10_801), ["given up", "open"]);
    assert_eq!(until(1200 + 10_801), ["given up", "given up"]);
}

/// The verdict counts all, names three, and dates the first.
#[test]
fn the_verdict_is_over_all_that_are_held() {
    assert_eq!(
        says(
            "1000 stays n1 pod.not.enough.pdb web-1 | n2 no.place.to.move.pods
             1010 stays n3 node.group.min.size.reached | n4 scale.down.disabled.annotation
             1020 stays n5 new.code | n6 pod.has.local.storage web-2"
        ),
        "6 nodes stay: 3 held by Pods, 1 by a limit, 1 by a setting, 1 by a code that is unknown; the first since 00:16:40.\n"
    );
    assert_eq!(
        says(
            "1030 waits 2 web-1@ReplicaSet/web | a-z1 mig.skipped max
             1010 waits 3 api-1@ReplicaSet/api | a-z1 mig.skipped max"
        ),
        "5 Pods wait: shop/api-1, shop/web-1, the first since 00:16:50.\n"
    );
    let many: String =
        (1..6).map(|n| format!("{} waits 1 p-{n} | a-z1 mig.skipped max\n", 1000 + n)).collect();
    assert_eq!(
        says(&many),
        "5 Pods wait: shop/p-1, shop/p-2, shop/p-3, 2 more, the first since 00:16:41.\n"
    );
    let three: String =
        (1..4).map(|n| format!("{} waits 1 p-{n} | a-z1 mig.skipped max\n", 1000 + n)).collect();
    assert_eq!(
        says(&three),
        "3 Pods wait: shop/p-1, shop/p-2, shop/p-3, the first since 00:16:41.\n"
    );
    // What isn't held any more isn't counted.
    assert_eq!(
        says("1000 stays n1 no.place.to.move.pods | n2 no.place.to.move.pods\n1060 removes e1 n1"),
        "1 node stays: 1 held by a Pod, since 00:16:40.\n"
    );
    assert_eq!(says("1000 stays n1 no.place.to.move.pods\n1060 removes e1 n1").lines().count(), 1);
}

/// Rows: what is held before what isn't; nodes, Pods, groups, the cluster; the longest first.
#[test]
fn holds_have_an_order() {
    check(
        "1000 no-growth in.backoff
         1010 waits 1 web-1 | a-z1 mig.skipped max
         1020 stays n2 no.place.to.move.pods
         1030 stays n1 no.place.to.move.pods | n3 no.place.to.move.pods
         1040 removes e1 n3",
        "n2: no.place.to.move.pods, 1020 to 1020 ×1, held
         n1: no.place.to.move.pods, 1030 to 1030 ×1, held
         1 shop/web-1: mig.skipped max in a/z1, 1010 to 1010 ×1, held
         growth: in.backoff, 1000 to 1000 ×1, held
         n3: no.place.to.move.pods, 1030 to 1030 ×1, over 1040",
    );
}

/// Numbers of nodes are those of the last status; instants are those of all entries.
#[test]
fn the_last_numbers_of_nodes_count() {
    let one = cluster("1300 nodes 3 of 5\n1000 nodes 7 of 7\n1200 stays n1 no.place.to.move.pods");
    assert_eq!((one.nodes, one.from, one.until, one.events), (Some((3, 5)), 1000, 1300, 3));
    let one = cluster("1000 stays n1 no.place.to.move.pods");
    assert_eq!((one.nodes, one.from, one.until, one.events), (None, 1000, 1000, 1));
}

/// An entry is there twice if its id and its time are: ids are unique within one time only.
#[test]
fn entries_are_the_same_by_id_and_time() {
    let identified = |line: &str, id: &str, second: u32| {
        let mut entry = entry(line);
        entry["insertId"] = json!(id);
        entry["timestamp"] = json!(format!("2026-02-04T10:00:{second:02}Z"));
        entry.to_string()
    };
    let of = |all: &[(&str, u32)]| {
        let entries = all.iter().map(|(id, second)| {
            let line = format!("{} stays n1 no.place.to.move.pods", 1000 + second);
            identified(&line, id, *second)
        });
        let text: String = entries.collect();
        let log = read(&[File { name: "log", bytes: text.as_bytes() }], &mut |_, _| {});
        (log.clusters[0].events, log.repeated)
    };
    assert_eq!(of(&[("a", 1), ("b", 1)]), (2, 0));
    assert_eq!(of(&[("a", 1), ("a", 2)]), (2, 0));
    assert_eq!(of(&[("a", 1), ("b", 1), ("a", 1), ("a", 1)]), (2, 2));
}

/// An event on a Pod is dated by its last time: the first one is that of the first of many.
#[test]
fn an_event_on_a_pod_has_its_last_time() {
    let at = |times: &[(&str, i64)]| {
        let mut event = json!({"kind": "Event", "reason": "NotTriggerScaleUp", "message": "pod didn't trigger scale-up",
            "involvedObject": {"kind": "Pod", "name": "web-1", "namespace": "shop"}, "count": 9});
        for (key, at) in times {
            event[*key] = json!(format!("1970-01-01T00:{:02}:{:02}Z", at / 60, at % 60));
        }
        let text = event.to_string();
        let log = read(&[File { name: "log", bytes: text.as_bytes() }], &mut |_, _| {});
        let cluster = &log.clusters[0];
        (cluster.pod_events[0].at, cluster.until)
    };
    assert_eq!(at(&[("firstTimestamp", 1000), ("lastTimestamp", 3400)]), (3400, 3400));
    assert_eq!(at(&[("lastTimestamp", 3400), ("firstTimestamp", 1000)]), (3400, 3400));
    assert_eq!(at(&[("firstTimestamp", 1000)]), (1000, 1000));
}

/// A time has no day if that is the day of the log's end, whenever the log begins.
#[test]
fn times_of_another_day_have_their_day() {
    let midnight = 86_400;
    let of = |since: i64, from: i64| {
        says(&format!(
            "{from} nodes 3 of 3\n{since} stays n1 no.place.to.move.pods\n{} nodes 3 of 3",
            midnight + 60
        ))
    };
    let stays = |since: &str| format!("1 node stays: 1 held by a Pod, since {since}.\n");
    assert_eq!(of(midnight - 300, midnight - 600), stays("1970-01-01 23:55:00"));
    assert_eq!(of(midnight - 1, midnight - 600), stays("1970-01-01 23:59:59"));
    assert_eq!(of(midnight, midnight - 600), stays("00:00:00"));
    assert_eq!(of(midnight + 30, midnight - 600), stays("00:00:30"));
}

/// What can't be read has its line in the file, also in a later document of YAML.
#[test]
fn documents_of_yaml_have_their_lines() {
    let good = "noDecisionStatus:\n  measureTime: '1000'\n  noScaleDown:\n    nodes: []\n";
    let bad = "one: 1\ntwo: [1, 2\nthree: 3\n";
    let lines = |text: &str| {
        let log = read(&[File { name: "log", bytes: text.as_bytes() }], &mut |_, _| {});
        log.unread.first.iter().map(|(place, _)| (place.entry, place.line)).collect::<Vec<_>>()
    };
    let alone = lines(bad);
    assert_eq!(alone.len(), 1);
    let line = alone[0].1;
    assert_eq!(lines(&format!("---\n{bad}")), [(1, line + 1)]);
    assert_eq!(lines(&format!("{good}---\n{bad}")), [(2, line + 5)]);
    assert_eq!(
        lines(&format!("{good}---\n{bad}---\n{good}---\n{bad}")),
        [(2, line + 5), (3, line + 14)]
    );
}

/// What doesn't name its cluster belongs to the only one that is named, and to none of two.
#[test]
fn entries_without_a_cluster_belong_to_the_only_one() {
    let named = |cluster: &str, line: &str| {
        let mut entry = entry(line);
        entry["resource"] = json!({"labels": {"cluster_name": cluster, "location": "z"}});
        entry.to_string()
    };
    let of = |texts: &[String]| {
        let text = texts.concat();
        let log = read(&[File { name: "log", bytes: text.as_bytes() }], &mut |_, _| {});
        log.clusters.iter().map(|one| (one.name.clone(), one.events)).collect::<Vec<_>>()
    };
    let bare = || json("1100 stays n2 no.place.to.move.pods");
    let (a, b) = (
        named("a", "1000 stays n1 no.place.to.move.pods"),
        named("b", "1000 stays n1 no.place.to.move.pods"),
    );
    assert_eq!(of(&[a.clone(), bare()]), [("a".to_owned(), 2)]);
    assert_eq!(of(&[bare(), a.clone()]), [("a".to_owned(), 2)]);
    assert_eq!(of(&[a, b, bare()]), [(String::new(), 1), ("a".to_owned(), 1), ("b".to_owned(), 1)]);
}

/// A status with two groups of a pool and one of another.
fn status(time: &str, groups: &[[&str; 4]]) -> String {
    let mut text = format!(
        "Cluster-autoscaler status at {time} +0000 UTC:\nCluster-wide:\n  Health: Healthy (ready=9)\n  ScaleUp: NoActivity (ready=9)\n    LastTransitionTime: 2026-02-04 01:00:00 +0000 UTC\n\nNodeGroups:\n"
    );
    for [name, health, up, down] in groups {
        let (up, up_since) = up.split_once('@').unwrap();
        let (down, down_since) = down.split_once('@').unwrap();
        let _ = write!(
            text,
            "  Name: https://x/zones/{name}\n  Health: {health}\n    LastTransitionTime: 2026-02-04 02:00:00 +0000 UTC\n  ScaleUp: {up}\n    LastTransitionTime: 2026-02-04 {up_since} +0000 UTC\n  ScaleDown: {down}\n    LastTransitionTime: 2026-02-04 {down_since} +0000 UTC\n\n"
        );
    }
    text
}

const HEALTHY: &str = "Healthy (ready=3 unready=1 notStarted=2 registered=6 cloudProviderTarget=6 (minSize=1, maxSize=8))";

fn status_says(texts: &[String]) -> (ClusterLog, String) {
    let files: Vec<File<'_>> =
        texts.iter().map(|text| File { name: "cm", bytes: text.as_bytes() }).collect();
    let mut log = read(&files, &mut |_, _| {});
    let cluster = log.clusters.remove(0);
    let says = cluster.verdict().iter().map(|one| words::plain().text(one) + "\n").collect();
    (cluster, says)
}

/// BS-102: what stands below a group is that group's.
#[test]
fn each_group_of_a_status_has_its_own_numbers() {
    let groups = [
        [
            "z1/instanceGroups/gke-prod-web-1a1a-grp",
            HEALTHY,
            "InProgress (ready=3)@09:40:00",
            "CandidatesPresent (candidates=2)@09:50:00",
        ],
        [
            "z2/instanceGroups/gke-prod-web-2b2b-grp",
            "Unhealthy (ready=4 notStarted=0 cloudProviderTarget=4 (minSize=0, maxSize=5))",
            "NoActivity (ready=4)@03:00:00",
            "NoCandidates (candidates=0)@04:00:00",
        ],
        [
            "z1/instanceGroups/gke-prod-batch-3c3c-grp",
            "Healthy (ready=1 notStarted=1 cloudProviderTarget=2 (minSize=0, maxSize=2))",
            "InProgress (ready=1)@09:55:00",
            "CandidatesPresent (candidates=1)@09:00:00",
        ],
        [
            "z2/instanceGroups/gke-prod-batch-4d4d-grp",
            "Healthy (ready=0 notStarted=0 cloudProviderTarget=0 (minSize=0, maxSize=2))",
            "Backoff (ready=0)@09:58:00",
            "NoCandidates (candidates=0)@05:00:00",
        ],
    ];
    let (cluster, says) = status_says(&[status("2026-02-04 10:00:00", &groups)]);
    let told: Vec<String> = cluster.statuses[0]
        .groups
        .iter()
        .map(|one| {
            let limits = one.limits.unwrap();
            format!(
                "{}/{} {} {}+{} of {}, {}–{}, {} {}, {} {} ({})",
                one.group.pool,
                one.group.zone,
                one.health,
                one.ready.unwrap(),
                one.starting.unwrap(),
                one.target.unwrap(),
                limits.0,
                limits.1,
                one.scale_up,
                cluster.clock(one.scale_up_since.unwrap()),
                one.scale_down,
                cluster.clock(one.scale_down_since.unwrap()),
                one.candidates.unwrap()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "web/z1 Healthy 3+2 of 6, 1–8, InProgress 09:40:00, CandidatesPresent 09:50:00 (2)",
            "web/z2 Unhealthy 4+0 of 4, 0–5, NoActivity 03:00:00, NoCandidates 04:00:00 (0)",
            "batch/z1 Healthy 1+1 of 2, 0–2, InProgress 09:55:00, CandidatesPresent 09:00:00 (1)",
            "batch/z2 Healthy 0+0 of 0, 0–2, Backoff 09:58:00, NoCandidates 05:00:00 (0)",
        ]
    );
    // Nodes go ten minutes after the latest of their need's end and the last scale-up, which is 09:55 (KA-74).
    assert_eq!(
        says,
        "2 groups of nodes can’t grow: batch in z2, web in z2, since 09:58:00.\n\
         web in z1 grows by 2 nodes since 09:40:00.\n\
         batch in z1 grows by 1 node since 09:55:00.\n\
         web in z1: 2 nodes may go, not before 10:05:00: 10 minutes unneeded, and 10 minutes after the last scale-up.\n\
         batch in z1: 1 node may go, not before 10:05:00: 10 minutes unneeded, and 10 minutes after the last scale-up.\n"
    );
    assert_eq!(cluster.name, "prod");
}

/// Without growth that goes on, a group's own candidates say when.
#[test]
fn candidates_go_ten_minutes_after_they_are_unneeded() {
    let groups = [
        [
            "z1/instanceGroups/gke-prod-web-1a1a-grp",
            HEALTHY,
            "NoActivity (ready=3)@09:59:00",
            "CandidatesPresent (candidates=2)@09:50:00",
        ],
        [
            "z2/instanceGroups/gke-prod-api-2b2b-grp",
            HEALTHY,
            "NoActivity (ready=3)@09:59:00",
            "CandidatesPresent (candidates=1)@09:56:00",
        ],
    ];
    let (_, says) = status_says(&[status("2026-02-04 10:00:00", &groups)]);
    let times: Vec<&str> =
        says.lines().skip(1).map(|line| &line[..line.find(": 10 minutes").unwrap()]).collect();
    assert_eq!(
        times,
        [
            "web in z1: 2 nodes may go, not before 10:00:00",
            "api in z2: 1 node may go, not before 10:06:00"
        ]
    );
}

/// Of two statuses the later one counts, in either order.
#[test]
fn the_latest_status_counts() {
    let group = "z1/instanceGroups/gke-prod-web-1a1a-grp";
    let backs_off = status(
        "2026-02-04 10:00:00",
        &[[group, HEALTHY, "Backoff (ready=3)@09:58:00", "NoCandidates (candidates=0)@05:00:00"]],
    );
    let grows = status(
        "2026-02-04 10:10:00",
        &[[
            group,
            HEALTHY,
            "InProgress (ready=3)@10:08:00",
            "NoCandidates (candidates=0)@05:00:00",
        ]],
    );
    let last = "Nothing is held back. A node that is used enough is never logged, so a missing entry proves nothing.\n";
    for texts in [[backs_off.clone(), grows.clone()], [grows.clone(), backs_off.clone()]] {
        let (cluster, says) = status_says(&texts);
        assert_eq!(cluster.statuses.len(), 2);
        assert_eq!(says.lines().next().map(|line| format!("{line}\n")).unwrap(), last);
        assert!(cluster.holds.is_empty());
        assert_eq!(cluster.statuses[1].groups[0].scale_up, "InProgress");
    }
}

/// What the log tells of a group isn't said again by the status, but that of another group is.
#[test]
fn a_status_adds_what_the_log_does_not_tell() {
    let at = 1_770_199_200; // 2026-02-04 10:00:00
    let web = "gke-prod-web-1a1a-grp";
    let lines = json!([
        {"decision": {"decideTime": (at - 100).to_string(), "eventId": "e1", "scaleUp": {
            "increasedMigs": [{"mig": {"name": web, "nodepool": "web", "zone": "z1"}, "requestedNodes": 1}],
            "triggeringPods": [{"name": "web-1", "namespace": "shop"}]}}},
        {"resultInfo": {"measureTime": (at - 60).to_string(), "results": [{"eventId": "e1", "errorMsg": {
            "messageId": "scale.up.error.out.of.resources", "parameters": [web]}}]}},
    ]);
    let groups = [
        [
            "z1/instanceGroups/gke-prod-web-1a1a-grp",
            HEALTHY,
            "Backoff (ready=3)@09:59:00",
            "NoCandidates (candidates=0)@05:00:00",
        ],
        [
            "z2/instanceGroups/gke-prod-api-2b2b-grp",
            HEALTHY,
            "Backoff (ready=3)@09:57:00",
            "NoCandidates (candidates=0)@05:00:00",
        ],
    ];
    let (cluster, says) = status_says(&[lines.to_string(), status("2026-02-04 10:00:00", &groups)]);
    let told: Vec<(String, i64, Option<i64>)> = cluster
        .holds
        .iter()
        .map(|one| {
            let Subject::Group(group) = &one.subject else { panic!("{one:?}") };
            (
                format!("{}/{} {}", group.pool, group.zone, one.reasons[0].code),
                at - one.since,
                one.again.map(|again| again - at),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("api/z2 Backoff".to_owned(), 180, None),
            ("web/z1 scale.up.error.out.of.resources".to_owned(), 60, Some(240)),
        ]
    );
    assert_eq!(
        says.lines().next().unwrap(),
        "2 groups of nodes can’t grow: api in z2, web in z1, since 09:57:00."
    );
}
