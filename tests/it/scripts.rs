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
         kubectl drain -l tier=old-tier --ignore-daemonsets --delete-emptydir-data --grace-period=30 --timeout=600s --disable-eviction\n\
         kubectl drain n-9\nkubectl delete pod web-1a2b3c4d5-aaaa0 -n shop\nsleep 90\nkubectl uncordon node/n-2\n\
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
             {{\"at\":\"90s\",\"after\":5,\"do\":\"uncordon\",\"node\":\"n-2\"}}\n"
        )
    );
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(
        brief.lines().next().unwrap(),
        &["This holds only if 3 parts of the script that are not run as written change nothing."],
    );
    has(
        &brief,
        &[
            "Otherwise than in the script:\n",
            "line 6: kubectl drain n-9",
            "line 7: kubectl delete pod web-1a2b3c4d5-aaaa0",
            "line 10: deletion of old (not simulated: it stays, with its nodes and Pods, and the rest runs without it)",
            "1 node pool that a command or the configuration creates, there with its nodes from the start: new",
            "Nodes: 5 at the start, fewest 5, most 5, 5 at the end. Pods: 0 evicted, 0 forced out, 2 deleted",
        ],
    );
    // A deletion alone upgrades nothing, and removes no node before the run begins.
    let delete = folder.write("delete.sh", text.lines().last().unwrap());
    assert_eq!(script(&[&dump, &cluster, &delete]), "");
    let brief = answer(&["run", &dump, &cluster, &delete, "--format", "brief"]);
    has(&brief, &["deletion of old", "Nodes: 3 at the start, fewest 3"]);
}

/// “Somebody deploys ten minutes into the upgrade.”
#[test]
fn rollouts_and_replicas_of_a_script_are_steps() {
    let folder = Folder::new("script-deploys");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let file = folder.write(
        "tonight.sh",
        "gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --async -q\n\
         sleep 10m\nkubectl -n shop rollout restart deployment/web\nkubectl scale deploy web --replicas=5\n\
         kubectl set image deployment/web c=web:2 -n shop\nkubectl rollout restart deployment/other -n shop\nkubectl rollout status deploy/web\n",
    );
    assert_eq!(
        script(&[&dump, &cluster, &file]),
        r#"{"at":"0s","do":"upgrade","pool":"old","version":"1.33.5-gke.100"}
{"at":"600s","do":"rollout","workload":"shop/web"}
{"after":1,"do":"set","workload":"shop/web","replicas":5}
{"after":2,"do":"rollout","workload":"shop/web","image":"web:2"}
{"after":3,"do":"wait","workload":"shop/web"}
"#
    );
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(&brief, &["line 6: kubectl -n shop rollout restart deployment/other"]);
}

/// “I restart the services so that their Pods move first.”
#[test]
fn restarts_of_several_workloads_are_a_step_for_each() {
    let folder = Folder::new("script-restarts");
    let dump = dump(&folder);
    let own = |kind: &str, name: &str| {
        format!(
            r#"{{"apiVersion":"apps/v1","kind":"{kind}","metadata":{{"name":"{name}","namespace":"shop"}},"spec":{{"replicas":1,"selector":{{"matchLabels":{{"app":"{name}"}}}},
            "template":{{"metadata":{{"labels":{{"app":"{name}"}}}},"spec":{{"containers":[{{"name":"c"}}]}}}}}}}}"#
        )
    };
    let others = [own("Deployment", "api"), own("StatefulSet", "db")].join(",");
    let more = folder
        .write("more.json", &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{others}]}}"#));
    let of = |name: &str, text: &str| {
        let file = folder.write(name, text);
        (script(&[&dump, &more, &file]), answer(&["run", &dump, &more, &file, "--format", "brief"]))
    };
    let both = r#"{"at":"0s","do":"rollout","workload":"shop/api"}
{"after":0,"do":"rollout","workload":"shop/web"}
"#;
    for command in ["deployment api web", "deployment/api deploy/web", "deployment"] {
        let (entries, _) =
            of("restart.sh", &format!("kubectl -n shop rollout restart {command}\n"));
        assert_eq!(entries, both, "{command}");
    }
    let (entries, brief) = of(
        "others.sh",
        "kubectl -n shop rollout restart deploy/web sts/db\nkubectl --context prod -n shop rollout restart deployment -l tier=x\n\
         kubectl rollout restart statefulset -n shop\nkubectl delete -n shop pvc data\n",
    );
    assert_eq!(entries, both.lines().next().unwrap().replace("api", "web") + "\n");
    has(
        &brief,
        &[
            "line 1: kubectl -n shop rollout restart statefulset/db",
            "line 2: kubectl rollout restart deployment -l",
            "line 3: kubectl -n shop rollout restart statefulset/db",
            "line 4: kubectl delete pvc data",
        ],
    );
}

