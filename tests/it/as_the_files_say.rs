//! What files don't say isn't made up: exports, windows, and checks of imported files.

use expect_test::expect;

use crate::cli::{Folder, code, err, has, nodetide, out};

/// Only settings that the files give are written.
#[test]
fn an_export_changes_nothing_that_the_files_do_not_mention() {
    let folder = Folder::new("mentioned");
    let update = "gcloud container clusters update prod --region europe-west1";
    let command = folder.write(
        "intervals.sh",
        &format!("{update} --maintenance-minor-version-disruption-interval=60d\n"),
    );
    for format in ["gcloud", "terraform", "runbook"] {
        let told = nodetide(&["export", &command, "--format", format]);
        let text = out(&told);
        assert_eq!(code(&told), 0, "{}", err(&told));
        let commands = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let commands = commands.collect::<Vec<_>>().join("\n");
        assert!(text.contains("5184000s"), "{text}");
        for invented in ["--clear", "assumed-pool", "clusters upgrade", "node_pool\"", "rollback"] {
            assert!(!commands.contains(invented), "{invented}: {text}");
        }
        assert!(text.contains("The files have no node pool"), "{text}");
    }
    let cluster = folder.write(
        "cluster.tf",
        r#"resource "google_container_cluster" "prod" {
  name     = "prod"
  location = "europe-west1"
  release_channel { channel = "REGULAR" }
  maintenance_policy {
    daily_maintenance_window { start_time = "03:00" }
  }
}
"#,
    );
    let told = nodetide(&["export", &cluster, "--format", "terraform"]);
    assert!(
        out(&told).contains("  release_channel {\n    channel = \"REGULAR\"\n  }"),
        "{}",
        out(&told)
    );
}

const EXCLUSIONS: &str = r#"{"name":"eu-prod","location":"europe-west1","currentMasterVersion":"1.33.5-gke.1162000",
  "nodePools":[{"name":"p","initialNodeCount":1,"version":"1.33.5-gke.1162000","management":{"autoUpgrade":true}}],
  "maintenancePolicy":{"window":{"recurringWindow":{"recurrence":"FREQ=DAILY",
    "window":{"startTime":"2025-01-05T01:00:00Z","endTime":"2025-01-05T05:00:00Z"}},
   "maintenanceExclusions":{
    "a":{"startTime":"2026-11-20T00:00:00Z","endTime":"2026-12-01T00:00:00Z"},
    "b":{"startTime":"2027-02-01T00:00:00Z","endTime":"2027-02-10T00:00:00Z"},
    "c":{"startTime":"2026-12-15T00:00:00Z","endTime":"2027-01-07T00:00:00Z"}}}}}"#;

/// A command is judged with what the cluster has already.
#[test]
fn a_window_is_judged_by_all_files_of_its_cluster() {
    let folder = Folder::new("together");
    let described = folder.write("describe.json", EXCLUSIONS);
    let add = |cluster: &str| {
        format!(
            "gcloud container clusters update {cluster} --region europe-west1 --add-maintenance-exclusion-name d \\\n  --add-maintenance-exclusion-start 2027-03-01T00:00:00Z --add-maintenance-exclusion-end 2027-03-10T00:00:00Z --add-maintenance-exclusion-scope no_upgrades\n"
        )
    };
    let own = folder.write("add.sh", &add("eu-prod"));
    let other = folder.write("other.sh", &add("us-prod"));
    let window = |files: &[&str]| {
        let told = nodetide(&[&["window", "--now", "2026-11-23T00:00:00Z"], files].concat());
        (code(&told), out(&told).to_owned())
    };
    assert_eq!(window(&[&described]).0, 0);
    let (exit, text) = window(&[&described, &own]);
    assert_eq!(exit, 1, "{text}");
    assert!(text.contains("error[exclusion/too-many-freezes]"), "{text}");
    assert_eq!(text.matches("ccepted by the limits").count(), 1, "{text}");
    // Another cluster's command is another answer, which doesn't know the window.
    let (exit, text) = window(&[&described, &other]);
    assert_eq!(exit, 0, "{text}");
    let (first, second) = text.split_once("\n\n").unwrap();
    assert!(first.contains("describe.json, eu-prod:\nOpen every day"), "{text}");
    assert!(second.contains("other.sh, us-prod:\nThe files don't say which window"), "{text}");
    assert!(!second.contains("Open at any time") && !second.contains("Accepted"), "{text}");
}

