//! A Pod and its life: pending, starting, running, terminating, gone.

use crate::base::{NodeId, SimTime, WorkloadId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PodPhase {
    /// Not bound to a node.
    Pending,
    /// Bound; images are pulled and containers started. The API calls this Pending too.
    Starting {
        on: NodeId,
    },
    Running {
        on: NodeId,
        ready: bool,
    },
    /// It has a deletion timestamp; its containers end at `until`. `started`: had it run?
    Terminating {
        on: NodeId,
        until: SimTime,
    },
    /// Finished Pods stay as objects on their node until they are removed.
    Succeeded {
        on: Option<NodeId>,
    },
    Failed {
        on: Option<NodeId>,
    },
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pod {
    pub workload: WorkloadId,
    /// Running number within the workload (AM-83), the ordinal of a StatefulSet's Pod.
    pub number: u32,
    /// A daemon Pod is meant for one node (KC-15).
    pub pinned: Option<NodeId>,
    pub created: SimTime,
    pub phase: PodPhase,
}

impl Pod {
    /// The node it occupies; a finished Pod occupies nothing.
    pub fn node(&self) -> Option<NodeId> {
        match self.phase {
            PodPhase::Starting { on }
            | PodPhase::Running { on, .. }
            | PodPhase::Terminating { on, .. } => Some(on),
            PodPhase::Pending
            | PodPhase::Succeeded { .. }
            | PodPhase::Failed { .. }
            | PodPhase::Gone => None,
        }
    }

    pub fn ready(&self) -> bool {
        matches!(self.phase, PodPhase::Running { ready: true, .. })
    }

    pub fn terminating(&self) -> bool {
        matches!(self.phase, PodPhase::Terminating { .. })
    }

    pub fn finished(&self) -> bool {
        matches!(
            self.phase,
            PodPhase::Succeeded { .. } | PodPhase::Failed { .. }
        )
    }

    /// Neither finished nor terminating (KC-01).
    pub fn active(&self) -> bool {
        matches!(
            self.phase,
            PodPhase::Pending | PodPhase::Starting { .. } | PodPhase::Running { .. }
        )
    }
}
