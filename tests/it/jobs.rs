//! How long Jobs work, as finished ones tell and as users say.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};
use crate::dumps::{cluster, dump, job, nodes};

/// Three finished Jobs; `hours` ago a fourth one began, and a fifth at 07:00.
fn history(folder: &Folder, began: &str) -> String {
    let mut items = nodes();
    items.extend(job("align-1", "2026-11-20T00:00:00Z", "2026-11-20T15:50:00Z"));
    items.extend(job("align-2", "2026-11-21T00:00:00Z", "2026-11-21T08:20:00Z"));
    items.extend(job("align-3", "2026-11-22T00:00:00Z", "2026-11-22T12:30:00Z"));
    items.extend(job("align-4", began, ""));
    items.extend(job("align-5", "2026-11-23T07:00:00Z", ""));
    let items: Vec<String> =
        items.iter().map(|one| one.replace(r#""activeDeadlineSeconds":43200,"#, "")).collect();
    dump(folder, &items)
}

/// That a soak saves a Job isn't due to a length that one of three finished ones exceeded.
#[test]
fn a_job_is_as_long_as_the_longest_finished_one() {
    let folder = Folder::new("longest-job");
    let files = [history(&folder, "2026-11-22T17:30:00Z"), cluster(&folder, "")];
    let told = nodetide(&["import", &files[0], &files[1]]);
    let lengths = [
        "2 Jobs that work as long as the longest finished one of the same CronJob or name: ",
        "align-4 (15h50m; median 12h30m of 3)",
        "align-5 (15h50m; median 12h30m of 3)",
    ];
    has(err(&told), &lengths);
    assert_eq!(out(&told).matches(r#""work": "57000s""#).count(), 2, "{}", out(&told));
    assert!(!err(&told).contains("unknown length"), "{}", err(&told));
    // No finished one took so long: nobody knows when it ends.
    let files = [history(&folder, "2026-11-22T12:30:00Z"), cluster(&folder, "")];
    let told = nodetide(&["import", &files[0], &files[1]]);
    let longer = "align-4 (19h; the longest of 3 finished ones took 15h50m)";
    has(err(&told), &["1 Job of unknown length, assumed never to end", longer, "--work 16h"]);
}

/// The option that the report names makes the Jobs end, in each verb.
#[test]
fn the_length_of_jobs_can_be_said_on_the_command_line() {
    let folder = Folder::new("length-of-jobs");
    let mut items = nodes();
    for name in ["render", "encode"] {
        let all = job(name, "2026-11-23T04:00:00Z", "");
        items.extend(all.iter().map(|one| one.replace(r#""activeDeadlineSeconds":43200,"#, "")));
    }
    let (dump, cluster) = (dump(&folder, &items), cluster(&folder, ""));
    let script = folder.write(
        "go.sh",
        "gcloud container clusters upgrade shop --location=us-east1 --node-pool=db --cluster-version=1.32.4-gke.100 --quiet\n",
    );
    let files = [dump.as_str(), &cluster, &script];
    let with = |verb: &str, more: &[&str]| nodetide(&[&[verb][..], &files[..], more].concat());
    let unknown = with("run", &["--format", "brief"]);
    has(err(&unknown), &["the option --work 16h sets it for all"]);
    has(out(&unknown), &["Jobs of unknown length lose up to "]);
    // They began 3 h 30 min before the dump, and are over before a node is drained.
    let known = with("run", &["--work", "3h31m", "--format", "brief"]);
    assert!(!out(&known).contains("unknown length"), "{}", out(&known));
    assert!(!out(&known).contains("lost work"), "{}", out(&known));
    let compared = with("compare", &["--with", "work=16h", "work=3h31m"]);
    let row = out(&compared).lines().find(|line| line.starts_with("work lost"));
    assert!(row.is_some_and(|row| row.contains("0 s")), "{}", out(&compared));
    for verb in ["check", "fit"] {
        assert!(code(&with(verb, &["--work", "16h"])) < 2);
    }
    let text =
        answer(&[&["export"][..], &files, &["--work", "16h", "--format", "scenario"]].concat());
    assert_eq!(text.matches(r#""work": "57600s""#).count(), 2, "{text}");
    let refused = with("run", &["--work", "long"]);
    has(err(&refused), &["--work long isn't a duration: use 16h or 1h30m"]);
}

/// Which index failed decides whether the Job fails; a run doesn't know (KC-17).
#[test]
fn limits_of_each_index_are_named() {
    let folder = Folder::new("indexed-job");
    let mut items = nodes();
    items.extend(job("shards", "2026-11-23T07:00:00Z", ""));
    let own = r#""backoffLimitPerIndex":0,"successPolicy":{"rules":[{"succeededCount":1}]},"completions""#;
    let items: Vec<String> =
        items.iter().map(|one| one.replacen(r#""completions""#, own, 1)).collect();
    let files = [dump(&folder, &items), cluster(&folder, "")];
    let said = "2 settings of Jobs that aren't used: every evicted Pod counts toward backoffLimit, whatever its index: \
        backoffLimitPerIndex of shards, successPolicy of shards";
    let run = ["run", &files[0], &files[1], "--format", "brief"];
    has(&answer(&run), &[said]);
    let told = nodetide(&[&run[..], &["--fail-on", "left-out"]].concat());
    has(err(&told), &["backoffLimitPerIndex of shards"]);
}

/// “Does tonight's upgrade meet the nightly Job?” A run doesn't start it, so every answer names it.
#[test]
fn a_cron_job_that_meets_the_upgrade_is_named_by_each_answer() {
    let folder = Folder::new("nightly-job");
    let policy = r#","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"00:00","duration":"PT4H0M0S"}}}"#;
    let cluster = cluster(&folder, policy);
    let cron = |name: &str, schedule: &str| {
        format!(
            r#"{{"apiVersion":"batch/v1","kind":"CronJob","metadata":{{"name":"{name}","namespace":"risk"}},"spec":{{"schedule":"{schedule}","jobTemplate":{{}}}}}}"#
        )
    };
    // Eight Pods at once took almost 8 h the night before.
    let finished = r#"{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"nightly-1","namespace":"risk",
        "ownerReferences":[{"apiVersion":"batch/v1","kind":"CronJob","name":"nightly","controller":true}]},
        "spec":{"completions":8,"parallelism":8,"template":{"spec":{"containers":[{"name":"c"}]}}},
        "status":{"startTime":"2026-11-21T22:00:00Z","completionTime":"2026-11-22T05:48:00Z","succeeded":8,"conditions":[{"type":"Complete","status":"True"}]}}"#;
    let answers = |more: &[String]| {
        let dump = dump(&folder, &[&nodes()[..], more].concat());
        let run = nodetide(&["run", &dump, &cluster, "--format", "brief", "--fail-on", "left-out"]);
        let [brief, gate] = [out(&run), err(&run)].map(str::to_owned);
        (brief, gate, answer(&["check", &dump, &cluster]))
    };
    let (nightly, finished) = (cron("nightly", "0 22 * * *"), finished.to_owned());
    let (brief, gate, check) = answers(&[nightly.clone(), finished]);
    let begins = "that of 2026-11-23T22:00:00Z (up to 7 h 48 min by its finished Jobs)";
    let only_if =
        format!("This holds only if no Job of risk/nightly runs then, as {begins} would.");
    has(brief.lines().next().unwrap(), &["The upgrade succeeds.", &only_if]);
    let line = "risk/nightly: its Job of 2026-11-23T22:00:00Z (up to 7 h 48 min by its finished Jobs) runs then";
    has(&brief, &[line]);
    has(
        &check,
        &["CronJobs whose Jobs would meet the upgrade, which this run doesn't start:", line],
    );
    has(gate.lines().last().unwrap(), &["fail-on left-out: ", line]);
    // Nobody knows how long it takes.
    let (brief, ..) = answers(&[nightly]);
    let may = "risk/nightly: its Job of 2026-11-23T22:00:00Z (how long is unknown) may run then";
    has(&brief, &["(how long is unknown) might.", may]);
    // What began before the dump is in the dump, or over; what begins in the morning is too late.
    let (brief, gate, check) = answers(&[cron("early", "0 7 * * *"), cron("morning", "0 5 * * *")]);
    for text in [brief, gate.lines().last().unwrap().to_owned(), check] {
        assert!(!text.contains("only if") && !text.contains("its Job of"), "{text}");
    }
}

/// “ETL runs at 01:30, and the window is open from one to five: can an automatic upgrade kill it?” GKE chooses the day and the time.
#[test]
fn a_cron_job_in_the_window_of_an_automatic_upgrade_is_named_unless_its_pods_are_elsewhere() {
    let folder = Folder::new("job-in-window");
    let policy = r#","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"01:00","duration":"PT4H0M0S"}}}"#;
    let described = std::fs::read_to_string(cluster(&folder, policy)).unwrap();
    let other = r#""nodePools":[{"name":"other","version":"1.32.9-gke.100","initialNodeCount":1,"config":{"machineType":"e2-standard-4"}},"#;
    let cluster = folder.write("cluster.json", &described.replace(r#""nodePools":["#, other));
    let cron = |name: &str, schedule: &str, spec: &str| {
        format!(
            r#"{{"apiVersion":"batch/v1","kind":"CronJob","metadata":{{"name":"{name}","namespace":"etl"}},
            "spec":{{"schedule":"{schedule}","jobTemplate":{{"spec":{{"template":{{"spec":{{{spec}"containers":[{{"name":"c"}}]}}}}}}}}}}}}"#
        )
    };
    let on =
        |pool: &str| format!(r#""nodeSelector":{{"cloud.google.com/gke-nodepool":"{pool}"}},"#);
    let affinity = r#""affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
        {"matchExpressions":[{"key":"cloud.google.com/gke-nodepool","operator":"In","values":["other"]}]}]}}},"#;
    let mut items = nodes();
    items.extend([
        cron("nightly", "30 3 * * *", ""),
        cron("weekly", "0 2 * * SUN", &on("db")),
        cron("midday", "0 12 * * *", ""),
        cron("selects", "30 3 * * *", &on("other")),
        cron("wants", "30 3 * * *", affinity),
    ]);
    let dump = dump(&folder, &items);
    let brief = answer(&["run", &dump, &cluster, "--format", "brief"]);
    has(brief.lines().next().unwrap(), &["This holds only if no Job of "]);
    for name in ["nightly", "weekly"] {
        let line = format!("etl/{name}: its Job of ");
        has(&brief, &[&line, "is in a maintenance window, and GKE may choose that time: a drain"]);
    }
    assert!(!brief.contains("etl/selects") && !brief.contains("etl/wants"), "{brief}");
    // A person starts it when it suits.
    let manual = folder.write("up.sh", "gcloud container clusters upgrade pg --region us-east1 --node-pool db --cluster-version 1.32.9-gke.100 --quiet");
    let brief = answer(&["run", &dump, &cluster, &manual, "--format", "brief"]);
    assert!(!brief.contains("maintenance window, and"), "{brief}");
}

/// “Which Jobs fail, and would 08:00 be better?” Each answer says what becomes of a Job, also that of a saved scenario.
#[test]
fn what_becomes_of_the_job_of_a_cron_job_is_said_also_by_a_saved_scenario() {
    let folder = Folder::new("ends-of-cron-jobs");
    let policy = r#","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"01:00","duration":"PT4H0M0S"}}}"#;
    let cluster = cluster(&folder, policy);
    let cron = |name: &str, hour: u32, spec: &str| {
        format!(
            r#"{{"apiVersion":"batch/v1","kind":"CronJob","metadata":{{"name":"{name}","namespace":"etl"}},
            "spec":{{"schedule":"30 {hour} * * *","jobTemplate":{{"spec":{{{spec}"template":{{"spec":{{"containers":[{{"name":"c"}}]}}}}}}}}}}}}"#
        )
    };
    let rule = |action: &str| {
        format!(
            r#""podFailurePolicy":{{"rules":[{{"action":"{action}","onPodConditions":[{{"type":"DisruptionTarget"}}]}}]}},"#
        )
    };
    let mut items = nodes();
    items.extend([
        cron("once", 3, r#""backoffLimit":0,"#),
        cron("twice", 3, r#""backoffLimit":2,"#),
        cron("ignores", 3, &rule("Ignore")),
        cron("gives-up", 3, &rule("FailJob")),
        cron("indexed", 3, r#""backoffLimitPerIndex":1,"completionMode":"Indexed","#),
        cron("morning", 9, ""),
    ]);
    let dump = dump(&folder, &items);
    let ends = [
        "fails with the first of them, by its backoffLimit 0",
        "up to 2 of them begin again: with one more the Job fails, by its backoffLimit 2",
        "each begins again, as its podFailurePolicy ignores evictions",
        "fails with the first of them, by its podFailurePolicy",
    ];
    let check = answer(&["check", &dump, &cluster]);
    has(&check, &ends);
    has(&check, &["etl/indexed", "and they begin again, or the Job fails"]);
    has(&answer(&["fit", &dump, &cluster, "--seeds", "2"]), &["CronJob etl/once: ", ends[0]]);
    let saved = folder.write("saved.json", out(&nodetide(&["import", &dump, &cluster])));
    for files in [&[&*dump, &*cluster][..], &[&*saved]] {
        let brief = answer(&[&["run"][..], files, &["--format", "brief"]].concat());
        let first = brief.lines().next().unwrap();
        has(first, &["This holds only if no Job of etl/once, etl/twice, "]);
        let with = ["--with", "window=08:00"];
        let table = answer(&[&["compare"][..], files, &with].concat());
        has(&table, &["as is: CronJob etl/once: ", "window=08:00: CronJob etl/morning: "]);
        assert!(!table.contains("window=08:00: CronJob etl/once"), "{table}");
    }
    // So does an edited one.
    let exported = answer(&["export", &saved, "--format", "scenario"]);
    has(&exported, &["etl/once"]);
}

/// “Does the saved scenario still say that the data is lost?” (KS-39)
#[test]
fn a_saved_scenario_says_which_local_disks_are_lost() {
    let folder = Folder::new("saved-disks");
    let cluster = cluster(&folder, "");
    let disk = r#"{"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"local-pv-1"},"spec":{"capacity":{"storage":"1Gi"},"local":{"path":"/mnt/disks/1"},
        "claimRef":{"namespace":"db","name":"data-scylla-0"},
        "nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"In","values":["NODE"]}]}]}}}}"#;
    let nodes = nodes();
    let name = nodes[0].split(r#""name":""#).nth(1).unwrap().split('"').next().unwrap();
    let items = [&nodes[..], &[disk.replace("NODE", name)]].concat();
    let dump = dump(&folder, &items);
    let saved = folder.write("saved.json", out(&nodetide(&["import", &dump, &cluster])));
    let headline = |files: &[&str]| {
        let brief = answer(&[&["run"][..], files, &["--format", "brief"]].concat());
        brief.lines().next().unwrap().to_owned()
    };
    let of_files = headline(&[&dump, &cluster]);
    has(&of_files, &["1 local disk that is lost with a node"]);
    assert_eq!(headline(&[&saved]), of_files);
}

/// “Four Pods end with their flex-start VMs: how many moved?” None: the Job fails with the first, and all of them ended.
#[test]
fn pods_of_a_job_that_end_with_their_vms_are_counted_and_move_nowhere() {
    let folder = Folder::new("ended-with-vms");
    let file = |backoff: u32| {
        folder.write(
            "flex.json",
            &format!(
                r#"{{"version":1,"start":"2026-11-24T14:00:00Z","cluster":{{"location":"europe-west4-a","currentMasterVersion":"1.33.5-gke.100"}},
            "pools":[{{"name":"flex","version":"1.32.9-gke.100","locations":["europe-west4-a"],
                "nodes":[{{"name":"flex-1","createTime":"2026-11-20T10:00:00Z"}},{{"name":"flex-2","createTime":"2026-11-20T10:00:00Z"}}],
                "config":{{"machineType":"e2-standard-4","flexStart":true,"maxRunDuration":"604800s"}},"upgradeSettings":{{"strategy":"SHORT_LIVED"}}}}],
            "workloads":[{{"kind":"Job","name":"tune","parallelism":2,"completions":2,"backoffLimit":{backoff},"requests":{{"cpu":"3"}},"terminationGracePeriodSeconds":300,
                "pods":[{{"name":"tune-a","node":"flex-1"}},{{"name":"tune-b","node":"flex-2"}}]}}],
            "script":[{{"at":"0s","do":"upgrade","pool":"flex","version":"1.33.5-gke.100"}}]}}"#
            ),
        )
    };
    let brief = answer(&["run", &file(0), "--format", "brief"]);
    has(&brief, &["1 Job fails", "2 deleted or gone with their nodes", "; 0 moves"]);
    assert!(!brief.contains("1 move"), "{brief}");
    // A Job that goes on has replaced them.
    let brief = answer(&["run", &file(6), "--format", "brief"]);
    has(&brief, &["2 deleted or gone with their nodes", "; 2 moves"]);
}
