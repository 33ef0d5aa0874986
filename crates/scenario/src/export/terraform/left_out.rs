//! Settings of the scenario that the Terraform export has no argument for.

use crate::document::{Cluster, Pool};
use crate::field::Field as _;
use crate::json::Json;

/// What a run needs of a pool and GKE has no setting for, or what only describes its state.
const STATE: [&str; 13] = [
    "name",
    "upgradingFrom",
    "upgradingSince",
    "updateInfo",
    "status",
    "nodes",
    "gcloudFlags",
    "nodesNeededByWorkloads",
    "allocatable",
    "capacityConstrained",
    "podsUnknown",
    "quotas",
    "initialNodeCount",
];

/// What the export writes of a cluster, or what only describes its state.
const OF_CLUSTER: [&str; 11] = [
    "name",
    "location",
    "locations",
    "currentMasterVersion",
    "createTime",
    "releaseChannel",
    "maintenancePolicy",
    "spareCapacityNodes",
    "quotas",
    "endOfStandardSupport",
    "endOfExtendedSupport",
];

pub(super) fn of_pool(pool: &Pool) -> Vec<String> {
    let is_written = |key: &str| {
        let field = Pool::SPEC.field(key);
        STATE.contains(&key) || field.is_some_and(|field| field.argument().is_some())
    };
    set(&pool.write(), &is_written)
}

pub(super) fn of_cluster(cluster: &Cluster) -> Vec<String> {
    set(&cluster.write(), &|key| OF_CLUSTER.contains(&key))
}

/// The fields that have a value, each with it.
fn set(json: &Json, is_written: &dyn Fn(&str) -> bool) -> Vec<String> {
    let Json::Object(fields) = json else {
        return Vec::new();
    };
    let left = fields.iter().filter(|(key, _)| !is_written(key));
    left.map(|(key, value)| format!("{key} {}", value.compact())).collect()
}
