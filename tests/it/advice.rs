//! What *Change it* offers, and what it has to say of an offer.

use crate::alternatives::Ran;
use crate::cli::{Folder, answer, has};
use words::Words;

fn scenario(folder: &Folder, rest: &str) -> String {
    folder.write(
        "scenario.json",
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"}},
            "assumptions":{{"nodeOrder":"listed"}},"script":[{{"at":"0s","do":"upgrade","pool":"web"}}],{rest}}}"#
        ),
    )
}

fn pool(nodes: u32, surge: u32) -> String {
    format!(
        r#""pools":[{{"name":"web","version":"1.32.9-gke.100","initialNodeCount":{nodes},"locations":["us-east1-b"],
        "config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":{surge},"maxUnavailable":{}}}}}]"#,
        u32::from(surge == 0)
    )
}

fn offers(args: &[&str]) -> Vec<String> {
    let all = answer(args);
    all.lines().filter(|line| line.starts_with("Change it: ")).map(str::to_owned).collect()
}

/// “Pods move twice: which setting stops it?”
#[test]
fn pods_that_move_again_are_offered_what_moves_them_once() {
    let folder = Folder::new("advice-again");
    let file = scenario(
        &folder,
        &format!(
            r#"{},"workloads":[{{"kind":"Deployment","name":"cart","replicas":20,"requests":{{"cpu":"1"}}}}]"#,
            pool(10, 0)
        ),
    );
    let offers = offers(&["why", &file, "--at", "10m", "workload/cart"]).join("\n");
    has(&offers, &["SURGE → BLUE_GREEN", "Pods moved twice 2 → 0"]);
}

