//! Scripts that move workloads from one pool to another, as people write them.

use crate::cli::{Folder, answer, err, has, nodetide, out};
use crate::scripts::{cluster, dump, script};

/// Lists that aren't known change nothing without a word, and no upgrade is assumed in their place.
#[test]
fn nodes_that_are_not_known_are_named() {
    let folder = Folder::new("script-unknown");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    for (text, said) in [
        ("cat nodes.txt | while read n; do\n  kubectl drain $n\ndone\n", "line 1: loop"),
        ("kubectl get nodes | grep old | xargs kubectl drain --force\n", "line 1: xargs"),
        ("for n in $(kubectl get nodes -o name); do kubectl cordon $n; done\n", "line 1: for loop"),
        ("kubectl drain $(kubectl get nodes -o name)\n", "line 1: kubectl drain $(kubectl"),
    ] {
        let file = folder.write("unknown.sh", text);
        assert_eq!(script(&[&dump, &cluster, &file]), "", "{text}");
        has(err(&nodetide(&["import", &dump, &cluster, &file])), &[said]);
    }
}

/// “We drain with --disable-eviction: who is hurt?” (UP-18)
#[test]
fn drains_that_disable_evictions_delete_without_asking_budgets() {
    let folder = Folder::new("script-deletes");
    let cluster = cluster(&folder, "");
    let dump = std::fs::read_to_string(dump(&folder)).unwrap();
    let budget = r#""items":[{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"web","namespace":"shop"},
        "spec":{"minAvailable":2,"selector":{"matchLabels":{"app":"web"}}}},"#;
    let dump = folder.write("guarded.json", &dump.replace(r#""items":["#, budget));
    let brief = |more: &str| {
        let text = format!("kubectl drain n-0 --ignore-daemonsets {more}\nkubectl uncordon n-0\n");
        let file = folder.write("drain.sh", &text);
        answer(&["run", &dump, &cluster, &file, "--format", "brief"])
    };
    let deletes = brief("--timeout=5m --disable-eviction");
    has(&deletes, &["0 evicted", "workload/shop/web: fewest ready 1 of 2; below its PDB"]);
    assert!(!deletes.contains("times out") && !deletes.contains("Not simulated"), "{deletes}");
    // Its grace is that of the command.
    let file = folder.write("drain.sh", "kubectl drain n-0 --disable-eviction --grace-period=5\n");
    let story = answer(&["run", &dump, &cluster, &file, "--only", "pod"]);
    has(&story, &["Deleted without checking its PDB; up to 5 s to terminate (UP-18"]);
    let commands = answer(&["export", &dump, &cluster, &file, "--format", "gcloud"]);
    has(&commands, &["kubectl drain n-0 --disable-eviction --grace-period=5"]);
}

const API: &str = r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#;

/// “A new pool, drain the old one, delete it.”
#[test]
fn a_migration_says_what_the_deletion_would_still_move() {
    let folder = Folder::new("script-delete");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let text = "#!/bin/bash\nset -euo pipefail\nCLUSTER=prod\nZONE=us-east1-b\n\
        gcloud container node-pools create new --cluster \"$CLUSTER\" --zone \"$ZONE\" --num-nodes 3 --node-version 1.33.5-gke.100\n\
        kubectl drain -l cloud.google.com/gke-nodepool=old --ignore-daemonsets --delete-emptydir-data --timeout=300s\n\
        gcloud container node-pools delete old --cluster \"$CLUSTER\" --zone \"$ZONE\" --quiet\n";
    let file = folder.write("migrate.sh", text);
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "line 7: deletion of old (not simulated: it stays, with its nodes and Pods, and the rest runs without it)",
        ],
    );
}

