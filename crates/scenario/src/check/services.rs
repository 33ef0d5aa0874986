//! Services: what the API accepts.

use super::context::Cx;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::service::Port;
use crate::primitive::IntOrText;
use model::load_balancer::{INTERNAL, of_class};

/// Only a Service with `Local` has its own health check port (LB-35).
pub(super) fn health_check_port(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let port = service.health_check_node_port.filter(|port| *port != 0);
        if let Some(port) = port.filter(|_| service.external_traffic_policy != "Local") {
            Diagnostic::error(
                "service/health-check-port",
                format!("/services/{at}/healthCheckNodePort"),
            )
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
        if INTERNAL.iter().all(|name| service.annotations.contains_key(*name)) {
            Diagnostic::warning("service/types", format!("/services/{at}/annotations"))
                .with("service", &service.name)
                .with("now", INTERNAL[0])
                .with("before", INTERNAL[1])
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
