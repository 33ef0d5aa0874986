//! Node pools as `google_container_node_pool` resources of the Terraform provider `hashicorp/google`.
//!
//! Source: Terraform registry, google_container_node_pool. Simplified: `cluster` and `location` are literals, to be
//! replaced by references where the cluster is in the same configuration.

use super::hcl::{Block, identifier, list, map, string};
use super::{CLUSTER, LOCATION, Say, WAIT_FOR_DRAIN, comment, or, part};
use crate::document::pool::{NodeConfig, StandardRolloutPolicy, effect_of_api};
use crate::document::{Document, Pool, UpgradeSettings};
use crate::initial_nodes::{largest_zone, zones_of};
use crate::json::Json;
use crate::units::Duration;
use base::{Message, Set, say};

pub(super) fn make(doc: &Document, say: Say<'_>) -> String {
    let head = say!("export-node-pools", scenario = or(&doc.name, "unnamed"));
    let mut text = comment(say, &head) + "\n";
    let mut taken = Set::new();
    for pool in &doc.pools {
        text.push('\n');
        if doc.cluster.autopilot.enabled || pool.autopilot_managed {
            let managed = say!("export-no-resource", pool = &pool.name);
            text += &(comment(say, &managed) + "\n");
            continue;
        }
        let wanted = identifier(&pool.name);
        let mut name = wanted.clone();
        let mut n = 2;
        while !taken.insert(name.clone()) {
            name = format!("{wanted}_{n}");
            n += 1;
        }
        let mut block = Block::new(format!(
            "resource \"google_container_node_pool\" \"{name}\""
        ));
        fill(doc, pool, &mut block);
        if let Some(unequal) = unequal(doc, pool) {
            text += &(comment(say, &unequal) + "\n");
        }
        block.write(&mut text, 0);
    }
    text
}

fn fill(doc: &Document, pool: &Pool, block: &mut Block) {
    block.set("name", string(&pool.name));
    block.set("cluster", string(or(&doc.cluster.name, CLUSTER)));
    block.set("location", string(or(&doc.cluster.location, LOCATION)));
    // Those of the cluster, which stands elsewhere, are written down too: the number of nodes depends on them.
    let zones = if pool.locations.is_empty() {
        &doc.cluster.locations
    } else {
        &pool.locations
    };
    if !zones.is_empty() {
        block.set("node_locations", list(zones));
    }
    block.text("version", &pool.version);
    let scaled = pool
        .autoscaling
        .as_ref()
        .is_some_and(|scaling| scaling.enabled);
    // Where the autoscaler decides, a fixed number would be set back at every apply.
    let count = if scaled {
        "initial_node_count"
    } else {
        "node_count"
    };
    block.number(count, nodes_per_zone(doc, pool));
    block.number(
        "max_pods_per_node",
        pool.max_pods_constraint.max_pods_per_node,
    );
    block.block(autoscaling(pool));
    let mut management = Block::new("management");
    for (name, on) in [
        ("auto_repair", pool.management.auto_repair),
        ("auto_upgrade", pool.management.auto_upgrade),
    ] {
        if let Some(on) = on {
            management.set(name, on);
        }
    }
    block.block(management);
    block.block(node_config(&pool.config));
    if let Some(settings) = &pool.upgrade_settings {
        block.block(upgrade_settings(settings));
    }
    let mut drain = Block::new("node_drain_config");
    let limits = &pool.node_drain_config;
    duration(
        &mut drain,
        "grace_termination_duration",
        limits.grace_termination_duration,
    );
    duration(
        &mut drain,
        "pdb_timeout_duration",
        limits.pdb_timeout_duration,
    );
    drain.on(
        "respect_pdb_during_node_pool_deletion",
        limits.respect_pdb_during_node_pool_deletion,
    );
    block.block(drain);
    let mut queued = Block::new("queued_provisioning");
    queued.on("enabled", pool.queued_provisioning.enabled);
    block.block(queued);
}

/// As the API counts: in each zone. Of listed nodes as many as the fullest zone can have to hold them all.
fn nodes_per_zone(doc: &Document, pool: &Pool) -> Option<i64> {
    if pool.nodes.is_empty() {
        return pool.initial_node_count;
    }
    Some(pool.nodes.len().div_ceil(zone_count(doc, pool)) as i64)
}

fn zone_count(doc: &Document, pool: &Pool) -> usize {
    zones_of(doc, pool).len().max(1)
}

