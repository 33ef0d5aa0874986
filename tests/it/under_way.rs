//! Dumps of pools in the middle of an upgrade, with their operations.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};
use crate::dumps::{budget, cluster, dump, node, pod};

const OLD: &str = "1.31.9-gke.100";
const NEW: &str = "1.32.9-gke.100";
const OWNER: &str = r#""apiVersion":"apps/v1","kind":"StatefulSet","name":"pg""#;

/// A cordoned node, since 06:50.
fn cordoned(name: &str, zone: &str) -> String {
    let spec = r#""spec":{"unschedulable":true,"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule","timeAdded":"2026-11-23T06:50:00Z"}]},"status""#;
    node(name, zone, OLD, "True").replacen("\"status\"", spec, 1)
}

/// Three Pods on three nodes, one in each zone, of which a budget lets none go.
fn blocked(nodes: [String; 3]) -> Vec<String> {
    let mut items = Vec::from(nodes);
    for n in 0..3 {
        items.push(pod(OWNER, &format!("pg-{n}"), &format!("n-{n}"), "any", ""));
    }
    items.push(budget("pg", "any").replace("\"minAvailable\":1", "\"minAvailable\":3"));
    items
}

fn operation(folder: &Folder, status: &str, more: &str) -> String {
    folder.write(
        "operations.json",
        &format!(
            r#"[{{"name":"operation-1","operationType":"UPGRADE_NODES","status":"{status}","startTime":"2026-11-23T06:30:00Z"{more},
            "targetLink":"https://container.googleapis.com/v1/projects/p/locations/us-east1/clusters/pg/nodePools/db"}}]"#
        ),
    )
}

/// “The drain in zone d has been waiting for forty minutes: when is the Pod forced out?” (UP-10, SU-07)
#[test]
fn a_node_in_progress_in_the_last_zone_goes_on_at_once() {
    let folder = Folder::new("in-the-last-zone");
    let mut items = blocked([
        node("n-0", "b", OLD, "True"),
        node("n-1", "c", OLD, "True"),
        cordoned("n-2", "d"),
    ]);
    items.push(node("n-surge", "d", NEW, "True"));
    let dump = dump(&folder, &items);
    let (cluster, operation) = (cluster(&folder, ""), operation(&folder, "RUNNING", ""));
    let files = [dump.as_str(), &cluster, &operation];
    let why = answer(&[&["why"], &files[..], &["--at", "1m", "pod/data/pg-2"]].concat());
    has(&why, &["Until: 2026-11-23T07:50:01Z, when it is forced out"]);
}

/// “The operation runs, no node is done: when does it go on?” (AM-61)
#[test]
fn a_running_operation_without_an_upgraded_node_is_under_way() {
    let folder = Folder::new("first-node");
    let items = blocked([
        node("n-0", "b", OLD, "True"),
        cordoned("n-1", "c"),
        node("n-2", "d", OLD, "True"),
    ]);
    let dump = dump(&folder, &items);
    let window =
        r#","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"01:00"}}}"#;
    let described = std::fs::read_to_string(cluster(&folder, window)).unwrap();
    let cluster = described.replace("\"maxSurge\":1", "\"maxSurge\":0,\"maxUnavailable\":1");
    let cluster = folder.write("cluster.json", &cluster);
    let files = [dump.as_str(), &cluster, &operation(&folder, "RUNNING", "")];
    let told = nodetide(&[&["import"], &files[..]].concat());
    has(
        err(&told),
        &["db to 1.32.9-gke.100 (0 of 3 nodes are done; n-1 is cordoned; taken as started by hand"],
    );
    has(err(&told), &["n-1 (2026-11-23T06:50:00Z)"]);
    let why = answer(&[&["why"], &files[..], &["--at", "1m", "pod/data/pg-1"]].concat());
    has(&why, &["Until: 2026-11-23T07:50:01Z, when it is forced out"]);
}

/// “How long has it been upgrading?”
#[test]
fn an_upgrade_under_way_has_been_so_since_its_operation_began() {
    let folder = Folder::new("since");
    let items = [node("n-0", "b", NEW, "True"), node("n-1", "c", OLD, "True")];
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let why = |files: &[&str], at: &str| {
        answer(&[&["why", &dump, &cluster], files, &["--at", at, "pool/db"]].concat())
    };
    let running = operation(&folder, "RUNNING", "");
    let known = "has been upgrading for 1 h (since 2026-11-23T06:30:00Z): 1 of 2 nodes";
    has(&why(&[&running], "0s"), &[known]);
    has(&why(&[&running], "1m"), &["for 1 h 1 min (since 2026-11-23T06:30:00Z)"]);
    for at in ["0s", "1m"] {
        has(&why(&[], at), &["Pool db is being upgraded: 1 of 2 nodes is done."]);
    }
}

