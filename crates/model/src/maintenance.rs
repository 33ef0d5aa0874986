//! Maintenance policy: decides from windows and exclusions when work on the cluster may start.
//!
//! Time 0 depends on the owner of the calendar: the scenario's start in the engine, 1970 in the policy
//! checker.

use super::node_change::NodeChange;
use super::version::Version;
use base::{PoolId, SimTime, muted};

/// What an exclusion blocks (MX-05 … MX-07).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    NoUpgrades,
    NoMinorUpgrades,
    NoMinorOrNodeUpgrades,
}

impl Scope {
    /// As the API writes them.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("NO_UPGRADES", Self::NoUpgrades),
        ("NO_MINOR_UPGRADES", Self::NoMinorUpgrades),
        ("NO_MINOR_OR_NODE_UPGRADES", Self::NoMinorOrNodeUpgrades),
    ];

    /// The scope of a name; without a name it is the widest.
    ///
    /// Rulebook: MX-05, MX-24. Source: Maintenance windows and exclusions.
    pub fn named(name: &str) -> Option<Self> {
        if name.is_empty() {
            let default = if muted("MX-05") || muted("MX-24") {
                Self::NoMinorUpgrades
            } else {
                Self::NoUpgrades
            };
            return Some(default);
        }
        let mut names = Self::NAMES.iter();
        names.find(|(known, _)| *known == name).map(|(_, it)| *it)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// Its code in BS-16; the narrowest scope has none of its own.
    pub fn paused_reason(self) -> &'static str {
        match self {
            Self::NoUpgrades => "MAINTENANCE_EXCLUSION_NO_UPGRADES",
            Self::NoMinorUpgrades | Self::NoMinorOrNodeUpgrades if muted("BS-16") => {
                "SYSTEM_CONFIG"
            }
            Self::NoMinorUpgrades | Self::NoMinorOrNodeUpgrades => {
                "MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES"
            }
        }
    }

    /// Does it block that kind of automatic work?
    ///
    /// Rulebook: MX-05 … MX-10, MX-15 … MX-19.
    /// Source: Maintenance windows and exclusions; MaintenanceExclusionOptions.
    pub fn blocks(self, part: ClusterPart, kind: UpgradeKind) -> bool {
        use ClusterPart::{ControlPlane, Nodes};
        use UpgradeKind::{Disruption, Minor, Patch};
        match (self, part, kind) {
            // Worked examples: a patch of nodes in November, one of the control plane at Christmas.
            (Self::NoUpgrades, Nodes, Patch) => !muted("MX-08") && !muted("MX-15"),
            (Self::NoUpgrades, ControlPlane, Patch) => !muted("MX-08") && !muted("MX-17"),
            (Self::NoUpgrades, ..) => !muted("MX-08"),
            // A minor upgrade in December has two reasons not to start, for either part.
            (Self::NoMinorUpgrades, ControlPlane, Minor) => {
                !muted("MX-06") && !muted("MX-09") && !muted("MX-16")
            }
            (Self::NoMinorUpgrades, Nodes, Minor) => {
                !muted("MX-06") && !muted("MX-09") && !muted("MX-18")
            }
            // In November a patch of the control plane runs, in December VM disruption does.
            (Self::NoMinorUpgrades, _, Patch | Disruption) => muted("MX-09") || muted("MX-19"),
            (Self::NoMinorOrNodeUpgrades, ControlPlane, Minor) => !muted("MX-10"),
            (Self::NoMinorOrNodeUpgrades, ControlPlane, _) => muted("MX-10"),
            (Self::NoMinorOrNodeUpgrades, Nodes, _) => !muted("MX-07") && !muted("MX-10"),
        }
    }
}

/// The upgraded part of the cluster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClusterPart {
    ControlPlane,
    Nodes,
}

/// The kinds of upgrade that a scope tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum UpgradeKind {
    #[default]
    Minor,
    Patch,
    /// GKE recreates VMs at the same version (AM-30).
    Disruption,
}

