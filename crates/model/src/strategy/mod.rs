//! The upgrade strategies of node pools: a file each, and the table of their traits.

pub mod autoscaled;
pub mod blue_green;
mod short_lived;
pub mod surge;

pub use blue_green::{BatchSize, BlueGreen, Phase, Progress, SOAK_LIMIT, Soak};
pub use surge::Surge;

use super::autoscale::Scaling;
use super::node::Side;
use super::node_change::NodeChange;
use base::SimSpan;

/// How a pool is upgraded. The default is surge (UP-02).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    Surge(Surge),
    /// `surge` is for changes that don't run a blue-green upgrade (BG-06).
    BlueGreen {
        settings: BlueGreen,
        surge: Surge,
    },
    /// Blue-green without batches and soaks: after a wait, what the autoscaler has left on blue is drained (AB-01).
    AutoscaledBlueGreen {
        wait: SimSpan,
        surge: Surge,
    },
    /// For nodes with a limited lifetime; it has no settings (SL-04).
    ShortLived,
}

/// The strategy of a run: the pool's, or surge if the change requires it (UP-09).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunKind {
    #[default]
    Surge,
    BlueGreen,
    ShortLived,
    AutoscaledBlueGreen,
}

/// The properties of a strategy's runs.
pub struct Traits {
    /// The value of `strategy` in the API.
    pub name: &'static str,
    /// Its name in answers: that of the API, and both kinds of blue-green have one of their own.
    pub label: &'static str,
    /// Does the change run this strategy? Otherwise it runs surge (UP-09).
    takes: fn(NodeChange) -> bool,
    /// Does the run replace nodes? Then nothing else may change the pool in the meantime (BS-04).
    pub replaces_nodes: bool,
    /// Does an automatic run pause while maintenance isn't allowed? Others continue, however long they take.
    pub waits_for_windows: fn() -> bool,
    /// Does the run have phases, with blue and green nodes?
    pub sides: bool,
    /// Does each new node of the run replace another one?
    pub stand_ins: bool,
    /// The phase in which a cancel or rollback comes too late (BG-31).
    pub last_phase: Option<Phase>,
    /// The phase that a user may complete (BG-43).
    pub soak: Option<Phase>,
    /// The rules of the operations on a run.
    pub cancel: &'static [&'static str],
    pub resume: &'static [&'static str],
    pub roll_back: &'static [&'static str],
    /// May a run be rolled back?
    pub rolls_back: fn() -> bool,
    /// What the cluster autoscaler may do to one side of the pool in a phase.
    pub scaling: fn(Option<Phase>, Side) -> Scaling,
}

impl RunKind {
    pub const ALL: [Self; 4] =
        [Self::Surge, Self::BlueGreen, Self::ShortLived, Self::AutoscaledBlueGreen];

    /// The table: one line per strategy.
    pub fn traits(self) -> &'static Traits {
        match self {
            Self::Surge => &surge::TRAITS,
            Self::BlueGreen => &blue_green::TRAITS,
            Self::ShortLived => &short_lived::TRAITS,
            Self::AutoscaledBlueGreen => &autoscaled::TRAITS,
        }
    }

    /// By its name in the API, which both kinds of blue-green have.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.traits().name == name)
    }

    /// The strategy that a pool with this one uses for a change.
    ///
    /// Rulebook: UP-09, BG-05, BG-06, SL-06. Source: Node upgrade strategies.
    pub fn run_of(self, change: NodeChange) -> Self {
        match (self.traits().takes)(change) {
            true => self,
            false => Self::Surge,
        }
    }
}

impl Strategy {
    /// The kind of its runs.
    pub fn kind(self) -> RunKind {
        match self {
            Self::Surge(_) => RunKind::Surge,
            Self::BlueGreen { .. } => RunKind::BlueGreen,
            Self::ShortLived => RunKind::ShortLived,
            Self::AutoscaledBlueGreen { .. } => RunKind::AutoscaledBlueGreen,
        }
    }

    /// Its name in the API; short-lived upgrades have no name there.
    pub fn name(self) -> &'static str {
        self.kind().traits().name
    }

    /// The strategy without settings for changes that run another one.
    pub fn own_settings(self) -> Self {
        match self {
            Self::BlueGreen { settings, .. } => Self::BlueGreen { settings, surge: Surge::DEFAULT },
            Self::AutoscaledBlueGreen { wait, .. } => {
                Self::AutoscaledBlueGreen { wait, surge: Surge::DEFAULT }
            }
            Self::Surge(_) | Self::ShortLived => self,
        }
    }

    /// Its surge settings; zeros if no change runs a surge upgrade.
    pub fn surge(self) -> Surge {
        match self {
            Self::Surge(surge)
            | Self::BlueGreen { surge, .. }
            | Self::AutoscaledBlueGreen { surge, .. } => surge,
            Self::ShortLived => Surge { max_surge: 0, max_unavailable: 0 },
        }
    }

    /// Additional VMs that a run needs before it deletes one.
    pub fn extra_vms(self, nodes: u32) -> u32 {
        match self {
            Self::BlueGreen { .. } => nodes,
            Self::AutoscaledBlueGreen { .. } => 0,
            Self::Surge(_) | Self::ShortLived => self.surge().max_surge,
        }
    }

    /// The strategy of a run for the change, with its settings.
    pub fn for_change(self, change: NodeChange) -> Self {
        match self.kind() == self.run_of(change) {
            true => self,
            false => Self::Surge(self.surge()),
        }
    }

    /// The strategy that the pool uses for a change.
    pub fn run_of(self, change: NodeChange) -> RunKind {
        self.kind().run_of(change)
    }
}
