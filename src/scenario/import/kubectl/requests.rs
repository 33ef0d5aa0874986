//! What containers ask for.

use super::super::loose::{Table, Text};
use super::object::{Container, Demand, Spec};

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

/// Every container of a Pod, init containers first.
pub(in crate::scenario::import) fn containers(spec: &Spec) -> impl Iterator<Item = &Container> {
    spec.init_containers.iter().chain(spec.containers.iter())
}
