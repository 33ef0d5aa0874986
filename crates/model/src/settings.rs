//! The settings of a run that people may change beside the strategy: drain limits, assumed timings.

use base::{Quantiles, SimSpan};

/// `nodeDrainConfig`: when one of them is set, both limits replace the combined hour (BS-11, AM-62).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrainLimits {
    pub pdb_timeout: Option<SimSpan>,
    pub grace: Option<SimSpan>,
}

/// In which order the nodes of a zone are upgraded, and ties among nodes are broken (AM-05, AM-41).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeOrder {
    #[default]
    Shuffled,
    Listed,
}

/// Durations without a documented value (AM-39); each of them an assumption that people may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timings {
    pub node_create: Quantiles,
    pub node_delete: Quantiles,
    /// Of one replica of the control plane (AM-69).
    pub control_plane: Quantiles,
    /// From the cordon of a node to its drain.
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
    /// From binding to Running, without the pull of the image (KT-01).
    pub start: Quantiles,
    /// Added when the node has not run a Pod of this workload before (KT-02).
    pub image_pull: Quantiles,
    /// From Running to Ready (KT-03).
    pub ready: Quantiles,
    /// How long the containers need to end by themselves; `None` = the whole grace (KT-05).
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
