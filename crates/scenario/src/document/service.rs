//! Services, with the names of the Kubernetes API. What is missing isn't known; a default is up to its reader.

use super::setting::{Hides, NameKind};
use crate::field::{Field as _, FieldType, Map, document};
use crate::json::Json;
use crate::primitive::IntOrText;

document! {
    /// A Service.
    pub struct Service {
        /// Name.
        "name" name: String: required { name_of(NameKind::Service) },
        /// Namespace; default if missing.
        "namespace" namespace: String { hides(Hides::Namespace) },
        /// Labels of its Pods; none are selected if missing.
        "selector" selector: Option<Map> { hides(Hides::Labels) },
        /// `ClusterIP` (if missing), `NodePort`, `LoadBalancer`, `ExternalName`.
        "type" kind: String { words(&["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]) },
        /// `Cluster` (if missing) or `Local`.
        "externalTrafficPolicy" external_traffic_policy: String { words(&["Cluster", "Local"]).label("ui-service-policy", "Cluster") },
        /// `Cluster` (if missing) or `Local`.
        "internalTrafficPolicy" internal_traffic_policy: String,
        /// Annotations.
        "annotations" annotations: Map { hides(Hides::Annotations) },
        /// With `Local`: the port of its own health check; if missing, the API server has assigned one. Not used yet.
        "healthCheckNodePort" health_check_node_port: Option<i64> { label("ui-service-check", "") },
        /// Its ports: their protocols decide about draining. Other fields of a port are kept.
        "ports" ports: Json { holds(&FieldType::List(&Port::TYPE)) },
        /// `None` or `ClientIP`. Not used yet.
        "sessionAffinity" session_affinity: String { words(&["None", "ClientIP"]).label("ui-service-affinity", "None") },
        /// Which load balancer.
        "loadBalancerClass" load_balancer_class: String { hides(Hides::Key).label("ui-service-class", "") },
        /// The address that its load balancer is to have. Not used.
        "loadBalancerIP" load_balancer_ip: String { hides(Hides::All) },
        /// Does each port get a port of the nodes? Not used.
        "allocateLoadBalancerNodePorts" allocate_node_ports: Option<bool>,
        /// Do Pods that aren't ready get traffic? Not used.
        "publishNotReadyAddresses" publish_not_ready: Option<bool>,
        /// Finalizers of its metadata: GKE's show which load balancer it has.
        "finalizers" finalizers: Vec<String> { hides(Hides::Key) },
        /// `connectionDraining` that somebody has set on its backend service itself, in seconds, for TCP; if missing or 0, GKE's: 30
        /// with NEGs and with `l4-rbs`. No manifest has it.
        "drainingTimeoutSec" draining: Option<i64> { label("ui-service-draining", "30") },
    }

    /// A port of a Service.
    pub struct Port {
        /// Name.
        "name" name: String { name_of(NameKind::Label) },
        /// Port of the Service.
        "port" port: Option<i64>,
        /// Port of the Pods, as a number or by its name.
        "targetPort" target_port: Option<IntOrText> { name_of(NameKind::Label).holds(&FieldType::Any) },
        /// `TCP` (if missing), `UDP` or `SCTP`.
        "protocol" protocol: String,
        /// Port of the nodes.
        "nodePort" node_port: Option<i64>,
    }
}

impl Service {
    /// Its ports, as far as they are valid.
    pub fn ports(&self) -> Vec<Port> {
        super::read(&self.ports).0.unwrap_or_default()
    }
}
