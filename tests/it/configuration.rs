//! Terraform's files and plans, alone and beside a cluster that exists.

use crate::cli::{Folder, answer, code, err, has, nodetide, out, with_input};
use scenario::json::Json;

/// The entries of the script that an import writes, one a line.
fn script(args: &[&str]) -> String {
    let text = answer(&[&["import"], args].concat());
    let document = Json::parse(&text).expect("a scenario");
    let entries = document.get("script").map(Json::items).unwrap_or_default();
    entries.iter().map(|entry| entry.compact() + "\n").collect()
}

/// What `gcloud container clusters describe` prints.
const CLUSTER: &str = r#"{"name":"prod","location":"us-east1-b","locations":["us-east1-b"],"currentMasterVersion":"1.32.9-gke.100","status":"RUNNING",
 "selfLink":"https://container.googleapis.com/v1/projects/p/zones/us-east1-b/clusters/prod","releaseChannel":{"channel":"REGULAR"},
 "maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"},"maintenanceExclusions":{"old":{"startTime":"2026-12-01T00:00:00Z","endTime":"2026-12-05T00:00:00Z"}}}},
 "nodePools":[
  {"name":"main","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":2,"config":{"machineType":"e2-standard-4","diskType":"pd-balanced"},
   "management":{"autoUpgrade":true,"autoRepair":true},"upgradeSettings":{"maxSurge":1,"strategy":"SURGE"}},
  {"name":"batch","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{"machineType":"e2-standard-4"},
   "management":{"autoUpgrade":true,"autoRepair":true},"upgradeSettings":{"maxSurge":1,"strategy":"SURGE"}}]}"#;

const MAIN: &str = r#"resource "google_container_cluster" "primary" {
  name               = "prod"
  location           = "us-east1-b"
  min_master_version = "1.33.5-gke.100"
  maintenance_policy {
    recurring_window {
      start_time = "2026-11-28T01:00:00Z"
      end_time   = "2026-11-28T07:00:00Z"
      recurrence = "FREQ=WEEKLY;BYDAY=SA"
    }
    maintenance_exclusion {
      exclusion_name = "holidays"
      start_time     = "2026-12-19T00:00:00Z"
      end_time       = "2027-01-04T00:00:00Z"
      exclusion_options {
        scope = "NO_MINOR_OR_NODE_UPGRADES"
      }
    }
  }
}
resource "google_container_node_pool" "main" {
  name    = "main"
  cluster = google_container_cluster.primary.id
  version = "1.33.5-gke.100"
  upgrade_settings {
    max_surge       = 2
    max_unavailable = 0
  }
}
resource "google_container_node_pool" "batch" {
  name       = "batch"
  cluster    = google_container_cluster.primary.id
  version    = "1.33.5-gke.100"
  node_count = 1
  node_config {
    machine_type = "n2-standard-4"
    disk_type    = "pd-ssd"
  }
}
"#;

