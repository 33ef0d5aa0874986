//! Documents at, and beyond, every limit: each ends in a diagnostic, or in a run that reports what is stuck.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::{Expect, expect};
use query::{Index, Outcome};
use runner::Session;
use trace::text::Namer;

/// Diagnostics without their hints, and the end of the run.
fn outcome(text: &str) -> String {
    let opened = scenario::open(text);
    let mut told = String::new();
    for one in &opened.diagnostics {
        let line = cli::english::finding(one);
        let line = line.split(" Hint: ").next().unwrap();
        let _ = writeln!(told, "{line}");
    }
    let Some(compiled) = opened.compiled else {
        return told;
    };
    let session = Session::of(compiled, None, None);
    let mut trace = session.trace();
    let ran = session.finish(|chunk| trace.push(chunk));
    let index = Index::of(&trace);
    let end = Outcome::of(&trace, &index, ran.ended);
    let last = trace.frame_at(trace.end());
    let namer = Namer { plan: trace.plan(), cluster: &last.cluster };
    let _ = writeln!(
        told,
        "{} at {} s: {} nodes, {} evicted, {} forced, {} without a node",
        end.conclusion.name(),
        end.end.ms() / 1000,
        end.nodes.end,
        end.evictions,
        end.forced,
        end.unplaced.len(),
    );
    let mut stuck: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for one in &end.open_holds {
        let slug = trace.rule(&trace.record(one.no).unwrap()).slug;
        let said = stuck.entry(slug).or_insert_with(|| (0, namer.subject(one.subject)));
        said.0 += 1;
    }
    for (slug, (number, first)) in stuck {
        let _ = writeln!(told, "  {slug} {number}, first {first}");
    }
    told
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&outcome(text));
}

/// A pool of two nodes for six Pods each, three Pods `web`, an upgrade at 0, and what is given.
fn small(rest: &str) -> String {
    format!(
        r#"{{"version":1,"pools":[{{"name":"a","version":"1.32","initialNodeCount":2,"locations":["z"],
            "allocatable":{{"cpu":"6","memory":"6Gi","pods":"6"}}}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":3,"requests":{{"cpu":"1"}}}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"1.33"}}]{rest}}}"#
    )
}

/// Three Pods `web` under this budget.
fn budget(budget: &str) -> String {
    small(&format!(r#","budgets":[{{"name":"b",{budget}}}]"#))
}

/// Pools of this many nodes in one zone each, a Deployment of this many Pods, and one more after a second.
fn large(pools: &[u32], replicas: u32) -> String {
    let pools = pools.iter().enumerate().map(|(n, nodes)| {
        format!(
            r#"{{"name":"p{n}","initialNodeCount":{nodes},"locations":["z"],
                "allocatable":{{"cpu":"32","memory":"64Gi","pods":"110"}}}}"#
        )
    });
    let pools: Vec<String> = pools.collect();
    format!(
        r#"{{"version":1,"pools":[{}],"workloads":[{{"kind":"Deployment","name":"web","replicas":{replicas},
            "requests":{{"cpu":"1"}}}}],"script":[{{"at":"1s","do":"set","workload":"web","replicas":{}}}]}}"#,
        pools.join(","),
        u64::from(replicas) + 1
    )
}