/// Whether the window is known depends on what files say, not on how they are written.
#[test]
fn the_window_of_a_cluster_is_known_if_a_file_describes_creates_or_changes_it() {
    let folder = Folder::new("known");
    let window = |files: &[(&str, &str)]| {
        let files: Vec<String> =
            files.iter().map(|(name, text)| folder.write(name, text)).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let told = nodetide(&[&["window", "--now", "2026-11-23T00:00:00Z"], &*files].concat());
        assert!(code(&told) < 2, "{}", err(&told));
        !out(&told).contains("The files don't say which window")
    };
    let add = "update prod --region europe-west1 --add-maintenance-exclusion-name d --add-maintenance-exclusion-start 2027-03-01T00:00:00Z --add-maintenance-exclusion-end 2027-03-10T00:00:00Z\n";
    let command = |before: &str, words: &str| format!("{before}gcloud {words} {add}");
    for words in ["container clusters", "beta container  clusters", "container clusters \\\n "] {
        assert!(!window(&[("add.sh", &command("", words))]), "{words}");
    }
    // Words in a comment describe nothing.
    let comment = "# after clusters create --clear-maintenance-window maintenancePolicy\n";
    assert!(!window(&[("add.sh", &command(comment, "container clusters"))]));
    let yaml = "name: prod\nlocation: europe-west1\ncurrentMasterVersion: 1.33.5-gke.100\nnodePools:\n- name: p\n  version: 1.33.5-gke.100\n  initialNodeCount: 1\n";
    assert!(window(&[("describe.yaml", yaml), ("add.sh", &command("", "container clusters"))]));
    let create = "gcloud container clusters create prod --region europe-west1 --num-nodes 1\n";
    assert!(window(&[("add.sh", &command(create, "container clusters"))]));
    let clear =
        "gcloud container clusters update prod --region europe-west1 --clear-maintenance-window\n";
    assert!(window(&[("add.sh", &command(clear, "container clusters"))]));
}

/// gcloud reads such times in the user's zone, which isn't known here.
#[test]
fn times_without_an_offset_are_one_instant_for_all_verbs() {
    let folder = Folder::new("local");
    let command = folder.write(
        "local.sh",
        "gcloud container clusters update prod --region us-central1 --maintenance-window-start 2026-11-01T22:00:00 --maintenance-window-end 2026-11-02T02:00:00 --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA,SU'\n",
    );
    let run = nodetide(&["import", &command]);
    assert_eq!(code(&run), 0, "{}", err(&run));
    assert!(err(&run).contains("taken as UTC: 2026-11-01T22:00:00, 2026-11-02T02:00:00"));
    let export = nodetide(&["export", &command, "--format", "gcloud"]);
    assert!(out(&export).contains("--maintenance-window-start 2026-11-01T22:00:00Z"));
    let now = ["--now", "2026-11-23T00:00:00Z"];
    let window = nodetide(&[&["window", &command], &now[..]].concat());
    assert!(out(&window).contains("from 22:00 to 02:00 UTC"), "{}", out(&window));
    assert_eq!(err(&window).matches("--time-zone").count(), 1, "{}", err(&window));
    let zoned =
        nodetide(&[&["window", &command, "--time-zone", "America/New_York"], &now[..]].concat());
    assert!(out(&zoned).contains("from 22:00 to 02:00 America/New_York"), "{}", out(&zoned));
    assert_eq!(err(&zoned), "");
}

