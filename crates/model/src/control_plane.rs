//! The control plane of the cluster: its version, its replicas, and the state of its upgrade.

use super::maintenance::UpgradeKind;
use super::version::Version;
use base::{SimSpan, SimTime, muted};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlPlane {
    /// `None`: not in the scenario.
    pub version: Option<Version>,
    /// One in a zonal cluster, three in a regional or Autopilot cluster (AM-69).
    pub replicas: u32,
    /// The replica being upgraded, its new version, and when that ends.
    pub replica: Option<u32>,
    pub target: Option<Version>,
    pub until: Option<SimTime>,
    pub autopilot: bool,
    /// When its last upgrade to a new minor version began, and its last patch upgrade, in the run or before it.
    pub last_minor: Option<SimTime>,
    pub last_patch: Option<SimTime>,
}

/// How soon GKE may automatically upgrade a control plane again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The cluster's disruption budget: minimum intervals between two minor upgrades, and between two patch
    /// upgrades. `None` in edition 2025, which only limits the steps to a target (AM-27).
    pub budget: Option<(SimSpan, SimSpan)>,
    /// When the cluster was created, if known.
    pub created: Option<SimTime>,
    /// How long before each upgrade it is announced (BS-29).
    pub notice: Option<SimSpan>,
}

impl Pace {
    /// Also the disruption budget's default.
    pub const MINOR: SimSpan = SimSpan::from_secs(30 * 86_400);
    pub const PATCH: SimSpan = SimSpan::from_secs(86_400);
    /// The longest interval that GKE takes.
    pub const LONGEST: SimSpan = SimSpan::from_secs(90 * 86_400);
    pub const NOTICE: SimSpan = SimSpan::from_secs(72 * 3600);
    /// Edition 2025.
    pub const SEED: Self = Self { budget: None, created: None, notice: None };

    /// The first instant at which GKE may begin an automatic upgrade of that kind, considering earlier ones; `steps`: on
    /// the way to a target. `None`: at any time.
    ///
    /// Rulebook: MX-21, AM-27, BS-27. Source: Maintenance windows and exclusions; Control the frequency of disruption from
    /// automatic upgrades.
    pub fn earliest(&self, of: &ControlPlane, kind: UpgradeKind, steps: bool) -> Option<SimTime> {
        let Some((minor, patch)) = self.budget.filter(|_| !muted("BS-27")) else {
            let paced = steps && kind == UpgradeKind::Minor && !muted("AM-27") && !muted("MX-21");
            return of.last_minor.filter(|_| paced).map(|last| last + Self::MINOR);
        };
        let after = |last: Option<SimTime>, interval: SimSpan| last.map(|last| last + interval);
        match kind {
            UpgradeKind::Minor => after(of.last_minor.max(self.created), minor),
            UpgradeKind::Patch => {
                after(of.last_patch.max(self.created), patch).max(after(of.last_minor, Self::PATCH))
            }
            UpgradeKind::Disruption => None,
        }
    }
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
            last_minor: None,
            last_patch: None,
        }
    }
}

impl ControlPlane {
    /// Begins an upgrade, or, without `to`, recreates its VMs at the same version.
    pub fn begin(&mut self, to: Option<Version>, at: SimTime) {
        self.target = to;
        match to.map(|_| UpgradeKind::between(self.version, to)) {
            Some(UpgradeKind::Minor) => self.last_minor = Some(at),
            Some(UpgradeKind::Patch | UpgradeKind::Disruption) => self.last_patch = Some(at),
            None => {}
        }
    }

    pub fn end(&mut self) {
        self.version = self.target.or(self.version);
        (self.replica, self.target, self.until) = (None, None, None);
    }

    /// Is the API unavailable (MR-10)?
    pub fn is_down(&self) -> bool {
        self.replica.is_some() && self.replicas == 1
    }

    /// Does it currently prevent the creation of nodes (AM-69)?
    pub fn holds_nodes_back(&self) -> bool {
        self.replica.is_some() && self.autopilot
    }
}
