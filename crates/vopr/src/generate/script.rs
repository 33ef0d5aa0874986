//! Generates the script.

use super::beside::path_of;
use super::{Feature, Maker, nodes};
use serde_json::{Value, json};

/// A command, its feature, and its share among the seed's commands.
const COMMANDS: [(&str, Feature); 16] = [
    ("cancel", Feature::Cancels),
    ("cancel", Feature::Cancels),
    ("resume", Feature::Cancels),
    ("rollback", Feature::Rollbacks),
    ("rollback", Feature::Rollbacks),
    ("upgrade", Feature::SecondUpgrade),
    ("quota", Feature::Quota),
    ("stockout", Feature::Stockouts),
    ("drain", Feature::UserDrains),
    ("drain", Feature::UserDrains),
    ("cordon", Feature::Cordons),
    ("uncordon", Feature::Cordons),
    ("shape", Feature::Shapes),
    ("window", Feature::Windows),
    ("replicas", Feature::Scaling),
    ("limit", Feature::BudgetEdits),
];

/// Instants at which something happens anyway.
const BUSY: [u64; 12] = [0, 1, 2, 30, 31, 180, 181, 211, 241, 361, 422, 3781];

impl Maker {
    pub(super) fn script(
        &mut self,
        pools: &[Value],
        workloads: &[Value],
        budgets: &[Value],
    ) -> Vec<Value> {
        let mut script = Vec::new();
        for pool in pools {
            if self.dice.chance(85) {
                let at = self.dice.secs(&[0, 0, 0, 100]);
                let automatic = self.may(Feature::Automatic, 60);
                let mut entry = json!({ "at": at, "do": "upgrade", "pool": pool["name"], "automatic": automatic });
                self.other_change(&mut entry);
                script.push(entry);
            }
        }
        let has = |(_, feature): &&(&str, Feature)| self.swarm.has(*feature);
        let commands: Vec<&str> = COMMANDS.iter().filter(has).map(|(name, _)| *name).collect();
        if commands.is_empty() {
            return script;
        }
        if self.may(Feature::Windows, 60) {
            // A window that closes during the upgrade, and a later one.
            for (at, action) in
                [(0, "open"), (100 + self.dice.below(1500), "close"), (20_000, "open")]
            {
                script.push(json!({ "at": format!("{at}s"), "do": action }));
            }
        }
        let nodes = nodes(pools);
        for _ in 0..self.dice.below(9) {
            let command = *self.dice.one(&commands);
            let at = self.instant();
            let mut entry = json!({ "at": format!("{at}s"), "do": command });
            let pool = self.dice.one(pools)["name"].clone();
            let said = match command {
                "cordon" | "uncordon" | "drain" => self.of_node(&mut entry, command, &nodes),
                "replicas" => self.replicas(&mut entry, workloads),
                "limit" => self.limit_of(&mut entry, budgets),
                "stockout" => self.stockout(&mut entry, pools),
                _ => self.of_pool(&mut entry, command, pool),
            };
            if said {
                script.push(entry);
            }
        }
        script
    }

    fn instant(&mut self) -> u64 {
        match self.dice.below(4) {
            0 => *self.dice.one(&BUSY),
            1 => self.dice.below(90_000),
            2 => self.dice.below(6000),
            _ => self.dice.below(800),
        }
    }

    fn of_pool(&mut self, entry: &mut Value, command: &str, pool: Value) -> bool {
        match command {
            "rollback" => {
                entry["pool"] = pool;
                entry["respectPdb"] = json!(self.dice.chance(50));
            }
            "upgrade" => {
                entry["pool"] = pool;
                entry["version"] =
                    json!(self.dice.one(&["1.34.1-gke.100", "1.35.1-gke.100", "1.36.0-gke.1"]));
                entry["automatic"] = json!(self.dice.chance(50));
                self.other_change(entry);
            }
            "shape" => {
                entry["do"] = json!("set");
                entry["pool"] = pool;
                if self.dice.chance(70) {
                    entry["labels"] = json!({ "zest": self.dice.one(&["a", "b"]) });
                } else {
                    entry["taints"] = json!([]);
                }
                if self.dice.chance(60) {
                    entry["taints"] = json!([self.taint()]);
                }
            }
            "quota" => {
                if self.dice.chance(75) {
                    entry["spareNodes"] = json!(self.dice.below(3));
                }
            }
            "window" => entry["do"] = json!(self.dice.one(&["open", "close"])),
            _ => entry["pool"] = pool,
        }
        true
    }

    fn stockout(&mut self, entry: &mut Value, pools: &[Value]) -> bool {
        let zones = self.dice.one(pools)["locations"].clone();
        let Some(zones) = zones.as_array() else {
            return false;
        };
        entry["zone"] = self.dice.one(zones).clone();
        match self.dice.below(4) {
            0 => {}
            1 => entry["on"] = json!(false),
            _ => entry["for"] = json!(self.dice.secs(&[1, 100, 1000, 100_000])),
        }
        true
    }

    /// A change other than the version that recreates nodes.
    fn other_change(&mut self, entry: &mut Value) {
        if !self.may(Feature::OtherChanges, 60) {
            return;
        }
        match self.dice.below(4) {
            0 => entry["change"] = json!("ipRotation"),
            1 => entry["change"] = json!("imageType"),
            2 => entry["config"] = json!({ "machineType": "e2-standard-8" }),
            _ => entry["config"] = json!({ "labels": { "zest": "b" } }),
        }
    }

    fn of_node(&mut self, entry: &mut Value, command: &str, nodes: &[String]) -> bool {
        if nodes.is_empty() {
            return false;
        }
        // The first nodes are chosen often.
        let near = nodes.len().min(if self.dice.chance(60) { 2 } else { nodes.len() });
        entry["node"] = json!(self.dice.one(&nodes[..near]));
        if command == "drain" {
            entry["force"] = json!(self.dice.chance(80));
            entry["ignoreDaemonsets"] = json!(self.dice.chance(80));
            entry["deleteEmptydirData"] = json!(self.dice.chance(70));
            entry["timeout"] = json!(self.dice.secs(&[0, 0, 60, 1000]));
            entry["gracePeriodSeconds"] = json!(self.dice.one(&[-1, -1, 0, 5, 900]));
            if self.dice.chance(20) {
                entry["skipWaitForDeleteTimeout"] = json!(self.dice.one(&[1, 30]));
            }
        }
        true
    }

    fn replicas(&mut self, entry: &mut Value, workloads: &[Value]) -> bool {
        let follows =
            |workload: &Value| workload["scale"] != false || workload["recreating"] != false;
        let scaled = |workload: &&Value| {
            workload["replicas"].is_u64() && workload["copies"].is_null() && follows(workload)
        };
        let scaled: Vec<&Value> = workloads.iter().filter(scaled).collect();
        if scaled.is_empty() {
            return false;
        }
        let workload = *self.dice.one(&scaled);
        entry["do"] = json!("set");
        entry["workload"] = json!(path_of(workload));
        entry["replicas"] = json!(self.dice.below(10));
        true
    }

    fn limit_of(&mut self, entry: &mut Value, budgets: &[Value]) -> bool {
        if budgets.is_empty() {
            return false;
        }
        let budget = self.dice.one(budgets);
        entry["do"] = json!("set");
        entry["budget"] = json!(path_of(budget));
        let (field, value) = self.limit();
        entry[field] = value;
        true
    }
}
