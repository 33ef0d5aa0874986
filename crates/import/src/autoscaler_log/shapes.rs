//! What the autoscaler writes, by shape. Entries, their payloads and the objects within them have no key in common that means
//! two things, so one reader takes each of them, however much of it was copied (BS-99).

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::loose::{Int, List, Scalar, Text, count, drain_seq, scalars, shape};
use super::status::{ClusterStatus, GroupStatus};

/// One entry of a log, one payload, or one object of Kubernetes.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) insert_id: Text,
    pub(super) timestamp: Text,
    pub(super) log: Text,
    pub(super) resource: Resource,
    /// Unix seconds.
    pub(super) measured: Int,
    /// Unix seconds.
    pub(super) decided: Int,
    pub(super) event_id: Text,
    pub(super) no_scale_up: Option<NoScaleUp>,
    pub(super) no_scale_down: Option<NoScaleDown>,
    pub(super) scale_up: Option<ScaleUp>,
    pub(super) scale_down: Option<ScaleDown>,
    pub(super) created: Option<PoolsCreated>,
    pub(super) deleted: Option<PoolsDeleted>,
    pub(super) results: Option<List<EventResult>>,
    pub(super) counts: Option<Counts>,
    /// Keys of a payload that mean nothing here.
    pub(super) unknown: Vec<String>,
    pub(super) object: Object,
    pub(super) state: Text,
    pub(super) whole: Option<ClusterStatus>,
    pub(super) groups: Option<List<GroupStatus>>,
    pub(super) time: Text,
}

/// The part of an object of Kubernetes that counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) kind: Text,
    pub(super) data: Data,
    pub(super) items: Vec<Entry>,
    pub(super) reason: Text,
    pub(super) message: Text,
    pub(super) involved: PodName,
    pub(super) first: Text,
    pub(super) last: Text,
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
    fn fill<'de, A: MapAccess<'de>>(&mut self, map: &mut A, payload: bool) -> Result<(), A::Error> {
        count::<Self, A::Error>()?;
        while let Some(Text(key)) = map.next_key()? {
            match key.as_str() {
                "jsonPayload" | "decision" | "noDecisionStatus" | "resultInfo" | "eventResult" => {
                    map.next_value_seed(Within { entry: self, payload: true })?;
                }
                "insertId" => self.insert_id = map.next_value()?,
                "timestamp" => self.timestamp = map.next_value()?,
                "logName" => self.log = map.next_value()?,
                "resource" => self.resource = map.next_value()?,
                "measureTime" => self.measured = map.next_value()?,
                "decideTime" => self.decided = map.next_value()?,
                "eventId" => self.event_id = map.next_value()?,
                "noScaleUp" => self.no_scale_up = Some(map.next_value()?),
                "noScaleDown" => self.no_scale_down = Some(map.next_value()?),
                "scaleUp" => self.scale_up = Some(map.next_value()?),
                "scaleDown" => self.scale_down = Some(map.next_value()?),
                "nodePoolCreated" => self.created = Some(map.next_value()?),
                "nodePoolDeleted" => self.deleted = Some(map.next_value()?),
                "results" => self.results = Some(map.next_value()?),
                "status" => self.counts = Some(map.next_value()?),
                "kind" => self.object.kind = map.next_value()?,
                "data" => self.object.data = map.next_value()?,
                "items" => self.object.items = map.next_value::<List<Self>>()?.0,
                "reason" => self.object.reason = map.next_value()?,
                "message" if !payload => self.object.message = map.next_value()?,
                "involvedObject" | "regarding" => self.object.involved = map.next_value()?,
                "firstTimestamp" => self.object.first = map.next_value()?,
                "lastTimestamp" => self.object.last = map.next_value()?,
                "autoscalerStatus" => self.state = map.next_value()?,
                "clusterWide" => self.whole = Some(map.next_value()?),
                "nodeGroups" => self.groups = Some(map.next_value()?),
                "time" => self.time = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    if !SILENT.contains(&key.as_str()) {
                        self.unknown.push(key);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Reads an object as a part of an entry.
struct Within<'a> {
    entry: &'a mut Entry,
    payload: bool,
}

impl<'de> serde::de::DeserializeSeed<'de> for Within<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Within<'_> {
    type Value = ();
    scalars!(|_: Scalar<'_>| ());
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        drain_seq(seq)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.entry.fill(&mut map, self.payload)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut entry = Self::default();
        from.deserialize_any(Within { entry: &mut entry, payload: false })?;
        Ok(entry)
    }
}

/// A node or a group of nodes: an object, or only its name.
trait Named: Default {
    fn named(name: &str) -> Self;
}

fn by_name<'de, T: Named + Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Either<T>, D::Error> {
    struct ByName<T>(core::marker::PhantomData<T>);
    impl<'de, T: Named + Deserialize<'de>> Visitor<'de> for ByName<T> {
        type Value = Either<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any value")
        }
        fn visit_unit<E: Error>(self) -> Result<Either<T>, E> {
            Ok(Either(T::default()))
        }
        fn visit_str<E: Error>(self, name: &str) -> Result<Either<T>, E> {
            Ok(Either(T::named(name)))
        }
        fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Either<T>, A::Error> {
            drain_seq(seq)?;
            Ok(Either(T::default()))
        }
        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Either<T>, A::Error> {
            T::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Either)
        }
    }
    from.deserialize_any(ByName(core::marker::PhantomData))
}