/// “My loop names the context of the cluster.”
#[test]
fn loops_over_nodes_read_global_options_and_variables() {
    let folder = Folder::new("script-context");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let drains: String = ["n-0", "n-1", "n-2"]
        .iter()
        .enumerate()
        .map(|(at, node)| match at {
            0 => format!("{{\"at\":\"0s\",\"do\":\"drain\",\"node\":\"{node}\"}}\n"),
            _ => format!("{{\"after\":{},\"do\":\"drain\",\"node\":\"{node}\"}}\n", at - 1),
        })
        .collect();
    let selector = "get nodes -l cloud.google.com/gke-nodepool=old -o name";
    for (begin, get) in [("", "kubectl --context prod"), ("K=\"kubectl --context prod\"\n", "$K")] {
        let text = format!("{begin}for n in $({get} {selector}); do\n  kubectl drain $n\ndone\n");
        let file = folder.write("loop.sh", &text);
        assert_eq!(script(&[&dump, &cluster, &file]), drains, "{text}");
    }
    let file = folder.write("delete.sh", "kubectl delete node -l tier=old-tier\n");
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(&brief, &["line 1: kubectl delete node -l"]);
}

/// “Which pools does my script upgrade, and to which version?”
#[test]
fn variables_arrays_and_loops_are_evaluated_as_far_as_they_are_literal() {
    let folder = Folder::new("script-loops");
    let cluster = cluster(
        &folder,
        r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#,
    );
    let upgrade = |name: &str, text: &str| {
        let file = folder.write(name, text);
        script(&[&cluster, &file])
    };
    let both = r#"{"at":"0s","do":"upgrade","pool":"old","version":"1.32.10-gke.7"}
{"after":"pool/old","do":"upgrade","pool":"api","version":"1.32.10-gke.7"}
"#;
    let array = "set +e\nCLUSTER=prod\nexport VER=1.32.10-gke.7 # patch\nPOOLS=(old\n  'api')\nfor p in \"${POOLS[@]}\"; do\n\
         gcloud container clusters upgrade \"$CLUSTER\" --zone us-east1-b --node-pool \"$p\" --cluster-version \"${VER}\" -q\ndone\n";
    assert_eq!(upgrade("array.sh", array), both);
    let line = "for p in old api; do gcloud container clusters upgrade prod --zone us-east1-b --node-pool $p --cluster-version 1.32.10-gke.7 -q; done";
    assert_eq!(upgrade("line.sh", line), both);
    let words = "P='old api'\nV=${1:-1.32.10-gke.7}\nfor p in $P; do\ngcloud container clusters upgrade prod --node-pool $p --cluster-version $V\ndone\n";
    assert_eq!(upgrade("words.sh", words), both);
    // What isn't literal is named on the page that people read.
    let open = folder.write(
        "open.sh",
        "for p in $(cat pools.txt); do\ngcloud container clusters upgrade prod --node-pool $p --cluster-version 1.33.5-gke.100\ndone\n",
    );
    let brief = answer(&["run", &cluster, &open, "--format", "brief"]);
    has(
        &brief,
        &[
            "This holds only if 3 parts of the script that are not run as written change nothing.",
            "1 variable not evaluated",
            "1 block of a script not evaluated",
            "line 2: upgrade which node pool?",
        ],
    );
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
    has(&slower, &[" extra node-hours"]);
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

/// “My script has functions, checks and fallbacks: what runs?”
#[test]
fn functions_run_where_they_are_called_and_fallbacks_only_after_a_failure() {
    let folder = Folder::new("script-flow");
    let cluster = cluster(
        &folder,
        r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#,
    );
    let text = "#!/bin/bash\nset -euo pipefail\nCLUSTER=prod\nVERSION=1.32.10-gke.7\nDRY=no\n\
        upgrade() {\n  local pool=$1\n  if [[ \"$DRY\" == yes ]]; then\n    echo \"would upgrade $pool\"; return\n  fi\n\
        \x20 gcloud container clusters upgrade \"$CLUSTER\" --node-pool \"$pool\" --cluster-version \"${2:-$VERSION}\" -q || { echo failed; exit 1; }\n}\n\
        function back { gcloud container node-pools rollback \"$1\" --cluster prod; }\n\
        [ -z \"$VERSION\" ] && exit 2\n\
        upgrade api\nupgrade old 1.33.5-gke.100 && sleep 60\n\
        if ! kubectl rollout status deploy/web; then\n  back old\nelse\n  gcloud container node-pools update api --cluster prod --max-surge-upgrade 2 --max-unavailable-upgrade 0\nfi\n\
        true || kubectl cordon n-0\n";
    let file = folder.write("flow.sh", text);
    assert_eq!(
        script(&[&cluster, &file]),
        r#"{"at":"0s","stopOnFailure":true,"do":"upgrade","pool":"api","version":"1.32.10-gke.7"}
{"after":"pool/api","stopOnFailure":true,"do":"upgrade","pool":"old","version":"1.33.5-gke.100"}
{"at":"60s","after":"pool/old","stopOnFailure":true,"do":"rollback","pool":"old"}
"#
    );
    let brief = answer(&["run", &cluster, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "line 20: gcloud container node-pools update, taken not to run",
            "1 block of a script not evaluated, commands run once; write a command for each run: /",
            "flow.sh:17:1",
        ],
    );
    assert!(!brief.contains("n-0"), "{brief}");
}

/// “The versions of my pools are in a table.”
#[test]
fn tables_of_names_and_values_are_read() {
    let folder = Folder::new("script-table");
    let cluster = cluster(
        &folder,
        r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#,
    );
    let file = folder.write(
        "table.sh",
        "declare -A TO=([old]=1.33.5-gke.100 [api]=\"1.32.10-gke.7\")\nfor p in \"${!TO[@]}\"; do\n\
         gcloud container clusters upgrade prod --node-pool \"$p\" --cluster-version \"${TO[$p]}\" -q\ndone\n",
    );
    assert_eq!(
        script(&[&cluster, &file]),
        r#"{"at":"0s","do":"upgrade","pool":"old","version":"1.33.5-gke.100"}
{"after":"pool/old","do":"upgrade","pool":"api","version":"1.32.10-gke.7"}
"#
    );
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

/// “Under set -e my script stops when a drain gives up.”
#[test]
fn a_script_with_set_e_ends_at_a_drain_that_gives_up() {
    let folder = Folder::new("script-stops");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let budget = |most: u8| {
        let text = format!(
            "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {{name: web, namespace: shop}}\nspec: {{maxUnavailable: {most}, selector: {{matchLabels: {{app: web}}}}}}\n"
        );
        folder.write("budget.yaml", &text)
    };
    let run = |most: u8, head: &str, drain: &str| {
        let text = format!("{head}\n{drain}\nkubectl cordon n-1\n");
        let file = folder.write("stops.sh", &text);
        answer(&["run", &dump, &cluster, &budget(most), &file, "--format", "brief"])
    };
    let drain = "kubectl drain n-0 --ignore-daemonsets --timeout=60s";
    for head in ["set -euo pipefail", "set -u -o errexit", "#!/bin/bash -e"] {
        let brief = run(0, head, drain);
        has(
            brief.lines().next().unwrap(),
            &[
                "The script ends at +00:01:01, where a command fails (record/",
                "doesn't get to the command after it.",
            ],
        );
        has(&brief, &["Commands that the script doesn't get to:\n  Cordon of n-1 requested\n"]);
        // Nothing gives up.
        assert!(!run(1, head, drain).contains("The script ends"));
    }
    // The script answers the failure, or doesn't see it.
    for answered in [
        format!("{drain} || true"),
        format!("{drain} && echo done"),
        format!("{drain} | cat"),
        format!("if {drain}; then echo done; fi"),
        format!("one() {{\n{drain}\n}}\none || echo failed"),
        format!("set +e\n{drain}"),
    ] {
        assert!(!run(0, "set -e", &answered).contains("The script ends"), "{answered}");
    }
    assert!(run(0, "set -eo pipefail", &format!("{drain} | cat")).contains("The script ends"));
    // It ends itself, with or without the option.
    for ends in [
        format!("{drain} || exit 1"),
        format!("{drain} || {{ echo failed; exit 1; }}"),
        format!("die() {{\necho failed\nexit 1\n}}\n{drain} || die"),
        format!("{drain} && echo done || exit 1"),
        format!("if ! {drain}; then\necho failed\nexit 1\nfi"),
        format!("if {drain}; then echo done; else exit 1; fi"),
        format!("k() {{\nkubectl \"$@\"\n}}\n{} || exit 1", drain.replacen("kubectl", "k", 1)),
    ] {
        for head in ["set -e", "set -u"] {
            let brief = run(0, head, &ends);
            has(brief.lines().next().unwrap(), &["The script ends at +00:01:01"]);
            has(&brief, &["Commands that the script doesn't get to:\n  Cordon of n-1 requested\n"]);
            assert!(!run(1, head, &ends).contains("The script ends"), "{ends}");
        }
    }
    for other in ["|| { echo failed; }", "; exit_code=$?", "|| echo exit"] {
        assert!(!run(0, "set -u", &format!("{drain} {other}")).contains("The script ends"));
    }
    for other in ["set -u", "set --trace", "set -x --help", "set -- -e", "set -o pipefail errexit"]
    {
        assert!(!run(0, other, drain).contains("The script ends"), "{other}");
    }
}

/// “What is behind the `exit` of an `if`, or of my function `die`?”
#[test]
fn what_follows_an_exit_is_named() {
    let folder = Folder::new("script-exit");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let drain = "kubectl drain n-0 --ignore-daemonsets\n";
    for ends in [
        "exit 0\n",
        "if [ a = a ]; then\n  exit 1\nfi\n",
        "die() {\n  echo \"$1\"\n  exit 1\n}\ndie failed\n",
    ] {
        let line = ends.lines().count() + 2;
        let named = format!("line {line}: kubectl drain n-0 --ignore-daemonsets, taken not to run");
        let file = folder.write("a.sh", &format!("kubectl cordon n-1\n{ends}{drain}"));
        has(err(&nodetide(&["import", &dump, &cluster, &file])), &[&named]);
        let file = folder.write("b.sh", &format!("\n{ends}{drain}"));
        let said = nodetide(&["import", &dump, &cluster, &file]);
        has(
            err(&said),
            &["no command of the script that changes a cluster is taken to run", &named],
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
    let text = gate("kubectl drain n-0 --ignore-daemonsets --timeout=60s\n");
    has(
        &text,
        &[
            "Drains that gave up:\n",
            "node/n-0: The drain times out",
            "fail-on stuck: a drain gave up",
        ],
    );
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
            "Assumed:\n",
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
    has(
        brief,
        &[
            "The drain of n-0 doesn't end: the PDB shop/web refuses its evictions.\n",
            "budget/shop/web held up the drains of 1 node to the end of the run, first ",
            "Never drained:\n  node/n-0: its drain doesn't end, as budget/shop/web refuses\n",
            "  node/n-1, node/n-2: the script doesn't get there\n",
        ],
    );
    assert!(!brief.contains("59 d"), "{brief}");
}

/// “My loop counts, or asks gcloud for the pools.”
#[test]
fn loops_over_numbers_and_over_all_pools_are_evaluated() {
    let folder = Folder::new("script-numbers");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let of = |text: &str| script(&[&dump, &cluster, &folder.write("loop.sh", text)]);
    let cordons = "{\"at\":\"0s\",\"do\":\"cordon\",\"node\":\"n-0\"}\n{\"after\":0,\"do\":\"cordon\",\"node\":\"n-1\"}\n{\"after\":1,\"do\":\"cordon\",\"node\":\"n-2\"}\n";
    for head in [
        "for i in {0..2}; do",
        "for i in $(seq 0 2); do",
        "LAST=2\nfor i in $(seq 0 1 $LAST); do",
        "for ((i=0;i<3;i++)); do",
        "for (( i = 0; i <= 2; i++ )); do",
        "N=3\nfor ((i=0; i<N; i+=1))\ndo",
    ] {
        assert_eq!(of(&format!("{head}\n  kubectl cordon n-$i\ndone\n")), cordons, "{head}");
    }
    assert_eq!(of("kubectl cordon n-{0..2}\n"), cordons);
    // What has no end, or too many turns, is named.
    for head in ["for ((i=0;;i++))", "for i in {0..9999999}", "for i in $(seq 0 0 1)"] {
        let endless = format!("{head}; do\n  kubectl cordon n-$i\ndone\nkubectl cordon n-1\n");
        has(&of(&endless), &["n-1"]);
        assert!(!of(&endless).contains("n-0"), "{head}");
    }
    // A second pool of the cluster.
    let text = std::fs::read_to_string(&cluster).unwrap();
    let api = r#""nodePools":[{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1},"#;
    let two = folder.write("two.json", &text.replace(r#""nodePools":["#, api));
    let each = folder.write(
        "each.sh",
        "for pool in $(gcloud container node-pools list --cluster=prod --zone=us-east1-b --format='value(name)'); do\n\
         gcloud container clusters upgrade prod --zone=us-east1-b --node-pool=\"$pool\" --cluster-version=1.33.5-gke.100 -q\nsleep 600\ndone\n",
    );
    let upgrades = script(&[&dump, &two, &each]);
    assert_eq!(
        upgrades,
        "{\"at\":\"0s\",\"do\":\"upgrade\",\"pool\":\"api\",\"version\":\"1.33.5-gke.100\"}\n\
         {\"at\":\"600s\",\"after\":\"pool/api\",\"do\":\"upgrade\",\"pool\":\"old\",\"version\":\"1.33.5-gke.100\"}\n"
    );
    // Without a cluster nobody knows them.
    let alone = nodetide(&["import", &each]);
    has(err(&alone), &["variable not evaluated"]);
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
    has(&brief, &["; cancelled at ", "api 10m after the start of its upgrade"]);
}

/// “The upgrade ended at once with `Invalid choice`.”
#[test]
fn commands_that_gcloud_does_not_have_fail_and_are_named() {
    let folder = Folder::new("script-invalid-choice");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let text = "kubectl cordon n-0\ngcloud beta container node-pools upgrade old --cluster prod --zone us-east1-b --quiet\n\
                gcloud container node-pools get-upgrade-info old --cluster prod\nkubectl cordon n-1\n";
    let said = "line 2: gcloud container node-pools upgrade, which gcloud doesn't have (“Invalid choice”): \
                write gcloud container clusters upgrade CLUSTER --node-pool POOL";
    let file = folder.write("go-on.sh", text);
    let entries = script(&[&dump, &cluster, &file]);
    assert_eq!(entries.matches("cordon").count(), 2, "{entries}");
    has(&answer(&["run", &dump, &cluster, &file, "--format", "brief"]), &[said]);
    let failed = nodetide(&["run", &dump, &cluster, &file, "--fail-on", "left-out"]);
    assert_eq!(failed.status.code(), Some(1), "{}", err(&failed));
    // With `set -e` the script ends there.
    let file = folder.write("stop.sh", &format!("set -e\n{}", text.replace("old", "new")));
    let entries = script(&[&dump, &cluster, &file]);
    assert_eq!(entries.matches("cordon").count(), 1, "{entries}");
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(
        &brief,
        &[
            "line 3: gcloud container node-pools upgrade",
            "line 5: kubectl cordon n-1, taken not to run",
        ],
    );
    // Alone it's no script.
    let file = folder.write("alone.sh", "gcloud container node-pools upgrade old --cluster prod\n");
    has(
        err(&nodetide(&["run", &dump, &cluster, &file])),
        &[
            "line 1: gcloud container node-pools upgrade",
            "clusters upgrade CLUSTER --node-pool POOL",
        ],
    );
}
