//! Pools and their nodes.

use super::{Feature, Maker, ZONES};
use serde_json::{Value, json};

/// `maxSurge`, `maxUnavailable`; common small settings are listed repeatedly.
pub(super) const SURGE: [(u64, u64); 14] = [
    (1, 0),
    (1, 0),
    (1, 0),
    (0, 1),
    (0, 1),
    (2, 1),
    (3, 0),
    (0, 3),
    (1, 2),
    (1, 1),
    (25, 5),
    (20, 0),
    (0, 20),
    (7, 4),
];

impl Maker {
    pub(super) fn pools(&mut self) -> Vec<Value> {
        let more = if self.swarm.has(Feature::SeveralPools) { 1 + self.dice.below(2) } else { 0 };
        (0..=more).map(|number| self.pool(number, more + 1)).collect()
    }

    fn pool(&mut self, number: u64, pools: u64) -> Value {
        let zones = if self.swarm.has(Feature::Zones) { 1 + self.dice.below(3) } else { 1 };
        // About the same total of nodes for any number of pools and zones.
        let most = (37 / (pools * zones)).max(3);
        let count = match self.dice.below(12) {
            // More than a hundred nodes: the scheduler samples them.
            _ if self.swarm.has(Feature::Large) => 108 / (pools * zones) + self.dice.below(most),
            0 => 0,
            1 => 1,
            2 => most * 2,
            _ => 2 + self.dice.below(most),
        };
        let name = format!("pool-{number}");
        let (surge, unavailable) = *self.dice.one(&SURGE);
        let machines = ["e2-standard-2", "e2-standard-4", "n2-highmem-2"];
        let mut pool = json!({
            "name": name,
            "version": self.dice.one(&["1.33.1-gke.100", "1.33.1-gke.100", "1.34.1-gke.100"]),
            "locations": ZONES[..zones as usize],
            "config": { "machineType": self.dice.one(&machines) },
            "upgradeSettings": { "strategy": "SURGE", "maxSurge": surge, "maxUnavailable": unavailable },
        });
        if self.dice.chance(5) {
            pool["upgradeSettings"] = json!({});
        }
        if self.may(Feature::NodeLists, 60) {
            pool["nodes"] = (0..count * zones)
                .map(|node| self.node(&name, node, ZONES[(node % zones) as usize]))
                .collect();
        }
        if pool["nodes"].as_array().is_none_or(Vec::is_empty) {
            pool["nodes"] = Value::Null;
            pool["initialNodeCount"] = json!(count);
        }
        self.settings(&mut pool);
        if let Some(fields) = pool.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        pool
    }

    fn node(&mut self, pool: &str, number: u64, zone: &str) -> Value {
        let mut node = json!({ "name": format!("{pool}-x-{number}"), "zone": zone });
        if self.dice.chance(15) {
            node["labels"] = json!({ "shelf": self.dice.one(&["fast", "slow"]) });
        }
        if self.dice.chance(10) {
            node["version"] = json!(self.dice.one(&["1.32.4-gke.7", "1.34.1-gke.100"]));
        }
        if self.dice.chance(8) {
            node["unschedulable"] = json!(true);
        }
        if self.may(Feature::Taints, 10) {
            node["taints"] = json!([self.taint()]);
        }
        node
    }

    fn settings(&mut self, pool: &mut Value) {
        if self.may(Feature::Spot, 50) {
            pool["config"]["spot"] = json!(true);
        }
        if self.may(Feature::AutoUpgrade, 70) {
            pool["management"] = json!({ "autoUpgrade": true });
        }
        if self.may(Feature::DrainConfig, 70) {
            let mut limits = json!({});
            if self.dice.chance(60) {
                limits["pdbTimeoutDuration"] = json!(self.dice.secs(&[0, 60, 300, 4000]));
            }
            if self.dice.chance(60) {
                limits["graceTerminationDuration"] = json!(self.dice.secs(&[0, 10, 600]));
            }
            pool["nodeDrainConfig"] = limits;
        }
        if self.may(Feature::Taints, 40) {
            pool["config"]["taints"] = json!([self.taint()]);
        }
        if self.may(Feature::NodeSelectors, 50) {
            pool["config"]["labels"] = json!({ "zest": self.dice.one(&["a", "b"]) });
        }
        if self.may(Feature::NodeAffinity, 40) {
            pool["config"]["labels"]["bulk"] = json!(self.dice.one(&["1", "2", "3", "big"]));
        }
        if self.may(Feature::Crowded, 60) {
            pool["maxPodsConstraint"] = json!({ "maxPodsPerNode": self.dice.one(&[2, 4, 8]) });
        }
        if self.may(Feature::Extended, 70) {
            pool["allocatable"] = json!({ "nvidia.com/gpu": self.dice.below(3) });
            pool["config"]["diskSizeGb"] = json!(self.dice.one(&[20, 100]));
        }
    }

    /// One of a few, so that tolerations match; `NoExecute` only for seeds with that feature.
    pub(super) fn taint(&mut self) -> Value {
        let effects = match self.swarm.has(Feature::NoExecute) {
            true => ["NO_SCHEDULE", "PREFER_NO_SCHEDULE", "NO_EXECUTE"],
            false => ["NO_SCHEDULE", "PREFER_NO_SCHEDULE", "NoSchedule"],
        };
        json!({ "key": self.dice.one(&["k", "k", "only"]), "value": "v", "effect": self.dice.one(&effects) })
    }
}
