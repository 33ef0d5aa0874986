//! Generates a scenario from a seed.

mod after;
mod autoscaling;
mod beside;
mod blue_green;
mod budgets;
mod close;
mod containers;
pub(crate) mod dice;
mod growth;
mod half_way;
mod incomplete;
mod pods;
mod policy;
mod pools;
mod rollouts;
mod script;
mod special;
mod ties;
mod volumes;
mod work;
mod workloads;

pub use dice::{Dice, Feature, Swarm};
pub use growth::growth;

use serde_json::{Value, json};

pub(crate) const ZONES: [&str; 3] = ["zone-a", "zone-b", "zone-c"];

/// The document being generated, and its dice.
pub(crate) struct Maker {
    pub dice: Dice,
    pub swarm: Swarm,
}

impl Maker {
    /// Does the seed have the feature, and does this object?
    pub(crate) fn may(&mut self, feature: Feature, percent: u64) -> bool {
        self.swarm.has(feature) && self.dice.chance(percent)
    }

    pub(crate) fn span(&mut self, of: &[u64]) -> Value {
        self.dice.span(self.swarm, of)
    }

    fn assumptions(&mut self, order: &str) -> Value {
        let mut all = json!({
            "nodeCreate": self.span(&[30, 180]),
            "nodeDelete": self.span(&[0, 30]),
            "nodeOrder": order,
        });
        if self.may(Feature::CordonTimes, 80) {
            all["cordon"] = self.span(&[0, 1, 5, 60]);
        }
        let times: [(&str, &[u64]); 4] = [
            ("podStart", &[0, 20]),
            ("imagePull", &[0, 30]),
            ("ready", &[0, 9]),
            ("shutdown", &[0, 15]),
        ];
        for (name, of) in times {
            if self.may(Feature::WholeTimes, 50) {
                all[name] = self.span(of);
            }
        }
        all
    }
}

/// The seed's document, with the APIs' field names.
pub fn document(seed: u64) -> Value {
    let mut maker = Maker { dice: Dice::new(seed), swarm: Swarm::of(seed) };
    let pools = maker.pools();
    let workloads = maker.workloads(&pools);
    let budgets = maker.budgets(&workloads);
    let script = maker.script(&pools, &workloads, &budgets);
    let services = maker.services(&workloads);
    let until = match maker.may(Feature::ShortRun, 80) {
        true => maker.dice.secs(&[300, 700, 1500, 4000]),
        false => "30d".to_owned(),
    };
    let mut cluster = json!({ "currentMasterVersion": "1.35.1-gke.100" });
    if maker.may(Feature::Packing, 100) {
        cluster["autoscaling"] = json!({ "autoscalingProfile": "OPTIMIZE_UTILIZATION" });
    }
    if maker.may(Feature::Quota, 60) {
        cluster["spareCapacityNodes"] = json!(maker.dice.below(4));
    }
    let order = match maker.swarm.has(Feature::Listed) {
        true => "listed",
        false => "shuffled",
    };
    let mut document = json!({
        "version": 1,
        "name": format!("random {seed}"),
        "seed": seed,
        "until": until,
        "cluster": cluster,
        "pools": pools,
        "workloads": workloads,
        "budgets": budgets,
        "services": services,
        "script": script,
        "assumptions": maker.assumptions(order),
    });
    if maker.swarm.has(Feature::Close) {
        close::add(&mut document, seed);
    }
    if maker.swarm.has(Feature::BlueGreen) {
        blue_green::add(&mut document, seed);
    }
    special::add(&mut document, seed, maker.swarm);
    beside::add(&mut document, seed, maker.swarm);
    policy::add(&mut document, seed, maker.swarm);
    containers::add(&mut document, seed, maker.swarm);
    volumes::add(&mut document, seed, maker.swarm);
    half_way::add(&mut document, seed, maker.swarm);
    work::add(&mut document, seed, maker.swarm);
    after::add(&mut document, seed, maker.swarm);
    rollouts::add(&mut document, seed, maker.swarm);
    incomplete::add(&mut document, seed);
    autoscaling::add(&mut document, seed, maker.swarm);
    document
}

/// Names of the nodes at the start, as far as they are known without compiling.
pub(crate) fn nodes(pools: &[Value]) -> Vec<String> {
    let mut names = Vec::new();
    for pool in pools {
        if let Some(nodes) = pool["nodes"].as_array() {
            names.extend(nodes.iter().filter_map(|node| node["name"].as_str().map(str::to_owned)));
            continue;
        }
        let count = pool["initialNodeCount"].as_u64().unwrap_or(0);
        let zones = pool["locations"].as_array().map_or(0, Vec::len) as u64;
        let name = pool["name"].as_str().unwrap_or_default();
        for number in 0..count * zones {
            let zone = ["a", "b", "c"][(number / count) as usize];
            names.push(format!("{name}-{zone}-{}", number + 1));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::Diagnostic;

    /// An invalid scenario tests nothing.
    #[test]
    fn every_document_compiles_and_every_node_is_known_by_name() {
        let both = |seed| [document(seed), growth(seed)];
        for (seed, document) in (0..600).flat_map(|seed| both(seed).map(|one| (seed, one))) {
            let opened = scenario::open(&document.to_string());
            let unknown = |one: &Diagnostic| one.code == "document/unknown-field";
            let errors: Vec<String> = opened
                .diagnostics
                .iter()
                .filter(|one| one.stops_a_run() || unknown(one))
                .map(|one| format!("{one:?}"))
                .collect();
            assert!(errors.is_empty(), "seed {seed}: {errors:?}");
            let compiled = opened.compiled.expect("no error");
            let pools = document["pools"].as_array().expect("pools");
            let mut named = nodes(pools);
            let mut all: Vec<String> = compiled
                .cluster
                .nodes
                .ids()
                .map(|id| compiled.plan.node_name(&compiled.cluster, id))
                .collect();
            named.sort();
            all.sort();
            assert_eq!(named, all, "seed {seed}");
        }
    }
}
