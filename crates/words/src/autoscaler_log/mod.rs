//! What GKE's autoscaler would log of a run: visibility events as Cloud Logging exports them, one a line (BS-99 … BS-105).
//!
//! A reason is logged when it is new and again at the first loop 300 s later; an event lists at most fifty nodes or groups of
//! Pods, and what was cut is due again in the next loop (BS-100).

mod objects;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use base::{GroupId, NodeId, PodId, RecordNo, SimSpan, SimTime, WorkloadId};
use model::autoscale::{NoScaleUp, ScaleUpError, Stays};
use model::{NodePhase, PodPhase};
use serde_json::{Value, json};
use trace::{Change, Frame, Record, Subject, Trace, gke};

/// A reason is repeated so much later.
const REPEAT: SimSpan = SimSpan::from_secs(300);

/// Between two loops.
const LOOP: SimSpan = SimSpan::from_secs(10);

/// Between two logs of the same numbers of nodes.
const STATUS: SimSpan = SimSpan::from_secs(180);

/// Nodes, Pods and groups of Pods in one event.
const MOST: usize = 50;

/// Writes the events of a run of the cluster of this name. `date` writes milliseconds since 1970 in RFC 3339.
pub fn autoscaler_log(
    out: &mut dyn Write,
    trace: &Trace,
    cluster: &str,
    date: &dyn Fn(i64) -> String,
) -> io::Result<()> {
    let mut log = Log {
        trace,
        cluster,
        events: Vec::new(),
        nodes: BTreeMap::new(),
        unneeded: BTreeSet::new(),
        pods: BTreeMap::new(),
        due: BTreeSet::new(),
        paused: BTreeMap::new(),
        open: BTreeMap::new(),
        counts: None,
    };
    log.run();
    for (no, (at, payload)) in log.events.iter().enumerate() {
        let entry = json!({
            "insertId": format!("{no:08}"),
            "jsonPayload": payload,
            "logName": "projects/nodetide/logs/container.googleapis.com%2Fcluster-autoscaler-visibility",
            "resource": {"type": "k8s_cluster", "labels": {"cluster_name": cluster}},
            "timestamp": date(log.ms(*at)),
        });
        serde_json::to_writer(&mut *out, &entry)?;
        writeln!(out)?;
    }
    Ok(())
}

/// What is logged by and by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Node(NodeId),
    Pods(WorkloadId, GroupId),
    Status,
}

/// What a decision waits for.
#[derive(Default)]
struct Open {
    nodes: BTreeSet<NodeId>,
    groups: Vec<GroupId>,
}

struct Log<'a> {
    trace: &'a Trace,
    cluster: &'a str,
    events: Vec<(SimTime, Value)>,
    /// Why nodes stay, and because of which Pod.
    nodes: BTreeMap<NodeId, (Stays, Option<PodId>)>,
    /// Nodes that are unneeded.
    unneeded: BTreeSet<NodeId>,
    /// Why groups aren't grown for Pods, with the filter, and one of these Pods.
    pods: BTreeMap<(WorkloadId, GroupId), (NoScaleUp, u32, Option<PodId>)>,
    /// When something is logged next.
    due: BTreeSet<(SimTime, Key)>,
    /// When a reason of the whole cluster is logged again.
    paused: BTreeMap<&'static str, SimTime>,
    /// Decisions by their first rows, until they have a result.
    open: BTreeMap<RecordNo, Open>,
    counts: Option<(u32, u32)>,
}

