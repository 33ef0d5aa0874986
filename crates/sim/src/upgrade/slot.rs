//! One slot of a surge run: its stage, and how far the cluster lets it advance.

use super::run_spec::Direction;
use crate::cx::Cx;
use crate::rules::Rule;
use base::{NodeId, PoolId, SimTime, TemplateId, ZoneId};
use model::node::NodePhase;

/// The stage of a slot. A step consumes it, so no transition is half done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SurgeSlot {
    Free,
    /// A surge node was refused; the slot holds no node (AM-60).
    WaitsForCapacity {
        since: SimTime,
    },
    Booting {
        old: NodeId,
        new: NodeId,
    },
    /// The old node is cordoned and draining; `new` replaces it, if this is a surge slot.
    Draining {
        old: NodeId,
        new: Option<NodeId>,
    },
    Deleting {
        old: NodeId,
        new: Option<NodeId>,
    },
    /// Spot: the old node is deleted before the new one is Ready.
    WaitsForNew {
        new: NodeId,
    },
    /// The node's VM is deleted and there is no capacity to recreate it (SU-12).
    WaitsToRecreate {
        node: NodeId,
        since: SimTime,
    },
    Recreating {
        node: NodeId,
    },
    /// The node was recreated before time 0 and isn't Ready (SU-10).
    WaitsForReady {
        node: NodeId,
    },
}

impl SurgeSlot {
    /// Does it have a node in progress?
    pub(crate) fn busy(self) -> bool {
        !matches!(self, Self::Free | Self::WaitsForCapacity { .. })
    }

    /// The node that replaces the old one.
    pub(super) fn new_node(self) -> Option<NodeId> {
        match self {
            Self::Booting { new, .. } | Self::WaitsForNew { new } => Some(new),
            Self::Draining { new, .. } | Self::Deleting { new, .. } => new,
            Self::Free
            | Self::WaitsForCapacity { .. }
            | Self::WaitsToRecreate { .. }
            | Self::Recreating { .. }
            | Self::WaitsForReady { .. } => None,
        }
    }

    /// Since when it has waited for capacity.
    pub(super) fn waits_since(self) -> Option<SimTime> {
        match self {
            Self::WaitsForCapacity { since } | Self::WaitsToRecreate { since, .. } => Some(since),
            Self::Free
            | Self::Booting { .. }
            | Self::Draining { .. }
            | Self::Deleting { .. }
            | Self::WaitsForNew { .. }
            | Self::Recreating { .. }
            | Self::WaitsForReady { .. } => None,
        }
    }

    /// Advances as far as the cluster allows at this instant.
    pub(super) fn step(self, cx: &mut Cx<'_>, at: SlotAt) -> Self {
        let phase = |cx: &Cx<'_>, node: NodeId| cx.world.cluster.nodes[node].phase;
        match self {
            // Waiting slots are served in the order of their first requests (AM-60).
            Self::Free | Self::WaitsForCapacity { .. } | Self::WaitsToRecreate { .. } => self,
            // Its VM was taken away: there is nothing to drain.
            Self::Booting { old, new } if !cx.world.cluster.nodes[old].up() => {
                Self::Deleting { old, new: Some(new) }.step(cx, at)
            }
            Self::Draining { old, new } if !cx.world.cluster.nodes[old].up() => {
                Self::Deleting { old, new }.step(cx, at)
            }
            Self::Booting { new, .. } if cx.is_awaited(new) => self,
            Self::Booting { old, new } => match phase(cx, new) {
                NodePhase::Ready => cx.cordon_old(at, old, Some(new), Rule::CordonForSurge),
                _ => self,
            },
            Self::Draining { old, new } => match phase(cx, old) {
                NodePhase::Drained if !cx.world.drains.any(old) => cx.delete_old(old, new),
                _ => self,
            },
            Self::Deleting { old, new } => match (phase(cx, old), new) {
                (NodePhase::Gone, Some(new)) => match phase(cx, new) {
                    NodePhase::Booting { .. } => Self::WaitsForNew { new },
                    _ => cx.node_done(new, old),
                },
                // Uses the unit that its own VM has freed.
                (NodePhase::Recreating { ready_at: None }, _) => cx.recreate(at, old),
                _ => self,
            },
            Self::WaitsForNew { new } => match phase(cx, new) {
                NodePhase::Booting { .. } => self,
                _ => cx.node_done(new, new),
            },
            Self::Recreating { node } => match phase(cx, node) {
                NodePhase::Recreating { .. } => self,
                _ => cx.node_done(node, node),
            },
            Self::WaitsForReady { node } if cx.is_awaited(node) => self,
            Self::WaitsForReady { node } => match phase(cx, node) {
                NodePhase::Gone => Self::Free,
                _ => cx.node_done(node, node),
            },
        }
    }

    /// The node that is upgraded once the slot is free.
    pub(super) fn upgrades(self) -> Option<NodeId> {
        match self {
            Self::Booting { new, .. } | Self::WaitsForNew { new } => Some(new),
            Self::Deleting { old, new } | Self::Draining { old, new } => Some(new.unwrap_or(old)),
            Self::WaitsToRecreate { node, .. }
            | Self::Recreating { node }
            | Self::WaitsForReady { node } => Some(node),
            Self::Free | Self::WaitsForCapacity { .. } => None,
        }
    }
}

/// Does one of the slots put the node in the place of an old one?
pub(super) fn is_replacement(slots: &[SurgeSlot], node: NodeId) -> bool {
    slots.iter().any(|slot| slot.new_node() == Some(node))
}

/// Recreated nodes that aren't Ready hold slots (SU-10).
pub(super) fn hold<'a>(slots: impl Iterator<Item = &'a mut SurgeSlot>, awaited: &[NodeId]) {
    for (slot, node) in slots.zip(awaited) {
        *slot = SurgeSlot::WaitsForReady { node: *node };
    }
}

/// The context of a slot: the pool's run, the slot's number, its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SlotAt {
    pub pool: PoolId,
    pub zone: ZoneId,
    pub number: u32,
    pub surge: bool,
    pub target: TemplateId,
    pub direction: Direction,
}
