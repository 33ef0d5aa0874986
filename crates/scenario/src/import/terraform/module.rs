//! Calls of Google's module for GKE: its inputs as arguments of the resources that it makes.

use super::known::Makes;
use super::value::{Value, get};

pub(super) type Entries = Vec<(String, Value)>;

/// What a call asks for: arguments of a cluster, and of each of its pools.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) cluster: Entries,
    pub(super) pools: Vec<Entries>,
    /// Inputs that are of no use here.
    pub(super) unused: Vec<String>,
}

/// Inputs that are read here.
const INPUTS: [&str; 26] = [
    "source",
    "version",
    "name",
    "project_id",
    "region",
    "regional",
    "zones",
    "kubernetes_version",
    "release_channel",
    "default_max_pods_per_node",
    "maintenance_start_time",
    "maintenance_end_time",
    "maintenance_recurrence",
    "maintenance_exclusions",
    "cluster_autoscaling",
    "remove_default_node_pool",
    "initial_node_count",
    "node_pools",
    "node_pools_labels",
    "node_pools_taints",
    "windows_node_pools",
    "depends_on",
    "providers",
    "count",
    "for_each",
    "deletion_protection",
];

/// Inputs of Google's module as arguments of the resources that it makes, with the module's own defaults.
pub(super) fn asked(inputs: &[(String, Value)], makes: Makes) -> Asked {
    let input = |name: &str| get(inputs, name).filter(|value| **value != Value::Null);
    let mut cluster = Entries::new();
    let mut set = |name: &str, value: Option<&Value>| {
        if let Some(value) = value {
            cluster.push((name.to_owned(), value.clone()));
        }
    };
    set("name", input("name"));
    let zones = input("zones").filter(|zones| **zones != Value::List(Vec::new()));
    let zonal = is_zonal(&input);
    let first = zones.and_then(|zones| zones.items().first());
    set("location", if zonal { first } else { input("region") });
    set("node_locations", zones);
    let latest = |version: &&Value| version.text() != Some("latest");
    set(
        "min_master_version",
        input("kubernetes_version").filter(latest),
    );
    let autopilot = makes == Makes::Autopilot;
    if autopilot {
        set("enable_autopilot", Some(&Value::Bool(true)));
    }
    let channel = channel(&input);
    set(
        "release_channel",
        Some(&block([("channel", Some(channel))])),
    );
    set(
        "default_max_pods_per_node",
        input("default_max_pods_per_node"),
    );
    set(
        "cluster_autoscaling",
        input("cluster_autoscaling").map(profile).as_ref(),
    );
    set("maintenance_policy", Some(&policy(&input)));
    let unused = inputs.iter().map(|(name, _)| name);
    let mut unused: Vec<String> = unused
        .filter(|name| !INPUTS.contains(&name.as_str()))
        .cloned()
        .collect();
    let pools = if autopilot {
        Vec::new()
    } else {
        pools(&input, &mut unused)
    };
    Asked {
        cluster,
        pools,
        unused,
    }
}

fn is_zonal<'v>(input: &impl Fn(&str) -> Option<&'v Value>) -> bool {
    input("regional").is_some_and(is_off)
}

fn channel<'v>(input: &impl Fn(&str) -> Option<&'v Value>) -> Value {
    let channel = input("release_channel").cloned();
    channel.unwrap_or_else(|| Value::from("REGULAR"))
}

fn is_off(value: &Value) -> bool {
    *value == Value::Bool(false) || value.text() == Some("false")
}

/// A block with those arguments that are there.
pub(super) fn block<const N: usize>(arguments: [(&str, Option<Value>); N]) -> Value {
    let there = arguments.into_iter().filter_map(|(name, value)| {
        Some((
            name.to_owned(),
            value.filter(|value| *value != Value::Null)?,
        ))
    });
    Value::Object(there.collect())
}

/// Of the module's settings of the cluster autoscaler, what the resource calls the same.
fn profile(settings: &Value) -> Value {
    if matches!(settings, Value::Unknown(_)) {
        return settings.clone();
    }
    let get = |name: &str| settings.get(name).cloned();
    block([
        ("enabled", get("enabled")),
        ("autoscaling_profile", get("autoscaling_profile")),
    ])
}

