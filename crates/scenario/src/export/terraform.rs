//! Exports node pools as `google_container_node_pool` resources of the Terraform provider `hashicorp/google`.
//!
//! Source: Terraform registry, google_container_node_pool. Simplified: `cluster` and `location` are literals, to be
//! replaced by references if the cluster is in the same configuration.

mod left_out;

use super::hcl::{Block, identifier, string};
use super::{CLUSTER, LOCATION, Say, Source, chosen, comment, in_order, title, wanted};
use crate::calendar;
use crate::document::pool::{ASSUMED_POOL, effect_of_api};
use crate::document::{Document, MaintenancePolicy, Pool};
use crate::field::{Field as _, FieldType, StructType};
use crate::initial_nodes::{largest_zone, zones_of};
use crate::json::Json;
use base::{Message, Set, say};

pub(super) fn make(source: Source<'_>, say: Say<'_>) -> String {
    parts(source, say).concat()
}

/// The head, the cluster, and each pool.
pub fn parts(source: Source<'_>, say: Say<'_>) -> Vec<String> {
    let doc = source.document;
    let head = say!("export-node-pools", scenario = title(doc));
    let mut parts = vec![comment(say, &head) + "\n", cluster(doc, say)];
    let fields = left_out::of_cluster(&doc.cluster).join(", ");
    if !fields.is_empty() {
        let said = say!("export-settings-left-out", of = &doc.cluster.name, fields = fields);
        parts.push(format!("\n{}\n", comment(say, &said)));
    }
    let mut taken = Set::new();
    for (pool, notes) in &wanted::pools(doc, source.described) {
        parts.push(one_pool(source, say, pool, notes, &mut taken));
    }
    parts
}

fn one_pool(
    source: Source<'_>,
    say: Say<'_>,
    pool: &Pool,
    notes: &[Message],
    taken: &mut Set<String>,
) -> String {
    let doc = source.document;
    let mut text = "\n".to_owned();
    let mut note = |said: &Message| text += &(comment(say, said) + "\n");
    if pool.name == ASSUMED_POOL {
        note(&say!("export-assumed-pool", pool = &pool.name));
        return text;
    }
    if doc.cluster.autopilot.enabled || pool.autopilot_managed {
        note(&say!("export-no-resource", pool = &pool.name));
        return text;
    }
    let wanted = identifier(&pool.name);
    let mut name = wanted.clone();
    let mut n = 2;
    while !taken.insert(name.clone()) {
        name = format!("{wanted}_{n}");
        n += 1;
    }
    let mut block = Block::new(format!("resource \"google_container_node_pool\" \"{name}\""));
    fill(doc, pool, &mut block);
    unequal(doc, pool).iter().chain(notes).for_each(&mut note);
    let of_pool = source.assumed.iter().chain(source.undescribed);
    of_pool.filter(|(own, _)| *own == pool.name).for_each(|(_, said)| note(said));
    let fields = left_out::of_pool(pool).join(", ");
    if !fields.is_empty() {
        note(&say!("export-settings-left-out", of = &pool.name, fields = fields));
    }
    block.write(&mut text, 0);
    text
}

/// The cluster's channel and maintenance policy, in a resource of its own for those who have none yet.
fn cluster(doc: &Document, say: Say<'_>) -> String {
    let policy = &doc.cluster.maintenance_policy;
    let channel = doc.cluster.channel();
    let version = wanted::control_plane(doc);
    if *policy == MaintenancePolicy::default() && channel.is_empty() && version.is_none() {
        return String::new();
    }
    let name = or(&doc.cluster.name, CLUSTER);
    let mut block =
        Block::new(format!("resource \"google_container_cluster\" \"{}\"", identifier(name)));
    block.set("name", string(name));
    block.set("location", string(or(&doc.cluster.location, LOCATION)));
    if let Some(version) = &version {
        block.set("min_master_version", string(version));
    }
    let mut of_channel = Block::new("release_channel");
    of_channel.text("channel", channel);
    block.block(of_channel);
    block.block(calendar::export::block(policy));
    let mut text = format!("\n{}\n", comment(say, &say!("export-cluster-policy")));
    if version.is_some() {
        let now = &doc.cluster.current_master_version;
        let now = if now.is_empty() { "none" } else { now };
        text += &(comment(say, &say!("export-control-plane-after-script", now = now)) + "\n");
    }
    block.write(&mut text, 0);
    text
}

