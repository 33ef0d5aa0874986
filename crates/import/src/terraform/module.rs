//! Calls of Google's modules for GKE: converts their inputs to arguments of the resources that they create.

use hcl_edit::structure::Block;

use crate::configured::put;
use base::{Message, say};
use scenario::document::UpgradeSettings;
use scenario::document::pool::NodeConfig;
use scenario::field::{FieldSpec, FieldType, StructType};
use scenario::json::Json;

/// Addresses of Google's module, in the registry and in git.
const SOURCES: [&str; 4] = [
    "terraform-google-modules/kubernetes-engine/google",
    "GoogleCloudPlatform/kubernetes-engine/google",
    "github.com/terraform-google-modules/terraform-google-kubernetes-engine",
    "github.com/GoogleCloudPlatform/terraform-google-kubernetes-engine",
];

/// What a module creates from its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModuleKind {
    /// A cluster and a list of pools.
    Cluster,
    Autopilot,
    /// A cluster whose inputs are the arguments of the resource.
    PlainCluster,
    PlainAutopilot,
    /// A pool whose inputs are the arguments of the resource.
    Pool,
}

/// The module and its submodules that create clusters or pools.
#[rustfmt::skip]
const SUBMODULES: [(&str, ModuleKind); 14] = [
    ("", ModuleKind::Cluster),
    ("private-cluster", ModuleKind::Cluster),
    ("private-cluster-update-variant", ModuleKind::Cluster),
    ("beta-public-cluster", ModuleKind::Cluster),
    ("beta-public-cluster-update-variant", ModuleKind::Cluster),
    ("beta-private-cluster", ModuleKind::Cluster),
    ("beta-private-cluster-update-variant", ModuleKind::Cluster),
    ("safer-cluster", ModuleKind::Cluster),
    ("safer-cluster-update-variant", ModuleKind::Cluster),
    ("beta-autopilot-public-cluster", ModuleKind::Autopilot),
    ("beta-autopilot-private-cluster", ModuleKind::Autopilot),
    ("gke-standard-cluster", ModuleKind::PlainCluster),
    ("gke-autopilot-cluster", ModuleKind::PlainAutopilot),
    ("gke-node-pool", ModuleKind::Pool),
];

/// What a call creates. `None`: the module is unknown.
pub(super) fn makes(call: &Block) -> Option<ModuleKind> {
    let source = call.body.get_attribute("source")?.value.as_str()?;
    let mut rest = source.split('?').next()?;
    for prefix in ["git::", "https://", "ssh://", "git@", "www.", "registry.terraform.io/"] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    let rest = rest.replacen("github.com:", "github.com/", 1);
    let (place, submodule) = rest.split_once("//").unwrap_or((&rest, ""));
    let place = place.strip_suffix(".git").unwrap_or(place);
    let mut known = SOURCES.iter();
    known.find(|known| known.eq_ignore_ascii_case(place))?;
    let name = match submodule {
        "" => "",
        path => path.strip_prefix("modules/")?.trim_end_matches('/'),
    };
    let row = SUBMODULES.iter().find(|(submodule, _)| *submodule == name);
    row.map(|(_, makes)| *makes)
}

/// Inputs of the modules that create a cluster and a list of pools.
const INPUTS: [&str; 16] = [
    "name",
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
    "node_pools",
    "node_pools_labels",
    "node_pools_taints",
    "windows_node_pools",
];

/// Is an input used?
pub(super) fn is_input(name: &str) -> bool {
    INPUTS.contains(&name)
}

/// Arguments of a cluster and of its pools.
#[derive(Debug)]
pub(super) struct ModuleArguments {
    pub(super) cluster: Json,
    pub(super) pools: Vec<Json>,
    /// Inputs without effect.
    pub(super) unused: Vec<Message>,
}

