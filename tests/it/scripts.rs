//! Scripts that people paste: what a run makes of their commands.

use crate::cli::{Folder, answer, err, has, nodetide, out};
use scenario::json::Json;

/// The entries of the script that an import writes, one a line.
pub(crate) fn script(args: &[&str]) -> String {
    let text = answer(&[&["import"], args].concat());
    let document = Json::parse(&text).expect("a scenario");
    let entries = document.get("script").map(Json::items).unwrap_or_default();
    entries.iter().map(|entry| entry.compact() + "\n").collect()
}

pub(crate) fn node(name: &str, pool: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"{pool}","tier":"{pool}-tier","topology.kubernetes.io/zone":"us-east1-b"}}}},
        "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.32.9-gke.100"}},"conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
    )
}

/// A cluster with three nodes of the pool `old`, and the Deployment `shop/web` on two of them.
pub(crate) fn dump(folder: &Folder) -> String {
    let pod = |no: usize| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"web-1a2b3c4d5-aaaa{no}","namespace":"shop","labels":{{"app":"web"}},
            "ownerReferences":[{{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1a2b3c4d5","controller":true}}]}},
            "spec":{{"nodeName":"n-{no}","containers":[{{"name":"c","resources":{{"requests":{{"cpu":"100m"}}}}}}]}},
            "status":{{"phase":"Running","conditions":[{{"type":"Ready","status":"True"}}]}}}}"#
        )
    };
    let own = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop"},"spec":{"replicas":2,
        "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"100m"}}}]}}}},
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web-1a2b3c4d5","namespace":"shop","labels":{"app":"web"},
        "ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","controller":true}]},"spec":{"replicas":2}}"#;
    let nodes = [node("n-0", "old"), node("n-1", "old"), node("n-2", "old")].join(",");
    let items = [nodes, pod(0), pod(1), own.to_owned()].join(",");
    folder.write("dump.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#))
}

pub(crate) fn cluster(folder: &Folder, more: &str) -> String {
    folder.write(
        "cluster.json",
        &format!(
            r#"{{"name":"prod","location":"us-east1-b","locations":["us-east1-b"],"currentMasterVersion":"1.33.5-gke.100","status":"RUNNING",
            "nodePools":[{{"name":"old","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":3,
            "config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":1,"strategy":"SURGE"}}{more}}}]}}"#
        ),
    )
}

/// The commands of a runbook.
fn fenced(book: &str) -> Vec<&str> {
    book.split("```").skip(1).step_by(2).collect()
}

/// “I migrate to a new pool by hand: who is hurt?”
#[test]
fn drains_of_a_script_are_steps_and_nothing_else_happens() {
    let folder = Folder::new("script-migrate");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let text = "gcloud container node-pools create new --cluster prod --zone us-east1-b --num-nodes 2 --node-version 1.33.5-gke.100\n\
         for node in $(kubectl get nodes -l cloud.google.com/gke-nodepool=old -o name); do\n  kubectl cordon \"$node\"\ndone\n\
         kubectl cordon n-0 n-1 n-2\n\
         kubectl drain -l tier=old-tier --ignore-daemonsets --delete-emptydir-data --grace-period=30 --timeout=600s --disable-eviction\n\
         kubectl drain n-9\nkubectl delete pod web-1a2b3c4d5-aaaa0 -n shop\nkubectl uncordon node/n-2\n\
         gcloud container node-pools delete old --cluster prod --zone us-east1-b --quiet\n";
    let file = folder.write("migrate.sh", text);
    let drain = r#""do":"drain","#;
    let options = r#""timeout":"600s","gracePeriodSeconds":30,"ignoreDaemonsets":true,"deleteEmptydirData":true,"disableEviction":true}"#;
    assert_eq!(
        script(&[&dump, &cluster, &file]),
        format!(
            "{{\"at\":\"0s\",\"do\":\"cordon\",\"node\":\"n-0\"}}\n\
             {{\"after\":0,\"do\":\"cordon\",\"node\":\"n-1\"}}\n\
             {{\"after\":1,\"do\":\"cordon\",\"node\":\"n-2\"}}\n\
             {{\"after\":2,{drain}\"node\":\"n-0\",{options}\n\
             {{\"after\":3,{drain}\"node\":\"n-1\",{options}\n\
             {{\"after\":4,{drain}\"node\":\"n-2\",{options}\n\
             {{\"after\":5,\"do\":\"uncordon\",\"node\":\"n-2\"}}\n"
        )
    );
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "line 2: for loop",
            "line 7: kubectl drain n-9",
            "line 8: kubectl delete pod web-1a2b3c4d5-aaaa0",
            "1 node pool that a command or the configuration creates, there with its nodes from the start: new",
        ],
    );
    // A deletion alone upgrades nothing, and removes no node before the run begins.
    let delete = folder.write("delete.sh", text.lines().last().unwrap());
    assert_eq!(script(&[&dump, &cluster, &delete]), "");
    let brief = answer(&["run", &dump, &cluster, &delete, "--format", "brief"]);
    has(&brief, &["deletion of old", "Nodes: 3 at the start, fewest 3"]);
}

