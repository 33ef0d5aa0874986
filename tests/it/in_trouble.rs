//! Clusters that are in trouble when they are imported: what the answer says of it.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

fn node(name: &str, ready: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"main","topology.kubernetes.io/zone":"us-east1-b"}}}},
        "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.31.9-gke.100"}},"conditions":[{{"type":"Ready","status":"{ready}"}}]}}}}"#
    )
}

/// A Pod of the Deployment `web` with the status of its container.
fn pod(name: &str, node: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"web-1a2b3c4d5-{name}","namespace":"shop","labels":{{"app":"web"}},
        "ownerReferences":[{{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1a2b3c4d5","controller":true}}]}},
        "spec":{{"nodeName":"{node}","containers":[{{"name":"c","resources":{{"requests":{{"cpu":"100m"}}}}}}]}},"status":{{{status}}}}}"#
    )
}

const READY: &str = r#""phase":"Running","conditions":[{"type":"Ready","status":"True"}]"#;
const UNREADY: &str = r#""phase":"Running","conditions":[{"type":"Ready","status":"False"}]"#;
const CRASHES: &str = r#""phase":"Running","conditions":[{"type":"Ready","status":"False"}],
    "containerStatuses":[{"name":"c","ready":false,"restartCount":7,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]"#;

fn dump(folder: &Folder, items: &[String]) -> String {
    let budget = r#"{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"web","namespace":"shop"},
        "spec":{"minAvailable":2,"selector":{"matchLabels":{"app":"web"}}}}"#;
    let items = [items.join(","), budget.to_owned()].join(",");
    folder.write("dump.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#))
}

fn cluster(folder: &Folder, status: &str) -> String {
    folder.write(
        "cluster.json",
        &format!(
            r#"{{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","status":"RUNNING",
            "nodePools":[{{"name":"main","version":"1.31.9-gke.100","status":"{status}","initialNodeCount":3,
            "config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":1,"strategy":"SURGE"}}}}]}}"#
        ),
    )
}

/// “One node is NotReady and the pool reports an error: will the upgrade go through?”
#[test]
fn what_is_broken_and_taken_for_healthy_stands_in_the_answer() {
    let folder = Folder::new("broken");
    let nodes = [node("n-0", "True"), node("n-1", "Unknown"), node("n-2", "True")];
    let (dump, cluster) = (dump(&folder, &nodes), cluster(&folder, "RUNNING_WITH_ERROR"));
    let cut = folder.write("cut.json", r#"{"apiVersion":"v1","kind":"List","items":["#);
    let brief = answer(&["run", &dump, &cluster, &cut, "--format", "brief"]);
    has(&brief, &["Not read: ", "main: RUNNING_WITH_ERROR"]);
    // A healthy cluster has neither.
    let brief = answer(&["run", "preset:docs-5-nodes", "--format", "brief"]);
    assert!(!brief.contains("Not read") && !brief.contains("Not simulated"), "{brief}");
}

/// “A Pod crashes all the time: does the upgrade wait for it?” (AM-102)
#[test]
fn pods_that_are_broken_now_are_named_with_what_the_run_takes_them_for() {
    let folder = Folder::new("crashes");
    let items = |second: &str, third: &str| {
        [
            node("n-0", "True"),
            node("n-1", "True"),
            node("n-2", "True"),
            pod("aaaaa", "n-0", READY),
            pod("bbbbb", "n-1", second),
            pod("ccccc", "n-2", third),
        ]
    };
    let cluster = cluster(&folder, "RUNNING");
    let crashes = dump(&folder, &items(CRASHES, READY));
    let goes_on = "1 Pod whose container fails, and goes on to fail: shop/web-1a2b3c4d5-bbbbb (CrashLoopBackOff)";
    has(err(&nodetide(&["import", &crashes, &cluster])), &[goes_on]);
    let why =
        |at: &str| answer(&["why", &crashes, &cluster, "--at", at, "pod/shop/web-1a2b3c4d5-bbbbb"]);
    let assumed = "The run assumes that it goes on failing, and its replacement too, on nodes of any version: also after a rollback. While its container runs, the Pod counts as ready: no delay of a readiness probe is assumed. (AM-102)";
    has(&why("1s"), &[assumed]);
    let healthy = ["why", &crashes, &cluster, "--at", "1s", "pod/shop/web-1a2b3c4d5-aaaaa"];
    assert!(!answer(&healthy).contains("The run assumes"));
    let unready = dump(&folder, &items(READY, UNREADY));
    let stays =
        "1 Pod that isn't ready and stays so, as nothing says why: shop/web-1a2b3c4d5-ccccc";
    has(err(&nodetide(&["import", &unready, &cluster])), &[stays]);
}

/// “A Deployment is down and another has two of three Pods now: for how long?”
#[test]
fn what_is_missing_at_the_start_is_counted_from_there() {
    let folder = Folder::new("short-at-start");
    let file = folder.write(
        "short.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
        "pools":[{"name":"p","version":"1.33.5-gke.100","config":{"machineType":"e2-standard-4"},"nodes":[
            {"name":"n0","zone":"us-east1-b"},
            {"name":"n1","zone":"us-east1-b","notReady":{"since":"2026-03-01T23:57:00Z"}}]}],
        "workloads":[
            {"kind":"Deployment","name":"down","replicas":1,"requests":{"cpu":"100m"},"pods":[{"name":"down-0","node":"n1"}]},
            {"kind":"Deployment","name":"never","replicas":1,"requests":{"cpu":"99"}},
            {"kind":"Deployment","name":"fewer","replicas":3,"requests":{"cpu":"100m"},
                "pods":[{"name":"f0","node":"n0"},{"name":"f1","node":"n0"},{"name":"f2","node":"n1"}]}]}"#,
    );
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["workload/down: fewest ready 0 of 1; no ready Pod for "]);
    // What is never ready loses nothing in the run.
    assert!(!brief.contains("workload/never: fewest ready 0 of 1; no ready Pod"), "{brief}");
}

