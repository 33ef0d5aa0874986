//! The possible shapes of a pool's nodes.

use super::templates::NodeShape;
use base::{Map, TemplateId};
use std::rc::Rc;

/// The shapes of one pool so far, with the text of each.
pub(crate) struct PoolShapes {
    /// Possible configurations of the pool.
    pub(super) homes: Map<TemplateId, PossibleShape>,
    /// Listed nodes may differ from it until they are recreated.
    pub(super) listed: Map<TemplateId, Rc<NodeShape>>,
    /// Automatic upgrades, which may start long after their entry (AM-70).
    pub(super) waiting: Vec<usize>,
}

#[derive(Clone)]
pub(super) struct PossibleShape {
    pub(super) shape: Rc<NodeShape>,
    /// The least number of waiting entries that have acted before.
    pub(super) steps: usize,
}

impl PoolShapes {
    pub(crate) fn new(
        home: TemplateId,
        listed: impl Iterator<Item = TemplateId>,
        shape: NodeShape,
    ) -> Self {
        let shape = Rc::new(shape);
        let first = PossibleShape { shape: Rc::clone(&shape), steps: 0 };
        Self {
            homes: [(home, first)].into_iter().collect(),
            listed: listed.map(|own| (own, Rc::clone(&shape))).collect(),
            waiting: Vec::new(),
        }
    }

    /// Another configuration that the pool may have from the start.
    pub(crate) fn add_home(&mut self, home: TemplateId, shape: NodeShape) {
        self.homes.insert(home, PossibleShape { shape: Rc::new(shape), steps: 0 });
    }
}
