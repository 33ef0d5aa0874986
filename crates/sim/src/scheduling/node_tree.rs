//! The order in which a large cluster is searched: round-robin over the zones, from where the last search ended.

use base::id::Id as _;
use base::{NodeId, ZoneId, muted};

/// Existing nodes by zone, in id order.
#[derive(Clone, Debug)]
pub(super) struct NodeTree {
    zones: Vec<ZoneNodes>,
    nodes: u32,
    /// Per node ever set, its zone and its place in the zone's list.
    places: Vec<(u32, u32)>,
    /// Counts how often nodes moved to other places.
    epoch: u64,
}

/// The zone of a node that has no place.
const NOWHERE: u32 = u32::MAX;

/// The nodes of a zone. A deleted node keeps its place until more than half of the list is deleted.
#[derive(Clone, Debug, Default)]
struct ZoneNodes {
    nodes: Vec<u32>,
    exists: Vec<bool>,
    gone: usize,
    /// The first place of a node that exists, or the end.
    first: usize,
}

impl ZoneNodes {
    /// Returns whether anything changed; `moved` counts how often nodes moved to other places.
    fn set(&mut self, node: u32, exists: bool, moved: &mut u64) -> bool {
        let at = match self.nodes.binary_search(&node) {
            Ok(at) => at,
            Err(_) if !exists => return false,
            Err(at) => {
                *moved += u64::from(at < self.nodes.len());
                self.nodes.insert(at, node);
                self.exists.insert(at, false);
                self.gone += 1;
                self.first += usize::from(at <= self.first);
                at
            }
        };
        if self.exists[at] == exists {
            return false;
        }
        self.exists[at] = exists;
        if exists {
            self.gone -= 1;
            self.first = self.first.min(at);
            return true;
        }
        self.gone += 1;
        if self.gone * 2 > self.nodes.len() {
            let mut kept = self.exists.iter();
            self.nodes.retain(|_| kept.next() == Some(&true));
            self.exists.retain(|exists| *exists);
            self.gone = 0;
            self.first = 0;
            *moved += 1;
        }
        while self.exists.get(self.first) == Some(&false) {
            self.first += 1;
        }
        true
    }
}

/// The next place of a search: row of the zones' lists, then zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cursor {
    pub(super) row: u32,
    pub(super) zone: u32,
}

impl NodeTree {
    pub(super) fn new(zones: u32) -> Self {
        Self {
            zones: vec![ZoneNodes::default(); zones as usize],
            nodes: 0,
            places: Vec::new(),
            epoch: 0,
        }
    }

    pub(super) fn zones(&self) -> usize {
        self.zones.len()
    }

    /// The length of the longest zone's list.
    pub(super) fn rows(&self) -> usize {
        let lengths = self.zones.iter().map(|lane| lane.nodes.len());
        lengths.max().unwrap_or(0)
    }

    /// The nodes of a zone by place, including deleted ones.
    pub(super) fn zone_nodes(&self, zone: usize) -> &[u32] {
        &self.zones[zone].nodes
    }

    /// An existing node of the zone.
    pub(super) fn any(&self, zone: usize) -> Option<u32> {
        let lane = &self.zones[zone];
        debug_assert!(lane.exists[..lane.first].iter().all(|exists| !exists));
        lane.nodes.get(lane.first).copied()
    }

    /// Zone and place of a node, if it has one.
    #[inline]
    pub(super) fn place(&self, node: u32) -> Option<(usize, usize)> {
        let (zone, at) = *self.places.get(node as usize)?;
        (zone != NOWHERE).then_some((zone as usize, at as usize))
    }

    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The place after the given one.
    pub(super) fn behind(&self, row: usize, zone: usize) -> Cursor {
        let (mut row, mut zone) = (row as u32, zone as u32 + 1);
        if zone as usize == self.zones.len() {
            zone = 0;
            row += 1;
            if row as usize == self.rows() {
                row = 0;
            }
        }
        Cursor { row, zone }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes
    }

    pub(super) fn set(&mut self, zone: ZoneId, node: NodeId, exists: bool) {
        let (zone, node) = (zone.index(), node.index());
        let lane = &mut self.zones[zone as usize];
        let (epoch, places) = (self.epoch, lane.nodes.len());
        if !lane.set(node, exists, &mut self.epoch) {
            return;
        }
        let first = if self.epoch == epoch { places } else { 0 };
        if first == 0 {
            let moved = self.places.iter_mut().filter(|place| place.0 == zone);
            moved.for_each(|place| place.0 = NOWHERE);
        }
        for (at, node) in lane.nodes.iter().enumerate().skip(first) {
            let node = *node as usize;
            if self.places.len() <= node {
                self.places.resize(node + 1, (NOWHERE, 0));
            }
            self.places[node] = (zone, at as u32);
        }
        if exists {
            self.nodes += 1;
        } else {
            self.nodes -= 1;
        }
    }

    /// Visits every node once, beginning at the cursor, until `visit` returns true; the cursor
    /// then points after the last visited node.
    pub(super) fn visit(&self, cursor: &mut Cursor, mut visit: impl FnMut(u32) -> bool) {
        let rows = self.rows() as u32;
        let mut left = self.nodes;
        if cursor.row >= rows {
            *cursor = Cursor::default();
        }
        while left > 0 {
            let (lane, row) = (&self.zones[cursor.zone as usize], cursor.row as usize);
            let exists = lane.exists.get(row).is_some_and(|exists| *exists);
            let node = exists.then(|| lane.nodes[row]);
            cursor.zone += 1;
            if cursor.zone as usize == self.zones.len() {
                cursor.zone = 0;
                cursor.row += 1;
                if cursor.row == rows {
                    cursor.row = 0;
                }
            }
            if let Some(node) = node {
                left -= 1;
                if visit(node) {
                    return;
                }
            }
        }
    }
}

/// How many feasible nodes are enough (KS-18). Source: Kubernetes `numFeasibleNodesToFind`.
pub(super) fn enough(nodes: u32) -> u32 {
    if nodes < 100 || muted("KS-18") {
        return nodes;
    }
    let percent = 50_u32.saturating_sub(nodes / 125).max(5);
    (nodes * percent / 100).max(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_clusters_are_searched_whole_and_large_ones_in_part() {
        let nodes = [5, 99, 100, 200, 1000, 5000, 15_000];
        assert_eq!(nodes.map(enough), [5, 99, 100, 100, 420, 500, 750]);
    }

    #[test]
    fn zones_take_turns_and_a_search_begins_where_the_last_ended() {
        let mut node_tree = NodeTree::new(2);
        for (zone, node) in [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (1, 5), (0, 6)] {
            node_tree.set(ZoneId(zone), NodeId(node), true);
        }
        node_tree.set(ZoneId(1), NodeId(4), false);
        let mut cursor = Cursor::default();
        let mut look = |most: usize| {
            let mut seen = Vec::new();
            node_tree.visit(&mut cursor, |node| {
                seen.push(node);
                seen.len() == most
            });
            seen
        };
        assert_eq!(look(3), [0, 3, 1]);
        assert_eq!(look(9), [2, 5, 6, 0, 3, 1]);
        assert_eq!(look(2), [2, 5]);
    }
}
