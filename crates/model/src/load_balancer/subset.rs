//! The backends among all nodes that may be one: NEGs and instance groups have limits.

use super::{Backend, BackendNode, BalancerKind, Behavior, LoadBalancer, PodsHere};
use base::{Digest, Draws, NodeId, muted, order};

/// The stream of draws that order nodes.
const SUBSETS: u64 = 0x7375_6273;
/// An instance group has at most so many VMs (BS-130).
pub(super) const GROUP: usize = 1000;
/// An internal load balancer distributes new connections to so many backends (LB-15).
pub(super) const CONNECTED: usize = 250;
const INTERNAL_LOCAL: usize = 250;
const INTERNAL_CLUSTER: usize = 25;
const EXTERNAL_CLUSTER: usize = 250;
const EXTERNAL_LOCAL: usize = 3000;

/// A node with what decides whether it is a backend.
#[derive(Clone, Copy, Debug)]
pub struct NodeInZone<'a> {
    pub id: NodeId,
    pub name: &'a str,
    pub zone: &'a str,
    pub facts: BackendNode,
    pub pods: PodsHere,
    /// It is a backend already; for [`Subsets::connected`], one that gets new connections.
    pub present: bool,
}

/// The order in which nodes are chosen for one Service: by a hash of both names, the same whenever it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subsets(Draws);

impl Subsets {
    /// `service`: its namespace and name.
    pub fn new(seed: u64, service: &str) -> Self {
        Self(Draws::of(seed, SUBSETS, key(service)))
    }