/// The resources of a module that creates a cluster and a list of pools, with the module's defaults.
pub(super) fn resources(inputs: &Json, is_autopilot: bool) -> ModuleArguments {
    let inputs = Inputs(inputs);
    let zones = inputs.get("zones").filter(|zones| !zones.items().is_empty());
    let location = match inputs.is_zonal() {
        true => zones.as_ref().and_then(|zones| zones.items().first()).cloned(),
        false => inputs.get("region"),
    };
    let version = inputs.get("kubernetes_version");
    let autoscaling = inputs.get("cluster_autoscaling");
    let autoscaling = autoscaling.map(|all| same(&all, &["enabled", "autoscaling_profile"]));
    let cluster = Json::object_of_set([
        ("name", inputs.get("name")),
        ("location", location),
        ("node_locations", zones),
        ("min_master_version", version.filter(|version| version.text() != Some("latest"))),
        ("enable_autopilot", is_autopilot.then_some(Json::Bool(true))),
        ("release_channel", Some(Json::object_of_set([("channel", Some(inputs.channel()))]))),
        ("default_max_pods_per_node", inputs.get("default_max_pods_per_node")),
        ("cluster_autoscaling", autoscaling),
        ("maintenance_policy", Some(inputs.policy())),
    ]);
    let mut unused = Vec::new();
    let pools = if is_autopilot { Vec::new() } else { inputs.pools(&mut unused) };
    ModuleArguments { cluster, pools, unused }
}

/// The fields with the same names in the module and in the resource.
fn same(from: &Json, names: &[impl AsRef<str>]) -> Json {
    let there = names.iter().filter_map(|name| {
        let value = from.get(name.as_ref()).filter(|value| is_set(value))?;
        Some((name.as_ref().to_owned(), value.clone()))
    });
    Json::Object(there.collect())
}

/// The maps in a list of pools hold values of one type, so an empty text means none.
fn is_set(value: &Json) -> bool {
    *value != Json::Null && value.text() != Some("")
}

fn is_off(value: &Json) -> bool {
    *value == Json::Bool(false) || value.text() == Some("false")
}

/// The inputs of a call.
struct Inputs<'i>(&'i Json);

