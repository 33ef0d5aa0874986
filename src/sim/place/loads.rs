//! Which nodes' loads changed, for whoever follows them.

/// Nodes in the order in which their loads changed. The list begins anew, and with it an epoch, when it is long.
#[derive(Clone, Debug, Default)]
pub(super) struct Loads {
    pub(super) changed: Vec<u32>,
    pub(super) epoch: u64,
}

impl Loads {
    /// The load of one of so many nodes changed.
    pub(super) fn note(&mut self, node: u32, nodes: usize) {
        if self.changed.len() > 4 * nodes + 4096 {
            self.changed.clear();
            self.epoch += 1;
        }
        self.changed.push(node);
    }
}
