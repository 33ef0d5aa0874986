//! Affinity between Pods, ports of nodes, and containers.

use super::pods::{HOST, ZONE};
use super::{Feature, Maker};
use serde_json::{Value, json};

impl Maker {
    /// As the API writes it.
    pub(super) fn pod_affinity(&mut self, workload: &mut Value) {
        let terms = if self.may(Feature::OddTerms, 40) { 2 } else { 1 };
        for _ in 0..terms {
            let field = *self.dice.one(&["podAffinity", "podAntiAffinity", "podAntiAffinity"]);
            let term = self.pod_term(workload, field == "podAffinity");
            let (list, item) = if self.dice.chance(60) {
                ("requiredDuringSchedulingIgnoredDuringExecution", term)
            } else {
                let weight = 1 + self.dice.below(100);
                let item = json!({ "weight": weight, "podAffinityTerm": term });
                ("preferredDuringSchedulingIgnoredDuringExecution", item)
            };
            let all = &mut workload["affinity"][field][list];
            match all.as_array_mut() {
                Some(all) => all.push(item),
                None => *all = json!([item]),
            }
        }
    }

    fn pod_term(&mut self, workload: &Value, near: bool) -> Value {
        let own = workload["labels"]["app"].clone();
        let other = json!(format!("app-{}", self.dice.below(4)));
        let one = match self.dice.chance(if near { 50 } else { 70 }) {
            true => own,
            false => other,
        };
        let mut selector = json!({ "matchLabels": { "app": one } });
        if self.dice.chance(25) {
            selector = json!({ "matchLabels": { "tier": self.dice.one(&["x", "y"]) } });
        }
        let mut term = json!({ "topologyKey": self.dice.one(&[HOST, HOST, ZONE]) });
        if self.may(Feature::OddTerms, 50) {
            self.odd(&mut selector, &mut term);
        }
        term["labelSelector"] = selector;
        term
    }

    fn odd(&mut self, selector: &mut Value, term: &mut Value) {
        match self.dice.below(7) {
            0 => term["namespaces"] = json!(self.dice.one(&[["shop"], ["default"]])),
            1 => term["namespaceSelector"] = json!({}),
            2 => {
                let labels = json!({ "kubernetes.io/metadata.name": "shop" });
                term["namespaceSelector"] = json!({ "matchLabels": labels });
            }
            3 => term["matchLabelKeys"] = json!(["tier"]),
            4 => term["mismatchLabelKeys"] = json!(["tier"]),
            5 => term["topologyKey"] = json!("zest"),
            _ => {
                let operator = *self.dice.one(&["In", "NotIn"]);
                let values = ["app-0", "app-2"];
                *selector = json!({ "matchExpressions": [{ "key": "app", "operator": operator, "values": values }] });
            }
        }
    }

    /// Several containers, where the seed has them, and ports of the node.
    pub(super) fn containers(&mut self, workload: &mut Value) {
        let ports = self.may(Feature::HostPorts, 40);
        let more = self.may(Feature::MoreContainers, 50);
        if !ports && !more {
            return;
        }
        let requests = workload["requests"].take();
        if let Some(fields) = workload.as_object_mut() {
            fields.remove("requests");
        }
        let mut main = json!({ "name": "main", "requests": requests });
        if ports {
            main["ports"] = (0..=self.dice.below(2)).map(|_| self.port()).collect();
        }
        workload["containers"] = json!([main]);
        if more {
            let amounts = ["50m", "200m", "1500m"];
            let mut container = |name: &str| json!({ "name": name, "requests": { "cpu": self.dice.one(&amounts) } });
            let first = container("first");
            let mut sidecar = container("sidecar");
            sidecar["restartPolicy"] = json!("Always");
            workload["initContainers"] = json!([sidecar, first]);
            workload["overhead"] = json!({ "cpu": self.dice.one(&["10m", "0"]) });
        }
    }

    fn port(&mut self) -> Value {
        let mut port = json!({ "hostPort": 8000 + self.dice.below(3) });
        if self.may(Feature::OddTerms, 30) {
            port["protocol"] = json!(self.dice.one(&["TCP", "UDP"]));
        }
        if self.may(Feature::OddTerms, 30) {
            port["hostIP"] = json!(self.dice.one(&["0.0.0.0", "10.0.0.1", "10.0.0.2"]));
        }
        port
    }
}