/// The columns of the scope table (MX-08). Records pack their positions: the order never changes.
pub const SCOPE_COLUMNS: [(ClusterPart, UpgradeKind); 6] = [
    (ClusterPart::ControlPlane, UpgradeKind::Minor),
    (ClusterPart::ControlPlane, UpgradeKind::Patch),
    (ClusterPart::ControlPlane, UpgradeKind::Disruption),
    (ClusterPart::Nodes, UpgradeKind::Minor),
    (ClusterPart::Nodes, UpgradeKind::Patch),
    (ClusterPart::Nodes, UpgradeKind::Disruption),
];

/// The code of `pausedReason` while no window is open (BS-16).
pub const WINDOW_CLOSED: &str = "MAINTENANCE_WINDOW";

impl UpgradeKind {
    /// The code while the minimum interval between two such upgrades isn't over (BS-16, BS-27).
    pub fn paused_reason(self) -> &'static str {
        match self {
            Self::Minor => "CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE",
            Self::Patch | Self::Disruption => "CLUSTER_DISRUPTION_BUDGET",
        }
    }

    /// The kind of an upgrade between two versions. If one is unknown it counts as a minor upgrade.
    pub fn between(from: Option<Version>, to: Option<Version>) -> Self {
        let minor = |version: Version| (version.major, version.minor);
        if from.map(minor) == to.map(minor) { Self::Patch } else { Self::Minor }
    }
}

base::enum_table! {
    /// Why GKE ignores the policy (MW-07, MR-12, BS-19).
    #[derive(Default)]
    pub enum Override, name {
        #[default]
        Emergency = "emergency",
        CriticalPatch = "criticalPatch",
        EndOfSupport = "endOfSupport",
        /// The control plane's certificates expire within 30 days.
        Certificates = "certificates",
        /// The policy leaves less time than GKE requires.
        Starvation = "starvation",
    }
}

/// The kinds of work that the maintenance policy distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkKind {
    /// GKE does it automatically.
    Automatic(ClusterPart, UpgradeKind),
    /// A user requested a version, possibly the current one (MR-04).
    Manual,
    /// A user changed a setting that recreates nodes.
    Configuration(NodeChange),
    /// Labels and taints are set in place.
    Labels,
    Override(Override),
    ControlPlaneRepair,
    NodeRepair,
    /// The host of a VM is maintained or fails.
    HostEvent,
    Autoscaling,
}

impl WorkKind {
    /// The column of the scope table for this work; `None` = it never waits.
    ///
    /// Rulebook: MR-01 … MR-05, MR-09, MR-11 … MR-13, BS-03, BS-19, AM-28, AM-30, AM-71.
    /// Source: Maintenance windows and exclusions; Standard cluster upgrades.
    pub fn column(self) -> Option<(ClusterPart, UpgradeKind)> {
        let waits = Some((ClusterPart::Nodes, UpgradeKind::Disruption));
        let never = |ids: &[&'static str]| waits.filter(|_| ids.iter().any(|id| muted(id)));
        match self {
            Self::Automatic(..) if muted("MR-01") => None,
            Self::Automatic(_, UpgradeKind::Disruption) if muted("AM-30") => None,
            Self::Automatic(part, kind) => Some((part, kind)),
            Self::Configuration(change) if change.waits_for_maintenance() => {
                if muted("AM-71") {
                    return Some((ClusterPart::Nodes, UpgradeKind::Minor));
                }
                waits.filter(|_| !muted("MR-02"))
            }
            Self::Configuration(_) | Self::Labels => never(&["AM-28"]),
            Self::Manual => never(&["BS-03", "MR-04"]),
            Self::Override(Override::Emergency) => never(&["MW-07", "AM-72"]),
            Self::Override(Override::CriticalPatch) => never(&["MR-12", "AM-72"]),
            Self::Override(_) => never(&["BS-19", "AM-72"]),
            Self::ControlPlaneRepair => never(&["MR-09"]),
            Self::NodeRepair => never(&["MR-11"]),
            Self::HostEvent => never(&["MR-05"]),
            Self::Autoscaling => never(&["MR-13"]),
        }
    }
}

/// A period without certain work. It doesn't recur (MX-01, MX-02).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    pub name: String,
    pub from: SimTime,
    pub to: SimTime,
    pub scope: Scope,
    /// The node pools that it is about (BS-10); none: the whole cluster.
    pub pools: Vec<PoolId>,
}

