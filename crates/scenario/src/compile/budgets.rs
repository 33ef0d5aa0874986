//! Compiles budgets and Services.

use crate::document::service::Port;
use crate::document::{self, Document};
use crate::primitive::IntOrText;
use crate::resolve::{Resolved, limit};
use crate::units::Duration;
use base::{BudgetId, IdVec, ServiceId, SimSpan, WorkloadId};
use model::load_balancer::{Behavior, Declared, LoadBalancer, SYNC_DELAY, WhichKind, of_live};
use model::service::{Protocols, ServicePort};
use model::{Budget, Service, UnhealthyPodEvictionPolicy, Version};

pub(crate) fn budgets(resolved: &Resolved<'_>) -> IdVec<BudgetId, Budget> {
    resolved
        .budgets
        .iter()
        .map(|chooser| Budget {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            unreadable: chooser.source.selector.is_some() && chooser.selector.is_none(),
            // Only if a check is muted: a budget that requires nothing.
            limit: limit(chooser.source).unwrap_or(model::budget::Limit::MinAvailable(
                base::quantity::IntOrPercent::Int(0),
            )),
            policy: match chooser.source.unhealthy_pod_eviction_policy.as_str() {
                "AlwaysAllow" => UnhealthyPodEvictionPolicy::AlwaysAllow,
                _ => UnhealthyPodEvictionPolicy::IfHealthyBudget,
            },
            workloads: first_revisions(resolved, &chooser.workloads),
        })
        .collect()
}

/// The workloads without later revisions of Deployments.
fn first_revisions(resolved: &Resolved<'_>, ids: &[WorkloadId]) -> Vec<WorkloadId> {
    let owner = |id: &&WorkloadId| resolved.workloads.get(id.0 as usize);
    let first = |id: &&WorkloadId| owner(id).is_some_and(|owner| owner.revision.is_none());
    ids.iter().filter(first).copied().collect()
}

pub(crate) fn services(doc: &Document, resolved: &Resolved<'_>) -> IdVec<ServiceId, Service> {
    resolved
        .services
        .iter()
        .map(|chooser| Service {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            balancer: load_balancer(doc, chooser.source),
            protocols: protocols(chooser.source),
            port: first_port(chooser.source),
            check_port: check_port(chooser.source),
            by_client: chooser.source.session_affinity == "ClientIP",
            workloads: first_revisions(resolved, &chooser.workloads),
            draining: draining(chooser.source),
        })
        .collect()
}

/// BS-125, AM-103: another port is as if none were given.
fn check_port(service: &document::Service) -> Option<u16> {
    let port = u16::try_from(service.health_check_node_port?).ok();
    port.filter(|port| (30_000..=32_767).contains(port))
}

fn is_tcp(port: &Port) -> bool {
    matches!(port.protocol.as_str(), "" | "TCP")
}

fn first_port(service: &document::Service) -> Option<ServicePort> {
    let ports = service.ports();
    let first = ports.iter().find(|port| is_tcp(port)).or(ports.first())?;
    let number = first.port?.to_string();
    let protocol = if is_tcp(first) { "TCP" } else { first.protocol.as_str() };
    // The API server takes 0 as not given.
    let target = first.target_port.as_ref().filter(|port| port.to_string() != "0");
    let target = target.map_or_else(|| number.clone(), IntOrText::to_string);
    Some(ServicePort { port: format!("{protocol} {number}"), target })
}

/// A draining time that GKE keeps (BS-82), or the nearest one (AM-103).
fn draining(service: &document::Service) -> Option<SimSpan> {
    service.draining.filter(|secs| *secs > 0).map(|secs| SimSpan::from_secs(secs.min(3600)))
}

pub(crate) fn protocols(service: &document::Service) -> Protocols {
    let ports = service.ports();
    match ports.iter().filter(|port| is_tcp(port)).count() {
        tcp if tcp == ports.len() => Protocols::Tcp,
        0 => Protocols::Others,
        _ => Protocols::TcpAndOthers,
    }
}

/// What GKE makes for a Service; where the version or subsetting leaves it open, the first kind that it may be.
pub(crate) fn load_balancer(doc: &Document, service: &document::Service) -> Option<LoadBalancer> {
    let kind = match kind(doc, service)? {
        WhichKind::Known(kind) => kind?,
        WhichKind::OneOf(kinds) => kinds.into_iter().flatten().next()?,
    };
    Some(LoadBalancer { kind, local: service.external_traffic_policy == "Local" })
}

/// What is known of the load balancer of a Service of the document, by number; `None`: it has another type.
pub fn balancer(doc: &Document, service: usize) -> Option<WhichKind> {
    kind(doc, doc.services.get(service)?)
}

/// What is known of the load balancer of a Service; `None`: it has another type.
pub(crate) fn kind(doc: &Document, service: &document::Service) -> Option<WhichKind> {
    if service.kind != "LoadBalancer" {
        return None;
    }
    let annotations = service.annotations.iter();
    let annotations: Vec<(&str, &str)> =
        annotations.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let class = service.load_balancer_class.as_str();
    let now = Declared {
        annotations: &annotations,
        class: (!class.is_empty()).then_some(class),
        version: Version::parse(&doc.cluster.current_master_version),
        subsetting: doc.cluster.network().subsetting,
    };
    let finalizers: Vec<&str> = service.finalizers.iter().map(String::as_str).collect();
    Some(of_live(&finalizers, &now).kind)
}

pub(crate) fn balancing(doc: &Document) -> Behavior {
    Behavior {
        edition_2026: super::is_2026(doc),
        dataplane_v2: doc.cluster.network().datapath_provider == "ADVANCED_DATAPATH",
        local_drain_stays: doc.assumptions.local_drain == "stays",
        sync_delay: doc.assumptions.backend_sync.map_or(SYNC_DELAY, Duration::span),
    }
}
