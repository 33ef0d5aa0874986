//! Generates workloads, and the Services in front of them.

use super::{Feature, Maker, nodes};
use serde_json::{Value, json};

/// Before the run, which begins on 2026-01-05.
const CREATED: [&str; 3] = ["2026-01-04T23:59:00Z", "2026-01-04T12:00:00Z", "2025-12-01T00:00:00Z"];

impl Maker {
    pub(super) fn workloads(&mut self, pools: &[Value]) -> Vec<Value> {
        let mut kinds = vec!["Deployment", "Deployment", "ReplicaSet"];
        let more = [
            (Feature::StatefulSets, ["StatefulSet", "StatefulSet"]),
            (Feature::DaemonSets, ["DaemonSet", "DaemonSet"]),
            (Feature::Jobs, ["Job", "Job"]),
            (Feature::BarePods, ["Pod", "Pod"]),
            (Feature::Mirrors, ["Mirror", "Pod"]),
            (Feature::CustomOwners, ["GameServer", "ReplicationController"]),
        ];
        for (feature, own) in more {
            if self.swarm.has(feature) {
                kinds.extend(own);
            }
        }
        let nodes = nodes(pools);
        let count = self.dice.below(8);
        (0..count).map(|number| self.workload(number, &kinds, &nodes)).collect()
    }

    fn workload(&mut self, number: u64, kinds: &[&str], nodes: &[String]) -> Value {
        let kind = *self.dice.one(kinds);
        let name = format!("app-{number}");
        let mut workload = json!({
            "kind": kind,
            "name": name,
            "labels": { "app": name, "tier": self.dice.one(&["x", "y"]) },
            "requests": { "cpu": self.dice.one(&["100m", "400m", "900m"]) },
            "assumptions": { "podStart": self.dice.span(&[0, 1, 20]), "ready": self.dice.span(&[0, 7, 90]) },
        });
        if self.swarm.has(Feature::Crowded) {
            workload["requests"]["memory"] = json!(self.dice.one(&["100Mi", "1Gi", "3Gi"]));
        }
        let grace: &[u64] = match self.swarm.has(Feature::LongGrace) {
            true => &[0, 5, 30, 600, 7200],
            false => &[0, 5, 30],
        };
        if self.dice.chance(80) {
            workload["terminationGracePeriodSeconds"] = json!(self.dice.one(grace));
        }
        self.kind(&mut workload, kind);
        self.times(&mut workload);
        self.costs(&mut workload);
        self.wants(&mut workload, kind);
        if self.may(Feature::Namespaces, 40) {
            workload["namespace"] = json!("shop");
        }
        if self.may(Feature::ExplicitPods, 50) {
            self.pods(&mut workload, nodes);
        } else if kind == "Mirror" {
            workload["pods"] = match nodes.is_empty() {
                true => json!([]),
                false => json!([{ "name": format!("{name}-0"), "node": self.dice.one(nodes) }]),
            };
        } else if kind != "Pod" && self.may(Feature::Copies, 20) {
            workload["copies"] = json!(1 + self.dice.below(3));
            workload["labels"]["app"] = json!(format!("{name}-{{n}}"));
        }
        workload
    }

    /// Fields of certain kinds.
    fn kind(&mut self, workload: &mut Value, kind: &str) {
        match kind {
            "Job" => {
                workload["parallelism"] = json!(1 + self.dice.below(6));
                workload["backoffLimit"] = json!(self.dice.below(5));
                workload["podReplacementPolicy"] =
                    json!(self.dice.one(&["TerminatingOrFailed", "Failed"]));
                if self.dice.chance(40) {
                    workload["completions"] = json!(1 + self.dice.below(8));
                    workload["succeeded"] = json!(self.dice.below(3));
                }
                self.job_rules(workload);
            }
            "DaemonSet" | "Pod" | "Mirror" => {}
            _ => workload["replicas"] = json!(self.replica_count()),
        }
        if kind == "StatefulSet" {
            workload["podManagementPolicy"] = json!(self.dice.one(&["OrderedReady", "Parallel"]));
            workload["minReadySeconds"] = json!(self.dice.one(&[0, 0, 15]));
        }
        if kind == "GameServer" {
            workload["scale"] = json!(self.dice.chance(50));
            workload["recreating"] = json!(self.dice.chance(50));
            if self.dice.chance(30) {
                workload["podManagementPolicy"] = json!("Parallel");
            }
        }
    }

