//! Nodes that are chosen among candidates, followed by change: the backends of a load balancer, and those of them that get new
//! connections.

use super::subset::{CONNECTED, GROUP, Subsets, parts};
use super::{Backend, BalancerKind, LoadBalancer};
use base::{NodeId, muted, order};

/// The same nodes as [`Subsets::backends`] or [`Subsets::connected`] chooses at each step, without looking at all of them again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    order: Precedence,
    /// By name.
    zones: Vec<ZoneCandidates>,
}

/// Which candidates of a zone come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Precedence {
    /// Those that are chosen already, then by hash.
    Hash(Subsets),
    /// By name, and at most [`GROUP`] of a zone.
    Name,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Hash(u64),
    Name(String),
}

/// The candidates of a zone, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ZoneCandidates {
    name: String,
    chosen: Vec<(Key, NodeId)>,
    others: Vec<(Key, NodeId)>,
}

impl ZoneCandidates {
    fn len(&self) -> usize {
        self.chosen.len() + self.others.len()
    }
}

impl Chosen {
    /// The backends among all nodes that may be one.
    ///
    /// Rulebook: LB-25 … LB-27, BS-64, BS-130. Source: About LoadBalancer Services; ingress-gce.
    pub fn backends(of: LoadBalancer, subsets: Subsets) -> Self {
        let by_name = of.kind.backend() == Backend::InstanceGroup && !muted("BS-130");
        let order = if by_name { Precedence::Name } else { Precedence::Hash(subsets) };
        Self { order, zones: Vec::new() }
    }

    /// The backends that get new connections. `None`: all of them.
    ///
    /// Rulebook: LB-15, AM-36. Source: About LoadBalancer Services.
    pub fn connected(kind: BalancerKind, subsets: Subsets) -> Option<Self> {
        let limited = kind == BalancerKind::InternalGroup && !muted("LB-15");
        limited.then(|| Self { order: Precedence::Hash(subsets), zones: Vec::new() })
    }

    /// The node, with its name and its zone's, is a candidate from now on, or no longer. A new one is not chosen yet.
    pub fn set(&mut self, node: NodeId, name: &str, zone: &str, is_candidate: bool) {
        let key = match self.order {
            Precedence::Hash(subsets) => Key::Hash(subsets.order(name)),
            Precedence::Name => Key::Name(name.to_owned()),
        };
        let at = self.zones.binary_search_by(|other| other.name.as_str().cmp(zone));
        let at = at.unwrap_or_else(|at| {
            let (chosen, others) = (Vec::new(), Vec::new());
            self.zones.insert(at, ZoneCandidates { name: zone.to_owned(), chosen, others });
            at
        });
        let ZoneCandidates { chosen, others, .. } = &mut self.zones[at];
        let one = (key, node);
        if is_candidate {
            put(others, one);
            return;
        }
        for list in [chosen, others] {
            if let Ok(at) = list.binary_search(&one) {
                list.remove(at);
            }
        }
    }

    /// Zones with candidates.
    pub fn zones(&self) -> usize {
        self.zones.iter().filter(|zone| zone.len() > 0).count()
    }

    /// [`Chosen::settle`] for backends that get new connections.
    pub fn connect(&mut self) -> Vec<(NodeId, bool)> {
        self.settle(Some(CONNECTED))
    }

    /// Chooses anew after all changes of an instant: which nodes are chosen from now on, and which no longer.
    pub fn settle(&mut self, limit: Option<usize>) -> Vec<(NodeId, bool)> {
        let by_name = self.order == Precedence::Name;
        let mut zones: Vec<&mut ZoneCandidates> = self.zones.iter_mut().collect();
        order::sort_by_key(&mut zones, |zone| zone.len());
        let most = if by_name { GROUP } else { usize::MAX };
        let sizes: Vec<usize> = zones.iter().map(|zone| zone.len().min(most)).collect();
        let mut changes = Vec::new();
        for (zone, part) in zones.into_iter().zip(parts(&sizes, limit)) {
            let keep = if by_name { zone.first_by_name(part) } else { part };
            for one in zone.chosen.split_off(keep.min(zone.chosen.len())) {
                changes.push((one.1, false));
                put(&mut zone.others, one);
            }
            let more = part - zone.chosen.len();
            for one in zone.others.drain(..more) {
                changes.push((one.1, true));
                put(&mut zone.chosen, one);
            }
        }
        changes
    }
}

