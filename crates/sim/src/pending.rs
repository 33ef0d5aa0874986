//! Wakes of this instant that are in the queue already and need no second entry.

use super::wake::Wake;

/// A bit for each thing that may be looked at again; one list for each kind of look.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingWakes([Vec<u64>; 9]);

impl PendingWakes {
    /// True the first time; then false, until the wake is acted on.
    pub(super) fn insert(&mut self, wake: Wake) -> bool {
        let Some((word, bit)) = self.place(wake) else {
            return true;
        };
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Forgets that the wake was asked for, because it is being acted on.
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
            // Each of the others stands for something of its own.
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