/// “Somebody deploys during the upgrade, and waits for it.”
#[test]
fn restarts_and_replicas_of_a_script_are_steps_and_other_commands_are_named() {
    let folder = Folder::new("script-deploys");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let file = folder.write(
        "tonight.sh",
        "gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --async -q\n\
         sleep 10m\nkubectl -n shop rollout restart deployment/web\nkubectl scale deploy web --replicas=5\n\
         kubectl set image deployment/web c=web:2 -n shop\nkubectl rollout restart deployment/other -n shop\nkubectl rollout status deploy/web\n\
         kubectl wait --for=condition=Available deployment/web --timeout=60s\nkubectl get pods\nkubectl -n shop rollout restart deploy/web sts/db\n\
         kubectl rollout history deploy/web\nkubectl patch pdb web -p '{}'\nkubectl drain n-1 --dry-run=client\nkubectl drain n-1 --pod-selector=a=b\n",
    );
    assert_eq!(
        script(&[&dump, &cluster, &file]),
        r#"{"at":"0s","do":"upgrade","pool":"old","version":"1.33.5-gke.100"}
{"at":"0s","do":"rollout","workload":"shop/web"}
{"after":1,"do":"set","workload":"shop/web","replicas":5}
{"after":2,"do":"rollout","workload":"shop/web"}
{"after":3,"do":"drain","node":"n-1"}
"#
    );
    has(
        err(&nodetide(&["import", &dump, &cluster, &file])),
        &[
            "line 2: sleep 10m",
            "line 5: kubectl set image deployment/web c=web:2",
            "line 6: kubectl rollout restart deployment/other",
            "line 7: kubectl rollout status deploy/web",
            "line 8: kubectl wait deployment/web",
            "line 10: kubectl rollout restart deploy/web sts/db",
            "line 12: kubectl patch pdb web",
            "line 14: --pod-selector=a=b of kubectl drain",
            "3 commands without changes to a cluster or a node pool: kubectl get pods, kubectl rollout history deploy/web, kubectl drain n-1\n",
        ],
    );
}

/// “My commands name the context of the cluster.”
#[test]
fn global_options_and_variables_of_kubectl_are_read() {
    let folder = Folder::new("script-context");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let drain = "{\"at\":\"0s\",\"do\":\"drain\",\"node\":\"n-1\"}\n{\"after\":0,\"do\":\"uncordon\",\"node\":\"n-1\"}\n";
    for (begin, drains) in
        [("", "kubectl --context prod"), ("K=\"kubectl --context prod\"\n", "$K")]
    {
        let text =
            format!("{begin}NODE=n-1\n{drains} drain \"${{NODE}}\"\nkubectl uncordon node/$NODE\n");
        let file = folder.write("drain.sh", &text);
        assert_eq!(script(&[&dump, &cluster, &file]), drain, "{text}");
    }
    let file = folder.write("delete.sh", "kubectl delete node -l tier=old-tier\n");
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(&brief, &["line 1: kubectl delete node -l"]);
}

/// “Which pools does my script upgrade, and to which version?”
#[test]
fn commands_with_literal_variables_run_one_after_the_other() {
    let folder = Folder::new("script-variables");
    let cluster = cluster(
        &folder,
        r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#,
    );
    let text = "set -euo pipefail\nCLUSTER=prod\nexport VER=1.32.10-gke.7 # patch\nUP='clusters upgrade'\nWHERE=\"$CLUSTER --zone us-east1-b\"\n\
         gcloud container $UP $WHERE --node-pool old --cluster-version \"${VER}\" -q &&\n  echo done\n\
         gcloud container $UP $WHERE \\\n  --node-pool 'api' \\\n  --cluster-version $VER -q\n";
    let file = folder.write("literal.sh", text);
    assert_eq!(
        script(&[&cluster, &file]),
        r#"{"at":"0s","do":"upgrade","pool":"old","version":"1.32.10-gke.7"}
{"after":"pool/old","do":"upgrade","pool":"api","version":"1.32.10-gke.7"}
"#
    );
    // What isn't literal is named on the page that people read.
    let open = folder.write(
        "open.sh",
        "POOL=$(head -1 pools.txt)\ngcloud container clusters upgrade prod --node-pool $POOL --cluster-version 1.33.5-gke.100\n",
    );
    let brief = answer(&["run", &cluster, &open, "--format", "brief"]);
    has(&brief, &["line 2: upgrade which node pool?"]);
}

