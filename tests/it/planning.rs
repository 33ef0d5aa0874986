//! What people ask who plan upgrades: of pools with different strategies, quotas, Spot VMs, and starts.

use crate::cli::{Folder, answer, err, has, nodetide, out};

const MASTER: &str = "1.33.5-gke.1000000";
const OLD: &str = "1.32.9-gke.1000000";

/// A cluster with daily windows of two hours and a surge pool of `nodes` nodes; `pools` are further ones.
fn cluster(nodes: u32, pools: &str, more: &str) -> String {
    format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}",
        "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-03-02T01:00:00Z","endTime":"2026-03-02T03:00:00Z"}},"recurrence":"FREQ=DAILY"}}}}}}}},
        "pools":[{{"name":"web","initialNodeCount":{nodes},"version":"{OLD}","locations":["europe-west1-b"]}}{pools}]{more}}}"#
    )
}

fn blue_green() -> String {
    format!(
        r#",{{"name":"batch","initialNodeCount":4,"version":"{OLD}","locations":["europe-west1-b"],"upgradeSettings":{{"strategy":"BLUE_GREEN",
        "blueGreenSettings":{{"standardRolloutPolicy":{{"batchNodeCount":2,"batchSoakDuration":"0s"}},"nodePoolSoakDuration":"600s"}}}}}}"#
    )
}