/// “Why doesn't the Pod on the dead node end, and what are the Pods that aren't ready?”
#[test]
fn a_dead_node_and_images_that_cannot_be_pulled_are_the_reasons() {
    let folder = Folder::new("dead");
    let file = folder.write(
        "dead.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
        "pools":[{"name":"p","version":"1.33.5-gke.100","management":{"autoRepair":false},"config":{"machineType":"e2-standard-4"},"nodes":[
            {"name":"n0","zone":"us-east1-b"},
            {"name":"n1","zone":"us-east1-b","notReady":{"since":"2026-03-01T23:57:00Z"}}]}],
        "workloads":[
            {"kind":"StatefulSet","name":"db","replicas":1,"requests":{"cpu":"100m"},"pods":[{"name":"db-0","node":"n1","deletionTimestamp":"2026-03-01T23:59:00Z"}]},
            {"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"100m"},
                "pods":[{"name":"w0","node":"n0","waiting":"ImagePullBackOff"},{"name":"w1","node":"n1"}]}],
        "script":[{"at":"1h","do":"upgrade","pool":"p","version":"1.33.5-gke.100"}]}"#,
    );
    let why = |of: &str| answer(&["why", &file, "--at", "1s", of]);
    let pod = why("pod/db-0");
    has(
        &pod,
        &[
            "The kubelet of n1 doesn't answer, so nothing confirms that its containers have ended",
            "db has no second Pod of that name: it creates the next db-0 when this one is gone. (KC-09",
        ],
    );
    assert!(!pod.contains("This is how the scenario starts"), "{pod}");
    let node = why("node/n1");
    has(&node, &["No auto-repair recreates it: "]);
    assert!(!node.contains("its repair starts"), "{node}");
    has(
        &why("workload/web"),
        &["starting: 0", "not ready, on a node that isn't Ready: 1", "in ImagePullBackOff: 1"],
    );
}

