//! The input of a stage drawing.

use crate::layout::boxes::StageLayout;
use crate::stage_target::StageTarget;
use crate::surface::Rect;
use crate::view::{PodView, StageView};
use base::{Map, NodeId, PoolId};

/// A moving Pod at its current place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    pub pod: PodView,
    pub at: (f64, f64),
    pub size: f64,
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