/// GKE upgrades the control plane and pools with auto-upgrade in windows and outside exclusions.
#[test]
fn an_assumed_upgrade_is_automatic_where_gke_upgrades_automatically() {
    let folder = Folder::new("automatic");
    let cluster = |auto: bool, policy: &str| {
        format!(
            r#"{{"name":"c","location":"europe-west1-b","currentMasterVersion":"1.32.9-gke.100"{policy},
              "nodePools":[{{"name":"main","initialNodeCount":2,"version":"1.32.9-gke.100","management":{{"autoUpgrade":{auto}}}}}]}}"#
        )
    };
    let frozen = r#","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"02:00","duration":"PT4H0M0S"},
      "maintenanceExclusions":{"freeze":{"startTime":"2026-06-01T00:00:00Z","endTime":"2027-03-01T00:00:00Z",
       "maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}}}"#;
    let file = folder.write("frozen.json", &cluster(true, frozen));
    let run = |file: &str, start: &str| {
        let told = nodetide(&["run", file, "--format", "brief", "--start", start]);
        (out(&told).to_owned(), err(&told).to_owned())
    };
    let (text, notes) = run(&file, "2026-11-23T00:00:00Z");
    assert!(text.contains("MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze"), "{text}");
    assert!(text.contains("Started Monday 2027-03-01T02:00:00Z"), "{text}");
    assert!(notes.contains("2 upgrades in the script: the control plane to 1.33"), "{notes}");
    assert!(!notes.contains("version/control-plane"), "{notes}");
    let (text, _) = run(&file, "2026-01-05T00:00:00Z");
    assert!(text.contains("Started Monday 2026-01-05T02:00:00Z"), "{text}");
    // Without a policy the work begins at once; without auto-upgrade a person has to start it.
    let free = folder.write("free.json", &cluster(true, ""));
    let (text, _) = run(&free, "2026-01-05T00:00:00Z");
    assert!(text.contains("Started Monday 2026-01-05T00:00:00Z"), "{text}");
    let manual = folder.write("manual.json", &cluster(false, frozen));
    let told = nodetide(&["import", &manual]);
    has(err(&told), &["after the control plane, manually: it ignores windows and exclusions"]);
}

/// SU-16: a pool with a specific reservation has no machines beyond it.
#[test]
fn gcloud_flags_of_a_reservation_count() {
    let folder = Folder::new("reservation");
    let check = |strategy: &str| {
        let commands = folder.write(
            "pool.sh",
            &format!(
                "gcloud container clusters create train --zone us-central1-c --cluster-version 1.33.5-gke.1162000 --num-nodes 2\n\
                 gcloud container node-pools create h100 --cluster train --zone us-central1-c --num-nodes 4 --node-version 1.32.6-gke.1096000 --reservation-affinity=specific --reservation=h100-res {strategy}\n\
                 gcloud container clusters upgrade train --node-pool h100 --cluster-version 1.33.5-gke.1162000 --zone us-central1-c\n"
            ),
        );
        let told = nodetide(&["check", &commands]);
        assert!(!err(&told).contains("reservation-affinity"), "{}", err(&told));
        let run = nodetide(&["run", &commands, "--format", "brief"]);
        (out(&told).to_owned(), out(&run).to_owned())
    };
    let (surge, _) = check("--max-surge-upgrade 1 --max-unavailable-upgrade 0");
    assert!(surge.contains("it waits for capacity. Hint: Reserve more machines, or set maxUn"));
    let (found, run) = check("--enable-blue-green-upgrade");
    assert!(found.contains("it fails its quota check at once"), "{found}");
    assert!(run.contains("The upgrade fails"), "{run}");
}

/// The finding names a pool that can have the Pods and is upgraded.
#[test]
fn a_long_grace_is_judged_on_the_pool_of_its_pods() {
    let folder = Folder::new("grace");
    let commands = folder.write(
        "games.sh",
        "gcloud container clusters create games --zone us-central1-a --cluster-version 1.33.5-gke.1162000 --num-nodes 1\n\
         gcloud container node-pools create gs --cluster games --zone us-central1-a --num-nodes 8 --node-version 1.32.6-gke.1096000\n\
         gcloud container clusters upgrade games --node-pool gs --cluster-version 1.33.5-gke.1162000 --zone us-central1-a\n",
    );
    let deployment = |pool: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: match, namespace: games}}\nspec:\n  replicas: 2\n  selector: {{matchLabels: {{app: match}}}}\n  template:\n    metadata: {{labels: {{app: match}}}}\n    spec:\n      terminationGracePeriodSeconds: 14400\n      nodeSelector: {{cloud.google.com/gke-nodepool: {pool}}}\n      containers: [{{name: match, image: match}}]\n"
        )
    };
    let check = |pool: &str| {
        let pods = folder.write("match.yaml", &deployment(pool));
        out(&nodetide(&["check", &commands, &pods])).to_owned()
    };
    assert!(check("gs").contains("a surge upgrade of “gs” forces it out after 1 h"));
    assert!(!check("default-pool").contains("surge/long-grace"));
    // What is true of several workloads is said once.
    let both = deployment("gs") + "---\n" + &deployment("gs").replace("name: match", "name: lobby");
    let pods = folder.write("match.yaml", &both);
    let check = out(&nodetide(&["check", &commands, &pods])).to_owned();
    assert_eq!(check.matches("surge/long-grace").count(), 1, "{check}");
    assert!(check.contains("A Pod of each of 2 workloads (lobby, match) may need 4 h"), "{check}");
}

