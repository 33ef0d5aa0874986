//! What Terraform calls the fields of the container API: one table for blocks, states, plans and module inputs.

use std::collections::BTreeSet;

use super::value::{Value, get};
use crate::import::configured::put;
use crate::import::format::Said;
use crate::import::notes;
use crate::json::Json;

/// A field: its name in Terraform, its path in the API, and how it gets from one to the other.
pub(super) struct Row(&'static str, &'static str, Take);

/// A path of the API in which nothing stands is the object itself.
enum Take {
    Same,
    /// A block that is there once.
    One(&'static [Row]),
    /// A block for each element of a list.
    Each(&'static [Row]),
    /// A block for each entry of an object; the argument gives its key.
    Named(&'static str, &'static [Row]),
}

use Take::{Each, Named, One, Same};

#[rustfmt::skip]
pub(super) const CLUSTER: &[Row] = &[
    Row("location", "location", Same),
    Row("node_locations", "locations", Same),
    // What there is beats what was asked for.
    Row("min_master_version", "currentMasterVersion", Same),
    Row("master_version", "currentMasterVersion", Same),
    Row("node_version", "currentNodeVersion", Same),
    Row("release_channel", "releaseChannel", One(&[Row("channel", "channel", Same)])),
    Row("enable_autopilot", "autopilot.enabled", Same),
    Row("cluster_autoscaling", "autoscaling", One(CLUSTER_AUTOSCALING)),
    Row("default_max_pods_per_node", "defaultMaxPodsConstraint.maxPodsPerNode", Same),
    Row("maintenance_policy", "maintenancePolicy", One(POLICY)),
];

#[rustfmt::skip]
const CLUSTER_AUTOSCALING: &[Row] = &[
    Row("enabled", "enableNodeAutoprovisioning", Same),
    Row("autoscaling_profile", "autoscalingProfile", Same),
    Row("resource_limits", "resourceLimits", Each(&[
        Row("resource_type", "resourceType", Same),
        Row("minimum", "minimum", Same),
        Row("maximum", "maximum", Same),
    ])),
    Row("auto_provisioning_defaults", "autoprovisioningNodePoolDefaults", One(&[
        Row("disk_size", "diskSizeGb", Same),
        Row("disk_type", "diskType", Same),
        Row("image_type", "imageType", Same),
        Row("management", "management", One(MANAGEMENT)),
        Row("upgrade_settings", "upgradeSettings", One(UPGRADE)),
    ])),
];

#[rustfmt::skip]
const POLICY: &[Row] = &[
    Row("daily_maintenance_window", "window.dailyMaintenanceWindow", One(&[
        Row("start_time", "startTime", Same),
        Row("duration", "duration", Same),
    ])),
    Row("recurring_window", "window.recurringWindow", One(&[
        Row("start_time", "window.startTime", Same),
        Row("end_time", "window.endTime", Same),
        Row("recurrence", "recurrence", Same),
    ])),
    Row("recurring_maintenance_window", "window.recurringMaintenanceWindow", One(&[
        Row("delay_until", "delayUntil", One(&[
            Row("year", "year", Same),
            Row("month", "month", Same),
            Row("day", "day", Same),
        ])),
        Row("window_start_time", "windowStartTime", One(&[
            Row("hours", "hours", Same),
            Row("minutes", "minutes", Same),
            Row("seconds", "seconds", Same),
        ])),
        Row("window_duration", "windowDuration", Same),
        Row("recurrence", "recurrence", Same),
    ])),
    Row("maintenance_exclusion", "window.maintenanceExclusions", Named("exclusion_name", &[
        Row("start_time", "startTime", Same),
        Row("end_time", "endTime", Same),
        Row("exclusion_options", "maintenanceExclusionOptions", One(&[
            Row("scope", "scope", Same),
            Row("end_time_behavior", "endTimeBehavior", Same),
        ])),
    ])),
    Row("disruption_budget", "disruptionBudget", One(&[
        Row("minor_version_disruption_interval", "minorVersionDisruptionInterval", Same),
        Row("patch_version_disruption_interval", "patchVersionDisruptionInterval", Same),
    ])),
];

#[rustfmt::skip]
pub(super) const POOL: &[Row] = &[
    Row("version", "version", Same),
    Row("node_locations", "locations", Same),
    Row("initial_node_count", "initialNodeCount", Same),
    // The number that there is now, or shall be.
    Row("node_count", "initialNodeCount", Same),
    Row("max_pods_per_node", "maxPodsConstraint.maxPodsPerNode", Same),
    Row("node_config", "config", One(CONFIG)),
    Row("autoscaling", "autoscaling", One(&[
        Row("min_node_count", "minNodeCount", Same),
        Row("max_node_count", "maxNodeCount", Same),
        Row("total_min_node_count", "totalMinNodeCount", Same),
        Row("total_max_node_count", "totalMaxNodeCount", Same),
        Row("location_policy", "locationPolicy", Same),
    ])),
    Row("management", "management", One(MANAGEMENT)),
    Row("upgrade_settings", "upgradeSettings", One(UPGRADE)),
    Row("node_drain_config", "nodeDrainConfig", One(&[
        Row("pdb_timeout_duration", "pdbTimeoutDuration", Same),
        Row("grace_termination_duration", "graceTerminationDuration", Same),
        Row("respect_pdb_during_node_pool_deletion", "respectPdbDuringNodePoolDeletion", Same),
    ])),
    Row("queued_provisioning", "queuedProvisioning", One(&[Row("enabled", "enabled", Same)])),
    Row("instance_group_urls", "instanceGroupUrls", Same),
];

#[rustfmt::skip]
const MANAGEMENT: &[Row] = &[
    Row("auto_upgrade", "autoUpgrade", Same),
    Row("auto_repair", "autoRepair", Same),
];

#[rustfmt::skip]
pub(super) const CONFIG: &[Row] = &[
    Row("machine_type", "machineType", Same),
    Row("spot", "spot", Same),
    Row("preemptible", "preemptible", Same),
    Row("flex_start", "flexStart", Same),
    Row("max_run_duration", "maxRunDuration", Same),
    Row("reservation_affinity", "reservationAffinity", One(&[
        Row("consume_reservation_type", "consumeReservationType", Same),
        Row("key", "key", Same),
        Row("values", "values", Same),
    ])),
    Row("image_type", "imageType", Same),
    Row("disk_size_gb", "diskSizeGb", Same),
    Row("disk_type", "diskType", Same),
    Row("boot_disk", "", One(&[
        Row("size_gb", "diskSizeGb", Same),
        Row("disk_type", "diskType", Same),
    ])),
    Row("labels", "labels", Same),
    Row("taint", "taints", Each(&[
        Row("key", "key", Same),
        Row("value", "value", Same),
        Row("effect", "effect", Same),
    ])),
    Row("guest_accelerator", "accelerators", Each(&[
        Row("count", "acceleratorCount", Same),
        Row("type", "acceleratorType", Same),
    ])),
];

#[rustfmt::skip]
const UPGRADE: &[Row] = &[
    Row("strategy", "strategy", Same),
    Row("max_surge", "maxSurge", Same),
    Row("max_unavailable", "maxUnavailable", Same),
    Row("blue_green_settings", "blueGreenSettings", One(&[
        Row("node_pool_soak_duration", "nodePoolSoakDuration", Same),
        Row("standard_rollout_policy", "standardRolloutPolicy", One(&[
            Row("batch_node_count", "batchNodeCount", Same),
            Row("batch_percentage", "batchPercentage", Same),
            Row("batch_soak_duration", "batchSoakDuration", Same),
        ])),
        Row("autoscaled_rollout_policy", "autoscaledRolloutPolicy", One(&[
            Row("wait_for_drain_duration", "waitForDrainDuration", Same),
        ])),
    ])),
];

/// Arguments that are no settings of the cluster or the pool, or are read elsewhere.
#[rustfmt::skip]
const ELSEWHERE: [&str; 18] = [
    "name", "name_prefix", "cluster", "location", "project", "project_id", "providers", "provider", "count", "for_each",
    "depends_on", "lifecycle", "timeouts", "deletion_protection", "node_pool", "node_config",
    "initial_node_count", "remove_default_node_pool",
];

/// What is said while fields are read.
pub(in crate::import) struct Told<'s, 'm> {
    pub(super) said: &'s mut Said<'m>,
    /// Every argument was written by hand, so that one without effect is worth a word. States hold all there are.
    by_hand: bool,
    without_effect: BTreeSet<String>,
    unknown: BTreeSet<String>,
}

impl<'s, 'm> Told<'s, 'm> {
    pub(in crate::import) fn new(said: &'s mut Said<'m>, by_hand: bool) -> Self {
        Self {
            said,
            by_hand,
            without_effect: BTreeSet::new(),
            unknown: BTreeSet::new(),
        }
    }

    /// Says what of a value is not known; an argument of several instances is said once.
    pub(super) fn unknown(&mut self, value: &Value) {
        value.unknowns(&mut |label| {
            if self.unknown.insert(label.to_owned()) {
                self.said
                    .notes
                    .push((notes::NOT_CONSTANT, label.to_owned()));
            }
        });
    }

    pub(super) fn without_effect(&mut self, name: &str) {
        if self.by_hand && self.without_effect.insert(name.to_owned()) {
            let name = name.to_owned();
            self.said.notes.push((notes::WITHOUT_EFFECT, name));
        }
    }

    /// Reads the fields of a table from some arguments.
    pub(super) fn read(&mut self, rows: &[Row], from: &[(String, Value)]) -> Json {
        let mut into = Json::Object(Vec::new());
        self.fill(rows, from, &mut into);
        for (name, value) in from {
            let is_row = rows.iter().any(|row| row.0 == name);
            if !is_row && !ELSEWHERE.contains(&name.as_str()) && *value != Value::Null {
                self.without_effect(name);
            }
        }
        into
    }

    fn fill(&mut self, rows: &[Row], from: &[(String, Value)], into: &mut Json) {
        for Row(name, path, take) in rows {
            let Some(value) = get(from, name) else {
                continue;
            };
            self.unknown_parts(value, take);
            let json = match take {
                Same => value.json(),
                One(rows) => match first(value) {
                    Some(block) => self.read(rows, block.entries()),
                    None => Json::Null,
                },
                Each(rows) => {
                    let blocks = blocks(value);
                    Json::List(
                        blocks
                            .iter()
                            .map(|block| self.read(rows, block.entries()))
                            .collect(),
                    )
                }
                Named(key, rows) => self.named(key, rows, blocks(value)),
            };
            match json {
                Json::Null => {}
                Json::List(items) if items.is_empty() => {}
                Json::Object(entries) if path.is_empty() => {
                    entries
                        .into_iter()
                        .for_each(|(name, value)| put(into, &name, value));
                }
                json => put(into, path, json),
            }
        }
    }

    fn named(&mut self, key: &str, rows: &[Row], blocks: &[Value]) -> Json {
        let mut all = Vec::with_capacity(blocks.len());
        for (at, block) in blocks.iter().enumerate() {
            let rest: Vec<(String, Value)> = block
                .entries()
                .iter()
                .filter(|(name, _)| name != key)
                .cloned()
                .collect();
            let name = block.get(key);
            if let Some(name) = name {
                self.unknown(name);
            }
            let name = name.and_then(Value::text).map(str::to_owned);
            let json = self.read(rows, &rest);
            all.push((name.unwrap_or_else(|| format!("{key}-{}", at + 1)), json));
        }
        Json::Object(all)
    }

    /// What is unknown of a value itself; the arguments of its blocks speak for themselves.
    fn unknown_parts(&mut self, value: &Value, take: &Take) {
        match (take, value) {
            (Same, value) => self.unknown(value),
            (_, Value::List(items)) => {
                let unknown = items
                    .iter()
                    .filter(|item| matches!(item, Value::Unknown(_)));
                unknown.for_each(|item| self.unknown(item));
            }
            (_, value @ Value::Unknown(_)) => self.unknown(value),
            _ => {}
        }
    }
}

/// The blocks of a list, or the one that is written as an object.
fn blocks(value: &Value) -> &[Value] {
    match value {
        Value::List(items) => items,
        Value::Object(_) => core::slice::from_ref(value),
        _ => &[],
    }
}

/// The first block that is known.
pub(super) fn first(value: &Value) -> Option<&Value> {
    blocks(value)
        .iter()
        .find(|block| matches!(block, Value::Object(_)))
}
