//! The input for a picture of the stage.

use crate::layout::boxes::StageLayout;
use crate::stage_target::StageTarget;
use crate::surface::Rect;
use crate::view::{PodView, StageView};
use base::{Map, NodeId, PoolId};

/// A Pod on its way, already between its two places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    pub pod: PodView,
    pub at: (f64, f64),
    pub size: f64,
}

/// Words of the stage that do not depend on the instant.
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
    /// Nodes on the way to a new place.
    pub moving: &'a Map<NodeId, Rect>,
    /// The node of the Pod that is selected.
    pub holder: Option<NodeId>,
    /// The whole stage, and the part of it that is seen, when that is not all.
    pub part: Option<(&'a StageLayout, Rect)>,
}
