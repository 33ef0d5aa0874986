//! Scenario documents: text in, diagnostics and a start state out.

use std::fmt::Write as _;

use expect_test::{Expect, expect, expect_file};
use scenario::{self, Document, Opened};

use crate::corpus::corpus;

fn lines(opened: &Opened) -> String {
    let mut text = String::new();
    for diagnostic in &opened.diagnostics {
        let _ = writeln!(text, "{}", cli::english::finding(diagnostic));
    }
    let stopped = opened.diagnostics.iter().any(scenario::Diagnostic::stops_a_run);
    assert_eq!(
        opened.compiled.is_none(),
        stopped,
        "compiled although something stops a run, or the other way round: {text}"
    );
    text
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&lines(&scenario::open(text)));
}

/// A document with a pool of three nodes beside what is given.
fn with(rest: &str) -> String {
    format!(r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":3}}],{rest}}}"#)
}

/// A document with one pool that has these settings.
fn pool(rest: &str) -> String {
    format!(r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":3,{rest}}}]}}"#)
}

/// A document with this budget and a Deployment of three, a Job, a DaemonSet and a bare Pod.
fn budget(rest: &str) -> String {
    with(&format!(
        r#""workloads":[
            {{"kind":"Deployment","name":"web","replicas":3}},
            {{"kind":"Job","name":"etl"}},
            {{"kind":"DaemonSet","name":"log"}},
            {{"kind":"Pod","name":"lone"}}],
        "budgets":[{{"name":"pdb",{rest}}}]"#
    ))
}

const WEB: &str = r#""selector":{"matchLabels":{"app":"web"}}"#;

#[test]
fn an_exclusion_until_an_unknown_end_of_support_says_so() {
    let text = |cluster: &str| {
        with(&format!(
            r#""cluster":{{"currentMasterVersion":"1.33",{cluster}"maintenancePolicy":{{"window":{{"maintenanceExclusions":{{"a":{{
            "startTime":"2026-01-01T00:00:00Z","maintenanceExclusionOptions":{{"scope":"NO_MINOR_UPGRADES","endTimeBehavior":"UNTIL_END_OF_SUPPORT"}}}}}}}}}}}}"#
        ))
    };
    check(
        &text(""),
        expect![[r#"
            warning[exclusion/unknown-end] /cluster/maintenancePolicy/window/maintenanceExclusions/a: The exclusion “a” lasts until the end of support, which the scenario does not have: it never ends in a run. Hint: Set endOfStandardSupportTimestamp of currentMasterVersion's minor version in cluster, or give the exclusion an endTime. (BS-22)
        "#]],
    );
    check(&text(r#""endOfStandardSupportTimestamp":"2026-08-01T00:00:00Z","#), expect![[""]]);
}

/// KP-02, KP-18: it holds nothing back.
#[test]
fn a_budget_that_selects_nothing_is_not_said_to_hold_pods() {
    check(
        &with(
            r#""budgets":[{"name":"pdb","selector":{"matchLabels":{"app":"other"}},"minAvailable":"100%"}]"#,
        ),
        expect![[r#"
            info[budget/nothing] /budgets/0: No workload in the namespace “default” matches the budget “pdb”. Hint: If its Pods are in the files, compare its selector with their labels. (KP-02)
        "#]],
    );
    check(
        &budget(&format!(r#""minAvailable":"100%",{WEB}"#)),
        expect![[r#"
        warning[budget/never] /budgets/0: The budget “pdb” never lets a Pod go: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Replace minAvailable 100% with maxUnavailable 1. (BS-71, KP-18)
    "#]],
    );
}

#[test]
fn the_smallest_scenario_is_one() {
    check(&with(r#""script":[]"#), expect![[r#""#]]);
    check(
        r#"{"version":1,"pools":[]}"#,
        expect![[r#"
        warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
    "#]],
    );
    check(
        "\u{feff}{\"version\":1,\"pools\":[{\"name\":\"a\"}]}",
        expect![[r#"
        warning[nodes/none] /pools/0: The pool “a” has no initialNodeCount and no nodes: 0 nodes. Hint: Write initialNodeCount, the number of nodes in each zone.
    "#]],
    );
}

#[test]
fn an_upgrade_of_no_nodes_is_named() {
    let with = |more: &str, script: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.34"}},"pools":[{{"name":"a","version":"1.33","initialNodeCount":0{more}}}],"script":[{script}]}}"#
        )
    };
    let upgrade = r#"{"at":"1h","do":"upgrade","pool":"a"}"#;
    check(
        &with("", upgrade),
        expect![[r#"
        warning[nodes/none] /pools/0: “a” has no nodes: its upgrade ends at once and changes nothing. Hint: Write initialNodeCount, the number of nodes in each zone.
    "#]],
    );
    let resize = r#"{"at":"0s","do":"resize","pool":"a","nodes":3}"#;
    check(&with("", &format!("{resize},{upgrade}")), expect![[r#""#]]);
    let scaled = r#","autoscaling":{"enabled":true,"maxNodeCount":3}"#;
    check(&with(scaled, upgrade), expect![""]);
    check(&with("", ""), expect![[r#""#]]);
}

#[test]
fn other_json_is_refused_with_a_reason() {
    for (text, expected) in [
        (
            "",
            expect![[r#"
            error[document/syntax] This isn't JSON: EOF while parsing a value at line 1 column 0. Hint: Scenarios are JSON. Import other formats.
        "#]],
        ),
        (
            "kind: List",
            expect![[r#"
            error[document/syntax] This isn't JSON: expected value at line 1 column 1. Hint: Scenarios are JSON. Import other formats.
        "#]],
        ),
        (
            "[1,2]",
            expect![[r#"
            error[document/type] Expected an object, found a list. Hint: The smallest valid scenario is {"version":1,"pools":[…]}.
        "#]],
        ),
        (
            "{}",
            expect![[r#"
            error[document/missing] The field “version” is required. Hint: Add "version": 1.
        "#]],
        ),
        (
            r#"{"kind":"List","items":[]}"#,
            expect![[r#"
            error[document/missing] The field “version” is required. Hint: This looks like the output of another tool. Import it instead.
        "#]],
        ),
        (
            r#"{"version":2}"#,
            expect![[r#"
            error[document/version] /version: Version 2 isn't supported. Hint: Use version 1.
        "#]],
        ),
        (
            r#"{"version":"1"}"#,
            expect![[r#"
                warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
            "#]],
        ),
        (
            r#"{"version":1,"pools":["#,
            expect![[r#"
            error[document/syntax] This isn't JSON: EOF while parsing a list at line 1 column 22. Hint: Scenarios are JSON. Import other formats.
        "#]],
        ),
    ] {
        check(text, expected);
    }
    let opened = scenario::open_json(
        scenario::json::Json::parse_bytes(b"{\"version\":1,\"name\":\"\xff\"}").as_ref(),
    );
    expect![[r#"
        error[document/syntax] This isn't JSON: byte 21 is not UTF-8. Hint: Scenarios are JSON. Import other formats.
    "#]].assert_eq(&lines(&opened));
    let deep = "[".repeat(100_000);
    expect![[r#"
        error[document/syntax] This isn't JSON: recursion limit exceeded at line 1 column 128. Hint: Scenarios are JSON. Import other formats.
    "#]].assert_eq(&lines(&scenario::open(&deep)));
    let deep = format!("{{\"version\":1,\"calendars\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    expect![[r#"
        error[document/syntax] This isn't JSON: recursion limit exceeded at line 1 column 152. Hint: Scenarios are JSON. Import other formats.
    "#]].assert_eq(&lines(&scenario::open(&deep)));
}

#[test]
fn wrong_types_are_all_reported_with_their_place() {
    check(
        r#"{
            "version": 1, "seed": -1, "start": "yesterday", "until": "soon",
            "pools": [{"name": 5, "initialNodeCount": "three", "config": {"spot": "yes"}}, 7],
            "workloads": [{"kind": "Deployment", "name": "w", "requests": {"cpu": "1 core"}, "labels": {"a/b~c": 1}}],
            "assumptions": {"nodeCreate": "fast", "ready": {"p10": "1s"}}
        }"#,
        expect![[r#"
            error[document/type] /seed: Expected an integer from 0 to 2^64 − 1, found -1.
            error[document/type] /start: Expected an instant like “2026-01-05T00:00:00Z”, found “yesterday”.
            error[document/type] /until: Expected a time like “90s”, “01:02:03” or “2026-01-05T00:00:00Z”, found “soon”.
            error[document/type] /pools/0/name: Expected a text, found 5.
            error[document/type] /pools/0/initialNodeCount: Expected an integer, found “three”.
            error[document/type] /pools/0/config/spot: Expected true or false, found “yes”.
            error[document/type] /pools/1: Expected an object, found 7.
            error[document/type] /workloads/0/requests/cpu: Expected a quantity like “500m” or “2Gi”, found “1 core”.
            error[document/type] /workloads/0/labels/a~1b~0c: Expected a text, found 1.
            error[document/type] /assumptions/nodeCreate: Expected a duration like “180s” or “1h30m”, or integer milliseconds, found “fast”.
            error[document/missing] /assumptions/ready: The field “p50” is required.
            error[document/missing] /assumptions/ready: The field “p90” is required.
        "#]],
    );
}

#[test]
fn unknown_and_duplicate_fields_are_named() {
    check(
        r#"{
            "version": 1, "colour": "blue", "Pools": [],
            "pools": [{"name": "a", "name": "b", "initial_node_count": 1, "initialNodeCount": "2",
                "upgradeSettings": {"maxSurges": 1}}]
        }"#,
        expect![[r#"
            warning[document/unknown-field] /colour: The field “colour” is not known here and is ignored.
            warning[document/unknown-field] /Pools: The field “Pools” is not known here and is ignored. Hint: Is “pools” meant?
            warning[document/duplicate-field] /pools/0/name: The field “name” stands here more than once; the last one counts. Hint: Remove the others.
            warning[document/unknown-field] /pools/0/initial_node_count: The field “initial_node_count” is not known here and is ignored. Hint: Is “initialNodeCount” meant?
            warning[document/unknown-field] /pools/0/upgradeSettings/maxSurges: The field “maxSurges” is not known here and is ignored. Hint: Is “maxSurge” meant?
        "#]],
    );
}

#[test]
fn durations_are_whole_seconds() {
    check(
        &with(r#""assumptions":{"podStart":1500},"script":[{"at":"0.5s","do":"open"}]"#),
        expect![[r#"
            warning[document/whole-seconds] /assumptions/podStart: Durations are whole seconds: 1500 ms counts as 2 s. Hint: Round it to a second.
            warning[document/whole-seconds] /script/0/at: Durations are whole seconds: 500 ms counts as 1 s. Hint: Round it to a second.
        "#]],
    );
}

#[test]
fn names_stand_once_and_references_lead_somewhere() {
    check(
        &with(
            r#""workloads":[
                {"kind":"Deployment","name":"web","pods":[{"name":"p","node":"a-b-9"},{"name":"p"}]},
                {"kind":"Deployment","name":"web"},
                {"kind":"StatefulSet","name":"web"},
                {"kind":"Deployment","name":"web","namespace":"other"}],
            "budgets":[
                {"name":"x","selector":{},"maxUnavailable":1,"namespace":"none"},
                {"name":"x","selector":{},"maxUnavailable":1,"namespace":"none"}],
            "script":[
                {"at":"0s","do":"upgrade","pool":"b"},
                {"at":"0s","do":"cordon","node":"a-a-4"},
                {"at":"0s","do":"stockout","zone":"zone-z"},
                {"at":"0s","do":"set","workload":"web","replicas":2},
                {"at":"0s","do":"set","workload":"other/web","replicas":2},
                {"at":"0s","do":"set","budget":"y","maxUnavailable":2}]"#,
        ),
        expect![[r#"
            error[name/unknown] /workloads/0/pods/0/node: There is no node “a-b-9”. Hint: There is a-a-1, a-a-2, a-a-3.
            warning[name/unknown] /script/0/pool: There is no pool “b”. Hint: There is a.
            info[reference/later-node] /script/1/node: There is no node “a-a-4” at the start. Hint: If the run has made no node of that name by then, the entry is refused.
            error[name/unknown] /script/2/zone: There is no zone “zone-z”. Hint: There is zone-a.
            error[name/ambiguous] /script/3/workload: More than one workload is named “web”. Hint: Write namespace/name, and give each its own name.
            error[name/unknown] /script/5/budget: There is no budget “y”. Hint: There is none/x, x.
            error[name/duplicate] /workloads/1/name: There are two of the workload “Deployment default/web”. Hint: Rename one of them.
            error[name/duplicate] /budgets/1/name: There are two of the budget “none/x”. Hint: Rename one of them.
            error[name/duplicate] /workloads/0/pods/1/name: There are two of the Pod “p”. Hint: Rename one of them.
            info[budget/nothing] /budgets/0: No workload in the namespace “none” matches the budget “x”. Hint: If its Pods are in the files, compare its selector with their labels. (KP-02)
            info[budget/nothing] /budgets/1: No workload in the namespace “none” matches the budget “x”. Hint: If its Pods are in the files, compare its selector with their labels. (KP-02)
            info[workload/no-budget] /workloads/0: 1 workload has no PodDisruptionBudget, so drains may take several Pods at once: web. Hint: Add a budget with maxUnavailable 1.
        "#]],
    );
}

#[test]
fn values_that_no_api_takes_are_errors() {
    check(
        &with(
            r#""cluster":{"currentMasterVersion":"latest","spareCapacityNodes":-1},
            "workloads":[{
                "kind":"Deployment","name":"w","replicas":-1,"terminationGracePeriodSeconds":-5,"priority":99999999999,
                "podManagementPolicy":"Fast","preemptionPolicy":"Always","tolerations":[{"operator":"Is","effect":"Never"}],
                "topologySpreadConstraints":[{"topologyKey":"zone","whenUnsatisfiable":"Maybe"}],
                "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
                    {"matchExpressions":[{"key":"k","operator":"Gt","values":["x"]}],
                     "matchFields":[{"key":"metadata.uid","operator":"In","values":["x"]}]}]}}}}],
            "services":[{"name":"s","type":"External"}],
            "assumptions":{"nodeCreate":"-5s","ready":{"p10":"9s","p50":"5s","p90":"7s"},"nodeOrder":"sorted"},
            "script":[{"at":"-5s","do":"open"}]"#,
        ),
        expect![[r#"
            error[document/value] /cluster/spareCapacityNodes: -1 is out of bounds. Hint: Write a number from 0 to 2147483647.
            error[document/value] /workloads/0/replicas: -1 is out of bounds. Hint: Write a number from 0 to 2147483647.
            error[document/value] /workloads/0/terminationGracePeriodSeconds: -5 is out of bounds. Hint: Write a number from 0 to 315360000.
            error[document/value] /workloads/0/priority: 99999999999 is out of bounds. Hint: Write a number from -2147483648 to 2147483647.
            error[document/value] /workloads/0/preemptionPolicy: “Always” is not known here. Hint: Write one of PreemptLowerPriority, Never.
            error[document/value] /workloads/0/podManagementPolicy: “Fast” is not known here. Hint: Write one of OrderedReady, Parallel.
            error[document/value] /workloads/0/tolerations/0/operator: “Is” is not known here. Hint: Write one of Equal, Exists.
            error[document/value] /workloads/0/topologySpreadConstraints/0/maxSkew: 0 is out of bounds. Hint: Write a number from 1 to 2147483647.
            error[document/value] /workloads/0/topologySpreadConstraints/0/whenUnsatisfiable: “Maybe” is not known here. Hint: Write one of DoNotSchedule, ScheduleAnyway.
            error[document/value] /services/0/type: “External” is not known here. Hint: Write one of ClusterIP, NodePort, LoadBalancer, ExternalName.
            error[document/value] /assumptions/nodeOrder: “sorted” is not known here. Hint: Write one of shuffled, listed.
            error[document/value] /workloads/0/tolerations/0/effect: “Never” isn't a valid taint effect. Hint: Write one of NoSchedule, PreferNoSchedule, NoExecute.
            error[document/value] /workloads/0/tolerations/0/operator: A toleration without a key needs the operator Exists. Hint: Write "operator": "Exists".
            error[document/value] /script/0/at: -5 s after the start is out of bounds. Hint: Write a time between the start and ten years later.
            error[document/value] /workloads/0/affinity/nodeAffinity: “k Gt” with 1 value isn't a valid expression. Hint: In and NotIn take values, Exists and DoesNotExist none, Gt and Lt (nodes only) one integer.
            error[document/value] /workloads/0/affinity/nodeAffinity: matchFields with metadata.uid In is not read. Hint: Write metadata.name In.
            error[assumption/out-of-bounds] /assumptions/nodeCreate: A duration is negative or longer than ten years. Hint: Write one between the two.
            error[assumption/order] /assumptions/ready: p10 9 s, p50 5 s and p90 7 s do not rise. Hint: Of 100 cases 10 take at most p10, 50 at most p50, 90 at most p90.
            error[version/unreadable] /cluster/currentMasterVersion: “latest” isn't a valid version. Hint: Write it like 1.33.5-gke.1162000 or 1.33.
        "#]],
    );
}

#[test]
fn script_entries_say_what_they_need() {
    check(
        &with(
            r#""script":[
                {"at":"0s","do":"complete","pool":"a"},
                {"at":"0s","do":"explode"},
                {"phase":"DRAINING_BLUE_POOL","do":"open"},
                {"do":"close"},
                {"at":"0s","do":"upgrade"},
                {"at":"0s","do":"drain"},
                {"at":"0s","do":"stockout"},
                {"at":"0s","do":"set","pool":"a"},
                {"at":"0s","do":"set"},
                {"at":"0s","do":"upgrade","pool":"a","change":"colour"},
                {"at":"0s","do":"drain","node":"a-zone-1","gracePeriodSeconds":-2,"timeout":"-1s"},
                {"at":"0s","do":"set","workload":"j","replicas":1},
                {"at":"0s","do":"set","workload":"ds","replicas":1},
                {"at":"0s","do":"set","workload":"own","replicas":1},
                {"at":"0s","do":"set","workload":"scaled","replicas":1}],
                "workloads":[{"kind":"Job","name":"j"},{"kind":"DaemonSet","name":"ds"},
                    {"kind":"Custom","name":"own"},{"kind":"Custom","scale":true,"name":"scaled"}]"#,
        ),
        expect![[r#"
            error[name/unknown] /script/10/node: There is no node “a-zone-1”. Hint: There is a-a-1, a-a-2, a-a-3.
            error[script/entry] /script/11/workload: “j” is a Job: it has no replicas to set. Hint: Name a workload with replicas, or leave the entry out.
            error[script/entry] /script/12/workload: “ds” is a DaemonSet: it has no replicas to set. Hint: Name a workload with replicas, or leave the entry out.
            error[script/entry] /script/13/workload: “own” is a Custom: it has no replicas to set. Hint: Name a workload with replicas, or leave the entry out.
            error[script/entry] /script/1/do: “explode” is not known. Hint: Write one of upgrade, cancel, resume, rollback, complete, set, cordon, uncordon, drain, open, close, quota, stockout, reservation, resize, preempt, fail, hostEvent, repair, target, rollout.
            error[script/entry] /script/2/phase: An entry that waits for a phase names the pool. Hint: Name the pool as “pool”.
            error[script/entry] /script/3: The entry has no time. Hint: Write one as “at”.
            error[script/entry] /script/4: “upgrade” needs a pool. Hint: Name the pool.
            error[script/entry] /script/5: “drain” needs a node. Hint: Name the node.
            error[script/entry] /script/6: “stockout” needs a zone. Hint: Name the zone.
            error[script/entry] /script/7: “set” of a pool needs labels, taints or upgradeSettings. Hint: Set labels and taints of a pool, replicas of a workload, or the number of a budget.
            error[script/entry] /script/8: “set” names exactly one pool, workload or budget. Hint: Set labels and taints of a pool, replicas of a workload, or the number of a budget.
            error[script/entry] /script/9/change: “colour” isn't a change that recreates nodes. Hint: Write one of version, machineType, diskType, diskSize, imageType, ipRotation, credentialRotation, networkPolicy, imageStreaming, networkPerformance, gvnic, nodeSystemConfig, confidentialNodes, storagePools, shieldedNodes, intranodeVisibility, nodeLocalDns, vmDisruption.
            error[document/value] /script/10/timeout: -1 s is out of bounds. Hint: Write a duration from 0s to ten years.
            error[document/value] /script/10/gracePeriodSeconds: -2 is out of bounds. Hint: Write a number from -1 to 315360000.
        "#]],
    );
}

/// UP-01, UP-03, UP-04.
#[test]
fn a_pool_has_one_strategy_and_sometimes_no_choice() {
    check(
        &pool(r#""upgradeSettings":{"strategy":"ROLLING"}"#),
        expect![[r#"
            error[strategy/unknown] /pools/0/upgradeSettings/strategy: “ROLLING” isn't an upgrade strategy. Hint: Write SURGE, BLUE_GREEN or SHORT_LIVED. (UP-01)
        "#]],
    );
    check(
        &pool(
            r#""upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{
                "standardRolloutPolicy":{"batchNodeCount":1},"autoscaledRolloutPolicy":{}}}"#,
        ),
        expect![[r#"
            error[strategy/two-policies] /pools/0/upgradeSettings/blueGreenSettings: A pool has a standard or an autoscaled rollout policy, not both. Hint: Remove standardRolloutPolicy or autoscaledRolloutPolicy. (UP-01)
            error[autoscaled/autoscaling-off] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: Autoscaled blue-green starts without green nodes and lets the autoscaler add them, and autoscaling of “a” is off. Hint: Turn autoscaling of the pool on, or use a standardRolloutPolicy. In a run green stays empty. (AB-23)
        "#]],
    );
    check(
        r#"{"version":1,"cluster":{"autopilot":{"enabled":true}},"pools":[
            {"name":"a","initialNodeCount":1,"upgradeSettings":{"strategy":"BLUE_GREEN"}}]}"#,
        expect![[r#"
            error[strategy/autopilot] /pools/0/upgradeSettings/strategy: Autopilot clusters are always upgraded by surge, not by BLUE_GREEN. Hint: Remove the strategy. (UP-03)
            warning[document/not-simulated] /cluster/autopilot: Autopilot is not simulated yet: the run takes the cluster for a Standard one. It leaves out that Pods with safe-to-evict "false" are not evicted for 7 days (AM-78), that a Pod has at most 10 min to end, and that up to 20 nodes are upgraded at a time (AM-74). Hint: See “Autopilot cluster upgrades” in the documentation of GKE.
        "#]],
    );
    check(
        &pool(r#""autopilotManaged":true,"upgradeSettings":{"maxSurge":0}"#),
        expect![[r#"
            error[strategy/managed] /pools/0/upgradeSettings: Autopilot manages the pool “a”: its upgrade settings cannot be changed. Hint: Remove upgradeSettings. (UP-04)
        "#]],
    );
    check(
        r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1,"upgradeSettings":{"strategy":"BLUE_GREEN"}}],
            "script":[{"at":"0s","do":"upgrade","pool":"a"}]}"#,
        expect![""],
    );
}

/// A document with one pool of three that has these settings, in a cluster with these.
fn pool_in(cluster: &str, rest: &str) -> String {
    format!(
        r#"{{"version":1,"cluster":{{{cluster}}},"pools":[
            {{"name":"a","initialNodeCount":3,"locations":["z-a","z-b"],{rest}}}]}}"#
    )
}

/// UP-03, UP-04.
#[test]
fn of_what_gke_manages_nothing_more_is_checked() {
    let text = |cluster: &str, managed: bool| {
        format!(
            r#"{{"version":1,"cluster":{{"spareCapacityNodes":0,{cluster}}},"pools":[
                {{"name":"a","initialNodeCount":1001,"autopilotManaged":{managed},
                "gcloudFlags":["--max-surge-upgrade=1"],"upgradeSettings":{{"strategy":"SURGE","maxSurge":0,
                "blueGreenSettings":{{"nodePoolSoakDuration":"-1s",
                "autoscaledRolloutPolicy":{{"waitForDrainDuration":"8d"}}}}}}}}]}}"#
        )
    };
    for managed in [false, true] {
        check(
            &text(r#""autopilot":{"enabled":true}"#, managed),
            expect![[r#"
                warning[document/not-simulated] /cluster/autopilot: Autopilot is not simulated yet: the run takes the cluster for a Standard one. It leaves out that Pods with safe-to-evict "false" are not evicted for 7 days (AM-78), that a Pod has at most 10 min to end, and that up to 20 nodes are upgraded at a time (AM-74). Hint: See “Autopilot cluster upgrades” in the documentation of GKE.
            "#]],
        );
    }
    check(
        &text(r#""name":"c""#, true),
        expect![[r#"
        error[strategy/managed] /pools/0/upgradeSettings: Autopilot manages the pool “a”: its upgrade settings cannot be changed. Hint: Remove upgradeSettings. (UP-04)
    "#]],
    );
}

/// UP-05, SL-01.
#[test]
fn short_lived_upgrades_are_for_flex_start_and_queued_provisioning() {
    let pool = |version: &str, rest: &str| {
        pool_in(&format!(r#""currentMasterVersion":"{version}""#), rest)
    };
    for strategy in ["SURGE", "BLUE_GREEN"] {
        let text = format!(
            r#""config":{{"flexStart":true}},"upgradeSettings":{{"strategy":"{strategy}","maxSurge":0}}"#
        );
        let expected = match strategy {
            "SURGE" => expect![[r#"
                error[strategy/flex-start] /pools/0/upgradeSettings/strategy: “a” has flex-start VMs, and those have SHORT_LIVED upgrades: SURGE cannot be chosen. Hint: Remove the strategy, or take flexStart off. (UP-05)
                warning[strategy/fixed] /pools/0/upgradeSettings: GKE chooses how nodes of “a” are upgraded: maxSurge and maxUnavailable are no settings of it. Hint: Leave upgradeSettings out. (UP-05)
            "#]],
            _ => expect![[r#"
                error[strategy/flex-start] /pools/0/upgradeSettings/strategy: “a” has flex-start VMs, and those have SHORT_LIVED upgrades: BLUE_GREEN cannot be chosen. Hint: Remove the strategy, or take flexStart off. (UP-05)
                warning[strategy/fixed] /pools/0/upgradeSettings: GKE chooses how nodes of “a” are upgraded: maxSurge and maxUnavailable are no settings of it. Hint: Leave upgradeSettings out. (UP-05)
            "#]],
        };
        check(&pool("1.34", &text), expected);
    }
    // Without a word of the strategy it is what it must be.
    check(
        &pool("1.34", r#""config":{"flexStart":true},"upgradeSettings":{"maxSurge":2}"#),
        expect![[r#"
            warning[strategy/fixed] /pools/0/upgradeSettings: GKE chooses how nodes of “a” are upgraded: maxSurge and maxUnavailable are no settings of it. Hint: Leave upgradeSettings out. (UP-05)
        "#]],
    );
    let chosen = r#""upgradeSettings":{"strategy":"SHORT_LIVED"}"#;
    let queued = format!(r#""queuedProvisioning":{{"enabled":true}},{chosen}"#);
    check(
        &pool("1.34", chosen),
        expect![[r#"
        error[strategy/short-lived] /pools/0/upgradeSettings/strategy: SHORT_LIVED is for flex-start VMs and queued provisioning, and “a” has neither. Hint: Use SURGE or BLUE_GREEN. (SL-01)
    "#]],
    );
    check(
        &pool("1.32.2-gke.1651999", &queued),
        expect![[r#"
        error[strategy/short-lived] /pools/0/upgradeSettings/strategy: Queued provisioning has SHORT_LIVED upgrades from 1.32.2-gke.1652000 on, and the control plane is at 1.32.2-gke.1651999. Hint: Use SURGE, or upgrade the control plane first. (SL-01)
    "#]],
    );
    check(&pool("1.32.2-gke.1652000", &queued), expect![""]);
    // No build is the oldest, as a run takes it.
    check(
        &pool("1.32", &queued),
        expect![[r#"
            error[strategy/short-lived] /pools/0/upgradeSettings/strategy: Queued provisioning has SHORT_LIVED upgrades from 1.32.2-gke.1652000 on, and the control plane is at 1.32. Hint: Use SURGE, or upgrade the control plane first. (SL-01)
        "#]],
    );
}

/// AB-07, AB-14, AB-16, AB-18, AB-23, AM-103, CA-33.
#[test]
fn autoscaled_blue_green_needs_a_control_plane_and_the_autoscaler() {
    let pool = |version: &str, scaling: &str, policy: &str| {
        pool_in(
            &format!(r#""currentMasterVersion":"{version}""#),
            &format!(
                r#""autoscaling":{{{scaling}}},"nodesNeededByWorkloads":5,"upgradeSettings":{{
                "strategy":"BLUE_GREEN","blueGreenSettings":{{"autoscaledRolloutPolicy":{{{policy}}}}}}}"#
            ),
        )
    };
    let new = "1.34.0-gke.2201000";
    check(
        &pool(new, r#""enabled":true,"maxNodeCount":3"#, r#""waitForDrainDuration":"604800s""#),
        expect![""],
    );
    check(
        &pool(new, r#""enabled":true,"maxNodeCount":3"#, r#""waitForDrainDuration":"604801s""#),
        expect![[r#"
            error[autoscaled/wait] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy/waitForDrainDuration: GKE waits for 0 to 604800 s before it drains, not for 604801 s. Hint: Write a duration from 0s to 604800s; without one it is 259200s, three days. A run waits 604800 s. (AB-07, AM-103)
        "#]],
    );
    check(
        &pool(new, r#""enabled":true,"maxNodeCount":3"#, r#""waitForDrainDuration":"-1s""#),
        expect![[r#"
            error[autoscaled/wait] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy/waitForDrainDuration: GKE waits for 0 to 604800 s before it drains, not for -1 s. Hint: Write a duration from 0s to 604800s; without one it is 259200s, three days. A run waits 0 s. (AB-07, AM-103)
        "#]],
    );
    check(
        &pool("1.34.0-gke.2200999", r#""enabled":true,"maxNodeCount":3"#, ""),
        expect![[r#"
            error[autoscaled/version] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: Autoscaled blue-green, which “a” asks for, needs a control plane from 1.34.0-gke.2201000 on; it is at 1.34.0-gke.2200999. Hint: Upgrade the control plane first, or use a standardRolloutPolicy. (AB-23)
        "#]],
    );
    check(&pool("1.34", r#""enabled":true,"maxNodeCount":3"#, ""), expect![""]);
    check(
        &pool(new, r#""enabled":true,"maxNodeCount":3,"autoprovisioned":true"#, ""),
        expect![[r#"
            error[autoscaled/autoprovisioned] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: Node auto-provisioning made “a”: such pools cannot be upgraded by autoscaled blue-green. Hint: Use SURGE, or BLUE_GREEN with a standardRolloutPolicy. (AB-18)
        "#]],
    );
    check(
        &pool(new, r#""enabled":false,"maxNodeCount":3"#, ""),
        expect![[r#"
            error[autoscaled/autoscaling-off] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: Autoscaled blue-green starts without green nodes and lets the autoscaler add them, and autoscaling of “a” is off. Hint: Turn autoscaling of the pool on, or use a standardRolloutPolicy. In a run green stays empty. (AB-23)
        "#]],
    );
    check(
        &pool(new, r#""enabled":true,"maxNodeCount":2"#, ""),
        expect![[r#"
            warning[autoscaled/too-small] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: The autoscaler may give green 4 nodes, and what runs in “a” needs 5: the Pods of 1 node stay Pending, unless they fit on other pools. Hint: Raise maxNodeCount or totalMaxNodeCount before the upgrade. (AB-16)
            info[autoscaling/above-maximum] /pools/0/autoscaling: “a” has 3 nodes where the autoscaler's maximum is 2: it does not grow, and only shrinks. Hint: Raise the maximum if it is to grow. (CA-33)
        "#]],
    );
    check(
        &pool(new, r#""enabled":true,"totalMaxNodeCount":5"#, ""),
        expect![[r#"
        info[autoscaling/above-maximum] /pools/0/autoscaling: “a” has 6 nodes where the autoscaler's maximum is 5: it does not grow, and only shrinks. Hint: Raise the maximum if it is to grow. (CA-33)
    "#]],
    );
    check(
        &pool(new, r#""enabled":true,"totalMaxNodeCount":4"#, ""),
        expect![[r#"
            warning[autoscaled/too-small] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: The autoscaler may give green 4 nodes, and what runs in “a” needs 5: the Pods of 1 node stay Pending, unless they fit on other pools. Hint: Raise maxNodeCount or totalMaxNodeCount before the upgrade. (AB-16)
            info[autoscaling/above-maximum] /pools/0/autoscaling: “a” has 6 nodes where the autoscaler's maximum is 4: it does not grow, and only shrinks. Hint: Raise the maximum if it is to grow. (CA-33)
        "#]],
    );
    // Blue is larger than green may be, and its soak is skipped (AB-14, CA-33): what runs on it is counted.
    let pods = r#""workloads":[{"kind":"Deployment","name":"web","replicas":5,"requests":{"cpu":"2","memory":"1Gi"}}],"pools""#;
    check(
        &pool_in(
            &format!(r#""currentMasterVersion":"{new}""#),
            r#""config":{"machineType":"e2-standard-4"},"autoscaling":{"enabled":true,"maxNodeCount":1},"upgradeSettings":{
                "strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"60s","autoscaledRolloutPolicy":{}}}"#,
        )
        .replacen(r#""pools""#, pods, 1),
        expect![[r#"
            warning[autoscaled/too-small] /pools/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: The autoscaler may give green 2 nodes, and what runs in “a” needs 5: the Pods of 3 nodes stay Pending, unless they fit on other pools. Hint: Raise maxNodeCount or totalMaxNodeCount before the upgrade. (AB-16)
            info[autoscaled/soak] /pools/0/upgradeSettings/blueGreenSettings/nodePoolSoakDuration: The soak of “a” is skipped: autoscaled blue-green has none. Hint: Remove nodePoolSoakDuration. How long Pods may stay is waitForDrainDuration. (AB-14)
            info[autoscaling/above-maximum] /pools/0/autoscaling: “a” has 3 nodes where the autoscaler's maximum is 1: it does not grow, and only shrinks. Hint: Raise the maximum if it is to grow. (CA-33)
        "#]],
    );
}

/// CA-25, CA-27, CA-36, CA-40, CA-64.
#[test]
fn limits_of_the_autoscaler_fit_each_other() {
    let pool = |version: &str, scaling: &str| {
        pool_in(
            &format!(r#""currentMasterVersion":"{version}""#),
            &format!(r#""config":{{"spot":true}},"autoscaling":{{{scaling}}}"#),
        )
    };
    for (version, scaling, expected) in [
        (
            "1.34",
            r#""enabled":true,"minNodeCount":1,"maxNodeCount":2,"totalMaxNodeCount":9"#,
            expect![[r#"
                error[autoscaling/limits] /pools/0/autoscaling: “a” has limits for each zone and for the whole pool; GKE takes one kind. Hint: Remove minNodeCount and maxNodeCount, or totalMinNodeCount and totalMaxNodeCount. (CA-36)
            "#]],
        ),
        (
            "1.34",
            r#""enabled":true,"maxNodeCount":2,"consolidationDelay":"-5m""#,
            expect![[r#"
                info[autoscaling/above-maximum] /pools/0/autoscaling: “a” has 3 nodes where the autoscaler's maximum is 2: it does not grow, and only shrinks. Hint: Raise the maximum if it is to grow. (CA-33)
                error[autoscaling/delay] /pools/0/autoscaling/consolidationDelay: consolidationDelay is negative. Hint: Write 0s or more. A run takes 0s. (BS-52)
            "#]],
        ),
        (
            "1.34",
            r#""enabled":true,"minNodeCount":0,"totalMinNodeCount":3,"totalMaxNodeCount":2"#,
            expect![[r#"
                error[autoscaling/limits] /pools/0/autoscaling/totalMinNodeCount: totalMinNodeCount 3 is more than totalMaxNodeCount 2. Hint: Swap them, or raise the second. (CA-36)
                info[autoscaling/above-maximum] /pools/0/autoscaling: “a” has 6 nodes where the autoscaler's maximum is 2: it does not grow, and only shrinks. Hint: Raise the maximum if it is to grow. (CA-33)
            "#]],
        ),
        (
            "1.34",
            r#""enabled":true,"minNodeCount":-1,"maxNodeCount":7500"#,
            expect![[r#"
                error[autoscaling/limits] /pools/0/autoscaling/minNodeCount: minNodeCount is -1; it counts nodes. Hint: Write an integer, 0 or more. (CA-36)
            "#]],
        ),
        (
            "1.34",
            r#""enabled":true,"maxNodeCount":7501"#,
            expect![[r#"
                error[autoscaling/too-large] /pools/0/autoscaling/maxNodeCount: “a” may grow to 15,002 nodes, and the autoscaler works up to 15,000. Hint: Lower maxNodeCount so that all zones together stay within 15,000. (CA-64)
            "#]],
        ),
        (
            "1.23.9-gke.100",
            r#""enabled":true,"totalMaxNodeCount":15001,"locationPolicy":"BALANCED""#,
            expect![[r#"
                error[autoscaling/too-large] /pools/0/autoscaling/totalMaxNodeCount: “a” may grow to 15,001 nodes, and the autoscaler works up to 15,000. Hint: Lower totalMaxNodeCount so that all zones together stay within 15,000. (CA-64)
                error[autoscaling/limits] /pools/0/autoscaling: Limits for the whole pool need a control plane from 1.24 on; it is at 1.23.9-gke.100. Hint: Write minNodeCount and maxNodeCount, the limits in each zone. (CA-36)
                error[autoscaling/location-policy] /pools/0/autoscaling/locationPolicy: locationPolicy needs a control plane from 1.24.1-gke.800 on; it is at 1.23.9-gke.100. Hint: Remove it. (CA-25)
                warning[autoscaling/spot] /pools/0/autoscaling/locationPolicy: “a” has Spot or preemptible VMs, which one zone may have while another has none, and BALANCED spreads its nodes over the zones. Hint: Use ANY. (CA-27)
            "#]],
        ),
        (
            "1.24.1-gke.800",
            r#""enabled":true,"totalMaxNodeCount":9,"locationPolicy":"ANY""#,
            expect![[r#"
                info[autoscaling/any-size] /pools/0/autoscaling/locationPolicy: “a” starts with nodes, and the documentation of GKE asks for an initial size of 0 with ANY: then the autoscaler provides every node. Hint: Create the pool with initialNodeCount 0. (BS-91)
            "#]],
        ),
        (
            "1.23.9-gke.100",
            r#""minNodeCount":3,"maxNodeCount":2,"totalMaxNodeCount":15001,"locationPolicy":"BALANCED""#,
            expect![""],
        ),
    ] {
        check(&pool(version, scaling), expected);
    }
    check(
        r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1,"migAutoscaling":true,
            "autoscaling":{"enabled":true,"maxNodeCount":3}}],
            "workloads":[{"kind":"Deployment","name":"web","requests":{"cpu":"1","memory":"1Gi"}},
              {"kind":"Deployment","name":"api","requests":{"cpu":"1"}},{"kind":"DaemonSet","name":"logs"}]}"#,
        expect![[r#"
            warning[autoscaling/requests] /workloads/1/requests: 2 workloads, “api” the first, request no CPU or no memory. The autoscaler reads requests, not use. Hint: Give all containers requests of CPU and memory. (CA-13)
            warning[autoscaling/compute-engine] /pools/0/migAutoscaling: Compute Engine autoscaling is on for the instance groups of “a”: the pool may stop growing or shrinking. The run leaves its size as it is. Hint: Switch it off for these groups. (CA-14)
            warning[workload/too-large] /workloads/0/requests: A Pod of “web” requests 1,000 m CPU and 1,024 MiB memory, and no node has as much of everything that it requests: it stays Pending. Hint: Lower the requests, or give a pool a larger machineType. (KS-11)
            warning[workload/too-large] /workloads/1/requests: A Pod of “api” requests 1,000 m CPU and 0 MiB memory, and no node has as much of everything that it requests: it stays Pending. Hint: Lower the requests, or give a pool a larger machineType. (KS-11)
        "#]],
    );
    check(
        r#"{"version":1,"cluster":{"autopilot":{"enabled":true},"autoscaling":{"autoscalingProfile":"BALANCED"}},
            "pools":[{"name":"a","initialNodeCount":1}]}"#,
        expect![[r#"
            error[autoscaling/profile] /cluster/autoscaling/autoscalingProfile: Autopilot clusters have the profile OPTIMIZE_UTILIZATION, not BALANCED. Hint: Remove autoscalingProfile. (CA-40)
            warning[document/not-simulated] /cluster/autopilot: Autopilot is not simulated yet: the run takes the cluster for a Standard one. It leaves out that Pods with safe-to-evict "false" are not evicted for 7 days (AM-78), that a Pod has at most 10 min to end, and that up to 20 nodes are upgraded at a time (AM-74). Hint: See “Autopilot cluster upgrades” in the documentation of GKE.
        "#]],
    );
}

#[test]
fn pools_that_cannot_grow_are_named() {
    check(
        r#"{"version":1,"cluster":{"location":"us-central1-a"},
            "pools":[{"name":"a","initialNodeCount":1},
              {"name":"batch","config":{"taints":[{"key":"dedicated","value":"batch","effect":"NO_SCHEDULE"}]},
                "initialNodeCount":0,"autoscaling":{"enabled":true,"maxNodeCount":3}}],
            "workloads":[{"kind":"Deployment","name":"web","replicas":1,"tolerations":[{"key":"dedicated","value":"gpu","effect":"NoSchedule"}]}],
            "script":[{"at":"1m","do":"stockout","zone":"us-central1-a","for":"1h"}]}"#,
        expect![[r#"
            warning[autoscaling/requests] /workloads/0/requests: “web” requests no CPU or no memory. The autoscaler reads requests, not use. Hint: Give all containers requests of CPU and memory. (CA-13)
            info[autoscaling/unusable-pool] /pools/1/autoscaling: The autoscaler never adds a node to “batch”, which has none: no workload tolerates its taint dedicated. Hint: Give the workloads that are meant for it a toleration.
            info[autoscaling/stockout] /script/0/zone: While us-central1-a has no machines, “batch” gets no nodes there: the autoscaler tries again after 5 min, later after up to 30. Hint: Let another zone or pool take the Pods.
        "#]],
    );
}

/// BS-91, BS-94, BS-95, CA-27.
#[test]
fn settings_of_the_autoscaler_that_do_nothing() {
    let slice = |limits: &str| {
        format!(
            r#""placementPolicy":{{"tpuTopology":"4x4"}},"config":{{"machineType":"ct5lp-hightpu-4t"}},
                "autoscaling":{{"enabled":true,{limits}}}"#
        )
    };
    let located = |kind: &str, policy: &str| {
        format!(
            r#""config":{{{kind}}},"autoscaling":{{"enabled":true,"maxNodeCount":3,"locationPolicy":"{policy}"}}"#
        )
    };
    for (settings, expected) in [
        (
            located(r#""flexStart":true"#, "BALANCED"),
            expect![[r#"
            warning[autoscaling/flex-start] /pools/0/autoscaling/locationPolicy: “a” has flex-start VMs, for which GKE has no BALANCED; a run takes ANY. Hint: Use ANY. (BS-91)
        "#]],
        ),
        (
            located(r#""preemptible":true"#, "BALANCED"),
            expect![[r#"
            warning[autoscaling/spot] /pools/0/autoscaling/locationPolicy: “a” has Spot or preemptible VMs, which one zone may have while another has none, and BALANCED spreads its nodes over the zones. Hint: Use ANY. (CA-27)
        "#]],
        ),
        (
            located("", "ANY"),
            expect![[r#"
            info[autoscaling/any-size] /pools/0/autoscaling/locationPolicy: “a” starts with nodes, and the documentation of GKE asks for an initial size of 0 with ANY: then the autoscaler provides every node. Hint: Create the pool with initialNodeCount 0. (BS-91)
        "#]],
        ),
        (located(r#""spot":true,"flexStart":true"#, ""), expect![""]),
        (slice(r#""maxNodeCount":4"#), expect![""]),
        (
            slice(r#""maxNodeCount":3"#),
            expect![[r#"
            error[autoscaling/slice] /pools/0/autoscaling/maxNodeCount: “a” is a TPU slice of 4 nodes, all of which come and go together, and its maxNodeCount is 3. Hint: Set maxNodeCount to 4, and remove the limits in total. (BS-94)
        "#]],
        ),
        (
            slice(r#""totalMaxNodeCount":4"#),
            expect![[r#"
            error[autoscaling/slice] /pools/0/autoscaling/maxNodeCount: “a” is a TPU slice of 4 nodes, all of which come and go together, and its maxNodeCount is 0. Hint: Set maxNodeCount to 4, and remove the limits in total. (BS-94)
        "#]],
        ),
        (
            r#""autoscaling":{"enabled":true,"minNodeCount":1,"totalMaxNodeCount":0}"#.to_owned(),
            expect![[r#"
                warning[autoscaling/no-maximum] /pools/0/autoscaling: Autoscaling of “a” is on without a maximum: the pool never grows. Hint: Set maxNodeCount or totalMaxNodeCount.
            "#]],
        ),
    ] {
        check(&pool(&settings), expected);
    }
    let spread = |name: &str, more: &str| {
        format!(
            r#"{{"kind":"Deployment","name":"{name}","requests":{{"cpu":"100m","memory":"1Gi"}},"topologySpreadConstraints":[
                {{"maxSkew":1,"topologyKey":"topology.kubernetes.io/zone","labelSelector":{{}}{more}}}]}}"#
        )
    };
    for (most, expected) in [
        (
            3,
            expect![[r#"
                warning[autoscaling/hard-spread] /workloads/1/topologySpreadConstraints: “api” spreads its Pods with DoNotSchedule, which the cluster autoscaler doesn't support. What it adds then may not be what they need. Hint: Use ScheduleAnyway. (BS-95)
            "#]],
        ),
        (0, expect![""]),
    ] {
        let (soft, hard) =
            (spread("web", r#","whenUnsatisfiable":"ScheduleAnyway""#), spread("api", ""));
        let on = most > 0;
        check(
            &format!(
                r#"{{"version":1,"workloads":[{soft},{hard}],"pools":[{{"name":"a","initialNodeCount":3,
                    "config":{{"machineType":"e2-standard-4"}},"autoscaling":{{"enabled":{on},"maxNodeCount":{most}}}}}]}}"#
            ),
            expected,
        );
    }
    for (on, expected) in [
        (
            true,
            expect![[r#"
                error[document/type] /cluster/autoscaling/resourceLimits/3/maximum: Expected an integer, found “many”.
            "#]],
        ),
        (
            false,
            expect![[r#"
            error[document/type] /cluster/autoscaling/resourceLimits/3/maximum: Expected an integer, found “many”.
        "#]],
        ),
    ] {
        check(
            &format!(
                r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":1}}],
                    "cluster":{{"autoscaling":{{"enableNodeAutoprovisioning":{on},"resourceLimits":[
                      {{"resourceType":"cpu","minimum":"-1","maximum":"8"}},
                      {{"resourceType":"memory","minimum":9,"maximum":8}},
                      {{"resourceType":"nvidia-l4","minimum":"1"}},
                      {{"resourceType":"nvidia-t4","maximum":"many"}}]}}}}}}"#
            ),
            expected,
        );
    }
}

/// BS-07.
#[test]
fn pools_upgraded_at_once_are_one_to_a_hundred() {
    for (count, expected) in [
        (
            "0",
            expect![[r#"
                error[cluster/pools-at-once] /cluster/nodePoolUpgradeConcurrencyConfig/maxCount: maxCount is 0; GKE upgrades 1 to 100 node pools at once. Hint: Write a number from 1 to 100, or remove it: then pools take their turns. A run uses the nearest bound. (BS-07)
            "#]],
        ),
        ("1", expect![""]),
        ("100", expect![""]),
        (
            "101",
            expect![[r#"
                error[cluster/pools-at-once] /cluster/nodePoolUpgradeConcurrencyConfig/maxCount: maxCount is 101; GKE upgrades 1 to 100 node pools at once. Hint: Write a number from 1 to 100, or remove it: then pools take their turns. A run uses the nearest bound. (BS-07)
            "#]],
        ),
    ] {
        let cluster = format!(r#""nodePoolUpgradeConcurrencyConfig":{{"maxCount":{count}}}"#);
        check(&pool_in(&cluster, r#""version":"1.34""#), expected);
    }
}

/// LB-35.
#[test]
fn a_port_for_health_checks_needs_local_traffic() {
    check(
        &with(
            r#""services":[
                {"name":"a","type":"LoadBalancer","healthCheckNodePort":30001},
                {"name":"b","type":"LoadBalancer","healthCheckNodePort":30002,"externalTrafficPolicy":"Local"},
                {"name":"c","type":"LoadBalancer","healthCheckNodePort":0}]"#,
        ),
        expect![[r#"
            error[service/health-check-port] /services/0/healthCheckNodePort: “a” has the health check port 30001 and externalTrafficPolicy Cluster: the API takes such a port with Local only. Hint: Remove healthCheckNodePort, or use externalTrafficPolicy Local. (LB-35)
            warning[service/kind] /services/0/annotations: It isn't known which load balancer “a” has: an external one with NEGs, an external one with a target pool. The run shows an external one with NEGs. Hint: Its finalizer shows it; else the version of the cluster at its creation and subsetting decide: set them.
            warning[service/kind] /services/1/annotations: It isn't known which load balancer “b” has: an external one with NEGs, an external one with a target pool. The run shows an external one with NEGs. Hint: Its finalizer shows it; else the version of the cluster at its creation and subsetting decide: set them.
            warning[service/kind] /services/2/annotations: It isn't known which load balancer “c” has: an external one with NEGs, an external one with a target pool. The run shows an external one with NEGs. Hint: Its finalizer shows it; else the version of the cluster at its creation and subsetting decide: set them.
        "#]],
    );
}

/// BS-125, LB-04, BS-61.
#[test]
fn load_balancers_have_ports_types_and_classes_that_gke_takes() {
    let service = |fields: &str| {
        with(&format!(r#""services":[{{"name":"a","externalTrafficPolicy":"Local",{fields}}}]"#))
    };
    for (fields, expected) in [
        (
            r#""healthCheckNodePort":8080"#,
            expect![[r#"
            error[service/health-check-range] /services/0/healthCheckNodePort: “a” has the health check port 8080; the API takes one from 30000 to 32767. Hint: Use a port of that range, or remove healthCheckNodePort: the API server assigns one. (BS-125)
        "#]],
        ),
        (r#""healthCheckNodePort":32767"#, expect![""]),
        (
            r#""annotations":{"networking.gke.io/load-balancer-type":"Internal","cloud.google.com/load-balancer-type":"Internal"}"#,
            expect![[r#"
                warning[service/types] /services/0/annotations: “a” has two annotations of its load balancer's type: networking.gke.io/load-balancer-type and cloud.google.com/load-balancer-type. Hint: Remove cloud.google.com/load-balancer-type: it is of versions before 1.17. (LB-04)
            "#]],
        ),
        (
            r#""type":"LoadBalancer","loadBalancerClass":"example.com/lb""#,
            expect![[r#"
                info[service/class] /services/0/loadBalancerClass: GKE makes no load balancer for “a”: its loadBalancerClass example.com/lb is that of another controller. Hint: GKE's classes are networking.gke.io/l4-regional-external and networking.gke.io/l4-regional-internal. (BS-61)
            "#]],
        ),
        (
            r#""type":"LoadBalancer","loadBalancerClass":"networking.gke.io/l4-regional-internal""#,
            expect![""],
        ),
    ] {
        check(&service(fields), expected);
    }
}

/// BS-65: a run gives all backends the same part, as GKE does with `Cluster` and in target pools.
#[test]
fn of_weighted_nodes_it_is_said_that_they_count_equally() {
    let of = |policy: &str, kind: &str| {
        with(&format!(
            r#""services":[{{"name":"a","type":"LoadBalancer","externalTrafficPolicy":"{policy}",
            "finalizers":["gke.networking.io/l4-{kind}"],
            "annotations":{{"networking.gke.io/weighted-load-balancing":"pods-per-node"}}}}]"#
        ))
    };
    let said = expect![[r#"
        warning[service/weighted] /services/0/annotations: “a” asks for nodes weighted by their serving Pods; a run gives all backends the same part. Hint: What is lost is exact where nodes have equally many of its Pods, and externally before 1.31.0-gke.1506000. (BS-65)
    "#]];
    check(&of("Local", "netlb-v3"), said);
    check(&of("Local", "netlb-v1"), expect![""]);
    check(&of("Cluster", "netlb-v3"), expect![""]);
}

#[test]
fn ports_of_services_are_those_that_the_api_takes() {
    check(
        &with(
            r#""services":[{"name":"a","ports":[
                {"name":"web","port":80,"targetPort":"http","nodePort":0,"appProtocol":"http"},
                {"name":"web","port":65536,"targetPort":-1,"nodePort":70000,"protocol":"ICMP"},
                {"port":53,"protocol":"UDP"},{"port":0,"targetPort":0}]},
                {"name":"b","ports":"none"}]"#,
        ),
        expect![[r#"
            error[service/port] /services/0/ports/1/port: “a” has the port 65536; a port is a number from 1 to 65535. Hint: Write a number of that range.
            error[service/port] /services/0/ports/1/targetPort: “a” has the targetPort -1; a port is a number from 1 to 65535. Hint: Write a number of that range.
            error[service/port] /services/0/ports/1/nodePort: “a” has the nodePort 70000; a port is a number from 1 to 65535. Hint: Write a number of that range.
            error[service/protocol] /services/0/ports/1/protocol: “a” has a port with protocol ICMP, which the API doesn't know. Hint: Write TCP, UDP or SCTP.
            error[service/port-name] /services/0/ports/1/name: Two ports of “a” have the name “web”. Hint: Give each port a name of its own.
            error[service/port] /services/0/ports/3/port: “a” has the port 0; a port is a number from 1 to 65535. Hint: Write a number of that range.
        "#]],
    );
}

/// BG-19, BG-21, BG-25, BG-26.
#[test]
fn soaks_and_parts_have_bounds() {
    let pool = |settings: &str| {
        pool(&format!(
            r#""upgradeSettings":{{"strategy":"BLUE_GREEN","blueGreenSettings":{{{settings}}}}}"#
        ))
    };
    for (settings, expected) in [
        (r#""standardRolloutPolicy":{"batchPercentage":1}"#, expect![""]),
        (
            r#""standardRolloutPolicy":{"batchPercentage":1.0000001}"#,
            expect![[r#"
                error[strategy/batch-part] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy/batchPercentage: batchPercentage is 1.0000001; it is a part of the pool, from 0 to 1. Hint: Write a number from 0 to 1; 0 skips the drain. (BG-19)
            "#]],
        ),
        (
            r#""standardRolloutPolicy":{"batchPercentage":30}"#,
            expect![[r#"
                error[strategy/batch-part] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy/batchPercentage: batchPercentage is 30; it is a part of the pool, from 0 to 1. Hint: Write 0.30 for 30 percent. (BG-19)
            "#]],
        ),
        (
            r#""nodePoolSoakDuration":"-1s","standardRolloutPolicy":{"batchSoakDuration":"-60s"}"#,
            expect![[r#"
                error[strategy/negative-soak] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy/batchSoakDuration: A soak of -60 s cannot be waited. Hint: Write a duration from 0s on. (BG-21)
                error[strategy/negative-soak] /pools/0/upgradeSettings/blueGreenSettings/nodePoolSoakDuration: A soak of -1 s cannot be waited. Hint: Write a duration from 0s on. (BG-25)
            "#]],
        ),
        (
            r#""nodePoolSoakDuration":"1s","standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"302400s"}"#,
            expect![[r#"
                warning[strategy/seven-days] /pools/0/upgradeSettings/blueGreenSettings: The soaks of “a” come to 604801 s (168 h). After 604800 s, seven days, the blue pool is deleted at once: the rest of the soak is cut off. Hint: Use larger batches, or shorter soaks. (BG-26, AM-90)
            "#]],
        ),
        (
            r#""nodePoolSoakDuration":"0s","standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"302400s"}"#,
            expect![""],
        ),
        // The duration of batches of two sizes is unknown.
        (
            r#""nodePoolSoakDuration":"700000s","standardRolloutPolicy":{"batchNodeCount":1,"batchPercentage":0.5}"#,
            expect![[r#"
                error[strategy/two-batch-sizes] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy: A batch has batchNodeCount nodes or a batchPercentage of them, not both. Hint: Remove batchNodeCount or batchPercentage. A run uses batchNodeCount. (BG-18)
            "#]],
        ),
    ] {
        check(&pool(settings), expected);
    }
}

/// BG-18.
#[test]
fn a_batch_has_one_size() {
    let policy = |sizes: &str| {
        pool(&format!(
            r#""upgradeSettings":{{"blueGreenSettings":{{"standardRolloutPolicy":{{{sizes}}}}}}}"#
        ))
    };
    check(
        &policy(r#""batchNodeCount":1,"batchPercentage":0.5"#),
        expect![[r#"
            error[strategy/two-batch-sizes] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy: A batch has batchNodeCount nodes or a batchPercentage of them, not both. Hint: Remove batchNodeCount or batchPercentage. A run uses batchNodeCount. (BG-18)
        "#]],
    );
    check(
        &policy(r#""batchNodeCount":0,"batchPercentage":0.5"#),
        expect![[r#"
            error[strategy/two-batch-sizes] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy: A batch has batchNodeCount nodes or a batchPercentage of them, not both. Hint: Remove batchNodeCount or batchPercentage. A run uses batchNodeCount. (BG-18)
        "#]],
    );
}

/// SU-28, AM-85.
#[test]
fn surge_settings_count_nodes_and_are_not_both_zero() {
    check(
        &pool(r#""upgradeSettings":{"maxSurge":0,"maxUnavailable":0}"#),
        expect![[r#"
            error[surge/both-zero] /pools/0/upgradeSettings: maxSurge and maxUnavailable are both 0: no node could ever be upgraded. Hint: Set one of them to at least 1. A run uses maxSurge 1. (SU-28)
        "#]],
    );
    // A blue-green pool has them for the changes that it makes by surge (BG-06), and for no other.
    for change in ["version", "ipRotation"] {
        let settings = r#""strategy":"BLUE_GREEN","maxSurge":0,"maxUnavailable":0"#;
        let said = lines(&scenario::open(&format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":3,"upgradeSettings":{{{settings}}}}}],
                "script":[{{"at":"0s","do":"upgrade","pool":"a","change":"{change}"}}]}}"#
        )));
        assert_eq!(said.contains("surge/both-zero"), change == "ipRotation", "{said}");
    }
    check(
        &pool(r#""upgradeSettings":{"maxSurge":0}"#),
        expect![[r#"
            error[surge/both-zero] /pools/0/upgradeSettings: maxSurge and maxUnavailable are both 0: no node could ever be upgraded. Hint: Set one of them to at least 1. A run uses maxSurge 1. (SU-28)
        "#]],
    );
    check(
        &pool(r#""upgradeSettings":{"maxSurge":1.5,"maxUnavailable":-1}"#),
        expect![[r#"
        error[surge/not-a-count] /pools/0/upgradeSettings/maxSurge: maxSurge is 1.5; it counts nodes. Hint: Write an integer, 0 or more. (SU-28)
        error[surge/not-a-count] /pools/0/upgradeSettings/maxUnavailable: maxUnavailable is -1; it counts nodes. Hint: Write an integer, 0 or more. (SU-28)
    "#]],
    );
    check(
        &pool(r#""upgradeSettings":{"strategy":"SURGE","maxUnavailable":"1"}"#),
        expect![[r#"
        error[surge/not-a-count] /pools/0/upgradeSettings/maxUnavailable: maxUnavailable is not a number; it counts nodes. Hint: Write an integer, 0 or more. (SU-28)
    "#]],
    );
    check(
        &pool(r#""gcloudFlags":["--max-surge-upgrade=1"]"#),
        expect![[r#"
        error[surge/one-flag] /pools/0/gcloudFlags: gcloud wants both surge flags; --max-unavailable-upgrade is missing. Hint: Add --max-unavailable-upgrade=0. (AM-85, SU-28)
    "#]],
    );
    check(
        &pool(r#""gcloudFlags":["--max-surge-upgrade=1","--max-unavailable-upgrade=0"]"#),
        expect![[r#""#]],
    );
}

/// UP-11.
#[test]
fn more_than_twenty_at_once_is_said() {
    check(
        &pool(r#""upgradeSettings":{"maxSurge":15,"maxUnavailable":6}"#),
        expect![[r#"
        warning[surge/more-than-20] /pools/0/upgradeSettings: maxSurge 15 and maxUnavailable 6 ask for 21 nodes at once; GKE upgrades at most 20. Hint: Lower them to a sum of 20. (UP-11)
    "#]],
    );
    check(&pool(r#""upgradeSettings":{"maxSurge":15,"maxUnavailable":5}"#), expect![[r#""#]]);
}

/// SU-12.
#[test]
fn unavailable_nodes_of_scarce_machines_are_said() {
    let settings = r#""upgradeSettings":{"maxUnavailable":1}"#;
    check(
        &pool(&format!(r#"{settings},"capacityConstrained":true"#)),
        expect![[r#"
        warning[surge/scarce] /pools/0/upgradeSettings: maxUnavailable 1 deletes nodes before their successors exist, and capacity is scarce: a deleted node may not come back. Hint: Reserve the machines, or use maxSurge with maxUnavailable 0. (SU-12)
    "#]],
    );
    check(
        &pool(&format!(r#"{settings},"capacityConstrained":true,"reserved":true"#)),
        expect![[r#""#]],
    );
    check(
        &format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":1,"locations":["z-a"],{settings}}}],
            "script":[{{"at":"0s","do":"stockout","zone":"z-a"}}]}}"#
        ),
        expect![[r#"
            warning[surge/scarce] /pools/0/upgradeSettings: maxUnavailable 1 deletes nodes before their successors exist, and capacity is scarce: a deleted node may not come back. Hint: Reserve the machines, or use maxSurge with maxUnavailable 0. (SU-12)
        "#]],
    );
}

/// SU-22.
#[test]
fn local_traffic_and_parallel_drains_are_said() {
    let services =
        r#""services":[{"name":"front","type":"LoadBalancer","externalTrafficPolicy":"Local"}]"#;
    let text = |surge: u32| {
        format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":3,"upgradeSettings":{{"maxSurge":{surge}}}}}],{services}}}"#
        )
    };
    check(
        &text(2),
        expect![[r#"
            warning[surge/local-traffic] /pools/0/upgradeSettings: 2 nodes may drain at once, and the Service “front” has externalTrafficPolicy Local, which does not work with parallel drains. Hint: Use maxSurge 1 and maxUnavailable 0, or externalTrafficPolicy Cluster. (SU-22)
            warning[service/kind] /services/0/annotations: It isn't known which load balancer “front” has: an external one with NEGs, an external one with a target pool. The run shows an external one with NEGs. Hint: Its finalizer shows it; else the version of the cluster at its creation and subsetting decide: set them.
        "#]],
    );
    check(
        &text(1),
        expect![[r#"
            warning[service/kind] /services/0/annotations: It isn't known which load balancer “front” has: an external one with NEGs, an external one with a target pool. The run shows an external one with NEGs. Hint: Its finalizer shows it; else the version of the cluster at its creation and subsetting decide: set them.
        "#]],
    );
}

/// BS-11, SU-02: the limit is an hour, or the pool's graceTerminationDuration.
#[test]
fn a_grace_beyond_the_limit_of_the_drain_is_said() {
    let text = |secs: u32, config: &str| {
        format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":3,"nodeDrainConfig":{config}}}],
                "workloads":[{{"name":"etl","kind":"Deployment","replicas":1,"terminationGracePeriodSeconds":{secs}}}]}}"#
        )
    };
    // BG-20, BG-33: the deletion of the blue pool leaves an hour.
    let deleted = |batch: u32, soak: u32| {
        let settings = format!(
            r#""upgradeSettings":{{"strategy":"BLUE_GREEN","blueGreenSettings":{{"nodePoolSoakDuration":"{soak}s","standardRolloutPolicy":{{"batchNodeCount":{batch}}}}}}},"nodeDrainConfig""#
        );
        text(7201, "{}").replace(r#""nodeDrainConfig""#, &settings)
    };
    check(
        &deleted(0, 7200),
        expect![[r#"
        warning[strategy/long-grace] /pools/0/upgradeSettings/blueGreenSettings: A Pod of “etl” may need 2 h 1 s to end; the blue-green upgrade of “a” ends it 1 h after the deletion of the blue pool begins, and no batch evicts it before. Hint: Write batchNodeCount 1 or more, and a nodePoolSoakDuration of that length, so that drained Pods can end. (BG-20, BG-33)
    "#]],
    );
    check(
        &deleted(1, 3600),
        expect![[r#"
        warning[strategy/long-grace] /pools/0/upgradeSettings/blueGreenSettings: A Pod of “etl” may need 2 h 1 s to end; the blue-green upgrade of “a” ends it as early as 2 h after its eviction. Hint: Write a longer nodePoolSoakDuration. (BG-20, BG-33)
    "#]],
    );
    check(&deleted(1, 3601), expect![[""]]);
    check(
        &text(7200, "{}"),
        expect![[r#"
            warning[surge/long-grace] /workloads/0/terminationGracePeriodSeconds: A Pod of “etl” may need 2 h to end; a surge upgrade of “a” forces it out after 1 h. Hint: Let it end sooner, save its work, set a longer graceTerminationDuration, or use a blue-green upgrade with batches of one node or more and a soak that is longer. (BS-11, SU-02)
        "#]],
    );
    let config = r#"{"graceTerminationDuration":"7200s"}"#;
    check(&text(7200, config), expect![[r#""#]]);
    check(
        &text(7201, config),
        expect![[r#"
            warning[surge/long-grace] /workloads/0/terminationGracePeriodSeconds: A Pod of “etl” may need 2 h 1 s to end; a surge upgrade of “a” forces it out after 2 h. Hint: Let it end sooner, save its work, set a longer graceTerminationDuration, or use a blue-green upgrade with batches of one node or more and a soak that is longer. (BS-11, SU-02)
        "#]],
    );
    let config = r#"{"graceTerminationDuration":"600s"}"#;
    check(
        &text(1800, config),
        expect![[r#"
            warning[surge/long-grace] /workloads/0/terminationGracePeriodSeconds: A Pod of “etl” may need 30 min to end; a surge upgrade of “a” forces it out after 10 min. Hint: Let it end sooner, save its work, set a longer graceTerminationDuration, or use a blue-green upgrade with batches of one node or more and a soak that is longer. (BS-11, SU-02)
        "#]],
    );
    check(&text(3600, "{}"), expect![[r#""#]]);
}

/// UP-07.
#[test]
fn too_little_capacity_for_the_strategy_is_said() {
    let text = |settings: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"spareCapacityNodes":1}},"pools":[
                {{"name":"a","initialNodeCount":3,"locations":["z-a","z-b"]{settings}}}]}}"#
        )
    };
    check(&text(""), expect![[r#""#]]);
    check(
        &text(r#","upgradeSettings":{"maxSurge":5}"#),
        expect![[r#"
        warning[surge/capacity] /pools/0/upgradeSettings: The upgrade of “a” wants 3 nodes more than usual, and 1 can be created: 2 short. Hint: Raise the quota, or set a lower maxSurge, or 0 with maxUnavailable 1. (UP-07)
    "#]],
    );
    check(
        &text(r#","upgradeSettings":{"strategy":"BLUE_GREEN"}"#),
        expect![[r#"
            warning[surge/capacity] /pools/0/upgradeSettings: The upgrade of “a” wants 6 nodes more than usual, and 1 can be created: 5 short. Hint: Raise the quota, or upgrade by SURGE, which takes fewer. (UP-07)
        "#]],
    );
}

/// BS-11.
#[test]
fn limits_of_a_drain_are_durations() {
    check(
        &pool(
            r#""nodeDrainConfig":{"pdbTimeoutDuration":"-1s","graceTerminationDuration":"90000h"}"#,
        ),
        expect![[r#"
            error[drain/limit] /pools/0/nodeDrainConfig/pdbTimeoutDuration: -1 s isn't a valid drain limit. Hint: Write a duration from 0s on; without one the hour of GKE holds. (BS-11)
            error[drain/limit] /pools/0/nodeDrainConfig/graceTerminationDuration: 324000000 s isn't a valid drain limit. Hint: Write a duration from 0s on; without one the hour of GKE holds. (BS-11)
        "#]],
    );
}

/// KP-01, KP-12, BS-70, BS-75.
#[test]
fn a_budget_has_one_number_that_is_one() {
    for (numbers, expected) in [
        (
            r#""maxUnavailable":"10""#,
            expect![[r#"
                error[budget/not-a-percentage] /budgets/0/maxUnavailable: “10” isn't a valid percentage: write digits and then %. Hint: Write an integer without quotes, or a percentage like “50%”. (KP-01)
            "#]],
        ),
        (
            r#""maxUnavailable":"1.5%""#,
            expect![[r#"
                error[budget/not-a-percentage] /budgets/0/maxUnavailable: “1.5%” isn't a valid percentage: write digits and then %. Hint: Write an integer without quotes, or a percentage like “50%”. (KP-01)
            "#]],
        ),
        (
            r#""maxUnavailable":"150%""#,
            expect![[r#"
            error[budget/out-of-bounds] /budgets/0/maxUnavailable: “150%” is out of bounds. Hint: Write an integer, 0 or more, or “0%” to “100%”. (KP-12)
        "#]],
        ),
        (
            r#""minAvailable":-1"#,
            expect![[r#"
            error[budget/out-of-bounds] /budgets/0/minAvailable: -1 is out of bounds. Hint: Write an integer, 0 or more, or “0%” to “100%”. (KP-12)
        "#]],
        ),
        (
            r#""minAvailable":1,"maxUnavailable":1"#,
            expect![[r#"
                error[budget/exactly-one] /budgets/0: The budget “pdb” has minAvailable and maxUnavailable. Hint: Give it exactly one of them. A run uses maxUnavailable. (BS-70, KP-12)
            "#]],
        ),
        (
            r#""unhealthyPodEvictionPolicy":"AlwaysAllow""#,
            expect![[r#"
                warning[budget/exactly-one] /budgets/0: The budget “pdb” has neither minAvailable nor maxUnavailable. Hint: Give it exactly one of them. Without them it never allows a disruption. (BS-70, KP-12)
            "#]],
        ),
        (
            r#""maxUnavailable":1,"unhealthyPodEvictionPolicy":"Sometimes""#,
            expect![[r#"
                error[budget/policy] /budgets/0/unhealthyPodEvictionPolicy: “Sometimes” isn't a valid policy for unhealthy Pods. Hint: Write IfHealthyBudget or AlwaysAllow. (BS-75)
            "#]],
        ),
        (r#""maxUnavailable":"50%""#, expect![[r#""#]]),
    ] {
        check(&budget(&format!("{WEB},{numbers}")), expected);
    }
}

/// BS-71, KP-18.
#[test]
fn a_budget_that_never_lets_a_pod_go_is_said() {
    for (numbers, expected) in [
        (
            r#""maxUnavailable":0"#,
            expect![[r#"
                warning[budget/never] /budgets/0: The budget “pdb” never lets a Pod go: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Set maxUnavailable to 1. (BS-71, KP-18)
            "#]],
        ),
        (
            r#""maxUnavailable":"0%""#,
            expect![[r#"
                warning[budget/never] /budgets/0: The budget “pdb” never lets a Pod go: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Set maxUnavailable to 1. (BS-71, KP-18)
            "#]],
        ),
        (
            r#""minAvailable":"100%""#,
            expect![[r#"
                warning[budget/never] /budgets/0: The budget “pdb” never lets a Pod go: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Replace minAvailable 100% with maxUnavailable 1. (BS-71, KP-18)
            "#]],
        ),
        (
            r#""minAvailable":3"#,
            expect![[r#"
            warning[budget/never-here] /budgets/0: The budget “pdb” wants 3 of 3 Pods to stay: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Let one Pod more go, or add replicas: of 4 Pods one may go. (KP-18)
        "#]],
        ),
        (
            r#""minAvailable":"80%""#,
            expect![[r#"
            warning[budget/never-here] /budgets/0: The budget “pdb” wants 3 of 3 Pods to stay: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Let one Pod more go, or add replicas: of 5 Pods one may go. (KP-18)
        "#]],
        ),
        (r#""minAvailable":2"#, expect![[r#""#]]),
    ] {
        check(&budget(&format!("{WEB},{numbers}")), expected);
    }
}

/// BS-72, KP-08, KP-02.
#[test]
fn a_budget_without_scale_needs_an_integer() {
    let select = |app: &str, numbers: &str| {
        budget(&format!(r#""selector":{{"matchLabels":{{"app":"{app}"}}}},{numbers}"#))
    };
    check(
        &select("lone", r#""maxUnavailable":1"#),
        expect![[r#"
            warning[budget/bare-pods] /budgets/0: The budget “pdb” selects 1 workload without a controller that has a scale, “lone” among them; only an integer minAvailable counts for them. Hint: Use an integer minAvailable, or select other Pods. (BS-72)
        "#]],
    );
    check(
        &select("lone", r#""minAvailable":1"#),
        expect![[r#"
        warning[budget/never-here] /budgets/0: The budget “pdb” wants 1 of 1 Pod to stay: every drain of its Pods waits for its full limit, an hour unless the pool says otherwise. Hint: Let one Pod more go, or add replicas: of 2 Pods one may go. (KP-18)
    "#]],
    );
    check(
        &select("etl", r#""maxUnavailable":1"#),
        expect![[r#"
        warning[budget/no-scale] /budgets/0: The budget “pdb” selects Pods of the Job “etl”, which has no scale: its status cannot be computed and none of its Pods may be evicted. Hint: Use an integer minAvailable, or select other Pods. (KP-08)
    "#]],
    );
    check(
        &select("log", r#""minAvailable":"50%""#),
        expect![[r#"
            info[budget/daemons] /budgets/0: The budget “pdb” selects only Pods of DaemonSets, or static ones, which a drain doesn't evict: it holds no drain back, and protects none of them from one. Hint: Leave it, or remove it. (KD-03, KD-04)
        "#]],
    );
    check(
        &select("log", r#""maxUnavailable":0"#),
        expect![[r#"
            info[budget/daemons] /budgets/0: The budget “pdb” selects only Pods of DaemonSets, or static ones, which a drain doesn't evict: it holds no drain back, and protects none of them from one. Hint: Leave it, or remove it. (KD-03, KD-04)
        "#]],
    );
    check(
        &select("nobody", r#""minAvailable":1"#),
        expect![[r#"
            info[budget/nothing] /budgets/0: No workload in the namespace “default” matches the budget “pdb”. Hint: If its Pods are in the files, compare its selector with their labels. (KP-02)
        "#]],
    );
    check(
        &budget(r#""minAvailable":1"#),
        expect![[r#"
            info[budget/nothing] /budgets/0: The budget “pdb” has no selector and selects no Pod. Hint: If its Pods are in the files, compare its selector with their labels. (KP-02)
        "#]],
    );
    check(
        &budget(r#""selector":{},"maxUnavailable":1"#),
        expect![[r#"
        warning[budget/bare-pods] /budgets/0: The budget “pdb” selects 1 workload without a controller that has a scale, “lone” among them; only an integer minAvailable counts for them. Hint: Use an integer minAvailable, or select other Pods. (BS-72)
        warning[budget/no-scale] /budgets/0: The budget “pdb” selects Pods of the Job “etl”, which has no scale: its status cannot be computed and none of its Pods may be evicted. Hint: Use an integer minAvailable, or select other Pods. (KP-08)
    "#]],
    );
}

/// KE-03.
#[test]
fn two_budgets_on_one_pod_are_said() {
    check(
        &with(
            r#""workloads":[{"kind":"Deployment","name":"web","replicas":3}],
            "budgets":[
                {"name":"one","selector":{"matchLabels":{"app":"web"}},"maxUnavailable":1},
                {"name":"two","selector":{},"maxUnavailable":1},
                {"name":"three","selector":{},"maxUnavailable":1,"namespace":"other"}]"#,
        ),
        expect![[r#"
            info[budget/nothing] /budgets/2: No workload in the namespace “other” matches the budget “three”. Hint: If its Pods are in the files, compare its selector with their labels. (KP-02)
            warning[budget/two] /budgets/1/selector: The budgets “one” and “two” both select the Pods of “web”: their eviction fails with an error, even if the budgets allow it. Hint: Let one budget select them. (KE-03)
        "#]],
    );
}

/// BS-02.
#[test]
fn nodes_do_not_overtake_the_control_plane() {
    let text = |version: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.33.5-gke.100"}},
            "pools":[{{"name":"a","initialNodeCount":1}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a"{version}}}]}}"#
        )
    };
    check(
        &text(r#","version":"1.34.1-gke.200""#),
        expect![[r#"
            warning[version/control-plane] /script/0/version: The nodes of “a” are to go to 1.34.1-gke.200, but the control plane is at 1.33.5-gke.100 then: GKE refuses nodes that are newer than the control plane. Hint: Upgrade the control plane first and wait for its end, raise currentMasterVersion, or name an older version. (BS-02)
        "#]],
    );
    check(&text(r#","version":"1.33""#), expect![[r#""#]]);
    check(
        &text(""),
        expect![[r#"
            warning[version/nothing-to-do] /script/0: “a” is at 1.33.5-gke.100 like the control plane: without a version, GKE upgrades nodes to the control plane's, so no node changes. Hint: Upgrade the control plane first, or name a version.
        "#]],
    );
}

/// BS-06: what the script does to the control plane before counts.
#[test]
fn the_control_plane_goes_step_by_step_and_leaves_no_pool_behind() {
    let text = |node: &str, script: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.32.1-gke.100"}},
            "pools":[{{"name":"a","initialNodeCount":1,"version":"{node}"}}],"script":[{script}]}}"#
        )
    };
    let master = |at: &str, to: &str| {
        format!(r#"{{"at":"{at}","do":"upgrade","controlPlane":true,"version":"{to}"}}"#)
    };
    let nodes = |at: &str, to: &str| {
        format!(r#"{{"at":"{at}","do":"upgrade","pool":"a","version":"{to}"}}"#)
    };
    let steps = [master("0s", "1.33.1-gke.1"), nodes("2h", "1.33"), master("4h", "1.34.1-gke.1")];
    check(&text("1.32", &steps.join(",")), expect![[r#""#]]);
    check(
        &text("1.32", &master("0s", "1.34.1-gke.1")),
        expect![[r#"
            warning[version/control-plane-step] /script/0/version: The control plane goes from 1.32.1-gke.100 to 1.34.1-gke.1: it moves one minor version at a time. Hint: Name 1.33 first. (BS-06)
        "#]],
    );
    // In the order of time, not of the list.
    let early = [master("4h", "1.33.1-gke.1"), nodes("2h", "1.33")];
    check(
        &text("1.32", &early.join(",")),
        expect![[r#"
            warning[version/control-plane] /script/1/version: The nodes of “a” are to go to 1.33, but the control plane is at 1.32.1-gke.100 then: GKE refuses nodes that are newer than the control plane. Hint: Upgrade the control plane first and wait for its end, raise currentMasterVersion, or name an older version. (BS-02)
        "#]],
    );
    check(
        &text("1.30", &master("0s", "1.33.1-gke.1")),
        expect![[r#"
            warning[version/skew] /script/0/version: The nodes of “a” are still at 1.30, and the control plane is at 1.33.1-gke.1: nodes may trail it by two minor versions at most. Hint: Upgrade “a” to 1.31 or later first. (BS-06)
        "#]],
    );
    let in_time = [nodes("0s", "1.31"), master("2h", "1.33.1-gke.1")];
    check(&text("1.30", &in_time.join(",")), expect![[r#""#]]);
}

/// BS-06.
#[test]
fn an_older_target_is_a_downgrade_and_nodes_stay_near_the_control_plane() {
    let text = |from: &str, to: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.34.1-gke.100"}},
            "pools":[{{"name":"a","initialNodeCount":1,"version":"{from}"}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"{to}"}}]}}"#
        )
    };
    check(
        &text("1.33.5-gke.200", "1.31"),
        expect![[r#"
            warning[version/skew] /script/0/version: The nodes of “a” go to 1.31, and the control plane is at 1.34.1-gke.100: nodes may trail it by two minor versions at most. Hint: Name a version from 1.32 on. (BS-06)
            warning[version/downgrade] /script/0/version: The nodes of “a” go from 1.33.5-gke.200 back to 1.31: this is a downgrade. Hint: Name a version from 1.33.5-gke.200 on to upgrade.
        "#]],
    );
    check(
        &text("1.33.5-gke.200", "1.33.5-gke.100"),
        expect![[r#"
        warning[version/downgrade] /script/0/version: The nodes of “a” go from 1.33.5-gke.200 back to 1.33.5-gke.100: this is a downgrade. Hint: Name a version from 1.33.5-gke.200 on to upgrade.
    "#]],
    );
    check(
        &text("1.31.2", "1.34"),
        expect![[r#"
            warning[version/skew] /pools/0/version: The nodes of “a” are at 1.31.2, and the control plane is at 1.34.1-gke.100: nodes may trail it by two minor versions at most. Hint: Upgrade “a” to 1.32 or later. (BS-06)
            warning[version/pool-step] /script/0/version: The nodes of “a” go from 1.31.2 to 1.34 at once: GKE upgrades a node pool by two minor versions at most. Hint: Upgrade “a” to 1.33 first. (BS-06)
        "#]],
    );
    // Any build of 1.33 will do, and two minor versions behind is near enough.
    check(&text("1.33.5-gke.200", "1.33"), expect![[r#""#]]);
    check(&text("1.32", "1.33"), expect![[r#""#]]);
    // The second upgrade starts where the first one ends.
    let two = text("1.33", r#"1.34"},{"at":"1h","do":"upgrade","pool":"a","version":"1.33"#);
    check(
        &two,
        expect![[r#"
        warning[version/downgrade] /script/1/version: The nodes of “a” go from 1.34 back to 1.33: this is a downgrade. Hint: Name a version from 1.34 on to upgrade.
    "#]],
    );
}

/// BS-09: an automatic upgrade of a pool whose auto-upgrade is off; without a word about it, it is taken as on.
#[test]
fn gke_does_not_upgrade_a_pool_whose_auto_upgrade_is_off() {
    let text = |management: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.34.1-gke.100"}},
            "pools":[{{"name":"a","initialNodeCount":1,"version":"1.33"{management}}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"1.34","automatic":true}}]}}"#
        )
    };
    check(
        &text(r#","management":{"autoUpgrade":false}"#),
        expect![[r#"
        warning[script/auto-upgrade-off] /script/0/automatic: GKE doesn't upgrade “a” by itself: its auto-upgrade is off. The run starts the upgrade all the same. Hint: Leave automatic out, or set management.autoUpgrade to true. To hold upgrades back, Google recommends an exclusion instead. (BS-09)
    "#]],
    );
    check(&text(r#","management":{"autoUpgrade":true}"#), expect![[r#""#]]);
    check(&text(""), expect![[r#""#]]);
}

/// BS-27: the advice for patch upgrades; MX-25: an empty channel is none, a missing one may be any.
#[test]
fn long_patch_intervals_and_empty_channels_are_found() {
    let text = |cluster: &str| format!(r#"{{"version":1,"cluster":{{{cluster}}}}}"#);
    let interval = |field: &str, days: u32| {
        text(&format!(r#""maintenancePolicy":{{"disruptionBudget":{{"{field}":"{days}d"}}}}"#))
    };
    check(
        &interval("patchVersionDisruptionInterval", 45),
        expect![[r#"
        warning[budget/long-patch-interval] /cluster/maintenancePolicy/disruptionBudget/patchVersionDisruptionInterval: Automatic patch upgrades may be 45 days apart: security fixes arrive that late. Hint: Google advises 30 days (2592000s) at most. (BS-27)
        warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
    "#]],
    );
    check(
        &interval("patchVersionDisruptionInterval", 30),
        expect![[r#"
        warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
    "#]],
    );
    check(
        &interval("minorVersionDisruptionInterval", 45),
        expect![[r#"
        warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
    "#]],
    );
    let narrow = |channel: &str| {
        text(&format!(
            r#"{channel}"maintenancePolicy":{{"window":{{"maintenanceExclusions":{{"x":{{"startTime":"2026-01-10T00:00:00Z",
            "endTime":"2026-01-20T00:00:00Z","maintenanceExclusionOptions":{{"scope":"NO_MINOR_UPGRADES"}}}}}}}}}}"#
        ))
    };
    check(
        &narrow(r#""releaseChannel":{},"#),
        expect![[r#"
            error[exclusion/needs-channel] /cluster/maintenancePolicy/window/maintenanceExclusions/x/maintenanceExclusionOptions/scope: The exclusion “x” has scope NO_MINOR_UPGRADES, and the cluster is in no release channel. Hint: Enroll the cluster in a channel, or use NO_UPGRADES. (MX-25)
            warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
        "#]],
    );
    check(
        &narrow(r#""releaseChannel":{"channel":"RAPID"},"#),
        expect![[r#"
        warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
    "#]],
    );
    check(
        &narrow(""),
        expect![[r#"
        warning[nodes/none] /pools: There is no node pool. Hint: Add one: {"name":"pool","initialNodeCount":3}.
    "#]],
    );
}

/// AM-101: only Pods that no controller keeps running have a length of work.
#[test]
fn a_length_of_work_without_effect_is_named() {
    let text = |kind: &str, own: &str| {
        format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":1}}],
            "workloads":[{{"kind":"{kind}","name":"w","assumptions":{{{own}}}}}]}}"#
        )
    };
    check(
        &text("Deployment", r#""work":"1h""#),
        expect![[r#"
        info[document/not-simulated] /workloads/0/assumptions/work: The Pods of this workload work for ever: its controller restarts or replaces each that ends.
    "#]],
    );
    check(
        &text("Job", r#""checkpoint":"1h""#),
        expect![[r#"
        info[document/not-simulated] /workloads/0/assumptions/checkpoint: A checkpoint has no effect without a length of work. Hint: Write how long a Pod works as “work”.
    "#]],
    );
    check(
        &text("Job", r#""work":{"p10":"1h","p50":"2h","p90":"90m"}"#),
        expect![[r#"
        error[assumption/order] /workloads/0/assumptions/work: p10 3600 s, p50 7200 s and p90 5400 s do not rise. Hint: Of 100 cases 10 take at most p10, 50 at most p50, 90 at most p90.
    "#]],
    );
    check(&text("Job", r#""work":"1h","checkpoint":"0s""#), expect![""]);
    check(&text("Job", r#""work":"1h","checkpoint":"10m""#), expect![[r#""#]]);
}

/// BS-59, BS-66, KT-20, KT-19.
#[test]
fn quotas_and_machine_types_are_known() {
    check(
        r#"{"version":1,"cluster":{"defaultMaxPodsConstraint":{"maxPodsPerNode":"300"}},"pools":[
            {"name":"a","initialNodeCount":1001,"locations":["z-a"],"maxPodsConstraint":{"maxPodsPerNode":4}},
            {"name":"b","initialNodeCount":1,"config":{"machineType":"quantum-9"}}],
            "workloads":[{"kind":"Deployment","name":"w","replicas":199500},{"kind":"DaemonSet","name":"d"}]}"#,
        expect![[r#"
            warning[quota/nodes-per-zone] /pools/0/initialNodeCount: The pool “a” has 1,001 nodes in a zone; GKE allows 1,000. Hint: Spread them over several pools. (BS-59)
            warning[quota/pods] /workloads: 200,502 Pods are more than the 200,000 of a Standard cluster. Hint: Split the cluster; the run is computed all the same. (BS-66)
            warning[nodes/too-few-slots] /workloads: 200,502 Pods are more than the 4,304 that all nodes together may have: the rest stays Pending. Hint: Raise maxPodsPerNode, or add nodes. (KT-20)
            error[nodes/pods-per-node] /cluster/defaultMaxPodsConstraint/maxPodsPerNode: GKE does not make nodes for 300 Pods. Hint: Write a number from 8 to 256. (KT-20)
            warning[nodes/pods-per-node] /pools/0/maxPodsConstraint/maxPodsPerNode: GKE does not make nodes for 4 Pods. Hint: Write a number from 8 to 256. (KT-20)
            warning[nodes/machine-type] /pools/1/config/machineType: The machine type “quantum-9” is not in the table; 3,920 m CPU and 13,160 MiB are assumed for Pods. Hint: Give the pool “allocatable” with cpu and memory. (KT-19)
        "#]],
    );
}

/// KS-09: a label that no node has is said before the run; zones and names of nodes are labels of single nodes.
#[test]
fn a_label_that_no_node_has_is_said_before_the_run() {
    let workload = |selector: &str| {
        format!(
            r#""workloads":[{{"kind":"Deployment","name":"web","nodeSelector":{{{selector}}}}}]"#
        )
    };
    check(
        &with(&workload(r#""disk":"ssd""#)),
        expect![[r#"
        warning[workload/no-such-label] /workloads/0/nodeSelector: No node has the label disk=ssd that the Pods of “web” need: they stay Pending. Hint: Give a pool the label, or change nodeSelector. (KS-09)
    "#]],
    );
    check(
        &with(&workload(r#""cloud.google.com/gke-nodepool":"gone""#)),
        expect![[r#"
        warning[workload/no-such-label] /workloads/0/nodeSelector: No node has the label cloud.google.com/gke-nodepool=gone that the Pods of “web” need: they stay Pending. Hint: Give a pool the label, or change nodeSelector. (KS-09)
    "#]],
    );
    check(&with(&workload(r#""cloud.google.com/gke-nodepool":"a""#)), expect![[""]]);
    check(&with(&workload(r#""topology.kubernetes.io/zone":"zone-a""#)), expect![[""]]);
}

/// KS-11, KT-20, SU-16, UP-05: what can never fit is said before the run.
#[test]
fn what_can_never_fit_is_said_before_the_run() {
    check(
        r#"{"version":"1","cluster":{"location":"us-central1"},"pools":[
            {"name":"a","initialNodeCount":3,"locations":["us-central1-a","us-central1-a"],"config":{"machineType":"e2-standard-4"},
             "maxPodsConstraint":{"maxPodsPerNode":8},"upgradeSettings":{"maxSurge":1,"maxUnavailable":0},"reserved":true},
            {"name":"b","initialNodeCount":1,"locations":["us-central1-a","europe-west4-b"],"config":{"flexStart":true},
             "upgradeSettings":{"maxSurge":5}}],
            "workloads":[{"kind":"Deployment","name":"web","replicas":3,"requests":{"cpu":"4000m"}},
              {"kind":"Deployment","name":"fits","replicas":400,"requests":{"cpu":"3900m"}}]}"#,
        expect![[r#"
            warning[surge/reservation] /pools/0/upgradeSettings: The upgrade of “a” adds 1 node, and its reservation has no free machine beside its 3 nodes: it waits for capacity. Hint: Reserve more machines, or set maxUnavailable to 1. (SU-16)
            warning[strategy/fixed] /pools/1/upgradeSettings: GKE chooses how nodes of “b” are upgraded: maxSurge and maxUnavailable are no settings of it. Hint: Leave upgradeSettings out. (UP-05)
            warning[pools/zone-twice] /pools/0/locations/1: The pool “a” names the zone “us-central1-a” twice. Hint: Name each zone once.
            warning[pools/two-regions] /pools/1/locations: The pool “b” has zones of two regions, “us-central1” and “europe-west4”; a cluster is in one. Hint: Choose zones of the cluster's region.
            warning[workload/too-large] /workloads/0/requests: A Pod of “web” requests 4,000 m CPU and 0 MiB memory, and no node has as much of everything that it requests: it stays Pending. Hint: Lower the requests, or give a pool a larger machineType. (KS-11)
            warning[nodes/too-few-slots] /workloads: 403 Pods are more than the 244 that all nodes together may have: the rest stays Pending. Hint: Raise maxPodsPerNode, or add nodes. (KT-20)
        "#]],
    );
}

#[test]
fn a_pool_is_in_the_region_of_its_cluster() {
    let with = |place: &str, zones: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"location":"{place}"}},"pools":[{{"name":"web","initialNodeCount":1,"locations":[{zones}]}}]}}"#
        )
    };
    let elsewhere = expect![[r#"
        error[pools/other-region] /pools/0/locations: The pool “web” has zones of the region “europe-west1”, but the cluster is in “us-central1”. Hint: Choose zones of us-central1, or change the cluster's location.
    "#]];
    for place in ["us-central1", "us-central1-a"] {
        elsewhere.assert_eq(&lines(&scenario::open(&with(place, r#""europe-west1-b""#))));
        assert_eq!(lines(&scenario::open(&with(place, r#""us-central1-b""#))), "");
    }
    assert_eq!(lines(&scenario::open(&with("zone-a", r#""europe-west1-b""#))), "");
    assert_eq!(lines(&scenario::open(&with("", r#""europe-west1-b""#))), "");
}

/// AM-23: a day as the start of a window is its first instant, as an end it is included.
#[test]
fn a_window_may_be_written_in_days() {
    let with = |start: &str, end: &str| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"{start}","endTime":"{end}"}},
                "recurrence":"FREQ=WEEKLY;BYDAY=SA"}}}}}}}},"pools":[{{"name":"web","initialNodeCount":1}}]}}"#
        );
        let opened = scenario::open(&text);
        let compiled = opened.compiled.unwrap_or_else(|| panic!("{:?}", opened.diagnostics));
        format!("{:?}", compiled.plan.maintenance)
    };
    let days = with("2026-12-05", "2026-12-06");
    assert_eq!(days, with("2026-12-05T00:00:00Z", "2026-12-07T00:00:00Z"));
    assert_ne!(days, with("2026-12-05T00:00:00Z", "2026-12-06T00:00:00Z"));
}

#[test]
fn numbers_beyond_a_run_are_refused_at_once() {
    check(
        r#"{"version":1,"pools":[{"name":"a","initialNodeCount":9000000000000000000,"locations":["z-a","z-b"]}],
            "workloads":[{"kind":"Deployment","name":"w","replicas":2000000000,"copies":4000000000}],
            "budgets":[{"name":"b","copies":9000000000}]}"#,
        expect![[r#"
            error[limits/too-many] /pools: 9,223,372,036,854,775,807 nodes are more than the 65,000 of a run. Hint: Split the scenario, or leave a part of it out.
            error[limits/too-many] /workloads: 8,000,000,000,000,000,000 Pods are more than the 2,000,000 of a run. Hint: Split the scenario, or leave a part of it out.
            error[limits/too-many] /workloads: 4,000,000,000 workloads are more than the 200,000 of a run. Hint: Split the scenario, or leave a part of it out.
            error[limits/too-many] /budgets: 9,000,000,000 budgets are more than the 200,000 of a run. Hint: Split the scenario, or leave a part of it out.
        "#]],
    );
}

#[test]
fn unsimulated_settings_are_reported() {
    check(
        r#"{"version":1,"cluster":{"maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}},
            "pools":[{"name":"a","initialNodeCount":1,"autoscaling":{"enabled":true}}],
            "workloads":[{"kind":"Deployment","name":"w","affinity":{"podAntiAffinity":{}}}]}"#,
        expect![[r#"
            warning[autoscaling/no-maximum] /pools/0/autoscaling: Autoscaling of “a” is on without a maximum: the pool never grows. Hint: Set maxNodeCount or totalMaxNodeCount.
            warning[autoscaling/requests] /workloads/0/requests: “w” requests no CPU or no memory. The autoscaler reads requests, not use. Hint: Give all containers requests of CPU and memory. (CA-13)
        "#]],
    );
}

/// A document with two Deployments, of which one has this affinity.
fn affine(kind: &str, terms: &str) -> String {
    with(&format!(
        r#""workloads":[{{"kind":"Deployment","name":"web","affinity":{{"{kind}":{terms}}}}},
            {{"kind":"Deployment","name":"db","namespace":"data"}}]"#
    ))
}

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// KS-15, KS-16, KS-28.
#[test]
fn affinity_between_pods_is_checked() {
    let db =
        r#"{"labelSelector":{"matchLabels":{"app":"db"}},"topologyKey":"kubernetes.io/hostname","#;
    for (kind, terms, expected) in [
        ("podAffinity", format!(r#"{{"{REQUIRED}":[{db}"namespaces":["data"]}}]}}"#), expect![""]),
        (
            "podAffinity",
            format!(r#"{{"{REQUIRED}":[{db}"namespaceSelector":{{}}}}]}}"#),
            expect![""],
        ),
        (
            "podAffinity",
            format!(
                r#"{{"{REQUIRED}":[{db}"namespaceSelector":{{"matchLabels":{{"kubernetes.io/metadata.name":"data"}}}}}}]}}"#
            ),
            expect![""],
        ),
        (
            "podAffinity",
            format!(
                r#"{{"{REQUIRED}":[{db}"namespaceSelector":{{"matchLabels":{{"team":"a"}}}}}}]}}"#
            ),
            expect![[r#"
                info[document/not-simulated] /workloads/0/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/0: A scenario has no labels of namespaces: namespaceSelector sees kubernetes.io/metadata.name and nothing else. Hint: List the namespaces, or select them by that label.
                warning[workload/affinity-never-met] /workloads/0/affinity/podAffinity: No Pod of the scenario matches the required affinity of “web”: a new Pod of it fits nowhere. Hint: Change the labelSelector or the namespaces, or make the term a preferred one. (KS-15)
            "#]],
        ),
        (
            "podAntiAffinity",
            format!(
                r#"{{"{REQUIRED}":[{{"topologyKey":""}}],
                "{PREFERRED}":[{{"weight":101,"podAffinityTerm":
                  {{"labelSelector":{{"matchExpressions":[{{"key":"app","operator":"Is"}}]}},"topologyKey":"zone"}}}}]}}"#
            ),
            expect![[r#"
                error[document/value] /workloads/0/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/weight: 101 is out of bounds. Hint: Write a number from 1 to 100.
                error[document/value] /workloads/0/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/topologyKey: The topologyKey is empty. Hint: Write kubernetes.io/hostname or topology.kubernetes.io/zone.
                warning[workload/term-without-selector] /workloads/0/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0: A term without labelSelector is about no Pods. Hint: Write a labelSelector; {} means all Pods of the namespace.
                error[document/value] /workloads/0/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm/labelSelector/matchExpressions/0: “app Is” with 0 values isn't a valid expression. Hint: In and NotIn take values, Exists and DoesNotExist none, Gt and Lt (nodes only) one integer.
            "#]],
        ),
    ] {
        check(&affine(kind, &terms), expected);
    }
    let near = |name: &str, other: &str| {
        format!(
            r#"{{"kind":"Deployment","name":"{name}","affinity":{{"podAffinity":{{"{REQUIRED}":
              [{{"labelSelector":{{"matchLabels":{{"app":"{other}"}}}},"topologyKey":"kubernetes.io/hostname"}}]}}}}}}"#
        )
    };
    let all = |pairs: &[(&str, &str)]| {
        let all: Vec<String> = pairs.iter().map(|(name, other)| near(name, other)).collect();
        with(&format!(r#""workloads":[{}]"#, all.join(",")))
    };
    check(&all(&[("a", "a"), ("b", "a"), ("c", "b")]), expect![""]);
    check(
        &all(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]),
        expect![[r#"
            warning[workload/affinity-never-met] /workloads/0/affinity/podAffinity: The Pods of “a” wait for Pods that wait for them: none can be the first. Hint: Let the term of one of them match its own Pods, or make it a preferred one. (KS-15)
            warning[workload/affinity-never-met] /workloads/1/affinity/podAffinity: The Pods of “b” wait for Pods that wait for them: none can be the first. Hint: Let the term of one of them match its own Pods, or make it a preferred one. (KS-15)
            warning[workload/affinity-never-met] /workloads/2/affinity/podAffinity: The Pods of “c” wait for Pods that wait for them: none can be the first. Hint: Let the term of one of them match its own Pods, or make it a preferred one. (KS-15)
            warning[workload/affinity-never-met] /workloads/3/affinity/podAffinity: The Pods of “d” wait for Pods that wait for them: none can be the first. Hint: Let the term of one of them match its own Pods, or make it a preferred one. (KS-15)
        "#]],
    );
}

/// KS-16.
#[test]
fn pods_that_need_a_node_each_are_counted() {
    let web = |replicas: u32, app: &str, key: &str| {
        with(&format!(
            r#""workloads":[{{"kind":"Deployment","name":"web","replicas":{replicas},"affinity":{{"podAntiAffinity":{{"{REQUIRED}":
              [{{"labelSelector":{{"matchLabels":{{"app":"{app}"}}}},"topologyKey":"{key}"}}]}}}}}}]"#
        ))
    };
    check(&web(3, "web", "kubernetes.io/hostname"), expect![""]);
    check(&web(4, "db", "kubernetes.io/hostname"), expect![""]);
    check(&web(4, "web", "topology.kubernetes.io/zone"), expect![""]);
    check(
        &web(4, "web", "kubernetes.io/hostname"),
        expect![[r#"
        warning[workload/anti-affinity-room] /workloads/0/affinity/podAntiAffinity: The 4 Pods of “web” need a node each, and there are 3 nodes. Hint: Lower the replicas, add nodes, or make the term a preferred one. (KS-16)
    "#]],
    );
}

/// KS-10.
#[test]
fn ports_of_nodes_are_checked() {
    let web = |replicas: u32, ports: &str| {
        with(&format!(
            r#""workloads":[{{"kind":"Deployment","name":"web","replicas":{replicas},"containers":[{{"ports":[{ports}]}}]}},
            {{"kind":"DaemonSet","name":"agent","containers":[{{"ports":[{ports}]}}]}}]"#
        ))
    };
    check(&web(3, r#"{"hostPort":80},{"hostPort":80,"hostIP":"0.0.0.0"}"#), expect![""]);
    check(
        &web(4, r#"{"hostPort":80},{"hostPort":80,"protocol":"UDP"}"#),
        expect![[r#"
            warning[workload/host-port] /workloads/0/containers: 4 Pods need port 80 TCP of their node, and there are 3 nodes. Hint: Lower the replicas, add nodes, or take the port away: a Service needs none. (KS-10)
            warning[workload/host-port] /workloads/0/containers: 4 Pods need port 80 UDP of their node, and there are 3 nodes. Hint: Lower the replicas, add nodes, or take the port away: a Service needs none. (KS-10)
        "#]],
    );
    check(
        &web(1, r#"{"hostPort":65536,"protocol":"HTTP"}"#),
        expect![[r#"
            error[document/value] /workloads/0/containers/0/ports/0/hostPort: 65536 is out of bounds. Hint: Write a number from 0 to 65535.
            error[document/value] /workloads/0/containers/0/ports/0/protocol: “HTTP” is not known here. Hint: Write one of TCP, UDP, SCTP.
            error[document/value] /workloads/1/containers/0/ports/0/hostPort: 65536 is out of bounds. Hint: Write a number from 0 to 65535.
            error[document/value] /workloads/1/containers/0/ports/0/protocol: “HTTP” is not known here. Hint: Write one of TCP, UDP, SCTP.
        "#]],
    );
}

#[test]
fn a_document_survives_a_round_trip() {
    let text = r#"{"version":1,"name":"n","start":"2026-01-10T02:00:00Z","seed":"18446744073709551615","until":"2d",
        "pools":[{"name":"a","initialNodeCount":"2","upgradeSettings":{"maxSurge":0,"maxUnavailable":1},
            "nodes":[{"name":"n-1","taints":[]}]}],
        "workloads":[{"kind":"Deployment","name":"w","labels":{},"requests":{"cpu":0.5,"memory":1e9},
            "assumptions":{"ready":{"p10":"1s","p50":"2m","p90":180000}}}],
        "script":[{"at":"2026-01-10T03:00:00Z","do":"quota"},{"at":"01:02:03","do":"set","workload":"w","replicas":0}]}"#;
    let opened = scenario::open(text);
    expect![[r#""#]].assert_eq(&lines(&opened));
    let document = opened.document.unwrap();
    expect![[r#"{"version":1,"name":"n","start":"2026-01-10T02:00:00Z","seed":"18446744073709551615","until":"172800s","pools":[{"name":"a","initialNodeCount":2,"upgradeSettings":{"maxSurge":0,"maxUnavailable":1},"nodes":[{"name":"n-1","taints":[]}]}],"workloads":[{"kind":"Deployment","name":"w","labels":{},"requests":{"cpu":"0.5","memory":"1000000000"},"assumptions":{"ready":{"p10":"1s","p50":"120s","p90":"180s"}}}],"script":[{"at":"2026-01-10T03:00:00Z","do":"quota"},{"at":"3723s","do":"set","workload":"w","replicas":0}]}"#]].assert_eq(&document.to_text());
    assert_eq!(scenario::open(&document.to_text()).document, Some(document.clone()));
    assert_eq!(scenario::open(&document.to_pretty_text()).document, Some(document));
    expect![[r#"{"version":1}"#]].assert_eq(&Document::empty().to_text());
}

/// Every number, right or wrong, is written as it was read.
#[test]
fn numbers_survive_to_the_last_bit() {
    for number in ["1".repeat(111), "0.30000000000000004".into(), "9007199254740993.5".into()] {
        let text = pool(&format!(r#""upgradeSettings":{{"maxUnavailable":{number}}}"#));
        let document = scenario::open(&text).document.unwrap();
        let again = scenario::open(&document.to_text()).document;
        assert_eq!(again, Some(document), "{number}");
    }
}

#[test]
fn diagnostics_have_the_contracts_json_form() {
    let opened = scenario::open(&pool(r#""upgradeSettings":{"maxSurge":0,"maxUnavailable":0}"#));
    let json = cli::english::finding_json(&opened.diagnostics[0]).compact();
    expect![[r#"{"code":"surge/both-zero","severity":"error","path":"/pools/0/upgradeSettings","message":"maxSurge and maxUnavailable are both 0: no node could ever be upgraded.","hint":"Set one of them to at least 1. A run uses maxSurge 1.","rules":["SU-28"]}"#]].assert_eq(&json);
}

#[test]
fn the_schema_is_that_of_the_reader() {
    let file = crate::root().join("static/schema/scenario.schema.json");
    expect_file![file.canonicalize().unwrap()].assert_eq(&scenario::document::schema());
}

/// Every file of the corpus that isn't a scenario gives an answer, and no crash.
#[test]
fn malformed_files_are_answered() {
    let Some(corpus) = corpus() else { return };
    let mut files = 0;
    for folder in [
        "malformed/json",
        "malformed/yaml",
        "malformed/strings",
        "kubectl",
        "gke-clusters",
        "manifests",
    ] {
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let opened = scenario::open_json(scenario::json::Json::parse_bytes(&bytes).as_ref());
            assert!(opened.compiled.is_none() && !opened.diagnostics.is_empty());
            // The same text where a scenario holds text of any kind.
            if let Ok(json) = scenario::json::Json::parse_bytes(&bytes) {
                let text = format!(
                    r#"{{"version":1,"pools":[{0}],"workloads":[{0}],"name":{0}}}"#,
                    json.compact()
                );
                lines(&scenario::open(&text));
            }
            files += 1;
        }
    }
    assert!(files > 300, "{files} files");
}

/// Settings that a script gives to a pool are held to the same rules as its own.
#[test]
fn settings_of_an_entry_are_checked_like_those_of_a_pool() {
    let set = |settings: &str| {
        with(&format!(
            r#""script":[{{"at":"0s","do":"set","pool":"a","upgradeSettings":{{{settings}}}}},{{"at":"9s","do":"upgrade","pool":"a"}}]"#
        ))
    };
    let blue_green =
        |rest: &str| set(&format!(r#""strategy":"BLUE_GREEN","blueGreenSettings":{{{rest}}}"#));
    check(
        &set(r#""maxSurge":0,"maxUnavailable":0"#),
        expect![[r#"
            error[surge/both-zero] /script/0/upgradeSettings: maxSurge and maxUnavailable are both 0: no node could ever be upgraded. Hint: Set one of them to at least 1. A run uses maxSurge 1. (SU-28)
        "#]],
    );
    check(
        &set(r#""strategy":"GREEN""#),
        expect![[r#"
            error[strategy/unknown] /script/0/upgradeSettings/strategy: “GREEN” isn't an upgrade strategy. Hint: Write SURGE, BLUE_GREEN or SHORT_LIVED. (UP-01)
        "#]],
    );
    check(
        &set(r#""strategy":"SHORT_LIVED""#),
        expect![[r#"
        error[strategy/short-lived] /script/0/upgradeSettings/strategy: SHORT_LIVED is for flex-start VMs and queued provisioning, and “a” has neither. Hint: Use SURGE or BLUE_GREEN. (SL-01)
    "#]],
    );
    check(
        &blue_green(
            r#""standardRolloutPolicy":{"batchPercentage":40,"batchSoakDuration":"-5s"},"nodePoolSoakDuration":"-5s""#,
        ),
        expect![[r#"
            error[strategy/batch-part] /script/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy/batchPercentage: batchPercentage is 40; it is a part of the pool, from 0 to 1. Hint: Write 0.40 for 40 percent. (BG-19)
            error[strategy/negative-soak] /script/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy/batchSoakDuration: A soak of -5 s cannot be waited. Hint: Write a duration from 0s on. (BG-21)
            error[strategy/negative-soak] /script/0/upgradeSettings/blueGreenSettings/nodePoolSoakDuration: A soak of -5 s cannot be waited. Hint: Write a duration from 0s on. (BG-25)
        "#]],
    );
    check(
        &blue_green(r#""autoscaledRolloutPolicy":{}"#),
        expect![[r#"
            error[autoscaled/autoscaling-off] /script/0/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy: Autoscaled blue-green starts without green nodes and lets the autoscaler add them, and autoscaling of “a” is off. Hint: Turn autoscaling of the pool on, or use a standardRolloutPolicy. In a run green stays empty. (AB-23)
        "#]],
    );
}

/// KC-22, KC-24, AM-103: what the API refuses of a rollout's settings, and rollouts that aren't simulated.
#[test]
fn rollouts_that_no_api_takes_are_errors() {
    check(
        &with(
            r#""workloads":[
                {"kind":"Deployment","name":"web","maxSurge":0,"maxUnavailable":"0%","strategy":"Canary"},
                {"kind":"Deployment","name":"api","maxSurge":"150%","maxUnavailable":"150%","minReadySeconds":600},
                {"kind":"Deployment","name":"old","maxSurge":"1","maxUnavailable":-1,"progressDeadlineSeconds":9,"minReadySeconds":9},
                {"kind":"StatefulSet","name":"db"}],
            "script":[
                {"at":"0s","do":"rollout"},
                {"at":"0s","do":"rollout","workload":"wbe"},
                {"at":"0s","do":"rollout","workload":"db"},
                {"at":"0s","do":"rollout","workload":"web"}]"#,
        ),
        expect![[r#"
            error[name/unknown] /script/1/workload: There is no workload “wbe”. Hint: There is api, db, default/api and more.
            error[script/entry] /script/2/workload: “db” is a StatefulSet: only rollouts of Deployments are simulated. Hint: Name a Deployment, or leave the entry out.
            error[document/value] /workloads/0/strategy: “Canary” is not known here. Hint: Write one of RollingUpdate, Recreate.
            error[script/entry] /script/0: “rollout” needs a workload. Hint: Name the workload.
            error[document/value] /workloads/1/maxUnavailable: “150%” is neither a number of Pods nor a percentage that the API accepts. Hint: Write a number such as 1, or a percentage such as "25%".
            error[document/value] /workloads/2/maxSurge: “1” is neither a number of Pods nor a percentage that the API accepts. Hint: Write a number such as 1, or a percentage such as "25%".
            error[document/value] /workloads/2/maxUnavailable: -1 is neither a number of Pods nor a percentage that the API accepts. Hint: Write a number such as 1, or a percentage such as "25%".
            error[rollout/both-zero] /workloads/0/maxUnavailable: maxSurge and maxUnavailable of “web” are both 0: the API refuses that, because no Pod could be replaced. Hint: Set one of them to at least 1. A run lets 1 Pod be unavailable. (KC-22)
            error[rollout/deadline] /workloads/1/progressDeadlineSeconds: progressDeadlineSeconds of “api” (600) isn't greater than its minReadySeconds (600): the API refuses that. Hint: Set progressDeadlineSeconds to more than minReadySeconds. (KC-22)
            error[rollout/deadline] /workloads/2/progressDeadlineSeconds: progressDeadlineSeconds of “old” (9) isn't greater than its minReadySeconds (9): the API refuses that. Hint: Set progressDeadlineSeconds to more than minReadySeconds. (KC-22)
        "#]],
    );
}
