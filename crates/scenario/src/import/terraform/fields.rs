//! What Terraform calls the fields of the container API: one table for blocks, states, plans and module inputs.

use crate::import::configured::put;
use crate::import::findings::Findings;
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
    /// Blocks that are read by themselves.
    Apart(&'static [Row]),
}

use Take::{Apart, Each, Named, One, Same};

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
    Row("node_pool", "", Apart(POOL)),
    Row("node_config", "", Apart(CONFIG)),
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
        Row("exclusion_name", "exclusion_name", Same),
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

/// Arguments of clusters and pools that are read by name.
const BY_NAME: [&str; 6] = [
    "name",
    "cluster",
    "location",
    "initial_node_count",
    "remove_default_node_pool",
    "kubernetes_version",
];

/// Arguments that aren't settings.
pub(super) const META: [&str; 13] = [
    "name_prefix",
    "project",
    "project_id",
    "providers",
    "provider",
    "count",
    "for_each",
    "depends_on",
    "lifecycle",
    "timeouts",
    "deletion_protection",
    "remove_default_node_pool",
    "initial_node_count",
];

/// Is an argument of use?
pub(super) fn is_read(rows: &[Row], name: &str) -> bool {
    BY_NAME.contains(&name) || rows.iter().any(|row| row.0 == name)
}

/// The arguments of a block within another.
pub(super) fn rows_of(rows: &[Row], block: &str) -> &'static [Row] {
    match rows.iter().find(|row| row.0 == block) {
        Some(Row(_, _, One(rows) | Each(rows) | Named(_, rows) | Apart(rows))) => rows,
        Some(Row(_, _, Same)) | None => &[],
    }
}

/// Reads fields, and notes arguments without effect.
pub(in crate::import) struct Fields<'f, 'n> {
    pub(super) findings: &'f mut Findings<'n>,
    /// Every argument was written by hand. States hold all there are, so that one without effect says nothing.
    by_hand: bool,
}

impl<'f, 'n> Fields<'f, 'n> {
    pub(in crate::import) fn new(findings: &'f mut Findings<'n>, by_hand: bool) -> Self {
        Self { findings, by_hand }
    }

    pub(super) fn without_effect(&mut self, name: &str) {
        if self.by_hand {
            self.findings.note_once(notes::WITHOUT_EFFECT, name);
        }
    }

    /// Reads the fields of a table from arguments.
    pub(super) fn read(&mut self, rows: &[Row], arguments: &Json) -> Json {
        let mut into = Json::Object(Vec::new());
        for Row(name, path, take) in rows {
            let Some(value) = arguments.get(name) else {
                continue;
            };
            let json = match take {
                Same => without_nulls(value),
                One(rows) => first(value).map_or(Json::Null, |block| self.read(rows, block)),
                Each(rows) => {
                    let blocks = blocks(value).iter().map(|block| self.read(rows, block));
                    Json::List(blocks.collect())
                }
                Named(key, rows) => self.named(key, rows, blocks(value)),
                Apart(_) => Json::Null,
            };
            match json {
                Json::Null => {}
                Json::List(items) if items.is_empty() => {}
                Json::Object(entries) if path.is_empty() => {
                    for (name, value) in entries {
                        put(&mut into, &name, value);
                    }
                }
                json => put(&mut into, path, json),
            }
        }
        if let Json::Object(arguments) = arguments {
            for (name, value) in arguments {
                if !is_read(rows, name) && !META.contains(&&**name) && *value != Json::Null {
                    self.without_effect(name);
                }
            }
        }
        into
    }

    fn named(&mut self, key: &str, rows: &[Row], blocks: &[Json]) -> Json {
        let named = (1..).zip(blocks).map(|(at, block)| {
            let name = block.get(key).and_then(Json::text).map(str::to_owned);
            let name = name.unwrap_or_else(|| format!("{key}-{at}"));
            let mut read = self.read(rows, block);
            if let Json::Object(entries) = &mut read {
                entries.retain(|(name, _)| name != key);
            }
            (name, read)
        });
        Json::Object(named.collect())
    }
}

/// What is null, or could not be evaluated, is left out of objects.
fn without_nulls(value: &Json) -> Json {
    match value {
        Json::Object(entries) => {
            let set = entries.iter().filter(|(_, value)| *value != Json::Null);
            Json::Object(
                set.map(|(key, value)| (key.clone(), without_nulls(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// The blocks of a list, or the one that is written as an object.
fn blocks(value: &Json) -> &[Json] {
    match value {
        Json::List(items) => items,
        Json::Object(_) => core::slice::from_ref(value),
        _ => &[],
    }
}

/// The first block.
pub(super) fn first(value: &Json) -> Option<&Json> {
    let mut blocks = blocks(value).iter();
    blocks.find(|block| matches!(block, Json::Object(_)))
}
