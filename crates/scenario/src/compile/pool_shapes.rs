//! The shapes that the nodes of a pool may have.

use super::templates::NodeShape;
use base::{Map, TemplateId};
use std::rc::Rc;

/// The shapes of one pool so far, each with the text that it comes from.
pub(crate) struct PoolShapes {
    /// What the pool may be configured to be.
    pub(super) homes: Map<TemplateId, Home>,
    /// Listed nodes may differ from it until they are recreated.
    pub(super) listed: Map<TemplateId, Rc<NodeShape>>,
    /// Automatic upgrades, which may start long after their entry (AM-70).
    pub(super) waiting: Vec<usize>,
}

#[derive(Clone)]
pub(super) struct Home {
    pub(super) shape: Rc<NodeShape>,
    /// How many of the entries that wait have acted before, at least.
    pub(super) steps: usize,
}

impl PoolShapes {
    pub(crate) fn new(
        home: TemplateId,
        listed: impl Iterator<Item = TemplateId>,
        shape: NodeShape,
    ) -> Self {
        let shape = Rc::new(shape);
        let first = Home {
            shape: Rc::clone(&shape),
            steps: 0,
        };
        Self {
            homes: [(home, first)].into_iter().collect(),
            listed: listed.map(|own| (own, Rc::clone(&shape))).collect(),
            waiting: Vec::new(),
        }
    }
}
