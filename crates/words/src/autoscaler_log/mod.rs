//! What GKE's autoscaler would log of a run: visibility events as Cloud Logging exports them, one a line (BS-99 … BS-105).
//!
//! A reason is logged when it is new and again at the first loop 300 s later; an event lists at most fifty nodes or groups of
//! Pods, and what was cut is due again in the next loop (BS-100).

mod decisions;
mod objects;

use std::io::{self, Write};

use base::{GroupId, Map, MinQueue, NodeId, PodId, RecordNo, Set, SimSpan, SimTime, WorkloadId};
use model::autoscale::{NoScaleUp, Stays};
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
        nodes: Map::new(),
        unneeded: Set::new(),
        pods: Map::new(),
        due: MinQueue::default(),
        when: Map::new(),
        paused: Vec::new(),
        open: Map::new(),
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
enum WaitKey {
    Node(NodeId),
    Pods(WorkloadId, GroupId),
    Status,
}

/// What a decision waits for.
#[derive(Default)]
struct Open {
    nodes: Set<NodeId>,
    groups: Vec<GroupId>,
    /// Why removals were given up, until all of their group are over.
    errors: Vec<(NodeId, Value)>,
    /// It has a result, so no success follows.
    failed: bool,
}

struct Log<'a> {
    trace: &'a Trace,
    cluster: &'a str,
    events: Vec<(SimTime, Value)>,
    /// Why nodes stay, and because of which Pod.
    nodes: Map<NodeId, (Stays, Option<PodId>)>,
    /// Nodes that are unneeded.
    unneeded: Set<NodeId>,
    /// Why groups aren't grown for Pods, with the filter, and one of these Pods.
    pods: Map<(WorkloadId, GroupId), (NoScaleUp, u32, Option<PodId>)>,
    /// When something is logged next, with entries that no longer hold.
    due: MinQueue<(SimTime, WaitKey)>,
    when: Map<WaitKey, SimTime>,
    /// When a reason of the whole cluster is logged again.
    paused: Vec<(&'static str, SimTime)>,
    /// Decisions by their first rows, until they succeed; those that grow groups in vain stay.
    open: Map<RecordNo, Open>,
    counts: Option<(u32, u32)>,
}

