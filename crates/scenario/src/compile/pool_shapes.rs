//! The shapes that the nodes of a pool may have.

use super::templates::Shape;
use base::{Map, TemplateId};
use std::rc::Rc;

/// The shapes of one pool so far, each with the text that it comes from.
pub(crate) struct PoolShapes {
    /// What the pool may be configured to be.
    pub(super) homes: Map<TemplateId, Rc<Shape>>,
    /// Listed nodes may differ from it until they are made anew.
    pub(super) listed: Map<TemplateId, Rc<Shape>>,
    /// Automatic upgrades, which may start long after their entry (AM-70).
    pub(super) waiting: Vec<usize>,
}

impl PoolShapes {
    pub(crate) fn new(
        home: TemplateId,
        listed: impl Iterator<Item = TemplateId>,
        shape: Shape,
    ) -> Self {
        let shape = Rc::new(shape);
        Self {
            homes: [(home, Rc::clone(&shape))].into_iter().collect(),
            listed: listed.map(|own| (own, Rc::clone(&shape))).collect(),
            waiting: Vec::new(),
        }
    }
}