    /// When a Job fails, besides its backoff limit.
    fn job_rules(&mut self, workload: &mut Value) {
        if self.may(Feature::JobRules, 50) {
            let conditions = ["DisruptionTarget", "DisruptionTarget", "Ready"];
            workload["podFailurePolicy"]["rules"] = (0..=self.dice.below(2))
                .map(|_| {
                    json!({
                        "action": self.dice.one(&["Ignore", "FailJob", "Count"]),
                        "onPodConditions": [{ "type": self.dice.one(&conditions), "status": "True" }],
                    })
                })
                .collect();
            workload["podReplacementPolicy"] = json!("Failed");
        }
        if self.may(Feature::JobRules, 50) {
            workload["activeDeadlineSeconds"] = json!(self.dice.one(&[1, 60, 240, 1000, 90_000]));
        }
    }

    /// What a controller reads for a scale-down.
    fn costs(&mut self, of: &mut Value) {
        if self.may(Feature::DeletionCosts, 60) {
            let cost = self.dice.one(&["-3", "0", "5", "+5", "2147483647", "dear"]);
            of["annotations"]["controller.kubernetes.io/pod-deletion-cost"] = json!(cost);
        }
    }

    /// A small number, sometimes more than there is room for.
    fn replica_count(&mut self) -> u64 {
        if self.may(Feature::Large, 50) {
            return self.dice.below(100);
        }
        if self.may(Feature::Full, 40) {
            return self.dice.below(50);
        }
        let most = if self.dice.chance(20) { 20 } else { 8 };
        self.dice.below(most)
    }

    fn times(&mut self, workload: &mut Value) {
        if self.may(Feature::Shutdown, 70) {
            workload["assumptions"]["shutdown"] = self.dice.span(&[0, 3, 40, 700]);
        }
        if self.may(Feature::ImagePull, 60) {
            workload["assumptions"]["imagePull"] = self.dice.span(&[0, 30]);
        }
        if self.may(Feature::Probes, 50) {
            workload["readinessProbe"] = json!({
                "initialDelaySeconds": self.dice.below(30),
                "periodSeconds": 1 + self.dice.below(20),
                "successThreshold": 1 + self.dice.below(3),
            });
            if self.dice.chance(70)
                && let Some(own) = workload["assumptions"].as_object_mut()
            {
                own.remove("ready");
            }
        }
        if self.may(Feature::EmptyDirs, 50) {
            workload["emptyDir"] = json!(true);
        }
    }

    fn pods(&mut self, workload: &mut Value, nodes: &[String]) {
        let name = workload["name"].as_str().unwrap_or_default().to_owned();
        let count = match workload["kind"].as_str() {
            Some("Pod" | "Mirror") => 1,
            // One per node, listed separately.
            Some("DaemonSet") => self.dice.below(4).min(nodes.len() as u64),
            _ => 1 + self.dice.below(5),
        };
        let daemon = workload["kind"] == "DaemonSet";
        workload["pods"] = (0..count)
            .map(|number| {
                let mut pod = json!({ "name": format!("{name}-{number}") });
                if daemon {
                    pod["node"] = json!(nodes[number as usize]);
                } else if !nodes.is_empty() && self.dice.chance(85) {
                    pod["node"] = json!(self.dice.one(nodes));
                }
                let phases = ["Running", "Running", "Running", "Pending", "Succeeded", "Failed"];
                pod["phase"] = json!(self.dice.one(&phases));
                pod["ready"] = json!(self.dice.chance(70));
                self.costs(&mut pod);
                if self.may(Feature::DeletionCosts, 60) {
                    pod["restarts"] = json!(self.dice.below(3));
                    pod["created"] = json!(self.dice.one(&CREATED));
                }
                pod
            })
            .collect();
    }

    pub(super) fn services(&mut self, workloads: &[Value]) -> Vec<Value> {
        if !self.swarm.has(Feature::Services) || workloads.is_empty() {
            return Vec::new();
        }
        (0..self.dice.below(3))
            .map(|number| {
                let labels = self.dice.one(workloads)["labels"].clone();
                let key = *self.dice.one(&["app", "tier"]);
                json!({ "name": format!("service-{number}"), "selector": { key: labels[key] } })
            })
            .collect()
    }
}
