//! What dumps say of Pods that fail, are replaced by other ones, or can run on one node only.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};
use crate::dumps::{budget, cluster, dump, node, nodes, pod};

const NEW: &str = "1.32.9-gke.100";
const OLD: &str = "1.31.9-gke.100";

/// Lets the Pod's container wait after that many restarts; it last ended at that time.
fn crashing(pod: &str, restarts: u32, finished: &str) -> String {
    let status = format!(
        r#""status":{{"containerStatuses":[{{"restartCount":{restarts},"state":{{"waiting":{{"reason":"CrashLoopBackOff"}}}},
        "lastState":{{"terminated":{{"exitCode":1,"finishedAt":"{finished}"}}}}}}],"#
    );
    pod.replace(r#""type":"Ready","status":"True""#, r#""type":"Ready","status":"False""#)
        .replace(r#""status":{"#, &status)
}

/// “Why did the Pod die that night?” An operation that is over doesn't say when the run starts.
#[test]
fn an_operation_that_is_over_sets_no_start() {
    let folder = Folder::new("operation-over");
    let (dump, cluster) = (dump(&folder, &nodes()), cluster(&folder, ""));
    let operations = folder.write(
        "ops.json",
        r#"[{"name":"o-1","operationType":"UPGRADE_NODES","status":"DONE","startTime":"2026-11-24T01:01:01Z","endTime":"2026-11-24T07:40:52Z",
        "targetLink":"https://container.googleapis.com/v1/projects/p/locations/us-east1/clusters/pg/nodePools/db"}]"#,
    );
    let start = "newest instant in the files: 2026-11-23T07:30:00Z";
    let told = nodetide(&["import", &dump, &cluster, &operations]);
    has(err(&told), &["ops.json: not used", start]);
    let text = std::fs::read_to_string(&operations).unwrap();
    folder.write("ops.json", &text.replace("UPGRADE_NODES", "UPGRADE_MASTER"));
    let told = nodetide(&["import", &dump, &cluster, &operations]);
    has(err(&told), &["ops.json: not used", start]);
}

