//! Scripts that move workloads from one pool to another, as people write them.

use crate::cli::{Folder, answer, err, has, nodetide, out};
use crate::scripts::{cluster, dump, script};

/// The entries that drain, or cordon, the three nodes of the pool one after the other.
fn one_by_one(verb: &str, more: &str) -> String {
    let entry = |(no, when): (usize, &str)| {
        format!("{{{when},\"do\":\"{verb}\",\"node\":\"n-{no}\"{more}}}\n")
    };
    [(0, "\"at\":\"0s\""), (1, "\"after\":0"), (2, "\"after\":1")].map(entry).concat()
}

/// “My loop reads the nodes from kubectl.”
#[test]
fn loops_over_nodes_that_kubectl_lists_are_steps_for_each_node() {
    let folder = Folder::new("script-nodes");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let list = "kubectl get nodes -l cloud.google.com/gke-nodepool=old";
    let drain = "kubectl drain \"$node\" --ignore-daemonsets";
    let body = format!("do\n  echo \"$node\"\n  {drain}\ndone");
    let forms = [
        format!("for node in $({list} -o jsonpath='{{.items[*].metadata.name}}'); {body}\n"),
        format!("OLD=old\nfor node in $({} -o=name); {body}\n", list.replace("=old", "=\"$OLD\"")),
        format!(
            "OLD=old\nfor node in $({} -o name); {body}\n",
            list.replace("=old", "=${OLD}").replace("-l cloud", "-l \"cloud").replace("}", "}\"")
        ),
        format!("for node in $({list} --no-headers | awk '{{print $1}}'); {body}\n"),
        format!(
            "POOL=${{1:-old}}\n{} -o name | while read node; {body}\n",
            list.replace("=old", "=$POOL")
        ),
        format!("{list} -o name |\n  cut -d/ -f2 | while IFS= read -r node; {body}\n"),
        format!("while read -r node rest; {body} < <({list} --no-headers)\n"),
        format!("NODES=$({list} -o name)\nwhile read -r node; {body} <<< \"$NODES\"\n"),
        format!("NODES=\"$({list} -o name)\"\necho \"$NODES\" | while read -r node; {body}\n"),
        format!("mapfile -t NODES < <({list} -o name)\nfor node in \"${{NODES[@]}}\"; {body}\n"),
        format!("NODES=($({list} -o name))\nfor node in \"${{NODES[@]}}\"; {body}\n"),
        format!("{list} -o name | xargs -n 1 kubectl drain --ignore-daemonsets\n"),
        format!("{list} -o name | xargs -I {{}} kubectl drain {{}} --ignore-daemonsets\n"),
        format!(
            "{list} -o name | xargs -I{{}} sh -c 'kubectl drain \"{{}}\" --ignore-daemonsets'\n"
        ),
        "echo n-0 n-1 n-2 | xargs -n 1 kubectl drain --ignore-daemonsets\n".to_owned(),
        "OLD=\"n-0 n-1 n-2\"\necho $OLD | xargs -n1 kubectl drain --ignore-daemonsets\n".to_owned(),
    ];
    for (no, text) in forms.iter().enumerate() {
        let file = folder.write(&format!("form-{no}.sh"), text);
        let expected = one_by_one("drain", ",\"ignoreDaemonsets\":true");
        assert_eq!(script(&[&dump, &cluster, &file]), expected, "{text}");
        let said = nodetide(&["import", &dump, &cluster, &file]);
        assert!(!err(&said).contains("not evaluated"), "{text}: {}", err(&said));
    }
    let all = folder.write("all.sh", &format!("{list} -o name | xargs kubectl cordon\n"));
    assert_eq!(script(&[&dump, &cluster, &all]), one_by_one("cordon", ""));
}

