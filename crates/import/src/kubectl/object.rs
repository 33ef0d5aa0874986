//! The objects of the Kubernetes API, as far as used: one shape for all kinds.
//!
//! `kind` may come last, or be missing in a typed list, so the fields of all kinds are
//! read into one union and the kind is determined afterwards.

use scenario::instant;
use scenario::units::Instant;

use super::super::loose::{
    Count, Flag, Int, IntOrText, List, Present, Table, Target, Text, Tree, shape,
};
pub(crate) use super::selector::Selector;
pub(crate) use super::states::{ConditionKind, Phase, Truth};

shape! {
    /// Any object, or a list of objects.
    Object {
        "apiVersion" => api_version: Text,
        "kind" => kind: Text,
        "metadata" => metadata: Meta,
        "spec" => spec: Spec,
        "status" => status: Status,
        "items" => items: Items,
        "message" => message: Text,
        // EndpointSlice
        "endpoints" => endpoints: List<Endpoint>,
        // Event
        "lastTimestamp" => last: Text,
        // ValidatingWebhookConfiguration, MutatingWebhookConfiguration
        "webhooks" => webhooks: Tree,
        // PriorityClass
        "value" => value: Int,
        "globalDefault" => global_default: Flag,
        "preemptionPolicy" => preemption: Text,
        // StorageClass
        "volumeBindingMode" => binding_mode: Text,
        "allowedTopologies" => allowed_topologies: List<Topology>,
        "parameters" => parameters: Table<Text>,
    }
}

shape! {
    /// A Pod of an EndpointSlice.
    Endpoint {
        "conditions" => conditions: EndpointConditions,
        "targetRef" => target: Owner,
    }

    EndpointConditions {
        "serving" => serving: Text,
        "terminating" => terminating: Text,
    }
}

/// The `items` of a list; an empty list is a list, too.
pub(crate) type Items = Option<List<Box<Object>>>;

shape! {
    Meta {
        "name" => name: Text,
        "generateName" => generate_name: Text,
        "namespace" => namespace: Text,
        "selfLink" => self_link: Text,
        "labels" => labels: Table<Text>,
        "annotations" => annotations: Annotations,
        "ownerReferences" => owners: List<Owner>,
        "generation" => generation: Int,
        "creationTimestamp" => created: Text,
        "deletionTimestamp" => deletion: Text,
        "deletionGracePeriodSeconds" => deletion_grace: Int,
        "finalizers" => finalizers: List<Text>,
    }

    Owner {
        "apiVersion" => api_version: Text,
        "kind" => kind: Text,
        "name" => name: Text,
        "controller" => controller: Text,
    }
}

/// The annotations that matter to a run; others can be whole manifests and are skipped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Annotations(pub(crate) Table<Text>);

/// Marks what Helm creates, runs and deletes itself.
pub(super) const HOOK: &str = "helm.sh/hook";

/// The number of a ReplicaSet's template among those of its Deployment.
pub(crate) const REVISION: &str = "deployment.kubernetes.io/revision";

const ANNOTATIONS: [&str; 9] = [
    "cluster-autoscaler.kubernetes.io/",
    "controller.kubernetes.io/pod-deletion-cost",
    "kubernetes.io/config.",
    "cloud.google.com/",
    "networking.gke.io/",
    "autopilot.gke.io/",
    "service.kubernetes.io/",
    REVISION,
    HOOK,
];

impl Target for Annotations {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        let is_kept = ANNOTATIONS.iter().any(|prefix| key.starts_with(prefix));
        if is_kept { self.0.entry(key) } else { None }
    }
}

