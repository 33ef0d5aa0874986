//! Classes of changes, for readers of many rows.

/// It begins or ends a phase of a pool's upgrade.
pub(super) const PHASE: u8 = 1;
/// Bookkeeping of slots, and steps inside containers, which the event log and the story leave out.
pub(super) const UNLISTED: u8 = 1 << 1;
/// It is about a Pod's state.
pub(super) const POD_STATE: u8 = 1 << 2;
/// It is about a Pod and changes nothing else.
pub(super) const POD_ONLY: u8 = 1 << 3;
/// Besides the Pod, it only removes its nomination.
pub(super) const ENDS_NOMINATION: u8 = 1 << 4;
/// It creates a Pod.
pub(super) const CREATES_POD: u8 = 1 << 5;
/// It is about a pool, and may change all of its nodes.
pub(super) const ALL_NODES: u8 = 1 << 6;