impl Exclusion {
    /// Is the instant in `[from, to)`? At its end it no longer blocks.
    ///
    /// Rulebook: MX-20, AM-23. Source: Maintenance windows and exclusions.
    pub fn is_active(&self, at: SimTime) -> bool {
        let over = if muted("MX-20") || muted("AM-23") { at > self.to } else { at >= self.to };
        self.from <= at && !over
    }

    /// Is it about the pool, or, without one, about the cluster?
    pub fn is_about(&self, pool: Option<PoolId>) -> bool {
        self.pools.is_empty() || pool.is_some_and(|pool| self.pools.contains(&pool))
    }

    /// Does it prevent the work from starting at that instant?
    pub fn blocks(&self, at: SimTime, part: ClusterPart, kind: UpgradeKind) -> bool {
        self.is_active(at) && self.scope.blocks(part, kind) && !muted("MX-01")
    }
}

/// Windows and exclusions of a cluster.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Maintenance {
    /// Merged open intervals `[from, to)` in order, as far as computed.
    pub openings: Vec<(SimTime, SimTime)>,
    /// Numbered as bits of a `u32`: a scenario with more than 20 current ones is invalid (MX-23).
    pub exclusions: Vec<Exclusion>,
    /// When support ends, if known, and of which minor version.
    pub end_of_support: Option<(SimTime, Version)>,
}

/// What prevents work from starting at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blockers {
    /// No window is open.
    pub window: bool,
    /// Exclusions, as bits by number.
    pub exclusions: u32,
    /// The kind of control plane upgrade whose minimum interval isn't over (AM-27, BS-27).
    pub interval: Option<UpgradeKind>,
}

impl Blockers {
    pub fn none(self) -> bool {
        self == Self::default()
    }

    /// The numbers of the exclusions that block.
    pub fn exclusions(self) -> impl Iterator<Item = usize> {
        (0..u32::BITS as usize).filter(move |no| self.exclusions >> no & 1 == 1)
    }
}

impl Maintenance {
    /// All of time: without windows there is nothing to wait for (MW-17, AM-54).
    pub const ALL: (SimTime, SimTime) = (SimTime::from_ms(-SimTime::MAX.ms()), SimTime::MAX);

    /// A policy that blocks nothing.
    pub fn always() -> Self {
        Self { openings: vec![Self::ALL], ..Self::default() }
    }

    /// What the work is at that instant on what has this version: from the end of its support on, GKE upgrades it to a newer
    /// minor version regardless of the policy.
    ///
    /// Rulebook: BS-19. Source: Google's published GKE upgrade skill.
    pub fn enforced(&self, work: WorkKind, from: Option<Version>, at: SimTime) -> WorkKind {
        let minor = |version: Version| (version.major, version.minor);
        let over = self.end_of_support.zip(from).is_some_and(|((end, last), from)| {
            end <= at && minor(from) <= minor(last) && !muted("BS-19")
        });
        match work {
            WorkKind::Automatic(_, UpgradeKind::Minor) if over => {
                WorkKind::Override(Override::EndOfSupport)
            }
            _ => work,
        }
    }

    /// Is a window open? (`[start, end)`: AM-23)
    pub fn open_at(&self, at: SimTime) -> bool {
        let next = self.openings.partition_point(|(from, _)| *from <= at);
        next > 0 && at < self.openings[next - 1].1
    }

