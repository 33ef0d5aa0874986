//! What a run brings to its pool, and in which direction.

use crate::drain::purpose::Purpose;
use base::{PoolId, RecordNo, TemplateId};
use model::maintenance::WorkKind;
use model::script::NodeChange;

/// Forward, or back to the previous configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Forward,
    Rollback { respect_pdb: bool },
}

impl Direction {
    /// How nodes are drained: a rollback deletes their Pods, unless it respects budgets (AM-12, BS-12).
    pub(super) fn drains(self) -> &'static Purpose {
        match self {
            Self::Forward | Self::Rollback { respect_pdb: true } => &Purpose::UPGRADE,
            Self::Rollback { respect_pdb: false } => &Purpose::ROLLBACK_BY_DELETION,
        }
    }
}

/// What a run brings to its pool.
#[derive(Clone, Debug)]
pub(crate) struct RunSpec {
    pub(super) pool: PoolId,
    pub(super) direction: Direction,
    pub(super) target: TemplateId,
    pub(super) change: NodeChange,
    /// How the maintenance policy classifies the run while it is automatic.
    pub(super) work: WorkKind,
    /// Cordons of blue nodes after this row are the upgrade's own.
    pub(super) cordoned_from: Option<RecordNo>,
}

impl RunSpec {
    pub(super) fn brings(&self) -> (TemplateId, NodeChange) {
        (self.target, self.change)
    }
}