/// Lists that aren't known change nothing without a word, and no upgrade is assumed in their place.
#[test]
fn nodes_that_are_not_known_are_named() {
    let folder = Folder::new("script-unknown");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    for (text, said) in [
        (
            "cat nodes.txt | while read n; do\n  kubectl drain $n\ndone\n",
            "line 2: kubectl drain $n",
        ),
        (
            "kubectl get nodes | grep old | xargs kubectl drain --force\n",
            "line 1: kubectl drain --force $(xargs)",
        ),
        (
            "kubectl get nodes -l a=b -o name | xargs -P 4 -n 1 kubectl drain\n",
            "line 1: kubectl drain $(xargs)",
        ),
        (
            "kubectl get nodes -o name | xargs -I{} sh -c 'kubectl drain {} --force || true'\n",
            "line 1: kubectl drain {} --force",
        ),
        (
            "for n in $(kubectl get nodes -l 'pool in (a, b)' -o name); do kubectl cordon $n; done\n",
            "kubectl cordon $n",
        ),
    ] {
        let file = folder.write("unknown.sh", text);
        assert_eq!(script(&[&dump, &cluster, &file]), "", "{text}");
        has(&answer(&["run", &dump, &cluster, &file, "--format", "brief"]), &[said]);
    }
    // The first line doesn't read as if nobody were hurt.
    for text in [
        "kubectl get nodes -l a=b -o name | xargs -P 4 -n 1 kubectl drain\n",
        "cat nodes.txt | xargs kubectl drain --ignore-daemonsets\n",
    ] {
        let file = folder.write("unknown.sh", text);
        let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
        let left_out = "Not simulated: drains of the script at line 1, with all that they do";
        has(brief.lines().next().unwrap(), &[left_out]);
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
    has(&brief("--timeout=5m"), &["The drain times out"]);
    let deletes = brief("--timeout=5m --disable-eviction");
    has(
        &deletes,
        &["0 evicted", "1 deleted", "workload/shop/web: fewest ready 1 of 2; below its PDB"],
    );
    assert!(!deletes.contains("times out") && !deletes.contains("Not simulated"), "{deletes}");
    // Its grace is that of the command.
    let file = folder.write("drain.sh", "kubectl drain n-0 --disable-eviction --grace-period=5\n");
    let story = answer(&["run", &dump, &cluster, &file, "--only", "pod"]);
    has(&story, &["Deleted without checking its PDB; up to 5 s to terminate (UP-18"]);
    let commands = answer(&["export", &dump, &cluster, &file, "--format", "gcloud"]);
    has(&commands, &["kubectl drain n-0 --disable-eviction --grace-period=5"]);
}

const API: &str = r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#;
const BOTH: &str = r#"{"at":"0s","do":"upgrade","pool":"old","version":"1.33.5-gke.100"}
{"after":"pool/old","do":"upgrade","pool":"api","version":"1.32.10-gke.7"}
"#;

/// “Each pool has its version, in a table or in a `case`.”
#[test]
fn tables_that_grow_and_choices_by_name_are_evaluated() {
    let folder = Folder::new("script-choices");
    let cluster = cluster(&folder, API);
    let upgrade = "gcloud beta container clusters upgrade prod --zone us-east1-b --node-pool \"$p\" --cluster-version \"$V\" --quiet --project \"$PROJECT\"";
    let forms = [
        format!(
            "declare -A TO\nTO[old]=1.33.5-gke.100\nTO[\"api\"]=1.32.10-gke.7\nfor p in \"${{!TO[@]}}\"; do\n  V=${{TO[$p]}}\n  {upgrade}\ndone\n"
        ),
        format!(
            "declare -A TO=([old]=1.33.5-gke.1)\nTO+=([api]=1.32.10-gke.7)\nTO[old]+=00\nTO[old]=1.33.5-gke.100\nfor p in old api; do\n  V=${{TO[$p]}}\n  {upgrade}\ndone\n"
        ),
        format!(
            "POOLS=(old)\nPOOLS+=(api)\nfor p in \"${{POOLS[@]}}\"; do\n  case \"$p\" in\n    o*) V=1.33.5-gke.100 ;;\n    web|api)\n      V=1.32.10-gke\n      V+=.7\n      ;;\n    *) exit 1;;\n  esac\n  {upgrade}\ndone\n"
        ),
        format!(
            "up() {{ p=$1; V=$2; {upgrade}; }}\nfor p in old api; do case $p in old) up $p 1.33.5-gke.100;; *) up $p 1.32.10-gke.7;; esac; done\n"
        ),
    ];
    for (no, text) in forms.iter().enumerate() {
        let file = folder.write(&format!("form-{no}.sh"), text);
        assert_eq!(script(&[&cluster, &file]), BOTH, "{text}");
    }
    // A value that isn't known is no other one's.
    let file = folder.write(
        "open.sh",
        &format!("TO[old]=$(cat v)\nTO[api]=1.32.10-gke.7\nfor p in \"${{!TO[@]}}\"; do\n  V=${{TO[$p]}}\n  {upgrade}\ndone\n"),
    );
    has(err(&nodetide(&["import", &cluster, &file])), &["--cluster-version=$V"]);
    // Nor is one that is only set at times.
    let file = folder.write(
        "doubt.sh",
        &format!("TO[old]=1.33.5-gke.100\nif kubectl get ns x; then\n  TO[api]=1.32.10-gke.7\nfi\nfor p in \"${{!TO[@]}}\"; do\n  V=${{TO[$p]}}\n  {upgrade}\ndone\n"),
    );
    has(err(&nodetide(&["import", &cluster, &file])), &["not evaluated"]);
    // Of a word that isn't known every choice may be meant, which is said.
    let file = folder.write("case.sh", "case $1 in\n  go) kubectl cordon n-0;;\nesac\ngcloud container clusters upgrade prod --node-pool api -q\n");
    has(err(&nodetide(&["import", &cluster, &file])), &["1 block of a script not evaluated"]);
}

/// “A new pool, drain the old one, delete it.”
#[test]
fn a_migration_says_what_the_deletion_would_still_move() {
    let folder = Folder::new("script-delete");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let text = "#!/bin/bash\nset -euo pipefail\nCLUSTER=prod\nZONE=us-east1-b\n\
        gcloud container node-pools create new --cluster \"$CLUSTER\" --zone \"$ZONE\" --num-nodes 3 --node-version 1.33.5-gke.100\n\
        for node in $(kubectl get nodes -l cloud.google.com/gke-nodepool=old -o=name); do\n  kubectl cordon \"$node\"\ndone\n\
        for node in $(kubectl get nodes -l cloud.google.com/gke-nodepool=old -o=name); do\n\
        \x20 kubectl drain \"$node\" --ignore-daemonsets --delete-emptydir-data --timeout=300s\ndone\n\
        gcloud container node-pools delete old --cluster \"$CLUSTER\" --zone \"$ZONE\" --quiet\n";
    let file = folder.write("migrate.sh", text);
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "line 12: deletion of old (not simulated: it stays, with its nodes and Pods, and the rest runs without it)",
            "pool/old: no Pod but those of DaemonSets is on its nodes at the end, so a deletion would move none",
        ],
    );
    let budget = folder.write(
        "budget.yaml",
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\nspec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}\n",
    );
    let brief = answer(&["run", &dump, &cluster, &budget, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "and doesn't get to the 3 commands after it. The script doesn't get to the deletion of pool/old with its 3 nodes.",
            "Never drained:\n  node/n-1, node/n-2: the script doesn't get there",
        ],
    );
    assert!(!brief.contains("would move"), "{brief}");
}