fn fill(doc: &Document, pool: &Pool, block: &mut Block) {
    block.set("name", string(&pool.name));
    block.set("cluster", string(or(&doc.cluster.name, CLUSTER)));
    block.set("location", string(or(&doc.cluster.location, LOCATION)));
    settings(block, Pool::SPEC, &set(doc, pool).write(), false);
    // With an autoscaler, a fixed number would be reset at every apply.
    if is_scaled(pool) {
        block.rename("node_count", "initial_node_count");
    }
}

fn is_scaled(pool: &Pool) -> bool {
    pool.autoscaling.as_ref().is_some_and(|scaling| scaling.enabled)
}

/// Prepares a pool for a resource: adds the cluster's zones, which the number of nodes depends on, and removes what
/// GKE sets itself.
fn set(doc: &Document, pool: &Pool) -> Pool {
    let mut own = pool.clone();
    own.nodes.clear();
    if !pool.nodes.is_empty() {
        // Per zone, as in the API: enough for the fullest one.
        own.initial_node_count = Some(pool.own_nodes().div_ceil(zone_count(doc, pool)) as i64);
    }
    if own.locations.is_empty() {
        own.locations.clone_from(&doc.cluster.locations);
    }
    own.autoscaling = own.autoscaling.filter(|scaling| scaling.enabled);
    own.upgrade_settings = own.upgrade_settings.as_ref().map(chosen);
    own.config.labels.retain(|key, _| !is_by_itself(key));
    for taint in &mut own.config.taints {
        taint.effect = effect_of_api(&taint.effect).to_owned();
    }
    for accelerator in &mut own.config.accelerators {
        accelerator.accelerator_count.get_or_insert(1);
    }
    own
}

fn zone_count(doc: &Document, pool: &Pool) -> usize {
    zones_of(doc, pool).len().max(1)
}

/// A comment if listed nodes are distributed unequally.
fn unequal(doc: &Document, pool: &Pool) -> Option<Message> {
    let (nodes, zones) = (pool.own_nodes(), zone_count(doc, pool));
    let (each, beside) = (nodes.div_ceil(zones), pool.nodes.len() - nodes);
    if nodes == 0 || (each * zones == nodes && largest_zone(doc, pool) as usize <= each + beside) {
        return None;
    }
    Some(say!(
        "export-unequal-zones",
        pool = &pool.name,
        nodes = nodes,
        zones = zones,
        each = each,
        all = each * zones,
    ))
}

/// Fields that come first in their block.
const FIRST: &[&str] = &[
    "locations",
    "autoscaling",
    "management",
    "autoRepair",
    "machineType",
    "imageType",
    "diskSizeGb",
    "diskType",
    "graceTerminationDuration",
    "acceleratorType",
];

/// Writes a struct's settings, arguments before blocks. A block of `several` has all texts, even empty ones.
fn settings(block: &mut Block, spec: &'static StructType, json: &Json, several: bool) {
    let mut blocks = Vec::new();
    for field in in_order(spec, FIRST) {
        let Some(name) = field.argument() else {
            continue;
        };
        let value = json.get(field.key);
        let value = value.and_then(|value| match field.setting.below {
            "" => Some(value),
            below => value.get(below),
        });
        let inner = |inner, value: &Json, several| {
            let mut block = Block::new(name.as_str());
            settings(&mut block, inner, value, several);
            block
        };
        match (field.holds(), value) {
            (FieldType::Text, value) if several => {
                let text = value.and_then(Json::text).unwrap_or_default();
                block.set(&name, string(text));
            }
            (_, None) => {}
            (FieldType::List(FieldType::Struct(spec)), Some(list)) => {
                blocks.extend(list.items().iter().map(|value| inner(spec, value, true)));
            }
            (FieldType::Struct(spec), Some(value)) if field.setting.below.is_empty() => {
                blocks.push(inner(spec, value, false));
            }
            (FieldType::Number, Some(Json::Text(number))) => block.set(&name, number),
            (_, Some(value)) => block.json(&name, value),
        }
    }
    blocks.into_iter().for_each(|inner| block.block(inner));
}

