//! An upgrade that waits says when it goes on, or that nothing ends its wait.

use crate::cli::{Folder, answer, has};

/// Four nodes; windows daily at 03:00 UTC.
fn cluster(policy: &str, cluster: &str) -> String {
    format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","until":"10d",
        "cluster":{{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000"{cluster},
            "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}}{policy}}}}}}},
        "pools":[{{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":4,"locations":["europe-west1-b"],"upgradeSettings":{{"maxSurge":1}}}}],
        "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000","automatic":true}}]}}"#
    )
}

/// The exclusion begins five minutes after the upgrade, and ends after the run.
#[test]
fn a_paused_upgrade_has_the_date_on_which_it_goes_on() {
    let folder = Folder::new("goes-on");
    let freeze = r#","maintenanceExclusions":{"freeze":{"startTime":"2026-03-02T03:05:00Z","endTime":"2026-03-25T00:00:00Z",
        "maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}"#;
    let file = folder.write("freeze.json", &cluster(freeze, ""));
    let paused = "pool/a: paused from 2026-03-02T03:05:00Z on, 2 of 4 nodes upgraded (SURGE)";
    has(&answer(&["run", &file, "--format", "brief"]), &[paused]);
    let until = "Until: 2026-03-25T03:00:00Z, when nothing blocks its start anymore; this run ends before that.";
    has(&answer(&["why", &file, "record/18", "--start", "2026-03-02T00:00:00Z"]), &[until]);
    // Until the window opens it waits in the run.
    let file = folder.write("no-freeze.json", &cluster("", ""));
    has(&answer(&["why", &file, "--at", "1h", "pool/a"]), &["Until: +03:00:00, when it starts."]);
}

#[test]
fn what_waits_for_capacity_forever_says_since_when_and_that_nothing_ends_it() {
    let folder = Folder::new("no-capacity");
    let file = folder.write("stuck.json", &cluster("", r#","spareCapacityNodes":0"#));
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["pool/a: stuck from 2026-03-02T03:00:00Z on, 0 of 4 nodes upgraded (SURGE)"]);
    let why = answer(&["why", &file, "--at", "3h", "pool/a"]);
    has(&why, &["Pool a waits for resources from +03:00:00 on: 0 of 4 nodes are done."]);
}

/// “Why is the Service down, and until when?”
#[test]
fn a_service_without_endpoints_names_the_pod_that_left_and_the_one_that_comes() {
    let folder = Folder::new("endpoints");
    let file = folder.write(
        "service.json",
        r#"{"version":1,"cluster":{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000"},
        "pools":[{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":1,"locations":["europe-west1-b"],"upgradeSettings":{"maxSurge":1}}],
        "workloads":[{"kind":"Deployment","name":"web","replicas":1,"labels":{"app":"web"},"requests":{"cpu":"100m"}}],
        "services":[{"name":"web","selector":{"app":"web"}}],
        "script":[{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000"}]}"#,
    );
    let why = |at: &str| answer(&["why", &file, "--at", at, "service/web"]);
    has(
        &why("3m5s"),
        &["0 ready endpoints", "Pod: web-0", "Until: +00:03:21, when web-1 is ready."],
    );
    has(&why("10m"), &["1 ready endpoint", "Pod: web-1"]);
    assert!(!why("3m5s").contains("This is how the scenario starts"));
}

/// SU-07: the hour counts from the instant at which the drain began, not from the start of the run.
#[test]
fn a_drain_that_began_before_the_start_says_what_is_left_of_its_hour() {
    let file = crate::root().join("tests/golden/drains-that-began-before-the-start/scenario.json");
    let why = |subject: &str| answer(&["why", file.to_str().unwrap(), "--at", "5m", subject]);
    let earlier = "Its drain began before the start, at 2026-11-23T07:40:00Z: 20 min of its limit was left then. (SU-07 UP-17 AM-06)";
    has(&why("node/old-3"), &[earlier]);
    has(&why("pod/api-a"), &[earlier]);
    has(&why("node/old-3"), &["drain limit: 1 h\n", "drain started: "]);
    assert!(!why("node/old-5").contains("before the start"));
}

/// The scheduler's message names the taint, and Pods that wait alike are counted in one line.
#[test]
fn pods_that_no_node_takes_share_a_line_with_the_taint() {
    let folder = Folder::new("untolerated");
    let file = folder.write(
        "taints.json",
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},
        "pools":[{"name":"gpu","initialNodeCount":2,"config":{"machineType":"e2-standard-4","taints":[{"key":"nvidia.com/gpu","value":"present","effect":"NO_SCHEDULE"}]}},
            {"name":"p","initialNodeCount":1,"config":{"machineType":"e2-standard-4"}}],
        "workloads":[{"kind":"Deployment","name":"web","replicas":4,"requests":{"cpu":"3000m"}}]}"#,
    );
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["2 node(s) had untolerated taint {nvidia.com/gpu: present}"]);
    let story = answer(&["run", &file]);
    has(&story, &["2 node(s) had untolerated taint {nvidia.com/gpu: present}"]);
    assert!(!brief.contains("taint(s)") && !story.contains("taint(s)"), "{brief}{story}");
}

/// The scheduler's message names the resource of which too little is left. (KS-05, KS-12)
#[test]
fn pods_without_a_device_say_which_one() {
    let folder = Folder::new("devices");
    let text = r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},
        "pools":[{"name":"gpu","initialNodeCount":1,"config":{"machineType":"g2-standard-8"}}],
        "workloads":[{"kind":"Deployment","name":"llm","replicas":2,"requests":{"cpu":"1","nvidia.com/gpu":"1"}}]}"#;
    let file = folder.write("gpu.json", text);
    let short = "1 Insufficient nvidia.com/gpu";
    let story = answer(&["run", &file, "--format", "story"]);
    let record = story.lines().find(|line| line.contains(short)).unwrap();
    let no = record.split('.').next().unwrap();
    let (brief, json) = (["--format", "brief"], ["--format", "json"]);
    for more in [brief, json] {
        let text = answer(&[&["run", &file][..], &more].concat());
        assert!(
            text.contains("Insufficient nvidia.com/gpu") && !text.contains("extended"),
            "{text}"
        );
    }
    let why = answer(&["why", &file, &format!("record/{no}")]);
    has(&why, &[&format!(", {short}."), &format!("rejected: {short}")]);
}

