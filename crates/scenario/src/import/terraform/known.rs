//! Which modules are known: Google's for GKE, and which of its submodules make clusters or pools.

use hcl_edit::structure::Block;

use super::module::{Entries, block};
use super::value::{Value, get};

/// Where Google's module lies, in the registry and in git.
const SOURCES: [&str; 4] = [
    "terraform-google-modules/kubernetes-engine/google",
    "GoogleCloudPlatform/kubernetes-engine/google",
    "github.com/terraform-google-modules/terraform-google-kubernetes-engine",
    "github.com/GoogleCloudPlatform/terraform-google-kubernetes-engine",
];

/// What a module makes of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Makes {
    /// A cluster and a list of pools.
    Cluster,
    Autopilot,
    /// A cluster whose inputs are the arguments of the resource.
    PlainCluster,
    PlainAutopilot,
    /// A pool whose inputs are the arguments of the resource.
    Pool,
}

/// The module itself and those of its submodules that make clusters or pools; the others make none.
#[rustfmt::skip]
const SUBMODULES: [(&str, Makes); 14] = [
    ("", Makes::Cluster),
    ("private-cluster", Makes::Cluster),
    ("private-cluster-update-variant", Makes::Cluster),
    ("beta-public-cluster", Makes::Cluster),
    ("beta-public-cluster-update-variant", Makes::Cluster),
    ("beta-private-cluster", Makes::Cluster),
    ("beta-private-cluster-update-variant", Makes::Cluster),
    ("safer-cluster", Makes::Cluster),
    ("safer-cluster-update-variant", Makes::Cluster),
    ("beta-autopilot-public-cluster", Makes::Autopilot),
    ("beta-autopilot-private-cluster", Makes::Autopilot),
    ("gke-standard-cluster", Makes::PlainCluster),
    ("gke-autopilot-cluster", Makes::PlainAutopilot),
    ("gke-node-pool", Makes::Pool),
];

/// What a call makes; none of a module that is not known.
pub(super) fn of_call(call: &Block) -> Option<Makes> {
    known(call.body.get_attribute("source")?.value.as_str()?)
}

/// What the module of a source makes; none of one that is not known.
fn known(source: &str) -> Option<Makes> {
    let source = source.split('?').next().unwrap_or_default();
    let mut rest = source;
    for before in [
        "git::",
        "https://",
        "ssh://",
        "git@",
        "www.",
        "registry.terraform.io/",
    ] {
        rest = rest.strip_prefix(before).unwrap_or(rest);
    }
    let rest = rest.replacen("github.com:", "github.com/", 1);
    let (place, sub) = rest.split_once("//").unwrap_or((&rest, ""));
    let place = place.strip_suffix(".git").unwrap_or(place);
    let is_place = SOURCES
        .iter()
        .any(|known| known.eq_ignore_ascii_case(place));
    let sub = match sub.strip_prefix("modules/") {
        Some(name) => name.trim_end_matches('/'),
        None if sub.is_empty() => "",
        None => return None,
    };
    let row = SUBMODULES.iter().find(|(name, _)| *name == sub);
    row.filter(|_| is_place).map(|(_, makes)| *makes)
}

/// Inputs of the modules whose inputs are arguments, with the module's own defaults.
pub(super) fn plain(inputs: &[(String, Value)], makes: Makes) -> Entries {
    // The version of a call is that of the module.
    let is_argument = |(name, _): &&(String, Value)| name != "source" && name != "version";
    let mut all: Entries = inputs.iter().filter(is_argument).cloned().collect();
    let mut default = |name: &str, value: Value| {
        if get(inputs, name).is_none() {
            all.push((name.to_owned(), value));
        }
    };
    match makes {
        Makes::Pool => {
            default("node_count", Value::Int(1));
            let limits = [("min_node_count", 1), ("max_node_count", 100)];
            let limits = limits.map(|(name, limit)| (name, Some(Value::Int(limit))));
            default("autoscaling", block(limits));
            let small = [("machine_type", Some(Value::from("e2-medium")))];
            default("node_config", block(small));
            let surge = [
                ("max_surge", Some(Value::Int(1))),
                ("max_unavailable", Some(Value::Int(0))),
            ];
            default("upgrade_settings", block(surge));
            versioned(&mut all);
        }
        Makes::PlainCluster => {
            default("remove_default_node_pool", Value::Bool(true));
            for (name, value) in &mut all {
                if let ("node_pool", Value::List(pools)) = (&**name, value) {
                    pools.iter_mut().for_each(pool_of_list);
                }
            }
        }
        Makes::PlainAutopilot | Makes::Autopilot | Makes::Cluster => {
            all.push(("enable_autopilot".to_owned(), Value::Bool(true)));
        }
    }
    all
}

/// Pools of the list have one node where nothing is said.
fn pool_of_list(pool: &mut Value) {
    if let Value::Object(entries) = pool {
        if get(entries, "node_count").is_none() {
            entries.push(("node_count".to_owned(), Value::Int(1)));
        }
        versioned(entries);
    }
}

/// The modules call the version of a pool after Kubernetes.
fn versioned(entries: &mut Entries) {
    for (name, _) in entries {
        if name == "kubernetes_version" {
            "version".clone_into(name);
        }
    }
}
