//! Scripts that wait: `kubectl rollout status` and `kubectl wait`.

use crate::cli::{Folder, answer, has, nodetide};
use crate::scripts::{cluster, dump, script};

/// A script for the cluster of `scripts.rs`: the files, its entries, and the brief.
fn of(folder: &Folder, text: &str) -> ([String; 3], String, String) {
    let files = [dump(folder), cluster(folder, ""), folder.write("tonight.sh", text)];
    let [dump, cluster, file] = &files;
    let brief = answer(&["run", dump, cluster, file, "--format", "brief"]);
    let entries = script(&[dump, cluster, file]);
    (files, entries, brief)
}

fn events([dump, cluster, file]: &[String; 3]) -> String {
    answer(&["run", dump, cluster, file, "--only", "workload,node"])
}

/// “I restart the service, wait for it, and drain then.”
#[test]
fn a_drain_begins_when_the_rollout_is_done() {
    let folder = Folder::new("waits-rollout");
    let (files, entries, _) = of(
        &folder,
        "set -e\nkubectl -n shop rollout restart deployment/web\nkubectl -n shop rollout status deployment/web --timeout=10m\n\
         kubectl drain n-0 --ignore-daemonsets --timeout=300s\nkubectl rollout status deploy web -n shop --watch=false\n\
         kubectl rollout history deploy web -n shop\n",
    );
    assert_eq!(
        entries,
        r#"{"at":"0s","do":"rollout","workload":"shop/web"}
{"after":0,"stopOnFailure":true,"do":"wait","workload":"shop/web","timeout":"600s"}
{"after":1,"stopOnFailure":true,"do":"drain","node":"n-0","timeout":"300s","ignoreDaemonsets":true}
"#
    );
    has(
        &events(&files),
        &[
            "00:00:00 workload/shop/web: The script waits for the rollout of shop/web",
            "00:00:40 workload/shop/web: The rollout is done",
            "00:00:40 workload/shop/web: The wait is over",
            "00:00:40 node/n-0: Drain of n-0 requested",
        ],
    );
}

/// “The new Pods don't fit: what does the script do?”
#[test]
fn a_wait_that_times_out_ends_the_script() {
    let folder = Folder::new("waits-timeout");
    let text = "kubectl cordon n-0\nkubectl cordon n-1\nkubectl cordon n-2\nkubectl -n shop scale deployment/web --replicas=3\n\
                kubectl wait --for=condition=Available deployment/web -n shop --timeout=60s\n\
                kubectl rollout status deployment/web -n shop --timeout=2m\nkubectl uncordon n-0\n";
    let (_, entries, brief) = of(&folder, &format!("set -e\n{text}"));
    has(
        &entries,
        &[
            r#"{"after":3,"stopOnFailure":true,"do":"wait","workload":"shop/web","condition":"available","timeout":"60s"}"#,
            r#"{"after":4,"stopOnFailure":true,"do":"wait","workload":"shop/web","timeout":"120s"}"#,
        ],
    );
    // 3 of which 0 may be missing (25 % of 3, rounded down).
    has(
        &brief,
        &[
            "doesn't get to the 2 commands after it",
            "Waits that failed:\n",
            "The script waits until shop/web is available: timed out",
            "Commands that the script doesn't get to:\n  Uncordon of n-0 requested",
            "Nodes that the script leaves cordoned:\n  node/n-0, node/n-1, node/n-2",
        ],
    );
    // Without `set -e` it goes on, and the Pod gets its node in the end.
    let (files, _, brief) = of(&folder, text);
    has(
        &brief,
        &[
            "The script waits until shop/web is available: timed out",
            "The script waits for the rollout of shop/web: timed out",
        ],
    );
    has(&events(&files), &["00:03:00 node/n-0: Uncordon of n-0 requested"]);
    let [dump, cluster, file] = &files;
    let failed = nodetide(&["run", dump, cluster, file, "--fail-on", "stuck"]);
    assert_eq!(failed.status.code(), Some(1));
}

