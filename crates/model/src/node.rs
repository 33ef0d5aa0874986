//! Nodes: phase, cordon and health are independent.

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
    /// No selected Pod is left; the node is still registered.
    Drained,
    /// The VM is being deleted; registered until `gone_at`. With `recreate` the same node returns.
    Deleting {
        gone_at: SimTime,
        recreate: bool,
    },
    /// The VM is deleted and its replacement of the same name isn't Ready; `None` = waits for capacity.
    Recreating {
        ready_at: Option<SimTime>,
    },
    Gone,
    /// The VM is being deleted before there was a node.
    Abandoned {
        gone_at: SimTime,
    },
}

impl NodePhase {
    /// Does a node in this phase exist, or will it again?
    pub fn will_exist(self) -> bool {
        !matches!(
            self,
            Self::Gone | Self::Deleting { recreate: false, .. } | Self::Abandoned { .. }
        )
    }
}

/// What happens to the remaining Pods when a drain reaches its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtLimit {
    /// They are ended at once (SU-07).
    Forces,
    /// `kubectl drain` gives up, and they stay (KD-10).
    GivesUp,
    /// They stay until the blue pool is deleted (BG-16).
    Leaves,
    /// Those whose eviction is refused are deleted, each with its grace period (AB-13).
    Deletes,
}

/// The health of a node, apart from its phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Health {
    #[default]
    Well,
    /// Its kubelet has stopped, undetected by the control plane.
    Silent,
    /// The same, detected by the control plane (KT-11).
    Lost,
    /// Its boot disk is full: no Pods are placed there any more.
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

/// The two sides of a pool in a blue-green upgrade.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The old nodes.
    Blue,
    /// The nodes that replace them.
    Green,
}

/// A taint that the cluster autoscaler sets on a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `DeletionCandidateOfClusterAutoscaler:PreferNoSchedule`: unneeded (KA-84).
    Candidate,
    /// `ToBeDeletedByClusterAutoscaler:NoSchedule`: chosen for deletion (KA-82).
    ToBeDeleted,
}

/// What is known of a node that isn't Ready at the start, beside [`Node::failed_at`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NotReady {
    /// The reason and the message of its condition.
    pub condition: String,
    /// Does the upgrade that created or recreated it wait for it to be Ready (SU-06, SU-10)?
    pub awaited: bool,
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
    /// Was it created or recreated with the target configuration?
    pub upgraded: bool,
    /// Is it an extra node for an old one that still exists?
    pub surge: bool,
    /// Is a slot of an upgrade working on it?
    pub taken: bool,
    pub health: Health,
    /// Since when it has been unhealthy.
    pub failed_at: Option<SimTime>,
    /// Its side in the pool's last run, if that was blue-green.
    pub side: Option<Side>,
    /// The autoscaler's taint on it.
    pub mark: Option<Mark>,
}

impl Node {
    /// A healthy node with a VM, apart from any upgrade.
    pub fn new(group: GroupId, template: TemplateId, ordinal: u32, created: SimTime) -> Self {
        Self {
            group,
            template,
            ordinal,
            created,
            phase: NodePhase::Ready,
            cordoned_by: None,
            upgraded: false,
            surge: false,
            taken: false,
            health: Health::Well,
            failed_at: None,
            side: None,
            mark: None,
        }
    }

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

    /// Does a VM exist, or is one being created? It takes one unit of capacity (AM-60).
    pub fn occupies_capacity(&self) -> bool {
        !matches!(self.phase, NodePhase::Gone | NodePhase::Recreating { ready_at: None })
    }

    /// Does the scheduler consider it?
    pub fn schedulable(&self) -> bool {
        // An undetected failure doesn't matter to the scheduler.
        let takes = matches!(self.health, Health::Well | Health::Silent);
        self.cordoned_by.is_none() && self.up() && takes
    }

    /// Is it being upgraded, so that the autoscaler leaves it alone? A surge node counts while its old node
    /// exists.
    ///
    /// Rulebook: UP-19. Source: Node upgrade strategies.
    pub fn left_alone_by_autoscaler(&self) -> bool {
        (self.taken || self.surge) && self.phase != NodePhase::Gone && !muted("UP-19")
    }

    /// Is it registered, and its VM not being deleted? Its kubelet may have stopped ([`Health::kubelet_acts`]).
    pub fn up(&self) -> bool {
        matches!(self.phase, NodePhase::Ready | NodePhase::Draining { .. } | NodePhase::Drained)
    }
}