/// KS-39: a disk that is part of a node is lost with it under any settings.
#[test]
fn an_offer_says_that_local_disks_are_lost() {
    let folder = Folder::new("advice-disks");
    let nodes = [0, 1, 2].map(|n| format!(r#"{{"name":"n{n}","zone":"us-east1-b"}}"#)).join(",");
    let pods = [0, 1, 2].map(|n| format!(r#"{{"name":"kafka-{n}","node":"n{n}"}}"#)).join(",");
    let claims = [0, 1, 2].map(|n| format!(r#"{{"ordinal":{n},"node":"n{n}"}}"#)).join(",");
    let pool = pool(3, 1).replace(r#""initialNodeCount":3"#, &format!(r#""nodes":[{nodes}]"#));
    let file = scenario(
        &folder,
        &format!(
            r#"{pool},"workloads":[{{"kind":"StatefulSet","name":"kafka","replicas":3,"labels":{{"app":"kafka"}},"pods":[{pods}],
            "volumeClaims":[{{"name":"data","perPod":true,"claims":[{claims}]}}]}}],
            "budgets":[{{"name":"kafka","selector":{{"matchLabels":{{"app":"kafka"}}}},"maxUnavailable":1}}]"#
        ),
    );
    let offers = offers(&["why", &file, "--at", "20m", "workload/kafka"]);
    let unavailable = offers.iter().find(|line| line.contains("1/0 → 0/1")).unwrap();
    has(unavailable, &["to the end of the run → 0 s", "local disks lost 3"]);
    for offer in &offers {
        has(offer, &["local disks lost 3"]);
        // An outage to the end of the run gets no shorter by beginning later.
        assert!(!offer.contains(" d "), "{offer}");
    }
}

/// BG-32: phase 5 of a blue-green upgrade deletes what the PDB refuses, which is as bad as forcing it out.
#[test]
fn a_deletion_against_a_budget_is_as_bad_as_a_forced_end() {
    let folder = Folder::new("advice-violations");
    let file = scenario(
        &folder,
        &format!(
            r#"{},"workloads":[{{"kind":"Deployment","name":"gate","replicas":1,"labels":{{"app":"gate"}}}}],
            "budgets":[{{"name":"gate","selector":{{"matchLabels":{{"app":"gate"}}}},"minAvailable":1}}]"#,
            pool(3, 1)
        ),
    );
    let offers = offers(&["why", &file, "--at", "30m", "workload/gate"]).join("\n");
    has(&offers, &["gate replicas 1 → 2"]);
    assert!(!offers.contains("BLUE_GREEN"), "{offers}");
}

/// “Why did my Pod die at 02:14?” (SU-07, KE-07)
#[test]
fn a_pod_that_was_forced_out_names_its_budget_the_limit_and_what_would_have_helped() {
    let folder = Folder::new("advice-forced");
    let file = scenario(
        &folder,
        &format!(
            r#"{},"workloads":[{{"kind":"Deployment","name":"pay","replicas":3,"labels":{{"app":"pay"}}}}],
            "budgets":[{{"name":"pay-pdb","selector":{{"matchLabels":{{"app":"pay"}}}},"minAvailable":3}}]"#,
            pool(3, 1)
        ),
    );
    let told = answer(&["run", &file, "--format", "story"]);
    let line = told.lines().find(|line| line.contains("POD_PDB_VIOLATION")).unwrap();
    let (no, rest) = line.split_once(". ").unwrap();
    let pod = rest.split_whitespace().nth(1).unwrap().trim_end_matches(':');
    let wanted = [
        "PDB: pay-pdb",
        "limit: minAvailable 3",
        "eviction refused since: +00:03:01",
        "drain limit: 1 h",
        "drain started: +00:03:01",
        "If the budget may change: pay-pdb minAvailable 3 → maxUnavailable 1",
    ];
    has(&answer(&["why", &file, "--at", "1h30m", pod]), &wanted);
    has(&answer(&["why", &file, &format!("record/{no}")]), &wanted);
}

/// KS-12: the scheduler's message has every resource that a node lacks, and each node once in its total.
#[test]
fn a_pending_pod_is_told_every_resource_that_nodes_lack() {
    let folder = Folder::new("advice-resources");
    let file = scenario(
        &folder,
        &format!(
            r#"{},"workloads":[{{"kind":"StatefulSet","name":"es","replicas":3,"requests":{{"cpu":"3","memory":"9Gi"}}}}]"#,
            pool(3, 0)
        ),
    );
    let wanted = [
        "rejected: 2 Insufficient cpu",
        "rejected: 2 Insufficient memory",
        "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu, 2 Insufficient memory.",
    ];
    has(&answer(&["why", &file, "--at", "1m", "pod/es-0"]), &wanted);
}

/// AM-74, AM-78: the answer is that of a Standard cluster.
#[test]
fn why_of_an_autopilot_cluster_says_that_it_is_not_simulated() {
    let folder = Folder::new("advice-autopilot");
    let file = scenario(&folder, &pool(3, 1));
    let text = std::fs::read_to_string(&file).unwrap();
    let autopilot = text.replace(r#""location""#, r#""autopilot":{"enabled":true},"location""#);
    let (standard, file) = (file, folder.write("autopilot.json", &autopilot));
    let said = "Autopilot is not simulated yet: the run takes the cluster for a Standard one.";
    has(&answer(&["why", &file, "--at", "1m", "pool/web"]), &[said]);
    assert!(!answer(&["why", &standard, "--at", "1m", "pool/web"]).contains("Autopilot"));
}

/// “4 of 10 nodes are upgraded, and the Pods on them crash: what now?” A wider budget lets the last working Pods go.
#[test]
fn pods_that_crash_on_the_new_version_are_rolled_back_and_no_working_ones_let_go() {
    let folder = Folder::new("advice-crash");
    let file = scenario(
        &folder,
        &format!(
            r#"{},"workloads":[{{"kind":"Deployment","name":"pay","replicas":6,"labels":{{"app":"pay"}},"requests":{{"cpu":"3"}},
            "fails":[{{"how":"crash","version":"1.33","after":"5s","ready":false}}]}}],
            "budgets":[{{"name":"pay-pdb","selector":{{"matchLabels":{{"app":"pay"}}}},"maxUnavailable":"34%"}}]"#,
            pool(6, 1)
        ),
    );
    for subject in ["pool/web", "workload/pay"] {
        let told = answer(&["why", &file, "--at", "40m", subject]);
        let first = told.lines().nth(1).unwrap();
        let wanted =
            "Why: 3 Pods of pay on nodes of version 1.33.5-gke.100: CrashLoopBackOff (since +00:";
        assert!(first.starts_with(wanted), "{told}");
        has(
            &told,
            &[
                "cancel the upgrade of web and roll it back",
                "operations cancel",
                "node-pools rollback web",
            ],
        );
        assert!(!told.contains("Change it: pay-pdb maxUnavailable"), "{told}");
        assert!(!told.contains("Change it: web maxSurge"), "{told}");
    }
}

/// “4 Pods are Pending for good: what helps?” Not to let the others go sooner, and every offer that hurts says so.
#[test]
fn no_offer_makes_an_outage_to_the_end_begin_earlier() {
    let folder = Folder::new("advice-nowhere");
    let nodes = [0, 1, 2, 3]
        .map(|n| format!(r#"{{"name":"n{n}","zone":"us-east1-b","version":"1.32.9-gke.100","labels":{{"role":"ingest"}}}}"#))
        .join(",");
    let pool = pool(5, 1)
        .replace(r#""initialNodeCount":5"#, &format!(r#""upgradingFrom":"1.32.9-gke.100","nodes":[{nodes},{{"name":"n4","zone":"us-east1-b"}}]"#))
        .replacen("1.32.9", "1.33.5", 1);
    let file = scenario(
        &folder,
        &format!(
            r#"{pool},"workloads":[{{"kind":"Deployment","name":"ingester","replicas":4,"labels":{{"app":"in"}},
            "nodeSelector":{{"role":"ingest"}},"requests":{{"cpu":"3"}}}}],
            "budgets":[{{"name":"in","selector":{{"matchLabels":{{"app":"in"}}}},"maxUnavailable":1}}]"#,
        ),
    );
    let text = std::fs::read_to_string(&file).unwrap();
    let file = folder.write("half.json", &text.replace(r#""do":"upgrade""#, r#""do":"resume""#));
    let told = answer(&["why", &file, "--at", "40m", "workload/ingester"]);
    assert!(!told.contains("Change it: in maxUnavailable"), "{told}");
}

/// “maxSurge is 3 and it takes one node at a time: why, and what does it cost to speed it up?” (SU-08, SU-29)
#[test]
fn slots_without_a_vm_name_the_reservation_or_the_quota_and_offer_no_vm_too_many() {
    let folder = Folder::new("advice-capacity");
    let reserved = pool(7, 3).replace(r#""name":"web""#, r#""name":"web","reservedNodes":8"#);
    let file = scenario(&folder, &format!(r#"{reserved},"workloads":[]"#));
    let told = answer(&["why", &file, "--at", "1m", "pool/web"]);
    let wanted =
        ["reserved VMs: 8", "slots without a VM: 2 of 3", "reservation 8 → 9 VMs", "8 → 10 VMs"];
    has(&told, &wanted);
    assert!(!told.contains("8 → 11"), "{told}");
    // While the last node is upgraded, no slot waits.
    assert!(!answer(&["why", &file, "--at", "23m", "pool/web"]).contains("slots without"));
    let quota = scenario(&folder, &format!(r#"{},"workloads":[]"#, pool(7, 3)));
    let text = std::fs::read_to_string(&quota).unwrap();
    let quota = folder.write(
        "quota.json",
        &text.replace(r#""cluster":{"#, r#""cluster":{"spareCapacityNodes":1,"#),
    );
    let told = answer(&["why", &quota, "--at", "1m", "pool/web"]);
    let wanted = ["slots without a VM: 2 of 3", "quota for 1 → 2 more nodes", "quota for 1 → 3"];
    has(&told, &wanted);
}

const SOAK: &str = r#"{"version":1,"start":"2026-11-23T14:05:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100"},
"script":[{"at":"0s","do":"resume","pool":"web"}],"workloads":[],
"pools":[{"name":"web","version":"1.33.5-gke.100","upgradingFrom":"1.32.9-gke.100","locations":["us-east1-b"],
"updateInfo":{"blueGreenInfo":{"phase":"NODE_POOL_SOAKING","bluePoolDeletionStartTime":"2026-11-23T15:40:00Z"}},
"nodes":[{"name":"n0","zone":"us-east1-b","version":"1.32.9-gke.100","unschedulable":true},{"name":"n1","zone":"us-east1-b"}],
"config":{"machineType":"e2-standard-4"},"upgradeSettings":{"strategy":"BLUE_GREEN",
"blueGreenSettings":{"nodePoolSoakDuration":"7200s","standardRolloutPolicy":{"batchNodeCount":1}}}}]}"#;

/// “The pool soaks: until when can I go back, and what comes then?” (BG-25, BG-28, BG-41)
#[test]
fn a_soak_that_began_before_the_run_has_its_phase_and_its_end() {
    let folder = Folder::new("advice-soak");
    let file = folder.write("soak.json", SOAK);
    let told = answer(&["why", &file, "--at", "2026-11-23T14:30:00Z", "pool/web"]);
    let wanted = [
        "in NODE_POOL_SOAKING for 50 min (since 2026-11-23T13:40:00Z): 1 blue node kept, 1 green node in use",
        "nodePoolSoakDuration: 2 h",
        "Until: +01:35:00, when the soak ends and the blue pool is deleted; until then it can be rolled back.",
        "complete-upgrade web",
        "rollback web",
    ];
    has(&told, &wanted);
}

/// BG-19: the batches of a pool that already soaks were drained before the run, in an unknown order.
#[test]
fn batches_of_a_soak_that_began_before_the_run_are_drained() {
    let ran = Ran::of(SOAK);
    let frame = ran.trace.frame_at(base::SimTime::ZERO);
    let drawn = query::stage(&ran.trace, &ran.index, &frame, query::stage::Detail::Tiles);
    let words = Words::english(ran.trace.plan(), ran.trace.last());
    let sides = drawn.pools[0].sides.as_ref().unwrap();
    let [batch] = &sides.batches[..] else { panic!("{:?}", sides.batches) };
    assert_eq!(words.say(&batch.word), "drained before the run");
    let why = query::why::why_batch(&ran.trace, &ran.index, (&frame, None), base::PoolId(0), 1);
    let told = words.say(&why.unwrap().what);
    assert_eq!(told, "Batch 1 of 1 in web: drained before the run began. Nodes: n0.");
}
