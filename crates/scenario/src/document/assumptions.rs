//! Assumed durations and orders, which users may change.

use crate::field::{Field, FieldType, Reader, document};
use crate::json::Json;
use crate::units::Duration;

document! {
    /// Assumptions of the whole scenario.
    pub struct Assumptions {
        /// From the request of a VM to a Ready node; 180s if missing.
        "nodeCreate" node_create: Option<Range> { label("ui-node-create", "180s") },
        /// Deletion of a VM; 30s if missing.
        "nodeDelete" node_delete: Option<Range> { label("ui-node-delete", "30s") },
        /// From the cordon of a node to its drain; 1s if missing.
        "cordon" cordon: Option<Range> { label("ui-cordon-time", "1s") },
        /// Upgrade of one replica of the control plane.
        "controlPlane" control_plane: Option<Range> { label("ui-control-plane-time", "600s") },
        /// From the binding of a Pod to Running, without the image; 20s if missing.
        "podStart" pod_start: Option<Range> { label("ui-pod-start", "20s") },
        /// Pull of an image that the node doesn't have; 0s if missing.
        "imagePull" image_pull: Option<Range> { label("ui-image-pull", "0s") },
        /// From Running to Ready; 0s if missing.
        "ready" ready: Option<Range> { label("ui-ready", "0s") },
        /// How long containers need to end; their whole grace if missing.
        "shutdown" shutdown: Option<Range> { label("ui-shutdown", "") },
        /// From a change of a node or of a Service's Pods to the backends of load balancers; 10s if missing.
        "backendSync" backend_sync: Option<Duration> { seconds().label("ui-backend-sync", "10s") },
        /// `leaves` (if missing) or `stays`: a node with Pods of a Service with `Local`, while GKE drains it. It stays with an option
        /// of the controller that is off by default (edition 2026).
        "localDrain" local_drain: String { words(&["leaves", "stays"]).label("ui-local-drain", "leaves") },
        /// `shuffled` by the seed (if missing) or `listed`.
        "nodeOrder" node_order: String { words(&["shuffled", "listed"]).label("ui-node-order", "shuffled") },
    }

    /// Assumptions of the Pods of one workload.
    pub struct PodAssumptions {
        /// From the binding of a Pod to Running, without the image.
        "podStart" pod_start: Option<Range> { label("ui-start-after", "20s") },
        /// Pull of an image that the node doesn't have.
        "imagePull" image_pull: Option<Range>,
        /// From Running to Ready.
        "ready" ready: Option<Range> { label("ui-ready-after", "") },
        /// How long containers need to end.
        "shutdown" shutdown: Option<Range>,
        /// Do its Pods fail their readiness as soon as they are told to stop, so that they get no new connections? False if missing.
        "failsReadinessAtStop" fails_readiness_at_stop: Option<bool>,
        /// Job, Pod, own kinds that aren't recreating: how long a Pod works until it succeeds; forever if missing.
        "work" work: Option<Range> { label("ui-work", "") },
        /// How often it saves what it has done, for the Pod that replaces it; never if missing.
        "checkpoint" checkpoint: Option<Duration> { seconds().label("ui-checkpoint", "") },
    }
}

/// A duration, or its quantiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    pub p10: Duration,
    pub p50: Duration,
    pub p90: Duration,
}

impl Range {
    pub const fn fixed(duration: Duration) -> Self {
        Self { p10: duration, p50: duration, p90: duration }
    }
}

document! {
    /// A duration that varies: the longest in 10, 50 and 90 of 100 cases.
    pub struct Quantiles {
        /// In 10 of 100 cases.
        "p10" p10: Duration: required,
        /// In 50 of 100 cases.
        "p50" p50: Duration: required,
        /// In 90 of 100 cases.
        "p90" p90: Duration: required,
    }
}

impl Field for Range {
    const TYPE: FieldType = FieldType::Range;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        if let Json::Object(_) = json {
            let Quantiles { p10, p50, p90 } = Quantiles::read(json, cx)?;
            return Some(Self { p10, p50, p90 });
        }
        Duration::read(json, cx).map(Self::fixed)
    }

    fn write(&self) -> Json {
        let Self { p10, p50, p90 } = *self;
        if p10 == p90 && p10 == p50 { p50.write() } else { Quantiles { p10, p50, p90 }.write() }
    }
}
