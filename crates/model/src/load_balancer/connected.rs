//! Which backends get new connections, followed by change: in instance groups of an internal load balancer not all do.

use super::BalancerKind;
use super::subset::{INTERNAL, Subsets, parts};
use base::{NodeId, muted, order};

/// The same nodes as [`Subsets::connected`] chooses at each step, without looking at all of them again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connected {
    subsets: Subsets,
    /// By name.
    zones: Vec<Zone>,
}

/// The backends of a zone, in the order in which they are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Zone {
    name: String,
    connected: Vec<(u64, NodeId)>,
    others: Vec<(u64, NodeId)>,
}

impl Connected {
    /// `None`: all backends get new connections.
    ///
    /// Rulebook: LB-15, AM-36. Source: About LoadBalancer Services.
    pub fn of(kind: BalancerKind, subsets: Subsets) -> Option<Self> {
        let limited = kind == BalancerKind::InternalGroup && !muted("LB-15");
        limited.then(|| Self { subsets, zones: Vec::new() })
    }

    /// The node, with its name and its zone's, is a backend from now on, or no longer. A new one gets no connections yet.
    pub fn set(&mut self, node: NodeId, name: &str, zone: &str, is_backend: bool) {
        let one = (self.subsets.order(name), node);
        let at = self.zones.binary_search_by(|other| other.name.as_str().cmp(zone));
        let at = at.unwrap_or_else(|at| {
            let (connected, others) = (Vec::new(), Vec::new());
            self.zones.insert(at, Zone { name: zone.to_owned(), connected, others });
            at
        });
        let Zone { connected, others, .. } = &mut self.zones[at];
        if is_backend {
            put(others, one);
            return;
        }
        for list in [connected, others] {
            if let Ok(at) = list.binary_search(&one) {
                list.remove(at);
            }
        }
    }

    /// Chooses anew after all changes of an instant: which nodes get new connections from now on, and which no longer.
    pub fn settle(&mut self) -> Vec<(NodeId, bool)> {
        let mut zones: Vec<&mut Zone> = self.zones.iter_mut().collect();
        order::sort_by_key(&mut zones, |zone| zone.connected.len() + zone.others.len());
        let sizes = zones.iter().map(|zone| zone.connected.len() + zone.others.len());
        let sizes: Vec<usize> = sizes.collect();
        let mut changes = Vec::new();
        for (zone, part) in zones.into_iter().zip(parts(&sizes, Some(INTERNAL))) {
            let more = part.saturating_sub(zone.connected.len());
            for one in zone.connected.split_off(part.min(zone.connected.len())) {
                put(&mut zone.others, one);
                changes.push((one.1, false));
            }
            for one in zone.others.drain(..more) {
                put(&mut zone.connected, one);
                changes.push((one.1, true));
            }
        }
        changes
    }
}

fn put(list: &mut Vec<(u64, NodeId)>, one: (u64, NodeId)) {
    if let Err(at) = list.binary_search(&one) {
        list.insert(at, one);
    }
}