shape! {
    /// The `spec` of a node, Pod, controller, budget or Service.
    Spec {
        // Node
        "unschedulable" => unschedulable: Flag,
        "providerID" => provider_id: Text,
        "podCIDR" => pod_cidr: Present,
        "taints" => taints: List<Taint>,
        // Pod
        "nodeName" => node_name: Text,
        "hostNetwork" => host_network: Flag,
        "containers" => containers: List<Container>,
        "initContainers" => init_containers: List<Container>,
        "resources" => resources: Demand,
        "overhead" => overhead: Table<Text>,
        "terminationGracePeriodSeconds" => grace: Count,
        "priority" => priority: Int,
        "priorityClassName" => priority_class: Text,
        "preemptionPolicy" => preemption: Text,
        "nodeSelector" => node_selector: Table<Text>,
        "affinity" => affinity: Option<Box<Affinity>>,
        "tolerations" => tolerations: List<Toleration>,
        "topologySpreadConstraints" => spread: List<Spread>,
        "volumes" => volumes: List<Volume>,
        // Controllers
        "replicas" => replicas: Count,
        "template" => template: Option<Box<Template>>,
        "minReadySeconds" => min_ready: Int,
        "strategy" => strategy: Tree,
        "progressDeadlineSeconds" => progress_deadline: Int,
        "paused" => paused: Flag,
        "updateStrategy" => update_strategy: Present,
        "podManagementPolicy" => pod_management: Text,
        "serviceName" => service_name: Text,
        "volumeClaimTemplates" => claim_templates: List<Template>,
        "parallelism" => parallelism: Int,
        "completions" => completions: Int,
        "backoffLimit" => backoff_limit: Int,
        "backoffLimitPerIndex" => per_index: Present,
        "successPolicy" => success_policy: Present,
        "podReplacementPolicy" => pod_replacement: Text,
        "podFailurePolicy" => pod_failure: Tree,
        "activeDeadlineSeconds" => active_deadline: Int,
        "suspend" => suspend: Flag,
        "schedule" => schedule: Text,
        // LimitRanges
        "limits" => limits: List<LimitItem>,
        // PersistentVolumes and their claims
        "volumeName" => volume_name: Text,
        "accessModes" => access_modes: List<Text>,
        "storageClassName" => storage_class: Text,
        "claimRef" => claim_ref: ClaimRef,
        "nodeAffinity" => volume_affinity: VolumeAffinity,
        // HorizontalPodAutoscalers
        "scaleTargetRef" => scales: Owner,
        "minReplicas" => min_replicas: Int,
        // Budgets and Services
        "selector" => selector: Option<Selector>,
        "minAvailable" => min_available: IntOrText,
        "maxUnavailable" => max_unavailable: IntOrText,
        "unhealthyPodEvictionPolicy" => unhealthy_policy: Text,
        "type" => service_type: Text,
        "clusterIP" => cluster_ip: Text,
        "externalTrafficPolicy" => external_policy: Text,
        "loadBalancerClass" => load_balancer_class: Tree,
        "internalTrafficPolicy" => internal_policy: Tree,
        "healthCheckNodePort" => health_check_port: Tree,
        "ports" => ports: Tree,
        "sessionAffinity" => session_affinity: Tree,
        "loadBalancerIP" => load_balancer_ip: Tree,
        "allocateLoadBalancerNodePorts" => allocate_node_ports: Tree,
        "publishNotReadyAddresses" => publish_not_ready: Tree,
    }

    LimitItem {
        "type" => kind: Text,
        "default" => limits: Table<Text>,
        "defaultRequest" => requests: Table<Text>,
    }

    Template {
        "metadata" => metadata: Meta,
        "spec" => spec: Spec,
    }

    Taint {
        "key" => key: Text,
        "value" => value: Text,
        "effect" => effect: Text,
        "timeAdded" => time_added: Text,
    }

    Container {
        "name" => name: Text,
        "resources" => resources: Demand,
        "restartPolicy" => restart_policy: Text,
        "readinessProbe" => readiness: Option<Box<Probe>>,
        "startupProbe" => startup: Option<Box<Probe>>,
        "ports" => ports: List<Port>,
    }

    Port {
        "containerPort" => container: Int,
        "hostPort" => host: Int,
        "protocol" => protocol: Text,
        "hostIP" => ip: Text,
    }

    Demand {
        "requests" => requests: Table<Text>,
        "limits" => limits: Table<Text>,
    }

    Probe {
        "initialDelaySeconds" => initial_delay: Int,
        "periodSeconds" => period: Int,
        "successThreshold" => successes: Int,
        "failureThreshold" => failures: Int,
    }

    Volume {
        "name" => name: Text,
        "emptyDir" => empty_dir: Present,
        "persistentVolumeClaim" => claim: ClaimSource,
    }

    ClaimSource {
        "claimName" => name: Text,
    }

    Toleration {
        "key" => key: Text,
        "operator" => operator: Text,
        "value" => value: Text,
        "effect" => effect: Text,
        "tolerationSeconds" => seconds: Int,
    }

    Spread {
        "topologyKey" => topology_key: Text,
        "maxSkew" => max_skew: Int,
        "minDomains" => min_domains: Int,
        "whenUnsatisfiable" => when_unsatisfiable: Text,
        "labelSelector" => selector: Option<Selector>,
        "matchLabelKeys" => match_label_keys: List<Text>,
        "nodeAffinityPolicy" => affinity_policy: Text,
        "nodeTaintsPolicy" => taints_policy: Text,
    }

    Affinity {
        "nodeAffinity" => node: NodeAffinity,
        "podAffinity" => pod: Tree,
        "podAntiAffinity" => anti: Tree,
    }

    NodeAffinity {
        "requiredDuringSchedulingIgnoredDuringExecution" => required: NodeSelector,
        "preferredDuringSchedulingIgnoredDuringExecution" => preferred: List<PreferredTerm>,
    }

    NodeSelector {
        "nodeSelectorTerms" => terms: List<NodeTerm>,
    }

    PreferredTerm {
        "weight" => weight: Int,
        "preference" => term: NodeTerm,
    }

    NodeTerm {
        "matchExpressions" => expressions: List<Expression>,
        "matchFields" => fields: List<Expression>,
    }

    Expression {
        "key" => key: Text,
        "operator" => operator: Text,
        "values" => values: List<Text>,
    }
}

