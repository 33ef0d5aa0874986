//! What lets a node go that the autoscaler keeps, and what gives a Pod a node: each change is proven by a run with it.

use crate::alternatives::Ran;
use crate::cli::answer;
use base::SimTime;
use expect_test::{Expect, expect};
use scenario::presets::preset_text;

fn check(text: &str, subject: &str, secs: i64, expected: Expect) {
    expected.assert_eq(&Ran::of(text).told(subject, Some(SimTime::from_secs(secs))));
}

fn check_stays(node: &str, expected: Expect) {
    let text = preset_text("wont-scale-down").expect("a preset");
    check(&text, &format!("node/{node}"), 610, expected);
}

#[test]
fn each_node_that_stays_has_the_change_that_lets_it_go() {
    check_stays(
        "annotated",
        expect![[r#"
            + annotated without the annotation scale-down-disabled: annotated gone at +00:10:45
        "#]],
    );
    check_stays(
        "bare-pod",
        expect![[r#"
            - debug with the annotation safe-to-evict: "true": bare-pod stays
        "#]],
    );
    check_stays(
        "held-by-cpu-minimum",
        expect![[r#"
            + resourceLimits cpu minimum 36 → 32: held-by-cpu-minimum gone at +00:10:45, nodes removed 1 → 2
        "#]],
    );
    check_stays(
        "held-by-pool-minimum",
        expect![[r#"
            - fixed minNodeCount 1 → 0: held-by-pool-minimum stays
        "#]],
    );
    check_stays(
        "not-safe",
        expect![[r#"
            - encoder with the annotation safe-to-evict: "true": not-safe stays
        "#]],
    );
    check_stays(
        "only-here",
        expect![[r#"
            - index without its nodeSelector: only-here stays
        "#]],
    );
    check_stays(
        "used-enough",
        expect![[r#"
            - search requests.cpu 3,000m → 1,959m: used-enough stays
        "#]],
    );
    check_stays(
        "with-system-pod",
        expect![[r#"
            - add a PDB with maxUnavailable 1 for kube-system/dns-autoscaler: with-system-pod stays
        "#]],
    );
    check_stays(
        "without-budget",
        expect![[r#"
            - orders maxUnavailable 0 → 1: without-budget stays
        "#]],
    );
}

/// A cluster of one node with Pods that wait, with these settings of its pool and of its Pods.
fn waits(cluster: &str, pool: &str, pods: &str) -> String {
    format!(
        r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"{cluster}}},
        "pools":[{{"name":"main","version":"1.33.5-gke.1162000","initialNodeCount":1,"config":{{"machineType":"e2-standard-4"{pool}}},
          "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":3}}}}],
        "workloads":[{{"kind":"Deployment","name":"web","replicas":1,"requests":{{"cpu":"2"}}{pods}}}],
        "script":[{{"at":"10s","do":"set","workload":"web","replicas":6}}],"until":"30m"}}"#
    )
}

#[test]
fn each_reason_to_wait_has_its_change() {
    check(
        &waits("", "", ""),
        "pod/web-5",
        600,
        expect![[r#"
            + main maxNodeCount 3 → 6: Pods without a node 3 → 0, Pods wait to the end of the run → 3 min 10 s
            + main maxNodeCount 3 → 4: Pods without a node 3 → 2
        "#]],
    );
    let limits = r#","autoscaling":{"enableNodeAutoprovisioning":true,"resourceLimits":[{"resourceType":"cpu","minimum":0,"maximum":8},{"resourceType":"memory","minimum":0,"maximum":1000}]}"#;
    check(
        &waits(limits, "", ""),
        "workload/web",
        600,
        expect![[r#"
            + resourceLimits cpu maximum 8 → 12: Pods without a node 4 → 3
        "#]],
    );
    let taint = r#","taints":[{"key":"dedicated","value":"batch","effect":"NO_SCHEDULE"}]"#;
    check(
        &waits("", taint, ""),
        "pod/web-1",
        600,
        expect![[r#"
            + web tolerates the taint of main: Pods without a node 6 → 3, without ready Pods to the end of the run → 0 s, web ready 0 of 6 → 1 of 6, Pods waiting at once 6 → 5
        "#]],
    );
    check(
        &waits("", "", r#","priority":-20"#),
        "pod/web-5",
        600,
        expect![[r#"
            + web priority −20 → −10: Pods without a node 5 → 3
        "#]],
    );
    check(
        &waits("", "", r#","nodeSelector":{"disk":"fast"}"#),
        "pod/web-1",
        600,
        expect![[r#"
            + web without its nodeSelector: Pods without a node 6 → 3, without ready Pods to the end of the run → 0 s, web ready 0 of 6 → 1 of 6, Pods waiting at once 6 → 5
        "#]],
    );
}

#[test]
fn a_pool_is_asked_about_its_nodes_and_its_pods() {
    check(
        &waits("", "", ""),
        "pool/main",
        600,
        expect![[r#"
            + main maxNodeCount 3 → 6: Pods without a node 3 → 0, Pods wait to the end of the run → 3 min 10 s
            + main maxNodeCount 3 → 4: Pods without a node 3 → 2
        "#]],
    );
    let text = preset_text("wont-scale-down").expect("a preset");
    check(
        &text,
        "pool/fixed",
        610,
        expect![[r#"
            - fixed minNodeCount 1 → 0: held-by-pool-minimum stays
        "#]],
    );
}

/// KA-93: what is recorded is about the new revision, and the change is of the workload.
#[test]
fn pods_of_a_rollout_that_wait_get_their_node() {
    let text = waits("", "", "")
        .replace(r#""maxNodeCount":3"#, r#""maxNodeCount":1"#)
        .replace(r#""replicas":6}"#, r#""requests":{"cpu":"3"}}"#)
        .replace(r#""do":"set""#, r#""do":"rollout""#);
    check(
        &text,
        "workload/web",
        600,
        expect![[r#"
            + main maxNodeCount 1 → 2: Pods without a node 1 → 0, Pods wait to the end of the run → 3 min 10 s, nodes removed 0 → 1, node-hours +0.2
        "#]],
    );
}

/// KA-54, KA-56: a node that is used is not said to be little used, whatever keeps it besides.
#[test]
fn a_node_that_is_used_is_not_little_used() {
    let text = waits("", "", "").replace(r#""cpu":"2"#, r#""cpu":"3500m"#);
    check(
        &text,
        "node/main-a-1",
        5,
        expect![[r#"
            - main minNodeCount 1 → 0: main-a-1 stays
        "#]],
    );
}

/// A limit that will hold a node when its time is over is said, and named in what lets another one go, from the start of the run.
#[test]
fn what_holds_a_node_later_is_known_before() {
    let text = preset_text("wont-scale-down").expect("a preset");
    check(
        &text,
        "node/not-safe",
        60,
        expect![[r#"
            - encoder with the annotation safe-to-evict: "true": not-safe stays
        "#]],
    );
    check(
        &text,
        "node/held-by-cpu-minimum",
        60,
        expect![[r#"
            + resourceLimits cpu minimum 36 → 32: held-by-cpu-minimum gone at +00:10:45, nodes removed 1 → 2
        "#]],
    );
    let why = answer(&["why", "preset:wont-scale-down", "--at", "1m", "node/held-by-cpu-minimum"]);
    let said = why.lines().filter(|line| line.starts_with("What:") || line.starts_with("Until:"));
    expect![[r#"
        What: Node held-by-cpu-minimum has been unneeded for 1 min (since +00:00:00).
        Until: +00:10:10, when the autoscaler finds that it stays: a minimum of the cluster's resources needs it.
    "#]].assert_eq(&said.map(|line| format!("{line}\n")).collect::<String>());
}
