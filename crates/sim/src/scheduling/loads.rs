//! Nodes whose load changed, for caches that follow them.

/// Entries beyond four per node before the list restarts. Few with debug assertions, so that random scenarios restart it.
const SPARE: usize = if cfg!(debug_assertions) { 64 } else { 4096 };

/// Nodes in the order in which their loads changed. A long list is cleared, which begins a new epoch.
#[derive(Clone, Debug, Default)]
pub(super) struct Loads {
    pub(super) changed: Vec<u32>,
    pub(super) epoch: u64,
}

impl Loads {
    /// Notes that the load of a node changed; `nodes` is the size of the cluster.
    pub(super) fn note(&mut self, node: u32, nodes: usize) {
        if self.changed.len() > 4 * nodes + SPARE {
            self.changed.clear();
            self.epoch += 1;
        }
        self.changed.push(node);
    }
}
