//! A change of the layout on its way.

use base::{Map, NodeId};
use draw::layout::StageLayout;
use draw::surface::Rect;

/// The duration of a layout change, in milliseconds.
const SHIFT: f64 = 380.0;

/// A layout change, because a zone begins or ends its work: what was drawn when it began.
pub(super) struct Shift {
    pub(super) began: f64,
    pub(super) layout: StageLayout,
    pub(super) nodes: Map<NodeId, Rect>,
}

impl Shift {
    pub(super) fn is_over(&self, now: f64) -> bool {
        now - self.began >= SHIFT
    }

    /// The layout and the places of nodes on the way to the new ones.
    pub(super) fn at(
        &self,
        now: f64,
        layout: &StageLayout,
        targets: &Map<NodeId, Rect>,
    ) -> (StageLayout, Map<NodeId, Rect>) {
        let part = ((now - self.began) / SHIFT).clamp(0.0, 1.0);
        let eased = 1.0 - (1.0 - part).powi(3);
        let places = targets.iter().map(|(node, to)| {
            let from = self.nodes.get(node).copied().unwrap_or(*to);
            (*node, from.toward(*to, eased))
        });
        (self.layout.toward(layout, eased), places.collect())
    }
}
