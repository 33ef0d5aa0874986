//! What the autoscaler remembers from look to look.

use super::backoff::Backoff;
use super::planner::Planner;
use super::reasons::Reasons;
use super::removal::Hints;
use super::templates::Templates;
use crate::cx::Cx;
use crate::scheduling::snapshot::Rotation;
use base::{GroupId, Map, NodeId, PodId, Set, SimTime};
use model::autoscale::Stays;
use model::node::Side;

/// The cluster autoscaler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Autoscaler {
    pub(super) templates: Templates,
    /// Where the last search for a node ended (KA-05).
    pub(super) rotation: Rotation,
    /// The nodes on which Pods that wait would fit.
    pub(super) hints: Hints,
    pub(super) backoffs: Map<GroupId, Backoff>,
    /// Groups whose nodes are awaited (KA-46).
    pub(super) growing: Map<GroupId, Growing>,
    /// Nodes that are yet to register, and the look that saw them first.
    pub(super) unregistered: Map<NodeId, SimTime>,
    /// Those of them that it asked for.
    pub(super) own: Set<NodeId>,
    pub(super) reasons: Reasons,
    /// When a group last grew.
    pub(super) grew_at: Option<SimTime>,
    pub(super) planner: Planner,
    /// Nodes that are being removed.
    pub(super) deletions: Map<NodeId, Deletion>,
    /// Nodes whose drain has failed, and their groups: until when they are left alone (AM-75).
    pub(super) failed_nodes: Map<NodeId, SimTime>,
    pub(super) failed_groups: Map<(GroupId, Option<Side>), SimTime>,
    /// Why nodes stay, as reported.
    pub(super) stays: Map<NodeId, (Stays, Option<PodId>)>,
    /// Nodes that a Pod keeps, whatever changes elsewhere, and the version of their load when they were examined.
    pub(super) held: Map<NodeId, u32>,
    /// Will the next look find something new without a row?
    pub(super) is_timed: bool,
}

/// A request for nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growing {
    /// When the group last grew.
    pub since: SimTime,
    /// By how many nodes, with earlier requests that weren't fulfilled then.
    pub nodes: u32,
}

/// A removal in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deletion {
    pub drain: bool,
    /// When its drain began.
    pub began: Option<SimTime>,
    /// It has no Pods left, and waits for the others of its atomic group (KA-86).
    pub is_drained: bool,
}

impl Autoscaler {
    /// Requests the first look after the instant, although no row may be written until then.
    pub(super) fn look_again(&mut self, cx: &mut Cx<'_>, after: SimTime) {
        self.is_timed = true;
        cx.look_after(after);
    }

    /// Requests the first look at or after the instant, likewise.
    pub(super) fn look_again_at(&mut self, cx: &mut Cx<'_>, at: SimTime) {
        self.is_timed = true;
        cx.look_at(at.max(cx.now));
    }
}