/// A pool that surges more is enough for both, though the other pool is blue-green.
#[test]
fn of_mixed_strategies_the_surge_pools_can_surge_more() {
    let folder = Folder::new("mixed-fit");
    let file = folder.write("both.json", &cluster(30, &blue_green(), ""));
    let told = answer(&["fit", &file, "--seeds", "2"]);
    let (_, all) = told.split_once("all in their order").unwrap();
    has(all, &["fits with maxSurge "]);
    let surge = all.split_once("maxSurge ").unwrap().1.split_once(' ').unwrap().0;
    let more = std::fs::read_to_string(&file).unwrap().replace(
        r#""initialNodeCount":30"#,
        &format!(r#""initialNodeCount":30,"upgradeSettings":{{"maxSurge":{surge}}}"#),
    );
    let more = folder.write("more.json", &more);
    // The blue-green pool goes on after the window.
    let fit = answer(&["fit", &more, "--seeds", "2"]);
    has(&fit, &["all in their order: begins in one window and ends after it (UP-16)\n"]);
}

/// “Is surge 3+0 better than our blue-green?” Another strategy is for all pools that are upgraded, or for the one that it names.
#[test]
fn another_strategy_is_for_the_pools_that_are_upgraded() {
    let folder = Folder::new("mixed-compare");
    let file = folder.write("both.json", &cluster(3, &blue_green(), ""));
    let commands = |with: &str| {
        let told = nodetide(&["export", &file, "--format", "gcloud", "--with", with]);
        let count = |what: &str| out(&told).matches(what).count();
        let blue_green = count("--enable-blue-green-upgrade");
        (err(&told).to_owned(), count("--max-surge-upgrade=3"), blue_green)
    };
    let (said, surge, blue_green) = commands("surge=3+0");
    has(&said, &["surge=3+0: for web, batch (BLUE_GREEN → SURGE)\n"]);
    assert_eq!((surge, blue_green), (2, 0));
    let (said, surge, blue_green) = commands("surge=web:3+0");
    has(&said, &["surge=web:3+0: for web; the other pool stays as it is\n"]);
    assert_eq!((surge, blue_green), (1, 1));
    // The name of a pool may be that of a setting.
    let (said, surge, blue_green) = commands("blue-green=batch:batch:3,soak:1h");
    has(&said, &["for batch; the other pool stays as it is\n"]);
    assert_eq!((surge, blue_green), (0, 1));
    let compared = answer(&["compare", &file, "--with", "surge=3+0", "surge=batch:3+0"]);
    has(
        &compared,
        &["surge=batch:3+0: for batch (BLUE_GREEN → SURGE); the other pool stays as it is\n"],
    );
    let told = nodetide(&["compare", &file, "--with", "surge=gone:3+0"]);
    has(err(&told), &["No node pool whose strategy can be chosen is called “gone”."]);
    // Of pools that are all alike, the strategy changes.
    let file = folder.write("one.json", &cluster(3, "", ""));
    let commands =
        answer(&["export", &file, "--format", "gcloud", "--with", "blue-green=batch:3,soak:1h"]);
    has(&commands, &["batch-node-count=3"]);
}

/// What a run knows to be stuck is said before the first command, with the ways out.
#[test]
fn a_runbook_of_what_gets_stuck_begins_with_it() {
    let folder = Folder::new("stuck-runbook");
    let script = |spare: u32| {
        format!(
            r#","script":[{{"at":"0s","do":"quota","spareNodes":{spare}}},{{"at":"0s","do":"upgrade","pool":"web","version":"{MASTER}"}}]"#
        )
    };
    let full = folder.write("full.json", &cluster(3, "", &script(0)));
    let book = answer(&["export", &full, "--format", "runbook"]);
    let (first, _) = book.split_once("## ").unwrap();
    has(
        first,
        &[
            "A run of this gets stuck: pool/web waits without an end from 2026-03-02T00:00:00Z on. Without capacity for a surge node",
            "What would help: quota for 0 → 1 more nodes: the upgrade succeeds instead of getting stuck",
        ],
    );
    let spare = folder.write("spare.json", &cluster(3, "", &script(1)));
    let book = answer(&["export", &spare, "--format", "runbook"]);
    assert!(!book.contains("gets stuck"), "{book}");
}

/// “How long does each step take, when is it over, and which project is it?”
#[test]
fn a_runbook_says_how_long_its_steps_take_and_in_which_project() {
    let folder = Folder::new("expected-runbook");
    let script =
        format!(r#","script":[{{"at":"0s","do":"upgrade","pool":"web","version":"{MASTER}"}}]"#);
    let held = r#","workloads":[{"kind":"Deployment","name":"api","replicas":2}],
        "budgets":[{"name":"api-pdb","maxUnavailable":0,"selector":{"matchLabels":{"app":"api"}}}]"#;
    let file = folder.write("plan.json", &cluster(2, "", &format!("{held}{script}")));
    let book = answer(&["export", &file, "--format", "runbook"]);
    let (_, step) = book.split_once("gcloud container clusters upgrade").unwrap();
    let (said, _) = step.split_once("- [ ]").unwrap();
    has(
        said,
        &["Takes about 2 h ", " in a run of this: from 2026-03-02T00:00:00Z to 2026-03-02T02:"],
    );
    has(said, &["Watch budget/api-pdb then: in the run, evictions are refused there for a time."]);
    assert!(!book.contains("PROJECT"), "{book}");
    let described = |links: &str| {
        format!(
            r#"{{"name":"prod","location":"europe-west1-b","currentMasterVersion":"{MASTER}",{links}
            "nodePools":[{{"name":"web","version":"{OLD}","initialNodeCount":2}}],"status":"RUNNING"}}"#
        )
    };
    let link = r#""selfLink":"https://container.googleapis.com/v1/projects/shop-prod/zones/europe-west1-b/clusters/prod",
        "networkConfig":{"network":"projects/host-net/global/networks/main"},"#;
    let upgrade = "gcloud container clusters upgrade prod --zone europe-west1-b --node-pool=web";
    for (links, command, project) in [
        (link, upgrade.to_owned(), "shop-prod"),
        ("", format!("{upgrade} --project=shop-test"), "shop-test"),
        ("", upgrade.to_owned(), ""),
        ("", format!("{upgrade} --project=a1\n{upgrade} --project=b2"), ""),
    ] {
        let there = folder.write("cluster.json", &described(links));
        let commands = folder.write("upgrade.sh", &command);
        for format in ["runbook", "gcloud"] {
            let text = answer(&["export", &there, &commands, "--format", format]);
            let (_, rest) = text.split_once("CLOUDSDK_CORE_PROJECT=").unwrap_or_default();
            assert_eq!(rest.lines().next().unwrap_or(""), project, "{text}");
        }
    }
}

