//! What GKE accepts although it doesn't work well.

use super::subset::{CONNECTED, GROUP};
use super::{Backend, BalancerKind, LoadBalancer};
use base::muted;

/// Sizes of the cluster that a load balancer may not be up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// Of all pools.
    pub nodes: usize,
    /// Nodes with a Pod of the Service that isn't terminating.
    pub serving_nodes: usize,
    /// The nodes that may be backends, in the zone with the most of them.
    pub largest_zone: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Warning {
    /// More than 250 nodes and an internal Service without subsetting: some get no traffic.
    TooManyNodes,
    /// More than 250 nodes with Pods of an internal Service with subsetting and `Local`.
    TooManyServing,
    /// A zone has more than 1,000 nodes, the most that its instance group takes.
    GroupIsFull,
}

impl Warning {
    const ALL: [Self; 3] = [Self::TooManyNodes, Self::TooManyServing, Self::GroupIsFull];

    /// The rule behind it.
    pub fn id(self) -> &'static str {
        match self {
            Self::TooManyNodes => "LB-13",
            Self::TooManyServing => "LB-14",
            Self::GroupIsFull => "BS-130",
        }
    }
}

impl LoadBalancer {
    /// Rulebook: LB-13, LB-14, BS-130. Source: About LoadBalancer Services; ingress-gce, cloud-provider-gcp.
    pub fn warnings(self, counts: Sizes) -> impl Iterator<Item = Warning> {
        let holds = move |warning: &Warning| match warning {
            Warning::TooManyNodes => {
                self.kind == BalancerKind::InternalGroup && counts.nodes > CONNECTED
            }
            Warning::TooManyServing => {
                self.kind == BalancerKind::InternalNeg
                    && self.local
                    && counts.serving_nodes > CONNECTED
            }
            Warning::GroupIsFull => {
                self.kind.backend() == Backend::InstanceGroup && counts.largest_zone > GROUP
            }
        };
        Warning::ALL.into_iter().filter(holds).filter(|warning| !muted(warning.id()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LB-13, LB-14, BS-130: the limits themselves are fine.
    #[test]
    fn warnings_begin_beyond_the_limits() {
        let ids = |kind, local, counts: [usize; 3]| {
            let [nodes, serving_nodes, largest_zone] = counts;
            let counts = Sizes { nodes, serving_nodes, largest_zone };
            LoadBalancer { kind, local }.warnings(counts).map(Warning::id).collect::<Vec<_>>()
        };
        assert!(ids(BalancerKind::InternalGroup, true, [250, 250, 250]).is_empty());
        assert_eq!(ids(BalancerKind::InternalGroup, false, [251, 1, 251]), ["LB-13"]);
        assert_eq!(ids(BalancerKind::InternalGroup, false, [3000, 1, 1001]), ["LB-13", "BS-130"]);
        assert!(ids(BalancerKind::ExternalGroup, true, [1000, 1000, 1000]).is_empty());
        assert_eq!(ids(BalancerKind::InternalNeg, true, [3000, 251, 1001]), ["LB-14"]);
        assert!(ids(BalancerKind::InternalNeg, false, [3000, 3000, 1001]).is_empty());
        assert!(ids(BalancerKind::TargetPool, true, [3000, 3000, 3000]).is_empty());
    }
}