shape! {
    /// The `status` of a node, Pod or controller.
    Status {
        "allocatable" => allocatable: Table<Text>,
        "capacity" => capacity: Table<Text>,
        "nodeInfo" => node_info: NodeInfo,
        "addresses" => addresses: List<Address>,
        "conditions" => conditions: List<Condition>,
        "phase" => phase: Phase,
        "succeeded" => succeeded: Int,
        "failed" => failed: Int,
        "fullyLabeledReplicas" => fully_labeled: Present,
        "desiredNumberScheduled" => desired_scheduled: Present,
        "currentRevision" => current_revision: Present,
        "replicas" => replicas: Int,
        "readyReplicas" => ready_replicas: Int,
        "updatedReplicas" => updated_replicas: Int,
        "observedGeneration" => observed_generation: Int,
        "disruptionsAllowed" => disruptions_allowed: Int,
        "loadBalancer" => load_balancer: Present,
        "containerStatuses" => containers: List<ContainerStatus>,
        "initContainerStatuses" => init_containers: List<ContainerStatus>,
        "currentHealthy" => current_healthy: Int,
        "startTime" => started: Text,
        "completionTime" => completed: Text,
    }

    ContainerStatus {
        "restartCount" => restarts: Int,
        "state" => state: ContainerState,
        "lastState" => last_state: ContainerState,
    }

    ContainerState {
        "waiting" => waiting: StateDetails,
        "running" => running: StateDetails,
        "terminated" => terminated: StateDetails,
    }

    StateDetails {
        "reason" => reason: Text,
        "startedAt" => started: Text,
        "finishedAt" => finished: Text,
        "exitCode" => exit_code: Int,
    }

    Address {
        "type" => kind: Text,
        "address" => address: Text,
    }

    NodeInfo {
        "kubeletVersion" => kubelet_version: Text,
    }

    Condition {
        "type" => kind: ConditionKind,
        "status" => status: Truth,
        "lastTransitionTime" => changed: Text,
        "lastHeartbeatTime" => heartbeat: Text,
        "reason" => reason: Text,
        "message" => message: Text,
    }
}

impl Object {
    /// A Pod without the condition is ready if its phase says so.
    pub(crate) fn is_ready(&self) -> bool {
        self.status.is(ConditionKind::Ready).unwrap_or(self.status.phase == Phase::Running)
    }

    /// Neither finished nor being deleted.
    pub(crate) fn is_active(&self) -> bool {
        !self.status.phase.is_finished() && self.metadata.deletion.is_empty()
    }
}

impl Meta {
    /// When its deletion was requested: its grace before the deletion timestamp (KE-11).
    pub(crate) fn deletion_requested(&self) -> Option<Instant> {
        let ends = self.deletion.some().and_then(instant::parse)?;
        let grace_ms = self.deletion_grace.0.unwrap_or(0).saturating_mul(1000);
        Some(Instant(ends.saturating_sub(grace_ms.max(0))))
    }
}

impl Status {
    /// Did the disruption controller find no scale (KP-09)?
    pub(crate) fn failed_sync(&self) -> bool {
        self.conditions.iter().any(|condition| &*condition.reason == "SyncFailed")
    }

    /// Is the condition true? `None`: it doesn't exist.
    pub(crate) fn is(&self, kind: ConditionKind) -> Option<bool> {
        let condition = self.conditions.iter().find(|condition| condition.kind == kind)?;
        Some(condition.status == Truth::True)
    }

    /// Has the Job completed or failed?
    pub(crate) fn is_over(&self) -> bool {
        [ConditionKind::Complete, ConditionKind::Failed]
            .iter()
            .any(|kind| self.is(*kind) == Some(true))
    }
}

shape! {
    /// The claim of a PersistentVolume.
    ClaimRef {
        "namespace" => namespace: Text,
        "name" => name: Text,
    }

    VolumeAffinity {
        "required" => required: NodeSelector,
    }

    /// Where a StorageClass allows disks.
    Topology {
        "matchLabelExpressions" => labels: List<Expression>,
    }
}