/// “Gatekeeper fails closed and the quota of the namespace is full.” Neither is simulated, and old scenarios with them open.
#[test]
fn webhooks_and_quotas_of_namespaces_are_named_and_change_nothing() {
    let folder = Folder::new("webhook-quota");
    let quota = r#"{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"team","namespace":"shop"},"status":{"hard":{"pods":"1"},"used":{"pods":"1"}}}"#;
    let webhook = r#"{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"gatekeeper"},
        "webhooks":[{"failurePolicy":"Fail","clientConfig":{"service":{"name":"gate","namespace":"policy"}}}]}"#;
    let items = [node("n-0", "True"), pod("aaaaa", "n-0", READY), quota.into(), webhook.into()];
    let told = nodetide(&["import", &dump(&folder, &items), &cluster(&folder, "RUNNING")]);
    let unused = "without effect on a run: ResourceQuota 1, ValidatingWebhookConfiguration 1";
    has(err(&told), &[unused]);
    let old = folder.write(
        "old.json",
        r#"{"version":1,"cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
            "pools":[{"name":"p","version":"1.32.9-gke.100","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],
            "workloads":[{"kind":"Deployment","name":"web","replicas":2,"webhooks":["default/gate"],"quotaPods":2}],
            "script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#,
    );
    let told = nodetide(&["check", &old]);
    assert_eq!(code(&told), 0, "{}", err(&told));
    has(out(&told), &["“webhooks” is not known here and is ignored", "“quotaPods”"]);
}

/// “We upgrade the control plane on a Monday, the window is on weekends: does it wait?” (BS-03)
#[test]
fn a_control_plane_that_is_upgraded_outside_the_window_says_so() {
    let folder = Folder::new("plane");
    let file = |name: &str, at: &str, more: &str| {
        folder.write(
            name,
            &format!(
                r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.32.9-gke.1000000",
                "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-03-07T01:00:00Z","endTime":"2026-03-07T09:00:00Z"}},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}}}}}}}},
                "pools":[{{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":2}}],
                "script":[{{"at":"{at}","do":"upgrade","controlPlane":true,"version":"1.33.5-gke.1000000"{more}}}]}}"#
            ),
        )
    };
    let monday = file("monday.json", "0s", "");
    let why = answer(&["why", &monday, "--at", "5m", "cluster"]);
    has(&why, &["a manual one ignores windows and exclusions.", "(BS-03)", "next window: "]);
    // On a Saturday at 02:00, or where GKE waits for the window, there is nothing to say.
    let saturday = file("saturday.json", "2026-03-07T02:00:00Z", "");
    let automatic = file("automatic.json", "0s", r#","automatic":true"#);
    for (file, at) in [
        (&saturday, "2026-03-07T02:05:00Z"),
        (&automatic, "5m"),
        (&automatic, "2026-03-07T01:05:00Z"),
    ] {
        let why = answer(&["why", file, "--at", at, "cluster"]);
        assert!(!why.contains("ignores windows"), "{why}");
    }
    // An upgrade that begins five minutes before the window closes goes on.
    let late = file("late.json", "2026-03-07T08:55:00Z", r#","automatic":true"#);
    has(&answer(&["run", &late, "--format", "brief"]), &["ended 2026-03-07T09:05:00Z"]);
    let urgent = file("urgent.json", "0s", r#","automatic":true,"override":"emergency""#);
    has(&answer(&["run", &urgent, "--format", "brief"]), &["Started Monday 2026-03-02T00:00:00Z"]);
}

/// “The freeze ends in the middle of Saturday's window: how much of the window is left?”
#[test]
fn an_exclusion_that_cuts_an_opening_short_says_how_much_is_left() {
    let folder = Folder::new("cut");
    let window = |scope: &str, to: &str| {
        let file = folder.write(
            "describe.json",
            &format!(
                r#"{{"name":"prod","location":"europe-west1","currentMasterVersion":"1.33.5-gke.100","maintenancePolicy":{{"window":{{
                "recurringWindow":{{"recurrence":"FREQ=WEEKLY;BYDAY=SA","window":{{"startTime":"2025-01-04T01:00:00Z","endTime":"2025-01-04T09:00:00Z"}}}},
                "maintenanceExclusions":{{"freeze":{{"startTime":"2026-11-20T00:00:00Z","endTime":"{to}","maintenanceExclusionOptions":{{"scope":"{scope}"}}}}}}}}}}}}"#
            ),
        );
        answer(&["window", &file, "--now", "2026-11-23T00:00:00Z"])
    };
    let text = window("NO_UPGRADES", "2026-11-28T04:30:00Z");
    has(
        &text,
        &["Sat 04:30 to 09:00 UTC, 4 h 30 min, cut short by freeze: 4 h 30 min of 8 h left\n"],
    );
    assert_eq!(text.matches("cut short").count(), 1, "{text}");
    let text = window("NO_MINOR_OR_NODE_UPGRADES", "2026-11-28T04:30:00Z");
    has(
        &text,
        &[
            "8 h, without minor and node upgrades in part of it (freeze), which leaves 4 h 30 min for them\n",
        ],
    );
    // It ends when the window opens.
    assert!(!window("NO_UPGRADES", "2026-11-28T01:00:00Z").contains("cut short"));
}

