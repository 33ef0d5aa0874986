//! The settings of a run that people may change: strategy, drain limits, assumed timings.

use super::node_change::NodeChange;
use base::{Decimal, Quantiles, SimSpan, muted};

/// How a pool is upgraded. Surge is what a pool has when none is chosen (UP-02).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    Surge(Surge),
    /// `surge` is for changes that are no trigger of a blue-green upgrade (BG-06).
    BlueGreen {
        settings: BlueGreen,
        surge: Surge,
    },
    /// Of nodes whose life is bounded; there is nothing to be set (SL-04).
    ShortLived,
    /// What the scenario calls it; its upgrades are not simulated.
    NotSimulated(&'static str),
}

/// How one run goes: the strategy of its pool, or surge where the change asks for it (UP-09).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunKind {
    #[default]
    Surge,
    BlueGreen,
    ShortLived,
}

impl Strategy {
    /// As the API has it; short-lived upgrades have no word of their own there.
    pub fn name(self) -> &'static str {
        match self {
            Self::Surge(_) => "SURGE",
            Self::BlueGreen { .. } => "BLUE_GREEN",
            Self::ShortLived => "SHORT_LIVED",
            Self::NotSimulated(name) => name,
        }
    }

    /// Its surge settings; none of either where no change is a surge upgrade.
    pub fn surge(self) -> Surge {
        match self {
            Self::Surge(surge) | Self::BlueGreen { surge, .. } => surge,
            Self::ShortLived | Self::NotSimulated(_) => Surge {
                max_surge: 0,
                max_unavailable: 0,
            },
        }
    }

    pub fn blue_green(self) -> Option<BlueGreen> {
        match self {
            Self::BlueGreen { settings, .. } => Some(settings),
            Self::Surge(_) | Self::ShortLived | Self::NotSimulated(_) => None,
        }
    }

    /// Rulebook: UP-09, BG-05, BG-06, SL-06. Source: Node upgrade strategies.
    pub fn run_of(self, change: NodeChange) -> RunKind {
        match self {
            Self::Surge(_) | Self::NotSimulated(_) => RunKind::Surge,
            Self::BlueGreen { .. } if change.triggers_blue_green() => RunKind::BlueGreen,
            Self::BlueGreen { .. } if muted("UP-09") || muted("BG-06") => RunKind::BlueGreen,
            Self::BlueGreen { .. } => RunKind::Surge,
            Self::ShortLived if muted("SL-06") => RunKind::Surge,
            Self::ShortLived => RunKind::ShortLived,
        }
    }
}

impl RunKind {
    /// Is the pool closed to everything else while it runs (BS-04)? Who makes no node of its own closes nothing.
    pub fn locks(self) -> bool {
        match self {
            Self::Surge | Self::BlueGreen => true,
            Self::ShortLived => false,
        }
    }
}

/// `standardRolloutPolicy` and the soak of the pool (BG-18 … BG-25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlueGreen {
    pub batch: BatchSize,
    /// After each batch.
    pub batch_soak: SimSpan,
    pub pool_soak: SimSpan,
}

/// Nodes that are drained together; zero of either skips the drain (BG-20).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchSize {
    /// `BATCH_NODE_COUNT`
    Nodes(u32),
    /// `BATCH_PERCENT`, of the whole pool.
    Part(Decimal),
}

impl BlueGreen {
    /// What holds where nothing is given (BG-21, BG-25, AM-15).
    pub const DEFAULT: Self = Self {
        batch: BatchSize::Nodes(1),
        batch_soak: SimSpan::ZERO,
        pool_soak: SimSpan::from_secs(3600),
    };
}

/// `maxSurge` and `maxUnavailable`, both per zone (SU-05, SU-09).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surge {
    pub max_surge: u32,
    pub max_unavailable: u32,
}

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