/// Does GKE or the kubelet set this label? Dumps of nodes have such labels, and the API refuses them as settings.
fn is_by_itself(key: &str) -> bool {
    const DOMAINS: [&str; 11] = [
        "kubernetes.io",
        "beta.kubernetes.io",
        "node.kubernetes.io",
        "node-role.kubernetes.io",
        "topology.kubernetes.io",
        "failure-domain.beta.kubernetes.io",
        "topology.gke.io",
        "addon.gke.io",
        "iam.gke.io",
        "networking.gke.io",
        "cloud.google.com",
    ];
    key.split_once('/').is_some_and(|(domain, _)| DOMAINS.contains(&domain))
}

/// The text, or the placeholder if it is empty.
fn or<'a>(text: &'a str, placeholder: &'a str) -> &'a str {
    if text.is_empty() { placeholder } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use expect_test::expect;

    #[test]
    fn a_pool_is_a_resource_that_can_be_pasted() {
        let text = r#"{"version":1,"name":"all","cluster":{"name":"prod","location":"europe-west4"},"pools":[
          {"name":"web","version":"1.33.1-gke.100","initialNodeCount":2,"locations":["europe-west4-a","europe-west4-b"],
           "config":{"machineType":"e2-standard-4","diskSizeGb":50,"spot":true,"labels":{"tier":"${web}","app.kubernetes.io/name":"x"},
            "taints":[{"key":"k","value":"v","effect":"NoSchedule"}],"accelerators":[{"acceleratorType":"nvidia-l4","acceleratorCount":2}]},
           "management":{"autoUpgrade":true,"autoRepair":true},
           "autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":9},
           "upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"1h",
            "standardRolloutPolicy":{"batchPercentage":0.25,"batchSoakDuration":"10s"}}},
           "nodeDrainConfig":{"pdbTimeoutDuration":"30m","respectPdbDuringNodePoolDeletion":true}},
          {"name":"w e b","upgradeSettings":{"maxSurge":3}},
          {"name":"w_e_b"}]}"#;
        let document = open(text).document.unwrap_or_default();
        expect![[r##"
            # Node pools of the scenario “all”.

            resource "google_container_node_pool" "web" {
              name               = "web"
              cluster            = "prod"
              location           = "europe-west4"
              node_locations     = ["europe-west4-a", "europe-west4-b"]
              version            = "1.33.1-gke.100"
              initial_node_count = 2

              autoscaling {
                min_node_count = 1
                max_node_count = 9
              }

              management {
                auto_repair  = true
                auto_upgrade = true
              }

              node_config {
                machine_type = "e2-standard-4"
                disk_size_gb = 50
                spot         = true
                labels = {
                  "app.kubernetes.io/name" = "x"
                  "tier"                   = "$${web}"
                }

                taint {
                  key    = "k"
                  value  = "v"
                  effect = "NO_SCHEDULE"
                }

                guest_accelerator {
                  type  = "nvidia-l4"
                  count = 2
                }
              }

              upgrade_settings {
                strategy = "BLUE_GREEN"

                blue_green_settings {
                  node_pool_soak_duration = "3600s"

                  standard_rollout_policy {
                    batch_percentage    = 0.25
                    batch_soak_duration = "10s"
                  }
                }
              }

              node_drain_config {
                pdb_timeout_duration                  = "1800s"
                respect_pdb_during_node_pool_deletion = true
              }
            }

            resource "google_container_node_pool" "w_e_b" {
              name     = "w e b"
              cluster  = "prod"
              location = "europe-west4"

              upgrade_settings {
                max_surge       = 3
                max_unavailable = 0
              }
            }

            resource "google_container_node_pool" "w_e_b_2" {
              name     = "w_e_b"
              cluster  = "prod"
              location = "europe-west4"
            }
        "##]]
        .assert_eq(&make(Source::from(&document), &|message| words::plain().text(message)));
    }

    #[test]
    fn the_surge_node_of_an_upgrade_under_way_is_not_one_of_the_pool() {
        let text = r#"{"version":1,"cluster":{"name":"c","location":"b"},"pools":[
          {"name":"p","locations":["b"],"version":"1.32.9-gke.100","upgradingFrom":"1.31.9-gke.100",
           "nodes":[{"zone":"b"},{"zone":"b","version":"1.31.9-gke.100","unschedulable":true},{"zone":"b","version":"1.31.9-gke.100"},{"zone":"b"}]}]}"#;
        let document = open(text).document.unwrap_or_default();
        let written = make(Source::from(&document), &|message| words::plain().text(message));
        assert!(
            written.contains("node_count = 3") || written.contains("node_count     = 3"),
            "{written}"
        );
        assert!(!written.contains("unevenly"), "{written}");
    }

    #[test]
    fn defaults_of_a_policy_are_written_out() {
        let text = r#"{"version":1,"name":"open","cluster":{"name":"c","location":"europe-west4"},"pools":[
          {"name":"waits","locations":["a","b","c"],"nodes":[{"zone":"a"},{"zone":"a"},{"zone":"b"},{"zone":"c"}],
           "upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}},
          {"name":"text","locations":["a","b"],"nodes":[{"zone":"a"},{"zone":"b"}],
           "upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":"0.5"}}}},
          {"name":"surge","upgradeSettings":{"strategy":"SURGE","maxSurge":2,"blueGreenSettings":{"nodePoolSoakDuration":"1h"}}}]}"#;
        let document = open(text).document.unwrap_or_default();
        expect![[r##"
            # Node pools of the scenario “open”.

            # “waits” has 4 nodes spread unevenly over 3 zones; 2 per zone would be 6.
            resource "google_container_node_pool" "waits" {
              name           = "waits"
              cluster        = "c"
              location       = "europe-west4"
              node_locations = ["a", "b", "c"]
              node_count     = 2

              upgrade_settings {
                strategy = "BLUE_GREEN"

                blue_green_settings {
                  autoscaled_rollout_policy {
                    wait_for_drain_duration = "259200s"
                  }
                }
              }
            }

            resource "google_container_node_pool" "text" {
              name           = "text"
              cluster        = "c"
              location       = "europe-west4"
              node_locations = ["a", "b"]
              node_count     = 1

              upgrade_settings {
                strategy = "BLUE_GREEN"

                blue_green_settings {
                  standard_rollout_policy {
                    batch_percentage = 0.5
                  }
                }
              }
            }

            resource "google_container_node_pool" "surge" {
              name     = "surge"
              cluster  = "c"
              location = "europe-west4"

              upgrade_settings {
                strategy        = "SURGE"
                max_surge       = 2
                max_unavailable = 0
              }
            }
        "##]]
        .assert_eq(&make(Source::from(&document), &|message| words::plain().text(message)));
    }

    #[test]
    fn values_set_by_gke_are_not_exported() {
        let text = r#"{"version":1,"name":"own","cluster":{"name":"c","location":"europe-west4","locations":["europe-west4-a"]},"pools":[
          {"name":"web","initialNodeCount":2,"config":{"labels":{"tier":"web","cloud.google.com/gke-nodepool":"web","kubernetes.io/os":"linux"}},
           "upgradeSettings":{"strategy":"SHORT_LIVED"}},
          {"name":"managed","autopilotManaged":true}]}"#;
        let document = open(text).document.unwrap_or_default();
        expect![[r##"
            # Node pools of the scenario “own”.

            resource "google_container_node_pool" "web" {
              name           = "web"
              cluster        = "c"
              location       = "europe-west4"
              node_locations = ["europe-west4-a"]
              node_count     = 2

              node_config {
                labels = {
                  "tier" = "web"
                }
              }
            }

            # Autopilot manages “managed”, so it isn't a Terraform resource.
        "##]]
        .assert_eq(&make(Source::from(&document), &|message| words::plain().text(message)));
    }
}