/// “Half of the soak is over: what if I complete the upgrade now?”
#[test]
fn a_pool_that_soaks_is_completed_at_once() {
    let folder = Folder::new("script-complete");
    let (dump, cluster) = (
        dump(&folder),
        cluster(
            &folder,
            r#","updateInfo":{"blueGreenInfo":{"phase":"NODE_POOL_SOAKING","greenPoolVersion":"1.33.5-gke.100"}}"#,
        ),
    );
    let text = std::fs::read_to_string(&cluster).unwrap();
    let text = text.replace(r#""strategy":"SURGE""#, r#""strategy":"BLUE_GREEN""#).replace(
        r#""status":"RUNNING","initialNodeCount""#,
        r#""status":"RECONCILING","initialNodeCount""#,
    );
    std::fs::write(&cluster, text).unwrap();
    let dumped = std::fs::read_to_string(&dump).unwrap();
    // Green: two nodes of the new version.
    let green = [node("n-8", "old"), node("n-9", "old")].join(",");
    let green = green.replace("v1.32.9-gke.100", "v1.33.5-gke.100");
    std::fs::write(&dump, dumped.replacen(r#""items":["#, &format!(r#""items":[{green},"#), 1))
        .unwrap();
    let file = folder.write(
        "complete.sh",
        "gcloud container node-pools complete-upgrade old --cluster prod --zone us-east1-b\n",
    );
    has(&script(&[&dump, &cluster, &file]), &[r#"{"at":"0s","do":"complete","pool":"old"}"#]);
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    assert!(!brief.contains("without effect"), "{brief}");
    let slower = answer(&["run", &dump, &cluster, "--format", "brief"]);
    assert_ne!(brief.lines().nth(1), slower.lines().nth(1));
    // The green nodes stand beside the pool's from the start: waiting for the end of the soak costs more.
    let cost = |files: &[&str]| {
        let text = answer(&[&["run"], files, &["--format", "summary"]].concat());
        let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
        summary["extra_node_ms"].as_i64().unwrap()
    };
    let (now, later) = (cost(&[&dump, &cluster, &file]), cost(&[&dump, &cluster]));
    assert!(0 < now && now < later, "{now} {later}");
}

/// The tool's own commands, read back: an exclusion that the plan ends is there while the plan runs.
#[test]
fn exports_are_read_back_and_keep_the_exclusions_of_the_plan() {
    let folder = Folder::new("script-back");
    let cluster = cluster(&folder, "");
    let update = "gcloud container clusters update prod --zone us-east1-b";
    let file = folder.write(
        "plan.sh",
        &format!(
            "{update} --add-maintenance-exclusion-name=chg-1 --add-maintenance-exclusion-start=2026-11-24T20:00:00+01:00 --add-maintenance-exclusion-end=2026-11-26T06:00:00+01:00 --add-maintenance-exclusion-scope=no_upgrades\n\
             gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 -q\n\
             {update} --remove-maintenance-exclusion=chg-1\n"
        ),
    );
    let book = answer(&["export", &cluster, &file, "--format", "runbook"]);
    has(&book, &["chg-1"]);
    // A zone is for people: commands stay as they are.
    let local = ["export", &cluster, &file, "--format", "runbook", "--time-zone", "Europe/Berlin"];
    assert_eq!(fenced(&answer(&local)), fenced(&book));
    let commands = answer(&["export", &cluster, &file, "--format", "gcloud"]);
    let back = folder.write("back.sh", &commands);
    assert_eq!(script(&[&cluster, &back]), script(&[&cluster, &file]));
    let import = nodetide(&["import", &cluster, &back]);
    assert!(!err(&import).contains("not evaluated"), "{}", err(&import));
    has(out(&import), &["chg-1"]);
}

/// “Here are the operations and the reservation, too.”
#[test]
fn what_is_no_part_of_a_cluster_is_called_by_its_name() {
    let folder = Folder::new("script-others");
    let cluster = cluster(&folder, "");
    let operations = folder.write(
        "ops.json",
        r#"[{"name":"operation-1","operationType":"CREATE_NODE_POOL","status":"DONE","endTime":"2026-11-22T02:00:00Z"}]"#,
    );
    let reservation = folder.write(
        "reservation.json",
        r#"{"name":"a100","specificReservation":{"count":"8","inUseCount":"8"},"specificReservationRequired":true,"status":"READY"}"#,
    );
    let import = nodetide(&["import", &cluster, &operations, &reservation]);
    has(
        err(&import),
        &[
            "ops.json: not used: an operation that is over and changes nothing",
            "1 reservation that no node pool names",
        ],
    );
}

/// “My script has loops, functions, checks and fallbacks: what runs?”
#[test]
fn shell_syntax_is_named_and_the_rest_of_the_script_runs() {
    let folder = Folder::new("script-syntax");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let text = "#!/bin/bash\nset -euo pipefail\nNODE=n-0\nNODES=(n-1\n  n-2)\n\
        drain() {\n  for n in \"$@\"; do\n    kubectl drain $n\n  done\n}\n\
        function back { kubectl uncordon \"$1\"; }\n\
        [ -z \"$NODE\" ] && { kubectl drain n-1; exit 2; }\n\
        for n in \"${NODES[@]}\"; do kubectl drain $n; done\n\
        if true; then\n  kubectl drain n-1\nelif [ a = b ]; then kubectl drain n-2\nfi\n\
        while ! kubectl get pods; do\n  case $x in\n    a) kubectl drain n-1;;\n  esac\ndone\n\
        OP=$(gcloud container clusters upgrade prod --node-pool old --async)\n\
        kubectl drain \"$NODE\" --ignore-daemonsets || kubectl drain n-1 || true\n\
        kubectl get nodes -o name | xargs kubectl drain\nkubectl cordon n-2 || exit 1\nexit 0\nkubectl cordon n-1\n";
    let file = folder.write("syntax.sh", text);
    assert_eq!(
        script(&[&dump, &cluster, &file]),
        "{\"at\":\"0s\",\"do\":\"drain\",\"node\":\"n-0\",\"ignoreDaemonsets\":true}\n\
         {\"after\":0,\"do\":\"cordon\",\"node\":\"n-2\"}\n"
    );
    let said = "line 4: array, line 6: function, line 11: function, line 12: condition, line 13: for loop, line 14: condition, \
        line 18: loop, line 23: command substitution, line 24: command after ||, line 25: xargs, line 27: everything after exit";
    has(
        err(&nodetide(&["import", &dump, &cluster, &file])),
        &["11 parts of the script not run", said],
    );
    // A script of nothing else runs nothing, and no upgrade is assumed in its place.
    let file = folder.write("loop.sh", "for n in n-0 n-1; do\n  kubectl drain $n\ndone\n");
    assert_eq!(script(&[&dump, &cluster, &file]), "");
    has(err(&nodetide(&["import", &dump, &cluster, &file])), &["line 1: for loop"]);
    has(err(&nodetide(&["import", &file])), &["line 1: for loop"]);
    // Braces on their own lines, and words that nothing closes.
    for (text, node) in [
        ("f()\n{\n  kubectl cordon n-0\n}\nkubectl cordon n-1\n", "n-1"),
        ("f() {\n  if true; then\n  kubectl cordon n-0\n}\nkubectl cordon n-1\n", "n-1"),
        ("#!/bin/sh\n{ kubectl cordon n-1; }\n", "n-1"),
        ("if [ a ]\nkubectl cordon n-1\n", "n-1"),
        (
            "N=n-0\nfor N in a b; do\n  echo $N\ndone\nkubectl cordon $N\nkubectl cordon n-1\n",
            "n-1",
        ),
        ("echo 'for a; do' \"if\" # for\nkubectl cordon n-1\n", "n-1"),
    ] {
        let file = folder.write("some.sh", text);
        let entries = script(&[&dump, &cluster, &file]);
        assert_eq!(
            entries,
            format!("{{\"at\":\"0s\",\"do\":\"cordon\",\"node\":\"{node}\"}}\n"),
            "{text}"
        );
    }
}

/// “I forgot to set POOL.”
#[test]
fn a_placeholder_chooses_no_pool() {
    let folder = Folder::new("script-blank");
    let cluster = cluster(
        &folder,
        r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#,
    );
    for (no, pool) in ["$POOL", "<pool>", "POOL_NAME"].into_iter().enumerate() {
        let file = folder.write(
            &format!("blank-{no}.sh"),
            &format!("# tonight\ngcloud container clusters upgrade prod --node-pool {pool} --cluster-version 1.33.5-gke.100\n"),
        );
        assert_eq!(script(&[&cluster, &file]), "", "{pool}");
        let brief = answer(&["run", &cluster, &file, "--format", "brief"]);
        has(
            &brief,
            &["line 2: upgrade which node pool? Set the variable, or write the name: old, api"],
        );
    }
}

/// “My drain loop gives up at one node: does the gate see it? And an upgrade that GKE refuses?”
#[test]
fn drains_that_gave_up_and_refused_upgrades_are_no_good_ends() {
    let folder = Folder::new("script-gave-up");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let budget = folder.write(
        "budget.yaml",
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\nspec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}\n",
    );
    let gate = |text: &str| {
        let file = folder.write("script.sh", text);
        let files = ["run", &dump, &cluster, &budget, &file, "--format", "brief"];
        let output = nodetide(&[&files[..], &["--fail-on", "stuck"]].concat());
        format!("{}{}", out(&output), err(&output))
    };
    let text = gate(
        "gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.34.1-gke.100 -q\n",
    );
    has(
        &text,
        &["No upgrade started, and a command had no effect.", "fail-on stuck: no upgrade started"],
    );
}

/// “I turn auto-upgrade off: what happens?” The upgrade that is assumed then is said to be one.
#[test]
fn an_assumed_upgrade_is_named_on_the_page() {
    let folder = Folder::new("script-off");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let file = folder.write(
        "off.sh",
        "gcloud container node-pools update old --cluster prod --no-enable-autoupgrade\n",
    );
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "1 upgrade in the script: old to 1.33.5-gke.100, the version of the control plane, manually",
        ],
    );
}

/// “The runbook, in the time of the people who run it.”
#[test]
fn a_runbook_has_the_dates_of_a_zone() {
    let start = ["--start", "2026-11-28T22:00:00Z"];
    let export = ["export", "preset:docs-5-nodes", "--format", "runbook"];
    let book = answer(&[&export[..], &start, &["--time-zone", "Europe/Berlin"]].concat());
    has(&book, &["2026-11-28T23:00:00+01:00"]);
    assert!(!book.contains("22:00:00Z"), "{book}");
}

/// “Does my drain of the old pool come to an end?”
#[test]
fn a_drain_that_never_ends_fails_the_gate() {
    let folder = Folder::new("script-endless");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let budget = folder.write(
        "budget.yaml",
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\n\
         spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}\n",
    );
    let drain = "kubectl drain -l cloud.google.com/gke-nodepool=old --ignore-daemonsets\n";
    let file = folder.write("drain.sh", drain);
    let ran = nodetide(&[
        "run",
        &dump,
        &cluster,
        &budget,
        &file,
        "--format",
        "brief",
        "--fail-on",
        "stuck,unfinished",
    ]);
    assert_eq!(ran.status.code(), Some(1));
    has(
        err(&ran),
        &[
            "fail-on stuck: the drain of node/n-0 doesn't end: pod/shop/web-",
            "fail-on unfinished: the outcome is stuck: ",
        ],
    );
    let brief = out(&ran);
    has(brief, &["The drain of n-0 doesn't end: shop/web refuses its evictions.\n"]);
    assert!(!brief.contains("59 d"), "{brief}");
}