/// What an upgrade interrupts in any case is said, one line for each kind.
#[test]
fn workloads_at_risk_in_a_dump_are_named() {
    let folder = Folder::new("risk");
    let pod =
        |name: &str, ready: bool| format!(r#"{{"name":"{name}","node":"n-1","ready":{ready}}}"#);
    let deployment = |name: &str, ready: &[bool], more: &str| {
        let pods = ready.iter().enumerate().map(|(n, ready)| pod(&format!("{name}-{n}"), *ready));
        let pods = pods.collect::<Vec<_>>().join(",");
        let replicas = ready.len();
        format!(
            r#"{{"kind":"Deployment","name":"{name}","namespace":"shop","replicas":{replicas},"pods":[{pods}]{more}}}"#
        )
    };
    let two = [true; 2];
    let workloads = [
        deployment("sick", &[true, true, false], ""),
        deployment("single", &[true], ""),
        deployment("pinned", &two, r#","nodeSelector":{"kubernetes.io/hostname":"n-1"}"#),
        deployment("a", &two, ""),
        deployment("b", &two, ""),
        deployment("c", &two, ""),
        deployment("d", &two, ""),
        deployment("e", &two, ""),
        format!(r#"{{"kind":"Pod","name":"shell","namespace":"shop","pods":[{}]}}"#, pod("shell", true)),
        r#"{"kind":"Deployment","name":"dns","namespace":"kube-system","replicas":1,"pods":[{"node":"n-1"}]}"#.to_owned(),
    ];
    let workloads = workloads.join(",");
    let budget = r#"{"name":"sick","namespace":"shop","selector":{"matchLabels":{"app":"sick"}},"minAvailable":2}"#;
    let scenario = folder.write(
        "risk.json",
        &format!(
            r#"{{"version":1,"pools":[{{"name":"p","nodes":[{{"name":"n-1"}}]}}],"workloads":[{workloads}],"budgets":[{budget}]}}"#
        ),
    );
    let told = nodetide(&["check", &scenario]);
    expect![[r#"
        warning[budget/used-up] /budgets/0: The budget “sick” lets no Pod go now: 2 of 3 Pods are ready, and it wants 2 of them. Every drain of its ready Pods waits until more are ready, or for its full limit. Hint: Mend the Pods that aren't ready before the upgrade: until then, only these can go. (KP-18)
        warning[workload/bare-pod] /workloads/8: 1 Pod has no controller: an upgrade deletes the node, and nothing creates the Pod again: shell. Hint: Save its data, or let a Deployment or a Job create it.
        warning[workload/pinned] /workloads/2: 1 workload names the node of its Pods (kubernetes.io/hostname), and an upgrade replaces that node by one of another name, so that they stay Pending: pinned. Hint: Select a label that new nodes have, too, such as cloud.google.com/gke-nodepool.
        info[workload/single] /workloads/1: 1 workload has a single replica and is away while its Pod moves: single. Hint: Run two replicas during the upgrade, or accept the gap.
        info[workload/no-budget] /workloads/3: 6 workloads have no PodDisruptionBudget, so drains may take several Pods at once: a, b, c, d, e and 1 more. Hint: Add a budget with maxUnavailable 1.
    "#]].assert_eq(out(&told));
}

/// BS-06: the nodes go first.
#[test]
fn a_control_plane_that_would_leave_nodes_behind_waits_for_them() {
    let folder = Folder::new("skew");
    let scenario = folder.write(
        "skew.json",
        r#"{"version":1,"cluster":{"currentMasterVersion":"1.33.5-gke.100"},"pools":[{"name":"main","version":"1.31.9-gke.100","initialNodeCount":1}],
          "script":[{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.34.1-gke.100"}]}"#,
    );
    let told = nodetide(&["check", &scenario]);
    assert!(out(&told).contains("Upgrade “main” to 1.32 or later first."), "{}", out(&told));
}

/// Nodes that are cordoned before anything begins.
#[test]
fn an_import_names_nodes_that_are_cordoned_already() {
    let folder = Folder::new("cordoned");
    let node = |name: &str, cordoned: bool| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"p"}}}},
              "spec":{{"unschedulable":{cordoned}}},"status":{{"nodeInfo":{{"kubeletVersion":"v1.33.5-gke.100"}}}}}}"#
        )
    };
    let nodes = [node("n-1", true), node("n-2", false), node("n-3", true)].join(",");
    let dump = folder
        .write("dump.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{nodes}]}}"#));
    let told = nodetide(&["import", &dump]);
    let said = "2 nodes are cordoned already and take no new Pods: n-1, n-3";
    assert!(err(&told).contains(said), "{}", err(&told));
}

