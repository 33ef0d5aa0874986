//! Persistent volumes, which hold Pods in their zones or on a node, and are attached to one node at a time.

use base::{NodeId, WorkloadId, ZoneId};

/// Zones, by their ids; a plan with volumes has at most [`ZoneSet::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneSet(pub u16);

impl ZoneSet {
    pub const MOST: u32 = u16::BITS;
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(u16::MAX);

    pub fn contains(self, zone: ZoneId) -> bool {
        self.0 >> zone.0.min(Self::MOST - 1) & 1 != 0
    }

    pub fn with(self, zone: ZoneId) -> Self {
        Self(self.0 | 1 << zone.0.min(Self::MOST - 1))
    }
}

/// A persistent volume claim, or the claims that a StatefulSet makes of one template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Volume {
    pub name: String,
    /// Has each ordinal a claim of its own (`volumeClaimTemplates`)?
    pub per_pod: bool,
    /// Is it attached to one node at a time (KS-41)?
    pub once: bool,
    /// Does it get its zone before its Pod has a node (`volumeBindingMode: Immediate`, KS-40)?
    pub immediate: bool,
    /// Is its disk in two zones?
    pub regional: bool,
    /// Where its class allows it, until it is bound (`allowedTopologies`).
    pub allowed: ZoneSet,
    /// The zones of its disk, or of each claim that `bound` doesn't list; `None`: not bound at the start.
    pub of_all: Option<ZoneSet>,
    /// The zones of single ordinals' disks.
    pub bound: Vec<(u32, ZoneSet)>,
    /// The nodes that disks are part of, by ordinal, 0 if Pods share it: their Pods fit no other (KS-39).
    pub local: Vec<(u32, NodeId)>,
    /// The workloads whose Pods use it.
    pub users: Vec<WorkloadId>,
}

/// The node of a disk whose node doesn't exist.
pub const NOWHERE: NodeId = NodeId(u32::MAX);

/// One claim: the index of its volume, and the ordinal of its Pod, or 0 if Pods share it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Claim {
    pub volume: u32,
    pub ordinal: u32,
}
