//! What the autoscaler writes, by shape. Entries, their payloads and the objects within them have no key in common that means
//! two things, so one reader takes each of them, however much of it was copied (BS-99). What has another type reads as absent.

use scenario::json::Json;

use super::status::{ClusterStatus, GroupStatus, StatusParts};
use super::values::{int, list, part, text, whole, written};

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
                "insertId" => self.insert_id = written(value),
                "timestamp" => self.timestamp = written(value),
                "logName" => self.log = written(value),
                "resource" => {
                    if let Some(labels) = value.get("labels") {
                        self.cluster = text(labels, "cluster_name");
                        self.location = text(labels, "location");
                    }
                }
                "measureTime" => self.measured = whole(value),
                "decideTime" => self.decided = whole(value),
                "eventId" => self.event_id = written(value),
                "noScaleUp" => self.no_scale_up = Some(NoScaleUp::of(value)),
                "noScaleDown" => self.no_scale_down = Some(NoScaleDown::of(value)),
                "scaleUp" => self.scale_up = Some(ScaleUp::of(value)),
                "scaleDown" => {
                    self.scale_down = Some(list(value, "nodesToBeRemoved", RemovedNode::of));
                }
                "nodePoolCreated" => self.created = Some(PoolsCreated::of(value)),
                "nodePoolDeleted" => self.deleted = Some(list(value, "nodePoolNames", written)),
                "results" => {
                    self.results = Some(value.items().iter().map(EventResult::of).collect());
                }
                "status" => self.counts = Some(Counts::of(value)),
                "kind" => self.object.kind = written(value),
                "data" => self.object.status = text(value, "status"),
                "items" => self.object.items = value.items().iter().map(Self::of).collect(),
                "reason" => self.object.reason = written(value),
                "message" if !payload => self.object.message = written(value),
                "involvedObject" | "regarding" => self.object.involved = PodName::of(value),
                "firstTimestamp" => self.object.first = written(value),
                "lastTimestamp" => self.object.last = written(value),
                "autoscalerStatus" => self.status.state = written(value),
                "clusterWide" => self.status.whole = Some(ClusterStatus::of(value)),
                "nodeGroups" => {
                    self.status.groups = Some(value.items().iter().map(GroupStatus::of).collect());
                }
                "time" => self.status.time = written(value),
                key if SILENT.contains(&key) => {}
                _ => self.unknown.push(key.clone()),
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) nodes: Option<i64>,
    pub(super) target: Option<i64>,
    pub(super) measured: Option<i64>,
}

impl Counts {
    fn of(json: &Json) -> Self {
        Self {
            nodes: int(json, "autoscaledNodesCount"),
            target: int(json, "autoscaledNodesTarget"),
            measured: int(json, "measureTime"),
        }
    }
}

/// A code with its parameters.
#[derive(Clone, Debug, Default)]
pub(super) struct Coded {
    pub(super) id: String,
    pub(super) parameters: Vec<String>,
}

impl Coded {
    fn of(json: &Json) -> Self {
        Self { id: text(json, "messageId"), parameters: list(json, "parameters", written) }
    }
}

/// A managed instance group: an object, or only its name.
#[derive(Clone, Debug, Default)]
pub(super) struct Mig {
    pub(super) name: String,
    pub(super) pool: String,
    pub(super) zone: String,
}

impl Mig {
    fn of(json: &Json) -> Self {
        match json {
            Json::Text(name) => Self { name: name.clone(), ..Self::default() },
            _ => Self {
                name: text(json, "name"),
                pool: text(json, "nodepool"),
                zone: text(json, "zone"),
            },
        }
    }
}

/// A node: an object, or only its name.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeShape {
    pub(super) name: String,
    pub(super) mig: Mig,
    pub(super) cpu: Option<i64>,
    pub(super) memory: Option<i64>,
}

