//! Autoscaled blue-green: what is left on blue, while it waits and while it is drained.

use super::state::{BatchBand, BatchTurn, BlueGreenState, pods_left};
use crate::stage::context::{StageContext, permille};
use base::{NodeId, SimSpan, SimTime};
use model::node::NodePhase;
use model::pool::{Phase, Soak};
use trace::{Phrase, Value};

/// Blue nodes by what happens to them: they wait, are drained, or are empty and wait for their deletion.
pub(super) fn bands(cx: &StageContext<'_>, going: &BlueGreenState<'_>) -> Vec<BatchBand> {
    let of = |turn: fn(NodePhase) -> bool| -> Vec<NodeId> {
        let nodes = going.run.blue.iter().filter(|id| {
            let node = cx.frame.cluster.nodes.get(**id);
            node.is_some_and(|node| node.phase != NodePhase::Gone && turn(node.phase))
        });
        nodes.copied().collect()
    };
    let now = if going.paused() { BatchTurn::Paused } else { BatchTurn::Draining };
    let bands = match going.progress().phase {
        Some(Phase::WaitingToDrainBluePool) => return vec![waiting(going, of(|_| true))],
        Some(Phase::DrainingBluePool) => vec![
            ("band-drained", BatchTurn::Done, of(is_past)),
            ("band-drains", now, of(|phase| matches!(phase, NodePhase::Draining { .. }))),
            ("band-next", BatchTurn::Planned, of(is_before)),
        ],
        _ => vec![("band-blue", BatchTurn::Left, of(|_| true))],
    };
    let band = |(title, turn, nodes): (&'static str, BatchTurn, Vec<NodeId>)| BatchBand {
        first: 0,
        last: 0,
        turn,
        title: Phrase::new(title),
        word: Phrase::new("band-nodes").with("nodes", nodes.len()),
        line: Some(Phrase::new("batch-pods").with("pods", pods_left(cx, &nodes))),
        progress: None,
        nodes,
    };
    let all = bands.into_iter().map(band);
    all.filter(|band| !band.nodes.is_empty()).collect()
}

fn is_past(phase: NodePhase) -> bool {
    matches!(phase, NodePhase::Drained | NodePhase::Deleting { .. })
}

fn is_before(phase: NodePhase) -> bool {
    !is_past(phase) && !matches!(phase, NodePhase::Draining { .. })
}

/// All of blue, with the rest of the wait.
fn waiting(going: &BlueGreenState<'_>, nodes: Vec<NodeId>) -> BatchBand {
    let wait = going.wait().unwrap_or_default();
    let (left, turn) = match going.progress().soak {
        Some(Soak::Until(until)) if until > going.now => (until - going.now, BatchTurn::Soaking),
        Some(Soak::Left(left)) => (left, BatchTurn::Paused),
        _ => (SimSpan::ZERO, BatchTurn::Soaking),
    };
    BatchBand {
        first: 0,
        last: 0,
        turn,
        title: Phrase::new("band-waits"),
        word: Phrase::new("batch-soak-left").with("left", Value::Timer(left)),
        line: Some(Phrase::new("band-wait-of").with("wait", wait)),
        progress: Some(permille(
            SimTime::ZERO,
            SimTime::ZERO + (wait - left),
            SimTime::ZERO + wait,
        )),
        nodes,
    }
}
