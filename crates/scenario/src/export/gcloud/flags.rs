//! The flags of gcloud and kubectl for settings of a document.

use super::super::shell::quote;
use super::super::{WAIT_FOR_DRAIN, part};
use crate::document::pool::{
    BlueGreenSettings, NodeConfig, PoolAutoscaling, Taint, effect_of_kubernetes,
};
use crate::document::{Pool, ScriptItem, UpgradeSettings};
use crate::field::Field as _;
use crate::json::Json;
use crate::primitive::IntOrText;
use crate::units::Duration;

/// The words of a command after its verb.
pub(super) type Flags = Vec<String>;

/// `--name=value` as one word.
pub(super) fn flag(name: &str, value: &str) -> String {
    format!("{name}={}", quote(value))
}

pub(super) fn location() -> &'static str {
    "--location=\"$LOCATION\""
}

pub(super) fn at_cluster() -> Flags {
    vec!["--cluster=\"$CLUSTER\"".to_owned(), location().to_owned()]
}

fn count(name: &str, value: Option<i64>) -> Option<String> {
    value.map(|value| format!("{name}={value}"))
}

fn seconds(duration: Duration) -> i64 {
    duration.0 / 1000
}

pub(super) fn upgrade_settings(settings: &UpgradeSettings) -> Flags {
    let mut flags = Flags::new();
    match settings.strategy.as_str() {
        "" | "SURGE" => {
            flags.extend(
                (settings.strategy == "SURGE").then(|| "--enable-surge-upgrade".to_owned()),
            );
            let (surge, unavailable) = settings.surge_numbers();
            flags.extend(count("--max-surge-upgrade", surge.int()));
            flags.extend(count("--max-unavailable-upgrade", unavailable.int()));
        }
        "BLUE_GREEN" => {
            flags.push("--enable-blue-green-upgrade".to_owned());
            if let Some(settings) = &settings.blue_green_settings {
                blue_green(settings, &mut flags);
            }
        }
        _ => {}
    }
    flags
}

fn blue_green(settings: &BlueGreenSettings, flags: &mut Flags) {
    if let Some(policy) = &settings.standard_rollout_policy {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(count("batch-node-count", policy.batch_node_count));
        let percent = policy.batch_percentage.as_ref().and_then(part);
        parts.extend(percent.map(|percent| format!("batch-percent={percent}")));
        let soak = policy.batch_soak_duration.map(seconds);
        parts.extend(soak.map(|secs| format!("batch-soak-duration={secs}s")));
        if !parts.is_empty() {
            flags.push(format!("--standard-rollout-policy={}", parts.join(",")));
        }
    }
    if let Some(policy) = &settings.autoscaled_rollout_policy {
        let wait = seconds(policy.wait_for_drain_duration.unwrap_or(WAIT_FOR_DRAIN));
        flags.push(format!(
            "--autoscaled-rollout-policy=wait-for-drain-duration={wait}s"
        ));
    }
    let soak = settings.node_pool_soak_duration.map(seconds);
    flags.extend(soak.map(|secs| format!("--node-pool-soak-duration={secs}s")));
}

pub(super) fn autoscaling(settings: &PoolAutoscaling) -> Flags {
    if !settings.enabled {
        return vec!["--no-enable-autoscaling".to_owned()];
    }
    let mut flags = vec!["--enable-autoscaling".to_owned()];
    flags.extend(count("--min-nodes", settings.min_node_count));
    flags.extend(count("--max-nodes", settings.max_node_count));
    flags.extend(count("--total-min-nodes", settings.total_min_node_count));
    flags.extend(count("--total-max-nodes", settings.total_max_node_count));
    if !settings.location_policy.is_empty() {
        flags.push(flag("--location-policy", &settings.location_policy));
    }
    flags
}

pub(super) fn management(pool: &Pool) -> Flags {
    [
        ("autoupgrade", pool.management.auto_upgrade),
        ("autorepair", pool.management.auto_repair),
    ]
    .into_iter()
    .filter_map(|(name, on)| {
        let switch = if on? { "--enable-" } else { "--no-enable-" };
        Some(format!("{switch}{name}"))
    })
    .collect()
}

pub(super) fn drain(pool: &Pool) -> Flags {
    let drain = &pool.node_drain_config;
    let mut flags = Flags::new();
    flags.extend(count(
        "--node-drain-grace-period-seconds",
        drain.grace_termination_duration.map(seconds),
    ));
    flags.extend(count(
        "--node-drain-pdb-timeout-seconds",
        drain.pdb_timeout_duration.map(seconds),
    ));
    flags.extend(
        drain
            .respect_pdb_during_node_pool_deletion
            .then(|| "--respect-pdb-during-node-pool-deletion".to_owned()),
    );
    flags
}

pub(super) fn machine(config: &NodeConfig) -> Flags {
    let mut flags = Flags::new();
    if !config.machine_type.is_empty() {
        flags.push(flag("--machine-type", &config.machine_type));
    }
    if !config.disk_type.is_empty() {
        flags.push(flag("--disk-type", &config.disk_type));
    }
    flags.extend(count("--disk-size", config.disk_size_gb));
    flags
}

pub(super) fn kubectl_drain(item: &ScriptItem) -> Flags {
    let on = |name: &str, on: bool| on.then(|| name.to_owned());
    let mut flags = Flags::new();
    flags.extend(on("--force", item.force));
    flags.extend(on("--ignore-daemonsets", item.ignore_daemonsets));
    flags.extend(on("--delete-emptydir-data", item.delete_emptydir_data));
    flags.extend(count("--grace-period", item.grace_period_seconds));
    flags.extend(
        item.timeout
            .map(|timeout| format!("--timeout={}s", seconds(timeout))),
    );
    flags.extend(count(
        "--skip-wait-for-delete-timeout",
        item.skip_wait_for_delete_timeout,
    ));
    flags
}

/// `key=value:NoSchedule`
pub(super) fn taint(taint: &Taint) -> String {
    let effect = effect_of_kubernetes(&taint.effect);
    format!("{}={}:{effect}", taint.key, taint.value)
}

/// The merge patch of a budget: the number that is set, and none beside it.
pub(super) fn limits(item: &ScriptItem) -> String {
    let value = |limit: &Option<IntOrText>| limit.as_ref().map_or(Json::Null, IntOrText::write);
    let object = |fields: Vec<(&str, Json)>| {
        Json::Object(
            fields
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        )
    };
    let spec = object(vec![
        ("minAvailable", value(&item.min_available)),
        ("maxUnavailable", value(&item.max_unavailable)),
    ]);
    object(vec![("spec", spec)]).compact()
}