/// Spot: Pods are Pending though maxSurge is 1, because GKE doesn't wait for the surge node.
#[test]
fn why_names_that_spot_drains_do_not_wait() {
    let folder = Folder::new("spot");
    let spot = format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
        "pools":[{{"name":"spot","initialNodeCount":3,"version":"{OLD}","locations":["europe-west1-b"],
            "config":{{"machineType":"e2-standard-4","spot":true}}}}],
        "workloads":[{{"kind":"Deployment","name":"render","replicas":6,"requests":{{"cpu":"1500m"}}}}],
        "script":[{{"at":"0s","do":"upgrade","pool":"spot","version":"{MASTER}"}}]}}"#
    );
    let file = folder.write("spot.json", &spot);
    let rule = "In a Spot pool, GKE doesn't wait for surge nodes to be Ready. (SU-17 AM-10)";
    let story = answer(&["run", &file, "--format", "story"]);
    let of = |text: &str| {
        let line = story.lines().find(|line| line.contains(text)).unwrap();
        line.trim_start().split('.').next().unwrap().to_owned()
    };
    let (drain, evicted) = (of("rain starts"), of("victed"));
    let pod = story.lines().find(|line| line.contains("Insufficient cpu")).unwrap();
    let pod = pod.split("pod/").nth(1).unwrap().split(':').next().unwrap();
    let why = |about: &str| answer(&["why", &file, "--at", "10s", about]);
    for about in [
        "pool/spot",
        "workload/render",
        &format!("pod/{pod}"),
        &format!("record/{drain}"),
        &format!("record/{evicted}"),
    ] {
        let told = why(about);
        assert_eq!(told.matches(rule).count(), 1, "{about}: {told}");
        // Blue-green waits, and no other change does.
        let change = told.lines().find(|line| line.starts_with("Change it: ")).unwrap();
        has(change, &["SURGE → BLUE_GREEN", "Pods waiting at once 2 → 0"]);
    }
    // Others wait.
    let file = folder.write("standard.json", &spot.replace(r#","spot":true"#, ""));
    assert!(!answer(&["why", &file, "--at", "10s", "pool/spot"]).contains("SU-17"));
}

/// A start that is given is not said to be assumed, and an operation that failed is as new as its end.
#[test]
fn the_start_that_is_told_is_the_one_that_is_used() {
    let folder = Folder::new("told-start");
    let described = folder.write(
        "cluster.json",
        &format!(
            r#"{{"name":"shop","location":"europe-west1-b","currentMasterVersion":"{MASTER}","createTime":"2026-02-01T00:00:00Z",
            "nodePools":[{{"name":"web","version":"{OLD}","initialNodeCount":3,"locations":["europe-west1-b"],"config":{{"machineType":"e2-standard-4"}}}}]}}"#
        ),
    );
    let failed = folder.write(
        "ops.json",
        r#"[{"name":"operation-1","operationType":"UPGRADE_NODES","status":"DONE","startTime":"2026-03-02T19:30:00Z","endTime":"2026-03-02T19:58:11Z",
        "targetLink":"https://container.googleapis.com/v1/projects/p/locations/europe-west1-b/clusters/shop/nodePools/web",
        "error":{"code":8,"message":"[GCE_QUOTA_EXCEEDED]: Instance 'gke-shop-web-1' creation failed: Quota 'N2_CPUS' exceeded.  Limit: 192.0 in region europe-west1."}}]"#,
    );
    let told = nodetide(&["check", &described, &failed]);
    has(err(&told), &["1 start time, the newest instant in the files: 2026-03-02T19:58:11Z"]);
    for option in ["--start", "--now"] {
        let told = nodetide(&["check", &described, &failed, option, "2026-03-07T00:00:00Z"]);
        assert!(!err(&told).contains("start time"), "{option}: {}", err(&told));
    }
}

/// The time of the control plane isn't that of the nodes.
#[test]
fn fit_says_which_pools_wait_for_the_control_plane() {
    let folder = Folder::new("hours");
    let few = folder.write("few.json", &cluster(30, "", ""));
    let plane = r#","script":[{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.33.6-gke.1000000"}]"#;
    let plane = folder.write("plane.json", &cluster(3, "", plane));
    has(&answer(&["fit", &plane, "--seeds", "2"]), &[", after the control plane\n"]);
    assert!(!answer(&["fit", &few, "--seeds", "2"]).contains(", after the control plane\n"));
}