impl Log<'_> {
    fn run(&mut self) {
        let mut rows: Vec<(RecordNo, Record)> = Vec::new();
        let mut records = self.trace.records().peekable();
        let end = self.trace.end();
        self.wait(SimTime::ZERO, WaitKey::Status);
        loop {
            let next = records.peek().map(|(_, record)| record.at);
            let due = self.next_due();
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
            if self.next_due().is_some_and(|due| due <= at) {
                self.reasons(at);
            }
        }
    }

    /// Follows what begins and ends.
    fn take(&mut self, no: RecordNo, record: &Record) {
        let at = record.at;
        match (record.subject, record.change) {
            (Subject::Node(node), Change::Stays { why, pod }) => {
                self.release(WaitKey::Node(node));
                // The nodes of a group that is at its minimum anyway aren't looked at (KA-54, BS-101).
                let is_seen = why != Stays::MinSize || self.unneeded.contains(&node);
                if is_seen && !why.code().is_empty() {
                    self.nodes.insert(node, (why, pod.checked_sub(1).map(PodId)));
                    self.wait(at, WaitKey::Node(node));
                }
            }
            (Subject::Node(node), Change::Unneeded) => {
                self.unneeded.insert(node);
                self.release(WaitKey::Node(node));
            }
            (Subject::Node(node), Change::NeededAgain) => {
                self.unneeded.remove(&node);
            }
            (Subject::Node(node), Change::DeletionMarked { .. }) => {
                self.release(WaitKey::Node(node));
            }
            (Subject::Workload(workload), Change::NoScaleUp { group, why, filter }) => {
                self.release(WaitKey::Pods(workload, group));
                if !why.code().is_empty() {
                    let cause = record.cause.and_then(|no| self.trace.record(no));
                    let pod = cause.and_then(|row| match row.subject {
                        Subject::Pod(pod) => Some(pod),
                        _ => None,
                    });
                    self.pods.insert((workload, group), (why, filter, pod));
                    self.wait(at, WaitKey::Pods(workload, group));
                }
            }
            (Subject::Workload(workload), Change::ScaleUpPossible { group }) => {
                self.release(WaitKey::Pods(workload, group));
            }
            (Subject::Pool(_), Change::ScaleUpFailed { group, why, .. }) => {
                self.failed(no, group, why, at);
            }
            (Subject::Node(node), Change::NodeReady) => self.over(node, at, None),
            (Subject::Node(node), Change::DeletionGivenUp) => self.kept(node, at),
            (Subject::Node(node), Change::NodeGone) => {
                self.unneeded.remove(&node);
                self.release(WaitKey::Node(node));
                self.over(node, at, None);
            }
            _ => {}
        }
    }

    fn wait(&mut self, at: SimTime, key: WaitKey) {
        self.due.push((at, key));
        self.when.insert(key, at);
    }

    fn next_due(&mut self) -> Option<SimTime> {
        while let Some((at, key)) = self.due.peek().copied() {
            if self.when.get(&key) == Some(&at) {
                return Some(at);
            }
            self.due.pop();
        }
        None
    }

    fn release(&mut self, key: WaitKey) {
        match key {
            WaitKey::Node(node) => {
                self.nodes.remove(&node);
            }
            WaitKey::Pods(workload, group) => {
                self.pods.remove(&(workload, group));
            }
            WaitKey::Status => {}
        }
        self.when.remove(&key);
    }

    /// Logs what is due.
    fn reasons(&mut self, at: SimTime) {
        let mut due = Vec::new();
        while self.next_due().is_some_and(|when| when <= at) {
            if let Some((_, key)) = self.due.pop() {
                self.when.remove(&key);
                due.push(key);
            }
        }
        let frame = self.trace.frame_at(at);
        let nodes: Vec<NodeId> = due
            .iter()
            .filter_map(|key| match key {
                WaitKey::Node(node) => Some(*node),
                _ => None,
            })
            .collect();
        let pods: Vec<(WorkloadId, GroupId)> = due
            .iter()
            .filter_map(|key| match key {
                WaitKey::Pods(workload, group) => Some((*workload, *group)),
                _ => None,
            })
            .collect();
        if !pods.is_empty() {
            self.no_scale_up(at, &frame, pods);
        }
        if !nodes.is_empty() {
            self.no_scale_down(at, &frame, &nodes);
        }
        if due.contains(&WaitKey::Status) {
            self.wait(at + STATUS, WaitKey::Status);
        }
        self.status(at, &frame, due.contains(&WaitKey::Status));
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
            self.wait(if no < MOST { at + REPEAT } else { at + LOOP }, WaitKey::Node(*node));
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
        if let Some(code) =
            pauses.filter(|code| self.paused.iter().all(|(other, due)| other != code || *due <= at))
        {
            self.paused.retain(|(other, _)| *other != code);
            self.paused.push((code, at + REPEAT));
            event["reason"] = message(code, Vec::new());
        }
        let event =
            json!({"noDecisionStatus": {"measureTime": self.seconds(at), "noScaleDown": event}});
        self.push(at, event);
    }

    fn no_scale_up(&mut self, at: SimTime, frame: &Frame, mut due: Vec<(WorkloadId, GroupId)>) {
        base::order::sort(&mut due);
        let workloads: Vec<&[(WorkloadId, GroupId)]> = due.chunk_by(|a, b| a.0 == b.0).collect();
        let mut skipped = Vec::new();
        let mut unhandled = Vec::new();
        for (no, own) in workloads.iter().enumerate() {
            let next = if no < MOST { at + REPEAT } else { at + LOOP };
            own.iter()
                .for_each(|(workload, group)| self.wait(next, WaitKey::Pods(*workload, *group)));
            if no < MOST {
                unhandled.extend(self.unhandled(frame, own, &mut skipped));
            }
        }
        if unhandled.is_empty() {
            return;
        }
        let mut event = json!({
            "unhandledPodGroups": unhandled,
            "unhandledPodGroupsTotalCount": workloads.len(),
        });
        if !skipped.is_empty() {
            event["skippedMigs"] = skipped.into();
        }
        let measured = self.seconds(at);
        let event = json!({"noDecisionStatus": {"measureTime": measured, "noScaleUp": event}});
        self.push(at, event);
    }

    /// The Pods of a workload that wait, with the groups that reject them; those that are left out for all Pods are added to
    /// `skipped`. `None`: none waits any more.
    fn unhandled(
        &self,
        frame: &Frame,
        due: &[(WorkloadId, GroupId)],
        skipped: &mut Vec<Value>,
    ) -> Option<Value> {
        let workload = due.first()?.0;
        let waiting = frame.cluster.pods_of(|owner| owner == workload);
        let waiting = waiting.filter(|(_, pod)| pod.phase() == PodPhase::Pending);
        let waiting: Vec<PodId> = waiting.map(|(pod, _)| pod).collect();
        let reasons = due.iter().filter_map(|key| Some((key.1, self.pods.get(key)?)));
        let told = reasons.clone().find_map(|(_, (_, _, pod))| *pod);
        let sample = told.filter(|pod| waiting.contains(pod)).or(waiting.first().copied())?;
        let mut rejected = Vec::new();
        for (group, (why, filter, _)) in reasons {
            let parameters = match why {
                NoScaleUp::Predicate => vec![
                    gke::filter(*filter).name.to_owned(),
                    gke::rejection(self.trace.plan(), Some(workload), *filter),
                ],
                why => vec![why.text().to_owned()],
            };
            let one = json!({"mig": self.mig(group), "reason": message(why.code(), parameters)});
            match why {
                NoScaleUp::Predicate => rejected.push(one),
                _ if !skipped.contains(&one) => skipped.push(one),
                _ => {}
            }
        }
        let group = json!({"samplePod": self.pod(frame, sample), "totalPodCount": waiting.len()});
        let mut pods = json!({ "podGroup": group });
        if !rejected.is_empty() {
            pods["rejectedMigs"] = rejected.into();
        }
        Some(pods)
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

fn message(code: &str, parameters: Vec<String>) -> Value {
    match parameters.is_empty() {
        true => json!({ "messageId": code }),
        false => json!({"messageId": code, "parameters": parameters}),
    }
}