fn policy<'v>(input: &impl Fn(&str) -> Option<&'v Value>) -> Value {
    let start = input("maintenance_start_time").cloned();
    let end = input("maintenance_end_time").filter(|end| end.text() != Some(""));
    let exclusions = match input("maintenance_exclusions") {
        Some(Value::List(items)) => Value::List(items.iter().map(exclusion).collect()),
        Some(unknown) => unknown.clone(),
        None => Value::Null,
    };
    // The module makes a recurring window of an end, else a daily one.
    let start = start.unwrap_or_else(|| Value::from("05:00"));
    let (daily, recurring) = match end {
        Some(end) => {
            let recurrence = input("maintenance_recurrence").cloned();
            let window = block([
                ("start_time", Some(start)),
                ("end_time", Some(end.clone())),
                ("recurrence", recurrence),
            ]);
            (None, Some(window))
        }
        None => (Some(block([("start_time", Some(start))])), None),
    };
    block([
        ("daily_maintenance_window", daily),
        ("recurring_window", recurring),
        ("maintenance_exclusion", Some(exclusions)),
    ])
}

fn exclusion(asked: &Value) -> Value {
    if matches!(asked, Value::Unknown(_)) {
        return asked.clone();
    }
    let get = |name: &str| asked.get(name).cloned();
    let options = block([
        ("scope", get("exclusion_scope")),
        ("end_time_behavior", get("exclusion_end_time_behavior")),
    ]);
    block([
        ("exclusion_name", get("name")),
        ("start_time", get("start_time")),
        ("end_time", get("end_time")),
        ("exclusion_options", Some(options)),
    ])
}

fn pools<'v>(input: &impl Fn(&str) -> Option<&'v Value>, unused: &mut Vec<String>) -> Vec<Entries> {
    let default = Value::List(vec![block([(
        "name",
        Some(Value::from("default-node-pool")),
    )])]);
    let mut all = Vec::new();
    for list in ["node_pools", "windows_node_pools"] {
        let pools = input(list).or((list == "node_pools").then_some(&default));
        for pool in pools.map_or(&[][..], Value::items) {
            all.push(self::pool(pool, input, unused));
        }
        if let Some(unknown @ Value::Unknown(_)) = pools {
            // A pool of which nothing is known, so that it is said.
            all.push(vec![("name".to_owned(), unknown.clone())]);
        }
    }
    all
}

/// Arguments of a pool that the module only hands on.
const SAME: [&str; 9] = [
    "version",
    "max_pods_per_node",
    "machine_type",
    "image_type",
    "disk_size_gb",
    "disk_type",
    "spot",
    "preemptible",
    "flex_start",
];

