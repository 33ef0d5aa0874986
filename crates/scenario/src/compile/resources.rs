//! Requests of Pods and resources of nodes.

use crate::document::Workload;
use crate::document::pod_spec::Container;
use crate::field::Map;
use crate::units::Amount;
use base::muted;
use model::{Resources, Symbols};

/// The scheduler's assumption for a container without requests (KS-24).
const SCORED_CPU_M: i64 = 100;
const SCORED_MEMORY_BYTES: i64 = 200 << 20;

/// Overwrites resources with the named amounts.
pub(crate) fn overlay(resources: &mut Resources, amounts: &Map<Amount>, symbols: &mut Symbols) {
    for (name, amount) in amounts {
        match name.as_str() {
            "cpu" => resources.cpu_m = amount.millis(),
            "memory" => resources.memory_bytes = amount.units(),
            "ephemeral-storage" => resources.ephemeral_bytes = amount.units(),
            // A separate number on a node; Pods don't request it.
            "pods" => {}
            _ => *resources.slot(symbols.intern(name)) = amount.units(),
        }
    }
}

fn of_map(amounts: &Map<Amount>, symbols: &mut Symbols) -> Resources {
    let mut resources = Resources::default();
    overlay(&mut resources, amounts, symbols);
    resources
}

/// The effective request of a Pod: per resource the larger of all app containers with sidecars and one init container with the
/// sidecars before it; plus the overhead (KS-11).
pub fn of_pod(source: &Workload, symbols: &mut Symbols) -> Resources {
    sum(source, symbols, |requests, _| requests)
}

/// CPU and memory as used in scores (KS-24).
pub(crate) fn scored(source: &Workload, symbols: &mut Symbols) -> (i64, i64) {
    let all = sum(source, symbols, |mut requests, amounts| {
        if !amounts.contains_key("cpu") && !muted("KS-24") {
            requests.cpu_m = SCORED_CPU_M;
        }
        if !amounts.contains_key("memory") && !muted("KS-24") {
            requests.memory_bytes = SCORED_MEMORY_BYTES;
        }
        requests
    });
    (all.cpu_m, all.memory_bytes)
}

fn sum(
    source: &Workload,
    symbols: &mut Symbols,
    adjust: impl Fn(Resources, &Map<Amount>) -> Resources,
) -> Resources {
    let mut of = |amounts: &Map<Amount>| -> Resources { adjust(of_map(amounts, symbols), amounts) };
    let mut total = Resources::default();
    // Without a list, `requests` is the Pod's only container.
    if source.containers.is_empty() || !source.requests.is_empty() {
        total.add(&of(&source.requests));
    }
    for container in &source.containers {
        total.add(&of(&container.requests));
    }
    let mut sidecars = Resources::default();
    let mut most = Resources::default();
    for container in &source.init_containers {
        let own = of(&container.requests);
        if is_sidecar(container) {
            total.add(&own);
            sidecars.add(&own);
            most.max(&sidecars);
        } else {
            let mut together = sidecars.clone();
            together.add(&own);
            most.max(&together);
        }
    }
    if !muted("KS-11") {
        total.max(&most);
        total.add(&of_map(&source.overhead, symbols));
    }
    total
}

fn is_sidecar(container: &Container) -> bool {
    container.restart_policy == "Always"
}