/// Without a limit, `kubectl rollout status` waits forever.
#[test]
fn a_wait_without_an_end_is_named() {
    let folder = Folder::new("waits-endless");
    let (_, _, brief) = of(
        &folder,
        "kubectl cordon n-0 n-1 n-2\nkubectl -n shop scale deployment/web --replicas=3\nkubectl -n shop rollout status deployment/web\n\
         kubectl uncordon n-0\n",
    );
    has(
        &brief,
        &[
            "The script waits for the rollout of shop/web without end",
            "and it doesn't get to the command after it",
            "Nodes that the script leaves cordoned:\n  node/n-0, node/n-1, node/n-2",
        ],
    );
}

/// Pods by label, nodes by label, and what no run can wait for.
#[test]
fn kubectl_wait_is_for_pods_and_nodes_too() {
    let folder = Folder::new("waits-kinds");
    let (files, entries, brief) = of(
        &folder,
        "kubectl wait --for=condition=Ready node -l tier=old-tier --timeout=10m\nkubectl wait --for=condition=Ready node/n-1\nkubectl wait --for=condition=Ready pod -l app=web -n shop\n\
         kubectl -n shop scale deployment/web --replicas=0\nkubectl wait --for=delete pod --selector app=web -n shop --timeout=90s\n\
         kubectl wait --for=condition=complete job/migrate\nkubectl wait --for=condition=Ready pod/web-0\n\
         kubectl rollout status deployment/other -n shop\n",
    );
    assert_eq!(
        entries,
        r#"{"at":"0s","do":"wait","pool":"old","condition":"ready","timeout":"600s"}
{"after":0,"do":"wait","node":"n-1","condition":"ready","timeout":"30s"}
{"after":1,"do":"wait","workload":"shop/web","condition":"ready","timeout":"30s"}
{"after":2,"do":"set","workload":"shop/web","replicas":0}
{"after":3,"do":"wait","workload":"shop/web","condition":"deleted","timeout":"90s"}
"#
    );
    has(
        &brief,
        &[
            "line 6: kubectl wait --for=condition=complete job/migrate",
            "line 7: kubectl wait --for=condition=Ready pod/web-0",
            "line 8: kubectl rollout status deployment/other",
        ],
    );
    has(&events(&files), &["00:00:30 workload/shop/web: The wait is over"]);
    // What the gcloud export writes is read again.
    let [dump, cluster, file] = &files;
    let text = answer(&["export", dump, cluster, file, "--format", "gcloud"]);
    has(
        &text,
        &[
            "kubectl wait node --selector=cloud.google.com/gke-nodepool=old --for=condition=Ready --timeout=600s",
            "kubectl wait node n-1 --for=condition=Ready --timeout=30s",
            "kubectl wait pod --selector=app=web --namespace=shop --for=condition=Ready --timeout=30s",
            "kubectl wait pod --selector=app=web --namespace=shop --for=delete --timeout=90s",
        ],
    );
    let again = folder.write("again.sh", &text);
    let waits = |text: &str| text.matches(r#""do":"wait""#).count();
    assert_eq!(waits(&script(&[dump, cluster, &again])), waits(&entries));
}

/// “After the upgrade I wait for the new nodes.”
#[test]
fn a_wait_for_the_nodes_of_a_pool_is_for_those_that_it_has_then() {
    let folder = Folder::new("waits-pool");
    let (files, entries, brief) = of(
        &folder,
        "set -e\ngcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --quiet\n\
         kubectl wait --for=condition=Ready nodes -l cloud.google.com/gke-nodepool=old --timeout=300s\n\
         kubectl -n shop scale deploy web --replicas=1\n",
    );
    assert_eq!(
        entries,
        r#"{"at":"0s","stopOnFailure":true,"do":"upgrade","pool":"old","version":"1.33.5-gke.100"}
{"after":"pool/old","stopOnFailure":true,"do":"wait","pool":"old","condition":"ready","timeout":"300s"}
{"after":1,"stopOnFailure":true,"do":"set","workload":"shop/web","replicas":1}
"#
    );
    assert!(!brief.contains("The script ends"), "{brief}");
    let rows = answer(&["run", &files[0], &files[1], &files[2], "--only", "pool,workload"]);
    has(&rows, &["pool/old: The wait is over", "workload/shop/web: Replicas set to 1"]);
}
