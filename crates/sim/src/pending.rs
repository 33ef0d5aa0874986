//! Wakes of this instant that are already in the queue, so that no second entry is added.

use super::wake::Wake;

/// By kind of wake, a bit for each id.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingWakes([Vec<u64>; 12]);

impl PendingWakes {
    /// Adds the wake; false if it was already pending.
    pub(super) fn insert(&mut self, wake: Wake) -> bool {
        let Some((word, bit)) = self.place(wake) else {
            return true;
        };
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes the wake, which is being acted on.
    pub(super) fn remove(&mut self, wake: Wake) {
        if let Some((word, bit)) = self.place(wake) {
            *word &= !bit;
        }
    }

    fn place(&mut self, wake: Wake) -> Option<(&mut u64, u64)> {
        let (kind, id) = match wake {
            Wake::SyncBudget(budget) => (0, budget.0),
            Wake::SyncWorkload(workload) => (1, workload.0),
            Wake::SyncNode(node) => (2, node.0),
            Wake::DrainMoved(node) => (3, node.0),
            Wake::PodsLeftDrain(node) => (4, node.0),
            Wake::Strategy(pool) => (5, pool.0),
            Wake::Schedule => (6, 0),
            Wake::Capacity => (7, 0),
            Wake::Maintenance => (8, 0),
            Wake::Attach => (9, 0),
            Wake::SyncRollout(workload) => (10, workload.0),
            // Other wakes are never merged.
            _ => return None,
        };
        let list = &mut self.0[kind];
        let word = (id / 64) as usize;
        if list.len() <= word {
            list.resize(word + 1, 0);
        }
        Some((&mut list[word], 1 << (id % 64)))
    }
}