/// “I have cancelled it; the operation is still ABORTING.” (UP-12, UP-13)
#[test]
fn nothing_resumes_an_upgrade_that_is_being_cancelled() {
    let folder = Folder::new("aborting");
    let items = [
        node("n-0", "b", NEW, "True"),
        node("n-1", "c", OLD, "True"),
        node("n-2", "d", OLD, "True"),
    ];
    let dump = dump(&folder, &items);
    let described = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let described = described.replace("\"autoUpgrade\":true,", "");
    let cluster = folder.write("cluster.json", &described);
    let files = [dump.as_str(), &cluster, &operation(&folder, "ABORTING", "")];
    let told = nodetide(&[&["run"], &files[..], &["--format", "brief"]].concat());
    has(err(&told), &["1 cancelled upgrade", "db to 1.32.9-gke.100 (1 of 3 nodes are done"]);
    has(
        out(&told),
        &["1 of 3 nodes", "which no command resumes", "only a command upgrades the rest"],
    );
    assert!(!out(&told).contains("succeeds"), "{}", out(&told));
    let script = folder.write(
        "rollback.sh",
        "gcloud container node-pools rollback db --cluster=pg --location=us-east1\n",
    );
    let book = answer(&[&["export"], &files[..], &[&script, "--format", "runbook"]].concat());
    assert!(!book.contains("resumes"), "{book}");
    let run = nodetide(&[&["run"], &files[..], &[&script, "--format", "brief"]].concat());
    assert_eq!(code(&run), 0);
    assert!(!err(&run).contains("rollback/upgraded-again"), "{}", err(&run));
}

/// “Five nodes are being drained and I cancel now: what becomes of them?” (SU-25)
#[test]
fn nodes_in_progress_finish_when_their_upgrade_is_cancelled() {
    let folder = Folder::new("in-progress");
    let items = [
        node("n-0", "b", OLD, "True"),
        node("n-1", "b", OLD, "True"),
        cordoned("n-2", "b"),
        node("n-surge", "b", NEW, "True"),
    ];
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let cancel = "gcloud container operations cancel operation-1 --location=us-east1\n";
    let script = folder.write("cancel.sh", cancel);
    let run = |more: &[&str]| {
        answer(&[&["run", &dump, &cluster], more, &["--until", "1h", "--format", "brief"]].concat())
    };
    let finished = ["cancelled, 1 of 3 nodes upgraded, 31 s"];
    has(&run(&[&operation(&folder, "ABORTING", "")]), &finished);
    let running = operation(&folder, "RUNNING", "");
    has(&run(&[&running, &script]), &finished);
    // SU-27: only then it is rolled back.
    let back = "gcloud container node-pools rollback db --cluster=pg --location=us-east1\n";
    let both = folder.write("both.sh", &format!("{cancel}{back}"));
    has(&run(&[&running, &both]), &["rolled back, 0 of 3 nodes upgraded, 4 min 2 s"]);
}

/// A cluster with windows on Saturdays and Sundays.
fn with_windows(folder: &Folder) -> String {
    let window = r#","maintenancePolicy":{"window":{"recurringWindow":{"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU",
        "window":{"startTime":"2026-01-03T01:00:00Z","endTime":"2026-01-03T05:00:00Z"}}}}"#;
    cluster(folder, window)
}

/// “I cancelled it yesterday: does GKE go on by itself, and when?” (UP-15, AM-61)
#[test]
fn nothing_of_a_cancelled_upgrade_is_under_way() {
    let folder = Folder::new("cancelled");
    let items = [node("n-0", "b", NEW, "True"), node("n-1", "c", OLD, "True")];
    let (dump, cluster) = (dump(&folder, &items), with_windows(&folder));
    let error = r#","endTime":"2026-11-22T05:30:00Z","error":{"code":1,"message":"Operation was cancelled by user."}"#;
    let done = operation(&folder, "DONE", error);
    let files = [dump.as_str(), &cluster, &done];
    let brief = answer(&[&["run"], &files[..], &["--format", "brief"]].concat());
    let later = "GKE upgrades the rest automatically when the next window opens";
    has(&brief, &["1 cancelled upgrade", later, "Started Saturday 2026-11-28T01:00:00Z"]);
    has(&answer(&[&["fit"], &files[..]].concat()), &["windows  1", "2026-11-28T01:"]);
    let described = std::fs::read_to_string(&cluster).unwrap();
    let by_hand = folder.write("by-hand.json", &described.replace("\"autoUpgrade\":true,", ""));
    let brief = answer(&["run", &dump, &by_hand, &done, "--format", "brief"]);
    has(&brief, &["1 of 2 nodes", "only a command upgrades the rest"]);
    assert!(!brief.contains("succeeds"), "{brief}");
    // A later one that is over counts instead.
    let later = std::fs::read_to_string(&done).unwrap().replace(error, "");
    let later = folder.write("later.json", &later.replace("T06:30:00Z", "T06:45:00Z"));
    let run = nodetide(&["run", &dump, &by_hand, &done, &later, "--format", "brief"]);
    assert!(!out(&run).contains("only a command"), "{}", out(&run));
}

