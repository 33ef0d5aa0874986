//! Answers about what a person can change: own workloads before GKE's add-ons, and the subject's Pods before time.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

const CLUSTER: &str = r#""cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"}"#;

fn pool(nodes: u32, more: &str) -> String {
    format!(
        r#"{{"name":"p","version":"1.33.5","initialNodeCount":{nodes},"config":{{"machineType":"e2-standard-4"}}{more}}}"#
    )
}

fn workload(kind: &str, name: &str, replicas: u32, cpu: &str) -> String {
    let (space, name) = name.split_once('/').unwrap_or(("default", name));
    format!(
        r#"{{"kind":"{kind}","namespace":"{space}","name":"{name}","replicas":{replicas},"labels":{{"app":"{name}"}},"requests":{{"cpu":"{cpu}"}}}}"#
    )
}

fn budget(name: &str, limit: &str) -> String {
    let (space, name) = name.split_once('/').unwrap_or(("default", name));
    format!(
        r#"{{"namespace":"{space}","name":"{name}","selector":{{"matchLabels":{{"app":"{name}"}}}},{limit}}}"#
    )
}

fn scenario(folder: &Folder, pool: &str, workloads: &[String], budgets: &[String]) -> String {
    let (workloads, budgets) = (workloads.join(","), budgets.join(","));
    folder.write(
        "scenario.json",
        &format!(
            r#"{{"version":1,"start":"2026-11-24T00:00:00Z",{CLUSTER},"pools":[{pool}],"workloads":[{workloads}],"budgets":[{budgets}],"script":[{{"at":"0s","do":"upgrade","pool":"p"}}]}}"#
        ),
    )
}

fn changes(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("Change it")).collect()
}

