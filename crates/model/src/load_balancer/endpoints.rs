//! What a node does with a new connection: to which Pods it goes, or how it is lost.

use super::Behavior;
use crate::version::Version;
use base::muted;

/// How a new connection is lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lost {
    /// Nothing answers. A client that waits long enough for its repeated packets may be late instead.
    TimedOut,
    Refused,
    Reset,
}

/// How many Pods of a Service may take connections, on a node or in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endpoints {
    pub ready: u32,
    /// Terminating, and still passing readiness.
    pub serving: u32,
}

impl Endpoints {
    /// May one of them be chosen? `last`: terminating ones are the last resort.
    fn any(self, last: bool) -> bool {
        self.ready > 0 || last && (self.serving > 0 || muted("BS-124"))
    }
}

const LAST_RESORT: Version = Version { major: 1, minor: 26, patch: None, gke: None };
const LAST_RESORT_V2: Version = Version { major: 1, minor: 26, patch: Some(4), gke: Some(500) };

impl Behavior {
    /// Does a node of the version send connections to terminating Pods where no other is ready? `None`: it is taken as recent.
    ///
    /// Rulebook: LB-41, BS-124. Source: About LoadBalancer Services; Kubernetes, `pkg/proxy/topology.go`.
    pub fn has_last_resort(self, version: Option<Version>) -> bool {
        let first = if self.dataplane_v2 { LAST_RESORT_V2 } else { LAST_RESORT };
        version.is_none_or(|version| version >= first) && !muted("LB-41")
    }

    /// How a connection is lost on a node of the version; `None`: it goes to a Pod, to a ready one if there is any. `local`: only those
    /// on the node may be chosen.
    ///
    /// Rulebook: LB-40 … LB-42, BS-123, BS-124. Source: Kubernetes, `pkg/proxy/iptables`, `pkg/proxy/topology.go`.
    pub fn loses(
        self,
        version: Option<Version>,
        local: bool,
        here: Endpoints,
        all: Endpoints,
    ) -> Option<Lost> {
        let last = self.has_last_resort(version);
        let own = if local { here } else { all };
        if own.any(last) {
            None
        } else if !self.edition_2026 || self.dataplane_v2 || muted("BS-123") {
            Some(Lost::Reset)
        } else if local && all.any(last) {
            Some(Lost::TimedOut)
        } else {
            Some(Lost::Refused)
        }
    }
}
