//! The expanders: scores and winners.

use std::collections::BTreeSet;

use model::Resources;
use serde_json::Value;
use sim::autoscaler::expanders::{Cluster, Expansion, PodPrices, PoolNode, score};
use sim::testing::expanders::expander;

use super::super::{Oracle, list, same, text};
use super::{Names, count, number};

/// Of the scores, which have six decimals.
const TOLERANCE: f64 = 2e-6;

fn option(case: &Value, option: &Value, names: &mut Names) -> Expansion {
    let pods = number(&option["pod_count"]);
    let pod = &case["pod"];
    Expansion {
        group: names.group(text(&option["id"])),
        nodes: count(&option["node_count"]),
        pods: count(&option["pod_count"]),
        requests: Resources {
            cpu_m: pods * number(&pod["cpu_m"]),
            memory_bytes: pods * number(&pod["mem_bytes"]),
            ..Resources::default()
        },
        counted: (0, 0),
        node: PoolNode {
            cpu_m: number(&option["node_cpu_m"]),
            memory_bytes: number(&option["node_mem_bytes"]),
            accelerators: 0,
            has_gpus: false,
            price: option["node_price_per_h"].as_f64().unwrap_or(0.0),
        },
        exists: option["group_exists"].as_bool().unwrap_or(true),
        priority: None,
    }
}

/// Rulebook: KA-26 … KA-30.
#[test]
fn conformance_ca_expanders() {
    Oracle::load("ca_expanders").ask(|case| {
        let mut names = Names::default();
        let options: Vec<Expansion> =
            list(&case["options"]).iter().map(|one| option(case, one, &mut names)).collect();
        let prices = &case["pod_price_per_h"];
        let default = PodPrices::default();
        let cluster = Cluster {
            nodes: count(&case["cluster_node_count"]),
            prices: PodPrices {
                cpu: prices["per_cpu"].as_f64().unwrap_or(default.cpu),
                gib: prices["per_gib"].as_f64().unwrap_or(default.gib),
                ..default
            },
        };
        let expect = &case["expect"];
        for option in &options {
            let name = names.name(option.group.0);
            let ours = score(option, &cluster);
            if let Some(theirs) = expect["price_score_6dp"][name].as_f64()
                && (ours - theirs).abs() > TOLERANCE
            {
                return Err(format!("{name}: ours {ours}, theirs {theirs}"));
            }
        }
        for (expander_name, answer) in [
            ("price", "price_best"),
            ("least-waste", "least_waste_best"),
            ("most-pods", "most_pods_best"),
            ("least-nodes", "least_nodes_best"),
        ] {
            let expander = expander(expander_name).ok_or("no such expander")?;
            let best = expander(&options, &cluster);
            let ours: BTreeSet<&str> =
                best.iter().map(|at| names.name(options[*at].group.0)).collect();
            let theirs: BTreeSet<&str> = list(&expect[answer]).iter().map(text).collect();
            same(answer, ours, theirs)?;
        }
        Ok(())
    });
}