/// “There are no machines in the zone: resume or roll back?”, with the operation that says so. (AM-60)
#[test]
fn the_error_of_a_failed_upgrade_is_read_like_that_of_its_pool() {
    let folder = Folder::new("failed");
    let items = [node("n-0", "b", NEW, "True"), node("n-1", "b", OLD, "True")];
    let dump = dump(&folder, &items);
    let message = "Google Compute Engine: [ZONE_RESOURCE_POOL_EXHAUSTED] The zone 'projects/p/zones/us-east1-b' does not have enough resources available.";
    let done = |name: &str, error: &str| {
        let text = std::fs::read_to_string(operation(&folder, "DONE", error)).unwrap();
        folder.write(name, &text)
    };
    let stockout =
        done("stockout.json", &format!(r#","error":{{"code":8,"message":"{message}"}}"#));
    let named = "1 stockout: no VM of any node pool can be created in its zones until the script ends the stockout: db: us-east1-b";
    let brief = |files: &[&str]| {
        let run = nodetide(&[&["run", &dump], files, &["--format", "brief"]].concat());
        (out(&run).to_owned(), err(&run).to_owned())
    };
    let (told, _) = brief(&[&stockout]);
    has(&told, &["The upgrade gets stuck with 1 of 2 nodes upgraded.", named]);
    // The pool says the same, in its status and in a condition.
    let text = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let status = format!(
        r#""status":"RUNNING_WITH_ERROR","statusMessage":"{message}","conditions":[{{"code":"GCE_STOCKOUT","message":"{message}"}}],"initialNodeCount""#
    );
    let text = text.replace(r#""status":"RUNNING","initialNodeCount""#, &status);
    let described = folder.write("described.json", &text);
    let (told, report) = brief(&[&described, &stockout]);
    has(&told, &["The upgrade gets stuck with 1 of 2 nodes upgraded.", named]);
    assert!(!report.contains("RUNNING_WITH_ERROR"), "{report}");
    assert_eq!(report.matches("1 stockout").count(), 1, "{report}");
    // The cluster says it without the name of the instance: it is one stockout.
    let named = format!("Instance 'gke-pg-db-1' creation failed: {message}");
    let own = text.replace(
        &format!(r#"STOCKOUT","message":"{message}"#),
        &format!(r#"STOCKOUT","message":"{named}"#),
    );
    let both = own.replace(
        r#""nodePools""#,
        &format!(r#""conditions":[{{"code":"GCE_STOCKOUT","message":"{message}"}}],"nodePools""#),
    );
    let (told, _) = brief(&[&folder.write("both.json", &both)]);
    has(&told, &["1 stockout: no VM"]);
    // Other errors are named; one before a later upgrade is history.
    let other = done("other.json", r#","statusMessage":"The service account was deleted.""#);
    has(&brief(&[&other]).0, &["1 condition", "db: The service account was deleted."]);
    let later = std::fs::read_to_string(done("later.json", "")).unwrap();
    let later = folder.write("later.json", &later.replace("T06:30", "T06:45"));
    let (told, _) = brief(&[&stockout, &later]);
    assert!(!told.contains("stockout"), "{told}");
}

/// “Take the pool back”, when its upgrade is over. (UP-14)
#[test]
fn a_finished_upgrade_cannot_be_rolled_back() {
    let folder = Folder::new("finished");
    let items = [("n-0", "b"), ("n-1", "c")].map(|(name, zone)| node(name, zone, NEW, "True"));
    let dump = dump(&folder, &items);
    let described = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let cluster = folder.write("cluster.json", &described.replace(OLD, NEW));
    let script = folder.write(
        "rollback.sh",
        "gcloud container node-pools rollback db --cluster=pg --location=us-east1\n",
    );
    let run = nodetide(&["run", &dump, &cluster, &script, "--format", "brief"]);
    has(out(&run), &["1 rollback that GKE refuses", "(UP-14)", "--cluster-version=VERSION", "db"]);
    assert!(!out(&run).contains("succeeds"), "{}", out(&run));
}

/// “Does the rollback last?” (UP-15)
#[test]
fn a_pool_with_automatic_upgrades_is_upgraded_again_after_its_rollback() {
    let folder = Folder::new("again");
    let items = [("n-0", "b", NEW), ("n-1", "c", OLD)]
        .map(|(name, zone, version)| node(name, zone, version, "True"));
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let script = folder.write(
        "rollback.sh",
        "gcloud container node-pools rollback db --cluster=pg --location=us-east1\n",
    );
    let run = nodetide(&["run", &dump, &cluster, &script, "--format", "brief"]);
    has(err(&run), &["GKE upgrades “db” again in the next window", "--no-enable-autoupgrade"]);
    // GKE refuses that in a release channel (BS-09).
    let text = std::fs::read_to_string(&cluster).unwrap();
    let channel = r#""releaseChannel":{"channel":"REGULAR"},"nodePools""#;
    folder.write("cluster.json", &text.replace(r#""nodePools""#, channel));
    let run = nodetide(&["run", &dump, &cluster, &script, "--format", "brief"]);
    has(err(&run), &["add an exclusion of the scope NO_MINOR_OR_NODE_UPGRADES. (UP-15)"]);
}

/// “How many windows does the rest take?” (MW-18)
#[test]
fn the_windows_of_the_rest_are_estimated_with_the_pods_of_its_nodes() {
    let folder = Folder::new("rest");
    let node = |n: usize| {
        let version = if n < 4 { "" } else { r#","version":"1.32.9-gke.1""# };
        format!(r#"{{"name":"n-{n}"{version}}}"#)
    };
    let nodes: Vec<String> = (0..14).map(node).collect();
    let check = |window: &str, grace: u32| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.1",
            "maintenancePolicy":{{"window":{{"recurringWindow":{{"recurrence":"FREQ=DAILY","window":{{"startTime":"2026-01-01T01:00:00Z","endTime":"2026-01-01T{window}:00Z"}}}}}}}}}},
            "pools":[{{"name":"p","version":"1.33.5-gke.1","upgradingFrom":"1.32.9-gke.1","nodes":[{}]}}],
            "workloads":[{{"kind":"Job","name":"long","parallelism":1,"terminationGracePeriodSeconds":{grace},"pods":[{{"name":"long-1","node":"n-5"}}]}}]}}"#,
            nodes.join(",")
        );
        answer(&["check", &folder.write("rest.json", &text)])
    };
    // Ten nodes of 212 s, and the one hour of one of them.
    let told = check("01:30", 3600);
    has(&told, &["the 10 nodes that are left of p in about", "1 at a time, about 9 min 31 s each"]);
    assert!(!check("03:00", 3600).contains("several-windows"));
}

/// “Why did the Pod die at 09:37 this morning?”, with the operation, which is over, and a dump from after it.
#[test]
fn what_is_over_is_answered_with_a_dump_from_before_it() {
    let folder = Folder::new("incident");
    let items = blocked(
        [("n-0", "b"), ("n-1", "c"), ("n-2", "d")]
            .map(|(name, zone)| node(name, zone, OLD, "True")),
    );
    let cluster = cluster(&folder, "");
    let operation = operation(&folder, "DONE", r#","endTime":"2026-11-23T12:00:00Z""#);
    // A dump from after it shows new nodes: the run begins when it is too late for the question.
    let after: Vec<String> =
        items.iter().map(|item| item.replace(OLD, NEW).replace("07:30", "13:30")).collect();
    let after = dump(&folder, &after);
    let files = [after.as_str(), &cluster, &operation];
    let why = nodetide(
        &[&["why"], &files[..], &["--at", "2026-11-23T09:37:00Z", "pod/data/pg-0"]].concat(),
    );
    assert_eq!(code(&why), 2);
    has(
        err(&why),
        &[
            "an operation that is over",
            "2026-11-23T13:30:00Z",
            "a dump from before 2026-11-23T09:37:00Z",
        ],
    );
}

/// The pool `db` alone, as `node-pools describe` prints it.
fn pool(folder: &Folder, version: &str, status: &str) -> String {
    folder.write(
        "pool.json",
        &format!(
            r#"{{"name":"db","version":"{version}","status":"{status}","initialNodeCount":1,"locations":["us-east1-b","us-east1-c","us-east1-d"],
            "management":{{"autoUpgrade":true,"autoRepair":true}},"config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":1,"strategy":"SURGE"}},
            "selfLink":"https://container.googleapis.com/v1/projects/p/locations/us-east1/clusters/pg/nodePools/db"}}"#
        ),
    )
}

/// “Why did my Pod die this morning?”, with the description of the pool alone.
#[test]
fn the_description_of_a_pool_tells_the_target_of_its_upgrade() {
    let folder = Folder::new("target-of-pool");
    let items = blocked(
        [("n-0", "b"), ("n-1", "c"), ("n-2", "d")]
            .map(|(name, zone)| node(name, zone, OLD, "True")),
    );
    let dump = dump(&folder, &items);
    let before = pool(&folder, OLD, "RUNNING");
    let told = nodetide(&["import", &dump, &before]);
    has(err(&told), &["db to 1.32, the next minor version"]);
    let after = pool(&folder, NEW, "RUNNING");
    let told = nodetide(&["import", &dump, &after]);
    let assumed =
        "db to 1.32.9-gke.100, the version of its description, which none of its nodes has";
    has(err(&told), &[assumed]);
    has(out(&told), &[r#""version": "1.31.9-gke.100""#]);
    let why = |subject: &str| answer(&["why", &dump, &after, "--at", "5m", subject]);
    has(&why("pool/db"), &["0 of 3 nodes are done", "This upgrade is assumed", assumed]);
    has(&why("pod/data/pg-0"), &[assumed]);
    // An upgrade that a command asks for isn't assumed.
    let upgrade = "gcloud container clusters upgrade pg --node-pool=db --location=us-east1 --cluster-version=1.32.9-gke.100\n";
    let script = folder.write("upgrade.sh", upgrade);
    let why = answer(&["why", &dump, &before, &script, "--at", "5m", "pool/db"]);
    assert!(!why.contains("assumed"), "{why}");
}

/// “The upgrade has failed, and the pool has no automatic upgrades: what now?” (BS-12)
#[test]
fn of_a_failed_upgrade_nothing_runs() {
    let folder = Folder::new("of-a-failed-one");
    let items = [node("n-0", "b", NEW, "True"), node("n-1", "c", OLD, "True")];
    let dump = dump(&folder, &items);
    let error =
        r#","endTime":"2026-11-23T06:50:00Z","error":{"code":13,"message":"Internal error."}"#;
    let failed = operation(&folder, "DONE", error);
    for (status, files) in [("RUNNING_WITH_ERROR", vec![]), ("RUNNING", vec![failed.as_str()])] {
        let pool = std::fs::read_to_string(pool(&folder, OLD, status)).unwrap();
        let pool = folder.write("pool.json", &pool.replace("\"autoUpgrade\":true,", ""));
        let files = [&[dump.as_str(), &pool], &files[..]].concat();
        let brief = answer(&[&["run"], &files[..], &["--format", "brief"]].concat());
        has(
            &brief,
            &[
                "1 failed upgrade: db to",
                "(1 of 2 nodes are done; nothing runs until it is resumed or rolled back: that the script resumes it at once is an assumption",
                "node-pools rollback db",
            ],
        );
        let why = answer(&[&["why"], &files[..], &["--at", "1m", "pool/db"]].concat());
        has(&why, &["This upgrade is assumed"]);
        let back = "gcloud container node-pools rollback db --cluster=pg --location=us-east1\n";
        let back = folder.write("back.sh", back);
        let brief = nodetide(&[&["run"], &files[..], &[&back, "--format", "brief"]].concat());
        assert!(!err(&brief).contains("assumption:"), "{}", err(&brief));
    }
}

/// “The upgrade has failed or was cancelled, and I do nothing: what happens?” (UP-15, AM-61)
#[test]
fn gke_takes_up_the_rest_of_a_failed_or_cancelled_upgrade() {
    let folder = Folder::new("taken-up");
    let items = [node("n-0", "b", NEW, "True"), node("n-1", "c", OLD, "True")];
    let dump = dump(&folder, &items);
    let ended = |error: &str| {
        operation(
            &folder,
            "DONE",
            &format!(r#","endTime":"2026-11-23T06:50:00.9Z","error":{{{error}}}"#),
        )
    };
    let brief = |cluster: &str, operation: &str, more: &[&str]| {
        let files = ["run", &dump, cluster, operation, "--format", "brief"];
        answer(&[&files[..], more].concat())
    };
    for (error, told) in [
        (r#""code":13,"message":"Internal error.""#, "1 failed upgrade: db"),
        (r#""code":1,"message":"Cancelled by user.""#, "1 cancelled upgrade, which no command"),
    ] {
        let operation = ended(error);
        let with_windows = std::fs::read_to_string(with_windows(&folder)).unwrap();
        let erroneous = with_windows.replace(
            r#""status":"RUNNING","initialNodeCount""#,
            r#""status":"RUNNING_WITH_ERROR","initialNodeCount""#,
        );
        for text in [with_windows, erroneous] {
            let windows = folder.write("cluster.json", &text);
            let later = brief(&windows, &operation, &[]);
            has(&later, &[told, "GKE upgrades the rest automatically"]);
            has(&later, &["Started Saturday 2026-11-28T01:00:00Z"]);
            let files = [dump.as_str(), &windows, &operation];
            has(&answer(&[&["fit"], &files[..]].concat()), &["windows  1", "2026-11-28T01:"]);
        }
        let cluster = cluster(&folder, "");
        let told = "24 h after its end at 2026-11-23T06:50:00Z (UP-15)";
        has(&brief(&cluster, &operation, &[]), &["Started Tuesday 2026-11-24T06:50:00Z", told]);
    }
}

/// “Our window closed on the automatic upgrade, and tomorrow the freeze begins: when does it go on?” (AM-08, BS-03)
#[test]
fn an_interrupted_automatic_upgrade_goes_on_in_its_next_opening() {
    let folder = Folder::new("interrupted");
    let items = [node("n-0", "b", NEW, "True"), node("n-1", "c", OLD, "True")];
    let (dump, cluster) = (dump(&folder, &items), with_windows(&folder));
    let files = |more: &str, kind: &str| {
        let text = std::fs::read_to_string(operation(&folder, "DONE", more)).unwrap();
        let text = text.replace("\"UPGRADE_NODES", &format!("\"{kind}"));
        vec![dump.clone(), cluster.clone(), folder.write("operations.json", &text)]
    };
    let error = r#","endTime":"2026-11-23T06:50:00Z","error":{"code":10,"message":"The maintenance window closed."}"#;
    let over = r#","endTime":"2026-11-23T06:50:00Z""#;
    let run = |files: &[String]| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let told = nodetide(&[&["run"], &files[..], &["--format", "brief"]].concat());
        format!("{}{}", err(&told), out(&told))
    };
    for files in [files(error, "AUTO_UPGRADE_NODES"), files(over, "AUTO_UPGRADE_NODES")] {
        let told = run(&files);
        has(&told, &["to 1.32.9-gke.100, automatically", "Started Saturday 2026-11-28T01:00:00Z"]);
        assert!(!told.contains("failed upgrade"), "{told}");
    }
    // Nothing says who started it.
    let told = run(&[dump.clone(), cluster.clone()]);
    has(&told, &["Started Monday 2026-11-23T07:30:00Z", "taken as started by hand, so windows"]);
    let fit = answer(&["fit", &dump, &cluster]);
    has(&fit, &["whether a window is open or not", "2026-11-23T07:31:46Z / "]);
}

/// “The automatic upgrade runs and the window closes in half an hour: what happens then?” (MW-06, AM-08)
#[test]
fn a_running_automatic_upgrade_pauses_when_the_window_closes() {
    let folder = Folder::new("closes");
    let items = [
        node("n-0", "b", NEW, "True"),
        node("n-1", "c", OLD, "True"),
        cordoned("n-2", "c"),
        node("n-3", "d", OLD, "True"),
    ];
    let dump = dump(&folder, &items);
    let window = r#","maintenancePolicy":{"window":{"recurringWindow":{"recurrence":"FREQ=DAILY",
        "window":{"startTime":"2026-11-01T06:00:00Z","endTime":"2026-11-01T07:32:00Z"}}}}"#;
    let described = std::fs::read_to_string(cluster(&folder, window)).unwrap();
    let cluster = folder.write("cluster.json", &described);
    let operation = operation(&folder, "RUNNING", "");
    let told = nodetide(&["run", &dump, &cluster, &operation, "--format", "brief"]);
    let assumed = "taken as started by hand, so windows and exclusions don't pause it";
    has(&format!("{}{}", err(&told), out(&told)), &[assumed, ", ended 2026-11-23T0"]);
    // In a script, too, GKE resumes what it started.
    let resume = folder.write(
        "resume.json",
        &answer(&["import", &dump, &cluster, &operation])
            .replace(r#""do": "resume""#, r#""do": "resume", "automatic": true"#),
    );
    let brief = answer(&["run", &resume, "--format", "brief"]);
    has(&brief, &[", ended 2026-11-24T06:"]);
}

/// “Someone cordoned a node last week: does the upgrade force its Pods out now?” Not before its own hour. (AM-06, UP-10)
#[test]
fn a_node_cordoned_before_the_upgrade_began_has_its_turn_and_its_hour() {
    let folder = Folder::new("cordoned-before");
    let by_hand = |name: &str| cordoned(name, "d").replace("11-23T06:50", "11-16T06:50");
    let mut items = blocked([node("n-0", "b", OLD, "True"), cordoned("n-1", "c"), by_hand("n-2")]);
    items.push(node("n-surge", "c", NEW, "True"));
    items.push(node("n-done", "d", NEW, "True"));
    let operation = operation(&folder, "RUNNING", "");
    let files = |items: &[String]| [dump(&folder, items), cluster(&folder, ""), operation.clone()];
    let run = |verb: &[&str], files: &[String; 3], more: &[&str]| {
        nodetide(&[verb, &files.each_ref().map(String::as_str), more].concat())
    };
    let own = files(&items);
    let told = run(&["import"], &own, &[]);
    has(
        err(&told),
        &[
            "1 node that was cordoned before the upgrade under way began: taken to be cordoned by a user, and drained in turn: n-2 (2026-11-16T06:50:00Z)",
            "(1 of 4 nodes are done; n-1 is cordoned)",
        ],
    );
    let why = |files: &[String; 3], at: &str, subject: &str| {
        out(&run(&["why"], files, &["--at", at, subject])).to_owned()
    };
    has(&why(&own, "0s", "pod/data/pg-1"), &["Until: 2026-11-23T07:50:01Z, when it is forced out"]);
    has(
        &why(&own, "0s", "node/n-2"),
        &["has been cordoned for 7 d 40 min (since 2026-11-16T06:50:00Z)"],
    );
    // The drain of n-1 ends at 07:50:01; n-2 has its own hour, from when its surge node is Ready.
    // GKE's label says that it drains the node, if not since when.
    items[2] =
        by_hand("n-2").replace("\"labels\":{", "\"labels\":{\"operation.gke.io/type\":\"drain\",");
    let own = files(&items);
    let told = run(&["import"], &own, &[]);
    has(err(&told), &["2 are cordoned: n-1, n-2"]);
}

/// “The node was cordoned by hand days ago: since when does the answer say?”
#[test]
fn a_node_that_was_cordoned_before_the_run_is_not_cordoned_for_no_time() {
    let folder = Folder::new("long-cordoned");
    let items = [cordoned("n-0", "b"), node("n-1", "c", OLD, "True")];
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let why = answer(&["why", &dump, &cluster, "--at", "0s", "node/n-0"]);
    has(&why, &["Node n-0 has been cordoned since before the start of the run"]);
}

/// “I cancel it: does it stop, or does it finish?” (UP-15)
#[test]
fn a_cancelled_upgrade_that_gke_takes_up_again_says_both() {
    let folder = Folder::new("taken-up");
    let file = folder.write(
        "cancel.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-east1-b","currentMasterVersion":"1.33.5-gke.1"},
        "pools":[{"name":"p","version":"1.32.9-gke.1","initialNodeCount":3,"management":{"autoUpgrade":true}}],
        "script":[{"at":"0s","do":"upgrade","pool":"p"},{"at":"200s","do":"cancel","pool":"p"}]}"#,
    );
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["pool/p: succeeded, 3 of 3 nodes upgraded in 2 upgrades"]);
    let taken_up = "+24:03:20 pool/p: A new automatic upgrade upgrades the remaining nodes (UP-15";
    has(&answer(&["run", &file, "--format", "story"]), &["The upgrade is canceled", taken_up]);
}

/// “Someone cordoned a node, before or after the cancel: is it still being upgraded?” What had begun has finished. (SU-25, SU-27)
#[test]
fn a_node_cordoned_around_an_upgrade_that_has_ended_was_cordoned_by_hand() {
    let folder = Folder::new("cordoned-after");
    let error = |text: &str| {
        format!(r#","endTime":"2026-11-23T07:00:00Z","error":{{"code":2,"message":"{text}"}}"#)
    };
    let status = r#""status":"RUNNING_WITH_ERROR","initialNodeCount""#;
    let described = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let described = described.replace(r#""status":"RUNNING","initialNodeCount""#, status);
    let cluster = folder.write("cluster.json", &described);
    let script = |name: &str, command: &str| {
        folder.write(name, &format!("gcloud container {command} --location=us-east1\n"))
    };
    let back = script("back.sh", "node-pools rollback db --cluster=pg");
    let by_user = "the last upgrade of the pool has ended: taken to be cordoned by a user, and drained in turn if the upgrade is resumed: n-3 (2026-11-23T";
    for (since, ended) in [
        ("06:50", error("Operation was aborted: cancelled by user.")),
        ("07:20", error("Operation was aborted: cancelled by user.")),
        ("07:20", error("Some nodes are unhealthy.")),
    ] {
        let by_hand = cordoned("n-3", "b").replace("06:50", since);
        let nodes = [("n-0", NEW), ("n-1", NEW), ("n-2", OLD)]
            .map(|(name, version)| node(name, "b", version, "True"));
        let dump = dump(&folder, &[&nodes[..], &[by_hand]].concat());
        let files = [dump.as_str(), &cluster, &operation(&folder, "DONE", &ended)];
        let told = nodetide(&[&["import"], &files[..], &[&back]].concat());
        has(err(&told), &[&format!("{by_user}{since}:00Z)")]);
        let told = nodetide(&[&["run"], &files[..], &[&back, "--format", "story"]].concat());
        assert!(!out(&told).contains("node/n-3: Uncordoned"), "{}", out(&told));
        let brief = answer(&[&["run"], &files[..], &[&back, "--format", "brief"]].concat());
        has(&brief, &["Nodes: 4 at the start, fewest 4"]);
    }
}

/// “It is slow: I raise the surge while it runs.” (BS-04)
#[test]
fn settings_of_a_pool_cannot_be_changed_while_it_is_being_upgraded() {
    let folder = Folder::new("locked");
    let items = [
        node("n-0", "b", NEW, "True"),
        node("n-1", "b", OLD, "True"),
        node("n-2", "b", OLD, "True"),
    ];
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let running = operation(&folder, "RUNNING", "");
    let told = |verb: &str, lines: &[&str], format: &str| {
        let text: String = lines
            .iter()
            .map(|line| format!("gcloud container {line} --location=us-east1\n"))
            .collect();
        let script = folder.write("change.sh", &text);
        let told = nodetide(&[verb, &dump, &cluster, &running, &script, "--format", format]);
        (out(&told).to_owned(), err(&told).to_owned())
    };
    let update =
        "node-pools update db --cluster=pg --max-surge-upgrade=2 --max-unavailable-upgrade=0";
    let (wait, cancel) = ("operations wait operation-1", "operations cancel operation-1");
    let resume = format!("clusters upgrade pg --node-pool=db --cluster-version={NEW}");
    let locked = "the pool's settings are locked while it is being upgraded";
    let (brief, _) = told("run", &[update], "brief");
    has(&brief, &["1 command has no effect", locked]);
    has(&told("export", &[update], "runbook").0, &["In a run of this it has no effect", locked]);
    // What a run doesn't change in between is refused, too.
    let labels = "node-pools update db --cluster=pg --node-labels=a=b";
    let (brief, report) = told("run", &[labels], "brief");
    let refused = "1 setting that GKE refuses to change: the pool is being upgraded";
    has(&brief, &[refused, "line 1: labels of db"]);
    has(&report, &[refused]);
    // After its end, or its cancellation, it is set.
    for lines in [&[wait, update][..], &[cancel, update, &resume], &[cancel, wait, update, &resume]]
    {
        let (story, _) = told("run", lines, "story");
        has(&story, &["pool/db: Upgrade settings are changed"]);
        assert!(!story.contains(locked), "{story}");
    }
    let (story, _) = told("run", &[cancel, update, &resume], "story");
    has(&story, &["us-east1-b starts with 2 slots", "+00:00:01 pool/db: The upgrade resumes"]);
}

/// “I have loosened the budgets for it: what do you still warn of?” Commands at the start act before the first eviction.
#[test]
fn a_budget_that_the_script_changes_at_once_is_judged_as_changed() {
    let folder = Folder::new("loosened");
    let items = blocked([
        node("n-0", "b", NEW, "True"),
        cordoned("n-1", "c"),
        node("n-2", "d", OLD, "True"),
    ]);
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let files = [dump.as_str(), &cluster, &operation(&folder, "RUNNING", "")];
    let script = folder.write("patch.sh", "kubectl -n data scale statefulset pg --replicas=4\n");
    let before = nodetide(&[&["run"], &files[..], &["--format", "brief"]].concat());
    has(err(&before), &["The budget “pg” wants 3 of 3 Pods to stay"]);
    let told = nodetide(&[&["run"], &files[..], &[&script, "--format", "brief"]].concat());
    assert!(!err(&told).contains("warning[budget/"), "{}", err(&told));
    has(out(&told), &["Pods: 2 evicted, 0 forced out"]);
    let told = nodetide(&[&["import"], &files[..], &[&script]].concat());
    has(err(&told), &["recognized  1 kubectl command: kubectl scale statefulset pg\n"]);
}