/// “My Pods have emptyDir volumes, and I forgot --delete-emptydir-data.”
#[test]
fn a_drain_that_kubectl_aborts_ends_a_script_with_set_e() {
    let folder = Folder::new("script-aborts");
    let cluster = cluster(&folder, "");
    let text = std::fs::read_to_string(dump(&folder)).unwrap();
    let text = text.replace(
        "\"containers\"",
        "\"volumes\":[{\"name\":\"tmp\",\"emptyDir\":{}}],\"containers\"",
    );
    let dump = folder.write("local.json", &text);
    let run = |head: &str| {
        let drains =
            "for node in n-0 n-1; do\n  kubectl drain \"$node\" --ignore-daemonsets\ndone\n";
        let file = folder.write("drain.sh", &format!("{head}\n{drains}"));
        let files = ["run", &dump, &cluster, &file, "--fail-on", "stuck", "--format", "brief"];
        let run = nodetide(&files);
        assert_eq!(run.status.code(), Some(1));
        has(err(&run), &["fail-on stuck: a drain gave up, first node/n-0: The drain is aborted"]);
        String::from_utf8(run.stdout).unwrap()
    };
    let ends = run("set -e");
    has(
        &ends,
        &[
            "1 of 1 drain gives up with Pods left on the node, 1 at once, before any eviction; all are over after 0 s.",
            "where a command fails (record/",
            "doesn't get to the command after it.",
            "Never drained:\n  node/n-1: the script doesn't get there",
        ],
    );
    let goes_on = run("");
    has(&goes_on, &["2 of 2 drains give up with Pods left on the node, 2 at once"]);
    assert!(!goes_on.contains("get there"), "{goes_on}");
}

/// “40 min after the start I complete the upgrade: how long did it soak?”
#[test]
fn an_upgrade_is_completed_when_the_script_gets_there() {
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
    let file = |pause: &str| {
        let text = format!(
            "set -e\n{}sleep {pause}\ngcloud container node-pools complete-upgrade old --cluster prod --zone us-east1-b\n{}",
            upgrade("old"),
            upgrade("api")
        );
        folder.write("complete.sh", &text)
    };
    let later = file("40m");
    has(
        &script(&[&cluster, &later]),
        &[
            r#"{"at":"2400s","stopOnFailure":true,"do":"complete","pool":"old"}"#,
            // gcloud doesn't wait for the end of the upgrade.
            r#"{"at":"2401s","do":"upgrade","pool":"api","version":"1.33.5-gke.100"}"#,
        ],
    );
    has(
        &answer(&["run", &cluster, &later]),
        &["+00:40:00 pool/old: DELETING_BLUE_POOL: the rest of the soak is skipped"],
    );
    // There is nothing to complete yet (BG-43): the script ends, and the pool soaks for 2 h.
    let soon = file("1m");
    let brief = answer(&["run", &cluster, &soon, "--format", "brief"]);
    has(
        &brief,
        &[
            "The script ends at +00:01:00, where a command fails (record/",
            "doesn't get to the command after it.",
            "Commands that the script doesn't get to:\n  Upgrade of api to 1.33.5-gke.100 requested",
        ],
    );
    assert!(!answer(&["run", &cluster, &soon]).contains("pool/api"));
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
    // Functions that run beside each other are named.
    let text = format!("up() {{\n{}}}\nup old &\nup api &\nwait\n", upgrade("$1", ""));
    let file = folder.write("beside.sh", &text);
    has(err(&nodetide(&["import", &cluster, &file])), &["2 blocks of a script not evaluated"]);
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
    let text =
        "for n in n-0 n-1 n-2; do\n  kubectl drain $n --ignore-daemonsets --timeout=5m\ndone\n";
    let file = folder.write("drain.sh", text);
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
