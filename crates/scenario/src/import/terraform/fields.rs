//! What Terraform calls the fields of the container API: one table for blocks, states, plans and module inputs.

use crate::import::configured::put;
use crate::import::findings::Findings;
use crate::import::notes;
use crate::json::Json;

/// A field: its name in Terraform, its path in the API, and how it gets from one to the other.
pub(super) struct Arg(&'static str, &'static str, Take);

/// A path of the API in which nothing stands is the object itself.
enum Take {
    Same,
    /// A block that is there once.
    One(&'static [Arg]),
    /// A block for each element of a list.
    Each(&'static [Arg]),
    /// A block for each entry of an object; the argument gives its key.
    Named(&'static str, &'static [Arg]),
    /// Blocks that are read by themselves.
    Apart(&'static [Arg]),
}

use Take::{Apart, Each, Named, One, Same};

#[rustfmt::skip]
pub(super) const CLUSTER: &[Arg] = &[
    Arg("location", "location", Same),
    Arg("node_locations", "locations", Same),
    // An observed value wins over a desired one.
    Arg("min_master_version", "currentMasterVersion", Same),
    Arg("master_version", "currentMasterVersion", Same),
    Arg("node_version", "currentNodeVersion", Same),
    Arg("release_channel", "releaseChannel", One(&[Arg("channel", "channel", Same)])),
    Arg("enable_autopilot", "autopilot.enabled", Same),
    Arg("cluster_autoscaling", "autoscaling", One(CLUSTER_AUTOSCALING)),
    Arg("default_max_pods_per_node", "defaultMaxPodsConstraint.maxPodsPerNode", Same),
    Arg("maintenance_policy", "maintenancePolicy", One(POLICY)),
    Arg("node_pool", "", Apart(POOL)),
    Arg("node_config", "", Apart(CONFIG)),
];

#[rustfmt::skip]
const CLUSTER_AUTOSCALING: &[Arg] = &[
    Arg("enabled", "enableNodeAutoprovisioning", Same),
    Arg("autoscaling_profile", "autoscalingProfile", Same),
    Arg("resource_limits", "resourceLimits", Each(&[
        Arg("resource_type", "resourceType", Same),
        Arg("minimum", "minimum", Same),
        Arg("maximum", "maximum", Same),
    ])),
    Arg("auto_provisioning_defaults", "autoprovisioningNodePoolDefaults", One(&[
        Arg("disk_size", "diskSizeGb", Same),
        Arg("disk_type", "diskType", Same),
        Arg("image_type", "imageType", Same),
        Arg("management", "management", One(MANAGEMENT)),
        Arg("upgrade_settings", "upgradeSettings", One(UPGRADE)),
    ])),
];

#[rustfmt::skip]
const POLICY: &[Arg] = &[
    Arg("daily_maintenance_window", "window.dailyMaintenanceWindow", One(&[
        Arg("start_time", "startTime", Same),
        Arg("duration", "duration", Same),
    ])),
    Arg("recurring_window", "window.recurringWindow", One(&[
        Arg("start_time", "window.startTime", Same),
        Arg("end_time", "window.endTime", Same),
        Arg("recurrence", "recurrence", Same),
    ])),
    Arg("recurring_maintenance_window", "window.recurringMaintenanceWindow", One(&[
        Arg("delay_until", "delayUntil", One(&[
            Arg("year", "year", Same),
            Arg("month", "month", Same),
            Arg("day", "day", Same),
        ])),
        Arg("window_start_time", "windowStartTime", One(&[
            Arg("hours", "hours", Same),
            Arg("minutes", "minutes", Same),
            Arg("seconds", "seconds", Same),
        ])),
        Arg("window_duration", "windowDuration", Same),
        Arg("recurrence", "recurrence", Same),
    ])),
    Arg("maintenance_exclusion", "window.maintenanceExclusions", Named("exclusion_name", &[
        Arg("exclusion_name", "exclusion_name", Same),
        Arg("start_time", "startTime", Same),
        Arg("end_time", "endTime", Same),
        Arg("exclusion_options", "maintenanceExclusionOptions", One(&[
            Arg("scope", "scope", Same),
            Arg("end_time_behavior", "endTimeBehavior", Same),
        ])),
    ])),
    Arg("disruption_budget", "disruptionBudget", One(&[
        Arg("minor_version_disruption_interval", "minorVersionDisruptionInterval", Same),
        Arg("patch_version_disruption_interval", "patchVersionDisruptionInterval", Same),
    ])),
];

#[rustfmt::skip]
pub(super) const POOL: &[Arg] = &[
    Arg("version", "version", Same),
    Arg("node_locations", "locations", Same),
    Arg("initial_node_count", "initialNodeCount", Same),
    // The current number, or the desired one.
    Arg("node_count", "initialNodeCount", Same),
    Arg("max_pods_per_node", "maxPodsConstraint.maxPodsPerNode", Same),
    Arg("node_config", "config", One(CONFIG)),
    Arg("autoscaling", "autoscaling", One(&[
        Arg("min_node_count", "minNodeCount", Same),
        Arg("max_node_count", "maxNodeCount", Same),
        Arg("total_min_node_count", "totalMinNodeCount", Same),
        Arg("total_max_node_count", "totalMaxNodeCount", Same),
        Arg("location_policy", "locationPolicy", Same),
    ])),
    Arg("management", "management", One(MANAGEMENT)),
    Arg("upgrade_settings", "upgradeSettings", One(UPGRADE)),
    Arg("node_drain_config", "nodeDrainConfig", One(&[
        Arg("pdb_timeout_duration", "pdbTimeoutDuration", Same),
        Arg("grace_termination_duration", "graceTerminationDuration", Same),
        Arg("respect_pdb_during_node_pool_deletion", "respectPdbDuringNodePoolDeletion", Same),
    ])),
    Arg("queued_provisioning", "queuedProvisioning", One(&[Arg("enabled", "enabled", Same)])),
    Arg("instance_group_urls", "instanceGroupUrls", Same),
];

#[rustfmt::skip]
const MANAGEMENT: &[Arg] = &[
    Arg("auto_upgrade", "autoUpgrade", Same),
    Arg("auto_repair", "autoRepair", Same),
];

#[rustfmt::skip]
pub(super) const CONFIG: &[Arg] = &[
    Arg("machine_type", "machineType", Same),
    Arg("spot", "spot", Same),
    Arg("preemptible", "preemptible", Same),
    Arg("flex_start", "flexStart", Same),
    Arg("max_run_duration", "maxRunDuration", Same),
    Arg("reservation_affinity", "reservationAffinity", One(&[
        Arg("consume_reservation_type", "consumeReservationType", Same),
        Arg("key", "key", Same),
        Arg("values", "values", Same),
    ])),
    Arg("image_type", "imageType", Same),
    Arg("disk_size_gb", "diskSizeGb", Same),
    Arg("disk_type", "diskType", Same),
    Arg("boot_disk", "", One(&[
        Arg("size_gb", "diskSizeGb", Same),
        Arg("disk_type", "diskType", Same),
    ])),
    Arg("labels", "labels", Same),
    Arg("taint", "taints", Each(&[
        Arg("key", "key", Same),
        Arg("value", "value", Same),
        Arg("effect", "effect", Same),
    ])),
    Arg("guest_accelerator", "accelerators", Each(&[
        Arg("count", "acceleratorCount", Same),
        Arg("type", "acceleratorType", Same),
    ])),
];

#[rustfmt::skip]
const UPGRADE: &[Arg] = &[
    Arg("strategy", "strategy", Same),
    Arg("max_surge", "maxSurge", Same),
    Arg("max_unavailable", "maxUnavailable", Same),
    Arg("blue_green_settings", "blueGreenSettings", One(&[
        Arg("node_pool_soak_duration", "nodePoolSoakDuration", Same),
        Arg("standard_rollout_policy", "standardRolloutPolicy", One(&[
            Arg("batch_node_count", "batchNodeCount", Same),
            Arg("batch_percentage", "batchPercentage", Same),
            Arg("batch_soak_duration", "batchSoakDuration", Same),
        ])),
        Arg("autoscaled_rollout_policy", "autoscaledRolloutPolicy", One(&[
            Arg("wait_for_drain_duration", "waitForDrainDuration", Same),
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
pub(super) fn is_read(rows: &[Arg], name: &str) -> bool {
    BY_NAME.contains(&name) || rows.iter().any(|row| row.0 == name)
}

/// The arguments of a block within another.
pub(super) fn rows_of(rows: &[Arg], block: &str) -> &'static [Arg] {
    match rows.iter().find(|row| row.0 == block) {
        Some(Arg(_, _, One(rows) | Each(rows) | Named(_, rows) | Apart(rows))) => rows,
        Some(Arg(_, _, Same)) | None => &[],
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
    pub(super) fn read(&mut self, rows: &[Arg], arguments: &Json) -> Json {
        let mut into = Json::Object(Vec::new());
        for Arg(name, path, take) in rows {
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

    fn named(&mut self, key: &str, rows: &[Arg], blocks: &[Json]) -> Json {
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
