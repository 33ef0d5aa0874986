//! A node: its phase, and apart from it whether it is cordoned and healthy.

use base::{GroupId, RecordNo, SimTime, TemplateId, muted};

/// Phases of the VM behind a node. A cordon is not a phase: a cordoned node without a drain is common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodePhase {
    /// The VM is requested; the node registers and is Ready at the same instant (KT-09).
    Booting {
        ready_at: SimTime,
    },
    Ready,
    /// Its Pods are being evicted; `deadline` is the limit of the drain, if it has one.
    Draining {
        since: SimTime,
        deadline: Option<SimTime>,
        at_limit: AtLimit,
    },
    /// No selected Pod is left; still registered.
    Drained,
    /// The VM is being deleted; registered until `gone_at`. With `recreate` the same node comes back.
    Deleting {
        gone_at: SimTime,
        recreate: bool,
    },
    /// The VM is gone and its successor of the same name is not Ready; `None` = waits for capacity.
    Recreating {
        ready_at: Option<SimTime>,
    },
    Gone,
    /// The VM is being deleted before there was a node.
    Abandoned {
        gone_at: SimTime,
    },
}

/// What becomes of Pods that are left when a drain reaches its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtLimit {
    /// They end at once (SU-07).
    Forces,
    /// `kubectl drain` gives up, and they stay (KD-10).
    GivesUp,
    /// They stay until the blue pool is deleted (BG-16).
    Leaves,
}

/// How a node is, apart from what is done with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Health {
    #[default]
    Well,
    /// Its kubelet has stopped, and the control plane has not noticed.
    Silent,
    /// The same, and the control plane knows (KT-11).
    Lost,
    /// Its boot disk is full: no Pod is placed there any more.
    DiskFull,
    /// Its VM is down for a while (AM-43).
    Down,
}

impl Health {
    /// Does the kubelet start and end Pods?
    pub fn kubelet_acts(self) -> bool {
        match self {
            Self::Well | Self::DiskFull => true,
            Self::Silent | Self::Lost | Self::Down => false,
        }
    }
}

/// The two pools of a blue-green upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The nodes that were there before.
    Blue,
    /// Those that take their place.
    Green,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub group: GroupId,
    pub template: TemplateId,
    /// Running number within the pool (AM-83); generated names end in it.
    pub ordinal: u32,
    pub created: SimTime,
    pub phase: NodePhase,
    pub cordoned_by: Option<RecordNo>,
    /// Was it made by the upgrade, or recreated, with the target configuration?
    pub upgraded: bool,
    /// Does it stand in for an old node that still exists?
    pub surge: bool,
    /// Since when a slot of an upgrade works on it.
    pub taken: bool,
    pub health: Health,
    /// Since when it is not well.
    pub failed_at: Option<SimTime>,
    /// Of the pool's last run, if that was blue-green.
    pub side: Option<Side>,
}

impl Node {
    /// Is there a node object in the API server? (`nodes` of the summary)
    pub fn registered(&self) -> bool {
        match self.phase {
            NodePhase::Ready
            | NodePhase::Draining { .. }
            | NodePhase::Drained
            | NodePhase::Deleting { .. } => true,
            NodePhase::Booting { .. }
            | NodePhase::Recreating { .. }
            | NodePhase::Abandoned { .. }
            | NodePhase::Gone => false,
        }
    }

    /// Does a VM exist or is it being made? One unit of capacity (AM-60).
    pub fn occupies_capacity(&self) -> bool {
        !matches!(
            self.phase,
            NodePhase::Gone | NodePhase::Recreating { ready_at: None }
        )
    }

    /// Would the scheduler look at it at all?
    pub fn schedulable(&self) -> bool {
        // Until the control plane notices, it is a node like any other.
        let takes = matches!(self.health, Health::Well | Health::Silent);
        self.cordoned_by.is_none() && self.up() && takes
    }

    /// Is it being upgraded, so that the autoscaler makes no change to it? A surge node counts while it stands in
    /// for an old one.
    ///
    /// Rulebook: UP-19. Source: Node upgrade strategies.
    pub fn left_alone_by_autoscaler(&self) -> bool {
        (self.taken || self.surge) && self.phase != NodePhase::Gone && !muted("UP-19")
    }

    /// Is its kubelet running Pods?
    pub fn up(&self) -> bool {
        matches!(
            self.phase,
            NodePhase::Ready | NodePhase::Draining { .. } | NodePhase::Drained
        )
    }
}
