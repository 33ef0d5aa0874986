//! Disruption budgets of every form.

use super::{Feature, Maker};
use serde_json::{Value, json};

impl Maker {
    pub(super) fn budgets(&mut self, workloads: &[Value]) -> Vec<Value> {
        if !self.swarm.has(Feature::Budgets) {
            return Vec::new();
        }
        (0..self.dice.below(5)).map(|number| self.budget(number, workloads)).collect()
    }

    fn budget(&mut self, number: u64, workloads: &[Value]) -> Value {
        let mut budget = json!({ "name": format!("budget-{number}") });
        if self.may(Feature::Namespaces, 40) {
            budget["namespace"] = json!("shop");
        }
        let one =
            json!({ "app": format!("app-{}", self.dice.below(workloads.len().max(1) as u64)) });
        let odd = [
            json!({ "matchLabels": { "tier": self.dice.one(&["x", "y"]) } }),
            json!({ "matchExpressions": [{ "key": "app", "operator": "In", "values": ["app-0", "app-1"] }] }),
            json!({ "matchLabels": { "app": "nobody" } }),
            json!({}),
        ];
        budget["selector"] = if self.may(Feature::OddBudgets, 50) {
            self.dice.one(&odd).clone()
        } else {
            json!({ "matchLabels": one })
        };
        if self.dice.chance(40) {
            budget["unhealthyPodEvictionPolicy"] =
                json!(self.dice.one(&["IfHealthyBudget", "AlwaysAllow"]));
        }
        let (name, value) = self.limit();
        // BS-72: over bare Pods alone only an integer minAvailable is valid.
        let bare = |workload: &Value| matches!(workload["kind"].as_str(), Some("Pod" | "Mirror"));
        if workloads.iter().any(bare) {
            budget["minAvailable"] = json!(self.dice.below(3));
        } else {
            budget[name] = value;
        }
        budget
    }

    /// Which field, and its number or percentage.
    pub(super) fn limit(&mut self) -> (&'static str, Value) {
        let name = *self.dice.one(&["maxUnavailable", "maxUnavailable", "minAvailable"]);
        let values = [
            json!(0),
            json!(1),
            json!(1),
            json!(1),
            json!(2),
            json!(5),
            json!("0%"),
            json!("30%"),
            json!("50%"),
            json!("100%"),
        ];
        (name, self.dice.one(&values).clone())
    }
}
