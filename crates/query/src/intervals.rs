//! Stretches of time that a scan of the rows finds.

use base::{NodeId, PoolId, RecordNo, SimSpan, SimTime, ZoneId};
use trace::{Blocker, Subject};

/// One blocker of one subject, from the row that reports it to the row that ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hold {
    pub subject: Subject,
    pub by: Blocker,
    pub no: RecordNo,
    /// Since when the subject has been blocked without interruption; the reason may have changed since.
    pub began: SimTime,
    pub at: SimTime,
    pub end: Option<(RecordNo, SimTime)>,
    /// The Pod's node, if it has one.
    pub node: Option<NodeId>,
}

/// A slot of an upgrade at work on a node (AM-58).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotTask {
    pub node: NodeId,
    pub slot: u32,
    pub surge: bool,
    pub no: RecordNo,
    pub from: SimTime,
    pub to: Option<(RecordNo, SimTime)>,
    /// The surge node requested for it.
    pub stand_in: Option<NodeId>,
}

/// A pool's work in one zone (UP-10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneRun {
    pub pool: PoolId,
    pub zone: ZoneId,
    pub no: RecordNo,
    pub from: SimTime,
    pub to: Option<(RecordNo, SimTime)>,
    pub nodes: u32,
    pub evictions: u32,
    pub forced: u32,
    pub blocked: SimSpan,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockedNode {
    pub node: NodeId,
    pub from: SimTime,
    pub no: RecordNo,
    pub to: Option<(RecordNo, SimTime)>,
}

impl Hold {
    /// Is it active after the first `next` rows?
    pub fn active(&self, next: u32) -> bool {
        self.no.0 < next && self.end.is_none_or(|(no, _)| no.0 >= next)
    }

    pub fn refuses(&self) -> bool {
        self.by.refuses_eviction()
    }
}

impl SlotTask {
    pub fn active(&self, next: u32) -> bool {
        self.no.0 < next && self.to.is_none_or(|(no, _)| no.0 >= next)
    }
}
