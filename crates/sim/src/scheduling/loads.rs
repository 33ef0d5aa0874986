//! Which nodes' loads changed, for caches that follow them.

/// Changes beyond four a node until the list starts over. Few with assertions, so that random scenarios start over.
const SPARE: usize = if cfg!(debug_assertions) { 64 } else { 4096 };

/// Nodes in the order in which their loads changed. The list starts over, and with it an epoch, when it is long.
#[derive(Clone, Debug, Default)]
pub(super) struct Loads {
    pub(super) changed: Vec<u32>,
    pub(super) epoch: u64,
}

impl Loads {
    /// The load of one of so many nodes changed.
    pub(super) fn note(&mut self, node: u32, nodes: usize) {
        if self.changed.len() > 4 * nodes + SPARE {
            self.changed.clear();
            self.epoch += 1;
        }
        self.changed.push(node);
    }
}