impl Log<'_> {
    fn run(&mut self) {
        let mut rows: Vec<(RecordNo, Record)> = Vec::new();
        let mut records = self.trace.records().peekable();
        let end = self.trace.end();
        self.due.insert((SimTime::ZERO, Key::Status));
        loop {
            let next = records.peek().map(|(_, record)| record.at);
            let due = self.due.first().map(|(at, _)| *at);
            let Some(at) = next.into_iter().chain(due).min().filter(|at| *at <= end) else {
                break;
            };
            rows.clear();
            while let Some(row) = records.next_if(|(_, record)| record.at == at) {
                rows.push(row);
            }
            self.decide(at, &rows);
            for (no, record) in &rows {
                self.take(*no, record);
            }
            if self.due.first().is_some_and(|(due, _)| *due <= at) {
                self.reasons(at);
            }
        }
    }

    /// Follows what begins and ends.
    fn take(&mut self, no: RecordNo, record: &Record) {
        let at = record.at;
        match (record.subject, record.change) {
            (Subject::Node(node), Change::Stays { why, pod }) => {
                self.release(Key::Node(node));
                // The nodes of a group that is at its minimum anyway aren't looked at (KA-54, BS-101).
                let is_seen = why != Stays::MinSize || self.unneeded.contains(&node);
                if is_seen && !why.code().is_empty() {
                    self.nodes.insert(node, (why, pod.checked_sub(1).map(PodId)));
                    self.due.insert((at, Key::Node(node)));
                }
            }
            (Subject::Node(node), Change::Unneeded) => {
                self.unneeded.insert(node);
                self.release(Key::Node(node));
            }
            (Subject::Node(node), Change::NeededAgain) => {
                self.unneeded.remove(&node);
            }
            (Subject::Node(node), Change::DeletionMarked { .. }) => self.release(Key::Node(node)),
            (Subject::Workload(workload), Change::NoScaleUp { group, why, filter }) => {
                self.release(Key::Pods(workload, group));
                if !why.code().is_empty() {
                    let cause = record.cause.and_then(|no| self.trace.record(no));
                    let pod = cause.and_then(|row| match row.subject {
                        Subject::Pod(pod) => Some(pod),
                        _ => None,
                    });
                    self.pods.insert((workload, group), (why, filter, pod));
                    self.due.insert((at, Key::Pods(workload, group)));
                }
            }
            (Subject::Workload(workload), Change::ScaleUpPossible { group }) => {
                self.release(Key::Pods(workload, group));
            }
            (Subject::Pool(_), Change::ScaleUpFailed { group, why, .. }) => {
                self.failed(no, group, why, at);
            }
            (Subject::Node(node), Change::NodeReady) => self.came(node, at),
            (Subject::Node(node), Change::DeletionGivenUp) => self.kept(node, at),
            (Subject::Node(node), Change::NodeGone) => {
                self.unneeded.remove(&node);
                self.release(Key::Node(node));
                self.came(node, at);
            }
            _ => {}
        }
    }

    fn release(&mut self, key: Key) {
        let known = match key {
            Key::Node(node) => self.nodes.remove(&node).is_some(),
            Key::Pods(workload, group) => self.pods.remove(&(workload, group)).is_some(),
            Key::Status => false,
        };
        if known {
            self.due.retain(|(_, other)| *other != key);
        }
    }

    /// The decisions of an instant: at most one to grow, and one to remove nodes.
    fn decide(&mut self, at: SimTime, rows: &[(RecordNo, Record)]) {
        let grown: Vec<(RecordNo, GroupId, u32)> = rows
            .iter()
            .filter_map(|(no, row)| match row.change {
                Change::ScaleUpDecided { group, from, to } => Some((*no, group, to - from)),
                _ => None,
            })
            .collect();
        let frame = || self.trace.frame_at(at);
        if let Some((first, ..)) = grown.first() {
            let frame = frame();
            let mut pods = Vec::new();
            let mut in_all = 0;
            for (_, row) in rows {
                let (Subject::Workload(owner), Change::ScaleUpTriggered { pods: n, .. }) =
                    (row.subject, row.change)
                else {
                    continue;
                };
                in_all += n;
                let waiting = frame.cluster.pods_of(|other| other == owner);
                let waiting = waiting.filter(|(_, pod)| pod.phase() == PodPhase::Pending);
                pods.extend(waiting.take(n as usize).map(|(pod, _)| self.pod(&frame, pod)));
            }
            pods.truncate(MOST);
            let migs = grown
                .iter()
                .map(|(_, group, nodes)| json!({"mig": self.mig(*group), "requestedNodes": nodes}));
            let up = json!({"increasedMigs": migs.collect::<Vec<_>>(), "triggeringPods": pods, "triggeringPodsTotalCount": in_all});
            let event = self.decision(*first, at, "scaleUp", up);
            self.push(at, event);
            let own = |row: &Record| {
                row.cause.is_some_and(|cause| grown.iter().any(|(no, ..)| *no == cause))
            };
            let nodes = rows
                .iter()
                .filter(|(_, row)| matches!(row.change, Change::NodeRequested { .. }) && own(row));
            let nodes = nodes.filter_map(|(_, row)| match row.subject {
                Subject::Node(node) => Some(node),
                _ => None,
            });
            let groups = grown.iter().map(|(_, group, _)| *group).collect();
            self.open.insert(*first, Open { nodes: nodes.collect(), groups });
        }
        let gone: Vec<(RecordNo, NodeId)> = rows
            .iter()
            .filter_map(|(no, row)| match (row.subject, row.change) {
                (Subject::Node(node), Change::DeletionMarked { .. }) => Some((*no, node)),
                _ => None,
            })
            .collect();
        if let Some((first, _)) = gone.first() {
            let frame = self.trace.frame_at(at);
            let removed = gone.iter().map(|(_, node)| {
                let pods: Vec<PodId> = self.movable(&frame, *node);
                let listed: Vec<Value> =
                    pods.iter().take(MOST).map(|pod| self.pod(&frame, *pod)).collect();
                let mut one = json!({"node": self.node(&frame, *node)});
                if !pods.is_empty() {
                    one["evictedPods"] = listed.into();
                    one["evictedPodsTotalCount"] = pods.len().into();
                }
                one
            });
            let down = json!({"nodesToBeRemoved": removed.take(MOST).collect::<Vec<_>>()});
            let event = self.decision(*first, at, "scaleDown", down);
            self.push(at, event);
            let nodes = gone.iter().map(|(_, node)| *node).collect();
            self.open.insert(*first, Open { nodes, groups: Vec::new() });
        }
    }

    fn decision(&self, no: RecordNo, at: SimTime, kind: &str, what: Value) -> Value {
        json!({"decision": {"decideTime": self.seconds(at), "eventId": id(no), kind: what}})
    }

    fn result(&mut self, at: SimTime, no: RecordNo, error: Option<Value>) {
        let mut result = json!({"eventId": id(no)});
        if let Some(error) = error {
            result["errorMsg"] = error;
        }
        let event = json!({"resultInfo": {"measureTime": self.seconds(at), "results": [result]}});
        self.push(at, event);
    }

    /// A node is ready, or gone; the decision that waits for it may be done.
    fn came(&mut self, node: NodeId, at: SimTime) {
        let waits = self.open.iter_mut().find(|(_, open)| open.nodes.contains(&node));
        let Some((no, open)) = waits else {
            return;
        };
        open.nodes.remove(&node);
        let no = *no;
        if open.nodes.is_empty() {
            self.open.remove(&no);
            self.result(at, no, None);
        }
    }

    /// Nodes of a group don't come: the latest decision about it has failed.
    fn failed(&mut self, row: RecordNo, group: GroupId, why: ScaleUpError, at: SimTime) {
        let waits = self.open.iter().rev().find(|(_, open)| open.groups.contains(&group));
        let no = waits.map_or(row, |(no, _)| *no);
        self.open.remove(&no);
        let error = json!({"messageId": why.code(), "parameters": [self.mig_name(group)]});
        self.result(at, no, Some(error));
    }

    /// A removal was given up.
    fn kept(&mut self, node: NodeId, at: SimTime) {
        let Some(no) =
            self.open.iter().find(|(_, open)| open.nodes.contains(&node)).map(|(no, _)| *no)
        else {
            return;
        };
        if let Some(open) = self.open.get_mut(&no) {
            open.nodes.remove(&node);
        }
        let frame = self.trace.frame_at(at);
        let plan = self.trace.plan();
        let pods = self.movable(&frame, node).into_iter().take(MOST);
        let names = pods.map(|pod| plan.pod_name(&frame.cluster, pod));
        let parameters: Vec<String> =
            core::iter::once(plan.node_name(&frame.cluster, node)).chain(names).collect();
        let error = json!({"messageId": Stays::Failed.code(), "parameters": parameters});
        self.result(at, no, Some(error));
    }

    /// Logs what is due.
    fn reasons(&mut self, at: SimTime) {
        let mut due = Vec::new();
        while let Some((when, key)) = self.due.first().copied().filter(|(when, _)| *when <= at) {
            self.due.remove(&(when, key));
            due.push(key);
        }
        let frame = self.trace.frame_at(at);
        let nodes: Vec<NodeId> = due
            .iter()
            .filter_map(|key| match key {
                Key::Node(node) => Some(*node),
                _ => None,
            })
            .collect();
        let pods: Vec<(WorkloadId, GroupId)> = due
            .iter()
            .filter_map(|key| match key {
                Key::Pods(workload, group) => Some((*workload, *group)),
                _ => None,
            })
            .collect();
        if !pods.is_empty() {
            self.no_scale_up(at, &frame, &pods);
        }
        if !nodes.is_empty() {
            self.no_scale_down(at, &frame, &nodes);
        }
        if due.contains(&Key::Status) {
            self.due.insert((at + STATUS, Key::Status));
        }
        self.status(at, &frame, due.contains(&Key::Status));
    }

    fn no_scale_down(&mut self, at: SimTime, frame: &Frame, due: &[NodeId]) {
        let own = |node: &NodeId| self.nodes.get(node).copied().map(|reason| (*node, reason));
        let (mut held, mut pauses) = (Vec::new(), None);
        for (node, (why, pod)) in due.iter().filter_map(own) {
            match why {
                Stays::CoolDown | Stays::OneByOne => pauses = Some(why.code()),
                _ => held.push((node, why, pod)),
            }
        }
        let listed = held.iter().take(MOST).map(|(node, why, pod)| {
            let pod = pod.map(|pod| self.trace.plan().pod_name(&frame.cluster, pod));
            json!({"node": self.node(frame, *node), "reason": message(why.code(), pod.into_iter().collect())})
        });
        let listed: Vec<Value> = listed.collect();
        for (no, (node, ..)) in held.iter().enumerate() {
            self.due.insert((if no < MOST { at + REPEAT } else { at + LOOP }, Key::Node(*node)));
        }
        if listed.is_empty() {
            return;
        }
        let mut event = json!({"nodes": listed, "nodesTotalCount": held.len()});
        // Only beside the reason of a node (BS-101).
        let pauses = pauses.or_else(|| {
            self.nodes
                .values()
                .find(|(why, _)| matches!(why, Stays::CoolDown | Stays::OneByOne))
                .map(|(why, _)| why.code())
        });
        if let Some(code) = pauses.filter(|code| self.paused.get(code).is_none_or(|due| *due <= at))
        {
            self.paused.insert(code, at + REPEAT);
            event["reason"] = message(code, Vec::new());
        }
        let event =
            json!({"noDecisionStatus": {"measureTime": self.seconds(at), "noScaleDown": event}});
        self.push(at, event);
    }

    fn no_scale_up(&mut self, at: SimTime, frame: &Frame, due: &[(WorkloadId, GroupId)]) {
        let mut groups: BTreeMap<WorkloadId, Vec<(GroupId, NoScaleUp, u32, Option<PodId>)>> =
            BTreeMap::new();
        for key in due {
            if let Some((why, filter, pod)) = self.pods.get(key) {
                groups.entry(key.0).or_default().push((key.1, *why, *filter, *pod));
            }
        }
        let mut skipped: Vec<Value> = Vec::new();
        let mut unhandled: Vec<Value> = Vec::new();
        for (workload, reasons) in groups.iter().take(MOST) {
            let waiting = frame.cluster.pods_of(|owner| owner == *workload);
            let waiting: Vec<PodId> = waiting
                .filter(|(_, pod)| pod.phase() == PodPhase::Pending)
                .map(|(pod, _)| pod)
                .collect();
            let told =
                reasons.iter().find_map(|(.., pod)| *pod).filter(|pod| waiting.contains(pod));
            let Some(sample) = told.or(waiting.first().copied()) else {
                continue;
            };
            let mut rejected = Vec::new();
            for (group, why, filter, _) in reasons {
                let parameters = match why {
                    NoScaleUp::Predicate => vec![
                        gke::filter(*filter).name.to_owned(),
                        gke::rejection(self.trace.plan(), Some(*workload), *filter),
                    ],
                    why => vec![why.text().to_owned()],
                };
                let one =
                    json!({"mig": self.mig(*group), "reason": message(why.code(), parameters)});
                match why {
                    NoScaleUp::Predicate => rejected.push(one),
                    _ if !skipped.contains(&one) => skipped.push(one),
                    _ => {}
                }
            }
            let mut pods = json!({"podGroup": {"samplePod": self.pod(frame, sample), "totalPodCount": waiting.len()}});
            if !rejected.is_empty() {
                pods["rejectedMigs"] = rejected.into();
            }
            unhandled.push(pods);
        }
        for (no, (workload, reasons)) in groups.iter().enumerate() {
            let next = if no < MOST { at + REPEAT } else { at + LOOP };
            self.due.extend(reasons.iter().map(|(group, ..)| (next, Key::Pods(*workload, *group))));
        }
        if unhandled.is_empty() {
            return;
        }
        let mut event =
            json!({"unhandledPodGroups": unhandled, "unhandledPodGroupsTotalCount": groups.len()});
        if !skipped.is_empty() {
            event["skippedMigs"] = skipped.into();
        }
        let event =
            json!({"noDecisionStatus": {"measureTime": self.seconds(at), "noScaleUp": event}});
        self.push(at, event);
    }

    /// How many nodes there are in autoscaled pools, and how many there should be.
    fn status(&mut self, at: SimTime, frame: &Frame, is_due: bool) {
        let plan = self.trace.plan();
        let managed = |group: GroupId| plan.pools[plan.groups[group].pool].autoscaling.is_some();
        let nodes = frame
            .cluster
            .nodes
            .values()
            .filter(|node| managed(node.group) && node.phase != NodePhase::Gone);
        let (mut there, mut target) = (0, 0);
        for node in nodes {
            target += 1;
            there += u32::from(node.registered());
        }
        if is_due || self.counts.is_some_and(|counts| counts != (there, target)) {
            self.counts = Some((there, target));
            let event = json!({"status": {"autoscaledNodesCount": there, "autoscaledNodesTarget": target, "measureTime": self.seconds(at)}});
            self.push(at, event);
        }
    }

    fn ms(&self, at: SimTime) -> i64 {
        self.trace.plan().start_unix_ms.saturating_add(at.ms())
    }

    /// Unix seconds, as a text.
    fn seconds(&self, at: SimTime) -> String {
        self.ms(at).div_euclid(1000).to_string()
    }

    fn push(&mut self, at: SimTime, payload: Value) {
        self.events.push((at, payload));
    }
}

fn id(no: RecordNo) -> String {
    format!("00000000-0000-4000-8000-{:012x}", no.0)
}

fn message(code: &str, parameters: Vec<String>) -> Value {
    match parameters.is_empty() {
        true => json!({ "messageId": code }),
        false => json!({"messageId": code, "parameters": parameters}),
    }
}