/// GKE prints the end of support as a day (MX-27).
#[test]
fn the_end_of_support_is_read_as_a_day_too() {
    let folder = Folder::new("support-day");
    let cluster = folder.write(
        "cluster.yaml",
        "currentMasterVersion: 1.33.5-gke.1162000\nlocation: us-east4\nname: fin-prod\nmaintenancePolicy:\n  window:\n    maintenanceExclusions:\n      audit:\n        startTime: '2026-10-01T00:00:00Z'\n        endTime: '2027-12-15T00:00:00Z'\n        maintenanceExclusionOptions:\n          scope: NO_MINOR_UPGRADES\nreleaseChannel:\n  channel: REGULAR\nstatus: RUNNING\nnodePools: []\n",
    );
    let info = |end: &str| {
        let text = format!(
            "autoUpgradeStatus:\n- ACTIVE\nendOfStandardSupportTimestamp: '{end}'\nminorTargetVersion: 1.34.4-gke.1047000\n"
        );
        folder.write("upgrade-info.yaml", &text)
    };
    for end in ["2026-12-31", "2026-12-31T00:00:00Z"] {
        let told = nodetide(&["window", &cluster, &info(end), "--now", "2026-11-23T15:00:00Z"]);
        assert_eq!(code(&told), 1, "{end}");
        has(&[out(&told), err(&told)].concat(), &["error[exclusion/past-end-of-support]"]);
    }
    let told = nodetide(&["import", &cluster, &info("soon")]);
    has(err(&told), &["1 date that can't be read: soon"]);
}

/// “How long does our Autopilot cluster take, and what of the load balancer?”
#[test]
fn every_verb_says_that_autopilot_and_load_balancers_are_left_out() {
    let folder = Folder::new("left-out");
    let file = |services: &str, autopilot: bool| {
        folder.write(
            "cluster.json",
            &format!(
                r#"{{"version":1,"cluster":{{"currentMasterVersion":"1.33.5-gke.100","autopilot":{{"enabled":{autopilot}}}}},
                "pools":[{{"name":"p","version":"1.32.9-gke.100","initialNodeCount":2}}],
                "workloads":[{{"kind":"Deployment","name":"api","replicas":2,"labels":{{"app":"api"}}}}],
                "services":[{services}],"script":[{{"at":"0s","do":"upgrade","pool":"p"}}]}}"#
            ),
        )
    };
    let service = |name: &str, kind: &str| {
        format!(
            r#"{{"name":"{name}","type":"{kind}","selector":{{"app":"api"}},"ports":[{{"port":53,"protocol":"UDP"}}]}}"#
        )
    };
    let services =
        [service("in", "ClusterIP"), service("api", "LoadBalancer"), service("b", "LoadBalancer")];
    let both = file(&services.join(","), true);
    let said = [
        "[document/not-simulated] /cluster/autopilot: Autopilot is not simulated yet",
        "Hint: See “Autopilot cluster upgrades” in the documentation of GKE.",
        "info[document/not-simulated] /services/1/ports: UDP and SCTP are not simulated: of 2 Services of type LoadBalancer, \
         “api” the first, only TCP connections are followed. \
         Hint: See “Connection tracking” of passthrough Network Load Balancers in the documentation of Google Cloud.",
    ];
    for args in [
        &["run", &both][..],
        &["run", &both, "--format", "summary"],
        &["run", &both, "--seeds", "2"],
        &["compare", &both, "--with", "surge=2+0"],
        &["fit", &both],
        &["why", &both, "--at", "1m", "pool/p"],
        &["export", &both, "--format", "csv"],
    ] {
        let told = nodetide(args);
        assert_eq!(code(&told), 0, "{args:?} {}", err(&told));
        has(err(&told), &said);
    }
    has(out(&nodetide(&["check", &both])), &said);
}