/// BS-02, BS-06: what `check` finds is what the run says, in the same words.
#[test]
fn a_version_that_gke_refuses_is_refused_in_one_sentence() {
    let folder = Folder::new("skew");
    let file = |master: &str, nodes: &str, script: &str| {
        folder.write(
            "skew.json",
            &format!(
                r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"{master}"}},
                "pools":[{{"name":"p","version":"{nodes}","initialNodeCount":1}}],"script":[{script}]}}"#
            ),
        )
    };
    let both = |file: &str, sentence: &str| {
        let check = nodetide(&["check", file]);
        assert!(out(&check).contains(sentence), "{sentence}: {}", out(&check));
        has(&answer(&["run", file]), &[sentence]);
    };
    let ahead =
        file("1.31.9", "1.31.9", r#"{"at":"0s","do":"upgrade","pool":"p","version":"1.32.9"}"#);
    both(&ahead, "GKE refuses nodes that are newer than the control plane");
    let behind = file(
        "1.32.9",
        "1.30.9",
        r#"{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.33.9"}"#,
    );
    let check = nodetide(&["check", &behind]);
    has(out(&check), &["may trail it by two minor versions at most"]);
    // A command runs all the same (BS-06).
    has(&answer(&["run", &behind]), &["The control plane runs the new version"]);
}

/// “Are our TPU nodes replaced one by one?” (BS-05, AM-77)
#[test]
fn a_tpu_pool_says_whether_it_is_replaced_as_a_whole() {
    let folder = Folder::new("slices");
    let create = "gcloud container node-pools create";
    let of = "--cluster tpu --zone us-west4-a --machine-type ct5lp-hightpu-4t --node-version 1.31.9-gke.1000000";
    let upgrade = "gcloud container clusters upgrade tpu --zone us-west4-a --node-pool";
    let plan = folder.write(
        "slices.sh",
        &format!(
            "gcloud container clusters create tpu --zone us-west4-a --cluster-version 1.32.9-gke.1000000 --num-nodes 1\n\
             {create} multi {of} --tpu-topology 4x4 --num-nodes 4\n{create} single {of} --tpu-topology 2x2 --num-nodes 2\n\
             {upgrade} multi\n{upgrade} single\n"
        ),
    );
    let why = |at: &str, subject: &str| answer(&["why", &plan, "--at", at, subject]);
    let whole = "A multi-host TPU slice is one unit: GKE recreates all of its nodes in one step, regardless of the pool's strategy. (BS-05 AM-77)";
    for at in ["0s", "1m"] {
        let text = why(at, "pool/multi");
        has(&text, &[whole]);
        for wrong in ["maxSurge", "the pool's upgrade strategy."] {
            assert!(!text.contains(wrong), "{wrong}: {text}");
        }
    }
    has(&why("10m", "node/multi-a-1"), &[whole]);
    has(&why("1m", "node/multi-a-1"), &["(BS-05 AM-77)"]);
    let each = "Each node is a TPU slice of its own (single-host): nodes are replaced by the settings of the pool, not all at once like a multi-host slice. (BS-05)";
    for at in ["0s", "6m"] {
        has(&why(at, "pool/single"), &[each]);
        has(&why(at, "node/single-a-1"), &[each]);
    }
    // Other pools have nothing of it.
    assert!(!why("6m", "pool/default-pool").contains("BS-05"));
}