/// “The reservation is full. How do we get through at all?” The budget over all four Pods holds up the drains next.
#[test]
fn a_stuck_upgrade_is_offered_what_ends_it_with_its_price() {
    let folder = Folder::new("stuck-price");
    let pool = pool(4, r#","reserved":true,"reservedNodes":4"#);
    let app = workload("Deployment", "llm/llama", 4, "3000m");
    let file = scenario(&folder, &pool, &[app], &[budget("llm/llama", r#""minAvailable":"90%""#)]);
    let told = answer(&["why", &file, "pool/p", "--at", "1h"]);
    let told = changes(&told);
    assert_eq!(told.len(), 2, "{told:?}");
    let price = ": the upgrade succeeds instead of getting stuck, forced out 0 → 4";
    has(told[0], &["p reservation 4 → 5 VMs", price]);
    has(
        told[1],
        &["p maxSurge/maxUnavailable 1/0 → 0/1", price, "the same: p maxUnavailable 0 → 1"],
    );
    // Nothing is offered for a workload or its budget that forces the Pods out.
    for subject in ["workload/llm/llama", "budget/llm/llama"] {
        let told = answer(&["why", &file, subject, "--at", "1h"]);
        assert_eq!(changes(&told), [""; 0], "{subject}");
    }
}

/// “One web Pod isn't ready. What can I do for web?”
#[test]
fn a_workload_is_offered_nothing_that_takes_more_of_its_pods() {
    let folder = Folder::new("own-pods");
    let file = scenario(&folder, &pool(3, ""), &[workload("Deployment", "web", 6, "1500m")], &[]);
    for subject in ["workload/web", "pod/web-0"] {
        let told = answer(&["why", &file, subject, "--at", "3m10s"]);
        let told = changes(&told);
        has(told[0], &["add a PDB with maxUnavailable 1 for web", "web ready 4 of 6 → 5 of 6"]);
        for line in &told {
            assert!(!line.contains("→ 3 of 6") && !line.contains("→ 2 of 6"), "{told:?}");
        }
    }
}

/// “What can I change?” GKE sets its add-ons back.
#[test]
fn nothing_that_gke_manages_is_offered_and_own_workloads_come_first() {
    let folder = Folder::new("add-ons");
    let add_ons = ["dns", "metrics", "exporter"]
        .map(|name| workload("Deployment", &format!("kube-system/{name}"), 1, "100m"));
    let dns = budget("kube-system/dns", r#""maxUnavailable":0"#);
    let web = workload("Deployment", "shop/web", 6, "1000m");
    let all = [&add_ons[..], core::slice::from_ref(&web)].concat();
    let file = scenario(&folder, &pool(3, ""), &all, &[dns]);
    for subject in ["pool/p", "workload/kube-system/dns", "budget/kube-system/dns"] {
        let told = answer(&["why", &file, subject, "--at", "3m"]);
        assert!(changes(&told).iter().all(|line| !line.contains("kube-system")), "{told}");
    }
    let file = scenario(&folder, &pool(3, ""), &all, &[]);
    let brief = answer(&["run", &file, "--format", "brief"]);
    let of_gke = "  3 workloads of kube-system had no ready Pods for up to 20 s\n";
    has(&brief, &["Finishes, but 3 add-ons had no ready Pod for up to 20 s.\n", of_gke]);
    let compared = answer(&["compare", &file, "--with", "surge=2+0"]);
    let first = compared.lines().find(|line| line.starts_with("fewest ready Pods")).unwrap();
    has(first, &["  workload/shop/web 4 of 6"]);
    // One of the own is named before them.
    let single = workload("Deployment", "shop/single", 1, "100m");
    let file = scenario(&folder, &pool(3, ""), &[&all[..], &[single]].concat(), &[]);
    let brief = answer(&["run", &file, "--format", "brief"]);
    has(&brief, &["Finishes, but shop/single, a single replica, was away for 20 s.\n", of_gke]);
    let (_, hurt) = brief.split_once("Who is hurt:\n").unwrap();
    assert!(hurt.trim_start().starts_with("workload/shop/single"), "{brief}");
    let compared = answer(&["compare", &file, "--with", "surge=2+0"]);
    let out = compared.lines().find(|line| line.starts_with("time without a ready Pod")).unwrap();
    has(out, &["  workload/shop/single "]);
}

/// “0/1 and a budget that lets one go, together?”
#[test]
fn compare_makes_changes_with_and_between_them_together() {
    let folder = Folder::new("together");
    let pool = pool(4, r#","reserved":true,"reservedNodes":4"#);
    let app = workload("Deployment", "web", 4, "3000m");
    let file = scenario(&folder, &pool, &[app], &[budget("web", r#""minAvailable":4"#)]);
    let limit = "/budgets/0/minAvailable=3";
    let compared = answer(&["compare", &file, "--with", "surge=0+1", "and", limit, "surge=2+0"]);
    let mut lines = compared.lines();
    let columns: Vec<&str> =
        lines.next().unwrap().split("  ").filter(|cell| !cell.is_empty()).collect();
    let names = columns.iter().map(|cell| cell.trim());
    assert!(names.eq(["as is", &format!("surge=0+1 and {limit}"), "surge=2+0"]), "{columns:?}");
    let outcome: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(outcome, ["outcome", "stuck", "succeeded", "stuck"]);
    assert!(!compared.contains("forced out"), "{compared}");
    let exported = ["export", &file, "--format", "scenario", "--with", "surge=0+1", "and", limit];
    has(&answer(&exported), &[r#""minAvailable": 3"#, r#""maxUnavailable": 1"#]);
    for words in [&["and", limit][..], &[limit, "and"], &[limit, "and", "and", "surge=0+1"]] {
        let refused = nodetide(&[&["compare", &file, "--with"], words].concat());
        assert_eq!(code(&refused), 2);
        has(err(&refused), &["“and” of --with stands between two changes"]);
    }
}

/// “Why isn't redis-2 coming back?”
#[test]
fn a_stateful_pod_waits_for_one_of_a_lower_ordinal() {
    let folder = Folder::new("ordinals");
    let redis = workload("StatefulSet", "data/redis", 3, "3000m");
    let ready = r#""assumptions":{"ready":"600s"},"terminationGracePeriodSeconds":5,"requests""#;
    let redis = redis.replace(r#""requests""#, ready);
    let pool = pool(3, r#","upgradeSettings":{"maxSurge":2}"#);
    let file = scenario(&folder, &pool, core::slice::from_ref(&redis), &[]);
    // redis-0 and redis-1 are evicted together; redis-0 is recreated at 3m6s and Ready 10 min 20 s later.
    let waits = "redis-1 is recreated only when all Pods of lower ordinals are Ready, and data/redis-0 isn't. (KC-09 KC-10 KC-11)";
    for subject in ["pod/data/redis-1", "workload/data/redis"] {
        let told = answer(&["why", &file, subject, "--at", "4m"]);
        let first = told.lines().find(|line| line.starts_with("Why: ")).unwrap();
        has(first, &[waits]);
        has(&told, &["Until: +00:13:26, when its StatefulSet recreates "]);
    }
    let later = answer(&["why", &file, "workload/data/redis", "--at", "40m"]);
    assert!(!later.contains("OrderedReady"), "{later}");
    let parallel = redis.replace(r#""requests""#, r#""podManagementPolicy":"Parallel","requests""#);
    let file = scenario(&folder, &pool, &[parallel], &[]);
    let told = answer(&["why", &file, "workload/data/redis", "--at", "4m"]);
    assert!(!told.contains("OrderedReady"), "{told}");
}

/// “helm template writes no namespace: does the PDB of the chart pass?”
#[test]
fn manifests_without_a_namespace_are_those_of_the_cluster() {
    let folder = Folder::new("manifests-without-namespace");
    let (dump, cluster) = (crate::scripts::dump(&folder), crate::scripts::cluster(&folder, ""));
    let chart = |namespace: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web{namespace}}}\nspec: {{replicas: 2, selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{containers: [{{name: c}}]}}}}}}\n\
             ---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {{name: new{namespace}}}\nspec: {{maxUnavailable: 1, selector: {{matchLabels: {{app: web}}}}}}\n"
        )
    };
    let import = |text: &str| {
        let file = folder.write("chart.yaml", text);
        let output = nodetide(&["import", &dump, &cluster, &file]);
        (out(&output).to_owned(), err(&output).to_owned())
    };
    let (document, said) = import(&chart(""));
    has(
        &said,
        &[
            "2 manifests without a namespace, in that of the cluster's objects of the same names: Deployment web (shop), PodDisruptionBudget new (shop)",
        ],
    );
    assert_eq!(document.matches("\"Deployment\"").count(), 1, "{document}");
    // The default namespace where it is written, or where nothing has that name.
    let (document, said) = import(&chart(", namespace: default"));
    assert!(!said.contains("without a namespace"), "{said}");
    assert_eq!(document.matches("\"Deployment\"").count(), 2, "{document}");
    let (_, said) = import(&chart("").replace("name: web}", "name: other}"));
    has(
        &said,
        &["2 manifests without a namespace, in the default one, beside the cluster's objects"],
    );
}

/// “My pipeline may not read nodes.”
#[test]
fn a_dump_without_nodes_says_so_and_its_ready_pods_are_ready() {
    let folder = Folder::new("dump-without-nodes");
    let cluster = crate::scripts::cluster(&folder, "");
    let text = std::fs::read_to_string(crate::scripts::dump(&folder)).unwrap();
    let from = text.find("{\"apiVersion\":\"v1\",\"kind\":\"Pod\"").unwrap();
    let dump = folder.write(
        "no-nodes.json",
        &format!("{{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{}", &text[from..]),
    );
    let budget = folder.write(
        "budget.yaml",
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\nspec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}\n",
    );
    let check = nodetide(&["check", &dump, &cluster, &budget]);
    has(
        err(&check),
        &[
            "2 Pods on nodes that aren't in the files, in which there is no node at all (kubectl get nodes is missing",
        ],
    );
    for false_alarm in ["Pods are ready", "Mend the Pods"] {
        assert!(!err(&check).contains(false_alarm), "{}", err(&check));
    }
    has(&answer(&["run", &dump, &cluster, &budget, "--format", "brief"]), &["at most 0 pending"]);
}
