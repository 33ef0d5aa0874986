//! What the autoscaler writes, by shape. Entries, their payloads and the objects within them have no key in common that means
//! two things, so one reader takes each of them, however much of it was copied (BS-99). What has another type reads as absent.

use scenario::json::Json;

use super::status::{ClusterStatus, StatusParts};
use super::values::{Value as _, objects, part};

/// One entry of a log, one payload, or one object of Kubernetes.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) insert_id: String,
    pub(super) timestamp: String,
    pub(super) log: String,
    pub(super) cluster: String,
    pub(super) location: String,
    /// Unix seconds.
    pub(super) measured: Option<i64>,
    /// Unix seconds.
    pub(super) decided: Option<i64>,
    pub(super) event_id: String,
    pub(super) no_scale_up: Option<NoScaleUp>,
    pub(super) no_scale_down: Option<NoScaleDown>,
    pub(super) scale_up: Option<ScaleUp>,
    pub(super) scale_down: Option<Vec<RemovedNode>>,
    pub(super) created: Option<PoolsCreated>,
    pub(super) deleted: Option<Vec<String>>,
    pub(super) results: Option<Vec<EventResult>>,
    pub(super) counts: Option<Counts>,
    /// Keys of a payload that mean nothing here.
    pub(super) unknown: Vec<String>,
    pub(super) object: Object,
    pub(super) status: StatusParts,
}

/// The part of an object of Kubernetes that counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) kind: String,
    /// `data.status` of a ConfigMap.
    pub(super) status: String,
    pub(super) items: Vec<Entry>,
    pub(super) reason: String,
    pub(super) message: String,
    pub(super) involved: PodName,
    pub(super) first: String,
    pub(super) last: String,
}

/// Keys of an entry and of its payload that are known and say nothing more.
const SILENT: [&str; 13] = [
    "receiveTimestamp",
    "severity",
    "labels",
    "apiVersion",
    "metadata",
    "type",
    "count",
    "source",
    "message",
    "eventTime",
    "reportingComponent",
    "reportingInstance",
    "binaryData",
];

impl Entry {
    pub(super) fn of(json: &Json) -> Self {
        let mut entry = Self::default();
        entry.fill(json, false);
        entry
    }

    fn fill(&mut self, json: &Json, payload: bool) {
        let Json::Object(fields) = json else {
            return;
        };
        for (key, value) in fields {
            match key.as_str() {
                "jsonPayload" | "decision" | "noDecisionStatus" | "resultInfo" | "eventResult" => {
                    self.fill(value, true);
                }
                "insertId" => self.insert_id = String::of(value),
                "timestamp" => self.timestamp = String::of(value),
                "logName" => self.log = String::of(value),
                "resource" => {
                    if let Some(labels) = value.get("labels") {
                        self.cluster = part(labels, "cluster_name");
                        self.location = part(labels, "location");
                    }
                }
                "measureTime" => self.measured = Option::of(value),
                "decideTime" => self.decided = Option::of(value),
                "eventId" => self.event_id = String::of(value),
                "noScaleUp" => self.no_scale_up = Some(NoScaleUp::of(value)),
                "noScaleDown" => self.no_scale_down = Some(NoScaleDown::of(value)),
                "scaleUp" => self.scale_up = Some(ScaleUp::of(value)),
                "scaleDown" => self.scale_down = Some(part(value, "nodesToBeRemoved")),
                "nodePoolCreated" => self.created = Some(PoolsCreated::of(value)),
                "nodePoolDeleted" => self.deleted = Some(part(value, "nodePoolNames")),
                "results" => self.results = Some(Vec::of(value)),
                "status" => self.counts = Some(Counts::of(value)),
                "kind" => self.object.kind = String::of(value),
                "data" => self.object.status = part(value, "status"),
                "items" => self.object.items = value.items().iter().map(Self::of).collect(),
                "reason" => self.object.reason = String::of(value),
                "message" if !payload => self.object.message = String::of(value),
                "involvedObject" | "regarding" => self.object.involved = PodName::of(value),
                "firstTimestamp" => self.object.first = String::of(value),
                "lastTimestamp" => self.object.last = String::of(value),
                "autoscalerStatus" => self.status.state = String::of(value),
                "clusterWide" => self.status.whole = Some(ClusterStatus::of(value)),
                "nodeGroups" => self.status.groups = Some(Vec::of(value)),
                "time" => self.status.time = String::of(value),
                key if SILENT.contains(&key) => {}
                _ => self.unknown.push(key.clone()),
            }
        }
    }
}

objects! {
    Counts {
        "autoscaledNodesCount" => nodes: Option<i64>,
        "autoscaledNodesTarget" => target: Option<i64>,
        "measureTime" => measured: Option<i64>,
    }

    /// A code with its parameters.
    Coded {
        "messageId" => id: String,
        "parameters" => parameters: Vec<String>,
    }

    /// A managed instance group: an object, or only its name.
    Mig or name {
        "name" => name: String,
        "nodepool" => pool: String,
        "zone" => zone: String,
    }

    /// A node: an object, or only its name.
    NodeShape or name {
        "name" => name: String,
        "mig" => mig: Mig,
        "cpuRatio" => cpu: Option<i64>,
        "memRatio" => memory: Option<i64>,
    }

    PodName {
        "kind" => kind: String,
        "name" => name: String,
        "namespace" => namespace: String,
        "controller" => owner: Controller,
    }

    Controller {
        "kind" => kind: String,
        "name" => name: String,
    }

    ScaleUp {
        "increasedMigs" => groups: Vec<GrownGroup>,
        "triggeringPods" => pods: Vec<PodName>,
        "triggeringPodsTotalCount" => pods_in_all: Option<i64>,
    }

    GrownGroup {
        "mig" => mig: Mig,
        "requestedNodes" => nodes: Option<i64>,
    }

    RemovedNode {
        "node" => node: NodeShape,
        "evictedPods" => pods: Vec<PodName>,
        "evictedPodsTotalCount" => pods_in_all: Option<i64>,
    }

    PoolsCreated {
        "nodePools" => pools: Vec<PoolName>,
        "triggeringScaleUpId" => scale_up: String,
    }

    PoolName {
        "name" => name: String,
    }

    EventResult {
        "eventId" => event_id: String,
        "errorMsg" => error: Coded,
    }

    /// A group that isn't grown, with the reason.
    HeldGroup {
        "mig" => mig: Mig,
        "reason" => reason: Coded,
    }

    UnhandledPods {
        "podGroup" => group: PodGroup,
        "rejectedMigs" => rejected: Vec<HeldGroup>,
        "skippedMigs" => skipped: Vec<HeldGroup>,
        "napFailureReasons" => provisioning: Vec<Coded>,
    }

    PodGroup {
        "samplePod" => sample: PodName,
        "totalPodCount" => pods: Option<i64>,
    }

    NoScaleUp {
        "reason" => reason: Coded,
        "napFailureReason" => provisioning: Coded,
        "skippedMigs" => skipped: Vec<HeldGroup>,
        "unhandledPodGroups" => pods: Vec<UnhandledPods>,
    }

    NoScaleDown {
        "reason" => reason: Coded,
        "nodes" => nodes: Vec<HeldNode>,
    }

    /// A node that stays, with the reason.
    HeldNode {
        "node" => node: NodeShape,
        "reason" => reason: Coded,
    }
}
