//! What a survey has counted, for each node and each Pod.

use super::TileState;
use super::tile;
use crate::base::GroupId;
use crate::model::{Node, NodePhase, Pod, PodPhase};

/// What was counted for a Pod, and its place among those of its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SeenPod {
    pub(super) kind: PodKind,
    pub(super) node: u32,
    pub(super) before: u32,
    pub(super) after: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PodKind {
    None,
    Pending,
    Starting,
    NotReady,
    Ready,
    Terminating { ready: bool },
}

/// What was counted for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SeenNode {
    pub(super) group: GroupId,
    pub(super) state: Option<TileState>,
    pub(super) registered: bool,
    pub(super) booting: bool,
    pub(super) vm: bool,
    pub(super) done: bool,
    pub(super) of: bool,
}

pub(super) const NONE: u32 = u32::MAX;

impl SeenNode {
    pub(super) fn of(node: &Node, refused: u32) -> Self {
        let there = node.phase != NodePhase::Gone;
        Self {
            group: node.group,
            state: there.then(|| tile::state(node, refused)),
            registered: node.registered(),
            booting: matches!(node.phase, NodePhase::Booting { .. }),
            vm: node.occupies_capacity(),
            of: there && !node.surge,
            done: there && !node.surge && node.upgraded && node.registered(),
        }
    }
}

/// What a Pod counts as, and where.
pub(super) fn seen(pod: &Pod) -> (PodKind, u32) {
    let ready = pod.ready();
    match (pod.phase(), pod.node()) {
        (PodPhase::Gone, _) => (PodKind::None, NONE),
        _ if pod.finished() => (PodKind::None, NONE),
        (_, None) => (PodKind::Pending, NONE),
        (PodPhase::Starting { .. }, Some(node)) => (PodKind::Starting, node.0),
        (PodPhase::Running { ready: false, .. }, Some(node)) => (PodKind::NotReady, node.0),
        (PodPhase::Running { ready: true, .. }, Some(node)) => (PodKind::Ready, node.0),
        (_, Some(node)) => (PodKind::Terminating { ready }, node.0),
    }
}
