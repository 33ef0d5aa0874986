//! The settings of a run other than the strategy: drain limits, assumed durations.

use base::{Quantiles, SimSpan};

/// `nodeDrainConfig`: if one of them is set, both limits replace the combined hour (BS-11, AM-62).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrainLimits {
    pub pdb_timeout: Option<SimSpan>,
    pub grace: Option<SimSpan>,
}

/// The order in which a zone's nodes are upgraded and ties between nodes are broken (AM-05, AM-41).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeOrder {
    #[default]
    Shuffled,
    Listed,
}

/// Durations without a documented value (AM-39): assumptions that users may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timings {
    pub node_create: Quantiles,
    pub node_delete: Quantiles,
    /// The upgrade of one control plane replica (AM-69).
    pub control_plane: Quantiles,
    /// From a node's cordon to its drain.
    pub cordon: Quantiles,
    pub node_order: NodeOrder,
}

impl Timings {
    /// The values of AM-39.
    pub const ASSUMED: Self = Self {
        node_create: Quantiles::fixed(SimSpan::from_secs(180)),
        node_delete: Quantiles::fixed(SimSpan::from_secs(30)),
        control_plane: Quantiles::fixed(SimSpan::from_secs(600)),
        cordon: Quantiles::fixed(SimSpan::from_secs(1)),
        node_order: NodeOrder::Shuffled,
    };
}

/// Durations of the Pods of one workload (AM-39).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PodTimings {
    /// From binding to Running, without the image pull (KT-01).
    pub start: Quantiles,
    /// Added if the node hasn't run a Pod of this workload before (KT-02).
    pub image_pull: Quantiles,
    /// From Running to Ready (KT-03).
    pub ready: Quantiles,
    /// How long the containers take to end; `None` = the whole grace period (KT-05).
    pub shutdown: Option<Quantiles>,
}

impl PodTimings {
    pub const ASSUMED: Self = Self {
        start: Quantiles::fixed(SimSpan::from_secs(20)),
        image_pull: Quantiles::fixed(SimSpan::ZERO),
        ready: Quantiles::fixed(SimSpan::ZERO),
        shutdown: None,
    };
}