/// “A Pod has been Pending for an hour, and Scylla has local SSDs: what does the run make of it?”
#[test]
fn pending_pods_and_local_ssds_are_named() {
    let folder = Folder::new("pending-ssd");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let mut items = nodes();
    let one = pod(owner, "web-5d4f8c7b9d-x0", "", "any", "");
    items.push(
        one.replace("Running", "Pending")
            .replace(r#""Ready","status":"True""#, r#""PodScheduled","status":"False""#),
    );
    let dump = dump(&folder, &items);
    let text = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let config = r#""localNvmeSsdBlockConfig":{"localSsdCount":2},"machineType""#;
    let cluster = folder.write("cluster.json", &text.replace(r#""machineType""#, config));
    let brief = answer(&["run", &dump, &cluster, "--format", "brief"]);
    let ssds = "1 node pool with local SSDs: their data is lost with each node";
    has(&brief, &[ssds]);
    // None are nothing.
    let none = folder.write(
        "none.json",
        &text.replace(r#""machineType""#, r#""localSsdCount":0,"machineType""#),
    );
    assert!(!err(&nodetide(&["import", &dump, &none])).contains("local SSDs"));
    // Commands and Terraform have them as well.
    let new = "gcloud container node-pools create fast --cluster=prod --num-nodes=2";
    let given = [
        "--local-ssd-count 1",
        "--ephemeral-storage-local-ssd=count=2",
        "--local-nvme-ssd-block count=1",
    ];
    let given = given.map(|flag| ("new.sh", format!("{new} {flag}\n"), true));
    let none = ("new.sh", format!("{new} --local-ssd-count=0\n"), false);
    let blocks = [
        ("local_ssd_count = 1", true),
        ("local_nvme_ssd_block_config {\n local_ssd_count = 1\n }", true),
        ("ephemeral_storage_local_ssd_config {\n local_ssd_count = 1\n }", true),
        ("local_ssd_count = 0", false),
    ];
    let blocks = blocks.map(|(block, has)| {
        let text = format!(
            "resource \"google_container_node_pool\" \"fast\" {{\n  cluster = \"prod\"\n  node_config {{\n {block}\n }}\n}}\n"
        );
        ("new.tf", text, has)
    });
    for (name, text, has) in given.into_iter().chain([none]).chain(blocks) {
        let told = nodetide(&["import", &folder.write(name, &text)]);
        let said = "1 node pool with local SSDs: their data is lost";
        assert_eq!(err(&told).contains(said), has, "{text} {}", err(&told));
        assert!(!err(&told).contains("without effect"), "{}", err(&told));
    }
}

/// “My StatefulSet is in the middle of a rollout: does the run know?” (KC-24)
#[test]
fn a_rollout_of_a_stateful_set_is_named() {
    let folder = Folder::new("stateful-rollout");
    let owner = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;
    let mut items = nodes();
    for n in 0..3 {
        let revision = if n == 2 { "pg-new" } else { "pg-old" };
        let one = pod(owner, &format!("pg-{n}"), &format!("n-{n}"), "any", "");
        let marked = format!(r#""controller-revision-hash":"{revision}","role""#);
        items.push(one.replace(r#""role""#, &marked));
    }
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let told = nodetide(&["import", &dump, &cluster]);
    has(err(&told), &["under way, not continued", "pg (Pods of several revisions)"]);
}

/// “A Pod has been crash-looping for hours, Ready=False: does its budget open for a moment at each restart?” (KP-10, AM-102)
#[test]
fn a_crash_loop_that_was_not_ready_when_it_last_ran_opens_no_budget() {
    let folder = Folder::new("crash-unready");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let mut items = nodes();
    for n in 0..3 {
        let name = format!("web-5d4f8c7b9d-x{n}");
        items.push(pod(owner, &name, &format!("n-{n}"), "any", ""));
    }
    items[3] = crashing(&items[3], 41, "2026-11-23T07:29:06Z");
    items.push(budget("web", "any").replace("\"minAvailable\":1", "\"minAvailable\":2"));
    let files = |since: &str| {
        let changed = format!(r#""status":"False","lastTransitionTime":"2026-11-23T{since}Z""#);
        let started = r#""exitCode":1,"startedAt":"2026-11-23T07:29:02Z""#;
        let mut items = items.clone();
        items[3] = items[3].replace(r#""status":"False""#, &changed);
        items[3] = items[3].replace(r#""exitCode":1"#, started);
        dump(&folder, &items)
    };
    let cluster = cluster(&folder, "");
    // Since long before it last ran: the budget allows nothing, and ready Pods are forced out after an hour.
    let never = files("04:10:00");
    let brief = answer(&["run", &never, &cluster, "--format", "brief"]);
    assert!(!brief.contains(" 0 forced out"), "{brief}");
    let why = answer(&["why", &never, &cluster, "--at", "1s", "pod/data/web-5d4f8c7b9d-x0"]);
    has(&why, &["since 2026-11-23T07:29:06Z", "also after a rollback. (AM-102)"]);
    // Since its last exit: it was ready for four seconds, and will be again.
    let flaps = files("07:29:06");
    has(&answer(&["run", &flaps, &cluster, "--format", "brief"]), &[" 0 forced out"]);
}

/// A Deployment of ten replicas whose new ReplicaSet has three Pods in that state, beside eight old ones; one node each.
fn rolling(folder: &Folder, state: fn(&str) -> String) -> String {
    let set = |hash: &str, revision: u8, replicas: u8| {
        format!(
            r#"{{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{{"name":"web-{hash}","namespace":"data","annotations":{{"deployment.kubernetes.io/revision":"{revision}"}},
            "ownerReferences":[{{"apiVersion":"apps/v1","kind":"Deployment","name":"web","controller":true}}]}},"spec":{{"replicas":{replicas}}}}}"#
        )
    };
    let mut items = nodes();
    items.push(
        r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"data","generation":4},
        "spec":{"replicas":10,"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1,"maxUnavailable":2}}},
        "status":{"observedGeneration":4,"replicas":11,"updatedReplicas":3,
        "conditions":[{"type":"Progressing","status":"True","reason":"ReplicaSetUpdated"}]}}"#
            .to_owned(),
    );
    items.extend([set("5d4f8c7b9d", 2, 3), set("6c9f7b5d84", 1, 8)]);
    for n in 0..11 {
        let hash = if n < 3 { "5d4f8c7b9d" } else { "6c9f7b5d84" };
        let owner = format!(r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-{hash}""#);
        let one = pod(&owner, &format!("web-{hash}-x{n}"), &format!("n-{}", n % 3), "any", "");
        items.push(if n < 3 { state(&one.replace("100m", "200m")) } else { one });
    }
    items.push(budget("web", "any").replace("\"minAvailable\":1", "\"minAvailable\":8"));
    dump(folder, &items)
}

/// “The upgrade hits the middle of our rollout.” (KC-21)
#[test]
fn a_rollout_of_a_deployment_goes_on_from_where_it_is() {
    let folder = Folder::new("rollout-goes-on");
    let (dump, cluster) = (rolling(&folder, str::to_owned), cluster(&folder, ""));
    let told = nodetide(&["import", &dump, &cluster]);
    has(err(&told), &["under way, which the script continues", "web (3 of 11 Pods updated)"]);
    assert!(!err(&told).contains("request different amounts"), "{}", err(&told));
    let scenario: serde_json::Value = serde_json::from_str(out(&told)).unwrap();
    assert_eq!(scenario["script"][0]["do"], "rollout");
    // Its new Pods have the requests of the new template.
    assert_eq!(scenario["script"][0]["requests"]["cpu"], "200m");
    let story = answer(&["run", &dump, &cluster, "--format", "story"]);
    has(&story, &["The ReplicaSet of revision 1 is scaled down to 5", "The rollout is done"]);
    // Eight of the eleven Pods must stay ready: three old ones go.
    let brief = answer(&["run", &dump, &cluster, "--format", "brief"]);
    has(&brief, &["The upgrade succeeds"]);
    let fails = ["run", &dump, &cluster, "--fail-on", "min-ready=data/web:8"];
    assert_eq!(code(&nodetide(&fails)), 0, "{}", err(&nodetide(&fails)));
}

/// “The new version crashes, and the rollout hangs; what does an upgrade make of it?” (KC-21, KP-10)
#[test]
fn a_rollout_whose_new_pods_crash_stays_where_it_is() {
    let folder = Folder::new("rollout-crashes");
    let crashes = |pod: &str| {
        crashing(pod, 9, "2026-11-23T07:29:06Z")
            .replace(r#""exitCode":1"#, r#""exitCode":1,"startedAt":"2026-11-23T07:29:02Z""#)
            .replace(
                r#""status":"False""#,
                r#""status":"False","lastTransitionTime":"2026-11-23T07:01:00Z""#,
            )
    };
    let cluster = cluster(&folder, "");
    // Ready for a moment after each start: the old Pods go one after the other, and the run ends all the same.
    let dump = rolling(&folder, crashes);
    let story = answer(&["run", &dump, &cluster, "--format", "story"]);
    assert!(!story.contains("The rollout is done"), "{story}");
    assert!(!story.contains("The ReplicaSet of revision 1 is scaled"), "{story}");
    // The eight old ones are ready, and the budget wants as many.
    let brief = answer(&["run", &dump, &cluster, "--format", "brief"]);
    has(&brief, &["allows 0 disruptions"]);
    has(&answer(&["check", &dump, &cluster]), &["8 of 10 Pods are ready"]);
}

/// “One node is under DiskPressure: does the run place Pods there?” (KC-14)
#[test]
fn a_node_under_pressure_takes_no_pods_until_it_is_replaced() {
    let folder = Folder::new("disk-pressure");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let mut items = nodes();
    // The only node with room for the Pod.
    let taint = r#""spec":{"taints":[{"key":"node.kubernetes.io/disk-pressure","effect":"NoSchedule"}]},"status""#;
    items[0] = items[0].replacen(r#""status""#, taint, 1);
    for n in 1..3 {
        let one = pod(owner, &format!("web-5d4f8c7b9d-x{n}"), &format!("n-{n}"), "any", "");
        items.push(one.replace("100m", "3"));
    }
    let one = pod(owner, "web-5d4f8c7b9d-x0", "", "any", "").replace("100m", "3");
    items.push(one.replace("Running", "Pending"));
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let why = answer(&["why", &dump, &cluster, "--at", "1s", "pod/data/web-5d4f8c7b9d-x0"]);
    has(&why, &["has been Pending", "untolerated taint"]);
    has(
        &answer(&["why", &dump, &cluster, "--at", "10h", "pod/data/web-5d4f8c7b9d-x0"]),
        &["has been ready"],
    );
}

/// “Three of twelve for hours”: a surge node beside the node that it replaces isn't one more that is done. (SU-06)
#[test]
fn a_surge_node_beside_a_node_in_progress_is_not_done() {
    let folder = Folder::new("surge-beside");
    let mut items = vec![node("n-new", "b", NEW, "True"), node("n-surge", "c", NEW, "True")];
    items.push(node("n-1", "c", OLD, "True").replacen(
        r#""status""#,
        r#""spec":{"unschedulable":true},"status""#,
        1,
    ));
    items.push(node("n-2", "d", OLD, "True"));
    let dump = dump(&folder, &items);
    let text = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let cluster = folder.write("cluster.json", &text.replace(OLD, NEW));
    let told = nodetide(&["import", &dump, &cluster]);
    has(err(&told), &["1 of 3 nodes are done; n-1 is cordoned"]);
    let why = answer(&["why", &dump, &cluster, "--at", "1s", "pool/db"]);
    has(&why, &["1 of 3 nodes is done"]);
}

/// “A Pod has been Terminating for three hours because of its finalizer: what does the drain do?” (KT-05, SU-07)
#[test]
fn a_pod_that_a_finalizer_keeps_holds_up_its_drain() {
    let folder = Folder::new("finalizer");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let mut items = nodes();
    for n in 0..3 {
        let name = format!("web-5d4f8c7b9d-x{n}");
        items.push(pod(owner, &name, &format!("n-{n}"), "any", ""));
    }
    let told = |deletion: &str, phase: &str| {
        let mut items = items.clone();
        let being = format!(
            r#""deletionTimestamp":"2026-11-23T{deletion}Z","finalizers":["acme.io/cleanup"],"labels""#
        );
        items[3] = items[3].replacen(r#""labels""#, &being, 1).replace("Running", phase);
        let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
        let why = answer(&["why", &dump, &cluster, "--at", "4m", "pod/data/web-5d4f8c7b9d-x0"]);
        answer(&["run", &dump, &cluster, "--format", "brief"]) + &why
    };
    for phase in ["Running", "Failed"] {
        let kept = told("07:05:00", phase);
        has(&kept, &["acme.io/cleanup", "1 h 1"]);
        has(
            &kept,
            &[
                "has been terminating for 29 min 30 s (since 2026-11-23T07:04:30Z)",
                "it stays until what set its finalizers has removed them: acme.io/cleanup",
                "Until: Nothing in this run ends it.",
                "0 forced out",
            ],
        );
        assert!(!kept.contains("before the grace period is over"), "{kept}");
    }
    // It may still be removed in time.
    let fresh = told("07:29:50", "Running");
    assert!(!fresh.contains("finalizers keep"), "{fresh}");
}

/// “It has been Terminating for half an hour, with a grace period of two.”
#[test]
fn a_pod_of_the_start_has_been_terminating_for_a_part_of_its_grace_period() {
    let folder = Folder::new("terminating");
    let scenario = folder.write(
        "scenario.json",
        r#"{"version":1,"start":"2026-11-23T07:30:00Z","pools":[{"name":"a","nodes":[{"name":"n-0"}]}],
        "workloads":[{"kind":"Deployment","name":"web","replicas":1,"terminationGracePeriodSeconds":7200,
        "pods":[{"name":"web-0","node":"n-0","created":"2026-11-02T00:00:00Z","deletionTimestamp":"2026-11-23T09:00:00Z"}]}]}"#,
    );
    let why = answer(&["why", &scenario, "--at", "0s", "pod/web-0"]);
    has(&why, &["has been terminating for 30 min (since 2026-11-23T07:00:00Z)"]);
}

/// “I deleted a Pod of my own an hour ago: is it the upgrade that loses it?” It is gone before its node is drained.
#[test]
fn a_pod_deleted_before_the_start_is_not_lost_by_the_upgrade() {
    let folder = Folder::new("deleted-before");
    let run = |deleted: &str| {
        let lone = folder.write(
            "scenario.json",
            &format!(
                r#"{{"version":1,"start":"2026-11-23T07:30:00Z","cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.1"}},
            "pools":[{{"name":"a","version":"1.32.9-gke.1","nodes":[{{"name":"n-0"}}]}}],
            "workloads":[{{"kind":"Pod","name":"lone","terminationGracePeriodSeconds":7200,
            "pods":[{{"name":"lone","node":"n-0","created":"2026-11-02T00:00:00Z"{deleted}}}]}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1"}}]}}"#
            ),
        );
        let told = nodetide(&["run", &lone, "--format", "brief", "--fail-on", "lost"]);
        (code(&told), format!("{}{}", out(&told), err(&told)))
    };
    let (exit, told) = run("");
    assert_eq!(exit, 1);
    has(&told, &["1 Pod was lost", "surge/long-grace"]);
    let (exit, told) = run(r#","deletionTimestamp":"2026-11-23T07:33:00Z""#);
    assert_eq!(exit, 0, "{told}");
    for false_of_it in ["Pod was lost", "surge/long-grace", "all of its grace period"] {
        assert!(!told.contains(false_of_it), "{told}");
    }
    // Its two hours have just begun.
    let (exit, told) = run(r#","deletionTimestamp":"2026-11-23T09:29:00Z""#);
    assert_eq!(exit, 0, "{told}");
    has(&told, &["surge/long-grace"]);
}

/// “A ConfigMap is missing, and the Pod has waited for it for hours.”
#[test]
fn a_container_that_cannot_be_created_goes_on_to_fail() {
    let folder = Folder::new("config-error");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let mut items = nodes();
    let waits = r#""status":{"containerStatuses":[{"state":{"waiting":{"reason":"CreateContainerConfigError"}}}],"phase":"Pending""#;
    let one = pod(owner, "web-5d4f8c7b9d-x0", "n-0", "any", "");
    let not = one.replace(r#""Ready","status":"True""#, r#""Ready","status":"False""#);
    items.push(not.replace(r#""status":{"phase":"Running""#, waits));
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let told = nodetide(&["import", &dump, &cluster]);
    has(err(&told), &["x0 (CreateContainerConfigError, as ImagePullBackOff)"]);
    let why = answer(&["why", &dump, &cluster, "--at", "10h", "workload/data/web-5d4f8c7b9d"]);
    assert!(!why.contains("1 ready"), "{why}");
}

/// “One of three Pods is terminating: what does its budget allow?” (KC-02, KP-10)
#[test]
fn a_terminating_pod_is_neither_missing_nor_counted_twice() {
    let folder = Folder::new("terminating");
    let cluster = cluster(&folder, "");
    let told = |kind: &str, pods: &[&str]| {
        let owner = format!(r#""apiVersion":"apps/v1","kind":"{kind}","name":"es""#);
        let mut items = nodes();
        items.push(format!(
            r#"{{"apiVersion":"apps/v1","kind":"{kind}","metadata":{{"name":"es","namespace":"data","generation":1}},
            "spec":{{"replicas":3,"selector":{{"matchLabels":{{"role":"es"}}}},"template":{{"metadata":{{"labels":{{"role":"es"}}}},"spec":{{"containers":[{{"name":"c"}}]}}}}}},
            "status":{{"observedGeneration":1,"replicas":3,"readyReplicas":2}}}}"#
        ));
        for (n, name) in pods.iter().enumerate() {
            items.push(pod(&owner, name, &format!("n-{}", n % 3), "es", ""));
        }
        let last = items.last_mut().unwrap();
        *last = last
            .replacen(
                "\"metadata\":{",
                "\"metadata\":{\"deletionTimestamp\":\"2026-11-23T07:31:00Z\",",
                1,
            )
            .replace("\"Ready\",\"status\":\"True\"", "\"Ready\",\"status\":\"False\"");
        items.push(budget("es", "es").replace("\"minAvailable\":1", "\"minAvailable\":2"));
        let dump = dump(&folder, &items);
        let told = err(&nodetide(&["import", &dump, &cluster])).to_owned();
        told + &answer(&["check", &dump, &cluster])
    };
    let stateful = told("StatefulSet", &["es-0", "es-1", "es-2"]);
    assert!(!stateful.contains("not all in the files"), "{stateful}");
    has(&stateful, &["“es” lets no Pod go now: 2 of 3 Pods are ready"]);
    // The replacement of a ReplicaSet's Pod is there already.
    let replaced = told("ReplicaSet", &["es-a", "es-b", "es-c", "es-d"]);
    assert!(!replaced.contains("lets no Pod go now"), "{replaced}");
    let replaced = told("ReplicaSet", &["es-a", "es-b", "es-d"]);
    has(&replaced, &["not all in the files", "2 of 3 Pods are ready"]);
}

/// “Since when is it stuck?” (KC-22)
#[test]
fn a_rollout_under_way_has_the_revision_and_the_times_of_the_cluster() {
    let folder = Folder::new("rollout-times");
    let cluster = cluster(&folder, "");
    let text = std::fs::read_to_string(rolling(&folder, |pod| {
        pod.replace("\"status\":\"True\"", "\"status\":\"False\"")
    }));
    let text = text
        .unwrap()
        .replace("revision\":\"2\"", "revision\":\"18\"")
        .replace("\"name\":\"web-5d4f8c7b9d\",\"namespace\"", "\"name\":\"web-5d4f8c7b9d\",\"creationTimestamp\":\"2026-11-23T06:00:00Z\",\"namespace\"")
        .replace(
            "\"status\":\"True\",\"reason\":\"ReplicaSetUpdated\"",
            "\"status\":\"False\",\"reason\":\"ProgressDeadlineExceeded\",\"lastTransitionTime\":\"2026-11-23T06:10:12Z\"",
        );
    let dump = folder.write("dump.json", &text);
    let why = answer(&["why", &dump, &cluster, "--at", "1s", "workload/data/web"]);
    has(
        &why,
        &[
            "deployment.kubernetes.io/revision: 18",
            "under way since: 2026-11-23T06:00:00Z",
            "progress deadline exceeded since: 2026-11-23T06:10:12Z",
        ],
    );
    // Records, too, have the numbers of the cluster.
    let story = answer(&["run", &dump, &cluster, "--format", "story"]);
    has(&story, &["Rollout of data/web, revision 18"]);
    has(&answer(&["export", &dump, &cluster, "--format", "json"]), &[r#""revision":18"#]);
}

/// “SonarQube takes four minutes to start: how long is it away?” (KT-03, KT-04)
#[test]
fn a_pod_is_ready_after_its_startup_probe() {
    let folder = Folder::new("startup-probe");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let cluster = cluster(&folder, "");
    let away = |probes: &str| {
        let mut items = nodes();
        items.push(
            pod(owner, "web-5d4f8c7b9d-x0", "n-0", "any", "")
                .replace(r#""name":"c","#, &format!(r#""name":"c",{probes},"#)),
        );
        let dump = dump(&folder, &items);
        answer(&["run", &dump, &cluster, "--format", "brief"])
    };
    let startup = r#""startupProbe":{"initialDelaySeconds":235,"periodSeconds":20}"#;
    let ready = r#""readinessProbe":{"initialDelaySeconds":15,"periodSeconds":10}"#;
    // Its first tick at or after 235 s is at 240 s; the container starts after 20 s.
    has(&away(startup), &["no ready Pod for 4 min 20 s"]);
    has(&away(&format!("{startup},{ready}")), &["no ready Pod for 4 min 20 s"]);
    has(&away(ready), &["no ready Pod for 40 s"]);
}

/// “Cilium's startup taint is on the pool: do the new nodes take Pods?”
#[test]
fn a_taint_that_no_ready_node_of_the_pool_has_is_removed_from_new_nodes_too() {
    let folder = Folder::new("startup-taint");
    let owner = r#""apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4f8c7b9d""#;
    let taint = r#""taints":[{"key":"node.cilium.io/agent-not-ready","value":"true","effect":"NO_EXECUTE"}],"machineType""#;
    let described = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let cluster = folder.write("cluster.json", &described.replace(r#""machineType""#, taint));
    let mut items = nodes();
    items.push(pod(owner, "web-5d4f8c7b9d-x0", "n-0", "any", ""));
    let told = nodetide(&["import", &dump(&folder, &items), &cluster]);
    let assumed = "1 taint of a pool that none of its Ready nodes has: taken to be removed from a new node as soon as it is Ready";
    has(err(&told), &[assumed]);
    // One node has it: it stays where it is.
    let own = r#""spec":{"taints":[{"key":"node.cilium.io/agent-not-ready","value":"true","effect":"NoExecute"}]},"status":{"alloc"#;
    items[2] = items[2].replacen(r#""status":{"alloc"#, own, 1);
    let told = nodetide(&["import", &dump(&folder, &items), &cluster]);
    assert!(!err(&told).contains("as soon as it is Ready"), "{}", err(&told));
}

/// “From when on is the database down?” Its only budget is short at the same times.
#[test]
fn an_outage_that_lasts_has_a_beginning_beside_a_budget_too() {
    let folder = Folder::new("lasting-outage");
    let owner = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;
    let mut items = nodes();
    let selector = r#""nodeSelector":{"kubernetes.io/hostname":"n-0"},"nodeName""#;
    items.push(pod(owner, "pg-0", "n-0", "any", "").replace(r#""nodeName""#, selector));
    items.push(budget("pg", "any"));
    let files = [dump(&folder, &items), cluster(&folder, "")];
    let brief = answer(&["run", &files[0], &files[1], "--format", "brief"]);
    has(&brief, &["no ready Pod from 2026-11-2", "to the end of the run; below its PDB from"]);
}