impl Inputs<'_> {
    fn get(&self, name: &str) -> Option<Json> {
        self.0.get(name).filter(|value| is_set(value)).cloned()
    }

    fn is_zonal(&self) -> bool {
        self.get("regional").is_some_and(|regional| is_off(&regional))
    }

    fn channel(&self) -> Json {
        let channel = self.get("release_channel");
        channel.unwrap_or_else(|| Json::from("REGULAR"))
    }

    /// With an end the module creates a recurring window, else a daily one.
    fn policy(&self) -> Json {
        let start = self.get("maintenance_start_time");
        let start = Some(start.unwrap_or_else(|| Json::from("05:00")));
        let end = self.get("maintenance_end_time");
        let exclusions = self.get("maintenance_exclusions").map(|all| {
            let all = all.items().iter().map(|one| {
                let options = Json::object_of_set([
                    ("scope", one.get("exclusion_scope").cloned()),
                    ("end_time_behavior", one.get("exclusion_end_time_behavior").cloned()),
                ]);
                Json::object_of_set([
                    ("exclusion_name", one.get("name").cloned()),
                    ("start_time", one.get("start_time").cloned()),
                    ("end_time", one.get("end_time").cloned()),
                    ("exclusion_options", Some(options)),
                ])
            });
            Json::List(all.collect())
        });
        let (kind, window) = match end {
            Some(_) => {
                let recurrence = self.get("maintenance_recurrence");
                let window = [("start_time", start), ("end_time", end), ("recurrence", recurrence)];
                ("recurring_window", Json::object_of_set(window))
            }
            None => ("daily_maintenance_window", Json::object_of_set([("start_time", start)])),
        };
        Json::object_of_set([(kind, Some(window)), ("maintenance_exclusion", exclusions)])
    }

    fn pools(&self, unused: &mut Vec<Message>) -> Vec<Json> {
        let default = Json::object_of_set([("name", Some(Json::from("default-node-pool")))]);
        let linux = match self.0.get("node_pools") {
            Some(Json::List(pools)) => pools.clone(),
            // A list that couldn't be evaluated has at least one element.
            Some(_) => vec![Json::object_of_set([])],
            None => vec![default],
        };
        let windows = self.get("windows_node_pools").unwrap_or_default();
        let pools = linux.iter().chain(windows.items());
        pools.map(|pool| self.pool(pool, unused)).collect()
    }

    fn pool(&self, pool: &Json, unused: &mut Vec<Message>) -> Json {
        let get = |name: &str| pool.get(name).filter(|value| is_set(value)).cloned();
        let int = |value| Some(Json::Int(value));
        let name = get("name");
        let label = name.as_ref().and_then(Json::text).unwrap_or_default();
        let scales = !get("autoscaling").is_some_and(|on| is_off(&on));
        // The module makes GKE upgrade regional clusters and those in a channel, and then leaves the version to the cluster.
        let is_upgraded = !self.is_zonal() || self.channel().text() != Some("UNSPECIFIED");
        let auto_upgrade = get("auto_upgrade").unwrap_or(Json::Bool(is_upgraded));
        let version = get("version");
        let has_version = is_off(&auto_upgrade);
        if version.is_some() && !has_version {
            unused.push(say!("import-setting-of", setting = "version", pool = label));
        }
        let has_total = get("total_min_count").or(get("total_max_count")).is_some();
        let least = get("min_count").or(int(1));
        let autoscaling = scales.then(|| {
            Json::object_of_set([
                ("min_node_count", least.clone().filter(|_| !has_total)),
                ("max_node_count", get("max_count").or(int(100)).filter(|_| !has_total)),
                ("total_min_node_count", get("total_min_count")),
                ("total_max_node_count", get("total_max_count")),
                ("location_policy", get("location_policy")),
            ])
        });
        let count = match scales {
            true => get("initial_node_count").or(least),
            false => get("node_count").or(int(1)),
        };
        let zones = get("node_locations").map(|zones| match zones.text() {
            Some(zones) => Json::List(zones.split(',').map(str::trim).map(Json::from).collect()),
            None => zones,
        });
        let accelerator = get("accelerator_count").and_then(|count| {
            let kind = get("accelerator_type")?;
            Some(Json::object_of_set([("type", Some(kind)), ("count", Some(count))]))
        });
        let machine = get("machine_type").unwrap_or_else(|| Json::from("e2-medium"));
        let mut config = own(NodeConfig::SPEC, pool);
        for (name, value) in [
            ("machine_type", Some(machine)),
            ("labels", self.of_pool("node_pools_labels", label)),
            ("taint", self.of_pool("node_pools_taints", label)),
            ("guest_accelerator", accelerator),
        ] {
            value.into_iter().for_each(|value| put(&mut config, name, value));
        }
        let queued =
            get("queued_provisioning").map(|on| Json::object_of_set([("enabled", Some(on))]));
        let management = Json::object_of_set([
            ("auto_upgrade", Some(auto_upgrade)),
            ("auto_repair", get("auto_repair")),
        ]);
        Json::object_of_set([
            ("name", name.clone()),
            ("node_locations", zones),
            ("version", version.filter(|_| has_version)),
            ("initial_node_count", count),
            ("max_pods_per_node", get("max_pods_per_node")),
            ("autoscaling", autoscaling),
            ("management", Some(management)),
            ("upgrade_settings", Some(upgrade(pool))),
            ("node_config", Some(config)),
            ("queued_provisioning", queued),
        ])
    }

    /// The values of a module's map for all pools, and for one.
    fn of_pool(&self, map: &str, pool: &str) -> Option<Json> {
        let map = self.get(map)?;
        let mut entries = Vec::new();
        let mut items = Vec::new();
        for part in ["all", pool].into_iter().filter_map(|key| map.get(key)) {
            match part {
                Json::Object(more) => entries.extend(more.iter().cloned()),
                other => items.extend(other.items().iter().cloned()),
            }
        }
        match (entries.is_empty(), items.is_empty()) {
            (true, true) => None,
            (false, _) => Some(Json::Object(entries)),
            (true, false) => Some(Json::List(items)),
        }
    }
}