/// “Our render Pods have safe-to-evict: "false", so the upgrade leaves them alone?”
#[test]
fn safe_to_evict_holds_up_no_upgrade_and_lost_work_is_told() {
    let folder = Folder::new("evict");
    let file = |name: &str, cluster: &str, work: &str| {
        folder.write(
            name,
            &format!(
                r#"{{"version":1,"cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"{cluster}}},
                "pools":[{{"name":"batch","version":"1.32.9-gke.100","initialNodeCount":1,"config":{{"machineType":"e2-standard-4"}}}}],
                "workloads":[{{"kind":"Job","name":"render","parallelism":1,"completions":1,"requests":{{"cpu":"3"}},
                    "annotations":{{"cluster-autoscaler.kubernetes.io/safe-to-evict":"false"}}{work}}}],
                "script":[{{"at":"8h","do":"upgrade","pool":"batch"}}]}}"#
            ),
        )
    };
    let known = file("known.json", "", r#","assumptions":{"work":"12h"}"#);
    has(&answer(&["run", &known, "--format", "brief"]), &["8 h 3 min of work is lost"]);
    let holds = "safe-to-evict \"false\" holds up no drain of an upgrade";
    has(
        &answer(&["why", &known, "--at", "1h", "pod/render-0"]),
        &[holds, "only the cluster autoscaler"],
    );
    // Autopilot protects such Pods, which isn't simulated.
    let autopilot = file("autopilot.json", r#","autopilot":{"enabled":true}"#, "");
    let text = answer(&["why", &autopilot, "--at", "1h", "pod/render-0"]);
    has(&text, &["for up to 7 days; that isn't simulated."]);
    assert!(!text.contains(holds), "{text}");
}

/// “It is noon; the window is 02:00 to 03:00. How long must it be?”
#[test]
fn a_longer_window_is_one_that_has_not_begun_yet() {
    let folder = Folder::new("noon");
    let fit = |start: &str| {
        let file = folder.write(
            "fit.json",
            &format!(
                r#"{{"version":1,"start":"{start}","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
                "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-03-01T02:00:00Z","endTime":"2026-03-01T03:00:00Z"}},"recurrence":"FREQ=DAILY"}}}}}}}},
                "pools":[{{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":30,"management":{{"autoUpgrade":true}}}}]}}"#
            ),
        );
        let text = answer(&["fit", &file, "--seeds", "2"]);
        let lines = text.lines().filter(|line| line.contains("fits with windows of "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let night = fit("2026-03-02T00:30:00Z");
    assert_eq!(night.len(), 1, "{night:?}");
    assert_eq!(fit("2026-03-02T12:00:00Z"), night);
    assert_eq!(fit("2026-03-02T03:10:00Z"), night);
}

/// “We have no maintenance window; when is it over?” Without a date in the scenario there is none in the answer.
#[test]
fn fit_without_windows_or_dates_invents_none() {
    let folder = Folder::new("dateless");
    let file = folder.write(
        "fit.json",
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000"},
        "pools":[{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":2}]}"#,
    );
    let text = answer(&["fit", &file, "--seeds", "2"]);
    has(
        &text,
        &[
            "pool/p to 1.33.5-gke.1000000: there are no maintenance windows: it begins when it is due\n",
            "  ends     +00:",
        ],
    );
    assert!(!text.contains("2026-") && !text.contains("  windows"), "{text}");
    let dated = answer(&["fit", &file, "--seeds", "2", "--start", "2026-03-02T00:00:00Z"]);
    has(&dated, &["  ends     2026-03-02T00:"]);
}

/// “Why do the nodes stay at the old version?” No command asks for their upgrade, and the answer says so before the assumed one.
#[test]
fn a_pool_that_nobody_upgrades_says_so_first() {
    let folder = Folder::new("nobody-upgrades");
    let cluster = r#"{"name":"shop","location":"us-central1-a","currentMasterVersion":"1.33.5-gke.100",
        "nodePools":[{"name":"web","version":"1.32.9-gke.100","initialNodeCount":2,"management":{"autoUpgrade":false}}]}"#;
    let file = folder.write("cluster.json", cluster);
    let told = answer(&["why", &file, "pool/web"]);
    assert!(
        told.starts_with("What: Nothing upgrades web: its automatic upgrades are off"),
        "{told}"
    );
    has(&told, &["--node-pool=web (BS-02, BS-03)", "This upgrade is assumed"]);
    assert!(!told.contains("Change it"), "{told}");
    // With --at, the answer is about the run.
    has(
        &answer(&["why", &file, "--at", "4m", "pool/web"]),
        &["What: Pool web has been upgrading for 4 min"],
    );
}

/// UP-15: a canceled upgrade of a pool with automatic upgrades doesn't wait for its user alone.
#[test]
fn a_canceled_pool_waits_for_its_user_or_for_gke() {
    let folder = Folder::new("canceled-auto");
    let scenario = |auto: bool| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.4-gke.100"}},"until":"2h",
            "pools":[{{"name":"main","version":"1.32.4-gke.100","initialNodeCount":3,"management":{{"autoUpgrade":{auto}}}}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"main"}},{{"at":"4m","do":"cancel","pool":"main"}}]}}"#
        );
        let file = folder.write("s.json", &text);
        answer(&["why", &file, "--at", "1h", "pool/main"])
    };
    let again = "Until: When GKE upgrades the rest of the nodes automatically (UP-15), from +24:07:02 on, or";
    has(&scenario(true), &[again]);
    has(&scenario(false), &["Until: When someone resumes it or rolls it back."]);
}

