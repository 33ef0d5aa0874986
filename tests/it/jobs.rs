//! Jobs of unknown length, and lengths that users give.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};
use crate::dumps::{cluster, dump, job, nodes};

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
    has(out(&unknown), &["Jobs that don't say how long they run lose up to "]);
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
    let said = "2 settings of Jobs that aren't used: every evicted Pod of any index counts toward backoffLimit: \
        backoffLimitPerIndex of shards, successPolicy of shards";
    has(err(&nodetide(&["import", &files[0], &files[1]])), &[said]);
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
    has(&brief, &["1 Job fails"]);
    assert!(!brief.contains("1 move"), "{brief}");
    // A Job that goes on has replaced them.
    let brief = answer(&["run", &file(6), "--format", "brief"]);
    has(&brief, &["2 Pods are unscheduled at the end"]);
    assert!(!brief.contains("1 Job fails"), "{brief}");
}

/// “Does tonight's upgrade meet the nightly Job?” CronJobs are named: a run doesn't start their Jobs.
#[test]
fn cron_jobs_are_named_and_old_notes_of_them_have_no_effect() {
    let folder = Folder::new("cron-jobs");
    let cluster = cluster(&folder, "");
    let cron = r#"{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"nightly","namespace":"risk"},"spec":{"schedule":"0 22 * * *","jobTemplate":{}}}"#;
    let dump = dump(&folder, &[&nodes()[..], &[cron.to_owned()]].concat());
    let told = nodetide(&["import", &dump, &cluster]);
    has(err(&told), &["1 CronJob not simulated: ", ": risk/nightly (0 22 * * *)"]);
    // Scenarios of earlier versions have fields and entries that nothing reads.
    let retired = r#""script": [{"at":"0s","do":"cordon","node":"n-1"},{"after":0,"stopOnFailure":true,"do":"wait","node":"n-1","condition":"ready"},
        {"after":1,"do":"uncordon","node":"n-1"}], "provisos": [{"note":"cron-jobs","count":1,"names":["nightly"]}]}"#;
    let (saved, _) = out(&told).split_once("\"script\":").unwrap();
    let saved = folder.write("saved.json", &format!("{saved}{retired}"));
    let checked = nodetide(&["check", &saved]);
    let said = [
        "warning[script/retired] /script/1: “wait” has no effect",
        "The field “provisos” is not known here and is ignored.",
        "The field “stopOnFailure” is not known here and is ignored.",
    ];
    has(&format!("{}{}", out(&checked), err(&checked)), &said);
    has(&answer(&["run", &saved, "--format", "story"]), &["Uncordon of n-1 requested"]);
}