/// A rollback that takes all Pods at once can respect their budget; batches have no part in it.
#[test]
fn a_rollback_in_violation_of_a_budget_is_offered_to_respect_it() {
    let folder = Folder::new("respecting-rollback");
    let file = folder.write(
        "soaking.json",
        &format!(
            r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
            "pools":[{{"name":"api","initialNodeCount":3,"version":"{OLD}","locations":["europe-west1-b"],"config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"strategy":"BLUE_GREEN",
                "blueGreenSettings":{{"standardRolloutPolicy":{{"batchNodeCount":1,"batchSoakDuration":"0s"}},"nodePoolSoakDuration":"3600s"}}}}}}],
            "workloads":[{{"kind":"Deployment","name":"api","replicas":6,"labels":{{"app":"api"}},"requests":{{"cpu":"500m"}}}}],
            "budgets":[{{"name":"api","selector":{{"matchLabels":{{"app":"api"}}}},"maxUnavailable":1}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"api","version":"{MASTER}"}},
                {{"at":"40m","do":"cancel","pool":"api"}},{{"at":"40m","do":"rollback","pool":"api"}}]}}"#
        ),
    );
    for about in ["workload/api", "pool/api"] {
        let why = answer(&["why", &file, "--at", "40m5s", about]);
        let changes = why.lines().filter(|line| line.starts_with("Change it: "));
        let changes: Vec<&str> = changes.collect();
        has(changes[0], &["roll api back with --respect-pdb: "]);
        assert!(!changes.concat().contains("batch"), "{why}");
    }
}

/// Two budgets that each allow a disruption: nothing is violated, and no Pod is evicted.
#[test]
fn pods_that_two_budgets_select_are_told_as_what_they_are() {
    let folder = Folder::new("two-budgets");
    let file = folder.write(
        "two.json",
        &format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west1-b","currentMasterVersion":"{MASTER}"}},
            "pools":[{{"name":"p","initialNodeCount":2,"version":"{OLD}","locations":["europe-west1-b"]}}],
            "workloads":[{{"kind":"Deployment","name":"search","replicas":2,"labels":{{"app":"search"}},"requests":{{"cpu":"100m"}}}}],
            "budgets":[{{"name":"one","selector":{{"matchLabels":{{"app":"search"}}}},"maxUnavailable":1}},
                {{"name":"two","selector":{{"matchLabels":{{"app":"search"}}}},"minAvailable":1}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"p","version":"{MASTER}"}}]}}"#
        ),
    );
    let gates = ["--fail-on", "forced,violations"];
    let run = nodetide(&[&["run", &file, "--format", "brief"], &gates[..]].concat());
    let brief = out(&run);
    assert!(
        brief.starts_with("Finishes, but 2 Pods are forced out at the limit of a drain"),
        "{brief}"
    );
    assert!(!brief.contains("violating"), "{brief}");
    assert!(!err(&run).contains("fail-on violations"), "{}", err(&run));
    has(
        err(&run),
        &["fail-on forced: 2 Pods were forced out, first", "although its eviction was refused"],
    );
}

/// “What if we had a window every day?” It is a change of the plan, whatever instant is asked about, as on the page.
#[test]
fn a_window_that_is_offered_is_tried_in_the_whole_run() {
    let folder = Folder::new("offered");
    let file = folder.write(
        "sunday.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
        "maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-03-01T01:00:00Z","endTime":"2026-03-01T05:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SU"}}}},
        "pools":[{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":2}],"script":[{"at":"0s","do":"upgrade","pool":"p","automatic":true}]}"#,
    );
    let offer = "If the window may change: maintenance window on every day: waits 6 d 1 h → ";
    for at in ["0s", "2026-03-05T12:00:00Z"] {
        let told = answer(&["why", &file, "--at", at, "pool/p"]);
        has(&told, &[&format!("{offer}1 h\n")]);
    }
}