#[test]
fn clusters_without_nodes() {
    check(
        r#"{"version":1,"pools":[]}"#,
        expect![[r#"
        warning[nodes/none] /pools: There is no node pool.
        idle at 0 s: 0 nodes, 0 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        r#"{"version":1,"pools":[{"name":"a","initialNodeCount":0}],"workloads":[{"kind":"Deployment","name":"web","replicas":2}],
            "script":[{"at":"0s","do":"upgrade","pool":"a","version":"1.33"}]}"#,
        expect![[r#"
            warning[nodes/none] /pools/0: “a” has no nodes: its upgrade ends at once and changes nothing.
            idle at 0 s: 0 nodes, 0 evicted, 0 forced, 2 without a node
              place/unschedulable 2, first pod/web-0
        "#]],
    );
}

/// CA-64, BS-59, BS-66: excess is reported, but the scenario runs.
#[test]
fn the_sizes_of_gke() {
    check(
        &large(&[1000], 10),
        expect![[r#"
        idle at 21 s: 1000 nodes, 0 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &large(&[1001], 10),
        expect![[r#"
            warning[quota/nodes-per-zone] /pools/0/initialNodeCount: The pool “p0” has 1,001 nodes in a zone; GKE allows 1,000.
            idle at 21 s: 1001 nodes, 0 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &large(&[1000; 15], 10),
        expect![[r#"
        idle at 21 s: 15000 nodes, 0 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &large(&[[1000; 15].as_slice(), &[1]].concat(), 10),
        expect![[r#"
            warning[quota/nodes] /pools: 15,001 nodes are more than the 15,000 of a cluster.
            idle at 21 s: 15001 nodes, 0 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &large(&[32_501, 32_500], 10),
        expect![[r#"
            error[limits/too-many] /pools: 65,001 nodes are more than the 65,000 of a run.
        "#]],
    );
}

/// BS-66: a document of 15,000 nodes and 450,000 Pods is taken, with warnings.
#[test]
fn the_largest_cluster_is_accepted() {
    let text = |replicas: u32| large(&[1000; 15], replicas);
    let diagnostics = |text: &str| -> String {
        let opened = scenario::open(text);
        let compiled = opened.compiled.unwrap();
        let lines = opened.diagnostics.iter().map(|one| cli::english::finding(one) + "\n");
        let pods = compiled.cluster.pods.len();
        format!(
            "{}{} nodes, {pods} Pods\n",
            lines.collect::<String>(),
            compiled.cluster.nodes.len()
        )
    };
    expect![[r#"
        15000 nodes, 200000 Pods
    "#]]
    .assert_eq(&diagnostics(&text(200_000)));
    expect![[r#"
        warning[quota/pods] /workloads: 450,000 Pods are more than the 200,000 of a Standard cluster. Hint: Split the cluster; the run is computed all the same. (BS-66)
        15000 nodes, 450000 Pods
    "#]].assert_eq(&diagnostics(&text(450_000)));
}

/// Every budget selects every workload: some are reported, the rest is only counted.
#[test]
fn budgets_that_all_select_everything() {
    let many = |number: u32| {
        let text = small(&format!(
            r#","budgets":[{{"name":"b","selector":{{}},"maxUnavailable":1,"copies":{number}}}]"#
        ))
        .replace(r#""replicas":3"#, &format!(r#""replicas":0,"copies":{number}"#));
        let opened = scenario::open(&text);
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        for one in &opened.diagnostics {
            *codes.entry(one.code).or_default() += 1;
        }
        format!("{codes:?}, compiled: {}\n", opened.compiled.is_some())
    };
    expect![[r#"
        {"budget/two": 500, "document/more-findings": 1}, compiled: true
    "#]]
    .assert_eq(&many(1000));
    expect![[r#"
        {"budget/two": 499, "document/more-findings": 1, "limits/selectors": 1}, compiled: false
    "#]]
    .assert_eq(&many(20_000));
}

#[test]
fn numbers_beyond_a_run() {
    check(
        &large(&[10], 2_000_001),
        expect![[r#"
            error[limits/too-many] /workloads: 2,000,001 Pods are more than the 2,000,000 of a run.
            error[limits/too-many] /script: 2,000,002 Pods that the script adds are more than the 2,000,000 of a run.
        "#]],
    );
    check(
        &small("").replace(r#""replicas":3"#, r#""replicas":1,"copies":200001"#),
        expect![[r#"
            error[limits/too-many] /workloads: 200,001 workloads are more than the 200,000 of a run.
        "#]],
    );
    // A Pod for each node.
    check(
        &large(&[1000; 15], 1).replace(
            r#""kind":"Deployment","name":"web""#,
            r#""kind":"DaemonSet","name":"log","copies":134"#,
        ),
        expect![[r#"
            error[limits/too-many] /workloads: 2,010,000 Pods are more than the 2,000,000 of a run.
        "#]],
    );
    check(
        &small("").replace(
            r#""script":["#,
            r#""script":[{"at":"1s","do":"set","workload":"web","replicas":2000000000},"#,
        ),
        expect![[r#"
            error[limits/too-many] /script: 2,000,000,000 Pods that the script adds are more than the 2,000,000 of a run.
        "#]],
    );
}

/// KT-20.
#[test]
fn pods_of_a_node() {
    let of = |pods: &str| {
        small("").replace(
            r#""initialNodeCount":2"#,
            &format!(r#""initialNodeCount":2,"maxPodsConstraint":{{"maxPodsPerNode":"{pods}"}}"#),
        )
    };
    check(
        &of("0"),
        expect![[r#"
        error[nodes/pods-per-node] /pools/0/maxPodsConstraint/maxPodsPerNode: GKE does not make nodes for 0 Pods.
    "#]],
    );
    check(
        &of("1"),
        expect![[r#"
        warning[nodes/pods-per-node] /pools/0/maxPodsConstraint/maxPodsPerNode: GKE does not make nodes for 1 Pod.
        succeeded at 482 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &of("256"),
        expect![[r#"
        succeeded at 482 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &of("5000"),
        expect![[r#"
            error[nodes/pods-per-node] /pools/0/maxPodsConstraint/maxPodsPerNode: GKE does not make nodes for 5,000 Pods.
        "#]],
    );
    // As a listed capacity, which has no limit.
    check(
        &small("").replace(r#""pods":"6""#, r#""pods":"0""#),
        expect![[r#"
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 3 without a node
              place/unschedulable 3, first pod/web-0
        "#]],
    );
    check(
        &small("")
            .replace(
                r#""cpu":"6","memory":"6Gi","pods":"6""#,
                r#""cpu":"6000","memory":"6Ti","pods":"5000""#,
            )
            .replace(r#""replicas":3"#, r#""replicas":5000"#),
        expect![[r#"
            warning[nodes/pods-per-node] /pools/0/allocatable/pods: The nodes of “a” take 5,000 Pods; on GKE none takes more than 256.
            succeeded at 482 s: 2 nodes, 5000 evicted, 0 forced, 0 without a node
        "#]],
    );
}

/// KP-12, KP-18, KP-02, KE-03: budgets that allow all, allow none, match no Pod, match every Pod, and match twice.
#[test]
fn budgets() {
    const WEB: &str = r#""selector":{"matchLabels":{"app":"web"}}"#;
    let of = |rest: &str| budget(&format!("{WEB},{rest}"));
    check(
        &of(r#""maxUnavailable":"0%""#),
        expect![[r#"
        warning[budget/never] /budgets/0: The budget “b” never lets a Pod go: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise.
        succeeded at 7622 s: 2 nodes, 0 evicted, 3 forced, 0 without a node
    "#]],
    );
    check(
        &of(r#""maxUnavailable":"100%""#),
        expect![[r#"
        succeeded at 482 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &of(r#""minAvailable":"0%""#),
        expect![[r#"
        succeeded at 482 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &of(r#""minAvailable":"100%""#),
        expect![[r#"
        warning[budget/never] /budgets/0: The budget “b” never lets a Pod go: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise.
        succeeded at 7622 s: 2 nodes, 0 evicted, 3 forced, 0 without a node
    "#]],
    );
    check(
        &of(r#""minAvailable":2147483648"#),
        expect![[r#"
            error[budget/out-of-bounds] /budgets/0/minAvailable: 2147483648 is out of bounds.
            warning[budget/never-here] /budgets/0: The budget “b” wants 2,147,483,648 of 3 Pods to stay: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise.
        "#]],
    );
    check(
        &of(r#""minAvailable":1000"#),
        expect![[r#"
            warning[budget/never-here] /budgets/0: The budget “b” wants 1,000 of 3 Pods to stay: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise.
            succeeded at 7622 s: 2 nodes, 0 evicted, 3 forced, 0 without a node
        "#]],
    );
    check(
        &of(r#""maxUnavailable":"101%""#),
        expect![[r#"
        error[budget/out-of-bounds] /budgets/0/maxUnavailable: “101%” is out of bounds.
    "#]],
    );
    check(
        &of(r#""maxUnavailable":-1"#),
        expect![[r#"
        error[budget/out-of-bounds] /budgets/0/maxUnavailable: -1 is out of bounds.
        warning[budget/never-here] /budgets/0: The budget “b” wants 4 of 3 Pods to stay: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise.
    "#]],
    );
    check(
        &budget(r#""selector":{"matchLabels":{"app":"none"}},"maxUnavailable":0"#),
        expect![[r#"
            info[budget/nothing] /budgets/0: No workload in the namespace “default” matches the budget “b”.
            succeeded at 482 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &budget(r#""selector":{},"maxUnavailable":1"#),
        expect![[r#"
            succeeded at 502 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &small(&format!(
            r#","budgets":[{{"name":"b",{WEB},"maxUnavailable":1}},{{"name":"c","selector":{{}},"maxUnavailable":1}}]"#
        )),
        expect![[r#"
            warning[budget/two] /budgets/1/selector: The budgets “b” and “c” both select the Pods of “web”: their eviction fails with an error, even if the budgets allow it.
            succeeded at 7622 s: 2 nodes, 0 evicted, 3 forced, 0 without a node
        "#]],
    );
}

#[test]
fn pods_that_fit_nowhere() {
    check(
        &small("").replace(r#""cpu":"1""#, r#""cpu":"7""#),
        expect![[r#"
            warning[workload/too-large] /workloads/0/requests: A Pod of “web” requests 7,000 m CPU and 0 MiB memory, and no node has as much of everything that it requests: it stays Pending.
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 3 without a node
              place/unschedulable 3, first pod/web-0
        "#]],
    );
    check(
        &small("").replace(r#""cpu":"1""#, r#""cpu":"9000000000""#),
        expect![[r#"
            warning[workload/too-large] /workloads/0/requests: A Pod of “web” requests 9,000,000,000,000 m CPU and 0 MiB memory, and no node has as much of everything that it requests: it stays Pending.
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 3 without a node
              place/unschedulable 3, first pod/web-0
        "#]],
    );
    check(
        &small("").replace(r#""cpu":"1""#, r#""example.com/thing":"1""#),
        expect![[r#"
            warning[workload/too-large] /workloads/0/requests: A Pod of “web” requests 0 m CPU and 0 MiB memory, and no node has as much of everything that it requests: it stays Pending.
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 3 without a node
              place/unschedulable 3, first pod/web-0
        "#]],
    );
    check(
        &small("").replace(r#""replicas":3"#, r#""replicas":13"#),
        expect![[r#"
            warning[nodes/too-few-slots] /workloads: 13 Pods are more than the 12 that all nodes together may have: the rest stays Pending.
            succeeded at 780 s: 2 nodes, 12 evicted, 0 forced, 1 without a node
              place/unschedulable 1, first pod/web-24
        "#]],
    );
}

#[test]
fn replicas() {
    check(
        &small("").replace(r#""replicas":3"#, r#""replicas":0"#),
        expect![[r#"
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &small("").replace(r#""replicas":3"#, r#""replicas":-1"#),
        expect![[r#"
            error[document/value] /workloads/0/replicas: -1 is out of bounds.
        "#]],
    );
    check(
        &small("").replace(r#""replicas":3"#, r#""replicas":0,"copies":0"#),
        expect![[r#"
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &small("").replace(
            r#""script":["#,
            r#""script":[{"at":"1s","do":"set","workload":"web","replicas":0},"#,
        ),
        expect![[r#"
            succeeded at 422 s: 2 nodes, 0 evicted, 0 forced, 0 without a node
        "#]],
    );
}

/// No time is endless: ten years are the most.
#[test]
fn durations() {
    let grace = |seconds: &str| {
        small("").replace(
            r#""replicas":3"#,
            &format!(r#""replicas":3,"terminationGracePeriodSeconds":{seconds}"#),
        )
    };
    check(
        &grace("0"),
        expect![[r#"
        succeeded at 422 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &grace("315360000"),
        expect![[r#"
            warning[surge/long-grace] /workloads/0/terminationGracePeriodSeconds: A Pod of “web” may need 3,650 days to end; a surge upgrade of “a” forces it out after 1 h.
            succeeded at 7622 s: 2 nodes, 3 evicted, 3 forced, 0 without a node
        "#]],
    );
    check(
        &grace("315360001"),
        expect![[r#"
            error[document/value] /workloads/0/terminationGracePeriodSeconds: 315360001 is out of bounds.
            warning[surge/long-grace] /workloads/0/terminationGracePeriodSeconds: A Pod of “web” may need 3,650 days 1 s to end; a surge upgrade of “a” forces it out after 1 h.
        "#]],
    );
    let assumed = |what: &str| small(&format!(r#","assumptions":{{{what}}}"#));
    check(
        &assumed(r#""nodeCreate":"0s","nodeDelete":"0s","podStart":"0s","shutdown":"0s""#),
        expect![[r#"
            succeeded at 2 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &assumed(r#""nodeCreate":"315360000s""#),
        expect![[r#"
        limit at 0 s: 2 nodes, 0 evicted, 0 forced, 0 without a node
    "#]],
    );
    check(
        &assumed(r#""nodeCreate":"315360001s""#),
        expect![[r#"
        error[assumption/out-of-bounds] /assumptions/nodeCreate: A duration is negative or longer than ten years.
    "#]],
    );
    let drain = |limits: &str| {
        small("").replace(
            r#""initialNodeCount":2"#,
            &format!(r#""initialNodeCount":2,"nodeDrainConfig":{{{limits}}}"#),
        )
    };
    check(
        &drain(r#""pdbTimeoutDuration":"0s","graceTerminationDuration":"0s""#),
        expect![[r#"
            succeeded at 422 s: 2 nodes, 3 evicted, 0 forced, 0 without a node
        "#]],
    );
    check(
        &drain(r#""pdbTimeoutDuration":"315360001s""#),
        expect![[r#"
            error[drain/limit] /pools/0/nodeDrainConfig/pdbTimeoutDuration: 315360001 s isn't a valid drain limit.
        "#]],
    );
}

/// Short texts that expand to gigabytes of names and labels are refused before anything is built.
#[test]
fn names_and_labels_times_numbers_are_limited() {
    let name = "n".repeat(1 << 20);
    let mut told = String::new();
    for text in [
        format!(
            r#"{{"version":1,"pools":[{{"name":"{name}","initialNodeCount":600,"locations":["z"]}}]}}"#
        ),
        format!(
            r#"{{"version":1,"cluster":{{"locations":["{name}"]}},"pools":[{}]}}"#,
            (0..400)
                .map(|n| format!(r#"{{"name":"p{n}","initialNodeCount":1}}"#))
                .collect::<Vec<_>>()
                .join(",")
        ),
        format!(
            r#"{{"version":1,"pools":[],"workloads":[{{"kind":"Deployment","name":"{name}","copies":5000}}]}}"#
        ),
        format!(
            r#"{{"version":1,"pools":[],"workloads":[{{"kind":"Deployment","name":"w","labels":{{"a":"{name}"}},"copies":200000,"replicas":0}}]}}"#
        ),
        format!(
            r#"{{"version":1,"pools":[],"budgets":[{{"name":"b","copies":100000,"maxUnavailable":1,"selector":{{"matchLabels":{{"a":"{name}"}}}}}}]}}"#
        ),
        format!(
            r#"{{"version":1,"pools":[{{"name":"p","initialNodeCount":1,"config":{{"labels":{{"a":"{name}"}}}}}}],"script":[{}]}}"#,
            (0..300)
                .map(|n| format!(
                    r#"{{"at":"{n}s","do":"upgrade","pool":"p","version":"1.33.{n}"}}"#
                ))
                .collect::<Vec<_>>()
                .join(",")
        ),
    ] {
        let started = std::time::Instant::now();
        told.push_str(&outcome(&text));
        assert!(started.elapsed().as_secs() < 60, "{told}");
    }
    expect![[r#"
        error[limits/too-many] /pools: 629,146,201 bytes of names and labels are more than the 268,435,456 of a run.
        error[limits/too-many] /pools: 1,677,726,070 bytes of names and labels are more than the 268,435,456 of a run.
        error[limits/too-many] /workloads: 5,243,105,000 bytes of names and labels are more than the 268,435,456 of a run.
        error[limits/too-many] /workloads: 209,731,000,000 bytes of names and labels are more than the 268,435,456 of a run.
        error[limits/too-many] /budgets: 104,865,900,000 bytes of names and labels are more than the 268,435,456 of a run.
        error[limits/too-many] /script: 314,578,500 bytes of names and labels are more than the 268,435,456 of a run.
    "#]].assert_eq(&told);
}