    /// What prevents the work on the pool, or on the cluster without one, from starting at the instant. An exclusion wins
    /// over a window, and every active one counts.
    ///
    /// Rulebook: BS-10, MW-02, MX-03, MX-12, MX-13, AM-54. Source: Maintenance windows and exclusions.
    pub fn blockers(&self, at: SimTime, work: WorkKind, pool: Option<PoolId>) -> Blockers {
        let Some((part, kind)) = work.column() else {
            return Blockers::default();
        };
        let window = !self.open_at(at) && !muted("MW-02");
        if muted("MX-03") && !window {
            return Blockers::default();
        }
        let most = if muted("MX-12") || muted("MX-13") { 1 } else { u32::BITS as usize };
        let blocking = self.exclusions.iter().take(u32::BITS as usize).enumerate();
        let blocking = blocking.filter(|(_, one)| one.is_about(pool) && one.blocks(at, part, kind));
        let exclusions = blocking.take(most).fold(0, |all, (no, _)| all | 1 << no);
        Blockers { window, exclusions, interval: None }
    }

    /// GKE's codes in `pausedReason`.
    ///
    /// Rulebook: BS-16. Source: ClusterUpgradeInfo; NodePoolUpgradeInfo.
    pub fn paused_reasons(&self, blockers: Blockers) -> impl Iterator<Item = &'static str> {
        let window = blockers.window.then_some(WINDOW_CLOSED);
        let exclusions = blockers.exclusions().filter_map(|no| self.exclusions.get(no));
        let exclusions = exclusions.map(|one| one.scope.paused_reason());
        let interval = blockers.interval.map(UpgradeKind::paused_reason);
        window.into_iter().chain(exclusions).chain(interval)
    }

    /// The first instant from `from` on at which nothing prevents the work from starting, within the known windows.
    /// Exclusions of node pools don't count.
    pub fn next_start(&self, from: SimTime, work: WorkKind) -> Option<SimTime> {
        let Some((part, kind)) = work.column() else {
            return Some(from);
        };
        let mut at = from;
        // Each round passes an opening or an exclusion.
        for _ in 0..=self.openings.len() + self.exclusions.len() {
            let of_cluster = self.exclusions.iter().filter(|one| one.is_about(None));
            let blocking = of_cluster.filter(|one| one.blocks(at, part, kind));
            if let Some(over) = blocking.map(|one| one.to).max() {
                at = over;
                continue;
            }
            if self.open_at(at) {
                return Some(at);
            }
            at = self.next_opening(at)?;
        }
        None
    }

    /// The exclusions of all scopes active at the instant, as bits by number.
    pub fn active_at(&self, at: SimTime) -> u32 {
        let all = self.exclusions.iter().take(u32::BITS as usize).enumerate();
        let active = all.filter(|(_, one)| one.is_active(at));
        active.fold(0, |all, (no, _)| all | 1 << no)
    }

    /// The first opening that begins after the instant.
    pub fn next_opening(&self, after: SimTime) -> Option<SimTime> {
        let next = self.openings.partition_point(|(from, _)| *from <= after);
        self.openings.get(next).map(|(from, _)| *from)
    }

    /// Instants at which a window opens or closes, after the start and before the end of time.
    pub fn edges(&self) -> impl Iterator<Item = SimTime> + '_ {
        let edges = self.openings.iter().flat_map(|(from, to)| [*from, *to]);
        edges.filter(|at| *at > SimTime::ZERO && *at < SimTime::MAX)
    }

    /// The next instant after the given one at which a window or exclusion begins or ends, or support ends.
    pub fn next_edge(&self, after: SimTime) -> Option<SimTime> {
        let around = self.openings.partition_point(|(from, _)| *from <= after);
        let windows = self.openings.iter().skip(around.saturating_sub(1)).take(2);
        let exclusions = self.exclusions.iter().map(|one| (one.from, one.to));
        let edges = windows.copied().chain(exclusions);
        let edges = edges.flat_map(|(from, to)| [from, to]);
        let edges = edges.chain(self.end_of_support.map(|(end, _)| end));
        edges.filter(|at| *at > after && *at < SimTime::MAX).min()
    }
}