/// The tool's own commands, read back: which of two upgrades was cancelled.
#[test]
fn an_exported_cancel_is_read_back_as_that_of_its_pool() {
    let folder = Folder::new("script-cancel-back");
    let cluster = cluster(&folder, "");
    let text = std::fs::read_to_string(&cluster).unwrap();
    let api = r#""nodePools":[{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":3},"#;
    let cluster = folder.write("two.json", &text.replace(r#""nodePools":["#, api));
    let upgrade = |pool: &str| {
        format!(
            "gcloud container clusters upgrade prod --zone us-east1-b --node-pool {pool} --cluster-version 1.33.5-gke.100 --async -q\n"
        )
    };
    let cancel = "gcloud container operations cancel $(gcloud container operations list --filter='status=RUNNING AND targetLink~nodePools/api' --format='value(name)') --zone us-east1-b\n";
    let file = folder.write("plan.sh", &[&upgrade("api"), &upgrade("old"), cancel].concat());
    let entries = script(&[&cluster, &file]);
    has(&entries, &[r#"{"at":"600s","do":"cancel","pool":"api"}"#]);
    let commands = answer(&["export", &cluster, &file, "--format", "gcloud"]);
    let back = folder.write("back.sh", &commands);
    assert_eq!(script(&[&cluster, &back]), entries, "{commands}");
    let import = nodetide(&["import", &cluster, &back]);
    assert!(!err(&import).contains("not evaluated"), "{}", err(&import));
    // The page says that it was cancelled, and that the time is assumed.
    let brief = answer(&["run", &cluster, &back, "--format", "brief"]);
    has(&brief, &["api 10m after the start of its upgrade"]);
}