    /// The backends, sorted, of all nodes of the cluster. `present`: how many there are now, also on nodes that are gone.
    /// A run follows them by change ([`Chosen`](super::Chosen)).
    ///
    /// Rulebook: LB-25 … LB-27, BS-64, BS-130. Source: About LoadBalancer Services; ingress-gce.
    pub fn backends(
        self,
        of: LoadBalancer,
        behavior: Behavior,
        all: &[NodeInZone<'_>],
        present: usize,
    ) -> Vec<NodeId> {
        let may = |node: &&NodeInZone<'_>| of.is_candidate(behavior, &node.facts, node.pods);
        let mut zones = by_zone(all.iter().filter(may));
        if of.kind.backend() == Backend::InstanceGroup && !muted("BS-130") {
            for zone in &mut zones {
                order::sort_by_key(zone, |node| node.name);
                zone.truncate(GROUP);
            }
        }
        let pods = all.iter().map(|node| node.pods.staying as usize).sum();
        let limit = of.limit(behavior, zones.len(), pods, present);
        self.choose(zones, limit)
    }

    /// Of the backends, those that get new connections, sorted: not all in instance groups of an internal load balancer.
    ///
    /// Rulebook: LB-15, AM-36. Source: About LoadBalancer Services.
    pub fn connected(self, kind: BalancerKind, backends: &[NodeInZone<'_>]) -> Vec<NodeId> {
        let limit = (kind.is_internal() && !muted("LB-15")).then_some(CONNECTED);
        self.choose(by_zone(backends.iter()), limit)
    }

    /// Chooses as many nodes as the limit allows. A zone gets an equal part of what the smaller ones left, rounded down, and
    /// keeps those of its nodes that are chosen already, then takes them in the order of their hashes.
    ///
    /// Rulebook: BS-64, AM-36. Source: ingress-gce, `pkg/neg/syncers/subsets.go`. Simplified: the hash is not GKE's.
    fn choose(self, mut zones: Vec<Vec<&NodeInZone<'_>>>, limit: Option<usize>) -> Vec<NodeId> {
        // Zones of a size stay in the order of their names.
        order::sort_by_key(&mut zones, Vec::len);
        let sizes: Vec<usize> = zones.iter().map(Vec::len).collect();
        let mut chosen = Vec::new();
        for (mut zone, part) in zones.into_iter().zip(parts(&sizes, limit)) {
            if part < zone.len() {
                order::sort_by_key(&mut zone, |node| {
                    (!node.present, self.order(node.name), node.id)
                });
                zone.truncate(part);
            }
            chosen.extend(zone.iter().map(|node| node.id));
        }
        order::sort(&mut chosen);
        chosen
    }

    pub(super) fn order(self, node: &str) -> u64 {
        self.0.at(key(node)).0
    }
}

/// How many nodes of each zone are chosen, from the smallest zone on: an equal part of what the smaller ones left, rounded down.
pub(super) fn parts(sizes: &[usize], limit: Option<usize>) -> Vec<usize> {
    let mut left = limit.unwrap_or(usize::MAX);
    let parts = sizes.iter().enumerate().map(|(at, size)| {
        let part = if muted("BS-64") { left } else { left / (sizes.len() - at) };
        let taken = part.min(*size);
        left -= taken;
        taken
    });
    parts.collect()
}

impl LoadBalancer {
    /// The most backends, if there is a limit, with candidates in so many zones, Pods that aren't terminating, and backends
    /// that are present. With no more candidates, each of them is a backend; instance groups have a limit in each zone.
    ///
    /// Rulebook: LB-26, LB-27, BS-64, AM-36, AM-94. Source: About LoadBalancer Services; ingress-gce.
    pub fn limit(
        self,
        behavior: Behavior,
        zones: usize,
        pods: usize,
        present: usize,
    ) -> Option<usize> {
        match (self.kind, self.local) {
            (BalancerKind::InternalNeg, true) => Some(INTERNAL_LOCAL),
            (BalancerKind::InternalNeg, false) if muted("LB-26") => None,
            (BalancerKind::InternalNeg, false) => {
                // So that every zone has as many, and a node more in one moves none in another.
                let even = (INTERNAL_CLUSTER - 1).is_multiple_of(zones.max(1));
                let even = even && behavior.edition_2026 && !muted("AM-36");
                Some(INTERNAL_CLUSTER - usize::from(even))
            }
            (BalancerKind::ExternalNeg, true) => Some(EXTERNAL_LOCAL),
            (BalancerKind::ExternalNeg, false) if muted("AM-94") => Some(EXTERNAL_CLUSTER),
            (BalancerKind::ExternalNeg, false) => {
                Some(pods.max(3 * zones).min(EXTERNAL_CLUSTER).max(present))
            }
            (
                BalancerKind::InternalGroup
                | BalancerKind::ExternalGroup
                | BalancerKind::TargetPool,
                _,
            ) => None,
        }
    }
}

/// The nodes of each zone that has some, by the zones' names.
fn by_zone<'a>(nodes: impl Iterator<Item = &'a NodeInZone<'a>>) -> Vec<Vec<&'a NodeInZone<'a>>> {
    let mut nodes: Vec<_> = nodes.collect();
    order::sort_by_key(&mut nodes, |node| node.zone);
    nodes.chunk_by(|one, other| one.zone == other.zone).map(<[_]>::to_vec).collect()
}

/// A number for a name.
fn key(name: &str) -> u64 {
    let mut digest = Digest::new();
    name.bytes().for_each(|byte| digest.word(u64::from(byte)));
    digest.value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_balancer::Chosen;
    use expect_test::expect;

    const BEHAVIOR: Behavior = Behavior::CURRENT;

    /// Nodes of zones with these names, so many in each; each with a Pod.
    fn nodes(zones: &[(&'static str, usize)]) -> Vec<(String, &'static str)> {
        let nodes = |(zone, count): &(&'static str, usize)| {
            let zone = *zone;
            (0..*count).map(move |n| (format!("{zone}-{n}"), zone)).collect::<Vec<_>>()
        };
        zones.iter().flat_map(nodes).collect()
    }

    fn places<'a>(nodes: &'a [(String, &'static str)], present: &[NodeId]) -> Vec<NodeInZone<'a>> {
        let facts = BackendNode::WELL;
        let pods = PodsHere { staying: 1, ready: 1 };
        let ids = (0..).map(NodeId);
        let place = |((name, zone), id): (&'a (String, &'static str), NodeId)| NodeInZone {
            id,
            name,
            zone,
            facts,
            pods,
            present: present.contains(&id),
        };
        nodes.iter().zip(ids).map(place).collect()
    }

    /// How many of each zone.
    fn spread(nodes: &[(String, &'static str)], chosen: &[NodeId]) -> String {
        let mut zones: Vec<_> = chosen.iter().map(|node| nodes[node.0 as usize].1).collect();
        zones.sort_unstable();
        let zones = zones.chunk_by(|one, other| one == other);
        zones.map(|zone| format!("{}={} ", zone[0], zone.len())).collect()
    }

    fn lb(kind: BalancerKind, local: bool) -> LoadBalancer {
        LoadBalancer { kind, local }
    }

    /// LB-26, BS-64: the smallest zone first, whatever its name; another Service has other nodes.
    #[test]
    fn zones_are_filled_evenly() {
        let nodes = nodes(&[("a", 30), ("b", 30), ("c", 1), ("d", 4), ("e", 30)]);
        let places = places(&nodes, &[]);
        let of = lb(BalancerKind::InternalNeg, false);
        let chosen = |service| Subsets::new(1, service).backends(of, BEHAVIOR, &places, 0);
        let web = chosen("default/web");
        expect!["a=6 b=7 c=1 d=4 e=7 "].assert_eq(&spread(&nodes, &web));
        assert_eq!(chosen("default/web"), web);
        assert_ne!(chosen("default/api"), web);
    }

    /// AM-36: with 24, a node more in one zone moves none in another.
    #[test]
    fn backends_stay_when_nodes_come() {
        let before = nodes(&[("a", 20), ("b", 20), ("c", 20)]);
        let of = lb(BalancerKind::InternalNeg, false);
        let subsets = Subsets::new(1, "default/web");
        let chosen = subsets.backends(of, BEHAVIOR, &places(&before, &[]), 0);
        let mut after = before.clone();
        after.extend((0..50).map(|n| (format!("new-{n}"), "a")));
        let again = subsets.backends(of, BEHAVIOR, &places(&after, &chosen), 24);
        assert_eq!(again, chosen);
        let anew = subsets.backends(of, BEHAVIOR, &places(&after, &[]), 0);
        assert_ne!(anew, chosen, "the hash alone prefers some of the new ones");
    }

    /// AM-94: fewer Pods take no backend away, and one that is gone is replaced.
    #[test]
    fn an_external_subset_never_shrinks() {
        let nodes = nodes(&[("a", 20), ("b", 20), ("c", 20)]);
        let of = lb(BalancerKind::ExternalNeg, false);
        let with_pods = |pods: usize, present: &[NodeId]| {
            let mut places = places(&nodes, present);
            places.iter_mut().skip(pods).for_each(|place| place.pods = PodsHere::default());
            let subsets = Subsets::new(1, "default/web");
            subsets.backends(of, BEHAVIOR, &places, present.len())
        };
        let few = with_pods(5, &[]);
        let many = with_pods(40, &few);
        assert_eq!(spread(&nodes, &few), "a=3 b=3 c=3 ");
        assert_eq!(spread(&nodes, &many), "a=13 b=13 c=14 ");
        assert!(few.iter().all(|node| many.contains(node)));
        assert_eq!(with_pods(5, &many), many);
        let mut rest = places(&nodes, &many);
        rest.retain(|node| node.id != many[0]);
        rest.iter_mut().for_each(|node| node.pods = PodsHere::default());
        let again = Subsets::new(1, "default/web").backends(of, BEHAVIOR, &rest, many.len());
        assert_eq!(again.len(), many.len());
    }

    /// LB-15: of an internal load balancer's instance groups, 250 nodes get new connections.
    #[test]
    fn an_internal_load_balancer_reaches_250_backends() {
        let nodes = nodes(&[("a", 200), ("b", 100)]);
        let connected = |kind| {
            let subsets = Subsets::new(1, "default/web");
            let backends = subsets.backends(lb(kind, false), BEHAVIOR, &places(&nodes, &[]), 0);
            assert_eq!(backends.len(), 300);
            spread(&nodes, &subsets.connected(kind, &places(&nodes, &[])))
        };
        assert_eq!(connected(BalancerKind::InternalGroup), "a=150 b=100 ");
        assert_eq!(connected(BalancerKind::ExternalGroup), "a=200 b=100 ");
    }

    /// AM-36: what follows the changes of each instant has the nodes that a choice among all gives.
    #[test]
    fn connected_backends_are_followed_by_change() {
        let kind = BalancerKind::InternalGroup;
        let nodes = nodes(&[("a", 300), ("b", 90), ("c", 60)]);
        let subsets = Subsets::new(1, "default/web");
        assert_eq!(Chosen::connected(BalancerKind::ExternalGroup, subsets), None);
        let mut follows = Chosen::connected(kind, subsets).unwrap();
        let (mut backends, mut connected) = (Vec::<NodeId>::new(), Vec::<NodeId>::new());
        // Which nodes come, which of them go, and how many are connected then.
        for (comes, goes, wanted) in [
            (0..200, 0..0, "a=200 "),
            (200..450, 0..0, "a=100 b=90 c=60 "),
            (0..0, 3..4, "a=100 b=90 c=60 "),
            (0..0, 300..390, "a=190 c=60 "),
            (300..310, 392..450, "a=238 b=10 c=2 "),
            (3..4, 10..200, "a=110 b=10 c=2 "),
        ] {
            let ids = |range: std::ops::Range<u32>| range.map(NodeId);
            for (range, is_backend) in [(comes.clone(), true), (goes.clone(), false)] {
                for id in ids(range) {
                    let (name, zone) = &nodes[id.0 as usize];
                    follows.set(id, name, zone, is_backend);
                }
            }
            backends.extend(ids(comes));
            backends.retain(|id| !goes.contains(&id.0));
            let mut is = connected.clone();
            is.retain(|id| !goes.contains(&id.0));
            for (id, is_connected) in follows.connect() {
                match is_connected {
                    true => is.push(id),
                    false => is.retain(|other| *other != id),
                }
            }
            is.sort_unstable();
            let mut places = places(&nodes, &connected);
            places.retain(|place| backends.contains(&place.id));
            connected = subsets.connected(kind, &places);
            assert_eq!(is, connected);
            assert_eq!(spread(&nodes, &connected), wanted);
            assert!(follows.connect().is_empty());
        }
    }

    /// LB-27: so many nodes with Pods are backends with `Local`.
    #[test]
    fn local_subsets_have_limits_too() {
        let nodes = nodes(&[("a", 3100)]);
        let backends = |kind| {
            let subsets = Subsets::new(1, "default/web");
            subsets.backends(lb(kind, true), BEHAVIOR, &places(&nodes, &[]), 0).len()
        };
        let kinds = [
            BalancerKind::InternalNeg,
            BalancerKind::ExternalNeg,
            BalancerKind::ExternalGroup,
            BalancerKind::TargetPool,
        ];
        assert_eq!(kinds.map(backends), [250, 3000, 1000, 3100]);
    }
}