/// What was written as an object or as a name.
#[derive(Clone, Debug, Default)]
pub(super) struct Either<T>(pub(super) T);

impl<'de, T: Named + Deserialize<'de>> Deserialize<'de> for Either<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        by_name(from)
    }
}

impl Named for NodeShape {
    fn named(name: &str) -> Self {
        Self { name: Text(name.to_owned()), ..Self::default() }
    }
}

impl Named for Mig {
    fn named(name: &str) -> Self {
        Self { name: Text(name.to_owned()), ..Self::default() }
    }
}

shape! {
    Resource {
        "labels" => labels: ResourceLabels,
    }

    ResourceLabels {
        "cluster_name" => cluster: Text,
        "location" => location: Text,
    }

    Data {
        "status" => status: Text,
    }

    Counts {
        "autoscaledNodesCount" => nodes: Int,
        "autoscaledNodesTarget" => target: Int,
        "measureTime" => measured: Int,
    }

    MessageShape {
        "messageId" => id: Text,
        "parameters" => parameters: List<Text>,
    }

    /// A managed instance group.
    Mig {
        "name" => name: Text,
        "nodepool" => pool: Text,
        "zone" => zone: Text,
    }

    NodeShape {
        "name" => name: Text,
        "mig" => mig: Either<Mig>,
        "cpuRatio" => cpu: Int,
        "memRatio" => memory: Int,
    }

    PodName {
        "kind" => kind: Text,
        "name" => name: Text,
        "namespace" => namespace: Text,
        "controller" => controller: Owner,
    }

    Owner {
        "kind" => kind: Text,
        "name" => name: Text,
    }

    Grown {
        "mig" => mig: Either<Mig>,
        "requestedNodes" => nodes: Int,
    }

    ScaleUp {
        "increasedMigs" => groups: List<Grown>,
        "triggeringPods" => pods: List<PodName>,
        "triggeringPodsTotalCount" => pods_in_all: Int,
    }

    RemovedNode {
        "node" => node: Either<NodeShape>,
        "evictedPods" => pods: List<PodName>,
        "evictedPodsTotalCount" => pods_in_all: Int,
    }

    ScaleDown {
        "nodesToBeRemoved" => nodes: List<RemovedNode>,
    }

    NewPool {
        "name" => name: Text,
    }

    PoolsCreated {
        "nodePools" => pools: List<NewPool>,
        "triggeringScaleUpId" => scale_up: Text,
    }

    PoolsDeleted {
        "nodePoolNames" => pools: List<Text>,
    }

    EventResult {
        "eventId" => event_id: Text,
        "errorMsg" => error: MessageShape,
    }

    HeldGroup {
        "mig" => mig: Either<Mig>,
        "reason" => reason: MessageShape,
    }

    PodGroup {
        "samplePod" => sample: PodName,
        "totalPodCount" => pods: Int,
    }

    UnhandledPods {
        "podGroup" => pods: PodGroup,
        "rejectedMigs" => rejected: List<HeldGroup>,
        "skippedMigs" => skipped: List<HeldGroup>,
        "napFailureReasons" => provisioning: List<MessageShape>,
    }

    NoScaleUp {
        "reason" => reason: MessageShape,
        "napFailureReason" => provisioning: MessageShape,
        "skippedMigs" => skipped: List<HeldGroup>,
        "unhandledPodGroups" => pods: List<UnhandledPods>,
        "unhandledPodGroupsTotalCount" => in_all: Int,
    }

    HeldNode {
        "node" => node: Either<NodeShape>,
        "reason" => reason: MessageShape,
    }

    NoScaleDown {
        "reason" => reason: MessageShape,
        "nodes" => nodes: List<HeldNode>,
        "nodesTotalCount" => in_all: Int,
    }
}
