//! What is left on blue while an autoscaled upgrade waits and drains: what holds each node, and when it goes in this run.

use crate::autoscaler::Autoscaler;
use crate::cause_chain::next_that;
use crate::stage::pods_on;
use base::{NodeId, PoolId, SimTime, order};
use model::node::{AtLimit, NodePhase, Side};
use model::pool::Phase;
use model::strategy::autoscaled::DRAINS;
use model::{Pod, RunKind};
use trace::{Change, Frame, Phrase, Record, Subject, Trace, Value};

/// A blue node that is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftNode {
    pub node: NodeId,
    /// `train-0-x: a Pod has the annotation safe-to-evict: "false"`
    pub why: Phrase,
    /// `removed Sun 19:10:20`
    pub until: Phrase,
    ends: Option<SimTime>,
    /// Is it drained when the wait that runs now ends?
    drained: bool,
}

/// The blue nodes, the first to go first; none outside of an autoscaled upgrade.
///
/// Rulebook: AB-08, AB-09, AB-12, AB-20, AM-51.
pub fn left_on_blue(trace: &Trace, frame: &Frame, pool: PoolId) -> Vec<LeftNode> {
    let state = frame.cluster.pools.get(pool);
    let counts = state.is_some_and(|state| {
        let phases = [Phase::WaitingToDrainBluePool, Phase::DrainingBluePool].map(Some);
        let kind = state.kind == RunKind::AutoscaledBlueGreen && state.run.unfinished();
        kind && phases.contains(&state.progress.phase)
    });
    let plan = trace.plan();
    let nodes = frame.cluster.nodes.iter().filter(|(_, node)| {
        let ours = node.side == Some(Side::Blue) && plan.groups[node.group].pool == pool;
        counts && ours && node.phase != NodePhase::Gone
    });
    let ids: Vec<NodeId> = nodes.map(|(id, _)| id).collect();
    let waits = state.is_some_and(|one| one.progress.phase == Some(Phase::WaitingToDrainBluePool));
    let mut all: Vec<LeftNode> = ids.into_iter().map(|id| left(trace, frame, id, waits)).collect();
    order::sort_by_key(&mut all, |one| (one.ends.unwrap_or(SimTime::MAX), one.node));
    all
}

fn left(trace: &Trace, frame: &Frame, node: NodeId, waits: bool) -> LeftNode {
    let next = |fits: &dyn Fn(Change) -> bool| {
        let found = next_that(trace, Subject::Node(node), frame.next, |record| fits(record.change));
        found.map(|(_, record)| record)
    };
    let drains = |change| matches!(change, Change::DrainEnded { .. } | Change::DrainAborted);
    let goes = |change| match change {
        Change::DeletionMarked { .. } | Change::NodeGone => true,
        // Not the drain of a user or of a repair.
        Change::DrainStarted { at_limit, .. } => at_limit == AtLimit::Deletes,
        _ => false,
    };
    let phase = frame.cluster.nodes.get(node).map_or(NodePhase::Gone, |node| node.phase);
    let is_drained = matches!(phase, NodePhase::Draining { .. });
    let end = if is_drained { next(&drains) } else { next(&goes) };
    let begins = |end: &Record| matches!(end.change, Change::DrainStarted { .. });
    let drained = waits && end.as_ref().is_some_and(begins);
    let until = match &end {
        None => Phrase::new("left-stays"),
        Some(end) => {
            let key = match end.change {
                Change::DrainStarted { .. } => "left-until-drained",
                Change::DeletionMarked { .. } => "left-until-removed",
                Change::DrainAborted => "left-until-given-up",
                _ if is_drained => "left-until-empty",
                _ => "left-until-gone",
            };
            Phrase::new(key).with("at", end.at)
        }
    };
    let why = match phase {
        NodePhase::Draining { .. } => drain(trace, frame, node),
        NodePhase::Drained => Phrase::new("left-empty"),
        NodePhase::Deleting { .. } => Phrase::new("left-deleting"),
        NodePhase::Booting { .. } | NodePhase::Recreating { .. } => Phrase::new("left-away"),
        _ if waits => held(trace, frame, node),
        _ => Phrase::new("left-next").with("drains", DRAINS),
    };
    LeftNode { node, why, until, ends: end.map(|end| end.at), drained }
}

/// Why the autoscaler hasn't removed it.
fn held(trace: &Trace, frame: &Frame, node: NodeId) -> Phrase {
    let scaler = Autoscaler::of(trace, frame);
    let found = scaler.map(|scaler| scaler.removal(node)).unwrap_or_default();
    match (found.stays, found.unneeded) {
        (_, Some((_, since))) => Phrase::new("left-unneeded").with("since", since),
        (Some((_, why, Some(pod))), None) => Phrase::new("left-held-by")
            .with("pod", Subject::Pod(pod))
            .with("why", Phrase::new(why.key())),
        (Some((_, why, None)), None) => {
            Phrase::new("left-held").with("why", Phrase::new(why.key()))
        }
        (None, None) if scaler.is_none() => Phrase::new("left-unmanaged"),
        (None, None) => Phrase::new("left-not-looked-at"),
    }
}

/// What its drain waits for.
fn drain(trace: &Trace, frame: &Frame, node: NodeId) -> Phrase {
    Phrase::new("left-drains").with("pods", Value::Names(pods(trace, frame, node)))
}

/// Pods on the node that a drain has to remove.
fn pods(trace: &Trace, frame: &Frame, node: NodeId) -> Vec<Subject> {
    let plan = trace.plan();
    let stays = |pod: &Pod| {
        let workload = plan.workloads.get(pod.workload);
        workload.is_some_and(|one| one.kind.stays_with_node()) || pod.finished()
    };
    let (all, _) = pods_on(plan, &frame.cluster, node);
    let left = all.into_iter().filter(|(_, pod)| !stays(pod));
    left.map(|(id, _)| Subject::Pod(id)).collect()
}

/// In the wait: the blue nodes that are drained when it ends in this run, each with the Pods that are on it then.
pub(super) fn at_the_end(trace: &Trace, frame: &Frame, left: &[LeftNode]) -> Vec<Phrase> {
    let drained: Vec<&LeftNode> = left.iter().filter(|one| one.drained).collect();
    let Some(at) = drained.first().and_then(|one| one.ends) else {
        return Vec::new();
    };
    let then = if at > frame.at { trace.frame_at(at) } else { frame.clone() };
    let said = drained.iter().map(|one| {
        Phrase::new("left-at-the-end")
            .with("node", Subject::Node(one.node))
            .with("pods", Value::Names(pods(trace, &then, one.node)))
    });
    said.collect()
}