/// With 6 of 10 ready, 70 % allows no eviction, and 50 % does.
#[test]
fn a_budget_is_widened_until_it_lets_a_pod_go() {
    let folder = Folder::new("wide-enough");
    let pods: Vec<String> =
        (0..10).map(|n| format!(r#"{{"node":"a-b-{}","ready":{}}}"#, n % 2 + 1, n < 6)).collect();
    let file = folder.write(
        "unhealthy.json",
        &format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000"}},
            "pools":[{{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":2,"locations":["europe-west1-b"],"upgradeSettings":{{"maxSurge":1}}}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":10,"labels":{{"app":"web"}},"requests":{{"cpu":"10m"}},"pods":[{}]}}],
            "budgets":[{{"name":"web","selector":{{"matchLabels":{{"app":"web"}}}},"minAvailable":"80%"}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000"}}]}}"#,
            pods.join(",")
        ),
    );
    has(
        &answer(&["why", &file, "--at", "30m", "budget/web"]),
        &["If the budget may change: web minAvailable 80% → 50%: "],
    );
}

/// A new reason doesn't change when it was due.
#[test]
fn a_control_plane_is_due_since_the_first_reason() {
    let folder = Folder::new("due-since");
    let file = folder.write(
        "reasons.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","until":"30d",
        "cluster":{"location":"europe-west1-b","releaseChannel":{"channel":"REGULAR"},"currentMasterVersion":"1.32.9-gke.1000000","maintenancePolicy":{"window":{
            "recurringWindow":{"window":{"startTime":"2026-03-07T01:00:00Z","endTime":"2026-03-07T09:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"},
            "maintenanceExclusions":{"freeze":{"startTime":"2026-03-07T00:00:00Z","endTime":"2026-03-12T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}}}}}},
        "pools":[{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":1,"locations":["europe-west1-b"]}],
        "script":[{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.33.5-gke.1000000","automatic":true}]}"#,
    );
    let why = answer(&["why", &file, "--at", "8d", "--start", "2026-03-02T00:00:00Z", "cluster"]);
    has(&why, &["due for 8 d (since 2026-03-02T00:00:00Z)", "exclusion: freeze"]);
}

/// “My Pod is Pending during the upgrade: which setting of the pool would have kept a place for it?” (SU-01)
#[test]
fn a_pod_that_is_pending_for_want_of_a_surge_node_is_offered_one() {
    let folder = Folder::new("pending-for-surge");
    let file = folder.write(
        "full.json",
        r#"{"version":1,"cluster":{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000"},
        "pools":[{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":2,"locations":["europe-west1-b"],
            "config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":0,"maxUnavailable":1}}],
        "workloads":[{"kind":"Deployment","name":"web","replicas":2,"labels":{"app":"web"},"requests":{"cpu":"3"}}],
        "budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"maxUnavailable":1}],
        "script":[{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000"}]}"#,
    );
    let why = |subject: &str| answer(&["why", &file, "--at", "2m", subject]);
    let change = "Change it: a maxSurge/maxUnavailable 0/1 → 1/0: ";
    for subject in ["pod/web-2", "workload/web"] {
        has(&why(subject), &[change, "Pods waiting at once 1 → 0"]);
    }
}

/// “Why does the upgrade take so long?” Nothing refuses an eviction: the Pods use their ten minutes.
#[test]
fn drains_that_wait_for_terminating_pods_name_them() {
    let folder = Folder::new("grace");
    let why = |grace: u32| {
        let file = folder.write(
            "grace.json",
            &format!(
                r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1000000"}},
            "pools":[{{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":2,"config":{{"machineType":"e2-standard-4"}},"locations":["europe-west1-b"],"upgradeSettings":{{"maxSurge":1}}}}],
            "workloads":[{{"kind":"StatefulSet","name":"db","replicas":2,"labels":{{"app":"db"}},"requests":{{"cpu":"2500m"}},"terminationGracePeriodSeconds":{grace}}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000"}}]}}"#
            ),
        );
        answer(&["why", &file, "--at", "8m", "pool/a"])
    };
    has(&why(600), &["terminating: db-", "the last one is gone by: +00:13:01"]);
    assert!(!why(30).contains("terminating"), "{}", why(30));
}

/// “What can I do about this budget before the window opens?”
#[test]
fn a_budget_that_will_refuse_is_offered_its_own_change_before_the_window_opens() {
    let folder = Folder::new("budget-before-window");
    let own = r#""workloads":[{"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"100m"}}],
        "budgets":[{"name":"web","minAvailable":2,"selector":{"matchLabels":{"app":"web"}}}],"script""#;
    let file = folder.write("budget.json", &cluster("", "").replace("\"script\"", own));
    let why = answer(&["why", &file, "--at", "0s", "budget/web"]);
    has(&why, &["If the budget may change: web minAvailable 2 → maxUnavailable 1: "]);
    assert!(!why.contains("no improvement found"), "{why}");
    // The pool waits for its window, and for nothing else.
    let why = answer(&["why", &file, "--at", "0s", "pool/a"]);
    assert!(!why.contains("maxUnavailable 1"), "{why}");
}
