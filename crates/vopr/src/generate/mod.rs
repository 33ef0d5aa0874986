//! Generates a scenario from a seed.

mod after;
mod autoscaled;
mod autoscaling;
mod balancers;
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

    fn assumptions(&mut self, order: &str) -> Value {
        let mut all = json!({
            "nodeCreate": self.dice.span(&[30, 180]),
            "nodeDelete": self.dice.span(&[0, 30]),
            "nodeOrder": order,
        });
        if self.may(Feature::CordonTimes, 80) {
            all["cordon"] = self.dice.span(&[0, 1, 5, 60]);
        }
        let times: [(&str, &[u64]); 4] = [
            ("podStart", &[0, 20]),
            ("imagePull", &[0, 30]),
            ("ready", &[0, 9]),
            ("shutdown", &[0, 15]),
        ];
        for (name, of) in times {
            if self.may(Feature::WholeTimes, 50) {
                all[name] = self.dice.span(of);
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
    let order = if maker.swarm.has(Feature::Listed) { "listed" } else { "shuffled" };
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
    for (features, first, add) in ADDS {
        if features.is_empty() || features.iter().any(|feature| maker.swarm.has(*feature)) {
            add(&mut document, &mut Dice::from(seed, *first));
        }
    }
    document
}

/// Adds parts to a document.
type Add = fn(&mut Value, &mut Dice);

/// In their order: the features that want them, or none if each seed does; their first draw, which a seed's other dice don't
/// reach, so that each of them changes no other part; and the function.
const ADDS: &[(&[Feature], u64, Add)] = &[
    (&[Feature::Close], 1 << 40, close::add),
    (&[Feature::BlueGreen], 1 << 41, blue_green::add),
    (&[Feature::ShortLived, Feature::MultiHost], 1 << 50, special::add),
    (&[Feature::Preemptions], 1 << 42, beside::preemptions),
    (&[Feature::Failures], (1 << 42) + (1 << 32), beside::failures),
    (&[Feature::HostEvents], (1 << 42) + (2 << 32), beside::host_events),
    (&[Feature::Resizes], (1 << 42) + (3 << 32), beside::resizes),
    (&[Feature::Reservations], (1 << 42) + (4 << 32), beside::reservations),
    (&[Feature::Behaviours], (1 << 42) + (5 << 32), beside::behaviours),
    (&[Feature::ControlPlane], (1 << 42) + (6 << 32), beside::control_plane),
    (&[Feature::Concurrent], (1 << 42) + (7 << 32), beside::concurrent),
    (&[Feature::NewSettings], (1 << 42) + (8 << 32), beside::new_settings),
    (&[Feature::Phases], (1 << 42) + (9 << 32), beside::phases),
    (&[Feature::GonePools], (1 << 42) + (10 << 32), beside::gone_pools),
    (&[Feature::PoolQuotas], (1 << 42) + (11 << 32), beside::pool_quotas),
    (&[Feature::Calendars], 1 << 43, policy::calendar),
    (&[Feature::Waiting], (1 << 43) + (1 << 32), policy::waiting),
    (&[Feature::Disruptions], (1 << 43) + (2 << 32), policy::disruptions),
    (&[Feature::Overrides], (1 << 43) + (3 << 32), policy::overrides),
    (&[Feature::Targets], (1 << 43) + (4 << 32), policy::target),
    (&[Feature::FailingContainers], 1 << 51, containers::add),
    (&[Feature::Volumes], 1 << 52, volumes::add),
    (&[Feature::HalfWay], 1 << 54, half_way::add),
    (&[Feature::Work], 1 << 52, work::add),
    (&[Feature::After], 1 << 53, after::add),
    (&[Feature::Rollouts], 1 << 52, rollouts::add),
    (&[], 1 << 57, incomplete::add),
    (&[Feature::Autoscaling], 1 << 58, autoscaling::add),
    (&[Feature::Balancers], 1 << 59, balancers::add),
    (&[Feature::AutoscaledBlueGreen], 1 << 60, autoscaled::add),
];

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
