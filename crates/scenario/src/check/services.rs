//! Services: what the API accepts.

use super::context::Cx;
use crate::compile::budgets;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::service::Port;
use crate::initial_nodes::largest_zone;
use crate::primitive::IntOrText;
use base::{Message, say};
use model::WorkloadKind;
use model::load_balancer::{BalancerKind, INTERNAL, Sizes, Warning, WhichKind, of_class};

/// Only a Service with `Local` has its own health check port (LB-35).
pub(super) fn health_check_port(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let port = service.health_check_node_port.filter(|port| *port != 0);
        if let Some(port) = port.filter(|_| service.external_traffic_policy != "Local") {
            let path = format!("/services/{at}/healthCheckNodePort");
            Diagnostic::error("service/health-check-port", path)
                .with("service", &service.name)
                .with("port", port.to_string())
                .can_exist()
                .add_to(out);
        }
    }
}

/// A Service with `Local` has its port from those of the nodes (BS-125).
pub(super) fn health_check_range(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let port = service.health_check_node_port.filter(|port| *port != 0);
        let port = port.filter(|port| !(30_000..=32_767).contains(port));
        if let Some(port) = port.filter(|_| service.external_traffic_policy == "Local") {
            let path = format!("/services/{at}/healthCheckNodePort");
            Diagnostic::error("service/health-check-range", path)
                .with("service", &service.name)
                .with("port", port.to_string())
                .can_exist()
                .add_to(out);
        }
    }
}

/// One annotation asks for an internal load balancer (LB-04).
pub(super) fn types(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let path = format!("/services/{at}/annotations");
        let found = if INTERNAL.iter().all(|name| service.annotations.contains_key(*name)) {
            Diagnostic::warning("service/types", path)
        } else if service.annotations.get(INTERNAL[1]).is_some_and(|kind| kind == "Internal") {
            Diagnostic::info("service/types-before", path)
        } else {
            continue;
        };
        let found = found.with("service", &service.name);
        found.with("now", INTERNAL[0]).with("before", INTERNAL[1]).add_to(out);
    }
}

/// The draining time that a backend service takes (BS-82).
pub(super) fn draining(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        if let Some(secs) = service.draining.filter(|secs| !(0..=3600).contains(secs)) {
            Diagnostic::error("service/draining", format!("/services/{at}/drainingTimeoutSec"))
                .with("service", &service.name)
                .with("value", secs.to_string())
                .can_exist()
                .add_to(out);
        }
    }
}

/// Of a load balancer whose Pods aren't known nothing is said.
pub(super) fn without_pods(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let is_known = !cx.doc.workloads.is_empty();
    for chooser in cx.resolved.services.iter().filter(|_| is_known) {
        let has_balancer = budgets::load_balancer(cx.doc, chooser.source).is_some();
        if has_balancer && chooser.workloads.is_empty() {
            let path = format!("/services/{}/selector", chooser.at);
            Diagnostic::warning("service/without-pods", path)
                .with("service", &chooser.source.name)
                .add_to(out);
        }
    }
}

/// For the class of another controller GKE makes no load balancer (BS-61).
pub(super) fn classes(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let class = service.load_balancer_class.as_str();
        if service.kind == "LoadBalancer" && !class.is_empty() && of_class(class).is_none() {
            Diagnostic::info("service/class", format!("/services/{at}/loadBalancerClass"))
                .with("service", &service.name)
                .with("class", class)
                .add_to(out);
        }
    }
}

/// Nodes that are to be weighted by serving Pods count equally in a run (BS-65).
pub(super) fn weights(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let by = service.annotations.get("networking.gke.io/weighted-load-balancing");
        let asks = by.is_some_and(|by| by == "pods-per-node");
        let of = budgets::load_balancer(cx.doc, service).filter(|of| asks && of.local);
        if of.is_some_and(|of| of.kind != BalancerKind::TargetPool) {
            let path = format!("/services/{at}/annotations");
            Diagnostic::warning("service/weighted", path)
                .with("service", &service.name)
                .add_to(out);
        }
    }
}

/// Which load balancer a Service has may be open: a run shows one of them (BS-128, BS-60, LB-17).
pub(super) fn kinds(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let Some(WhichKind::OneOf(kinds)) = budgets::kind(cx.doc, service) else { continue };
        let name =
            |kind: &Option<BalancerKind>| say!(kind.map_or("balancer-none", BalancerKind::key));
        let Some(run) = kinds.iter().find(|kind| kind.is_some()).map(name) else { continue };
        Diagnostic::warning("service/kind", format!("/services/{at}/annotations"))
            .with("service", &service.name)
            .with("kinds", kinds.iter().map(name).collect::<Vec<Message>>())
            .with("run", run)
            .add_to(out);
    }
}

/// Sizes that the load balancer of a Service isn't up to (LB-13, LB-14, BS-130).
pub(super) fn sizes(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let nodes = cx.node_names.len();
    // As if all pools were in one zone, which none is larger than.
    let zones = cx.doc.pools.iter().map(|pool| largest_zone(cx.doc, pool) as usize);
    let largest_zone = zones.sum();
    for chooser in &cx.resolved.services {
        let (at, service) = (chooser.at, chooser.source);
        let Some(balancer) = budgets::load_balancer(cx.doc, service) else { continue };
        let pods =
            chooser.workloads.iter().filter_map(|id| cx.resolved.workloads.get(id.0 as usize));
        let serving = pods.map(|owner| match owner.kind {
            WorkloadKind::DaemonSet => nodes,
            _ => owner.replicas as usize,
        });
        let serving_nodes = serving.sum::<usize>().min(nodes);
        for warning in balancer.warnings(Sizes { nodes, serving_nodes, largest_zone }) {
            let key = match warning {
                Warning::TooManyNodes => "check-service-too-many-nodes",
                Warning::TooManyServing => "check-service-too-many-serving",
                Warning::GroupIsFull => "check-service-full-group",
            };
            let says = say!(key, service = &service.name, nodes = nodes, serving = serving_nodes);
            let path = format!("/services/{at}/type");
            out.push(Diagnostic::warning("service/sizes", path).says(says));
        }
    }
}

/// Ports, protocols and names that the API accepts.
pub(super) fn ports(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let ports = service.ports();
        for (no, port) in ports.iter().enumerate() {
            let mut refuse = |code, key: &str, value: &dyn ToString| {
                Diagnostic::error(code, format!("/services/{at}/ports/{no}/{key}"))
                    .with("service", &service.name)
                    .with("key", key)
                    .with("value", value.to_string())
                    .can_exist()
                    .add_to(out);
            };
            // The API server replaces a 0 of these two.
            let or_zero = |number: Option<i64>| number.filter(|number| *number != 0);
            let target = match port.target_port {
                Some(IntOrText::Int(number)) => Some(number),
                Some(IntOrText::Text(_)) | None => None,
            };
            let numbers = [
                ("port", port.port),
                ("targetPort", or_zero(target)),
                ("nodePort", or_zero(port.node_port)),
            ];
            for (key, number) in numbers {
                if let Some(number) = number.filter(|number| !(1..=65_535).contains(number)) {
                    refuse("service/port", key, &number);
                }
            }
            if !matches!(port.protocol.as_str(), "" | "TCP" | "UDP" | "SCTP") {
                refuse("service/protocol", "protocol", &port.protocol);
            }
            let alike = |other: &Port| !port.name.is_empty() && other.name == port.name;
            if ports.iter().take(no).any(alike) {
                refuse("service/port-name", "name", &port.name);
            }
        }
    }
}