/// “40 min after the start I complete the upgrade.” The sleep is named; the upgrade is completed when its pool soaks (BG-43).
#[test]
fn an_upgrade_is_completed_when_its_pool_soaks() {
    let folder = Folder::new("script-completes");
    let cluster = folder.write(
        "cluster.json",
        r#"{"name":"prod","location":"us-east1-b","locations":["us-east1-b"],"currentMasterVersion":"1.33.5-gke.100","status":"RUNNING",
        "nodePools":[{"name":"old","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":2,"config":{"machineType":"e2-standard-4"},
        "upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"7200s","standardRolloutPolicy":{"batchNodeCount":2}}}},
        {"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{"machineType":"e2-standard-4"}}]}"#,
    );
    let upgrade = |pool: &str| {
        format!(
            "gcloud container clusters upgrade prod --zone us-east1-b --node-pool {pool} --cluster-version 1.33.5-gke.100 --async -q\n"
        )
    };
    let text = format!(
        "{}sleep 40m\ngcloud container node-pools complete-upgrade old --cluster prod --zone us-east1-b\n{}",
        upgrade("old"),
        upgrade("api")
    );
    let file = folder.write("complete.sh", &text);
    has(
        &script(&[&cluster, &file]),
        &[
            r#"{"at":"0s","phase":"NODE_POOL_SOAKING","do":"complete","pool":"old"}"#,
            r#"{"after":"pool/old","do":"upgrade","pool":"api","version":"1.33.5-gke.100"}"#,
        ],
    );
    has(err(&nodetide(&["import", &cluster, &file])), &["line 2: sleep 40m"]);
}

/// “I start the upgrades with --async, or in the background, and wait.”
#[test]
fn what_runs_beside_the_script_is_waited_for_where_the_script_waits() {
    let folder = Folder::new("script-async");
    let (dump, cluster) = (dump(&folder), cluster(&folder, API));
    let upgrade = |pool: &str, more: &str| {
        format!(
            "gcloud container clusters upgrade prod --zone us-east1-b --node-pool {pool} --cluster-version 1.33.5-gke.100 -q {more}\n"
        )
    };
    let wait = "OP=$(gcloud container operations list --limit 1)\ngcloud container operations wait \"$OP\" --zone us-east1-b\n";
    let run = |text: String| {
        let file = folder.write("async.sh", &text);
        script(&[&dump, &cluster, &file])
    };
    let old =
        "{\"at\":\"0s\",\"do\":\"upgrade\",\"pool\":\"old\",\"version\":\"1.33.5-gke.100\"}\n";
    let api = old.replace("\"old\"", "\"api\"");
    let after = api.replace("\"at\":\"0s\"", "\"after\":\"pool/old\"");
    assert_eq!(run(upgrade("old", "--async") + &upgrade("api", "")), format!("{old}{api}"));
    let waits = upgrade("old", "--async") + wait + &upgrade("api", "--async") + wait;
    assert_eq!(run(waits), format!("{old}{after}"));
    let beside = upgrade("old", "&") + &upgrade("api", "&") + "wait\nkubectl cordon n-0\n";
    let cordon = "{\"after\":\"pool/api\",\"do\":\"cordon\",\"node\":\"n-0\"}\n";
    assert_eq!(run(beside), format!("{old}{api}{cordon}"));
}

/// Commands that pick one node, or delete VMs, aren't those of all nodes, nor nothing.
#[test]
fn what_picks_a_node_or_deletes_machines_is_named() {
    let folder = Folder::new("script-picks");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let text = "N=$(kubectl get nodes -l cloud.google.com/gke-nodepool=old -o jsonpath='{.items[0].metadata.name}')\n\
        kubectl drain \"$N\" --ignore-daemonsets\nkubectl cordon n-1\ngcloud compute instances delete n-1 --zone us-east1-b -q\n";
    let file = folder.write("picks.sh", text);
    assert_eq!(
        script(&[&dump, &cluster, &file]),
        "{\"at\":\"0s\",\"do\":\"cordon\",\"node\":\"n-1\"}\n"
    );
    has(
        &answer(&["run", &dump, &cluster, &file, "--format", "brief"]),
        &["line 2: kubectl drain $N", "line 4: gcloud compute instances delete n-1"],
    );
}

/// “Which grace period makes our drains short enough?”
#[test]
fn drains_are_compared_by_how_long_they_take() {
    let folder = Folder::new("script-compared");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let drain = |n| format!("kubectl drain n-{n} --ignore-daemonsets --timeout=5m\n");
    let file = folder.write("drain.sh", &[0, 1, 2].map(drain).concat());
    let with = "/assumptions/shutdown=10s";
    let table = answer(&["compare", &dump, &cluster, &file, "--with", with]);
    let line = |title: &str| {
        let mut lines = table.lines();
        let line = lines.find(|line| line.starts_with(title)).unwrap_or_else(|| panic!("{table}"));
        line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("outcome"), "drained drained");
    assert!(!line("ends").contains("not over"), "{table}");
    assert!(line("duration").contains(" min "), "{table}");
    // A budget that lets nothing go.
    let budget = r#"/budgets=[{"name":"web","namespace":"shop","selector":{"matchLabels":{"app":"web"}},"minAvailable":2}]"#;
    let table = answer(&["compare", &dump, &cluster, &file, "--with", budget]);
    has(&table, &["2 of 3 drains gave up"]);
}

/// “Write me the runbook of our drains.”
#[test]
fn a_runbook_of_drains_says_how_long_each_takes_and_how_to_go_back() {
    let folder = Folder::new("script-book");
    let cluster = cluster(&folder, "");
    let free = dump(&folder);
    let budget = r#""items":[{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"web","namespace":"shop"},
        "spec":{"minAvailable":2,"selector":{"matchLabels":{"app":"web"}}}},"#;
    let text = std::fs::read_to_string(&free).unwrap();
    let guarded = folder.write("guarded.json", &text.replace(r#""items":["#, budget));
    let book = |dump: &str, timeout: &str| {
        let text = format!("kubectl drain n-0 --ignore-daemonsets{timeout}\nkubectl drain n-2\n");
        let file = folder.write("drain.sh", &text);
        let answer = answer(&["export", dump, &cluster, &file, "--format", "runbook"]);
        answer.replace('\\', "")
    };
    let said = book(&free, "");
    has(
        &said,
        &[
            "Takes about 30 s in a run of this",
            "Only Pods of DaemonSets are left on n-0",
            "kubectl get pods -A --field-selector=spec.nodeName=n-0",
            "How to stop, and how to go back",
            "kubectl uncordon n-0 n-2",
        ],
    );
    assert!(!said.contains("gives up"), "{said}");
    let refused = "Watch budget/shop/web then: in the run, evictions are refused";
    has(&book(&guarded, " --timeout=5m"), &["it gives up after 5 min", refused]);
    has(&book(&guarded, ""), &["In a run of this it doesn't end", refused]);
    assert!(!said.contains("for good"), "{said}");
    let bare = r#""items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"shell","namespace":"shop"},
        "spec":{"nodeName":"n-0","containers":[{"name":"c"}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}},"#;
    let bare = folder.write("bare.json", &text.replace(r#""items":["#, bare));
    let lost = "In the run 1 Pod that no controller recreates is deleted for good: pod/shop/shell.";
    has(&book(&bare, " --force"), &[lost]);
    // Only kubectl drains: no pool has a limit.
    let never = budget.replace(r#""minAvailable":2"#, r#""maxUnavailable":0"#);
    let never = folder.write("never.json", &text.replace(r#""items":["#, &never));
    let drain = folder.write("drain.sh", "kubectl drain n-0 --timeout=5m\n");
    let check = nodetide(&["check", &never, &cluster, &drain]);
    has(out(&check), &["waits for its full limit, the --timeout of kubectl drain, without which"]);
    has(out(&nodetide(&["check", &never, &cluster])), &["its full limit, an hour unless the pool"]);
}
