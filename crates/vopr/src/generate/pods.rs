//! Requirements of Pods on nodes and on each other.

use super::{Feature, Maker};
use serde_json::{Value, json};

pub(super) const ZONE: &str = "topology.kubernetes.io/zone";
pub(super) const HOST: &str = "kubernetes.io/hostname";

impl Maker {
    pub(super) fn wants(&mut self, workload: &mut Value, kind: &str) {
        if self.may(Feature::Taints, 50) {
            let tolerations = [
                json!([{ "key": "k", "operator": "Exists" }]),
                json!([{ "key": "k", "value": "v", "effect": "NoSchedule" }]),
                json!([{ "operator": "Exists" }]),
                json!([{ "key": "node.kubernetes.io/unschedulable", "operator": "Exists" }]),
            ];
            workload["tolerations"] = self.dice.one(&tolerations).clone();
            let executes = self.swarm.has(Feature::NoExecute);
            if executes && self.swarm.has(Feature::TolerationSeconds) {
                let long = self.swarm.has(Feature::LongGrace);
                let seconds = if long { 600 } else { 5 };
                workload["tolerations"][0]["tolerationSeconds"] = json!(seconds);
            }
        }
        if self.may(Feature::Priorities, 60) {
            workload["priority"] = json!(*self.dice.one(&[-5, -5, 0, 1, 1000]));
            let policies = ["PreemptLowerPriority", "PreemptLowerPriority", "Never"];
            workload["preemptionPolicy"] = json!(self.dice.one(&policies));
        }
        if self.may(Feature::NodeSelectors, 50) {
            let selectors = [
                json!({ "zest": "a" }),
                json!({ "cloud.google.com/gke-nodepool": "pool-0" }),
                json!({ ZONE: "zone-a" }),
            ];
            workload["nodeSelector"] = self.dice.one(&selectors).clone();
        }
        if self.may(Feature::NodeAffinity, 60) {
            workload["affinity"]["nodeAffinity"] = self.node_affinity();
        }
        if self.may(Feature::PodAffinity, 60) {
            self.pod_affinity(workload);
        }
        if self.may(Feature::Extended, 40) {
            let more = [("nvidia.com/gpu", "1"), ("ephemeral-storage", "3Gi")];
            let (name, amount) = *self.dice.one(&more);
            workload["requests"][name] = json!(amount);
        }
        self.containers(workload);
        if kind != "DaemonSet" {
            self.spread(workload);
        }
    }

    fn node_affinity(&mut self) -> Value {
        let expressions = [
            json!({ "key": "shelf", "operator": "In", "values": ["fast"] }),
            json!({ "key": "shelf", "operator": "NotIn", "values": ["slow"] }),
            json!({ "key": "shelf", "operator": "DoesNotExist" }),
            json!({ "key": "zest", "operator": "Exists" }),
            json!({ "key": ZONE, "operator": "In", "values": ["zone-a", "zone-b"] }),
            json!({ "key": HOST, "operator": "NotIn", "values": ["pool-0-a-1"] }),
            json!({ "key": "bulk", "operator": "Gt", "values": ["2"] }),
            json!({ "key": "bulk", "operator": "Lt", "values": ["3"] }),
        ];
        let fields = [
            json!({ "key": "metadata.name", "operator": "In", "values": ["pool-0-a-1"] }),
            json!({ "key": "metadata.name", "operator": "In", "values": ["pool-0-a-2", "pool-1-a-1"] }),
        ];
        let term = |maker: &mut Self| {
            let mut term = json!({ "matchExpressions": [maker.dice.one(&expressions).clone()] });
            if maker.may(Feature::OddTerms, 30) {
                term["matchFields"] = json!([maker.dice.one(&fields).clone()]);
            }
            term
        };
        let mut affinity = json!({});
        if self.dice.chance(60) {
            let terms: Vec<Value> = (0..=self.dice.below(2)).map(|_| term(self)).collect();
            affinity["requiredDuringSchedulingIgnoredDuringExecution"] =
                json!({ "nodeSelectorTerms": terms });
        } else {
            let preferred = json!({ "weight": 1 + self.dice.below(100), "preference": term(self) });
            affinity["preferredDuringSchedulingIgnoredDuringExecution"] = json!([preferred]);
        }
        affinity
    }

    fn spread(&mut self, workload: &mut Value) {
        let mut constraints = Vec::new();
        for (feature, when) in
            [(Feature::HardSpread, "DoNotSchedule"), (Feature::SoftSpread, "ScheduleAnyway")]
        {
            if !self.may(feature, 45) {
                continue;
            }
            let labels = match self.dice.chance(80) {
                true => json!({ "app": workload["labels"]["app"] }),
                false => json!({ "tier": workload["labels"]["tier"] }),
            };
            let mut constraint = json!({
                "maxSkew": 1 + self.dice.below(3),
                "topologyKey": self.dice.one(&[ZONE, HOST]),
                "whenUnsatisfiable": when,
                "labelSelector": { "matchLabels": labels },
            });
            if self.dice.chance(20) && when == "DoNotSchedule" {
                constraint["minDomains"] = json!(1 + self.dice.below(4));
            }
            if self.dice.chance(25) {
                constraint["nodeTaintsPolicy"] = json!("Honor");
            }
            if self.dice.chance(25) {
                constraint["nodeAffinityPolicy"] = json!("Ignore");
            }
            if self.dice.chance(20) {
                constraint["matchLabelKeys"] = json!(["tier"]);
            }
            constraints.push(constraint);
        }
        if !constraints.is_empty() {
            workload["topologySpreadConstraints"] = json!(constraints);
        }
    }
}
