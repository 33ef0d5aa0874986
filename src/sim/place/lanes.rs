//! The order in which a large cluster is looked through: zone by turns, from where the last look ended.

use crate::base::id::Id as _;
use crate::base::{NodeId, ZoneId, muted};

/// Existing nodes by zone, in id order.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    zones: Vec<Vec<u32>>,
    nodes: u32,
}

/// The next place to look at: row of the zones' lists, then zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cursor {
    row: u32,
    zone: u32,
}

impl Lanes {
    pub(super) fn new(zones: u32) -> Self {
        Self {
            zones: vec![Vec::new(); zones as usize],
            nodes: 0,
        }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes
    }

    pub(super) fn set(&mut self, zone: ZoneId, node: NodeId, exists: bool) {
        let lane = &mut self.zones[zone.index() as usize];
        match (lane.binary_search(&node.index()), exists) {
            (Err(at), true) => {
                lane.insert(at, node.index());
                self.nodes += 1;
            }
            (Ok(at), false) => {
                lane.remove(at);
                self.nodes -= 1;
            }
            (Ok(_), true) | (Err(_), false) => {}
        }
    }

    /// Visits every node once, beginning at the cursor, until `visit` says that it has seen enough; the cursor
    /// then points behind the last one.
    pub(super) fn visit(&self, cursor: &mut Cursor, mut visit: impl FnMut(u32) -> bool) {
        let rows = self.zones.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let mut left = self.nodes;
        if cursor.row >= rows {
            *cursor = Cursor::default();
        }
        while left > 0 {
            let node = self.zones[cursor.zone as usize].get(cursor.row as usize);
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
                if visit(*node) {
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
    fn small_clusters_are_looked_through_and_large_ones_in_part() {
        let nodes = [5, 99, 100, 200, 1000, 5000, 15_000];
        assert_eq!(nodes.map(enough), [5, 99, 100, 100, 420, 500, 750]);
    }

    #[test]
    fn zones_take_turns_and_the_next_look_begins_where_the_last_ended() {
        let mut lanes = Lanes::new(2);
        for (zone, node) in [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (1, 5), (0, 6)] {
            lanes.set(ZoneId(zone), NodeId(node), true);
        }
        lanes.set(ZoneId(1), NodeId(4), false);
        let mut cursor = Cursor::default();
        let mut look = |most: usize| {
            let mut seen = Vec::new();
            lanes.visit(&mut cursor, |node| {
                seen.push(node);
                seen.len() == most
            });
            seen
        };
        assert_eq!(look(3), [0, 3, 1]);
        assert_eq!(look(9), [5, 2, 6, 0, 3, 1]);
        assert_eq!(look(2), [5, 2]);
    }
}
