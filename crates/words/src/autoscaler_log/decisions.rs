//! Decisions and their results.

use base::{GroupId, NodeId, PodId, RecordNo, SimTime};
use model::PodPhase;
use model::autoscale::{ScaleUpError, Stays};
use serde_json::{Value, json};
use trace::{Change, Record, Subject};

use super::{Log, MOST, Open};

impl Log<'_> {
    /// The decisions of an instant.
    pub(super) fn decide(&mut self, at: SimTime, rows: &[(RecordNo, Record)]) {
        self.grow(at, rows);
        self.remove(at, rows);
    }

    /// The decision of an instant to grow: at most one.
    fn grow(&mut self, at: SimTime, rows: &[(RecordNo, Record)]) {
        let grown: Vec<(RecordNo, GroupId, u32)> = rows
            .iter()
            .filter_map(|(no, row)| match row.change {
                Change::ScaleUpDecided { group, from, to } => Some((*no, group, to - from)),
                _ => None,
            })
            .collect();
        if let Some((first, ..)) = grown.first() {
            let frame = self.trace.frame_at(at);
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
            self.open.insert(*first, Open { nodes: nodes.collect(), groups, ..Open::default() });
        }
    }

    /// The decision of an instant to remove nodes: at most one.
    fn remove(&mut self, at: SimTime, rows: &[(RecordNo, Record)]) {
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
            // Never cut: unlike the lists that are, it has no count beside it (BS-100).
            let down = json!({"nodesToBeRemoved": removed.collect::<Vec<_>>()});
            let event = self.decision(*first, at, "scaleDown", down);
            self.push(at, event);
            let nodes = gone.iter().map(|(_, node)| *node).collect();
            self.open.insert(*first, Open { nodes, ..Open::default() });
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

    /// A node is ready, or gone, or its removal was given up: the decision that waits for it may be done (BS-100).
    pub(super) fn over(&mut self, node: NodeId, at: SimTime, error: Option<Value>) {
        let waits = self.open.iter().find(|(_, open)| open.nodes.contains(&node));
        let Some(no) = waits.map(|(no, _)| *no) else {
            return;
        };
        let Some(open) = self.open.get_mut(&no) else {
            return;
        };
        open.nodes.remove(&node);
        open.errors.extend(error.map(|error| (node, error)));
        let mut errors = Vec::new();
        if !open.errors.is_empty() {
            let frame = self.trace.frame_at(at);
            let group = |node: &NodeId| frame.cluster.nodes.get(*node).map(|node| node.group);
            let waits: Vec<_> = open.nodes.iter().map(group).collect();
            let all = std::mem::take(&mut open.errors).into_iter();
            (open.errors, errors) = all.partition(|(node, _)| waits.contains(&group(node)));
        }
        open.failed |= !errors.is_empty();
        let (is_over, failed) = (open.nodes.is_empty(), open.failed);
        if is_over && (!failed || open.groups.is_empty()) {
            self.open.remove(&no);
        }
        for (_, error) in errors {
            self.result(at, no, Some(error));
        }
        if is_over && !failed {
            self.result(at, no, None);
        }
    }

    /// Nodes of a group don't come: the latest decision about it has failed.
    pub(super) fn failed(&mut self, row: RecordNo, group: GroupId, why: ScaleUpError, at: SimTime) {
        let waits = self.open.iter().rev().find(|(_, open)| open.groups.contains(&group));
        let no = waits.map_or(row, |(no, _)| *no);
        if let Some(open) = self.open.get_mut(&no) {
            open.failed = true;
        }
        let error = json!({"messageId": why.code(), "parameters": [self.mig_name(group)]});
        self.result(at, no, Some(error));
    }

    /// A removal was given up.
    pub(super) fn kept(&mut self, node: NodeId, at: SimTime) {
        let frame = self.trace.frame_at(at);
        let plan = self.trace.plan();
        let pods = self.movable(&frame, node).into_iter().take(MOST);
        let names = pods.map(|pod| plan.pod_name(&frame.cluster, pod));
        let parameters: Vec<String> =
            core::iter::once(plan.node_name(&frame.cluster, node)).chain(names).collect();
        let error = json!({"messageId": Stays::Failed.code(), "parameters": parameters});
        self.over(node, at, Some(error));
    }
}

fn id(no: RecordNo) -> String {
    format!("00000000-0000-4000-8000-{:012x}", no.0)
}
