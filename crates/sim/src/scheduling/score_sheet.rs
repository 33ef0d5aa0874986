//! The scores of one placement while they are added up.

/// The feasible nodes with their scores so far.
pub(super) struct ScoreSheet<'s> {
    pub(super) feasible: &'s [u32],
    pub(super) totals: &'s mut [i64],
    pub(super) buffers: &'s mut ScoreBuffers,
}

/// Buffers that are reused for each Pod.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreBuffers {
    pub(super) raw: Vec<i64>,
    pub(super) on_node: Vec<u32>,
    pub(super) in_domain: Vec<u32>,
    pub(super) met: Vec<bool>,
}