/// Says what the number of nodes cannot: that listed nodes lie unequally in their zones.
fn unequal(doc: &Document, pool: &Pool) -> Option<Message> {
    let (nodes, zones) = (pool.nodes.len(), zone_count(doc, pool));
    let each = nodes.div_ceil(zones);
    if nodes == 0 || (each * zones == nodes && largest_zone(doc, pool) as usize == each) {
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

fn duration(block: &mut Block, name: &str, value: Option<Duration>) {
    if let Some(value) = value {
        block.set(name, string(&format!("{}s", value.0 / 1000)));
    }
}

fn autoscaling(pool: &Pool) -> Block {
    let mut block = Block::new("autoscaling");
    if let Some(scaling) = pool.autoscaling.as_ref().filter(|scaling| scaling.enabled) {
        block.number("min_node_count", scaling.min_node_count);
        block.number("max_node_count", scaling.max_node_count);
        block.number("total_min_node_count", scaling.total_min_node_count);
        block.number("total_max_node_count", scaling.total_max_node_count);
        block.text("location_policy", &scaling.location_policy);
    }
    block
}

fn node_config(config: &NodeConfig) -> Block {
    let mut block = Block::new("node_config");
    block.text("machine_type", &config.machine_type);
    block.text("image_type", &config.image_type);
    block.number("disk_size_gb", config.disk_size_gb);
    block.text("disk_type", &config.disk_type);
    block.on("spot", config.spot);
    block.on("preemptible", config.preemptible);
    block.on("flex_start", config.flex_start);
    duration(&mut block, "max_run_duration", config.max_run_duration);
    let labels = || config.labels.iter().filter(|(key, _)| !is_by_itself(key));
    if labels().next().is_some() {
        block.set("labels", map(labels()));
    }
    for taint in &config.taints {
        let mut inner = Block::new("taint");
        inner.set("key", string(&taint.key));
        inner.set("value", string(&taint.value));
        inner.set("effect", string(effect_of_api(&taint.effect)));
        block.block(inner);
    }
    for accelerator in &config.accelerators {
        let mut inner = Block::new("guest_accelerator");
        inner.set("type", string(&accelerator.accelerator_type));
        inner.set("count", accelerator.accelerator_count.unwrap_or(1));
        block.block(inner);
    }
    block.block(reservation(&config.reservation_affinity));
    block
}

/// Is it a label that GKE and the kubelet give a node? Dumps of nodes have them, and the API refuses them as settings.
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
    key.split_once('/')
        .is_some_and(|(domain, _)| DOMAINS.contains(&domain))
}

fn reservation(affinity: &Json) -> Block {
    let mut block = Block::new("reservation_affinity");
    let text = |key: &str| affinity.get(key).and_then(Json::text).unwrap_or_default();
    block.text("consume_reservation_type", text("consumeReservationType"));
    block.text("key", text("key"));
    if let Some(Json::List(values)) = affinity.get("values") {
        let values: Vec<String> = values
            .iter()
            .filter_map(Json::text)
            .map(str::to_owned)
            .collect();
        block.set("values", list(&values));
    }
    block
}

fn upgrade_settings(settings: &UpgradeSettings) -> Block {
    let mut block = Block::new("upgrade_settings");
    // GKE chooses others by itself.
    if matches!(settings.strategy.as_str(), "SURGE" | "BLUE_GREEN") {
        block.text("strategy", &settings.strategy);
    }
    if matches!(settings.strategy.as_str(), "" | "SURGE") {
        let (surge, unavailable) = settings.surge_numbers();
        block.number("max_surge", surge.int());
        block.number("max_unavailable", unavailable.int());
    }
    let blue_green = settings.blue_green_settings.as_ref();
    if let Some(settings) = blue_green.filter(|_| settings.strategy == "BLUE_GREEN") {
        let mut inner = Block::new("blue_green_settings");
        duration(
            &mut inner,
            "node_pool_soak_duration",
            settings.node_pool_soak_duration,
        );
        if let Some(policy) = &settings.standard_rollout_policy {
            inner.block(standard(policy));
        }
        if let Some(policy) = &settings.autoscaled_rollout_policy {
            let mut autoscaled = Block::new("autoscaled_rollout_policy");
            duration(
                &mut autoscaled,
                "wait_for_drain_duration",
                Some(policy.wait_for_drain_duration.unwrap_or(WAIT_FOR_DRAIN)),
            );
            inner.block(autoscaled);
        }
        block.block(inner);
    }
    block
}

fn standard(policy: &StandardRolloutPolicy) -> Block {
    let mut block = Block::new("standard_rollout_policy");
    block.number("batch_node_count", policy.batch_node_count);
    if let Some(value) = policy.batch_percentage.as_ref().and_then(part) {
        block.set("batch_percentage", value);
    }
    duration(
        &mut block,
        "batch_soak_duration",
        policy.batch_soak_duration,
    );
    block
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
        .assert_eq(&make(&document, &|message| words::plain().text(message)));
    }

    #[test]
    fn what_a_policy_and_a_number_leave_open_is_written_out() {
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
        .assert_eq(&make(&document, &|message| words::plain().text(message)));
    }

    #[test]
    fn what_gke_sets_by_itself_is_no_setting() {
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
        .assert_eq(&make(&document, &|message| words::plain().text(message)));
    }
}
