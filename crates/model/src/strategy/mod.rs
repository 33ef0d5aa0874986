//! The strategies by which node pools are upgraded: a file for each, and the table of what all of them are asked.

pub mod blue_green;
mod short_lived;
pub mod surge;

pub use blue_green::{BatchSize, BlueGreen, Phase, Progress, SOAK_LIMIT, Soak};
pub use surge::Surge;

use super::autoscale::Scaling;
use super::node::Side;
use super::node_change::NodeChange;

/// How a pool is upgraded. Surge is what a pool has when none is chosen (UP-02).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    Surge(Surge),
    /// `surge` is for changes that do not trigger a blue-green upgrade (BG-06).
    BlueGreen {
        settings: BlueGreen,
        surge: Surge,
    },
    /// For nodes whose life is bounded; it has no settings (SL-04).
    ShortLived,
    /// What the scenario calls it; its upgrades are not simulated.
    NotSimulated(&'static str),
}

/// How one run goes: the strategy of its pool, or surge where the change requires it (UP-09).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunKind {
    #[default]
    Surge,
    BlueGreen,
    ShortLived,
}

/// What holds for every run of a strategy.
pub struct Traits {
    /// The value of `strategy` in the API.
    pub name: &'static str,
    /// Does the change run the strategy? If not, it runs surge (UP-09).
    takes: fn(NodeChange) -> bool,
    /// Does the run replace nodes? Then the pool is closed to everything else meanwhile (BS-04).
    pub replaces_nodes: bool,
    /// Does a run that goes on by itself pause while maintenance isn't allowed? The others go on, however long they take.
    pub waits_for_windows: fn() -> bool,
    /// Does the run have phases, and does the pool consist of blue and green nodes?
    pub sides: bool,
    /// Does each node that the run creates stand in for another one?
    pub stand_ins: bool,
    /// The phase in which it is too late to cancel or to roll back (BG-31).
    pub last_phase: Option<Phase>,
    /// The phase that a person may complete (BG-43).
    pub soak: Option<Phase>,
    /// The rules of the operations that steer a run.
    pub cancel: &'static [&'static str],
    pub resume: &'static [&'static str],
    pub roll_back: &'static [&'static str],
    /// What the cluster autoscaler may do to one side of the pool in a phase.
    pub scaling: fn(Option<Phase>, Side) -> Scaling,
}

impl RunKind {
    pub const ALL: [Self; 3] = [Self::Surge, Self::BlueGreen, Self::ShortLived];

    /// The table: one line for each strategy.
    pub fn traits(self) -> &'static Traits {
        match self {
            Self::Surge => &surge::TRAITS,
            Self::BlueGreen => &blue_green::TRAITS,
            Self::ShortLived => &short_lived::TRAITS,
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.traits().name == name)
    }

    /// How a pool of that strategy makes a change.
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
    /// `None` if it is not simulated.
    pub fn kind(self) -> Option<RunKind> {
        match self {
            Self::Surge(_) => Some(RunKind::Surge),
            Self::BlueGreen { .. } => Some(RunKind::BlueGreen),
            Self::ShortLived => Some(RunKind::ShortLived),
            Self::NotSimulated(_) => None,
        }
    }

    /// As the API has it; short-lived upgrades have no name of their own there.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotSimulated(name) => name,
            _ => self.kind().unwrap_or_default().traits().name,
        }
    }

    /// The same without settings for changes that run another strategy.
    pub fn own_settings(self) -> Self {
        match self {
            Self::BlueGreen { settings, .. } => Self::BlueGreen {
                settings,
                surge: Surge::DEFAULT,
            },
            Self::Surge(_) | Self::ShortLived | Self::NotSimulated(_) => self,
        }
    }

    /// Does it replace nodes, as far as that is known?
    pub fn replaces_nodes(self) -> bool {
        self.kind().is_none_or(|kind| kind.traits().replaces_nodes)
    }

    /// Its surge settings; zeros where no change runs a surge upgrade.
    pub fn surge(self) -> Surge {
        match self {
            Self::Surge(surge) | Self::BlueGreen { surge, .. } => surge,
            Self::ShortLived | Self::NotSimulated(_) => Surge {
                max_surge: 0,
                max_unavailable: 0,
            },
        }
    }

    /// VMs that a run needs beside the nodes of the pool, before it deletes one.
    pub fn extra_vms(self, nodes: u32) -> u32 {
        match self {
            Self::BlueGreen { .. } => nodes,
            Self::Surge(_) | Self::ShortLived | Self::NotSimulated(_) => self.surge().max_surge,
        }
    }

    /// How the pool makes a change.
    pub fn run_of(self, change: NodeChange) -> RunKind {
        self.kind().unwrap_or_default().run_of(change)
    }
}