impl NodeShape {
    fn of(json: &Json) -> Self {
        match json {
            Json::Text(name) => Self { name: name.clone(), ..Self::default() },
            _ => Self {
                name: text(json, "name"),
                mig: part(json, "mig", Mig::of),
                cpu: int(json, "cpuRatio"),
                memory: int(json, "memRatio"),
            },
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct PodName {
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) namespace: String,
    /// The kind and the name of its controller.
    pub(super) owner: [String; 2],
}

impl PodName {
    fn of(json: &Json) -> Self {
        let owner = json.get("controller");
        Self {
            kind: text(json, "kind"),
            name: text(json, "name"),
            namespace: text(json, "namespace"),
            owner: ["kind", "name"].map(|key| owner.map(|one| text(one, key)).unwrap_or_default()),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct ScaleUp {
    pub(super) groups: Vec<(Mig, Option<i64>)>,
    pub(super) pods: Vec<PodName>,
    pub(super) pods_in_all: Option<i64>,
}

impl ScaleUp {
    fn of(json: &Json) -> Self {
        Self {
            groups: list(json, "increasedMigs", |one| {
                (part(one, "mig", Mig::of), int(one, "requestedNodes"))
            }),
            pods: list(json, "triggeringPods", PodName::of),
            pods_in_all: int(json, "triggeringPodsTotalCount"),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct RemovedNode {
    pub(super) node: NodeShape,
    pub(super) pods: Vec<PodName>,
    pub(super) pods_in_all: Option<i64>,
}

impl RemovedNode {
    fn of(json: &Json) -> Self {
        Self {
            node: part(json, "node", NodeShape::of),
            pods: list(json, "evictedPods", PodName::of),
            pods_in_all: int(json, "evictedPodsTotalCount"),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct PoolsCreated {
    pub(super) pools: Vec<String>,
    pub(super) scale_up: String,
}

impl PoolsCreated {
    fn of(json: &Json) -> Self {
        let pools = list(json, "nodePools", |one| text(one, "name"));
        Self { pools, scale_up: text(json, "triggeringScaleUpId") }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct EventResult {
    pub(super) event_id: String,
    pub(super) error: Coded,
}

impl EventResult {
    fn of(json: &Json) -> Self {
        Self { event_id: text(json, "eventId"), error: part(json, "errorMsg", Coded::of) }
    }
}

/// A group that isn't grown, with the reason.
pub(super) type HeldGroup = (Mig, Coded);

fn held_group(json: &Json) -> HeldGroup {
    (part(json, "mig", Mig::of), part(json, "reason", Coded::of))
}

#[derive(Clone, Debug, Default)]
pub(super) struct UnhandledPods {
    pub(super) sample: PodName,
    pub(super) pods: Option<i64>,
    pub(super) rejected: Vec<HeldGroup>,
    pub(super) skipped: Vec<HeldGroup>,
    pub(super) provisioning: Vec<Coded>,
}

impl UnhandledPods {
    fn of(json: &Json) -> Self {
        let group = json.get("podGroup");
        Self {
            sample: group.map(|one| part(one, "samplePod", PodName::of)).unwrap_or_default(),
            pods: group.and_then(|one| int(one, "totalPodCount")),
            rejected: list(json, "rejectedMigs", held_group),
            skipped: list(json, "skippedMigs", held_group),
            provisioning: list(json, "napFailureReasons", Coded::of),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct NoScaleUp {
    pub(super) reason: Coded,
    pub(super) provisioning: Coded,
    pub(super) skipped: Vec<HeldGroup>,
    pub(super) pods: Vec<UnhandledPods>,
}

impl NoScaleUp {
    fn of(json: &Json) -> Self {
        Self {
            reason: part(json, "reason", Coded::of),
            provisioning: part(json, "napFailureReason", Coded::of),
            skipped: list(json, "skippedMigs", held_group),
            pods: list(json, "unhandledPodGroups", UnhandledPods::of),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct NoScaleDown {
    pub(super) reason: Coded,
    pub(super) nodes: Vec<(NodeShape, Coded)>,
}

impl NoScaleDown {
    fn of(json: &Json) -> Self {
        let node = |one: &Json| (part(one, "node", NodeShape::of), part(one, "reason", Coded::of));
        Self { reason: part(json, "reason", Coded::of), nodes: list(json, "nodes", node) }
    }
}
