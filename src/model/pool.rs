//! Node pools, their groups per zone, and the shape of their nodes.

use super::labels::Labels;
use super::resources::Resources;
use super::selector::Taint;
use super::settings::{DrainLimits, Strategy, Surge};
use super::version::Version;
use crate::base::{GroupId, PoolId, SimTime, TemplateId, ZoneId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    pub name: String,
    /// One per zone, in the order of `locations` (AM-05).
    pub groups: Vec<GroupId>,
    /// What its nodes look like at the start.
    pub template: TemplateId,
    pub strategy: Strategy,
    pub drain: DrainLimits,
    pub spot: bool,
    /// `management.autoUpgrade`: a cancelled pool may be upgraded again by itself (UP-15).
    pub auto_upgrade: bool,
}

impl Pool {
    /// Its surge settings; none of either where it is upgraded in another way.
    pub fn surge(&self) -> Surge {
        match self.strategy {
            Strategy::Surge(surge) => surge,
            Strategy::NotSimulated(_) => Surge {
                max_surge: 0,
                max_unavailable: 0,
            },
        }
    }
}

/// One managed instance group: the nodes of a pool in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    pub pool: PoolId,
    pub zone: ZoneId,
}

/// What the nodes of a group are made from; an upgrade makes them from another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeTemplate {
    pub machine_type: String,
    pub version: Option<Version>,
    pub allocatable: Resources,
    pub max_pods: u32,
    /// Without the host name and the zone, which differ from node to node.
    pub labels: Labels,
    pub taints: Vec<Taint>,
}

/// States of an upgrade of a pool and what they allow (AM-84).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunState {
    #[default]
    Idle,
    /// Due, but not permitted yet.
    Queued,
    Running,
    /// Running, but no slot has a node and no capacity is free.
    WaitingForResources,
    /// By a window; goes on by itself.
    Paused,
    /// Cancelled, and nodes that had started are not done yet.
    Cancelling,
    Cancelled,
    RollingBack,
    Succeeded,
    RolledBack,
}

impl RunState {
    /// Is there a run that has not ended?
    pub fn unfinished(self) -> bool {
        match self {
            Self::Idle | Self::Succeeded | Self::RolledBack => false,
            Self::Queued
            | Self::Running
            | Self::WaitingForResources
            | Self::Paused
            | Self::Cancelling
            | Self::Cancelled
            | Self::RollingBack => true,
        }
    }

    /// May nodes be taken?
    pub fn takes_nodes(self) -> bool {
        matches!(
            self,
            Self::Running | Self::WaitingForResources | Self::RollingBack
        )
    }
}

/// The part of a pool that changes during a run and that everybody may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolState {
    pub run: RunState,
    /// What the nodes are being brought to; `None` before the first upgrade.
    pub target: Option<TemplateId>,
    /// The zone in progress (UP-10) with the slots it has there (AM-03).
    pub zone: Option<ZoneId>,
    pub surge_slots: u32,
    pub unavailable_slots: u32,
    /// Number of the next node to be requested (AM-83).
    pub next_ordinal: u32,
    pub automatic: bool,
    pub since: SimTime,
}
