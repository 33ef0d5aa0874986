//! What a Pod asks for.

use std::collections::BTreeMap;

use super::super::loose::{List, Table, Text};
use super::object::{Container, Demand, Spec};
use crate::base::quantity::Quantity;

/// The effective request of a Pod, resource by resource, in thousandths.
///
/// Rulebook: KS-11. Source: Kubernetes docs, Sidecar Containers, Resource sharing within containers.
/// The larger of what runs together at the end (containers and sidecars) and what each init container needs next to
/// the sidecars started before it; the overhead of the runtime on top. Amounts of the Pod as a whole replace the sums.
pub(in crate::scenario::import) fn effective(spec: &Spec) -> BTreeMap<String, i64> {
    let mut running = BTreeMap::new();
    for container in &*spec.containers {
        add(&mut running, &of(&container.resources));
    }
    let mut sidecars = BTreeMap::new();
    let mut most_at_start = BTreeMap::new();
    for container in &*spec.init_containers {
        let demand = of(&container.resources);
        if is_sidecar(container) {
            add(&mut running, &demand);
            add(&mut sidecars, &demand);
            largest(&mut most_at_start, &sidecars);
        } else {
            let mut together = sidecars.clone();
            add(&mut together, &demand);
            largest(&mut most_at_start, &together);
        }
    }
    largest(&mut running, &most_at_start);
    for (name, amount) in of(&spec.resources) {
        running.insert(name, amount);
    }
    add(&mut running, &millis(&spec.overhead));
    running
}

/// An init container that keeps running.
pub(in crate::scenario::import) fn is_sidecar(container: &Container) -> bool {
    &*container.restart_policy == "Always"
}

/// The requests of a container; a limit without a request is a request too, as the API server fills it in.
pub(in crate::scenario::import) fn asked(demand: &Demand) -> Table<Text> {
    let mut all = demand.requests.clone();
    for (name, limit) in &demand.limits.0 {
        if demand.requests.get(name).is_none() {
            all.0.push((name.clone(), limit.clone()));
        }
    }
    all
}

fn of(demand: &Demand) -> BTreeMap<String, i64> {
    millis(&asked(demand))
}

fn millis(table: &Table<Text>) -> BTreeMap<String, i64> {
    let amount = |text: &Text| Quantity::parse(text).and_then(Quantity::millis);
    table
        .0
        .iter()
        .filter_map(|(name, text)| Some((name.clone(), amount(text)?.max(0))))
        .collect()
}

fn add(all: &mut BTreeMap<String, i64>, more: &BTreeMap<String, i64>) {
    for (name, amount) in more {
        let sum = all.entry(name.clone()).or_default();
        *sum = sum.saturating_add(*amount);
    }
}

fn largest(all: &mut BTreeMap<String, i64>, other: &BTreeMap<String, i64>) {
    for (name, amount) in other {
        let most = all.entry(name.clone()).or_default();
        *most = (*most).max(*amount);
    }
}

/// Every container of a Pod, init containers first.
pub(in crate::scenario::import) fn containers(spec: &Spec) -> impl Iterator<Item = &Container> {
    let List(init) = &spec.init_containers;
    init.iter().chain(spec.containers.iter())
}
