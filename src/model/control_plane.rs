//! The control plane of the cluster: its version, its replicas, and how far an upgrade of it is.

use super::version::Version;
use crate::base::SimTime;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlPlane {
    /// `None`: the scenario does not say.
    pub version: Option<Version>,
    /// One of a zonal cluster, three of a regional one and of Autopilot (AM-69).
    pub replicas: u32,
    /// The replica that is being upgraded, and to what, and until when.
    pub replica: Option<u32>,
    pub target: Option<Version>,
    pub until: Option<SimTime>,
    pub autopilot: bool,
}

impl Default for ControlPlane {
    fn default() -> Self {
        Self {
            version: None,
            replicas: 1,
            replica: None,
            target: None,
            until: None,
            autopilot: false,
        }
    }
}

impl ControlPlane {
    /// Does the API answer nobody (MR-10)?
    pub fn is_down(&self) -> bool {
        self.replica.is_some() && self.replicas == 1
    }

    /// Are no nodes created meanwhile (AM-69)?
    pub fn holds_nodes_back(&self) -> bool {
        self.replica.is_some() && self.autopilot
    }
}