/// Inputs of a pool that the module passes on unchanged.
fn own(spec: &StructType, pool: &Json) -> Json {
    let plain = |field: &&FieldSpec| {
        use FieldType::{Bool, Duration, Int, Number, Text};
        matches!(field.kind, Text | Bool | Int | Number | Duration)
    };
    let fields = spec.fields.iter().filter(plain);
    let names: Vec<String> = fields.filter_map(FieldSpec::argument).collect();
    same(pool, &names)
}

fn upgrade(pool: &Json) -> Json {
    let strategy = pool.get("strategy").filter(|value| is_set(value)).cloned();
    let strategy = strategy.unwrap_or_else(|| Json::from("SURGE"));
    let get = |name, default| {
        let value = pool.get(name).filter(|value| is_set(value)).cloned();
        value.or(Some(Json::Int(default)))
    };
    if strategy.text() == Some("SURGE") {
        return Json::object_of_set([
            ("strategy", Some(strategy)),
            ("max_surge", get("max_surge", 1)),
            ("max_unavailable", get("max_unavailable", 0)),
        ]);
    }
    let mut settings = own_of_blocks(UpgradeSettings::SPEC, pool);
    put(&mut settings, "strategy", strategy);
    settings
}

/// Inputs of nested blocks, at any depth.
fn own_of_blocks(spec: &StructType, pool: &Json) -> Json {
    let blocks = spec.fields.iter().filter_map(|field| {
        let inner = field.kind.spec()?;
        let mut block = own(inner, pool);
        if let (Json::Object(all), Json::Object(more)) = (&mut block, own_of_blocks(inner, pool)) {
            all.extend(more);
        }
        let is_set = block != Json::Object(Vec::new());
        is_set.then_some((field.argument()?, block))
    });
    Json::Object(blocks.collect())
}

/// Inputs of a module whose inputs are arguments, with the module's defaults.
pub(super) fn plain(inputs: Json, makes: ModuleKind) -> Json {
    let Json::Object(mut all) = inputs else {
        return inputs;
    };
    // The version of a call is the module's.
    all.retain(|(name, _)| name != "source" && name != "version");
    match makes {
        ModuleKind::Pool => {
            let limits = [("min_node_count", 1), ("max_node_count", 100)];
            let surge = [("max_surge", 1), ("max_unavailable", 0)];
            let ints = |fields: [(&'static str, i64); 2]| {
                Json::object_of_set(fields.map(|(name, value)| (name, Some(Json::Int(value)))))
            };
            let small = [("machine_type", Some(Json::from("e2-medium")))];
            default(&mut all, "node_count", Json::Int(1));
            default(&mut all, "autoscaling", ints(limits));
            default(&mut all, "node_config", Json::object_of_set(small));
            default(&mut all, "upgrade_settings", ints(surge));
            rename_version(&mut all);
        }
        ModuleKind::PlainCluster => {
            default(&mut all, "remove_default_node_pool", Json::Bool(true));
            let pools = all.iter_mut().filter(|(name, _)| name == "node_pool");
            for (_, pools) in pools {
                let Json::List(pools) = pools else { continue };
                for pool in pools {
                    if let Json::Object(fields) = pool {
                        default(fields, "node_count", Json::Int(1));
                        rename_version(fields);
                    }
                }
            }
        }
        ModuleKind::PlainAutopilot | ModuleKind::Autopilot | ModuleKind::Cluster => {
            all.push(("enable_autopilot".to_owned(), Json::Bool(true)));
        }
    }
    Json::Object(all)
}

fn default(fields: &mut Vec<(String, Json)>, name: &str, value: Json) {
    if !fields.iter().any(|(other, _)| other == name) {
        fields.push((name.to_owned(), value));
    }
}

/// The modules name the version of a pool differently.
fn rename_version(fields: &mut [(String, Json)]) {
    for (name, _) in fields.iter_mut().filter(|(name, _)| name == "kubernetes_version") {
        "version".clone_into(name);
    }
}
