//! What files don't say of a cluster's Pods and versions isn't taken as none.

use crate::cli::{Folder, code, err, nodetide, out};
use expect_test::{Expect, expect};

/// Two autoscaled pools of 60 and 3 nodes in Terraform.
const POOLS: &str = r#"
resource "google_container_node_pool" "main" {
  name               = "main"
  cluster            = "c"
  location           = "us-central1-a"
  initial_node_count = 60
  version            = "1.32.9-gke.1548000"
  autoscaling {
    min_node_count = 1
    max_node_count = 100
  }
  upgrade_settings {
    max_surge       = 1
    max_unavailable = 0
  }
}
resource "google_container_node_pool" "gpu" {
  name               = "gpu"
  cluster            = "c"
  location           = "us-central1-a"
  initial_node_count = 3
  version            = "1.32.9-gke.1548000"
  autoscaling {
    min_node_count = 0
    max_node_count = 5
  }
  node_config {
    taint {
      key    = "dedicated"
      value  = "gpu"
      effect = "NO_SCHEDULE"
    }
  }
}
"#;

const WEB: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers: [{name: web, resources: {requests: {cpu: 100m}}}]\n";

/// Of the run of the files, the lines that begin with one of these words.
fn check(files: &[(&str, &str)], words: &[&str], expect: Expect) {
    let folder = Folder::new("unknown-state");
    let paths: Vec<String> = files.iter().map(|(name, text)| folder.write(name, text)).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let told = nodetide(&[&["run", "--now", "2026-11-23T00:00:00Z"], &paths[..]].concat());
    assert_eq!(code(&told), 0, "{}", err(&told));
    let all = [err(&told), out(&told)].concat();
    let is_such = |line: &&str| words.iter().any(|word| line.trim_start().starts_with(word));
    expect.assert_eq(&all.lines().filter(is_such).collect::<Vec<_>>().join("\n"));
}

