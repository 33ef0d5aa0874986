//! The input of a stage drawing.

use crate::layout::boxes::StageLayout;
use crate::stage_target::StageTarget;
use crate::surface::Rect;
use crate::view::{PodView, StageView};
use base::{Map, NodeId, PoolId};

/// A Pod on its way from where the one that it replaces was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    pub pod: PodView,
    pub from: (f64, f64),
    pub to: (f64, f64),
    /// How much of the way is done, of 1.
    pub part: f64,
}

impl Flight {
    pub const SIZE: f64 = 18.0;

    /// The place at a part of the way: on a low arc, slow at both ends.
    pub fn at(&self, part: f64) -> (f64, f64) {
        let (from, to) = (self.from, self.to);
        let eased = part * part * (3.0 - 2.0 * part);
        let far = (to.0 - from.0).hypot(to.1 - from.1);
        let lift = (far * 0.18).min(46.0) * 4.0 * eased * (1.0 - eased);
        (from.0 + (to.0 - from.0) * eased, from.1 + (to.1 - from.1) * eased - lift)
    }
}

/// Texts of the stage that don't depend on the instant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Captions {
    pub pending: String,
    pub nothing_pending: String,
    pub outside: String,
}

pub struct Scene<'a> {
    pub view: &'a StageView,
    pub layout: &'a StageLayout,
    pub captions: &'a Captions,
    pub selected: Option<StageTarget>,
    /// The pool, in a zone of several pools; `None` = all of them.
    pub within: Option<PoolId>,
    pub flights: &'a [Flight],
    /// Nodes moving to a new place.
    pub moving: &'a Map<NodeId, Rect>,
    /// The node of the selected Pod.
    pub holder: Option<NodeId>,
    /// The whole stage and its visible part, unless all of it is visible.
    pub part: Option<(&'a StageLayout, Rect)>,
}
