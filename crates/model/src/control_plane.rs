//! The control plane of the cluster: its version, its replicas, and how far an upgrade of it is.

use super::maintenance::Kind;
use super::version::Version;
use base::{SimSpan, SimTime, muted};

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
    /// When its last upgrade to a new minor version began in the run, and its last to a patch.
    pub last_minor: Option<SimTime>,
    pub last_patch: Option<SimTime>,
}

/// How soon GKE upgrades a control plane again by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The disruption budget of the cluster: least times between two upgrades to a new minor version, and between two to a
    /// patch. `None` in the edition of the seed, in which only the way to a target has a pace (AM-27).
    pub budget: Option<(SimSpan, SimSpan)>,
    /// When the cluster was created, if the scenario says so.
    pub created: Option<SimTime>,
    /// So long before each it is announced (BS-29).
    pub notice: Option<SimSpan>,
}

impl Pace {
    /// Also what the disruption budget has unless the cluster says otherwise.
    pub const MINOR: SimSpan = SimSpan::from_secs(30 * 86_400);
    pub const PATCH: SimSpan = SimSpan::from_secs(86_400);
    pub const NOTICE: SimSpan = SimSpan::from_secs(72 * 3600);
    /// The edition of the seed.
    pub const SEED: Self = Self {
        budget: None,
        created: None,
        notice: None,
    };

    /// The first instant at which GKE may begin an upgrade of that kind by itself, as far as others before it go; on the way
    /// to a target where `steps`. `None`: at any time.
    ///
    /// Rulebook: MX-21, AM-27, BS-27. Source: Maintenance windows and exclusions; Control the frequency of disruption from
    /// automatic upgrades.
    pub fn earliest(&self, of: &ControlPlane, kind: Kind, steps: bool) -> Option<SimTime> {
        let Some((minor, patch)) = self.budget.filter(|_| !muted("BS-27")) else {
            let paced = steps && kind == Kind::Minor && !muted("AM-27") && !muted("MX-21");
            return of
                .last_minor
                .filter(|_| paced)
                .map(|last| last + Self::MINOR);
        };
        let after = |last: Option<SimTime>, interval: SimSpan| last.map(|last| last + interval);
        match kind {
            Kind::Minor => after(of.last_minor.max(self.created), minor),
            Kind::Patch => {
                after(of.last_patch.max(self.created), patch).max(after(of.last_minor, Self::PATCH))
            }
            Kind::Disruption => None,
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
    /// Begins an upgrade, or recreates its VMs at the version that it has.
    pub fn begin(&mut self, to: Option<Version>, at: SimTime) {
        self.target = to;
        match to.map(|_| Kind::between(self.version, to)) {
            Some(Kind::Minor) => self.last_minor = Some(at),
            Some(Kind::Patch | Kind::Disruption) => self.last_patch = Some(at),
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

    /// Are no nodes created meanwhile (AM-69)?
    pub fn holds_nodes_back(&self) -> bool {
        self.replica.is_some() && self.autopilot
    }
}