/// “I paste the files beside the cluster.” The cluster counts; only a plan says what Terraform changes.
#[test]
fn files_of_terraform_beside_the_cluster_are_not_used_and_say_so() {
    let folder = Folder::new("tf-beside");
    let cluster = folder.write("cluster.json", CLUSTER);
    let main = folder.write("main.tf", MAIN);
    let said = "3 clusters and node pools of configuration beside a description, which is used; for what Terraform changes, give terraform show -json of its plan: main, batch, prod in us-east1-b";
    for files in [[&*cluster, &*main], [&*main, &*cluster]] {
        let import = nodetide(&["import", files[0], files[1]]);
        has(err(&import), &[said]);
        has(out(&import), &[r#""dailyMaintenanceWindow""#, r#""old""#, r#""maxSurge": 1"#]);
        assert!(!out(&import).contains("n2-standard-4"), "{}", out(&import));
    }
}

/// “I have only a dump of the nodes, and the files.”
#[test]
fn nodes_say_which_version_pools_of_the_files_have() {
    let folder = Folder::new("tf-nodes");
    let dump = crate::scripts::dump(&folder);
    let file = folder.write("main.tf", &MAIN.replace("\"main\"", "\"old\""));
    let text = answer(&["import", &dump, &file]);
    has(&text, &[r#""currentMasterVersion": "1.33.5-gke.100""#, r#""maxSurge": 2"#]);
    let document = Json::parse(&text).unwrap();
    let pools = document.get("pools").unwrap().items();
    let old = pools.iter().find(|pool| pool.get("name").and_then(Json::text) == Some("old"));
    assert_eq!(old.unwrap().get("version").and_then(Json::text), Some("1.32.9-gke.100"));
    // A control plane that the files have behind the nodes isn't.
    let behind = MAIN.replace("\"main\"", "\"old\"").replace("1.33.5-gke.100", "1.31.1-gke.100");
    let behind = folder.write("main.tf", &behind);
    has(&answer(&["import", &dump, &behind]), &[r#""currentMasterVersion": "1.32.9-gke.100""#]);
}

/// “What does the plan change?”
#[test]
fn plans_say_what_is_there_before() {
    let folder = Folder::new("tf-plan");
    let pool = |version: &str, count: i64| {
        format!(
            r#"{{"name":"main","cluster":"prod","location":"us-east1-b","node_count":{count},"version":"{version}",
            "node_config":[{{"machine_type":"e2-standard-4"}}],"management":[{{"auto_repair":true,"auto_upgrade":true}}],
            "upgrade_settings":[{{"strategy":"SURGE","max_surge":1,"max_unavailable":0,"blue_green_settings":[]}}]}}"#
        )
    };
    let cluster = |version: &str| {
        format!(
            r#"{{"name":"prod","location":"us-east1-b","node_locations":[],"master_version":"1.32.9-gke.100","min_master_version":"{version}",
            "initial_node_count":1,"remove_default_node_pool":true,"node_pool":[]}}"#
        )
    };
    let resource = |kind: &str, name: &str, key: &str, values: &str| {
        format!(
            r#"{{"address":"{kind}.{name}","mode":"managed","type":"{kind}","name":"{name}","{key}":{values}}}"#
        )
    };
    let (of_cluster, of_pool) = ("google_container_cluster", "google_container_node_pool");
    let (old, new) = ("1.32.9-gke.100", "1.33.5-gke.100");
    let root = |cluster: &str, pool: &str| {
        let all = [
            resource(of_cluster, "primary", "values", cluster),
            resource(of_pool, "main", "values", pool),
        ];
        format!(r#"{{"root_module":{{"resources":[{}]}}}}"#, all.join(","))
    };
    let change = |actions: &str, before: &str, after: &str| {
        format!(r#"{{"actions":[{actions}],"before":{before},"after":{after}}}"#)
    };
    let plan = |actions: &str| {
        let changes = [
            resource(
                of_cluster,
                "primary",
                "change",
                &change(r#""update""#, &cluster(old), &cluster(new)),
            ),
            resource(of_pool, "main", "change", &change(actions, &pool(old, 3), &pool(new, 3))),
        ];
        format!(
            r#"{{"format_version":"1.2","terraform_version":"1.9.5","planned_values":{},"resource_changes":[{}]}}"#,
            root(&cluster(new), &pool(new, 3)),
            changes.join(",")
        )
    };
    let planned = folder.write("plan.json", &plan(r#""update""#));
    let expected = r#"{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.33.5-gke.100"}
{"after":"controlPlane","do":"upgrade","pool":"main","version":"1.33.5-gke.100"}
"#;
    assert_eq!(script(&[&planned]), expected);
    // A pool that is replaced is neither upgraded nor replaced in the run, and the page that people read says so.
    let replaced = folder.write("replaced.json", &plan(r#""delete","create""#));
    assert!(!script(&[&replaced]).contains("main"));
    has(
        &answer(&["run", &replaced, "--format", "brief"]),
        &["replacement of main, which deletes it with its Pods and creates it again"],
    );
    // A pool of which nothing is left in what is planned.
    let text = plan(r#""delete""#);
    let (begin, end) =
        (text.find("{\"root_module").unwrap(), text.find(",\"resource_changes").unwrap());
    let text = format!("{}{{\"root_module\":{{}}}}{}", &text[..begin], &text[end..]);
    let deleted = folder.write("deleted.json", &text);
    assert!(!script(&[&deleted]).contains("main"));
    has(&answer(&["run", &deleted, "--format", "brief"]), &["deletion of main"]);
}

/// “The pull request adds a pool: do the upgrades that are due still fit?”
#[test]
fn a_new_pool_leaves_the_upgrades_that_are_due() {
    let folder = Folder::new("tf-new-pool");
    let (dump, cluster) = (crate::scripts::dump(&folder), crate::scripts::cluster(&folder, ""));
    let due = script(&[&dump, &cluster]);
    has(&due, &[r#""pool":"old","version":"1.33.5-gke.100""#]);
    let tf = folder.write(
        "new.tf",
        "resource \"google_container_node_pool\" \"new\" {\n  name = \"new\"\n  cluster = \"prod\"\n  node_count = 2\n}\n",
    );
    let command = folder.write(
        "new.sh",
        "gcloud container node-pools create new --cluster prod --zone us-east1-b --num-nodes 2\n",
    );
    for file in [&tf, &command] {
        // New nodes have the version of the control plane.
        assert_eq!(script(&[&dump, &cluster, file]), due);
        let brief = answer(&["run", &dump, &cluster, file, "--format", "brief"]);
        has(&brief, &["3 nodes upgraded", "there with its nodes from the start: new"]);
    }
}

/// “The pull request raises a PDB in Terraform, and the next upgrade passes the gate?”
#[test]
fn disruption_budgets_in_terraform_are_those_of_the_run() {
    let folder = Folder::new("tf-budgets");
    let (dump, cluster) = (crate::scripts::dump(&folder), crate::scripts::cluster(&folder, ""));
    let text = std::fs::read_to_string(&dump).unwrap();
    let budget = r#"{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"web","namespace":"shop","creationTimestamp":"2026-01-01T00:00:00Z"},
        "spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"web"}}}}"#;
    std::fs::write(&dump, text.replacen(r#""items":["#, &format!(r#""items":[{budget},"#), 1))
        .unwrap();
    let gate = |files: &[&str]| {
        let args = [&["run"], files, &["--format", "brief", "--fail-on", "forced"]].concat();
        let output = nodetide(&args);
        (code(&output), out(&output).to_owned() + err(&output))
    };
    assert_eq!(gate(&[&dump, &cluster]).0, 0);

    let block = "variable \"least\" {\n  default = \"100%\"\n}\nresource \"kubernetes_pod_disruption_budget_v1\" \"web\" {\n  metadata {\n    name = \"web\"\n    namespace = \"shop\"\n  }\n  spec {\n    min_available = var.least\n    selector {\n      match_labels = { app = \"web\" }\n    }\n  }\n}\n";
    let tf = folder.write("pdb.tf", block);
    let manifest = folder.write(
        "manifest.tf",
        "resource \"kubernetes_manifest\" \"web\" {\n  manifest = {\n    apiVersion = \"policy/v1\"\n    kind = \"PodDisruptionBudget\"\n    metadata = { name = \"web\", namespace = \"shop\" }\n    spec = { maxUnavailable = 0, selector = { matchLabels = { app = \"web\" } } }\n  }\n}\n",
    );
    let changed = |kind: &str, action: &str, after: &str| {
        format!(
            r#"{{"format_version":"1.2","terraform_version":"1.9.0","planned_values":{{"root_module":{{"resources":[{{"address":"{kind}.web","mode":"managed","type":"{kind}","name":"web","values":{after}}}]}}}},
            "resource_changes":[{{"address":"{kind}.web","type":"{kind}","name":"web","change":{{"actions":["{action}"],"before":{{}},"after":{after}}}}}]}}"#
        )
    };
    let after = r#"{"metadata":[{"name":"web","namespace":"shop"}],"spec":[{"max_unavailable":"","min_available":"2","selector":[{"match_expressions":[],"match_labels":{"app":"web"}}]}]}"#;
    let kind = "kubernetes_pod_disruption_budget";
    let plan = folder.write("plan.json", &changed(kind, "update", after));
    for file in [&tf, &manifest] {
        for files in [[&*dump, &cluster, file], [file, &dump, &cluster]] {
            let (status, text) = gate(&files);
            assert_eq!(status, 1, "{text}");
        }
    }
    // What isn't read is named, and the upgrades that are due stay.
    let open = folder.write("open.tf", &block.replace("  default = \"100%\"\n", ""));
    let gone = folder.write("gone.json", &changed(kind, "delete", "null"));
    let helm = folder.write("helm.json", &changed("helm_release", "update", "{}"));
    let named = [
        (&open, "kubernetes_pod_disruption_budget_v1.web"),
        (&plan, "kubernetes_pod_disruption_budget.web"),
        (&gone, "kubernetes_pod_disruption_budget.web"),
        (&helm, "helm_release.web"),
    ];
    for (file, name) in named {
        let (status, text) = gate(&[&dump, &cluster, file]);
        assert_eq!(status, 0, "{text}");
        let said =
            format!("1 Kubernetes resource that Terraform changes and the run doesn't: {name}");
        has(&text, &[&format!("\nNot simulated: {said}\n"), "3 nodes upgraded"]);
    }
}

/// “The pools are a variable with defaults in its type.”
#[test]
fn defaults_in_types_and_loops_over_lists_are_evaluated() {
    let folder = Folder::new("tf-types");
    let main = folder.write(
        "main.tf",
        r#"variable "pools" {
  type = map(object({
    nodes    = number
    surge    = optional(number, 1)
    strategy = optional(object({ kind = optional(string, "SURGE") }), {})
    machine  = optional(string)
  }))
}
variable "zones" { type = optional(list(string)) }
locals {
  zones = [for zone in ["b", "c"] : "us-east1-${zone}" if zone != "c"]
  named = { for name, pool in var.pools : upper(name) => pool.nodes }
}
resource "google_container_node_pool" "each" {
  for_each       = var.pools
  name           = each.key
  cluster        = "prod"
  location       = "us-east1"
  node_locations = local.zones
  node_count     = local.named[upper(each.key)]
  version        = var.pools.front.machine == null ? "1.33.5-gke.100" : "1.30"
  node_config {
    machine_type = each.value.nodes == 1 ? null : lookup(data.x.y.machines, each.key)
  }
  upgrade_settings {
    strategy        = each.value.strategy.kind
    max_surge       = each.value.surge
    max_unavailable = var.pools.front.surge == 1 ? 0 : 7
  }
}
"#,
    );
    let values = folder.write(
        "prod.tfvars",
        "pools = {\n  front = { nodes = 1 }\n  back = { nodes = 2, surge = 3 }\n}\n",
    );
    let output = nodetide(&["import", &main, &values]);
    let document = Json::parse(out(&output)).unwrap();
    let pools = document.get("pools").unwrap().items();
    let pools: Vec<String> = pools
        .iter()
        .map(|pool| {
            let fields = ["name", "version", "initialNodeCount", "locations", "upgradeSettings"];
            fields.map(|field| pool.get(field).unwrap().compact()).join(" ")
        })
        .collect();
    assert_eq!(
        pools,
        [
            r#""front" "1.33.5-gke.100" 1 ["us-east1-b"] {"strategy":"SURGE","maxSurge":1,"maxUnavailable":0}"#,
            r#""back" "1.33.5-gke.100" 2 ["us-east1-b"] {"strategy":"SURGE","maxSurge":3,"maxUnavailable":0}"#,
        ]
    );
    // What isn't evaluated names its pool.
    has(
        err(&output),
        &["machine_type = each.value.nodes == 1 ? null : lookup(data.x.y.machines, eac… (back)\n"],
    );
}

/// Flags copied out of a command, and a rule that isn't whole.
#[test]
fn flags_without_their_command_are_judged() {
    let flags = "--maintenance-window-start 2026-11-28T01:00:00Z --maintenance-window-end 2026-11-28T07:00:00Z --maintenance-window-recurrence FREQ=WEEKLY;BYDAY=SA";
    let now = ["window", "--now", "2026-11-23T00:00:00Z"];
    let open = "Open every week on Saturday from 01:00 to 07:00 UTC";
    let told = with_input(&[&now[..], &["-"]].concat(), flags.as_bytes());
    has(out(&told), &[open]);
    let words: Vec<&str> = flags.split(' ').collect();
    let told = nodetide(&[&now[..], &["--"], &words].concat());
    has(out(&told), &[open]);
    has(err(&nodetide(&["window", "INTERVAL=2"])), &["This is a recurrence rule alone."]);
}

/// “A script deletes the pool: what becomes of its Pods?”
#[test]
fn a_deletion_of_a_pool_is_not_made_and_is_named() {
    let folder = Folder::new("no-other-pool");
    let (dump, cluster) = (crate::scripts::dump(&folder), crate::scripts::cluster(&folder, ""));
    let delete = folder.write(
        "delete.sh",
        "gcloud container node-pools create new --cluster prod --zone us-east1-b --num-nodes 2\n\
         gcloud container node-pools delete old --cluster prod --zone us-east1-b -q\n",
    );
    has(
        &answer(&["run", &dump, &cluster, &delete, "--format", "brief"]),
        &["left out: line 2: deletion of old (not simulated: it stays, with its nodes and Pods"],
    );
    has(
        &answer(&["why", &dump, &cluster, &delete, "pool/old"]),
        &["The files also ask for this, which a run doesn't make: line 2: deletion of old"],
    );
}

/// “We turned NodeLocal DNSCache on: when are the nodes recreated, and how do I have it now?” (MR-03, MR-04)
#[test]
fn a_change_that_waits_for_maintenance_is_named_with_the_way_to_have_it_now() {
    let folder = Folder::new("node-local-dns");
    let cluster = folder.write("cluster.json", CLUSTER);
    let dns = "gcloud container clusters update prod --region us-east1-b --update-addons=NodeLocalDNS=ENABLED\n";
    let dns = folder.write("dns.sh", dns);
    let way = "NodeLocal DNSCache change of main, batch: all nodes are recreated at the version that they have, when a window is open and no exclusion blocks it (MR-03). Without waiting: gcloud container clusters upgrade CLUSTER --node-pool=main --cluster-version=1.32.9-gke.100 (MR-04), for each of the pools\n";
    let now = ["--now", "2026-11-24T09:00:00Z"];
    let check = answer(&[&["check", &*cluster, &*dns], &now[..]].concat());
    let line = "pool/main, NodeLocal DNSCache change at 1.32.9-gke.100, in maintenance windows: 2026-11-25T03:00:00Z to ";
    has(&check, &[line, way]);
    assert!(!check.contains("pool/main to 1.32.9"), "{check}");
    // Without a policy it begins at once.
    let policy = CLUSTER.find(r#" "maintenancePolicy""#).unwrap();
    let pools = CLUSTER.find(r#" "nodePools""#).unwrap();
    let free = [&CLUSTER[..policy], &CLUSTER[pools..]].concat();
    let free = folder.write("free.json", &free);
    let told = answer(&[&["check", &*free, &*dns], &now[..]].concat());
    assert!(!told.contains("MR-04"), "{told}");
}
