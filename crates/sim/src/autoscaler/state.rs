//! What the autoscaler remembers from look to look.

use super::backoff::Backoff;
use super::reasons::Reasons;
use super::removal::Hints;
use super::templates::Templates;
use crate::cx::Cx;
use crate::scheduling::snapshot::Rotation;
use base::{GroupId, Map, NodeId, Set, SimTime};

/// The cluster autoscaler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Autoscaler {
    pub(super) templates: Templates,
    /// Where the last search for a node ended (KA-05).
    pub(super) rotation: Rotation,
    /// The nodes on which Pods that wait would fit.
    pub(super) hints: Hints,
    pub(super) backoffs: Map<GroupId, Backoff>,
    /// Groups whose nodes are awaited, and since when they last grew (KA-46).
    pub(super) growing: Map<GroupId, SimTime>,
    /// Nodes that are yet to register, and the look that saw them first.
    pub(super) unregistered: Map<NodeId, SimTime>,
    /// Those of them that it asked for.
    pub(super) own: Set<NodeId>,
    pub(super) reasons: Reasons,
    /// Will the next look find something new without a row?
    pub(super) is_timed: bool,
}

impl Autoscaler {
    /// Requests the first look after the instant, although no row may be written until then.
    pub(super) fn look_again(&mut self, cx: &mut Cx<'_>, after: SimTime) {
        self.is_timed = true;
        cx.look_after(after);
    }
}