/// A Pod without an owner has none to name, and moves nowhere.
#[test]
fn a_bare_pod_has_no_owner_and_does_not_move() {
    let folder = Folder::new("bare-pod");
    let text = r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.33.4-gke.100"},
        "pools":[{"name":"main","version":"1.32.4-gke.100","initialNodeCount":2}],
        "workloads":[{"kind":"Pod","namespace":"prod","name":"debug","replicas":1},{"kind":"Deployment","name":"web","replicas":1}],
        "script":[{"at":"0s","do":"upgrade","pool":"main"}]}"#;
    let file = folder.write("s.json", text);
    let told = answer(&["why", &file, "--at", "1s", "pod/prod/debug"]);
    assert!(!told.contains("owner"), "{told}");
    let web = answer(&["why", &file, "--at", "1s", "workload/web"]);
    has(&web, &["1 of 1"]);
    let summary = answer(&["run", &file, "--format", "summary"]);
    has(&summary, &[r#""lost": 1"#]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let of = |name: &str| {
        let all = summary["workloads"].as_array().unwrap();
        all.iter().find(|one| one["subject"] == name).unwrap()["moves"].as_u64().unwrap()
    };
    assert_eq!(of("workload/prod/debug"), 0);
    assert!(of("workload/web") > 0);
}

