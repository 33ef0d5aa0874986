//! What a run is to bring, and how.

use crate::drain::board::Purpose;
use base::{PoolId, RecordNo, TemplateId};
use model::maintenance::Work as Asks;
use model::script::NodeChange;

/// Forward, or back to what it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Forward,
    Rollback { respect_pdb: bool },
}

impl Direction {
    /// How nodes are drained: a rollback deletes their Pods, unless it is to ask budgets (AM-12, BS-12).
    pub(super) fn drains(self) -> Purpose {
        match self {
            Self::Forward | Self::Rollback { respect_pdb: true } => Purpose::Upgrade,
            Self::Rollback { respect_pdb: false } => Purpose::RollbackByDeletion,
        }
    }
}

/// What a run is to bring to its pool.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(super) pool: PoolId,
    pub(super) purpose: Direction,
    pub(super) target: TemplateId,
    pub(super) change: NodeChange,
    /// How the maintenance policy sees it while it goes on by itself.
    pub(super) asks: Asks,
    /// The row since which it is the upgrade that has cordoned blue nodes.
    pub(super) cordoned_from: Option<RecordNo>,
}
