//! Services: what the API accepts.

use super::context::Cx;
use crate::diagnostic::{Diagnostic, Diagnostics};

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