/// CA-05: the autoscaler removes nodes without Pods, not those whose Pods are unknown.
#[test]
fn a_pool_without_known_pods_keeps_its_nodes() {
    check(
        &[("pools.tf", POOLS)],
        &["Nodes:", "pool/", "Autoscaler:"],
        expect![[r#"
        Nodes: 63 at the start, fewest 63, most 64, 63 at the end. Pods: 0 evicted, 0 forced out, 0 lost, at most 0 pending
        Autoscaler: 0 nodes added, 0 removed; 233.3 node-hours. 0 Pods waited for a node, at most 0 s
          pool/main: succeeded, 60 of 60 nodes upgraded, 3 h 31 min (SURGE)
          pool/gpu: succeeded, 3 of 3 nodes upgraded, 10 min 33 s (SURGE)
          pool/gpu for 3 h 31 min: 2026-11-23T00:00:00Z pool/gpu: The upgrade is due but can't start yet: another pool is being upgraded (record/67)"#]],
    );
}

/// What a manifest asks for isn't all that runs on 60 nodes.
#[test]
fn a_manifest_makes_no_pods_of_a_pool_known() {
    let files = [("pools.tf", POOLS), ("web.yaml", WEB)];
    check(
        &files,
        &["Nodes:", "pool/", "Autoscaler:"],
        expect![[r#"
            Nodes: 63 at the start, fewest 63, most 64, 63 at the end. Pods: 2 evicted, 0 forced out, 0 lost, at most 0 pending
            Autoscaler: 0 nodes added, 0 removed; 234.4 node-hours. 0 Pods waited for a node, at most 0 s
              pool/main: succeeded, 60 of 60 nodes upgraded, 3 h 32 min (SURGE)
              pool/gpu: succeeded, 3 of 3 nodes upgraded, 10 min 33 s (SURGE)
              pool/gpu for 3 h 32 min: 2026-11-23T00:00:00Z pool/gpu: The upgrade is due but can't start yet: another pool is being upgraded (record/67)"#]],
    );
}

const AGENT: &str = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  selector: {matchLabels: {app: agent}}\n  template:\n    metadata: {labels: {app: agent}}\n    spec:\n      containers: [{name: agent, resources: {requests: {cpu: 10m}}}]\n";

/// KA-54: Pods of a DaemonSet keep no node, so they don't tell that nothing else is there.
#[test]
fn a_daemon_set_makes_no_pods_of_a_pool_known() {
    let files = [("pools.tf", POOLS), ("agent.yaml", AGENT)];
    check(
        &files,
        &["pool/main:", "Autoscaler:"],
        expect![[r#"
            Autoscaler: 0 nodes added, 0 removed; 233.3 node-hours. 0 Pods waited for a node, at most 0 s
              pool/main: succeeded, 60 of 60 nodes upgraded, 3 h 31 min (SURGE)"#]],
    );
}

fn cluster(channel: &str, pools: &str) -> String {
    let pool = |name: &str| {
        format!(
            r#"
resource "google_container_node_pool" "{name}" {{
  name               = "{name}"
  cluster            = google_container_cluster.c.name
  location           = "us-central1-a"
  initial_node_count = 1
  {pools}
}}"#
        )
    };
    let own = format!(
        r#"resource "google_container_cluster" "c" {{
  name     = "c"
  location = "us-central1-a"
  release_channel {{ channel = "{channel}" }}
  maintenance_policy {{
    recurring_window {{
      start_time = "2026-01-01T19:00:00Z"
      end_time   = "2026-01-01T23:00:00Z"
      recurrence = "FREQ=DAILY"
    }}
    maintenance_exclusion {{
      exclusion_name = "freeze"
      start_time     = "2026-11-01T00:00:00Z"
      end_time       = "2026-12-01T00:00:00Z"
      exclusion_options {{ scope = "NO_UPGRADES" }}
    }}
  }}
}}"#
    );
    [own, pool("a"), pool("b")].concat()
}

const ASSUMED: [&str; 5] = ["2 upgrades", "The upgrade", "The upgrades", "Started", "Assumed:"];

/// MW-02, BS-09: in a channel GKE upgrades every pool, when it may.
#[test]
fn an_assumed_upgrade_of_a_channel_waits_for_window_and_exclusion() {
    check(
        &[("main.tf", &cluster("REGULAR", ""))],
        &ASSUMED,
        expect![[r#"
            Assumed: an upgrade of a, b (else: --upgrade POOL[=VERSION],… or none).
            2 upgrades take 7 min 2 s, done 2026-12-01T19:07:02Z after freeze.
            Started Tuesday 2026-12-01T19:00:00Z, ended 2026-12-01T19:07:02Z: 7 min 2 s. 2 nodes upgraded (record/25)
            Assumed: 2 upgrades in the script: a to 1.34, the next minor version, automatically, b to 1.34, the next minor version, automatically"#]],
    );
}

#[test]
fn an_assumed_upgrade_by_hand_says_so() {
    let pools = "management {\n    auto_upgrade = false\n  }";
    check(
        &[("main.tf", &cluster("UNSPECIFIED", pools))],
        &ASSUMED,
        expect![[r#"
            Assumed: an upgrade of a (else: --upgrade POOL[=VERSION],… or none).
            The upgrade succeeds: 1 node of a.
            Started Monday 2026-11-23T00:00:00Z, ended 2026-11-23T00:03:31Z: 3 min 31 s. 1 node upgraded (record/2)
            Assumed: 1 upgrade in the script: a to 1.34, the next minor version, manually: it ignores windows and exclusions"#]],
    );
}

/// A slice of eight hosts, of which the pool may have so many.
fn slice(most: u32) -> String {
    format!(
        r#"{{"version":1,"start":"2026-03-02T10:00:00Z",
        "cluster":{{"location":"us-west4-a","currentMasterVersion":"1.33.5-gke.1162000"}},
        "pools":[{{"name":"base","initialNodeCount":1,"config":{{"machineType":"e2-standard-4"}}}},
         {{"name":"slice","initialNodeCount":0,"config":{{"machineType":"ct5lp-hightpu-4t"}},
          "placementPolicy":{{"type":"COMPACT","tpuTopology":"4x8"}},
          "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":{most}}}}}],
        "workloads":[{{"kind":"Job","name":"train","parallelism":8,"completions":8,
          "requests":{{"google.com/tpu":"4","cpu":"8","memory":"1Gi"}},"assumptions":{{"work":"1h"}},
          "nodeSelector":{{"cloud.google.com/gke-tpu-topology":"4x8","cloud.google.com/gke-tpu-accelerator":"tpu-v5-lite-podslice"}}}}]}}"#
    )
}

/// CA-54, KA-24, BS-94: all nodes of a slice or none, at any limit.
#[test]
fn a_slice_comes_whole_or_not_at_all() {
    let lines = ["8 Pods", "The autoscaler", "Nodes:"];
    check(
        &[("s.json", &slice(4))],
        &lines,
        expect![[r#"
              The autoscaler neither adds nor removes a node
            Nodes: 1 at the start, fewest 1, most 1, 1 at the end. Pods: 0 evicted, 0 forced out, 0 lost, at most 8 pending"#]],
    );
    check(
        &[("s.json", &slice(8))],
        &lines,
        expect![[r#"
        The autoscaler adds 8 nodes and removes 8.
        Nodes: 1 at the start, fewest 1, most 9, 1 at the end. Pods: 0 evicted, 0 forced out, 0 lost, at most 8 pending"#]],
    );
    check(
        &[("s.json", &slice(20))],
        &lines,
        expect![[r#"
        The autoscaler adds 8 nodes and removes 8.
        Nodes: 1 at the start, fewest 1, most 9, 1 at the end. Pods: 0 evicted, 0 forced out, 0 lost, at most 8 pending"#]],
    );
    let folder = Folder::new("half-slice");
    let path = folder.write("s.json", &slice(4));
    let told = nodetide(&["why", &path, "--at", "10m", "workload/train"]);
    let offers = out(&told).lines().filter(|line| line.starts_with("Change it"));
    expect!["Change it: slice maxNodeCount 4 → 8: Pods without a node 8 → 0, Pods wait to the end of the run → 3 min 10 s, nodes removed 0 → 8, node-hours +9.5"].assert_eq(&offers.collect::<Vec<_>>().join("\n"));
}