fn pool<'v>(
    asked: &Value,
    input: &impl Fn(&str) -> Option<&'v Value>,
    unused: &mut Vec<String>,
) -> Entries {
    if matches!(asked, Value::Unknown(_)) {
        return vec![("name".to_owned(), asked.clone())];
    }
    // The maps of the list hold values of one type, so that numbers and switches may be texts.
    let get = |name: &str| {
        asked
            .get(name)
            .filter(|value| value.text() != Some(""))
            .cloned()
    };
    let int = |value: i64| Some(Value::Int(value));
    let same = |name: &str| get(name).filter(|_| SAME.contains(&name));
    let name = get("name");
    let label = name.as_ref().and_then(Value::text).unwrap_or_default();
    let scales = !get("autoscaling").is_some_and(|on| is_off(&on));
    // The module has GKE upgrade by itself what is regional or in a channel, and then leaves the version to the cluster.
    let by_default = !is_zonal(input) || channel(input).text() != Some("UNSPECIFIED");
    let auto_upgrade = get("auto_upgrade").unwrap_or(Value::Bool(by_default));
    let is_free = is_off(&auto_upgrade) || matches!(auto_upgrade, Value::Unknown(_));
    if same("version").is_some() && !is_free {
        unused.push(format!("version of {label}"));
    }
    let total = get("total_min_count").or(get("total_max_count")).is_some();
    let least = get("min_count").or(int(1));
    let autoscaling = scales.then(|| {
        let each = |value: Option<Value>| value.filter(|_| !total);
        block([
            ("min_node_count", each(least.clone())),
            ("max_node_count", each(get("max_count").or(int(100)))),
            ("total_min_node_count", get("total_min_count")),
            ("total_max_node_count", get("total_max_count")),
            ("location_policy", get("location_policy")),
        ])
    });
    let count = if scales {
        get("initial_node_count").or(least)
    } else {
        get("node_count").or(int(1))
    };
    let zones = get("node_locations").map(|zones| match zones.text() {
        Some(zones) => Value::List(zones.split(',').map(str::trim).map(Value::from).collect()),
        None => zones,
    });
    let upgrade = upgrade(&get);
    let accelerator = get("accelerator_type").filter(|_| get("accelerator_count").is_some());
    let accelerator =
        accelerator.map(|kind| block([("type", Some(kind)), ("count", get("accelerator_count"))]));
    let config = block([
        (
            "machine_type",
            same("machine_type").or(Some(Value::from("e2-medium"))),
        ),
        ("image_type", same("image_type")),
        ("disk_size_gb", same("disk_size_gb")),
        ("disk_type", same("disk_type")),
        ("spot", same("spot")),
        ("preemptible", same("preemptible")),
        ("flex_start", same("flex_start")),
        ("labels", both(input("node_pools_labels"), label)),
        ("taint", both(input("node_pools_taints"), label)),
        ("guest_accelerator", accelerator),
    ]);
    let management = block([
        ("auto_upgrade", Some(auto_upgrade)),
        ("auto_repair", get("auto_repair")),
    ]);
    let Value::Object(entries) = block([
        ("name", name),
        ("node_locations", zones),
        ("version", same("version").filter(|_| is_free)),
        ("initial_node_count", count),
        ("max_pods_per_node", same("max_pods_per_node")),
        ("autoscaling", autoscaling),
        ("management", Some(management)),
        ("upgrade_settings", Some(upgrade)),
        ("node_config", Some(config)),
        (
            "queued_provisioning",
            get("queued_provisioning").map(|on| block([("enabled", Some(on))])),
        ),
    ]) else {
        return Entries::new();
    };
    entries
}

fn upgrade(get: &impl Fn(&str) -> Option<Value>) -> Value {
    let strategy = get("strategy").unwrap_or_else(|| Value::from("SURGE"));
    if strategy.text() == Some("SURGE") {
        return block([
            ("strategy", Some(strategy)),
            ("max_surge", get("max_surge").or(Some(Value::Int(1)))),
            (
                "max_unavailable",
                get("max_unavailable").or(Some(Value::Int(0))),
            ),
        ]);
    }
    let rollout = block([
        ("batch_node_count", get("batch_node_count")),
        ("batch_percentage", get("batch_percentage")),
        ("batch_soak_duration", get("batch_soak_duration")),
    ]);
    let settings = block([
        ("node_pool_soak_duration", get("node_pool_soak_duration")),
        ("standard_rollout_policy", Some(rollout)),
    ]);
    block([
        ("strategy", Some(strategy)),
        ("blue_green_settings", Some(settings)),
    ])
}

/// What a map of the module says for all pools, and for one.
fn both(map: Option<&Value>, pool: &str) -> Option<Value> {
    let map = map?;
    if matches!(map, Value::Unknown(_)) {
        return Some(map.clone());
    }
    let parts = [map.get("all"), map.get(pool)];
    let parts = parts.into_iter().flatten();
    let mut entries = Entries::new();
    let mut items = Vec::new();
    for part in parts {
        match part {
            Value::Object(more) => entries.extend(more.iter().cloned()),
            Value::List(more) => items.extend(more.iter().cloned()),
            Value::Unknown(_) => return Some(part.clone()),
            _ => {}
        }
    }
    match (entries.is_empty(), items.is_empty()) {
        (true, true) => None,
        (false, _) => Some(Value::Object(entries)),
        (true, false) => Some(Value::List(items)),
    }
}