impl ZoneCandidates {
    /// How many of the chosen ones are among the first of so many candidates.
    fn first_by_name(&self, part: usize) -> usize {
        let before = |at: usize| self.others.partition_point(|one| *one < self.chosen[at]);
        (0..self.chosen.len().min(part))
            .rev()
            .find(|at| at + before(*at) < part)
            .map_or(0, |at| at + 1)
    }
}

fn put(list: &mut Vec<(Key, NodeId)>, one: (Key, NodeId)) {
    if let Err(at) = list.binary_search(&one) {
        list.insert(at, one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_balancer::{BackendNode, Behavior, NodeInZone, PodsHere};
    use std::ops::Range;

    #[test]
    fn a_zone_without_candidates_does_not_count() {
        let of = LoadBalancer { kind: BalancerKind::ExternalNeg, local: false };
        let mut follows = Chosen::backends(of, Subsets::new(1, "default/web"));
        for (id, zone) in [(0, "a"), (1, "b")] {
            follows.set(NodeId(id), "n", zone, true);
        }
        follows.set(NodeId(1), "n", "b", false);
        assert_eq!(follows.zones(), 1);
    }

    /// BS-64, BS-130, AM-94: what follows the changes has the backends that a look at all nodes gives.
    #[test]
    fn backends_are_followed_by_change() {
        // So many of each zone; names don't have the order of ids.
        let zone = |id: u32| if id.is_multiple_of(4) { "b" } else { "a" };
        let name = |id: u32| format!("n-{:05}", id.wrapping_mul(7919) % 99_991);
        let pods = PodsHere { staying: 1, ready: 1 };
        let steps: [(Range<u32>, Range<u32>); 7] = [
            (0..8, 0..0),
            (8..1500, 0..0),
            // Some come before others of a full group.
            (1500..1600, 0..0),
            (0..0, 3..700),
            (3..20, 1000..1001),
            (20..400, 700..710),
            (400..699, 900..1400),
        ];
        for (kind, local) in [
            (BalancerKind::InternalNeg, false),
            (BalancerKind::InternalNeg, true),
            (BalancerKind::ExternalNeg, false),
            (BalancerKind::ExternalGroup, false),
            (BalancerKind::TargetPool, true),
        ] {
            let of = LoadBalancer { kind, local };
            let subsets = Subsets::new(1, "default/web");
            let mut follows = Chosen::backends(of, subsets);
            let (mut there, mut backends) = (Vec::<u32>::new(), Vec::<NodeId>::new());
            for (comes, goes) in steps.clone() {
                there.retain(|id| !goes.contains(id));
                there.extend(comes.clone());
                for (ids, is_candidate) in [(goes.clone(), false), (comes, true)] {
                    ids.for_each(|id| {
                        follows.set(NodeId(id), &name(id), zone(id), is_candidate);
                    });
                }
                backends.retain(|id| !goes.contains(&id.0));
                let present = backends.len();
                let limit = of.limit(Behavior::CURRENT, follows.zones(), there.len(), present);
                let names: Vec<String> = there.iter().map(|id| name(*id)).collect();
                let nodes = there.iter().zip(&names).map(|(id, name)| NodeInZone {
                    id: NodeId(*id),
                    name,
                    zone: zone(*id),
                    facts: BackendNode::WELL,
                    pods,
                    present: backends.contains(&NodeId(*id)),
                });
                let nodes: Vec<NodeInZone<'_>> = nodes.collect();
                let wanted = subsets.backends(of, Behavior::CURRENT, &nodes, present);
                for (node, is_chosen) in follows.settle(limit) {
                    assert_eq!(backends.contains(&node), !is_chosen, "{kind:?} {node:?}");
                    match is_chosen {
                        true => backends.push(node),
                        false => backends.retain(|one| *one != node),
                    }
                }
                backends.sort_unstable();
                assert_eq!(backends, wanted, "{kind:?}");
            }
        }
    }
}
