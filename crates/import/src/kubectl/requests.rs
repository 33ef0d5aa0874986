//! Requests of containers.

use super::super::loose::{Table, Text};
use super::object::{Container, Demand, Spec};

/// The requests of a container; a limit without a request counts as a request, as in the API server.
pub(crate) fn asked(demand: &Demand) -> Table<Text> {
    with_limits(&demand.requests, &demand.limits)
}

/// Amounts, and those of others that they lack.
pub(crate) fn with_limits(requests: &Table<Text>, others: &Table<Text>) -> Table<Text> {
    let mut all = requests.clone();
    let asked: base::Set<&str> = requests.0.iter().map(|(name, _)| name.as_str()).collect();
    let others = others.0.iter().filter(|(name, _)| !asked.contains(name.as_str()));
    all.0.extend(others.cloned());
    all
}

/// Every container of a Pod, init containers first.
pub(crate) fn containers(spec: &Spec) -> impl Iterator<Item = &Container> {
    spec.init_containers.iter().chain(spec.containers.iter())
}