/// MX-27, BS-03: GKE accepts an exclusion that begins after the upgrade; the upgrade doesn't run inside it.
#[test]
fn an_exclusion_that_is_set_after_the_upgrade_is_neither_judged_nor_met_before_it() {
    let folder = Folder::new("exclusion-after-upgrade");
    let cluster = r#"{"name":"prod","location":"us-central1","locations":["us-central1-a"],"currentMasterVersion":"1.32.9-gke.100","currentNodeVersion":"1.32.9-gke.100",
        "releaseChannel":{"channel":"REGULAR"},"nodePools":[{"name":"main","version":"1.32.9-gke.100","initialNodeCount":1}]}"#;
    let cluster = folder.write("cluster.json", cluster);
    let info = r#"{"autoUpgradeStatus":["ACTIVE"],"minorTargetVersion":"1.33.5-gke.100","endOfStandardSupportTimestamp":"2026-04-11","upgradeDetails":[],"pausedReason":[""]}"#;
    let info = folder.write("upgrade-info.json", info);
    let on = "gcloud container clusters";
    let exclude = format!(
        "{on} update prod --location us-central1 --add-maintenance-exclusion-name hold --add-maintenance-exclusion-start 2026-02-01T00:00:00Z --add-maintenance-exclusion-end 2026-08-03T00:00:00Z --add-maintenance-exclusion-scope no_minor_or_node_upgrades"
    );
    let upgrade = format!(
        "{on} upgrade prod --location us-central1 --master --cluster-version 1.33.5-gke.100"
    );
    let first = folder.write("excl-first.sh", &format!("{exclude}\n{upgrade}\n"));
    let last = folder.write("upgrade-first.sh", &format!("{upgrade}\n{exclude}\n"));
    let now = ["--now", "2026-02-02T00:00:00Z"];
    let check = |script: &str| {
        nodetide(&[&["check", cluster.as_str(), info.as_str(), script][..], &now].concat())
    };
    let told = check(&first);
    assert_eq!(code(&told), 1);
    has(out(&told), &["error[exclusion/past-end-of-support]", "(MX-27)"]);
    let told = check(&last);
    assert_eq!(code(&told), 0);
    let (told, report) = (out(&told), err(&told));
    let left_out = "1 change that the script makes after an upgrade and that a run can't make, left out: line 2: --add-maintenance-exclusion";
    assert!(!told.contains("exclusion/"), "{told}");
    has(report, &[&left_out[..80]]);
    assert!(!report.contains("prod: \n") && !report.contains("prod: ;"), "{report}");
    let brief = ["run", &cluster, &info, &last, "--format", "brief"];
    let told = answer(&[&brief[..], &now].concat());
    has(&told, &["The upgrade succeeds.", "Not simulated: ", left_out]);
    assert!(!told.contains("inside the exclusion"), "{told}");
}

/// A command deletes the only pool: nothing is upgraded, and the pool isn't there from the start.
#[test]
fn the_deletion_of_the_only_pool_is_no_upgrade_of_another() {
    let folder = Folder::new("deleted-by-command");
    let on = "gcloud container node-pools";
    let script = format!(
        "{on} create kafka --cluster prod --zone us-east1-b --num-nodes 3 --node-version 1.32.9-gke.100\n\
         {on} delete kafka --cluster prod --zone us-east1-b\n"
    );
    let script = folder.write("delete.sh", &script);
    let told = answer(&["run", &script, "--format", "brief"]);
    has(&told, &["No upgrade was requested.", "node pool deleted by a command, left out: kafka"]);
    assert!(!told.contains("from the start: kafka") && !told.contains("assumed-pool to"), "{told}");
}

/// With --work, Jobs end.
#[test]
fn jobs_whose_length_is_given_are_not_assumed_endless() {
    let folder = Folder::new("work-of-jobs");
    let job = r#"{"apiVersion":"batch/v1","kind":"Job","metadata":{"namespace":"batch","name":"etl"},
        "spec":{"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"c"}]}}}}"#;
    let job = folder.write("job.json", job);
    let report = |more: &[&str]| {
        let said = nodetide(&[&["run", job.as_str()][..], more].concat());
        err(&said).to_owned()
    };
    let never = "never to end";
    let (without, with) = (report(&[]), report(&["--work", "1h"]));
    assert!(without.contains(never) && !with.contains(never), "{without}{with}");
}

/// What a run's headline says, the check says too.
#[test]
fn a_check_says_how_a_run_ends() {
    let folder = Folder::new("check-says-headline");
    let scenario = |script: &str| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.4-gke.100"}},
            "pools":[{{"name":"main","version":"1.32.4-gke.100","initialNodeCount":2}},{{"name":"other","version":"1.32.4-gke.100","initialNodeCount":1}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"main"}}{script}]}}"#
        );
        answer(&["check", &folder.write("s.json", &text)])
    };
    assert_eq!(scenario(""), "No findings.\n");
    let lost = r#",{"at":"1m","do":"resume","pool":"other"}"#;
    has(
        &scenario(lost),
        &[
            "In one run: Finishes, but 1 command has no effect.",
            "  +00:01:00 pool/other: The command has no effect",
        ],
    );
}
